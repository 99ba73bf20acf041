"""Equal combatants as one in exact odds: the same chances from fewer states, and only where nobody asks who is who."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, replace
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from agreement import differing_from_the_slow_one
from helpers import Group, side, someone, versus

from affray import houserules
from affray.compiler.kernels.assumptions import GENERAL
from affray.compiler.kernels.explore import HALVES, line_up
from affray.compiler.kernels.plan import PLAN, addresses, flat
from affray.compiler.kernels.players import WORDS, records_of
from affray.compiler.kernels.record import SCRIPT, record
from affray.compiler.machine import Library, object_code
from affray.compiler.program import Program
from affray.engine.conditions import BURNING, HELD
from affray.engine.state import NAMED, NOBODY, Combatant, Fight, untouched
from affray.odds.equals import equals
from affray.odds.graph import Explorer
from affray.odds.solving import Solved, solve
from affray.rules import get
from affray.rules.book import Book
from affray.rules.classic import clauses as C
from affray.rules.classic.conditions import die
from affray.scenario import read
from affray.scenario.opening import read_options
from affray.simulation.plain import before_the_first_die

CLASSIC = get("classic")


def goblins(count: int | str = 3, **keys: Any) -> Group:
    return someone("Goblin", count=count, **{"ac": 6, "hp": 3, "morale": 7, **keys})


def rats(count: int) -> Group:
    return someone("Rat", count=count, ac=8, hp=1, damage="1d2")


def anna(**keys: Any) -> Group:
    return someone("Anna", **{"ac": 4, "hp": 4, "thac0": 17, **keys})


def fight(ours: list[Group], theirs: list[Group], tactic: str = "random", **keys: Any) -> str:
    """In contact, without a way out; ours by this tactic, theirs by `first`."""
    return versus(side(*ours, tactic=tactic), side(*theirs), **keys)


def begun(text: str, book: Book = CLASSIC, options: dict[str, str] | None = None) -> tuple[Fight, tuple[str, ...]]:
    start, roster = book.build(read(text, "equals.yaml", book.names()), read_options(book, options or {}))
    return start, roster.sides


def assert_same(merged: Solved, apart: Solved) -> None:
    """Everything that is told, of each combatant too."""
    for name, one in apart.chances.outcomes.items():
        assert merged.chances.outcomes[name].share == pytest.approx(one.share, abs=1e-12)
    for n, one in apart.chances.rounds.distribution.items():
        assert merged.chances.rounds.distribution[n].share == pytest.approx(one.share, abs=1e-12)
    for mine, other in zip(merged.marks, apart.marks, strict=True):
        assert mine == pytest.approx(other, abs=1e-12)


EACH_AND_TOGETHER = {"initiative.individual": "on", "initiative.tie": "simultaneous"}
SCENES: dict[str, tuple[str, dict[str, str]]] = {
    "one against three": (fight([anna()], [goblins()]), {}),
    "two against two": (fight([anna(), someone("Bert", hp=2)], [goblins(2)]), {}),
    "equals on both sides": (
        versus(side(anna(count=2, hp=3), tactic="random"), side(goblins(2), tactic="random")),
        {},
    ),
    "another between them": (fight([anna(hp=2)], [goblins(2), someone("Wolf", hp=1), rats(2)]), {}),
    "hit points are rolled": (fight([anna()], [someone("Kobold", monster="kobold", count=2)]), {}),
    "each has an initiative": (fight([anna(hp=2)], [goblins(2, hp=2)]), {"initiative.individual": "on"}),
    "all at the same time": (fight([anna()], [goblins()]), {"initiative.tie": "simultaneous"}),
    "some at the same time": (fight([anna(hp=1)], [goblins(2, hp=1)]), EACH_AND_TOGETHER),
    "slow weapons": (
        fight([anna(gear=["two-handed sword"]), someone("Bert", hp=2)], [goblins(2, gear=["pole arm"])]),
        {},
    ),
    "two blows a round": (fight([anna(hp=7)], [goblins(2, attacks=2, damage="1d2")]), {}),
}


@pytest.mark.parametrize("scene", SCENES)
def test_the_chances_are_the_same_from_fewer_states(scene: str) -> None:
    text, options = SCENES[scene]
    start, sides = begun(text, CLASSIC, options)
    merged, apart = solve(CLASSIC, start, sides), solve(replace(CLASSIC, impartial=()), start, sides)
    assert_same(merged, apart)
    assert merged.states < apart.states


def test_so_they_are_in_vanguard() -> None:
    """The other books that say so are in bench/merging.py."""
    book = get("vanguard")
    start, sides = begun(fight([anna()], [goblins(2, hp=2)]), book)
    merged, apart = solve(book, start, sides), solve(replace(book, impartial=()), start, sides)
    assert_same(merged, apart)
    assert merged.states < apart.states


def test_the_slow_enumeration_gives_the_same() -> None:
    """In fractions, every one of the equals for itself."""
    assert list(differing_from_the_slow_one("classic", "random")) == []


def test_three_are_a_third_of_the_states_and_less() -> None:
    """Six orders of three with different wounds, three of them where one is hurt: most states have more than one."""
    start, sides = begun(SCENES["one against three"][0])
    merged, apart = solve(CLASSIC, start, sides), solve(replace(CLASSIC, impartial=()), start, sides)
    assert 3 * merged.states < apart.states


# --- who may change places


def found(text: str, book: Book = CLASSIC, change: Callable[[Fight], None] = lambda f: None) -> list[tuple[int, ...]]:
    f = untouched(before_the_first_die(book, begun(text, book)[0]))
    change(f)
    state = record(book, f)
    return [tuple(run) for run in equals(book, [f], state.dtype, state.view(np.uint64)[np.newaxis]).runs.tolist()]


def test_neighbours_in_the_list_who_are_equal() -> None:
    assert found(fight([anna()], [goblins()])) == [(1, 4)]
    assert found(fight([anna()], [goblins(2), rats(2), someone("Wolf")])) == [(1, 3), (3, 5)]


@pytest.mark.parametrize(
    "text",
    [
        fight([anna()], [goblins()], tactic="first"),
        fight([anna()], [goblins()], tactic="strongest"),
        fight([anna(), someone("Bert", tactic="first")], [goblins()]),
        fight([anna()], [goblins(tactic="cautious")]),
        fight([anna()], [goblins()], distance=30),
        fight([anna()], [goblins(), someone("Mage", cls="magic-user", spells=["sleep"])]),
        fight([anna(gear=["healing potion"])], [goblins()]),
        fight([anna()], [goblins(), someone("Troll", monster="troll")]),
        versus(side(anna(), tactic="random"), side(goblins(), way_out=True)),
        versus(side(anna(), tactic="random", way_out=True), side(goblins())),
        fight([anna()], [goblins(count="1d3")]),
        fight([anna()], [goblins(gear=["short bow"])]),
        fight([anna(gear=["sword", "dagger"])], [goblins()]),
        fight([anna()], [goblins(gear=["sword", "silver dagger"])]),
        fight([someone("Rat", monster="giant rat")], [goblins()]),
        fight([anna()], [someone("Stirge", monster="stirge", count=3)]),
        fight([someone("Bear", monster="owl bear")], [goblins()]),
        fight([anna()], [goblins()], width=5),
    ],
    ids="list strongest one-by-list cautious distance magic potion regenerates they-leave we-leave rolled-number "
    "arrows two-weapons other-weapons disease stirges hug passage".split(),
)
def test_nobody_where_it_may_matter_who_it_is(text: str) -> None:
    assert found(text) == []


def test_nor_where_one_is_hurt_already() -> None:
    def hurt(f: Fight) -> None:
        f.who[1].hp = 1

    assert found(fight([anna()], [goblins()]), change=hurt) == [(2, 4)]


@pytest.mark.parametrize("book", ["tempo", "fourfold"])
def test_nor_where_scores_or_reactions_look_at_wounds(book: str) -> None:
    assert get(book).impartial == ()
    assert found(fight([anna()], [goblins()]), get(book)) == []


def test_nor_with_a_rule_of_another_book() -> None:
    """The base's promise is of its own rules; an option keeps it."""

    def laid(name: str) -> Book:
        return houserules.apply(CLASSIC, [houserules.load(name)])

    assert found(fight([anna()], [goblins()]), laid("own-dice")) == [(1, 4)]
    assert found(fight([anna()], [goblins()]), laid("three-books")) == []


