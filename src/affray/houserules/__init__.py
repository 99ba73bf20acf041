"""House rules: a table's own changes to a book, in a file, in a section of a scenario, or from Python.

    name: Hard men
    says: Nobody dies at once, and the few fight like the many.
    rules: classic                      # the base book
    options:                            # set what a clause exposes
      initiative.tie: simultaneous
      morale.triggers: [first]
    tables:                             # change rows field by field, or add new ones, as the book's own files have them
      weapons:
        sword: {damage: 1d10}
      tables:
        thac0: {1: 18}
    seams:                              # put another book's rule at a seam (rules/seams.py)
      zero: vanguard

`rules: any` is for every book that can carry them. Where books need different parts, `rules` has them by book, or a
sentence that says why a book can't:

    rules:
      classic: {options: {initiative.individual: on}}
      tempo: everyone has a score of their own already

In a section of a scenario name, says and rules may be left out. Every mistake is told at once and in its place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

from affray import rules
from affray.content.yaml import EMPTY, compose, dump, places, plain_values, read_file
from affray.engine.clauses import Option
from affray.engine.encounter import HouseRule
from affray.errors import Found, Mistake, ScenarioError, nearest, quote, sentence, unknown
from affray.houserules.assemble import assemble_book
from affray.houserules.plan import HouseRuleError, Overlay, examine
from affray.packs.reader import HOUSE, find_in_packs
from affray.rules.book import Book

__all__ = ["HouseRuleError", "Overlay", "apply", "built_in_texts", "from_text", "load", "read"]

KEYS = ("name", "says", "rules", "options", "tables", "seams")
TEXTS, PARTS = KEYS[:3], KEYS[3:]
TEXT_LENGTHS = {"name": 60, "says": 300, "rules": 60}
ENDING = ".yaml"
OTHER_FILES = ("title", "sides", "party", "members")  # keys of scenarios and parties
HOUSE_RULES_FORM = "a file with house rules"
ANY = "any"  # instead of the name of a book


# --- reading


def read(path: str | Path) -> Overlay:
    """Read house rules from a file and check them against their book; raise a HouseRuleError with all that is wrong."""
    overlay, mistakes = parse_overlay(parse_text(read_file(str(path), HOUSE_RULES_FORM), str(path)), whole=True)
    return require_sound(overlay, mistakes)


def from_text(text: str, file: str = "house rules") -> Overlay:
    overlay, mistakes = parse_overlay(parse_text(text, file), whole=True)
    return require_sound(overlay, mistakes)


def restore_overlay(text: str, file: str) -> Overlay:
    """Read house rules as a journal keeps them: those of a scenario's section may lack a sentence and a book."""
    return require_sound(*parse_overlay(parse_text(text, file), whole=False))


def load(name_or_path: str | Path, folder: Path | None = None) -> Overlay:
    """Return built-in house rules by their name, or those of a pack or a file."""
    name = str(name_or_path)
    if name in built_in_texts():
        return from_text(built_in_texts()[name], f"{name}{ENDING}")
    file = folder / name if folder is not None else Path(name)
    if not os.path.exists(file):
        if found := find_in_packs(HOUSE, name):
            return from_text(found[2], found[1])
        there = f"{HOUSE_RULES_FORM} or one of {', '.join(built_in_texts())}"
        what = sentence(f"no such file or house rules: {quote(name)}", there, nearest(name, built_in_texts()))
        raise HouseRuleError([Mistake(name, 0, 0, what)])
    return read(file)


def is_house_rules_file(path: str | Path) -> bool:
    """Return whether a file holds house rules: a scenario has a title and sides, a party has members."""
    try:
        return has_house_rules_shape(path)
    except ScenarioError:
        return False


def may_be_house_rules_file(path: str | Path) -> bool:
    """Return whether a file may hold house rules, also where it can't be read at all: whoever reads it is told why."""
    try:
        return has_house_rules_shape(path)
    except ScenarioError:
        return True


def has_house_rules_shape(path: str | Path) -> bool:
    data = parse_text(read_file(str(path), HOUSE_RULES_FORM), str(path)).data
    if not isinstance(data, Mapping) or not data.keys().isdisjoint(OTHER_FILES):
        return False
    return not data.keys().isdisjoint(("says", *PARTS)) or {"name", "rules"} <= data.keys()


def built_in_texts() -> dict[str, str]:
    """Return the built-in house rules: name and text."""
    folder = files("affray").joinpath("houserules", "library")
    here = sorted((file for file in folder.iterdir() if file.name.endswith(ENDING)), key=lambda file: file.name)
    return {file.name.removesuffix(ENDING): file.read_text(encoding="utf-8") for file in here}


