"""Exact odds of whole fights: against arithmetic, against the slow enumeration, against fights that were played."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from agreement import SMALL, compared, differing_from_the_slow_one
from helpers import side, someone, versus

from affray.compiler.kernels.explore import scripted_sum
from affray.compiler.kernels.record import MAX_DRAWS
from affray.exact import exact_chances, fight_odds, graph
from affray.exact.graph import solve
from affray.rules import NAMES, get
from affray.scenario import open_scenario, read
from affray.simulation.chances import Chances

HERE = Path(__file__).parent / "small"
State = tuple[int, int, int, int, int]


def solved(file: Path | str, rules: str | None = None, options: dict[str, str] | None = None) -> Chances:
    encounter, book = open_scenario(file, rules)
    found = exact_chances(encounter, book, options or {})
    assert found is not None
    return found


# --- by hand


def blows(chance: Fraction, sides: int = 6) -> list[tuple[int, Fraction]]:
    """Damage of one attack, and how likely each is."""
    return [(0, 1 - chance), *((n, chance / sides) for n in range(1, sides + 1))]


def test_a_duel_until_the_bell_by_hand() -> None:
    """Both hit armour class 0 with 19 and 20, for 1d6 of 12 hp; who begins is even, as the tied roll again."""
    hit = blows(Fraction(2, 20))
    now = {(12, 12): Fraction(1)}
    won = defaultdict[str, Fraction](Fraction)
    for _ in range(9):
        then = defaultdict[tuple[int, int], Fraction](Fraction)
        for ((mine, yours), chance), (a, p), (b, q), first in product(now.items(), hit, hit, (True, False)):
            weight = chance * p * q / 2
            if first and yours <= a:
                won["party"] += weight
            elif not first and mine <= b:
                won["orc"] += weight
            elif yours <= a:
                won["party"] += weight
            elif mine <= b:
                won["orc"] += weight
            else:
                then[mine - b, yours - a] += weight
        now = then
    found = solved(HERE / "limit.yaml").outcomes
    assert found["party"].share == pytest.approx(float(won["party"]), abs=1e-12)
    assert found["orc"].share == pytest.approx(float(won["orc"]), abs=1e-12)
    assert found["stand-off"].share == pytest.approx(float(sum(now.values())), abs=1e-12)


def test_a_step_with_more_ways_than_are_remembered_by_hand() -> None:
    """Two attacks at 1,200 hp that hit with a natural 20 for 1d1200: one of them kills by itself with 1,200, and both
    together if the second deals at least what the first has left."""
    strong = someone("Giant", thac0=19, damage="1d1200", hp=3)
    fight = read(versus(side(strong), side(someone("Wall", ac=-9, hp=1200, damage="1d1")), rounds=2), "wall.yaml")
    hit, most = Fraction(1, 20), 1200
    one = hit / most
    both = sum(hit / most * hit * Fraction(first + 1, most) for first in range(1, most))
    found = exact_chances(fight, get("classic"), {})
    assert found is not None
    assert found.outcomes["ours"].share == pytest.approx(float(one + (1 - hit) * one + both), abs=1e-12)


def test_three_goblins_who_may_lose_heart_by_hand() -> None:
    """The fighter (8 hp) hits with 13 and more, each goblin (3 hp) with 15 and more, for 1d6. Before their own turn
    they check for the first of them who is dead, and for half of them: 7 or less on 2d6; twice passed is for good."""
    steady = Fraction(sum(1 for a, b in product(range(1, 7), repeat=2) if a + b <= 7), 36)
    won = defaultdict[str, Fraction](Fraction)
    now: dict[State, Fraction] = {
        (8, 3, 3, 0, 0): Fraction(1)
    }  # his hp, how many of them, the hp of the first, checks due, checks passed

    def strike(state: State, chance: Fraction) -> list[tuple[State, Fraction]]:
        hp, many, first, due, passed = state
        led: list[tuple[State, Fraction]] = []
        for damage, p in blows(Fraction(8, 20)):
            dies = damage >= first
            after = (hp, many - 1, 3, due + 1, passed) if dies and many > 1 else (hp, many, first - damage, due, passed)
            if dies and many == 1:
                won["killing"] += chance * p
            elif dies and many == 2:  # the last of three: half of them fell with the second
                led.append(((hp, 1, 3, due + 1, passed), chance * p))
            else:
                led.append((after, chance * p))
        return led

    def answered(state: State, chance: Fraction) -> list[tuple[State, Fraction]]:
        hp, many, first, due, passed = state
        for _ in range(due):
            if passed < 2:
                won["surrender"] += chance * (1 - steady)
                chance, passed = chance * steady, passed + 1
        led = {hp: chance}
        for _ in range(many):
            after = defaultdict[int, Fraction](Fraction)
            for (left, weight), (damage, p) in product(led.items(), blows(Fraction(6, 20))):
                after[left - damage] += weight * p
            won["goblins"] += sum(weight for left, weight in after.items() if left <= 0)
            led = {left: weight for left, weight in after.items() if left > 0}
        return [((left, many, first, 0, passed), weight) for left, weight in led.items()]

    for _ in range(200):
        then = defaultdict[State, float](float)
        for state, chance in now.items():
            for one in strike(state, Fraction(chance) / 2):
                for after, weight in answered(*one):
                    then[after] += float(weight)
            for one in answered(state, Fraction(chance) / 2):
                for after, weight in strike(*one):
                    then[after] += float(weight)
        now = {state: Fraction(weight) for state, weight in then.items() if weight > 1e-15}
    found = solved(HERE / "loses-heart.yaml")
    assert found.outcomes["goblins"].share == pytest.approx(float(won["goblins"]), abs=1e-10)
    assert found.ways["party"]["killing"].share == pytest.approx(float(won["killing"]), abs=1e-10)
    assert found.ways["party"]["surrender"].share == pytest.approx(float(won["surrender"]), abs=1e-10)


def test_who_falls_at_the_same_moment_strikes_back_by_hand() -> None:
    """The tied act together, one round in six. Anna hits with 10 of 20, the goblin with 6, and a hit kills."""
    kills, killed = Fraction(10, 20), Fraction(6, 20)
    tied, first = Fraction(1, 6), Fraction(5, 12)
    text = versus(someone("Anna", ac=4, hp=1, thac0=17), someone("Goblin", ac=6, hp=1, thac0=19))
    found = exact_chances(
        read(text, "tied.yaml", get("classic").names()), get("classic"), {"initiative.tie": "simultaneous"}
    )
    assert found is not None
    both = tied * kills * killed
    ours = tied * kills * (1 - killed) + first * (kills + (1 - killed) * kills)
    still = (1 - kills) * (1 - killed)
    assert found.outcomes["nobody"].share == pytest.approx(float(both / (1 - still)), abs=1e-12)
    assert found.outcomes["ours"].share == pytest.approx(float(ours / (1 - still)), abs=1e-12)


# --- the slow one beside the clever one


@pytest.mark.parametrize("tactic", ["first", "random"])
def test_the_slow_enumeration_gives_the_same(tactic: str) -> None:
    """In fractions, without anything clever: no forgotten rounds, no dead made alike. bench/exact.py has all books."""
    assert list(differing_from_the_slow_one("classic", tactic)) == []


# --- played


@pytest.mark.parametrize("name", ["loses-heart", "archers", "spells", "limit", "whichever"])
def test_fights_agree_with_the_odds(name: str) -> None:
    """The others, and ten million fights each, are in bench/exact.py."""
    found = compared(HERE / f"{name}.yaml", 20_000)
    assert found.agree, found


def test_there_are_a_dozen_of_all_books() -> None:
    books = [open_scenario(file)[1].name for file in SMALL]
    assert len(books) >= 12
    assert set(books) == set(NAMES)


# --- too big


def test_what_is_too_big_is_simulated_and_says_so() -> None:
    encounter, rules = open_scenario("duel", "classic")
    found = fight_odds(encounter, rules, {}, states=10, error=0.05, seed=3)
    assert not found.exact
    assert "can be counted" in found.why
    assert found.as_json()["exact"] is False
    assert found.error <= 0.05
    assert "simulated" in found.text()
    assert found.simulated is not None
    assert found.outcomes == found.simulated.outcomes


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"MAX_WAYS": 30}, "one of its steps can fall in more than 30 ways"),
        ({"STEPS_PER_CALL": 10, "STEPS_PER_STATE": 2}, "it takes more than 200,000 steps, the most that are tried"),
        ({"MAX_BYTES": 2**20}, "room for twice as many would take more than a gigabyte"),
    ],
)
def test_nor_is_anything_counted_for_ever(limits: dict[str, int], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    encounter, rules = open_scenario("brawl", "classic")
    for name, limit in limits.items():
        monkeypatch.setattr(graph, name, limit)
    found = fight_odds(encounter, rules, {}, states=100_000, error=0.05)
    assert not found.exact
    assert why in found.why


def test_a_word_now_and_then_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    encounter, rules = open_scenario("duel", "classic")
    at_once, heard = fight_odds(encounter, rules, {}), list[tuple[int, int]]()
    monkeypatch.setattr(graph, "STEPS_PER_CALL", 10)
    assert fight_odds(encounter, rules, {}, on_progress=lambda states, steps: heard.append((states, steps))) == at_once
    assert heard == sorted(heard)
    assert 0 < heard[0][0] <= heard[-1][0] <= at_once.states
    assert 10 < heard[0][1] < heard[-1][1] < at_once.steps


def test_small_ones_have_fractions() -> None:
    """One round: the fighter wins if he is first and kills with a hit of 8 in 20, for 6 of 1d6; and so on."""
    encounter, rules = open_scenario("duel", "classic")
    found = fight_odds(encounter, rules, {"rounds": "1"})
    kills = Fraction(8, 20) * Fraction(1, 6)  # of 6 hp; the orc can't kill 8 with 1d6
    assert found.fractions == {"fighter": kills, "orc": 0, "nobody": 0, "stand-off": 1 - kills}
    assert found.as_json()["fractions"]["fighter"] == "1/15"
    assert "in fractions: fighter 1/15" in found.text()
    assert fight_odds(encounter, rules, {}).fractions == {}


BROKEN = """
import shlex, sys
import llvmlite.binding as llvm
del llvm.create_pass_builder
from affray.cli import main
for command in sys.argv[1:]:
    main(shlex.split(command), standalone_mode=False)
