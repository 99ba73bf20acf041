"""Leaving a melee in the vanguard book: whose range one leaves strikes first, unless one moves defensively."""

from affray.clauses import reason
from affray.conditions import WITHDRAWING
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.answers import CAREFUL
from affray.rules.vanguard.attack import attack
from affray.rules.vanguard.move import arrive, can_strike
from affray.rules.vanguard.options import PARTING
from affray.rules.vanguard.reach import own_reach
from affray.state import NOBODY, Combatant, Fight, Weapon
from affray.verbs import because, rule
from affray.words import MELEE

STRUCK_AT = reason(C.LEAVE_ATTACK, "parting attack")
UNSCATHED = reason(C.LEAVE_DEFENSIVE, "no parting attacks")


@rule
def step_to(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """One move; it waits where somebody strikes before it is gone."""
    if not provokes(f, who, x, y, z):
        arrive(f, who, x, y, z)


@rule
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Whether anybody strikes before it is gone; then the move waits in f.leaver. At a seam."""
    held = False
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and leaves_range(f, who, c, x, y, z) and can_part(f, c, who):
            held = True
    if held and (who.pace == CAREFUL or who.on >> WITHDRAWING & 1):
        because(f, UNSCATHED, 0)
        return False
    if held:
        f.leaver, f.leave_x, f.leave_y, f.leave_z = who.id, x, y, z
    return held


@rule
def leaves_range(f: Fight, who: Combatant, foe: Combatant, x: int, y: int, z: int) -> bool:
    """In its melee range now, and not there."""
    reach = own_reach(f, foe)
    now = max(abs(who.x - foe.x), abs(who.y - foe.y), abs(who.z - foe.z))
    return now <= reach and max(abs(x - foe.x), abs(y - foe.y), abs(z - foe.z)) > reach


@rule
def can_part(f: Fight, who: Combatant, leaver: Combatant) -> bool:
    """Even if it has attacked already this round: as if it were still to attack."""
    acted, swings, mode = who.acted, who.swings, who.mode
    who.acted, who.swings, who.mode = False, 0, NOBODY
    strikes = can_strike(f, who, leaver)
    who.acted, who.swings, who.mode = acted, swings, mode
    return strikes


@rule
def parting_blow(f: Fight) -> None:
    """One opponent's attack at +2, once for each move; when all have struck, the move itself. At a seam."""
    leaver = f.who[f.leaver]
    if leaver.able:
        for c in f.who[: f.n]:
            if c.able and c.side != leaver.side and not c.parted and is_left(f, leaver, c) and can_part(f, c, leaver):
                c.parted = True
                f.edge, f.edge_reason = f.rules[PARTING], STRUCK_AT
                attack(f, c, leaver, parting_weapon(f, c), False, False)
                return
    for c in f.who[: f.n]:
        c.parted = False
    x, y, z = f.leave_x, f.leave_y, f.leave_z
    f.leaver, f.leave_x, f.leave_y, f.leave_z = NOBODY, 0, 0, 0
    if leaver.able:
        arrive(f, leaver, x, y, z)


@rule
def is_left(f: Fight, leaver: Combatant, foe: Combatant) -> bool:
    return leaves_range(f, leaver, foe, f.leave_x, f.leave_y, f.leave_z)


@rule
def parting_weapon(f: Fight, who: Combatant) -> Weapon:
    """Those with several attacks have one: the hardest of those they could begin with."""
    best = who.hand
    for slot in range(len(who.kit)):
        if who.routine and who.kit[slot] != NOBODY and f.arms[who.kit[slot]].qualities & MELEE:
            if worth(f.arms[who.kit[slot]]) > worth(f.arms[who.kit[best]]):
                best = slot
    return f.arms[who.kit[best]]


@rule
def worth(weapon: Weapon) -> int:
    """Twice what it deals on the average; what is no melee weapon is worth less than nothing."""
    if weapon.qualities & MELEE == 0:
        return NOBODY
    return weapon.count * (weapon.sides + 1) + 2 * weapon.plus
