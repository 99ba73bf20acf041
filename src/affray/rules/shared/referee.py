"""The referee's word in the classic book: anything may be changed at any moment, and the log says who said so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from affray.engine import events as E
from affray.engine.clauses import SPOKEN
from affray.engine.dice import parse
from affray.engine.encounter import CONTACT, Encounter, Member, Party
from affray.engine.state import (
    ALWAYS,
    MOST_COMBATANTS,
    NOBODY,
    NOBODY_LEFT,
    STAND_OFF,
    UNDECIDED,
    Combatant,
    Effect,
    Fight,
)
from affray.engine.verbs import note
from affray.engine.vocabulary import ABSENT, DEAD, FLED, GONE, NAMES, SAVES, SURRENDERED
from affray.errors import AffrayError, unknown
from affray.rules import seams
from affray.rules.book import Book, Roster
from affray.rules.shared.clauses import FIRST_DEATH
from affray.rules.shared.damage import begin, die, end, lift

TENTHS = 10  # of the book's unit
Verb = Callable[[Fight, Roster, Sequence[str]], None]


def word(book: Book, f: Fight, roster: Roster, said: Sequence[str]) -> Roster:
    """Does what the referee says: a verb, then what it is said of."""
    return do(VERBS, book, f, roster, said)


def do(verbs: Mapping[str, Verb], book: Book, f: Fight, roster: Roster, said: Sequence[str]) -> Roster:
    """Does what the referee says with one of these verbs, or lets newcomers join."""
    if said and said[0] == "add":
        return add(book, f, roster, said[1:])
    if not said or said[0] not in verbs:
        raise AffrayError(unknown("referee's word", said[0] if said else "", sorted([*verbs, "add"])))
    verbs[said[0]](f, roster, said[1:])
    if f.winner == UNDECIDED:
        seams.settle(f)
    return roster


def find_combatant(f: Fight, roster: Roster, said: Sequence[str], at: int = 0) -> Combatant:
    if len(said) <= at:
        raise AffrayError("of whom? name a combatant")
    known = {name.lower(): i for i, name in enumerate(roster.who)}
    if said[at].lower() not in known:
        raise AffrayError(unknown("combatant", said[at], roster.who))
    return f.who[known[said[at].lower()]]


def number(said: Sequence[str], at: int, what: str) -> int:
    text = said[at].replace("−", "-") if len(said) > at else ""
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", text):
        raise AffrayError(f"{what}: expected a whole number, not {text!r}")
    return int(text)


def condition(said: Sequence[str], at: int) -> int:
    text = said[at].lower() if len(said) > at else ""
    if text not in NAMES or text in ("absent",):
        raise AffrayError(unknown("condition", text, NAMES))
    return NAMES.index(text)


def hp(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    who, points = find_combatant(f, roster, said), number(said, 1, "hit points")
    before, who.hp = who.hp, points
    who.max_hp = max(who.max_hp, points)
    note(f, E.REFEREE, SPOKEN, who, who, points, before)
    if points <= 0 and who.in_fight:
        die(f, who, who, SPOKEN)
    elif points > 0 and who.conditions >> DEAD & 1:
        lift(f, who, DEAD, SPOKEN)
        f.side[who.side].dead -= 1


def move(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    who = find_combatant(f, roster, said)
    who.x, who.y = number(said, 1, "x") * TENTHS, number(said, 2, "y") * TENTHS
    if len(said) > 3:
        who.z = number(said, 3, "the height") * TENTHS
    f.contact = False
    note(f, E.REFEREE, SPOKEN, who, who, who.x, who.y)


def put_on(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    who, which = find_combatant(f, roster, said), condition(said, 1)
    until = f.round + number(said, 2, "rounds") if len(said) > 2 else ALWAYS
    note(f, E.CONDITION_ON, SPOKEN, who, who, which, until)
    if which == DEAD:
        die(f, who, who, SPOKEN)
    else:
        begin(f, who, which, until)


def take_off(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    who, which = find_combatant(f, roster, said), condition(said, 1)
    if who.conditions >> which & 1 == 0:
        raise AffrayError(f"{said[0]} is not {NAMES[which]}")
    lift(f, who, which, SPOKEN)


def remove(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    who = find_combatant(f, roster, said)
    note(f, E.REFEREE, SPOKEN, who, who)
    begin(f, who, ABSENT, ALWAYS)


def order_check(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Calls for a save, or for a morale check in the side's next morale step."""
    who, what = find_combatant(f, roster, said), said[1].lower() if len(said) > 1 else ""
    if what == "morale":
        note(f, E.DUE, SPOKEN, who, who)
        who.morale_due |= FIRST_DEATH
    elif what in SAVES[1:]:
        note(f, E.REFEREE, SPOKEN, who, who)
        seams.save(f, who, Effect(save=SAVES.index(what)))
    else:
        raise AffrayError(unknown("check", what, ["morale", *SAVES[1:]]))


