"""The fight of a command, `affray fight` and `affray replay`, what is printed besides the log, and saved fights."""

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
from affray.cli import options
from affray.cli.completion import complete_book, complete_house_rules, complete_option, complete_scenario
from affray.cli.options import TEXT, log_for, log_format, print_log, read_pairs, record_option
from affray.engine.encounter import Encounter
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight
from affray.engine.vocabulary import NAMES
from affray.errors import AffrayError
from affray.party.aftermath import undo_write_back, write_back
from affray.play.journal import FIRST_WORDS, JournalError, Writer
from affray.play.start import RulesChanged
from affray.rules.book import Book

SUFFIX = ".fight"  # of a journal
UNITS_PER_FOOT = 10  # of positions


# --- the fight of a command: its scenario, book, house rules, options and tactics

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


# --- commands


@click.command("fight")
@scenario_or_orcs_argument
@book_options
@tactics_option
@options.seed_option
@options.fight_number_option
@options.form_options
@options.save_option
@options.write_back_option
@options.view_option
def fight_command(
    scenario: str,
    choice: BookChoice,
    tactics: dict[str, str],
    seed: int,
    number: int,
    as_json: bool,
    as_markdown: bool,
    save: str | None,
    write_back: bool,
    view: tuple[str, ...],
) -> None:
    """Watch a fight play itself.

    Defaults to the example `orcs`. The same seed and number always give the same fight.

    \b
    Example: affray fight orcs --seed 7 --set initiative.tie=simultaneous --save ford.fight
    """
    form = log_format(as_json, as_markdown)
    encounter, book = choice.open(scenario)
    play = api.start(encounter, rules=book, options=choice.settings, seed=seed, number=number, tactics=tactics)
    log, told = log_for(play.log, view, play), form == TEXT and not view
    if save is not None:
        save_copy(play, save)
    if told:
        click.echo(heading(play, seed, number), err=True)
    print_log(log, form)
    if told:
        click.echo(closing(play), err=True)
        print_xp(play)
    if write_back:
        update_party_files(play)


@click.command()
@click.argument("file")
@options.form_options
@options.save_option
@options.view_option
@click.option("--recover", is_flag=True, help="Read as much as possible of a damaged file.")
def replay(file: str, as_json: bool, as_markdown: bool, save: str | None, view: tuple[str, ...], recover: bool) -> None:
    """Replay a saved fight.

    Affray plays the fight again from its file and checks that it comes out the same. If rules have changed since, the
    replay ends where that shows, and names them.

    \b
    Example: affray replay ford.fight --markdown > ford.md
    """
    form = log_format(as_json, as_markdown)
    play, trouble = api.recover(file) if recover else load_readable(file)
    log = log_for(play.log, view, play)
    if save is not None:
        save_copy(play, save)
    print_log(log, form)
    if form == TEXT and not view:
        print_xp(play)
    if trouble is not None:
        click.echo(f"{trouble}; shown is what comes before", err=True)
    elif not play.over:
        click.echo(f"The fight is not over; `affray play {file}` continues it.", err=True)


def print_xp(play: api.Play) -> None:
    """Print each side's XP, on standard error like all that is no part of the log."""
    for award in play.xp:
        click.echo(str(award), err=True)


def update_party_files(play: api.Play) -> None:
    """Write the survivors back into their party files, and say so on standard error.

    If the end was undone since it was written, the files are as they were before the fight."""
    if not play.over:
        for file in undo_write_back(play):
            click.echo(f"The fight is no longer over: {file} is as it was before the fight.", err=True)
        return
    for one in write_back(play):
        state = one.member.fate or f"hp {one.member.hp}/{one.member.max_hp}"
        click.echo(f"{one.member.name}: {state}, saved in {one.file}", err=True)
        for remark in one.remarks:
            click.echo(f"  {remark}", err=True)


# --- who fights, how it ended, and everybody's state


