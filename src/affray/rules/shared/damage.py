"""Damage and conditions as several books have them: how they come and end, and how one drops out of the fight."""

from affray.engine import clauses as A
from affray.engine import events as E
from affray.engine.clauses import FIXED_PART, LATER_END, LEAST, NOBODY_CHECKS, STEP, reason
from affray.engine.state import (
    ALWAYS,
    MOST_SPELLS,
    NOBODY,
    NOBODY_LEFT,
    STAND_OFF,
    UNDECIDED,
    Combatant,
    Fight,
    Side,
    Weapon,
)
from affray.engine.verbs import because, note, rule
from affray.engine.vocabulary import (
    ABSENT,
    ACID,
    ASLEEP,
    BARE,
    BRACE,
    BURNING,
    CHARGE,
    CONDITIONS,
    DEAD,
    DYING,
    FALLEN,
    FIRE,
    FLED,
    FLEEING,
    GONE,
    HOLY,
    LURKING,
    NATURAL,
    OUT,
    PRONE,
    SCALDED,
    SPLASH,
    STUCK,
    SURRENDERED,
    THRUST,
    UNCONSCIOUS,
    UNDEAD,
)
from affray.rules import seams
from affray.rules.seams import DIED, DROPPED, HARMLESS
from affray.rules.shared import clauses as C
from affray.rules.shared.clauses import FIRST_DEATH, HALF_OUT, TRIGGERS, VARIABLE
from affray.rules.shared.mounts import fall_from_saddle

UNABLE = reason(C.CONDITION_HELPLESS, "neither moves nor acts")
HALF_OF_IT = reason(C.ROUND_FRACTIONS, "at least half of the side")
CAPTIVE = 1 << SURRENDERED | 1 << UNCONSCIOUS | 1 << DYING


@rule
def put_on(f: Fight, who: Combatant, by: Combatant, condition: int, until: int, clause: int) -> None:
    because(f, UNABLE, 0, 1 << condition & STUCK != 0)
    because(f, LATER_END, who.ends_at[condition], who.ends_at[condition] > until)
    note(f, E.CONDITION_ON, clause, by, who, condition, until)
    begin(f, who, condition, until)
    if not who.in_fight:
        drop_out(f, who)


@rule
def begin(f: Fight, who: Combatant, condition: int, until: int) -> None:
    """Put a condition on somebody, as state alone: what is said differs by how it came."""
    was_lost, stood = is_lost(who), standing(who)
    who.conditions |= 1 << condition
    who.ends_at[condition] = max(who.ends_at[condition], until)
    if who.mounted and condition == PRONE:
        fall_from_saddle(f, who)
    weigh(f, who, was_lost, stood)


@rule
def lift(f: Fight, who: Combatant, condition: int, clause: int) -> None:
    was_lost, stood = is_lost(who), standing(who)
    who.conditions &= ~(1 << condition)
    who.rekindled &= ~(1 << condition)
    who.began_with &= ~(1 << condition)
    who.ends_at[condition] = 0
    note(f, E.CONDITION_OFF, clause, who, who, condition)
    weigh(f, who, was_lost, stood)


@rule
def standing(who: Combatant) -> bool:
    return who.conditions & FALLEN == 0


@rule
def is_lost(who: Combatant) -> bool:
    """Return whether this fight has put somebody out of action: not who was so before it."""
    return who.conditions & OUT & ~who.began_with != 0 and who.conditions >> LURKING & 1 == 0


@rule
def weigh(f: Fight, who: Combatant, was_lost: bool, stood: bool) -> None:
    """Work out whether `who` is still in the fight and able to act, and what that means for their side. Half of a side
    is at least half of it (classic.round.fractions)."""
    was_able = who.able
    who.in_fight = who.conditions & GONE == 0
    who.able = who.in_fight and who.conditions & STUCK == 0
    if was_able and not who.able:
        seams.lose_focus(f, who)
    lost = is_lost(who)
    side = f.side[who.side]
    close_up(f, who)
    side.standing += int(standing(who)) - int(stood)
    if lost and not was_lost:
        side.out_of_action += 1
        seams.trigger_morale(f, who, DROPPED)
    elif was_lost and not lost:
        side.out_of_action -= 1


