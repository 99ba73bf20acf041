"""Many fights: the same whatever the threads, blocks and processes, with or without numba; called off at any time."""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from io import StringIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from threading import Event

import pytest

import affray
from affray.dice import fight_key
from affray.errors import AffrayError
from affray.rules import get
from affray.scenario import load
from affray.simulate import cache, crew, plain, warm
from affray.simulate.batch import MOST_FIGHTS, Progress, fixed_counts, simulate
from affray.simulate.crew import Blocks, Crew, Hired
from affray.simulate.result import Result
from affray.simulate.spec import Player, spec
from affray.simulate.tally import Row, Tally, empty
from affray.state import clone

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
        total += plain.trace(f, number)
    assert f"{total % 2**64:016x}" == run(n=20).checksum


def test_threads_and_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    one = run(plain=False, wait=True, n=5_000)
    assert one.engine == "compiled"
    assert facts(run(plain=False, wait=True, n=5_000, threads=3)) == facts(one)
    monkeypatch.setattr(crew, "SHORT", 0.0)  # blocks of one fight
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
        spec(DUEL, replace(CLASSIC, title="Mine"), {}, 0)


def test_without_numba_the_plain_rules_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    crew.tell_how_to_get_it.cache_clear()
    first, second = run(plain=False), run(plain=False)
    assert (first.engine, first.checksum) == ("plain", run().checksum)
    assert facts(first) == facts(second)
    assert capsys.readouterr().err.count("pip install 'affray[sim]'") == 1


# --- how many


def test_an_error_is_looked_at_after_fixed_counts() -> None:
    assert list(islice(fixed_counts(MOST_FIGHTS), 7)) == [100, 200, 500, 1_000, 2_000, 5_000, 10_000]
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


class Ready(warm.Warming):
    """As if another process had compiled the rules, as soon as it is asked to."""

    def begin(self) -> None:
        self.asked = True

    @property
    def begun(self) -> bool:
        return hasattr(self, "asked")

    ended = begun


def handed_over(monkeypatch: pytest.MonkeyPatch, later: object) -> tuple[Crew, Tally]:
    """2,000 fights by a crew whose second shift is this."""
    monkeypatch.setattr(crew, "TRIAL", 0.0)
    monkeypatch.setattr(crew, "PATIENCE", 0.0)
    monkeypatch.setattr(crew, "TICK", 0.001)
    start, _ = CLASSIC.build(DUEL, {})
    ready = plain.before_the_first_die(CLASSIC, start)
    hired = Hired([plain.Player(CLASSIC, ready, 5)], "plain", Ready(CLASSIC, True), later)  # type: ignore[arg-type]
    made = Crew(hired, ready)
    made.play(0, 2_000, lambda: None)
    return made, made.total()


def test_the_plain_rules_hand_over_without_losing_a_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    start, _ = CLASSIC.build(DUEL, {})
    ready = plain.before_the_first_die(CLASSIC, start)
    made, tally = handed_over(monkeypatch, lambda: [plain.Player(CLASSIC, ready, 5)])
    assert made.engine == "plain, then compiled"
    assert all(player.total().fights > 0 for player in (*made.retired, *made.players))
    assert (tally.fights, f"{tally.checksum:016x}") == (2_000, run(n=2_000).checksum)


def test_where_compiling_fails_the_plain_rules_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> list[Player]:
        raise RuntimeError("no such processor")

    made, tally = handed_over(monkeypatch, fails)
    assert (made.engine, f"{tally.checksum:016x}") == ("plain", run(n=2_000).checksum)
    assert "the plain ones go on" in capsys.readouterr().err


def test_a_few_fights_compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(crew, "is_ready", lambda book, watch: False)
    monkeypatch.setattr(warm, "compiling", pytest.fail)
    assert run(plain=False, n=50).engine == "plain"


def test_how_far_it_is_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.simulate.batch.SEVERAL", 0.0)
    told: list[Progress] = []
    result = run(n=2_000, follow=told.append)
    assert [(p.done, p.goal, p.compiling) for p in told][-1] == (2_000, 2_000, False)
    assert told[-1].chances == result.chances


def test_another_process_compiles_what_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book, its house rules, and which of its kernels."""
    asked: list[tuple[str, list[str], bool]] = []
    monkeypatch.setattr(
        warm, "warm", lambda book, watch: asked.append((book.name, [o.name for o in book.house], watch))
    )
    monkeypatch.setattr(os, "nice", lambda by: by, raising=False)
    text = "name: Ours\nsays: As we like it.\nrules: tempo\noptions: {rounds: 30}\n"
    said = {"rules": "tempo", "house": [["ours.yaml", text]], "watch": False}
    monkeypatch.setattr(sys, "stdin", StringIO(json.dumps(said)))
    warm.main()
    assert asked == [("tempo", ["Ours"], False)]


def test_it_ends_with_whoever_calls_it_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.delenv(warm.VARIABLE)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    warming = warm.Warming(CLASSIC, True)
    assert not warming.begun
    warming.begin()
    assert warming.begun
    warming.stop()
    assert warming.ended
    assert warming.failed


def test_two_don_t_compile_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finds another at it waits for that one; a claim that was left behind is forgotten."""
    pytest.importorskip("numba")
    monkeypatch.delenv(warm.VARIABLE)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    monkeypatch.setattr(warm, "compiling", pytest.fail)
    warming = warm.Warming(CLASSIC, True)
    warming.claim.parent.mkdir(parents=True)
    warming.claim.touch()
    warming.begin()
    assert (warming.begun, warming.ended, warming.failed) == (True, False, False)
    warming.mark.touch()
    assert warming.ended
    os.utime(warming.claim, (0, 0))
    assert not warm.is_claimed(warming.claim)


def test_where_it_fails_the_plain_rules_do_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ready, "failed", property(lambda self: self.begun))
    made, tally = handed_over(monkeypatch, pytest.fail)
    assert (made.engine, tally.fights) == ("plain", 2_000)


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
        return empty(CLASSIC.build(DUEL, {})[0])

    def afresh(self) -> None: ...

    def one(self, number: int) -> Row:
        raise NotImplementedError


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError()])
def test_who_stops_one_stops_all(error: BaseException) -> None:
    failed = Event()
    made = Crew(Hired([Stub(error, failed), Stub(None, failed)], "stub"), CLASSIC.build(DUEL, {})[0])
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
    monkeypatch.setattr("affray.simulate.batch.SEVERAL", 0.0)
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
    monkeypatch.setattr(Crew, "play", lambda *_: interrupt(_[0]))
    with pytest.raises(KeyboardInterrupt):
        run()


# --- the public name


def test_the_package_can_be_called() -> None:
    found = affray.simulate("duel", n=300, seed=5, plain=True)
    assert facts(found) == facts(run(watch=True))
    assert affray.simulate("duel", rules="tempo", n=5, plain=True, tactics={"orc": "focus"}).ruleset == "tempo"
    with pytest.raises(AffrayError, match="unknown tactic"):
        affray.simulate("duel", tactics={"orc": "hugs"})


def test_the_start_is_moved_on_to_its_first_die() -> None:
    start, _ = CLASSIC.build(DUEL, {})
    ready = plain.before_the_first_die(CLASSIC, start)
    assert (start.phase, start.round, ready.rolled, ready.round, ready.table) == (0, 0, 0, 1, None)
    CLASSIC.step(ready)
    assert ready.rolled == 2, "the initiative of both sides"
