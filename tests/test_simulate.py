"""Many fights: the same whatever the threads, blocks, processes, with or without llvmlite; called off at any time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from copy import deepcopy
from dataclasses import replace
from functools import partial
from io import StringIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from threading import Event
from time import sleep, time
from typing import Any

import pytest

import affray
from affray import houserules
from affray.compiler.kernels import building, cache
from affray.compiler.kernels.assumptions import GENERAL, Assumptions
from affray.compiler.kernels.building import LIGHT, TALLYING, assumptions
from affray.compiler.kernels.counting import checksum
from affray.compiler.source import RuleError
from affray.engine.dice import fight_key
from affray.engine.state import Fight, clone
from affray.errors import AffrayError
from affray.rules import get
from affray.scenario import load
from affray.simulation import batch, plain, warm
from affray.simulation.batch import (
    MAX_FIGHTS,
    Blocks,
    ChosenPlayers,
    PendingKernel,
    Progress,
    WorkerPool,
    choose_players,
    fixed_counts,
    simulate,
)
from affray.simulation.compiled import CompiledPlayer as Compiled
from affray.simulation.executors import make_spec
from affray.simulation.interrupts import Interrupts
from affray.simulation.plain import FightRow, Player, Tally, empty_tally
from affray.simulation.result import Result

CLASSIC = get("classic")
DUEL = load("duel")


def run(**changes: object) -> Result:
    asked = {"options": {}, "seed": 5, "n": 300, "plain": True, "watch": False} | changes
    return simulate(DUEL, CLASSIC, **asked)  # type: ignore[arg-type]


def facts(result: Result) -> tuple[object, ...]:
    return result.chances, result.fighters, result.flow, result.dice, result.checksum


def test_parts_add_up() -> None:
    """The checksum of all fights is the sum of those of any parts."""
    whole, parts = run(), [run(n=120), run(first=120, n=180)]
    assert int(whole.checksum, 16) == sum(int(part.checksum, 16) for part in parts) % 2**64
    assert whole.dice == sum(part.dice for part in parts)


def test_another_seed_gives_other_fights() -> None:
    assert run(seed=6).checksum != run().checksum


def test_counting_all_changes_nothing() -> None:
    assert run(watch=True).checksum == run().checksum
    assert run(watch=True).chances == run().chances


def test_a_fight_alone_is_the_one_among_many() -> None:
    """Played from its very start, without what is done once for all."""
    start, _ = CLASSIC.build(DUEL, {})
    total = 0
    for number in range(20):
        f = clone(start)
        f.key = fight_key(5, number)
        CLASSIC.fight(f)
        total += checksum(f, number)
    assert f"{total % 2**64:016x}" == run(n=20).checksum


def test_threads_and_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one = run(plain=False, wait=True, n=5_000)
    assert one.engine == "compiled"
    assert facts(run(plain=False, wait=True, n=5_000, threads=3)) == facts(one)
    monkeypatch.setattr(batch, "SHORT_SECONDS", 0.0)  # blocks of one fight
    assert facts(run(plain=False, wait=True, n=5_000, threads=2)) == facts(one)
    assert facts(run(n=5_000)) == facts(one)


def test_an_executor_changes_nothing() -> None:
    with ThreadPoolExecutor(1) as executor:
        assert facts(run(watch=True, executor=executor)) == facts(run(watch=True))


def test_nor_do_other_processes() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert facts(run(watch=True, executor=executor, threads=2)) == facts(run(watch=True))


def test_a_book_that_is_not_on_the_shelf_can_t_go_to_others() -> None:
    with pytest.raises(AffrayError, match="can't be told to other processes"):
        make_spec(DUEL, replace(CLASSIC, title="Mine"), {}, 0)


@pytest.fixture
def _nothing_failed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_failures", set())


@pytest.mark.usefixtures("_nothing_failed_yet")
def test_without_llvmlite_the_plain_rules_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether or not somebody waits for compiled ones, here and in processes elsewhere; it is said once."""
    monkeypatch.setattr(building, "find_spec", lambda name: None)
    with ThreadPoolExecutor(1) as executor:
        found = [run(plain=False), run(plain=False, wait=True), run(plain=False, executor=executor, seed=6)]
    assert [one.engine for one in found[:2]] == ["plain", "plain"]
    assert [facts(one) for one in found] == [facts(run()), facts(run()), facts(run(seed=6))]
    assert capsys.readouterr().err.count("pip install 'affray[sim]'") == 1


