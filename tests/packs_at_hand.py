"""A content pack for tests: one of each thing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

MARSH = {
    "pack.yaml": """\
name: Marsh
version: 1.2
by: A. Tester
licence: CC0-1.0
says: What lives and dies in the marsh.
""",
    "monsters.yaml": """\
bog hound: {ac: 6, hd: 2+1, attacks: bite 1d6 (bog fever), move: 180, saves: F2, morale: 8, tags: beast,
  also: fen hound, notes: [Howls before it leaps.], vanguard ac: 15}
mud witch: {ac: 9, hd: 3, attacks: sickle 1d6, move: 90, saves: E3, morale: 9, spells: choking mist, tags: humanoid}
""",
    "weapons.yaml": """\
sickle: {damage: 1d4, qualities: melee, like: dagger}
eel spear: {damage: 1d6, range: 20/40/60, qualities: melee missile thrown,
  tempo: {damage: 1d6, range: 20/40/60, reach: 3, qualities: melee missile thrown},
  fourfold: {damage: 1d6, range: 30/60, attribute: S/D, qualities: melee missile thrown}}
""",
    "armour.yaml": """\
reed coat: {ac: 8, aac: 11, move: 120, like: leather}
""",
    "spells.yaml": """\
choking mist: {clause: classic.spell.damage, for: magic-user 1, does: damage, dice: 1d6, save: spells, magic: true,
  range: 60}
""",
    "potions.yaml": """\
bog water: {clause: classic.spell.heal, does: heal, dice: 1d4, shape: self, friendly: true}
""",
    "effects.yaml": """\
bog fever: {clause: classic.monster.poison, does: damage, dice: 1d4, save: death}
""",
    "tactics.yaml": """\
hunting pack: {says: Upon one; the leader picks it., tactic: focus, leader: weakest, casters: protect, archers: spread}
""",
    "house/wet.yaml": """\
name: Wet bowstrings
says: Nobody is ready in the marsh.
rules: classic
options: {initiative.tie: simultaneous}
""",
    "scenarios/pool.yaml": """\
title: The black pool
house rules: wet
sides:
  party:
    players: true
    members:
      - Anna: {class: fighter, level: 3, gear: [reed coat, shield, eel spear, 2 bog water], hp: 20}
  pack:
    tactic: hunting pack
    members:
      - Old Tooth: {monster: bog hound, leader: true}
      - 2 fen hound
      - 1 mud witch
""",
}


def a_pack(folder: Path, changed: Mapping[str, str | None] | None = None) -> Path:
    """Writes it; files may be given other texts, or left out with None."""
    for path, text in {**MARSH, **(changed or {})}.items():
        if text is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    return folder
