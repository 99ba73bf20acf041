"""Read a scenario from its text: party files and packs are joined in, all is checked, tactics are spelled out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from yaml import MappingNode, Node

from affray import rules
from affray.content.entries import KnownWords
from affray.content.overlay import BARE, EFFECTS, GEAR, MONSTERS, with_content
from affray.content.spelling import normal_name
from affray.content.yaml import (
    MOST_CHARACTERS,
    compose,
    dump,
    dump_on_a_line,
    locate,
    pairs,
    places,
    plain_values,
    read_file,
    spot,
)
from affray.engine.dice import Notation
from affray.engine.encounter import ROLLED, USUAL, Content, Encounter, HouseRule, Member, Party
from affray.engine.vocabulary import MISSILE
from affray.errors import MOST_MISTAKES, Found, KeyPath, Mistake, ScenarioError, quote, sentence
from affray.houserules import new_options, new_words
from affray.packs.entries import CONTENT, TACTICS, AddedContent, read_added_content, trial_mistakes
from affray.packs.reader import Offer, Offers
from affray.packs.reader import offers as offers_of_packs
from affray.rules.book import Book
from affray.scenario import HOUSE_RULES, Known, merge_words
from affray.scenario.checks import as_list, as_mapping, as_text, check_all, people
from affray.scenario.models import ScenarioShape, validate_shape

MENTIONED = (EFFECTS, "spells", "weapons")  # what an entry of content names
Rows = dict[str, dict[str, Any]]
Named = Mapping[str, Mapping[str, Any]]
PARTY_FORM = "the path of a party file"


def read_scenario(text: str, name: str, known: Known | None, folder: Path | None, offers: Offers | None) -> Encounter:
    """Return the encounter of a text, or raise a ScenarioError with all its mistakes (see `affray.scenario.read`)."""
    text = text.removeprefix("\ufeff")
    root = compose(text, name)
    data, mistakes = plain_values(root, name)
    parties, found, more = join_parties(data, folder)
    words = words_for(data, known, folder)
    added, from_packs = add_from_packs(data, words, book_of(data), offers)
    shape, wrong = examine(data, replace(words, known=added.extend_words(words.known)))
    everything = [*found, *added.found, *wrong]
    mistakes += more + [place_mistake(root, name, parties, each) for each in everything[:MOST_MISTAKES]]
    if mistakes or shape is None:
        raise ScenarioError(mistakes, len(everything[MOST_MISTAKES:]))
    text = embed_entries(embed_parties(text, root, parties), from_packs)
    encounter = replace(shape.value(Path(name).stem, text), content=added.content, converted=tuple(added.doubts))
    encounter = with_hit_points(encounter, added.hit_points)
    return replace(spell_out_tactics(encounter, added.tactics), house=house_rules_in(root, name, data))


def with_hit_points(encounter: Encounter, told: Mapping[str, Sequence[int]]) -> Encounter:
    """Return an encounter whose members have the hit points that their stat blocks give, where nothing else does."""
    if not any(told.values()):
        return encounter
    sides = [
        replace(side, members=tuple(each for member in side.members for each in share_hit_points(member, told)))
        for side in encounter.sides
    ]
    return replace(encounter, sides=tuple(sides))


def share_hit_points(member: Member, told: Mapping[str, Sequence[int]]) -> Iterator[Member]:
    """Yield a member with the only hit points of its block, or one member for each of several; the rest roll."""
    hp = told.get(member.kind, ()) if member.hp == ROLLED else ()
    many = member.count.plus if not member.count.count else 0
    if len(set(hp)) == 1:
        yield replace(member, hp=hp[0])
    elif hp and many:
        yield from (replace(member, hp=each, count=Notation(0, 1, plus=1)) for each in hp[:many])
        if many > len(hp):
            yield replace(member, count=replace(member.count, plus=many - len(hp)))
    else:
        yield member


def book_names(data: Any) -> Sequence[str]:
    named = data.get("rules") if isinstance(data, dict) else None
    return rules.NAMES if named is None or named in rules.NAMES else rules.names()


def book_of(data: Any) -> Book:
    named = data.get("rules") if isinstance(data, dict) else None
    return rules.get(named if isinstance(named, str) and named in book_names(data) else USUAL)


def words_for(data: Any, known: Known | None, folder: Path | None) -> KnownWords:
    """Return the words of the book that the file names; of the usual one where it names none, or none that there is."""
    book, books = book_of(data), book_names(data)
    if known is None or known:
        added = new_words(data[HOUSE_RULES], folder) if isinstance(data, dict) and HOUSE_RULES in data else {}
        known = merge_words(known or {}, book.names(), rules.get(USUAL).names(), added)
    brought = new_options(book, data[HOUSE_RULES], folder) if isinstance(data, dict) and HOUSE_RULES in data else ()
    return KnownWords(known, {option.name: option for option in (*book.options, *brought)}, books)


def house_rules_in(root: Node, file: str, data: dict[str, Any]) -> tuple[HouseRule, ...]:
    """Return what stands under `house rules`, each entry with the places of its keys."""
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
    """Return the scenario in its shape, if it has it, and everything wrong with it."""
    shape, found = validate_shape(ScenarioShape, data, words)
    return shape, [*found, *check_all(data, words)] if isinstance(data, dict) else found


# --- party files that a scenario names


class PartyFile(NamedTuple):
    """A party file as it was read."""

    file: str
    root: Node
    data: dict[str, Any]


def join_parties(data: Any, folder: Path | None) -> tuple[dict[str, PartyFile], list[Found], list[Mistake]]:
    """Put every party file in the place of its name; return them by their sides, and what is wrong with them."""
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
        raise without_place(sentence(f"found {quote(named)}", f"{PARTY_FORM}, or a mapping with party and members"))
    if folder is None:
        what = f"{quote(named)} can't be looked for, because this scenario is not in a file"
        raise without_place(sentence(what, mend="write party and members here"))
    file = str(folder / named.strip())
    root = compose(read_file(file, PARTY_FORM), file)
    data, wrong = plain_values(root, file)
    mistakes += wrong
    if not isinstance(data, dict):
        raise ScenarioError([Mistake(file, 1, 1, sentence(f"found {quote(data)}", "a mapping with party and members"))])
    return PartyFile(file, root, data)


def without_place(message: str) -> ScenarioError:
    return ScenarioError([Mistake("", 0, 0, message)])


def place_mistake(root: Node, file: str, parties: Mapping[str, PartyFile], found: Found) -> Mistake:
    """Return line and column of a mistake, in the scenario or in the party file it stands in."""
    inside = len(found.path) > 2 + found.key and found.path[0] == "sides" and found.path[2] == "party"
    party = parties.get(str(found.path[1])) if inside else None
    if party is None:
        return Mistake(file, *locate(root, found), found.message)
    return Mistake(party.file, *locate(party.root, found._replace(path=found.path[3:])), found.message)


def embed_parties(text: str, root: Node, parties: Mapping[str, PartyFile]) -> str:
    """Return the scenario with each party file in the place of its name: all that the fight is made of."""
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


# --- entries of packs that a scenario names and no book has


class Wanted(NamedTuple):
    """A word of a scenario, where it stands, and the kinds it may be of."""

    word: str
    path: KeyPath
    kinds: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words as they stand, and without their number and their magic."""
        return tuple(dict.fromkeys((self.word, BARE.sub("", self.word))))