@rule
def close_up(f: Fight, who: Combatant) -> None:
    """Find the first foe that each of the other sides faces now, after `who` rose or fell."""
    for side in f.side[: f.sides]:
        if side.id != who.side:
            side.first_foe = min(side.first_foe, who.id) if who.in_fight else next_faced(f, side)


@rule
def next_faced(f: Fight, side: Side) -> int:
    """Return the first foe of a side who is up, from the one it faced on."""
    for c in f.who[side.first_foe : f.n]:
        if c.in_fight and c.side != side.id:
            return c.id
    return f.n


@rule
def lose_focus(f: Fight, who: Combatant) -> None:
    """Do nothing: being unable to act does nothing to a caster's mind here."""


@rule
def trigger_morale(f: Fight, who: Combatant, moment: int) -> None:
    """Trigger a check at the first death on a side, and at half of it out of action (classic.morale.triggers)."""
    side = f.side[who.side]
    if moment == DIED and side.dead == 1:
        trigger(f, side, who, FIRST_DEATH)
    elif moment == DROPPED and 2 * side.out_of_action >= side.size:
        trigger(f, side, who, HALF_OUT)


@rule
def trigger(f: Fight, side: Side, who: Combatant, which: int) -> None:
    """Set off a trigger, each once a fight; the check comes in the next morale step (classic.morale.triggers)."""
    if f.rules[TRIGGERS] & which == 0 or side.morale_met & which:
        return
    side.morale_met |= which
    because(f, HALF_OF_IT, 0, which == HALF_OUT)
    anybody = False
    for c in f.who[: f.n]:
        if c.side == side.id and c.in_fight and not c.player and c.id != who.id:
            c.morale_due |= which
            anybody = True
    because(f, NOBODY_CHECKS, 0, not anybody)
    note(f, E.DUE, C.MORALE_TRIGGERS, who, who, which, side.out_of_action)


@rule
def die(f: Fight, who: Combatant, by: Combatant, clause: int) -> None:
    side = f.side[who.side]
    note(f, E.DEAD, clause, by, who, who.hp)
    if who.attached_to != NOBODY:
        who.attached_to = NOBODY
    begin(f, who, DEAD, ALWAYS)
    side.dead += 1
    seams.trigger_morale(f, who, DIED)
    drop_out(f, who)


@rule
def surrender(f: Fight, who: Combatant, by: Combatant, clause: int) -> None:
    note(f, E.SURRENDERED, clause, by, who)
    begin(f, who, SURRENDERED, ALWAYS)
    drop_out(f, who)


@rule
def get_away(f: Fight, who: Combatant, clause: int) -> None:
    note(f, E.FLED, clause, who, who)
    begin(f, who, FLED, ALWAYS)
    f.side[who.side].fled += 1
    drop_out(f, who)


@rule
def drop_out(f: Fight, who: Combatant) -> None:
    """Cancel what `who` was about to do; the fight may be over."""
    if who.waiting:
        who.waiting = False
        f.waiting_count -= 1
    if not f.simultaneous:
        seams.settle(f)


@rule
def settle(f: Fight) -> None:
    """End the fight when an objective is met, or one side at most still stands."""
    if f.winner != UNDECIDED:
        return
    won = prize(f) if f.fall_decides else UNDECIDED
    if won == UNDECIDED:
        won = last_side(f)
        if relief_comes(f, won):
            return
    if won != UNDECIDED:
        end(f, won)


@rule
def relief_comes(f: Fight, won: int) -> bool:
    """Return whether foes of the only side that stands lie in wait, so that the fight goes on (affray.wait)."""
    if won == UNDECIDED or (won >= 0 and f.side[won].standing == 0):
        return False
    for c in f.who[: f.n]:
        if c.side != won and c.conditions & GONE == 1 << LURKING:
            f.relief_due = True
    return f.relief_due


