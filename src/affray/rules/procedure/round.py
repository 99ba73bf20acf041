"""A fight of the procedure book, step by step, from meeting to the end of each round."""

from affray.engine import events as E
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight, Side
from affray.engine.verbs import PASS, YES, choose, note, rule, ruling
from affray.engine.vocabulary import FLEEING
from affray.rules import seams
from affray.rules.book import Course, Order
from affray.rules.display import everybody_has_acted, has_passed, order_of_turns, sort_order
from affray.rules.procedure import clauses as C
from affray.rules.procedure.attack import first_shots, second_shots
from affray.rules.procedure.clauses import CHECK_SURPRISE
from affray.rules.procedure.declarations import meet_newcomer
from affray.rules.procedure.initiative import (
    AURAS,
    CHARGED,
    CHARGES,
    CONFIRMING,
    DECLARED,
    DECLARING,
    FIRST_MISSILES,
    HELD,
    INITIATIVE,
    LOSERS,
    POLE_ARMS,
    REVEALING,
    ROUND_END,
    RUNNING,
    SECOND_MISSILES,
    SHOT,
    WAITED,
    WINNERS,
)
from affray.rules.procedure.morale import whose_check
from affray.rules.procedure.movement import confirm, end_charges, make_ready, run_all, set_pole_arms, strike_home
from affray.rules.procedure.questions import CHARGE, DECLARE, DEFEND, MISSILES, SURPRISED
from affray.rules.procedure.spells import concentrate
from affray.rules.procedure.turn import act, act_held, begin_side, cut_in, resume
from affray.rules.seams import ROUND_BEGINS
from affray.rules.shared.effects import next_victim
from affray.rules.shared.house import begin_naming, extra_blow, name_next
from affray.rules.shared.legality import CAST
from affray.rules.shared.round import (
    HIT_POINTS,
    MEETING,
    ROUND,
    draw_up,
    end_round,
    is_over_time,
    muster,
    next_aura,
    roll_distance,
    roll_hp,
)
from affray.rules.shared.round import fresh as classic_fresh


@rule
def sides_meet(f: Fight) -> bool:
    """Roll one side's surprise, then the distance; return False when the fight may begin."""
    if f.cursor == 0:
        f.procedure.rolls_surprise = calls_for_surprise(f)
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if f.procedure.rolls_surprise and may_be_surprised(side):
            seams.check_surprise(f, side)
        elif side.surprised:
            take_aback(f, side)
        return True
    if f.cursor == f.sides:
        f.cursor += 1
        lose_heads(f)
        return True
    if f.distance_count > 0:
        roll_distance(f)
        return True
    draw_up(f)
    f.cursor = 0
    f.procedure.rolls_surprise = False
    return False


@rule
def calls_for_surprise(f: Fight) -> bool:
    """Ask the referee whether sides roll; the option decides where nobody has that seat (procedure.surprise)."""
    for side in f.side[: f.sides]:
        if may_be_surprised(side):
            said = ruling(f, SURPRISED, f.who[side.first_member], f.who[side.first_member], 0).kind
            return f.rules[CHECK_SURPRISE] == 1 if said == PASS else said == YES
    return False


@rule
def may_be_surprised(side: Side) -> bool:
    """Return whether a side is neither wary nor surprised already nor in ambush (procedure.surprise)."""
    return not (side.wary or side.surprised or side.ambush)


@rule
def take_aback(f: Fight, side: Side) -> None:
    """Surprise everybody on a side of which the scenario says that it is surprised."""
    for c in f.who[: f.n]:
        if c.side == side.id:
            c.procedure.surprised = True


@rule
def lose_heads(f: Fight) -> None:
    """Disturb the surprised, which may cost a readied spell before the fight even starts (procedure.spell.readied)."""
    for c in f.who[: f.n]:
        if c.procedure.surprised:
            seams.disrupt(f, c)


@rule
def take_in_hand(f: Fight, who: Combatant, slot: int) -> None:
    """Change weapons; no weapon is slow here."""
    who.hand = slot


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
    elif f.procedure.concentration_rolls > 0:
        concentrate(f)
    elif f.leaver != NOBODY:
        seams.parting_blow(f)
    elif not (may_falter(f) and falters(f)):
        go_on(f)


@rule
def may_falter(f: Fight) -> bool:
    """Return whether to check: at once, when an act, or the charges together, are done (procedure.morale.check)."""
    return f.phase > ROUND and not f.simultaneous and not in_mid_act(f) and (f.phase != DECLARING or f.cursor == 0)


