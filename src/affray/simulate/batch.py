"""The same fight many times over: how often each side wins, how long it takes, and a checksum over all of them.

Each fight is a pure function of its number, and what is kept of it only adds up: so the result depends neither on the
threads nor on the blocks in which fights are played, and memory does not grow with their number."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Event, Lock
from time import perf_counter
from typing import Protocol

from affray.encounter import Encounter
from affray.rules.book import Book
from affray.simulate import plain as slow
from affray.simulate.result import Result, Tally, outcomes, rounds
from affray.state import Fight
from affray.table import settings

SHORT, LONG = 0.01, 0.04  # seconds a block of fights takes: then who wants to stop is heard, and who is idle gets one


class Player(Protocol):
    """One engine and what it has played so far."""

    def play(self, first: int, count: int) -> None: ...
    def total(self) -> Tally: ...


def simulate(
    encounter: Encounter,
    book: Book,
    options: Mapping[str, str],
    seed: int,
    n: int,
    threads: int = 1,
    plain: bool = False,
    first: int = 0,
) -> Result:
    """The fights number `first` to `first + n - 1` under a seed."""
    start, roster = book.build(encounter, settings(book, options))
    new_player, engine = engines(plain)
    ready = slow.before_the_first_die(book, start)
    players = [new_player(book, ready, seed) for _ in range(threads if engine != slow.ENGINE else 1)]
    began = perf_counter()
    play_all(players, Blocks(first, n))
    elapsed = perf_counter() - began
    tally = sum_of(players, start.last_round)
    return Result(
        ruleset=book.name,
        options={o.name: o.say(start.rules[o.number]) for o in book.options if start.rules[o.number] != o.default},
        seed=seed,
        fights=n,
        outcomes=outcomes(tally, roster.sides, n),
        rounds=rounds(tally.histogram),
        dice=tally.dice,
        checksum=f"{tally.checksum:016x}",
        fights_per_second=n / max(elapsed, 1e-9),
        engine=engine,
        house=tuple(overlay.name for overlay in book.house),
    )


def engines(plain: bool) -> tuple[Callable[[Book, Fight, int], Player], str]:
    """What plays the fights: the compiled rules, unless the plain ones are asked for or nothing else is there."""
    if plain:
        return slow.Player, slow.ENGINE
    try:
        from affray.simulate import compiled
    except ImportError:
        tell_how_to_get_it()
        return slow.Player, slow.ENGINE
    return compiled.Player, compiled.ENGINE


@cache
def tell_how_to_get_it() -> None:
    """Once."""
    print("numba is missing, so the plain rules run, some hundred times slower.", file=sys.stderr)
    print("To get it: pip install 'affray[sim]'", file=sys.stderr)


def sum_of(players: Sequence[Player], last_round: int) -> Tally:
    tally = Tally(last_round)
    for player in players:
        tally += player.total()
    return tally


class Blocks:
    """The fights still to be played, handed out in blocks."""

    def __init__(self, first: int, count: int) -> None:
        self.at, self.end = first, first + count
        self.lock = Lock()
        self.stop = Event()

    def take(self, most: int) -> tuple[int, int]:
        """The first of the next so many, and how many there are: none when all are taken or it was called off."""
        with self.lock:
            count = 0 if self.stop.is_set() else min(most, self.end - self.at)
            self.at += count
            return self.at - count, count


def play_all(players: Sequence[Player], blocks: Blocks) -> None:
    if len(players) == 1:
        play_blocks(players[0], blocks)
        return
    with ThreadPoolExecutor(len(players)) as pool:
        try:
            for done in [pool.submit(play_blocks, player, blocks) for player in players]:
                done.result()
        except BaseException:
            blocks.stop.set()  # Ctrl-C, or a thread has failed: the others finish their block
            raise


def play_blocks(player: Player, blocks: Blocks) -> None:
    """Until there are none left. A block grows or shrinks until it takes about as long as people don't notice."""
    most = 1
    while True:
        first, count = blocks.take(most)
        if count == 0:
            return
        began = perf_counter()
        player.play(first, count)
        elapsed = perf_counter() - began
        most = most * 2 if elapsed < SHORT else max(1, most // 2) if elapsed > LONG else most
