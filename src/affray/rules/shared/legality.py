"""What lies within reach, kinds of answer, and why one is not allowed, as several books have it."""

from affray.engine.clauses import ANSWER, reason
from affray.engine.space import distance, is_engaged, place_in_rank
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, Combatant, Effect, Fight, Weapon
from affray.engine.verbs import Answer, rule
from affray.engine.vocabulary import (
    BARE,
    BLIND,
    BLUNT,
    BOMB,
    BOUND,
    FLEEING,
    LONG,
    MELEE,
    MISSILE,
    NARROW,
    NATURAL,
    PRONE,
    RETREATING,
    SELF,
    SILENCED,
    TURNED,
    TWO_HANDED,
    UNDEAD,
    WITHDRAWING,
)
from affray.engine.vocabulary import RELOAD as SLOW_TO_LOAD
from affray.rules import seams
from affray.rules.shared import clauses as C
from affray.rules.shared.clauses import FREE_HAND, PACES, RELOADING
from affray.rules.shared.ground import refuse_way, refuse_way_to
from affray.rules.shared.mounts import refuse_saddle

MELEE_RANGE = 50  # classic.round.engaged: 5 feet
FOOT = 10  # classic.move.encounter: rates are whole feet, kept in tenths


@rule
def melee_range(f: Fight) -> int:
    """Return how near somebody must be to strike, in the book's own tenths."""
    return MELEE_RANGE


@rule
def in_melee(f: Fight, who: Combatant) -> bool:
    """Return whether `who` is within 5 feet of an enemy able to fight."""
    return is_engaged(f, who, seams.melee_range(f))


@rule
def base_rate(f: Fight, who: Combatant) -> int:
    if f.water > 0 and who.swim > 0:
        return who.swim
    return max(who.fly, who.move) if who.attached_to == NOBODY else 0


