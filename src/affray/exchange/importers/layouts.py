"""Turn tables, columns and markup of pages into lines with labels; every letter keeps its place in the original."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from affray.exchange.importers.labels import fight_label, key_of_label
from affray.exchange.importers.text import CleanText, clean_letters, repair

HTML_TABLES = (
    (re.compile(r"\s*<tr\b[^<>]{0,200}>\s*", re.IGNORECASE), "\n"),
    (re.compile(r"\s*<t[dh]\b[^<>]{0,200}>\s*", re.IGNORECASE), "| "),
    (re.compile(r"\s*</t[dh]>\s*", re.IGNORECASE), " "),
    (re.compile(r"\s*</tr>\s*", re.IGNORECASE), "|\n"),
    (re.compile(r"</?(?:table|tbody|thead|colgroup|caption)\b[^<>]{0,200}>", re.IGNORECASE), "\n"),
)
BOLD_LABEL = re.compile(  # **Saves** D12 **Speed** 40, in one line
    r"(?<=\S)[ ]+[*_]{2}(Armou?r Class|Hit Dice|Hit Points|Attacks?|Damage|Movement|Move|Speed|Saves?|"
    r"Saving Throws|Morale|Alignment|Treasure|Special)[*_]{2}[ ]*(?=[^\s:])"
)
WIKI_MARKUP = (
    (re.compile(r"^\{\|[^\n]{0,300}$", re.MULTILINE), ""),
    (re.compile(r"(?<=[^\s|-])[ ]*\n(?=[|!](?![-}+|])[^\n=]{0,200}$)", re.MULTILINE), " |"),
    (re.compile(r"\|\|[ ]?[|!]?|!!| \|[|!] ?"), "| "),
    (re.compile(r"^!", re.MULTILINE), "|"),
    (re.compile(r"^\|[-+][^\n|]{0,200}\n", re.MULTILINE), ""),
    (re.compile(r"^\|\}", re.MULTILINE), ""),
)
TEMPLATES = (  # {{Monster | ac = 5 | hd = 3}}, a parameter on each line
    (re.compile(r"^\{\{[^\n|{}]{0,60}$", re.MULTILINE), ""),
    (
        re.compile(r"^[ \t]{0,8}\|[ \t]{0,8}([A-Za-z][\w ./%'-]{0,40}?)[ \t]{0,20}=[ \t]{0,20}(?=\S)", re.MULTILINE),
        r"\1: ",
    ),
    (re.compile(r"^[ \t]{0,8}\|[ \t]{0,8}[A-Za-z][\w ./%'-]{0,40}?[ \t]{0,20}=[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"^\}\}", re.MULTILINE), ""),
)
MARKUP = (
    (re.compile(r"'{3,5}"), ""),
    (re.compile(r"^(={2,5})[ \t]*([^=\n]{1,80}?)[ \t]*\1[ \t]*$", re.MULTILINE), r"# \2"),
    (re.compile(r"\[\[(?:[^\[\]\n|]{1,80}\|)?([^\[\]\n|]{1,80})\]\]"), r"\1"),
    (re.compile(r"(?<!!)\[([^\[\]\n]{1,80})\]\((?:https?:|/|#|\.)[^()\s]{0,200}\)"), r"\1"),
    (re.compile(r"(?<=\w)[*_]{0,3}::(?=[ \t])"), ":"),
)
DIVIDER = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
FEWEST_LABELS = 3  # in a row or a column, before it is taken for labels
NAME_HEADS = ("name", "")


class Cell(NamedTuple):
    """A cell of a table: where it is in the text, without the spaces around it."""

    start: int
    end: int
    column: int  # where it begins in its line


class Row(NamedTuple):
    """A line that may belong to a table."""

    start: int
    end: int
    cells: tuple[Cell, ...]
    kind: str  # pipe, tab or gap; empty for other lines


def lay_out(original: str) -> CleanText:
    """Return a text with its tables as lines of labels and values, and cleaned."""
    page = CleanText(original, tuple(range(len(original) + 1)), original)
    for pattern, instead in choose_markup(original):
        page = repair(page, pattern, instead)
    return raise_labels(clean_letters(arrange_tables(page)))


TYPED = re.compile(
    r"(?<![\w#])(?:#?at|att|atk|ac|hd|mv|ml|sv|thac0|dmg|dam|xp|al)(?=[ :.]{0,2}[-+#\d½a-z(])", re.IGNORECASE
)
TYPED_ARMOUR = re.compile(r"\b[Aa]c[ :.]{0,2}-?\d")
TYPED_DICE = re.compile(r"\b[Hh]d[ :.]{0,2}[\d½]")


def raise_labels(page: CleanText) -> CleanText:
    """Return a text in which labels that somebody typed in small letters have capitals: goblin ac 6 hd 1-1 ml 7."""
    if not TYPED_ARMOUR.search(page.text):
        return page
    return page._replace(text="\n".join(map(raise_in_line, page.text.split("\n"))))


def raise_in_line(line: str) -> str:
    typed = TYPED_ARMOUR.search(line) and TYPED_DICE.search(line)
    return TYPED.sub(lambda label: label[0].upper(), line) if typed else line


def choose_markup(text: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the repairs for the markup that a text has."""
    if "<t" in text:
        yield from HTML_TABLES
    if re.search(r"^\{\|", text, re.MULTILINE):
        yield from WIKI_MARKUP
    if "{{" in text:
        yield from TEMPLATES
    if "**" in text or "__" in text:
        yield BOLD_LABEL, r"; \1: "
    yield from MARKUP[0 if "'''" in text else 1 :]


