"""The labels of stat lines (AC, HD, ML, "Save As:"), in all their spellings, and where they stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

# Short ones are labels wherever they stand with their capitals; words only between separators or before a colon.
ABBREVIATIONS = {
    "ac": r"(?<!/)(?<!/ )(?<!vs )(?<!vs\. )AC",
    "aac": r"AAC",
    "hd": r"HD",
    "attacks": r"#\s?AT|ATT|Att|Atks?|AT",
    "thac0": r"THAC[0O]|Thac0|thac0",
    "bonus": r"BAB|BHB|AB",
    "damage": r"DMG|Dmg|Dam|D(?=[: ]{0,2}(?:\d{0,2}d\d|\d{1,2} ?- ?\d))",
    "move": r"MV|Mv|Mov",
    "saves": r"SV|Sv",
    "morale": r"ML|Ml",
    "alignment": r"AL|Align",
    "challenge": r"(?:HDE|CL)/XP",
    "xp": r"XPV|XP",
    "number": r"NA|NE|#\s?App(?:earing)?",
    "treasure": r"TT|HC",
    "instinct": r"Inst(?!i)",
    "hp": r"(?<![\d(])(?<!\d )(?:hp|HP|Hp)(?=[:. ]{0,3}\d)",
}
LABEL_WORDS = {
    "aac": r"ascending (?:ac|armou?r class)",
    "ac": r"armou?r class|armou?r|ac",
    "hd": r"hit dice|hit die|hd",
    "hp": r"hit points?",
    "bonus": r"(?:base )?attack bonus|to-?hit(?: bonus)?",
    "attacks": r"no\.? ?(?:of )?attacks?|number of attacks|attacks?|att|atk",
    "damage": r"damage|dmg",
    "move": r"movement(?: rate)?|move|speed|mv",
    "saves": r"saves? as|saving throws?|saves?|sv",
    "morale": r"morale|ml",
    "alignment": r"alignment|al",
    "xp": r"experience(?: points)?|xp value|xp",
    "number": r"no\.? ?app(?:earing|\.)?|no\.? ?enc(?:ountered|\.)?|number (?:appearing|encountered)",
    "treasure": r"treasure(?: type)?|hoard(?: class)?",
    "shock": r"shock",
    "instinct": r"instinct|inst",
    "skill": r"skills?(?: bonus)?",
    "special": r"special(?: (?:attacks?|abilities|defen[cs]es?|qualities))?|abilities|notes?",
}


def any_of(spellings: Mapping[str, str]) -> str:
    """Return a pattern with a group for each key."""
    return "|".join(f"(?P<{key}>{spelling})" for key, spelling in spellings.items())


ABBREVIATION_PATTERN = re.compile(any_of(ABBREVIATIONS))
LABEL_WORD_PATTERN = re.compile(rf"\b(?:{any_of(LABEL_WORDS)})\b(?P<dot>\.?)(?P<colon> ?[:=])?", re.IGNORECASE)
VALUE_PATTERNS = {  # what must follow a word without a colon
    "saves": r"(?:as )?(?:(?:[FCTDEHM]\d|D ?\d|NH\b|fighter|cleric|thief|magic-user|dwarf|elf|halfling|normal)|"
    r"\d{1,2}\b(?! ?(?:hp|rounds?)))",
    "damage": r"\d|by weapon|as weapon|weapon|wpn",
    "attacks": r"\d|#|(?:as |by )?weapon|[a-z]{3,12} ?\(",
    "alignment": r"lawful|neutral|chaotic|any|[LNC]\b",
    "treasure": r"[A-Z]\b|none|nil|\d",
    "special": r"\0",
    "shock": r"\d|none|-|n/a|wpn|weapon",
}
ANY_NUMBER = r"[-+]?\s?[\[(]?\s?[+-]?\d|½|none\b"
SEPARATORS = ",;(\n:|[."


class Label(NamedTuple):
    key: str
    start: int
    end: int
    spelling: str
    colon: bool


def find_labels(text: str) -> list[Label]:
    """Whatever may be a label, in order, none inside another."""
    found = sorted(
        {(label.start, label) for label in (*find_abbreviations(text), *find_label_words(text))},
        key=lambda pair: (pair[0], -pair[1].end),
    )
    kept = list[Label]()
    for _, label in found:
        if not kept or label.start >= kept[-1].end:
            kept.append(label)
    return kept


def find_abbreviations(text: str) -> Iterator[Label]:
    for found in ABBREVIATION_PATTERN.finditer(text):
        before, after = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
        inside = before.isalpha() and not (before.islower() and found[0][0].isupper())
        if (
            inside
            or after.isalpha()
            or ((before.isdecimal() and found.lastgroup not in ("hd", "thac0")) and not found[0].isupper())
        ):
            continue
        yield make_label(text, str(found.lastgroup), found.start(), found.end(), found[0])


def make_label(text: str, key: str, start: int, end: int, spelling: str) -> Label:
    mark = re.compile(r"\.? ?[:=]|\.").match(text, end)
    colon = bool(mark and mark[0].strip() != ".")
    return Label(key, start, mark.end() if mark else end, spelling, colon)


def find_label_words(text: str) -> Iterator[Label]:
    for found in LABEL_WORD_PATTERN.finditer(text):
        key = next(name for name in LABEL_WORDS if found[name])
        if found["colon"] or stands_as_label(text, found.start(), found.end(), key):
            yield Label(key, found.start(), found.end(), found[key], bool(found["colon"]))


def stands_as_label(text: str, start: int, end: int, key: str) -> bool:
    """Whether a word stands where a label would: after a separator, and before a value."""
    before = text[max(0, start - 3) : start].rstrip(" ")[-1:]
    value = re.compile(rf"\s?(?:{VALUE_PATTERNS.get(key, ANY_NUMBER)})", re.IGNORECASE)
    return (not before or before in SEPARATORS) and bool(value.match(text, end))
