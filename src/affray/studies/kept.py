"""The file in which a sweep keeps what is done: a line that says what was asked, then one for each cell, as it comes.

A sweep that was killed goes on from it. At the end its lines are put in the order of the grid."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from affray.errors import AffrayError, quoted

KIND, FORMAT = "affray sweep", 1
LONGEST = 60  # characters of a value that differs
Record = dict[str, Any]


def digest(asked: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]


def line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def understood(raw: bytes) -> Record | None:
    """A line, if it is whole."""
    with suppress(ValueError):
        data = json.loads(raw) if raw.endswith(b"\n") else None
        return data if isinstance(data, dict) else None
    return None


class Kept:
    """The cells that are done, by their number, in a file or (without a path) in memory alone."""

    def __init__(self, path: str | None, asked: Mapping[str, Any], cells: int) -> None:
        self.path, self.of = Path(path) if path is not None else None, cells
        self.head: Record = {KIND: FORMAT, "digest": digest(asked), "asked": dict(asked)}
        self.cells = dict[int, Record]()
        self.file: IO[bytes] | None = None
        if self.path is not None:
            self.open(self.path)

    def open(self, path: Path) -> None:
        try:
            sound = self.read(path) if path.is_file() else 0
            self.file = path.open("r+b" if path.is_file() else "wb")
            if path.is_file():
                self.file.truncate(sound)
                self.file.seek(sound)
            if not sound:
                self.put(self.head)
        except OSError as error:
            raise self.unwritable(error) from None

    def read(self, path: Path) -> int:
        """Takes in what is there; gives how many of its bytes are sound: what was being written last may be torn."""
        first, *lines = path.read_bytes().splitlines(keepends=True) or [b""]
        if understood(first) is None and line(self.head).startswith(first):
            return 0
        self.same(understood(first) or {}, path)
        sound = len(first)
        for number, raw in enumerate(lines, 2):
            data = understood(raw)
            if data is None and number == len(lines) + 1:
                return sound
            self.take(data or {}, path, number)
            sound += len(raw)
        return sound

    def same(self, head: Record, path: Path) -> None:
        """Refuses the file of another sweep, and says what differs."""
        if KIND not in head or not isinstance(head.get("asked"), dict):
            raise AffrayError(f"{path}: is no sweep of Affray; choose another file, or remove this one")
        if head[KIND] != FORMAT:
            raise AffrayError(f"{path}: is a sweep of another version of Affray; choose another file")
        there, here = head["asked"], self.head["asked"]
        differ = [key for key in dict.fromkeys([*there, *here]) if there.get(key) != here.get(key)]
        if differ:
            told = "; ".join(f"{key}: {shown(there.get(key))} there, {shown(here.get(key))} here" for key in differ)
            raise AffrayError(f"{path} holds another sweep ({told}); choose another file, or remove this one")

    def take(self, data: Record, path: Path, number: int) -> None:
        cell = data.get("cell")
        if type(cell) is not int or not 0 <= cell < self.of or self.cells.get(cell, data) != data:
            raise AffrayError(f"{path}: line {number} is damaged; choose another file, or remove this one")
        self.cells[cell] = data

    def add(self, record: Record) -> None:
        """On its way to the disk before the next one is begun."""
        self.cells[record["cell"]] = record
        if self.file is not None:
            try:
                self.put(record)
            except OSError as error:
                del self.cells[record["cell"]]
                raise self.unwritable(error) from None

    def put(self, data: Mapping[str, Any]) -> None:
        assert self.file is not None
        self.file.write(line(data))
        self.file.flush()

    def finish(self) -> None:
        """All cells in the order of the grid, whichever came first: a new file, then in the place of the old."""
        if self.path is None or self.file is None or not self.path.is_file() or list(self.cells) == sorted(self.cells):
            return
        beside = self.path.with_name(f"{self.path.name}.part")
        try:
            with beside.open("wb") as file:
                file.writelines([line(self.head), *(line(self.cells[cell]) for cell in sorted(self.cells))])
            os.replace(beside, self.path)
        except OSError as error:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise self.unwritable(error) from None

    def close(self) -> None:
        if self.file is not None:
            with suppress(OSError):  # it has been told already
                self.file.close()
            self.file = None

    def unwritable(self, error: OSError) -> AffrayError:
        done = f"; {len(self.cells)} of {self.of} cells are in it" if self.cells else ""
        return AffrayError(f"{self.path} can't be written: {error.strerror or error}{done}")


def shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return quoted(text[:LONGEST]) if isinstance(value, str) else text[:LONGEST]