@pytest.mark.usefixtures("_nothing_failed_yet")
def test_the_first_reason_alone_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for reason in ("no processor", "no disk"):
        building.report_failure(CLASSIC, reason)
    assert capsys.readouterr().err.splitlines() == [
        "The compiled rules are not available (no processor).",
        "The uncompiled rules run instead, some hundred times slower.",
    ]
    assert not building.can_compile(CLASSIC)


@pytest.mark.usefixtures("_nothing_failed_yet")
def test_a_rule_that_cannot_be_compiled_concerns_its_book_alone(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        building.report_failure(CLASSIC, RuleError("house.py", 3, "a lambda is not part of the rule language"))
    assert capsys.readouterr().err.splitlines() == [
        f"Compiled rules of {CLASSIC.title} are not available (house.py:3: a lambda is not part of the rule language).",
        "The uncompiled rules run instead, some hundred times slower.",
    ]
    assert not building.can_compile(CLASSIC)
    assert building.can_compile(get("tempo"))


WITHOUT = """
import sys
for name in ("llvmlite", "numpy", "scipy"):
    sys.modules[name] = None
from affray.cli import main
for _ in range(2):
    main("sim duel -n 300 --seed 5".split(), standalone_mode=False)
"""


def test_so_they_do_where_no_library_for_numbers_is_installed() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.count(run(watch=True).checksum) == 2
    assert done.stdout.count("(plain)") == 2
    assert done.stderr.count("llvmlite is missing") == 1
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.usefixtures("_nothing_failed_yet")
@pytest.mark.parametrize("wait", [True, False])
def test_where_a_rule_can_t_be_compiled_the_plain_rules_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wait: bool
) -> None:
    def fails(*_: object) -> object:
        raise RuleError("house.py", 7, "a while loop has no else")

    monkeypatch.setattr(building, "load_kernel", fails)
    monkeypatch.setattr(building, "_kernels", {})
    monkeypatch.setattr(batch, "is_ready", lambda *_: True)
    found = [run(plain=False, wait=wait) for _ in range(2)]
    assert [(one.engine, facts(one)) for one in found] == [("plain", facts(run()))] * 2
    said = capsys.readouterr().err
    assert said.count("are not available (house.py:7: a while loop has no else).") == 1
    assert len(said.splitlines()) == 2


# --- how many


def test_an_error_is_looked_at_after_fixed_counts() -> None:
    assert list(islice(fixed_counts(MAX_FIGHTS), 7)) == [100, 200, 500, 1_000, 2_000, 5_000, 10_000]
    assert list(fixed_counts(700)) == [100, 200, 500, 700]


@pytest.mark.parametrize("error", [0.08, 0.05, 0.03])
def test_it_stops_at_the_first_count_that_is_enough(error: float) -> None:
    """The half-width of Wilson's interval at a share of p after n fights is less than 0.98 / sqrt(n)."""
    found = run(n=None, error=error)
    assert found.error <= error
    before = {100: 100, 200: 100, 500: 200, 1_000: 500, 2_000: 1_000}[found.fights]
    assert found.fights == 100 or run(n=before).error > error
    assert facts(found) == facts(run(n=found.fights))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"n": 0}, "expected 1 to"),
        ({"n": -3}, "expected 1 to"),
        ({"n": 10, "error": 0.1}, "not both"),
        ({"n": None, "error": 0.0}, "more than 0"),
        ({"n": None, "error": 1.5}, "less than 1"),
    ],
)
def test_nonsense_is_refused(asked: dict[str, object], words: str) -> None:
    with pytest.raises(AffrayError, match=words):
        run(**asked)


def test_a_thousand_where_nobody_says() -> None:
    assert run(n=None).fights == 1_000


# --- the first answer at once


class Ready(warm.BackgroundCompile):
    """As if another process had compiled the rules, as soon as it is asked to."""

    def begin(self) -> None:
        self.awaited = True

    ended = warm.BackgroundCompile.begun


Shift = Callable[[Assumptions], Sequence[Player]]


def ready() -> Fight:
    return plain.advance_to_first_die(CLASSIC, CLASSIC.build(DUEL, {})[0])


