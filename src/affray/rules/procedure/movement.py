"""Movement of the procedure book: rates, leaving a melee, and charges."""

from affray.engine import events as E
from affray.engine.clauses import REMARK, reason
from affray.engine.space import distance, toward
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import YES, answer, because, choose, note, rule
from affray.engine.vocabulary import BLIND, FLEEING
from affray.rules import seams
from affray.rules.procedure import clauses as C
from affray.rules.procedure.attack import charge_home
from affray.rules.procedure.clauses import LEAVE_BONUS, POLEARM_CHARGE, POLEARM_DEFENCE
from affray.rules.procedure.declarations import has_pole_arm
from affray.rules.procedure.legality import refuse_attack
from affray.rules.procedure.questions import CHARGE, DEFEND, PART, RUN
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import get_away
from affray.rules.shared.legality import FOOT, HIT, MELEE_RANGE, arm, base_rate, has_room, weapon_for
from affray.rules.shared.movement import can_climb, meet, within_anyones_reach
from affray.rules.shared.movement import has_charged as long_run

PARTING = reason(C.LEAVE, "a parting attack", REMARK)


@rule
def encounter_rate(f: Fight, who: Combatant) -> int:
    """Return the move, half of it in total defence (procedure.declare.defence)."""
    rate = whole_move(f, who)
    return rate // FOOT // 2 * FOOT if who.declared == DEFEND else rate


@rule
def whole_move(f: Fight, who: Combatant) -> int:
    """Return a third of the base rate, in whole feet (classic.move.encounter)."""
    return base_rate(f, who) // (3 * FOOT) * FOOT


@rule
def move_clause(f: Fight, who: Combatant) -> int:
    """Return the clause by which they move."""
    if who.declared == CHARGE:
        return C.CHARGE_TOGETHER if who.procedure.clash_foe == NOBODY else C.CHARGE_MEETING
    if who.declared == DEFEND:
        return C.DECLARE_DEFENCE
    return C.MORALE_CHECK if who.conditions >> FLEEING & 1 else shared.MOVE_ENCOUNTER


@rule
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Return whether they can strike out of turn, with what they strike with; not in total defence or mid-spell."""
    return refuse_attack(f, who, answer(HIT, target.id, 0)) == 0


# --- leaving a melee: at a seam


@rule
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """Return 0: everybody may leave, at their own risk (procedure.leave)."""
    return 0


@rule
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether they go farther than half their move, out of the reach of one who may strike (procedure.leave):
    then the move waits for that."""
    far = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    if 2 * far <= whole_move(f, who):
        return False
    for c in f.who[: f.n]:
        if is_left_behind(f, who, c, x, y, z):
            f.leaver, f.leave_x, f.leave_y, f.leave_z = who.id, x, y, z
            return True
    return False