@rule
def prize(f: Fight) -> int:
    """Return the side whose named foe is down; a stand-off where two sides have got theirs at one time."""
    won = UNDECIDED
    for c in f.who[: f.n]:
        if c.objective_of != NOBODY and not standing(c) and c.conditions & (1 << ABSENT | 1 << LURKING) == 0:
            won = c.objective_of if won == UNDECIDED or won == c.objective_of else STAND_OFF
    return won


@rule
def last_side(f: Fight) -> int:
    """Return the only side that stands, or one that got away as it wanted; UNDECIDED while several stand."""
    last, left = NOBODY_LEFT, 0
    for side in f.side[: f.sides]:
        if side.standing > 0:
            left += 1
            last = side.id
    if left <= 1 and f.needs_upkeep and somebody_may_rise(f, last):
        if left == 0:
            last = side_that_rises(f)
        elif not burn_the_fallen(f, last):
            left += 1
    for side in f.side[: f.sides]:
        if side.wins_by_escape and side.standing == 0 and side.fled > 0 and not any_taken(f, side):
            left, last = 0, side.id
    return last if left <= 1 else UNDECIDED


@rule
def may_rise(who: Combatant) -> bool:
    """Return whether `who` lies there while their wounds close (classic.monster.regeneration)."""
    return who.regenerates > 0 and who.conditions >> UNCONSCIOUS & 1 != 0 and who.conditions & (GONE | 1 << DYING) == 0


@rule
def somebody_may_rise(f: Fight, winner: int) -> bool:
    """Return whether a fallen foe of the only side that stands may rise again."""
    for c in f.who[: f.n]:
        if c.side != winner and may_rise(c):
            return True
    return False


@rule
def side_that_rises(f: Fight) -> int:
    """Return the side of the first who will rise where nobody stands any more; nobody's where two sides have one."""
    last = NOBODY_LEFT
    for c in f.who[: f.n]:
        if may_rise(c):
            if last != NOBODY_LEFT and last != c.side:
                return NOBODY_LEFT
            last = c.side
    return last


@rule
def burn_the_fallen(f: Fight, side: int) -> bool:
    """Burn those who would rise; return False if the winners lack fire and acid (classic.monster.regeneration)."""
    at = use_fire(f, side)
    if at == NOBODY:
        return False
    for c in f.who[: f.n]:
        if c.side != side and may_rise(c):
            note(f, E.DEAD, C.MONSTER_REGENERATION, f.who[at], c, c.hp)
            begin(f, c, DEAD, ALWAYS)
            f.side[c.side].dead += 1
    return True


@rule
def use_fire(f: Fight, side: int) -> int:
    """Return who of a side has fire or acid, and take off one flask, spell or breath of it; NOBODY without it."""
    for c in f.who[: f.n]:
        if c.able and c.side == side and uses_fire(f, c):
            return c.id
    return NOBODY


@rule
def uses_fire(f: Fight, who: Combatant) -> bool:
    slot = slot_that_hurts(f, who, FIRE | ACID)
    if slot != NOBODY:
        who.kit_left[slot] -= 1 if who.kit_left[slot] > 0 else 0
        return True
    if who.breaths > 0 and f.effects[who.breath].qualities & (FIRE | ACID) != 0:
        who.breaths -= 1
        return True
    if who.caster:
        for at in range(MOST_SPELLS):
            if who.spells[at] != NOBODY and f.effects[who.spells[at]].qualities & (FIRE | ACID) != 0:
                who.spells[at] = NOBODY
                return True
    return False


@rule
def slot_that_hurts(f: Fight, who: Combatant, qualities: int) -> int:
    """Return where in somebody's kit a weapon of one of these qualities is; NOBODY without one."""
    for slot in range(len(who.kit)):
        if who.kit[slot] != NOBODY and who.kit_left[slot] != 0 and f.arms[who.kit[slot]].qualities & qualities != 0:
            return slot
    return NOBODY


