"""Write creatures and scenarios in formats that other tools read, and say what a format can't carry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from affray.engine.encounter import Encounter
from affray.errors import AffrayError, unknown
from affray.exchange.exporters.creatures import (
    Export,
    Participants,
    creature_of,
    from_creatures,
    from_encounter,
    write_ascending,
    write_markdown,
    write_one_line,
)
from affray.exchange.exporters.foundry import write_foundry, write_yaml
from affray.exchange.exporters.trackers import write_improved_initiative, write_obsidian, write_statblocks
from affray.exchange.importers import Creature

__all__ = ["FORMATS", "creature_of", "write"]

WRITERS: Mapping[str, Callable[[Participants], Export]] = {
    "one-line": write_one_line,
    "ascending": write_ascending,
    "markdown": write_markdown,
    "obsidian": write_obsidian,
    "statblock": write_statblocks,
    "improved-initiative": write_improved_initiative,
    "foundry": write_foundry,
    "yaml": write_yaml,
}
FORMATS = tuple(WRITERS)


def write(what: Creature | Iterable[Creature] | Encounter, format: str) -> Export:
    """Return creatures or a scenario in a format, and sentences about what that format can't carry."""
    if format not in WRITERS:
        raise AffrayError(unknown("form", format, FORMATS))
    return WRITERS[format](list_participants(what))


def list_participants(what: Creature | Iterable[Creature] | Encounter) -> Participants:
    if isinstance(what, Encounter):
        return from_encounter(what)
    return from_creatures([what] if isinstance(what, Creature) else what)
