"""What a table may set in the tempo book."""

from affray.engine.clauses import LIMIT, Settings
from affray.rules.tempo import clauses as C

SETTINGS = Settings("tempo")
OPTIONS = SETTINGS.all

HENCHMAN_SHIELD = SETTINGS.switch("henchman.shield", C.HENCHMAN_SHIELD, 1)
THREAT = SETTINGS.switch("missile.threat", C.MISSILE_THREAT, 0)
SUPERIOR_COST = SETTINGS.number("superior.cost", C.SUPERIOR, 10, 0, 40)
FORCE_COST = SETTINGS.number("force.cost", C.FORCE, 10, 0, 40)
FORCE_HP = SETTINGS.number("force.hp", C.FORCE, 3, 0, 12)
SHIELD_EARLY = SETTINGS.number("reaction.shield", C.REACTION_COST, 2, 0, 40)
SHIELD_LATE = SETTINGS.number("reaction.late-shield", C.REACTION_COST, 5, 0, 40)
STRIKE_COST = SETTINGS.number("reaction.strike", C.REACTION_COST, 5, 0, 40)
RIPOSTE_COST = SETTINGS.number("reaction.riposte", C.REACTION_COST, 10, 0, 40)
ORDER_COST = SETTINGS.number("order.cost", C.ORDER_COST, 5, 0, 40)
OBEY_COST = SETTINGS.number("order.obey", C.ORDER_CHARACTER, 10, 0, 40)
INJURY_DC = SETTINGS.number("injury.dc", C.INJURY, 15, 0, 40)
LACKEY_SCORE = SETTINGS.number("henchman.score", C.HENCHMAN, 1, 1, 40)
SUPERIOR_FORCE = SETTINGS.number("morale.superior", C.MORALE_TRIGGERS, 2, 1, 10)
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000)
