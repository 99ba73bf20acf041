"""One side's turn in the classic book: morale, movement, missiles, spells, melee; and after all of them the slow."""

from affray.engine import events as E
from affray.engine.conditions import BLIND, WITHDRAWING
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, choose, note, rule
from affray.engine.vocabulary import MISSILE
from affray.rules import seams
from affray.rules.classic import clauses as C
from affray.rules.classic.morale import checks_morale
from affray.rules.classic.movement import LEAVING, has_move, has_spare, move, wait
from affray.rules.classic.questions import AIM, SHOOT, STRIKE
from affray.rules.shared import clauses as shared
from affray.rules.shared.conditions import drop_spell
from affray.rules.shared.legality import BREATHE, CAST, DRINK, DROP, GIVE_WAY, HIT, LOOSE, SUBDUE
from affray.rules.shared.legality import TURN as TURN_UNDEAD
from affray.rules.shared.movement import give_way
from affray.rules.shared.reach import arm, in_melee, swings_left, weapon_for
from affray.rules.shared.round import ROUND, drains, forget_order, loose, next_in_step
from affray.rules.shared.spells import breathe, cast_spell, drink, turn_undead


@rule
def cast(f: Fight, who: Combatant) -> None:
    """The spell step of one combatant: its declared spell is aimed, or it turns the undead."""
    chosen = choose(f, AIM, who, who, 0)
    if chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == TURN_UNDEAD:
        who.acted = True
        turn_undead(f, who)
    elif chosen.kind == CAST:
        cast_spell(f, who, f.who[chosen.target])
    elif who.spell != NOBODY:
        drop_spell(f, who)


(
    DECLARING,
    REVEALING,
    INITIATIVE,
    AURAS,
    TURN,
    MORALE,
    MOVING,
    MISSILES,
    SPELLS,
    MELEE,
    LAST,
    ROUND_END,
) = range(ROUND + 1, ROUND + 13)
PHASES = "muster hit-points meeting round declare reveal initiative auras".split()
PHASES += "turn morale movement missiles spells melee slow end".split()


@rule
def begin_turn(f: Fight) -> None:
    """classic.round.sides: who acts now, and which of the five steps it needs."""
    if f.place >= f.places:
        begin_last(f)
        return
    todo, sides, slow, opens, closes = 0, 0, f.slow, f.n, 0
    for c in f.who[: f.n]:
        if c.place == f.place:
            opens = c.id if closes == 0 else opens
            closes = c.id + 1
            if c.able:
                todo |= needs(f, c)
                slow |= c.slow
                sides |= 1 << c.side
    f.todo, f.slow, f.opens, f.closes = todo, slow, opens, closes
    f.together = sides & (sides - 1) != 0  # more than one of them
    if f.together or (f.place > 0 and sides != 0):
        first = f.who[first_able(f)]
        note(f, E.ROUND, C.INITIATIVE_TIE if f.together else C.ROUND_SIDES, first, first, f.place)
    f.phase = TURN
    next_phase(f)


@rule
def needs(f: Fight, who: Combatant) -> int:
    """Bits of the steps in which it has something to do."""
    todo = who.habits | 1 << MELEE
    if who.due != 0:
        todo |= 1 << MORALE | 1 << MOVING
    if not f.contact or who.on != 0:
        todo |= 1 << MOVING
    if who.spell != NOBODY:
        todo |= 1 << SPELLS
    return todo


@rule
def first_able(f: Fight) -> int:
    for c in f.who[f.opens : f.closes]:
        if c.able and c.place == f.place:
            return c.id
    return NOBODY


