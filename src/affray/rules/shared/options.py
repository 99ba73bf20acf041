"""What a table may set of the rules that several books share."""

from affray.engine.clauses import Settings
from affray.rules.shared import clauses as C

ORDER = (  # as the classic book lists them, with those that are only its own
    *("surprise", "surprise.range", "reaction", "initiative.tie", "initiative.individual", "initiative.slow-crossbow"),
    *("attack.form", "damage.variable", "weapon.reload", "flee.pursuit", "morale.triggers", "morale.steadfast"),
    *("move.rounds", "retreat.bonus", "blind.bonus", "rounds"),
)
SETTINGS = Settings("classic", ORDER)

DESCENDING, ASCENDING = range(2)
FIRST_DEATH, HALF_OUT = 1, 2  # bits of morale.triggers
SLOW_CROSSBOW = SETTINGS.switch("initiative.slow-crossbow", C.INITIATIVE_SLOW, 1)
FORM = SETTINGS.word("attack.form", C.ATTACK_ASCENDING, DESCENDING, ("descending", "ascending"))
VARIABLE = SETTINGS.switch("damage.variable", C.DAMAGE_VARIABLE, 0)
RELOADING = SETTINGS.switch("weapon.reload", C.WEAPON_RELOAD, 0)
PURSUIT = SETTINGS.switch("flee.pursuit", C.FLEE_AWAY, 0)
TRIGGERS = SETTINGS.several("morale.triggers", C.MORALE_TRIGGERS, FIRST_DEATH | HALF_OUT, ("first", "half"))
PACES = SETTINGS.number("move.rounds", C.MOVE_ENCOUNTER, 60, 1, 1000)
RETREAT = SETTINGS.number("retreat.bonus", C.MOVE_RETREAT, 2, 0, 10)
BLIND = SETTINGS.number("blind.bonus", C.ATTACK_BLIND, 4, 0, 10)
