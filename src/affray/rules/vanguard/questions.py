"""What is asked in the vanguard book, the kinds of answer there are, and every reason for which one is refused."""

from affray.engine.clauses import ANSWER, reason
from affray.engine.vocabulary import MORALE, ROLLS, RULINGS, TARGETS
from affray.rules.shared import clauses as shared
from affray.rules.vanguard import clauses as C

# what is asked
ACT, READINESS, SITUATION, ALIVE, ANYTHING, PARTING, BLOW, KILL = range(8)
# kinds of answer, PASS and YES before them
(
    CAST,
    APPROACH,
    AWAY,
    FACE,
    DRAW,
    LOOSE,
    THROW,
    DROP,
    BREATHE,
    TURN,
    HIT,
    CHARGE,
    RUN,
    DEFEND,
    STANCE,
    RELOAD,
    LIGHT,
    DOUSE,
    DRINK,
    GIVE_WAY,
    OTHER,
    MODIFY,
    RISE,
    GO,
    SPILL_OIL,
    SPILL_WATER,
    SET_FIRE,
    SADDLE,
) = range(2, 30)

ASKS = "turn readiness situation alive other parting blow kill".split()
TOPIC = (TARGETS, ROLLS, MORALE, RULINGS, RULINGS, TARGETS, TARGETS, RULINGS)
CLAUSE = (
    C.TURN,
    C.INITIATIVE_MODIFIER,
    shared.MORALE_SITUATION,
    C.DEATH_ZERO,
    C.TURN,
    C.LEAVE_ATTACK,
    C.LEAVE_ATTACK,
    C.UNARMED,
)
KINDS = [
    *"pass yes cast approach away face draw shoot throw drop breathe turn strike charge run defensive stance".split(),
    *"reload light douse drink after other modify rise go".split(),
    *("spill oil", "spill holy water", "set fire", "saddle"),
]
EVERY_TURN = sum(1 << kind for kind in range(CAST, MODIFY)) | 1 << RISE | 1 << GO
EVERY_TURN |= 1 << SPILL_OIL | 1 << SPILL_WATER | 1 << SET_FIRE | 1 << SADDLE
# of each question; going to a place is not listed
ANSWERS = (EVERY_TURN, 1 << MODIFY, 1 << MODIFY, 1 << 1, 1 << 1, 1 << 1, 1 << 1, 1 << 1)
AIMED = (
    1 << CAST
    | 1 << APPROACH
    | 1 << FACE
    | 1 << LOOSE
    | 1 << THROW
    | 1 << DROP
    | 1 << BREATHE
    | 1 << HIT
    | 1 << CHARGE
    | 1 << GIVE_WAY
)
SLOTTED = 1 << CAST | 1 << DRAW | 1 << THROW | 1 << HIT
SPARE = 1  # the option of a strike: 1 to take alive, 2 for each alternative of a routine
AS_USUAL, RUNNING, CAREFUL, ONCE_MORE = range(4)  # paces; once more: another move after the first
FLAME_REACH = 30  # vanguard.oil.pool: 3 metres
HIGHEST_DROP = 900  # classic.attack.bombing: 300 feet

