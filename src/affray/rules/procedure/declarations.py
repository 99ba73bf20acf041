"""Declarations of the procedure book, and triggers that set off held actions."""

from affray.engine import events as E
from affray.engine.conditions import BLIND, FLEEING, PRONE
from affray.engine.space import along_line, distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, note, rule
from affray.engine.vocabulary import LONG, MELEE, MISSILE, TWO_HANDED
from affray.rules import seams
from affray.rules.procedure import clauses as C
from affray.rules.procedure.initiative import WAITED
from affray.rules.procedure.questions import (
    ATTACKING,
    BLOCKED,
    BROKEN,
    CASTING,
    CHARGE,
    ENGAGED,
    GUARD,
    GUARDING,
    HOLD,
    IN_MELEE,
    KEPT_READY,
    LYING,
    MISSILES,
    MOVES,
    MOVING,
    NEARS,
    NO_AMMUNITION,
    NO_LEGS,
    NOTHING_TO_STRIKE_WITH,
    READIED,
    SHOOTING,
    STARTLED,
    TOO_NEAR,
    UNLOADED,
)
from affray.rules.shared.legality import (
    BLINDED,
    BREATHE,
    CAST,
    DROP,
    HIT,
    LOOSE,
    NO_MISSILE,
    NOT_ASKED,
    refuse_foe,
)
from affray.rules.shared.reach import MELEE_RANGE, arm, in_melee, reach, weapon_for

SHORTEST = 100  # procedure.declare.charge: 10 feet
STRIP = 25  # half the width of the line it runs along


@rule
def refuse_declaration(f: Fight, who: Combatant, a: Answer) -> int:
    if who.on >> FLEEING & 1:
        return BROKEN
    if a.kind == CAST:
        return refuse_declared_spell(f, who, a)
    if a.option != 0:
        return NOT_ASKED
    if a.kind == CHARGE:
        return refuse_charge(f, who, a.target)
    if a.target != NOBODY:
        return NOT_ASKED
    return refuse_missiles(f, who) if a.kind == MISSILES else 0


@rule
def refuse_declared_spell(f: Fight, who: Combatant, a: Answer) -> int:
    """procedure.declare.spell: not while in melee."""
    if a.target != NOBODY:
        return NOT_ASKED
    why = seams.refuse_spell(f, who, a.option)
    if why != 0:
        return why
    if a.option == who.readied:
        return KEPT_READY
    return IN_MELEE if in_melee(f, who) else 0


@rule
def refuse_charge(f: Fight, who: Combatant, target: int) -> int:
    """procedure.declare.charge: a straight line of 10 feet or more, not surprised, not engaged."""
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if f.round == 1 and who.startled:
        return STARTLED
    if who.on >> BLIND & 1:
        return BLINDED
    if f.contact or in_melee(f, who):
        return ENGAGED
    if who.on >> PRONE & 1:
        return LYING
    if seams.encounter_rate(f, who) == 0 or who.attached != NOBODY:
        return NO_LEGS
    if weapon_for(f, who, 0).qualities & MELEE == 0:
        return NOTHING_TO_STRIKE_WITH
    if distance(who, f.who[target]) - MELEE_RANGE < SHORTEST:
        return TOO_NEAR
    return BLOCKED if is_blocked(f, who, f.who[target]) else 0


@rule
def is_blocked(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Whether another foe able to fight stands in the straight line before the target."""
    d = distance(who, target)
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and c.id != target.id and distance(who, c) < d:
            if abs(c.z - height(who, target, distance(who, c), d)) <= MELEE_RANGE and along_line(
                who, target, c, d, STRIP
            ):
                return True
    return False


@rule
def height(who: Combatant, target: Combatant, far: int, d: int) -> int:
    """How high the straight line runs there."""
    return who.z + (target.z - who.z) * far // d


@rule
def refuse_missiles(f: Fight, who: Combatant) -> int:
    if arm(f, who).qualities & MISSILE == 0:
        return NO_MISSILE
    if who.left[who.hand] == 0:
        return NO_AMMUNITION
    return UNLOADED if arm(f, who).shots == 0 and who.shot > 0 and who.shot == f.round - 1 else 0


@rule
def has_pole_arm(f: Fight, who: Combatant) -> bool:
    """Long, and for both hands."""
    wanted = LONG | TWO_HANDED | MELEE
    return not who.routine and arm(f, who).qualities & wanted == wanted


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
def notice_move(f: Fight, who: Combatant) -> None:
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
