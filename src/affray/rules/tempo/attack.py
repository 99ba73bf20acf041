"""Attacks of the tempo book: the roll, reactions to it, and shots into a melee."""

from affray.engine import events as E
from affray.engine.clauses import AT_MOST, reason
from affray.engine.space import along_line, distance
from affray.engine.state import KIT, NOBODY, UNDECIDED, Combatant, Fight, Weapon
from affray.engine.verbs import YES, Answer, because, choose, note, question, roll, rule
from affray.engine.vocabulary import (
    ASLEEP,
    BLESSED,
    BLIND,
    BOUND,
    CONSTRAINED,
    DYING,
    FALLEN,
    FOR_STRAY_TARGET,
    HELD,
    PARALYSED,
    PRONE,
    PROTECTED,
    SICKENED,
    THROWN,
    TO_DEFEND,
    TO_HIT,
    TO_LOOK_ROUND,
    UNAWARE,
    UNCONSCIOUS,
    bits,
)
from affray.rules import seams
from affray.rules.shared.attack import BLESSING, COVER, MAGIC_WEAPON, STENCH, WARD, drop, edge, favour, nature
from affray.rules.shared.damage import lift
from affray.rules.shared.effects import follow_up
from affray.rules.shared.house import blow_damage, deal_blow
from affray.rules.shared.legality import arm
from affray.rules.shared.tactics import may
from affray.rules.tempo import clauses as C
from affray.rules.tempo import questions as Q
from affray.rules.tempo.clauses import HENCHMAN_SHIELDS, RIPOSTE_COST, SHIELD_EARLY, SHIELD_LATE, STRIKE_COST, THREAT
from affray.rules.tempo.damage import STRENGTH, UNOPPOSED, WITS, degrees, roll_check, roll_die
from affray.rules.tempo.initiative import pay
from affray.rules.tempo.legality import can_draw
from affray.rules.tempo.morale import close_round
from affray.rules.tempo.movement import has_shield, in_bout, length, refuse_defence, refuse_reaction
from affray.rules.tempo.spells import spend_degrees, strike_home
from affray.rules.tempo.tactics import takes

FREE = 20  # tempo.ac: of an unarmoured, free human
HAMPERED = bits(PRONE, HELD, BOUND, CONSTRAINED, PARALYSED, UNCONSCIOUS, DYING)
WITLESS = bits(UNAWARE, ASLEEP, UNCONSCIOUS, DYING)
SMALL_COST = 2  # tempo.reaction.cost: warning, drawing, a look round
ARMOUR = reason(C.AC, "armour")
SIGHTLESS = reason(C.AC, "blind")
NOT_FREE = reason(C.AC, "constrained")
UNWITTING = reason(C.AC, "unaware")
LONGER = reason(C.REACH, "longer reach")
LACKEYS_SHIELD = reason(C.HENCHMAN_SHIELD, "a henchman's shield")
ON_GUARD = reason(C.DEFEND, "an active defence")
NO_MELEE = reason(C.ENGAGE, "in no melee: no risk of hitting another")
SHIELD = reason(C.REACTION_COST, "to defend before the roll")
LATE_SHIELD = reason(C.REACTION_COST, "to defend after the roll")
RIPOSTE = reason(C.REACTION_COST, "for a riposte")
STRIKES = reason(C.REACTION_COST, "to strike at one who drops the guard")
WARNING = reason(C.REACTION_COST, "for a warning")
DRAWS = reason(C.REACTION_COST, "to draw a weapon")
LOOKS = reason(C.REACTION_COST, "for a quick look round")


