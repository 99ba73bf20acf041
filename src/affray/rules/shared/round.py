"""What happens round by round in several books: meeting, whose turn it is, auras, fire and recovery."""

from affray.engine import clauses as A
from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.space import nearest_foe
from affray.engine.state import ALWAYS, KIT, NOBODY, STAND_OFF, Combatant, Fight
from affray.engine.verbs import because, note, roll, roll_for_referee, rule
from affray.engine.vocabulary import (
    ABSENT,
    FOR_DAMAGE,
    FOR_DISTANCE,
    FOR_HIT_POINTS,
    FOR_NUMBER,
    MELEE,
    SLOW,
    THROWN,
    UNAWARE,
)
from affray.rules import seams
from affray.rules.shared import clauses as C
from affray.rules.shared.attack import drop
from affray.rules.shared.clauses import HALF_OUT, SLOW_CROSSBOW
from affray.rules.shared.damage import begin, burn, burns, end, lapse, put_on, regenerate
from affray.rules.shared.effects import release
from affray.rules.shared.legality import DROP, arm

EAST, NORTH = (0, 1, 0, 1, -1, 0, -1, 1), (0, 0, 1, 1, 0, -1, -1, -1)  # where the sides stand, in distances


@rule
def muster(f: Fight) -> bool:
    """classic.number: how many of one kind there are; False when all are counted."""
    if f.groups_counted >= len(f.groups) or f.groups[f.groups_counted].size == 0:
        return False
    group = f.groups[f.groups_counted]
    f.groups_counted += 1
    many = max(1, roll_for_referee(f, FOR_NUMBER, group.sides, group.count) * group.times + group.plus)
    note(f, E.ROLL, C.NUMBER, f.who[group.first], f.who[group.first], many)
    for c in f.who[group.first : group.first + group.size]:
        if c.id >= group.first + many:
            f.side[c.side].size -= 1
            begin(f, c, ABSENT, ALWAYS)
    return True


@rule
def roll_hp(f: Fight) -> bool:
    """classic.hp.roll: one combatant's hit points; False when all have theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.max_hp == 0 and who.in_fight:
            who.hp = hit_points(f, who)
            who.max_hp = who.hp
            note(f, E.ROLL, C.HP_ROLL, who, who, who.hp)
            return True
    f.cursor = 0
    return False


@rule
def hit_points(f: Fight, who: Combatant) -> int:
    """Each hit die gives at least 1, CON counted in."""
    each = con_a_die(who)
    if each >= 0:
        return max(who.hp_least, roll(f, who, FOR_HIT_POINTS, who.hp_sides, who.hp_count) + who.hp_plus)
    total = who.hp_plus - each * who.hp_count
    for _ in range(who.hp_count):
        total += max(1, roll(f, who, FOR_HIT_POINTS, who.hp_sides) + each)
    return total


@rule
def con_a_die(who: Combatant) -> int:
    """What CON adds to each die of a character; levels beyond its dice add without it."""
    beyond = who.hp_least - who.hp_count
    return (who.hp_plus - beyond) // who.hp_count if who.character else 0


@rule
def roll_distance(f: Fight) -> None:
    """classic.distance: 2d6 × 10 feet indoors, 4d6 × 10 yards outdoors, 1d4 × 10 yards with a side surprised."""
    if f.outdoors and any_surprised(f):
        shown = roll_for_referee(f, FOR_DISTANCE, 4)
    else:
        shown = roll_for_referee(f, FOR_DISTANCE, f.distance_sides, f.distance_count)
    f.start_distance = shown * f.distance_times
    f.distance_count, f.distance_sides, f.distance_times = 0, 0, 0
    note(f, E.ROLL, C.DISTANCE, f.who[0], f.who[0], f.start_distance)


@rule
def any_surprised(f: Fight) -> bool:
    for side in f.side[: f.sides]:
        if side.surprised:
            return True
    return False


@rule
def draw_up(f: Fight) -> None:
    """Each side takes its place at that distance and looks towards the nearest foe; some would rather not fight."""
    for c in f.who[: f.n]:
        c.x += EAST[c.side] * f.start_distance
        c.y += NORTH[c.side] * f.start_distance
    for c in f.who[: f.n]:
        if not f.contact:
            look(f, c)
        if c.in_fight and not c.player and c.loyalty == 0 and seams.never_fights(f, c):
            c.morale_due |= HALF_OUT << 1
    seams.settle(f)


@rule
def look(f: Fight, who: Combatant) -> None:
    at = nearest_foe(f, who)
    if at != NOBODY:
        foe = f.who[at]
        who.heading_x = (foe.x > who.x) - (foe.x < who.x)
        who.heading_y = (foe.y > who.y) - (foe.y < who.y)


@rule
def free_round(f: Fight, clause: int) -> bool:
    """Whether some side is surprised and another is not; then the surprised are unaware until it is over."""
    surprised = 0
    for side in f.side[: f.sides]:
        surprised += 1 if side.surprised else 0
    if surprised == 0 or surprised == f.sides:
        return False
    for c in f.who[: f.n]:
        if f.side[c.side].surprised and c.in_fight:
            put_on(f, c, c, UNAWARE, 1, clause)
    return True


@rule
def take_in_hand(f: Fight, who: Combatant, slot: int) -> None:
    """classic.initiative.slow: two-handed melee weapons act last, by option the crossbow too; and what always does."""
    who.hand = slot
    weapon = arm(f, who)
    who.attacks_late = who.acts_last or (
        weapon.qualities & SLOW != 0 and (weapon.qualities & MELEE != 0 or f.rules[SLOW_CROSSBOW] == 1)
    )


@rule
def call_time(f: Fight) -> None:
    """affray.limit: a stand-off, unless a side was to hold out for so long and still stands."""
    if f.holding_side != NOBODY and f.side[f.holding_side].standing > 0:
        end(f, f.holding_side)
    else:
        f.winner = STAND_OFF
        note(f, E.END, A.LIMIT, f.who[0], f.who[0], f.winner, f.round)


@rule
def fresh(f: Fight, who: Combatant) -> None:
    """What each has done this round is forgotten; a run without a halt goes on."""
    if who.moved == 0:
        who.run_distance = 0
    who.moved = 0
    who.acted = False
    who.declared = 0
    who.current_spell = NOBODY
    who.was_able = False
    who.attacks_made = 0
    who.mode = NOBODY
    who.times_attacked = 0
    who.hug_hits = 0
    who.hug_target = NOBODY


@rule
def next_aura(f: Fight) -> bool:
    """Gazes, songs, stenches and dreadful sights, before anybody acts; False when there is none left."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and who.aura != NOBODY:
            release(f, who, who.aura, who)
            if f.act.victims_left > 0:
                return True
    return False


