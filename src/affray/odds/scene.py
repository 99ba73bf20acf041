"""Whom a small question is about: a few words or a scenario's own people, and the fight they are put into."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from affray.engine.dice import Notation
from affray.engine.encounter import ABILITIES, AVERAGE, CONTACT, NUMBERS, ROLLED, Encounter, Member, Party
from affray.engine.state import Combatant, Fight
from affray.errors import AffrayError, unknown
from affray.rules.book import Book, Roster
from affray.scenario import read_options
from affray.simulation.plain import advance_to_first_die

OURS, THEIRS = "ours", "theirs"
STEADY_MORALE = 12  # so that nobody runs from a question about blows
MAX_COUNT = 100  # of one kind
MEMBER_NUMBERS = ("hp", "level", "loyalty")  # what a member has beside encounter.NUMBERS
TEXT_NUMBERS = ("damage", "attacks", "saves", "hd", "shock")  # numbers that are more than one
NUMBER_BOUNDS = {"morale": (2, 12), "led": (2, 12), "move": (0, 9999), "fly": (0, 9999), "swim": (0, 9999)}
GEAR_KINDS = ("weapons", "armour", "potions")


class Scene(NamedTuple):
    """A fight in which a question can be asked: set up, and nothing rolled."""

    book: Book
    fight: Fight
    roster: Roster

    def who(self, name: str) -> Combatant:
        for known, c in zip(self.roster.who, self.fight.who, strict=True):
            if known.lower() == name.lower():
                return c
        raise AffrayError(unknown("combatant", name, self.roster.who))

    def say(self, *words: str) -> None:
        """The referee's word, as at the table."""
        self.book.word(self.fight, self.roster, words)


def read_member(words: str, book: Book) -> Member:
    """`3 orc`, `3` of no kind, `fighter 3 with sword +1, plate mail, DEX 16`, `thac0 17, damage 1d8+1`."""
    if re.fullmatch(r"\d{1,4}", words.strip()):
        return Member(
            count=Notation(0, 1, plus=read_whole_number("a number of people", words.strip(), 1, MAX_COUNT)), hp=AVERAGE
        )
    first, *more = [part.strip() for part in re.split(r",| with | and ", words.replace("−", "-"))]
    found = find_member(first, book)
    if found is None:
        found, more = Member(hp=AVERAGE), [first, *more]
        refuse_unknown(first, book)
    for item in more:
        found = add_item(found, item)
    return found


def find_member(words: str, book: Book) -> Member | None:
    """How many of what, and of which level."""
    known = book.names()
    said = re.fullmatch(r"(?:(\d{1,4}) )?(.+?)(?: (\d{1,2}))?", words.lower())
    if said is None or not 1 <= int(said[1] or 1) <= MAX_COUNT:
        raise AffrayError(
            f"{words!r}: expected somebody, or 1 to {MAX_COUNT} of a kind, as `orc`, `3 orc` or `fighter 3`"
        )
    count, level = Notation(0, 1, plus=int(said[1] or 1)), int(said[3] or 1)
    if said[2] in known["classes"]:
        return Member(count=count, cls=said[2], level=level, hp=AVERAGE)
    if said[2] in known["monsters"]:
        return Member(count=count, kind=said[2], level=level, hp=AVERAGE)
    return None


def refuse_unknown(words: str, book: Book) -> None:
    """What is neither somebody, nor a number, nor something to carry."""
    known = book.names()
    gear = [word for kind in GEAR_KINDS for word in known[kind]]
    bare = re.sub(r"^\d+ | \+\d+$", "", words.lower())
    if number_in(words) is None and bare not in (*gear, "shield"):
        raise AffrayError(unknown("monster, class or piece of gear", words, [*known["monsters"], *known["classes"]]))


def number_in(item: str) -> tuple[str, str] | None:
    """`thac0 17`: the name of a number, and what it is."""
    for name in sorted((*ABILITIES, *NUMBERS, *MEMBER_NUMBERS), key=len, reverse=True):
        if item.lower().startswith(f"{name.lower()} "):
            return name, item[len(name) :].strip()
    return None


