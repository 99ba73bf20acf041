"""A turn of the tempo book: actions, extra turns, and orders given to others."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.space import distance
from affray.engine.state import MOST_COMBATANTS, NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import PASS, Answer, because, choose, note, rule
from affray.engine.vocabulary import FLEEING, PRONE
from affray.rules import seams
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import lift
from affray.rules.shared.effects import turn_undead
from affray.rules.shared.legality import encounter_rate, reach, swings_left, weapon_for
from affray.rules.shared.movement import close_in
from affray.rules.shared.round import drains
from affray.rules.tempo import clauses as C
from affray.rules.tempo import questions as Q
from affray.rules.tempo.attack import SMALL_COST, defend, draw, drops_guard, let_fall, loose, meet
from affray.rules.tempo.clauses import COST_OF_ORDER, OBEY_COST, REORIENT_MOVE, REORIENT_SUPERIOR, SUPERIOR_COST
from affray.rules.tempo.initiative import next_to_act, pay, reorient
from affray.rules.tempo.legality import act_of
from affray.rules.tempo.movement import (
    anybody_obeys,
    can_attack,
    can_carry_out,
    go,
    in_bout,
    is_move,
    leaves_melee,
    obeys_order,
    part,
    refuse_reach,
    refuse_reaction,
    step_left,
)
from affray.rules.tempo.spells import breathe, cast_spell, drink, forget
from affray.rules.tempo.tactics import takes

OUT_OF_TURN = reason(C.REACTION_COST, "to order subordinates out of turn")
OBEYS = reason(C.REACTION_COST, "to attack on a clear order")


@rule
def breaks_in(f: Fight, actor: Combatant) -> bool:
    """Let each commander in the order of the list give an order before an enemy acts (tempo.order.cost)."""
    at = f.cursor
    while at < f.n:
        c = f.who[at]
        at += 1
        if c.tempo.command_level > 0 and c.side != actor.side and refuse_reaction(f, c) == 0 and anybody_obeys(f, c):
            chosen = choose(f, Q.COMMAND, c, actor, f.rules[COST_OF_ORDER])
            if chosen.kind != PASS:
                f.cursor = at
                c.tempo.reacted_to = f.tempo.answered_action
                pay(f, c, because(f, OUT_OF_TURN, -f.rules[COST_OF_ORDER]), C.ORDER_COST)
                order(f, c, chosen.kind, chosen.target, chosen.option)
                return True
    f.cursor = at
    return False


@rule
def order(f: Fight, commander: Combatant, kind: int, target: int, option: int) -> None:
    """Order all who hear it, or one of them (tempo.order.henchman); those with a real score pay
    (tempo.order.character)."""
    act, only = act_of(kind), option - 1
    foe = commander if target == NOBODY else f.who[target]
    if only != NOBODY:
        note(f, E.DECLARED, C.ORDER_COST, commander, f.who[only], Q.ONE_ALONE)
    note(f, E.DECLARED, C.ORDER_COST, commander, foe, act)
    for c in f.who[: f.n]:
        if not obeys_order(f, c, commander, act, foe, only):
            continue
        about = c.id if target == NOBODY else target
        if not c.tempo.lackey:
            if not takes(f, Q.OBEY, c, commander, act * MOST_COMBATANTS + about):
                continue
            c.tempo.reacted_to = f.tempo.answered_action
            pay(f, c, because(f, OBEYS, -f.rules[OBEY_COST]), C.ORDER_CHARACTER)
        c.tempo.ordered_target, c.tempo.ordered_act = about, act
        f.tempo.open_orders += 1


@rule
def obey(f: Fight) -> None:
    """Let one follower after another act at the count of the order, a blow a step."""
    for c in f.who[: f.n]:
        if c.tempo.ordered_target != NOBODY:
            foe = f.who[c.tempo.ordered_target]
            if c.able and foe.in_fight and c.conditions >> FLEEING & 1 == 0:
                carry_out(f, c, foe)
            else:
                finish_order(f, c)
            return


@rule
def finish_order(f: Fight, who: Combatant) -> None:
    who.tempo.ordered_target, who.tempo.ordered_act = NOBODY, Q.ATTACK
    f.tempo.open_orders -= 1


@rule
def carry_out(f: Fight, who: Combatant, foe: Combatant) -> None:
    act = who.tempo.ordered_act
    if act == Q.ATTACK:
        follow(f, who, foe)
    elif act == Q.DEFENCE or not in_bout(f, who) or not drops_guard(f, who):
        begin_ordered_act(f, who, foe)
        finish_order(f, who)
        if act == Q.DEFENCE:
            who.tempo.active_defence = max(who.tempo.active_defence, defend(f, who))
        elif act == Q.RETREAT:
            retreat(f, who)
        elif can_carry_out(f, who, act, foe):
            loose(f, who, foe)


@rule
def begin_ordered_act(f: Fight, who: Combatant, foe: Combatant) -> None:
    """Count an action at the order's count: a henchman's own for this round, for others a reaction."""
    f.tempo.action_count += 1
    if who.tempo.lackey:
        note(f, E.DECLARED, C.ORDER_HENCHMAN, who, foe)
    f.tempo.answered_action, f.tempo.is_reaction = f.tempo.action_count, not who.tempo.lackey
    who.acted = who.acted or who.tempo.lackey


@rule
def retreat(f: Fight, who: Combatant) -> None:
    """Fall back as far as one move takes them; henchmen, whose action it is, as far as two (tempo.move)."""
    go(f, who, Q.AWAY, NOBODY, 0)
    if who.tempo.lackey and who.in_fight:
        go(f, who, Q.AWAY, NOBODY, 0)


@rule
def follow(f: Fight, who: Combatant, foe: Combatant) -> None:
    """Strike the foe of the order, or shoot; a henchman who can do neither runs towards the foe. Whoever leaves a
    melee for it drops their guard first."""
    if who.attacks_made == 0:
        if in_bout(f, who) and runs_to(f, who, foe, 0) and drops_guard(f, who):
            return
        begin_ordered_act(f, who, foe)
    f.tempo.answered_action, f.tempo.is_reaction = f.tempo.action_count, not who.tempo.lackey
    who.acted = who.acted or who.tempo.lackey
    if not can_attack(f, who, foe):
        finish_order(f, who)
        if who.tempo.lackey and step_left(f, who) > 0 and distance(who, foe) > reach(f, weapon_for(f, who, 0)):
            close_in(f, who, foe)
            close_in(f, who, foe)
            part(f, who)
        return
    weapon = weapon_for(f, who, 0)
    if refuse_reach(f, who, foe, weapon, step_left(f, who)) != 0:
        finish_order(f, who)
        loose(f, who, foe)
        return
    come_up(f, who, foe, weapon)
    who.attacks_made += 1
    who.mode = 0 if who.has_routine else NOBODY
    if swings_left(f, who, 0) == 0:
        who.attacks_made = 0 if not who.tempo.lackey else who.attacks_made
        finish_order(f, who)
    seams.attack(f, who, foe, weapon, False, False)


@rule
def runs_to(f: Fight, who: Combatant, foe: Combatant, mode: int) -> bool:
    """Return whether they must leave a melee to strike this foe."""
    far = not f.contact and distance(who, foe) > reach(f, weapon_for(f, who, mode))
    return far and leaves_melee(f, who, Q.APPROACH, foe.id, 0)


@rule
def come_up(f: Fight, who: Combatant, foe: Combatant, weapon: Weapon) -> None:
    """Go as near as this weapon needs."""
    if not f.contact and distance(who, foe) > reach(f, weapon):
        close_in(f, who, foe)
        part(f, who)


WAITING, COMMANDS, ASKING, DOING, SWINGING, LEAVING, PARTING = range(7)  # stages of a turn
DRAWS = reason(C.SPEND, "to draw a weapon")
RISES = reason(C.SPEND, "to stand up")
ANOTHER_TURN = reason(C.SUPERIOR, "for another turn")


@rule
def begin_turn(f: Fight) -> bool:
    """Begin the turn whose count comes next (tempo.initiative.roll). Return False when all have had theirs."""
    at = next_to_act(f)
    if at == NOBODY:
        return False
    who = f.who[at]
    f.actor, f.tempo.stage, f.cursor = at, COMMANDS, 0
    f.tempo.action_count += 1
    f.tempo.action_number = f.tempo.action_count
    f.tempo.answered_action, f.tempo.is_reaction = f.tempo.action_number, False
    who.moved, who.attacks_made, who.mode = 0, 0, NOBODY
    who.hug_hits, who.hug_target = 0, NOBODY
    return True


@rule
def turn_step(f: Fight) -> None:
    """Do the next thing in the turn of the actor, if they still can."""
    who, stage = f.who[f.actor], f.tempo.stage
    f.tempo.answered_action, f.tempo.is_reaction = f.tempo.action_number, False
    if not who.able:
        end_turn(f, who)
    elif stage == COMMANDS:
        if not breaks_in(f, who):
            f.tempo.stage = ASKING
            take_turn(f, who)
    elif stage == ASKING:
        take_turn(f, who)
    elif stage == DOING:
        act(f, who)
    elif stage == SWINGING:
        swing_again(f, who)
    elif stage == LEAVING:
        move_on(f, who)
    else:
        superior(f, who)


@rule
def take_turn(f: Fight, who: Combatant) -> None:
    """Ask for one action, with whatever small acts and steps come before it."""
    if who.tempo.score == 0 and not who.tempo.lackey and drops_guard(f, who):
        return
    if who.attached_to != NOBODY and drains(f, who):
        f.tempo.stage = PARTING
        return
    if who.conditions >> FLEEING & 1:
        plan(f, Q.AWAY, NOBODY, 0)
        who.acted = True
    else:
        chosen = choose(f, Q.TURN, who, who, 0)
        if chosen.kind == PASS:
            who.acted = True
            f.tempo.stage = PARTING
            return
        if chosen.kind == Q.DRAW or chosen.kind == Q.STAND:
            small_act(f, who, chosen)
            return
        plan(f, chosen.kind, chosen.target, chosen.option)
        if chosen.kind == Q.APPROACH or chosen.kind == Q.SHOOT or chosen.kind == Q.CAST:
            meet(f, who)
    if leaves_open(f, who) and drops_guard(f, who):
        f.tempo.stage = DOING
    else:
        act(f, who)


@rule
def plan(f: Fight, kind: int, target: int, option: int) -> None:
    f.action_kind, f.action_target, f.action_option = kind, target, option


@rule
def small_act(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Do an extra action of little weight (tempo.initiative.spend); the turn goes on."""
    if chosen.kind == Q.DRAW:
        pay(f, who, because(f, DRAWS, -SMALL_COST, not who.tempo.lackey), C.SPEND)
        who.drew_round = f.round
        draw(f, who, chosen.option, shared.WEAPON_SWITCH)
    else:
        pay(f, who, because(f, RISES, -SMALL_COST, not who.tempo.lackey), C.SPEND)
        lift(f, who, PRONE, C.SPEND)