def handed_over(monkeypatch: pytest.MonkeyPatch, compiled: Shift) -> tuple[WorkerPool, Tally]:
    """2,000 fights by a crew whose second shift is this."""
    monkeypatch.setattr(batch, "TRIAL_SECONDS", 0.0)
    monkeypatch.setattr(batch, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(batch, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(batch, "BackgroundCompile", Ready)
    later = PendingKernel(CLASSIC, LIGHT, ready(), compiled)
    made = WorkerPool(ChosenPlayers([plain.PlainPlayer(CLASSIC, ready(), 5)], "plain", later), ready())
    made.play(0, 2_000, lambda: None)
    return made, made.total()


def test_the_plain_rules_hand_over_without_losing_a_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Assumptions]()

    def compiled(assumed: Assumptions) -> list[Player]:
        asked.append(assumed)
        return [plain.PlainPlayer(CLASSIC, ready(), 5)]

    made, tally = handed_over(monkeypatch, compiled)
    assert made.engine == "plain, then compiled"
    assert all(player.total().fights > 0 for player in (*made.retired, *made.players))
    assert (tally.fights, f"{tally.checksum:016x}") == (2_000, run(n=2_000).checksum)
    assert asked == [assumptions(CLASSIC, ready())]
    assert not made.compiling


@pytest.mark.usefixtures("_nothing_failed_yet")
def test_where_loading_fails_the_plain_rules_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(assumed: Assumptions) -> list[Player]:
        raise RuntimeError("no such processor")

    made, tally = handed_over(monkeypatch, fails)
    assert (made.engine, f"{tally.checksum:016x}") == ("plain", run(n=2_000).checksum)
    assert capsys.readouterr().err.count("not available (no such processor)") == 1
    assert not building.can_compile(CLASSIC)


def test_where_the_other_process_fails_the_plain_rules_do_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ready, "failed", property(lambda self: self.begun))
    made, tally = handed_over(monkeypatch, lambda assumed: pytest.fail("nothing was compiled"))
    assert (made.engine, tally.fights) == ("plain", 2_000)


def test_a_few_fights_compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "is_ready", lambda *_: False)
    monkeypatch.setattr(warm, "start_process", pytest.fail)
    monkeypatch.setattr(batch, "assumptions", pytest.fail)
    assert run(plain=False, n=50).engine == "plain"


def hire(wait: bool = False) -> ChosenPlayers:
    return choose_players(CLASSIC, ready(), 5, False, 1, False, wait)


def test_the_kernel_for_this_fight_plays_if_it_is_there_or_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assumed = assumptions(CLASSIC, ready())
    monkeypatch.setattr(batch, "is_ready", lambda book, kind, asked: asked == assumed)
    for found in (hire(), hire(wait=True)):
        assert (found.engine, found.later) == ("compiled", None)
        assert [player.assumed for player in found.players] == [assumed]  # type: ignore[attr-defined]


def test_else_the_general_one_plays_until_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "is_ready", lambda book, kind, asked: asked == GENERAL)
    found = hire()
    assert (found.engine, found.later is not None) == ("compiled", True)
    assert [player.assumed for player in found.players] == [GENERAL]  # type: ignore[attr-defined]


def test_else_the_plain_rules_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "is_ready", lambda *_: False)
    found = hire()
    assert (found.engine, found.later is not None) == ("plain", True)
    assert [type(player) for player in found.players] == [plain.PlainPlayer]


def test_where_no_other_process_could_be_told_it_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "is_ready", lambda *_: False)
    monkeypatch.setattr(batch, "is_registered", lambda book: False)
    assert (hire().engine, hire().later) == ("compiled", None)


def test_how_far_it_is_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.simulation.batch.REPORT_SECONDS", 0.0)
    told: list[Progress] = []
    result = run(n=2_000, follow=told.append)
    assert [(p.done, p.goal, p.compiling) for p in told][-1] == (2_000, 2_000, False)
    assert told[-1].chances == result.chances


HOUSE = "name: Ours\nsays: As we like it.\nrules: tempo\noptions: {rounds: 30}\n"
SOME = Assumptions((("Act", "at", -1), ("Side", "fled", 0)), (3, 1, 4))


