"""Ctrl-C while fights are played: it is never lost, and is obeyed between two blocks, so that what is told adds up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Notes Ctrl-C as long as it is entered. It interrupts as always, unless it is held back: then `check` does.

    An interrupt that falls into a callback of compiled code is swallowed there; that it came is known nevertheless."""

    def __init__(self) -> None:
        self.heard = self.held_back = self.entered = False

    def __enter__(self) -> Interrupts:
        """Do nothing where somebody else listens to signals, or in another thread, which never gets any."""
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self.hear)
            self.entered = True
        return self

    def __exit__(self, *_: object) -> None:
        if self.entered:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self.entered = False

    def hear(self, _: int, __: FrameType | None) -> None:
        self.heard = True
        if not self.held_back:
            raise KeyboardInterrupt

    @contextmanager
    def hold_back(self) -> Iterator[None]:
        self.held_back = True
        try:
            yield
        finally:
            self.held_back = False

    def check(self) -> None:
        if self.heard:
            self.heard = False
            raise KeyboardInterrupt
