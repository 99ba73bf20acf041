"""How much of a fight is explored: everything if it is small enough, else only the answers that tactics would give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from affray.compiler.kernels.assumptions import GENERAL
from affray.compiler.kernels.building import learn
from affray.engine.state import Fight, comparable_copy
from affray.errors import AffrayError
from affray.exact.graph import AssumptionBroken, GraphListener, TooBig, shared_assumptions
from affray.rules.book import Book
from affray.simulation.plain import advance_to_first_die
from affray.solving.exploring import ChoiceExplorer, solved_start


@dataclass(frozen=True)
class Explored:
    explorer: ChoiceExplorer
    why: str  # not every answer was tried; empty if it was


def explore_fight(
    book: Book, start: Fight, sides: Iterable[int], left_out: int, states: int, on_progress: GraphListener | None
) -> Explored:
    """Try every listed answer; where that is too much, those of tactics alone."""
    root = comparable_copy(advance_to_first_die(book, solved_start(book, start, list(sides))))
    try:
        return Explored(explore_all(book, root, left_out, False, states, on_progress), "")
    except TooBig as no:
        why = str(no)
    try:
        return Explored(explore_all(book, root, left_out, True, states, on_progress), why)
    except TooBig as no:
        raise AffrayError(
            f"too big to solve or to search, even with the answers of tactics alone: {no}; allow more states, leave "
            "out kinds of answer, or ask for its odds instead"
        ) from None


def explore_all(
    book: Book, root: Fight, left_out: int, narrow: bool, states: int, on_progress: GraphListener | None
) -> ChoiceExplorer:
    assumed = shared_assumptions(book, [root])
    while True:
        try:
            explorer = ChoiceExplorer(book, root, states, on_progress, assumed, narrow, left_out)
            explorer.explore()
            return explorer
        except AssumptionBroken as broken:
            if assumed == GENERAL:
                raise
            learn(book, root, [broken.what])
            assumed = GENERAL
