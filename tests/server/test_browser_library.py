"""In a real browser: stat blocks pasted, looked at and mended; a party that goes home from a fight, and its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from server.browsers import DESK, PHONE, Keyboard, Process, Screen, running
from server.tables import Json, Seat
from server.test_browser_pages import flaws

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

PAGE = """\
WHAT LURKS IN THE DROWNED MILL

Bone hound
AC 6 [13], HD 2+1 (10hp), Att 1 × bite (1d6), THAC0 17 [+2], MV 180\u2019 (60\u2019), SV D12 W13
P14 B15 S16 (1), ML 8, AL Chaotic, XP 35, NA 2d4 (0), TT None
▶ Howls before it leaps.

Mire toad AC 7 [14], HD 1+1 (6hp), Att 1 x tongue (1d4), THAC0 18 [+1], MV 60' (20'), SV D12 W13 P14 B15 S16 (1), ML 6,
AL Neutral, XP 15, NA 1d4 (2d6), TT None

Lantern wisp: AC 2 [17]; HD 1 (2hp); Att 1 × spark (1d3); THAC0 19 [0]; MV 120' (40'); SV D12 W13 P14 B15 S16 (1);
ML 12; AL Neutral; XP 6; NA 1d6 (1d6); TT None

Mill thrall
AC 9 [10], HD 1-1 (3hp), Att 1 × weapon (1d6 or by weapon), THAC0 19 [0], MV 90' (30'), SV D14 W15 P16 B17 S18 (NH),
ML 1, AL Chaotic, XP 5, NA 2d4 (6d10), TT P

Reed adder
AC 6 [13], HD 2* (9hp), Att 1 × bite (1d4 + poison), THAC0 18 [+1], MV 90' (30'), SV D12 W13 P14 B15 S16 (1), ML 7,
AL Neutral, XP 25, NA 1d8 (1d8), TT None

Miller\u2019s shade
AC 5 [14], HD 3+1* (14hp), Att 2 × claw (1d3), 1 × bite (1d6), THAC0 16 [+3], MV 120' (40'), SV D12 W13 P14 B15 S16 (2),
ML 12, AL Chaotic, XP 75, NA 1 (1), TT B
"""
NAMES = ["Bone hound", "Mire toad", "Lantern wisp", "Mill thrall", "Reed adder", "Miller's shade"]
LANTERNS = """\
party: The Lanterns
members:
  - {name: Anna, class: fighter, level: 5, gear: [plate mail, shield, sword], hp: 30, max hp: 34}
  - {name: Oswin, class: magic-user, level: 5, gear: [dagger], spells: [sleep], hp: 14}
"""
FORD = """\
title: The ford
distance: 60
sides:
  party: {party: The Lanterns, players: true}
  foes: [3 orc]
"""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running(tmp_path_factory.mktemp("table")) as made:
        assert made.owner.post("/api/library/parties", text=LANTERNS).status_code == 201
        assert made.owner.post("/api/library/bestiaries", text="bestiary: The mill\n").status_code == 201
        yield made


def at_the_set_up(browser: Browser, process: Process, how: Json) -> Screen:
    """A fight of the party's, in the form."""
    screen = Screen(browser, process.owner, how, "/")
    screen.press(screen.at("kept-row", '[data-name="The Lanterns"]').locator('[data-test="fight-of"]'))
    screen.at("state", ":has-text('in order')").wait_for()
    return screen


def with_paste(screen: Screen) -> Screen:
    screen.press(screen.at("paste"))
    screen.at("pasted").wait_for()
    return screen


def field(screen: Screen, name: str, key: str) -> Locator:
    return screen.at("read", f'[data-name="{name}"]').locator(f'[data-field="{key}"]')


def creatures(seat: Seat) -> dict[str, Json]:
    """Those of the other side, as the referee sees them."""
    return {one["name"]: one for one in seat.look()["view"]["people"] if one["side"] == "foes"}


def sitting_down(screen: Screen, process: Process) -> Seat:
    """At the fight that the page has gone to."""
    screen.connected()
    token = screen.page.evaluate("sessionStorage.getItem(`token ${location.pathname}`)")
    return Seat(process, screen.page.url.rpartition("/")[2], token, "referee")


