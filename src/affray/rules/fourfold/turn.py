"""A turn of the fourfold book, what others do meanwhile, and when a fight is over."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import DYING, FLEEING, PRONE
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import PASS, Answer, answer, because, choose, note, rule
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.actions import carry_out, loose
from affray.rules.fourfold.attack import defend
from affray.rules.fourfold.legality import refuse_aim, refuse_deed
from affray.rules.fourfold.movement import draw, let_fall, lie_down, run_away
from affray.rules.fourfold.options import BLEEDING, SNAP
from affray.rules.fourfold.questions import (
    ACT,
    AIMED,
    CAST,
    DELAY,
    DRAW,
    GUARD,
    HIT,
    HOLD,
    KINDS,
    LET_FALL,
    QUICK,
    REACT,
    SUBDUE,
)
from affray.rules.fourfold.questions import SNAP as SNAPS
from affray.rules.fourfold.reach import MAIN, MOVE, NO_BLOWS
from affray.rules.fourfold.wrestling import let_go, loosen
from affray.rules.shared.conditions import end, last_side, prize
from affray.rules.shared.reach import weapon_for
from affray.rules.shared.round import drains


@rule
def settle(f: Fight) -> None:
    """An objective is met, or one side at most still stands and has nobody left to tend."""
    if f.winner != UNDECIDED:
        return
    loosen(f)
    won = prize(f) if f.prized else UNDECIDED
    if won == UNDECIDED:
        won = last_side(f)
        if won >= 0 and still_tends(f, won):
            return
    if won != UNDECIDED:
        cut_short(f)
        end(f, won)


@rule
def cut_short(f: Fight) -> None:
    """The blow that ends the fight may be the one that hurt somebody in the middle of a spell."""
    if f.deed == CAST and f.who[f.actor].wounded == f.round:
        waste_spell(f, f.who[f.actor], f.deed_how)


@rule
def waste_spell(f: Fight, who: Combatant, slot: int) -> None:
    """fourfold.action.cast: hurt before the spell is done, it is gone."""
    who.spent |= MAIN
    note(f, E.LOST, C.ACTION_CAST, who, who, who.spells[slot])
    who.spells[slot] = NOBODY


@rule
def still_tends(f: Fight, side: int) -> bool:
    """fourfold.damage.stabilise: somebody on it is dying, and somebody can try."""
    dying, healers = 0, 0
    for c in f.who[: f.n]:
        if c.side == side:
            dying += 1 if bleeds(f, c) else 0
            healers += 1 if c.able and c.on >> FLEEING & 1 == 0 else 0
    return dying > 0 and healers > 0


@rule
def bleeds(f: Fight, who: Combatant) -> bool:
    """Its rounds are counted, and not yet over."""
    return who.up and who.on >> DYING & 1 != 0 and 0 <= who.until[DYING] - f.round < f.rules[BLEEDING]


SAID = tuple(reason(C.ACTION_INSTANT, kind) for kind in KINDS)
IN_A_SNAP = reason(C.ACTION_SNAP, "snap attack")


@rule
def turn(f: Fight) -> bool:
    """The next thing in somebody's turn; False when all have had theirs."""
    if f.deed != 0:
        before_the_deed(f)
        return True
    if f.actor == NOBODY and not next_turn(f):
        return False
    who = f.who[f.actor]
    if who.able and who.on >> FLEEING & 1:
        lower_guard(f, who)
        if not run_away(f, who):
            end_turn(f, who)
    elif who.able and who.attached != NOBODY and who.spent & MAIN == 0 and drains(f, who):
        who.spent |= MAIN
    elif who.able and has_something_left(who):
        act(f, who)
    else:
        end_turn(f, who)
    return True


@rule
def next_turn(f: Fight) -> bool:
    """fourfold.initiative.order: who waited for the last one, else the next of its side, else the next side."""
    if f.next != NOBODY:
        at = f.next
        f.next = NOBODY
        begin_turn(f, f.who[at])
        return True
    while f.place < f.places:
        while f.cursor < f.n:
            c = f.who[f.cursor]
            f.cursor += 1
            if c.place == f.place and c.able and not c.done and c.after == NOBODY:
                begin_turn(f, c)
                return True
        f.place += 1
        f.cursor = 0
        f.early = 0
    return latecomer(f)


