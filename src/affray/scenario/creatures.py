"""What a scenario brings along, under `creatures` and `content`: stat blocks and entries, and what is wrong with them.

A stat block as text is read by exchange/importers: what is doubtful in it is noted and never refused. An entry that a
person wrote field by field has every mistake told in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray import rules
from affray.content.bounds import excess, too_large
from affray.content.entries import READERS, Reader, reader_of
from affray.content.overlay import EFFECTS, KEPT, LIKE, MONSTERS, SHELVES, called, names_of, row, sections
from affray.content.rows import TRIAL, Misread, Row, in_words
from affray.engine.encounter import CONTACT, NUMBERS, USUAL, Encounter, Member, Party
from affray.errors import AffrayError, Found, Path, Wrong, quoted, sentence, unknown
from affray.rules.book import Book
from affray.scenario.models import MemberShape, shaped
from affray.scenario.values import Words, line
from affray.scenario.values import called as as_name

CREATURES, CONTENT, TACTICS = "creatures", "content", "tactics"
USUALLY: dict[str, Any] = {"ac": 9, "hd": "1", "attacks": "weapon 1d6", "move": 120, "saves": "F1", "morale": 7}
NOTE, MOST_NOTES = 2_000, 50  # characters, and how many
NAMELESS = "no name"  # what the reader finds doubtful where the file gives the name
FORM = "stat blocks as text, entries by name, or a list of these"


@dataclass(slots=True)
class Brought:
    """Rows by shelf, what the log should say of them, and what is wrong with them."""

    content: dict[str, dict[str, Any]] = field(default_factory=dict)
    tactics: dict[str, Any] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    paths: dict[tuple[str, str], Path] = field(default_factory=dict)  # of each entry where it stands

    def put(self, shelf: str, name: str, entry: Any, path: Path) -> None:
        if (shelf, name) in self.paths:
            what = f"{quoted(name)} stands here twice"
            self.found.append(Found(path, sentence(what, mend="leave one of them out"), key=isinstance(path[-1], str)))
            return
        self.paths[shelf, name] = path
        if shelf == TACTICS:
            self.tactics[name] = entry
        else:
            self.content.setdefault(shelf, {})[name] = entry

    def with_words(self, known: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        """Where any word is known, these are known too."""
        own = {**self.content, TACTICS: self.tactics}
        more = {kind: [word for item in there.items() for word in names_of(*item)] for kind, there in own.items()}
        return {kind: [*words, *more.get(kind, ())] if words else words for kind, words in known.items()}


def gathered(data: Any) -> Brought:
    """All that a file brings along, checked entry by entry."""
    brought = Brought()
    if isinstance(data, Mapping):
        if CREATURES in data:
            several(brought, data[CREATURES], (CREATURES,))
        if CONTENT in data:
            shelves(brought, data[CONTENT])
    return brought


# --- creatures: text, entries by name, or a list


def several(brought: Brought, said: Any, path: Path) -> None:
    if isinstance(said, list) and said:
        for n, item in enumerate(said):
            one(brought, item, (*path, n))
    else:
        one(brought, said, path)


def one(brought: Brought, said: Any, path: Path) -> None:
    if isinstance(said, str) and said.strip():
        from_page(brought, said, path)
    elif isinstance(said, Mapping) and said:
        for name, entry in said.items():
            creature(brought, name, entry, (*path, name))
    else:
        brought.found.append(Found(path, sentence(f"{path[0]}: found {quoted(said or None)}", FORM)))


def creature(brought: Brought, name: str, entry: Any, path: Path) -> None:
    try:
        word = called(as_name(name, Words()))
    except Wrong as wrong:
        brought.found.append(Found(path, wrong.message, key=True))
        return
    if isinstance(entry, str) and entry.strip():
        from_block(brought, word, entry, path)
    elif not isinstance(entry, Mapping) or not entry:
        brought.found.append(Found(path, sentence(f"{name}: found {quoted(entry or None)}", "fields, or a stat block")))
    else:
        brought.found += wrong_in_monster(word, entry, path)
        brought.put(MONSTERS, word, entry, path)


def from_page(brought: Brought, text: str, path: Path) -> None:
    from affray.exchange.importers import read
    from affray.exchange.importers.creatures import entries_by_kind

    page = read(text)
    found = entries_by_kind(page.creatures)
    for name, each in found.items():
        taken_from_text(brought, called(name), each.entry(), path)
    brought.doubts += page.warnings
    names = [each.get("name", "a player") for each in page.players]
    brought.doubts += [f"{name} is left aside: a party stands under sides" for name in names]
    if not found:
        brought.found.append(Found(path, sentence("there is no stat block in this text", "for example AC 6, HD 1, …")))


def from_block(brought: Brought, name: str, text: str, path: Path) -> None:
    """One block under the name that the file gives it."""
    from affray.exchange.importers import read

    page = read(text)
    best = max(page.creatures, key=lambda each: len(each.fields), default=None)
    if best is None or not best.fields:
        brought.found.append(Found(path, sentence("there is no stat block in this text", "for example AC 6, HD 1, …")))
        return
    taken_from_text(brought, name, best.entry(), path)
    doubts = [each for each in (*best.warnings, *page.doubts) if NAMELESS not in each]
    brought.doubts += [f"{name}: {doubt}" for doubt in (*doubts, *(f"not read: {piece}" for piece in page.lost))]
    if len(page.creatures) > 1:
        brought.doubts.append(f"{name}: there are {len(page.creatures)} blocks in its text; one is taken")


def taken_from_text(brought: Brought, name: str, entry: dict[str, Any], path: Path) -> None:
    """What the reader left open or can't be is as usual, and said."""
    for key, usual in USUALLY.items():
        if key not in entry and not (key == "ac" and "aac" in entry):
            entry[key] = usual
            brought.doubts.append(f"{name}: {key}: nothing was read; {usual} is taken")
    while wrong := next(wrong_in_monster(name, entry, ()), None):
        key = str(wrong.path[0]) if wrong.path else ""
        if key not in entry:
            brought.found.append(Found(path, wrong.message))
            return
        brought.doubts.append(f"{wrong.message}; {'left out' if key not in USUALLY else f'{USUALLY[key]} is taken'}")
        entry = {k: v for k, v in entry.items() if k != key}
        entry |= {key: USUALLY[key]} if key in USUALLY else {}
    brought.put(MONSTERS, name, entry, path)