@rule
def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Once, at the start: which steps of a turn its kit may call for."""
    spare = has_spare(who)
    who.habits = 1 << MOVING if spare else 0
    if spare or who.breaths > 0 or arm(f, who).qualities & MISSILE:
        who.habits |= 1 << MISSILES
    if who.turns > 0:
        who.habits |= 1 << SPELLS
    seams.take_in_hand(f, who, who.hand)


@rule
def next_phase(f: Fight) -> None:
    """The next step of this turn that anybody needs; after the melee the next turn."""
    if f.together:
        seams.settle(f)
    f.phase += 1
    while f.phase < MELEE and f.todo >> f.phase & 1 == 0:
        f.phase += 1
    if f.phase > MELEE or f.todo == 0:
        f.phase = TURN
        f.place += 1
        return
    f.cursor = f.opens
    if f.early > 0:
        forget_order(f)
    if f.together:
        for c in f.who[: f.n]:
            c.ready = c.able


@rule
def morale(f: Fight) -> None:
    if not checks_morale(f):
        next_phase(f)


@rule
def movement(f: Fight) -> None:
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_phase(f)
            return
        who = f.who[at]
        if has_move(f, who) and move(f, who):
            return


@rule
def missiles(f: Fight) -> None:
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_phase(f)
            return
        who = f.who[at]
        if not who.slow and shoots(f, who):
            return


@rule
def shoots(f: Fight, who: Combatant) -> bool:
    """One shot, breath or dropped stone; False when there is nothing to ask it."""
    if who.acted or (arm(f, who).qualities & MISSILE == 0 and who.breaths == 0):
        return False
    chosen = choose(f, SHOOT, who, who, 0)
    if chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == BREATHE:
        breathe(f, who, f.who[chosen.target])
    elif chosen.kind == LOOSE or chosen.kind == DROP:
        loose(f, who, f.who[chosen.target], chosen.kind)
    return True


@rule
def spells(f: Fight) -> None:
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_phase(f)
            return
        who = f.who[at]
        if who.spell != NOBODY or (who.turns > 0 and not who.acted):
            cast(f, who)
            return


@rule
def melee(f: Fight) -> None:
    while True:
        at = next_in_step(f)
        if at == NOBODY:
            next_phase(f)
            return
        who = f.who[at]
        if not who.slow and take_swing(f, who):
            return


@rule
def take_swing(f: Fight, who: Combatant) -> bool:
    """One attack, the next of a routine, or a potion instead; False when there is nothing to ask it."""
    if who.attached != NOBODY and drains(f, who):
        return True
    if who.acted or who.spell != NOBODY:
        return False
    if who.potions == 0 and who.on & (1 << BLIND | LEAVING & ~(1 << WITHDRAWING)) != 0:
        return False
    chosen = choose(f, STRIKE, who, who, 0)
    if chosen.kind == HIT:
        strike(f, who, chosen)
    elif chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == DRINK:
        drink(f, who)
    elif who.swings > 0:
        who.acted = True
    elif who.on >> WITHDRAWING & 1 and who.moved > 0:
        wait(f, who)
    return True


@rule
def strike(f: Fight, who: Combatant, chosen: Answer) -> None:
    """classic.damage.monster: a routine makes all its attacks, one a step."""
    mode = chosen.option >> 1
    weapon = weapon_for(f, who, mode)
    who.swings += 1
    who.mode = mode if who.routine else NOBODY
    if who.routine and swings_left(f, who, mode) > 0:
        f.next = who.id
    else:
        who.acted = True
    seams.attack(f, who, f.who[chosen.target], weapon, False, chosen.option & SUBDUE != 0)


@rule
def begin_last(f: Fight) -> None:
    """classic.initiative.slow: after every side, in the order of initiative."""
    f.together = False
    f.place = NOBODY
    f.phase = LAST if f.slow else ROUND_END
    if f.slow:
        next_slow(f)


@rule
def next_slow(f: Fight) -> None:
    """The slow of the next place; sides that share it act together here too."""
    if f.together:
        f.together = False
        seams.settle(f)
    f.place += 1
    f.cursor, f.closes = 0, f.n
    if f.early > 0:
        forget_order(f)
    first = NOBODY
    for c in f.who[: f.n]:
        c.ready = c.able and c.slow
        if c.ready and c.place == f.place:
            f.together = f.together or (first != NOBODY and f.who[first].side != c.side)
            first = c.id
    if first != NOBODY:
        last = shared.MONSTER_LAST if f.who[first].last else shared.INITIATIVE_SLOW
        note(f, E.ROUND, last, f.who[first], f.who[first], f.place)


@rule
def strikes_or_shoots(f: Fight, who: Combatant) -> bool:
    """A slow weapon is used in one way: at those in melee with it, or from afar."""
    afar = arm(f, who).qualities & MISSILE != 0 and not in_melee(f, who)
    return shoots(f, who) if afar else take_swing(f, who)


@rule
def slow_ones(f: Fight) -> None:
    while f.place < f.places:
        at = next_in_step(f)
        if at == NOBODY:
            next_slow(f)
        elif f.who[at].slow and strikes_or_shoots(f, f.who[at]):
            return
    f.phase = ROUND_END
    f.cursor = 0
