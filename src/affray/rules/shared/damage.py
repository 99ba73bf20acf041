"""Damage of the classic book: how much, what it spares, and what happens at 0."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import ALWAYS, Combatant, Fight, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import (
    ACID,
    ASLEEP,
    BARE,
    BRACE,
    BURNING,
    CHARGE,
    DEAD,
    FIRE,
    FOR_DAMAGE,
    FOR_FIRE_DAMAGE,
    HOLY,
    NATURAL,
    SCALDED,
    SPLASH,
    SURRENDERED,
    THRUST,
    UNCONSCIOUS,
    UNDEAD,
)
from affray.rules import seams
from affray.rules.seams import HARMLESS
from affray.rules.shared import clauses as C
from affray.rules.shared.clauses import VARIABLE
from affray.rules.shared.conditions import UNABLE, begin, die, drop_out, lift, surrender

STRENGTH_DAMAGE = reason(C.DAMAGE_CHARACTER, "STR")
BARE_STRENGTH = reason(C.DAMAGE_UNARMED, "STR")
ENCHANTED = reason(C.WEAPON_MAGIC, "magic weapon")
BACKSTABBED = reason(C.CLASS_BACKSTAB, "double from behind")
BRACED = reason(C.WEAPON_BRACE, "double, braced against a charge")
CHARGED = reason(C.WEAPON_CHARGE, "double for the charge")
AT_LEAST_ONE = reason(C.DAMAGE_MINIMUM, "a hit deals at least 1")
WET = reason(C.ATTACK_WATER, "half in water")
HALVED = reason(C.ROUND_FRACTIONS, "half, rounded down")
NOT_UNDEAD = reason(C.WEAPON_SPLASH, "holy water hurts only the undead")
UNHARMED = reason(C.MONSTER_IMMUNITY, "can't be hurt by it")
HALF_HARMED = reason(C.MONSTER_IMMUNITY, "hurt by half")
LONG_RUN = 600  # classic.weapon.charge: 60 feet


@rule
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """The dice and every modifier; the sum is noted where it is dealt."""
    amount = dice_of(f, attacker, weapon)
    if not missile and weapon.qualities & SPLASH == 0:
        strength = BARE_STRENGTH if weapon.qualities & BARE else STRENGTH_DAMAGE
        amount += because(f, strength, attacker.damage_modifier, attacker.damage_modifier != 0)
    amount += because(f, ENCHANTED, weapon.bonus, weapon.bonus != 0)
    if stab or weapon.qualities & (BRACE | CHARGE) != 0:
        amount = double_damage(f, attacker, target, weapon, missile, stab, amount)
    if f.water > 0 and amount > 0 and not attacker.aquatic and weapon.qualities & THRUST == 0:
        amount += because(f, WET, amount // 2 - amount)
    return amount + because(f, AT_LEAST_ONE, 1 - amount, amount < 1)


@rule
def double_damage(
    f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool, amount: int
) -> int:
    amount += because(f, BACKSTABBED, max(0, amount), stab)
    amount += because(
        f, BRACED, max(0, amount), weapon.qualities & BRACE != 0 and not missile and has_charged(f, target)
    )
    charges = weapon.qualities & CHARGE != 0 and attacker.mounted and has_charged(f, attacker)
    return amount + because(f, CHARGED, max(0, amount), charges)


@rule
def dice_of(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    """1d6 for a character's weapon unless each has its own die; monsters, bare hands and flasks always have theirs."""
    if attacker.character and f.rules[VARIABLE] == 0 and weapon.qualities & (BARE | SPLASH | NATURAL) == 0:
        return roll(f, attacker, FOR_DAMAGE, 6)
    if weapon.sides > 0:
        return roll(f, attacker, FOR_DAMAGE, weapon.sides, weapon.count) + weapon.plus
    return weapon.plus


@rule
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """What a miss still does: nothing."""