@rule
def encounter_rate(f: Fight, who: Combatant) -> int:
    """Return a third of the base rate, in whole feet (classic.move.encounter); half of that in a withdrawal
    (classic.move.withdrawal)."""
    feet = base_rate(f, who) // (3 * FOOT)
    return (feet // 2 if who.conditions >> WITHDRAWING & 1 else feet) * FOOT


@rule
def arm(f: Fight, who: Combatant) -> Weapon:
    """Return the weapon in hand."""
    return f.arms[who.kit[who.hand]]


@rule
def has_touch(f: Fight, who: Combatant) -> bool:
    """Return whether a weapon or natural attack of theirs does more than damage: drains, poisons, paralyses."""
    for slot in range(len(who.kit)):
        if who.kit[slot] != NOBODY and f.arms[who.kit[slot]].rider != NOBODY:
            return True
    return False


@rule
def weapon_for(f: Fight, who: Combatant, mode: int) -> Weapon:
    """Return what the next strike of `who` is made with: the weapon in hand, or the next attack of their routine."""
    return f.arms[who.kit[next_swing(f, who, mode) if who.has_routine else who.hand]]


@rule
def reach(f: Fight, weapon: Weapon) -> int:
    """Return the reach, 5 feet; in a passage spears and pole arms reach from the second rank."""
    return 2 * weapon.reach if f.width > 0 and weapon.qualities & LONG else weapon.reach


@rule
def swings_left(f: Fight, who: Combatant, mode: int) -> int:
    """Return how many attacks of this alternative a routine still has this round; one for those without a routine."""
    if not who.has_routine:
        return 1 if mode == 0 and who.attacks_made == 0 else 0
    if who.mode != NOBODY and who.mode != mode:
        return 0
    total = 0
    for slot in range(len(who.kit)):
        if who.kit[slot] != NOBODY and f.arms[who.kit[slot]].mode == mode:
            total += f.arms[who.kit[slot]].times
    return max(0, total - who.attacks_made)


@rule
def next_swing(f: Fight, who: Combatant, mode: int) -> int:
    """Return the place in the kit of the routine's next attack."""
    past = who.attacks_made
    for slot in range(len(who.kit)):
        if who.kit[slot] != NOBODY and f.arms[who.kit[slot]].mode == mode:
            past -= f.arms[who.kit[slot]].times
            if past < 0:
                return slot
    return who.hand


@rule
def has_room(f: Fight, who: Combatant) -> bool:
    """Return whether `who` has room: in 10 feet 3 with short swords, spears and pole arms in the rank, 2 with any other
    (classic.move.spacing)."""
    ahead = place_in_rank(f, who)
    rank = abreast(f, 3 if front_is_narrow(f, who) else 2)
    return ahead < rank or (ahead < 2 * rank and arm(f, who).qualities & LONG != 0)


@rule
def abreast(f: Fight, many: int) -> int:
    """Return how many fight side by side in this passage, where so many do in 10 feet."""
    return max(1, f.width * many // (2 * seams.melee_range(f)))


@rule
def front_is_narrow(f: Fight, who: Combatant) -> bool:
    """Return whether a front rank of three to 10 feet has only weapons that need little room (classic.move.spacing)."""
    front = abreast(f, 3)
    for c in f.who[: f.n]:
        if c.side == who.side and c.able and arm(f, c).qualities & NARROW == 0 and place_in_rank(f, c) < front:
            return False
    return True


@rule
def hardest(f: Fight, who: Combatant) -> int:
    """Return the place in the kit of the attack that deals most on average, or of what `who` has in hand."""
    best = who.hand
    for slot in range(len(who.kit)):
        if is_attack(f, who, slot) and worth(f.arms[who.kit[slot]]) > worth(f.arms[who.kit[best]]):
            best = slot
    return best


@rule
def is_attack(f: Fight, who: Combatant, slot: int) -> bool:
    """Return whether one of a routine's attacks in melee stands in this place of the kit."""
    return who.has_routine and who.kit[slot] != NOBODY and f.arms[who.kit[slot]].qualities & MELEE != 0


@rule
def worth(weapon: Weapon) -> int:
    """Return twice what a weapon deals on average; what is no melee weapon is worth less than nothing."""
    if weapon.qualities & MELEE == 0:
        return NOBODY
    return weapon.count * (weapon.sides + 1) + 2 * weapon.plus


@rule
def parting_weapon(f: Fight, who: Combatant, leaver: Combatant) -> Weapon:
    """Return the hardest of the attacks of `who`."""
    return f.arms[who.kit[hardest(f, who)]]


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
    SADDLE,
) = range(2, 20)
SUBDUE = 1  # the option of a strike: 1 to subdue, 2 for each alternative of a routine
HIGHEST_DROP = 3000  # feet in tenths from which things are dropped

NOT_ASKED = reason(ANSWER, "that is no answer to this question")
NO_SUCH = reason(ANSWER, "there is no such combatant")
OUT_OF_IT = reason(ANSWER, "{other} is no longer in the fight")
FRIEND = reason(ANSWER, "{other} is on the same side")
ONESELF = reason(ANSWER, "that is {who}")
HAS_ACTED = reason(C.ROUND_ACTION, "{who} has already shot, cast or struck this round")
NOT_IN_TURN = reason(C.ROUND_ACTION, "{other} can't go before {who} in this step")
IN_MELEE = reason(C.ROUND_ENGAGED, "{who} is in melee and leaves it only by a declared withdrawal or retreat")
OUT_OF_REACH = reason(C.ROUND_ENGAGED, "{other} is not within reach of {who}")
TOO_FAR_TO_GO = reason(C.MOVE_ENCOUNTER, "that is farther than {who} can go in a round")
OUT_OF_BREATH = reason(C.MOVE_ENCOUNTER, "{who} is out of breath")
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
HANDS_FULL = reason(C.SPELL_FREEDOM, "{who} has both hands full")
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
IN_HAND = reason(C.WEAPON_SWITCH, "{who} has that in hand already")
DREW_ONCE = reason(C.WEAPON_SWITCH, "{who} has changed weapons this round")
FULL_ROUND = reason(C.DAMAGE_MONSTER, "{who} has no such attack left this round")
FACES_IT = reason(C.ATTACK_BEHIND, "{who} faces {other} already or has turned this round")
CANT_FLY = reason(C.MOVE_ENCOUNTER, "{who} can't rise so high")
NO_TURNING = reason(C.CLASS_TURNING, "{who} can't turn the undead here")
NO_POTION = reason(C.ITEM_POTION, "{who} has no potion")
NO_BREATH = reason(C.MONSTER_BREATH, "{who} has no breath left to use")
BEYOND_BREATH = reason(C.MONSTER_BREATH, "{other} is beyond the breath's length")


@rule
def refuse_giving_way(f: Fight, who: Combatant, target: int) -> int:
    """Refuse to give way but to one later in the list, who can't give way in turn: a side picks its order in a step."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    other = f.who[target]
    if target == who.id:
        return ONESELF
    if other.side != who.side or other.turn != who.turn or not other.able:
        return NOT_IN_TURN
    return (
        NOT_IN_TURN
        if other.id < who.id
        or other.went_first
        or who.went_first
        or who.attacks_made > 0
        or other.attacks_late != who.attacks_late
        else 0
    )


@rule
def refuse_foe(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    if f.who[target].side == who.side:
        return FRIEND
    return 0 if f.who[target].in_fight else OUT_OF_IT


@rule
def refuse_facing(f: Fight, who: Combatant, target: int) -> int:
    why = refuse_foe(f, who, target)
    if why != 0:
        return why
    if distance(who, f.who[target]) > MELEE_RANGE:
        return OUT_OF_REACH
    return FACES_IT if f.contact or who.faced_foe == target or who.faced_round == f.round else 0


@rule
def refuse_draw(f: Fight, who: Combatant, a: Answer) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    slot = a.option
    if (
        who.has_routine
        or slot < 0
        or slot >= KIT
        or slot == who.hand
        or who.kit[slot] == NOBODY
        or who.kit_left[slot] == 0
    ):
        return IN_HAND if slot == who.hand and not who.has_routine else NO_WEAPON
    if who.declared == CAST:
        return CASTING_ONLY
    if who.drew_round == f.round:
        return DREW_ONCE
    return HAS_ACTED if who.acted else 0


@rule
def refuse_to_attack(f: Fight, who: Combatant) -> int:
    """Return what keeps a combatant from any attack; 0 if nothing does."""
    if who.acted:
        return HAS_ACTED
    if who.current_spell != NOBODY:
        return CASTING_ONLY
    if who.conditions & (1 << RETREATING | 1 << FLEEING | 1 << BLIND) != 0:
        return BLINDED if who.conditions >> BLIND & 1 else RUNNING
    return 0


@rule
def refuse_shot(f: Fight, who: Combatant, target: Combatant) -> int:
    weapon = arm(f, who)
    if weapon.qualities & MISSILE == 0 or weapon.qualities & BOMB or who.kit_left[who.hand] == 0:
        return NO_MISSILE
    if in_melee(f, who):
        return PRESSED
    if who.drew_round == f.round:
        return JUST_DREW
    if (
        f.rules[RELOADING] == 1
        and weapon.qualities & SLOW_TO_LOAD
        and who.shot_round > 0
        and who.shot_round == f.round - 1
    ):
        return UNLOADED
    if f.water == 2 and not who.aquatic:
        return UNDER_WATER
    far = distance(who, target)
    if far <= MELEE_RANGE:
        return TOO_CLOSE
    if far > weapon.long:
        return TOO_FAR
    return COVERED if target.cover > 4 else 0


@rule
def refuse_to_subdue(f: Fight, who: Combatant, option: int) -> int:
    """Return why a shot can't be made in this way: to kill, or to subdue if it is blunt (classic.damage.subdual)."""
    if option == 0:
        return 0
    if option != SUBDUE:
        return NOT_ASKED
    return 0 if arm(f, who).qualities & BLUNT else NOT_BLUNT


@rule
def refuse_drop(f: Fight, who: Combatant, target: Combatant) -> int:
    if arm(f, who).qualities & BOMB == 0 or who.kit_left[who.hand] == 0:
        return NO_MISSILE
    if who.z <= target.z or max(abs(who.x - target.x), abs(who.y - target.y)) > 2 * MELEE_RANGE:
        return NOT_ABOVE
    return TOO_HIGH if who.z - target.z > HIGHEST_DROP else 0


@rule
def refuse_strike(f: Fight, who: Combatant, target: int, option: int) -> int:
    """Return why a combatant can't strike so now: option 1 to subdue, 2 for each alternative of their routine."""
    why = refuse_to_attack(f, who)
    if why == 0:
        why = refuse_foe(f, who, target)
    if why != 0:
        return why
    mode = option >> 1
    if option < 0 or swings_left(f, who, mode) == 0:
        return FULL_ROUND
    weapon = weapon_for(f, who, mode)
    if weapon.qualities & MELEE == 0 or (not f.contact and distance(who, f.who[target]) > reach(f, weapon)):
        return OUT_OF_REACH
    if option & SUBDUE and weapon.qualities & BLUNT == 0:
        return NOT_BLUNT
    return NO_ROOM if f.width > 0 and not has_room(f, who) else 0


@rule
def refuse_move(f: Fight, who: Combatant, a: Answer) -> int:
    if who.declared == CAST:
        return CASTING_ONLY
    if a.kind == SADDLE:
        return refuse_mounting(f, who, a)
    leaving = who.conditions & (1 << WITHDRAWING | 1 << RETREATING | 1 << FLEEING) != 0
    engaged = leaving or in_melee(f, who)
    if engaged and not leaving:
        why = seams.refuse_leaving(f, who)
        if why != 0:
            return why
    if who.moved > 0 or who.conditions >> PRONE & 1:
        return HAS_MOVED
    if who.rounds_moved >= f.rules[PACES]:
        return OUT_OF_BREATH
    if a.kind == RISE:
        return refuse_rise(f, who, a, leaving)
    if a.kind == GO:
        return refuse_going(f, who, a.target, a.option, leaving)
    if a.option != 0 or (a.kind == AWAY and a.target != NOBODY):
        return NOT_ASKED
    if a.kind == AWAY:
        return 0
    return refuse_approach(f, who, a.target, leaving, engaged) if a.kind == APPROACH else NOT_ASKED


@rule
def refuse_mounting(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why somebody can't mount or dismount with this move; 0 if they can (classic.move.mount)."""
    if a.target != NOBODY or a.option != 0:
        return NOT_ASKED
    return HAS_MOVED if who.moved > 0 or who.conditions >> PRONE & 1 else refuse_saddle(f, who)


@rule
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """Refuse to leave, except by a declared withdrawal or retreat (classic.round.engaged)."""
    return IN_MELEE


@rule
def refuse_rise(f: Fight, who: Combatant, a: Answer, leaving: bool) -> int:
    if a.target != NOBODY:
        return NOT_ASKED
    if who.fly == 0 or a.option < 0 or abs(a.option - who.z) > seams.encounter_rate(f, who):
        return CANT_FLY
    return NOT_AWAY if leaving and beside_a_foe(f, who, who.x, who.y, a.option) else 0


@rule
def refuse_going(f: Fight, who: Combatant, x: int, y: int, leaving: bool) -> int:
    if max(abs(x - who.x), abs(y - who.y)) > seams.encounter_rate(f, who):
        return TOO_FAR_TO_GO
    if leaving and beside_a_foe(f, who, x, y, who.z):
        return NOT_AWAY
    return refuse_way(f, who, x, y)


@rule
def beside_a_foe(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether `who` would be in melee there."""
    for c in f.who[: f.n]:
        if c.able and c.side != who.side and max(abs(c.x - x), abs(c.y - y), abs(c.z - z)) <= MELEE_RANGE:
            return True
    return False


@rule
def refuse_approach(f: Fight, who: Combatant, target: int, leaving: bool, engaged: bool) -> int:
    """Return why nobody can go up to somebody; 0 if nothing is against it. Only a foe beside them can be in the way."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    other = f.who[target]
    if target == who.id:
        return ONESELF
    if not other.in_fight:
        return OUT_OF_IT
    if leaving and other.side != who.side:
        return NOT_AWAY
    if distance(who, other) <= MELEE_RANGE:
        return CLOSE_ENOUGH
    return refuse_way_to(f, who, other) if engaged else 0


@rule
def refuse_spell(f: Fight, who: Combatant, slot: int) -> int:
    if slot < 0 or slot >= MOST_SPELLS or who.spells[slot] == NOBODY:
        return NO_SPELL
    if who.conditions & (1 << SILENCED | 1 << BOUND) != 0:
        return TONGUE_TIED
    if f.rules[FREE_HAND] == 1 and not has_free_hand(f, who):
        return HANDS_FULL
    return UNSTEADY if f.unstable or who.mounted else 0


@rule
def has_free_hand(f: Fight, who: Combatant) -> bool:
    """Return whether shield and weapon leave a hand free; claws, jaws and bare hands take none."""
    held = 0
    if who.kit[who.hand] != NOBODY and not who.has_routine and arm(f, who).qualities & (BARE | NATURAL) == 0:
        held = 2 if arm(f, who).qualities & TWO_HANDED else 1
    return held + (1 if who.shield > 0 else 0) < 2


@rule
def refuse_target(f: Fight, who: Combatant, target: Combatant) -> int:
    return refuse_aimed(f, who, target, f.effects[who.spells[who.current_spell]])


@rule
def refuse_aimed(f: Fight, who: Combatant, target: Combatant, effect: Effect) -> int:
    """Refuse a spell by range, by sight, and by whether it is meant for friend or foe."""
    if effect.shape == SELF:
        return 0 if target.id == who.id else OUT_OF_RANGE
    if effect.friendly and target.side != who.side:
        return NOT_FOR_FOES
    if not effect.friendly and target.side == who.side:
        return NOT_FOR_FRIENDS
    if target.id != who.id and (who.conditions >> BLIND & 1 or target.cover > 4):
        return UNSEEN
    return OUT_OF_RANGE if distance(who, target) > effect.range else 0


@rule
def refuse_turning(f: Fight, who: Combatant, target: int) -> int:
    if target != NOBODY:
        return NOT_ASKED
    if who.acted or who.turning_level == 0 or who.current_spell != NOBODY:
        return NO_TURNING
    if who.conditions & (1 << RETREATING | 1 << FLEEING) != 0:
        return RUNNING
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and can_be_turned(c) and c.undead_rank <= who.turning_level + 2:
            return 0
    return NO_TURNING


@rule
def can_be_turned(c: Combatant) -> bool:
    return c.tags & UNDEAD != 0 and c.undead_rank > 0 and c.conditions >> TURNED & 1 == 0
