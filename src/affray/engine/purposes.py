"""What dice are rolled for: a number for each purpose, and the words people say when they reach for the dice."""

from __future__ import annotations

from typing import NewType

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
FOR_NUMBER = purpose("for how many there are")
FOR_HIT_POINTS = purpose("for hit points")
FOR_DISTANCE = purpose("for how far apart they meet")
FOR_SURPRISE = purpose("for surprise")
FOR_REACTION = purpose("for speak")

# --- turns
FOR_INITIATIVE = purpose("for initiative")
TO_BREAK_TIE = purpose("for by lot")
TO_BE_READY = purpose("to be ready")
TO_REORIENT = purpose("to re-orient")
TO_LOOK_ROUND = purpose("to look round")

# --- attacks and damage
TO_HIT = purpose("to hit")
TO_EXECUTE = purpose("to execute from afar")
TO_DEFEND = purpose("to defend")
FOR_STRAY_TARGET = purpose("for whom the shot goes at")
FOR_DIRECTION = purpose("to hit")  # where a flask that missed breaks
FOR_DAMAGE = purpose("for damage")
FOR_FIRE_DAMAGE = purpose("for the fire's damage")
FOR_FLASK_DAMAGE = purpose("for the flask's damage")
FOR_SPLASH_DAMAGE = purpose("for the splash's damage")
FOR_FALL_DAMAGE = purpose("for the fall's damage")
FOR_WEARINESS = purpose("for hit points lost to weariness")
FOR_LEVEL_DRAIN = purpose("for hit points lost with the level")

# --- wounds and death
TO_SAVE_FROM_INJURY = purpose("to save against injury")
TO_SAVE_FROM_DEATH = purpose("to save against death")
FOR_TIME_TO_LIVE = purpose("for how long it lives")
FOR_LASTING_HARM = purpose("for what it leaves behind")
FOR_TIME_STUNNED = purpose("for how long it lies there")
FOR_TIME_TO_WAKE = purpose("for come round")
TO_TEND = purpose("to tend the dying")
TO_STABILISE = purpose("to stabilise")

# --- checks
TO_SAVE = purpose("to save")
FOR_MORALE = purpose("for morale")
FOR_LOYALTY = purpose("for loyalty")
FOR_SKILL = purpose("for the skill")
FOR_CONTEST = purpose("for who prevails")

# --- spells and other effects
TO_KEEP_SPELL = purpose("to keep the spell")
FOR_DISTURBANCE = purpose("for whether the spell is disturbed")
TO_TURN_UNDEAD = purpose("to turn the undead")
FOR_NUMBER_TURNED = purpose("for how many are turned")
FOR_EFFECT = purpose("for how strong it is")
FOR_HIT_DICE_CAUGHT = purpose("for how many hit dice it catches")
FOR_NUMBER_CAUGHT = purpose("for how many it catches")
FOR_DURATION = purpose("for how long it lasts")
FOR_CHANCE = purpose("for whether it comes to anything")