def add_from_packs(data: Any, words: KnownWords, book: Book, offers: Offers | None) -> tuple[AddedContent, Rows]:
    """Return all that a scenario adds, with what it draws from packs; and the latter alone."""
    added = read_added_content(data)
    rows: Rows = {}
    if isinstance(data, dict) and words.known:
        books = [rules.get(USUAL).names(), book.names(), added.extend_words(dict.fromkeys(words.known, ("",)))]
        strange = [wish for wish in wanted_words(data) if not any(is_in(wish, there) for there in books)]
        rows = draw_from_packs(added, strange, words.known, offers)
        for kind, entries in rows.items():
            into = added.tactics if kind == TACTICS else added.content.setdefault(kind, {})
            into.update(entries)
    if not added.found:
        added.found += trial_mistakes(added, book)
    return added, rows


def wanted_words(data: dict[str, Any]) -> Iterator[Wanted]:
    for name, side in as_mapping(data.get("sides")).items():
        yield from wanted_word(as_mapping(side), ("sides", name), "tactic", (TACTICS,))
    for person in people(data):
        yield from wanted_word(person.keys, person.path, "monster", (MONSTERS,))
        yield from wanted_word(person.keys, person.path, "mount", (MONSTERS,))
        yield from wanted_word(person.keys, person.path, "tactic", (TACTICS,))
        for key, kinds in (("gear", GEAR), ("spells", ("spells",))):
            for n, word in enumerate(as_list(person.keys.get(key))):
                yield from wanted_word({key: word}, (*person.path, key, n), key, kinds)


def wanted_word(keys: Mapping[str, Any], path: KeyPath, key: str, kinds: tuple[str, ...]) -> Iterator[Wanted]:
    if word := normal_name(as_text(keys.get(key))):
        at = path if isinstance(path[-1], int) and key in ("gear", "spells") else (*path, key)
        yield Wanted(word, at, kinds)


def draw_from_packs(
    added: AddedContent, strange: Sequence[Wanted], known: Mapping[str, Sequence[str]], offers: Offers | None
) -> Rows:
    """Return what no book has and a pack offers. A word that somebody else has too is a mistake."""
    inside = mentioned_words(added.content)
    if not strange and not inside:
        return {}
    if offers is None:
        offers = offers_of_packs()
    rows: Rows = {}
    for wish in strange:
        for kind in wish.kinds:
            for word in wish.words:
                if word in offers.get(kind, {}):
                    clash = name_clash(kind, word, offers, known)
                    added.found += [Found(wish.path, clash)] if clash else []
                    take_offer(rows, kind, offers[kind][word][0])
    return with_what_they_name(rows, inside, offers)


def take_offer(rows: Rows, kind: str, offer: Offer) -> None:
    rows.setdefault(kind, {})[offer.name] = offer.entry


