"""What the vanguard book puts fights together from: its content, its combatants, its finishing touches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from affray.content.entries import Entry
from affray.engine.clauses import cite
from affray.engine.encounter import ABILITIES, Terrain
from affray.engine.records import VanguardWeapon
from affray.engine.state import ROOM, Combatant, Effect, Pool, Weapon
from affray.engine.vocabulary import BURNING, LONG, QUALITIES, SPLASH, THROWN
from affray.errors import AffrayError
from affray.rules.shared.attack import modifier
from affray.rules.shared.content import (
    NORMAL_HUMAN,
    Arm,
    Armour,
    Band,
    Calling,
    Kind,
    Library,
    Spell,
    read_dice,
    routine,
    saves,
    several_hit_dice,
    shelf,
    tables,
    with_turns_of,
)
from affray.rules.shared.content import library as classic
from affray.rules.shared.gear import UNARMED, Armoury, Carried, find_word
from affray.rules.shared.people import (
    Person,
    give_conditions,
    give_hit_points,
    give_kit,
    give_morale,
    give_nature,
    given_saves,
    new_combatant,
    rates,
)
from affray.rules.shared.setup import Muster, Setup, fear_of_fire
from affray.rules.shared.tactics import TACTICS
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.attack import MINUTE, TOUGHNESS
from affray.rules.vanguard.clauses import OPTIONS
from affray.rules.vanguard.reach import NEXT_TO

BOOK = "vanguard"
METRE = 10  # distances are kept in tenths of metres
HIGHEST_LEVEL = 20  # level
MARK = "yes"  # what an entry says in `extra` beside the classic fields
CONVERTED = "converted"

V = TypeVar("V")


@cache
def library() -> Library:
    """Return the book's own entries before the converted ones of the classic book."""
    old = classic()
    return Library(
        book=BOOK,
        weapons={**taken_over(old.weapons, converted_arm), **shelf(BOOK, "weapons.yaml", read_arm)},
        armour=shelf(BOOK, "armour.yaml", read_armour),
        classes={**taken_over(old.classes, as_fighter), **own_classes()},
        monsters={**taken_over(old.monsters, converted_kind), **shelf(BOOK, "monsters.yaml", read_monster)},
        spells=taken_over(old.spells, converted_spell),
        potions=taken_over(old.potions, scale_effect),
        effects=taken_over(old.effects, scale_effect),
        tables={**old.tables, **tables(BOOK, "tables.yaml")},
        convert=CONVERT,
    )


def taken_over(entries: Mapping[str, V], convert: Callable[[V], V]) -> dict[str, V]:
    return {name: convert(entry) for name, entry in entries.items()}


def in_metres(tenths_of_feet: int) -> int:
    """Return tenths of metres: 10 feet are 3 metres."""
    return tenths_of_feet * 3 // 10


def scale_effect(effect: Effect) -> Effect:
    """Take over an effect in metres, and in rounds of 6 seconds (vanguard.convert)."""
    effect = with_turns_of(10 * MINUTE, effect)
    return replace(effect, range=in_metres(effect.range), size=in_metres(effect.size))


def converted_spell(spell: Spell) -> Spell:
    return Spell(scale_effect(spell.effect), spell.lists)


# --- weapons and armour


def read_arm(name: str, entry: Entry) -> Arm:
    effective = METRE * entry.number("range", 0)
    extra = {word: MARK for word in ("strong", "homely") if entry.flag(word)}
    if both := entry.number("both", 0):
        extra["both"] = str(both)
    qualities = entry.bits("qualities", QUALITIES)
    if qualities & THROWN and not qualities & SPLASH:
        extra["strong"] = MARK
    ranges = (effective, effective, 2 * effective) if effective else ()
    return Arm(read_dice(entry, "damage"), ranges, qualities, extra)


def converted_arm(arm: Arm) -> Arm:
    """Keep the classic longest range; set the effective range to half of it, in whole metres (vanguard.convert)."""
    if not arm.ranges:
        return arm._replace(extra={CONVERTED: MARK})
    effective = in_metres(arm.ranges[-1]) // 2 // METRE * METRE
    extra = {CONVERTED: MARK} | ({"strong": MARK} if arm.qualities & THROWN else {})
    return arm._replace(ranges=(effective, effective, 2 * effective), extra=extra)


