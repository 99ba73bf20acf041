"""Initiative of the tempo book: surprise, scores, what they are spent on, and whose turn it is."""

from affray.engine import events as E
from affray.engine.clauses import FACT, HOUSE_INITIATIVE, REMARK, reason
from affray.engine.state import NOBODY, Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, roll_for_referee, roll_for_side, rule, ruling
from affray.engine.vocabulary import FOR_INITIATIVE, TO_BREAK_TIE, TO_REORIENT
from affray.rules import seams
from affray.rules.shared.house import GROUP_SCORES
from affray.rules.shared.round import draw_up, roll_distance
from affray.rules.tempo import clauses as C
from affray.rules.tempo.clauses import LACKEY_SCORE
from affray.rules.tempo.damage import WITS, several
from affray.rules.tempo.questions import (
    A_DIE,
    AMBUSH,
    AMBUSHERS,
    AS_USUAL,
    CHANCE,
    FORM,
    NO_AMBUSH,
    NO_ROLL_AT_ALL,
    PREPARED,
    VICTIMS,
)
from affray.rules.tempo.spells import declare, has_spell


@rule
def sides_meet(f: Fight) -> bool:
    """Settle one side's ambush, then the distance. Return False when all stand where they meet."""
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if side.ambush:
            choose_form(f, side)
        return True
    if f.distance_count > 0:
        roll_distance(f)
        return True
    forgive(f)
    draw_up(f)
    f.cursor = 0
    return False


@rule
def forgive(f: Fight) -> None:
    """Clear surprise where nobody lies in ambush."""
    ambush = False
    for side in f.side[: f.sides]:
        ambush = ambush or side.ambush
    for side in f.side[: f.sides]:
        side.surprised = side.surprised and ambush


@rule
def takes_score(f: Fight) -> bool:
    """Give one combatant their score (tempo.initiative.roll). Return False when all have theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.in_fight:
            first_score(f, who)
            return True
    f.cursor = 0
    return False


@rule
def declares_first(f: Fight) -> bool:
    """Let casters declare before the first round, unless surprised (tempo.spell.declare). Return False when all
    have."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and has_spell(who) and not f.side[who.side].surprised:
            declare(f, who)
            return True
    f.cursor = 0
    return False


BEYOND_WITS = 1 << 20  # a point of score counts more than anybody's wits
HEAD_START = 20  # tempo.surprise: wits + 20 in place of the roll
FLOOR = reason(C.SPEND, "a score never falls below 0")
LOWERED = reason(C.SPEND, "still to act, at the lowered count")
FLAT = reason(C.ZERO, "flat-footed: a penalty die", REMARK)
FALLS_UPON = reason(C.SURPRISE, "surprises them", REMARK)
FALLEN_UPON = reason(C.SURPRISE, "surprised", REMARK)
FROM_AMBUSH = reason(C.SURPRISE, "in place of a roll")
CAUGHT = reason(C.SURPRISE, "caught flat-footed", REMARK)
SIDES_DIE = reason(HOUSE_INITIATIVE, "the die of the side")
NOT_HIGHER = reason(C.REORIENT, "not higher: the old score stays", FACT)


@rule
def pay(f: Fight, who: Combatant, change: int, clause: int) -> None:
    """Lower a score for a reason that was given (tempo.initiative.spend); a lackey's never changes."""
    if who.tempo.lackey:
        return
    before = who.tempo.score
    because(f, FLOOR, -change - before, before + change < 0)
    because(f, LOWERED, 0, f.actor != NOBODY and f.actor != who.id and not who.acted)
    who.tempo.score = max(0, before + change)
    note(f, E.SCORE, clause, who, who, who.tempo.score, before)


@rule
def choose_form(f: Fight, side: Side) -> None:
    """Settle how one side takes the others by surprise: as the scenario says, unless the referee picks otherwise."""
    first = f.who[side.first_member]
    said = side.ambush_form if side.ambush_form != NO_AMBUSH else PREPARED if side.ambush_prepared else CHANCE
    picked = ruling(f, AMBUSH, first, first, said)
    form = picked.option if picked.kind == FORM else said
    side.ambush, side.ambush_form = form != NO_AMBUSH, form
    side.ambush_prepared = form == PREPARED


