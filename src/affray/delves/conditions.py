"""The conditions of a day's file, as `hp below 50% or dead at least 2`: read from text, and whether they hold.

    CONDITION  = TERM {or TERM}
    TERM       = PART {and PART}
    PART       = [not] FACT [COMPARISON NUMBER[%]]
    COMPARISON = below, above, at least, at most, exactly

The facts are those of `FACTS`, and the spells and things that somebody of the party has. A condition asks a `Standing`,
whose numbers may be plain ones, of one day, or NumPy arrays, of many days at once: both are compared alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, or_
from typing import Any

from affray.errors import Wrong, quote, sentence, unknown

Comparison = Callable[[Any, Any], Any]
COMPARISONS: dict[str, Comparison] = {"below": lt, "above": gt, "at least": ge, "at most": le, "exactly": eq}
HP, LOWEST_HP, SPELLS = "hp", "lowest hp", "spells"
SHARES = (HP, LOWEST_HP, SPELLS)  # facts that may be a share of what there is at most
SWITCHES = ("rested", "always", "never")  # facts that hold or do not
FACTS = {
    HP: "hit points of all of the party together; the dead have none",
    LOWEST_HP: "hit points of whoever has the smallest share of theirs, among those who can fight",
    "standing": "members who can fight",
    "dead": "members who are dead",
    "out": "members who are alive and cannot fight",
    SPELLS: "spells in memory, of those who can fight",
    "fights": "fights so far",
    "rests": "rests so far",
    "xp": "XP of the day so far, of all together",
    "rested": "the party has rested since its last fight",
    "always": "holds always",
    "never": "holds never",
}
NUMBER = re.compile(r"(\d{1,9})\s*(%?)")
LONGEST_CONDITION = 500  # characters


@dataclass(frozen=True)
class Standing:
    """How the party stands between two fights: numbers of one day, or arrays of many."""

    hp: Any
    full_hp: Any
    each: Sequence[tuple[Any, Any, Any]]  # of each member: hp, hp at most, and whether they can fight
    numbers: Mapping[str, Any]  # of the other facts that are numbers, of spells and of things
    full_spells: int
    rested: Any
    nothing: Any = False  # what is true of no day; an array where the others are


@dataclass(frozen=True)
class Fact:
    """One comparison, or one fact that holds or does not."""

    name: str
    how: str = ""
    number: int = 0
    percent: bool = False
    negated: bool = False

    def holds(self, now: Standing) -> Any:
        found = self.compare(now)
        return found == now.nothing if self.negated else found != now.nothing

    def compare(self, now: Standing) -> Any:
        if self.name in SWITCHES:
            return now.rested if self.name == "rested" else now.nothing == (self.name == "never")
        if self.name == LOWEST_HP:
            return self.compare_lowest(now)
        have, full = (now.hp, now.full_hp) if self.name == HP else (now.numbers[self.name], now.full_spells)
        return self.compare_share(have, full)

    def compare_share(self, have: Any, full: Any) -> Any:
        """Compare in whole numbers, so that one day and many come to the same."""
        compare = COMPARISONS[self.how]
        return compare(have * 100, self.number * full) if self.percent else compare(have, self.number)

    def compare_lowest(self, now: Standing) -> Any:
        """Compare the least: it is below where anybody is, and above where everybody is."""
        none = now.nothing
        each = [(self.compare_share(hp, full) != none, there != none) for hp, full, there in now.each]
        if self.how in ("below", "at most"):
            return reduce(or_, [found & there for found, there in each], none)
        everybody = reduce(and_, [found | (there == none) for found, there in each], none == False)  # noqa: E712
        if self.how != "exactly":
            return everybody
        no_less = Fact(self.name, "at least", self.number, self.percent).compare_lowest(now)
        return no_less & reduce(or_, [found & there for found, there in each], none)


@dataclass(frozen=True)
class Condition:
    """Terms of which one must hold, each of parts that must all hold."""

    text: str
    terms: tuple[tuple[Fact, ...], ...] = field(default=())

    def holds(self, now: Standing) -> Any:
        return reduce(or_, [reduce(and_, [part.holds(now) for part in term]) for term in self.terms])

    def facts(self) -> Iterator[str]:
        """Yield the names of the facts that it asks for."""
        for term in self.terms:
            for part in term:
                yield part.name

    def __str__(self) -> str:
        return self.text


def read_condition(text: object, words: Sequence[str] = ()) -> Condition:
    """Read a condition; `words` are the spells and things it may ask for. Raises Wrong with the place of a mistake."""
    if isinstance(text, bool):
        text = "always" if text else "never"
    if not isinstance(text, str) or not text.strip():
        raise Wrong(f"found {quote(text)}; expected a condition, as `hp below 50%`")
    if len(text) > LONGEST_CONDITION:
        raise Wrong(f"a condition of {len(text):,} characters; expected at most {LONGEST_CONDITION}")
    terms = [
        tuple(read_fact(part, at, words) for part, at in split_at(term, "and", start))
        for term, start in split_at(text, "or", 0)
    ]
    return Condition(" ".join(text.split()), tuple(terms))


def split_at(text: str, word: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield the parts between a word, each with its place in the whole text."""
    at = 0
    for found in re.finditer(rf"\s+{word}\s+", text, re.IGNORECASE):
        yield text[at : found.start()], start + at
        at = found.end()
    yield text[at:], start + at


def read_fact(text: str, at: int, words: Sequence[str]) -> Fact:
    at += len(text) - len(text.lstrip())
    plain = " ".join(text.lower().split())
    negated = plain.startswith("not ")
    plain = plain.removeprefix("not ")
    name = next((word for word in (*FACTS, *words) if is_said(word, plain)), None)
    if name is None:
        said = re.split(r"\s+(?:below|above|at least|at most|exactly)\b", plain)[0]
        raise Wrong(unknown("fact", said, [*FACTS, *words]), at)
    rest = plain[len(name) :].strip()
    if name in SWITCHES:
        if rest:
            raise Wrong(f"`{name}` holds or does not; leave out {quote(rest)}", at)
        return Fact(name, negated=negated)
    how = next((each for each in COMPARISONS if rest.startswith(f"{each} ")), None)
    number = NUMBER.fullmatch(rest.removeprefix(how).strip()) if how else None
    if how is None or number is None:
        what = f"a comparison and a number, as `{name} below {'50%' if name in SHARES else 2}`"
        raise Wrong(
            sentence(f"{quote(text.strip())} is no condition", what, mend=f"known: {', '.join(COMPARISONS)}"), at
        )
    if number[2] and name not in SHARES:
        raise Wrong(f"{name} is no share: leave out the %", at)
    return Fact(name, how, int(number[1]), bool(number[2]), negated)


def is_said(word: str, text: str) -> bool:
    """Return whether a text begins with this word, and not with a longer one."""
    return text == word or text.startswith(f"{word} ")
