"""Where the one who is asked may go: each place of a grid around them, with its answer or the reason against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.engine.space import gap
from affray.engine.state import Combatant, Fight, clone
from affray.engine.verbs import Answer, Question
from affray.log.narrate import one_line
from affray.play.questions import refusal_of
from affray.play.session import Play
from affray.rules.display import movement_rate, square_of
from affray.server.view import visible_choices
from affray.server.view_map import GO, TENTHS, may_name_a_place
from affray.server.viewer import Viewer

MOST_STEPS = 10  # to each side: a fast flyer's grid is coarser
APPROACH = "approach"


def list_moves(play: Play, viewer: Viewer) -> dict[str, Any]:
    """List the places where the one who is asked may go, and the others near by with the reasons against them."""
    asked = play.asks
    if asked is None or asked.question is None or not may_name_a_place(play):
        why = f"{one_line(asked.who)} is not asked to move now" if asked else "nobody is asked anything"
        return {"who": asked.who if asked else None, "ways": [], "refused": [], "reasons": [{"why": why}], "toward": {}}
    f, q = as_far_as_known(play, viewer), asked.question
    reasons, ways, refused = list[dict[str, Any]](), list[dict[str, Any]](), list[dict[str, Any]]()
    for x, y in places_around(f, f.who[q.who], square_of(play.book.setup())):
        place, answer = {"x": x / TENTHS, "y": y / TENTHS}, Answer(play.book.kinds.index(GO), x, y)
        no = describe_refusal(play, viewer, f, q, answer)
        if no is None:
            words = play.book.say_answer(f, play.roster, q, answer)
            ways.append(place | {"length": gap(f.who[q.who], x, y, f.who[q.who].z) / TENTHS, "answer": words})
        else:
            reasons += [no] if no not in reasons else []
            refused.append(place | {"reason": reasons.index(no)})
    return {
        "who": one_line(asked.who),
        "ways": ways,
        "refused": refused,
        "reasons": reasons,
        "toward": dict(list_approaches(play, viewer)),
    }


def as_far_as_known(play: Play, viewer: Viewer) -> Fight:
    """Return the state without those who are hidden from a viewer: they stop nobody on the map."""
    hidden = viewer.hidden(play)
    f = clone(play.state)
    for c in f.who[: f.n]:
        if c.id in hidden:
            c.able, c.in_fight, c.x, c.y = False, False, 0, 0
    return f


def places_around(f: Fight, who: Combatant, step: int) -> Iterator[tuple[int, int]]:
    """Yield the places of a grid around somebody, one step beyond what they can go."""
    rate = movement_rate(f, who)
    while rate > MOST_STEPS * step:
        step *= 2
    steps = range(-(rate // step) - 1, rate // step + 2)
    for down in steps:
        for along in steps:
            if along or down:
                yield who.x + along * step, who.y + down * step


def describe_refusal(play: Play, viewer: Viewer, f: Fight, q: Question, answer: Answer) -> dict[str, Any] | None:
    """Return the words and the clause against an answer; None if nothing is."""
    no = refusal_of(play.book, viewer.roster(play), f, q, answer)
    return None if no is None else {"why": one_line(no.words), "clause": no.clause}


def list_approaches(play: Play, viewer: Viewer) -> Iterator[tuple[str, str]]:
    """Yield whom the one who is asked may go up to, with the answer."""
    kind, names = play.book.kinds.index(APPROACH), viewer.roster(play).who
    for choice in visible_choices(play, viewer, play.legal):
        if choice.answer.kind == kind:
            yield one_line(names[choice.answer.target]), choice.words
