"""Further variations, held back as a whole: written down without trying them, and measured once in a while."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from exchange.corpus.records import Record
from exchange.corpus.registry import Text, layout
from exchange.corpus.styles import (
    as_range,
    each_damage,
    feet,
    five_saves,
    inside,
    plural,
    refer,
    round_feet,
    routine_of,
    saves_number,
    saves_short,
    several,
    times_sign,
)


@layout("Further: OSE and B/X", "txt", 4, held=(0, 1, 2, 3))
def classic_lines(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    saves = five_saves(r, saves_number)
    if variant == 0:  # small capitals
        text = (
            f"{r.name}\n{r.description}\nAC {r.ac} [{19 - r.ac}] Hd {r.hd} ({r.hp[0]}hp) Att {several(r.routines, times_sign)} "
            f"THAC0 {r.thac0} [{r.bonus:+d}] Mv {feet(r)} sv {saves} ML {r.morale} AL {r.alignment} XP {r.xp}"
        )
        return text, [refer(r, "ac hd hp attacks thac0 move fly swim saves morale")]
    if variant == 1:  # a room with its tenants
        text = (
            f"**Area {chance.randint(1, 60)}: Pantry.** Shelves and mice. A {r.name} (AC {r.ac}; HD {r.hd}; hp {r.hp[0]}; "
            f"Att {several(r.routines, plural, brackets=False)}; ML {r.morale}) sleeps on the flour."
        )
        return text, [refer(r, "ac hd hp attacks morale")]
    if variant == 2:
        text = (
            f"{r.name}, AC {r.ac}, HD {r.hd}, MV {r.move}’({r.move // 3}’), #AT {sum(b.number for b in r.routines[0])}, "
            f"DMG {each_damage(r.routines[0])}, Sv {saves_short(r, 'NM')}, ML {r.morale}"
        )
        own: dict[str, Any] = {"attacks": [routine_of(r.routines[0], named=False)]}
        return text, [refer(r, "ac hd move saves morale", **own)]
    text = (
        f"| {r.name} | HD {r.hd} | AC {r.ac} [{19 - r.ac}] | hp {r.hp[0]} | MV {r.move}' ({r.move // 3}') | "
        f"SV {saves_short(r)} | ML {r.morale} | Att {several(r.routines, plural, brackets=False)} |"
    )
    return text, [refer(r, "ac hd hp attacks move saves morale")]


@layout("Further: Basic Fantasy", "txt", 3, held=(0, 1, 2))
def basic_fantasy(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    first = r.routines[0]
    attacks = "/".join(f"{b.number} {b.plural}" for b in first)
    own: dict[str, Any] = {"attacks": [routine_of(first)], "vanguard ac": 20 - r.ac}
    if variant == 0:
        text = (
            f"{r.name}: AC {20 - r.ac} ({min(20 - r.ac, 12)}), HD {r.hd}, #At {attacks}, Dam {each_damage(first)} or by weapon, "
            f"Mv {r.move // 3}' Unarmored {r.move // 3 + 10}', Sv {saves_short(r, 'NM')}, Ml {r.morale} when alone"
        )
        return text, [refer(r, "ac hd attacks move saves morale", **own)]
    if variant == 1:
        item = {
            "name": r.name,
            "armorclass": str(20 - r.ac),
            "hitdice": r.hd,
            "noattacks": attacks,
            "damage": each_damage(first),
            "movement": round_feet(r),
            "saveas": "Normal Man" if r.saves == "NH" else f"Fighter: {r.saves[1:]}",
            "morale": str(r.morale),
            "xp": str(r.xp),
        }
        return json.dumps([item]), [refer(r, "ac hd attacks move fly swim saves morale", **own)]
    text = (
        f"## {r.name}\n\n**AC:** {20 - r.ac} | **HD:** {r.hd} | **#At:** {attacks} | **Dam:** {each_damage(first)} | "
        f"**Mv:** {round_feet(r)} | **Sv:** {saves_short(r, 'NM')} | **Ml:** {r.morale}\n\n{r.description}"
    )
    return text, [refer(r, "ac hd attacks move fly swim saves morale", **own)]


@layout("Further: first edition", "md", 3, held=(0, 1, 2))
def first_edition(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    first = r.routines[0]
    count, damage = sum(b.number for b in first), "/".join(as_range(b.damage) for b in first for _ in range(b.number))
    own: dict[str, Any] = {"attacks": [routine_of(first, named=False)]}
    if variant == 0:
        rows = f"<tr><th>Armor Class:</th><td>{r.ac}</td></tr><tr><th>Movement:</th><td>{r.move // 10}</td></tr>"
        rows += f"<tr><th>Hit Dice:</th><td>{r.hd}</td></tr><tr><th>THAC0:</th><td>{r.thac0}</td></tr>"
        rows += f"<tr><th>No. of Attacks:</th><td>{count}</td></tr><tr><th>Damage/Attack:</th><td>{damage}</td></tr>"
        text = f"<h2>{r.name}</h2>\n<table><tbody>{rows}</tbody></table>\n<p>{r.description}</p>"
        return text, [refer(r, "ac hd thac0 attacks move", **own)]
    if variant == 1:
        text = (
            f'{{{{Creature\n| name = {r.name}\n| frequency = Rare\n| armor class = {r.ac}\n| move = {r.move // 10}"\n'
            f"| hit dice = {r.hd}\n| attacks = {count}\n| damage = {damage}\n| alignment = Neutral\n}}}}\n{r.description}"
        )
        return text, [refer(r, "ac hd attacks move", **own)]
    text = (
        f'# {r.name}\n\n*Armor class* {r.ac}; *move* {r.move // 10}"; *hit dice* {r.hd}; *hp* {r.hp[0]}; '
        f"*attacks* {count}; *damage* {damage}; *alignment* N\n"
    )
    return text, [refer(r, "ac hd hp attacks move", **own)]


@layout("Further: games with rising armour", "txt", 4, held=(0, 1, 2, 3))
def rising(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    up = 19 - r.ac
    hits = ", ".join(f"{b.number} {b.plural} (+{r.bonus}, {inside(b)})" for b in r.routines[0])
    own: dict[str, Any] = {"attacks": [routine_of(r.routines[0])]}
    if variant == 0:  # Dolmenwood
        dice = f"{max(1, r.dice)}d8" if r.dice else "1d4"
        text = (
            f"{r.name}\n{r.description}\nLevel {max(1, r.dice)} AC {up} HP {dice} ({r.hp[0]}) Saves D12 R13 H14 B15 S16\n"
            f"Attacks {hits} Speed {r.move // 3} Morale {r.morale} XP {r.xp}"
        )
        return text, [refer(r, "ac hp move morale", hd=str(max(1, r.dice)) if r.dice else "½", **own)]
    if variant == 1:  # Knave
        text = (
            f"**{r.name}** AC {up}, HD {max(1, r.dice)} ({r.hp[0]} HP), ATK {hits}, MOV {r.move // 3}', MOR {r.morale}"
        )
        return text, [refer(r, "ac hp move morale", hd=str(max(1, r.dice)), **own)]
    if variant == 2:  # Shadowdark's cousin with hit dice
        text = f"{r.name}\nHD {max(1, r.dice)} | AC {up} | Atk {several(r.routines, plural, brackets=False)} | Ml {r.morale} | Mv {r.move // 3}'"
        return text, [refer(r, "ac attacks move morale", hd=str(max(1, r.dice)))]
    melee = ", ".join(f"{b.number} {b.plural} +{r.bonus} melee ({inside(b)})" for b in r.routines[0])
    text = (
        f"{r.name}: Init +0; Atk {melee}; AC {up}; HD {max(1, r.dice)}d8; hp {r.hp[0]}; MV {r.move // 3}'; "
        f"Act 1d20; SP none; SV Fort +1, Ref +0, Will +2; AL N."
    )
    return text, [refer(r, "ac hp move", hd=str(max(1, r.dice)), **own)]


@layout("Further: keys", "yaml", 3, held=(0, 1, 2), each=2)
def keys(records: list[Record], chance: Random, variant: int) -> Text:
    def row(r: Record) -> dict[str, Any]:
        attacks = [f"{b.number} {b.plural} ({inside(b)})" for b in r.routines[0]]
        return {
            "name": r.name,
            "Armour Class": r.ac,
            "Hit Dice": r.hd,
            "HP": r.hp[0],
            "Attacks": attacks if variant else ", ".join(attacks),
            "Movement": f"{r.move}' ({r.move // 3}')",
            "Saves": saves_short(r),
            "Morale": r.morale,
        }

    wanted = [refer(r, "ac hd hp move saves morale", attacks=[routine_of(r.routines[0])]) for r in records]
    rows = [row(r) for r in records]
    if variant == 2:
        return json.dumps({"creatures": {r["name"]: r for r in rows}}, indent=1), wanted
    if variant == 1:
        return "\n".join(json.dumps(r) for r in rows), wanted
    lines = [f"{'- ' if n == 0 else '  '}{key}: {value!s}" for r in rows for n, (key, value) in enumerate(r.items())]
    return "\n".join(lines), wanted
