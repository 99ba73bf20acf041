"""The numbers that the classic book's tables give a combatant: THAC0, saves, armour, hit points, movement, morale."""

from __future__ import annotations

from affray.engine.clauses import cite
from affray.errors import AffrayError
from affray.rules.classic import clauses as C
from affray.rules.classic.abilities import band, modifier
from affray.rules.classic.gear import known
from affray.rules.classic.library import FOOT, Calling, saves
from affray.rules.classic.members import Person

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
    """Five numbers, after an empty place."""
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
    """Descending armour class without the shield, and the shield. A number given inline counts the shield."""
    shield = p.number("shield") if p.has("shield") else p.pack.shield
    if p.has("ac") or p.has("aac"):
        return (p.number("ac") if p.has("ac") else 19 - p.number("aac")) + shield, shield
    cite(C.ATTACK_DESCENDING)
    cite(C.ATTACK_ASCENDING)
    worn = p.pack.ac
    if not p.calling:
        worn = min(p.kind.ac, p.pack.ac) if p.pack.armour != "none" else p.kind.ac
    return worn - modifier(p.abilities["DEX"]), shield


def hit_points(p: Person) -> tuple[int, int, int, int]:
    """Dice, their sides, what is added, and the least: 1 a die. Levels above the ninth add without CON."""
    cite(C.HP_ROLL)
    if not p.calling:
        dice = p.hit_dice
        return dice.count, dice.sides, dice.plus, dice.count
    count, beyond = min(p.level, MOST_DICE), max(0, p.level - MOST_DICE) * p.calling.beyond
    return count, p.calling.die, count * modifier(p.abilities["CON"]) + beyond, count + beyond


def rates(p: Person) -> tuple[int, int, int]:
    """On foot, in the air and in the water, in tenths of feet: those given, the mount's, the armour's or the kind's."""
    cite(C.MOVE_ENCOUNTER)
    move, fly, swim = (p.pack.move, 0, 0) if p.calling else (p.kind.move, p.kind.fly, p.kind.swim)
    if p.member.mount:
        mount = p.library.monsters[known(p.member.mount, p.library.monsters, "monster", p.where)]
        move, fly, swim = mount.move, mount.fly, mount.swim
    return given_rate(p, "move", move), given_rate(p, "fly", fly), given_rate(p, "swim", swim)


def given_rate(p: Person, name: str, rate: int) -> int:
    return FOOT * p.number(name) if p.has(name) else rate


def morale(p: Person, of_its_kind: int) -> tuple[int, int]:
    """Its rating, and that with its leader. A class has none: 12, unless the scenario says so."""
    cite(C.MORALE_BOUNDS)
    rating, led = usual_morale(p, of_its_kind)
    return rating, p.number("led") if p.has("led") else led


def usual_morale(p: Person, of_its_kind: int) -> tuple[int, int]:
    if p.has("morale"):
        return p.number("morale"), 0
    if p.member.mercenary:
        return mercenary(p), 0
    if p.party.morale is not None:
        return p.party.morale, 0
    if p.calling:
        return NEVER_CHECKS, 0
    in_pack = p.kind.pack > 0 and of_its_kind >= p.kind.pack
    return p.kind.in_pack if in_pack else p.kind.morale, p.kind.led


def mercenary(p: Person) -> int:
    """classic.morale.mercenary"""
    cite(C.MORALE_MERCENARY)
    rows = {name: int(value) for name, value in p.library.tables["mercenary"].items()}
    troops = {name: rows[name] for name in ("militia", "barbarian", "trained")}
    rating = troops[known(p.member.mercenary, troops, "kind of mercenary", p.where)]
    for name, so in (("mounted", p.member.mount), ("elite", p.member.elite), ("fanatic", p.member.fanatic)):
        rating += rows[name] if so else 0
    return min(rating, rows["most"])


def loyalty(p: Person, hirer: int) -> int:
    """A retainer's: that given, or what the CHA of who hired it makes it."""
    if p.member.retainer != BY_CHARISMA:
        return p.member.retainer
    cite(C.MORALE_RETAINER)
    return int(p.library.tables["charisma"]["loyalty"].split("/")[band(hirer)])
