"""Combatants of the classic book: the record that rules read, filled from a member of a scenario."""

from __future__ import annotations

from affray.engine.clauses import cite
from affray.engine.conditions import BLIND, BURNING, GONE, NAMES, SCALDED, STUCK, UNAWARE
from affray.engine.dice import Notation
from affray.engine.encounter import ABILITIES, AVERAGE, ROLLED, Terrain
from affray.engine.state import ALWAYS, NOBODY, ROOM, Combatant
from affray.engine.vocabulary import AQUATIC, NATURAL, TAGS
from affray.errors import AffrayError
from affray.rules.classic import clauses as C
from affray.rules.classic.abilities import lesser_modifier, modifier
from affray.rules.classic.gear import Armoury, Carried, Kit, armed, known, monstrous, spoken
from affray.rules.classic.library import Attack, plain_dice
from affray.rules.classic.meeting import con_a_die
from affray.rules.classic.members import Person
from affray.rules.classic.ratings import all_saves, armour, hit_points, loyalty, morale, rates, thac0

FIRST_ROUND = (UNAWARE, BURNING, SCALDED)  # what is over with the first round; all else lasts
TRAITS = {  # of a kind, and the clause that reads each
    "breaths": C.MONSTER_BREATH,
    "regenerates": C.MONSTER_REGENERATION,
    "turns": C.CLASS_TURNING,
    "rank": C.CLASS_TURNING,
    "dives": C.MONSTER_DIVE,
    "hatred": C.MONSTER_HATRED,
    "shuns": C.MONSTER_DAYLIGHT,
    "ward": C.MONSTER_IMMUNITY,
    "half_ward": C.MONSTER_IMMUNITY,
    "last": C.MONSTER_LAST,
    "surprises": C.SURPRISE,
}


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    """The record of one member; its number, side, tactic and place are still to come."""
    who = Combatant(until=[0] * ROOM["until"], leader=p.member.leader, mounted=bool(p.member.mount))
    give_nature(p, who, arms)
    give_numbers(p, who)
    give_morale(p, who, of_its_kind, hirer)
    give_hit_points(p, who)
    give_kit(p, who, arms)
    give_conditions(p, who, terrain)
    return who


def give_nature(p: Person, who: Combatant, arms: Armoury) -> None:
    """What it is, and what its class or kind can do beside."""
    who.character = p.calling is not None
    who.player = p.party.players and not (p.member.kind or p.member.retainer or p.member.mercenary)
    if p.calling:
        who.level, who.hd = p.level, 4 * p.level
        who.turns = p.level if p.calling.turns else 0
        who.backstab = p.calling.backstab
        who.sees_dark = p.calling.sees_dark
        who.tags = p.calling.tags
    else:
        give_kind(p, who, arms)
    for word in p.member.tags:
        who.tags |= 1 << TAGS.index(known(word, dict.fromkeys(TAGS), "tag", p.where))
    who.aquatic = who.tags & AQUATIC != 0
    if p.member.sees_dark is not None:
        who.sees_dark = p.member.sees_dark