@rule
def attack(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """Resolve an attack: a strength check against AC (tempo.attack.roll). The target may defend before the roll, or
    after it."""
    victim = stray(f, attacker, target) if missile else target
    victim.times_attacked += 1
    if not missile:
        engage(attacker, victim)
        close_round(f, attacker)
        close_round(f, victim)
    if victim.conditions >> UNAWARE & 1:
        warn(f, victim)
    raised = answer_blow(f, attacker, victim) if refuse_reaction(f, victim) == 0 else 0
    ac = armour_class(f, attacker, victim, weapon, missile, raised)
    added = because(f, STRENGTH, attacker.strength)
    dice = spend_attack_dice(f, attacker) if f.tempo.attack_dice != 0 else 0
    natural = roll_die(f, attacker, TO_HIT, dice)
    total = natural + added + modifiers(f, attacker, victim, weapon, missile)
    ac = attacker.strength + seams.needed_roll(f, ac - attacker.strength)
    if total >= ac and refuse_defence(f, victim) == 0:
        ac = raise_late(f, attacker, victim, total, ac)
    note(f, E.HIT if total >= ac else E.MISS, C.ATTACK, attacker, victim, total, ac)
    seams.after_roll(f, attacker, victim, weapon, missile, natural, total >= ac)
    if total >= ac:
        hit(f, attacker, victim, weapon, missile, degrees(total, ac))
    else:
        seams.graze(f, attacker, victim, weapon, missile)
        if victim.tempo.trained and not missile:
            offer_riposte(f, attacker, victim)


@rule
def engage(attacker: Combatant, target: Combatant) -> None:
    """Put two fighters in melee, as one of them uses their turn for it (tempo.melee.engage)."""
    attacker.tempo.bout_foe, attacker.faced_foe = target.id, target.id
    if target.able and target.tempo.bout_foe == NOBODY:
        target.tempo.bout_foe = attacker.id
    if target.able and target.faced_foe == NOBODY:
        target.faced_foe = attacker.id


# --- the numbers


@rule
def armour_class(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, raised: int) -> int:
    """Return the AC of the target (tempo.ac, tempo.ac.reach), or their active defence if it is higher
    (tempo.defend)."""
    ac = FREE + because(f, ARMOUR, target.ac - FREE, target.ac != FREE)
    if target.conditions != 0:
        ac += because(f, SIGHTLESS, -5, target.conditions >> BLIND & 1 != 0)
        ac += because(f, NOT_FREE, -5, target.conditions & HAMPERED != 0)
        ac += because(f, UNWITTING, -10, target.conditions & WITLESS != 0)
    if not missile:
        ac += because(f, LONGER, 1, length(target, arm(f, target)) > length(attacker, weapon))
    if target.tempo.lackey and target.shield > 0:
        ac += because(f, LACKEYS_SHIELD, 2, f.rules[HENCHMAN_SHIELDS] == 1 and has_shield(f, target))
    best = max(target.tempo.active_defence if target.able else 0, raised)
    return ac + because(f, ON_GUARD, best - ac, best > ac)


@rule
def modifiers(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> int:
    """Return what the referee, magic and nature add to the strength check (tempo.attack.roll)."""
    total = favour(f, attacker) if f.referee_modifier != 0 else 0
    total += because(f, MAGIC_WEAPON, weapon.bonus, weapon.bonus != 0)
    if missile:
        total += because(f, COVER, -target.cover, target.cover > 0)
        because(f, NO_MELEE, 0, not in_bout(f, target))
    if attacker.conditions | target.conditions != 0:
        total += because(f, BLESSING, 1, attacker.conditions >> BLESSED & 1 != 0)
        total += because(f, WARD, -1, target.conditions >> PROTECTED & 1 != 0)
        total += because(f, STENCH, -2, attacker.conditions >> SICKENED & 1 != 0)
    if attacker.dive_bonus | attacker.hated_tags | attacker.daylight_modifier | attacker.drained_levels != 0:
        total += nature(f, attacker, target)
    return total + edge(f) if f.situation_modifier != 0 else total


@rule
def spend_attack_dice(f: Fight, attacker: Combatant) -> int:
    """Return the dice that the referee has given this attack, and use them up (tempo.check.dice)."""
    if f.tempo.favoured != NOBODY and f.tempo.favoured != attacker.id:
        return 0
    dice = f.tempo.attack_dice
    f.tempo.attack_dice, f.tempo.favoured = 0, NOBODY
    return dice


# --- what the other does about it


@rule
def warn(f: Fight, victim: Combatant) -> None:
    """Let a friend pay 2 to warn one who is unaware (tempo.reaction.cost); ask in the order of the list."""
    for c in f.who[: f.n]:
        if c.side == victim.side and c.id != victim.id and takes(f, Q.WARN, c, victim, SMALL_COST):
            c.tempo.reacted_to = f.tempo.answered_action
            pay(f, c, because(f, WARNING, -SMALL_COST), C.REACTION_COST)
            lift(f, victim, UNAWARE, C.REACTION_COST)
            return


@rule
def answer_blow(f: Fight, attacker: Combatant, who: Combatant) -> int:
    """Offer one reaction before the roll: an active defence, a weapon drawn, a look round. Return the defence, or 0.

    Those who can neither defend nor draw are not asked."""
    if refuse_defence(f, who) != 0 and (f.tempo.is_reaction or not can_draw(who)):
        return 0
    chosen = choose(f, Q.REACT, who, attacker, f.rules[SHIELD_EARLY])
    if chosen.kind == YES:
        who.tempo.reacted_to = f.tempo.answered_action
        pay(f, who, because(f, SHIELD, -f.rules[SHIELD_EARLY]), C.REACTION_COST)
        return defend(f, who)
    small_reaction(f, who, chosen)
    return 0


@rule
def meet(f: Fight, actor: Combatant) -> None:
    """Let foes draw a weapon or look around as somebody comes up, casts a spell or shoots (tempo.reaction.cost).

    Ask those who have a weapon to draw; the target of a shot is asked as it comes."""
    aimed = f.action_target if f.action_kind == Q.SHOOT else NOBODY
    for c in f.who[: f.n]:
        if c.side != actor.side and c.id != aimed and refuse_reaction(f, c) == 0 and can_draw(c):
            small_reaction(f, c, choose(f, Q.MEET, c, actor, SMALL_COST))


@rule
def small_reaction(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Pay for a weapon drawn or a look around out of turn, and do it."""
    if chosen.kind == Q.DRAW:
        who.tempo.reacted_to = f.tempo.answered_action
        pay(f, who, because(f, DRAWS, -SMALL_COST), C.REACTION_COST)
        draw(f, who, chosen.option, C.REACTION_COST)
    elif chosen.kind == Q.LOOK:
        who.tempo.reacted_to = f.tempo.answered_action
        pay(f, who, because(f, LOOKS, -SMALL_COST), C.REACTION_COST)
        look_round(f, who)


@rule
def defend(f: Fight, who: Combatant) -> int:
    """Roll an active defence (tempo.defend): a strength check, to which nothing of AC is added."""
    total = roll_check(f, who, TO_DEFEND, because(f, STRENGTH, who.strength), 0)
    note(f, E.CHECK, C.DEFEND, who, who, total)
    return total


@rule
def raise_late(f: Fight, attacker: Combatant, target: Combatant, total: int, ac: int) -> int:
    """Show the roll, then offer a defence. Return the AC that counts."""
    note(f, E.ROLL, C.ATTACK, attacker, target, total, ac)
    if choose(f, Q.LATE, target, attacker, total).kind != YES:
        return ac
    target.tempo.reacted_to = f.tempo.answered_action
    pay(f, target, because(f, LATE_SHIELD, -f.rules[SHIELD_LATE]), C.REACTION_COST)
    best = defend(f, target)
    return ac + because(f, ON_GUARD, best - ac, best > ac)


@rule
def offer_riposte(f: Fight, attacker: Combatant, target: Combatant) -> None:
    """Offer a riposte to the target of a miss (tempo.reaction.timing): paid now, struck as the next step."""
    if takes(f, Q.RIPOSTE, target, attacker, f.rules[RIPOSTE_COST]):
        target.tempo.reacted_to = f.tempo.answered_action
        pay(f, target, because(f, RIPOSTE, -f.rules[RIPOSTE_COST]), C.REACTION_COST)
        f.blow.by, f.blow.at = target.id, attacker.id


@rule
def draw(f: Fight, who: Combatant, slot: int, clause: int) -> None:
    who.hand = slot
    note(f, E.MOVE, clause, who, who, who.kit[slot])


@rule
def look_round(f: Fight, who: Combatant) -> None:
    """Roll a look around: wits against 20 (tempo.check). The referee knows what there is to see."""
    total = roll_check(f, who, TO_LOOK_ROUND, because(f, WITS, who.tempo.wits), 0)
    note(f, E.CHECK, C.CHECK, who, who, total, UNOPPOSED)


# --- what a hit does


@rule
def hit(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, extra: int) -> None:
    """Deal the damage of a hit (tempo.damage), after effects that extra degrees buy, a direct hit among them."""
    direct = extra > 0 and spend_degrees(f, attacker, target, extra)
    if f.winner != UNDECIDED:
        f.critical = False
        return
    if weapon.count == 0 and weapon.plus == 0:
        f.critical = False
        follow_up(f, attacker, target, weapon, 0)
        return
    if missile and target.able:
        threaten(f, attacker, target)
    amount = blow_damage(f, attacker, target, weapon, missile, False)
    if direct:
        stood = target.conditions & FALLEN == 0
        dealt = strike_home(f, attacker, target, amount, weapon.qualities)
        follow_up(f, attacker, target, weapon, dealt)
        if stood and target.conditions & FALLEN != 0:
            seams.after_kill(f, attacker, target, weapon, missile)
    else:
        clause = seams.damage_clause(f, attacker, weapon)
        deal_blow(f, attacker, target, weapon, missile, amount, weapon.qualities, clause)


# --- those who drop their guard


@rule
def drops_guard(f: Fight, who: Combatant) -> bool:
    """Open somebody to blows, once in an action, and return whether anybody may strike. The blows come first."""
    if who.tempo.guard_dropped_in == f.tempo.action_number:
        return False
    f.tempo.guard_dropper = who.id
    f.tempo.answered_action, f.tempo.is_reaction = f.tempo.action_number, False
    if next_to_strike(f, who) == NOBODY:
        f.tempo.guard_dropper = NOBODY
        return False
    who.tempo.guard_dropped_in = f.tempo.action_number
    note(f, E.DECLARED, C.GUARD if who.tempo.score > 0 or who.tempo.lackey else C.ZERO, who, who)
    return True


@rule
def opening(f: Fight) -> None:
    """Offer each foe in reach a blow at an open guard (tempo.reaction.guard), the highest score first, once a round
    and one blow a step."""
    target = f.who[f.tempo.guard_dropper]
    f.tempo.answered_action, f.tempo.is_reaction = f.tempo.action_number, False
    while target.in_fight:
        at = next_to_strike(f, target)
        if at == NOBODY:
            break
        foe = f.who[at]
        chosen = choose(f, Q.OPENING, foe, target, f.rules[STRIKE_COST])
        foe.tempo.asked_to_strike = True
        if chosen.kind == YES:
            foe.tempo.reacted_to, foe.tempo.struck_round = f.tempo.answered_action, f.round
            pay(f, foe, because(f, STRIKES, -f.rules[STRIKE_COST]), C.GUARD)
            f.blow.by, f.blow.at = foe.id, target.id
            return
    f.tempo.guard_dropper = NOBODY
    for c in f.who[: f.n]:
        c.tempo.asked_to_strike = False


@rule
def next_to_strike(f: Fight, target: Combatant) -> int:
    """Return who may strike at an open guard and has not been asked, by score; NOBODY without one."""
    best = NOBODY
    for c in f.who[: f.n]:
        if (
            c.able
            and c.side != target.side
            and not c.tempo.asked_to_strike
            and (best == NOBODY or c.tempo.score > f.who[best].tempo.score)
        ):
            if may(f, question(Q.OPENING, c.id, target.id, 0), YES, NOBODY, 0):
                best = c.id
    return best


NEAR, FAR, SIDE = 9, 1, 6  # tempo.missile.melee, in tenths
AIM = 2
HALF_WIDTH = 25  # of the line from straight behind
BEHIND_ONE = reason(C.MISSILE_MELEE, "from straight behind the near one")
BEHIND_OTHER = reason(C.MISSILE_MELEE, "past the near one")
FROM_SIDE = reason(C.MISSILE_MELEE, "from the side, or with no clear facing")
AIMED = reason(C.MISSILE_MELEE, "a round of aiming")


@rule
def stray(f: Fight, shooter: Combatant, chosen: Combatant) -> Combatant:
    """Return who is really shot at (tempo.missile.melee), drawn before the roll to hit."""
    others = 0
    for c in f.who[: f.n]:
        others += 1 if fights_with(shooter, c, chosen) else 0
    if others == 0:
        return chosen
    chance = chance_of(f, shooter, chosen, others)
    chance += because(f, AT_MOST, 10 - chance, chance > 10)
    drawn, victim = roll(f, shooter, FOR_STRAY_TARGET, 10), chosen.id
    if drawn > chance:
        victim = drawn_other(f, shooter, chosen, others)
    note(f, E.ROLL, C.MISSILE_MELEE, shooter, f.who[victim], drawn, chance)
    return f.who[victim]


@rule
def fights_with(shooter: Combatant, c: Combatant, chosen: Combatant) -> bool:
    """Return whether `c` is in melee with the chosen target and is not the shooter."""
    return (
        c.able
        and c.id != shooter.id
        and c.id != chosen.id
        and (c.tempo.bout_foe == chosen.id or chosen.tempo.bout_foe == c.id)
    )


@rule
def drawn_other(f: Fight, shooter: Combatant, chosen: Combatant, others: int) -> int:
    """Draw one of the others in the melee, each as likely."""
    left = roll(f, shooter, FOR_STRAY_TARGET, others) if others > 1 else 1
    for c in f.who[: f.n]:
        if fights_with(shooter, c, chosen):
            left -= 1
            if left == 0:
                return c.id
    return chosen.id


@rule
def chance_of(f: Fight, shooter: Combatant, chosen: Combatant, others: int) -> int:
    """Return the chance of the chosen target, in tenths."""
    total = because(f, AIMED, AIM, shooter.tempo.aim_target == chosen.id and shooter.tempo.aimed_round == f.round - 1)
    at = chosen.faced_foe
    if others == 1 and at != NOBODY and f.who[at].faced_foe == chosen.id and fights_with(shooter, f.who[at], chosen):
        other = f.who[at]
        if straight_behind(f, shooter, chosen, other):
            return total + because(f, BEHIND_ONE, NEAR)
        if straight_behind(f, shooter, other, chosen):
            return total + because(f, BEHIND_OTHER, FAR)
    return total + because(f, FROM_SIDE, SIDE)


@rule
def straight_behind(f: Fight, shooter: Combatant, near: Combatant, far: Combatant) -> bool:
    """Return whether the near one stands between the shooter and the far one, and the shot does not come from above."""
    if f.contact or shooter.z != near.z or distance(shooter, near) >= distance(shooter, far):
        return False
    return along_line(shooter, near, far, distance(shooter, far), HALF_WIDTH)


@rule
def threaten(f: Fight, shooter: Combatant, target: Combatant) -> None:
    """Let a shooter describe a ranged hit as taking aim (tempo.missile.threat)."""
    if f.rules[THREAT] == 1 and shooter.tempo.threatened_foe != target.id and takes(f, Q.THREATEN, shooter, target, 0):
        shooter.tempo.threatened_foe = target.id
        note(f, E.DECLARED, C.MISSILE_THREAT, shooter, target)


@rule
def loose(f: Fight, who: Combatant, target: Combatant) -> None:
    weapon = arm(f, who)
    let_go(f, who)
    seams.attack(f, who, target, weapon, True, False)


@rule
def let_fall(f: Fight, who: Combatant, target: Combatant) -> None:
    """Drop what flyers drop: 16 or more on the bare d20 hits, whatever the armour (classic.attack.bombing)."""
    weapon = arm(f, who)
    let_go(f, who)
    drop(f, who, target, weapon)


@rule
def let_go(f: Fight, who: Combatant) -> None:
    """Use up what is thrown (classic.weapon.thrown). With the last one gone, bare hands or natural attacks are left."""
    who.shot_round = f.round
    if arm(f, who).qualities & THROWN and who.kit_left[who.hand] > 0:
        who.kit_left[who.hand] -= 1
        if who.kit_left[who.hand] == 0 and not who.has_routine:
            who.hand = KIT - 1 if who.kit[KIT - 1] != NOBODY else 0