def fought_with(seat: Seat) -> None:
    """All six, as they were read and mended."""
    there = creatures(seat)
    assert [name for name in there if name != "Orc"] == [name.capitalize() for name in map(str.lower, NAMES)]
    assert (there["Mire toad"]["armour"], there["Mill thrall"]["morale"]) == (5, 7)  # mended
    assert (there["Bone hound"]["armour"], there["Bone hound"]["hp"]) == (6, 10)
    assert there["Bone hound"]["aside"] == "Howls before it leaps."
    assert there["Reed adder"]["hp"] == 9


def test_six_blocks_are_pasted_mended_and_fought_by_keyboard_alone(browser: Browser, process: Process) -> None:
    screen = at_the_set_up(browser, process, DESK)
    keys = Keyboard(screen)
    keys.tab_to('[data-name="Orc"] [data-test="edit-member"]')
    keys.press("Enter")
    keys.tab_to('[data-test="remove-member"]')
    keys.press("Enter")  # the orcs
    keys.tab_to('[data-test="paste"]', "Shift+Tab")
    keys.press("Enter")
    keys.until_on('[data-test="pasted"]')
    screen.page.keyboard.insert_text(PAGE)  # what Ctrl+V does
    screen.at("read").nth(5).wait_for()
    assert [one.get_attribute("data-name") for one in screen.at("read").all()] == NAMES
    screen.at("read-told", ":has-text('6 creatures read. 2 things to look at: Mire toad')").wait_for()
    screen.until(lambda: screen.at("doubt").count() == 2)
    for name, key, value in (("Mire toad", "ac", "5"), ("Mill thrall", "morale", "7")):
        keys.tab_to(f'[data-test="read"][data-name="{name}"] [data-field="{key}"]')
        keys.press("Control+a")
        keys.type(value)
    keys.tab_to('[data-test="add-read"]')
    screen.at("read-told", ":has-text('6 creatures read.'):not(:has-text('to look at'))").wait_for()
    keys.press("Enter")
    keys.until_on('[data-test="pasted"]')
    screen.at("state", ":has-text('in order')").wait_for()
    screen.until(lambda: screen.at("member").count() == 6)
    keys.tab_to('[data-test="start"]')
    keys.press("Enter")
    fought_with(sitting_down(screen, process))
    assert screen.sent.errors == []
    screen.close()


def test_six_blocks_on_a_phone(browser: Browser, process: Process) -> None:
    screen = with_paste(at_the_set_up(browser, process, PHONE))
    for _ in range(3):
        screen.press(screen.at("fewer"))
    screen.at("pasted").fill(PAGE)
    screen.at("read").nth(5).wait_for()
    wide, most = screen.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert wide <= most
    for name, key, value in (("Mire toad", "ac", "5"), ("Mill thrall", "morale", "7")):
        screen.press(field(screen, name, key))  # what is doubtful is not folded away
        field(screen, name, key).fill(value)
    field(screen, "Mill thrall", "name").press("Tab")
    screen.press(screen.at("add-read"))
    screen.at("state", ":has-text('in order')").wait_for()
    screen.press(screen.at("start"))
    fought_with(sitting_down(screen, process))
    screen.close()


def test_what_was_mended_stays_while_one_types_on(browser: Browser, process: Process) -> None:
    """And names that clash are named."""
    screen = with_paste(at_the_set_up(browser, process, DESK))
    first = PAGE.partition("Lantern wisp")[0]
    screen.at("pasted").fill(first)
    screen.at("read").nth(1).wait_for()
    field(screen, "Mire toad", "ac").fill("5")
    screen.at("pasted").fill(PAGE)
    screen.at("read").nth(5).wait_for()
    assert field(screen, "Mire toad", "ac").input_value() == "5"
    screen.press(field(screen, "Mill thrall", "take"))
    field(screen, "Reed adder", "name").fill("Bone hound")
    screen.press(screen.at("add-read"))
    screen.page.locator("#told p", has_text="Another bone hound stands above").wait_for()
    Keyboard(screen).until_on('[data-field="name"]')
    field(screen, "Reed adder", "name").fill("Marsh adder")
    screen.press(screen.at("keep-read"))
    screen.page.locator("#told p", has_text="Kept in The mill").wait_for()
    screen.press(screen.at("add-read"))
    screen.press(screen.at("as-text"))
    text = screen.at("scenario-text").input_value()
    assert "marsh adder: {ac: 6" in text
    assert "mill thrall" not in text
    (shelf,) = process.owner.get("/api/library/bestiaries").json()
    assert sorted(shelf["creatures"]) == ["bone hound", "lantern wisp", "marsh adder", "miller's shade", "mire toad"]
    screen.close()


