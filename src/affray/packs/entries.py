"""What a scenario brings along, under `creatures` and `content`: stat blocks and entries, and what is wrong with them.

A stat block as text is read by exchange/importers: what is doubtful in it is noted and never refused. An entry that a
person wrote field by field has every mistake told in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from affray import rules
from affray.content.entries import NUMBER_VALUES, READERS, KnownWords, Reader, read_line, read_name, reader_of
from affray.content.overlay import (
    CONTENT_KINDS,
    EFFECTS,
    FOR_PEOPLE,
    LIKE,
    MONSTERS,
    LocatedEntry,
    Misread,
    book_sections,
    classic_fields,
    describe_error,
    describe_trial_error,
    find_excess,
    trial_error,
)
from affray.content.spelling import all_names, normal_name
from affray.engine.encounter import USUAL, Member
from affray.errors import AffrayError, Found, KeyPath, Wrong, quote, sentence, unknown
from affray.rules.book import Book

if TYPE_CHECKING:
    from affray.exchange.importers import Page

CREATURES, CONTENT, TACTICS = "creatures", "content", "tactics"
SAYS = "says"
TACTIC_KEYS = (SAYS, "tactic", "leader", "casters", "archers")
DEFAULTS: dict[str, Any] = {"ac": 9, "hd": "1", "attacks": "weapon 1d6", "move": 120, "saves": "F1", "morale": 7}
NOTE, MOST_NOTES = 2_000, 50  # characters, and how many
NAMELESS = "no name"  # what the reader finds doubtful where the file gives the name
CREATURES_FORM = "stat blocks as text, entries by name, or a list of these"


@dataclass(slots=True)
class AddedContent:
    """Rows by shelf, what the log should say of them, and what is wrong with them."""

    content: dict[str, dict[str, Any]] = field(default_factory=dict)
    tactics: dict[str, Any] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    paths: dict[tuple[str, str], KeyPath] = field(default_factory=dict)  # of each entry where it stands
    hit_points: dict[str, tuple[int, ...]] = field(default_factory=dict)  # that the text of a stat block gives

    def add(self, kind: str, name: str, entry: Any, path: KeyPath) -> None:
        if (kind, name) in self.paths:
            what = f"{quote(name)} stands here twice"
            self.found.append(Found(path, sentence(what, mend="leave one of them out"), key=isinstance(path[-1], str)))
            return
        self.paths[kind, name] = path
        if kind == TACTICS:
            self.tactics[name] = entry
        else:
            self.content.setdefault(kind, {})[name] = entry

    def extend_words(self, known: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        """Return the known words with these added, where any word of a kind is known."""
        own = {**self.content, TACTICS: self.tactics}
        more = {kind: [word for item in there.items() for word in all_names(*item)] for kind, there in own.items()}
        return {kind: [*words, *more.get(kind, ())] if words else words for kind, words in known.items()}


def read_added_content(data: Any) -> AddedContent:
    """Return all that a file brings along, checked entry by entry."""
    added = AddedContent()
    if isinstance(data, Mapping):
        if CREATURES in data:
            read_creatures(added, data[CREATURES], (CREATURES,))
        if CONTENT in data:
            read_content(added, data[CONTENT])
    return added


# --- creatures: text, entries by name, or a list


def read_creatures(added: AddedContent, said: Any, path: KeyPath) -> None:
    if isinstance(said, list) and said:
        for n, item in enumerate(said):
            read_creature(added, item, (*path, n))
    else:
        read_creature(added, said, path)


def read_creature(added: AddedContent, said: Any, path: KeyPath) -> None:
    if isinstance(said, str) and said.strip():
        add_stat_blocks(added, said, path)
    elif isinstance(said, Mapping) and said:
        for name, entry in said.items():
            add_creature(added, name, entry, (*path, name))
    else:
        added.found.append(Found(path, sentence(f"{path[0]}: found {quote(said or None)}", CREATURES_FORM)))


def add_creature(added: AddedContent, name: str, entry: Any, path: KeyPath) -> None:
    try:
        word = normal_name(read_name(name, KnownWords()))
    except Wrong as wrong:
        added.found.append(Found(path, wrong.message, key=True))
        return
    if isinstance(entry, str) and entry.strip():
        add_stat_block(added, word, entry, path)
    elif not isinstance(entry, Mapping) or not entry:
        added.found.append(Found(path, sentence(f"{name}: found {quote(entry or None)}", "fields, or a stat block")))
    else:
        added.found += monster_mistakes(word, entry, path)
        added.add(MONSTERS, word, entry, path)


def read_page(text: str) -> Page:
    """Read stat blocks. Import the importers only now, because compiling their patterns takes a while."""
    from affray.exchange.importers import read

    return read(text)


def add_stat_blocks(added: AddedContent, text: str, path: KeyPath) -> None:
    from affray.exchange.importers.creatures import entries_by_kind

    page = read_page(text)
    found = entries_by_kind(page.creatures)
    for name, each in found.items():
        add_from_text(added, normal_name(name), each.entry(), path)
        added.hit_points[normal_name(name)] = each.hp
    added.doubts += (*page.warnings, *page.assumptions)
    names = [each.get("name", "a player") for each in page.players]
    added.doubts += [f"{name} is left aside: a party stands under sides" for name in names]
    if not found:
        added.found.append(Found(path, sentence("there is no stat block in this text", "for example AC 6, HD 1, …")))


def add_stat_block(added: AddedContent, name: str, text: str, path: KeyPath) -> None:
    """Add one stat block under the name that the file gives it."""
    page = read_page(text)
    best = max(page.creatures, key=lambda each: len(each.fields), default=None)
    if best is None or not best.fields:
        added.found.append(Found(path, sentence("there is no stat block in this text", "for example AC 6, HD 1, …")))
        return
    add_from_text(added, name, best.entry(), path)
    added.hit_points[name] = best.hp
    doubts = [each for each in (*best.warnings, *best.assumptions, *page.doubts) if NAMELESS not in each]
    added.doubts += [f"{name}: {doubt}" for doubt in (*doubts, *(f"not read: {piece}" for piece in page.lost))]
    if len(page.creatures) > 1:
        added.doubts.append(f"{name}: there are {len(page.creatures)} blocks in its text; one is taken")


def add_from_text(added: AddedContent, name: str, entry: dict[str, Any], path: KeyPath) -> None:
    """Add a creature read from text; what was left open or can't be gets a default, which is noted."""
    for key, usual in DEFAULTS.items():
        if key not in entry and not (key == "ac" and "aac" in entry):
            entry[key] = usual
            added.doubts.append(f"{name}: {key}: nothing was read; {usual} is taken")
    while wrong := next(monster_mistakes(name, entry, ()), None):
        key = str(wrong.path[0]) if wrong.path else ""
        if key not in entry:
            added.found.append(Found(path, wrong.message))
            return
        added.doubts.append(f"{wrong.message}; {'left out' if key not in DEFAULTS else f'{DEFAULTS[key]} is taken'}")
        entry = {k: v for k, v in entry.items() if k != key}
        entry |= {key: DEFAULTS[key]} if key in DEFAULTS else {}
    added.add(MONSTERS, name, entry, path)


