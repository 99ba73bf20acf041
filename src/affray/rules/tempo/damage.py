"""Checks, saves, damage, wounds and death in the tempo book.

A check is 1d20 and the whole ability score, with advantage and penalty dice."""

from affray.engine import events as E
from affray.engine.clauses import AT_LEAST, BEST, BEYOND_ZERO, REMARK, WORST, reason
from affray.engine.state import ALWAYS, NOBODY, UNDECIDED, Combatant, Effect, Fight, Weapon
from affray.engine.verbs import YES, because, note, roll, rule, ruling
from affray.engine.vocabulary import (
    ACID,
    ASLEEP,
    BARE,
    DEAD,
    DYING,
    FIRE,
    FOR_TIME_TO_LIVE,
    NATURAL,
    PROTECTED,
    SPELLS,
    SPLASH,
    TO_KEEP_SPELL,
    TO_SAVE,
    TO_SAVE_FROM_INJURY,
    TO_TEND,
    UNAWARE,
    UNCONSCIOUS,
    WANDS,
    WOUNDED,
    Purpose,
)
from affray.rules import seams
from affray.rules.seams import HARMLESS
from affray.rules.shared import clauses as shared
from affray.rules.shared.attack import HARDER, WARDED, favour
from affray.rules.shared.damage import (
    ENCHANTED,
    begin,
    die,
    drop_out,
    end,
    last_side,
    lift,
    own_dice_of,
    prize,
    reduce_by_ward,
    relief_comes,
)
from affray.rules.tempo import clauses as C
from affray.rules.tempo.clauses import INJURY_DC, THREAT, UNTENDED_DIE
from affray.rules.tempo.questions import ATTACK, LOOSED

UNOPPOSED = 20  # tempo.check: the DC of what nobody opposes
DEGREE = 5  # tempo.check.degrees
STRENGTH = reason(C.CHECK, "strength")
WITS = reason(C.CHECK, "wits")
WOUND = reason(C.INJURY, "a penalty die for the wound", REMARK)
ADVANTAGE = reason(C.CHECK_DICE, "advantage: the best die counts", BEST)
PENALTY = reason(C.CHECK_DICE, "penalty: the worst die counts", WORST)


@rule
def roll_check(f: Fight, who: Combatant, purpose: Purpose, ability: int, dice: int) -> int:
    """Roll a check (tempo.check): 1d20 and an ability, with so many advantage dice, or penalty dice below 0."""
    total = ability + roll_die(f, who, purpose, dice)
    return total + favour(f, who) if f.referee_modifier != 0 else total


@rule
def roll_die(f: Fight, who: Combatant, purpose: Purpose, dice: int) -> int:
    """Roll the d20 of a check and return the one that counts of several; a wound is a penalty die."""
    if who.conditions >> WOUNDED & 1:
        dice -= 1 + because(f, WOUND, 0)
    return roll(f, who, purpose, 20) if dice == 0 else several(f, who, purpose, dice)


@rule
def several(f: Fight, who: Combatant, purpose: Purpose, dice: int) -> int:
    """Roll 1 + n dice and return the best, or for penalty dice the worst (tempo.check.dice)."""
    shown = roll(f, who, purpose, 20)
    if dice > 0:
        for _ in range(dice):
            shown = max(shown, roll(f, who, purpose, 20))
        return shown + because(f, ADVANTAGE, 0)
    for _ in range(-dice):
        shown = min(shown, roll(f, who, purpose, 20))
    return shown + because(f, PENALTY, 0)


@rule
def degrees(total: int, dc: int) -> int:
    """Return the extra degrees: one for each full 5 points over the DC (tempo.check.degrees)."""
    return (total - dc) // DEGREE


@rule
def strength_score(f: Fight, who: Combatant) -> int:
    """Return strength as this book's set-up has it."""
    return who.strength


@rule
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """Roll a saving throw (tempo.save): wits against wands and spells, strength against all else."""
    if effect.save == WANDS or effect.save == SPELLS:
        total = roll_check(f, who, TO_SAVE, because(f, WITS, who.tempo.wits), 0)
    else:
        total = roll_check(f, who, TO_SAVE, because(f, STRENGTH, seams.strength_score(f, who)), 0)
    total += because(f, HARDER, effect.save_bonus, effect.save_bonus != 0)
    total += because(f, WARDED, 1, who.conditions >> PROTECTED & 1 != 0)
    note(f, E.CHECK, C.SAVE, who, who, total, UNOPPOSED)
    return total >= UNOPPOSED


ARMED, BARE_HANDS = 6, 3


@rule
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """Roll damage (tempo.damage): d6 from an armed human, d3 with bare hands, else the attack's own dice."""
    amount = dice_of(f, attacker, weapon) + because(f, ENCHANTED, weapon.bonus, weapon.bonus != 0)
    return amount + because(f, AT_LEAST, 1 - amount, amount < 1)


