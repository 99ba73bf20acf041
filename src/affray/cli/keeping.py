"""The journal of a fight that is being played: nothing is confirmed before it is on the disk."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from affray.errors import AffrayError
from affray.play.journal import FIRST_LINE, Writer

if TYPE_CHECKING:
    from affray.play.session import Play

SUFFIX = ".fight"


class Keeper:
    """Writes what a journal doesn't have yet."""

    def __init__(self, path: Path, writer: Writer, kept: int) -> None:
        self.path, self.writer, self.kept = path, writer, kept

    @property
    def quoted(self) -> str:
        """The path as a shell takes it."""
        return shlex.quote(str(self.path))

    def keep(self, lines: Sequence[str]) -> None:
        try:
            for line in lines[self.kept :]:
                self.writer.append(line)
                self.kept += 1
        except OSError as error:
            what = f"{error.strerror}; the last answer is not kept, all before it are"
            raise OSError(error.errno, what, str(self.path)) from None

    def close(self) -> None:
        with suppress(OSError):  # whatever was accepted is on the disk already
            self.writer.close()


def is_journal(name: str) -> bool:
    """By its first line; or by its ending, so that one that is missing is missed as a journal."""
    path = Path(name)
    return begins_like_one(path) or (path.suffix == SUFFIX and not path.exists())


def begins_like_one(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.readline(len(FIRST_LINE)) == FIRST_LINE.encode()
    except (OSError, ValueError):
        return False


def begin_journal(play: Play, wanted: str | None) -> Keeper:
    """A new file, never one that is there: the one wanted, or one named after the scenario."""
    path = _created([Path(wanted)] if wanted else _names(play.encounter.name))
    return Keeper(path, Writer(path, play.journal()), len(play.lines))


def go_on_with_journal(play: Play, file: str) -> Keeper:
    return Keeper(Path(file), Writer(Path(file)), len(play.lines))


def _names(scenario: str) -> Iterator[Path]:
    return (Path(f"{scenario}{number}{SUFFIX}") for number in chain([""], (f"-{n}" for n in count(2))))


def _created(paths: Iterable[Path]) -> Path:
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
    """Cuts off a last line without its end, which a sudden end has left: its answer was never confirmed."""
    if not begins_like_one(path):
        return ""
    with path.open("r+b") as file:
        whole, _, torn = file.read().rpartition(b"\n")
        if torn and whole:
            file.truncate(len(whole) + 1)
    return torn.decode("utf-8", "replace") if whole else ""


def load(file: str) -> Play:
    """A journal, verified; where it is damaged, the way to what is sound is told."""
    import affray

    try:
        return affray.load(file)
    except affray.JournalError as error:
        if error.sound == 0:
            raise
        way = f"affray replay {shlex.quote(file)} --recover --save NEW.fight"
        raise AffrayError(f"{error}\nAll before that line is sound; `{way}` keeps it.") from None


def save_copy(play: Play, file: str) -> None:
    """Over an older fight if need be, but over nothing else."""
    path = Path(file)
    if path.exists() and not begins_like_one(path):
        raise AffrayError(f"{file} is there already and is not a fight; name another file")
    play.save(path)
