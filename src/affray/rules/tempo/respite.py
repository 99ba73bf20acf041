"""Between two rounds of the tempo book: who forces the bout on, and what the others do with the respite."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import DYING, PRONE
from affray.engine.purposes import FOR_WEARINESS
from affray.engine.state import KIT, NOBODY, Combatant, Fight, Side
from affray.engine.verbs import because, note, question, roll, rule
from affray.rules.shared import clauses as shared
from affray.rules.shared.conditions import lift
from affray.rules.tempo import answers as A
from affray.rules.tempo import clauses as C
from affray.rules.tempo.attack import SMALL_COST, draw, look_round
from affray.rules.tempo.choices import may, refuse_forcing
from affray.rules.tempo.initiative import pay
from affray.rules.tempo.options import FORCE_COST, FORCE_HP
from affray.rules.tempo.reach import in_bout, solvent
from affray.rules.tempo.spells import declare, drink, has_spell
from affray.rules.tempo.tactics import choose
from affray.rules.tempo.wounds import tend

FORCED = 1  # Fight.stage between the turns and the end of the round
ITEM_COST = 5  # tempo.round.respite: taking out an item, drinking, tending
WRESTLES = reason(C.FORCE, "to hold on")
DRAWS = reason(C.RESPITE, "to draw a weapon")
RISES = reason(C.RESPITE, "to stand up")
DRINKS = reason(C.RESPITE, "to drink")
TENDS = reason(C.RESPITE, "to tend the dying")


@rule
def press(f: Fight) -> bool:
    """tempo.round.force: each side in turn lets go or forces the bout on; False when all have let go or one has not."""
    while f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        at = spokesman(f, side)
        if at != NOBODY and refuse_forcing(f, f.who[at]) == 0:
            if choose(f, A.PRESS, f.who[at], f.who[at], 0).kind == A.FORCE:
                force(f, f.who[at])
                return False
            return True
    return False


@rule
def spokesman(f: Fight, side: Side) -> int:
    """The leader of a side, or else the first of it who is in the bout."""
    best = NOBODY
    for c in f.who[: f.n]:
        if c.side == side.id and c.able and (c.leader or (best == NOBODY and in_bout(f, c))):
            best = c.id
            if c.leader:
                break
    return best


@rule
def force(f: Fight, leader: Combatant) -> None:
    """Everyone in the bout pays, and may lose hp; with all at 0 it is over and they come apart."""
    note(f, E.DECLARED, C.FORCE, leader, leader)
    spent = True
    for c in f.who[: f.n]:
        if c.able and in_bout(f, c):
            tire(f, c)
            spent = spent and (c.lackey or c.score == 0)
    if spent:
        note(f, E.ROUND, C.FORCE, leader, leader)
    else:
        f.stage = FORCED


@rule
def tire(f: Fight, who: Combatant) -> None:
    """1d3 hp, never below 0, and no injury save."""
    if f.rules[FORCE_HP] > 0:
        before = who.hp
        who.hp = max(0, before - roll(f, who, FOR_WEARINESS, f.rules[FORCE_HP]))
        note(f, E.DAMAGE, C.FORCE, who, who, before - who.hp, before)
    pay(f, who, because(f, WRESTLES, -f.rules[FORCE_COST], not who.lackey), C.FORCE)


@rule
def come_apart(f: Fight) -> None:
    """tempo.melee.engage: melee comes apart at the end of each round."""
    note(f, E.ROUND, C.RESPITE, f.who[0], f.who[0], f.round)
    for c in f.who[: f.n]:
        c.locked = NOBODY


@rule
def respite(f: Fight) -> bool:
    """tempo.round.respite: one after another, in the order of the list; False when all have had theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if not who.able:
            continue
        speaks, rests = has_spell(who), not who.lackey or has_need(f, who)
        if speaks:
            declare(f, who)
        if rests:
            breathe_freely(f, who)
        if speaks or rests:
            return True
    return False


@rule
def has_need(f: Fight, who: Combatant) -> bool:
    """Whether there is a physical act that it could pay for."""
    if not solvent(who):
        return False
    spare = not who.routine and who.kit[KIT - 1] != NOBODY
    return spare or who.potions > 0 or who.on >> PRONE & 1 != 0 or dying_near(f, who)


@rule
def dying_near(f: Fight, who: Combatant) -> bool:
    q = question(A.BREATHER, who.id, who.id, 0)
    for c in f.who[: f.n]:
        if c.on >> DYING & 1 and may(f, q, A.TEND, c.id, 0):
            return True
    return False


@rule
def breathe_freely(f: Fight, who: Combatant) -> None:
    """A look is free; one physical act each."""
    chosen = choose(f, A.BREATHER, who, who, 0)
    if chosen.kind == A.LOOK:
        who.looked = f.round
        look_round(f, who)
        if not has_need(f, who):
            return
        chosen = choose(f, A.BREATHER, who, who, 0)
    if chosen.kind == A.STAND:
        pay(f, who, because(f, RISES, -SMALL_COST, not who.lackey), C.RESPITE)
        lift(f, who, PRONE, C.RESPITE)
    elif chosen.kind == A.DRAW:
        pay(f, who, because(f, DRAWS, -SMALL_COST, not who.lackey), C.RESPITE)
        draw(f, who, chosen.option, shared.WEAPON_SWITCH)
    elif chosen.kind == A.DRINK:
        pay(f, who, because(f, DRINKS, -ITEM_COST, not who.lackey), C.RESPITE)
        drink(f, who)
    elif chosen.kind == A.TEND:
        pay(f, who, because(f, TENDS, -ITEM_COST, not who.lackey), C.RESPITE)
        tend(f, who, f.who[chosen.target])
