"""Another book's rule at a seam: whether a base can carry it, and which options and fields come along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from inspect import signature

from affray.compiler.source import reachable_functions, resolve_call, usage
from affray.engine.options import BLOCK, EVERY, PLACES, Option
from affray.rules.book import Book, Donor, Function, SeamRule
from affray.rules.seams import GROUPS

Swaps = Mapping[str, Book | Donor]  # who gives the rule for each group of seams


def with_rules_at_seams(base: Book, swaps: Swaps) -> Book:
    """Return the base with these rules at its seams."""
    return replace(base, seams={**base.seams, **{group: giver.seams[group] for group, giver in swaps.items()}})


# --- what can't be carried


def objections(base: Book, group: str, giver: Book | Donor) -> Iterator[str]:
    """Yield why the base can't have this rule of theirs; nothing if it can."""
    what = GROUPS[group].about
    if group not in base.seams:
        yield f"{base.name} has no place for another rule of {what}"
    elif group not in giver.seams:
        yield f"{giver.name} has no rule of {what} to give"
    elif wrong := [*misfits(group, giver.seams[group])]:
        yield f"{giver.name}'s rule doesn't fit there: {'; '.join(wrong)}"
    elif giver.seams[group].implementations == base.seams[group].implementations:
        yield f"this changes nothing: it is the rule that {base.name} has there already"
    else:
        yield from incompatibilities(base, group, giver)


def misfits(group: str, rule: SeamRule) -> Iterator[str]:
    """Yield what is wrong with the functions that somebody provides for a group of seams."""
    given = dict(rule.implementations)
    for seam in GROUPS[group].seams:
        if seam not in given:
            yield f"nothing provides {describe(seam)}"
        elif parameters(given[seam]) != parameters(seam):
            yield f"{describe(given[seam])} can't stand for {describe(seam)}"
    yield from (f"{describe(seam)} is no seam of {group}" for seam in given if seam not in GROUPS[group].seams)


def parameters(function: Function) -> tuple[object, ...]:
    """Return the names and types of what a function takes, and the type of what it returns."""
    said = signature(function)
    every = [(name, type_name(one.annotation)) for name, one in said.parameters.items()]
    return (*every, type_name(said.return_annotation))


def type_name(annotation: object) -> str:
    """Return a type as it is written, whether or not annotations are text in its module."""
    return str(getattr(annotation, "__name__", annotation)).strip("'")


def describe(function: Function) -> str:
    """Return its name with the names of its parameters."""
    return f"{function.__name__}({', '.join(signature(function).parameters)})"


def incompatibilities(base: Book, group: str, giver: Book | Donor) -> Iterator[str]:
    """Yield what their rule would do that the base has no way to do."""
    rule = giver.seams[group]
    through = with_rules_at_seams(base, {group: giver}).implementations
    for _, function in rule.implementations:
        if caller := caller_of(function, through):
            yield f"{giver.name}'s {function.__name__} would call itself here, by way of {caller.__name__}"
    if rule.asks:
        yield f"{giver.name}'s rule asks a question that {base.name} doesn't know"


def caller_of(function: Function, through: Mapping[Function, Function]) -> Function | None:
    """Return what calls a function that was called by it; None where nothing does."""
    for caller in reachable_functions([function], through):
        if any(resolve_call(through, called) is function for called in usage(caller).calls):
            return caller
    return None


# --- the fields of the record that come along


def fields_lent(base: Book, group: str, giver: Book | Donor) -> frozenset[str]:
    """Return the fields that their rules read and that the base leaves blank, their nested records among them."""
    rule = giver.seams[group]
    return frozenset(rule.fields) & frozenset(base.blank_fields) | frozenset(rule.records) - {base.setup().library.book}


# --- the options that come along


def owner(option: Option) -> str:
    """Return the book that an option belongs to."""
    return PLACES[option.number // BLOCK]


def options(base: Book, swaps: Swaps) -> tuple[Option, ...]:
    """Return the base's own, and those that the rules put in read; a name that is taken gets its book before it."""
    found = {option.name: option for option in base.options}
    numbers = {number for group, giver in swaps.items() for number in options_read(giver.seams[group])}
    own = {option.number for option in base.options}
    for option in sorted((o for o in EVERY if o.number in numbers - own), key=lambda o: o.number):
        name = f"{owner(option)}.{option.name}" if option.name in found else option.name
        found[name] = replace(option, name=name)
    return tuple(found.values())


def options_read(rule: SeamRule) -> tuple[int, ...]:
    """Return the numbers of the options that functions at a group of seams read."""
    return (*rule.options, *rule.shared_options)


def options_unread(base: Book, swaps: Swaps) -> set[int]:
    """Return the base's options that nothing reads any more."""
    before = {number for group in swaps for number in base.seams[group].options}
    now = with_rules_at_seams(base, swaps).seams.values()
    after = {number for rule in now for number in options_read(rule)}
    return {option.number for option in base.options} & before - after