def parse_text(text: str, file: str) -> HouseRule:
    """Return the plain values of a text, with their places."""
    try:
        root = compose(text.removeprefix("\ufeff"), file)
    except ScenarioError as error:
        nothing = sentence("the file is empty", f"house rules with {', '.join(KEYS)}")
        said = [replace(m, message=nothing) if m.message == EMPTY else m for m in error.mistakes]
        raise HouseRuleError(said) from None
    data, mistakes = plain_values(root, file)
    if mistakes:
        raise HouseRuleError(mistakes)
    found = list(places(root))
    keys = {path: key for path, key, _ in found if key}
    return HouseRule(file, 1, 1, data, keys, {path: at for path, _, at in found})


def overlays_of_scenario(rules: Iterable[HouseRule]) -> list[Overlay]:
    """Return what a scenario says under `house rules`: names and files are looked up, from the scenario's folder on."""
    return [overlay_of_entry(rule) for rule in with_names(rules)]


def with_names(rules: Iterable[HouseRule]) -> Iterator[HouseRule]:
    """Yield the rules, those without a name with one each: house rules of bog, house rules of bog 2."""
    many = 0
    for rule in rules:
        if isinstance(rule.data, Mapping) and rule.data and not rule.data.get("name"):
            many += 1
            name = default_name(rule) if many == 1 else f"{default_name(rule)} {many}"
            rule = replace(rule, data={**rule.data, "name": name})
        yield rule


def overlay_of_entry(rule: HouseRule) -> Overlay:
    if isinstance(rule.data, str):
        try:
            return load(rule.data, Path(rule.source).parent)
        except HouseRuleError as error:
            here = Mistake(rule.source, rule.line, rule.column, "")
            placed = [each if each.line else replace(here, message=each.message) for each in error.mistakes]
            raise HouseRuleError(placed) from None
    return require_sound(*parse_overlay(rule, whole=False))


def require_sound(overlay: Overlay | None, mistakes: list[Mistake]) -> Overlay:
    """Raise what is wrong with house rules, also what their own book says against them."""
    if overlay is not None and (overlay.rules or not mistakes):
        mistakes = mistakes + mistakes_under_their_books(overlay)
    if mistakes or overlay is None:
        raise HouseRuleError(mistakes)
    return overlay


def books_for(overlay: Overlay) -> list[str]:
    """Return the names of the books that house rules are for."""
    if overlay.by_book:
        return [name for name, part in overlay.by_book.items() if not isinstance(part, str)]
    return [overlay.rules] if overlay.rules else rules.names()


def mistakes_under_their_books(overlay: Overlay) -> list[Mistake]:
    """Return what the books that house rules are for say against them; those for any book must suit one."""
    if overlay.rules:
        return mistakes_under_their_book(overlay)
    if overlay.by_book:
        return [mistake for name in books_for(overlay) for mistake in examine(rules.get(name), [overlay]).mistakes]
    if not isinstance(overlay.written.data, Mapping) or overlay.written.data.get("rules") != ANY:
        return []
    found = [examine(rules.get(name), [overlay]).mistakes for name in rules.NAMES]
    return [] if not all(found) else found[0]


def mistakes_under_their_book(overlay: Overlay) -> list[Mistake]:
    known = rules.NAMES if overlay.rules in rules.NAMES else rules.names()
    if overlay.rules not in known:
        return [overlay.mistake(Found(("rules",), unknown("rulebook", overlay.rules, known)))]
    return examine(rules.get(overlay.rules), [overlay]).mistakes


def find_ineffective(overlay: Overlay) -> list[Mistake]:
    """Return what house rules say that is so already; those for any book must say it in vain to all that carry them."""
    plans = [examine(rules.get(name), [overlay]) for name in books_for(overlay)]
    found = [plan.notes for plan in plans if not plan.mistakes]
    everywhere = bool(overlay.rules or overlay.by_book)
    return [
        each
        for each in dict.fromkeys(chain.from_iterable(found))
        if everywhere or all(each in notes for notes in found)
    ]


def parse_overlay(rule: HouseRule, whole: bool) -> tuple[Overlay | None, list[Mistake]]:
    """Return an overlay as far as its shape is right, and what is wrong. A whole file says all three texts."""
    if not isinstance(rule.data, Mapping):
        what = sentence(f"found {quote(rule.data)}", f"a mapping with {', '.join(KEYS)}")
        return None, [Mistake(rule.source, rule.line, rule.column, what)]
    found = [Found((key,), unknown("key", key, KEYS), key=True) for key in rule.data if key not in KEYS]
    found += wrong_texts(rule.data, whole)
    parts = {part: part_of(rule.data, part, found) for part in PARTS}
    by_book = parts_by_book(rule.data, found)
    if not any(parts.values()) and not by_book and not found:
        found.append(Found((), sentence("these house rules change nothing", mend=f"add {', '.join(PARTS)}")))
    texts = {key: value if isinstance(value := rule.data.get(key), str) else "" for key in TEXTS}
    texts["name"] = texts["name"] or default_name(rule)
    book = "" if texts["rules"] == ANY else texts["rules"]
    overlay = Overlay(texts["name"], texts["says"], book, overlay_text(rule), rule, **parts, by_book=by_book)
    return overlay, [overlay.mistake(each) for each in found]


