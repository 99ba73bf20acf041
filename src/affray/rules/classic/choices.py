"""What may be answered in the classic book: one function says why not, and all else about legality follows from it."""

from affray.engine.conditions import BLIND, FLEEING, RETREATING
from affray.engine.space import distance
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, Answer, Question, answer, inlined_rule, rule
from affray.engine.vocabulary import BLUNT, BOMB, MISSILE
from affray.engine.vocabulary import MELEE as FOR_MELEE
from affray.engine.vocabulary import RELOAD as SLOW_TO_LOAD
from affray.rules.classic.answers import (
    AIM,
    AIMED,
    ANSWERS,
    BEYOND_BREATH,
    BLINDED,
    BREATHE,
    CAST,
    CASTING_ONLY,
    COVERED,
    DECLARE,
    DRAW,
    DREW_ONCE,
    DRINK,
    DROP,
    FACE,
    FACES_IT,
    FRIEND,
    FULL_ROUND,
    GIVE_WAY,
    HAS_ACTED,
    HIGHEST,
    HIT,
    JUST_DREW,
    LOOSE,
    MODIFY,
    MOVE,
    NO_BREATH,
    NO_MISSILE,
    NO_POTION,
    NO_ROOM,
    NO_SUCH,
    NO_WAY_OUT,
    NO_WEAPON,
    NOT_ABOVE,
    NOT_ASKED,
    NOT_BLUNT,
    NOT_DECLARED,
    NOT_IN_MELEE,
    NOT_IN_TURN,
    ONESELF,
    OUT_OF_IT,
    OUT_OF_REACH,
    PRESSED,
    RETREAT,
    RISE,
    RUNNING,
    SHOOT,
    SITUATION,
    SLOTTED,
    STAYED,
    STRIKE,
    SUBDUE,
    TOO_CLOSE,
    TOO_FAR,
    TOO_HIGH,
    TOO_MUCH,
    TURN,
    UNDER_WATER,
    UNLOADED,
    WITHDRAW,
)
from affray.rules.classic.casting import refuse_spell, refuse_target, refuse_turning
from affray.rules.classic.going import refuse_move
from affray.rules.classic.options import RELOADING
from affray.rules.classic.reach import MELEE, arm, has_room, in_melee, reach, swings_left, weapon_for


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Why this answer to this question is not allowed; 0 when nothing stands against it."""
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
    """Facing, drawing and giving way are free; the rest is the move itself."""
    if a.kind == FACE:
        return refuse_facing(f, who, a.target) if a.option == 0 else NOT_ASKED
    if a.kind == DRAW:
        return refuse_draw(f, who, a)
    if a.kind == GIVE_WAY:
        return refuse_giving_way(f, who, a.target) if a.option == 0 else NOT_ASKED
    return refuse_move(f, who, a)


@inlined_rule
def may(f: Fight, q: Question, kind: int, target: int, option: int) -> bool:
    return refusal(f, q, answer(kind, target, option)) == 0


@rule
def refuse_modifier(a: Answer) -> int:
    if a.target != NOBODY or a.kind != MODIFY:
        return NOT_ASKED
    return TOO_MUCH if a.option < -2 or a.option > 2 else 0


@rule
def refuse_giving_way(f: Fight, who: Combatant, target: int) -> int:
    """Inside a step a side picks its own order: one later in the list may go first, and can't itself give way."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    other = f.who[target]
    if target == who.id:
        return ONESELF
    if other.side != who.side or other.place != who.place or not other.able:
        return NOT_IN_TURN
    return NOT_IN_TURN if other.id < who.id or other.done or who.done or who.swings > 0 or other.slow != who.slow else 0


