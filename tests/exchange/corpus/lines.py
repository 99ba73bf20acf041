"""Stat lines: of the classic books, of compact notes, and of games that write a creature on one line."""

from __future__ import annotations

from random import Random
from typing import Any

from exchange.corpus.records import Record
from exchange.corpus.registry import Text, layout
from exchange.corpus.styles import (
    dice_text,
    each_damage,
    feet,
    five_saves,
    inside,
    plural,
    quirky,
    refer,
    routine_of,
    saves_number,
    saves_short,
    several,
    signed,
    starred,
    times_sign,
    wrap,
)

ALL_OF_A_LINE = "ac hd hp attacks thac0 move fly swim saves morale led"


def book_line(r: Record) -> list[str]:
    morale = f"{r.morale} ({r.led} with leader)" if r.led else str(r.morale)
    return [
        f"AC {r.ac} [{19 - r.ac}]",
        f"HD {starred(r)} ({r.hp[0]}hp)",
        f"Att {several(r.routines, times_sign)}",
        f"THAC0 {r.thac0} [{signed(r.bonus)}]",
        f"MV {feet(r)}",
        f"SV {five_saves(r, saves_number)}",
        f"ML {morale}",
        f"AL {r.alignment}",
        f"XP {r.xp:,}",
        f"NA {r.number}",
        f"TT {r.treasure}",
    ]


def bullets(r: Record, mark: str) -> str:
    return "".join(f"\n{mark}{name}: {text}" for name, text in r.headed)


