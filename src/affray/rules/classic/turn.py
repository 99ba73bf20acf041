"""One side's turn in the classic book: morale, movement, missiles, spells, melee; and after all of them the slow."""

from affray.engine import events as E
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, Answer, choose, note, rule
from affray.engine.vocabulary import BLIND, FLEEING, MISSILE, PRONE, RETREATING, WITHDRAWING
from affray.engine.vocabulary import MELEE as MELEE_WEAPON
from affray.rules import seams
from affray.rules.classic import clauses as C
from affray.rules.classic.morale import checks_morale
from affray.rules.classic.questions import AIM, MOVE, SHOOT, STRIKE
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import drop_spell, lift
from affray.rules.shared.effects import breathe, cast_spell, drink, turn_undead
from affray.rules.shared.legality import (
    BREATHE,
    CAST,
    DRAW,
    DRINK,
    DROP,
    FACE,
    GIVE_WAY,
    HIT,
    LOOSE,
    SUBDUE,
    arm,
    in_melee,
    swings_left,
    weapon_for,
)
from affray.rules.shared.legality import TURN as TURN_UNDEAD
from affray.rules.shared.movement import give_way, go, run_away
from affray.rules.shared.round import ROUND, drains, forget_order, loose, next_in_step


@rule
def cast(f: Fight, who: Combatant) -> None:
    """Take the spell step of one combatant: aim their declared spell, or turn the undead."""
    chosen = choose(f, AIM, who, who, 0)
    if chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == TURN_UNDEAD:
        who.acted = True
        turn_undead(f, who)
    elif chosen.kind == CAST:
        cast_spell(f, who, f.who[chosen.target])
    elif who.current_spell != NOBODY:
        drop_spell(f, who)


(
    DECLARING,
    REVEALING,
    INITIATIVE,
    AURAS,
    TURN,
    MORALE,
    MOVING,
    MISSILES,
    SPELLS,
    MELEE,
    LAST,
    ROUND_END,
) = range(ROUND + 1, ROUND + 13)
PHASES = "muster hit-points meeting round declare reveal initiative auras".split()
PHASES += "turn morale movement missiles spells melee slow end".split()


@rule
def begin_turn(f: Fight) -> None:
    """Find who acts now, and which of the five steps they need (classic.round.sides)."""
    if f.turn >= f.turn_count:
        begin_last(f)
        return
    todo, sides, slow, opens, closes = 0, 0, f.classic.has_late_attacks, f.n, 0
    for c in f.who[: f.n]:
        if c.turn == f.turn:
            opens = c.id if closes == 0 else opens
            closes = c.id + 1
            if c.able:
                todo |= needs(f, c)
                slow |= c.attacks_late
                sides |= 1 << c.side
    f.classic.steps_needed, f.classic.has_late_attacks, f.classic.scan_start, f.scan_end = todo, slow, opens, closes
    f.simultaneous = sides & (sides - 1) != 0  # more than one of them
    if f.simultaneous or (f.turn > 0 and sides != 0):
        first = f.who[first_able(f)]
        alone = C.ROUND_SIDES if acts_together(f, first.side) else C.INITIATIVE_INDIVIDUAL
        note(f, E.ROUND, C.INITIATIVE_TIE if f.simultaneous else alone, first, first, f.turn)
    f.phase = TURN
    next_phase(f)


@rule
def acts_together(f: Fight, side: int) -> bool:
    """Return whether the turn is that of a whole side, or of some on it."""
    for c in f.who[: f.n]:
        if c.able and c.side == side and c.turn != f.turn:
            return False
    return True


@rule
def needs(f: Fight, who: Combatant) -> int:
    """Return the bits of the steps in which they have something to do."""
    todo = who.classic.usual_steps | 1 << MELEE
    if who.morale_due != 0:
        todo |= 1 << MORALE | 1 << MOVING
    if not f.contact or who.conditions != 0:
        todo |= 1 << MOVING
    if who.current_spell != NOBODY:
        todo |= 1 << SPELLS
    return todo


@rule
def first_able(f: Fight) -> int:
    for c in f.who[f.classic.scan_start : f.scan_end]:
        if c.able and c.turn == f.turn:
            return c.id
    return NOBODY


