"""Initiative and surprise of the fourfold book: 1d8 by side, once a fight; sneaking against watching."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.purposes import FOR_INITIATIVE, FOR_SURPRISE
from affray.engine.state import MOST_SIDES, Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, roll_for_side, rule
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.options import INDIVIDUAL
from affray.rules.fourfold.skills import DEX, NOTICE, SNEAK, WIS, attribute, skill

QUICKEST = reason(C.INITIATIVE_SIDE, "the side's best DEX")
QUICK = reason(C.INITIATIVE_INDIVIDUAL, "DEX")
STEALTH = reason(C.SURPRISE_OPPOSED, "the worst sneaker's DEX and Sneak")
WATCH = reason(C.SURPRISE_OPPOSED, "the best watcher's WIS and Notice")
CAUGHT = reason(C.SURPRISE_OPPOSED, "surprised")
WATCHFUL = reason(C.SURPRISE_OPPOSED, "not surprised")
STEP = 2 * MOST_SIDES  # between two scores there is room for every side


@rule
def order(f: Fight) -> bool:
    """Once a fight, when a surprise round is over; then the order stays. At a seam."""
    if f.ordered:
        return True
    if f.free:
        give_places(f)
        return True
    if f.rules[INDIVIDUAL] == 1:
        return order_singly(f)
    for side in f.side[: f.sides]:
        if side.standing > 0:
            roll_side(f, side, C.INITIATIVE_SIDE)
    tell_ties(f)
    give_places(f)
    keep_order(f)
    return True


@rule
def keep_order(f: Fight) -> None:
    """From here on places alone count: nobody asks for a score again."""
    f.ordered = True
    for side in f.side[: f.sides]:
        side.score = 0


@rule
def roll_side(f: Fight, side: Side, clause: int) -> None:
    """1d8 + the best DEX of those who are there."""
    best = -9
    for c in f.who[: f.n]:
        if c.side == side.id and c.up:
            best = max(best, attribute(c, DEX))
    side.score = roll_for_side(f, side, FOR_INITIATIVE, 8) + because(f, QUICKEST, best, best != 0)
    note(f, E.SCORE, clause, f.who[side.first], f.who[side.first], side.score)


@rule
def precedence(side: Side) -> int:
    """fourfold.initiative.tie: players first, then in listed order."""
    return MOST_SIDES if side.players else MOST_SIDES - 1 - side.id


@rule
def tell_ties(f: Fight) -> None:
    """Where players and others have the same score, players go first."""
    for side in f.side[: f.sides]:
        for other in f.side[: f.sides]:
            if side.players and not other.players and side.score == other.score and other.standing > 0:
                note(f, E.SCORE, C.INITIATIVE_TIE, f.who[side.first], f.who[other.first], side.score)


@rule
def give_places(f: Fight) -> None:
    """One place for each side, from the highest score down."""
    f.places = f.sides
    for side in f.side[: f.sides]:
        side.place = 0
        for other in f.side[: f.sides]:
            if other.id != side.id and before(other, side):
                side.place += 1
    for c in f.who[: f.n]:
        c.place = f.side[c.side].place


@rule
def before(side: Side, other: Side) -> bool:
    own, its = STEP * side.score + precedence(side), STEP * other.score + precedence(other)
    return own > its or (own == its and side.id < other.id)


@rule
def order_singly(f: Fight) -> bool:
    """fourfold.initiative.individual: one roll a step; True when all have theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        side = f.side[who.side]
        if side.players:
            if who.up:
                roll_single(f, who)
                return False
        elif side.first == who.id and side.standing > 0:
            roll_side(f, side, C.INITIATIVE_INDIVIDUAL)
            return False
    f.cursor = 0
    for c in f.who[: f.n]:
        if not f.side[c.side].players:
            c.count = STEP * f.side[c.side].score + precedence(f.side[c.side])
    tell_single_ties(f)
    give_single_places(f)
    keep_order(f)
    return True


@rule
def roll_single(f: Fight, who: Combatant) -> None:
    """1d8 + DEX"""
    own = attribute(who, DEX)
    shown = roll(f, who, FOR_INITIATIVE, 8) + because(f, QUICK, own, own != 0)
    note(f, E.SCORE, C.INITIATIVE_INDIVIDUAL, who, who, shown)
    who.count = STEP * shown + MOST_SIDES


@rule
def tell_single_ties(f: Fight) -> None:
    """fourfold.initiative.tie: each player who goes before a side of the same score."""
    for c in f.who[: f.n]:
        for other in f.side[: f.sides]:
            if f.side[c.side].players and c.up and not other.players and other.standing > 0:
                if c.count == STEP * other.score + MOST_SIDES:
                    note(f, E.DECLARED, C.INITIATIVE_TIE, c, f.who[other.first], other.score)


@rule
def give_single_places(f: Fight) -> None:
    """High to low; the players who are tied share a place, and go as they like."""
    f.places = 0
    for c in f.who[: f.n]:
        c.place = 0
        for other in f.who[: f.n]:
            if other.count > c.count and first_of_count(f, other):
                c.place += 1
        f.places = max(f.places, c.place + 1)
    for c in f.who[: f.n]:
        c.count = 0


@rule
def first_of_count(f: Fight, who: Combatant) -> bool:
    for c in f.who[: who.id]:
        if c.count == who.count:
            return False
    return True


@rule
def surprise(f: Fight, side: Side) -> None:
    """fourfold.surprise.opposed: the worst sneaker of the others against the best watcher of this side. At a seam."""
    sneaks, watches = 99, -99
    by = side.first
    for c in f.who[: f.n]:
        if c.up and c.side != side.id and attacks(f, f.side[c.side]) and attribute(c, DEX) + skill(c, SNEAK) < sneaks:
            sneaks = attribute(c, DEX) + skill(c, SNEAK)
            by = c.id
        elif c.up and c.side == side.id:
            watches = max(watches, attribute(c, WIS) + skill(c, NOTICE))
    first = f.who[side.first]
    stealth = roll(f, f.who[by], FOR_SURPRISE, 6, 2) + because(f, STEALTH, sneaks, sneaks != 0)
    note(f, E.ROLL, C.SURPRISE_OPPOSED, f.who[by], first, stealth)
    watch = roll_for_side(f, side, FOR_SURPRISE, 6, 2) + because(f, WATCH, watches, watches != 0)
    side.surprised = stealth > watch or (stealth == watch and f.side[f.who[by].side].players and not side.players)
    because(f, CAUGHT if side.surprised else WATCHFUL, 0)
    note(f, E.CHECK, C.SURPRISE_OPPOSED, first, f.who[by], watch, stealth)


@rule
def attacks(f: Fight, side: Side) -> bool:
    """fourfold.surprise.opposed: who lies in ambush; where nobody does, everybody."""
    if side.ambush:
        return True
    for other in f.side[: f.sides]:
        if other.ambush:
            return False
    return True
