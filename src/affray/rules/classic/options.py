"""What a table may set in the classic book."""

from affray.engine.clauses import LIMIT
from affray.rules.classic import clauses as C
from affray.rules.shared import clauses as shared
from affray.rules.shared.options import SETTINGS

OPTIONS = SETTINGS.all

REROLL, SIMULTANEOUS = range(2)

SURPRISE = SETTINGS.switch("surprise", shared.SURPRISE, 1)
SURPRISE_RANGE = SETTINGS.number("surprise.range", shared.SURPRISE, 2, 0, 6)
REACTION = SETTINGS.switch("reaction", C.REACTION, 0)
TIE = SETTINGS.word("initiative.tie", C.INITIATIVE_TIE, REROLL, ("reroll", "simultaneous"))
INDIVIDUAL = SETTINGS.switch("initiative.individual", C.INITIATIVE_INDIVIDUAL, 0)
STEADFAST = SETTINGS.number("morale.steadfast", C.MORALE_STEADFAST, 2, 1, 99)
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000)
