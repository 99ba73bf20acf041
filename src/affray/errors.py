"""The errors that are meant for people: what is wrong in a file, and where, one line a mistake, all of them at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple


class AffrayError(Exception):
    """A mistake of the person using Affray: commands print it without a traceback and end with exit code 2."""


LONGEST_QUOTE = 40
LONGEST_LIST = 12
MOST_MISTAKES = 50  # that are told; the others are counted


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """Lines and columns count from 1, as editors do; 0 where the file could not be read at all."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.message}"


class ScenarioError(AffrayError):
    """A scenario that can't be read, with the mistakes found in it, and how many more there are."""

    def __init__(self, mistakes: Iterable[Mistake], more: int = 0) -> None:
        found = sorted(set(mistakes))
        self.mistakes, self.more = found[:MOST_MISTAKES], more + len(found[MOST_MISTAKES:])
        super().__init__("\n".join([*map(str, self.mistakes), *([self.more_words] if self.more else [])]))

    @property
    def more_words(self) -> str:
        return f"and {self.more:,} more mistake{'' if self.more == 1 else 's'}; mend these first"


class Wrong(ValueError):
    """A value that can't be; `at` is how many characters into it the trouble begins."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.message, self.at = message, at


KeyPath = tuple[str | int, ...]


class Found(NamedTuple):
    """A mistake at a place of the plain values: its path, how far into the text, or its key; or a mere note."""

    path: KeyPath
    message: str
    at: int = 0
    key: bool = False
    harmless: bool = False


def sentence(what: str, expected: str = "", near: str = "", mend: str = "") -> str:
    """Join what is wrong, what was expected, the nearest right word and how to mend it."""
    parts = (what, expected and f"expected {expected}", near and f"did you mean {near!r}?", mend)
    return "; ".join(part for part in parts if part)


def suggestion(message: str) -> str:
    """Return the right word that a sentence asks for with "did you mean", or nothing."""
    found = re.search(r"did you mean (?P<quote>['\"])(?P<word>.*?)(?P=quote)\?", message)
    return found["word"] if found else ""


def nearest(word: str, words: Iterable[str]) -> str:
    """Return the right word that looks most like a wrong one, or nothing."""
    by_lower = {right.lower(): right for right in words}
    close = get_close_matches(word.lower()[:100], by_lower, 1)
    return by_lower[close[0]] if close else ""


def unknown(what: str, word: object, words: Sequence[str]) -> str:
    """Say that a word is none of the right ones, with the nearest of them, or else all."""
    near = nearest(str(word), words)
    few = words[:LONGEST_LIST] if near else words
    more = f", … ({len(words)} in all)" if len(few) < len(words) else ""
    return sentence(f"unknown {what} {quote(word)}", f"one of {', '.join(few)}{more}", near)


def quote(value: object) -> str:
    """Return a value as the person wrote it, on one line, short, and with nothing in it that a terminal would obey."""
    if value is None:
        return "nothing"
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "a mapping"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    shown = "".join(c if c.isprintable() else "?" for c in text[:LONGEST_QUOTE])
    return f"'{shown}…'" if len(text) > LONGEST_QUOTE else f"'{shown}'"
