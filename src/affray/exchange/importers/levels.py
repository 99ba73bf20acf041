"""Find a class with its level beside a name: F4, MU5, 3rd level Thief, Cleric 3, 0-level human."""

from __future__ import annotations

import re
from typing import NamedTuple

from affray.exchange.importers import reference

CLASSES = {  # the book's class, and what publications call it and its like
    "fighter": "f|ftr|fig|fighter|fighting man|warrior|knight|paladin|pal|ranger|rgr|rng|barbarian|bar|cavalier",
    "cleric": "c|cl|clr|cle|cleric|priest|priestess|druid|dru|drd|friar|monk",
    "thief": "t|th|thf|thi|thief|specialist|assassin|ass|acrobat|bard|rogue",
    "magic-user": "m|mu|mag|m-u|magic-user|magic user|mage|wizard|wiz|illusionist|ill|sorcerer|warlock|necromancer",
    "dwarf": "d|dwf|dwarf",
    "elf": "e|elf",
    "halfling": "h|hlf|halfling",
}
CLASS_OF_WORD = {word: name for name, words in CLASSES.items() for word in words.split("|")}
LETTER_OF_CLASS = {name: letter for letter, name in reference.CLASS_LETTERS.items()}
LONG = "|".join(sorted((word for word in CLASS_OF_WORD if len(word) > 3), key=len, reverse=True))
SHORT = "|".join(sorted((word for word in CLASS_OF_WORD if len(word) <= 3), key=len, reverse=True))
LEVEL = r"(?:level|lvl\.?|lv\.?)"
END = r"(?=\s*(?:[,;:.)]|$))"
PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"[(,;]?\s*\b(?:0|zero)(?:th)?[ -]level(?: (?:humans?|man|men|commoners?))?\b\s?\)?",
        rf"[(,;]?\s*\b(?P<level>\d{{1,2}})(?:st|nd|rd|th)[ -]{LEVEL}(?: (?:male|female|human|elven))*"
        rf"(?: (?P<class>{LONG})s?)?\b\s?\)?",
        rf"[(,;]?\s*\b{LEVEL}[ -]?(?P<level>\d{{1,2}})(?: (?P<class>{LONG})s?)?\b\s?\)?",
        rf"[(,;]?\s*\b(?P<class>{LONG})s?,? (?:{LEVEL} ?)?(?P<level>\d{{1,2}}){END}\s?\)?",
        rf"(?:[(,;]\s*|^\s*)(?P<class>{SHORT})\.?\s?(?P<level>\d{{1,2}}){END}\s?\)?",
    )
)
PEOPLE = re.compile(
    r",?\s+(?:(?:male|female|human|elven|dwarven|half-\w{3,4}|gnome)\s+)*(?:male|female|human|elven|dwarven)"
    rf"(?:\s+(?:{LONG}))?\s*$",
    re.IGNORECASE,
)


class Rank(NamedTuple):
    """A class of the book, or nothing, a level, and the words that say so."""

    class_name: str
    level: int
    text: str

    @property
    def hit_dice(self) -> str:
        return str(self.level) if self.level else "½"

    @property
    def saves(self) -> str:
        """Return the saves of the class, as far as an entry may name them."""
        who = f"{LETTER_OF_CLASS[self.class_name]}{self.level}" if self.class_name else ""
        return "NH" if not self.level else who if who and who[0] != "M" else reference.saves_of(who)

    @property
    def thac0(self) -> int:
        """Return the THAC0 of the class; 0 if the hit dice say it."""
        return reference.thac0_of_class(self.class_name, self.level) if self.class_name and self.level else 0


def take_rank(text: str) -> tuple[Rank | None, str]:
    """Return the class and level in a text, and the text without them."""
    for pattern in PATTERNS:
        if found := pattern.search(text):
            groups = found.groupdict()
            word = (groups.get("class") or "").lower()
            rank = Rank(CLASS_OF_WORD.get(word, ""), int(groups.get("level") or 0), found[0].strip(" ,;()"))
            listed = (
                found[0][:1] in ",;"
                and text[found.end() : found.end() + 1] not in tuple(",;:.)")
                and text[found.end() :]
            )
            return rank, text[: found.start()] + (", " if listed else "") + text[found.end() :]
    return None, text


def drop_people(name: str) -> str:
    """Drop what only says who somebody is: Varn the Lesser, Male Human Mage."""
    return PEOPLE.sub("", name) if "," in name else name
