"""What may be answered in the vanguard book: one function says why not, and all else about legality follows from it."""

from affray.engine.space import distance
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, rule
from affray.engine.vocabulary import (
    BLIND,
    BOMB,
    BURNING,
    FIRE,
    HOLY,
    MELEE,
    MISSILE,
    PRONE,
    RELOAD,
    SILENCED,
    SLOW,
    SPLASH,
)
from affray.rules import seams
from affray.rules.shared.ground import refuse_run, refuse_way, refuse_way_to, ways_to_cover
from affray.rules.shared.legality import (
    NO_ROOM,
    arm,
    has_free_hand,
    has_room,
    in_melee,
    is_attack,
    refuse_aimed,
    refuse_foe,
    refuse_mounting,
    refuse_turning,
    swings_left,
    weapon_for,
)
from affray.rules.shared.mounts import ways_of_saddle
from affray.rules.vanguard import questions as Q
from affray.rules.vanguard.flasks import unlit_pool_at
from affray.rules.vanguard.reach import has_flame, has_flask, own_reach, run_of, within_reach

SHORTEST = 20  # vanguard.charge: 2 metres
MOVES = 1 << Q.APPROACH | 1 << Q.AWAY | 1 << Q.RISE | 1 << Q.GO | 1 << Q.SADDLE
SIMPLE = 1 << Q.RUN | 1 << Q.DEFEND | 1 << Q.STANCE | 1 << Q.RELOAD | 1 << Q.LIGHT | 1 << Q.DOUSE | 1 << Q.DRINK
SIMPLE |= 1 << Q.TURN | 1 << Q.OTHER


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Return why this answer to this question is not allowed; 0 if nothing is against it."""
    if a.kind == PASS:
        return Q.NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    if q.ask != Q.ACT:
        return refuse_blow(f, f.who[q.who], a) if q.ask == Q.BLOW else refuse_ruling(q, a)
    who = f.who[q.who]
    if a.kind == Q.HIT:
        return refuse_strike(f, who, a.target, a.option)
    if who.attacks_made > 0 and not who.acted:
        return Q.IN_ONE_PIECE
    if a.kind < Q.CAST or a.kind > Q.SADDLE or a.kind == Q.MODIFY:
        return Q.NOT_ASKED
    if Q.SPILL_OIL <= a.kind <= Q.SET_FIRE:
        return refuse_ground(f, who, a)
    if MOVES >> a.kind & 1:
        return refuse_move(f, who, a)
    return refuse_simple(f, who, a) if SIMPLE >> a.kind & 1 else refuse_aiming(f, who, a)


@rule
def refuse_ruling(q: Question, a: Answer) -> int:
    """Refuse all but what the referee may say, a modifier or yes; and for a parting attack: yes."""
    if a.target != NOBODY:
        return Q.NOT_ASKED
    if q.ask == Q.ALIVE or q.ask == Q.ANYTHING or q.ask == Q.PARTING or q.ask == Q.KILL:
        return 0 if a.kind == YES and a.option == 0 else Q.NOT_ASKED
    if a.kind != Q.MODIFY:
        return Q.NOT_ASKED
    return Q.TOO_MUCH if a.option < -2 or a.option > 2 else 0


@rule
def refuse_blow(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse all but one of several attacks, by its place in the kit (vanguard.leave.attack)."""
    if a.kind != YES or a.target != NOBODY:
        return Q.NOT_ASKED
    return 0 if 0 <= a.option < KIT and is_attack(f, who, a.option) else Q.NO_PARTING_ATTACK


