"""The pages in a real browser: for everybody's eyes and hands, small, and with nothing from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from optional import library
from server.browsers import DESK, PHONE, Keyboard, Process, Screen
from server.tables import Json, Seat

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FIRST_PAGE = 150_000  # bytes
ICON = "/pages/icon.svg"
OF_COLOURS = ["color-contrast", "link-in-text-block"]  # rules of axe
ANSWERS = dict.fromkeys(("targets", "declarations", "spells", "rolls"), "person")
LONG = "Wolfeschlegelsteinhausenberger of the Seven Lost Mountains"  # 60 letters are the most
UNBROKEN = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenamt"
HEBREW, ARABIC = "אברהם בן דוד (המגן)", "زينب الحكيمة ٣"
NAMES = f"""
title: "{LONG} and {HEBREW}"
distance: contact
sides:
  "{ARABIC}":
    players: true
    members:
      - "{HEBREW}": {{class: fighter, level: 1, gear: [sword], hp: 8}}
      - "{UNBROKEN}": {{class: thief, level: 1, gear: [dagger], hp: 5}}
  orcs:
    members:
      - "{LONG}": {{monster: orc, hp: 4}}
      - "{ARABIC} Grub": {{monster: orc, hp: 4}}
"""


def duel(process: Process) -> Seat:
    """Everybody's dice are typed in; the orc is the referee's."""
    return process.begin("duel", people={"fighter": ANSWERS, "orc": ANSWERS, "referee": ANSWERS})


# --- what axe finds


def flaws(page: Page) -> list[str]:
    """In light, and what colours can do wrong once more in dark."""
    painted(page, "light")
    found = violations(page, {})
    painted(page, "dark")
    return found + violations(page, {"runOnly": OF_COLOURS})


def painted(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.locator(f"html[data-theme={scheme}]").wait_for()


def violations(page: Page, options: Json) -> list[str]:
    """Whatever it finds, be it ever so slight."""
    axe = library("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        f"{page.url.partition('#')[0]}: {one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in found
    ]


def test_axe_finds_nothing(browser: Browser, process: Process) -> None:
    referee = process.begin("orcs")
    player = referee.give("player", "Ann", ["Magic-user", "Fighter"])
    room = referee.give("spectator", "room")
    found = []
    for screen in (
        at_home(browser, process, DESK),
        at_the_set_up(browser, process, DESK),
        with_open_hand(browser, referee, DESK),
        with_players(browser, referee, DESK),
        connected(Screen(browser, player, PHONE)),
        connected(Screen(browser, room, DESK, f"/room/{room.fight}")),
        at_the_api(browser, process, DESK),
    ):
        found += flaws(screen.page)
        screen.close()
    assert found == []


def connected(screen: Screen) -> Screen:
    screen.connected()
    screen.caught_up()
    return screen


def at_home(browser: Browser, process: Process, how: Json) -> Screen:
    process.begin()  # a fight to list, whichever test runs first
    screen = Screen(browser, process.owner, how, "/")
    screen.at("example").first.wait_for()
    screen.at("fight").first.wait_for()
    return screen


def at_the_set_up(browser: Browser, process: Process, how: Json) -> Screen:
    screen = at_home(browser, process, how)
    screen.press(screen.at("example", '[data-name="orcs"]').locator('[data-test="edit"]'))
    screen.at("state", ":has-text('in order')").wait_for()
    screen.at("wins").wait_for()
    return screen


def at_the_api(browser: Browser, process: Process, how: Json) -> Screen:
    screen = Screen(browser, process.owner, how, "/api")
    screen.at("way").first.wait_for()
    return screen


def with_open_hand(browser: Browser, seat: Seat, how: Json) -> Screen:
    screen = connected(Screen(browser, seat, how))
    screen.press(screen.at("who").last.locator(".pick"))
    open_tools(screen)
    return screen


def open_tools(screen: Screen) -> None:
    """The referee's tools; where there is little room their button is in the menu."""
    if not screen.at("tools").is_visible():
        screen.press(screen.at("more"))
    screen.press(screen.at("tools"))
    screen.at("hp-field").wait_for()


