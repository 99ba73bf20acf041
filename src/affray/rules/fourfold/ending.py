"""When a fight of the fourfold book is over: not while the winners can still save one of theirs. Spells cut short."""

from affray.engine import events as E
from affray.engine.conditions import DYING, FLEEING
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.answers import CAST
from affray.rules.fourfold.options import BLEEDING
from affray.rules.fourfold.reach import MAIN
from affray.rules.fourfold.wrestling import loosen
from affray.rules.shared.conditions import end, last_side, prize


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
        cut_short(f)
        end(f, won)


@rule
def cut_short(f: Fight) -> None:
    """The blow that ends the fight may be the one that hurt somebody in the middle of a spell."""
    if f.deed == CAST and f.who[f.actor].wounded == f.round:
        wasted(f, f.who[f.actor], f.deed_how)


@rule
def wasted(f: Fight, who: Combatant, slot: int) -> None:
    """fourfold.action.cast: hurt before the spell is done, it is gone."""
    who.spent |= MAIN
    note(f, E.LOST, C.ACTION_CAST, who, who, who.spells[slot])
    who.spells[slot] = NOBODY


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
