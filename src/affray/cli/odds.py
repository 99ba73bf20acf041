"""`affray odds`: the exact odds of a fight, an attack, a save, morale or initiative."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import click

from affray.cli import EXIT_STOPPED, fight
from affray.cli.fight import BookChoice
from affray.cli.options import (
    clear_progress,
    print_json,
    progress_bar,
    read_error_bound,
    record_option,
    state_counter,
    whole_number_option,
)
from affray.engine.encounter import CONTACT, USUAL
from affray.exact import questions
from affray.exact import questions as scenes
from affray.exact.questions import Scene
from affray.exact.whole_fights import MAX_STATES, SIMULATED_ERROR, fight_odds
from affray.rules.book import Book
from affray.scenario import open_book, with_chosen_tactics

FIGHT = "fight"
MOST_STATES = 10**9
MAX_MODIFIER = 100
MAX_DISTANCE = 10_000
Described = tuple[str, list[str]]  # somebody by words and by numbers

json_answer_option = click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
within_option = click.option(
    "--in", "within", metavar="EXAMPLE|FILE", help="Ask about combatants of this scenario, by name."
)


@dataclass(frozen=True)
class Asking:
    """What every small question has: a scenario or a book, and the format of the answer."""

    within: str | None
    rules: str | None
    house: tuple[str, ...]
    settings: dict[str, str]
    as_json: bool

    @property
    def book(self) -> Book:
        return open_book(self.rules, self.house, USUAL)

    def print(self, question: str, scene: Scene, lines: Iterable[str], data: dict[str, Any]) -> None:
        """Print the answer, in words or as JSON."""
        if self.as_json:
            print_json({"question": question, "ruleset": scene.book.name, "exact": True} | data)
        else:
            click.echo("\n".join([*lines, *scene_remarks(scene)]))


asking_options = record_option(
    "asking",
    Asking,
    within_option,
    fight.rules_option,
    fight.house_option,
    fight.settings_option,
    json_answer_option,
)
modifier_option = whole_number_option(
    "--modifier", least=-MAX_MODIFIER, most=MAX_MODIFIER, default=0, help="The referee's modifier on this roll."
)


class Questions(click.Group):
    """A group that takes a name that is no question as a scenario."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            return FIGHT, self.commands[FIGHT], args
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=Questions, subcommand_metavar="EXAMPLE|FILE|QUESTION [ARGS]...")
def odds() -> None:
    """Show exact odds of a fight, an attack, a save …

    Name a fight (affray odds brawl) or one of the questions below.

    WHO is a few words: orc, 3 orc, "fighter 3 with sword +1, plate mail, DEX 16", "thac0 17, damage 1d8+1, hp 6".

    \b
    Example: affray odds attack "fighter 3 with sword" orc --modifier 2
             affray odds attack --thac0 17 --ac 3 --damage 1d8+1 --hp 6
             affray odds morale 8 --times 2
             affray odds initiative "2 fighter" "5 orc" --rules procedure
             affray odds save "cleric 2" spells
    """


@odds.command(FIGHT)
@fight.scenario_argument
@fight.book_options
@fight.tactics_option
@click.option(
    "--error",
    metavar="E",
    callback=read_error_bound,
    help="Error of a simulation, where a fight is too big to count.  [default: 0.001]",
)
@whole_number_option(
    "--states",
    least=1,
    most=MOST_STATES,
    help="Most states to count, and a hundred times as many steps.  [default: 1,000,000]",
)
@json_answer_option
def whole_fight_odds(
    scenario: str,
    choice: BookChoice,
    tactics: dict[str, str],
    error: float | None,
    states: int | None,
    as_json: bool,
) -> None:
    """Show the exact odds of a whole fight; the word `fight` may be left out.

    A fight with too many states is simulated instead, and the answer says so.
    """
    encounter, book = choice.open(scenario)
    encounter = with_chosen_tactics(encounter, book, tactics)
    try:
        found = fight_odds(
            encounter,
            book,
            choice.settings,
            error=error or SIMULATED_ERROR,
            states=states or MAX_STATES,
            follow=progress_bar(),
            on_progress=state_counter(),
        )
    finally:
        clear_progress()
    if as_json:
        print_json(found.as_json())
    else:
        click.echo(found.text().rstrip("\n"))
    if found.simulated is not None and not found.simulated.complete:
        raise click.exceptions.Exit(EXIT_STOPPED)


# --- the small questions


