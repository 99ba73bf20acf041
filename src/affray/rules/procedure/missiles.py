"""Missiles of the procedure book: stationary shooters first and again at the end, the others in their side's step."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import Combatant, Fight, Weapon
from affray.engine.verbs import Answer, answer, because, note, rule
from affray.engine.vocabulary import THROWN
from affray.rules.procedure import clauses as C
from affray.rules.procedure.answers import MISSILES, SHOOT
from affray.rules.procedure.attack import attack, stray
from affray.rules.procedure.choices import has_shots_left, refuse_standing_shot
from affray.rules.procedure.tactics import choose
from affray.rules.procedure.triggers import set_off
from affray.rules.shared.attack import drop
from affray.rules.shared.legality import DROP, LOOSE
from affray.rules.shared.reach import arm, in_melee
from affray.rules.shared.round import LEAVES_HAND, empty_hand

COUNTED = reason(C.DECLARE_MISSILE, "ammunition counted")
FIRST_SHOT = reason(C.MISSILE_FIRST, "without moving")
FURTHER_SHOT = reason(C.MISSILE_SECOND, "another shot without moving")
IN_ITS_STEP = reason(C.MISSILE_MOVING, "one shot, in its own step")


@rule
def first_shots(f: Fight) -> bool:
    """procedure.missile.first: one stationary shooter of the side whose place it is; False when all have shot."""
    while f.place < f.places:
        while f.cursor < f.n:
            who = f.who[f.cursor]
            f.cursor += 1
            if who.place == f.place and may_shoot_first(f, who):
                chosen = choose(f, SHOOT, who, who, 0)
                if chosen.kind == LOOSE or chosen.kind == DROP:
                    shoot_standing(f, who, chosen)
                return True
        f.place += 1
        f.cursor = 0
    return False


@rule
def may_shoot_first(f: Fight, who: Combatant) -> bool:
    return who.able and who.declared == MISSILES and not who.acted and has_target(f, who)


@rule
def has_target(f: Fight, who: Combatant) -> bool:
    """Whether there is anybody it may shoot at from where it stands; else it is not asked."""
    if in_melee(f, who):
        return False
    for c in f.who[: f.n]:
        if c.up and c.side != who.side:
            if refuse_standing_shot(f, who, answer(LOOSE, c.id, 0)) == 0:
                return True
            if refuse_standing_shot(f, who, answer(DROP, c.id, 0)) == 0:
                return True
    return False


@rule
def second_shots(f: Fight) -> bool:
    """procedure.missile.second: one further shot of a stationary shooter; False when all have none left."""
    while f.place < f.places:
        while f.cursor < f.n:
            who = f.who[f.cursor]
            if who.place == f.place and may_shoot_again(f, who):
                shoot_again(f, who)
                return True
            f.cursor += 1
        f.place += 1
        f.cursor = 0
    return False


@rule
def may_shoot_again(f: Fight, who: Combatant) -> bool:
    """Neither in melee nor attacked there since."""
    if who.shots == 0 or not who.able or not has_shots_left(f, who):
        return False
    return who.left[who.hand] != 0 and has_target(f, who)


@rule
def shoot_again(f: Fight, who: Combatant) -> None:
    """Who doesn't want to shoot now has no further shot either."""
    chosen = choose(f, SHOOT, who, who, 1)
    if chosen.kind != LOOSE and chosen.kind != DROP:
        f.cursor += 1
    elif not set_off(f, who, chosen):
        shoot_standing(f, who, chosen)


@rule
def shoot_standing(f: Fight, who: Combatant, chosen: Answer) -> None:
    who.pressed = who.pressed and who.shots > 0  # by whom it was attacked before its first shot doesn't count
    who.shots += 1
    loose(f, who, f.who[chosen.target], chosen.kind)


@rule
def loose(f: Fight, who: Combatant, target: Combatant, kind: int) -> None:
    weapon = arm(f, who)
    who.acted = True
    who.shot = f.round
    spend(f, who, target, weapon)
    if kind == DROP:
        drop(f, who, target, weapon)
    else:
        attack(f, who, f.who[stray(f, who, target)], weapon, True, False)


@rule
def spend(f: Fight, who: Combatant, target: Combatant, weapon: Weapon) -> None:
    """What is thrown is gone; procedure.declare.missile: arrows are counted."""
    thrown, place = weapon.qualities & THROWN != 0, who.hand
    because(f, FIRST_SHOT, 0, who.shots == 1)
    because(f, FURTHER_SHOT, 0, who.shots > 1)
    because(f, IN_ITS_STEP, 0, who.shots == 0)
    if who.left[place] > 0:
        who.left[place] -= 1
        because(f, LEAVES_HAND, 0, thrown)
        because(f, COUNTED, 0, not thrown)
    note(f, E.DECLARED, C.DECLARE_MISSILE, who, target, who.kit[place], who.left[place])
    if thrown and who.left[place] == 0 and not who.routine:
        empty_hand(f, who)
