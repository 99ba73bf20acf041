"""Fights played on pages to their ending, in each book: by a referee, three players and a screen in the room. Anna
joins late, Bram has nothing but a keyboard, Cora has a phone that sleeps and is opened anew. Every byte that the
players and the room are sent is looked through for what they may not know."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from server.browsers import PHONE, Keyboard, Process, Screen
from server.tables import Json
from server.test_secrets import check_lines, check_people, check_words_of_keys

from affray.play.start import from_journal

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NETWORK = ("Failed to load resource", "WebSocket connection")  # a refusal, or a server that was killed
SEED = 0xFEED_5EED_0DD5_7EA1
OURS, SEEN = ("Anna", "Bram", "Cora"), ("Ugg", "Zagg")
LONGEST = 9  # rounds
UNSEEN = "Xyzzyghast"
SECRETS = (UNSEEN, "4711", "4713", str(SEED), f"{SEED:x}")
GATE = """
title: Three at the gate
distance: contact
sides:
  party:
    players: true
    tactic: first
    way out: false
    surprised: false
    members:
      - Anna: {class: fighter, level: 2, gear: [chain mail, shield, sword], hp: 24}
      - Bram: {class: thief, level: 2, gear: [leather, short sword], hp: 21}
      - Cora: {class: magic-user, level: 1, gear: [dagger], spells: [sleep], hp: 19}
  raiders:
    tactic: first
    way out: false
    surprised: false
    members:
      - Ugg: {monster: orc, hp: 2, morale: 12}
      - Zagg: {monster: orc, hp: 4713, morale: 12}
      - Xyzzyghast: {monster: ogre, hp: 4711, morale: 12}
"""
OWN = dict.fromkeys(("targets", "declarations", "spells"), "person")
THEIRS = dict.fromkeys(("targets", "declarations", "spells", "movement", "morale"), "tactic")
RULINGS = {"rulings": "person", "rolls": "person"}


class Fight:
    """Everybody at their pages."""

    def __init__(
        self,
        browser: Browser,
        process: Process,
        book: str,
        ours: str = "person",
        foes: str = "person",
        theirs: dict[str, str] = THEIRS,
    ) -> None:
        people = {"party": OWN | {"rolls": ours}, "raiders": theirs | {"rolls": foes}, "referee": RULINGS}
        seat = process.begin(GATE, rules=book, people=people, seed=SEED, hidden=[UNSEEN])
        assert seat.say(["enter", UNSEEN]).status_code == 200
        self.browser, self.late = browser, seat.give("player", "Anna's", ["Anna"])
        self.referee = Screen(browser, seat)
        self.players = {
            name: Screen(browser, seat.give("player", f"{name}'s", [name]), PHONE if name == "Cora" else None)
            for name in OURS
            if name != "Anna"
        }
        self.room = Screen(browser, seat.give("spectator", "room"), path=f"/room/{seat.fight}")
        self.asleep = False
        for screen in self.all:
            screen.connected()

    def let_anna_in(self) -> None:
        """Until now the referee has answered for her."""
        self.players = {"Anna": Screen(self.browser, self.late)} | self.players
        self.players["Anna"].connected()

    def let_cora_sleep(self) -> None:
        """Until she is asked."""
        self.players["Cora"].sleep()
        self.asleep = True

    def wake_cora(self) -> None:
        self.players["Cora"].wake()
        self.asleep = False

    @property
    def others(self) -> list[Screen]:
        return [*self.players.values(), self.room]

    @property
    def all(self) -> list[Screen]:
        return [self.referee, *self.others]

    @property
    def with_logs(self) -> list[Screen]:
        """All but the room's screen."""
        return [self.referee, *self.players.values()]

    @property
    def view(self) -> Json:
        return self.referee.seat.look()["view"]

    def round(self) -> int:
        found: int = self.view["fight"]["round"]
        return found

    def go_on(self, choose: Callable[[Json], str]) -> Json:
        """Whoever is asked answers on their own page; what is no player's is the referee's."""
        n, asks = self.referee.seat.look()["n"], self.view["asks"]
        screen = self.players.get(asks["who"], self.referee)
        if self.asleep and asks["who"] == "Cora":
            self.wake_cora()
        screen.caught_up()
        hand = Keyboard(screen) if asks["who"] == "Bram" else screen
        if asks["kind"] == "dice":
            hand.type_dice(fallen(asks))
        else:
            hand.answer(choose(asks))
        assert self.referee.seat.look()["n"] > n, screen.page.inner_text("body")
        return asks

    def until_round(self, last: int, choose: Callable[[Json], str]) -> list[Json]:
        asked = []
        while not self.view["fight"]["over"] and self.round() <= last:
            asked.append(self.go_on(choose))
        return asked

    def until_down(self, choose: Callable[[Json], str]) -> list[Json]:
        """Until nobody is left but the one who was never seen."""
        asked = []
        while not self.view["fight"]["over"] and any(one["up"] for one in self.view["people"] if one["name"] in SEEN):
            assert self.round() <= LONGEST
            asked.append(self.go_on(choose))
        return asked

    def finish(self) -> None:
        """What everybody saw, and was sent; and the log is what the library makes of the journal."""
        assert self.view["fight"]["over"]
        assert set(self.players) == set(OURS)
        for screen in self.all:
            screen.caught_up()
        play, error = from_journal(self.referee.seat.journal())
        assert error is None
        lines = [(told.words, told.clause or "") for _, told in play.log.descriptions()]
        self.referee.until(lambda: self.referee.lines() == lines)
        for screen in self.all:
            assert screen.sent.missed == []
            assert [error for error in screen.sent.errors if not error.startswith(NETWORK)] == []
        assert {UNSEEN, "4711", "4713"} <= {word for word in SECRETS if word.encode() in self.referee.sent.all()}
        for screen in self.others:
            check_secrets(screen)
        for screen in self.all:
            screen.close()


