"""Before the first round of the procedure book: who is surprised, how far apart they are."""

from affray.engine.state import Combatant, Fight, Side
from affray.engine.verbs import rule
from affray.rules.procedure.initiative import surprise
from affray.rules.procedure.options import SURPRISE
from affray.rules.procedure.spells import disrupt
from affray.rules.shared.round import draw_up, roll_distance


@rule
def sides_meet(f: Fight) -> bool:
    """One side's surprise, then the distance; False when the fight may begin."""
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if may_be_surprised(f, side):
            surprise(f, side)
        elif side.surprised:
            take_aback(f, side)
        return True
    if f.cursor == f.sides:
        f.cursor += 1
        lose_heads(f)
        return True
    if f.far_count > 0:
        roll_distance(f)
        return True
    draw_up(f)
    f.cursor = 0
    return False


@rule
def may_be_surprised(f: Fight, side: Side) -> bool:
    """procedure.surprise: where it is called for; in an ambush only the ambushed."""
    if f.rules[SURPRISE] == 0 or side.wary or side.surprised:
        return False
    return not side.ambush


@rule
def take_aback(f: Fight, side: Side) -> None:
    """The scenario says that a side is surprised: so is everybody on it."""
    for c in f.who[: f.n]:
        if c.side == side.id:
            c.startled = True


@rule
def lose_heads(f: Fight) -> None:
    """procedure.spell.readied: surprise may cost a readied spell before the fight even starts."""
    for c in f.who[: f.n]:
        if c.startled:
            disrupt(f, c)


@rule
def take_in_hand(f: Fight, who: Combatant, slot: int) -> None:
    """No weapon is slow here."""
    who.hand = slot


@rule
def learn_habits(f: Fight, who: Combatant) -> None:
    """Nothing to learn: everybody is asked for what it may do."""
