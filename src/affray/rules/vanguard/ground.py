"""Flasks and vials on the ground in the vanguard book: oil spilled and set alight, holy water poured out."""

from affray.engine import events as E
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.engine.vocabulary import FIRE, HOLY
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.attack import MOST_POOLS, RADIUS, oldest_pool, set_pool, splash
from affray.rules.vanguard.clauses import POOL
from affray.rules.vanguard.questions import SPILL_OIL
from affray.rules.vanguard.reach import has_flame, has_flask


@rule
def spill(f: Fight, who: Combatant, kind: int, x: int, y: int) -> None:
    """Empty a flask or vial on the ground, which needs no roll to hit (vanguard.oil.pool, vanguard.holy-water)."""
    quality = FIRE if kind == SPILL_OIL else HOLY
    slot = has_flask(f, who, quality)
    who.kit_left[slot] -= 1
    who.acted = True
    who.shot_round = f.round
    note(f, E.LOST, C.THROW, who, who, who.kit[slot], who.kit_left[slot])
    if quality == HOLY:
        splash(f, who, who, x, y, 0)
    elif has_flame(f, who):
        who.vanguard.flame_ready = False
        set_pool(f, who, x, y)
    else:
        lay_pool(f, who, x, y)


@rule
def lay_pool(f: Fight, who: Combatant, x: int, y: int) -> None:
    """Pour oil that nobody has lit yet; with no room left the oldest is gone (vanguard.oil.pool)."""
    pool = f.vanguard.pools[oldest_pool(f)]
    f.vanguard.burning_pools -= 1 if pool.ends_at > 0 else 0
    pool.x, pool.y, pool.ends_at, pool.unlit = x, y, 0, True
    note(f, E.DECLARED, C.OIL_POOL, who, who)


@rule
def set_fire(f: Fight, who: Combatant, x: int, y: int) -> None:
    """Set spilled oil alight, which burns from now on (vanguard.oil.pool)."""
    pool = f.vanguard.pools[unlit_pool_at(f, x, y)]
    who.acted = True
    pool.unlit = False
    pool.ends_at = f.round + max(1, f.rules[POOL]) - 1
    f.vanguard.burning_pools += 1
    note(f, E.ROLL, C.OIL_POOL, who, who, pool.ends_at)


@rule
def unlit_pool_at(f: Fight, x: int, y: int) -> int:
    """Return the number of the pool of unlit oil around a place; NOBODY without one."""
    for n in range(MOST_POOLS):
        pool = f.vanguard.pools[n]
        if pool.unlit and abs(x - pool.x) <= RADIUS and abs(y - pool.y) <= RADIUS:
            return n
    return NOBODY
