"""Morale of the procedure book: the first casualty and half the side, and every single one checks for itself."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import BLESSED, FLEEING, FOR_MORALE, OUT, SURRENDERED
from affray.rules.procedure import clauses as C
from affray.rules.procedure.clauses import FAILED, FIRST_CASUALTY, HALF_OUT, IN_MELEE, SURRENDER, TRIGGERS
from affray.rules.procedure.spells import drop_spell
from affray.rules.seams import DROPPED
from affray.rules.shared.damage import BRAVER, put_on, rating, surrender
from affray.rules.shared.legality import in_melee

CASUALTY = OUT & ~(1 << SURRENDERED)
FEARLESS, TIMID = 12, 2  # procedure.morale.scale
HALF = reason(C.MORALE_TRIGGERS, "at least half of the side")


@rule
def trigger_morale(f: Fight, who: Combatant, moment: int) -> None:
    """Call for checks at the first dead or out of a side, and at half of it (procedure.morale.triggers)."""
    if moment != DROPPED or not is_casualty(who):
        return
    side = f.side[who.side]
    met = FIRST_CASUALTY
    if 2 * casualties(f, side) >= side.size:
        met |= HALF_OUT
    met &= f.rules[TRIGGERS] & ~side.morale_met
    if met != 0:
        call_for_checks(f, side, who, met)


@rule
def is_casualty(who: Combatant) -> bool:
    """Return whether the fight has killed somebody or put them out of action."""
    return who.conditions & CASUALTY & ~who.began_with != 0


@rule
def casualties(f: Fight, side: Side) -> int:
    """Count the casualties of a side: neither fled nor given up."""
    many = 0
    for c in f.who[: f.n]:
        if c.side == side.id and is_casualty(c):
            many += 1
    return many


@rule
def call_for_checks(f: Fight, side: Side, who: Combatant, met: int) -> None:
    """Call each single one of a side to a check, but for players' characters and for the casualty itself.

    Each reason counts once a fight; both at once are one check."""
    side.morale_met |= met
    many = 0
    for c in f.who[: f.n]:
        if c.side == side.id and c.in_fight and not c.player and c.id != who.id:
            c.morale_due |= met
            many += 1
    if many > 0:
        because(f, HALF, 0, met & HALF_OUT != 0)
        note(f, E.DUE, C.MORALE_TRIGGERS, who, who, met, casualties(f, side))


@rule
def whose_check(f: Fight) -> int:
    """Return the first who must check and can; NOBODY without one. Whoever runs already need not."""
    for c in f.who[: f.n]:
        if c.morale_due != 0 and c.able and c.conditions >> FLEEING & 1 == 0:
            return c.id
    return NOBODY


@rule
def check_morale(f: Fight, who: Combatant) -> None:
    """Roll 2d6; over their rating they break, and they alone (procedure.morale.check)."""
    who.morale_due = 0
    needed = rating(f, who)
    if needed >= FEARLESS or needed <= TIMID:
        note(f, E.CHECK, C.MORALE_SCALE, who, who, 0, needed)
        if needed <= TIMID:
            give_up(f, who)
        return
    needed += because(f, BRAVER, 1, who.conditions >> BLESSED & 1 != 0)
    total = roll(f, who, FOR_MORALE, 6, 2)
    note(f, E.CHECK, C.MORALE_CHECK, who, who, total, needed)
    if total > needed:
        give_up(f, who)


@rule
def give_up(f: Fight, who: Combatant) -> None:
    """Make them retreat on their next move if there is a way out, else surrender, by option in any case or in melee;
    drop a declared spell."""
    if who.current_spell != NOBODY:
        drop_spell(f, who)
    yields = f.rules[FAILED] == SURRENDER or (f.rules[FAILED] == IN_MELEE and in_melee(f, who))
    if f.side[who.side].way_out and not yields:
        put_on(f, who, who, FLEEING, ALWAYS, C.MORALE_CHECK)
    else:
        surrender(f, who, who, C.MORALE_CHECK)


@rule
def morale_situation(f: Fight, who: Combatant, which: int) -> int:
    """Return 0, the referee's modifier for another book's morale: this one asks for none."""
    return 0
