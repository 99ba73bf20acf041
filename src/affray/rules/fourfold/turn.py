"""A turn of the fourfold book: each kind of action, what others do meanwhile, and when a fight is over."""

from affray.engine import events as E
from affray.engine.clauses import REMARK, reason
from affray.engine.state import ALWAYS, NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import PASS, Answer, answer, because, choose, note, rule, ruling
from affray.engine.vocabulary import DEAD, DYING, FLEEING, THROWN
from affray.engine.vocabulary import RELOAD as SLOW_TO_LOAD
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.attack import break_free, defend, execute, grapple, let_fall, let_go, loosen, shove
from affray.rules.fourfold.clauses import BLEEDING, SNAP, UNTENDED
from affray.rules.fourfold.legality import can_answer, refuse_deed
from affray.rules.fourfold.movement import charge, drag, draw, lie_down, run_away, take_move
from affray.rules.fourfold.questions import (
    ACT,
    AIMED,
    BOMB,
    BREAK,
    BREATHE,
    CAST,
    CHARGE,
    DEED_WORDS,
    DELAY,
    DRAG,
    DRAW,
    DRINK,
    EXECUTE,
    FIRST,
    GRAPPLE,
    GUARD,
    HIT,
    HOLD,
    KINDS,
    LET_FALL,
    LOOSE,
    MAINS,
    ORDER,
    QUICK,
    REACT,
    RELOAD,
    SHOVE,
    STABILISE,
    SUBDUE,
    TURN,
    USE,
    WITHDRAW,
)
from affray.rules.fourfold.questions import SNAP as SNAPS
from affray.rules.fourfold.reach import MAIN, MOVE, by_hand
from affray.rules.fourfold.skills import use_skill
from affray.rules.shared.attack import drop
from affray.rules.shared.damage import begin, end, last_side, prize, relief_comes
from affray.rules.shared.effects import breathe, cast_spell, drink, turn_undead
from affray.rules.shared.house import empty_hand
from affray.rules.shared.legality import arm, weapon_for
from affray.rules.shared.round import LEAVES_HAND, drains


@rule
def carry_out(f: Fight, who: Combatant, kind: int, target: int, how: int) -> None:
    """Do an action; an attack is the last thing that happens in it."""
    if kind == HIT:
        strike(f, who, f.who[target], how)
    elif MAINS >> kind & 1:
        who.fourfold.spent_actions |= MAIN
        main_action(f, who, kind, target, how)
    elif kind == CHARGE:
        charge(f, who, f.who[target])
    else:
        take_move(f, who, kind, target, how)


@rule
def strike(f: Fight, who: Combatant, target: Combatant, how: int) -> None:
    """Strike one blow of the main action; a routine has several, one a step."""
    mode = how >> 1
    weapon = weapon_for(f, who, mode)
    who.fourfold.spent_actions |= MAIN
    who.attacks_made += 1
    who.mode = mode if who.has_routine else NOBODY
    seams.attack(f, who, target, weapon, False, how & SUBDUE != 0)


@rule
def main_action(f: Fight, who: Combatant, kind: int, target: int, how: int) -> None:
    if kind == LOOSE:
        loose(f, who, f.who[target])
    elif kind == CAST:
        who.current_spell = how
        cast_spell(f, who, f.who[target])
    elif kind == STABILISE:
        f.who[target].fourfold.tended_round = f.round
        seams.stabilise(f, who, f.who[target])
    elif kind == EXECUTE:
        execute_with(f, who, f.who[target])
    elif kind == SHOVE:
        shove(f, who, f.who[target], how)
    elif kind == GRAPPLE:
        grapple(f, who, f.who[target])
    elif kind == BREAK:
        break_free(f, who)
    elif kind == DRAG:
        drag(f, who, f.who[target])
    else:
        other_action(f, who, kind, target, how)