# --- dropping one's guard


@rule
def leaves_open(f: Fight, who: Combatant) -> bool:
    """Return whether the action drops their guard (tempo.reaction.guard): it leaves a melee, or shoots, casts or
    rummages in one."""
    kind = f.action_kind
    if kind == Q.HIT:
        open_now = runs_to(f, who, f.who[f.action_target], f.action_option)
    elif is_move(kind):
        open_now = leaves_melee(f, who, kind, f.action_target, f.action_option)
    else:
        open_now = kind in (Q.SHOOT, Q.DROP, Q.CAST, Q.DRINK, Q.TEND)
    return open_now and in_bout(f, who)


# --- the action


@rule
def act(f: Fight, who: Combatant) -> None:
    """Do what was planned; whoever has lost heart meanwhile runs."""
    if who.conditions >> FLEEING & 1 and f.action_kind != Q.AWAY:
        plan(f, Q.AWAY, NOBODY, 0)
        who.acted = True
    kind, at = f.action_kind, f.action_target
    if is_move(kind):
        walk(f, who, kind, at, f.action_option)
        return
    who.acted = True
    f.tempo.stage = LEAVING
    if kind == Q.HIT:
        strike(f, who, f.who[at], f.action_option)
    elif kind == Q.SHOOT:
        loose(f, who, f.who[at])
    elif kind == Q.DEFEND:
        who.tempo.active_defence = max(who.tempo.active_defence, defend(f, who))
    elif kind == Q.REORIENT:
        start_afresh(f, who)
    elif Q.ORDERS >> kind & 1:
        order(f, who, kind, at, f.action_option)
    else:
        rare_act(f, who, kind, at)


