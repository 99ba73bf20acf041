"""Attacks and missiles of the procedure book."""

from affray.engine import events as E
from affray.engine.clauses import ASCENDS, REMARK, reason
from affray.engine.space import distance
from affray.engine.state import Combatant, Fight, Weapon
from affray.engine.verbs import Answer, answer, because, choose, note, roll, rule
from affray.engine.vocabulary import FOR_STRAY_TARGET, THROWN
from affray.rules import seams
from affray.rules.procedure import clauses as C
from affray.rules.procedure.clauses import CHARGE_BONUS, CHARGE_EXPOSED, DEFENCE_BONUS
from affray.rules.procedure.declarations import set_off
from affray.rules.procedure.legality import has_shots_left, refuse_standing_shot
from affray.rules.procedure.questions import CHARGE, DEFEND, MISSILES, SHOOT
from affray.rules.shared import clauses as shared
from affray.rules.shared.attack import attack as classic_attack
from affray.rules.shared.attack import drop
from affray.rules.shared.house import empty_hand
from affray.rules.shared.legality import DROP, LOOSE, MELEE_RANGE, SUBDUE, arm, in_melee

CHARGING = reason(C.DECLARE_CHARGE, "charging")
EXPOSED = reason(C.DECLARE_CHARGE, "exposed by the charge", ASCENDS)
TOTAL_DEFENCE = reason(C.DECLARE_DEFENCE, "total defence", ASCENDS)


