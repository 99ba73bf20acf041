"""A link's token in the browser: out of the address at once, and still there after a reload, in a second tab, from a
bookmark; forgotten when it no longer works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.browsers import Process, Screen

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def connected(screen: Screen) -> Screen:
    screen.connected()
    return screen


def test_the_token_leaves_the_address_and_a_reload_keeps_the_seat(browser: Browser, process: Process) -> None:
    referee = process.begin()
    screen = connected(Screen(browser, referee))
    assert screen.page.url == f"{process.address}/fight/{referee.fight}"
    screen.page.reload()
    screen.connected()
    assert screen.page.url == f"{process.address}/fight/{referee.fight}"
    assert all(referee.token not in url for url in screen.sent.asked)
    screen.close()


def test_a_second_tab_and_a_bookmark_find_the_seat_and_another_browser_does_not(
    browser: Browser, process: Process
) -> None:
    referee = process.begin()
    screen = connected(Screen(browser, referee))
    second = screen.context.new_page()
    second.goto(screen.page.url)
    second.locator('[data-test="connection"]:has-text("connected")').wait_for()
    other = browser.new_context().new_page()
    other.goto(screen.page.url)
    other.get_by_text("This link is not whole").wait_for()
    other.context.close()
    screen.close()


def test_tabs_of_one_browser_keep_their_own_seats(browser: Browser, process: Process) -> None:
    referee = process.begin()
    ann = referee.give("player", "Ann", ["Magic-user"])
    screen = connected(Screen(browser, referee))
    second = screen.context.new_page()
    second.goto(f"{screen.page.url}#{ann.token}")
    second.locator('body[data-role="player"]').wait_for()
    screen.page.reload()
    screen.page.locator('body[data-role="referee"]').wait_for()
    second.evaluate("token => { location.hash = token }", referee.token)  # another link in the same tab
    second.locator('body[data-role="referee"]').wait_for()
    assert "#" not in second.url
    screen.close()


def test_home_opens_a_fight_without_a_token_in_any_address(browser: Browser, process: Process) -> None:
    screen = Screen(browser, process.owner, path="/")
    screen.press(screen.at("play").first)
    screen.connected()
    assert screen.page.url.startswith(f"{process.address}/fight/")
    assert "#" not in screen.page.url
    screen.page.go_back()
    screen.at("example").first.wait_for()
    assert screen.page.url == f"{process.address}/"
    screen.close()


def test_a_withdrawn_link_is_forgotten(browser: Browser, process: Process) -> None:
    referee = process.begin()
    ann = referee.give("player", "Ann", ["Magic-user"])
    screen = connected(Screen(browser, ann))
    (seat,) = [one["id"] for one in referee.get("/seats").json() if one["name"] == "Ann"]
    referee.ask("DELETE", f"{referee.path}/seats/{seat}")
    screen.page.get_by_text("Ask your referee for your link").wait_for()
    screen.until(lambda: screen.page.evaluate("sessionStorage.length") == 0)
    assert ann.token not in str(screen.page.evaluate("Object.entries(localStorage)"))
    screen.close()
