"""What combatants use and meet: weapons, effects, groups of unknown number, fire on the ground. Numbers only."""

from __future__ import annotations

from dataclasses import dataclass

NOBODY = -1


@dataclass(slots=True)
class Weapon:
    """A weapon or a natural attack, shared by all who have it."""

    count: int = 1  # its own dice of damage
    sides: int = 6
    plus: int = 0
    times: int = 1  # how often a routine strikes with it: two claws
    mode: int = 0  # the alternative of a routine it belongs to: claws and bite, or the club
    reach: int = 50
    short: int = 0  # ranges of a missile; 0 where it is none
    medium: int = 0
    long: int = 0
    qualities: int = 0  # bits: content.QUALITIES
    bonus: int = 0  # of a magic weapon
    rider: int = NOBODY  # the effect that follows a hit
    # fourfold
    attribute: int = 0  # 1 STR, 2 DEX, 3 either; 0 by the rule of thumb
    shock: int = 0  # what a miss still deals ...
    shock_ac: int = 0  # ... to armour classes up to this
    assassin: bool = False  # made for executions
    # vanguard
    both: int = 0  # sides of its die in both hands; 0 where that is no other
    strong: bool = False  # a missile to whose damage STR adds
    homely: bool = False  # normal men use it without a penalty
    # tempo
    length: int = 0  # its place among the reaches, short to long

    # procedure
    shots: int = 1  # a round; 0 for one in two rounds


@dataclass(slots=True)
class Effect:
    """What a spell, a touch, a gaze or a breath does: data, so that a new one is a few lines of a file."""

    clause: int = 0  # cited when it takes hold
    kind: int = 0  # effects.KINDS
    count: int = 0  # dice of damage, healing, bolts
    sides: int = 0
    plus: int = 0
    per_level: int = 0  # further dice for each level of the caster beyond the first
    per_levels: int = 1  # ... for each so many levels
    condition: int = 0
    last_count: int = 0  # rounds it lasts: dice, times, plus
    last_sides: int = 0
    last_times: int = 1
    last_plus: int = 0
    last_per_level: int = 0
    save: int = 0  # which number is saved against; 0 for none
    save_bonus: int = 0
    half: bool = False  # a save halves; else it voids
    magic: bool = False  # WIS counts in the save
    shape: int = 0  # effects.SHAPES
    range: int = 0
    size: int = 0  # radius, length or width at the end
    many_count: int = 0  # how many victims, at most
    many_sides: int = 0
    many_plus: int = 0
    budget_count: int = 0  # a budget of hit dice
    budget_sides: int = 0
    most_hd: int = 0  # in quarters of a hit die; 0 for any
    only: int = 0  # bits of tags a victim must have one of
    spares: int = 0  # bits of tags that are immune
    friendly: bool = False  # for one's own side
    qualities: int = 0  # fire, cold, magic: what immunities ask for
    chance: int = 0  # 1 in so many; 0 always
    each_round: bool = False  # an aura that tests the same victim again and again
    uses: int = 0  # how often in a fight; 0 without end


@dataclass(slots=True)
class Group:
    """Combatants whose number is rolled when the fight starts."""

    first: int = 0
    size: int = 0
    count: int = 0
    sides: int = 0
    plus: int = 0
    times: int = 1


@dataclass(slots=True)
class Pool:
    """Burning oil on the ground; until is the last round it burns in, 0 where there is none."""

    x: int = 0
    y: int = 0
    until: int = 0
