"""Read a scenario from its text: party files and packs are joined in, all is checked, and an Encounter comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from yaml import Node

from affray import rules
from affray.content.values import KnownWords
from affray.content.yaml import MOST_CHARACTERS, compose, dump_on_a_line, locate, opened, pairs, places, plain, spot
from affray.engine.encounter import USUAL, Encounter, HouseRule
from affray.errors import Found, Mistake, ScenarioError, quoted, sentence
from affray.houserules import new_options, new_words
from affray.packs.reader import Offers
from affray.rules.book import Book
from affray.scenario import HOUSE_RULES, Known, merge_words
from affray.scenario.checks import check_all
from affray.scenario.lookup import add_from_packs, embed_entries, spell_out_tactics
from affray.scenario.models import ScenarioShape, shaped

FORM = "the path of a party file"


def read_scenario(text: str, name: str, known: Known | None, folder: Path | None, offers: Offers | None) -> Encounter:
    """Return the encounter of a text, or raise a ScenarioError with all its mistakes (see `affray.scenario.read`)."""
    text = text.removeprefix("\ufeff")
    root = compose(text, name)
    data, mistakes = plain(root, name)
    parties, found, more = join_parties(data, folder)
    words = words_for(data, known, folder)
    added, from_packs = add_from_packs(data, words, book_of(data), offers)
    shape, wrong = examine(data, replace(words, known=added.extend_words(words.known)))
    mistakes += more + [place_mistake(root, name, parties, each) for each in (*found, *added.found, *wrong)]
    if mistakes or shape is None:
        raise ScenarioError(mistakes)
    text = embed_entries(embed_parties(text, root, parties), from_packs)
    encounter = replace(shape.value(Path(name).stem, text), content=added.content, converted=tuple(added.doubts))
    return replace(spell_out_tactics(encounter, added.tactics), house=house_rules_in(root, name, data))


def book_names(data: Any) -> Sequence[str]:
    named = data.get("rules") if isinstance(data, dict) else None
    return rules.NAMES if named is None or named in rules.NAMES else rules.names()


def book_of(data: Any) -> Book:
    named = data.get("rules") if isinstance(data, dict) else None
    return rules.get(named if isinstance(named, str) and named in book_names(data) else USUAL)


def words_for(data: Any, known: Known | None, folder: Path | None) -> KnownWords:
    """The words of the book that the file names; of the usual one where it names none, or none that there is."""
    book, books = book_of(data), book_names(data)
    if known is None or known:
        added = new_words(data[HOUSE_RULES], folder) if isinstance(data, dict) and HOUSE_RULES in data else {}
        known = merge_words(known or {}, book.names(), rules.get(USUAL).names(), added)
    brought = new_options(book, data[HOUSE_RULES], folder) if isinstance(data, dict) and HOUSE_RULES in data else ()
    return KnownWords(known, {option.name: option for option in (*book.options, *brought)}, books)


def house_rules_in(root: Node, file: str, data: dict[str, Any]) -> tuple[HouseRule, ...]:
    """What stands under `house rules`, each entry with the places of its keys."""
    node = next((value for name, _, value in pairs(root) if name == HOUSE_RULES), None)
    if node is None:
        return ()
    rules = data[HOUSE_RULES]
    said = zip(node.value, rules, strict=True) if isinstance(rules, list) else [(node, rules)]
    return tuple(house_rule_at(item, file, value) for item, value in said)


def house_rule_at(node: Node, file: str, value: Any) -> HouseRule:
    found = list(places(node))
    keys = {path: key for path, key, _ in found if key}
    return HouseRule(file, *spot(node), value, keys, {path: place for path, _, place in found})


def examine(data: Any, words: KnownWords) -> tuple[ScenarioShape | None, list[Found]]:
    """The scenario in its shape, if it has it, and everything wrong with it."""
    shape, found = shaped(ScenarioShape, data, words)
    return shape, [*found, *check_all(data, words)] if isinstance(data, dict) else found


# --- party files that a scenario names


class PartyFile(NamedTuple):
    """A party file as it was read."""

    file: str
    root: Node
    data: dict[str, Any]


def join_parties(data: Any, folder: Path | None) -> tuple[dict[str, PartyFile], list[Found], list[Mistake]]:
    """Puts every party file in the place of its name; gives them by their sides, and what is wrong with them."""
    parties, found, mistakes = dict[str, PartyFile](), list[Found](), list[Mistake]()
    for name, side in sides_of(data).items():
        if not isinstance(side, dict) or "party" not in side or isinstance(side["party"], dict):
            continue
        try:
            parties[name] = party = read_party_file(side["party"], folder, mistakes)
            side["party"] = {**party.data, "file": party.file}
        except ScenarioError as error:
            here = [mistake for mistake in error.mistakes if not mistake.line]
            found += [Found(("sides", name, "party"), f"party: {mistake.message}") for mistake in here]
            mistakes += [mistake for mistake in error.mistakes if mistake.line]
            side["party"] = None
    return parties, found, mistakes


def sides_of(data: Any) -> dict[str, Any]:
    sides = data.get("sides") if isinstance(data, dict) else None
    return sides if isinstance(sides, dict) else {}


def read_party_file(named: Any, folder: Path | None, mistakes: list[Mistake]) -> PartyFile:
    if not isinstance(named, str) or not named.strip():
        raise without_place(sentence(f"found {quoted(named)}", f"{FORM}, or a mapping with party and members"))
    if folder is None:
        what = f"{quoted(named)} can't be looked for, because this scenario is not in a file"
        raise without_place(sentence(what, mend="write party and members here"))
    file = str(folder / named.strip())
    root = compose(opened(file, FORM), file)
    data, wrong = plain(root, file)
    mistakes += wrong
    if not isinstance(data, dict):
        raise ScenarioError(
            [Mistake(file, 1, 1, sentence(f"found {quoted(data)}", "a mapping with party and members"))]
        )
    return PartyFile(file, root, data)


def without_place(message: str) -> ScenarioError:
    return ScenarioError([Mistake("", 0, 0, message)])


def place_mistake(root: Node, file: str, parties: Mapping[str, PartyFile], found: Found) -> Mistake:
    """Line and column of a mistake, in the scenario or in the party file it stands in."""
    inside = len(found.path) > 2 + found.key and found.path[0] == "sides" and found.path[2] == "party"
    party = parties.get(str(found.path[1])) if inside else None
    if party is None:
        return Mistake(file, *locate(root, found), found.message)
    return Mistake(party.file, *locate(party.root, found._replace(path=found.path[3:])), found.message)


def embed_parties(text: str, root: Node, parties: Mapping[str, PartyFile]) -> str:
    """The scenario with each party file in the place of its name: all that the fight is made of."""
    nodes = {}
    for name, party in parties.items():
        node = value_of(value_of(value_of(root, "sides"), name), "party")
        nodes[node.start_mark.index] = (node.end_mark.index, party)
    for start, (end, party) in sorted(nodes.items(), reverse=True):
        parts = re.fullmatch(r"(&\S+\s+)?(.*?)(\s*)", text[start:end], re.DOTALL)
        assert parts, "the pattern takes any text"
        said = dump_on_a_line({**party.data, "file": party.file})
        text = f"{text[:start]}{parts[1] or ''}{said}{parts[3]}{text[end:]}"
    if len(text) > MOST_CHARACTERS:
        size = f"with its party files the scenario has {len(text):,} characters"
        raise ScenarioError(
            [Mistake(next(iter(parties.values())).file, 1, 1, sentence(size, f"at most {MOST_CHARACTERS:,}"))]
        )
    return text


def value_of(node: Node, key: str) -> Node:
    return next(value for name, _, value in pairs(node) if name == key)
