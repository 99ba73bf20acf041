"""Conditions, and how somebody leaves a fight: death, surrender, flight; when courage is tested; how a fight ends."""

from affray.engine import clauses as A
from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import ALWAYS, NOBODY, NOBODY_LEFT, STAND_OFF, UNDECIDED, Combatant, Fight, Side
from affray.engine.verbs import because, note, rule
from affray.engine.vocabulary import (
    ABSENT,
    BURNING,
    CONDITIONS,
    DEAD,
    DYING,
    FALLEN,
    FLED,
    FLEEING,
    GONE,
    OUT,
    SCALDED,
    STUCK,
    SURRENDERED,
    UNCONSCIOUS,
)
from affray.rules import seams
from affray.rules.seams import DIED, DROPPED
from affray.rules.shared import clauses as C
from affray.rules.shared.clauses import FIRST_DEATH, HALF_OUT, TRIGGERS

UNABLE = reason(C.CONDITION_HELPLESS, "neither moves nor acts")
HALF_OF_IT = reason(C.ROUND_FRACTIONS, "at least half of the side")
CAPTIVE = 1 << SURRENDERED | 1 << UNCONSCIOUS | 1 << DYING


@rule
def put_on(f: Fight, who: Combatant, by: Combatant, condition: int, until: int, clause: int) -> None:
    because(f, UNABLE, 0, 1 << condition & STUCK != 0)
    note(f, E.CONDITION_ON, clause, by, who, condition, until)
    begin(f, who, condition, until)
    if not who.in_fight:
        drop_out(f, who)


@rule
def begin(f: Fight, who: Combatant, condition: int, until: int) -> None:
    """The state of it alone: what is said differs by how it came."""
    was_out, stood = who.conditions & OUT != 0, standing(who)
    who.conditions |= 1 << condition
    who.ends_at[condition] = max(who.ends_at[condition], until)
    weigh(f, who, was_out, stood)


@rule
def lift(f: Fight, who: Combatant, condition: int, clause: int) -> None:
    was_out, stood = who.conditions & OUT != 0, standing(who)
    who.conditions &= ~(1 << condition)
    who.rekindled &= ~(1 << condition)
    who.ends_at[condition] = 0
    note(f, E.CONDITION_OFF, clause, who, who, condition)
    weigh(f, who, was_out, stood)


@rule
def standing(who: Combatant) -> bool:
    return who.conditions & FALLEN == 0


@rule
def weigh(f: Fight, who: Combatant, was_out: bool, stood: bool) -> None:
    """Whether it is still in the fight and able to act, and what that means for its side.
    classic.round.fractions: half of a side is at least half of it."""
    was_able = who.able
    who.in_fight = who.conditions & GONE == 0
    who.able = who.in_fight and who.conditions & STUCK == 0
    if was_able and not who.able:
        seams.lose_focus(f, who)
    out = who.conditions & OUT != 0
    side = f.side[who.side]
    close_up(f, who)
    side.standing += int(standing(who)) - int(stood)
    if out and not was_out:
        side.out_of_action += 1
        seams.trigger_morale(f, who, DROPPED)
    elif was_out and not out:
        side.out_of_action -= 1


@rule
def close_up(f: Fight, who: Combatant) -> None:
    """Who is the first that each of the other sides faces now, after this one rose or fell."""
    for side in f.side[: f.sides]:
        if side.id != who.side:
            side.first_foe = min(side.first_foe, who.id) if who.in_fight else next_faced(f, side)


@rule
def next_faced(f: Fight, side: Side) -> int:
    """The first foe of a side who is up, from the one it faced on."""
    for c in f.who[side.first_foe : f.n]:
        if c.in_fight and c.side != side.id:
            return c.id
    return f.n


@rule
def lose_focus(f: Fight, who: Combatant) -> None:
    """What being unable to act does to a caster's mind: nothing here."""


@rule
def trigger_morale(f: Fight, who: Combatant, moment: int) -> None:
    """classic.morale.triggers: the first death on a side, and half of it out of action."""
    side = f.side[who.side]
    if moment == DIED and side.dead == 1:
        trigger(f, side, who, FIRST_DEATH)
    elif moment == DROPPED and 2 * side.out_of_action >= side.size:
        trigger(f, side, who, HALF_OUT)


@rule
def trigger(f: Fight, side: Side, who: Combatant, which: int) -> None:
    """classic.morale.triggers: each once a fight; the check comes in the side's next morale step."""
    if f.rules[TRIGGERS] & which == 0 or side.morale_met & which:
        return
    side.morale_met |= which
    because(f, HALF_OF_IT, 0, which == HALF_OUT)
    note(f, E.DUE, C.MORALE_TRIGGERS, who, who, which, side.out_of_action)
    for c in f.who[: f.n]:
        if c.side == side.id and c.in_fight and not c.player:
            c.morale_due |= which


