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
from affray.rules.fourfold.questions import (
    ACT,
    AIMED,
    ANSWERS,
    APPROACH,
    AWAY,
    BOMB,
    BREAK,
    BREATHE,
    CANT_FLY,
    CANT_HOLD,
    CANT_SCREEN,
    CANT_SHOVE,
    CANT_SNAP,
    CAST,
    CHARGE,
    CLOSE_ENOUGH,
    COVERED,
    CUT_SHORT,
    DEFEND,
    DELAY,
    DISTURBED,
    DOWN,
    DRAG,
    DRAW,
    DRINK,
    EXECUTE,
    GO,
    GRAPPLE,
    GRAPPLED,
    GUARD,
    HANDS_FULL,
    HAS_BEGUN,
    HELD_FAST,
    HIT,
    HOLD,
    HURT,
    LET_FALL,
    LIES_THERE,
    LOOSE,
    MAIN_SPENT,
    MAINS,
    MODIFY,
    MOVED_TWICE,
    MOVES,
    NO_DANGER,
    NO_HAND,
    NO_MISSILE,
    NO_RUN_UP,
    NO_SKILL,
    NO_SUCH_ATTACK,
    NO_VICTIM,
    NO_WAY_OUT,
    NO_WEAPON,
    NOT_AN_ALLY,
    NOT_BESIDE,
    NOT_BOTH,
    NOT_DOWN,
    NOT_DYING,
    NOT_EMPTY,
    NOT_HELD,
    NOT_LATER,
    NOT_LESS_LETHAL,
    NOT_THE_DOER,
    NOTHING_LEFT,
    NOTHING_TO_DROP,
    NOTHING_TO_PICK_UP,
    ON_GUARD,
    OUT_OF_REACH,
    PICK_UP,
    PRESSED,
    REACT,
    RELOAD,
    RISE,
    SCREEN,
    SHOVE,
    SITUATION,
    SLOTTED,
    SNAP,
    SPLIT,
    STABILISE,
    STAND,
    SUBDUE,
    TOO_FAR,
    TOO_FAR_TO_GO,
    TOO_MUCH,
    TRIED,
    TURN,
    UNLOADED,
    UPRIGHT,
    USE,
    WITHDRAW,
    WITHDREW,
)
from affray.rules.fourfold.reach import (
    CUT,
    MAIN,
    MOVE,
    NO_BLOWS,
    SECOND,
    by_hand,
    has_free_hand,
    may_defend,
    screening_skill,
    within,
)
from affray.rules.fourfold.skills import EXERT
from affray.rules.shared.legality import (
    BEYOND_BREATH,
    BLINDED,
    MELEE_RANGE,
    NO_BREATH,
    NO_POTION,
    NO_ROOM,
    NO_SUCH,
    NOT_ASKED,
    ONESELF,
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
from affray.rules.shared.movement import can_climb

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
def refuse_snap(f: Fight, who: Combatant, a: Answer) -> int:
    """fourfold.action.snap: out of turn, at the foe whose deed it answers."""
    if not who.fourfold.may_snap or who.fourfold.spent_actions & MAIN:
        return CANT_SNAP
    if a.target != f.actor or f.actor == NOBODY:
        return NOT_THE_DOER
    if a.kind == HIT:
        return refuse_blow(f, who, a.target, a.option)
    return refuse_shot(f, who, a.target) if a.kind == LOOSE and a.option == 0 else NOT_ASKED


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, option: int) -> int:
    """A main action; a routine goes on with its further attacks, if it hasn't moved between them."""
    if who.fourfold.spent_actions & CUT:
        return CUT_SHORT
    if who.attacks_made == 0 and who.fourfold.spent_actions & MAIN:
        return MAIN_SPENT
    return refuse_blow(f, who, target, option)