def is_in(wish: Wanted, there: Mapping[str, Any]) -> bool:
    return any(word in there.get(kind, ()) for kind in wish.kinds for word in wish.words)


def name_clash(kind: str, name: str, offers: Offers, known: Mapping[str, Sequence[str]]) -> str:
    """Return who else has this word; empty where nobody has."""
    packs = [each.pack for each in offers[kind][name]]
    others = [f"the pack {quote(pack)}" for pack in packs[1:]]
    others += ["the house rules"] if name in known.get(kind, ()) else []
    if not others:
        return ""
    what = f"{quote(name)} is in the pack {quote(packs[0])} and in {others[0]}"
    return sentence(what, mend=f"say which with `affray packs off {packs[0]}`, or rename it")


def mentioned_words(content: Mapping[str, Mapping[str, Any]]) -> str:
    """Return all the words in some entries."""
    return " ; ".join(said for entries in content.values() for entry in entries.values() for said in texts(entry))


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.lower()
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def with_what_they_name(rows: Rows, inside: str, offers: Offers) -> Rows:
    """Return these entries with the effects, spells and weapons that they name, and what these name."""
    while True:
        said = f"{inside} ; {mentioned_words(rows)}"
        more = [
            (kind, several[0])
            for kind in MENTIONED
            for name, several in offers.get(kind, {}).items()
            if several[0].name not in rows.get(kind, {}) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)
        ]
        if not more:
            return rows
        for kind, offer in more:
            take_offer(rows, kind, offer)


# --- into the text that a journal keeps


def embed_entries(kept: str, rows: Rows) -> str:
    """Return the scenario with what it drew before its first key; written anew where that can't be put there."""
    if not rows:
        return kept
    root = compose(kept, "")
    assert isinstance(root, MappingNode)
    data = plain_values(root, "")[0]
    whole = {CONTENT: merge_content(data.get(CONTENT, {}), rows), **{k: v for k, v in data.items() if k != CONTENT}}
    at, said = root.value[0][0].start_mark, dump_on_a_line({CONTENT: whole[CONTENT]})[1:-1]
    between = ", " if root.flow_style else "\n" + " " * at.column
    text = f"{kept[: at.index]}{said}{between}{kept[at.index :]}"
    text = text if CONTENT not in data and reads_as(text, whole) else dump(whole)
    if len(text) > MOST_CHARACTERS:
        size = f"with what it draws from packs the scenario has {len(text):,} characters"
        raise ScenarioError([Mistake("scenario", 1, 1, sentence(size, f"at most {MOST_CHARACTERS:,}"))])
    return text


def merge_content(own: Any, rows: Rows) -> dict[str, Any]:
    return {kind: {**as_mapping(own.get(kind)), **rows.get(kind, {})} for kind in dict.fromkeys((*own, *rows))}


def reads_as(text: str, data: dict[str, Any]) -> bool:
    try:
        return bool(plain_values(compose(text, ""), "")[0] == data)
    except ScenarioError:
        return False


# --- tactics by name: which of the book's tactics each of a side fights by
#
#     wolf pack: {says: They fall upon one; their leader picks it., tactic: focus, leader: weakest}
#     shield wall: {tactic: nearest, casters: protect, archers: spread}
#
# `tactic` is how a side fights that is told to fight so; its leader, those with spells and those with missiles may have
# another one. A named tactic is spelled out when the scenario is read, so every engine fights by it.


def spell_out_tactics(encounter: Encounter, named: Named) -> Encounter:
    """Replace named tactics by the book's own."""
    if not named:
        return encounter
    return replace(encounter, sides=tuple(spell_out_side(side, named, encounter.content) for side in encounter.sides))


def spell_out_side(side: Party, named: Named, content: Content) -> Party:
    base = str(named[side.tactic]["tactic"]).lower() if side.tactic in named else side.tactic

    def member(one: Member) -> Member:
        by = named.get(one.tactic or side.tactic)
        own = tactic_of(by, one, content) if by else one.tactic
        return replace(one, tactic="" if own == base else own)

    return replace(side, tactic=base, members=tuple(map(member, side.members)))


def tactic_of(by: Mapping[str, Any], member: Member, content: Content) -> str:
    """Return the tactic of a member: as leader, else with spells, else with missiles, else as all the others."""
    if member.leader and "leader" in by:
        key = "leader"
    elif "casters" in by and has_spells(member, content):
        key = "casters"
    elif "archers" in by and has_missiles(member, content):
        key = "archers"
    else:
        key = "tactic"
    return str(by[key]).lower()


def has_spells(member: Member, content: Content) -> bool:
    kind = usual_library(content).monsters.get(member.kind.lower())
    return bool(member.spells or (kind and kind.spells))


def has_missiles(member: Member, content: Content) -> bool:
    weapons = usual_library(content).weapons
    things = (weapons.get(BARE.sub("", word.lower())) for word in member.gear)
    return any(thing and thing.qualities & MISSILE for thing in things)


def usual_library(content: Content) -> Any:
    setup = rules.get(USUAL).setup
    assert setup is not None
    return with_content(setup().library, content)
