"""What is asked in the fourfold book, the kinds of answer there are, and every reason for which one is refused."""

from affray.engine.clauses import reason
from affray.engine.vocabulary import DECLARATIONS, MORALE, RULINGS, TARGETS, bits
from affray.rules.fourfold import clauses as C

# what is asked
ACT, REACT, SNAP, DEFEND, SURPRISED, NERVES, SITUATION, ORDER = range(8)
# kinds of answer, PASS and YES before them
(
    NO,
    HIT,
    LOOSE,
    CAST,
    TURN,
    BREATHE,
    DRINK,
    BOMB,
    WITHDRAW,
    SHOVE,
    GRAPPLE,
    BREAK,
    USE,
    STABILISE,
    DRAG,
    EXECUTE,
    RELOAD,
    GUARD,
    CHARGE,
    APPROACH,
    AWAY,
    SCREEN,
    STAND,
    PICK_UP,
    HOLD,
    DELAY,
    DRAW,
    LET_FALL,
    LIE,
    MODIFY,
    RISE,
    GO,
    SADDLE,
    FIRST,
) = range(2, 36)

ASKS = "act react snap defend surprised nerves situation order".split()
TOPIC = (TARGETS, TARGETS, TARGETS, DECLARATIONS, RULINGS, MORALE, MORALE, RULINGS)
CLAUSE = (
    C.ACTION_TURN,
    C.ACTION_HOLD,
    C.ACTION_SNAP,
    C.ACTION_DEFENCE,
    C.SURPRISE_OPPOSED,
    C.SURPRISE_MORALE,
    C.MORALE_TRIGGERS,
    C.ACTION_INSTANT,
)
KINDS = (
    "pass yes no strike shoot cast turn breathe drink bomb withdraw shove grapple break use stabilise drag execute "
    "reload defend charge approach away screen stand pick-up hold delay draw drop lie modify rise go saddle first"
).split()
DEED_WORDS = {  # what somebody is about to do, where its name alone doesn't say it; a name may follow
    "cast": "cast a spell at",
    "turn": "turn the undead",
    "breathe": "breathe on",
    "drink": "drink a potion",
    "bomb": "drop something on",
    "break": "break free",
    "use": "use a skill",
    "away": "move away",
    "stand": "stand up",
    "pick-up": "pick up a weapon",
    "rise": "go up or down",
    "go": "move",
    "saddle": "mount or dismount",
}


MAINS = bits(
    LOOSE,
    CAST,
    TURN,
    BREATHE,
    DRINK,
    BOMB,
    WITHDRAW,
    SHOVE,
    GRAPPLE,
    BREAK,
    USE,
    STABILISE,
    DRAG,
    EXECUTE,
    RELOAD,
    GUARD,
)
MOVES = bits(APPROACH, AWAY, SCREEN, STAND, PICK_UP, RISE, GO, SADDLE)
QUICK = bits(HOLD, DELAY, DRAW, LET_FALL, LIE, GUARD)  # done at once: nobody answers them
DEEDS = MAINS | MOVES | bits(HIT, CHARGE, DRAW, LET_FALL, LIE)
ANSWERS = (  # for each question its kinds of answer beside pass; going to a place is not listed
    DEEDS | bits(HOLD, DELAY),
    DEEDS,
    bits(HIT, LOOSE, LET_FALL),
    bits(1, LET_FALL),
    bits(1, NO),
    bits(1, NO),
    bits(MODIFY),
    bits(FIRST),
)
AIMED = bits(HIT, LOOSE, CAST, BREATHE, BOMB, SHOVE, GRAPPLE, STABILISE, DRAG, EXECUTE, CHARGE, APPROACH, SCREEN, DELAY)
AIMED |= bits(FIRST)
SLOTTED = bits(HIT, CAST, USE, DRAW, SHOVE)
SUBDUE = 1  # the option of a strike: 1 not to kill, 2 for each alternative of a routine
DOWN = 1  # the option of a shove: to the ground

