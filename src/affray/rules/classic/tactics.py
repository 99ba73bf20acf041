"""Who answers when no person does. A tactic is a rule like the others: it reads the state and answers legally."""

from affray.engine.conditions import RETREATING, WITHDRAWING
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, Answer, Question, answer, chooser, guess, referee, rule
from affray.rules.classic.answers import AIM, AIMED, ANSWERS, DECLARE, MOVE, SHOOT, SITUATION, SLOTTED, STRIKE, TOPIC
from affray.rules.classic.choices import refusal
from affray.rules.shared.legality import (
    APPROACH,
    AWAY,
    BREATHE,
    CAST,
    DRAW,
    DRINK,
    DROP,
    GO,
    HIT,
    LOOSE,
    MODIFY,
    RETREAT,
    RISE,
    TURN,
    WITHDRAW,
)
from affray.rules.shared.reach import encounter_rate, in_melee
from affray.rules.shared.tactics import (
    FIRST,
    WHIM,
    badly_hurt,
    best_breath,
    best_spell,
    best_target,
    better_weapon,
    crowded,
    first_foe,
    hangs_back,
    may,
    pick,
    within_range,
)


@rule
def decide(f: Fight, q: Question) -> Answer:
    """The tactic of whoever is asked; the referee's default is to change nothing."""
    who = f.who[q.other if q.who < 0 else q.who]
    if who.tactic == WHIM:
        return whim(f, q, who)
    if q.ask == SITUATION:
        return answer(PASS)
    engine = f.side[who.side].engine
    tactic = FIRST if engine != 0 and engine >> TOPIC[q.ask] & 1 else who.tactic
    if q.ask == STRIKE:
        return strike(f, q, who, tactic)
    if q.ask == MOVE:
        return movement(f, q, who, tactic)
    if q.ask == SHOOT:
        return missile(f, q, who, tactic)
    return spell(f, q, who, tactic) if q.ask == AIM else declaration(f, q, who, tactic)


choose = chooser(decide, refusal)
ruling = referee(decide, refusal)


@rule
def declaration(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Spells when they pay; the cautious leave a melee that goes badly, and so do casters under protection."""
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
    """Falls back, changes weapons as the distance asks, stands off while it can shoot, else closes with its foe."""
    if who.on & (1 << WITHDRAWING | 1 << RETREATING) != 0:
        return answer(AWAY) if may(f, q, AWAY, NOBODY, 0) else answer(PASS)
    if tactic == FIRST:
        foe = first_foe(f, q, APPROACH)
        return answer(PASS) if foe == NOBODY or in_melee(f, who) else answer(APPROACH, foe)
    slot = better_weapon(f, who)
    if slot != NOBODY and may(f, q, DRAW, NOBODY, slot):
        return answer(DRAW, NOBODY, slot)
    if hangs_back(f, who, tactic):
        return answer(AWAY) if crowded(f, who) and may(f, q, AWAY, NOBODY, 0) else answer(PASS)
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
    if who.spell == NOBODY:
        return answer(TURN) if tactic != FIRST and may(f, q, TURN, NOBODY, 0) else answer(PASS)
    target = best_target(f, who, who.spell)
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
def whim(f: Fight, q: Question, who: Combatant) -> Answer:
    """Any legal answer, each as likely: what the tests are fuzzed with. A place to go to and a height are drawn."""
    chosen, seen = answer(PASS), 1
    for kind in range(CAST, RISE):
        if ANSWERS[q.ask] >> kind & 1:
            aimed = AIMED >> kind & 1 or (kind == CAST and q.ask == AIM)
            slots = KIT if SLOTTED >> kind & 1 or (kind == CAST and q.ask == DECLARE) else 1
            least = -2 if kind == MODIFY else 0
            for target in range(0 if aimed else NOBODY, f.n if aimed else 0):
                for option in range(least, 3 if kind == MODIFY else slots):
                    if may(f, q, kind, target, option):
                        seen += 1
                        if guess(f, seen) == 1:
                            chosen = answer(kind, target, option)
    if q.ask == MOVE and guess(f, 4) == 1:
        return wander(f, q, who, chosen)
    return chosen


@rule
def wander(f: Fight, q: Question, who: Combatant, chosen: Answer) -> Answer:
    rate = encounter_rate(f, who)
    height = guess(f, 2 * rate + 1) - rate - 1 + who.z
    if guess(f, 2) == 1 and may(f, q, RISE, NOBODY, height):
        return answer(RISE, NOBODY, height)
    x, y = who.x + guess(f, 2 * rate + 1) - rate - 1, who.y + guess(f, 2 * rate + 1) - rate - 1
    return answer(GO, x, y) if may(f, q, GO, x, y) else chosen
