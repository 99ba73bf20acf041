"""Who answers when no person does. A tactic is a rule like the others: it reads the state and answers legally."""

from affray.engine.space import distance, nearest_foe
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import (
    PASS,
    YES,
    Answer,
    Question,
    answer,
    choose,
    guess,
    inlined_rule,
    question,
    rule,
)
from affray.engine.vocabulary import BARE, DYING, MINDLESS, MISSILE, UNCONSCIOUS, UNDEAD
from affray.rules import seams
from affray.rules.book import Offer
from affray.rules.shared.legality import MELEE_RANGE, arm
from affray.rules.shared.tactics import (
    CAUTIOUS,
    FIRST,
    FOCUS,
    PROTECT,
    RANDOM,
    STRONGEST,
    TACTICS,
    WEAKEST,
    WHIM,
    badly_hurt,
    best_breath,
    best_spell,
    best_target,
    better_weapon,
    hangs_back,
    is_crowded,
    may,
    rank,
    whim,
)
from affray.rules.tempo import questions as Q
from affray.rules.tempo.clauses import COST_OF_ORDER, FORCE_COST, OBEY_COST, RIPOSTE_COST, STRIKE_COST, SUPERIOR_COST
from affray.rules.tempo.clauses import SHIELD_EARLY as EARLY_COST
from affray.rules.tempo.clauses import SHIELD_LATE as LATE_COST
from affray.rules.tempo.legality import refuse_offer, refuse_strike
from affray.rules.tempo.movement import in_bout, step_left, would_obey

__all__ = ["TACTICS"]

FAIR_CHANCE = 8  # faces of the d20 on which a late shield still helps
DANGEROUS = 5  # faces on which a blow hits that is worth a shield before the roll
PRECIOUS = 6  # hp at which the last of a score is well spent on a shield
SQUAD = 2  # followers that are worth an order out of turn; one more, and it is worth the commander's own blow


@rule
def decide(f: Fight, q: Question) -> Answer:
    """Answer by the tactic of whoever is asked; the referee's default is to change nothing."""
    who = f.who[q.other if q.who < 0 else q.who]
    if who.tactic == WHIM:
        return whim(f, q, who, Q.ANSWERS[q.ask], Q.RISE, 6 if q.ask == Q.TURN or q.ask == Q.AFTER else 0)
    if q.ask >= Q.AMBUSH:
        return answer(PASS)
    engine = f.side[who.side].engine_questions
    if who.tactic == FIRST or (engine != 0 and engine >> Q.TOPIC[q.ask] & 1):
        return simple(f, q, who)
    if q.ask == Q.TURN:
        return turn(f, q, who)
    if q.ask == Q.STRIKE:
        return strike(f, q, who)
    return between(f, q, who) if q.ask >= Q.BUY or q.ask == Q.AFTER else react(f, q, who)


@rule
def takes(f: Fight, ask: int, who: Combatant, other: Combatant, value: int) -> bool:
    """Return whether somebody takes up an offer. Nobody is asked for what they may not do."""
    if refuse_offer(f, question(ask, who.id, other.id, value), who) != 0:
        return False
    return choose(f, ask, who, other, value).kind == YES


# --- one's own turn


@rule
def simple(f: Fight, q: Question, who: Combatant) -> Answer:
    """Answer as `first` does: strike the first foe standing, or go up to them; spend nothing and react to nothing."""
    if q.ask != Q.TURN and q.ask != Q.STRIKE:
        return answer(PASS)
    mode, step = max(0, who.mode), step_left(f, who) if q.ask == Q.TURN else 0
    for c in f.who[f.side[who.side].first_foe : f.n]:
        if c.in_fight and c.side != who.side and c.conditions >> UNCONSCIOUS & 1 == 0:
            why = refuse_strike(f, who, c.id, mode, step)
            if why == 0 and seams.refuse_named(f, who, c.id) == 0:  # what `may` would ask, by a shorter way
                return answer(Q.HIT, c.id, mode)
    return answer(PASS) if q.ask == Q.STRIKE else go_for_one(f, q, who)


