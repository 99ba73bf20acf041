"""Combatants of the vanguard book: the record that rules read, filled from a member of a scenario."""

from __future__ import annotations

from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.conditions import BURNING
from affray.engine.encounter import ABILITIES, Terrain
from affray.engine.state import ROOM, Combatant, Weapon
from affray.engine.vocabulary import LONG
from affray.rules.shared.abilities import modifier
from affray.rules.shared.content import NORMAL_HUMAN, Arm, saves
from affray.rules.shared.gear import UNARMED, Armoury, Carried, known
from affray.rules.shared.members import Person
from affray.rules.shared.people import (
    give_conditions,
    give_hit_points,
    give_kit,
    give_morale,
    give_nature,
    given_saves,
    rates,
)
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.library import METAL, METRE, held
from affray.rules.vanguard.reach import NEXT_TO

TRAINED = ("thac0", "bonus", "combat bonus", "hd")  # numbers that make somebody more than a normal man
BURDEN = 3 * METRE  # heavily loaded
TURNS_OF_FIRE = 2


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    """The record of one member; its number, side, tactic and place are still to come."""
    who = Combatant(until=[0] * ROOM["until"], leader=p.member.leader, mounted=bool(p.member.mount))
    give_nature(p, who, arms)
    give_numbers(p, who)
    give_morale(p, who, of_its_kind, hirer)
    cite(C.HP)
    give_hit_points(p, who)
    give_kit(with_bare_hands(p), who, arms)
    give_conditions(p, who, terrain)
    who.burns = TURNS_OF_FIRE if who.on >> BURNING & 1 else 0
    give_past(p, who)
    return who


def with_bare_hands(p: Person) -> Person:
    """A normal man's weapon has its own die; without one he has his hands."""
    if p.calling or p.kind.name != NORMAL_HUMAN or p.pack.arms or p.has("damage"):
        return p
    return replace(p, pack=p.pack._replace(arms=(Carried(UNARMED, p.library.weapons[UNARMED], 0, 1),)))


def give_numbers(p: Person, who: Combatant) -> None:
    who.abilities = [p.abilities[name] for name in ABILITIES]
    strong, deft = modifier(p.abilities["STR"]), modifier(p.abilities["DEX"])
    who.strength, who.hit, who.harm, who.aim = p.abilities["STR"], strong, strong, deft
    who.ac, who.shield = armour(p)
    who.mailed = p.pack.armour in METAL
    who.combat, who.green = combat_bonus(p), is_normal_man(p)
    who.saves = [0, *all_saves(p)]
    who.move, who.fly, who.swim = speeds(p)
    if p.member.cover:
        rows = p.library.tables["cover"]
        who.cover = int(rows[known(p.member.cover, rows, "cover", p.where)])


def is_normal_man(p: Person) -> bool:
    """vanguard.normal-men: level 0, without training in weapons."""
    normal = p.calling is None and p.kind.name == NORMAL_HUMAN and not any(p.has(name) for name in TRAINED)
    if normal:
        cite(C.NORMAL_MEN)
    return normal


def armour(p: Person) -> tuple[int, int]:
    """vanguard.ac without the shield, and the shield. A number given inline counts the shield; a classic one is AAC."""
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
    """Of the class and level, or of the hit dice; classic's THAC0 is 20 less the bonus."""
    if p.has("combat bonus"):
        return p.number("combat bonus")
    if p.has("thac0") or p.has("bonus"):
        cite(C.CONVERT)
        return 20 - p.number("thac0") if p.has("thac0") else p.number("bonus") + 1
    cite(C.ATTACK_ROLL)
    if p.calling:
        return 20 - p.calling.band(p.level).thac0
    rows = {int(dice): bonus for dice, bonus in p.library.tables["combat bonus"].items()}
    return int(held(rows, whole_dice(p)))


def whole_dice(p: Person) -> int:
    """Hit dice without their pluses; 0 for less than one."""
    return p.hit_dice.quarters // 4 if p.hit_dice.plus >= 0 else p.hit_dice.count - 1


def all_saves(p: Person) -> tuple[int, ...]:
    """vanguard.save.roll: monsters as fighters of their hit dice, less than one as normal men."""
    if p.has("saves"):
        return given_saves(p)
    cite(C.SAVE_ROLL)
    if p.calling:
        return p.calling.band(p.level).saves
    fighter = p.library.classes["fighter"]
    dice = whole_dice(p)
    return fighter.band(min(dice, fighter.highest)).saves if dice else saves(p.library.tables["saves"]["normal man"])


def speeds(p: Person) -> tuple[int, int, int]:
    """On foot, in the air and in the water, in tenths of metres. A classic base rate in feet is as many of them."""
    cite(C.TURN)
    move, fly, swim = rates(p)
    given = {name: p.number(name) for name in ("move", "fly", "swim") if p.has(name)}
    move, fly, swim = given.get("move", move), given.get("fly", fly), given.get("swim", swim)
    return max(0, move - (BURDEN if p.member.load == "heavy" else 0)), fly, swim


def give_past(p: Person, who: Combatant) -> None:
    """What earlier fights and nights have left."""
    who.drained, who.sapped = p.member.negative_levels, p.member.drained
    who.sleepless = p.member.sleepless
    if who.drained:
        cite(C.DRAIN)
    if who.sleepless:
        cite(C.REST_SLEEPLESS)


def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    """Reach, and what the book says of the weapon beside its die."""
    cite(C.DAMAGE)
    own_die = (weapon.count, weapon.sides) == (arm.damage.count, arm.damage.sides)
    return replace(
        weapon,
        reach=2 * NEXT_TO if arm.qualities & LONG else NEXT_TO,
        both=int(arm.extra["both"]) if "both" in arm.extra and own_die else 0,
        strong="strong" in arm.extra,
        homely="homely" in arm.extra,
    )
