"""The questions of house rules, yes or no, the same in every book: they follow the book's own questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from affray.engine.clauses import HOUSE_CLEAVE, HOUSE_SHIELD, HOUSE_TEND
from affray.engine.state import Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Decide, Question, Refusal, choose
from affray.engine.vocabulary import TARGETS
from affray.errors import AffrayError
from affray.rules import seams
from affray.rules.book import Book, Roster
from affray.rules.shared.house import decide_house, refuse_house

ASKS = ("splinter", "cleave", "tend")
SENTENCES = (
    "{who}: give up the shield, so that the hit of {other} does nothing?",
    "{who}: strike at {other} too?",
    "{who}: bind the wounds of {other}?",
)
CLAUSES = (HOUSE_SHIELD, HOUSE_CLEAVE, HOUSE_TEND)
YES_WORDS, NO_WORDS = ("yes", "y"), ("", "pass", "no", "n", "nothing")


def with_house_questions(book: Book) -> Book:
    """Return the book with the questions that house rules ask."""
    first = len(book.asks)
    return replace(
        book,
        asks=(*book.asks, *ASKS),
        sentences=(*book.sentences, *SENTENCES),
        topics=(*book.topics, *(TARGETS for _ in ASKS)),
        clauses=(*book.clauses, *CLAUSES),
        answers=(*book.answers, *(1 << YES for _ in ASKS)),
        reactions=(*book.reactions, "splinter"),
        decide=decide_with(book.decide, first),
        refusal=refusal_with(book.refusal, first),
        legal_answers=legal_with(book.legal_answers, first),
        say_answer=say_with(book.say_answer, first),
        parse_answer=parse_with(book.parse_answer, first),
        provides={**book.provides, seams.consents: consents_from(first)},
    )


# --- rules


def decide_with(own: Decide, first: int) -> Decide:
    def decide(f: Fight, q: Question) -> Answer:
        """The book's tactics, and those of house rules."""
        return decide_house(f, q, q.ask - first) if q.ask >= first else own(f, q)

    return decide


def refusal_with(own: Refusal, first: int) -> Refusal:
    def refusal(f: Fight, q: Question, a: Answer) -> int:
        """The book's refusals, and those of house rules."""
        return refuse_house(f, q, a, q.ask - first) if q.ask >= first else own(f, q, a)

    return refusal


def consents_from(first: int) -> Callable[[Fight, int, Combatant, Combatant, int], bool]:
    def consents(f: Fight, which: int, who: Combatant, other: Combatant, value: int) -> bool:
        """Whoever it concerns is asked."""
        return choose(f, first + which, who, other, value).kind == YES

    return consents


# --- answers in words


Legal = Callable[[Fight, Question], list[Answer]]
Say = Callable[[Fight, Roster, Question, Answer], str]
Parse = Callable[[Fight, Roster, Question, str], Answer]


def legal_with(own: Legal, first: int) -> Legal:
    def legal(f: Fight, q: Question) -> list[Answer]:
        if q.ask < first:
            return own(f, q)
        return [a for a in (Answer(PASS), Answer(YES)) if refuse_house(f, q, a, q.ask - first) == 0]

    return legal


def say_with(own: Say, first: int) -> Say:
    def say(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
        if q.ask < first:
            return own(f, roster, q, a)
        return "yes" if a.kind == YES else "pass"

    return say


def parse_with(own: Parse, first: int) -> Parse:
    def parse(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
        if q.ask < first:
            return own(f, roster, q, text)
        said = " ".join(text.lower().split())
        if said in NO_WORDS:
            return Answer(PASS)
        if said in YES_WORDS:
            return Answer(YES)
        raise AffrayError(f"{text!r} is no answer here; expected yes or pass")

    return parse