def with_players(browser: Browser, seat: Seat, how: Json) -> Screen:
    """The dialog, with the link that was made last and its code to scan."""
    screen = connected(Screen(browser, seat, how))
    make_a_link(screen)
    return screen


def make_a_link(screen: Screen) -> None:
    screen.press(screen.at("players"))
    screen.press(screen.at("seat-person").first)
    screen.press(screen.at("seat-make"))
    screen.at("seat-link").wait_for()


# --- by keyboard alone


def test_a_round_by_keyboard_alone(browser: Browser, process: Process) -> None:
    screen = connected(Screen(browser, duel(process)))
    keys = Keyboard(screen)
    keys.press("Tab")
    assert keys.on("#skip")
    keys.press("Enter")
    keys.dice(5)
    keys.dice(2)
    screen.at("question", ":has-text('choose a target to strike')").wait_for()
    keys.press("a", "ArrowRight")
    keys.until_on('[data-words="strike Orc"]')
    keys.press("Enter")
    keys.dice(18)
    keys.dice(2)
    screen.at("who", ':has-text("4 / 6")').wait_for()
    keys.press("u")
    screen.at("line", ".gone").first.wait_for(state="attached")
    keys.press("r")
    screen.at("line", ".gone").first.wait_for(state="detached")
    the_hand(keys)
    the_log(keys)
    the_players(keys)
    n = screen.seat.look()["n"]
    keys.press("n")
    screen.until(lambda: screen.seat.look()["n"] > n)
    keys.press("?")
    screen.at("dialog", ":has-text('damage')").wait_for()
    keys.press("Escape")
    screen.close()


def the_hand(keys: Keyboard) -> None:
    """Damage, healing and a condition, to whoever is selected."""
    screen = keys.screen
    for key, number, words in (("t", "1", "3 / 6"), ("l", "2", "5 / 6")):
        keys.select("Orc")
        keys.press(key)
        keys.until_on('[data-name="Orc"] [data-test="hp-at-row"]')
        keys.type(number)
        keys.press("Enter")
        screen.at("who", f':has-text("{words}")').wait_for()
    keys.select("Orc")
    keys.press("g")
    keys.until_on("#condition")
    keys.type("prone")
    keys.press("Enter")
    screen.at("who", ':has-text("prone")').wait_for()
    keys.press("Escape", "Control+z")
    screen.at("who", ':has-text("prone")').wait_for(state="detached")


def the_log(keys: Keyboard) -> None:
    """Found, and gone back to before it."""
    screen = keys.screen
    keys.press("/")
    keys.until_on('[data-test="search"]')
    keys.type("attacks Orc")
    keys.tab_to('[data-test="line"]:not([hidden]) [data-test="line-menu"]')
    keys.press("Enter")
    screen.at("back-to").wait_for()
    keys.tab_to('[data-test="back-to"]')
    keys.press("Enter")
    screen.at("back-confirm").wait_for()
    keys.tab_to('[data-test="back-confirm"]')
    keys.press("Enter")
    screen.at("line", ".gone:has-text('attacks Orc')").wait_for(state="attached")


def the_players(keys: Keyboard) -> None:
    keys.tab_to('[data-test="players"]', "Shift+Tab")
    keys.press("Enter")
    keys.screen.at("seat-name").wait_for()
    keys.tab_to('[data-test="seat-name"]')
    keys.type("Ann")
    keys.tab_to('[data-test="seat-person"]')
    keys.press("Space")
    keys.tab_to('[data-test="seat-make"]')
    keys.press("Enter")
    keys.screen.at("seat-link").wait_for()
    keys.press("Escape", "Escape")