@rule
def damage_clause(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    if weapon.qualities & BARE:
        return C.DAMAGE_UNARMED
    if weapon.qualities & SPLASH:
        return C.WEAPON_SPLASH
    if not attacker.character:
        return C.DAMAGE_MONSTER
    return C.DAMAGE_VARIABLE if f.rules[VARIABLE] == 1 else C.DAMAGE_CHARACTER


@rule
def has_charged(f: Fight, who: Combatant) -> bool:
    """Came into melee this round after a run of at least 60 feet."""
    return who.arrived_round == f.round and who.run_distance >= LONG_RUN


@rule
def reduce_by_ward(f: Fight, target: Combatant, amount: int, qualities: int) -> int:
    """classic.monster.immunity: what a ward takes off the damage; holy water hurts the undead alone."""
    if qualities & HOLY:
        return because(f, NOT_UNDEAD, -amount, target.tags & UNDEAD == 0)
    if target.hurt_by == 0 or qualities & target.hurt_by:
        return 0
    if qualities & target.half_hurt_by:
        return because(f, HALF_HARMED, max(min(1, amount), amount // 2) - amount)
    return because(f, UNHARMED, -amount)


@rule
def suffer(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> int:
    """Real damage, and how much of it was felt. A sleeper wakes, a spell may be lost, and 0 is dead."""
    felt = amount + reduce_by_ward(f, target, amount, qualities)
    seams.lose_hit_points(f, target, by, felt, qualities, clause)
    if felt == 0 and amount > 0:
        seams.trigger_morale(f, by, HARMLESS)
    seams.jolt(f, target, felt)
    return felt


@rule
def jolt(f: Fight, target: Combatant, amount: int) -> None:
    """What pain does to a caster's mind: nothing here, where any hit disturbs it (classic.spell.disrupt)."""


@rule
def lose_hit_points(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """So many hit points, and what happens at 0."""
    before = target.hp
    target.hp -= amount
    note(f, E.DAMAGE, clause, by, target, amount, before)
    if amount > 0:
        hurt(f, target)
    if target.hp <= 0:
        fall(f, target, by, qualities)
    elif target.hp <= target.subdual_damage and target.in_fight:
        surrender(f, target, by, C.DAMAGE_SUBDUAL)


@rule
def hurt(f: Fight, target: Combatant) -> None:
    target.hurt_round = f.round
    wake(f, target)


@rule
def wake(f: Fight, target: Combatant) -> None:
    if target.conditions >> ASLEEP & 1 and target.hp > 0:
        lift(f, target, ASLEEP, C.CONDITION_END)


@rule
def fall(f: Fight, target: Combatant, by: Combatant, qualities: int) -> None:
    """classic.damage.death"""
    if target.conditions >> DEAD & 1 == 0 and not only_falls(f, target, by, qualities):
        die(f, target, by, C.DAMAGE_DEATH)


@rule
def only_falls(f: Fight, target: Combatant, by: Combatant, qualities: int) -> bool:
    """classic.monster.regeneration: what regenerates only falls, unless fire or acid did it."""
    if target.regenerates == 0 or qualities & (FIRE | ACID) != 0:
        return False
    if target.conditions >> UNCONSCIOUS & 1 == 0:
        because(f, UNABLE, 0)
        note(f, E.DOWN, C.MONSTER_REGENERATION, by, target, target.hp)
        begin(f, target, UNCONSCIOUS, ALWAYS)
        drop_out(f, target)
    return True


@rule
def subdue(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int) -> None:
    """classic.damage.subdual: kept apart; at 0 by both kinds together the target surrenders."""
    amount += reduce_by_ward(f, target, amount, qualities)
    before = target.hp - target.subdual_damage
    target.subdual_damage += amount
    note(f, E.DAMAGE, C.DAMAGE_SUBDUAL, by, target, amount, before)
    if amount > 0:
        wake(f, target)
    if target.hp <= target.subdual_damage and target.conditions >> SURRENDERED & 1 == 0:
        surrender(f, target, by, C.DAMAGE_SUBDUAL)
    seams.jolt(f, target, amount)


@rule
def burn(f: Fight, who: Combatant) -> None:
    """classic.weapon.splash: the second 1d8, at the end of the next round. One of the two a step."""
    condition = BURNING if flares(f, who, BURNING) else SCALDED
    if who.rekindled >> condition & 1:
        who.rekindled &= ~(1 << condition)
    else:
        lift(f, who, condition, C.CONDITION_BURNING)
    amount = roll(f, who, FOR_FIRE_DAMAGE, 8)
    seams.suffer(f, who, who, amount, FIRE if condition == BURNING else HOLY, C.CONDITION_BURNING)


@rule
def burns(f: Fight, who: Combatant) -> bool:
    """Whether something on it burns this round."""
    return who.in_fight and (flares(f, who, BURNING) or flares(f, who, SCALDED))


@rule
def flares(f: Fight, who: Combatant, condition: int) -> bool:
    """The round after a flask has hit, even if another has hit since."""
    return who.conditions >> condition & 1 != 0 and (
        who.ends_at[condition] <= f.round or who.rekindled >> condition & 1 != 0
    )


@rule
def regenerate(f: Fight, who: Combatant) -> None:
    """classic.monster.regeneration: from the third round after it was last hurt."""
    if f.round < who.hurt_round + 3 or who.hp >= who.max_hp or who.conditions >> DEAD & 1:
        return
    before = who.hp
    who.hp = min(who.max_hp, before + who.regenerates)
    note(f, E.HEAL, C.MONSTER_REGENERATION, who, who, who.hp - before, before)
    if who.hp > 0 and who.conditions >> UNCONSCIOUS & 1:
        lift(f, who, UNCONSCIOUS, C.MONSTER_REGENERATION)


@rule
def loose_drawn_arrows(f: Fight, target: Combatant) -> None:
    """Nobody has a bow drawn on it."""