@rule
def go_for_one(f: Fight, q: Question, who: Combatant) -> Answer:
    """Shoot at the first foe standing, or go up to them, with nobody to strike."""
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and c.conditions >> UNCONSCIOUS & 1 == 0:
            if may(f, q, Q.SHOOT, c.id, 0):
                return answer(Q.SHOOT, c.id)
            if may(f, q, Q.APPROACH, c.id, 0):
                return answer(Q.APPROACH, c.id)
    return answer(PASS)


@inlined_rule
def pick(f: Fight, q: Question, who: Combatant, kind: int, option: int) -> int:
    """Return the foe a tactic likes best among those allowed: the first listed of equals, by `random` any of them.
    Leave the fallen alone, but for what would get up again."""
    best, least, equals = NOBODY, 0, 0
    for c in f.who[: f.n]:
        lies = c.conditions >> UNCONSCIOUS & 1 != 0 and c.regenerates == 0
        if c.in_fight and c.side != who.side and not lies and may(f, q, kind, c.id, option):
            worth = rank(f, who, c, who.tactic)
            if best == NOBODY or worth < least:
                best, least, equals = c.id, worth, 1
            elif who.tactic == RANDOM and worth == least:
                equals += 1
                best = c.id if guess(f, equals) == 1 else best
    return best


@rule
def turn(f: Fight, q: Question, who: Combatant) -> Answer:
    """Cast the declared spell; clear the head; give an order if many hear it; then do what suits the weapon and the
    distance."""
    if who.current_spell != NOBODY:
        at = best_target(f, who, who.current_spell)
        if at != NOBODY and may(f, q, Q.CAST, at, 0):
            return answer(Q.CAST, at)
    if who.tempo.score == 0 and may(f, q, Q.REORIENT, NOBODY, 0):
        return answer(Q.REORIENT)
    if who.potions > 0 and badly_hurt(who) and may(f, q, Q.DRINK, NOBODY, 0):
        return answer(Q.DRINK)
    if who.tempo.command_level > 0 and followers(f, who) > SQUAD:
        foe = pick(f, q, who, Q.ORDER, 0)
        if foe != NOBODY:
            return answer(Q.ORDER, foe)
    if who.turning_level > 0 and may(f, q, Q.TURN_UNDEAD, NOBODY, 0):
        return answer(Q.TURN_UNDEAD)
    return footing(f, q, who)


@rule
def footing(f: Fight, q: Question, who: Combatant) -> Answer:
    """Stand up, take the right weapon in hand, and leave the thick of it where that is no place to be."""
    if may(f, q, Q.STAND, NOBODY, 0):
        return answer(Q.STAND)
    slot = better_weapon(f, who)
    if slot != NOBODY and may(f, q, Q.DRAW, NOBODY, slot):
        return answer(Q.DRAW, NOBODY, slot)
    if hangs_back(f, who, who.tactic):
        if in_bout(f, who):
            return answer(Q.DEFEND)
        if is_crowded(f, who) and may(f, q, Q.AWAY, NOBODY, 0):
            return answer(Q.AWAY)
    friend = dying_friend(f, q, who) if who.tactic == PROTECT or who.tactic == CAUTIOUS else NOBODY
    return answer(Q.TEND, friend) if friend != NOBODY else fight_on(f, q, who)


@rule
def fight_on(f: Fight, q: Question, who: Combatant) -> Answer:
    foe = best_breath(f, who) if who.breaths > 0 else NOBODY
    if foe != NOBODY and may(f, q, Q.BREATHE, foe, 0):
        return answer(Q.BREATHE, foe)
    near = nearest_foe(f, who)
    if arm(f, who).qualities & MISSILE and (near == NOBODY or distance(who, f.who[near]) > MELEE_RANGE):
        foe = pick(f, q, who, Q.SHOOT, 0)
        if foe != NOBODY:
            return answer(Q.AIM, foe) if takes_aim(f, q, who, f.who[foe]) else answer(Q.SHOOT, foe)
    mode = max(0, who.mode)
    foe = pick(f, q, who, Q.HIT, mode)
    if foe != NOBODY:
        return answer(Q.HIT, foe, mode)
    foe = pick(f, q, who, Q.DROP, 0)
    if foe != NOBODY:
        return answer(Q.DROP, foe)
    foe = pick(f, q, who, Q.APPROACH, 0)
    return answer(Q.APPROACH, foe) if foe != NOBODY else answer(PASS)


