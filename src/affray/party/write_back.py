"""Homecoming: what a fight has left of its members is laid upon their party as it is now, and can be taken off again.

A fight begins with a copy of the party. What it has changed in a member is carried over, all else stays as it is there.
Where somebody else has changed the same thing since, nothing is carried over, and it is said. An end that was taken
back may have been carried over before: every end that the fight has had is known from its entries, and the last holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from affray.engine.encounter import Member, Party
from affray.errors import AffrayError
from affray.party import read_party, write_party
from affray.party.aftermath import MemberAfter, aftermath
from affray.play.session import Play

Members = Mapping[str, Member]  # by their names
FIELDS = tuple(field.name for field in fields(Member))


class Conflict(AffrayError):
    """The party has been changed meanwhile, in what the fight has changed too."""


def ends(play: Play) -> list[list[MemberAfter]]:
    """Return what each end that this fight ever had has left, the last one last."""
    if play.setup.deciders.functions:
        return [aftermath(play)] if play.over else []
    again, found = Play(play.setup), list[list[MemberAfter]]()
    for entry in (None, *play.entries):
        if entry is not None:
            again.replay_entry(entry)
        if again.over:
            found.append(aftermath(again))
    return found


def came_from(file: str, left: Sequence[MemberAfter]) -> list[MemberAfter]:
    return [one for one in left if one.file == file]


def with_last_end(party: Party, file: str, had: Sequence[Sequence[MemberAfter]]) -> Party:
    """Return the party as the last of these ends has left it."""
    return with_members(party, {one.before.name: one.member for one in came_from(file, had[-1])}, file, had)


def without_fight(party: Party, file: str, had: Sequence[Sequence[MemberAfter]]) -> Party:
    """Return the party as if this fight had not been."""
    return with_members(party, {one.before.name: one.before for one in came_from(file, had[-1])}, file, had)


def with_members(party: Party, wanted: Members, file: str, had: Sequence[Sequence[MemberAfter]]) -> Party:
    there = {member.name for member in party.members}
    if missing := [name for name in wanted if name not in there]:
        raise Conflict(f"{missing[0]} is no longer in {party.name}, and came into this fight from there")
    members = tuple(
        changed_member(party, member, wanted[member.name], versions_of(member.name, file, had))
        if member.name in wanted
        else member
        for member in party.members
    )
    return replace(party, members=members)


def versions_of(name: str, file: str, had: Sequence[Sequence[MemberAfter]]) -> list[Member]:
    """Return a member as the fight began with it, and as each end has left it."""
    of_it = [one for left in had for one in came_from(file, left) if one.before.name == name]
    return [of_it[0].before, *(one.member for one in of_it)]


def changed_member(party: Party, now: Member, wanted: Member, known: Sequence[Member]) -> Member:
    """Return a member with what the fight has changed; raise a Conflict where somebody else has changed that."""
    mine: dict[str, Any] = {}
    for name in changed_fields(known):
        value = getattr(now, name)
        if value not in [getattr(member, name) for member in known]:
            raise Conflict(describe_conflict(party.name, now.name, name, value, getattr(known[0], name)))
        mine[name] = getattr(wanted, name)
    return replace(now, **mine)


def changed_fields(known: Sequence[Member]) -> Iterator[str]:
    began, *after = known
    return (name for name in FIELDS if any(getattr(member, name) != getattr(began, name) for member in after))


def describe_conflict(party: str, who: str, name: str, now: Any, began: Any) -> str:
    key = name.replace("_", " ")
    there = f"{who}'s {key} in {party} has been changed since: it is {value_text(now)}"
    was = f"the fight began with {value_text(began)}"
    return f"{there}, and {was}; nothing was written. Change it back, or write it by hand"


def value_text(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "nothing"
    return str(value) or "nothing"


# --- party files


def write_back(play: Play) -> list[MemberAfter]:
    """Write everybody who came from a party file back into it, as the fight has left them; each file all or nothing."""
    everybody = [one for one in aftermath(play) if one.file]
    if not everybody:
        raise AffrayError("no side of this scenario comes from a party file; write `party: FILE` for a side")
    had = ends(play)
    files = dict.fromkeys(one.file for one in everybody)
    for file, party in [(file, with_last_end(read_party(file), file, had)) for file in files]:
        write_party(file, party)
    return everybody


def undo_write_back(play: Play) -> list[str]:
    """Put everybody back into their party files as this fight found them, if it was ever over; return those files."""
    had = ends(play)
    files = list(dict.fromkeys(one.file for one in had[-1] if one.file)) if had else []
    for file, party in [(file, without_fight(read_party(file), file, had)) for file in files]:
        write_party(file, party)
    return files
