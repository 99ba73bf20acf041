"""Spells of the tempo book: declared between rounds, cast on one's turn; breaths and potions."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import MOST_SPELLS, NOBODY, Combatant, Fight
from affray.engine.verbs import because, note, rule
from affray.rules.shared import clauses as shared
from affray.rules.shared.effects import release
from affray.rules.tempo import answers as A
from affray.rules.tempo import clauses as C
from affray.rules.tempo.tactics import choose

KEPT = reason(C.DECLARE, "kept in memory")


@rule
def declare(f: Fight, who: Combatant) -> None:
    """tempo.spell.declare: everyone can see it coming."""
    chosen = choose(f, A.DECLARE, who, who, 0)
    if chosen.kind == A.CAST:
        who.spell = chosen.option
        note(f, E.DECLARED, C.DECLARE, who, who, who.spells[who.spell])


@rule
def has_spell(who: Combatant) -> bool:
    if who.caster and who.spell == NOBODY:
        for slot in range(MOST_SPELLS):
            if who.spells[slot] != NOBODY:
                return True
    return False


@rule
def speak(f: Fight, who: Combatant, target: Combatant) -> None:
    """The words are said and the spell is spent; each victim is a step of its own."""
    number = who.spells[who.spell]
    note(f, E.DECLARED, shared.SPELL_MEMORY, who, target, number)
    who.spells[who.spell] = NOBODY
    who.spell = NOBODY
    release(f, who, number, target)


@rule
def forget(f: Fight, who: Combatant) -> None:
    """Not cast on its turn: dropped, and kept in memory."""
    because(f, KEPT, 0)
    note(f, E.LOST, C.DECLARE, who, who, who.spells[who.spell])
    who.spell = NOBODY


@rule
def breathe(f: Fight, who: Combatant, target: Combatant) -> None:
    who.breaths -= 1
    note(f, E.DECLARED, shared.MONSTER_BREATH, who, target, who.breath, who.breaths)
    release(f, who, who.breath, target)


@rule
def drink(f: Fight, who: Combatant) -> None:
    who.potions -= 1
    note(f, E.DECLARED, shared.ITEM_POTION, who, who, who.potion, who.potions)
    release(f, who, who.potion, who)
