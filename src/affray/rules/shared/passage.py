"""What stops a straight move: able foes in the way, and the walls of a passage."""

from affray.engine.clauses import reason
from affray.engine.space import blocker, distance
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
def walk(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Move straight to a place, or up to the first able foe in the way (classic.move.way)."""
    at = blocker(f, who, who.id, x, y, z, seams.melee_range(f))
    if at == NOBODY:
        seams.step_to(f, who, x, y, z)
        return
    span = max(abs(x - who.x), abs(y - who.y))
    step = min(span, max(0, distance(who, f.who[at]) - seams.melee_range(f)))
    seams.step_to(
        f,
        who,
        who.x + (x - who.x) * step // span,
        who.y + (y - who.y) * step // span,
        who.z + (z - who.z) * step // span,
    )
