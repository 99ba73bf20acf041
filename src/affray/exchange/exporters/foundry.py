"""Write creatures as actors of Foundry's OSE system, and as plain YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from affray.content.yaml import dump
from affray.exchange.exporters.creatures import (
    ATTACK_PATTERN,
    Export,
    Participants,
    describe_specials,
    format_movement,
    lost_circumstances,
    lost_heroes,
    lost_ranks,
    thac0_of_entry,
)
from affray.exchange.exporters.trackers import (
    average_hit_points,
    one_of_each_name,
    split_trait,
    statblock_fields,
    statblock_losses,
)
from affray.exchange.importers import reference
from affray.exchange.importers.creatures import Creature
from affray.exchange.importers.json_exports import SAVE_NAMES, actor_digest
from affray.exchange.importers.reference import BOTH_WAYS_SUM

PATTERNS = ("green", "red", "yellow", "purple", "blue", "orange", "white")  # of weapons that are used together
FRIENDLY, HOSTILE = 1, -1


def write_foundry(participants: Participants) -> Export:
    """Return an actor, or a list of them, to be imported into a world with the OSE system."""
    found: Any = [make_actor(creature) for creature in one_of_each_name(participants.creatures)]
    found = found[0] if len(found) == 1 else found
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n", tuple(foundry_losses(participants))


def foundry_losses(participants: Participants) -> Iterator[str]:
    counted = any(creature.count for creature in participants.creatures)
    yield from lost_heroes(participants, "characters with a class are not written in this form")
    yield from lost_circumstances(participants, ["how many there are"] if counted else [])
    yield from lost_ranks(participants.creatures)


def make_actor(creature: Creature) -> dict[str, Any]:
    """Return an actor; its flags carry what Foundry has no place for, valid as long as nobody edits the actor."""
    entry = creature.entry()
    actor: dict[str, Any] = {
        "name": creature.name,
        "type": "monster",
        "system": system_data(creature, entry),
        "items": [*list_weapons(str(entry.get("attacks", ""))), *list_abilities(entry)],
        "prototypeToken": {"name": creature.name, "disposition": FRIENDLY if creature.friendly else HOSTILE},
    }
    flags = {"digest": actor_digest(actor), "statblock": statblock_fields(creature)}
    return actor | {"flags": {"affray": flags}}


def system_data(creature: Creature, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of an actor as the OSE system has them."""
    hp = creature.hp[0] if creature.hp else average_hit_points(str(entry.get("hd", "1")))
    armour, hit = int(entry.get("ac", 9)), thac0_of_entry(entry) or BOTH_WAYS_SUM
    saves = str(entry.get("saves", ""))
    five = (saves if "/" in saves else reference.saves_of(saves)).split("/")
    return {
        "hp": {"hd": hit_dice_roll(str(entry.get("hd", "1"))), "value": hp, "max": hp},
        "ac": {"value": armour},
        "aac": {"value": BOTH_WAYS_SUM - armour},
        "thac0": {"value": hit, "bba": BOTH_WAYS_SUM - hit},
        "saves": {name: {"value": int(n)} for name, n in zip(SAVE_NAMES, five, strict=False) if n.strip().isdecimal()},
        "movement": {"base": int(entry.get("move", 120)), "value": format_movement(entry)},
        "details": {
            "biography": "".join(f"<p>{note}</p>" for note in creature.notes),
            "alignment": str(entry.get("alignment", "")),
            "xp": entry.get("xp", 0),
            "morale": entry.get("morale", 7),
            "treasure": {"type": str(entry.get("treasure", ""))},
            "appearing": {"d": str(entry.get("number", "")), "w": ""},
        },
    }


def hit_dice_roll(hd: str) -> str:
    """Return hit dice as a roll: 2d8+1."""
    found = re.fullmatch(r"(\d+)([+-]\d+)?", hd)
    return f"{found[1]}d8{found[2] or ''}" if found else "1d4" if hd in ("½", "1/2") else hd


def list_weapons(attacks: str) -> Iterator[dict[str, Any]]:
    """Yield a weapon for each attack; those of one routine have one pattern."""
    for n, way in enumerate(re.split(r",?\s+or\s+", attacks) if attacks else ()):
        for part in way.split(","):
            if found := ATTACK_PATTERN.fullmatch(part.strip()):
                times = int(found[1] or 1)
                system = {
                    "damage": found[3] or "",
                    "pattern": PATTERNS[n % len(PATTERNS)],
                    "counter": {"value": times, "max": times},
                    "description": f"<p>{found[4].capitalize()}.</p>" if found[4] else "",
                    "melee": True,
                }
                yield {"name": found[2].capitalize(), "type": "weapon", "system": system}


def list_abilities(entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an ability for each sentence about a creature."""
    for sentence in describe_specials(entry)[0]:
        name, text = split_trait(sentence)
        yield {"name": name, "type": "ability", "system": {"description": f"<p>{text or sentence}</p>"}}


def write_yaml(participants: Participants) -> Export:
    """Return a list of creatures with plain keys, for other programs and for editing by hand."""
    rows = [statblock_fields(creature) for creature in one_of_each_name(participants.creatures)]
    return dump({"monsters": rows}), tuple(statblock_losses(participants))
