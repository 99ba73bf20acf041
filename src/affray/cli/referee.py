"""The referee's word as it is typed: `hp Orc 2 3 because the roof fell in`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from affray.errors import AffrayError, unknown

if TYPE_CHECKING:
    from affray.rules.book import Roster

WORDS = """\
referee hp WHO NUMBER               how many hit points it has now
referee move WHO X Y [HEIGHT]       where it stands
referee on WHO CONDITION [ROUNDS]   puts a condition on
referee off WHO CONDITION           lifts one
referee add NUMBER KIND SIDE        newcomers: add 2 orc orcs
referee remove WHO                  leaves the fight
referee check WHO morale            calls for a check; or a save: death, wands, paralysis, breath, spells
referee modifier NUMBER             for the next roll to hit or save
referee overrule WHO [HP]           takes it back into the fight
referee hide WHO                    keeps it from the players; reveal WHO shows it
referee note WHO [WORDS]            a word to remember
referee end [SIDE]                  the fight is over, and this side has won
Add a reason at the end: … because the roof fell in"""
ABOUT_SOMEBODY = ("hp", "move", "on", "off", "remove", "check", "overrule", "hide", "reveal", "note")
WHATS = (*ABOUT_SOMEBODY, "add", "modifier", "end")


def spoken(words: str, roster: Roster) -> tuple[list[str], str]:
    """What, about whom and how, and the reason. Names may have spaces and be in any case."""
    said, reason = _halves(words)
    what, _, rest = said.partition(" ")
    what = what.lower()
    if what not in WHATS:
        raise AffrayError(unknown("word of the referee", what, WHATS))
    return [what, *_parts(what, rest.strip(), roster)], reason


def _halves(words: str) -> tuple[str, str]:
    at = words.lower().find(" because ")
    return (words, "") if at < 0 else (words[:at].strip(), words[at + len(" because ") :].strip())


def _parts(what: str, rest: str, roster: Roster) -> list[str]:
    if what in ABOUT_SOMEBODY:
        who, rest = _name_first(rest, roster.who)
        return [who, *rest.split()]
    if what == "add":
        return list(_side_last(rest, roster.sides))
    return [rest] if rest and what == "end" else rest.split()


def _name_first(rest: str, names: Iterable[str]) -> tuple[str, str]:
    """The longest name that stands first, and what follows it."""
    for name in sorted(names, key=len, reverse=True):
        if f"{rest} ".lower().startswith(f"{name} ".lower()):
            return name, rest[len(name) :]
    raise AffrayError(unknown("combatant", rest, list(names)) if rest else "about whom? Name a combatant first")


def _side_last(rest: str, sides: Iterable[str]) -> tuple[str, str]:
    for side in sorted(sides, key=len, reverse=True):
        if rest.lower().endswith(f" {side}".lower()):
            return rest[: -len(side)].strip(), side
    raise AffrayError(
        f"which side do they join? Expected {' or '.join(sides)} at the end: add 2 orc {next(iter(sides))}"
    )
