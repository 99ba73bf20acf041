"""Many fights: the same whatever the threads and blocks, with or without numba, and what they come to."""

from __future__ import annotations

import sys
from threading import Event

import pytest

from affray.dice import fight_key
from affray.rules import get
from affray.scenario import load
from affray.simulate import batch, plain
from affray.simulate.batch import Blocks, play_all, simulate
from affray.simulate.result import Result, Tally, outcomes, rounds, share
from affray.state import NOBODY_LEFT, STAND_OFF, clone

CLASSIC = get("classic")
DUEL = load("duel")


def run(**changes: object) -> Result:
    asked = {"options": {}, "seed": 5, "n": 300, "plain": True} | changes
    return simulate(DUEL, CLASSIC, **asked)  # type: ignore[arg-type]


def facts(result: Result) -> tuple[object, ...]:
    return result.outcomes, result.rounds, result.dice, result.checksum


def test_the_json_has_its_fields_and_no_others() -> None:
    said = run(options={"initiative.tie": "simultaneous"}).as_json()
    expected = "ruleset options seed fights outcomes rounds checksum fights_per_second engine"
    assert list(said) == expected.split()
    assert list(said["outcomes"]) == ["fighter", "orc", "nobody", "stand-off"]
    assert all(list(outcome) == ["share", "low", "high"] for outcome in said["outcomes"].values())
    assert (said["ruleset"], said["seed"], said["fights"], said["engine"]) == ("classic", 5, 300, "plain")
    assert said["options"] == {"initiative.tie": "simultaneous"}
    assert sum(outcome["share"] for outcome in said["outcomes"].values()) == pytest.approx(1)
    assert len(said["checksum"]) == 16


def test_the_text_says_who_wins_how_often() -> None:
    text = run().text()
    assert "300 fights, classic, seed 5" in text
    assert "fighter" in text
    assert "checksum" in text


def test_parts_add_up() -> None:
    """The checksum of all fights is the sum of those of any parts."""
    whole, parts = run(), [run(n=120), run(first=120, n=180)]
    assert int(whole.checksum, 16) == sum(int(part.checksum, 16) for part in parts) % 2**64
    assert whole.dice == sum(part.dice for part in parts)


def test_another_seed_gives_other_fights() -> None:
    assert run(seed=6).checksum != run().checksum


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
    one = run(plain=False, n=5_000)
    assert facts(run(plain=False, n=5_000, threads=3)) == facts(one)
    monkeypatch.setattr(batch, "SHORT", 0.0)  # blocks of one fight
    assert facts(run(plain=False, n=5_000, threads=2)) == facts(one)
    assert facts(run(n=5_000)) == facts(one)


def test_without_numba_the_plain_rules_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    for module in ("affray.simulate.compiled", "affray.simulate.fast"):
        monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.delattr(f"{module}", raising=False)
    batch.tell_how_to_get_it.cache_clear()
    first, second = run(plain=False), run(plain=False)
    assert (first.engine, first.checksum) == ("plain", run().checksum)
    assert facts(first) == facts(second)
    assert capsys.readouterr().err.count("pip install 'affray[sim]'") == 1


# --- stopping


class Stub:
    """Plays nothing, until it is told to fail."""

    def __init__(self, error: BaseException | None, waits_for: Event) -> None:
        self.error, self.event, self.blocks = error, waits_for, 0

    def play(self, first: int, count: int) -> None:
        self.blocks += 1
        if self.error:
            self.event.set()
            raise self.error
        assert self.event.wait(10)

    def total(self) -> Tally:
        return Tally(1)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError()])
def test_who_stops_one_stops_all(error: BaseException) -> None:
    failed = Event()
    players = [Stub(error, failed), Stub(None, failed)]
    blocks = Blocks(0, 10**12)
    with pytest.raises(type(error)):
        play_all(players, blocks)
    assert blocks.take(1)[1] == 0
    assert blocks.at < 10**12


def test_blocks_hand_out_each_fight_once() -> None:
    blocks = Blocks(100, 10)
    assert [blocks.take(4) for _ in range(4)] == [(100, 4), (104, 4), (108, 2), (110, 0)]


# --- what they come to


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [  # worked out by the formula in its other form: the roots of (p - x)² = z² x (1 - x) / n
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (5, 10, 0.2365931, 0.7634069),
        (1, 1000, 0.0001765, 0.0056426),
    ],
)
def test_the_interval_is_wilsons(times: int, of: int, low: float, high: float) -> None:
    found = share(times, of)
    assert found.share == times / of
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-6)
    z2 = 1.959963984540054**2
    for root in (found.low, found.high):
        if 0 < root < 1:
            assert (times / of - root) ** 2 == pytest.approx(z2 * root * (1 - root) / of)


def test_rounds_are_told_by_their_quantiles() -> None:
    histogram = [0, 10, 30, 40, 15, 5]
    assert rounds(histogram) == {
        "mean": 2.75,
        "least": 1,
        "5%": 1,
        "25%": 2,
        "median": 3,
        "75%": 3,
        "95%": 4,
        "most": 5,
    }


def test_every_end_has_its_name() -> None:
    tally = Tally(3)
    for winner, times in ((0, 4), (1, 3), (NOBODY_LEFT, 2), (STAND_OFF, 1)):
        tally.ends[winner - STAND_OFF][2] += times
    shares = {name: outcome.share for name, outcome in outcomes(tally, ("party", "orcs"), 10).items()}
    assert shares == {"party": 0.4, "orcs": 0.3, "nobody": 0.2, "stand-off": 0.1}
    assert tally.histogram == [0, 0, 10, 0]


def test_the_start_is_moved_on_to_its_first_die() -> None:
    start, _ = CLASSIC.build(DUEL, {})
    ready = plain.before_the_first_die(CLASSIC, start)
    assert (start.phase, start.round, ready.rolled, ready.round) == (0, 0, 0, 1)
    CLASSIC.step(ready)
    assert ready.rolled == 2, "the initiative of both sides"
