"""Morale of the tempo book: fourteen occasions to check, and what breaks."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.space import distance
from affray.engine.state import ALWAYS, NOBODY, UNDECIDED, Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import BLESSED, DEAD, FLED, FLEEING, FOR_MORALE, MAGIC, OUT, SURRENDERED, UNCONSCIOUS
from affray.rules import seams
from affray.rules.seams import DIED, DROPPED, ROUND_BEGINS
from affray.rules.shared.damage import BRAVER, put_on, rating, surrender
from affray.rules.tempo import clauses as C
from affray.rules.tempo.clauses import SLAIN, SUPERIOR_FORCE
from affray.rules.tempo.damage import falls_at_once

TRIGGER_NAMES = (
    "surprised superior magic quarter half another leader unharmed heroic tempted rear item surrounded surrender"
).split()
(
    SURPRISED,
    SUPERIOR,
    BY_MAGIC,
    QUARTER,
    HALF,
    ANOTHER,
    LEADER,
    UNHARMED,
    HEROIC,
    TEMPTED,
    REAR,
    ITEM,
    SURROUNDED,
    SURRENDER,
) = (1 << n for n in range(len(TRIGGER_NAMES)))
STEADIEST = 12  # tempo.morale.scale: mindless or zealous, it always holds
SURROUNDERS = 3
FALLEN_COUNT, DEAD_COUNT, ONLY_OUTRIGHT = range(3)  # morale.slain: who counts as slain
NO_WAY_OUT = reason(C.MORALE_CHECK, "no way out")


# --- when


@rule
def trigger_morale(f: Fight, who: Combatant, moment: int) -> None:
    """Raise every morale trigger that the engine can see (tempo.morale.triggers)."""
    side = f.side[who.side]
    if moment == DROPPED:
        fallen(f, side, who)
    elif moment == DIED:
        count_dead(f, side, who)
    elif moment == ROUND_BEGINS:
        take_stock(f)
    else:
        frighten(f, who, UNHARMED)


@rule
def fallen(f: Fight, side: Side, who: Combatant) -> None:
    """Raise a quarter, then half fallen, of all who fought; a leader who gives up deserts (tempo.morale.triggers)."""
    met = QUARTER if 4 * side.out_of_action >= side.size else 0
    met |= HALF if 2 * side.out_of_action >= side.size else 0
    if who.leader and who.conditions >> SURRENDERED & 1:
        met |= LEADER
    if cut_down(f, who) or killed_outright(who):
        met |= slain(f, side, who, True)
    trigger(f, side, who, met)


@rule
def cut_down(f: Fight, who: Combatant) -> bool:
    """Return whether somebody out of action counts as slain: a monster or lackey who fell to a wound."""
    return f.rules[SLAIN] == FALLEN_COUNT and who.conditions >> UNCONSCIOUS & 1 != 0 and falls_at_once(who)


@rule
def killed_outright(who: Combatant) -> bool:
    """Return whether somebody died who was not out of action until now."""
    return who.conditions & OUT & ~who.began_with == 1 << DEAD


@rule
def count_dead(f: Fight, side: Side, who: Combatant) -> None:
    """Count the dead as slain, unless they were when they fell."""
    if not cut_down(f, who) and not killed_outright(who):
        trigger(f, side, who, slain(f, side, who, False))


@rule
def slain(f: Fight, side: Side, who: Combatant, fell: bool) -> int:
    """Return what a death sets off: by a spell; the leader; another one, once more than half had fallen before. `fell`
    means that they were not out of action until now."""
    met = BY_MAGIC if who.effect_qualities & MAGIC else 0
    met |= LEADER if who.leader else 0
    if 2 * (side.out_of_action - int(fell)) > side.size and (fell or f.rules[SLAIN] != ONLY_OUTRIGHT):
        side.morale_met &= ~ANOTHER
        met |= ANOTHER
    return met


@rule
def take_stock(f: Fight) -> None:
    """Look at the start of a round who is surprised, outmatched, left by the leader or surrounded."""
    for side in f.side[: f.sides]:
        first = f.who[spokesman(f, side)]
        met = SURPRISED if side.surprised and f.round == 1 else 0
        if side.morale_met & SUPERIOR == 0 and is_outmatched(f, side):
            met |= SUPERIOR
        trigger(f, side, first, met)
    for c in f.who[: f.n]:
        if c.leader and c.conditions & (1 << FLED | 1 << FLEEING):
            trigger(f, f.side[c.side], c, LEADER)
        close_round(f, c)


@rule
def spokesman(f: Fight, side: Side) -> int:
    """Return the first of a side who is able, to name in the log."""
    for c in f.who[side.first_member : f.n]:
        if c.side == side.id and c.able:
            return c.id
    return side.first_member


@rule
def is_outmatched(f: Fight, side: Side) -> bool:
    """Return whether the other sides have at least twice as many hit dice still standing."""
    own, others = 0, 0
    for c in f.who[: f.n]:
        if c.able:
            if c.side == side.id:
                own += c.hd
            else:
                others += c.hd
    return own > 0 and others >= f.rules[SUPERIOR_FORCE] * own


@rule
def is_surrounded(f: Fight, who: Combatant) -> bool:
    """Return whether three or more foes are in melee with them, and no friend is in reach."""
    foes, own_foe, reach = 0, who.tempo.bout_foe, f.arms[who.kit[who.hand]].reach
    for c in f.who[: f.n]:
        if c.able and c.side != who.side:
            foes += 1 if own_foe == c.id or c.tempo.bout_foe == who.id else 0
        elif c.able and c.id != who.id and distance(c, who) <= reach:
            return False
    return foes >= SURROUNDERS


@rule
def close_round(f: Fight, who: Combatant) -> None:
    """Raise the trigger of one who is surrounded: looked at with every blow, and when a round begins."""
    if who.able and not who.player and who.tempo.morale_met & SURROUNDED == 0 and is_surrounded(f, who):
        frighten(f, who, SURROUNDED)


@rule
def trigger(f: Fight, side: Side, who: Combatant, which: int) -> None:
    """Raise triggers, each once a fight: all of the side who are aware of it must check. What one event sets off is one
    check."""
    met = which & ~side.morale_met
    if met == 0:
        return
    side.morale_met |= met
    told = False
    for c in f.who[: f.n]:
        if c.side == side.id and checks(c):
            told = True
            c.morale_due = met if c.morale_due == 0 else c.morale_due
    if told:
        note(f, E.DUE, C.MORALE_TRIGGERS, who, who, met, side.out_of_action)
        f.tempo.morale_pending = True


@rule
def checks(who: Combatant) -> bool:
    """Return whether they check morale: no player character, able and aware, and not running already."""
    return who.able and not who.player and who.conditions >> FLEEING & 1 == 0


@rule
def frighten(f: Fight, who: Combatant, which: int) -> None:
    """Raise a trigger for one combatant alone."""
    if who.tempo.morale_met & which or not checks(who):
        return
    who.tempo.morale_met |= which
    who.morale_due = which if who.morale_due == 0 else who.morale_due
    note(f, E.DUE, C.MORALE_TRIGGERS, who, who, which, f.side[who.side].out_of_action)
    f.tempo.morale_pending = True


@rule
def morale_situation(f: Fight, who: Combatant, which: int) -> int:
    """Return 0: the book has no modifier of morale for the situation."""
    return 0


# --- how


@rule
def anybody_due(f: Fight) -> bool:
    for c in f.who[: f.n]:
        if c.morale_due != 0:
            return True
    return False


@rule
def check_next(f: Fight) -> None:
    """Roll the next morale check at once (tempo.morale.check), one group a step."""
    for c in f.who[: f.n]:
        if c.morale_due != 0 and checks(c):
            seams.check_morale(f, c)
            return
        c.morale_due = 0
    f.tempo.morale_pending = False


@rule
def never_fights(f: Fight, who: Combatant) -> bool:
    """Return False: without an occasion nobody checks (tempo.morale.triggers)."""
    return False


@rule
def check_morale(f: Fight, who: Combatant) -> None:
    """Roll 2d6, which hold at the score or less, once for each group of one score."""
    score = rating(f, who)
    needed = score + because(f, BRAVER, 1, who.conditions >> BLESSED & 1 != 0)
    if score >= STEADIEST:
        note(f, E.CHECK, C.MORALE_SCALE, who, who, 0, needed)
        total = 0
    else:
        total = roll(f, who, FOR_MORALE, 6, 2)
        note(f, E.CHECK, C.MORALE_CHECK, who, who, total, needed)
    for c in f.who[: f.n]:
        c.in_morale_group = c.morale_due != 0 and same_score(f, who, c)
    for c in f.who[: f.n]:
        if c.in_morale_group:
            c.in_morale_group = False
            c.morale_due = 0
            if total > needed and f.winner == UNDECIDED:
                give_up(f, c)


@rule
def same_score(f: Fight, a: Combatant, b: Combatant) -> bool:
    return (
        b.side == a.side
        and checks(b)
        and b.conditions >> BLESSED & 1 == a.conditions >> BLESSED & 1
        and rating(f, b) == rating(f, a)
    )


@rule
def give_up(f: Fight, who: Combatant) -> None:
    """Let somebody flee if there is a way out, else surrender; a declared spell is kept in memory."""
    who.current_spell = NOBODY
    if f.side[who.side].way_out:
        put_on(f, who, who, FLEEING, ALWAYS, C.MORALE_CHECK)
        if who.leader:
            trigger(f, f.side[who.side], who, LEADER)
    else:
        because(f, NO_WAY_OUT, 0)
        surrender(f, who, who, C.MORALE_CHECK)
