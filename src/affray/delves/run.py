"""Simulating a day many times: on threads of this process, or by any executor; with compiled kernels or plain rules."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from affray.compiler.kernels.assumptions import GENERAL
from affray.compiler.kernels.building import LIGHT, can_compile, is_ready, known_assumptions, report_failure
from affray.delves.day import Day, plain_player, play_day
from affray.delves.model import Delve, Policy
from affray.delves.reader import DelveChoice, open_delve
from affray.delves.result import DelveRequest, DelveResult, make_delve_result
from affray.delves.tally import DayTally, PlainDays, empty_day_tally, layout_of
from affray.errors import AffrayError, quote
from affray.rules.book import Book
from affray.scenario import House, TacticChoice, read_options, restore_book, with_chosen_tactics
from affray.simulation.batch import MAX_FIGHTS, Blocks, Progress, ProgressListener
from affray.simulation.executors import ExecutorRun
from affray.simulation.interrupts import Interrupts
from affray.simulation.warm import BackgroundCompile, is_registered

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from affray.delves.blocks import DayPlans

DEFAULT_DAYS = 1000
COMPILED, PLAIN = "compiled", "plain"
FEW_DAYS = 200  # for which nobody waits until rules are compiled
MANY_DAYS = 20_000  # for which every fight is worth a kernel of its own
LEARNING_DAYS = 256  # days after which it is known with what wounds members come to a fight
MOST_AT_ONCE, LONG_SECONDS, SHORT_SECONDS = 16_384, 1.5, 0.6
POLL_SECONDS, REPORT_SECONDS = 0.1, 0.2


def simulate_delve(
    day: DelveChoice,
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, TacticChoice] | None = None,
    policy: Policy | None = None,
    n: int | None = None,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    executor: Executor | None = None,
    follow: ProgressListener | None = None,
) -> DelveResult:
    """Simulate an adventuring day many times.

    >>> result = simulate_delve("barrow", n=3, plain=True)
    >>> result.days, list(result.ends)
    (3, ['through', 'home', 'driven off', 'lost'])

    `day` is a file, the name of an example, its text or its plain values. `rules`, `house`, `options` and `tactics` are
    as in `affray.simulate`; a tactic holds in every fight that has its side. `policy` is a function that decides after
    each fight, instead of the conditions of the file: it gets a `Moment` and returns "press on", "rest" or "go home".
    The day is played `n` times, 1,000 if left out. An `executor` of `concurrent.futures` plays blocks of days in other
    processes. `follow` is called with a `Progress` a few times a second."""
    delve, book = open_delve(day, rules, house)
    delve = with_tactics(delve, book, tactics or {})
    if policy is not None:
        delve = replace(delve, policy=policy)
    return run_days(delve, book, options or {}, seed, n, threads, plain, executor, follow)


def play_delve(
    day: DelveChoice,
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    policy: Policy | None = None,
    seed: int = 0,
    number: int = 0,
) -> Day:
    """Play one day by itself and return it: its entries tell what each fight and each rest has left."""
    delve, book = open_delve(day, rules, house)
    if policy is not None:
        delve = replace(delve, policy=policy)
    return play_day(Day(delve, book, options or {}, seed, number), plain_player(book, options or {}))


def with_tactics(delve: Delve, book: Book, tactics: Mapping[str, TacticChoice]) -> Delve:
    """Return the day with these tactics for the sides named, wherever they fight."""
    sides = {side.name for step in delve.fights for side in step.encounter.sides}
    for name, tactic in tactics.items():
        if name not in sides:
            raise AffrayError(f"unknown side {quote(name)}; expected one of {', '.join(sorted(sides))}")
        if not isinstance(tactic, str):
            raise AffrayError("a day takes tactics by name; functions decide single fights (affray.simulate)")
    if not tactics:
        return delve
    steps = [
        replace(step, encounter=with_chosen_tactics(step.encounter, book, tactics_here(step.encounter, tactics)))
        if step in delve.fights
        else step
        for step in delve.steps
    ]
    return replace(delve, steps=tuple(steps))


def tactics_here(encounter: Any, tactics: Mapping[str, TacticChoice]) -> dict[str, TacticChoice]:
    names = {side.name for side in encounter.sides}
    return {name: tactic for name, tactic in tactics.items() if name in names}


def run_days(
    delve: Delve,
    book: Book,
    options: Mapping[str, str],
    seed: int,
    n: int | None,
    threads: int = 1,
    plain: bool = False,
    executor: Executor | None = None,
    follow: ProgressListener | None = None,
    wait: bool = False,
) -> DelveResult:
    """Play a day so many times. Ctrl-C gives what there is so far; `wait` compiles all kernels before that."""
    goal = check_days(n)
    asked = DelveRequest(delve, book, dict(options), seed, layout_of(delve))
    check_fights(delve, book, options)
    with Interrupts() as interrupts:
        run = choose_run(delve, book, options, seed, goal, threads, plain, executor, wait)
        began = perf_counter()
        reporter = Reporter(run, goal, follow)

        def tick() -> None:
            interrupts.check()
            reporter.tick()

        try:
            with interrupts.hold_back():
                run.play(0, goal, tick)
            interrupts.check()
            complete = True
        except KeyboardInterrupt:
            run.stop()
            if not run.total().fights:
                raise
            complete = False
        finally:
            reporter.end()
    return make_delve_result(asked, run.total(), run.engine, perf_counter() - began, complete)


def check_days(n: int | None) -> int:
    if n is None:
        return DEFAULT_DAYS
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MAX_FIGHTS:
        raise AffrayError(f"{quote(n)} days can't be simulated; expected 1 to {MAX_FIGHTS}")
    return n


def check_fights(delve: Delve, book: Book, options: Mapping[str, str]) -> None:
    """Put every fight together with all who may come, so that what is wrong shows before the first day."""
    chosen = read_options(book, options)
    for step in delve.fights:
        try:
            book.build(step.encounter, chosen)
        except AffrayError as error:
            raise AffrayError(f"{step.title}: {error}") from None


class DayRun(Protocol):
    """Whoever plays the days, here or elsewhere."""

    engine: str

    @property
    def compiling(self) -> bool: ...
    def play(self, first: int, count: int, tick: Callable[[], None]) -> None: ...
    def total(self) -> DayTally: ...
    def stop(self) -> None: ...


def choose_run(
    delve: Delve, book: Book, options: Mapping[str, str], seed: int, goal: int, threads: int, plain: bool,
    executor: Executor | None, wait: bool,
) -> DayRun:  # fmt: skip
    if executor is not None:
        empty = empty_day_tally(layout_of(delve))
        packed = pack_day(delve, book, options, seed, plain)
        return ExecutorRun(executor, packed, threads, empty, play_day_block)
    ready = not plain and can_compile(book) and (wait or goal > FEW_DAYS or is_ready(book, LIGHT))
    if ready:
        with suppress_failure(book):
            return CompiledRun(delve, book, options, seed, goal, threads, wait)
    return LocalRun([PlainDays(delve, book, options, seed)], PLAIN, layout_of(delve))


class suppress_failure:  # noqa: N801  (a context, used as a word)
    """Report why there are no compiled rules, and go on without them; mistakes of the person are raised."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        if not isinstance(error, Exception) or isinstance(error, AffrayError):
            return False
        report_failure(self.book, error)
        return True