# --- content: rows by shelf, as in a pack


def shelves(brought: Brought, said: Any) -> None:
    known = (*SHELVES, TACTICS)
    if not isinstance(said, Mapping) or not said:
        what = sentence(f"{CONTENT}: found {quoted(said or None)}", f"a mapping with {', '.join(known)}")
        brought.found.append(Found((CONTENT,), what))
        return
    for shelf, entries in said.items():
        if shelf not in known:
            brought.found.append(Found((CONTENT, shelf), unknown("kind of content", shelf, known), key=True))
        elif not isinstance(entries, Mapping) or not entries:
            what = sentence(f"{shelf}: found {quoted(entries or None)}", "entries by name")
            brought.found.append(Found((CONTENT, shelf), what))
        else:
            on_shelf(brought, shelf, entries, (CONTENT, shelf))


def on_shelf(brought: Brought, shelf: str, entries: Mapping[str, Any], path: Path) -> None:
    """The entries of one kind, each under its name."""
    for name, entry in entries.items():
        at = (*path, name)
        if shelf == MONSTERS:
            creature(brought, name, entry, at)
            continue
        try:
            word = called(as_name(name, Words()))
            brought.found += wrong_in_tactic(entry, at) if shelf == TACTICS else wrong_in_thing(shelf, word, entry, at)
            brought.put(shelf, word, entry, at)
        except Wrong as wrong:
            brought.found.append(Found(at, wrong.message, key=True))


# --- what is wrong with an entry


def wrong_in_monster(name: str, entry: Mapping[str, Any], path: Path) -> Iterator[Found]:
    yield from wrong_words(entry, path)
    given = {key: value for key, value in entry.items() if key in NUMBERS and key not in row(MONSTERS, entry)}
    _, found = shaped(MemberShape, {"name": "x", "count": 1, **given}, Words())
    yield from (each._replace(path=(*path, *each.path)) for each in found)
    if EFFECTS in entry:
        inside = entry[EFFECTS]
        if not isinstance(inside, Mapping) or not inside:
            yield Found((*path, EFFECTS), sentence(f"{EFFECTS}: found {quoted(inside or None)}", "effects by name"))
        else:
            for effect, fields in inside.items():
                yield from wrong_in_thing(EFFECTS, effect, fields, (*path, EFFECTS, effect))
    yield from wrong_sections(MONSTERS, name, entry, path)
    yield from wrong_fields(MONSTERS, name, row(MONSTERS, entry), path)


def wrong_words(entry: Mapping[str, Any], path: Path) -> Iterator[Found]:
    """What people keep beside the numbers: words on one line, and notes."""
    for key in KEPT:
        if key not in entry:
            continue
        several = entry[key] if isinstance(entry[key], list) and key == "notes" else [entry[key]]
        if len(several) > MOST_NOTES:
            yield Found((*path, key), sentence(f"{key}: {len(several)} of them", f"at most {MOST_NOTES}"))
        for n, text in enumerate(several[:MOST_NOTES]):
            try:
                line(text, NOTE)
            except Wrong as wrong:
                at = (n,) if isinstance(entry[key], list) and key == "notes" else ()
                yield Found((*path, key, *at), f"{key}: {wrong.message}", wrong.at)


