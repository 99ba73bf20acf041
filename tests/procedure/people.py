"""Short forms for the tests of the procedure book: its fights have the classic numbers, in their ascending form."""

from __future__ import annotations

from functools import partial
from typing import Any

import helpers
from helpers import Group, Scene, someone

scripted = partial(helpers.scripted, book="procedure")
OURS_FIRST, THEIRS_FIRST = "d6=6 d6=1 ", "d6=1 d6=6 "


def at(name: str, x: int, y: int = 0, **keys: Any) -> Group:
    """Somebody at a place of its own, in feet."""
    return someone(name, position=[x, y], **keys)


def told(scene: Scene) -> list[str]:
    """What was said, in short."""
    return [f"{e.kind} {e.who}" for e in scene.events()]


def deeds(scene: Scene) -> list[str]:
    return [line for line in told(scene) if line.startswith(("move", "miss", "hit"))]


def may_be_surprised(*members: Group, **keys: Any) -> Group:
    """A side of which nobody has said whether it is surprised."""
    return {key: value for key, value in helpers.side(*members, **keys).items() if key != "surprised"}
