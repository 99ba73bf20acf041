"""Missiles of the tempo book: whom a shot into a melee finds, aiming, and a threat held on the string."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.purposes import FOR_STRAY_TARGET
from affray.engine.space import along_line, distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.rules.tempo import answers as A
from affray.rules.tempo import clauses as C
from affray.rules.tempo.options import THREAT
from affray.rules.tempo.tactics import takes

NEAR, FAR, SIDE = 9, 1, 6  # tempo.missile.melee, in tenths
AIM = 2
HALF_WIDTH = 25  # of the line from straight behind
BEHIND_ONE = reason(C.MISSILE_MELEE, "from straight behind the near one")
BEHIND_OTHER = reason(C.MISSILE_MELEE, "past the near one")
FROM_SIDE = reason(C.MISSILE_MELEE, "from the side, or with no clear facing")
AIMED = reason(C.MISSILE_MELEE, "a round of aiming")


@rule
def stray(f: Fight, shooter: Combatant, chosen: Combatant) -> Combatant:
    """tempo.missile.melee: who is really shot at, drawn before the roll to hit."""
    others = 0
    for c in f.who[: f.n]:
        others += 1 if fights_with(shooter, c, chosen) else 0
    if others == 0:
        return chosen
    chance = min(10, chance_of(f, shooter, chosen, others))
    drawn, victim = roll(f, shooter, FOR_STRAY_TARGET, 10), chosen.id
    if drawn > chance:
        victim = drawn_other(f, shooter, chosen, others)
    note(f, E.ROLL, C.MISSILE_MELEE, shooter, f.who[victim], drawn, chance)
    return f.who[victim]


@rule
def fights_with(shooter: Combatant, c: Combatant, chosen: Combatant) -> bool:
    """In melee with the one that is aimed at, and not the shooter itself."""
    return c.able and c.id != shooter.id and c.id != chosen.id and (c.locked == chosen.id or chosen.locked == c.id)


@rule
def drawn_other(f: Fight, shooter: Combatant, chosen: Combatant, others: int) -> int:
    """One of the others in the melee; they share evenly."""
    left = roll(f, shooter, FOR_STRAY_TARGET, others) if others > 1 else 1
    for c in f.who[: f.n]:
        if fights_with(shooter, c, chosen):
            left -= 1
            if left == 0:
                return c.id
    return chosen.id


@rule
def chance_of(f: Fight, shooter: Combatant, chosen: Combatant, others: int) -> int:
    """Tenths for the chosen one."""
    total = because(f, AIMED, AIM, shooter.aims_at == chosen.id and shooter.aimed == f.round - 1)
    at = chosen.faces
    if others == 1 and at != NOBODY and f.who[at].faces == chosen.id and fights_with(shooter, f.who[at], chosen):
        other = f.who[at]
        if straight_behind(f, shooter, chosen, other):
            return total + because(f, BEHIND_ONE, NEAR)
        if straight_behind(f, shooter, other, chosen):
            return total + because(f, BEHIND_OTHER, FAR)
    return total + because(f, FROM_SIDE, SIDE)


@rule
def straight_behind(f: Fight, shooter: Combatant, near: Combatant, far: Combatant) -> bool:
    """The near one stands between the shooter and the far one, and they are not shot at from above."""
    if f.contact or shooter.z != near.z or distance(shooter, near) >= distance(shooter, far):
        return False
    return along_line(shooter, near, far, distance(shooter, far), HALF_WIDTH)


@rule
def threaten(f: Fight, shooter: Combatant, target: Combatant) -> None:
    """tempo.missile.threat: a ranged hit may be described as taking aim."""
    if f.rules[THREAT] == 1 and shooter.threatens != target.id and takes(f, A.THREATEN, shooter, target, 0):
        shooter.threatens = target.id
        note(f, E.DECLARED, C.MISSILE_THREAT, shooter, target)
