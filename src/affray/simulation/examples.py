"""The story behind a number: which fight was the middling, the worst, the best, the longest one.

Worst and best are as the players' side sees it (the first side, where there are no players): it wins or it doesn't,
then how many of it live, then the hit points they have left. Of equal fights it is the one with the lowest number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from affray.compiler.kernels.building import LIGHT, TALLYING, best_ready, can_compile
from affray.errors import AffrayError, unknown
from affray.simulation import plain as slow
from affray.simulation.result import Asked, Result
from affray.simulation.spec import Player
from affray.simulation.tally import Row

MEDIAN, WORST, BEST, LONGEST, TPK = WHICH = ("median", "worst", "best", "longest", "tpk")
SCORED = 100_000  # fights among which the middling, the worst and the best are sought
BLOCK = 4096  # fights that are looked at together where a rare one is sought


class NoneSuch(AffrayError):
    """There is no such fight: a word, not a mistake."""


class Picked(NamedTuple):
    which: str
    number: int
    why: str  # among how many


def player_of(asked: Asked, plain: bool = False) -> Player:
    """One that can begin at once."""
    book, ready = asked.book, slow.before_the_first_die(asked.book, asked.start)
    if not plain and can_compile(book):
        assumed = best_ready(book, TALLYING if asked.watch else LIGHT, ready)
        if assumed is not None:
            with suppress(Exception):  # whatever the cache may hold: the plain rules can always begin
                from affray.simulation.compiled import Player as Compiled

                return Compiled(book, ready, asked.seed, asked.watch, assumed)
    return slow.Player(book, ready, asked.seed, watch=False)


def check(asked: Iterable[str]) -> None:
    """Raises AffrayError where somebody asks for a fight that can't be."""
    for which in asked:
        if which not in WHICH and not which.isdecimal():
            raise AffrayError(unknown("kind of fight", which, (*WHICH, "a fight's number")))


def pick(result: Result, which: str, plain: bool = False) -> Picked:
    """A fight by what it is like, or by its number. Raises AffrayError where it is not among them, NoneSuch where none
    is like that."""
    check([which])
    if which.isdecimal():
        return by_number(result, int(which))
    player = player_of(result.asked, plain)
    if which in (LONGEST, TPK):
        return Picked(which, rare(result, which, player), f"the first such of {result.fights:,}")
    fights = min(result.fights, SCORED)
    return Picked(which, scored(result, which, player, fights), f"of the first {fights:,}")


def by_number(result: Result, number: int) -> Picked:
    last = result.first + result.fights - 1
    if not result.first <= number <= last:
        raise AffrayError(f"fight {number} is not among these; expected {result.first} to {last}")
    return Picked(str(number), number, "as asked for")


def rare(result: Result, which: str, player: Player) -> int:
    """The first fight of its kind: whole blocks are passed over that have none."""
    side, start = result.asked.roster.sides.index(result.party), result.asked.start
    most, lines = result.rounds.most, start.last_round + 1
    if which == TPK and not result.chances.all_die[result.party].share:
        raise NoneSuch(f"in none of these {result.fights:,} fights did all of {result.party} die")
    for first, count in blocks(result):
        player.afresh()
        player.play(first, count)
        sums = player.total().sums
        if sums.alive[side * (start.n + 1)] if which == TPK else any(sums.ends[most::lines]):
            rows = map(player.one, range(first, first + count))
            return next(row.number for row in rows if (row.alive[side] == 0 if which == TPK else row.rounds == most))
    raise AssertionError("what was counted is found")


def blocks(result: Result) -> Iterator[tuple[int, int]]:
    end = result.first + result.fights
    for first in range(result.first, end, BLOCK):
        yield first, min(BLOCK, end - first)


def scored(result: Result, which: str, player: Player, fights: int) -> int:
    """Among the first so many."""
    side = result.asked.roster.sides.index(result.party)
    own = [c.id for c in result.asked.start.who if c.side == side]

    def score(row: Row) -> tuple[int, int, int]:
        won = 2 if row.winner == side else 1 if row.winner < 0 else 0
        return won, row.alive[side], sum(max(0, row.hp[n]) for n in own)

    numbers = range(result.first, result.first + fights)
    found = sorted((score(player.one(number)), number) for number in numbers)
    if which == BEST:
        return min(number for points, number in found if points == found[-1][0])
    return found[0 if which == WORST else (len(found) - 1) // 2][1]
