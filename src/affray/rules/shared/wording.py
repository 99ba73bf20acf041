"""Words for answers, and answers for words, as several books have them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, Question
from affray.errors import AffrayError, unknown
from affray.rules.book import Roster
from affray.rules.shared.legality import SUBDUE
from affray.rules.shared.reach import next_swing

TENTHS = 10
MEASURED = re.compile(r"(go|rise|modify)((?: [-+−]?\d+(?:\.\d)?)+)")


# --- words for answers


def weapon(f: Fight, roster: Roster, who: int, slot: int) -> str:
    number = f.who[who].kit[slot] if 0 <= slot < len(f.who[who].kit) else NOBODY
    return f"place {slot}" if number == NOBODY else roster.arms[number]


def spell_in(f: Fight, roster: Roster, who: int, slot: int) -> str:
    number = f.who[who].spells[slot] if 0 <= slot < len(f.who[who].spells) else NOBODY
    return f"spell {slot}" if number == NOBODY else roster.effects[number]


def manner(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """How a strike differs from the usual: another of the routine's alternatives, or to subdue."""
    return way(f, roster, f.who[q.who], a.option >> 1) + (" to subdue" if a.option & SUBDUE else "")


def way(f: Fight, roster: Roster, who: Combatant, mode: int) -> str:
    """Another of a routine's alternatives than the first."""
    if mode <= 0:
        return ""
    number = who.kit[next_swing(f, who, mode)] if who.has_routine else NOBODY
    return f" with {roster.arms[number]}" if number != NOBODY and f.arms[number].mode == mode else f" in way {mode}"


# --- answers for words


def understood(text: str, named: Mapping[str, Answer], legal: Mapping[str, Answer]) -> Answer:
    """The answer of that name, legal or not; a beginning that only one legal answer has will do."""
    said = " ".join(text.lower().split())
    for words, answer in (*legal.items(), *named.items()):
        if words.lower() == said:
            return answer
    begun = [words for words in legal if words.lower().startswith(said)]
    if len(begun) == 1:
        return legal[begun[0]]
    if begun:
        raise AffrayError(f"{text!r} could be several things: {', '.join(begun[:6])}; say more of it")
    raise AffrayError(unknown("answer", text, list(legal)))


def parse_measured(text: str, kinds: Mapping[str, int], unit: str) -> Answer | None:
    """`go X Y`, `rise HEIGHT`, `modify NUMBER`: those of them that a book knows; None for any other words."""
    found = MEASURED.fullmatch(" ".join(text.lower().split()))
    if found is None or found[1] not in kinds:
        return None
    word, tenths = found[1], [round(float(n) * TENTHS) for n in found[2].replace("−", "-").split()]
    if word == "go" and len(tenths) == 2:
        return Answer(kinds[word], *tenths)
    if word == "rise" and len(tenths) == 1:
        return Answer(kinds[word], NOBODY, tenths[0])
    if word == "modify" and len(tenths) == 1 and tenths[0] % TENTHS == 0:
        return Answer(kinds[word], NOBODY, tenths[0] // TENTHS)
    also = ", or `modify -2` to `+2`" if "modify" in kinds else ""
    raise AffrayError(f"{text!r}: expected `go X Y` or `rise HEIGHT` in {unit}{also}")