"""


def test_every_command_goes_on_where_llvmlite_has_changed(tmp_path: Path) -> None:
    """With one accurate message, and exact odds are simulated."""
    balance = "balance duel --vary orc.count=1..2 --target 'fighter wins 0.4' --budget 200"
    commands = ["odds duel --error 0.05", "sim duel -n 50", balance]
    environment = {**os.environ, "AFFRAY_CACHE": str(tmp_path), "AFFRAY_WARM": "off"}
    done = subprocess.run(
        [sys.executable, "-c", BROKEN, *commands], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("create_pass_builder") == 1
    assert "counting needs compiled rules, which are not available" in done.stdout
    assert "(plain)" in done.stdout


def test_both_name_outcomes_alike() -> None:
    encounter, rules = open_scenario("duel", "classic")
    one, other = fight_odds(encounter, rules, {}), fight_odds(encounter, rules, {}, states=10, error=0.05)
    assert one.as_json()["outcomes"].keys() == other.as_json()["outcomes"].keys()
    assert one.as_json()["exact"] is True


def test_marks_of_one_who_will_not_wake_are_not_told_apart() -> None:
    """Which ability a death save costs decides nothing while the fight lasts: fewer states, and the same chances."""
    book, alone = get("vanguard"), (HERE / "vanguard-heart.yaml").read_text()
    two = read(alone.replace("Fighter: {", "Fighter: {count: 2, "), "two.yaml", book.names())
    start, roster = book.build(two, {})
    merged = solve(book, start, roster.sides)
    apart = solve(replace(book, lasting_fields=()), start, roster.sides)
    assert merged.states < apart.states
    for name, one in apart.chances.outcomes.items():
        assert merged.chances.outcomes[name].share == pytest.approx(one.share, abs=1e-12)
    for mine, other in zip(merged.marks, apart.marks, strict=True):
        assert mine == pytest.approx(other, abs=1e-12)


def test_states_stay_row_by_row_when_they_are_widened() -> None:
    """NumPy may join columns in another order, and the kernel would then read one state's words as another's."""
    book = get("procedure")
    encounter, _ = open_scenario("orcs", "procedure")
    explorer = graph.Explorer(book, [book.build(encounter, {})[0]], budget=10)
    for new, width in ((1, 1), (2, 3)):
        explorer.plan.found[:new] = True
        explorer.widen()
        assert explorer.graph.states.shape[1] == width
        assert explorer.graph.states.flags.c_contiguous


def test_a_score_that_has_given_its_place_is_forgotten() -> None:
    """fourfold rolls once a fight: after the first step that rolls, it counts who is first, not by how much."""
    encounter, book = open_scenario(HERE / "fourfold-heart.yaml")
    f, _ = book.build(encounter, {})
    while not f.fourfold.initiative_rolled:
        book.step(f)
    assert {side.score for side in f.side} == {0}
    assert {side.turn for side in f.side} == set(range(f.sides))


def test_a_sum_of_more_dice_than_a_number_holds_is_too_much() -> None:
    """30d6 has more ways than 64 bits: the step counts as too deep, and the fight is simulated."""
    f = SimpleNamespace(made=0, script=[0] * MAX_DRAWS, faces=[0] * MAX_DRAWS, weight=1.0)
    assert scripted_sum(f, 6, 20) == 20
    assert (f.made, f.weight) == (1, pytest.approx(6.0**-20))
    scripted_sum(f, 6, 30)
    assert f.made > MAX_DRAWS
