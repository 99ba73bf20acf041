"""Attacks of the vanguard book: the roll, what changes it, and whether it hits."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import HELPLESS
from affray.engine.purposes import TO_HIT
from affray.engine.space import behind, distance
from affray.engine.state import NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import BARE, TWO_HANDED
from affray.rules import seams
from affray.rules.shared import clauses as shared
from affray.rules.shared.attack import COVER, MAGIC_WEAPON, UNSTEADY, WATER, ailments, temper, touch
from affray.rules.shared.effects import follow_up
from affray.rules.shared.reach import arm, in_melee
from affray.rules.shared.saves import edge, favour
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.damage import ALIVE
from affray.rules.vanguard.options import BEHIND, FAR, MELEE_PENALTY, STANCE
from affray.rules.vanguard.spells import weariness

STRENGTH = reason(C.ATTACK_ROLL, "STR")
DEXTERITY = reason(C.ATTACK_ROLL, "DEX")
COMBAT = reason(C.ATTACK_ROLL, "Combat Bonus")
FROM_BEHIND = reason(C.ATTACK_BEHIND, "from behind")
LONG_SHOT = reason(C.RANGED_RANGE, "beyond the effective range")
IN_RANGE = reason(C.RANGED_RANGE, "within the effective range")
HARD_PRESSED = reason(C.RANGED_MELEE, "an enemy in melee range")
UNTRAINED = reason(C.NORMAL_MEN, "a normal man with a soldier's weapon")
ON_GUARD = reason(C.STANCE, "defensive stance")
NO_SHIELD_HANDS = reason(C.AC, "no shield with both hands in use")


@rule
def attack(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """vanguard.attack.roll: a hit rolls damage. Who strikes to take alive deals it as bare hands do."""
    target.times_attacked += 1
    if not hits(f, attacker, target, weapon, missile):
        seams.graze(f, attacker, target, weapon, missile)
    elif weapon.count == 0 and weapon.plus == 0:
        touch(f, attacker, target, weapon)
    else:
        amount = seams.weapon_damage(f, attacker, target, weapon, missile, False)
        qualities = weapon.qualities | (BARE | ALIVE if subdual else 0)
        dealt = seams.suffer(f, target, attacker, amount, qualities, seams.damage_clause(f, attacker, weapon))
        follow_up(f, attacker, target, weapon, dealt)


@rule
def hits(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> bool:
    """classic.attack.paralysed: the helpless are hit without a roll; all others by d20 and what changes it."""
    if target.conditions & HELPLESS:
        note(f, E.HIT, shared.ATTACK_PARALYSED, attacker, target)
        f.situation_modifier, f.situation_reason = 0, 0
        return True
    natural = roll(f, attacker, TO_HIT, 20)
    total = natural + because(f, COMBAT, attacker.vanguard.combat_bonus, attacker.vanguard.combat_bonus != 0)
    if missile:
        total += shooting(f, attacker, target, weapon)
    else:
        total += because(f, STRENGTH, attacker.melee_modifier, attacker.melee_modifier != 0)
    total += because(f, MAGIC_WEAPON, weapon.bonus, weapon.bonus != 0) + weariness(f, attacker)
    total += because(f, UNTRAINED, -4, attacker.vanguard.untrained and not weapon.vanguard.simple)
    if not f.contact and behind(f, attacker, target, seams.melee_range(f)):
        total += because(f, FROM_BEHIND, f.rules[BEHIND])
    if attacker.conditions | target.conditions != 0:
        total += ailments(f, attacker, target)
    if attacker.dive_bonus | attacker.hated_tags | attacker.daylight_modifier != 0:
        total += temper(f, attacker, target)
    if f.referee_modifier | f.situation_modifier != 0:
        total += favour(f) + edge(f)
    total += because(f, WATER, -4, f.water > 0 and not attacker.aquatic)
    return reaches(f, attacker, target, natural, total)


@rule
def shooting(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> int:
    """DEX; −3 for an enemy in melee range or beyond the effective range: the two don't add."""
    total = because(f, DEXTERITY, attacker.missile_modifier, attacker.missile_modifier != 0)
    if in_melee(f, attacker):
        total += because(f, HARD_PRESSED, -f.rules[MELEE_PENALTY])
    elif distance(attacker, target) > weapon.short:
        total += because(f, LONG_SHOT, -f.rules[FAR])
    else:
        total += because(f, IN_RANGE, 0)
    total += because(f, COVER, -target.cover, target.cover > 0)
    return total + because(f, UNSTEADY, -4, f.unstable or attacker.mounted)


@rule
def reaches(f: Fight, attacker: Combatant, target: Combatant, natural: int, total: int) -> bool:
    """The total reaches the armour class. Ruling: a natural 20 hits, a natural 1 misses."""
    needed = armour_class(f, target)
    hit = natural == 20 or (natural != 1 and total >= needed)
    note(f, E.HIT if hit else E.MISS, C.ATTACK_ROLL, attacker, target, total, needed)
    return hit


@rule
def armour_class(f: Fight, target: Combatant) -> int:
    """vanguard.ac: armour, shield, DEX; vanguard.stance: +4 until its next turn."""
    ac = target.ac + because(f, ON_GUARD, f.rules[STANCE], target.vanguard.defensive_stance)
    if target.shield == 0:
        return ac
    in_use = target.kit[target.hand] != NOBODY and arm(f, target).qualities & TWO_HANDED != 0
    return ac + target.shield + because(f, NO_SHIELD_HANDS, -target.shield, in_use)
