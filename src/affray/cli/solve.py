"""`affray solve`: best play of a small fight, and a guide to it."""

from __future__ import annotations

import click

from affray.cli import fight
from affray.cli.fight import BookChoice
from affray.cli.odds import MOST_STATES
from affray.cli.options import clear_progress, print_json, state_counter, whole_number_option
from affray.scenario import with_chosen_tactics
from affray.solving.solution import MAX_STATES, solve_fight


@click.command()
@fight.scenario_argument
@fight.book_options
@fight.tactics_option
@click.option("--side", metavar="SIDE", help="The side that plays as well as can be.  [default: the players']")
@click.option("--both", is_flag=True, help="Let the others play as well as can be too.")
@click.option(
    "--leave-out",
    "leave_out",
    metavar="ANSWER",
    multiple=True,
    help="A kind of answer that nobody tries, such as away; may be repeated.",
)
@whole_number_option(
    "--states",
    least=1,
    most=MOST_STATES,
    help="Most states to explore, and a thousand times as many steps.  [default: 1,000,000]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
def solve(
    scenario: str,
    choice: BookChoice,
    tactics: dict[str, str],
    side: str | None,
    both: bool,
    leave_out: tuple[str, ...],
    states: int | None,
    as_json: bool,
) -> None:
    """Solve a small fight for best play.

    Shows the exact chance to win of a side that plays as well as can be against the tactics of the others, and a guide
    to its answers. A fight with too many states is searched instead, and the answer says so.

    \b
    Example: affray solve duel
             affray solve duel --side orc --tactic fighter=cautious
             affray solve duel --both --leave-out away
    """
    encounter, book = choice.open(scenario)
    encounter = with_chosen_tactics(encounter, book, tactics)
    try:
        found = solve_fight(
            encounter,
            book,
            choice.settings,
            side,
            both=both,
            leave_out=leave_out,
            states=states or MAX_STATES,
            on_progress=state_counter(),
        )
    finally:
        clear_progress()
    if as_json:
        print_json(found.as_json())
    else:
        click.echo(found.text().rstrip("\n"))
