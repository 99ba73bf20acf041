"""What may be answered in the fourfold book: every refusal, and the list of legal answers."""

from affray.engine.space import distance, nearest_foe
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, rule
from affray.engine.vocabulary import (
    BARE,
    BLIND,
    BLUNT,
    DYING,
    FLEEING,
    HELPLESS,
    MELEE,
    MISSILE,
    NATURAL,
    PRONE,
    TWO_HANDED,
    UNAWARE,
)
from affray.engine.vocabulary import BOMB as DROPS
from affray.rules import seams
from affray.rules.fourfold.legality_moving import refuse_charge, refuse_moving, refuse_quick
from affray.rules.fourfold.questions import (
    ACT,
    AIMED,
    ANSWERS,
    BOMB,
    BREAK,
    BREATHE,
    CANT_SHOVE,
    CANT_SNAP,
    CAST,
    CHARGE,
    COVERED,
    CUT_SHORT,
    DEFEND,
    DISTURBED,
    DOWN,
    DRAG,
    DRAW,
    DRINK,
    EXECUTE,
    FIRST,
    GO,
    GRAPPLE,
    GRAPPLED,
    GUARD,
    HANDS_FULL,
    HELD_FAST,
    HIT,
    HURT,
    LET_FALL,
    LOOSE,
    MAIN_SPENT,
    MAINS,
    MODIFY,
    MOVES,
    NO_DANGER,
    NO_HAND,
    NO_MISSILE,
    NO_SKILL,
    NO_SUCH_ATTACK,
    NO_VICTIM,
    NOT_BESIDE,
    NOT_DOWN,
    NOT_DYING,
    NOT_EMPTY,
    NOT_HELD,
    NOT_LESS_LETHAL,
    NOT_NOW,
    NOT_THE_DOER,
    ON_GUARD,
    ORDER,
    OUT_OF_REACH,
    PRESSED,
    REACT,
    RELOAD,
    RISE,
    SADDLE,
    SHOVE,
    SITUATION,
    SLOTTED,
    SNAP,
    STABILISE,
    SUBDUE,
    TOO_FAR,
    TOO_MUCH,
    TRIED,
    TURN,
    UNLOADED,
    USE,
    WITHDRAW,
    WITHDREW,
)
from affray.rules.fourfold.reach import (
    CUT,
    MAIN,
    NO_BLOWS,
    by_hand,
    has_free_hand,
    may_defend,
    within,
)
from affray.rules.fourfold.skills import EXERT
from affray.rules.shared.ground import ways_to_cover
from affray.rules.shared.legality import (
    BEYOND_BREATH,
    BLINDED,
    MELEE_RANGE,
    NO_BREATH,
    NO_POTION,
    NO_ROOM,
    NO_SUCH,
    NOT_ASKED,
    OUT_OF_IT,
    RUNNING,
    UNDER_WATER,
    arm,
    has_room,
    in_melee,
    refuse_aimed,
    refuse_drop,
    refuse_foe,
    refuse_turning,
    swings_left,
    weapon_for,
)
from affray.rules.shared.mounts import ways_of_saddle

MANY_SKILLS = 7


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Return why this answer to this question is not allowed; 0 if nothing is against it."""
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
    if q.ask == ORDER:
        return refuse_first(f, a.target) if a.option == 0 else NOT_ASKED
    if q.ask == DEFEND and a.kind == LET_FALL:
        return refuse_deed(f, f.who[q.who], a)
    if a.target != NOBODY or a.option != 0:
        return NOT_ASKED
    return ON_GUARD if q.ask == DEFEND and not may_defend(f.who[q.who]) else 0


@rule
def refuse_deed(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't do this in their turn, or with what they hold of it; 0 if nothing is against it."""
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
def has_answer(who: Combatant) -> bool:
    """Return whether a combatant holds an action, or can still snap with the main one."""
    return who.holding or (who.fourfold.may_snap and who.fourfold.spent_actions & MAIN == 0)


@rule
def can_use_held(who: Combatant, doer: Combatant) -> bool:
    """Return whether they may act before another's deed: never while they flee (fourfold.action.hold)."""
    return who.holding and who.id != doer.id and who.conditions >> FLEEING & 1 == 0


@rule
def can_snap(f: Fight, who: Combatant, doer: Combatant) -> bool:
    """Return whether they can strike or shoot at the foe whose deed it is (fourfold.action.snap)."""
    if who.holding or who.side == doer.side or who.conditions & NO_BLOWS or who.attacks_made > 0 or not doer.in_fight:
        return False
    return seams.can_strike(f, who, doer) or refuse_aim(f, who, doer) == 0


@rule
def can_answer(f: Fight, who: Combatant, doer: Combatant) -> bool:
    """Return whether somebody who has not been asked yet could answer a deed."""
    ready = has_answer(who) and who.able and not who.fourfold.asked_to_react
    return ready and (can_use_held(who, doer) or can_snap(f, who, doer))


