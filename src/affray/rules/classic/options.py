"""What a table may set in the classic book."""

from affray.engine.clauses import LIMIT
from affray.engine.options import Settings
from affray.rules.classic import clauses as C

SETTINGS = Settings("classic")
OPTIONS = SETTINGS.all

REROLL, SIMULTANEOUS = range(2)
DESCENDING, ASCENDING = range(2)
FIRST_DEATH, HALF_OUT = 1, 2  # bits of morale.triggers

SURPRISE = SETTINGS.switch("surprise", C.SURPRISE, 1)
SURPRISE_RANGE = SETTINGS.number("surprise.range", C.SURPRISE, 2, 0, 6)
REACTION = SETTINGS.switch("reaction", C.REACTION, 0)
TIE = SETTINGS.word("initiative.tie", C.INITIATIVE_TIE, REROLL, ("reroll", "simultaneous"))
INDIVIDUAL = SETTINGS.switch("initiative.individual", C.INITIATIVE_INDIVIDUAL, 0)
SLOW_CROSSBOW = SETTINGS.switch("initiative.slow-crossbow", C.INITIATIVE_SLOW, 1)
FORM = SETTINGS.word("attack.form", C.ATTACK_ASCENDING, DESCENDING, ("descending", "ascending"))
VARIABLE = SETTINGS.switch("damage.variable", C.DAMAGE_VARIABLE, 0)
RELOADING = SETTINGS.switch("weapon.reload", C.WEAPON_RELOAD, 0)
PURSUIT = SETTINGS.switch("flee.pursuit", C.FLEE_AWAY, 0)
TRIGGERS = SETTINGS.several("morale.triggers", C.MORALE_TRIGGERS, FIRST_DEATH | HALF_OUT, ("first", "half"))
STEADFAST = SETTINGS.number("morale.steadfast", C.MORALE_STEADFAST, 2, 1, 99)
PACES = SETTINGS.number("move.rounds", C.MOVE_ENCOUNTER, 60, 1, 1000)
RETREAT = SETTINGS.number("retreat.bonus", C.MOVE_RETREAT, 2, 0, 10)
BLIND = SETTINGS.number("blind.bonus", C.ATTACK_BLIND, 4, 0, 10)
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000)