def read_armour(name: str, entry: Entry) -> Armour:
    """Read armour; its armour class is the book's own, ascending."""
    shield = entry.number("shield", 0)
    if shield:
        return Armour(0, 0, shield)
    return Armour(entry.number("ac"), METRE * entry.number("speed"), 0)


METAL = ("chain mail", "chain", "plate mail", "plate")


# --- classes


def read_class(name: str, entry: Entry) -> Calling:
    """Read the book's rows over the classic nature of the same class; a class of the table's own is like a fighter."""
    old = classic().classes.get(name, classic().classes["fighter"])
    return calling(replace(old, name=name), rows(entry, "combat bonus"), rows(entry, "saves"), entry)


def rows(entry: Entry, what: str) -> dict[int, str]:
    """Read rows of a class by the level from which they hold."""
    found = entry.get(what)
    if not isinstance(found, Mapping) or not all(str(level).isdecimal() for level in found):
        entry.refuse(f"{what}: expected rows by the level from which they hold")
    held_from = {int(level): str(value) for level, value in found.items()}
    if min(held_from, default=0) != 1:
        entry.refuse(f"{what}: the first row holds from level 1")
    return held_from


def calling(old: Calling, combat: Mapping[int, str], saving: Mapping[int, str], entry: Entry) -> Calling:
    bands = tuple(
        Band(level, level, 20 - int(row_for(combat, level)), saves(row_for(saving, level)))
        for level in range(1, HIGHEST_LEVEL + 1)
    )
    die, beyond = entry.dice("die").sides, entry.number("beyond")
    return replace(old, die=die, beyond=beyond, bands=bands, backstab=False)


def as_fighter(old: Calling) -> Calling:
    """Make dwarves, elves and halflings fighters, who keep what else they are (vanguard.convert)."""
    own = own_classes()["fighter"]
    return replace(old, die=own.die, beyond=own.beyond, bands=own.bands, backstab=False, extra={CONVERTED: MARK})


@cache
def own_classes() -> dict[str, Calling]:
    return shelf(BOOK, "classes.yaml", read_class)


def row_for(rows: Mapping[int, str], number: int) -> str:
    """Return the row that holds for a level or so many hit dice: the last that begins at or below it."""
    return rows[max(first for first in rows if first <= number)]


# --- monsters


def read_monster(name: str, entry: Entry) -> Kind:
    """Read the book's numbers over the classic nature of the same monster; one of the table's own has none."""
    old = classic().monsters.get(name) or replace(classic().monsters[NORMAL_HUMAN], name=name)
    try:
        attacks = routine(entry.text("attacks"))
    except AffrayError as error:
        entry.refuse(f"attacks: {error}")
    return replace(
        old,
        ac=entry.number("ac", least=1, most=40),
        hd=several_hit_dice(entry),
        attacks=attacks,
        morale=entry.number("morale", least=2, most=12),
        led=0,
        pack=0,
        in_pack=0,
        fights_as="",
        move=METRE * entry.number("speed"),
        fly=METRE * entry.number("fly", 0),
        swim=METRE * entry.number("swim", 0) or encounter_metres(old.swim),
        traits={
            **old.traits,
            "vanguard.toughness": entry.bits("tough", TOUGHNESS),
            "acts_last": entry.flag("acts last"),
        },
    )


