"""Cover belongs to places: who leaves such a place leaves its cover there, and whoever comes to it may use it."""

from affray.engine import events as E
from affray.engine.state import Combatant, Fight
from affray.engine.verbs import Answer, Question, Refusal, note, rule
from affray.rules import seams
from affray.rules.shared import clauses as C


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
