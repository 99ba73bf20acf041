"""Questions and answers of the fourfold book in the words people say at the table, and back."""

from __future__ import annotations

import re

from affray.encounter import SKILLS
from affray.errors import AffrayError
from affray.rules.book import Roster
from affray.rules.classic.reach import next_swing
from affray.rules.fourfold.answers import (
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
from affray.rules.fourfold.choices import candidates, legal
from affray.rules.reading import understood
from affray.state import NOBODY, Fight
from affray.verbs import PASS, YES, Answer, Question

SENTENCES = (
    "{who}'s turn: what does it do?",
    "{other} is about to act ({deed}): does {who} use what it has held first?",
    "{other} is about to act ({deed}): does {who} make a snap attack?",
    "{other} has rolled against {who}: total defence?",
    "Is the side of {other} surprised? Yes, no, or let the dice say.",
    "Do the surprised on the side of {other} check morale? Yes, no, or those with a low rating.",
    "How does the situation look for {other}? From −2 to +2 on its morale.",
)
FEET = 10  # tenths


def words(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """An answer as it is said; `read` takes it back."""
    if a.kind == GO:
        return f"go {a.target / FEET:g} {a.option / FEET:g}"
    if a.kind == RISE:
        return f"rise {a.option / FEET:g}"
    if a.kind == MODIFY:
        return f"modify {a.option:+d}"
    if a.kind == DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind == USE:
        return f"use {SKILLS[a.option]}"
    if a.kind == CAST:
        return f"cast {spell(f, roster, q.who, a.option)} at {called(roster, a.target)}"
    if a.kind == DELAY:
        return f"delay after {called(roster, a.target)}"
    aimed = f"{KINDS[a.kind]} {called(roster, a.target)}" if a.target != NOBODY else KINDS[a.kind]
    return aimed + manner(f, roster, q, a)


def called(roster: Roster, number: int) -> str:
    return roster.who[number] if 0 <= number < len(roster.who) else "nobody"


def weapon(f: Fight, roster: Roster, who: int, slot: int) -> str:
    number = f.who[who].kit[slot] if 0 <= slot < len(f.who[who].kit) else NOBODY
    return f"place {slot}" if number == NOBODY else roster.arms[number]


def spell(f: Fight, roster: Roster, who: int, slot: int) -> str:
    number = f.who[who].spells[slot] if 0 <= slot < len(f.who[who].spells) else NOBODY
    return f"spell {slot}" if number == NOBODY else roster.effects[number]


def manner(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """How a strike or a shove differs from the usual."""
    if a.kind == SHOVE:
        return " down" if a.option == DOWN else ""
    if a.kind != HIT:
        return ""
    who, mode, said = f.who[q.who], a.option >> 1, ""
    if mode > 0:
        number = who.kit[next_swing(f, who, mode)] if who.routine else NOBODY
        said = f" with {roster.arms[number]}" if number != NOBODY and f.arms[number].mode == mode else f" in way {mode}"
    return said + (" to spare" if a.option & SUBDUE else "")


def read(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """The answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing"):
        return Answer(PASS)
    if measured := re.fullmatch(r"(go|rise|modify)((?: [-+−]?\d+(?:\.\d)?)+)", said):
        answer = numbered(measured[1], measured[2].replace("−", "-").split(), text)
        if ANSWERS[q.ask] >> answer.kind & 1:
            return answer
    named = {words(f, roster, q, a).lower(): a for a in everything(f, q)}
    return understood(text, named, {words(f, roster, q, a).lower(): a for a in legal(f, q)})


def everything(f: Fight, q: Question) -> list[Answer]:
    """Every answer that has a name, forbidden ones too; the legal ones last, so that they keep their names."""
    known = [a for kind in range(YES, RISE) if ANSWERS[q.ask] >> kind & 1 for a in candidates(f, kind)]
    return known[::-1]


def numbered(kind: str, numbers: list[str], text: str) -> Answer:
    feet = [round(float(n) * FEET) for n in numbers]
    if kind == "go" and len(feet) == 2:
        return Answer(GO, *feet)
    if kind == "rise" and len(feet) == 1:
        return Answer(RISE, NOBODY, feet[0])
    if kind == "modify" and len(feet) == 1 and feet[0] % FEET == 0:
        return Answer(MODIFY, NOBODY, feet[0] // FEET)
    raise AffrayError(f"{text!r}: expected `go X Y` or `rise HEIGHT` in feet, or `modify -2` to `+2`")
