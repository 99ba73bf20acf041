"""Morale of the fourfold book: checked at once when the first falls and when half are down."""

from affray.engine import events as E
from affray.engine.clauses import NOBODY_CHECKS, reason
from affray.engine.state import Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, rule, ruling
from affray.engine.vocabulary import BLESSED, DEAD, FLEEING, FOR_MORALE, HELPLESS, PETRIFIED
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.clauses import FIRST_DOWN, HALF_DOWN, TRIGGERS
from affray.rules.fourfold.questions import SITUATION
from affray.rules.seams import DIED, DROPPED
from affray.rules.shared.damage import BRAVER, give_up, rating

SITUATION_IS = reason(C.MORALE_TRIGGERS, "the situation")
FEARLESS = 12
DOWN = HELPLESS | 1 << DEAD | 1 << PETRIFIED


@rule
def trigger_morale(f: Fight, who: Combatant, moment: int) -> None:
    """Call for checks when the first of a side is down, and when half of it is (fourfold.morale.triggers)."""
    if (moment != DROPPED and moment != DIED) or not is_down(who):
        return
    side = f.side[who.side]
    many = count_fallen(f, side)
    met = FIRST_DOWN if many >= 1 else 0
    met |= HALF_DOWN if 2 * many >= side.size else 0
    met &= f.rules[TRIGGERS] & ~side.morale_met
    if met != 0:
        side.morale_met |= met
        anybody = False
        for c in f.who[: f.n]:
            if c.side == side.id and c.in_fight and not c.player and c.id != who.id:
                c.morale_due |= met
                anybody = True
        because(f, NOBODY_CHECKS, 0, not anybody)
        note(f, E.DUE, C.MORALE_TRIGGERS, who, who, met, many)


@rule
def is_down(who: Combatant) -> bool:
    """Return whether the fight has left somebody dead, dying or helpless: stone is both."""
    return who.conditions & DOWN & ~who.began_with != 0


@rule
def count_fallen(f: Fight, side: Side) -> int:
    """Count those of a side who are down."""
    many = 0
    for c in f.who[: f.n]:
        if c.side == side.id and is_down(c):
            many += 1
    return many


@rule
def checks_morale(f: Fight) -> bool:
    """Make one group's check, as soon as it is due; return False when nobody has to."""
    for c in f.who[: f.n]:
        if c.morale_due != 0 and must_check(c):
            before = c.morale_due
            seams.check_morale(f, c)
            if c.morale_due == before:  # another book's check passes over who can't act
                c.morale_due = 0
            return True
    return False


@rule
def must_check(who: Combatant) -> bool:
    """Return whether they check morale: the fallen and the fleeing have nothing to decide."""
    return who.in_fight and who.conditions & (HELPLESS | 1 << FLEEING) == 0


@rule
def morale_situation(f: Fight, who: Combatant, which: int) -> int:
    """Return the referee's modifier for the situation (fourfold.morale.triggers)."""
    return ruling(f, SITUATION, who, who, which).option


@rule
def check_morale(f: Fight, who: Combatant) -> None:
    """Make one roll for all of one rating; two reasons at once are one check (fourfold.morale.check)."""
    if not must_check(who):
        who.morale_due = 0
        return
    needed = rating(f, who)
    if needed >= FEARLESS:
        note(f, E.CHECK, C.MORALE_RATING, who, who, 0, needed)
        apply_check(f, who, True)
        return
    seems = seams.morale_situation(f, who, who.morale_due)
    needed += because(f, BRAVER, 1, who.conditions >> BLESSED & 1 != 0)
    needed += because(f, SITUATION_IS, seems, seems != 0)
    total = roll(f, who, FOR_MORALE, 6, 2)
    note(f, E.CHECK, C.MORALE_CHECK, who, who, total, needed)
    apply_check(f, who, total <= needed)


@rule
def never_fights(f: Fight, who: Combatant) -> bool:
    """Return False: the most timid too wait for the first who is down (fourfold.morale.triggers)."""
    return False


@rule
def apply_check(f: Fight, who: Combatant, holds: bool) -> None:
    """Settle the check of the whole group: a leader whose fall changes the ratings is in it too."""
    for c in f.who[: f.n]:
        c.in_morale_group = c.morale_due != 0 and must_check(c) and same_group(f, who, c)
    for c in f.who[: f.n]:
        if c.in_morale_group:
            c.in_morale_group = False
            c.morale_due = 0
            if holds:
                c.morale_passed += 1
            else:
                give_up(f, c, C.MORALE_CHECK)


@rule
def same_group(f: Fight, a: Combatant, b: Combatant) -> bool:
    return (
        b.side == a.side and b.conditions >> BLESSED & 1 == a.conditions >> BLESSED & 1 and rating(f, b) == rating(f, a)
    )
