"""The plain rules, fight after fight: the slow twin, and the one that runs everywhere."""

from __future__ import annotations

from affray.dice import GAMMA, MASK, fight_key, mix64
from affray.rules.book import Book
from affray.simulate.result import Tally
from affray.state import STAND_OFF, UNDECIDED, Fight, clone

ENGINE = "plain"


class Player:
    """Plays fights from one start and adds them up."""

    def __init__(self, book: Book, start: Fight, seed: int) -> None:
        self.book, self.start, self.seed = book, start, seed
        self.tally = Tally(start.last_round)

    def play(self, first: int, count: int) -> None:
        tally, fight = self.tally, self.book.fight
        for number in range(first, first + count):
            f = clone(self.start)
            f.key = fight_key(self.seed, number)
            fight(f)
            tally.ends[f.winner - STAND_OFF][f.round] += 1
            tally.dice += f.rolled
            tally.checksum = tally.checksum + trace(f, number) & MASK

    def total(self) -> Tally:
        return self.tally


def trace(f: Fight, number: int) -> int:
    """What one fight adds to the checksum: winner, rounds, dice and every hp. Its compiled twin is in fast.py."""
    h = mix64(f.winner - STAND_OFF + f.round * GAMMA & MASK)
    h = mix64(h + f.rolled & MASK)
    for c in f.who:
        h = mix64(h + c.hp + 1_000_000 & MASK)
    return mix64(h + number * GAMMA & MASK)


def before_the_first_die(book: Book, start: Fight) -> Fight:
    """The start moved on as far as all its fights are the same."""
    f = start
    while True:
        ahead = clone(f)
        book.step(ahead)
        if ahead.rolled or ahead.guessed or ahead.winner != UNDECIDED:
            return f
        f = ahead
