"""The steps of a round of the procedure book, its initiative and surprise."""

from affray.engine import events as E
from affray.engine.clauses import REMARK, reason
from affray.engine.state import NOBODY, Combatant, Fight, Side
from affray.engine.verbs import because, note, roll_for_side, rule
from affray.engine.vocabulary import FLEEING, FOR_INITIATIVE, FOR_SURPRISE, RETREATING
from affray.rules.procedure import clauses as C
from affray.rules.procedure.clauses import GUERILLA, PLAYERS, SURPRISE_AMBUSH, SURPRISE_RANGE, TIE
from affray.rules.shared.round import ROUND

(
    AURAS,
    DECLARING,
    REVEALING,
    CONFIRMING,
    RUNNING,
    POLE_ARMS,
    CHARGES,
    INITIATIVE,
    FIRST_MISSILES,
    WINNERS,
    LOSERS,
    SECOND_MISSILES,
    HELD,
    ROUND_END,
) = range(ROUND + 1, ROUND + 15)
PHASES = "muster hit-points meeting round auras declare reveal confirm run pole-arms charges initiative".split()
PHASES += "missiles winners losers missiles-again held end".split()
DECLARED, CHARGED, SHOT, WAITED = 1, 2, 4, 8  # bits of Fight.todo: what of its steps this round needs

OUTNUMBERED = reason(C.INITIATIVE_GUERILLA, "the smallest side")
FAVOURED = reason(C.INITIATIVE_TIE, "players first", REMARK)
STEALTHY = reason(C.SURPRISE, "a stealthy foe")
AMBUSHED = reason(C.SURPRISE, "in an ambush")
OWN_WITS = reason(C.SURPRISE, "own alertness")
SPREAD = 7  # more than any roll, so that a new one never leaves its place
TAKING_FLIGHT = 1 << FLEEING | 1 << RETREATING


@rule
def roll_initiative(f: Fight) -> bool:
    """Roll once for each side; whoever is still tied rolls again, in the next step."""
    again = any_tied(f)
    smallest = NOBODY if again else smallest_side(f)
    for side in f.side[: f.sides]:
        if in_turn(side) and (side.tied if again else not lone(f, side)):
            roll_for(f, side, again, smallest)
    return give_places(f, again)


@rule
def in_turn(side: Side) -> bool:
    return side.standing > 0


@rule
def any_tied(f: Fight) -> bool:
    for side in f.side[: f.sides]:
        if side.tied:
            return True
    return False


@rule
def late(f: Fight, side: Side) -> bool:
    """Return whether the side is surprised, in the first round (procedure.surprise.first)."""
    return f.round == 1 and side.surprised


@rule
def lone(f: Fight, side: Side) -> bool:
    """Return whether no other side is as surprised, or as little, as this one (procedure.surprise.first): then there is
    nothing to roll for."""
    for other in f.side[: f.sides]:
        if other.id != side.id and in_turn(other) and late(f, other) == late(f, side):
            return False
    return True


@rule
def smallest_side(f: Fight) -> int:
    """Return the side with the fewest who can act; NOBODY where two are as small (procedure.initiative.guerilla)."""
    best, least = NOBODY, NOBODY
    for side in f.side[: f.sides]:
        if in_turn(side):
            many = strength(f, side)
            if least == NOBODY or many < least:
                best, least = side.id, many
            elif many == least:
                best = NOBODY
    return best


@rule
def strength(f: Fight, side: Side) -> int:
    """Count those of the side who can act; the broken and retreating don't count."""
    many = 0
    for c in f.who[: f.n]:
        if c.side == side.id and c.able and c.conditions & TAKING_FLIGHT == 0:
            many += 1
    return many


