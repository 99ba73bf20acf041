"""How tests wait for something to happen: for a condition, with a limit that a loaded machine keeps."""

from __future__ import annotations

import time
from collections.abc import Callable

LIMIT = 120.0  # seconds; only a test that fails waits so long


def wait_until(condition: Callable[[], object], pause: Callable[[], object] = lambda: time.sleep(0.02)) -> bool:
    """Wait until a condition holds; False if it didn't within the limit."""
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            return False
        pause()
    return True
