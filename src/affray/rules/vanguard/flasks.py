"""Flasks and vials in the vanguard book: oil and holy water, thrown or poured out, and what burns."""

from affray.engine import events as E
from affray.engine.clauses import REMARK, reason
from affray.engine.space import distance
from affray.engine.state import ALWAYS, NOBODY, ROOM, Combatant, Fight, Pool, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import (
    BURNING,
    FIRE,
    FOR_DIRECTION,
    FOR_FIRE_DAMAGE,
    FOR_FLASK_DAMAGE,
    FOR_SPLASH_DAMAGE,
    HOLY,
    SPLASH,
    UNDEAD,
)
from affray.rules import seams
from affray.rules.shared.damage import (
    lift,
    put_on,
)
from affray.rules.shared.effects import catch, finish, first_caught
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.attack import hits
from affray.rules.vanguard.clauses import (
    FLAMES,
    POOL,
)
from affray.rules.vanguard.questions import SPILL_OIL
from affray.rules.vanguard.reach import has_flame, has_flask

EAST, NORTH = (0, 1, 1, 1, 0, -1, -1, -1), (1, 1, 0, -1, -1, -1, 0, 1)  # the eight directions
ASTRAY = 30  # vanguard.throw: 3 metres
SPRAY = 20  # vanguard.holy-water: 2 metres
RADIUS = 10  # vanguard.oil.pool: 2 metres across
MOST_POOLS = ROOM["pools"]
DIRECT = reason(C.HOLY_WATER, "a direct hit", REMARK)


@rule
def throw(f: Fight, who: Combatant, target: Combatant, slot: int) -> None:
    """Make a ranged attack with a vial or flask; a miss breaks 3 metres off, where the lot says (vanguard.throw)."""
    weapon = f.arms[who.kit[slot]]
    who.kit_left[slot] -= 1
    who.acted = True
    who.shot_round = f.round
    who.vanguard.flame_ready = who.vanguard.flame_ready and weapon.qualities & FIRE == 0
    target.times_attacked += 1
    note(f, E.DECLARED, C.THROW, who, target, who.kit[slot], who.kit_left[slot])
    if hits(f, who, target, weapon, True):
        f.critical = False
        break_on(f, who, target, weapon)
        return
    drawn = roll(f, who, FOR_DIRECTION, 8)
    note(f, E.ROLL, C.THROW, who, target, drawn)
    x, y = target.x + ASTRAY * EAST[drawn - 1], target.y + ASTRAY * NORTH[drawn - 1]
    if weapon.qualities & HOLY:
        splash(f, who, target, x, y, 0)
    else:
        set_pool(f, who, x, y)


@rule
def break_on(f: Fight, who: Combatant, target: Combatant, weapon: Weapon) -> None:
    if weapon.qualities & HOLY == 0:
        ignite(f, who, target, weapon)
        return
    splash(f, who, target, target.x, target.y, target.z)
    if target.tags & UNDEAD:
        amount = roll(f, who, FOR_FLASK_DAMAGE, weapon.sides, weapon.count) + because(f, DIRECT, 0)
        seams.suffer(f, target, who, amount, HOLY | SPLASH, C.HOLY_WATER)


@rule
def splash(f: Fight, who: Combatant, target: Combatant, x: int, y: int, z: int) -> None:
    """Splash every undead within 2 metres of where the vial breaks, one a step (vanguard.holy-water)."""
    for c in f.who[: f.n]:
        if c.in_fight and c.tags & UNDEAD and max(abs(c.x - x), abs(c.y - y), abs(c.z - z)) <= SPRAY:
            catch(f, c)
    if f.act.victims_left > 0:
        f.act.by, f.act.at = who.id, target.id


@rule
def next_splashed(f: Fight) -> None:
    """Splash one of them for 1d8, rolled for each."""
    victim, by = first_caught(f), f.who[f.act.by]
    victim.act_victim = False
    f.act.victims_left -= 1
    if f.act.victims_left == 0:
        finish(f)
    if victim.in_fight:
        seams.suffer(f, victim, by, roll(f, by, FOR_SPLASH_DAMAGE, 8), HOLY | SPLASH, C.HOLY_WATER)