@rule
def refuse_first(f: Fight, target: int) -> int:
    """Refuse those who can't answer, or can't strike at one who leaves (fourfold.action.instant)."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    if f.leaver != NOBODY:
        return 0 if f.who[target].fourfold.owes_free_attack else NOT_NOW
    return 0 if f.actor != NOBODY and can_answer(f, f.who[target], f.who[f.actor]) else NOT_NOW


@rule
def refuse_modifier(a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    return TOO_MUCH if a.option < -2 or a.option > 2 else 0


@rule
def refuse_snap(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse all but an attack on the foe who acts, or dropping what is in hand (fourfold.action.snap)."""
    if a.kind == LET_FALL:
        return refuse_deed(f, who, a)
    if not who.fourfold.may_snap or who.fourfold.spent_actions & MAIN:
        return CANT_SNAP
    if a.target != f.actor or f.actor == NOBODY:
        return NOT_THE_DOER
    if a.kind == HIT:
        return refuse_blow(f, who, a.target, a.option)
    return refuse_shot(f, who, a.target) if a.kind == LOOSE and a.option == 0 else NOT_ASKED


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Refuse a strike without a main action; a routine goes on with further attacks, unless they moved between them."""
    if who.fourfold.spent_actions & CUT:
        return CUT_SHORT
    if who.attacks_made == 0 and who.fourfold.spent_actions & MAIN:
        return MAIN_SPENT
    return refuse_blow(f, who, target, option)


@rule
def refuse_blow(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Return why they can't strike this target so now (option 1 not to kill, 2 for each alternative of their routine);
    0 if nothing is against it."""
    if who.conditions & NO_BLOWS:
        return BLINDED if who.conditions >> BLIND & 1 else RUNNING
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if option < 0 or swings_left(f, who, option >> 1) == 0:
        return NO_SUCH_ATTACK
    weapon = weapon_for(f, who, option >> 1)
    if weapon.qualities & MELEE == 0 or not within(f, who, f.who[target], weapon.reach):
        return OUT_OF_REACH
    if option & SUBDUE and weapon.qualities & BLUNT == 0:
        return NOT_LESS_LETHAL
    if who.fourfold.grappled_foe != NOBODY and weapon.qualities & (BARE | NATURAL) == 0:
        return HELD_FAST
    return NO_ROOM if f.width > 0 and not has_room(f, who) else 0


def legal(f: Fight, q: Question) -> list[Answer]:
    """Return every listed answer to a question; of places to go to only those with cover."""
    listed = [Answer(PASS)]
    for kind in (*range(YES, RISE), FIRST):
        if ANSWERS[q.ask] >> kind & 1:
            listed += [a for a in candidates(f, kind) if refusal(f, q, a) == 0]
    if ANSWERS[q.ask] >> GO & 1:
        listed += ways_to_cover(f, q, GO, refusal) + ways_of_saddle(f, q, SADDLE, refusal)
    return listed


def candidates(f: Fight, kind: int) -> list[Answer]:
    targets = range(f.n) if AIMED >> kind & 1 else range(NOBODY, 0)
    return [Answer(kind, t, o) for t in targets for o in range(least(kind), least(kind) + manners(kind))]


@rule
def least(kind: int) -> int:
    """Return the lowest option of an answer; the referee's modifier begins below 0 (fourfold.morale.triggers)."""
    return -2 if kind == MODIFY else 0


@rule
def manners(kind: int) -> int:
    """Return how many options an answer has per target: fourfold.action.shove two, fourfold.morale.triggers five."""
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


@rule
def refuse_main(f: Fight, who: Combatant, a: Answer) -> int:
    if who.fourfold.spent_actions & MAIN or who.attacks_made > 0:
        return MAIN_SPENT
    if a.kind == BREAK:
        return 0 if who.fourfold.grappled_foe != NOBODY else NOT_HELD
    if a.kind == GUARD:
        return 0
    if a.kind == USE:
        return NO_SKILL if a.option < 0 or a.option > EXERT else 0
    if who.fourfold.grappled_foe != NOBODY:
        return HELD_FAST
    if a.kind == LOOSE:
        return refuse_shot(f, who, a.target)
    if a.kind == CAST:
        return refuse_cast(f, who, a.target, a.option)
    if a.kind == EXECUTE:
        return refuse_execution(f, who, a.target)
    if a.kind == STABILISE or a.kind == DRAG:
        return refuse_care(f, who, a.kind, a.target)
    if a.kind == SHOVE or a.kind == GRAPPLE:
        return refuse_manoeuvre(f, who, a)
    return refuse_rest(f, who, a)


