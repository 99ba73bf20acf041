"""Numbers, tags and qualities in words: "three", "elves and dwarves", "silver or magic weapons"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from affray.engine.vocabulary import QUALITIES, TAGS

NUMBER_WORDS = dict(
    zip("no one two three four five six seven eight nine ten eleven twelve".split(), range(13), strict=True)
)
NUMERAL = rf"\d{{1,3}}|{'|'.join(NUMBER_WORDS)}|a"
IRREGULAR_PLURALS = {
    "dwarf": "dwarves",
    "elf": "elves",
    "undead": "undead",
    "mindless": "mindless",
    "large": "large ones",
}
PLURALS = {IRREGULAR_PLURALS.get(tag, f"{tag}s"): tag for tag in TAGS}
TAG_SYNONYMS = {"animal": "beast", "animals": "beast", "flying": "flyer", "men": "human", "humans": "human"} | PLURALS
TAG_PATTERN = "|".join(sorted({*TAGS, *TAG_SYNONYMS}, key=len, reverse=True))
TAG_LIST = rf"(?:{TAG_PATTERN})(?:(?:,? and |,? or |, ?| )(?:{TAG_PATTERN})){{0,10}}"
QUALITY_SYNONYMS = {
    "magical": "magic",
    "silvered": "silver",
    "enchanted": "magic",
    "flame": "fire",
    "flames": "fire",
    "spells": "magic",
}
QUALITY_PATTERN = "|".join(sorted({*QUALITIES, *QUALITY_SYNONYMS, "holy water"}, key=len, reverse=True))
WEAPON_WORDS = r"(?: weapons?| attacks?| damage)?"
ONE_QUALITY = rf"(?:{QUALITY_PATTERN}){WEAPON_WORDS}"
QUALITY_LIST = rf"{ONE_QUALITY}(?:(?:,? and |,? or |, ?| ){ONE_QUALITY}){{0,10}}"
PLURAL_ENDINGS = (
    ("wolves", "wolf"),
    ("hooves", "hoof"),
    ("elves", "elf"),
    ("dwarves", "dwarf"),
    ("thieves", "thief"),
    ("knives", "knife"),
)
NOT_PLURAL = re.compile(r"(?:ss|us|is|os|snakes)$")


def parse_number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS.get(word, 1)


def find_tags(text: str) -> str:
    """In the order they were said."""
    found = re.findall(TAG_PATTERN, text)
    return " ".join(dict.fromkeys(TAG_SYNONYMS.get(word, word) for word in found))


def find_qualities(text: str) -> str:
    found = re.findall(QUALITY_PATTERN, text)
    return " ".join(dict.fromkeys(QUALITY_SYNONYMS.get(word, word.removesuffix(" water")) for word in found))


def pluralize_tag(tag: str) -> str:
    return IRREGULAR_PLURALS.get(tag, f"{tag}s")


def join_words(words: Iterable[str], last: str) -> str:
    """silver or magic; fire, cold and acid"""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def singularize(word: str) -> str:
    """Claws, wolves, lizard men, harpies: one of them."""
    for many, one in PLURAL_ENDINGS:
        if word.lower().endswith(many):
            return word[: -len(many)] + (one if word[-len(many)].islower() else one.capitalize())
    if re.search(r"(?<![a-z])men$|[a-z] ?men$", word, re.IGNORECASE):
        return word[:-2] + "an"
    if word.lower().endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:ch|sh|x|ss)es$", word, re.IGNORECASE):
        return word[:-2]
    return word[:-1] if word.lower().endswith("s") and len(word) > 3 and not NOT_PLURAL.search(word.lower()) else word
