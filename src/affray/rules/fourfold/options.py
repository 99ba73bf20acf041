"""What a table may set in the fourfold book."""

from affray.engine.clauses import LIMIT, Settings
from affray.rules.fourfold import clauses as C

SETTINGS = Settings("fourfold")
OPTIONS = SETTINGS.all

FIRST_DOWN, HALF_DOWN = 1, 2  # bits of morale.triggers
STARTLED = 8  # one more reason to check: surprised

SURPRISE = SETTINGS.switch("surprise", C.SURPRISE_OPPOSED, 1)
NERVES = SETTINGS.number("surprise.nerves", C.SURPRISE_MORALE, 7, 0, 12)
REACTION = SETTINGS.switch("reaction", C.REACTION, 0)
INDIVIDUAL = SETTINGS.switch("initiative.individual", C.INITIATIVE_INDIVIDUAL, 0)
SNAP = SETTINGS.number("snap.penalty", C.ACTION_SNAP, 4, 0, 10)
CHARGE = SETTINGS.number("charge.bonus", C.ACTION_CHARGE, 2, 0, 10)
UNTRAINED = SETTINGS.number("untrained.penalty", C.ATTACK_UNTRAINED, 2, 0, 10)
SHOCK = SETTINGS.switch("damage.shock", C.DAMAGE_SHOCK, 1)
BLEEDING = SETTINGS.number("mortal.rounds", C.DAMAGE_MORTAL, 6, 1, 100)
FULL_FIRST = SETTINGS.switch("hp.full-first", C.HP_ROLL, 0)
TRIGGERS = SETTINGS.several("morale.triggers", C.MORALE_TRIGGERS, FIRST_DOWN | HALF_DOWN, ("first", "half"))
PURSUIT = SETTINGS.switch("flee.pursuit", C.MORALE_CHECK, 0)
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000)
