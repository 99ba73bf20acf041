"""Charges of the procedure book: all at once, before initiative; foes who meet; pole arms set against them."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.space import distance, toward
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import YES, because, choose, note, rule
from affray.engine.vocabulary import BLIND, FLEEING
from affray.rules import seams
from affray.rules.procedure import clauses as C
from affray.rules.procedure.attack import charge_home
from affray.rules.procedure.declarations import has_pole_arm
from affray.rules.procedure.questions import CHARGE, DEFEND, RUN
from affray.rules.shared.movement import can_climb, meet
from affray.rules.shared.reach import MELEE_RANGE, arm, has_room, weapon_for

SET_AGAINST = reason(C.CHARGE_POLEARM, "set against a charge")
AT_ONCE = reason(C.CHARGE_TOGETHER, "struck while it fell")
UNREADY = 1 << FLEEING | 1 << BLIND


@rule
def confirm(f: Fight) -> bool:
    """procedure.declare: one charger after another says whether it still wants to; False when all have."""
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
    """procedure.declare: a plain move is left to it, and nothing else."""
    note(f, E.LOST, C.DECLARE, who, who, NOBODY)
    who.declared = 0
    who.procedure.charge_target = NOBODY
    who.acted = True


@rule
def charge_reach(f: Fight, who: Combatant) -> int:
    """procedure.declare.charge: up to twice the move."""
    return 2 * seams.encounter_rate(f, who)


@rule
def meeting_point(d: int, v1: int, v2: int) -> int:
    """procedure.charge.meeting: how far the first gets, in whole tenths of a foot, rounded down."""
    return d * v1 // (v1 + v2)


@rule
def run_all(f: Fight) -> None:
    """Where everybody ends is told by where all stood; then they run, all at once."""
    for c in f.who[: f.n]:
        if charges(c) and meets(f, c, f.who[c.procedure.charge_target]):
            run_to_meet(f, c, f.who[c.procedure.charge_target])
    for c in f.who[: f.n]:
        if charges(c) and c.procedure.clash_foe == NOBODY:
            run_up(f, c, f.who[c.procedure.charge_target])
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
    """procedure.charge.meeting: they charge each other, and are no farther apart than both can run."""
    return (
        charges(target)
        and target.procedure.charge_target == who.id
        and distance(who, target) <= charge_reach(f, who) + charge_reach(f, target)
    )


@rule
def run_to_meet(f: Fight, who: Combatant, target: Combatant) -> None:
    """The first in the list gets as far as its speed brings it, the second all the rest of the way."""
    d = distance(who, target)
    far = meeting_point(d, charge_reach(f, who), charge_reach(f, target))
    if who.id > target.id:
        far = d - meeting_point(d, charge_reach(f, target), charge_reach(f, who))
    who.procedure.clash_foe = target.id
    set_goal(f, who, target.x, target.y, target.z, far, d)
    if not can_climb(f, target, who.z):
        who.procedure.charge_z = toward(who.z, target.z, far)


@rule
def run_up(f: Fight, who: Combatant, target: Combatant) -> None:
    """To where its target stands, or meets another; or as far as it can."""
    x, y, z = target.x, target.y, target.z
    if target.procedure.clash_foe != NOBODY:
        x, y, z = target.procedure.charge_x, target.procedure.charge_y, target.procedure.charge_z
    d = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    far = min(charge_reach(f, who), d - MELEE_RANGE)
    set_goal(f, who, x, y, z, max(0, far), max(1, d))


@rule
def set_goal(f: Fight, who: Combatant, x: int, y: int, z: int, far: int, d: int) -> None:
    """So far along the straight line to a place at this distance; without wings on the ground."""
    who.procedure.charge_x, who.procedure.charge_y = along(who.x, x, far, d), along(who.y, y, far, d)
    who.procedure.charge_z = along(who.z, z, far, d) if can_climb(f, who, z) else who.z


@rule
def along(here: int, there: int, far: int, d: int) -> int:
    """A coordinate so far along a straight line of length d; what is less than a tenth is left out."""
    part = abs(there - here) * far // d
    return here + part if there > here else here - part


@rule
def run(f: Fight, who: Combatant) -> None:
    """It uses up the round's move and attack."""
    x, y, z = who.procedure.charge_x, who.procedure.charge_y, who.procedure.charge_z
    who.procedure.charge_x, who.procedure.charge_y, who.procedure.charge_z = 0, 0, 0
    who.acted = True
    seams.arrive(f, who, x, y, z)
    who.procedure.clash_foe = NOBODY
    who.moved = max(1, who.moved)


@rule
def set_pole_arms(f: Fight) -> bool:
    """One free attack of a pole arm at a charger; False when there is none left."""
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
    """procedure.charge.polearm: the target itself, or one beside it or behind it in the second line: within 5 feet of
    the target, and so within 10 of the charger."""
    if holder.side != target.side or not is_set(f, holder):
        return False
    return distance(charger, target) <= MELEE_RANGE and distance(holder, target) <= MELEE_RANGE


@rule
def is_set(f: Fight, holder: Combatant) -> bool:
    """Able to strike out of turn: neither charging, nor in total defence, nor running away, nor blind."""
    if not holder.able or holder.declared == CHARGE or holder.declared == DEFEND or holder.conditions & UNREADY:
        return False
    return has_pole_arm(f, holder)


@rule
def make_ready(f: Fight) -> None:
    """Who still stands after the pole arms strikes, whatever happens to it meanwhile."""
    for c in f.who[: f.n]:
        c.procedure.charge_reached = charges(c) and reaches(f, c, f.who[c.procedure.charge_target])
        if charges(c) and not c.procedure.charge_reached:
            note(f, E.LOST, C.CHARGE_TOGETHER, c, f.who[c.procedure.charge_target], NOBODY)
        elif c.procedure.charge_reached:
            c.arrived_round = f.round
            meet(c, f.who[c.procedure.charge_target])


@rule
def reaches(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Its target is still there; classic.move.spacing: and in a passage there is room to strike."""
    return distance(who, target) <= MELEE_RANGE and (f.width == 0 or has_room(f, who))


@rule
def strike_home(f: Fight) -> bool:
    """One charger's attack; False when all have struck."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.procedure.charge_reached:
            who.procedure.charge_reached = False
            if f.who[who.procedure.charge_target].in_fight:
                because(f, AT_ONCE, 0, not who.able)
                charge_home(f, who, f.who[who.procedure.charge_target], weapon_for(f, who, 0))
                return True
    f.cursor = 0
    return False


@rule
def end_charges(f: Fight) -> None:
    for c in f.who[: f.n]:
        if c.declared == CHARGE:
            c.procedure.charge_target = NOBODY
    f.simultaneous = False
    seams.settle(f)