# --- content: rows by shelf, as in a pack


def read_content(added: AddedContent, said: Any) -> None:
    known = (*CONTENT_KINDS, TACTICS)
    if not isinstance(said, Mapping) or not said:
        what = sentence(f"{CONTENT}: found {quote(said or None)}", f"a mapping with {', '.join(known)}")
        added.found.append(Found((CONTENT,), what))
        return
    for kind, entries in said.items():
        if kind not in known:
            added.found.append(Found((CONTENT, kind), unknown("kind of content", kind, known), key=True))
        elif not isinstance(entries, Mapping) or not entries:
            what = sentence(f"{kind}: found {quote(entries or None)}", "entries by name")
            added.found.append(Found((CONTENT, kind), what))
        else:
            read_kind(added, kind, entries, (CONTENT, kind))


def read_kind(added: AddedContent, kind: str, entries: Mapping[str, Any], path: KeyPath) -> None:
    """Read the entries of one kind, each under its name."""
    for name, entry in entries.items():
        at = (*path, name)
        if kind == MONSTERS:
            add_creature(added, name, entry, at)
            continue
        try:
            word = normal_name(read_name(name, KnownWords()))
            added.found += tactic_mistakes(entry, at) if kind == TACTICS else thing_mistakes(kind, word, entry, at)
            added.add(kind, word, entry, at)
        except Wrong as wrong:
            added.found.append(Found(at, wrong.message, key=True))


