"""Before the first round of the classic book: how many, how strong, how far apart, and who is surprised."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import ABSENT
from affray.engine.purposes import FOR_DISTANCE, FOR_HIT_POINTS, FOR_NUMBER, FOR_REACTION
from affray.engine.space import nearest_foe
from affray.engine.state import ALWAYS, NOBODY, STAND_OFF, Combatant, Fight
from affray.engine.verbs import because, note, roll, roll_for_referee, rule
from affray.rules.classic import clauses as C
from affray.rules.classic.conditions import begin, end, settle
from affray.rules.classic.initiative import free_round, surprise
from affray.rules.classic.morale import never_fights
from affray.rules.classic.options import HALF_OUT, REACTION, SURPRISE

SPEECH = reason(C.REACTION, "CHA of the speaker")
EAST, NORTH = (0, 1, 0, 1, -1, 0, -1, 1), (0, 0, 1, 1, 0, -1, -1, -1)  # where the sides stand, in distances
INDIFFERENT = 9  # classic.reaction: from here on they don't fight


@rule
def muster(f: Fight) -> bool:
    """classic.number: how many of one kind there are; False when all are counted."""
    if f.mustered >= len(f.groups) or f.groups[f.mustered].size == 0:
        return False
    group = f.groups[f.mustered]
    f.mustered += 1
    many = max(1, roll_for_referee(f, FOR_NUMBER, group.sides, group.count) * group.times + group.plus)
    note(f, E.ROLL, C.NUMBER, f.who[group.first], f.who[group.first], many)
    for c in f.who[group.first : group.first + group.size]:
        if c.id >= group.first + many:
            f.side[c.side].size -= 1
            begin(f, c, ABSENT, ALWAYS)
    return True


@rule
def roll_hp(f: Fight) -> bool:
    """classic.hp.roll: one combatant's hit points; False when all have theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.max_hp == 0 and who.up:
            who.hp = hit_points(f, who)
            who.max_hp = who.hp
            note(f, E.ROLL, C.HP_ROLL, who, who, who.hp)
            return True
    f.cursor = 0
    return False


@rule
def hit_points(f: Fight, who: Combatant) -> int:
    """Each hit die gives at least 1, CON counted in."""
    each = con_a_die(who)
    if each >= 0:
        return max(who.hp_least, roll(f, who, FOR_HIT_POINTS, who.hp_sides, who.hp_count) + who.hp_plus)
    total = who.hp_plus - each * who.hp_count
    for _ in range(who.hp_count):
        total += max(1, roll(f, who, FOR_HIT_POINTS, who.hp_sides) + each)
    return total


@rule
def con_a_die(who: Combatant) -> int:
    """What CON adds to each die of a character; levels beyond its dice add without it."""
    beyond = who.hp_least - who.hp_count
    return (who.hp_plus - beyond) // who.hp_count if who.character else 0


@rule
def sides_meet(f: Fight) -> bool:
    """One side's surprise, then the distance, then a word if they speak; False when the fight may begin."""
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if f.rules[SURPRISE] == 1 and not side.wary:
            surprise(f, side)
        return True
    if f.far_count > 0:
        roll_distance(f)
        return True
    draw_up(f)
    f.free = free_round(f, C.SURPRISE)
    if f.rules[REACTION] == 1 and f.parley != NOBODY:
        speak(f, f.who[f.parley])
    return False


@rule
def roll_distance(f: Fight) -> None:
    """classic.distance: 2d6 × 10 feet indoors, 4d6 × 10 yards outdoors, 1d4 × 10 yards with a side surprised."""
    if f.outdoors and any_surprised(f):
        shown = roll_for_referee(f, FOR_DISTANCE, 4)
    else:
        shown = roll_for_referee(f, FOR_DISTANCE, f.far_sides, f.far_count)
    f.apart = shown * f.far_times
    f.far_count, f.far_sides, f.far_times = 0, 0, 0
    note(f, E.ROLL, C.DISTANCE, f.who[0], f.who[0], f.apart)


@rule
def any_surprised(f: Fight) -> bool:
    for side in f.side[: f.sides]:
        if side.surprised:
            return True
    return False


@rule
def draw_up(f: Fight) -> None:
    """Each side takes its place at that distance and looks towards the nearest foe; some would rather not fight."""
    for c in f.who[: f.n]:
        c.x += EAST[c.side] * f.apart
        c.y += NORTH[c.side] * f.apart
    for c in f.who[: f.n]:
        if not f.contact:
            look(f, c)
        if c.up and not c.player and c.loyalty == 0 and never_fights(f, c):
            c.due |= HALF_OUT << 1
    settle(f)


@rule
def look(f: Fight, who: Combatant) -> None:
    at = nearest_foe(f, who)
    if at != NOBODY:
        foe = f.who[at]
        who.face_x = (foe.x > who.x) - (foe.x < who.x)
        who.face_y = (foe.y > who.y) - (foe.y < who.y)


@rule
def speak(f: Fight, speaker: Combatant) -> None:
    """classic.reaction: 2d6 + CHA; the indifferent and the friendly don't fight."""
    total = roll(f, speaker, FOR_REACTION, 6, 2) + because(f, SPEECH, f.speech, f.speech != 0)
    note(f, E.CHECK, C.REACTION, speaker, speaker, total, INDIFFERENT)
    if total >= INDIFFERENT:
        end(f, STAND_OFF)
