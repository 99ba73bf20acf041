"""Installed packs: which there are, what stands in their folders, and what they offer; every mistake with its place.

Whatever a folder holds, nothing outside it is read, nothing in it runs, and nothing grows without end."""

from __future__ import annotations

import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import scandir
from pathlib import Path
from typing import Any, NamedTuple

from affray.content.spelling import all_names
from affray.content.yaml import EMPTY, compose, locate, pairs, plain_values, read_file, spot
from affray.errors import AffrayError, Mistake, ScenarioError, quote, sentence, unknown
from affray.files import data_folder, is_trusted
from affray.packs.entries import AddedContent, read_kind

PACKS, OFF = "packs", ".off"
PACK_KINDS = ("monsters", "weapons", "armour", "spells", "potions", "effects", "tactics")
PACK, HOUSE, SCENARIOS = "pack.yaml", "house", "scenarios"
ENDING = ".yaml"
PACK_FILES = (PACK, *(f"{kind}{ENDING}" for kind in PACK_KINDS))
HEADER_KEYS = ("name", "version", "by", "licence", "says")
HEADER_LENGTHS = {"name": 40, "version": 20, "by": 200, "licence": 200, "says": 300}
PACK_NAME = re.compile(r"[^\W\d_][\w -]{0,39}")
RESERVED_NAMES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)")  # no folder can be called so everywhere
MOST_FILES = 500
MOST_BYTES = 800_000  # of a file
MOST_IN_ALL = 4_000_000
PACK_FORM = "a folder with pack.yaml"


class PackError(ScenarioError):
    """A pack that can't be used, with every mistake found in it."""


class Offer(NamedTuple):
    """An entry, and whose it is."""

    pack: str
    name: str
    entry: Mapping[str, Any]


