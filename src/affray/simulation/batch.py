"""The same fight many times over: how often each side wins, how long it takes, and a checksum over all of them.

Each fight is a pure function of its number, and what is counted of it only adds up: neither the threads nor the blocks
in which fights are played change the result. The plain rules or the book's general kernel begin where the kernel for
this fight is not ready yet, and make way for it as soon as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from affray.engine.encounter import Encounter
from affray.errors import AffrayError, quote
from affray.rules.book import Book
from affray.scenario import read_options
from affray.simulation import plain as slow
from affray.simulation.chances import Chances
from affray.simulation.interrupts import Interrupts
from affray.simulation.plain import FunctionPlayer, Tally
from affray.simulation.result import Request, Result, make_result

if TYPE_CHECKING:
    from concurrent.futures import Executor
from collections.abc import Sequence
from threading import Event, Lock, Thread
from typing import NamedTuple

from affray.compiler.kernels import cache
from affray.compiler.kernels.assumptions import GENERAL, Assumptions
from affray.compiler.kernels.building import (
    LIGHT,
    TALLYING,
    assumptions,
    can_compile,
    is_ready,
    known_assumptions,
    report_failure,
)
from affray.engine.state import Fight
from affray.simulation.plain import Player, empty_tally
from affray.simulation.warm import BackgroundCompile, is_registered, prepare_general

# what a block of fights takes: then who wants to stop is heard, and who is idle gets one
SHORT_SECONDS, LONG_SECONDS = 0.01, 0.04
POLL_SECONDS = 0.1  # seconds between two looks at how far they are
TRIAL_SECONDS = 0.3  # seconds of plain play that tell how long all of it would take
PATIENCE_SECONDS = 1.0  # ... and if that is longer than this, the rules are compiled meanwhile
COMPILED, GPU = "compiled", "gpu"


class Blocks:
    """The fights still to be played, handed out in blocks, in order: whenever all have stopped, none is left out."""

    def __init__(self, first: int, count: int) -> None:
        self.at, self.end = first, first + count
        self.lock = Lock()
        self.stop = Event()

    def take(self, most: int) -> tuple[int, int]:
        """Return the first of the next so many, and how many there are: none when all are taken or it was called
        off."""
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
        self.replaced = Event()
        self.done = Event()  # an interrupted join() takes a thread that runs for one that has ended
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.play()
        except BaseException as error:
            self.error = error
            self.blocks.stop.set()  # the others finish their block
        finally:
            self.done.set()

    def finish(self) -> None:
        """Wait for the end of its block, whatever interrupts: until then it adds to the sums."""
        while not self.done.is_set():
            with suppress(KeyboardInterrupt):
                self.done.wait()

    def play(self) -> None:
        most = 1
        while not self.replaced.is_set():
            first, count = self.blocks.take(most)
            if count == 0:
                return
            began = perf_counter()
            self.player.play(first, count)
            elapsed = perf_counter() - began
            most = most * 2 if elapsed < SHORT_SECONDS else max(1, most // 2) if elapsed > LONG_SECONDS else most


class ChosenPlayers(NamedTuple):
    """Who plays, and what gives those that take over."""

    players: Sequence[Player]
    engine: str
    later: PendingKernel | None = None


class WorkerPool:
    """The players of one run, and those that take over when their rules are compiled."""

    def __init__(self, chosen: ChosenPlayers, start: Fight) -> None:
        self.players, self.retired = list(chosen.players), list[Player]()
        self.engine, self.later = chosen.engine, chosen.later
        self.start = start
        self.loader: KernelLoader | None = None
        self.began = perf_counter()

    @property
    def compiling(self) -> bool:
        return self.later is not None and self.later.begun

    def play(self, first: int, count: int, tick: Callable[[], None]) -> None:
        """Play so many fights; `tick` is called again and again meanwhile. Whoever stops one stops all."""
        blocks = Blocks(first, count)
        workers = self.start_workers(blocks)
        try:
            while busy := [worker for worker in workers if not worker.done.is_set()]:
                busy[0].done.wait(POLL_SECONDS)
                workers = self.replace_when_ready(workers, blocks)
                tick()
        except BaseException:
            blocks.stop.set()
            raise
        finally:
            for worker in workers:
                worker.finish()
        for worker in workers:
            if worker.error is not None:
                raise worker.error

    def start_workers(self, blocks: Blocks) -> list[Worker]:
        workers = [Worker(player, blocks) for player in self.players]
        for worker in workers:
            worker.start()
        return workers

    def replace_when_ready(self, workers: list[Worker], blocks: Blocks) -> list[Worker]:
        """Replace those who play now as soon as the kernel for this fight is there."""
        if self.later is None:
            return workers
        if self.later.failed:
            self.later = None
        elif not self.later.begun:
            self.compile_if_slow(self.later, blocks)
        elif self.loader is None and self.later.ended:
            self.loader = KernelLoader(self.later)
        elif self.loader is not None and not self.loader.is_alive():
            return self.replace_players(workers, blocks, self.loader)
        return workers

    def compile_if_slow(self, later: PendingKernel, blocks: Blocks) -> None:
        """Begin to compile, which takes a while, if those who play would take long."""
        elapsed, played = perf_counter() - self.began, self.total_fights()
        if elapsed >= TRIAL_SECONDS and (blocks.end - blocks.at) * elapsed > PATIENCE_SECONDS * max(1, played):
            later.begin()
            self.later = later if later.begun else None

    def replace_players(self, workers: list[Worker], blocks: Blocks, loader: KernelLoader) -> list[Worker]:
        self.later = None
        if not loader.players:
            return workers
        for worker in workers:
            worker.replaced.set()
        for worker in workers:
            worker.finish()
        self.retired += self.players
        self.players = list(loader.players)
        self.engine = COMPILED if self.engine == COMPILED else f"{slow.ENGINE}, then {COMPILED}"
        return self.start_workers(blocks)

    def total_fights(self) -> int:
        return sum(player.total().fights for player in self.players)

    def total(self) -> Tally:
        tally = empty_tally(self.start)
        for player in (*self.retired, *self.players):
            tally += player.total()
        return tally

    def stop(self) -> None:
        """Stop everything; nothing continues in the background."""
        if self.later is not None:
            self.later.stop()


class KernelLoader(Thread):
    """Loads a kernel from the cache; no players where that fails."""

    def __init__(self, later: PendingKernel) -> None:
        super().__init__(daemon=True)
        self.later, self.players = later, list[Player]()
        self.start()

    def run(self) -> None:
        try:
            self.players = list(self.later.players())
        except Exception as error:  # whatever LLVM or the disk may have: those who play go on
            report_failure(self.later.book, error)


def choose_players(
    book: Book, start: Fight, seed: int, tally_all: bool, threads: int, plain: bool, wait: bool
) -> ChosenPlayers:
    """Return the kernel for this fight, if it is there or is waited for; else the book's general kernel or the plain
    rules, and that kernel later."""
    kind = TALLYING if tally_all else LIGHT
    uncompiled = ChosenPlayers([slow.PlainPlayer(book, start, seed, tally_all)], slow.ENGINE)
    if plain or not can_compile(book):
        return uncompiled

    def compiled_players(assumed: Assumptions) -> list[Player]:
        from affray.simulation.compiled import CompiledPlayer  # needs llvmlite

        return [CompiledPlayer(book, start, seed, tally_all, assumed) for _ in range(threads)]

    try:
        assumed = known_assumptions(book, start)
        if wait or is_ready(book, kind, assumed) or not (is_registered(book) and cache.is_shared()):
            prepare_general(book, kind)
            return ChosenPlayers(compiled_players(assumed or assumptions(book, start)), COMPILED)
        later = PendingKernel(book, kind, start, compiled_players)
        if is_ready(book, kind, GENERAL):
            return ChosenPlayers(compiled_players(GENERAL), COMPILED, later)
    except Exception as error:  # whatever LLVM, the disk or somebody's rule may have
        report_failure(book, error)
        return uncompiled
    return uncompiled._replace(later=later)


def gpu_players(book: Book, start: Fight, seed: int, tally_all: bool) -> ChosenPlayers:
    """Return the GPU as the only player."""
    if tally_all:
        raise AffrayError(
            "a GPU counts outcomes, rounds and survivors alone; add --outcomes-only (in Python watch=False)"
        )
    if not can_compile(book):
        raise AffrayError("nothing can be compiled for the GPU here; leave out `--executor gpu`")
    from affray.compiler.kernels.gpu import gpu_assumptions  # needs llvmlite
    from affray.simulation.gpu import GpuPlayer  # needs llvmlite and CuPy

    return ChosenPlayers([GpuPlayer(book, start, seed, gpu_assumptions(book, start))], GPU)


class PendingKernel:
    """The kernel for a fight, which another process compiles while this one plays."""

    def __init__(
        self, book: Book, kind: str, start: Fight, compiled: Callable[[Assumptions], Sequence[Player]]
    ) -> None:
        self.book, self.kind, self.start, self.compiled = book, kind, start, compiled
        self.warming: BackgroundCompile | None = None

    def begin(self) -> None:
        """Observe some fights, then let the kernel be compiled."""
        self.warming = BackgroundCompile(self.book, self.kind, assumptions(self.book, self.start))
        self.warming.begin()

    @property
    def begun(self) -> bool:
        return self.warming is not None and self.warming.begun

    @property
    def ended(self) -> bool:
        return self.warming is not None and self.warming.ended

    @property
    def failed(self) -> bool:
        return self.warming is not None and self.warming.failed

    def players(self) -> Sequence[Player]:
        assert self.warming is not None
        return self.compiled(self.warming.assumed)

    def stop(self) -> None:
        if self.warming is not None:
            self.warming.stop()


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
    """Return the fights number `first` to `first + n - 1` under a seed; or as many as it takes to know every outcome's
    share up to this error. `watch` counts all there is to count; without it the chances alone. `wait` compiles the
    rules before the first fight, instead of counting plainly meanwhile. Ctrl-C gives what there is so far."""
    goals = goals_of(n, error, first)
    start, roster = book.build(encounter, read_options(book, options))
    asked = Request(encounter, book, dict(options), start, roster, seed, first, error, watch)
    ready = start if encounter.functions else slow.advance_to_first_die(book, start)
    with Interrupts() as interrupts:
        if encounter.functions:
            if executor is not None:
                raise AffrayError("functions as tactics run in this process alone; leave out the executor")
            player = FunctionPlayer(book, start, roster, encounter.functions, seed)
            run: Runner = WorkerPool(ChosenPlayers([player], slow.ENGINE), start)
        elif executor is not None:
            # multiprocessing, only where it is used
            from affray.simulation.executors import ExecutorRun, Gpu, make_spec, play_block

            if isinstance(executor, Gpu):
                run = WorkerPool(gpu_players(book, ready, seed, watch), ready)
            else:
                packed = make_spec(encounter, book, options, seed, watch, plain).as_bytes()
                run = ExecutorRun(executor, packed, threads, empty_tally(ready), play_block)
        else:
            run = WorkerPool(choose_players(book, ready, seed, watch, threads, plain, wait), ready)
        began = perf_counter()
        complete = play_to_goals(run, asked, goals, follow, interrupts)
    return make_result(asked, run.total(), run.engine, perf_counter() - began, complete)


def play_to_goals(
    run: Runner, asked: Request, goals: Iterable[int], follow: ProgressListener | None, interrupts: Interrupts
) -> bool:
    """Play from goal to goal until enough is known. Return False if it was called off before."""
    done, follower = 0, ProgressReporter(run, asked, follow)

    def tick() -> None:
        interrupts.check()
        follower.tick()

    try:
        for follower.goal in goals:
            with interrupts.hold_back():
                run.play(asked.first + done, follower.goal - done, tick)
            interrupts.check()
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
        """Return the tally so far. One that is being added to may be a fight short here and there; the most counts."""
        run, tally = self.run, self.run.total()
        done = max(sum(tally.sums.ends), *tally.sums.alive, *tally.sums.spotless)
        known = self.asked.chances(tally, done) if done else None
        return Progress(done, self.goal, perf_counter() - self.began, run.engine, run.compiling, known)


def goals_of(n: int | None, error: float | None, first: int) -> Iterator[int]:
    """Return how many fights to play before looking whether that is enough."""
    if n is not None and (isinstance(n, bool) or not isinstance(n, int)):
        raise AffrayError(f"n can't be {quote(n)}; expected a whole number of fights")
    if n is not None and error is not None:
        raise AffrayError("either a number of fights or an error that is small enough, not both")
    if error is not None and not 0 < error < 1:
        raise AffrayError(f"an error of {error:g} can't be; expected more than 0 and less than 1, as 0.001")
    if n is not None and not 1 <= n <= MAX_FIGHTS - first:
        raise AffrayError(f"{n} fights can't be simulated; expected 1 to {MAX_FIGHTS - first}")
    return iter([DEFAULT_FIGHTS if n is None else n]) if error is None else fixed_counts(MAX_FIGHTS - first)


def fixed_counts(most: int) -> Iterator[int]:
    """Yield 100, 200, 500, 1000 …, so that the count depends on nothing else where an error is small enough."""
    for power in count():
        for one in (1, 2, 5):
            goal = FIRST_GOAL * one * 10**power
            if goal >= most:
                yield most
                return
            yield goal
