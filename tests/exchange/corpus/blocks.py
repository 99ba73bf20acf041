"""Blocks with a label on each line: tabs, Basic Fantasy, the first edition, Dark Dungeons, Olde Swords Reign."""

from __future__ import annotations

from random import Random
from typing import Any

from exchange.corpus.lines import ALL_OF_A_LINE, book_line, bullets
from exchange.corpus.records import HEADED, Blow, Record
from exchange.corpus.registry import Text, layout
from exchange.corpus.styles import (
    as_range,
    curly,
    each_damage,
    inches,
    inside,
    quirky,
    refer,
    routine_of,
    saves_long,
    several,
    starred,
    wrap,
)

LONG_LABELS = (
    *("Armour Class", "Hit Dice", "Attacks", "THAC0", "Movement", "Saving Throws", "Morale", "Alignment", "XP"),
    *("Number Appearing", "Treasure Type"),
)


def values(r: Record) -> list[str]:
    """Return the values of a book line without their labels."""
    return [part.partition(" ")[2] for part in book_line(r)]


@layout("OSE with tabs", "txt", 5, held=(4,))
def tabs(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    lines = [f"{label} \t{value}" for label, value in zip(LONG_LABELS, values(r), strict=True)]
    block = "\n".join(lines)
    text = {
        0: f"{r.name}\n\n{r.description}\n{block}\n{bullets(r, '    ')}",
        1: f"# {r.name}\n_{r.description}_\n{block}\n\n{bullets(r, '    ')}",
        2: f"## {r.name}\n\n{r.description}\n\n" + block.replace(" \t", "\t") + f"\n{bullets(r, '- ')}",
        3: f"Beasts of the {r.name.split()[-1]}\n\n## {r.name}\n{r.description}\n{block}",
        4: f"{r.name}\n{curly(block)}\n{r.description}",
    }[variant]
    return curly(text) if chance.random() < 0.7 else text, [refer(r, ALL_OF_A_LINE)]


# --- Basic Fantasy


def basic_rows(r: Record, longhand: bool = True) -> list[tuple[str, str]]:
    first = r.routines[0]
    attacks = (
        "/".join(f"{b.number} {b.plural}" for b in first)
        if longhand
        else ", ".join(f"{b.number} {b.plural}" for b in first)
    )
    rates = (
        f"{r.move // 3}'"
        + (f" Fly {r.fly // 3}' (10')" if r.fly else "")
        + (f" Swim {r.swim // 3}' (10')" if r.swim else "")
    )
    if not r.fly and not r.swim and len(r.name) % 3 == 0:
        rates += " (10')"
    return [
        ("Armor Class", str(20 - r.ac) + (" (s)" if len(r.name) % 11 == 0 else "")),
        ("Hit Dice", f"{'½ (1d4 hp)' if not r.dice else r.hd + '*' * r.stars}"),
        ("No. of Attacks", attacks),
        ("Damage", each_damage(first)),
        ("Movement", rates),
        ("No. Appearing", "2d6, Wild 3d10, Lair 5d10" if len(r.name) % 2 else "1d4"),
        ("Save As", saves_long(r)),
        ("Morale", str(r.morale)),
        ("Treasure Type", r.treasure),
        ("XP", f"{r.xp:,}"),
    ]


BASIC_KEYS = "ac hd attacks move fly swim saves morale"


def basic_reference(r: Record, **own: object) -> dict[str, object]:
    return refer(r, BASIC_KEYS, **({"vanguard ac": 20 - r.ac, "attacks": [routine_of(r.routines[0])]} | own))


@layout("Basic Fantasy block", "txt", 7, held=(5, 6))
def basic_fantasy(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    rows = basic_rows(r, variant != 3)
    block = "\n".join(f"{label}: {value}" for label, value in rows)
    if variant == 0:
        text = f"{r.name}\n{block}\n{r.description}"
    elif variant == 1:
        text = (
            f"{r.name}*\n"
            + "\n".join(f"{label}:\t{value}" for label, value in rows)
            + f"\n\n{wrap(r.description * 3, 60)}"
        )
    elif variant == 2:
        by_name = "/".join(f"{b.damage} {b.name}" for b in r.routines[0] for _ in range(b.number))
        rows[3] = ("Damage", by_name)
        text = f"{r.name}\n" + "\n".join(f"{label}: {value}" for label, value in rows)
    elif variant == 3:
        text = f"**{r.name}**\n\n" + "\n".join(f"**{label}:** {value}  " for label, value in rows)
    elif variant == 4:
        bonus = f"{rows[1][1]} (+{r.bonus})" if r.dice else rows[1][1]
        rows[1] = ("Hit Dice", bonus)
        text = f"{r.name}\n" + "\n".join(f"{label}: {value}" for label, value in rows) + f"\n{r.description}"
        return text, [basic_reference(r, thac0=r.thac0)]
    elif variant == 5:
        text = f"{r.name.upper()}\n{block}"
    else:
        text = "\n".join([r.name, *(f"{label} {value}" for label, value in rows)])
    return quirky(text, chance), [basic_reference(r)]


@layout("Basic Fantasy, text of a PDF", "txt", 5, held=(4,))
def basic_fantasy_pdf(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    rows = basic_rows(r)
    if variant == 0:
        text = (
            f"{r.name}\n"
            + "\n".join(f"{label + ':':<18}{value}" for label, value in rows)
            + f"\n{wrap(r.description * 2, 46, True)}"
        )
    elif variant == 1:
        text = (
            f"MONSTERS\nBASIC FANTASY RPG\n{r.name}\n"
            + "\n".join(f"{label}: {value}" for label, value in rows)
            + f"\n{wrap(r.description * 2, 46, True)}\n97"
        )
    elif variant == 2:
        text = f"{r.name}\n" + "\n\n".join(f"{label}:\n{value}" for label, value in rows) + f"\n\n{r.description}"
    elif variant == 3:
        text = (
            f"{r.name}\n"
            + "\n".join(f"{label}: {wrap(value, 18)}" for label, value in rows)
            + f"\n{wrap(r.description, 40)}"
        )
    else:
        text = f"{r.name}\n" + "\n".join(f"  {label} :  {value}" for label, value in rows) + f"\n\n  {r.description}"
    return text, [basic_reference(r)]


@layout("Basic Fantasy, several columns", "txt", 5, held=(4,), each=3)
def basic_fantasy_columns(records: list[Record], chance: Random, variant: int) -> Text:
    """Several creatures side by side, each in a column below its name."""
    few = records[:2] if variant == 1 else records
    rows = [basic_rows(r) for r in few]
    names = [r.name for r in few]
    width = max(len(value) for row in rows for _, value in row) + 4
    width = max(width, *(len(name) + 3 for name in names))
    if variant in (0, 1):
        lines = [" " * 18 + "".join(f"{name:<{width}}" for name in names)]
        lines += [
            f"{label + ':':<18}" + "".join(f"{row[n][1]:<{width}}" for row in rows)
            for n, (label, _) in enumerate(rows[0])
        ]
        text = (
            f"Kin of the {names[0].split()[-1]}\n"
            + "\n".join(line.rstrip() for line in lines)
            + f"\n\n{few[0].description}"
        )
    elif variant == 2:
        lines = ["\t".join(["", *names])]
        lines += ["\t".join([f"{label}:", *(row[n][1] for row in rows)]) for n, (label, _) in enumerate(rows[0])]
        text = "\n".join(lines) + f"\n{few[0].description}"
    elif variant == 3:
        head = "| | " + " | ".join(names) + " |\n|---|" + "---|" * len(names)
        text = (
            head
            + "\n"
            + "\n".join(
                f"| **{label}** | " + " | ".join(row[n][1] for row in rows) + " |"
                for n, (label, _) in enumerate(rows[0])
            )
        )
    else:
        lines = ["".join(f"{name:<{width}}" for name in ("", *names))]
        lines += [
            f"{label:<{width}}" + "".join(f"{row[n][1]:<{width}}" for row in rows)
            for n, (label, _) in enumerate(rows[0])
        ]
        text = "\n".join(line.rstrip() for line in lines)
    return text, [basic_reference(r) for r in few]


# --- the first edition


def first_edition_rows(r: Record) -> list[tuple[str, str]]:
    first = r.routines[0]
    return [
        ("FREQUENCY", "Rare"),
        ("NO. APPEARING", "1-6"),
        ("ARMOR CLASS", str(r.ac)),
        ("MOVE", inches(r)),
        ("HIT DICE", r.hd.replace("½", "1-4 hit points")),
        ("% IN LAIR", "25%"),
        ("TREASURE TYPE", r.treasure),
        ("NO. OF ATTACKS", str(sum(b.number for b in first))),
        ("DAMAGE/ATTACK", "/".join(as_range(b.damage) for b in first for _ in range(b.number))),
        ("SPECIAL ATTACKS", "Surprise on 1-3" if len(r.name) % 3 else "Nil"),
        ("SPECIAL DEFENSES", "Nil"),
        ("MAGIC RESISTANCE", "Standard"),
        ("INTELLIGENCE", "Semi-"),
        ("ALIGNMENT", "Neutral"),
        ("SIZE", "L (7' tall)"),
        ("PSIONIC ABILITY", "Nil"),
        ("LEVEL/X.P. VALUE", f"III/{r.xp} + 4/hp"),
    ]


@layout("AD&D 1e: Markdown", "md", 8, held=(6, 7))
def first_edition(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    rows = first_edition_rows(r)
    text = {
        0: f"## {r.name}\n\n" + "\n".join(f"**{label}:** {value}  " for label, value in rows) + f"\n\n{r.description}",
        1: f"# {r.name.upper()}\n\n"
        + "\n".join(f"- **{label}**: {value}" for label, value in rows)
        + f"\n\n{r.description}",
        2: f"### {r.name}\n\n| | |\n|---|---|\n"
        + "\n".join(f"| {label} | {value} |" for label, value in rows)
        + f"\n\n{r.description}",
        3: f"## {r.name}\n"
        + "\n".join(f"{label}: {value}" for label, value in rows)
        + f"\n\n**Description:** {r.description}",
        4: f"---\ntitle: {r.name}\n---\n\n# {r.name}\n\n"
        + "\n".join(f"*{label.title()}:* {value}\\" for label, value in rows)
        + f"\n\n{r.description}",
        5: f"## {r.name}\n\n| Attribute | Value |\n|:--|:--|\n"
        + "\n".join(f"| **{label.title()}** | {value} |" for label, value in rows),
        6: f"## {r.name.upper()}\n\n"
        + "<br>\n".join(f"{label}: {value}" for label, value in rows)
        + f"\n\n{r.description}",
        7: f"#### {r.name}\n\n" + "\n".join(f"* {label.capitalize()}: {value}" for label, value in rows),
    }[variant]
    own: dict[str, Any] = {"attacks": [routine_of(r.routines[0], named=False)]}
    return quirky(text, chance), [refer(r, "ac hd attacks move fly", **own)]


# --- Dark Dungeons


@layout("Dark Dungeons text", "txt", 6, held=(5,))
def dark_dungeons(records: list[Record], chance: Random, variant: int) -> Text:
    """Rates are those of a round."""
    r = records[0]
    attacks = "\x00".join(
        " ".join(
            f"{b.number}x {b.name.title()} ({inside(b)})" if b.number > 1 else f"{b.name.title()} ({inside(b)})"
            for b in routine
        )
        for routine in r.routines
    )
    attacks = attacks.replace("\x00", " or ")
    move = (
        f"{r.move // 3} ft."
        + (f", {r.fly // 3} ft. (Fly)" if r.fly else "")
        + (f", {r.swim // 3} ft. (Swim)" if r.swim else "")
    )
    rows = [
        ("Size", "Medium"),
        ("Type", "Monster"),
        ("Habitat", "Hills, Woods (Rare)"),
        ("Wandering Group", "1d6 (Nil)"),
        ("Lair Group", "2d6 (C)"),
        ("Move", move),
        ("Armor Class", str(r.ac)),
        ("Hit Dice", f"{starred(r)} ({r.hp[0]} HP)"),
        ("Attacks", attacks),
        ("Special", ", ".join(name for name, _ in r.headed) or "None"),
        ("Save", "F0" if r.saves == "NH" else r.saves),
        ("Alignment", r.alignment),
        ("Intelligence", "4"),
        ("Morale", str(r.morale)),
        ("XP Value", f"{r.xp:,}"),
    ]
    if variant == 0:
        text = (
            f"{r.name}{r.name}\n " + "\n\n".join(f"{label}: {value}" for label, value in rows) + f"\n\n{r.description}"
        )
    elif variant == 1:
        text = (
            f"{r.name}\n\n"
            + "\n\n".join(f"{label}: {value}" for label, value in rows)
            + f"\n\n{r.description}"
            + "".join(f"\n\n{name}: {about}" for name, about in r.headed)
        )
    elif variant == 2:
        text = f"{r.name}\n" + "\n".join(f"{label}: {value}" for label, value in rows) + f"\n{r.description}"
    elif variant == 3:
        text = (
            f"{r.name}{r.name}monster:{r.name}\n "
            + "\n\n".join(f"{label}: {value}" for label, value in rows)
            + f"\n\n{r.description}\n\n"
            + "".join(f"{name}: {about}\n\n" for name, about in HEADED[:3])
        )
    elif variant == 4:
        text = (
            f"{r.name}\n" + "\n".join(f"{label}: {wrap(value, 24)}" for label, value in rows) + f"\n\n{r.description}"
        )
    else:
        text = (
            f"{r.name}{r.name}\nMonsters/{r.name} Size: Medium\n\n"
            + "\n\n".join(f"{label}: {value}" for label, value in rows[1:])
            + f"\n\n{r.description}"
        )
    saves = {"saves": "NH"} if r.saves == "NH" else {}
    return text, [refer(r, "ac hd hp attacks move fly swim saves morale", **saves)]


# --- Olde Swords Reign


@layout("OSReign Markdown", "md", 5, held=(4,))
def swords_reign(records: list[Record], chance: Random, variant: int) -> Text:
    """Armour counts up from 10; rates are words."""
    r = records[0]
    hp = max(1, 4 * max(1, r.dice))

    def short(b: Blow) -> str:
        damage = b.damage.removeprefix("1") if b.damage.startswith("1d") else b.damage
        return f"{b.number} {b.plural} ({damage})" if b.number > 1 else f"{b.name} ({damage})"

    attacks = several(r.routines, short, ", ", False)
    ac, hd = 19 - r.ac, max(1, r.dice)
    pace = ("Slow", "Normal", "Fast", "Swim Fast", "Slow, Fly Fast")[len(r.name) % 5]
    notes = f"{r.headed[0][0]}: {r.headed[0][1]}" if r.headed else "Sunlight Sensitivity."
    own: dict[str, Any] = {"hd": str(hd), "hp": [hp]}
    keys = "ac attacks morale"
    if variant == 0:
        text = f"## {r.name}\n**HD {hd} | AC {ac} | HP {hp}** | Darkvision<br>\nAtk {attacks} | Mv {pace} | Ml {r.morale} | XP {r.xp}<br>\n{notes}<br>\n{r.description}"
    elif variant == 1:
        text = f"## {r.name}\n**HD {hd} | AC {ac} | HP {hp}** | Blindsight\nAtk {attacks} | Mv {pace} | Ml {r.morale} | XP {r.xp}\n{notes}\n{r.description}\n\n---\n"
    elif variant == 2:
        text = f"### {r.name}\n**HD {hd} | AC {ac} | HP {hp}**<br>\nAtk {attacks} | Mv {r.move // 3}' | Ml {r.morale} | XP {r.xp}<br>\n{r.description}"
        own["move"] = r.move
    elif variant == 3:
        text = f"**{r.name}**\nHD {hd} | AC {ac} | HP {hp} | Atk {attacks} | Mv {pace} | Ml {r.morale} | XP {r.xp}"
    else:
        text = f"## {r.name}\n\n**HD** {hd} **AC** {ac} **HP** {hp} **Atk** {attacks} **Mv** {pace} **Ml** {r.morale} **XP** {r.xp}\n\n{r.description}"
    return text, [refer(r, keys, **own)]
