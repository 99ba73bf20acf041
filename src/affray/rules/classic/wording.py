"""Questions and answers of the classic book in the words people say at the table, and back."""

from __future__ import annotations

from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import PASS, Answer, Question
from affray.rules.book import Roster
from affray.rules.classic.legality import candidates, legal
from affray.rules.classic.questions import ANSWERS, DECLARE, KINDS
from affray.rules.shared.legality import CAST, DRAW, GO, HIT, MODIFY, RISE
from affray.rules.shared.wording import TENTHS, manner, parse_measured, spell_in, understood, weapon

SENTENCES = (
    "{who} declares: a spell, a way out of the melee, or nothing?",
    "{who} moves: where to?",
    "{who} shoots: at whom?",
    "{who} casts: at whom?",
    "{who} strikes: at whom?",
    "How does the situation look for {other}? From −2 to +2 on its morale.",
)
NUMBERED = {"go": GO, "rise": RISE, "modify": MODIFY}


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """An answer as it is said; `read` takes it back."""
    kind = KINDS[a.kind]
    if a.kind == GO:
        return f"go {a.target / TENTHS:g} {a.option / TENTHS:g}"
    if a.kind == RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == MODIFY:
        return f"modify {a.option:+d}"
    if a.kind == DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind == CAST:
        return f"cast {spell(f, roster, q, a)}" + (f" at {roster.who[a.target]}" if a.target != NOBODY else "")
    aimed = f"{kind} {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else kind
    return aimed + manner(f, roster, q, a) if a.kind == HIT else aimed


def spell(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    return spell_in(f, roster, q.who, a.option if q.ask == DECLARE else f.who[q.who].current_spell)


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """The answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing"):
        return Answer(PASS)
    if number := parse_measured(text, NUMBERED, "feet"):
        return number
    named = {say_answer(f, roster, q, a): a for a in everything(f, q)}
    return understood(text, named, {say_answer(f, roster, q, a): a for a in legal(f, q)})


def everything(f: Fight, q: Question) -> list[Answer]:
    """Every answer that has a name, forbidden ones too."""
    return [a for kind in range(CAST, RISE) if ANSWERS[q.ask] >> kind & 1 for a in candidates(f, q.ask, kind)]
