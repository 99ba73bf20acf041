"""What keeps a combatant of the fourfold book from a main action other than a blow."""

from affray.engine.conditions import DYING, FLEEING, HELPLESS, PRONE
from affray.engine.space import distance, nearest_foe
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, rule
from affray.engine.vocabulary import BARE, NATURAL, TWO_HANDED
from affray.engine.vocabulary import MELEE as FOR_MELEE
from affray.rules.fourfold.answers import (
    BOMB,
    BREAK,
    BREATHE,
    CANT_SHOVE,
    CAST,
    DOWN,
    DRAG,
    DRINK,
    EXECUTE,
    GRAPPLE,
    GRAPPLED,
    GUARD,
    HANDS_FULL,
    HELD_FAST,
    HURT,
    LOOSE,
    MAIN_SPENT,
    NO_DANGER,
    NO_HAND,
    NO_SKILL,
    NOT_BESIDE,
    NOT_DOWN,
    NOT_DYING,
    NOT_EMPTY,
    NOT_HELD,
    OUT_OF_REACH,
    RELOAD,
    SHOVE,
    STABILISE,
    TRIED,
    TURN,
    USE,
    WITHDRAW,
    WITHDREW,
)
from affray.rules.fourfold.reach import MAIN, within
from affray.rules.fourfold.shooting import refuse_execution, refuse_shot
from affray.rules.fourfold.skills import EXERT
from affray.rules.shared.legality import (
    BEYOND_BREATH,
    NO_BREATH,
    NO_POTION,
    NO_SUCH,
    OUT_OF_IT,
    RUNNING,
    refuse_aimed,
    refuse_drop,
    refuse_foe,
    refuse_spell,
    refuse_turning,
)
from affray.rules.shared.reach import MELEE, arm, in_melee, weapon_for


@rule
def refuse_main(f: Fight, who: Combatant, a: Answer) -> int:
    if who.spent & MAIN or who.swings > 0:
        return MAIN_SPENT
    if a.kind == BREAK:
        return 0 if who.grip != NOBODY else NOT_HELD
    if a.kind == GUARD:
        return 0
    if a.kind == USE:
        return NO_SKILL if a.option < 0 or a.option > EXERT else 0
    if who.grip != NOBODY:
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
        return WITHDREW if who.withdrew or not in_melee(f, who) else 0
    if a.kind == RELOAD:
        return 0 if who.empty >> who.hand & 1 else NOT_EMPTY
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
    why = refuse_spell(f, who, slot)
    if why != 0:
        return why
    if who.wounded == f.round and f.round > 0:
        return HURT
    if target < 0 or target >= f.n:
        return NO_SUCH
    if not f.who[target].up:
        return OUT_OF_IT
    return refuse_aimed(f, who, f.who[target], f.effects[who.spells[slot]])


@rule
def has_free_hand(f: Fight, who: Combatant) -> bool:
    return who.routine or who.shield == 0 or arm(f, who).qualities & (BARE | TWO_HANDED | NATURAL) != 0


@rule
def refuse_care(f: Fight, who: Combatant, kind: int, target: int) -> int:
    """fourfold.damage.stabilise, and dragging a downed ally away."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    victim = f.who[target]
    if not victim.up:
        return OUT_OF_IT
    beside = target != who.id and within(f, who, victim, MELEE)
    if kind == DRAG:
        if not beside or victim.side != who.side or victim.on & HELPLESS == 0:
            return NOT_DOWN
        return NO_DANGER if nearest_foe(f, who) == NOBODY else 0
    if victim.on >> DYING & 1 == 0:
        return NOT_DYING
    if not beside:
        return NOT_BESIDE
    return TRIED if victim.tended == f.round else 0


@rule
def refuse_manoeuvre(f: Fight, who: Combatant, a: Answer) -> int:
    """Shoving and grappling a foe within reach."""
    if who.on >> FLEEING & 1:
        return RUNNING
    why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    target = f.who[a.target]
    if a.kind == SHOVE:
        return refuse_shove(f, who, target, a.option)
    if arm(f, who).qualities & BARE == 0 or who.shield > 0:
        return HANDS_FULL
    if not within(f, who, target, MELEE):
        return OUT_OF_REACH
    return GRAPPLED if target.grip != NOBODY else 0


@rule
def refuse_shove(f: Fight, who: Combatant, target: Combatant, how: int) -> int:
    weapon = weapon_for(f, who, 0)
    if weapon.qualities & FOR_MELEE == 0 or not within(f, who, target, MELEE):
        return OUT_OF_REACH
    if how < 0 or how > DOWN or target.grip != NOBODY or (how == DOWN and target.on >> PRONE & 1):
        return CANT_SHOVE
    return 0
