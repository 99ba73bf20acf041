"""Modules and their kin: B/X, Labyrinth Lord, LotFP, OSRIC and the second edition, in lines and in sentences."""

from __future__ import annotations

from random import Random
from typing import Any

from exchange.corpus.records import Record
from exchange.corpus.registry import Text, layout
from exchange.corpus.styles import (
    CLASSES,
    as_range,
    each_damage,
    feet,
    inches,
    plural,
    quirky,
    refer,
    routine_of,
    several,
    wrap,
)


def ranges(r: Record) -> str:
    return "/".join(as_range(b.damage) for b in r.routines[0] for _ in range(b.number))


def many_of(r: Record) -> int:
    return 2 + len(r.name) % 5


@layout("B/X module line", "txt", 8, held=(6, 7))
def basic_module(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    first = r.routines[0]
    count = sum(b.number for b in first)
    nameless = [routine_of(first, named=False)]
    many = many_of(r)
    save = "NM" if r.saves == "NH" else f"{CLASSES[r.saves[0]][0]} {r.saves[1:]}"
    tail = f"Save {save}, ML {r.morale}"
    third = r.move // 3
    own: dict[str, Any] = {"attacks": nameless}
    if variant == 0:
        text = f"14. STORE ROOM: {many} {r.names} (AC {r.ac}, HD {r.hd}, hp {r.hp[0]} each, #AT {count}, D {ranges(r)}, MV ({third}'), {tail})\nbehind the barrels."
        own |= {"count": str(many), "hp": list(r.hp)}
        keys = "ac hd attacks move saves morale"
    elif variant == 1:
        text = f"{r.name} (AC {r.ac}, HD {starred(r)}, hp {r.hp[0]}, #AT {count}, D {ranges(r)}, MV {r.move}' ({third}'), Save {save}, ML {r.morale}, AL {r.alignment[0]})"
        keys = "ac hd hp attacks move saves morale"
    elif variant == 2:
        each = ", ".join(str(r.hp[0] + n) for n in range(many))
        text = f"{many} {r.names}: AC {r.ac}; HD {r.hd}; hp {each}; #AT {count}; D {ranges(r)}; MV {r.move}' ({third}'); Save {save}; ML {r.morale}"
        own |= {"count": str(many), "hp": [r.hp[0] + n for n in range(many)]}
        keys = "ac hd attacks move saves morale"
    elif variant == 3:
        text = f"7. The shrine. Here sleeps the {r.name} (AC {r.ac}, HD {r.hd}, hp {r.hp[0]}, #AT {count}, D {ranges(r)}, MV ({third}'), {tail}). It wakes at the second bell.\n\n8. The well. Nothing is here but an echo (see room 12)."
        keys = "ac hd hp attacks move saves morale"
    elif variant == 4:
        text = wrap(
            f"{r.name} (1): AC {r.ac}, HD {r.hd}, hp {r.hp[0]}, #AT {count}, Dam {ranges(r)}, MV {r.move}' ({third}'), {tail}, AL {r.alignment[0]}, XP {r.xp}",
            46,
        )
        keys = "ac hd hp attacks move saves morale"
    elif variant == 5:
        text = f"{r.name}: AC {r.ac}, HD {r.hd}, #AT {count}, D {'/'.join(b.damage for b in first for _ in range(b.number))}, MV {r.move} ({third}), {tail}, AL {r.alignment[0]}"
        keys = "ac hd attacks move saves morale"
    elif variant == 6:
        text = f"{many} {r.names} (AC {r.ac}; HD {r.hd}; hp {r.hp[0]} each; #AT {count}; D {ranges(r)}; MV ({third}'); Save {save}; ML {r.morale}; AL {r.alignment[0]}) guard the gate."
        own |= {"count": str(many), "hp": list(r.hp)}
        keys = "ac hd attacks move saves morale"
    else:
        text = f"{r.name.upper()}: AC {r.ac}; HD {r.hd}; hp {r.hp[0]}; #AT {count}; D {ranges(r)}; MV {r.move}' ({third}'); {tail}"
        keys = "ac hd hp attacks move saves morale"
    return quirky(text, chance), [refer(r, keys, **own)]


def starred(r: Record) -> str:
    return r.hd + "*" * r.stars


@layout("Labyrinth Lord", "txt", 8, held=(6, 7))
def labyrinth_lord(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    first = r.routines[0]
    count = sum(b.number for b in first)
    named = ", ".join(f"{b.number} {b.plural}" if b.number > 1 else b.name for b in first)
    save = "0 level human" if r.saves == "NH" else r.saves
    own: dict[str, Any] = {"attacks": [routine_of(first)]}
    keys = "ac hd attacks move saves morale"
    mv = feet(r)
    fly_swim = "fly swim "
    if variant in (0, 1):
        attacks = f"{count} ({named})" if count > 1 or variant == 1 else named
        lines = [
            f"No. Enc.: {r.number}",
            f"Alignment: {r.alignment}",
            f"Movement: {mv}",
            f"Armor Class: {r.ac}",
            f"Hit Dice: {r.hd}",
            f"Attacks: {attacks}",
            f"Damage: {each_damage(first)}",
            f"Save: {save}",
            f"Morale: {r.morale}",
            f"Hoard Class: {r.treasure}",
            f"XP: {r.xp:,}",
        ]
        text = "\n".join([r.name, *lines, r.description])
        keys = f"ac hd attacks move {fly_swim}saves morale"
    elif variant == 2:
        text = f"{r.name} (1): AL {r.alignment[0]}, MV {r.move}' ({r.move // 3}'), AC {r.ac}, HD {r.hd}, #AT {count} ({named}), DG {each_damage(first)}, SV {save}, ML {r.morale}"
    elif variant == 3:
        many = many_of(r)
        text = f"{r.names} ({many}): AL {r.alignment[0]}, MV {r.move}' ({r.move // 3}'), AC {r.ac}, HD {r.hd}, HP {r.hp[0]}, #AT {count} ({named}), DG {each_damage(first)}, SV {save}, ML {r.morale}"
        own |= {"count": str(many), "hp": list(r.hp)}
    elif variant == 4:
        weapon = "weapon"
        text = f"{r.name}: AL {r.alignment[0]}, MV {r.move}' ({r.move // 3}'), AC {r.ac}, HD {r.hd}, #AT 1 ({weapon}), DG 1d6 or weapon, SV {save}, ML {r.morale}, XP {r.xp}."
        own = {"attacks": [[[1, "weapon", "1d6"]]]}
    elif variant == 5:
        text = wrap(
            f"{r.name} (AL {r.alignment[0]}, MV {r.move}' ({r.move // 3}'), AC {r.ac}, HD {r.hd}, hp {r.hp[0]}, #AT {count}, DG {each_damage(first)}, SV {save}, ML {r.morale})",
            50,
        )
        own = {"attacks": [routine_of(first, named=False)], "hp": list(r.hp)}
    elif variant == 6:
        lines = [
            f"Armor Class: {r.ac}",
            f"Hit Dice: {r.hd}",
            f"Attacks: {count} ({named})",
            f"Damage: {each_damage(first)}",
            f"Movement: {mv}",
            f"Save: {save}",
            f"Morale: {r.morale}",
        ]
        text = "\n".join([r.name.upper(), *lines])
        keys = f"ac hd attacks move {fly_swim}saves morale"
    else:
        text = f"{r.name}: (AL {r.alignment[0]}; MV {r.move}' ({r.move // 3}'); AC {r.ac}; HD {r.hd}; #AT {count} ({named}); DG {each_damage(first)}; SV {save}; ML {r.morale}; HC {r.treasure})"
    return quirky(text, chance), [refer(r, keys, **own)]


@layout("LotFP", "txt", 6, held=(5,))
def flame_princess(records: list[Record], chance: Random, variant: int) -> Text:
    """Armour counts up from 12 where nobody wears any, so 12 is 9."""
    r = records[0]
    armour = 21 - r.ac
    dice = "½ Hit Die" if not r.dice else f"{r.hd} Hit {'Die' if r.hd == '1' else 'Dice'}"
    b = r.routines[0][0]
    one: dict[str, Any] = {"attacks": [[[b.number, b.name, b.damage]]], "move": r.move, "hp": list(r.hp)}
    attack = f"{b.number} {b.name} attack{'s' if b.number > 1 else ''} doing {b.damage} damage"
    if variant == 0:
        text = f"{r.name}: Armor {armour}, {dice}, {r.hp[0]}hp, Move {r.move}', {attack}, Morale {r.morale}."
    elif variant == 1:
        text = f"{r.name}, Armor {armour}, {r.hd if r.dice else '½'} HD, {r.hp[0]}hp, {attack}, Movement {r.move}', ML {r.morale}."
    elif variant == 2:
        text = f"{r.name}\nArmor {armour}, {dice}, {r.hp[0]} hp, Movement {r.move}', {attack}, Morale {r.morale}\n{r.description}"
    elif variant == 3:
        text = f"The {r.name} (Armor {armour}, {dice}, {r.hp[0]}hp, Movement {r.move}', {attack}, Morale {r.morale}) guards the stair."
    elif variant == 4:
        text = wrap(
            f"{r.name}: {dice}, {r.hp[0]}hp, Armor {armour}, {attack}, Movement {r.move}', Morale {r.morale}.", 42
        )
    else:
        text = f"**{r.name}**: Armor {armour}, {dice}, {r.hp[0]}hp, Move {r.move}', Morale {r.morale}, {attack}."
    return text, [refer(r, "hd morale", ac=r.ac, **one)]


@layout("OSRIC", "txt", 8, held=(6, 7))
def osric(records: list[Record], chance: Random, variant: int) -> Text:
    """Armour counts down from 10, and a round's inch is ten feet."""
    r = records[0]
    first = r.routines[0]
    count = sum(b.number for b in first)
    named = ", ".join(f"{b.number} {b.plural}" if b.number > 1 else b.name for b in first)
    one: dict[str, Any] = {"attacks": [routine_of(first)]}
    keys = "ac hd attacks move"
    if variant in (0, 1):
        attacks = f"{count} ({named})" if variant == 0 else str(count)
        lines = [
            "Frequency: Rare",
            f"No. Encountered: {r.number}",
            "Size: Medium",
            f"Move: {r.move} ft" + (f"; {r.fly} ft flying (AA:III)" if r.fly else ""),
            f"Armour Class: {r.ac}",
            f"Hit Dice: {r.hd}",
            f"Attacks: {attacks}",
            f"Damage: {each_damage(first)}",
            "Special Attacks: None",
            "Special Defences: None",
            "Magic Resistance: Standard",
            "Lair Probability: 25%",
            "Intelligence: Average",
            f"Alignment: {r.alignment}",
            f"Level/XP: 3/{r.xp} + 4/hp",
        ]
        text = "\n".join([r.name, *lines, r.description])
        keys += " fly"
        if variant == 1:
            one = {"attacks": [routine_of(first, named=False)]}
    elif variant == 2:
        text = f"{r.name}: AC {r.ac}; MV {inches(r)}; HD {r.hd}; hp {r.hp[0]}; #AT {count}; D {ranges(r)}; SA Nil; SD Nil; MR Standard; AL N; XP {r.xp}"
        one = {"attacks": [routine_of(first, named=False)], "hp": list(r.hp)}
        keys += " fly"
    elif variant == 3:
        many = many_of(r)
        text = f"{r.names} ({many}): SZ M; MV {r.move} ft; AC {r.ac} [{20 - r.ac}]; HD {r.hd}; HP {r.hp[0]}; #ATT {count}; DMG {each_damage(first)}; SA None; SD None; MR Std; AL CE; Lvl/XP 2/{r.xp}+2/hp"
        one = {"attacks": [routine_of(first, named=False)], "hp": list(r.hp), "count": str(many)}
    elif variant == 4:
        text = f'{r.name} (AC {r.ac}, MV {r.move // 10}", HD {r.hd}, hp {r.hp[0]}, #AT {count}, D {ranges(r)}, AL CE)'
        one = {"attacks": [routine_of(first, named=False)], "hp": list(r.hp)}
    elif variant == 5:
        text = f"{r.name.upper()}\nSize: Medium\nMove: {r.move}ft\nAC: {r.ac} [{20 - r.ac}]\nHD: {r.hd}\nAttacks: {several(r.routines[:1], lambda b: plural(b, '1'), ' and ', False)}\nMorale: N/A (fights to the death)\nNo. Encountered: 1d6\nIntelligence: Animal (1)\nAlignment: Neutral\nXP: {r.xp} +4/hp"
    elif variant == 6:
        text = f"{r.name}: AC {r.ac}, MV {r.move}', HD {r.hd}, hp {r.hp[0]}, #AT {count}, D {each_damage(first)}, Sz M, Int Low, AL LE"
        one = {"attacks": [routine_of(first, named=False)], "hp": list(r.hp)}
    else:
        text = f"{r.name}\nFREQUENCY: Uncommon\nNO. ENCOUNTERED: 2d4\nSIZE: Large\nMOVE: {r.move} ft\nARMOUR CLASS: {r.ac}\nHIT DICE: {r.hd}\nATTACKS: {count}\nDAMAGE: {each_damage(first)}\nSPECIAL ATTACKS: Nil\nSPECIAL DEFENCES: Nil\nALIGNMENT: Neutral"
        one = {"attacks": [routine_of(first, named=False)]}
    return text, [refer(r, keys, **one)]


@layout("Second edition", "txt", 4, held=(3,))
def second_edition(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    first = r.routines[0]
    count = sum(b.number for b in first)
    one: dict[str, Any] = {"attacks": [routine_of(first, named=False)]}
    head = f"AC {r.ac}; MV {r.move // 10}" + (f", Fl {r.fly // 10} (C)" if r.fly else "")
    rest = f"HD {r.hd}; hp {r.hp[0]}; THAC0 {r.thac0}; #AT {count}; Dmg {ranges(r)}; SZ M (6' tall); ML steady (11); Int low (6); AL NE; XP {r.xp}."
    if variant == 0:
        text = f"{r.name}: {head}; {rest}"
    elif variant == 1:
        text = f"{r.name} (1): {head}; {rest}"
    elif variant == 2:
        lines = [
            "CLIMATE/TERRAIN: Temperate/Swamps",
            "FREQUENCY: Uncommon",
            "ORGANIZATION: Band",
            f"NO. APPEARING: {r.number}",
            f"ARMOR CLASS: {r.ac}",
            f"MOVEMENT: {r.move // 10}" + (f", Fl {r.fly // 10} (C)" if r.fly else ""),
            f"HIT DICE: {r.hd}",
            f"THAC0: {r.thac0}",
            f"NO. OF ATTACKS: {count}",
            f"DAMAGE/ATTACK: {ranges(r)}",
            "SPECIAL ATTACKS: Nil",
            "SPECIAL DEFENSES: Nil",
            "MAGIC RESISTANCE: Nil",
            "SIZE: M (6' tall)",
            "INTELLIGENCE: Low (5-7)",
            f"XP VALUE: {r.xp}",
        ]
        return "\n".join([r.name.upper(), *lines]), [refer(r, "ac hd attacks thac0 move fly", **one)]
    else:
        text = f"{r.name} (AC {r.ac}; MV {r.move // 10}; HD {r.hd}; hp {r.hp[0]}; THAC0 {r.thac0}; #AT {count}; Dmg {ranges(r)}; AL CE)"
        return text, [refer(r, "ac hd hp attacks thac0 move", **one)]
    return text, [refer(r, "ac hd hp attacks thac0 move fly", **one)]
