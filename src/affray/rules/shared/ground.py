"""The ground: foes in the way and walls of a passage, which stop a straight move; and places with cover."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.space import blocker, distance, gap, on_way, toward
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, Question, Refusal, note, rule
from affray.rules import seams
from affray.rules.shared import clauses as C

IN_THE_WAY = reason(C.MOVE_WAY, "a foe stands in the way of {who}")
WALL = reason(C.MOVE_WAY, "the passage is not so wide")


# --- the way


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


# --- cover: who leaves such a place leaves its cover there, and whoever comes to it may use it


@rule
def mark_cover(f: Fight) -> None:
    """Tie the cover that somebody starts in to the place where they start (classic.move.cover)."""
    for c in f.who[: f.n]:
        if c.cover > 0:
            c.start_cover, c.cover_x, c.cover_y, c.cover_z = c.cover, c.x, c.y, c.z
            f.has_cover = True


@rule
def change_cover(f: Fight, who: Combatant) -> None:
    """Take the cover of the place that somebody has come to, if it has any (classic.move.cover)."""
    before = who.cover
    who.cover = cover_at(f, who.x, who.y, who.z)
    if who.cover > 0:
        note(f, E.DECLARED, C.MOVE_COVER, who, who)
    elif before > 0:
        note(f, E.LOST, C.MOVE_COVER, who, who)


@rule
def cover_at(f: Fight, x: int, y: int, z: int) -> int:
    """Return the best cover at a place; 0 without any."""
    near, best = seams.melee_range(f) // 2, 0
    for c in f.who[: f.n]:
        if c.start_cover > best and max(abs(c.cover_x - x), abs(c.cover_y - y), abs(c.cover_z - z)) <= near:
            best = c.start_cover
    for place in f.covers[: f.cover_count]:
        if place.cover > best and max(abs(place.x - x), abs(place.y - y), abs(place.z - z)) <= near:
            best = place.cover
    return best


def ways_to_cover(f: Fight, q: Question, go: int, refusal: Refusal) -> list[Answer]:
    """Return the moves that bring somebody to a place with cover, where they are not yet."""
    if not f.has_cover or q.who < 0:
        return []
    who = f.who[q.who]
    places = [(c.cover_x, c.cover_y) for c in f.who if c.start_cover] + [(place.x, place.y) for place in f.covers]
    found = [Answer(go, x, y) for x, y in dict.fromkeys(places) if (x, y) != (who.x, who.y)]
    return [a for a in found if cover_at(f, a.target, a.option, who.z) > 0 and refusal(f, q, a) == 0]
