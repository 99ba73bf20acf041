"""What is counted of many fights, against the same fights told one by one; and the tables and texts made of it."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from math import sqrt

import pytest

import affray
from affray.engine import events as E
from affray.engine.clauses import CLAUSES
from affray.engine.vocabulary import DEAD, FALLEN, FLED, SURRENDERED
from affray.log import Event
from affray.play.session import Play
from affray.rules import books
from affray.simulation.result import Fighter, Result

FIGHTS = 30
SEED = 4
EXAMPLES = {"orcs": "classic", "crypt": "classic", "king": "tempo", "brawl": "fourfold"}


@cache
def result(example: str) -> Result:
    return affray.simulate(example, rules=EXAMPLES[example], n=FIGHTS, seed=SEED, plain=True)


@cache
def told(example: str) -> list[Play]:
    return [affray.start(example, rules=EXAMPLES[example], seed=SEED, number=n) for n in range(FIGHTS)]


def events(play: Play) -> list[Event]:
    return play._stepper.recorder.events


each_example = pytest.mark.parametrize("example", EXAMPLES)


@each_example
def test_who_wins_and_who_lives(example: str) -> None:
    won = Counter(play.winner for play in told(example))
    assert {name: round(one.share * FIGHTS) for name, one in result(example).outcomes.items() if one.share} == won
    for side in told(example)[0].state.side:
        name = told(example)[0].roster.sides[side.id]
        dead = [sum(c.conditions >> DEAD & 1 for c in p.state.who if c.side == side.id) for p in told(example)]
        there = [p.state.side[side.id].size for p in told(example)]
        chances = result(example).chances
        assert round(chances.none_dies[name].share * FIGHTS) == dead.count(0)
        assert round(chances.all_die[name].share * FIGHTS) == sum(d == n for d, n in zip(dead, there, strict=True))


@each_example
def test_what_becomes_of_each(example: str) -> None:
    for number, fighter in enumerate(result(example).fighters):
        ends = [play.state.who[number] for play in told(example)]
        assert round(fighter.dies.share * FIGHTS) == sum(c.conditions >> DEAD & 1 for c in ends)
        assert round(fighter.fled.share * FIGHTS) == sum(c.conditions >> FLED & 1 for c in ends)
        assert round(fighter.surrendered.share * FIGHTS) == sum(c.conditions >> SURRENDERED & 1 for c in ends)
        assert_mean(fighter, "hp", [max(0, c.hp) for c in ends])


def assert_mean(fighter: Fighter, name: str, values: list[int]) -> None:
    """The mean, and the interval from the values themselves."""
    found, middle = getattr(fighter, name), sum(values) / len(values)
    around = 1.959963984540054 * sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))
    assert [found.mean, found.low, found.high] == pytest.approx([middle, middle - around, middle + around]), name


@each_example
def test_what_each_does(example: str) -> None:
    logs = [events(play) for play in told(example)]
    for number, fighter in enumerate(result(example).fighters):

        def times(kind: int, number: int = number) -> list[int]:
            return [sum(e.kind == kind and e.who == number for e in log) for log in logs]

        assert_mean(fighter, "hits", times(E.HIT))
        assert_mean(fighter, "misses", times(E.MISS))
        harm = [[e for e in log if e.kind == E.DAMAGE] for log in logs]
        assert_mean(fighter, "taken", [sum(e.value for e in log if e.other == number) for log in harm])
        dealt = [sum(e.value for e in log if e.who == number and e.other != number) for log in harm]
        assert_mean(fighter, "dealt", dealt)
        kills = [[e for e in log if e.kind == E.DEAD and e.who == number and e.other != number] for log in logs]
        assert_mean(fighter, "kills", list(map(len, kills)))


def test_morale_checks_are_those_of_the_log() -> None:
    """By what the log says in words: "holds" or not."""
    logs = [events(play) for play in told("orcs")]
    checks = [
        [e for e in log if e.kind == E.CHECK and ".morale" in CLAUSES[e.clause].id and e.value > 0] for log in logs
    ]
    total = sum(f.morale_passed.mean + f.morale_failed.mean for f in result("orcs").fighters) * FIGHTS
    assert round(total) == sum(map(len, checks)) > 0
    failed = sum(f.morale_failed.mean for f in result("orcs").fighters) * FIGHTS
    assert round(failed) == sum(e.value > e.was for log in checks for e in log) > 0


def test_spells_that_are_lost_are_counted() -> None:
    """Nothing else is ever lost under the classic book; under procedure a place in a charge is lost too."""
    found = affray.simulate("king", n=20, seed=1, plain=True)
    logs = [events(affray.start("king", seed=1, number=number)) for number in range(20)]
    for number, fighter in enumerate(found.fighters):
        assert_mean(fighter, "spells_lost", [sum(e.kind == E.LOST and e.who == number for e in log) for log in logs])
    assert sum(fighter.spells_lost.mean for fighter in found.fighters) > 0


@each_example
def test_damage_of_each_to_each_is_what_each_dealt(example: str) -> None:
    found = result(example)
    for fighter in found.fighters:
        to_others = sum(n for to, n in found.flow.get(fighter.name, {}).items() if to != fighter.name)
        assert to_others == pytest.approx(fighter.dealt.mean)
        assert sum(row.get(fighter.name, 0) for row in found.flow.values()) == pytest.approx(fighter.taken.mean)


@each_example
def test_who_stands_round_by_round(example: str) -> None:
    found, plays = result(example), told(example)
    for number, (name, line) in enumerate(found.standing.items()):
        assert name == found.fighters[number].name
        assert len(line) == found.rounds.most + 1
        assert all(0 <= share <= 1 for share in line)
        assert round(line[-1] * FIGHTS) == sum(play.state.who[number].conditions & FALLEN == 0 for play in plays)
    for side, band in found.bands.items():
        own = [c.id for c in plays[0].state.who if plays[0].roster.sides[c.side] == side]
        left = sorted(share_left(play, own) for play in plays)
        assert len(band) == found.rounds.most + 1
        assert all(list(line) == sorted(line) for line in band)
        median = left[(FIGHTS - 1) // 2]
        assert band[-1][2] - 0.05 < median <= band[-1][2] + 1e-9 or median == band[-1][2] == 0


def share_left(play: Play, own: list[int]) -> float:
    who = play.state.who
    return sum(max(0, who[n].hp) for n in own if who[n].conditions & FALLEN == 0) / sum(who[n].max_hp for n in own)


@pytest.mark.parametrize("name", books())
def test_every_book_is_counted(name: str) -> None:
    found = affray.simulate("orcs", rules=name, n=20, plain=True)
    for what in ("hits", "misses", "dealt", "taken", "morale_passed", "morale_failed"):
        assert sum(row[what] for row in found.combatants) > 0, what


# --- what it says


def test_the_json_has_its_fields_and_no_others() -> None:
    found = affray.simulate("duel", n=50, seed=5, plain=True, options={"initiative.tie": "simultaneous"})
    said = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert " ".join(said) == (
        "scenario title ruleset options tactics seed first fights complete error party exact outcomes all_die "
        "none_dies survivors rounds combatants flow standing bands dice checksum fights_per_second engine version"
    )
    assert (said["ruleset"], said["seed"], said["fights"], said["engine"]) == ("classic", 5, 50, "plain")
    assert (said["exact"], said["complete"]) == (False, True)
    assert said["options"] == {"initiative.tie": "simultaneous"}
    assert sum(outcome["share"] for outcome in said["outcomes"].values()) == pytest.approx(1)
    assert len(said["checksum"]) == 16


def test_without_watching_there_are_the_chances_alone() -> None:
    found = affray.simulate("duel", n=50, seed=5, plain=True, watch=False)
    assert (found.fighters, found.flow, found.standing, found.bands) == ((), {}, {}, {})
    assert "combatants" not in found.as_json()
    assert "fighter" in found.text()


def test_one_fight_makes_sound_json() -> None:
    found = affray.simulate("duel", n=1, plain=True)
    json.dumps(found.as_json(), allow_nan=False)
    assert found.text()


def test_the_text_says_who_wins_how_often() -> None:
    text = result("orcs").text()
    assert f"{FIGHTS} fights, classic, seed {SEED}" in text
    for said in (
        "party",
        "all of party die",
        "none of party dies",
        "Orc 5",
        "█",
        "checksum",
        "fights a second (plain)",
    ):
        assert said in text


def test_tables_are_rows_of_words_and_numbers() -> None:
    found = result("orcs")
    assert [row["name"] for row in found.combatants] == list(told("orcs")[0].roster.who)
    assert all(isinstance(value, str | float) for row in found.combatants for value in row.values())
    assert sum(row["share"] for row in found.ends if not row["way"]) == pytest.approx(1)
    assert sum(row["share"] for row in found.durations) == pytest.approx(1)
    assert {"by", "to", "damage"} == set(found.damage[0])


def test_a_notebook_shows_it() -> None:
    shown = result("orcs")._repr_html_()
    assert shown.count("<table>") == 2
    assert "Orcs at the ford" in shown


def test_any_fight_of_them_can_be_told() -> None:
    for number in (0, 17):
        assert result("orcs").replay(number).log.text() == told("orcs")[number].log.text()
