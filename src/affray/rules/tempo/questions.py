"""What is asked in the tempo book, the kinds of answer there are, and every reason for which one is refused."""

from affray.content.entries import AMBUSHES
from affray.engine.clauses import ANSWER, reason
from affray.engine.vocabulary import CASTING, DECLARATIONS, MOVEMENT, REACTIONS, RULINGS, TARGETS
from affray.rules.tempo import clauses as C

# what is asked
(
    TURN,
    STRIKE,
    AFTER,
    REACT,
    LATE,
    RIPOSTE,
    OPENING,
    SUPERIOR,
    COMMAND,
    OBEY,
    WARN,
    BUY,
    THREATEN,
    DECLARE,
    BREATHER,
    PRESS,
    AMBUSH,
    LOOSED,
    MEET,
) = range(19)
ASKS = (
    "turn strike after react late riposte opening superior command obey warn degrees threaten declare breather press "
    "ambush loosed meet"
).split()
# kinds of answer, PASS and YES before them; rising and going to a place are not listed
(
    HIT,
    SHOOT,
    DROP,
    BREATHE,
    CAST,
    TURN_UNDEAD,
    DEFEND,
    REORIENT,
    ORDER,
    AIM,
    DRINK,
    TEND,
    STAND,
    DRAW,
    LOOK,
    APPROACH,
    AWAY,
    SPEND,
    FORCE,
    FORM,
    RISE,
    GO,
    SADDLE,
    ORDER_SHOT,
    ORDER_DEFENCE,
    ORDER_RETREAT,
) = range(2, 28)
KINDS = (
    "pass yes strike shoot drop breathe cast turn defend re-orient order aim drink tend stand draw look approach away "
    "buy force ambush rise go saddle order-shot order-defence order-retreat"
).split()
# what an order tells followers to do: its numbers in questions and events
ATTACK, SHOOTING, DEFENCE, RETREAT, ONE_ALONE = range(5)
# what extra degrees buy, and how many of them each takes
DRIVE_BACK, STEP_BETWEEN, OVER_THE_EDGE, DISARM, TRIP, DIRECT = range(6)
EFFECTS = ("drive back", "step between", "over the edge", "disarm", "trip", "direct hit")
DEGREES = (1, 1, 2, 2, 2, 4)
NO_AMBUSH, CHANCE, PREPARED = range(3)
FORMS = ("none", "chance", "prepared", *AMBUSHES[2:])
# tempo.surprise: what each form means for the score of those who fall upon others, and of their victims
AS_USUAL, A_DIE, NO_ROLL_AT_ALL = range(3)
AMBUSHERS = (AS_USUAL, A_DIE, NO_ROLL_AT_ALL, NO_ROLL_AT_ALL, AS_USUAL, A_DIE, AS_USUAL, A_DIE, NO_ROLL_AT_ALL)
VICTIMS = (AS_USUAL, A_DIE, NO_ROLL_AT_ALL, A_DIE, NO_ROLL_AT_ALL, AS_USUAL, A_DIE, NO_ROLL_AT_ALL, AS_USUAL)

TOPIC = (
    TARGETS,
    TARGETS,
    MOVEMENT,
    REACTIONS,
    REACTIONS,
    REACTIONS,
    REACTIONS,
    REACTIONS,
    TARGETS,
    REACTIONS,
    REACTIONS,
    TARGETS,
    REACTIONS,
    CASTING,
    DECLARATIONS,
    DECLARATIONS,
    RULINGS,
    RULINGS,
    REACTIONS,
)
CLAUSE = (
    C.SPEND,
    C.ATTACK,
    C.MOVE,
    C.REACTION_COST,
    C.REACTION_COST,
    C.REACTION_COST,
    C.GUARD,
    C.SUPERIOR,
    C.ORDER_COST,
    C.ORDER_CHARACTER,
    C.REACTION_COST,
    C.EFFECT,
    C.MISSILE_THREAT,
    C.DECLARE,
    C.RESPITE,
    C.FORCE,
    C.SURPRISE,
    C.MISSILE_THREAT,
    C.REACTION_COST,
)
MOVES = 1 << APPROACH | 1 << AWAY | 1 << RISE | 1 << GO | 1 << SADDLE
ACTS = 1 << HIT | 1 << SHOOT | 1 << DROP | 1 << BREATHE | 1 << CAST | 1 << TURN_UNDEAD | 1 << DEFEND | 1 << REORIENT
ORDERS = 1 << ORDER | 1 << ORDER_SHOT | 1 << ORDER_DEFENCE | 1 << ORDER_RETREAT
ACTS |= ORDERS | 1 << AIM | 1 << DRINK | 1 << TEND  # each of them is the action of a turn
ANSWERS = (  # for each question its kinds of answer beside pass
    ACTS | MOVES | 1 << STAND | 1 << DRAW,
    1 << HIT,
    MOVES,
    1 << 1 | 1 << DRAW | 1 << LOOK,
    1 << 1,
    1 << 1,
    1 << 1,
    1 << 1,
    ORDERS,
    1 << 1,
    1 << 1,
    1 << SPEND,
    1 << 1,
    1 << CAST,
    1 << STAND | 1 << DRAW | 1 << DRINK | 1 << TEND | 1 << LOOK | 1 << FORCE,
    1 << FORCE,
    1 << FORM,
    1 << 1,
    1 << DRAW | 1 << LOOK,
)
AIMED = (
    1 << HIT
    | 1 << SHOOT
    | 1 << DROP
    | 1 << BREATHE
    | 1 << ORDER
    | 1 << ORDER_SHOT
    | 1 << AIM
    | 1 << TEND
    | 1 << APPROACH
)
SLOTTED = 1 << HIT | 1 << DRAW | 1 << SPEND | 1 << FORM