def test_the_focus_stays_when_something_happens(browser: Browser, process: Process) -> None:
    seat = process.begin("brawl")
    ann = seat.give("player", "Ann", ["Fighter"])
    player, referee = connected(Screen(browser, ann)), with_open_hand(browser, seat, DESK)
    referee.at("hp-field").fill("-3")
    player.at("search").focus()
    for words in ("pass", "pass"):
        seat.do(words)
        for screen in (player, referee):
            screen.caught_up()
        assert Keyboard(player).on('[data-test="search"]')
        assert Keyboard(referee).on("#hp")
        assert referee.at("hp-field").input_value() == "-3"
    seat.act("/undo", steps=2)
    player.page.locator('#asks [data-test="legal"]:visible').last.focus()
    seat.do("pass")
    player.caught_up()
    Keyboard(player).until_on("#asks [data-home]")  # what had it is gone
    player.close()
    referee.close()


# --- small, and from nowhere else


def test_the_first_page_is_small(browser: Browser, process: Process) -> None:
    """Also with a track of scores, and where players may declare ahead."""
    for book, desks in (("classic", (DESK, PHONE)), ("tempo", (PHONE,)), ("procedure", (PHONE,))):
        seat = process.begin("orcs", rules=book)
        for one in (seat, seat.give("player", "Ann", ["Fighter", "Thief"])):
            for how in desks:
                loaded = first_page(browser, process, one, how)
                assert sum(loaded.values()) < FIRST_PAGE, loaded


def first_page(browser: Browser, process: Process, seat: Seat, how: Json) -> dict[str, int]:
    """Return what a page loads until nothing more comes, and the size of each."""
    screen = connected(Screen(browser, seat, how))
    screen.page.wait_for_load_state("networkidle")
    loaded: dict[str, int] = screen.page.evaluate(
        """() => Object.fromEntries(['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
            .filter(one => !one.name.includes('/api/'))
            .map(one => [new URL(one.name).pathname, one.decodedBodySize]))"""
    )
    loaded[ICON] = len(process.client.get(ICON).content)  # not every browser asks for it
    screen.close()
    return loaded


def test_nothing_is_asked_of_anybody_else_and_nothing_offends_the_policy(browser: Browser, process: Process) -> None:
    screen = at_the_set_up(browser, process, DESK)
    screen.press(screen.at("forecast"))
    screen.page.locator('[data-test="forecast-told"] img').first.wait_for()
    screen.page.keyboard.press("Escape")
    screen.press(screen.at("start"))
    screen.connected()
    make_a_link(screen)
    codes = screen.page.locator("dialog img")
    screen.until(lambda: bool(codes.evaluate_all("all => all.every(one => one.naturalWidth > 0)")))
    other = at_the_api(browser, process, DESK)
    own = (process.address, process.address.replace("http", "ws"), f"blob:{process.address}", "data:")
    for one in (screen, other):
        assert [url for url in one.sent.asked if not url.startswith(own)] == []
        assert one.sent.errors == []
        one.close()


@pytest.mark.parametrize("width", [390, 768])
def test_long_names_and_those_from_right_to_left_fit(browser: Browser, process: Process, width: int) -> None:
    how = {"viewport": {"width": width, "height": 844}}
    seat = process.begin(NAMES, people={ARABIC: ANSWERS})
    player = seat.give("player", LONG, [HEBREW, UNBROKEN])
    room = seat.give("spectator", UNBROKEN)
    for screen in (
        with_open_hand(browser, seat, how),
        connected(Screen(browser, player, how)),
        connected(Screen(browser, room, how, f"/room/{room.fight}")),
        at_home(browser, process, how),
    ):
        wide, most = screen.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
        assert wide <= most, screen.page.url
        names = screen.page.locator(f'bdi:text-is("{HEBREW}")')
        assert set(names.evaluate_all("all => all.map(one => getComputedStyle(one).direction)")) <= {"rtl"}
        screen.close()