def encounter_metres(base: int) -> int:
    """Return the encounter rate, a third of the classic base rate, × 0.3 in metres (vanguard.convert)."""
    return in_metres(base // 3)


def converted_kind(kind: Kind) -> Kind:
    """Set AC to AAC + 1; Combat Bonus and saves follow from the hit dice (vanguard.convert)."""
    return replace(
        kind,
        ac=19 - kind.ac + 1,
        fights_as="",
        move=encounter_metres(kind.move),
        fly=encounter_metres(kind.fly),
        swim=encounter_metres(kind.swim),
        extra={CONVERTED: MARK},
    )


CONVERT: dict[str, Callable[[Any], Any]] = {
    "weapons": converted_arm,
    "classes": as_fighter,
    "monsters": converted_kind,
    "spells": converted_spell,
    "potions": scale_effect,
    "effects": scale_effect,
}

TRAINED = ("thac0", "bonus", "combat bonus", "hd")  # numbers that make somebody more than a normal man
BURDEN = 3 * METRE  # heavily loaded
TURNS_OF_FIRE = 2


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    """Return the record of one member; number, side, tactic and place are still to come."""
    who = new_combatant(p)
    give_nature(p, who, arms)
    give_numbers(p, who)
    give_morale(p, who, of_its_kind, hirer)
    cite(C.HP)
    give_hit_points(p, who)
    give_kit(with_bare_hands(p), who, arms)
    give_conditions(p, who, terrain)
    who.vanguard.burning_turns = TURNS_OF_FIRE if who.conditions >> BURNING & 1 else 0
    give_past(p, who)
    return who


def with_bare_hands(p: Person) -> Person:
    """Give a normal man without a weapon his hands; a weapon of his has its own die."""
    if p.calling or p.kind.name != NORMAL_HUMAN or p.pack.arms or p.has("damage"):
        return p
    return replace(p, pack=p.pack._replace(arms=(Carried(UNARMED, p.library.weapons[UNARMED], 0, 1),)))


def give_numbers(p: Person, who: Combatant) -> None:
    who.abilities = [p.abilities[name] for name in ABILITIES]
    strong, deft = modifier(p.abilities["STR"]), modifier(p.abilities["DEX"])
    who.strength, who.melee_modifier, who.damage_modifier, who.missile_modifier = (
        p.abilities["STR"],
        strong,
        strong,
        deft,
    )
    who.ac, who.shield = armour(p)
    who.vanguard.metal_armour = p.pack.armour in METAL
    who.vanguard.combat_bonus, who.vanguard.untrained = combat_bonus(p), is_normal_man(p)
    who.saves = [0, *all_saves(p)]
    who.move, who.fly, who.swim = speeds(p)
    if p.member.cover:
        rows = p.library.tables["cover"]
        who.cover = int(rows[find_word(p.member.cover, rows, "cover", p.where)])


def is_normal_man(p: Person) -> bool:
    """Return whether a person is of level 0, without training in weapons (vanguard.normal-men)."""
    normal = p.calling is None and p.kind.name == NORMAL_HUMAN and not any(p.has(name) for name in TRAINED)
    if normal:
        cite(C.NORMAL_MEN)
    return normal


def armour(p: Person) -> tuple[int, int]:
    """Return armour without the shield, and the shield (vanguard.ac). A number given inline counts the shield; a
    classic one is AAC."""
    shield = p.number("shield") if p.has("shield") else p.pack.shield
    if p.has("vanguard ac"):
        return p.number("vanguard ac") - shield, shield
    if p.has("ac") or p.has("aac"):
        cite(C.CONVERT)
        return (19 - p.number("ac") if p.has("ac") else p.number("aac")) + 1 - shield, shield
    cite(C.AC)
    bare = p.library.armour[p.pack.armour].ac
    worn = bare + (bare - p.pack.ac)  # what is enchanted was taken off, as where less is better
    if not p.calling:
        worn = max(p.kind.ac, worn) if p.pack.armour != "none" else p.kind.ac
    return worn + modifier(p.abilities["DEX"]), shield


def combat_bonus(p: Person) -> int:
    """Return the Combat Bonus of the class and level, or of the hit dice; classic's THAC0 is 20 less the bonus."""
    if p.has("combat bonus"):
        return p.number("combat bonus")
    if p.has("thac0") or p.has("bonus"):
        cite(C.CONVERT)
        return 20 - p.number("thac0") if p.has("thac0") else p.number("bonus") + 1
    cite(C.ATTACK_ROLL)
    if p.calling:
        return 20 - p.calling.band(p.level).thac0
    rows = {int(dice): bonus for dice, bonus in p.library.tables["combat bonus"].items()}
    return int(row_for(rows, whole_dice(p)))


def whole_dice(p: Person) -> int:
    """Return hit dice without their pluses; 0 for less than one."""
    return p.hit_dice.quarters // 4 if p.hit_dice.plus >= 0 else p.hit_dice.count - 1


def all_saves(p: Person) -> tuple[int, ...]:
    """Return saves, for monsters as fighters of their hit dice, below one as normal men (vanguard.save.roll)."""
    if p.has("saves"):
        return given_saves(p)
    cite(C.SAVE_ROLL)
    if p.calling:
        return p.calling.band(p.level).saves
    fighter = p.library.classes["fighter"]
    dice = whole_dice(p)
    return fighter.band(min(dice, fighter.highest)).saves if dice else saves(p.library.tables["saves"]["normal man"])


def speeds(p: Person) -> tuple[int, int, int]:
    """Return speeds on foot, in the air, in the water, in tenths of metres. A classic base rate in feet is as many."""
    cite(C.TURN)
    move, fly, swim = rates(p)
    given = {name: p.number(name) for name in ("move", "fly", "swim") if p.has(name)}
    move, fly, swim = given.get("move", move), given.get("fly", fly), given.get("swim", swim)
    return max(0, move - (BURDEN if p.member.load == "heavy" else 0)), fly, swim


def give_past(p: Person, who: Combatant) -> None:
    """Set what earlier fights and nights have left."""
    who.drained_levels, who.vanguard.drained_hp = p.member.negative_levels, p.member.drained
    who.vanguard.sleepless_days = p.member.sleepless
    if who.drained_levels:
        cite(C.DRAIN)
    if who.vanguard.sleepless_days:
        cite(C.REST_SLEEPLESS)


def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    """Give a weapon its reach, and what the book says of it beside its die."""
    cite(C.DAMAGE)
    own_die = (weapon.count, weapon.sides) == (arm.damage.count, arm.damage.sides)
    return replace(
        weapon,
        reach=2 * NEXT_TO if arm.qualities & LONG else NEXT_TO,
        vanguard=VanguardWeapon(
            two_handed_sides=int(arm.extra["both"]) if "both" in arm.extra and own_die else 0,
            adds_strength="strong" in arm.extra,
            simple="homely" in arm.extra,
        ),
    )


SCALE = 3  # tenths of a metre in a foot
CLASSIC_NUMBERS = {"ac": "vanguard ac", "aac": "vanguard ac", "thac0": "combat bonus", "bonus": "combat bonus"}


def setup() -> Setup:
    """Return the vanguard book's own setup."""
    return Setup(library(), OPTIONS, TACTICS, combatant, SCALE, forge, finish)


def finish(muster: Muster) -> None:
    fear_of_fire(muster)
    muster.fight.vanguard.pools = [Pool() for _ in range(ROOM["pools"])]
    notes = list(conversions(muster))
    if notes:
        cite(C.CONVERT)
        muster.encounter = replace(muster.encounter, converted=(*muster.encounter.converted, *notes))


def conversions(muster: Muster) -> Iterator[str]:
    """Yield what the book has no entry for, one line for each kind of thing (vanguard.convert)."""
    found: dict[str, dict[str, None]] = {}
    for p in muster.people:
        for what, name in converted_numbers(p):
            found.setdefault(what, {})[name] = None
    for what, named in found.items():
        yield f"converted from the classic book: {what} {', '.join(named)}"


def converted_numbers(p: Person) -> Iterator[tuple[str, str]]:
    if p.calling and CONVERTED in p.calling.extra:
        yield "classes (as fighters)", p.calling.name
    if p.member.kind and CONVERTED in p.kind.extra:
        yield "monsters", p.kind.name
    for carried in p.pack.arms:
        if CONVERTED in carried.arm.extra:
            yield "weapons", carried.name
    for name, own in CLASSIC_NUMBERS.items():
        if p.has(name) and not p.has(own):
            yield "numbers", name
