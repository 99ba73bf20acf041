"""Taking a text apart: each pattern takes its piece away, and whatever is left over was not understood."""

from __future__ import annotations

import re

LONGEST_VALUE = 600  # letters of one value; no book needs more
PUNCTUATION = re.compile(r"[\s,;:.()\[\]{}*/'\"+&=|#<>!?_~^-]+")
FILLER_WORDS = {"and", "as", "a", "an", "the", "of", "in", "per", "each", "see", "below", "x", "×", "is", "or"}


class Scanner:
    """A text, and what is left of it."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(text[:LONGEST_VALUE].split())
        self.left = self.text
        self.too_long = len(text) > LONGEST_VALUE

    def extract(self, pattern: str, flags: int = re.IGNORECASE) -> re.Match[str] | None:
        """The first place where the pattern is found; it is taken away."""
        found = re.search(pattern, self.left, flags)
        if found:
            start, end = found.span()
            self.left = self.left[:start] + " ; " + self.left[end:]
        return found

    def extract_all(self, pattern: str, flags: int = re.IGNORECASE) -> list[re.Match[str]]:
        found = list(re.finditer(pattern, self.left, flags))
        self.left = re.sub(pattern, " ; ", self.left, flags=flags)
        return found

    @property
    def rest(self) -> str:
        """What nobody took, without marks and little words."""
        words = [word for word in PUNCTUATION.sub(" ", self.left).split() if word.lower() not in FILLER_WORDS]
        return " ".join(words)

    @property
    def doubt(self) -> str:
        """A digit that nobody took is a reason to look; words alone are a note."""
        if self.too_long:
            return "the text is too long for one field"
        return f"{quote_short(self.rest)} was not understood" if any(c.isdecimal() for c in self.rest) else ""

    @property
    def note(self) -> str:
        return self.rest if self.rest and not self.rest.isdecimal() else ""


def quote_short(text: str) -> str:
    return f"“{text}”" if len(text) <= 40 else f"“{text[:39]}…”"


def join_doubts(*doubts: str) -> str:
    """Several doubts as one sentence."""
    return "; ".join(dict.fromkeys(doubt for doubt in doubts if doubt))
