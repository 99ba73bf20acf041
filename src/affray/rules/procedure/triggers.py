"""Holding and triggers of the procedure book: who waits, for what, and when it acts before another's act."""

from affray.engine import events as E
from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, note, rule
from affray.rules.procedure import clauses as C
from affray.rules.procedure.answers import (
    ATTACKING,
    CASTING,
    GUARD,
    GUARDING,
    HOLD,
    MOVES,
    MOVING,
    NEARS,
    READIED,
    SHOOTING,
)
from affray.rules.procedure.phases import WAITED
from affray.rules.shared.legality import BREATHE, CAST, DROP, HIT, LOOSE
from affray.rules.shared.reach import reach, weapon_for

SHOTS = 1 << LOOSE | 1 << DROP
SPELLS = 1 << CAST | 1 << READIED
BLOWS = SHOTS | 1 << HIT | 1 << BREATHE


@rule
def wait(f: Fight, who: Combatant, chosen: Answer) -> None:
    """procedure.act.hold: waits for the held step, or for a trigger."""
    who.holds = True
    f.todo |= WAITED
    if chosen.kind == HOLD:
        note(f, E.DECLARED, C.ACT_HOLD, who, who, 0, NOBODY)
        return
    who.trigger = GUARDING if chosen.kind == GUARD else chosen.option
    who.heeds = chosen.target
    who.waiting = True
    f.waiting += 1
    note(f, E.DECLARED, C.ACT_HOLD, who, who, who.trigger, who.heeds)


@rule
def stop_waiting(f: Fight, who: Combatant) -> None:
    who.holds = False
    who.trigger = 0
    who.heeds = NOBODY
    if who.waiting:
        who.waiting = False
        f.waiting -= 1


@rule
def set_off(f: Fight, doer: Combatant, chosen: Answer) -> bool:
    """Whether an act sets off a trigger: then it waits, and whoever set that trigger acts first."""
    if f.waiting == 0:
        return False
    for c in f.who[: f.n]:
        if c.waiting and c.able and c.side != doer.side and heeds(c, doer, chosen):
            f.actor, f.deed, f.deed_at, f.deed_how = doer.id, chosen.kind, chosen.target, chosen.option
            fire(f, c, doer)
            return True
    return False


@rule
def heeds(who: Combatant, doer: Combatant, chosen: Answer) -> bool:
    """Whether this act is what it waits for."""
    act = 1 << chosen.kind
    if who.trigger == GUARDING:
        return act & BLOWS != 0 and chosen.target == who.heeds
    if who.heeds != NOBODY and who.heeds != doer.id:
        return False
    if who.trigger == MOVING:
        return act & MOVES != 0
    if who.trigger == SHOOTING:
        return act & SHOTS != 0
    if who.trigger == CASTING:
        return act & SPELLS != 0
    return who.trigger == ATTACKING and act & BLOWS != 0


@rule
def fire(f: Fight, who: Combatant, doer: Combatant) -> None:
    note(f, E.ROUND, C.ACT_HOLD, who, doer, who.trigger)
    stop_waiting(f, who)
    f.cutting = who.id


@rule
def heed(f: Fight, who: Combatant) -> None:
    """Somebody waits, and this one sets out. Who cuts in is nobody's newcomer: only foes of the winners are."""
    if f.cutting == NOBODY:
        f.blow.at = who.id
        f.came_x, f.came_y, f.came_z = who.x, who.y, who.z


@rule
def meet_newcomer(f: Fight) -> None:
    """procedure.act.hold: whoever waits for one who comes within reach acts before that one does anything else."""
    mover = f.who[f.blow.at]
    for c in f.who[: f.n]:
        if c.waiting and c.able and mover.able and c.side != mover.side and sees_come(f, c, mover):
            fire(f, c, mover)
            return
    f.blow.at = NOBODY
    f.came_x, f.came_y, f.came_z = 0, 0, 0


@rule
def sees_come(f: Fight, who: Combatant, mover: Combatant) -> bool:
    """It is within reach, and was not before."""
    if who.trigger != NEARS or (who.heeds != NOBODY and who.heeds != mover.id):
        return False
    near = reach(f, weapon_for(f, who, 0))
    before = max(abs(who.x - f.came_x), abs(who.y - f.came_y), abs(who.z - f.came_z))
    return distance(who, mover) <= near < before
