"""Old names of modules: importing one that moved warns and gives it at its new place; one that is gone, says so."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

NEW_NAMES = {
    "affray.clauses": "affray.engine.clauses",
    "affray.combatant": "affray.engine.records",
    "affray.conditions": "affray.engine.vocabulary",
    "affray.dice": "affray.engine.dice",
    "affray.encounter": "affray.engine.encounter",
    "affray.events": "affray.engine.events",
    "affray.fight": "affray.play.session",
    "affray.journal": "affray.play.journal",
    "affray.options": "affray.engine.clauses",
    "affray.pictures": "affray.charts",
    "affray.reading": "affray.exchange.importers",
    "affray.reading.creature": "affray.exchange.importers.creatures",
    "affray.sayings": "affray.engine.phrases",
    "affray.space": "affray.engine.space",
    "affray.state": "affray.engine.state",
    "affray.table": "affray.play.start",
    "affray.things": "affray.engine.records",
    "affray.verbs": "affray.engine.verbs",
    "affray.words": "affray.engine.vocabulary",
    "affray.writing": "affray.exchange.exporters",
    "affray.writing.known": "affray.exchange.exporters.creatures",
}

GONE = {"affray.odds": "affray.odds is a function; the modules that were in it are in affray.exact"}


def new_name(old: str) -> str | None:
    """Return the present name of a module, or of one within a package that moved; None for all others."""
    head, dot, tail = old, "", ""
    while head not in NEW_NAMES:
        head, dot, last = head.rpartition(".")
        if not dot:
            return None
        tail = f".{last}{tail}"
    return f"{NEW_NAMES[head]}{tail}"


class MovedModules:
    """A finder of modules for `sys.meta_path`, asked after all others have found nothing."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name in GONE:
            raise ModuleNotFoundError(GONE[name], name=name)
        new = new_name(name) if name.startswith("affray.") else None
        if new is None:
            return None
        warnings.warn(f"{name} has moved to {new}", DeprecationWarning, stacklevel=2)
        self.come_first()
        return ModuleSpec(name, MovedModule(new))  # type: ignore[arg-type]  # importlib.abc is slow to import

    def come_first(self) -> None:
        """Ask this finder before all others from now on: these would load a module within a moved package a second
        time."""
        if sys.meta_path[0] is not self:
            sys.meta_path.remove(self)
            sys.meta_path.insert(0, self)


class MovedModule:
    """A loader that gives a module under another name."""

    def __init__(self, new: str) -> None:
        self.new = new

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self.new)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own spec back, which the import system has replaced."""
        module.__spec__ = self.spec
