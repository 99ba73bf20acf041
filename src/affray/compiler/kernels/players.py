"""The kernels: functions in the rule language that play many fights, and what the verbs of the rules mean in each.

A kind of kernel is its main function, the columns that stand beside the fight in its record, and the verbs that it
replaces. Verbs that are not replaced are compiled as verbs.py has them, with nobody at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from affray.compiler.kernels.building import GPU, LIGHT, LOGGING, TALLYING
from affray.compiler.kernels.counting import (
    COUNTED_EVENTS,
    Sums,
    checksum,
    count_each,
    count_end,
    count_event,
    count_round,
)
from affray.compiler.kernels.record import NO_COLUMNS, TALLY_COLUMNS, Columns, log_columns
from affray.compiler.types import INT, WORD, ArrayType, Scalar, Type, Word, references
from affray.engine import verbs
from affray.engine.dice import GAMMA, MASK
from affray.engine.events import BECAUSE
from affray.engine.state import UNDECIDED, Combatant, Fight
from affray.engine.verbs import Answer, Question, decide, refusal

MOST_KINDS = 64  # kinds of action
TURN_OF_ALL = 256  # one step in so many is taken by all threads of a GPU, so that nobody waits for ever
LOG_ROWS = 40_000  # rows of a log
WORD_ARRAY, INT_ARRAY, HALF_ARRAY = (ArrayType(Scalar(kind, n), 0) for kind, n in ((WORD, 64), (INT, 64), (INT, 32)))
MOST_FAILURES = 32  # fights that a thread of a GPU can list in one call
FAILURE_WORDS = 1 + 2 * MOST_FAILURES  # of its list


def step_of_book(f: Fight) -> None:
    """Take a book's own step."""
    raise NotImplementedError


# --- the main functions


def play_batch(f: Fight, batch: Any, first: int, count: int) -> None:
    """Play so many fights from one start and add up how they ended."""
    for number in range(first, first + count):
        begin_fight(f, batch, number)
        while f.winner == UNDECIDED:
            step_of_book(f)
        count_end(f, batch)
        end_fight(f, batch, number)


def play_and_tally(f: Fight, batch: Any, first: int, count: int) -> None:
    """Play fights, and count all there is to count besides."""
    for number in range(first, first + count):
        begin_fight(f, batch, number)
        now = 0
        while f.winner == UNDECIDED:
            if f.round != now:
                now = f.round
                count_round(f, batch)
            step_of_book(f)
        count_end(f, batch)
        count_each(f, batch)
        end_fight(f, batch, number)


def begin_fight(f: Fight, batch: Any, number: int) -> None:
    """Begin the fight of this number: what the last one has changed is as at the start again. Where members are carried
    on from other fights, it is a row: with members of its own, and the number of its dice."""
    batch.state[batch.first_word : batch.end_word] = batch.start[batch.first_word : batch.end_word]
    dice = number
    if batch.carried > 0:
        dice = batch.dice_numbers[number]
        place_members(batch, number)
    f.key = batch.key + (dice << 20) * GAMMA & MASK
    batch.number = number


def place_members(batch: Any, row: int) -> None:
    """Put the members of a row into their places, which hold what tells them from the words of these members."""
    for n in range(batch.carried):
        seat, own = batch.seats[n], batch.chosen[row * batch.carried + n] * batch.member_words
        for word in range(batch.member_words):
            batch.state[seat + word] ^= batch.members[own + word]


def end_fight(f: Fight, batch: Any, number: int) -> None:
    """Add a fight that is over; of a row, by the number of its dice, keep what is asked for."""
    if batch.carried > 0:
        add_fight(f, batch, batch.dice_numbers[number])
        keep_end(batch, number)
    else:
        add_fight(f, batch, number)


def add_fight(f: Fight, batch: Any, number: int) -> None:
    batch.checksum += checksum(f, number)
    batch.dice += f.rolled


def keep_end(batch: Any, row: int) -> None:
    """Keep of the end of a row's fight what is asked for."""
    for n in range(batch.words_kept):
        batch.ends_kept[row * batch.words_kept + n] = batch.state[batch.places[n]] & batch.masks[n]


def play_on_gpu(f: Any, words: Any, broken: Any, failures: Any, batch: Any, first: int, step: int, end: int) -> None:
    """Play every `step`th fight. Of the threads of a GPU that work together those go on whose fights are in the phase
    of most of them; the others wait until they are more. What breaks an assumption is not counted but listed."""
    f.number = first
    if first < end:
        begin_gpu_fight(f, words, batch)
    turn = 0
    while f.number < end:
        turn += 1
        over = f.winner != UNDECIDED or broken[0] != 0
        if is_most_common(0 if over else kind_of_step(f)) or turn % TURN_OF_ALL == 0:
            if over:
                end_gpu_fight(f, broken, failures, batch)
                f.number += step
                if f.number < end:
                    begin_gpu_fight(f, words, batch)
            else:
                step_of_book(f)
    batch.checksum += f.checksum
    batch.dice += f.dice


def kind_of_step(f: Fight) -> int:
    """Return what threads that take the same step have alike: the phase, and the announced action."""
    return (f.phase + 1) * MOST_KINDS + f.action_kind


def end_gpu_fight(f: Any, broken: Any, failures: Any, batch: Any) -> None:
    if broken[0] == 0:
        count_end(f, batch)
        add_fight(f, f, f.number)
    else:
        list_failure(failures, f.number, broken[0])
        broken[0] = 0


