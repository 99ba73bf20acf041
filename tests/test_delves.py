"""Adventuring days: what is carried from fight to fight, rests by each book, and that many days are the days alone."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from math import sqrt
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
import yaml

import affray
from affray.delves.blocks import CompiledDays, DayPlans
from affray.delves.conditions import Standing, read_condition
from affray.delves.day import Day, FightEntry, RestEntry, plain_player, play_day
from affray.delves.model import Delve, RestStep, fight_seed
from affray.delves.reader import delve_schema, examples, open_delve, read_delve, text_of
from affray.delves.result import DelveResult
from affray.delves.run import run_days
from affray.delves.studies import compare_delves, sweep_delves
from affray.delves.tally import PlainDays
from affray.engine.encounter import Member
from affray.errors import AffrayError, ScenarioError, Wrong
from affray.exact import odds
from affray.party.aftermath import AFTER_CONDITIONS, AFTER_FIELDS, after_fight, aftermath
from affray.play.start import start_fight
from affray.rules import NAMES, get
from affray.rules.book import Book

SMALL = """
title: A small day
party:
  members:
    - Anna: {class: fighter, level: 2, gear: [chain mail, sword, 2 oil flask], hp: 12}
    - Odo: {class: cleric, level: 2, gear: [mace, healing potion], spells: [cure light wounds], hp: 7}
    - Mira: {class: magic-user, level: 2, gear: [dagger], spells: [sleep, magic missile], hp: 5}
    - Hob: {class: fighter, retainer: 7, gear: [leather, spear]}
rest when: hp below 70% or spells below 2
go home when: dead at least 3
rests: 2
rest: {days: 1}
day:
  - fight: Gate
    distance: 40
    sides: {goblins: [3 goblin]}
  - fight: Hall
    distance: contact
    sides: {orcs: [2 orc]}
    reinforcements: [{side: orcs, members: [1 orc], chance: 1 in 2}]
    joins: [{Bo: {class: fighter, retainer: 8, gear: [sword], hp: 6}}]
  - rest: {days: 2, sleep: false}
    when: lowest hp below 60%
  - fight: Crypt
    distance: contact
    when: not rested or fights at least 1
    chance: 5 in 6
    sides: {dead: [{monster: wight}, 2 skeleton]}
"""


@cache
def small(book: str) -> tuple[Delve, Book]:
    return open_delve(SMALL, book)


def one_day(text: str, book: str = "classic", number: int = 0, seed: int = 1) -> Day:
    delve, rules = open_delve(text, book)
    return play_day(Day(delve, rules, {}, seed, number), plain_player(rules, {}))


def fights_of(day: Day) -> Iterator[FightEntry]:
    return (entry for entry in day.entries if isinstance(entry, FightEntry))


# --- plain and compiled: two ways through a day, which meet in every sum


@pytest.mark.parametrize("book", NAMES)
def test_many_days_come_to_the_same_compiled_and_plain(book: str) -> None:
    delve, rules = small(book)
    plain, compiled = PlainDays(delve, rules, {}, 4), CompiledDays(DayPlans(delve, rules, {}, 4))
    plain.play(0, 30)
    compiled.play(0, 17)
    compiled.play(17, 13)  # whatever the blocks
    assert compiled.total() == plain.total()
    layout = plain.layout
    assert sum(layout.rows(plain.total().sums, "died")), "somebody died"
    assert sum(layout.rows(plain.total().sums, "used")), "something was used"
    assert layout.rows(plain.total().sums, "reinforced", 1)[0] not in (0, 30), "a chance came true, and did not"


@pytest.mark.parametrize("book", NAMES)
def test_a_day_is_a_chain_of_fights_that_can_be_played_alone(book: str) -> None:
    delve, rules = small(book)
    for number in range(4):
        day = Day(delve, rules, {}, 4, number)
        standing: dict[str, Member] = {}
        while (fight := day.next_fight()) is not None:
            for member in fight.encounter.sides[0].members:
                before = standing.get(member.name, member)
                assert (member.hp, member.spells, member.gear) == (before.hp, before.spells, before.gear)
            play = start_fight(rules, fight.encounter, fight_seed(4, fight.step.number), number, {}, (), False)
            entry = day.fought(fight, plain_player(rules, {})(fight))
            left = {one.member.name: one.member for one in aftermath(play) if one.member.name in names_of(delve)}
            assert {one.name: replace(one, xp=0) for one in entry.after.values()} == {
                name: replace(member, xp=0) for name, member in left.items()
            }
            earned = {one.name: entry.xp[place] for place, one in entry.after.items()}
            assert earned == {name: left[name].xp for name in earned}
            day.decide("press on")
            standing = {one.name: one for one in day.members.values()}
            if day.at == 2:
                standing = {}  # a rest of the file comes between


def names_of(delve: Delve) -> set[str]:
    return {member.name for member in delve.party.members}


# --- chances: against exact odds

TINY = """
title: Two doors
party: [{Anna: {class: fighter, gear: [sword], hp: 1}}]
day:
  - {fight: First, distance: contact, sides: {orcs: [{monster: goblin, hp: 1}]}}
  - {fight: Second, distance: contact, sides: {orcs: [{monster: orc, hp: 1}]}}