@rule
def latecomer(f: Fight) -> bool:
    """fourfold.action.delay: whom the one they waited for has left waiting."""
    if f.waiting == 0:
        return False
    for c in f.who[: f.n]:
        if c.after != NOBODY and c.able and not c.done:
            begin_turn(f, c)
            return True
    return False


@rule
def begin_turn(f: Fight, who: Combatant) -> None:
    """fourfold.sides: the first of a later side says so."""
    f.actor = who.id
    who.done = True
    who.drags = NOBODY
    if who.grip != NOBODY and not f.who[who.grip].able:
        let_go(f, who)
    if who.after != NOBODY:
        comes_at_last(f, who)
    who.withdrew = False
    f.stage = 0
    if f.place > 0 and f.early == 0 and f.place < f.places:
        f.early = 1
        note(f, E.ROUND, C.SIDES, who, who, f.place)


@rule
def comes_at_last(f: Fight, who: Combatant) -> None:
    """fourfold.action.delay: who waits for the same one comes right after it."""
    for c in f.who[: f.n]:
        if c.after == who.after and c.id != who.id:
            c.after = who.id
    who.after = NOBODY
    f.waiting -= 1


@rule
def end_turn(f: Fight, who: Combatant) -> None:
    """Who waited for it comes next."""
    lower_guard(f, who)
    f.stage = 0
    f.actor = NOBODY
    who.withdrew = False
    if f.waiting > 0:
        call_next(f, who)


@rule
def lower_guard(f: Fight, who: Combatant) -> None:
    """fourfold.action.defence: total defence and screens last until its turn, which putting it off does not begin."""
    if f.stage == 0:
        f.stage = 1
        who.defends = False
        who.screens = NOBODY


@rule
def call_next(f: Fight, who: Combatant) -> None:
    for c in f.who[: f.n]:
        if c.after == who.id and c.able and not c.done:
            f.next = c.id
            return


@rule
def has_something_left(who: Combatant) -> bool:
    """An action, or getting down on the ground."""
    return who.spent & (MAIN | MOVE) != MAIN | MOVE or who.routine or who.on >> PRONE & 1 == 0


@rule
def act(f: Fight, who: Combatant) -> None:
    """fourfold.action.turn: a main and a move action in either order, and quick things between them."""
    chosen = choose(f, ACT, who, who, 0)
    if chosen.kind != DELAY:
        lower_guard(f, who)
    if chosen.kind == PASS:
        end_turn(f, who)
    elif QUICK >> chosen.kind & 1:
        quick(f, who, chosen)
    else:
        announce(f, who, chosen)


@rule
def quick(f: Fight, who: Combatant, chosen: Answer) -> None:
    """What is done before anybody can answer it."""
    if chosen.kind == DRAW:
        draw(f, who, chosen.option)
    elif chosen.kind == LET_FALL:
        let_fall(f, who)
    elif chosen.kind == GUARD:
        defend(f, who, who)
    elif chosen.kind == HOLD:
        who.held = True
        who.spent |= MOVE
        note(f, E.DECLARED, C.ACTION_HOLD, who, who)
        end_turn(f, who)
    elif chosen.kind == DELAY:
        delay(f, who, f.who[chosen.target])
    else:
        lie_down(f, who)


@rule
def delay(f: Fight, who: Combatant, other: Combatant) -> None:
    """fourfold.action.delay; among those of one side it is the order they like."""
    together = other.side == who.side and other.place == who.place
    note(f, E.DECLARED, C.INITIATIVE_ORDER if together else C.ACTION_DELAY, who, other)
    who.done = False
    who.after = other.id
    who.delayed = True
    f.waiting += 1
    f.actor = NOBODY


@rule
def announce(f: Fight, who: Combatant, chosen: Answer) -> None:
    """A deed happens at once where nobody can answer it."""
    first = next_to_answer(f, who)
    if first == NOBODY:
        carry_out(f, who, chosen.kind, chosen.target, chosen.option)
        return
    f.deed, f.deed_at, f.deed_how = chosen.kind, chosen.target, chosen.option
    if not answers(f, f.who[first], who):
        before_the_deed(f)


