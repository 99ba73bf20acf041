"""What one viewer has been shown, as numbered items: lines told, undone and redone, and changes to see.

Its numbers have no gap and follow from the entries alone: after a restart they are the same."""

from __future__ import annotations

from typing import Any

from affray.log import Answered, Event
from affray.log.narrate import Description
from affray.play.session import Play
from affray.server.view import make_view
from affray.server.viewer import Viewer

LogRow = Event | Answered


class Feed:
    """The items of a viewer; they are only ever added."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.items: list[dict[str, Any]] = []
        self.seen = 0  # what has been shown before the present entry
        self.view: dict[str, Any] = {}
        self.rows: list[LogRow] = []
        self.told: list[int] = []  # of each row that was told its item, 0 where it was not
        self.undone: dict[LogRow, int] = {}  # the items of rows that were taken back

    @property
    def last(self) -> int:
        return len(self.items)

    def _add(self, item: dict[str, Any]) -> int:
        self.items.append({"n": len(self.items) + 1, **item})
        return len(self.items)

    def follow(self, play: Play, by: str) -> None:
        """Add what an entry has changed, if the viewer sees anything of it."""
        rows = play.rows
        same = count_equal(self.rows, rows)
        before = self.seen = self.last
        self._undo_rows(same, by)
        self._tell_rows(play, rows, same, by)
        now = make_view(play, self.viewer)
        if now != self.view and self.last == before and self.view:
            self._add({"op": "changed"})
        self.view = now

    def _undo_rows(self, same: int, by: str) -> None:
        gone = [item for item in self.told[same:] if item]
        self.undone |= {row: item for row, item in zip(self.rows[same:], self.told[same:], strict=True) if item}
        del self.told[same:]
        if gone:
            self._add({"op": "back", "lines": gone, "by": by})

    def _tell_rows(self, play: Play, rows: list[LogRow], same: int, by: str) -> None:
        log = self.viewer.readable(play.log_from(same), play)
        told = dict(zip(log.rows_shown, (told for _, told in log.descriptions()), strict=True))
        for number in range(same, len(rows)):
            self.told.append(self._tell_row(rows[number], told[number], by) if number in told else 0)
        self.rows = rows

    def _tell_row(self, row: LogRow, told: Description, by: str) -> int:
        """Return the item of a row: one that was undone stands again, if it would stand in its place."""
        item = self.undone.pop(row, 0)
        if item <= max(self.told, default=0) or self.items[item - 1]["words"] != told.words:
            return self._add(make_line(told, by))
        last = self.items[-1]
        if last["op"] == "again" and last["n"] > self.seen:
            last["lines"].append(item)
        else:
            self._add({"op": "again", "lines": [item], "by": by or None})
        return item


def count_equal(before: list[LogRow], now: list[LogRow]) -> int:
    """Count the rows that are the same from the start on."""
    for number, (a, b) in enumerate(zip(before, now, strict=False)):
        if a != b:
            return number
    return min(len(before), len(now))


def make_line(told: Description, by: str) -> dict[str, Any]:
    return {
        "op": "told",
        "kind": told.kind,
        "round": told.round,
        "heading": told.heading,
        "words": told.words,
        "clause": told.clause,
        "who": told.who,
        "at": told.at,
        "dice": [
            {"sides": sides, "face": face, "typed": typed}
            for (sides, face), typed in zip(told.dice, told.typed, strict=True)
        ],
        "because": [{"clause": b.clause, "words": b.words, "amount": b.amount} for b in told.because],
        "by": by or None,
    }
