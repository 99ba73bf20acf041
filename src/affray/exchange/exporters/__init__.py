"""Writes what people take away: creatures and scenarios in forms that others read, and what a form can't carry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from affray.engine.encounter import Encounter
from affray.errors import AffrayError, unknown

if TYPE_CHECKING:
    from affray.exchange.exporters.cast import Participants
    from affray.exchange.importers.creature import Creature

__all__ = ["FORMATS", "write"]

Export = tuple[str, tuple[str, ...]]
WRITERS = {  # of each form the module and its function
    "one-line": "line:write_one_line",
    "ascending": "line:write_ascending",
    "markdown": "markdown:write_markdown",
    "obsidian": "obsidian:write_obsidian",
    "statblock": "statblock:write_statblocks",
    "improved-initiative": "initiative:write_improved_initiative",
}
FORMATS = tuple(WRITERS)


def write(what: Creature | Iterable[Creature] | Encounter, format: str) -> Export:
    """A creature, several, or all of a scenario, in a form; and in sentences what that form can't carry."""
    if format not in WRITERS:
        raise AffrayError(unknown("form", format, FORMATS))
    module, _, function = WRITERS[format].partition(":")
    writer: Callable[[Participants], Export] = getattr(import_module(f"affray.exchange.exporters.{module}"), function)
    return writer(participants_in(what))


def participants_in(what: Creature | Iterable[Creature] | Encounter) -> Participants:
    from affray.exchange.exporters.cast import from_creatures, from_encounter
    from affray.exchange.importers.creature import Creature

    if isinstance(what, Encounter):
        return from_encounter(what)
    return from_creatures([what] if isinstance(what, Creature) else what)
