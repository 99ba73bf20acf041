"""`affray.check_ruleset`: what it finds in a sound book, and in each kind of broken one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from fixtures_stranger import stranger  # noqa: F401

import affray
from affray.engine.clauses import Option
from affray.engine.state import Fight
from affray.engine.verbs import PASS, Answer, Question
from affray.rules import get, seams
from affray.rules.book import Book, SeamRule
from affray.rules.classic.legality import legal, refusal
from affray.rules.classic.questions import KINDS
from affray.rules.shared.damage import graze, settle
from affray.rules.shared.legality import NOT_ASKED
from affray.tools import conformance
from affray.tools.conformance import check_ruleset

CLASSIC = get("classic")


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where llvmlite is missing: what is broken here is broken in plain fights."""
    monkeypatch.setattr(conformance, "load_comparison", lambda: None)


def breaches(book: Book) -> str:
    return "\n".join(check_ruleset(book, 1).breaches)


@pytest.mark.xdist_group("classic compiled")
def test_a_sound_book_is_sound_plain_and_compiled() -> None:
    report = check_ruleset("classic", 12)
    assert report.sound, str(report)
    assert (report.book, report.fights, report.compiled) == ("classic", 12, True)
    assert str(report).startswith("classic: 12 fights, plain and compiled: sound")


@pytest.mark.usefixtures("_plain", "stranger")
def test_a_stranger_s_book_can_be_checked_and_what_no_fight_cited_is_named() -> None:
    report = affray.check_ruleset("stranger", 6)
    assert report.sound, str(report)
    assert (report.compiled, report.uncited) == (False, ())
    assert "because llvmlite is missing" in str(report)


@pytest.mark.usefixtures("_plain")
def test_clauses_that_no_fight_cited_are_named_unless_a_test_shows_them() -> None:
    few = check_ruleset("classic", 1)
    assert "classic.spell.sleep" not in few.uncited or few.sound
    assert few.uncited
    assert check_ruleset("classic", 1, shown=few.uncited[:2]).uncited == few.uncited[2:]


def lists_too_much(f: Fight, q: Question) -> list[Answer]:
    return [*legal(f, q), Answer(KINDS.index("withdraw"))]


def forbids_to_pass(f: Fight, q: Question, a: Answer) -> int:
    return NOT_ASKED if a.kind == PASS else refusal(f, q, a)


BROKEN: Mapping[str, tuple[dict[str, Any], str]] = {
    "questions without sentences": ({"sentences": ()}, "sentences: 0 for 10 questions"),
    "a clause nobody has registered": ({"clauses": (7,) * 6}, "the clause number 7 is not registered"),
    "a seam that is none": (
        {"seams": {**CLASSIC.seams, "nowhere": SeamRule(())}},
        "there is no group of seams nowhere",
    ),
    "too few functions": (
        {"seams": {**CLASSIC.seams, "surprise": SeamRule(())}},
        "surprise: nothing provides check_surprise(f, side)",
    ),
    "the wrong arguments": (
        {"seams": {**CLASSIC.seams, "surprise": SeamRule(((seams.check_surprise, graze),))}},
        "surprise: graze(f, attacker, target, weapon, missile) can't stand for check_surprise(f, side)",
    ),
    "a function for another seam": (
        {"seams": {**CLASSIC.seams, "surprise": SeamRule(((seams.graze, graze),))}},
        "surprise: graze(f, attacker, target, weapon, missile) is no seam of surprise",
    ),
    "the wrong result": (
        {"provides": {**CLASSIC.provides, seams.melee_range: settle}},
        "settle(f) can't stand for melee_range(f)",
    ),
    "an answer listed that is refused": ({"legal_answers": lists_too_much}, "is listed, but"),
    "an answer refused that is listed": ({"refusal": forbids_to_pass}, "is listed, but"),
    "an option that can't say itself": (
        {"options": (*CLASSIC.options, Option(23, "odd", CLASSIC.clauses[0], 5, ("a b", "c,d"), several=True))},
        "the option odd: its default is 5",
    ),
    "two options with one number": (
        {"options": (*CLASSIC.options, replace(CLASSIC.options[0], name="twin"))},
        "two options have the number 0",
    ),
}


@pytest.mark.usefixtures("_plain")
@pytest.mark.parametrize("what", BROKEN)
def test_what_is_broken_is_named(what: str) -> None:
    changes, told = BROKEN[what]
    assert told in breaches(replace(CLASSIC, **changes))


@pytest.mark.usefixtures("_plain")
def test_a_book_that_fails_in_the_middle_of_a_fight_is_named_with_that_fight() -> None:
    def stumbles(f: Fight) -> None:
        raise IndexError("nobody there")

    told = breaches(replace(CLASSIC, fight=stumbles))
    assert "IndexError: nobody there" in told
    assert "fight 0 of " in told


@pytest.mark.parametrize("book", affray.books().values(), ids=lambda book: book.name)
def test_a_book_names_its_own_questions_and_phases(book: Book) -> None:
    """Reactions are questions that one person is asked about another; upkeep is some phases, not all."""
    assert set(book.reactions) <= set(book.asks)
    assert set(book.upkeep) < set(book.phases)
    for name in book.reactions:
        words = book.sentences[book.asks.index(name)]
        assert "{who}" in words or "{other}" in words
