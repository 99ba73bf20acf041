"""What the tempo book puts fights together from: its content, its combatants, its finishing touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from affray.content.entries import Entry
from affray.engine.clauses import cite
from affray.engine.dice import Notation
from affray.engine.encounter import Encounter, Terrain
from affray.engine.records import TempoWeapon
from affray.engine.state import ALWAYS, Combatant, Fight, Weapon
from affray.engine.vocabulary import BEAST, DYING, HUMAN, MINDLESS, UNCONSCIOUS, UNDEAD, WOUNDED
from affray.rules.book import Roster
from affray.rules.shared import content, people
from affray.rules.shared import setup as shared_setup
from affray.rules.shared.attack import hit_dice
from affray.rules.shared.content import (
    FOOT,
    Arm,
    Armour,
    Kind,
    Library,
    magic_with_turns_of,
    read_arm,
    read_monster,
    shelf,
    tables,
)
from affray.rules.shared.gear import Armoury, takes_weapons
from affray.rules.shared.people import Person, loyalty, morale
from affray.rules.shared.setup import Muster, Setup, fear_of_fire
from affray.rules.shared.tactics import TACTICS
from affray.rules.tempo import clauses as C
from affray.rules.tempo.clauses import OPTIONS
from affray.rules.tempo.questions import FORMS, NO_AMBUSH

BOOK = "tempo"
LONGEST = 6
OWN = ("armour", "strength", "wits")  # what only this book says of a foe


def read_armour(name: str, entry: Entry) -> Armour:
    """Read armour. What it adds to AC is kept as a negative number, since the classic armour class goes down."""
    if entry.number("shield", 0):
        return Armour(0, 0, entry.number("shield"))
    return Armour(-entry.number("bonus", most=20), FOOT * entry.number("move"), 0)


def read_weapon(name: str, entry: Entry) -> Arm:
    reach = entry.number("reach", 0, most=LONGEST)
    return read_arm(name, entry)._replace(extra={"reach": str(reach)})


def read_foe(name: str, entry: Entry) -> Kind:
    """Read a foe of the book's own; what the entry leaves out is converted from the classic numbers."""
    own = {word: str(entry.number(word, most=30)) for word in OWN if word in entry.fields}
    if entry.flag("trained"):
        own["trained"] = "yes"
    return replace(read_monster(name, entry), extra=own)


def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    """Give every weapon its reach (tempo.ac.reach); what has none is as short as a bite."""
    return replace(weapon, tempo=TempoWeapon(reach_rank=int(arm.extra.get("reach", "0"))))


@cache
def library() -> Library:
    classic = content.library()
    return replace(
        classic,
        book=BOOK,
        weapons={**classic.weapons, **shelf(BOOK, "weapons.yaml", read_weapon)},
        armour=shelf(BOOK, "armour.yaml", read_armour),
        monsters={**classic.monsters, **shelf(BOOK, "foes.yaml", read_foe)},
        **magic_with_turns_of(MINUTES, classic),
        tables={**classic.tables, **tables(BOOK, "tables.yaml")},
    )


MINUTES = 10  # in a turn (tempo.convert): a round is a minute
FREE, HARDEST = 20, 30  # AC
NO_BONUS, NO_DICE = 19, 20  # THAC0 without an attack bonus, and that of half a hit die
PLAIN = 11  # the ascending armour class that a free human's AC stands for
VETERAN = 3  # the level from which a fighter is trained
FIGHTERS = ("fighter", "dwarf", "elf")
LACKEY_DICE = 4  # quarters of a hit die
WOUNDS = {"wounded": (WOUNDED,), "out of action": (WOUNDED, UNCONSCIOUS), "dying": (WOUNDED, UNCONSCIOUS, DYING)}
ARMED = Notation(1, 6)  # what an armed human deals
LAST_ROUNDS = 3  # of who comes dying into a fight


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    """Fill a combatant as the classic book does, with this book's own numbers over it."""
    p = with_human_dice(with_hit_dice(p))
    who = people.combatant(standing(p), arms, terrain, of_its_kind, hirer)
    who.strength, who.tempo.wits, who.ac = strength(p, who), wits(p, who), armour_class(p)
    who.shield = p.number("shield") if p.has("shield") else p.pack.shield
    who.tempo.trained = is_trained(p)
    give_morale(p, who, of_its_kind, hirer)
    give_hit_points(p, who)
    give_wound(p, who)
    return who


def standing(p: Person) -> Person:
    """Let somebody with 0 hp stand (tempo.damage), which the classic book doesn't know."""
    return replace(p, member=replace(p.member, hp=max(1, p.member.max_hp))) if p.member.hp == 0 else p


