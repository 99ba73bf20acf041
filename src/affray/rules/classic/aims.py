"""What a spell or a breath is worth: which to declare, and whom to aim it at."""

from affray.engine.conditions import HELPLESS
from affray.engine.space import along_line, distance, in_cone
from affray.engine.state import MOST_SPELLS, NOBODY, Combatant, Effect, Fight
from affray.engine.verbs import rule
from affray.engine.vocabulary import AFFLICT, BALL, CONE, LINE, MEND, SELF
from affray.rules.classic.casting import refuse_spell
from affray.rules.classic.effects import strip
from affray.rules.classic.reach import in_melee


@rule
def best_spell(f: Fight, who: Combatant) -> int:
    """The memorised spell that pays most now; NOBODY when none does."""
    best, most = NOBODY, 0
    if not who.caster:
        return best
    for slot in range(MOST_SPELLS):
        if who.spells[slot] != NOBODY and refuse_spell(f, who, slot) == 0:
            target = best_target(f, who, slot)
            worth = 0 if target == NOBODY else worth_at(f, who, f.effects[who.spells[slot]], f.who[target])
            if worth > most:
                best, most = slot, worth
    return best


@rule
def best_target(f: Fight, who: Combatant, slot: int) -> int:
    effect = f.effects[who.spells[slot]]
    best, most = NOBODY, 0
    for c in f.who[: f.n]:
        if c.up and (c.side == who.side) == effect.friendly and in_range(who, effect, c):
            worth = worth_at(f, who, effect, c)
            if worth > most:
                best, most = c.id, worth
    return best


@rule
def best_breath(f: Fight, who: Combatant) -> int:
    """Whom to breathe at; NOBODY when it would do more harm than good."""
    effect = f.effects[who.breath]
    best, most = NOBODY, 0
    for c in f.who[: f.n]:
        if c.up and c.side != who.side and distance(who, c) <= effect.size:
            worth = worth_at(f, who, effect, c)
            if worth > most:
                best, most = c.id, worth
    return best


@rule
def in_range(who: Combatant, effect: Effect, c: Combatant) -> bool:
    if effect.shape == SELF:
        return c.id == who.id
    return distance(who, c) <= effect.range and c.cover <= 4


@rule
def worth_at(f: Fight, who: Combatant, effect: Effect, target: Combatant) -> int:
    """Foes it would catch, friends counting double against it; healing for the badly hurt; a blessing early on."""
    if effect.kind == MEND:
        return 20 if 2 * target.hp <= target.max_hp else 0
    if effect.friendly:
        return 1 if f.round <= 2 and target.on >> effect.condition & 1 == 0 and not in_melee(f, who) else 0
    if effect.shape != BALL and effect.shape != LINE and effect.shape != CONE:
        return 2 if worth_taking(effect, target) else 0
    caught = 0
    for c in f.who[: f.n]:
        if c.up and within(who, effect, target, c) and worth_taking(effect, c):
            if c.side != who.side:
                caught += 2
            elif effect.budget_count == 0 and effect.many_count == 0:
                caught -= 4
    return caught if caught > 2 or effect.budget_count == 0 else 0


@rule
def within(who: Combatant, effect: Effect, target: Combatant, c: Combatant) -> bool:
    if effect.shape == LINE:
        return c.id != who.id and along_line(who, target, c, effect.size, strip())
    if effect.shape == CONE:
        return c.id != who.id and in_cone(who, target, c, effect.size, effect.size // 3)
    return distance(target, c) <= effect.size


@rule
def worth_taking(effect: Effect, c: Combatant) -> bool:
    """Not immune, not too great for it, and not out of action already."""
    if c.tags & effect.spares or (effect.only != 0 and c.tags & effect.only == 0):
        return False
    if effect.most_hd > 0 and c.hd > effect.most_hd:
        return False
    return effect.kind != AFFLICT or c.on & (HELPLESS | 1 << effect.condition) == 0
