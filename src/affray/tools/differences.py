"""How two books, or two sets of house rules, differ: the round, seam by seam, option by option, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from affray import houserules, rules
from affray.engine.clauses import BY_ID, CLAUSES
from affray.engine.options import Option
from affray.errors import AffrayError, unknown
from affray.rules.binding import Calls, Function, called, package, version
from affray.rules.book import Book
from affray.rules.seams import SEAMS
from affray.tools.clause_index import functions_of

FEW = 12  # names that are listed


@dataclass(frozen=True)
class Side:
    """What one of the two has at a seam."""

    book: str  # whose rule it is
    words: tuple[str, ...]  # what it says of itself
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class AtSeam:
    seam: str
    what: str
    first: Side | None
    second: Side | None


@dataclass(frozen=True)
class OfOption:
    option: str
    clause: str
    first: str | None  # its default, or None where there is no such option
    second: str | None
    words: str  # what it may be


@dataclass(frozen=True)
class Content:
    kind: str
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    changed: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    first: str
    second: str
    sequences: tuple[tuple[str, ...], tuple[str, ...]] | None
    seams: tuple[AtSeam, ...]
    options: tuple[OfOption, ...]
    content: tuple[Content, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def book_called(name: str) -> Book:
    """A book, or the book of house rules with these on it: by name, or by file."""
    if name in rules.names():
        return rules.get(name)
    if name not in houserules.built_in_texts() and not Path(name).is_file():
        raise AffrayError(unknown("book, house rules or file", name, [*rules.names(), *houserules.built_in_texts()]))
    overlay = houserules.load(name)
    return houserules.apply(rules.get(overlay.rules), [overlay])


def title(book: Book) -> str:
    return ", ".join(overlay.name for overlay in book.house) or book.name


def titles(first: Book, second: Book) -> tuple[str, str]:
    """What to call both; two of the same name by their files too."""
    if title(first) != title(second) or not (first.house and second.house):
        return title(first), title(second)
    files = [", ".join(overlay.file for overlay in book.house) for book in (first, second)]
    return f"{title(first)} ({files[0]})", f"{title(second)} ({files[1]})"


def difference(first: Book, second: Book) -> Difference:
    same_round = first.sequence == second.sequence
    return Difference(
        *titles(first, second),
        None if same_round else (first.sequence, second.sequence),
        tuple(seams(first, second)),
        tuple(options(first, second)),
        tuple(content(first, second)),
    )


# --- seams


def seams(first: Book, second: Book) -> Iterator[AtSeam]:
    for seam, (what, _) in SEAMS.items():
        if first.seams.get(seam) != second.seams.get(seam):
            yield AtSeam(seam, what, side(first, seam), side(second, seam))


def at_seams(book: Book) -> Iterator[tuple[str, str, Side]]:
    """Each seam of a book, what is decided there, and by whose rule."""
    for seam, (what, _) in SEAMS.items():
        if own := side(book, seam):
            yield seam, what, own


def side(book: Book, seam: str) -> Side | None:
    functions = book.seams.get(seam)
    if functions is None:
        return None
    owner = functions[0].__module__.removeprefix("affray.rules.").partition(".")[0]
    return Side(owner, tuple(filter(None, map(said, functions))), tuple(clauses(book, seam)))


def said(function: Function) -> str:
    """The first sentence that a rule says of itself."""
    words = " ".join((function.__doc__ or "").split())
    return words.replace(" At a seam.", "").replace(" At a seam:", ":").strip()


def clauses(book: Book, seam: str) -> list[str]:
    """Those that the functions at a seam read, with the helpers of their own module; not what other seams do."""
    functions = book.seams[seam]
    elsewhere = {f for other, several in book.seams.items() if other != seam for f in several} | {*book.core.values()}
    calls, found = Calls(map(package, functions)), set[str]()
    queue, seen = list(functions), set(functions)
    while queue:
        function = queue.pop()
        found.add(called(function))
        near = [f for f in calls.of(function) if f.__module__ == function.__module__ and f not in elsewhere | seen]
        queue += near
        seen |= set(near)
    return [id for id in BY_ID if not found.isdisjoint(functions_of(id))]


# --- options


def options(first: Book, second: Book) -> Iterator[OfOption]:
    ours, theirs = ({option.name: option for option in book.options} for book in (first, second))
    for name in dict.fromkeys((*ours, *theirs)):
        one, other = ours.get(name), theirs.get(name)
        if as_said(one) != as_said(other):
            yield of_option(name, one, other)


def as_said(option: Option | None) -> tuple[str, str] | None:
    return (option.say(option.default), option.expected) if option else None


def of_option(name: str, one: Option | None, other: Option | None) -> OfOption:
    known = one or other
    assert known is not None
    defaults = [option.say(option.default) if option else None for option in (one, other)]
    return OfOption(name, CLAUSES[known.clause].id, defaults[0], defaults[1], known.expected)


# --- content


def content(first: Book, second: Book) -> Iterator[Content]:
    """What a scenario can name in one and not in the other; and where both are one book, whose numbers differ."""
    ours, theirs = first.names(), second.names()
    for kind in dict.fromkeys((*ours, *theirs)):
        one, other = set(ours.get(kind, ())), set(theirs.get(kind, ()))
        changed = differing(first, second, kind) if first.name == second.name else []
        if one != other or changed:
            yield Content(kind, tuple(sorted(one - other)), tuple(sorted(other - one)), tuple(changed))
    if first.name == second.name and (rows := differing(first, second, "tables")):
        yield Content("tables", (), (), tuple(rows))


def differing(first: Book, second: Book, kind: str) -> list[str]:
    one, other = (getattr(library(book), kind, {}) for book in (first, second))
    if not isinstance(one, dict) or not isinstance(other, dict):
        return []
    return sorted(name for name in one if name in other and one[name] != other[name])


def library(book: Book) -> Any:
    return version(book, book.setup)().library if book.setup else None


# --- in words


def describe_difference(d: Difference) -> str:
    parts = [*round_told(d), *seams_told(d), *options_told(d), *content_told(d)]
    return "\n\n".join(parts) or f"{d.first} and {d.second} don't differ."


def round_told(d: Difference) -> Iterator[str]:
    if d.sequences is not None:
        for name, steps in zip((d.first, d.second), d.sequences, strict=True):
            yield "\n".join([f"The round in {name}", *(f"  {n}. {step}" for n, step in enumerate(steps, 1))])


def seams_told(d: Difference) -> Iterator[str]:
    for each in d.seams:
        lines = [f"{each.what.capitalize()} ({each.seam})"]
        for name, side in ((d.first, each.first), (d.second, each.second)):
            lines += [f"  {name}: {whose(name, side)}"]
            lines += [f"    {id}: {CLAUSES[BY_ID[id]].words}" for id in (side.clauses if side else ())]
        yield "\n".join(lines)


def whose(name: str, side: Side | None) -> str:
    if side is None:
        return "has no rule that another could stand for"
    words = " ".join(side.words)
    return words if side.book == name else f"as in {side.book}: {words}"


def options_told(d: Difference) -> Iterator[str]:
    both = [each for each in d.options if each.first is not None and each.second is not None]
    if both:
        yield "\n".join(["Options", *(f"  {o.option}: {o.first} in {d.first}, {o.second} in {d.second}" for o in both)])
    ours, theirs = [o for o in d.options if o.second is None], [o for o in d.options if o.first is None]
    for name, mine in ((d.first, ours), (d.second, theirs)):
        if mine:
            lines = (f"  {o.option}: {o.first or o.second} (may be {o.words}) [{o.clause}]" for o in mine)
            yield "\n".join([f"Options of {name} alone", *lines])


def content_told(d: Difference) -> Iterator[str]:
    lines = []
    for each in d.content:
        heads = [(f"only in {d.first}", each.only_first), (f"only in {d.second}", each.only_second)]
        heads.append(("not alike", each.changed))
        lines += [f"  {each.kind}, {head}: {listed(names)}" for head, names in heads if names]
    if lines:
        yield "\n".join(["What they hold", *lines])


def listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return ", ".join(names[:FEW]) + more