def with_hit_dice(p: Person) -> Person:
    """Give somebody who has numbers alone, without class, kind or hit dice, those of their THAC0 (tempo.convert)."""
    thac0 = p.number("thac0") if p.has("thac0") else NO_BONUS - p.number("bonus") if p.has("bonus") else NO_DICE
    if p.calling or p.member.kind or p.has("hd") or thac0 >= NO_DICE:
        return p
    rows = {int(dice): int(row) for dice, row in p.library.tables["thac0"].items() if dice.isdecimal()}
    dice = next((dice for dice, row in rows.items() if row <= thac0), max(rows))
    cite(C.CONVERT)
    return replace(p, member=replace(p.member, numbers={**p.member.numbers, "hd": str(dice)}))


def with_human_dice(p: Person) -> Person:
    """Let a human of the classic list deal d6 with a weapon (tempo.damage); numbers in the scenario win."""
    if p.calling or not p.kind.traits.get("tags", 0) & HUMAN:
        return p
    cite(C.DAMAGE)
    attacks = tuple(a._replace(damage=ARMED) if takes_weapons(a, p.library) else a for a in p.kind.attacks)
    return replace(p, kind=replace(p.kind, attacks=attacks))


def own(p: Person, name: str) -> int | None:
    """Return a number that this book's file gives a foe."""
    value = "" if p.calling else p.kind.extra.get(name, "")
    return int(value) if value else None


def strength(p: Person, who: Combatant) -> int:
    """Return strength (tempo.convert): 10 + hit dice for foes."""
    if p.has("strength"):
        return p.number("strength")
    if p.calling or "STR" in p.member.abilities or who.player:
        return p.abilities["STR"]
    given = own(p, "strength")
    cite(C.CONVERT)
    return 10 + hit_dice(who) if given is None else given


def wits(p: Person, who: Combatant) -> int:
    """Return wits (tempo.convert): the higher of INT and WIS, or for foes by their nature."""
    if p.has("wits"):
        return p.number("wits")
    if p.calling or who.player or {"INT", "WIS"} & set(p.member.abilities):
        return max(p.abilities["INT"], p.abilities["WIS"])
    given, rows = own(p, "wits"), p.library.tables["wits"]
    if given is not None:
        return given
    cite(C.CONVERT)
    if who.tags & (UNDEAD | MINDLESS):
        return int(rows["mindless"])
    return int(rows["beast" if who.tags & BEAST else "foe"])


def armour_class(p: Person) -> int:
    """Return AC (tempo.ac): 20 and what is worn; for foes and inline numbers converted from the classic entry."""
    if p.has("tempo ac"):
        return p.number("tempo ac")
    cite(C.AC)
    if p.has("ac") or p.has("aac"):
        return convert_armour_class(19 - p.number("ac") if p.has("ac") else p.number("aac"))
    worn = FREE - p.pack.ac
    if p.calling or not p.member.kind:
        return worn
    given = own(p, "armour")
    return max(worn, convert_armour_class(19 - p.kind.ac) if given is None else FREE + given)


def convert_armour_class(aac: int) -> int:
    """Return 20 + 2 × (AAC − 11), between 20 and 30 (tempo.convert)."""
    cite(C.CONVERT)
    return max(FREE, min(HARDEST, FREE + 2 * (aac - PLAIN)))


def is_trained(p: Person) -> bool:
    """Return whether they are trained: fighters, dwarves and elves from level 3, or as the scenario or the entry
    says."""
    if p.member.trained is not None:
        return p.member.trained
    if p.calling:
        return p.calling.name in FIGHTERS and p.level >= VETERAN
    return bool(p.kind.extra.get("trained"))


def give_morale(p: Person, who: Combatant, of_its_kind: int, hirer: int) -> None:
    """Set morale (tempo.morale.scale): a retainer's is their loyalty, the mindless have 12."""
    who.morale, who.led_morale = morale(p, of_its_kind)
    if not str(p.member.numbers.get("morale", p.party.morale) or 0).isdecimal():
        cite(C.MORALE_SCALE)
    if p.member.retainer and not p.has("morale"):
        cite(C.MORALE_SCALE)
        who.morale = loyalty(p, hirer)
    if who.tags & MINDLESS:
        cite(C.MORALE_SCALE)
        who.morale, who.led_morale = int(p.library.tables["morale"]["mindless"]), 0
    who.loyalty = 0


