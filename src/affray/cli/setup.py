"""Which fight a command is about: the scenario, the book with its house rules and options, and the tactics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from affray import scenario as scenarios
from affray.cli.options import read_pairs, record_option
from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.play.journal import FIRST_LINE
from affray.rules.book import Book

SUFFIX = ".fight"  # of a journal

scenario_argument = click.argument("scenario", metavar="EXAMPLE|FILE")
scenario_or_orcs_argument = click.argument("scenario", default="orcs", metavar="[EXAMPLE|FILE]")
rules_option = click.option("--rules", metavar="BOOK", help="The rulebook.  [default: the scenario's, else classic]")
house_option = click.option(
    "--house", metavar="NAME|FILE", multiple=True, help="Lay house rules on the book; may be repeated."
)
settings_option = click.option(
    "--set",
    "settings",
    metavar="OPTION=VALUE",
    multiple=True,
    callback=read_pairs("OPTION=VALUE", "initiative.tie=simultaneous"),
    help="Set an option of the book; may be repeated.",
)
tactics_option = click.option(
    "--tactic",
    "tactics",
    metavar="SIDE=NAME",
    multiple=True,
    callback=read_pairs("SIDE=NAME", "orcs=focus"),
    help="How a side fights; may be repeated.",
)


@dataclass(frozen=True)
class BookChoice:
    """The book that was asked for, the house rules on it, and its options."""

    rules: str | None
    house: tuple[str, ...]
    settings: dict[str, str]

    def open(self, scenario: str) -> tuple[Encounter, Book]:
        """Read a scenario, and find its book with all house rules."""
        return open_scenario(scenario, self.rules, self.house)


book_options = record_option("choice", BookChoice, rules_option, house_option, settings_option)


def open_scenario(scenario: str, rules: str | None, house: Sequence[str]) -> tuple[Encounter, Book]:
    """Read a scenario, and find its book with all house rules: the one asked for, else the file's own, else classic."""
    if is_journal(scenario):
        raise AffrayError(
            f"{scenario} is a fight that was kept: `affray replay` tells it, `affray play` goes on with it"
        )
    return scenarios.open_scenario(scenario, rules, house)


def is_journal(name: str) -> bool:
    """Tell a journal by its first line; or by its ending, so that one that is missing is missed as a journal."""
    path = Path(name)
    return has_journal_header(path) or (path.suffix == SUFFIX and not path.exists())


def has_journal_header(path: Path) -> bool:
    """Say whether a file begins as journals do."""
    try:
        with path.open("rb") as file:
            return file.readline(len(FIRST_LINE)) == FIRST_LINE.encode()
    except (OSError, ValueError):
        return False