def default_name(rule: HouseRule) -> str:
    return f"house rules of {Path(rule.source).stem}"


def overlay_text(rule: HouseRule) -> str:
    """Return the text of a file that says the same, whatever was around it."""
    assert isinstance(rule.data, Mapping)
    return dump({"name": default_name(rule), "says": "", "rules": ""} | dict(rule.data))


def wrong_texts(data: Mapping[str, Any], whole: bool) -> Iterable[Found]:
    for key in TEXTS:
        value = data.get(key)
        if value is None or (not whole and value == ""):
            if whole:
                yield Found((), f"missing key `{key}`")
        elif key == "rules" and isinstance(value, Mapping) and value:
            continue
        elif not isinstance(value, str) or not value.strip() or not value.isprintable():
            yield Found((key,), sentence(f"{key}: found {quote(value)}", "words on one line"))
        elif len(value) > TEXT_LENGTHS[key]:
            yield Found((key,), sentence(f"{key}: {len(value)} characters long", f"at most {TEXT_LENGTHS[key]}"))


def parts_by_book(data: Mapping[str, Any], found: list[Found]) -> dict[str, Any]:
    """Return what house rules say for each book: its parts, or why it can't carry them."""
    said = data.get("rules")
    by_book: dict[str, Any] = {}
    for book, parts in said.items() if isinstance(said, Mapping) else ():
        wrong: list[Found] = []
        if book not in rules.NAMES:
            wrong.append(Found((), unknown("rulebook", book, rules.NAMES), key=True))
        elif isinstance(parts, Mapping):
            wrong += [Found((key,), unknown("key", key, PARTS), key=True) for key in parts if key not in PARTS]
            by_book[book] = {part: part_of(parts, part, wrong) for part in PARTS}
        elif isinstance(parts, str):
            by_book[book] = parts
        else:
            wrong.append(Found((), sentence(f"{book}: found {quote(parts)}", f"{', '.join(PARTS)}, or why it can't")))
        found += [each._replace(path=("rules", book, *each.path)) for each in wrong]
    return by_book


def part_of(data: Mapping[str, Any], part: str, found: list[Found]) -> dict[str, Any]:
    """Return one part, as far as it has the shape of one: names with values, in tables two deep."""
    value = data.get(part, {})
    if not isinstance(value, Mapping) or (not value and part in data):
        found.append(Found((part,), sentence(f"{part}: found {quote(value or None)}", "names with their values")))
        return {}
    wrong = [n for n in value if part == "tables" and not (isinstance(value[n], Mapping) and value[n])]
    wrong += [name for name in value if part == "seams" and not isinstance(value[name], str)]
    expected = "entries with their fields" if part == "tables" else "the name of a book"
    empty: dict[str, Any] = {}
    shown = {name: None if value[name] == empty else value[name] for name in wrong}
    found += [Found((part, name), sentence(f"{name}: found {quote(it)}", expected)) for name, it in shown.items()]
    return {name: each for name, each in value.items() if name not in wrong}


# --- laying them on a book


def apply(book: Book, overlays: Iterable[Overlay]) -> Book:
    """Return the book with these house rules on top, or a HouseRuleError with all that is wrong with them together."""
    new = list(overlays)
    if not new:
        return book
    every = (*book.overlays, *new)
    plan = examine(book.base or book, every)
    if plan.mistakes:
        raise HouseRuleError(plan.mistakes)
    return assemble_book(plan)


def collect_overlays(house: str | Path | Overlay | Iterable[str | Path | Overlay] | None) -> list[Overlay]:
    """Return house rules as people give them: by name, by file, or as they are; one or several."""
    several = [house] if isinstance(house, str | Path | Overlay) else list(house or ())
    return [each if isinstance(each, Overlay) else load(each) for each in several]


def new_words(data: Any, folder: Path | None = None) -> dict[str, list[str]]:
    """Return the names that house rules add to what a scenario may use, as far as they can be read."""
    words: dict[str, list[str]] = {}
    for said in data if isinstance(data, list) else [data]:
        tables = said.get("tables") if isinstance(said, Mapping) else tables_of_file(said, folder)
        for kind, entries in tables.items() if isinstance(tables, Mapping) else ():
            words.setdefault(str(kind), []).extend(map(str, entries if isinstance(entries, Mapping) else ()))
    return words


def new_options(book: Book, data: Any, folder: Path | None = None) -> tuple[Option, ...]:
    """Return the options that house rules bring to a book, as far as they can be read."""
    several = data if isinstance(data, list) else [data]
    rules = [HouseRule(str((folder or Path()) / "x"), 1, 1, said, {}, {}) for said in several]
    try:
        fit = [overlay for overlay in overlays_of_scenario(rules) if overlay.rules in ("", book.name)]
        return examine(book, fit).options
    except ScenarioError:
        return ()


def tables_of_file(said: Any, folder: Path | None) -> Mapping[str, Any]:
    try:
        return load(said, folder).tables if isinstance(said, str) and said else {}
    except ScenarioError:
        return {}
