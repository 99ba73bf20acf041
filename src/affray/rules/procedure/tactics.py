"""Who answers when no person does. Tactics have the classic names; they charge, defend, shoot, hold, set triggers."""

from affray.engine.space import distance, nearest_foe
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, rule
from affray.engine.vocabulary import BARE, FLEEING, MELEE, MISSILE
from affray.rules import seams
from affray.rules.book import Offer
from affray.rules.procedure.declarations import has_pole_arm
from affray.rules.procedure.initiative import WINNERS
from affray.rules.procedure.questions import (
    ACT,
    AIMED,
    ANSWERS,
    ATTACKING,
    CHARGE,
    DECLARE,
    DEFEND,
    GUARD,
    HOLD,
    MISSILES,
    NEARS,
    PART,
    READIED,
    RUN,
    SLOTTED,
    TOPIC,
    TRIGGER,
)
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
    MELEE_RANGE,
    RISE,
    TURN,
    arm,
    in_melee,
    swings_left,
)
from affray.rules.shared.tactics import (
    CAUTIOUS,
    FIRST,
    PROTECT,
    RANDOM,
    TACTICS,
    WHIM,
    badly_hurt,
    best_breath,
    best_spell,
    best_target,
    better_weapon,
    first_foe,
    hangs_back,
    has_spells,
    is_crowded,
    may,
    needed_weapon,
    pick,
    whim,
    within_range,
)

__all__ = ["TACTICS"]


@rule
def decide(f: Fight, q: Question) -> Answer:
    """Answer as the tactic of whoever is asked does; the referee's default is to change nothing."""
    if q.who < 0:
        return answer(PASS)
    who = f.who[q.who]
    if who.tactic == WHIM:
        return whim(f, q, who, ANSWERS[q.ask], RISE, 8 if q.ask == ACT else 0)
    engine = f.side[who.side].engine_questions
    tactic = FIRST if engine != 0 and engine >> TOPIC[q.ask] & 1 else who.tactic
    if q.ask == ACT:
        return turn(f, q, who, tactic)
    if q.ask == DECLARE:
        return declaration(f, q, who, tactic)
    if q.ask == PART:
        return answer(PASS) if keeps_its_attack(f, who) else answer(YES)
    return answer(YES) if q.ask == RUN else shot(f, q, who, tactic)


# --- what is declared


