"""Scenario files: from YAML to an Encounter, with every mistake of a file found at once and in its place.

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
        party: lanterns.yaml      # a party file (party/), from the folder of this file; members may be added
        ambush: prepared          # or chance: it falls upon the others (tempo has more: see its README)
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
any of the numbers above, and notes for the referee. Words of the packs that are on (packs/) are known too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from os.path import exists
from pathlib import Path
from typing import Any, TypeAlias

from yaml import Node, ScalarNode, SequenceNode

from affray import houserules, rules
from affray import rules as all_books
from affray.content.spelling import all_names
from affray.content.yaml import compose, dump, dump_on_a_line, pairs, plain_values, read_file
from affray.engine.encounter import CUNNING, USUAL, Content, Encounter, looks_ahead
from affray.errors import AffrayError, Mistake, ScenarioError, nearest, quote, sentence, unknown
from affray.houserules import Overlay, built_in_texts
from affray.packs.reader import (
    ENDING,
    HOUSE,
    SCENARIOS,
    Offers,
    Pack,
    PackError,
    enabled_packs,
    find_in_packs,
    offered_words,
)
from affray.rules.book import Book

__all__ = ["USUAL", "Mistake", "ScenarioError", "all_words", "check", "examples", "load", "read", "schema", "text_of"]

HOUSE_RULES = "house rules"  # the key
Known = Mapping[str, Sequence[str]]  # of each kind of thing the names that are known


def read(
    text: str,
    name: str = "scenario",
    known: Known | None = None,
    folder: Path | None = None,
    offers: Offers | None = None,
) -> Encounter:
    """Return the encounter a text describes, or raise a ScenarioError. Party files are looked for in the folder.

    Its words may be those `known`, those of the book it names and those of the usual one, which all books convert;
    with `known` empty, any. What it draws from packs is in its text: of those that are on, or of these `offers`."""
    from affray.scenario.reader import read_scenario  # pydantic, only where a file is read

    return read_scenario(text, name, known, folder, offers)


def load(name_or_path: str | Path, known: Known | None = None) -> Encounter:
    """Return the encounter of an example, named without a path, or of a file."""
    name = str(name_or_path)
    if isinstance(name_or_path, str) and name in _names():
        return read(_example(name), name, known)
    if not exists(name) and (found := find_in_packs(SCENARIOS, name)):
        pack, file, text = found
        return read(self_contained(pack, text, file), file, known)
    there = f"a file or one of the examples {', '.join(_names())}"
    text = read_file(name, there, "no such file or example", nearest(name, _names()))
    return read(text, name, known, Path(name).parent)


def check(path: str | Path, known: Known | None = None) -> list[Mistake]:
    """Return every mistake of a file, in order of place; none if it can be read."""
    try:
        load(path, known)
    except ScenarioError as error:
        return error.mistakes
    return []


def examples() -> dict[str, str]:
    """Return the fights that come with Affray: name and title."""
    return {name: _title(_example(name)) for name in _names()}


def of_packs() -> dict[str, str]:
    """Return the fights of the packs that are on: PACK/NAME and title."""
    every = [(pack, name) for pack in enabled_packs() for name in sorted(pack.scenarios)]
    return {f"{pack.slug}/{name}": load(f"{pack.slug}/{name}").title for pack, name in every}


def text_of(example: str) -> str:
    """Return the file of an example, as it stands."""
    return _example(example)


def schema(known: Known | None = None) -> dict[str, Any]:
    """Return a JSON Schema (draft 2020-12) of scenario files, for editors; with `known`, it offers the book's words."""
    from affray.scenario.models import describe

    options = [option for book in rules.books().values() for option in book.options]
    return describe(options, known or {})


def _names() -> list[str]:
    here = (file.name for file in files("affray.scenario").joinpath("examples").iterdir())
    return sorted(file.removesuffix(".yaml") for file in here if file.endswith(".yaml"))


def _example(name: str) -> str:
    return files("affray.scenario").joinpath("examples", f"{name}.yaml").read_text(encoding="utf-8")


@cache
def _title(text: str) -> str:
    return str(plain_values(compose(text, ""), "")[0]["title"])


def all_words() -> Known:
    """Return what any of the books knows by name, or any of the packs that are on."""
    return merge_words(*(book.names() for book in rules.books().values()), offered_words())


def merge_words(*several: Known) -> dict[str, list[str]]:
    kinds = dict.fromkeys(kind for known in several for kind in known)
    return {kind: list(dict.fromkeys(word for known in several for word in known.get(kind, ()))) for kind in kinds}


# --- scenarios of packs, which need nothing outside their pack


