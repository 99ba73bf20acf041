"""What a table may set in the classic book."""

from affray.clauses import LIMIT
from affray.options import SWITCH, Option
from affray.rules.classic import clauses as C

OPTIONS: list[Option] = []


def option(name: str, clause: int, default: int, words: tuple[str, ...] = SWITCH, *, several: bool = False) -> int:
    OPTIONS.append(Option(len(OPTIONS), name, clause, default, words, several=several))
    return len(OPTIONS) - 1


def number(name: str, clause: int, default: int, least: int, most: int) -> int:
    OPTIONS.append(Option(len(OPTIONS), name, clause, default, (), least, most))
    return len(OPTIONS) - 1


REROLL, SIMULTANEOUS = range(2)
DESCENDING, ASCENDING = range(2)
FIRST_DEATH, HALF_OUT = 1, 2  # bits of morale.triggers

SURPRISE = option("surprise", C.SURPRISE, 1)
SURPRISE_RANGE = number("surprise.range", C.SURPRISE, 2, 0, 6)
REACTION = option("reaction", C.REACTION, 0)
TIE = option("initiative.tie", C.INITIATIVE_TIE, REROLL, ("reroll", "simultaneous"))
INDIVIDUAL = option("initiative.individual", C.INITIATIVE_INDIVIDUAL, 0)
SLOW_CROSSBOW = option("initiative.slow-crossbow", C.INITIATIVE_SLOW, 1)
FORM = option("attack.form", C.ATTACK_ASCENDING, DESCENDING, ("descending", "ascending"))
VARIABLE = option("damage.variable", C.DAMAGE_VARIABLE, 0)
RELOADING = option("weapon.reload", C.WEAPON_RELOAD, 0)
PURSUIT = option("flee.pursuit", C.FLEE_AWAY, 0)
TRIGGERS = option("morale.triggers", C.MORALE_TRIGGERS, FIRST_DEATH | HALF_OUT, ("first", "half"), several=True)
STEADFAST = number("morale.steadfast", C.MORALE_STEADFAST, 2, 1, 99)
PACES = number("move.rounds", C.MOVE_ENCOUNTER, 60, 1, 1000)
RETREAT = number("retreat.bonus", C.MOVE_RETREAT, 2, 0, 10)
BLIND = number("blind.bonus", C.ATTACK_BLIND, 4, 0, 10)
LAST_ROUND = number("rounds", LIMIT, 200, 1, 1000)
