"""What may be answered in the fourfold book: one function says why not, and all else about legality follows from it."""

from affray.engine.conditions import BLIND
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, inlined_rule, rule
from affray.engine.vocabulary import BARE, BLUNT, NATURAL
from affray.engine.vocabulary import MELEE as FOR_MELEE
from affray.rules.fourfold.answers import (
    ACT,
    AIMED,
    ANSWERS,
    CANT_SNAP,
    CAST,
    CHARGE,
    CUT_SHORT,
    DEFEND,
    DRAW,
    GO,
    HELD_FAST,
    HIT,
    LOOSE,
    MAIN_SPENT,
    MAINS,
    MODIFY,
    MOVES,
    NO_SUCH_ATTACK,
    NOT_LESS_LETHAL,
    NOT_THE_DOER,
    ON_GUARD,
    OUT_OF_REACH,
    REACT,
    RISE,
    SHOVE,
    SITUATION,
    SLOTTED,
    SNAP,
    SUBDUE,
    TOO_MUCH,
    USE,
)
from affray.rules.fourfold.doing import refuse_main
from affray.rules.fourfold.going import refuse_charge, refuse_moving, refuse_quick
from affray.rules.fourfold.reach import CUT, MAIN, NO_BLOWS, within
from affray.rules.fourfold.shooting import refuse_shot
from affray.rules.shared.legality import BLINDED, NO_ROOM, NOT_ASKED, RUNNING, refuse_foe
from affray.rules.shared.reach import has_room, swings_left, weapon_for

MANY_SKILLS = 7


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Why this answer to this question is not allowed; 0 when nothing stands against it."""
    if a.kind == PASS:
        return NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    if a.kind < 0 or ANSWERS[q.ask] >> a.kind & 1 == 0:
        return NOT_ASKED
    if q.ask == ACT or q.ask == REACT:
        return refuse_deed(f, f.who[q.who], a)
    if q.ask == SNAP:
        return refuse_snap(f, f.who[q.who], a)
    if q.ask == SITUATION:
        return refuse_modifier(a)
    if a.target != NOBODY or a.option != 0:
        return NOT_ASKED
    return ON_GUARD if q.ask == DEFEND and not may_defend(f.who[q.who]) else 0


@inlined_rule
def may(f: Fight, q: Question, kind: int, target: int, option: int) -> bool:
    return refusal(f, q, answer(kind, target, option)) == 0


@rule
def refuse_deed(f: Fight, who: Combatant, a: Answer) -> int:
    """What one may do in its turn, or with what it has kept of it."""
    if a.kind == HIT:
        return refuse_strike(f, who, a.target, a.option)
    if a.kind < RISE:
        if a.target != NOBODY and AIMED >> a.kind & 1 == 0:
            return NOT_ASKED
        if a.option != 0 and SLOTTED >> a.kind & 1 == 0:
            return NOT_ASKED
    if MAINS >> a.kind & 1:
        return refuse_main(f, who, a)
    if MOVES >> a.kind & 1:
        return refuse_moving(f, who, a)
    return refuse_charge(f, who, a.target) if a.kind == CHARGE else refuse_quick(f, who, a)


@rule
def refuse_modifier(a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    return TOO_MUCH if a.option < -2 or a.option > 2 else 0


@rule
def may_defend(who: Combatant) -> bool:
    """fourfold.action.defence: able, and its main action not yet spent."""
    return who.able and who.spent & MAIN == 0 and not who.defends and who.swings == 0


@rule
def refuse_snap(f: Fight, who: Combatant, a: Answer) -> int:
    """fourfold.action.snap: out of turn, at the foe whose deed it answers."""
    if not who.snaps or who.spent & MAIN:
        return CANT_SNAP
    if a.target != f.actor or f.actor == NOBODY:
        return NOT_THE_DOER
    if a.kind == HIT:
        return refuse_blow(f, who, a.target, a.option)
    return refuse_shot(f, who, a.target) if a.kind == LOOSE and a.option == 0 else NOT_ASKED


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, option: int) -> int:
    """A main action; a routine goes on with its further attacks, if it hasn't moved between them."""
    if who.spent & CUT:
        return CUT_SHORT
    if who.swings == 0 and who.spent & MAIN:
        return MAIN_SPENT
    return refuse_blow(f, who, target, option)


@rule
def refuse_blow(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Whom one may strike now, and how: option 1 not to kill, 2 for each alternative of its routine."""
    if who.on & NO_BLOWS:
        return BLINDED if who.on >> BLIND & 1 else RUNNING
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if option < 0 or swings_left(f, who, option >> 1) == 0:
        return NO_SUCH_ATTACK
    weapon = weapon_for(f, who, option >> 1)
    if weapon.qualities & FOR_MELEE == 0 or not within(f, who, f.who[target], weapon.reach):
        return OUT_OF_REACH
    if option & SUBDUE and weapon.qualities & BLUNT == 0:
        return NOT_LESS_LETHAL
    if who.grip != NOBODY and weapon.qualities & (BARE | NATURAL) == 0:
        return HELD_FAST
    return NO_ROOM if f.width > 0 and not has_room(f, who) else 0


def legal(f: Fight, q: Question) -> list[Answer]:
    """Every listed answer to a question; places to go and heights to rise to are not listed."""
    listed = [Answer(PASS)]
    for kind in range(YES, RISE):
        if ANSWERS[q.ask] >> kind & 1:
            listed += [a for a in candidates(f, kind) if refusal(f, q, a) == 0]
    return listed


def candidates(f: Fight, kind: int) -> list[Answer]:
    targets = range(f.n) if AIMED >> kind & 1 else range(NOBODY, 0)
    return [Answer(kind, t, o) for t in targets for o in range(least(kind), least(kind) + manners(kind))]


@rule
def least(kind: int) -> int:
    """fourfold.morale.triggers: the referee's modifier begins below 0."""
    return -2 if kind == MODIFY else 0


@rule
def manners(kind: int) -> int:
    """In how many ways a kind of answer may be given to one target: fourfold.action.shove has two,
    fourfold.morale.triggers five."""
    if kind in (HIT, DRAW):
        return KIT
    if kind == CAST:
        return MOST_SPELLS
    if kind == MODIFY:
        return 5
    if kind == USE:
        return MANY_SKILLS
    return 2 if kind == SHOVE else 1


assert GO == RISE + 1  # both are beyond what is listed
