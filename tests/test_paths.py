"""Chances along scripted paths: every way the dice can fall, followed by what happens, against arithmetic by hand.

A path names what happens in order: `hit Anna`, `damage Anna 3`, `dead Anna` (by whom). Everything of these kinds that
happens must be on it. What else happens, such as who wins initiative, is summed over."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from fourfold import people as fourfold_people
from helpers import Scene, side, someone, versus
from tempo import people as tempo_people

from affray.engine.events import KINDS
from affray.engine.state import UNDECIDED, Fight
from affray.exact.enumerate import every_way, state_key
from affray.log import Event

WATCHED = ("hit", "miss", "damage", "dead", "down")
MOST_STEPS = 200


def chance(book: str, scenario: str, *path: str) -> Fraction:
    """Return the chance that a fight begins with this path."""
    scene = Scene(scenario, book=book)
    found, now = Fraction(0), {(): (Fraction(1), 0, scene.fight)}
    for _ in range(MOST_STEPS):
        after: dict[Any, tuple[Fraction, int, Fight]] = {}
        for share, at, fight in now.values():
            for odds, here, state in next_places(scene, path, at, fight):
                if here == len(path):
                    found += share * odds
                elif state.winner == UNDECIDED:
                    key = state_key(state), here
                    before = after.get(key, (Fraction(0),))[0]
                    after[key] = before + share * odds, here, state
        now = after
        if not now:
            return found
    raise AssertionError(f"the path {path} has no end after {MOST_STEPS} steps")


def next_places(scene: Scene, path: tuple[str, ...], at: int, fight: Fight) -> list[tuple[Fraction, int, Fight]]:
    """Return where one step leads those who stay on the path. A tie that is rolled again is tried until it is none."""
    ways = [(way.chance, follow(scene, path, at, way.events), way.state) for way in every_way(scene.book.step, fight)]
    again = sum(
        (odds for odds, here, state in ways if here == at and state_key(state) == state_key(fight)), Fraction(0)
    )
    return [
        (odds / (1 - again), here, state)
        for odds, here, state in ways
        if here is not None and not (here == at and state_key(state) == state_key(fight))
    ]


def follow(scene: Scene, path: tuple[str, ...], at: int, events: Sequence[Event]) -> int | None:
    """Return how far along the path these events lead, or None where they leave it."""
    for event in events:
        kind = KINDS[event.kind]
        if kind in WATCHED and at < len(path):
            said = f"{kind} {scene.name(event.who)}"
            if path[at] not in (said, f"{said} {event.value}"):
                return None
            at += 1
    return at


HIT, MISS = Fraction(11, 20), Fraction(9, 20)  # everybody here hits with 10 or more on d20
FACE = Fraction(1, 6)  # of a weapon's d6
HALF = Fraction(1, 2)
FIRST = {
    "classic": HALF,  # d6 against d6, a tie is rolled again
    "procedure": HALF,
    "vanguard": HALF,  # a single player's d6 of 4 or more, else the first turn is lost
    "fourfold": Fraction(36, 64),  # d8 against d8; of 64 pairs 28 are better and 8 alike, and these are ours too
    "tempo": Fraction(1),  # a prepared ambush
}
AGAIN = {**FIRST, "vanguard": Fraction(1), "fourfold": Fraction(1)}  # ... in the next round, for who was first before


def duel(book: str) -> str:
    """Anna and an orc with 3 hp each, side by side."""
    if book == "tempo":
        ours, theirs = tempo_people.someone("Anna", hp=3), tempo_people.someone("Orc", hp=3)
        return versus(side(ours, ambush="prepared"), side(theirs, surprised=True))
    of_book = fourfold_people.someone if book == "fourfold" else someone
    return versus(of_book("Anna", hp=3), of_book("Orc", hp=3))


each_book = pytest.mark.parametrize("book", FIRST)


@each_book
def test_who_strikes_first_and_hits(book: str) -> None:
    assert chance(book, duel(book), "hit Anna") == FIRST[book] * HIT
    assert chance(book, duel(book), "miss Anna") == FIRST[book] * MISS
    assert chance(book, duel(book), "hit Orc") == (1 - FIRST[book]) * HIT


@each_book
@pytest.mark.parametrize("damage", [1, 2])
def test_a_blow_deals_each_amount_as_its_die_says(book: str, damage: int) -> None:
    path = ("hit Anna", f"damage Anna {damage}")
    assert chance(book, duel(book), *path) == FIRST[book] * HIT * FACE


@each_book
def test_both_miss_and_the_orc_is_wounded_in_the_next_round(book: str) -> None:
    path = ("miss Anna", "miss Orc", "hit Anna", "damage Anna 2")
    assert chance(book, duel(book), *path) == FIRST[book] * MISS * MISS * AGAIN[book] * HIT * FACE


@pytest.mark.parametrize("book", ["classic", "procedure", "vanguard"])
def test_three_points_and_more_kill(book: str) -> None:
    """Faces 3 to 6: hp 3 are gone."""
    path = ("hit Anna", "damage Anna", "dead Anna")
    assert chance(book, duel(book), *path) == FIRST[book] * HIT * 4 * FACE


def test_in_fourfold_three_points_and_more_wound_mortally_and_the_untended_die() -> None:
    """Each of a side of one: nobody is left to tend it."""
    path = ("hit Anna", "damage Anna", "down Anna", "dead Orc")
    assert chance("fourfold", duel("fourfold"), *path) == FIRST["fourfold"] * HIT * 4 * FACE


def test_in_tempo_what_goes_beyond_0_calls_for_an_injury_save() -> None:
    """d20 + 10 against 15 + the excess: with 1, 2 and 3 beyond 0 it fails on 5, 6 and 7 faces; a foe is then out."""
    fails = [Fraction(5, 20), Fraction(6, 20), Fraction(7, 20)]
    path = ("hit Anna", "damage Anna 3", "down Anna")
    assert chance("tempo", duel("tempo"), *path) == HIT * sum(FACE * fail for fail in fails)


@pytest.mark.parametrize(("thac0", "ac", "hits"), [(20, -9, 1), (20, 0, 1), (20, 9, 10), (5, 9, 19), (1, 9, 19)])
def test_in_classic_a_natural_20_hits_and_a_natural_1_misses(thac0: int, ac: int, hits: int) -> None:
    """THAC0 less AC is needed: 29, 20, 11, −4 and −8."""
    scenario = versus(someone("Anna", thac0=thac0), someone("Orc", ac=ac))
    assert chance("classic", scenario, "hit Anna") == HALF * Fraction(hits, 20)
    assert chance("classic", scenario, "miss Anna") == HALF * Fraction(20 - hits, 20)


def test_the_chances_of_all_first_blows_come_to_1() -> None:
    for book in FIRST:
        paths = [f"{kind} {who}" for kind in ("hit", "miss") for who in ("Anna", "Orc")]
        assert sum(chance(book, duel(book), path) for path in paths) == 1
