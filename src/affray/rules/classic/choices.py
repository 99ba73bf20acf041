"""What may be answered in the classic book: one function says why not, and all else about legality is derived from it."""

from affray.clauses import ANSWER, reason
from affray.conditions import BLIND, BOUND, FLEEING, PRONE, RETREATING, SILENCED, TURNED, WITHDRAWING
from affray.rules.classic import clauses as C
from affray.rules.classic.options import PACES, RELOADING
from affray.rules.classic.reach import MELEE, arm, encounter_rate, has_room, in_melee, reach, swings_left, weapon_for
from affray.space import distance
from affray.state import KIT, MOST_SPELLS, NOBODY, Combatant, Fight
from affray.verbs import PASS, Answer, Question, answer, rule
from affray.words import (
    BLUNT,
    BOMB,
    CASTING,
    DECLARATIONS,
    MISSILE,
    MORALE,
    MOVEMENT,
    SELF,
    TARGETS,
    UNDEAD,
)
from affray.words import MELEE as FOR_MELEE
from affray.words import RELOAD as SLOW_TO_LOAD

# what is asked
DECLARE, MOVE, SHOOT, AIM, STRIKE, SITUATION = range(6)
# kinds of answer, PASS and YES before them
(
    CAST,
    WITHDRAW,
    RETREAT,
    APPROACH,
    AWAY,
    FACE,
    DRAW,
    LOOSE,
    DROP,
    BREATHE,
    TURN,
    HIT,
    DRINK,
    GIVE_WAY,
    MODIFY,
    RISE,
    GO,
) = range(2, 19)

ASKS = "declare move shoot aim strike situation".split()
TOPIC = (DECLARATIONS, MOVEMENT, TARGETS, CASTING, TARGETS, MORALE)
CLAUSE = (C.ROUND_DECLARE, C.MOVE_ENCOUNTER, C.MISSILE_RANGE, C.SPELL_SIGHT, C.ATTACK_ROLL, C.MORALE_SITUATION)
KINDS = (
    "pass yes cast withdraw retreat approach away face draw shoot drop breathe turn strike drink after modify rise go"
).split()
ANSWERS = (  # for each question its kinds of answer beside pass; going to a place is not listed
    1 << CAST | 1 << WITHDRAW | 1 << RETREAT,
    1 << APPROACH | 1 << AWAY | 1 << FACE | 1 << DRAW | 1 << GIVE_WAY | 1 << RISE | 1 << GO,
    1 << LOOSE | 1 << DROP | 1 << BREATHE | 1 << GIVE_WAY,
    1 << CAST | 1 << TURN | 1 << GIVE_WAY,
    1 << HIT | 1 << DRINK | 1 << GIVE_WAY,
    1 << MODIFY,
)
AIMED = 1 << APPROACH | 1 << FACE | 1 << LOOSE | 1 << DROP | 1 << BREATHE | 1 << HIT | 1 << GIVE_WAY
SLOTTED = 1 << DRAW | 1 << HIT
SUBDUE = 1  # the option of a strike: 1 to subdue, 2 for each alternative of a routine
HIGHEST = 3000  # feet in tenths from which things are dropped

