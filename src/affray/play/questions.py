"""What is asked of people, and how it is put to them; what may be answered, and why something may not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from affray.engine.clauses import ANSWER, CLAUSES, DIE, REASONS, cite
from affray.engine.purposes import words_for
from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import Answer, Question
from affray.errors import AffrayError
from affray.log.recorder import NeedAnswer, NeedDie
from affray.play.inputs import DIE as TYPED
from affray.play.inputs import JournalEntry, read_die
from affray.rules.book import Book, Roster

BARE = re.compile(r"\bspell -?[0-9]")  # a spell without a name


SAID: dict[tuple[str, int, int, bool], bool] = {}  # which kinds of answer of a book can be said


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


def describe_need(book: Book, roster: Roster, f: Fight, need: NeedAnswer | NeedDie) -> Asked:
    """Return a question or a die, in words."""
    if isinstance(need, NeedDie):
        who = "the referee" if need.who < 0 else roster.who[need.who]
        dice = f"{need.count if need.count > 1 else ''}d{need.sides}"
        why = " ".join(filter(None, [who, "rolls", dice, words_for(need.purpose)]))
        return Asked(who, f"{why}: what does it show?", CLAUSES[DIE].id, die=need)
    q = need.question
    who = "referee" if q.who < 0 else roster.who[q.who]
    what = book.sentences[q.ask].format(
        who=who, other=name_of(roster, q.other, who), deed=describe_deed(book, roster, f, q)
    )
    return Asked(who, what, CLAUSES[book.clauses[q.ask]].id, q)


def describe_deed(book: Book, roster: Roster, f: Fight, q: Question) -> str:
    """Return what the other is about to do, and to whom, for books that ask about it; not with which spell."""
    if "{deed}" not in book.sentences[q.ask]:
        return ""
    kind, whom = book.kinds[q.value], name_of(roster, f.deed_at, "")
    said = book.words(f, roster, q._replace(who=q.other), Answer(f.deed, f.deed_at, f.deed_how))
    return f"{kind} {whom}" if whom and whom in said else kind


def legal_choices(book: Book, roster: Roster, f: Fight, need: NeedAnswer | NeedDie | None) -> list[Choice]:
    """Return every listed answer; for a single die its faces."""
    if isinstance(need, NeedDie):
        faces = range(1, need.sides + 1) if need.count == 1 else ()
        return [Choice(Answer(0, face), str(face)) for face in faces]
    if need is None:
        return []
    q = need.question
    return [Choice(a, book.words(f, roster, q, a)) for a in book.legal(f, q)]


def refusal_of(book: Book, roster: Roster, f: Fight, q: Question, a: Answer) -> Refused | None:
    """Return the clause and the words against an answer; None when nothing is."""
    reason = book.refusal(f, q, a)
    if not REASONS[reason].words:
        return None
    cite(REASONS[reason].clause)
    return refused_because(roster, q, a, reason)


def die_entry(need: NeedDie, faces: Sequence[str]) -> JournalEntry:
    """Return what fell on the table, as an entry."""
    entry = JournalEntry(TYPED, (str(need.number), f"{need.count}d{need.sides}", " ".join(faces)))
    try:
        read_die(entry)
    except AffrayError as no:
        many = "one face" if need.count == 1 else f"{need.count} faces"
        raise Refused(CLAUSES[DIE].id, f"{no}; expected {many} from 1 to {need.sides}") from None
    cite(DIE)
    return entry


def forbidden_choices(book: Book, roster: Roster, f: Fight, q: Question) -> list[tuple[Choice, Refused]]:
    """Return what somebody might think of and may not do, with the reason; once if it is the same for every target."""
    found: dict[tuple[int, ...], tuple[Choice, Refused]] = {}
    targets = [NOBODY, *(c.id for c in f.who[: f.n] if c.up)]
    for a in (Answer(kind, target) for kind in range(2, len(book.kinds)) for target in targets):
        reason = book.refusal(f, q, a)
        clause, words = REASONS[reason]
        key = (a.kind, reason, a.target) if "{other}" in words else (a.kind, reason)
        if not reason or clause == ANSWER or key in found:
            continue
        if can_be_said(book, roster, f, q, a) and not BARE.search(said := book.words(f, roster, q, a)):
            found[key] = Choice(a, said), refused_because(roster, q, a, reason)
    return list(found.values())


def can_be_said(book: Book, roster: Roster, f: Fight, q: Question, a: Answer) -> bool:
    """Whether this kind of answer, aimed or not, has words that are read back. Asked once: reading takes its time."""
    key = book.name, q.ask, a.kind, a.target == NOBODY
    if key not in SAID:
        try:
            SAID[key] = book.read(f, roster, q, book.words(f, roster, q, a)) == a
        except (AffrayError, IndexError):
            SAID[key] = False
    return SAID[key]


def refused_because(roster: Roster, q: Question, a: Answer, reason: int) -> Refused:
    clause, words = REASONS[reason]
    who = "the referee" if q.who < 0 else roster.who[q.who]
    return Refused(CLAUSES[clause].id, words.format(who=who, other=name_of(roster, a.target, who)))


def name_of(roster: Roster, number: int, otherwise: str) -> str:
    return roster.who[number] if 0 <= number < len(roster.who) else otherwise
