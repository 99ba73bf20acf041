"""Who answers when no person does. A tactic is a rule like the others: it reads the state and answers legally."""

from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, Answer, Question, answer, rule
from affray.engine.vocabulary import RETREATING, WITHDRAWING
from affray.rules.book import Offer
from affray.rules.classic.questions import AIM, AIMED, ANSWERS, DECLARE, MOVE, SHOOT, SITUATION, SLOTTED, STRIKE, TOPIC
from affray.rules.shared.legality import (
    APPROACH,
    AWAY,
    BREATHE,
    CAST,
    DRAW,
    DRINK,
    DROP,
    HIT,
    LOOSE,
    MODIFY,
    RETREAT,
    RISE,
    TURN,
    WITHDRAW,
    in_melee,
)
from affray.rules.shared.tactics import (
    FIRST,
    WHIM,
    badly_hurt,
    best_breath,
    best_spell,
    best_target,
    better_weapon,
    first_foe,
    hangs_back,
    is_crowded,
    may,
    needed_weapon,
    pick,
    whim,
    within_range,
)


@rule
def decide(f: Fight, q: Question) -> Answer:
    """Answer as the tactic of whoever is asked does; the referee's default is to change nothing."""
    who = f.who[q.other if q.who < 0 else q.who]
    if who.tactic == WHIM:
        return whim(f, q, who, ANSWERS[q.ask], RISE, 4 if q.ask == MOVE else 0)
    if q.ask == SITUATION:
        return answer(PASS)
    engine = f.side[who.side].engine_questions
    tactic = FIRST if engine != 0 and engine >> TOPIC[q.ask] & 1 else who.tactic
    if q.ask == STRIKE:
        return strike(f, q, who, tactic)
    if q.ask == MOVE:
        return movement(f, q, who, tactic)
    if q.ask == SHOOT:
        return missile(f, q, who, tactic)
    return spell(f, q, who, tactic) if q.ask == AIM else declaration(f, q, who, tactic)


@rule
def declaration(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Cast a spell if it pays; the cautious, and casters under protection, leave a melee that goes badly."""
    if tactic == FIRST:
        return answer(PASS)
    slot = best_spell(f, who)
    if slot != NOBODY and may(f, q, CAST, NOBODY, slot):
        return answer(CAST, NOBODY, slot)
    if hangs_back(f, who, tactic) and may(f, q, WITHDRAW, NOBODY, 0):
        return answer(RETREAT if 6 * who.hp <= who.max_hp else WITHDRAW)
    return answer(PASS)


@rule
def movement(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Fall back, change weapons as the distance asks, stand off while they can shoot, else close with the foe."""
    if who.conditions & (1 << WITHDRAWING | 1 << RETREATING) != 0:
        return answer(AWAY) if may(f, q, AWAY, NOBODY, 0) else answer(PASS)
    slot = needed_weapon(f, who) if tactic == FIRST else better_weapon(f, who)
    if slot != NOBODY and may(f, q, DRAW, NOBODY, slot):
        return answer(DRAW, NOBODY, slot)
    if tactic == FIRST:
        foe = first_foe(f, q, APPROACH)
        return answer(PASS) if foe == NOBODY or in_melee(f, who) else answer(APPROACH, foe)
    if hangs_back(f, who, tactic):
        return answer(AWAY) if is_crowded(f, who) and may(f, q, AWAY, NOBODY, 0) else answer(PASS)
    if in_melee(f, who) or within_range(f, who):
        return answer(PASS)
    foe = pick(f, q, who, tactic, APPROACH, 0)
    return answer(PASS) if foe == NOBODY else answer(APPROACH, foe)


@rule
def missile(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    foe = first_foe(f, q, LOOSE) if tactic == FIRST else pick(f, q, who, tactic, LOOSE, 0)
    if foe != NOBODY:
        return answer(LOOSE, foe)
    if tactic == FIRST:
        return answer(PASS)
    foe = best_breath(f, who) if who.breaths > 0 else NOBODY
    if foe != NOBODY and may(f, q, BREATHE, foe, 0):
        return answer(BREATHE, foe)
    foe = pick(f, q, who, tactic, DROP, 0)
    return answer(PASS) if foe == NOBODY else answer(DROP, foe)


@rule
def spell(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    if who.current_spell == NOBODY:
        return answer(TURN) if tactic != FIRST and may(f, q, TURN, NOBODY, 0) else answer(PASS)
    target = best_target(f, who, who.current_spell)
    return answer(CAST, target) if target != NOBODY and may(f, q, CAST, target, 0) else answer(PASS)


@rule
def strike(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    option = 0 if who.mode == NOBODY else 2 * who.mode
    if tactic == FIRST:
        foe = first_foe(f, q, HIT)
    else:
        if who.potions > 0 and badly_hurt(who) and may(f, q, DRINK, NOBODY, 0):
            return answer(DRINK)
        foe = pick(f, q, who, tactic, HIT, option)
    return answer(PASS) if foe == NOBODY else answer(HIT, foe, option)


@rule
def offer(f: Fight, ask: int, kind: int) -> Offer:
    """Return what the random tactic may combine with a kind of answer."""
    aimed = AIMED >> kind & 1 != 0 or (kind == CAST and ask == AIM)
    if kind == MODIFY:
        return Offer(NOBODY, False, -2, 3)
    slotted = SLOTTED >> kind & 1 != 0 or (kind == CAST and ask == DECLARE)
    return Offer(0 if aimed else NOBODY, aimed, 0, KIT if slotted else 2 if kind == LOOSE else 1)
