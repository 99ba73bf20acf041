"""How two books, or two sets of house rules, differ: the round, seam by seam, option by option, and what they hold."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from types import FunctionType
from typing import Any

from affray import houserules, rules
from affray.compiler.source import has_source, usage
from affray.engine.clauses import BY_ID, CLAUSES, Option
from affray.engine.encounter import USUAL
from affray.errors import AffrayError, unknown
from affray.houserules.plan import examine
from affray.rules.book import Book, Function
from affray.rules.seams import GROUPS
from affray.tools.clause_index import SHARED, functions_of

MAX_NAMES = 12  # names that are listed


@dataclass(frozen=True)
class SeamRule:
    """The rule of one of the two at a seam."""

    book: str  # whose rule it is
    words: tuple[str, ...]  # what it says of itself
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class SeamDifference:
    seam: str
    what: str
    first: SeamRule | None
    second: SeamRule | None


@dataclass(frozen=True)
class OptionDifference:
    option: str
    clause: str
    first: str | None  # its default, or None where there is no such option
    second: str | None
    words: str  # what it may be


@dataclass(frozen=True)
class ContentDifference:
    kind: str
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    changed: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    first: str
    second: str
    sequences: tuple[tuple[str, ...], tuple[str, ...]] | None
    seams: tuple[SeamDifference, ...]
    options: tuple[OptionDifference, ...]
    content: tuple[ContentDifference, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def book_called(name: str) -> Book:
    """Return a book, or the book of house rules with these on it: by name, or by file."""
    if name in rules.names():
        return rules.get(name)
    if name not in houserules.built_in_texts() and not os.path.isfile(name):
        raise AffrayError(unknown("book, house rules or file", name, [*rules.names(), *houserules.built_in_texts()]))
    overlay = houserules.load(name)
    return houserules.apply(rules.get(overlay.rules or first_carrier(overlay)), [overlay])


def first_carrier(overlay: houserules.Overlay) -> str:
    """Return the first book that carries house rules for several."""
    return next((name for name in rules.NAMES if not examine(rules.get(name), [overlay]).mistakes), USUAL)


def title(book: Book) -> str:
    return ", ".join(overlay.name for overlay in book.overlays) or book.name


def titles(first: Book, second: Book) -> tuple[str, str]:
    """Return what to call both; two of the same name by their files too."""
    if title(first) != title(second) or not (first.overlays and second.overlays):
        return title(first), title(second)
    files = [", ".join(overlay.file for overlay in book.overlays) for book in (first, second)]
    return f"{title(first)} ({files[0]})", f"{title(second)} ({files[1]})"


def difference(first: Book, second: Book) -> Difference:
    same_round = first.sequence == second.sequence
    return Difference(
        *titles(first, second),
        None if same_round else (first.sequence, second.sequence),
        tuple(seam_differences(first, second)),
        tuple(option_differences(first, second)),
        tuple(content_differences(first, second)),
    )


# --- seams


def seam_differences(first: Book, second: Book) -> Iterator[SeamDifference]:
    for seam, (what, _, _) in GROUPS.items():
        if functions_at(first, seam) != functions_at(second, seam):
            yield SeamDifference(seam, what, rule_at_seam(first, seam), rule_at_seam(second, seam))


def at_seams(book: Book) -> Iterator[tuple[str, str, SeamRule]]:
    """Yield each seam of a book, what is decided there, and by whose rule."""
    for seam, (what, _, _) in GROUPS.items():
        if own := rule_at_seam(book, seam):
            yield seam, what, own


def functions_at(book: Book, seam: str) -> list[Function]:
    """List what a book provides for a group of seams; nothing where it has no such group."""
    rule = book.seams.get(seam)
    return [function for _, function in rule.implementations] if rule else []


def rule_at_seam(book: Book, seam: str) -> SeamRule | None:
    functions = functions_at(book, seam)
    if not functions:
        return None
    home = functions[0].__module__.removeprefix("affray.rules.").partition(".")[0]
    owner = USUAL if home == SHARED else home  # what books share is of the chapter that every book builds on
    return SeamRule(owner, tuple(filter(None, map(rule_summary, functions))), tuple(clauses_at_seam(book, seam)))


def rule_summary(function: Function) -> str:
    """Return what a rule says of itself."""
    return " ".join((function.__doc__ or "").split())


def clauses_at_seam(book: Book, seam: str) -> list[str]:
    """List those that the functions at a seam read, with the helpers of their own module; not what other seams do."""
    functions = functions_at(book, seam)
    queue, seen = list(functions), set(functions)
    while queue:
        function = queue.pop()
        near = {called for called in usage(function).calls if is_rule(called, function.__module__)}
        queue += near - seen
        seen |= near
    found = {f"{f.__module__}.{f.__qualname__}" for f in seen}
    return [id for id in BY_ID if not found.isdisjoint(functions_of(id))]


def is_rule(called: Any, module: str) -> bool:
    """Return whether what a function mentions is a function of this module, and not a class or a verb."""
    return isinstance(called, FunctionType) and called.__module__ == module and has_source(called)


# --- options


def option_differences(first: Book, second: Book) -> Iterator[OptionDifference]:
    ours, theirs = ({option.name: option for option in book.options} for book in (first, second))
    for name in dict.fromkeys((*ours, *theirs)):
        one, other = ours.get(name), theirs.get(name)
        if default_and_values(one) != default_and_values(other):
            yield option_difference(name, one, other)


def default_and_values(option: Option | None) -> tuple[str, str] | None:
    return (option.say(option.default), option.expected) if option else None


def option_difference(name: str, one: Option | None, other: Option | None) -> OptionDifference:
    known = one or other
    assert known is not None
    defaults = [option.say(option.default) if option else None for option in (one, other)]
    return OptionDifference(name, CLAUSES[known.clause].id, defaults[0], defaults[1], known.expected)


# --- content


def content_differences(first: Book, second: Book) -> Iterator[ContentDifference]:
    """Yield what a scenario can name in one and not in the other; and where both are one book, whose numbers differ."""
    ours, theirs = first.names(), second.names()
    for kind in dict.fromkeys((*ours, *theirs)):
        one, other = set(ours.get(kind, ())), set(theirs.get(kind, ()))
        changed = changed_entries(first, second, kind) if first.name == second.name else []
        if one != other or changed:
            yield ContentDifference(kind, tuple(sorted(one - other)), tuple(sorted(other - one)), tuple(changed))
    if first.name == second.name and (rows := changed_entries(first, second, "tables")):
        yield ContentDifference("tables", (), (), tuple(rows))


def changed_entries(first: Book, second: Book, kind: str) -> list[str]:
    one, other = (getattr(library_of(book), kind, {}) for book in (first, second))
    if not isinstance(one, dict) or not isinstance(other, dict):
        return []
    return sorted(name for name in one if name in other and one[name] != other[name])


def library_of(book: Book) -> Any:
    return book.setup().library


# --- in words


def describe_difference(d: Difference) -> str:
    parts = [*round_text(d), *seams_text(d), *options_text(d), *content_text(d)]
    return "\n\n".join(parts) or f"{d.first} and {d.second} don't differ."


def round_text(d: Difference) -> Iterator[str]:
    if d.sequences is not None:
        for name, steps in zip((d.first, d.second), d.sequences, strict=True):
            yield "\n".join([f"The round in {name}", *(f"  {n}. {step}" for n, step in enumerate(steps, 1))])


def seams_text(d: Difference) -> Iterator[str]:
    for each in d.seams:
        lines = [f"{each.what.capitalize()} ({each.seam})"]
        for name, rule in ((d.first, each.first), (d.second, each.second)):
            lines += [f"  {name}: {describe_rule(name, rule)}"]
            lines += [f"    {id}: {CLAUSES[BY_ID[id]].words}" for id in (rule.clauses if rule else ())]
        yield "\n".join(lines)


def describe_rule(name: str, rule: SeamRule | None) -> str:
    if rule is None:
        return "has no rule that another could stand for"
    words = " ".join(rule.words)
    return words if rule.book == name else f"as in {rule.book}: {words}"


def options_text(d: Difference) -> Iterator[str]:
    both = [each for each in d.options if each.first is not None and each.second is not None]
    if both:
        yield "\n".join(["Options", *(f"  {o.option}: {o.first} in {d.first}, {o.second} in {d.second}" for o in both)])
    ours, theirs = [o for o in d.options if o.second is None], [o for o in d.options if o.first is None]
    for name, mine in ((d.first, ours), (d.second, theirs)):
        if mine:
            lines = (f"  {o.option}: {o.first or o.second} (may be {o.words}) [{o.clause}]" for o in mine)
            yield "\n".join([f"Options of {name} alone", *lines])


def content_text(d: Difference) -> Iterator[str]:
    lines = []
    for each in d.content:
        heads = [(f"only in {d.first}", each.only_first), (f"only in {d.second}", each.only_second)]
        heads.append(("not alike", each.changed))
        lines += [f"  {each.kind}, {head}: {short_list(names)}" for head, names in heads if names]
    if lines:
        yield "\n".join(["What they hold", *lines])


def short_list(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return ", ".join(names[:MAX_NAMES]) + more