@rule
def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Find out, once, at the start, which steps of a turn their kit may call for."""
    spare = has_spare(who)
    who.classic.usual_steps = 1 << MOVING if spare or who.has_mount else 0
    if spare or who.breaths > 0 or arm(f, who).qualities & MISSILE:
        who.classic.usual_steps |= 1 << MISSILES
    if who.turning_level > 0:
        who.classic.usual_steps |= 1 << SPELLS
    seams.take_in_hand(f, who, who.hand)


@rule
def next_phase(f: Fight) -> None:
    """Go to the next step of this turn that anybody needs; after the melee, to the next turn."""
    if f.simultaneous:
        seams.settle(f)
    f.phase += 1
    while f.phase < MELEE and f.classic.steps_needed >> f.phase & 1 == 0:
        f.phase += 1
    if f.phase > MELEE or f.classic.steps_needed == 0:
        f.phase = TURN
        f.turn += 1
        return
    f.cursor = f.classic.scan_start
    if f.went_first_count > 0:
        forget_order(f)
    if f.simultaneous:
        for c in f.who[: f.n]:
            c.was_able = c.able


@rule
def morale(f: Fight) -> None:
    if not checks_morale(f):
        next_phase(f)


@rule
def movement(f: Fight) -> None:
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_phase(f)
            return
        who = f.who[at]
        if has_move(f, who) and move(f, who):
            return


@rule
def missiles(f: Fight) -> None:
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_phase(f)
            return
        who = f.who[at]
        if not who.attacks_late and shoots(f, who):
            return


@rule
def shoots(f: Fight, who: Combatant) -> bool:
    """Ask for one shot, breath or dropped stone; return False when there is nothing to ask them."""
    if who.acted or (arm(f, who).qualities & MISSILE == 0 and who.breaths == 0):
        return False
    chosen = choose(f, SHOOT, who, who, 0)
    if chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == BREATHE:
        breathe(f, who, f.who[chosen.target])
    elif chosen.kind == LOOSE or chosen.kind == DROP:
        loose(f, who, f.who[chosen.target], chosen.kind, chosen.option & SUBDUE != 0)
    return True


@rule
def spells(f: Fight) -> None:
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_phase(f)
            return
        who = f.who[at]
        if who.current_spell != NOBODY or (who.turning_level > 0 and not who.acted):
            cast(f, who)
            return


@rule
def melee(f: Fight) -> None:
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_phase(f)
            return
        who = f.who[at]
        if not who.attacks_late and take_swing(f, who):
            return


@rule
def take_swing(f: Fight, who: Combatant) -> bool:
    """Ask for one attack, the next of a routine, or a potion instead; return False when there is nothing to ask."""
    if who.attached_to != NOBODY and drains(f, who):
        return True
    if who.acted or who.current_spell != NOBODY:
        return False
    if who.potions == 0 and who.conditions & (1 << BLIND | LEAVING & ~(1 << WITHDRAWING)) != 0:
        return False
    chosen = choose(f, STRIKE, who, who, 0)
    if chosen.kind == HIT:
        strike(f, who, chosen)
    elif chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == DRINK:
        drink(f, who)
    elif who.attacks_made > 0:
        who.acted = True
    elif who.conditions >> WITHDRAWING & 1 and who.moved > 0:
        wait(f, who)
    return True


@rule
def strike(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Make one attack; a routine makes all its attacks, one a step (classic.damage.monster)."""
    mode = chosen.option >> 1
    weapon = weapon_for(f, who, mode)
    who.attacks_made += 1
    who.mode = mode if who.has_routine else NOBODY
    if who.has_routine and swings_left(f, who, mode) > 0:
        f.next_actor = who.id
    else:
        who.acted = True
    seams.attack(f, who, f.who[chosen.target], weapon, False, chosen.option & SUBDUE != 0)


@rule
def begin_last(f: Fight) -> None:
    """Let the slow act after every side, in the order of initiative (classic.initiative.slow)."""
    f.simultaneous = False
    f.turn = NOBODY
    f.phase = LAST if f.classic.has_late_attacks else ROUND_END
    if f.classic.has_late_attacks:
        next_slow(f)


@rule
def next_slow(f: Fight) -> None:
    """Begin the next turn of the slow; sides that share it act together here too."""
    if f.simultaneous:
        f.simultaneous = False
        seams.settle(f)
    f.turn += 1
    f.cursor, f.scan_end = 0, f.n
    if f.went_first_count > 0:
        forget_order(f)
    first = NOBODY
    for c in f.who[: f.n]:
        c.was_able = c.able and c.attacks_late
        if c.was_able and c.turn == f.turn:
            f.simultaneous = f.simultaneous or (first != NOBODY and f.who[first].side != c.side)
            first = c.id
    if first != NOBODY:
        last = shared.MONSTER_LAST if f.who[first].acts_last else shared.INITIATIVE_SLOW
        note(f, E.ROUND, last, f.who[first], f.who[first], f.turn)


