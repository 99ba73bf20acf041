"""Morale of the classic book: when a side checks, and what breaks it."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import because, note, roll, rule, ruling
from affray.engine.vocabulary import BLESSED, FOR_LOYALTY, FOR_MORALE
from affray.rules import seams
from affray.rules.classic import clauses as C
from affray.rules.classic.clauses import FAILED, IN_MELEE, STEADFAST, SURRENDER
from affray.rules.classic.questions import SITUATION
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import BRAVER, FEARLESS, TIMID, drop_spell, give_up, rating, surrender
from affray.rules.shared.legality import in_melee

SITUATION_IS = reason(shared.MORALE_SITUATION, "the situation")


@rule
def checks_morale(f: Fight) -> bool:
    """Make one group's check; return False when nobody of this turn is left to check."""
    for c in f.who[: f.n]:
        if c.morale_due != 0 and c.turn == f.turn and c.able:
            seams.check_morale(f, c)
            return True
    return False


@rule
def check_morale(f: Fight, who: Combatant) -> None:
    """Check a retainer's loyalty, or the morale of their whole group; one reason at a time."""
    which = who.morale_due & -who.morale_due
    if who.loyalty > 0:
        check_loyalty(f, who, which)
    else:
        check_group(f, who, which)


@rule
def morale_situation(f: Fight, who: Combatant, which: int) -> int:
    """Return the referee's modifier for the situation (classic.morale.situation)."""
    return ruling(f, SITUATION, who, who, which).option


@rule
def same_group(f: Fight, a: Combatant, b: Combatant, which: int) -> bool:
    """Return whether two check by the same roll: one for each group of one rating."""
    return (
        b.side == a.side
        and b.able
        and b.morale_due & which != 0
        and b.loyalty == 0
        and b.morale_passed == a.morale_passed
        and b.conditions >> BLESSED & 1 == a.conditions >> BLESSED & 1
        and rating(f, b) == rating(f, a)
    )


@rule
def check_group(f: Fight, who: Combatant, which: int) -> None:
    """Roll 2d6; over the rating, the group breaks (classic.morale.check)."""
    needed = rating(f, who)
    fearless = needed >= FEARLESS
    if fearless or needed <= TIMID:
        note(f, E.CHECK, shared.MORALE_BOUNDS, who, who, 0, needed)
        apply_check(f, who, which, fearless, False)
    elif who.morale_passed >= f.rules[STEADFAST]:
        note(f, E.CHECK, C.MORALE_STEADFAST, who, who, who.morale_passed, needed)
        apply_check(f, who, which, True, False)
    else:
        seems = seams.morale_situation(f, who, which)
        needed += because(f, BRAVER, 1, who.conditions >> BLESSED & 1 != 0)
        needed += because(f, SITUATION_IS, seems)
        total = roll(f, who, FOR_MORALE, 6, 2)
        note(f, E.CHECK, C.MORALE_CHECK, who, who, total, needed)
        apply_check(f, who, which, total <= needed, True)


@rule
def apply_check(f: Fight, who: Combatant, which: int, holds: bool, counts: bool) -> None:
    """Settle the check of the whole group: all hold, or each breaks, a leader whose fall changes the ratings too."""
    for c in f.who[: f.n]:
        c.in_morale_group = same_group(f, who, c, which)
    for c in f.who[: f.n]:
        if c.in_morale_group:
            c.in_morale_group = False
            settle_one(f, c, which, holds, counts)


@rule
def settle_one(f: Fight, who: Combatant, which: int, holds: bool, counts: bool) -> None:
    who.morale_due &= ~which
    if not holds:
        break_down(f, who)
    elif counts:
        who.morale_passed += 1


@rule
def break_down(f: Fight, who: Combatant) -> None:
    """Flee if there is a way out; by option surrender anyway, or if a foe is beside one (classic.morale.check)."""
    yields = f.rules[FAILED] == SURRENDER or (f.rules[FAILED] == IN_MELEE and in_melee(f, who))
    if yields and f.side[who.side].way_out:
        lay_down_arms(f, who, C.MORALE_CHECK)
    else:
        give_up(f, who, C.MORALE_CHECK)


@rule
def lay_down_arms(f: Fight, who: Combatant, clause: int) -> None:
    """Surrender although there is a way out; a declared spell is dropped."""
    who.morale_due = 0
    if who.current_spell != NOBODY:
        drop_spell(f, who)
    surrender(f, who, who, clause)


@rule
def check_loyalty(f: Fight, who: Combatant, which: int) -> None:
    """Roll 2d6 for each alone; at most the loyalty holds, else they flee (classic.morale.retainer)."""
    who.morale_due &= ~which
    total = roll(f, who, FOR_LOYALTY, 6, 2)
    note(f, E.CHECK, shared.MORALE_RETAINER, who, who, total, who.loyalty)
    if total > who.loyalty:
        give_up(f, who, shared.MORALE_RETAINER)
