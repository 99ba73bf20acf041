"""Cleaning: what PDFs and people do to a text is undone, and every letter remembers where it stood."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

HYPHENS = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u2043", "-")
QUOTES = dict.fromkeys("\u2018\u2019\u201b\u02bc`\u00b4\u2032\u2035\uff07", "'") | dict.fromkeys(
    "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'
)
TIMES_SIGNS = dict.fromkeys("\u2715\u2716\u2a2f\u2717\u2a09", "×")
LIGATURES = {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "…": "..."}
BULLETS = dict.fromkeys("•●▪■◦‣·∙►▶◆◇○⁌⁍", ";")
INVISIBLE = dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\r", "")
LINE_BREAKS = dict.fromkeys("\f\v\u0085\u2028\u2029", "\n")
SPACES = dict.fromkeys(
    "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
)
FRACTION_SLASHES = {"\u2044": "/", "\u2215": "/"}
REPLACEMENTS = {
    **HYPHENS,
    **QUOTES,
    **TIMES_SIGNS,
    **LIGATURES,
    **BULLETS,
    **INVISIBLE,
    **LINE_BREAKS,
    **SPACES,
    **FRACTION_SLASHES,
    "|": ";",
    "\uff3b": "[",
    "\uff3d": "]",
}
REPAIRS = (  # in this order: what is found, and what stands there instead
    (re.compile(r"&(?:nbsp|#160);"), " "),
    (re.compile(r"&(?:amp|#38);"), "&"),
    (re.compile(r"&(?:[rl]squo|#39|apos|prime|#8217|#8242);"), "'"),
    (re.compile(r"&(?:times|#215);"), "×"),
    (re.compile(r"&(?:[nm]dash|minus|#821[12]);"), "-"),
    (re.compile(r"&frac12;"), "½"),
    (re.compile(r"<(?:br|/p|/li|/tr|/h[1-6]|/div)\b[^<>\n]{0,80}>", re.IGNORECASE), "\n"),
    (re.compile(r"</?[a-zA-Z][^<>\n]{0,80}>"), ""),
    (re.compile(r"(?<=[^\W\d_])-[ ]?\n[ ]?(?=[a-zßäöüéè])"), ""),  # hy-⏎phenation
    (re.compile(r"(?<![\d*])\*+|_{2,}|(?<=\d)\*\*(?=\s*[A-Za-z:])"), ""),  # **bold**, but the star of 3+1* stays
    (re.compile(r"[ ]{2,}"), " "),
    (re.compile(r"^[ >]+|[ ]+$", re.MULTILINE), ""),
    (re.compile(r"^[;+-] ", re.MULTILINE), ""),  # a bullet at the beginning of a line
    (re.compile(r"\n{3,}"), "\n\n"),
)


class CleanText(NamedTuple):
    """A text as it should have been, and the original of each of its letters."""

    text: str
    offsets: tuple[int, ...]  # of each letter its place in the original, and the end
    original: str

    def piece(self, start: int, end: int) -> str:
        """What stands in the original between two places of the cleaned text."""
        return self.original[self.offsets[start] : self.offsets[end]] if start < end else ""


def clean(original: str) -> CleanText:
    letters = list(translate_letters(original))
    cleaned = CleanText("".join(letter for letter, _ in letters), (*(n for _, n in letters), len(original)), original)
    for pattern, instead in REPAIRS:
        cleaned = repair(cleaned, pattern, instead)
    return cleaned


def translate_letters(text: str) -> Iterator[tuple[str, int]]:
    for n, letter in enumerate(text):
        for each in (
            letter
            if letter.isascii() and letter not in REPLACEMENTS
            else REPLACEMENTS.get(letter) or translate_letter(letter)
        ):
            yield each, n


def translate_letter(letter: str) -> str:
    """Wide letters and digits become plain ones; all else stays, but never becomes several."""
    if letter in REPLACEMENTS:
        return ""
    plain = unicodedata.normalize("NFKC", letter) if 0xFF00 <= ord(letter) <= 0xFFEF else letter
    digit = unicodedata.decimal(plain, None) if len(plain) == 1 and not plain.isascii() else None
    return str(digit) if digit is not None else plain


def repair(cleaned: CleanText, pattern: re.Pattern[str], instead: str) -> CleanText:
    if not pattern.search(cleaned.text):
        return cleaned
    text, offsets, last = list[str](), list[int](), 0
    for found in pattern.finditer(cleaned.text):
        start, end = found.span()
        text += [cleaned.text[last:start], instead]
        offsets += [*cleaned.offsets[last:start], *[cleaned.offsets[start]] * len(instead)]
        last = end
    return CleanText("".join((*text, cleaned.text[last:])), (*offsets, *cleaned.offsets[last:]), cleaned.original)


def single_line(text: str) -> str:
    return " ".join(text.split())


def normalize(text: str) -> str:
    """One sentence for comparing: clean, small letters, no full stop."""
    return single_line(clean(text).text).lower().strip(" .!;,")
