"""What a table may set in the procedure book; and what it may set of the rules that several books share."""

from affray.engine.clauses import LIMIT, Settings
from affray.rules.procedure import clauses as C
from affray.rules.shared.options import SETTINGS as SHARED

SETTINGS = Settings("procedure")

PLAYERS, REROLL = range(2)
FIRST_CASUALTY, HALF_OUT = 1, 2  # bits of morale.triggers

SURPRISE = SETTINGS.switch("surprise", C.SURPRISE, 1)
SURPRISE_RANGE = SETTINGS.number("surprise.range", C.SURPRISE, 2, 0, 6)
SURPRISE_AMBUSH = SETTINGS.number("surprise.ambush", C.SURPRISE, 4, 0, 6)
CHARGE_BONUS = SETTINGS.number("charge.bonus", C.DECLARE_CHARGE, 2, 0, 10)
CHARGE_EXPOSED = SETTINGS.number("charge.exposed", C.DECLARE_CHARGE, 2, 0, 10)
DEFENCE_BONUS = SETTINGS.number("defence.bonus", C.DECLARE_DEFENCE, 4, 0, 10)
STRICT = SETTINGS.switch("spell.strict", C.DECLARE_SPELL, 0)
AMMUNITION = SETTINGS.switch("ammunition", C.DECLARE_MISSILE, 1)
QUIVER = SETTINGS.number("ammunition.shots", C.DECLARE_MISSILE, 20, 1, 99)
GUERILLA = SETTINGS.number("guerilla.bonus", C.INITIATIVE_GUERILLA, 2, 0, 10)
TIE = SETTINGS.word("initiative.tie", C.INITIATIVE_TIE, PLAYERS, ("players", "reroll"))
LEAVE_BONUS = SETTINGS.number("leave.bonus", C.LEAVE, 2, 0, 10)
TRIGGERS = SETTINGS.several("morale.triggers", C.MORALE_TRIGGERS, FIRST_CASUALTY | HALF_OUT, ("first", "half"))
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000)

COMMON = "damage.variable flee.pursuit move.rounds blind.bonus".split()  # of the rules that several books share
OPTIONS = [*SETTINGS.all, *(option for option in SHARED.all if option.name in COMMON)]