@rule
def roll_for(f: Fight, side: Side, again: bool, smallest: int) -> None:
    first = f.who[side.first_member]
    shown = roll_for_side(f, side, FOR_INITIATIVE, 6)
    if again:
        clause = C.INITIATIVE_SEVERAL if f.rules[TIE] == PLAYERS else C.INITIATIVE_TIE
        note(f, E.SCORE, clause, first, first, shown)
    else:
        shown += because(f, OUTNUMBERED, f.rules[GUERILLA], side.id == smallest)
        note(f, E.SCORE, C.INITIATIVE_SIDE, first, first, shown)
    side.score += shown


@rule
def give_places(f: Fight, again: bool) -> bool:
    """Give turns from the highest score down; return False while sides are tied that must roll again."""
    f.turn_count, tied = 0, False
    for side in f.side[: f.sides]:
        if in_turn(side):
            take_place(f, side, again)
            tied = tied or side.tied
            f.turn_count = max(f.turn_count, side.turn + 1)
    for side in f.side[: f.sides]:
        side.score = SPREAD * (f.turn_count - side.turn) if tied and in_turn(side) else 0
    if not tied:
        settle_places(f)
    return not tied


@rule
def take_place(f: Fight, side: Side, again: bool) -> None:
    """Put the side after every side that goes before it."""
    side.turn, side.tied = 0, False
    favoured = False
    for other in f.side[: f.sides]:
        if other.id != side.id and in_turn(other):
            if before(f, other, side):
                side.turn += 1
            elif not before(f, side, other):
                side.tied = True
            elif other.score == side.score and late(f, other) == late(f, side):
                favoured = True
    if favoured and not again:
        because(f, FAVOURED, 0)
        note(f, E.SCORE, C.INITIATIVE_TIE, f.who[side.first_member], f.who[side.first_member], side.score)


@rule
def before(f: Fight, one: Side, other: Side) -> bool:
    """Return whether one goes before the other: by surprise (procedure.surprise.first), then by score, then players
    before others (procedure.initiative.tie)."""
    if late(f, one) != late(f, other):
        return late(f, other)
    if one.score != other.score:
        return one.score > other.score
    return f.rules[TIE] == PLAYERS and one.players and not other.players


@rule
def settle_places(f: Fight) -> None:
    for c in f.who[: f.n]:
        c.turn = f.side[c.side].turn
    if f.round == 1:
        for side in f.side[: f.sides]:
            if side.turn == 0 and in_turn(side) and lone(f, side):
                note(f, E.SCORE, C.SURPRISE_FIRST, f.who[side.first_member], f.who[side.first_member])


@rule
def check_surprise(f: Fight, side: Side) -> None:
    """Roll 1d6: surprised on 1–2, on 1–4 in an ambush, or on the range of a monster that comes upon them; who is more
    alert or less than their side by their own modifier."""
    upto = f.rules[SURPRISE_RANGE]
    for other in f.side[: f.sides]:
        if other.ambush and other.id != side.id and upto < f.rules[SURPRISE_AMBUSH]:
            upto += because(f, AMBUSHED, f.rules[SURPRISE_AMBUSH] - upto)
    for c in f.who[: f.n]:
        if c.side != side.id and c.in_fight and c.surprise_chance > upto:
            upto += because(f, STEALTHY, c.surprise_chance - upto)
    shown = roll_for_side(f, side, FOR_SURPRISE, 6)
    first = f.who[side.first_member]
    note(f, E.CHECK, C.SURPRISE, first, first, shown, upto)
    side.surprised = shown <= upto
    for c in f.who[: f.n]:
        if c.side == side.id:
            startle(f, c, shown, upto)


@rule
def startle(f: Fight, who: Combatant, shown: int, upto: int) -> None:
    """Surprise or spare, apart from their side, whoever has a modifier of their own (procedure.surprise)."""
    who.procedure.surprised = shown + who.procedure.surprise_modifier <= upto
    if who.procedure.surprise_modifier != 0:
        because(f, OWN_WITS, who.procedure.surprise_modifier)
        note(f, E.SCORE, C.SURPRISE, who, who, shown + who.procedure.surprise_modifier, upto)
