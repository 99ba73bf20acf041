"""Writes what people take away: creatures and scenarios in forms that others read, and what a form can't carry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from affray.engine.encounter import Encounter
from affray.errors import AffrayError, unknown

if TYPE_CHECKING:
    from affray.exchange.exporters.cast import Cast
    from affray.exchange.importers.creature import Creature

__all__ = ["FORMS", "write"]

Written = tuple[str, tuple[str, ...]]
WHERE = {  # of each form the module and its function
    "one-line": "line:descending",
    "ascending": "line:ascending",
    "markdown": "markdown:note",
    "obsidian": "obsidian:note",
    "statblock": "statblock:blocks",
    "improved-initiative": "initiative:saved",
}
FORMS = tuple(WHERE)


def write(what: Creature | Iterable[Creature] | Encounter, form: str) -> Written:
    """A creature, several, or all of a scenario, in a form; and in sentences what that form can't carry."""
    if form not in WHERE:
        raise AffrayError(unknown("form", form, FORMS))
    module, _, function = WHERE[form].partition(":")
    writer: Callable[[Cast], Written] = getattr(import_module(f"affray.exchange.exporters.{module}"), function)
    return writer(cast_of(what))


def cast_of(what: Creature | Iterable[Creature] | Encounter) -> Cast:
    from affray.exchange.exporters.cast import of_creatures, of_encounter
    from affray.exchange.importers.creature import Creature

    if isinstance(what, Encounter):
        return of_encounter(what)
    return of_creatures([what] if isinstance(what, Creature) else what)
