"""A scenario for Obsidian's Initiative Tracker: an `encounter` block, and a stat block for each kind in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.exchange.exporters.cast import Cast
from affray.exchange.exporters.line import ASCENDING, Written
from affray.exchange.exporters.losses import beyond_words, scenario
from affray.exchange.exporters.statblock import block, unlike
from affray.exchange.importers.creature import Creature


def note(cast: Cast) -> Written:
    title = [f"# {cast.title}\n"] if cast.title else []
    parts = [*title, encounter(cast), *map(block, unlike(cast.creatures))]
    return "\n".join(parts), tuple(left_out(cast))


def encounter(cast: Cast) -> str:
    from affray.content.yaml import dump

    said: dict[str, Any] = {"name": cast.title} if cast.title else {}
    if cast.heroes:
        said["players"] = [hero.name or hero.cls for hero in cast.heroes]
    said["creatures"] = [who(creature) for creature in cast.creatures]
    return f"```encounter\n{dump(said)}```\n"


def who(creature: Creature) -> Any:
    """Goblin; 3: Goblin; with hp, armour and whether it is a friend where there is something to say of these."""
    entry = creature.entry()
    armour = [str(ASCENDING - entry["ac"])] if "ac" in entry else []
    numbers = [str(creature.hp[0]), *armour] if creature.hp else []
    marks = ["friend"] * creature.friendly + ["hidden"] * creature.hidden
    words = ", ".join([creature.name, *numbers, *marks])
    many = creature.count
    return {int(many) if many.isdecimal() else many: words} if many else words


def left_out(cast: Cast) -> Iterator[str]:
    if cast.heroes:
        yield "Of the players only the names are in this form: a party file has the rest."
    sides = [side.name for side in cast.sides if side.name]
    yield from scenario(cast, ["which side of several everybody is on"] if len(sides) > 2 else [])
    yield from beyond_words(cast.creatures)
