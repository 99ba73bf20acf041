"""Where everybody is: distance, reach, straight lines, room in a passage, behind. Whole tenths of the book's unit."""

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import rule
from affray.engine.vocabulary import UNAWARE

UNIT = 10  # tenths
BEYOND = 1 << 40  # farther than any two combatants can be apart


@rule
def distance(a: Combatant, b: Combatant) -> int:
    """Return the largest of the differences, as on a board."""
    return max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))


@rule
def toward(here: int, there: int, step: int) -> int:
    """Return a coordinate moved towards another by at most a step."""
    return max(here - step, min(here + step, there))


@rule
def in_melee_with(a: Combatant, b: Combatant, reach: int) -> bool:
    return a.side != b.side and b.able and distance(a, b) <= reach


@rule
def is_engaged(f: Fight, who: Combatant, reach: int) -> bool:
    """Return whether an enemy able to fight is within reach."""
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and distance(who, c) <= reach:
            return True
    return False


@rule
def nearest_foe(f: Fight, who: Combatant) -> int:
    """Return the nearest enemy still in the fight, the first listed of equals; NOBODY without one."""
    best, how_far = NOBODY, BEYOND
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side:
            d = distance(who, c)
            if d < how_far:
                best, how_far = c.id, d
    return best


@rule
def nearest_able_foe(f: Fight, who: Combatant) -> int:
    """Return the nearest enemy able to act, or without one the nearest enemy still in the fight; else NOBODY."""
    best, how_far = NOBODY, BEYOND
    for c in f.who[: f.n]:
        if c.able and c.side != who.side:
            d = distance(who, c)
            if d < how_far:
                best, how_far = c.id, d
    return best if best != NOBODY else nearest_foe(f, who)


@rule
def behind(f: Fight, attacker: Combatant, target: Combatant, reach: int) -> bool:
    """Return whether somebody is in the rear half of the target's facing: towards the foe faced in melee, else the last
    move."""
    if target.conditions >> UNAWARE & 1:
        return True
    dx, dy = target.heading_x, target.heading_y
    if target.faced_foe != NOBODY:
        foe = f.who[target.faced_foe]
        if foe.in_fight and distance(target, foe) <= reach:
            dx, dy = foe.x - target.x, foe.y - target.y
    return (attacker.x - target.x) * dx + (attacker.y - target.y) * dy < 0


@rule
def along_line(a: Combatant, b: Combatant, c: Combatant, length: int, half_width: int) -> bool:
    """Return whether c stands in a straight strip from a through b, so long and so wide to either side."""
    dx, dy = b.x - a.x, b.y - a.y
    cx, cy = c.x - a.x, c.y - a.y
    span = max(abs(dx), abs(dy))
    if span == 0:
        return distance(a, c) <= half_width
    ahead = cx * dx + cy * dy
    aside = abs(cx * dy - cy * dx)
    return ahead > 0 and distance(a, c) <= length and aside <= half_width * span


@rule
def blocker(f: Fight, who: Combatant, goal: int, x: int, y: int, z: int, space: int) -> int:
    """Return the nearest able foe, the goal apart, through whose space a straight move leads; NOBODY without one."""
    best, how_far = NOBODY, BEYOND
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and c.id != goal and distance(who, c) < how_far:
            if is_on_way(who, c, x, y, z, space):
                best, how_far = c.id, distance(who, c)
    return best


@rule
def is_on_way(who: Combatant, c: Combatant, x: int, y: int, z: int, space: int) -> bool:
    """Return whether somebody's space, half of it to either side, lies on the straight way to a place."""
    dx, dy = x - who.x, y - who.y
    cx, cy = c.x - who.x, c.y - who.y
    span = max(abs(dx), abs(dy))
    ahead = cx * dx + cy * dy
    if ahead <= 0 or ahead > dx * dx + dy * dy or 2 * abs(cx * dy - cy * dx) > space * span:
        return False
    return abs(who.z + (z - who.z) * max(abs(cx), abs(cy)) // span - c.z) <= space


@rule
def gap(who: Combatant, x: int, y: int, z: int) -> int:
    """Return how far somebody is from a place."""
    return max(abs(x - who.x), abs(y - who.y), abs(z - who.z))


@rule
def on_way(start: int, end: int, part: int, span: int) -> int:
    """Return one coordinate so far along a straight way."""
    return start + (end - start) * part // span


@rule
def way_into_reach(who: Combatant, foe: Combatant, x: int, y: int, z: int, reach: int) -> int:
    """Return how far along a straight move somebody first is within reach of a foe; NOBODY if nowhere, or if they end
    there at the earliest. Looked at unit by unit."""
    span = gap(who, x, y, z)
    if gap(foe, who.x, who.y, who.z) > reach + span:
        return NOBODY
    for part in range(0, span, UNIT):
        if gap(foe, on_way(who.x, x, part, span), on_way(who.y, y, part, span), on_way(who.z, z, part, span)) <= reach:
            return part
    return NOBODY


@rule
def put_on_way(who: Combatant, x: int, y: int, z: int, part: int) -> None:
    """Put somebody so far along a straight way to a place."""
    if part > 0:
        span = gap(who, x, y, z)
        who.x, who.y, who.z = on_way(who.x, x, part, span), on_way(who.y, y, part, span), on_way(who.z, z, part, span)


@rule
def in_cone(a: Combatant, b: Combatant, c: Combatant, length: int, width: int) -> bool:
    """Return whether c is in a cone from a towards b: a point at a, so wide at the end of its length."""
    if a.x == b.x and a.y == b.y:
        return distance(a, c) <= length
    dx, dy = b.x - a.x, b.y - a.y
    cx, cy = c.x - a.x, c.y - a.y
    ahead = cx * dx + cy * dy
    aside = abs(cx * dy - cy * dx)
    return ahead > 0 and distance(a, c) <= length and 2 * aside * length <= width * ahead


@rule
def place_in_rank(f: Fight, who: Combatant) -> int:
    """Return how many of their side stand nearer to the enemy in a passage, or as near and listed before them."""
    foe = nearest_foe(f, who)
    if foe == NOBODY:
        return 0
    own, ahead = distance(who, f.who[foe]), 0
    for c in f.who[: f.n]:
        if c.side == who.side and c.able and c.id != who.id:
            d = distance(c, f.who[foe])
            if d < own or (d == own and c.id < who.id):
                ahead += 1
    return ahead
