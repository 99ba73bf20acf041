"""A pack as a whole: names that a book has already, things no fight can be made with, scenarios that don't work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from affray import rules
from affray.content.overlay import names_of
from affray.engine.encounter import Member
from affray.errors import AffrayError, Mistake, ScenarioError, quoted, sentence
from affray.packs import GEAR, Pack, PackError, line_of, offered
from affray.packs.reader import ENDING, HOUSE, SCENARIOS, parsed, self_contained
from affray.rules.book import Book

NUMBERS: Mapping[str, int | str] = {"thac0": 19, "ac": 9, "damage": "1d6", "hd": "1"}


def checked(folder: Path) -> Pack:
    """The pack, or a PackError with everything that is wrong with it."""
    pack, mistakes = parsed(folder)
    if pack is not None and not mistakes:
        mistakes = [*clashes_with_books(pack), *clashes_inside(pack)]
        mistakes = mistakes or [*trials(pack), *houses(pack), *scenarios(pack)]
    if mistakes or pack is None:
        raise PackError(mistakes)
    return pack


def entries(pack: Pack) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for shelf, there in pack.content.items():
        for name, entry in there.items():
            yield shelf, name, entry


def mistake(pack: Pack, shelf: str, name: str, message: str) -> Mistake:
    return Mistake(pack.file(f"{shelf}{ENDING}"), *line_of(pack, shelf, name), message)


# --- names


def clashes_with_books(pack: Pack) -> Iterator[Mistake]:
    """What a book has under the same name stays the book's: the pack must take another."""
    for shelf, name, entry in entries(pack):
        for word in names_of(name, entry):
            owner = next((book.name for book in rules.books().values() if word in words_of(book, shelf)), "")
            if owner:
                what = f"{quoted(word)} is in the book {owner} and in the pack {quoted(pack.name)}"
                yield mistake(pack, shelf, name, sentence(what, mend="take another name"))


def words_of(book: Book, shelf: str) -> set[str]:
    """What can be taken for a thing of this kind in a book."""
    if shelf == "tactics":
        return set(book.tactics)
    library = book.setup().library if book.setup else None
    kinds = GEAR if shelf in GEAR else (shelf,)
    return {word for kind in kinds for word in getattr(library, kind, ())}


def clashes_inside(pack: Pack) -> Iterator[Mistake]:
    """Two entries of one pack under one name."""
    seen: dict[tuple[str, str], tuple[str, str]] = {}
    for shelf, name, entry in entries(pack):
        for word in names_of(name, entry):
            key = ("gear" if shelf in GEAR else shelf, word)
            if seen.setdefault(key, (shelf, name)) != (shelf, name):
                other = seen[key]
                line, column = line_of(pack, *other)
                what = f"{quoted(word)} is also at {pack.file(f'{other[0]}{ENDING}')}:{line}:{column}"
                yield mistake(pack, shelf, name, sentence(what, mend="take another name"))


# --- whether a fight can be made with them


def trials(pack: Pack) -> Iterator[Mistake]:
    """Somebody with each thing, in a fight of every book."""
    from affray.scenario.creatures import misfit
    from affray.scenario.lookup import with_what_they_name

    offers = offered([pack])
    for shelf, name, entry in entries(pack):
        member = somebody(shelf, name)
        content = with_what_they_name({shelf: {name: entry}}, "", offers)
        for book in map(rules.get, rules.NAMES if member else ()):
            assert member is not None
            if said := misfit(content, member, book):
                yield mistake(pack, shelf, name, f"{name}: under {book.name}: {said}")
                break


def somebody(shelf: str, name: str) -> Member | None:
    if shelf == "monsters":
        return Member(kind=name)
    if shelf in GEAR:
        return Member(numbers=NUMBERS, gear=(name,))
    return Member(numbers=NUMBERS, spells=(name,)) if shelf == "spells" else None


# --- house rules and scenarios


def houses(pack: Pack) -> Iterator[Mistake]:
    from affray.houserules import from_text

    for name, text in pack.house.items():
        try:
            from_text(text, pack.file(HOUSE, f"{name}{ENDING}"))
        except ScenarioError as error:
            yield from error.mistakes


def scenarios(pack: Pack) -> Iterator[Mistake]:
    from affray import scenario
    from affray.scenario import opening

    for name, text in pack.scenarios.items():
        file = pack.file(SCENARIOS, f"{name}{ENDING}")
        try:
            alone = self_contained(pack, text, file)
            encounter, book = opening.open_scenario(scenario.read(alone, file, offers=offered([pack])))
            book.build(encounter, {})
        except ScenarioError as error:
            yield from error.mistakes
        except AffrayError as error:
            yield Mistake(file, 1, 1, str(error))
