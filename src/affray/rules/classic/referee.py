"""The referee commands of the classic book: a changed kit may call for other steps of a turn."""

from __future__ import annotations

from dataclasses import replace

from affray.engine.state import Combatant
from affray.rules.book import Roster
from affray.rules.classic.turn import prepare_newcomer
from affray.rules.commands import Scene
from affray.rules.shared import referee_gear
from affray.rules.shared.referee_commands import NEXT, with_commands


def give(scene: Scene, who: Combatant, thing: str) -> Roster:
    roster = referee_gear.give(scene, who, thing)
    prepare_newcomer(scene.fight, who)
    return roster


def take(scene: Scene, who: Combatant, thing: str) -> None:
    referee_gear.take(scene, who, thing)
    prepare_newcomer(scene.fight, who)


CHANGED = {"give": give, "take": take}
COMMANDS = with_commands(
    *(replace(one, apply=CHANGED[one.name]) for one in referee_gear.GEAR_COMMANDS if one.name in CHANGED), NEXT
)
