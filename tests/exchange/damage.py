"""What happens to a text on its way: damage that keeps every digit, digits that are lost, and blind mutations."""

from __future__ import annotations

import random
import re

from affray.exchange.importers import Creature, Page, read
from affray.exchange.importers.creatures import LINE_KEYS, kind_of
from affray.exchange.importers.text import NUMBER_WORDS

QUOTES = {
    "'": "\u2019\u2032`\u00b4\u02bc",
    '"': "\u201c\u201d\u2033",
    "-": "\u2013\u2014\u2212\u2010\u2011",
    "×": "xX\u2715\u2716",
    " ": "\u00a0\u2009\u202f\t",
}
GARBAGE = "0123456789[]()+-*/×x\u00bd'\u2019,;:.|#{}\"\\\n\t dDACHML\u00ad\u200b\ufb01\u00e9\u6f22"


def break_lines(text: str, chance: random.Random) -> str:
    """Break lines at some spaces."""
    return re.sub(" ", lambda _: "\n" if chance.random() < 0.2 else " ", text)


def change_quotes(text: str, chance: random.Random) -> str:
    """Use quotes, dashes, times signs and spaces of another typesetter; a dash between digits stays one."""
    return "".join(chance.choice(QUOTES[c]) if c in QUOTES and chance.random() < 0.5 else c for c in text)


def join_lines(text: str, chance: random.Random) -> str:
    return re.sub("\n+", " ", text)


def lose_word(text: str, chance: random.Random) -> str:
    """Drop one word without a digit."""
    words = [
        found for found in re.finditer(r"[^\W\d_]+(?![\w])", text) if not re.search(r"\d", letters_around(text, found))
    ]
    if not words:
        return text
    found = chance.choice(words)
    return text[: found.start()] + text[found.end() :]


def letters_around(text: str, found: re.Match[str]) -> str:
    """Return a word with the letters beside it: 1d6 and D14 are no words without their digits."""
    return text[max(0, found.start() - 1) : found.end() + 1]


def hyphenate(text: str, chance: random.Random) -> str:
    """Break a long word of a sentence at the end of a line."""
    words = list(re.finditer(r"[a-z]{6,}", text))
    if not words:
        return text
    found = chance.choice(words)
    at = found.start() + 3
    return f"{text[:at]}-\n{text[at:]}"


KEEPS_DIGITS = (break_lines, change_quotes, join_lines, lose_word, hyphenate)


def lose_digit(text: str, chance: random.Random) -> tuple[str, int]:
    """Drop one digit; return where it was too."""
    at = chance.choice([n for n, letter in enumerate(text) if letter.isdecimal()])
    return text[:at] + text[at + 1 :], at


def mutate(text: str, chance: random.Random) -> str:
    """Change, drop, insert, reverse or double some letters."""
    for _ in range(chance.randint(1, 8)):
        at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + chance.randint(1, 40))
        middle = {
            0: "",
            1: chance.choice(GARBAGE),
            2: text[at:end][::-1],
            3: text[at:end] * 2,
            4: "".join(chance.choice(GARBAGE) for _ in range(chance.randint(1, 12))),
        }[chance.randrange(5)]
        text = text[:at] + middle + text[end:]
        text = text or "x"
    return text


# --- what may come out


def numbers(creature: Creature) -> dict[str, str]:
    """Return all numbers of each field that was read, not worked out."""
    found = {f.key: " ".join(re.findall(r"[+-]?\d+|½", str(f.value))) for f in creature.fields if f.text}
    return {key: value for key, value in found.items() if value}


def find_silent_changes(before: Creature, page: Page) -> list[str]:
    """Return fields whose number has changed without a word about it anywhere on the page."""
    after = next((c for c in page.creatures if c.kind == kind_of(before.name)), None) or next(
        iter(page.creatures), None
    )
    if after is None or page.warnings:
        return []
    now = numbers(after)
    told = " ".join((*after.notes, *page.lost, *page.skipped, str(after.hp), after.count))
    supposed = " ".join(after.assumptions)
    return [
        key
        for key, value in numbers(before).items()
        if now.get(key) != value
        and key not in supposed
        and not (key not in LINE_KEYS and "a note, and no rule" in supposed)
        and not is_in_notes(value, now.get(key), told)
    ]


def is_in_notes(value: str, now: str | None, told: str) -> bool:
    """Return whether a number that is no field any more is in a note, as digits or as a word: the referee sees it."""
    spoken = {str(n): word for word, n in NUMBER_WORDS.items()} | {"1": "once", "2": "twice"}
    found = re.findall(r"\d+", value)
    return now is None and all(digits in told or spoken.get(digits, "?") in told for digits in found)


def read_safely(text: str) -> Page:
    """Read a text, and check that the page can be used."""
    page = read(text)
    for creature in page.creatures:
        assert isinstance(creature.entry(), dict)
        assert creature.member()
        assert creature.kind
    assert all(isinstance(warning, str) for warning in page.warnings)
    assert page.scenario().startswith("title:")
    return page
