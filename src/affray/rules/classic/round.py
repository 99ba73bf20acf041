"""The round as the book tells it: declare, roll initiative, then each side in turn; then the round ends."""

from affray.engine import clauses as A
from affray.engine import events as E
from affray.engine.conditions import FLEEING, RETREATING, WITHDRAWING
from affray.engine.state import MOST_SPELLS, NOBODY, STAND_OFF, UNDECIDED, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.rules.classic import clauses as C
from affray.rules.classic.answers import (
    CAST,
    DECLARE,
    RETREAT,
    WITHDRAW,
)
from affray.rules.classic.conditions import end, lapse, put_on, shaken
from affray.rules.classic.damage import burn, burns, regenerate
from affray.rules.classic.effects import next_victim, release
from affray.rules.classic.initiative import order
from affray.rules.classic.meeting import muster, roll_hp, sides_meet
from affray.rules.classic.move import parting_blow, strike_follower
from affray.rules.classic.reach import in_melee
from affray.rules.classic.tactics import choose
from affray.rules.classic.turn import (
    AURAS,
    DECLARING,
    HIT_POINTS,
    INITIATIVE,
    LAST,
    MEETING,
    MELEE,
    MISSILES,
    MORALE,
    MOVING,
    REVEALING,
    ROUND,
    SPELLS,
    TURN,
    begin_turn,
    learn_habits,
    melee,
    missiles,
    morale,
    movement,
    slow_ones,
    spells,
)
from affray.rules.seams import ROUND_BEGINS


@rule
def fight(f: Fight) -> None:
    while f.winner == UNDECIDED:
        step(f)


@rule
def step(f: Fight) -> None:
    """The next single thing. What is under way comes first, then what it brought about, then the round goes on."""
    if f.act.left > 0:
        next_victim(f)
    elif f.blow.at != NOBODY:
        strike_follower(f)
    elif f.leaver != NOBODY:
        parting_blow(f)
    elif f.phase == MELEE:
        melee(f)
    elif f.phase >= TURN:
        turn_step(f)
    elif f.phase >= ROUND:
        round_step(f)
    elif f.phase == HIT_POINTS:
        if not roll_hp(f):
            f.phase = MEETING
    elif f.phase == MEETING:
        if not sides_meet(f):
            prepare(f)
    elif not muster(f):
        f.phase = HIT_POINTS


@rule
def prepare(f: Fight) -> None:
    for c in f.who[: f.n]:
        learn_habits(f, c)
    f.cursor = 0
    f.phase = ROUND


@rule
def round_step(f: Fight) -> None:
    """Up to the first side's turn."""
    if f.phase == ROUND:
        begin_round(f)
    elif f.phase == DECLARING:
        declare(f)
    elif f.phase == REVEALING:
        reveal(f)
    elif f.phase == INITIATIVE:
        initiative(f)
    else:
        auras(f)


@rule
def turn_step(f: Fight) -> None:
    """One side's morale, movement, missiles and spells (melee has been seen to); the slow; the end of the round."""
    if f.phase == TURN:
        begin_turn(f)
    elif f.phase == MORALE:
        morale(f)
    elif f.phase == MOVING:
        movement(f)
    elif f.phase == MISSILES:
        missiles(f)
    elif f.phase == SPELLS:
        spells(f)
    elif f.phase == LAST:
        slow_ones(f)
    else:
        end_round(f)


@rule
def begin_round(f: Fight) -> None:
    if f.round >= f.last_round:
        call_time(f)
        return
    f.round += 1
    f.free = f.free and f.round == 1
    f.slow = False
    declares = False
    for c in f.who[: f.n]:
        fresh(f, c)
        declares |= c.able & (c.caster | f.side[c.side].way_out)
    note(f, E.ROUND, C.ROUND_SEQUENCE, f.who[0], f.who[0], f.round)
    shaken(f, f.who[0], ROUND_BEGINS)
    f.cursor = 0
    f.phase = DECLARING if declares else INITIATIVE


@rule
def call_time(f: Fight) -> None:
    """affray.limit: a stand-off, unless a side was to hold out for so long and still stands."""
    if f.hold != NOBODY and f.side[f.hold].standing > 0:
        end(f, f.hold)
    else:
        f.winner = STAND_OFF
        note(f, E.END, A.LIMIT, f.who[0], f.who[0], f.winner, f.round)


@rule
def fresh(f: Fight, who: Combatant) -> None:
    """What each has done this round is forgotten; a run without a halt goes on."""
    if who.moved == 0:
        who.run = 0
    who.moved = 0
    who.acted = False
    who.declared = 0
    who.spell = NOBODY
    who.ready = False
    who.swings = 0
    who.mode = NOBODY
    who.beset = 0
    who.landed = 0
    who.landed_on = NOBODY


@rule
def declare(f: Fight) -> None:
    """classic.round.declare: one after another, blind: nothing is said before all have declared."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and may_declare(f, who):
            chosen = choose(f, DECLARE, who, who, 0)
            who.declared = chosen.kind
            who.spell = chosen.option if chosen.kind == CAST else NOBODY
            return
    f.phase = REVEALING


@rule
def may_declare(f: Fight, who: Combatant) -> bool:
    """Has a spell to name, or a melee to leave; who flees does nothing else."""
    if who.on >> FLEEING & 1:
        return False
    if who.caster:
        for slot in range(MOST_SPELLS):
            if who.spells[slot] != NOBODY:
                return True
    return f.side[who.side].way_out and in_melee(f, who)


@rule
def reveal(f: Fight) -> None:
    for c in f.who[: f.n]:
        if c.declared == CAST:
            note(f, E.DECLARED, C.ROUND_DECLARE, c, c, c.spells[c.spell])
        elif c.declared == WITHDRAW:
            put_on(f, c, c, WITHDRAWING, f.round, C.MOVE_WITHDRAWAL)
        elif c.declared == RETREAT:
            put_on(f, c, c, RETREATING, f.round, C.MOVE_RETREAT)
    f.cursor = 0
    f.phase = INITIATIVE


@rule
def initiative(f: Fight) -> None:
    if order(f):
        f.place = 0
        f.cursor = 0
        f.phase = AURAS if f.uncanny else TURN


@rule
def auras(f: Fight) -> None:
    if not next_aura(f):
        f.phase = TURN


@rule
def next_aura(f: Fight) -> bool:
    """Gazes, songs, stenches and dreadful sights, before anybody acts; False when there is none left."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and who.aura != NOBODY:
            release(f, who, who.aura, who)
            if f.act.left > 0:
                return True
    return False


@rule
def end_round(f: Fight) -> None:
    """What burns burns out, one a step; then wounds close and conditions lapse."""
    ailing = f.uncanny or f.waiting > 0
    for c in f.who[: f.n]:
        ailing |= c.up & (c.on != 0)
    if ailing and somebody_burns(f):
        return
    if ailing:
        recover(f)
    f.phase = ROUND


@rule
def somebody_burns(f: Fight) -> bool:
    for c in f.who[: f.n]:
        if burns(f, c):
            burn(f, c)
            return True
    return False


@rule
def recover(f: Fight) -> None:
    for c in f.who[: f.n]:
        if c.regenerates > 0:
            regenerate(f, c)
        if c.on != 0:
            lapse(f, c)
        if c.waiting:
            c.waiting = False
            f.waiting -= 1