@rule
def other_action(f: Fight, who: Combatant, kind: int, target: int, how: int) -> None:
    if kind == WITHDRAW:
        who.fourfold.withdrew = True
        note(f, E.DECLARED, C.ACTION_WITHDRAWAL, who, who)
    elif kind == TURN:
        who.acted = True
        turn_undead(f, who)
    elif kind == BREATHE:
        breathe(f, who, f.who[target])
    elif kind == DRINK:
        drink(f, who)
    elif kind == RELOAD:
        who.unloaded &= ~(1 << who.hand)
        note(f, E.DECLARED, C.ACTION_LIST, who, who, who.kit[who.hand])
    elif kind == USE:
        use_skill(f, who, how)
    elif kind == BOMB:
        weapon = arm(f, who)
        use_up(f, who)
        drop(f, who, f.who[target], weapon)


@rule
def loose(f: Fight, who: Combatant, target: Combatant) -> None:
    """Shoot or throw."""
    weapon = arm(f, who)
    use_up(f, who)
    seams.attack(f, who, target, weapon, True, False)


@rule
def use_up(f: Fight, who: Combatant) -> None:
    """Use up a shot: a crossbow is empty now; what is thrown is gone."""
    weapon = arm(f, who)
    who.shot_round = f.round
    if weapon.qualities & SLOW_TO_LOAD:
        who.unloaded |= 1 << who.hand
    if weapon.qualities & THROWN and who.kit_left[who.hand] > 0:
        who.kit_left[who.hand] -= 1 + because(f, LEAVES_HAND, 0)
        if who.kit_left[who.hand] == 0 and not who.has_routine:
            empty_hand(f, who)


@rule
def execute_with(f: Fight, who: Combatant, victim: Combatant) -> None:
    """Execute by hand where they are near enough, else with a shot."""
    if by_hand(f, who, victim):
        execute(f, who, victim, weapon_for(f, who, 0), False)
    else:
        weapon = arm(f, who)
        use_up(f, who)
        execute(f, who, victim, weapon, True)


@rule
def settle(f: Fight) -> None:
    """End the fight if an objective is met, or one side at most still stands and has nobody left to tend."""
    if f.winner != UNDECIDED:
        return
    loosen(f)
    won = prize(f) if f.fall_decides else UNDECIDED
    if won == UNDECIDED:
        won = last_side(f)
        if (won >= 0 and still_tends(f, won)) or relief_comes(f, won):
            return
    if won != UNDECIDED:
        cut_short(f)
        if f.rules[UNTENDED] == 1:
            leave_untended(f)
        end(f, won)


@rule
def cut_short(f: Fight) -> None:
    """Waste the spell of somebody in the middle of it, whom the blow that ends the fight may have hurt."""
    if f.action_kind == CAST and f.who[f.actor].hurt_round == f.round:
        waste_spell(f, f.who[f.actor], f.action_option)


@rule
def waste_spell(f: Fight, who: Combatant, slot: int) -> None:
    """Waste the spell of somebody hurt while casting (fourfold.action.cast)."""
    who.fourfold.spent_actions |= MAIN
    note(f, E.LOST, C.ACTION_CAST, who, who, who.spells[slot])
    seams.spend_spell(f, who, slot)


@rule
def still_tends(f: Fight, side: int) -> bool:
    """Return whether somebody on the side is dying, and somebody can try (fourfold.damage.stabilise)."""
    dying, healers = 0, 0
    for c in f.who[: f.n]:
        if c.side == side:
            dying += 1 if bleeds(f, c) else 0
            healers += 1 if c.able and c.conditions >> FLEEING & 1 == 0 else 0
    return dying > 0 and healers > 0


@rule
def leave_untended(f: Fight) -> None:
    """Let the mortally wounded die whose side has nobody left to tend them (fourfold.damage.untended)."""
    for c in f.who[: f.n]:
        if bleeds(f, c) and not still_tends(f, c.side):
            note(f, E.DEAD, C.DAMAGE_UNTENDED, c, c, c.hp)
            begin(f, c, DEAD, ALWAYS)
            f.side[c.side].dead += 1


@rule
def bleeds(f: Fight, who: Combatant) -> bool:
    """Return whether their rounds are counted, and not yet over."""
    return who.in_fight and who.conditions >> DYING & 1 != 0 and 0 <= who.ends_at[DYING] - f.round < f.rules[BLEEDING]


