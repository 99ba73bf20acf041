"""What a scenario is, in a few words: title, what its file says of it, where it is, and who fights."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from itertools import groupby

from affray import scenario
from affray.content.spelling import plural
from affray.engine.encounter import Encounter, Member, Party
from affray.errors import AffrayError
from affray.log.narrate import one_line
from affray.server import Json
from affray.server.library import Documents, embed_parties
from affray.server.view_map import name_scene

SEVERAL = 5  # names of a side that are told; of more, how many there are
MOST_DESCRIBED = 600
TITLE = re.compile(r"""^title:\s*(["']?)(.*?)\1\s*(?:#.*)?$""", re.MULTILINE)


def describe_scenario(store: Documents, name: str, text: str) -> Json:
    """Describe a scenario for the list of all; one that can't be read has its title at most."""
    with suppress(AffrayError):  # a party that is not there is told as a mistake of the text
        text = embed_parties(store, text, name)
    return {"name": name, **describe_text(text, name)}


@lru_cache(MOST_DESCRIBED)
def describe_text(text: str, name: str) -> Json:
    try:
        encounter = scenario.read(text, name)
    except AffrayError as no:
        said = TITLE.search(text)
        return {"title": one_line(said[2] if said else name), "about": "", "who": "", "scene": "", "trouble": str(no)}
    return {
        "title": one_line(encounter.title) or name,
        "about": opening(text),
        "who": " against ".join(side_words(side) for side in in_order(encounter)),
        "scene": scene_of(encounter),
    }


def opening(text: str) -> str:
    """Return what a scenario's first comment says about it."""
    lines = text.lstrip("\ufeff\n").splitlines()
    first = next((n for n, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return " ".join(line.removeprefix("#").strip() for line in lines[:first])


def scene_of(encounter: Encounter) -> str:
    terrain = encounter.terrain
    return name_scene(terrain.deck, terrain.water, terrain.width > 0, terrain.outdoors, encounter.title)


def in_order(encounter: Encounter) -> list[Party]:
    """Return the sides, those of players first."""
    return sorted(encounter.sides, key=lambda side: not side.players)


def side_words(side: Party) -> str:
    """Say who is on a side: Hild, Wulf and 5 skeletons."""
    words = [group_words(name, group) for name, group in groupby(side.members, member_name)]
    shown = words if len(words) <= SEVERAL else [*words[: SEVERAL - 1], f"{len(words) - SEVERAL + 1} more"]
    *most, last = map(one_line, shown) if shown else ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last


def member_name(member: Member) -> str:
    return member.name or member.kind or member.cls


def group_words(name: str, group: Iterable[Member]) -> str:
    """Say how many of a kind there are: Grub, 1 harpy, 12 kobolds, 4 to 16 goblins."""
    members = list(group)
    least, most = sum(one.count.minimum for one in members), sum(one.count.maximum for one in members)
    if (least, most) == (1, 1):
        return name if members[0].name else f"1 {name}"
    return f"{least if least == most else f'{least} to {most}'} {plural(name)}"
