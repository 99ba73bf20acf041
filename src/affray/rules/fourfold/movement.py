"""Movement of the fourfold book: walking, charging, screening, leaving a foe's reach, running away."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.space import distance, gap, nearest_foe, put_on_way, toward, way_into_reach
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight
from affray.engine.verbs import note, rule, ruling
from affray.engine.vocabulary import FLEEING, PRONE, WITHDRAWING
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.attack import break_free, let_go
from affray.rules.fourfold.clauses import CHARGE, PURSUIT
from affray.rules.fourfold.questions import APPROACH, AWAY, FIRST, GO, ORDER, PICK_UP, RISE, SADDLE, SCREEN, STAND
from affray.rules.fourfold.reach import CUT, MAIN, MOVE, SECOND, is_armed
from affray.rules.shared.damage import get_away, lift, put_on
from affray.rules.shared.ground import change_cover
from affray.rules.shared.legality import MELEE_RANGE, weapon_for
from affray.rules.shared.mounts import change_saddle
from affray.rules.shared.movement import can_climb, carry_along, close_in, fall_back, sign

CHARGING = reason(C.ACTION_CHARGE, "charge")


@rule
def spend_move(who: Combatant) -> None:
    """Spend the move, or the main action turned into a second one, which ends a routine (fourfold.action.unsplit)."""
    who.fourfold.spent_actions |= MOVE if who.fourfold.spent_actions & MOVE == 0 else MAIN | SECOND
    if who.attacks_made > 0:
        who.fourfold.spent_actions |= CUT


@rule
def take_move(f: Fight, who: Combatant, kind: int, target: int, how: int) -> None:
    """Walk, screen an ally, stand up, pick up (fourfold.action.list)."""
    spend_move(who)
    if kind == APPROACH:
        close_in(f, who, f.who[target])
    elif kind == AWAY:
        fall_back(f, who)
    elif kind == GO:
        seams.step_to(f, who, target, how, who.z)
    elif kind == RISE:
        seams.step_to(f, who, who.x, who.y, how)
    elif kind == SCREEN:
        screen(f, who, f.who[target])
    elif kind == STAND:
        lift(f, who, PRONE, C.ACTION_LIST)
    elif kind == PICK_UP:
        pick_up(f, who)
    elif kind == SADDLE:
        change_saddle(f, who)


@rule
def screen(f: Fight, who: Combatant, ward: Combatant) -> None:
    """Go to the ward's side (fourfold.action.screen)."""
    who.fourfold.screened_ally = ward.id
    f.fourfold.any_screening = True
    note(f, E.DECLARED, C.ACTION_SCREEN, who, ward)
    if distance(who, ward) > MELEE_RANGE:
        close_in(f, who, ward)


@rule
def pick_up(f: Fight, who: Combatant) -> None:
    slot = who.fourfold.dropped_slot - 1
    who.fourfold.dropped_slot = 0
    seams.take_in_hand(f, who, slot)
    note(f, E.MOVE, C.ACTION_LIST, who, who, who.kit[slot])


@rule
def lie_down(f: Fight, who: Combatant) -> None:
    put_on(f, who, who, PRONE, ALWAYS, C.ACTION_LIST)


@rule
def draw(f: Fight, who: Combatant, slot: int) -> None:
    """Take a weapon in hand (fourfold.action.on-turn)."""
    seams.take_in_hand(f, who, slot)
    who.drew_round = f.round
    note(f, E.MOVE, C.ACTION_ON_TURN, who, who, who.kit[slot])


@rule
def charge(f: Fight, who: Combatant, target: Combatant) -> None:
    """Run straight up to the foe; the blow is the next step (fourfold.action.charge)."""
    who.fourfold.spent_actions |= MAIN | MOVE
    who.fourfold.charged_round = f.round
    note(f, E.DECLARED, C.ACTION_CHARGE, who, target)
    f.blow.by, f.blow.at = who.id, target.id
    far = distance(who, target) - MELEE_RANGE
    z = toward(who.z, target.z, far) if can_climb(f, who, target.z) else who.z
    seams.step_to(f, who, toward(who.x, target.x, far), toward(who.y, target.y, far), z)