SAID = tuple(reason(C.ACTION_INSTANT, DEED_WORDS.get(kind, kind).removesuffix(" at"), REMARK) for kind in KINDS)
FOR_THE_MOVE = reason(C.ACTION_HOLD, "giving up the move", REMARK)
IN_A_SNAP = reason(C.ACTION_SNAP, "snap attack")


@rule
def turn(f: Fight) -> bool:
    """Do the next thing in somebody's turn; return False when all have had theirs."""
    if f.action_kind != 0:
        before_the_deed(f)
        return True
    if f.actor == NOBODY and not next_turn(f):
        return False
    who = f.who[f.actor]
    if who.able and who.conditions >> FLEEING & 1:
        lower_guard(f, who)
        if not run_away(f, who):
            end_turn(f, who)
    elif who.able and who.attached_to != NOBODY and who.fourfold.spent_actions & MAIN == 0 and drains(f, who):
        who.fourfold.spent_actions |= MAIN
    elif who.able:
        act(f, who)
    else:
        end_turn(f, who)
    return True


@rule
def next_turn(f: Fight) -> bool:
    """Begin the turn of whoever waited for the last one, else the next of their side, else the next side's first
    (fourfold.initiative.order)."""
    if f.next_actor != NOBODY:
        at = f.next_actor
        f.next_actor = NOBODY
        begin_turn(f, f.who[at])
        return True
    if f.called_next != NOBODY and answers_call(f):
        return True
    while f.turn < f.turn_count:
        while f.cursor < f.n:
            c = f.who[f.cursor]
            f.cursor += 1
            if c.turn == f.turn and c.able and not c.fourfold.turn_taken and c.fourfold.acts_after == NOBODY:
                begin_turn(f, c)
                return True
        f.turn += 1
        f.cursor = 0
        f.fourfold.turn_announced = False
    return latecomer(f)


@rule
def answers_call(f: Fight) -> bool:
    """Give the turn to whom the referee calls, if it is their side's and theirs is to come (affray.referee)."""
    who = f.who[f.called_next]
    f.called_next = NOBODY
    if who.turn != f.turn or not who.able or who.fourfold.turn_taken or who.fourfold.acts_after != NOBODY:
        return False
    begin_turn(f, who)
    return True


@rule
def latecomer(f: Fight) -> bool:
    """Begin the turn of somebody whom the one they waited for has left waiting (fourfold.action.delay)."""
    if f.fourfold.delayed_count == 0:
        return False
    for c in f.who[: f.n]:
        if c.fourfold.acts_after != NOBODY and c.able and not c.fourfold.turn_taken:
            begin_turn(f, c)
            return True
    return False


@rule
def begin_turn(f: Fight, who: Combatant) -> None:
    """Begin a turn; note that of the first of a later side (fourfold.sides)."""
    f.actor = who.id
    who.fourfold.turn_taken = True
    who.fourfold.dragged = NOBODY
    if who.fourfold.grappled_foe != NOBODY and not f.who[who.fourfold.grappled_foe].able:
        let_go(f, who)
    if who.fourfold.acts_after != NOBODY:
        comes_at_last(f, who)
    who.fourfold.withdrew = False
    f.fourfold.guard_lowered = False
    if f.turn > 0 and not f.fourfold.turn_announced and f.turn < f.turn_count:
        f.fourfold.turn_announced = True
        note(f, E.ROUND, C.SIDES, who, who, f.turn)


@rule
def comes_at_last(f: Fight, who: Combatant) -> None:
    """Let whoever waits for the same one come right after them (fourfold.action.delay)."""
    for c in f.who[: f.n]:
        if c.fourfold.acts_after == who.fourfold.acts_after and c.id != who.id:
            c.fourfold.acts_after = who.id
    who.fourfold.acts_after = NOBODY
    f.fourfold.delayed_count -= 1


