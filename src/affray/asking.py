"""What is asked of people, and how it is put to them; what may be answered, and why something may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from affray.clauses import CLAUSES, DIE, REASONS, cite
from affray.errors import AffrayError
from affray.recorder import NeedAnswer, NeedDie
from affray.rules.book import Book, Roster
from affray.state import Fight
from affray.verbs import Answer, Question


class Refused(AffrayError):
    """An answer that is not allowed: the clause against it, and why."""

    def __init__(self, clause: str, words: str) -> None:
        super().__init__(f"{words} [{clause}]")
        self.clause, self.words = clause, words


class Choice(NamedTuple):
    """A legal answer and the words for it, which can be typed back."""

    answer: Answer
    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked what, under which clause: a question, or a die."""

    who: str
    what: str
    clause: str
    question: Question | None = None
    die: NeedDie | None = None

    def __str__(self) -> str:
        return f"{self.what} [{self.clause}]"


def asked(book: Book, roster: Roster, f: Fight, need: NeedAnswer | NeedDie) -> Asked:
    """A question or a die, in words."""
    if isinstance(need, NeedDie):
        who = "the referee" if need.who < 0 else roster.who[need.who]
        dice = f"{need.count if need.count > 1 else ''}d{need.sides}"
        purpose = " > ".join(name.replace("_", " ") for name in need.purpose[-3:])
        return Asked(who, f"{who} rolls {dice} ({purpose}): what does it show?", CLAUSES[DIE].id, die=need)
    q = need.question
    who = "referee" if q.who < 0 else roster.who[q.who]
    what = book.sentences[q.ask].format(who=who, other=name_of(roster, q.other, who), deed=deed(book, roster, f, q))
    return Asked(who, what, CLAUSES[book.clauses[q.ask]].id, q)


def deed(book: Book, roster: Roster, f: Fight, q: Question) -> str:
    """For books that ask about one: what the other is about to do, and to whom; not with which spell."""
    if "{deed}" not in book.sentences[q.ask]:
        return ""
    kind, whom = book.kinds[q.value], name_of(roster, f.deed_at, "")
    said = book.words(f, roster, q._replace(who=q.other), Answer(f.deed, f.deed_at, f.deed_how))
    return f"{kind} {whom}" if whom and whom in said else kind


def choices(book: Book, roster: Roster, f: Fight, need: NeedAnswer | NeedDie | None) -> list[Choice]:
    """Every listed answer; for a single die its faces."""
    if isinstance(need, NeedDie):
        faces = range(1, need.sides + 1) if need.count == 1 else ()
        return [Choice(Answer(0, face), str(face)) for face in faces]
    if need is None:
        return []
    q = need.question
    return [Choice(a, book.words(f, roster, q, a)) for a in book.legal(f, q)]


def refused(book: Book, roster: Roster, f: Fight, q: Question, a: Answer) -> Refused | None:
    """The clause and the words against an answer; None when nothing is."""
    clause, words = REASONS[book.refusal(f, q, a)]
    if not words:
        return None
    cite(clause)
    who = "the referee" if q.who < 0 else roster.who[q.who]
    return Refused(CLAUSES[clause].id, words.format(who=who, other=name_of(roster, a.target, who)))


def name_of(roster: Roster, number: int, otherwise: str) -> str:
    return roster.who[number] if 0 <= number < len(roster.who) else otherwise
