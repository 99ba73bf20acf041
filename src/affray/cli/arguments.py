"""The arguments that several commands share, and what is wrong with them when something is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from re import fullmatch
from typing import Any, TypeVar

import click

from affray.errors import AffrayError

F = TypeVar("F", bound=Callable[..., Any])
Callback = Callable[[click.Context, click.Parameter, str | None], int | None]
MOST_SEED = 2**64 - 1
MOST_NUMBER = 2**44 - 1  # each fight has 2**20 dice to itself
MOST_FIGHTS = 2**44
MISTAKE, STOPPED = 2, 130  # exit codes
TEXT, JSON, MARKDOWN = "text", "json", "markdown"


def whole(least: int, most: int) -> Callback:
    """Reads a whole number between these."""

    def read(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
        if text is None:
            return None
        if not fullmatch("[+-]?[0-9]{1,20}", text.strip()) or not least <= int(text) <= most:
            raise click.BadParameter(f"{text[:40]!r} is not a whole number from {least} to {most}.")
        return int(text)

    return read


def number_option(*names: str, least: int, most: int, help: str, default: int | None = None) -> Callable[[F], F]:
    """Where there is no default, the help says what happens without it."""
    usual = None if default is None else str(default)
    return click.option(
        *names, metavar="N", callback=whole(least, most), help=help, default=usual, show_default=usual is not None
    )


def error_of(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """Reads how far off a share may be."""
    if text is None:
        return None
    if not fullmatch(r"0?\.[0-9]{1,12}|[0-9.]+e-[0-9]{1,2}", text.strip()) or not 0 < float(text) < 1:
        raise click.BadParameter(f"{text[:40]!r} is not a number between 0 and 1, as 0.001.")
    return float(text)


def check_executor(_: click.Context, __: click.Parameter, name: str) -> str:
    from affray.simulation.executors import check_executor

    return check_executor(name)


def pairs(form: str, example: str) -> Callable[[click.Context, click.Parameter, Iterable[str]], dict[str, str]]:
    """Reads NAME=VALUE, as often as it is given."""

    def read(_: click.Context, __: click.Parameter, given: Iterable[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for text in given:
            name, equals, value = (part.strip() for part in text.partition("="))
            if not (name and equals and value):
                raise click.BadParameter(f"{text!r} is not {form}, as {example}.")
            if name in found:
                raise click.BadParameter(f"{name} is set twice, to {found[name]!r} and to {value!r}.")
            found[name] = value
        return found

    return read


def form_of(as_json: bool, as_markdown: bool) -> str:
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown exclude each other.")
    return JSON if as_json else MARKDOWN if as_markdown else TEXT


def known_side(name: str, sides: Sequence[str]) -> str:
    """The side a person means: names may be in any case."""
    from affray.errors import unknown

    for side in sides:
        if side.lower() == name.lower():
            return side
    raise AffrayError(unknown("side", name, sides))


def several(*parts: Callable[[F], F]) -> Callable[[F], F]:
    """Some arguments as one decorator, listed in the order in which help shows them."""

    def add(command: F) -> F:
        for part in reversed(parts):
            command = part(command)
        return command

    return add


scenario = click.argument("scenario", default="orcs", metavar="[EXAMPLE|FILE]")
rules = click.option("--rules", metavar="BOOK", help="The rulebook.  [default: the scenario's, else classic]")
settings = click.option(
    "--set",
    "settings",
    metavar="OPTION=VALUE",
    multiple=True,
    callback=pairs("OPTION=VALUE", "initiative.tie=simultaneous"),
    help="Set an option of the book; may be repeated.",
)
tactics = click.option(
    "--tactic",
    "tactics",
    metavar="SIDE=NAME",
    multiple=True,
    callback=pairs("SIDE=NAME", "orcs=focus"),
    help="How a side fights; may be repeated.",
)
house = click.option(
    "--house", metavar="NAME|FILE", multiple=True, help="Lay house rules on the book; may be repeated."
)
seed = number_option("--seed", least=0, most=MOST_SEED, default=0, help="What the dice come from.")
chance_seed = number_option("--seed", least=0, most=MOST_SEED, help="What the dice come from.  [default: chance]")
number = number_option("--number", least=0, most=MOST_NUMBER, default=0, help="Which of the seed's fights.")
workers = several(
    number_option("--threads", least=1, most=256, default=1, help="How many at a time."),
    click.option("--plain", is_flag=True, help="Don't compile the rules: slower, and the same outcome."),
    click.option(
        "--executor",
        metavar="WHERE",
        default="local",
        callback=check_executor,
        show_default=True,
        help="Who plays the fights: local, processes (as many as --threads, or as there are cores), or the workers of "
        "a Dask scheduler, as dask://HOST:PORT.",
    ),
)
forms = several(
    click.option("--json", "as_json", is_flag=True, help="The log as JSON, one object a line."),
    click.option("--markdown", "as_markdown", is_flag=True, help="The log as Markdown."),
)
save = click.option("--save", metavar="FILE", help="Keep the fight in a file, for `affray replay`.")
back = click.option("--write-back", is_flag=True, help="Put the survivors back into the party files they came from.")
view = click.option("--players", "view", metavar="SIDE", multiple=True, help="Tell only what this side's players know.")
