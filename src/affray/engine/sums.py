"""Reasons that rules state only so that every sum of the log adds up. They change nothing and enter no saved fight."""

from affray.engine import clauses
from affray.engine.clauses import ADDS, FACT, FIXED, LEAST, MOST, TIMES, clause, reason

SUM = clause(
    "affray.sum",
    "Every number of the log is shown with all that makes it: dice, fixed parts, bonus or THAC0, limits, the number "
    "needed, and a natural roll where it decides.",
)
FIXED_PART = reason(SUM, "the fixed part of the dice", FIXED)
MULTIPLIED = reason(SUM, "times a number", TIMES)
AT_LEAST = reason(SUM, "at least", LEAST)
AT_MOST = reason(SUM, "at most", MOST)
EACH_AT_LEAST_ONE = reason(SUM, "each die at least 1", ADDS)
CON_OF_DICE = reason(SUM, "CON", ADDS)
CLASS_AND_CON = reason(SUM, "class and CON", ADDS)
OVER_THE_LIMIT = reason(SUM, "beyond the limit", ADDS)
FULL_HP = reason(SUM, "beyond full hp", ADDS)
BEYOND_ZERO = reason(SUM, "beyond 0 hp", ADDS)
ATTACK_BONUS = reason(SUM, "attack bonus", ADDS)
THAC0 = reason(SUM, "THAC0", FACT)
NATURAL_DECIDES = reason(SUM, "natural", FACT)
NAMED = reason(SUM, "what did it", FACT)  # the number of a spell or another effect
WHOLE_SIDE = reason(SUM, "the whole side", FACT)
NOBODY_CHECKS = reason(SUM, "nobody has to check", FACT)  # the log leaves such an event out
FRIEND = reason(SUM, "a friend", FACT)
OTHERS_TOO = reason(SUM, "others who share the roll", FACT)  # how many
LATER_END = reason(SUM, "until the end of round", FACT)


def is_explanation(number: int) -> bool:
    """Return whether a reason only explains a number."""
    return clauses.REASONS[number].clause == SUM
