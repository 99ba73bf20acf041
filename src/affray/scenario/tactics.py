"""Tactics by name: which of the book's tactics each of a side fights by.

    wolf pack: {says: They fall upon one; their leader picks it., tactic: focus, leader: weakest}
    shield wall: {tactic: nearest, casters: protect, archers: spread}

`tactic` is how a side fights that is told to fight so; its leader, those with spells and those with missiles may have
another one. A named tactic is spelled out when the scenario is read, so every engine fights by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from affray import rules
from affray.engine.encounter import USUAL, Content, Encounter, Member, Party
from affray.engine.vocabulary import MISSILE

SAYS = "says"
KEYS = (SAYS, "tactic", "leader", "casters", "archers")
BARE = re.compile(r"^\d+ +| *[-+−] ?\d$")  # how many there are of a thing, and its magic
Named = Mapping[str, Mapping[str, Any]]


def spelled_out(encounter: Encounter, named: Named) -> Encounter:
    """The encounter with the book's own tactics in the place of these."""
    if not named:
        return encounter
    return replace(encounter, sides=tuple(of_side(side, named, encounter.content) for side in encounter.sides))


def of_side(side: Party, named: Named, content: Content) -> Party:
    base = str(named[side.tactic]["tactic"]).lower() if side.tactic in named else side.tactic

    def member(one: Member) -> Member:
        by = named.get(one.tactic or side.tactic)
        own = fitting(by, one, content) if by else one.tactic
        return replace(one, tactic="" if own == base else own)

    return replace(side, tactic=base, members=tuple(map(member, side.members)))


def fitting(by: Mapping[str, Any], member: Member, content: Content) -> str:
    """What holds for a member: as leader, else with spells, else with missiles, else as all the others."""
    if member.leader and "leader" in by:
        key = "leader"
    elif "casters" in by and has_spells(member, content):
        key = "casters"
    elif "archers" in by and has_missiles(member, content):
        key = "archers"
    else:
        key = "tactic"
    return str(by[key]).lower()


def has_spells(member: Member, content: Content) -> bool:
    kind = library(content).monsters.get(member.kind.lower())
    return bool(member.spells or (kind and kind.spells))


def has_missiles(member: Member, content: Content) -> bool:
    weapons = library(content).weapons
    things = (weapons.get(BARE.sub("", word.lower())) for word in member.gear)
    return any(thing and thing.qualities & MISSILE for thing in things)


def library(content: Content) -> Any:
    from affray.content.overlay import furnished

    setup = rules.get(USUAL).setup
    assert setup is not None
    return furnished(setup().library, content)
