"""Members of a side as a scenario writes them, and the combatants that they become: numbers, kit, spells, morale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from affray.engine.clauses import cite
from affray.engine.dice import Notation
from affray.engine.encounter import ABILITIES, AVERAGE, NUMBERS, ROLLED, Member, Party, Terrain
from affray.engine.state import ALWAYS, NOBODY, ROOM, Combatant, add_book_records
from affray.engine.vocabulary import AQUATIC, BLIND, BURNING, GONE, NAMES, NATURAL, SCALDED, STUCK, TAGS, UNAWARE
from affray.errors import AffrayError, unknown
from affray.rules.shared import clauses as C
from affray.rules.shared.attack import band, lesser_modifier
from affray.rules.shared.content import (
    FOOT,
    NORMAL_HUMAN,
    Attack,
    Calling,
    HitDice,
    Kind,
    Library,
    hit_dice,
    plain_dice,
    saves,
)
from affray.rules.shared.gear import (
    Armoury,
    Carried,
    Kit,
    Pack,
    find_word,
    monstrous,
    parse_attacks,
    unpack,
    weapon_kit,
)
from affray.rules.shared.house import con_a_die

HIGHEST_LEVEL = 36  # level of who has no class
WORTH = ("ac", "aac", "thac0", "bonus", "damage")  # numbers that already hold what abilities add


@dataclass(frozen=True, slots=True)
class Person:
    """Who has neither class nor kind is a normal human, with whatever numbers it is given."""

    member: Member
    party: Party
    where: str
    calling: Calling | None
    kind: Kind
    level: int
    pack: Pack
    abilities: Mapping[str, int]
    library: Library
    modifier: Callable[[int], int]  # what an ability score adds in this book

    def has(self, number: str) -> bool:
        """Return whether the scenario gives this number inline."""
        return number in self.member.numbers

    def text(self, number: str) -> str:
        return str(self.member.numbers[number])

    def number(self, number: str) -> int:
        value = self.text(number).strip()
        if not value.lstrip("+-").isdecimal():
            raise AffrayError(f"{self.where}: {number}: expected a whole number, found {value!r}")
        return int(value)

    @property
    def hit_dice(self) -> HitDice:
        """Return the hit dice of somebody without a class: those given, or their kind's, by level where they vary."""
        if self.has("hd"):
            return given_dice(self)
        return self.kind.hd[min(self.level, len(self.kind.hd)) - 1]


def person(member: Member, party: Party, where: str, library: Library, modifier: Callable[[int], int]) -> Person:
    """Read a member; leave numbers alone that only another book reads, and refuse what no book reads."""
    if member.kind and member.cls:
        raise AffrayError(f"{where}: is a {member.kind} and a {member.cls}; name a monster or a class, not both")
    for name in member.numbers:
        if name not in NUMBERS:
            raise AffrayError(f"{where}: {unknown('number', name, NUMBERS)}")
    calling = library.classes[find_word(member.cls, library.classes, "class", where)] if member.cls else None
    if member.level == 0 and not member.kind:
        calling, member = (
            None,
            replace(member, level=1),
        )  # vanguard.normal-men: a normal man, whatever class will follow
    kind = library.monsters[find_word(member.kind or NORMAL_HUMAN, library.monsters, "monster", where)]
    pack, abilities = unpack(member.gear, where, library), scores(member, calling, where)
    return within_levels(Person(member, party, where, calling, kind, member.level, pack, abilities, library, modifier))


def within_levels(p: Person) -> Person:
    """Refuse a level above the highest of a class; a kind of several hit dice has a level for each."""
    most = p.calling.highest if p.calling else len(p.kind.hd) if len(p.kind.hd) > 1 else HIGHEST_LEVEL
    if not 1 <= p.level <= most:
        what = p.calling.name if p.calling else p.kind.name
        raise AffrayError(f"{p.where}: has level {p.level}; a {what} has level 1 to {most}")
    return p


