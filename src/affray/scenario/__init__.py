"""Scenario files: from YAML to an Encounter, with every mistake of a file told at once and in its place.

    title: Orcs at the ford
    rules: classic                # the book; may be left out
    distance: 60                  # feet, or `contact`; left out, it is rolled
    terrain: {width: 10, outdoors: true, daylight: true, dark: true, deck: true, water: in}   # in or under
    options: {initiative.tie: simultaneous}
    house rules: ours.yaml        # the table's own: a file, a mapping, or a list of these
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
        surprised: true           # said of any side: nobody rolls; `wary: true` expects a fight and can't be surprised
        morale: 8                 # of all its members
        members:
          - Grub: {monster: orc, leader: true}
          - 2d4 orc
          - 3 wolf: {hp: average}
      passers-by: [4 bandit]      # a mere list is its members
      heroes:
        party: lanterns.yaml      # a party file (party.py), from the folder of this file; members may be added
        ambush: prepared          # or chance: it falls upon the others
    objectives:                   # each ends the fight, and its side has won
      - {side: party, down: Grub}
      - {side: orcs, rounds: 10}
      - {side: party, escape: true}
    creatures:                    # its own: stat blocks as text, entries by name, or a list of these
      bone hound: {ac: 6, hd: 2+1, attacks: bite 1d6, move: 180, saves: F1, morale: 8, notes: [Howls before it leaps.]}
    content:                      # its own things: weapons, armour, spells, potions, effects, tactics as in a pack
      weapons: {meat hook: {damage: 1d6, qualities: melee}}

A member is one combatant or several alike: a text (`orc`, `6 orc`, `2d4 goblin`), a mapping of its keys, or that
mapping under its name (`Grub: {…}`) or under how many of what (`1 harpy: {…}`). Each number given wins over the tables.
Where it has no monster and no class it needs ac or aac, thac0 or bonus, damage, and hp as a number or hd; the others
are those of a person without a class. ac and aac count the shield in; `shield: 1` says how much of it that is.
One file is fought under any book. Each reads these keys and converts them, unless the member has its own numbers:
`wits`, `strength`, `tempo ac`; `combat bonus`, `vanguard ac`; `attack bonus`, `skill`, `stab` and the other skills,
`fourfold ac`, `shock: 2/13`, `save`. Numbers of another book are left alone.
Words are the book's and may be in any case; yes and no, on and off are true and false. Anchors and aliases work, tags
don't, and numbers are whole. `schema()` has all the keys. An entry of `creatures` has the keys of a book's monsters,
any of the numbers above, and notes for the referee. Words of the packs that are on (packs.py) are known too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yaml import Node

from affray import packs, rules
from affray.content.yaml import compose, opened, pairs, places, plain, spot
from affray.engine.encounter import USUAL, Encounter, HouseRule
from affray.errors import Found, Mistake, ScenarioError, nearest

if TYPE_CHECKING:
    from affray.packs import Offers
    from affray.rules.book import Book
    from affray.scenario.models import ScenarioShape
    from affray.scenario.values import Words

__all__ = ["USUAL", "Mistake", "ScenarioError", "all_words", "check", "examples", "load", "read", "schema", "text_of"]

Known = Mapping[str, Sequence[str]]
HOUSE = "house rules"


def read(
    text: str,
    name: str = "scenario",
    known: Known | None = None,
    folder: Path | None = None,
    offers: Offers | None = None,
) -> Encounter:
    """The encounter a text describes, or a ScenarioError. Party files are looked for in the folder, if there is one.

    Its words may be those `known`, those of the book it names and those of the usual one, which all books convert;
    with `known` empty, any. What it draws from packs is in its text: of those that are on, or of these `offers`."""
    from affray.scenario.lookup import drawn, embedded
    from affray.scenario.parties import embed, join, placed
    from affray.scenario.tactics import spelled_out

    text = text.removeprefix("\ufeff")
    root = compose(text, name)
    data, mistakes = plain(root, name)
    companies, found, more = join(data, folder)
    words = _words(data, known, folder)
    brought, from_packs = drawn(data, words, _book(data), offers)
    shape, wrong = _examine(data, replace(words, known=brought.with_words(words.known)))
    mistakes += more + [placed(root, name, companies, each) for each in (*found, *brought.found, *wrong)]
    if mistakes or shape is None:
        raise ScenarioError(mistakes)
    kept = embedded(embed(text, root, companies), from_packs)
    encounter = replace(shape.value(Path(name).stem, kept), content=brought.content, converted=tuple(brought.doubts))
    return replace(spelled_out(encounter, brought.tactics), house=_house(root, name, data))


def load(name_or_path: str | Path, known: Known | None = None) -> Encounter:
    """The encounter of an example, named without a path, or of a file."""
    name = str(name_or_path)
    if isinstance(name_or_path, str) and name in _names():
        return read(_example(name), name, known)
    if not exists(name) and (found := packs.find("scenarios", name)):
        return read(found[1], found[0], known)
    there = f"a file or one of the examples {', '.join(_names())}"
    text = opened(name, there, "no such file or example", nearest(name, _names()))
    return read(text, name, known, Path(name).parent)


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


def of_packs() -> dict[str, str]:
    """The fights of the packs that are on: PACK/NAME and title."""
    every = [(pack, name) for pack in packs.switched_on() for name in sorted(pack.scenarios)]
    return {f"{pack.slug}/{name}": load(f"{pack.slug}/{name}").title for pack, name in every}


def text_of(example: str) -> str:
    """The file of an example, as it stands."""
    return _example(example)


def schema(known: Known | None = None) -> dict[str, Any]:
    """A JSON Schema (draft 2020-12) of scenario files, for editors; with `known`, it offers the book's words."""
    from affray.scenario.json_schema import describe

    options = [option for book in rules.books().values() for option in book.options]
    return describe(options, known or {})


