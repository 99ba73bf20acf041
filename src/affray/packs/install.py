"""Check a pack as a whole, install it, switch it on and off, remove it.

Its names may not clash with a book's, with each other or with another pack's, and everything in it is tried."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from affray import rules, scenario
from affray.content.overlay import GEAR
from affray.content.spelling import all_names, normal_name
from affray.content.yaml import compose, pairs, spot
from affray.engine.encounter import Member
from affray.errors import AffrayError, Mistake, ScenarioError, quote, sentence
from affray.files import PRIVATE_FILE, PRIVATE_FOLDER, make_private_folder
from affray.houserules import from_text
from affray.packs.entries import trial_problem
from affray.packs.reader import (
    ENDING,
    HOUSE,
    OFF,
    SCENARIOS,
    Pack,
    PackError,
    enabled_packs,
    installed_folder,
    offers_of,
    packs_folder,
    read_installed,
    read_pack,
)
from affray.rules.book import Book
from affray.scenario import self_contained
from affray.scenario.reader import with_what_they_name

NUMBERS: Mapping[str, int | str] = {"thac0": 19, "ac": 9, "damage": "1d6", "hd": "1"}


def check_pack(folder: Path) -> Pack:
    """Return the pack, or raise a PackError with everything that is wrong with it."""
    pack, mistakes = read_pack(folder)
    if pack is not None and not mistakes:
        mistakes = [*clashes_with_books(pack), *clashes_inside(pack)]
        mistakes = mistakes or [*trial_mistakes(pack), *house_rule_mistakes(pack), *scenario_mistakes(pack)]
    if mistakes or pack is None:
        raise PackError(mistakes)
    return pack


def all_entries(pack: Pack) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for kind, there in pack.content.items():
        for name, entry in there.items():
            yield kind, name, entry


def line_of(pack: Pack, kind: str, name: str) -> tuple[int, int]:
    """Return where an entry of a pack stands in its file."""
    root = compose(pack.texts[f"{kind}.yaml"], "")
    return next((spot(key) for word, key, _ in pairs(root) if normal_name(word) == name), (1, 1))


def mistake_at(pack: Pack, kind: str, name: str, message: str) -> Mistake:
    return Mistake(pack.file(f"{kind}{ENDING}"), *line_of(pack, kind, name), message)


# --- names


def clashes_with_books(pack: Pack) -> Iterator[Mistake]:
    """Yield names that a book has already: the pack must take another."""
    for kind, name, entry in all_entries(pack):
        for word in all_names(name, entry):
            owner = next((book.name for book in rules.books().values() if word in names_in_book(book, kind)), "")
            if owner:
                what = f"{quote(word)} is in the book {owner} and in the pack {quote(pack.name)}"
                yield mistake_at(pack, kind, name, sentence(what, mend="take another name"))


def names_in_book(book: Book, kind: str) -> set[str]:
    """Return what can be taken for a thing of this kind in a book."""
    if kind == "tactics":
        return set(book.tactics)
    library = book.setup().library
    alike = GEAR if kind in GEAR else (kind,)
    return {word for kind in alike for word in getattr(library, kind, ())}


def clashes_inside(pack: Pack) -> Iterator[Mistake]:
    """Yield two entries of one pack under one name."""
    seen: dict[tuple[str, str], tuple[str, str]] = {}
    for kind, name, entry in all_entries(pack):
        for word in all_names(name, entry):
            key = ("gear" if kind in GEAR else kind, word)
            if seen.setdefault(key, (kind, name)) != (kind, name):
                other = seen[key]
                line, column = line_of(pack, *other)
                what = f"{quote(word)} is also at {pack.file(f'{other[0]}{ENDING}')}:{line}:{column}"
                yield mistake_at(pack, kind, name, sentence(what, mend="take another name"))


# --- whether a fight can be made with them


def trial_mistakes(pack: Pack) -> Iterator[Mistake]:
    """Try a fight of every book with somebody who has each thing; yield what is wrong."""
    offers = offers_of([pack])
    for kind, name, entry in all_entries(pack):
        member = trial_member(kind, name)
        content = with_what_they_name({kind: {name: entry}}, "", offers)
        for book in map(rules.get, rules.NAMES if member else ()):
            assert member is not None
            if said := trial_problem(content, member, book):
                yield mistake_at(pack, kind, name, f"{name}: under {book.name}: {said}")
                break


def trial_member(kind: str, name: str) -> Member | None:
    if kind == "monsters":
        return Member(kind=name)
    if kind in GEAR:
        return Member(numbers=NUMBERS, gear=(name,))
    return Member(numbers=NUMBERS, spells=(name,)) if kind == "spells" else None


# --- house rules and scenarios


def house_rule_mistakes(pack: Pack) -> Iterator[Mistake]:
    for name, text in pack.house.items():
        try:
            from_text(text, pack.file(HOUSE, f"{name}{ENDING}"))
        except ScenarioError as error:
            yield from error.mistakes


def scenario_mistakes(pack: Pack) -> Iterator[Mistake]:
    for name, text in pack.scenarios.items():
        file = pack.file(SCENARIOS, f"{name}{ENDING}")
        try:
            alone = self_contained(pack, text, file)
            encounter, book = scenario.open_scenario(scenario.read(alone, file, offers=offers_of([pack])))
            book.build(encounter, {})
        except ScenarioError as error:
            yield from error.mistakes
        except AffrayError as error:
            yield Mistake(file, 1, 1, str(error))


# --- clashes


def clashes_with_packs(pack: Pack, others: list[Pack]) -> Iterator[Mistake]:
    """Yield names that another pack has too, both packs named."""
    mine = names_of_pack(pack)
    for other in others:
        for word, (kind, name) in names_of_pack(other).items():
            if word in mine:
                own, entry = mine[word]
                what = f"{quote(word[1])} is in the pack {quote(pack.name)} and in the pack {quote(other.name)}"
                where = other.file(f"{kind}.yaml")
                mend = f"rename one ({where}: {name}), or `affray packs off {other.slug}` first"
                yield Mistake(pack.file(f"{own}.yaml"), *line_of(pack, own, entry), sentence(what, mend=mend))


def names_of_pack(pack: Pack) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the kind and entry that each word names, by the word and what it can be taken for."""
    return {
        ("gear" if kind in GEAR else kind, word): (kind, name)
        for kind, entries in pack.content.items()
        for name, entry in entries.items()
        for word in all_names(name, entry)
    }