@rule
def end_turn(f: Fight, who: Combatant) -> None:
    """End a turn; whoever waited for them comes next."""
    lower_guard(f, who)
    f.fourfold.guard_lowered = False
    f.actor = NOBODY
    who.fourfold.withdrew = False
    if f.fourfold.delayed_count > 0:
        call_next(f, who)


@rule
def lower_guard(f: Fight, who: Combatant) -> None:
    """End total defence and screens at their turn, which a delay does not begin (fourfold.action.defence)."""
    if not f.fourfold.guard_lowered:
        f.fourfold.guard_lowered = True
        who.fourfold.total_defence = False
        who.fourfold.screened_ally = NOBODY


@rule
def call_next(f: Fight, who: Combatant) -> None:
    for c in f.who[: f.n]:
        if c.fourfold.acts_after == who.id and c.able and not c.fourfold.turn_taken:
            f.next_actor = c.id
            return


@rule
def act(f: Fight, who: Combatant) -> None:
    """Ask for a main and a move action in either order, and quick things until they pass (fourfold.action.turn)."""
    chosen = choose(f, ACT, who, who, 0)
    if chosen.kind != DELAY:
        lower_guard(f, who)
    if chosen.kind == PASS:
        end_turn(f, who)
    elif QUICK >> chosen.kind & 1:
        quick(f, who, chosen)
    else:
        announce(f, who, chosen)


