"""Recognise stat blocks of games without hit dice and armour class as the old books have them, to decline them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

FIFTH, THIRD, SECOND_PATHFINDER = "the fifth edition", "the third edition or Pathfinder", "Pathfinder's second edition"
ODD, SHADOW = "Into the Odd, Cairn or a game like them", "Shadowdark"
SIGNS = {  # all of the patterns of one row, in a text
    FIFTH: (
        (r"\bHit Points\W{0,6}\d+ ?\(\d+d\d+", r"\bArmor Class\b|\bAC\b"),
        (r"\bArmor Class\b", r"\bHit Points\b", r"\bSpeed\W{0,6}\d+ ?ft", r"\bChallenge\b|\bSTR\b"),
        (r"^AC:? \d+\b.{0,40}$", r"^HP:? \d+ \(\d+d\d+", r"\bCR:? [\d/]+"),
        (
            r"(?:Melee|Ranged) (?:Weapon )?Attack(?: Roll)?:?\W{0,4}[+-]\d",
            r"\bChallenge\b|\bCR \d|\bProficiency Bonus\b",
        ),
    ),
    THIRD: (
        (r"\bBase Atk\b|\bBase Attack/Grapple\b|\bCM[BD]\b", r"\bFort(?:itude)? [+-]?\d"),
        (r"\bFort [+-]\d+, Ref [+-]\d+,? Will [+-]\d", r"\bCR [\d/]+"),
    ),
    SECOND_PATHFINDER: (
        (r"\bPerception [+-]\d", r"\bFort [+-]\d+, Ref [+-]\d+, Will [+-]\d", r"\bHP \d+"),
        (r"\[one-action\]|\[reaction\]|◆", r"\bHP \d+"),
    ),
    ODD: (
        (
            r"\b\d+ ?(?:HP|hp|Hit Protection)\b|\b(?:HP|hp):? ?\d+",
            r"\b(?:STR|DEX|WIL|CRT)\W{0,3}\d+|\b\d+ (?:STR|DEX|WIL)\b",
        ),
    ),
    SHADOW: (
        (r"\bLV:? \d+", r"\bS [+-]\d+, ?D [+-]\d+, ?C [+-]\d+"),
        (r"\bMV (?:close|near|far|double near)\b", r"\bATK\b"),
    ),
}
OURS = re.compile(
    r"\bTHAC[0O]\b|\bHD:? ?[\d½(]|\b[Hh]it [Dd]i[ce]e?\W{0,6}[\d½]|\bMorale\W{0,6}\d|\bML:? ?\d|\bHD\b.{0,5}\d|"
    r"\d HD\b|\bDV\b ?\d|\bSave(?:s| As)\b"
)
SYSTEMS = {
    "dnd5e": FIFTH,
    "pf2e": SECOND_PATHFINDER,
    "pf1": THIRD,
    "d35e": THIRD,
    "cairn": ODD,
    "shadowdark": SHADOW,
    "mausritter": ODD,
}
ABILITY_NAMES = {"str", "dex", "con", "int", "wis", "cha", "strength", "dexterity", "constitution"}


def decline(game: str) -> str:
    """Return why a block of a game is not read."""
    return f"this looks like {game}, which Affray can't convert: it has no hit dice and armour of the old kind"


def find_game_of_text(text: str) -> str:
    """Return the other game that a text belongs to, or nothing."""
    plain = re.sub(r"[*_>#|]", "", text[:20_000])
    if OURS.search(plain):
        return ""
    for game, rows in SIGNS.items():
        if any(all(re.search(pattern, plain, re.MULTILINE) for pattern in row) for row in rows):
            return game
    return ""


def find_game_of_mapping(data: Mapping[str, Any]) -> str:
    """Return the other game that a mapping of an export belongs to, or nothing."""
    stats = data.get("_stats")
    system = stats.get("systemId") if isinstance(stats, dict) else None
    if isinstance(system, str) and system in SYSTEMS:
        return SYSTEMS[system]
    keys = {re.sub(r"[^a-z]", "", str(key).lower()) for key in data}
    if any(isinstance(value, str) and OURS.search(value[:4_000]) for value in data.values()):
        return ""
    deep = set(list_keys(data, 4))
    if deep & {"thac0", "hitdice", "hd", "hitdie", "thaco"} and not keys & {"challengerating", "cr"}:
        return ""
    if "wil" in deep and deep & {"str", "dex"}:
        return ODD
    rated = deep & {"cr", "challengerating", "challenge", "proficiencybonus", "legendaryactions", "passive"}
    if rated and len(deep & ABILITY_NAMES) >= 3 and "name" in keys:
        return FIFTH
    if {"perception", "fort", "ref", "will"} <= deep or ({"level", "traits"} <= keys and "perception" in deep):
        return SECOND_PATHFINDER
    return ""


def list_keys(data: Any, depth: int) -> Iterator[str]:
    """Yield the keys of a mapping and of what is in it, in small letters."""
    if isinstance(data, dict):
        for key, value in list(data.items())[:200]:
            yield re.sub(r"[^a-z0-9]", "", str(key).lower())
            if depth:
                yield from list_keys(value, depth - 1)
