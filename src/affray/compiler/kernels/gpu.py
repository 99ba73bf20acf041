"""The kernel for a GPU: the fight as its threads see it, and its code.

A thread has what changes in memory of its own, in as few bytes as may be. What never changes is in tables that all
threads share; the fight and each combatant hold the address of theirs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from affray.compiler import machine
from affray.compiler.gpu import export_to_gpu, is_most_common_on_gpu, note_on_gpu
from affray.compiler.kernels import cache
from affray.compiler.kernels.assumptions import Assumptions, Change, book_fields, narrow_fields
from affray.compiler.kernels.building import GPU, assumptions, file_name, known_changes
from affray.compiler.kernels.layouts import FIXED
from affray.compiler.kernels.players import FAILURE_WORDS, GPU_KERNEL, THREAD_COLUMNS, is_most_common
from affray.compiler.kernels.programs import assumptions_of, kernel_signature, new_program, records_in_layout
from affray.compiler.kernels.record import WORD, Column, Columns, columns_of, last_name, pack, places_in
from affray.engine.state import SHARED, Combatant, Fight
from affray.rules.book import Book


def gpu_assumptions(book: Book, start: Fight) -> Assumptions:
    """Return what may be assumed of a fight, and that its numbers need few bits where none needed more so far."""
    assumed = assumptions(book, start)
    return replace(assumed, narrow=narrow_fields(book, start)).without(known_changes(book, start))


ADDRESS: Columns = [(FIXED, np.uint64)]


GPU_EMITTERS = {is_most_common: is_most_common_on_gpu}


class GpuLayout(NamedTuple):
    """The columns of what changes, with the combatants at its end, and of the two kinds of table."""

    fight: np.dtype[Any]
    tables: np.dtype[Any]  # of the fight
    figures: np.dtype[Any]  # of a combatant

    @property
    def behind(self) -> dict[str, np.dtype[Any]]:
        return {"Fight": self.tables, "Combatant": self.figures}


def gpu_layout(book: Book, n: int, assumed: Assumptions) -> GpuLayout:
    """Return the layout of a fight with so many combatants."""
    used = book_fields(book)
    combatant = columns_of(Combatant, "Combatant", used, assumed)
    fight = [column for column in columns_of(Fight, "Fight", used, assumed) if column[0] != "who"]
    tables = [column for column in fight if column[0] in SHARED]
    figures = [column for column in combatant if last_name(column[0]) not in used.written]
    who = np.dtype(ADDRESS + widest_first(column for column in combatant if column not in figures), align=True)
    changing = widest_first(column for column in fight if column not in tables)
    return GpuLayout(
        np.dtype([*ADDRESS, *THREAD_COLUMNS, *changing, ("who", who, (n,))], align=True),
        np.dtype(tables, align=True),
        np.dtype(figures, align=True),
    )


def widest_first(columns: Iterable[Column]) -> Columns:
    """Return columns in an order that leaves no gaps. The items of a list stay side by side."""
    return sorted(columns, key=lambda column: -np.dtype(column[1]).alignment)


class GpuRecord(NamedTuple):
    """A fight in the layout of a GPU. The addresses of the tables are still to be filled in."""

    fight: np.ndarray[Any, Any]
    tables: np.ndarray[Any, Any]
    figures: np.ndarray[Any, Any]


def gpu_record(layout: GpuLayout, start: Fight) -> GpuRecord:
    made = GpuRecord(np.zeros(1, layout.fight), np.zeros(1, layout.tables), np.zeros(start.n, layout.figures))
    pack(start, made.fight[0])
    pack(start, made.tables[0])
    for who, row in zip(start.who, made.figures, strict=True):
        pack(who, row)
    return made


def changing_words(layout: GpuLayout) -> tuple[int, int]:
    """Return the first word that begins anew with each fight, and the one after the last: what comes after the columns
    of the thread."""
    return 1 + len(THREAD_COLUMNS), layout.fight.itemsize // WORD


def address_places(layout: GpuLayout, n: int) -> list[int]:
    """Return where the record holds addresses, in words: of the tables, then of each combatant's figures."""
    places = places_in(layout.fight)
    each = layout.fight["who"].base
    first = (places["who"] + places_in(each)[FIXED]) // WORD
    return [places[FIXED] // WORD, *(first + k * each.itemsize // WORD for k in range(n))]


class GpuCode(NamedTuple):
    """The code of a kernel in PTX, and its assumptions in the order of their numbers."""

    ptx: str
    assumptions: tuple[Change, ...]


def gpu_code(book: Book, n: int, assumed: Assumptions) -> GpuCode:
    """Return the code for a fight with so many combatants, from the cache if it is there."""
    folder, file = cache.kernel_folder(book), f"{n}-{file_name(GPU, assumed)}"
    layout = gpu_layout(book, n, assumed)
    records = records_in_layout(book, layout.fight, assumed, layout.behind)
    code = cache.load_bytes(folder, file)
    if code is None:
        made = new_program(book, GPU_KERNEL, records, note_on_gpu, GPU_EMITTERS)
        signature, size = kernel_signature(records, GPU_KERNEL), layout.fight.itemsize
        export_to_gpu(made, GPU_KERNEL.main, signature, size, FAILURE_WORDS)
        if made.errors:
            raise made.errors[0]
        code = machine.ptx(str(made.module)).encode()
        cache.save_bytes(folder, file, code)
    return GpuCode(code.decode(), assumptions_of(records))