def scores(member: Member, calling: Calling | None, where: str) -> dict[str, int]:
    """Return ability scores: 10 where not given, 13 in the prime of a class, unless given numbers hold it already."""
    for name, score in member.abilities.items():
        if name not in ABILITIES:
            raise AffrayError(f"{where}: {unknown('ability', name, ABILITIES)}")
        if not 3 <= score <= 18:
            raise AffrayError(f"{where}: has {name} {score}; ability scores run from 3 to 18")
    prime = calling.prime if calling and not any(name in member.numbers for name in WORTH) else ()
    return {name: 13 if name in prime else 10 for name in ABILITIES} | dict(member.abilities)


def given_dice(p: Person) -> HitDice:
    try:
        return hit_dice(p.text("hd"))
    except AffrayError as error:
        raise AffrayError(f"{p.where}: hd: {error}") from None


FIRST_ROUND = (UNAWARE, BURNING, SCALDED)  # what is over with the first round; all else lasts
TRAITS = {  # of a kind, and the clause that reads each
    "breaths": C.MONSTER_BREATH,
    "regenerates": C.MONSTER_REGENERATION,
    "turning_level": C.CLASS_TURNING,
    "undead_rank": C.CLASS_TURNING,
    "dive_bonus": C.MONSTER_DIVE,
    "hatred_bonus": C.MONSTER_HATRED,
    "daylight_modifier": C.MONSTER_DAYLIGHT,
    "hurt_by": C.MONSTER_IMMUNITY,
    "half_hurt_by": C.MONSTER_IMMUNITY,
    "acts_last": C.MONSTER_LAST,
    "surprise_chance": C.SURPRISE,
}


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    """Return the record of one member; number, side, tactic and place are still to come."""
    who = new_combatant(p)
    give_nature(p, who, arms)
    give_numbers(p, who)
    give_morale(p, who, of_its_kind, hirer)
    give_hit_points(p, who)
    give_kit(p, who, arms)
    give_conditions(p, who, terrain)
    return who


def new_combatant(p: Person) -> Combatant:
    """Return the blank record of a member, with what its book keeps of a combatant."""
    who = Combatant(ends_at=[0] * ROOM["ends_at"], leader=p.member.leader, mounted=bool(p.member.mount))
    add_book_records(who, [p.library.book])
    return who


def give_nature(p: Person, who: Combatant, arms: Armoury) -> None:
    """Set what `who` is, and what their class or kind can do beside."""
    who.character = p.calling is not None
    who.player = p.party.players and not (p.member.kind or p.member.retainer or p.member.mercenary)
    if p.calling:
        who.level, who.hd = p.level, 4 * p.level
        who.turning_level = p.level if p.calling.turns else 0
        who.backstab = p.calling.backstab
        who.sees_dark = p.calling.sees_dark
        who.tags = p.calling.tags
    else:
        give_kind(p, who, arms)
    for word in p.member.tags:
        who.tags |= 1 << TAGS.index(find_word(word, dict.fromkeys(TAGS), "tag", p.where))
    who.aquatic = who.tags & AQUATIC != 0
    if p.member.sees_dark is not None:
        who.sees_dark = p.member.sees_dark


