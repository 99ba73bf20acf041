"""Joining in a browser: one code for everybody, a guest takes a character, and the referee changes who plays whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.browsers import PHONE, Process, Screen
from server.tables import Seat
from server.test_browser_pages import flaws

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PARTY = ["Fighter", "Cleric", "Thief", "Magic-user"]


def test_a_guest_joins_and_the_referee_changes_who_plays_whom(browser: Browser, process: Process) -> None:
    seat = process.begin("orcs")
    referee = Screen(browser, seat)
    referee.connected()
    referee.press(referee.at("players"))
    referee.press(referee.at("open-door"))
    code = referee.at("join-code").inner_text()
    assert referee.at("plays").locator("strong").all_inner_texts() == PARTY
    assert flaws(referee.page) == []

    guest = Screen(browser, Seat(process, seat.fight, ""), PHONE, "/join")
    guest.at("code").fill(code.lower().replace(" ", ""))
    guest.press(guest.at("knock"))
    guest.until(lambda: guest.at("character").count() == 4)
    assert flaws(guest.page) == []
    guest.press(guest.at("character", '[data-name="Thief"]'))
    guest.press(guest.at("sit"))
    guest.page.wait_for_url(f"**/fight/{seat.fight}")
    guest.connected()
    guest.until(lambda: guest.sent.n > 0)

    plays = referee.at("plays", '[data-name="Thief"]').locator("select")
    referee.until(lambda: plays.evaluate("one => one.selectedOptions[0].text") == "Thief")
    (id,) = [one["id"] for one in seat.get("/seats").json() if one["role"] == "player"]
    referee.at("plays", '[data-name="Cleric"]').locator("select").select_option(id)
    plays.select_option("")
    referee.until(lambda: people(seat) == ["Cleric"])
    referee.at("seat", ":has-text('Cleric')").wait_for()

    late = Screen(
        browser, Seat(process, seat.fight, ""), PHONE, "/"
    )  # who only knows the address comes to the same page
    late.at("code").fill(code)
    late.press(late.at("knock"))
    late.at("character", "[data-name=Cleric]:disabled").wait_for()
    referee.press(referee.at("close-door"))
    referee.at("open-door").wait_for()
    late.press(late.at("character", '[data-name="Fighter"]'))
    late.press(late.at("sit"))
    late.at("told").locator("p:has-text('holds no longer')").wait_for()
    for screen in (referee, guest, late):
        screen.close()


def people(seat: Seat) -> list[str]:
    found: list[str] = next(one["people"] for one in seat.get("/seats").json() if one["role"] == "player")
    return found