@rule
def takes_aim(f: Fight, q: Question, who: Combatant, foe: Combatant) -> bool:
    """Return whether they aim first: the careful do before they shoot past a friend (tempo.missile.melee)."""
    careful = who.tactic == PROTECT or who.tactic == CAUTIOUS
    aimed = who.tempo.aim_target == foe.id and who.tempo.aimed_round == f.round - 1
    return careful and in_bout(f, foe) and not aimed and may(f, q, Q.AIM, foe.id, 0)


@rule
def followers(f: Fight, who: Combatant) -> int:
    """Return how many henchmen would act on an order now."""
    many = 0
    for c in f.who[: f.n]:
        many += 1 if c.tempo.lackey and would_obey(c, who) else 0
    return many


@rule
def dying_friend(f: Fight, q: Question, who: Combatant) -> int:
    """Return a friend whose wounds are worth binding: undead have none, and the mindless don't think of it."""
    if who.tags & MINDLESS:
        return NOBODY
    for c in f.who[: f.n]:
        if c.side == who.side and c.conditions >> DYING & 1 and c.tags & UNDEAD == 0 and may(f, q, Q.TEND, c.id, 0):
            return c.id
    return NOBODY


@rule
def strike(f: Fight, q: Question, who: Combatant) -> Answer:
    """Choose the target of a further attack of a routine."""
    mode = max(0, who.mode)
    foe = pick(f, q, who, Q.HIT, mode)
    return answer(Q.HIT, foe, mode) if foe != NOBODY else answer(PASS)


# --- reactions


@rule
def react(f: Fight, q: Question, who: Combatant) -> Answer:
    """Pay for what leaves some of the score; to stay alive, also with the last of it."""
    if q.ask == Q.REACT:
        return before_the_roll(f, q, who)
    if q.ask == Q.LATE:
        pays = who.tempo.score > f.rules[LATE_COST] or who.hp <= PRECIOUS
        return answer(YES) if pays and 20 + who.strength - q.value >= FAIR_CHANCE else answer(PASS)
    if q.ask == Q.COMMAND:
        foe = (
            pick(f, q, who, Q.ORDER, 0)
            if who.tempo.score > f.rules[COST_OF_ORDER] and followers(f, who) >= SQUAD
            else NOBODY
        )
        return answer(Q.ORDER, foe) if foe != NOBODY else answer(PASS)
    return answer(YES) if who.tempo.score > price(f, q.ask) else answer(PASS)


@rule
def price(f: Fight, ask: int) -> int:
    if ask == Q.RIPOSTE:
        return f.rules[RIPOSTE_COST]
    if ask == Q.OPENING:
        return f.rules[STRIKE_COST]
    if ask == Q.SUPERIOR:
        return f.rules[SUPERIOR_COST]
    return f.rules[OBEY_COST] if ask == Q.OBEY else f.rules[EARLY_COST]


@rule
def before_the_roll(f: Fight, q: Question, who: Combatant) -> Answer:
    """Defend at once if careful; others wait for the roll, but draw if caught without a weapon."""
    careful = who.tactic == PROTECT or who.tactic == CAUTIOUS
    danger = 21 + f.who[q.other].strength - max(who.ac, who.tempo.active_defence)  # faces of the d20 that would hit
    if careful and danger >= DANGEROUS and who.tempo.score > f.rules[EARLY_COST] and may(f, q, YES, NOBODY, 0):
        return answer(YES)
    if arm(f, who).qualities & BARE:
        slot = better_weapon(f, who)
        if slot != NOBODY and may(f, q, Q.DRAW, NOBODY, slot):
            return answer(Q.DRAW, NOBODY, slot)
    return answer(PASS)


# --- what follows, and between rounds