Offers = Mapping[str, Mapping[str, list[Offer]]]  # of each kind the entries by name; several where packs clash


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as it was read."""

    name: str
    version: str
    by: str
    licence: str
    says: str
    folder: Path
    content: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # of KINDS
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
    """Return a name as a folder and as people type it."""
    return "-".join(name.lower().split())


# --- a folder, file by file


@dataclass(slots=True)
class FolderReading:
    """A folder while it is read."""

    folder: Path
    texts: dict[str, str] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    total: int = 0

    def wrong(self, path: str, message: str, line: int = 0, column: int = 0) -> None:
        file = str(self.folder / path) if path else str(self.folder)
        self.mistakes.append(Mistake(file, line, column, message))


# --- which files


def list_files(folder: Path) -> FolderReading:
    """Return the texts of all files that a pack may have, and what is wrong with the others."""
    found = FolderReading(folder)
    if not folder.is_dir():
        found.wrong("", sentence("no such folder", PACK_FORM))
        return found
    list_folder(found, "")
    if PACK not in found.texts and not found.mistakes:
        found.wrong("", sentence("this is no pack", PACK_FORM, mend=f"add {PACK} with {', '.join(HEADER_KEYS)}"))
    return found


def list_folder(found: FolderReading, inside: str) -> None:
    try:
        with scandir(found.folder / inside) as there:
            entries = [entry for _, entry in zip(range(MOST_FILES + 1), there, strict=False)]
    except OSError as no:
        found.wrong(inside, f"can't be opened ({no.strerror})")
        return
    if len(entries) > MOST_FILES:
        found.wrong(inside, sentence(f"more than {MOST_FILES} files", mend="keep only the pack's own here"))
        return
    for entry in sorted(entries, key=lambda each: each.name):
        list_file(found, inside, entry.name)


def list_file(found: FolderReading, inside: str, name: str) -> None:
    """Read a file, list one of the two folders, refuse a strange name; leave all else alone."""
    path = f"{inside}/{name}" if inside else name
    kind = (found.folder / path).lstat()
    ours = name.endswith((ENDING, ".yml")) or (not inside and name in (HOUSE, SCENARIOS))
    if not ours or name.startswith("."):
        return
    if stat.S_ISLNK(kind.st_mode):
        found.wrong(path, "is a link to somewhere else; put the file itself here")
    elif stat.S_ISDIR(kind.st_mode):
        if path in (HOUSE, SCENARIOS):
            list_folder(found, path)
        else:
            found.wrong(path, "is a folder; expected a file")
    elif not stat.S_ISREG(kind.st_mode):
        found.wrong(path, "is no plain file")
    elif strange := wrong_file_name(inside, name):
        found.wrong(path, strange)
    else:
        read_text_file(found, path, kind.st_size)


def wrong_file_name(inside: str, name: str) -> str:
    if not inside and name not in PACK_FILES:
        return unknown("file", name, [*PACK_FILES, f"{HOUSE}/*{ENDING}", f"{SCENARIOS}/*{ENDING}"])
    if inside and not PACK_NAME.fullmatch(name.removesuffix(ENDING)):
        return sentence(f"the name {quote(name)}", f"letters, digits, spaces and hyphens, then {ENDING}")
    return ""


def read_text_file(found: FolderReading, path: str, size: int) -> None:
    """Read the text of a file that is small enough."""
    found.total += size
    if size > MOST_BYTES:
        found.wrong(path, sentence(f"has {size:,} bytes", f"at most {MOST_BYTES:,}"))
    elif found.total > MOST_IN_ALL:
        found.wrong(path, sentence(f"with this file the pack has {found.total:,} bytes", f"at most {MOST_IN_ALL:,}"))
    else:
        try:
            found.texts[path] = read_file(str(found.folder / path), PACK_FORM)
        except ScenarioError as error:
            found.mistakes += error.mistakes


# --- what stands in them


def read_pack(folder: Path) -> tuple[Pack | None, list[Mistake]]:
    """Return the pack as far as its files have the right shape, and what is wrong with them."""
    found = list_files(folder)
    head = read_header(found) if PACK in found.texts else {}
    content, notes = read_contents(found)
    if len(head) < len(HEADER_KEYS):
        return None, found.mistakes
    pack = Pack(
        **head,
        folder=folder,
        content=content,
        house=texts_in(found, HOUSE),
        scenarios=texts_in(found, SCENARIOS),
        texts=found.texts,
        notes=tuple(notes),
    )
    return pack, found.mistakes


def texts_in(found: FolderReading, folder: str) -> dict[str, str]:
    here = {path: text for path, text in found.texts.items() if path.startswith(f"{folder}/")}
    return {path.removeprefix(f"{folder}/").removesuffix(ENDING): text for path, text in here.items()}


def read_values(found: FolderReading, path: str) -> tuple[Any, dict[str, Any] | None]:
    """Return the tree of a file and its plain values; None where it can't be read."""
    file = str(found.folder / path)
    try:
        root = compose(found.texts[path], file)
        data, mistakes = plain_values(root, file)
    except ScenarioError as error:
        empty = sentence("the file is empty", "entries by name", mend="or delete it")
        found.mistakes += [
            Mistake(m.file, m.line, m.column, empty) if m.message == EMPTY else m for m in error.mistakes
        ]
        return None, None
    found.mistakes += mistakes
    if not isinstance(data, dict):
        found.wrong(path, sentence(f"found {quote(data)}", "names with what belongs to each"), 1, 1)
        return None, None
    return root, data


def read_header(found: FolderReading) -> dict[str, str]:
    """Return what a pack says of itself, as far as it is sound."""
    root, data = read_values(found, PACK)
    if data is None:
        return {}
    places = {name: (spot(key), spot(value)) for name, key, value in pairs(root)}
    for key in data:
        if key not in HEADER_KEYS:
            found.wrong(PACK, unknown("key", key, HEADER_KEYS), *places[key][0])
    sound: dict[str, str] = {}
    for key in HEADER_KEYS:
        if key not in data:
            found.wrong(PACK, f"missing key `{key}`", 1, 1)
        elif wrong := wrong_header_text(key, data[key]):
            found.wrong(PACK, f"{key}: {wrong}", *places[key][1])
        else:
            sound[key] = str(data[key]).strip()
    return sound


def wrong_header_text(key: str, value: Any) -> str:
    if not isinstance(value, str | int) or isinstance(value, bool) or not str(value).strip():
        return sentence(f"found {quote(value)}", "words on one line")
    if not str(value).isprintable():
        return sentence(f"found {quote(value)}", "words on one line")
    if len(str(value)) > HEADER_LENGTHS[key]:
        return sentence(f"{len(str(value))} characters long", f"at most {HEADER_LENGTHS[key]}")
    if key == "name" and (not PACK_NAME.fullmatch(str(value).strip()) or RESERVED_NAMES.fullmatch(str(value).strip())):
        return sentence(f"found {quote(value)}", "a name of letters, digits, spaces and hyphens")
    return ""