def test_the_survivors_go_home_and_come_back(browser: Browser, process: Process) -> None:
    """Written back, undone, said again with another end, taken back; the party's page tells of it."""
    seat = process.begin(FORD)
    screen = Screen(browser, seat)
    screen.connected()
    seat.say(["hp", "Anna", "8"], ["end", "party"])
    screen.press(screen.at("write-back"))
    screen.at("home", ":has-text('was written after line')").wait_for()
    screen.press(screen.at("undo"))
    screen.at("astray", ":has-text('has been changed since')").wait_for()
    seat.say(["hp", "Anna", "12"], ["end", "party"])
    screen.press(screen.at("write-back", ":has-text('again')"))
    screen.at("home", ":has-text('has been changed since')").wait_for(state="detached")
    home = Screen(browser, process.owner, PHONE, "/")
    home.press(home.at("kept-row", '[data-name="The Lanterns"]').locator('[data-test="look"]'))
    row = home.at("company-member", '[data-name="Anna"]')
    row.wait_for()
    assert row.locator("td").all_text_contents() == ["fighter 5 · hp 12 of 34", "1", "0", "0"]
    home.until(lambda: home.at("change").count() == 3)
    screen.press(screen.at("take-back"))
    screen.at("write-back", ":has-text('The Lanterns')").wait_for()
    (kept,) = process.owner.get("/api/library/parties").json()
    assert kept["members"][0]["keys"]["hp"] == 30
    home.press(home.at("back-to-change").first)
    home.page.locator("#told p", has_text="meanwhile").wait_for()
    for one in (screen, home):
        one.close()


def test_a_party_is_looked_after_on_its_page(browser: Browser, process: Process) -> None:
    """Made, renamed, rested, changed as text, gone back in its history, taken away."""
    screen = Screen(browser, process.owner, DESK, "/")
    screen.at("kept-row", '[data-name="The Lanterns"]').wait_for()  # the page has its rows, and listens
    screen.press(screen.at("new-party"))
    screen.at("company-member", '[data-name="Anna"]').wait_for()
    screen.at("kept-name").fill("The Moths")
    screen.press(screen.at("rename"))
    screen.at("change", ":has-text('was A new party')").wait_for()
    screen.press(screen.at("kept-text"))
    text = screen.at("kept-text").input_value()
    screen.at("kept-text").fill(f"{text.rstrip()}\n    hp: 2\n    max hp: 8\n")
    screen.press(screen.at("keep-text"))
    screen.at("company-member", ":has-text('hp 2 of 8')").wait_for()
    screen.at("rest-days").evaluate("field => { field.closest('details').open = true }")
    screen.at("rest-days").fill("3")
    screen.press(screen.at("rest"))
    screen.at("company-member", ":has-text('hp 5 of 8')").wait_for()  # vanguard: 1 hp a day
    screen.press(screen.at("back-to-change").first)
    screen.at("company-member", ":has-text('hp 2 of 8')").wait_for()
    screen.press(screen.at("drop"))
    screen.press(screen.at("drop", ":has-text('for good')"))
    screen.at("kept-row", '[data-name="The Lanterns"]').wait_for()
    screen.at("kept-row", '[data-name="The Moths"]').wait_for(state="detached")
    screen.close()


def test_axe_finds_nothing(browser: Browser, process: Process) -> None:
    found = []
    for how in (DESK, PHONE):
        screen = with_paste(at_the_set_up(browser, process, how))
        screen.at("pasted").fill(PAGE)
        screen.at("read").nth(5).wait_for()
        found += flaws(screen.page)
        screen.press(screen.at("home"))
        screen.press(screen.at("kept-row", '[data-name="The Lanterns"]').locator('[data-test="look"]'))
        screen.at("company").wait_for()
        screen.page.locator("#kept details").evaluate_all("all => all.forEach(one => { one.open = true })")
        found += flaws(screen.page)
        screen.close()
    assert found == []