# --- tables


def arrange_tables(page: CleanText) -> CleanText:
    """Return a text with each table as lines of labels and values."""
    text, offsets, last = list[str](), list[int](), 0
    for rows in find_tables(page.text):
        pieces = arrange_table(page.text, rows)
        if pieces is None:
            continue
        start, end = rows[0].start, rows[-1].end
        text.append(page.text[last:start])
        offsets += page.offsets[last:start]
        for piece in pieces:
            if isinstance(piece, Cell):
                text.append(page.text[piece.start : piece.end])
                offsets += page.offsets[piece.start : piece.end]
            else:
                words, at = piece
                text.append(words)
                offsets += [page.offsets[at]] * len(words)
        last = end
    if not last:
        return page
    return CleanText("".join((*text, page.text[last:])), (*offsets, *page.offsets[last:]), page.original)


Piece = Cell | tuple[str, int]  # a cell, or words of ours at a place


COMMAS = r",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"  # outside quotation marks


def find_tables(text: str) -> Iterator[list[Row]]:
    """Yield the lines that stand together and look like rows of one table."""
    table, at = list[Row](), 0
    for line in text.split("\n"):
        row = read_row(line, at)
        if line.count(",") >= FEWEST_LABELS and (is_heading(line) or (table and table[0].kind == "comma")):
            row = Row(at, at + len(line), tuple(split_cells(line, at, COMMAS)), "comma")
        at += len(line) + 1
        if table and row.kind != table[-1].kind and not (row.kind and table[-1].kind in ("gap", "tab")):
            yield table
            table = []
        if row.kind:
            table.append(row)
    if table:
        yield table


def is_heading(line: str) -> bool:
    """Return whether a line is the heading of values with commas between them."""
    return len(line) < 400 and sum(bool(fight_label(cell)) for cell in line.split(",")) >= FEWEST_LABELS


def read_row(line: str, at: int) -> Row:
    """Return a line as a row of cells."""
    if line.count("|") > 0 and (line.lstrip(" >").startswith("|") or line.count("|") == line.count(" | ")):
        return Row(at, at + len(line), tuple(split_cells(line, at, r"(?<!\\)\|")), "pipe")
    for kind, gap in (("tab", r" *\t[ \t]*"), ("gap", r" {2,}")):
        if re.search(rf"\S{gap}\S", line) or (kind == "tab" and line.startswith("\t")):
            return Row(at, at + len(line), tuple(split_cells(line, at, gap)), kind)
    return Row(at, at + len(line), (), "")


def split_cells(line: str, at: int, gap: str) -> Iterator[Cell]:
    """Yield the cells of a line; the empty ones before a leading and after a closing stroke are none."""
    edges = [(0, 0), *(found.span() for found in re.finditer(gap, line)), (len(line), len(line))]
    spans = [(before[1], after[0]) for before, after in pairwise(edges)]
    if "|" in gap:
        spans = spans[1:] if not line[: spans[0][1]].strip(" >") else spans
        spans = spans[:-1] if spans and not line[spans[-1][0] :].strip() else spans
    for start, end in spans:
        inside = line[start:end]
        left = len(inside) - len(inside.lstrip(" >\t" if start == 0 else ' \t"' if "," in gap else " \t"))
        inside = inside.rstrip('"') if "," in gap else inside
        yield Cell(
            at + start + min(left, len(inside)), at + max(start + left, start + len(inside.rstrip())), start + left
        )


