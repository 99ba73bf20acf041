"""What keeps a caster of the classic book from a spell, from a target, or from turning the undead."""

from affray.engine.conditions import BLIND, BOUND, FLEEING, RETREATING, SILENCED, TURNED
from affray.engine.space import distance
from affray.engine.state import MOST_SPELLS, NOBODY, Combatant, Effect, Fight
from affray.engine.verbs import rule
from affray.engine.vocabulary import SELF, UNDEAD
from affray.rules.classic.answers import (
    NO_SPELL,
    NO_TURNING,
    NOT_ASKED,
    NOT_FOR_FOES,
    NOT_FOR_FRIENDS,
    OUT_OF_RANGE,
    RUNNING,
    TONGUE_TIED,
    UNSEEN,
    UNSTEADY,
)


@rule
def refuse_spell(f: Fight, who: Combatant, slot: int) -> int:
    if slot < 0 or slot >= MOST_SPELLS or who.spells[slot] == NOBODY:
        return NO_SPELL
    if who.on & (1 << SILENCED | 1 << BOUND) != 0:
        return TONGUE_TIED
    return UNSTEADY if f.unstable or who.mounted else 0


@rule
def refuse_target(f: Fight, who: Combatant, target: Combatant) -> int:
    return refuse_aimed(f, who, target, f.effects[who.spells[who.spell]])


@rule
def refuse_aimed(f: Fight, who: Combatant, target: Combatant, effect: Effect) -> int:
    """Range, sight, and whether a spell is meant for friend or foe."""
    if effect.shape == SELF:
        return 0 if target.id == who.id else OUT_OF_RANGE
    if effect.friendly and target.side != who.side:
        return NOT_FOR_FOES
    if not effect.friendly and target.side == who.side:
        return NOT_FOR_FRIENDS
    if target.id != who.id and (who.on >> BLIND & 1 or target.cover > 4):
        return UNSEEN
    return OUT_OF_RANGE if distance(who, target) > effect.range else 0


@rule
def refuse_turning(f: Fight, who: Combatant, target: int) -> int:
    if target != NOBODY:
        return NOT_ASKED
    if who.acted or who.turns == 0 or who.spell != NOBODY:
        return NO_TURNING
    if who.on & (1 << RETREATING | 1 << FLEEING) != 0:
        return RUNNING
    for c in f.who[: f.n]:
        if c.up and c.side != who.side and can_be_turned(c) and c.rank <= who.turns + 2:
            return 0
    return NO_TURNING


@rule
def can_be_turned(c: Combatant) -> bool:
    return c.tags & UNDEAD != 0 and c.rank > 0 and c.on >> TURNED & 1 == 0
