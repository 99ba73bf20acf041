"""A pack's folder as it is read: which files there are, what stands in them, and every mistake with its place.

Whatever the folder holds, nothing outside it is read, nothing in it runs, and nothing grows without end."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os import scandir
from pathlib import Path
from typing import Any

from affray.errors import AffrayError, Mistake, ScenarioError, nearest, quoted, sentence, unknown
from affray.packs import SHELVES, Pack, PackError

PACK, HOUSE, SCENARIOS = "pack.yaml", "house", "scenarios"
ENDING = ".yaml"
FILES = (PACK, *(f"{shelf}{ENDING}" for shelf in SHELVES))
KEYS = ("name", "version", "by", "licence", "says")
LONGEST = {"name": 40, "version": 20, "by": 200, "licence": 200, "says": 300}
NAME = re.compile(r"[^\W\d_][\w -]{0,39}")
TAKEN = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)")  # no folder can be called so everywhere
MOST_FILES = 500
MOST_BYTES = 800_000  # of a file
MOST_IN_ALL = 4_000_000
FORM = "a folder with pack.yaml"


@dataclass(slots=True)
class Reading:
    """A folder while it is read."""

    folder: Path
    texts: dict[str, str] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    total: int = 0

    def wrong(self, path: str, message: str, line: int = 0, column: int = 0) -> None:
        file = str(self.folder / path) if path else str(self.folder)
        self.mistakes.append(Mistake(file, line, column, message))


# --- which files


def listed(folder: Path) -> Reading:
    """The texts of all files that a pack may have, and what is wrong with the others."""
    found = Reading(folder)
    if not folder.is_dir():
        found.wrong("", sentence("no such folder", FORM))
        return found
    look_into(found, "")
    if PACK not in found.texts and not found.mistakes:
        found.wrong("", sentence("this is no pack", FORM, mend=f"add {PACK} with {', '.join(KEYS)}"))
    return found


def look_into(found: Reading, inside: str) -> None:
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
        look_at(found, inside, entry.name)


def look_at(found: Reading, inside: str, name: str) -> None:
    """A file is read, one of the two folders is looked into, a strange name is told; all else is left alone."""
    path = f"{inside}/{name}" if inside else name
    kind = (found.folder / path).lstat()
    ours = name.endswith((ENDING, ".yml")) or (not inside and name in (HOUSE, SCENARIOS))
    if not ours or name.startswith("."):
        return
    if stat.S_ISLNK(kind.st_mode):
        found.wrong(path, "is a link to somewhere else; put the file itself here")
    elif stat.S_ISDIR(kind.st_mode):
        if path in (HOUSE, SCENARIOS):
            look_into(found, path)
        else:
            found.wrong(path, "is a folder; expected a file")
    elif not stat.S_ISREG(kind.st_mode):
        found.wrong(path, "is no plain file")
    elif strange := misnamed(inside, name):
        found.wrong(path, strange)
    else:
        take(found, path, kind.st_size)


def misnamed(inside: str, name: str) -> str:
    if not inside and name not in FILES:
        return unknown("file", name, [*FILES, f"{HOUSE}/*{ENDING}", f"{SCENARIOS}/*{ENDING}"])
    if inside and not NAME.fullmatch(name.removesuffix(ENDING)):
        return sentence(f"the name {quoted(name)}", f"letters, digits, spaces and hyphens, then {ENDING}")
    return ""


def take(found: Reading, path: str, size: int) -> None:
    """The text of a file that is small enough."""
    from affray.content.yaml import opened

    found.total += size
    if size > MOST_BYTES:
        found.wrong(path, sentence(f"has {size:,} bytes", f"at most {MOST_BYTES:,}"))
    elif found.total > MOST_IN_ALL:
        found.wrong(path, sentence(f"with this file the pack has {found.total:,} bytes", f"at most {MOST_IN_ALL:,}"))
    else:
        try:
            found.texts[path] = opened(str(found.folder / path), FORM)
        except ScenarioError as error:
            found.mistakes += error.mistakes


# --- what stands in them


def parsed(folder: Path) -> tuple[Pack | None, list[Mistake]]:
    """The pack as far as its files have the right shape, and what is wrong with them. No fight is tried with it."""
    found = listed(folder)
    head = header(found) if PACK in found.texts else {}
    brought_from, notes = shelves(found)
    if len(head) < len(KEYS):
        return None, found.mistakes
    pack = Pack(
        **head,
        folder=folder,
        content=brought_from,
        house=inside(found, HOUSE),
        scenarios=inside(found, SCENARIOS),
        texts=found.texts,
        notes=tuple(notes),
    )
    return pack, found.mistakes


def inside(found: Reading, folder: str) -> dict[str, str]:
    here = {path: text for path, text in found.texts.items() if path.startswith(f"{folder}/")}
    return {path.removeprefix(f"{folder}/").removesuffix(ENDING): text for path, text in here.items()}


def plain_values(found: Reading, path: str) -> tuple[Any, dict[str, Any] | None]:
    """The tree of a file and its plain values; None where it can't be read."""
    from affray.content.yaml import EMPTY, compose, plain

    file = str(found.folder / path)
    try:
        root = compose(found.texts[path], file)
        data, mistakes = plain(root, file)
    except ScenarioError as error:
        empty = sentence("the file is empty", "entries by name", mend="or delete it")
        found.mistakes += [
            Mistake(m.file, m.line, m.column, empty) if m.message == EMPTY else m for m in error.mistakes
        ]
        return None, None
    found.mistakes += mistakes
    if not isinstance(data, dict):
        found.wrong(path, sentence(f"found {quoted(data)}", "names with what belongs to each"), 1, 1)
        return None, None
    return root, data


