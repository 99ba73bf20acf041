"""Names and numbers as people write them: plurals, joined or split words, American spellings, numbers with commas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

NUMBER_WORDS = {word: str(n) for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}
AMERICAN = (("armor", "armour"), ("license", "licence"), ("gray", "grey"))
OTHER_NAMES = {"longsword": "sword"}  # what other rules call the same thing
PLURAL_ENDINGS = (
    (r"man$", "men"),
    (r"(?<=[lr])f$", "ves"),
    (r"(?<=[^aeiou])y$", "ies"),
    (r"(?<=[sxh])$", "es"),
    (r"$", "s"),
)


def plural(noun: str) -> str:
    """Return the plural of a name: wolves, harpies, men-at-arms."""
    head, joint, tail = noun.partition("-at-")
    return next(re.sub(end, said, head, count=1) for end, said in PLURAL_ENDINGS if re.search(end, head)) + joint + tail


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun: 1 creature, 2 creatures."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def normal_name(name: str) -> str:
    """Return a name as content has it."""
    return " ".join(name.lower().split())


def all_names(name: str, entry: Any) -> Iterator[str]:
    """Yield an entry's name and its other names."""
    yield name
    also = entry.get("also", "") if isinstance(entry, Mapping) else ""
    yield from (normal_name(each) for each in str(also).split(",") if each.strip())


def find_name(word: str, names: Iterable[str]) -> str:
    """Return the one name that a spelling stands for, or nothing: `Chainmail` is `chain mail`, `orcs` is `orc`."""
    known = list(names)
    given = word.strip().lower()
    if given in known:
        return given
    wanted = fold(given)
    found = {name for name in known if wanted in (fold(name), fold(plural(name)), fold(f"{name}s"))}
    if not found and (other := OTHER_NAMES.get(wanted)) in known:
        return str(other)
    return found.pop() if len(found) == 1 else ""


def fold(word: str) -> str:
    """Return a word without what people spell differently: case, spaces, hyphens, American endings."""
    letters = "".join(c for c in word.lower() if c.isalnum())
    for american, british in AMERICAN:
        letters = letters.replace(american, british)
    return letters


def number_in_words(text: str) -> str:
    """Return a whole number in plain digits: 100,000 and 1e6 are read; other text is returned as it is."""
    said = text.strip().lower()
    if re.fullmatch(r"[+-]?[0-9]{1,3}([,_' ][0-9]{3})+", said):
        return re.sub("[,_' ]", "", said)
    if found := re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?e\+?([0-9]{1,2})", said):
        digits, places = found[1] + (found[2] or ""), int(found[3]) - len(found[2] or "")
        return digits + "0" * places if places >= 0 else said
    if found := re.fullmatch(r"([0-9]{1,9})(k|m)", said):
        return found[1] + "000" * (1 if found[2] == "k" else 2)
    return said
