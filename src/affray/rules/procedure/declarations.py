"""Declarations of the procedure book, and triggers that set off held actions."""

from affray.engine import events as E
from affray.engine.space import along_line, distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, note, rule
from affray.engine.vocabulary import BLIND, FLEEING, LONG, MELEE, MISSILE, PRONE, TWO_HANDED
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
    MELEE_RANGE,
    NO_MISSILE,
    NOT_ASKED,
    arm,
    in_melee,
    reach,
    refuse_foe,
    weapon_for,
)

SHORTEST = 100  # procedure.declare.charge: 10 feet
STRIP = 25  # half the width of the line it runs along


@rule
def refuse_declaration(f: Fight, who: Combatant, a: Answer) -> int:
    if who.conditions >> FLEEING & 1:
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
    """Refuse a spell while in melee (procedure.declare.spell)."""
    if a.target != NOBODY:
        return NOT_ASKED
    why = seams.refuse_spell(f, who, a.option)
    if why != 0:
        return why
    if a.option == who.procedure.readied_spell:
        return KEPT_READY
    return IN_MELEE if in_melee(f, who) else 0


@rule
def refuse_charge(f: Fight, who: Combatant, target: int) -> int:
    """Refuse all but a straight line of 10 feet or more, not surprised, not engaged (procedure.declare.charge)."""
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if f.round == 1 and who.procedure.surprised:
        return STARTLED
    if who.conditions >> BLIND & 1:
        return BLINDED
    if f.contact or in_melee(f, who):
        return ENGAGED
    if who.conditions >> PRONE & 1:
        return LYING
    if seams.encounter_rate(f, who) == 0 or who.attached_to != NOBODY:
        return NO_LEGS
    if weapon_for(f, who, 0).qualities & MELEE == 0:
        return NOTHING_TO_STRIKE_WITH
    if distance(who, f.who[target]) - MELEE_RANGE < SHORTEST:
        return TOO_NEAR
    return BLOCKED if is_blocked(f, who, f.who[target]) else 0


@rule
def is_blocked(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Return whether another foe able to fight stands in the straight line before the target."""
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
    """Return how high the straight line runs there."""
    return who.z + (target.z - who.z) * far // d


@rule
def refuse_missiles(f: Fight, who: Combatant) -> int:
    if arm(f, who).qualities & MISSILE == 0:
        return NO_MISSILE
    if who.kit_left[who.hand] == 0:
        return NO_AMMUNITION
    return (
        UNLOADED
        if arm(f, who).procedure.shots_per_round == 0 and who.shot_round > 0 and who.shot_round == f.round - 1
        else 0
    )


@rule
def has_pole_arm(f: Fight, who: Combatant) -> bool:
    """Return whether their weapon is long, and for both hands."""
    wanted = LONG | TWO_HANDED | MELEE
    return not who.has_routine and arm(f, who).qualities & wanted == wanted


SHOTS = 1 << LOOSE | 1 << DROP
SPELLS = 1 << CAST | 1 << READIED
BLOWS = SHOTS | 1 << HIT | 1 << BREATHE


@rule
def wait(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Wait for the held step, or for a trigger (procedure.act.hold)."""
    who.holding = True
    f.procedure.steps_declared |= WAITED
    if chosen.kind == HOLD:
        note(f, E.DECLARED, C.ACT_HOLD, who, who, 0, NOBODY)
        return
    who.procedure.trigger = GUARDING if chosen.kind == GUARD else chosen.option
    who.procedure.trigger_target = chosen.target
    who.waiting = True
    f.waiting_count += 1
    note(f, E.DECLARED, C.ACT_HOLD, who, who, who.procedure.trigger, who.procedure.trigger_target)


@rule
def stop_waiting(f: Fight, who: Combatant) -> None:
    who.holding = False
    who.procedure.trigger = 0
    who.procedure.trigger_target = NOBODY
    if who.waiting:
        who.waiting = False
        f.waiting_count -= 1


@rule
def set_off(f: Fight, doer: Combatant, chosen: Answer) -> bool:
    """Return whether an act sets off a trigger: then it waits, and whoever set that trigger acts first."""
    if f.waiting_count == 0:
        return False
    for c in f.who[: f.n]:
        if c.waiting and c.able and c.side != doer.side and heeds(c, doer, chosen):
            f.actor, f.action_kind, f.action_target, f.action_option = (
                doer.id,
                chosen.kind,
                chosen.target,
                chosen.option,
            )
            fire(f, c, doer)
            return True
    return False


@rule
def heeds(who: Combatant, doer: Combatant, chosen: Answer) -> bool:
    """Return whether this act is what they wait for."""
    act = 1 << chosen.kind
    if who.procedure.trigger == GUARDING:
        return act & BLOWS != 0 and chosen.target == who.procedure.trigger_target
    if who.procedure.trigger_target != NOBODY and who.procedure.trigger_target != doer.id:
        return False
    if who.procedure.trigger == MOVING:
        return act & MOVES != 0
    if who.procedure.trigger == SHOOTING:
        return act & SHOTS != 0
    if who.procedure.trigger == CASTING:
        return act & SPELLS != 0
    return who.procedure.trigger == ATTACKING and act & BLOWS != 0


@rule
def fire(f: Fight, who: Combatant, doer: Combatant) -> None:
    note(f, E.ROUND, C.ACT_HOLD, who, doer, who.procedure.trigger)
    stop_waiting(f, who)
    f.procedure.interrupter = who.id


@rule
def notice_move(f: Fight, who: Combatant) -> None:
    """Note that somebody sets out, if others wait. Who cuts in is nobody's newcomer: only foes of the winners are."""
    if f.procedure.interrupter == NOBODY:
        f.newcomer = who.id
        f.procedure.newcomer_x, f.procedure.newcomer_y, f.procedure.newcomer_z = who.x, who.y, who.z


@rule
def meet_newcomer(f: Fight) -> None:
    """Let whoever waits for one who comes within reach act before that one does anything else (procedure.act.hold)."""
    mover = f.who[f.newcomer]
    for c in f.who[: f.n]:
        if c.waiting and c.able and mover.able and c.side != mover.side and sees_come(f, c, mover):
            fire(f, c, mover)
            return
    f.newcomer = NOBODY
    f.procedure.newcomer_x, f.procedure.newcomer_y, f.procedure.newcomer_z = 0, 0, 0


@rule
def sees_come(f: Fight, who: Combatant, mover: Combatant) -> bool:
    """Return whether the mover is within reach, and was not before."""
    if who.procedure.trigger != NEARS or (
        who.procedure.trigger_target != NOBODY and who.procedure.trigger_target != mover.id
    ):
        return False
    near = reach(f, weapon_for(f, who, 0))
    before = max(
        abs(who.x - f.procedure.newcomer_x), abs(who.y - f.procedure.newcomer_y), abs(who.z - f.procedure.newcomer_z)
    )
    return distance(who, mover) <= near < before
