"""The words of the procedure book: how people say answers, the sentences of its log, and what players see of them.

`engine/phrases.py` explains the small language of the sentences."""

from __future__ import annotations

from affray.engine.phrases import ALL, HIDDEN, register
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question
from affray.rules.book import Roster
from affray.rules.procedure import clauses as C
from affray.rules.procedure.initiative import HELD, WINNERS
from affray.rules.procedure.legality import candidates, legal
from affray.rules.procedure.questions import (
    ACT,
    ANSWERS,
    CLAUSE,
    CONDITIONS,
    DECLARE,
    DEFEND,
    KINDS,
    LAST_KIND,
    NEARS,
    READIED,
    TRIGGER,
)
from affray.rules.shared.legality import AWAY, CAST, DRAW, FACE, GIVE_WAY, GO, HIT, LOOSE, RISE, SADDLE
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
    "{who}: declare a charge, total defence, a spell, missile fire, or nothing?",
    "{who}: still charge {other}?",
    "{who}: choose a target to shoot without moving.",
    "{who}: move, attack, cast, use an item, or wait?",
    "{other} leaves the melee. {who}: use your attack on {other} now?",
    "Do the sides roll for surprise? Yes, no, or the default.",
    "{other} tries something else: does it work?",
)
KIND_IS = {AWAY: "move away", FACE: "turn to", GIVE_WAY: "wait for"}
LAST_MOVE = "{who}: move now?"
LAST_SPELL = "{who}: cast the readied spell?"
LAST_SPELL_OR_MOVE = "{who}: cast the readied spell, or move?"
CASTERS_TURN = "{who}: cast the declared spell, or give it up?"
DEFENDERS_TURN = "{who}: move in total defence, or use an item?"
ITEM_LEFT = "{who}: use an item?"
ACT_LEFT = "{who}: attack, cast, or use an item?"
LOSERS_TURN = "{who}: move, attack, cast, or use an item?"


def phrase(f: Fight, q: Question) -> tuple[str, int]:
    """Return how a question is put, and its clause: it names what is left to do, and of waiting only to the winners."""
    if q.ask != ACT:
        return SENTENCES[q.ask], CLAUSE[q.ask]
    who = f.who[q.who]
    sentence = turn_of(who)
    if f.procedure.interrupter == q.who:
        return sentence, C.ACT_HOLD
    if f.phase != WINNERS:
        return sentence, C.ACT_HELD if f.phase == HELD else C.ACT_LOSERS
    return sentence if who.acted else or_wait(sentence), C.ACT_WINNERS


def turn_of(who: Combatant) -> str:
    """Return what somebody in the middle of their turn is asked."""
    if who.current_spell != NOBODY:
        return CASTERS_TURN
    if who.acted and who.procedure.readied_spell != NOBODY:
        return LAST_SPELL if who.moved > 0 or who.declared == CAST else LAST_SPELL_OR_MOVE
    if who.acted:
        return LAST_MOVE
    if who.declared == DEFEND:
        return DEFENDERS_TURN if who.moved == 0 else ITEM_LEFT
    return LOSERS_TURN if who.moved == 0 else ACT_LEFT


def or_wait(sentence: str) -> str:
    """Return a question that offers to wait too."""
    first, comma, last = sentence.removesuffix("?").rpartition(", or ")
    return f"{first}, {last}, or wait?" if comma else f"{last}, or wait?"


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer in the words that `parse_answer` understands."""
    kind = KIND_IS.get(a.kind, KINDS[a.kind])
    if a.kind == GO:
        return say_going(f, a)
    if a.kind == SADDLE:
        return say_saddle(f, q)
    if a.kind == RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == DRAW:
        return say_draw(f, roster, q.who, a.option)
    if a.kind == TRIGGER:
        whom = roster.who[a.target] if 0 <= a.target < len(roster.who) else "anyone"
        what = a.option - NEARS
        return f"trigger {whom} {CONDITIONS[what] if 0 <= what < len(CONDITIONS) else a.option}"
    if a.kind in (CAST, READIED):
        return f"{kind} {spell(f, roster, q, a)}" + (f" at {roster.who[a.target]}" if a.target != NOBODY else "")
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
    who = f.who[q.who]
    slot = who.procedure.readied_spell if a.kind == READIED else a.option if q.ask == DECLARE else who.current_spell
    return spell_in(f, roster, q.who, slot)


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """Return the answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing"):
        return Answer(PASS)
    if ANSWERS[q.ask] >> GO & 1 and (number := parse_measured(text, {"go": GO, "rise": RISE}, "feet")):
        return number
    legal_ones = {say_answer(f, roster, q, a): a for a in legal(f, q)}
    if (answer := find_answer(text, legal_ones)) is not None:
        return answer
    named = {words(f, roster, q, a): a for words in (said_before, say_answer) for a in everything(f, q)}
    return understood(text, named, legal_ones)