@rule
def in_mid_act(f: Fight) -> bool:
    """Return whether somebody has made some of their blows, and has others to make."""
    at = f.procedure.interrupter if f.procedure.interrupter != NOBODY else f.next_actor
    return at != NOBODY and f.who[at].attacks_made > 0 and not f.who[at].acted and f.who[at].able


@rule
def falters(f: Fight) -> bool:
    """Make one check; return False when nobody has to make one."""
    at = whose_check(f)
    if at != NOBODY:
        seams.check_morale(f, f.who[at])
    return at != NOBODY


@rule
def go_on(f: Fight) -> None:
    """Let whoever cuts in act, then do what waited for that, and then the round."""
    if f.procedure.interrupter != NOBODY:
        cut_in(f)
    elif f.newcomer != NOBODY:
        meet_newcomer(f)
    elif f.action_kind != 0:
        resume(f)
    elif f.phase == WINNERS or f.phase == LOSERS:
        side_acts(f)
    elif f.phase > ROUND:
        round_step(f)
    else:
        before_rounds(f)


@rule
def before_rounds(f: Fight) -> None:
    """Find out how many, how strong, who is surprised; then begin each round."""
    if f.phase == ROUND:
        begin_round(f)
    elif f.phase == HIT_POINTS:
        if not roll_hp(f):
            f.phase = MEETING
    elif f.phase == MEETING:
        if not sides_meet(f):
            f.phase = ROUND
    elif not muster(f):
        f.phase = HIT_POINTS


@rule
def round_step(f: Fight) -> None:
    """Do everything but the sides' own turns."""
    if f.phase == DECLARING:
        declare(f)
    elif f.phase == REVEALING:
        reveal(f)
    elif f.phase == INITIATIVE:
        initiative(f)
    elif f.phase == ROUND_END:
        end_round(f)
    elif f.phase == AURAS:
        auras(f)
    elif f.phase < INITIATIVE:
        charges(f)
    else:
        late_steps(f)


@rule
def begin_round(f: Fight) -> None:
    if is_over_time(f):
        return
    f.round += 1
    for c in f.who[: f.n]:
        fresh(f, c)
    f.procedure.steps_declared = 0
    note(f, E.ROUND, C.ROUND_SEQUENCE, f.who[0], f.who[0], f.round)
    seams.trigger_morale(f, f.who[0], ROUND_BEGINS)
    begin_naming(f)
    f.cursor = 0
    f.phase = AURAS if f.needs_upkeep else DECLARING


@rule
def fresh(f: Fight, who: Combatant) -> None:
    """Forget what they have done this round."""
    classic_fresh(f, who)
    who.procedure.shots_made = 0
    who.procedure.attacked_in_melee = False
    who.holding = False
    who.procedure.charge_target = NOBODY
    who.procedure.trigger_target = NOBODY
    who.procedure.charge_reached = False
    who.procedure.trigger = 0


@rule
def auras(f: Fight) -> None:
    """Apply auras before anybody declares."""
    if not next_aura(f):
        f.cursor = 0
        f.phase = DECLARING


