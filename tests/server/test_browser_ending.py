"""The ending in a browser: a fight ends, and everything that its page offers then is used once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from server.browsers import PHONE, Process, Screen
from server.test_browser_pages import flaws
from server.test_ending import BRIDGE, DICE

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_fight_ends_and_everything_follows(browser: Browser, process: Process, tmp_path: Path) -> None:
    *dice, last = DICE.split()
    people = {name: {"rolls": "person"} for name in ("party", "orcs", "referee")}
    seat = process.begin(BRIDGE, people=people)
    for face in dice:
        assert seat.do(face).status_code == 200
    referee = Screen(browser, seat)
    anns = Screen(browser, seat.give("player", "Ann", ["Anna", "Brom"]), PHONE)
    room = Screen(browser, seat.give("spectator", "room"), path=f"/room/{seat.fight}")
    for screen in (referee, anns):
        screen.connected()
        assert not [
            url for url in screen.sent.asked if url.endswith(("ending.js", "replay.js"))
        ]  # not before it is over
    anns.type_dice([int(last)])
    for screen in (referee, anns):
        screen.at("outcome", ":text-is('The party beat the orcs, but lost Anna.')").wait_for()
        assert screen.at("fates").locator("li").count() == 4
        screen.at("chart").locator("svg:visible >> text=start").wait_for()
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert flaws(screen.page) == []
    assert [anns.at("rematch").count(), referee.at("rematch").count()] == [0, 1]
    brom = referee.at("deeds").locator("tr:has-text('Brom') td")
    assert brom.all_inner_texts()[:4] == ["8", "2 of 3", "2", "2"]

    watch_again(anns)
    page = share(anns, tmp_path)
    assert "The party beat the orcs" in page
    assert "hp 6 → 2" not in page
    assert "hp 6 → 2" in share(referee, tmp_path, "share-secrets")
    take_back_and_end_again(referee, anns, last)

    referee.at("other-book").select_option("tempo")
    referee.page.wait_for_url(lambda url: seat.fight not in url)
    referee.page.locator("#book:has-text('Tempo')").wait_for()
    anns.press(anns.at("go-on"))  # the phone takes the same seat there, and the screen in the room goes on by itself
    for screen, page in ((anns, "fight"), (room, "room")):
        screen.page.wait_for_url(lambda url, page=page: f"/{page}/" in url and seat.fight not in url)  # type: ignore[misc]
    anns.page.locator("#book:text-is('Tempo')").wait_for(state="attached")
    for screen in (referee, anns, room):
        assert screen.sent.errors == []
        screen.close()


def watch_again(screen: Screen) -> None:
    """By the slider to the end: Anna fell in round 2, Brom is still on his feet."""
    screen.press(screen.at("watch-again"))
    screen.at("replay-line", ":text-is('The fight begins.')").wait_for()
    assert screen.at("replay-token").count() == 4
    screen.press(screen.at("replay-round-on"))
    screen.page.locator(".replay-said b:text-is('Round 1')").wait_for()
    slider = screen.at("replay-slider")
    slider.press("End")
    labels = screen.at("replay-token").evaluate_all("all => all.map(one => one.getAttribute('aria-label')).sort()")
    assert labels == ["Anna, dead", "Brom, 4 of 6 hp", "Grub, dead", "Snik, dead"]
    assert flaws(screen.page) == []
    screen.page.keyboard.press("Escape")


def share(screen: Screen, folder: Path, how: str = "share") -> str:
    with screen.page.expect_download() as found:
        screen.press(screen.at(how))
    found.value.save_as(folder / "page.html")
    return (folder / "page.html").read_text(encoding="utf-8")


def take_back_and_end_again(referee: Screen, player: Screen, last: str) -> None:
    """The last die was mistyped: the question stands again, and then another ending."""
    referee.seat.look()
    assert referee.seat.act("/undo-die").status_code == 200
    for screen in (referee, player):
        screen.at("outcome").wait_for(state="hidden")
    player.type_dice([int(last)])
    referee.at("outcome").wait_for()
