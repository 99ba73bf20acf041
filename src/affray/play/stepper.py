"""The steps of a fight in progress: the rules run from question to question, and back to where somebody was asked.

A step that meets a question is abandoned, and run again from the last checkpoint with the answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from affray.engine import events as E
from affray.engine.clauses import WAIT
from affray.engine.dice import fight_key
from affray.engine.encounter import Encounter
from affray.engine.state import ALWAYS, NOBODY, UNDECIDED, Fight, clone
from affray.engine.verbs import REFEREE as THE_REFEREE
from affray.engine.verbs import note
from affray.engine.vocabulary import LURKING, RULINGS
from affray.errors import AffrayError
from affray.log import NeedAnswer, NeedDie, Recorder
from affray.log.hidden import Hidden
from affray.log.narrate import Spoken
from affray.play.questions import (
    ANSWER,
    Deciders,
    HumanAnswers,
    JournalEntry,
    entries_in_force,
    hides_from_the_start,
    read_die,
)
from affray.rules.book import Book, Roster
from affray.rules.commands import find_name
from affray.rules.shared.waiting import join, lurks

CHECKPOINTS = 24  # states that a fight keeps to go back to; further back it is run again from the beginning


@dataclass(frozen=True, slots=True)
class FightSetup:
    """What a fight is derived from, before anybody has said anything."""

    book: Book
    encounter: Encounter
    fight: Fight
    roster: Roster
    seed: int
    number: int
    options: Mapping[str, int]
    deciders: Deciders
    built: bool = True  # from the scenario's text; else the state itself is what was given
    hidden: tuple[int, ...] = ()  # who lies in wait from the start, by their numbers in this fight
    places: tuple[int, ...] = ()  # of everybody, as they are listed in the scenario, the number in this fight

    @property
    def chosen_options(self) -> dict[str, str]:
        """Return the options that differ from the book's defaults, in words."""
        rules = self.fight.rules
        return {o.name: o.say(rules[o.number]) for o in self.book.options if rules[o.number] != o.default}

    def hiding(self, names: Sequence[str]) -> FightSetup:
        """Return it with these in wait from the start (affray.wait): to the others as if they were not there."""
        hidden = list[int]()
        for name in names:
            number = find_name(name, self.roster.who, "combatant")
            if number in hidden:
                raise AffrayError(f"{self.roster.who[number]} is hidden already")
            hidden.append(number)
        if not hidden:
            return self
        hidden.sort()
        fight, roster = self.book.build(replace(self.encounter, hidden=tuple(hidden)), self.options)
        listed = [number for number in range(fight.n) if number not in hidden] + hidden
        places = tuple(listed.index(number) for number in range(fight.n))
        return replace(self, fight=fight, roster=roster, hidden=tuple(places[n] for n in hidden), places=places)

    def fresh_fight(self) -> Fight:
        """Return the fight of this seed and number, before its first die."""
        f = clone(self.fight)
        f.key = fight_key(self.seed, self.number)
        for side in f.side:
            side.engine_questions = self.deciders.engine(side.id)
        f.has_referee = self.deciders.person(THE_REFEREE, RULINGS)
        return f


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """All there is to know before a step: from here it is run again, and to here an undo goes back."""

    fight: Fight
    mark: int  # of the log
    roster: Roster
    prepared: tuple[JournalEntry, ...]
    spoken: Mapping[int, Spoken]
    hidden: Hidden
    inputs: tuple[JournalEntry, ...] = ()  # what was said since the step began


