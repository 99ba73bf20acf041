"""Movement in the vanguard book: moves, leaving a melee, running and charging."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.space import distance, gap, nearest_foe, put_on_way, way_into_reach
from affray.engine.state import NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import YES, Answer, because, choose, note, rule
from affray.engine.vocabulary import FLEEING, WITHDRAWING
from affray.rules import seams
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import get_away
from affray.rules.shared.ground import change_cover
from affray.rules.shared.legality import base_rate, hardest, in_melee, is_attack, weapon_for
from affray.rules.shared.mounts import change_saddle
from affray.rules.shared.movement import carry_along, close_in, fall_back, meet, sign
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard import questions as Q
from affray.rules.vanguard.clauses import CHARGE_BONUS, PARTING, PURSUIT
from affray.rules.vanguard.flasks import cross_pools
from affray.rules.vanguard.legality import refuse_strike
from affray.rules.vanguard.questions import APPROACH, AS_USUAL, AWAY, CAREFUL, GO, RISE, RUNNING, SADDLE
from affray.rules.vanguard.reach import NEXT_TO, own_reach, run_of, within_reach


@rule
def arrive(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Make the move itself, burn who moves on their way, and see whether they are out of the fight with it."""
    far = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    if far == 0:
        return
    near, from_x, from_y, from_z = nearness(f, who), who.x, who.y, who.z
    who.heading_x, who.heading_y = sign(x - who.x), sign(y - who.y)
    who.x, who.y, who.z = x, y, z
    carry_along(f, who)
    who.faced_foe = NOBODY
    who.moved = far
    f.contact = False
    note(f, E.MOVE, move_clause(f, who), who, who, far, base_rate(f, who))
    if f.has_cover:
        change_cover(f, who)
    face_foe(f, who)
    if f.vanguard.burning_pools > 0:
        cross_pools(f, who, from_x, from_y, from_z)
    escape(f, who, near)


@rule
def nearness(f: Fight, who: Combatant) -> int:
    at = nearest_foe(f, who)
    return 0 if at == NOBODY else distance(who, f.who[at])


@rule
def move_clause(f: Fight, who: Combatant) -> int:
    if f.blow.by == who.id:
        return C.CHARGE
    if who.vanguard.pace == CAREFUL:
        return C.LEAVE_DEFENSIVE
    return C.TURN if who.vanguard.pace == AS_USUAL else C.RUN


@rule
def face_foe(f: Fight, who: Combatant) -> None:
    """Turn `who` to a foe they come up to."""
    at = f.blow.at if f.blow.by == who.id else nearest_foe(f, who)
    if at != NOBODY and distance(who, f.who[at]) <= NEXT_TO:
        meet(who, f.who[at])


@rule
def escape(f: Fight, who: Combatant, near: int) -> None:
    """Leave the fight once no enemy can reach `who`; so do those of a side that is to escape (classic.flee.away)."""
    side = f.side[who.side]
    away = who.conditions >> FLEEING & 1 != 0 or (side.wins_by_escape and nearness(f, who) > near)
    if away and who.in_fight and side.way_out and not within_anyones_reach(f, who):
        get_away(f, who, shared.FLEE_AWAY)


@rule
def within_anyones_reach(f: Fight, who: Combatant) -> bool:
    """Return whether an enemy is beside `who`; in a pursuit (vanguard.morale) also one who could be with a move."""
    for c in f.who[: f.n]:
        if c.able and c.side != who.side:
            if distance(c, who) <= NEXT_TO + (base_rate(f, c) if f.rules[PURSUIT] == 1 else 0):
                return True
    return False


@rule
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Return whether `who` can strike out of turn, with what they strike with."""
    return refuse_strike(f, who, target.id, 0) == 0


STRUCK_AT = reason(C.LEAVE_ATTACK, "parting attack")
UNSCATHED = reason(C.LEAVE_DEFENSIVE, "no parting attacks")


@rule
def step_to(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Make one move; it waits where somebody strikes before `who` is gone."""
    if not seams.provokes(f, who, x, y, z):
        seams.arrive(f, who, x, y, z)


@rule
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether anybody may strike before `who` is gone; then let the move wait in f.leaver."""
    held = False
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and can_part(f, c, who, x, y, z):
            held = True
    if held and (who.vanguard.pace == CAREFUL or who.conditions >> WITHDRAWING & 1):
        because(f, UNSCATHED, 0)
        return False
    if held:
        f.leaver, f.leave_x, f.leave_y, f.leave_z = who.id, x, y, z
    return held


@rule
def leaves_range(f: Fight, who: Combatant, foe: Combatant, x: int, y: int, z: int) -> int:
    """Return how far along the straight way there `who` first is in the foe's melee range; NOBODY if nowhere, or if
    they end within. Look metre by metre."""
    reach = own_reach(f, foe)
    if gap(foe, x, y, z) <= reach:
        return NOBODY
    return way_into_reach(who, foe, x, y, z, reach)


@rule
def can_part(f: Fight, who: Combatant, leaver: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether `who` can strike as if still to attack, where the leaver passes them, even if they have attacked
    already this round. Those who flee think of nothing else."""
    part = NOBODY if who.conditions >> FLEEING & 1 else leaves_range(f, leaver, who, x, y, z)
    if part == NOBODY:
        return False
    acted, swings, mode = who.acted, who.attacks_made, who.mode
    from_x, from_y, from_z = leaver.x, leaver.y, leaver.z
    who.acted, who.attacks_made, who.mode = False, 0, NOBODY
    put_on_way(leaver, x, y, z, part)
    strikes = seams.can_strike(f, who, leaver)
    leaver.x, leaver.y, leaver.z = from_x, from_y, from_z
    who.acted, who.attacks_made, who.mode = acted, swings, mode
    return strikes


