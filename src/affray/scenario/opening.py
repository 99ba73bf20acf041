"""Open a scenario for play: the encounter, the book it is fought under, its house rules, options and tactics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from affray import houserules
from affray import rules as all_books
from affray.content.overlay import all_names
from affray.engine.encounter import USUAL, Encounter
from affray.errors import AffrayError, unknown
from affray.houserules import Overlay
from affray.rules.book import Book
from affray.scenario import Known, load, merge_words

House: TypeAlias = str | Path | Overlay | Iterable[str | Path | Overlay]


def open_scenario(
    scenario: str | Path | Encounter, rules: str | Book | None = None, house: House = ()
) -> tuple[Encounter, Book]:
    """Return a scenario, and the book it is fought under with all house rules on it."""
    if isinstance(scenario, Encounter) and isinstance(rules, Book) and not house and not scenario.house:
        return scenario, rules  # they were opened before
    overlays = houserules.collect_overlays(house)
    named = rules or next((overlay.rules for overlay in overlays if overlay.rules), None)
    book = houserules.apply(as_book(named), overlays) if named else None
    encounter = scenario if isinstance(scenario, Encounter) else find_encounter(scenario, book)
    book = book or houserules.apply(as_book(encounter.rules or USUAL), overlays)
    return with_own_house_rules(encounter, book)


def open_book(rules: str | Book | None, house: House, usual: str) -> Book:
    """Return a book by its name, else that of the house rules, else the usual one; with the house rules on it."""
    overlays = houserules.collect_overlays(house)
    named = rules or next((overlay.rules for overlay in overlays if overlay.rules), usual)
    return houserules.apply(as_book(named), overlays)


def as_book(rules: str | Book) -> Book:
    return rules if isinstance(rules, Book) else all_books.get(rules)


def find_encounter(scenario: str | Path, book: Book | None) -> Encounter:
    return load(str(scenario), book.names() if book else None)


def known_words(encounter: Encounter, book: Book) -> Known:
    """Return the words that a scenario may use: the book's, those of its own and of the usual one, and what it adds."""
    books = (book, all_books.get(encounter.rules or USUAL), all_books.get(USUAL))
    added = {
        kind: [word for name, entry in entries.items() for word in all_names(name, entry)]
        for kind, entries in encounter.content.items()
    }
    return merge_words(*(each.names() for each in books), added)


def with_own_house_rules(encounter: Encounter, book: Book) -> tuple[Encounter, Book]:
    """Apply the house rules that a scenario names to the book they are for; under another one they are left aside."""
    said = houserules.overlays_of_scenario(encounter.house)
    fit = [overlay for overlay in said if (overlay.rules or encounter.rules or USUAL) == book.name]
    aside = [f"{book.name} can't take the house rules {o.name!r} of this scenario" for o in said if o not in fit]
    encounter = replace(encounter, house=(), converted=(*encounter.converted, *aside))
    return encounter, houserules.apply(book, fit)


def with_chosen_tactics(encounter: Encounter, book: Book, tactics: Mapping[str, str]) -> Encounter:
    """Return the encounter with these tactics of this book for the sides named."""
    for word in tactics.values():
        if word not in book.tactics:
            raise AffrayError(unknown("tactic", word, book.tactics))
    return with_tactics(encounter, tactics)


def with_tactics(encounter: Encounter, tactics: Mapping[str, str]) -> Encounter:
    for name in tactics:
        if name not in [party.name for party in encounter.sides]:
            raise AffrayError(unknown("side", name, [party.name for party in encounter.sides]))
    sides = [replace(p, tactic=tactics.get(p.name, p.tactic)) for p in encounter.sides]
    return replace(encounter, sides=tuple(sides))


def read_options(book: Book, options: Mapping[str, str]) -> dict[str, int]:
    """Return options in words as the numbers the rules read."""
    known = {o.name: o for o in book.options}
    for name in options:
        if name in book.gone:
            raise AffrayError(book.gone[name])
        if name not in known:
            raise AffrayError(unknown("option", name, list(known)))
        for overlay in book.house:
            if name in overlay.options:
                where = overlay.line("options", name)
                raise AffrayError(f"{name} is set to {options[name]!r} here and by {where} too; drop one of them")
    return {name: known[name].read(str(value)) for name, value in options.items()}


def restore_book(facts: Mapping[str, Any]) -> Book:
    """Return the book of a journal or a state, with the house rules that it keeps."""
    house = [houserules.restore_overlay(str(text), str(file)) for file, text in facts.get("house", ())]
    return houserules.apply(all_books.get(facts["rules"]), house)
