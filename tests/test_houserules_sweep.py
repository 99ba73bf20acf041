"""Every rule of every book at every seam of every other: fights end, nothing breaks, and the giver is cited."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

import pytest
from helpers import scripted, side, someone, versus

import affray
from affray import houserules, scenario
from affray.engine.clauses import CLAUSES, REASONS
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.rules.seams import GROUPS

SEEDS = (0, 1)
USUAL = "orcs"
AMBUSH = """
title: Fallen upon
distance: 30
sides:
  party: {players: true, ambush: chance, members: [Anna: {class: fighter, gear: [chain mail, sword]}]}
  goblins: [3 goblin]
"""
ROUT = """
title: In and out of a melee
distance: contact
sides:
  party:
    tactic: whim
    members: [Anna: {class: fighter, hp: 12, gear: [chain mail, sword]}, Bert: {class: fighter, hp: 12, gear: [spear]}]
  goblins: {tactic: whim, members: [6 goblin]}
"""
SHOWS = {"surprise": AMBUSH, "leave": ROUT}  # where the usual fight has no use for the rule at a seam
# In classic nobody leaves a melee but by declaring it: what its rule gives is a refusal, and no event can show that.
EXCUSED = {("leave", "classic")}
# The dice of hit points are rolled alike, and noted by the base.
EXCUSED |= {("hit-points", giver) for giver in NAMES}


@pytest.mark.parametrize("seam", GROUPS)
@pytest.mark.parametrize("base", NAMES)
def test_any_rule_stands_at_any_seam_that_can_carry_it(base: str, seam: str) -> None:
    for giver in NAMES:
        book = bent(base, seam, giver) if giver != base else None
        if book is None:
            continue
        assert all(play.over and play.state.round < play.state.last_round for play in fights(book, USUAL)), giver
        new = shown(book, seam) - shown(get(base), seam)
        assert (seam, giver) in EXCUSED or any(id.startswith(home(seam, giver)) for id in new), (giver, new)


@pytest.mark.parametrize("base", ["procedure", "vanguard", "fourfold"])
def test_the_classic_rule_of_leaving_is_cited_where_it_refuses(base: str) -> None:
    """Anna stands beside the Orc, and Bert 30 feet off, which are 9 metres in vanguard."""
    book = bent(base, "leave", "classic")
    assert book is not None
    party = side(someone("Anna", position=[0, 0]), someone("Bert", position=[0, 30]))
    scene = scripted(versus(party, someone("Orc", position=[1, 0])), dice="", book=book)
    refused = scene.why_not("Anna: go 0 3")
    assert refused is not None
    assert refused.clause == "classic.round.engaged"
    assert scene.why_not("Bert: go 0 20") is None
    plain = scripted(versus(party, someone("Orc", position=[1, 0])), dice="", book=base)
    assert plain.why_not("Anna: go 0 3") is None


def home(seam: str, giver: str) -> tuple[str, ...]:
    """How the clauses begin that its rule may cite; those of what books share are the classic chapter's."""
    rooms = {function.__module__.split(".")[2] for _, function in get(giver).seams[seam].implementations}
    return tuple({"classic." if room == "shared" else f"{room}." for room in rooms})


def bent(base: str, seam: str, giver: str) -> Book | None:
    """None where the base has it already or can't carry it: how that is told is tested elsewhere."""
    text = f"name: Ours\nsays: As we like it.\nrules: {base}\nseams: {{{seam}: {giver}}}\n"
    try:
        book = houserules.apply(get(base), [houserules.from_text(text)])
    except houserules.HouseRuleError:
        return None
    return None if book.seams[seam] is get(base).seams[seam] else book


@lru_cache(maxsize=4)
def fights(book: Book, what: str) -> list[affray.Play]:
    named = what if what == USUAL else scenario.read(what)
    return [affray.start(named, rules=book, seed=seed) for seed in SEEDS]


@cache
def shown(book: Book, seam: str) -> frozenset[str]:
    """What is cited in fights that show the rule at a seam."""
    return frozenset(id for play in fights(book, SHOWS.get(seam, USUAL)) for id in cited(play.log))


def cited(log: affray.Log) -> Iterator[str]:
    """The clauses in a log, of events and of their modifiers."""
    for event in log:
        yield CLAUSES[event.clause].id
        yield from (CLAUSES[REASONS[reason].clause].id for reason, _ in event.because)
