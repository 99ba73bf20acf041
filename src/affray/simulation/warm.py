"""Compiling kernels into the disk cache in a process of its own: `python -m affray.simulation.warm`.

Whoever wants many fights gets them from whatever is at hand meanwhile. What was begun is finished, even if the fights
are over before: then the next ones find it. The book's general kernel follows the one that was asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any

from affray import rules
from affray.compiler.kernels import cache
from affray.compiler.kernels.assumptions import GENERAL, Assumptions
from affray.compiler.kernels.building import file_name, is_ready, kernel
from affray.compiler.kernels.cache import kernel_folder
from affray.errors import AffrayError
from affray.rules.book import Book
from affray.scenario import restore_book

CLAIM_SECONDS = 120  # seconds
WARM_VARIABLE = "AFFRAY_WARM"  # off: no process compiles in the background


class BackgroundCompile:
    """A process that compiles one kernel, or has been asked to. Where another one is already at it, that is awaited."""

    def __init__(self, book: Book, kind: str, assumed: Assumptions) -> None:
        self.book, self.kind, self.assumed = book, kind, assumed
        self.mark = cache.file_path(kernel_folder(book), file_name(kind, assumed))
        self.claim = self.mark.with_name(f"{self.mark.name}.claim")
        self.process: subprocess.Popen[bytes] | None = None
        self.awaited = False

    def begin(self) -> None:
        if os.environ.get(WARM_VARIABLE) == "off":
            return
        if is_claimed(self.claim):
            self.awaited = True
        elif self.process is None:
            self.process = start_process(self.book, self.kind, self.assumed)

    @property
    def begun(self) -> bool:
        return self.awaited or self.process is not None

    @property
    def ended(self) -> bool:
        return self.mark.exists() or (self.process is not None and self.process.poll() is not None)

    @property
    def failed(self) -> bool:
        return self.process is not None and bool(self.process.poll()) and not self.mark.exists()

    def stop(self) -> None:
        """Stop it, because whoever stops all wants this to end too."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
            self.claim.unlink(missing_ok=True)


def prepare_general(book: Book, kind: str) -> None:
    """Let another process compile the book's general kernel, so that the next fight of the book has it at once."""
    if is_registered(book) and cache.is_shared() and not is_ready(book, kind):
        BackgroundCompile(book, kind, GENERAL).begin()


def is_registered(book: Book) -> bool:
    """Return whether another process finds the book by its name, and can apply its house rules."""
    try:
        return rules.get(book.name) is (book.base or book)
    except AffrayError:
        return False


def is_claimed(claim: Path) -> bool:
    """Return whether a process is at it; one that was killed leaves its claim, which is forgotten after a while."""
    try:
        return time() - claim.stat().st_mtime < CLAIM_SECONDS
    except OSError:
        return False


def start_process(book: Book, kind: str, assumed: Assumptions) -> subprocess.Popen[bytes]:
    """Start a process that shares neither the terminal nor Ctrl-C with us, and gives way to whoever else wants the
    processor."""
    asked: dict[str, Any] = {"rules": book.name, "house": [[o.file, o.text] for o in book.overlays], "kind": kind}
    asked |= {"constants": assumed.constants, "options": assumed.options, "sides": assumed.sides}
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "affray.simulation.warm"]
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
    constants = tuple((record, field, value) for record, field, value in asked["constants"])
    assumed = Assumptions(constants, tuple(asked["options"]), asked["sides"])
    compile_kernels(restore_book(asked), asked["kind"], assumed)


def compile_kernels(book: Book, kind: str, assumed: Assumptions = GENERAL) -> None:
    """Compile what is not there yet."""
    for each in dict.fromkeys((assumed, GENERAL)):
        claim = BackgroundCompile(book, kind, each).claim
        if is_ready(book, kind, each) or is_claimed(claim):
            continue
        claim.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        claim.touch()
        try:
            kernel(book, kind, each)
        finally:
            claim.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
