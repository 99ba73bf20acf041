"""Saved fights: the journal of one that is being played, which is on the disk before anything is confirmed."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from affray import api
from affray.api import Play
from affray.cli.setup import SUFFIX, has_journal_header
from affray.errors import AffrayError
from affray.play.journal import JournalError, Writer


class JournalFile:
    """The journal of a fight that goes on."""

    def __init__(self, path: Path, writer: Writer, lines: int) -> None:
        self.path, self.writer, self.lines = path, writer, lines

    @property
    def quoted(self) -> str:
        """The path as a shell takes it."""
        return shlex.quote(str(self.path))

    def append(self, lines: Sequence[str]) -> None:
        """Write those of a fight's lines that the file doesn't have yet."""
        try:
            for line in lines[self.lines :]:
                self.writer.append(line)
                self.lines += 1
        except OSError as error:
            what = f"{error.strerror}; the last answer is not kept, all before it are"
            raise OSError(error.errno, what, str(self.path)) from None

    def close(self) -> None:
        with suppress(OSError):  # whatever was accepted is on the disk already
            self.writer.close()


def create_journal(play: Play, wanted: str | None) -> JournalFile:
    """Write a new file, never one that is there: the one wanted, or one named after the scenario."""
    path = _create_first([Path(wanted)] if wanted else _candidates(play.encounter.name))
    return JournalFile(path, Writer(path, play.journal()), len(play.lines))


def continue_journal(play: Play, file: str) -> JournalFile:
    return JournalFile(Path(file), Writer(Path(file)), len(play.lines))


def _candidates(scenario: str) -> Iterator[Path]:
    return (Path(f"{scenario}{number}{SUFFIX}") for number in chain([""], (f"-{n}" for n in count(2))))


def _create_first(paths: Iterable[Path]) -> Path:
    for path in paths:
        try:
            path.open("x").close()
        except FileExistsError:
            continue
        return path
    raise AffrayError(
        f"{path} is there already; `affray play {path}` goes on with it if it is a journal, or name another file"
    )


def drop_torn_line(path: Path) -> str:
    """Cut off a last line without its end, which a sudden end has left: its answer was never confirmed."""
    if not has_journal_header(path):
        return ""
    with path.open("r+b") as file:
        whole, _, torn = file.read().rpartition(b"\n")
        if torn and whole:
            file.truncate(len(whole) + 1)
    return torn.decode("utf-8", "replace") if whole else ""


def load_fight(file: str) -> Play:
    """Load a journal and verify it; where it is damaged, say how to save what is sound."""
    try:
        return api.load(file)
    except JournalError as error:
        if error.sound == 0:
            raise
        way = f"affray replay {shlex.quote(file)} --recover --save NEW.fight"
        raise AffrayError(f"{error}\nAll before that line is sound; `{way}` keeps it.") from None


def save_copy(play: Play, file: str) -> None:
    """Save a fight: over an older fight if need be, but over nothing else."""
    path = Path(file)
    if path.exists() and not has_journal_header(path):
        raise AffrayError(f"{file} is there already and is not a fight; name another file")
    play.save(path)
