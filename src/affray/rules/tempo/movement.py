"""Reach and movement in the tempo book."""

from affray.engine.space import distance, toward
from affray.engine.state import NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import rule
from affray.engine.vocabulary import BLIND, BOMB, FLEEING, LARGE, MELEE, MISSILE, PRONE, SILENCED, TWO_HANDED
from affray.rules import seams
from affray.rules.shared.legality import (
    MELEE_RANGE,
    arm,
    encounter_rate,
    has_room,
    reach,
    refuse_foe,
    swings_left,
    weapon_for,
)
from affray.rules.shared.mounts import change_saddle
from affray.rules.shared.movement import close_in, escape, fall_back, gap_after, run_away
from affray.rules.tempo import clauses as C
from affray.rules.tempo.questions import (
    APPROACH,
    ATTACK,
    AWAY,
    DEFENCE,
    FLAT_FOOTED,
    GO,
    LACKEYS,
    NO_SHIELD,
    OUT_OF_REACH,
    REACTED,
    RETREAT,
    RISE,
    SADDLE,
    SHOOTING,
    SHOOTS_ONLY,
    STANDS_BETWEEN,
    UNABLE,
)


@rule
def solvent(who: Combatant) -> bool:
    """Return whether they have score to spend (tempo.initiative.spend); nothing lowers a lackey's."""
    return who.tempo.lackey or who.tempo.score > 0


@rule
def in_bout(f: Fight, who: Combatant) -> bool:
    """Return whether they are in melee this round with somebody who can still fight (tempo.melee.engage)."""
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and (c.tempo.bout_foe == who.id or who.tempo.bout_foe == c.id):
            return True
    return False


@rule
def part(f: Fight, who: Combatant) -> None:
    """End the melee with those out of reach."""
    for c in f.who[: f.n]:
        if (c.tempo.bout_foe == who.id or who.tempo.bout_foe == c.id) and distance(c, who) > MELEE_RANGE:
            c.tempo.bout_foe = -1 if c.tempo.bout_foe == who.id else c.tempo.bout_foe
            who.tempo.bout_foe = -1 if who.tempo.bout_foe == c.id else who.tempo.bout_foe


@rule
def step_left(f: Fight, who: Combatant) -> int:
    """Return how far somebody may still go before they act."""
    return 0 if who.moved > 0 or who.conditions >> PRONE & 1 else encounter_rate(f, who)


@rule
def length(who: Combatant, weapon: Weapon) -> int:
    """Return the reach of a weapon (tempo.ac.reach); a large creature counts one longer."""
    return weapon.tempo.reach_rank + (1 if who.tags & LARGE else 0)


@rule
def has_shield(f: Fight, who: Combatant) -> bool:
    """Return whether they have a shield on the arm, and the hand behind it free."""
    return who.shield > 0 and arm(f, who).qualities & TWO_HANDED == 0


@rule
def refuse_reach(f: Fight, who: Combatant, target: Combatant, weapon: Weapon, step: int) -> int:
    """Return why a blow does not reach after so long a step, or 0."""
    if weapon.qualities & MELEE == 0:
        return SHOOTS_ONLY
    if not f.contact and distance(who, target) > reach(f, weapon):
        too_far = step == 0 or distance(who, target) > reach(f, weapon) + step
        if too_far or gap_after(f, who, target, step) > reach(f, weapon):
            return OUT_OF_REACH
    return STANDS_BETWEEN if who.tempo.barred_target == target.id else 0


@rule
def refuse_blow(f: Fight, who: Combatant, target: int) -> int:
    """Return why a single blow out of turn, from where they stand, is not possible, or 0."""
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if not who.able or who.conditions >> BLIND & 1:
        return UNABLE
    return refuse_reach(f, who, f.who[target], weapon_for(f, who, 0), 0)


@rule
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    return refuse_blow(f, who, target.id) == 0


@rule
def crowded_out(f: Fight, who: Combatant) -> bool:
    """Return whether there is no room in the front of a passage (classic.move.spacing)."""
    return f.width > 0 and not has_room(f, who)


@rule
def refuse_reaction(f: Fight, who: Combatant) -> int:
    """Return what keeps somebody from any reaction, or 0 (tempo.initiative.zero, tempo.henchman,
    tempo.reaction.timing)."""
    if who.tempo.lackey:
        return LACKEYS
    if who.tempo.score <= 0:
        return FLAT_FOOTED
    if not who.able:
        return UNABLE
    return REACTED if who.tempo.reacted_to == f.tempo.answered_action and f.tempo.answered_action > 0 else 0


@rule
def refuse_defence(f: Fight, who: Combatant) -> int:
    """Return why they may not defend as a reaction, or 0: it needs a shield or training (tempo.defend)."""
    why = refuse_reaction(f, who)
    if why != 0:
        return why
    return 0 if who.tempo.trained or has_shield(f, who) else NO_SHIELD