def _names() -> list[str]:
    here = (file.name for file in files("affray.scenario").joinpath("examples").iterdir())
    return sorted(file.removesuffix(".yaml") for file in here if file.endswith(".yaml"))


def _example(name: str) -> str:
    return files("affray.scenario").joinpath("examples", f"{name}.yaml").read_text(encoding="utf-8")


@cache
def _title(text: str) -> str:
    return str(plain(compose(text, ""), "")[0]["title"])


def all_words() -> Known:
    """What any of the books knows by name, or any of the packs that are on."""
    return _together(*(book.names() for book in rules.books().values()), packs.words())


def _together(*several: Known) -> dict[str, list[str]]:
    kinds = dict.fromkeys(kind for known in several for kind in known)
    return {kind: list(dict.fromkeys(word for known in several for word in known.get(kind, ()))) for kind in kinds}


def _books(data: Any) -> Sequence[str]:
    named = data.get("rules") if isinstance(data, dict) else None
    return rules.NAMES if named is None or named in rules.NAMES else rules.names()


def _book(data: Any) -> Book:
    named = data.get("rules") if isinstance(data, dict) else None
    return rules.get(named if isinstance(named, str) and named in _books(data) else USUAL)


def _words(data: Any, known: Known | None, folder: Path | None) -> Words:
    """The words of the book that the file names; of the usual one where it names none, or none that there is."""
    from affray.houserules import new_options, new_words
    from affray.scenario.values import Words

    book, books = _book(data), _books(data)
    if known is None or known:
        added = new_words(data[HOUSE], folder) if isinstance(data, dict) and HOUSE in data else {}
        known = _together(known or {}, book.names(), rules.get(USUAL).names(), added)
    brought = new_options(book, data[HOUSE], folder) if isinstance(data, dict) and HOUSE in data else ()
    return Words(known, {option.name: option for option in (*book.options, *brought)}, books)


def _house(root: Node, file: str, data: dict[str, Any]) -> tuple[HouseRule, ...]:
    """What stands under `house rules`, each entry with the places of its keys."""
    node = next((value for name, _, value in pairs(root) if name == HOUSE), None)
    if node is None:
        return ()
    said = zip(node.value, data[HOUSE], strict=True) if isinstance(data[HOUSE], list) else [(node, data[HOUSE])]
    return tuple(_house_rule(item, file, value) for item, value in said)


def _house_rule(node: Node, file: str, value: Any) -> HouseRule:
    found = list(places(node))
    keys = {path: key for path, key, _ in found if key}
    return HouseRule(file, *spot(node), value, keys, {path: place for path, _, place in found})


def _examine(data: Any, words: Words) -> tuple[ScenarioShape | None, list[Found]]:
    """The scenario in its shape, if it has it, and everything wrong with it."""
    from affray.scenario.checks import check_all
    from affray.scenario.models import ScenarioShape, shaped

    shape, found = shaped(ScenarioShape, data, words)
    return shape, [*found, *check_all(data, words)] if isinstance(data, dict) else found
