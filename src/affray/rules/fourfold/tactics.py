"""Who answers when no person does. A tactic is a rule like the others: it reads the state and answers legally."""

from affray.engine.space import distance
from affray.engine.state import KIT, NOBODY, Combatant, Effect, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, guess, inlined_rule, rule
from affray.engine.vocabulary import DYING, FALLEN, HELPLESS, MISSILE, PRONE, SELF, UNAWARE
from affray.rules import seams
from affray.rules.book import Offer
from affray.rules.fourfold.clauses import SNAP as PENALTY
from affray.rules.fourfold.damage import armour_now, care, care_needed, shock_now
from affray.rules.fourfold.legality import HIDDEN, least, manners, refuse_words
from affray.rules.fourfold.questions import (
    ACT,
    AIMED,
    ANSWERS,
    APPROACH,
    AWAY,
    BOMB,
    BREAK,
    BREATHE,
    CAST,
    CHARGE,
    DRAW,
    DRINK,
    EXECUTE,
    GUARD,
    HIT,
    LOOSE,
    REACT,
    RELOAD,
    RISE,
    SCREEN,
    SNAP,
    STABILISE,
    STAND,
    SURPRISED,
    TOPIC,
    TURN,
    WITHDRAW,
)
from affray.rules.fourfold.reach import MAIN, MOVE
from affray.rules.fourfold.skills import combat_attribute
from affray.rules.shared.legality import MELEE_RANGE, arm, in_melee, swings_left, weapon_for
from affray.rules.shared.tactics import (
    AVOID,
    CAUTIOUS,
    FIRST,
    PROTECT,
    RANDOM,
    WHIM,
    badly_hurt,
    best_breath,
    best_spell,
    best_target,
    better_weapon,
    hangs_back,
    is_crowded,
    may,
    needed_weapon,
    rank,
    whim,
    within_range,
)
from affray.rules.shared.tactics import TACTICS as OF_CLASSIC

TACTICS = list(OF_CLASSIC)
LIKELY = 9  # on 2d6: not worth trying beyond this
FAIR = 12  # on a d20: what a snap attack may still need


@rule
def decide(f: Fight, q: Question) -> Answer:
    """Answer as the tactic of whoever is asked does; the referee's default is to leave it to the rules."""
    who = f.who[q.other if q.who < 0 else q.who]
    if who.tactic == WHIM:
        return whim(f, q, who, ANSWERS[q.ask], RISE, 4 if q.ask == ACT else 0)
    if q.ask >= SURPRISED:
        return answer(PASS)
    engine = f.side[who.side].engine_questions
    tactic = FIRST if engine != 0 and engine >> TOPIC[q.ask] & 1 else who.tactic
    if q.ask == ACT or q.ask == REACT:
        return plainly(f, q, who) if tactic == FIRST else deed(f, q, who, tactic)
    if tactic == FIRST:
        return answer(PASS)
    return snap(f, q, who) if q.ask == SNAP else defence(f, q, who, tactic)


@rule
def plainly(f: Fight, q: Question, who: Combatant) -> Answer:
    """Answer as `first`: strike, shoot at or walk up to the first foe standing; then tend their own dying."""
    if all_is_quiet(f, who):
        return tend(f, q, who)
    if who.fourfold.spent_actions & MAIN == 0 or goes_on(f, who):
        option = 0 if who.mode == NOBODY else 2 * who.mode
        foe = first_foe(f, q, HIT, option)
        if foe != NOBODY:
            return answer(HIT, foe, option)
        if arm(f, who).qualities & MISSILE:
            foe = first_foe(f, q, LOOSE, 0)
            if foe != NOBODY:
                return answer(LOOSE, foe)
    slot = needed_weapon(f, who)
    if slot != NOBODY and may(f, q, DRAW, NOBODY, slot):
        return answer(DRAW, NOBODY, slot)
    if f.contact or in_melee(f, who):
        return answer(PASS)
    foe = first_foe(f, q, APPROACH, 0)
    return answer(PASS) if foe == NOBODY else answer(APPROACH, foe)


@rule
def tend(f: Fight, q: Question, who: Combatant) -> Answer:
    """Stabilise a friend who lies dying, once beside them; else approach one (fourfold.damage.stabilise)."""
    friend = to_stabilise(f, q, who)
    if friend != NOBODY:
        return answer(STABILISE, friend)
    friend = to_reach(f, q, who)
    return answer(PASS) if friend == NOBODY else answer(APPROACH, friend)


@rule
def goes_on(f: Fight, who: Combatant) -> bool:
    """Return whether they are in the middle of a routine."""
    return who.has_routine and who.attacks_made > 0 and swings_left(f, who, max(0, who.mode)) > 0


@rule
def first_foe(f: Fight, q: Question, kind: int, option: int) -> int:
    """Return the first foe standing, in listed order."""
    side = f.who[q.who].side
    for c in f.who[f.side[side].first_foe : f.n]:
        if c.side != side and c.conditions & FALLEN == 0 and may(f, q, kind, c.id, option):
            return c.id
    return NOBODY


