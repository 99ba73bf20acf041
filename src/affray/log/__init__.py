"""The log of a fight: what records it, and how it is told as text, as Markdown and as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, overload

from affray.engine import clauses
from affray.engine.clauses import CLAUSES, NOBODY_CHECKS, REASONS, START
from affray.engine.dice import face
from affray.engine.events import BECAUSE, KINDS
from affray.engine.phrases import ABOUT_NOBODY, ABOUT_SIDES
from affray.engine.state import Fight
from affray.engine.verbs import A_SIDE, PASS, REFEREE, Answer, Decide, Question, Refusal, thought
from affray.engine.vocabulary import Purpose
from affray.errors import AffrayError, unknown
from affray.log.hidden import Hidden
from affray.log.narrate import (
    HIDDEN,
    Description,
    Names,
    Spoken,
    describe_command,
    describe_event,
    key_of_words,
    one_line,
    parts_for,
    redact,
    tells,
)
from affray.rules.book import Book, Roster

Pairs = tuple[tuple[int, int], ...]
CHANGE_SIDE = "side"  # the referee command that does it


class Event(NamedTuple):
    kind: int
    clause: int
    who: int
    other: int
    value: int
    was: int
    rolled: int  # how many dice had fallen by then
    round: int
    dice: Pairs  # (sides, face)
    because: Pairs  # (reason, amount) of every modifier


class Answered(NamedTuple):
    question: Question
    answer: Answer
    rolled: int
    round: int


class NeedAnswer(Exception):
    """A person must answer this question."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class NeedDie(Exception):
    """A person must say what these dice show."""

    def __init__(self, number: int, sides: int, count: int, who: int, purpose: Purpose) -> None:
        super().__init__(number, sides, count)
        self.number, self.sides, self.count, self.who, self.purpose = number, sides, count, who, purpose


class Illegal(AffrayError):
    """An answer of a tactic or of a journal that is not allowed, with the number of the reason."""

    def __init__(self, question: Question, answer: Answer, reason: int) -> None:
        clause, words, _ = REASONS[reason]
        super().__init__(f"an answer is not allowed: {words} [{CLAUSES[clause].id}]")
        self.question, self.answer, self.reason = question, answer, reason


class Recorder:
    """The log of a plain run. Alone it records automatic play; with people in it (play/questions.py) it asks them."""

    __slots__ = ("_log", "_rows", "dice", "people", "reasons")

    def __init__(self, people: People | None = None) -> None:
        self._log: list[tuple[Any, ...]] = []
        self._rows: list[Event | Answered] = []  # of the first of them, made when somebody reads the log
        self.dice: Pairs = ()  # since the last event
        self.reasons: Pairs = ()
        self.people = people

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        if count == 1 and self.people is None:
            shown = face(f.key, f.rolled, sides)
            f.rolled += 1
            self.dice += ((sides, shown),)
            return shown
        total = 0
        known = None if self.people is None else self.people.dice(f, owner, purpose, sides, count)
        for n in range(count):
            shown = face(f.key, f.rolled, sides) if known is None else known[n]
            f.rolled += 1
            self.dice += ((sides, shown),)
            total += shown
        return total

    def reason(self, reason: int, amount: int) -> None:
        self.reasons += ((reason, amount),)

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        # a plus makes a number of what is True or False, and a quick one
        self._log.append((kind, clause, who, other, +value, +was, f.rolled, f.round, self.dice, self.reasons))
        self.dice = self.reasons = ()

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        if self.dice or self.reasons:
            raise AssertionError("something was rolled and not noted before asking: the one asked could not see it")
        if self.people is None:
            a = decide(f, q)  # a tactic asks itself what it may; once more would cost a fifth of the time
        else:
            a = self.people.answer(f, q, decide, refusal)
            check(q, a, refusal(f, q, a))
        self._log.append((q, a, f.rolled, f.round))
        return a

    @property
    def log(self) -> list[Event | Answered]:
        """Return all rows. Each is made once: a table reads the log again after every answer."""
        self._rows += [Answered(*row) if len(row) == 4 else Event(*row) for row in self._log[len(self._rows) :]]
        return self._rows.copy()

    @property
    def events(self) -> list[Event]:
        return self.since(0)

    def since(self, mark: int) -> list[Event]:
        return [Event(*row) for row in self._log[mark:] if len(row) != 4]

    def cite(self) -> None:
        """Tell the witness which clauses the log cites."""
        for row in self._log:
            if len(row) == 4:
                continue
            clauses.cite(row[1])
            for reason, _ in row[9]:
                clauses.cite(REASONS[reason].clause)

    def guess(self, f: Fight, sides: int) -> int:
        return thought(f, sides)

    def mark(self) -> int:
        return len(self._log)

    def back_to(self, mark: int) -> None:
        """Forget what a step that is undone has said."""
        del self._log[mark:]
        del self._rows[mark:]
        self.dice = self.reasons = ()

    def flat(self) -> list[tuple[int, ...]]:
        """Return the log as rows of seven ints: what the compiled run writes."""
        rows: list[tuple[int, ...]] = []
        for row in self._log:
            if len(row) == 4:
                q, a, rolled, _ = row
                rows.append((-1 - q.ask, q.who, a.kind, a.target, a.option, rolled, q.other))
            else:
                rows += [(BECAUSE, reason, amount, 0, 0, 0, 0) for reason, amount in row[9]]
                rows.append((row[0], *row[1:7]))
        return rows


