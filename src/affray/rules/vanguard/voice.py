"""Questions and answers of the vanguard book in the words people say at the table, and back."""

from __future__ import annotations

import re

from affray.errors import AffrayError
from affray.rules.book import Roster
from affray.rules.classic.reach import next_swing
from affray.rules.reading import understood
from affray.rules.vanguard import answers as A
from affray.rules.vanguard.choices import candidates, legal
from affray.state import NOBODY, Fight
from affray.verbs import PASS, YES, Answer, Question

SENTENCES = (
    "{who}'s turn: one action and a move. What now?",
    "Is {other} ready? From −2 to +2 on its roll, for surprise and the like.",
    "How does the situation look for {other}? From −2 to +2 on its morale.",
    "{other} strikes to take alive: may it, should the foe fall to 0?",
    "{other} tries something else: does it work?",
    "{other} leaves {who}'s melee range: does {who} make a parting attack?",
)
TENTHS = 10


def words(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """An answer as it is said; `read` takes it back."""
    kind = A.KINDS[a.kind]
    if a.kind == A.GO:
        return f"go {a.target / TENTHS:g} {a.option / TENTHS:g}"
    if a.kind == A.RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == A.MODIFY:
        return f"modify {a.option:+d}"
    if a.kind == A.DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    at = f" {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else ""
    if a.kind == A.CAST:
        return f"cast {spell(f, roster, q, a)} at{at}"
    if a.kind == A.THROW:
        return f"throw {weapon(f, roster, q.who, a.option)} at{at}"
    return kind + at + (manner(f, roster, q, a) if a.kind == A.HIT else "")


def weapon(f: Fight, roster: Roster, who: int, slot: int) -> str:
    number = f.who[who].kit[slot] if 0 <= slot < len(f.who[who].kit) else NOBODY
    return f"place {slot}" if number == NOBODY else roster.arms[number]


def spell(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    spells = f.who[q.who].spells
    number = spells[a.option] if 0 <= a.option < len(spells) else NOBODY
    return f"spell {a.option}" if number == NOBODY else roster.effects[number]


def manner(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """How a strike differs from the usual: another of the routine's alternatives, or to take alive."""
    who, mode, said = f.who[q.who], a.option >> 1, ""
    if mode > 0:
        number = who.kit[next_swing(f, who, mode)] if who.routine else NOBODY
        said = f" with {roster.arms[number]}" if number != NOBODY and f.arms[number].mode == mode else f" in way {mode}"
    return said + (" to take alive" if a.option & A.SPARE else "")


def read(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """The answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing", "no"):
        return Answer(PASS)
    if measured := re.fullmatch(r"(go|rise|modify)((?: [-+−]?\d+(?:\.\d)?)+)", said):
        return numbered(measured[1], measured[2].replace("−", "-").split(), text)
    named = {words(f, roster, q, a).lower(): a for a in reversed(everything(f, q))}
    return understood(text, named, {words(f, roster, q, a).lower(): a for a in reversed(legal(f, q))})


def everything(f: Fight, q: Question) -> list[Answer]:
    """Every answer that has a name, forbidden ones too."""
    return [a for kind in range(YES, A.RISE) if A.ANSWERS[q.ask] >> kind & 1 for a in candidates(f, q.ask, kind)]


def numbered(kind: str, numbers: list[str], text: str) -> Answer:
    tenths = [round(float(n) * TENTHS) for n in numbers]
    if kind == "go" and len(tenths) == 2:
        return Answer(A.GO, *tenths)
    if kind == "rise" and len(tenths) == 1:
        return Answer(A.RISE, NOBODY, tenths[0])
    if kind == "modify" and len(tenths) == 1 and tenths[0] % TENTHS == 0:
        return Answer(A.MODIFY, NOBODY, tenths[0] // TENTHS)
    raise AffrayError(f"{text!r}: expected `go X Y` or `rise HEIGHT` in metres, or `modify -2` to `+2`")