NOT_ASKED = reason(ANSWER, "that is no answer to this question")
NO_SUCH = reason(ANSWER, "there is no such combatant")
OUT_OF_IT = reason(ANSWER, "{other} is no longer in the fight")
FRIEND = reason(ANSWER, "{other} is on the same side")
ONESELF = reason(ANSWER, "that is {who} itself")
HAS_ACTED = reason(C.ROUND_ACTION, "{who} has already shot, cast or struck this round")
NOT_IN_TURN = reason(C.ROUND_ACTION, "{other} can't go before {who} in this step")
NOT_DECLARED = reason(C.ROUND_DECLARE, "{who} has not declared it")
IN_MELEE = reason(C.ROUND_ENGAGED, "{who} is in melee and leaves it only by a declared withdrawal or retreat")
NOT_IN_MELEE = reason(C.ROUND_ENGAGED, "{who} is not in melee: there is nothing to leave")
OUT_OF_REACH = reason(C.ROUND_ENGAGED, "{other} is not within reach of {who}")
NO_WAY_OUT = reason(C.MOVE_RETREAT, "there is no way out for {who}")
TOO_FAR_TO_GO = reason(C.MOVE_ENCOUNTER, "that is farther than {who} can go in a round")
OUT_OF_BREATH = reason(C.MOVE_ENCOUNTER, "{who} has run as many rounds as it can")
CLOSE_ENOUGH = reason(C.MOVE_ENCOUNTER, "{who} has reached {other} already")
HAS_MOVED = reason(C.MOVE_ENCOUNTER, "{who} has moved this round")
NOT_AWAY = reason(C.MOVE_WITHDRAWAL, "{who} is leaving the melee and can't close with a foe")
RUNNING = reason(C.MOVE_RETREAT, "{who} is in retreat and can't attack")
NO_ROOM = reason(C.MOVE_SPACING, "there is no room for {who} to strike in this passage")
TOO_CLOSE = reason(C.MISSILE_DISTANCE, "{other} is within 5 feet of {who}")
PRESSED = reason(C.MISSILE_DISTANCE, "{who} is in melee and can't shoot")
TOO_FAR = reason(C.MISSILE_RANGE, "{other} is beyond long range")
NO_MISSILE = reason(C.MISSILE_RANGE, "{who} has nothing in hand to shoot or throw")
COVERED = reason(C.MISSILE_COVER, "{other} is wholly behind cover")
TONGUE_TIED = reason(C.SPELL_FREEDOM, "{who} can't speak or has no hand free")
CASTING_ONLY = reason(C.SPELL_SOLE, "{who} has declared a spell and does nothing else")
UNSEEN = reason(C.SPELL_SIGHT, "{who} can't see {other}")
NO_SPELL = reason(C.SPELL_MEMORY, "{who} has no such spell in memory")
OUT_OF_RANGE = reason(C.SPELL_RANGE, "{other} is out of the spell's range")
NOT_FOR_FOES = reason(C.SPELL_RANGE, "that spell is for one's own side")
NOT_FOR_FRIENDS = reason(C.SPELL_RANGE, "that spell is for the enemy")
BLINDED = reason(C.ATTACK_BLIND, "{who} is blind and can't attack")
UNSTEADY = reason(C.ATTACK_UNSTABLE, "{who} has no firm footing for a spell")
UNDER_WATER = reason(C.ATTACK_WATER, "missiles fail under water")
NOT_ABOVE = reason(C.ATTACK_BOMBING, "{who} is not in the air above {other}")
TOO_HIGH = reason(C.ATTACK_BOMBING, "{who} is more than 300 feet up")
NOT_BLUNT = reason(C.DAMAGE_SUBDUAL, "only a blunt weapon subdues")
UNLOADED = reason(C.WEAPON_RELOAD, "{who} has to reload")
JUST_DREW = reason(C.WEAPON_SWITCH, "{who} has just changed weapons and can't shoot this round")
NO_WEAPON = reason(C.WEAPON_SWITCH, "{who} has no such weapon to draw")
FULL_ROUND = reason(C.DAMAGE_MONSTER, "{who} has no such attack left this round")
FACES_IT = reason(C.ATTACK_BEHIND, "{who} faces {other} already or has turned this round")
CANT_FLY = reason(C.MOVE_ENCOUNTER, "{who} can't rise so high")
NO_TURNING = reason(C.CLASS_TURNING, "{who} can't turn the undead here")
NO_POTION = reason(C.ITEM_POTION, "{who} has no potion")
NO_BREATH = reason(C.MONSTER_BREATH, "{who} has no breath left to use")
BEYOND_BREATH = reason(C.MONSTER_BREATH, "{other} is beyond the breath's length")
TOO_MUCH = reason(C.MORALE_SITUATION, "the referee's modifier runs from −2 to +2")


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Why this answer to this question is not allowed; 0 when nothing stands against it."""
    if a.kind == PASS:
        return NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    if q.ask == SITUATION:
        return refuse_modifier(a)
    who = f.who[q.who]
    if q.ask == STRIKE:
        return refuse_melee(f, who, a)
    if q.ask == MOVE:
        return refuse_movement(f, who, a)
    if q.ask == SHOOT:
        return refuse_missile(f, who, a)
    return refuse_aim(f, who, a) if q.ask == AIM else refuse_declaration(f, who, a)


@rule
def refuse_melee(f: Fight, who: Combatant, a: Answer) -> int:
    if a.kind == HIT:
        return refuse_strike(f, who, a.target, a.option)
    if a.option != 0:
        return NOT_ASKED
    if a.kind == DRINK:
        return refuse_drink(who, a.target)
    return refuse_giving_way(f, who, a.target) if a.kind == GIVE_WAY else NOT_ASKED


@rule
def refuse_movement(f: Fight, who: Combatant, a: Answer) -> int:
    """Facing, drawing and giving way are free; the rest is the move itself."""
    if a.kind == FACE:
        return refuse_facing(f, who, a.target) if a.option == 0 else NOT_ASKED
    if a.kind == DRAW:
        return refuse_draw(f, who, a)
    if a.kind == GIVE_WAY:
        return refuse_giving_way(f, who, a.target) if a.option == 0 else NOT_ASKED
    return refuse_move(f, who, a)


@rule
def may(f: Fight, q: Question, kind: int, target: int, option: int) -> bool:
    return refusal(f, q, answer(kind, target, option)) == 0


@rule
def refuse_modifier(a: Answer) -> int:
    if a.target != NOBODY or a.kind != MODIFY:
        return NOT_ASKED
    return TOO_MUCH if a.option < -2 or a.option > 2 else 0


@rule
def refuse_giving_way(f: Fight, who: Combatant, target: int) -> int:
    """Inside a step a side picks its own order: one later in the list may go first, and can't itself give way."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    other = f.who[target]
    if target == who.id:
        return ONESELF
    if other.side != who.side or other.place != who.place or not other.able:
        return NOT_IN_TURN
    return NOT_IN_TURN if other.id < who.id or other.done or who.done or who.swings > 0 or other.slow != who.slow else 0


