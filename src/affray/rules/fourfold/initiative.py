"""Initiative of the fourfold book, surprise, and what comes before the first round."""

from affray.engine import events as E
from affray.engine.clauses import AT_LEAST, CLASS_AND_CON, FIXED_PART, REMARK, WHOLE_SIDE, reason
from affray.engine.state import MOST_SIDES, NOBODY, STAND_OFF, Combatant, Fight, Side
from affray.engine.verbs import PASS, YES, because, note, roll, roll_for_side, rule, ruling
from affray.engine.vocabulary import FOR_INITIATIVE, FOR_REACTION, FOR_SURPRISE
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.clauses import FULL_FIRST, INDIVIDUAL, ROLL_REACTION, STARTLED, SURPRISE
from affray.rules.fourfold.clauses import NERVES as STEADY
from affray.rules.fourfold.questions import NERVES, NO, SURPRISED
from affray.rules.fourfold.skills import DEX, NOTICE, SNEAK, WIS, attribute, skill
from affray.rules.shared.damage import end, rating
from affray.rules.shared.house import con_a_die, roll_hit_dice
from affray.rules.shared.round import draw_up, free_round, roll_distance

QUICKEST = reason(C.INITIATIVE_SIDE, "the side's best DEX")
QUICK = reason(C.INITIATIVE_INDIVIDUAL, "DEX")
LOUD = 4  # fourfold.surprise.opposed: of a rider
STEALTH = reason(C.SURPRISE_OPPOSED, "the worst sneaker's DEX and Sneak")
WATCH = reason(C.SURPRISE_OPPOSED, "the best watcher's WIS and Notice")
CAUGHT = reason(C.SURPRISE_OPPOSED, "surprised", REMARK)
WATCHFUL = reason(C.SURPRISE_OPPOSED, "not surprised", REMARK)
STEP = 2 * MOST_SIDES  # between two scores there is room for every side


@rule
def roll_initiative(f: Fight) -> bool:
    """Roll once a fight, when a surprise round is over; then keep the order."""
    if f.fourfold.initiative_rolled:
        return True
    if f.surprise_round:
        give_places(f)
        return True
    if f.rules[INDIVIDUAL] == 1:
        return order_singly(f)
    for side in f.side[: f.sides]:
        if side.standing > 0:
            roll_side(f, side, C.INITIATIVE_SIDE)
    tell_ties(f)
    give_places(f)
    keep_order(f)
    return True


@rule
def keep_order(f: Fight) -> None:
    """Let turns alone count from here on: nobody asks for a score again."""
    f.fourfold.initiative_rolled = True
    for side in f.side[: f.sides]:
        side.score = 0


@rule
def roll_side(f: Fight, side: Side, clause: int) -> None:
    """Roll 1d8 + the best DEX of those who are there."""
    best = -9
    for c in f.who[: f.n]:
        if c.side == side.id and c.in_fight:
            best = max(best, attribute(c, DEX))
    side.score = roll_for_side(f, side, FOR_INITIATIVE, 8) + because(f, QUICKEST, best, best != 0)
    because(f, WHOLE_SIDE, 0, clause == C.INITIATIVE_INDIVIDUAL)
    note(f, E.SCORE, clause, f.who[side.first_member], f.who[side.first_member], side.score)


@rule
def precedence(side: Side) -> int:
    """Return what breaks ties: players first, then in listed order (fourfold.initiative.tie)."""
    return MOST_SIDES if side.players else MOST_SIDES - 1 - side.id


@rule
def tell_ties(f: Fight) -> None:
    """Note where players and others have the same score: players go first."""
    for side in f.side[: f.sides]:
        for other in f.side[: f.sides]:
            if side.players and not other.players and side.score == other.score and other.standing > 0:
                note(f, E.SCORE, C.INITIATIVE_TIE, f.who[side.first_member], f.who[other.first_member], side.score)


@rule
def give_places(f: Fight) -> None:
    """Give each side one turn, from the highest score down."""
    f.turn_count = f.sides
    for side in f.side[: f.sides]:
        side.turn = 0
        for other in f.side[: f.sides]:
            if other.id != side.id and before(other, side):
                side.turn += 1
    for c in f.who[: f.n]:
        c.turn = f.side[c.side].turn


