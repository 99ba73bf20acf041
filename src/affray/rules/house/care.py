"""Care for the dying where the book itself leaves nobody dying: apart, for only some books have the fields it reads."""

from affray.engine import events as E
from affray.engine.clauses import HOUSE_TEND
from affray.engine.state import Fight
from affray.engine.verbs import note, rule
from affray.engine.vocabulary import DYING
from affray.rules import seams
from affray.rules.shared.house import ASK_TEND, can_tend


@rule
def binds_wounds(f: Fight) -> bool:
    """Let one friend a step bind wounds, each of the dying once a round; return whether one did (affray.house.tend)."""
    for victim in f.who[: f.n]:
        if victim.conditions >> DYING & 1 and victim.in_fight and victim.tended_round != f.round:
            victim.tended_round = f.round
            for who in f.who[: f.n]:
                if can_tend(f, who, victim) and seams.consents(f, ASK_TEND, who, victim, 0):
                    who.acted = True
                    note(f, E.DECLARED, HOUSE_TEND, who, victim)
                    seams.stabilise(f, who, victim)
                    return True
    return False