@layout("OSE book line", "txt", 8, held=(6, 7))
def ose_book_line(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    line = ", ".join(book_line(r))
    text = {
        0: f"{r.name}\n{r.description}\n{line}{bullets(r, '▶ ')}",
        1: f"{r.name.upper()}\n\n{r.description}\n\n{wrap(line, 48)}{bullets(r, '• ')}",
        2: f"## {r.name}\n*{r.description}*\n\n{line}\n{bullets(r, '- ')}",
        3: f"{r.name}\n{wrap(r.description + ' ' + r.description, 40, True)}\n{wrap(line, 40)}{bullets(r, '▶ ')}",
        4: f"**{r.name}:** {line}. {r.description}",
        5: f"{r.name}\n{line.replace(', AL', '; AL')}\n{r.description}\n{bullets(r, '► ')}",
        6: f"{r.name.upper()} ({line})\n{r.description}",
        7: f"### {r.name}\n\n> {r.description}\n\n{'; '.join(book_line(r))}.\n{bullets(r, '* ')}",
    }[variant]
    return quirky(text, chance), [refer(r, ALL_OF_A_LINE)]


@layout("OSE, compact notes", "txt", 10, held=(8, 9))
def compact_notes(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    short = several(
        r.routines, lambda b: f"{b.number} {b.name} ({b.damage})" if b.number > 1 else plural(b), ", ", False
    )
    slashes = "/".join(b.name for b in r.routines[0] for _ in range(b.number))
    damages = "/".join(b.damage for b in r.routines[0] for _ in range(b.number))
    one = [routine_of(r.routines[0])]
    most = "ac hd hp attacks thac0 move saves morale"
    move, third = r.move, r.move // 3
    save = saves_short(r)
    if variant == 0:
        text = f"{r.name}: AC {r.ac}, HD {r.hd}, hp {r.hp[0]}, Att {short}, THAC0 {r.thac0}, MV {move}' ({third}'), SV {save}, ML {r.morale}"
    elif variant == 1:
        text = f"{r.name} AC{r.ac}[{19 - r.ac}] HD{r.hd} HP{r.hp[0]} #AT {short} THAC0 {r.thac0} MV{move}({third}) SV {save} ML{r.morale}"
    elif variant == 2:
        text = f"**{r.name}** – HD {r.hd} ({r.hp[0]} hp) | AC {r.ac} [{19 - r.ac}] | Att {short} | THAC0 {r.thac0} [{signed(r.bonus)}] | MV {move}' ({third}') | SV {save} | ML {r.morale}"
    elif variant == 3:
        text = f"- {r.name} (AC {r.ac}, HD {r.hd}, {r.hp[0]}hp, {short}, THAC0 {r.thac0}, Mv {move}/{third}, Sv {save}, Ml {r.morale})"
    elif variant == 4:
        parts = [
            ("AC", f"{r.ac} [{19 - r.ac}]"),
            ("HD", f"{r.hd} ({r.hp[0]}hp)"),
            ("Att", short),
            ("THAC0", f"{r.thac0} [{signed(r.bonus)}]"),
            ("MV", f"{move}' ({third}')"),
            ("SV", five_saves(r, saves_number)),
            ("ML", str(r.morale)),
        ]
        text = f"### {r.name}\n" + " ".join(f"**{label}** {value}" for label, value in parts)
    elif variant == 5:
        text = f"{r.name} — AC: {r.ac}; HD: {r.hd}; HP: {r.hp[0]}; ATK: {slashes} {damages}; THAC0: {r.thac0}; MV: {move}'; SV: {save}; ML: {r.morale}"
        return text, [refer(r, most, attacks=one)]
    elif variant == 6:
        text = f"{r.name}\nAC {r.ac}  HD {r.hd}  hp {r.hp[0]}\nAtt {short}\nTHAC0 {r.thac0}  MV {move}' ({third}')\nSV {save}  ML {r.morale}"
    elif variant == 7:
        text = f"{len(r.name) % 4 + 2} {r.names}: AC {r.ac}, HD {r.hd}, hp {r.hp[0]} each, Att {short}, THAC0 {r.thac0}, MV {move}' ({third}'), SV {save}, ML {r.morale}"
        return text, [refer(r, most, count=str(len(r.name) % 4 + 2))]
    elif variant == 8:
        text = f"{r.name}, HD {r.hd}, AC {r.ac}, hp {r.hp[0]}, THAC0 {r.thac0}, attacks: {short}, save {save}, move {move}', morale {r.morale}."
    else:
        text = f"* **{r.name}.** AC {r.ac}[{19 - r.ac}]; HD {r.hd}; {r.hp[0]} hp; Atk {short}; THAC0 {r.thac0}[{signed(r.bonus)}]; MV {move}'({third}'); SV {save}; ML {r.morale}; AL {r.alignment[0]}"
    return text, [refer(r, most)]


@layout("Basic Fantasy module line", "txt", 9, held=(7, 8))
def basic_fantasy_line(records: list[Record], chance: Random, variant: int) -> Text:
    """Armour counts up from 11; in brackets what it is without what the creature wears."""
    r = records[0]
    ac = 20 - r.ac
    worn = f"{ac} (11)" if variant in (1, 4) and ac > 12 else str(ac)
    hd = "1d4 hit points" if not r.dice and variant == 0 else "1d4 HP" if not r.dice else f"{r.hd}{'*' * r.stars}"
    first = r.routines[0]
    attacks = "/".join(f"{b.number} {b.plural}" for b in first)
    damage = each_damage(first)
    save = "NM" if r.saves == "NH" else r.saves
    one = [routine_of(first)]
    mv = f"{r.move // 3}'" + (f" Fly {r.fly // 3}'" if r.fly else "") + (f" Swim {r.swim // 3}'" if r.swim else "")
    own: dict[str, Any] = {"vanguard ac": ac, "attacks": one}
    keys = "ac hd attacks move fly swim saves morale"
    tail = f"Mv {mv}, Sv {save}, Ml {r.morale}"
    xp = f", XP {r.xp:,}"
    if variant == 0:
        text = f"{r.name}: AC {worn}, HD {hd}, #At {attacks}, Dam {damage}, {tail}{xp}"
    elif variant == 1:
        text = f"{r.name}: AC {worn}, HD {hd}, #At {attacks}, Dam {damage}, {tail}"
    elif variant == 2:
        many = 2 + len(r.name) % 5
        boxes = "\n".join(f"HP {r.hp[0]} □□□□□" for _ in range(2))
        text = f"{many} {r.names}: AC {worn}, HD {hd}, #At {attacks}, Dam {damage}, {tail}{xp} ea.\n{boxes}"
        return text, [refer(r, keys, **own, count=str(many), hp=[r.hp[0], r.hp[0]])]
    elif variant == 3:
        text = wrap(f"{r.name}: AC {worn}, HD {hd}, #At {attacks}, Dam {damage}, {tail}, HP {r.hp[0]}", 44)
        own["hp"] = [r.hp[0]]
    elif variant == 4:
        text = f"12. The cellar: In the far corner waits a {r.name}.\n{r.name}: AC {worn}, HD {hd}, #At {attacks}, Dam {damage}, {tail}\nA rusty chest holds 40 gp."
    elif variant == 5:
        text = f"{r.name}: AC {worn}, HD {hd} (+{r.bonus}), #At {attacks}, Dam {damage}, {tail}"
        own["thac0"] = r.thac0
    elif variant == 6:
        text = f"{r.name}: AC {worn}, HD {hd}, hp {r.hp[0]}, #AT {attacks}, D {damage}, MV {mv}, SV {save}, ML {r.morale}, AL {r.alignment[0]}"
        own["hp"] = [r.hp[0]]
    elif variant == 7:
        text = f"{r.name.upper()} AC {worn}, HD {hd}, #At {attacks}, Dam {damage}, Mv {mv}, Sv {save}, Ml {r.morale}, HP: {r.hp[0]}"
        own["hp"] = [r.hp[0]]
    else:
        text = f"{r.name}: HD {hd}, AC {worn}, #Att {attacks}, Dmg {damage}, Move {mv}, Save {save}, Morale {r.morale}"
    return quirky(text, chance), [refer(r, keys, **own)]


@layout("Swords & Wizardry line", "txt", 9, held=(7, 8))
def swords_and_wizardry_line(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    bite = several(r.routines, plural, ", ", False)
    save = 19 - max(1, r.dice) if r.dice < 15 else 4
    five = "/".join([str(save)] * 5)
    inch = r.move // 10
    special = "; ".join(name.lower() for name, _ in r.headed) or "none"
    own: dict[str, Any] = {"move": r.move, "saves": five}
    keys = "ac hd attacks"
    level = max(1, r.dice)
    if variant == 0:
        text = f"{r.name}: HD {r.hd}; AC {r.ac} [{19 - r.ac}]; Atk {bite}; Move {inch}; Save {save}; AL {r.alignment[0]}; CL/XP {level}/{r.xp}; Special: {special}."
    elif variant == 1:
        text = f"{r.name}: HD {r.hd}; HP {r.hp[0]}; AC {r.ac}[{19 - r.ac}]; Atk {bite}; Move {inch}; Save {save}; CL/XP {level}/{r.xp:,}; Special: {special}."
        own["hp"] = list(r.hp)
    elif variant == 2:
        fly = f" (fly {r.fly // 10})" if r.fly else ""
        text = f"{r.name}: AC {r.ac} [{19 - r.ac}]; HD {r.hd}; Atk {bite}; MV {inch}{fly}; SV {save}; AL {r.alignment[0]}; CL/XP {level}/{r.xp}"
        own |= {"fly": r.fly} if r.fly else {}
    elif variant == 3:
        text = f"{r.name} (Ftr{level}): HP {r.hp[0]}; AC {r.ac}[{19 - r.ac}]; Atk {bite}; Move {inch}; Save {save}; AL {r.alignment[0]}; CL/XP {level}/{r.xp}; Special: {special}.\nEquipment: leather armor, {r.hp[0]}sp."
        own |= {"hp": list(r.hp), "hd": str(level)}
    elif variant == 4:
        text = (
            f"{r.name}\nHit Dice: {r.hd}\nArmor Class: {r.ac} [{19 - r.ac}]\nAttacks: {bite}\nSaving Throw: {save}\n"
            f"Special: {special.capitalize()}\nMove: {inch}\nAlignment: {r.alignment}\nChallenge Level/XP: {level}/{r.xp}\n{r.description}"
        )
    elif variant == 5:
        many = 2 + len(r.name) % 5
        each = ", ".join(str(r.hp[0] + n) for n in range(many))
        text = f"{many} {r.names} (HD {r.hd}; AC {r.ac}[{19 - r.ac}]; HP {each}; Atk {bite}; Move {inch}; Save {save}; CL/XP {level}/{r.xp})"
        own |= {"count": str(many), "hp": [r.hp[0] + n for n in range(many)]}
    elif variant == 6:
        text = f"**{r.name}**: HD {r.hd}; AC [{19 - r.ac}]; Atk {bite}; Move {inch}; Save {save}; AL {r.alignment[0]}; CL/XP {level}/{r.xp}; Special: {special}."
    elif variant == 7:
        text = wrap(
            f"{r.name}: HD {r.hd}; AC {r.ac} [{19 - r.ac}]; Atk {bite}; Move {inch}; Save {save}; AL {r.alignment[0]}; CL/XP {level}/{r.xp}; Special: {special}.",
            50,
        )
    else:
        text = f"{r.name}: HD {r.hd}, AC {r.ac} [{19 - r.ac}], Atk {bite}, Move {inch}, Save {save}, CL/XP {level}/{r.xp} ({special})"
    return quirky(text, chance), [refer(r, keys, **own)]


@layout("DCC line", "txt", 8, held=(6, 7))
def dcc_line(records: list[Record], chance: Random, variant: int) -> Text:
    """Armour counts up from 10, and saves are modifiers, which the classic game doesn't have."""
    r = records[0]
    ac = 19 - r.ac
    bonus = r.bonus + len(r.name) % 3
    first = r.routines[0]
    own: dict[str, Any] = {"thac0": 19 - bonus, "move": r.move}
    atk = ", ".join(
        f"{b.number if b.number > 1 else ''} {b.plural} {bonus:+d} melee ({inside(b)})".strip() for b in first
    )
    if len(r.routines) > 1:
        atk += " or " + ", ".join(
            f"{b.number if b.number > 1 else ''} {b.plural} {bonus:+d} melee ({inside(b)})".strip()
            for b in r.routines[1]
        )
    hd = dice_text(r, 8)
    end = f"Act 1d20; SP {'; '.join(name.lower() for name, _ in r.headed) or 'none'}; SV Fort +2, Ref +0, Will -1; AL {r.alignment[0]}."
    mv = f"{r.move // 3}'" + (f" or fly {r.fly // 3}'" if r.fly else "")
    own |= {"fly": r.fly} if r.fly else {}
    keys = "ac hd attacks"
    if variant == 0:
        text = f"{r.name}: Init +1; Atk {atk}; AC {ac}; HD {hd}; MV {mv}; {end}"
    elif variant == 1:
        text = f"{r.name}: Init -1; Atk {atk}; AC {ac}; HD {hd}; hp {r.hp[0]}; MV {mv}; {end}"
        own["hp"] = list(r.hp)
    elif variant == 2:
        many = 2 + len(r.name) % 4
        text = f"{r.name} ({many}): Init +0; Atk {atk}; AC {ac}; HD {hd}; hp {r.hp[0]} each; MV {mv}; {end}"
        own |= {"count": str(many), "hp": list(r.hp)}
    elif variant == 3:
        b = first[0]
        text = f"{r.name}: Init +2; Atk {b.plural if b.number > 1 else b.name} {bonus:+d} melee; Dmg {b.damage}; AC {ac}; HP {r.hp[0]}; HD {hd}; MV {mv}; {end}"
        own |= {"attacks": [[[1, b.name, b.damage]]], "hp": list(r.hp)}
    elif variant == 4:
        text = wrap(f"{r.name}: Init +1; Atk {atk}; AC {ac}; HD {hd}; MV {mv}; {end}", 52)
    elif variant == 5:
        text = f"The {r.name} waits behind the altar.\n\n{r.name}: Init +3; Atk {atk}; AC {ac}; HD {hd}; MV {mv}; Act 1d20 + 1d16; SV Fort +4, Ref +4, Will +1; AL {r.alignment[0]}."
    elif variant == 6:
        text = f"**{r.name}:** Init +1; Atk {atk}; AC {ac}; HD {hd}; MV {mv}; Act 1d20; SV Fort +0, Ref +1, Will -1; AL {r.alignment[0]}."
    else:
        text = f"{r.name}: Init +1; Atk {atk}; Crit M/d8; AC {ac}; HD {hd}; hp {r.hp[0]}; MV {mv}; {end}"
        own["hp"] = list(r.hp)
    return quirky(text, chance), [refer(r, keys, **own)]


@layout("Without Number line", "txt", 4, held=(3,))
def without_number_line(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    ac = 19 - r.ac
    b = r.routines[0][0]
    twice = f" x{b.number}" if b.number > 1 else ""
    save = max(2, 15 - r.dice // 2)
    own: dict[str, Any] = {"fourfold ac": ac, "move": r.move, "attack bonus": r.bonus, "save": save}
    own["attacks"] = [[[b.number, b.name, b.damage]]]
    mv = f"{r.move // 3}'"
    line = f"AC {ac}, HD {max(1, r.dice)}, Atk +{r.bonus}{twice}, Dmg {b.damage} {b.name}, Shock 2/13, Move {mv}, ML {r.morale}, Inst 4, Skill +1, Save {save}+"
    text = [
        f"{r.name}: {line}",
        f"{r.name} ({line})",
        f"**{r.name}**\n{line.replace(', ', '; ')}",
        f"{r.name}. {line}.",
    ][variant]
    return text, [refer(r, "ac morale", hd=str(max(1, r.dice)), **own)]
