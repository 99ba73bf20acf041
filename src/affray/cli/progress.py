"""How far fights or states are counted: a line on the stderr of a terminal, drawn anew. Nothing where nobody looks."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.simulation.batch import Progress


def follower() -> Callable[[Progress], None] | None:
    """What draws it; None where stderr is no terminal."""
    return draw if sys.stderr.isatty() else None


def hearer() -> Callable[[int, int], None] | None:
    """What draws how far counting is."""
    return draw_counted if sys.stderr.isatty() else None


def draw_counted(states: int, steps: int) -> None:
    say(f"counting: {states:,} states so far, {steps:,} steps")


def draw(progress: Progress) -> None:
    say(line(progress))


def say(words: str) -> None:
    """In place of what the line said before."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{words[:width]:<{width}}" + ("" if words else "\r"))
        sys.stderr.flush()


def clear() -> None:
    say("")


def line(progress: Progress) -> str:
    """Share done, fights a second, and the likeliest outcome with its interval."""
    done, goal = progress.done, max(1, progress.goal)
    parts = [f"{done / goal:4.0%} of {progress.goal:,}", f"{done / max(progress.seconds, 1e-9):,.0f} fights a second"]
    if progress.chances is not None:
        name, one = max(progress.chances.outcomes.items(), key=lambda item: item[1].share)
        parts.append(f"{name} {one.share:.1%} ± {one.error:.2%}")
    if progress.compiling:
        parts.append("plain while the rules are compiled, once")
    return ", ".join(parts)
