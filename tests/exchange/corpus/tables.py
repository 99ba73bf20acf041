"""Tables in Markdown: a label and a value in each row, or a creature in each row."""

from __future__ import annotations

from random import Random

from exchange.corpus.blocks import LONG_LABELS, values
from exchange.corpus.lines import ALL_OF_A_LINE, bullets
from exchange.corpus.records import Record
from exchange.corpus.registry import Text, layout
from exchange.corpus.styles import feet, five_saves, plural, quirky, refer, saves_number, saves_short, several

SHORT_LABELS = ("AC", "HD", "Att", "THAC0", "MV", "SV", "ML", "AL", "XP", "NA", "TT")


def rows(labels: tuple[str, ...], r: Record, bold: bool = False) -> str:
    marked = [f"**{label}**" if bold else label for label in labels]
    return "\n".join(f"| {label} | {value} |" for label, value in zip(marked, values(r), strict=True))


@layout("OSE as Markdown tables", "md", 9, held=(7, 8))
def two_columns(records: list[Record], chance: Random, variant: int) -> Text:
    r = records[0]
    text = {
        0: f"## {r.name}\n\n{r.description}\n\n| | |\n|---|---|\n{rows(LONG_LABELS, r)}\n{bullets(r, '- ')}",
        1: f"# {r.name}\n\n*{r.description}*\n\n| Stat | Value |\n| --- | --- |\n{rows(LONG_LABELS, r, True)}\n{bullets(r, '* ')}",
        2: f"### {r.name}\n{rows(SHORT_LABELS, r)}\n{r.description}",
        3: f"| {r.name} | |\n|:--|:--|\n{rows(LONG_LABELS, r)}\n\n{r.description}",
        4: f"**{r.name}**\n\n{r.description}\n\n| **Armour Class** | {values(r)[0]} |\n|---|---|\n"
        + rows(LONG_LABELS, r, True).partition("\n")[2]
        + bullets(r, "- **").replace(": ", ":** "),
        5: f"## {r.name}\n\n| {' | '.join(SHORT_LABELS)} |\n|{'---|' * len(SHORT_LABELS)}\n| {' | '.join(values(r))} |\n\n{r.description}",
        6: f"## {r.name}\n\n{r.description}\n\nArmour Class | {values(r)[0]}\n--- | ---\n"
        + "\n".join(f"{label} | {value}" for label, value in list(zip(LONG_LABELS, values(r), strict=True))[1:]),
        7: f"#### {r.name}\n\n{r.description}\n\n||||\n|-|-|\n{rows(LONG_LABELS, r, True)}",
        8: f"| **{r.name}** | |\n|---|---|\n{rows(SHORT_LABELS, r, True)}\n| Notes | {r.description} |",
    }[variant]
    return quirky(text, chance), [refer(r, ALL_OF_A_LINE)]


@layout("Tables with a creature in each row", "md", 5, held=(4,), each=3)
def creature_rows(records: list[Record], chance: Random, variant: int) -> Text:
    def cells(r: Record) -> list[str]:
        short = several(r.routines, plural, ", ", False)
        if variant == 0:
            return [
                r.name,
                str(r.ac),
                r.hd,
                str(r.hp[0]),
                short,
                f"{r.move}' ({r.move // 3}')",
                saves_short(r),
                str(r.morale),
            ]
        if variant == 1:
            return [
                r.name,
                r.hd,
                f"{r.ac} [{19 - r.ac}]",
                short,
                str(r.thac0),
                feet(r),
                five_saves(r, saves_number),
                str(r.morale),
                str(r.xp),
            ]
        if variant == 2:
            return [
                r.name,
                str(len(r.name) % 5 + 2),
                str(r.ac),
                r.hd,
                short,
                str(r.thac0),
                f"{r.move}'",
                saves_short(r),
                str(r.morale),
            ]
        if variant == 3:
            return [r.name, r.hd, str(r.ac), short, f"{r.move}' ({r.move // 3}')", saves_short(r), str(r.morale)]
        return [f"**{r.name}**", str(r.ac), r.hd, short, f"{r.move}' ({r.move // 3}')", saves_short(r), str(r.morale)]

    heads = {
        0: ("Name", "AC", "HD", "hp", "Attacks", "Move", "Save", "Morale"),
        1: ("Monster", "HD", "AC", "Att", "THAC0", "MV", "SV", "ML", "XP"),
        2: ("Creature", "No.", "Armour Class", "Hit Dice", "Attacks", "THAC0", "Movement", "Saves", "Morale"),
        3: ("Name", "HD", "AC", "Attack", "MV", "SV", "ML"),
        4: ("", "AC", "HD", "Attacks", "Move", "Save", "Morale"),
    }[variant]
    keys = "ac hd hp attacks move saves morale" if variant == 0 else "ac hd attacks move saves morale"
    keys += " thac0" if variant in (1, 2) else ""
    keys += " fly swim" if variant == 1 else ""
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *(f"| {' | '.join(cells(r))} |" for r in records)]
    if variant == 3:
        lines = ["\t".join(heads), *("\t".join(cells(r)) for r in records)]
    counts = [{"count": str(len(r.name) % 5 + 2)} if variant == 2 else {} for r in records]
    text = "# Who lives here\n\n" + "\n".join(lines) + "\n\nThey share one den.\n"
    return text, [refer(r, keys, **own) for r, own in zip(records, counts, strict=True)]