def is_most_common(kind: int) -> bool:
    """Return whether most of the threads that work together are at a step of this kind: they take it first, and meet
    others there. On a CPU each thread works alone."""
    return True


def list_failure(failures: Any, number: int, assumption: int) -> None:
    """Add a fight to this thread's list, whose first number says how many there are."""
    if failures[0] < MOST_FAILURES:
        failures[2 * failures[0] + 1] = number
        failures[2 * failures[0] + 2] = assumption
    failures[0] += 1


def begin_gpu_fight(f: Any, words: Any, batch: Any) -> None:
    for n in range(batch.first_word, batch.end_word):
        words[n] = batch.start[n]
    f.key = batch.key + (f.number << 20) * GAMMA & MASK


def play_and_log(f: Fight, key: Word) -> None:
    """Play one fight, whose log is written by the verbs."""
    f.key = key
    while f.winner == UNDECIDED:
        step_of_book(f)


# --- verbs that count


def tallying_note(
    f: Fight, kind: int, clause: int, who: Combatant, other: Combatant, value: int = 0, was: int = 0
) -> None:
    """Count an event. What nobody counts compiles to nothing: the kind is known where a rule notes it."""
    if kind in COUNTED_EVENTS:
        count_event(f, kind, clause, who.id, other.id, value, was)


# --- verbs that write a log


def write_row(f: Any, a: int, b: int, c: int, d: int, e: int, g: int, h: int) -> None:
    """Write one row, as long as there is room."""
    if f.events < LOG_ROWS:
        f.log[f.events][0] = a
        f.log[f.events][1] = b
        f.log[f.events][2] = c
        f.log[f.events][3] = d
        f.log[f.events][4] = e
        f.log[f.events][5] = g
        f.log[f.events][6] = h
    f.events += 1


def logging_note(
    f: Fight, kind: int, clause: int, who: Combatant, other: Combatant, value: int = 0, was: int = 0
) -> None:
    write_row(f, kind, clause, who.id, other.id, value, was, f.rolled)


def logging_because(f: Fight, reason: int, amount: int, when: bool = True) -> int:
    if not when:
        return 0
    write_row(f, BECAUSE, reason, amount, 0, 0, 0, 0)
    return amount


def logging_choose(f: Fight, ask: int, who: Combatant, other: Combatant, value: int = 0) -> Answer:
    return logging_answer(f, Question(ask, who.id, other.id, value))


def logging_ruling(f: Fight, ask: int, who: Combatant, other: Combatant, value: int = 0) -> Answer:
    return logging_answer(f, Question(ask, verbs.REFEREE, who.id, value))


def logging_answer(f: Any, q: Question) -> Answer:
    """Return the tactic's answer, checked and written down."""
    a = decide(f, q)
    if refusal(f, q, a) != 0:
        f.illegal += 1
    write_row(f, -1 - q.ask, q.who, a.kind, a.target, a.option, f.rolled, q.other)
    return a


# --- kinds of kernel


@dataclass(frozen=True)
class KernelKind:
    """One kind of kernel. `arguments` are the types of what its main function takes after the fight."""

    name: str
    main: Callable[..., object]
    beside: Columns
    arguments: tuple[Type, ...]
    verbs: Mapping[Any, Any] = field(default_factory=dict)  # what it calls instead of a verb
    vectors: tuple[Callable[..., object], ...] = ()  # functions that go through many numbers


BATCH_NUMBERS = "checksum dice number key first_word end_word".split()  # first what fights add to
BATCH_PARTS = (
    dict.fromkeys(BATCH_NUMBERS, 0)
    | {name: np.zeros(0, np.uint64) for name in ("start", "state")}
    | {name: np.zeros(0, np.int64) for name in Sums._fields}
)
# where each fight has members of its own: how many, and what is kept of each end; 0 where all begin alike
ROW_NUMBERS = "carried member_words words_kept".split()
ROW_WORDS, ROW_PLACES = "members masks ends_kept".split(), "dice_numbers seats chosen places".split()
ROW_PARTS = (
    dict.fromkeys(ROW_NUMBERS, 0)
    | {name: np.zeros(0, np.uint64) for name in ROW_WORDS}
    | {name: np.zeros(0, np.int64) for name in ROW_PLACES}
)
BATCH = references("Batch", BATCH_PARTS | ROW_PARTS)
LIGHT_KERNEL = KernelKind(LIGHT, play_batch, NO_COLUMNS, (BATCH, INT, INT))
TALLYING_KERNEL = KernelKind(TALLYING, play_and_tally, TALLY_COLUMNS, (BATCH, INT, INT), {verbs.note: tallying_note})
THREAD_COLUMNS: Columns = [  # beside a fight on a GPU: its number, and what the fights of this thread add up to
    ("number", np.int64),
    ("checksum", np.uint64),
    ("dice", np.int64),
]
GPU_BATCH = references("Batch", BATCH_PARTS, shared=True)
GPU_KERNEL = KernelKind(GPU, play_on_gpu, THREAD_COLUMNS, (WORD_ARRAY, HALF_ARRAY, INT_ARRAY, GPU_BATCH, INT, INT, INT))
LOGGING_VERBS = {
    verbs.note: logging_note,
    verbs.because: logging_because,
    verbs.choose: logging_choose,
    verbs.ruling: logging_ruling,
}
LOGGING_KERNEL = KernelKind(LOGGING, play_and_log, log_columns(LOG_ROWS), (WORD,), LOGGING_VERBS)
