"""What is asked in the classic book, the kinds of answer there are, and every reason for which one is refused."""

from affray.engine.clauses import ANSWER, reason
from affray.engine.vocabulary import CASTING, DECLARATIONS, MORALE, MOVEMENT, TARGETS
from affray.rules.classic import clauses as C

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
STAYED = reason(C.ROUND_DECLARE, "{who} has dropped a declared retreat and does nothing else")
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
DREW_ONCE = reason(C.WEAPON_SWITCH, "{who} has changed weapons this round")
FULL_ROUND = reason(C.DAMAGE_MONSTER, "{who} has no such attack left this round")
FACES_IT = reason(C.ATTACK_BEHIND, "{who} faces {other} already or has turned this round")
CANT_FLY = reason(C.MOVE_ENCOUNTER, "{who} can't rise so high")
NO_TURNING = reason(C.CLASS_TURNING, "{who} can't turn the undead here")
NO_POTION = reason(C.ITEM_POTION, "{who} has no potion")
NO_BREATH = reason(C.MONSTER_BREATH, "{who} has no breath left to use")
BEYOND_BREATH = reason(C.MONSTER_BREATH, "{other} is beyond the breath's length")
TOO_MUCH = reason(C.MORALE_SITUATION, "the referee's modifier runs from −2 to +2")
