"""What a scenario draws from the packs that are on: whatever it names and no book has, put into the text it keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from yaml import MappingNode

from affray import rules
from affray.content.overlay import EFFECTS, MONSTERS, called
from affray.content.yaml import MOST_CHARACTERS, compose, dump, dump_on_a_line, plain
from affray.engine.encounter import USUAL
from affray.errors import Found, Mistake, Path, ScenarioError, quoted, sentence
from affray.rules.book import Book
from affray.scenario.checks import mapping, people, sequence, text
from affray.scenario.creatures import CONTENT, TACTICS, Brought, gathered, untried
from affray.scenario.tactics import BARE
from affray.scenario.values import Words

if TYPE_CHECKING:
    from affray.packs import Offer, Offers

GEAR = ("weapons", "armour", "potions")
MENTIONED = (EFFECTS, "spells", "weapons")  # what an entry of content names
Rows = dict[str, dict[str, Any]]


class Wanted(NamedTuple):
    """A word of a scenario, where it stands, and the shelves it may be on."""

    word: str
    path: Path
    shelves: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """As it stands, and without its number and its magic."""
        return tuple(dict.fromkeys((self.word, BARE.sub("", self.word))))


def drawn(data: Any, words: Words, book: Book, offers: Offers | None) -> tuple[Brought, Rows]:
    """All that a scenario brings along, with what it draws from packs; and that alone."""
    brought = gathered(data)
    rows: Rows = {}
    if isinstance(data, dict) and words.known:
        books = [rules.get(USUAL).names(), book.names(), brought.with_words(dict.fromkeys(words.known, ("",)))]
        strange = [wish for wish in wanted(data) if not any(is_in(wish, there) for there in books)]
        rows = draw(brought, strange, words.known, offers)
        for shelf, entries in rows.items():
            into = brought.tactics if shelf == TACTICS else brought.content.setdefault(shelf, {})
            into.update(entries)
    if not brought.found:
        brought.found += untried(brought, book)
    return brought, rows


def wanted(data: dict[str, Any]) -> Iterator[Wanted]:
    for name, side in mapping(data.get("sides")).items():
        yield from one(mapping(side), ("sides", name), "tactic", (TACTICS,))
    for person in people(data):
        yield from one(person.keys, person.path, "monster", (MONSTERS,))
        yield from one(person.keys, person.path, "mount", (MONSTERS,))
        yield from one(person.keys, person.path, "tactic", (TACTICS,))
        for key, shelves in (("gear", GEAR), ("spells", ("spells",))):
            for n, word in enumerate(sequence(person.keys.get(key))):
                yield from one({key: word}, (*person.path, key, n), key, shelves)


def one(keys: Mapping[str, Any], path: Path, key: str, shelves: tuple[str, ...]) -> Iterator[Wanted]:
    if word := called(text(keys.get(key))):
        at = path if isinstance(path[-1], int) and key in ("gear", "spells") else (*path, key)
        yield Wanted(word, at, shelves)


def draw(
    brought: Brought, strange: Sequence[Wanted], known: Mapping[str, Sequence[str]], offers: Offers | None
) -> Rows:
    """What no book has and a pack offers. A word that somebody else has too is a mistake: nobody wins in silence."""
    inside = mentions(brought.content)
    if not strange and not inside:
        return {}
    if offers is None:
        from affray.packs import offers as on

        offers = on()
    rows: Rows = {}
    for wish in strange:
        for shelf in wish.shelves:
            for word in wish.words:
                if word in offers.get(shelf, {}):
                    clash = whose(shelf, word, offers, known)
                    brought.found += [Found(wish.path, clash)] if clash else []
                    take(rows, shelf, offers[shelf][word][0])
    return with_what_they_name(rows, inside, offers)


def take(rows: Rows, shelf: str, offer: Offer) -> None:
    rows.setdefault(shelf, {})[offer.name] = offer.entry


def is_in(wish: Wanted, there: Mapping[str, Any]) -> bool:
    return any(word in there.get(shelf, ()) for shelf in wish.shelves for word in wish.words)


def whose(shelf: str, name: str, offers: Offers, known: Mapping[str, Sequence[str]]) -> str:
    """Who else has this word; empty where nobody has."""
    packs = [each.pack for each in offers[shelf][name]]
    others = [f"the pack {quoted(pack)}" for pack in packs[1:]]
    others += ["the house rules"] if name in known.get(shelf, ()) else []
    if not others:
        return ""
    what = f"{quoted(name)} is in the pack {quoted(packs[0])} and in {others[0]}"
    return sentence(what, mend=f"say which with `affray packs off {packs[0]}`, or rename it")


def mentions(content: Mapping[str, Mapping[str, Any]]) -> str:
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
        said = f"{inside} ; {mentions(rows)}"
        more = [
            (shelf, several[0])
            for shelf in MENTIONED
            for name, several in offers.get(shelf, {}).items()
            if several[0].name not in rows.get(shelf, {}) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)
        ]
        if not more:
            return rows
        for shelf, offer in more:
            take(rows, shelf, offer)


# --- into the text that a journal keeps


def embedded(kept: str, rows: Rows) -> str:
    """The scenario with what it drew before its first key; written anew where that can't be put there."""
    if not rows:
        return kept
    root = compose(kept, "")
    assert isinstance(root, MappingNode)
    data = plain(root, "")[0]
    whole = {CONTENT: together(data.get(CONTENT, {}), rows), **{k: v for k, v in data.items() if k != CONTENT}}
    at, said = root.value[0][0].start_mark, dump_on_a_line({CONTENT: whole[CONTENT]})[1:-1]
    between = ", " if root.flow_style else "\n" + " " * at.column
    text = f"{kept[: at.index]}{said}{between}{kept[at.index :]}"
    text = text if CONTENT not in data and reads_as(text, whole) else dump(whole)
    if len(text) > MOST_CHARACTERS:
        size = f"with what it draws from packs the scenario has {len(text):,} characters"
        raise ScenarioError([Mistake("scenario", 1, 1, sentence(size, f"at most {MOST_CHARACTERS:,}"))])
    return text


def together(own: Any, rows: Rows) -> dict[str, Any]:
    return {shelf: {**mapping(own.get(shelf)), **rows.get(shelf, {})} for shelf in dict.fromkeys((*own, *rows))}


def reads_as(text: str, data: dict[str, Any]) -> bool:
    try:
        return bool(plain(compose(text, ""), "")[0] == data)
    except ScenarioError:
        return False
