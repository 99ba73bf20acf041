"""Numbers, tags and qualities in words: "three", "elves and dwarves", "silver or magic weapons"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from affray.engine.vocabulary import QUALITIES, TAGS

NUMBERS = dict(zip("no one two three four five six seven eight nine ten eleven twelve".split(), range(13), strict=True))
NUMBER = rf"\d{{1,3}}|{'|'.join(NUMBERS)}|a"
ODD = {"dwarf": "dwarves", "elf": "elves", "undead": "undead", "mindless": "mindless", "large": "large ones"}
PLURALS = {ODD.get(tag, f"{tag}s"): tag for tag in TAGS}
SAME = {"animal": "beast", "animals": "beast", "flying": "flyer", "men": "human", "humans": "human"} | PLURALS
TAG = "|".join(sorted({*TAGS, *SAME}, key=len, reverse=True))
TAG_LIST = rf"(?:{TAG})(?:(?:,? and |,? or |, ?| )(?:{TAG})){{0,10}}"
SHARP = {
    "magical": "magic",
    "silvered": "silver",
    "enchanted": "magic",
    "flame": "fire",
    "flames": "fire",
    "spells": "magic",
}
QUALITY = "|".join(sorted({*QUALITIES, *SHARP, "holy water"}, key=len, reverse=True))
WEAPONS = r"(?: weapons?| attacks?| damage)?"
ONE_QUALITY = rf"(?:{QUALITY}){WEAPONS}"
QUALITY_LIST = rf"{ONE_QUALITY}(?:(?:,? and |,? or |, ?| ){ONE_QUALITY}){{0,10}}"
ENDINGS = (
    ("wolves", "wolf"),
    ("hooves", "hoof"),
    ("elves", "elf"),
    ("dwarves", "dwarf"),
    ("thieves", "thief"),
    ("knives", "knife"),
)
KEPT = re.compile(r"(?:ss|us|is|os|snakes)$")


def number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS.get(word, 1)


def tags(text: str) -> str:
    """In the order they were said."""
    found = re.findall(TAG, text)
    return " ".join(dict.fromkeys(SAME.get(word, word) for word in found))


def qualities(text: str) -> str:
    found = re.findall(QUALITY, text)
    return " ".join(dict.fromkeys(SHARP.get(word, word.removesuffix(" water")) for word in found))


def plural(tag: str) -> str:
    return ODD.get(tag, f"{tag}s")


def listed(words: Iterable[str], last: str) -> str:
    """silver or magic; fire, cold and acid"""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def singular(word: str) -> str:
    """Claws, wolves, lizard men, harpies: one of them."""
    for many, one in ENDINGS:
        if word.lower().endswith(many):
            return word[: -len(many)] + (one if word[-len(many)].islower() else one.capitalize())
    if re.search(r"(?<![a-z])men$|[a-z] ?men$", word, re.IGNORECASE):
        return word[:-2] + "an"
    if word.lower().endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:ch|sh|x|ss)es$", word, re.IGNORECASE):
        return word[:-2]
    return word[:-1] if word.lower().endswith("s") and len(word) > 3 and not KEPT.search(word.lower()) else word