def fallen(asks: Json) -> list[int]:
    """Dice that are kind to the players, so that a fight is short."""
    sides, ours = asks["dice"]["sides"], asks["who"] in OURS
    face = sides - 1 if ours else 2
    return [face] * asks["dice"]["count"]


def at(*targets: str) -> Callable[[Json], str]:
    """Strikes at the first of them that can be struck."""

    def choose(asks: Json) -> str:
        words: list[str] = [legal["words"] for legal in asks["legal"]]
        wanted = [f"strike {target}" for target in targets]
        return next((want for want in wanted if want in words), "pass")

    return choose


def check_secrets(screen: Screen) -> None:
    said = screen.sent.all()
    for secret in SECRETS:
        assert secret.encode() not in said, near(said, secret.encode())
    told = list(screen.sent.told())
    assert told
    for value in told:
        check_words_of_keys(value)
        check_people(value, [] if screen.seat.name == "room" else list(OURS))
        check_lines(value, [*OURS, "party"])
        assert not re.search(r"\bogre\b|\b47\d\d\b", json.dumps(value), re.I)
        assert not ((value["view"]["asks"] or {}).get("dice") or {}).get("needed")  # it would tell the armour


def near(said: bytes, secret: bytes) -> bytes:
    return said[max(0, said.find(secret) - 300) :][:600]


def test_classic_with_all_pages_opened_anew_and_five_lines_taken_back(browser: Browser, process: Process) -> None:
    fight = Fight(browser, process, "classic")
    set_hit_points(fight.referee, "Zagg", "-4701")
    fight.let_cora_sleep()
    asked = fight.until_round(1, at("Ugg", "Zagg"))
    assert {ask["who"] for ask in asked if ask["kind"] == "dice"} >= {*OURS, "Ugg", "Zagg", UNSEEN}
    cora = fight.players["Cora"]
    cora.until(lambda: cora.at("line", ":has-text('own dice')").count() > 3)
    fight.let_anna_in()
    open_anew(fight)
    take_back(fight, 5)
    fight.until_down(at("Ugg", "Zagg"))
    end(fight)
    fight.finish()


