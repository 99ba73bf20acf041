"""What may be answered in the vanguard book: one function says why not, and all else about legality follows from it."""

from affray.engine.conditions import BLIND, BURNING, PRONE, SILENCED
from affray.engine.space import distance
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, inlined_rule, rule
from affray.engine.vocabulary import BOMB, FIRE, MISSILE, RELOAD, SLOW, SPLASH
from affray.engine.vocabulary import MELEE as FOR_MELEE
from affray.rules.shared.legality import refuse_aimed, refuse_foe, refuse_turning
from affray.rules.shared.reach import arm, in_melee, swings_left, weapon_for
from affray.rules.vanguard import answers as A
from affray.rules.vanguard.oil import has_flame, has_flask
from affray.rules.vanguard.reach import has_free_hand, is_attack, melee_range, own_reach, run_of, speed, within_reach

SHORTEST = 20  # vanguard.charge: 2 metres
MOVES = 1 << A.APPROACH | 1 << A.AWAY | 1 << A.RISE | 1 << A.GO
SIMPLE = 1 << A.RUN | 1 << A.DEFEND | 1 << A.STANCE | 1 << A.RELOAD | 1 << A.LIGHT | 1 << A.DOUSE | 1 << A.DRINK
SIMPLE |= 1 << A.TURN | 1 << A.OTHER


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Why this answer to this question is not allowed; 0 when nothing stands against it."""
    if a.kind == PASS:
        return A.NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    if q.ask != A.ACT:
        return refuse_blow(f, f.who[q.who], a) if q.ask == A.BLOW else refuse_ruling(q, a)
    who = f.who[q.who]
    if a.kind == A.HIT:
        return refuse_strike(f, who, a.target, a.option)
    if who.swings > 0 and not who.acted:
        return A.IN_ONE_PIECE
    if a.kind < A.CAST or a.kind > A.GO or a.kind == A.MODIFY:
        return A.NOT_ASKED
    if MOVES >> a.kind & 1:
        return refuse_move(f, who, a)
    return refuse_simple(f, who, a) if SIMPLE >> a.kind & 1 else refuse_aiming(f, who, a)


@inlined_rule
def may(f: Fight, q: Question, kind: int, target: int, option: int) -> bool:
    return refusal(f, q, answer(kind, target, option)) == 0


@rule
def refuse_ruling(q: Question, a: Answer) -> int:
    """What the referee may say, a modifier or yes; and who may make a parting attack: yes."""
    if a.target != NOBODY:
        return A.NOT_ASKED
    if q.ask == A.ALIVE or q.ask == A.ANYTHING or q.ask == A.PARTING:
        return 0 if a.kind == YES and a.option == 0 else A.NOT_ASKED
    if a.kind != A.MODIFY:
        return A.NOT_ASKED
    return A.TOO_MUCH if a.option < -2 or a.option > 2 else 0


@rule
def refuse_blow(f: Fight, who: Combatant, a: Answer) -> int:
    """vanguard.leave.attack: which of several attacks, by its place in the kit."""
    if a.kind != YES or a.target != NOBODY:
        return A.NOT_ASKED
    return 0 if 0 <= a.option < KIT and is_attack(f, who, a.option) else A.NO_PARTING_ATTACK


@rule
def refuse_simple(f: Fight, who: Combatant, a: Answer) -> int:
    """What takes an action and nobody else."""
    if a.target != NOBODY or a.option != 0:
        return A.NOT_ASKED
    if who.acted:
        return A.HAS_ACTED
    if a.kind == A.RUN or a.kind == A.DEFEND:
        return refuse_pace(f, who)
    if a.kind == A.STANCE:
        return A.NO_STANCE if who.moved > 0 else 0
    if a.kind == A.RELOAD:
        return refuse_reloading(f, who)
    if a.kind == A.TURN:
        return refuse_turning(f, who, NOBODY)
    if a.kind == A.LIGHT:
        return A.NO_OIL if has_flask(f, who, FIRE) == NOBODY or has_flame(f, who) else 0
    if a.kind == A.DOUSE:
        return 0 if who.on >> BURNING & 1 else A.NOT_BURNING
    return A.NO_POTION if a.kind == A.DRINK and who.potions == 0 else 0


@rule
def refuse_pace(f: Fight, who: Combatant) -> int:
    """A pace is chosen before the move."""
    if who.moved > 0:
        return A.HAS_MOVED
    return A.ROOTED if speed(f, who) == 0 or who.on >> PRONE & 1 else 0


@rule
def refuse_reloading(f: Fight, who: Combatant) -> int:
    qualities = arm(f, who).qualities
    if qualities & RELOAD == 0 or who.unloaded >> who.hand & 1 == 0:
        return A.LOADED
    return A.WHOLE_TURN if qualities & SLOW and who.moved > 0 else 0


@rule
def refuse_move(f: Fight, who: Combatant, a: Answer) -> int:
    """vanguard.turn: once, in one piece, up to the speed of its pace."""
    if who.moved > 0:
        return A.HAS_MOVED
    if who.pace == A.AS_USUAL and in_melee(f, who):
        why = refuse_leaving(f, who)
        if why != 0:
            return why
    rate = speed(f, who)
    if rate == 0 or who.on >> PRONE & 1:
        return A.ROOTED
    if a.kind == A.GO:
        far = max(abs(a.target - who.x), abs(a.option - who.y))
        return A.TOO_FAR_TO_GO if far > rate else A.CLOSE_ENOUGH if far == 0 else 0
    if a.kind == A.RISE:
        if a.target != NOBODY:
            return A.NOT_ASKED
        return A.CANT_FLY if who.fly == 0 or a.option < 0 or not 0 < abs(a.option - who.z) <= rate else 0
    if a.option != 0 or (a.kind == A.AWAY and a.target != NOBODY):
        return A.NOT_ASKED
    return refuse_approach(f, who, a.target) if a.kind == A.APPROACH else 0


@rule
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """vanguard.leave.attack: nothing keeps one in a melee. At a seam."""
    return 0


@rule
def refuse_approach(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return A.NO_SUCH
    if target == who.id:
        return A.ONESELF
    if not f.who[target].up:
        return A.OUT_OF_IT
    return A.CLOSE_ENOUGH if distance(who, f.who[target]) <= melee_range() else 0


@rule
def refuse_aiming(f: Fight, who: Combatant, a: Answer) -> int:
    """What is done to somebody, or with something it carries."""
    if a.kind == A.CAST:
        return refuse_casting(f, who, a.target, a.option)
    if a.kind == A.DRAW:
        return refuse_draw(f, who, a)
    if a.kind == A.GIVE_WAY:
        return refuse_giving_way(f, who, a.target) if a.option == 0 else A.NOT_ASKED
    why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    target = f.who[a.target]
    if a.kind == A.THROW:
        return refuse_throw(f, who, target, a.option)
    if a.option != 0:
        return A.NOT_ASKED
    if a.kind == A.FACE:
        if distance(who, target) > melee_range():
            return A.OUT_OF_REACH
        return A.NOT_FACING if f.contact or who.faces == a.target or who.faced == f.round else 0
    if a.kind == A.CHARGE:
        return refuse_charge(f, who, target)
    return refuse_missile(f, who, target, a.kind)


@rule
def refuse_to_attack(f: Fight, who: Combatant) -> int:
    if who.acted:
        return A.HAS_ACTED
    return A.BLINDED if who.on >> BLIND & 1 else 0


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Whom it may strike now, and how: option 1 to take alive, 2 for each alternative of its routine."""
    why = refuse_to_attack(f, who)
    if why == 0:
        why = refuse_foe(f, who, target)
    if why != 0:
        return why
    mode = option >> 1
    if option < 0 or swings_left(f, who, mode) == 0:
        return A.NO_SUCH_ATTACK
    return 0 if within_reach(f, who, f.who[target], weapon_for(f, who, mode)) else A.OUT_OF_REACH