def everything(f: Fight, q: Question) -> list[Answer]:
    """Return every answer that has a name, forbidden ones too."""
    kinds = [kind for kind in range(YES, LAST_KIND + 1) if ANSWERS[q.ask] >> kind & 1 and kind not in (RISE, GO)]
    return [a for kind in kinds for a in candidates(f, q.ask, kind)]


# --- sentences of the log


SCORE = "[: {rolled}]"
MORALE_CHECK = "[: {rolled}][; holds at {needed} or less][ ({bent})]"
CONCENTRATION = "[: {rolled}][; needed {needed} or more][ ({bent})]"
HOLDS = "procedure.act.hold"

WORDS = {
    # before the fight
    "check procedure.surprise": (
        "total needed",
        "Surprise, {side}[: {rolled}][, surprised on {needed} or less][ ({bent})][: {low:surprised|not surprised}]",
    ),
    "score procedure.surprise": (
        "total needed",
        "Surprise, {who}[: {rolled}][, surprised on {needed} or less: {low:surprised|not surprised}]",
    ),
    # declarations
    "round procedure.round.sequence": ("number", "Round[ {number}]"),
    "declared procedure.declare": ("", "{who} declares missile fire"),
    "declared procedure.declare.charge": ("", "{who} declares a charge at {at}"),
    "declared procedure.declare.defence": ("", "{who} declares total defence"),
    "declared procedure.declare.spell": ("spell", "{who} declares a spell[: {spell}]"),
    "lost procedure.declare": ("spell", "{who} gives up what they declared[, the spell {spell}]"),
    # charges
    "move procedure.charge.together": ("moved rate", "{who} charges[ {moved}]"),
    "move procedure.charge.meeting": (
        "moved rate",
        "{who} charges[ {moved}] and clashes with a charging foe",
    ),
    "declared procedure.charge.polearm": ("", "{who} meets {at}'s charge with a pole arm: a free attack"),
    "lost procedure.charge.together": ("", "{who} charges {at} in vain[: {remarks}]"),
    # initiative
    "score procedure.initiative.side": ("score", "Initiative, {side}[: {rolled}]"),
    "score procedure.initiative.several": ("score", "Tie. Initiative again, {side}[: {rolled}]"),
    "score procedure.initiative.tie": (
        "score",
        "Tie[. Initiative again, {side}: {rolled}][ at {score}: {remarks} ({side})]",
    ),
    "score procedure.surprise.first": ("", "First without a roll: {side}, since the others are surprised"),
    # acting
    "round procedure.act.winners": ("", "First: {side}"),
    "round procedure.act.losers": ("turn", "[{nth}: ]{side}"),
    "declared procedure.act.winners": ("", "{who}'s attempt succeeds"),
    "declared procedure.act.losers": ("", "{who}'s attempt succeeds"),
    "lost procedure.act.winners": ("", "{who}'s attempt fails"),
    "lost procedure.act.losers": ("", "{who}'s attempt fails"),
    "declared procedure.declare.missile": (
        "weapon stock",
        "{who} shoots at {at}[ with {weapon}][ ({remarks})][; {stock} left]",
    ),
    "declared classic.weapon.thrown": (
        "weapon stock",
        "{who} throws[ {weapon}] at {at}[ ({remarks})][; {stock} left]",
    ),
    "roll procedure.missile.melee": ("many", "{who}'s shot into the melee flies at {at}[: {dice}][, one of {many}]"),
    "declared procedure.act.hold": ("trigger watched", "{who} waits[ for {trigger}][ ({watched})]"),
    "round procedure.act.hold": ("trigger", "{who} has waited[ for {trigger}] and acts before {at}"),
    "lost procedure.act.hold": ("", "{who} can no longer do what they were about to"),
    "round procedure.act.held": ("", "{who} has held and acts now"),
    "declared procedure.spell.readied": ("spell", "{who} casts the readied spell[ {spell}] on {at}"),
    "move procedure.declare.defence": ("moved rate", "{who} moves[ {moved}] in total defence"),
    "move procedure.morale.check": ("moved rate", "{who} retreats[ {moved}]"),
    # concentration
    "check procedure.declare.spell": (
        "total needed",
        "Concentration, {who}[: {rolled}][, needs {needed}][ ({bent})][: {high:keeps the spell|fails}]",
    ),
    "check procedure.spell.readied": (
        "total needed",
        "Readied spell, {who}[: {rolled}][, needs {needed}][ ({bent})][: {high:keeps the spell|fails}]",
    ),
    "lost procedure.declare.spell": ("spell", "{who} is disturbed: the spell[ {spell}] is lost"),
    "lost procedure.spell.readied": ("spell", "{who} is disturbed: the readied spell[ {spell}] is lost"),
    # morale
    "due procedure.morale.triggers": (
        "trigger out",
        "Morale checks for {side}[ ({trigger}: {who})][; {out} out of action]",
    ),
    "check procedure.morale.check": (
        "total needed",
        "Morale, {who}[: {rolled}][, {needed} or less holds][ ({bent})][: {low:holds|breaks}]",
    ),
    "check procedure.morale.scale": ("needed", "{who}[ {extreme}][ (morale {needed})]"),
    "condition-on procedure.morale.check": ("", "{at} breaks and flees"),
    "surrendered procedure.morale.check": ("", "{at} breaks and surrenders"),
}

