"""Before the first round of the tempo book: who falls upon whom, how far apart, the scores, and the first spells."""

from affray.engine.state import Fight
from affray.engine.verbs import rule
from affray.rules.shared.round import draw_up, roll_distance
from affray.rules.tempo.initiative import choose_form, first_score
from affray.rules.tempo.spells import declare, has_spell


@rule
def sides_meet(f: Fight) -> bool:
    """One side's ambush, then the distance; False when they stand where they meet."""
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if side.ambush:
            choose_form(f, side)
        return True
    if f.far_count > 0:
        roll_distance(f)
        return True
    forgive(f)
    draw_up(f)
    f.cursor = 0
    return False


@rule
def forgive(f: Fight) -> None:
    """Without an ambush nobody is surprised."""
    ambush = False
    for side in f.side[: f.sides]:
        ambush = ambush or side.ambush
    for side in f.side[: f.sides]:
        side.surprised = side.surprised and ambush


@rule
def takes_score(f: Fight) -> bool:
    """tempo.initiative.roll: one combatant's score; False when all have theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.up:
            first_score(f, who)
            return True
    f.cursor = 0
    return False


@rule
def declares_first(f: Fight) -> bool:
    """tempo.spell.declare: the moment before the first round counts too, but not for the surprised."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.able and has_spell(who) and not f.side[who.side].surprised:
            declare(f, who)
            return True
    f.cursor = 0
    return False
