"""Attacks and saves of the classic book: the rolls, what changes them, and what ability scores add."""

from affray.engine import events as E
from affray.engine.clauses import ATTACK_BONUS, DESCENDS, FIXED_PART, NATURAL_DECIDES, REMARK, SPOKEN, THAC0, reason
from affray.engine.space import behind, distance
from affray.engine.state import NOBODY, Combatant, Effect, Fight, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import (
    BLESSED,
    BLIND,
    FLEEING,
    FOR_DAMAGE,
    HELPLESS,
    PROTECTED,
    RETREATING,
    SICKENED,
    TO_HIT,
    TO_SAVE,
    TWO_HANDED,
    UNAWARE,
)
from affray.rules import seams
from affray.rules.shared import clauses as C
from affray.rules.shared.clauses import ASCENDING, FORM, RETREAT
from affray.rules.shared.clauses import BLIND as BLIND_BONUS
from affray.rules.shared.damage import subdue, wake
from affray.rules.shared.effects import follow_up
from affray.rules.shared.house import blow_damage, deal_blow
from affray.rules.shared.legality import MELEE_RANGE, arm

STRENGTH = reason(C.ATTACK_ROLL, "STR")
DEXTERITY = reason(C.ATTACK_ROLL, "DEX")
SHORT = reason(C.MISSILE_RANGE, "short range")
MEDIUM = reason(C.MISSILE_RANGE, "medium range", REMARK)
LONG = reason(C.MISSILE_RANGE, "long range")
COVER = reason(C.MISSILE_COVER, "cover")
SHOT_INTO_MELEE = reason(C.MISSILE_MELEE, "in melee with others", REMARK)
NO_SHIELD_BEHIND = reason(C.ATTACK_BEHIND, "no shield from behind", DESCENDS)
NO_SHIELD_RETREAT = reason(C.MOVE_RETREAT, "no shield in retreat", DESCENDS)
NO_SHIELD_HANDS = reason(C.WEAPON_TWO_HANDED, "no shield with both hands in use", DESCENDS)
IN_RETREAT = reason(C.MOVE_RETREAT, "in retreat")
SIGHTLESS = reason(C.ATTACK_BLIND, "blind")
UNSTEADY = reason(C.ATTACK_UNSTABLE, "no firm footing")
WATER = reason(C.ATTACK_WATER, "in water")
MAGIC_WEAPON = reason(C.WEAPON_MAGIC, "magic weapon")
BLESSING = reason(C.SPELL_BLESS, "blessed")
WARD = reason(C.SPELL_PROTECTION, "protected")
STABBED = reason(C.CLASS_BACKSTAB, "from behind and unseen")
STENCH = reason(C.MONSTER_STENCH, "stench")
SUNLIGHT = reason(C.MONSTER_DAYLIGHT, "daylight")
DIVE = reason(C.MONSTER_DIVE, "first dive")
HATRED = reason(C.MONSTER_HATRED, "old hatred")
LOST_LEVELS = reason(C.MONSTER_ENERGY_DRAIN, "levels lost")
GIVEN = reason(SPOKEN, "the referee's modifier")