@rule
def refuse_blow(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Whom one may strike now, and how: option 1 not to kill, 2 for each alternative of its routine."""
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
    """In how many ways an answer may go to one target: fourfold.action.shove has two, fourfold.morale.triggers five."""
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
    """Withdrawing, reloading, drinking, turning, breathing, dropping things from above."""
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
    """fourfold.action.cast: in memory, able to speak, a hand free, not hurt this round; and a target for it."""
    why = refuse_words(f, who, target, slot)
    if why != 0:
        return why
    return 0 if has_free_hand(f, who) else NO_HAND


@rule
def refuse_words(f: Fight, who: Combatant, target: int, slot: int) -> int:
    """Everything but the free hand."""
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
    """fourfold.damage.stabilise, and dragging a downed ally away."""
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
    """Shoving and grappling a foe within reach."""
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
    """fourfold.ranged: something to shoot, loaded, both hands unhindered, within long range."""
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
    """fourfold.execution: the helpless, or the unaware from a prepared ambush; undisturbed by anybody able."""
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


RUN_UP = 100  # fourfold.action.charge: 10 feet


@rule
def refuse_moving(f: Fight, who: Combatant, a: Answer) -> int:
    """A move action, or the main action turned into one."""
    if who.fourfold.grappled_foe != NOBODY:
        return HELD_FAST
    why = refuse_another_move(who)
    if why != 0:
        return why
    if a.kind == STAND:
        return 0 if who.conditions >> PRONE & 1 else UPRIGHT
    if a.kind == PICK_UP:
        return 0 if who.fourfold.dropped_slot > 0 else NOTHING_TO_PICK_UP
    if a.kind == SCREEN:
        return refuse_screen(f, who, a.target)
    why = stays_in_melee(f, who)
    if why != 0:
        return why
    if a.kind == AWAY:
        return 0 if f.side[who.side].way_out else NO_WAY_OUT
    if a.kind == APPROACH:
        return refuse_approach(f, who, a.target)
    if a.kind == GO:
        return TOO_FAR_TO_GO if max(abs(a.target - who.x), abs(a.option - who.y)) > seams.encounter_rate(f, who) else 0
    return refuse_rise(f, who, a)


@rule
def stays_in_melee(f: Fight, who: Combatant) -> int:
    """What a rule of leaving says against a move out of a melee; not to one who withdraws or flees."""
    why = seams.refuse_leaving(f, who)
    if why == 0 or who.fourfold.withdrew or who.conditions >> FLEEING & 1:
        return 0
    return why if in_melee(f, who) else 0


@rule
def refuse_another_move(who: Combatant) -> int:
    """fourfold.action.unsplit: one move, and the main action for a second one, whole each."""
    if who.fourfold.spent_actions & MOVE == 0 or (who.fourfold.spent_actions & MAIN == 0 and who.attacks_made == 0):
        return 0
    return MOVED_TWICE if who.fourfold.spent_actions & SECOND else SPLIT


@rule
def refuse_rise(f: Fight, who: Combatant, a: Answer) -> int:
    if a.kind != RISE or a.target != NOBODY:
        return NOT_ASKED
    return CANT_FLY if who.fly == 0 or a.option < 0 or abs(a.option - who.z) > seams.encounter_rate(f, who) else 0


@rule
def refuse_approach(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    if target == who.id:
        return ONESELF
    if not f.who[target].in_fight:
        return OUT_OF_IT
    return CLOSE_ENOUGH if f.contact or distance(who, f.who[target]) <= MELEE_RANGE else 0


@rule
def refuse_screen(f: Fight, who: Combatant, target: int) -> int:
    """fourfold.action.screen: an ally within a move."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    ward = f.who[target]
    if (
        ward.side != who.side
        or target == who.id
        or not ward.in_fight
        or distance(who, ward) > seams.encounter_rate(f, who) + MELEE_RANGE
    ):
        return NOT_AN_ALLY
    return 0 if screening_skill(f, who) >= 1 else CANT_SCREEN


@rule
def refuse_charge(f: Fight, who: Combatant, target: int) -> int:
    if (
        who.fourfold.spent_actions != 0
        or who.attacks_made > 0
        or who.conditions >> PRONE & 1
        or who.fourfold.grappled_foe != NOBODY
    ):
        return NOT_BOTH
    if who.conditions >> FLEEING & 1:
        return RUNNING
    why = stays_in_melee(f, who)
    if why == 0:
        why = refuse_foe(f, who, target)
    if why != 0:
        return why
    foe = f.who[target]
    if foe.z > who.z + MELEE_RANGE and not can_climb(f, who, foe.z):
        return NO_RUN_UP
    far = distance(who, foe) - MELEE_RANGE
    if weapon_for(f, who, 0).qualities & MELEE == 0 or far < RUN_UP or far > 2 * seams.encounter_rate(f, who):
        return NO_RUN_UP
    return 0


@rule
def refuse_quick(f: Fight, who: Combatant, a: Answer) -> int:
    """Holding, delaying, and the things of an instant."""
    if a.kind == HOLD:
        return refuse_hold(who)
    if a.kind == DELAY:
        return refuse_delay(f, who, a.target)
    if a.kind == DRAW:
        return refuse_draw(f, who, a.option)
    if a.kind == LET_FALL:
        held = arm(f, who).qualities
        return NOTHING_TO_DROP if who.has_routine or who.fourfold.dropped_slot > 0 or held & (BARE | NATURAL) else 0
    return LIES_THERE if who.conditions >> PRONE & 1 or who.z > 0 or who.fourfold.grappled_foe != NOBODY else 0


@rule
def refuse_hold(who: Combatant) -> int:
    """fourfold.action.list: holding takes the move; what is held is the main action."""
    if who.fourfold.spent_actions & (MAIN | MOVE) == MAIN | MOVE:
        return NOTHING_LEFT
    return CANT_HOLD if who.fourfold.spent_actions != 0 or who.attacks_made > 0 else 0


@rule
def refuse_delay(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    if who.fourfold.spent_actions != 0 or who.attacks_made > 0 or who.fourfold.delayed:
        return HAS_BEGUN
    other = f.who[target]
    return (
        NOT_LATER
        if target == who.id or not other.able or other.fourfold.turn_taken or other.fourfold.acts_after != NOBODY
        else 0
    )


@rule
def refuse_draw(f: Fight, who: Combatant, slot: int) -> int:
    """fourfold.action.on-turn: a readied weapon, or bare hands."""
    if who.has_routine or slot < 0 or slot >= KIT or slot == who.hand or who.attacks_made > 0:
        return NO_WEAPON
    if who.kit[slot] == NOBODY or who.kit_left[slot] == 0 or who.fourfold.dropped_slot == slot + 1:
        return NO_WEAPON
    return HELD_FAST if who.fourfold.grappled_foe != NOBODY and f.arms[who.kit[slot]].qualities & BARE == 0 else 0
