"""Leaving a melee in the vanguard book: whose range one leaves strikes first, unless one moves defensively."""

from affray.engine.clauses import reason
from affray.engine.conditions import FLEEING, WITHDRAWING
from affray.engine.state import NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import YES, because, rule
from affray.rules.shared.movement import sign
from affray.rules.vanguard import answers as A
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.answers import CAREFUL
from affray.rules.vanguard.attack import attack
from affray.rules.vanguard.move import arrive, can_strike
from affray.rules.vanguard.options import PARTING
from affray.rules.vanguard.reach import METRE, hardest, is_attack, own_reach
from affray.rules.vanguard.tactics import choose

STRUCK_AT = reason(C.LEAVE_ATTACK, "parting attack")
UNSCATHED = reason(C.LEAVE_DEFENSIVE, "no parting attacks")


@rule
def step_to(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """One move; it waits where somebody strikes before it is gone."""
    if not provokes(f, who, x, y, z):
        arrive(f, who, x, y, z)


@rule
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Whether anybody may strike before it is gone; then the move waits in f.leaver. At a seam."""
    held = False
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and can_part(f, c, who, x, y, z):
            held = True
    if held and (who.pace == CAREFUL or who.on >> WITHDRAWING & 1):
        because(f, UNSCATHED, 0)
        return False
    if held:
        f.leaver, f.leave_x, f.leave_y, f.leave_z = who.id, x, y, z
    return held


@rule
def leaves_range(f: Fight, who: Combatant, foe: Combatant, x: int, y: int, z: int) -> int:
    """How far along its straight way there it first is in that one's melee range; NOBODY if nowhere, or if it ends
    within. Looked at metre by metre."""
    reach = own_reach(f, foe)
    if gap(foe, x, y, z) <= reach:
        return NOBODY
    span = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    if gap(foe, who.x, who.y, who.z) > reach + span:
        return NOBODY
    for part in range(0, span, METRE):
        if gap(foe, on_way(who.x, x, part, span), on_way(who.y, y, part, span), on_way(who.z, z, part, span)) <= reach:
            return part
    return NOBODY


@rule
def gap(who: Combatant, x: int, y: int, z: int) -> int:
    return max(abs(x - who.x), abs(y - who.y), abs(z - who.z))


@rule
def on_way(start: int, end: int, part: int, span: int) -> int:
    return start + (end - start) * part // span


@rule
def can_part(f: Fight, who: Combatant, leaver: Combatant, x: int, y: int, z: int) -> bool:
    """Even if it has attacked already this round: as if it were still to attack, where the other passes it.
    Who flees thinks of nothing else."""
    part = NOBODY if who.on >> FLEEING & 1 else leaves_range(f, leaver, who, x, y, z)
    if part == NOBODY:
        return False
    acted, swings, mode = who.acted, who.swings, who.mode
    from_x, from_y, from_z = leaver.x, leaver.y, leaver.z
    who.acted, who.swings, who.mode = False, 0, NOBODY
    put_on_way(leaver, x, y, z, part)
    strikes = can_strike(f, who, leaver)
    leaver.x, leaver.y, leaver.z = from_x, from_y, from_z
    who.acted, who.swings, who.mode = acted, swings, mode
    return strikes


@rule
def put_on_way(who: Combatant, x: int, y: int, z: int, part: int) -> None:
    if part > 0:
        span = gap(who, x, y, z)
        who.x, who.y, who.z = on_way(who.x, x, part, span), on_way(who.y, y, part, span), on_way(who.z, z, part, span)


@rule
def parting_blow(f: Fight) -> None:
    """One opponent's chance of an attack, once for each move; when all have had it, the move itself. At a seam."""
    leaver = f.who[f.leaver]
    x, y, z = f.leave_x, f.leave_y, f.leave_z
    if leaver.able:
        for c in f.who[: f.n]:
            if c.able and c.side != leaver.side and not c.parted and can_part(f, c, leaver, x, y, z):
                c.parted = True
                if parts(f, c, leaver):
                    strike_at(f, c, leaver)
                return
    for c in f.who[: f.n]:
        c.parted = False
    f.leaver, f.leave_x, f.leave_y, f.leave_z = NOBODY, 0, 0, 0
    if leaver.able:
        arrive(f, leaver, x, y, z)


@rule
def parts(f: Fight, who: Combatant, leaver: Combatant) -> bool:
    """vanguard.leave.attack: it may strike, and need not."""
    return choose(f, A.PARTING, who, leaver, 0).kind == YES


@rule
def strike_at(f: Fight, who: Combatant, leaver: Combatant) -> None:
    """One attack at +2, at the place where the other passes it, looking ahead; who falls there lies there."""
    from_x, from_y, from_z = leaver.x, leaver.y, leaver.z
    faces, face_x, face_y = leaver.faces, leaver.face_x, leaver.face_y
    part = leaves_range(f, leaver, who, f.leave_x, f.leave_y, f.leave_z)
    if part > 0:
        leaver.faces = NOBODY
        leaver.face_x, leaver.face_y = sign(f.leave_x - leaver.x), sign(f.leave_y - leaver.y)
    put_on_way(leaver, f.leave_x, f.leave_y, f.leave_z, part)
    f.edge, f.edge_reason = f.rules[PARTING], STRUCK_AT
    attack(f, who, leaver, parting_weapon(f, who, leaver), False, False)
    if leaver.able:
        leaver.x, leaver.y, leaver.z = from_x, from_y, from_z
        leaver.faces, leaver.face_x, leaver.face_y = faces, face_x, face_y


@rule
def parting_weapon(f: Fight, who: Combatant, leaver: Combatant) -> Weapon:
    """What it strikes with where nobody is asked, in another book: the hardest of its attacks."""
    return f.arms[who.kit[hardest(f, who)]]


@rule
def chosen_weapon(f: Fight, who: Combatant, leaver: Combatant) -> Weapon:
    """vanguard.leave.attack: those with several attacks choose one of them."""
    slot = hardest(f, who)
    if has_several(f, who):
        chosen = choose(f, A.BLOW, who, leaver, 0)
        slot = chosen.option if chosen.kind == YES else slot
    return f.arms[who.kit[slot]]


@rule
def has_several(f: Fight, who: Combatant) -> bool:
    attacks = 0
    for slot in range(len(who.kit)):
        if is_attack(f, who, slot):
            attacks += 1
    return attacks > 1
