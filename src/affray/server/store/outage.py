"""What a database in trouble means: a sentence for those at the table, and nobody who waits longer than the first."""

from __future__ import annotations

import time

from affray.errors import AffrayError

AFTERWARDS = 2.0  # seconds after a failure in which nobody tries again

FULL = "the table's disk is full; nothing of the last answer was kept: once there is room, give it again"
BUSY = "the table's database does not answer; nothing of the last answer was kept: give it again in a moment"
TROUBLE = "the table can't store anything just now; nothing of the last answer was kept: tell the referee"
DAMAGED = "the table's database is damaged there; `affray recover` saves what can be read in it"
MOVED = "{} has been moved or deleted: nothing is kept until it is back in its place"
REPLACED = (
    "another file is in the place of {}: nothing is kept until the right one is back, "
    "or the table is started again to use this one"
)
ITS_FILE = "the table's file"  # in words for those at the table


class NotStored(AffrayError):
    """The database can't do it: the disk is full, it may not be written to, it is not there. What is printed has the
    cause and its place; `words` are for those at the table, who need not know where it keeps things."""

    def __init__(self, cause: str, words: str = TROUBLE) -> None:
        super().__init__(cause)
        self.words = words


class Damaged(NotStored):
    """Something in the database can't be read any more."""

    def __init__(self, cause: str, words: str = DAMAGED) -> None:
        super().__init__(cause, words)


class Outage:
    """When a database last did not answer. Those who wait for it then, and who come right after, are told so at once:
    otherwise each would wait in turn."""

    def __init__(self) -> None:
        self.count = 0  # of failures
        self.cause, self.failed_at = "", -AFTERWARDS

    def note(self, cause: str) -> None:
        self.count, self.cause, self.failed_at = self.count + 1, cause, time.monotonic()

    def check(self, seen: int) -> None:
        """Raise if it has failed since there had been so many failures, or just now."""
        if self.count != seen or time.monotonic() - self.failed_at < AFTERWARDS:
            raise NotStored(self.cause, BUSY)
