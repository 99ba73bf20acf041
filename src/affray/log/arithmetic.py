"""Sums as the log writes them: dice, fixed parts, modifiers, what is done to the sum so far, and the total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from affray.engine.clauses import ADDS, ASCENDS, BEST, DESCENDS, FIXED, LEAST, MOST, REMARK, STEP, TIMES, WORST

ADDED = (ADDS, FIXED, ASCENDS, DESCENDS)
DONE = (STEP, TIMES, LEAST, MOST)  # to the sum so far
PICKS = {BEST: ("higher", "highest"), WORST: ("lower", "lowest")}
Dice = Sequence[tuple[int, int]]  # (sides, face)


class Because(NamedTuple):
    """A modifier: its clause, its reason, how much, whether it changes what is rolled against, and how."""

    clause: str
    words: str
    amount: int
    on_target: bool
    how: str = ADDS


@dataclass(slots=True)
class Sum:
    """A sum that is being written: the steps that are complete, the terms of the next, and the total so far."""

    running: int = 0
    steps: list[str] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    obvious: bool = True  # nothing but one number stands there

    def add(self, b: Because) -> None:
        if b.amount != 0:
            self.terms.append(signed_term(b))
            self.running += b.amount
            self.obvious = self.obvious and len(self.terms) == 1 and not self.steps

    def do(self, b: Because) -> None:
        """Do something to the sum so far: double it, halve it, keep it within a limit."""
        self.close(self.running)
        before, self.running = self.running, self.running + b.amount
        if b.how == TIMES:
            self.steps[-1:] = [f"{self.steps[-1]} ×{self.running // before if before else 0} = {number(self.running)}"]
        elif b.how == STEP:
            self.steps.append(f"{b.words} = {number(self.running)}")
        else:
            self.steps.append(f"at {b.how} {number(self.running)}")

    def close(self, total: int | None) -> None:
        """Complete the terms with what they come to, unless that can be seen."""
        if self.terms:
            told = "" if total is None or (self.obvious and total == self.running) else f" = {number(total)}"
            self.steps.append(" ".join(self.terms) + told)
        elif self.steps and total is not None and total != self.running:
            self.steps.append(f"= {number(total)}")
        self.terms, self.obvious = [], True

    def __str__(self) -> str:
        return ", ".join(self.steps)


def describe_sum(dice: Dice, because: Sequence[Because], total: int | None, partly: bool = False) -> str:
    """Describe what makes a number; without a total, what is known of it. partly: some modifiers are not known."""
    done = start_sum(dice, because, total)
    for b in because:
        if is_added(b):
            done.add(b)
        elif b.how in DONE:
            done.do(b)
    if partly and total is not None and total != done.running:
        done.terms.append("and modifiers")
        done.obvious = False
    done.close(total)
    return str(done)


def sum_of_known(dice: Dice, because: Sequence[Because]) -> int:
    """Return what dice and modifiers come to."""
    return start_sum(dice, because, None).running + sum(b.amount for b in because if is_added(b) or b.how in DONE)


def is_added(b: Because) -> bool:
    return b.how in ADDED or (b.how == REMARK and b.amount != 0)


def start_sum(dice: Dice, because: Sequence[Because], total: int | None) -> Sum:
    """Start with the dice, or with the one that counts; without dice, with what was rolled before."""
    pick = next((b for b in because if b.how in PICKS), None)
    if pick is not None and len(dice) > 1:
        return start_with_pick(dice, pick, remarks(because))
    if dice:
        words = remarks(because)
        text = describe_dice(dice) + (f" ({words})" if words else "")
        return Sum(sum(face for _, face in dice), [], [text], len(dice) == 1)
    if total is None:
        return Sum()
    changes = [b.amount for b in because if b.amount != 0 and (is_added(b) or b.how in DONE)]
    first = total - sum(changes)
    return Sum(first, [], [number(first)] if first and changes else [])


def start_with_pick(dice: Dice, pick: Because, words: str) -> Sum:
    faces = [face for _, face in dice]
    counts = max(faces) if pick.how == BEST else min(faces)
    word = PICKS[pick.how][len(faces) > 2]
    listed = ", ".join(map(str, faces[:-1])) + f" and {faces[-1]}"
    why = f" ({words})" if words else ""
    return Sum(counts, [f"{len(faces)}d{dice[0][0]}{why}", f"{word} of {listed} = {counts}"], [])


def remarks(because: Sequence[Because]) -> str:
    """Return what is said beside the numbers, each once."""
    return ", ".join(dict.fromkeys(b.words for b in because if b.how == REMARK and b.amount == 0))


def describe_terms(because: Sequence[Because]) -> str:
    """Describe modifiers alone: −10 for a riposte."""
    return " ".join(signed_term(b) for b in because if is_added(b) and b.amount != 0)


def signed_term(b: Because) -> str:
    sign = "−" if b.amount < 0 else "+"
    return f"{sign}{abs(b.amount)}" + ("" if b.how == FIXED else f" {b.words}")


def describe_dice(faces: Dice) -> str:
    """Describe dice, those of one size together: d20=13, 2d6=3+5, 2d6=3+5 + d8=1."""
    runs: list[tuple[int, list[int]]] = []
    for sides, face in faces:
        if not runs or runs[-1][0] != sides:
            runs.append((sides, []))
        runs[-1][1].append(face)
    return " + ".join(
        f"{len(shown) if len(shown) > 1 else ''}d{sides}={'+'.join(map(str, shown))}" for sides, shown in runs
    )


def number(value: int) -> str:
    return str(value).replace("-", "−")