@rule
def quick(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Do what is done before anybody can answer it."""
    if chosen.kind == DRAW:
        draw(f, who, chosen.option)
    elif chosen.kind == LET_FALL:
        let_fall(f, who)
    elif chosen.kind == GUARD:
        defend(f, who, who)
    elif chosen.kind == HOLD:
        who.holding = True
        because(f, FOR_THE_MOVE, 0, who.fourfold.spent_actions & MOVE == 0)
        who.fourfold.spent_actions |= MOVE
        note(f, E.DECLARED, C.ACTION_HOLD, who, who)
        end_turn(f, who)
    elif chosen.kind == DELAY:
        delay(f, who, f.who[chosen.target])
    else:
        lie_down(f, who)


@rule
def delay(f: Fight, who: Combatant, other: Combatant) -> None:
    """Let another act first; among those of one side this is the order they like (fourfold.action.delay)."""
    together = other.side == who.side and other.turn == who.turn
    note(f, E.DECLARED, C.INITIATIVE_ORDER if together else C.ACTION_DELAY, who, other)
    who.fourfold.turn_taken = False
    who.fourfold.acts_after = other.id
    who.fourfold.delayed = True
    f.fourfold.delayed_count += 1
    f.actor = NOBODY


@rule
def announce(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Announce an action; do it at once where nobody can answer it."""
    first = next_to_answer(f, who)
    if first == NOBODY:
        carry_out(f, who, chosen.kind, chosen.target, chosen.option)
        return
    f.action_kind, f.action_target, f.action_option = chosen.kind, chosen.target, chosen.option
    if not answers(f, f.who[referees_order(f, who, first)], who):
        before_the_deed(f)


@rule
def tell_deed(f: Fight, doer: Combatant) -> None:
    """Note what is about to happen, once somebody answers it: until then the question says it."""
    if not f.fourfold.action_told:
        f.fourfold.action_told = True
        because(f, SAID[f.action_kind], 0, f.action_kind != CAST)
        clause = C.ACTION_CAST if f.action_kind == CAST else C.ACTION_INSTANT
        note(f, E.DECLARED, clause, doer, f.who[aimed_at(doer, f.action_kind, f.action_target)])


@rule
def aimed_at(doer: Combatant, kind: int, target: int) -> int:
    """Return whom a deed is aimed at; the doer where it is nobody: a place is no target."""
    return target if AIMED >> kind & 1 else doer.id


@rule
def next_to_answer(f: Fight, doer: Combatant) -> int:
    """Return whom the referee calls; else by initiative, then by the list (fourfold.action.instant)."""
    if f.called_next != NOBODY and can_answer(f, f.who[f.called_next], doer):
        at = f.called_next
        f.called_next = NOBODY
        return at
    best = NOBODY
    for c in f.who[: f.n]:
        if (best == NOBODY or c.turn < f.who[best].turn) and can_answer(f, c, doer):
            best = c.id
    return best


@rule
def referees_order(f: Fight, doer: Combatant, first: int) -> int:
    """Ask the referee who is first where several could answer at once (fourfold.action.instant)."""
    if not f.has_referee:
        return first
    for c in f.who[: f.n]:
        if c.id != first and can_answer(f, c, doer):
            said = ruling(f, ORDER, doer, doer, f.action_kind)
            return said.target if said.kind == FIRST else first
    return first


@rule
def before_the_deed(f: Fight) -> None:
    """Ask those who may answer an action, one after another; then do the action."""
    doer = f.who[f.actor]
    while f.action_kind != 0 and doer.able:
        at = next_to_answer(f, doer)
        if at == NOBODY:
            break
        if answers(f, f.who[referees_order(f, doer, at)], doer):
            return
    at_last(f, doer)


@rule
def answers(f: Fight, who: Combatant, doer: Combatant) -> bool:
    """Ask for a held action, or a snap attack; return whether they do anything."""
    if who.holding:
        return uses_held(f, who, doer)
    who.fourfold.asked_to_react = True
    chosen = choose(f, SNAPS, who, doer, f.action_kind)
    if chosen.kind == LET_FALL:
        tell_deed(f, doer)
        let_fall(f, who)
        who.fourfold.asked_to_react = False
        return True
    if chosen.kind == PASS:
        return False
    tell_deed(f, doer)
    who.fourfold.spent_actions |= MAIN
    note(f, E.DECLARED, C.ACTION_SNAP, who, doer)
    f.situation_modifier, f.situation_reason = -f.rules[SNAP], IN_A_SNAP
    if chosen.kind == HIT:
        seams.attack(f, who, doer, weapon_for(f, who, chosen.option >> 1), False, chosen.option & SUBDUE != 0)
    else:
        loose(f, who, doer)
    return True


@rule
def uses_held(f: Fight, who: Combatant, doer: Combatant) -> bool:
    """Let them use what is left of their turn; nobody answers that in turn (fourfold.action.hold)."""
    chosen = choose(f, REACT, who, doer, f.action_kind)
    if chosen.kind == PASS:
        who.fourfold.asked_to_react = True
        return False
    tell_deed(f, doer)
    if QUICK >> chosen.kind & 1:
        quick(f, who, chosen)
    else:
        carry_out(f, who, chosen.kind, chosen.target, chosen.option)
    who.holding = who.fourfold.spent_actions & (MAIN | MOVE) != MAIN | MOVE
    return True


@rule
def at_last(f: Fight, doer: Combatant) -> None:
    """Do the deed itself, if it can still be done; a spell is wasted when its speaker was hurt."""
    kind, target, how, told = f.action_kind, f.action_target, f.action_option, f.fourfold.action_told
    f.action_kind, f.action_target, f.action_option, f.fourfold.action_told = 0, NOBODY, 0, False
    for c in f.who[: f.n]:
        c.fourfold.asked_to_react = False
    if kind == CAST and doer.hurt_round == f.round:
        waste_spell(f, doer, how)
    elif doer.able:
        if refuse_deed(f, doer, answer(kind, target, how)) == 0:
            carry_out(f, doer, kind, target, how)
        elif told:
            give_up(f, doer, kind, target)


@rule
def give_up(f: Fight, doer: Combatant, kind: int, target: int) -> None:
    """Note that a deed that was announced can no longer be done; of a spell only that it is one."""
    because(f, SAID[kind], 0)
    note(f, E.LOST, C.ACTION_INSTANT, doer, doer if kind == CAST else f.who[aimed_at(doer, kind, target)])


@rule
def lapse_held(f: Fight) -> None:
    """Take away, with the round, what is held and unused (fourfold.action.hold)."""
    for c in f.who[: f.n]:
        if c.holding:
            c.holding = False
            note(f, E.LOST, C.ACTION_HOLD, c, c)
