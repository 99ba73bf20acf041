"""Entries of packs, scenarios, house rules and bestiaries, laid over a book's content.

`lay_entries` is the one function that does so. An entry of a pack, a scenario or a bestiary is whole: it is read in the
classic form, or in the book's own under the book's name. An entry of house rules says only what differs: its fields are
merged with those of the book's own entry, and every mistake in it is found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from affray.content.entries import REQUIRED, ContentError, Entry, Reader, is_entry_of, reader_of, readers
from affray.content.spelling import all_names, normal_name
from affray.engine.dice import Notation
from affray.engine.encounter import CONTACT, NUMBERS, USUAL, Content, Encounter, Member, Party
from affray.engine.state import WIDE
from affray.errors import AffrayError, Found, KeyPath, quote, sentence, unknown

if TYPE_CHECKING:
    from affray.rules.book import Book

EFFECTS, MONSTERS, TABLES = "effects", "monsters", "tables"
GEAR = ("weapons", "armour", "potions")  # what one carries has one name
CONTENT_KINDS = (EFFECTS, "potions", "spells", "weapons", "armour", MONSTERS)  # in the order in which they are laid
FOR_PEOPLE = ("alignment", "xp", "number", "treasure", "instinct", "source", "notes")  # no rule reads them
MONSTER_FIELDS = ("ac", "attacks", "saves", "morale", "led", "move", "fly", "swim", "hd")  # numbers that a kind has too
LIKE = "like"  # what stands for a thing in a book that can't read its fields
ALSO = "also"
TRIAL = "trial"
FIVE_SAVES = re.compile(r" *[0-9]{1,2}( */ *[0-9]{1,2}){4} *")
BARE = re.compile(r"^\d+ +| *[-+−] ?\d$")  # how many there are of a thing, and its magic
EXCLUSIVE = (  # one of these that a member gives takes the place of all its kind's
    {"ac", "aac", "tempo ac", "vanguard ac", "fourfold ac"},
    {"thac0", "bonus", "combat bonus", "attack bonus"},
    {"saves", "save"},
)
MOST_CACHED = 32
MOST_IN_A_ROW, MOST_IN_DICE = 30, 100
HIGHEST_ROW = 99  # hit dice
MOST_DAMAGE = 200  # the worst of the books deals 32
LARGEST_NUMBER = 2**31  # a number of a fight has 32 bits
Values = Mapping[str, Any]  # of one kind: what each name stands for
EntryReader = Callable[[Any, str, Values, str, Any], Values]  # library, kind, values so far, name, entry: new values
_cache: dict[tuple[int, str], tuple[Any, Any]] = {}  # the library, which so keeps its id, and what it became


def lay_entries(library: Any, content: Content, read: EntryReader) -> Any:
    """Return the library with entries of named kinds laid over its own, each as `read` reads it."""
    for kind, entries in content.items():
        if entries:
            there = dict(getattr(library, kind))
            for name, entry in entries.items():
                there |= read(library, kind, there, name, entry)
            library = replace(library, **{kind: there})
    return library


# --- an entry, and what of it goes where


def book_sections(entry: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return what an entry says in the form of some book, by the book's name."""
    return {key: value for key, value in entry.items() if isinstance(value, Mapping) and key != EFFECTS}


def member_numbers(entry: Mapping[str, Any]) -> dict[str, int | str]:
    """Return the numbers of a monster that are no fields of its kind; its members get them."""
    found = {key: value for key, value in entry.items() if key in NUMBERS and key not in MONSTER_FIELDS}
    if "ac" not in entry:
        found.pop("aac", None)
    return found | ({"saves": entry["saves"]} if has_own_saves(entry) else {})


def has_own_saves(entry: Mapping[str, Any]) -> bool:
    return FIVE_SAVES.fullmatch(str(entry.get("saves", ""))) is not None