@rule
def before(side: Side, other: Side) -> bool:
    own, its = STEP * side.score + precedence(side), STEP * other.score + precedence(other)
    return own > its or (own == its and side.id < other.id)


@rule
def order_singly(f: Fight) -> bool:
    """Make one roll a step; return True when all have theirs (fourfold.initiative.individual)."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        side = f.side[who.side]
        if side.players:
            if who.in_fight:
                roll_single(f, who)
                return False
        elif side.first_member == who.id and side.standing > 0:
            roll_side(f, side, C.INITIATIVE_INDIVIDUAL)
            return False
    f.cursor = 0
    for c in f.who[: f.n]:
        if not f.side[c.side].players:
            c.initiative = STEP * f.side[c.side].score + precedence(f.side[c.side])
    tell_single_ties(f)
    give_single_places(f)
    keep_order(f)
    return True


@rule
def roll_single(f: Fight, who: Combatant) -> None:
    """Roll 1d8 + DEX."""
    own = attribute(who, DEX)
    shown = roll(f, who, FOR_INITIATIVE, 8) + because(f, QUICK, own, own != 0)
    note(f, E.SCORE, C.INITIATIVE_INDIVIDUAL, who, who, shown)
    who.initiative = STEP * shown + MOST_SIDES


@rule
def tell_single_ties(f: Fight) -> None:
    """Note each player who goes before a side of the same score (fourfold.initiative.tie)."""
    for c in f.who[: f.n]:
        for other in f.side[: f.sides]:
            if f.side[c.side].players and c.in_fight and not other.players and other.standing > 0:
                if c.initiative == STEP * other.score + MOST_SIDES:
                    note(f, E.DECLARED, C.INITIATIVE_TIE, c, f.who[other.first_member], other.score)


@rule
def give_single_places(f: Fight) -> None:
    """Give turns from high to low; the players who are tied share one, and go as they like."""
    f.turn_count = 0
    for c in f.who[: f.n]:
        c.turn = 0
        for other in f.who[: f.n]:
            if other.initiative > c.initiative and first_of_count(f, other):
                c.turn += 1
        f.turn_count = max(f.turn_count, c.turn + 1)
    for c in f.who[: f.n]:
        c.initiative = 0


@rule
def first_of_count(f: Fight, who: Combatant) -> bool:
    for c in f.who[: who.id]:
        if c.initiative == who.initiative:
            return False
    return True


@rule
def stealth_of(who: Combatant) -> int:
    """Return DEX and Sneak; a rider is heard from afar (fourfold.surprise.opposed)."""
    return attribute(who, DEX) + skill(who, SNEAK) - (LOUD if who.mounted else 0)


@rule
def check_surprise(f: Fight, side: Side) -> None:
    """Roll for the worst sneaker of the others against the best watcher of this side (fourfold.surprise.opposed)."""
    sneaks, watches = 99, -99
    by = side.first_member
    for c in f.who[: f.n]:
        if c.in_fight and c.side != side.id and attacks(f, f.side[c.side]) and stealth_of(c) < sneaks:
            sneaks = stealth_of(c)
            by = c.id
        elif c.in_fight and c.side == side.id:
            watches = max(watches, attribute(c, WIS) + skill(c, NOTICE))
    first = f.who[side.first_member]
    stealth = roll(f, f.who[by], FOR_SURPRISE, 6, 2) + because(f, STEALTH, sneaks, sneaks != 0)
    note(f, E.ROLL, C.SURPRISE_OPPOSED, f.who[by], first, stealth)
    watch = roll_for_side(f, side, FOR_SURPRISE, 6, 2) + because(f, WATCH, watches, watches != 0)
    side.surprised = stealth > watch or (stealth == watch and f.side[f.who[by].side].players and not side.players)
    because(f, CAUGHT if side.surprised else WATCHFUL, 0)
    note(f, E.CHECK, C.SURPRISE_OPPOSED, first, f.who[by], watch, stealth)


@rule
def attacks(f: Fight, side: Side) -> bool:
    """Return whether a side attacks: any in ambush; where there is none, all (fourfold.surprise.opposed)."""
    if side.ambush:
        return True
    for other in f.side[: f.sides]:
        if other.ambush:
            return False
    return True


SPEECH = reason(C.REACTION, "CHA of the speaker")
TOLD = reason(C.SURPRISE_OPPOSED, "as the referee says", REMARK)
FULL = reason(C.HP_ROLL, "the first die in full")
INDIFFERENT = 9  # fourfold.reaction: from here on they don't fight


@rule
def sides_meet(f: Fight) -> bool:
    """Roll the reaction, one side's surprise after another, the distance; return False when the fight may begin."""
    if f.speaker != NOBODY:
        speaker = f.who[f.speaker]
        f.speaker = NOBODY
        if f.rules[ROLL_REACTION] == 1:
            roll_reaction(f, speaker)
            return True
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if f.rules[SURPRISE] == 1 and not side.wary:
            decide_surprise(f, side)
        return True
    if f.distance_count > 0:
        roll_distance(f)
        return True
    draw_up(f)
    f.surprise_round = free_round(f, C.SURPRISE_ROUND)
    if all_surprised(f):
        note(f, E.DECLARED, C.SURPRISE_ROUND, f.who[0], f.who[0])
    return False