@rule
def declare(f: Fight) -> None:
    """Ask one after another, blind: note nothing before all have declared (procedure.declare)."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and who.conditions >> FLEEING & 1 == 0:
            chosen = choose(f, DECLARE, who, who, 0)
            who.declared = chosen.kind
            f.procedure.steps_declared |= DECLARED if chosen.kind != PASS else 0
            if chosen.kind == CAST:
                who.current_spell = chosen.option
            elif chosen.kind == CHARGE:
                who.procedure.charge_target = chosen.target
                f.procedure.steps_declared |= CHARGED
            elif chosen.kind == MISSILES:
                f.procedure.steps_declared |= SHOT
            return
    f.cursor = 0
    f.phase = REVEALING if f.procedure.steps_declared & DECLARED else INITIATIVE


@rule
def reveal(f: Fight) -> None:
    for c in f.who[: f.n]:
        if c.declared == CAST:
            note(f, E.DECLARED, C.DECLARE_SPELL, c, c, c.spells[c.current_spell])
        elif c.declared == CHARGE:
            note(f, E.DECLARED, C.DECLARE_CHARGE, c, f.who[c.procedure.charge_target])
        elif c.declared == DEFEND:
            note(f, E.DECLARED, C.DECLARE_DEFENCE, c, c)
        elif c.declared == MISSILES:
            note(f, E.DECLARED, C.DECLARE, c, c)
    f.phase = CONFIRMING if f.procedure.steps_declared & CHARGED else INITIATIVE


@rule
def charges(f: Fight) -> None:
    """Let all run, pole arms strike, all who reach their foe strike (procedure.charge.together)."""
    if f.phase == CONFIRMING:
        if not confirm(f):
            f.phase = RUNNING
    elif f.phase == RUNNING:
        run_all(f)
        f.phase = POLE_ARMS
    elif f.phase == POLE_ARMS:
        if not set_pole_arms(f):
            make_ready(f)
            f.phase = CHARGES
    elif not strike_home(f):
        f.phase = INITIATIVE
        end_charges(f)


@rule
def initiative(f: Fight) -> None:
    if seams.roll_initiative(f):
        f.turn = 0
        f.cursor = 0
        if f.procedure.steps_declared & SHOT:
            f.phase = FIRST_MISSILES
        else:
            begin_acting(f)


@rule
def begin_acting(f: Fight) -> None:
    f.turn = 0
    f.phase = WINNERS
    begin_side(f)


@rule
def side_acts(f: Fight) -> None:
    """Let the winners act (procedure.act.winners), then each other side in its turn (procedure.act.losers)."""
    if act(f):
        return
    f.turn += 1
    if f.turn < f.turn_count:
        f.phase = LOSERS
        begin_side(f)
    else:
        f.turn = 0
        f.cursor = 0
        f.phase = (
            SECOND_MISSILES
            if f.procedure.steps_declared & SHOT
            else HELD
            if f.procedure.steps_declared & WAITED
            else ROUND_END
        )


@rule
def late_steps(f: Fight) -> None:
    """Do what only some rounds have: shooters, and those who waited."""
    if f.phase == FIRST_MISSILES:
        if not first_shots(f):
            begin_acting(f)
    elif f.phase == SECOND_MISSILES:
        if not second_shots(f):
            f.cursor = 0
            f.phase = HELD if f.procedure.steps_declared & WAITED else ROUND_END
    elif not act_held(f):
        f.cursor = 0
        f.phase = ROUND_END


# --- who acts when, for those who look on: no rule asks


def turn_order(f: Fight) -> Order | None:
    """Return who acts when: the winners, each other side, those who shoot again, those who held their turn."""
    if f.phase < FIRST_MISSILES:
        return None
    if f.phase == ROUND_END:
        return everybody_has_acted(f)
    if f.phase in (SECOND_MISSILES, HELD):
        return order_of_late_steps(f)
    begun = f.phase in (WINNERS, LOSERS)
    acting = whose_turn(f) if begun else NOBODY
    found = order_of_turns(f, acting, lambda c: begun and has_passed(f, c))
    held = [f.who[n] for n in found.done if f.who[n].holding]
    turns = [(f.who[one.who], one.turn) for one in found.coming] + [(c, f.turn_count) for c in held]
    return sort_order(f, acting, turns, [f.who[n] for n in found.done if f.who[n] not in held])


def whose_turn(f: Fight) -> int:
    """Return who acts: whoever has cut in, else whose turn it is."""
    return f.procedure.interrupter if f.procedure.interrupter != NOBODY else f.next_actor


def order_of_late_steps(f: Fight) -> Order:
    """Return the order of those who shoot again, and of those who held their turn (procedure.act.held)."""
    acting = whose_turn(f)
    coming = [c for c in f.who[: f.n] if c.able and (c.id == acting or acts_late(f, c))]
    done = [c for c in f.who[: f.n] if c.able and c not in coming]
    return sort_order(f, acting, [(c, f.turn_count + c.holding) for c in coming], done)


def acts_late(f: Fight, who: Combatant) -> bool:
    """Return whether somebody has still something to do after all sides have acted."""
    if f.phase == SECOND_MISSILES and who.declared == MISSILES and who.procedure.shots_made > 0:
        return who.turn > f.turn or (who.turn == f.turn and who.id >= f.cursor)
    return who.holding


COURSE = Course(
    turn_order,
    side_steps=("winners", "losers"),
    words={
        "winners": "turn",
        "losers": "turn",
        "confirm": "confirm charges",
        "run": "run",
        "missiles-again": "second missiles",
        "held": "held turns",
    },
)
