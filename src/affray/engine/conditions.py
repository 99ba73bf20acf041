"""The conditions a combatant may be in, for all books: numbers, bits, and which of them take it out of action."""

NAMES = (
    "blind paralysed asleep prone held unaware constrained burning fleeing surrendered unconscious dead fled "
    "charmed petrified sick bound silenced turned absent blessed protected sickened diseased rotting withdrawing "
    "retreating scalded dying wounded"
).split()
(
    BLIND,
    PARALYSED,
    ASLEEP,
    PRONE,
    HELD,
    UNAWARE,
    CONSTRAINED,
    BURNING,
    FLEEING,
    SURRENDERED,
    UNCONSCIOUS,
    DEAD,
    FLED,
    CHARMED,
    PETRIFIED,
    SICK,
    BOUND,
    SILENCED,
    TURNED,
    ABSENT,
    BLESSED,
    PROTECTED,
    SICKENED,
    DISEASED,
    ROTTING,
    WITHDRAWING,
    RETREATING,
    SCALDED,
    DYING,
    WOUNDED,
) = range(len(NAMES))
CONDITIONS = len(NAMES)


def bits(*conditions: int) -> int:
    return sum(1 << c for c in conditions)


GONE = bits(SURRENDERED, DEAD, FLED, PETRIFIED, ABSENT)  # no longer in the fight
FALLEN = GONE | bits(UNCONSCIOUS, DYING)  # no longer stands
HELPLESS = bits(PARALYSED, ASLEEP, HELD, BOUND, UNCONSCIOUS, DYING)  # hit without a roll
STUCK = HELPLESS | bits(CONSTRAINED, CHARMED, UNAWARE, SICK)  # can't act
OUT = GONE & ~bits(FLED, ABSENT) | HELPLESS | bits(CONSTRAINED, CHARMED, SICK)  # out of action, as morale counts it
