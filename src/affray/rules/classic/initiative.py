"""Initiative and surprise of the classic book: who acts first, who acts last, who does not act at all."""

from affray.engine import events as E
from affray.engine.clauses import WHOLE_SIDE, reason
from affray.engine.state import Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, roll_for_side, rule
from affray.engine.vocabulary import FOR_INITIATIVE, FOR_SURPRISE, TO_BREAK_TIE
from affray.rules.classic import clauses as C
from affray.rules.classic.clauses import INDIVIDUAL, SIMULTANEOUS, SURPRISE_RANGE, TIE
from affray.rules.shared import clauses as shared

QUICK = reason(C.INITIATIVE_INDIVIDUAL, "DEX")
STEALTHY = reason(shared.SURPRISE, "a stealthy foe")
SPREAD = 9  # classic.initiative.individual: more than any count (6 + 2), so that a new roll never leaves its place


@rule
def roll_initiative(f: Fight) -> bool:
    """Roll once for each side, or for one combatant a step; the tied roll again."""
    if f.rules[INDIVIDUAL] == 0:
        roll_sides(f)
        return give_places(f)
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and (who.initiative == 0 or who.classic.initiative_tied):
            roll_single(f, who)
            return False
    f.cursor = 0
    return give_single_places(f)


@rule
def check_surprise(f: Fight, side: Side) -> None:
    """Roll 1d6: the side is surprised on 1–2, or on the range of a monster that comes upon them."""
    first = f.who[side.first_member]
    upto = f.rules[SURPRISE_RANGE]
    for c in f.who[: f.n]:
        if c.side != side.id and c.in_fight and c.surprise_chance > upto:
            upto += because(f, STEALTHY, c.surprise_chance - upto)
    shown = roll_for_side(f, side, FOR_SURPRISE, 6)
    note(f, E.CHECK, shared.SURPRISE, first, first, shown, upto)
    side.surprised = shown <= upto


@rule
def in_turn(f: Fight, side: Side) -> bool:
    """Return whether the side stands, and is not the surprised side of a free round."""
    return side.standing > 0 and not (f.surprise_round and side.surprised)


@rule
def roll_sides(f: Fight) -> None:
    """Roll 1d6 for each side; where sides are tied only they roll again, for their turns."""
    again = any_tied(f)
    for side in f.side[: f.sides]:
        side.score = 7 * side.score
        if in_turn(f, side) and (side.tied or not again):
            shown = roll_for_side(f, side, TO_BREAK_TIE if again else FOR_INITIATIVE, 6)
            side.score += shown
            first = f.who[side.first_member]
            because(f, WHOLE_SIDE, 0, again)
            note(f, E.SCORE, C.INITIATIVE_TIE if again else C.INITIATIVE_SIDE, first, first, shown)


@rule
def any_tied(f: Fight) -> bool:
    for side in f.side[: f.sides]:
        if side.tied:
            return True
    return False


@rule
def give_places(f: Fight) -> bool:
    """Give turns from the highest score down. Tied sides share one, or must roll again: then return False."""
    f.turn_count = 0
    tied = False
    for side in f.side[: f.sides]:
        if in_turn(f, side):
            take_place(f, side)
            tied = tied or side.tied
            f.turn_count = max(f.turn_count, side.turn + 1)
    again = tied and f.rules[TIE] != SIMULTANEOUS
    for side in f.side[: f.sides]:
        side.score = f.turn_count - side.turn if again else 0
        side.tied = side.tied and again
    if not again:
        for c in f.who[: f.n]:
            c.turn = f.side[c.side].turn
    return not again


@rule
def take_place(f: Fight, side: Side) -> None:
    """Put the side after every higher score, beside those with the same."""
    side.turn, side.tied = 0, False
    for other in f.side[: f.sides]:
        if in_turn(f, other):
            if other.score > side.score:
                side.turn += 1 if first_of_score(f, other) else 0
            elif other.score == side.score and other.id != side.id:
                side.tied = True


@rule
def first_of_score(f: Fight, side: Side) -> bool:
    """Return whether the side is the first with its score: a turn that several share counts once."""
    for other in f.side[: side.id]:
        if other.score == side.score and in_turn(f, other):
            return False
    return True


@rule
def roll_single(f: Fight, who: Combatant) -> None:
    """Roll 1d6 + DEX; monsters add nothing (classic.initiative.individual)."""
    again = who.classic.initiative_tied
    shown = roll(f, who, TO_BREAK_TIE if again else FOR_INITIATIVE, 6)
    shown += because(f, QUICK, who.initiative_modifier, who.initiative_modifier != 0)
    note(f, E.SCORE, C.INITIATIVE_TIE if again else C.INITIATIVE_INDIVIDUAL, who, who, shown)
    who.initiative = max(SPREAD, who.initiative) + shown


@rule
def give_single_places(f: Fight) -> bool:
    """Give each a turn by their own count. Rivals with equal counts share it, or roll again: then return False."""
    f.turn_count = 0
    tied = False
    for c in f.who[: f.n]:
        c.turn = higher_counts(f, c)
        f.turn_count = max(f.turn_count, c.turn + 1)
        c.classic.initiative_tied = c.able and has_rival(f, c)
        tied = tied or c.classic.initiative_tied
    again = tied and f.rules[TIE] != SIMULTANEOUS
    for c in f.who[: f.n]:
        c.initiative = SPREAD * (f.turn_count - c.turn) if again else 0
        c.classic.initiative_tied = c.classic.initiative_tied and again
    return not again


@rule
def has_rival(f: Fight, who: Combatant) -> bool:
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and c.initiative == who.initiative:
            return True
    return False


@rule
def higher_counts(f: Fight, who: Combatant) -> int:
    """Return how many different counts are above theirs."""
    place = 0
    for c in f.who[: f.n]:
        if c.able and c.initiative > who.initiative and first_of_count(f, c):
            place += 1
    return place


@rule
def first_of_count(f: Fight, who: Combatant) -> bool:
    for c in f.who[: who.id]:
        if c.able and c.initiative == who.initiative:
            return False
    return True
