"""A fight of the tempo book, step by step: rounds, and the respite after each."""

from affray.engine import events as E
from affray.engine.clauses import BEYOND_ZERO, CLAUSES, reason
from affray.engine.state import KIT, NOBODY, UNDECIDED, Combatant, Fight, Side
from affray.engine.verbs import because, choose, note, question, roll, rule
from affray.engine.vocabulary import DYING, FOR_WEARINESS, PRONE
from affray.rules import seams
from affray.rules.book import Coming, Course, Order, Purchase
from affray.rules.seams import ROUND_BEGINS
from affray.rules.shared import clauses as shared
from affray.rules.shared.damage import lapse, lift
from affray.rules.shared.effects import next_victim
from affray.rules.shared.house import begin_naming, extra_blow, name_next
from affray.rules.shared.legality import weapon_for
from affray.rules.shared.round import burn, burns, is_over_time, muster, next_aura, regenerate, roll_hp
from affray.rules.shared.tactics import may
from affray.rules.tempo import clauses as C
from affray.rules.tempo import questions as Q
from affray.rules.tempo.attack import SMALL_COST, draw, look_round, opening
from affray.rules.tempo.clauses import (
    COST_OF_ORDER,
    FORCE_COST,
    FORCE_HP,
    RIPOSTE_COST,
    SHIELD_EARLY,
    SHIELD_LATE,
    STRIKE_COST,
    SUPERIOR_COST,
)
from affray.rules.tempo.initiative import declares_first, next_to_act, pay, precedence, sides_meet, takes_score
from affray.rules.tempo.legality import refuse_forcing
from affray.rules.tempo.morale import anybody_due, check_next
from affray.rules.tempo.movement import has_shield, in_bout, solvent
from affray.rules.tempo.spells import declare, drink, forget, has_spell
from affray.rules.tempo.turn import WAITING, begin_turn, obey, turn_step

ITEM_COST = 5  # tempo.round.respite: taking out an item, drinking, tending
WRESTLES = reason(C.FORCE, "to hold on")
DRAWS = reason(C.RESPITE, "to draw a weapon")
RISES = reason(C.RESPITE, "to stand up")
DRINKS = reason(C.RESPITE, "to drink")
TENDS = reason(C.RESPITE, "to tend the dying")


@rule
def press(f: Fight) -> bool:
    """Let each side in turn let go or force the bout on (tempo.round.force). Return False when all have let go or
    one has not."""
    while f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        at = spokesman(f, side)
        if at != NOBODY and refuse_forcing(f, f.who[at]) == 0:
            if choose(f, Q.PRESS, f.who[at], f.who[at], f.rules[FORCE_COST]).kind == Q.FORCE:
                force(f, f.who[at])
                return False
            return True
    return False


@rule
def spokesman(f: Fight, side: Side) -> int:
    """Return the leader of a side, or else the first of it who is in the bout."""
    best = NOBODY
    for c in f.who[: f.n]:
        if c.side == side.id and c.able and (c.leader or (best == NOBODY and in_bout(f, c))):
            best = c.id
            if c.leader:
                break
    return best


@rule
def force(f: Fight, leader: Combatant) -> None:
    """Make everyone in the bout pay, and perhaps lose hp; with all at 0 it ends and they break apart."""
    note(f, E.DECLARED, C.FORCE, leader, leader)
    spent = True
    for c in f.who[: f.n]:
        if c.able and in_bout(f, c):
            tire(f, c)
            spent = spent and (c.tempo.lackey or c.tempo.score == 0)
    if spent:
        note(f, E.ROUND, C.FORCE, leader, leader)
    else:
        f.tempo.bout_forced = True


@rule
def tire(f: Fight, who: Combatant) -> None:
    """Take 1d3 hp, never below 0, without an injury save, and the price of the bout."""
    if f.rules[FORCE_HP] > 0:
        before = who.hp
        lost = roll(f, who, FOR_WEARINESS, f.rules[FORCE_HP])
        who.hp = max(0, before - lost)
        because(f, BEYOND_ZERO, before - who.hp - lost, before - who.hp < lost)
        note(f, E.DAMAGE, C.FORCE, who, who, before - who.hp, before)
    pay(f, who, because(f, WRESTLES, -f.rules[FORCE_COST], not who.tempo.lackey), C.FORCE)


@rule
def come_apart(f: Fight) -> None:
    """End all melees at the end of a round (tempo.melee.engage)."""
    note(f, E.ROUND, C.RESPITE, f.who[0], f.who[0], f.round)
    for c in f.who[: f.n]:
        c.tempo.bout_foe = NOBODY