@rule
def strike_home(f: Fight) -> None:
    """Strike the blow at the end of a charge, if both are still there for it."""
    who, target = f.who[f.blow.by], f.who[f.blow.at]
    f.blow.by, f.blow.at = NOBODY, NOBODY
    if seams.can_strike(f, who, target):
        f.situation_modifier, f.situation_reason = f.rules[CHARGE], CHARGING
        seams.attack(f, who, target, weapon_for(f, who, 0), False, False)


@rule
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """Return 0: nothing keeps anybody from leaving (fourfold.melee.free-attack)."""
    return 0


@rule
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether they leave the reach of an armed and able foe (fourfold.melee.free-attack)."""
    if who.fourfold.withdrew or who.conditions >> WITHDRAWING & 1:
        return False
    waits = False
    for c in f.who[: f.n]:
        c.fourfold.owes_free_attack = c.able and c.side != who.side and leaves(f, who, c, x, y, z)
        waits = waits or c.fourfold.owes_free_attack
    if waits:
        f.leaver = who.id
        f.leave_x, f.leave_y, f.leave_z = x, y, z
    return waits


@rule
def leaves(f: Fight, who: Combatant, foe: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether a move leads from beside the foe to beyond the foe's weapon, also in passing; a long weapon is
    left freely from 10 feet off (fourfold.melee.reach)."""
    if gap(foe, x, y, z) <= MELEE_RANGE or distance(who, foe) > MELEE_RANGE + gap(who, x, y, z):
        return False  # most are: it stays beside, or never comes near
    if gap(foe, x, y, z) <= weapon_for(f, foe, 0).reach or not is_armed(f, foe):
        return False
    part = way_into_reach(who, foe, x, y, z, MELEE_RANGE)
    if part <= 0:
        return part == 0 and seams.can_strike(f, foe, who)
    from_x, from_y, from_z = who.x, who.y, who.z
    put_on_way(who, x, y, z, part)
    strikes = seams.can_strike(f, foe, who)
    who.x, who.y, who.z = from_x, from_y, from_z
    return strikes


@rule
def order_free_attacks(f: Fight) -> None:
    """Ask the referee who is first where several strike at one who leaves (fourfold.action.instant)."""
    leaver, owing = f.who[f.leaver], 0
    for c in f.who[: f.n]:
        owing += 1 if c.fourfold.owes_free_attack else 0
    if f.has_referee and leaver.able and owing > 1 and not is_called(f):
        said = ruling(f, ORDER, leaver, leaver, AWAY)
        if said.kind == FIRST:
            f.called_next = said.target


@rule
def is_called(f: Fight) -> bool:
    """Return whether the referee has called somebody who owes a free attack."""
    return f.called_next != NOBODY and f.who[f.called_next].fourfold.owes_free_attack


@rule
def parting_blow(f: Fight) -> None:
    """Make one free attack at whoever leaves: by whom the referee calls, else in listed order; then their move, if they
    still can."""
    who = f.who[f.leaver]
    if is_called(f):
        called = f.who[f.called_next]
        f.called_next = NOBODY
        called.fourfold.owes_free_attack = False
        if who.able and strikes_in_passing(f, called, who):
            return
    for c in f.who[: f.n]:
        if c.fourfold.owes_free_attack:
            c.fourfold.owes_free_attack = False
            if who.able and strikes_in_passing(f, c, who):
                return
    f.leaver = NOBODY
    x, y, z = f.leave_x, f.leave_y, f.leave_z
    f.leave_x, f.leave_y, f.leave_z = 0, 0, 0
    if who.able:
        seams.arrive(f, who, x, y, z)


@rule
def strikes_in_passing(f: Fight, foe: Combatant, who: Combatant) -> bool:
    """Make one free attack where the other passes; who falls lies there (fourfold.melee.free-attack)."""
    from_x, from_y, from_z = who.x, who.y, who.z
    part = way_into_reach(who, foe, f.leave_x, f.leave_y, f.leave_z, MELEE_RANGE)
    put_on_way(who, f.leave_x, f.leave_y, f.leave_z, part)
    strikes = seams.can_strike(f, foe, who)
    if strikes:
        note(f, E.DECLARED, C.MELEE_FREE_ATTACK, foe, who)
        seams.attack(f, foe, who, weapon_for(f, foe, 0), False, False)
    if who.able:
        who.x, who.y, who.z = from_x, from_y, from_z
    return strikes


