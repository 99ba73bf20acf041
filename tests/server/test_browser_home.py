"""The welcome page and the forecast beside a fight that is being built, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.browsers import DESK, PHONE, Process, Screen

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GUARD = """title: One at the gate
distance: contact
sides:
  party:
    players: true
    members: [Anna: {class: fighter, level: 1, hp: 6, gear: [chain mail, shield, sword]}]
  foes:
    members: [5 goblin]
"""


def titles(process: Process) -> list[str]:
    return [fight["title"] for fight in process.owner.get("/api/table").json()["fights"]]


def resume(screen: Screen, title: str) -> None:
    row = screen.at("fight", f':has-text("{title}")').first
    screen.press(row.locator('[data-test="go-on"]'))
    screen.connected()
    assert screen.page.evaluate("document.body.dataset.role") == "referee"
    screen.page.go_back()
    screen.at("resume").wait_for()


def test_home_starts_resumes_renames_copies_and_deletes(browser: Browser, process: Process) -> None:
    screen = Screen(browser, process.owner, DESK, "/")
    screen.press(screen.at("book", '[data-name="tempo"]'))
    screen.press(screen.at("choose"))
    screen.press(screen.at("example", '[data-name="duel"]').locator('[data-test="play"]'))
    screen.connected()
    fight = screen.page.url.rpartition("/")[2]
    screen.page.go_back()
    row = screen.at("fight", f'[data-id="{fight}"]')
    assert "Tempo" in row.inner_text()
    screen.press(row.locator('[data-test="fight-menu"]'))
    screen.at("fight-name").fill("A quarrel")
    screen.press(screen.at("fight-rename"))
    resume(screen, "A quarrel")
    path = f"/api/fights/{fight}/seats"
    token = process.owner.post(path, role="referee").json()["token"]
    seats = process.client.get(path, headers={"Authorization": f"Bearer {token}"}).json()
    assert len(seats) == 2  # the browser's own, taken once, and the one that just asked
    screen.press(screen.at("fight", ':has-text("A quarrel")').locator('[data-test="fight-menu"]'))
    screen.press(screen.at("fight-copy"))
    screen.at("fight", ':has-text("A quarrel (copy)")').wait_for()
    assert "A quarrel (copy)" in titles(process)
    screen.press(screen.at("fight", ':has-text("A quarrel (copy)")').locator('[data-test="fight-menu"]'))
    screen.press(screen.at("fight-delete"))
    assert "A quarrel (copy)" in titles(process)  # once is not enough
    screen.press(screen.at("fight-delete"))
    screen.at("fight", ':has-text("A quarrel (copy)")').wait_for(state="detached")
    assert "A quarrel (copy)" not in titles(process)
    screen.close()


def test_a_code_typed_on_the_home_page_leads_into_the_fight(browser: Browser, process: Process) -> None:
    referee = process.begin("orcs")
    code = referee.post("/door").json()["code"]
    screen = Screen(browser, process.owner, PHONE, "/")
    screen.page.locator("#code").fill(code)
    screen.press(screen.at("join"))
    screen.at("character", '[data-name="Thief"]').wait_for()
    assert code not in screen.page.url
    screen.close()


def test_the_forecast_follows_each_change_and_offers_the_next(browser: Browser, process: Process) -> None:
    screen = Screen(browser, process.owner, DESK, "/build")
    screen.press(screen.at("as-text"))
    screen.at("scenario-text").fill(GUARD)
    screen.press(screen.at("as-form"))
    offer = screen.page.locator('.try [data-test="offer"]')
    offer.wait_for()
    assert "Too deadly?" in screen.page.locator(".try").inner_text()
    before, promised = screen.at("wins").inner_text(), screen.page.locator(".try").inner_text()
    screen.press(offer)
    screen.at("difference").wait_for()
    after = screen.at("wins").inner_text()
    assert number(after) > number(before)
    assert abs(number(after) - number(promised)) <= 12  # 400 fights and 2,000
    screen.close()


def number(words: str) -> int:
    return int(words.rpartition("%")[0].split()[-1])
