"""What keeps a combatant of the classic book from moving: a melee, a spell, a move already made."""

from affray.engine.conditions import FLEEING, PRONE, RETREATING, WITHDRAWING
from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, rule
from affray.rules.classic.answers import (
    APPROACH,
    AWAY,
    CANT_FLY,
    CAST,
    CASTING_ONLY,
    CLOSE_ENOUGH,
    GO,
    HAS_MOVED,
    IN_MELEE,
    NO_SUCH,
    NOT_ASKED,
    NOT_AWAY,
    ONESELF,
    OUT_OF_BREATH,
    OUT_OF_IT,
    RISE,
    TOO_FAR_TO_GO,
)
from affray.rules.classic.options import PACES
from affray.rules.classic.reach import MELEE, encounter_rate, in_melee


@rule
def refuse_move(f: Fight, who: Combatant, a: Answer) -> int:
    if who.declared == CAST:
        return CASTING_ONLY
    leaving = who.on & (1 << WITHDRAWING | 1 << RETREATING | 1 << FLEEING) != 0
    if not leaving and in_melee(f, who):
        why = refuse_leaving(f, who)
        if why != 0:
            return why
    if who.moved > 0 or who.on >> PRONE & 1:
        return HAS_MOVED
    if who.paces >= f.rules[PACES]:
        return OUT_OF_BREATH
    if a.kind == RISE:
        return refuse_rise(f, who, a, leaving)
    if a.kind == GO:
        return refuse_going(f, who, a.target, a.option, leaving)
    if a.option != 0 or (a.kind == AWAY and a.target != NOBODY):
        return NOT_ASKED
    if a.kind == AWAY:
        return 0
    return refuse_approach(f, who, a.target, leaving) if a.kind == APPROACH else NOT_ASKED


@rule
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """classic.round.engaged: only by a declared withdrawal or retreat. At a seam."""
    return IN_MELEE


@rule
def refuse_rise(f: Fight, who: Combatant, a: Answer, leaving: bool) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    if who.fly == 0 or a.option < 0 or abs(a.option - who.z) > encounter_rate(f, who):
        return CANT_FLY
    return NOT_AWAY if leaving and beside_a_foe(f, who, who.x, who.y, a.option) else 0


@rule
def refuse_going(f: Fight, who: Combatant, x: int, y: int, leaving: bool) -> int:
    if max(abs(x - who.x), abs(y - who.y)) > encounter_rate(f, who):
        return TOO_FAR_TO_GO
    return NOT_AWAY if leaving and beside_a_foe(f, who, x, y, who.z) else 0


@rule
def beside_a_foe(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Whether it would be in melee there."""
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and max(abs(c.x - x), abs(c.y - y), abs(c.z - z)) <= MELEE:
            return True
    return False


@rule
def refuse_approach(f: Fight, who: Combatant, target: int, leaving: bool) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    other = f.who[target]
    if target == who.id:
        return ONESELF
    if not other.up:
        return OUT_OF_IT
    if leaving and other.side != who.side:
        return NOT_AWAY
    return CLOSE_ENOUGH if distance(who, other) <= MELEE else 0
