"""The words of the log and what players may know: of each kind of event, and of it under a clause of its own.

A key is a kind, or a kind and a clause. First come the facts of the event (narrate.FACTS), then the sentence.
{name} stands for a fact; what stands in [brackets] is left out where one of its facts is not known to the reader.
Every sentence may use {who}, {at}, {side} and {sort}; {by} and {whom}, who does it and to whom, where these are two;
{rolled}, the sum of dice and modifiers (log/arithmetic.py); {dice}, dice that are not added up; {bent}, what makes the
number that is rolled against; {remarks}, and {unrolled}, the same where nothing is added up; {attack}, an attack with
its result; {outcome}, how it ended; {group}, those who check together; {others}, how many share a roll with {who};
{effect}, the spell. {high:saves|fails} says the first if the total is at least the number
needed, else the second; {low:…} if it is at most that.

What players see of an event: first of one's own, then of the others': v its value, w what it was before or is measured
against, d its dice, b its modifiers; HIDDEN where the event is not for them. What a book adds shows no number until it
has its line. Each book registers its words and its lines in its wording.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

HIDDEN = "-"
ALL = "vwdb"


class Saying(NamedTuple):
    facts: str
    words: str


# What a book that has no words here yet is told with.
KINDS = {
    "roll": ("total", "{who} rolls[ over {whom}][: {rolled}]"),
    "hit": ("total armour", "{attack}"),
    "miss": ("total armour", "{attack}"),
    "damage": ("damage hp.lost", "{at} takes [{damage} ]damage[ from {by}][: {rolled}][; hp {hp}][, {bent}]"),
    "heal": ("healed hp.gained", "{at} is healed[ for {healed}][ by {by}][: {rolled}][; hp {hp}]"),
    "condition-on": ("condition until", "{at} is {condition}[ {until}][, by {by}][: {rolled} rounds]"),
    "condition-off": ("condition", "{at} is no longer {condition}"),
    "move": ("moved rate", "{who} moves[ with {whom} in mind][, {moved}][, at a rate of {rate}]"),
    "score": ("score", "{who} scores[ {score}][ with {whom}][: {rolled}]"),
    "check": (
        "total needed",
        "{who} makes a check[ over {whom}][: {rolled}][ against {needed}][ ({bent})]",
    ),
    "declared": ("value was", "{who} declares[ with {whom}][: {value}][, {was}]"),
    "lost": ("value was", "{who} loses what was declared[ with {whom}][: {value}][, {was}]"),
    "due": ("value was", "A check is due for {who} of {side}[ with {whom}][: {value}][, {was}]"),
    "down": ("hp.now", "{at} falls[, struck by {by}][; hp {hp}]"),
    "dead": ("hp.now", "{at} is dead[, slain by {by}][; hp {hp}]"),
    "fled": ("", "{at} has fled the fight"),
    "surrendered": ("", "{at} surrenders[ to {by}]"),
    "referee": ("value was", "Referee: ruling on {who}[: {value}][, was {was}]"),
    "round": ("turn", "Turn[ {turn}]: {who} of {side}"),
    "end": ("winner rounds", "The fight ends[ {in_round}][. {outcome}]"),
}

OWN = {  # the house's own
    "due affray.referee": ("", "Referee: morale check for {who}"),
    "dead affray.referee": ("hp.now", "Referee: {at} is dead[; hp {hp}]"),
    "damage affray.referee": ("hp.lost", "{at} is hurt[: hp {hp}]"),
    "condition-on affray.referee": ("condition until", "Referee: {at} {becomes}[ {until}]"),
    "condition-off affray.referee": ("condition", "Referee: {at} is no longer {condition}"),
    "condition-on affray.wait": ("", "{at} lies in wait"),
    "condition-off affray.wait": ("", "{at} lies in wait no longer and joins the fight"),
    "end affray.limit": ("winner rounds", "The last round is over[, round {rounds}][. {outcome}]"),
    "end affray.idle": (
        "winner rounds",
        "Nobody can do anybody lasting harm: the fight ends[ after round {rounds}][. {outcome}]",
    ),
}

SAYINGS = {key: Saying(*said) for key, said in (KINDS | OWN).items()}
SEEN = {
    "roll": ("", HIDDEN),
    "hit": ("", ""),
    "miss": ("", ""),
    "damage": ("", ""),
    "heal": ("", ""),
    "condition-on": ("v", "v"),
    "condition-off": ("v", "v"),
    "move": ("", ""),
    "score": ("", ""),
    "check": ("", ""),
    "declared": ("", ""),
    "lost": ("", ""),
    "due": ("", ""),
    "down": ("", ""),
    "dead": ("", ""),
    "fled": ("", ""),
    "surrendered": ("", ""),
    "referee": ("", HIDDEN),
    "round": ("v", "v"),
    "end": ("vw", "vw"),
}

BENT: dict[str, tuple[str, ...]] = {}  # modifiers of what is rolled against rather than of the roll, by their words
ABOUT_SIDES: set[str] = set()  # where its first combatant stands for a side
ABOUT_NOBODY = {"end", "end affray.limit", "end affray.idle"}
HEADINGS: set[str] = set()  # what begins a round
TRIGGER_WORDS: dict[tuple[str, int], str] = {}  # of a clause of morale, and the value of its event


def register(
    words: Mapping[str, tuple[str, str]],
    seen: Mapping[str, tuple[str, str]],
    *,
    bent: Mapping[str, tuple[str, ...]] | None = None,
    about_sides: Sequence[str] = (),
    about_nobody: Sequence[str] = (),
    headings: Sequence[str] = (),
    triggers: Mapping[tuple[str, int], str] | None = None,
) -> None:
    """Register the words of one book. A key is a kind and a clause; `bent` may name a kind alone."""
    SAYINGS.update({key: Saying(*said) for key, said in words.items()})
    SEEN.update(seen)
    for key, reasons in (bent or {}).items():
        BENT[key] = (*BENT.get(key, ()), *reasons)
    ABOUT_SIDES.update(about_sides)
    ABOUT_NOBODY.update(about_nobody)
    HEADINGS.update(headings)
    TRIGGER_WORDS.update(triggers or {})
