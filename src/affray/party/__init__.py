"""Party files: who goes from fight to fight, and what each carries along.

    party: The Lanterns
    members:
      - name: Anna
        class: fighter
        level: 2
        gear: [chain mail, shield, sword]
        hp: 5
        max hp: 9

The members have the keys of a scenario's, and a few more: hp may be 0; `drained`, `rested`, `fate` (dead, out, gone),
`marks`, `notes`, `spent` (spells that are not in memory again), `xp`. A side of a scenario takes it in with
`party: FILE`; those with a fate stay away from the fight.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from affray.content.entries import KnownWords
from affray.content.yaml import compose, dump, plain_values, read_file
from affray.engine.dice import Notation
from affray.engine.encounter import ABILITIES, NUMBERS, Member, Party
from affray.errors import MOST_MISTAKES, ScenarioError
from affray.files import write_whole
from affray.scenario import Known, all_words
from affray.scenario.checks import check_members, persons
from affray.scenario.models import CarriedShape, PartyShape, validate_shape
from affray.scenario.reader import PARTY_FORM, place_mistake

PLAIN_MEMBER = Member()


def read_party(path: str | Path, known: Known | None = None) -> Party:
    """Read name and members of a party file, or raise a ScenarioError. Without `known`, any book's words hold."""
    return party_from_text(read_file(str(path), PARTY_FORM), str(path), known)


def party_from_text(text: str, file: str = "party", known: Known | None = None) -> Party:
    root = compose(text.removeprefix("\ufeff"), file)
    data, mistakes = plain_values(root, file)
    shape, found = validate_shape(PartyShape, data, KnownWords(all_words() if known is None else known))
    if isinstance(data, dict):
        found += check_members(list(persons(("members",), "", data.get("members"))))
    mistakes += [place_mistake(root, file, {}, each) for each in found[:MOST_MISTAKES]]
    if mistakes or shape is None:
        raise ScenarioError(mistakes, len(found[MOST_MISTAKES:]))
    return Party(shape.party, shape.everybody())


def is_party_file(path: str | Path) -> bool:
    """Return whether a file holds a party: the key `party`, or `members` without `sides`."""
    if not Path(path).is_file():
        return False
    try:
        data, _ = plain_values(compose(read_file(str(path), PARTY_FORM).removeprefix("\ufeff"), str(path)), str(path))
    except ScenarioError:
        return False
    return isinstance(data, dict) and not data.keys() & {"sides", "day"} and bool({"party", "members"} & data.keys())


def write_party(path: str | Path, party: Party) -> None:
    """Write a file, all or nothing, that `read_party` gives back with the same name and members."""
    write_whole(Path(path), party_to_yaml(party))


def party_to_yaml(party: Party) -> str:
    return dump({"party": party.name}) + "members:\n" + members_to_yaml(party.members)


def members_to_yaml(members: Iterable[Member]) -> str:
    """Return a list of members, each key in its place, as it stands under `members:`."""
    return dump({"members": [keys_of(member) for member in members]}).partition("\n")[2]


def keys_of(member: Member) -> dict[str, Any]:
    """Return what a file must say of a member, in the order of the keys."""
    said = {field.alias or name: said_of(member, name) for name, field in CarriedShape.model_fields.items()}
    return {key: value for key, value in said.items() if value is not None}


def said_of(member: Member, name: str) -> Any:
    """Return the value of a key; None where it needn't be said."""
    if name in ABILITIES:
        return member.abilities.get(name)
    if name.replace("_", " ") in NUMBERS:
        return member.numbers.get(name.replace("_", " "))
    name = "kind" if name == "monster" else name
    value = getattr(member, name)
    return None if value == getattr(PLAIN_MEMBER, name) else as_written(value)


def as_it_fares(member: Member) -> str:
    """Return what it is and how it stands, in a line."""
    what = f"{member.cls} {member.level}" if member.cls else member.kind
    hp = f"hp {member.hp}" + (f" of {member.max_hp}" if member.max_hp else "")
    drained = f"{member.negative_levels} negative levels" if member.negative_levels else ""
    spent = f"spent: {', '.join(member.spent)}" if member.spent else ""
    xp = f"{member.xp:,} XP" if member.xp else ""
    said = (what, xp, member.fate, hp, member.wound, "frail" if member.frail else "", drained, spent, *member.marks)
    return " · ".join(filter(None, said))


def as_written(value: Any) -> Any:
    if isinstance(value, Notation):
        return int(str(value)) if str(value).isdecimal() else str(value)
    return list(value) if isinstance(value, tuple) else value