def wrong_in_thing(shelf: str, name: str, entry: Any, path: Path) -> Iterator[Found]:
    if not isinstance(entry, Mapping) or not entry:
        yield Found(path, sentence(f"{name}: found {quoted(entry or None)}", "fields with their values"))
        return
    if LIKE in entry and not isinstance(entry[LIKE], str):
        yield Found((*path, LIKE), sentence(f"{LIKE}: found {quoted(entry[LIKE])}", "the name of something"))
    yield from wrong_sections(shelf, name, entry, path)
    yield from wrong_fields(shelf, name, row(shelf, entry), path)


def wrong_sections(shelf: str, name: str, entry: Mapping[str, Any], path: Path) -> Iterator[Found]:
    """What an entry says in the form of a book."""
    for book, fields in sections(entry).items():
        reader = own_form(book, shelf)
        if book not in rules.names():
            yield Found((*path, book), unknown("field or rulebook", book, rules.names()), key=True)
        elif reader is None:
            yield Found((*path, book), f"{book} has no {shelf} of its own form; leave this out", key=True)
        else:
            yield from misread(reader, name, fields, (*path, book))


def own_form(book: str, shelf: str) -> Reader | None:
    """How a book's own file of these is read; None where it has none, or is not there itself."""
    setup = rules.get(book).setup if book in rules.names() else None
    return reader_of(setup().library, shelf, book) if setup else None


def wrong_fields(shelf: str, name: str, fields: Mapping[str, Any], path: Path) -> Iterator[Found]:
    rules.get(USUAL).names()  # whoever opens a book's content has its readers registered
    yield from misread(READERS[USUAL, f"{shelf}.yaml"], name, fields, path)


def misread(reader: Reader, name: str, fields: Mapping[str, Any], path: Path) -> Iterator[Found]:
    """All that a reader refuses, field by field: what was told is left out, or as usual, for the next try."""
    left, told = dict(fields), {""}
    while found := refused(reader, name, left, path):
        yield found
        at = found.path[len(path) :]
        lacking = [word for word in USUALLY if found.message.endswith(f": {word} is missing")]
        key = str(at[0]) if at else "".join(lacking)
        if key in told:
            return
        told.add(key)
        left.pop(key, None)
        left |= {key: USUALLY[key]} if key in USUALLY else {}


def refused(reader: Reader, name: str, fields: Mapping[str, Any], path: Path) -> Found | None:
    """The first thing that a reader refuses."""
    entry = Row((name,), fields)
    entry.path = path
    try:
        entry.names("also")
        value = reader(name, entry)
        entry.done()
        if wrong := excess(value):
            entry.refuse(": ".join(wrong))
    except Misread as error:
        return error.found
    except (AffrayError, ValueError, KeyError) as error:
        return Found(path, f"{name}: {in_words(error)}")
    return None


def wrong_in_tactic(entry: Any, path: Path) -> Iterator[Found]:
    from affray.scenario.tactics import KEYS, SAYS

    name, known = path[-1], rules.get(USUAL).tactics
    if not isinstance(entry, Mapping) or "tactic" not in entry:
        what = sentence(f"{name}: found {quoted(entry)}", "a mapping with tactic, and who fights otherwise")
        yield Found(path, what, key=isinstance(entry, Mapping))
        return
    for key, word in entry.items():
        if key not in KEYS:
            yield Found((*path, key), unknown("key", key, KEYS), key=True)
        elif key == SAYS:
            try:
                line(word, NOTE)
            except Wrong as wrong:
                yield Found((*path, key), f"{key}: {wrong.message}", wrong.at)
        elif str(word).lower() not in known:
            yield Found((*path, key), f"{key}: {unknown('tactic', word, known)}")


# --- by trial


def untried(brought: Brought, book: Book) -> Iterator[Found]:
    """What no reader sees: an effect, a spell or a class that is not there; numbers that no fight has room for."""
    for name in brought.content.get(MONSTERS, {}):
        if (path := brought.paths.get((MONSTERS, name))) is None:  # of a pack, which was tried when it was installed
            continue
        for each in dict.fromkeys([rules.get(USUAL), book]):
            if said := misfit(brought.content, Member(kind=name), each):
                yield Found(path, f"{name}: {said}", key=isinstance(path[-1], str))
                break


def misfit(content: Mapping[str, Any], member: Member, book: Book) -> str:
    """Why a book can't put somebody into a fight; empty if it can."""
    side = Party(TRIAL, (member,))
    try:
        fight, _ = book.build(Encounter("", "", (side,), CONTACT, rules=book.name, content=content), {})
    except (AffrayError, ValueError, KeyError, StopIteration) as error:
        said = in_words(error).removeprefix(f"side {TRIAL!r}, ")
        return said.removeprefix(f"{member.kind}: ")
    name = too_large(fight)
    return f"its {name} is more than a fight has room for" if name else ""
