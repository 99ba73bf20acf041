"""The fight as the fourfold book tells it: reaction, surprise, initiative once, then round after round of turns."""

from affray.engine import events as E
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.rules import seams
from affray.rules.book import Coming, Course, Order
from affray.rules.display import everybody_has_acted
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.attack import wring
from affray.rules.fourfold.initiative import nerves, roll_hp, sides_meet
from affray.rules.fourfold.morale import checks_morale
from affray.rules.fourfold.movement import order_free_attacks, strike_home
from affray.rules.fourfold.reach import MAIN, MOVE
from affray.rules.fourfold.turn import lapse_held, turn
from affray.rules.seams import ROUND_BEGINS
from affray.rules.shared.damage import lapse
from affray.rules.shared.effects import next_victim
from affray.rules.shared.house import begin_naming, extra_blow, name_next
from affray.rules.shared.round import burn, burns, is_over_time, muster, next_aura, regenerate

MUSTER, HIT_POINTS, MEETING, NERVES, ROUND, INITIATIVE, AURAS, TURNS, ROUND_END = range(9)
PHASES = "muster hit-points meeting nerves round initiative auras turns end".split()


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
    elif f.leaver != NOBODY:
        order_free_attacks(f)
        seams.parting_blow(f)
    elif f.blow.at != NOBODY:
        strike_home(f)
    elif f.phase == TURNS:
        if not checks_morale(f) and not turn(f):
            f.cursor = 0
            f.phase = ROUND_END
    elif f.phase >= ROUND:
        round_step(f)
    else:
        opening(f)


@rule
def opening(f: Fight) -> None:
    """Do the next step, up to the first round."""
    if f.phase == NERVES:
        if not nerves(f):
            f.phase = ROUND
    elif f.phase == MEETING:
        if not sides_meet(f):
            f.cursor = 0
            f.phase = NERVES
    elif f.phase == HIT_POINTS:
        if not roll_hp(f):
            f.phase = MEETING
    elif not muster(f):
        f.phase = HIT_POINTS


@rule
def round_step(f: Fight) -> None:
    if f.phase == ROUND:
        begin_round(f)
    elif f.phase == INITIATIVE:
        if seams.roll_initiative(f):
            f.turn, f.cursor, f.fourfold.turn_announced = 0, 0, False
            f.phase = AURAS if f.needs_upkeep else TURNS
    elif f.phase == AURAS:
        auras(f)
    else:
        end_round(f)


@rule
def begin_round(f: Fight) -> None:
    if is_over_time(f):
        return
    f.round += 1
    f.surprise_round = f.surprise_round and f.round == 1
    for c in f.who[: f.n]:
        fresh(c)
    note(f, E.ROUND, C.ROUND_OPENING, f.who[0], f.who[0], f.round)
    seams.trigger_morale(f, f.who[0], ROUND_BEGINS)
    begin_naming(f)
    f.cursor, f.fourfold.delayed_count = 0, 0
    f.phase = INITIATIVE


@rule
def fresh(who: Combatant) -> None:
    """Forget what they have done this round; a run without a halt goes on."""
    if who.moved == 0:
        who.run_distance = 0
    who.moved = 0
    who.fourfold.spent_actions = 0
    who.fourfold.turn_taken = False
    who.acted = False
    who.fourfold.acts_after = NOBODY
    who.fourfold.screens_used = 0
    who.fourfold.stopped_by = NOBODY
    who.fourfold.delayed = False
    who.attacks_made = 0
    who.mode = NOBODY
    who.times_attacked = 0
    who.hug_hits = 0
    who.hug_target = NOBODY


@rule
def auras(f: Fight) -> None:
    """Apply auras before anybody acts."""
    if not next_aura(f):
        f.cursor = 0
        f.phase = TURNS


@rule
def end_round(f: Fight) -> None:
    """Let holds hurt and what burns burn out, one a step; then close wounds and end conditions."""
    ailing = f.needs_upkeep
    for c in f.who[: f.n]:
        ailing = ailing or c.conditions != 0 or c.fourfold.grappled_foe != NOBODY or c.holding
    if ailing and (wring(f) or burning(f)):
        return
    if ailing:
        recover(f)
    f.phase = ROUND


@rule
def burning(f: Fight) -> bool:
    for c in f.who[: f.n]:
        if c.conditions != 0 and burns(f, c):
            burn(f, c)
            return True
    return False


@rule
def recover(f: Fight) -> None:
    lapse_held(f)
    for c in f.who[: f.n]:
        if c.regenerates > 0:
            regenerate(f, c)
        if c.conditions != 0:
            lapse(f, c)


# --- who acts when, for those who look on: no rule asks


def turn_order(f: Fight) -> Order | None:
    """Return who takes a turn when: side by side as initiative has it; who delays comes after whom they wait for."""
    if f.phase < AURAS:
        return None
    if f.phase == ROUND_END:
        return everybody_has_acted(f)
    there = [c for c in f.who[: f.n] if c.able]
    coming = [c for c in there if c.id == f.actor or not c.fourfold.turn_taken]
    coming.sort(key=lambda c: (c.id != f.actor, c.turn, c.id))
    for late in [c for c in coming if c.fourfold.acts_after != NOBODY and c.id != f.actor]:
        coming.remove(late)
        ahead = [n for n, c in enumerate(coming) if c.id == late.fourfold.acts_after]
        coming.insert(ahead[0] + 1 if ahead else len(coming), late)
    done = tuple(c.id for c in there if c not in coming)
    return Order(tuple(Coming(c.id, c.turn) for c in coming), done)


def actions(who: Combatant) -> dict[str, bool]:
    """Return the actions of a turn, and whether each is left (fourfold.action.turn)."""
    spent = who.fourfold.spent_actions
    return {
        "main": spent & MAIN == 0 and who.attacks_made == 0,
        "move": spent & MOVE == 0,
        "on turn": True,
        "instant": True,
    }


COURSE = Course(turn_order, side_steps=("turns",), words={"turns": "turn"}, actions=actions)
