"""What may be answered in the classic book: every refusal, and the list of legal answers."""

from affray.engine.space import distance
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, Answer, Question, rule
from affray.engine.vocabulary import FLEEING
from affray.rules import seams
from affray.rules.classic.clauses import CORNERED
from affray.rules.classic.questions import (
    AIM,
    AIMED,
    ANSWERS,
    DECLARE,
    MOVE,
    NOT_DECLARED,
    NOT_IN_MELEE,
    NOWHERE_TO_RETREAT,
    NOWHERE_TO_WITHDRAW,
    SHOOT,
    SITUATION,
    SLOTTED,
    STAYED,
    STRIKE,
    TOO_MUCH,
)
from affray.rules.shared.ground import ways_to_cover
from affray.rules.shared.legality import (
    BEYOND_BREATH,
    BREATHE,
    CAST,
    CASTING_ONLY,
    DRAW,
    DRINK,
    DROP,
    FACE,
    GIVE_WAY,
    GO,
    HAS_ACTED,
    HIT,
    LOOSE,
    MODIFY,
    NO_BREATH,
    NO_POTION,
    NO_SUCH,
    NOT_ASKED,
    OUT_OF_IT,
    RETREAT,
    RISE,
    RUNNING,
    SADDLE,
    TURN,
    WITHDRAW,
    in_melee,
    refuse_draw,
    refuse_drop,
    refuse_facing,
    refuse_foe,
    refuse_giving_way,
    refuse_move,
    refuse_shot,
    refuse_strike,
    refuse_target,
    refuse_to_attack,
    refuse_to_subdue,
    refuse_turning,
)
from affray.rules.shared.mounts import ways_of_saddle


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Return why this answer to this question is not allowed; 0 if nothing is against it."""
    if a.kind == PASS:
        return NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    if q.ask == SITUATION:
        return refuse_modifier(a)
    who = f.who[q.who]
    if q.ask == STRIKE:
        return refuse_melee(f, who, a)
    if q.ask == MOVE:
        return refuse_movement(f, who, a)
    if q.ask == SHOOT:
        return refuse_missile(f, who, a)
    return refuse_aim(f, who, a) if q.ask == AIM else refuse_declaration(f, who, a)


@rule
def refuse_melee(f: Fight, who: Combatant, a: Answer) -> int:
    if a.kind == HIT:
        return refuse_strike(f, who, a.target, a.option)
    if a.option != 0:
        return NOT_ASKED
    if a.kind == DRINK:
        return refuse_drink(who, a.target)
    return refuse_giving_way(f, who, a.target) if a.kind == GIVE_WAY else NOT_ASKED


@rule
def refuse_movement(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't face, draw, give way (these are free) or move; 0 if nothing is against it."""
    if a.kind == FACE:
        return refuse_facing(f, who, a.target) if a.option == 0 else NOT_ASKED
    if a.kind == DRAW:
        return refuse_draw(f, who, a)
    if a.kind == GIVE_WAY:
        return refuse_giving_way(f, who, a.target) if a.option == 0 else NOT_ASKED
    return refuse_move(f, who, a)


@rule
def refuse_modifier(a: Answer) -> int:
    if a.target != NOBODY or a.kind != MODIFY:
        return NOT_ASKED
    return TOO_MUCH if a.option < -2 or a.option > 2 else 0


@rule
def refuse_declaration(f: Fight, who: Combatant, a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    if who.conditions >> FLEEING & 1:
        return RUNNING
    if a.kind == CAST:
        return seams.refuse_spell(f, who, a.option)
    if a.option != 0 or (a.kind != WITHDRAW and a.kind != RETREAT):
        return NOT_ASKED
    if is_cornered(f, who):
        return NOWHERE_TO_WITHDRAW if a.kind == WITHDRAW else NOWHERE_TO_RETREAT
    return 0 if in_melee(f, who) else NOT_IN_MELEE


@rule
def is_cornered(f: Fight, who: Combatant) -> bool:
    """Return whether there is no room to leave the melee: all are in contact, and the side has no way out."""
    return f.contact and not f.side[who.side].way_out and f.rules[CORNERED] == 1


@rule
def refuse_missile(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why a shot, a breath or a dropped load is not allowed."""
    if a.option != 0 and a.kind != LOOSE:
        return NOT_ASKED
    if a.kind == GIVE_WAY:
        return refuse_giving_way(f, who, a.target)
    why = refuse_to_attack(f, who)
    if why == 0:
        why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    target = f.who[a.target]
    if a.kind == BREATHE:
        if who.breaths == 0 or who.attacks_made > 0:
            return NO_BREATH
        return BEYOND_BREATH if distance(who, target) > f.effects[who.breath].size else 0
    if a.kind == DROP:
        return refuse_drop(f, who, target)
    if a.kind != LOOSE:
        return NOT_ASKED
    why = refuse_to_subdue(f, who, a.option)
    return why if why != 0 else refuse_shot(f, who, target)


@rule
def refuse_aim(f: Fight, who: Combatant, a: Answer) -> int:
    if a.option != 0:
        return NOT_ASKED
    if a.kind == TURN:
        return refuse_turning(f, who, a.target)
    if a.kind != CAST:
        return refuse_giving_way(f, who, a.target) if a.kind == GIVE_WAY else NOT_ASKED
    if who.current_spell == NOBODY:
        return NOT_DECLARED
    if a.target < 0 or a.target >= f.n:
        return NO_SUCH
    target = f.who[a.target]
    if not target.in_fight:
        return OUT_OF_IT
    why = seams.refuse_spell(f, who, who.current_spell)
    return refuse_target(f, who, target) if why == 0 else why


@rule
def refuse_drink(who: Combatant, target: int) -> int:
    if target != NOBODY:
        return NOT_ASKED
    if who.acted:
        return HAS_ACTED
    if who.current_spell != NOBODY:
        return CASTING_ONLY
    if who.declared == RETREAT and who.moved == 0:
        return STAYED
    return 0 if who.potions > 0 else NO_POTION


def legal(f: Fight, q: Question) -> list[Answer]:
    """Return every listed answer to a question; of places to go to only those with cover."""
    listed = [Answer(PASS)]
    for kind in range(CAST, RISE):
        if ANSWERS[q.ask] >> kind & 1:
            listed += [a for a in candidates(f, q.ask, kind) if refusal(f, q, a) == 0]
    if ANSWERS[q.ask] >> GO & 1:
        listed += ways_to_cover(f, q, GO, refusal) + ways_of_saddle(f, q, SADDLE, refusal)
    return listed


def candidates(f: Fight, ask: int, kind: int) -> list[Answer]:
    aimed = AIMED >> kind & 1 or (kind == CAST and ask == AIM)
    targets = range(f.n) if aimed else range(NOBODY, 0)
    slotted = SLOTTED >> kind & 1 or (kind, ask) == (CAST, DECLARE)
    options = range(-2, 3) if kind == MODIFY else range(KIT) if slotted else range(2 if kind == LOOSE else 1)
    return [Answer(kind, t, o) for t in targets for o in options]
