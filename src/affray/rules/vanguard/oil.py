"""Vials and flasks of the vanguard book: how they break, holy water, burning victims, and pools of fire."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.space import distance
from affray.engine.state import KIT, NOBODY, ROOM, Combatant, Fight, Weapon
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
from affray.rules.shared.conditions import lift, put_on
from affray.rules.shared.effects import catch, finish, first_caught
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.attack import hits
from affray.rules.vanguard.options import FLAMES, POOL

EAST, NORTH = (0, 1, 1, 1, 0, -1, -1, -1), (1, 1, 0, -1, -1, -1, 0, 1)  # the eight directions
ASTRAY = 30  # vanguard.throw: 3 metres
SPRAY = 20  # vanguard.holy-water: 2 metres
RADIUS = 10  # vanguard.oil.pool: 2 metres across
MOST_POOLS = ROOM["pools"]
DIRECT = reason(C.HOLY_WATER, "a direct hit")


@rule
def throw(f: Fight, who: Combatant, target: Combatant, slot: int) -> None:
    """vanguard.throw: a ranged attack with a vial or flask; a miss breaks 3 metres off, where the lot says."""
    weapon = f.arms[who.kit[slot]]
    who.kit_left[slot] -= 1
    who.acted = True
    who.shot_round = f.round
    who.vanguard.flame_ready = who.vanguard.flame_ready and weapon.qualities & FIRE == 0
    target.times_attacked += 1
    note(f, E.DECLARED, C.THROW, who, target, who.kit[slot], who.kit_left[slot])
    if hits(f, who, target, weapon, True):
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
    """vanguard.holy-water: every undead within 2 metres of where it breaks, one a step."""
    for c in f.who[: f.n]:
        if c.in_fight and c.tags & UNDEAD and max(abs(c.x - x), abs(c.y - y), abs(c.z - z)) <= SPRAY:
            catch(f, c)
    if f.act.victims_left > 0:
        f.act.by, f.act.at = who.id, target.id


@rule
def next_splashed(f: Fight) -> None:
    """One of them: 1d8, rolled for each."""
    victim, by = first_caught(f), f.who[f.act.by]
    victim.act_victim = False
    f.act.victims_left -= 1
    if f.act.victims_left == 0:
        finish(f)
    if victim.in_fight:
        seams.suffer(f, victim, by, roll(f, by, FOR_SPLASH_DAMAGE, 8), HOLY | SPLASH, C.HOLY_WATER)


@rule
def ignite(f: Fight, who: Combatant, target: Combatant, weapon: Weapon) -> None:
    """vanguard.oil.fire: 1d8 at the hit and at the start of its next two turns."""
    target.vanguard.burning_turns = f.rules[FLAMES] - 1
    if target.vanguard.burning_turns > 0:
        put_on(f, target, who, BURNING, f.round + target.vanguard.burning_turns, C.OIL_FIRE)
    amount = roll(f, who, FOR_FIRE_DAMAGE, weapon.sides, weapon.count)
    seams.suffer(f, target, who, amount, FIRE | SPLASH, C.OIL_FIRE)


@rule
def burn(f: Fight, who: Combatant) -> None:
    """vanguard.oil.fire: at the start of its turn, until it is put out or burns out."""
    who.vanguard.burning_turns -= 1
    seams.suffer(f, who, who, roll(f, who, FOR_FIRE_DAMAGE, 8), FIRE | SPLASH, C.OIL_FIRE)
    if who.vanguard.burning_turns <= 0 and who.in_fight:
        put_out(f, who)


@rule
def put_out(f: Fight, who: Combatant) -> None:
    who.vanguard.burning_turns = 0
    lift(f, who, BURNING, C.OIL_FIRE)


@rule
def set_pool(f: Fight, who: Combatant, x: int, y: int) -> None:
    """vanguard.oil.pool: it burns up to 12 rounds, this one counted; with no room left the oldest is out."""
    if f.rules[POOL] == 0:
        return
    at = 0
    for n in range(MOST_POOLS):
        if f.vanguard.pools[n].ends_at < f.vanguard.pools[at].ends_at:
            at = n
    f.vanguard.burning_pools += 1 if f.vanguard.pools[at].ends_at == 0 else 0
    pool = f.vanguard.pools[at]
    pool.x, pool.y, pool.ends_at = x, y, f.round + f.rules[POOL] - 1
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
    """vanguard.oil.pool: 1d8 for each pool that its way from there has led into, or in which it lands."""
    for n in range(MOST_POOLS):
        if who.in_fight and who.z == 0:
            lands = z > 0 and lies_in(f, who.x, who.y, n)
            if lands or (z == 0 and not lies_in(f, x, y, n) and leads_into(f, who, x, y, n)):
                singe(f, who)


@rule
def leads_into(f: Fight, who: Combatant, x: int, y: int, pool: int) -> bool:
    """Whether the straight way comes into it; looked at metre by metre."""
    span = max(abs(who.x - x), abs(who.y - y))
    for step in range(RADIUS, span + RADIUS, RADIUS):
        part = min(step, span)
        if lies_in(f, x + (who.x - x) * part // span, y + (who.y - y) * part // span, pool):
            return True
    return False


@rule
def burn_down(f: Fight) -> None:
    """At the end of the round: pools that have burned their time are out."""
    for n in range(MOST_POOLS):
        if f.vanguard.pools[n].ends_at > 0 and f.vanguard.pools[n].ends_at <= f.round:
            f.vanguard.pools[n].x, f.vanguard.pools[n].y, f.vanguard.pools[n].ends_at = 0, 0, 0
            f.vanguard.burning_pools -= 1


@rule
def has_flame(f: Fight, who: Combatant) -> bool:
    """vanguard.oil.fire: lit already, or a torch among what it carries."""
    if who.vanguard.flame_ready:
        return True
    for slot in range(KIT):
        if who.kit[slot] != NOBODY:
            qualities = f.arms[who.kit[slot]].qualities
            if qualities & FIRE and qualities & SPLASH == 0:
                return True
    return False


@rule
def has_flask(f: Fight, who: Combatant, kind: int) -> int:
    """The place of a flask of oil or a vial of holy water that it has left; NOBODY without one."""
    for slot in range(KIT):
        if who.kit[slot] != NOBODY and who.kit_left[slot] != 0:
            qualities = f.arms[who.kit[slot]].qualities
            if qualities & SPLASH and qualities & kind:
                return slot
    return NOBODY


@rule
def nearest_friend(f: Fight, who: Combatant, target: Combatant) -> int:
    """How near one's own side is to a target; far off without a friend."""
    least = 10_000
    for c in f.who[: f.n]:
        if c.side == who.side and c.in_fight:
            least = min(least, distance(c, target))
    return least
