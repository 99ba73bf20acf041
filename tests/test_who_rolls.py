"""Who is asked for which die when people roll their own: for every rule of every book that rolls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import affray
from affray import Play, rules, scenario
from affray.engine import events as E
from affray.engine import vocabulary
from affray.engine.clauses import START
from affray.engine.dice import fight_key
from affray.engine.events import KINDS
from affray.engine.records import Weapon
from affray.engine.state import ALWAYS, Fight, clone
from affray.engine.verbs import REFEREE, RULES, note
from affray.engine.vocabulary import (
    FOR_CHANCE,
    FOR_CONTEST,
    FOR_DAMAGE,
    FOR_DIRECTION,
    FOR_DISTANCE,
    FOR_DISTURBANCE,
    FOR_DURATION,
    FOR_EFFECT,
    FOR_FALL_DAMAGE,
    FOR_FIRE_DAMAGE,
    FOR_FLASK_DAMAGE,
    FOR_HIT_DICE_CAUGHT,
    FOR_HIT_POINTS,
    FOR_INITIATIVE,
    FOR_LASTING_HARM,
    FOR_LEVEL_DRAIN,
    FOR_LOYALTY,
    FOR_MORALE,
    FOR_NUMBER,
    FOR_NUMBER_CAUGHT,
    FOR_NUMBER_TURNED,
    FOR_REACTION,
    FOR_SKILL,
    FOR_SPLASH_DAMAGE,
    FOR_STRAY_TARGET,
    FOR_SURPRISE,
    FOR_TIME_STUNNED,
    FOR_TIME_TO_LIVE,
    FOR_TIME_TO_WAKE,
    FOR_WEARINESS,
    HOLY,
    PARALYSED,
    TO_BE_READY,
    TO_BREAK_TIE,
    TO_DEFEND,
    TO_EXECUTE,
    TO_HIT,
    TO_KEEP_SPELL,
    TO_LOOK_ROUND,
    TO_REORIENT,
    TO_SAVE,
    TO_SAVE_FROM_DEATH,
    TO_SAVE_FROM_INJURY,
    TO_STABILISE,
    TO_TEND,
    TO_TURN_UNDEAD,
    UNCONSCIOUS,
    UNDEAD,
    Purpose,
    words_for,
)
from affray.log import NeedDie, Recorder, who_rolls
from affray.rules.book import Book
from affray.rules.fourfold.attack import squeeze
from affray.rules.fourfold.skills import contest, use_skill
from affray.rules.shared.attack import drop, roll_to_drop
from affray.rules.shared.round import burn
from affray.rules.tempo.attack import look_round
from affray.rules.tempo.initiative import reorient
from affray.rules.tempo.round import tire
from affray.rules.vanguard import flasks
from affray.rules.vanguard.attack import mark, revive
from affray.rules.vanguard.initiative import check_surprise
from affray.simulation.random_fights import draw_fight, start_of

VERBS = {"roll", "roll_for_side", "roll_for_referee"}
TACTICS, FIGHTS = ("random", "first"), 4  # of each example
BOOKS = list(affray.books())
FLASK = Weapon(sides=8)

# --- whose die it is, beside the event that tells what was rolled

DOER, VICTIM, SIDE, NOBODY = "who", "other", "the side of who", "the referee"
WHOSE = {
    FOR_NUMBER: NOBODY,
    FOR_HIT_POINTS: DOER,
    FOR_DISTANCE: NOBODY,
    TO_HIT: DOER,
    FOR_DAMAGE: DOER,
    FOR_MORALE: DOER,
    TO_SAVE: DOER,
    TO_TURN_UNDEAD: DOER,
    FOR_NUMBER_TURNED: DOER,
    FOR_EFFECT: DOER,
    FOR_HIT_DICE_CAUGHT: DOER,
    FOR_NUMBER_CAUGHT: DOER,
    FOR_DURATION: DOER,
    FOR_CHANCE: VICTIM,
    FOR_LEVEL_DRAIN: VICTIM,
}
CLASSIC = {
    FOR_SURPRISE: SIDE,
    FOR_REACTION: DOER,
    FOR_INITIATIVE: f"{DOER}, or {SIDE}",
    TO_BREAK_TIE: f"{DOER}, or {SIDE}",
    FOR_FIRE_DAMAGE: DOER,
    FOR_LOYALTY: DOER,
}
TEMPO = {
    FOR_INITIATIVE: DOER,
    TO_BREAK_TIE: NOBODY,
    TO_REORIENT: DOER,
    TO_LOOK_ROUND: DOER,
    TO_DEFEND: DOER,
    FOR_STRAY_TARGET: DOER,
    FOR_FIRE_DAMAGE: DOER,
    FOR_FALL_DAMAGE: DOER,
    FOR_WEARINESS: DOER,
    TO_SAVE_FROM_INJURY: DOER,
    FOR_TIME_TO_LIVE: VICTIM,
    TO_TEND: DOER,
    TO_KEEP_SPELL: DOER,
}
PROCEDURE = {
    FOR_SURPRISE: SIDE,
    FOR_INITIATIVE: SIDE,
    FOR_FIRE_DAMAGE: DOER,
    FOR_STRAY_TARGET: DOER,
    TO_KEEP_SPELL: DOER,
}
VANGUARD = {
    FOR_SURPRISE: SIDE,
    TO_BE_READY: DOER,
    FOR_DIRECTION: DOER,
    FOR_FIRE_DAMAGE: DOER,
    FOR_FLASK_DAMAGE: DOER,
    FOR_SPLASH_DAMAGE: DOER,
    TO_SAVE_FROM_DEATH: DOER,
    FOR_LASTING_HARM: VICTIM,
    FOR_TIME_TO_LIVE: DOER,
    FOR_TIME_STUNNED: VICTIM,
    FOR_TIME_TO_WAKE: DOER,
    FOR_DISTURBANCE: DOER,
}
FOURFOLD = {
    FOR_SURPRISE: f"{DOER} sneaks, {SIDE} watches",
    FOR_REACTION: DOER,
    FOR_INITIATIVE: f"{DOER}, or {SIDE}",
    FOR_FIRE_DAMAGE: DOER,
    TO_EXECUTE: DOER,
    TO_STABILISE: DOER,
    FOR_SKILL: DOER,
    FOR_CONTEST: DOER,
}
ASKED = {
    "classic": WHOSE | CLASSIC,
    "tempo": WHOSE | TEMPO,
    "procedure": WHOSE | PROCEDURE,
    "vanguard": WHOSE | VANGUARD,
    "fourfold": WHOSE | FOURFOLD,
}


class Rolled(NamedTuple):
    """Who was asked for a die, what for, by which rule; and the event that told of it."""

    asked: int
    of_a_side: bool
    purpose: Purpose
    rule: tuple[str, str]
    kind: str
    who: int
    other: int

    def roles(self) -> set[str]:
        if self.asked == REFEREE:
            return {NOBODY}
        if self.of_a_side:
            return {SIDE}
        return {role for role, one in ((DOER, self.who), (VICTIM, self.other)) if one == self.asked}


class Witness(Recorder):
    """A log that remembers whose dice they were."""

    __slots__ = ("rolled", "untold")

    def __init__(self) -> None:
        super().__init__()
        self.untold: list[tuple[int, bool, Purpose, tuple[str, str]]] = []
        self.rolled: list[Rolled] = []

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        caller = sys._getframe(2)
        rule = caller.f_globals["__name__"], caller.f_code.co_name
        self.untold.append((who_rolls(f, owner), owner < REFEREE, purpose, rule))
        return super().die(f, owner, purpose, sides, count)

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        super().event(f, kind, clause, who, other, value, was)
        self.rolled += [Rolled(*row, KINDS[kind], who, other) for row in self.untold]
        self.untold.clear()


def drawn(book: Book) -> list[Rolled]:
    """The dice of some fights of every example, with options and conditions as they fall."""
    found = []
    for example in scenario.examples():
        for tactic in TACTICS:
            for number in range(FIGHTS):
                f = clone(start_of(draw_fight(example, tactic, number, book), book))
                f.key, f.observer = fight_key(5, number), Witness()
                book.fight(f)
                found += f.observer.rolled
    return found


# --- rules that these fights hardly ever come to


def shaken_awake(f: Fight) -> None:
    f.who[0].tempo.score = 5
    reorient(f, f.who[0])


def knocked_out(f: Fight) -> None:
    f.who[0].conditions |= 1 << UNCONSCIOUS
    f.who[0].ends_at[UNCONSCIOUS] = ALWAYS
    revive(f, f.who[0])


def doomed(f: Fight) -> None:
    f.who[1].max_hp = 1
    mark(f, f.who[1], f.who[0])


def fallen_upon(f: Fight) -> None:
    f.side[0].ambush = True
    check_surprise(f, f.side[1])


def splashed(f: Fight) -> None:
    f.who[1].act_victim = True
    f.act.by, f.act.victims_left = 0, 1
    flasks.next_splashed(f)


def held(f: Fight) -> None:
    squeeze(f, f.who[0])
    note(f, E.DAMAGE, START, f.who[0], f.who[1])


def doused(f: Fight) -> None:
    f.who[1].tags = UNDEAD
    flasks.break_on(f, f.who[0], f.who[1], Weapon(sides=8, qualities=HOLY))


def bombed(f: Fight) -> None:
    f.who[1].conditions |= 1 << PARALYSED
    drop(f, f.who[0], f.who[1], FLASK)


SELDOM: dict[str, tuple[Callable[[Fight], object], ...]] = {
    "classic": (bombed, lambda f: roll_to_drop(f, f.who[0], f.who[1]), lambda f: burn(f, f.who[1])),
    "tempo": (shaken_awake, lambda f: tire(f, f.who[0]), lambda f: look_round(f, f.who[0])),
    "procedure": (lambda f: burn(f, f.who[1]),),
    "vanguard": (
        knocked_out,
        doomed,
        fallen_upon,
        splashed,
        doused,
        lambda f: flasks.ignite(f, f.who[0], f.who[1], FLASK),
        lambda f: flasks.burn(f, f.who[1]),
        lambda f: flasks.singe(f, f.who[1]),
    ),
    "fourfold": (
        lambda f: contest(f, f.who[0], f.who[1], 1, 2, START),
        lambda f: use_skill(f, f.who[0], 0),
        held,
        lambda f: burn(f, f.who[1]),
    ),
}


def called(book: Book) -> list[Rolled]:
    """The dice of rules that are called by themselves."""
    found = []
    for rule in SELDOM[book.name]:
        f = book.build(scenario.load("duel", book.names()), {})[0]
        f.observer = Witness()
        f.who[0].hp = f.who[1].hp = 50
        rule(f)
        found += f.observer.rolled
    return found


@pytest.fixture(scope="module")
def rolled() -> dict[str, list[Rolled]]:
    return {name: drawn(rules.get(name)) + called(rules.get(name)) for name in BOOKS}


@pytest.mark.parametrize("name", BOOKS)
def test_whose_die_it_is(rolled: dict[str, list[Rolled]], name: str) -> None:
    expected = ASKED[name]
    for one in rolled[name]:
        assert one.purpose in expected, f"{words_for(one.purpose)!r} is not in the table of {name}"
        assert any(role in expected[one.purpose] for role in one.roles()), one
    assert {one.purpose for one in rolled[name]} == expected.keys(), "what these fights roll for is all of the table"


# rolled under house rules alone: tests/test_house_clauses.py shows whose dice they are
HOUSE_RULES = {("affray.rules.shared.house", "explode")}


def test_every_rule_that_rolls_has_rolled(rolled: dict[str, list[Rolled]]) -> None:
    home = "affray.rules."
    every = {(r.__module__, r.__name__) for r in RULES if VERBS & {*r.__code__.co_names}}
    seen = {one.rule for rows in rolled.values() for one in rows}
    assert {site for site in every if site[0].startswith(home)} - seen == HOUSE_RULES


def test_every_purpose_is_some_book_s() -> None:
    known = {purpose for table in ASKED.values() for purpose in table}
    assert known == set(range(len(vocabulary.WORDS)))
    assert all(vocabulary.WORDS)


# --- at the table


def asked_for(play: Play, chance: Random, answers: int) -> list[NeedDie]:
    """The dice that people are asked for in a fight, which they answer at random."""
    found: list[NeedDie] = []
    for _ in range(answers):
        asks = play.asks
        if asks is None:
            break
        if asks.die is None:
            play.do(chance.choice(play.legal))
        else:
            found.append(asks.die)
            play.do([chance.randint(1, asks.die.sides) for _ in range(asks.die.count)])
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_everybody_is_asked_for_their_own_dice(book: str) -> None:
    sides = affray.start("orcs", rules=book).roster.sides
    play = affray.start("orcs", rules=book, seed=1, players=[*sides, "referee"], dice=True)
    dice = asked_for(play, Random(1), 120)
    assert len({die.who for die in dice}) > 2
    assert {die.purpose for die in dice} <= ASKED[book].keys()
    assert all(play.roster.who[die.who] for die in dice if die.who != REFEREE)


DEATH = """
title: d
distance: contact
sides:
  party: {players: true, members: [{Anna: {class: fighter, level: 1, hp: 1, gear: [sword]}}]}
  orcs: {members: [{Grub: {monster: orc, hp: 8}}, 2 orc]}
"""


@pytest.mark.clause("vanguard.death.save")
def test_a_player_rolls_the_death_save_of_their_own_character(tmp_path: Path) -> None:
    """Also where the attackers are nobody's."""
    (tmp_path / "death.yaml").write_text(DEATH, encoding="utf-8")
    play = affray.start(tmp_path / "death.yaml", rules="vanguard", seed=3, players="party", dice=True)
    while play.asks is not None and (play.asks.die is None or play.asks.die.purpose != TO_SAVE_FROM_DEATH):
        play.do(play.legal[0] if play.asks.die is None else [1] * play.asks.die.count)
    assert play.asks is not None
    assert play.asks.what == "Anna: roll d20 to save against death"
    play.do([20])
    while play.asks is not None and play.asks.die is not None:
        assert play.asks.who == "Anna"
        play.do([1] * play.asks.die.count)
