"""Simulated fights in which Python functions decide for sides: uncompiled, and so slower, with the same tallies."""

from __future__ import annotations

from collections.abc import Mapping

from affray.engine.state import Fight
from affray.engine.verbs import Answer, Decide, Question, Refusal
from affray.play.functions import Tactic, ask_function
from affray.rules.book import Book, Roster
from affray.simulation.plain import EventCounter, PlainPlayer


class FunctionPlayer(PlainPlayer):
    """Plays fights in which functions answer for some sides."""

    def __init__(self, book: Book, start: Fight, roster: Roster, functions: Mapping[str, Tactic], seed: int) -> None:
        super().__init__(book, start, seed)
        by_side = {roster.sides.index(name): function for name, function in functions.items()}
        self.counter = self.new_counter = FunctionCounter(book, roster, by_side, start.n)

    def reset(self) -> None:
        """Forget what was played."""
        super().reset()
        old = self.new_counter
        self.counter = self.new_counter = FunctionCounter(old.book, old.roster, old.functions, old.n)


class FunctionCounter(EventCounter):
    """Counts the events of a fight, and lets functions answer the questions to their sides."""

    def __init__(self, book: Book, roster: Roster, functions: Mapping[int, Tactic], n: int) -> None:
        super().__init__(n)
        self.book, self.roster, self.functions = book, roster, functions

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        side = f.who[q.who].side if q.who >= 0 else q.who
        if side not in self.functions:
            return decide(f, q)
        return ask_function(self.functions[side], self.book, self.roster, f, q)
