"""The words of the vanguard book: how people say answers, the sentences of its log, and what players see of them.

`engine/phrases.py` explains the small language of the sentences."""

from __future__ import annotations

from affray.engine.phrases import ALL, HIDDEN, register
from affray.engine.state import Fight
from affray.engine.verbs import PASS, YES, Answer, Question
from affray.rules.book import Roster
from affray.rules.shared.wording import (
    TENTHS,
    find_answer,
    parse_measured,
    say_draw,
    say_going,
    say_saddle,
    spell_in,
    understood,
    way,
    weapon,
)
from affray.rules.vanguard import questions as Q
from affray.rules.vanguard.legality import candidates, legal

SENTENCES = (
    "{who}'s turn: one action and a move.",
    "Readiness of {other}: modifier (−2 to +2)?",
    "Morale of {other}: modifier for the situation (−2 to +2)?",
    "Allow {other} to take {foe} alive?",
    "{other} tries something else: does that work?",
    "{who}: {other} leaves your reach. Make a parting attack?",
    "{who}: parting attack on {other}. With which attack?",
    "{other} brings {foe} to 0 with bare hands. Beaten to death?",
)
KIND_IS = {Q.AWAY: "move away", Q.FACE: "turn to", Q.GIVE_WAY: "wait for"}
GROUND = {"spill oil at": Q.SPILL_OIL, "spill holy water at": Q.SPILL_WATER, "set fire to oil at": Q.SET_FIRE}
NUMBERED = {"go": Q.GO, "rise": Q.RISE, "modify": Q.MODIFY, **GROUND}


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer as it is said; `parse_answer` reads it back."""
    kind = KIND_IS.get(a.kind, Q.KINDS[a.kind])
    if a.kind == Q.GO:
        return say_going(f, a)
    if a.kind == Q.SADDLE:
        return say_saddle(f, q)
    if a.kind in GROUND.values():
        words = next(words for words, kind in GROUND.items() if kind == a.kind)
        return f"{words} {a.target / TENTHS:g} {a.option / TENTHS:g}"
    if a.kind == Q.RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == Q.MODIFY:
        return f"modify {a.option:+d}"
    if a.kind == Q.DRAW:
        return say_draw(f, roster, q.who, a.option)
    if q.ask == Q.BLOW and a.kind == YES:
        return weapon(f, roster, q.who, a.option)
    at = f" {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else ""
    if a.kind == Q.CAST:
        return f"cast {spell_in(f, roster, q.who, a.option)} at{at}"
    if a.kind == Q.THROW:
        return f"throw {weapon(f, roster, q.who, a.option)} at{at}"
    return kind + at + (manner(f, roster, q, a) if a.kind == Q.HIT else "")


def said_before(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer in the words of fights that were saved before it got others."""
    if a.kind == Q.DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind not in KIND_IS:
        return say_answer(f, roster, q, a)
    return f"{Q.KINDS[a.kind]} {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else Q.KINDS[a.kind]


