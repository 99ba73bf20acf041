"""Initiative and surprise of the classic book: who acts first, who acts last, who does not act at all."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.purposes import FOR_INITIATIVE, FOR_SURPRISE
from affray.engine.state import Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, roll_for_side, rule
from affray.rules.classic import clauses as C
from affray.rules.classic.options import INDIVIDUAL, SIMULTANEOUS, SURPRISE_RANGE, TIE
from affray.rules.shared import clauses as shared

QUICK = reason(C.INITIATIVE_INDIVIDUAL, "DEX")
STEALTHY = reason(shared.SURPRISE, "whom it comes upon")
SPREAD = 9  # classic.initiative.individual: more than any count (6 + 2), so that a new roll never leaves its place


@rule
def roll_initiative(f: Fight) -> bool:
    """One roll for each side, or one combatant's a step; the tied roll again."""
    if f.rules[INDIVIDUAL] == 0:
        roll_sides(f)
        return give_places(f)
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and (who.count == 0 or who.ready):
            roll_single(f, who)
            return False
    f.cursor = 0
    return give_single_places(f)


@rule
def check_surprise(f: Fight, side: Side) -> None:
    """1d6: surprised on 1–2, or on the range of a monster that comes upon it."""
    first = f.who[side.first]
    upto = f.rules[SURPRISE_RANGE]
    for c in f.who[: f.n]:
        if c.side != side.id and c.up and c.surprises > upto:
            upto += because(f, STEALTHY, c.surprises - upto)
    shown = roll_for_side(f, side, FOR_SURPRISE, 6)
    note(f, E.CHECK, shared.SURPRISE, first, first, shown, upto)
    side.surprised = shown <= upto


@rule
def in_turn(f: Fight, side: Side) -> bool:
    """Stands, and is not the surprised side of a free round."""
    return side.standing > 0 and not (f.free and side.surprised)


@rule
def roll_sides(f: Fight) -> None:
    """1d6 for each side; where sides are tied only they roll again, for their places."""
    again = any_tied(f)
    for side in f.side[: f.sides]:
        side.score = 7 * side.score
        if in_turn(f, side) and (side.tied or not again):
            shown = roll_for_side(f, side, FOR_INITIATIVE, 6)
            side.score += shown
            first = f.who[side.first]
            note(f, E.SCORE, C.INITIATIVE_TIE if again else C.INITIATIVE_SIDE, first, first, shown)


@rule
def any_tied(f: Fight) -> bool:
    for side in f.side[: f.sides]:
        if side.tied:
            return True
    return False


@rule
def give_places(f: Fight) -> bool:
    """Places from the highest score down. Tied sides share one, or must roll again: then False."""
    f.places = 0
    tied = False
    for side in f.side[: f.sides]:
        if in_turn(f, side):
            take_place(f, side)
            tied = tied or side.tied
            f.places = max(f.places, side.place + 1)
    again = tied and f.rules[TIE] != SIMULTANEOUS
    for side in f.side[: f.sides]:
        side.score = f.places - side.place if again else 0
        side.tied = side.tied and again
    if not again:
        for c in f.who[: f.n]:
            c.place = f.side[c.side].place
    return not again


@rule
def take_place(f: Fight, side: Side) -> None:
    """After every higher score, beside those with the same."""
    side.place, side.tied = 0, False
    for other in f.side[: f.sides]:
        if in_turn(f, other):
            if other.score > side.score:
                side.place += 1 if first_of_score(f, other) else 0
            elif other.score == side.score and other.id != side.id:
                side.tied = True


@rule
def first_of_score(f: Fight, side: Side) -> bool:
    """A place that several share counts once."""
    for other in f.side[: side.id]:
        if other.score == side.score and in_turn(f, other):
            return False
    return True


@rule
def roll_single(f: Fight, who: Combatant) -> None:
    """classic.initiative.individual: 1d6 + DEX; monsters add nothing."""
    shown = roll(f, who, FOR_INITIATIVE, 6) + because(f, QUICK, who.quick, who.quick != 0)
    note(f, E.SCORE, C.INITIATIVE_TIE if who.ready else C.INITIATIVE_INDIVIDUAL, who, who, shown)
    who.count = max(SPREAD, who.count) + shown


@rule
def give_single_places(f: Fight) -> bool:
    """Each acts on its own count. Rivals with equal counts share a place, or must roll again: then False."""
    f.places = 0
    tied = False
    for c in f.who[: f.n]:
        c.place = higher_counts(f, c)
        f.places = max(f.places, c.place + 1)
        c.ready = c.able and has_rival(f, c)
        tied = tied or c.ready
    again = tied and f.rules[TIE] != SIMULTANEOUS
    for c in f.who[: f.n]:
        c.count = SPREAD * (f.places - c.place) if again else 0
        c.ready = c.ready and again
    return not again


@rule
def has_rival(f: Fight, who: Combatant) -> bool:
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and c.count == who.count:
            return True
    return False


@rule
def higher_counts(f: Fight, who: Combatant) -> int:
    """How many different counts stand above this one's."""
    place = 0
    for c in f.who[: f.n]:
        if c.able and c.count > who.count and first_of_count(f, c):
            place += 1
    return place


@rule
def first_of_count(f: Fight, who: Combatant) -> bool:
    for c in f.who[: who.id]:
        if c.able and c.count == who.count:
            return False
    return True