def add_item(who: Member, item: str) -> Member:
    """With one more thing said of it."""
    number = number_in(item)
    if number is None:
        return replace(who, gear=(*who.gear, item))
    name, value = number
    if name in ABILITIES:
        return replace(who, abilities={**who.abilities, name: read_whole_number(name, value, 3, 18)})
    if name == "hp":
        return replace(who, hp=read_whole_number(name, value, 1, 9999))
    if name == "level":
        return replace(who, level=read_whole_number(name, value, 1, 36))
    if name == "loyalty":
        return replace(who, retainer=read_whole_number(name, value, 2, 12))
    if name not in TEXT_NUMBERS:
        read_whole_number(name, value, *NUMBER_BOUNDS.get(name, (-MAX_COUNT, MAX_COUNT)))
    return replace(who, numbers={**who.numbers, name: value})


def read_whole_number(name: str, value: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[+-]?\d{1,6}", value) or not least <= int(value) <= most:
        raise AffrayError(f"{name} {value}: expected a whole number from {least} to {most}")
    return int(value)


def two_sided_scene(
    book: Book,
    options: Mapping[str, str],
    ours: Member,
    theirs: Member,
    *,
    distance: int | str = CONTACT,
    players: bool | None = None,
    morale: int | None = STEADY_MORALE,
    called: tuple[str, str] = ("One", "The other"),
) -> Scene:
    """Two sides who see each other. Whoever has a class is a player character, unless it is said otherwise. `called` is
    who has no kind to be called by."""
    sides = tuple(
        Party(name, (one,), players=bool(one.cls) if players is None else players and name == OURS, wary=True)
        for name, one in ((OURS, ours), (THEIRS, theirs))
    )
    if morale is not None:
        sides = tuple(replace(side, morale=morale) for side in sides)
    found = set_up(book, options, Encounter("odds", "a small question", sides, distance))
    return found._replace(roster=replace(found.roster, who=tuple(scene_names(found, (ours, theirs), called))))


def scene_names(scene: Scene, both: tuple[Member, Member], called: tuple[str, str]) -> Iterator[str]:
    """The fight must not know of them: who has a name is more than one of many, in some books."""
    for c, name in zip(scene.fight.who, scene.roster.who, strict=True):
        one = both[c.side]
        yield name if one.kind or one.cls or one.count.maximum > 1 else called[c.side]


def scene_of_scenario(book: Book, options: Mapping[str, str], encounter: Encounter, surprise: bool = False) -> Scene:
    """A scenario's people with average hit points and numbers; unless surprise is asked for, they see each other."""
    sides = [replace(party, members=tuple(map(average_member, party.members))) for party in encounter.sides]
    if not surprise:
        sides = [replace(party, wary=True, surprised=False, ambush="") for party in sides]
    return set_up(book, options, replace(encounter, sides=tuple(sides), objectives=()))


def average_member(one: Member) -> Member:
    many = Notation(0, 1, plus=max(1, int(one.count.mean)))
    return replace(one, count=many, hp=AVERAGE if one.hp == ROLLED else one.hp)


def set_up(book: Book, options: Mapping[str, str], encounter: Encounter) -> Scene:
    fight, roster = book.build(encounter, read_options(book, options))
    return Scene(book, advance_to_first_die(book, fight), roster)


def weapon_slots(scene: Scene, who: Combatant, named: str, missile: bool) -> Sequence[int]:
    """Places in its kit: of the weapon named, else of all it strikes with, or of what it shoots with."""
    arms, names = scene.fight.arms, scene.roster.arms
    held = [slot for slot, arm in enumerate(who.kit) if arm >= 0]
    fit = [slot for slot in held if not missile or arms[who.kit[slot]].long > 0]
    if named:
        fit = [slot for slot in fit if names[who.kit[slot]].lower() == named.lower()]
    elif not missile and not who.has_routine:
        fit = [who.hand] if who.hand in held else []
    if not fit:
        has = ", ".join(names[who.kit[slot]] for slot in held) or "nothing"
        what = named or ("anything to shoot or throw" if missile else "anything to strike with")
        raise AffrayError(f"{scene.roster.who[who.id]} doesn't have {what}; it has {has}")
    return fit if not missile or named else fit[:1]
