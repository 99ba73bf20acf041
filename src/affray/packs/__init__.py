"""Content packs: a folder of YAML that adds monsters, gear, spells, tactics, house rules and scenarios to every book.

    pack.yaml        name, version, by, licence, says
    monsters.yaml    entries by name, as under `creatures` in a scenario
    weapons.yaml, armour.yaml, spells.yaml, potions.yaml, effects.yaml: entries by name, as the classic book has them
    tactics.yaml     who fights by which of the book's tactics (scenario_tactics.py)
    house/*.yaml     house rules; --house PACK/NAME
    scenarios/*.yaml scenarios; affray fight PACK/NAME

Packs that are installed live in the user's data folder. Of those that are on, scenarios know the words; what a scenario
draws from one is in the text that its journal keeps."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from affray.content.overlay import called, names_of
from affray.errors import AffrayError, Mistake, ScenarioError, quoted, sentence, unknown
from affray.files import data_folder

PACKS, OFF = "packs", ".off"
SHELVES = ("monsters", "weapons", "armour", "spells", "potions", "effects", "tactics")
GEAR = ("weapons", "armour", "potions")  # what one carries has one name


class PackError(ScenarioError):
    """A pack that can't be used, with every mistake found in it."""


class Offer(NamedTuple):
    """An entry, and whose it is."""

    pack: str
    name: str
    entry: Mapping[str, Any]


