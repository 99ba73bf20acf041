"""Saves, damage, shock, dying and stabilising in the fourfold book."""

from affray.engine import events as E
from affray.engine.clauses import FIXED_PART, LEAST, NATURAL_DECIDES, REMARK, reason
from affray.engine.state import NOBODY, Combatant, Effect, Fight, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import (
    BARE,
    BREATH,
    DEAD,
    DYING,
    PROTECTED,
    SPELLS,
    SPLASH,
    TO_SAVE,
    TO_STABILISE,
    TWO_HANDED,
    UNCONSCIOUS,
)
from affray.engine.vocabulary import CHARGE as LANCES
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.clauses import BLEEDING, CHARGE, SHOCK
from affray.rules.fourfold.skills import DEX, HEAL, INT, PUNCH, attribute, combat_attribute, skill
from affray.rules.seams import DROPPED
from affray.rules.shared import clauses as shared
from affray.rules.shared.attack import HARDER, LOST_LEVELS, WARDED, favour
from affray.rules.shared.damage import (
    CHARGED,
    ENCHANTED,
    UNABLE,
    begin,
    die,
    drop_out,
    is_lost,
    lift,
    only_falls,
    put_on,
    take_off,
)
from affray.rules.shared.legality import arm


@rule
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """Roll a d20 against the score, which it must reach; 1 fails, 20 passes (fourfold.save.roll)."""
    natural = roll(f, who, TO_SAVE, 20)
    total = natural + because(f, HARDER, effect.save_bonus, effect.save_bonus != 0)
    total += because(f, WARDED, 1, who.conditions >> PROTECTED & 1 != 0)
    total += because(f, LOST_LEVELS, -who.drained_levels, who.drained_levels > 0) + favour(f, who)
    needed = who.saves[which(effect)]
    saved = natural == 20 or (natural != 1 and total >= needed)
    because(f, NATURAL_DECIDES, natural, saved != (total >= needed))
    note(f, E.CHECK, C.SAVE_ROLL, who, who, total, needed)
    return saved


@rule
def which(effect: Effect) -> int:
    """Return the save against an effect: what halves damage is dodged with Evasion, whatever it comes from."""
    return BREATH if effect.save_halves and effect.save == SPELLS else effect.save


ATTRIBUTE = reason(C.DAMAGE_ROLL, "attribute")
HEAVY = reason(C.DAMAGE_ROLL, "own strength")
FISTS = reason(C.DAMAGE_ROLL, "Punch")
AT_LEAST_ONE = reason(C.DAMAGE_ROLL, "a hit deals at least 1", LEAST)
AT_LEAST_SHOCK = reason(C.DAMAGE_ROLL, "never less than its shock", LEAST)
SHOCKING = reason(C.DAMAGE_SHOCK, "attribute")
BLED = reason(C.DAMAGE_MORTAL, "bled to death", REMARK)
CARE = reason(C.DAMAGE_STABILISE, "attribute and Heal")
TURN = 100  # rounds of six seconds in ten minutes
EASY, NO_TOOLS = 8, 2  # fourfold.damage.stabilise


@rule
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """Roll the die, add the attribute; return at least 1, and never less than shock (fourfold.damage.roll)."""
    amount = weapon.plus
    if weapon.sides > 0:
        amount = seams.damage_dice(f, attacker, weapon.sides, weapon.count)
        amount += because(f, FIXED_PART, weapon.plus, weapon.plus != 0)
    amount += wielder_bonus(f, attacker, weapon, missile)
    if weapon.qualities & LANCES and attacker.mounted and attacker.fourfold.charged_round == f.round:
        amount += because(f, CHARGED, max(0, amount))
    least = shock_now(f, attacker, target, weapon, missile)
    amount += because(f, AT_LEAST_SHOCK, least - amount, amount < least)
    return amount + because(f, AT_LEAST_ONE, 1 - amount, amount < 1)