TWO_ORCS = """
title: One against two
distance: contact
sides:
  fighter: {players: true, surprised: false, members: [Fighter: {ac: 4, hp: 30, thac0: 2, damage: 1d6, morale: 12}]}
  orcs: {surprised: false, members: [Orc: {count: 2, ac: 6, hp: 1, thac0: 19, damage: 1d6, morale: 12}]}
"""


def test_the_referee_overrules_a_line(browser: Browser, process: Process) -> None:
    """An orc is slain; the referee opens that line, and it stands again with 3 hp. A player can't."""
    seat = process.begin(TWO_ORCS, people={"fighter": {"targets": "person"}}, seed=1)
    referee, player = Screen(browser, seat), Screen(browser, seat.give("player", "Ann", ["Fighter"]))
    while not (slain := [line for line in lines_of(seat) if line.get("kind") == "dead"]):
        assert seat.do(seat.view["asks"]["legal"][-1]["words"]).status_code == 200
    n, name = slain[0]["n"], slain[0]["at"]
    for screen in (referee, player):
        connected(screen)
        screen.press(screen.at("line", f'[data-n="{n}"]').locator('[data-test="line-menu"]'))
    assert player.at("overrule-line").count() == 0
    referee.at("overrule-hp").fill("3")
    referee.press(referee.at("overrule-line").locator("button"))
    referee.until(lambda: next(o for o in seat.look()["view"]["people"] if o["name"] == name)["hp"] == 3)
    assert any(f"line {n} is overruled" in line["words"] for line in lines_of(seat)[-2:])
    for screen in (referee, player):
        screen.close()


def lines_of(seat: Seat) -> list[Json]:
    found: list[Json] = seat.get("?after=0").json()["items"]
    return found


# --- who decides, unless somebody picks otherwise


GUARDS = """
title: A guard at a door
distance: contact
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 3, gear: [plate mail, shield, sword], hp: 18}
  guards:
    surprised: false
    members:
      - Captain: {monster: captain, gear: [sword, shield], hp: 12, morale: 12}
"""


def test_players_are_asked_for_reactions(browser: Browser, process: Process) -> None:
    """The page leaves a side of players to persons, its reactions too, and the dice to the engine."""
    page = browser.new_page()
    page.goto(process.address)
    usual = page.evaluate("text => import('/pages/deciding.js').then((it) => it.usual(text))", GUARDS)
    page.close()
    assert (usual["party"]["reactions"], usual["guards"]["reactions"]) == ("person", "tactic")
    assert {side["rolls"] for side in usual.values()} == {"engine"}
    referee = process.begin(GUARDS, rules="tempo", people=usual, seed=3)
    asked = set()
    for _ in range(30):
        asks = referee.look()["view"]["asks"]
        if asks is None:
            break
        asked.add((asks["ask"], asks["topic"]))
        referee.do(asks["legal"][-1]["words"])
    assert asked >= {("react", "reactions"), ("superior", "reactions")}


def test_the_page_offers_every_referee_command(browser: Browser, process: Process) -> None:
    """One form, made from the list the table sends; a command about a combatant is for whoever is selected."""
    seat = process.begin("duel", rules="tempo", people={"fighter": ANSWERS, "orc": ANSWERS})
    screen = with_open_hand(browser, seat, DESK)
    picker = screen.at("command")
    picker.wait_for()
    names = [command["name"] for command in seat.get("/commands").json()]
    assert picker.locator("option").all_inner_texts() == names
    for name in names:
        picker.select_option(name)
        screen.at("command-meaning").wait_for()
    picker.select_option("score")
    screen.page.locator('[name="argument-NUMBER"]').fill("7")
    screen.press(screen.at("command-go"))
    screen.at("line", ":has-text('score')").last.wait_for()
    screen.until(lambda: any("→ 7" in words for words, _ in screen.lines()))
    screen.close()
