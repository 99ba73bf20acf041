"""Affray runs the fights of old-school tabletop games: at the table with people, by itself, and a million times over.

The public interface is what this module names: start, load, from_text, simulate, compare, sweep, balance, rate, books,
houserules, check_ruleset, read; Play, Choice, Asked, Refused, Log; AffrayError and JournalError. Everything else may
move between versions."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from affray import houserules
    from affray.asking import Asked, Choice, Refused
    from affray.checking import check_ruleset
    from affray.errors import AffrayError
    from affray.fight import Play
    from affray.journal import JournalError
    from affray.log import Log
    from affray.reading import read
    from affray.rules import books
    from affray.simulate import Simulate
    from affray.studies.balance import balance
    from affray.studies.compare import compare
    from affray.studies.rate import rate
    from affray.studies.sweep import sweep
    from affray.table import from_text, load, recover, start

    simulate: Simulate  # the package of that name, which can be called

__version__ = "0.1.0"
__all__ = [
    "AffrayError",
    "Asked",
    "Choice",
    "JournalError",
    "Log",
    "Play",
    "Refused",
    "balance",
    "books",
    "check_ruleset",
    "compare",
    "from_text",
    "houserules",
    "load",
    "rate",
    "read",
    "recover",
    "simulate",
    "start",
    "sweep",
]
WHERE = {
    "asking": ("Asked", "Choice", "Refused"),
    "checking": ("check_ruleset",),
    "errors": ("AffrayError",),
    "fight": ("Play",),
    "journal": ("JournalError",),
    "log": ("Log",),
    "reading": ("read",),
    "rules": ("books",),
    "studies.balance": ("balance",),
    "studies.compare": ("compare",),
    "studies.rate": ("rate",),
    "studies.sweep": ("sweep",),
    "table": ("from_text", "load", "recover", "start"),
}


def __getattr__(name: str) -> Any:
    """Each name is imported when somebody first asks for it: a command hears Ctrl-C from its first moment on."""
    for module, names in WHERE.items():
        if name in names:
            return getattr(import_module(f"affray.{module}"), name)
    if name in __all__:
        return import_module(f"affray.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
