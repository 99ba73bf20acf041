"""What tactics of several books have in common: whom to aim at, with what, and whether the book allows it."""

from affray.engine.space import along_line, distance, in_cone, nearest_foe
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, Combatant, Effect, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, guess, inlined_rule, refusal, rule
from affray.engine.vocabulary import (
    ACID,
    AFFLICT,
    BALL,
    BARE,
    CONE,
    DYING,
    FIRE,
    FLEEING,
    HELPLESS,
    LINE,
    MELEE,
    MEND,
    MISSILE,
    SELF,
    UNCONSCIOUS,
)
from affray.rules import seams
from affray.rules.shared.legality import MELEE_RANGE, arm, has_touch, in_melee

TACTICS = "first nearest weakest strongest focus spread protect cautious random whim".split()
FIRST, NEAREST, WEAKEST, STRONGEST, FOCUS, SPREAD, PROTECT, CAUTIOUS, RANDOM, WHIM = range(len(TACTICS))
AVOID = 1_000_000  # a foe that is not worth a blow as long as there is another


@rule
def badly_hurt(who: Combatant) -> bool:
    return 3 * who.hp <= who.max_hp


@rule
def better_weapon(f: Fight, who: Combatant) -> int:
    """Return a missile weapon for a distant foe, something to strike with for a near one, bare hands only in melee;
    first what hurts the foe. NOBODY to keep what is in hand."""
    foe = nearest_foe(f, who)
    if who.has_routine or foe == NOBODY:
        return NOBODY
    near = distance(who, f.who[foe]) <= seams.encounter_rate(f, who) + MELEE_RANGE
    wanted = MELEE if near else MISSILE
    held = arm(f, who).qualities
    fits = held & wanted != 0 and held & BARE == 0 and who.kit_left[who.hand] != 0
    if fits and can_hurt(f.who[foe], held):
        return NOBODY
    best = NOBODY
    for slot in range(KIT):
        if who.kit[slot] != NOBODY and who.kit_left[slot] != 0:
            qualities = f.arms[who.kit[slot]].qualities
            if qualities & wanted and (qualities & BARE == 0 or in_melee(f, who)):
                if can_hurt(f.who[foe], qualities):
                    return slot
                best = slot if best == NOBODY else best
    return NOBODY if fits else best


@rule
def needed_weapon(f: Fight, who: Combatant) -> int:
    """Return what to draw for somebody in melee who can't strike with what is in hand; NOBODY for all others."""
    if who.has_routine or arm(f, who).qualities & MELEE or not in_melee(f, who):
        return NOBODY
    return better_weapon(f, who)


@rule
def can_hurt(foe: Combatant, qualities: int) -> bool:
    """Return whether steel, silver or magic will do (classic.monster.immunity)."""
    return foe.hurt_by == 0 or qualities & (foe.hurt_by | foe.half_hurt_by) != 0


@rule
def hangs_back(f: Fight, who: Combatant, tactic: int) -> bool:
    """Return whether to hang back: protected casters with spells, the cautious badly hurt; as long as others fight."""
    if tactic == CAUTIOUS:
        return badly_hurt(who) and others_fight(f, who)
    return tactic == PROTECT and has_spells(f, who) and others_fight(f, who)


@rule
def has_spells(f: Fight, who: Combatant) -> bool:
    """Return whether `who` has something in memory that works from afar."""
    if who.caster:
        for slot in range(MOST_SPELLS):
            if who.spells[slot] != NOBODY and f.effects[who.spells[slot]].range > MELEE_RANGE:
                return True
    return False


@rule
def others_fight(f: Fight, who: Combatant) -> bool:
    """Return whether one of the same side is there to hold the line: neither badly hurt nor a caster with spells."""
    for c in f.who[: f.n]:
        if c.side == who.side and c.id != who.id and c.able and not badly_hurt(c) and not has_spells(f, c):
            return True
    return False


@rule
def is_crowded(f: Fight, who: Combatant) -> bool:
    foe = nearest_foe(f, who)
    return foe != NOBODY and f.who[foe].able and distance(who, f.who[foe]) <= 4 * MELEE_RANGE