@pytest.mark.parametrize("assumed", [SOME, GENERAL])
def test_another_process_compiles_what_it_is_told_to(monkeypatch: pytest.MonkeyPatch, assumed: Assumptions) -> None:
    """The book, its house rules, which of its kernels, and what that assumes: what one writes the other reads."""
    asked: list[object] = []
    monkeypatch.setattr(
        warm, "compile_kernels", lambda book, *which: asked.append((book.name, [o.name for o in book.overlays], *which))
    )
    monkeypatch.setattr(os, "nice", lambda by: by, raising=False)
    monkeypatch.setattr(sys, "stdin", StringIO(told_to_another(monkeypatch, assumed)))
    warm.main()
    assert asked == [("tempo", ["Ours"], LIGHT, assumed)]


def told_to_another(monkeypatch: pytest.MonkeyPatch, assumed: Assumptions) -> str:
    """What is written to the process."""
    book = houserules.apply(get("tempo"), [houserules.from_text(HOUSE)])
    script = [sys.executable, "-c", "import sys; print(sys.stdin.read())"]
    piped = partial(subprocess.Popen, script, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", lambda *_, **__: piped())
        process = warm.start_process(book, LIGHT, assumed)
    assert process.stdout is not None
    with process.stdout as said:
        text = said.read().decode()
    process.wait()
    return text


def test_the_general_kernel_follows_the_one_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[tuple[str, Assumptions]]()
    monkeypatch.setattr(warm, "kernel", lambda book, kind, assumed: made.append((kind, assumed)))
    monkeypatch.setattr(warm, "is_ready", lambda book, kind, assumed: False)
    warm.compile_kernels(CLASSIC, LIGHT, SOME)
    warm.compile_kernels(CLASSIC, LIGHT, GENERAL)
    assert made == [(LIGHT, SOME), (LIGHT, GENERAL), (LIGHT, GENERAL)]
    assert not warm.BackgroundCompile(CLASSIC, LIGHT, SOME).claim.exists()


@pytest.fixture
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """And processes that compile are begun."""
    monkeypatch.delenv(warm.WARM_VARIABLE)
    monkeypatch.setenv("AFFRAY_CACHE", str(tmp_path))
    cache.folder.cache_clear()
    yield
    cache.folder.cache_clear()


@pytest.mark.usefixtures("_empty_cache")
def test_it_ends_with_whoever_calls_it_off() -> None:
    warming = warm.BackgroundCompile(CLASSIC, TALLYING, GENERAL)
    assert not warming.begun
    warming.begin()
    assert warming.begun
    warming.stop()
    assert warming.ended
    assert warming.failed


@pytest.mark.usefixtures("_empty_cache")
def test_what_it_has_compiled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """By this process, which then compiles nothing itself."""
    monkeypatch.setattr(building, "_kernels", {})
    later = PendingKernel(CLASSIC, LIGHT, ready(), lambda assumed: [Compiled(CLASSIC, ready(), 5, False, assumed)])
    later.begin()
    assert later.warming is not None
    assert later.warming.process is not None
    mark, deadline = later.warming.mark, time() + 60
    while not mark.exists() and time() < deadline:
        sleep(0.05)
    assert (later.begun, later.ended, later.failed) == (True, True, False)
    later.stop()
    monkeypatch.setattr("affray.compiler.machine.object_code", pytest.fail)
    (player,) = later.players()
    player.play(0, 300)
    assert f"{player.total().checksum:016x}" == run().checksum


@pytest.mark.usefixtures("_empty_cache")
def test_two_don_t_compile_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finds another at it waits for that one; a claim that was left behind is forgotten."""
    monkeypatch.setattr(warm, "start_process", pytest.fail)
    warming = warm.BackgroundCompile(CLASSIC, TALLYING, SOME)
    warming.claim.parent.mkdir(parents=True)
    warming.claim.touch()
    warming.begin()
    assert (warming.begun, warming.ended, warming.failed) == (True, False, False)
    warming.mark.touch()
    assert warming.ended
    os.utime(warming.claim, (0, 0))
    assert not warm.is_claimed(warming.claim)


# --- stopping


class Stub:
    """Plays nothing, until it is told to fail."""

    def __init__(self, error: BaseException | None, waits_for: Event) -> None:
        self.error, self.event = error, waits_for

    def play(self, first: int, count: int) -> None:
        if self.error:
            self.event.set()
            raise self.error
        assert self.event.wait(10)

    def total(self) -> Tally:
        return empty_tally(CLASSIC.build(DUEL, {})[0])

    def reset(self) -> None: ...

    def play_one(self, number: int) -> FightRow:
        raise NotImplementedError


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError()])
def test_who_stops_one_stops_all(error: BaseException) -> None:
    failed = Event()
    made = WorkerPool(ChosenPlayers([Stub(error, failed), Stub(None, failed)], "stub"), CLASSIC.build(DUEL, {})[0])
    with pytest.raises(type(error)):
        made.play(0, 10**12, lambda: None)


def test_blocks_hand_out_each_fight_once() -> None:
    blocks = Blocks(100, 10)
    assert [blocks.take(4) for _ in range(4)] == [(100, 4), (104, 4), (108, 2), (110, 0)]
    blocks = Blocks(0, 10)
    blocks.stop.set()
    assert blocks.take(4) == (0, 0)


def interrupt(_: Progress) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_gives_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.simulation.batch.REPORT_SECONDS", 0.0)
    after = iter([False] * 3)

    def follow(progress: Progress) -> None:
        if progress.done and next(after, True):
            after_all.append(progress.done)
            if len(after_all) == 1:
                raise KeyboardInterrupt

    after_all: list[int] = []
    found = run(n=10**9, follow=follow)
    assert not found.complete
    assert 0 < found.fights < 10**9
    assert facts(found) == facts(run(n=found.fights)), "all fights up to the last one"


def test_ctrl_c_before_the_first_fight_is_just_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "play", lambda *_: interrupt(_[0]))
    with pytest.raises(KeyboardInterrupt):
        run()


class HalfDone:
    """Adds an end to its sums, is interrupted, and counts the fights of the block only when that is over."""

    def __init__(self) -> None:
        self.tally = empty_tally(CLASSIC.build(DUEL, {})[0])
        self.hit = False

    def play(self, first: int, count: int) -> None:
        self.tally.sums.ends[0] += count
        if not self.hit:
            self.hit = True
            sleep(0.3)  # by now the others wait
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGINT)
                sleep(0.3)
        self.tally.fights += count

    def total(self) -> Tally:
        return deepcopy(self.tally)

    def reset(self) -> None: ...

    def play_one(self, number: int) -> FightRow:
        raise NotImplementedError


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ctrl-C as a terminal has it: who runs tests in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("listens", [True, False])
def test_after_ctrl_c_all_that_is_told_adds_up_to_the_fights(listens: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where nobody listens for it, and pressed twice: whoever plays ends the block first."""
    monkeypatch.setattr(batch, "choose_players", lambda *_: ChosenPlayers([HalfDone()], "stub"))
    if not listens:
        monkeypatch.setattr(Interrupts, "__enter__", lambda self: self)
    found: list[Tally] = []
    monkeypatch.setattr(batch, "make_result", lambda _, tally, *more: found.append(tally))
    run(n=10**12)
    assert 0 < found[0].fights == sum(found[0].sums.ends) < 10**12


@pytest.mark.usefixtures("heard")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_that_compiled_code_swallows_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """While kernels are read, their callbacks swallow it; then it stops the first block."""
    original = batch.choose_players

    def swallow(*asked: Any) -> ChosenPlayers:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            sleep(5)
        except KeyboardInterrupt:
            pass
        return original(*asked)

    monkeypatch.setattr(batch, "choose_players", swallow)
    found = run(n=10**9)
    assert not found.complete
    assert found.fights < 10**6


# --- the public name


def test_the_package_can_be_called() -> None:
    found = affray.simulate("duel", n=300, seed=5, plain=True)
    assert facts(found) == facts(run(watch=True))
    assert affray.simulate("duel", rules="tempo", n=5, plain=True, tactics={"orc": "focus"}).ruleset == "tempo"
    with pytest.raises(AffrayError, match="unknown tactic"):
        affray.simulate("duel", tactics={"orc": "hugs"})


def test_the_start_is_moved_on_to_its_first_die() -> None:
    start, _ = CLASSIC.build(DUEL, {})
    ready = plain.advance_to_first_die(CLASSIC, start)
    assert (start.phase, start.round, ready.rolled, ready.round, ready.observer) == (0, 0, 0, 1, None)
    CLASSIC.step(ready)
    assert ready.rolled == 2, "the initiative of both sides"
