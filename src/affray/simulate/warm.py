"""Compiling a book's rules into the cache, in a process of its own: `python -m affray.simulate.warm`.

Whoever wants many fights of a book that was never compiled counts them by the plain rules meanwhile. What was begun is
brought to an end, also when the fights are over before: then the next ones find it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import time

from affray.rules.book import Book
from affray.simulate import cache
from affray.table import remembered

WATCHED, LIGHT = "watched", "many"  # the kernels' names
FORGOTTEN = 600  # seconds
VARIABLE = "AFFRAY_WARM"  # off: no process compiles behind anybody's back


def mark(book: Book, watch: bool) -> Path:
    """The file that says that a kernel is in the cache."""
    return folder_of(book) / (WATCHED if watch else LIGHT)


def folder_of(book: Book) -> Path:
    """Where a book's kernels are kept."""
    return cache.folder() / (book.key or book.name)


def is_shared() -> bool:
    """Whether what another process compiles can be found by this one."""
    return cache.home() in cache.folder().parents


def has_numba() -> bool:
    return find_spec("numba") is not None


class Warming:
    """A process that compiles one kernel, or has been asked to. Where another one is already at it, that is awaited."""

    def __init__(self, book: Book, watch: bool) -> None:
        self.book, self.watch = book, watch
        self.mark = mark(book, watch)
        self.claim = self.mark.with_name(f"{self.mark.name}.claim")
        self.process: subprocess.Popen[bytes] | None = None
        self.awaited = False

    def begin(self) -> None:
        if os.environ.get(VARIABLE) == "off":
            return
        if is_claimed(self.claim):
            self.awaited = True
        elif self.process is None:
            self.process = compiling(self.book, self.watch)

    @property
    def begun(self) -> bool:
        return self.awaited or self.process is not None

    @property
    def ended(self) -> bool:
        return self.mark.exists() if self.awaited else self.process is not None and self.process.poll() is not None

    @property
    def failed(self) -> bool:
        return self.process is not None and bool(self.process.poll())

    def stop(self) -> None:
        """Whoever calls all of it off wants this to end too."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
            self.claim.unlink(missing_ok=True)


def is_claimed(claim: Path) -> bool:
    """Whether a process is at it; one that was killed leaves its claim, which is forgotten after a while."""
    try:
        return time() - claim.stat().st_mtime < FORGOTTEN
    except OSError:
        return False


def compiling(book: Book, watch: bool) -> subprocess.Popen[bytes]:
    """It shares neither the terminal nor Ctrl-C with us, and stands back for whoever else wants the processor."""
    asked = {"rules": book.name, "house": [[o.file, o.text] for o in book.house], "watch": watch}
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "affray.simulate.warm"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=sys.platform != "win32"
    )
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.write(json.dumps(asked).encode())
        process.stdin.close()
    return process


def main() -> None:
    asked = json.loads(sys.stdin.read())
    if hasattr(os, "nice"):
        os.nice(5)
    warm(remembered(asked), asked["watch"])


def warm(book: Book, watch: bool) -> None:
    """Any fight of the book will do: the kernel is the same for all."""
    from affray.scenario import load
    from affray.simulate.compiled import Player
    from affray.simulate.often import YARDSTICK

    start, _ = book.build(load(YARDSTICK, book.names()), {})
    claim = Warming(book, watch).claim
    claim.parent.mkdir(parents=True, exist_ok=True)
    claim.touch()
    try:
        Player(book, start, 0, watch)
    finally:
        claim.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