# --- how they change places


@cache
def compiled_line_up() -> Callable[..., int]:
    """As the kernel of exact odds calls it."""
    records = records_of(CLASSIC, SCRIPT, GENERAL)
    types = (records[Fight], WORDS, HALVES, PLAN)
    program = Program(records, CLASSIC.instead, [line_up])
    program.export(line_up, types)
    assert program.errors == []
    return Library(object_code(str(program.module))).function(line_up.__name__, types)


def lined_up(change: Callable[[Fight], None]) -> Any:
    """Anna and four goblins after this, and after it was seen to that equals stand in order."""
    f = untouched(before_the_first_die(CLASSIC, begun(fight([anna()], [goblins(4)]))[0]))
    plan = Explorer(CLASSIC, [f], 1000).plan
    change(f)
    state = record(CLASSIC, f, SCRIPT)
    place, parts = state.ctypes.data, addresses(flat(plan))
    compiled_line_up()(place, place, place, parts.ctypes.data)
    return state[0]


def wounded(*hp: int) -> Callable[[Fight], None]:
    def change(f: Fight) -> None:
        for c, left in zip(f.who[1:], hp, strict=True):
            c.hp = left

    return change


def hp_of(f: Any) -> list[int]:
    return [int(c["hp"]) for c in f["who"][1:5]]


