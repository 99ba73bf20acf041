"""Content files of the books, read entry by entry; a mistake is named with file, entry and field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NoReturn

from affray.engine.dice import Notation, NotationError, parse
from affray.errors import AffrayError, quote, unknown


class ContentError(AffrayError):
    """A mistake in a content file."""


@cache
def load_content(book: str, file: str) -> dict[str, Any]:
    """Return the entries of one content file of a book, by name; shared, so not to be changed."""
    import yaml  # only those who set up a fight need it

    place = resources.files("affray").joinpath("rules", book, "content", file)
    where = f"{book}/content/{file}"
    try:
        text = place.read_text(encoding="utf-8")
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)  # C is ten times as fast, where PyYAML has it
        node = loader.get_single_node()
        refuse_repeated_names(where, node)
        read = loader.construct_document(node) if node is not None else None
    except OSError as error:
        raise ContentError(f"{where}: can't be read ({error}); the book needs this file") from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise ContentError(f"{where}: is no YAML: {error}") from None
    if not isinstance(read, dict):
        raise ContentError(f"{where}: expected entries by name, found {type(read).__name__}")
    return {str(name): fields for name, fields in read.items()}


def refuse_repeated_names(where: str, node: Any) -> None:
    """Refuse a name that stands twice in one mapping, which YAML would take in silence."""
    seen: dict[str, int] = {}
    for key, value in getattr(node, "value", ()) if getattr(node, "id", "") == "mapping" else ():
        line = key.start_mark.line + 1
        if key.value in seen:
            raise ContentError(f"{where}: line {line}: {key.value!r} stands in line {seen[key.value]} too; drop one")
        seen[key.value] = line
        refuse_repeated_names(where, value)


def read_entries(book: str, file: str) -> dict[str, Entry]:
    """Return the entries of a file, ready to be read field by field."""
    return {name: Entry(f"{book}/content/{file}: {name}", fields) for name, fields in load_content(book, file).items()}


REQUIRED = object()
Reader = Callable[[str, "Entry"], Any]
READERS: dict[tuple[str, str], Reader] = {}  # of a book's file, once it was read: how an entry is


class Entry:
    """One entry, read field by field; a field that nobody asked for is a mistake."""

    def __init__(self, where: str, fields: object) -> None:
        self.where = where
        self.asked: set[str] = set()
        if not isinstance(fields, Mapping):
            self.refuse(f"expected fields with their values, found {quote(fields)}")
        self.fields = {str(name): value for name, value in fields.items()}

    def refuse(self, why: str) -> NoReturn:
        raise ContentError(f"{self.where}: {why}")

    def get(self, name: str, default: object = REQUIRED) -> Any:
        self.asked.add(name)
        value = self.fields.get(name, default)
        if value is REQUIRED:
            self.refuse(f"{name} is missing")
        return value

    def number(self, name: str, default: object = REQUIRED, least: int = 0, most: int = 1_000_000) -> int:
        value = self.get(name, default)
        if type(value) is not int or not least <= value <= most:
            self.refuse(f"{name}: expected a whole number from {least} to {most}, found {quote(value)}")
        return value

    def numbers(self, name: str, many: int, default: object = REQUIRED) -> tuple[int, ...]:
        """Return so many whole numbers with strokes between them: 12/13/14/15/16."""
        value = str(self.get(name, default))
        parts = value.split("/")
        if len(parts) != many or not all(part.strip().isdecimal() for part in parts):
            self.refuse(f"{name}: expected {many} numbers with / between them, found {quote(value)}")
        return tuple(int(part) for part in parts)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.get(name, default)
        if not isinstance(value, bool):
            self.refuse(f"{name}: expected true or false, found {quote(value)}")
        return value

    def text(self, name: str, default: object = REQUIRED) -> str:
        value = self.get(name, default)
        if not isinstance(value, str | int) or isinstance(value, bool):
            self.refuse(f"{name}: expected words, found {quote(value)}")
        return str(value)

    def dice(self, name: str, default: object = REQUIRED) -> Notation:
        value = self.text(name, default)
        try:
            return parse(value)
        except NotationError as error:
            self.refuse(f"{name}: {value!r}: {error}")

    def word(self, name: str, words: Sequence[str], default: object = REQUIRED) -> int:
        """Return the place of a word in its list."""
        value = self.text(name, default)
        if value not in words:
            self.refuse(f"{name}: {unknown('word', value, words)}")
        return words.index(value)

    def bits(self, name: str, words: Sequence[str]) -> int:
        """Return the bits of several words; none where the field is left out."""
        total = 0
        for word in self.text(name, "").split():
            if word not in words:
                self.refuse(f"{name}: {unknown('word', word, words)}")
            total |= 1 << words.index(word)
        return total

    def names(self, name: str) -> tuple[str, ...]:
        """Return names with commas between them; none where the field is left out."""
        return tuple(part.strip() for part in self.text(name, "").split(",") if part.strip())

    def match(self, name: str, pattern: str, form: str, default: object = REQUIRED) -> re.Match[str]:
        """Match a text of a certain form, such as "2 each 5 levels"."""
        value = self.text(name, default)
        found = re.fullmatch(pattern, value)
        if found is None:
            self.refuse(f"{name}: expected {form}, found {quote(value)}")
        return found

    def part(self, name: str) -> dict[str, Entry]:
        """Return the entries inside this one."""
        inside = self.get(name)
        if not isinstance(inside, Mapping):
            self.refuse(f"{name}: expected entries by name, found {quote(inside)}")
        return {str(key): Entry(f"{self.where}: {name}: {key}", value) for key, value in inside.items()}

    def done(self) -> None:
        for name in self.fields:
            if name not in self.asked:
                self.refuse(unknown("field", name, sorted(self.asked)))


# --- which files the entries of a book's library come from


def readers(library: Any, kind: str) -> Iterator[tuple[dict[str, Any], Reader]]:
    """Yield the files with entries of a kind, the book's own first, and how entries of each are read."""
    return ((there, read) for _, there, read in content_files(library, kind))


def reader_of(library: Any, kind: str, book: str) -> Reader | None:
    """Return how a library reads entries in the form of a book's file; None where it doesn't take them."""
    return next((read for whose, _, read in content_files(library, kind) if whose == book), None)


def content_files(library: Any, kind: str) -> Iterator[tuple[str, dict[str, Any], Reader]]:
    """Yield whose file it is, its entries, and how they are read, for each file with entries of a kind."""
    convert = library.convert.get(kind, identity)
    for (book, file), read in sorted(READERS.items(), key=lambda item: item[0][0] != library.book):
        if book == library.book:
            found: Reader = read
        elif file == f"{kind}.yaml":
            found = read_and_convert(read, convert)
        else:
            continue
        there = load_content(book, file)
        many = sum(is_entry_of(library, kind, name, name, fields, found) for name, fields in there.items())
        if many >= min(2, len(there)):  # a shield is a shield in every book
            yield book, there, found


def read_and_convert(read: Reader, convert: Callable[[Any], Any]) -> Reader:
    return lambda name, entry: convert(read(name, entry))


def identity(value: Any) -> Any:
    return value


def is_entry_of(library: Any, kind: str, name: str, main: str, values: Any, read: Reader) -> bool:
    """Whether this entry, so read, is what the library has under a name."""
    there = getattr(library, kind)
    try:
        return name in there and bool(there[name] == read(main, Entry(main, values)))
    except (AffrayError, ValueError, KeyError):
        return False
