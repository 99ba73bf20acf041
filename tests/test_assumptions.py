"""What a kernel assumes of a fight: whatever it is, and however wrong, the fights are those of the plain rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers import side, someone, versus

from affray.compiler.kernels import building
from affray.compiler.kernels import cache as disk
from affray.compiler.kernels.assumptions import (
    GENERAL,
    RECORDS,
    VARYING,
    Assumptions,
    Change,
    absent_fields,
    assumptions_hold,
    book_fields,
    list_name,
    observed_changes,
)
from affray.compiler.kernels.building import LIGHT, TALLYING, assumptions, kernel, known_assumptions
from affray.engine.state import NOBODY, Act, Combatant, Fight, Side, clone
from affray.exact import graph
from affray.exact.graph import solve
from affray.rules import get
from affray.rules.book import Book
from affray.scenario import load, read, read_options
from affray.simulation import plain
from affray.simulation.batch import simulate
from affray.simulation.compiled import MAX_BROKEN, CompiledPlayer
from affray.simulation.plain import Tally

CLASSIC = get("classic")
FREE: Change = ("Fight", "surprise_round")  # changes in some of these fights, and not in others
LATE: Change = ("Combatant", "morale_passed")  # ... after many blows
SEED = 11
FIGHTS = 150


@pytest.fixture(scope="module", autouse=True)
def _apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is learned here is nothing for others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AFFRAY_CACHE", str(tmp_path_factory.mktemp("kernels")))
        disk.folder.cache_clear()
        patch.setattr(building, "_known", {})
        yield
    disk.folder.cache_clear()


@cache
def ready(book: str, example: str) -> Fight:
    rules = get(book)
    return plain.advance_to_first_die(rules, rules.build(load(example, rules.names()), {})[0])


@cache
def by_the_plain_rules(book: str, example: str, watch: bool) -> Tally:
    one = plain.PlainPlayer(get(book), ready(book, example), SEED, watch)
    one.play(0, FIGHTS)
    return one.total()


def by_a_kernel(book: str, example: str, watch: bool, assumed: Assumptions) -> CompiledPlayer:
    """In parts, so that what is learned from some comes to bear on the next."""
    one = CompiledPlayer(get(book), ready(book, example), SEED, watch, assumed)
    for first, count in ((0, 1), (1, 69), (70, FIGHTS - 70)):
        one.play(first, count)
    return one


def unless_changed(assumed: Assumptions, *changes: Change) -> Assumptions:
    """Those of a fight in which these fields would not change."""
    return assumed.without(observed_changes(CLASSIC, ready("classic", "orcs")) - set(changes))


# --- which there are


def test_what_has_the_value_of_something_absent_for_everyone_is_assumed() -> None:
    f = clone(ready("classic", "duel"))
    found = absent_fields(CLASSIC, f)
    assert {("Combatant", "caster", 0), ("Combatant", "current_spell", NOBODY), ("Combatant", "in_fight", 1)} <= set(
        found.constants
    )
    assert found.options == tuple(f.rules)
    f.who[1].caster, f.who[0].current_spell, f.who[1].in_fight = True, 2, False
    names = {one[:2] for one in absent_fields(CLASSIC, f).constants}
    assert names.isdisjoint({("Combatant", "caster"), ("Combatant", "current_spell"), ("Combatant", "in_fight")})


def test_numbers_of_what_is_there_are_not() -> None:
    """But for those that a record has by default."""
    found = absent_fields(CLASSIC, ready("classic", "duel")).constants
    numbers = [one for one in found if one[2] not in (0, 1, NOBODY) and "[" not in one[1]]
    assert numbers == [one for one in numbers if getattr(RECORDS[one[0]](), one[1]) == one[2]]
    assert {one[1] for one in found}.isdisjoint({*VARYING, "max_hp", "ac"})


def test_of_a_list_each_item_is_that_all_have_alike() -> None:
    f = clone(ready("classic", "duel"))
    assert absent_fields(CLASSIC, f).of("Combatant")["ends_at"] == 0
    f.who[1].ends_at[3] = 7
    found = absent_fields(CLASSIC, f)
    assert "ends_at" not in found.of("Combatant")
    assert found.varying_items("Combatant")["ends_at"] == [3]
    assert {("Combatant", "ends_at[2]", 0), ("Combatant", "ends_at[4]", 0)} <= set(found.constants)


def test_the_items_of_a_list_are_one_number() -> None:
    """Weapons without a limit have NOBODY left, and so have empty slots; a limit is another number."""
    f = clone(ready("classic", "duel"))
    for who in f.who:
        who.kit_left = [NOBODY, 3, 0, NOBODY, NOBODY, NOBODY, 0, 2]
    found = absent_fields(CLASSIC, f)
    assert found.lists("Combatant")["kit_left"] == (NOBODY, [1, 2, 6, 7])


def test_what_is_known_of_a_list_goes_with_it() -> None:
    f = clone(ready("classic", "duel"))
    left = absent_fields(CLASSIC, f).without([("Combatant", "ends_at")])
    assert "ends_at" not in left.lists("Combatant")
    one = absent_fields(CLASSIC, f).without([("Combatant", "ends_at[7]")])
    assert one.varying_items("Combatant")["ends_at"] == [7]


@pytest.mark.parametrize("book", ["classic", "fourfold"])
def test_what_no_rule_of_the_book_reads_is_not(book: str) -> None:
    found = absent_fields(get(book), ready(book, "duel"))
    assert {list_name(field) for _, field, _ in found.constants} <= book_fields(get(book)).mentioned
    assert len(found.constants) > 100


def test_they_hold_as_long_as_nothing_is_otherwise() -> None:
    start = ready("classic", "duel")
    assumed = absent_fields(CLASSIC, start)
    other = clone(start)
    assert assumptions_hold(assumed, CLASSIC, other)
    other.who[0].current_spell = 3
    assert not assumptions_hold(assumed, CLASSIC, other)
    assert assumptions_hold(assumed.without([("Combatant", "current_spell")]), CLASSIC, other)
    assert assumptions_hold(GENERAL, CLASSIC, other)


def test_they_hold_under_the_same_options_alone() -> None:
    start, assumed = clone(ready("classic", "duel")), absent_fields(CLASSIC, ready("classic", "duel"))
    start.rules = [*start.rules[:-1], start.rules[-1] + 1]
    assert not assumptions_hold(assumed, CLASSIC, start)
    assert assumptions_hold(replace(assumed, options=()), CLASSIC, start)


def test_fewer_are_left_without_some() -> None:
    assumed = Assumptions((("Act", "at", -1), ("Act", "by", -1), ("Side", "at", 0)), (1, 2))
    left = assumed.without([("Act", "at"), ("Side", "by")])
    assert left == Assumptions((("Act", "by", -1), ("Side", "at", 0)), (1, 2))
    assert (left.of("Act"), left.of("Side"), left.of("Fight")) == ({"by": -1}, {"at": 0}, {})
    assert len({assumed.digest, left.digest, replace(left, options=()).digest, GENERAL.digest}) == 4


# --- what changes


def changes_by(step: Any) -> set[Change]:
    """What such a step changes; not that the key of the dice needs many bits."""
    found = observed_changes(replace(CLASSIC, step=step), ready("classic", "orcs"))
    return {(record, name) for record, name in found if not name.startswith("key>")}


def test_every_change_is_seen() -> None:
    """Of a field, of an item of a list, in every record; also one that is undone at once."""

    def step(f: Fight) -> None:
        f.who[2].moved += 1
        f.who[3].ends_at[2] = 9
        f.who[1].hand, f.who[1].hand = f.who[1].hand + 1, f.who[1].hand
        f.side[1].surprised = True
        f.act.at = 0
        f.winner = 1

    expected = {("Combatant", "moved"), ("Combatant", "ends_at[2]"), ("Combatant", "hand"), ("Side", "surprised")}
    assert changes_by(step) == expected | {("Fight.act", "at"), ("Fight", "winner"), ("Fight", "key")}


def test_the_same_value_again_is_no_change() -> None:
    def step(f: Fight) -> None:
        f.who[2].moved = f.who[2].moved
        f.who[3].ends_at[2] += 0
        f.winner = 1

    assert changes_by(step) == {("Fight", "winner"), ("Fight", "key")}


def test_numbers_that_need_more_bits_are_seen() -> None:
    def step(f: Fight) -> None:
        f.who[2].moved = 128
        f.who[1].morale_passed = 127
        f.who[3].ends_at[2] = -40_000
        f.winner = 1

    limits = {name for _, name in changes_by(step) if ">" in name}
    assert limits == {"moved>8", "ends_at>8", "ends_at>16"}


def test_whoever_is_observed_fights_as_ever_and_the_start_is_left_alone() -> None:
    start = ready("classic", "orcs")
    before = clone(start)
    assert ("Combatant", "hp") in observed_changes(CLASSIC, start)
    assert start == before
    assert [type(each) for each in (start, start.who[0], start.side[0], start.act)] == [Fight, Combatant, Side, Act]
    assert type(start.who[0].ends_at) is list


# --- however wrong they are


@pytest.mark.parametrize("watch", [True, False], ids=["watched", "light"])
@pytest.mark.parametrize(("book", "example"), [("classic", "orcs"), ("tempo", "orcs")])
def test_what_was_observed_changes_no_fight(book: str, example: str, watch: bool) -> None:
    assumed = assumptions(get(book), ready(book, example))
    player = by_a_kernel(book, example, watch, assumed)
    assert player.assumed == assumed != GENERAL
    assert player.total() == by_the_plain_rules(book, example, watch)


@pytest.mark.parametrize("watch", [True, False], ids=["watched", "light"])
@pytest.mark.parametrize(("book", "example"), [("classic", "duel"), ("fourfold", "orcs")])
def test_nor_does_it_that_nothing_is_assumed_to_change(book: str, example: str, watch: bool) -> None:
    """Every fight breaks that, again and again, until it is dropped."""
    every = absent_fields(get(book), ready(book, example))
    player = by_a_kernel(book, example, watch, every)
    assert player.total() == by_the_plain_rules(book, example, watch)
    assert player.others is not None
    assert player.others.total().fights > MAX_BROKEN
    assert len(player.assumed.constants) < len(every.constants)


@pytest.mark.parametrize("watch", [True, False], ids=["watched", "light"])
@pytest.mark.parametrize("example", ["orcs", "king"])
def test_nor_do_those_of_another_fight(example: str, watch: bool) -> None:
    """What a duel leaves alone, as far as it is so where this fight begins."""
    duel, here = assumptions(CLASSIC, ready("classic", "duel")), absent_fields(CLASSIC, ready("classic", example))
    common = Assumptions(tuple(one for one in duel.constants if one in here.constants), duel.options)
    player = by_a_kernel("classic", example, watch, common)
    assert player.total() == by_the_plain_rules("classic", example, watch)
    assert player.others is not None, "some fight broke one of them"


def test_those_that_don_t_even_hold_at_the_start_are_not_used() -> None:
    player = by_a_kernel("classic", "orcs", True, assumptions(CLASSIC, ready("classic", "duel")))
    assert (player.assumed, player.others) == (GENERAL, None)
    assert player.total() == by_the_plain_rules("classic", "orcs", True)


@pytest.mark.parametrize("general", [True, False])
@pytest.mark.parametrize("change", [FREE, LATE])
def test_whether_the_general_kernel_is_there_changes_nothing(
    change: Change, general: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who plays the fights that break an assumption, before anybody is hit or after: it, or the plain rules."""
    monkeypatch.setattr("affray.simulation.compiled.is_ready", lambda *_: general)
    player = by_a_kernel(
        "classic", "orcs", True, unless_changed(absent_fields(CLASSIC, ready("classic", "orcs")), change)
    )
    assert isinstance(player.others, CompiledPlayer if general else plain.PlainPlayer)
    assert 0 < player.others.total().fights < FIGHTS
    assert player.total() == by_the_plain_rules("classic", "orcs", True)