@inlined_rule
def pick(f: Fight, q: Question, who: Combatant, tactic: int, kind: int, option: int) -> int:
    """Return the foe a tactic likes best among those it may choose: the first listed of equals; by `random` any of
    them. Nobody strikes at the dying while others stand."""
    best, lowest, equals = NOBODY, 0, 0
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and c.conditions >> DYING & 1 == 0:
            worth = rank(f, who, c, tactic)
            tied = tactic == RANDOM and worth == lowest
            if (best == NOBODY or worth < lowest or tied) and may(f, q, kind, c.id, option):
                equals = equals + 1 if best != NOBODY and tied else 1
                best = c.id if equals == 1 or guess(f, equals) == 1 else best
                lowest = worth
    return NOBODY if lowest >= AVOID and kind != HIT else best


@rule
def deed(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Get up from the ground, out of a hold, then take the main action if it is worth something there, then move."""
    if goes_on(f, who):
        found = blow(f, q, who, tactic)
        if found.kind != PASS:
            return found
    if who.conditions >> PRONE & 1 and may(f, q, STAND, NOBODY, 0):
        return answer(STAND)
    if who.fourfold.pinned and may(f, q, BREAK, NOBODY, 0):
        return answer(BREAK)
    if who.fourfold.spent_actions & MAIN == 0:
        found = main_deed(f, q, who, tactic)
        if found.kind != PASS:
            return found
    return movement(f, q, who, tactic)


@rule
def main_deed(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Save lives first, their own and others'; then use magic, then a way out, then arms."""
    victim = to_execute(f, q, who)
    if victim != NOBODY:
        return answer(EXECUTE, victim)
    friend = to_stabilise(f, q, who)
    if friend != NOBODY:
        return answer(STABILISE, friend)
    if who.potions > 0 and badly_hurt(who) and may(f, q, DRINK, NOBODY, 0):
        return answer(DRINK)
    found = magic(f, q, who)
    if found.kind != PASS:
        return found
    slot = better_weapon(f, who)
    if slot != NOBODY and may(f, q, DRAW, NOBODY, slot):
        return answer(DRAW, NOBODY, slot)
    if hangs_back(f, who, tactic) and in_melee(f, who):
        if f.side[who.side].way_out and may(f, q, WITHDRAW, NOBODY, 0):
            return answer(WITHDRAW)
        if badly_hurt(who) and may(f, q, GUARD, NOBODY, 0):
            return answer(GUARD)
    return arms(f, q, who, tactic)


@rule
def to_execute(f: Fight, q: Question, who: Combatant) -> int:
    """Return somebody unaware or helpless, but none who lies there anyway (fourfold.execution)."""
    for c in f.who[: f.n]:
        if c.side != who.side and c.conditions & (HELPLESS | 1 << UNAWARE) and c.conditions & FALLEN == 0:
            if may(f, q, EXECUTE, c.id, 0):
                return c.id
    return NOBODY


@rule
def to_stabilise(f: Fight, q: Question, who: Combatant) -> int:
    for c in f.who[: f.n]:
        if (
            c.conditions >> DYING & 1
            and c.side == who.side
            and can_be_saved(f, who, c)
            and may(f, q, STABILISE, c.id, 0)
        ):
            return c.id
    return NOBODY


@rule
def can_be_saved(f: Fight, who: Combatant, victim: Combatant) -> bool:
    """Return whether the odds are worth an action, or there is nothing else to do; and nobody has tried this round."""
    if not victim.in_fight or victim.fourfold.tended_round == f.round:
        return False
    return care_needed(f, who, victim) - care(who) <= LIKELY or all_is_quiet(f, who)


@rule
def all_is_quiet(f: Fight, who: Combatant) -> bool:
    """Return whether no foe stands any more."""
    for side in f.side[: f.sides]:
        if side.id != who.side and side.standing > 0:
            return False
    return True


@rule
def magic(f: Fight, q: Question, who: Combatant) -> Answer:
    """Cast the spell that pays most, with a hand made free for it; else turn the undead; else breathe."""
    slot = best_spell(f, who)
    target = NOBODY if slot == NOBODY else best_target(f, who, slot)
    if target != NOBODY and refuse_words(f, who, target, slot) == 0:
        if may(f, q, CAST, target, slot):
            return answer(CAST, target, slot)
        if may(f, q, DRAW, NOBODY, KIT - 1):
            return answer(DRAW, NOBODY, KIT - 1)
    if who.turning_level > 0 and may(f, q, TURN, NOBODY, 0):
        return answer(TURN)
    foe = best_breath(f, who) if who.breaths > 0 else NOBODY
    return answer(BREATHE, foe) if foe != NOBODY and may(f, q, BREATHE, foe, 0) else answer(PASS)


@rule
def in_spell_range(f: Fight, who: Combatant, effect: Effect, target: Combatant) -> bool:
    """Return whether a spell may be aimed at the target: no foe who lies there already."""
    if effect.shape == SELF:
        return target.id == who.id
    return (
        distance(who, target) <= effect.range
        and target.cover <= HIDDEN
        and (effect.friendly or target.conditions & FALLEN == 0)
    )


@rule
def arms(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Strike, shoot, drop a stone from above, load a new bolt, or charge at what a walk doesn't reach."""
    found = blow(f, q, who, tactic)
    if found.kind != PASS:
        return found
    foe = pick(f, q, who, tactic, LOOSE, 0)
    if foe != NOBODY:
        return answer(LOOSE, foe)
    foe = pick(f, q, who, tactic, BOMB, 0)
    if foe != NOBODY:
        return answer(BOMB, foe)
    if who.unloaded >> who.hand & 1 and may(f, q, RELOAD, NOBODY, 0):
        return answer(RELOAD)
    foe = pick(f, q, who, tactic, CHARGE, 0)
    if (
        foe != NOBODY
        and distance(who, f.who[foe]) > seams.encounter_rate(f, who) + MELEE_RANGE
        and not hangs_back(f, who, tactic)
    ):
        return answer(CHARGE, foe)
    return answer(PASS)


@rule
def blow(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    option = 0 if who.mode == NOBODY else 2 * who.mode
    foe = pick(f, q, who, tactic, HIT, option)
    return answer(PASS) if foe == NOBODY else answer(HIT, foe, option)


@rule
def movement(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Go to a dying friend, away, before a caster, or up to a foe: twice if the main action is of no use."""
    friend = to_reach(f, q, who)
    if friend != NOBODY:
        return answer(APPROACH, friend)
    if hangs_back(f, who, tactic):
        free = who.fourfold.withdrew or not in_melee(f, who)
        return answer(AWAY) if free and is_crowded(f, who) and may(f, q, AWAY, NOBODY, 0) else answer(PASS)
    if in_melee(f, who) or within_range(f, who):
        ward = to_screen(f, q, who) if tactic == PROTECT else NOBODY
        return answer(PASS) if ward == NOBODY else answer(SCREEN, ward)
    foe = pick(f, q, who, tactic, APPROACH, 0)
    return answer(PASS) if foe == NOBODY else answer(APPROACH, foe)


@rule
def to_reach(f: Fight, q: Question, who: Combatant) -> int:
    """Return a dying friend within a move, for the main action that is left; farther off when all is quiet."""
    if who.fourfold.spent_actions & MAIN or in_melee(f, who):
        return NOBODY
    for c in f.who[: f.n]:
        if (
            c.conditions >> DYING & 1
            and c.side == who.side
            and can_be_saved(f, who, c)
            and may(f, q, APPROACH, c.id, 0)
        ):
            if distance(who, c) <= seams.encounter_rate(f, who) + MELEE_RANGE or all_is_quiet(f, who):
                return c.id
    return NOBODY


@rule
def to_screen(f: Fight, q: Question, who: Combatant) -> int:
    """Return a caster of their own side beside whom they stand already."""
    if who.fourfold.spent_actions & MAIN == 0 or who.fourfold.spent_actions & MOVE:
        return NOBODY
    for c in f.who[: f.n]:
        if (
            c.caster
            and c.able
            and c.side == who.side
            and distance(who, c) <= MELEE_RANGE
            and may(f, q, SCREEN, c.id, 0)
        ):
            return c.id
    return NOBODY


@rule
def snap(f: Fight, q: Question, who: Combatant) -> Answer:
    """Snap at whoever casts, and at whoever a likely blow would put out of action before they act."""
    foe = f.who[q.other]
    weapon = weapon_for(f, who, 0)
    needed = armour_now(f, foe) - (19 - who.thac0) - combat_attribute(who, weapon, False) + f.rules[PENALTY]
    fells = foe.hp <= (weapon.count * (weapon.sides + 1)) // 2 + weapon.plus and needed <= FAIR
    if q.value != CAST and not fells:
        return answer(PASS)
    if may(f, q, HIT, foe.id, 0):
        return answer(HIT, foe.id)
    return answer(LOOSE, foe.id) if may(f, q, LOOSE, foe.id, 0) else answer(PASS)


@rule
def defence(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Defend where 2 points turn a blow that may take them to 0 hp, or shock that would (fourfold.action.defence)."""
    foe = f.who[q.other]
    weapon = weapon_for(f, foe, 0)
    ac = armour_now(f, who)
    if q.value < ac:
        return answer(YES) if shock_now(f, foe, who, weapon, False) >= who.hp else answer(PASS)
    worst = weapon.count * weapon.sides + weapon.plus + max(0, combat_attribute(foe, weapon, False))
    threatened = worst >= who.hp or tactic == CAUTIOUS
    return answer(YES) if q.value < ac + 2 and threatened else answer(PASS)


@rule
def offer(f: Fight, ask: int, kind: int) -> Offer:
    """Return what the random tactic may combine with a kind of answer."""
    aimed = AIMED >> kind & 1 != 0
    return Offer(0 if aimed else NOBODY, aimed, least(kind), least(kind) + manners(kind))
