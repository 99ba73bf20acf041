"""The fight of a command: its scenario, book, house rules, options and tactics; and saving fights to files."""

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
from affray.cli.completion import complete_book, complete_house_rules, complete_option, complete_scenario
from affray.cli.options import read_pairs, record_option
from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.play.journal import FIRST_WORDS, JournalError, Writer
from affray.play.start import RulesChanged
from affray.rules.book import Book

SUFFIX = ".fight"  # of a journal

scenario_argument = click.argument("scenario", metavar="EXAMPLE|FILE", shell_complete=complete_scenario)
scenario_or_orcs_argument = click.argument(
    "scenario", default="orcs", metavar="[EXAMPLE|FILE]", shell_complete=complete_scenario
)
rules_option = click.option(
    "--rules", metavar="BOOK", shell_complete=complete_book, help="Rulebook.  [default: the scenario's, else classic]"
)
house_option = click.option(
    "--house-rules",
    "--house",
    "house",
    metavar="NAME|FILE",
    multiple=True,
    shell_complete=complete_house_rules,
    help="House rules to use; may be repeated.",
)
settings_option = click.option(
    "--set",
    "settings",
    metavar="OPTION=VALUE",
    multiple=True,
    shell_complete=complete_option,
    callback=read_pairs("OPTION=VALUE", "initiative.tie=simultaneous"),
    help="Option of the book; may be repeated.",
)
tactics_option = click.option(
    "--tactic",
    "tactics",
    metavar="SIDE=NAME",
    multiple=True,
    callback=read_pairs("SIDE=NAME", "orcs=focus"),
    help="Tactic for a side; may be repeated.",
)


@dataclass(frozen=True)
class BookChoice:
    """The chosen book, its house rules and its options."""

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
        raise AffrayError(f"{scenario} is a saved fight: `affray replay` replays it, `affray play` continues it")
    return scenarios.open_scenario(scenario, rules, house)


def is_journal(name: str) -> bool:
    """Recognise a journal by its first line; a missing file, by its suffix."""
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
    """The journal of a fight in progress."""

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
            what = f"{error.strerror}; the last answer is not saved, all before it are"
            raise OSError(error.errno, what, str(self.path)) from None

    def close(self) -> None:
        with suppress(OSError):  # whatever was accepted is on the disk already
            self.writer.close()


def create_journal(play: Play, wanted: str | None) -> JournalFile:
    """Create a file, never replace one: the wanted one, or one named after the scenario."""
    path = _create_first([Path(wanted)] if wanted else _candidates(play.encounter.name))
    return JournalFile(path, Writer(path, play.journal()), len(play.lines))


def open_journal(file: str) -> tuple[Play, JournalFile]:
    """Lock a journal, and load the fight in it."""
    if not has_journal_header(Path(file)):
        load_fight(file)  # says what is wrong with it
    writer = Writer(Path(file))
    try:
        if torn := writer.drop_torn_line():
            click.echo(f"The last line of {file} is incomplete and was dropped: {torn}", err=True)
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
        f"{path} already exists; `affray play {path}` continues it if it is a saved fight, or choose another name"
    )


def load_fight(file: str) -> Play:
    """Load a journal and verify it; where it is damaged or rules have changed, say how to save what is sound."""
    try:
        return api.load(file)
    except RulesChanged as error:
        way = f"affray replay {shlex.quote(file)} --save NEW.fight"
        raise AffrayError(f"{error}\n`{way}` saves everything before that line; then play NEW.fight.") from None
    except JournalError as error:
        if error.sound == 0:
            raise
        way = f"affray replay {shlex.quote(file)} --recover --save NEW.fight"
        raise AffrayError(f"{error}\nEverything before that line can be read; `{way}` saves it.") from None


def load_readable(file: str) -> tuple[Play, JournalError | None]:
    """Load a journal to read it: all of it, or all before the line where a change of rules shows, and what changed."""
    try:
        return api.load(file), None
    except RulesChanged:
        return api.recover(file)
    except JournalError:
        return load_fight(file), None  # it says how to save what is sound


def save_copy(play: Play, file: str) -> None:
    """Save a fight; replace an older saved fight, but no other file."""
    path = Path(file)
    if os.path.exists(path) and not has_journal_header(path):
        raise AffrayError(f"{file} already exists and is not a saved fight; choose another name")
    play.save(path)