@rule
def attack(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """Attack; whoever is attacked in melee loses the shots they have left (procedure.missile.second)."""
    if not missile:
        target.procedure.attacked_in_melee = True
    classic_attack(f, attacker, target, weapon, missile, subdual)


@rule
def charge_home(f: Fight, charger: Combatant, target: Combatant, weapon: Weapon) -> None:
    """Make one melee attack at +2 (procedure.declare.charge)."""
    f.situation_modifier, f.situation_reason = f.rules[CHARGE_BONUS], CHARGING
    seams.attack(f, charger, target, weapon, False, False)
    f.situation_modifier, f.situation_reason = 0, 0  # the helpless are hit without a roll


@rule
def stance(f: Fight, target: Combatant) -> int:
    """Return −2 AC for a charge (procedure.declare.charge), +4 for total defence (procedure.declare.defence). Armour is
    stored descending."""
    if target.declared == CHARGE:
        return -because(f, EXPOSED, -f.rules[CHARGE_EXPOSED])
    if target.declared == DEFEND:
        return -because(f, TOTAL_DEFENCE, f.rules[DEFENCE_BONUS])
    return 0


@rule
def turns_its_back(f: Fight, target: Combatant) -> bool:
    """Return False: no declared retreat, no shield lost by it."""
    return False


@rule
def beset_by_others(f: Fight, target: Combatant) -> bool:
    """Return False: a shot into melee is no matter of a modifier here: procedure.missile.melee."""
    return False


@rule
def stray(f: Fight, shooter: Combatant, target: Combatant) -> int:
    """Roll for whom a shot at somebody in melee flies at, and return them (procedure.missile.melee); nobody rolls where
    only the target is there, as beside one who is helpless."""
    if not in_melee(f, target):
        return target.id
    many = 0
    for c in f.who[: f.n]:
        many += 1 if fights_there(f, c, target) else 0
    if many == 1:
        return target.id
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
    """Return whether `who` is the target, or somebody able who is in melee beside them."""
    return who.id == target.id or (who.able and distance(who, target) <= MELEE_RANGE and in_melee(f, who))


COUNTED = reason(C.DECLARE_MISSILE, "ammunition counted")
FIRST_SHOT = reason(C.MISSILE_FIRST, "without moving", REMARK)
FURTHER_SHOT = reason(C.MISSILE_SECOND, "another shot without moving", REMARK)
IN_ITS_STEP = reason(C.MISSILE_MOVING, "one shot in their own step", REMARK)


@rule
def first_shots(f: Fight) -> bool:
    """Ask one stationary shooter of the side in turn; return False when all have shot (procedure.missile.first)."""
    while f.turn < f.turn_count:
        while f.cursor < f.n:
            who = f.who[f.cursor]
            f.cursor += 1
            if who.turn == f.turn and may_shoot_first(f, who):
                chosen = choose(f, SHOOT, who, who, 0)
                if chosen.kind == LOOSE or chosen.kind == DROP:
                    shoot_standing(f, who, chosen)
                return True
        f.turn += 1
        f.cursor = 0
    return False


@rule
def may_shoot_first(f: Fight, who: Combatant) -> bool:
    return who.able and who.declared == MISSILES and not who.acted and has_target(f, who)


@rule
def has_target(f: Fight, who: Combatant) -> bool:
    """Return whether there is anybody they may shoot at from where they stand; else they are not asked."""
    if in_melee(f, who):
        return False
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side:
            if refuse_standing_shot(f, who, answer(LOOSE, c.id, 0)) == 0:
                return True
            if refuse_standing_shot(f, who, answer(DROP, c.id, 0)) == 0:
                return True
    return False


@rule
def second_shots(f: Fight) -> bool:
    """Make one further shot of a stationary shooter; return False when none are left (procedure.missile.second)."""
    while f.turn < f.turn_count:
        while f.cursor < f.n:
            who = f.who[f.cursor]
            if who.turn == f.turn and may_shoot_again(f, who):
                shoot_again(f, who)
                return True
            f.cursor += 1
        f.turn += 1
        f.cursor = 0
    return False


@rule
def may_shoot_again(f: Fight, who: Combatant) -> bool:
    """Return whether they may shoot again: neither in melee nor attacked there since."""
    if who.procedure.shots_made == 0 or not who.able or not has_shots_left(f, who):
        return False
    return who.kit_left[who.hand] != 0 and has_target(f, who)


@rule
def shoot_again(f: Fight, who: Combatant) -> None:
    """Ask for a further shot; whoever doesn't want to shoot now has no further shot either."""
    chosen = choose(f, SHOOT, who, who, 1)
    if chosen.kind != LOOSE and chosen.kind != DROP:
        f.cursor += 1
    elif not set_off(f, who, chosen):
        shoot_standing(f, who, chosen)


@rule
def shoot_standing(f: Fight, who: Combatant, chosen: Answer) -> None:
    who.procedure.attacked_in_melee = (
        who.procedure.attacked_in_melee and who.procedure.shots_made > 0
    )  # by whom it was attacked before its first shot doesn't count
    who.procedure.shots_made += 1
    loose(f, who, chosen)


@rule
def loose(f: Fight, who: Combatant, chosen: Answer) -> None:
    """Shoot, throw or drop what is in hand, to kill or to subdue."""
    target = f.who[chosen.target]
    weapon = arm(f, who)
    who.acted = True
    who.shot_round = f.round
    spend(f, who, target, weapon)
    if chosen.kind == DROP:
        drop(f, who, target, weapon)
    else:
        seams.attack(f, who, f.who[stray(f, who, target)], weapon, True, chosen.option & SUBDUE != 0)


@rule
def spend(f: Fight, who: Combatant, target: Combatant, weapon: Weapon) -> None:
    """Use up what is thrown; count arrows (procedure.declare.missile)."""
    thrown, place = weapon.qualities & THROWN != 0, who.hand
    because(f, FIRST_SHOT, 0, who.procedure.shots_made == 1)
    because(f, FURTHER_SHOT, 0, who.procedure.shots_made > 1)
    because(f, IN_ITS_STEP, 0, who.procedure.shots_made == 0)
    if who.kit_left[place] > 0:
        who.kit_left[place] -= 1
        because(f, COUNTED, 0, not thrown)
    clause = shared.WEAPON_THROWN if thrown else C.DECLARE_MISSILE
    note(f, E.DECLARED, clause, who, target, who.kit[place], who.kit_left[place])
    if thrown and who.kit_left[place] == 0 and not who.has_routine:
        empty_hand(f, who)