@rule
def refuse_charge(f: Fight, who: Combatant, target: Combatant) -> int:
    """vanguard.charge: a run of at least 2 metres and up to twice the speed, with something to strike with."""
    if who.acted or who.moved > 0:
        return A.BOTH
    if who.on >> BLIND & 1:
        return A.BLINDED
    if weapon_for(f, who, 0).qualities & FOR_MELEE == 0 or swings_left(f, who, 0) == 0:
        return A.OUT_OF_REACH
    run = run_of(f, who, target)
    if run < SHORTEST:
        return A.TOO_CLOSE_TO_CHARGE if distance(who, target) - melee_range() < SHORTEST else A.ROOTED
    if who.on >> PRONE & 1:
        return A.ROOTED
    above = who.fly == 0 and abs(target.z - who.z) > own_reach(f, who)
    return A.TOO_FAR_TO_CHARGE if above or distance(who, target) - run > own_reach(f, who) else 0


@rule
def refuse_missile(f: Fight, who: Combatant, target: Combatant, kind: int) -> int:
    why = refuse_to_attack(f, who)
    if why != 0:
        return why
    if kind == A.BREATHE:
        if who.breaths == 0:
            return A.NO_BREATH
        return A.BEYOND_BREATH if distance(who, target) > f.effects[who.breath].size else 0
    return refuse_drop(f, who, target) if kind == A.DROP else refuse_shot(f, who, target)


