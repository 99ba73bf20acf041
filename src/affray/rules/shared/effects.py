"""Spells, breaths, potions, auras, turning the undead: an effect catches its victims and takes them one a step."""

from affray.engine import events as E
from affray.engine.clauses import AT_LEAST, FIXED_PART, FULL_HP, MULTIPLIED, NAMED, REMARK, reason
from affray.engine.space import along_line, distance, in_cone
from affray.engine.state import ALWAYS, NOBODY, UNDECIDED, Combatant, Effect, Fight, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import (
    AFFLICT,
    ATTACH,
    BALL,
    BLIND,
    BOLT,
    BREATHE,
    BURNING,
    CLAW,
    CONE,
    DRAIN_LEVEL,
    DRAIN_STRENGTH,
    DYING,
    FIRE,
    FLEEING,
    FOR_CHANCE,
    FOR_DURATION,
    FOR_EFFECT,
    FOR_HIT_DICE_CAUGHT,
    FOR_LEVEL_DRAIN,
    FOR_NUMBER_CAUGHT,
    FOR_NUMBER_TURNED,
    HARM,
    LINE,
    MEND,
    NEAR,
    NO_SAVE,
    ROTTING,
    SCALDED,
    SELF,
    SIGHT,
    SPLASH,
    TO_TURN_UNDEAD,
    TURNED,
)
from affray.rules import seams
from affray.rules.shared import clauses as C
from affray.rules.shared.damage import HALVED, die, put_on
from affray.rules.shared.legality import can_be_turned

WITHOUT_ROLL = reason(C.CLASS_TURNING, "lesser undead without a roll", REMARK)
ROTS = reason(C.SPELL_HEAL, "rotting flesh can't be healed")
STRIP = 25  # half the width of a line, in tenths of a foot


@rule
def half_line_width(f: Fight) -> int:
    """Return half the width of a line, in the book's own tenths."""
    return STRIP


@rule
def release(f: Fight, by: Combatant, number: int, at: Combatant) -> None:
    """Mark everyone the effect catches and roll what is rolled once for all."""
    effect = f.effects[number]
    act = f.act
    act.by, act.effect, act.at = by.id, number, at.id
    if effect.budget_count > 0:
        catch_by_dice(f, by, effect, at)
    elif effect.victim_count > 0 or effect.victim_plus > 0:
        catch_some(f, by, effect, at)
    else:
        for c in f.who[: f.n]:
            if catches(f, by, effect, at, c):
                catch(f, c)
    if act.victims_left > 0:
        act.amount = strength_of(f, by, effect, at)
    else:
        finish(f)


@rule
def catch(f: Fight, who: Combatant) -> None:
    who.act_victim = True
    f.act.victims_left += 1


@rule
def finish(f: Fight) -> None:
    """Finish an effect: set its scratch fields back to nothing."""
    f.act.by, f.act.effect, f.act.at = NOBODY, NOBODY, NOBODY
    f.act.amount = 0
    f.act.victims_left = 0


