"""When a fight of the fourfold book is over: not while the winners can still save one of theirs."""

from affray.conditions import DYING, FLEEING
from affray.rules.classic.conditions import end, last_side, prize
from affray.rules.fourfold.options import BLEEDING
from affray.rules.fourfold.wrestling import loosen
from affray.state import UNDECIDED, Combatant, Fight
from affray.verbs import rule


@rule
def settle(f: Fight) -> None:
    """An objective is met, or one side at most still stands and has nobody left to tend."""
    if f.winner != UNDECIDED:
        return
    loosen(f)
    won = prize(f) if f.prized else UNDECIDED
    if won == UNDECIDED:
        won = last_side(f)
        if won >= 0 and still_tends(f, won):
            return
    if won != UNDECIDED:
        end(f, won)


@rule
def still_tends(f: Fight, side: int) -> bool:
    """fourfold.damage.stabilise: somebody on it is dying, and somebody can try."""
    dying, healers = 0, 0
    for c in f.who[: f.n]:
        if c.side == side:
            dying += 1 if bleeds(f, c) else 0
            healers += 1 if c.able and c.on >> FLEEING & 1 == 0 else 0
    return dying > 0 and healers > 0


@rule
def bleeds(f: Fight, who: Combatant) -> bool:
    """Its rounds are counted, and not yet over."""
    return who.up and who.on >> DYING & 1 != 0 and 0 <= who.until[DYING] - f.round < f.rules[BLEEDING]
