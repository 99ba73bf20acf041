"""Who answers when no person does. A tactic is a rule like the others: it reads the state and answers legally."""

from affray.engine.space import distance, nearest_foe, toward
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, rule
from affray.engine.vocabulary import BARE, BURNING, FIRE, FLEEING, HOLY, MELEE, MISSILE, SPLASH, UNCONSCIOUS, UNDEAD
from affray.rules import seams
from affray.rules.book import Offer
from affray.rules.shared.legality import arm, base_rate, hardest, has_free_hand, in_melee, swings_left
from affray.rules.shared.tactics import (
    CAUTIOUS,
    FIRST,
    PROTECT,
    TACTICS,
    WHIM,
    badly_hurt,
    best_breath,
    best_spell,
    best_target,
    can_hurt,
    has_spells,
    may,
    others_fight,
    pick,
    whim,
)
from affray.rules.vanguard import questions as Q
from affray.rules.vanguard.clauses import UNARMED_KILLS
from affray.rules.vanguard.flasks import nearest_friend
from affray.rules.vanguard.reach import NEXT_TO, has_flame, has_flask, own_reach

__all__ = ["TACTICS", "decide"]

CLEAR = 40  # how far friends must be from where a flask may break
WORST_BURN = 8  # what a die of fire may do


@rule
def decide(f: Fight, q: Question) -> Answer:
    """Answer by the tactic of whoever is asked; the referee's default is to change nothing."""
    who = f.who[q.other if q.who < 0 else q.who]
    if who.tactic == WHIM:
        return whim(f, q, who, Q.ANSWERS[q.ask], Q.RISE, 6 if q.ask == Q.ACT else 0)
    if q.ask != Q.ACT:
        return answer(YES, NOBODY, hardest(f, who)) if q.ask == Q.BLOW else answer(YES if agrees(f, q) else PASS)
    engine = f.side[who.side].engine_questions
    tactic = FIRST if engine != 0 and engine >> Q.TOPIC[Q.ACT] & 1 else who.tactic
    if who.acted:
        return answer(PASS) if tactic == FIRST else afterwards(f, q, who, tactic)
    if tactic == FIRST:
        return simply(f, q, who)
    if who.attacks_made > 0:
        return strike(f, q, who, tactic)
    return consider(f, q, who, tactic)


@rule
def agrees(f: Fight, q: Question) -> bool:
    """Return whether the answer is yes: every parting attack is made, and bare hands kill where the option says so."""
    return q.ask == Q.PARTING or (q.ask == Q.KILL and f.rules[UNARMED_KILLS] == 1)


@rule
def simply(f: Fight, q: Question, who: Combatant) -> Answer:
    """Strike, shoot at or go up to the first foe standing."""
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and c.conditions >> UNCONSCIOUS & 1 == 0:
            option = 0 if who.mode == NOBODY else 2 * who.mode
            if may(f, q, Q.HIT, c.id, option):
                return answer(Q.HIT, c.id, option)
            if may(f, q, Q.LOOSE, c.id, 0):
                return answer(Q.LOOSE, c.id)
            if not in_melee(f, who) and may(f, q, Q.APPROACH, c.id, 0):
                return answer(Q.APPROACH, c.id)
    return answer(PASS)