# --- what is wrong with an entry


def monster_mistakes(name: str, entry: Mapping[str, Any], path: KeyPath) -> Iterator[Found]:
    yield from text_mistakes(entry, path)
    yield from number_mistakes(entry, path)
    if EFFECTS in entry:
        inside = entry[EFFECTS]
        if not isinstance(inside, Mapping) or not inside:
            yield Found((*path, EFFECTS), sentence(f"{EFFECTS}: found {quote(inside or None)}", "effects by name"))
        else:
            for effect, fields in inside.items():
                yield from thing_mistakes(EFFECTS, effect, fields, (*path, EFFECTS, effect))
    yield from section_mistakes(MONSTERS, name, entry, path)
    yield from classic_mistakes(MONSTERS, name, classic_fields(MONSTERS, entry), path)


def number_mistakes(entry: Mapping[str, Any], path: KeyPath) -> Iterator[Found]:
    """Yield what is wrong with the numbers that go to whoever is of a kind."""
    classic = classic_fields(MONSTERS, entry)
    for key, number in NUMBER_VALUES.items():
        if key in entry and key not in classic:
            try:
                number.reader(entry[key], KnownWords())
            except Wrong as wrong:
                yield Found((*path, key), f"{key}: {wrong.message}", wrong.at)


def text_mistakes(entry: Mapping[str, Any], path: KeyPath) -> Iterator[Found]:
    """Yield what is wrong with the texts beside the numbers: words on one line, and notes."""
    for key in FOR_PEOPLE:
        if key not in entry:
            continue
        several = entry[key] if isinstance(entry[key], list) and key == "notes" else [entry[key]]
        if len(several) > MOST_NOTES:
            yield Found((*path, key), sentence(f"{key}: {len(several)} of them", f"at most {MOST_NOTES}"))
        for n, text in enumerate(several[:MOST_NOTES]):
            try:
                read_line(text, NOTE)
            except Wrong as wrong:
                at = (n,) if isinstance(entry[key], list) and key == "notes" else ()
                yield Found((*path, key, *at), f"{key}: {wrong.message}", wrong.at)


def thing_mistakes(kind: str, name: str, entry: Any, path: KeyPath) -> Iterator[Found]:
    if not isinstance(entry, Mapping) or not entry:
        yield Found(path, sentence(f"{name}: found {quote(entry or None)}", "fields with their values"))
        return
    if LIKE in entry and not isinstance(entry[LIKE], str):
        yield Found((*path, LIKE), sentence(f"{LIKE}: found {quote(entry[LIKE])}", "the name of something"))
    yield from section_mistakes(kind, name, entry, path)
    yield from classic_mistakes(kind, name, classic_fields(kind, entry), path)


