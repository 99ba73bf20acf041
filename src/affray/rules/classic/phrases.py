"""The words of the classic book's log, and what players see of its events (engine/phrases.py says how)."""

from affray.engine.phrases import HIDDEN, register

SCORE = ("score", "Initiative of {who}[: {rolled}][, score {score}]")
MORALE_CHECK = "[: {rolled}][, total {total}][; holds at {needed} or less][ ({bent})]"

WORDS = {
    "check classic.reaction": (
        "total needed",
        "{who} speaks to them[: {rolled}][, total {total}][; no fight at {needed} or more]",
    ),
    "round classic.round.sequence": ("number", "Round[ {number}]"),
    "round classic.initiative.tie": (
        "turn",
        "Turn[ {turn}], tied sides together: {who} of {side}, and all who act with it",
    ),
    "round classic.round.sides": ("turn", "Turn[ {turn}]: {who} of {side}, and all who act with it"),
    "score classic.initiative.side": ("score", "Initiative of {side}[: {rolled}][, score {score}]"),
    "score classic.initiative.individual": SCORE,
    "score classic.initiative.tie": ("score", "Tied, again for {who} of {side}[: {rolled}][, score {score}]"),
    "surrendered classic.morale.check": ("", "{at} sees no way out and surrenders"),
    "condition-on classic.morale.check": ("condition until", "The courage of {at} breaks: it is {condition}[ {until}]"),
    "check classic.morale.check": ("total needed", f"{{who}} and its like of {{side}} check morale{MORALE_CHECK}"),
    "check classic.morale.steadfast": (
        "passed needed",
        "{who} and its like of {side} fight to the death[: {passed} checks passed][; the rating is {needed}]",
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
    bent={"check classic.morale.check": ("blessed", "the situation, as the referee sees it")},
    about_sides=("score classic.initiative.side",),
    about_nobody=("round classic.round.sequence",),
    headings=("round classic.round.sequence",),
)