class Reporter:
    """Tells whoever wants to know how far it is, some times a second."""

    def __init__(self, run: DayRun, goal: int, follow: ProgressListener | None) -> None:
        self.run, self.goal, self.follow = run, goal, follow
        self.began = self.told = perf_counter()

    def tick(self) -> None:
        if self.follow is not None and perf_counter() - self.told >= REPORT_SECONDS:
            self.told = perf_counter()
            self.follow(self.progress())

    def end(self) -> None:
        if self.follow is not None and self.told != self.began:
            self.follow(self.progress())

    def progress(self) -> Progress:
        done = self.run.total().fights
        return Progress(done, self.goal, perf_counter() - self.began, self.run.engine, self.run.compiling, None)


# --- in this process


class DayPlayer(Protocol):
    def play(self, first: int, count: int) -> None: ...
    def total(self) -> DayTally: ...


class DayWorker(Thread):
    """Plays blocks of days until there are none left. A block grows until it takes about as long as people wait."""

    def __init__(self, player: DayPlayer, blocks: Blocks, most: int) -> None:
        super().__init__(daemon=True)
        self.player, self.blocks, self.most = player, blocks, most
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            size = min(self.most, LEARNING_DAYS)
            while (block := self.blocks.take(size))[1]:
                began = perf_counter()
                self.player.play(*block)
                elapsed = perf_counter() - began
                grown = min(self.most, size * 2) if elapsed < SHORT_SECONDS else size
                size = max(1, size // 2) if elapsed > LONG_SECONDS else grown
        except BaseException as error:
            self.error = error
            self.blocks.stop.set()


class LocalRun:
    """Days on threads of this process, one for each player."""

    most = MOST_AT_ONCE

    def __init__(self, players: Iterable[DayPlayer], engine: str, layout: Any) -> None:
        self.players, self.engine, self.layout = list(players), engine, layout

    @property
    def compiling(self) -> bool:
        return False

    def play(self, first: int, count: int, tick: Callable[[], None]) -> None:
        blocks = Blocks(first, count)
        most = 1 if self.engine == PLAIN else self.most
        workers = [DayWorker(player, blocks, most) for player in self.players]
        for worker in workers:
            worker.start()
        try:
            while any(worker.is_alive() for worker in workers):
                workers[0].join(POLL_SECONDS)
                self.look_around()
                tick()
        except BaseException:
            blocks.stop.set()
            raise
        finally:
            for worker in workers:
                while worker.is_alive():
                    with suppress(KeyboardInterrupt):
                        worker.join()
        for worker in workers:
            if worker.error is not None:
                raise worker.error

    def look_around(self) -> None:
        """See to whatever changes while others play."""

    def total(self) -> DayTally:
        tally = empty_day_tally(self.layout)
        for player in self.players:
            tally += player.total()
        return tally

    def stop(self) -> None:
        """Stop everything; nothing continues in the background."""


class CompiledRun(LocalRun):
    """Days by compiled kernels: the book's general one, until that of each fight is ready."""

    def __init__(
        self, delve: Delve, book: Book, options: Mapping[str, str], seed: int, goal: int, threads: int, wait: bool
    ) -> None:
        from affray.delves.blocks import CompiledDays, DayPlans  # needs NumPy and llvmlite

        self.plans: DayPlans = DayPlans(delve, book, options, seed)
        super().__init__([CompiledDays(self.plans) for _ in range(threads)], COMPILED, self.plans.layout)
        self.book, self.goal, self.wait = book, goal, wait
        self.warming: BackgroundCompile | None = None
        self.own_kernels = is_registered(book) and goal >= MANY_DAYS
        take_kernels(self.plans, wait, self.own_kernels)

    @property
    def compiling(self) -> bool:
        return self.warming is not None and not self.warming.ended

    def look_around(self) -> None:
        """Take kernels that have become ready, and have the next one compiled."""
        if not self.own_kernels:
            return
        for plan in self.plans.plans.values():
            plan.choose(False)
        if self.warming is not None and self.warming.begun and not self.warming.ended:
            return
        played = self.total().fights
        for plan in self.plans.plans.values():
            missing = plan.target != GENERAL and not is_ready(self.book, LIGHT, plan.target)
            if missing and LEARNING_DAYS <= played < self.goal // 2:
                self.warming = BackgroundCompile(self.book, LIGHT, plan.target)
                self.warming.begin()
                self.own_kernels = self.warming.begun
                return

    def stop(self) -> None:
        if self.warming is not None:
            self.warming.stop()


def take_kernels(plans: DayPlans, wait: bool, aim: bool) -> None:
    """Give each fight the best kernel that can be had; with `wait`, compile it after some days have shown how members
    come to it."""
    from affray.delves.blocks import CompiledDays

    for plan in plans.plans.values():
        if wait or aim or known_assumptions(plans.book, plan.everybody) is not None:
            plan.aim()
    if wait:
        CompiledDays(plans).play(0, LEARNING_DAYS)
    for plan in plans.plans.values():
        plan.choose(wait)


# --- elsewhere


class DaySpec(NamedTuple):
    """What is simulated, as a value that another process can be told."""

    delve: Delve
    rules: str
    house: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    seed: int
    plain: bool


def pack_day(delve: Delve, book: Book, options: Mapping[str, str], seed: int, plain: bool) -> bytes:
    if delve.policy is not None:
        raise AffrayError("a function as policy runs in this process alone; leave out the executor")
    if not is_registered(book):
        raise AffrayError(f"{book.name} can't be told to other processes: it is not the book that is registered")
    house = tuple((overlay.file, overlay.text) for overlay in book.overlays)
    return pickle.dumps(DaySpec(delve, book.name, house, tuple(options.items()), seed, plain))


def play_day_block(packed: bytes, first: int, count: int) -> DayTally:
    """Play so many days of a spec, by whichever process is asked: one call, plain values in and out."""
    player: DayPlayer = spec_players(packed)()
    player.play(first, count)
    return player.total()


@lru_cache(maxsize=4)
def spec_players(packed: bytes) -> Callable[[], DayPlayer]:
    """Return what makes players of a day: several threads of a worker share what it has worked out."""
    asked: DaySpec = pickle.loads(packed)
    book = restore_book({"rules": asked.rules, "house": asked.house})
    options = dict(asked.options)
    if not asked.plain and can_compile(book):
        with suppress_failure(book):
            from affray.delves.blocks import CompiledDays, DayPlans  # needs NumPy and llvmlite

            plans = DayPlans(asked.delve, book, options, asked.seed)
            take_kernels(plans, False, False)
            return partial(CompiledDays, plans)
    return partial(PlainDays, asked.delve, book, options, asked.seed)
