"""What is wrong in a file that a person wrote, and where: one line a mistake, all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from affray.errors import AffrayError

LONGEST_QUOTE = 40
LONGEST_LIST = 12


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
    """A scenario that can't be read, with every mistake found in it."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = sorted(set(mistakes))
        super().__init__("\n".join(map(str, self.mistakes)))


class Wrong(ValueError):
    """A value that can't be; `at` is how many characters into it the trouble begins."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.message, self.at = message, at


def sentence(what: str, expected: str = "", near: str = "", mend: str = "") -> str:
    """What is wrong; what was expected; the nearest right word; how to mend it."""
    parts = (what, expected and f"expected {expected}", near and f"did you mean {near!r}?", mend)
    return "; ".join(part for part in parts if part)


def nearest(word: str, words: Iterable[str]) -> str:
    """The right word that looks most like a wrong one, or nothing."""
    by_lower = {right.lower(): right for right in words}
    close = get_close_matches(word.lower()[:100], by_lower, 1)
    return by_lower[close[0]] if close else ""


def listed(words: Sequence[str]) -> str:
    """The words a person may choose from; of many only the first few."""
    shown = ", ".join(words[:LONGEST_LIST])
    return shown if len(words) <= LONGEST_LIST else f"{shown}, … ({len(words)} in all)"


def quoted(value: object) -> str:
    """A value as the person wrote it, on one line, short, and with nothing in it that a terminal would obey."""
    if value is None:
        return "nothing"
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "a mapping"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    shown = "".join(c if c.isprintable() else "?" for c in text[:LONGEST_QUOTE])
    return f"'{shown}…'" if len(text) > LONGEST_QUOTE else f"'{shown}'"