@rule
def any_taken(f: Fight, side: Side) -> bool:
    """Return whether a survivor of this side is left in the enemy's hands."""
    for c in f.who[: f.n]:
        if c.side == side.id and c.conditions & CAPTIVE and c.conditions >> DEAD & 1 == 0:
            return True
    return False


@rule
def end(f: Fight, winner: int) -> None:
    f.winner = winner
    note(f, E.END, A.END, f.who[0], f.who[0], winner, f.round)


@rule
def lapse(f: Fight, who: Combatant) -> None:
    """End what lasts until this round is over (classic.condition.end)."""
    if who.conditions == 0 or not who.in_fight:
        return
    for condition in range(CONDITIONS):
        burning = condition in (BURNING, SCALDED)
        if who.conditions >> condition & 1 and who.ends_at[condition] <= f.round and not burning:
            seams.expire(f, who, condition)


@rule
def expire(f: Fight, who: Combatant, condition: int) -> None:
    """End a condition whose time is up."""
    lift(f, who, condition, C.CONDITION_END)


BRAVER = reason(C.SPELL_BLESS, "blessed")
FEARLESS, TIMID = 12, 2  # classic.morale.bounds


@rule
def never_fights(f: Fight, who: Combatant) -> bool:
    """Return whether the rating is 2, with which nobody ever fights (classic.morale.bounds)."""
    return rating(f, who) <= TIMID


@rule
def rating(f: Fight, who: Combatant) -> int:
    """Return the morale of `who`, or that in brackets while their leader is with them."""
    if who.led_morale > 0:
        for c in f.who[: f.n]:
            if c.leader and c.in_fight and c.side == who.side:
                return who.led_morale
    return who.morale


@rule
def give_up(f: Fight, who: Combatant, clause: int) -> None:
    """Flee if there is a way out, else surrender; a declared spell is dropped."""
    who.morale_due = 0
    if who.current_spell != NOBODY:
        drop_spell(f, who)
    if f.side[who.side].way_out:
        put_on(f, who, who, FLEEING, ALWAYS, clause)
    else:
        surrender(f, who, who, clause)


@rule
def drop_spell(f: Fight, who: Combatant) -> None:
    """Drop a declared spell and do nothing else this round; it stays in memory (classic.round.declare)."""
    note(f, E.LOST, C.ROUND_DECLARE, who, who, who.spells[who.current_spell])
    who.current_spell = NOBODY
    who.acted = True


STRENGTH_DAMAGE = reason(C.DAMAGE_CHARACTER, "STR")
BARE_STRENGTH = reason(C.DAMAGE_UNARMED, "STR")
ENCHANTED = reason(C.WEAPON_MAGIC, "magic weapon")
BACKSTABBED = reason(C.CLASS_BACKSTAB, "doubled from behind", STEP)
BRACED = reason(C.WEAPON_BRACE, "doubled against a charge", STEP)
CHARGED = reason(C.WEAPON_CHARGE, "doubled for the charge", STEP)
AT_LEAST_ONE = reason(C.DAMAGE_MINIMUM, "a hit deals at least 1", LEAST)
WET = reason(C.ATTACK_WATER, "halved in water", STEP)
HALVED = reason(C.ROUND_FRACTIONS, "halved", STEP)
NOT_UNDEAD = reason(C.WEAPON_SPLASH, "holy water hurts only the undead")
UNHARMED = reason(C.MONSTER_IMMUNITY, "immune")
HALF_HARMED = reason(C.MONSTER_IMMUNITY, "halved by nature", STEP)


@rule
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """Roll the dice and return them with every modifier; the sum is noted where it is dealt."""
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
        f, BRACED, max(0, amount), weapon.qualities & BRACE != 0 and not missile and seams.has_charged(f, target)
    )
    charges = weapon.qualities & CHARGE != 0 and attacker.mounted and seams.has_charged(f, attacker)
    return amount + because(f, CHARGED, max(0, amount), charges)


