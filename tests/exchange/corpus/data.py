"""Data of programs: Foundry's actors of several systems, Dolmenwood, the first edition as JSON, Obsidian."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from exchange.corpus.blocks import first_edition_rows
from exchange.corpus.lines import book_line
from exchange.corpus.records import Blow, Record
from exchange.corpus.registry import Text, layout
from exchange.corpus.styles import (
    as_range,
    dice_text,
    feet,
    five_saves,
    inside,
    refer,
    routine_of,
    saves_number,
    several,
    starred,
    times_sign,
)

Data = dict[str, Any]


def dump(value: Any, chance: Random) -> str:
    return json.dumps(value, ensure_ascii=False, indent=chance.choice((None, 2)))


# --- Foundry


def foundry_items(r: Record, system: str, weapon: Any) -> list[Data]:
    """Return weapons, one for each attack, and abilities with a description in HTML."""
    colours = ("green", "red", "blue")
    items = [
        {"_id": f"w{n}{m}", "name": blow.name.title(), "type": "weapon", system: weapon(blow, colours[n])}
        for n, routine in enumerate(r.routines)
        for m, blow in enumerate(routine)
    ]
    about = [
        {"_id": f"a{n}", "name": name, "type": "ability", system: {"description": f"<p>{text}</p>", "save": ""}}
        for n, (name, text) in enumerate(r.headed)
    ]
    return about + items if len(r.name) % 2 else items + about


def ose_weapon(blow: Blow, colour: str) -> Data:
    return {
        "range": {"short": 0, "medium": 0, "long": 0},
        "save": "",
        "pattern": colour,
        "description": "",
        "damage": blow.damage,
        "bonus": 0,
        "tags": [],
        "slow": False,
        "missile": False,
        "melee": True,
        "cost": 0,
        "equipped": False,
        "weight": 0,
        "counter": {"value": blow.number, "max": blow.number},
    }


@layout("Foundry: OSE v9 and v10", "json", 6, held=(5,))
def foundry_ose(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    key = "data" if variant in (0, 2) else "system"
    line = dict(part.split(" ", 1) for part in book_line(r))
    table = "".join(
        f"<tr>\n<td>{k}</td>\n<td>{v}</td>\n</tr>\n"
        for k, v in (
            ("Armour Class", line["AC"]),
            ("Hit Dice", line["HD"]),
            ("Attacks", line["Att"]),
            ("Movement", line["MV"]),
            ("Morale", line["ML"]),
        )
    )
    biography = (
        f"<p>{r.description}</p>\n<hr />\n<table>\n<tbody>\n{table}</tbody>\n</table>"
        if variant in (0, 1)
        else f"<p>{r.description}</p>"
    )
    value = "" if variant != 3 else feet(r)
    five = list(map(int, r.five.split("/")))
    system: Data = {
        "retainer": {"enabled": False, "loyalty": 0, "wage": ""},
        "hp": {"hd": dice_text(r) if variant != 4 else starred(r), "value": r.hp[0], "max": r.hp[0]},
        "ac": {"value": r.ac, "mod": 0},
        "aac": {"value": 19 - r.ac, "mod": 0},
        "thac0": {"value": r.thac0, "bba": r.bonus, "mod": {"missile": 0, "melee": 0}},
        "saves": {
            name: {"value": n if name != "spell" else str(n)}
            for name, n in zip(("death", "wand", "paralysis", "breath", "spell"), five, strict=True)
        },
        "movement": {"base": r.move, "value": value, "encounter": r.move // 3},
        "initiative": {"value": 0, "mod": 0},
        "spells": {"1": {"max": 0}, "enabled": False},
        "details": {
            "biography": biography,
            "alignment": r.alignment,
            "xp": str(r.xp),
            "treasure": {"table": "", "type": r.treasure if variant else ""},
            "appearing": {"d": "1d6", "w": "2d6"},
            "morale": str(r.morale),
        },
        "attacks": "",
    }
    actor = {
        "_id": "x",
        "name": r.name,
        "type": "monster",
        "img": "icons/svg/mystery-man.svg",
        key: system,
        "items": foundry_items(r, key, ose_weapon),
    }
    actor["token" if key == "data" else "prototypeToken"] = {"name": r.name, "disposition": -1, "flags": {}}
    keys = "ac hp attacks thac0 move saves morale" + (" fly swim" if variant == 3 else "")
    hd = "½" if not r.dice else r.hd
    return dump(actor, chance), [refer(r, keys, hd=hd)]


@layout("Foundry: Hyperborea", "json", 5, held=(4,))
def foundry_hyperborea(records: list[Record], chance: Random, variant: int) -> Text:
    """One save for everything under five names; rates are those of a round; some fields are left from another game."""
    r = records[0]
    save = 17 - max(1, r.dice) // 2

    def weapon(blow: Blow, colour: str) -> Data:
        own = ose_weapon(blow, "transparent")
        own["counter"] = {"value": 0, "max": 0}
        own["rof"], own["wc"] = "", 0
        return own

    routines = r.routines[:1]
    r_one = Record(**{**r.__dict__, "routines": routines})
    items = foundry_items(r_one, "system", weapon)
    for item, blow in zip([i for i in items if i["type"] == "weapon"], routines[0], strict=True):
        if blow.number > 1:
            item["name"] = (
                f"{blow.plural.title()} x{blow.number}" if variant != 2 else f"{blow.name.title()} ({blow.number}/1)"
            )
    saves: Data = {name: {"value": save} for name in ("death", "device", "transformation", "avoidance")}
    saves["sorcery"] = {"value": str(save)}
    if variant in (1, 3):
        saves |= {"wand": {"value": 13}, "paralysis": {"value": 14}, "breath": {"value": 15}, "spell": {"value": "16"}}
    system: Data = {
        "hp": {"hd": dice_text(r), "value": r.hp[0], "max": r.hp[0]},
        "ac": {"value": r.ac, "mod": 0, "dr": 0},
        "thac0": {"value": r.thac0, "bba": 0, "mod": {"missile": 0, "melee": 0}},
        "fa": {"value": 0, "temp": 0},
        "ca": {"value": 0, "temp": 0},
        "saves": saves,
        "movement": {"base": r.move // 3, "value": ""},
        "details": {
            "biography": f"<p>{r.description}</p><p>Treasure Types {r.treasure}</p>",
            "size": "M",
            "alignment": "CE",
            "xp": f"{r.xp}",
            "specialAbilities": "1",
            "treasure": {"table": None, "type": ""},
            "appearing": {"d": "1d4", "w": "1d4"},
            "morale": str(r.morale),
        },
        "attacks": "",
    }
    kind = "npc" if variant in (2, 4) else "monster"
    actor = {
        "name": r.name,
        "type": kind,
        "img": "icons/svg/mystery-man.svg",
        "system": system,
        "items": items,
        "prototypeToken": {"name": r.name, "disposition": -1},
        "_stats": {"systemId": "hyperborea", "systemVersion": "1.0.4", "coreVersion": "10.291"},
    }
    five = "/".join([str(save)] * 5)
    return dump(actor, chance), [
        refer(r_one, "ac hp attacks thac0 move morale", hd="½" if not r.dice else r.hd, saves=five)
    ]


@layout("Foundry: Swords & Wizardry", "json", 4, held=(3,))
def foundry_swords_and_wizardry(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    save = 19 - max(1, r.dice) if r.dice < 15 else 4
    items: list[Data] = [
        {"name": name, "type": "feature", "system": {"description": f"<p>{text}</p>"}} for name, text in r.headed
    ]
    routines = r.routines[:1]
    for blow in routines[0]:
        name = blow.name.title() if blow.number == 1 else f"{blow.plural.title()} ({blow.number})"
        own = {
            "description": "",
            "quantity": 1,
            "weight": 0,
            "range": 0,
            "rateOfFire": 1,
            "formula": "d20 + @toHit.v",
            "damageFormula": blow.damage,
        }
        if variant == 1:
            name = blow.name.title()
            own["rateOfFire"] = blow.number
        items.append({"name": name, "type": "weapon", "system": own})
    system: Data = {
        "hp": {"value": r.hp[0], "min": 0, "max": r.hp[0]},
        "save": {"value": save, "min": 0, "max": 20},
        "ac": {"value": r.ac, "min": -9, "max": 28},
        "moveRate": {"value": r.move // 10},
        "toHitAC": {"-1": 0, "+0": 0},
        "spellSlots": {"1": {"max": 0, "memorized": []}},
        "treasure": {"gp": 0},
        "alignment": r.alignment,
        "description": f"<p>{r.description}</p>",
        "cl": 2,
        "hd": r.hd if variant == 0 else (r.dice or "½"),
        "morale": r.morale if variant != 2 else 0,
        "special": "",
        "xp": {"value": r.xp},
        "numberEncountered": "",
        "percentInLair": "",
    }
    actor = {
        "name": r.name,
        "type": "npc",
        "img": "icons/svg/mystery-man.svg",
        "system": system,
        "items": items,
        "_stats": {"systemId": "swords-wizardry", "coreVersion": "11.315"},
    }
    keys = "ac hp attacks move" + (" morale" if variant != 2 else "")
    hd = r.hd if variant == 0 else str(r.dice or "½")
    one = Record(**{**r.__dict__, "routines": routines})
    return dump(actor, chance), [refer(one, keys, hd=hd, saves="/".join([str(save)] * 5))]


# --- Dolmenwood, whose rates are those of a round and whose armour counts up from 10


@layout("Dolmenwood JSON", "json", 6, held=(5,))
def dolmenwood(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    bonus = max(0, r.bonus)
    five = dict(zip(("doom", "ray", "hold", "blast", "spell"), map(int, r.five.split("/")), strict=True))

    def attack(blow: Blow) -> str:
        many = f"{blow.number} {blow.plural}" if blow.number > 1 else blow.name.capitalize()
        return f"{many} ({bonus:+d}, {inside(blow)})"

    routine = r.routines[0]
    hd = f"{max(1, r.dice)}d8" + (f"{r.plus:+d}" if r.plus and r.dice else "")
    speed = f"{r.move // 3}'" + (f" Fly {r.fly // 3}'" if r.fly else "") + (f" Swim {r.swim // 3}'" if r.swim else "")
    item: Data = {
        "name": r.name,
        "monster_id": r.name.lower().replace(" ", "_"),
        "armor_class": 19 - r.ac,
        "hit_dice": hd,
        "hp": r.hp[0],
        "level": max(1, r.dice),
        "movement": speed,
        "speed": r.move // 3,
        "burrow_speed": None,
        "fly_speed": r.fly // 3 or None,
        "swim_speed": r.swim // 3 or None,
        "attacks": [attack(blow) for blow in routine],
        "damage": [blow.damage for blow in routine],
        "save_doom": five["doom"],
        "save_ray": five["ray"],
        "save_hold": five["hold"],
        "save_blast": five["blast"],
        "save_spell": five["spell"],
        "saves_as": None,
        "morale": r.morale,
        "treasure_type": None,
        "hoard": "C4 + R4 + M1",
        "possessions": "None",
        "size": "Medium",
        "monster_type": "Monstrosity",
        "sentience": "Semi-Intelligent",
        "alignment": r.alignment,
        "special_abilities": [f"{name}: {text}" for name, text in r.headed],
        "immunities": [],
        "vulnerabilities": ["cold iron"],
        "description": r.description,
        "traits": ["Smells of wet moss.", "Too many elbows."],
        "number_appearing": "1d6",
        "lair_percentage": 25,
        "encounter_scenarios": ["Feasting beside an overturned cart with 2d6 crows."],
        "xp_value": r.xp,
        "habitat": [],
    }
    own: Data = {"hd": hd.replace("d8", ""), "thac0": 19 - bonus, "attacks": [routine_of(routine)]}
    if variant == 1:  # everything in one piece, as the pack has it
        value: Any = {
            "_metadata": {"source_file": "moor.pdf", "pages": [12], "item_count": 1, "errors": []},
            "items": [item],
        }
    elif variant == 2:  # in camelCase, with the saves together
        item = {
            "name": r.name,
            "level": max(1, r.dice),
            "alignment": r.alignment,
            "xp": r.xp,
            "numberAppearing": "1d6",
            "armourClass": 19 - r.ac,
            "movement": r.move // 3,
            "hitDice": hd,
            "attacks": [attack(blow) for blow in routine],
            "morale": r.morale,
            "save": " ".join(f"{letter}{n}" for letter, n in zip("DRHBS", five.values(), strict=True)),
            "description": r.description,
        }
        value = item
        own |= {"fly": None, "swim": None}
    elif variant == 3:
        item["hp"] = None
        value = [item]
    elif variant == 4:
        item["saves"] = {name: item.pop(f"save_{name}") for name in five}
        value = item
    else:
        value = {"monsters": [item]} if variant == 5 else item
    own |= {"fly": 3 * (r.fly // 3)} if r.fly and variant != 2 else {}
    keys = "ac move swim saves morale" + ("" if variant in (2, 3) else " hp")
    return dump(value, chance), [{k: v for k, v in refer(r, keys, **own).items() if v is not None}]


# --- the first edition as JSON


@layout("AD&D 1e: JSON", "json", 6, held=(5,))
def first_edition_json(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    first = r.routines[0]
    count = sum(b.number for b in first)
    damage = "/".join(as_range(b.damage) for b in first for _ in range(b.number))
    own: Data = {"attacks": [routine_of(first, named=False)]}
    if variant == 0:
        item: Any = {
            "name": r.name,
            "category": "Monster",
            "frequency": "Rare",
            "numberAppearing": "1-6",
            "size": "Large (8' tall)",
            "move": f"{r.move} ft",
            "armorClass": r.ac,
            "hitDice": r.hd,
            "attacks": count,
            "damage": damage,
            "specialAttacks": "Surprise on 1-3",
            "specialDefenses": "Nil",
            "magicResistance": "Standard",
            "lairProbability": "15%",
            "intelligence": "Semi-",
            "alignment": "Neutral",
            "levelXP": f"3/{r.xp}+4/hp",
            "treasure": "Nil",
            "description": r.description,
        }
    elif variant == 1:
        item = {
            label.lower().replace(" ", "_").replace(".", "").replace("%", "percent").replace("/", "_"): value
            for label, value in first_edition_rows(r)
        }
        item = {"name": r.name, **item}
    elif variant == 2:
        item = {
            "Name": r.name,
            "Armor Class": r.ac,
            "Move": f'{r.move // 10}"',
            "Hit Dice": r.hd,
            "No. of Attacks": count,
            "Damage/Attack": damage,
            "Size": "M",
            "Alignment": "Chaotic Evil",
        }
    elif variant == 3:
        item = {
            "name": r.name,
            "ac": r.ac,
            "hd": r.hd,
            "movement": f'{r.move // 10}"',
            "thac0": r.thac0,
            "numAttacks": str(count),
            "damageAttack": damage,
            "alignment": "Lawful Evil",
            "xpValue": f"{r.xp} + 3/hp",
        }
        own["thac0"] = r.thac0
    elif variant == 4:
        item = {
            "monster": r.name,
            "armor_class": str(r.ac),
            "hit_dice": f"{r.hd}",
            "move": f'{r.move // 10}"',
            "attacks": [{"name": b.name, "number": b.number, "damage": as_range(b.damage)} for b in first],
            "alignment": "N",
        }
        own = {"attacks": [routine_of(first)]}
    else:
        item = {
            "title": r.name,
            "stats": {
                "frequency": "Common",
                "armorClass": r.ac,
                "move": f'{r.move // 10}"',
                "hitDice": r.hd,
                "numberOfAttacks": count,
                "damagePerAttack": damage,
                "magicResistance": "Standard",
            },
            "text": r.description,
        }
    value = (
        {"monsters": [item]}
        if variant in (0, 2) and chance.random() < 0.5
        else [item]
        if chance.random() < 0.3
        else item
    )
    return dump(value, chance), [refer(r, "ac hd attacks move", **own)]


# --- Obsidian


@layout("Obsidian, OSE", "md", 4, held=(3,))
def obsidian(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    if variant == 0:
        head = f"---\nstatblock: inline\nname: {r.name}\ntags: [monster]\n---\n\n"
        block = (
            f"```statblock\nlayout: Old-School Essentials\nname: {r.name}\nac: {r.ac} [{19 - r.ac}]\nhit_dice: {starred(r)} ({r.hp[0]}hp)\n"
            f"attacks: {several(r.routines, times_sign)}\nthac0: {r.thac0} [{r.bonus}]\nmovement: {feet(r)}\nsaving_throws: {five_saves(r, saves_number)}\n"
            f"morale: {r.morale}\nalignment: {r.alignment}\nxp: {r.xp}\n```\n{r.description}"
        )
        text = head + block
    elif variant == 1:
        text = f"# {r.name}\n> [!monster]\n> {r.description}\n>\n> {', '.join(book_line(r))}\n"
    elif variant == 2:
        text = f"---\nname: {r.name}\nAC: {r.ac} [{19 - r.ac}]\nHD: {r.hd}\nHP: {r.hp[0]}\nAttacks: {several(r.routines, times_sign)}\nTHAC0: {r.thac0} [{r.bonus}]\nMovement: {feet(r)}\nSaves: {five_saves(r, saves_number)}\nMorale: {r.morale}\n---\n\n{r.description}"
    else:
        text = f"# {r.name}\n\n{r.description}\n\n" + "\n".join(
            f"- **{part.split(' ', 1)[0]}**:: {part.split(' ', 1)[1]}" for part in book_line(r)[:7]
        )
    keys = "ac hd hp attacks thac0 move fly swim saves morale"
    return text, [refer(r, keys)]
