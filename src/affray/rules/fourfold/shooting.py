"""Shooting, throwing and executions of the fourfold book: what keeps one from them."""

from affray.engine.conditions import BLIND, HELPLESS, UNAWARE
from affray.engine.space import distance
from affray.engine.state import Combatant, Fight
from affray.engine.verbs import rule
from affray.engine.vocabulary import BOMB, MISSILE, TWO_HANDED
from affray.engine.vocabulary import MELEE as FOR_MELEE
from affray.rules.fourfold.answers import (
    COVERED,
    DISTURBED,
    NO_MISSILE,
    NO_VICTIM,
    PRESSED,
    TOO_FAR,
    UNLOADED,
)
from affray.rules.fourfold.reach import NO_BLOWS, within
from affray.rules.shared.legality import BLINDED, RUNNING, UNDER_WATER, refuse_foe
from affray.rules.shared.reach import arm, in_melee, weapon_for

HIDDEN = 4  # cover beyond this is all of it


@rule
def refuse_shot(f: Fight, who: Combatant, target: int) -> int:
    if who.on & NO_BLOWS:
        return BLINDED if who.on >> BLIND & 1 else RUNNING
    why = refuse_foe(f, who, target)
    return refuse_aim(f, who, f.who[target]) if why == 0 else why


@rule
def refuse_aim(f: Fight, who: Combatant, target: Combatant) -> int:
    """fourfold.ranged: something to shoot, loaded, both hands unhindered, within long range."""
    weapon = arm(f, who)
    if weapon.qualities & MISSILE == 0 or weapon.qualities & BOMB or who.left[who.hand] == 0:
        return NO_MISSILE
    if who.empty >> who.hand & 1:
        return UNLOADED
    if f.water == 2 and not who.aquatic:
        return UNDER_WATER
    if weapon.qualities & TWO_HANDED and in_melee(f, who):
        return PRESSED
    if distance(who, target) > weapon.long:
        return TOO_FAR
    return COVERED if target.cover > HIDDEN else 0


@rule
def refuse_execution(f: Fight, who: Combatant, target: int) -> int:
    """fourfold.execution: the helpless, or the unaware from a prepared ambush; undisturbed by anybody able."""
    if who.on & NO_BLOWS:
        return BLINDED if who.on >> BLIND & 1 else RUNNING
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    victim = f.who[target]
    ambushed = victim.on >> UNAWARE & 1 != 0 and f.free and f.side[who.side].prepared
    if victim.on & HELPLESS == 0 and not ambushed:
        return NO_VICTIM
    if in_melee(f, who):
        return DISTURBED
    return 0 if by_hand(f, who, victim) else refuse_aim(f, who, victim)


@rule
def by_hand(f: Fight, who: Combatant, victim: Combatant) -> bool:
    """Near enough to do it without a shot."""
    weapon = weapon_for(f, who, 0)
    return weapon.qualities & FOR_MELEE != 0 and within(f, who, victim, weapon.reach)
