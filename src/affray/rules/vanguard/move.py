"""Movement of the vanguard book: the move itself, what burns on its way, and who is out of the fight with it."""

from affray.engine import events as E
from affray.engine.conditions import FLEEING
from affray.engine.space import distance, nearest_foe
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.rules.shared import clauses as shared
from affray.rules.shared.conditions import get_away
from affray.rules.shared.movement import carry_along, meet, sign
from affray.rules.shared.reach import base_rate
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.answers import CAREFUL, RUNNING
from affray.rules.vanguard.choices import refuse_strike
from affray.rules.vanguard.oil import cross_pools
from affray.rules.vanguard.options import PURSUIT
from affray.rules.vanguard.reach import NEXT_TO


@rule
def arrive(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """The move itself, what burns on its way, and whether it is out of the fight with it."""
    far = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    if far == 0:
        return
    near, from_x, from_y, from_z = nearness(f, who), who.x, who.y, who.z
    who.face_x, who.face_y = sign(x - who.x), sign(y - who.y)
    who.x, who.y, who.z = x, y, z
    carry_along(f, who)
    who.faces = NOBODY
    who.moved = far
    f.contact = False
    note(f, E.MOVE, move_clause(f, who), who, who, far, base_rate(f, who))
    face_foe(f, who)
    if f.pooled > 0:
        cross_pools(f, who, from_x, from_y, from_z)
    escape(f, who, near)


@rule
def nearness(f: Fight, who: Combatant) -> int:
    at = nearest_foe(f, who)
    return 0 if at == NOBODY else distance(who, f.who[at])


@rule
def move_clause(f: Fight, who: Combatant) -> int:
    if f.blow.by == who.id:
        return C.CHARGE
    if who.pace == CAREFUL:
        return C.LEAVE_DEFENSIVE
    return C.RUN if who.pace == RUNNING else C.TURN


@rule
def face_foe(f: Fight, who: Combatant) -> None:
    """Who comes up to a foe faces it."""
    at = f.blow.at if f.blow.by == who.id else nearest_foe(f, who)
    if at != NOBODY and distance(who, f.who[at]) <= NEXT_TO:
        meet(who, f.who[at])


@rule
def escape(f: Fight, who: Combatant, near: int) -> None:
    """classic.flee.away: out of the fight once no enemy can reach it; so are those of a side that is to escape."""
    side = f.side[who.side]
    away = who.on >> FLEEING & 1 != 0 or (side.escape and nearness(f, who) > near)
    if away and who.up and side.way_out and not within_anyones_reach(f, who):
        get_away(f, who, shared.FLEE_AWAY)


@rule
def within_anyones_reach(f: Fight, who: Combatant) -> bool:
    """Of an enemy beside it; in a pursuit (vanguard.morale) also of one that could come up to it with a move."""
    for c in f.who[: f.n]:
        if c.able and c.side != who.side:
            if distance(c, who) <= NEXT_TO + (base_rate(f, c) if f.rules[PURSUIT] == 1 else 0):
                return True
    return False


@rule
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Out of turn, with what it strikes with."""
    return refuse_strike(f, who, target.id, 0) == 0
