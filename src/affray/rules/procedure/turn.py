"""One's own turn in the procedure book: move, attack, cast, use items, in any order; held, or cut in."""

from affray.engine import events as E
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, choose, note, question, rule, ruling
from affray.engine.vocabulary import FLEEING, PRONE
from affray.rules import seams
from affray.rules.procedure import clauses as C
from affray.rules.procedure.attack import loose, shoot_standing
from affray.rules.procedure.declarations import set_off, stop_waiting, wait
from affray.rules.procedure.initiative import LOSERS, SECOND_MISSILES
from affray.rules.procedure.legality import refusal
from affray.rules.procedure.questions import (
    ACT,
    ANYTHING,
    CHARGE,
    DEFEND,
    FORGO,
    GUARD,
    HOLD,
    MOVES,
    OTHER,
    READIED,
    SHOOT,
    TRIGGER,
)
from affray.rules.procedure.spells import cast, cast_readied, drop_spell
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import lift
from affray.rules.shared.effects import breathe, drink, turn_undead
from affray.rules.shared.legality import (
    AWAY,
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
    TURN,
    swings_left,
    weapon_for,
)
from affray.rules.shared.movement import give_way, go, run_away
from affray.rules.shared.round import answer_call, drains, forget_order
from affray.rules.shared.tactics import may

# --- whose turn it is


@rule
def begin_side(f: Fight) -> None:
    """Begin with the next side in order: first the winners, then the losers (procedure.initiative.several)."""
    f.cursor = 0
    f.next_actor = NOBODY
    if f.went_first_count > 0:
        forget_order(f)
    for c in f.who[: f.n]:
        if c.turn == f.turn and c.able:
            note(f, E.ROUND, C.ACT_LOSERS if f.turn > 0 else C.ACT_WINNERS, c, c, f.turn)
            return


@rule
def act(f: Fight) -> bool:
    """Do one thing that one of the side does; return False when all of it have had their turn."""
    while True:
        at = whose_turn(f)
        if at == NOBODY:
            return False
        who = f.who[at]
        f.next_actor = at
        if goes_on(f, who):
            return True
        end_turn(f, who)


@rule
def whose_turn(f: Fight) -> int:
    """Return who is in the middle of their turn, else the next in the list; NOBODY when all have had theirs."""
    if f.next_actor != NOBODY:
        return f.next_actor
    if f.called_next != NOBODY:
        at = answer_call(f)
        if at != NOBODY:
            return at
    while f.cursor < f.n:
        c = f.who[f.cursor]
        f.cursor += 1
        if c.turn == f.turn and not c.went_first and c.able:
            return c.id
    return NOBODY


@rule
def end_turn(f: Fight, who: Combatant) -> None:
    """End a turn; drop a spell that was not cast (procedure.declare)."""
    if who.current_spell != NOBODY and who.able and not who.holding:
        drop_spell(f, who)
    if f.procedure.interrupter == who.id:
        f.procedure.interrupter = NOBODY
    elif f.next_actor == who.id:
        f.next_actor = NOBODY


@rule
def act_held(f: Fight) -> bool:
    """Let whoever held or has an unresolved trigger act; return False when all have had a turn (procedure.act.held)."""
    while True:
        if f.next_actor == NOBODY:
            f.next_actor = next_held(f)
        if f.next_actor == NOBODY:
            return False
        who = f.who[f.next_actor]
        if goes_on(f, who):
            return True
        end_turn(f, who)


@rule
def next_held(f: Fight) -> int:
    while f.cursor < f.n:
        c = f.who[f.cursor]
        f.cursor += 1
        if c.holding:
            stop_waiting(f, c)
            if c.able:
                note(f, E.ROUND, C.ACT_HELD, c, c)
                return c.id
    return NOBODY


@rule
def cut_in(f: Fight) -> None:
    """Let whoever's trigger has fired take their turn now (procedure.act.hold)."""
    who = f.who[f.procedure.interrupter]
    if not goes_on(f, who):
        end_turn(f, who)


@rule
def resume(f: Fight) -> None:
    """Do the act that set off a trigger, if it can still be done; another trigger may come first."""
    who = f.who[f.actor]
    chosen = answer(f.action_kind, f.action_target, f.action_option)
    f.actor, f.action_kind, f.action_target, f.action_option = NOBODY, 0, NOBODY, 0
    if who.conditions >> FLEEING & 1:
        return  # it runs without being told
    standing = f.phase == SECOND_MISSILES
    ask = question(SHOOT if standing else ACT, who.id, who.id, 0)
    if not who.able or refusal(f, ask, chosen) != 0:
        note(f, E.LOST, C.ACT_HOLD, who, who, NOBODY)
    elif not set_off(f, who, chosen):
        if standing:
            shoot_standing(f, who, chosen)
        else:
            do(f, who, chosen)


# --- a turn


@rule
def goes_on(f: Fight, who: Combatant) -> bool:
    """Do one thing, or ask what they do; return False when their turn is over."""
    if not who.able or who.holding:
        return False
    if who.conditions & (1 << FLEEING | 1 << PRONE) != 0 and must_move(f, who):
        return True
    if who.attached_to != NOBODY and not who.acted and who.declared != DEFEND and drains(f, who):
        return True
    if not has_more(f, who):
        return False
    chosen = choose(f, ACT, who, who, 0)
    if chosen.kind == PASS:
        who.acted = who.acted or who.attacks_made > 0
        end_turn(f, who)
    elif not set_off(f, who, chosen):
        do(f, who, chosen)
    return True


