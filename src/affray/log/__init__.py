"""The log of a fight: what happened, as text, as Markdown and as JSON lines, for the referee or for players."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

from affray.engine.clauses import CLAUSES, START
from affray.engine.events import KINDS
from affray.engine.phrases import ABOUT_NOBODY, ABOUT_SIDES, entry
from affray.errors import AffrayError, unknown
from affray.log.narrate import Description, Names, describe_event, one_line
from affray.log.recorder import Answered, Event
from affray.log.visibility import HIDDEN, Hidden, parts_for, redact
from affray.rules.book import Book, Roster

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
    lines: list[Line] = field(default_factory=list)


class Log(Sequence[Event]):
    """The events of a fight, with the names to tell them by.

    sides: of each combatant the number of its side. since: the first row that is shown, where the earlier ones are only
    counted. first: the number of the first event. start: which row of the fight the first one given is. said: the
    referee's own words for a row. audience: the sides whose players read it; their log holds what they may know, and is
    numbered without a gap. hidden: who is hidden from them.
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
        said: Mapping[int, str] | None = None,
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
        self._shown = tuple(self._choose())

    def _choose(self) -> Iterator[Shown]:
        n = self._first
        for row, e in enumerate(self._rows, self._start):
            if isinstance(e, Answered):
                continue
            hidden = self._hidden_at(row)
            parts = HIDDEN if self._behind(e, hidden) else parts_for(e, self._names.sides, self._audience)
            if parts == HIDDEN:
                continue
            if row >= self._since:
                yield Shown(n, row, e if self._audience is None else redact(e, parts), parts, hidden)
            n += 1

    def _hidden_at(self, row: int) -> frozenset[int]:
        """Return whom the readers didn't know of then."""
        if self._audience is None:
            return frozenset()
        return frozenset(c for c in self._hidden.hidden_at(row) if self._names.sides[c] not in self._audience)

    def _behind(self, e: Event, hidden: frozenset[int]) -> bool:
        """Whether an event is between those who are hidden, or of a side that is."""
        if not hidden or e.who not in hidden or e.other not in hidden or KINDS[e.kind] in ABOUT_NOBODY:
            return False
        if entry(KINDS[e.kind], CLAUSES[e.clause].id) not in ABOUT_SIDES:
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
            told = describe_event(self._names.hiding(hidden), e, parts)
            said = f" ({one_line(self._said[row])})" if row in self._said else ""
            yield n, told._replace(words=told.words + said, typed=self._typed_in(row, e))

    def _typed_in(self, row: int, e: Event) -> tuple[bool, ...]:
        """Return of each known die of an event whether it was typed in."""
        fallen = self._rows[row - self._start].rolled
        return tuple(number in self._typed for number in range(fallen - len(e.dice), fallen))

    @property
    def rows_shown(self) -> list[int]:
        """Of each event that is told the row of the fight that it is."""
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
                chapters.append(Chapter(told.words, told.clause))
            else:
                chapters[-1].lines.append(Line(str(n), told.kind, told.words, told.clause))
        return chapters if chapters[0].lines else chapters[1:]

    def text(self, colour: bool = False) -> str:
        """Return one line an event: its number, its kind, what happened, and by which clause. Rounds have a heading."""
        paint = coloured_line if colour else plain_line
        heading = "{1}{0.title}{2} {3}[{0.clause}]{2}" if colour else "{0.title} [{0.clause}]"
        told = []
        for chapter in self.chapters():
            title = [heading.format(chapter, BOLD, RESET, DIM)] if chapter.title else []
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


def plain_line(line: Line) -> str:
    return f"{line.n:>5}  {line.kind:<13}  {line.words} [{line.clause}]"


def coloured_line(line: Line) -> str:
    kind = f"{COLOURS[line.kind]}{line.kind:<13}{RESET}" if line.kind in COLOURS else f"{line.kind:<13}"
    return f"{DIM}{line.n:>5}{RESET}  {kind}  {line.words} {DIM}[{line.clause}]{RESET}"


def escape_markdown(words: str) -> str:
    return words.translate(MARKDOWN_MARKS)
