"""Creatures and scenarios as a Markdown note: a heading for each side, a block for each creature."""

from __future__ import annotations

from collections.abc import Iterator

from affray.engine.encounter import ABILITIES, Member
from affray.exchange.exporters.cast import Cast, Side
from affray.exchange.exporters.line import Written, headed, line, told
from affray.exchange.exporters.losses import beyond_a_line, scenario
from affray.exchange.importers.creature import Creature
from affray.log import escaped


def note(cast: Cast) -> Written:
    title = [f"# {escaped(cast.title)}\n"] if cast.title else []
    parts = [part for side in cast.sides for part in of_side(side)]
    return "\n".join([*title, *parts]), (*scenario(cast), *beyond_a_line(cast.creatures))


def of_side(side: Side) -> Iterator[str]:
    if side.name:
        yield f"## {escaped(side.name)}\n"
    if side.heroes:
        yield "".join(f"- {hero(member)}\n" for member in side.heroes)
    yield from map(block, side.creatures)


def block(creature: Creature) -> str:
    """The name in bold, its line, and a list of what is beside it."""
    entry = creature.entry()
    said, own = told(entry)
    beside = "".join(f"- {sentence}\n" for sentence in (*said, *creature.notes, *own))
    return f"**{headed(creature)}**: {line(entry, creature.hp)}\n{beside}"


def hero(member: Member) -> str:
    """Somebody with a class, in words."""
    hp = [f"hp {member.hp}"] if isinstance(member.hp, int) else []
    abilities = [f"{name} {member.abilities[name]}" for name in ABILITIES if name in member.abilities]
    said = [f"{member.cls} {member.level}", *abilities, *hp, *member.gear]
    spells = f"; spells: {', '.join(member.spells)}" if member.spells else ""
    return f"**{escaped(member.name or member.cls)}**: {', '.join(said)}{spells}"