def give_kind(p: Person, who: Combatant, arms: Armoury) -> None:
    who.hd = p.hit_dice.quarters
    who.level = max(p.level, who.hd // 4)
    who.sees_dark = p.kind.sees_dark
    for trait, value in p.kind.traits.items():
        setattr(who, trait, value)
        if value and trait in TRAITS:
            cite(TRAITS[trait])
    who.aura = arms.effect(p.kind.aura, p.library.effects, p.where)
    who.hug = arms.effect(p.kind.hug, p.library.effects, p.where)
    who.breath = arms.effect(p.kind.breath, p.library.effects, p.where)


def give_numbers(p: Person, who: Combatant) -> None:
    who.abilities = [p.abilities[name] for name in ABILITIES]
    strong, deft = modifier(p.abilities["STR"]), modifier(p.abilities["DEX"])
    who.strength, who.hit, who.harm, who.aim = p.abilities["STR"], strong, strong, deft
    who.wisdom = modifier(p.abilities["WIS"])
    who.quick = 0 if p.member.kind else lesser_modifier(p.abilities["DEX"])  # monsters add nothing
    who.ac, who.shield = armour(p)
    who.thac0 = thac0(p)
    who.saves = all_saves(p)
    who.move, who.fly, who.swim = rates(p)
    if p.member.cover:
        cite(C.MISSILE_COVER)
        rows = p.library.tables["cover"]
        who.cover = int(rows[known(p.member.cover, rows, "cover", p.where)])


def give_morale(p: Person, who: Combatant, of_its_kind: int, hirer: int) -> None:
    who.morale, who.led = morale(p, of_its_kind)
    who.loyalty = loyalty(p, hirer)


def give_hit_points(p: Person, who: Combatant) -> None:
    """A number given, or the average; else they are rolled when the fight starts."""
    who.hp_count, who.hp_sides, who.hp_plus, who.hp_least = hit_points(p)
    hp = p.member.hp
    if hp in (ROLLED, AVERAGE) and p.member.max_hp:
        who.hp = p.member.max_hp
    elif hp == ROLLED:
        return
    elif hp == AVERAGE:
        who.hp = average(who)
    elif isinstance(hp, int) and hp > 0:
        who.hp = hp
    else:
        raise AffrayError(f"{p.where}: hp {hp!r}; expected a number above 0, {ROLLED!r} or {AVERAGE!r}")
    who.max_hp = p.member.max_hp or who.hp


def average(who: Combatant) -> int:
    """Of its hit dice, each at least 1 with CON counted in, rounded down."""
    each = con_a_die(who)
    faces = sum(max(1, face + each) for face in range(1, who.hp_sides + 1))
    return max(who.hp_least, who.hp_count * faces // who.hp_sides + who.hp_plus - each * who.hp_count)


def give_kit(p: Person, who: Combatant, arms: Armoury) -> None:
    """Weapons, potions, spells, each with the room that rules look through."""
    kit, cast = attacks(p, arms), memorised(p, arms)
    who.kit, who.left = padded(kit.arms, "kit", NOBODY), padded(kit.left, "left", 0)
    who.hand, who.routine = kit.hand, kit.routine
    who.spells, who.caster = padded(cast, "spells", NOBODY), bool(cast)
    who.potions, who.potion = p.pack.potions, arms.effect(p.pack.potion, p.library.potions, p.where)


def padded(numbers: list[int], room: str, empty: int) -> list[int]:
    return numbers + [empty] * (ROOM[room] - len(numbers))


def attacks(p: Person, arms: Armoury) -> Kit:
    """Its weapons, or the attacks of its kind, with the numbers given inline."""
    if p.has("attacks") and not p.text("attacks").isdecimal():
        return monstrous(arms, spoken(p.text("attacks"), p.where), p.pack.arms, p.where)
    if p.calling:
        return trained(p, arms)
    routine = p.kind.attacks
    if p.has("damage"):
        routine = tuple(attack._replace(damage=given_damage(p)) for attack in routine)
    if p.has("attacks"):
        routine = (routine[0]._replace(times=p.number("attacks")),)
    return monstrous(arms, routine, p.pack.arms, p.where)


def trained(p: Person, arms: Armoury) -> Kit:
    """Of who has a class. Dice given inline hold whatever the damage option says, as if they were natural."""
    carried, damage = p.pack.arms, given_damage(p) if p.has("damage") else None
    if damage:
        carried = tuple(c._replace(arm=c.arm._replace(qualities=c.arm.qualities | NATURAL)) for c in carried)
    times = p.number("attacks") if p.has("attacks") else 1
    if times == 1 and (carried or damage is None):
        return armed(arms, carried, damage, NOBODY, p.where)
    blow = Attack("weapon" if carried or damage is None else "blow", times, damage, "", 0)
    bare = Carried("unarmed", p.library.weapons["unarmed"], 0, 1)
    return monstrous(arms, (blow,), carried if carried or damage else (bare,), p.where)


def given_damage(p: Person) -> Notation:
    try:
        return plain_dice(p.text("damage"))
    except AffrayError as error:
        raise AffrayError(f"{p.where}: damage: {error}") from None


def memorised(p: Person, arms: Armoury) -> list[int]:
    """Numbers of its spells."""
    words = p.member.spells or (() if p.calling else p.kind.spells)
    if len(words) > ROOM["spells"]:
        raise AffrayError(f"{p.where}: has {len(words)} spells in memory; there is room for {ROOM['spells']}")
    found = {name: spell.effect for name, spell in p.library.spells.items()}
    return [arms.effect(known(word, found, "spell", p.where), found, p.where) for word in words]


def give_conditions(p: Person, who: Combatant, terrain: Terrain) -> None:
    """Those the scenario puts on it, and blindness in the dark for who can't see in it."""
    found = [NAMES.index(known(word, dict.fromkeys(NAMES), "condition", p.where)) for word in p.member.conditions]
    if terrain.dark and not who.sees_dark:
        found.append(BLIND)
    for condition in found:
        who.on |= 1 << condition
        who.until[condition] = 1 if condition in FIRST_ROUND else ALWAYS
        if 1 << condition & STUCK:
            cite(C.CONDITION_HELPLESS)
    who.up = who.on & GONE == 0
    who.able = who.up and who.on & STUCK == 0
