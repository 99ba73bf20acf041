"""What a scenario names and its book does not have: entries of packs, put into its text, and named tactics."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from yaml import MappingNode

from affray import rules
from affray.content.overlay import BARE, EFFECTS, GEAR, MONSTERS, normal_name, with_content
from affray.content.values import KnownWords
from affray.content.yaml import MOST_CHARACTERS, compose, dump, dump_on_a_line, plain
from affray.engine.encounter import USUAL, Content, Encounter, Member, Party
from affray.engine.vocabulary import MISSILE
from affray.errors import Found, KeyPath, Mistake, ScenarioError, quoted, sentence
from affray.packs.entries import CONTENT, TACTICS, AddedContent, read_added_content, trial_mistakes
from affray.packs.reader import Offer, Offers
from affray.packs.reader import offers as offers_of_packs
from affray.rules.book import Book
from affray.scenario.checks import mapping, people, sequence, text

MENTIONED = (EFFECTS, "spells", "weapons")  # what an entry of content names
Rows = dict[str, dict[str, Any]]
Named = Mapping[str, Mapping[str, Any]]


class Wanted(NamedTuple):
    """A word of a scenario, where it stands, and the kinds it may be of."""

    word: str
    path: KeyPath
    kinds: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """As it stands, and without its number and its magic."""
        return tuple(dict.fromkeys((self.word, BARE.sub("", self.word))))


def add_from_packs(data: Any, words: KnownWords, book: Book, offers: Offers | None) -> tuple[AddedContent, Rows]:
    """All that a scenario brings along, with what it draws from packs; and that alone."""
    added = read_added_content(data)
    rows: Rows = {}
    if isinstance(data, dict) and words.known:
        books = [rules.get(USUAL).names(), book.names(), added.extend_words(dict.fromkeys(words.known, ("",)))]
        strange = [wish for wish in wanted(data) if not any(is_in(wish, there) for there in books)]
        rows = draw_from_packs(added, strange, words.known, offers)
        for kind, entries in rows.items():
            into = added.tactics if kind == TACTICS else added.content.setdefault(kind, {})
            into.update(entries)
    if not added.found:
        added.found += trial_mistakes(added, book)
    return added, rows


def wanted(data: dict[str, Any]) -> Iterator[Wanted]:
    for name, side in mapping(data.get("sides")).items():
        yield from wanted_word(mapping(side), ("sides", name), "tactic", (TACTICS,))
    for person in people(data):
        yield from wanted_word(person.keys, person.path, "monster", (MONSTERS,))
        yield from wanted_word(person.keys, person.path, "mount", (MONSTERS,))
        yield from wanted_word(person.keys, person.path, "tactic", (TACTICS,))
        for key, kinds in (("gear", GEAR), ("spells", ("spells",))):
            for n, word in enumerate(sequence(person.keys.get(key))):
                yield from wanted_word({key: word}, (*person.path, key, n), key, kinds)


def wanted_word(keys: Mapping[str, Any], path: KeyPath, key: str, kinds: tuple[str, ...]) -> Iterator[Wanted]:
    if word := normal_name(text(keys.get(key))):
        at = path if isinstance(path[-1], int) and key in ("gear", "spells") else (*path, key)
        yield Wanted(word, at, kinds)


def draw_from_packs(
    added: AddedContent, strange: Sequence[Wanted], known: Mapping[str, Sequence[str]], offers: Offers | None
) -> Rows:
    """What no book has and a pack offers. A word that somebody else has too is a mistake: nobody wins in silence."""
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
    """Who else has this word; empty where nobody has."""
    packs = [each.pack for each in offers[kind][name]]
    others = [f"the pack {quoted(pack)}" for pack in packs[1:]]
    others += ["the house rules"] if name in known.get(kind, ()) else []
    if not others:
        return ""
    what = f"{quoted(name)} is in the pack {quoted(packs[0])} and in {others[0]}"
    return sentence(what, mend=f"say which with `affray packs off {packs[0]}`, or rename it")


def mentioned_words(content: Mapping[str, Mapping[str, Any]]) -> str:
    """All the words in some entries."""
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
    """... and the effects, spells and weapons that those entries name, and what these name."""
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
    """The scenario with what it drew before its first key; written anew where that can't be put there."""
    if not rows:
        return kept
    root = compose(kept, "")
    assert isinstance(root, MappingNode)
    data = plain(root, "")[0]
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
    return {kind: {**mapping(own.get(kind)), **rows.get(kind, {})} for kind in dict.fromkeys((*own, *rows))}


def reads_as(text: str, data: dict[str, Any]) -> bool:
    try:
        return bool(plain(compose(text, ""), "")[0] == data)
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
    """The encounter with the book's own tactics in the place of these."""
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
    """What holds for a member: as leader, else with spells, else with missiles, else as all the others."""
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
