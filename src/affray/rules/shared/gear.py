"""Gear of the classic book: what the words of a scenario put on a combatant and into its hands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, replace
from typing import Generic, NamedTuple, TypeVar

from affray.engine.clauses import cite
from affray.engine.dice import Notation
from affray.engine.state import KIT, NOBODY, ROOM, Effect, Weapon
from affray.engine.vocabulary import BARE, BOMB, MAGIC, MELEE, MISSILE, NATURAL, QUALITIES, SPLASH, THROWN
from affray.errors import AffrayError, unknown
from affray.rules.shared import clauses as C
from affray.rules.shared.content import Arm, Armour, Attack, Library, routine

R = TypeVar("R", Weapon, Effect)
V = TypeVar("V")
Forge = Callable[[str, Arm, Weapon], Weapon]  # by the name of a weapon
UNARMED = "unarmed"
WEAPON = "weapon"  # the attack that takes whatever weapon it is given
ASIDE = 15  # a mode that no strike is made in: what is dropped is no part of a routine
OWN_DICE = SPLASH | BOMB | BARE  # whoever uses them


class Shelf(Generic[R]):
    """Records of one fight, shared between equals, each with its name; there is room for so many."""

    def __init__(self, what: str, room: int) -> None:
        self.what, self.room = what, room
        self.records: list[R] = []
        self.names: list[str] = []
        self.places: dict[object, int] = {}

    def put(self, name: str, record: R) -> int:
        key = (name, astuple(record))
        if key not in self.places:
            if len(self.records) == self.room:
                raise AffrayError(f"one fight has room for {self.room} different {self.what}; leave some out")
            self.places[key] = len(self.records)
            self.records.append(replace(record))
            self.names.append(name)
        return self.places[key]


class Armoury:
    """All weapons and effects of one fight, as the book's library has them and its forge makes them."""

    def __init__(self, library: Library, forge: Forge) -> None:
        self.library, self.forge = library, forge
        self.arms: Shelf[Weapon] = Shelf("weapons and attacks", ROOM["arms"])
        self.effects: Shelf[Effect] = Shelf("spells and other effects", ROOM["effects"])

    def weapon(self, name: str, arm: Arm, record: Weapon, called: str = "") -> int:
        """Return the number of a weapon, after the book's last touch; the log calls it `called`, or by its name."""
        return self.arms.put(called or name, self.forge(name, arm, record))

    def effect(self, name: str, among: Mapping[str, Effect], where: str) -> int:
        """Return the number of an effect; NOBODY where it has no name."""
        if not name:
            return NOBODY
        effect = among[find_word(name, among, "effect", where)]
        cite(effect.clause)
        return self.effects.put(name, effect)


def find_word(word: str, among: Mapping[str, V], what: str, where: str) -> str:
    """Return the word as the book has it; refuse an unknown one with the nearest."""
    plain = " ".join(word.lower().split())
    if plain not in among:
        raise AffrayError(f"{where}: {unknown(what, word, list(among))}")
    return plain


class Carried(NamedTuple):
    name: str
    arm: Arm
    bonus: int
    many: int


class Pack(NamedTuple):
    """What someone wears and carries. No armour is armour class 9 and the move of the unburdened."""

    armour: str = "none"
    ac: int = 9
    move: int = 0
    shield: int = 0
    arms: tuple[Carried, ...] = ()
    potion: str = ""
    potions: int = 0


def unpack(words: Sequence[str], where: str, library: Library) -> Pack:
    bare = library.armour["none"]
    pack = Pack(ac=bare.ac, move=bare.move)
    for word in words:
        pack = add(pack, word, where, library)
    return pack


def add(pack: Pack, word: str, where: str, library: Library) -> Pack:
    """Add one more piece: "chain mail", "sword +1", "3 javelin", "2 healing potion"."""
    found = re.fullmatch(r"(?:(\d{1,3}) +)?(.*?)(?: *([+\-−]) ?(\d))?", " ".join(word.split()), re.DOTALL)
    many, name, sign, number = found.groups() if found else (None, word, None, None)
    among = {**library.weapons, **library.armour, **library.potions}
    name = find_word(name, among, "weapon, armour or potion", where)
    bonus = int(number or 0) * (1 if sign == "+" else -1)
    if name in library.armour:
        return wear(pack, name, library.armour[name], bonus, where)
    if name in library.potions:
        if pack.potion not in ("", name):
            raise AffrayError(f"{where}: carries {pack.potion} and {name}; only one kind of potion can be carried")
        return pack._replace(potion=name, potions=pack.potions + int(many or 1))
    arm = enchant(library.weapons[name], sign)
    return pack._replace(arms=with_arm(pack.arms, Carried(name, arm, bonus, int(many or 1))))


def enchant(arm: Arm, sign: str | None) -> Arm:
    """Make a weapon written with a bonus a magic one."""
    return arm._replace(qualities=arm.qualities | MAGIC) if sign else arm


def with_arm(arms: tuple[Carried, ...], new: Carried) -> tuple[Carried, ...]:
    """Add a weapon; count equal ones together."""
    for n, old in enumerate(arms):
        if (old.name, old.bonus, old.arm) == (new.name, new.bonus, new.arm):
            return (*arms[:n], old._replace(many=old.many + new.many), *arms[n + 1 :])
    return (*arms, new)