@rule
def declaration(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Declare a spell that pays, missiles if there is somebody to shoot at, a charge within reach, defence if hurt."""
    if tactic == FIRST:
        return first_declaration(f, q, who)
    slot = best_spell(f, who)
    if slot != NOBODY and may(f, q, CAST, NOBODY, slot):
        return answer(CAST, NOBODY, slot)
    if in_melee(f, who):
        return answer(DEFEND) if keeps_up_its_guard(f, who, tactic) else answer(PASS)
    if would_shoot(f, q, who):
        return answer(MISSILES)
    if hangs_back(f, who, tactic) or (who.breaths > 0 and within_range(f, who)):
        return answer(PASS)
    foe = whom_to_charge(f, q, who, tactic)
    return answer(PASS) if foe == NOBODY else answer(CHARGE, foe)


@rule
def first_declaration(f: Fight, q: Question, who: Combatant) -> Answer:
    """Declare missiles alone: all that is declared without deciding anything."""
    return answer(MISSILES) if not f.contact and would_shoot(f, q, who) else answer(PASS)


@rule
def would_shoot(f: Fight, q: Question, who: Combatant) -> bool:
    """Return whether there is somebody to shoot at, and they don't throw away what they fight with."""
    return may(f, q, MISSILES, NOBODY, 0) and has_mark(f, who) and not needs_it(f, who)


@rule
def needs_it(f: Fight, who: Combatant) -> bool:
    """Return whether what they have in hand to throw is the last thing to strike with, but for their bare hands."""
    if arm(f, who).qualities & MELEE == 0 or who.kit_left[who.hand] != 1 or who.has_routine:
        return False
    for slot in range(KIT):
        if slot != who.hand and who.kit[slot] != NOBODY and who.kit_left[slot] != 0:
            if f.arms[who.kit[slot]].qualities & (MELEE | BARE) == MELEE:
                return False
    return True


@rule
def keeps_up_its_guard(f: Fight, who: Combatant, tactic: int) -> bool:
    """Return whether they keep up their guard: the cautious when badly hurt, and casters under protection who can't
    cast; as long as others fight."""
    return who.attached_to == NOBODY and hangs_back(f, who, tactic)


@rule
def has_mark(f: Fight, who: Combatant) -> bool:
    """Return whether there is a foe to shoot at who is not among their own people."""
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and distance(who, c) <= reach_of_shots(f, who) and is_clear(f, who, c):
            return True
    return False


@rule
def reach_of_shots(f: Fight, who: Combatant) -> int:
    return arm(f, who).long


@rule
def is_clear(f: Fight, who: Combatant, foe: Combatant) -> bool:
    """Return whether no friend beside the foe might be hit instead (procedure.missile.melee)."""
    for c in f.who[: f.n]:
        if c.side == who.side and c.in_fight and c.id != who.id and distance(c, foe) <= MELEE_RANGE:
            return False
    return True


@rule
def whom_to_charge(f: Fight, q: Question, who: Combatant, tactic: int) -> int:
    """Return the foe they like best within twice their move, unless that one waits behind a pole arm, runs already, or
    will come unasked to those who protect others."""
    foe = pick(f, q, who, tactic, CHARGE, 0)
    if foe == NOBODY or tactic == CAUTIOUS or who.caster:
        return NOBODY
    target = f.who[foe]
    if (
        target.conditions >> FLEEING & 1
        or has_pole_arm(f, target)
        or (tactic == PROTECT and expects(f, who, target, 0))
    ):
        return NOBODY
    far = distance(who, target) - MELEE_RANGE
    return foe if far > seams.encounter_rate(f, who) and far <= 2 * seams.encounter_rate(f, who) else NOBODY


# --- missiles


@rule
def shot(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Let whoever stands still shoot as often as they may (procedure.missile.first, procedure.missile.second)."""
    foe = clear_target(f, q, who, tactic)
    if foe != NOBODY:
        return answer(LOOSE, foe)
    foe = NOBODY if tactic == FIRST else pick(f, q, who, tactic, DROP, 0)
    return answer(PASS) if foe == NOBODY else answer(DROP, foe)


@rule
def clear_target(f: Fight, q: Question, who: Combatant, tactic: int) -> int:
    """Return the foe they like best, or the first they may shoot at, if none of their own would be in danger."""
    foe = first_foe(f, q, LOOSE) if tactic == FIRST else pick(f, q, who, tactic, LOOSE, 0)
    if foe == NOBODY or is_clear(f, who, f.who[foe]):
        return foe
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and is_clear(f, who, c) and may(f, q, LOOSE, c.id, 0):
            return c.id
    return NOBODY


# --- a blow in parting


@rule
def keeps_its_attack(f: Fight, who: Combatant) -> bool:
    """Return whether one blow costs more: what they wait for, their breath, or several attacks (procedure.leave)."""
    return who.holding or who.breaths > 0 or swings_left(f, who, 0) > 1


# --- one's own turn


@rule
def turn(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Cast their spells, then strike, then make a move that may bring a blow about."""
    if who.current_spell != NOBODY or who.procedure.readied_spell != NOBODY:
        chosen = incantation(f, q, who)
        if chosen.kind != PASS or who.current_spell != NOBODY:
            return chosen
    if who.acted:
        return answer(PASS)
    if tactic == FIRST:
        return plain_turn(f, q, who)
    slot = better_weapon(f, who)
    if slot != NOBODY and who.declared != MISSILES and may(f, q, DRAW, NOBODY, slot):
        return answer(DRAW, NOBODY, slot)
    chosen = deed(f, q, who, tactic)
    return chosen if chosen.kind != PASS or who.attacks_made > 0 else movement(f, q, who, tactic)


@rule
def plain_turn(f: Fight, q: Question, who: Combatant) -> Answer:
    """Answer as `first`: strike the first foe standing, or go to them."""
    option = 0 if who.mode == NOBODY else 2 * who.mode
    foe = first_foe(f, q, HIT) if option == 0 else pick(f, q, who, FIRST, HIT, option)
    if foe != NOBODY:
        return answer(HIT, foe, option)
    slot = needed_weapon(f, who)
    if slot != NOBODY and who.declared != MISSILES and may(f, q, DRAW, NOBODY, slot):
        return answer(DRAW, NOBODY, slot)
    if f.contact or who.attacks_made > 0 or who.declared == MISSILES or in_melee(f, who):
        return answer(PASS)
    foe = first_foe(f, q, APPROACH)
    return answer(PASS) if foe == NOBODY else answer(APPROACH, foe)


@rule
def incantation(f: Fight, q: Question, who: Combatant) -> Answer:
    """Cast the readied spell as soon as it pays, the declared one now."""
    if who.procedure.readied_spell != NOBODY:
        target = best_target(f, who, who.procedure.readied_spell)
        if target != NOBODY and may(f, q, READIED, target, 0):
            return answer(READIED, target)
    if who.current_spell != NOBODY:
        target = best_target(f, who, who.current_spell)
        if target != NOBODY and may(f, q, CAST, target, 0):
            return answer(CAST, target)
    return answer(PASS)


@rule
def deed(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Drink a potion if badly hurt, else turn the undead, shoot, breathe or strike."""
    if who.potions > 0 and badly_hurt(who) and may(f, q, DRINK, NOBODY, 0):
        return answer(DRINK)
    if who.turning_level > 0 and may(f, q, TURN, NOBODY, 0):
        return answer(TURN)
    if who.declared == MISSILES:
        chosen = shot(f, q, who, tactic)
        if chosen.kind != PASS:
            return chosen
    foe = best_breath(f, who) if who.breaths > 0 else NOBODY
    if foe != NOBODY and may(f, q, BREATHE, foe, 0):
        return answer(BREATHE, foe)
    option = 0 if who.mode == NOBODY else 2 * who.mode
    foe = pick(f, q, who, tactic, HIT, option)
    return answer(PASS) if foe == NOBODY else answer(HIT, foe, option)


@rule
def movement(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Fall back, stand off while they can shoot, wait for the enemy to come, else close with the foe."""
    if hangs_back(f, who, tactic):
        return answer(AWAY) if is_crowded(f, who) and may(f, q, AWAY, NOBODY, 0) else answer(PASS)
    if in_melee(f, who) or stands_off(f, who):
        return answer(PASS)
    if f.phase == WINNERS and may(f, q, HOLD, NOBODY, 0):
        chosen = waiting(f, q, who, tactic)
        if chosen.kind != PASS:
            return chosen
    foe = pick(f, q, who, tactic, APPROACH, 0)
    return answer(PASS) if foe == NOBODY else answer(APPROACH, foe)


@rule
def stands_off(f: Fight, who: Combatant) -> bool:
    """Return whether they keep their distance: they shoot, or can next round, or have breath for the foe."""
    if who.declared == MISSILES and has_mark(f, who):
        return True
    return within_range(f, who) and not needs_it(f, who) and (who.breaths > 0 or has_mark(f, who))


@rule
def waiting(f: Fight, q: Question, who: Combatant, tactic: int) -> Answer:
    """Let an enemy come whom they can't strike first (procedure.act.hold). The cautious hold; protectors guard the
    caster beside them, and don't leave the line for a foe half a move away; all wait for whoever comes within reach."""
    foe = nearest_foe(f, who)
    near = seams.encounter_rate(f, who) // (2 if tactic == PROTECT else 1)
    if foe == NOBODY or tactic == RANDOM or not expects(f, who, f.who[foe], near):
        return answer(PASS)
    if tactic == CAUTIOUS:
        return answer(HOLD)
    ward = caster_beside(f, who) if tactic == PROTECT else NOBODY
    if ward != NOBODY and may(f, q, GUARD, ward, 0):
        return answer(GUARD, ward)
    return answer(TRIGGER, NOBODY, NEARS)


@rule
def expects(f: Fight, who: Combatant, foe: Combatant, near: int) -> bool:
    """Return whether a foe who is not so near can come up to them this round."""
    far = distance(who, foe) - MELEE_RANGE
    comes = (
        foe.able and foe.conditions >> FLEEING & 1 == 0 and (foe.has_routine or arm(f, foe).qualities & MISSILE == 0)
    )
    return comes and far > near and far <= seams.encounter_rate(f, foe)


@rule
def caster_beside(f: Fight, who: Combatant) -> int:
    for c in f.who[: f.n]:
        if (
            c.side == who.side
            and c.id != who.id
            and c.in_fight
            and distance(c, who) <= MELEE_RANGE
            and has_spells(f, c)
        ):
            return c.id
    return NOBODY


# --- any legal answer


@rule
def offer(f: Fight, ask: int, kind: int) -> Offer:
    """Return what the random tactic may combine with a kind of answer."""
    if kind == TRIGGER:
        return Offer(NOBODY, True, NEARS, ATTACKING + 1)
    aimed = AIMED >> kind & 1 != 0 or (kind == CAST and ask == ACT)
    slotted = SLOTTED >> kind & 1 != 0 or (kind == CAST and ask == DECLARE)
    return Offer(0 if aimed else NOBODY, aimed, 0, KIT if slotted else 2 if kind == LOOSE else 1)
