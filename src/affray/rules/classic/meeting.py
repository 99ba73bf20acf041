"""Before the first round of the classic book: how many, how strong, how far apart, and who is surprised."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.purposes import FOR_REACTION
from affray.engine.state import NOBODY, STAND_OFF, Combatant, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.rules.classic import clauses as C
from affray.rules.classic.initiative import surprise
from affray.rules.classic.options import REACTION, SURPRISE
from affray.rules.shared import clauses as shared
from affray.rules.shared.conditions import end
from affray.rules.shared.round import draw_up, free_round, roll_distance

SPEECH = reason(C.REACTION, "CHA of the speaker")
INDIFFERENT = 9  # classic.reaction: from here on they don't fight


@rule
def sides_meet(f: Fight) -> bool:
    """One side's surprise, then the distance, then a word if they speak; False when the fight may begin."""
    if f.cursor < f.sides:
        side = f.side[f.cursor]
        f.cursor += 1
        if f.rules[SURPRISE] == 1 and not side.wary:
            surprise(f, side)
        return True
    if f.far_count > 0:
        roll_distance(f)
        return True
    draw_up(f)
    f.free = free_round(f, shared.SURPRISE)
    if f.rules[REACTION] == 1 and f.parley != NOBODY:
        speak(f, f.who[f.parley])
    return False


@rule
def speak(f: Fight, speaker: Combatant) -> None:
    """classic.reaction: 2d6 + CHA; the indifferent and the friendly don't fight."""
    total = roll(f, speaker, FOR_REACTION, 6, 2) + because(f, SPEECH, f.speech, f.speech != 0)
    note(f, E.CHECK, C.REACTION, speaker, speaker, total, INDIFFERENT)
    if total >= INDIFFERENT:
        end(f, STAND_OFF)