def give_kind(p: Person, who: Combatant, arms: Armoury) -> None:
    who.hd = p.hit_dice.quarters
    who.level = max(p.level, who.hd // 4)
    who.sees_dark = p.kind.sees_dark
    for trait, value in p.kind.traits.items():
        part, _, name = trait.rpartition(".")
        setattr(getattr(who, part) if part else who, name, value)
        if value and trait in TRAITS:
            cite(TRAITS[trait])
    who.aura = arms.effect(p.kind.aura, p.library.effects, p.where)
    who.hug = arms.effect(p.kind.hug, p.library.effects, p.where)
    who.breath = arms.effect(p.kind.breath, p.library.effects, p.where)


def give_numbers(p: Person, who: Combatant) -> None:
    who.abilities = [p.abilities[name] for name in ABILITIES]
    strong, deft = p.modifier(p.abilities["STR"]), p.modifier(p.abilities["DEX"])
    who.strength, who.melee_modifier, who.damage_modifier, who.missile_modifier = (
        p.abilities["STR"],
        strong,
        strong,
        deft,
    )
    who.magic_save_modifier = p.modifier(p.abilities["WIS"])
    who.initiative_modifier = 0 if p.member.kind else lesser_modifier(p.abilities["DEX"])  # monsters add nothing
    who.ac, who.shield = armour(p)
    who.thac0 = thac0(p)
    who.saves = all_saves(p)
    who.move, who.fly, who.swim = rates(p)
    if p.member.cover:
        cite(C.MISSILE_COVER)
        rows = p.library.tables["cover"]
        who.cover = int(rows[find_word(p.member.cover, rows, "cover", p.where)])


def give_morale(p: Person, who: Combatant, of_its_kind: int, hirer: int) -> None:
    who.morale, who.led_morale = morale(p, of_its_kind)
    who.loyalty = loyalty(p, hirer)


def give_hit_points(p: Person, who: Combatant) -> None:
    """Set hit points: a number given, or the average; else they are rolled when the fight starts."""
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
    """Return the average of the hit dice, each at least 1 with CON counted in, rounded down."""
    each = con_a_die(who)
    faces = sum(max(1, face + each) for face in range(1, who.hp_sides + 1))
    return max(who.hp_least, who.hp_count * faces // who.hp_sides + who.hp_plus - each * who.hp_count)


def give_kit(p: Person, who: Combatant, arms: Armoury) -> None:
    """Set weapons, potions, spells, each with the room that rules look through."""
    kit, cast = attacks(p, arms), memorised_spells(p, arms)
    who.kit, who.kit_left = pad(kit.arms, "kit", NOBODY), pad(kit.left, "kit_left", 0)
    who.hand, who.has_routine = kit.hand, kit.routine
    who.spells, who.caster = pad(cast, "spells", NOBODY), bool(cast)
    who.spell_levels = pad(spell_levels(p), "spell_levels", 0)
    who.potions, who.potion_effect = p.pack.potions, arms.effect(p.pack.potion, p.library.potions, p.where)


def pad(numbers: list[int], room: str, empty: int) -> list[int]:
    return numbers + [empty] * (ROOM[room] - len(numbers))


def attacks(p: Person, arms: Armoury) -> Kit:
    """Return the weapons of a person, or the attacks of their kind, with the numbers given inline."""
    if p.has("attacks") and not p.text("attacks").isdecimal():
        return monstrous(arms, parse_attacks(p.text("attacks"), p.where), p.pack.arms, p.where)
    if p.calling:
        return character_kit(p, arms)
    routine = p.kind.attacks
    if p.has("damage"):
        routine = tuple(attack._replace(damage=given_damage(p)) for attack in routine)
    if p.has("attacks"):
        routine = (routine[0]._replace(times=p.number("attacks")),)
    return monstrous(arms, routine, p.pack.arms, p.where)


def character_kit(p: Person, arms: Armoury) -> Kit:
    """Return the kit of a class. Dice given inline hold whatever the damage option says, as if they were natural."""
    carried, damage = p.pack.arms, given_damage(p) if p.has("damage") else None
    if damage:
        carried = tuple(c._replace(arm=c.arm._replace(qualities=c.arm.qualities | NATURAL)) for c in carried)
    times = p.number("attacks") if p.has("attacks") else 1
    if times == 1 and (carried or damage is None):
        return weapon_kit(arms, carried, damage, NOBODY, p.where)
    blow = Attack("weapon" if carried or damage is None else "blow", times, damage, "", 0)
    bare = Carried("unarmed", p.library.weapons["unarmed"], 0, 1)
    return monstrous(arms, (blow,), carried if carried or damage else (bare,), p.where)


def given_damage(p: Person) -> Notation:
    try:
        return plain_dice(p.text("damage"))
    except AffrayError as error:
        raise AffrayError(f"{p.where}: damage: {error}") from None


def memorised_spells(p: Person, arms: Armoury) -> list[int]:
    """Return the numbers of a person's spells."""
    words = p.member.spells or (() if p.calling else p.kind.spells)
    if len(words) > ROOM["spells"]:
        raise AffrayError(f"{p.where}: has {len(words)} spells in memory; there is room for {ROOM['spells']}")
    found = {name: spell.effect for name, spell in p.library.spells.items()}
    return [arms.effect(find_word(word, found, "spell", p.where), found, p.where) for word in words]


def spell_levels(p: Person) -> list[int]:
    """Return the level of each of a person's spells, on their own list or the lowest."""
    words = p.member.spells or (() if p.calling else p.kind.spells)
    lists = [p.library.spells[find_word(word, p.library.spells, "spell", p.where)].lists for word in words]
    magic = p.calling.magic if p.calling else ""
    return [each.get(magic, min(each.values(), default=1)) for each in lists]


def give_conditions(p: Person, who: Combatant, terrain: Terrain) -> None:
    """Put on the conditions that the scenario gives, and blindness in the dark for those who can't see in it."""
    found = [NAMES.index(find_word(word, dict.fromkeys(NAMES), "condition", p.where)) for word in p.member.conditions]
    if terrain.dark and not who.sees_dark:
        found.append(BLIND)
    for condition in found:
        who.conditions |= 1 << condition
        who.ends_at[condition] = 1 if condition in FIRST_ROUND else ALWAYS
        if 1 << condition & STUCK:
            cite(C.CONDITION_HELPLESS)
    who.in_fight = who.conditions & GONE == 0
    who.able = who.in_fight and who.conditions & STUCK == 0


MOST_DICE = 9  # hit dice of a character; each further level adds a flat number
NEVER_CHECKS = 12
BY_CHARISMA = 1  # a retainer's loyalty where the scenario leaves it to the CHA of who hired it


def thac0(p: Person) -> int:
    if p.has("thac0"):
        return p.number("thac0")
    if p.has("bonus"):
        return 19 - p.number("bonus")
    if p.calling:
        return class_thac0(p.calling, p.level)
    if p.kind.fights_as in p.library.classes and not p.has("hd"):
        return class_thac0(p.library.classes[p.kind.fights_as], p.level)
    if p.kind.fights_as and not p.has("hd"):
        cite(C.ATTACK_CLASS)
        return int(p.library.tables["thac0"][p.kind.fights_as])
    return thac0_by_dice(p)


def class_thac0(calling: Calling, level: int) -> int:
    cite(C.ATTACK_CLASS)
    return calling.band(level).thac0


def thac0_by_dice(p: Person) -> int:
    cite(C.ATTACK_THAC0)
    if p.hit_dice.plus > 0:
        cite(C.ATTACK_PLUS)
    return p.library.thac0_of_dice(p.hit_dice.quarters)


def all_saves(p: Person) -> list[int]:
    """Return the five saving throws, after an empty place."""
    if p.has("saves"):
        return [0, *given_saves(p)]
    if p.calling:
        cite(C.SAVE_ROLL)
        return [0, *p.calling.band(p.level).saves]
    cite(C.SAVE_MONSTER)
    if p.has("hd"):
        return [0, *p.library.saves_of_dice(p.hit_dice.quarters)]
    return [0, *p.library.saves_as(p.kind.saves, p.level)]


def given_saves(p: Person) -> tuple[int, ...]:
    try:
        return saves(p.text("saves"))
    except AffrayError as error:
        raise AffrayError(f"{p.where}: {error}") from None


def armour(p: Person) -> tuple[int, int]:
    """Return the descending AC without the shield, and the shield. A number given inline counts the shield."""
    shield = p.number("shield") if p.has("shield") else p.pack.shield
    if p.has("ac") or p.has("aac"):
        return (p.number("ac") if p.has("ac") else 19 - p.number("aac")) + shield, shield
    cite(C.ATTACK_DESCENDING)
    cite(C.ATTACK_ASCENDING)
    worn = p.pack.ac
    if not p.calling:
        worn = min(p.kind.ac, p.pack.ac) if p.pack.armour != "none" else p.kind.ac
    return worn - p.modifier(p.abilities["DEX"]), shield


def hit_points(p: Person) -> tuple[int, int, int, int]:
    """Return dice, their sides, what is added, and the least: 1 a die. Levels above the ninth add without CON."""
    cite(C.HP_ROLL)
    if not p.calling:
        dice = p.hit_dice
        return dice.count, dice.sides, dice.plus, dice.count
    count, beyond = min(p.level, MOST_DICE), max(0, p.level - MOST_DICE) * p.calling.beyond
    return count, p.calling.die, count * p.modifier(p.abilities["CON"]) + beyond, count + beyond


def rates(p: Person) -> tuple[int, int, int]:
    """Return the rates on foot, in the air and in the water, in tenths of feet: those given, the mount's, the armour's
    or the kind's."""
    cite(C.MOVE_ENCOUNTER)
    move, fly, swim = (p.pack.move, 0, 0) if p.calling else (p.kind.move, p.kind.fly, p.kind.swim)
    if p.member.mount:
        mount = p.library.monsters[find_word(p.member.mount, p.library.monsters, "monster", p.where)]
        move, fly, swim = mount.move, mount.fly, mount.swim
    return given_rate(p, "move", move), given_rate(p, "fly", fly), given_rate(p, "swim", swim)


def given_rate(p: Person, name: str, rate: int) -> int:
    return FOOT * p.number(name) if p.has(name) else rate


def morale(p: Person, of_its_kind: int) -> tuple[int, int]:
    """Return the morale rating, and that with the leader. A class has none: 12, unless the scenario says so."""
    cite(C.MORALE_BOUNDS)
    rating, led = usual_morale(p, of_its_kind)
    return rating, p.number("led") if p.has("led") else led


def usual_morale(p: Person, of_its_kind: int) -> tuple[int, int]:
    if p.has("morale"):
        return morale_score(p, p.text("morale")), 0
    if p.member.mercenary:
        return mercenary(p), 0
    if p.party.morale is not None:
        return morale_score(p, str(p.party.morale)), 0
    if p.calling:
        return NEVER_CHECKS, 0
    in_pack = p.kind.pack > 0 and of_its_kind >= p.kind.pack
    return p.kind.in_pack if in_pack else p.kind.morale, p.kind.led


def morale_score(p: Person, said: str) -> int:
    """Return a score that the scenario gives as a number, or by a word of the book's scale."""
    if said.isdecimal():
        return int(said)
    scale = p.library.tables.get("morale", {})
    return int(scale[find_word(said, scale, "morale", p.where)])


def mercenary(p: Person) -> int:
    """Return the morale rating of a mercenary (classic.morale.mercenary)."""
    cite(C.MORALE_MERCENARY)
    rows = {name: int(value) for name, value in p.library.tables["mercenary"].items()}
    troops = {name: rows[name] for name in ("militia", "barbarian", "trained")}
    rating = troops[find_word(p.member.mercenary, troops, "kind of mercenary", p.where)]
    for name, so in (("mounted", p.member.mount), ("elite", p.member.elite), ("fanatic", p.member.fanatic)):
        rating += rows[name] if so else 0
    return min(rating, rows["most"])


def loyalty(p: Person, hirer: int) -> int:
    """Return a retainer's loyalty: that given, or by the CHA of whoever hired them."""
    if p.member.retainer != BY_CHARISMA:
        return p.member.retainer
    cite(C.MORALE_RETAINER)
    return int(p.library.tables["charisma"]["loyalty"].split("/")[band(hirer)])
