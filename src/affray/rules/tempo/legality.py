"""What may be answered in the tempo book: one function says why not, and all else about legality follows from it."""

from affray.engine.space import distance
from affray.engine.state import KIT, MOST_COMBATANTS, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, rule
from affray.engine.vocabulary import BLIND, BOMB, DYING, MELEE, MISSILE, PRONE, UNAWARE, UNCONSCIOUS
from affray.rules import seams
from affray.rules.shared.ground import refuse_way, refuse_way_to, ways_to_cover
from affray.rules.shared.legality import (
    BEYOND_BREATH,
    BLINDED,
    COVERED,
    DREW_ONCE,
    FULL_ROUND,
    IN_HAND,
    MELEE_RANGE,
    NO_BREATH,
    NO_MISSILE,
    NO_POTION,
    NO_ROOM,
    NO_WEAPON,
    TOO_FAR,
    arm,
    encounter_rate,
    refuse_drop,
    refuse_foe,
    refuse_target,
    refuse_turning,
    swings_left,
    weapon_for,
)
from affray.rules.shared.mounts import refuse_saddle
from affray.rules.tempo import questions as Q
from affray.rules.tempo.clauses import DEMAND, REORIENT_MOVE, THREAT
from affray.rules.tempo.movement import (
    anybody_obeys,
    can_carry_out,
    crowded_out,
    in_bout,
    obeys_order,
    refuse_blow,
    refuse_defence,
    refuse_reach,
    refuse_reaction,
    solvent,
    step_left,
    would_obey,
)


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Return the reason why this answer to this question is not allowed; 0 when nothing stands against it."""
    if a.kind == PASS:
        return Q.NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    if a.kind < 0 or a.kind >= len(Q.KINDS) or Q.ANSWERS[q.ask] >> a.kind & 1 == 0:
        return Q.NOT_ASKED
    if q.ask == Q.AMBUSH:
        return refuse_form(a)
    if q.ask == Q.LOOSED:
        return refuse_loosing(f, q.other, a)
    who = f.who[q.who]
    if q.ask == Q.TURN:
        return refuse_turn(f, who, a)
    if a.kind == YES:
        return refuse_offer(f, q, who) if a.target == NOBODY and a.option == 0 else Q.NOT_ASKED
    if q.ask == Q.STRIKE:
        return refuse_strike(f, who, a.target, a.option, 0)
    if q.ask == Q.AFTER:
        return Q.HAS_MOVED if who.moved > 0 else refuse_move(f, who, a)
    return refuse_rest(f, q, who, a)


@rule
def refuse_rest(f: Fight, q: Question, who: Combatant, a: Answer) -> int:
    """Return why an answer to one of the rarer questions is not allowed, or 0."""
    if q.ask == Q.BUY:
        return refuse_effect(f, who, f.who[q.other], q.value, a)
    if q.ask == Q.COMMAND:
        why = refuse_reaction(f, who)
        return refuse_order(f, who, a) if why == 0 else why
    if q.ask == Q.REACT or q.ask == Q.MEET:
        why = refuse_reaction(f, who)
        if why == 0 and f.tempo.is_reaction:
            why = Q.NO_REPLY
        if why == 0 and a.kind == Q.DRAW and a.option == KIT - 1:
            why = NO_WEAPON
        return refuse_small_act(f, who, a) if why == 0 else why
    if q.ask == Q.DECLARE:
        return refuse_declaration(f, who, a)
    if q.ask == Q.PRESS:
        return refuse_forcing(f, who) if a.target == NOBODY and a.option == 0 else Q.NOT_ASKED
    if a.kind == Q.FORCE:
        return refuse_demand(f, a)
    if a.kind == Q.LOOK and who.tempo.looked_round == f.round:
        return Q.LOOKED
    return refuse_small_act(f, who, a)


# --- a turn


@rule
def refuse_turn(f: Fight, who: Combatant, a: Answer) -> int:
    if a.kind == Q.HIT:
        return refuse_strike(f, who, a.target, a.option, step_left(f, who))
    if a.kind in (Q.APPROACH, Q.AWAY, Q.RISE, Q.GO, Q.SADDLE):
        return refuse_move(f, who, a)
    if a.kind == Q.DRAW and who.drew_round == f.round:
        return DREW_ONCE
    if a.kind == Q.DRAW or a.kind == Q.STAND:
        return refuse_small_act(f, who, a)
    if Q.ORDERS >> a.kind & 1:
        return refuse_order(f, who, a)
    if a.option != 0:
        return Q.NOT_ASKED
    if a.kind == Q.TEND:
        return refuse_tending(f, who, a.target)
    if a.kind == Q.TURN_UNDEAD:
        return refuse_turning(f, who, a.target)
    if a.kind == Q.CAST:
        return refuse_cast(f, who, a.target)
    if a.kind in (Q.SHOOT, Q.AIM, Q.DROP, Q.BREATHE):
        return refuse_missile(f, who, a)
    return refuse_alone(f, who, a)


@rule
def refuse_alone(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why somebody may not do this by themselves, or 0."""
    if a.target != NOBODY:
        return Q.NOT_ASKED
    if a.kind == Q.DRINK:
        return 0 if who.potions > 0 else NO_POTION
    if a.kind == Q.REORIENT:
        if who.tempo.lackey:
            return Q.NO_ROLL
        return Q.MOVED_ALREADY if who.moved > 0 and f.rules[REORIENT_MOVE] == 0 else 0
    return 0 if a.kind == Q.DEFEND else Q.NOT_ASKED


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, mode: int, step: int) -> int:
    """Return why `who` may not strike this target after so long a step, or 0; `mode` is the alternative of a
    routine."""
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if who.conditions >> BLIND & 1:
        return BLINDED
    if mode < 0 or swings_left(f, who, mode) == 0:
        return FULL_ROUND
    why = refuse_reach(f, who, f.who[target], weapon_for(f, who, mode), step)
    return NO_ROOM if why == 0 and crowded_out(f, who) else why