# --- one fight by itself


@pytest.mark.parametrize("watch", [True, False], ids=["watched", "light"])
def test_one_fight_is_told_right_whether_or_not_it_breaks_one(watch: bool) -> None:
    start = ready("classic", "orcs")
    compiled = CompiledPlayer(CLASSIC, start, SEED, watch, unless_changed(absent_fields(CLASSIC, start), FREE))
    slow, broken = plain.PlainPlayer(CLASSIC, start, SEED, watch), list[bool]()
    for number in range(40):
        before = compiled.broken.total()
        assert compiled.play_one(number) == slow.play_one(number)
        broken.append(compiled.broken.total() > before)
    assert 5 < sum(broken) < 35
    assert set(compiled.broken) == {FREE}


def test_what_was_played_before_is_forgotten_on_demand() -> None:
    start = ready("classic", "orcs")
    player = by_a_kernel("classic", "orcs", True, unless_changed(absent_fields(CLASSIC, start), FREE))
    assert player.others is not None
    player.reset()
    assert player.total() == CompiledPlayer(CLASSIC, start, SEED).total()
    player.play(0, FIGHTS)
    assert player.total() == by_the_plain_rules("classic", "orcs", True)


# --- what is learned


def test_what_breaks_often_is_dropped_and_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For this player, for the next one, and for the next process."""
    monkeypatch.setattr(disk, "folder", lambda: tmp_path)
    tmp_path.chmod(0o700)
    start = ready("classic", "orcs")
    assumed = unless_changed(absent_fields(CLASSIC, start), FREE)
    monkeypatch.setattr(building, "_known", {})
    learned = building.learn(CLASSIC, start, observed_changes(CLASSIC, start) - {FREE})
    assert learned == assumed
    player = by_a_kernel("classic", "orcs", False, assumed)
    expected = assumed.without([FREE])
    assert player.assumed == expected != assumed
    assert not player.broken
    assert known_assumptions(CLASSIC, start) == expected
    monkeypatch.setattr(building, "_known", {})
    assert known_assumptions(CLASSIC, start) == expected, "from the disk"


def test_what_breaks_now_and_then_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.simulation.compiled.MAX_BROKEN", FIGHTS)
    assumed = unless_changed(absent_fields(CLASSIC, ready("classic", "orcs")), FREE)
    player = by_a_kernel("classic", "orcs", False, assumed)
    assert player.assumed == assumed
    assert player.broken[FREE] > MAX_BROKEN
    assert player.total() == by_the_plain_rules("classic", "orcs", False)


def test_nobody_is_observed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    start = ready("classic", "duel")
    found = assumptions(CLASSIC, start)
    monkeypatch.setattr(building, "observed_changes", pytest.fail)
    assert assumptions(CLASSIC, start) == found
    monkeypatch.setattr(building, "_known", {})
    assert assumptions(CLASSIC, start) == found
    assert known_assumptions(CLASSIC, fight(CLASSIC, 5, 6, 2, monster="ogre")) is None


# --- options


@pytest.mark.parametrize("options", [{}, {"initiative.tie": "simultaneous"}, {"initiative.individual": "on"}])
def test_options_are_constants_of_their_own_kernel(options: Mapping[str, str]) -> None:
    found = [simulate(load("orcs"), CLASSIC, options, 3, 100, plain=slow, wait=not slow) for slow in (False, True)]
    assert [one.engine for one in found] == ["compiled", "plain"]
    assert found[0].checksum == found[1].checksum
    start = plain.advance_to_first_die(CLASSIC, CLASSIC.build(load("orcs"), read_options(CLASSIC, options))[0])
    assumed, usual = assumptions(CLASSIC, start), assumptions(CLASSIC, ready("classic", "orcs"))
    assert assumed.options == tuple(start.rules)
    assert (assumed.digest == usual.digest) == (not options)


# --- who shares a kernel


def fight(book: Book, hp: int, ac: int, count: int, **more: Any) -> Fight:
    foes = someone("Goblin", hp=hp + 1, ac=ac - 1, count=count)
    text = versus(side(someone("Anna", hp=hp, ac=ac, **more)), side(foes))
    start, _ = book.build(read(text, "shared.yaml", book.names()), {})
    return plain.advance_to_first_die(book, start)


@pytest.mark.parametrize("name", ["classic", "vanguard"])
def test_fights_that_differ_in_numbers_alone_share_one(name: str) -> None:
    book = get(name)
    one, other = fight(book, 5, 6, 2), fight(book, 11, 4, 5)
    assert one.n != other.n
    assert assumptions(book, one).digest == assumptions(book, other).digest
    for kind in (LIGHT, TALLYING):
        assert kernel(book, kind, assumptions(book, one)) is kernel(book, kind, assumptions(book, other))
    for start in (one, other):
        compiled, slow = (
            CompiledPlayer(book, start, 2, assumed=assumptions(book, one)),
            plain.PlainPlayer(book, start, 2),
        )
        for player in (compiled, slow):
            player.play(0, 60)
        assert compiled.total() == slow.total()
        assert compiled.assumed == assumptions(book, one)


def test_one_with_something_more_has_its_own() -> None:
    bare, caster = fight(CLASSIC, 5, 6, 2), fight(CLASSIC, 5, 6, 2, cls="magic-user", spells=["sleep"])
    assert absent_fields(CLASSIC, bare).digest != absent_fields(CLASSIC, caster).digest
    assert not assumptions_hold(absent_fields(CLASSIC, bare), CLASSIC, caster)


# --- exact odds


def test_exact_odds_are_the_same_however_wrong_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    start = fight(CLASSIC, 2, 5, 2)
    sides = ("one", "other")
    monkeypatch.setattr(graph, "shared_assumptions", lambda *_: GENERAL)
    general = solve(CLASSIC, start, sides)
    monkeypatch.undo()
    told, known = list[Change](), list[Change]()
    monkeypatch.setattr(graph, "learn", lambda book, f, changes: told.extend(changes))
    monkeypatch.setattr(graph, "assumptions", lambda book, f: absent_fields(book, f).without(known))
    for _ in range(9):
        known = list(told)
        assert solve(CLASSIC, start, sides) == general
        if told == known:
            break
    assert known, "the first way broke one of them"
    assert told == known, "what was learned is enough in the end"
