"""Affray runs combat for old-school tabletop games: with people at the table, by itself, and in bulk simulation.

The public interface is what this module names: start, load, from_text, simulate, delve, odds, compare, sweep, balance,
rate, skill, solve, books, houserules, check_ruleset, read; Scenario, Play, Choice, Asked, Refused, Log; AffrayError and
JournalError. Everything else may move between versions."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from affray.moved import MovedModules

if TYPE_CHECKING:
    from affray import houserules
    from affray.api import Play, from_text, load, recover, start
    from affray.delves.run import simulate_delve as delve
    from affray.errors import AffrayError
    from affray.exact import odds
    from affray.exchange.importers import read
    from affray.log import Log
    from affray.play.journal import JournalError
    from affray.play.questions import Asked, Choice, Refused
    from affray.rules import books
    from affray.scenario import Scenario
    from affray.simulation import simulate
    from affray.solving import solve
    from affray.studies.balance import balance
    from affray.studies.compare import compare
    from affray.studies.rate import rate
    from affray.studies.skill import skill
    from affray.studies.sweep import sweep
    from affray.tools.conformance import check_ruleset

__version__ = "0.1.0"
__all__ = [
    "AffrayError",
    "Asked",
    "Choice",
    "JournalError",
    "Log",
    "Play",
    "Refused",
    "Scenario",
    "balance",
    "books",
    "check_ruleset",
    "compare",
    "delve",
    "from_text",
    "houserules",
    "load",
    "odds",
    "rate",
    "read",
    "recover",
    "simulate",
    "skill",
    "solve",
    "start",
    "sweep",
]
MODULES = {
    "AffrayError": "errors",
    "Asked": "play.questions",
    "Choice": "play.questions",
    "JournalError": "play.journal",
    "Log": "log",
    "Play": "api",
    "Refused": "play.questions",
    "Scenario": "scenario",
    "balance": "studies.balance",
    "books": "rules",
    "check_ruleset": "tools.conformance",
    "compare": "studies.compare",
    "delve": "delves.run:simulate_delve",
    "from_text": "api",
    "load": "api",
    "odds": "exact",
    "rate": "studies.rate",
    "skill": "studies.skill",
    "read": "exchange.importers",
    "recover": "api",
    "simulate": "simulation",
    "solve": "solving",
    "start": "api",
    "sweep": "studies.sweep",
}
sys.meta_path.append(MovedModules())


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that a command reacts to Ctrl-C from the start."""
    if name in MODULES:
        import_module("affray.api")  # completes fights and results: odds and pictures
        module, _, other = MODULES[name].partition(":")
        return getattr(import_module(f"affray.{module}"), other or name)
    if name in __all__:
        return import_module(f"affray.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
