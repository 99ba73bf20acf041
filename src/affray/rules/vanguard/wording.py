"""Questions and answers of the vanguard book in the words people say at the table, and back."""

from __future__ import annotations

from affray.engine.state import Fight
from affray.engine.verbs import PASS, YES, Answer, Question
from affray.rules.book import Roster
from affray.rules.shared.wording import TENTHS, parse_measured, spell_in, understood, way, weapon
from affray.rules.vanguard import questions as Q
from affray.rules.vanguard.legality import candidates, legal

SENTENCES = (
    "{who}'s turn: one action and a move. What now?",
    "Is {other} ready? From −2 to +2 on its roll, for surprise and the like.",
    "How does the situation look for {other}? From −2 to +2 on its morale.",
    "{other} strikes to take alive: may it, should the foe fall to 0?",
    "{other} tries something else: does it work?",
    "{other} leaves {who}'s melee range: does {who} make a parting attack?",
    "{who} strikes at {other} in parting: with which of its attacks?",
)
NUMBERED = {"go": Q.GO, "rise": Q.RISE, "modify": Q.MODIFY}


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """An answer as it is said; `read` takes it back."""
    kind = Q.KINDS[a.kind]
    if a.kind == Q.GO:
        return f"go {a.target / TENTHS:g} {a.option / TENTHS:g}"
    if a.kind == Q.RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == Q.MODIFY:
        return f"modify {a.option:+d}"
    if a.kind == Q.DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if q.ask == Q.BLOW and a.kind == YES:
        return weapon(f, roster, q.who, a.option)
    at = f" {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else ""
    if a.kind == Q.CAST:
        return f"cast {spell_in(f, roster, q.who, a.option)} at{at}"
    if a.kind == Q.THROW:
        return f"throw {weapon(f, roster, q.who, a.option)} at{at}"
    return kind + at + (manner(f, roster, q, a) if a.kind == Q.HIT else "")


def manner(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """How a strike differs from the usual: another of the routine's alternatives, or to take alive."""
    return way(f, roster, f.who[q.who], a.option >> 1) + (" to take alive" if a.option & Q.SPARE else "")


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """The answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing", "no"):
        return Answer(PASS)
    if number := parse_measured(text, NUMBERED, "metres"):
        return number
    named = {say_answer(f, roster, q, a).lower(): a for a in reversed(everything(f, q))}
    return understood(text, named, {say_answer(f, roster, q, a).lower(): a for a in reversed(legal(f, q))})


def everything(f: Fight, q: Question) -> list[Answer]:
    """Every answer that has a name, forbidden ones too."""
    return [a for kind in range(YES, Q.RISE) if Q.ANSWERS[q.ask] >> kind & 1 for a in candidates(f, q.ask, kind)]
