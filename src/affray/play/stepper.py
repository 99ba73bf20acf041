"""A fight as it runs from question to question: a step that meets one is undone, and run again with the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from affray.engine.dice import fight_key
from affray.engine.encounter import Encounter
from affray.engine.state import NOBODY, UNDECIDED, Fight, clone
from affray.errors import AffrayError
from affray.log.hidden import Veil
from affray.log.recorder import NeedAnswer, NeedDie, Recorder
from affray.play.deciders import AtTheTable, Deciders
from affray.play.inputs import ANSWER, Entry, read_die, standing
from affray.rules.book import Book, Roster


@dataclass(frozen=True, slots=True)
class Beginning:
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

    @property
    def chosen(self) -> dict[str, str]:
        """The options that differ from the book's defaults, in words."""
        rules = self.fight.rules
        return {o.name: o.say(rules[o.number]) for o in self.book.options if rules[o.number] != o.default}

    def numbered(self) -> Fight:
        """The fight of this seed and number, before its first die."""
        f = clone(self.fight)
        f.key = fight_key(self.seed, self.number)
        for side in f.side:
            side.engine = self.deciders.engine(side.id)
        return f


@dataclass(frozen=True, slots=True)
class Kept:
    """All there is to know before a step: from here it is run again, and to here an undo goes back."""

    fight: Fight
    mark: int  # of the log
    roster: Roster
    beforehand: tuple[Entry, ...]
    spoken: Mapping[int, str]
    veil: Veil
    inputs: tuple[Entry, ...] = ()  # what was said since the step began


class Running:
    """The present state, what it waits for, and the way back."""

    def __init__(self, beginning: Beginning, typed: dict[int, tuple[int, int]], at_dice: Sequence[Entry] = ()) -> None:
        b = self.beginning = beginning
        self.people = AtTheTable(b.book, b.deciders, b.roster, typed=typed)
        self.recorder = Recorder(self.people)
        for entry in at_dice:
            self.listen(entry)
        fight = b.numbered()
        fight.table = self.recorder
        self.state = fight
        self.need: NeedAnswer | NeedDie | None = None
        self.kept = Kept(fight, 0, b.roster, (), {}, self.people.veil)
        self.trail: list[Kept] = []  # before each thing said that still holds
        self.advance()

    def hear(self, entry: Entry) -> None:
        """Goes on with what somebody said; if that is not possible, nothing has changed."""
        before = self.now()
        self.listen(entry)
        try:
            self.advance()
        except AffrayError:
            if entry.die != NOBODY:
                self.people.at_die[entry.die].remove(entry)
            self.back(before)
            raise
        self.trail.append(before)

    def listen(self, entry: Entry) -> None:
        if entry.die == NOBODY:
            self.people.inputs.append(entry)
        else:
            self.people.at_die.setdefault(entry.die, []).append(entry)

    def see(self, die: Entry) -> None:
        """Goes on with what a die shows."""
        number, sides, faces = read_die(die)
        typed = dict(self.people.typed)
        self.people.typed |= {number + i: (sides, face) for i, face in enumerate(faces)}
        try:
            self.advance()
        except AffrayError:
            self.people.typed = typed
            self.advance()
            raise

    def take_back(self) -> None:
        self.back(self.trail.pop())

    def now(self) -> Kept:
        k = self.kept
        return Kept(k.fight, k.mark, k.roster, k.beforehand, k.spoken, k.veil, tuple(self.people.inputs))

    def back(self, kept: Kept) -> None:
        self.kept = kept
        self.people.inputs = list(kept.inputs)
        self.advance()

    def advance(self) -> None:
        """Runs on to the next question, or to the end."""
        self.need = None
        while True:
            self.begin_step()
            if self.state.winner != UNDECIDED:
                return self.hear_the_rest()
            try:
                self.run()
            except (NeedAnswer, NeedDie) as need:
                if self.state.winner == UNDECIDED:
                    self.need = need
                    return None
            self.keep()

    def begin_step(self) -> None:
        kept, people = self.kept, self.people
        self.state = clone(kept.fight)
        self.recorder.back_to(kept.mark)
        people.used, people.roster = 0, kept.roster
        people.beforehand, people.spoken = list(kept.beforehand), dict(kept.spoken)
        people.veil = kept.veil

    def run(self) -> None:
        """One step; where nobody can be asked anything, all of them."""
        step, state = self.beginning.book.step, self.state
        step(state)
        while state.winner == UNDECIDED and not self.beginning.deciders.anybody:
            step(state)

    def keep(self) -> None:
        people = self.people
        people.inputs = people.inputs[people.used :]
        mark = self.recorder.mark()
        self.kept = Kept(self.state, mark, people.roster, tuple(people.beforehand), dict(people.spoken), people.veil)

    def hear_the_rest(self) -> None:
        """When the fight is over only the referee has a word; it may even take somebody back into it."""
        people = self.people
        while people.used < len(people.inputs):
            entry = people.inputs[people.used]
            people.used += 1
            if entry.kind == ANSWER:
                raise AffrayError("the fight is over: nobody is asked anything")
            try:
                people.hear(self.state, entry)
            except NeedDie as need:
                self.need = need
                return


def replayed(beginning: Beginning, entries: Sequence[Entry]) -> Running:
    """The fight from its beginning, with all that still holds."""
    kept, _, typed = standing(entries)
    running = Running(beginning, typed, [entry for entry in kept if entry.die != NOBODY])
    for entry in kept:
        if entry.die == NOBODY:
            running.hear(entry)
        else:
            running.trail.append(running.now())
    return running