def self_contained(pack: Pack, text: str, file: str) -> str:
    """Return a scenario with the house rules of its pack in the place of their names; lines stay where they are."""
    text = text.removeprefix("\ufeff")
    wrong = list[Mistake]()
    for node in reversed(list(named_house_rules(compose(text, file)))):
        name = node.value.strip().removeprefix(f"{pack.slug}/")
        if name in pack.house:
            data = plain_values(compose(pack.house[name], pack.file(HOUSE, f"{name}{ENDING}")), "")[0]
            text = f"{text[: node.start_mark.index]}{dump_on_a_line(data)}{text[node.end_mark.index :]}"
        elif said := wrong_house_rules(name, pack.house):
            wrong.append(Mistake(file, node.start_mark.line + 1, node.start_mark.column + 1, said))
    if wrong:
        raise PackError(wrong)
    return text


def wrong_house_rules(name: str, own: Mapping[str, str]) -> str:
    """Return why a name can't be that of house rules here."""
    there = [*own, *built_in_texts()]
    if name in there:
        return ""
    what = f"house rules: a pack has no {quote(name)}"
    return sentence(what, f"one of {', '.join(there)}", nearest(name, there), f"put the file into its folder {HOUSE}")


def named_house_rules(root: Node) -> Iterator[ScalarNode]:
    """Yield nodes under `house rules` that are names."""
    for name, _, value in pairs(root):
        if name == HOUSE_RULES:
            several = value.value if isinstance(value, SequenceNode) else [value]
            yield from (node for node in several if isinstance(node, ScalarNode) and node.value.strip())


# --- scenarios built in Python, side by side, without a file

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Scenario:
    """A scenario in the making. Every method returns a new one.

    >>> ford = Scenario("The ford", distance=60)
    >>> ford = ford.side("party", {"Anna": {"class": "fighter", "level": 2, "gear": ["sword"]}}, players=True)
    >>> ford = ford.side("goblins", "6 goblin")
    >>> list(ford.values()["sides"])
    ['party', 'goblins']
    """

    title: str = ""
    distance: int | str | None = None
    keys: Values = field(default_factory=dict)  # further keys of a scenario file

    def side(self, name: str, *members: str | Values, **keys: Any) -> Scenario:
        """Return the scenario with one more side: its members as in a file, and keys such as `tactic` or `players`."""
        settings = {key.replace("_", " "): value for key, value in keys.items()}
        sides = {**self.keys.get("sides", {}), name: {**settings, "members": list(members)}}
        return replace(self, keys={**self.keys, "sides": sides})

    def set(self, **keys: Any) -> Scenario:
        """Return the scenario with further keys: `rules`, `terrain`, `options`, `rounds` and others."""
        return replace(self, keys={**self.keys, **{key.replace("_", " "): value for key, value in keys.items()}})

    def values(self) -> dict[str, Any]:
        """Return the scenario as the plain values of a file."""
        head = {"title": self.title, "distance": self.distance}
        return {key: value for key, value in head.items() if value not in ("", None)} | dict(self.keys)


# --- opening a scenario for play: the encounter, its book, house rules, options and tactics

ScenarioChoice: TypeAlias = str | Path | Mapping[str, Any] | Scenario | Encounter
TacticChoice: TypeAlias = str | Callable[..., Any]
House: TypeAlias = str | Path | Overlay | Iterable[str | Path | Overlay]


def open_scenario(
    scenario: ScenarioChoice, rules: str | Book | None = None, house: House = ()
) -> tuple[Encounter, Book]:
    """Return a scenario, and the book it is fought under with all house rules on it.

    A scenario is a file, the name of an example, the text of a file or its plain values (a dict), a `Scenario` that a
    program has built, or an encounter as read."""
    if isinstance(scenario, Encounter) and isinstance(rules, Book) and not house and not scenario.house:
        return scenario, rules  # they were opened before
    overlays = houserules.collect_overlays(house) if house else []
    named = rules or next((overlay.rules for overlay in overlays if overlay.rules), None)
    book = with_overlays(as_book(named), overlays) if named else None
    encounter = scenario if isinstance(scenario, Encounter) else find_encounter(scenario, book)
    book = book or with_overlays(as_book(encounter.rules or USUAL), overlays)
    return with_own_house_rules(encounter, book) if encounter.house else (encounter, book)


def open_book(rules: str | Book | None, house: House, usual: str) -> Book:
    """Return a book by its name, else that of the house rules, else the usual one; with the house rules on it."""
    overlays = houserules.collect_overlays(house) if house else []
    named = rules or next((overlay.rules for overlay in overlays if overlay.rules), usual)
    return with_overlays(as_book(named), overlays)


def with_overlays(book: Book, overlays: Sequence[Overlay]) -> Book:
    return houserules.apply(book, overlays) if overlays else book


def as_book(rules: str | Book) -> Book:
    return rules if isinstance(rules, Book) else all_books.get(rules)