def modifier(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Given to the next roll to hit or save, whoever makes it."""
    f.referee_modifier = number(said, 0, "the modifier")
    note(f, E.REFEREE, SPOKEN, f.who[0], f.who[0], f.referee_modifier)


def overrule(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Takes one back into the fight as it was before it dropped out: `overrule WHO [HP]`."""
    who = find_combatant(f, roster, said)
    for which in (DEAD, FLED, SURRENDERED):
        if who.conditions >> which & 1:
            lift(f, who, which, SPOKEN)
    if who.conditions & GONE:
        raise AffrayError(f"{said[0]} can't come back into this fight")
    who.hp = number(said, 1, "hit points") if len(said) > 1 else max(1, who.hp)
    who.subdual_damage = 0
    note(f, E.REFEREE, SPOKEN, who, who, who.hp)


def end_fight(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    ends = {"": STAND_OFF, "stand-off": STAND_OFF, "nobody": NOBODY_LEFT}
    ends |= {name.lower(): i for i, name in enumerate(roster.sides)}
    won = said[0].lower() if said else ""
    if won not in ends:
        raise AffrayError(unknown("side", won, roster.sides))
    end(f, ends[won])


def add(book: Book, f: Fight, roster: Roster, said: Sequence[str]) -> Roster:
    """`add "2 orc" SIDE`: newcomers join, where their side began or in the thick of it."""
    if len(said) < 2 or said[1] not in roster.sides:
        raise AffrayError(unknown("side", said[1] if len(said) > 1 else "", roster.sides))
    many, _, kind = said[0].partition(" ")
    if not kind or not many.isdecimal():
        many, kind = "1", said[0]
    side = roster.sides.index(said[1])
    member = Member(count=parse(many), kind=kind, hp="average")
    new, names = book.build(Encounter("", "", (Party(said[1], (member,)),), CONTACT, content=roster.content), {})
    if f.n + new.n > MOST_COMBATANTS:
        raise AffrayError(f"a fight has room for {MOST_COMBATANTS} combatants")
    return join(f, roster, new, names, side)


def join(f: Fight, roster: Roster, new: Fight, names: Roster, side: int) -> Roster:
    arms, effects, first = len(f.arms), len(f.effects), f.n
    for weapon in new.arms:
        weapon.rider += effects if weapon.rider != NOBODY else 0
    f.arms, f.effects = [*f.arms, *new.arms], [*f.effects, *new.effects]
    for c in new.who:
        renumber(c, arms, effects)
        c.id, c.side, c.turn = first + c.id, side, f.side[side].turn
        c.x, c.y = f.side[side].x, f.side[side].y
        f.who.append(c)
        f.n += 1
        seams.prepare_newcomer(f, c)
        note(f, E.REFEREE, SPOKEN, c, c)
    f.scan_end = f.n
    f.needs_upkeep = f.needs_upkeep or new.needs_upkeep
    f.side[side].size += new.n
    f.side[side].standing += new.n
    who = roster.who
    for name in names.who:
        who = (*who, unused_name(name, who))
    return replace(
        roster,
        who=who,
        kinds=roster.kinds + names.kinds,
        arms=roster.arms + names.arms,
        effects=roster.effects + names.effects,
        asides=roster.asides + names.asides,
    )


def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Nothing to do."""


def renumber(c: Combatant, arms: int, effects: int) -> None:
    """Its weapons and effects stand behind those that were there before."""
    c.kit = [k + arms if k != NOBODY else k for k in c.kit]
    c.spells = [s + effects if s != NOBODY else s for s in c.spells]
    for name in ("aura", "breath", "hug", "potion_effect"):
        if getattr(c, name) != NOBODY:
            setattr(c, name, getattr(c, name) + effects)


def unused_name(name: str, taken: Sequence[str]) -> str:
    base = name.rstrip("0123456789 ") or name
    return next(n for n in (name, *(f"{base} {i}" for i in range(2, 1000))) if n not in taken)


VERBS: dict[str, Verb] = {
    "hp": hp,
    "move": move,
    "on": put_on,
    "off": take_off,
    "remove": remove,
    "check": order_check,
    "modifier": modifier,
    "overrule": overrule,
    "end": end_fight,
}
