"""Who decides what: for each side and each kind of question the engine, a tactic, or a person. A set, not a mode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from affray.engine import events as E
from affray.engine.clauses import SPOKEN, cite
from affray.engine.purposes import Purpose
from affray.engine.state import Fight
from affray.engine.verbs import REFEREE as THE_REFEREE
from affray.engine.verbs import Answer, Decide, Question, Refusal, note
from affray.engine.vocabulary import ROLLS, RULINGS, TOPICS
from affray.errors import AffrayError, unknown
from affray.log.recorder import NeedAnswer, NeedDie, People, only_pass, who_rolls
from affray.log.visibility import HIDING_COMMANDS, Hidden
from affray.play.inputs import AHEAD, ANSWER, REFEREE, JournalEntry
from affray.rules.book import Book, Roster

ENGINE, TACTIC, PERSON = "engine", "tactic", "person"
Tactic = Callable[[Fight, Question, list[Answer]], Answer]
Players = str | Iterable[str] | Mapping[str, Iterable[str] | Mapping[str, str]]
REFEREES = "referee"


@dataclass(frozen=True, slots=True)
class Deciders:
    """For each side (and the referee, THE_REFEREE) what each topic is decided by; what isn't named is a tactic's."""

    by: Mapping[int, Mapping[int, str]]
    functions: Mapping[int, Tactic] = field(default_factory=dict)  # of a side: a Python function as its tactic

    def person(self, side: int, topic: int) -> bool:
        """Whether somebody outside the engine is asked: a person, or a function that answers at once."""
        return self.by.get(side, {}).get(topic) == PERSON or (side in self.functions and topic != ROLLS)

    def engine(self, side: int) -> int:
        """Return bits of the topics that the engine decides."""
        return sum(1 << topic for topic, who in self.by.get(side, {}).items() if who == ENGINE)

    @property
    def asks_anybody(self) -> bool:
        return bool(self.functions) or any(PERSON in topics.values() for topics in self.by.values())

    def as_words(self, sides: tuple[str, ...]) -> dict[str, dict[str, str]]:
        """Return them in words, as `deciders` takes them."""
        names = {THE_REFEREE: REFEREES, **dict(enumerate(sides))}
        return {names[s]: {TOPICS[t]: who for t, who in topics.items()} for s, topics in self.by.items()}


def deciders(players: Players, sides: tuple[str, ...], dice: bool = False) -> Deciders:
    """Read who decides: a side's name, several, or for each its topics; `dice`: people type in what they rolled."""
    if isinstance(players, str):
        players = [players]
    named = players if isinstance(players, Mapping) else dict.fromkeys(players, ())
    numbers = {REFEREES: THE_REFEREE, **{name: i for i, name in enumerate(sides)}}
    by: dict[int, Mapping[int, str]] = {}
    for name, topics in named.items():
        if name not in numbers:
            raise AffrayError(unknown("side", name, [*sides, REFEREES]))
        by[numbers[name]] = by_topic(topics, dice, name == REFEREES)
    return Deciders(by)


def by_topic(topics: Iterable[str] | Mapping[str, str], dice: bool, referee: bool) -> dict[int, str]:
    said = dict(topics) if isinstance(topics, Mapping) else dict.fromkeys(topics, PERSON)
    for topic, who in said.items():
        if topic not in TOPICS:
            raise AffrayError(unknown("kind of question", topic, TOPICS))
        if who not in (ENGINE, TACTIC, PERSON):
            raise AffrayError(unknown("decider", who, [ENGINE, TACTIC, PERSON]))
    if not said:
        said = dict.fromkeys(TOPICS if dice or referee else [t for t in TOPICS if t != TOPICS[ROLLS]], PERSON)
        if referee and not dice:
            said[TOPICS[ROLLS]] = ENGINE
    return {TOPICS.index(topic): who for topic, who in said.items()}