def find_encounter(scenario: str | Path | Mapping[str, Any] | Scenario, book: Book | None) -> Encounter:
    known = book.names() if book else None
    if isinstance(scenario, Scenario):
        scenario = scenario.values()
    if isinstance(scenario, Mapping):
        return read(dump(dict(scenario)), known=known, folder=Path())
    if isinstance(scenario, str) and "\n" in scenario:
        return read(scenario, known=known, folder=Path())
    if not isinstance(scenario, str | Path):  # whoever calls this from Python may be mistaken
        what = "a file, the name of an example, a scenario as text, as a dict or as a Scenario"
        raise AffrayError(f"found {quote(scenario)}; expected {what}")
    return load(str(scenario), known)


def known_words(encounter: Encounter, book: Book) -> Known:
    """Return the words that a scenario may use: the book's, those of its own and of the usual one, and what it adds."""
    books = (book, all_books.get(encounter.rules or USUAL), all_books.get(USUAL))
    added = {
        kind: [word for name, entry in entries.items() for word in all_names(name, entry)]
        for kind, entries in encounter.content.items()
    }
    return merge_words(*(each.names() for each in books), added)


def monsters_known(book: Book) -> list[str]:
    """Return the monsters that a scenario of this book may name: the book's and those of enabled packs."""
    return [*book.names()["monsters"], *offered_words().get("monsters", ())]


def content_from_packs(kinds: Iterable[str], book: Book) -> Content:
    """Return the content of enabled packs that a fight of these monsters needs."""
    own = book.names()["monsters"]
    drawn = [kind for kind in kinds if kind and kind not in own]
    if not drawn:
        return {}
    sides = {"one": drawn, "other": drawn}
    text = json.dumps({"title": "Packs", "rules": book.name, "distance": "contact", "sides": sides})
    return read(text, known=book.names()).content


def with_own_house_rules(encounter: Encounter, book: Book) -> tuple[Encounter, Book]:
    """Apply the house rules that a scenario names to the book they are for; under another one they are left aside."""
    said = houserules.overlays_of_scenario(encounter.house)
    fit = [overlay for overlay in said if (overlay.rules or encounter.rules or USUAL) == book.name]
    aside = [f"{book.name} can't take the house rules {o.name!r} of this scenario" for o in said if o not in fit]
    encounter = replace(encounter, house=(), converted=(*encounter.converted, *aside))
    return encounter, houserules.apply(book, fit)


def with_chosen_tactics(encounter: Encounter, book: Book, tactics: Mapping[str, TacticChoice]) -> Encounter:
    """Return the encounter with these tactics for the sides named: words of this book, or functions."""
    check_sides(encounter, tactics)
    words = {side: word for side, word in tactics.items() if isinstance(word, str)}
    functions = {side: function for side, function in tactics.items() if not isinstance(function, str)}
    for word in words.values():
        if word not in book.tactics and not looks_ahead(word):
            raise AffrayError(unknown("tactic", word, [*book.tactics, CUNNING]))
    for function in functions.values():
        if not callable(function):
            what = f"a tactic can't be {quote(function)}; expected a function, or one of {', '.join(book.tactics)}"
            raise AffrayError(what)
    return replace(with_tactics(encounter, words), functions={**encounter.functions, **functions})


def check_sides(encounter: Encounter, named: Iterable[str]) -> None:
    for name in named:
        if name not in [party.name for party in encounter.sides]:
            raise AffrayError(unknown("side", name, [party.name for party in encounter.sides]))


def with_tactics(encounter: Encounter, tactics: Mapping[str, str]) -> Encounter:
    check_sides(encounter, tactics)
    sides = [replace(p, tactic=tactics.get(p.name, p.tactic)) for p in encounter.sides]
    return replace(encounter, sides=tuple(sides))


def read_options(book: Book, options: Mapping[str, str]) -> dict[str, int]:
    """Return options in words as the numbers the rules read."""
    known = {o.name: o for o in book.options}
    for name in options:
        if name in book.removed_options:
            raise AffrayError(book.removed_options[name])
        if name not in known:
            raise AffrayError(unknown("option", name, list(known)))
        for overlay in book.overlays:
            if name in overlay.options:
                where = overlay.line("options", name)
                raise AffrayError(f"{name} is set to {options[name]!r} here and by {where} too; drop one of them")
    return {name: known[name].read(str(value)) for name, value in options.items()}


def restore_book(facts: Mapping[str, Any]) -> Book:
    """Return the book of a journal or a state, with the house rules that it keeps."""
    house = [houserules.restore_overlay(str(text), str(file)) for file, text in facts.get("house", ())]
    return houserules.apply(all_books.get(facts["rules"]), house)
