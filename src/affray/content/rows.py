"""The table's own rows: entries of a book's content changed field by field, or new ones, read with its own readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from affray.content.bounds import excess, in_order, misfits, too_large
from affray.content.entries import ContentError, Entry, Reader, readers, stands
from affray.engine.dice import Notation
from affray.engine.encounter import CONTACT, Encounter, Member, Party
from affray.errors import AffrayError, Found, Path, quoted, sentence, unknown

if TYPE_CHECKING:
    from affray.rules.book import Book

TABLES = "tables"  # the shelf whose entries are tables of rows
ALSO = "also"
TRIAL = "trial"
Rows = Mapping[str, Mapping[str, Any]]  # of each shelf its entries, each a mapping of fields


class Source(NamedTuple):
    """Where an entry of a book comes from: its name there, its fields, and how they are read."""

    name: str
    fields: Mapping[str, Any]
    read: Reader


class Misread(ContentError):
    """What is wrong with an entry, and where in it."""

    def __init__(self, found: Found) -> None:
        super().__init__(found.message)
        self.found = found


class Row(Entry):
    """An entry of an overlay: a mistake in it is told with its path."""

    def __init__(self, path: Path, values: object) -> None:
        self.path = path
        super().__init__(str(path[-1]), values)

    def refuse(self, why: str) -> NoReturn:
        named = [name for name in getattr(self, "fields", ()) if why.startswith(f"{name}:")]
        raise Misread(Found((*self.path, *named[:1]), f"{self.where}: {why.splitlines()[0]}"))

    def part(self, name: str) -> dict[str, Entry]:
        inside = self.get(name)
        if not isinstance(inside, Mapping):
            self.refuse(f"{name}: expected entries by name, found {quoted(inside)}")
        return {str(key): Row((*self.path, name, key), value) for key, value in inside.items()}

    def done(self) -> None:
        for name in self.fields:
            if name not in self.asked:
                what = f"{self.where}: {unknown('field', name, sorted(self.asked))}"
                raise Misread(Found((*self.path, name), what, key=True))


# --- what a book has


def shelves(library: Any) -> list[str]:
    """The kinds of things that a book's content holds."""
    return [each.name for each in fields(library) if each.name not in ("book", "convert")]


def source(library: Any, kind: str, name: str) -> Source | None:
    """The file's entry that stands on the shelf under this name; None where the book made it out of something else."""
    for there, read in readers(library, kind):
        for main, values in there.items():
            named = name in (main, *Entry(main, values).names(ALSO))
            if named and stands(library, kind, name, main, values, read):
                return Source(main, values, read)
    return None


# --- laying rows over it


def laid(library: Any, rows: Rows) -> tuple[Any, list[Found]]:
    """The content with these rows on top, and everything wrong with them."""
    found: list[Found] = []
    for kind, entries in rows.items():
        if kind not in shelves(library):
            found.append(Found((kind,), unknown("kind of table", kind, shelves(library)), key=True))
        elif kind == TABLES:
            library = replace(library, tables=with_rows(library.tables, entries, found))
        else:
            library = replace(library, **{kind: with_entries(library, kind, entries, found)})
    return library, found


def with_rows(tables: Mapping[str, Mapping[str, str]], new: Mapping[str, Any], found: list[Found]) -> dict[str, Any]:
    """Tables of rows: each given row is changed, or added if it looks like the others."""
    changed = {name: dict(rows) for name, rows in tables.items()}
    for name, rows in new.items():
        if name not in tables:
            found.append(Found((TABLES, name), unknown("table", name, list(tables)), key=True))
        elif not isinstance(rows, Mapping):
            found.append(Found((TABLES, name), sentence(f"{name}: found {quoted(rows)}", "rows with their values")))
        else:
            found += [Found((TABLES, name, row), what) for row, what in misfits(name, tables[name], rows)]
            changed[name] = in_order(changed[name] | {str(row): str(value) for row, value in rows.items()})
    return changed


def with_entries(library: Any, kind: str, new: Mapping[str, Any], found: list[Found]) -> dict[str, Any]:
    shelf = dict(getattr(library, kind))
    for name, values in new.items():
        try:
            if not isinstance(values, Mapping):
                raise Misread(Found((kind, name), sentence(f"{name}: found {quoted(values)}", "fields with values")))
            named = entry(library, kind, name.lower(), (kind, name), values, found)
            own = own_names(library, kind, name.lower())
            found += [taken(kind, name, other) for other in named if other in shelf and other not in own]
            shelf |= named
        except Misread as wrong:
            found.append(wrong.found)
        except (AffrayError, ValueError, KeyError) as error:
            found.append(Found((kind, name), f"{name}: {in_words(error)}"))
    return shelf


