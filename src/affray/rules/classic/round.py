"""A fight of the classic book, step by step: meeting, declaring, initiative, turns, the end of a round."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import MOST_SPELLS, NOBODY, STAND_OFF, UNDECIDED, Combatant, Fight
from affray.engine.verbs import because, choose, note, roll, rule
from affray.engine.vocabulary import FLEEING, FOR_REACTION, MISSILE, RETREATING, WITHDRAWING
from affray.rules import seams
from affray.rules.book import Course, Order
from affray.rules.classic import clauses as C
from affray.rules.classic.clauses import ROLL_REACTION, SURPRISE
from affray.rules.classic.legality import is_cornered
from affray.rules.classic.questions import DECLARE
from affray.rules.classic.turn import (
    AURAS,
    DECLARING,
    INITIATIVE,
    LAST,
    MELEE,
    MISSILES,
    MORALE,
    MOVING,
    REVEALING,
    ROUND_END,
    SPELLS,
    TURN,
    begin_turn,
    melee,
    missiles,
    morale,
    movement,
    prepare_newcomer,
    slow_ones,
    spells,
    strike_follower,
)
from affray.rules.display import everybody_has_acted, has_passed, in_hand, order_of_turns, sort_order
from affray.rules.seams import ROUND_BEGINS
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import end, put_on
from affray.rules.shared.effects import next_victim
from affray.rules.shared.house import begin_naming, extra_blow, name_next
from affray.rules.shared.legality import CAST, RETREAT, WITHDRAW, arm, in_melee
from affray.rules.shared.round import (
    HIT_POINTS,
    MEETING,
    ROUND,
    draw_up,
    end_round,
    free_round,
    fresh,
    is_over_time,
    muster,
    next_aura,
    roll_distance,
    roll_hp,
)

SPEECH = reason(C.REACTION, "CHA of the speaker")
INDIFFERENT = 9  # classic.reaction: from here on they don't fight


@rule
def sides_meet(f: Fight) -> bool:
    """Roll one side's surprise, the distance, then a reaction if they speak; return False when the fight may begin."""
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if f.rules[SURPRISE] == 1 and not side.wary:
            seams.check_surprise(f, side)
        return True
    if f.distance_count > 0:
        roll_distance(f)
        return True
    draw_up(f)
    f.surprise_round = free_round(f, shared.SURPRISE)
    if f.rules[ROLL_REACTION] == 1 and f.speaker != NOBODY:
        roll_reaction(f, f.who[f.speaker])
    return False


@rule
def roll_reaction(f: Fight, speaker: Combatant) -> None:
    """Roll 2d6 + CHA; the indifferent and the friendly don't fight (classic.reaction)."""
    total = roll(f, speaker, FOR_REACTION, 6, 2) + because(f, SPEECH, f.speech_modifier, f.speech_modifier != 0)
    note(f, E.CHECK, C.REACTION, speaker, speaker, total, INDIFFERENT)
    if total >= INDIFFERENT:
        end(f, STAND_OFF)


@rule
def fight(f: Fight) -> None:
    while f.winner == UNDECIDED:
        step(f)


@rule
def step(f: Fight) -> None:
    """Do the next single thing: first what is under way, then what it brought about, then the round."""
    if f.act.victims_left > 0:
        next_victim(f)
    elif f.extra_blow.by != NOBODY:
        extra_blow(f)
    elif f.naming != NOBODY:
        name_next(f)
    elif f.newcomer != NOBODY:
        strike_follower(f)
    elif f.leaver != NOBODY:
        seams.parting_blow(f)
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
        prepare_newcomer(f, c)
    f.cursor = 0
    f.phase = ROUND


@rule
def round_step(f: Fight) -> None:
    """Do the next step of the round, up to the first side's turn."""
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
    """Do one side's morale, movement, missiles and spells (melee has been seen to); the slow; the end of the round."""
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
    if is_over_time(f):
        return
    f.round += 1
    f.surprise_round = f.surprise_round and f.round == 1
    f.classic.has_late_attacks = False
    declares = False
    for c in f.who[: f.n]:
        fresh(f, c)
        declares |= c.able & (c.caster | (not is_cornered(f, c)))
    note(f, E.ROUND, C.ROUND_SEQUENCE, f.who[0], f.who[0], f.round)
    seams.trigger_morale(f, f.who[0], ROUND_BEGINS)
    begin_naming(f)
    f.cursor = 0
    f.phase = DECLARING if declares else INITIATIVE


