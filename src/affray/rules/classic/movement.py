"""Movement in the classic book: the moves of a turn, withdrawal, retreat, and who strikes whom meanwhile."""

from affray.engine import events as E
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, choose, note, rule
from affray.engine.vocabulary import FLEEING, MELEE, PRONE, RETREATING, WITHDRAWING
from affray.rules import seams
from affray.rules.classic.questions import MOVE
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import lift
from affray.rules.shared.legality import CAST, DRAW, FACE, GIVE_WAY, swings_left, weapon_for
from affray.rules.shared.movement import give_way, go, run_away

LEAVING = 1 << WITHDRAWING | 1 << RETREATING | 1 << FLEEING


@rule
def has_move(f: Fight, who: Combatant) -> bool:
    """Return whether they have anything to do in the movement step; in the thick of it, most have nothing."""
    if f.contact:
        return who.conditions & (LEAVING | 1 << PRONE) != 0 or has_spare(who) or who.has_mount
    return True


@rule
def has_spare(who: Combatant) -> bool:
    """Return whether they can draw another weapon, if only bare hands: the armed have those last in their kit."""
    return not who.has_routine and who.kit[KIT - 1] != NOBODY


@rule
def move(f: Fight, who: Combatant) -> bool:
    """Make one combatant's movement step, by their choice where they have one; always return True."""
    if who.conditions >> PRONE & 1 and who.declared != CAST:
        who.moved = 1
        lift(f, who, PRONE, shared.CONDITION_END)
        return True
    if who.conditions >> FLEEING & 1:
        run_away(f, who)
        return True
    chosen = choose(f, MOVE, who, who, 0)
    if chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == FACE:
        who.faced_foe = chosen.target
        who.faced_round = f.round
        note(f, E.MOVE, shared.ATTACK_BEHIND, who, f.who[chosen.target])
        f.next_actor = who.id
    elif chosen.kind == DRAW:
        draw(f, who, chosen.option)
    elif chosen.kind != PASS:
        go(f, who, chosen)
    return True


@rule
def draw(f: Fight, who: Combatant, slot: int) -> None:
    """Draw a weapon for free with the move, which is still theirs; a slow one strikes last (classic.weapon.switch)."""
    seams.take_in_hand(f, who, slot)
    f.classic.has_late_attacks = f.classic.has_late_attacks or who.attacks_late
    who.drew_round = f.round
    f.next_actor = who.id
    note(f, E.MOVE, shared.WEAPON_SWITCH, who, who, who.kit[slot])


@rule
def wait(f: Fight, who: Combatant) -> None:
    """Hold the attack, with no foe in reach, for the first who follows (classic.move.withdrawal)."""
    if not who.waiting and weapon_for(f, who, 0).qualities & MELEE and not has_foe_in_reach(f, who):
        who.waiting = True
        f.waiting_count += 1
        note(f, E.DECLARED, shared.MOVE_WITHDRAWAL, who, who)


@rule
def has_foe_in_reach(f: Fight, who: Combatant) -> bool:
    for c in f.who[: f.n]:
        if seams.can_strike(f, who, c):
            return True
    return False


@rule
def strike_follower(f: Fight) -> None:
    """Make one waiting attack on whoever has just come into reach; when there is none, continue the round."""
    mover = f.who[f.newcomer]
    for c in f.who[: f.n]:
        if c.waiting and c.able and seams.can_strike(f, c, mover):
            meet_follower(f, c, mover)
            return
    f.newcomer = NOBODY


@rule
def meet_follower(f: Fight, who: Combatant, mover: Combatant) -> None:
    """Strike the follower; a routine makes all its attacks here too, one a step (classic.round.action)."""
    weapon = weapon_for(f, who, 0)
    who.attacks_made += 1
    who.mode = 0 if who.has_routine else NOBODY
    if swings_left(f, who, 0) == 0:
        who.waiting = False
        f.waiting_count -= 1
        who.acted = True
    seams.attack(f, who, mover, weapon, False, False)
