"""`affray fight` and `affray replay`, and what the terminal prints of a fight besides its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from affray import api
from affray.cli import options, setup
from affray.cli.options import TEXT, log_for, log_format, print_log
from affray.cli.setup import BookChoice, load_readable, save_copy
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight
from affray.engine.vocabulary import NAMES
from affray.party.aftermath import undo_write_back, write_back

UNITS_PER_FOOT = 10  # of positions


@click.command("fight")
@setup.scenario_or_orcs_argument
@setup.book_options
@setup.tactics_option
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