@rule
def declare(f: Fight) -> None:
    """Ask one after another, blind: note nothing before all have declared (classic.round.declare)."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and may_declare(f, who):
            chosen = choose(f, DECLARE, who, who, 0)
            who.declared = chosen.kind
            who.current_spell = chosen.option if chosen.kind == CAST else NOBODY
            return
    f.phase = REVEALING


@rule
def may_declare(f: Fight, who: Combatant) -> bool:
    """Return whether they have a spell to name, or a melee to leave; whoever flees does nothing else."""
    if who.conditions >> FLEEING & 1:
        return False
    if who.caster:
        for slot in range(MOST_SPELLS):
            if who.spells[slot] != NOBODY:
                return True
    return not is_cornered(f, who) and in_melee(f, who)


@rule
def reveal(f: Fight) -> None:
    for c in f.who[: f.n]:
        if c.declared == CAST:
            note(f, E.DECLARED, shared.ROUND_DECLARE, c, c, c.spells[c.current_spell])
        elif c.declared == WITHDRAW:
            put_on(f, c, c, WITHDRAWING, f.round, shared.MOVE_WITHDRAWAL)
        elif c.declared == RETREAT:
            put_on(f, c, c, RETREATING, f.round, shared.MOVE_RETREAT)
    f.cursor = 0
    f.phase = INITIATIVE


@rule
def initiative(f: Fight) -> None:
    if seams.roll_initiative(f):
        f.turn = 0
        f.cursor = 0
        f.phase = AURAS if f.needs_upkeep else TURN


@rule
def auras(f: Fight) -> None:
    if not next_aura(f):
        f.phase = TURN


# --- who acts when, for those who look on: no rule asks


def turn_order(f: Fight) -> Order | None:
    """Return who acts in which turn: side by side by initiative, and then the slow (classic.round.sequence)."""
    if f.phase < TURN:
        return None
    if f.phase == ROUND_END:
        return everybody_has_acted(f)
    if f.phase == LAST:
        return order_of_slow(f)
    acting = in_hand(f) if f.phase > TURN else NOBODY
    found = order_of_turns(f, acting, lambda c: has_had_turn(f, c))
    slow = [f.who[n] for n in found.done if f.who[n].attacks_late and not f.who[n].acted]
    turns = [(f.who[one.who], one.turn) for one in found.coming] + [(c, f.turn_count + c.turn) for c in slow]
    return sort_order(f, acting, turns, [f.who[n] for n in found.done if f.who[n] not in slow], has_no_part)


def has_no_part(f: Fight, who: Combatant) -> bool:
    """Return whether somebody is not asked any more in this step of their side's turn, but may be in a later one."""
    if has_passed(f, who):
        return True
    if f.phase == MISSILES:
        return arm(f, who).qualities & MISSILE == 0 and who.breaths == 0
    return f.phase == SPELLS and who.current_spell == NOBODY and who.turning_level == 0


def has_had_turn(f: Fight, who: Combatant) -> bool:
    """Return whether somebody has nothing more to do in their side's turn: the slow strike after all turns."""
    if who.acted or (f.phase == MELEE and has_passed(f, who)):
        return True
    return who.attacks_late and (f.phase > MOVING or (f.phase == MOVING and has_passed(f, who)))


def order_of_slow(f: Fight) -> Order:
    """Return the order of slow weapons, and of what always acts last (classic.initiative.slow)."""
    acting = in_hand(f)
    late = [c for c in f.who[: f.n] if c.able and c.attacks_late and not c.acted]
    coming = [c for c in late if c.id == acting or c.turn > f.turn or (c.turn == f.turn and not has_passed(f, c))]
    done = [c for c in f.who[: f.n] if c.able and c not in coming]
    return sort_order(f, acting, [(c, f.turn_count + c.turn) for c in coming], done)


COURSE = Course(
    turn_order,
    side_steps=("morale", "movement", "missiles", "spells", "melee"),
    words={"movement": "move", "slow": "slow weapons"},
)
