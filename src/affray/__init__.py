"""Affray runs the fights of old-school tabletop games: at the table with people, by itself, and a million times over.

The public interface is what this module names: start, load, from_text, books, houserules, check_ruleset; Play, Choice,
Asked, Refused, Log; AffrayError and JournalError. Everything else may move between versions."""

from affray import houserules
from affray.asking import Asked, Choice, Refused
from affray.checking import check_ruleset
from affray.errors import AffrayError
from affray.fight import Play
from affray.journal import JournalError
from affray.log import Log
from affray.rules import books
from affray.table import from_text, load, recover, start

__version__ = "0.1.0"
__all__ = [
    "AffrayError",
    "Asked",
    "Choice",
    "JournalError",
    "Log",
    "Play",
    "Refused",
    "books",
    "check_ruleset",
    "from_text",
    "houserules",
    "load",
    "recover",
    "start",
]
