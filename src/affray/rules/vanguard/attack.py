"""Attacks of the vanguard book: rolls and what changes them; damage, death saves, marks, level drain; burning oil."""

from affray.engine import events as E
from affray.engine.clauses import FIXED_PART, MULTIPLIED, NATURAL_DECIDES, REMARK, STEP, reason
from affray.engine.clauses import LEAST as MINIMUM
from affray.engine.space import behind, distance
from affray.engine.state import ALWAYS, NOBODY, Combatant, Effect, Fight, Weapon
from affray.engine.verbs import YES, because, note, roll, rule, ruling
from affray.engine.vocabulary import (
    BARE,
    BLUNT,
    DEAD,
    FOR_LASTING_HARM,
    FOR_LEVEL_DRAIN,
    FOR_TIME_STUNNED,
    FOR_TIME_TO_LIVE,
    FOR_TIME_TO_WAKE,
    HELPLESS,
    QUALITIES,
    SPLASH,
    TO_HIT,
    TO_SAVE_FROM_DEATH,
    TWO_HANDED,
    UNCONSCIOUS,
)
from affray.rules import seams
from affray.rules.shared import clauses as shared
from affray.rules.shared.attack import COVER, MAGIC_WEAPON, UNSTEADY, WATER, ailments, edge, favour, temper, touch
from affray.rules.shared.damage import (
    BACKSTABBED,
    ENCHANTED,
    begin,
    die,
    drop_out,
    lift,
    only_falls,
    surrender,
    take_off,
)
from affray.rules.shared.house import blow_damage, deal_blow
from affray.rules.shared.legality import arm, in_melee
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.clauses import (
    BEHIND,
    DIFFICULTY,
    DRAIN_SAVE,
    FAR,
    INSTANT,
    MELEE_PENALTY,
    NATURAL_ROLLS,
    STANCE_BONUS,
    UNARMED_KILLS,
)
from affray.rules.vanguard.questions import KILL
from affray.rules.vanguard.reach import own_reach
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
    """Roll to hit, and damage on a hit (vanguard.attack.roll). To take alive, deal damage as bare hands do."""
    target.times_attacked += 1
    if not hits(f, attacker, target, weapon, missile):
        seams.graze(f, attacker, target, weapon, missile)
    elif weapon.count == 0 and weapon.plus == 0:
        touch(f, attacker, target, weapon)
    else:
        amount = blow_damage(f, attacker, target, weapon, missile, False)
        qualities = weapon.qualities | (BARE | ALIVE if subdual else 0)
        clause = seams.damage_clause(f, attacker, weapon)
        deal_blow(f, attacker, target, weapon, missile, amount, qualities, clause)