@dataclass(slots=True)
class HumanAnswers(People):
    """The people of one fight: what they said since the step began, what they said beforehand, the dice they typed."""

    book: Book
    deciders: Deciders
    roster: Roster
    inputs: list[JournalEntry] = field(default_factory=list)
    used: int = 0
    typed: dict[int, tuple[int, int]] = field(default_factory=dict)
    at_die: dict[int, list[JournalEntry]] = field(default_factory=dict)  # what was said while a die was asked for
    hearing: bool = False  # such a thing, just now
    prepared: list[JournalEntry] = field(default_factory=list)  # standing answers and answers given ahead
    spoken: dict[int, str] = field(default_factory=dict)  # the referee's words, by the row of the log they made
    hidden: Hidden = field(default_factory=Hidden)

    def dice(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> list[int] | None:
        if not self.hearing:
            self.hear_at_die(f)
        known = [self.typed.get(f.rolled + n, (0, 0)) for n in range(count)]
        if all(s == sides for s, _ in known):
            return [face for _, face in known]
        if not self.anyone_rolls():
            return None
        who = who_rolls(f, owner)
        side = THE_REFEREE if who < 0 else f.who[who].side
        if self.deciders.person(side, ROLLS):
            raise NeedDie(f.rolled, sides, count, who, purpose)
        return None

    def hear_at_die(self, f: Fight) -> None:
        """What was said while this die was asked for; dice that are rolled for it come first."""
        self.hearing = True
        try:
            for entry in self.at_die.get(f.rolled, ()):
                self.apply_input(f, entry)
        finally:
            self.hearing = False

    def anyone_rolls(self) -> bool:
        return any(topics.get(ROLLS) == PERSON for topics in self.deciders.by.values())

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        side = THE_REFEREE if q.who < 0 else f.who[q.who].side
        topic = RULINGS if side == THE_REFEREE else self.book.topics[q.ask]
        if not self.deciders.person(side, topic):
            return decide(f, q)
        if side == THE_REFEREE:
            cite(self.book.clauses[q.ask])
        return self.ask_person(f, q)

    def ask_person(self, f: Fight, q: Question) -> Answer:
        """Return a person's answer: the only one there is, one prepared before, or what they say now."""
        while True:
            legal = self.book.legal(f, q)
            if only_pass(legal):
                return legal[0]
            before = self.prepared_answer(f, q)
            if before is not None:
                return before
            if self.used == len(self.inputs):
                raise NeedAnswer(q)
            entry = self.inputs[self.used]
            self.used += 1
            if entry.kind == ANSWER:
                return self.book.read(f, self.roster, q, entry.fields[2])
            self.apply_input(f, entry)

    def apply_input(self, f: Fight, entry: JournalEntry) -> None:
        """Apply a referee's command, or an answer for later, given while a question was asked."""
        if entry.kind == REFEREE:
            *said, why = entry.fields
            if f.table is not None:
                self.spoken[f.table.mark()] = " ".join(said) + (f": {why}" if why else "")
            self.apply_referee_command(f, said)
        else:
            self.prepared = [e for e in self.prepared if e.fields[:2] != entry.fields[:2]]
            if entry.fields[2] != "ask":
                self.prepared.append(entry)

    def apply_referee_command(self, f: Fight, said: Sequence[str]) -> None:
        """Obey the referee: what players may know is decided here, all else by the book."""
        if said and said[0] in HIDING_COMMANDS:
            self.hidden, who = self.hidden.after_command(
                self.roster, said, f.table.mark() if f.table is not None else 0
            )
            note(f, E.REFEREE, SPOKEN, f.who[who], f.who[who])
        else:
            self.roster = self.book.word(f, self.roster, said)

    def prepared_answer(self, f: Fight, q: Question) -> Answer | None:
        """Return an answer given ahead, which is used up, or a standing one; skip those not allowed now."""
        who = REFEREES if q.who < 0 else self.roster.who[q.who]
        for entry in self.prepared:
            if entry.fields[0] in (who, "*") and entry.fields[1] == self.book.asks[q.ask]:
                answer = self.allowed_answer(f, q, entry.fields[2])
                if answer is not None:
                    if entry.kind == AHEAD:
                        self.prepared.remove(entry)
                    return answer
        return None

    def allowed_answer(self, f: Fight, q: Question, words: str) -> Answer | None:
        try:
            answer = self.book.read(f, self.roster, q, words)
        except AffrayError:
            return None
        return answer if self.book.refusal(f, q, answer) == 0 else None


def with_functions(made: Deciders, tactics: Mapping[int, Tactic]) -> Deciders:
    return replace(made, functions=dict(tactics))