# --- installing


def install(folder: Path, data: Path | None = None) -> tuple[Pack, str]:
    """Check a pack and copy what was read of it; return it and the version that was there before. It is on then."""
    pack = check_pack(folder)
    others = [each for each in enabled_packs(data) if each.slug != pack.slug]
    if wrong := list(clashes_with_packs(pack, others)):
        raise PackError(wrong)
    target = packs_folder(data) / pack.slug
    before = version_of(target)
    new = target.with_name(f".{uuid4().hex}")
    make_private_folder(target.parent)
    try:
        for path, text in pack.texts.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_text(text, encoding="utf-8", newline="\n")
        make_private(new)
        replace_folder(new, target)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    target.with_name(target.name + OFF).unlink(missing_ok=True)
    return pack, before


def make_private(folder: Path) -> None:
    """Let nobody else write there, whatever the umask says: packs that others could change are not used."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)


def version_of(folder: Path) -> str:
    try:
        return read_installed(folder).version if folder.is_dir() else ""
    except AffrayError:
        return "a damaged one"


def replace_folder(new: Path, target: Path) -> None:
    """Put a new folder in the place of the old one."""
    old = target.with_name(f".{uuid4().hex}")
    if target.exists():
        os.replace(target, old)
    os.replace(new, target)
    shutil.rmtree(old, ignore_errors=True)


def switch_off(name: str, data: Path | None = None) -> Path:
    folder = installed_folder(name, data)
    folder.with_name(folder.name + OFF).touch()
    return folder


def switch_on(name: str, data: Path | None = None) -> Path:
    folder = installed_folder(name, data)
    others = [each for each in enabled_packs(data) if each.slug != folder.name]
    if wrong := list(clashes_with_packs(read_installed(folder), others)):
        raise PackError(wrong)
    folder.with_name(folder.name + OFF).unlink(missing_ok=True)
    return folder


def remove(name: str, data: Path | None = None) -> Path:
    folder = installed_folder(name, data)
    shutil.rmtree(folder)
    folder.with_name(folder.name + OFF).unlink(missing_ok=True)
    return folder
