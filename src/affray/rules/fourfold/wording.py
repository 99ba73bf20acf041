"""The words of the fourfold book: how people say answers, the sentences of its log, and what players see of them.

`engine/phrases.py` explains the small language of the sentences."""

from __future__ import annotations

from affray.engine.encounter import SKILLS
from affray.engine.phrases import ALL, HIDDEN, register
from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import PASS, YES, Answer, Question
from affray.rules.book import Roster
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.damage import armour_now
from affray.rules.fourfold.legality import candidates, legal
from affray.rules.fourfold.questions import (
    ANSWERS,
    AWAY,
    CAST,
    CLAUSE,
    DEFEND,
    DELAY,
    DOWN,
    DRAW,
    FIRST,
    GO,
    HIT,
    KINDS,
    LET_FALL,
    LIE,
    MODIFY,
    ORDER,
    RISE,
    SADDLE,
    SHOVE,
    SUBDUE,
    USE,
)
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

SENTENCES = (
    "{who}'s turn: what do you do?",
    "{other} is about to {deed}. {who}: use your held action first?",
    "{other} is about to {deed}. {who}: make a snap attack?",
    "{other} rolled {value} against {who}'s AC {ac}: use total defence?",
    "Surprise, {side}: yes, no, or pass to roll?",
    "Surprised, {side}: do they check morale? Yes, no, or pass for low ratings alone.",
    "Morale of {side}, rating of {other}: modifier for the situation (−2 to +2)?",
    "{other} is about to {deed}, and several can answer: who is first?",
)
FREE_ATTACKS = "{other} is about to leave the reach of several: whose free attack is first?"
KIND_IS = {AWAY: "move away", LET_FALL: "drop weapon", LIE: "lie down"}
NUMBERED = {"go": GO, "rise": RISE, "modify": MODIFY}


def phrase(f: Fight, q: Question) -> tuple[str, int]:
    """Return how a question is put, and its clause: whoever may defend is told the armour class that counts now."""
    if q.ask == ORDER and f.leaver != NOBODY:
        return FREE_ATTACKS, C.MELEE_FREE_ATTACK
    ac = armour_now(f, f.who[q.who]) if q.ask == DEFEND else 0
    return SENTENCES[q.ask].replace("{ac}", str(ac)), CLAUSE[q.ask]


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer in the words that `parse_answer` understands."""
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
    if a.kind == USE:
        return f"use {SKILLS[a.option].capitalize()}"
    if a.kind == CAST:
        return f"cast {spell_in(f, roster, q.who, a.option)} at {name_of(roster, a.target)}"
    if a.kind == DELAY:
        return f"wait for {name_of(roster, a.target)}"
    kind = KIND_IS.get(a.kind, KINDS[a.kind])
    if a.kind == YES and q.ask == DEFEND:
        kind = "total defence"
    aimed = f"{kind} {name_of(roster, a.target)}" if a.target != NOBODY else kind
    return aimed + manner(f, roster, q, a)


def said_before(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer in the words of fights that were saved before it got others."""
    if a.kind == DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind == DELAY:
        return f"delay after {name_of(roster, a.target)}"
    if a.kind in KIND_IS or (a.kind == YES and q.ask == DEFEND):
        return KINDS[a.kind]
    return say_answer(f, roster, q, a).replace(" without killing", " to spare")


def name_of(roster: Roster, number: int) -> str:
    return roster.who[number] if 0 <= number < len(roster.who) else "nobody"


