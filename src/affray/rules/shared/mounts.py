"""Mounts: getting into the saddle and out of it, and falling from it. Rider and mount fight as one."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, Question, Refusal, note, rule
from affray.rules import seams
from affray.rules.shared import clauses as C

NO_MOUNT = reason(C.MOVE_MOUNT, "{who} has no mount")
MOUNT_TOO_FAR = reason(C.MOVE_MOUNT, "the mount of {who} is not within reach")
IN_THE_AIR = reason(C.MOVE_MOUNT, "the mount of {who} is in the air")


@rule
def refuse_saddle(f: Fight, who: Combatant) -> int:
    """Return why somebody can neither mount nor dismount here; 0 if they can (classic.move.mount)."""
    if not who.has_mount:
        return NO_MOUNT
    if who.mounted:
        return IN_THE_AIR if who.z > 0 else 0
    near = max(abs(who.x - who.mount_x), abs(who.y - who.mount_y), who.z) <= seams.melee_range(f)
    return 0 if near else MOUNT_TOO_FAR


@rule
def change_saddle(f: Fight, who: Combatant) -> None:
    """Get into the saddle, or out of it, with the move (classic.move.mount)."""
    if who.mounted:
        note(f, E.DECLARED, C.MOVE_MOUNT, who, who)
        leave_saddle(who)
    else:
        note(f, E.MOVE, C.MOVE_MOUNT, who, who)
        who.mounted = True
        swap_rates(who)
    who.moved = max(1, who.moved)


@rule
def fall_from_saddle(f: Fight, who: Combatant) -> None:
    """Take whoever is thrown to the ground out of the saddle (classic.move.mount)."""
    note(f, E.LOST, C.MOVE_MOUNT, who, who)
    who.z = 0
    leave_saddle(who)


@rule
def leave_saddle(who: Combatant) -> None:
    who.mounted = False
    who.mount_x, who.mount_y = who.x, who.y
    swap_rates(who)


@rule
def swap_rates(who: Combatant) -> None:
    who.move, who.spare_move = who.spare_move, who.move
    who.fly, who.spare_fly = who.spare_fly, who.fly
    who.swim, who.spare_swim = who.spare_swim, who.swim


def ways_of_saddle(f: Fight, q: Question, saddle: int, refusal: Refusal) -> list[Answer]:
    """Return getting into the saddle or out of it, where somebody has a mount and may."""
    if q.who < 0 or not f.who[q.who].has_mount:
        return []
    answer = Answer(saddle, NOBODY, 0)
    return [answer] if refusal(f, q, answer) == 0 else []