NOT_ASKED = reason(ANSWER, "that is no answer to this question")
NO_SUCH = reason(ANSWER, "there is no such combatant")
OUT_OF_IT = reason(ANSWER, "{other} is no longer in the fight")
ONESELF = reason(ANSWER, "that is {who}")
UNABLE = reason(C.ROUND_ORDER, "{who} can't act now")
NO_SCORE = reason(C.SPEND, "{who} has no score left to spend")
FLAT_FOOTED = reason(C.ZERO, "{who} is flat-footed and has no reactions")
LACKEYS = reason(C.HENCHMAN, "{who} is a henchman and has no reactions")
NO_ROLL = reason(C.HENCHMAN, "{who} is a henchman: a henchman's score is always the same")
REACTED = reason(C.REACTION_TIMING, "{who} has reacted to this action already")
NO_REPLY = reason(C.REACTION_TIMING, "a reaction can be answered only by defending or by obeying")
NO_SHIELD = reason(C.DEFEND, "{who} has neither a shield to raise nor the training to do without")
UNTRAINED = reason(C.REACTION_COST, "{who} is not trained in the riposte")
OUT_OF_REACH = reason(C.MOVE, "{other} is out of {who}'s reach")
STANDS_BETWEEN = reason(C.EFFECT, "somebody has stepped between {who} and {other}")
NO_GUARD_DROPPED = reason(C.GUARD, "{other} has not dropped their guard")
STRUCK_ALREADY = reason(C.GUARD, "{who} has had the chance already")
NOT_HIGHEST = reason(C.SUPERIOR, "{who} did not start the round highest, or has used that already")
NO_CHAIN = reason(C.ORDER_HENCHMAN, "nobody is left who would act on an order of {who} now")
NO_SHOT = reason(C.ORDER_HENCHMAN, "nobody who would shoot on an order of {who} can reach {other}")
NO_ORDER = reason(C.ORDER_CHARACTER, "{who} can't do what {other} orders")
FEW_DEGREES = reason(C.EFFECT, "{who} has too few extra degrees for it")
FEW_FOR_DIRECT = reason(C.DIRECT_HIT, "a direct hit takes four extra degrees")
NO_EDGE = reason(C.EFFECT, "there is no window, rail or ledge here")
NO_USE = reason(C.EFFECT, "it would change nothing for {other}")
FROM_AFAR = reason(C.EFFECT, "{who} is not beside {other} and in melee with them")
NO_THREAT = reason(C.MISSILE_THREAT, "nobody holds {other} at arrow-point")
NO_WARNING = reason(C.REACTION_COST, "{other} is not unaware of the danger")
NOT_DECLARED = reason(C.DECLARE, "{who} has declared no spell")
DECLARED_IT = reason(C.DECLARE, "{who} has declared a spell already")
HAS_MOVED = reason(C.MOVE, "{who} has no movement left this turn")
FELLED = reason(C.MOVE, "{who} lies on the ground and has to stand up first")
TOO_FAR_TO_GO = reason(C.MOVE, "that is farther than {who} can go at once")
CLOSE_ENOUGH = reason(C.MOVE, "{who} has reached {other} already")
CANT_FLY = reason(C.MOVE, "{who} can't rise so high")
UPRIGHT = reason(C.RESPITE, "{who} is standing already")
LOOKED = reason(C.RESPITE, "{who} has looked around already")
NO_TENDING = reason(C.INJURY, "{other} is not dying, or not within {who}'s reach")
NO_BOUT = reason(C.FORCE, "nobody of {who}'s side is in the bout")
ALL_SPENT = reason(C.FORCE, "all in the bout are at 0: it is over")
NO_FORM = reason(C.SURPRISE, "that is no form of ambush")
NO_DEMAND = reason(C.RESPITE, "everyone has the chance of an act before the next round")
TAKES_ALL = reason(C.MISSILE_MELEE, "{who} has moved or acted this round, and aiming takes all of it")
HAS_AIMED = reason(C.MISSILE_MELEE, "{who} takes all of this round to aim")
MOVED_ALREADY = reason(C.REORIENT, "{who} has moved, and re-orienting takes the whole turn")
SHOOTS_ONLY = reason(C.ATTACK, "{who} has nothing in hand to strike with")
