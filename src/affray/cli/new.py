"""`affray new`: scenarios, parties, house rules and packs to start from, made of answers or of options."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import click

from affray import houserules, scenario
from affray.cli.options import F
from affray.content.yaml import dump
from affray.engine.encounter import ROLLED, USUAL, Member, Party
from affray.errors import AffrayError
from affray.exact.questions import read_member
from affray.files import write_whole
from affray.packs.install import check_pack
from affray.party import members_to_yaml, party_from_text, party_to_yaml
from affray.rules import get
from affray.rules.book import Book

HINT = "6 orc, or Anna: fighter 2 with sword, chain mail"
DEFAULT_PARTY = ("Anna: fighter 2 with sword, chain mail, shield", "Bela: cleric 2 with mace, chain mail")
DEFAULT_FOES = ("6 goblin",)

force_option = click.option("--force", is_flag=True, help="Replace an existing file.")
rules_option = click.option("--rules", metavar="BOOK", help=f"Rulebook.  [default: {USUAL}]")
file_argument = click.argument("file", type=click.Path(path_type=Path))


def asked_option(*names: str, question: str, default: str, help: str) -> Callable[[F], F]:
    """Make an option that is asked for at a terminal; elsewhere the default holds."""

    def fill(_: click.Context, __: click.Parameter, given: str | None) -> str:
        if given is not None or not sys.stdin.isatty():
            return default if given is None else given
        return str(click.prompt(question, default=default))

    return click.option(*names, callback=fill, help=f"{help}  [default: {default}]")


def members_option(name: str, variable: str, question: str, default: tuple[str, ...], help: str) -> Callable[[F], F]:
    """Make an option for members, one each time; at a terminal they are asked for until an empty line."""

    def fill(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
        if given or not sys.stdin.isatty():
            return given or default
        return tuple(ask_members(question)) or default

    return click.option(name, variable, multiple=True, callback=fill, metavar="WHO", help=help)


def ask_members(question: str) -> Iterable[str]:
    click.echo(f"{question} One a line, for example {HINT}; an empty line ends the list.")
    while words := click.prompt("", default="", show_default=False, prompt_suffix="> "):
        yield words


@click.group()
def new() -> None:
    """Create a scenario, party, pack or house rules.

    At a terminal, asks for what no option gives; the file says in comments what else it can hold.

    \b
    Example: affray new scenario crossing.yaml
             affray new party heroes.yaml --member "Anna: fighter 2 with sword, chain mail"
    """


@new.command("scenario")
@file_argument
@asked_option("--title", question="Title", default="A new fight", help="Title of the fight.")
@rules_option
@asked_option("--distance", question="Distance in feet, contact, or rolled", default="rolled", help="Feet, or contact.")
@members_option("--hero", "heroes", "Who is in the party?", DEFAULT_PARTY, "A party member; may be repeated.")
@members_option("--foe", "foes", "Who are the foes?", DEFAULT_FOES, "Foes, as in '6 orc'; may be repeated.")
@force_option
def scenario_command(
    file: Path,
    title: str,
    rules: str | None,
    distance: str,
    heroes: tuple[str, ...],
    foes: tuple[str, ...],
    force: bool,
) -> None:
    """Create a scenario.

    \b
    Example: affray new scenario mine.yaml --foe "6 orc" --foe "Grub: orc with hp 8" --distance 60
    """
    book = get(rules or USUAL)
    text = SCENARIO.format(
        file=file,
        head=dump({"title": title, **({"rules": rules} if rules else {})}).rstrip(),
        distance=f"distance: {distance}" if distance != ROLLED else "# distance: 60    # feet, or contact",
        party=indent_lines(members_to_yaml(read_members(heroes, book)), 6),
        foes=indent_lines(members_to_yaml(read_members(foes, book)), 6),
    )
    scenario.read(text, str(file), folder=file.parent)
    create_file(file, text, force)
    click.echo(f"Created {file}. Next: affray fight {file}, or affray play {file}")


@new.command("party")
@file_argument
@asked_option("--name", question="Name of the party", default="The party", help="Name of the party.")
@rules_option
@members_option("--member", "members", "Who is in the party?", DEFAULT_PARTY, "A member; may be repeated.")
@force_option
def party_command(file: Path, name: str, rules: str | None, members: tuple[str, ...], force: bool) -> None:
    """Create a party.

    \b
    Example: affray new party heroes.yaml --member "Anna: fighter 2 with sword, chain mail"
    """
    everybody = tuple(read_members(members, get(rules or USUAL)))
    text = PARTY.format(file=file, party=party_to_yaml(Party(name, everybody)).rstrip())
    party_from_text(text, str(file))
    create_file(file, text, force)
    click.echo(f"Created {file}. A scenario's side uses it with `party: {file.name}`.")


@new.command("house-rules")
@file_argument
@asked_option("--name", question="Name of the house rules", default="Our rules", help="Name, shown in the log.")
@click.option("--rules", metavar="BOOK", default=USUAL, show_default=True, help="Rulebook that they change.")
@force_option
def house_rules_command(file: Path, name: str, rules: str, force: bool) -> None:
    """Create house rules.

    \b
    Example: affray new house-rules ours.yaml --rules classic
    """
    book = get(rules)
    first, *others = (f"{o.name}: {o.say(o.default)}    # {o.expected}" for o in book.options)
    options = "\n".join([f"  {first}", *(f"  # {other}" for other in others)])
    text = HOUSE_RULES.format(file=file, name=dump({"name": name}).rstrip(), rules=book.name, options=options)
    houserules.from_text(text, str(file))
    create_file(file, text, force)
    click.echo(f"Created {file}. Use it with --house-rules {file}")


@new.command("pack")
@click.argument("folder", type=click.Path(path_type=Path))
@asked_option("--name", question="Name of the pack", default="My pack", help="Name of the pack.")
@asked_option("--by", question="Author", default="A. Author", help="Author.")
@asked_option("--licence", question="Licence", default="CC0-1.0", help="Licence.")
def pack_command(folder: Path, name: str, by: str, licence: str) -> None:
    """Create a content pack: a folder with one monster, weapon and scenario.

    \b
    Example: affray new pack fen --name Marsh --by "A. Referee"
    """
    if os.path.exists(folder):
        raise AffrayError(f"{folder} already exists; choose another name")
    head = dump({"name": name, "version": "1.0", "by": by, "licence": licence, "says": f"The pack {name}."})
    (folder / "scenarios").mkdir(parents=True)
    for path, text in (("pack.yaml", head), *PACK_FILES.items()):
        write_whole(folder / path, text)
    check_pack(folder)
    click.echo(f"Created {folder}. Check it with `affray check {folder}`; install it with")
    click.echo(f"`affray packs install {folder}`.")


# --- parts of the files


def read_members(words: Iterable[str], book: Book) -> Iterable[Member]:
    return [read_named_member(each, book) for each in words]


def read_named_member(words: str, book: Book) -> Member:
    """Read `6 orc`, or `Anna: fighter 2 with sword`."""
    name, colon, what = words.rpartition(":")
    if colon and not (name.strip() and what.strip()):
        raise AffrayError(f"{words!r}: expected {HINT}")
    if re.fullmatch(r"\s*\d+\s*", what):
        raise AffrayError(f"{words!r} names no creature; expected {HINT}")
    found = read_member(what, book)
    return replace(found, name=name.strip(), hp=ROLLED if found.hp == "average" else found.hp)


def indent_lines(text: str, spaces: int) -> str:
    """Return lines moved to the right; the list's own indentation goes."""
    lines = text.rstrip().split("\n")
    own = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return "\n".join(" " * spaces + line[own:] for line in lines)


