"""What stops a straight move: able foes in the way, and the walls of a passage."""

from affray.engine.clauses import reason
from affray.engine.space import blocker, distance, gap, on_way, toward
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import rule
from affray.rules import seams
from affray.rules.shared import clauses as C

IN_THE_WAY = reason(C.MOVE_WAY, "a foe stands in the way of {who}")
WALL = reason(C.MOVE_WAY, "the passage is not so wide")


@rule
def refuse_way(f: Fight, who: Combatant, x: int, y: int) -> int:
    """Return why nobody can go straight to this place; 0 if nothing is in the way (classic.move.way)."""
    if f.width > 0 and 2 * abs(y) > f.width and is_farthest_out(f, abs(y)):
        return WALL
    return IN_THE_WAY if blocker(f, who, who.id, x, y, who.z, seams.melee_range(f)) != NOBODY else 0


@rule
def is_farthest_out(f: Fight, y: int) -> bool:
    """Return whether nobody stands so far from the middle of the passage: where somebody stands, there is no wall."""
    for c in f.who[: f.n]:
        if abs(c.y) >= y:
            return False
    return True


@rule
def refuse_way_to(f: Fight, who: Combatant, target: Combatant) -> int:
    """Refuse the way past a foe beside `who` who is in the straight way to another (classic.move.way)."""
    at = blocker(f, who, target.id, target.x, target.y, target.z, seams.melee_range(f))
    return IN_THE_WAY if at != NOBODY and distance(who, f.who[at]) <= seams.melee_range(f) else 0


@rule
def refuse_run(f: Fight, who: Combatant, target: Combatant) -> int:
    """Refuse a charge unless the whole way is free (classic.move.way)."""
    at = blocker(f, who, target.id, target.x, target.y, target.z, seams.melee_range(f))
    return IN_THE_WAY if at != NOBODY else 0


@rule
def free_part(f: Fight, who: Combatant, x: int, y: int, z: int, span: int) -> int:
    """Return how much of a straight move of this span is free: all of it, or up to the first able foe in the way
    (classic.move.way)."""
    at = blocker(f, who, who.id, x, y, z, seams.melee_range(f))
    return span if at == NOBODY else min(span, max(0, distance(who, f.who[at]) - seams.melee_range(f)))


@rule
def walk(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Move straight to a place, or up to the first able foe in the way (classic.move.way)."""
    span = max(abs(x - who.x), abs(y - who.y))
    part = free_part(f, who, x, y, z, span)
    if part == span:
        seams.step_to(f, who, x, y, z)
    else:
        x, y, z = on_way(who.x, x, part, span), on_way(who.y, y, part, span), on_way(who.z, z, part, span)
        seams.step_to(f, who, x, y, z)


@rule
def gap_after_walk(f: Fight, who: Combatant, target: Combatant, step: int, z: int) -> int:
    """Return how far from a target somebody is after so long a step towards it, to this height at most."""
    x, y = toward(who.x, target.x, step), toward(who.y, target.y, step)
    span = max(abs(x - who.x), abs(y - who.y))
    part = free_part(f, who, x, y, z, span)
    if part < span:
        x, y, z = on_way(who.x, x, part, span), on_way(who.y, y, part, span), on_way(who.z, z, part, span)
    return gap(target, x, y, z)