def classic_fields(kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that the classic form has."""
    aside = {*book_sections(entry), LIKE}
    if kind != MONSTERS:
        return {key: value for key, value in entry.items() if key not in aside}
    aside |= {EFFECTS, *FOR_PEOPLE, *(key for key in entry if key in NUMBERS and key not in MONSTER_FIELDS)}
    found = {key: value for key, value in entry.items() if key not in aside}
    if "ac" not in entry and type(entry.get("aac")) is int:
        found["ac"] = 19 - entry["aac"]
    if has_own_saves(entry):
        found["saves"] = usual_saves(entry.get("hd"))
    return found


def usual_saves(hd: object) -> str:
    """Return the saves of a fighter of so many hit dice."""
    dice = re.match(r"[0-9]+", str(hd))
    return f"F{min(int(dice[0]), 36)}" if dice and int(dice[0]) and str(hd) not in ("1/2", "½") else "NH"


def all_effects(content: Content) -> dict[str, Any]:
    """Return the effects of the content, those inside monsters included."""
    found = dict(content.get(EFFECTS, {}))
    for entry in content.get(MONSTERS, {}).values():
        inside = entry.get(EFFECTS, {}) if isinstance(entry, Mapping) else {}
        found |= inside if isinstance(inside, Mapping) else {}
    return found


def kind_notes(content: Content, kind: str) -> str:
    """Return the notes of a kind on one line."""
    kinds = content.get(MONSTERS, {})
    entry = next((entry for name, entry in kinds.items() if normal_name(kind) in all_names(name, entry)), None)
    said = entry.get("notes", ()) if isinstance(entry, Mapping) else ()
    return " ".join([said] if isinstance(said, str) else map(str, said))


# --- whole entries


def with_content(library: Any, content: Content) -> Any:
    """Return the library with this content on top; the same object for the same content."""
    if not content:
        return library
    key = (id(library), json.dumps(content, sort_keys=True, default=str))
    if key not in _cache:
        while len(_cache) >= MOST_CACHED:
            _cache.pop(next(iter(_cache)), None)
        whole = {kind: all_effects(content) if kind == EFFECTS else content.get(kind, {}) for kind in CONTENT_KINDS}
        _cache[key] = (library, lay_entries(library, whole, read_whole_entry))
    return _cache[key][1]


def read_whole_entry(library: Any, kind: str, there: Values, name: str, entry: Any) -> dict[str, Any]:
    """Return one entry under all its names: in the book's own form if it has one, else converted from the classic."""
    name = normal_name(name)
    if not isinstance(entry, Mapping):
        raise AffrayError(f"{kind}: {name}: expected fields with their values")
    own, classic = book_sections(entry).get(library.book), classic_fields(kind, entry)
    reader = reader_of(library, kind, USUAL if own is None else library.book)
    found = stand_in(library, kind, name, entry) if reader is None else read_fields(reader, kind, name, own or classic)
    return dict.fromkeys(all_names(name, entry), found)


def read_fields(reader: Reader, kind: str, name: str, fields: Mapping[str, Any]) -> Any:
    entry = Entry(f"{kind}: {name}", fields)
    entry.names("also")
    found = reader(name, entry)
    entry.refuse_rest()
    return found


def stand_in(library: Any, kind: str, name: str, entry: Mapping[str, Any]) -> Any:
    """Return what an entry is like in a book with another form; or the entry itself where it fits that form too."""
    there, like = getattr(library, kind), normal_name(str(entry.get(LIKE, "")))
    if like in there:
        return there[like]
    reader = None if like else reader_of(library, kind, library.book)
    try:
        if reader is not None:
            return read_fields(reader, kind, name, classic_fields(kind, entry))
    except AffrayError:
        pass
    mend = f"add {library.book}: with its fields there, or {LIKE}: with the name of something it has"
    raise AffrayError(f"{kind}: {name}: {library.book} has {kind} of another form; {mend}")


# --- numbers that a kind gives its members


def with_kind_numbers(encounter: Encounter) -> Encounter:
    """Give each member the numbers of its kind, unless it says otherwise."""
    kinds = encounter.content.get(MONSTERS, {})
    given = {
        word: member_numbers(entry) for name, entry in kinds.items() for word in all_names(normal_name(name), entry)
    }
    if not any(given.values()):
        return encounter

    def member(one: Member) -> Member:
        return replace(one, numbers=join_numbers(given.get(normal_name(one.kind), {}), one.numbers))

    return replace(
        encounter, sides=tuple(replace(side, members=tuple(map(member, side.members))) for side in encounter.sides)
    )


def join_numbers(kinds: Mapping[str, int | str], own: Mapping[str, int | str]) -> dict[str, int | str]:
    over = {name for same in EXCLUSIVE if same & own.keys() for name in same}
    return {name: number for name, number in kinds.items() if name not in over} | dict(own)


# --- what a book has


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


class LocatedEntry(Entry):
    """An entry whose mistakes come with their path. What `usual` has stands in for what is missing, so that everything
    that is missing can be told at once."""

    def __init__(self, path: KeyPath, values: object, usual: Mapping[str, Any] | None = None) -> None:
        self.path, self.usual = path, usual or {}
        self.missing: list[str] = []
        super().__init__(str(path[-1]), values)

    def get(self, name: str, default: object = REQUIRED) -> Any:
        if default is REQUIRED and name not in self.fields and name in self.usual:
            self.asked.add(name)
            self.missing.append(name)
            return self.usual[name]
        return super().get(name, default)

    def refuse_missing(self) -> None:
        """Say everything that is missing."""
        if names := list(dict.fromkeys(self.missing)):
            listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
            self.refuse(f"{listed} {'are' if len(names) > 1 else 'is'} missing")

    def refuse(self, why: str) -> NoReturn:
        named = [name for name in getattr(self, "fields", ()) if why.startswith(f"{name}:")]
        raise Misread(Found((*self.path, *named[:1]), f"{self.where}: {why.splitlines()[0]}"))

    def part(self, name: str) -> dict[str, Entry]:
        inside = self.get(name)
        if not isinstance(inside, Mapping):
            self.refuse(f"{name}: expected entries by name, found {quote(inside)}")
        return {str(key): LocatedEntry((*self.path, name, key), value) for key, value in inside.items()}

    def refuse_rest(self) -> None:
        """Refuse the fields that nobody has asked for."""
        for name in self.fields:
            if name not in self.asked:
                what = f"{self.where}: {unknown('field', name, sorted(self.asked))}"
                raise Misread(Found((*self.path, name), what, key=True))


def kinds_of(library: Any) -> list[str]:
    """Return the kinds of things that a book's content holds."""
    return [each.name for each in fields(library) if each.name not in ("book", "convert")]


def find_source(library: Any, kind: str, name: str) -> Source | None:
    """Return the file's entry that a book has under this name; None where it made it out of something else."""
    for there, read in readers(library, kind):
        for main, values in there.items():
            named = name in (main, *Entry(main, values).names(ALSO))
            if named and is_entry_of(library, kind, name, main, values, read):
                return Source(main, values, read)
    return None


# --- entries that say what differs


def with_changes(library: Any, changes: Content) -> tuple[Any, list[Found]]:
    """Return the library with these changes on top, and everything wrong with them."""
    found = [
        Found((kind,), unknown("kind of table", kind, kinds_of(library)), key=True)
        for kind in changes
        if kind not in kinds_of(library)
    ]

    def read(library: Any, kind: str, there: Values, name: str, entry: Any) -> Values:
        try:
            if kind == TABLES:
                return change_table(library, name, entry, found)
            return change_entry(library, kind, there, name, entry, found)
        except Misread as wrong:
            found.append(wrong.found)
        except (AffrayError, ValueError, KeyError) as error:
            found.append(Found((kind, name), f"{name}: {describe_error(error)}"))
        return {}

    known = {kind: entries for kind, entries in changes.items() if kind in kinds_of(library)}
    return lay_entries(library, known, read), found


def change_table(library: Any, name: str, rows: Any, found: list[Found]) -> dict[str, Any]:
    """Return a table with each given row changed, or added if it looks like the others."""
    if name not in library.tables:
        raise Misread(Found((TABLES, name), unknown("table", name, list(library.tables)), key=True))
    if not isinstance(rows, Mapping):
        raise Misread(Found((TABLES, name), sentence(f"{name}: found {quote(rows)}", "rows with their values")))
    old = library.tables[name]
    found += [Found((TABLES, name, row), what) for row, what in wrong_rows(name, old, rows)]
    found += [note_unchanged((TABLES, name, row), f"{name} {row}", old[str(row)]) for row in unchanged_rows(old, rows)]
    return {name: sort_rows({**old, **{str(row): str(value) for row, value in rows.items()}})}


def change_entry(library: Any, kind: str, there: Values, name: str, entry: Any, found: list[Found]) -> dict[str, Any]:
    """Return one entry under all its names; a name of something else is a mistake."""
    if not isinstance(entry, Mapping):
        raise Misread(Found((kind, name), sentence(f"{name}: found {quote(entry)}", "fields with values")))
    named = merge_entry(library, kind, name.lower(), (kind, name), entry, found)
    own = names_in_book(library, kind, name.lower())
    found += [name_is_taken(kind, name, other) for other in named if other in there and other not in own]
    return named


def describe_error(error: Exception) -> str:
    """Return what a reader said against an entry, or over what it stumbled."""
    if isinstance(error, AffrayError | TooLarge):
        return str(error)
    over = f": there is no {quote(error.args[0])}" if isinstance(error, KeyError) else ""
    return f"the book can't make anything of it{over}; write it as the others of its kind are"


def names_in_book(library: Any, kind: str, name: str) -> set[str]:
    """Return all names of the entry that a book has under this one; none where it has no such thing."""
    old = find_source(library, kind, name)
    also = (old.name, *other_names(Entry(old.name, old.fields))) if old else ()
    return {*also, *({name} & getattr(library, kind).keys())}


def other_names(entry: Entry) -> tuple[str, ...]:
    return tuple(name.lower() for name in entry.names(ALSO))


def name_is_taken(kind: str, name: str, other: str) -> Found:
    at = () if other == name.lower() else (ALSO,)
    return Found((kind, name, *at), f"{name}: {quote(other)} is the name of something else already; take another one")


def merge_entry(
    library: Any, kind: str, name: str, path: KeyPath, values: Mapping[str, Any], found: list[Found]
) -> dict[str, Any]:
    """Return one entry under all its names, merged with the book's own if there is one."""
    old = find_source(library, kind, name)
    if old is None:
        return read_new_entry(library, kind, name, path, values)
    repeated = list(unchanged_fields(old.fields, values))
    found += [note_unchanged((*path, *at), f"{name}: {': '.join(map(str, at))}", value) for at, value in repeated]
    row = LocatedEntry(path, merge_fields(old.fields, values))
    others, value = other_names(row), old.read(old.name, row)
    row.refuse_rest()
    check_bounds(row, value)
    same_names = {*others} <= names_in_book(library, kind, name)
    if value == getattr(library, kind)[name] and same_names and not repeated:
        found.append(Found(path, f"{name} is so already", key=True, harmless=True))
    return dict.fromkeys((old.name, *others), value)


def read_new_entry(library: Any, kind: str, name: str, path: KeyPath, values: Mapping[str, Any]) -> dict[str, Any]:
    """Read an entry in the form of the book's own file or of the one it takes entries from, whichever it fits."""
    tries = [(LocatedEntry(path, values, fields_of_all(there)), read) for there, read in readers(library, kind)]
    errors = list[tuple[int, Exception]]()
    for row, read in tries:
        try:
            others, value = read_whole(row, name, read)
            return dict.fromkeys((name, *others), value)
        except (AffrayError, ValueError, KeyError) as error:
            errors.append((len(row.asked & row.fields.keys()) - len(row.missing), error))
    if not errors:
        raise Misread(Found(path, f"{library.book} has no rows of {kind} that could be changed", key=True))
    raise max(errors, key=lambda each: each[0])[1]


def fields_of_all(there: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return every field that entries of a file have, with the value of one of them."""
    return {name: value for values in there.values() for name, value in values.items()}


def read_whole(row: LocatedEntry, name: str, read: Reader) -> tuple[tuple[str, ...], Any]:
    """Read an entry that must have every field it needs; return its other names and what it is."""
    try:
        others, value = other_names(row), read(name, row)
    except (AffrayError, ValueError, KeyError):
        row.refuse_missing()
        raise
    row.refuse_missing()
    row.refuse_rest()
    check_bounds(row, value)
    return others, value


def check_bounds(row: LocatedEntry, value: Any) -> None:
    if wrong := find_excess(value):
        row.refuse(": ".join(wrong))


def merge_fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Merge field by field, and inside a field row by row."""
    both = dict(old)
    for name, value in new.items():
        key = next((each for each in old if str(each) == name), name)
        deeper = isinstance(value, Mapping) and isinstance(old.get(key), Mapping)
        both[key] = merge_fields(old[key], value) if deeper else value
    return both


def note_unchanged(path: KeyPath, what: str, value: object) -> Found:
    """Say that something is given as it is already, which harms nobody."""
    return Found(path, f"{what} is {value} already", harmless=True)


def unchanged_rows(old: Mapping[str, str], rows: Mapping[str, Any]) -> Iterator[str]:
    yield from (row for row, value in rows.items() if old.get(str(row)) == str(value))


def unchanged_fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[KeyPath, object]]:
    """Yield the fields that are given as they are, with their values."""
    for name, value in new.items():
        was = next((each for key, each in old.items() if str(key) == name), None)
        if isinstance(value, Mapping) and isinstance(was, Mapping):
            yield from (((name, *path), same) for path, same in unchanged_fields(was, value))
        elif was is not None and str(was) == str(value):
            yield (name,), value


# --- whether a fight can be made with them


class TooLarge(ValueError):
    """A number that a fight has no room for."""


def trial_error(book: Book, member: Member, content: Content) -> Exception | None:
    """Return what keeps a book from putting somebody into a fight; None if nothing does."""
    side = Party(TRIAL, (member,))
    try:
        fight, _ = book.build(Encounter("", "", (side,), CONTACT, rules=book.name, content=content), {})
    except (AffrayError, ValueError, KeyError, StopIteration) as error:
        return error
    name = oversized_field(fight)
    return TooLarge(f"its {name} is more than a fight has room for") if name else None


def describe_trial_error(error: Exception) -> str:
    return describe_error(error).removeprefix(f"side {TRIAL!r}, ")


def trial_members(changes: Content) -> Iterator[tuple[KeyPath, Member]]:
    """Yield somebody with each of the new things."""
    for kind, entries in changes.items():
        for name in entries:
            if kind == MONSTERS:
                yield (kind, name), Member(kind=name, count=Notation(0, 1, plus=1))
            elif kind == "classes":
                yield (kind, name), Member(cls=name)
            elif kind in GEAR:
                yield (kind, name), Member(numbers={"thac0": 19, "ac": 9, "damage": "1d6", "hd": "1"}, gear=(name,))


def find_unbuildable(book: Book, changes: Content) -> Iterator[Found]:
    """Yield what the readers can't see: a save, an effect or a spell that is not there."""
    for path, member in trial_members(changes):
        if error := trial_error(book, member, {}):
            name = "" if isinstance(error, AffrayError) else f"{path[-1]}: "
            yield Found(path, name + describe_trial_error(error), key=True)


# --- bounds: what rows and entries may hold


def wrong_rows(name: str, there: Mapping[str, str], rows: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield rows that look like none of the others, or hold too much."""
    forms = {shape_of(value): value for value in there.values()}
    for row, value in rows.items():
        like = " or ".join(list(forms.values())[:3])
        most = MOST_IN_DICE if re.search(r"\dd\d", str(value)) else MOST_IN_A_ROW
        if there.get(str(row)) == str(value):
            continue
        if str(row) not in there and not is_row_name(str(row), there):
            yield row, f"{name} {row}: " + sentence("no row is called so", describe_row_names(there))
        elif isinstance(value, dict | list) or shape_of(str(value)) not in forms:
            yield row, f"{name} {row}: " + sentence(f"found {quote(value)}", f"something like {like}")
        elif any(int(number) > most for number in re.findall(r"\d+", str(value))):
            yield row, f"{name} {row}: " + sentence(f"found {quote(value)}", f"numbers up to {most}")


def shape_of(value: str) -> str:
    """Return what a row looks like: 12/13 and 9/10 look alike, and so do any two words."""
    return re.sub(r"\d+", "0", value) if re.search(r"\d", value) else re.sub(r"\w+", "a", value)


def is_row_name(row: str, there: Mapping[str, str]) -> bool:
    """Return whether a new row would be found: by its number where rows have numbers, else by its word."""
    if any(map(str.isdecimal, there)):
        return bool(re.fullmatch("[1-9][0-9]?", row))
    return shape_of(row) in map(shape_of, there)


def describe_row_names(there: Mapping[str, str]) -> str:
    words = [row for row in there if not row.isdecimal()]
    numbers = [f"a whole number from 1 to {HIGHEST_ROW}"] if len(words) < len(there) else []
    return " or ".join([*words, *numbers])


def sort_rows(rows: Mapping[str, str]) -> dict[str, str]:
    """Sort rows by their numbers: the first that reaches is the one that holds."""
    return dict(sorted(rows.items(), key=lambda item: int(item[0]) if item[0].isdecimal() else 0))


def find_excess(value: Any) -> tuple[str, str] | None:
    """Return the field of a weapon or monster that is nothing or absurd, and what was expected."""
    if hasattr(value, "damage") and hasattr(value, "qualities"):
        if not value.qualities:
            return "qualities", sentence("found nothing", "words such as melee or missile")
        return wrong_damage("damage", value.damage)
    found = (wrong_damage("attacks", each.damage) for each in getattr(value, "attacks", ()) if each.damage)
    return next(filter(None, found), None)


def wrong_damage(field: str, damage: Notation) -> tuple[str, str] | None:
    if 1 <= damage.maximum <= MOST_DAMAGE:
        return None
    return field, sentence(f"{damage} deals at most {damage.maximum}", f"from 1 to {MOST_DAMAGE}")


def oversized_field(thing: Any) -> str:
    """Return the name of the first number that a fight has no room for; empty where there is none."""
    for each in fields(thing):
        value = getattr(thing, each.name)
        for one in value if isinstance(value, list) else [value]:
            if type(one) is int and not -LARGEST_NUMBER <= one < LARGEST_NUMBER and each.name not in WIDE:
                return each.name
            if is_dataclass(one) and (inside := oversized_field(one)):
                return inside
    return ""