@rule
def all_surprised(f: Fight) -> bool:
    """Return whether all sides are surprised, in which case nobody is (fourfold.surprise.opposed)."""
    for side in f.side[: f.sides]:
        if not side.surprised:
            return False
    return True


@rule
def decide_surprise(f: Fight, side: Side) -> None:
    """Ask the referee, who may settle it; else roll (fourfold.surprise.opposed)."""
    first = f.who[side.first_member]
    said = ruling(f, SURPRISED, first, first, 0).kind
    if said == PASS:
        seams.check_surprise(f, side)
    else:
        side.surprised = said == YES
        because(f, CAUGHT if side.surprised else WATCHFUL, 0)
        because(f, TOLD, 0)
        note(f, E.DECLARED, C.SURPRISE_OPPOSED, first, first)


@rule
def roll_reaction(f: Fight, speaker: Combatant) -> None:
    """Roll 2d6 + CHA; the indifferent and the friendly don't fight (fourfold.reaction)."""
    total = roll(f, speaker, FOR_REACTION, 6, 2) + because(f, SPEECH, f.speech_modifier, f.speech_modifier != 0)
    note(f, E.CHECK, C.REACTION, speaker, speaker, total, INDIFFERENT)
    if total >= INDIFFERENT:
        end(f, STAND_OFF)


@rule
def nerves(f: Fight) -> bool:
    """Startle one surprised side a step; return False when all are seen to (fourfold.surprise.morale)."""
    while f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if f.surprise_round and side.surprised and has_others(f, side):
            startle(f, side)
            return True
    f.cursor = 0
    return False


@rule
def has_others(f: Fight, side: Side) -> bool:
    """Return whether there are any but players' characters on the side."""
    for c in f.who[: f.n]:
        if c.side == side.id and c.in_fight and not c.player:
            return True
    return False


@rule
def startle(f: Fight, side: Side) -> None:
    first = f.who[side.first_member]
    said = ruling(f, NERVES, first, first, 0).kind
    if said == NO:
        return
    for c in f.who[: f.n]:
        if c.side == side.id and c.in_fight and not c.player and (said == YES or rating(f, c) < f.rules[STEADY]):
            if c.morale_due & STARTLED == 0:
                note(f, E.DUE, C.SURPRISE_MORALE, c, c, STARTLED)
            c.morale_due |= STARTLED


@rule
def roll_hp(f: Fight) -> bool:
    """Roll one combatant's hit points; return False when all have theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.max_hp == 0 and who.in_fight:
            who.hp = seams.hit_points(f, who)
            who.max_hp = who.hp
            note(f, E.ROLL, C.HP_ROLL, who, who, who.hp)
            return True
    f.cursor = 0
    return False


@rule
def hit_points(f: Fight, who: Combatant) -> int:
    """Roll each die, at least 1 with what is added to it; by option a character's first in full (fourfold.hp.roll)."""
    each = con_a_die(who)
    beyond, dice = who.hp_plus - each * who.hp_count, who.hp_count
    total = because(f, FIXED_PART, beyond, beyond != 0)
    if who.character and f.rules[FULL_FIRST] == 1:
        dice -= 1
        total += because(f, FULL, max(1, who.hp_sides + each))
    total += roll_hit_dice(f, who, dice, each, CLASS_AND_CON)
    return total + because(f, AT_LEAST, who.hp_least - total, total < who.hp_least)