@rule
def parting_blow(f: Fight) -> None:
    """Give one opponent a chance of an attack, once for each move; when all have had it, make the move itself."""
    leaver = f.who[f.leaver]
    x, y, z = f.leave_x, f.leave_y, f.leave_z
    if leaver.able:
        for c in f.who[: f.n]:
            if c.able and c.side != leaver.side and not c.offered_parting_blow and can_part(f, c, leaver, x, y, z):
                c.offered_parting_blow = True
                if seams.takes_parting_blow(f, c, leaver):
                    strike_at(f, c, leaver)
                return
    for c in f.who[: f.n]:
        c.offered_parting_blow = False
    f.leaver, f.leave_x, f.leave_y, f.leave_z = NOBODY, 0, 0, 0
    if leaver.able:
        seams.arrive(f, leaver, x, y, z)


@rule
def takes_parting_blow(f: Fight, who: Combatant, leaver: Combatant) -> bool:
    """Ask whether `who` strikes; they may, and need not (vanguard.leave.attack)."""
    return choose(f, Q.PARTING, who, leaver, 0).kind == YES


@rule
def strike_at(f: Fight, who: Combatant, leaver: Combatant) -> None:
    """Make one attack at +2, where the leaver passes `who`, looking ahead; whoever falls there lies there."""
    from_x, from_y, from_z = leaver.x, leaver.y, leaver.z
    faces, face_x, face_y = leaver.faced_foe, leaver.heading_x, leaver.heading_y
    part = leaves_range(f, leaver, who, f.leave_x, f.leave_y, f.leave_z)
    if part > 0:
        leaver.faced_foe = NOBODY
        leaver.heading_x, leaver.heading_y = sign(f.leave_x - leaver.x), sign(f.leave_y - leaver.y)
    put_on_way(leaver, f.leave_x, f.leave_y, f.leave_z, part)
    f.situation_modifier, f.situation_reason = f.rules[PARTING], STRUCK_AT
    seams.attack(f, who, leaver, seams.parting_weapon(f, who, leaver), False, False)
    if leaver.able:
        leaver.x, leaver.y, leaver.z = from_x, from_y, from_z
        leaver.faced_foe, leaver.heading_x, leaver.heading_y = faces, face_x, face_y


@rule
def parting_weapon(f: Fight, who: Combatant, leaver: Combatant) -> Weapon:
    """Return the weapon; let those with several attacks choose one of them (vanguard.leave.attack)."""
    slot = hardest(f, who)
    if has_several(f, who):
        chosen = choose(f, Q.BLOW, who, leaver, 0)
        slot = chosen.option if chosen.kind == YES else slot
    return f.arms[who.kit[slot]]


@rule
def has_several(f: Fight, who: Combatant) -> bool:
    attacks = 0
    for slot in range(len(who.kit)):
        if is_attack(f, who, slot):
            attacks += 1
    return attacks > 1


CHARGED = reason(C.CHARGE, "charge")


@rule
def go(f: Fight, who: Combatant, chosen: Answer) -> None:
    if chosen.kind == APPROACH:
        close_in(f, who, f.who[chosen.target])
    elif chosen.kind == AWAY:
        fall_back(f, who)
    elif chosen.kind == RISE:
        seams.step_to(f, who, who.x, who.y, chosen.option)
    elif chosen.kind == GO:
        seams.step_to(f, who, chosen.target, chosen.option, who.z)
    elif chosen.kind == SADDLE:
        change_saddle(f, who)


@rule
def flee(f: Fight, who: Combatant) -> None:
    """Make `who`, who has lost heart, only run, as far as they can; without a way out only from a foe beside them."""
    who.vanguard.pace = RUNNING
    who.acted = True
    who.vanguard.ended_round = f.round
    if f.side[who.side].way_out or in_melee(f, who):
        fall_back(f, who)


@rule
def charge(f: Fight, who: Combatant, target: Combatant) -> None:
    """Run straight at the foe, both move and action; the blow falls on arrival (vanguard.charge)."""
    run, span = run_of(f, who, target), distance(who, target)
    who.acted = True
    who.vanguard.ended_round = f.round
    f.blow.by, f.blow.at = who.id, target.id
    x, y = who.x + (target.x - who.x) * run // span, who.y + (target.y - who.y) * run // span
    seams.step_to(f, who, x, y, who.z + ((target.z - who.z) * run // span if who.fly > 0 else 0))


@rule
def strike_home(f: Fight) -> None:
    """Strike the blow of a charge at +2, if the charger still stands and has come up to their foe."""
    who, target = f.who[f.blow.by], f.who[f.blow.at]
    f.blow.by, f.blow.at = NOBODY, NOBODY
    weapon = weapon_for(f, who, 0)
    if who.able and target.in_fight and within_reach(f, who, target, weapon):
        who.attacks_made = 1
        f.situation_modifier, f.situation_reason = f.rules[CHARGE_BONUS], CHARGED
        seams.attack(f, who, target, weapon, False, False)
