"""A fight at the table: what is asked, what may be answered, do, undo, fork, save. The entries are the truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from affray.engine.clauses import ANSWER as ANSWERED
from affray.engine.clauses import CLAUSES
from affray.engine.encounter import Encounter
from affray.engine.state import NOBODY, NOBODY_LEFT, STAND_OFF, UNDECIDED, Fight
from affray.engine.verbs import Answer
from affray.errors import AffrayError
from affray.log import Log
from affray.log.hidden import Veil
from affray.log.narrate import one_line
from affray.log.recorder import Answered, Event, NeedAnswer, NeedDie
from affray.play import journal
from affray.play.inputs import AHEAD, ALWAYS, ANSWER, DIE, REDO, REFEREE, UNDO, UNDO_DIE, Entry, standing
from affray.play.journal import digest
from affray.play.questions import Asked, Choice, Refused, asked, choices, forbidden, refused, shown_by
from affray.play.stepper import Beginning, replayed
from affray.rules.book import Book, Roster

if TYPE_CHECKING:
    from affray.odds.position import Advice, PositionOdds


class Analyst(Protocol):
    """Whoever works out odds and advice for a fight. `affray.api` sets the real one, so that play needs no odds."""

    def odds(self, play: Play, seed: int) -> PositionOdds: ...
    def advice(self, play: Play, seed: int) -> list[Advice]: ...


class Play:
    """One fight as people play it. Entries are added and never removed; everything else is derived from them."""

    analyst: ClassVar[Analyst]

    def __init__(self, beginning: Beginning, entries: Sequence[Entry] = ()) -> None:
        self.beginning = beginning
        self.entries: list[Entry] = list(entries)
        self.lines: list[str] = []
        self.dropped: list[int] = []  # dice typed ahead that nothing asked for
        self.watch: Callable[[], None] = nothing  # is called after each entry
        self._seen = 0
        self._running = replayed(beginning, self.entries)
        self._let_functions_answer()

    # what it is

    @property
    def book(self) -> Book:
        return self.beginning.book

    @property
    def encounter(self) -> Encounter:
        return self.beginning.encounter

    @property
    def seed(self) -> int:
        return self.beginning.seed

    @property
    def number(self) -> int:
        return self.beginning.number

    @property
    def roster(self) -> Roster:
        return self._running.people.roster

    @property
    def options(self) -> dict[str, str]:
        """The options that differ from the book's defaults, in words."""
        return self.beginning.chosen

    @property
    def over(self) -> bool:
        return self.state.winner != UNDECIDED

    @property
    def winner(self) -> str | None:
        """The side that won, "nobody" or "stand-off"; None while it lasts."""
        ends = {UNDECIDED: None, NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}
        return ends[self.state.winner] if self.state.winner < 0 else self.roster.sides[self.state.winner]

    @property
    def state(self) -> Fight:
        """As it is shown: in the middle of a step while a question stands."""
        return self._running.state

    @property
    def kept(self) -> Fight:
        """The state before the step in which a question stands: what is saved and simulated from."""
        return self._running.kept.fight if self._running.need is not None else self.state

    @property
    def kept_roster(self) -> Roster:
        return self._running.kept.roster if self._running.need is not None else self.roster

    @property
    def pending(self) -> list[Entry]:
        """What holds beside the kept state: answers for later, and what was said since the step began."""
        if self._running.need is None:
            return [*self._unseen(self.veil), *self._running.people.beforehand]
        kept = self._running.kept
        return [*self._unseen(kept.veil), *kept.beforehand, *self._running.people.inputs, *self._heard_at_dice()]

    def _unseen(self, veil: Veil) -> list[Entry]:
        return [Entry(REFEREE, (*said, "")) for said in veil.words(self.kept_roster)]

    def _heard_at_dice(self) -> list[Entry]:
        """Of the dice that the present step has asked for."""
        first = self._running.kept.fight.rolled
        return [e for die, said in self._running.people.at_die.items() if die >= first for e in said]

    @property
    def veil(self) -> Veil:
        """What the referee keeps from the players."""
        return self._running.people.veil

    @property
    def standings(self) -> list[Entry]:
        return list(self._running.people.beforehand)

    # what is asked

    @property
    def asks(self) -> Asked | None:
        return None if self._running.need is None else asked(self.book, self.roster, self.state, self._running.need)

    @property
    def legal(self) -> list[Choice]:
        return choices(self.book, self.roster, self.state, self._running.need)

    def asks_a_person(self, who: int, ask: int) -> bool:
        """Whether this question to this combatant is put to somebody outside the engine."""
        return self.beginning.deciders.person(self.state.who[who].side, self.book.topics[ask])

    def why_not(self, answer: Answer | Choice | str) -> Refused | None:
        """Why this answer to the question that stands is not allowed; None when it is."""
        if not isinstance(self._running.need, NeedAnswer):
            return Refused(CLAUSES[ANSWERED].id, "nobody is asked anything")
        return refused(self.book, self.roster, self.state, self._running.need.question, self._read(answer))

    @property
    def forbidden(self) -> list[tuple[Choice, Refused]]:
        """What the one who is asked might think of and may not do, and why."""
        need = self._running.need
        return forbidden(self.book, self.roster, self.state, need.question) if isinstance(need, NeedAnswer) else []

    # what people do

    def do(self, answer: Answer | Choice | str | int | Sequence[int]) -> None:
        """Answers what is asked: a choice, its words, or for dice what they show. What is refused changes nothing."""
        self.dropped = []
        seen = self._running.recorder.mark()
        if isinstance(self._running.need, NeedDie):
            self._type(self._running.need, answer)
        else:
            self._answer(answer)
        self._let_functions_answer()
        self._seen = seen

    def _answer(self, answer: Answer | Choice | str | int | Sequence[int]) -> None:
        need = self._running.need
        if not isinstance(need, NeedAnswer):
            raise Refused(
                CLAUSES[ANSWERED].id, "nobody is asked anything" + (": the fight is over" if self.over else "")
            )
        if isinstance(answer, int) or not isinstance(answer, Answer | Choice | str):
            raise Refused(CLAUSES[ANSWERED].id, "no die is asked for; answer in words")
        said = self._read(answer)
        if refused := self.why_not(said):
            raise refused
        q = need.question
        who = "referee" if q.who < 0 else self.roster.who[q.who]
        words = self.book.words(self.state, self.roster, q, said)
        self._enter(Entry(ANSWER, (who, self.book.asks[q.ask], words)))

    def referee(self, *said: str | int, reason: str = "") -> None:
        """The referee's word, at any moment: referee("hp", "Orc 1", 3, reason="forgot the blessing")."""
        self._enter(Entry(REFEREE, (*map(str, said), reason)))
        self._let_functions_answer()

    def always(self, who: str, ask: str, words: str) -> None:
        """A standing answer, given whenever `who` ("*": everyone) is asked this and may; "ask" to be asked again."""
        self._enter(Entry(ALWAYS, self._known(who, ask, words)))

    def ahead(self, who: str, ask: str, words: str) -> None:
        """An answer given before its question comes up, hidden from the others until then."""
        self._enter(Entry(AHEAD, self._known(who, ask, words)))

    def undo(self) -> None:
        """Takes back the last answer or word; the dice stay as they fell."""
        kept = standing(self.entries)[0]
        while kept and self._by_function(kept[-1]):
            self._step_back()
            kept.pop()
        if not kept:
            raise AffrayError("there is nothing to undo")
        self._step_back()

    def redo(self) -> None:
        undone = standing(self.entries)[1]
        if not undone:
            raise AffrayError("there is nothing to redo")
        seen = self._running.recorder.mark()
        self._running.hear(undone[-1])
        self._write(Entry(REDO), 0)
        self._seen = seen

    def undo_die(self) -> None:
        """Takes back the die typed in last."""
        if not standing(self.entries)[2]:
            raise AffrayError("no die has been typed in")
        self._replay_with(Entry(UNDO_DIE))

    def correct(self, number: int, sides: int, face: int) -> None:
        """Puts another face on a die that was typed in; what was answered since must still be possible."""
        self._replay_with(Entry(DIE, (str(number), f"1d{sides}", str(face))))

    def again(self, entry: Entry) -> None:
        """Takes an entry as a journal has it, under the same checks as when it was first made."""
        if entry.kind == UNDO:
            self.undo()
        elif entry.kind == REDO:
            self.redo()
        elif entry.kind == UNDO_DIE:
            self.undo_die()
        elif entry.kind == ANSWER:
            self._answer_again(entry)
        else:
            self._enter(entry)

    def _answer_again(self, entry: Entry) -> None:
        asked = self.asks
        if (
            asked is None
            or asked.question is None
            or (asked.who, self.book.asks[asked.question.ask]) != entry.fields[:2]
        ):
            raise AffrayError(f"{entry.fields[0]} was not asked to {entry.fields[1]} here")
        self.do(entry.fields[2])

    def fork(self) -> Play:
        return Play(self.beginning, self.entries)

    # what will come of it

    def odds(self, seed: int = 0) -> PositionOdds:
        """The chance of each outcome from this moment on, everybody by their tactics: exact if that is small enough,
        else from forks of this very state, with their interval."""
        return self.analyst.odds(self, seed)

    def advice(self, seed: int = 0) -> list[Advice]:
        """The legal answers to the question that stands, best first, by how often the side that is asked wins."""
        return self.analyst.advice(self, seed)

    # what comes of it

    @property
    def log(self) -> Log:
        return self._log(0)

    @property
    def rows(self) -> list[Event | Answered]:
        """The log as it was recorded: events, and answers between them."""
        return self._running.recorder.log

    def answered(self, ask: int) -> set[int]:
        """Who has been asked this in the present round."""
        rows = (row for row in self.rows if isinstance(row, Answered) and row.round == self.state.round)
        return {row.question.who for row in rows if row.question.ask == ask}

    @property
    def news(self) -> Log:
        """What happened since the last thing anybody did."""
        return self._log(self._seen)

    def journal(self) -> str:
        """The whole file: a header and one line an entry."""
        return journal.header(self) + "".join(f"{line}\n" for line in self.lines)

    def save(self, path: str | Path) -> None:
        journal.write(Path(path), self.journal())

    def text(self) -> str:
        """The state at this moment as one line that can be pasted back (affray.from_text)."""
        return journal.state_line(self)

    # how it is derived

    def _log(self, since: int) -> Log:
        return self._told(self.rows, since=since)

    def log_from(self, row: int) -> Log:
        """The log from a row on; what stands before it is not even looked at."""
        return self._told(self.rows[row:], start=row)

    def _told(self, rows: Sequence[Event | Answered], since: int = 0, start: int = 0) -> Log:
        sides, people = [c.side for c in self.state.who], self._running.people
        return Log(
            self.book,
            self.roster,
            rows,
            sides,
            since=since,
            start=start,
            said=people.spoken,
            veil=people.veil,
            typed=people.typed,
        )

    def _read(self, answer: Answer | Choice | str) -> Answer:
        if isinstance(answer, str):
            assert isinstance(self._running.need, NeedAnswer)
            return self.book.read(self.state, self.roster, self._running.need.question, answer)
        return answer.answer if isinstance(answer, Choice) else answer

    def _known(self, who: str, ask: str, words: str) -> tuple[str, str, str]:
        if who not in (*self.roster.who, "*", "referee"):
            raise AffrayError(f"there is no combatant {who!r}")
        if ask not in self.book.asks:
            raise AffrayError(f"there is no question {ask!r}; the questions are {', '.join(self.book.asks)}")
        return who, ask, words

    def _by_function(self, entry: Entry) -> bool:
        names = self.roster.who
        side = self.state.who[names.index(entry.fields[0])].side if entry.fields[0] in names else NOBODY
        return entry.kind == ANSWER and side in self.beginning.deciders.functions

    def _let_functions_answer(self) -> None:
        """Sides that a Python function plays answer at once; their answers are entries like any other."""
        functions = self.beginning.deciders.functions
        while functions and isinstance(self._running.need, NeedAnswer) and self._running.need.question.who >= 0:
            q = self._running.need.question
            side = self.state.who[q.who].side
            if side not in functions:
                return
            self._answer(functions[side](self.state, q, self.book.legal(self.state, q)))

    def _type(self, need: NeedDie, shown: object) -> None:
        """What fell on the table. Dice may be typed ahead: what nothing asks for is dropped, and said (`dropped`)."""
        faces = list(shown) if isinstance(shown, list | tuple) and not isinstance(shown, Choice) else str(shown).split()
        faces = [str(face).strip(",") for face in faces]
        self._enter(shown_by(need, faces[: need.count]))
        faces = faces[need.count :]
        while faces and isinstance(self._running.need, NeedDie):
            try:
                entry = shown_by(self._running.need, faces[: self._running.need.count])
            except Refused:
                break
            faces = faces[self._running.need.count :]
            self._enter(entry)
        self.dropped = [int(face) for face in faces if face.isdecimal() and len(face) < 8]

    def _enter(self, entry: Entry) -> None:
        """Adds an entry if the fight can go on with it; else nothing has changed. A journal has a line for each."""
        entry, seen = replace(entry, fields=tuple(map(one_line, entry.fields))), self._running.recorder.mark()
        if entry.kind == DIE:
            self._running.see(entry)
        else:
            need = self._running.need
            entry = replace(entry, die=need.number) if isinstance(need, NeedDie) else entry
            self._running.hear(entry)
        self._write(entry, seen)
        self._seen = seen

    def _write(self, entry: Entry, since: int) -> None:
        self.entries.append(entry)
        self.lines.append(f"{entry}  #{digest(self._running.recorder.since(since))}")
        self.watch()

    def _step_back(self) -> None:
        last = standing(self.entries)[0][-1]
        if last.die == NOBODY:
            self._running.take_back()
        else:
            self._running = replayed(self.beginning, [*self.entries, Entry(UNDO)])
        self._write(Entry(UNDO), 0)
        self._seen = self._running.recorder.mark()

    def _replay_with(self, entry: Entry) -> None:
        """Other dice: all that still holds is played again."""
        before = self._running
        try:
            self._running = replayed(self.beginning, [*self.entries, entry])
        except AffrayError as no:
            self._running = before
            raise AffrayError(f"what was answered since would no longer be possible ({no}); undo that first") from None
        self._write(entry, 0)
        self._seen = self._running.recorder.mark()


def nothing() -> None:
    """Nobody watches."""