@rule
def catches(f: Fight, by: Combatant, effect: Effect, at: Combatant, c: Combatant) -> bool:
    """Return whether an effect catches `c` by place, side and nature (classic.spell.range, classic.monster.breath)."""
    if not c.in_fight or c.act_victim or (effect.only_tags != 0 and c.tags & effect.only_tags == 0):
        return False
    if effect.most_hd > 0 and c.hd > effect.most_hd:
        return False
    if effect.friendly and c.side != by.side:
        return False
    if effect.shape == BALL:
        if effect.budget_count > 0 or effect.victim_count > 0:
            return c.side == at.side and distance(at, c) <= effect.size
        return distance(at, c) <= effect.size
    if effect.shape == LINE:
        return c.id != by.id and along_line(by, at, c, effect.size, seams.half_line_width(f))
    if effect.shape == CONE:
        return c.id != by.id and in_cone(by, at, c, effect.size, effect.size // 3)
    if effect.shape == NEAR or effect.shape == SIGHT:
        return c.side != by.side and notices(f, effect, by, c)
    return c.id == (by.id if effect.shape == SELF else at.id)


@rule
def notices(f: Fight, effect: Effect, by: Combatant, c: Combatant) -> bool:
    """Return whether an aura reaches `c`; the blind see nothing of a gaze; most need be withstood only once."""
    if effect.shape == SIGHT and c.conditions >> BLIND & 1:
        return False
    return distance(by, c) <= effect.range and (effect.each_round or c.auras_met >> f.act.effect & 1 == 0)


@rule
def catch_by_dice(f: Fight, by: Combatant, effect: Effect, at: Combatant) -> None:
    """Catch so many hit dice, the weakest first; pluses don't count (classic.spell.budget)."""
    budget = roll(f, by, FOR_HIT_DICE_CAUGHT, effect.budget_sides, effect.budget_count)
    because(f, NAMED, f.act.effect)
    note(f, E.ROLL, C.SPELL_BUDGET, by, at, budget)
    while True:
        best = NOBODY
        for c in f.who[: f.n]:
            if (
                catches(f, by, effect, at, c)
                and c.tags & effect.immune_tags == 0
                and (best == NOBODY or c.hd < f.who[best].hd)
            ):
                best = c.id
        if best == NOBODY or dice_worth(f.who[best]) > budget:
            return
        budget -= dice_worth(f.who[best])
        catch(f, f.who[best])


@rule
def dice_worth(c: Combatant) -> int:
    return max(1, c.hd // 4)


@rule
def catch_some(f: Fight, by: Combatant, effect: Effect, at: Combatant) -> None:
    """Catch so many victims: the one aimed at, then the nearest to them."""
    many = effect.victim_plus
    if effect.victim_count > 0:
        many = roll(f, by, FOR_NUMBER_CAUGHT, effect.victim_sides, effect.victim_count)
        many += because(f, FIXED_PART, effect.victim_plus, effect.victim_plus != 0)
        because(f, NAMED, f.act.effect)
        note(f, E.ROLL, effect.clause, by, at, many)
    for _ in range(many):
        best = NOBODY
        for c in f.who[: f.n]:
            if catches(f, by, effect, at, c) and (best == NOBODY or distance(at, c) < distance(at, f.who[best])):
                best = c.id
        if best != NOBODY:
            catch(f, f.who[best])


@rule
def strength_of(f: Fight, by: Combatant, effect: Effect, at: Combatant) -> int:
    """Roll damage, bolts or healing once; a breath is worth the breather's hit points."""
    if effect.kind == BREATHE:
        return by.hp
    if effect.kind == AFFLICT:
        return shared_rounds(f, by, effect, at)
    count = effect.count + effect.per_level * ((by.level - 1) // effect.level_step)
    if count == 0:
        return 0
    plus = effect.plus * (count if effect.kind == BOLT else 1)
    amount = roll(f, by, FOR_EFFECT, effect.sides, count) + because(f, FIXED_PART, plus, plus != 0)
    because(f, NAMED, f.act.effect)
    note(f, E.ROLL, effect.clause, by, at, amount)
    return amount


@rule
def next_victim(f: Fight) -> None:
    """Resolve one victim's saving throw, and what follows from it."""
    by, number, amount = f.who[f.act.by], f.act.effect, f.act.amount
    effect = f.effects[number]
    victim = first_caught(f)
    victim.act_victim = False
    f.act.victims_left -= 1
    if effect.shape == NEAR or effect.shape == SIGHT:
        victim.auras_met |= 0 if effect.each_round else 1 << f.act.effect
    if f.act.victims_left == 0:
        finish(f)
    if victim.in_fight:
        victim.effect_qualities = effect.qualities
        befall(f, by, victim, number, amount)
        if victim.conditions >> DYING & 1 == 0:  # who is dying may yet die of it
            victim.effect_qualities = 0


@rule
def first_caught(f: Fight) -> Combatant:
    for c in f.who[: f.n]:
        if c.act_victim:
            return c
    return f.who[0]


@rule
def befall(f: Fight, by: Combatant, victim: Combatant, number: int, amount: int) -> None:
    effect = f.effects[number]
    if effect.immune_tags & victim.tags:
        because(f, NAMED, number)
        note(f, E.MISS, effect.clause, by, victim)
        return
    if effect.chance > 0 and not unlucky(f, by, victim, number):
        return
    saved = effect.save != NO_SAVE and seams.save(f, victim, effect)
    if effect.save != NO_SAVE and not saved:
        seams.disrupt(f, victim)
    if effect.kind == HARM or effect.kind == BREATHE:
        if saved:
            amount = seams.halve(f, amount) if effect.save_halves else 0
        because(f, NAMED, number)
        seams.suffer(f, victim, by, amount, effect.qualities, effect.clause)
    elif effect.kind == BOLT:
        seams.disrupt(f, victim)
        because(f, NAMED, number)
        seams.suffer(f, victim, by, amount, effect.qualities, effect.clause)
    elif not saved:
        take_hold(f, by, victim, number, amount)


@rule
def halve(f: Fight, amount: int) -> int:
    """Return half the amount, rounded down (classic.round.fractions)."""
    return amount + because(f, HALVED, amount // 2 - amount)


@rule
def unlucky(f: Fight, by: Combatant, victim: Combatant, number: int) -> bool:
    """Roll one chance in so many and return whether the effect comes to anything."""
    effect = f.effects[number]
    drawn = roll(f, victim, FOR_CHANCE, effect.chance)
    because(f, NAMED, number)
    note(f, E.ROLL, effect.clause, by, victim, drawn, effect.chance)
    return drawn == 1


@rule
def take_hold(f: Fight, by: Combatant, victim: Combatant, number: int, amount: int) -> None:
    """Apply everything that a saving throw voids."""
    effect = f.effects[number]
    if effect.kind == AFFLICT and is_so_for_good(victim, effect):
        return
    if effect.kind == AFFLICT:
        because(f, NAMED, number)
        rounds = amount if amount > 0 else rounds_of(f, by, effect)
        put_on(f, victim, by, effect.condition, last_round(f, effect, rounds), effect.clause)
    elif effect.kind == MEND:
        heal(f, victim, by, amount, effect.clause)
    elif effect.kind == ATTACH:
        by.attached_to = victim.id
        note(f, E.CHECK, effect.clause, by, victim)
    elif effect.kind == DRAIN_LEVEL:
        seams.drain_level(f, by, victim, effect)
    elif effect.kind == DRAIN_STRENGTH:
        drain_strength(f, by, victim, effect)
    else:
        die(f, victim, by, effect.clause)


@rule
def is_so_for_good(victim: Combatant, effect: Effect) -> bool:
    """Return whether somebody is rotting or the like already until the fight ends: once more is nothing new to tell."""
    lasts = victim.conditions >> effect.condition & 1 != 0 and victim.ends_at[effect.condition] >= ALWAYS
    return lasts and effect.duration_count + effect.duration_plus + effect.duration_per_level == 0


@rule
def shared_rounds(f: Fight, by: Combatant, effect: Effect, at: Combatant) -> int:
    """Roll one duration for several victims; return 0 for a single one, who has to fail the save first
    (classic.spell.condition)."""
    if f.act.victims_left < 2 or effect.duration_count == 0:
        return 0
    rounds = rounds_of(f, by, effect)
    because(f, NAMED, f.act.effect)
    note(f, E.ROLL, C.CONDITION_END, by, at, rounds)
    return rounds


@rule
def last_round(f: Fight, effect: Effect, rounds: int) -> int:
    """Return the round in which the effect lapses; one that starts before anybody acts counts this round as the first
    (classic.condition.end)."""
    return f.round + rounds - (1 if effect.shape == NEAR or effect.shape == SIGHT else 0)


@rule
def rounds_of(f: Fight, by: Combatant, effect: Effect) -> int:
    """Return how long an effect lasts; without a number it outlasts the fight."""
    rounds = effect.duration_plus + effect.duration_per_level * by.level
    if effect.duration_count > 0:
        shown = roll(f, by, FOR_DURATION, effect.duration_sides, effect.duration_count)
        shown += because(f, MULTIPLIED, shown * (effect.duration_times - 1), effect.duration_times > 1)
        rounds = shown + because(f, FIXED_PART, rounds, rounds != 0)
    return rounds if rounds > 0 else ALWAYS


@rule
def heal(f: Fight, who: Combatant, by: Combatant, amount: int, clause: int) -> None:
    """Heal, never above full, never the dead, never rotting flesh."""
    before = who.hp
    amount += because(f, ROTS, -amount, who.conditions >> ROTTING & 1 != 0)
    who.hp = min(who.max_hp, before + amount)
    because(f, FULL_HP, who.hp - before - amount, who.hp - before < amount)
    note(f, E.HEAL, clause, by, who, who.hp - before, before)
    seams.revive(f, who)


@rule
def revive(f: Fight, who: Combatant) -> None:
    """Do nothing: healing does nothing more for somebody who lies there."""


@rule
def drain_level(f: Fight, by: Combatant, victim: Combatant, effect: Effect) -> None:
    lost = roll(f, victim, FOR_LEVEL_DRAIN, victim.hp_sides)
    lost += because(f, AT_LEAST, 1 - lost, lost < 1)
    victim.max_hp -= lost
    victim.level -= 1
    victim.drained_levels += 1
    seams.drain_hit_points(f, by, victim, lost, effect)


@rule
def drain_hit_points(f: Fight, by: Combatant, victim: Combatant, lost: int, effect: Effect) -> None:
    """Take the hit points of a lost level; at 0 of them, or of levels, the victim is dead."""
    before = victim.hp
    victim.hp -= lost
    note(f, E.DAMAGE, effect.clause, by, victim, lost, before)
    if victim.hp <= 0 or victim.level <= 0:
        die(f, victim, by, effect.clause)


@rule
def drain_strength(f: Fight, by: Combatant, victim: Combatant, effect: Effect) -> None:
    before = victim.strength
    victim.strength -= 1
    change = seams.ability_modifier(f, victim.strength) - seams.ability_modifier(f, before)
    victim.melee_modifier += change
    victim.damage_modifier += change
    note(f, E.SCORE, effect.clause, by, victim, victim.strength, before)
    if victim.strength <= 0:
        die(f, victim, by, effect.clause)


@rule
def disrupt(f: Fight, caster: Combatant) -> None:
    """Lose the spell if hit or failing a save before acting, with the initiative lost (classic.spell.disrupt)."""
    if caster.current_spell != NOBODY and lost_initiative(f, caster):
        note(f, E.LOST, C.SPELL_DISRUPT, caster, caster, caster.spells[caster.current_spell])
        seams.spend_spell(f, caster, caster.current_spell)
        caster.current_spell = NOBODY
        caster.acted = True


@rule
def lost_initiative(f: Fight, who: Combatant) -> bool:
    """Return whether some other side acted first; to whom the initiative was lost doesn't matter."""
    for c in f.who[: f.n]:
        if c.side != who.side and c.turn < who.turn:
            return True
    return False


@rule
def follow_up(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, dealt: int) -> None:
    """Apply what a hit brings with it: a rider, the hug of both claws, the second splash of a flask."""
    if not target.in_fight or f.winner != UNDECIDED:
        return
    if weapon.rider != NOBODY:
        release(f, attacker, weapon.rider, target)
    elif weapon.qualities & CLAW and attacker.hug != NOBODY:
        grip(f, attacker, target)
    elif weapon.qualities & SPLASH and dealt > 0:
        set_alight(f, attacker, target, BURNING if weapon.qualities & FIRE else SCALDED)


@rule
def set_alight(f: Fight, by: Combatant, target: Combatant, burning: int) -> None:
    """Burn the target in the next round, and now too if an earlier flask still burns (classic.weapon.splash)."""
    if target.conditions >> burning & 1 and target.ends_at[burning] <= f.round:
        target.rekindled |= 1 << burning
    put_on(f, target, by, burning, f.round + 1, C.WEAPON_SPLASH)


@rule
def grip(f: Fight, attacker: Combatant, target: Combatant) -> None:
    """Count claws on one foe; hug at the second (classic.monster.hug)."""
    attacker.hug_hits = attacker.hug_hits + 1 if attacker.hug_target == target.id else 1
    attacker.hug_target = target.id
    if attacker.hug_hits == 2:
        release(f, attacker, attacker.hug, target)


# --- casting


@rule
def cast_spell(f: Fight, who: Combatant, target: Combatant) -> None:
    """Cast the spell and use it up; each victim is a step of their own."""
    number = who.spells[who.current_spell]
    note(f, E.DECLARED, C.SPELL_MEMORY, who, target, number)
    seams.spend_spell(f, who, who.current_spell)
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
    """Roll 2d6 against the rank, then 2d6 hit dice of them, the weakest rank first (classic.class.turning)."""
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
    """Roll 2d6 where undead of the same rank or above are there; those below need no roll (classic.class.turning)."""
    lesser, weakest = False, who.turning_level + 3
    for c in f.who[: f.n]:
        if c.in_fight and c.side != who.side and can_be_turned(c):
            if c.undead_rank < who.turning_level:
                lesser = True
            else:
                weakest = min(weakest, c.undead_rank)
    if weakest > who.turning_level + 2:
        return 0
    total = roll(f, who, TO_TURN_UNDEAD, 6, 2)
    because(f, WITHOUT_ROLL, 0, lesser)
    note(f, E.CHECK, C.CLASS_TURNING, who, who, total, turning_number(who.turning_level, weakest))
    return total


@rule
def turning_number(level: int, rank: int) -> int:
    """Return the roll that turns a rank: 7 at the level, 2 more for each rank above (classic.class.turning)."""
    return 7 + 2 * (rank - level)


@rule
def next_turned(f: Fight, who: Combatant, total: int) -> int:
    """Return the weakest undead foe whom this roll reaches and who is not in flight already."""
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
    """Return whether `total` turns a rank; three above are out of reach, those below are always turned."""
    return rank < level or total >= turning_number(level, rank)


@rule
def drive_off(f: Fight, who: Combatant, undead: Combatant) -> None:
    """Destroy undead three ranks below the level; let others flee."""
    if undead.undead_rank - who.turning_level <= -3:
        die(f, undead, who, C.CLASS_TURNING)
    else:
        put_on(f, undead, who, TURNED, ALWAYS, C.CLASS_TURNING)
        put_on(f, undead, who, FLEEING, ALWAYS, C.CLASS_TURNING)