@rule
def refuse_missile(f: Fight, who: Combatant, a: Answer) -> int:
    why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    target = f.who[a.target]
    if who.conditions >> BLIND & 1:
        return BLINDED
    if a.kind == Q.BREATHE:
        if who.breaths == 0:
            return NO_BREATH
        return BEYOND_BREATH if distance(who, target) > f.effects[who.breath].size else 0
    if a.kind == Q.DROP:
        return refuse_drop(f, who, target)
    weapon = arm(f, who)
    if weapon.qualities & MISSILE == 0 or weapon.qualities & BOMB or who.kit_left[who.hand] == 0:
        return NO_MISSILE
    if distance(who, target) > weapon.long:
        return TOO_FAR
    if a.kind == Q.AIM and (who.moved > 0 or f.tempo.extra_turn == who.id):
        return Q.TAKES_ALL
    return COVERED if target.cover > 4 else 0


@rule
def refuse_cast(f: Fight, who: Combatant, target: int) -> int:
    """Return why `who` may not cast at this target, or 0: only what was declared (tempo.spell.declare)."""
    if who.current_spell == NOBODY:
        return Q.NOT_DECLARED
    if target < 0 or target >= f.n:
        return Q.NO_SUCH
    if not f.who[target].in_fight:
        return Q.OUT_OF_IT
    why = seams.refuse_spell(f, who, who.current_spell)
    return refuse_target(f, who, f.who[target]) if why == 0 else why


