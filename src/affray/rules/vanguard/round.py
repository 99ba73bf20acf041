"""The round as the book tells it: the players' side, then the opponents; before the first, who is ready."""

from affray.engine import events as E
from affray.engine.conditions import BURNING
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.rules import seams
from affray.rules.seams import ROUND_BEGINS
from affray.rules.shared.effects import next_victim
from affray.rules.shared.round import (
    call_time,
    draw_up,
    forget_order,
    fresh,
    muster,
    next_aura,
    next_in_step,
    recover,
    roll_distance,
    roll_hp,
)
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.morale import anybody_checks
from affray.rules.vanguard.movement import strike_home
from affray.rules.vanguard.oil import burn_down, next_splashed
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
    """The next single thing. What is under way comes first, then what it brought about, then the round goes on."""
    if f.act.left > 0:
        if f.act.effect == NOBODY:
            next_splashed(f)
        else:
            next_victim(f)
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
    """How many, how strong, how far apart, and who is fallen upon."""
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
    """One side's surprise, then the distance; False when the fight may begin."""
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if not side.wary:
            seams.check_surprise(f, side)
        return True
    if f.far_count > 0:
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
            f.place = 0
            f.cursor = 0
            f.phase = AURAS if f.uncanny else SIDE
    elif f.phase == AURAS:
        if not next_aura(f):
            f.phase = SIDE
    elif f.phase == SIDE:
        begin_side(f)
    else:
        end_round(f)


@rule
def begin_round(f: Fight) -> None:
    if f.round >= f.last_round:
        call_time(f)
        return
    f.round += 1
    for c in f.who[: f.n]:
        fresh(f, c)
        c.pace = AS_USUAL
    note(f, E.ROUND, C.ROUND_ORDER, f.who[0], f.who[0], f.round)
    seams.trigger_morale(f, f.who[0], ROUND_BEGINS)
    f.cursor = 0
    f.phase = INITIATIVE


@rule
def begin_side(f: Fight) -> None:
    """vanguard.round.order: all who move in this place; sides that share one move together."""
    if f.place >= f.places:
        f.cursor = 0
        f.phase = ROUND_END
        return
    first = NOBODY
    f.together = False
    f.slow = False
    for c in f.who[: f.n]:
        if c.place == f.place and c.up:
            c.guarded = c.guarded and c.able  # vanguard.stance: its turn begins, though it can do nothing with it
            f.slow = f.slow or (not c.able and (f.pooled > 0 or c.on >> BURNING & 1 != 0))
            if c.able or f.slow:
                first = c.id if first == NOBODY else first
                f.together = f.together or f.who[first].side != c.side
    if f.together:
        for c in f.who[: f.n]:
            c.ready = c.able
    f.cursor, f.closes = 0, f.n
    if first == NOBODY:
        f.place += 1
        return
    if f.place > 0:
        note(f, E.ROUND, C.TURN, f.who[first], f.who[first], f.place)
    f.phase = TURNS


@rule
def turns(f: Fight) -> None:
    """One after another, in any order the side likes; a check of morale comes at once."""
    if anybody_checks(f) or (f.slow and somebody_burns(f)):
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
    """vanguard.oil.fire, vanguard.oil.pool: the turns of those who can't act begin too, one a step."""
    for c in f.who[: f.n]:
        if c.up and not c.able and c.place == f.place and c.began != f.round and begins(f, c):
            return True
    f.slow = False
    return False


@rule
def next_side(f: Fight) -> None:
    if f.together:
        f.together = False
        seams.settle(f)
    if f.early > 0:
        forget_order(f)
    f.place += 1
    f.phase = SIDE


@rule
def end_round(f: Fight) -> None:
    """Conditions lapse, wounds close, pools burn down."""
    if f.pooled > 0:
        burn_down(f)
    if f.uncanny or anybody_ailing(f):
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
    return who.on != 0 and who.up