@rule
def refuse_rest(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't withdraw, reload, drink, turn the undead, breathe or drop things from above; 0 if nothing
    is against it."""
    if a.kind == WITHDRAW:
        return WITHDREW if who.fourfold.withdrew or not in_melee(f, who) else 0
    if a.kind == RELOAD:
        return 0 if who.unloaded >> who.hand & 1 else NOT_EMPTY
    if a.kind == DRINK:
        return 0 if who.potions > 0 else NO_POTION
    if a.kind == TURN:
        return refuse_turning(f, who, a.target)
    why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    if a.kind == BOMB:
        return refuse_drop(f, who, f.who[a.target])
    return refuse_breath(f, who, f.who[a.target]) if a.kind == BREATHE else NO_BREATH


@rule
def refuse_breath(f: Fight, who: Combatant, target: Combatant) -> int:
    if who.breaths == 0:
        return NO_BREATH
    return BEYOND_BREATH if distance(who, target) > f.effects[who.breath].size else 0


@rule
def refuse_cast(f: Fight, who: Combatant, target: int, slot: int) -> int:
    """Refuse a spell that is not in memory, without speech, a free hand or a target, or once hurt this round
    (fourfold.action.cast)."""
    why = refuse_words(f, who, target, slot)
    if why != 0:
        return why
    return 0 if has_free_hand(f, who) else NO_HAND


@rule
def refuse_words(f: Fight, who: Combatant, target: int, slot: int) -> int:
    """Return why they can't cast the spell, but for the free hand; 0 if nothing is against it."""
    why = seams.refuse_spell(f, who, slot)
    if why != 0:
        return why
    if who.hurt_round == f.round and f.round > 0:
        return HURT
    if target < 0 or target >= f.n:
        return NO_SUCH
    if not f.who[target].in_fight:
        return OUT_OF_IT
    return refuse_aimed(f, who, f.who[target], f.effects[who.spells[slot]])


@rule
def refuse_care(f: Fight, who: Combatant, kind: int, target: int) -> int:
    """Return why they can't stabilise somebody, or drag a downed ally away; 0 if nothing is against it
    (fourfold.damage.stabilise)."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    victim = f.who[target]
    if not victim.in_fight:
        return OUT_OF_IT
    beside = target != who.id and within(f, who, victim, MELEE_RANGE)
    if kind == DRAG:
        if not beside or victim.side != who.side or victim.conditions & HELPLESS == 0:
            return NOT_DOWN
        return NO_DANGER if nearest_foe(f, who) == NOBODY else 0
    if victim.conditions >> DYING & 1 == 0:
        return NOT_DYING
    if not beside:
        return NOT_BESIDE
    return TRIED if victim.fourfold.tended_round == f.round else 0


@rule
def refuse_manoeuvre(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't shove or grapple a foe within reach; 0 if nothing is against it."""
    if who.conditions >> FLEEING & 1:
        return RUNNING
    why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    target = f.who[a.target]
    if a.kind == SHOVE:
        return refuse_shove(f, who, target, a.option)
    if arm(f, who).qualities & BARE == 0 or who.shield > 0:
        return HANDS_FULL
    if not within(f, who, target, MELEE_RANGE):
        return OUT_OF_REACH
    return GRAPPLED if target.fourfold.grappled_foe != NOBODY else 0


@rule
def refuse_shove(f: Fight, who: Combatant, target: Combatant, how: int) -> int:
    weapon = weapon_for(f, who, 0)
    if weapon.qualities & MELEE == 0 or not within(f, who, target, MELEE_RANGE):
        return OUT_OF_REACH
    if (
        how < 0
        or how > DOWN
        or target.fourfold.grappled_foe != NOBODY
        or (how == DOWN and target.conditions >> PRONE & 1)
    ):
        return CANT_SHOVE
    return 0


HIDDEN = 4  # cover beyond this is all of it


@rule
def refuse_shot(f: Fight, who: Combatant, target: int) -> int:
    if who.conditions & NO_BLOWS:
        return BLINDED if who.conditions >> BLIND & 1 else RUNNING
    why = refuse_foe(f, who, target)
    return refuse_aim(f, who, f.who[target]) if why == 0 else why


@rule
def refuse_aim(f: Fight, who: Combatant, target: Combatant) -> int:
    """Refuse a shot without something to shoot, loaded, both hands unhindered, within long range (fourfold.ranged)."""
    weapon = arm(f, who)
    if weapon.qualities & MISSILE == 0 or weapon.qualities & DROPS or who.kit_left[who.hand] == 0:
        return NO_MISSILE
    if who.unloaded >> who.hand & 1:
        return UNLOADED
    if f.water == 2 and not who.aquatic:
        return UNDER_WATER
    if weapon.qualities & TWO_HANDED and in_melee(f, who):
        return PRESSED
    if distance(who, target) > weapon.long:
        return TOO_FAR
    return COVERED if target.cover > HIDDEN else 0


@rule
def refuse_execution(f: Fight, who: Combatant, target: int) -> int:
    """Refuse whoever is in melee, and all victims but the helpless, or unaware in an ambush (fourfold.execution)."""
    if who.conditions & NO_BLOWS:
        return BLINDED if who.conditions >> BLIND & 1 else RUNNING
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    victim = f.who[target]
    ambushed = victim.conditions >> UNAWARE & 1 != 0 and f.surprise_round and f.side[who.side].ambush_prepared
    if victim.conditions & HELPLESS == 0 and not ambushed:
        return NO_VICTIM
    if in_melee(f, who):
        return DISTURBED
    return 0 if by_hand(f, who, victim) else refuse_aim(f, who, victim)
