"""The round as the book tells it: turns by score, then a respite unless somebody forces the bout on."""

from affray.engine import events as E
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.rules.seams import ROUND_BEGINS
from affray.rules.shared.conditions import lapse
from affray.rules.shared.damage import burn, burns, regenerate
from affray.rules.shared.effects import next_victim
from affray.rules.shared.reach import weapon_for
from affray.rules.shared.round import call_time, muster, next_aura, roll_hp
from affray.rules.tempo import clauses as C
from affray.rules.tempo.attack import attack, opening
from affray.rules.tempo.initiative import next_to_act
from affray.rules.tempo.meeting import declares_first, sides_meet, takes_score
from affray.rules.tempo.morale import anybody_due, check_next, shaken
from affray.rules.tempo.orders import obey
from affray.rules.tempo.respite import come_apart, press, respite
from affray.rules.tempo.spells import forget
from affray.rules.tempo.turn import WAITING, begin_turn, turn_step

MUSTER, HIT_POINTS, MEETING, SCORES, DECLARING, ROUND, AURAS, TURNS, PRESSING, ROUND_END, RESPITE = range(11)
PHASES = "muster hit-points meeting scores declaring round auras turns pressing end respite".split()


@rule
def fight(f: Fight) -> None:
    while f.winner == UNDECIDED:
        step(f)


@rule
def step(f: Fight) -> None:
    """The next single thing. What a reaction bought comes first, then what it brought about, then the round goes on."""
    if f.act.left > 0:
        next_victim(f)
    elif f.blow.by != NOBODY:
        bought_blow(f)
    elif f.alarm:
        check_next(f)
    elif f.opening != NOBODY:
        opening(f)
    elif f.orders > 0:
        obey(f)
    elif f.phase == TURNS:
        turns(f)
    elif f.phase > TURNS:
        after_turns(f)
    else:
        before_turns(f)


@rule
def bought_blow(f: Fight) -> None:
    """A riposte, or a blow at one who dropped its guard, paid for already; tempo.reaction.timing: it is a reaction."""
    by, at = f.who[f.blow.by], f.who[f.blow.at]
    f.blow.by, f.blow.at = NOBODY, NOBODY
    if by.able and at.up:
        f.deeds += 1
        f.answering, f.reply = f.deeds, True
        attack(f, by, at, weapon_for(f, by, 0), False, False)


# --- up to the turns


@rule
def before_turns(f: Fight) -> None:
    if f.phase == ROUND:
        begin_round(f)
    elif f.phase == AURAS:
        auras(f)
    elif f.phase == MUSTER:
        if not muster(f):
            f.phase = HIT_POINTS
    elif f.phase == HIT_POINTS:
        if not roll_hp(f):
            f.phase = MEETING
    elif f.phase == MEETING:
        if not sides_meet(f):
            f.phase = SCORES
    elif f.phase == SCORES:
        if not takes_score(f):
            f.phase = DECLARING
    elif not declares_first(f):
        f.phase = ROUND


@rule
def begin_round(f: Fight) -> None:
    """tempo.round.order: from the highest score to the lowest; who starts highest may buy another turn."""
    if f.round >= f.last_round:
        call_time(f)
        return
    f.round += 1
    f.deeds, f.action, f.answering = 0, 0, 0
    for c in f.who[: f.n]:
        fresh(c)
    note(f, E.ROUND, C.ROUND_ORDER, f.who[0], f.who[0], f.round)
    shaken(f, f.who[0], ROUND_BEGINS)
    f.highest = NOBODY
    f.highest = next_to_act(f)
    f.cursor = 0
    f.phase = AURAS if f.uncanny else TURNS


@rule
def fresh(who: Combatant) -> None:
    """What each has done this round is forgotten; a run without a halt goes on."""
    if who.moved == 0:
        who.run = 0
    who.moved = 0
    who.acted = False
    who.swings = 0
    who.mode = NOBODY
    who.guard = 0
    who.beset = 0
    who.barred = NOBODY
    who.opened, who.reacted = 0, 0


@rule
def auras(f: Fight) -> None:
    """Before anybody acts."""
    if not next_aura(f):
        f.cursor = 0
        f.phase = TURNS


@rule
def turns(f: Fight) -> None:
    """Each at its count, from highest to lowest; before that whoever another book's triggers have shaken."""
    if f.stage == WAITING and anybody_due(f):
        f.alarm = True
        return
    if f.stage == WAITING and not begin_turn(f):
        f.cursor = 0
        f.phase = PRESSING
        return
    turn_step(f)


# --- after them


@rule
def after_turns(f: Fight) -> None:
    if f.phase == PRESSING:
        if not press(f):
            f.cursor = 0
            f.phase = ROUND_END
    elif f.phase == ROUND_END:
        end_round(f)
    elif not respite(f):
        f.cursor = 0
        f.phase = ROUND


@rule
def end_round(f: Fight) -> None:
    """What burns burns out, one a step; wounds close, conditions lapse, the dying die. Then they come apart, unless the
    bout was forced on."""
    for c in f.who[: f.n]:
        if c.on != 0 and c.up and burns(f, c):
            burn(f, c)
            return
    for c in f.who[: f.n]:
        if c.spell != NOBODY and c.up:
            forget(f, c)
        if c.regenerates > 0:
            regenerate(f, c)
        if c.on != 0:
            lapse(f, c)
        if f.winner != UNDECIDED:
            return
    forced = f.stage != WAITING
    f.stage = WAITING
    if forced:
        f.phase = ROUND
    else:
        come_apart(f)
        f.phase = RESPITE
