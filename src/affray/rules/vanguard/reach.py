"""What lies within reach in the vanguard book: melee range, speed, a charge's run, free hands, flames and flasks."""

from affray.engine.space import distance
from affray.engine.state import KIT, NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import rule
from affray.engine.vocabulary import FIRE, MELEE, SPLASH
from affray.rules.shared.legality import arm, base_rate
from affray.rules.vanguard.questions import CAREFUL, RUNNING

NEXT_TO = 15  # 1.5 metres, in tenths
STRIP = 7  # half the width of a line: 5 feet


@rule
def melee_range(f: Fight) -> int:
    """Return how near is adjacent: 1.5 metres; spears and pole arms have a reach of their own."""
    return NEXT_TO


@rule
def half_line_width(f: Fight) -> int:
    return STRIP


@rule
def encounter_rate(f: Fight, who: Combatant) -> int:
    """Return the speed of the next move (vanguard.turn): twice the base for a run (vanguard.run), half for defensive
    movement (vanguard.leave.defensive)."""
    base = base_rate(f, who)
    if who.vanguard.pace == RUNNING:
        return 2 * base
    return base // 2 if who.vanguard.pace == CAREFUL else base


@rule
def own_reach(f: Fight, who: Combatant) -> int:
    """Return how far the melee range of `who` goes: that of what they strike with."""
    return NEXT_TO if who.kit[who.hand] == NOBODY else arm(f, who).reach


@rule
def run_of(f: Fight, who: Combatant, target: Combatant) -> int:
    """Return how far `who` runs to come up to their foe, at most twice their speed (vanguard.charge)."""
    return min(2 * base_rate(f, who), distance(who, target) - NEXT_TO)


@rule
def within_reach(f: Fight, who: Combatant, target: Combatant, weapon: Weapon) -> bool:
    return weapon.qualities & MELEE != 0 and (f.contact or distance(who, target) <= weapon.reach)


@rule
def has_flame(f: Fight, who: Combatant) -> bool:
    """Return whether `who` has lit a flame already, or carries a torch (vanguard.oil.fire)."""
    if who.vanguard.flame_ready:
        return True
    for slot in range(KIT):
        if who.kit[slot] != NOBODY:
            qualities = f.arms[who.kit[slot]].qualities
            if qualities & FIRE and qualities & SPLASH == 0:
                return True
    return False


@rule
def has_flask(f: Fight, who: Combatant, kind: int) -> int:
    """Return the place of a flask of oil or a vial of holy water that `who` has left; NOBODY without one."""
    for slot in range(KIT):
        if who.kit[slot] != NOBODY and who.kit_left[slot] != 0:
            qualities = f.arms[who.kit[slot]].qualities
            if qualities & SPLASH and qualities & kind:
                return slot
    return NOBODY
