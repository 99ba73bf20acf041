"""Which fight a command is about: scenario, book with house rules and options, tactics; and saving fights to files."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

import click

from affray import api
from affray import scenario as scenarios
from affray.api import Play
from affray.cli.options import read_pairs, record_option
from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.play.journal import FIRST_WORDS, JournalError, Writer
from affray.play.start import RulesChanged
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
    return has_journal_header(path) or (path.suffix == SUFFIX and not os.path.exists(path))


def has_journal_header(path: Path) -> bool:
    """Return whether a file begins as journals do."""
    try:
        with path.open("rb") as file:
            return file.read(len(FIRST_WORDS)) == FIRST_WORDS.encode()
    except (OSError, ValueError):
        return False


# --- saving


class JournalFile:
    """The journal of a fight that goes on."""

    def __init__(self, path: Path, writer: Writer, lines: int) -> None:
        self.path, self.writer, self.lines = path, writer, lines

    @property
    def quoted(self) -> str:
        """Return the path as a shell takes it."""
        return shlex.quote(str(self.path))

    def append(self, lines: Sequence[str]) -> None:
        """Write those of a fight's lines that the file doesn't have yet."""
        try:
            for line in lines[self.lines :]:
                self.writer.append(line)
                self.lines += 1
        except OSError as error:
            what = f"{error.strerror}; the last answer is not kept, all before it are"
            raise OSError(error.errno, what, str(self.path)) from None

    def close(self) -> None:
        with suppress(OSError):  # whatever was accepted is on the disk already
            self.writer.close()


def create_journal(play: Play, wanted: str | None) -> JournalFile:
    """Write a new file, never one that is there: the one wanted, or one named after the scenario."""
    path = _create_first([Path(wanted)] if wanted else _candidates(play.encounter.name))
    return JournalFile(path, Writer(path, play.journal()), len(play.lines))


def open_journal(file: str) -> tuple[Play, JournalFile]:
    """Take a journal that nobody else plays, and load the fight in it."""
    if not has_journal_header(Path(file)):
        load_fight(file)  # says what is wrong with it
    writer = Writer(Path(file))
    try:
        if torn := writer.drop_torn_line():
            click.echo(f"The last line of {file} was never finished and is dropped: {torn}", err=True)
        play = load_fight(file)
    except BaseException:
        writer.close()
        raise
    return play, JournalFile(Path(file), writer, len(play.lines))


def _candidates(scenario: str) -> Iterator[Path]:
    return (Path(f"{scenario}{number}{SUFFIX}") for number in chain([""], (f"-{n}" for n in count(2))))


def _create_first(paths: Iterable[Path]) -> Path:
    for path in paths:
        try:
            path.open("x").close()
        except FileExistsError:
            continue
        return path
    raise AffrayError(
        f"{path} is there already; `affray play {path}` goes on with it if it is a journal, or name another file"
    )


def load_fight(file: str) -> Play:
    """Load a journal and verify it; where it is damaged or rules have changed, say how to save what is sound."""
    try:
        return api.load(file)
    except RulesChanged as error:
        way = f"affray replay {shlex.quote(file)} --save NEW.fight"
        raise AffrayError(f"{error}\n`{way}` tells all before that line and keeps it; NEW.fight continues.") from None
    except JournalError as error:
        if error.sound == 0:
            raise
        way = f"affray replay {shlex.quote(file)} --recover --save NEW.fight"
        raise AffrayError(f"{error}\nAll before that line is sound; `{way}` keeps it.") from None


def load_readable(file: str) -> tuple[Play, JournalError | None]:
    """Load a journal to read it: all of it, or all before the line where a change of rules shows, and what changed."""
    try:
        return api.load(file), None
    except RulesChanged:
        return api.recover(file)
    except JournalError:
        return load_fight(file), None  # it says how to save what is sound


def save_copy(play: Play, file: str) -> None:
    """Save a fight: over an older fight if need be, but over nothing else."""
    path = Path(file)
    if os.path.exists(path) and not has_journal_header(path):
        raise AffrayError(f"{file} is there already and is not a fight; name another file")
    play.save(path)