class Stepper:
    """The present state, what it waits for, and the way back."""

    def __init__(
        self,
        setup: FightSetup,
        typed: dict[int, tuple[int, int]],
        at_dice: Sequence[JournalEntry] = (),
        record: Callable[[HumanAnswers], Recorder] = Recorder,
    ) -> None:
        b = self.setup = setup
        self.people = HumanAnswers(b.book, b.deciders, b.roster, typed=typed, hidden=Hidden.from_the_start(b.hidden))
        self.recorder = record(self.people)
        for entry in at_dice:
            self.queue_input(entry)
        fight = b.fresh_fight()
        fight.observer = self.recorder
        self.state = fight
        self.need: NeedAnswer | NeedDie | None = None
        for number in b.hidden:
            note(fight, E.CONDITION_ON, WAIT, fight.who[number], fight.who[number], LURKING, ALWAYS)
        self.checkpoint = Checkpoint(fight, self.recorder.mark(), b.roster, (), {}, self.people.hidden)
        self.trail: deque[Checkpoint] = deque(maxlen=CHECKPOINTS)  # before each of the last things said that still hold
        self.advance()

    def apply_input(self, entry: JournalEntry) -> None:
        """Continue with what somebody said; if that is not possible, nothing changes."""
        before = self.checkpoint_now()
        self.queue_input(entry)
        try:
            self.advance()
        except AffrayError:
            if entry.die != NOBODY:
                self.people.at_die[entry.die].remove(entry)
            self.restore(before)
            raise
        self.trail.append(before)

    def queue_input(self, entry: JournalEntry) -> None:
        if entry.die == NOBODY:
            self.people.inputs.append(entry)
        else:
            self.people.at_die.setdefault(entry.die, []).append(entry)

    def apply_die(self, die: JournalEntry) -> None:
        """Continue with what a die shows."""
        number, sides, faces = read_die(die)
        typed = dict(self.people.typed)
        self.people.typed |= {number + i: (sides, face) for i, face in enumerate(faces)}
        try:
            self.advance()
        except AffrayError:
            self.people.typed = typed
            self.advance()
            raise

    def undo(self) -> None:
        self.restore(self.trail.pop())

    def checkpoint_now(self) -> Checkpoint:
        k = self.checkpoint
        return Checkpoint(k.fight, k.mark, k.roster, k.prepared, k.spoken, k.hidden, tuple(self.people.inputs))

    def restore(self, checkpoint: Checkpoint) -> None:
        self.checkpoint = checkpoint
        self.people.inputs = list(checkpoint.inputs)
        self.advance()

    def advance(self) -> None:
        """Run to the next question, or to the end."""
        self.need = None
        while True:
            self.begin_step()
            if self.state.winner != UNDECIDED:
                return self.apply_rest()
            try:
                self.run_step()
            except (NeedAnswer, NeedDie) as need:
                if self.state.winner == UNDECIDED:
                    self.need = need.with_traceback(None)  # with it, all that was run would be kept
                    return None
            self.commit_step()

    def begin_step(self) -> None:
        checkpoint, people = self.checkpoint, self.people
        self.state = clone(checkpoint.fight)
        self.recorder.back_to(checkpoint.mark)
        people.used, people.roster = 0, checkpoint.roster
        people.prepared, people.spoken = list(checkpoint.prepared), dict(checkpoint.spoken)
        people.hidden = checkpoint.hidden

    def run_step(self) -> None:
        """Run one step; where nobody can be asked anything, all of them."""
        state = self.state
        self.take_step(state)
        while state.winner == UNDECIDED and not self.setup.deciders.asks_anybody:
            self.take_step(state)

    def take_step(self, state: Fight) -> None:
        """Take one step; those who lie in wait come out where all their friends are out (affray.wait)."""
        self.setup.book.step(state)
        if state.relief_due:
            state.relief_due = False
            for c in filter(lurks, state.who[: state.n]):
                self.people.hidden = self.people.hidden.reveal(c.id, self.recorder.mark())
                note(state, E.CONDITION_OFF, WAIT, c, c, LURKING)
                join(state, c)

    def commit_step(self) -> None:
        people = self.people
        people.inputs = people.inputs[people.used :]
        mark = self.recorder.mark()
        prepared, spoken = tuple(people.prepared), dict(people.spoken)
        self.checkpoint = Checkpoint(self.state, mark, people.roster, prepared, spoken, people.hidden)

    def apply_rest(self) -> None:
        """Apply what the referee says after the end; it may even bring somebody back into the fight."""
        people = self.people
        while people.used < len(people.inputs):
            entry = people.inputs[people.used]
            people.used += 1
            if entry.kind == ANSWER:
                raise AffrayError("the fight is over: nobody is asked anything")
            try:
                people.apply_input(self.state, entry)
            except NeedDie as need:
                self.need = need.with_traceback(None)
                return


def replay_entries(
    setup: FightSetup,
    entries: Sequence[JournalEntry],
    record: Callable[[HumanAnswers], Recorder] = Recorder,
) -> Stepper:
    """Run the fight from its beginning, with all entries in force; `record` makes its log."""
    in_force, _, typed = entries_in_force(entries)
    opening = opening_entries(setup, in_force)
    later = in_force[len(opening) :]
    setup = setup.hiding([entry.fields[1] for entry in opening])
    stepper = Stepper(setup, typed, [entry for entry in later if entry.die != NOBODY], record)
    stepper.trail += [stepper.checkpoint_now() for _ in opening]
    for entry in later:
        if entry.die == NOBODY:
            stepper.apply_input(entry)
        else:
            stepper.trail.append(stepper.checkpoint_now())
    return stepper


def opening_entries(setup: FightSetup, in_force: Sequence[JournalEntry]) -> list[JournalEntry]:
    """Return the entries by which somebody lies in wait from the start: they come before anything else."""
    return list(takewhile(hides_from_the_start, in_force)) if setup.built else []
