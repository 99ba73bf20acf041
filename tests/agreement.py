"""Exact odds held against fights that were played: with thousands in the tests, with millions in bench/exact.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import erfc, sqrt
from pathlib import Path

from affray.engine.state import NOBODY_LEFT, STAND_OFF
from affray.exact import Odds, exact_chances, fight_odds
from affray.exact.enumerate import enumerate_fight
from affray.rules import get
from affray.scenario import open_scenario, read
from affray.simulation.batch import simulate
from affray.simulation.chances import Chances
from affray.simulation.result import Result

SMALL = sorted((Path(__file__).parent / "small").glob("*.yaml"))
ENOUGH = 100  # how often an outcome must be expected to be looked at
FARTHEST = 5  # standard errors
LEAST = 1e-6  # of a chi-square
NEAR = 1e-12
STATES = 6_000_000  # and a hundred times as many steps: tempo's longest takes five minutes


TINY = """
title: Tiny
distance: contact
rounds: {rounds}
sides:
  party: {{players: true, tactic: {tactic}, way out: false, surprised: false,
           members: [Fighter: {{ac: 4, hp: 2, thac0: 15, damage: 1d2, saves: 12/13/14/15/16, wits: 3, morale: 12}}]}}
  goblins: {{tactic: {tactic}, way out: false, surprised: false,
             members: [Goblin: {{count: {many}, ac: 7, hp: 1, thac0: 15, damage: 1d2, wits: 3, morale: 7}}]}}
"""
SLOW = {"classic": (2, 4), "procedure": (2, 3), "vanguard": (2, 2), "fourfold": (2, 2), "tempo": (1, 1)}


def differing_from_the_slow_one(book: str, tactic: str) -> Iterator[str]:
    """Winners and rounds of a tiny fight whose chances are not those of the plain enumeration in fractions."""
    many, rounds = SLOW[book]
    rules = get(book)
    encounter = read(TINY.format(many=many, rounds=rounds, tactic=tactic), "tiny.yaml", rules.names())
    found = exact_chances(encounter, rules, {})
    start, roster = rules.build(encounter, {})
    slow = enumerate_fight(rules, start, rounds)
    if found is None or slow.left != 0:
        yield "it was not counted to the end"
        return
    shares = {name: one.share for name, one in found.outcomes.items()}
    shares |= {f"{n} rounds": one.share for n, one in found.rounds.distribution.items()}
    names = {**dict(enumerate(roster.sides)), NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}
    for (winner, lasted), chance in slow.ends.items():
        shares[names[winner]] -= float(chance)
        shares[f"{lasted} rounds"] -= float(chance)
    yield from (f"{name}: off by {off:.2g}" for name, off in shares.items() if abs(off) > NEAR)


@dataclass(frozen=True)
class Compared:
    odds: Odds
    result: Result
    farthest: float  # of all that was expected often enough, in standard errors
    p: float  # of the chi-square over winner and rounds

    @property
    def agree(self) -> bool:
        sums = abs(sum(one.share for one in self.odds.outcomes.values()) - 1) <= self.odds.error
        return self.odds.exact and sums and self.farthest <= FARTHEST and self.p > LEAST


def compared(file: Path, fights: int, seed: int = 1) -> Compared:
    encounter, book = open_scenario(file)
    odds = fight_odds(encounter, book, {}, states=STATES)
    result = simulate(encounter, book, {}, seed, fights, watch=False, wait=True)
    pairs = list(shares(odds.chances, result.chances))
    return Compared(odds, result, farthest(pairs, fights), chi_square(odds.chances, result.chances, fights))


def shares(exact: Chances, played: Chances) -> Iterator[tuple[float, float]]:
    """Everything that both of them name: outcomes, ways, deaths, survivors, rounds."""
    for one, other in ((exact.outcomes, played.outcomes), (exact.all_die, played.all_die)):
        yield from ((one[name].share, other[name].share) for name in one)
    yield from ((one.share, played.none_dies[side].share) for side, one in exact.none_dies.items())
    for side, ways in exact.ways.items():
        seen = played.ways.get(side, {})
        yield from ((one.share, seen[way].share if way in seen else 0.0) for way, one in ways.items())
    for side, living in exact.survivors.items():
        lived = played.survivors[side]
        yield from ((one.share, lived[n].share if n in lived else 0.0) for n, one in living.items())
    lasted = played.rounds.distribution
    yield from ((one.share, lasted[n].share if n in lasted else 0.0) for n, one in exact.rounds.distribution.items())


def farthest(pairs: list[tuple[float, float]], fights: int) -> float:
    off = [0.0]
    for p, seen in pairs:
        if p * fights >= ENOUGH and p < 1:
            off.append(abs(seen - p) / sqrt(p * (1 - p) / fights))
        elif p >= 1 - 1e-12:
            off.append(0.0 if seen == 1 else FARTHEST + 1)
    return max(off)


def chi_square(exact: Chances, played: Chances, fights: int) -> float:
    """Over how long it lasted, in cells that are expected often enough: the chance of a worse fit, by Wilson's and
    Hilferty's cube root."""
    lasted = played.rounds.distribution
    cells = [(one.share, lasted[n].share if n in lasted else 0.0) for n, one in exact.rounds.distribution.items()]
    large = [(p, q) for p, q in cells if p * fights >= ENOUGH]
    rest = (1 - sum(p for p, _ in large), 1 - sum(q for _, q in large))
    if rest[0] * fights >= ENOUGH:
        large.append(rest)
    free = len(large) - 1
    if free < 1:
        return 1.0
    found = sum(fights * (q - p) ** 2 / p for p, q in large)
    z = ((found / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return erfc(z / sqrt(2)) / 2
