"""The classic game in French, and blocks of games that can't be converted."""

from __future__ import annotations

import json
from random import Random

from exchange.corpus.records import Record
from exchange.corpus.registry import Text, layout
from exchange.corpus.styles import refer, signed

FRENCH = {
    "claw": ("griffe", "griffes"),
    "bite": ("morsure", "morsures"),
    "tail": ("queue", "queues"),
    "horn": ("corne", "cornes"),
    "sting": ("dard", "dards"),
    "tentacle": ("tentacule", "tentacules"),
    "beak": ("bec", "becs"),
    "hoof": ("sabot", "sabots"),
    "tusk": ("défense", "défenses"),
    "talon": ("serre", "serres"),
    "pincer": ("pince", "pinces"),
    "slam": ("coup", "coups"),
    "tongue": ("langue", "langues"),
    "fist": ("poing", "poings"),
    "weapon": ("arme", "armes"),
    "sword": ("épée", "épées"),
    "spear": ("lance", "lances"),
    "club": ("massue", "massues"),
    "dagger": ("dague", "dagues"),
    "axe": ("hache", "haches"),
    "mace": ("masse", "masses"),
}
BEASTS = ("Rôdeur des marais", "Guêpe géante", "Loup gris", "Goule des brumes", "Sanglier d'ardoise", "Ver de tourbe")


@layout("Obsidian, OSE in French", "md", 4, held=(3,))
def french(records: list[Record], chance: Random, variant: int) -> Text:
    """Rates are in metres: 36 m is 120 feet."""
    r = records[0]
    name = BEASTS[(len(r.name) + r.hp[0]) % len(BEASTS)]
    routines = [[b for b in routine if b.name in FRENCH] or [routine[0]] for routine in r.routines[:1]]
    blows = [b for b in routines[0] if b.name in FRENCH]
    if not blows:
        blows = [type(r.routines[0][0])(1, "weapon", "1d6")]

    def told(number: int, word: str, damage: str) -> str:
        return f"{number} × {word} ({damage})"

    attacks = ", ".join(told(b.number, FRENCH[b.name][0], b.damage) for b in blows)
    expected = [[[b.number, FRENCH[b.name][0], b.damage] for b in blows]]
    metres, third = r.move * 3 // 10, r.move // 10
    five = " ".join(f"{letter}{n}" for letter, n in zip(("M", "B", "P", "S", "SO"), r.five.split("/"), strict=True))
    if variant == 0:
        text = (
            f"# {name}\n\n```statblock\nname: {name}\nCA: {r.ac} [{19 - r.ac}]\nDV: {r.hd} ({r.hp[0]} pv)\nAttaques: {attacks}\n"
            f"TAC0: {r.thac0} [{signed(r.bonus)}]\nMouvement: {metres} m ({third} m)\nJS: {five}\nMoral: {r.morale}\nAlignement: Neutre\nPX: {r.xp}\n```\n"
        )
    elif variant == 1:
        text = f"## {name}\n\nCA {r.ac} [{19 - r.ac}], DV {r.hd} ({r.hp[0]} pv), Att {attacks}, TAC0 {r.thac0} [{signed(r.bonus)}], DEP {metres} m ({third} m), JS {five}, MO {r.morale}, AL Neutre, PX {r.xp}\n"
    elif variant == 2:
        rows = [
            ("Classe d'Armure", f"{r.ac} [{19 - r.ac}]"),
            ("Dés de Vie", f"{r.hd} ({r.hp[0]} pv)"),
            ("Attaques", attacks),
            ("TAC0", f"{r.thac0} [{signed(r.bonus)}]"),
            ("Mouvement", f"{metres} m ({third} m)"),
            ("Jets de Sauvegarde", five),
            ("Moral", str(r.morale)),
            ("Alignement", "Chaotique"),
            ("PX", str(r.xp)),
        ]
        text = f"# {name}\n\n" + "\n".join(f"**{label}** : {value}  " for label, value in rows)
    else:
        text = f"# {name}\n\n| | |\n|---|---|\n| Classe d’armure | {r.ac} [{19 - r.ac}] |\n| Dés de vie | {r.hd} ({r.hp[0]} pv) |\n| Attaques | {attacks} |\n| TAC0 | {r.thac0} [{signed(r.bonus)}] |\n| Déplacement | {metres} m ({third} m) |\n| Sauvegardes | {five} |\n| Moral | {r.morale} |\n"
    return text, [refer(r, "ac hd hp thac0 move saves morale", name=name, attacks=expected)]


