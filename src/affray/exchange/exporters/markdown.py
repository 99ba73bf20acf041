"""Creatures and scenarios as a Markdown note: a heading for each side, a block for each creature."""

from __future__ import annotations

from collections.abc import Iterator

from affray.engine.encounter import ABILITIES, Member
from affray.exchange.exporters.cast import Participants, SideMembers
from affray.exchange.exporters.line import Export, count_and_name, describe_specials, stat_line
from affray.exchange.exporters.losses import lost_beside_line, lost_circumstances
from affray.exchange.importers.creature import Creature
from affray.log import escaped


def write_markdown(participants: Participants) -> Export:
    title = [f"# {escaped(participants.title)}\n"] if participants.title else []
    parts = [part for side in participants.sides for part in side_parts(side)]
    return "\n".join([*title, *parts]), (*lost_circumstances(participants), *lost_beside_line(participants.creatures))


def side_parts(side: SideMembers) -> Iterator[str]:
    if side.name:
        yield f"## {escaped(side.name)}\n"
    if side.heroes:
        yield "".join(f"- {describe_hero(member)}\n" for member in side.heroes)
    yield from map(markdown_block, side.creatures)


def markdown_block(creature: Creature) -> str:
    """The name in bold, its line, and a list of what is beside it."""
    entry = creature.entry()
    said, own = describe_specials(entry)
    beside = "".join(f"- {sentence}\n" for sentence in (*said, *creature.notes, *own))
    return f"**{count_and_name(creature)}**: {stat_line(entry, creature.hp)}\n{beside}"


def describe_hero(member: Member) -> str:
    """Somebody with a class, in words."""
    hp = [f"hp {member.hp}"] if isinstance(member.hp, int) else []
    abilities = [f"{name} {member.abilities[name]}" for name in ABILITIES if name in member.abilities]
    said = [f"{member.cls} {member.level}", *abilities, *hp, *member.gear]
    spells = f"; spells: {', '.join(member.spells)}" if member.spells else ""
    return f"**{escaped(member.name or member.cls)}**: {', '.join(said)}{spells}"
