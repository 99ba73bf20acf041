"""The same fight many times over: how often each side wins, how long it takes, and a checksum over all of them.

Each fight is a pure function of its number, and what is kept of it only adds up: so the result depends neither on the
threads nor on the blocks in which fights are played, and memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.rules.book import Book
from affray.scenario import read_options
from affray.simulation import plain as slow
from affray.simulation.chances import Chances
from affray.simulation.plain import Tally
from affray.simulation.result import Request, Result, make_result
from affray.simulation.workers import WorkerPool, choose_players

if TYPE_CHECKING:
    from concurrent.futures import Executor

DEFAULT_FIGHTS = 1000  # fights, where nobody says how many
FIRST_GOAL = 100  # fights after which an error is first looked at
MAX_FIGHTS = 2**44  # each has 2**20 dice to itself
REPORT_SECONDS = 0.2  # seconds between two words of how far it is


@dataclass(frozen=True)
class Progress:
    """How far it is."""

    done: int
    goal: int
    seconds: float
    engine: str
    compiling: bool
    chances: Chances | None


ProgressListener = Callable[[Progress], None]


class Runner(Protocol):
    """Whoever plays the fights, here or elsewhere."""

    engine: str

    @property
    def compiling(self) -> bool: ...
    def play(self, first: int, count: int, tick: Callable[[], None]) -> None: ...
    def total(self) -> Tally: ...
    def stop(self) -> None: ...


def simulate(
    encounter: Encounter,
    book: Book,
    options: Mapping[str, str],
    seed: int,
    n: int | None = None,
    threads: int = 1,
    plain: bool = False,
    first: int = 0,
    *,
    error: float | None = None,
    watch: bool = True,
    wait: bool = False,
    executor: Executor | None = None,
    follow: ProgressListener | None = None,
) -> Result:
    """The fights number `first` to `first + n - 1` under a seed; or as many as it takes to know every outcome's share
    up to this error. `watch` counts all there is to count; without it the chances alone. `wait` compiles the rules
    before the first fight, instead of counting plainly meanwhile. Ctrl-C gives what there is so far."""
    goals = goals_of(n, error, first)
    start, roster = book.build(encounter, read_options(book, options))
    asked = Request(encounter, book, dict(options), start, roster, seed, first, error, watch)
    ready = slow.advance_to_first_die(book, start)
    if executor is not None:
        from affray.simulation.executors import ExecutorRun, make_spec  # multiprocessing, only where it is used

        run: Runner = ExecutorRun(
            executor, make_spec(encounter, book, options, seed, watch, plain).pickled(), threads, ready
        )
    else:
        run = WorkerPool(choose_players(book, ready, seed, watch, threads, plain, wait), ready)
    began = perf_counter()
    complete = play_to_goals(run, asked, goals, follow)
    return make_result(asked, run.total(), run.engine, perf_counter() - began, complete)


def play_to_goals(run: Runner, asked: Request, goals: Iterable[int], follow: ProgressListener | None) -> bool:
    """From goal to goal until enough is known; False if it was called off before."""
    done, follower = 0, ProgressReporter(run, asked, follow)
    try:
        for follower.goal in goals:
            run.play(asked.first + done, follower.goal - done, follower.tick)
            done = follower.goal
            if asked.error is None or asked.chances(run.total()).error <= asked.error:
                break
    except KeyboardInterrupt:
        run.stop()
        if not run.total().fights:
            raise
        return False
    finally:
        follower.end()
    return True


class ProgressReporter:
    """Tells whoever wants to know how far it is, some times a second."""

    def __init__(self, run: Runner, asked: Request, follow: ProgressListener | None) -> None:
        self.run, self.asked, self.follow = run, asked, follow
        self.goal = 0
        self.began = self.told = perf_counter()

    def tick(self) -> None:
        if self.follow is not None and perf_counter() - self.told >= REPORT_SECONDS:
            self.told = perf_counter()
            self.follow(self.progress())

    def end(self) -> None:
        if self.follow is not None and self.told != self.began:
            self.follow(self.progress())

    def progress(self) -> Progress:
        """A tally that is being added to may be a fight short here and there: its ends are what is counted."""
        run, tally = self.run, self.run.total()
        done = sum(tally.sums.ends)
        known = self.asked.chances(tally, done) if done else None
        return Progress(done, self.goal, perf_counter() - self.began, run.engine, run.compiling, known)


def goals_of(n: int | None, error: float | None, first: int) -> Iterator[int]:
    """How many fights to play before looking whether that is enough."""
    if n is not None and error is not None:
        raise AffrayError("either a number of fights or an error that is small enough, not both")
    if error is not None and not 0 < error < 1:
        raise AffrayError(f"an error of {error:g} can't be; expected more than 0 and less than 1, as 0.001")
    if n is not None and not 1 <= n <= MAX_FIGHTS - first:
        raise AffrayError(f"{n} fights can't be simulated; expected 1 to {MAX_FIGHTS - first}")
    return iter([DEFAULT_FIGHTS if n is None else n]) if error is None else fixed_counts(MAX_FIGHTS - first)


def fixed_counts(most: int) -> Iterator[int]:
    """100, 200, 500, 1000 … so that it depends on nothing else where an error is small enough."""
    for power in count():
        for one in (1, 2, 5):
            goal = FIRST_GOAL * one * 10**power
            if goal >= most:
                yield most
                return
            yield goal