def read_contents(found: FolderReading) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return the entries of all files of content, and what was doubtful in stat blocks."""
    added = AddedContent()
    for kind in PACK_KINDS:
        path = f"{kind}{ENDING}"
        if path not in found.texts:
            continue
        root, data = read_values(found, path)
        if data is None:
            continue
        before = len(added.found)
        read_kind(added, kind, data, (kind,))
        for each in added.found[before:]:
            found.wrong(path, each.message, *locate(root, each._replace(path=each.path[1:])))
    content = {**added.content, **({"tactics": added.tactics} if added.tactics else {})}
    return content, added.doubts


_cache: dict[Path, tuple[object, Pack]] = {}


def read_installed(folder: Path) -> Pack:
    """Return an installed pack; it was checked before, so it is only read, and only if a file has changed."""
    check_is_ours(folder)
    files = [file for inside in ("", HOUSE, SCENARIOS) for file in sorted((folder / inside).glob(f"*{ENDING}"))]
    stamp = [(str(file), file.lstat().st_mtime_ns, file.lstat().st_size) for file in files]
    if folder not in _cache or _cache[folder][0] != stamp:
        for file in files:
            check_is_ours(file)
        pack, mistakes = read_pack(folder)
        if mistakes or pack is None:
            what = f"the installed pack {quote(folder.name)} is damaged: {mistakes[0]}"
            raise AffrayError(f"{what}; install it anew, or `affray packs remove {folder.name}`")
        _cache[folder] = (stamp, pack)
    return _cache[folder][1]


# --- which are installed


def packs_folder(data: Path | None = None) -> Path:
    return (data or data_folder()) / PACKS


def folders(data: Path | None = None) -> list[Path]:
    """Return the folders of all installed packs, by name."""
    there = packs_folder(data)
    if not there.is_dir():
        return []
    check_is_ours(there)
    every = there.iterdir()
    return sorted(each for each in every if each.is_dir() and not each.is_symlink() and not each.name.startswith("."))


def check_is_ours(path: Path) -> None:
    """Refuse what somebody else has put there, or could: a pack decides how fights go."""
    if not is_trusted(path):
        what = f"{path} is not used, because others than you can write there"
        mend = f'make it yours alone: `chown -R "$USER" {path}; chmod -R go-w {path}`'
        raise AffrayError(sentence(what, mend=mend))


def is_on(folder: Path) -> bool:
    return not folder.with_name(folder.name + OFF).exists()


def installed_folder(name: str, data: Path | None = None) -> Path:
    """Return the folder of a pack by its name, in any spelling."""
    there = {folder.name: folder for folder in folders(data)}
    if slug(name) not in there:
        near = unknown("pack", name, list(there)) if there else f"no pack {quote(name)}: none is installed"
        raise AffrayError(near)
    return there[slug(name)]


def enabled_packs(data: Path | None = None) -> list[Pack]:
    return [read_installed(folder) for folder in folders(data) if is_on(folder)]


def offers(data: Path | None = None) -> Offers:
    """Return what the enabled packs offer to a scenario."""
    return offers_of(enabled_packs(data))


def offers_of(packs: list[Pack]) -> Offers:
    found: dict[str, dict[str, list[Offer]]] = {}
    for pack in packs:
        for kind, entries in pack.content.items():
            for name, entry in entries.items():
                for word in all_names(name, entry):
                    found.setdefault(kind, {}).setdefault(word, []).append(Offer(pack.name, name, entry))
    return found


def offered_words(data: Path | None = None) -> dict[str, list[str]]:
    return {kind: list(entries) for kind, entries in offers(data).items()}


def find_in_packs(kind: str, name: str) -> tuple[Pack, str, str] | None:
    """Return pack, file and text of a scenario or house rules named as PACK/NAME; None where it is no such name."""
    whose, stroke, which = name.partition("/")
    folder = next((each for each in folders() if each.name == slug(whose) and is_on(each)), None)
    if not stroke or folder is None:
        return None
    pack = read_installed(folder)
    texts = pack.scenarios if kind == SCENARIOS else pack.house
    return (pack, pack.file(kind, f"{which}{ENDING}"), texts[which]) if which in texts else None