@rule
def within_range(f: Fight, who: Combatant) -> bool:
    """Return whether `who` can shoot, or breathe, from where they stand."""
    foe = nearest_foe(f, who)
    if foe == NOBODY:
        return False
    far = distance(who, f.who[foe])
    if who.breaths > 0 and far <= f.effects[who.breath].size:
        return True
    return (
        arm(f, who).qualities & MISSILE != 0
        and who.kit_left[who.hand] != 0
        and far <= arm(f, who).long
        and not who.has_routine
    )


@rule
def first_foe(f: Fight, q: Question, kind: int) -> int:
    """Return the first foe standing, in listed order."""
    side = f.who[q.who].side
    for at in range(f.side[side].first_foe, f.n):
        c = f.who[at]
        if c.in_fight and c.side != side and c.conditions >> UNCONSCIOUS & 1 == 0 and may(f, q, kind, at, 0):
            return at
    return NOBODY


@inlined_rule
def pick(f: Fight, q: Question, who: Combatant, tactic: int, kind: int, option: int) -> int:
    """Return the legal foe that a tactic likes best: the first listed of equals; by `random` any of them."""
    best, least, equals = NOBODY, 0, 0
    for c in f.who[f.side[who.side].first_foe : f.n]:
        if c.in_fight and c.side != who.side:
            worth = rank(f, who, c, tactic)
            tied = tactic == RANDOM and worth == least
            if (best == NOBODY or worth < least or tied) and may(f, q, kind, c.id, option):
                equals = equals + 1 if best != NOBODY and tied else 1
                best = c.id if equals == 1 or guess(f, equals) == 1 else best
                least = worth
    return best


@rule
def rank(f: Fight, who: Combatant, foe: Combatant, tactic: int) -> int:
    """Rank a foe, less is better. Waste no blow on the fleeing, what it can't hurt, or a fallen troll without fire."""
    worth = 0
    qualities = arm(f, who).qualities
    if foe.conditions >> UNCONSCIOUS & 1 and qualities & FIRE == 0:
        worth += AVOID
    if not can_hurt(foe, qualities) and not has_touch(f, who):
        worth += AVOID
    if foe.conditions >> FLEEING & 1:
        worth += AVOID // 2
    if tactic == WEAKEST:
        return worth + foe.hp
    if tactic == STRONGEST:
        return worth - 10 * foe.hd - foe.hp
    if tactic == FOCUS:
        return worth - 1000 * foe.times_attacked + foe.hp
    if tactic == SPREAD:
        return worth + 10_000 * (foe.times_attacked + (0 if foe.able else 10)) + distance(who, foe)
    if tactic == PROTECT:
        return worth + threat(f, who, foe)
    return worth if tactic == RANDOM else worth + distance(who, foe)


@rule
def threat(f: Fight, who: Combatant, foe: Combatant) -> int:
    """Return how near a foe is to a caster of one's own side; without one, to oneself. Of equals, casters first."""
    least = NOBODY
    for c in f.who[: f.n]:
        if c.side == who.side and c.in_fight and c.caster and (least == NOBODY or distance(c, foe) < least):
            least = distance(c, foe)
    near = distance(who, foe) if least == NOBODY else 10 * least + distance(who, foe) // MELEE_RANGE
    return 2 * near + (0 if has_spells(f, foe) else 1)


@inlined_rule
def may(f: Fight, q: Question, kind: int, target: int, option: int) -> bool:
    return refusal(f, q, answer(kind, target, option)) == 0


@rule
def best_spell(f: Fight, who: Combatant) -> int:
    """Return the memorised spell that pays most now; NOBODY when none does."""
    best, most = NOBODY, 0
    if not who.caster:
        return best
    for slot in range(MOST_SPELLS):
        if who.spells[slot] != NOBODY and seams.refuse_spell(f, who, slot) == 0:
            target = best_target(f, who, slot)
            worth = 0 if target == NOBODY else worth_at(f, who, f.effects[who.spells[slot]], f.who[target])
            if worth > most:
                best, most = slot, worth
    return best


@rule
def best_target(f: Fight, who: Combatant, slot: int) -> int:
    effect = f.effects[who.spells[slot]]
    best, most = NOBODY, 0
    for c in f.who[: f.n]:
        if c.in_fight and (c.side == who.side) == effect.friendly and seams.in_spell_range(f, who, effect, c):
            worth = worth_at(f, who, effect, c)
            if worth > most:
                best, most = c.id, worth
    return best