def test_they_stand_in_one_order_whoever_was_hurt() -> None:
    orders = [lined_up(wounded(*hp)) for hp in permutations((3, 3, 2, 1))]
    assert {tuple(sorted(hp_of(f))) for f in orders} == {(1, 2, 3, 3)}
    assert len({tuple(hp_of(f)) for f in orders}) == 1
    assert [int(c["id"]) for c in orders[0]["who"][:5]] == [0, 1, 2, 3, 4]


def test_who_has_to_do_with_one_has_to_do_with_it_still() -> None:
    def faces_the_last(f: Fight) -> None:
        wounded(3, 2, 2, 1)(f)
        f.who[0].faces, f.act.at = 4, 1

    f = lined_up(faces_the_last)
    assert hp_of(f)[f["who"][0]["faces"] - 1] == 1
    assert hp_of(f)[f["act"]["at"] - 1] == 3


def test_the_first_who_is_left_is_the_first_they_face() -> None:
    def second_falls(f: Fight) -> None:
        die(f, f.who[2], f.who[0], C.DAMAGE_DEATH)

    f = lined_up(second_falls)
    up = [j for j in range(1, 5) if f["who"][j]["up"]]
    assert len(up) == 3
    assert f["side"][0]["facing"] == up[0]


@pytest.mark.parametrize(
    ("cursor", "apart"),
    [
        (0, [[3, 2, 3, 1]]),
        (1, [[3, 2, 3, 1]]),
        (2, [[3], [2, 3, 1]]),
        (3, [[3], [2], [3, 1]]),
        (4, [[3, 2], [3], [1]]),
        (5, [[3, 2, 3], [1]]),
    ],
)
def test_those_who_have_had_their_moment_stay_apart(cursor: int, apart: list[list[int]]) -> None:
    """Before whose moment it is, it, and after."""

    def at(f: Fight) -> None:
        wounded(3, 2, 3, 1)(f)
        f.cursor = cursor

    f, seen = lined_up(at), 0
    for part in apart:
        mine = hp_of(f)[seen : seen + len(part)]
        assert sorted(mine) == sorted(part)
        assert mine in (sorted(part), sorted(part, reverse=True))
        seen += len(part)


@pytest.mark.parametrize("other", ["held", "burning", "moved", "apart"])
def test_nobody_moves_who_differs_in_more_than_wounds(other: str) -> None:
    def change(f: Fight) -> None:
        wounded(1, 3, 2, 3)(f)
        if other == "held":
            f.who[2].on |= 1 << HELD
        elif other == "burning":
            for c in f.who[1:]:
                c.on |= 1 << BURNING
        elif other == "moved":
            f.who[3].moved = 10
        else:
            f.contact = False

    there = lined_up(change)
    assert hp_of(there) == [1, 3, 2, 3]
    wounded_alike = lined_up(wounded(1, 3, 2, 3))
    assert hp_of(wounded_alike) != [1, 3, 2, 3]


# --- who is named


NOT_OF_COMBATANTS = {
    "hold winner": "sides",
    "act.effect": "effects",
    "who.potion who.breath who.aura who.hug": "effects",
    "who.spell who.readied": "places among its spells",
    "who.mode": "alternatives of a routine",
    "who.prize": "sides",
}


def test_every_field_that_may_hold_nobody_is_known() -> None:
    """A number of a combatant that isn't would be left behind when equals change places."""
    holding = set[str]()
    for prefix, cls in (("", Fight), ("who.", Combatant)):
        for field in fields(cls):
            if field.default == NOBODY:
                holding.add(prefix + field.name)
            elif field.default_factory is not MISSING and field.name in ("act", "blow"):
                inner = field.default_factory()
                holding |= {f"{field.name}.{part.name}" for part in fields(inner) if part.default == NOBODY}
    others = {name for names in NOT_OF_COMBATANTS for name in names.split()}
    assert holding == NAMED | others
