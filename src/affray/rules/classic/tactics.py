"""Who answers when no person does. A tactic is a rule like the others: it reads the state and answers legally."""

from affray.engine.conditions import FLEEING, RETREATING, UNCONSCIOUS, WITHDRAWING
from affray.engine.space import distance, nearest_foe
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, Answer, Question, answer, chooser, guess, inlined_rule, referee, rule
from affray.engine.vocabulary import BARE, FIRE, MISSILE
from affray.engine.vocabulary import MELEE as FOR_MELEE
from affray.rules.classic.aims import best_breath, best_spell, best_target
from affray.rules.classic.answers import (
    AIM,
    AIMED,
    ANSWERS,
    APPROACH,
    AWAY,
    BREATHE,
    CAST,
    DECLARE,
    DRAW,
    DRINK,
    DROP,
    GO,
    HIT,
    LOOSE,
    MODIFY,
    MOVE,
    RETREAT,
    RISE,
    SHOOT,
    SITUATION,
    SLOTTED,
    STRIKE,
    TOPIC,
    TURN,
    WITHDRAW,
)
from affray.rules.classic.choices import may, refusal
from affray.rules.classic.reach import MELEE, arm, encounter_rate, in_melee

TACTICS = "first nearest weakest strongest focus spread protect cautious random whim".split()
FIRST, NEAREST, WEAKEST, STRONGEST, FOCUS, SPREAD, PROTECT, CAUTIOUS, RANDOM, WHIM = range(len(TACTICS))
AVOID = 1_000_000  # a foe that is not worth a blow as long as there is another


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
def badly_hurt(who: Combatant) -> bool:
    return 3 * who.hp <= who.max_hp


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
def better_weapon(f: Fight, who: Combatant) -> int:
    """A missile weapon for a distant foe, something to strike with for a near one, bare hands only in melee; first what
    hurts it. NOBODY to keep what is in hand."""
    foe = nearest_foe(f, who)
    if who.routine or foe == NOBODY:
        return NOBODY
    near = distance(who, f.who[foe]) <= encounter_rate(f, who) + MELEE
    wanted = FOR_MELEE if near else MISSILE
    held = arm(f, who).qualities
    fits = held & wanted != 0 and held & BARE == 0 and who.left[who.hand] != 0
    if fits and can_hurt(f.who[foe], held):
        return NOBODY
    best = NOBODY
    for slot in range(KIT):
        if who.kit[slot] != NOBODY and who.left[slot] != 0:
            qualities = f.arms[who.kit[slot]].qualities
            if qualities & wanted and (qualities & BARE == 0 or in_melee(f, who)):
                if can_hurt(f.who[foe], qualities):
                    return slot
                best = slot if best == NOBODY else best
    return NOBODY if fits else best


@rule
def can_hurt(foe: Combatant, qualities: int) -> bool:
    """classic.monster.immunity: whether steel, silver or magic will do."""
    return foe.ward == 0 or qualities & (foe.ward | foe.half_ward) != 0


@rule
def hangs_back(f: Fight, who: Combatant, tactic: int) -> bool:
    """Casters under protection while they have spells, the cautious when badly hurt; as long as others fight."""
    if tactic == CAUTIOUS:
        return badly_hurt(who) and others_fight(f, who)
    return tactic == PROTECT and has_spells(f, who) and others_fight(f, who)


@rule
def has_spells(f: Fight, who: Combatant) -> bool:
    """Has something in memory that works from afar."""
    if who.caster:
        for slot in range(MOST_SPELLS):
            if who.spells[slot] != NOBODY and f.effects[who.spells[slot]].range > MELEE:
                return True
    return False


@rule
def others_fight(f: Fight, who: Combatant) -> bool:
    """Whether one of its own side is there to hold the line: neither badly hurt nor a caster with spells."""
    for c in f.who[: f.n]:
        if c.side == who.side and c.id != who.id and c.able and not badly_hurt(c) and not has_spells(f, c):
            return True
    return False


@rule
def crowded(f: Fight, who: Combatant) -> bool:
    foe = nearest_foe(f, who)
    return foe != NOBODY and f.who[foe].able and distance(who, f.who[foe]) <= 4 * MELEE


@rule
def within_range(f: Fight, who: Combatant) -> bool:
    """Can shoot, or breathe, from where it stands."""
    foe = nearest_foe(f, who)
    if foe == NOBODY:
        return False
    far = distance(who, f.who[foe])
    if who.breaths > 0 and far <= f.effects[who.breath].size:
        return True
    return (
        arm(f, who).qualities & MISSILE != 0 and who.left[who.hand] != 0 and far <= arm(f, who).long and not who.routine
    )


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
def first_foe(f: Fight, q: Question, kind: int) -> int:
    """The first foe standing, in listed order."""
    side = f.who[q.who].side
    for at in range(f.side[side].facing, f.n):
        c = f.who[at]
        if c.up and c.side != side and c.on >> UNCONSCIOUS & 1 == 0 and may(f, q, kind, at, 0):
            return at
    return NOBODY


@inlined_rule
def pick(f: Fight, q: Question, who: Combatant, tactic: int, kind: int, option: int) -> int:
    """The foe a tactic likes best among those it may choose: the first listed of equals; by `random` any of them."""
    best, least, equals = NOBODY, 0, 0
    for c in f.who[f.side[who.side].facing : f.n]:
        if c.up and c.side != who.side and may(f, q, kind, c.id, option):
            worth = rank(f, who, c, tactic)
            if best == NOBODY or worth < least:
                best, least, equals = c.id, worth, 1
            elif tactic == RANDOM and worth == least:
                equals += 1
                best = c.id if guess(f, equals) == 1 else best
    return best


@rule
def rank(f: Fight, who: Combatant, foe: Combatant, tactic: int) -> int:
    """Less is better. No blow is wasted on the fleeing, on what it can't hurt, or on a fallen troll without fire."""
    worth = 0
    qualities = arm(f, who).qualities
    if foe.on >> UNCONSCIOUS & 1 and qualities & FIRE == 0:
        worth += AVOID
    if not can_hurt(foe, qualities):
        worth += AVOID
    if foe.on >> FLEEING & 1:
        worth += AVOID // 2
    if tactic == WEAKEST:
        return worth + foe.hp
    if tactic == STRONGEST:
        return worth - 10 * foe.hd - foe.hp
    if tactic == FOCUS:
        return worth - 1000 * foe.beset + foe.hp
    if tactic == SPREAD:
        return worth + 10_000 * (foe.beset + (0 if foe.able else 10)) + distance(who, foe)
    if tactic == PROTECT:
        return worth + threat(f, who, foe)
    return worth if tactic == RANDOM else worth + distance(who, foe)


@rule
def threat(f: Fight, who: Combatant, foe: Combatant) -> int:
    """How near a foe is to a caster of one's own side; without one, to oneself. Of equals, casters first."""
    least = NOBODY
    for c in f.who[: f.n]:
        if c.side == who.side and c.up and c.caster and (least == NOBODY or distance(c, foe) < least):
            least = distance(c, foe)
    near = distance(who, foe) if least == NOBODY else 10 * least + distance(who, foe) // MELEE
    return 2 * near + (0 if has_spells(f, foe) else 1)


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