@rule
def must_move(f: Fight, who: Combatant) -> bool:
    """Make whoever has broken retreat without a choice; the prone rise with their move (procedure.morale.check)."""
    if who.moved > 0:
        return False
    if who.conditions >> PRONE & 1:
        if who.declared == CAST or who.procedure.shots_made > 0:
            return False
        who.moved = 1
        lift(f, who, PRONE, shared.CONDITION_END)
        return True
    if not set_off(f, who, answer(AWAY)):
        who.moved = 1
        run_away(f, who)
    return True


@rule
def has_more(f: Fight, who: Combatant) -> bool:
    """Return whether there is anything left to ask them. In the thick of it nobody who has struck needs to move."""
    if who.conditions >> FLEEING & 1:
        return False
    guarded = who.declared == DEFEND or who.declared == FORGO
    if (
        who.procedure.readied_spell != NOBODY
        and not guarded
        and seams.refuse_spell(f, who, who.procedure.readied_spell) == 0
    ):
        return True
    if who.declared == CHARGE or (who.declared == CAST and who.current_spell == NOBODY):
        return False
    if not who.acted:
        return can_still_act(f, who)
    return who.moved == 0 and who.procedure.shots_made == 0 and not f.contact


@rule
def can_still_act(f: Fight, who: Combatant) -> bool:
    """Return whether somebody who has not acted can; one who has moved may have nothing left but to pass."""
    if who.moved == 0 or who.current_spell != NOBODY:
        return True
    if who.declared == DEFEND:
        return who.potions > 0
    ask = question(ACT, who.id, who.id, 0)
    if may(f, ask, DRINK, NOBODY, 0) or may(f, ask, TURN, NOBODY, 0) or may(f, ask, HOLD, NOBODY, 0):
        return True
    for slot in range(KIT):
        if may(f, ask, DRAW, NOBODY, slot):
            return True
    for c in f.who[: f.n]:
        if may_do_with(f, ask, who, c.id):
            return True
    return False


@rule
def may_do_with(f: Fight, ask: Question, who: Combatant, other: int) -> bool:
    """Return whether they may strike, breathe at, shoot at or turn to face another, or let the other go first."""
    for mode in range(KIT if who.has_routine else 1):
        if may(f, ask, HIT, other, 2 * mode):
            return True
    if may(f, ask, BREATHE, other, 0) or may(f, ask, LOOSE, other, 0) or may(f, ask, DROP, other, 0):
        return True
    return may(f, ask, FACE, other, 0) or may(f, ask, GIVE_WAY, other, 0)


@rule
def do(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Do what was chosen; an attack comes last in its step."""
    if chosen.kind == HIT:
        strike(f, who, chosen)
    elif MOVES >> chosen.kind & 1:
        go(f, who, chosen)
        who.moved = max(1, who.moved)
    elif chosen.kind == LOOSE or chosen.kind == DROP:
        loose(f, who, chosen)
    elif chosen.kind == CAST:
        cast(f, who, f.who[chosen.target])
    elif chosen.kind == READIED:
        cast_readied(f, who, f.who[chosen.target])
    elif chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    else:
        do_otherwise(f, who, chosen)


@rule
def do_otherwise(f: Fight, who: Combatant, chosen: Answer) -> None:
    if chosen.kind == HOLD or chosen.kind == TRIGGER or chosen.kind == GUARD:
        wait(f, who, chosen)
    elif chosen.kind == BREATHE:
        breathe(f, who, f.who[chosen.target])
    elif chosen.kind == TURN:
        who.acted = True
        turn_undead(f, who)
    elif chosen.kind == DRINK:
        drink(f, who)
    elif chosen.kind == FORGO:
        forgo(f, who)
    elif chosen.kind == OTHER:
        improvise(f, who)
    elif chosen.kind == DRAW:
        draw(f, who, chosen.option)
    elif chosen.kind == FACE:
        who.faced_foe = chosen.target
        who.faced_round = f.round
        note(f, E.MOVE, shared.ATTACK_BEHIND, who, f.who[chosen.target])


@rule
def improvise(f: Fight, who: Combatant) -> None:
    """Do anything else that the referee lets work; it is the act of this turn (procedure.act.winners)."""
    who.acted = True
    works = ruling(f, ANYTHING, who, who, 0).kind == YES
    clause = C.ACT_LOSERS if f.phase == LOSERS else C.ACT_WINNERS
    note(f, E.DECLARED if works else E.LOST, clause, who, who)


@rule
def strike(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Make one attack; a routine makes all its attacks, one a step (classic.damage.monster)."""
    mode = chosen.option >> 1
    weapon = weapon_for(f, who, mode)
    who.attacks_made += 1
    who.mode = mode if who.has_routine else NOBODY
    if not who.has_routine or swings_left(f, who, mode) == 0:
        who.acted = True
    seams.attack(f, who, f.who[chosen.target], weapon, False, chosen.option & SUBDUE != 0)


@rule
def draw(f: Fight, who: Combatant, slot: int) -> None:
    """Draw for free with the move (classic.weapon.switch)."""
    seams.take_in_hand(f, who, slot)
    who.drew_round = f.round
    note(f, E.MOVE, shared.WEAPON_SWITCH, who, who, who.kit[slot])


@rule
def forgo(f: Fight, who: Combatant) -> None:
    """Drop what was declared for a plain move, and nothing else (procedure.declare)."""
    if who.current_spell != NOBODY:
        drop_spell(f, who)
        who.declared = 0
    else:
        note(f, E.LOST, C.DECLARE, who, who, NOBODY)
        who.acted = True
        who.declared = FORGO