def manner(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return how a strike or a shove differs from a plain one."""
    if a.kind == SHOVE:
        return " down" if a.option == DOWN else ""
    if a.kind != HIT:
        return ""
    return way(f, roster, f.who[q.who], a.option >> 1) + (" without killing" if a.option & SUBDUE else "")


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """Return the answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing"):
        return Answer(PASS)
    number = parse_measured(text, NUMBERED, "feet")
    if number and ANSWERS[q.ask] >> number.kind & 1:
        return number
    legal_ones = {say_answer(f, roster, q, a): a for a in legal(f, q)}
    if (answer := find_answer(text, legal_ones)) is not None:
        return answer
    named = {words(f, roster, q, a).lower(): a for words in (said_before, say_answer) for a in everything(f, q)}
    return understood(text, named, legal_ones)


def everything(f: Fight, q: Question) -> list[Answer]:
    """Return every answer that has a name, forbidden ones too; the legal ones last, so that they keep their names."""
    kinds = [kind for kind in (*range(YES, RISE), SADDLE, FIRST) if ANSWERS[q.ask] >> kind & 1]
    known = [a for kind in kinds for a in candidates(f, kind)]
    return known[::-1]


# --- sentences of the log


SHOT = "{who} attacks {at}[: {rolled}]"
CONTEST = "[: {rolled}][ against {needed}][: {remarks}]"

WORDS = {
    # before the fight
    "check fourfold.reaction": (
        "total needed",
        "Reaction roll, {who} speaks[: {rolled}][, {needed} or more: {high:no fight|they fight}]",
    ),
    "roll fourfold.surprise.opposed": ("total", "Sneaking up on {other_side}, worst sneaker {who}[: {rolled}]"),
    "check fourfold.surprise.opposed": ("total needed", "Surprise, {side}[: {rolled}][ against {needed}][: {remarks}]"),
    "declared fourfold.surprise.opposed": ("", "Surprise, {side}[: {remarks}]"),
    "declared fourfold.surprise.round": ("", "All sides are surprised, so nobody has a round alone"),
    "condition-on fourfold.surprise.round": ("condition until", "{at} is surprised: {condition}[ {until}]"),
    "due fourfold.surprise.morale": ("", "Morale check for {who} (surprised)"),
    # the round
    "round fourfold.round.opening": ("number", "Round[ {number}]"),
    "round fourfold.sides": ("turn", "Turn[ {turn}]: {side}"),
    "score fourfold.initiative.side": ("score", "Initiative for the whole fight, {side}[: {rolled}]"),
    "score fourfold.initiative.individual": ("score", "Initiative for the whole fight, {tied}[: {rolled}]"),
    "score fourfold.initiative.tie": ("score", "Tie[ at {score}]: {side} before {other_side}"),
    "declared fourfold.initiative.tie": ("score", "Tie[ at {score}]: {who} before {other_side}"),
    "roll fourfold.hp.roll": ("hp.now", "{who} has [{hp} ]hp[: {rolled}]"),
    "declared fourfold.initiative.order": ("", "{who} lets {at} go first"),
    # actions
    "declared fourfold.action.instant": ("", "{who} is about to[ {remarks}][ {whom}]. Any snap actions?"),
    "declared fourfold.action.cast": ("", "{who} begins a spell[ at {whom}]. Any snap actions?"),
    "declared fourfold.action.snap": ("", "{who} makes a snap attack at {at}"),
    "declared fourfold.action.defence": ("", "{who} goes into total defence[ against {whom}]"),
    "declared fourfold.action.charge": ("", "{who} charges {at}"),
    "declared fourfold.action.withdrawal": ("", "{who} withdraws fighting"),
    "declared fourfold.action.screen": ("", "{who} screens {at}"),
    "declared fourfold.action.grapple": ("", "{who} has got hold of {at}"),
    "declared fourfold.action.hold": ("", "{who} holds the main action[, {remarks}]"),
    "declared fourfold.action.delay": ("", "{who} waits for {at}'s turn to end"),
    "declared fourfold.action.list": ("weapon", "{who} reloads[ the {weapon}]"),
    "declared fourfold.melee.free-attack": ("", "{at} leaves {who}'s reach: a free attack for {who}"),
    "lost fourfold.action.cast": ("spell", "{who} was hurt: the spell[ {spell}] is lost"),
    "lost fourfold.action.instant": ("", "{who} can no longer do what was announced[: {remarks}][ {whom}]"),
    "lost fourfold.action.hold": ("", "{who}'s held action is lost with the round"),
    "lost fourfold.action.grapple": ("", "{at} breaks free of {who}"),
    "lost fourfold.morale.check": ("", "{who} runs, and lets go of {at}"),
    "roll fourfold.action.screen": ("total", "{who} screens a friend from {at}[: {rolled}]"),
    "check fourfold.action.screen": (
        "total needed",
        f"{{who}} tries to get past {{at}}{CONTEST}",
    ),
    "roll fourfold.action.shove": ("total", "{who} stands firm against {at}[: {rolled}]"),
    "check fourfold.action.shove": ("total needed", f"{{who}} shoves {{at}}{CONTEST}"),
    "roll fourfold.action.grapple": ("total", "{who} resists {at}[: {rolled}]"),
    "check fourfold.action.grapple": (
        "total needed",
        f"{{who}} wrestles with {{at}}{CONTEST}",
    ),
    "check fourfold.skill.check": (
        "total needed",
        "{who} uses[ {skill}][: {rolled}][, needs {needed}: {high:succeeds|fails}]",
    ),
    # movement
    "move fourfold.action.move": ("moved rate", "{who} moves[ {moved}]"),
    "move fourfold.action.charge": ("moved rate", "{who} runs[ {moved}]"),
    "move fourfold.action.withdrawal": ("moved rate", "{who} falls back fighting[, {moved}]"),
    "move fourfold.action.main": ("moved", "{who} drags {at} away[, {moved}]"),
    "move fourfold.action.shove": ("moved", "{who} is shoved back[ {moved}][ by {whom}]"),
    "move fourfold.action.on-turn": ("weapon", "{who}[ {draws}]"),
    "move fourfold.action.instant": ("weapon", "{who} drops[ the {weapon}]"),
    "move fourfold.action.list": ("weapon", "{who} picks up[ the {weapon}]"),
    "move fourfold.morale.check": ("moved rate", "{who} runs away[, {moved}]"),
    "condition-on fourfold.action.list": ("condition", "{at} goes {condition}"),
    "condition-off fourfold.action.list": ("condition", "{at} gets up, no longer {condition}"),
    "condition-on fourfold.action.shove": ("condition", "{at} falls {condition}[, shoved by {by}]"),
    "fled fourfold.morale.check": ("", "{at} is out of everybody's reach and has fled the fight"),
    # attacks
    "roll fourfold.attack.roll": ("total", SHOT),
    "hit fourfold.attack.roll": ("total armour", "{attack}"),
    "miss fourfold.attack.roll": ("total armour", "{attack}"),
    "hit fourfold.attack.natural": ("total armour", "{attack}"),
    "miss fourfold.attack.natural": ("total armour", "{attack}"),
    "miss fourfold.damage.shock": ("damage", "{at}'s shield stops the shock[ of {damage} damage]"),
    "hit fourfold.execution": ("total needed", "{who} shoots to kill {at}[: {rolled}][, needs {needed}]: well aimed"),
    "miss fourfold.execution": ("total needed", "{who} shoots to kill {at}[: {rolled}][, needs {needed}]: misses"),
    "check fourfold.execution": (
        "total needed",
        "Saving throw against execution, {who}[: {rolled}][, needs {needed}: {high:saves|fails}]",
    ),
    # damage
    "damage fourfold.damage.nonlethal": (
        "damage hp.lost",
        "{at} takes [{damage} ]nonlethal damage[ from {by}][: {rolled}][; hp {hp}][, {bent}]",
    ),
    "damage fourfold.damage.shock": (
        "damage hp.lost",
        "{at} takes [{damage} ]damage by shock from {who}'s miss[: {rolled}][; hp {hp}][, {bent}]",
    ),
    "damage fourfold.action.grapple": (
        "damage hp.lost",
        "{who} holds {at} fast[, {damage} damage][: {rolled}][; hp {hp}][, {bent}]",
    ),
    "damage fourfold.execution": (
        "damage hp.lost",
        "{at} takes [{damage} ]damage, the weapon's maximum, from {who}[: {rolled}][; hp {hp}][, {bent}]",
    ),
    "down fourfold.damage.mortal": ("hp.now", "{at} is mortally wounded[ by {by}][; hp {hp}]"),
    "down fourfold.damage.nonlethal": ("hp.now", "{at} is knocked out[ by {by}][; hp {hp}]"),
    "down fourfold.execution": ("hp.now", "{at} is mortally wounded[, executed by {by}][; hp {hp}]"),
    "dead fourfold.damage.mortal": ("hp.now", "{at} is dead[, slain by {by}][ ({remarks})][; hp {hp}]"),
    "dead fourfold.damage.untended": ("hp.now", "{at} bleeds to death, with nobody left to tend them[; hp {hp}]"),
    "dead fourfold.execution": ("hp.now", "{at} is dead[, executed by {by}][; hp {hp}]"),
    "check fourfold.damage.stabilise": (
        "total needed",
        "{who} tends {at}[: {rolled}][, needs {needed}: {high:succeeds|fails}]",
    ),
    "condition-on fourfold.damage.stabilise": ("condition until", "{at} is stable but frail: {condition}[ {until}]"),
    "condition-off fourfold.damage.stabilise": ("condition", "{at} is no longer {condition}"),
    "condition-off fourfold.damage.nonlethal": ("condition", "{at} comes to, no longer {condition}"),
    "check fourfold.save.roll": (
        "total needed",
        "Saving throw, {who}[: {rolled}][, needs {needed}: {high:saves|fails}]",
    ),
    # morale
    "due fourfold.morale.triggers": ("trigger out", "Morale check for {side}[ ({trigger}: {who})][; {out} down]"),
    "check fourfold.morale.check": (
        "total needed",
        "Morale, {group}[: {rolled}][, {needed} or less holds][ ({bent})][: {low:they hold|they break}]",
    ),
    "check fourfold.morale.rating": ("needed", "{who}[ {extreme}][ (morale {needed})]"),
    "condition-on fourfold.morale.check": ("condition until", "{at} breaks and flees"),
    "surrendered fourfold.morale.check": ("", "{at} sees no way out and surrenders"),
}

SEEN = {
    # before the fight
    "check fourfold.reaction": ("vdb", HIDDEN),
    "roll fourfold.surprise.opposed": ("vdb", HIDDEN),
    "check fourfold.surprise.opposed": ("vdb", HIDDEN),
    "declared fourfold.surprise.opposed": ("vdb", HIDDEN),
    "declared fourfold.action.hold": ("b", "b"),
    "dead fourfold.damage.mortal": ("vb", "b"),
    "condition-on fourfold.surprise.round": ("vw", "vw"),
    # the round
    "score fourfold.initiative.side": ("vdb", "vdb"),
    "score fourfold.initiative.individual": ("vdb", "vdb"),
    "score fourfold.initiative.tie": ("v", "v"),
    "declared fourfold.initiative.tie": ("v", "v"),
    "roll fourfold.hp.roll": ("vd", HIDDEN),
    # actions and movement
    "declared fourfold.action.list": ("v", "v"),
    "lost fourfold.action.cast": ("v", "v"),
    "lost fourfold.action.instant": ("b", "b"),
    "move fourfold.action.move": ("vw", "v"),
    "move fourfold.action.charge": ("vw", "v"),
    "move fourfold.action.withdrawal": ("vw", "v"),
    "move fourfold.action.main": ("v", "v"),
    "move fourfold.action.shove": ("v", "v"),
    "move fourfold.action.on-turn": ("v", "v"),
    "move fourfold.action.instant": ("v", "v"),
    "move fourfold.action.list": ("v", "v"),
    "move fourfold.morale.check": ("vw", "v"),
    "roll fourfold.action.screen": ("vdb", "vd"),
    "check fourfold.action.screen": ("vwdb", "vwd"),
    "roll fourfold.action.shove": ("vdb", "vd"),
    "check fourfold.action.shove": ("vwdb", "vwd"),
    "roll fourfold.action.grapple": ("vdb", "vd"),
    "check fourfold.action.grapple": ("vwdb", "vwd"),
    "check fourfold.skill.check": ("vwdb", ""),
    # attacks and damage: the armour class and the hp of others are theirs
    "roll fourfold.attack.roll": ("vdb", "vdb"),
    "hit fourfold.attack.roll": (ALL, "vdb"),
    "miss fourfold.attack.roll": (ALL, "vdb"),
    "hit fourfold.attack.natural": (ALL, "vdb"),
    "miss fourfold.attack.natural": (ALL, "vdb"),
    "miss fourfold.damage.shock": ("v", "v"),
    "hit fourfold.execution": (ALL, "vdb"),
    "miss fourfold.execution": (ALL, "vdb"),
    "check fourfold.execution": (ALL, ""),
    "damage fourfold.damage.roll": (ALL, "vdb"),
    "damage fourfold.damage.nonlethal": (ALL, "vdb"),
    "damage fourfold.damage.shock": (ALL, "vdb"),
    "damage fourfold.action.grapple": (ALL, "vdb"),
    "damage fourfold.execution": (ALL, "vdb"),
    "down fourfold.damage.mortal": ("v", ""),
    "down fourfold.damage.nonlethal": ("v", ""),
    "down fourfold.execution": ("v", ""),
    "dead fourfold.damage.untended": ("v", ""),
    "dead fourfold.execution": ("v", ""),
    "check fourfold.damage.stabilise": (ALL, "vd"),
    "check fourfold.save.roll": (ALL, ""),
    # morale: ratings and totals are the referee's, and so is who need not roll
    "due fourfold.morale.triggers": ("v", ""),
    "check fourfold.morale.rating": (HIDDEN, HIDDEN),
}

RESULT = ("prevails", "fails")
ARMOUR = ("no shield with both hands in use", "total defence", "charged this round")

register(
    WORDS,
    SEEN,
    bent={
        "hit": ARMOUR,
        "miss": ARMOUR,
        "check fourfold.surprise.opposed": ("surprised", "not surprised"),
        "check fourfold.action.screen": RESULT,
        "check fourfold.action.shove": RESULT,
        "check fourfold.action.grapple": RESULT,
        "check fourfold.morale.check": ("blessed", "the situation"),
    },
    about_sides=(
        "score fourfold.initiative.side",
        "check fourfold.surprise.opposed",
        "declared fourfold.surprise.opposed",
    ),
    about_nobody=("round fourfold.round.opening", "declared fourfold.surprise.round"),
    headings=("round fourfold.round.opening",),
    triggers={
        ("fourfold.morale.triggers", 1): "first down",
        ("fourfold.morale.triggers", 2): "half down",
        ("fourfold.morale.triggers", 3): "first down, and half",
    },
)
