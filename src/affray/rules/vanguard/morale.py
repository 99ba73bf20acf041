"""Morale of the vanguard book, which its chapter leaves out: when a group checks, and what breaks it."""

from affray.engine import events as E
from affray.engine.clauses import OTHERS_TOO, reason
from affray.engine.state import Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import BLESSED, FLEEING, FOR_MORALE
from affray.rules import seams
from affray.rules.seams import DROPPED
from affray.rules.shared.damage import BRAVER, give_up, rating
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.clauses import FIRST_LOSS, HALF_LOST, MORALE_CHECKS, TRIGGERS

HALF_OF_IT = reason(C.FRACTIONS, "at least half of the side")
FEARLESS = 12


@rule
def trigger_morale(f: Fight, who: Combatant, moment: int) -> None:
    """Trigger a check at the first loss of a side, and at half of it; both at once are one (vanguard.morale)."""
    side = f.side[who.side]
    if moment == DROPPED and f.rules[MORALE_CHECKS] == 1 and side.morale_met != FIRST_LOSS | HALF_LOST:
        met = FIRST_LOSS | (HALF_LOST if 2 * side.out_of_action >= side.size else 0)
        which = met & f.rules[TRIGGERS] & ~side.morale_met
        if which != 0:
            trigger(f, side, who, which)


@rule
def trigger(f: Fight, side: Side, who: Combatant, which: int) -> None:
    """Set off a trigger, each once a fight, for all who can lose heart."""
    side.morale_met |= which
    anybody = False
    for c in f.who[: f.n]:
        if c.side == side.id and can_lose_heart(f, c):
            c.morale_due |= which
            anybody = True
    if anybody:
        because(f, HALF_OF_IT, 0, which & HALF_LOST != 0)
        note(f, E.DUE, C.MORALE, who, who, which, side.out_of_action)


@rule
def can_lose_heart(f: Fight, who: Combatant) -> bool:
    """Return whether `who` checks: not a player's character, nor the fearless, nor who is in flight already."""
    in_flight = who.conditions >> FLEEING & 1 != 0
    return who.able and not who.player and not in_flight and courage(f, who) < FEARLESS


@rule
def courage(f: Fight, who: Combatant) -> int:
    """Return the morale rating; of a retainer their loyalty."""
    return who.loyalty if who.loyalty > 0 else rating(f, who)


@rule
def anybody_checks(f: Fight) -> bool:
    """Check one group's morale at once; return False when nobody has a check due."""
    for c in f.who[: f.n]:
        if has_to_check(c):
            seams.check_morale(f, c)
            return True
    return False


@rule
def has_to_check(who: Combatant) -> bool:
    return who.morale_due != 0 and who.able and who.conditions >> FLEEING & 1 == 0


@rule
def check_morale(f: Fight, who: Combatant) -> None:
    """Roll 2d6; over the rating, all of one rating break; several reasons are one check (vanguard.morale)."""
    needed, others = courage(f, who), -1
    for c in f.who[: f.n]:
        c.in_morale_group = same_group(f, who, c)
        others += 1 if c.in_morale_group else 0
    because(f, OTHERS_TOO, others, others > 0)
    needed += because(f, BRAVER, 1, who.conditions >> BLESSED & 1 != 0)
    total = roll(f, who, FOR_MORALE, 6, 2)
    note(f, E.CHECK, C.MORALE, who, who, total, needed)
    for c in f.who[: f.n]:
        if c.in_morale_group:
            c.in_morale_group = False
            c.morale_due = 0
            if total > needed:
                give_up(f, c, C.MORALE)


@rule
def never_fights(f: Fight, who: Combatant) -> bool:
    """Return False: only a loss makes anybody check, also the most timid (vanguard.morale)."""
    return False


@rule
def same_group(f: Fight, a: Combatant, b: Combatant) -> bool:
    """Return whether two check by one roll: one for each group of one rating."""
    if b.side != a.side or not has_to_check(b):
        return False
    return courage(f, a) == courage(f, b) and b.conditions >> BLESSED & 1 == a.conditions >> BLESSED & 1