@rule
def consider(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Do what comes before blows: the fire on oneself, a potion, a way out, magic, flasks; then the fight itself."""
    if who.conditions >> BURNING & 1 and who.hp <= WORST_BURN and may(f, q, Q.DOUSE, NOBODY, 0):
        return answer(Q.DOUSE)
    if who.potions > 0 and badly_hurt(who) and may(f, q, Q.DRINK, NOBODY, 0):
        return answer(Q.DRINK)
    if in_melee(f, who) and hangs_back(f, who, tactic):
        chosen = withdraw(f, q, who)
        if chosen.kind != PASS:
            return chosen
    if who.caster or who.turning_level > 0 or who.breaths > 0:
        chosen = magic(f, q, who)
        if chosen.kind != PASS:
            return chosen
    if not who.has_routine:
        chosen = flask(f, q, who)
        if chosen.kind != PASS:
            return chosen
        slot = better_weapon(f, who)
        if slot != NOBODY and may(f, q, Q.DRAW, NOBODY, slot):
            return answer(Q.DRAW, NOBODY, slot)
    return engage(f, q, who, tactic)


@rule
def hangs_back(f: Fight, who: Combatant, tactic: int) -> bool:
    """Return whether to hang back: protected casters with spells, the cautious badly hurt; as long as others fight."""
    if tactic == CAUTIOUS:
        return badly_hurt(who) and others_fight(f, who)
    return tactic == PROTECT and has_spells(f, who) and others_fight(f, who)


@rule
def withdraw(f: Fight, q: Question, who: Combatant) -> Answer:
    """Choose defensive movement if half the speed is enough to get clear, else a stance."""
    if may(f, q, Q.DEFEND, NOBODY, 0) and base_rate(f, who) // 2 > longest_reach(f, who):
        return answer(Q.DEFEND)
    return answer(Q.STANCE) if may(f, q, Q.STANCE, NOBODY, 0) else answer(PASS)


@rule
def longest_reach(f: Fight, who: Combatant) -> int:
    """Return the longest reach of the foes in whose melee range `who` stands."""
    longest = NEXT_TO
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and distance(c, who) <= own_reach(f, c):
            longest = max(longest, own_reach(f, c))
    return longest


@rule
def afterwards(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Go, with the action used, where a chosen pace leads, or out of the way while nobody is near enough to strike."""
    if who.moved > 0:
        return answer(PASS)
    if who.vanguard.pace == Q.CAREFUL and may(f, q, Q.AWAY, NOBODY, 0):
        return answer(Q.AWAY)
    if who.vanguard.pace == Q.RUNNING:
        foe = pick(f, q, who, tactic, Q.APPROACH, 0)
        return answer(PASS) if foe == NOBODY else answer(Q.APPROACH, foe)
    if not in_melee(f, who) and hangs_back(f, who, tactic) and is_crowded(f, who) and may(f, q, Q.AWAY, NOBODY, 0):
        return answer(Q.AWAY)
    return answer(PASS)


@rule
def is_crowded(f: Fight, who: Combatant) -> bool:
    """Return whether a foe could come up to `who` with a charge."""
    foe = nearest_foe(f, who)
    if foe == NOBODY or f.who[foe].conditions >> FLEEING & 1:
        return False
    return f.who[foe].able and distance(who, f.who[foe]) <= 2 * seams.encounter_rate(f, f.who[foe]) + NEXT_TO


@rule
def magic(f: Fight, q: Question, who: Combatant) -> Answer:
    """Choose a spell when it pays, with a hand freed for it; turning; breath."""
    slot = best_spell(f, who)
    if slot != NOBODY:
        target = best_target(f, who, slot)
        if target != NOBODY and may(f, q, Q.CAST, target, slot):
            return answer(Q.CAST, target, slot)
    elif who.caster and not has_free_hand(f, who) and would_cast(f, who) and may(f, q, Q.DRAW, NOBODY, KIT - 1):
        return answer(Q.DRAW, NOBODY, KIT - 1)
    if who.turning_level > 0 and may(f, q, Q.TURN, NOBODY, 0):
        return answer(Q.TURN)
    foe = best_breath(f, who) if who.breaths > 0 else NOBODY
    return answer(Q.BREATHE, foe) if foe != NOBODY and may(f, q, Q.BREATHE, foe, 0) else answer(PASS)


@rule
def would_cast(f: Fight, who: Combatant) -> bool:
    """Return whether a spell of `who` would pay if they had a hand free."""
    for slot in range(MOST_SPELLS):
        if who.spells[slot] != NOBODY and best_target(f, who, slot) != NOBODY:
            return True
    return False


@rule
def flask(f: Fight, q: Question, who: Combatant) -> Answer:
    """Throw holy water at the undead, lit oil at others who stand clear of friends; light it while there is time."""
    slot = has_flask(f, who, HOLY)
    if slot != NOBODY:
        chosen = choose_throw(f, q, who, slot)
        if chosen.kind != PASS:
            return chosen
    slot = has_flask(f, who, FIRE)
    if slot == NOBODY or in_melee(f, who):
        return answer(PASS)
    if not has_flame(f, who):
        return answer(Q.LIGHT) if not shoots(f, who) and may(f, q, Q.LIGHT, NOBODY, 0) else answer(PASS)
    return choose_throw(f, q, who, slot)


@rule
def choose_throw(f: Fight, q: Question, who: Combatant, slot: int) -> Answer:
    """Throw at the nearest foe whom it hurts, from its effective range: first go so near, if possible."""
    foe = best_throw(f, who, slot)
    if foe == NOBODY:
        return answer(PASS)
    target, reach = f.who[foe], f.arms[who.kit[slot]].short
    far = distance(who, target) - reach
    if far <= 0:
        return answer(Q.THROW, foe, slot) if may(f, q, Q.THROW, foe, slot) else answer(PASS)
    x, y = toward(who.x, target.x, far), toward(who.y, target.y, far)
    near = max(abs(x - target.x), abs(y - target.y), abs(who.z - target.z)) <= reach
    if not near or in_melee(f, who) or shoots(f, who):
        return answer(PASS)
    return answer(Q.GO, x, y) if may(f, q, Q.GO, x, y) else answer(PASS)


@rule
def best_throw(f: Fight, who: Combatant, slot: int) -> int:
    """Return the nearest foe whom it hurts; oil only where no friend stands near."""
    qualities, best = f.arms[who.kit[slot]].qualities, NOBODY
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and c.conditions >> FLEEING & 1 == 0 and not wastes(f, who, c, qualities):
            if best == NOBODY or distance(who, c) < distance(who, f.who[best]):
                best = c.id
    return best


@rule
def wastes(f: Fight, who: Combatant, foe: Combatant, qualities: int) -> bool:
    """Return whether it is holy water on the living, fire on the fireproof or the burning, or on one's own."""
    if qualities & HOLY:
        return foe.tags & UNDEAD == 0
    return not can_hurt(foe, qualities) or foe.conditions >> BURNING & 1 != 0 or nearest_friend(f, who, foe) <= CLEAR


@rule
def better_weapon(f: Fight, who: Combatant) -> int:
    """Return something to strike with for a foe within a charge, a missile weapon for others; first what hurts them."""
    foe = nearest_foe(f, who)
    if foe == NOBODY or who.kit[KIT - 1] == NOBODY:
        return NOBODY
    near = distance(who, f.who[foe]) <= base_rate(f, who) + NEXT_TO
    wanted = MELEE if near else MISSILE
    held = arm(f, who).qualities
    fits = held & wanted != 0 and held & (BARE | SPLASH) == 0 and who.kit_left[who.hand] != 0
    if fits and can_hurt(f.who[foe], held):
        return NOBODY
    best = NOBODY
    for slot in range(KIT):
        if who.kit[slot] != NOBODY and who.kit_left[slot] != 0:
            qualities = f.arms[who.kit[slot]].qualities
            if qualities & wanted and qualities & SPLASH == 0 and (qualities & BARE == 0 or in_melee(f, who)):
                if can_hurt(f.who[foe], qualities):
                    return slot if slot != who.hand else NOBODY
                best = slot if best == NOBODY else best
    return NOBODY if fits or best == who.hand else best


@rule
def engage(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Strike who is in reach, shoot, charge, or close in; at a run if they are far."""
    chosen = strike(f, q, who, tactic)
    if chosen.kind != PASS:
        return chosen
    qualities = arm(f, who).qualities
    if who.unloaded >> who.hand & 1 and may(f, q, Q.RELOAD, NOBODY, 0):
        return answer(Q.RELOAD)
    foe = pick(f, q, who, tactic, Q.LOOSE, 0) if qualities & MISSILE and can_spare(f, who) else NOBODY
    if foe != NOBODY:
        return answer(Q.LOOSE, foe)
    foe = pick(f, q, who, tactic, Q.DROP, 0)
    if foe != NOBODY:
        return answer(Q.DROP, foe)
    if hangs_back(f, who, tactic):
        return away(f, q, who)
    foe = pick(f, q, who, tactic, Q.CHARGE, 0)
    return close_in(f, q, who, tactic) if foe == NOBODY or better_on_foot(f, who, f.who[foe]) else answer(Q.CHARGE, foe)


@rule
def better_on_foot(f: Fight, who: Combatant, foe: Combatant) -> bool:
    """Return whether to walk: a charge is one attack, and `who` is near enough on foot for all of several."""
    return swings_left(f, who, 0) > 1 and distance(who, foe) - own_reach(f, who) <= seams.encounter_rate(f, who)


@rule
def can_spare(f: Fight, who: Combatant) -> bool:
    """Return whether what `who` would throw is not all that they have to strike with."""
    if arm(f, who).qualities & MELEE == 0 or who.kit_left[who.hand] != 1:
        return True
    for slot in range(KIT):
        if slot != who.hand and who.kit[slot] != NOBODY and who.kit_left[slot] != 0:
            qualities = f.arms[who.kit[slot]].qualities
            if qualities & MELEE and qualities & BARE == 0:
                return True
    return False


@rule
def away(f: Fight, q: Question, who: Combatant) -> Answer:
    """Move out of the reach of a charge; where nobody is near, stand on guard."""
    if is_crowded(f, who) and not in_melee(f, who) and may(f, q, Q.AWAY, NOBODY, 0):
        return answer(Q.AWAY)
    return answer(Q.STANCE) if may(f, q, Q.STANCE, NOBODY, 0) else answer(PASS)


@rule
def close_in(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Walk where that is enough, run where no blow can be struck this turn; with nothing to do stand on guard."""
    if in_melee(f, who) or who.moved > 0:
        return answer(PASS)
    foe = pick(f, q, who, tactic, Q.APPROACH, 0)
    if foe == NOBODY:
        return answer(Q.STANCE) if may(f, q, Q.STANCE, NOBODY, 0) else answer(PASS)
    far = distance(who, f.who[foe]) - own_reach(f, who)
    if far > seams.encounter_rate(f, who) and not shoots(f, who) and may(f, q, Q.RUN, NOBODY, 0):
        return answer(Q.RUN)
    return answer(Q.APPROACH, foe)


@rule
def shoots(f: Fight, who: Combatant) -> bool:
    """Return whether `who` has a bow, a sling, a crossbow or what they throw in hand; not a mere flask."""
    return arm(f, who).qualities & (MISSILE | SPLASH) == MISSILE


@rule
def strike(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    option = 0 if who.mode == NOBODY else 2 * who.mode
    foe = pick(f, q, who, tactic, Q.HIT, option)
    return answer(PASS) if foe == NOBODY else answer(Q.HIT, foe, option)


@rule
def offer(f: Fight, ask: int, kind: int) -> Offer:
    """Return what may be combined with a kind of answer, for the random tactic."""
    if kind == Q.MODIFY:
        return Offer(NOBODY, False, -2, 3)
    aimed, slotted = Q.AIMED >> kind & 1 != 0, Q.SLOTTED >> kind & 1 != 0 or ask == Q.BLOW
    return Offer(0 if aimed else NOBODY, aimed, 0, KIT if slotted else 1)