def section_mistakes(kind: str, name: str, entry: Mapping[str, Any], path: KeyPath) -> Iterator[Found]:
    """Yield what is wrong with what an entry says in the form of a book."""
    for book, fields in book_sections(entry).items():
        reader = reader_of_book(book, kind)
        if book not in rules.names():
            yield Found((*path, book), unknown("field or rulebook", book, rules.names()), key=True)
        elif reader is None:
            yield Found((*path, book), f"{book} has no {kind} of its own form; leave this out", key=True)
        else:
            yield from reader_mistakes(reader, name, fields, (*path, book))


def reader_of_book(book: str, kind: str) -> Reader | None:
    """Return how a book's own file of these is read; None where it has none, or is not there itself."""
    setup = rules.get(book).setup if book in rules.names() else None
    return reader_of(setup().library, kind, book) if setup else None


def classic_mistakes(kind: str, name: str, fields: Mapping[str, Any], path: KeyPath) -> Iterator[Found]:
    rules.get(USUAL).names()  # whoever opens a book's content has its readers registered
    yield from reader_mistakes(READERS[USUAL, f"{kind}.yaml"], name, fields, path)


def reader_mistakes(reader: Reader, name: str, fields: Mapping[str, Any], path: KeyPath) -> Iterator[Found]:
    """Yield all that a reader refuses: a field that was refused is left out, or gets a default, for the next try."""
    left, told = dict(fields), {""}
    while found := first_mistake(reader, name, left, path):
        yield found
        at = found.path[len(path) :]
        lacking = [word for word in DEFAULTS if found.message.endswith(f": {word} is missing")]
        key = str(at[0]) if at else "".join(lacking)
        if key in told:
            return
        told.add(key)
        left.pop(key, None)
        left |= {key: DEFAULTS[key]} if key in DEFAULTS else {}


def first_mistake(reader: Reader, name: str, fields: Mapping[str, Any], path: KeyPath) -> Found | None:
    """Return the first thing that a reader refuses."""
    entry = LocatedEntry((name,), fields)
    entry.path = path
    try:
        entry.names("also")
        value = reader(name, entry)
        entry.refuse_rest()
        if wrong := find_excess(value):
            entry.refuse(": ".join(wrong))
    except Misread as error:
        return error.found
    except (AffrayError, ValueError, KeyError) as error:
        return Found(path, f"{name}: {describe_error(error)}")
    return None


def tactic_mistakes(entry: Any, path: KeyPath) -> Iterator[Found]:
    name, known = path[-1], rules.get(USUAL).tactics
    if not isinstance(entry, Mapping) or "tactic" not in entry:
        what = sentence(f"{name}: found {quote(entry)}", "a mapping with tactic, and who fights otherwise")
        yield Found(path, what, key=isinstance(entry, Mapping))
        return
    for key, word in entry.items():
        if key not in TACTIC_KEYS:
            yield Found((*path, key), unknown("key", key, TACTIC_KEYS), key=True)
        elif key == SAYS:
            try:
                read_line(word, NOTE)
            except Wrong as wrong:
                yield Found((*path, key), f"{key}: {wrong.message}", wrong.at)
        elif str(word).lower() not in known:
            yield Found((*path, key), f"{key}: {unknown('tactic', word, known)}")


# --- by trial


def trial_mistakes(added: AddedContent, book: Book) -> Iterator[Found]:
    """Yield what no reader sees: an effect, spell or class that is not there; numbers too large for a fight."""
    for name in added.content.get(MONSTERS, {}):
        if (path := added.paths.get((MONSTERS, name))) is None:  # of a pack, which was tried when it was installed
            continue
        for each in dict.fromkeys([rules.get(USUAL), book]):
            if said := trial_problem(added.content, Member(kind=name), each):
                yield Found(path, f"{name}: {said}", key=isinstance(path[-1], str))
                break


def trial_problem(content: Mapping[str, Any], member: Member, book: Book) -> str:
    """Return why a book can't put somebody into a fight; empty if it can."""
    error = trial_error(book, member, content)
    return describe_trial_error(error).removeprefix(f"{member.kind}: ") if error else ""
