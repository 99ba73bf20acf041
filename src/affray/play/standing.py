"""Standing answers: what somebody always or never does, by combatant, kind of question and price.

A standing answer is an entry of the journal like any other: who (or everyone), the question, and the words. The words
are an answer, `yes` for whatever is offered, `pass` for never, or `ask` to be asked again; a price may follow them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from affray.engine.verbs import YES
from affray.errors import AffrayError, unknown
from affray.rules.book import Book, Roster

EVERYONE, ASK, NEVER, TAKE = "*", "ask", "pass", "yes"
DEAREST = 10**6
PRICED = re.compile(r"(.+?) for (\d{1,6}) or (less|more)", re.IGNORECASE)


class Prices(NamedTuple):
    """The prices for which a standing answer holds."""

    least: int = 0
    most: int = DEAREST

    def __str__(self) -> str:
        if self.most < DEAREST:
            return f" for {self.most} or less"
        return f" for {self.least} or more" if self.least > 0 else ""


class Entry(Protocol):
    """Who, which question, and what is said to it."""

    @property
    def kind(self) -> str: ...
    @property
    def fields(self) -> tuple[str, ...]: ...


E = TypeVar("E", bound=Entry)


def split_price(words: str) -> tuple[str, Prices]:
    """Return the words of an answer, and the prices for which it holds."""
    found = PRICED.fullmatch(words.strip())
    if found is None:
        return words, Prices()
    price = int(found[2])
    return found[1], Prices(most=price) if found[3].lower() == "less" else Prices(least=price)


def with_entry(entries: Iterable[E], entry: E) -> list[E]:
    """Return the entries with one more, which replaces what it contradicts. To be asked again needs an entry only where
    everyone has an answer."""
    who, ask, words = entry.fields
    rest = [e for e in entries if not replaces(entry, e)]
    for_all = who != EVERYONE and any(e.fields[:2] == (EVERYONE, ask) for e in rest)
    return [*rest, entry] if split_price(words)[0] != ASK or for_all else rest


def replaces(entry: Entry, old: Entry) -> bool:
    """Return whether an entry takes the place of an older one: the same person and question, and no other price."""
    prices = split_price(entry.fields[2])[1]
    same_price = prices == Prices() or prices == split_price(old.fields[2])[1]
    return entry.fields[:2] == old.fields[:2] and same_price


def entries_for(entries: Iterable[E], who: str, ask: str) -> list[E]:
    """Return what was said beforehand to this question: one's own words first, then those for everyone."""
    found = [e for e in entries if e.fields[1] == ask and e.fields[0] in (who, EVERYONE)]
    return sorted(found, key=lambda e: e.fields[0] == EVERYONE)


def describe_standing(kind: str, fields: Sequence[str]) -> str:
    """Return a standing answer in words: "Anna, riposte: never"."""
    who, ask, said = fields
    words, prices = split_price(said)
    if kind == "ahead":
        how = f"once {words}"
    else:
        how = {ASK: "ask", NEVER: "never", TAKE: "always"}.get(words, f"always {words}")
    return f"{'everyone' if who == EVERYONE else who}, {ask}: {how}{prices}"


def check_standing(book: Book, roster: Roster, who: str, ask: str, words: str) -> tuple[str, str, str]:
    """Return the fields of an answer for later. Raise AffrayError without such a combatant, question or answer."""
    if who not in (*roster.who, EVERYONE, "referee"):
        raise AffrayError(unknown("combatant", who, [*roster.who, EVERYONE, "referee"]))
    if ask not in book.asks:
        raise AffrayError(unknown("question", ask, book.asks))
    said, prices = split_price(words)
    if prices != Prices() and book.price is None:
        raise AffrayError(f"nothing has a price in {book.name}; leave out {str(prices).strip()!r}")
    if said == TAKE and book.answers and book.answers[book.asks.index(ask)] >> YES & 1 == 0:
        raise AffrayError(f"{ask!r} offers nothing to say yes to; expected an answer, as in: {ask} -> pass")
    return who, ask, words
