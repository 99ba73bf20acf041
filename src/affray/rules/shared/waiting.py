"""Who lies in wait (affray.wait): how somebody steps out of a fight without leaving it, and joins it again."""

from __future__ import annotations

from affray.engine import events as E
from affray.engine.clauses import WAIT, cite
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight
from affray.engine.verbs import note
from affray.engine.vocabulary import GONE, LURKING
from affray.rules import seams
from affray.rules.shared import clauses as C
from affray.rules.shared.damage import begin, weigh


def lurks(who: Combatant) -> bool:
    """Return whether somebody lies in wait, and may join."""
    return who.conditions & GONE == 1 << LURKING


def lie_in_wait(f: Fight, who: Combatant) -> None:
    """Let somebody take no part from here on: to the rules they are as one who has not come yet."""
    cite(WAIT)
    begin(f, who, LURKING, ALWAYS)
    f.side[who.side].size -= 1
    if who.waiting:
        who.waiting = False
        f.waiting_count -= 1
    who.morale_due, who.current_spell = 0, NOBODY
    part_from_foes(f, who)
    list_firsts(f)


def join(f: Fight, who: Combatant) -> None:
    """Let somebody who lay in wait take part, as a newcomer does."""
    side = f.side[who.side]
    who.conditions &= ~(1 << LURKING)
    who.ends_at[LURKING] = 0
    side.size += 1
    weigh(f, who, False, False)
    who.turn, f.scan_end = side.turn, f.n
    f.needs_upkeep = f.needs_upkeep or who.aura != NOBODY or who.regenerates > 0
    list_firsts(f)
    if who.max_hp == 0:
        who.hp = who.max_hp = seams.hit_points(f, who)
        note(f, E.ROLL, C.HP_ROLL, who, who, who.hp)
    seams.prepare_newcomer(f, who)


def part_from_foes(f: Fight, who: Combatant) -> None:
    """End what somebody who changes sides, or is gone, had begun with others, and they with them."""
    for c in f.who[: f.n]:
        if c.id == who.id or c.faced_foe == who.id:
            c.faced_foe = NOBODY
        if c.id == who.id or c.attached_to == who.id:
            c.attached_to = NOBODY


def list_firsts(f: Fight) -> None:
    """Find the first member of each side, and the first foe that each of them faces."""
    for side in f.side[: f.sides]:
        there = [c.id for c in f.who[: f.n] if c.side == side.id and not c.conditions >> LURKING & 1]
        side.first_member = min(there, default=side.first_member)
        side.first_foe = min((c.id for c in f.who[: f.n] if c.in_fight and c.side != side.id), default=f.n)