@rule
def start_afresh(f: Fight, who: Combatant) -> None:
    """Re-orient (tempo.initiative.reorient), which uses up the turn, its move and the right to another."""
    reorient(f, who)
    if f.rules[REORIENT_SUPERIOR] == 0 and f.tempo.highest_scorer == who.id:
        f.tempo.highest_scorer = NOBODY
    if f.rules[REORIENT_MOVE] == 0:
        f.tempo.stage = PARTING


@rule
def rare_act(f: Fight, who: Combatant, kind: int, at: int) -> None:
    if kind == Q.CAST:
        if who.current_spell != NOBODY:
            cast_spell(f, who, f.who[at])
    elif kind == Q.AIM:
        who.tempo.aim_target, who.tempo.aimed_round = at, f.round
        f.tempo.stage = PARTING
        note(f, E.DECLARED, C.MISSILE_MELEE, who, f.who[at])
    elif kind == Q.DRINK:
        drink(f, who)
    elif kind == Q.TEND:
        seams.stabilise(f, who, f.who[at])
    elif kind == Q.BREATHE:
        breathe(f, who, f.who[at])
    elif kind == Q.DROP:
        let_fall(f, who, f.who[at])
    else:
        turn_undead(f, who)


@rule
def walk(f: Fight, who: Combatant, kind: int, at: int, how: int) -> None:
    """Move before the action, after it, or a second time instead of it (tempo.move)."""
    if who.acted or who.moved > 0:
        who.acted = True
        f.tempo.stage = PARTING
    else:
        f.tempo.stage = ASKING
    go(f, who, kind, at, how)


