"""What people put into a fight: answers, typed dice, the referee's words, standing answers, and taking back.

Entries are only ever added. Which are in force is derived from them: an undo takes back the last answer or command
before it, the dice stay as they fell; a typed die is an entry of its own and can be taken back by its own undo."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from affray.engine.state import NOBODY
from affray.errors import AffrayError

ANSWER, DIE, REFEREE, ALWAYS, AHEAD, UNDO, REDO, UNDO_DIE = (
    "answer",
    "die",
    "referee",
    "always",
    "ahead",
    "undo",
    "redo",
    "undo-die",
)
FIELDS = {ANSWER: 3, DIE: 3, ALWAYS: 3, AHEAD: 3, UNDO: 0, REDO: 0, UNDO_DIE: 0}


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a journal.

    answer, always, ahead: who, question, words; die: number, dice, faces; referee: its words, the reason last."""

    kind: str
    fields: tuple[str, ...] = ()
    die: int = NOBODY  # the number of the die that was asked for when it was said

    def __str__(self) -> str:
        kind = self.kind if self.die == NOBODY else f"{self.kind}@{self.die}"
        return " ".join([kind, *(shlex.quote(field) for field in self.fields)])


def read_entry(text: str) -> JournalEntry:
    try:
        said, *fields = shlex.split(text)
    except ValueError as no:
        raise AffrayError(f"not an entry of a journal: {text[:60]!r}") from no
    kind, _, at = said.partition("@")
    die = int(at) if at.isdecimal() and len(at) < 8 and kind in (REFEREE, ALWAYS, AHEAD) else NOBODY
    if kind == REFEREE and len(fields) >= 2:
        return JournalEntry(kind, tuple(fields), die)
    if FIELDS.get(kind) != len(fields):
        raise AffrayError(
            f"not an entry of a journal: {text[:60]!r}; expected one of {', '.join(FIELDS)} and its words"
        )
    if kind == DIE:
        read_die(JournalEntry(kind, tuple(fields)))
    return JournalEntry(kind, tuple(fields), die)


def read_die(entry: JournalEntry) -> tuple[int, int, tuple[int, ...]]:
    """Return the number of the first die, its sides, and the faces."""
    number, dice, faces = entry.fields
    count, _, sides = dice.partition("d")
    shown = faces.split()
    if not all(n.isdecimal() and len(n) < 8 for n in (number, sides, count, *shown)) or len(shown) != int(count):
        raise AffrayError(f"not dice: {dice} showing {faces}; expected a number, dice such as 2d6, and a face for each")
    values = tuple(map(int, shown))
    if any(not 1 <= v <= int(sides) for v in values):
        raise AffrayError(f"a d{sides} does not show {faces}")
    return int(number), int(sides), values


def entries_in_force(
    entries: Iterable[JournalEntry],
) -> tuple[list[JournalEntry], list[JournalEntry], dict[int, tuple[int, int]]]:
    """Return the entries in force, those that could be redone, and the typed dice by their number (sides, face)."""
    kept: list[JournalEntry] = []
    undone: list[JournalEntry] = []
    dice: list[JournalEntry] = []
    for entry in entries:
        if entry.kind == UNDO:
            undone.append(kept.pop())
        elif entry.kind == REDO:
            kept.append(undone.pop())
        elif entry.kind == DIE:
            dice.append(entry)
        elif entry.kind == UNDO_DIE:
            dice.pop()
        else:
            kept.append(entry)
            undone.clear()
    typed: dict[int, tuple[int, int]] = {}
    for entry in dice:
        number, sides, faces = read_die(entry)
        typed |= {number + i: (sides, face) for i, face in enumerate(faces)}
    return kept, undone, typed