@rule
def wielder_bonus(f: Fight, attacker: Combatant, weapon: Weapon, missile: bool) -> int:
    """Return what the wielder and a magic weapon add; nothing to a flask."""
    if weapon.qualities & SPLASH:
        return 0
    total = because(f, ENCHANTED, weapon.bonus, weapon.bonus != 0)
    if not attacker.character:
        return total + because(f, HEAVY, attacker.damage_modifier, attacker.damage_modifier != 0)
    bonus = combat_attribute(attacker, weapon, missile)
    total += because(f, ATTRIBUTE, bonus, bonus != 0)
    fists = attacker.fourfold.skills[PUNCH]
    return total + because(f, FISTS, fists, weapon.qualities & BARE != 0 and fists > 0)


@rule
def shock_now(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> int:
    """Return what a miss would do to this target now (fourfold.damage.shock)."""
    if (
        missile
        or f.rules[SHOCK] == 0
        or attacker.fourfold.shock + weapon.fourfold.shock == 0
        or target.fourfold.total_defence
    ):
        return 0
    limit = attacker.fourfold.shock_ac if attacker.fourfold.shock > 0 else weapon.fourfold.shock_ac
    if armour_now(f, target) > limit or shield_stops(f, target):
        return 0
    return max(0, shock_of(attacker, weapon))


@rule
def shock_of(attacker: Combatant, weapon: Weapon) -> int:
    """Return the shock of attacker and weapon; a foe's printed shock is all of it."""
    if attacker.fourfold.shock > 0:
        return attacker.fourfold.shock
    return weapon.fourfold.shock + combat_attribute(attacker, weapon, False)


@rule
def armour_now(f: Fight, target: Combatant) -> int:
    """Return the number alone, for shock; the log has it with its reasons where it is rolled against."""
    ac = 19 - target.ac + (target.shield if shield_in_use(f, target) else 0)
    return ac - (f.rules[CHARGE] if target.fourfold.charged_round == f.round and f.round > 0 else 0)


@rule
def shield_in_use(f: Fight, who: Combatant) -> bool:
    if who.shield == 0:
        return False
    return who.kit[who.hand] == NOBODY or arm(f, who).qualities & TWO_HANDED == 0


@rule
def shield_stops(f: Fight, target: Combatant) -> bool:
    """Return whether a shield stops shock: the first of the round."""
    return target.fourfold.blocked_round != f.round and target.able and shield_in_use(f, target)


@rule
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """Apply what a miss still does (fourfold.damage.shock)."""
    if (
        missile
        or f.rules[SHOCK] == 0
        or attacker.fourfold.shock + weapon.fourfold.shock == 0
        or target.fourfold.total_defence
    ):
        return
    limit = attacker.fourfold.shock_ac if attacker.fourfold.shock > 0 else weapon.fourfold.shock_ac
    amount = shock_of(attacker, weapon)
    if armour_now(f, target) > limit or amount <= 0:
        return
    if shield_stops(f, target):
        target.fourfold.blocked_round = f.round
        note(f, E.MISS, C.DAMAGE_SHOCK, attacker, target, amount, limit)
        return
    added = combat_attribute(attacker, weapon, False)
    because(f, SHOCKING, added, added != 0 and attacker.fourfold.shock == 0)
    seams.suffer(f, target, attacker, amount, weapon.qualities, C.DAMAGE_SHOCK)


@rule
def damage_clause(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    return C.DAMAGE_ROLL


@rule
def lose_hit_points(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Take off so many hit points, and do what happens at 0."""
    take_off(f, target, by, amount, clause)
    if amount > 0 and target.hp <= 0:
        fall(f, target, by, qualities, clause)


@rule
def fall(f: Fight, target: Combatant, by: Combatant, qualities: int, clause: int) -> None:
    """Apply what happens at 0; what regenerates only falls (fourfold.damage.mortal, fourfold.damage.nonlethal)."""
    if target.conditions >> DEAD & 1 or only_falls(f, target, by, qualities):
        return
    if (clause == C.DAMAGE_NONLETHAL or f.fourfold.nonlethal) and target.conditions >> DYING & 1 == 0:
        lay_out(f, target, by, C.DAMAGE_NONLETHAL)
    elif target.fourfold.dies_at_zero or target.fourfold.frail or target.conditions >> DYING & 1:
        die(f, target, by, C.DAMAGE_MORTAL)
    else:
        wound_mortally(f, target, by, C.DAMAGE_MORTAL)


@rule
def wound_mortally(f: Fight, target: Combatant, by: Combatant, clause: int) -> None:
    """Make the target helpless, with so many rounds to live, this one the first (fourfold.damage.mortal)."""
    target.hp = 0
    because(f, UNABLE, 0)
    note(f, E.DOWN, clause, by, target, target.hp)
    go_down(f, target, DYING, f.round + f.rules[BLEEDING] - 1)
    drop_out(f, target)


@rule
def lay_out(f: Fight, target: Combatant, by: Combatant, clause: int) -> None:
    """Knock the target unconscious for ten minutes; then they have 1 hp."""
    target.hp = 0
    if target.conditions >> UNCONSCIOUS & 1 == 0:
        because(f, UNABLE, 0)
        note(f, E.DOWN, clause, by, target, target.hp)
    go_down(f, target, UNCONSCIOUS, f.round + TURN)
    drop_out(f, target)


@rule
def go_down(f: Fight, target: Combatant, condition: int, until: int) -> None:
    """Begin a condition; who was out of action already, by a charm, is only now down (fourfold.morale.triggers)."""
    was_lost = is_lost(target)
    begin(f, target, condition, until)
    if was_lost:
        seams.trigger_morale(f, target, DROPPED)


@rule
def expire(f: Fight, who: Combatant, condition: int) -> None:
    """End a condition whose time is up: whoever was dying is dead, whoever was unconscious comes to."""
    if condition == DYING:
        because(f, BLED, 0)
        die(f, who, who, C.DAMAGE_MORTAL)
    elif condition == UNCONSCIOUS:
        who.hp = max(1, who.hp)
        lift(f, who, UNCONSCIOUS, C.DAMAGE_STABILISE if who.fourfold.frail else C.DAMAGE_NONLETHAL)
    else:
        lift(f, who, condition, shared.CONDITION_END)


@rule
def revive(f: Fight, who: Combatant) -> None:
    """End a mortal wound with healing magic, wake them, and mend the frail (fourfold.damage.stabilise)."""
    if who.hp <= 0:
        return
    who.fourfold.frail = False
    if who.conditions >> DYING & 1:
        lift(f, who, DYING, C.DAMAGE_STABILISE)
    if who.conditions >> UNCONSCIOUS & 1:
        lift(f, who, UNCONSCIOUS, C.DAMAGE_STABILISE)
    seams.settle(f)


@rule
def stabilise(f: Fight, who: Combatant, victim: Combatant) -> None:
    """Roll 2d6 against 8 and the rounds since the fall (fourfold.damage.stabilise)."""
    own = care(who)
    total = roll(f, who, TO_STABILISE, 6, 2) + because(f, CARE, own, own != 0)
    needed = care_needed(f, who, victim)
    note(f, E.CHECK, C.DAMAGE_STABILISE, who, victim, total, needed)
    if total >= needed:
        victim.fourfold.frail = True
        put_on(f, victim, who, UNCONSCIOUS, f.round + TURN, C.DAMAGE_STABILISE)
        lift(f, victim, DYING, C.DAMAGE_STABILISE)
        seams.settle(f)


@rule
def care(who: Combatant) -> int:
    return max(attribute(who, DEX), attribute(who, INT)) + skill(who, HEAL)


@rule
def care_needed(f: Fight, who: Combatant, victim: Combatant) -> int:
    """Return what stabilising needs: 8, a point a full round since the fall, 2 without tools."""
    rounds = max(0, f.round - (victim.ends_at[DYING] - f.rules[BLEEDING] + 1))
    return EASY + rounds + (NO_TOOLS if who.fourfold.skills[HEAL] < 0 else 0)