@rule
def refuse_foe(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    if f.who[target].side == who.side:
        return FRIEND
    return 0 if f.who[target].up else OUT_OF_IT


@rule
def refuse_declaration(f: Fight, who: Combatant, a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    if who.on >> FLEEING & 1:
        return RUNNING
    if a.kind == CAST:
        return refuse_spell(f, who, a.option)
    if a.option != 0 or (a.kind != WITHDRAW and a.kind != RETREAT):
        return NOT_ASKED
    if not f.side[who.side].way_out:
        return NO_WAY_OUT
    return 0 if in_melee(f, who) else NOT_IN_MELEE


@rule
def refuse_spell(f: Fight, who: Combatant, slot: int) -> int:
    if slot < 0 or slot >= MOST_SPELLS or who.spells[slot] == NOBODY:
        return NO_SPELL
    if who.on & (1 << SILENCED | 1 << BOUND) != 0:
        return TONGUE_TIED
    return UNSTEADY if f.unstable or who.mounted else 0


@rule
def refuse_move(f: Fight, who: Combatant, a: Answer) -> int:
    if who.declared == CAST:
        return CASTING_ONLY
    leaving = who.on & (1 << WITHDRAWING | 1 << RETREATING | 1 << FLEEING) != 0
    if not leaving and in_melee(f, who):
        return IN_MELEE
    if who.moved > 0 or who.on >> PRONE & 1:
        return HAS_MOVED
    if who.paces >= f.rules[PACES]:
        return OUT_OF_BREATH
    if a.kind == RISE:
        return refuse_rise(f, who, a)
    if a.kind == GO:
        far = max(abs(a.target - who.x), abs(a.option - who.y))
        return TOO_FAR_TO_GO if far > encounter_rate(f, who) else 0
    if a.option != 0 or (a.kind == AWAY and a.target != NOBODY):
        return NOT_ASKED
    if a.kind == AWAY:
        return 0
    return refuse_approach(f, who, a.target, leaving) if a.kind == APPROACH else NOT_ASKED


@rule
def refuse_rise(f: Fight, who: Combatant, a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    return CANT_FLY if who.fly == 0 or a.option < 0 or abs(a.option - who.z) > encounter_rate(f, who) else 0


@rule
def refuse_approach(f: Fight, who: Combatant, target: int, leaving: bool) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    other = f.who[target]
    if target == who.id:
        return ONESELF
    if not other.up:
        return OUT_OF_IT
    if leaving and other.side != who.side:
        return NOT_AWAY
    return CLOSE_ENOUGH if distance(who, other) <= MELEE else 0


@rule
def refuse_facing(f: Fight, who: Combatant, target: int) -> int:
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if distance(who, f.who[target]) > MELEE:
        return OUT_OF_REACH
    return FACES_IT if f.contact or who.faces == target or who.faced == f.round else 0


@rule
def refuse_draw(f: Fight, who: Combatant, a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    slot = a.option
    if who.routine or slot < 0 or slot >= KIT or slot == who.hand or who.kit[slot] == NOBODY or who.left[slot] == 0:
        return NO_WEAPON
    if who.declared == CAST:
        return CASTING_ONLY
    return HAS_ACTED if who.acted or who.drew == f.round else 0


@rule
def refuse_to_attack(f: Fight, who: Combatant) -> int:
    """What keeps a combatant from any attack."""
    if who.acted:
        return HAS_ACTED
    if who.spell != NOBODY:
        return CASTING_ONLY
    if who.on & (1 << RETREATING | 1 << FLEEING | 1 << BLIND) != 0:
        return BLINDED if who.on >> BLIND & 1 else RUNNING
    return 0


@rule
def refuse_missile(f: Fight, who: Combatant, a: Answer) -> int:
    if a.option != 0:
        return NOT_ASKED
    if a.kind == GIVE_WAY:
        return refuse_giving_way(f, who, a.target)
    why = refuse_to_attack(f, who)
    if why == 0:
        why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    target = f.who[a.target]
    if a.kind == BREATHE:
        if who.breaths == 0 or who.swings > 0:
            return NO_BREATH
        return BEYOND_BREATH if distance(who, target) > f.effects[who.breath].size else 0
    if a.kind == DROP:
        return refuse_drop(f, who, target)
    return refuse_shot(f, who, target) if a.kind == LOOSE else NOT_ASKED


@rule
def refuse_shot(f: Fight, who: Combatant, target: Combatant) -> int:
    weapon = arm(f, who)
    if weapon.qualities & MISSILE == 0 or weapon.qualities & BOMB or who.left[who.hand] == 0:
        return NO_MISSILE
    if in_melee(f, who):
        return PRESSED
    if who.drew == f.round:
        return JUST_DREW
    if f.rules[RELOADING] == 1 and weapon.qualities & SLOW_TO_LOAD and who.shot > 0 and who.shot == f.round - 1:
        return UNLOADED
    if f.water == 2 and not who.aquatic:
        return UNDER_WATER
    far = distance(who, target)
    if far <= MELEE:
        return TOO_CLOSE
    if far > weapon.long:
        return TOO_FAR
    return COVERED if target.cover > 4 else 0


@rule
def refuse_drop(f: Fight, who: Combatant, target: Combatant) -> int:
    if arm(f, who).qualities & BOMB == 0 or who.left[who.hand] == 0:
        return NO_MISSILE
    if who.z <= target.z or max(abs(who.x - target.x), abs(who.y - target.y)) > 2 * MELEE:
        return NOT_ABOVE
    return TOO_HIGH if who.z - target.z > HIGHEST else 0


@rule
def refuse_aim(f: Fight, who: Combatant, a: Answer) -> int:
    if a.option != 0:
        return NOT_ASKED
    if a.kind == TURN:
        return refuse_turning(f, who, a.target)
    if a.kind != CAST:
        return refuse_giving_way(f, who, a.target) if a.kind == GIVE_WAY else NOT_ASKED
    if who.spell == NOBODY:
        return NOT_DECLARED
    if a.target < 0 or a.target >= f.n:
        return NO_SUCH
    target = f.who[a.target]
    if not target.up:
        return OUT_OF_IT
    why = refuse_spell(f, who, who.spell)
    return refuse_target(f, who, target) if why == 0 else why


@rule
def refuse_target(f: Fight, who: Combatant, target: Combatant) -> int:
    """Range, sight, and whether a spell is meant for friend or foe."""
    effect = f.effects[who.spells[who.spell]]
    if effect.shape == SELF:
        return 0 if target.id == who.id else OUT_OF_RANGE
    if effect.friendly and target.side != who.side:
        return NOT_FOR_FOES
    if not effect.friendly and target.side == who.side:
        return NOT_FOR_FRIENDS
    if target.id != who.id and (who.on >> BLIND & 1 or target.cover > 4):
        return UNSEEN
    return OUT_OF_RANGE if distance(who, target) > effect.range else 0


@rule
def refuse_turning(f: Fight, who: Combatant, target: int) -> int:
    if target != NOBODY:
        return NOT_ASKED
    if who.acted or who.turns == 0 or who.spell != NOBODY:
        return NO_TURNING
    if who.on & (1 << RETREATING | 1 << FLEEING) != 0:
        return RUNNING
    for c in f.who[: f.n]:
        if c.up and c.side != who.side and can_be_turned(c) and c.rank <= who.turns + 2:
            return 0
    return NO_TURNING


@rule
def can_be_turned(c: Combatant) -> bool:
    return c.tags & UNDEAD != 0 and c.rank > 0 and c.on >> TURNED & 1 == 0


@rule
def refuse_drink(who: Combatant, target: int) -> int:
    if target != NOBODY:
        return NOT_ASKED
    if who.acted:
        return HAS_ACTED
    if who.spell != NOBODY:
        return CASTING_ONLY
    return 0 if who.potions > 0 else NO_POTION


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Whom a combatant may strike now, and how: option 1 to subdue, 2 for each alternative of its routine."""
    why = refuse_to_attack(f, who)
    if why == 0:
        why = refuse_foe(f, who, target)
    if why != 0:
        return why
    mode = option >> 1
    if option < 0 or swings_left(f, who, mode) == 0:
        return FULL_ROUND
    weapon = weapon_for(f, who, mode)
    if weapon.qualities & FOR_MELEE == 0 or distance(who, f.who[target]) > reach(f, weapon):
        return OUT_OF_REACH
    if option & SUBDUE and weapon.qualities & BLUNT == 0:
        return NOT_BLUNT
    return NO_ROOM if f.width > 0 and not has_room(f, who) else 0


def legal(f: Fight, q: Question) -> list[Answer]:
    """Every listed answer to a question (places to go and heights to rise to are not listed: any within reach will do)."""
    listed = [Answer(PASS)]
    for kind in range(CAST, RISE):
        if ANSWERS[q.ask] >> kind & 1:
            listed += [a for a in candidates(f, q.ask, kind) if refusal(f, q, a) == 0]
    return listed


def candidates(f: Fight, ask: int, kind: int) -> list[Answer]:
    aimed = AIMED >> kind & 1 or (kind == CAST and ask == AIM)
    targets = range(f.n) if aimed else range(NOBODY, 0)
    options = (
        range(-2, 3)
        if kind == MODIFY
        else range(KIT)
        if SLOTTED >> kind & 1 or (kind, ask) == (CAST, DECLARE)
        else range(1)
    )
    return [Answer(kind, t, o) for t in targets for o in options]