@rule
def first_score(f: Fight, who: Combatant) -> None:
    """Roll a score (tempo.initiative.roll), or set what surprise makes of it; henchmen don't roll (tempo.henchman)."""
    if who.tempo.lackey:
        who.tempo.score = f.rules[LACKEY_SCORE]
        note(f, E.SCORE, C.HENCHMAN, who, who, who.tempo.score)
        return
    own, ambushed = f.side[who.side], part_of_victim(f, who)
    if own.ambush and AMBUSHERS[own.ambush_form] != AS_USUAL:
        ambush_score(f, who)
    elif ambushed == NO_ROLL_AT_ALL:
        because(f, CAUGHT, 0)
        who.tempo.score = 0
        note(f, E.SCORE, C.SURPRISE, who, who, 0)
    elif ambushed == A_DIE:
        because(f, FALLEN_UPON, 0)
        who.tempo.score = several(f, who, FOR_INITIATIVE, -1) + because(f, WITS, who.tempo.wits)
        note(f, E.SCORE, C.SURPRISE, who, who, who.tempo.score)
    else:
        who.tempo.score = seams.score_die(f, who) + because(f, WITS, who.tempo.wits)
        note(f, E.SCORE, C.INITIATIVE_ROLL, who, who, who.tempo.score)


@rule
def score_die(f: Fight, who: Combatant) -> int:
    """Roll a score (tempo.initiative.roll); by option the first of a side rolls for all (affray.house.initiative)."""
    if f.rules[GROUP_SCORES] == 0:
        return roll(f, who, FOR_INITIATIVE, 20)
    side = f.side[who.side]
    if side.score == 0:
        side.score = roll_for_side(f, side, FOR_INITIATIVE, 20)
        return side.score
    return because(f, SIDES_DIE, side.score)


@rule
def ambush_score(f: Fight, who: Combatant) -> None:
    """Give one who lies in ambush their score: wits + 20, or an advantage die."""
    if AMBUSHERS[f.side[who.side].ambush_form] == NO_ROLL_AT_ALL:
        who.tempo.score = because(f, WITS, who.tempo.wits) + because(f, FROM_AMBUSH, HEAD_START)
    else:
        because(f, FALLS_UPON, 0)
        who.tempo.score = several(f, who, FOR_INITIATIVE, 1) + because(f, WITS, who.tempo.wits)
    note(f, E.SCORE, C.SURPRISE, who, who, who.tempo.score)


@rule
def part_of_victim(f: Fight, who: Combatant) -> int:
    """Return what an ambush does to their score: nothing, a penalty die, or 0. Only the surprised are victims."""
    own = f.side[who.side]
    worst = AS_USUAL
    if own.surprised and not own.ambush:
        for side in f.side[: f.sides]:
            if side.id != who.side and side.ambush:
                worst = max(worst, VICTIMS[side.ambush_form])
    return worst


@rule
def reorient(f: Fight, who: Combatant) -> None:
    """Roll 1d20 + wits again and keep it if higher (tempo.initiative.reorient); at 0 with a penalty die
    (tempo.initiative.zero)."""
    before = who.tempo.score
    if before == 0:
        because(f, FLAT, 0)
    shown = roll(f, who, TO_REORIENT, 20) if before > 0 else several(f, who, TO_REORIENT, -1)
    new = shown + because(f, WITS, who.tempo.wits)
    because(f, NOT_HIGHER, 0, new <= before)
    who.tempo.score = max(before, new)
    note(f, E.SCORE, C.REORIENT, who, who, who.tempo.score, before)


@rule
def next_to_act(f: Fight) -> int:
    """Return the highest score that has not acted, NOBODY when all have. Break ties by wits, then the players'
    side, then by lot."""
    best, most, tied = NOBODY, 0, False
    for c in f.who[: f.n]:
        if c.able and not c.acted:
            count = precedence(f, c)
            if best == NOBODY or count > most:
                best, most, tied = c.id, count, False
            elif count == most and c.side != f.who[best].side:
                tied = True
    return by_lot(f, best, most) if tied else best


@rule
def precedence(f: Fight, who: Combatant) -> int:
    """Return the score, then wits, then the players' side, then who began the round highest, as one number."""
    own = who.tempo
    first = int(who.id == f.tempo.highest_scorer)
    return (own.score * BEYOND_WITS + own.wits) * 4 + 2 * int(f.side[who.side].players) + first


@rule
def by_lot(f: Fight, best: int, most: int) -> int:
    """Draw one of the sides that are tied to the last. On one side the list decides."""
    tied = 0
    for side in f.side[: f.sides]:
        tied += 1 if first_tied(f, side, most) != NOBODY else 0
    drawn = roll_for_referee(f, TO_BREAK_TIE, tied)
    left = drawn
    for side in f.side[: f.sides]:
        at = first_tied(f, side, most)
        left -= 1 if at != NOBODY else 0
        if at != NOBODY and left == 0:
            best = at
            break
    note(f, E.ROLL, C.INITIATIVE_ROLL, f.who[best], f.who[best], drawn)
    return best


@rule
def first_tied(f: Fight, side: Side, most: int) -> int:
    """Return the first of a side who is level with the best; NOBODY without one."""
    for c in f.who[: f.n]:
        if c.side == side.id and c.able and not c.acted and precedence(f, c) == most:
            return c.id
    return NOBODY
