"""Who plays the fights: a thread for each player, blocks of fights that they take in turn, and who takes over.

The plain rules begin where the compiled ones are not there yet, and make way for them as soon as they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from threading import Event, Lock, Thread
from time import perf_counter
from typing import NamedTuple

from affray.rules.book import Book
from affray.simulate import plain as slow
from affray.simulate import warm
from affray.simulate.spec import Player, is_on_the_shelf
from affray.simulate.tally import Tally, empty
from affray.state import Fight

SHORT, LONG = 0.01, 0.04  # seconds a block of fights takes: then who wants to stop is heard, and who is idle gets one
TICK = 0.1  # seconds between two looks at how far they are
TRIAL = 0.3  # seconds of plain play that tell how long all of it would take
PATIENCE = 3.0  # ... and if that is longer than this, the rules are compiled meanwhile
COMPILED = "compiled"


class Blocks:
    """The fights still to be played, handed out in blocks, in order: whenever all have stopped, none is left out."""

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


class Worker(Thread):
    """Plays blocks until there are none left, or somebody else takes over. A block grows or shrinks until it takes
    about as long as people don't notice."""

    def __init__(self, player: Player, blocks: Blocks) -> None:
        super().__init__(daemon=True)  # one that still reads the compiled rules must not keep us when all is said
        self.player, self.blocks = player, blocks
        self.relieved = Event()
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.play()
        except BaseException as error:
            self.error = error
            self.blocks.stop.set()  # the others finish their block

    def play(self) -> None:
        most = 1
        while not self.relieved.is_set():
            first, count = self.blocks.take(most)
            if count == 0:
                return
            began = perf_counter()
            self.player.play(first, count)
            elapsed = perf_counter() - began
            most = most * 2 if elapsed < SHORT else max(1, most // 2) if elapsed > LONG else most


class Hired(NamedTuple):
    """Who plays, and what gives those that take over."""

    players: Sequence[Player]
    engine: str
    warming: warm.Warming | None = None
    later: Callable[[], Sequence[Player]] | None = None


class Crew:
    """The players of one run, and those that take over when their rules are compiled."""

    def __init__(self, hired: Hired, start: Fight) -> None:
        self.players, self.retired = list(hired.players), list[Player]()
        self.engine, self.warming, self.later = hired.engine, hired.warming, hired.later
        self.start = start
        self.reading: Reader | None = None
        self.began = perf_counter()

    @property
    def compiling(self) -> bool:
        return self.later is not None and self.warming is not None and self.warming.begun

    def play(self, first: int, count: int, tick: Callable[[], None]) -> None:
        """So many fights; `tick` is called again and again meanwhile. Whoever stops one stops all."""
        blocks = Blocks(first, count)
        workers = self.started(blocks)
        try:
            while any(worker.is_alive() for worker in workers):
                next(worker for worker in workers if worker.is_alive() or worker is workers[-1]).join(TICK)
                workers = self.relieved(workers, blocks)
                tick()
        except BaseException:
            blocks.stop.set()
            raise
        finally:
            for worker in workers:
                worker.join()
        for worker in workers:
            if worker.error is not None:
                raise worker.error

    def started(self, blocks: Blocks) -> list[Worker]:
        workers = [Worker(player, blocks) for player in self.players]
        for worker in workers:
            worker.start()
        return workers

    def relieved(self, workers: list[Worker], blocks: Blocks) -> list[Worker]:
        """The plain rules' turn ends when the compiled ones are there."""
        if self.later is None or self.warming is None:
            return workers
        if self.warming.failed:
            self.later = None  # the plain rules do it all
        elif not self.warming.begun:
            self.consider(blocks)
        elif self.reading is None and self.warming.ended:
            self.reading = Reader(self.later)
        elif self.reading is not None and not self.reading.is_alive():
            return self.taken_over(workers, blocks, self.reading)
        return workers

    def consider(self, blocks: Blocks) -> None:
        """Compiling takes a while: it is begun if the plain rules would take long."""
        elapsed, played = perf_counter() - self.began, self.total_fights()
        if elapsed >= TRIAL and self.warming is not None:
            if (blocks.end - blocks.at) * elapsed > PATIENCE * max(1, played):
                self.warming.begin()

    def taken_over(self, workers: list[Worker], blocks: Blocks, reading: Reader) -> list[Worker]:
        self.later = None
        if not reading.players:
            return workers
        for worker in workers:
            worker.relieved.set()
        for worker in workers:
            worker.join()
        self.retired += self.players
        self.players, self.engine = list(reading.players), f"{slow.ENGINE}, then {COMPILED}"
        return self.started(blocks)

    def total_fights(self) -> int:
        return sum(player.total().fights for player in self.players)

    def total(self) -> Tally:
        tally = empty(self.start)
        for player in (*self.retired, *self.players):
            tally += player.total()
        return tally

    def stop(self) -> None:
        """Called off: nothing goes on behind anybody's back."""
        if self.warming is not None:
            self.warming.stop()


class Reader(Thread):
    """Reads compiled rules from the cache; no players where that fails."""

    def __init__(self, later: Callable[[], Sequence[Player]]) -> None:
        super().__init__(daemon=True)
        self.later, self.players = later, list[Player]()
        self.start()

    def run(self) -> None:
        try:
            self.players = list(self.later())
        except Exception as error:  # whatever numba may have: the plain rules do it all
            print(f"the compiled rules can't be had ({error}); the plain ones go on", file=sys.stderr)


def hired(book: Book, start: Fight, seed: int, watch: bool, threads: int, plain: bool, wait: bool) -> Hired:
    """The compiled rules, if they are there or are waited for; else the plain ones, and those later."""
    if plain or not numba_is_there():
        return Hired([slow.Player(book, start, seed, watch)], slow.ENGINE)

    def compiled() -> list[Player]:
        from affray.simulate.compiled import Player as Compiled

        return [Compiled(book, start, seed, watch) for _ in range(threads)]

    if wait or is_ready(book, watch) or not (is_on_the_shelf(book) and warm.is_shared()):
        return Hired(compiled(), COMPILED)
    return Hired([slow.Player(book, start, seed, watch)], slow.ENGINE, warm.Warming(book, watch), compiled)


def is_ready(book: Book, watch: bool) -> bool:
    """Whether compiled rules can be had in no time: in this process, or in the cache."""
    fast = sys.modules.get("affray.simulate.fast")
    return (fast is not None and fast.is_made(book, watch)) or warm.mark(book, watch).exists()


def numba_is_there() -> bool:
    if warm.has_numba():
        return True
    tell_how_to_get_it()
    return False


@cache
def tell_how_to_get_it() -> None:
    """Once."""
    print("numba is missing, so the plain rules run, some hundred times slower.", file=sys.stderr)
    print("To get it: pip install 'affray[sim]'", file=sys.stderr)
