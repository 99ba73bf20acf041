"""Before the first round of the fourfold book: a word if they speak, who is surprised, how far apart they are."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.purposes import FOR_HIT_POINTS, FOR_REACTION
from affray.engine.state import NOBODY, STAND_OFF, Combatant, Fight, Side
from affray.engine.verbs import PASS, YES, because, note, roll, rule
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.answers import NERVES, NO, SURPRISED
from affray.rules.fourfold.initiative import CAUGHT, WATCHFUL, surprise
from affray.rules.fourfold.options import FULL_FIRST, REACTION, STARTLED, SURPRISE
from affray.rules.fourfold.options import NERVES as STEADY
from affray.rules.fourfold.tactics import ruling
from affray.rules.shared.conditions import end, rating
from affray.rules.shared.round import con_a_die, draw_up, free_round, roll_distance

SPEECH = reason(C.REACTION, "CHA of the speaker")
TOLD = reason(C.SURPRISE_OPPOSED, "as the referee says")
FULL = reason(C.HP_ROLL, "the first die in full")
INDIFFERENT = 9  # fourfold.reaction: from here on they don't fight
CHARACTERS_DIE = 6


@rule
def sides_meet(f: Fight) -> bool:
    """A word, one side's surprise after another, the distance; False when the fight may begin."""
    if f.parley != NOBODY:
        speaker = f.who[f.parley]
        f.parley = NOBODY
        if f.rules[REACTION] == 1:
            speak(f, speaker)
            return True
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if f.rules[SURPRISE] == 1 and not side.wary:
            surprised(f, side)
        return True
    if f.far_count > 0:
        roll_distance(f)
        return True
    draw_up(f)
    f.free = free_round(f, C.SURPRISE_ROUND)
    return False


@rule
def surprised(f: Fight, side: Side) -> None:
    """fourfold.surprise.opposed: the referee may settle it; else the dice do."""
    first = f.who[side.first]
    said = ruling(f, SURPRISED, first, first, 0).kind
    if said == PASS:
        surprise(f, side)
    else:
        side.surprised = said == YES
        because(f, CAUGHT if side.surprised else WATCHFUL, 0)
        note(f, E.CHECK, C.SURPRISE_OPPOSED, first, first, because(f, TOLD, 0))


@rule
def speak(f: Fight, speaker: Combatant) -> None:
    """fourfold.reaction: 2d6 + CHA; the indifferent and the friendly don't fight."""
    total = roll(f, speaker, FOR_REACTION, 6, 2) + because(f, SPEECH, f.speech, f.speech != 0)
    note(f, E.CHECK, C.REACTION, speaker, speaker, total, INDIFFERENT)
    if total >= INDIFFERENT:
        end(f, STAND_OFF)


@rule
def nerves(f: Fight) -> bool:
    """fourfold.surprise.morale: one surprised side a step; False when all are seen to."""
    while f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if f.free and side.surprised and has_others(f, side):
            startle(f, side)
            return True
    f.cursor = 0
    return False


@rule
def has_others(f: Fight, side: Side) -> bool:
    """Whether there are any but players' characters on it."""
    for c in f.who[: f.n]:
        if c.side == side.id and c.up and not c.player:
            return True
    return False


@rule
def startle(f: Fight, side: Side) -> None:
    first = f.who[side.first]
    said = ruling(f, NERVES, first, first, 0).kind
    if said == NO:
        return
    for c in f.who[: f.n]:
        if c.side == side.id and c.up and not c.player and (said == YES or rating(f, c) < f.rules[STEADY]):
            if c.due & STARTLED == 0:
                note(f, E.DUE, C.SURPRISE_MORALE, c, c, STARTLED)
            c.due |= STARTLED


@rule
def roll_hp(f: Fight) -> bool:
    """One combatant's hit points; False when all have theirs."""
    while f.cursor < f.n:
        who = f.who[f.cursor]
        f.cursor += 1
        if who.max_hp == 0 and who.up:
            who.hp = hit_points(f, who)
            who.max_hp = who.hp
            note(f, E.ROLL, C.HP_ROLL, who, who, who.hp)
            return True
    f.cursor = 0
    return False


@rule
def hit_points(f: Fight, who: Combatant) -> int:
    """fourfold.hp.roll: each die at least 1 with what is added to it; by option a character's first in full."""
    each = con_a_die(who)
    total, dice = who.hp_plus - each * who.hp_count, who.hp_count
    if who.character and f.rules[FULL_FIRST] == 1:
        dice -= 1
        total += because(f, FULL, max(1, CHARACTERS_DIE + each))
    for _ in range(dice):
        total += max(1, roll(f, who, FOR_HIT_POINTS, who.hp_sides) + each)
    return max(who.hp_least, total)