@rule
def dice_of(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    if weapon.qualities & BARE:
        return seams.damage_dice(f, attacker, BARE_HANDS, 1)
    if attacker.character and weapon.qualities & (SPLASH | NATURAL) == 0:
        return seams.damage_dice(f, attacker, ARMED, 1)
    return own_dice_of(f, attacker, weapon)


@rule
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """Do nothing: a miss deals no damage here."""


@rule
def damage_clause(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    return C.DAMAGE


OUT_BY, DYING_BY, DEAD_BY = 5, 10, 20  # how far an injury save is failed
LEFT_TO_DIE = (0, 1 << DYING, 1 << DYING | 1 << UNCONSCIOUS)  # by tempo.injury.untended
HURT_CONDITIONS = 1 << WOUNDED | 1 << UNCONSCIOUS | 1 << DYING | 1 << DEAD
STOPS = reason(C.DAMAGE, "beyond 0 hp")
BEYOND = reason(C.INJURY, "beyond 0 hp")
WHOLE = reason(C.INJURY, "the direct hit")
SECOND_WOUND = reason(C.INJURY, "a second wound counts as the next step", REMARK)
NO_HERO = reason(C.INJURY, "out at the first failure", REMARK)
DISTURBED = reason(C.DECLARE, "the damage")


@rule
def suffer(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> int:
    """Deal damage and return how much was felt; a declared spell may be lost by it."""
    felt = amount + reduce_by_ward(f, target, amount, qualities)
    hurt = target.conditions & HURT_CONDITIONS
    seams.lose_hit_points(f, target, by, felt, qualities, clause)
    if felt == 0 and amount > 0:
        seams.trigger_morale(f, by, HARMLESS)
    if f.winner != UNDECIDED:
        return felt
    if felt > 0 and target.current_spell != NOBODY:
        disturb(f, target, felt, target.conditions & HURT_CONDITIONS != hurt)
    return felt


@rule
def lose_hit_points(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Take damage off current hp, which stop at 0 (tempo.damage); what is beyond forces an injury save."""
    before = target.hp
    lost = min(amount, max(0, before))
    because(f, STOPS, lost - amount, lost < amount)
    target.hp = before - lost
    note(f, E.DAMAGE, clause, by, target, lost, before)
    if amount > 0:
        target.hurt_round = f.round
        rouse(f, target)
    if amount > lost:
        injure(f, target, by, amount - lost, qualities, False)


@rule
def rouse(f: Fight, target: Combatant) -> None:
    """Wake whoever is hurt, and make them aware."""
    if target.conditions >> ASLEEP & 1:
        lift(f, target, ASLEEP, shared.CONDITION_END)
    if target.conditions >> UNAWARE & 1:
        lift(f, target, UNAWARE, shared.CONDITION_END)


@rule
def drain_hit_points(f: Fight, by: Combatant, victim: Combatant, lost: int, effect: Effect) -> None:
    """Take the hp of a lost level (tempo.damage): exactly 0 does nothing; without a level left the victim is dead."""
    victim.max_hp = max(1, victim.max_hp)
    if victim.level > 0:
        seams.lose_hit_points(f, victim, by, lost, effect.qualities, effect.clause)
    else:
        before = victim.hp
        victim.hp = max(0, before - lost)
        because(f, BEYOND_ZERO, before - victim.hp - lost, before - victim.hp < lost)
        note(f, E.DAMAGE, effect.clause, by, victim, before - victim.hp, before)
        die(f, victim, by, effect.clause)


@rule
def injure(f: Fight, target: Combatant, by: Combatant, excess: int, qualities: int, direct: bool) -> None:
    """Roll an injury save (tempo.injury): 1d20 + strength against 15 + the excess, all the damage of a direct hit."""
    if target.conditions >> DEAD & 1:
        return
    needed = f.rules[INJURY_DC] + because(f, BEYOND, excess, not direct) + because(f, WHOLE, excess, direct)
    total = roll_check(f, target, TO_SAVE_FROM_INJURY, because(f, STRENGTH, seams.strength_score(f, target)), 0)
    note(f, E.CHECK, C.INJURY, target, target, total, needed)
    seams.loose_drawn_arrows(f, target)
    if total >= needed:
        return
    short = needed - total
    if target.regenerates > 0 and qualities & (FIRE | ACID):
        short = max(short, DEAD_BY)
    sink(f, target, by, short)


@rule
def sink(f: Fight, target: Combatant, by: Combatant, short: int) -> None:
    """Wound by how far the save was failed (tempo.injury); from each step another failure leads at least to the
    next."""
    if short >= DEAD_BY or target.conditions >> DYING & 1:
        because(f, SECOND_WOUND, 0, short < DEAD_BY)
        die(f, target, by, C.INJURY)
    elif short >= DYING_BY or target.conditions >> UNCONSCIOUS & 1:
        because(f, SECOND_WOUND, 0, short < DYING_BY)
        fall(f, target, by)
        bleed(f, target, by)
        drop_out(f, target)
    elif short >= OUT_BY or target.conditions >> WOUNDED & 1 or falls_at_once(target):
        because(f, SECOND_WOUND, 0, short < OUT_BY and target.conditions >> WOUNDED & 1 != 0)
        because(f, NO_HERO, 0, short < OUT_BY and target.conditions >> WOUNDED & 1 == 0)
        fall(f, target, by)
        drop_out(f, target)
    else:
        note(f, E.CONDITION_ON, C.INJURY, by, target, WOUNDED, ALWAYS)
        begin(f, target, WOUNDED, ALWAYS)


@rule
def falls_at_once(who: Combatant) -> bool:
    """Return whether the first failure puts them out of action: monsters and lackeys."""
    return who.tempo.lackey or not (who.character or who.player)


@rule
def fall(f: Fight, target: Combatant, by: Combatant) -> None:
    """Put somebody out of action. The fight may end by it, once all is told."""
    if target.conditions >> UNCONSCIOUS & 1 == 0:
        note(f, E.DOWN, C.INJURY, by, target, target.hp)
        begin(f, target, UNCONSCIOUS, ALWAYS)
        if f.tempo.open_orders > 0:
            drop_orders(f, target)


@rule
def drop_orders(f: Fight, target: Combatant) -> None:
    """Let whoever has still to obey an order about somebody who falls keep their action (tempo.order.henchman)."""
    for c in f.who[: f.n]:
        if c.tempo.ordered_target == target.id:
            c.tempo.ordered_target, c.tempo.ordered_act = NOBODY, ATTACK
            c.attacks_made = c.attacks_made if c.tempo.lackey else 0
            f.tempo.open_orders -= 1


@rule
def bleed(f: Fight, target: Combatant, by: Combatant) -> None:
    """Let somebody die in 1d6 rounds, unless tended."""
    if target.conditions >> DYING & 1 == 0:
        until = f.round + roll(f, target, FOR_TIME_TO_LIVE, 6)
        note(f, E.CONDITION_ON, C.INJURY, by, target, DYING, until)
        begin(f, target, DYING, until)


@rule
def expire(f: Fight, who: Combatant, condition: int) -> None:
    """End a condition whose time is up; the dying die."""
    if condition == DYING:
        die(f, who, who, C.INJURY)
    else:
        lift(f, who, condition, shared.CONDITION_END)


@rule
def settle(f: Fight) -> None:
    """End the fight when an objective is met, or one side at most still stands; the untended die by it."""
    if f.winner != UNDECIDED:
        return
    won = prize(f) if f.fall_decides else UNDECIDED
    if won == UNDECIDED:
        won = last_side(f)
        if relief_comes(f, won):
            return
    if won != UNDECIDED:
        leave_untended(f)
        end(f, won)


@rule
def leave_untended(f: Fight) -> None:
    """Let those die whose side has nobody left standing (tempo.injury.untended): the dying, or all out of action."""
    for c in f.who[: f.n]:
        if c.in_fight and c.conditions & LEFT_TO_DIE[f.rules[UNTENDED_DIE]] and f.side[c.side].standing == 0:
            note(f, E.DEAD, C.INJURY_UNTENDED, c, c, c.hp)
            begin(f, c, DEAD, ALWAYS)
            f.side[c.side].dead += 1


@rule
def disturb(f: Fight, caster: Combatant, damage: int, injured: bool) -> None:
    """Test a caster who is hurt before their turn (tempo.spell.declare): wits against 20 + damage; an injury loses
    the spell."""
    if not injured and caster.able:
        needed = UNOPPOSED + because(f, DISTURBED, damage)
        total = roll_check(f, caster, TO_KEEP_SPELL, because(f, WITS, caster.tempo.wits), 0)
        note(f, E.CHECK, C.DECLARE, caster, caster, total, needed)
        if total >= needed:
            return
    note(f, E.LOST, C.DECLARE, caster, caster, caster.spells[caster.current_spell])
    seams.spend_spell(f, caster, caster.current_spell)
    caster.current_spell = NOBODY


@rule
def disrupt(f: Fight, caster: Combatant) -> None:
    """Do nothing: damage disturbs a spell here (`disturb`), not the hit or the failed save as such."""


@rule
def loose_drawn_arrows(f: Fight, target: Combatant) -> None:
    """Ask the referee whether a drawn arrow is loosed as its target makes an injury save (tempo.missile.threat)."""
    if f.rules[THREAT] == 0:
        return
    for c in f.who[: f.n]:
        if c.able and c.tempo.threatened_foe == target.id and ruling(f, LOOSED, c, c, target.id).kind == YES:
            c.tempo.threatened_foe = NOBODY
            note(f, E.DECLARED, C.MISSILE_THREAT, c, target, 1)


@rule
def tend(f: Fight, who: Combatant, patient: Combatant) -> None:
    """Roll wits against 20 to keep the dying alive (tempo.injury)."""
    total = roll_check(f, who, TO_TEND, because(f, WITS, who.tempo.wits), 0)
    note(f, E.CHECK, C.CHECK, who, patient, total, UNOPPOSED)
    if total >= UNOPPOSED:
        lift(f, patient, DYING, C.INJURY)
        patient.effect_qualities = 0
