"""One combatant's turn in the tempo book: others may break in, it moves and acts, and may buy another turn."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import FLEEING, PRONE
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, Answer, because, note, rule
from affray.rules.shared import clauses as shared
from affray.rules.shared.conditions import lift
from affray.rules.shared.reach import encounter_rate, swings_left, weapon_for
from affray.rules.shared.round import drains
from affray.rules.shared.spells import turn_undead
from affray.rules.tempo import answers as A
from affray.rules.tempo import clauses as C
from affray.rules.tempo.attack import SMALL_COST, attack, defend, draw, drops_guard
from affray.rules.tempo.initiative import next_to_act, pay, reorient
from affray.rules.tempo.move import go, is_move, leaves_melee
from affray.rules.tempo.options import SUPERIOR_COST
from affray.rules.tempo.orders import breaks_in, come_up, order, runs_to
from affray.rules.tempo.reach import in_bout
from affray.rules.tempo.shooting import let_fall, loose
from affray.rules.tempo.spells import breathe, drink, forget, speak
from affray.rules.tempo.tactics import choose, takes
from affray.rules.tempo.wounds import tend

WAITING, COMMANDS, ASKING, DOING, SWINGING, LEAVING, PARTING = range(7)  # stages of a turn
DRAWS = reason(C.SPEND, "to draw a weapon")
RISES = reason(C.SPEND, "to stand up")
ANOTHER_TURN = reason(C.SUPERIOR, "for another turn")


@rule
def begin_turn(f: Fight) -> bool:
    """tempo.initiative.roll: whose count comes next; False when all have had theirs."""
    at = next_to_act(f)
    if at == NOBODY:
        return False
    who = f.who[at]
    f.actor, f.stage, f.cursor = at, COMMANDS, 0
    f.deeds += 1
    f.action = f.deeds
    f.answering, f.reply = f.action, False
    who.moved, who.swings, who.mode = 0, 0, NOBODY
    who.landed, who.landed_on = 0, NOBODY
    return True


@rule
def turn_step(f: Fight) -> None:
    """The next thing in the turn of the actor, if it still can."""
    who = f.who[f.actor]
    f.answering, f.reply = f.action, False
    if not who.able:
        end_turn(f, who)
    elif f.stage == COMMANDS:
        if not breaks_in(f, who):
            f.stage = ASKING
            take_turn(f, who)
    elif f.stage == ASKING:
        take_turn(f, who)
    elif f.stage == DOING:
        act(f, who)
    elif f.stage == SWINGING:
        swing_again(f, who)
    elif f.stage == LEAVING:
        move_on(f, who)
    else:
        superior(f, who)


@rule
def take_turn(f: Fight, who: Combatant) -> None:
    """One action, with whatever small acts and steps come before it."""
    if who.score == 0 and not who.lackey and drops_guard(f, who):
        return
    if who.attached != NOBODY and drains(f, who):
        f.stage = PARTING
        return
    if who.on >> FLEEING & 1:
        plan(f, A.AWAY, NOBODY, 0)
        who.acted = True
    else:
        chosen = choose(f, A.TURN, who, who, 0)
        if chosen.kind == PASS:
            who.acted = True
            f.stage = PARTING
            return
        if chosen.kind == A.DRAW or chosen.kind == A.STAND:
            small_act(f, who, chosen)
            return
        plan(f, chosen.kind, chosen.target, chosen.option)
    if leaves_open(f, who) and drops_guard(f, who):
        f.stage = DOING
    else:
        act(f, who)


@rule
def plan(f: Fight, kind: int, target: int, option: int) -> None:
    f.deed, f.deed_at, f.deed_how = kind, target, option


@rule
def small_act(f: Fight, who: Combatant, chosen: Answer) -> None:
    """tempo.initiative.spend: an extra action of little weight; the turn goes on."""
    if chosen.kind == A.DRAW:
        pay(f, who, because(f, DRAWS, -SMALL_COST, not who.lackey), C.SPEND)
        who.drew = f.round
        draw(f, who, chosen.option, shared.WEAPON_SWITCH)
    else:
        pay(f, who, because(f, RISES, -SMALL_COST, not who.lackey), C.SPEND)
        lift(f, who, PRONE, C.SPEND)


# --- dropping one's guard


@rule
def leaves_open(f: Fight, who: Combatant) -> bool:
    """tempo.reaction.guard: leaves a melee, or shoots, casts or rummages in one."""
    kind = f.deed
    if kind == A.HIT:
        open_now = runs_to(f, who, f.who[f.deed_at], f.deed_how)
    elif is_move(kind):
        open_now = leaves_melee(f, who, kind, f.deed_at, f.deed_how)
    else:
        open_now = kind in (A.SHOOT, A.DROP, A.CAST, A.DRINK, A.TEND)
    return open_now and in_bout(f, who)


# --- the action


@rule
def act(f: Fight, who: Combatant) -> None:
    """What it has said it does; who has lost heart meanwhile runs."""
    if who.on >> FLEEING & 1 and f.deed != A.AWAY:
        plan(f, A.AWAY, NOBODY, 0)
        who.acted = True
    kind, at = f.deed, f.deed_at
    if is_move(kind):
        walk(f, who, kind, at, f.deed_how)
        return
    who.acted = True
    f.stage = LEAVING
    if kind == A.HIT:
        strike(f, who, f.who[at], f.deed_how)
    elif kind == A.SHOOT:
        loose(f, who, f.who[at])
    elif kind == A.DEFEND:
        who.guard = max(who.guard, defend(f, who))
    elif kind == A.REORIENT:
        reorient(f, who)
        f.highest = NOBODY if f.highest == who.id else f.highest
    elif kind == A.ORDER:
        order(f, who, f.who[at])
    else:
        rare_act(f, who, kind, at)


@rule
def rare_act(f: Fight, who: Combatant, kind: int, at: int) -> None:
    if kind == A.CAST:
        if who.spell != NOBODY:
            speak(f, who, f.who[at])
    elif kind == A.AIM:
        who.aims_at, who.aimed = at, f.round
        note(f, E.DECLARED, C.MISSILE_MELEE, who, f.who[at])
    elif kind == A.DRINK:
        drink(f, who)
    elif kind == A.TEND:
        tend(f, who, f.who[at])
    elif kind == A.BREATHE:
        breathe(f, who, f.who[at])
    elif kind == A.DROP:
        let_fall(f, who, f.who[at])
    else:
        turn_undead(f, who)


@rule
def walk(f: Fight, who: Combatant, kind: int, at: int, how: int) -> None:
    """tempo.move: before the action, after it, or a second time instead of it."""
    if who.acted or who.moved > 0:
        who.acted = True
        f.stage = PARTING
    else:
        f.stage = ASKING
    go(f, who, kind, at, how)


@rule
def strike(f: Fight, who: Combatant, target: Combatant, mode: int) -> None:
    """Comes up to it and strikes; several listed attacks are one action, a blow a step."""
    weapon = weapon_for(f, who, mode)
    come_up(f, who, target, weapon)
    who.swings += 1
    if who.routine:
        who.mode = mode
        if swings_left(f, who, mode) > 0:
            f.stage = SWINGING
    attack(f, who, target, weapon, False, False)


@rule
def swing_again(f: Fight, who: Combatant) -> None:
    chosen = choose(f, A.STRIKE, who, who, 0)
    f.stage = LEAVING
    if chosen.kind == A.HIT:
        strike(f, who, f.who[chosen.target], chosen.option)


# --- after it


@rule
def move_on(f: Fight, who: Combatant) -> None:
    """tempo.move: who has not moved yet may go after its action."""
    f.stage = PARTING
    if who.moved > 0 or who.on & (1 << PRONE | 1 << FLEEING) or encounter_rate(f, who) == 0:
        return
    chosen = choose(f, A.AFTER, who, who, 0)
    if chosen.kind != PASS:
        plan(f, chosen.kind, chosen.target, chosen.option)
        if leaves_open(f, who) and drops_guard(f, who):
            f.stage = DOING
        else:
            act(f, who)


@rule
def superior(f: Fight, who: Combatant) -> None:
    """tempo.initiative.superior: asked when all that the turn brought about has happened."""
    if f.highest == who.id and takes(f, A.SUPERIOR, who, who, 0):
        f.highest = NOBODY
        pay(f, who, because(f, ANOTHER_TURN, -f.rules[SUPERIOR_COST]), C.SUPERIOR)
        who.acted = False
    end_turn(f, who)


@rule
def end_turn(f: Fight, who: Combatant) -> None:
    """A spell that was declared and not cast is dropped and kept in memory."""
    if who.spell != NOBODY and who.acted:
        forget(f, who)
    who.swings = 0
    f.actor, f.stage = NOBODY, WAITING
    plan(f, PASS, NOBODY, 0)
