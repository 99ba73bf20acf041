"""Who acts when in a round of the classic book, and the steps of a side's turn, for those who look on."""

from __future__ import annotations

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import MISSILE
from affray.rules.book import Course, Order
from affray.rules.classic.turn import LAST, MELEE, MISSILES, MOVING, ROUND_END, SPELLS, TURN
from affray.rules.shared.legality import arm
from affray.rules.shared.order import everybody_has_acted, has_passed, in_hand, order_of_turns, sort_order


def order(f: Fight) -> Order | None:
    """Return who acts in which turn: side by side by initiative, and then the slow (classic.round.sequence)."""
    if f.phase < TURN:
        return None
    if f.phase == ROUND_END:
        return everybody_has_acted(f)
    if f.phase == LAST:
        return order_of_slow(f)
    acting = in_hand(f) if f.phase > TURN else NOBODY
    found = order_of_turns(f, acting, lambda c: has_had_turn(f, c))
    slow = [f.who[n] for n in found.done if f.who[n].attacks_late and not f.who[n].acted]
    turns = [(f.who[one.who], one.turn) for one in found.coming] + [(c, f.turn_count + c.turn) for c in slow]
    return sort_order(f, acting, turns, [f.who[n] for n in found.done if f.who[n] not in slow], has_no_part)


def has_no_part(f: Fight, who: Combatant) -> bool:
    """Return whether somebody is not asked any more in this step of their side's turn, but may be in a later one."""
    if has_passed(f, who):
        return True
    if f.phase == MISSILES:
        return arm(f, who).qualities & MISSILE == 0 and who.breaths == 0
    return f.phase == SPELLS and who.current_spell == NOBODY and who.turning_level == 0


def has_had_turn(f: Fight, who: Combatant) -> bool:
    """Return whether somebody has nothing more to do in their side's turn: the slow strike after all turns."""
    if who.acted or (f.phase == MELEE and has_passed(f, who)):
        return True
    return who.attacks_late and (f.phase > MOVING or (f.phase == MOVING and has_passed(f, who)))


def order_of_slow(f: Fight) -> Order:
    """Return the order of slow weapons, and of what always acts last (classic.initiative.slow)."""
    acting = in_hand(f)
    late = [c for c in f.who[: f.n] if c.able and c.attacks_late and not c.acted]
    coming = [c for c in late if c.id == acting or c.turn > f.turn or (c.turn == f.turn and not has_passed(f, c))]
    done = [c for c in f.who[: f.n] if c.able and c not in coming]
    return sort_order(f, acting, [(c, f.turn_count + c.turn) for c in coming], done)


COURSE = Course(
    order,
    side_steps=("morale", "movement", "missiles", "spells", "melee"),
    words={"movement": "move", "slow": "slow weapons"},
)