@rule
def dice_of(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    """Roll 1d6 for a character's weapon unless each has its own die, as monsters, bare hands and flasks always have."""
    if attacker.character and f.rules[VARIABLE] == 0 and weapon.qualities & (BARE | SPLASH | NATURAL) == 0:
        return seams.damage_dice(f, attacker, 6, 1)
    return own_dice_of(f, attacker, weapon)


@rule
def own_dice_of(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    """Roll the weapon's own dice, with their fixed part."""
    if weapon.sides > 0:
        amount = seams.damage_dice(f, attacker, weapon.sides, weapon.count)
        return amount + because(f, FIXED_PART, weapon.plus, weapon.plus != 0)
    return weapon.plus


@rule
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """Do nothing: a miss does nothing more."""


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
def reduce_by_ward(f: Fight, target: Combatant, amount: int, qualities: int) -> int:
    """Return what a ward takes off the damage; holy water hurts the undead alone (classic.monster.immunity)."""
    if qualities & HOLY:
        return because(f, NOT_UNDEAD, -amount, target.tags & UNDEAD == 0)
    if target.hurt_by == 0 or qualities & target.hurt_by:
        return 0
    if qualities & target.half_hurt_by:
        return because(f, HALF_HARMED, max(min(1, amount), amount // 2) - amount)
    return because(f, UNHARMED, -amount)


@rule
def suffer(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> int:
    """Deal real damage and return how much was felt. A sleeper wakes, a spell may be lost, and 0 is dead."""
    felt = amount + reduce_by_ward(f, target, amount, qualities)
    seams.lose_hit_points(f, target, by, felt, qualities, clause)
    if felt == 0 and amount > 0:
        seams.trigger_morale(f, by, HARMLESS)
    seams.jolt(f, target, felt)
    return felt


@rule
def jolt(f: Fight, target: Combatant, amount: int) -> None:
    """Do nothing: pain does nothing to a caster's mind where any hit disturbs it (classic.spell.disrupt)."""


@rule
def lose_hit_points(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Take off so many hit points, and resolve what happens at 0."""
    take_off(f, target, by, amount, clause)
    if target.hp <= 0:
        fall(f, target, by, qualities)
    elif target.hp <= target.subdual_damage and target.in_fight:
        surrender(f, target, by, C.DAMAGE_SUBDUAL)


@rule
def take_off(f: Fight, target: Combatant, by: Combatant, amount: int, clause: int) -> None:
    """Take off so many hit points, which wakes the sleeping."""
    before = target.hp
    target.hp -= amount
    note(f, E.DAMAGE, clause, by, target, amount, before)
    if amount > 0:
        hurt(f, target)


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
    """Kill a target whose hit points are gone, unless they only fall (classic.damage.death)."""
    if target.conditions >> DEAD & 1 == 0 and not only_falls(f, target, by, qualities):
        die(f, target, by, C.DAMAGE_DEATH)


@rule
def only_falls(f: Fight, target: Combatant, by: Combatant, qualities: int) -> bool:
    """Return whether a regenerating target only falls, which fire and acid prevent; let them fall if so
    (classic.monster.regeneration)."""
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
    """Count subdual damage apart; at 0 by both kinds together the target surrenders (classic.damage.subdual)."""
    amount += reduce_by_ward(f, target, amount, qualities)
    before = target.hp - target.subdual_damage
    target.subdual_damage += amount
    note(f, E.DAMAGE, C.DAMAGE_SUBDUAL, by, target, amount, before)
    if amount > 0:
        wake(f, target)
    if target.hp <= target.subdual_damage and target.conditions >> SURRENDERED & 1 == 0:
        surrender(f, target, by, C.DAMAGE_SUBDUAL)
    seams.jolt(f, target, amount)
