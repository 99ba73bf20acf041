"""What happens round by round in several books: meeting, whose turn it is, auras, fire and recovery."""

from affray.engine import clauses as A
from affray.engine import events as E
from affray.engine.clauses import AT_LEAST, FIXED_PART, MULTIPLIED, REMARK, reason
from affray.engine.space import nearest_foe
from affray.engine.state import ALWAYS, MOST_SPELLS, NOBODY, STAND_OFF, Combatant, Effect, Fight
from affray.engine.verbs import because, note, roll, roll_for_referee, rule
from affray.engine.vocabulary import (
    ABSENT,
    ACID,
    AFFLICT,
    BURNING,
    DEAD,
    FIRE,
    FLEEING,
    FOR_DAMAGE,
    FOR_DISTANCE,
    FOR_FIRE_DAMAGE,
    FOR_NUMBER,
    HOLY,
    MELEE,
    SCALDED,
    SLAY,
    SLOW,
    THROWN,
    UNAWARE,
    UNCONSCIOUS,
    UNDEAD,
)
from affray.rules import seams
from affray.rules.shared import clauses as C
from affray.rules.shared.attack import drop
from affray.rules.shared.clauses import HALF_OUT, SLOW_CROSSBOW
from affray.rules.shared.damage import (
    begin,
    end,
    lapse,
    lift,
    may_rise,
    put_on,
    relief_comes,
    slot_that_hurts,
)
from affray.rules.shared.effects import release
from affray.rules.shared.ground import mark_cover
from affray.rules.shared.house import empty_hand
from affray.rules.shared.legality import DROP, arm, can_be_turned, has_touch

UNIT = 10  # tenths
EAST, NORTH = (0, 1, 0, 1, -1, 0, -1, 1), (0, 0, 1, 1, 0, -1, -1, -1)  # where the sides stand, in distances


@rule
def muster(f: Fight) -> bool:
    """Roll how many of one kind there are; return False when all are counted (classic.number)."""
    if f.groups_counted >= len(f.groups) or f.groups[f.groups_counted].size == 0:
        return False
    group = f.groups[f.groups_counted]
    f.groups_counted += 1
    many = roll_for_referee(f, FOR_NUMBER, group.sides, group.count)
    many += because(f, MULTIPLIED, many * (group.times - 1), group.times > 1)
    many += because(f, FIXED_PART, group.plus, group.plus != 0)
    many += because(f, AT_LEAST, 1 - many, many < 1)
    note(f, E.ROLL, C.NUMBER, f.who[group.first], f.who[group.first], many)
    for c in f.who[group.first : group.first + group.size]:
        if c.id >= group.first + many:
            f.side[c.side].size -= 1
            begin(f, c, ABSENT, ALWAYS)
    return True