MAIN_SPENT = reason(C.ACTION_MAIN, "{who} has used the main action of this round")
NOTHING_LEFT = reason(C.ACTION_TURN, "{who} has neither a main nor a move action left")
MOVED_TWICE = reason(C.ACTION_MOVE, "{who} has no movement left")
TOO_FAR_TO_GO = reason(C.ACTION_MOVE, "that is farther than {who} can go in a move")
CLOSE_ENOUGH = reason(C.ACTION_MOVE, "{who} has reached {other} already")
NO_WAY_OUT = reason(C.ACTION_MOVE, "there is no way out for {who}")
CANT_FLY = reason(C.ACTION_MOVE, "{who} can't rise so high")
SPLIT = reason(C.ACTION_UNSPLIT, "{who} has moved and acted; a move isn't split round a main action")
NO_WEAPON = reason(C.ACTION_ON_TURN, "{who} has no such weapon at hand")
IN_HAND = reason(C.ACTION_ON_TURN, "{who} has that in hand already")
NOTHING_TO_DROP = reason(C.ACTION_INSTANT, "{who} has nothing in hand to let fall")
UPRIGHT = reason(C.ACTION_LIST, "{who} stands already")
LIES_THERE = reason(C.ACTION_LIST, "{who} lies on the ground")
NOTHING_TO_PICK_UP = reason(C.ACTION_LIST, "nothing of {who}'s lies on the ground")
NOT_EMPTY = reason(C.ACTION_LIST, "{who} has nothing to reload")
UNLOADED = reason(C.ACTION_LIST, "{who} has to reload, with the main action")
NO_SKILL = reason(C.ACTION_LIST, "there is no such skill")
NOT_THE_DOER = reason(C.ACTION_SNAP, "a snap attack answers the deed of a foe: it is aimed at that foe")
NOT_NOW = reason(C.ACTION_INSTANT, "{other} has nothing to answer it with")
CANT_SNAP = reason(C.ACTION_SNAP, "{who} is neither trained nor named, or has used the main action")
ON_GUARD = reason(C.ACTION_DEFENCE, "{who} is in total defence already, or has used the main action")
NO_RUN_UP = reason(C.ACTION_CHARGE, "a charge goes straight at a foe, at least 10 feet and up to twice the move")
NOT_BOTH = reason(C.ACTION_CHARGE, "a charge takes the main and the move action of one who stands")
WITHDREW = reason(C.ACTION_WITHDRAWAL, "{who} has no foe in contact, or withdraws already")
HURT = reason(C.ACTION_CAST, "{who} has been hurt this round and can't cast")
NO_HAND = reason(C.ACTION_CAST, "{who} has no hand free")
CANT_SCREEN = reason(C.ACTION_SCREEN, "{who} needs a combat skill of 1 to screen somebody")
NOT_AN_ALLY = reason(C.ACTION_SCREEN, "{other} is no ally within a move of {who}")
CANT_SHOVE = reason(C.ACTION_SHOVE, "{other} can't be shoved like that")
HANDS_FULL = reason(C.ACTION_GRAPPLE, "{who} needs both hands free")
HELD_FAST = reason(C.ACTION_GRAPPLE, "{who} is held in place and has bare hands only")
NOT_HELD = reason(C.ACTION_GRAPPLE, "nobody holds {who}")
GRAPPLED = reason(C.ACTION_GRAPPLE, "one of the two wrestles already")
CANT_HOLD = reason(C.ACTION_LIST, "holding takes the move action, and {who} needs the main action to hold it")
NOT_LATER = reason(C.ACTION_DELAY, "{other} has no turn still to come, or waits too")
HAS_BEGUN = reason(C.ACTION_DELAY, "{who} has begun the turn, or has put it off once already")
CUT_SHORT = reason(C.ACTION_UNSPLIT, "{who} has moved since the first attack; a main action isn't split round a move")
OUT_OF_REACH = reason(C.MELEE_REACH, "{other} is not within reach of {who}")
NO_SUCH_ATTACK = reason(C.ACTION_MAIN, "{who} has no such attack left this round")
TOO_FAR = reason(C.RANGED_RANGE, "{other} is beyond long range")
NO_MISSILE = reason(C.RANGED_RANGE, "{who} has nothing in hand to shoot or throw")
PRESSED = reason(C.RANGED_CONTACT, "a foe is in contact with {who}, who needs both hands to shoot")
COVERED = reason(C.RANGED_COVER, "{other} is wholly behind cover")
NOT_LESS_LETHAL = reason(C.DAMAGE_NONLETHAL, "only a less lethal weapon spares a life")
NO_VICTIM = reason(C.EXECUTION, "{other} is neither helpless nor unaware in a prepared ambush")
DISTURBED = reason(C.EXECUTION, "a foe disturbs {who}")
NOT_DYING = reason(C.DAMAGE_STABILISE, "{other} is not mortally wounded")
TRIED = reason(C.DAMAGE_STABILISE, "somebody has tried for {other} this round")
NOT_BESIDE = reason(C.DAMAGE_STABILISE, "{who} is not beside {other}")
NO_DANGER = reason(C.ACTION_MAIN, "there is no foe left to drag {other} away from")
NOT_DOWN = reason(C.ACTION_MAIN, "{other} is no downed ally beside {who}")
TOO_MUCH = reason(C.MORALE_TRIGGERS, "the referee's modifier runs from −2 to +2")