NOT_ASKED = reason(ANSWER, "that is no answer to this question")
NO_SUCH = reason(ANSWER, "there is no such combatant")
OUT_OF_IT = reason(ANSWER, "{other} is no longer in the fight")
ONESELF = reason(ANSWER, "that is {who}")
NOT_IN_TURN = reason(C.ROUND_ORDER, "{other} can't go before {who}")
HAS_ACTED = reason(C.TURN, "{who} has used the action of this turn")
HAS_MOVED = reason(C.TURN, "{who} has moved this turn")
IN_ONE_PIECE = reason(C.TURN, "{who} is in the middle of several attacks")
NO_SUCH_ATTACK = reason(C.TURN, "{who} has no such attack left this turn")
NO_PARTING_ATTACK = reason(C.LEAVE_ATTACK, "{who} has no such attack")
TOO_FAR_TO_GO = reason(C.TURN, "that is farther than {who} can go")
ROOTED = reason(C.TURN, "{who} can't go anywhere")
CLOSE_ENOUGH = reason(C.TURN, "{who} has reached {other} already")
CANT_FLY = reason(C.TURN, "{who} can't rise so high")
NO_WEAPON = reason(C.TURN, "{who} has no such weapon to draw")
IN_HAND = reason(C.TURN, "{who} has that in hand already")
DREW_ONCE = reason(C.TURN, "{who} has changed weapons this round")
SHOT_ALREADY = reason(C.TURN, "{who} has shot this round and can't change weapons")
JUST_DREW = reason(C.TURN, "{who} has just changed weapons and can't shoot this round")
NO_POTION = reason(C.TURN, "{who} has no potion")
NOT_FACING = reason(C.ATTACK_BEHIND, "{who} faces {other} already or has turned this round")
OUT_OF_REACH = reason(C.ATTACK_ROLL, "{other} is not within reach of {who}")
NO_MISSILE = reason(C.RANGED_RANGE, "{who} has nothing in hand to shoot or throw")
TOO_FAR = reason(C.RANGED_RANGE, "{other} is beyond twice the effective range")
EMPTY_LIGHT = reason(C.RELOAD_LIGHT, "{who} has to reload")
EMPTY_HEAVY = reason(C.RELOAD_HEAVY, "{who} has to reload")
LOADED = reason(C.RELOAD_LIGHT, "{who} has nothing to reload")
WHOLE_TURN = reason(C.RELOAD_HEAVY, "{who} needs the whole turn for it, without a move")
TOO_CLOSE_TO_CHARGE = reason(C.CHARGE, "{other} is too close: a charge is a run of at least 2 metres")
TOO_FAR_TO_CHARGE = reason(C.CHARGE, "{other} is farther than {who} can charge")
BOTH = reason(C.CHARGE, "a charge is both move and action, and {who} has used one of them")
NO_STANCE = reason(C.STANCE, "a stance takes the whole turn, and {who} has used some of it")
NOT_PREPARED = reason(C.SPELL_CAST, "{who} has no such spell prepared")
TONGUE_TIED = reason(C.SPELL_CAST, "{who} can't speak")
HANDS_FULL = reason(C.SPELL_CAST, "{who} has no hand free")
NO_FLASK = reason(C.THROW, "{who} has no such vial or flask")
TOO_FAR_TO_THROW = reason(C.THROW, "{other} is too far off")
TOO_FAR_TO_SPILL = reason(C.THROW, "{who} can't throw so far")
NO_POOL = reason(C.OIL_POOL, "there is no unlit oil on the ground")
TOO_FAR_FOR_FLAME = reason(C.OIL_POOL, "{who} is more than 3 metres from the oil")
UNLIT = reason(C.OIL_FIRE, "the oil has to be lit first: {who} has no flame at hand")
NO_OIL = reason(C.OIL_FIRE, "{who} has no oil to light, or a flame at hand already")
NOT_BURNING = reason(C.OIL_FIRE, "{who} does not burn")
TOO_MUCH = reason(C.INITIATIVE_MODIFIER, "the referee's modifier runs from −2 to +2")
BLINDED = reason(shared.ATTACK_BLIND, "{who} is blind and can't attack")
UNDER_WATER = reason(shared.ATTACK_WATER, "missiles fail under water")
COVERED = reason(shared.MISSILE_COVER, "{other} is wholly behind cover")
NOT_ABOVE = reason(shared.ATTACK_BOMBING, "{who} is not in the air above {other}")
TOO_HIGH = reason(shared.ATTACK_BOMBING, "{who} is more than 300 feet up")
NO_BREATH = reason(shared.MONSTER_BREATH, "{who} has no breath left to use")
BEYOND_BREATH = reason(shared.MONSTER_BREATH, "{other} is beyond the breath's length")
