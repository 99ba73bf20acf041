"""What may be answered in the fourfold book about moves, charges and quick things: their refusals."""

from affray.engine.space import distance
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, rule
from affray.engine.vocabulary import BARE, FLEEING, MELEE, NATURAL, PRONE
from affray.rules import seams
from affray.rules.fourfold.clauses import HOLD_AFTER_MOVE
from affray.rules.fourfold.questions import (
    APPROACH,
    AWAY,
    CANT_FLY,
    CANT_HOLD,
    CANT_SCREEN,
    CLOSE_ENOUGH,
    DELAY,
    DRAW,
    GO,
    HAS_BEGUN,
    HELD_FAST,
    HOLD,
    IN_HAND,
    LET_FALL,
    LIES_THERE,
    MOVED_TWICE,
    NO_RUN_UP,
    NO_WAY_OUT,
    NO_WEAPON,
    NOT_AN_ALLY,
    NOT_BOTH,
    NOT_LATER,
    NOTHING_LEFT,
    NOTHING_TO_DROP,
    NOTHING_TO_PICK_UP,
    PICK_UP,
    RISE,
    SADDLE,
    SCREEN,
    SPLIT,
    STAND,
    TOO_FAR_TO_GO,
    UPRIGHT,
)
from affray.rules.fourfold.reach import MAIN, MOVE, SECOND, screening_skill
from affray.rules.shared.ground import refuse_run, refuse_way, refuse_way_to
from affray.rules.shared.legality import (
    MELEE_RANGE,
    NO_SUCH,
    NOT_ASKED,
    ONESELF,
    OUT_OF_IT,
    RUNNING,
    arm,
    in_melee,
    refuse_foe,
    weapon_for,
)
from affray.rules.shared.mounts import refuse_saddle
from affray.rules.shared.movement import can_climb

RUN_UP = 100  # fourfold.action.charge: 10 feet


@rule
def refuse_moving(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't make a move action, or turn the main action into one; 0 if nothing is against it."""
    if who.fourfold.grappled_foe != NOBODY:
        return HELD_FAST
    why = refuse_another_move(who)
    if why != 0:
        return why
    if a.kind == STAND:
        return 0 if who.conditions >> PRONE & 1 else UPRIGHT
    if a.kind == PICK_UP:
        return 0 if who.fourfold.dropped_slot > 0 else NOTHING_TO_PICK_UP
    if a.kind == SADDLE:
        return LIES_THERE if who.conditions >> PRONE & 1 else refuse_saddle(f, who)
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
        too_far = max(abs(a.target - who.x), abs(a.option - who.y)) > seams.encounter_rate(f, who)
        return TOO_FAR_TO_GO if too_far else refuse_way(f, who, a.target, a.option)
    return refuse_rise(f, who, a)


@rule
def stays_in_melee(f: Fight, who: Combatant) -> int:
    """Return what a rule of leaving has against a move out of a melee; 0 for whoever withdraws or flees."""
    why = seams.refuse_leaving(f, who)
    if why == 0 or who.fourfold.withdrew or who.conditions >> FLEEING & 1:
        return 0
    return why if in_melee(f, who) else 0


@rule
def refuse_another_move(who: Combatant) -> int:
    """Refuse all but one move, and the main action for a second one, whole each (fourfold.action.unsplit)."""
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
    near = f.contact or distance(who, f.who[target]) <= MELEE_RANGE
    return CLOSE_ENOUGH if near else refuse_way_to(f, who, f.who[target])


@rule
def refuse_screen(f: Fight, who: Combatant, target: int) -> int:
    """Refuse to screen anybody but an ally within a move (fourfold.action.screen)."""
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
    return refuse_run(f, who, foe)


@rule
def refuse_quick(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't hold, delay, or do the things of an instant; 0 if nothing is against it."""
    if a.kind == HOLD:
        return refuse_hold(f, who)
    if a.kind == DELAY:
        return refuse_delay(f, who, a.target)
    if a.kind == DRAW:
        return refuse_draw(f, who, a.option)
    if a.kind == LET_FALL:
        held = arm(f, who).qualities
        return NOTHING_TO_DROP if who.has_routine or who.fourfold.dropped_slot > 0 or held & (BARE | NATURAL) else 0
    return LIES_THERE if who.conditions >> PRONE & 1 or who.z > 0 or who.fourfold.grappled_foe != NOBODY else 0


@rule
def refuse_hold(f: Fight, who: Combatant) -> int:
    """Refuse to hold any but the main action, for the move action; by option after a move (fourfold.action.hold)."""
    if who.fourfold.spent_actions & (MAIN | MOVE) == MAIN | MOVE:
        return NOTHING_LEFT
    if who.fourfold.spent_actions & MAIN or who.attacks_made > 0:
        return CANT_HOLD
    return CANT_HOLD if who.fourfold.spent_actions & MOVE and f.rules[HOLD_AFTER_MOVE] == 0 else 0


@rule
def refuse_delay(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    if who.fourfold.spent_actions != 0 or who.attacks_made > 0 or who.fourfold.delayed:
        return HAS_BEGUN
    other = f.who[target]
    waits = other.fourfold.turn_taken or other.fourfold.acts_after != NOBODY
    return NOT_LATER if target == who.id or not other.able or waits else 0


@rule
def refuse_draw(f: Fight, who: Combatant, slot: int) -> int:
    """Refuse to draw anything but a readied weapon, or bare hands (fourfold.action.on-turn)."""
    known = 0 <= slot < KIT and who.kit[slot] != NOBODY and who.kit_left[slot] != 0
    if who.has_routine or not known or who.fourfold.dropped_slot == slot + 1:
        return NO_WEAPON
    if slot == who.hand:
        return IN_HAND
    return HELD_FAST if who.fourfold.grappled_foe != NOBODY and f.arms[who.kit[slot]].qualities & BARE == 0 else 0