"""


def test_the_chances_of_two_fights_multiply() -> None:
    delve, book = open_delve(TINY)
    first, second = (
        odds(step.encounter, rules=book).chances.outcomes["party"].share for step in delve.fights
    )  # whoever wins with one hit point has lost none
    days = 15_000
    result = run_days(delve, book, {}, 7, days)
    wanted = first * second
    assert 0.1 < wanted < 0.9
    assert abs(result.gets_through.share - wanted) < 4 * sqrt(wanted * (1 - wanted) / days)
    assert result.steps[0].won is not None
    assert abs(result.steps[0].won.share - first) < 4 * sqrt(0.25 / days)
    assert result.steps[1].reached.share == result.steps[0].won.share
    assert sum(one.share for one in result.ends.values()) == pytest.approx(1)


def test_the_xp_of_a_day_is_that_of_its_fights() -> None:
    text = """
title: Sure wins
party: [{Anna: {class: fighter, gear: [sword], hp: 400}}, {Bo: {class: fighter, retainer: 8, gear: [sword], hp: 400}}]
day:
  - {fight: One, distance: contact, sides: {orcs: [3 orc]}}
  - {fight: Two, distance: contact, sides: {ogres: [ogre]}}
"""
    day = one_day(text)
    # affray.xp: an orc (1 hit die) is worth 10, an ogre (4+1) 125; a retainer's share counts half
    assert [sum(award.total for award in entry.awards) for entry in fights_of(day)] == [30, 125]
    assert [entry.xp for entry in fights_of(day)] == [{0: 20, 1: 10}, {0: 83, 1: 41}]
    result = affray.delve(text, n=40, seed=3)
    assert (result.xp.mean, result.gets_through.share) == (154.0, 1.0)
    assert {one.name: one.xp for one in result.members} == {"Anna": 103.0, "Bo": 51.0}


# --- rests, by each book

HURT = Member(name="Anna", cls="fighter", level=3, hp=3, max_hp=20, spells=(), spent=("sleep",))


def rested(book: str, member: Member, days: int) -> Member:
    delve, rules = open_delve(TINY, book)
    day = Day(delve, rules, {}, 1, 0)
    day.members[0] = member
    step = RestStep(0, replace(delve.rest, days=days))
    return day.rest(step, step.rest, chosen=False).after[0]


@pytest.mark.parametrize(
    ("book", "hp"),
    [
        ("classic", 3),  # says nothing of rest
        ("procedure", 3),
        ("vanguard", 5),  # vanguard.rest.heal: 1 hp a day with sleep
        ("tempo", 20),  # tempo.recovery: a night's sleep gives all hp back
        ("fourfold", None),
    ],
)
def test_a_rest_is_that_of_the_book(book: str, hp: int | None) -> None:
    after = rested(book, HURT, 2)
    assert hp is None or after.hp == hp
    assert isinstance(after.hp, int)
    assert after.hp >= 3
    assert (after.spells, after.spent) == (("sleep",), ())  # affray.spells.spent, in every book


def test_a_short_rest_brings_no_spells_back() -> None:
    after = rested("tempo", HURT, 0)
    assert isinstance(after.hp, int)
    assert 4 <= after.hp <= 9
    assert after.spells == ()


def test_who_is_out_can_come_back_after_a_rest() -> None:
    out = replace(HURT, hp=0, fate="out")
    assert rested("vanguard", out, 1).fate == "out"  # vanguard.death.aftermath: 1d4 + 1 days of care, at least two
    assert rested("vanguard", out, 5).fate == ""
    assert rested("vanguard", replace(out, fate="dead"), 5).fate == "dead"


def test_what_rests_do_has_dice_of_its_own() -> None:
    found = {rested_on(number) for number in range(12)}
    assert len(found) > 2
    assert found <= set(range(4, 10))


def rested_on(number: int) -> Any:
    delve, rules = open_delve(TINY, "tempo")
    day = Day(delve, rules, {}, 1, number)
    day.members[0] = HURT
    step = RestStep(0, replace(delve.rest, days=0))
    return day.rest(step, step.rest, chosen=False).after[0].hp


# --- what is decided


def test_conditions_and_a_function_decide_alike() -> None:
    def policy(now: Any) -> str:
        if now["dead"] >= 3:
            return "go home"
        return "rest" if now.hp < 0.7 or now["spells"] < 2 else "press on"

    delve, book = small("classic")
    by_file, by_function = (run_days(each, book, {}, 4, 30) for each in (delve, replace(delve, policy=policy)))
    assert by_file.checksum == by_function.checksum
    assert by_file.ends == by_function.ends
    plain = run_days(replace(delve, policy=policy), book, {}, 4, 30, plain=True)
    assert plain.checksum == by_file.checksum


def test_a_function_that_says_something_else_is_refused() -> None:
    with pytest.raises(AffrayError, match=r"unknown choice of the policy 'retsed'|did you mean 'rest'"):
        affray.delve(SMALL, n=3, plain=True, policy=lambda now: "retsed")


def stands(**changed: Any) -> Standing:
    numbers = {"standing": 3, "dead": 1, "out": 0, "spells": 2, "fights": 2, "rests": 1, "xp": 120, "sleep": 1}
    given = {"hp": 12, "full_hp": 40, "each": [(2, 10, True), (10, 20, True), (0, 10, False)], "full_spells": 8}
    return Standing(**{**given, "numbers": numbers, "rested": False, **changed})


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("hp below 31%", True),
        ("hp below 30%", False),  # 12 of 40 are 30%
        ("hp at most 30%", True),
        ("lowest hp below 20%", False),  # whoever can't fight does not count
        ("lowest hp at most 20%", True),
        ("lowest hp above 19%", True),
        ("lowest hp exactly 20%", True),
        ("dead at least 1 and spells below 2", False),
        ("dead at least 1 and spells below 3", True),
        ("dead at least 2 or sleep at least 1", True),
        ("spells at most 25%", True),
        ("not rested", True),
        ("rested or xp above 119", True),
        ("never", False),
    ],
)
def test_conditions_compare_as_they_say(text: str, holds: bool) -> None:
    assert bool(read_condition(text, ["sleep"]).holds(stands())) is holds


@pytest.mark.parametrize(
    ("text", "words", "at"),
    [
        ("hp under 50%", "below, above, at least, at most, exactly", 0),
        ("dead at least 2 or deat below 5", "did you mean 'dead'", 19),
        ("dead below 50%", "is no share", 0),
        ("rested below 2", "holds or does not", 0),
    ],
)
def test_a_condition_says_where_it_is_wrong(text: str, words: str, at: int) -> None:
    with pytest.raises(Wrong, match=words) as wrong:
        read_condition(text)
    assert wrong.value.at == at


# --- files


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("monster: wight", "monster: wigt", "27:30", "did you mean 'wight'"),
        ("class: cleric", "class: clerik", "5:20", "did you mean 'cleric'"),
        ("chance: 1 in 2", "chance: 3 in 2", "19:61", "more than none, and at most all"),
        ("rest when: hp below", "rest when: hp blow", "8:12", "is no condition"),
        ("  - fight: Gate", "  - figt: Gate", "13:5", "begins with `fight` or `rest`"),
        ("sides: {goblins: [3 goblin]}", "sides: {party: [3 goblin]}", "15:12", "the party is added"),
        ("rests: 2", "rests: many", "10:8", "a whole number from 0 to 32"),
        ("side: orcs, members", "side: orks, members", "19:29", "did you mean 'orcs'"),
        ("- Hob: {class: fighter, retainer: 7", "- 1d4 man: {class: fighter, retainer: 7", "7:7", "a fixed number"),
        ("distance: 40", "distence: 40", "14:5", "unknown key 'distence'"),
    ],
)
def test_a_mistake_is_shown_in_its_place(old: str, new: str, place: str, words: str) -> None:
    assert old in SMALL
    with pytest.raises(ScenarioError) as error:
        read_delve(SMALL.lstrip("\n").replace(old, new, 1), "day.yaml")
    told = [str(mistake) for mistake in error.value.mistakes]
    assert any(line.startswith(f"day.yaml:{place}: ") and words in line for line in told), told


def test_all_mistakes_are_told_at_once() -> None:
    wrong = SMALL.replace("rests: 2", "rests: many").replace("wight", "wigt").replace("class: cleric", "class: clerik")
    with pytest.raises(ScenarioError) as error:
        read_delve(wrong)
    assert len(error.value.mistakes) == 3


@pytest.mark.parametrize("name", list(examples()))
@pytest.mark.parametrize("book", NAMES)
def test_the_examples_can_be_fought_under_every_book(name: str, book: str) -> None:
    delve, rules = open_delve(name, book)
    day = play_day(Day(delve, rules, {}, 2, 0), plain_player(rules, {}))
    assert day.end
    assert day.fights
    jsonschema.validate(yaml.safe_load(text_of(name)), delve_schema(get(book).names()))


def test_a_party_file_and_other_scenarios_are_read(tmp_path: Any) -> None:
    (tmp_path / "lanterns.yaml").write_text(
        "party: Lanterns\nmembers: [{name: Anna, class: fighter, gear: [sword], hp: 9}, {name: Bo, class: cleric, "
        "fate: dead, hp: 0}]\n"
    )
    (tmp_path / "day.yaml").write_text(
        "party: lanterns.yaml\nday:\n  - {fight: A, sides: {orcs: [orc]}}\n  - {fight: B, scenario: orcs}\n"
    )
    delve, _ = open_delve(tmp_path / "day.yaml")
    assert [member.name for member in delve.party.members] == ["Anna"]
    assert [side.name for side in delve.fights[1].encounter.sides] == ["party", "orcs"]
    assert len(delve.fights[1].encounter.sides[1].members) == 2
    (tmp_path / "lanterns.yaml").write_text("party: Lanterns\nmembers: [{name: Anna, class: figter, hp: 9}]\n")
    with pytest.raises(ScenarioError, match=r"lanterns\.yaml:2:\d+: .*did you mean 'fighter'"):
        open_delve(tmp_path / "day.yaml")


# --- what an aftermath may read: else two states that differ would count as one


@pytest.mark.parametrize("book", NAMES)
def test_an_aftermath_reads_what_is_declared(book: str) -> None:
    rules = get(book)
    declared = {path.split(".")[0] for path in (*AFTER_FIELDS, *rules.after_fields)}
    delve, _ = small(book)
    for number in range(3):
        day = play_day(Day(delve, rules, {}, 4, number), plain_player(rules, {}))
        for entry in fights_of(day):
            roster, began, now = entry.outcome
            for place, n in zip(entry.before, range(len(entry.before)), strict=True):
                spy = Spy(now.who[n])
                watched: Any = SimpleNamespace(who={n: spy}, arms=now.arms)
                found, _ = after_fight(rules, began, watched, n, entry.before[place], roster.arms)
                assert found == entry.after[place]
                assert spy.read <= declared
                other = replace(now.who[n], conditions=now.who[n].conditions ^ ~AFTER_CONDITIONS & (1 << 40) - 1)
                flipped: Any = SimpleNamespace(who={n: other}, arms=now.arms)
                assert after_fight(rules, began, flipped, n, entry.before[place], roster.arms)[0] == found


class Spy:
    """A combatant that notes which of its fields are read."""

    def __init__(self, who: Any) -> None:
        self.who, self.read = who, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.who, name)


# --- results, studies and executors


def result_of_small() -> DelveResult:
    delve, book = small("classic")
    return run_days(delve, book, {}, 4, 40)


def test_an_executor_gives_the_same() -> None:
    delve, book = small("classic")
    with ThreadPoolExecutor(2) as pool:
        elsewhere = run_days(delve, book, {}, 4, 40, 2, executor=pool)
    assert elsewhere.checksum == result_of_small().checksum
    assert elsewhere.as_json()["steps"] == result_of_small().as_json()["steps"]


def test_a_result_shows_itself() -> None:
    result = result_of_small()
    assert repr(result).startswith("<DelveResult: A small day, 40 days, classic: gets through ")
    assert "Who dies where" in str(result)
    assert "<svg" in result._repr_html_()
    assert "<table>" in result._repr_html_()
    rows = list(result.rows())
    assert len(rows) == 40
    assert sum(row["xp"] for row in rows) / 40 == pytest.approx(result.xp.mean)
    assert sum(row["end"] == "through" for row in rows) / 40 == result.gets_through.share
    deaths = sum(step.deaths for step in result.steps)
    joined = sum(one.survives.share for one in result.members)
    assert deaths == pytest.approx(sum(share["share"] for share in result.deaths()))
    assert joined <= len(result.members) - deaths + 1  # who never joined is not alive in it


def test_ctrl_c_tells_what_there_is_so_far() -> None:
    delve, book = small("classic")

    told = list[int]()

    def stop(progress: Any) -> None:
        told.append(progress.done)
        if progress.done >= 3 and len([done for done in told if done >= 3]) == 1:
            raise KeyboardInterrupt

    result = run_days(delve, book, {}, 4, 10_000, plain=True, follow=stop)
    assert not result.complete
    assert 3 <= result.days < 10_000
    assert sum(one.share for one in result.ends.values()) == pytest.approx(1)
    assert "stopped early" in str(result)
    again = run_days(delve, book, {}, 4, result.days, plain=True)
    assert again.checksum == result.checksum


def test_one_more_rest_is_compared_with_none() -> None:
    found = compare_delves(SMALL, n=10, plain=True, seed=2)
    assert [one.name for one in found.variants] == ["as it is", "rest after 1 Gate", "rest after 2 Hall"]
    assert found.variants[1].result.rests > found.variants[0].result.rests
    assert found.variants[0].through is None
    assert found.variants[1].through is not None


def test_values_of_the_day_are_varied() -> None:
    found = sweep_delves(SMALL, ["2.orc.count=1,4", "Anna.hp=1,30"], n=6, plain=True)
    assert [one.name for one in found.variants] == [
        f"2.orc.count={many}, Anna.hp={hp}" for many in (1, 4) for hp in (1, 30)
    ]  # fmt: skip
    members = [one.result.asked.delve.party.members[0].hp for one in found.variants]
    assert members == [1, 30, 1, 30]
    with pytest.raises(AffrayError, match="did you mean 'rests'"):
        sweep_delves(SMALL, ["rest=1"], n=5)


def test_rests_are_told_with_their_step() -> None:
    entries = [entry for number in range(8) for entry in one_day(SMALL, number=number, seed=4).entries]
    rests = [entry for entry in entries if isinstance(entry, RestEntry)]
    assert {entry.chosen for entry in rests} == {True, False}
    assert all(entry.step.number == 2 for entry in rests if not entry.chosen)