@rule
def roll_hp(f: Fight) -> bool:
    """Roll one combatant's hit points; return False when all have theirs (classic.hp.roll)."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.max_hp == 0 and who.in_fight:
            who.hp = seams.hit_points(f, who)
            who.max_hp = who.hp
            note(f, E.ROLL, C.HP_ROLL, who, who, who.hp)
            return True
    f.cursor = 0
    return False


@rule
def roll_distance(f: Fight) -> None:
    """Roll 2d6 × 10 feet indoors, 4d6 × 10 yards outdoors, 1d4 × 10 yards with surprise (classic.distance)."""
    if f.outdoors and any_surprised(f):
        shown = roll_for_referee(f, FOR_DISTANCE, 4)
    else:
        shown = roll_for_referee(f, FOR_DISTANCE, f.distance_sides, f.distance_count)
    f.start_distance = shown * f.distance_times
    because(f, MULTIPLIED, shown * (f.distance_times // UNIT - 1))
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
    """Place each side at that distance, looking towards the nearest foe; some would rather not fight."""
    for c in f.who[: f.n]:
        c.x, c.y = east_of_start(f, c), north_of_start(f, c)
    mark_cover(f)
    for c in f.who[: f.n]:
        if not f.contact:
            look(f, c)
        if c.in_fight and not c.player and c.loyalty == 0 and seams.never_fights(f, c):
            c.morale_due |= HALF_OUT << 1
    seams.settle(f)


@rule
def east_of_start(f: Fight, who: Combatant) -> int:
    """Return how far east somebody stands once the sides are drawn up."""
    return who.x + EAST[who.side] * f.start_distance


@rule
def north_of_start(f: Fight, who: Combatant) -> int:
    """Return how far north somebody stands once the sides are drawn up."""
    return who.y + NORTH[who.side] * f.start_distance


@rule
def look(f: Fight, who: Combatant) -> None:
    at = nearest_foe(f, who)
    if at != NOBODY:
        foe = f.who[at]
        who.heading_x = (foe.x > who.x) - (foe.x < who.x)
        who.heading_y = (foe.y > who.y) - (foe.y < who.y)


@rule
def free_round(f: Fight, clause: int) -> bool:
    """Return whether some side is surprised and another is not; if so make the surprised unaware until it is over."""
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
    """Take a weapon in hand; two-handed melee weapons act last, by option the crossbow too, and always whoever acts
    last (classic.initiative.slow)."""
    who.hand = slot
    weapon = arm(f, who)
    who.attacks_late = who.acts_last or (
        weapon.qualities & SLOW != 0 and (weapon.qualities & MELEE != 0 or f.rules[SLOW_CROSSBOW] == 1)
    )


@rule
def call_time(f: Fight) -> None:
    """End in a stand-off, unless a side was to hold out for so long and still stands (affray.limit)."""
    if f.holding_side != NOBODY and f.side[f.holding_side].standing > 0:
        end(f, f.holding_side)
    else:
        f.winner = STAND_OFF
        note(f, E.END, A.LIMIT, f.who[0], f.who[0], f.winner, f.round)


PATIENCE = 10  # affray.idle: rounds


@rule
def is_over_time(f: Fight) -> bool:
    """Return whether no other round begins: the last one is over, or nobody could harm anybody for ten."""
    if f.round >= f.last_round:
        call_time(f)
        return True
    if f.holding_side != NOBODY or anybody_can_harm(f):
        f.idle_rounds = 0
        return False
    f.idle_rounds += 1
    if f.idle_rounds <= PATIENCE:
        return False
    won = only_side_standing(f)
    if won != STAND_OFF and relief_comes(f, won):
        return False
    f.winner = won
    note(f, E.END, A.IDLE, f.who[0], f.who[0], f.winner, f.round)
    return True


@rule
def only_side_standing(f: Fight) -> int:
    """Return the only side that stands, or a stand-off."""
    last, left = STAND_OFF, 0
    for side in f.side[: f.sides]:
        if side.standing > 0:
            left += 1
            last = side.id
    return last if left == 1 else STAND_OFF


@rule
def anybody_can_harm(f: Fight) -> bool:
    """Return whether somebody able, and not in flight, can do lasting harm to a foe still in the fight."""
    for c in f.who[: f.n]:
        if c.able and c.conditions >> FLEEING & 1 == 0:
            for foe in f.who[f.side[c.side].first_foe : f.n]:
                if foe.in_fight and foe.side != c.side and (is_vulnerable(foe) or has_means(f, c, foe)):
                    return True
    return False


@rule
def is_vulnerable(who: Combatant) -> bool:
    """Return whether any weapon harms somebody for good."""
    return who.hurt_by == 0 and (who.regenerates == 0 or who.conditions >> UNCONSCIOUS & 1 == 0)


@rule
def has_means(f: Fight, who: Combatant, foe: Combatant) -> bool:
    """Return whether somebody has what harms this foe: a weapon, a breath, a gaze, a spell, faith."""
    holy = HOLY if foe.tags & UNDEAD else 0
    needed = FIRE | ACID if may_rise(foe) else foe.hurt_by | foe.half_hurt_by | holy
    return (
        slot_that_hurts(f, who, needed) != NOBODY
        or has_special_means(f, who, needed)
        or (who.turning_level > 0 and can_be_turned(foe) and foe.undead_rank <= who.turning_level + 2)
    )


@rule
def has_special_means(f: Fight, who: Combatant, needed: int) -> bool:
    if who.aura != NOBODY or (who.breaths > 0 and f.effects[who.breath].qualities & needed != 0):
        return True
    if who.caster:
        for at in range(MOST_SPELLS):
            if who.spells[at] != NOBODY and harms(f.effects[who.spells[at]], needed):
                return True
    return has_touch(f, who)


@rule
def harms(effect: Effect, needed: int) -> bool:
    """Return whether a spell does lasting harm to what only these qualities hurt: more than put a condition on it."""
    if effect.friendly or effect.kind == AFFLICT:
        return False
    return effect.kind == SLAY or effect.qualities & needed != 0


@rule
def fresh(f: Fight, who: Combatant) -> None:
    """Forget what `who` has done this round; a run without a halt goes on."""
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
    """Release gazes, songs, stenches and dreadful sights, before anybody acts; return False when none is left."""
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
    """Let what burns burn out, one a step; then close wounds and let conditions lapse."""
    ailing = f.needs_upkeep or f.waiting_count > 0
    for c in f.who[: f.n]:
        ailing |= c.in_fight & (c.conditions != 0)
    if ailing and (somebody_burns(f) or seams.binds_wounds(f)):
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
LEAVES_HAND = reason(C.WEAPON_THROWN, "thrown", REMARK)


@rule
def forget_order(f: Fight) -> None:
    f.went_first_count = 0
    for c in f.who[: f.n]:
        c.went_first = False


@rule
def next_in_step(f: Fight) -> int:
    """Return who acts next: whoever was let go first, else the next in the list; NOBODY when all have acted."""
    if f.next_actor != NOBODY:
        at = f.next_actor
        f.next_actor = NOBODY
        if acts(f, f.who[at]):
            return at
    if f.called_next != NOBODY:
        at = answer_call(f)
        if at != NOBODY:
            return at
    while f.cursor < f.scan_end:
        at = f.cursor
        f.cursor += 1
        c = f.who[at]
        if c.turn == f.turn and not c.went_first and acts(f, c):
            return at
    return NOBODY


@rule
def answer_call(f: Fight) -> int:
    """Return whom the referee lets act next, once; NOBODY if their moment is over or never was (affray.referee)."""
    who = f.who[f.called_next]
    f.called_next = NOBODY
    if who.turn != f.turn or who.went_first or who.id < f.cursor or not acts(f, who):
        return NOBODY
    who.went_first = True
    f.went_first_count += 1
    return who.id


@rule
def acts(f: Fight, who: Combatant) -> bool:
    """Return whether `who` is able; in a simultaneous turn, whether they were able when the step began."""
    return who.able or (f.simultaneous and who.was_able)


@rule
def loose(f: Fight, who: Combatant, target: Combatant, kind: int, subdual: bool) -> None:
    weapon = arm(f, who)
    who.acted = True
    who.shot_round = f.round
    if weapon.qualities & THROWN and who.kit_left[who.hand] > 0:
        who.kit_left[who.hand] -= 1 + because(f, LEAVES_HAND, 0, kind != DROP)
        if who.kit_left[who.hand] == 0 and not who.has_routine:
            empty_hand(f, who)
    if kind == DROP:
        drop(f, who, target, weapon)
    else:
        seams.attack(f, who, target, weapon, True, subdual)


@rule
def drains(f: Fight, who: Combatant) -> bool:
    """Stay in and drain without a roll; let go of one who is dead, and return False (classic.monster.attach)."""
    victim = f.who[who.attached_to]
    if not victim.in_fight:
        who.attached_to = NOBODY
        return False
    weapon = arm(f, who)
    who.acted = True
    seams.disrupt(f, victim)
    amount = roll(f, who, FOR_DAMAGE, weapon.sides, weapon.count)
    amount += because(f, FIXED_PART, weapon.plus, weapon.plus != 0)
    seams.suffer(f, victim, who, amount, weapon.qualities, C.MONSTER_ATTACH)
    return True


@rule
def burn(f: Fight, who: Combatant) -> None:
    """Roll the second 1d8, at the end of the next round (classic.weapon.splash). One of the two a step."""
    condition = BURNING if flares(f, who, BURNING) else SCALDED
    if who.rekindled >> condition & 1:
        who.rekindled &= ~(1 << condition)
    else:
        lift(f, who, condition, C.CONDITION_BURNING)
    amount = roll(f, who, FOR_FIRE_DAMAGE, 8)
    seams.suffer(f, who, who, amount, FIRE if condition == BURNING else HOLY, C.CONDITION_BURNING)


@rule
def burns(f: Fight, who: Combatant) -> bool:
    """Return whether something on `who` burns this round."""
    return who.in_fight and (flares(f, who, BURNING) or flares(f, who, SCALDED))


@rule
def flares(f: Fight, who: Combatant, condition: int) -> bool:
    """Return whether this is the round after a flask has hit, even if another has hit since."""
    return who.conditions >> condition & 1 != 0 and (
        who.ends_at[condition] <= f.round or who.rekindled >> condition & 1 != 0
    )


@rule
def regenerate(f: Fight, who: Combatant) -> None:
    """Regain hit points from the third round after `who` was last hurt (classic.monster.regeneration)."""
    if f.round < who.hurt_round + 3 or who.hp >= who.max_hp or who.conditions >> DEAD & 1:
        return
    before = who.hp
    who.hp = min(who.max_hp, before + who.regenerates)
    note(f, E.HEAL, C.MONSTER_REGENERATION, who, who, who.hp - before, before)
    if who.hp > 0 and who.conditions >> UNCONSCIOUS & 1:
        lift(f, who, UNCONSCIOUS, C.MONSTER_REGENERATION)
