"""The words of the classic book: how people say answers, the sentences of its log, and what players see of them.

`engine/phrases.py` explains the small language of the sentences."""

from __future__ import annotations

from affray.engine.phrases import HIDDEN, register
from affray.engine.state import MOST_SPELLS, NOBODY, Fight
from affray.engine.verbs import PASS, Answer, Question
from affray.rules.book import Roster
from affray.rules.classic.legality import candidates, legal, refusal
from affray.rules.classic.questions import AIM, ANSWERS, CLAUSE, DECLARE, KINDS, SITUATION
from affray.rules.shared.clauses import FIRST_DEATH, HALF_OUT
from affray.rules.shared.legality import (
    AWAY,
    CAST,
    DRAW,
    FACE,
    GIVE_WAY,
    GO,
    HIT,
    LOOSE,
    MODIFY,
    RISE,
    SADDLE,
    WITHDRAW,
)
from affray.rules.shared.wording import (
    TENTHS,
    find_answer,
    manner,
    parse_measured,
    say_draw,
    say_going,
    say_saddle,
    spell_in,
    understood,
    weapon,
)

SENTENCES = (
    "{who}: cast a spell, leave the melee, or neither?",
    "{who}: move where?",
    "{who}: choose a target to shoot.",
    "{who}: choose a target for the spell.",
    "{who}: choose a target to strike.",
    "Morale of {group}: modifier for the situation (−2 to +2)?",
)
ONLY_CAST = "{who}: cast a spell, or none?"
ONLY_LEAVE = "{who}: leave the melee, or stay?"
ONLY_TURN = "{who}: turn the undead?"
OCCASIONS = {FIRST_DEATH: "first death", HALF_OUT: "half out of action"}
KIND_IS = {AWAY: "move away", FACE: "turn to", GIVE_WAY: "wait for"}
NUMBERED = {"go": GO, "rise": RISE, "modify": MODIFY}


def phrase(f: Fight, q: Question) -> tuple[str, int]:
    """Return how a question is put, and its clause: it names only what can be done."""
    who = f.who[q.who]
    sentence = SENTENCES[q.ask]
    if q.ask == DECLARE and not any(refusal(f, q, Answer(CAST, NOBODY, slot)) == 0 for slot in range(MOST_SPELLS)):
        sentence = ONLY_LEAVE
    elif q.ask == DECLARE and refusal(f, q, Answer(WITHDRAW)) != 0:
        sentence = ONLY_CAST
    elif q.ask == AIM and who.current_spell == NOBODY:
        sentence = ONLY_TURN
    elif q.ask == SITUATION and f.side[f.who[q.other].side].morale_met & q.value:  # not where the referee called for it
        sentence = sentence.replace("{group}", f"{{group}} ({OCCASIONS[q.value]})")
    return sentence, CLAUSE[q.ask]


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer in the words that `parse_answer` understands."""
    kind = KIND_IS.get(a.kind, KINDS[a.kind])
    if a.kind == GO:
        return say_going(f, a)
    if a.kind == SADDLE:
        return say_saddle(f, q)
    if a.kind == RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == MODIFY:
        return f"modify {a.option:+d}"
    if a.kind == DRAW:
        return say_draw(f, roster, q.who, a.option)
    if a.kind == CAST:
        return f"cast {spell(f, roster, q, a)}" + (f" at {roster.who[a.target]}" if a.target != NOBODY else "")
    aimed = f"{kind} {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else kind
    return aimed + manner(f, roster, q, a) if a.kind in (HIT, LOOSE) else aimed


def said_before(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer in the words of fights that were saved before it got others."""
    if a.kind == DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind not in KIND_IS:
        return say_answer(f, roster, q, a)
    return f"{KINDS[a.kind]} {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else KINDS[a.kind]


def spell(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    return spell_in(f, roster, q.who, a.option if q.ask == DECLARE else f.who[q.who].current_spell)


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """Return the answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing"):
        return Answer(PASS)
    if number := parse_measured(text, NUMBERED, "feet"):
        return number
    legal_ones = {say_answer(f, roster, q, a): a for a in legal(f, q)}
    if (answer := find_answer(text, legal_ones)) is not None:
        return answer
    named = {words(f, roster, q, a): a for words in (said_before, say_answer) for a in everything(f, q)}
    return understood(text, named, legal_ones)


def everything(f: Fight, q: Question) -> list[Answer]:
    """Return every answer that has a name, forbidden ones too."""
    kinds = [kind for kind in (*range(CAST, RISE), SADDLE) if ANSWERS[q.ask] >> kind & 1]
    return [a for kind in kinds for a in candidates(f, q.ask, kind)]


# --- sentences of the log


SCORE = ("score", "Initiative of {who}[: {rolled}]")

WORDS = {
    "check classic.reaction": (
        "total needed",
        "Reaction roll, {who} speaks[: {rolled}][, {needed} or more: {high:no fight|they fight}]",
    ),
    "round classic.round.sequence": ("number", "Round[ {number}]"),
    "round classic.initiative.tie": ("turn", "Turn[ {turn}]: {side} and those tied with them"),
    "round classic.initiative.individual": ("turn", "Turn[ {turn}]: {who}"),
    "round classic.round.sides": ("turn", "Turn[ {turn}]: {side}"),
    "score classic.initiative.side": ("score", "Initiative, {side}[: {rolled}]"),
    "score classic.initiative.individual": ("score", "Initiative, {who}[: {rolled}]"),
    "score classic.initiative.tie": ("score", "Tie. Initiative again, {tied}[: {rolled}]"),
    "surrendered classic.morale.check": ("", "{at} breaks and surrenders"),
    "condition-on classic.morale.check": ("condition until", "{at} breaks and flees"),
    "check classic.morale.check": (
        "total needed",
        "Morale, {group}[: {rolled}][, {needed} or less holds][ ({bent})][: {low:they hold|they break}]",
    ),
    "check classic.morale.steadfast": (
        "passed needed",
        "Morale, {group}[: {passed} checks passed][ (morale {needed})]: they fight to the death",
    ),
}

SEEN = {
    "check classic.reaction": ("vdb", HIDDEN),
    "score classic.initiative.side": ("vdb", "vdb"),
    "score classic.initiative.individual": ("vdb", "vdb"),
    "score classic.initiative.tie": ("vdb", "vdb"),
    "check classic.morale.steadfast": (HIDDEN, HIDDEN),
}

register(
    WORDS,
    SEEN,
    bent={"check classic.morale.check": ("blessed", "the situation")},
    about_sides=("score classic.initiative.side", "round classic.round.sides"),
    about_nobody=("round classic.round.sequence",),
    headings=("round classic.round.sequence",),
)
