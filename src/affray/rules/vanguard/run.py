"""Runs of the vanguard book: where a move goes, the charge and the blow at its end, and flight."""

from affray.engine.clauses import reason
from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, rule
from affray.rules.shared.movement import close_in, fall_back
from affray.rules.shared.reach import in_melee, weapon_for
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.answers import APPROACH, AWAY, GO, RISE, RUNNING
from affray.rules.vanguard.attack import attack
from affray.rules.vanguard.leave import step_to
from affray.rules.vanguard.options import CHARGE
from affray.rules.vanguard.reach import run_of, within_reach

CHARGED = reason(C.CHARGE, "charge")


@rule
def go(f: Fight, who: Combatant, chosen: Answer) -> None:
    if chosen.kind == APPROACH:
        close_in(f, who, f.who[chosen.target])
    elif chosen.kind == AWAY:
        fall_back(f, who)
    elif chosen.kind == RISE:
        step_to(f, who, who.x, who.y, chosen.option)
    elif chosen.kind == GO:
        step_to(f, who, chosen.target, chosen.option, who.z)


@rule
def flee(f: Fight, who: Combatant) -> None:
    """Who has lost heart runs as far as it can, and does nothing else; without a way out only from a foe beside it."""
    who.pace = RUNNING
    who.acted = True
    who.ended = f.round
    if f.side[who.side].way_out or in_melee(f, who):
        fall_back(f, who)


@rule
def charge(f: Fight, who: Combatant, target: Combatant) -> None:
    """vanguard.charge: straight at the foe, both move and action; the blow falls when it has arrived."""
    run, span = run_of(f, who, target), distance(who, target)
    who.acted = True
    who.ended = f.round
    f.blow.by, f.blow.at = who.id, target.id
    x, y = who.x + (target.x - who.x) * run // span, who.y + (target.y - who.y) * run // span
    step_to(f, who, x, y, who.z + ((target.z - who.z) * run // span if who.fly > 0 else 0))


@rule
def strike_home(f: Fight) -> None:
    """The blow of a charge at +2, if the charger still stands and has come up to its foe."""
    who, target = f.who[f.blow.by], f.who[f.blow.at]
    f.blow.by, f.blow.at = NOBODY, NOBODY
    weapon = weapon_for(f, who, 0)
    if who.able and target.up and within_reach(f, who, target, weapon):
        who.swings = 1
        f.edge, f.edge_reason = f.rules[CHARGE], CHARGED
        attack(f, who, target, weapon, False, False)