@rule
def strikes_or_shoots(f: Fight, who: Combatant) -> bool:
    """Use a slow weapon in one way: at those in melee with its wielder, or from afar."""
    afar = arm(f, who).qualities & MISSILE != 0 and not in_melee(f, who)
    return shoots(f, who) if afar else take_swing(f, who)


@rule
def slow_ones(f: Fight) -> None:
    while f.turn < f.turn_count:
        at = next_in_step(f)
        if at == NOBODY:
            next_slow(f)
        elif f.who[at].attacks_late and strikes_or_shoots(f, f.who[at]):
            return
    f.phase = ROUND_END
    f.cursor = 0


# --- movement: the moves of a turn, withdrawal, retreat, and who strikes whom meanwhile


LEAVING = 1 << WITHDRAWING | 1 << RETREATING | 1 << FLEEING


@rule
def has_move(f: Fight, who: Combatant) -> bool:
    """Return whether they have anything to do in the movement step; in the thick of it, most have nothing."""
    if f.contact:
        return who.conditions & (LEAVING | 1 << PRONE) != 0 or has_spare(who) or who.has_mount
    return True


@rule
def has_spare(who: Combatant) -> bool:
    """Return whether they can draw another weapon, if only bare hands: the armed have those last in their kit."""
    return not who.has_routine and who.kit[KIT - 1] != NOBODY


@rule
def move(f: Fight, who: Combatant) -> bool:
    """Make one combatant's movement step, by their choice where they have one; always return True."""
    if who.conditions >> PRONE & 1 and who.declared != CAST:
        who.moved = 1
        lift(f, who, PRONE, shared.CONDITION_END)
        return True
    if who.conditions >> FLEEING & 1:
        run_away(f, who)
        return True
    chosen = choose(f, MOVE, who, who, 0)
    if chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == FACE:
        who.faced_foe = chosen.target
        who.faced_round = f.round
        note(f, E.MOVE, shared.ATTACK_BEHIND, who, f.who[chosen.target])
        f.next_actor = who.id
    elif chosen.kind == DRAW:
        draw(f, who, chosen.option)
    elif chosen.kind != PASS:
        go(f, who, chosen)
    return True


@rule
def draw(f: Fight, who: Combatant, slot: int) -> None:
    """Draw a weapon for free with the move, which is still theirs; a slow one strikes last (classic.weapon.switch)."""
    seams.take_in_hand(f, who, slot)
    f.classic.has_late_attacks = f.classic.has_late_attacks or who.attacks_late
    who.drew_round = f.round
    f.next_actor = who.id
    note(f, E.MOVE, shared.WEAPON_SWITCH, who, who, who.kit[slot])


@rule
def wait(f: Fight, who: Combatant) -> None:
    """Hold the attack, with no foe in reach, for the first who follows (classic.move.withdrawal)."""
    if not who.waiting and weapon_for(f, who, 0).qualities & MELEE_WEAPON and not has_foe_in_reach(f, who):
        who.waiting = True
        f.waiting_count += 1
        note(f, E.DECLARED, shared.MOVE_WITHDRAWAL, who, who)


@rule
def has_foe_in_reach(f: Fight, who: Combatant) -> bool:
    for c in f.who[: f.n]:
        if seams.can_strike(f, who, c):
            return True
    return False


@rule
def strike_follower(f: Fight) -> None:
    """Make one waiting attack on whoever has just come into reach; when there is none, continue the round."""
    mover = f.who[f.newcomer]
    for c in f.who[: f.n]:
        if c.waiting and c.able and seams.can_strike(f, c, mover):
            meet_follower(f, c, mover)
            return
    f.newcomer = NOBODY


@rule
def meet_follower(f: Fight, who: Combatant, mover: Combatant) -> None:
    """Strike the follower; a routine makes all its attacks here too, one a step (classic.round.action)."""
    weapon = weapon_for(f, who, 0)
    who.attacks_made += 1
    who.mode = 0 if who.has_routine else NOBODY
    if swings_left(f, who, 0) == 0:
        who.waiting = False
        f.waiting_count -= 1
        who.acted = True
    seams.attack(f, who, mover, weapon, False, False)