@rule
def best_breath(f: Fight, who: Combatant) -> int:
    """Return whom to breathe at; NOBODY when it would do more harm than good."""
    effect = f.effects[who.breath]
    best, most = NOBODY, 0
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and distance(who, c) <= effect.size:
            worth = worth_at(f, who, effect, c)
            if worth > most:
                best, most = c.id, worth
    return best


@rule
def in_spell_range(f: Fight, who: Combatant, effect: Effect, target: Combatant) -> bool:
    if effect.shape == SELF:
        return target.id == who.id
    return distance(who, target) <= effect.range and target.cover <= 4


@rule
def worth_at(f: Fight, who: Combatant, effect: Effect, target: Combatant) -> int:
    """Count foes it would catch, friends double against it; healing counts for the badly hurt, a blessing early on."""
    if effect.kind == MEND:
        return 20 if 2 * target.hp <= target.max_hp else 0
    if effect.friendly:
        return 1 if f.round <= 2 and target.conditions >> effect.condition & 1 == 0 and not in_melee(f, who) else 0
    if effect.shape != BALL and effect.shape != LINE and effect.shape != CONE:
        return 2 if worth_taking(effect, target) and not lies_there(effect, target) else 0
    caught = 0
    for c in f.who[: f.n]:
        if c.in_fight and within(f, who, effect, target, c) and worth_taking(effect, c):
            if c.side != who.side:
                caught += 0 if lies_there(effect, c) else 2
            elif effect.budget_count == 0 and effect.victim_count == 0:
                caught -= 4
    return caught if caught > 2 or effect.budget_count == 0 else 0


@rule
def within(f: Fight, who: Combatant, effect: Effect, target: Combatant, c: Combatant) -> bool:
    if effect.shape == LINE:
        return c.id != who.id and along_line(who, target, c, effect.size, seams.half_line_width(f))
    if effect.shape == CONE:
        return c.id != who.id and in_cone(who, target, c, effect.size, effect.size // 3)
    return distance(target, c) <= effect.size


@rule
def worth_taking(effect: Effect, c: Combatant) -> bool:
    """Return whether `c` is not immune, not too great for it, and not out of action already."""
    if c.tags & effect.immune_tags or (effect.only_tags != 0 and c.tags & effect.only_tags == 0):
        return False
    if effect.most_hd > 0 and c.hd > effect.most_hd:
        return False
    return effect.kind != AFFLICT or c.conditions & (HELPLESS | 1 << effect.condition) == 0


@rule
def lies_there(effect: Effect, foe: Combatant) -> bool:
    """Return whether a foe is out of action, so that nothing is left to gain: but a troll is to be burned."""
    if foe.conditions & (1 << UNCONSCIOUS | 1 << DYING) == 0:
        return False
    return foe.regenerates == 0 or effect.qualities & (FIRE | ACID) == 0


# --- the random tactic


@rule
def whim(f: Fight, q: Question, who: Combatant, kinds: int, rise: int, strolls: int) -> Answer:
    """Choose any legal answer of these kinds, each as likely, as the tests are fuzzed with. Rising and going anywhere,
    which have the numbers `rise` and the next, are not listed: one time in `strolls` draw a height or a place."""
    chosen, seen, kind = answer(PASS), 1, YES
    kinds &= ~(3 << rise)
    while kinds >> kind != 0:
        if kinds >> kind & 1:
            ways = seams.offer(f, q.ask, kind)
            for target in range(ways.first, f.n if ways.aimed else 0):
                for option in range(ways.least, ways.end):
                    if may(f, q, kind, target, option):
                        seen += 1
                        if guess(f, seen) == 1:
                            chosen = answer(kind, target, option)
        kind += 1
    return wander(f, q, who, rise, chosen) if strolls > 0 and guess(f, strolls) == 1 else chosen


@rule
def wander(f: Fight, q: Question, who: Combatant, rise: int, chosen: Answer) -> Answer:
    rate = seams.encounter_rate(f, who)
    height = guess(f, 2 * rate + 1) - rate - 1 + who.z
    if guess(f, 2) == 1 and may(f, q, rise, NOBODY, height):
        return answer(rise, NOBODY, height)
    x, y = who.x + guess(f, 2 * rate + 1) - rate - 1, who.y + guess(f, 2 * rate + 1) - rate - 1
    return answer(rise + 1, x, y) if may(f, q, rise + 1, x, y) else chosen
