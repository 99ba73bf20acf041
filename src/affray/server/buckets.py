"""How often somebody may do something: so many times at once, and so many a second after that."""

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
