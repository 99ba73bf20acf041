"""Spells of the procedure book: cast as declared, or readied before the fight; and what pain does to them."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import TO_KEEP_SPELL
from affray.rules import seams
from affray.rules.procedure import clauses as C
from affray.rules.procedure.clauses import STRICT
from affray.rules.shared import clauses as shared
from affray.rules.shared.effects import release

LEVEL = reason(C.DECLARE_SPELL, "level")
PRIME = reason(C.DECLARE_SPELL, "prime ability")
DAMAGE_TAKEN = reason(C.DECLARE_SPELL, "the damage")
CALM = 10  # procedure.declare.spell: what concentration is rolled against, before the damage


@rule
def cast_spell(f: Fight, who: Combatant, target: Combatant, slot: int, clause: int) -> None:
    """Cast the spell and spend it; each victim is a step of their own (classic.spell.memory)."""
    number = who.spells[slot]
    note(f, E.DECLARED, clause, who, target, number)
    seams.spend_spell(f, who, slot)
    release(f, who, number, target)


@rule
def cast(f: Fight, who: Combatant, target: Combatant) -> None:
    slot = who.current_spell
    who.current_spell = NOBODY
    who.acted = True
    cast_spell(f, who, target, slot, shared.SPELL_MEMORY)


@rule
def cast_readied(f: Fight, who: Combatant, target: Combatant) -> None:
    """Cast the readied spell besides all else they do (procedure.spell.readied)."""
    slot = who.procedure.readied_spell
    who.procedure.readied_spell = NOBODY
    cast_spell(f, who, target, slot, C.SPELL_READIED)


@rule
def drop_spell(f: Fight, who: Combatant) -> None:
    """Leave the spell in memory, but not cast this round (procedure.declare)."""
    note(f, E.LOST, C.DECLARE, who, who, who.spells[who.current_spell])
    who.current_spell = NOBODY
    who.acted = True


# --- concentration


@rule
def jolt(f: Fight, target: Combatant, amount: int) -> None:
    """Make so much damage a matter for the caster's concentration, in the next step (procedure.declare.spell)."""
    if amount > 0 and target.in_fight and (target.current_spell != NOBODY or target.procedure.readied_spell != NOBODY):
        if target.procedure.concentration_damage == 0 and not target.procedure.concentration_disturbed:
            f.procedure.concentration_rolls += 1
        target.procedure.concentration_damage += amount


@rule
def disrupt(f: Fight, caster: Combatant) -> None:
    """Disturb a caster hit, or failing a save; it counts where no damage follows (procedure.spell.readied)."""
    if caster.procedure.readied_spell != NOBODY and caster.in_fight:
        if caster.procedure.concentration_damage == 0 and not caster.procedure.concentration_disturbed:
            f.procedure.concentration_rolls += 1
        caster.procedure.concentration_disturbed = True


@rule
def lose_focus(f: Fight, who: Combatant) -> None:
    """Let whoever falls asleep or can't act any more cast nothing; a readied spell is a matter of concentration
    (procedure.declare.spell)."""
    if who.in_fight and who.current_spell != NOBODY:
        lose_declared(f, who)
    seams.disrupt(f, who)


@rule
def concentrate(f: Fight) -> None:
    """Make one caster's roll, for every spell they have declared or readied."""
    for c in f.who[: f.n]:
        if c.procedure.concentration_damage > 0 or c.procedure.concentration_disturbed:
            amount = c.procedure.concentration_damage
            c.procedure.concentration_damage, c.procedure.concentration_disturbed = 0, False
            f.procedure.concentration_rolls -= 1
            if c.in_fight and (c.procedure.readied_spell != NOBODY or (amount > 0 and c.current_spell != NOBODY)):
                keep_in_mind(f, c, amount)
            return
    f.procedure.concentration_rolls = 0


@rule
def keep_in_mind(f: Fight, who: Combatant, amount: int) -> None:
    """Roll 1d20 + level + prime modifier, at least 10 + damage; by option any damage is too much."""
    clause = C.DECLARE_SPELL if who.current_spell != NOBODY and amount > 0 else C.SPELL_READIED
    holds = amount == 0
    if amount == 0 or f.rules[STRICT] == 0:
        total = roll(f, who, TO_KEEP_SPELL, 20)
        total += because(f, LEVEL, who.level) + because(
            f, PRIME, who.procedure.prime_modifier, who.procedure.prime_modifier != 0
        )
        needed = CALM + because(f, DAMAGE_TAKEN, amount, amount > 0)
        note(f, E.CHECK, clause, who, who, total, needed)
        holds = total >= needed
    if not holds:
        lose_spells(f, who, amount)


@rule
def lose_spells(f: Fight, who: Combatant, amount: int) -> None:
    if who.current_spell != NOBODY and amount > 0:
        lose_declared(f, who)
    if who.procedure.readied_spell != NOBODY and who.spells[who.procedure.readied_spell] != NOBODY:
        note(f, E.LOST, C.SPELL_READIED, who, who, who.spells[who.procedure.readied_spell])
        seams.spend_spell(f, who, who.procedure.readied_spell)
        who.procedure.readied_spell = NOBODY


@rule
def lose_declared(f: Fight, who: Combatant) -> None:
    """Lose the declared spell: it is used up."""
    note(f, E.LOST, C.DECLARE_SPELL, who, who, who.spells[who.current_spell])
    seams.spend_spell(f, who, who.current_spell)
    who.current_spell = NOBODY
    who.acted = True