@rule
def would_obey(c: Combatant, commander: Combatant) -> bool:
    """Return whether `c` would act on an order: a lackey who has not acted (tempo.order.henchman), or one of lower
    rank with score to pay (tempo.order.character). Whoever runs neither obeys nor is obeyed, and the silenced are
    not heard."""
    if c.side != commander.side or c.id == commander.id or not c.able or c.tempo.ordered_target >= 0:
        return False
    if c.conditions >> FLEEING & 1 or commander.conditions & (1 << FLEEING | 1 << SILENCED):
        return False
    if c.tempo.lackey:
        return commander.tempo.command_level > 0 and not c.acted
    return commander.tempo.command_level == 2 and c.tempo.command_level < 2 and c.tempo.score > 0


@rule
def anybody_obeys(f: Fight, commander: Combatant) -> bool:
    for c in f.who[: f.n]:
        if would_obey(c, commander):
            return True
    return False


@rule
def obeys_order(f: Fight, c: Combatant, commander: Combatant, act: int, foe: Combatant, only: int) -> bool:
    """Return whether an order moves `c`: it is for them, and they can shoot or fall back if it says so."""
    if (only != NOBODY and only != c.id) or not would_obey(c, commander):
        return False
    return act == ATTACK or can_carry_out(f, c, act, foe)


@rule
def can_attack(f: Fight, who: Combatant, foe: Combatant) -> bool:
    """Return whether they can strike or shoot this foe now, going up if need be: what an order asks for."""
    if who.conditions >> BLIND & 1 or swings_left(f, who, 0) == 0:
        return False
    weapon = weapon_for(f, who, 0)
    if refuse_reach(f, who, foe, weapon, step_left(f, who)) == 0:
        return True
    return can_shoot(f, who, foe)


@rule
def can_shoot(f: Fight, who: Combatant, foe: Combatant) -> bool:
    """Return whether they can shoot this foe with what is in hand, from where they stand."""
    shot = arm(f, who)
    if who.conditions >> BLIND & 1 or swings_left(f, who, 0) == 0 or shot.qualities & BOMB:
        return False
    return shot.qualities & MISSILE != 0 and who.kit_left[who.hand] != 0 and distance(who, foe) <= shot.long


@rule
def can_carry_out(f: Fight, who: Combatant, act: int, foe: Combatant) -> bool:
    """Return whether they can do what an order tells them; a henchman who can't reach the foe runs there instead."""
    if act == SHOOTING:
        return can_shoot(f, who, foe) and foe.cover <= 4
    if act == RETREAT:
        return step_left(f, who) > 0
    return act == DEFENCE or who.tempo.lackey or can_attack(f, who, foe)


@rule
def is_move(kind: int) -> bool:
    return kind in (APPROACH, AWAY, RISE, GO, SADDLE)


@rule
def move_clause(f: Fight, who: Combatant) -> int:
    """Return the clause of a step: being driven, or the same for every other, a flight too."""
    return C.EFFECT if f.tempo.driven == who.id else C.MOVE


@rule
def leaves_melee(f: Fight, who: Combatant, kind: int, at: int, how: int) -> bool:
    """Return whether such a move takes them out of the reach of a foe in melee with them (tempo.reaction.guard)."""
    x, y, z = who.x, who.y, who.z
    if kind in (AWAY, SADDLE):
        return kind == AWAY
    if kind == GO:
        x, y = at, how
    elif kind == RISE:
        z = how
    else:
        target = f.who[at]
        step = min(encounter_rate(f, who), distance(who, target) - MELEE_RANGE)
        x, y, z = toward(x, target.x, step), toward(y, target.y, step), toward(z, target.z, step)
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and (c.tempo.bout_foe == who.id or who.tempo.bout_foe == c.id):
            if max(abs(c.x - x), abs(c.y - y), abs(c.z - z)) > MELEE_RANGE:
                return True
    return False


@rule
def go(f: Fight, who: Combatant, kind: int, target: int, option: int) -> None:
    """Move up to the encounter rate (tempo.move); it counts as a move even where there was nowhere to go."""
    if kind == APPROACH:
        close_in(f, who, f.who[target])
    elif kind == RISE:
        seams.step_to(f, who, who.x, who.y, option)
    elif kind == GO:
        seams.step_to(f, who, target, option, who.z)
    elif kind == SADDLE:
        change_saddle(f, who)
    elif who.conditions >> FLEEING & 1:
        fall_back(f, who)
        run_away(f, who)
    else:
        fall_back(f, who)
        escape(f, who)
    who.moved = max(1, who.moved)
    part(f, who)
