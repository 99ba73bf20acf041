"""The log of a fight: what happened, as text, as Markdown and as JSON lines, for the referee or for players."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import overload

from affray.clauses import CLAUSES, START
from affray.errors import AffrayError
from affray.mistakes import unknown
from affray.narrate import Names, Told, tell
from affray.narrate_words import BEGINNING
from affray.recorder import Answered, Event
from affray.rules.book import Book, Roster
from affray.sight import HIDDEN, redacted, seen

PLAIN, BOLD, DIM, RED, GREEN, YELLOW, BLUE, MAGENTA = (f"\x1b[{n}m" for n in (0, 1, 2, 31, 32, 33, 34, 35))
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
    "round": BOLD,
    "end": BOLD,
}
MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|~"})
SOURCE = CLAUSES[START].id  # under which all stands that is said before the first event


class Log(Sequence[Event]):
    """The events of a fight with the names to tell them by. `sides` is of each combatant the number of its side; `since`
    is the first row that is shown; `said` are the referee's own words for a row. An audience is a set of sides: its log
    holds what they may know, numbered without a gap."""

    __slots__ = ("_audience", "_names", "_rows", "_said", "_shown", "_since", "book")

    def __init__(
        self,
        book: Book,
        roster: Roster,
        rows: Iterable[Event | Answered],
        sides: Sequence[int],
        *,
        since: int = 0,
        said: Mapping[int, str] | None = None,
        audience: Collection[int] | None = None,
    ) -> None:
        self.book = book
        self._names = Names(roster, tuple(sides), book.unit)
        self._rows = tuple(rows)
        self._since = since
        self._said = dict(said or {})
        self._audience = None if audience is None else frozenset(audience)
        self._shown = tuple(self._choose())

    def _choose(self) -> Iterator[tuple[int, int, Event, str]]:
        """Of every event that is shown its number, its row, what is known of it, and which parts."""
        n = 0
        for row, e in enumerate(self._rows):
            if isinstance(e, Answered):
                continue
            parts = seen(e, self._names.sides, self._audience)
            if parts == HIDDEN:
                continue
            n += 1
            if row >= self._since:
                yield n, row, e if self._audience is None else redacted(e, parts), parts

    def for_players(self, sides: str | Iterable[str]) -> Log:
        """The log as the players of these sides may read it."""
        known = self._names.roster.sides
        asked = [sides] if isinstance(sides, str) else list(sides)
        for name in asked:
            if name not in known:
                raise AffrayError(unknown("side", name, known))
        audience = {known.index(name) for name in asked}
        if self._audience is not None:
            audience &= self._audience
        roster, since = self._names.roster, self._since
        return Log(self.book, roster, self._rows, self._names.sides, since=since, audience=audience)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            return [e for _, _, e, _ in self._shown[index]]
        return self._shown[index][2]

    def __len__(self) -> int:
        return len(self._shown)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Log of {len(self)} events>"

    def told(self) -> Iterator[tuple[int, Told]]:
        """Each event with its number, in facts and words."""
        for n, row, e, parts in self._shown:
            told = tell(self._names, e, parts)
            yield n, told._replace(words=f"{told.words} ({self._said[row]})") if row in self._said else told

    def notes(self) -> tuple[str, ...]:
        """What is said once before the fight, to the referee."""
        return self._names.roster.notes if self._since == 0 and self._audience is None else ()

    def text(self, colour: bool = False) -> str:
        """One line an event: its number, its kind, what happened, and by which clause; rounds have a heading."""
        lines = [text_line("", "note", note, SOURCE, colour) for note in self.notes()]
        for n, told in self.told():
            if told.clause == BEGINNING:
                lines += [""] if lines else []
                lines.append(heading(told, colour))
            else:
                lines.append(text_line(str(n), told.kind, told.words, told.clause, colour))
        return "\n".join(lines)

    def markdown(self) -> str:
        """A document with a heading for each round."""
        lines = [f"# {escaped(self.book.title)}", ""] if self._since == 0 else []
        lines += [f"- {escaped(note)} `[{SOURCE}]`" for note in self.notes()]
        for _, told in self.told():
            if told.clause == BEGINNING:
                lines += [*([""] if lines and lines[-1] else []), f"## {told.words} `[{told.clause}]`", ""]
            else:
                lines.append(f"- {escaped(told.words)} `[{told.clause}]`")
        return "\n".join(lines) + "\n"

    def jsonl(self) -> str:
        """One object a line."""
        return "".join(json.dumps(as_json(n, told), ensure_ascii=False) + "\n" for n, told in self.told())


def as_json(n: int, told: Told) -> dict[str, object]:
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


def text_line(n: str, kind: str, words: str, clause: str, colour: bool) -> str:
    if not colour:
        return f"{n:>5}  {kind:<13}  {words} [{clause}]"
    return f"{DIM}{n:>5}{PLAIN}  {COLOURS.get(kind, '')}{kind:<13}{PLAIN}  {words} {DIM}[{clause}]{PLAIN}"


def heading(told: Told, colour: bool) -> str:
    return f"{BOLD}{told.words}{PLAIN} {DIM}[{told.clause}]{PLAIN}" if colour else f"{told.words} [{told.clause}]"


def escaped(words: str) -> str:
    """Names may hold what Markdown takes for its own."""
    return words.translate(MARKS)
