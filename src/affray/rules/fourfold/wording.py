"""Words for answers in the fourfold book, answers for words, and what the referee may say."""

from __future__ import annotations

from collections.abc import Sequence

from affray.engine import events as E
from affray.engine.clauses import SPOKEN
from affray.engine.encounter import SKILLS
from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, note
from affray.rules.book import Book, Roster
from affray.rules.fourfold.attack import ADVANTAGE, DISADVANTAGE
from affray.rules.fourfold.legality import candidates, legal
from affray.rules.fourfold.questions import (
    ANSWERS,
    CAST,
    DELAY,
    DOWN,
    DRAW,
    GO,
    HIT,
    KINDS,
    MODIFY,
    RISE,
    SHOVE,
    SUBDUE,
    USE,
)
from affray.rules.shared.referee import word as classic_word
from affray.rules.shared.wording import TENTHS, parse_measured, spell_in, understood, way, weapon

SENTENCES = (
    "{who}'s turn: what does it do?",
    "{other} is about to act ({deed}): does {who} use what it has held first?",
    "{other} is about to act ({deed}): does {who} make a snap attack?",
    "{other} has rolled against {who}: total defence?",
    "Is the side of {other} surprised? Yes, no, or let the dice say.",
    "Do the surprised on the side of {other} check morale? Yes, no, or those with a low rating.",
    "How does the situation look for {other}? From −2 to +2 on its morale.",
)
NUMBERED = {"go": GO, "rise": RISE, "modify": MODIFY}


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """An answer as it is said; `read` takes it back."""
    if a.kind == GO:
        return f"go {a.target / TENTHS:g} {a.option / TENTHS:g}"
    if a.kind == RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == MODIFY:
        return f"modify {a.option:+d}"
    if a.kind == DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind == USE:
        return f"use {SKILLS[a.option]}"
    if a.kind == CAST:
        return f"cast {spell_in(f, roster, q.who, a.option)} at {name_of(roster, a.target)}"
    if a.kind == DELAY:
        return f"delay after {name_of(roster, a.target)}"
    aimed = f"{KINDS[a.kind]} {name_of(roster, a.target)}" if a.target != NOBODY else KINDS[a.kind]
    return aimed + manner(f, roster, q, a)


def name_of(roster: Roster, number: int) -> str:
    return roster.who[number] if 0 <= number < len(roster.who) else "nobody"


def manner(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """How a strike or a shove differs from the usual."""
    if a.kind == SHOVE:
        return " down" if a.option == DOWN else ""
    if a.kind != HIT:
        return ""
    return way(f, roster, f.who[q.who], a.option >> 1) + (" to spare" if a.option & SUBDUE else "")


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """The answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing"):
        return Answer(PASS)
    number = parse_measured(text, NUMBERED, "feet")
    if number and ANSWERS[q.ask] >> number.kind & 1:
        return number
    named = {say_answer(f, roster, q, a).lower(): a for a in everything(f, q)}
    return understood(text, named, {say_answer(f, roster, q, a).lower(): a for a in legal(f, q)})


def everything(f: Fight, q: Question) -> list[Answer]:
    """Every answer that has a name, forbidden ones too; the legal ones last, so that they keep their names."""
    known = [a for kind in range(YES, RISE) if ANSWERS[q.ask] >> kind & 1 for a in candidates(f, kind)]
    return known[::-1]


LUCK = {"advantage": ADVANTAGE, "disadvantage": DISADVANTAGE}


def word(book: Book, f: Fight, roster: Roster, said: Sequence[str]) -> Roster:
    """fourfold.attack.advantage: given to the next attack, whoever makes it; one of each cancels."""
    if said and said[0] in LUCK:
        f.fourfold.advantage |= LUCK[said[0]]
        note(f, E.REFEREE, SPOKEN, f.who[0], f.who[0], f.fourfold.advantage)
        return roster
    return classic_word(book, f, roster, said)
