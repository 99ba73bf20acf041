"""One combatant's turn in the vanguard book: what its start brings, one action, and a move before or after it."""

from affray.engine import events as E
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, choose, note, rule, ruling
from affray.engine.vocabulary import BURNING, FLEEING, PRONE, RELOAD, SLOW
from affray.rules import seams
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import lift
from affray.rules.shared.effects import breathe, drink, turn_undead
from affray.rules.shared.legality import DROP as LOAD
from affray.rules.shared.legality import LOOSE as SHOT
from affray.rules.shared.legality import arm, swings_left, weapon_for
from affray.rules.shared.movement import let_go_first
from affray.rules.shared.round import drains, loose
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard import questions as Q
from affray.rules.vanguard.flasks import burn, put_out, set_fire, singe, spill, stands_in_fire, throw
from affray.rules.vanguard.movement import charge, flee, go
from affray.rules.vanguard.spells import cast


@rule
def takes_turn(f: Fight, who: Combatant) -> bool:
    """Play the next part of the turn of `who`; return False when it is over."""
    if who.vanguard.began_round != f.round and begins(f, who):
        f.next_actor = who.id
        return True
    if who.conditions != 0 and follow_compulsion(f, who):
        return True
    if who.attached_to != NOBODY and not who.acted and drains(f, who):
        return True
    if is_over(f, who):
        return False
    chosen = choose(f, Q.ACT, who, who, 0)
    if chosen.kind == PASS:
        return leaves_off(f, who)
    f.next_actor = who.id
    act(f, who, chosen)
    return True


@rule
def begins(f: Fight, who: Combatant) -> bool:
    """End a stance and let what burns burn. Return True when that was a step of its own."""
    who.vanguard.began_round = f.round
    who.vanguard.defensive_stance = False
    if who.conditions >> BURNING & 1:
        burn(f, who)
        if who.in_fight and f.vanguard.burning_pools > 0 and stands_in_fire(f, who):
            singe(f, who)
        return True
    if f.vanguard.burning_pools > 0 and stands_in_fire(f, who):
        singe(f, who)
        return True
    return False


@rule
def follow_compulsion(f: Fight, who: Combatant) -> bool:
    """Make those without heart run, and those on the ground stand up instead of moving; return whether either did."""
    if who.conditions >> FLEEING & 1:
        if who.vanguard.ended_round == f.round:
            return False
        flee(f, who)
        return True
    if who.conditions >> PRONE & 1 and who.moved == 0:
        who.moved = 1
        f.next_actor = who.id
        lift(f, who, PRONE, shared.CONDITION_END)
        return True
    return False


@rule
def is_over(f: Fight, who: Combatant) -> bool:
    """Return whether one action and one move are both used, or `who` has had enough (vanguard.turn)."""
    if who.vanguard.ended_round == f.round or who.conditions >> FLEEING & 1:
        return True
    return who.acted and (who.moved > 0 or (seams.encounter_rate(f, who) == 0 and not who.has_mount))