@rule
def end_round(f: Fight) -> None:
    """What burns burns out, one a step; then wounds close and conditions lapse."""
    ailing = f.needs_upkeep or f.waiting_count > 0
    for c in f.who[: f.n]:
        ailing |= c.in_fight & (c.conditions != 0)
    if ailing and somebody_burns(f):
        return
    if ailing:
        recover(f)
    f.phase = ROUND


@rule
def somebody_burns(f: Fight) -> bool:
    for c in f.who[: f.n]:
        if burns(f, c):
            burn(f, c)
            return True
    return False


@rule
def recover(f: Fight) -> None:
    for c in f.who[: f.n]:
        if c.regenerates > 0:
            regenerate(f, c)
        if c.conditions != 0:
            lapse(f, c)
        if c.waiting:
            c.waiting = False
            f.waiting_count -= 1


MUSTER, HIT_POINTS, MEETING, ROUND = range(4)
LEAVES_HAND = reason(C.WEAPON_THROWN, "thrown")


@rule
def forget_order(f: Fight) -> None:
    f.went_first_count = 0
    for c in f.who[: f.n]:
        c.went_first = False


@rule
def next_in_step(f: Fight) -> int:
    """Whose moment it is: who was let go first, else the next in the list; NOBODY when all have had theirs."""
    if f.next_actor != NOBODY:
        at = f.next_actor
        f.next_actor = NOBODY
        if acts(f, f.who[at]):
            return at
    while f.cursor < f.scan_end:
        at = f.cursor
        f.cursor += 1
        c = f.who[at]
        if c.turn == f.turn and not c.went_first and acts(f, c):
            return at
    return NOBODY


@rule
def acts(f: Fight, who: Combatant) -> bool:
    """Able; in a simultaneous turn, able when the step began."""
    return who.able or (f.simultaneous and who.was_able)


@rule
def loose(f: Fight, who: Combatant, target: Combatant, kind: int) -> None:
    weapon = arm(f, who)
    who.acted = True
    who.shot_round = f.round
    if weapon.qualities & THROWN and who.kit_left[who.hand] > 0:
        who.kit_left[who.hand] -= 1 + because(f, LEAVES_HAND, 0)
        if who.kit_left[who.hand] == 0 and not who.has_routine:
            empty_hand(f, who)
    if kind == DROP:
        drop(f, who, target, weapon)
    else:
        seams.attack(f, who, target, weapon, True, False)


@rule
def empty_hand(f: Fight, who: Combatant) -> None:
    """classic.weapon.thrown: with the last of them gone it has its bare hands, or what it strikes with by nature."""
    seams.take_in_hand(f, who, KIT - 1 if who.kit[KIT - 1] != NOBODY else 0)


@rule
def drains(f: Fight, who: Combatant) -> bool:
    """classic.monster.attach: it stays in and drains without a roll; one that is dead is let go."""
    victim = f.who[who.attached_to]
    if not victim.in_fight:
        who.attached_to = NOBODY
        return False
    weapon = arm(f, who)
    who.acted = True
    seams.disrupt(f, victim)
    amount = roll(f, who, FOR_DAMAGE, weapon.sides, weapon.count) + weapon.plus
    seams.suffer(f, victim, who, amount, weapon.qualities, C.MONSTER_ATTACH)
    return True