@rule
def hits(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> bool:
    """Return whether an attack hits: the helpless without a roll, others by d20 (classic.attack.paralysed)."""
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
        total += favour(f, attacker) + edge(f)
    total += because(f, WATER, -4, f.water > 0 and not attacker.aquatic)
    hit = reaches(f, attacker, target, natural, total)
    seams.after_roll(f, attacker, target, weapon, missile, natural, hit)
    return hit


@rule
def shooting(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> int:
    """Return DEX, and −3 for an enemy in melee range or a target beyond the effective range: the two don't add."""
    total = because(f, DEXTERITY, attacker.missile_modifier, attacker.missile_modifier != 0)
    if in_melee(f, attacker) or within_foes_reach(f, attacker):
        total += because(f, HARD_PRESSED, -f.rules[MELEE_PENALTY])
    elif distance(attacker, target) > weapon.short:
        total += because(f, LONG_SHOT, -f.rules[FAR])
    else:
        total += because(f, IN_RANGE, 0)
    total += because(f, COVER, -target.cover, target.cover > 0)
    return total + because(f, UNSTEADY, -4, f.unstable or attacker.mounted)


@rule
def within_foes_reach(f: Fight, who: Combatant) -> bool:
    """Return whether an able foe's own melee range covers somebody (vanguard.ranged.melee)."""
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and distance(c, who) <= own_reach(f, c):
            return True
    return False


@rule
def reaches(f: Fight, attacker: Combatant, target: Combatant, natural: int, total: int) -> bool:
    """Return whether the total reaches the armour class. Reading: a natural 20 hits, a natural 1 misses."""
    bonus, decides = attacker.vanguard.combat_bonus, f.rules[NATURAL_ROLLS] == 1
    needed = bonus + seams.needed_roll(f, armour_class(f, target) - bonus)
    hit = (decides and natural == 20) or (total >= needed and not (decides and natural == 1))
    because(f, NATURAL_DECIDES, natural, hit != (total >= needed))
    note(f, E.HIT if hit else E.MISS, C.ATTACK_ROLL, attacker, target, total, needed)
    return hit


@rule
def armour_class(f: Fight, target: Combatant) -> int:
    """Return armour, shield and DEX (vanguard.ac), +4 in a stance until the target's next turn (vanguard.stance)."""
    ac = target.ac + because(f, ON_GUARD, f.rules[STANCE_BONUS], target.vanguard.defensive_stance)
    if target.shield == 0:
        return ac
    in_use = target.kit[target.hand] != NOBODY and arm(f, target).qualities & TWO_HANDED != 0
    return ac + target.shield + because(f, NO_SHIELD_HANDS, -target.shield, in_use)


# --- damage


STRENGTH_DAMAGE = reason(C.DAMAGE, "STR")
AT_LEAST_ONE = reason(C.DAMAGE, "at least 1", MINIMUM)
TWO_HANDS = reason(C.DAMAGE, "in both hands", REMARK)
FISTS = reason(C.UNARMED, "bare hands do nothing to chain or plate")
BONES = reason(C.DAMAGE, "halved from edged weapons", STEP)
FLESH = reason(C.DAMAGE, "halved from blunt weapons", STEP)
SHAFTS = reason(C.DAMAGE, "1 from missiles")
HALF_EDGED, HALF_BLUNT, ONE_MISSILE = 1, 2, 4  # bits of Combatant.tough
TOUGHNESS = "edged blunt missiles".split()


@rule
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """Roll the die and return it with every modifier; the sum is noted where it is dealt (vanguard.damage)."""
    amount = dice_of(f, attacker, weapon, missile)
    if not missile or weapon.vanguard.adds_strength:
        amount += because(f, STRENGTH_DAMAGE, attacker.damage_modifier, attacker.damage_modifier != 0)
    amount += because(f, ENCHANTED, weapon.bonus, weapon.bonus != 0)
    amount += because(f, BACKSTABBED, max(0, amount), stab)
    amount += because(f, AT_LEAST_ONE, 1 - amount, amount < 1)
    if weapon.qualities & BARE and target.vanguard.metal_armour:
        return amount + because(f, FISTS, -amount)
    return amount + (withstood(f, target, weapon, missile, amount) if target.vanguard.toughness != 0 else 0)


@rule
def dice_of(f: Fight, attacker: Combatant, weapon: Weapon, missile: bool) -> int:
    """Roll the weapon's own die; a character's spear has a larger one in both hands."""
    if weapon.sides == 0:
        return weapon.plus
    if weapon.vanguard.two_handed_sides > 0 and attacker.character and attacker.shield == 0 and not missile:
        amount = seams.damage_dice(f, attacker, weapon.vanguard.two_handed_sides, weapon.count)
        amount += because(f, TWO_HANDS, 0)
    else:
        amount = seams.damage_dice(f, attacker, weapon.sides, weapon.count)
    return amount + because(f, FIXED_PART, weapon.plus, weapon.plus != 0)


@rule
def withstood(f: Fight, target: Combatant, weapon: Weapon, missile: bool, amount: int) -> int:
    """Return what bones and dead flesh take off: half, rounded down but at least 1; missiles leave 1."""
    if weapon.qualities & SPLASH:
        return 0
    if missile and target.vanguard.toughness & ONE_MISSILE:
        return because(f, SHAFTS, 1 - amount)
    less = max(1, amount // 2) - amount
    if weapon.qualities & BLUNT:
        return because(f, FLESH, less, target.vanguard.toughness & HALF_BLUNT != 0)
    return because(f, BONES, less, target.vanguard.toughness & HALF_EDGED != 0)


@rule
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """Do nothing: a miss does nothing more."""


@rule
def damage_clause(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    return C.UNARMED if weapon.qualities & BARE else C.DAMAGE


STR, DEX, CON = 0, 3, 4  # places of abilities
SCARRED = (
    "abilities",
    "strength",
    "melee_modifier",
    "damage_modifier",
    "missile_modifier",
)  # what a mark may lower, beside armour class
LOWEST = 3  # vanguard.death.mark: an ability under this is beyond help
MINUTE = 10  # rounds
ALIVE = 1 << len(QUALITIES)  # beside a weapon's qualities: the referee has said that the foe may be taken alive
EXCESS = reason(C.DEATH_SAVE, "damage beyond 0")
AGAIN = reason(C.DEATH_SAVE, "hurt again at 0: the whole damage")
CONSTITUTION = reason(C.DRAIN, "CON")
LEAST = reason(C.DRAIN, "at least 1", MINIMUM)


@rule
def lose_hit_points(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Take off so many hit points, and resolve what happens at 0 (vanguard.hp)."""
    before = target.hp
    take_off(f, target, by, amount, clause)
    if target.hp <= 0:
        if amount > 0 or before > 0:
            fall(f, target, by, amount, before, qualities)
    elif target.hp <= target.subdual_damage and target.in_fight:
        surrender(f, target, by, shared.DAMAGE_SUBDUAL)


@rule
def fall(f: Fight, target: Combatant, by: Combatant, amount: int, before: int, qualities: int) -> None:
    """Kill the target; but bare hands stun, and a player's character may live (vanguard.death.zero)."""
    if target.conditions >> DEAD & 1 or only_falls(f, target, by, qualities):
        return
    if qualities & ALIVE:
        stun(f, target, by, C.DEATH_ZERO)
    elif qualities & BARE and not seams.beats_to_death(f, by, target, f.rules[UNARMED_KILLS] == 1):
        stun(f, target, by, C.UNARMED)
    elif target.player:
        save_from_death(f, target, by, amount, before)
    else:
        die(f, target, by, C.DEATH_ZERO)


@rule
def beats_to_death(f: Fight, by: Combatant, target: Combatant, by_default: bool) -> bool:
    """Ask the referee whether somebody is beaten to death (vanguard.unarmed)."""
    return ruling(f, KILL, by, target, target.id).kind == YES


@rule
def stun(f: Fight, target: Combatant, by: Combatant, clause: int) -> None:
    """Knock out for 1d4 × 10 minutes, by bare hands or to take alive; who lies there already sleeps on."""
    target.hp = 0
    if target.conditions >> UNCONSCIOUS & 1 == 0:
        shown = roll(f, target, FOR_TIME_STUNNED, 4)
        until = f.round + shown + because(f, MULTIPLIED, shown * (10 * MINUTE - 1))
        note(f, E.DOWN, clause, by, target, target.hp, until)
        begin(f, target, UNCONSCIOUS, until)
        drop_out(f, target)


@rule
def save_from_death(f: Fight, target: Combatant, by: Combatant, amount: int, before: int) -> None:
    """Roll an unmodified d20, at least 10 + the excess; 11 or more beyond 0 kill at once (vanguard.death.save)."""
    excess = amount if before <= 0 else -target.hp
    because(f, AGAIN if before <= 0 else EXCESS, excess, excess > 0)
    if excess >= f.rules[INSTANT]:
        die(f, target, by, C.DEATH_SAVE)
        return
    natural, needed = roll(f, target, TO_SAVE_FROM_DEATH, 20), f.rules[DIFFICULTY] + excess
    note(f, E.CHECK, C.DEATH_SAVE, target, target, natural, needed)
    if natural >= needed:
        mark(f, target, by)
    else:
        die(f, target, by, C.DEATH_ZERO)


@rule
def mark(f: Fight, target: Combatant, by: Combatant) -> None:
    """Leave the target unconscious at 0, a hit point and a point of one ability lost for good (vanguard.death.mark)."""
    target.hp = 0
    target.max_hp -= 1
    target.vanguard.death_saves_survived += 1
    which = roll(f, target, FOR_LASTING_HARM, 6) - 1
    scar(f, target, which)
    note(f, E.SCORE, C.DEATH_MARK, by, target, target.abilities[which], which)
    if target.vanguard.hours_to_live == 0 and (target.max_hp < 1 or target.abilities[which] < LOWEST):
        target.vanguard.hours_to_live = roll(f, target, FOR_TIME_TO_LIVE, 4)
        note(f, E.DUE, C.DEATH_MARK, target, target, target.vanguard.hours_to_live)
    falls = target.conditions >> UNCONSCIOUS & 1 == 0
    if falls:
        note(f, E.DOWN, C.DEATH_SAVE, by, target, target.hp)
    begin(f, target, UNCONSCIOUS, ALWAYS)  # also for one whom fists had put to sleep for a while
    if falls:
        drop_out(f, target)


@rule
def scar(f: Fight, target: Combatant, which: int) -> None:
    """Lower the ability, and what it adds: STR to blows, DEX to shots and to armour class."""
    before = seams.ability_modifier(f, target.abilities[which])
    target.abilities[which] -= 1
    change = seams.ability_modifier(f, target.abilities[which]) - before
    if which == STR:
        target.strength -= 1
        target.melee_modifier += change
        target.damage_modifier += change
    elif which == DEX:
        target.missile_modifier += change
        target.ac += change


@rule
def expire(f: Fight, who: Combatant, condition: int) -> None:
    """End a condition whose time is up; wake those whom fists or a death save laid low with at least 1 hp."""
    if condition == UNCONSCIOUS:
        clause = C.DEATH_AFTERMATH if who.hp > 0 else C.UNARMED
        who.hp = max(1, who.hp)
        lift(f, who, condition, clause)
    else:
        lift(f, who, condition, shared.CONDITION_END)


@rule
def revive(f: Fight, who: Combatant) -> None:
    """Wake those healed by magic in 3d6 minutes, unless a mark has doomed them (vanguard.death.aftermath)."""
    if (
        who.conditions >> UNCONSCIOUS & 1
        and who.hp > 0
        and who.vanguard.hours_to_live == 0
        and who.ends_at[UNCONSCIOUS] == ALWAYS
    ):
        shown = roll(f, who, FOR_TIME_TO_WAKE, 6, 3)
        who.ends_at[UNCONSCIOUS] = f.round + shown + because(f, MULTIPLIED, shown * (MINUTE - 1))
        note(f, E.CHECK, C.DEATH_AFTERMATH, who, who, who.ends_at[UNCONSCIOUS])


@rule
def drain_level(f: Fight, by: Combatant, victim: Combatant, effect: Effect) -> None:
    """Give a negative level, and take a hit die + CON off current and maximum (vanguard.drain)."""
    lost = roll(f, victim, FOR_LEVEL_DRAIN, victim.hp_sides)
    lost += because(f, CONSTITUTION, bonus_of_con(f, victim), bonus_of_con(f, victim) != 0)
    lost += because(f, LEAST, 1 - lost, lost < 1)
    victim.max_hp -= lost
    victim.vanguard.drained_hp += lost
    victim.drained_levels += 1
    if victim.drained_levels < levels_of(victim) and f.rules[DRAIN_SAVE] == 1:
        seams.lose_hit_points(f, victim, by, lost, 0, C.DRAIN)
    else:
        drain_to_death(f, by, victim, lost)


@rule
def drain_to_death(f: Fight, by: Combatant, victim: Combatant, lost: int) -> None:
    """Take the hit points of a negative level; 0 is death without a save, and so is the last level."""
    before = victim.hp
    victim.hp -= lost
    note(f, E.DAMAGE, C.DRAIN, by, victim, lost, before)
    if victim.drained_levels >= levels_of(victim):
        die(f, victim, by, C.DRAIN_DEATH)
    elif victim.hp <= 0:
        die(f, victim, by, C.DRAIN)


@rule
def bonus_of_con(f: Fight, who: Combatant) -> int:
    return seams.ability_modifier(f, who.abilities[CON]) if who.character else 0


@rule
def levels_of(who: Combatant) -> int:
    """Return the levels, for monsters the hit dice; a normal man dies of the first (vanguard.drain.death)."""
    return who.level if who.character else max(1, who.hd // 4)
