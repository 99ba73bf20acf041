"""Who acts when: the groups of the turn rail, the round as steps, scores and what they buy, actions that are left.

All of it is read off the state as each book's rules keep it (`Book.course`). It has no number of anybody whose numbers
the viewer doesn't know. A hidden combatant is left out before anything is grouped, so that the rest reads as if they
were not there. The order of the others is no secret: at a table the referee calls it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from affray.engine.state import ALWAYS, Combatant
from affray.engine.vocabulary import FALLEN
from affray.log.narrate import one_line
from affray.play.session import Play
from affray.rules.book import Coming, Course, Order
from affray.server.viewer import Viewer

NOW, NEXT, LATER, DONE = "Acts now", "Next", "Later", "Has acted"
UNABLE, OUT, STANDING = "Can't act", "Out of the fight", "Still standing"
NOT_BEGUN, NOT_ROLLED = "Before the first round", "Before initiative"
STATES = ("done", "now", "to come")


def describe_turns(play: Play, viewer: Viewer, shown: list[Combatant]) -> dict[str, Any]:
    """Return the parts of a view that say who acts when."""
    return {
        "turns": list(group_turns(play, viewer, shown)),
        "course": list(list_course(play, viewer, shown)),
        "track": describe_track(play, viewer, shown),
        "actions": describe_actions(play, viewer, shown),
    }


# --- groups, in the order of turns


def group_turns(play: Play, viewer: Viewer, shown: list[Combatant]) -> Iterator[dict[str, Any]]:
    """List everybody who is seen in groups: who acts now, who is next, the rest of the round, who is out."""
    there = {c.id: c for c in shown if not is_out(c)}
    order = None if play.over else play.book.course.order(play.state)
    now = whose_turn(play, viewer, order, there)
    if order is None:
        groups = [(NOW, now), *groups_without_order(play, [n for n in there if n not in now])]
    else:
        coming = [one for one in order.coming if one.who in there and one.who not in now]
        done = [n for n in order.done if n in there and n not in now]
        running = next((one.turn for one in order.coming if one.who in now), play.state.turn)
        groups = [(NOW, now), *split_coming(play, shown, running, coming), (DONE, done)]
    placed = {number for _, members in groups for number in members}
    groups += [(UNABLE, [n for n in there if n not in placed]), (OUT, [c.id for c in shown if is_out(c)])]
    names = play.roster.who
    yield from ({"name": name, "who": [one_line(names[n]) for n in members]} for name, members in groups if members)


def groups_without_order(play: Play, others: list[int]) -> list[tuple[str, list[int]]]:
    """Return the group of those who can act, before anybody knows in which order."""
    if play.over:
        return [(STANDING, others)]
    able = [number for number in others if play.state.who[number].able]
    return [(NOT_ROLLED if play.state.round else NOT_BEGUN, able)]


def is_out(c: Combatant) -> bool:
    """Return whether somebody has dropped out, dead or dying, fled or given up."""
    return not c.in_fight or c.conditions & FALLEN != 0


def whose_turn(play: Play, viewer: Viewer, order: Order | None, there: Iterable[int]) -> list[int]:
    """Return who acts now: whoever is asked for a decision; else, of a reaction or a die, whose turn it is.

    Where the viewer is told no more than that the referee is waited for, it is nobody: a die of somebody hidden and
    one of a foe that is seen must look alike."""
    asked = play.asks
    if asked is None or asked.who not in play.roster.who:
        return []
    number = play.roster.who.index(asked.who)
    known = number not in viewer.hidden(play)
    if not known or (asked.die is not None and not viewer.knows_numbers(play, play.state.who[number])):
        return []
    aside = asked.question is None or play.book.asks[asked.question.ask] in play.book.reactions
    turn = order.coming[0].who if aside and order is not None and order.coming else number
    return [turn] if turn in there else []


def split_coming(play: Play, shown: list[Combatant], running: int, coming: list[Coming]) -> list[tuple[str, list[int]]]:
    """Return who is next, with the side whose turn that begins, and who comes later."""
    if not coming:
        return []
    first, *rest = coming
    name = NEXT
    if first.turn != running and takes_turns_by_side(play, shown):
        name = f"{NEXT}, {one_line(play.roster.sides[play.state.who[first.who].side])}"
    return [(name, [first.who]), (LATER, [one.who for one in rest])]


def takes_turns_by_side(play: Play, shown: list[Combatant]) -> bool:
    """Return whether a turn is that of a side, and not of each by themselves."""
    f = play.state
    acting = [c for c in shown if c.able and c.turn < f.turn_count and not c.acts_last]
    return bool(play.book.course.side_steps) and all(c.turn == f.side[c.side].turn for c in acting)


# --- the round as steps


def list_course(play: Play, viewer: Viewer, shown: list[Combatant]) -> Iterator[dict[str, Any]]:
    """List the steps of the round in groups: those of all together, and of each side that is seen its own."""
    course, steps = play.book.course, [step for step in enumerate(play.book.phases) if step[1] not in play.book.upkeep]
    by_side = takes_turns_by_side(play, shown)
    own = [step for step in steps if step[1] in course.side_steps]
    for number, name in steps:
        if not by_side or name not in course.side_steps:
            step = {"name": say_step(course, name), "state": state_of(play, number, number), "due": False}
            yield {"side": None, "steps": [step]}
        elif (number, name) == own[0]:
            yield from list_side_turns(play, viewer, shown, own)


def list_side_turns(
    play: Play, viewer: Viewer, shown: list[Combatant], own: list[tuple[int, str]]
) -> Iterator[dict[str, Any]]:
    """List the turns of the sides of which anybody is seen, in their order, each with its steps."""
    f = play.state
    seen = [side for side in f.side[: f.sides] if any(c.side == side.id for c in shown)]
    settled = own[0][0] <= f.phase <= own[-1][0] or (f.phase > own[-1][0] and f.round > 0)
    for side in sorted(seen, key=lambda side: (side.turn if settled else 0, side.id)):
        due = viewer.sees_all and any(c.side == side.id and c.morale_due and c.in_fight for c in shown)
        spans: dict[str, tuple[int, int]] = {}
        for number, name in own:
            words = say_step(play.book.course, name)
            spans[words] = (spans.get(words, (number, 0))[0], number)
        steps = [
            {"name": words, "state": state_in_turn(play, side.turn, *span), "due": due and words == "morale"}
            for words, span in spans.items()
        ]
        yield {"side": one_line(play.roster.sides[side.id]), "steps": steps}


def say_step(course: Course, name: str) -> str:
    return course.words.get(name, name.replace("-", " "))


def state_of(play: Play, first: int, last: int) -> str:
    """Return whether the phases of a step are over, under way or to come; nothing is under way after the fight."""
    if play.over or last < play.state.phase:
        return STATES[0]
    return STATES[1] if first <= play.state.phase else STATES[2]


def state_in_turn(play: Play, turn: int, first: int, last: int) -> str:
    """Return the same of a step that each side goes through in its own turn."""
    f, phases = play.state, play.book.phases
    own = [number for number, name in enumerate(phases) if name in play.book.course.side_steps]
    if play.over or f.phase > own[-1]:
        return STATES[0]
    if f.phase < own[0]:
        return STATES[2] if phases[f.phase] not in ("turn", "side") else STATES[0 if turn < f.turn else 2]
    if turn != f.turn:
        return STATES[0 if turn < f.turn else 2]
    return state_of(play, first, last)


# --- scores, actions, time


def describe_track(play: Play, viewer: Viewer, shown: list[Combatant]) -> dict[str, Any] | None:
    """Return the scores that the viewer knows, where a book has them; of who is asked, what theirs buys.

    `lands` is where an answer at the highest price on offer would leave them."""
    purchases = play.book.course.purchases
    if purchases is None:
        return None
    f, names = play.state, play.roster.who
    known = [c for c in shown if c.tempo is not None and viewer.knows_numbers(play, c) and not is_out(c)]
    asked = next((c for c in known if play.asks is not None and names[c.id] == play.asks.who), None)
    price = play.price if asked is not None else 0
    return {
        "scores": [{"who": one_line(names[c.id]), "score": c.tempo.score} for c in known],
        "asked": one_line(names[asked.id]) if asked is not None else None,
        "lands": max(0, asked.tempo.score - price) if asked is not None and price else None,
        "price": price,
        "buys": [one._asdict() for one in purchases(f, asked)] if asked is not None else [],
    }


def describe_actions(play: Play, viewer: Viewer, shown: list[Combatant]) -> dict[str, list[dict[str, Any]]]:
    """Return which actions of this round are left to those whose numbers the viewer knows, where a book has them."""
    actions = play.book.course.actions
    if actions is None or not play.state.round:
        return {}
    known = [c for c in shown if c.able and viewer.knows_numbers(play, c)]
    return {
        one_line(play.roster.who[c.id]): [{"name": name, "left": left} for name, left in actions(c).items()]
        for c in known
    }


def rounds_left(play: Play, until: int | None) -> int | None:
    """Return for how many rounds after this one a condition lasts; None for one that outlasts the fight."""
    if until is None or until >= ALWAYS or until > play.state.last_round:
        return None
    return max(0, until - play.state.round)