@rule
def refuse_order(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why such an order is not possible, or 0: it is to all (option 0) or to one (1 + their number)."""
    if who.tempo.command_level == 0 or not anybody_obeys(f, who):
        return Q.NO_CHAIN
    if a.option < 0 or a.option > f.n:
        return Q.NO_SUCH
    act = act_of(a.kind)
    if act == Q.DEFENCE or act == Q.RETREAT:
        return Q.NOT_ASKED if a.target != NOBODY else refuse_followers(f, who, act, who, a.option - 1)
    why = refuse_foe(f, who, a.target)
    return refuse_followers(f, who, act, f.who[a.target], a.option - 1) if why == 0 else why


@rule
def refuse_followers(f: Fight, who: Combatant, act: int, foe: Combatant, only: int) -> int:
    for c in f.who[: f.n]:
        if obeys_order(f, c, who, act, foe, only):
            return 0
    return Q.NO_SHOT if act == Q.SHOOTING else Q.NO_CHAIN


@rule
def act_of(kind: int) -> int:
    """Return what an order of this kind tells followers to do."""
    return Q.ATTACK if kind == Q.ORDER else kind - Q.ORDER_SHOT + Q.SHOOTING


@rule
def refuse_tending(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return Q.NO_SUCH
    other = f.who[target]
    near = distance(who, other) <= MELEE_RANGE and target != who.id
    return 0 if near and other.in_fight and other.conditions >> DYING & 1 else Q.NO_TENDING


@rule
def refuse_move(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why a move is not allowed, or 0 (tempo.move): each leg is at most the encounter rate."""
    if who.conditions >> PRONE & 1:
        return Q.FELLED
    if a.kind == Q.SADDLE:
        return refuse_saddle(f, who) if a.target == NOBODY and a.option == 0 else Q.NOT_ASKED
    rate = encounter_rate(f, who)
    if a.kind == Q.GO:
        too_far = max(abs(a.target - who.x), abs(a.option - who.y)) > rate
        return Q.TOO_FAR_TO_GO if too_far else refuse_way(f, who, a.target, a.option)
    if a.kind == Q.RISE:
        high = who.fly == 0 or a.option < 0 or abs(a.option - who.z) > rate
        return Q.NOT_ASKED if a.target != NOBODY else Q.CANT_FLY if high else 0
    if a.option != 0 or rate == 0:
        return Q.NOT_ASKED if a.option != 0 else Q.TOO_FAR_TO_GO
    if a.kind == Q.AWAY:
        return 0 if a.target == NOBODY else Q.NOT_ASKED
    if a.target < 0 or a.target >= f.n:
        return Q.NO_SUCH
    if a.target == who.id:
        return Q.ONESELF
    if not f.who[a.target].in_fight:
        return Q.OUT_OF_IT
    near = distance(who, f.who[a.target]) <= MELEE_RANGE
    return Q.CLOSE_ENOUGH if near else refuse_way_to(f, who, f.who[a.target])


@rule
def refuse_small_act(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why an act that costs score is not allowed, or 0 (tempo.round.respite, tempo.reaction.cost); a look in
    the respite is free."""
    if a.kind == Q.LOOK:
        return 0 if a.target == NOBODY and a.option == 0 else Q.NOT_ASKED
    if not solvent(who):
        return Q.NO_SCORE
    if a.kind == Q.TEND:
        return refuse_tending(f, who, a.target) if a.option == 0 else Q.NOT_ASKED
    if a.target != NOBODY:
        return Q.NOT_ASKED
    if a.kind == Q.DRAW:
        return refuse_draw(who, a.option)
    if a.option != 0:
        return Q.NOT_ASKED
    if a.kind == Q.STAND:
        return 0 if who.conditions >> PRONE & 1 else Q.UPRIGHT
    return 0 if who.potions > 0 else NO_POTION


@rule
def refuse_draw(who: Combatant, slot: int) -> int:
    if (
        who.has_routine
        or slot < 0
        or slot >= KIT
        or slot == who.hand
        or who.kit[slot] == NOBODY
        or who.kit_left[slot] == 0
    ):
        return IN_HAND if slot == who.hand and not who.has_routine else NO_WEAPON
    return 0


@rule
def can_draw(who: Combatant) -> bool:
    """Return whether they have another weapon to draw; bare hands are none."""
    for slot in range(KIT - 1):
        if refuse_draw(who, slot) == 0:
            return True
    return False


# --- what is offered


@rule
def refuse_offer(f: Fight, q: Question, who: Combatant) -> int:
    """Return why `who` may not say yes, or 0."""
    if q.ask == Q.SUPERIOR:
        return refuse_superior(f, who)
    if q.ask == Q.OBEY:
        return refuse_obeying(f, who, f.who[q.other], q.value)
    if q.ask == Q.THREATEN:
        return 0 if f.rules[THREAT] == 1 else Q.NO_THREAT
    if q.ask == Q.REACT or q.ask == Q.LATE:
        return refuse_defence(f, who)
    why = refuse_reaction(f, who)
    if why != 0:
        return why
    if f.tempo.is_reaction:
        return Q.NO_REPLY
    other = f.who[q.other]
    if q.ask == Q.RIPOSTE:
        return refuse_blow(f, who, other.id) if who.tempo.trained else Q.UNTRAINED
    if q.ask == Q.WARN:
        return 0 if other.side == who.side and other.conditions >> UNAWARE & 1 else Q.NO_WARNING
    if q.ask == Q.OPENING:
        return refuse_opening(f, who, other)
    return Q.NOT_ASKED


@rule
def refuse_opening(f: Fight, who: Combatant, other: Combatant) -> int:
    if f.tempo.guard_dropper != other.id:
        return Q.NO_GUARD_DROPPED
    return (
        Q.STRUCK_ALREADY
        if who.tempo.asked_to_strike or who.tempo.struck_round == f.round
        else refuse_blow(f, who, other.id)
    )


@rule
def refuse_superior(f: Fight, who: Combatant) -> int:
    if f.tempo.highest_scorer != who.id or who.tempo.lackey or not who.able:
        return Q.NOT_HIGHEST
    if who.tempo.score <= 0:
        return Q.NO_SCORE
    return Q.HAS_AIMED if who.tempo.aimed_round == f.round else 0


@rule
def refuse_obeying(f: Fight, who: Combatant, commander: Combatant, value: int) -> int:
    """Return why `who` may not act on an order, or 0: the value holds what it says, and whom it is about."""
    if who.tempo.lackey or not would_obey(who, commander):
        return Q.NO_ORDER
    why = refuse_reaction(f, who)
    if why != 0:
        return why
    act, about = value // MOST_COMBATANTS, value % MOST_COMBATANTS
    if about >= f.n or (act <= Q.SHOOTING and refuse_foe(f, who, about) != 0):
        return Q.NO_ORDER
    return 0 if can_carry_out(f, who, act, f.who[about]) else Q.NO_ORDER


@rule
def refuse_effect(f: Fight, who: Combatant, target: Combatant, degrees: int, a: Answer) -> int:
    """Return why extra degrees don't buy this, or 0 (tempo.effect, tempo.direct-hit)."""
    if a.kind != Q.SPEND or a.target != NOBODY or a.option < 0 or a.option >= len(Q.DEGREES):
        return Q.NOT_ASKED
    if degrees < Q.DEGREES[a.option]:
        return Q.FEW_FOR_DIRECT if a.option == Q.DIRECT else Q.FEW_DEGREES
    if a.option == Q.OVER_THE_EDGE:
        return 0 if f.tempo.ledge else Q.NO_EDGE
    if target.conditions >> UNCONSCIOUS & 1 and a.option in (Q.DRIVE_BACK, Q.TRIP, Q.DISARM):
        return Q.NO_USE
    if a.option == Q.TRIP:
        return Q.NO_USE if target.conditions >> PRONE & 1 else 0
    if a.option == Q.DISARM:
        armed = not target.has_routine and target.kit[KIT - 1] != NOBODY and target.hand != KIT - 1
        return 0 if armed else Q.NO_USE
    if a.option == Q.STEP_BETWEEN:
        if not strikes_at(f, who, target):
            return Q.FROM_AFAR
        return 0 if victim_of(f, who, target) != NOBODY else Q.NO_USE
    return 0


@rule
def strikes_at(f: Fight, who: Combatant, foe: Combatant) -> bool:
    """Return whether `who` is in melee with the foe and beside them, with something to strike with in hand."""
    return (
        who.tempo.bout_foe == foe.id
        and distance(who, foe) <= MELEE_RANGE
        and weapon_for(f, who, 0).qualities & MELEE != 0
    )


@rule
def victim_of(f: Fight, who: Combatant, foe: Combatant) -> int:
    """Return the friend that a foe is in melee with; NOBODY where there is none to step before."""
    at = foe.tempo.bout_foe
    if at == NOBODY or at == who.id or foe.tempo.barred_target == at:
        return NOBODY
    friend = f.who[at]
    return at if friend.side == who.side and friend.in_fight else NOBODY


# --- between rounds


@rule
def refuse_declaration(f: Fight, who: Combatant, a: Answer) -> int:
    if a.target != NOBODY:
        return Q.NOT_ASKED
    return Q.DECLARED_IT if who.current_spell != NOBODY else seams.refuse_spell(f, who, a.option)


@rule
def refuse_forcing(f: Fight, who: Combatant) -> int:
    """Return why a side may not force the bout, or 0 (tempo.round.force): one of theirs is in it, and somebody has
    score left."""
    own, spent = False, True
    for c in f.who[: f.n]:
        if c.able and in_bout(f, c):
            own = own or c.side == who.side
            spent = spent and (c.tempo.lackey or c.tempo.score <= 0)
            if own and not spent:
                return 0
    return Q.ALL_SPENT if own else Q.NO_BOUT


@rule
def refuse_demand(f: Fight, a: Answer) -> int:
    """Return why nobody may demand the next round, or 0 (tempo.round.respite)."""
    if a.target != NOBODY or a.option != 0:
        return Q.NOT_ASKED
    return 0 if f.rules[DEMAND] == 1 else Q.NO_DEMAND


@rule
def refuse_form(a: Answer) -> int:
    if a.kind != Q.FORM or a.target != NOBODY:
        return Q.NOT_ASKED
    return Q.NO_FORM if a.option < 0 or a.option >= len(Q.FORMS) else 0


@rule
def refuse_loosing(f: Fight, shooter: int, a: Answer) -> int:
    if a.target != NOBODY or a.option != 0:
        return Q.NOT_ASKED
    return 0 if f.who[shooter].tempo.threatened_foe != NOBODY else Q.NO_THREAT


def legal(f: Fight, q: Question) -> list[Answer]:
    """Return every listed answer to a question; of places to go to only those with cover."""
    listed = [Answer(PASS)]
    for kind in listed_kinds(q.ask):
        listed += [a for a in candidates(f, q.ask, kind) if refusal(f, q, a) == 0]
    if Q.ANSWERS[q.ask] >> Q.GO & 1:
        listed += ways_to_cover(f, q, Q.GO, refusal)
    return listed


def listed_kinds(ask: int) -> list[int]:
    """Return the kinds of answer that are listed, beside a pass."""
    return [kind for kind in range(YES, len(Q.KINDS)) if Q.ANSWERS[ask] >> kind & 1 and kind not in (Q.RISE, Q.GO)]


def candidates(f: Fight, ask: int, kind: int) -> list[Answer]:
    aimed = Q.AIMED >> kind & 1 or (kind == Q.CAST and ask == Q.TURN)
    targets = range(f.n) if aimed else range(NOBODY, 0)
    slotted = Q.SLOTTED >> kind & 1 or (kind == Q.CAST and ask == Q.DECLARE)
    many = {Q.SPEND: len(Q.EFFECTS), Q.FORM: len(Q.FORMS)}.get(kind, KIT if slotted else 1)
    if Q.ORDERS >> kind & 1:
        many = 1 + f.n
    return [Answer(kind, t, o) for t in targets for o in range(many)]
