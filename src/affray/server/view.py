"""A fight as one pair of eyes sees it at this moment: a whitelist, made here, of plain values that go out as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.engine.conditions import DEAD, DYING, FALLEN, FLED, NAMES, PETRIFIED, SURRENDERED, UNCONSCIOUS
from affray.engine.state import ALWAYS, NOBODY, Combatant
from affray.log.narrate import one_line
from affray.play.session import Play
from affray.server.asked import ahead, asks
from affray.server.eyes import Eyes

TENTHS = 10
ENDS = (DEAD, PETRIFIED, FLED, SURRENDERED, DYING, UNCONSCIOUS)  # what is said first of one who is out of it


def view(play: Play, eyes: Eyes) -> dict[str, Any]:
    """All but the log: what is here follows from the entries alone, so that it is the same after a restart."""
    hidden = eyes.hidden(play)
    shown = [c for c in play.state.who[: play.state.n] if c.id not in hidden]
    return {
        "fight": about(play, eyes),
        "steps": list(steps(play)),
        "sides": list(sides(play, eyes, shown)),
        "people": [person(play, eyes, c) for c in shown],
        "asks": asks(play, eyes),
        "ahead": ahead(play, eyes),
        "standing": standing(play, eyes),
        "due": list(due(play)) if eyes.all_seeing else [],
    }


def about(play: Play, eyes: Eyes) -> dict[str, Any]:
    return {
        "title": one_line(play.encounter.title),
        "book": play.book.name,
        "book_title": play.book.title,
        "unit": play.book.unit,
        "house": [f"{overlay.name}: {overlay.says}" for overlay in play.book.house],
        "options": play.options,
        "round": play.state.round,
        "over": play.over,
        "winner": winner(play, eyes),
    }


def winner(play: Play, eyes: Eyes) -> str | None:
    """A side of which they see nobody has no name for them."""
    return eyes.roster(play).sides[play.state.winner] if play.state.winner >= 0 else play.winner


def steps(play: Play) -> Iterator[dict[str, str]]:
    """The round as the book has it, and where it is."""
    for number, name in enumerate(play.book.phases):
        if name not in play.book.upkeep:
            where = "done" if number < play.state.phase else "now" if number == play.state.phase else "to come"
            yield {"name": name.replace("-", " "), "state": where}


def sides(play: Play, eyes: Eyes, shown: list[Combatant]) -> Iterator[dict[str, Any]]:
    """Those of which anybody is seen, and how many are."""
    for side in play.state.side[: play.state.sides]:
        members = [c for c in shown if c.side == side.id]
        if members:
            yield {
                "name": one_line(play.roster.sides[side.id]),
                "players": side.players,
                "standing": sum(c.up and not c.on & FALLEN for c in members),
                "size": len(members),
            }


def person(play: Play, eyes: Eyes, c: Combatant) -> dict[str, Any]:
    names, close = eyes.roster(play), eyes.intimate(play, c)
    return {
        "name": one_line(names.who[c.id]),
        "kind": one_line(names.kinds[c.id]) if c.id < len(names.kinds) else "",
        "side": one_line(names.sides[c.side]),
        "yours": names.who[c.id] in eyes.people,
        "up": c.up,
        "out": next((NAMES[end] for end in ENDS if c.on >> end & 1), "" if c.up else "out"),
        "health": health(c),
        "hp": c.hp if close else None,
        "max_hp": c.max_hp if close else None,
        "armour": play.book.armour(c) if close else None,
        "morale": c.morale if eyes.all_seeing else None,
        "score": c.score if close else None,
        "conditions": list(conditions(c, close)),
        **place(c),
        "faces": names.who[c.faces] if c.faces != NOBODY and c.up and c.faces not in eyes.hidden(play) else None,
        "state": doing(play, c, close),
        "engaged": [names.who[foe] for foe in engaged(play, c) if foe not in eyes.hidden(play)],
        "hidden": eyes.all_seeing and c.id in play.hidden.now,
        "note": one_line(play.hidden.notes.get(c.id, "")) if eyes.all_seeing else "",
        "weapon": weapon(play, c) if close else "",
        "aside": one_line(play.roster.aside(c.id)) if eyes.all_seeing else "",
    }


def health(c: Combatant) -> str:
    """What anybody can see of it."""
    if not c.up or c.on & FALLEN or c.hp <= 0:
        return "down"
    if c.hp >= c.max_hp:
        return "fresh"
    return "hurt" if c.hp * 2 > c.max_hp else "badly hurt"


def conditions(c: Combatant, close: bool) -> Iterator[dict[str, Any]]:
    for number, name in enumerate(NAMES):
        if c.on >> number & 1:
            until = c.until[number] if number < len(c.until) else ALWAYS
            yield {"name": name, "until": until if close and until < ALWAYS else None}


def place(c: Combatant) -> dict[str, float]:
    return {"x": c.x / TENTHS, "y": c.y / TENTHS, "z": c.z / TENTHS}


def doing(play: Play, c: Combatant, close: bool) -> str:
    asked = play.asks
    if asked is not None and asked.who == play.roster.who[c.id] and (close or asked.die is None):
        return "acting"
    if close and c.spell != NOBODY:
        return "casting"
    if c.holds or c.held:
        return "holding"
    if c.waiting or c.delayed:
        return "waiting"
    return "acted" if c.acted else ""


def engaged(play: Play, c: Combatant) -> list[int]:
    """Whom it faces, and who faces it."""
    others = play.state.who[: play.state.n]
    return [o.id for o in others if o.side != c.side and o.up and c.up and (o.id == c.faces or o.faces == c.id)]


def weapon(play: Play, c: Combatant) -> str:
    number = c.kit[c.hand] if c.hand < len(c.kit) else NOBODY
    return one_line(play.roster.arms[number]) if 0 <= number < len(play.roster.arms) else ""


def standing(play: Play, eyes: Eyes) -> list[dict[str, str]]:
    """Answers that hold until taken back, and those given ahead: each for whoever gave it."""
    mine = [e.fields for e in play.standing_answers if eyes.all_seeing or e.fields[0] in eyes.people]
    return [{"who": who, "ask": ask, "answer": answer} for who, ask, answer in mine]


def due(play: Play) -> Iterator[dict[str, str]]:
    """Morale checks that are still to come: for a side, or for all of a kind together."""
    for side in play.state.side[: play.state.sides]:
        if side.due:
            yield {"who": play.roster.sides[side.id], "why": "its morale is checked in its next morale step"}
    alike: dict[tuple[int, str], list[str]] = {}
    for c in play.state.who[: play.state.n]:
        if c.due and c.up:
            kind = play.roster.kinds[c.id] if c.id < len(play.roster.kinds) else ""
            alike.setdefault((c.side, kind), []).append(one_line(play.roster.who[c.id]))
    for names in alike.values():
        yield {"who": ", ".join(names), "why": "its morale is due" if len(names) == 1 else "their morale is due"}
