"""`affray odds`: the exact odds of a fight, and the small questions at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from affray.cli import arguments
from affray.cli.arguments import STOPPED, error_of, number_option, several

if TYPE_CHECKING:
    from affray.engine.encounter import Member
    from affray.odds.scene import Scene
    from affray.rules.book import Book

FIGHT = "fight"
MOST_STATES = 10**9
MOST_MODIFIER = 100
FARTHEST = 10_000

as_json = click.option("--json", "as_json", is_flag=True, help="The answer as one JSON object.")
within = click.option("--in", "within", metavar="EXAMPLE|FILE", help="People of this scenario, by their names there.")
asking = several(within, arguments.rules, arguments.house, arguments.settings, as_json)
modifier = number_option(
    "--modifier", least=-MOST_MODIFIER, most=MOST_MODIFIER, default=0, help="The referee's, for this roll."
)


class Questions(click.Group):
    """What is no question is a scenario."""

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
    """Exact odds: of a whole fight (affray odds brawl), or of a small question.

    WHO is a few words: orc, 3 orc, "fighter 3 with sword +1, plate mail, DEX 16", "thac0 17, damage 1d8+1, hp 6".

    \b
    Example: affray odds attack "fighter 3 with sword" orc --modifier 2
             affray odds attack --thac0 17 --ac 3 --damage 1d8+1 --hp 6
             affray odds morale 8 --times 2
             affray odds initiative "2 fighter" "5 orc" --rules procedure
             affray odds save "cleric 2" spells
    """


@odds.command(FIGHT)
@click.argument("scenario", metavar="EXAMPLE|FILE")
@arguments.rules
@arguments.house
@arguments.settings
@arguments.tactics
@click.option(
    "--error", metavar="E", callback=error_of, help="How exact a simulation instead must be.  [default: .001]"
)
@number_option(
    "--states",
    least=1,
    most=MOST_STATES,
    help="Count up to so many states, and a hundred times as many steps.  [default: a million]",
)
@as_json
def whole(
    scenario: str,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    tactics: dict[str, str],
    error: float | None,
    states: int | None,
    as_json: bool,
) -> None:
    """A whole fight; the word `fight` may be left out.

    Where it has too many states it is simulated instead, and the answer says so.
    """
    from affray.cli.progress import clear, follower, hearer
    from affray.cli.telling import opened
    from affray.odds.whole_fights import MAX_STATES, SIMULATED_ERROR, fight_odds
    from affray.scenario.opening import with_chosen_tactics

    encounter, book = opened(scenario, rules, house)
    encounter = with_chosen_tactics(encounter, book, tactics)
    try:
        found = fight_odds(
            encounter,
            book,
            settings,
            error=error or SIMULATED_ERROR,
            states=states or MAX_STATES,
            follow=follower(),
            on_progress=hearer(),
        )
    finally:
        clear()
    if as_json:
        echo_json(found.as_json())
    else:
        click.echo(found.text().rstrip("\n"))
    if found.simulated is not None and not found.simulated.complete:
        raise click.exceptions.Exit(STOPPED)


# --- the small questions


@odds.command()
@click.argument("attacker", default="", metavar="[WHO]")
@click.argument("target", default="", metavar="[WHOM]")
@click.option("--thac0", metavar="N", help="The attacker's.")
@click.option("--bonus", metavar="N", help="... or its bonus to hit, where armour ascends.")
@click.option("--damage", metavar="DICE", help="What it deals.")
@click.option("--ac", metavar="N", help="The target's, descending.")
@click.option("--aac", metavar="N", help="... or ascending.")
@click.option("--hp", metavar="N", help="The target's.")
@modifier
@click.option("--advantage", is_flag=True, help="The better of two dice, where the book has it.")
@click.option("--disadvantage", is_flag=True, help="The worse of two.")
@click.option(
    "--with", "weapon", default="", metavar="WEAPON", help="Which of its weapons.  [default: the one in hand]"
)
@number_option("--at", "far", least=1, most=FARTHEST, help="A shot over so many feet.  [default: a blow]")
@asking
def attack(
    attacker: str,
    target: str,
    modifier: int,
    advantage: bool,
    disadvantage: bool,
    weapon: str,
    far: int | None,
    within: str | None,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    as_json: bool,
    **numbers: str | None,
) -> None:
    """The chance to hit, the damage, and how long the target lasts.

    One attack with nobody reacting to it. Rounds to fell are of a target that does nothing, with what the attacker
    strikes with by itself and without the referee's modifier. Numbers are read as in a scenario file; each book
    converts those that are not its own.

    \b
    Example: affray odds attack orc "fighter with plate mail, hp 8"
             affray odds attack --thac0 17 --ac 3 --damage 1d8+1 --hp 6
             affray odds attack "strength 12, damage 1d6" "tempo ac 22" --rules tempo
             affray odds attack "fighter with long bow" orc --at 100
    """
    from affray.odds import questions

    own = items(numbers, "thac0", "bonus", "damage")
    its = items(numbers, "ac", "aac", "hp")
    said: list[tuple[str, ...]] = [("modifier", str(modifier))] if modifier else []
    said += [(word,) for word, on in (("advantage", advantage), ("disadvantage", disadvantage)) if on]
    if within is not None:
        refuse_items([*own, *its])
        scene = found_in(within, rules, house, settings, far)
        first, second = attacker, target
    else:
        book = opened_book(rules, house)
        ours = somebody(book, attacker, own, "Who attacks? Name somebody, or give --thac0 or --bonus")
        theirs = somebody(book, target, its, "Whom? Name somebody, or give --ac or --aac")
        scene = two(book, settings, ours, theirs, far)
        first, second = scene.roster.who[0], scene.roster.who[scene.fight.side[1].first]
    found = questions.attack_odds(scene, first, second, said=said, weapon=weapon, far=far or 0)
    lines = (text for one in found for text in questions.attack_lines(one))
    tell(as_json, "attack", scene, lines, {"attacks": [questions.attack_json(one) for one in found]})


@odds.command()
@click.argument("who", metavar="WHO|RATING")
@modifier
@number_option("--times", least=1, most=20, default=1, help="After so many checks.")
@asking
def morale(
    who: str,
    modifier: int,
    times: int,
    within: str | None,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """The chance that morale breaks, in a check that the referee calls for.

    --modifier is what the referee says of the situation, where the book asks for that.

    \b
    Example: affray odds morale 8
             affray odds morale orc --rules tempo --times 2
             affray odds morale "loyalty 9"
    """
    from affray.odds import questions

    rating = f"morale {who}" if who.strip().isdecimal() else who
    scene, name = one_of(within, rating if within is None else who, rules, house, settings)
    found = questions.morale_odds(scene, name, modifier=modifier, times=times)
    lines = questions.check_lines(found, "breaks", "holds")
    tell(as_json, "morale", scene, lines, questions.check_json(found, "breaks", "holds") | {"checks": times})


@odds.command()
@click.argument("who", metavar="WHO|NUMBER")
@click.argument("against", default="death", metavar="[death|wands|paralysis|breath|spells]")
@modifier
@asking
def save(
    who: str,
    against: str,
    modifier: int,
    within: str | None,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """The chance that a save succeeds.

    A number is what must be rolled; in tempo, where saves are checks, the ability that is checked.

    \b
    Example: affray odds save 14 --modifier 2
             affray odds save "cleric 3" spells
             affray odds save Thief breath --in brawl
    """
    from affray.odds import questions

    number = who.strip()
    every = f"saves {'/'.join([number] * 5)}, save {number}, strength {number}, wits {number}"
    words = every if number.isdecimal() and within is None else who
    scene, name = one_of(within, words, rules, house, settings)
    found = questions.save_odds(scene, name, against.lower(), modifier=modifier)
    said = {"against": against.lower()} | questions.check_json(found, "saves", "fails")
    tell(as_json, "save", scene, questions.check_lines(found, "saves", "fails"), said)


@odds.command()
@click.argument("ours", default="1", metavar="[WHO|NUMBER]")
@click.argument("theirs", default="1", metavar="[WHO|NUMBER]")
@click.option("--no-players", is_flag=True, help="The first side is not the players'.")
@asking
def initiative(
    ours: str,
    theirs: str,
    no_players: bool,
    within: str | None,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """The chance of each side to act first in the first round.

    With --in it is that of a scenario, with surprise as it says.

    \b
    Example: affray odds initiative 2 5 --rules procedure
             affray odds initiative "fighter with DEX 16" "3 orc" --rules fourfold
             affray odds initiative --in brawl
    """
    from affray.odds import questions
    from affray.odds.scene import read_member, two_sided_scene

    if within is not None:
        scene = found_in(within, rules, house, settings, None, surprise=True)
    else:
        book = opened_book(rules, house)
        both = read_member(ours, book), read_member(theirs, book)
        scene = two_sided_scene(book, settings, *both, players=not no_players)
    found = questions.initiative_odds(scene)
    tell(as_json, "initiative", scene, questions.first_lines(found), questions.first_json(found))


@odds.command()
@as_json
def table(as_json: bool) -> None:
    """1d20 against a target, plain, with advantage and with disadvantage (fourfold.odds.table)."""
    from affray.odds import questions

    rows = questions.table()
    if as_json:
        echo_json({"question": "table", "exact": True} | questions.table_json(rows))
    else:
        click.echo("\n".join(questions.table_lines(rows)))


# --- who is asked about


def opened_book(rules: str | None, house: tuple[str, ...]) -> Book:
    from affray.engine.encounter import USUAL
    from affray.scenario.opening import open_book

    return open_book(rules, house, USUAL)


def items(numbers: dict[str, str | None], *names: str) -> list[str]:
    return [f"{name} {numbers[name]}" for name in names if numbers[name] is not None]


def refuse_items(said: list[str]) -> None:
    if said:
        raise click.UsageError(f"--{said[0].split()[0]} can't change somebody of a scenario; leave out --in, or that.")


def somebody(book: Book, words: str, more: list[str], mend: str) -> Member:
    from affray.odds.scene import read_member

    if not words and not any(item.split()[0] in ("thac0", "bonus", "ac", "aac") for item in more):
        raise click.UsageError(f"{mend}.")
    return read_member(", ".join([words, *more] if words else more), book)


def two(book: Book, settings: dict[str, str], ours: Member, theirs: Member, far: int | None) -> Scene:
    from affray.engine.encounter import CONTACT
    from affray.odds.scene import two_sided_scene

    return two_sided_scene(book, settings, ours, theirs, distance=far or CONTACT, called=("The attacker", "the target"))


def found_in(
    name: str,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    far: int | None,
    surprise: bool = False,
) -> Scene:
    from dataclasses import replace

    from affray.cli.telling import opened
    from affray.odds.scene import scene_of_scenario

    encounter, book = opened(name, rules, house)
    encounter = encounter if far is None else replace(encounter, distance=far)
    return scene_of_scenario(book, settings, encounter, surprise)


def one_of(
    within: str | None, who: str, rules: str | None, house: tuple[str, ...], settings: dict[str, str]
) -> tuple[Scene, str]:
    """A scene with somebody in it, and its name there."""
    from affray.odds.scene import read_member, two_sided_scene

    if within is not None:
        return found_in(within, rules, house, settings, None), who
    book = opened_book(rules, house)
    one = two_sided_scene(book, settings, read_member(who, book), read_member("1", book), players=False, morale=None)
    return one, one.roster.who[0]


# --- what is said


def tell(as_json: bool, question: str, scene: Scene, lines: Iterable[str], said: dict[str, Any]) -> None:
    if as_json:
        echo_json({"question": question, "ruleset": scene.book.name, "exact": True} | said)
    else:
        click.echo("\n".join([*lines, *remarks(scene)]))


def remarks(scene: Scene) -> Iterator[str]:
    """What the book had to convert, and which book it was."""
    house = "".join(f", {overlay.name}" for overlay in scene.book.house)
    yield f"exact, by {scene.book.name}{house}"
    yield from scene.roster.notes


def echo_json(said: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(said, ensure_ascii=False))