def manner(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Say how a strike differs from the default: another of the routine's alternatives, or to take alive."""
    return way(f, roster, f.who[q.who], a.option >> 1) + (" to take alive" if a.option & Q.SPARE else "")


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """Return the answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing", "no"):
        return Answer(PASS)
    if number := parse_measured(text, NUMBERED, "metres"):
        return number
    legal_ones = {say_answer(f, roster, q, a).lower(): a for a in reversed(legal(f, q))}
    if (answer := find_answer(text, legal_ones)) is not None:
        return answer
    known = reversed(everything(f, q))
    named = {words(f, roster, q, a).lower(): a for a in known for words in (said_before, say_answer)}
    return understood(text, named, legal_ones)


def everything(f: Fight, q: Question) -> list[Answer]:
    """Return every answer that has a name, forbidden ones too."""
    kinds = [kind for kind in (*range(YES, Q.RISE), Q.SADDLE) if Q.ANSWERS[q.ask] >> kind & 1]
    return [a for kind in kinds for a in candidates(f, q.ask, kind)]


# --- sentences of the log


SHOT = "{who} attacks {at}[: {rolled}]"
HURT = "[ {damage}] damage[ from {by}][: {rolled}][; hp {hp}]"
MOVED = "[ {moved}]"

WORDS = {
    # the round
    "round vanguard.round.order": ("number", "Round[ {number}]"),
    "round vanguard.turn": ("turn", "Turn[ {turn}]: {side}"),
    "declared vanguard.round.order": ("", "{who} lets {at} go first"),
    "check vanguard.initiative.ready": (
        "total needed",
        "Readiness, {who}[: {rolled}][, needs {needed}: {high:ready|loses the first turn}]",
    ),
    "check vanguard.initiative.modifier": (
        "total needed",
        "Surprise, {side}[: {rolled}][, surprised on {needed} or less: {low:surprised|not surprised}]",
    ),
    "lost vanguard.initiative.modifier": ("", "Surprised, and without a first turn: {side}"),
    "declared vanguard.turn": ("", "{who}'s attempt succeeds"),
    "lost vanguard.turn": ("", "{who}'s attempt fails"),
    # movement
    "move vanguard.turn": ("moved rate", f"{{who}} moves{MOVED}"),
    "move vanguard.run": ("moved rate", f"{{who}} runs{MOVED}"),
    "move vanguard.charge": ("moved rate", f"{{who}} charges{MOVED}"),
    "move vanguard.leave.defensive": (
        "moved rate",
        "{who} moves defensively: no parting attacks[; {moved}]",
    ),
    "move vanguard.attack.behind": ("faces", "{who} turns to face {faces}"),
    # attacks
    "hit vanguard.attack.roll": ("total ac", "{attack}"),
    "miss vanguard.attack.roll": ("total ac", "{attack}"),
    "damage vanguard.damage": ("damage hp.lost", f"{{at}} takes{HURT}"),
    "damage vanguard.unarmed": ("damage hp.lost", f"{{at}} takes{HURT}"),
    "declared vanguard.stance": ("", "{who} takes a defensive stance"),
    "declared vanguard.reload.light": ("", "{who} reloads"),
    "declared vanguard.reload.heavy": ("", "{who} spends the turn reloading"),
    # spells and saves
    "declared vanguard.spell.cast": ("spell", "{who} casts [{spell} ]on {at}"),
    "check vanguard.spell.disrupt": (
        "total needed",
        "An enemy is next to {who}[: {rolled}][, the spell needs {needed}: {high:it works|it fails}]",
    ),
    "lost vanguard.spell.disrupt": ("spell", "{who} is disturbed: the spell[ {spell}] is lost"),
    "check vanguard.save.roll": (
        "total needed",
        "Saving throw, {who}[: {rolled}][, needs {needed}: {high:saves|fails}]",
    ),
    # things thrown
    "declared vanguard.throw": ("weapon remaining", "{who} throws[ {weapon}] at {at}[; {remaining} left]"),
    "lost vanguard.throw": ("weapon remaining", "{who} empties[ {weapon}] on the ground[; {remaining} left]"),
    "declared vanguard.oil.pool": ("", "Oil of {who} covers the ground, unlit"),
    "roll vanguard.throw": (
        "bearing",
        "{who}'s throw at {at} breaks 3 metres off[: {rolled}][, to the {bearing}]",
    ),
    "damage vanguard.holy-water": (
        "damage hp.lost",
        "Holy water burns {at} for[ {damage}][: {rolled}][; hp {hp}][, {bent}]",
    ),
    "declared vanguard.oil.fire": ("", "{who} lights a flame for the oil"),
    "condition-on vanguard.oil.fire": ("condition", "{at} is {condition}[, by the oil of {by}]"),
    "condition-off vanguard.oil.fire": ("condition", "The fire on {at} is out: no longer {condition}"),
    "damage vanguard.oil.fire": ("damage hp.lost", "{at} burns[ for {damage}][: {rolled}][; hp {hp}][, {bent}]"),
    "roll vanguard.oil.pool": ("number", "The oil of {who} burns on the ground[ until the end of round {number}]"),
    "damage vanguard.oil.pool": (
        "damage hp.lost",
        "{at} takes[ {damage}] from burning oil[: {rolled}][; hp {hp}][, {bent}]",
    ),
    # 0 hit points
    "dead vanguard.death.zero": ("hp.now", "{at} is dead[, slain by {by}][; hp {hp}]"),
    "dead vanguard.death.save": (
        "hp.now",
        "{at} is dead at once[, slain by {by}]: too far below 0 for a death save[; hp {hp}]",
    ),
    "check vanguard.death.save": (
        "total needed",
        "Death save, {who}[: {rolled}][, needs {needed}][ ({bent})][: {high:lives|fails}]",
    ),
    "score vanguard.death.mark": (
        "points ability",
        "{at} lives, with a permanent injury: max hp −1[, {ability} {points}][ ({dice})]",
    ),
    "due vanguard.death.mark": ("number", "{who} will die[ in {number} hours][: {rolled}]"),
    "down vanguard.death.save": ("hp.now", "{at} falls unconscious[, struck down by {by}][; hp {hp}]"),
    "down vanguard.unarmed": ("hp.now until", "{at} is knocked out[ by {by}][, {until}][: {rolled} rounds][; hp {hp}]"),
    "down vanguard.death.zero": (
        "hp.now until",
        "{at} is taken alive[ by {by}]: unconscious[, {until}][: {rolled} rounds][; hp {hp}]",
    ),
    "condition-off vanguard.unarmed": ("condition", "{at} comes to: no longer {condition}"),
    "check vanguard.death.aftermath": ("wakes", "{who} will wake[ at the end of round {wakes}][: {rolled} rounds]"),
    "condition-off vanguard.death.aftermath": ("condition", "{at} wakes: no longer {condition}"),
    "damage vanguard.drain": (
        "damage hp.lost",
        "{who} drains {at}: a negative level[, and {damage} hp with it][: {rolled}][; hp {hp}][, {bent}]",
    ),
    "dead vanguard.drain": ("hp.now", "{at} dies[, drained by {by}][; hp {hp}]"),
    "dead vanguard.drain.death": ("hp.now", "{at} dies[, drained of the last level by {by}][; hp {hp}]"),
    # morale
    "due vanguard.morale": ("trigger out", "Morale check for {side}[ ({trigger}: {who})][; {out} out of action]"),
    "check vanguard.morale": (
        "total needed",
        "Morale, {who}{others}[: {rolled}][, {needed} or less holds][ ({bent})][: {low:they hold|they break}]",
    ),
    "condition-on vanguard.morale": ("condition until", "{at} breaks and flees"),
    "surrendered vanguard.morale": ("", "{at} sees no way out and surrenders"),
}

SEEN = {
    "check vanguard.initiative.ready": (ALL, ALL),
    "check vanguard.initiative.modifier": ("vd", HIDDEN),
    "move vanguard.turn": ("vw", "v"),
    "move vanguard.run": ("vw", "v"),
    "move vanguard.charge": ("vw", "v"),
    "move vanguard.leave.defensive": ("vwb", "vb"),
    "hit vanguard.attack.roll": (ALL, "vdb"),
    "miss vanguard.attack.roll": (ALL, "vdb"),
    "damage vanguard.damage": (ALL, "vdb"),
    "damage vanguard.unarmed": (ALL, "vdb"),
    "declared vanguard.spell.cast": ("v", "v"),
    "check vanguard.spell.disrupt": (ALL, ALL),
    "lost vanguard.spell.disrupt": ("v", "v"),
    "check vanguard.save.roll": (ALL, ""),
    "declared vanguard.throw": ("vw", "v"),
    "lost vanguard.throw": ("vw", "v"),
    "roll vanguard.throw": ("vd", "vd"),
    "roll vanguard.oil.pool": ("v", "v"),
    "damage vanguard.holy-water": (ALL, "vdb"),
    "damage vanguard.oil.fire": (ALL, "vdb"),
    "damage vanguard.oil.pool": (ALL, "vdb"),
    "condition-on vanguard.oil.fire": ("v", "v"),
    "dead vanguard.death.zero": ("v", ""),
    "dead vanguard.death.save": ("vb", "b"),
    "check vanguard.death.save": (ALL, ALL),
    "score vanguard.death.mark": ("vw", ""),
    "due vanguard.death.mark": ("v", ""),
    "down vanguard.death.save": ("v", "v"),
    "down vanguard.unarmed": ("v", ""),
    "down vanguard.death.zero": ("v", ""),
    "check vanguard.death.aftermath": ("vd", ""),
    "damage vanguard.drain": (ALL, "vdb"),
    "due vanguard.morale": ("v", ""),
    "check vanguard.morale": ("", ""),
}

NO_SHIELD, ON_GUARD = "no shield with both hands in use", "defensive stance"

register(
    WORDS,
    SEEN,
    bent={
        "hit vanguard.attack.roll": (NO_SHIELD, ON_GUARD),
        "miss vanguard.attack.roll": (NO_SHIELD, ON_GUARD),
        "check vanguard.death.save": ("damage beyond 0", "hurt again at 0: the whole damage"),
        "check vanguard.morale": ("blessed",),
    },
    about_sides=("check vanguard.initiative.modifier", "lost vanguard.initiative.modifier"),
    about_nobody=("round vanguard.round.order",),
    headings=("round vanguard.round.order",),
    triggers={
        ("vanguard.morale", 1): "first loss",
        ("vanguard.morale", 2): "half out of action",
        ("vanguard.morale", 3): "first loss and half out of action",
    },
)