@rule
def between(f: Fight, q: Question, who: Combatant) -> Answer:
    if q.ask == Q.BUY:
        return bargain(f, q, who)
    if q.ask == Q.AFTER:
        back = hangs_back(f, who, who.tactic) and is_crowded(f, who) and may(f, q, Q.AWAY, NOBODY, 0)
        return answer(Q.AWAY) if back else answer(PASS)
    if q.ask == Q.THREATEN:
        return answer(YES) if who.tactic == CAUTIOUS else answer(PASS)
    if q.ask == Q.DECLARE:
        slot = best_spell(f, who)
        return answer(Q.CAST, NOBODY, slot) if slot != NOBODY and may(f, q, Q.CAST, NOBODY, slot) else answer(PASS)
    if q.ask == Q.PRESS:
        return answer(Q.FORCE) if presses(f, who) else answer(PASS)
    return breather(f, q, who)


@rule
def bargain(f: Fight, q: Question, who: Combatant) -> Answer:
    """Buy a direct hit on those with many hp; else off the edge, before a friend, on the ground, a step back."""
    target = f.who[q.other]
    if target.hp > 3 and may(f, q, Q.SPEND, NOBODY, Q.DIRECT):
        return answer(Q.SPEND, NOBODY, Q.DIRECT)
    if may(f, q, Q.SPEND, NOBODY, Q.OVER_THE_EDGE):
        return answer(Q.SPEND, NOBODY, Q.OVER_THE_EDGE)
    if who.tactic == PROTECT and target.able and may(f, q, Q.SPEND, NOBODY, Q.STEP_BETWEEN):
        return answer(Q.SPEND, NOBODY, Q.STEP_BETWEEN)
    if may(f, q, Q.SPEND, NOBODY, Q.TRIP):
        return answer(Q.SPEND, NOBODY, Q.TRIP)
    if who.tactic == STRONGEST and may(f, q, Q.SPEND, NOBODY, Q.DISARM):
        return answer(Q.SPEND, NOBODY, Q.DISARM)
    held = target.tempo.bout_foe == NOBODY or target.tempo.bout_foe == who.id
    drives = not held or who.tactic == CAUTIOUS or badly_hurt(who)
    return answer(Q.SPEND, NOBODY, Q.DRIVE_BACK) if drives and f.who[q.other].able else answer(PASS)


@rule
def presses(f: Fight, who: Combatant) -> bool:
    """Return whether the bold force the bout (tempo.round.force): it takes the foes' last score and leaves their
    own some."""
    if who.tactic != WEAKEST and who.tactic != STRONGEST and who.tactic != FOCUS:
        return False
    cost, gains = f.rules[FORCE_COST], False
    for c in f.who[: f.n]:
        if c.able and not c.tempo.lackey and in_bout(f, c):
            if c.side == who.side and c.tempo.score <= cost:
                return False
            gains = gains or (c.side != who.side and c.tempo.score <= cost)
    return gains


@rule
def breather(f: Fight, q: Question, who: Combatant) -> Answer:
    """Stand up, tend the dying, drink, or draw."""
    if may(f, q, Q.STAND, NOBODY, 0):
        return answer(Q.STAND)
    friend = dying_friend(f, q, who)
    if friend != NOBODY:
        return answer(Q.TEND, friend)
    if badly_hurt(who) and may(f, q, Q.DRINK, NOBODY, 0):
        return answer(Q.DRINK)
    slot = better_weapon(f, who)
    if slot != NOBODY and may(f, q, Q.DRAW, NOBODY, slot):
        return answer(Q.DRAW, NOBODY, slot)
    return answer(PASS)


# --- any legal answer


@rule
def offer(f: Fight, ask: int, kind: int) -> Offer:
    """Return what may be combined with a kind of answer, for the random tactic."""
    aimed = Q.AIMED >> kind & 1 != 0 or (kind == Q.CAST and ask == Q.TURN)
    slotted = Q.SLOTTED >> kind & 1 != 0 or (kind == Q.CAST and ask == Q.DECLARE)
    if Q.ORDERS >> kind & 1:
        return Offer(0 if aimed else NOBODY, aimed, 0, 1 + f.n)
    return Offer(0 if aimed else NOBODY, aimed, 0, KIT if slotted else 1)