@rule
def strike(f: Fight, who: Combatant, target: Combatant, mode: int) -> None:
    """Come up to the target and strike; several listed attacks are one action, a blow a step."""
    weapon = weapon_for(f, who, mode)
    come_up(f, who, target, weapon)
    who.attacks_made += 1
    if who.has_routine:
        who.mode = mode
        if swings_left(f, who, mode) > 0:
            f.tempo.stage = SWINGING
    seams.attack(f, who, target, weapon, False, False)


@rule
def swing_again(f: Fight, who: Combatant) -> None:
    chosen = choose(f, Q.STRIKE, who, who, 0)
    f.tempo.stage = LEAVING
    if chosen.kind == Q.HIT:
        strike(f, who, f.who[chosen.target], chosen.option)


# --- after it


@rule
def move_on(f: Fight, who: Combatant) -> None:
    """Let whoever has not moved yet go after their action (tempo.move)."""
    f.tempo.stage = PARTING
    if who.moved > 0 or who.conditions & (1 << PRONE | 1 << FLEEING) or encounter_rate(f, who) == 0:
        return
    chosen = choose(f, Q.AFTER, who, who, 0)
    if chosen.kind != PASS:
        plan(f, chosen.kind, chosen.target, chosen.option)
        if leaves_open(f, who) and drops_guard(f, who):
            f.tempo.stage = DOING
        else:
            act(f, who)


@rule
def superior(f: Fight, who: Combatant) -> None:
    """Offer superior initiative when all that the turn brought about has happened (tempo.initiative.superior)."""
    if f.tempo.highest_scorer == who.id and takes(f, Q.SUPERIOR, who, who, f.rules[SUPERIOR_COST]):
        f.tempo.highest_scorer, f.tempo.extra_turn = NOBODY, who.id
        pay(f, who, because(f, ANOTHER_TURN, -f.rules[SUPERIOR_COST]), C.SUPERIOR)
        who.acted = False
    end_turn(f, who)


@rule
def end_turn(f: Fight, who: Combatant) -> None:
    """End the turn; a spell that was declared and not cast is dropped and kept in memory."""
    if who.current_spell != NOBODY and who.acted:
        forget(f, who)
    who.attacks_made = 0
    f.actor, f.tempo.stage = NOBODY, WAITING
    plan(f, PASS, NOBODY, 0)