def header(found: Reading) -> dict[str, str]:
    """What a pack says of itself, as far as it is sound."""
    from affray.content.yaml import pairs, spot

    root, data = plain_values(found, PACK)
    if data is None:
        return {}
    places = {name: (spot(key), spot(value)) for name, key, value in pairs(root)}
    for key in data:
        if key not in KEYS:
            found.wrong(PACK, unknown("key", key, KEYS), *places[key][0])
    sound: dict[str, str] = {}
    for key in KEYS:
        if key not in data:
            found.wrong(PACK, sentence(f"no {key} here", mend=f"add {key}"), 1, 1)
        elif wrong := wrong_text(key, data[key]):
            found.wrong(PACK, f"{key}: {wrong}", *places[key][1])
        else:
            sound[key] = str(data[key]).strip()
    return sound


def wrong_text(key: str, value: Any) -> str:
    if not isinstance(value, str | int) or isinstance(value, bool) or not str(value).strip():
        return sentence(f"found {quoted(value)}", "words on one line")
    if not str(value).isprintable():
        return sentence(f"found {quoted(value)}", "words on one line")
    if len(str(value)) > LONGEST[key]:
        return sentence(f"{len(str(value))} characters long", f"at most {LONGEST[key]}")
    if key == "name" and (not NAME.fullmatch(str(value).strip()) or TAKEN.fullmatch(str(value).strip())):
        return sentence(f"found {quoted(value)}", "a name of letters, digits, spaces and hyphens")
    return ""


def shelves(found: Reading) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The entries of all files of content, and what was doubtful in stat blocks."""
    from affray.scenario.creatures import Brought, on_shelf
    from affray.scenario.locate import seek

    brought = Brought()
    for shelf in SHELVES:
        path = f"{shelf}{ENDING}"
        if path not in found.texts:
            continue
        root, data = plain_values(found, path)
        if data is None:
            continue
        before = len(brought.found)
        on_shelf(brought, shelf, data, (shelf,))
        for each in brought.found[before:]:
            found.wrong(path, each.message, *seek(root, each._replace(path=each.path[1:])))
    content = {**brought.content, **({"tactics": brought.tactics} if brought.tactics else {})}
    return content, brought.doubts


_kept: dict[Path, tuple[object, Pack]] = {}


def kept(folder: Path) -> Pack:
    """A pack that is installed; it was checked then, so only its shape is looked at, and only if a file has changed."""
    files = [file for inside in ("", HOUSE, SCENARIOS) for file in sorted((folder / inside).glob(f"*{ENDING}"))]
    stamp = [(str(file), file.lstat().st_mtime_ns, file.lstat().st_size) for file in files]
    if folder not in _kept or _kept[folder][0] != stamp:
        pack, mistakes = parsed(folder)
        if mistakes or pack is None:
            what = f"the installed pack {quoted(folder.name)} is damaged: {mistakes[0]}"
            raise AffrayError(f"{what}; install it anew, or `affray packs remove {folder.name}`")
        _kept[folder] = (stamp, pack)
    return _kept[folder][1]


# --- scenarios that need nothing outside their pack


def self_contained(pack: Pack, text: str, file: str) -> str:
    """A scenario with the house rules of its pack in the place of their names; lines stay where they are."""
    from affray.content.yaml import compose, dump_on_a_line, plain

    text = text.removeprefix("\ufeff")
    wrong = list[Mistake]()
    for node in reversed(list(named_house(compose(text, file)))):
        name = node.value.strip().removeprefix(f"{pack.slug}/")
        if name in pack.house:
            data = plain(compose(pack.house[name], pack.file(HOUSE, f"{name}{ENDING}")), "")[0]
            text = f"{text[: node.start_mark.index]}{dump_on_a_line(data)}{text[node.end_mark.index :]}"
        elif said := stranger(name, pack.house):
            wrong.append(Mistake(file, node.start_mark.line + 1, node.start_mark.column + 1, said))
    if wrong:
        raise PackError(wrong)
    return text


def stranger(name: str, own: Mapping[str, str]) -> str:
    """Why a name can't be that of house rules here."""
    from affray.houserules import packaged

    there = [*own, *packaged()]
    if name in there:
        return ""
    what = f"house rules: a pack has no {quoted(name)}"
    return sentence(what, f"one of {', '.join(there)}", nearest(name, there), f"put the file into its folder {HOUSE}")


def named_house(root: Any) -> Iterator[Any]:
    """Nodes under `house rules` that are names."""
    from yaml import ScalarNode, SequenceNode

    from affray.content.yaml import pairs

    for name, _, value in pairs(root):
        if name == "house rules":
            several = value.value if isinstance(value, SequenceNode) else [value]
            yield from (node for node in several if isinstance(node, ScalarNode) and node.value.strip())
