"""`affray fight`: a fight that plays by itself. `affray replay`: one that was kept."""

from __future__ import annotations

import click

from affray.cli import arguments
from affray.cli.arguments import form_of
from affray.cli.telling import opened, seen_by, tell, tell_back


@click.command()
@arguments.scenario
@arguments.rules
@arguments.house
@arguments.settings
@arguments.tactics
@arguments.seed
@arguments.number
@arguments.forms
@arguments.save
@arguments.back
@arguments.view
def fight(
    scenario: str,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    tactics: dict[str, str],
    seed: int,
    number: int,
    as_json: bool,
    as_markdown: bool,
    save: str | None,
    write_back: bool,
    view: tuple[str, ...],
) -> None:
    """Watch a fight that plays by itself.

    Without a name it is `orcs`. The same seed and number give the same fight, to the last die.

    \b
    Example: affray fight orcs --seed 7 --set initiative.tie=simultaneous --save ford.fight
    """
    import affray
    from affray.cli.keeping import save_copy

    form = form_of(as_json, as_markdown)
    encounter, book = opened(scenario, rules, house)
    play = affray.start(encounter, rules=book, options=settings, seed=seed, number=number, tactics=tactics)
    log = seen_by(play.log, view, play)
    if save is not None:
        save_copy(play, save)
    tell(log, form)
    if write_back:
        tell_back(play)


@click.command()
@click.argument("file")
@arguments.forms
@arguments.save
@arguments.view
@click.option("--recover", is_flag=True, help="Of a damaged file, tell all that is sound.")
def replay(file: str, as_json: bool, as_markdown: bool, save: str | None, view: tuple[str, ...], recover: bool) -> None:
    """Tell a fight that was kept.

    It is played again from its file, and must come out as it did then.

    \b
    Example: affray replay ford.fight --markdown > ford.md
    """
    import affray
    from affray.cli.keeping import load, save_copy

    form = form_of(as_json, as_markdown)
    play, trouble = affray.recover(file) if recover else (load(file), None)
    log = seen_by(play.log, view, play)
    if save is not None:
        save_copy(play, save)
    tell(log, form)
    if trouble is not None:
        click.echo(f"{trouble}; told is what comes before", err=True)
    if not play.over:
        click.echo(f"It is not over yet; `affray play {file}` goes on.", err=True)
