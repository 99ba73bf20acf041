"""Short forms for the tests of the fourfold book: plain people, and who has the initiative."""

from __future__ import annotations

from functools import partial
from typing import Any

import helpers
from helpers import Group, Scene, member, side, versus

__all__ = [
    "OURS_FIRST",
    "THEIRS_FIRST",
    "Scene",
    "adventurer",
    "apart",
    "refused",
    "scripted",
    "side",
    "someone",
    "unwary",
    "versus",
    "why",
]

OURS_FIRST, THEIRS_FIRST = "d8=8 d8=1 ", "d8=1 d8=8 "
PLAIN = {"aac": 10, "bonus": 0, "damage": "1d6", "hp": 8, "save": 15, "morale": 12, "move": 90}

scripted = partial(helpers.scripted, book="fourfold")


def someone(name: str, **keys: Any) -> Group:
    """Nobody in particular: AC 10, +0, 1d6, 8 hp, a move of 30 feet; a bonus that is all of it."""
    said = {key.replace("_", " "): value for key, value in keys.items()}
    return member(name, PLAIN, said)


def adventurer(name: str, cls: str = "fighter", **keys: Any) -> Group:
    """Of a class, with scores of 10 where nothing is said, and 8 hp."""
    scores = {"STR": 10, "DEX": 10, "INT": 10, "WIS": 10}
    return member(name, {"hp": 8}, {"cls": cls, **scores, **keys})


def unwary(*members: Group, **keys: Any) -> Group:
    """A side that may be surprised."""
    made = side(*members, **keys)
    del made["surprised"]
    return made


def why(scene: Scene, who: str = "") -> dict[str, int]:
    """What changed one's rolls to hit: told with the roll where the target may answer it, else with its end."""
    told = [e for e in scene.events(who=who) if e.clause.startswith("fourfold.attack.")]
    return {words: amount for event in told for words, amount in event.because.items()}


def refused(scene: Scene, words: str) -> str:
    """The clause by which it is, or nothing."""
    why_not = scene.why_not(words)
    return why_not.clause if why_not else ""


def apart(far: int, *answers: str, until: str = "Anna: act", dice: str = "", **keys: object) -> Scene:
    """Anna, and an orc so many feet away."""
    anna = someone("Anna", position=[0, 0], **keys)
    return scripted(versus(anna, someone("Orc", position=[far, 0], hp=30)), OURS_FIRST + dice, answers, until)
