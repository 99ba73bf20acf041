"""The clauses of the classic book, in our own words, each with a name and a status; and their options."""

from affray.engine.clauses import LIMIT, OPTION, RULE, arrange, clause
from affray.rules.shared import clauses  # noqa: F401 (the contents below name them)
from affray.rules.shared import clauses as shared
from affray.rules.shared.clauses import SETTINGS

# Round
ROUND_SEQUENCE = clause(
    "classic.round.sequence",
    "Declare; roll initiative; the winner acts: morale, movement, missiles, spells, melee; then each "
    "other side does the same in initiative order.",
    RULE,
)
ROUND_SIDES = clause(
    "classic.round.sides",
    "Every further side acts in the same order of steps.",
    RULE,
)
REACTION = clause(
    "classic.reaction",
    "Reading, option, default off: 2d6 + CHA of the speaker: 2 or less attack, 3–5 unfriendly, 6–8 "
    "neutral, 9–11 indifferent, 12 or more friendly.",
    OPTION,
)

# Initiative
INITIATIVE_SIDE = clause(
    "classic.initiative.side",
    "1d6 for each side, each round; highest acts first.",
    RULE,
)
INITIATIVE_TIE = clause(
    "classic.initiative.tie",
    "Option: reroll (default) or simultaneous. Reading: only the tied sides roll again, for their places; "
    "simultaneous: they go through each step together, what falls in a step still acts in that step, and "
    "none of them has lost the initiative.",
    OPTION,
)
INITIATIVE_INDIVIDUAL = clause(
    "classic.initiative.individual",
    "Option, default off: 1d6 + DEX initiative modifier for each combatant. Reading: everybody takes all "
    "steps on their own count; monsters add nothing; equal counts go by the tie option; slow weapons still come "
    "last.",
    OPTION,
)

# Morale
MORALE_CHECK = clause(
    "classic.morale.check",
    "2d6 over the rating: flee or surrender. Reading: rolled in the side's next morale step, one roll for "
    "each group of one rating; flee if there is a way out (a retreat each round, undeclared), else "
    "surrender; player characters never check. Option morale.failed, default flee: surrender, or in-melee, where "
    "those with a foe beside them surrender and all others flee.",
    RULE,
)
MORALE_STEADFAST = clause(
    "classic.morale.steadfast",
    "After two passed checks in a fight they fight to the death.",
    RULE,
)

# The chapter from beginning to end; what several books share is declared in shared/clauses.py.
CONTENTS = """
    round.sequence round.declare round.sides round.action round.engaged round.fractions surprise reaction distance
    initiative.side initiative.tie initiative.slow initiative.individual move.encounter move.withdrawal move.retreat
    move.spacing move.way move.cover move.mount
    missile.distance missile.range missile.cover missile.melee spell.freedom spell.sole spell.sight
    spell.disrupt attack.roll attack.descending attack.ascending attack.natural attack.behind attack.blind
    attack.paralysed attack.thac0 attack.plus attack.class attack.unstable attack.water attack.bombing
    damage.character damage.variable damage.monster damage.minimum damage.unarmed damage.subdual damage.death
    weapon.two-handed weapon.brace weapon.charge weapon.reload weapon.splash morale.check morale.triggers
    morale.steadfast morale.bounds morale.situation morale.mercenary morale.retainer save.monster save.roll hp.roll
    number flee.away condition.end condition.helpless condition.burning spell.memory spell.range spell.damage
    spell.bolt spell.condition spell.budget spell.heal spell.bless spell.protection class.turning class.backstab
    weapon.magic weapon.switch weapon.thrown item.potion monster.paralysis monster.poison monster.gaze monster.sight
    monster.petrify monster.charm monster.breath monster.regeneration monster.energy-drain monster.strength-drain
    monster.attach monster.hug monster.stench monster.disease monster.web monster.immunity monster.last
    monster.daylight monster.dive monster.hatred
"""
arrange("classic", CONTENTS.split())


# --- options


OPTIONS = SETTINGS.all

REROLL, SIMULTANEOUS = range(2)
FLEE, SURRENDER, IN_MELEE = range(3)  # what those do who break

SURPRISE = SETTINGS.switch("surprise", shared.SURPRISE, 1, label="Either side may be surprised")
SURPRISE_RANGE = SETTINGS.number("surprise.range", shared.SURPRISE, 2, 0, 6, label="Surprised on this or less of a d6")
ROLL_REACTION = SETTINGS.switch(
    "reaction", REACTION, 0, label="Roll how the other side reacts before it comes to blows"
)
TIE = SETTINGS.word(
    "initiative.tie", INITIATIVE_TIE, REROLL, ("reroll", "simultaneous"), label="After a tie in initiative"
)
INDIVIDUAL = SETTINGS.switch(
    "initiative.individual", INITIATIVE_INDIVIDUAL, 0, label="Everyone rolls initiative for themselves"
)
STEADFAST = SETTINGS.number(
    "morale.steadfast", MORALE_STEADFAST, 2, 1, 99, label="Passed morale checks after which they fight to the death"
)
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000, label="Longest fight, in rounds")
CORNERED = SETTINGS.switch("move.cornered", shared.MOVE_RETREAT, 1, label="The cornered have no room to retreat")
FAILED = SETTINGS.word(
    "morale.failed",
    MORALE_CHECK,
    FLEE,
    ("flee", "surrender", "in-melee"),
    label="What those do who fail a morale check",
)