Offers = Mapping[str, Mapping[str, list[Offer]]]  # of each shelf the entries by name; several where packs clash


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as it was read."""

    name: str
    version: str
    by: str
    licence: str
    says: str
    folder: Path
    content: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # of SHELVES
    house: Mapping[str, str] = field(default_factory=dict)  # the text of each file, by its name without ending
    scenarios: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)  # of every file, by its path in the folder
    notes: tuple[str, ...] = ()  # what was doubtful in stat blocks

    @property
    def slug(self) -> str:
        return slug(self.name)

    def file(self, *parts: str) -> str:
        return str(self.folder.joinpath(*parts))


def slug(name: str) -> str:
    """A name as a folder and as people type it."""
    return "-".join(name.lower().split())


# --- which are installed


def place(data: Path | None = None) -> Path:
    return (data or data_folder()) / PACKS


def folders(data: Path | None = None) -> list[Path]:
    """Those of all that are installed, by name."""
    there = place(data)
    every = there.iterdir() if there.is_dir() else ()
    return sorted(each for each in every if each.is_dir() and not each.is_symlink() and not each.name.startswith("."))


def is_on(folder: Path) -> bool:
    return not folder.with_name(folder.name + OFF).exists()


def installed(name: str, data: Path | None = None) -> Path:
    """The folder of a pack by its name, in any spelling."""
    there = {folder.name: folder for folder in folders(data)}
    if slug(name) not in there:
        near = unknown("pack", name, list(there)) if there else f"no pack {quoted(name)}: none is installed"
        raise AffrayError(near)
    return there[slug(name)]


def switched_on(data: Path | None = None) -> list[Pack]:
    from affray.packs.reader import kept

    return [kept(folder) for folder in folders(data) if is_on(folder)]


def offers(data: Path | None = None) -> Offers:
    """What the packs that are on offer to a scenario."""
    return offered(switched_on(data))


def offered(packs: list[Pack]) -> Offers:
    found: dict[str, dict[str, list[Offer]]] = {}
    for pack in packs:
        for shelf, entries in pack.content.items():
            for name, entry in entries.items():
                for word in names_of(name, entry):
                    found.setdefault(shelf, {}).setdefault(word, []).append(Offer(pack.name, name, entry))
    return found


def words(data: Path | None = None) -> dict[str, list[str]]:
    return {shelf: list(entries) for shelf, entries in offers(data).items()}


def find(kind: str, name: str) -> tuple[str, str] | None:
    """The file and the text of a scenario or of house rules, named as PACK/NAME; None where it is no such name."""
    from affray.packs.reader import kept, self_contained

    whose, stroke, which = name.partition("/")
    folder = next((each for each in folders() if each.name == slug(whose) and is_on(each)), None)
    if not stroke or folder is None:
        return None
    pack = kept(folder)
    texts = pack.scenarios if kind == "scenarios" else pack.house
    if which not in texts:
        return None
    file = pack.file(kind, f"{which}.yaml")
    return file, self_contained(pack, texts[which], file) if kind == "scenarios" else texts[which]


# --- clashes


def clashes(pack: Pack, others: list[Pack]) -> Iterator[Mistake]:
    """Names that another pack has too: both are named."""
    mine = by_name(pack)
    for other in others:
        for word, (shelf, name) in by_name(other).items():
            if word in mine:
                own, entry = mine[word]
                what = f"{quoted(word[1])} is in the pack {quoted(pack.name)} and in the pack {quoted(other.name)}"
                where = other.file(f"{shelf}.yaml")
                mend = f"rename one ({where}: {name}), or `affray packs off {other.slug}` first"
                yield Mistake(pack.file(f"{own}.yaml"), *line_of(pack, own, entry), sentence(what, mend=mend))


def by_name(pack: Pack) -> dict[tuple[str, str], tuple[str, str]]:
    """Of each word, with what it can be taken for: the shelf, and the entry it names."""
    return {
        ("gear" if shelf in GEAR else shelf, word): (shelf, name)
        for shelf, entries in pack.content.items()
        for name, entry in entries.items()
        for word in names_of(name, entry)
    }


def line_of(pack: Pack, shelf: str, name: str) -> tuple[int, int]:
    """Where an entry of a pack stands in its file."""
    from affray.content.yaml import compose, pairs, spot

    root = compose(pack.texts[f"{shelf}.yaml"], "")
    return next((spot(key) for word, key, _ in pairs(root) if called(word) == name), (1, 1))


# --- installing


def install(folder: Path, data: Path | None = None) -> tuple[Pack, str]:
    """Checks a pack and copies what was read of it; gives it, and the version that was there before. It is on then."""
    from affray.packs.checks import checked

    pack = checked(folder)
    others = [each for each in switched_on(data) if each.slug != pack.slug]
    if wrong := list(clashes(pack, others)):
        raise PackError(wrong)
    target = place(data) / pack.slug
    before = version_of(target)
    new = target.with_name(f".{uuid4().hex}")
    try:
        for path, text in pack.texts.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_text(text, encoding="utf-8", newline="\n")
        put(new, target)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    target.with_name(target.name + OFF).unlink(missing_ok=True)
    return pack, before


def version_of(folder: Path) -> str:
    from affray.packs.reader import kept

    try:
        return kept(folder).version if folder.is_dir() else ""
    except AffrayError:
        return "a damaged one"


def put(new: Path, target: Path) -> None:
    """In the place of what was there."""
    old = target.with_name(f".{uuid4().hex}")
    if target.exists():
        os.replace(target, old)
    os.replace(new, target)
    shutil.rmtree(old, ignore_errors=True)


def switch_off(name: str, data: Path | None = None) -> Path:
    folder = installed(name, data)
    folder.with_name(folder.name + OFF).touch()
    return folder


def switch_on(name: str, data: Path | None = None) -> Path:
    from affray.packs.reader import kept

    folder = installed(name, data)
    others = [each for each in switched_on(data) if each.slug != folder.name]
    if wrong := list(clashes(kept(folder), others)):
        raise PackError(wrong)
    folder.with_name(folder.name + OFF).unlink(missing_ok=True)
    return folder


def remove(name: str, data: Path | None = None) -> Path:
    folder = installed(name, data)
    shutil.rmtree(folder)
    folder.with_name(folder.name + OFF).unlink(missing_ok=True)
    return folder
