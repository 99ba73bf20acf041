"""Movement of the procedure book: the classic encounter rate, half of it in total defence; and leaving a melee."""

from affray.engine.clauses import reason
from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import YES, answer, because, choose, rule
from affray.engine.vocabulary import FLEEING
from affray.rules import seams
from affray.rules.procedure import clauses as C
from affray.rules.procedure.legality import refuse_attack
from affray.rules.procedure.options import LEAVE_BONUS
from affray.rules.procedure.questions import CHARGE, DEFEND, PART
from affray.rules.shared import clauses as shared
from affray.rules.shared.conditions import get_away
from affray.rules.shared.legality import HIT
from affray.rules.shared.movement import within_anyones_reach
from affray.rules.shared.reach import FOOT, base_rate, weapon_for

PARTING = reason(C.LEAVE, "it leaves the melee")


@rule
def encounter_rate(f: Fight, who: Combatant) -> int:
    """procedure.declare.defence: half the move."""
    rate = whole_move(f, who)
    return rate // FOOT // 2 * FOOT if who.declared == DEFEND else rate


@rule
def whole_move(f: Fight, who: Combatant) -> int:
    """classic.move.encounter: a third of the base rate, in whole feet."""
    return base_rate(f, who) // (3 * FOOT) * FOOT


@rule
def move_clause(f: Fight, who: Combatant) -> int:
    """What a move is made by."""
    if who.declared == CHARGE:
        return C.CHARGE_TOGETHER if who.procedure.clash_foe == NOBODY else C.CHARGE_MEETING
    if who.declared == DEFEND:
        return C.DECLARE_DEFENCE
    return C.MORALE_CHECK if who.conditions >> FLEEING & 1 else shared.MOVE_ENCOUNTER


@rule
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Out of turn, with what it strikes with; not in total defence, nor in the middle of a spell."""
    return refuse_attack(f, who, answer(HIT, target.id, 0)) == 0


# --- leaving a melee: at a seam


@rule
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """procedure.leave: everybody may, at its own risk."""
    return 0


@rule
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """procedure.leave: farther than half its move, out of the reach of one who may strike: the move waits for that."""
    far = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    if 2 * far <= whole_move(f, who):
        return False
    for c in f.who[: f.n]:
        if is_left_behind(f, who, c, x, y, z):
            f.leaver, f.leave_x, f.leave_y, f.leave_z = who.id, x, y, z
            return True
    return False


@rule
def is_left_behind(f: Fight, who: Combatant, foe: Combatant, x: int, y: int, z: int) -> bool:
    """An opponent in melee with it who hasn't attacked yet this round and has no longer anybody in reach."""
    if not foe.able or foe.side == who.side or foe.acted or distance(foe, who) > seams.melee_range(f):
        return False
    near = max(abs(foe.x - x), abs(foe.y - y), abs(foe.z - z)) <= seams.melee_range(f)
    return not near and foe.attacks_made == 0 and not foe.offered_parting_blow and seams.can_strike(f, foe, who)


@rule
def parting_blow(f: Fight) -> None:
    """One opponent's attack at +2, if it wants it; when none is left, the move itself."""
    who = f.who[f.leaver]
    if who.able:
        for c in f.who[: f.n]:
            if is_left_behind(f, who, c, f.leave_x, f.leave_y, f.leave_z):
                c.offered_parting_blow = True
                if seams.takes_parting_blow(f, c, who):
                    strike_in_parting(f, c, who)
                return
    for c in f.who[: f.n]:
        c.offered_parting_blow = False
    x, y, z = f.leave_x, f.leave_y, f.leave_z
    f.leaver, f.leave_x, f.leave_y, f.leave_z = NOBODY, 0, 0, 0
    if who.able:
        seams.arrive(f, who, x, y, z)
        slip_away(f, who)


@rule
def takes_parting_blow(f: Fight, who: Combatant, leaver: Combatant) -> bool:
    """procedure.leave: it is let, not made to: whoever may is asked."""
    return choose(f, PART, who, leaver, 0).kind == YES


@rule
def strike_in_parting(f: Fight, who: Combatant, leaver: Combatant) -> None:
    """As its attack of this round."""
    who.acted = True
    f.situation_modifier, f.situation_reason = f.rules[LEAVE_BONUS], PARTING
    because(f, PARTING, 0, f.situation_modifier == 0)
    seams.attack(f, who, leaver, weapon_for(f, who, 0), False, False)
    f.situation_modifier, f.situation_reason = 0, 0  # the helpless are hit without a roll


@rule
def slip_away(f: Fight, who: Combatant) -> None:
    """classic.flee.away: out of the fight, once no enemy can reach it, for who flees or is to escape."""
    side = f.side[who.side]
    if side.way_out and (who.conditions >> FLEEING & 1 or side.wins_by_escape) and not within_anyones_reach(f, who):
        get_away(f, who, shared.FLEE_AWAY)
