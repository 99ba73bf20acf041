"""What is asked in the procedure book, the kinds of answer there are, and every reason for which one is refused."""

from affray.engine.clauses import ANSWER, reason
from affray.engine.verbs import YES
from affray.engine.vocabulary import DECLARATIONS, MOVEMENT, RULINGS, TARGETS
from affray.rules.procedure import clauses as C
from affray.rules.shared.legality import (
    APPROACH,
    AWAY,
    BREATHE,
    CAST,
    DRAW,
    DRINK,
    DROP,
    FACE,
    GIVE_WAY,
    GO,
    HIT,
    LOOSE,
    RISE,
    SADDLE,
    TURN,
)

# what is asked
DECLARE, RUN, SHOOT, ACT, PART, SURPRISED, ANYTHING = range(7)
# kinds of answer, with the numbers that the classic book's have: its rules of legality are ours
CHARGE, DEFEND = CAST + 1, CAST + 2
MISSILES = GIVE_WAY + 1
HOLD, TRIGGER, GUARD, READIED, FORGO, OTHER, NO = range(SADDLE + 1, SADDLE + 8)
LAST_KIND = NO

ASKS = "declare run shoot act part surprise other".split()
TOPIC = (DECLARATIONS, MOVEMENT, TARGETS, TARGETS, TARGETS, RULINGS, RULINGS)
CLAUSE = (C.DECLARE, C.CHARGE_TOGETHER, C.MISSILE_FIRST, C.ACT_WINNERS, C.LEAVE, C.SURPRISE, C.ACT_WINNERS)
KINDS = (
    "pass yes cast charge defend approach away face draw shoot drop breathe turn strike drink after missiles rise go "
    "saddle hold trigger guard readied forgo other no"
).split()
MOVES = 1 << APPROACH | 1 << AWAY | 1 << RISE | 1 << GO | 1 << SADDLE
ANSWERS = (  # for each question its kinds of answer beside pass; going to a place is not listed
    1 << CAST | 1 << CHARGE | 1 << DEFEND | 1 << MISSILES,
    1 << YES,
    1 << LOOSE | 1 << DROP,
    MOVES
    | 1 << FACE
    | 1 << DRAW
    | 1 << HIT
    | 1 << LOOSE
    | 1 << DROP
    | 1 << CAST
    | 1 << READIED
    | 1 << BREATHE
    | 1 << TURN
    | 1 << DRINK
    | 1 << GIVE_WAY
    | 1 << HOLD
    | 1 << TRIGGER
    | 1 << GUARD
    | 1 << FORGO
    | 1 << OTHER,
    1 << YES,
    1 << YES | 1 << NO,
    1 << YES,
)
AIMED = 1 << CHARGE | 1 << APPROACH | 1 << FACE | 1 << LOOSE | 1 << DROP | 1 << BREATHE | 1 << HIT | 1 << GIVE_WAY
AIMED |= 1 << GUARD | 1 << READIED
SLOTTED = 1 << DRAW | 1 << HIT

# what a trigger waits for, from 1 on
CONDITIONS = "nears moves shoots casts attacks".split()
NEARS, MOVING, SHOOTING, CASTING, ATTACKING = range(1, 1 + len(CONDITIONS))
GUARDING = ATTACKING + 1  # an attack on a friend

UNDECLARED = reason(C.DECLARE, "{who} has not declared it")
NOTHING_TO_DROP = reason(C.DECLARE, "{who} has declared nothing to drop")
DROPPED_IT = reason(C.DECLARE, "{who} has dropped the defence: a plain move is left, and nothing else")
STARTLED = reason(C.DECLARE_CHARGE, "{who} is surprised and can't charge")
TOO_NEAR = reason(C.DECLARE_CHARGE, "{other} is too near for a charge: it takes a run of 10 feet")
ENGAGED = reason(C.DECLARE_CHARGE, "{who} is in melee and can't charge")
BLOCKED = reason(C.DECLARE_CHARGE, "another foe stands in the straight line from {who} to {other}")
NOTHING_TO_STRIKE_WITH = reason(C.DECLARE_CHARGE, "{who} has nothing in hand to strike with")
LYING = reason(C.DECLARE_CHARGE, "{who} lies on the ground and can't charge")
NO_LEGS = reason(C.DECLARE_CHARGE, "{who} can't run")
CHARGED = reason(C.DECLARE_CHARGE, "{who} has charged: that was both move and attack")
DEFENDING = reason(C.DECLARE_DEFENCE, "{who} is in total defence: no attack, no spell")
IN_MELEE = reason(C.DECLARE_SPELL, "{who} is in melee and can't begin a spell")
CASTING_ONLY = reason(C.DECLARE_SPELL, "{who} has declared a spell and does nothing else")
NOT_READIED = reason(C.SPELL_READIED, "{who} has no spell readied")
KEPT_READY = reason(C.SPELL_READIED, "{who} has that spell readied: it needs no declaring")
NO_AMMUNITION = reason(C.DECLARE_MISSILE, "{who} has nothing left to shoot")
MUST_DECLARE = reason(C.DECLARE_MISSILE, "{who} has not declared missile fire")
STATIONARY = reason(C.MISSILE_FIRST, "{who} has shot without moving and stays there this round")
MOVED = reason(C.MISSILE_MOVING, "{who} has moved and shoots in their own side's step")
UNLOADED = reason(C.MISSILE_SECOND, "{who} has to reload: one shot every second round")
SHOTS_SPENT = reason(C.MISSILE_SECOND, "{who} has no shot left this round")
LOSERS = reason(C.ACT_LOSERS, "{who} is not on the winning side and can't wait")
NOT_NOW = reason(C.ACT_HELD, "{who} has waited: what is not used now is lost")
NO_SUCH_CONDITION = reason(C.ACT_HOLD, "there is no such trigger")
NOT_A_FRIEND = reason(ANSWER, "{other} is not on the side of {who}")
BROKEN = reason(C.MORALE_CHECK, "{who} has lost heart and does nothing but retreat")