@rule
def respite(f: Fight) -> bool:
    """Give one after another their respite, in the order of the list (tempo.round.respite). Return False when all
    have had theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if not who.able:
            continue
        speaks, rests = has_spell(who), not f.tempo.respite_cut and (not who.tempo.lackey or has_need(f, who))
        if speaks:
            declare(f, who)
        if rests:
            breathe_freely(f, who)
        if speaks or rests:
            return True
    return False


@rule
def has_need(f: Fight, who: Combatant) -> bool:
    """Return whether there is a physical act that they could pay for."""
    if not solvent(who):
        return False
    spare = not who.has_routine and who.kit[KIT - 1] != NOBODY
    return spare or who.potions > 0 or who.conditions >> PRONE & 1 != 0 or dying_near(f, who)


@rule
def dying_near(f: Fight, who: Combatant) -> bool:
    q = question(Q.BREATHER, who.id, who.id, 0)
    for c in f.who[: f.n]:
        if c.conditions >> DYING & 1 and may(f, q, Q.TEND, c.id, 0):
            return True
    return False


@rule
def breathe_freely(f: Fight, who: Combatant) -> None:
    """Offer a look, which is free, and one physical act."""
    chosen = choose(f, Q.BREATHER, who, who, 0)
    if chosen.kind == Q.LOOK:
        who.tempo.looked_round = f.round
        look_round(f, who)
        if not has_need(f, who):
            return
        chosen = choose(f, Q.BREATHER, who, who, 0)
    if chosen.kind == Q.FORCE:
        note(f, E.DECLARED, C.RESPITE, who, who)
        f.tempo.respite_cut = True
    if chosen.kind == Q.STAND:
        pay(f, who, because(f, RISES, -SMALL_COST, not who.tempo.lackey), C.RESPITE)
        lift(f, who, PRONE, C.RESPITE)
    elif chosen.kind == Q.DRAW:
        pay(f, who, because(f, DRAWS, -SMALL_COST, not who.tempo.lackey), C.RESPITE)
        draw(f, who, chosen.option, shared.WEAPON_SWITCH)
    elif chosen.kind == Q.DRINK:
        pay(f, who, because(f, DRINKS, -ITEM_COST, not who.tempo.lackey), C.RESPITE)
        drink(f, who)
    elif chosen.kind == Q.TEND:
        pay(f, who, because(f, TENDS, -ITEM_COST, not who.tempo.lackey), C.RESPITE)
        seams.stabilise(f, who, f.who[chosen.target])


MUSTER, HIT_POINTS, MEETING, SCORES, DECLARING, ROUND, AURAS, TURNS, PRESSING, ROUND_END, RESPITE = range(11)
PHASES = "muster hit-points meeting scores declaring round auras turns pressing end respite".split()


@rule
def fight(f: Fight) -> None:
    while f.winner == UNDECIDED:
        step(f)


@rule
def step(f: Fight) -> None:
    """Do the next single thing: what a reaction bought, then what that brought about, then the round goes on."""
    own = f.tempo
    if f.act.victims_left > 0:
        next_victim(f)
    elif f.extra_blow.by != NOBODY:
        extra_blow(f)
    elif f.naming != NOBODY:
        name_next(f)
    elif f.blow.by != NOBODY:
        bought_blow(f)
    elif own.morale_pending:
        check_next(f)
    elif own.guard_dropper != NOBODY:
        opening(f)
    elif own.open_orders > 0:
        obey(f)
    elif f.phase == TURNS:
        turns(f)
    elif f.phase > TURNS:
        after_turns(f)
    else:
        before_turns(f)


@rule
def bought_blow(f: Fight) -> None:
    """Strike a blow that is paid for already: a riposte, or at an open guard. It is itself a reaction
    (tempo.reaction.timing)."""
    by, at = f.who[f.blow.by], f.who[f.blow.at]
    f.blow.by, f.blow.at = NOBODY, NOBODY
    if by.able and at.in_fight:
        f.tempo.action_count += 1
        f.tempo.answered_action, f.tempo.is_reaction = f.tempo.action_count, True
        seams.attack(f, by, at, weapon_for(f, by, 0), False, False)


@rule
def extra_attack(f: Fight, attacker: Combatant, target: Combatant) -> None:
    """Make an attack that a house rule gives: a reaction too, which can be answered only by defending."""
    f.tempo.action_count += 1
    f.tempo.answered_action, f.tempo.is_reaction = f.tempo.action_count, True
    seams.attack(f, attacker, target, weapon_for(f, attacker, 0), False, False)


# --- up to the turns


@rule
def before_turns(f: Fight) -> None:
    if f.phase == ROUND:
        begin_round(f)
    elif f.phase == AURAS:
        auras(f)
    elif f.phase == MUSTER:
        if not muster(f):
            f.phase = HIT_POINTS
    elif f.phase == HIT_POINTS:
        if not roll_hp(f):
            f.phase = MEETING
    elif f.phase == MEETING:
        if not sides_meet(f):
            f.phase = SCORES
    elif f.phase == SCORES:
        if not takes_score(f):
            f.phase = DECLARING
    elif not declares_first(f):
        f.phase = ROUND


@rule
def begin_round(f: Fight) -> None:
    """Begin a round (tempo.round.order) and find who starts it highest."""
    if is_over_time(f):
        return
    f.round += 1
    f.tempo.action_count, f.tempo.action_number, f.tempo.answered_action = 0, 0, 0
    for c in f.who[: f.n]:
        fresh(c)
    note(f, E.ROUND, C.ROUND_ORDER, f.who[0], f.who[0], f.round)
    seams.trigger_morale(f, f.who[0], ROUND_BEGINS)
    begin_naming(f)
    f.tempo.highest_scorer, f.tempo.extra_turn, f.tempo.respite_cut = NOBODY, NOBODY, False
    f.tempo.highest_scorer = next_to_act(f)
    f.cursor = 0
    f.phase = AURAS if f.needs_upkeep else TURNS


@rule
def fresh(who: Combatant) -> None:
    """Forget what somebody has done in the round before; a run without a halt goes on."""
    if who.moved == 0:
        who.run_distance = 0
    who.moved = 0
    who.acted = False
    who.attacks_made = 0
    who.mode = NOBODY
    who.tempo.active_defence = 0
    who.times_attacked = 0
    who.tempo.barred_target = NOBODY
    who.tempo.guard_dropped_in, who.tempo.reacted_to = 0, 0


@rule
def auras(f: Fight) -> None:
    """Let auras act before anybody does."""
    if not next_aura(f):
        f.cursor = 0
        f.phase = TURNS


@rule
def turns(f: Fight) -> None:
    """Give each a turn at their count, from highest to lowest; before that check whoever another book's triggers
    have shaken."""
    if f.tempo.stage != WAITING:
        turn_step(f)
    elif anybody_due(f):
        f.tempo.morale_pending = True
    elif begin_turn(f):
        turn_step(f)
    else:
        f.cursor = 0
        f.phase = PRESSING


# --- after them


@rule
def after_turns(f: Fight) -> None:
    if f.phase == PRESSING:
        if not press(f):
            f.cursor = 0
            f.phase = ROUND_END
    elif f.phase == ROUND_END:
        end_round(f)
    elif not respite(f):
        f.cursor = 0
        f.phase = ROUND


@rule
def end_round(f: Fight) -> None:
    """Let what burns burn, one a step; close wounds, end conditions, let the dying die. Then everyone breaks apart,
    unless the bout was forced on."""
    for c in f.who[: f.n]:
        if c.conditions != 0 and c.in_fight and burns(f, c):
            burn(f, c)
            return
    if seams.binds_wounds(f):
        return
    for c in f.who[: f.n]:
        if c.current_spell != NOBODY and c.in_fight:
            forget(f, c)
        if c.regenerates > 0:
            regenerate(f, c)
        if c.conditions != 0:
            lapse(f, c)
        if f.winner != UNDECIDED:
            return
    forced = f.tempo.bout_forced
    f.tempo.bout_forced = False
    if forced:
        f.phase = ROUND
    else:
        come_apart(f)
        f.phase = RESPITE


# --- who acts when, for those who look on: no rule asks


def turn_order(f: Fight) -> Order | None:
    """Return who acts when: from the highest score to the lowest (tempo.round.order)."""
    if f.phase <= SCORES:
        return None
    there = [c for c in f.who[: f.n] if c.able]
    acting = f.actor if f.phase == TURNS else NOBODY
    coming = [c for c in there if c.id == acting or (not c.acted and f.phase <= TURNS)]
    coming.sort(key=lambda c: (c.id != acting, -precedence(f, c), c.id))
    turns = enumerate(coming, start=len(there) - len(coming))
    return Order(tuple(Coming(c.id, turn) for turn, c in turns), tuple(c.id for c in there if c not in coming))


def purchases(f: Fight, who: Combatant) -> list[Purchase]:
    """Return what somebody's score buys; a score of 0 buys nothing, and a lackey's is never spent."""
    own = who.tempo
    if own.lackey or own.score <= 0 or not who.able:
        return []
    return [
        Purchase(words, price, max(0, own.score - price), CLAUSES[clause].id) for words, price, clause in offers(f, who)
    ]


def offers(f: Fight, who: Combatant) -> list[tuple[str, int, int]]:
    """List what somebody with their gear and training may pay for, with its price and clause."""
    found = []
    if who.tempo.trained or has_shield(f, who):
        how = "Raise the shield" if has_shield(f, who) else "Defend"
        found.append((f"{how} before the roll", f.rules[SHIELD_EARLY], C.REACTION_COST))
        found.append((f"{how} after the roll", f.rules[SHIELD_LATE], C.REACTION_COST))
    found.append(("Strike at an opening", f.rules[STRIKE_COST], C.GUARD))
    if who.tempo.trained:
        found.append(("Riposte", f.rules[RIPOSTE_COST], C.REACTION_COST))
    if who.tempo.command_level > 0:
        found.append(("Order out of turn", f.rules[COST_OF_ORDER], C.ORDER_COST))
    found.append(("Draw, look round or warn", SMALL_COST, C.REACTION_COST))
    if f.tempo.highest_scorer == who.id:
        found.append(("Another turn", f.rules[SUPERIOR_COST], C.SUPERIOR))
    return found


COURSE = Course(
    turn_order,
    words={
        "declaring": "declare",
        "turns": "turns, highest score first",
        "pressing": "press on?",
        "respite": "breather",
    },
    purchases=purchases,
)