def in_words(error: Exception) -> str:
    """What a reader said; of one that only stumbled, over what."""
    if isinstance(error, AffrayError):
        return str(error)
    over = f": there is no {quoted(error.args[0])}" if isinstance(error, KeyError) else ""
    return f"the book can't make anything of it{over}; write it as the others of its kind are"


def own_names(library: Any, kind: str, name: str) -> set[str]:
    """All names of the entry that a book has under this one; none where it has no such thing."""
    old = source(library, kind, name)
    also = (old.name, *other_names(Entry(old.name, old.fields))) if old else ()
    return {*also, *({name} & getattr(library, kind).keys())}


def other_names(entry: Entry) -> tuple[str, ...]:
    return tuple(name.lower() for name in entry.names(ALSO))


def taken(kind: str, name: str, other: str) -> Found:
    at = () if other == name.lower() else (ALSO,)
    return Found((kind, name, *at), f"{name}: {quoted(other)} is the name of something else already; take another one")


def entry(
    library: Any, kind: str, name: str, path: Path, values: Mapping[str, Any], found: list[Found]
) -> dict[str, Any]:
    """One entry under all its names."""
    old = source(library, kind, name)
    if old is None:
        return new_entry(library, kind, name, path, values)
    repeated = list(idle(old.fields, values))
    found += [Found((*path, *at), f"{name}: {what}") for at, what in repeated]
    row = Row(path, merged(old.fields, values))
    others, value = other_names(row), old.read(old.name, row)
    row.done()
    bounded(row, value)
    same_names = {*others} <= own_names(library, kind, name)
    if value == getattr(library, kind)[name] and same_names and not repeated:
        found.append(Found(path, f"{name}: this changes nothing: it is so already; leave it out", key=True))
    return dict.fromkeys((old.name, *others), value)


def new_entry(library: Any, kind: str, name: str, path: Path, values: Mapping[str, Any]) -> dict[str, Any]:
    """In the form of the book's own file, or of the one it takes its entries from: whichever it fits."""
    tries = [(Row(path, values), read) for _, read in readers(library, kind)]
    errors = list[tuple[int, Exception]]()
    for row, read in tries:
        try:
            others, value = other_names(row), read(name, row)
            row.done()
            bounded(row, value)
            return dict.fromkeys((name, *others), value)
        except (AffrayError, ValueError, KeyError) as error:
            errors.append((len(row.asked & row.fields.keys()), error))
    if not errors:
        raise Misread(Found(path, f"{library.book} has no rows of {kind} that could be changed", key=True))
    raise max(errors, key=lambda each: each[0])[1]


def bounded(row: Row, value: Any) -> None:
    if wrong := excess(value):
        row.refuse(": ".join(wrong))


def merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Field by field, and inside a field row by row."""
    both = dict(old)
    for name, value in new.items():
        key = next((each for each in old if str(each) == name), name)
        deeper = isinstance(value, Mapping) and isinstance(old.get(key), Mapping)
        both[key] = merged(old[key], value) if deeper else value
    return both


def idle(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Fields that are given as they are."""
    for name, value in new.items():
        was = next((each for key, each in old.items() if str(key) == name), None)
        if isinstance(value, Mapping) and isinstance(was, Mapping):
            yield from (((name, *path), f"{name}: {what}") for path, what in idle(was, value))
        elif was is not None and str(was) == str(value):
            yield (name,), f"{name}: this changes nothing: it is {value} already; leave it out"


# --- whether a fight can be made with them


def trials(rows: Rows) -> Iterator[tuple[Path, Member]]:
    """Somebody with each of the new things."""
    for kind, entries in rows.items():
        for name in entries:
            if kind == "monsters":
                yield (kind, name), Member(kind=name, count=Notation(0, 1, plus=1))
            elif kind == "classes":
                yield (kind, name), Member(cls=name)
            elif kind in ("weapons", "armour", "potions"):
                yield (kind, name), Member(numbers={"thac0": 19, "ac": 9, "damage": "1d6", "hd": "1"}, gear=(name,))


def unbuildable(book: Book, rows: Rows) -> Iterator[Found]:
    """What the readers can't see: a save, an effect or a spell that is not there."""
    for path, member in trials(rows):
        try:
            fight, _ = book.build(Encounter("", "", (Party(TRIAL, (member,)),), CONTACT, rules=book.name), {})
            if name := too_large(fight):
                yield Found(path, f"{path[-1]}: its {name} is more than a fight has room for", key=True)
        except (AffrayError, ValueError, KeyError, StopIteration) as error:
            name = "" if isinstance(error, AffrayError) else f"{path[-1]}: "
            yield Found(path, name + in_words(error).removeprefix(f"side {TRIAL!r}, "), key=True)