@rule
def arrive(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Make the move itself."""
    far = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    if far == 0:
        return
    who.heading_x, who.heading_y = sign(x - who.x), sign(y - who.y)
    who.x, who.y, who.z = x, y, z
    carry_along(f, who)
    who.moved += far
    who.run_distance += far
    f.contact = False
    if who.fourfold.dragged != NOBODY:
        pull(f, who, f.who[who.fourfold.dragged], far)
    else:
        note(f, E.MOVE, move_clause(f, who), who, who, far, seams.encounter_rate(f, who))
    if f.has_cover:
        change_cover(f, who)


@rule
def pull(f: Fight, who: Combatant, victim: Combatant, far: int) -> None:
    """Bring the downed ally along behind (fourfold.action.main)."""
    who.fourfold.dragged = NOBODY
    victim.x, victim.y, victim.z = toward(who.x, victim.x, MELEE_RANGE), who.y, who.z
    note(f, E.MOVE, C.ACTION_MAIN, who, victim, far)
    if f.has_cover:
        change_cover(f, victim)


@rule
def drag(f: Fight, who: Combatant, victim: Combatant) -> None:
    """Move half the rate away from the nearest foe; who leaves a foe's reach is struck at (fourfold.action.main)."""
    foe = f.who[nearest_foe(f, who)]  # there is one, or it is refused
    away = -1 if who.x < foe.x or (who.x == foe.x and who.side < foe.side) else 1
    who.fourfold.dragged = victim.id
    seams.step_to(f, who, who.x + away * max(0, seams.encounter_rate(f, who) // 2), who.y, who.z)


@rule
def move_clause(f: Fight, who: Combatant) -> int:
    if who.conditions >> FLEEING & 1:
        return C.MORALE_CHECK
    if who.fourfold.withdrew:
        return C.ACTION_WITHDRAWAL
    return C.ACTION_CHARGE if who.fourfold.charged_round == f.round and f.round > 0 else C.ACTION_MOVE


@rule
def run_away(f: Fight, who: Combatant) -> bool:
    """Flee with both actions, out of the fight once no enemy can reach them (fourfold.morale.check). Return False when
    they can do no more."""
    if who.fourfold.spent_actions & MOVE and f.side[who.side].way_out and not within_anyones_reach(f, who):
        get_away(f, who, C.MORALE_CHECK)
        return False
    if who.fourfold.spent_actions & (MAIN | MOVE) == MAIN | MOVE:
        return False
    if who.fourfold.grappled_foe != NOBODY and not breaks_away(f, who):
        return False
    spend_move(who)
    if who.conditions >> PRONE & 1:
        lift(f, who, PRONE, C.ACTION_LIST)
    else:
        fall_back(f, who)
    return True


@rule
def breaks_away(f: Fight, who: Combatant) -> bool:
    """Let go of whom they hold, to flee; held, try to break free with the main action. Return whether they can run."""
    if not who.fourfold.pinned:
        note(f, E.LOST, C.MORALE_CHECK, who, f.who[who.fourfold.grappled_foe])
        let_go(f, who)
    elif who.fourfold.spent_actions & MAIN == 0:
        who.fourfold.spent_actions |= MAIN
        break_free(f, who)
    return who.fourfold.grappled_foe == NOBODY and who.fourfold.spent_actions & (MAIN | MOVE) != MAIN | MOVE


@rule
def within_anyones_reach(f: Fight, who: Combatant) -> bool:
    if f.contact:
        return nearest_foe(f, who) != NOBODY
    for c in f.who[: f.n]:
        if c.able and c.side != who.side:
            if distance(c, who) <= MELEE_RANGE + (seams.encounter_rate(f, c) if f.rules[PURSUIT] == 1 else 0):
                return True
    return False
