"""What a book is to the rest of the house: the same furniture in every room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from affray.encounter import Encounter
from affray.options import Option
from affray.state import Fight
from affray.verbs import Answer, Decide, Question, Refusal


@dataclass(frozen=True, slots=True)
class Roster:
    """Names for the numbers of one fight: combatants, sides, weapons, effects."""

    who: tuple[str, ...]
    sides: tuple[str, ...]
    arms: tuple[str, ...]
    effects: tuple[str, ...]
    kinds: tuple[
        str, ...
    ] = ()  # of each combatant its monster or class: what it is called by those who don't know its name
    notes: tuple[str, ...] = ()  # what the log should say once before the fight starts


@dataclass(frozen=True, slots=True)
class Book:
    name: str
    title: str
    unit: str  # "feet"
    options: tuple[Option, ...]
    tactics: tuple[str, ...]
    asks: tuple[str, ...]  # names of the questions, by number
    sentences: tuple[str, ...]  # of each question how it is put to a person; {who} and {other} stand for names
    topics: tuple[int, ...]  # of each question its topic (words.TOPICS)
    clauses: tuple[int, ...]  # of each question the clause it is asked under
    kinds: tuple[str, ...]  # names of the kinds of answer, by number
    phases: tuple[str, ...]
    step: Callable[[Fight], None]
    fight: Callable[[Fight], None]
    decide: Decide
    refusal: Refusal
    legal: Callable[[Fight, Question], list[Answer]]
    names: Callable[[], Mapping[str, Sequence[str]]]  # the words a scenario may use
    build: Callable[[Encounter, Mapping[str, int]], tuple[Fight, Roster]]
    words: Callable[[Fight, Roster, Question, Answer], str]  # an answer as people say it
    read: Callable[[Fight, Roster, Question, str], Answer]  # ... and back; raises AffrayError
    word: Callable[[Fight, Roster, Sequence[str]], Roster]  # does what the referee says; raises AffrayError
