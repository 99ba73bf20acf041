"""Seams: what books declare about their rules there is what these rules read, and rules reach them as they should."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields
from functools import cache
from types import FunctionType
from typing import Any

import pytest

from affray.compiler.kernels.assumptions import book_fields
from affray.compiler.source import has_source, look_up_name, reachable_functions, syntax_tree, usage
from affray.engine.state import Combatant, Weapon
from affray.engine.verbs import RULES, SEAMS, choose, decide, refusal, ruling
from affray.houserules.plan import borrowed_fields, caller_of, misfits, objections, with_rules_at_seams
from affray.rules import NAMES, get, seams
from affray.rules.book import Book, Function
from affray.rules.seams import GROUPS
from affray.scenario import examples, load

EVERY_SEAM = [each for each in SEAMS if each not in (decide, refusal)]
RULES_THERE = [(name, group) for name in NAMES for group in get(name).seams]
ASKING = {choose, ruling}
REFEREE_ONLY = {seams.prepare_newcomer}  # called when the referee brings somebody, and no rule


def own_functions(book: Book, group: str) -> list[Function]:
    """List the functions at a group of seams with all they call, but for what they call by a seam."""
    given = [function for _, function in book.seams[group].implementations]
    nothing = dict.fromkeys((*EVERY_SEAM, decide, refusal), do_nothing)
    return reachable_functions(given, nothing)


def do_nothing() -> None:
    """Stands for what the base has at a seam."""


def options_read(functions: Iterable[Function]) -> set[int]:
    return {number for function in functions for number in options_of(function)}


def options_of(function: Function) -> Iterator[int]:
    """Yield the options that a function looks up as `f.rules[NAME]`."""
    if not isinstance(function, FunctionType) or not has_source(function):
        return
    for node in ast.walk(syntax_tree(function)):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name):
            if isinstance(node.value, ast.Attribute) and node.value.attr == "rules":
                with suppress(KeyError):  # a local variable
                    yield look_up_name(function, node.slice.id)


def other_rules(book: Book, group: str) -> list[Function]:
    """List what a fight of the book goes through beside the functions at this group of seams."""
    given = {seam: do_nothing for seam, _ in book.seams[group].implementations}
    return reachable_functions([book.fight, book.decide, book.refusal], {**book.implementations, **given})


@pytest.mark.parametrize(("name", "group"), RULES_THERE)
def test_the_options_that_a_rule_declares_are_those_it_reads(name: str, group: str) -> None:
    book = get(name)
    rule = book.seams[group]
    assert options_read(own_functions(book, group)) == {*rule.options, *rule.shared_options}


@pytest.mark.parametrize(("name", "group"), RULES_THERE)
def test_the_options_of_a_rule_alone_are_read_by_no_other(name: str, group: str) -> None:
    book = get(name)
    elsewhere = options_read(other_rules(book, group))
    assert elsewhere & {*book.seams[group].options} == set()
    assert {*book.seams[group].shared_options} <= elsewhere


@pytest.mark.parametrize(("name", "group"), RULES_THERE)
def test_a_rule_that_asks_says_so(name: str, group: str) -> None:
    book = get(name)
    asks = any(called in ASKING for function in own_functions(book, group) for called in usage(function).calls)
    assert book.seams[group].asks == asks


@pytest.mark.parametrize("base", NAMES)
@pytest.mark.parametrize(("name", "group"), RULES_THERE)
def test_fields_that_a_base_leaves_blank_are_declared(base: str, name: str, group: str) -> None:
    """What a rule reads, its own set-up fills and no rule of the base mentions is declared by the rule and the base."""
    ours, theirs = get(base), get(name)
    if base == name or [*objections(ours, group, theirs)]:
        return
    read = {field for function in own_functions(theirs, group) for field in usage(function).reads}
    blank = (read - book_fields(ours).mentioned) & filled_fields(theirs)
    assert blank <= borrowed_fields(ours, group, theirs)


@pytest.mark.parametrize("name", NAMES)
def test_the_fields_and_records_that_are_declared_exist(name: str) -> None:
    book = get(name)
    there = {field.name for cls in (Combatant, Weapon) for field in fields(cls)}
    declared = {field for rule in book.seams.values() for field in (*rule.fields, *rule.records)}
    assert {*declared, *book.blank_fields} <= there


@cache
def filled_fields(book: Book) -> set[str]:
    """Return the fields of people and things that the set-up of a book gives a value in some example."""
    fights = [book.build(load(example, book.names()), {})[0] for example in examples()]
    records: list[Any] = [record for f in fights for record in (*f.who, *f.arms)]
    blanks = {type(record): type(record)() for record in records}
    return {
        field.name
        for record in records
        for field in fields(record)
        if getattr(record, field.name) != getattr(blanks[type(record)], field.name)
    }


@pytest.mark.parametrize("base", NAMES)
@pytest.mark.parametrize(("name", "group"), RULES_THERE)
def test_no_rule_of_ours_calls_itself_in_another_book(base: str, name: str, group: str) -> None:
    ours, theirs = get(base), get(name)
    if group in ours.seams:
        through = with_rules_at_seams(ours, {group: theirs}).implementations
        for _, function in theirs.seams[group].implementations:
            assert caller_of(function, through) is None, function.__name__


@pytest.mark.parametrize(("name", "group"), RULES_THERE)
def test_every_function_fits_its_seam(name: str, group: str) -> None:
    assert [*misfits(group, get(name).seams[group])] == []


def test_every_seam_is_called_by_some_rule_and_has_an_implementation() -> None:
    called = {each for rule in RULES if has_source(rule) for each in usage(rule).calls}  # type: ignore[arg-type]
    provided = {seam for name in NAMES for seam in get(name).implementations}
    grouped = {seam for group in GROUPS.values() for seam in group.seams}
    for seam in EVERY_SEAM:
        assert seam in called | REFEREE_ONLY, f"no rule calls {seam.__name__}"
        assert seam in provided, f"no book provides {seam.__name__}: rules/shared/defaults.py, or a BOOK's provides"
    assert grouped <= {*EVERY_SEAM}
