"""Options that several commands share, how their values are read, and how results are printed."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from affray.content.spelling import number_in_words
from affray.engine.dice import MAX_NUMBER, MAX_SEED
from affray.errors import AffrayError, unknown

if TYPE_CHECKING:
    from affray.log import Log
    from affray.play.session import Play
    from affray.simulation.batch import Progress


F = TypeVar("F", bound=Callable[..., Any])
Callback = Callable[[click.Context, click.Parameter, str | None], int | None]
MAX_FIGHTS = 2**44
SECONDS_PER_MINUTE = 60
TEXT, JSON, MARKDOWN = "text", "json", "markdown"


# --- values


def whole_number(least: int, most: int) -> Callback:
    """Return a callback that reads a whole number between these."""

    def read(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
        if text is None:
            return None
        number = number_in_words(text)
        if not re.fullmatch("[+-]?[0-9]{1,20}", number) or not least <= int(number) <= most:
            raise click.BadParameter(f"{text[:40]!r} is not a whole number from {least:,} to {most:,}.")
        return int(number)

    return read


def read_error_bound(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """Read how far off a share may be: 0.001, or 0.1%."""
    if text is None:
        return None
    number, percent = text.strip().removesuffix("%").strip(), text.strip().endswith("%")
    if not re.fullmatch(r"[0-9]{0,3}\.?[0-9]{0,12}|[0-9.]+e-[0-9]{1,2}", number) or not number.strip("."):
        raise click.BadParameter(f"{text[:40]!r} is not a number between 0 and 1, as 0.001 or 0.1%.")
    error = float(number) / (100 if percent else 1)
    if not 0 < error < 1:
        raise click.BadParameter(f"{text[:40]!r} is not a number between 0 and 1, as 0.001 or 0.1%.")
    return error


def read_pairs(form: str, example: str) -> Callable[[click.Context, click.Parameter, Iterable[str]], dict[str, str]]:
    """Return a callback that reads NAME=VALUE, as often as it is given."""

    def read(_: click.Context, __: click.Parameter, values: Iterable[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for text in values:
            name, equals, value = (part.strip() for part in text.partition("="))
            if not (name and equals and value):
                raise click.BadParameter(f"{text!r} is not {form}, as {example}.")
            if name in found:
                raise click.BadParameter(f"{name} is set twice, to {found[name]!r} and to {value!r}.")
            found[name] = value
        return found

    return read


def split_words(text: str) -> list[str]:
    """Split at commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def find_side(name: str, sides: Sequence[str]) -> str:
    """Find the side a person means: names may be in any case."""
    for side in sides:
        if side.lower() == name.lower():
            return side
    raise AffrayError(unknown("side", name, sides))


# --- making options


def whole_number_option(*names: str, least: int, most: int, help: str, default: int | None = None) -> Callable[[F], F]:
    """Make an option that is a whole number. Where there is no default, the help says what happens without it."""
    shown = None if default is None else str(default)
    return click.option(
        *names,
        metavar="N",
        callback=whole_number(least, most),
        help=help,
        default=shown,
        show_default=shown is not None,
    )


def option_group(*parts: Callable[[F], F]) -> Callable[[F], F]:
    """Make one decorator of several options, listed in the order in which help shows them."""

    def add(command: F) -> F:
        for part in reversed(parts):
            command = part(command)
        return command

    return add


def record_option(name: str, record: type, *parts: Callable[[F], F]) -> Callable[[F], F]:
    """Make one decorator of several options, whose values the command gets as one argument: this record."""
    names = [field.name for field in fields(record)]

    def add(command: F) -> F:
        @wraps(command)
        def call(*args: Any, **values: Any) -> Any:
            values[name] = record(**{each: values.pop(each) for each in names})
            return command(*args, **values)

        return option_group(*parts)(cast(F, call))

    return add


# --- options


seed_option = whole_number_option("--seed", least=0, most=MAX_SEED, default=0, help="Random seed.")
chance_seed_option = whole_number_option("--seed", least=0, most=MAX_SEED, help="Random seed.  [default: random]")
fight_number_option = whole_number_option(
    "--number", least=0, most=MAX_NUMBER, default=0, help="Number of the fight under this seed."
)
form_options = option_group(
    click.option("--json", "as_json", is_flag=True, help="Print the log as JSON, one object a line."),
    click.option("--markdown", "as_markdown", is_flag=True, help="Print the log as Markdown."),
)
save_option = click.option("--save", metavar="FILE", help="Save the fight to a file.")
write_back_option = click.option("--write-back", is_flag=True, help="Save the survivors to their party files.")
view_option = click.option(
    "--players", "view", metavar="SIDE", multiple=True, help="Show only what this side's players know."
)
json_object_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
json_result_option = click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")


