"""What may be declared in the procedure book: charges, total defence, spells, missile fire."""

from affray.engine.conditions import BLIND, FLEEING, PRONE
from affray.engine.space import along_line, distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, rule
from affray.engine.vocabulary import LONG, MISSILE, TWO_HANDED
from affray.engine.vocabulary import MELEE as FOR_MELEE
from affray.rules.procedure.answers import (
    BLOCKED,
    BROKEN,
    CHARGE,
    ENGAGED,
    IN_MELEE,
    KEPT_READY,
    LYING,
    MISSILES,
    NO_AMMUNITION,
    NO_LEGS,
    NOTHING_TO_STRIKE_WITH,
    STARTLED,
    TOO_NEAR,
    UNLOADED,
)
from affray.rules.shared.legality import BLINDED, CAST, NO_MISSILE, NOT_ASKED, refuse_foe, refuse_spell
from affray.rules.shared.reach import MELEE, arm, encounter_rate, in_melee, weapon_for

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
    why = refuse_spell(f, who, a.option)
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
    if encounter_rate(f, who) == 0 or who.attached != NOBODY:
        return NO_LEGS
    if weapon_for(f, who, 0).qualities & FOR_MELEE == 0:
        return NOTHING_TO_STRIKE_WITH
    if distance(who, f.who[target]) - MELEE < SHORTEST:
        return TOO_NEAR
    return BLOCKED if is_blocked(f, who, f.who[target]) else 0


@rule
def is_blocked(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Whether another foe able to fight stands in the straight line before the target."""
    d = distance(who, target)
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and c.id != target.id and distance(who, c) < d:
            if abs(c.z - height(who, target, distance(who, c), d)) <= MELEE and along_line(who, target, c, d, STRIP):
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
    wanted = LONG | TWO_HANDED | FOR_MELEE
    return not who.routine and arm(f, who).qualities & wanted == wanted
