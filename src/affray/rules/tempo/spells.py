"""Spells and other effects in the tempo book."""

from affray.engine import events as E
from affray.engine.clauses import FRIEND, reason
from affray.engine.state import ALWAYS, KIT, MOST_SPELLS, NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import because, choose, note, roll, rule
from affray.engine.vocabulary import FOR_FALL_DAMAGE, PRONE
from affray.rules import seams
from affray.rules.seams import HARMLESS
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import put_on, reduce_by_ward
from affray.rules.shared.effects import release
from affray.rules.shared.movement import sign
from affray.rules.tempo import clauses as C
from affray.rules.tempo import questions as Q
from affray.rules.tempo.damage import HURT_CONDITIONS, disturb, injure, rouse
from affray.rules.tempo.legality import victim_of
from affray.rules.tempo.movement import part

STEP = 50  # tempo.effect: 5 feet
EXTRA = reason(C.CHECK_DEGREES, "extra degrees")


@rule
def spend_degrees(f: Fight, who: Combatant, target: Combatant, extra: int) -> bool:
    """Let extra degrees be spent one after another (tempo.effect). Return whether it is a direct hit."""
    direct = False
    while extra > 0 and target.in_fight and f.winner == UNDECIDED:
        chosen = choose(f, Q.BUY, who, target, extra)
        if chosen.kind != Q.SPEND:
            return direct
        because(f, EXTRA, Q.DEGREES[chosen.option])
        extra -= Q.DEGREES[chosen.option]
        if chosen.option == Q.DIRECT:
            note(f, E.DECLARED, C.DIRECT_HIT, who, target)
            direct = True
        else:
            buy(f, who, target, chosen.option)
    return direct


@rule
def buy(f: Fight, who: Combatant, target: Combatant, what: int) -> None:
    if what == Q.DRIVE_BACK:
        note(f, E.DECLARED, C.EFFECT, who, target, what)
        drive(f, who, target, STEP)
    elif what == Q.STEP_BETWEEN:
        target.tempo.barred_target = victim_of(f, who, target)
        because(f, FRIEND, target.tempo.barred_target)
        note(f, E.DECLARED, C.EFFECT, who, target, what)
        target.tempo.bout_foe = who.id
    elif what == Q.OVER_THE_EDGE:
        note(f, E.DECLARED, C.EFFECT, who, target, what)
        over_the_edge(f, who, target)
    elif what == Q.TRIP:
        put_on(f, target, who, PRONE, ALWAYS, C.EFFECT)
    else:
        note(f, E.DECLARED, C.EFFECT, who, target, what)
        target.hand = KIT - 1


@rule
def drive(f: Fight, who: Combatant, target: Combatant, far: int) -> None:
    """Drive the target straight away from `who`."""
    dx, dy = sign(target.x - who.x), sign(target.y - who.y)
    if dx == 0 and dy == 0:
        dx = 1 if target.side > who.side else -1
    moved = target.moved
    f.tempo.driven = target.id
    seams.arrive(f, target, target.x + dx * far, target.y + dy * far, target.z)
    f.tempo.driven, target.moved = NOBODY, moved
    part(f, target)


@rule
def over_the_edge(f: Fight, who: Combatant, target: Combatant) -> None:
    """Drive two steps; whoever can't fly falls for 1d6, and lies there."""
    drive(f, who, target, 2 * STEP)
    if target.fly == 0:
        seams.suffer(f, target, who, roll(f, who, FOR_FALL_DAMAGE, 6), 0, C.EFFECT)
        if f.winner == UNDECIDED and target.in_fight and target.conditions >> PRONE & 1 == 0:
            put_on(f, target, who, PRONE, ALWAYS, C.EFFECT)


@rule
def strike_home(f: Fight, who: Combatant, target: Combatant, amount: int, qualities: int) -> int:
    """Deal a direct hit (tempo.direct-hit): hp stay, and the whole damage is the excess."""
    felt = amount + reduce_by_ward(f, target, amount, qualities)
    target.hurt_round = f.round
    hurt = target.conditions & HURT_CONDITIONS
    note(f, E.DAMAGE, C.DIRECT_HIT, who, target, felt, target.hp)
    if felt > 0:
        rouse(f, target)
        injure(f, target, who, felt, qualities, True)
        if target.current_spell != NOBODY and f.winner == UNDECIDED:
            disturb(f, target, felt, target.conditions & HURT_CONDITIONS != hurt)
    elif amount > 0:
        seams.trigger_morale(f, who, HARMLESS)
    return felt


KEPT = reason(C.DECLARE, "kept in memory")


@rule
def declare(f: Fight, who: Combatant) -> None:
    """Let a caster declare a spell, for everyone to see (tempo.spell.declare)."""
    chosen = choose(f, Q.DECLARE, who, who, 0)
    if chosen.kind == Q.CAST:
        who.current_spell = chosen.option
        note(f, E.DECLARED, C.DECLARE, who, who, who.spells[who.current_spell])


@rule
def has_spell(who: Combatant) -> bool:
    if who.caster and who.current_spell == NOBODY:
        for slot in range(MOST_SPELLS):
            if who.spells[slot] != NOBODY:
                return True
    return False


@rule
def cast_spell(f: Fight, who: Combatant, target: Combatant) -> None:
    """Cast the declared spell and use it up; each victim is a step of their own."""
    number = who.spells[who.current_spell]
    note(f, E.DECLARED, shared.SPELL_MEMORY, who, target, number)
    seams.spend_spell(f, who, who.current_spell)
    who.current_spell = NOBODY
    release(f, who, number, target)


@rule
def forget(f: Fight, who: Combatant) -> None:
    """Drop a spell that was not cast on its turn, and keep it in memory."""
    because(f, KEPT, 0)
    note(f, E.LOST, C.DECLARE, who, who, who.spells[who.current_spell])
    who.current_spell = NOBODY


@rule
def breathe(f: Fight, who: Combatant, target: Combatant) -> None:
    who.breaths -= 1
    note(f, E.DECLARED, shared.MONSTER_BREATH, who, target, who.breath, who.breaths)
    release(f, who, who.breath, target)


@rule
def drink(f: Fight, who: Combatant) -> None:
    who.potions -= 1
    note(f, E.DECLARED, shared.ITEM_POTION, who, who, who.potion_effect, who.potions)
    release(f, who, who.potion_effect, who)
