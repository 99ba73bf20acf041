"""What a referee command is: its name, arguments, meaning and examples, what it does, and how the log tells it.

Each book lists its commands (`Book.commands`): those of rules/shared/referee_commands.py, and its own. Terminal, page,
API and library all read that list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.engine.clauses import SPOKEN, cite
from affray.engine.state import Combatant, Fight
from affray.engine.vocabulary import NAMES
from affray.errors import AffrayError, unknown

if TYPE_CHECKING:
    from affray.rules.book import Book, Roster

# kinds of argument
COMBATANT, SIDE, NUMBER, CONDITION, CHOICE = "combatant", "side", "number", "condition", "choice"
CREATURE, WEAPON, SPELL, MOUNT, TEXT = "creature", "weapon", "spell", "mount", "text"
TENTHS_IN_UNIT = 10  # positions and rates are kept in tenths of the book's unit
CONDITIONS = tuple(name for name in NAMES if name not in ("absent", "lurking"))  # these have commands of their own
CONTENT = {CREATURE: ("monsters",), MOUNT: ("monsters",), SPELL: ("spells",), WEAPON: ("weapons", "armour", "potions")}


class Argument(NamedTuple):
    """What follows a command's name, in capitals; a choice has its words."""

    name: str
    kind: str
    optional: bool = False
    choices: tuple[str, ...] = ()
    understood: tuple[str, ...] = ()  # further words, of saved fights from before

    def __str__(self) -> str:
        shown = "|".join(self.choices) if self.choices and len(self.choices) < 5 else self.name
        return f"[{shown}]" if self.optional else shown


class Scene(NamedTuple):
    """What every command is given besides its arguments."""

    book: Book
    fight: Fight
    roster: Roster


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """One command of the referee.

    `apply` gets the scene and a value for each argument; it returns the roster where names were added. `line` is how
    the log tells an event of the kind `referee` that the command notes: the facts of the event (log/narrate.py) and a
    sentence, in which an argument's name stands for what was said. Players read that line about their own people, and
    `players` about others; it shows no number. An empty one tells them nothing; what is `secret`, nobody's players.

    A page offers a command for those whom it `fits`; it may be said of others all the same."""

    name: str
    arguments: tuple[Argument, ...]
    meaning: str
    examples: tuple[str, ...]
    apply: Callable[..., Roster | None]
    line: tuple[str, str] = ("", "")
    players: str = ""
    secret: bool = False
    fits: Callable[[Fight, Combatant], bool] | None = None  # whether it can do anything to somebody as they are

    @property
    def usage(self) -> str:
        """Return the command as help shows it: hp WHO NUMBER."""
        return " ".join([self.name, *map(str, self.arguments)])

    @property
    def about_a_combatant(self) -> bool:
        return bool(self.arguments) and self.arguments[0].kind == COMBATANT


WHO = Argument("WHO", COMBATANT)
INSTEAD = {  # what to say in a book that lacks the command
    "advantage": "here no roll has advantage: give a modifier, as in: modifier +2; ",
    "disadvantage": "here no roll has disadvantage: give a modifier, as in: modifier -2; ",
}


def find_command(commands: Iterable[Command], name: str) -> Command:
    """Return the command of this name. Raises AffrayError, which lists them all."""
    found = {command.name: command for command in commands}
    if name.lower() not in found:
        near = unknown("referee command", name, sorted(found)).partition("; expected")[0]
        instead = INSTEAD.get(name.lower(), "")
        raise AffrayError(f"{near}; {instead}the commands are {', '.join(sorted(found))}")
    return found[name.lower()]


def apply_command(book: Book, f: Fight, roster: Roster, said: Sequence[str]) -> Roster:
    """Do what the referee says, a command's name and its arguments, and return the names. Raises AffrayError."""
    if not said:
        raise AffrayError(f"say a referee command: {', '.join(sorted(command.name for command in book.commands))}")
    cite(SPOKEN)
    command, scene = find_command(book.commands, said[0]), Scene(book, f, roster)
    return command.apply(scene, *read_arguments(command, scene, said[1:])) or roster


# --- arguments: from words to values


def read_arguments(command: Command, scene: Scene, words: Sequence[str]) -> list[Any]:
    """Return a value for each argument that was said; the last text takes all words that are left."""
    arguments, values = command.arguments, list[Any]()
    for n, argument in enumerate(arguments):
        last = n == len(arguments) - 1
        if n >= len(words):
            if argument.optional:
                break
            raise AffrayError(f"{command.name}: {missing(argument)}; say it as: {command.usage}")
        word = " ".join(words[n:]) if last and argument.kind == TEXT else words[n]
        values.append(read_value(command, argument, scene, word))
    if len(words) > len(arguments) and not (arguments and arguments[-1].kind == TEXT):
        raise AffrayError(f"{command.name}: {words[len(arguments)]!r} is too much; say it as: {command.usage}")
    return values