def heading(play: api.Play, seed: int, number: int) -> str:
    """Say which fight it is, under which rules and with which seed, and who fights."""
    house = "".join(f" with {overlay.name}" for overlay in play.book.overlays)
    fight = f", number {number}" if number else ""
    lines = [
        f"{play.encounter.title}. Rulebook: {play.book.name}{house}. Seed {seed}{fight}; --seed N for another fight."
    ]
    for side in play.state.side[: play.state.sides]:
        everybody = (c for c in play.state.who[: play.state.n] if c.side == side.id)
        members = ", ".join(f"{play.roster.who[c.id]} (hp {c.max_hp})" for c in everybody)
        lines.append(f"{play.roster.sides[side.id]}: {members}")
    return "\n".join(lines)


def closing(play: api.Play) -> str:
    """Say how the fight ended, and how everybody is."""
    return f"{describe_end(play)}.\n{state_table(play, ())}"


def describe_end(play: api.Play) -> str:
    if play.winner in play.roster.sides:
        return f"Winner: {play.winner}"
    return "Stand-off" if play.winner == "stand-off" else "Nobody is left"


def state_table(play: api.Play, view: Sequence[str]) -> str:
    """Write a line for each combatant, under its side; with `view`, hit points of those sides only."""
    return "\n".join(state_lines(play, view))


def state_lines(play: api.Play, view: Sequence[str]) -> Iterator[str]:
    f, names = play.state, play.roster.who
    width = max(map(len, names))
    room = max(len(position_of(f, c)) for c in f.who[: f.n])
    yield f"Round {f.round}"
    for side in f.side[: f.sides]:
        name = play.roster.sides[side.id]
        yield f"{name}: {side.standing} of {side.size} standing"
        for c in f.who[: f.n]:
            if c.side == side.id:
                hp = f"hp {c.hp}/{c.max_hp}" if not view or name in view else ""
                line = f"  {names[c.id]:<{width}}  {hp:<9}  {position_of(f, c):<{room}}  {conditions_of(play, c)}"
                yield line.rstrip()


def position_of(f: Fight, c: Combatant) -> str:
    """Return a combatant's position, where the fight has positions."""
    if f.contact or not c.in_fight:
        return ""
    height = f", {c.z / UNITS_PER_FOOT:g} up" if c.z else ""
    return f"at {c.x / UNITS_PER_FOOT:g} {c.y / UNITS_PER_FOOT:g}{height}"


def conditions_of(play: api.Play, c: Combatant) -> str:
    """List a combatant's conditions, and whom it faces."""
    parts = [condition_words(c, n) for n in range(len(NAMES)) if c.conditions >> n & 1]
    marks = play.hidden.marks_on(c.id, play.state.round)
    parts += [words if until is None else f"{words} to round {until}" for words, until in marks.items()]
    if c.in_fight and c.faced_foe != NOBODY:
        parts.append(f"faces {play.roster.who[c.faced_foe]}")
    return ", ".join(parts)


def condition_words(c: Combatant, condition: int) -> str:
    until = c.ends_at[condition] if condition < len(c.ends_at) else ALWAYS
    return NAMES[condition] if until >= ALWAYS else f"{NAMES[condition]} to round {until}"


# --- saved fights


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


def create_journal(play: api.Play, wanted: str | None) -> JournalFile:
    """Create a file, never replace one: the wanted one, or one named after the scenario."""
    path = _create_first([Path(wanted)] if wanted else _candidates(play.encounter.name))
    return JournalFile(path, Writer(path, play.journal()), len(play.lines))


def open_journal(file: str) -> tuple[api.Play, JournalFile]:
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


def load_fight(file: str) -> api.Play:
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


def load_readable(file: str) -> tuple[api.Play, JournalError | None]:
    """Load a journal to read it: all of it, or all before the line where a change of rules shows, and what changed."""
    try:
        return api.load(file), None
    except RulesChanged:
        return api.recover(file)
    except JournalError:
        return load_fight(file), None  # it says how to save what is sound


def save_copy(play: api.Play, file: str) -> None:
    """Save a fight; replace an older saved fight, but no other file."""
    path = Path(file)
    if os.path.exists(path) and not has_journal_header(path):
        raise AffrayError(f"{file} already exists and is not a saved fight; choose another name")
    play.save(path)
