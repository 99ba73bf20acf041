"""Tactics that are Python functions: what they are given, and how what they return becomes an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from affray.engine.state import Fight
from affray.engine.verbs import Answer, Question
from affray.errors import AffrayError, quote
from affray.log import only_pass, pass_among
from affray.play.questions import Choice, refusal_of
from affray.rules.book import Book, Roster

if TYPE_CHECKING:
    from typing import Self

Tactic = Callable[[Fight, Question, list["LegalAnswer"]], "Answer | Choice | str"]


class StepSoFar(NamedTuple):
    """A question inside a step of a simulated fight, and what led to it."""

    book: Book
    roster: Roster
    start: Fight  # of the fight
    before: Fight  # the step
    shown: Sequence[int]  # the dice that have fallen in it
    said: Sequence[tuple[Question, Answer]]  # the answers that were given in it
    state: Fight
    question: Question


class LegalAnswer(Answer):
    """A legal answer and the words for it: a tactic may look at either."""

    words: str

    @classmethod
    def of(cls, answer: Answer, words: str) -> Self:
        made = cls(*answer)
        made.words = words
        return made

    def __str__(self) -> str:
        return self.words


def wants_state_before(tactic: Tactic) -> bool:
    """Return whether a tactic is called with the state before the step too: a solved policy finds its answers by it."""
    return getattr(tactic, "wants_state_before", False)


def ask_function(
    tactic: Tactic, book: Book, roster: Roster, f: Fight, q: Question, before: Fight | None = None
) -> Answer:
    """Return the answer of a function: one of the legal answers, or its words. Refuse what is not legal. `before` is
    the state before the step in which the question stands."""
    legal = book.legal_answers(f, q)
    if only_pass(legal):
        return pass_among(legal)
    offered = [LegalAnswer.of(answer, book.say_answer(f, roster, q, answer)) for answer in legal]
    said = tactic(f, q, offered, before) if wants_state_before(tactic) else tactic(f, q, offered)  # type: ignore[call-arg]
    answer = read_answer(said, tactic, book, roster, f, q)
    if answer not in legal and (refusal := refusal_of(book, roster, f, q, answer)):
        raise refusal
    return answer


def read_answer(said: object, tactic: Tactic, book: Book, roster: Roster, f: Fight, q: Question) -> Answer:
    if isinstance(said, str):
        return book.parse_answer(f, roster, q, said)
    if isinstance(said, Choice):
        return said.answer
    if isinstance(said, Answer):
        return Answer(*said)
    name = getattr(tactic, "__name__", "a function")
    raise AffrayError(f"the tactic {name} returned {quote(said)}; expected one of the legal answers, or its words")