def log_format(as_json: bool, as_markdown: bool) -> str:
    """Return TEXT, JSON or MARKDOWN."""
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown can't be combined; choose one.")
    return JSON if as_json else MARKDOWN if as_markdown else TEXT


# --- what a command prints: JSON, the log of a fight, and how far it is

JsonObject = dict[str, Any]


def print_json(data: Any, indent: int | None = None) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(data, indent=indent, ensure_ascii=False))


# --- a log


def log_for(log: Log, view: Sequence[str], play: Play) -> Log:
    """Return the log as the players of these sides may read it; all of it where no side is named."""
    return log.for_players([find_side(name, play.roster.sides) for name in view]) if view else log


def use_colour() -> bool:
    """Return whether standard output is a terminal whose owner wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


BOLD, DIM, BLUE, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[34m", "\x1b[0m"
INTERVALS = re.compile(r"\([^()\n]*\d[^()\n]* to [^()\n]*\)|±\d[\d.]*%?")
BARS = re.compile(r"[█▉▊▋▌▍▎▏]+")
HEADS = re.compile(r"(?:[^\W\d_][\w.' -]*)?(?: {2,}[^\W\d_][\w.' -]*){2,}")  # nothing but words, in columns


def print_result(text: str) -> None:
    """Print what was found; on a terminal headings are bold, intervals faint and bars blue."""
    lines = text.rstrip("\n").split("\n")
    click.echo(
        "\n".join(colour_line(line, n == 0) for n, line in enumerate(lines)) if use_colour() else "\n".join(lines)
    )


def colour_line(line: str, first: bool) -> str:
    """Return a line of a result with colours; none of them takes room."""
    if first or HEADS.fullmatch(line):
        return f"{BOLD}{line}{PLAIN}"
    faint = INTERVALS.sub(lambda found: f"{DIM}{found[0]}{PLAIN}", line)
    return BARS.sub(lambda found: f"{BLUE}{found[0]}{PLAIN}", faint)


def print_log(log: Log, form: str) -> None:
    """Print a log as text, JSON or Markdown."""
    if form == JSON:
        text = log.jsonl()
    elif form == MARKDOWN:
        text = log.markdown()
    else:
        text = log.text(colour=use_colour())
    click.echo(text.rstrip("\n"))


# --- progress, on one line of a terminal's standard error


def progress_bar() -> Callable[[Progress], None] | None:
    """Return a function that shows the progress of a simulation; None where standard error is no terminal."""
    return (lambda progress: show_progress(progress_line(progress))) if sys.stderr.isatty() else None


def state_counter() -> Callable[[int, int], None] | None:
    """Return a function that shows how many states are counted; None where standard error is no terminal."""

    def show(states: int, steps: int) -> None:
        show_progress(f"counting: {states:,} states, {steps:,} steps")

    return show if sys.stderr.isatty() else None


def show_progress(words: str) -> None:
    """Replace the words on the progress line."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{words[:width]:<{width}}" + ("" if words else "\r"))
        sys.stderr.flush()


def clear_progress() -> None:
    """Clear the progress line."""
    show_progress("")


def progress_line(progress: Progress) -> str:
    """Write the share done, the time left, fights a second, and the likeliest outcome with its interval."""
    done, goal = progress.done, max(1, progress.goal)
    parts = [f"{done / goal:4.0%} of {progress.goal:,}", time_left(done, goal, progress.seconds)]
    parts.append(f"{done / max(progress.seconds, 1e-9):,.0f} fights a second")
    if progress.chances is not None:
        name, one = max(progress.chances.outcomes.items(), key=lambda item: item[1].share)
        parts.append(f"{name} {one.share:.1%} ± {one.error:.2%}")
    if progress.compiling:
        parts.append("uncompiled; compiling …")
    return ", ".join(parts)


def time_left(done: int, goal: int, seconds: float) -> str:
    """Estimate the time left from the time taken so far."""
    if done == 0:
        return "estimating"
    left = seconds * (goal - done) / done
    return f"{left / 60:,.0f} min left" if left >= 2 * SECONDS_PER_MINUTE else f"{left:.0f} s left"


class Countdown:
    """The progress of a study that counts things of about equal length: how many are done, and the time left."""

    def __init__(self, things: str) -> None:
        self.things, self.began = things, monotonic()
        self.first: int | None = None  # how many were done before, by an earlier run

    def show(self, done: int, of: int) -> None:
        self.first = done if self.first is None else self.first
        left = time_left(done - self.first, of - self.first, monotonic() - self.began)
        show_progress(f"{done:,} of {of:,} {self.things}, {left}")


class ColumnProgress:
    """The progress of a comparison: the column it is at, and the fights in it."""

    def __init__(self) -> None:
        self.column = ""

    def begin(self, column: str) -> None:
        self.column = column
        show_progress(f"{column} …")

    def follow(self, progress: Progress) -> None:
        show_progress(f"{self.column}: {progress_line(progress)}")
