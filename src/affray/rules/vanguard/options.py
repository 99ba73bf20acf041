"""What a table may set in the vanguard book."""

from affray.engine.clauses import LIMIT, Settings
from affray.rules.vanguard import clauses as C

SETTINGS = Settings("vanguard")
OPTIONS = SETTINGS.all

FIRST_LOSS, HALF_LOST = 1, 2  # bits of morale.triggers

READY = SETTINGS.number("initiative.ready", C.INITIATIVE_READY, 4, 1, 7)
AMBUSHED = SETTINGS.number("ambush.range", C.INITIATIVE_MODIFIER, 2, 0, 6)
BEHIND = SETTINGS.number("behind.bonus", C.ATTACK_BEHIND, 2, 0, 10)
FAR = SETTINGS.number("range.penalty", C.RANGED_RANGE, 3, 0, 10)
MELEE_PENALTY = SETTINGS.number("ranged.melee", C.RANGED_MELEE, 3, 0, 10)
CHARGE = SETTINGS.number("charge.bonus", C.CHARGE, 2, 0, 10)
PARTING = SETTINGS.number("leave.bonus", C.LEAVE_ATTACK, 2, 0, 10)
STANCE = SETTINGS.number("stance.bonus", C.STANCE, 4, 0, 10)
UNARMED_KILLS = SETTINGS.switch("unarmed-kills", C.UNARMED, 0)
FLAMES = SETTINGS.number("oil.rounds", C.OIL_FIRE, 3, 1, 10)
POOL = SETTINGS.number("oil.pool", C.OIL_POOL, 12, 0, 100)
DIFFICULTY = SETTINGS.number("death.difficulty", C.DEATH_SAVE, 10, 1, 20)
INSTANT = SETTINGS.number("death.instant", C.DEATH_SAVE, 11, 1, 100)
MORALE = SETTINGS.switch("morale", C.MORALE, 1)
TRIGGERS = SETTINGS.several("morale.triggers", C.MORALE, FIRST_LOSS | HALF_LOST, ("first", "half"))
PURSUIT = SETTINGS.switch("flee.pursuit", C.MORALE, 0)
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000)