@rule
def refuse_simple(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse what takes an action and nobody else."""
    if a.target != NOBODY or a.option != 0:
        return Q.NOT_ASKED
    if who.acted:
        return Q.HAS_ACTED
    if a.kind == Q.RUN or a.kind == Q.DEFEND:
        return refuse_pace(f, who, a.kind)
    if a.kind == Q.STANCE:
        return Q.NO_STANCE if who.moved > 0 else 0
    if a.kind == Q.RELOAD:
        return refuse_reloading(f, who)
    if a.kind == Q.TURN:
        return refuse_turning(f, who, NOBODY)
    if a.kind == Q.LIGHT:
        return Q.NO_OIL if has_flask(f, who, FIRE) == NOBODY or has_flame(f, who) else 0
    if a.kind == Q.DOUSE:
        return 0 if who.conditions >> BURNING & 1 else Q.NOT_BURNING
    return Q.NO_POTION if a.kind == Q.DRINK and who.potions == 0 else 0


@rule
def refuse_pace(f: Fight, who: Combatant, kind: int) -> int:
    """Refuse a pace to those who can't move, and defensive movement after the move."""
    if kind == Q.DEFEND and who.moved > 0:
        return Q.HAS_MOVED
    return Q.ROOTED if seams.encounter_rate(f, who) == 0 or who.conditions >> PRONE & 1 else 0


@rule
def refuse_reloading(f: Fight, who: Combatant) -> int:
    qualities = arm(f, who).qualities
    if qualities & RELOAD == 0 or who.unloaded >> who.hand & 1 == 0:
        return Q.LOADED
    return Q.WHOLE_TURN if qualities & SLOW and who.moved > 0 else 0


@rule
def refuse_move(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse all moves but one, in one piece, up to the speed of the pace (vanguard.turn)."""
    if who.moved > 0:
        return Q.HAS_MOVED
    if a.kind == Q.SADDLE:
        return refuse_mounting(f, who, a)
    if who.vanguard.pace == Q.AS_USUAL and in_melee(f, who):
        why = seams.refuse_leaving(f, who)
        if why != 0:
            return why
    rate = seams.encounter_rate(f, who)
    if rate == 0 or who.conditions >> PRONE & 1:
        return Q.ROOTED
    if a.kind == Q.GO:
        far = max(abs(a.target - who.x), abs(a.option - who.y))
        if far > rate or far == 0:
            return Q.TOO_FAR_TO_GO if far > rate else Q.CLOSE_ENOUGH
        return refuse_way(f, who, a.target, a.option)
    if a.kind == Q.RISE:
        if a.target != NOBODY:
            return Q.NOT_ASKED
        return Q.CANT_FLY if who.fly == 0 or a.option < 0 or not 0 < abs(a.option - who.z) <= rate else 0
    if a.option != 0 or (a.kind == Q.AWAY and a.target != NOBODY):
        return Q.NOT_ASKED
    return refuse_approach(f, who, a.target) if a.kind == Q.APPROACH else 0


@rule
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """Refuse nothing: nothing keeps anybody in a melee (vanguard.leave.attack)."""
    return 0


@rule
def refuse_approach(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return Q.NO_SUCH
    if target == who.id:
        return Q.ONESELF
    if not f.who[target].in_fight:
        return Q.OUT_OF_IT
    near = distance(who, f.who[target]) <= seams.melee_range(f)
    return Q.CLOSE_ENOUGH if near else refuse_way_to(f, who, f.who[target])


@rule
def refuse_aiming(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse what is done to somebody, or with something that `who` carries."""
    if a.kind == Q.CAST:
        return refuse_casting(f, who, a.target, a.option)
    if a.kind == Q.DRAW:
        return refuse_draw(f, who, a)
    if a.kind == Q.GIVE_WAY:
        return refuse_giving_way(f, who, a.target) if a.option == 0 else Q.NOT_ASKED
    why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    target = f.who[a.target]
    if a.kind == Q.THROW:
        return refuse_throw(f, who, target, a.option)
    if a.option != 0:
        return Q.NOT_ASKED
    if a.kind == Q.FACE:
        if distance(who, target) > seams.melee_range(f):
            return Q.OUT_OF_REACH
        return Q.NOT_FACING if f.contact or who.faced_foe == a.target or who.faced_round == f.round else 0
    if a.kind == Q.CHARGE:
        return refuse_charge(f, who, target)
    return refuse_missile(f, who, target, a.kind)


@rule
def refuse_to_attack(f: Fight, who: Combatant) -> int:
    if who.acted:
        return Q.HAS_ACTED
    return Q.BLINDED if who.conditions >> BLIND & 1 else 0


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Return why `who` can't strike so now: option 1 to take alive, 2 for each alternative of their routine."""
    why = refuse_to_attack(f, who)
    if why == 0:
        why = refuse_foe(f, who, target)
    if why != 0:
        return why
    mode = option >> 1
    if option < 0 or swings_left(f, who, mode) == 0:
        return Q.NO_SUCH_ATTACK
    if not within_reach(f, who, f.who[target], weapon_for(f, who, mode)):
        return Q.OUT_OF_REACH
    return NO_ROOM if f.width > 0 and not has_room(f, who) else 0


@rule
def refuse_charge(f: Fight, who: Combatant, target: Combatant) -> int:
    """Refuse all but a run of at least 2 metres, up to twice the speed, with a weapon to strike (vanguard.charge)."""
    if who.acted or who.moved > 0:
        return Q.BOTH
    if who.conditions >> BLIND & 1:
        return Q.BLINDED
    if weapon_for(f, who, 0).qualities & MELEE == 0 or swings_left(f, who, 0) == 0:
        return Q.OUT_OF_REACH
    run = run_of(f, who, target)
    if run < SHORTEST:
        return Q.TOO_CLOSE_TO_CHARGE if distance(who, target) - seams.melee_range(f) < SHORTEST else Q.ROOTED
    if who.conditions >> PRONE & 1:
        return Q.ROOTED
    above = who.fly == 0 and abs(target.z - who.z) > own_reach(f, who)
    if above or distance(who, target) - run > own_reach(f, who):
        return Q.TOO_FAR_TO_CHARGE
    return refuse_run(f, who, target)


@rule
def refuse_missile(f: Fight, who: Combatant, target: Combatant, kind: int) -> int:
    why = refuse_to_attack(f, who)
    if why != 0:
        return why
    if kind == Q.BREATHE:
        if who.breaths == 0:
            return Q.NO_BREATH
        return Q.BEYOND_BREATH if distance(who, target) > f.effects[who.breath].size else 0
    return refuse_drop(f, who, target) if kind == Q.DROP else refuse_shot(f, who, target)


@rule
def refuse_shot(f: Fight, who: Combatant, target: Combatant) -> int:
    weapon = arm(f, who)
    if weapon.qualities & MISSILE == 0 or weapon.qualities & (BOMB | SPLASH) or who.kit_left[who.hand] == 0:
        return Q.NO_MISSILE
    if who.drew_round == f.round:
        return Q.JUST_DREW
    if who.unloaded >> who.hand & 1:
        return Q.EMPTY_HEAVY if weapon.qualities & SLOW else Q.EMPTY_LIGHT
    return refuse_flight(f, who, target, weapon.long, Q.TOO_FAR)


@rule
def refuse_flight(f: Fight, who: Combatant, target: Combatant, longest: int, too_far: int) -> int:
    """Return what stops anything that flies; 0 if nothing does."""
    if f.water == 2 and not who.aquatic:
        return Q.UNDER_WATER
    if distance(who, target) > longest:
        return too_far
    return Q.COVERED if target.cover > 4 else 0


@rule
def refuse_throw(f: Fight, who: Combatant, target: Combatant, slot: int) -> int:
    """Refuse all but a vial or flask from the belt; oil must be lit (vanguard.throw)."""
    why = refuse_to_attack(f, who)
    if why != 0:
        return why
    if slot < 0 or slot >= KIT or who.kit[slot] == NOBODY or who.kit_left[slot] == 0:
        return Q.NO_FLASK
    weapon = f.arms[who.kit[slot]]
    if weapon.qualities & SPLASH == 0:
        return Q.NO_FLASK
    if weapon.qualities & FIRE and not has_flame(f, who):
        return Q.UNLIT
    return refuse_flight(f, who, target, weapon.long, Q.TOO_FAR_TO_THROW)


@rule
def refuse_ground(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why no flask can be emptied there, or no oil be set alight; 0 if it can (vanguard.oil.pool)."""
    if who.acted:
        return Q.HAS_ACTED
    far = max(abs(a.target - who.x), abs(a.option - who.y), who.z)
    if a.kind == Q.SET_FIRE:
        if unlit_pool_at(f, a.target, a.option) == NOBODY:
            return Q.NO_POOL
        if far > Q.FLAME_REACH:
            return Q.TOO_FAR_FOR_FLAME
        return 0 if has_flame(f, who) else Q.UNLIT
    slot = has_flask(f, who, FIRE if a.kind == Q.SPILL_OIL else HOLY)
    if slot == NOBODY:
        return Q.NO_FLASK
    if f.water == 2:
        return Q.UNDER_WATER
    return Q.TOO_FAR_TO_SPILL if far > f.arms[who.kit[slot]].long else 0


@rule
def refuse_drop(f: Fight, who: Combatant, target: Combatant) -> int:
    if arm(f, who).qualities & BOMB == 0 or who.kit_left[who.hand] == 0:
        return Q.NO_MISSILE
    if who.z <= target.z or max(abs(who.x - target.x), abs(who.y - target.y)) > 2 * seams.melee_range(f):
        return Q.NOT_ABOVE
    return Q.TOO_HIGH if who.z - target.z > Q.HIGHEST_DROP else 0


@rule
def refuse_casting(f: Fight, who: Combatant, target: int, slot: int) -> int:
    """Refuse all but a prepared spell, with a free hand and speech, at somebody in range (vanguard.spell.cast)."""
    if who.acted:
        return Q.HAS_ACTED
    if target < 0 or target >= f.n:
        return Q.NO_SUCH
    if not f.who[target].in_fight:
        return Q.OUT_OF_IT
    why = seams.refuse_spell(f, who, slot)
    return refuse_aimed(f, who, f.who[target], f.effects[who.spells[slot]]) if why == 0 else why


@rule
def refuse_spell(f: Fight, who: Combatant, slot: int) -> int:
    if slot < 0 or slot >= MOST_SPELLS or who.spells[slot] == NOBODY:
        return Q.NOT_PREPARED
    if who.conditions >> SILENCED & 1:
        return Q.TONGUE_TIED
    return 0 if has_free_hand(f, who) else Q.HANDS_FULL


@rule
def refuse_draw(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse to change weapons, which is free with the move, twice a round or in the same round as a shot."""
    if a.target != NOBODY:
        return Q.NOT_ASKED
    slot = a.option
    if (
        who.has_routine
        or slot < 0
        or slot >= KIT
        or slot == who.hand
        or who.kit[slot] == NOBODY
        or who.kit_left[slot] == 0
    ):
        return Q.IN_HAND if slot == who.hand and not who.has_routine else Q.NO_WEAPON
    if f.arms[who.kit[slot]].qualities & SPLASH:
        return Q.NO_WEAPON
    if who.drew_round == f.round:
        return Q.DREW_ONCE
    return Q.SHOT_ALREADY if who.shot_round == f.round else 0


@rule
def refuse_giving_way(f: Fight, who: Combatant, target: int) -> int:
    """Refuse to give way but to one later in the list, before the other has begun: a side acts in any order."""
    if target < 0 or target >= f.n:
        return Q.NO_SUCH
    other = f.who[target]
    if target == who.id:
        return Q.ONESELF
    if other.side != who.side or other.turn != who.turn or not other.able or other.id < who.id:
        return Q.NOT_IN_TURN
    begun = who.acted or who.moved > 0 or who.drew_round == f.round or who.faced_round == f.round
    return Q.NOT_IN_TURN if other.went_first or who.went_first or begun else 0


def legal(f: Fight, q: Question) -> list[Answer]:
    """Return every listed answer to a question; of places only those with cover, oil or a foe."""
    listed = [Answer(PASS)]
    for kind in range(YES, Q.RISE):
        if Q.ANSWERS[q.ask] >> kind & 1:
            listed += [a for a in candidates(f, q.ask, kind) if refusal(f, q, a) == 0]
    if Q.ANSWERS[q.ask] >> Q.GO & 1:
        listed += ways_to_cover(f, q, Q.GO, refusal) + ways_on_the_ground(f, q)
        listed += ways_of_saddle(f, q, Q.SADDLE, refusal)
    return listed


def ways_on_the_ground(f: Fight, q: Question) -> list[Answer]:
    """Return what may be done with flasks at a foe's feet, and with oil on the ground."""
    feet = dict.fromkeys((c.x, c.y) for c in f.who if c.in_fight and c.side != f.who[q.who].side and c.z == 0)
    pools = dict.fromkeys((pool.x, pool.y) for pool in f.vanguard.pools if pool.unlit)
    found = [Answer(kind, x, y) for kind in (Q.SPILL_OIL, Q.SPILL_WATER) for x, y in feet]
    found += [Answer(Q.SET_FIRE, x, y) for x, y in pools]
    return [a for a in found if refusal(f, q, a) == 0]


def candidates(f: Fight, ask: int, kind: int) -> list[Answer]:
    targets = range(f.n) if Q.AIMED >> kind & 1 else range(NOBODY, 0)
    slotted = Q.SLOTTED >> kind & 1 or ask == Q.BLOW
    options = range(-2, 3) if kind == Q.MODIFY else range(KIT) if slotted else range(1)
    return [Answer(kind, t, o) for t in targets for o in options]