def missing(argument: Argument) -> str:
    """Say what is missing."""
    asked = {COMBATANT: "about whom? Name a combatant", SIDE: "which side?", NUMBER: "expected a whole number"}
    return asked.get(argument.kind, f"{argument.name} is missing")


def read_value(command: Command, argument: Argument, scene: Scene, word: str) -> Any:
    """Read one argument: a combatant's record, the number of a side or condition, a number, or a word."""
    if argument.kind == COMBATANT:
        return scene.fight.who[find_name(word, scene.roster.who, "combatant")]
    if argument.kind == SIDE:
        return find_name(word, scene.roster.sides, "side")
    if argument.kind == NUMBER:
        return read_number(f"{command.name}: {argument.name}", word)
    if argument.kind == CONDITION:
        return NAMES.index(CONDITIONS[find_name(word, CONDITIONS, "condition")])
    if argument.choices and word.lower() not in argument.understood:
        return argument.choices[find_name(word, argument.choices, argument.name.lower())]
    return word.strip()


def find_name(word: str, names: Sequence[str], what: str) -> int:
    known = {name.lower(): number for number, name in enumerate(names)}
    if word.lower() not in known:
        raise AffrayError(unknown(what, word, list(names)))
    return known[word.lower()]


def read_number(what: str, word: str) -> int:
    text = word.replace("−", "-")
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", text):
        raise AffrayError(f"{what}: expected a whole number, not {word[:40]!r}")
    return int(text)


def known_words(argument: Argument, scene: Scene) -> list[str]:
    """Return the words an argument may be, where there is a list of them: for pages and completion."""
    if argument.kind in CONTENT:
        content = scene.book.names()
        return [word for kind in CONTENT[argument.kind] for word in content[kind]]
    lists = {COMBATANT: scene.roster.who, SIDE: scene.roster.sides, CONDITION: CONDITIONS}
    return list(lists.get(argument.kind, argument.choices))


# --- a command in one line, as it is typed: `hp Orc 2 3`


BECAUSE = re.compile(r"\s+because\s+", re.IGNORECASE)


def split_reason(line: str) -> tuple[str, str]:
    """Split a typed command from its reason: hp Orc 2 3 because the roof fell in."""
    command, *reason = BECAUSE.split(line.strip(), maxsplit=1)
    return command, "".join(reason)


def split_line(book: Book, roster: Roster, line: str) -> list[str]:
    """Split a typed command into its name and its arguments. Names may have spaces and be in any case."""
    name, _, rest = line.strip().partition(" ")
    command = find_command(book.commands, name)
    return [command.name, *split_arguments(command.arguments, roster, rest.strip())]


def split_arguments(arguments: Sequence[Argument], roster: Roster, rest: str) -> list[str]:
    words: list[str] = []
    for n, argument in enumerate(arguments):
        if not rest:
            break
        follows = arguments[n + 1].kind if n + 1 < len(arguments) else ""
        word, rest = split_word(argument, follows, roster, rest)
        words.append(word)
    return [*words, *rest.split()]


def split_word(argument: Argument, follows: str, roster: Roster, rest: str) -> tuple[str, str]:
    """Take the next argument off a line, and return it with what is left."""
    if argument.kind in (COMBATANT, SIDE):
        return split_name(rest, roster.who if argument.kind == COMBATANT else roster.sides, argument.kind)
    if argument.kind in (CONDITION, NUMBER):
        word, _, rest = rest.partition(" ")
        return word, rest.strip()
    if argument.choices:
        return split_choice(rest, argument.choices)
    if follows == SIDE:
        return split_side(rest, roster.sides)
    return rest, ""


def split_name(rest: str, names: Iterable[str], what: str) -> tuple[str, str]:
    """Find the longest name that stands first, and what follows it."""
    names = list(names)
    for name in sorted(names, key=len, reverse=True):
        if f"{rest} ".lower().startswith(f"{name} ".lower()):
            return name, rest[len(name) :].strip()
    raise AffrayError(unknown(what, rest, names))


def split_choice(rest: str, choices: Sequence[str]) -> tuple[str, str]:
    for choice in sorted(choices, key=len, reverse=True):
        if f"{rest} ".lower().startswith(f"{choice} "):
            return choice, rest[len(choice) :].strip()
    word, _, rest = rest.partition(" ")
    return word, rest.strip()


def split_side(rest: str, sides: Sequence[str]) -> tuple[str, str]:
    """Split off a side that stands last, or before numbers."""
    for side in sorted(sides, key=len, reverse=True):
        if found := re.fullmatch(rf"(.+) ({re.escape(side)}(?: [-+−]?\d+)*)", rest, re.IGNORECASE):
            return found[1].strip(), found[2]
    raise AffrayError(f"which side? Expected {' or '.join(sides)} at the end, as in: 2 orc {sides[0]}")
