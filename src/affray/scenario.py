"""Scenario files: from YAML to an Encounter, with every mistake of a file told at once and in its place.

    title: Orcs at the ford
    rules: classic                # the book; may be left out
    distance: 60                  # feet, or `contact`; left out, it is rolled
    terrain: {width: 10, outdoors: true, daylight: true, dark: true, deck: true, water: in}   # in or under
    options: {initiative.tie: simultaneous}
    rounds: 200                   # the last one
    sides:
      party:
        players: true             # members with a class are player characters: they never check morale
        tactic: protect           # nearest, if left out; a member may have its own
        way out: true             # can get away; true, if left out
        members:
          - Anna: {class: fighter, level: 2, STR: 13, gear: [chain mail, shield, sword +1], hp: average}
          - Guard: {count: 2, ac: 6, thac0: 19, damage: 1d6, hp: 5, saves: 12/13/14/15/16, morale: 9}
      orcs:
        surprised: true           # said of any side: nobody rolls; `wary: true` can't be surprised
        morale: 8                 # of all its members
        members:
          - Grub: {monster: orc, leader: true}
          - 2d4 orc
          - 3 wolf: {hp: average}
      passers-by: [4 bandit]      # a mere list is its members
    objectives:                   # each ends the fight, and its side has won
      - {side: party, down: Grub}
      - {side: orcs, rounds: 10}
      - {side: party, escape: true}

A member is one combatant or several alike: a text (`orc`, `6 orc`, `2d4 goblin`), a mapping of its keys, or that
mapping under its name (`Grub: {…}`) or under how many of what (`1 harpy: {…}`). Each number given wins over the tables.
Where it has no monster and no class it needs ac or aac, thac0 or bonus, damage, and hp as a number or hd; the others
are those of a person without a class. ac and aac count the shield in; `shield: 1` says how much of it that is.
Words are the book's and may be in any case; yes and no, on and off are true and false. Anchors and aliases work, tags
don't, and numbers are whole. `schema()` has all the keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from yaml import Node

from affray import rules
from affray.encounter import Encounter
from affray.mistakes import Found, Mistake, ScenarioError, nearest, sentence
from affray.yaml_places import MOST_CHARACTERS, compose, plain

if TYPE_CHECKING:
    from affray.scenario_schema import ScenarioShape
    from affray.scenario_values import Words

__all__ = ["Mistake", "ScenarioError", "check", "examples", "load", "read", "schema"]

Known = Mapping[str, Sequence[str]]
USUAL = "classic"


def read(text: str, name: str = "scenario", known: Known | None = None) -> Encounter:
    """The encounter a text describes, or a ScenarioError. Without `known`, the words of the file's own book hold."""
    text = text.removeprefix("\ufeff")
    root = compose(text, name)
    data, mistakes = plain(root, name)
    shape, found = _examine(data, _words(data, known))
    mistakes += [_placed(root, name, each) for each in found]
    if mistakes or shape is None:
        raise ScenarioError(mistakes)
    return shape.value(Path(name).stem, text)


def load(name_or_path: str | Path, known: Known | None = None) -> Encounter:
    """The encounter of an example, named without a path, or of a file."""
    return read(_text(name_or_path), str(name_or_path), known)


def check(path: str | Path, known: Known | None = None) -> list[Mistake]:
    """Every mistake of a file, in order of place; none if it can be read."""
    try:
        load(path, known)
    except ScenarioError as error:
        return error.mistakes
    return []


def examples() -> dict[str, str]:
    """The fights that come with Affray: name and title."""
    return {name: _title(_example(name)) for name in _names()}


def schema(known: Known | None = None) -> dict[str, Any]:
    """A JSON Schema (draft 2020-12) of scenario files, for editors; with `known`, it offers the book's words."""
    from affray.scenario_editor import describe

    return describe(_options(USUAL), known or {})


def _names() -> list[str]:
    here = (file.name for file in files("affray").joinpath("examples").iterdir())
    return sorted(file.removesuffix(".yaml") for file in here if file.endswith(".yaml"))


def _example(name: str) -> str:
    return files("affray").joinpath("examples", f"{name}.yaml").read_text(encoding="utf-8")


def _title(text: str) -> str:
    return str(plain(compose(text, ""), "")[0]["title"])


def _text(name_or_path: str | Path) -> str:
    """The text of an example or a file; whatever keeps it from being read is a ScenarioError."""
    name = str(name_or_path)
    if isinstance(name_or_path, str) and name in _names():
        return _example(name)
    try:
        with Path(name).open("rb") as file:
            raw = file.read(4 * MOST_CHARACTERS + 1)  # a character has four bytes at most
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError([_undecodable(raw, error, name)]) from None
    except (OSError, ValueError) as error:
        raise ScenarioError([Mistake(name, 0, 0, _unopened(name, error))]) from None


def _undecodable(raw: bytes, error: UnicodeDecodeError, name: str) -> Mistake:
    before = raw[: error.start].decode("utf-8-sig", "replace").split("\n")
    what = f"the byte 0x{raw[error.start]:02X} is not UTF-8"
    return Mistake(name, len(before), len(before[-1]) + 1, sentence(what, mend="save the file with the encoding UTF-8"))


def _unopened(name: str, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        there = f"a file or one of the examples {', '.join(_names())}"
        return sentence("no such file or example", there, nearest(name, _names()))
    return sentence(f"can't be opened ({getattr(error, 'strerror', None) or error})", "a file with a scenario")


def _options(book: str) -> dict[str, Any]:
    return {option.name: option for option in import_module(f"affray.rules.{book}.options").OPTIONS}


def _words(data: Any, known: Known | None) -> Words:
    """The words of the book that the file names; of the usual one where it names none, or none that there is."""
    from affray.scenario_values import Words

    books = [module.name for module in iter_modules(rules.__path__) if module.ispkg]
    named = data.get("rules") if isinstance(data, dict) else None
    book = named if isinstance(named, str) and named in books else USUAL
    if known is None:
        known = import_module(f"affray.rules.{book}.build").names()
    return Words(known, _options(book), books)


def _examine(data: Any, words: Words) -> tuple[ScenarioShape | None, list[Found]]:
    """The scenario in its shape, if it has it, and everything wrong with it."""
    from affray.scenario_checks import check_all
    from affray.scenario_schema import shaped

    shape, found = shaped(data, words)
    return shape, [*found, *check_all(data, words)] if isinstance(data, dict) else found


def _placed(root: Node, file: str, found: Found) -> Mistake:
    from affray.scenario_places import seek

    line, column = seek(root, found)
    return Mistake(file, line, column, found.message)