@rule
def refuse_shot(f: Fight, who: Combatant, target: Combatant) -> int:
    weapon = arm(f, who)
    if weapon.qualities & MISSILE == 0 or weapon.qualities & (BOMB | SPLASH) or who.left[who.hand] == 0:
        return A.NO_MISSILE
    if who.drew == f.round:
        return A.JUST_DREW
    if who.unloaded >> who.hand & 1:
        return A.EMPTY_HEAVY if weapon.qualities & SLOW else A.EMPTY_LIGHT
    return refuse_flight(f, who, target, weapon.long, A.TOO_FAR)


@rule
def refuse_flight(f: Fight, who: Combatant, target: Combatant, longest: int, too_far: int) -> int:
    """What stops anything that flies."""
    if f.water == 2 and not who.aquatic:
        return A.UNDER_WATER
    if distance(who, target) > longest:
        return too_far
    return A.COVERED if target.cover > 4 else 0


@rule
def refuse_throw(f: Fight, who: Combatant, target: Combatant, slot: int) -> int:
    """vanguard.throw: a vial or flask from the belt; oil must be lit."""
    why = refuse_to_attack(f, who)
    if why != 0:
        return why
    if slot < 0 or slot >= KIT or who.kit[slot] == NOBODY or who.left[slot] == 0:
        return A.NO_FLASK
    weapon = f.arms[who.kit[slot]]
    if weapon.qualities & SPLASH == 0:
        return A.NO_FLASK
    if weapon.qualities & FIRE and not has_flame(f, who):
        return A.UNLIT
    return refuse_flight(f, who, target, weapon.long, A.TOO_FAR_TO_THROW)


@rule
def refuse_drop(f: Fight, who: Combatant, target: Combatant) -> int:
    if arm(f, who).qualities & BOMB == 0 or who.left[who.hand] == 0:
        return A.NO_MISSILE
    if who.z <= target.z or max(abs(who.x - target.x), abs(who.y - target.y)) > 2 * melee_range():
        return A.NOT_ABOVE
    return A.TOO_HIGH if who.z - target.z > A.HIGHEST else 0


@rule
def refuse_casting(f: Fight, who: Combatant, target: int, slot: int) -> int:
    """vanguard.spell.cast: prepared, with a free hand and speech, at somebody it reaches."""
    if who.acted:
        return A.HAS_ACTED
    if target < 0 or target >= f.n:
        return A.NO_SUCH
    if not f.who[target].up:
        return A.OUT_OF_IT
    why = refuse_spell(f, who, slot)
    return refuse_aimed(f, who, f.who[target], f.effects[who.spells[slot]]) if why == 0 else why


@rule
def refuse_spell(f: Fight, who: Combatant, slot: int) -> int:
    if slot < 0 or slot >= MOST_SPELLS or who.spells[slot] == NOBODY:
        return A.NOT_PREPARED
    if who.on >> SILENCED & 1:
        return A.TONGUE_TIED
    return 0 if has_free_hand(f, who) else A.HANDS_FULL


@rule
def refuse_draw(f: Fight, who: Combatant, a: Answer) -> int:
    """Changing weapons is free with the move, once a round, and not in the same round as a shot."""
    if a.target != NOBODY:
        return A.NOT_ASKED
    slot = a.option
    if who.routine or slot < 0 or slot >= KIT or slot == who.hand or who.kit[slot] == NOBODY or who.left[slot] == 0:
        return A.NO_WEAPON
    if f.arms[who.kit[slot]].qualities & SPLASH:
        return A.NO_WEAPON
    if who.drew == f.round:
        return A.DREW_ONCE
    return A.SHOT_ALREADY if who.shot == f.round else 0


@rule
def refuse_giving_way(f: Fight, who: Combatant, target: int) -> int:
    """Inside a side in any order: one later in the list may go first, before the other has begun."""
    if target < 0 or target >= f.n:
        return A.NO_SUCH
    other = f.who[target]
    if target == who.id:
        return A.ONESELF
    if other.side != who.side or other.place != who.place or not other.able or other.id < who.id:
        return A.NOT_IN_TURN
    begun = who.acted or who.moved > 0 or who.drew == f.round or who.faced == f.round
    return A.NOT_IN_TURN if other.done or who.done or begun else 0


def legal(f: Fight, q: Question) -> list[Answer]:
    """Every listed answer to a question; places to go and heights to rise to are not listed."""
    listed = [Answer(PASS)]
    for kind in range(YES, A.RISE):
        if A.ANSWERS[q.ask] >> kind & 1:
            listed += [a for a in candidates(f, q.ask, kind) if refusal(f, q, a) == 0]
    return listed


def candidates(f: Fight, ask: int, kind: int) -> list[Answer]:
    targets = range(f.n) if A.AIMED >> kind & 1 else range(NOBODY, 0)
    slotted = A.SLOTTED >> kind & 1 or ask == A.BLOW
    options = range(-2, 3) if kind == A.MODIFY else range(KIT) if slotted else range(1)
    return [Answer(kind, t, o) for t in targets for o in options]