@rule
def act(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Do what `who` has chosen; then they are asked again, until their turn is over."""
    kind = chosen.kind
    if kind == Q.HIT:
        strike(f, who, chosen)
    elif kind in (Q.APPROACH, Q.AWAY, Q.GO, Q.RISE, Q.SADDLE):
        go(f, who, chosen)
    elif kind == Q.CHARGE:
        charge(f, who, f.who[chosen.target])
    elif kind == Q.GIVE_WAY:
        let_go_first(f, who, chosen.target)
        note(f, E.DECLARED, C.ROUND_ORDER, who, f.who[chosen.target])
    elif kind in (Q.LOOSE, Q.DROP):
        shoot(f, who, chosen)
    elif kind == Q.THROW:
        throw(f, who, f.who[chosen.target], chosen.option)
    elif kind in (Q.SPILL_OIL, Q.SPILL_WATER):
        spill(f, who, kind, chosen.target, chosen.option)
    elif kind == Q.SET_FIRE:
        set_fire(f, who, chosen.target, chosen.option)
    elif kind == Q.CAST:
        cast(f, who, f.who[chosen.target], chosen.option)
    elif kind == Q.FACE:
        face(f, who, f.who[chosen.target])
    elif kind == Q.DRAW:
        draw(f, who, chosen.option)
    elif kind == Q.BREATHE:
        breathe(f, who, f.who[chosen.target])
    else:
        act_alone(f, who, kind)


@rule
def leaves_off(f: Fight, who: Combatant) -> bool:
    """Leave the rest of the attacks, and then of the turn: return False when that is over."""
    if who.attacks_made > 0 and not who.acted:
        who.acted = True
        f.next_actor = who.id
        return True
    who.vanguard.ended_round = f.round
    return False


@rule
def act_alone(f: Fight, who: Combatant, kind: int) -> None:
    """Do an action that needs nobody else."""
    if kind == Q.DRINK:
        drink(f, who)
        return
    who.acted = True
    if kind == Q.RUN or kind == Q.DEFEND:
        set_pace(who, kind)
    elif kind == Q.STANCE:
        take_stance(f, who)
    elif kind == Q.RELOAD:
        reload(f, who)
    elif kind == Q.LIGHT:
        who.vanguard.flame_ready = True
        note(f, E.DECLARED, C.OIL_FIRE, who, who)
    elif kind == Q.DOUSE:
        put_out(f, who)
    elif kind == Q.TURN:
        turn_undead(f, who)
    elif kind == Q.OTHER:
        improvise(f, who)


@rule
def set_pace(who: Combatant, kind: int) -> None:
    """Run or move defensively; those who have moved already may move once more (vanguard.run)."""
    who.vanguard.pace = Q.CAREFUL if kind == Q.DEFEND else Q.RUNNING if who.moved == 0 else Q.ONCE_MORE
    who.moved = 0


@rule
def improvise(f: Fight, who: Combatant) -> None:
    """Ask the referee to judge any other action (vanguard.turn)."""
    allowed = ruling(f, Q.ANYTHING, who, who, 0).kind == YES
    note(f, E.DECLARED if allowed else E.LOST, C.TURN, who, who)


@rule
def strike(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Make an attack; a routine makes all, one a step. Ask the referee whether to take alive (vanguard.death.zero)."""
    mode = chosen.option >> 1
    weapon = weapon_for(f, who, mode)
    target = f.who[chosen.target]
    alive = chosen.option & Q.SPARE != 0 and ruling(f, Q.ALIVE, who, target, chosen.target).kind == YES
    who.attacks_made += 1
    who.mode = mode if who.has_routine else NOBODY
    who.acted = not who.has_routine or swings_left(f, who, mode) == 0
    seams.attack(f, who, target, weapon, False, alive)


@rule
def shoot(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Shoot; a crossbow is empty after its shot (vanguard.reload.light, vanguard.reload.heavy)."""
    if arm(f, who).qualities & RELOAD:
        who.unloaded |= 1 << who.hand
    loose(f, who, f.who[chosen.target], SHOT if chosen.kind == Q.LOOSE else LOAD, False)


@rule
def reload(f: Fight, who: Combatant) -> None:
    heavy = arm(f, who).qualities & SLOW != 0
    who.unloaded &= ~(1 << who.hand)
    note(f, E.DECLARED, C.RELOAD_HEAVY if heavy else C.RELOAD_LIGHT, who, who)
    if heavy:
        who.vanguard.ended_round = f.round


@rule
def take_stance(f: Fight, who: Combatant) -> None:
    """Take a defensive stance, with no move and no action (vanguard.stance)."""
    who.vanguard.defensive_stance = True
    who.vanguard.ended_round = f.round
    note(f, E.DECLARED, C.STANCE, who, who)


@rule
def face(f: Fight, who: Combatant, foe: Combatant) -> None:
    """Turn to a foe, free, once a round (vanguard.attack.behind)."""
    who.faced_foe = foe.id
    who.faced_round = f.round
    note(f, E.MOVE, C.ATTACK_BEHIND, who, foe)


@rule
def draw(f: Fight, who: Combatant, slot: int) -> None:
    """Draw a weapon, free with the move, once a round."""
    seams.take_in_hand(f, who, slot)
    who.drew_round = f.round
    note(f, E.MOVE, shared.WEAPON_SWITCH, who, who, who.kit[slot])
