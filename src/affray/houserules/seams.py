"""Another book's rule at a seam: whether a base can carry it, what stands instead of what, which options come along."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from inspect import signature
from types import FunctionType

from affray.compiler.kernels.assumptions import book_fields
from affray.compiler.source import has_source, look_up_name, syntax_tree, usage
from affray.engine.options import BLOCK, EVERY, PLACES, Option
from affray.rules.binding import BOUND, Calls, Function, bind, package, unbound
from affray.rules.book import Book, Donor, Seam
from affray.rules.seams import SEAMS

Swaps = Mapping[str, Book | Donor]  # of each seam who gives the rule


def with_rules_at_seams(base: Book, swaps: Swaps) -> Book:
    """Return the base with these rules at its seams: the same object for the same rules, so it is compiled once."""
    return _with_rules_at_seams(base, tuple(sorted(swaps.items(), key=lambda item: item[0]))) if swaps else base


@cache
def _with_rules_at_seams(base: Book, swaps: tuple[tuple[str, Book | Donor], ...]) -> Book:
    book = bind(base, instead(base, dict(swaps)))
    return replace(book, seams={**base.seams, **{seam: giver.seams[seam] for seam, giver in swaps}})


def instead(base: Book, swaps: Swaps) -> dict[Function, Function]:
    """Map at each seam ours to theirs; and what theirs call of their own book's core to ours."""
    found: dict[Function, Function] = {}
    for seam, giver in swaps.items():
        found |= pairs(base, seam, giver)
        found |= core(base, seam, giver)
    return found


def pairs(base: Book, seam: str, giver: Book | Donor) -> dict[Function, Function]:
    both = zip(base.seams[seam], giver.seams[seam], strict=True)
    return {ours: theirs for ours, theirs in both if ours is not theirs}


def core(base: Book, seam: str, giver: Book | Donor) -> dict[Function, Function]:
    """Map what the rules at this seam call of their book's core to ours."""
    called = reachable_rules(base, giver.seams[seam], base.instead)
    mine = {giver.core[name]: base.core[name] for name in giver.core if name in base.core}
    return {theirs: ours for theirs, ours in mine.items() if theirs is not ours and theirs in called}


def reachable_rules(base: Book, starts: Iterable[Function], through: Mapping[Function, Function]) -> set[Function]:
    starts = list(starts)
    calls = Calls(map(package, [base.step, *starts, *through.values()]))
    return set(calls.reached(starts, through)) | set(starts)


# --- what can't be carried


def objections(base: Book, seam: str, giver: Book | Donor) -> Iterator[str]:
    """Why the base can't have this rule of theirs; nothing if it can."""
    what = SEAMS[seam][0]
    if seam not in base.seams:
        yield f"{base.name} has no place for another rule of {what}"
    elif seam not in giver.seams:
        yield f"{giver.name} has no rule of {what} to give"
    elif wrong := misfit(base.seams[seam], giver.seams[seam]):
        yield f"{giver.name}'s {wrong} there; expected {' and '.join(SEAMS[seam][1])}"
    elif giver is base or not pairs(base, seam, giver):
        yield f"this changes nothing: it is the rule that {base.name} has there already"
    else:
        yield from within(base, seam, giver)


def misfit(ours: Seam, theirs: Seam) -> str:
    """Return the first of their functions that has not the arguments of ours; nothing if all have."""
    if len(ours) != len(theirs):
        return f"rule has {len(theirs)} functions"
    unlike = [f for f, own in zip(theirs, ours, strict=True) if parameters(f) != parameters(own)]
    return f"{unlike[0].__name__} doesn't fit" if unlike else ""


def parameters(function: Function) -> tuple[str, ...]:
    return tuple(signature(function).parameters)


def within(base: Book, seam: str, giver: Book | Donor) -> Iterator[str]:
    """Yield what their rule would do that the base has no way to do."""
    through = _composed(base, {**pairs(base, seam, giver), **core(base, seam, giver)})
    calls = Calls(map(package, [base.step, *giver.seams[seam], *through.values()]))
    own = unbound(base, base.decide)
    for function in giver.seams[seam]:
        callers = calls.reached([function], through)
        if callers[function]:
            way = callers[function][0].__name__
            yield f"{giver.name}'s {function.__name__} would call itself here, by way of {way}"
        here = [each for each in callers if through.get(each, each) is each]
        asks = [each for each in here if each in calls.asking and calls.asking[each][1] is not own]
        if asks:
            asker = callers[asks[0]][0].__name__
            yield f"{giver.name}'s {function.__name__} asks a question ({asker}) that {base.name} doesn't know"


def _composed(base: Book, new: Mapping[Function, Function]) -> dict[Function, Function]:
    return {old: new.get(now, now) for old, now in base.instead.items()} | dict(new)


# --- the fields of the record that come along


def foreign(base: Book, seam: str, giver: Book | Donor) -> frozenset[str]:
    """Return what their rules read of somebody or something and no rule of the base does: the base leaves it blank."""
    through = _composed(base, instead(base, {seam: giver})) | dict.fromkeys(base.core.values(), the_base_s_own)
    rules = [
        f for f in reachable_rules(base, giver.seams[seam], through) if isinstance(f, FunctionType) and has_source(f)
    ]
    return frozenset(name for f in rules for name in usage(f).reads) - book_fields(base).mentioned


# --- the options that come along


def owner(option: Option) -> str:
    """Return the book that an option belongs to."""
    return PLACES[option.number // BLOCK]


def options(base: Book, swaps: Swaps) -> tuple[Option, ...]:
    """Return the base's own, and those that the rules put in read; a name that is taken gets its book before it."""
    found = {option.name: option for option in base.options}
    own = {option.number for option in base.options}
    put_in = [function for seam, giver in swaps.items() for function in giver.seams[seam]]
    if put_in:
        through = _composed(base, instead(base, swaps)) | dict.fromkeys(base.core.values(), the_base_s_own)
        numbers = read_by(reachable_rules(base, put_in, through))
        for option in sorted((o for o in EVERY if o.number in numbers - own), key=lambda o: o.number):
            name = f"{owner(option)}.{option.name}" if option.name in found else option.name
            found[name] = replace(option, name=name)
    return tuple(found.values())


def the_base_s_own() -> None:
    """Stands for all that rules at a seam call of the base: whatever that reads, they don't."""


def options_unread(base: Book, swaps: Swaps) -> set[int]:
    """Return the base's options that nothing reads any more."""
    starts = [unbound(base, getattr(base, name)) for name in BOUND]
    before = read_by(reachable_rules(base, starts, base.instead))
    after = read_by(live(base, starts, _composed(base, instead(base, swaps))))
    return {option.number for option in base.options} & before - after


def live(base: Book, starts: Iterable[Function], through: Mapping[Function, Function]) -> set[Function]:
    """Return what is really called: a function that another stands instead of is not."""
    return {
        function for function in reachable_rules(base, starts, through) if through.get(function, function) is function
    }


def read_by(functions: Iterable[Function]) -> set[int]:
    """Return the numbers of the options that functions look up as `fight.rules[NAME]`."""
    return {number for function in functions for number in _read_by(function)}


@cache
def _read_by(function: Function) -> frozenset[int]:
    if not isinstance(function, FunctionType) or not has_source(function):
        return frozenset()
    return frozenset(value for value in options_named_in(function) if type(value) is int)


def options_named_in(function: FunctionType) -> Iterator[object]:
    for node in ast.walk(syntax_tree(function)):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name):
            if isinstance(node.value, ast.Attribute) and node.value.attr == "rules":
                with suppress(KeyError):  # a local variable
                    yield look_up_name(function, node.slice.id)
