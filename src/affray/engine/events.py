"""The closed list of kinds of event, for all books."""

KINDS = (
    "roll hit miss damage heal condition-on condition-off move score check declared lost due down dead fled "
    "surrendered referee round end"
).split()
(
    ROLL,
    HIT,
    MISS,
    DAMAGE,
    HEAL,
    CONDITION_ON,
    CONDITION_OFF,
    MOVE,
    SCORE,
    CHECK,
    DECLARED,
    LOST,
    DUE,
    DOWN,
    DEAD,
    FLED,
    SURRENDERED,
    REFEREE,
    ROUND,
    END,
) = range(len(KINDS))

BECAUSE = -100  # marks a modifier's row in the flat log; a question's is -1 minus its number
