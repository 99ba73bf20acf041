"""Combatants of the tempo book: the record that rules read, filled from a member of a scenario."""

from __future__ import annotations

from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.conditions import DYING, UNCONSCIOUS, WOUNDED
from affray.engine.encounter import Terrain
from affray.engine.state import ALWAYS, Combatant
from affray.engine.vocabulary import BEAST, MINDLESS, UNDEAD
from affray.rules.shared import people
from affray.rules.shared.gear import Armoury
from affray.rules.shared.members import Person
from affray.rules.shared.people import loyalty, morale
from affray.rules.tempo import clauses as C
from affray.rules.tempo.checks import hit_dice

FREE, HARDEST = 20, 30  # AC
PLAIN = 11  # the ascending armour class that a free human's AC stands for
VETERAN = 3  # the level from which a fighter is trained
FIGHTERS = ("fighter", "dwarf", "elf")
LACKEY_DICE = 4  # quarters of a hit die
WOUNDS = {"wounded": (WOUNDED,), "out of action": (WOUNDED, UNCONSCIOUS), "dying": (WOUNDED, UNCONSCIOUS, DYING)}
LAST_ROUNDS = 3  # of who comes dying into a fight


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    """As the classic book fills it, with this book's own numbers over it."""
    who = people.combatant(standing(p), arms, terrain, of_its_kind, hirer)
    who.strength, who.wits, who.ac = strength(p, who), wits(p, who), armour_class(p)
    who.shield = p.number("shield") if p.has("shield") else p.pack.shield
    who.trained = trained(p)
    give_morale(p, who, of_its_kind, hirer)
    give_hit_points(p, who)
    give_wound(p, who)
    return who


def standing(p: Person) -> Person:
    """tempo.damage: 0 hp are enough to stand, which the classic book doesn't know."""
    return replace(p, member=replace(p.member, hp=max(1, p.member.max_hp))) if p.member.hp == 0 else p


def own(p: Person, name: str) -> int | None:
    """A number that this book's file gives its foe."""
    value = "" if p.calling else p.kind.extra.get(name, "")
    return int(value) if value else None


def strength(p: Person, who: Combatant) -> int:
    """tempo.convert: foes have 10 + hit dice."""
    if p.has("strength"):
        return p.number("strength")
    if p.calling or "STR" in p.member.abilities or who.player:
        return p.abilities["STR"]
    given = own(p, "strength")
    cite(C.CONVERT)
    return 10 + hit_dice(who) if given is None else given


def wits(p: Person, who: Combatant) -> int:
    """tempo.convert: the higher of INT and WIS; foes by their nature."""
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
    """tempo.ac: 20 and what is worn; of foes and numbers given inline by the classic entry."""
    if p.has("tempo ac"):
        return p.number("tempo ac")
    cite(C.AC)
    if p.has("ac") or p.has("aac"):
        return converted(19 - p.number("ac") if p.has("ac") else p.number("aac"))
    worn = FREE - p.pack.ac
    if p.calling or not p.member.kind:
        return worn
    given = own(p, "armour")
    return max(worn, converted(19 - p.kind.ac) if given is None else FREE + given)


def converted(aac: int) -> int:
    """tempo.convert: 20 + 2 × (AAC − 11), between 20 and 30."""
    cite(C.CONVERT)
    return max(FREE, min(HARDEST, FREE + 2 * (aac - PLAIN)))


def trained(p: Person) -> bool:
    """Fighters, dwarves and elves of level 3 or more, or where the scenario or the foe's entry says so."""
    if p.member.trained is not None:
        return p.member.trained
    if p.calling:
        return p.calling.name in FIGHTERS and p.level >= VETERAN
    return bool(p.kind.extra.get("trained"))


def give_morale(p: Person, who: Combatant, of_its_kind: int, hirer: int) -> None:
    """tempo.morale.scale: a retainer's loyalty is its score; the mindless have 12."""
    who.morale, who.led = morale(p, of_its_kind)
    if p.member.retainer and not p.has("morale"):
        cite(C.MORALE_SCALE)
        who.morale = loyalty(p, hirer)
    if who.tags & MINDLESS:
        cite(C.MORALE_SCALE)
        who.morale, who.led = int(p.library.tables["morale"]["mindless"]), 0
    who.loyalty = 0


def give_hit_points(p: Person, who: Combatant) -> None:
    """d6 a level or hit die, 1d3 for half a die; as given, or rolled when the fight starts."""
    dice = p.level if p.calling else max(1, hit_dice(who))
    half = not p.calling and who.hd < LACKEY_DICE and p.hit_dice.plus == 0
    who.hp_count, who.hp_sides, who.hp_plus, who.hp_least = dice, 3 if half else 6, 0, dice
    if p.member.hp == "average" and not p.member.max_hp:
        who.hp = who.max_hp = people.average(who)
    if p.member.hp == 0:
        who.hp, who.max_hp = 0, max(1, p.member.max_hp)


def give_wound(p: Person, who: Combatant) -> None:
    """tempo.injury: what an earlier fight has left."""
    for condition in WOUNDS.get(p.member.wound, ()):
        who.on |= 1 << condition
        who.until[condition] = LAST_ROUNDS if condition == DYING else ALWAYS
        who.able = who.able and condition == WOUNDED


def follows(p: Person, who: Combatant, led: bool) -> bool:
    """tempo.convert: retainers and hirelings are lackeys, and foes of 1 hit die or less who have a leader."""
    if p.member.henchman is not None:
        return p.member.henchman
    if p.member.leader or p.member.commands or who.player:
        return False
    if p.member.retainer or p.member.mercenary:
        return True
    return p.calling is None and who.hd <= LACKEY_DICE and led


def rank(p: Person, who: Combatant) -> int:
    """tempo.order.henchman: whom it gives orders to: all below it, or henchmen alone."""
    if p.member.commands or (p.member.leader and not who.player):
        return 2
    return 1 if who.player and not who.lackey else 0