@rule
def refuse_foe(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    if f.who[target].side == who.side:
        return FRIEND
    return 0 if f.who[target].up else OUT_OF_IT


@rule
def refuse_declaration(f: Fight, who: Combatant, a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    if who.on >> FLEEING & 1:
        return RUNNING
    if a.kind == CAST:
        return refuse_spell(f, who, a.option)
    if a.option != 0 or (a.kind != WITHDRAW and a.kind != RETREAT):
        return NOT_ASKED
    if not f.side[who.side].way_out:
        return NO_WAY_OUT
    return 0 if in_melee(f, who) else NOT_IN_MELEE


@rule
def refuse_facing(f: Fight, who: Combatant, target: int) -> int:
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if distance(who, f.who[target]) > MELEE:
        return OUT_OF_REACH
    return FACES_IT if f.contact or who.faces == target or who.faced == f.round else 0


@rule
def refuse_draw(f: Fight, who: Combatant, a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    slot = a.option
    if who.routine or slot < 0 or slot >= KIT or slot == who.hand or who.kit[slot] == NOBODY or who.left[slot] == 0:
        return NO_WEAPON
    if who.declared == CAST:
        return CASTING_ONLY
    if who.drew == f.round:
        return DREW_ONCE
    return HAS_ACTED if who.acted else 0


@rule
def refuse_to_attack(f: Fight, who: Combatant) -> int:
    """What keeps a combatant from any attack."""
    if who.acted:
        return HAS_ACTED
    if who.spell != NOBODY:
        return CASTING_ONLY
    if who.on & (1 << RETREATING | 1 << FLEEING | 1 << BLIND) != 0:
        return BLINDED if who.on >> BLIND & 1 else RUNNING
    return 0


@rule
def refuse_missile(f: Fight, who: Combatant, a: Answer) -> int:
    if a.option != 0:
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
        if who.breaths == 0 or who.swings > 0:
            return NO_BREATH
        return BEYOND_BREATH if distance(who, target) > f.effects[who.breath].size else 0
    if a.kind == DROP:
        return refuse_drop(f, who, target)
    return refuse_shot(f, who, target) if a.kind == LOOSE else NOT_ASKED


@rule
def refuse_shot(f: Fight, who: Combatant, target: Combatant) -> int:
    weapon = arm(f, who)
    if weapon.qualities & MISSILE == 0 or weapon.qualities & BOMB or who.left[who.hand] == 0:
        return NO_MISSILE
    if in_melee(f, who):
        return PRESSED
    if who.drew == f.round:
        return JUST_DREW
    if f.rules[RELOADING] == 1 and weapon.qualities & SLOW_TO_LOAD and who.shot > 0 and who.shot == f.round - 1:
        return UNLOADED
    if f.water == 2 and not who.aquatic:
        return UNDER_WATER
    far = distance(who, target)
    if far <= MELEE:
        return TOO_CLOSE
    if far > weapon.long:
        return TOO_FAR
    return COVERED if target.cover > 4 else 0


@rule
def refuse_drop(f: Fight, who: Combatant, target: Combatant) -> int:
    if arm(f, who).qualities & BOMB == 0 or who.left[who.hand] == 0:
        return NO_MISSILE
    if who.z <= target.z or max(abs(who.x - target.x), abs(who.y - target.y)) > 2 * MELEE:
        return NOT_ABOVE
    return TOO_HIGH if who.z - target.z > HIGHEST else 0


@rule
def refuse_aim(f: Fight, who: Combatant, a: Answer) -> int:
    if a.option != 0:
        return NOT_ASKED
    if a.kind == TURN:
        return refuse_turning(f, who, a.target)
    if a.kind != CAST:
        return refuse_giving_way(f, who, a.target) if a.kind == GIVE_WAY else NOT_ASKED
    if who.spell == NOBODY:
        return NOT_DECLARED
    if a.target < 0 or a.target >= f.n:
        return NO_SUCH
    target = f.who[a.target]
    if not target.up:
        return OUT_OF_IT
    why = refuse_spell(f, who, who.spell)
    return refuse_target(f, who, target) if why == 0 else why


@rule
def refuse_drink(who: Combatant, target: int) -> int:
    if target != NOBODY:
        return NOT_ASKED
    if who.acted:
        return HAS_ACTED
    if who.spell != NOBODY:
        return CASTING_ONLY
    if who.declared == RETREAT and who.moved == 0:
        return STAYED
    return 0 if who.potions > 0 else NO_POTION


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Whom a combatant may strike now, and how: option 1 to subdue, 2 for each alternative of its routine."""
    why = refuse_to_attack(f, who)
    if why == 0:
        why = refuse_foe(f, who, target)
    if why != 0:
        return why
    mode = option >> 1
    if option < 0 or swings_left(f, who, mode) == 0:
        return FULL_ROUND
    weapon = weapon_for(f, who, mode)
    if weapon.qualities & FOR_MELEE == 0 or (not f.contact and distance(who, f.who[target]) > reach(f, weapon)):
        return OUT_OF_REACH
    if option & SUBDUE and weapon.qualities & BLUNT == 0:
        return NOT_BLUNT
    return NO_ROOM if f.width > 0 and not has_room(f, who) else 0


def legal(f: Fight, q: Question) -> list[Answer]:
    """Every listed answer to a question; places to go and heights to rise to are not listed."""
    listed = [Answer(PASS)]
    for kind in range(CAST, RISE):
        if ANSWERS[q.ask] >> kind & 1:
            listed += [a for a in candidates(f, q.ask, kind) if refusal(f, q, a) == 0]
    return listed


def candidates(f: Fight, ask: int, kind: int) -> list[Answer]:
    aimed = AIMED >> kind & 1 or (kind == CAST and ask == AIM)
    targets = range(f.n) if aimed else range(NOBODY, 0)
    slotted = SLOTTED >> kind & 1 or (kind, ask) == (CAST, DECLARE)
    options = range(-2, 3) if kind == MODIFY else range(KIT) if slotted else range(1)
    return [Answer(kind, t, o) for t in targets for o in options]
