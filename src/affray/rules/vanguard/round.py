"""The round as the book tells it: the players' side, then the opponents; before the first, who is ready."""

from affray.engine import events as E
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.engine.vocabulary import BURNING
from affray.rules import seams
from affray.rules.book import Course, Order
from affray.rules.display import has_passed, in_hand, order_of_turns
from affray.rules.seams import ROUND_BEGINS
from affray.rules.shared.effects import next_victim
from affray.rules.shared.house import begin_naming, extra_blow, name_next
from affray.rules.shared.round import (
    draw_up,
    forget_order,
    fresh,
    is_over_time,
    muster,
    next_aura,
    next_in_step,
    recover,
    roll_distance,
    roll_hp,
)
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.flasks import burn_down, next_splashed
from affray.rules.vanguard.morale import anybody_checks
from affray.rules.vanguard.movement import strike_home
from affray.rules.vanguard.questions import AS_USUAL
from affray.rules.vanguard.turn import begins, takes_turn

MUSTER, HIT_POINTS, MEETING, ROUND, INITIATIVE, AURAS, SIDE, TURNS, ROUND_END = range(9)
PHASES = "muster hit-points meeting round initiative auras side turns end".split()


@rule
def fight(f: Fight) -> None:
    while f.winner == UNDECIDED:
        step(f)


@rule
def step(f: Fight) -> None:
    """Do the next single thing: what is under way first, then what it brought about, then the round goes on."""
    if f.act.victims_left > 0:
        if f.act.effect == NOBODY:
            next_splashed(f)
        else:
            next_victim(f)
    elif f.extra_blow.by != NOBODY:
        extra_blow(f)
    elif f.naming != NOBODY:
        name_next(f)
    elif f.leaver != NOBODY:
        seams.parting_blow(f)
    elif f.blow.by != NOBODY:
        strike_home(f)
    elif f.phase == TURNS:
        turns(f)
    elif f.phase >= ROUND:
        round_step(f)
    else:
        before_it(f)


@rule
def before_it(f: Fight) -> None:
    """Settle how many, how strong, how far apart, and who is fallen upon."""
    if f.phase == HIT_POINTS:
        if not roll_hp(f):
            f.phase = MEETING
    elif f.phase == MEETING:
        if not sides_meet(f):
            f.cursor = 0
            f.phase = ROUND
    elif not muster(f):
        f.phase = HIT_POINTS


@rule
def sides_meet(f: Fight) -> bool:
    """Settle one side's surprise, then the distance; return False when the fight may begin."""
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if not side.wary:
            seams.check_surprise(f, side)
        return True
    if f.distance_count > 0:
        roll_distance(f)
        return True
    draw_up(f)
    return False


@rule
def round_step(f: Fight) -> None:
    if f.phase == ROUND:
        begin_round(f)
    elif f.phase == INITIATIVE:
        if seams.roll_initiative(f):
            f.turn = 0
            f.cursor = 0
            f.phase = AURAS if f.needs_upkeep else SIDE
    elif f.phase == AURAS:
        if not next_aura(f):
            f.phase = SIDE
    elif f.phase == SIDE:
        begin_side(f)
    else:
        end_round(f)


@rule
def begin_round(f: Fight) -> None:
    if is_over_time(f):
        return
    f.round += 1
    for c in f.who[: f.n]:
        fresh(f, c)
        c.vanguard.pace = AS_USUAL
    note(f, E.ROUND, C.ROUND_ORDER, f.who[0], f.who[0], f.round)
    seams.trigger_morale(f, f.who[0], ROUND_BEGINS)
    begin_naming(f)
    f.cursor = 0
    f.phase = INITIATIVE


@rule
def begin_side(f: Fight) -> None:
    """Begin the turn of all who move in this place; sides that share one move together (vanguard.round.order)."""
    if f.turn >= f.turn_count:
        f.cursor = 0
        f.phase = ROUND_END
        return
    first = NOBODY
    f.simultaneous = False
    f.vanguard.helpless_in_fire = False
    for c in f.who[: f.n]:
        if c.turn == f.turn and c.in_fight:
            c.vanguard.defensive_stance = (
                c.vanguard.defensive_stance and c.able
            )  # vanguard.stance: its turn begins, though it can do nothing with it
            f.vanguard.helpless_in_fire = f.vanguard.helpless_in_fire or (
                not c.able and (f.vanguard.burning_pools > 0 or c.conditions >> BURNING & 1 != 0)
            )
            if c.able or f.vanguard.helpless_in_fire:
                first = c.id if first == NOBODY else first
                f.simultaneous = f.simultaneous or f.who[first].side != c.side
    if f.simultaneous:
        for c in f.who[: f.n]:
            c.was_able = c.able
    f.cursor, f.scan_end = 0, f.n
    if first == NOBODY:
        f.turn += 1
        return
    if f.turn > 0:
        note(f, E.ROUND, C.TURN, f.who[first], f.who[first], f.turn)
    f.phase = TURNS


@rule
def turns(f: Fight) -> None:
    """Give turns one after another, in any order the side likes; a morale check comes at once."""
    if anybody_checks(f) or (f.vanguard.helpless_in_fire and somebody_burns(f)):
        return
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_side(f)
            return
        if takes_turn(f, f.who[at]):
            return


@rule
def somebody_burns(f: Fight) -> bool:
    """Begin the turns of those who can't act, too, one a step (vanguard.oil.fire, vanguard.oil.pool)."""
    for c in f.who[: f.n]:
        if c.in_fight and not c.able and c.turn == f.turn and c.vanguard.began_round != f.round and begins(f, c):
            return True
    f.vanguard.helpless_in_fire = False
    return False


@rule
def next_side(f: Fight) -> None:
    if f.simultaneous:
        f.simultaneous = False
        seams.settle(f)
    if f.went_first_count > 0:
        forget_order(f)
    f.turn += 1
    f.phase = SIDE


@rule
def end_round(f: Fight) -> None:
    """Let friends bind wounds, one a step; let conditions lapse, wounds close, pools burn down."""
    if seams.binds_wounds(f):
        return
    if f.vanguard.burning_pools > 0:
        burn_down(f)
    if f.needs_upkeep or anybody_ailing(f):
        recover(f)
    f.phase = ROUND


@rule
def anybody_ailing(f: Fight) -> bool:
    for c in f.who[: f.n]:
        if ailing(c):
            return True
    return False


@rule
def ailing(who: Combatant) -> bool:
    return who.conditions != 0 and who.in_fight


# --- who acts when, for those who look on: no rule asks


def turn_order(f: Fight) -> Order | None:
    """Return who moves in which turn: the players' side, then the opponents (vanguard.round.order)."""
    if f.phase < SIDE:
        return None
    begun = f.phase == TURNS
    return order_of_turns(f, in_hand(f) if begun else NOBODY, lambda c: begun and has_passed(f, c))


COURSE = Course(turn_order, side_steps=("turns",), words={"turns": "turn"})