class People:
    """Whoever decides besides the tactics: persons at the table, and Python functions. The driver has the real one."""

    def dice(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> list[int] | None:
        """Return the faces people typed in; None where the engine rolls. Raises NeedDie."""
        return None

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        return decide(f, q)


def check(q: Question, a: Answer, why: int) -> None:
    if why:
        clauses.cite(REASONS[why].clause)
        raise Illegal(q, a, why)


def only_pass(legal: Iterable[Answer]) -> bool:
    """Return whether somebody can do no more than pass: then nobody is asked."""
    return all(a.kind == PASS for a in legal)


def pass_among(legal: Sequence[Answer]) -> Answer:
    """Return the answer of somebody who is not asked: a pass; where there is none, the first."""
    return next((a for a in legal if a.kind == PASS), legal[0])


def who_rolls(f: Fight, owner: int) -> int:
    """Return the number of the combatant who rolls, or REFEREE; for a side its first member still in the fight."""
    if owner > A_SIDE:
        return owner
    return next((c.id for c in f.who if c.side == A_SIDE - owner and c.in_fight), REFEREE)


# --- the log

RESET, BOLD, DIM, RED, GREEN, YELLOW, BLUE, MAGENTA = (f"\x1b[{n}m" for n in (0, 1, 2, 31, 32, 33, 34, 35))
COLOURS = {
    "hit": GREEN,
    "miss": DIM,
    "damage": RED,
    "heal": GREEN,
    "condition-on": MAGENTA,
    "condition-off": MAGENTA,
    "down": BOLD + RED,
    "dead": BOLD + RED,
    "fled": YELLOW,
    "surrendered": YELLOW,
    "due": YELLOW,
    "referee": BLUE,
    "end": BOLD,
}
MARKDOWN_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|~&"})  # what Markdown takes for its own


class Shown(NamedTuple):
    """An event as its readers know it: its number, its row, and which parts of it are known."""

    n: int
    row: int
    event: Event
    parts: str
    hidden: frozenset[int]


class Line(NamedTuple):
    n: str
    kind: str
    words: str
    clause: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A round, or what comes before the first."""

    title: str
    clause: str
    n: str = ""  # its number among the events; empty for what comes before the first
    lines: list[Line] = field(default_factory=list)


class Log(Sequence[Event]):
    """The events of a fight, with the names to tell them by.

    sides: of each combatant the number of its side. since: the first row that is shown, where the earlier ones are only
    counted. first: the number of the first event. start: which row of the fight the first one given is. said: the
    referee commands, by the rows they made. audience: the sides whose players read it; their log holds what they may
    know, and is numbered without a gap. hidden: who is hidden from them.
    typed: the numbers of the dice that were typed in."""

    def __init__(
        self,
        book: Book,
        roster: Roster,
        rows: Iterable[Event | Answered],
        sides: Sequence[int] = (),
        *,
        since: int = 0,
        first: int = 1,
        start: int = 0,
        said: Mapping[int, Spoken] | None = None,
        audience: Collection[int] | None = None,
        hidden: Hidden | None = None,
        typed: Collection[int] = (),
    ) -> None:
        self.book = book
        self._names = Names(roster, tuple(sides), book.unit)
        self._rows = tuple(rows)
        self._since, self._first, self._start = since, first, start
        self._said = said or {}
        self._audience = audience
        self._hidden, self._typed = hidden or Hidden(), typed
        self._side_changes = list(self._find_side_changes())  # the last comes first
        self._shown = tuple(self._choose())

    def _choose(self) -> Iterator[Shown]:
        n = self._first
        for row, e in enumerate(self._rows, self._start):
            if isinstance(e, Answered) or any(reason == NOBODY_CHECKS for reason, _ in e.because):
                continue
            hidden = self._hidden_at(row)
            parts = HIDDEN if self._behind(e, hidden, row) else self._parts(row, e)
            if parts == HIDDEN:
                continue
            if row >= self._since:
                yield Shown(n, row, e if self._audience is None else redact(e, parts), parts, hidden)
            n += 1

    def _parts(self, row: int, e: Event) -> str:
        """Return which parts of an event the readers may know."""
        spoken, sides = self._said.get(row), self._names_at(row).sides
        if spoken is None or self._audience is None or not tells(e):
            return parts_for(e, sides, self._audience)
        return spoken.parts_for(e, sides, self._audience)

    def _find_side_changes(self) -> Iterator[tuple[int, Event]]:
        for row in sorted(self._said, reverse=True):
            e = self._rows[row - self._start] if 0 <= row - self._start < len(self._rows) else None
            if self._said[row].command == CHANGE_SIDE and isinstance(e, Event) and tells(e):
                yield row, e

    def _names_at(self, row: int) -> Names:
        """Return the names with the sides as they were then: the referee may let somebody change sides."""
        if not self._side_changes or row >= self._side_changes[0][0]:
            return self._names
        sides = list(self._names.sides)
        for changed, e in self._side_changes:
            if changed > row:
                sides[e.who] = e.was
        return replace(self._names, sides=tuple(sides))

    def _hidden_at(self, row: int) -> frozenset[int]:
        """Return whom the readers didn't know of then."""
        if self._audience is None:
            return frozenset()
        return frozenset(c for c in self._hidden.hidden_at(row) if self._names.sides[c] not in self._audience)

    def _behind(self, e: Event, hidden: frozenset[int], row: int) -> bool:
        """Return whether an event is between those who are hidden, or of a side that is."""
        if tells(e) and row in self._said and self._said[row].about_nobody():
            return False
        if not hidden or e.who not in hidden or e.other not in hidden or KINDS[e.kind] in ABOUT_NOBODY:
            return False
        if key_of_words(KINDS[e.kind], CLAUSES[e.clause].id) not in ABOUT_SIDES:
            return True
        sides = self._names.sides
        return all(c in hidden for c, side in enumerate(sides) if side == sides[e.who])

    def for_players(self, sides: str | Iterable[str]) -> Log:
        """Return the log as the players of these sides may read it: without the referee's words, counted from 1."""
        known = self._names.roster.sides
        asked = [sides] if isinstance(sides, str) else list(sides)
        for name in asked:
            if name not in known:
                raise AffrayError(unknown("side", name, known))
        audience = {number for number, name in enumerate(known) if name in asked}
        if self._audience is not None:
            audience &= set(self._audience)
        names = self._names
        return Log(
            self.book,
            names.roster,
            self._rows,
            names.sides,
            since=self._since,
            start=self._start,
            said=self._said,
            audience=audience,
            hidden=self._hidden,
            typed=self._typed,
        )

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            return [shown.event for shown in self._shown[index]]
        return self._shown[index].event

    def __len__(self) -> int:
        return len(self._shown)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Log of {len(self)} events>"

    def descriptions(self) -> Iterator[tuple[int, Description]]:
        """Yield each event with its number, in facts and words."""
        for n, row, e, parts, hidden in self._shown:
            told = self._describe(row, e, parts, self._names_at(row).hiding(hidden))
            reason = self._said[row].reason if row in self._said and self._audience is None else ""
            said = f" ({one_line(reason)})" if reason else ""
            yield n, told._replace(words=told.words + said, typed=self._typed_in(row, e))

    def _describe(self, row: int, e: Event, parts: str, names: Names) -> Description:
        spoken = self._said.get(row)
        if spoken is None or not spoken.line.words or not tells(e):
            return describe_event(names, e, parts)
        whole = self._rows[row - self._start]  # what can be seen of a change is not in the parts that are known
        assert isinstance(whole, Event)
        return describe_command(names, whole, parts, spoken)

    def _typed_in(self, row: int, e: Event) -> tuple[bool, ...]:
        """Return of each known die of an event whether it was typed in."""
        fallen = self._rows[row - self._start].rolled
        return tuple(number in self._typed for number in range(fallen - len(e.dice), fallen))

    @property
    def rows_shown(self) -> list[int]:
        """Return, for each event that is shown, its row in the fight."""
        return [shown.row for shown in self._shown]

    @property
    def _whole(self) -> bool:
        return self._since == 0 and self._first == 1 and self._start == 0

    def notes(self) -> list[str]:
        """Return what is said once, to the referee, before the first event."""
        told = self._names.roster.notes if self._whole and self._audience is None else ()
        return [one_line(note) for note in told]

    def chapters(self) -> list[Chapter]:
        """Return the lines of the log by rounds; what is told from the middle of a round has no title."""
        chapters = [Chapter("Before the first round" if self._whole else "", CLAUSES[START].id)]
        chapters[0].lines.extend(Line("", "note", note, CLAUSES[START].id) for note in self.notes())
        for n, told in self.descriptions():
            if told.heading:
                chapters.append(Chapter(told.words, told.clause, str(n)))
            else:
                chapters[-1].lines.append(Line(str(n), told.kind, told.words, told.clause))
        return chapters if chapters[0].lines else chapters[1:]

    def text(self, colour: bool = False) -> str:
        """Return one line an event: its number, its kind, what happened, and by which clause. Rounds have a heading."""
        paint = coloured_line if colour else plain_line
        head = coloured_heading if colour else plain_heading
        told = []
        for chapter in self.chapters():
            title = [head(chapter)] if chapter.title else []
            told.append("\n".join([*title, *map(paint, chapter.lines)]))
        return "\n\n".join(told)

    def markdown(self) -> str:
        """Return a document with a heading for each round."""
        told = [f"# {escape_markdown(self.book.title)}\n"] if self._whole else []
        for chapter in self.chapters():
            title = [f"## {chapter.title} `[{chapter.clause}]`", ""] if chapter.title else []
            lines = [f"- {escape_markdown(line.words)} `[{line.clause}]`" for line in chapter.lines]
            told.append("\n".join([*title, *lines, ""]))
        return "\n".join(told)

    def jsonl(self) -> str:
        """Return one object a line."""
        return "".join(json.dumps(event_json(n, told), ensure_ascii=False) + "\n" for n, told in self.descriptions())


def event_json(n: int, told: Description) -> dict[str, object]:
    return {
        "n": n,
        "round": told.round,
        "kind": told.kind,
        "clause": told.clause,
        "who": told.who,
        "at": told.at,
        "dice": [list(die) for die in told.dice],
        "because": [{"clause": b.clause, "words": b.words, "amount": b.amount} for b in told.because],
        "change": dict(told.change),
    }


def plain_heading(chapter: Chapter) -> str:
    number = f"{chapter.n:>5}  " if chapter.n else ""
    return f"{number}{chapter.title} [{chapter.clause}]"


def coloured_heading(chapter: Chapter) -> str:
    number = f"{DIM}{chapter.n:>5}{RESET}  " if chapter.n else ""
    return f"{number}{BOLD}{chapter.title}{RESET} {DIM}[{chapter.clause}]{RESET}"


def plain_line(line: Line) -> str:
    return f"{line.n:>5}  {line.kind:<13}  {line.words} [{line.clause}]"


def coloured_line(line: Line) -> str:
    kind = f"{COLOURS[line.kind]}{line.kind:<13}{RESET}" if line.kind in COLOURS else f"{line.kind:<13}"
    return f"{DIM}{line.n:>5}{RESET}  {kind}  {line.words} {DIM}[{line.clause}]{RESET}"


def escape_markdown(words: str) -> str:
    return words.translate(MARKDOWN_MARKS)
