"""What a book is to the rest of the program: one record of functions and tables, the same for every book."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.engine.clauses import Option
from affray.engine.encounter import Content, Encounter, Member
from affray.engine.state import Combatant, Fight, Weapon, add_book_records
from affray.engine.verbs import Answer, Decide, Question, Refusal, decide, refusal
from affray.rules.commands import Command, apply_command

if TYPE_CHECKING:
    from affray.rules.shared.setup import Setup


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
    asides: tuple[str, ...] = ()  # of each combatant what the referee keeps in mind when it acts; empty for most
    content: Content = field(default_factory=dict)  # what the scenario brought along: more of it may be added

    def aside(self, number: int) -> str:
        return self.asides[number] if 0 <= number < len(self.asides) else ""


Function = Callable[..., Any]
Implementation = tuple[Function, Function]  # a seam, and the function that a book provides for it
Die = Callable[[int, int], int]  # so many dice of so many sides, as one sum: die(sides, count)


class Offer(NamedTuple):
    """With what a kind of answer may be given: targets from `first` on, everybody if it is aimed, and options."""

    first: int
    aimed: bool
    least: int
    end: int  # the option after the last


class Coming(NamedTuple):
    """Somebody who acts later in this round: those with the same turn of the round act in one turn."""

    who: int
    turn: int


class Order(NamedTuple):
    """Who acts when in the round that runs: those still to act, whoever acts now first; and those who have acted."""

    coming: tuple[Coming, ...]
    done: tuple[int, ...]


class Purchase(NamedTuple):
    """What points of a score buy, and how many are left then."""

    words: str
    price: int
    left: int
    clause: str


@dataclass(frozen=True, slots=True)
class Course:
    """How a round goes on, for those who look on: no rule reads it."""

    order: Callable[[Fight], Order | None]  # None: it is not settled yet
    side_steps: tuple[str, ...] = ()  # phases of one side's turn, in which each side acts after the other
    words: Mapping[str, str] = field(default_factory=dict)  # how people call a phase, where its name is another
    purchases: Callable[[Fight, Combatant], list[Purchase]] | None = None  # books with scores: what one's buys
    actions: Callable[[Combatant], dict[str, bool]] | None = None  # what somebody has of actions, and what is left


class Remark(NamedTuple):
    """What a rule did outside a fight, and by which clause."""

    clause: int
    words: str


@dataclass(frozen=True, slots=True)
class Rest:
    """Days between fights, and how they are spent."""

    days: int = 1
    sleep: bool = True  # at least six hours a day
    tended: bool = True  # somebody looks after those who can't
    bed: bool = False  # nothing but rest
    healed: int = 0  # hit points given back by magic on the first day
    lifted: int = 0  # how often Remove Curse was spoken over them


@dataclass(frozen=True, slots=True)
class SeamRule:
    """The functions that a book provides for one group of seams (seams.GROUPS), and what they need in another book."""

    implementations: tuple[Implementation, ...]
    options: tuple[int, ...] = ()  # numbers of the options that these functions read, and no other rule of the book
    shared_options: tuple[int, ...] = ()  # ... of options that other rules of the book read too
    records: tuple[str, ...] = ()  # books whose nested records these functions read: "vanguard"
    fields: tuple[str, ...] = ()  # other fields of people and things that they read and not every book fills
    asks: bool = False  # they ask a question of the book's own, which no other book can put
    companions: tuple[Implementation, ...] = ()  # functions for other seams that come with them into another book


@dataclass(frozen=True, slots=True, eq=False)
class Donor:
    """Rules for seams that belong to no book. Its options are those of Settings of its own."""

    name: str
    seams: Mapping[str, SeamRule]


UPKEEP = tuple("muster hit-points meeting round auras end".split())


def is_ours(function: Function) -> bool:
    """Return whether a function belongs to this project, and not to another package."""
    return function.__module__.partition(".")[0] == __name__.partition(".")[0]


def descending(who: Combatant) -> int:
    """Return the armour class with the shield, as classic counts it."""
    return who.ac - who.shield


def ascending(who: Combatant) -> int:
    """Return the same, counted from 10 upwards."""
    return 19 - descending(who)


Builder = Callable[["Setup", Encounter, Mapping[str, int]], tuple[Fight, Roster]]


@dataclass(frozen=True, eq=False)
class Book:
    """One rulebook, or one with a table's own rules on top: the same object is the same rules."""

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
    legal_answers: Callable[[Fight, Question], list[Answer]]
    setup: Callable[[], Setup]  # its content, and what differs when a fight is put together
    builder: Builder  # called by build
    say_answer: Callable[[Fight, Roster, Question, Answer], str]  # an answer as people say it
    parse_answer: Callable[[Fight, Roster, Question, str], Answer]  # ... and back; raises AffrayError
    commands: tuple[Command, ...]  # the referee's: those of every book, and its own
    course: Course  # how a round goes on
    provides: Mapping[Function, Function]  # of each seam its implementation, but for those of a group
    seams: Mapping[str, SeamRule]  # ... of the groups that house rules may replace (seams.GROUPS)
    blank_fields: tuple[str, ...] = ()  # ... that its own set-up leaves blank
    # after the fight: what it leaves a member with, and what days of rest do for it; None where the book is silent
    after_fight: Callable[[Fight, int, Member], tuple[Member, list[Remark]]] | None = None
    rest: Callable[[Member, Rest, Die], tuple[Member, list[Remark]]] | None = None
    after_fields: tuple[str, ...] = ()  # fields of a combatant that `after_fight` reads beside those of every book
    fights_at_zero: bool = False  # whoever has no hit points left may still begin a fight
    armour: Callable[[Combatant], int] = descending  # what a blow from the front meets, as the book counts it
    reactions: tuple[str, ...] = ()  # questions that answer what another is doing
    deeds: Mapping[str, str] = field(default_factory=dict)  # how to say what somebody is about to do, by kind
    answers: tuple[int, ...] = ()  # of each question the kinds of answer beside a pass, as bits
    price: Callable[[Fight, Question, Answer], int] | None = None  # what an answer costs; None: nothing has a price
    upkeep: tuple[str, ...] = UPKEEP  # phases in which nobody does anything: a page doesn't show them as steps
    steady_from_round: int = 2  # from this round on no rule asks which round it is
    lasting_fields: tuple[str, ...] = ()  # fields of one who lies unconscious that nobody asks for unless it wakes
    # how a question is put as the fight stands, and its clause; None: as its number says, at any time
    phrase: Callable[[Fight, Question], tuple[str, int]] | None = None
    sequence: tuple[str, ...] = ()  # the round as the book has it, a line a step
    overlays: tuple[Any, ...] = ()  # the overlays on it (houserules.Overlay)
    base: Book | None = None  # what it was before them
    removed_options: Mapping[str, str] = field(
        default_factory=dict
    )  # options of the base that they have silenced, and why

    @cached_property
    def implementations(self) -> dict[Function, Function]:
        """Return what rules call at each seam."""
        groups = [pair for rule in self.seams.values() for pair in rule.implementations]
        return {**self.provides, decide: self.decide, refusal: self.refusal, **dict(groups)}

    @cached_property
    def records(self) -> tuple[str, ...]:
        """Return the books whose nested records its fights have: its own, and those that rules at its seams read."""
        borrowed = {name for rule in self.seams.values() for name in rule.records}
        return (self.setup().library.book, *sorted(borrowed))

    def names(self) -> dict[str, list[str]]:
        """Return the words a scenario may use, by kind."""
        return self.setup().names()

    def build(self, encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
        """Return the fight before its first die, and the names of all in it."""
        fight, roster = self.builder(self.setup(), encounter, options)
        self.attach(fight)
        return fight, roster

    def attach(self, fight: Fight) -> None:
        """Let the rules of this book play a fight: give it what they provide at seams and every record they read."""
        fight.seams = self.implementations
        records: list[Fight | Combatant | Weapon] = [fight, *fight.who, *fight.arms]
        for record in records:
            add_book_records(record, self.records)

    def referee_command(self, f: Fight, roster: Roster, said: Sequence[str]) -> Roster:
        """Do what the referee says. Raises AffrayError."""
        return apply_command(self, f, roster, said)