SEEN = {
    "check procedure.surprise": ("vd", HIDDEN),
    "score procedure.surprise": ("vb", HIDDEN),
    "lost procedure.declare": ("v", "v"),
    "declared procedure.declare.spell": ("v", "v"),
    "move procedure.charge.together": ("vw", "v"),
    "move procedure.charge.meeting": ("vw", "v"),
    "move procedure.declare.defence": ("vw", "v"),
    "move procedure.morale.check": ("vw", "v"),
    "score procedure.initiative.side": ("vdb", "vdb"),
    "score procedure.initiative.several": ("vdb", "vdb"),
    "score procedure.initiative.tie": ("vdb", "vdb"),
    "declared procedure.declare.missile": ("vwb", "vb"),
    "declared classic.weapon.thrown": ("vwb", "vb"),
    "declared procedure.charge.polearm": ("b", "b"),
    "lost procedure.charge.together": ("b", "b"),
    "roll procedure.missile.melee": ("vd", "vd"),
    "declared procedure.act.hold": ("vw", ""),
    "round procedure.act.hold": ("v", "v"),
    "declared procedure.spell.readied": ("v", "v"),
    "check procedure.declare.spell": (ALL, ""),
    "check procedure.spell.readied": (ALL, ""),
    "lost procedure.declare.spell": ("v", "v"),
    "lost procedure.spell.readied": ("v", "v"),
    "due procedure.morale.triggers": ("v", ""),
    "check procedure.morale.scale": (HIDDEN, HIDDEN),
}

STANCES = ("exposed by the charge", "total defence")

register(
    WORDS,
    SEEN,
    bent={
        "hit": STANCES,
        "miss": STANCES,
        "check procedure.surprise": ("a stealthy foe", "in an ambush"),
        "check procedure.declare.spell": ("the damage",),
        "check procedure.spell.readied": ("the damage",),
        "check procedure.morale.check": ("blessed",),
    },
    about_sides=(
        "check procedure.surprise",
        "score procedure.initiative.side",
        "score procedure.initiative.several",
        "score procedure.initiative.tie",
        "score procedure.surprise.first",
        "round procedure.act.winners",
        "round procedure.act.losers",
    ),
    about_nobody=("round procedure.round.sequence",),
    headings=("round procedure.round.sequence",),
    triggers={
        ("procedure.morale.triggers", 1): "first casualty",
        ("procedure.morale.triggers", 2): "half out of action",
        ("procedure.morale.triggers", 3): "first casualty, and half out of action",
        (HOLDS, 1): "somebody to come within reach",
        (HOLDS, 2): "somebody to move",
        (HOLDS, 3): "a shot",
        (HOLDS, 4): "a spell",
        (HOLDS, 5): "an attack",
        (HOLDS, 6): "an attack on a friend",
    },
)
