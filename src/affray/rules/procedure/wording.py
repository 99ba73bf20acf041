"""Questions and answers of the procedure book in the words people say at the table, and back."""

from __future__ import annotations

from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import PASS, YES, Answer, Question
from affray.rules.book import Roster
from affray.rules.procedure.legality import candidates, legal
from affray.rules.procedure.questions import ANSWERS, CONDITIONS, DECLARE, KINDS, LAST_KIND, NEARS, READIED, TRIGGER
from affray.rules.shared.legality import CAST, DRAW, GO, HIT, RISE
from affray.rules.shared.wording import TENTHS, manner, parse_measured, spell_in, understood, weapon

SENTENCES = (
    "{who} declares: a charge, total defence, a spell, missiles, or nothing?",
    "{who} charges {other}: does it still?",
    "{who} shoots without moving: at whom?",
    "{who} acts: moves, attacks, casts, uses an item, or waits?",
    "{other} leaves the melee: does {who} strike at it now, as its attack?",
)


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """An answer as it is said; `read` takes it back."""
    kind = KINDS[a.kind]
    if a.kind == GO:
        return f"go {a.target / TENTHS:g} {a.option / TENTHS:g}"
    if a.kind == RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind == TRIGGER:
        whom = roster.who[a.target] if 0 <= a.target < len(roster.who) else "anyone"
        what = a.option - NEARS
        return f"trigger {whom} {CONDITIONS[what] if 0 <= what < len(CONDITIONS) else a.option}"
    if a.kind in (CAST, READIED):
        return f"{kind} {spell(f, roster, q, a)}" + (f" at {roster.who[a.target]}" if a.target != NOBODY else "")
    aimed = f"{kind} {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else kind
    return aimed + manner(f, roster, q, a) if a.kind == HIT else aimed


def spell(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    who = f.who[q.who]
    slot = who.procedure.readied_spell if a.kind == READIED else a.option if q.ask == DECLARE else who.current_spell
    return spell_in(f, roster, q.who, slot)


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """The answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing"):
        return Answer(PASS)
    if ANSWERS[q.ask] >> GO & 1 and (number := parse_measured(text, {"go": GO, "rise": RISE}, "feet")):
        return number
    named = {say_answer(f, roster, q, a): a for a in everything(f, q)}
    return understood(text, named, {say_answer(f, roster, q, a): a for a in legal(f, q)})


def everything(f: Fight, q: Question) -> list[Answer]:
    """Every answer that has a name, forbidden ones too."""
    kinds = [kind for kind in range(YES, LAST_KIND + 1) if ANSWERS[q.ask] >> kind & 1 and kind not in (RISE, GO)]
    return [a for kind in kinds for a in candidates(f, q.ask, kind)]