@rule
def die(f: Fight, who: Combatant, by: Combatant, clause: int) -> None:
    side = f.side[who.side]
    note(f, E.DEAD, clause, by, who, who.hp)
    if who.attached_to != NOBODY:
        who.attached_to = NOBODY
    begin(f, who, DEAD, ALWAYS)
    side.dead += 1
    seams.trigger_morale(f, who, DIED)
    drop_out(f, who)


@rule
def surrender(f: Fight, who: Combatant, by: Combatant, clause: int) -> None:
    note(f, E.SURRENDERED, clause, by, who)
    begin(f, who, SURRENDERED, ALWAYS)
    drop_out(f, who)


@rule
def get_away(f: Fight, who: Combatant, clause: int) -> None:
    note(f, E.FLED, clause, who, who)
    begin(f, who, FLED, ALWAYS)
    f.side[who.side].fled += 1
    drop_out(f, who)


@rule
def drop_out(f: Fight, who: Combatant) -> None:
    """Whoever was about to do something no longer is; the fight may be over."""
    if who.waiting:
        who.waiting = False
        f.waiting_count -= 1
    if not f.simultaneous:
        seams.settle(f)


@rule
def settle(f: Fight) -> None:
    """The fight is over when an objective is met, or one side at most still stands."""
    if f.winner != UNDECIDED:
        return
    won = prize(f) if f.fall_decides else UNDECIDED
    if won == UNDECIDED:
        won = last_side(f)
    if won != UNDECIDED:
        end(f, won)


@rule
def prize(f: Fight) -> int:
    """The side whose named foe is down; a stand-off where two sides have got theirs at one time."""
    won = UNDECIDED
    for c in f.who[: f.n]:
        if c.objective_of != NOBODY and not standing(c) and c.conditions >> ABSENT & 1 == 0:
            won = c.objective_of if won == UNDECIDED or won == c.objective_of else STAND_OFF
    return won


@rule
def last_side(f: Fight) -> int:
    """The only one that stands, or one that has got away as it wanted; UNDECIDED while several stand."""
    last, left = NOBODY_LEFT, 0
    for side in f.side[: f.sides]:
        if side.standing > 0:
            left += 1
            last = side.id
    for side in f.side[: f.sides]:
        if side.wins_by_escape and side.standing == 0 and side.fled > 0 and not any_taken(f, side):
            left, last = 0, side.id
    return last if left <= 1 else UNDECIDED


@rule
def any_taken(f: Fight, side: Side) -> bool:
    """Whether a survivor of this side is left in the enemy's hands."""
    for c in f.who[: f.n]:
        if c.side == side.id and c.conditions & CAPTIVE and c.conditions >> DEAD & 1 == 0:
            return True
    return False


@rule
def end(f: Fight, winner: int) -> None:
    f.winner = winner
    note(f, E.END, A.END, f.who[0], f.who[0], winner, f.round)


@rule
def lapse(f: Fight, who: Combatant) -> None:
    """classic.condition.end: what lasts until this round is over ends with it."""
    if who.conditions == 0 or not who.in_fight:
        return
    for condition in range(CONDITIONS):
        burning = condition in (BURNING, SCALDED)
        if who.conditions >> condition & 1 and who.ends_at[condition] <= f.round and not burning:
            seams.expire(f, who, condition)


@rule
def expire(f: Fight, who: Combatant, condition: int) -> None:
    """The time of a condition is up: it ends."""
    lift(f, who, condition, C.CONDITION_END)


BRAVER = reason(C.SPELL_BLESS, "blessed")
FEARLESS, TIMID = 12, 2  # classic.morale.bounds


@rule
def never_fights(f: Fight, who: Combatant) -> bool:
    """classic.morale.bounds: a rating of 2 never fights."""
    return rating(f, who) <= TIMID


@rule
def rating(f: Fight, who: Combatant) -> int:
    """Its own, or that in brackets while its leader is with it."""
    if who.led_morale > 0:
        for c in f.who[: f.n]:
            if c.leader and c.in_fight and c.side == who.side:
                return who.led_morale
    return who.morale


@rule
def give_up(f: Fight, who: Combatant, clause: int) -> None:
    """Flee if there is a way out, else surrender; a declared spell is dropped."""
    who.morale_due = 0
    if who.current_spell != NOBODY:
        drop_spell(f, who)
    if f.side[who.side].way_out:
        put_on(f, who, who, FLEEING, ALWAYS, clause)
    else:
        surrender(f, who, who, clause)


@rule
def drop_spell(f: Fight, who: Combatant) -> None:
    """classic.round.declare: who drops a declared spell does nothing else this round; it is kept in memory."""
    note(f, E.LOST, C.ROUND_DECLARE, who, who, who.spells[who.current_spell])
    who.current_spell = NOBODY
    who.acted = True
