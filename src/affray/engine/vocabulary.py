"""Closed lists of words, and their numbers in rules: words of content files, conditions, purposes of dice."""

from __future__ import annotations

from typing import NewType

QUALITIES = (
    "melee missile two-handed slow blunt brace charge reload splash silver magic fire cold acid lightning thrust "
    "narrow long natural bare thrown claw bomb holy"
).split()
(
    MELEE,
    MISSILE,
    TWO_HANDED,
    SLOW,
    BLUNT,
    BRACE,
    CHARGE,
    RELOAD,
    SPLASH,
    SILVER,
    MAGIC,
    FIRE,
    COLD,
    ACID,
    LIGHTNING,
    THRUST,
    NARROW,
    LONG,
    NATURAL,
    BARE,
    THROWN,
    CLAW,
    BOMB,
    HOLY,
) = (1 << n for n in range(len(QUALITIES)))

TAGS = "undead beast mindless large human aquatic flyer elf dwarf halfling humanoid dreamless".split()
UNDEAD, BEAST, MINDLESS, LARGE, HUMAN, AQUATIC, FLYER, ELF, DWARF, HALFLING, HUMANOID, DREAMLESS = (
    1 << n for n in range(len(TAGS))
)

EFFECTS = "damage condition heal bolt death attach drain-level drain-strength breath".split()
(
    HARM,
    AFFLICT,
    MEND,
    BOLT,
    SLAY,
    ATTACH,
    DRAIN_LEVEL,
    DRAIN_STRENGTH,
    BREATHE,
) = range(len(EFFECTS))

SHAPES = "one ball line cone near self sight".split()
ONE, BALL, LINE, CONE, NEAR, SELF, SIGHT = range(len(SHAPES))

SAVES = "none death wands paralysis breath spells".split()
NO_SAVE, DEATH, WANDS, PARALYSIS, BREATH, SPELLS = range(len(SAVES))

TOPICS = "rolls targets movement declarations spells morale rulings reactions".split()  # kinds of question
ROLLS, TARGETS, MOVEMENT, DECLARATIONS, CASTING, MORALE, RULINGS, REACTIONS = range(len(TOPICS))


# --- conditions


NAMES = (
    "blind paralysed asleep prone held unaware constrained burning fleeing surrendered unconscious dead fled "
    "charmed petrified sick bound silenced turned absent blessed protected sickened diseased rotting withdrawing "
    "retreating scalded dying wounded lurking"
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
    LURKING,
) = range(len(NAMES))
CONDITIONS = len(NAMES)


def bits(*conditions: int) -> int:
    return sum(1 << c for c in conditions)


GONE = bits(SURRENDERED, DEAD, FLED, PETRIFIED, ABSENT, LURKING)  # not, or no longer, in the fight
FALLEN = GONE | bits(UNCONSCIOUS, DYING)  # no longer stands
HELPLESS = bits(PARALYSED, ASLEEP, HELD, BOUND, UNCONSCIOUS, DYING)  # hit without a roll
STUCK = HELPLESS | bits(CONSTRAINED, CHARMED, UNAWARE, SICK)  # can't act
OUT = (
    GONE & ~bits(FLED, ABSENT, LURKING) | HELPLESS | bits(CONSTRAINED, CHARMED, SICK)
)  # out of action, as morale counts it


# --- what dice are for


Purpose = NewType("Purpose", int)
WORDS: list[str] = []  # by number


def purpose(words: str) -> Purpose:
    """Register what dice are rolled for. Fights never store its number: it may differ from run to run."""
    WORDS.append(words)
    return Purpose(len(WORDS) - 1)


def words_for(purpose: Purpose) -> str:
    """Return the words that follow the dice: "Anna rolls d20 to hit"."""
    return WORDS[purpose]


# --- before the first round
FOR_NUMBER = purpose("for the number appearing")
FOR_HIT_POINTS = purpose("for hit points")
FOR_DISTANCE = purpose("for the distance")
FOR_SURPRISE = purpose("for surprise")
FOR_REACTION = purpose("for the reaction")

# --- turns
FOR_INITIATIVE = purpose("for initiative")
TO_BREAK_TIE = purpose("to break the tie")
TO_BE_READY = purpose("for readiness")
TO_REORIENT = purpose("to re-orient")
TO_LOOK_ROUND = purpose("to look around")

# --- attacks and damage
TO_HIT = purpose("to hit")
TO_EXECUTE = purpose("to shoot to kill")
TO_DEFEND = purpose("to defend")
FOR_STRAY_TARGET = purpose("for who is hit")
FOR_DIRECTION = purpose("for the direction")  # where a flask that missed breaks
FOR_DAMAGE = purpose("for damage")
FOR_FIRE_DAMAGE = purpose("for fire damage")
FOR_FLASK_DAMAGE = purpose("for the damage of the flask")
FOR_SPLASH_DAMAGE = purpose("for splash damage")
FOR_FALL_DAMAGE = purpose("for falling damage")
FOR_WEARINESS = purpose("for hit points lost to exhaustion")
FOR_LEVEL_DRAIN = purpose("for hit points lost with the level")

# --- wounds and death
TO_SAVE_FROM_INJURY = purpose("to save against injury")
TO_SAVE_FROM_DEATH = purpose("to save against death")
FOR_TIME_TO_LIVE = purpose("for the time left to live")
FOR_LASTING_HARM = purpose("for the permanent injury")
FOR_TIME_STUNNED = purpose("for the time unconscious")
FOR_TIME_TO_WAKE = purpose("for the time until waking")
TO_TEND = purpose("to tend the dying")
TO_STABILISE = purpose("to stabilise")

# --- checks
TO_SAVE = purpose("to save")
FOR_MORALE = purpose("for morale")
FOR_LOYALTY = purpose("for loyalty")
FOR_SKILL = purpose("for the skill")
FOR_CONTEST = purpose("for the contest")

# --- spells and other effects
TO_KEEP_SPELL = purpose("to keep the spell")
FOR_DISTURBANCE = purpose("for whether the spell works")
TO_TURN_UNDEAD = purpose("to turn the undead")
FOR_NUMBER_TURNED = purpose("for the hit dice turned")
FOR_EFFECT = purpose("for the effect")
FOR_HIT_DICE_CAUGHT = purpose("for the hit dice affected")
FOR_NUMBER_CAUGHT = purpose("for the number affected")
FOR_DURATION = purpose("for the duration in rounds")
FOR_CHANCE = purpose("for whether it works")
