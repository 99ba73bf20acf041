"""Whether those who lie in wait come out, as all their friends who take part are out (affray.wait)."""

from affray.engine.state import UNDECIDED, Fight
from affray.engine.verbs import rule
from affray.engine.vocabulary import GONE, LURKING


@rule
def relief_comes(f: Fight, won: int) -> bool:
    """Return whether foes of the only side that stands lie in wait, so that the fight goes on (affray.wait)."""
    if won == UNDECIDED or (won >= 0 and f.side[won].standing == 0):
        return False
    for c in f.who[: f.n]:
        if c.side != won and c.conditions & GONE == 1 << LURKING:
            f.relief_due = True
    return f.relief_due
