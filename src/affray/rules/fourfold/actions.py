"""Deeds of the fourfold book: each kind of action, carried out once nobody answers it any more."""

from affray.engine import events as E
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import because, note, rule
from affray.engine.vocabulary import RELOAD as SLOW_TO_LOAD
from affray.engine.vocabulary import THROWN
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.attack import execute
from affray.rules.fourfold.damage import stabilise
from affray.rules.fourfold.legality import by_hand
from affray.rules.fourfold.movement import charge, drag, take_move
from affray.rules.fourfold.questions import (
    BOMB,
    BREAK,
    BREATHE,
    CAST,
    CHARGE,
    DRAG,
    DRINK,
    EXECUTE,
    GRAPPLE,
    HIT,
    LOOSE,
    MAINS,
    RELOAD,
    SHOVE,
    STABILISE,
    SUBDUE,
    TURN,
    USE,
    WITHDRAW,
)
from affray.rules.fourfold.reach import MAIN
from affray.rules.fourfold.skills import use_skill
from affray.rules.fourfold.wrestling import break_free, grapple, shove
from affray.rules.shared.attack import drop
from affray.rules.shared.reach import arm, weapon_for
from affray.rules.shared.round import LEAVES_HAND, empty_hand
from affray.rules.shared.spells import breathe, cast_spell, drink, turn_undead


@rule
def carry_out(f: Fight, who: Combatant, kind: int, target: int, how: int) -> None:
    """An attack is the last thing that happens in it."""
    if kind == HIT:
        strike(f, who, f.who[target], how)
    elif MAINS >> kind & 1:
        who.fourfold.spent_actions |= MAIN
        main_action(f, who, kind, target, how)
    elif kind == CHARGE:
        charge(f, who, f.who[target])
    else:
        take_move(f, who, kind, target, how)


@rule
def strike(f: Fight, who: Combatant, target: Combatant, how: int) -> None:
    """One blow of the main action; a routine has several, one a step."""
    mode = how >> 1
    weapon = weapon_for(f, who, mode)
    who.fourfold.spent_actions |= MAIN
    who.attacks_made += 1
    who.mode = mode if who.has_routine else NOBODY
    seams.attack(f, who, target, weapon, False, how & SUBDUE != 0)


@rule
def main_action(f: Fight, who: Combatant, kind: int, target: int, how: int) -> None:
    if kind == LOOSE:
        loose(f, who, f.who[target])
    elif kind == CAST:
        who.current_spell = how
        cast_spell(f, who, f.who[target])
    elif kind == STABILISE:
        stabilise(f, who, f.who[target])
    elif kind == EXECUTE:
        execute_with(f, who, f.who[target])
    elif kind == SHOVE:
        shove(f, who, f.who[target], how)
    elif kind == GRAPPLE:
        grapple(f, who, f.who[target])
    elif kind == BREAK:
        break_free(f, who)
    elif kind == DRAG:
        drag(f, who, f.who[target])
    else:
        other_action(f, who, kind, target, how)


@rule
def other_action(f: Fight, who: Combatant, kind: int, target: int, how: int) -> None:
    if kind == WITHDRAW:
        who.fourfold.withdrew = True
        note(f, E.DECLARED, C.ACTION_WITHDRAWAL, who, who)
    elif kind == TURN:
        who.acted = True
        turn_undead(f, who)
    elif kind == BREATHE:
        breathe(f, who, f.who[target])
    elif kind == DRINK:
        drink(f, who)
    elif kind == RELOAD:
        who.unloaded &= ~(1 << who.hand)
        note(f, E.DECLARED, C.ACTION_LIST, who, who, who.kit[who.hand])
    elif kind == USE:
        use_skill(f, who, how)
    elif kind == BOMB:
        weapon = arm(f, who)
        use_up(f, who)
        drop(f, who, f.who[target], weapon)


@rule
def loose(f: Fight, who: Combatant, target: Combatant) -> None:
    """A shot or a throw."""
    weapon = arm(f, who)
    use_up(f, who)
    seams.attack(f, who, target, weapon, True, False)


@rule
def use_up(f: Fight, who: Combatant) -> None:
    """A crossbow is empty now; what is thrown is gone."""
    weapon = arm(f, who)
    who.shot_round = f.round
    if weapon.qualities & SLOW_TO_LOAD:
        who.unloaded |= 1 << who.hand
    if weapon.qualities & THROWN and who.kit_left[who.hand] > 0:
        who.kit_left[who.hand] -= 1 + because(f, LEAVES_HAND, 0)
        if who.kit_left[who.hand] == 0 and not who.has_routine:
            empty_hand(f, who)


@rule
def execute_with(f: Fight, who: Combatant, victim: Combatant) -> None:
    """By hand where it is near enough, else with a shot."""
    if by_hand(f, who, victim):
        execute(f, who, victim, weapon_for(f, who, 0), False)
    else:
        weapon = arm(f, who)
        use_up(f, who)
        execute(f, who, victim, weapon, True)