def give_hit_points(p: Person, who: Combatant) -> None:
    """Set hit dice: d6 a level or hit die, 1d3 for half a die; hp as given, or rolled when the fight starts."""
    dice = p.level if p.calling else max(1, hit_dice(who))
    half = not p.calling and who.hd < LACKEY_DICE and p.hit_dice.plus == 0
    who.hp_count, who.hp_sides, who.hp_plus, who.hp_least = dice, 3 if half else 6, 0, dice
    if p.member.hp == "average" and not p.member.max_hp:
        who.hp = who.max_hp = people.average(who)
    if p.member.hp == 0:
        who.hp, who.max_hp = 0, max(1, p.member.max_hp)


def give_wound(p: Person, who: Combatant) -> None:
    """Put on what an earlier fight has left (tempo.injury)."""
    for condition in WOUNDS.get(p.member.wound, ()):
        who.conditions |= 1 << condition
        who.ends_at[condition] = LAST_ROUNDS if condition == DYING else ALWAYS
        who.able = who.able and condition == WOUNDED


def follows(p: Person, who: Combatant, led: bool) -> bool:
    """Return whether they are a lackey (tempo.convert): retainers, hirelings, and foes of 1 hit die or less with a
    leader."""
    if p.member.henchman is not None:
        return p.member.henchman
    if p.member.leader or p.member.commands or who.player:
        return False
    if p.member.retainer or p.member.mercenary:
        return True
    return p.calling is None and who.hd <= LACKEY_DICE and led


def rank(p: Person, who: Combatant) -> int:
    """Return whom they give orders to (tempo.order.henchman): all of lower rank, or henchmen alone."""
    if p.member.commands or (p.member.leader and not who.player):
        return 2
    return 1 if who.player and not who.tempo.lackey else 0


PREPARED = "prepared"


def setup() -> Setup:
    return Setup(library(), OPTIONS, TACTICS, combatant, forge=forge, finish=finish)


def build(setup: Setup, encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
    """Return the fight before its first die, and the names of all in it; the log tells what was converted."""
    fight, roster = shared_setup.build(setup, encounter, options)
    return fight, replace(roster, notes=(*roster.notes, *conversions(encounter)))


def finish(muster: Muster) -> None:
    """Settle who follows whom, who takes whom by surprise, and whether there is a ledge."""
    fear_of_fire(muster)
    for party, side in zip(muster.encounter.sides, muster.fight.side, strict=True):
        here = [(p, c) for p, c in zip(muster.people, muster.fight.who, strict=True) if c.side == side.id]
        led = any(p.member.leader or p.member.commands or c.player for p, c in here)
        for p, c in here:
            c.tempo.lackey = follows(p, c, led)
        for p, c in here:
            c.tempo.command_level = (
                rank(p, c) if any(other.tempo.lackey for _, other in here) or p.member.commands else 0
            )
        side.ambush, side.ambush_prepared = bool(party.ambush), party.ambush == PREPARED
        side.ambush_form = FORMS.index(party.ambush) if party.ambush else NO_AMBUSH
    muster.fight.tempo.ledge = muster.encounter.terrain.ledge
    set_ambush(muster)


def set_ambush(muster: Muster) -> None:
    """Surprise those who are ambushed and not wary (tempo.surprise); without an ambush they are met by chance."""
    sides, parties = muster.fight.side, muster.encounter.sides
    for side, party in zip(sides, parties, strict=True):
        fallen_upon = any(other.ambush for other in sides if other.id != side.id)
        side.surprised = bool(party.surprised) or (fallen_upon and party.surprised is None and not party.wary)
    if any(side.surprised for side in sides) and not any(side.ambush for side in sides):
        for side in sides:
            side.ambush = not side.surprised


def conversions(encounter: Encounter) -> Iterator[str]:
    """Yield one line for each kind of thing that was converted from the classic entry."""
    own = {name for name, kind in library().monsters.items() if kind.extra}
    members = [m for party in encounter.sides for m in party.members]
    if any(m.kind and m.kind.lower() not in own for m in members):
        cite(C.CONVERT)
        converted = "strength 10 + hit dice, wits by their nature, AC 20 + 2 × (AAC − 11), from 20 to 30"
        yield f"tempo.convert: monsters have {converted}"
    if any({"ac", "aac"} & set(m.numbers) for m in members):
        cite(C.CONVERT)
        yield "tempo.convert: armour classes given as ac or aac are AC 20 + 2 × (AAC − 11), from 20 to 30"
    if any(m.cls for m in members):
        cite(C.CONVERT)
        yield "tempo.convert: wits are the higher of INT and WIS; hp are d6 a level"