@rule
def is_left_behind(f: Fight, who: Combatant, foe: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether a foe in melee with them hasn't attacked yet this round and will no longer have them in reach."""
    if not foe.able or foe.side == who.side or foe.acted or distance(foe, who) > seams.melee_range(f):
        return False
    near = max(abs(foe.x - x), abs(foe.y - y), abs(foe.z - z)) <= seams.melee_range(f)
    return not near and foe.attacks_made == 0 and not foe.offered_parting_blow and seams.can_strike(f, foe, who)


@rule
def parting_blow(f: Fight) -> None:
    """Make one opponent's attack at +2, if they want it; when none is left, the move itself."""
    who = f.who[f.leaver]
    if who.able:
        for c in f.who[: f.n]:
            if is_left_behind(f, who, c, f.leave_x, f.leave_y, f.leave_z):
                c.offered_parting_blow = True
                if seams.takes_parting_blow(f, c, who):
                    strike_in_parting(f, c, who)
                return
    for c in f.who[: f.n]:
        c.offered_parting_blow = False
    x, y, z = f.leave_x, f.leave_y, f.leave_z
    f.leaver, f.leave_x, f.leave_y, f.leave_z = NOBODY, 0, 0, 0
    if who.able:
        seams.arrive(f, who, x, y, z)
        slip_away(f, who)


@rule
def takes_parting_blow(f: Fight, who: Combatant, leaver: Combatant) -> bool:
    """Ask whoever may strike whether they do; nobody has to (procedure.leave)."""
    return choose(f, PART, who, leaver, 0).kind == YES


@rule
def strike_in_parting(f: Fight, who: Combatant, leaver: Combatant) -> None:
    """Strike at the leaver, as their attack of this round."""
    who.acted = True
    f.situation_modifier, f.situation_reason = f.rules[LEAVE_BONUS], PARTING
    because(f, PARTING, 0, f.situation_modifier == 0)
    seams.attack(f, who, leaver, weapon_for(f, who, 0), False, False)
    f.situation_modifier, f.situation_reason = 0, 0  # the helpless are hit without a roll


@rule
def slip_away(f: Fight, who: Combatant) -> None:
    """Leave the fight, once no enemy can reach them, if they flee or are to escape (classic.flee.away)."""
    side = f.side[who.side]
    if side.way_out and (who.conditions >> FLEEING & 1 or side.wins_by_escape) and not within_anyones_reach(f, who):
        get_away(f, who, shared.FLEE_AWAY)


# --- charges


SET_AGAINST = reason(C.CHARGE_POLEARM, "set against a charge", REMARK)
AT_ONCE = reason(C.CHARGE_TOGETHER, "even as they fall", REMARK)
OUT_OF_REACH = reason(C.CHARGE_TOGETHER, "the target is out of reach", REMARK)
NO_ROOM = reason(C.CHARGE_TOGETHER, "no room to strike", REMARK)
FALLEN_ALREADY = reason(C.CHARGE_TOGETHER, "the target is out of the fight", REMARK)
UNREADY = 1 << FLEEING | 1 << BLIND
TICKS = 40  # parts of the time in which all charge, to see who meets on the way
CHAIN = 3  # of how many chargers, each after the next, the ends follow from each other


@rule
def confirm(f: Fight) -> bool:
    """Ask one charger after another whether they still want to; return False when all have said (procedure.declare)."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.declared == CHARGE and who.able:
            if choose(f, RUN, who, f.who[who.procedure.charge_target], 0).kind != YES:
                call_off(f, who)
            return True
    f.cursor = 0
    return False


@rule
def call_off(f: Fight, who: Combatant) -> None:
    """Call off a charge, which leaves a plain move and nothing else (procedure.declare)."""
    note(f, E.LOST, C.DECLARE, who, who, NOBODY)
    who.declared = 0
    who.procedure.charge_target = NOBODY
    who.acted = True


@rule
def has_charged(f: Fight, who: Combatant) -> bool:
    """Return whether they came into melee by a charge that they declared (procedure.declare), after a run of at least
    60 feet (classic.weapon.charge)."""
    return who.declared == CHARGE and long_run(f, who)


@rule
def charge_reach(f: Fight, who: Combatant) -> int:
    """Return how far they can charge: up to twice the move (procedure.declare.charge)."""
    return 2 * seams.encounter_rate(f, who)


@rule
def meeting_point(d: int, v1: int, v2: int) -> int:
    """Return how far the first gets, in whole tenths of a foot, rounded down (procedure.charge.meeting)."""
    return d * v1 // (v1 + v2)


@rule
def run_all(f: Fight) -> None:
    """Find where everybody ends from where all stood; then all run at once."""
    for c in f.who[: f.n]:
        if charges(c) and meets(f, c, f.who[c.procedure.charge_target]):
            run_to_meet(f, c, f.who[c.procedure.charge_target])
    set_goals(f)
    while clash_on_the_way(f):
        set_goals(f)
    follow_targets(f)
    for c in f.who[: f.n]:
        if charges(c):
            run(f, c)
    f.simultaneous = True
    f.cursor = 0


@rule
def charges(who: Combatant) -> bool:
    return who.declared == CHARGE and who.able


@rule
def meets(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Return whether they charge each other, and are no farther apart than both can run (procedure.charge.meeting)."""
    return (
        charges(target)
        and target.procedure.charge_target == who.id
        and distance(who, target) <= charge_reach(f, who) + charge_reach(f, target)
    )


@rule
def run_to_meet(f: Fight, who: Combatant, target: Combatant) -> None:
    """Let the first in the list get as far as their speed brings them, the second all the rest of the way."""
    d = distance(who, target)
    far = meeting_point(d, charge_reach(f, who), charge_reach(f, target))
    if who.id > target.id:
        far = d - meeting_point(d, charge_reach(f, target), charge_reach(f, who))
    who.procedure.clash_foe = target.id
    set_goal(f, who, target.x, target.y, target.z, far, d)
    if not can_climb(f, target, who.z):
        who.procedure.charge_z = toward(who.z, target.z, far)


@rule
def set_goals(f: Fight) -> None:
    """Set where chargers end who have met nobody: beside where their target stands, or has met another."""
    for c in f.who[: f.n]:
        if runs_on(c):
            target = f.who[c.procedure.charge_target]
            run_up(f, c, target, target.procedure.clash_foe != NOBODY)


@rule
def follow_targets(f: Fight) -> None:
    """Let those whose target charges another and was not met run to where that one ends."""
    for _ in range(CHAIN):
        for c in f.who[: f.n]:
            if runs_on(c) and runs_on(f.who[c.procedure.charge_target]) and not charge_each_other(f, c):
                run_up(f, c, f.who[c.procedure.charge_target], True)


@rule
def runs_on(who: Combatant) -> bool:
    """Return whether somebody charges and has not met a foe on the way."""
    return charges(who) and who.procedure.clash_foe == NOBODY


@rule
def charge_each_other(f: Fight, who: Combatant) -> bool:
    """Return whether the target charges back; then they meet as procedure.charge.meeting says, or are too far apart."""
    return f.who[who.procedure.charge_target].procedure.charge_target == who.id


@rule
def clash_on_the_way(f: Fight) -> bool:
    """Let the first two charging foes who come within reach of each other clash (procedure.charge.meeting)."""
    first, who, foe = TICKS + 1, NOBODY, NOBODY
    for c in f.who[: f.n]:
        for other in f.who[: f.n]:
            if may_clash(f, c, other):
                tick = tick_of_meeting(f, c, other)
                if tick < first:
                    first, who, foe = tick, c.id, other.id
    if who == NOBODY:
        return False
    stop_on_the_way(f, f.who[who], f.who[foe], first)
    return True


@rule
def may_clash(f: Fight, one: Combatant, other: Combatant) -> bool:
    """Return whether two charging foes may meet on their way, whomever they charge; not at the foe of both, nor where
    they charge each other from too far away."""
    if one.id >= other.id or one.side == other.side or not runs_on(one) or not runs_on(other):
        return False
    targets_differ = one.procedure.charge_target != other.procedure.charge_target
    return targets_differ and not (one.procedure.charge_target == other.id and charge_each_other(f, one))


@rule
def tick_of_meeting(f: Fight, one: Combatant, other: Combatant) -> int:
    """Return the first tick at which two who still run are within 5 feet of each other; more than TICKS for never."""
    for tick in range(1, TICKS + 1):
        if not (is_running(f, one, tick) and is_running(f, other, tick)):
            return TICKS + 1
        if gap_at(f, one, other, tick) <= MELEE_RANGE:
            return tick
    return TICKS + 1


@rule
def gap_at(f: Fight, one: Combatant, other: Combatant, tick: int) -> int:
    """Return how far two chargers are from each other at a tick."""
    a, b = one.procedure, other.procedure
    x = place_at(f, one, one.x, a.charge_x, tick) - place_at(f, other, other.x, b.charge_x, tick)
    y = place_at(f, one, one.y, a.charge_y, tick) - place_at(f, other, other.y, b.charge_y, tick)
    z = place_at(f, one, one.z, a.charge_z, tick) - place_at(f, other, other.z, b.charge_z, tick)
    return max(abs(x), abs(y), abs(z))


@rule
def run_length(who: Combatant) -> int:
    """Return how far the goal of a charge is."""
    goal = who.procedure
    return max(abs(goal.charge_x - who.x), abs(goal.charge_y - who.y), abs(goal.charge_z - who.z))


@rule
def run_by(f: Fight, who: Combatant, tick: int) -> int:
    """Return how far somebody has run at a tick, at a speed that covers twice their move in all of them."""
    return charge_reach(f, who) * tick // TICKS


@rule
def is_running(f: Fight, who: Combatant, tick: int) -> bool:
    """Return whether the charge has begun its last stretch at this tick at the latest."""
    return run_by(f, who, tick - 1) < run_length(who)


@rule
def place_at(f: Fight, who: Combatant, here: int, there: int, tick: int) -> int:
    """Return one coordinate of a charger at a tick."""
    length = run_length(who)
    return along(here, there, min(length, run_by(f, who, tick)), max(1, length))


@rule
def stop_on_the_way(f: Fight, one: Combatant, other: Combatant, tick: int) -> None:
    """Stop both where they are at this tick, to strike each other (procedure.charge.meeting)."""
    halt(f, one, tick)
    halt(f, other, tick)
    one.procedure.clash_foe, other.procedure.clash_foe = other.id, one.id
    one.procedure.charge_target, other.procedure.charge_target = other.id, one.id


@rule
def halt(f: Fight, who: Combatant, tick: int) -> None:
    """End a charge where it has come to at this tick."""
    x = place_at(f, who, who.x, who.procedure.charge_x, tick)
    y = place_at(f, who, who.y, who.procedure.charge_y, tick)
    z = place_at(f, who, who.z, who.procedure.charge_z, tick)
    who.procedure.charge_x, who.procedure.charge_y, who.procedure.charge_z = x, y, z


@rule
def run_up(f: Fight, who: Combatant, target: Combatant, follows: bool) -> None:
    """Set the goal of a charge beside where the target stands, or ends if `follows`; or as far as the run goes."""
    x, y, z = target.x, target.y, target.z
    if follows:
        x, y, z = target.procedure.charge_x, target.procedure.charge_y, target.procedure.charge_z
    d = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    far = min(charge_reach(f, who), d - MELEE_RANGE)
    set_goal(f, who, x, y, z, max(0, far), max(1, d))


@rule
def set_goal(f: Fight, who: Combatant, x: int, y: int, z: int, far: int, d: int) -> None:
    """Set the goal so far along the straight line to a place at this distance; without wings on the ground."""
    who.procedure.charge_x, who.procedure.charge_y = along(who.x, x, far, d), along(who.y, y, far, d)
    who.procedure.charge_z = along(who.z, z, far, d) if can_climb(f, who, z) else who.z


@rule
def along(here: int, there: int, far: int, d: int) -> int:
    """Return a coordinate so far along a straight line of length d; leave out what is less than a tenth."""
    part = abs(there - here) * far // d
    return here + part if there > here else here - part


@rule
def run(f: Fight, who: Combatant) -> None:
    """Run to the goal of a charge; it uses up the round's move and attack."""
    x, y, z = who.procedure.charge_x, who.procedure.charge_y, who.procedure.charge_z
    who.procedure.charge_x, who.procedure.charge_y, who.procedure.charge_z = 0, 0, 0
    who.acted = True
    seams.arrive(f, who, x, y, z)
    who.procedure.clash_foe = NOBODY
    who.moved = max(1, who.moved)


@rule
def set_pole_arms(f: Fight) -> bool:
    """Make one free attack of a pole arm at a charger; return False when there is none left."""
    while f.cursor < f.n * f.n:
        charger, holder = f.who[f.cursor // f.n], f.who[f.cursor % f.n]
        f.cursor += 1
        if charges(charger) and stands_in_the_way(f, holder, charger, f.who[charger.procedure.charge_target]):
            because(f, SET_AGAINST, 0)
            note(f, E.DECLARED, C.CHARGE_POLEARM, holder, charger)
            seams.attack(f, holder, charger, arm(f, holder), False, False)
            return True
    f.cursor = 0
    return False


@rule
def stands_in_the_way(f: Fight, holder: Combatant, charger: Combatant, target: Combatant) -> bool:
    """Return whether the holder is the target, or beside or behind them in the second line: within 5 feet of the
    target, and so within 10 of the charger (procedure.charge.polearm)."""
    if holder.side != target.side or not is_set(f, holder):
        return False
    return distance(charger, target) <= MELEE_RANGE and distance(holder, target) <= MELEE_RANGE


@rule
def is_set(f: Fight, holder: Combatant) -> bool:
    """Return whether somebody has a pole arm and can use it out of turn, by option in total defence or a charge too."""
    if not holder.able or holder.conditions & UNREADY:
        return False
    if holder.declared == DEFEND and f.rules[POLEARM_DEFENCE] == 0:
        return False
    if holder.declared == CHARGE and f.rules[POLEARM_CHARGE] == 0:
        return False
    return has_pole_arm(f, holder)


@rule
def make_ready(f: Fight) -> None:
    """Mark who strikes: whoever still stands after the pole arms, whatever happens to them meanwhile."""
    for c in f.who[: f.n]:
        if charges(c):
            target = f.who[c.procedure.charge_target]
            c.procedure.charge_reached = reaches(f, c, target)
            if c.procedure.charge_reached:
                c.arrived_round = f.round
                meet(c, target)
            else:
                near = distance(c, target) <= MELEE_RANGE
                because(f, OUT_OF_REACH, 0, not near)
                because(f, NO_ROOM, 0, near)
                note(f, E.LOST, C.CHARGE_TOGETHER, c, target, NOBODY)


@rule
def reaches(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Return whether their target is still there, and in a passage there is room to strike (classic.move.spacing)."""
    return distance(who, target) <= MELEE_RANGE and (f.width == 0 or has_room(f, who))


@rule
def strike_home(f: Fight) -> bool:
    """Make one charger's attack; return False when all have struck."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.procedure.charge_reached:
            who.procedure.charge_reached = False
            target = f.who[who.procedure.charge_target]
            if target.in_fight:
                because(f, AT_ONCE, 0, not who.able)
                charge_home(f, who, target, weapon_for(f, who, 0))
                return True
            because(f, FALLEN_ALREADY, 0)
            note(f, E.LOST, C.CHARGE_TOGETHER, who, target, NOBODY)
    f.cursor = 0
    return False


@rule
def end_charges(f: Fight) -> None:
    for c in f.who[: f.n]:
        if c.declared == CHARGE:
            c.procedure.charge_target = NOBODY
    f.simultaneous = False
    seams.settle(f)
