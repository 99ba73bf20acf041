"""The map as a viewer sees it: the ground, the tokens of whoever stands on it, and what the one who acts can reach."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from zlib import crc32

from affray.engine.state import NOBODY, Combatant, Fight
from affray.play.session import Play
from affray.rules.display import are_in_melee, movement_rate, sides_have_met, square_of, striking_distance
from affray.server.glyphs import choose_glyph
from affray.server.viewer import Viewer

TENTHS = 10  # positions are in tenths of the book's unit
GO = "go"  # the kind of answer that names a place

# --- the ground

DECK, FLOODED, UNDER_WATER, PASSAGE, OPEN, FLOOR = "deck", "flooded", "under water", "passage", "open", "floor"
SCENES = {  # words of a title, and the scenery that they ask for
    "ford": "ford",
    "river": "ford",
    "stream": "ford",
    "bridge": "bridge",
    "camp": "camp",
    "cave": "cave",
    "cavern": "cave",
    "lair": "cave",
    "mine": "cave",
    "crossroads": "crossroads",
    "crossroad": "crossroads",
    "road": "road",
    "highway": "road",
    "menagerie": "crossroads",
    "forest": "forest",
    "wood": "forest",
    "woods": "forest",
    "grove": "forest",
    "field": OPEN,
    "hill": OPEN,
    "moor": OPEN,
    "meadow": OPEN,
}
DEPTHS = ("", "in", "under")  # as a scenario says how deep the water is
WATER = {"in": FLOODED, "under": UNDER_WATER}


def describe_ground(play: Play, viewer: Viewer, shown: Sequence[Combatant]) -> dict[str, Any]:
    """Describe the place as the scenario has it, without a trace of anybody who is not shown."""
    f, terrain = play.state, play.encounter.terrain
    return {
        "scene": find_scene(f, play.encounter.title),
        "seed": crc32(play.encounter.title.encode()) % 65536,
        "known": are_placed(play, shown),
        "contact": f.contact,
        "apart": f.start_distance / TENTHS,
        "square": square_of(play.book.setup()) / TENTHS,
        "width": f.width / TENTHS,
        "light": "dark" if f.dark else "daylight" if f.daylight else "",
        "rough": terrain.bad_ground,
        "ledge": terrain.ledge,
        "cover": list(list_cover(play, shown)),
        "fires": list(list_fires(f)),
        "acting": describe_acting(play, viewer, shown),
    }


def find_scene(f: Fight, title: str) -> str:
    return name_scene(bool(f.unstable), DEPTHS[f.water], f.width > 0, bool(f.outdoors), title)


def name_scene(deck: bool, water: str, passage: bool, outdoors: bool, title: str) -> str:
    """Return the scenery: what the terrain says comes before what the title suggests."""
    if deck:
        return DECK
    if water:
        return WATER[water]
    if passage:
        return PASSAGE
    words = re.findall(r"[a-z]+", title.lower())
    return next((SCENES[word] for word in words if word in SCENES), OPEN if outdoors else FLOOR)


def are_placed(play: Play, shown: Sequence[Combatant]) -> bool:
    """Return whether it is known where everybody stands: before the sides meet, their distance is not in the places."""
    f, began = play.state, play.began
    if sides_have_met(f) or began.start_distance == began.distance_count == 0:
        return True
    return any((c.x, c.y) != (began.who[c.id].x, began.who[c.id].y) for c in shown if c.id < began.n)


def list_cover(play: Play, shown: Sequence[Combatant]) -> Iterator[dict[str, Any]]:
    """List the places with cover, once each: those of the ground, and those where somebody who is shown began."""
    f = play.state
    words = {int(value): word for word, value in play.book.setup().library.tables["cover"].items()}
    places = {(place.x, place.y): place.cover for place in f.covers[: f.cover_count]}
    places |= {(c.cover_x, c.cover_y): c.start_cover for c in shown if c.start_cover}
    for (x, y), cover in sorted(places.items()):
        yield {"x": x / TENTHS, "y": y / TENTHS, "cover": words.get(cover, "")}


def list_fires(f: Fight) -> Iterator[dict[str, Any]]:
    """List where oil burns, or lies unlit."""
    for pool in f.vanguard.pools if f.vanguard is not None else ():
        if pool.ends_at or pool.unlit:
            yield {"x": pool.x / TENTHS, "y": pool.y / TENTHS, "unlit": pool.unlit}


# --- who acts


def describe_acting(play: Play, viewer: Viewer, shown: Sequence[Combatant]) -> dict[str, Any] | None:
    """Describe what the one who is asked can reach and how far they can go; of foes only the referee knows that."""
    asked, f = play.asks, play.state
    if asked is None or asked.question is None or asked.question.who < 0:
        return None
    who = next((c for c in shown if c.id == asked.question.who), None)
    if who is None or not (viewer.sees_all or f.side[who.side].players):
        return None
    return {
        "who": viewer.roster(play).who[who.id],
        "reach": 0 if f.contact else striking_distance(f, who) / TENTHS,
        "move": movement_rate(f, who) / TENTHS if may_name_a_place(play) else 0,
    }


def may_name_a_place(play: Play) -> bool:
    """Return whether the question that stands can be answered with a place."""
    asked = play.asks
    if asked is None or asked.question is None or asked.question.who < 0:
        return False
    return bool(play.book.answers[asked.question.ask] >> play.book.kinds.index(GO) & 1)


# --- tokens

NUMBERED = re.compile(r"(.*\S) (\d+)$")


def describe_token(play: Play, viewer: Viewer, c: Combatant, close: bool) -> dict[str, Any]:
    """Say how somebody is drawn: the glyph of their kind, and the way they look."""
    return {"glyph": choose_glyph(play.state, play.roster, play.book, c, close), "facing": find_facing(play, viewer, c)}


def find_facing(play: Play, viewer: Viewer, c: Combatant) -> list[int] | None:
    """Return the direction in which somebody looks, as space.behind has it: towards the foe they face, else where they
    last went."""
    f = play.state
    if f.contact or not c.in_fight:
        return None
    x, y = c.heading_x, c.heading_y
    if c.faced_foe != NOBODY and c.faced_foe not in viewer.hidden(play):
        foe = f.who[c.faced_foe]
        if are_in_melee(f, c, foe):
            x, y = foe.x - c.x, foe.y - c.y
    return [x, y] if x or y else None


def number_tokens(people: list[dict[str, Any]]) -> None:
    """Give the tokens of people with numbered names a number; with a letter where two kinds would look alike."""
    names = {one["name"]: NUMBERED.fullmatch(one["name"]) for one in people}
    alike = Counter((one["side"], one["glyph"]) for one in first_of_kinds(people))
    for one in people:
        found = names[one["name"]]
        letter = found[1][0].upper() if found and alike[one["side"], one["glyph"]] > 1 else ""
        one["number"] = f"{letter}{found[2]}" if found else ""


def first_of_kinds(people: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield one of each kind of numbered name on each side."""
    seen = set[tuple[str, str]]()
    for one in people:
        found = NUMBERED.fullmatch(one["name"])
        if found and (one["side"], found[1]) not in seen:
            seen.add((one["side"], found[1]))
            yield one
