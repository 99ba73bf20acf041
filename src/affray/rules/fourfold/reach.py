"""What lies within a combatant's reach in the fourfold book: its rate, and whom it can strike."""

from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import rule
from affray.engine.vocabulary import BARE, BLIND, FLEEING, MELEE, NATURAL, PRONE, TWO_HANDED, UNAWARE
from affray.rules.fourfold.skills import STAB, combat_skill
from affray.rules.shared.legality import arm, base_rate, weapon_for

FOOT = 10  # rates are whole feet, kept in tenths
MAIN, MOVE, SECOND, CUT = 1, 2, 4, 8  # bits of what is spent: main, move, main as a second move; a routine cut short
NO_BLOWS = 1 << BLIND | 1 << FLEEING | 1 << UNAWARE


@rule
def encounter_rate(f: Fight, who: Combatant) -> int:
    """Return a third of the base rate; half in bad ground, crawling or swimming (fourfold.action.move)."""
    feet = base_rate(f, who) // (3 * FOOT)
    return (feet // 2 if is_slowed(f, who) else feet) * FOOT


@rule
def is_slowed(f: Fight, who: Combatant) -> bool:
    if who.conditions >> PRONE & 1:
        return True
    if f.water > 0 and who.swim == 0 and not who.aquatic:
        return True
    return f.fourfold.bad_ground and who.fly == 0


@rule
def within(f: Fight, who: Combatant, target: Combatant, reach: int) -> bool:
    """Return whether the target is within reach; in the thick of it everybody reaches everybody."""
    return f.contact or distance(who, target) <= reach


@rule
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Return whether they can strike now, out of turn, with what they strike with."""
    if not who.able or not target.in_fight or who.side == target.side or who.conditions & NO_BLOWS != 0:
        return False
    weapon = weapon_for(f, who, 0)
    if who.fourfold.grappled_foe != NOBODY and weapon.qualities & (BARE | NATURAL) == 0:
        return False
    return weapon.qualities & MELEE != 0 and within(f, who, target, weapon.reach)


@rule
def is_armed(f: Fight, who: Combatant) -> bool:
    return weapon_for(f, who, 0).qualities & BARE == 0


@rule
def has_free_hand(f: Fight, who: Combatant) -> bool:
    return who.has_routine or who.shield == 0 or arm(f, who).qualities & (BARE | TWO_HANDED | NATURAL) != 0


@rule
def by_hand(f: Fight, who: Combatant, victim: Combatant) -> bool:
    """Return whether they are near enough to do it without a shot."""
    weapon = weapon_for(f, who, 0)
    return weapon.qualities & MELEE != 0 and within(f, who, victim, weapon.reach)


@rule
def screening_skill(f: Fight, who: Combatant) -> int:
    return combat_skill(who, arm(f, who), False) if who.character else who.fourfold.skills[STAB]


@rule
def may_defend(who: Combatant) -> bool:
    """Return whether they are able, and their main action is not yet spent (fourfold.action.defence)."""
    return (
        who.able and who.fourfold.spent_actions & MAIN == 0 and not who.fourfold.total_defence and who.attacks_made == 0
    )