@rule
def attack(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """Roll 1d20 + modifiers against the armour class; on a hit roll damage."""
    target.times_attacked += 1
    stab = (
        attacker.backstab
        and not missile
        and target.conditions >> UNAWARE & 1 != 0
        and behind(f, attacker, target, MELEE_RANGE)
    )
    if target.conditions & HELPLESS:
        note(f, E.HIT, C.ATTACK_PARALYSED, attacker, target)
    elif not roll_to_hit(f, attacker, target, weapon, missile, stab):
        seams.graze(f, attacker, target, weapon, missile)
        return
    seams.disrupt(f, target)
    if weapon.count == 0 and weapon.plus == 0:
        touch(f, attacker, target, weapon)
        return
    amount = blow_damage(f, attacker, target, weapon, missile, stab)
    if subdual:
        subdue(f, target, attacker, amount, weapon.qualities)
    else:
        clause = seams.damage_clause(f, attacker, weapon)
        deal_blow(f, attacker, target, weapon, missile, amount, weapon.qualities, clause)


@rule
def touch(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> None:
    """Deal no damage with what has no dice; apply only what follows (classic.damage.monster)."""
    f.critical = False
    wake(f, target)
    follow_up(f, attacker, target, weapon, 0)


@rule
def roll_to_hit(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> bool:
    natural = roll(f, attacker, TO_HIT, 20)
    total = natural
    if stab or weapon.bonus != 0:
        total += because(f, MAGIC_WEAPON, weapon.bonus, weapon.bonus != 0) + because(f, STABBED, 4, stab)
    if missile:
        total += shooting(f, attacker, target, weapon)
    else:
        total += because(f, STRENGTH, attacker.melee_modifier, attacker.melee_modifier != 0)
    if attacker.conditions | target.conditions != 0:
        total += seams.afflictions(f, attacker, target)
    if attacker.dive_bonus | attacker.hated_tags | attacker.daylight_modifier | attacker.drained_levels != 0:
        total += nature(f, attacker, target)
    if f.referee_modifier | f.situation_modifier != 0:
        total += favour(f, attacker) + edge(f)
    if f.water > 0:
        total += because(f, WATER, -4, not attacker.aquatic)
    ac = armour_class(f, attacker, target) + seams.stance(f, target)
    hit = strikes(f, attacker, target, natural, total, ac)
    seams.after_roll(f, attacker, target, weapon, missile, natural, hit)
    return hit


@rule
def shooting(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> int:
    """Return the modifiers of a shot: DEX, range, cover; a target in melee adds no penalty and no risk of its own."""
    far = distance(attacker, target)
    total = because(f, DEXTERITY, attacker.missile_modifier, attacker.missile_modifier != 0)
    total += because(f, SHORT, 1, far <= weapon.short)
    total += because(f, MEDIUM, 0, far > weapon.short and far <= weapon.medium)
    total += because(f, LONG, -1, far > weapon.medium)
    total += because(f, COVER, -target.cover, target.cover > 0)
    total += because(f, UNSTEADY, -4, f.unstable or attacker.mounted)
    total += because(f, SHOT_INTO_MELEE, 0, seams.beset_by_others(f, target))
    return total


@rule
def beset_by_others(f: Fight, target: Combatant) -> bool:
    for c in f.who[: f.n]:
        if c.able and c.side != target.side and distance(c, target) <= MELEE_RANGE:
            return True
    return False


@rule
def afflictions(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return what conditions of the attacker and the target add to the roll."""
    total = because(f, IN_RETREAT, f.rules[RETREAT], target.conditions & (1 << RETREATING | 1 << FLEEING) != 0)
    return total + ailments(f, attacker, target)


@rule
def ailments(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return what blindness, blessings and stenches add to the roll."""
    total = because(f, SIGHTLESS, f.rules[BLIND_BONUS], target.conditions >> BLIND & 1 != 0)
    total += because(f, BLESSING, 1, attacker.conditions >> BLESSED & 1 != 0)
    total += because(f, WARD, -1, target.conditions >> PROTECTED & 1 != 0)
    return total + because(f, STENCH, -2, attacker.conditions >> SICKENED & 1 != 0)


@rule
def nature(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return what the attacker's nature adds to the roll, and what drained levels take off."""
    return temper(f, attacker, target) + because(f, LOST_LEVELS, -attacker.drained_levels, attacker.drained_levels != 0)


@rule
def temper(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return what the attacker adds for a dive, for hatred and for shunning the light."""
    total = because(f, DIVE, attacker.dive_bonus, attacker.dive_bonus != 0)
    attacker.dive_bonus = 0
    total += because(f, HATRED, attacker.hatred_bonus, attacker.hated_tags & target.tags != 0)
    return total + because(f, SUNLIGHT, attacker.daylight_modifier, f.daylight and attacker.daylight_modifier != 0)


@rule
def armour_class(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return the descending AC; leave out the shield from behind, in retreat, or with both hands in use."""
    if target.shield == 0:
        return target.ac
    in_use = target.kit[target.hand] != NOBODY and arm(f, target).qualities & TWO_HANDED != 0
    if in_use:
        return target.ac - target.shield + because(f, NO_SHIELD_HANDS, target.shield)
    if seams.turns_its_back(f, target):
        return target.ac - target.shield + because(f, NO_SHIELD_RETREAT, target.shield)
    if not f.contact and behind(f, attacker, target, MELEE_RANGE):
        return target.ac - target.shield + because(f, NO_SHIELD_BEHIND, target.shield)
    return target.ac - target.shield


@rule
def turns_its_back(f: Fight, target: Combatant) -> bool:
    """Return whether the target is retreating or fleeing (classic.move.retreat)."""
    return target.conditions & (1 << RETREATING | 1 << FLEEING) != 0


@rule
def stance(f: Fight, target: Combatant) -> int:
    """Return what the target's way to fight this round does to their descending AC: nothing here."""
    return 0


@rule
def strikes(f: Fight, attacker: Combatant, target: Combatant, natural: int, total: int, ac: int) -> bool:
    """Return whether a roll hits: a natural 20 always, a natural 1 never; else by AC, the same in either form."""
    ac = attacker.thac0 - seams.needed_roll(f, attacker.thac0 - ac)
    if f.rules[FORM] == ASCENDING:
        hit, clause, number = hits_ascending(attacker.thac0, total, ac), C.ATTACK_ASCENDING, 19 - ac
        because(f, ATTACK_BONUS, 19 - attacker.thac0)
    else:
        hit, clause, number = hits_descending(attacker.thac0, total, ac), C.ATTACK_DESCENDING, ac
        because(f, THAC0, attacker.thac0)
    if natural == 20 or natural == 1:
        because(f, NATURAL_DECIDES, natural, hit != (natural == 20))
        hit, clause = natural == 20, C.ATTACK_NATURAL
    note(f, E.HIT if hit else E.MISS, clause, attacker, target, total, number)
    return hit


@rule
def hits_descending(thac0: int, total: int, ac: int) -> bool:
    """Return whether the roll hits a descending AC: THAC0 minus the total is the AC hit."""
    return thac0 - total <= ac


@rule
def hits_ascending(thac0: int, total: int, ac: int) -> bool:
    """Return whether total and attack bonus reach the AAC: bonus = 19 − THAC0, AAC = 19 − AC."""
    return total + (19 - thac0) >= 19 - ac


@rule
def drop(f: Fight, flyer: Combatant, target: Combatant, weapon: Weapon) -> None:
    """Attack with what a flyer drops; the helpless are hit without a roll (classic.attack.paralysed)."""
    target.times_attacked += 1
    if target.conditions & HELPLESS:
        note(f, E.HIT, C.ATTACK_PARALYSED, flyer, target)
    elif not roll_to_drop(f, flyer, target):
        return
    seams.disrupt(f, target)
    amount = roll(f, flyer, FOR_DAMAGE, weapon.sides, weapon.count)
    amount += because(f, FIXED_PART, weapon.plus, weapon.plus != 0)
    seams.suffer(f, target, flyer, amount, weapon.qualities, C.ATTACK_BOMBING)


@rule
def roll_to_drop(f: Fight, flyer: Combatant, target: Combatant) -> bool:
    """Roll a bare d20: 16 or more hits, whatever the armour (classic.attack.bombing)."""
    natural = roll(f, flyer, TO_HIT, 20)
    note(f, E.HIT if natural >= 16 else E.MISS, C.ATTACK_BOMBING, flyer, target, natural, 16)
    return natural >= 16


@rule
def loose_drawn_arrows(f: Fight, target: Combatant) -> None:
    """Do nothing: nobody has a bow drawn on the target."""


# --- what the referee adds to a roll


@rule
def favour(f: Fight, who: Combatant) -> int:
    """Return the modifier that the referee gave to this roll, and clear it."""
    if f.modified != NOBODY and f.modified != who.id:
        return 0
    given = because(f, GIVEN, f.referee_modifier, f.referee_modifier != 0)
    f.referee_modifier, f.modified = 0, NOBODY
    return given


@rule
def edge(f: Fight) -> int:
    """Return the modifier that the rule which called for this attack gave to it, and clear it."""
    given = because(f, f.situation_reason, f.situation_modifier, f.situation_modifier != 0)
    f.situation_modifier, f.situation_reason = 0, 0
    return given


# --- saves


WISDOM = reason(C.SAVE_ROLL, "WIS")
HARDER = reason(C.SAVE_ROLL, "the spell's own modifier")
WARDED = reason(C.SPELL_PROTECTION, "protected")


@rule
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """Roll d20 and return whether it is at least the number; add WIS only against magic (classic.save.roll)."""
    total = roll(f, who, TO_SAVE, 20)
    total += because(f, WISDOM, who.magic_save_modifier, effect.magic and who.magic_save_modifier != 0)
    total += because(f, HARDER, effect.save_bonus, effect.save_bonus != 0)
    total += because(f, WARDED, 1, who.conditions >> PROTECTED & 1 != 0)
    total += because(f, LOST_LEVELS, -who.drained_levels, who.drained_levels > 0) + favour(f, who)
    needed = who.saves[effect.save]
    note(f, E.CHECK, C.SAVE_ROLL, who, who, total, needed)
    return total >= needed


# --- ability scores


@rule
def band(score: int) -> int:
    """Return which of the seven bands a score is in: 3, 4–5, 6–8, 9–12, 13–15, 16–17, 18."""
    if score >= 18:
        return 6
    if score >= 16:
        return 5
    if score >= 13:
        return 4
    if score >= 9:
        return 3
    if score >= 6:
        return 2
    return 1 if score >= 4 else 0


@rule
def modifier(score: int) -> int:
    """Return −3 to +3 for STR (to hit, damage), DEX (armour, missiles), CON (hit points) or WIS (saving throws)."""
    return band(score) - 3


@rule
def lesser_modifier(score: int) -> int:
    """Return −2 to +2 for DEX in classic.initiative.individual and CHA in classic.reaction."""
    if score >= 18:
        return 2
    if score >= 13:
        return 1
    if score >= 9:
        return 0
    return -1 if score >= 4 else -2


@rule
def hit_dice(who: Combatant) -> int:
    """Return whole hit dice, from quarters; ignore pluses, minuses and half a die."""
    return (who.hd + 1) // 4


@rule
def strength_score(f: Fight, who: Combatant) -> int:
    """Return the strength of `who`, in whatever book they were set up: without a class 10 + hit dice."""
    return who.strength if who.character or who.player else 10 + hit_dice(who)


@rule
def ability_modifier(f: Fight, score: int) -> int:
    """Return what an ability score adds: −3 to +3."""
    return modifier(score)
