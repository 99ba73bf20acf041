"""What is asked in the classic book, the kinds of answer, and the reasons for which only it refuses one."""

from affray.engine.clauses import reason
from affray.engine.vocabulary import CASTING, DECLARATIONS, MORALE, MOVEMENT, TARGETS
from affray.rules.shared import clauses as shared
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
    MODIFY,
    RETREAT,
    RISE,
    SADDLE,
    TURN,
    WITHDRAW,
)

# what is asked
DECLARE, MOVE, SHOOT, AIM, STRIKE, SITUATION = range(6)

ASKS = "declare move shoot aim strike situation".split()
TOPIC = (DECLARATIONS, MOVEMENT, TARGETS, CASTING, TARGETS, MORALE)
CLAUSE = (
    shared.ROUND_DECLARE,
    shared.MOVE_ENCOUNTER,
    shared.MISSILE_RANGE,
    shared.SPELL_SIGHT,
    shared.ATTACK_ROLL,
    shared.MORALE_SITUATION,
)
KINDS = (
    "pass yes cast withdraw retreat approach away face draw shoot drop breathe turn strike drink after modify rise go "
    "saddle"
).split()
ANSWERS = (  # for each question its kinds of answer beside pass; going to a place is not listed
    1 << CAST | 1 << WITHDRAW | 1 << RETREAT,
    1 << APPROACH | 1 << AWAY | 1 << FACE | 1 << DRAW | 1 << GIVE_WAY | 1 << RISE | 1 << GO | 1 << SADDLE,
    1 << LOOSE | 1 << DROP | 1 << BREATHE | 1 << GIVE_WAY,
    1 << CAST | 1 << TURN | 1 << GIVE_WAY,
    1 << HIT | 1 << DRINK | 1 << GIVE_WAY,
    1 << MODIFY,
)
AIMED = 1 << APPROACH | 1 << FACE | 1 << LOOSE | 1 << DROP | 1 << BREATHE | 1 << HIT | 1 << GIVE_WAY
SLOTTED = 1 << DRAW | 1 << HIT
NOT_DECLARED = reason(shared.ROUND_DECLARE, "{who} has not declared it")
STAYED = reason(shared.ROUND_DECLARE, "{who} has dropped a declared retreat and does nothing else")
NOT_IN_MELEE = reason(shared.ROUND_ENGAGED, "{who} is not in melee: there is nothing to leave")
NOWHERE_TO_WITHDRAW = reason(shared.MOVE_WITHDRAWAL, "all are in contact and there is no way out for {who}")
NOWHERE_TO_RETREAT = reason(shared.MOVE_RETREAT, "all are in contact and there is no way out for {who}")
TOO_MUCH = reason(shared.MORALE_SITUATION, "the referee's modifier runs from −2 to +2")
