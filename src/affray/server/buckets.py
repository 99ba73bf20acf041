"""How often somebody may do something: so many times at once, and so many a second after that; and who is shut out."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_BUCKETS = 10_000


class Buckets:
    """Of each name so many at once, and so many a second after that; names that are idle are forgotten."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was

    def take(self, name: str, burst: float, a_second: float) -> bool:
        now = self.clock()
        left, when = self.left.pop(name, (burst, now))
        left = min(burst, left + (now - when) * a_second)
        enough = left >= 1
        self.left[name] = left - enough, now
        if len(self.left) > MOST_BUCKETS:
            self.left.popitem(last=False)
        return enough

    def give_back(self, name: str) -> None:
        """Let what was taken last not count."""
        if name in self.left:
            left, when = self.left[name]
            self.left[name] = left + 1, when


MOST_REFUSALS, REFUSALS_A_SECOND = 100.0, 5.0  # of requests, until somebody is shut out
SHUT_OUT_SECONDS = 30.0


class ShutOuts:
    """Shuts out for a while whoever goes on asking although most of it is refused: a flood costs little then."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock, self.refusals = clock, Buckets(clock)
        self.until: OrderedDict[str, float] = OrderedDict()

    def note_refusal(self, name: str) -> None:
        if not self.refusals.take(name, MOST_REFUSALS, REFUSALS_A_SECOND):
            self.until[name] = self.clock() + SHUT_OUT_SECONDS
            if len(self.until) > MOST_BUCKETS:
                self.until.popitem(last=False)

    def seconds_left(self, name: str) -> float:
        """Return for how long somebody is still shut out."""
        left = self.until.get(name, 0.0) - self.clock()
        if left <= 0:
            self.until.pop(name, None)
        return max(0.0, left)
