"""A scenario for Obsidian's Initiative Tracker: an `encounter` block, and a stat block for each kind in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.exchange.exporters.cast import Participants
from affray.exchange.exporters.line import BOTH_WAYS_SUM, Export
from affray.exchange.exporters.losses import lost_circumstances, lost_ranks
from affray.exchange.exporters.statblock import one_of_each_name, statblock
from affray.exchange.importers.creature import Creature


def write_obsidian(participants: Participants) -> Export:
    title = [f"# {participants.title}\n"] if participants.title else []
    parts = [*title, encounter_block(participants), *map(statblock, one_of_each_name(participants.creatures))]
    return "\n".join(parts), tuple(encounter_losses(participants))


def encounter_block(participants: Participants) -> str:
    from affray.content.yaml import dump

    said: dict[str, Any] = {"name": participants.title} if participants.title else {}
    if participants.heroes:
        said["players"] = [hero.name or hero.cls for hero in participants.heroes]
    said["creatures"] = [encounter_row(creature) for creature in participants.creatures]
    return f"```encounter\n{dump(said)}```\n"


def encounter_row(creature: Creature) -> Any:
    """Goblin; 3: Goblin; with hp, armour and whether it is a friend where there is something to say of these."""
    entry = creature.entry()
    armour = [str(BOTH_WAYS_SUM - entry["ac"])] if "ac" in entry else []
    numbers = [str(creature.hp[0]), *armour] if creature.hp else []
    marks = ["friend"] * creature.friendly + ["hidden"] * creature.hidden
    words = ", ".join([creature.name, *numbers, *marks])
    many = creature.count
    return {int(many) if many.isdecimal() else many: words} if many else words


def encounter_losses(participants: Participants) -> Iterator[str]:
    if participants.heroes:
        yield "Of the players only the names are in this form: a party file has the rest."
    sides = [side.name for side in participants.sides if side.name]
    yield from lost_circumstances(participants, ["which side of several everybody is on"] if len(sides) > 2 else [])
    yield from lost_ranks(participants.creatures)