def test_procedure_with_blind_declarations_and_a_server_killed(browser: Browser, process: Process) -> None:
    fight = Fight(browser, process, "procedure")
    set_hit_points(fight.referee, "Zagg", "=12")
    fight.let_anna_in()
    see_what_is_refused(fight.players["Anna"])
    declare_blindly(fight)
    for _ in range(4):
        fight.go_on(at("Ugg", "Zagg"))
    kill(fight, process)
    fight.let_cora_sleep()
    asked = fight.until_down(at("Ugg", "Zagg"))
    assert {ask["who"] for ask in asked} >= {*OURS, "Zagg", UNSEEN}
    open_anew(fight)
    end(fight)
    fight.finish()


def test_tempo_with_reactions_shields_and_superior_turns(browser: Browser, process: Process) -> None:
    fight = Fight(browser, process, "tempo", foes="engine")

    def choose(asks: Json) -> str:
        words = [str(legal["words"]) for legal in asks["legal"]]
        if asks["reaction"] and asks["who"] in fight.players:
            page = fight.players[asks["who"]].page
            page.locator("#asks .badge:text-is('Reaction')").wait_for()
            page.locator("#banner:has-text('Your reaction')").wait_for()
            return next((word for word in words if word.startswith("raise shield")), words[-1])
        return at("Ugg", "Zagg")(asks) if "pass" in words else words[-1]

    asked = [fight.go_on(choose) for _ in OURS]
    fight.let_anna_in()
    fight.let_cora_sleep()
    asked += fight.until_round(1, choose)
    open_anew(fight)
    asked += [fight.go_on(choose) for _ in OURS]
    assert {ask["ask"] for ask in asked} >= {"react", "superior"}
    fight.referee.until(lambda: any(words.startswith("Anna reacts") for words, _ in fight.referee.lines()))
    end(fight)
    fight.finish()


def test_vanguard_with_parting_attacks(browser: Browser, process: Process) -> None:
    """The referee plays the raiders: one walks away, and whoever it leaves is asked on their own page."""
    led = THEIRS | {"targets": "person", "movement": "person"}
    fight = Fight(browser, process, "vanguard", ours="engine", foes="engine", theirs=led)

    def choose(asks: Json) -> str:
        words = [legal["words"] for legal in asks["legal"]]
        if asks["reaction"]:
            return "yes"
        if asks["who"] in OURS:
            return at("Ugg")(asks)
        return "move away" if asks["who"] == "Zagg" and "move away" in words else "pass"

    asked = [fight.go_on(choose) for _ in OURS]
    fight.let_anna_in()
    fight.let_cora_sleep()
    asked += fight.until_round(1, choose)
    open_anew(fight)
    asked += [fight.go_on(choose) for _ in OURS]
    assert {ask["who"] for ask in asked if ask["reaction"]} == {*OURS}
    parting = "Anna attacks Zagg"
    fight.referee.until(lambda: any(w.startswith(parting) and "parting" in w for w, _ in fight.referee.lines()))
    end(fight)
    fight.finish()


def test_fourfold_with_what_it_lets_people_answer(browser: Browser, process: Process) -> None:
    fight = Fight(browser, process, "fourfold", ours="engine", foes="engine")
    set_hit_points(fight.referee, "Zagg", "=12")
    fight.let_cora_sleep()
    asked = fight.until_round(1, at("Ugg", "Zagg"))
    fight.let_anna_in()
    open_anew(fight)
    asked += fight.until_down(at("Ugg", "Zagg"))
    assert sum(ask["reaction"] for ask in asked) >= 4
    end(fight)
    fight.finish()


# --- what is done at the pages


def set_hit_points(referee: Screen, name: str, words: str) -> None:
    referee.caught_up()
    row = referee.at("who", f'[data-name="{name}"]')
    referee.press(row.locator('[data-test="hp"]'))
    row.locator('[data-test="hp-at-row"]').fill(words)
    referee.page.keyboard.press("Enter")
    referee.at("who", ":has-text('12 / 4713')").wait_for()


def open_anew(fight: Fight) -> None:
    for screen in fight.all:
        screen.caught_up()
        before = screen.lines("")
        screen.sent.n = 0
        screen.page.reload()
        screen.connected()
        screen.caught_up()
        if screen in fight.with_logs:
            shows(screen, before)