def create_file(file: Path, text: str, force: bool) -> None:
    if os.path.exists(file) and not force:
        raise AffrayError(f"{file} already exists; choose another name, or replace it with --force")
    write_whole(file, text)


SCENARIO = """\
# A fight. Check it with `affray check {file}`, watch it with `affray fight {file}`.
{head}
{distance}
# terrain: {{width: 10, dark: on}}    # also outdoors, daylight, water, bad ground, ledge, cover
# options: {{}}    # `affray rules classic` lists them
sides:
  party:
    players: true
    # tactic: focus    # nearest, weakest, strongest, focus, spread, protect, cautious …
    members:
{party}
  foes:
    # morale: 8
    # surprised: false
    members:
{foes}
"""
PARTY = """\
# A party. Use it in a scenario with `party: {file}` under a side; `affray rest {file}` heals it.
{party}
"""
HOUSE_RULES = """\
# House rules. Check them with `affray check {file}`; docs/houserules.md describes tables and seams too.
{name}
says: What they change, in a sentence.
rules: {rules}
options:    # with their defaults; remove the # before every option that you change
{options}
"""
PACK_FILES = {
    "monsters.yaml": """\
# Creatures by name: fields, or a stat block as text.
bog hound: {ac: 6, hd: 2+1, attacks: bite 1d6, move: 180, saves: F2, morale: 8, tags: beast,
  notes: [Howls before it leaps.]}
""",
    "weapons.yaml": """\
# Things by name. `like` names what stands for them in books with weapons of another form.
eel spear: {damage: 1d6, range: 20/40/60, qualities: melee missile thrown, like: spear}
""",
    "scenarios/pool.yaml": """\
title: The pool
sides:
  party:
    players: true
    members:
      - Anna: {class: fighter, level: 2, gear: [chain mail, eel spear]}
  pack:
    members:
      - 2 bog hound
""",
}
