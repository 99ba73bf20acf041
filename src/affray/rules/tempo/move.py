"""Movement of the tempo book: with the action, instead of it, after it; running away."""

from affray.engine.conditions import FLEEING
from affray.engine.space import distance, toward
from affray.engine.state import Combatant, Fight
from affray.engine.verbs import rule
from affray.rules.shared.movement import close_in, escape, fall_back, run_away, step_to
from affray.rules.shared.reach import MELEE, encounter_rate
from affray.rules.tempo import clauses as C
from affray.rules.tempo.answers import APPROACH, AWAY, GO, RISE
from affray.rules.tempo.reach import part


@rule
def is_move(kind: int) -> bool:
    return kind in (APPROACH, AWAY, RISE, GO)


@rule
def move_clause(who: Combatant) -> int:
    """Every step is taken by the same clause here, a flight too."""
    return C.MOVE


@rule
def leaves_melee(f: Fight, who: Combatant, kind: int, at: int, how: int) -> bool:
    """tempo.reaction.guard: whether such a move takes it out of the reach of one it is in melee with."""
    x, y, z = who.x, who.y, who.z
    if kind == AWAY:
        return True
    if kind == GO:
        x, y = at, how
    elif kind == RISE:
        z = how
    else:
        target = f.who[at]
        step = min(encounter_rate(f, who), distance(who, target) - MELEE)
        x, y, z = toward(x, target.x, step), toward(y, target.y, step), toward(z, target.z, step)
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and (c.locked == who.id or who.locked == c.id):
            if max(abs(c.x - x), abs(c.y - y), abs(c.z - z)) > MELEE:
                return True
    return False


@rule
def go(f: Fight, who: Combatant, kind: int, target: int, option: int) -> None:
    """tempo.move: up to the encounter rate. It has moved even where there was nowhere to go."""
    if kind == APPROACH:
        close_in(f, who, f.who[target])
    elif kind == RISE:
        step_to(f, who, who.x, who.y, option)
    elif kind == GO:
        step_to(f, who, target, option, who.z)
    elif who.on >> FLEEING & 1:
        fall_back(f, who)
        run_away(f, who)
    else:
        fall_back(f, who)
        escape(f, who)
    who.moved = max(1, who.moved)
    part(f, who)
