"""What a command prints: JSON, the log of a fight, and how far it is."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from affray.cli.options import JSON, MARKDOWN, find_side

if TYPE_CHECKING:
    from affray.log import Log
    from affray.play.session import Play
    from affray.simulation.batch import Progress

JsonObject = dict[str, Any]


def print_json(data: Any, indent: int | None = None) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(data, indent=indent, ensure_ascii=False))


# --- a log


def log_for(log: Log, view: Sequence[str], play: Play) -> Log:
    """Return the log as the players of these sides may read it; all of it where no side is named."""
    return log.for_players([find_side(name, play.roster.sides) for name in view]) if view else log


def use_colour() -> bool:
    """Say whether standard output is a terminal whose owner wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def print_log(log: Log, form: str) -> None:
    """Print a log as text, JSON or Markdown."""
    if form == JSON:
        text = log.jsonl()
    elif form == MARKDOWN:
        text = log.markdown()
    else:
        text = log.text(colour=use_colour())
    click.echo(text.rstrip("\n"))


# --- how far it is, on one line of a terminal's standard error; nothing where nobody looks


def progress_bar() -> Callable[[Progress], None] | None:
    """Return what shows how many fights are fought; None where standard error is no terminal."""
    return (lambda progress: show_progress(progress_line(progress))) if sys.stderr.isatty() else None


def state_counter() -> Callable[[int, int], None] | None:
    """Return what shows how many states are counted; None where standard error is no terminal."""

    def show(states: int, steps: int) -> None:
        show_progress(f"counting: {states:,} states so far, {steps:,} steps")

    return show if sys.stderr.isatty() else None


def show_progress(words: str) -> None:
    """Show words in place of those that were shown before."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{words[:width]:<{width}}" + ("" if words else "\r"))
        sys.stderr.flush()


def clear_progress() -> None:
    """Empty the line."""
    show_progress("")


def progress_line(progress: Progress) -> str:
    """Write the share done, fights a second, and the likeliest outcome with its interval."""
    done, goal = progress.done, max(1, progress.goal)
    parts = [f"{done / goal:4.0%} of {progress.goal:,}", f"{done / max(progress.seconds, 1e-9):,.0f} fights a second"]
    if progress.chances is not None:
        name, one = max(progress.chances.outcomes.items(), key=lambda item: item[1].share)
        parts.append(f"{name} {one.share:.1%} ± {one.error:.2%}")
    if progress.compiling:
        parts.append("plain while the rules are compiled, once")
    return ", ".join(parts)