# --- other games, which the importer declines


@layout("Another game: 5e", "md", 4, held=(3,))
def fifth_edition(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    ac, hp = 19 - r.ac, 9 * max(1, r.dice)
    if variant == 0:
        text = (
            f"{r.name}\nLarge monstrosity, unaligned\nArmor Class {ac} (natural armor)\nHit Points {hp} ({max(1, r.dice)}d10 + 4)\nSpeed {r.move // 3} ft.\n"
            "STR 18 (+4) DEX 12 (+1) CON 15 (+2) INT 3 (-4) WIS 12 (+1) CHA 7 (-2)\nSenses darkvision 60 ft., passive Perception 13\nLanguages —\nChallenge 3 (700 XP)\n"
            "Multiattack. It makes two attacks.\nActions\nBite. Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 9 (1d10 + 4) piercing damage."
        )
    elif variant == 1:
        text = f"## {r.name}\n*Medium undead, neutral evil*\n___\n- **Armor Class** {ac}\n- **Hit Points** {hp} (3d8)\n- **Speed** 30 ft.\n___\n|STR|DEX|CON|INT|WIS|CHA|\n|:---:|:---:|:---:|:---:|:---:|:---:|\n|13 (+1)|14 (+2)|12 (+1)|10 (+0)|11 (+0)|10 (+0)|\n___\n- **Damage Immunities** poison\n- **Challenge** 1/2 (100 XP)\n\n### Actions\n***Claw.*** *Melee Weapon Attack:* +3 to hit, reach 5 ft., one creature. *Hit:* 4 (1d6 + 1) slashing damage.\n"
    elif variant == 2:
        text = json.dumps(
            {
                "name": r.name,
                "type": "npc",
                "system": {
                    "abilities": {"str": {"value": 16}, "dex": {"value": 12}},
                    "attributes": {
                        "ac": {"flat": ac},
                        "hp": {"value": hp, "formula": "3d10"},
                        "movement": {"walk": 30},
                    },
                    "details": {"cr": 2},
                },
                "_stats": {"systemId": "dnd5e"},
                "items": [],
            }
        )
    else:
        text = json.dumps(
            {
                "name": r.name,
                "size": "Large",
                "type": "giant",
                "alignment": "chaotic evil",
                "armor_class": ac,
                "hit_points": hp,
                "hit_dice": "7d10",
                "speed": {"walk": "40 ft."},
                "strength": 19,
                "dexterity": 8,
                "constitution": 16,
                "challenge_rating": "2",
                "actions": [{"name": "Greatclub", "desc": "Melee Weapon Attack: +6 to hit"}],
            }
        )
    return text, None


@layout("Another game: Shadowdark, Cairn and others", "txt", 5, held=(4,))
def other_games(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    if variant == 0:
        text = f"{r.name.upper()}\n{r.description}\nAC {19 - r.ac}, HP {r.hp[0]}, ATK 1 spear (close/near) +1 (1d6), MV near, S +0, D +1, C +1, I -1, W +1, Ch -2, AL C, LV 1\nAmbusher. Deals an extra die when hidden."
    elif variant == 1:
        text = f"{r.name}\n{r.hp[0]} HP, 1 Armor, 14 STR, 8 DEX, 6 WIL, club (d8)\n- {r.description}\n- Critical Damage: drags its target away."
    elif variant == 2:
        text = json.dumps(
            {
                "name": r.name,
                "type": "npc",
                "system": {
                    "abilities": {
                        "STR": {"value": 12, "max": 12},
                        "DEX": {"value": 10, "max": 10},
                        "WIL": {"value": 8, "max": 8},
                    },
                    "hp": {"value": r.hp[0], "max": r.hp[0]},
                    "armor": 1,
                    "biography": r.description,
                },
                "items": [{"name": "Claws", "type": "weapon", "system": {"damageFormula": "1d6"}}],
            }
        )
    elif variant == 3:
        text = f"## {r.name}\n*Level 2 Medium Undead*\nPerception +9; darkvision\nStr +3, Dex +2, Con +2, Int -1, Wis +1, Cha +0\nAC {19 - r.ac}; Fort +8, Ref +6, Will +5\nHP 30\nSpeed 25 feet\nMelee [one-action] claw +9 (agile), Damage 1d6+3 slashing"
    else:
        text = f"**{r.name}**\nSTR 10, DEX 12, WIL 8, {r.hp[0]} HP, Armour 1\nBite (d6)\n- {r.description}"
    return text, None
