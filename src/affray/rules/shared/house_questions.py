"""The questions of house rules, the same in every book: they follow the book's own questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from affray.engine.clauses import HOUSE_CLEAVE, HOUSE_SHIELD, HOUSE_TARGETS, HOUSE_TEND
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, Refusal, choose
from affray.engine.vocabulary import TARGETS
from affray.errors import AffrayError
from affray.rules import seams
from affray.rules.book import Book, Roster
from affray.rules.shared.experience import with_xp_options
from affray.rules.shared.house import ASK_TARGET, decide_with, refusal_with, refuse_house
from affray.rules.shared.wording import understood

ASKS = ("splinter", "cleave", "tend", "target")
SENTENCES = (
    "{who}: give up the shield, so that the hit of {other} does nothing?",
    "{who}: strike at {other} too?",
    "{who}: bind the wounds of {other}?",
    "{who}: whom do you attack this round?",
)
CLAUSES = (HOUSE_SHIELD, HOUSE_CLEAVE, HOUSE_TEND, HOUSE_TARGETS)
YES_WORDS, NO_WORDS = ("yes", "y"), ("", "pass", "no", "n", "nothing")


def with_house_questions(book: Book, turns: str, attacks: str) -> Book:
    """Return the book with the questions that house rules ask, and the options that every book has. A foe who is named
    for the round binds attacks of these kinds in answer to these questions."""
    book, first = with_xp_options(book), len(book.asks)
    refusal = refusal_with(book.refusal, first, bits_of(turns, book.asks), bits_of(attacks, book.kinds))
    return replace(
        book,
        asks=(*book.asks, *ASKS),
        sentences=(*book.sentences, *SENTENCES),
        topics=(*book.topics, *(TARGETS for _ in ASKS)),
        clauses=(*book.clauses, *CLAUSES),
        answers=(*book.answers, *(1 << YES for _ in ASKS)),
        reactions=(*book.reactions, "splinter"),
        decide=decide_with(book.decide, first),
        refusal=refusal,
        legal_answers=legal_with(book.legal_answers, refusal, first),
        phrase=phrase_with(book.phrase, first) if book.phrase else None,
        say_answer=say_with(book.say_answer, first),
        parse_answer=parse_with(book.parse_answer, first),
        provides={
            **book.provides,
            seams.consents: consents_from(first),
            seams.name_foe: name_foe_from(first + ASK_TARGET),
        },
    )


def bits_of(words: str, places: tuple[str, ...]) -> int:
    return sum(1 << places.index(word) for word in words.split())


# --- rules


def consents_from(first: int) -> Callable[[Fight, int, Combatant, Combatant, int], bool]:
    def consents(f: Fight, which: int, who: Combatant, other: Combatant, value: int) -> bool:
        """Ask whoever it concerns, and return whether they say yes."""
        return choose(f, first + which, who, other, value).kind == YES

    return consents


def name_foe_from(ask: int) -> Callable[[Fight, Combatant], int]:
    def name_foe(f: Fight, who: Combatant) -> int:
        """Ask somebody for the foe they will attack."""
        return choose(f, ask, who, who, 0).target

    return name_foe


# --- answers in words


Legal = Callable[[Fight, Question], list[Answer]]
Say = Callable[[Fight, Roster, Question, Answer], str]
Phrase = Callable[[Fight, Question], tuple[str, int]]
Parse = Callable[[Fight, Roster, Question, str], Answer]


def legal_with(own: Legal, refusal: Refusal, first: int) -> Legal:
    def legal(f: Fight, q: Question) -> list[Answer]:
        listed = own(f, q) if q.ask < first else candidates(f, q.ask - first)
        return [a for a in listed if refusal(f, q, a) == 0]

    return legal


def candidates(f: Fight, which: int) -> list[Answer]:
    return [Answer(PASS), *(Answer(YES, at) for at in (range(f.n) if which == ASK_TARGET else (NOBODY,)))]


def phrase_with(own: Phrase, first: int) -> Phrase:
    def phrase(f: Fight, q: Question) -> tuple[str, int]:
        return own(f, q) if q.ask < first else (SENTENCES[q.ask - first], CLAUSES[q.ask - first])

    return phrase


def say_with(own: Say, first: int) -> Say:
    def say(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
        if q.ask < first:
            return own(f, roster, q, a)
        if q.ask - first == ASK_TARGET and a.kind == YES and 0 <= a.target < len(roster.who):
            return f"attack {roster.who[a.target]}"
        return "yes" if a.kind == YES else "pass"

    return say


def parse_with(own: Parse, first: int) -> Parse:
    def parse(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
        if q.ask < first:
            return own(f, roster, q, text)
        said = " ".join(text.lower().split())
        if said in NO_WORDS:
            return Answer(PASS)
        if q.ask - first == ASK_TARGET:
            named = {f"attack {roster.who[a.target]}".lower(): a for a in candidates(f, ASK_TARGET)[1:]}
            return understood(text, named, {w: a for w, a in named.items() if refuse_house(f, q, a, ASK_TARGET) == 0})
        if said in YES_WORDS:
            return Answer(YES)
        raise AffrayError(f"{text!r} is no answer here; expected yes or pass")

    return parse
