"""Spells, breath, potions and turning the undead, as several books have them."""

from affray.engine import events as E
from affray.engine.conditions import FLEEING, TURNED
from affray.engine.purposes import FOR_NUMBER_TURNED, TO_TURN_UNDEAD
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight
from affray.engine.verbs import note, roll, rule
from affray.rules.shared import clauses as C
from affray.rules.shared.conditions import die, put_on
from affray.rules.shared.effects import dice_worth, release
from affray.rules.shared.legality import can_be_turned


@rule
def cast_spell(f: Fight, who: Combatant, target: Combatant) -> None:
    """The words are said and the spell is spent; each victim is a step of its own."""
    number = who.spells[who.current_spell]
    note(f, E.DECLARED, C.SPELL_MEMORY, who, target, number)
    who.spells[who.current_spell] = NOBODY
    who.current_spell = NOBODY
    who.acted = True
    release(f, who, number, target)


@rule
def breathe(f: Fight, who: Combatant, target: Combatant) -> None:
    who.acted = True
    who.breaths -= 1
    note(f, E.DECLARED, C.MONSTER_BREATH, who, target, who.breath, who.breaths)
    release(f, who, who.breath, target)


@rule
def drink(f: Fight, who: Combatant) -> None:
    who.acted = True
    who.potions -= 1
    note(f, E.DECLARED, C.ITEM_POTION, who, who, who.potion_effect, who.potions)
    release(f, who, who.potion_effect, who)


@rule
def turn_undead(f: Fight, who: Combatant) -> None:
    """classic.class.turning: 2d6 against the rank, then 2d6 hit dice of them, the weakest rank first."""
    total = turning_roll(f, who)
    at = next_turned(f, who, total)
    if at == NOBODY:
        return
    budget = roll(f, who, FOR_NUMBER_TURNED, 6, 2)
    note(f, E.ROLL, C.CLASS_TURNING, who, who, budget)
    first = True
    while at != NOBODY and (first or dice_worth(f.who[at]) <= budget):
        budget -= dice_worth(f.who[at])
        first = False
        drive_off(f, who, f.who[at])
        at = next_turned(f, who, total)


@rule
def turning_roll(f: Fight, who: Combatant) -> int:
    """classic.class.turning: 2d6 where there are undead of its own rank or above; those below need no roll."""
    for c in f.who[: f.n]:
        if (
            c.in_fight
            and c.side != who.side
            and can_be_turned(c)
            and c.undead_rank >= who.turning_level
            and c.undead_rank <= who.turning_level + 2
        ):
            total = roll(f, who, TO_TURN_UNDEAD, 6, 2)
            note(f, E.CHECK, C.CLASS_TURNING, who, who, total, who.turning_level)
            return total
    return 0


@rule
def next_turned(f: Fight, who: Combatant, total: int) -> int:
    """The weakest undead foe that this roll reaches and that is not in flight already."""
    best = NOBODY
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and can_be_turned(c):
            if turned_by(who.turning_level, c.undead_rank, total) and (
                best == NOBODY or c.undead_rank < f.who[best].undead_rank
            ):
                best = c.id
    return best


@rule
def turned_by(level: int, rank: int, total: int) -> bool:
    """7 for the rank equal to the level, 2 more a rank above: three above are out of reach; below, without a roll."""
    above = rank - level
    return above < 0 or total >= 7 + 2 * above


@rule
def drive_off(f: Fight, who: Combatant, undead: Combatant) -> None:
    """Three ranks below the level they are destroyed; else they flee."""
    if undead.undead_rank - who.turning_level <= -3:
        die(f, undead, who, C.CLASS_TURNING)
    else:
        put_on(f, undead, who, TURNED, ALWAYS, C.CLASS_TURNING)
        put_on(f, undead, who, FLEEING, ALWAYS, C.CLASS_TURNING)