def arrange_table(text: str, rows: list[Row]) -> list[Piece] | None:
    """Return a table as lines of labels and values; None if it is no table of stat blocks."""
    rows = [row for row in rows if not DIVIDER.fullmatch(text[row.start : row.end]) and row.cells]
    if not rows:
        return None
    labels = [fight_label(cell_text(text, row.cells[0])) for row in rows]
    head = rows[0].cells
    across = sum(bool(fight_label(cell_text(text, cell))) for cell in head)
    down = sum(map(bool, labels))
    pairs = sum(bool(fight_label(cell_text(text, row.cells[2]))) for row in rows if len(row.cells) > 3)
    if across >= FEWEST_LABELS and down <= 1 and len(rows) > 1:
        return arrange_rows(text, rows)
    if down < 2 or (down < FEWEST_LABELS and len(rows) > 4) or (rows[0].kind != "pipe" and not is_lined_up(text, rows)):
        return None
    if pairs >= 2 and pairs * 2 >= down:
        return arrange_pairs(text, rows)
    values = [
        sum(cell.end > cell.start for cell in row.cells[1:]) for row, key in zip(rows, labels, strict=True) if key
    ]
    if max(values) <= 1:
        return list(arrange_labels(text, rows))
    if rows[0].kind == "gap" and sorted(values)[len(values) // 2] < 2:
        return None
    return arrange_columns(text, rows, labels)


def is_lined_up(text: str, rows: Sequence[Row]) -> bool:
    """Return whether lines with tabs or gaps are rows of a table: a label each, and values that hold no other."""
    labels = sum(bool(key_of_label(cell_text(text, row.cells[0]))) for row in rows)
    pairs = [row.cells for row in rows if len(row.cells) == 2]
    odd = any(text[label.end - 1] != ":" and ":" in text[value.start : value.end][:20] for label, value in pairs)
    return labels >= FEWEST_LABELS and labels * 2 >= len(rows) and not odd


def cell_text(text: str, cell: Cell) -> str:
    return text[cell.start : cell.end].strip("*_`: ")


def arrange_labels(text: str, rows: Sequence[Row]) -> Iterator[Piece]:
    """Yield a label and its value on each line; a cell alone stays a line, and names a creature."""
    for n, row in enumerate(rows):
        filled = [cell for cell in row.cells if cell_text(text, cell)]
        if n == 0 and len(filled) > 1 and not key_of_label(cell_text(text, filled[0])):
            continue  # Attribute, Value
        if len(filled) > 1:
            yield from (filled[0], (": " if text[filled[0].end - 1] != ":" else " ", filled[0].start), filled[1])
            yield "\n", row.end
        elif filled and not key_of_label(cell_text(text, filled[0])):
            yield from (("\n", row.start), filled[0], ("\n", row.end))


def arrange_pairs(text: str, rows: Sequence[Row]) -> list[Piece]:
    """Return the labels of several columns one below the other."""
    found = list[Piece]()
    for row in rows:
        for label, value in zip(row.cells[::2], row.cells[1::2], strict=False):
            if cell_text(text, value):
                found += [label, (": ", label.start), value, ("\n", value.end)]
            elif cell_text(text, label) and not key_of_label(cell_text(text, label)):
                found += [label, ("\n", label.end)]
    return found


def arrange_rows(text: str, rows: Sequence[Row]) -> list[Piece] | None:
    """Return a table with a creature in each row."""
    heads = [cell_text(text, cell) for cell in rows[0].cells]
    keys = [key_of_label(head) for head in heads]
    named = next((n for n, key in enumerate(keys) if key == "name"), None)
    if named is None:
        named = next((n for n, key in enumerate(keys) if not key), None)
    found = list[Piece]()
    for row in rows[1:]:
        if sum(cell.end > cell.start for cell in row.cells) < FEWEST_LABELS:
            continue
        at = row.cells[0].start
        found.append(("\n\n" if named is not None else "\n", at))
        many = next((n for n, key in enumerate(keys) if key == "number" and is_count(text, row, n)), None)
        if named is not None and named < len(row.cells):
            found += [row.cells[many], (" ", at)] if many is not None else []
            found += [row.cells[named], ("\n", at)]
        for n, (head, key) in enumerate(zip(heads, keys, strict=True)):
            if n not in (named, many) and key != "name" and n < len(row.cells) and cell_text(text, row.cells[n]):
                found += [(f"{head}: ", row.cells[n].start), row.cells[n], ("\n", row.cells[n].end)]
    found.append(("\n", rows[-1].end))
    return found


def is_count(text: str, row: Row, n: int) -> bool:
    return n < len(row.cells) and cell_text(text, row.cells[n]).isdecimal()


def arrange_columns(text: str, rows: Sequence[Row], labels: Sequence[str]) -> list[Piece] | None:
    """Return a table with a creature in each column."""
    first = next(n for n, key in enumerate(labels) if key)
    above = [row for row in rows[:first] if sum(cell.end > cell.start for cell in row.cells) > 1]
    if not above:
        return None
    widest = max(len(row.cells) for row, key in zip(rows, labels, strict=True) if key)
    names = [cell for cell in above[-1].cells if cell.end > cell.start]
    names = names[1:] if len(names) == widest else names
    found = list[Piece]()
    for n, name in enumerate(names):
        found += [("\n\n", name.start), name, ("\n", name.end)]
        for row, key in zip(rows[first:], labels[first:], strict=True):
            label = row.cells[0]
            value = value_below(name, n, row, len(names))
            if (
                key_of_label(cell_text(text, label))
                and value is not None
                and value.end > value.start
                and (key or label)
            ):
                words = text[label.start : label.end].strip("*_ ")
                found += [(f"{words.rstrip(':')}: ", value.start), value, ("\n", value.end)]
    found.append(("\n", rows[-1].end))
    return found


def value_below(name: Cell, n: int, row: Row, many: int) -> Cell | None:
    """Return the value of a row that belongs to a name: by its number, or by where it begins."""
    values = row.cells[1:]
    if len(values) == many or row.kind != "gap":
        return values[n] if n < len(values) else None
    near = [cell for cell in values if abs(cell.column - name.column) <= 3]
    return near[0] if near else None