def shows(screen: Screen, lines: list[tuple[str, str]]) -> None:
    screen.until(lambda: screen.lines("") == lines)


def take_back(fight: Fight, count: int) -> None:
    """By the menu of a line, after what it would take back has been shown."""
    referee = fight.referee
    before = referee.lines()
    row = referee.at("line").nth(len(before) - count)
    referee.press(row.locator('[data-test="line-menu"]'))
    referee.press(referee.at("back-to"))
    preview = referee.page.locator(".preview li")
    referee.until(lambda: preview.count() >= count)
    would = preview.all_inner_texts()
    referee.press(referee.at("back-confirm"))
    referee.until(lambda: referee.at("line", ".gone").count() >= count)
    assert [words for words, _ in referee.lines(".gone")] == would
    assert referee.lines() == before[: len(before) - len(would)]
    for screen in fight.players.values():
        screen.at("line", ".gone").first.wait_for(state="attached")


def see_what_is_refused(screen: Screen) -> None:
    """Greyed, with the reason; the clause is a key away."""
    screen.caught_up()
    screen.touch(screen.at("not-now").locator("summary"))
    no = screen.at("refused", ':has([data-clause="procedure.declare.charge"])')
    screen.press(no.locator("b").first)
    assert "in melee and can't charge" in no.inner_text()
    assert UNSEEN not in (no.get_attribute("data-words") or "")
    n = screen.sent.n
    no.locator(".clause").focus()
    screen.page.keyboard.press("Enter")
    assert "charge" in screen.page.locator("dialog .wording").inner_text().lower()
    screen.page.keyboard.press("Escape")
    screen.page.evaluate("import('/pages/ask.js').then((page) => page.answer('charge Ugg'))")  # said all the same
    screen.at("told").locator("p:has-text('in melee')").wait_for()
    assert screen.at("told").get_attribute("role") == "alert"
    assert screen.at("told").locator('[data-clause="procedure.declare.charge"]').count() == 1
    assert screen.seat.look()["n"] == n


def declare_blindly(fight: Fight) -> None:
    """Two say it beforehand; nobody else's page hears of it until all have."""
    anna, bram, cora = fight.players.values()
    heard = [screen.sent.n for screen in (anna, fight.room)]
    for screen, name, words in ((bram, "Bram", "defend"), (cora, "Cora", "missiles")):
        screen.caught_up()
        card = screen.at("ahead", f'[data-name="{name}"]')
        screen.press(card.locator(f'[data-test="legal"][data-words="{words}"]'))
        card.locator(f"summary:has-text('{words}')").wait_for()
    for screen in (anna, fight.room):
        screen.caught_up()
        assert not any("declares" in words for words, _ in screen.lines())
    assert [screen.sent.n for screen in (anna, fight.room)] == heard
    assert fight.view["asks"]["who"] == "Anna"
    fight.go_on(lambda asks: "pass")
    for screen in fight.with_logs:
        screen.at("line", ":has-text('Bram declares total defence')").wait_for()
        screen.at("line", ":has-text('Cora declares missile fire')").wait_for()


def kill(fight: Fight, process: Process) -> None:
    """In the middle of a round; the pages come back by themselves."""
    n = fight.referee.seat.look()["n"]
    process.kill()
    for screen in fight.all:
        screen.connected(False)
    process.start()
    for screen in fight.all:
        screen.connected()
    assert fight.referee.seat.look()["n"] == n


def end(fight: Fight) -> None:
    """The last one was never seen: the referee takes it out of the fight, and whoever else still stands of the foes."""
    referee, people = fight.referee, fight.view["people"]
    for name in (one["name"] for one in people if one["side"] == "raiders" and one["up"]):
        referee.caught_up()
        referee.press(referee.at("who", f'[data-name="{name}"]').locator('[data-test="row-menu"]'))
        referee.press(referee.at("remove"))
        referee.press(referee.at("sure"))
        referee.said()
    for screen in fight.with_logs:
        screen.at("summary", ":has-text('Anna')").wait_for()
    fight.room.page.locator("#turn:has-text('Winner: party')").wait_for()
