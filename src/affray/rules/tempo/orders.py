"""The chain of command in the tempo book: orders on one's own turn or out of it, and those who obey."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import FLEEING
from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import because, note, rule
from affray.rules.shared.movement import close_in
from affray.rules.shared.reach import reach, swings_left, weapon_for
from affray.rules.tempo import answers as A
from affray.rules.tempo import clauses as C
from affray.rules.tempo.attack import attack, drops_guard
from affray.rules.tempo.initiative import pay
from affray.rules.tempo.move import leaves_melee
from affray.rules.tempo.options import OBEY_COST, ORDER_COST
from affray.rules.tempo.reach import (
    anybody_obeys,
    can_attack,
    in_bout,
    part,
    refuse_reach,
    refuse_reaction,
    step_left,
    would_obey,
)
from affray.rules.tempo.shooting import loose
from affray.rules.tempo.tactics import choose, takes

OUT_OF_TURN = reason(C.REACTION_COST, "to order subordinates out of turn")
OBEYS = reason(C.REACTION_COST, "to attack on a clear order")


@rule
def breaks_in(f: Fight, actor: Combatant) -> bool:
    """tempo.order.cost: before an enemy acts, each commander in the order of the list may order its followers."""
    at = f.cursor
    while at < f.n:
        c = f.who[at]
        at += 1
        if c.commands > 0 and c.side != actor.side and refuse_reaction(f, c) == 0 and anybody_obeys(f, c):
            chosen = choose(f, A.COMMAND, c, actor, 0)
            if chosen.kind == A.ORDER:
                f.cursor = at
                c.reacted = f.answering
                pay(f, c, because(f, OUT_OF_TURN, -f.rules[ORDER_COST]), C.ORDER_COST)
                order(f, c, f.who[chosen.target])
                return True
    f.cursor = at
    return False


@rule
def order(f: Fight, commander: Combatant, foe: Combatant) -> None:
    """tempo.order.henchman: one order moves all who hear it; tempo.order.character: who has a real score pays."""
    note(f, E.DECLARED, C.ORDER_COST, commander, foe)
    for c in f.who[: f.n]:
        if not would_obey(c, commander):
            continue
        if not c.lackey:
            if not takes(f, A.OBEY, c, commander, foe.id):
                continue
            c.reacted = f.answering
            pay(f, c, because(f, OBEYS, -f.rules[OBEY_COST]), C.ORDER_CHARACTER)
        c.ordered = foe.id
        f.orders += 1


@rule
def obey(f: Fight) -> None:
    """One follower after another, each at the count of the order, a blow a step."""
    for c in f.who[: f.n]:
        if c.ordered != NOBODY:
            foe = f.who[c.ordered]
            if c.able and foe.up and c.on >> FLEEING & 1 == 0:
                follow(f, c, foe)
            else:
                done(f, c)
            return


@rule
def done(f: Fight, who: Combatant) -> None:
    who.ordered = NOBODY
    f.orders -= 1


@rule
def follow(f: Fight, who: Combatant, foe: Combatant) -> None:
    """Strikes the foe it was told to, or shoots at it; a henchman who can do neither runs towards it. Whoever leaves a
    melee for it drops the guard first."""
    if who.swings == 0:
        if in_bout(f, who) and runs_to(f, who, foe, 0) and drops_guard(f, who):
            return
        f.deeds += 1
        if who.lackey:
            note(f, E.DECLARED, C.ORDER_HENCHMAN, who, foe)
    f.answering, f.reply = f.deeds, not who.lackey
    who.acted = who.acted or who.lackey
    if not can_attack(f, who, foe):
        done(f, who)
        if who.lackey and step_left(f, who) > 0 and distance(who, foe) > reach(f, weapon_for(f, who, 0)):
            close_in(f, who, foe)
            close_in(f, who, foe)
            part(f, who)
        return
    weapon = weapon_for(f, who, 0)
    if refuse_reach(f, who, foe, weapon, step_left(f, who)) != 0:
        done(f, who)
        loose(f, who, foe)
        return
    come_up(f, who, foe, weapon)
    who.swings += 1
    who.mode = 0 if who.routine else NOBODY
    if swings_left(f, who, 0) == 0:
        who.swings = 0 if not who.lackey else who.swings
        done(f, who)
    attack(f, who, foe, weapon, False, False)


@rule
def runs_to(f: Fight, who: Combatant, foe: Combatant, mode: int) -> bool:
    """Whether it has to leave a melee to strike this foe."""
    far = not f.contact and distance(who, foe) > reach(f, weapon_for(f, who, mode))
    return far and leaves_melee(f, who, A.APPROACH, foe.id, 0)


@rule
def come_up(f: Fight, who: Combatant, foe: Combatant, weapon: Weapon) -> None:
    """Goes as near as it needs to strike with this."""
    if not f.contact and distance(who, foe) > reach(f, weapon):
        close_in(f, who, foe)
        part(f, who)