@odds.command("attack")
@click.argument("attacker", default="", metavar="[WHO]")
@click.argument("target", default="", metavar="[WHOM]")
@click.option("--thac0", metavar="N", help="The attacker's THAC0.")
@click.option("--bonus", metavar="N", help="... or its attack bonus, with ascending AC.")
@click.option("--damage", metavar="DICE", help="The attack's damage.")
@click.option("--ac", metavar="N", help="The target's descending AC.")
@click.option("--aac", metavar="N", help="... or its ascending AC.")
@click.option("--hp", metavar="N", help="The target's hit points.")
@modifier_option
@click.option("--advantage", is_flag=True, help="Advantage, where the book has it.")
@click.option("--disadvantage", is_flag=True, help="Disadvantage, where the book has it.")
@click.option("--with", "weapon", default="", metavar="WEAPON", help="The weapon used.  [default: the one in hand]")
@whole_number_option("--at", "far", least=1, most=MAX_DISTANCE, help="Distance of a shot in feet.  [default: melee]")
@asking_options
def attack_odds(
    attacker: str,
    target: str,
    modifier: int,
    advantage: bool,
    disadvantage: bool,
    weapon: str,
    far: int | None,
    asking: Asking,
    **numbers: str | None,
) -> None:
    """Show the chance to hit, the damage, and how long the target lasts.

    Covers one attack without reactions. "Rounds" assumes a target that does nothing, the attacker's default weapon,
    and no modifier of the referee. Numbers are read as in a scenario file; each book converts those of other books.

    \b
    Example: affray odds attack orc "fighter with plate mail, hp 8"
             affray odds attack --thac0 17 --ac 3 --damage 1d8+1 --hp 6
             affray odds attack "strength 12, damage 1d6" "tempo ac 22" --rules tempo
             affray odds attack "fighter with long bow" orc --at 100
    """
    attacks, defends = items(numbers, "thac0", "bonus", "damage"), items(numbers, "ac", "aac", "hp")
    if asking.within is not None:
        refuse_items([*attacks, *defends])
        scene = scene_of_scenario(asking, asking.within, far)
        first, second = attacker, target
    else:
        scene = duel(asking, (attacker, attacks), (target, defends), far)
        first, second = scene.roster.who[0], scene.roster.who[scene.fight.side[1].first_member]
    rulings = referee_rulings(modifier, advantage, disadvantage)
    found = questions.attack_odds(scene, first, second, said=rulings, weapon=weapon, far=far or 0)
    lines = (text for one in found for text in questions.attack_lines(one))
    asking.print("attack", scene, lines, {"attacks": [questions.attack_json(one) for one in found]})


@odds.command("morale")
@click.argument("who", metavar="WHO|RATING")
@modifier_option
@whole_number_option("--times", least=1, most=20, default=1, help="Number of checks.")
@asking_options
def morale_odds(
    who: str,
    modifier: int,
    times: int,
    asking: Asking,
) -> None:
    """Show the chance that a morale check fails.

    --modifier is the referee's modifier for the situation, where the book has one.

    \b
    Example: affray odds morale 8
             affray odds morale orc --rules tempo --times 2
             affray odds morale "loyalty 9"
    """
    rating = f"morale {who}" if who.strip().isdecimal() else who
    scene, name = scene_with(asking, rating if asking.within is None else who)
    found = questions.morale_odds(scene, name, modifier=modifier, times=times)
    lines = questions.check_lines(found, "breaks", "holds")
    asking.print("morale", scene, lines, questions.check_json(found, "breaks", "holds") | {"checks": times})


@odds.command("save")
@click.argument("who", metavar="WHO|NUMBER")
@click.argument("against", default="death", metavar="[death|wands|paralysis|breath|spells]")
@modifier_option
@asking_options
def save_odds(
    who: str,
    against: str,
    modifier: int,
    asking: Asking,
) -> None:
    """Show the chance that a saving throw succeeds.

    NUMBER is the roll needed; in tempo, where saving throws are checks, the ability score.

    \b
    Example: affray odds save 14 --modifier 2
             affray odds save "cleric 3" spells
             affray odds save Thief breath --in brawl
    """
    number = who.strip()
    every = f"saves {'/'.join([number] * 5)}, save {number}, strength {number}, wits {number}"
    words = every if number.isdecimal() and asking.within is None else who
    scene, name = scene_with(asking, words)
    found = questions.save_odds(scene, name, against.lower(), modifier=modifier)
    data = {"against": against.lower()} | questions.check_json(found, "saves", "fails")
    asking.print("save", scene, questions.check_lines(found, "saves", "fails"), data)