def wear(pack: Pack, name: str, armour: Armour, bonus: int, where: str) -> Pack:
    if armour.shield:
        return pack._replace(shield=armour.shield + bonus)
    if pack.armour != "none":
        raise AffrayError(f"{where}: wears {pack.armour} and {name}; take one off")
    cite(C.ATTACK_DESCENDING)
    cite(C.MOVE_ENCOUNTER)
    return pack._replace(armour=name, ac=armour.ac - bonus, move=armour.move)


class Kit(NamedTuple):
    """The places of a combatant's kit and how many are left of each."""

    arms: list[int]
    left: list[int]
    hand: int = 0
    routine: bool = False


def weapon_kit(arms: Armoury, carried: Sequence[Carried], dice: Notation | None, rider: int, where: str) -> Kit:
    """Return the kit of those who strike with what is in hand: their weapons, and bare hands in the last place."""
    if len(carried) >= KIT:
        raise AffrayError(f"{where}: carries {len(carried)} weapons; there is room for {KIT - 1}")
    fist = arms.library.weapons[UNARMED]
    bare = arms.weapon(UNARMED, fist, forge_weapon(fist, None))
    if not carried:
        return Kit([bare], [NOBODY])
    places = [arms.weapon(c.name, c.arm, forge_weapon(c.arm, dice, c.bonus, rider), label(c)) for c in carried]
    left = [c.many if c.arm.qualities & THROWN else NOBODY for c in carried]
    spare = KIT - 1 - len(places)
    return Kit([*places, *[NOBODY] * spare, bare], [*left, *[0] * spare, NOBODY])


def label(c: Carried) -> str:
    return f"{c.name} {c.bonus:+d}" if c.bonus else c.name


def forge_weapon(
    arm: Arm, dice: Notation | None, bonus: int = 0, rider: int = NOBODY, times: int = 1, mode: int = 0
) -> Weapon:
    """Return the record of a weapon, with the wielder's own dice if they have such."""
    own = dice is None or arm.qualities & OWN_DICE
    if own and not arm.qualities & NATURAL:
        cite(C.DAMAGE_VARIABLE)
    if arm.ranges:
        cite(C.MISSILE_RANGE)
    damage = arm.damage if own or dice is None else dice
    short, medium, long = arm.ranges or (0, 0, 0)
    return Weapon(
        count=damage.count,
        sides=damage.sides if damage.count else 0,
        plus=damage.plus,
        times=times,
        mode=mode,
        short=short,
        medium=medium,
        long=long,
        qualities=arm.qualities,
        bonus=bonus,
        rider=rider,
    )


NOTHING = Notation(0, 1)


def natural(attack: Attack, library: Library) -> Arm:
    """Return what an attack is made with: claws and jaws, or the weapon it is named after, always for striking."""
    cite(C.DAMAGE_MONSTER)
    damage = attack.damage or NOTHING
    if attack.name == WEAPON:
        return Arm(damage, (), MELEE)
    if arm := library.weapons.get(attack.name):
        return arm._replace(damage=damage, ranges=(), qualities=arm.qualities & ~(MISSILE | THROWN))
    word = library.tables["attacks"].get(attack.name, "")
    return Arm(damage, (), MELEE | NATURAL | (1 << QUALITIES.index(word) if word else 0))


def takes_weapons(attack: Attack, library: Library) -> bool:
    return attack.name == WEAPON or attack.name in library.weapons


def monstrous(arms: Armoury, attacks: Sequence[Attack], carried: Sequence[Carried], where: str) -> Kit:
    """Return the kit for attacks of one's own: given weapons for those who use weapons, else claws and jaws."""
    first = attacks[0]
    if len(attacks) == 1 and first.times == 1 and takes_weapons(first, arms.library) and carried:
        return weapon_kit(arms, carried, first.damage, arms.effect(first.effect, arms.library.effects, where), where)
    bombs = [c for c in carried if c.arm.qualities & BOMB]
    places = routine_slots(arms, attacks, [c for c in carried if c not in bombs], where)
    many = len(attacks) > 1 or first.times > 1
    places += [arms.weapon(c.name, c.arm, forge_weapon(c.arm, None, c.bonus, mode=ASIDE)) for c in bombs]
    left = [NOBODY] * len(attacks) + [c.many for c in bombs]
    if len(places) > KIT:
        raise AffrayError(f"{where}: has {len(places)} attacks and weapons; there is room for {KIT}")
    return Kit(places, left, len(attacks) if many and bombs else 0, many)


def routine_slots(arms: Armoury, attacks: Sequence[Attack], carried: Sequence[Carried], where: str) -> list[int]:
    """Return the attacks of a routine; put a weapon that is carried into the place of each that takes one."""
    places, given = [], list(carried)
    for attack in attacks:
        rider = arms.effect(attack.effect, arms.library.effects, where)
        if takes_weapons(attack, arms.library) and given and given[0].arm.qualities & MELEE:
            c = given.pop(0)
            record = forge_weapon(c.arm, attack.damage, c.bonus, rider, attack.times, attack.mode)
            places.append(arms.weapon(c.name, c.arm, record, label(c)))
        else:
            arm = natural(attack, arms.library)
            record = forge_weapon(arm, attack.damage or NOTHING, 0, rider, attack.times, attack.mode)
            places.append(arms.weapon(attack.name, arm, record))
    if given:
        how = ", ".join(attack.name for attack in attacks)
        raise AffrayError(f"{where}: strikes with {how} and has no use for {given[0].name}; take it out of the gear")
    return places


def parse_attacks(text: str, where: str) -> tuple[Attack, ...]:
    """Read attacks written in a scenario."""
    try:
        return routine(text)
    except AffrayError as error:
        raise AffrayError(f"{where}: {error}") from None
