"""Attacks of the procedure book: the classic roll in its ascending form, with what charges and total defence change."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.purposes import FOR_STRAY_TARGET
from affray.engine.space import distance
from affray.engine.state import Combatant, Fight, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.rules.procedure import clauses as C
from affray.rules.procedure.answers import CHARGE, DEFEND
from affray.rules.procedure.options import CHARGE_BONUS, CHARGE_EXPOSED, DEFENCE_BONUS
from affray.rules.shared.attack import attack as classic_attack
from affray.rules.shared.reach import MELEE, in_melee

CHARGING = reason(C.DECLARE_CHARGE, "charging")
EXPOSED = reason(C.DECLARE_CHARGE, "exposed by its charge")
TOTAL_DEFENCE = reason(C.DECLARE_DEFENCE, "total defence")


@rule
def attack(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """procedure.missile.second: whoever is attacked in melee loses the shots it has left."""
    if not missile:
        target.pressed = True
    classic_attack(f, attacker, target, weapon, missile, subdual)


@rule
def charge_home(f: Fight, charger: Combatant, target: Combatant, weapon: Weapon) -> None:
    """procedure.declare.charge: one melee attack at +2."""
    f.edge, f.edge_reason = f.rules[CHARGE_BONUS], CHARGING
    attack(f, charger, target, weapon, False, False)
    f.edge, f.edge_reason = 0, 0  # the helpless are hit without a roll


@rule
def stance(f: Fight, target: Combatant) -> int:
    """procedure.declare.charge: −2 AC; procedure.declare.defence: +4. Armour is kept descending."""
    if target.declared == CHARGE:
        return -because(f, EXPOSED, -f.rules[CHARGE_EXPOSED])
    if target.declared == DEFEND:
        return -because(f, TOTAL_DEFENCE, f.rules[DEFENCE_BONUS])
    return 0


@rule
def never_turns(target: Combatant) -> bool:
    """No declared retreat, no shield lost by it."""
    return False


@rule
def nobody_beside(f: Fight, target: Combatant) -> bool:
    """A shot into melee is no matter of a modifier here: procedure.missile.melee."""
    return False


@rule
def stray(f: Fight, shooter: Combatant, target: Combatant) -> int:
    """procedure.missile.melee: whom a shot at someone in melee goes at."""
    if not in_melee(f, target):
        return target.id
    many = 0
    for c in f.who[: f.n]:
        many += 1 if fights_there(f, c, target) else 0
    drawn = roll(f, shooter, FOR_STRAY_TARGET, many)
    for c in f.who[: f.n]:
        if fights_there(f, c, target):
            drawn -= 1
            if drawn == 0:
                note(f, E.ROLL, C.MISSILE_MELEE, shooter, c, many)
                return c.id
    return target.id


@rule
def fights_there(f: Fight, who: Combatant, target: Combatant) -> bool:
    """The target itself, or somebody able who is in melee beside it."""
    return who.id == target.id or (who.able and distance(who, target) <= MELEE and in_melee(f, who))