@odds.command("initiative")
@click.argument("ours", default="1", metavar="[WHO|NUMBER]")
@click.argument("theirs", default="1", metavar="[WHO|NUMBER]")
@click.option("--no-players", is_flag=True, help="The first side is not the players' side.")
@asking_options
def initiative_odds(
    ours: str,
    theirs: str,
    no_players: bool,
    asking: Asking,
) -> None:
    """Show each side's chance to act first in the first round.

    With --in, it covers a scenario with its surprise rolls.

    \b
    Example: affray odds initiative 2 5 --rules procedure
             affray odds initiative "fighter with DEX 16" "3 orc" --rules fourfold
             affray odds initiative --in brawl
    """
    if asking.within is not None:
        scene = scene_of_scenario(asking, asking.within, None, surprise=True)
    else:
        book = asking.book
        both = scenes.read_member(ours, book), scenes.read_member(theirs, book)
        scene = scenes.two_sided_scene(book, asking.settings, *both, players=not no_players)
    found = questions.initiative_odds(scene)
    asking.print("initiative", scene, questions.first_lines(found), questions.first_json(found))


@odds.command("table")
@json_answer_option
def table_odds(as_json: bool) -> None:
    """Show the chances of 1d20 against a target, also with advantage and disadvantage (fourfold.odds.table)."""
    rows = questions.table()
    if as_json:
        print_json({"question": "table", "exact": True} | questions.table_json(rows))
    else:
        click.echo("\n".join(questions.table_lines(rows)))


# --- the combatants of a question


def items(numbers: dict[str, str | None], *names: str) -> list[str]:
    """Write the numbers that were given as a scenario file would."""
    return [f"{name} {numbers[name]}" for name in names if numbers[name] is not None]


def refuse_items(numbers: list[str]) -> None:
    if numbers:
        word = numbers[0].split()[0]
        raise click.UsageError(f"--{word} can't change somebody of a scenario; leave out --in, or that.")


def describe(words: str, numbers: list[str], hint: str) -> str:
    """Describe somebody by words and numbers, one of which must say who."""
    if not words and not any(item.split()[0] in ("thac0", "bonus", "ac", "aac") for item in numbers):
        raise click.UsageError(f"{hint}.")
    return ", ".join([words, *numbers] if words else numbers)


def referee_rulings(modifier: int, advantage: bool, disadvantage: bool) -> list[tuple[str, ...]]:
    """List what the referee rules about an attack."""
    rulings: list[tuple[str, ...]] = [("modifier", str(modifier))] if modifier else []
    return rulings + [(word,) for word, on in (("advantage", advantage), ("disadvantage", disadvantage)) if on]


def duel(asking: Asking, attacker: Described, target: Described, far: int | None) -> Scene:
    """Put two against each other."""
    book = asking.book
    ours = scenes.read_member(describe(*attacker, "Who attacks? Name somebody, or give --thac0 or --bonus"), book)
    theirs = scenes.read_member(describe(*target, "Whom? Name somebody, or give --ac or --aac"), book)
    names = "The attacker", "the target"
    return scenes.two_sided_scene(book, asking.settings, ours, theirs, distance=far or CONTACT, called=names)


def scene_of_scenario(asking: Asking, name: str, far: int | None, surprise: bool = False) -> Scene:
    """Open a scenario, with the sides as far apart as asked for."""
    encounter, book = fight.open_scenario(name, asking.rules, asking.house)
    encounter = encounter if far is None else replace(encounter, distance=far)
    return scenes.scene_of_scenario(book, asking.settings, encounter, surprise)


def scene_with(asking: Asking, who: str) -> tuple[Scene, str]:
    """Make a scene with somebody in it; return it and the name there."""
    if asking.within is not None:
        return scene_of_scenario(asking, asking.within, None), who
    book = asking.book
    both = scenes.read_member(who, book), scenes.read_member("1", book)
    scene = scenes.two_sided_scene(book, asking.settings, *both, players=False, morale=None)
    return scene, scene.roster.who[0]


def scene_remarks(scene: Scene) -> Iterator[str]:
    """Say which book it was, and what it had to convert."""
    house = "".join(f", {overlay.name}" for overlay in scene.book.overlays)
    yield f"exact, by {scene.book.name}{house}"
    yield from scene.roster.notes
