"""Which value gives the wanted chance: the two on either side of it, by arithmetic done another way."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from math import inf

import pytest
from click.testing import CliRunner

from affray.cli import main
from affray.errors import AffrayError
from affray.scenario import load
from affray.simulation.chances import Mean, wilson_share
from affray.studies import balance as studied
from affray.studies.balance import (
    Search,
    Trial,
    against_the_trend,
    balance,
    bracket,
    confidence,
    fight_counts,
    normal_tail,
    parse_target,
    steps,
    trial_of,
)

FORGETS_EXACT = pytest.mark.usefixtures("no_exact")


@pytest.fixture
def no_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studied, "exact_chances", lambda *_: None)


@cache
def wins(his: int, its: int) -> float:
    """The chance that the fighter of the duel wins with so many hp, from the start of a round: he hits on 13, it on 15,
    a blow does 1d6, and each goes first in half of the rounds. Where both miss there is another round."""
    if his <= 0 or its <= 0:
        return float(his > 0)
    blows = [(0.0, 0)] + [(1 / 6, harm) for harm in range(1, 7)]
    total = 0.0
    for ours, harm in [(0.6, 0), *((0.4 * p, d) for p, d in blows[1:])]:
        for theirs, hurt in [(0.7, 0), *((0.3 * p, d) for p, d in blows[1:])]:
            if harm == hurt == 0:
                continue
            he_first = wins(his - (hurt if its > harm else 0), its - harm)
            it_first = wins(his - hurt, its - (harm if his > hurt else 0))
            total += ours * theirs * (he_first + it_first) / 2
    return total / (1 - 0.6 * 0.7)


def test_the_arithmetic_is_right_where_one_blow_decides() -> None:
    assert wins(1, 1) == pytest.approx(0.34 / 0.58)


@FORGETS_EXACT
@pytest.mark.parametrize(("vary", "goal"), [("orc.hp", 0.713), ("orc.hp=2,5,11,17", 0.84)])
def test_the_neighbours_are_those_of_arithmetic(vary: str, goal: float) -> None:
    found = balance("duel", vary, f"fighter wins {goal}", plain=True)
    values = list(range(1, 31)) if vary == "orc.hp" else [2, 5, 11, 17]
    last = max(value for value in values if wins(8, value) > goal)
    after = values[values.index(last) + 1]
    assert found.below is not None
    assert found.above is not None
    assert (found.below.value, found.above.value) == (str(last), str(after))
    assert found.best.value == str(min((last, after), key=lambda value: abs(wins(8, value) - goal)))
    assert (found.met, found.clear, found.monotone, found.complete) == (True, True, True, True)
    assert found.confidence > 0.998
    for one in found.tried:
        error = (wins(8, int(one.value)) * (1 - wins(8, int(one.value))) / one.fights) ** 0.5
        assert abs(one.got - wins(8, int(one.value))) < 5 * error


@FORGETS_EXACT
def test_a_bound_is_met_on_its_own_side() -> None:
    """Of two that lie on either side, the one that keeps it; though the other may be nearer."""
    goal = 1 - wins(8, 11) - 0.08
    assert goal - (1 - wins(8, 5)) > 0.1
    for text, best in ((f"tpk <= {goal:.4f}", "5"), (f"fighter all die >= {goal:.4f}", "11")):
        found = balance("duel", "orc.hp=2,5,11,17", text, plain=True)
        assert (found.best.value, found.met) == (best, True)


@FORGETS_EXACT
def test_what_can_not_be_met_says_the_best() -> None:
    found = balance("duel", "orc.hp=1..4", "fighter wins 0.1", plain=True)
    assert (found.met, found.below, found.above, found.best.value) == (False, None, None, "4")
    assert "can't be met: the best is Orc.hp 4" in found.text()
    done = CliRunner().invoke(
        main, ["balance", "duel", "--vary", "orc.hp=1..4", "--target", "fighter wins 0.1", "--plain", "--json"]
    )
    assert done.exit_code == 2
    assert json.loads(done.stdout)["met"] is False
    assert "can't be met" in done.stderr


@FORGETS_EXACT
def test_a_budget_that_is_used_up_is_said() -> None:
    """The target is the very chance at one value: no number of fights would tell."""
    found = balance("duel", "orc.hp=5..7", f"fighter wins {wins(8, 6):.6f}", plain=True, budget=2000)
    unclear = {one.value: one.fights for one in found.tried if not one.clear}
    assert unclear["6"] == 2000
    assert not found.clear
    assert found.confidence < 0.9
    assert "Orc.hp 6 is not clear of the target after 2,000 fights; a larger budget may tell." in found.text()


def test_exact_odds_are_taken_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    from affray.compiler.kernels.counting import WAYS_TO_WIN
    from affray.engine.state import MOST_SIDES, STAND_OFF
    from affray.simulation.chances import chances_of, exact_measure

    def exact(encounter: object, book: object, options: object) -> object:
        its = encounter.sides[1].members[0].hp  # type: ignore[attr-defined]
        ends = [0.0] * ((MOST_SIDES - STAND_OFF) * len(WAYS_TO_WIN) * 2)
        for side, weight in ((0, wins(8, its)), (1, 1 - wins(8, its))):
            ends[(side - STAND_OFF) * len(WAYS_TO_WIN) * 2 + 1] = weight
        return chances_of(ends, [0.0] * 6, [0.0] * 2, ("fighter", "orc"), exact_measure(1e-12))

    monkeypatch.setattr(studied, "exact_chances", exact)
    found = balance("duel", "orc.hp", "fighter wins 0.5")
    assert found.below is not None
    assert wins(8, int(found.below.value)) > 0.5 > wins(8, int(found.below.value) + 1)
    assert all(one.exact for one in found.tried)
    assert found.confidence == 1
    assert "All of these are exact." in found.text()


@FORGETS_EXACT
def test_ctrl_c_tells_what_is_known(tmp_path: object) -> None:
    words = ["balance", "duel", "--vary", "orc.hp=1..40", "--target", "fighter wins 0.4444", "--plain"]
    run = subprocess.Popen(
        [sys.executable, "-c", STOPS_ITSELF, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    out, error = run.communicate(timeout=120)
    assert run.returncode == 130, error
    assert "Traceback" not in error
    assert "Stopped early; the results so far are above." in error
    assert "Orc.hp 1: fighter wins" in out


STOPS_ITSELF = """
import os, signal, sys
from affray.studies import balance as studied
look = studied.Scale.look
def stopped(self, at):
    if at not in (0, 39):
        os.kill(os.getpid(), signal.SIGINT)
    return look(self, at)
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs tests in the background ignores it
studied.Scale.look, studied.exact = stopped, lambda *_: None
sys.argv[0] = "affray"
from affray.__main__ import run
run()
"""


# --- targets


def test_targets_are_read_as_people_write_them() -> None:
    duel = load("duel")
    for text, wanted in {
        "fighter wins 0.7": ("wins", "fighter", "=", 0.7),
        "Fighter  wins = 70%": ("wins", "fighter", "=", 0.7),
        "party wins .5": ("wins", "fighter", "=", 0.5),
        "tpk<=0.05": ("all die", "fighter", "<=", 0.05),
        "orc all die ≥ 5 %": ("all die", "orc", ">=", 0.05),
        "orc none dies 1": ("none dies", "orc", "=", 1.0),
        "rounds <= 6": ("rounds", "", "<=", 6.0),
    }.items():
        found = parse_target(text, duel)
        assert (found.what, found.side, found.sign, found.wanted) == wanted


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "is no target"),
        ("fighter wins", "is no target"),
        ("fighter wins 1.5", "can't be; expected a number from 0 to 1"),
        ("fighter wins 170%", "can't be"),
        ("figther wins 0.5", "did you mean 'fighter'"),
        ("fighter sleeps 0.5", "can't be measured"),
        ("rounds 5000", "from 0 to 1000"),
    ],
)
def test_nonsense_targets_are_refused(text: str, word: str) -> None:
    with pytest.raises(AffrayError, match=word):
        balance("duel", "orc.hp", text)


@pytest.mark.parametrize(
    ("vary", "word"),
    [
        ("orc.hp=5", "one value alone"),
        ("distance=contact,30", "'contact' is no number"),
        ("orc.hq", "did you mean 'hd'|unknown number"),
        ("orc.hp=0..4", "Orc.hp=0: hp: found '0'"),
    ],
)
def test_nonsense_to_vary_is_refused(vary: str, word: str) -> None:
    with pytest.raises(AffrayError, match=word):
        balance("duel", vary, "fighter wins 0.5")
    with pytest.raises(AffrayError, match="a budget of 0 fights"):
        balance("duel", "orc.hp", "fighter wins 0.5", budget=0)


# --- searching


def found_by(line: Callable[[int], float], wanted: float, run: Callable[[Search], object]) -> Search:
    search = Search(lambda at: Trial(at, str(at), line(at), line(at), line(at), wanted, 0, 0, inf))
    run(search)
    return search


def sides(pair: tuple[Trial, Trial] | None) -> Sequence[int] | None:
    return None if pair is None else (pair[0].at, pair[1].at)


@pytest.mark.parametrize("crossing", [1, 2, 17, 99])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("start", [1, 6, 100])
def test_the_crossing_is_found_from_anywhere(crossing: int, sign: int, start: int) -> None:
    def line(at: int) -> float:
        return sign * (at - crossing - 0.5)

    inside = found_by(line, 0, lambda search: search.between(1, 100))
    assert sides(bracket(inside.tried)) == (crossing, crossing + 1)

    def climb(search: Search) -> None:
        up, down = (steps(start, way, lambda at: 1 <= at <= 100) for way in (1, -1))
        search.from_here(start, up, down)

    outward = found_by(line, 0, climb)
    assert sides(bracket(outward.tried)) == (crossing, crossing + 1)
    assert len(outward.found) <= 18  # twice the doublings, and the halvings


def test_steps_double_and_end_with_the_last_that_is_allowed() -> None:
    assert list(steps(6, 1, lambda at: at <= 30)) == [7, 8, 10, 14, 22, 30]
    assert list(steps(6, -1, lambda at: at >= 1)) == [5, 4, 2, 1]
    assert list(steps(6, 1, lambda at: at <= 6)) == []


def test_what_does_not_only_fall_is_seen() -> None:
    heights = {1: 0.9, 2: 0.3, 3: 0.7, 4: 0.1}
    search = found_by(lambda at: heights[at], 0.5, lambda search: [search[at] for at in heights])
    pair = against_the_trend(search.tried)
    assert pair is not None
    assert sides(pair) == (2, 3)
    falling = found_by(lambda at: -at, 0.5, lambda search: [search[at] for at in range(5)])
    assert against_the_trend(falling.tried) is None


def test_looks_are_at_fixed_counts() -> None:
    assert list(fight_counts(30_000)) == [1000, 2000, 5000, 10_000, 20_000, 30_000]
    assert list(fight_counts(10)) == [10]


def test_confidence_is_the_normal_tail() -> None:
    assert normal_tail(1.959963984540054) == pytest.approx(0.025)
    one = trial_of(0, "a", wilson_share(600, 1000), 0.5, 1000, 3)  # 0.1 / sqrt(0.25 / 1000) standard errors
    assert one.errors == pytest.approx(40**0.5)
    assert confidence([one]) == pytest.approx(1 - 3 * normal_tail(40**0.5))
    unclear = trial_of(0, "a", wilson_share(510, 1000), 0.5, 1000, 1)
    assert (one.clear, unclear.clear) == (True, False)
    rounds = trial_of(0, "a", Mean(6.5, 6.5 - 0.196, 6.5 + 0.196), 6.0, 1000, 1)
    assert rounds.errors == pytest.approx(5, abs=0.001)
