"""What keeps a combatant of the fourfold book from moving, charging, and from the quick things of its turn."""

from affray.engine.conditions import FLEEING, PRONE
from affray.engine.space import distance
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, rule
from affray.engine.vocabulary import BARE, NATURAL
from affray.engine.vocabulary import MELEE as FOR_MELEE
from affray.rules.fourfold.answers import (
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
    SCREEN,
    SPLIT,
    STAND,
    TOO_FAR_TO_GO,
    UPRIGHT,
)
from affray.rules.fourfold.reach import MAIN, MOVE, SECOND, rate
from affray.rules.fourfold.skills import STAB, combat_skill
from affray.rules.shared.legality import NO_SUCH, NOT_ASKED, ONESELF, OUT_OF_IT, RUNNING, refuse_foe
from affray.rules.shared.movement import can_climb
from affray.rules.shared.reach import MELEE, arm, in_melee, weapon_for

RUN_UP = 100  # fourfold.action.charge: 10 feet


@rule
def refuse_moving(f: Fight, who: Combatant, a: Answer) -> int:
    """A move action, or the main action turned into one."""
    if who.grip != NOBODY:
        return HELD_FAST
    why = refuse_another_move(who)
    if why != 0:
        return why
    if a.kind == STAND:
        return 0 if who.on >> PRONE & 1 else UPRIGHT
    if a.kind == PICK_UP:
        return 0 if who.dropped > 0 else NOTHING_TO_PICK_UP
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
        return TOO_FAR_TO_GO if max(abs(a.target - who.x), abs(a.option - who.y)) > rate(f, who) else 0
    return refuse_rise(f, who, a)


@rule
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """fourfold.melee.free-attack: nothing keeps one from leaving. At a seam."""
    return 0


@rule
def stays_in_melee(f: Fight, who: Combatant) -> int:
    """What a rule of leaving says against a move out of a melee; not to one who withdraws or flees."""
    why = refuse_leaving(f, who)
    if why == 0 or who.withdrew or who.on >> FLEEING & 1:
        return 0
    return why if in_melee(f, who) else 0


@rule
def refuse_another_move(who: Combatant) -> int:
    """fourfold.action.unsplit: one move, and the main action for a second one, whole each."""
    if who.spent & MOVE == 0 or (who.spent & MAIN == 0 and who.swings == 0):
        return 0
    return MOVED_TWICE if who.spent & SECOND else SPLIT


@rule
def refuse_rise(f: Fight, who: Combatant, a: Answer) -> int:
    if a.kind != RISE or a.target != NOBODY:
        return NOT_ASKED
    return CANT_FLY if who.fly == 0 or a.option < 0 or abs(a.option - who.z) > rate(f, who) else 0


@rule
def refuse_approach(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    if target == who.id:
        return ONESELF
    if not f.who[target].up:
        return OUT_OF_IT
    return CLOSE_ENOUGH if f.contact or distance(who, f.who[target]) <= MELEE else 0


@rule
def refuse_screen(f: Fight, who: Combatant, target: int) -> int:
    """fourfold.action.screen: an ally within a move."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    ward = f.who[target]
    if ward.side != who.side or target == who.id or not ward.up or distance(who, ward) > rate(f, who) + MELEE:
        return NOT_AN_ALLY
    return 0 if screening_skill(f, who) >= 1 else CANT_SCREEN


@rule
def screening_skill(f: Fight, who: Combatant) -> int:
    return combat_skill(who, arm(f, who), False) if who.character else who.skills[STAB]


@rule
def refuse_charge(f: Fight, who: Combatant, target: int) -> int:
    if who.spent != 0 or who.swings > 0 or who.on >> PRONE & 1 or who.grip != NOBODY:
        return NOT_BOTH
    if who.on >> FLEEING & 1:
        return RUNNING
    why = stays_in_melee(f, who)
    if why == 0:
        why = refuse_foe(f, who, target)
    if why != 0:
        return why
    foe = f.who[target]
    if foe.z > who.z + MELEE and not can_climb(f, who, foe.z):
        return NO_RUN_UP
    far = distance(who, foe) - MELEE
    if weapon_for(f, who, 0).qualities & FOR_MELEE == 0 or far < RUN_UP or far > 2 * rate(f, who):
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
        return NOTHING_TO_DROP if who.routine or who.dropped > 0 or held & (BARE | NATURAL) else 0
    return LIES_THERE if who.on >> PRONE & 1 or who.z > 0 or who.grip != NOBODY else 0


@rule
def refuse_hold(who: Combatant) -> int:
    """fourfold.action.list: holding takes the move; what is held is the main action."""
    if who.spent & (MAIN | MOVE) == MAIN | MOVE:
        return NOTHING_LEFT
    return CANT_HOLD if who.spent != 0 or who.swings > 0 else 0


@rule
def refuse_delay(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    if who.spent != 0 or who.swings > 0 or who.delayed:
        return HAS_BEGUN
    other = f.who[target]
    return NOT_LATER if target == who.id or not other.able or other.done or other.after != NOBODY else 0


@rule
def refuse_draw(f: Fight, who: Combatant, slot: int) -> int:
    """fourfold.action.on-turn: a readied weapon, or bare hands."""
    if who.routine or slot < 0 or slot >= KIT or slot == who.hand or who.swings > 0:
        return NO_WEAPON
    if who.kit[slot] == NOBODY or who.left[slot] == 0 or who.dropped == slot + 1:
        return NO_WEAPON
    return HELD_FAST if who.grip != NOBODY and f.arms[who.kit[slot]].qualities & BARE == 0 else 0