@rule
def ignite(f: Fight, who: Combatant, target: Combatant, weapon: Weapon) -> None:
    """Deal 1d8 at the hit and at the start of the target's next two turns (vanguard.oil.fire)."""
    target.vanguard.burning_turns = f.rules[FLAMES] - 1
    if target.vanguard.burning_turns > 0:
        put_on(f, target, who, BURNING, f.round + target.vanguard.burning_turns, C.OIL_FIRE)
    amount = roll(f, who, FOR_FIRE_DAMAGE, weapon.sides, weapon.count)
    seams.suffer(f, target, who, amount, FIRE | SPLASH, C.OIL_FIRE)


@rule
def burn(f: Fight, who: Combatant) -> None:
    """Burn `who` at the start of their turn, until the fire is put out or burns out (vanguard.oil.fire)."""
    who.vanguard.burning_turns -= 1
    seams.suffer(f, who, who, roll(f, who, FOR_FIRE_DAMAGE, 8), FIRE | SPLASH, C.OIL_FIRE)
    if who.vanguard.burning_turns <= 0 and who.in_fight:
        put_out(f, who)


@rule
def put_out(f: Fight, who: Combatant) -> None:
    who.vanguard.burning_turns = 0
    lift(f, who, BURNING, C.OIL_FIRE)


@rule
def oldest_pool(f: Fight) -> int:
    """Return an empty place for a pool, or that of the one that burns out first."""
    at = 0
    for n in range(MOST_POOLS):
        if age(f.vanguard.pools[n]) < age(f.vanguard.pools[at]):
            at = n
    return at


@rule
def age(pool: Pool) -> int:
    """Return when a pool is over: 0 for none, unlit oil after all that burns."""
    return ALWAYS if pool.unlit else pool.ends_at


@rule
def set_pool(f: Fight, who: Combatant, x: int, y: int) -> None:
    """Set a pool that burns up to 12 rounds, this one counted; without room put out the oldest (vanguard.oil.pool)."""
    if f.rules[POOL] == 0:
        return
    pool = f.vanguard.pools[oldest_pool(f)]
    f.vanguard.burning_pools += 1 if pool.ends_at == 0 else 0
    pool.x, pool.y, pool.ends_at, pool.unlit = x, y, f.round + f.rules[POOL] - 1, False
    note(f, E.ROLL, C.OIL_POOL, who, who, pool.ends_at)


@rule
def lies_in(f: Fight, x: int, y: int, pool: int) -> bool:
    burning = f.vanguard.pools[pool]
    return burning.ends_at > 0 and abs(x - burning.x) <= RADIUS and abs(y - burning.y) <= RADIUS


@rule
def stands_in_fire(f: Fight, who: Combatant) -> bool:
    for n in range(MOST_POOLS):
        if who.z == 0 and lies_in(f, who.x, who.y, n):
            return True
    return False


@rule
def singe(f: Fight, who: Combatant) -> None:
    seams.suffer(f, who, who, roll(f, who, FOR_FIRE_DAMAGE, 8), FIRE | SPLASH, C.OIL_POOL)


@rule
def cross_pools(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Deal 1d8 for each pool that the way from there has led into, or in which `who` lands (vanguard.oil.pool)."""
    for n in range(MOST_POOLS):
        if who.in_fight and who.z == 0:
            lands = z > 0 and lies_in(f, who.x, who.y, n)
            if lands or (z == 0 and not lies_in(f, x, y, n) and leads_into(f, who, x, y, n)):
                singe(f, who)


@rule
def leads_into(f: Fight, who: Combatant, x: int, y: int, pool: int) -> bool:
    """Return whether the straight way comes into the pool; look metre by metre."""
    span = max(abs(who.x - x), abs(who.y - y))
    for step in range(RADIUS, span + RADIUS, RADIUS):
        part = min(step, span)
        if lies_in(f, x + (who.x - x) * part // span, y + (who.y - y) * part // span, pool):
            return True
    return False


@rule
def burn_down(f: Fight) -> None:
    """Put out pools that have burned their time, at the end of the round."""
    for n in range(MOST_POOLS):
        if f.vanguard.pools[n].ends_at > 0 and f.vanguard.pools[n].ends_at <= f.round:
            f.vanguard.pools[n].x, f.vanguard.pools[n].y, f.vanguard.pools[n].ends_at = 0, 0, 0
            f.vanguard.burning_pools -= 1


@rule
def nearest_friend(f: Fight, who: Combatant, target: Combatant) -> int:
    """Return how near one's own side is to a target; far off without a friend."""
    least = 10_000
    for c in f.who[: f.n]:
        if c.side == who.side and c.in_fight:
            least = min(least, distance(c, target))
    return least


# --- on the ground


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