@rule
def tell_deed(f: Fight, doer: Combatant) -> None:
    """What is about to happen, once somebody answers it: until then the question says it."""
    if not f.told:
        f.told = True
        because(f, SAID[f.deed], 0, f.deed != CAST)
        meant = f.deed_at if AIMED >> f.deed & 1 else doer.id
        note(f, E.DECLARED, C.ACTION_CAST if f.deed == CAST else C.ACTION_INSTANT, doer, f.who[meant])


@rule
def next_to_answer(f: Fight, doer: Combatant) -> int:
    """fourfold.action.instant: the side with the initiative first, then in listed order."""
    best = NOBODY
    for c in f.who[: f.n]:
        if has_answer(c) and c.able and not c.asked:
            if (best == NOBODY or c.place < f.who[best].place) and (can_use_held(c, doer) or can_snap(f, c, doer)):
                best = c.id
    return best


@rule
def has_answer(who: Combatant) -> bool:
    """Return whether a combatant holds an action, or can still snap with the main one."""
    return who.held or (who.snaps and who.spent & MAIN == 0)


@rule
def can_use_held(who: Combatant, doer: Combatant) -> bool:
    """fourfold.action.hold: before anybody's deed but its own, unless it flees."""
    return who.held and who.id != doer.id and who.on >> FLEEING & 1 == 0


@rule
def can_snap(f: Fight, who: Combatant, doer: Combatant) -> bool:
    """fourfold.action.snap: with a blow or a shot, at the foe whose deed it is."""
    if who.held or who.side == doer.side or who.on & NO_BLOWS or who.swings > 0 or not doer.up:
        return False
    return seams.can_strike(f, who, doer) or refuse_aim(f, who, doer) == 0


@rule
def before_the_deed(f: Fight) -> None:
    """Those who may answer it, one after another; then the deed."""
    doer = f.who[f.actor]
    while f.deed != 0 and doer.able:
        at = next_to_answer(f, doer)
        if at == NOBODY:
            break
        if answers(f, f.who[at], doer):
            return
    at_last(f, doer)


@rule
def answers(f: Fight, who: Combatant, doer: Combatant) -> bool:
    """A held action, or a snap attack; whether it does anything."""
    if who.held:
        return uses_held(f, who, doer)
    who.asked = True
    chosen = choose(f, SNAPS, who, doer, f.deed)
    if chosen.kind == PASS:
        return False
    tell_deed(f, doer)
    who.spent |= MAIN
    note(f, E.DECLARED, C.ACTION_SNAP, who, doer)
    f.edge, f.edge_reason = -f.rules[SNAP], IN_A_SNAP
    if chosen.kind == HIT:
        seams.attack(f, who, doer, weapon_for(f, who, chosen.option >> 1), False, chosen.option & SUBDUE != 0)
    else:
        loose(f, who, doer)
    return True


@rule
def uses_held(f: Fight, who: Combatant, doer: Combatant) -> bool:
    """fourfold.action.hold: it goes on with what is left of its turn; nobody answers that in turn."""
    chosen = choose(f, REACT, who, doer, f.deed)
    if chosen.kind == PASS:
        who.asked = True
        return False
    tell_deed(f, doer)
    if QUICK >> chosen.kind & 1:
        quick(f, who, chosen)
    else:
        carry_out(f, who, chosen.kind, chosen.target, chosen.option)
    who.held = who.spent & (MAIN | MOVE) != MAIN | MOVE
    return True


@rule
def at_last(f: Fight, doer: Combatant) -> None:
    """The deed itself, if it can still be done; a spell is wasted when its speaker was hurt."""
    kind, target, how = f.deed, f.deed_at, f.deed_how
    f.deed, f.deed_at, f.deed_how, f.told = 0, NOBODY, 0, False
    for c in f.who[: f.n]:
        c.asked = False
    if kind == CAST and doer.wounded == f.round:
        waste_spell(f, doer, how)
    elif doer.able and refuse_deed(f, doer, answer(kind, target, how)) == 0:
        carry_out(f, doer, kind, target, how)


@rule
def lapse_held(f: Fight) -> None:
    """fourfold.action.hold: unused, it is lost with the round."""
    for c in f.who[: f.n]:
        if c.held:
            c.held = False
            note(f, E.LOST, C.ACTION_HOLD, c, c)
