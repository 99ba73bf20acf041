"""A fight in progress: what is asked, what may be answered, do, undo, fork, save.

The entries are the truth. `Play` keeps them and is what people use; its `Stepper` runs the rules from question to
question: a step that meets one is abandoned, and run again from the last checkpoint with the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from affray.engine.clauses import ANSWER as ANSWERED
from affray.engine.clauses import CLAUSES
from affray.engine.encounter import Cunning, Encounter
from affray.engine.state import NOBODY, NOBODY_LEFT, STAND_OFF, UNDECIDED, Fight
from affray.engine.verbs import Answer
from affray.errors import AffrayError
from affray.log import Answered, Event, Log, NeedAnswer, NeedDie
from affray.log.hidden import Hidden
from affray.log.narrate import one_line
from affray.play import journal
from affray.play.functions import ask_function
from affray.play.journal import events_digest
from affray.play.questions import (
    AHEAD,
    ALWAYS,
    ANSWER,
    DIE,
    REDO,
    REFEREE,
    UNDO,
    UNDO_DIE,
    Asked,
    Choice,
    JournalEntry,
    Refused,
    check_words,
    describe_need,
    die_entry,
    entries_in_force,
    forbidden_choices,
    hides_from_the_start,
    legal_choices,
    refusal_of,
)
from affray.play.standing import ASK, NEVER, TAKE, Prices, check_standing
from affray.play.stepper import FightSetup, opening_entries, replay_entries
from affray.rules.book import Book, Roster
from affray.rules.commands import Command, split_line, split_reason
from affray.rules.shared.experience import Award, awards

if TYPE_CHECKING:
    from affray.exact.advice import Recommendation
    from affray.exact.position import PositionOdds


class Analyst(Protocol):
    """Whoever works out odds and advice for a fight. `affray.api` sets the real one, so that play needs no odds."""

    def odds(self, play: Play, seed: int) -> PositionOdds: ...
    def advice(self, play: Play, seed: int, seconds: float, fights: int) -> Recommendation: ...


class Play:
    """One fight as people play it. Entries are added and never removed; everything else is derived from them."""

    analyst: ClassVar[Analyst]

    def __init__(self, setup: FightSetup, entries: Sequence[JournalEntry] = ()) -> None:
        self.setup = setup
        self.entries: list[JournalEntry] = list(entries)
        self.lines: list[str] = []
        self.unused_dice: list[int] = []  # dice typed ahead that nothing asked for
        self.on_entry: Callable[[], None] = do_nothing  # is called after each entry
        self._seen = 0
        self._asked: tuple[NeedAnswer | NeedDie | None, Asked | None] | None = None
        self.reasons: list[str] = []  # why sides that are cunning answered as they did, since somebody last answered
        self._stepper = replay_entries(setup, self.entries)

    # what it is

    def __repr__(self) -> str:
        now = f"round {self.state.round}: {self.asks.what}" if self.asks else f"over, winner {self.winner}"
        return f"<Play: {self.encounter.title}, {now}>"

    @property
    def book(self) -> Book:
        return self.setup.book

    @property
    def encounter(self) -> Encounter:
        return self.setup.encounter

    @property
    def seed(self) -> int:
        return self.setup.seed

    @property
    def number(self) -> int:
        return self.setup.number

    @property
    def roster(self) -> Roster:
        return self._stepper.people.roster

    @property
    def began(self) -> Fight:
        """Return the fight before its first die."""
        return self._stepper.setup.fight

    def number_of(self, place: int) -> int:
        """Return the number in the fight of somebody by the place in the scenario's list."""
        places = self._stepper.setup.places
        return places[place] if place < len(places) else place

    @property
    def options(self) -> dict[str, str]:
        """Return the options that differ from the book's defaults, in words."""
        return self.setup.chosen_options

    @property
    def over(self) -> bool:
        return self.state.winner != UNDECIDED

    @property
    def winner(self) -> str | None:
        """Return the side that won, "nobody" or "stand-off"; None while the fight lasts."""
        ends = {UNDECIDED: None, NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}
        return ends[self.state.winner] if self.state.winner < 0 else self.roster.sides[self.state.winner]

    @property
    def state(self) -> Fight:
        """Return the state as it is shown: in the middle of a step while a question stands."""
        return self._stepper.state

    @property
    def state_before_step(self) -> Fight:
        """Return the state before the step in which a question stands: what is saved and simulated from."""
        return self._stepper.checkpoint.fight if self._stepper.need is not None else self.state

    @property
    def roster_before_step(self) -> Roster:
        return self._stepper.checkpoint.roster if self._stepper.need is not None else self.roster

    @property
    def pending_inputs(self) -> list[JournalEntry]:
        """List what belongs to the state before the step: answers for later, and what was said since the step began."""
        if self._stepper.need is None:
            return [*self._hiding_inputs(self.hidden), *self._stepper.people.prepared]
        before = self._stepper.checkpoint
        return [
            *self._hiding_inputs(before.hidden),
            *before.prepared,
            *self._stepper.people.inputs,
            *self._inputs_at_dice(),
        ]

    def _hiding_inputs(self, hidden: Hidden) -> list[JournalEntry]:
        commands = hidden.commands(self.roster_before_step, self.state_before_step.round)
        return [JournalEntry(REFEREE, (*said, "")) for said in commands]

    def _inputs_at_dice(self) -> list[JournalEntry]:
        """Return what was said while the dice of the present step were asked for."""
        first = self._stepper.checkpoint.fight.rolled
        return [e for die, said in self._stepper.people.at_die.items() if die >= first for e in said]

    @property
    def hidden(self) -> Hidden:
        """Return what the referee hides from the players."""
        return self._stepper.people.hidden

    @property
    def standing_answers(self) -> list[JournalEntry]:
        return list(self._stepper.people.prepared)

    # what is asked

    @property
    def asks(self) -> Asked | None:
        need = self._stepper.need
        if self._asked is None or self._asked[0] is not need:  # a need stands until something is said
            self._asked = need, self.asks_in_names(self.roster)
        return self._asked[1]

    def asks_in_names(self, roster: Roster) -> Asked | None:
        """Return what is asked in the names of another roster: of somebody who doesn't know everybody."""
        need = self._stepper.need
        return None if need is None else describe_need(self.book, roster, self.state, need, self.state_before_step)

    @property
    def legal(self) -> list[Choice]:
        return legal_choices(self.book, self.roster, self.state, self._stepper.need)

    @property
    def price(self) -> int:
        """Return what the offer that stands costs at most; 0 where nothing has a price."""
        need, price = self._stepper.need, self.book.price
        if not isinstance(need, NeedAnswer) or price is None:
            return 0
        return max(price(self.state, need.question, choice.answer) for choice in self.legal)

    def asks_a_person(self, who: int, ask: int) -> bool:
        """Return whether this question to this combatant is put to somebody outside the engine."""
        return self.setup.deciders.person(self.state.who[who].side, self.book.topics[ask])

    def why_not(self, answer: Answer | Choice | str) -> Refused | None:
        """Return why this answer to the question that stands is not allowed; None when it is."""
        if not isinstance(self._stepper.need, NeedAnswer):
            return Refused(CLAUSES[ANSWERED].id, "nobody is asked anything")
        return refusal_of(self.book, self.roster, self.state, self._stepper.need.question, self._parse_answer(answer))

    @property
    def forbidden(self) -> list[tuple[Choice, Refused]]:
        """List what the one who is asked might think of and may not do, and why."""
        need = self._stepper.need
        return (
            forbidden_choices(self.book, self.roster, self.state, need.question) if isinstance(need, NeedAnswer) else []
        )

    # what people do

    def do(self, answer: Answer | Choice | str | int | Sequence[int]) -> None:
        """Answer what is asked: a choice, its words, or for dice what they show. A refused answer changes nothing."""
        seen = self._stepper.recorder.mark()
        self._do(answer)
        self.reasons = []
        self.let_functions_answer()
        self._seen = seen

    def _do(self, answer: Answer | Choice | str | int | Sequence[int]) -> None:
        self.unused_dice = []
        seen = self._stepper.recorder.mark()
        if isinstance(self._stepper.need, NeedDie):
            self._enter_dice(self._stepper.need, answer)
        else:
            self._answer(answer)
        self._seen = seen

    def _answer(self, answer: Answer | Choice | str | int | Sequence[int]) -> None:
        need = self._stepper.need
        if not isinstance(need, NeedAnswer):
            over = ": the fight is over" if self.over else ""
            raise Refused(CLAUSES[ANSWERED].id, f"nobody is asked anything{over}")
        if not isinstance(answer, Answer | Choice | str):
            shown = isinstance(answer, int | Sequence)
            why = "no die is asked for" if shown else f"{str(answer)[:40]} is not an answer"
            raise Refused(CLAUSES[ANSWERED].id, f"{why}; answer in words")
        said = self._parse_answer(answer)
        if refusal := self.why_not(said):
            raise refusal
        q = need.question
        who = "referee" if q.who < 0 else self.roster.who[q.who]
        words = self.book.say_answer(self.state, self.roster, q, said)
        self._enter(JournalEntry(ANSWER, (who, self.book.asks[q.ask], words)))

    def referee(self, *said: str | int, reason: str = "") -> None:
        """Give a referee command, at any moment: referee("hp", "Orc 1", 3, reason="forgot the blessing").

        A whole line as it is typed will do: referee("hp Orc 1 3 because the roof fell in"). `commands` lists them."""
        words = [str(word) for word in said]
        if len(words) == 1:
            line, why = (words[0], reason) if reason else split_reason(words[0])
            words, reason = split_line(self.book, self.roster, line), why
        self._enter(JournalEntry(REFEREE, (*words, reason)))
        self.let_functions_answer()

    @property
    def commands(self) -> tuple[Command, ...]:
        """Return the referee commands of the book: those that every book has, and its own."""
        return self.book.commands

    def always(self, who: str, ask: str, words: str = TAKE, *, most: int | None = None) -> None:
        """Answer so whenever `who` ("*": everyone) is asked this and may: `yes` to what is offered, or an answer in
        words; with `most` only where it costs no more. "ask": see `ask_again`."""
        limit = "" if most is None else str(Prices(most=most))
        self._enter(JournalEntry(ALWAYS, self._check_standing(who, ask, words + limit)))

    def never(self, who: str, ask: str, *, least: int | None = None) -> None:
        """Pass whenever `who` ("*": everyone) is asked this; with `least` only where it costs so much or more."""
        limit = "" if least is None else str(Prices(least=least))
        self._enter(JournalEntry(ALWAYS, check_standing(self.book, self.roster, who, ask, NEVER + limit)))

    def ask_again(self, who: str, ask: str) -> None:
        """End what `always` and `never` set, for `who` ("*": for everyone)."""
        self._enter(JournalEntry(ALWAYS, check_standing(self.book, self.roster, who, ask, ASK)))

    def ahead(self, who: str, ask: str, words: str) -> None:
        """Give an answer before its question comes up, hidden from the others until then."""
        self._enter(JournalEntry(AHEAD, self._check_standing(who, ask, words)))

    def _check_standing(self, who: str, ask: str, words: str) -> tuple[str, str, str]:
        fields = check_standing(self.book, self.roster, who, ask, words)
        check_words(self.book, self.roster, self.state, *fields)
        return fields

    def undo(self) -> None:
        """Undo the last answer or referee's command; the dice stay as they fell."""
        in_force = entries_in_force(self.entries)[0]
        while in_force and self._by_function(in_force[-1]):
            self._step_back()
            in_force.pop()
        if not in_force:
            raise AffrayError("there is nothing to undo")
        self._step_back()

    def redo(self) -> None:
        undone = entries_in_force(self.entries)[1]
        if not undone:
            raise AffrayError("there is nothing to redo")
        seen = self._stepper.recorder.mark()
        if self._is_opening(undone[-1]):
            self._stepper = replay_entries(self.setup, [*self.entries, JournalEntry(REDO)])
        else:
            self._stepper.apply_input(undone[-1])
        self._write(JournalEntry(REDO), 0)
        self._seen = seen

    def undo_die(self) -> None:
        """Undo the die typed in last."""
        if not entries_in_force(self.entries)[2]:
            raise AffrayError("no die has been typed in")
        self._replay_with(JournalEntry(UNDO_DIE))

    def correct(self, number: int, sides: int, face: int) -> None:
        """Change a die that was typed in; what was answered since must still be possible."""
        self._replay_with(JournalEntry(DIE, (str(number), f"1d{sides}", str(face))))

    def replay_entry(self, entry: JournalEntry) -> None:
        """Apply an entry of a journal, under the same checks as when it was first made."""
        if entry.kind == UNDO:
            self.undo()
        elif entry.kind == REDO:
            self.redo()
        elif entry.kind == UNDO_DIE:
            self.undo_die()
        elif entry.kind == ANSWER:
            self._replay_answer(entry)
        else:
            self._enter(entry)

    def _replay_answer(self, entry: JournalEntry) -> None:
        asked = self.asks
        question = asked.question if asked is not None else None
        if asked is None or question is None or (asked.who, self.book.asks[question.ask]) != entry.fields[:2]:
            raise AffrayError(f"{entry.fields[0]} was not asked to {entry.fields[1]} here")
        self._do(entry.fields[2])

    def fork(self) -> Play:
        return Play(self.setup, self.entries)

    # what will come of it

    def odds(self, seed: int = 0) -> PositionOdds:
        """Return the chance of each outcome from this moment on, everybody by their tactics: exact if that is small
        enough, else from forks of this very state, with their interval."""
        if self.over:
            raise AffrayError("the fight is over; affray.odds(…) gives the odds of a fight from its start")
        return self.analyst.odds(self, seed)

    def advice(self, seed: int = 0, *, seconds: float = 2.0, fights: int = 10_000) -> Recommendation:
        """Return the legal answers to the question asked, best first, by how often the side that is asked wins; it ends
        when that is clear, or after so many seconds, or fights of each answer."""
        return self.analyst.advice(self, seed, seconds, fights)

    # what comes of it

    @property
    def log(self) -> Log:
        return self._log(0)

    @property
    def rows(self) -> list[Event | Answered]:
        """Return the log as it was recorded: events, and answers between them."""
        return self._stepper.recorder.log

    def who_answered(self, ask: int) -> set[int]:
        """Return who has been asked this in the present round."""
        rows = (row for row in self.rows if isinstance(row, Answered) and row.round == self.state.round)
        return {row.question.who for row in rows if row.question.ask == ask}

    @property
    def news_start(self) -> int:
        """Return the row of the log at which the news begin."""
        return self._seen

    @property
    def news(self) -> Log:
        """Return what happened since the last thing anybody did."""
        return self._log(self._seen)

    @property
    def xp(self) -> list[Award]:
        """Return what each side with characters has earned (affray.xp); nothing while the fight lasts."""
        return awards(self.book, self.roster, self.began, self.state) if self.over else []

    def journal(self) -> str:
        """Return the whole file: a header and one line an entry."""
        return journal.header(self) + "".join(f"{line}\n" for line in self.lines)

    def save(self, path: str | Path) -> None:
        journal.save_over(Path(path), self.journal())

    def text(self) -> str:
        """Return the state at this moment as one line that can be pasted back (affray.from_text)."""
        return journal.state_line(self)

    # how it is derived

    def _log(self, since: int) -> Log:
        return self._make_log(self.rows, since=since)

    def log_from(self, row: int) -> Log:
        """Return the log from a row on; what stands before it is not even looked at."""
        return self._make_log(self.rows[row:], start=row)

    def _make_log(self, rows: Sequence[Event | Answered], since: int = 0, start: int = 0) -> Log:
        sides, people = [c.side for c in self.state.who], self._stepper.people
        said, hidden, typed = people.spoken, people.hidden, people.typed
        where = self.book, self.roster, rows, sides
        return Log(*where, since=since, start=start, said=said, hidden=hidden, typed=typed)

    def _parse_answer(self, answer: Answer | Choice | str) -> Answer:
        if isinstance(answer, str):
            assert isinstance(self._stepper.need, NeedAnswer)
            return self.book.parse_answer(self.state, self.roster, self._stepper.need.question, answer)
        return answer.answer if isinstance(answer, Choice) else answer

    def _by_function(self, entry: JournalEntry) -> bool:
        names = self.roster.who
        side = self.state.who[names.index(entry.fields[0])].side if entry.fields[0] in names else NOBODY
        return entry.kind == ANSWER and side in self.setup.deciders.functions

    def let_functions_answer(self) -> None:
        """Let sides that a Python function plays, or that are cunning, answer at once; their answers are entries like
        any other, and nobody thinks of them again when the fight is replayed."""
        functions = self.setup.deciders.functions
        while functions and isinstance(self._stepper.need, NeedAnswer) and self._stepper.need.question.who >= 0:
            q = self._stepper.need.question
            side = self.state.who[q.who].side
            if side not in functions:
                return
            tactic = functions[side]
            if isinstance(tactic, Cunning):
                answer, why = tactic.thinker.in_play(tactic, self)
                self.reasons += [why] if why else []
            else:
                before = self.state_before_step
                answer = ask_function(tactic, self.book, self.roster, self.state, q, before)
            self._answer(answer)

    def _enter_dice(self, need: NeedDie, shown: object) -> None:
        """Enter what fell on the table. Dice may be typed ahead; those that nothing asks for are `unused_dice`."""
        faces = list(shown) if isinstance(shown, list | tuple) and not isinstance(shown, Choice) else str(shown).split()
        faces = [str(face).strip(",") for face in faces]
        self._enter(die_entry(need, faces[: need.count]))
        faces = faces[need.count :]
        while faces and isinstance(self._stepper.need, NeedDie):
            try:
                entry = die_entry(self._stepper.need, faces[: self._stepper.need.count])
            except Refused:
                break
            faces = faces[self._stepper.need.count :]
            self._enter(entry)
        self.unused_dice = [int(face) for face in faces if face.isdecimal() and len(face) < 8]

    def _enter(self, entry: JournalEntry) -> None:
        """Add an entry if the fight can continue with it; else nothing changes. A journal has a line for each."""
        entry, seen = replace(entry, fields=tuple(map(one_line, entry.fields))), self._stepper.recorder.mark()
        if self._is_opening(entry):
            self._stepper, seen = replay_entries(self.setup, [*self.entries, entry]), 0
        elif entry.kind == DIE:
            self._stepper.apply_die(entry)
        else:
            need = self._stepper.need
            entry = replace(entry, die=need.number) if isinstance(need, NeedDie) else entry
            self._stepper.apply_input(entry)
        self._write(entry, seen)
        self._seen = seen

    def _is_opening(self, entry: JournalEntry) -> bool:
        """Return whether somebody lies in wait by it before anything else was said."""
        in_force = [*entries_in_force(self.entries)[0], entry]
        return hides_from_the_start(entry) and opening_entries(self.setup, in_force) == in_force

    def _write(self, entry: JournalEntry, since: int) -> None:
        self.entries.append(entry)
        self.lines.append(f"{entry}  #{events_digest(self._stepper.recorder.since(since))}")
        self.on_entry()

    def _step_back(self) -> None:
        last = entries_in_force(self.entries)[0][-1]
        if last.die == NOBODY and not hides_from_the_start(last) and self._stepper.trail:
            self._stepper.undo()
        else:
            self._stepper = replay_entries(self.setup, [*self.entries, JournalEntry(UNDO)])
        self._write(JournalEntry(UNDO), 0)
        self._seen = self._stepper.recorder.mark()

    def _replay_with(self, entry: JournalEntry) -> None:
        """Replay all entries in force with another die."""
        before = self._stepper
        try:
            self._stepper = replay_entries(self.setup, [*self.entries, entry])
        except AffrayError as no:
            self._stepper = before
            raise AffrayError(f"what was answered since would no longer be possible ({no}); undo that first") from None
        self._write(entry, 0)
        self._seen = self._stepper.recorder.mark()


def do_nothing() -> None:
    """Watch nothing: what `on_entry` is by default."""
