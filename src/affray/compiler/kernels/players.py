"""The kernels: functions in the rule language that play many fights, and what the verbs of the rules mean in each.

A kind of kernel is its main function, the columns that stand beside the fight in its record, and the verbs that it
replaces. Verbs that are not replaced are compiled as verbs.py has them, with nobody at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from affray.compiler.checker import check
from affray.compiler.errors import RuleError
from affray.compiler.kernels.assumptions import GENERAL, HELD, RECORDS, Assumptions
from affray.compiler.kernels.counting import TOLD, Sums, checksum, count, count_each, count_end, count_round
from affray.compiler.kernels.record import COUNTS, PLAIN, Columns, layout, logging
from affray.compiler.program import Program
from affray.compiler.types import INT, WORD, ArrayType, Record, Scalar, Type, Word, record_type, references
from affray.engine import verbs
from affray.engine.dice import GAMMA, MASK, face, mix64
from affray.engine.events import BECAUSE
from affray.engine.state import ROOM as MOST
from affray.engine.state import UNDECIDED, Combatant, Fight
from affray.engine.verbs import CHOOSERS, RULES, RULINGS, Answer, Decide, Question, Refusal
from affray.rules.binding import is_copy, unbound
from affray.rules.book import Book

ROOM = 40_000  # rows of a log
WORDS = ArrayType(Scalar(WORD, 64), 0)


def step(f: Fight) -> None:
    """The seam for a book's own step."""
    raise NotImplementedError


# --- the main functions


def play(f: Fight, batch: Any, first: int, count: int) -> None:
    """Plays so many fights from one start and adds up how they ended."""
    for number in range(first, first + count):
        begin(f, batch, number)
        while f.winner == UNDECIDED:
            step(f)
        count_end(f, batch)
        add(f, batch, number)


def play_and_count(f: Fight, batch: Any, first: int, count: int) -> None:
    """Counts all there is to count besides."""
    for number in range(first, first + count):
        begin(f, batch, number)
        now = 0
        while f.winner == UNDECIDED:
            if f.round != now:
                now = f.round
                count_round(f, batch)
            step(f)
        count_end(f, batch)
        count_each(f, batch)
        add(f, batch, number)


def begin(f: Fight, batch: Any, number: int) -> None:
    """The fight of this number: what the last one has changed is as at the start again."""
    batch.state[batch.first_word : batch.end_word] = batch.start[batch.first_word : batch.end_word]
    f.key = batch.key + (number << 20) * GAMMA & MASK
    batch.number = number


def add(f: Fight, batch: Any, number: int) -> None:
    batch.checksum += checksum(f, number)
    batch.dice += f.rolled


def play_one(f: Fight, key: Word) -> None:
    """One fight, whose log is written by the verbs."""
    f.key = key
    while f.winner == UNDECIDED:
        step(f)


# --- verbs that count


def counted_note(
    f: Fight, kind: int, clause: int, who: Combatant, other: Combatant, value: int = 0, was: int = 0
) -> None:
    """What nobody counts compiles to nothing: the kind is known where a rule notes it."""
    if kind in TOLD:
        count(f, kind, clause, who.id, other.id, value, was)


# --- verbs that write a log


def write(f: Any, a: int, b: int, c: int, d: int, e: int, g: int, h: int) -> None:
    """One row, as long as there is room."""
    if f.events < ROOM:
        f.log[f.events][0] = a
        f.log[f.events][1] = b
        f.log[f.events][2] = c
        f.log[f.events][3] = d
        f.log[f.events][4] = e
        f.log[f.events][5] = g
        f.log[f.events][6] = h
    f.events += 1


def logged_note(
    f: Fight, kind: int, clause: int, who: Combatant, other: Combatant, value: int = 0, was: int = 0
) -> None:
    write(f, kind, clause, who.id, other.id, value, was, f.rolled)


def logged_because(f: Fight, reason: int, amount: int, when: bool = True) -> int:
    if not when:
        return 0
    write(f, BECAUSE, reason, amount, 0, 0, 0, 0)
    return amount


def logged_choose(decide: Decide, refusal: Refusal) -> Callable[..., Answer]:
    def choose(f: Fight, ask: int, who: Combatant, other: Combatant, value: int = 0) -> Answer:
        return judged(f, Question(ask, who.id, other.id, value))

    judged = logged_answer(decide, refusal)
    return choose


def logged_ruling(decide: Decide, refusal: Refusal) -> Callable[..., Answer]:
    def ruling(f: Fight, ask: int, who: Combatant, other: Combatant, value: int = 0) -> Answer:
        return judged(f, Question(ask, verbs.REFEREE, who.id, value))

    judged = logged_answer(decide, refusal)
    return ruling


def logged_answer(decide: Decide, refusal: Refusal) -> Callable[[Any, Question], Answer]:
    def judged(f: Any, q: Question) -> Answer:
        """The tactic's answer, which is checked and written down."""
        a = decide(f, q)
        if refusal(f, q, a) != 0:
            f.illegal += 1
        write(f, -1 - q.ask, q.who, a.kind, a.target, a.option, f.rolled, q.other)
        return a

    return judged


def logging_verbs() -> dict[Any, Any]:
    choosing = {choose: logged_choose(decide, refusal) for choose, decide, refusal in CHOOSERS}
    ruling = {rule: logged_ruling(decide, refusal) for rule, decide, refusal in RULINGS}
    return {verbs.note: logged_note, verbs.because: logged_because, **choosing, **ruling}


# --- kinds of kernel


@dataclass(frozen=True)
class Kind:
    """One kind of kernel. `arguments` are the types of what its main function takes after the fight."""

    name: str
    main: Callable[..., object]
    beside: Columns
    arguments: tuple[Type, ...]
    verbs: Callable[[], Mapping[Any, Any]] = dict
    vectors: tuple[Callable[..., object], ...] = ()  # functions that go through many numbers


BATCH_NUMBERS = "checksum dice number key first_word end_word".split()  # first what fights add to
BATCH = references(
    "Batch",
    dict.fromkeys(BATCH_NUMBERS, 0)
    | {name: np.zeros(0, np.uint64) for name in ("start", "state")}
    | {name: np.zeros(0, np.int64) for name in Sums._fields},
)
LIGHT = Kind("light", play, PLAIN, (BATCH, INT, INT))
WATCHED = Kind("watched", play_and_count, COUNTS, (BATCH, INT, INT), lambda: {verbs.note: counted_note})
LOGGED = Kind("logged", play_one, logging(ROOM), (WORD,), logging_verbs)


def program(book: Book, kind: Kind, assumed: Assumptions = GENERAL) -> Program:
    """All that a kernel of this kind consists of. Raises RuleError where a rule is outside the rule language."""
    records = records_of(book, kind.beside, assumed)
    seams = {**book.instead, step: unbound(book, book.step), **kind.verbs()}
    made = Program(records, seams, [kind.main], (*INLINED, *verbs.INLINED), kind.vectors)
    made.export(kind.main, signature(records, kind), MAIN)
    if made.errors:
        raise made.errors[0]
    return made


def rule_errors(book: Book) -> list[RuleError]:
    """Where the rules of a book are outside the rule language: those that its fights go through, and all others that
    are marked as rules in its modules."""
    records = records_of(book, PLAIN, GENERAL)
    root = unbound(book, book.step)
    home = root.__module__.rpartition(".")[0]
    own = [rule for rule in RULES if rule.__module__.startswith(f"{home}.") and not is_copy(rule)]
    every = [*dict.fromkeys((root, *own, *book.instead.values()))]
    return check(Program(records, book.instead, every), [rule for rule in every if rule in RULES])


def helper_program(functions: Iterable[tuple[Any, Sequence[Type]]]) -> Program:
    """Functions that no book has a part in."""
    every = list(functions)
    made = Program({}, {}, [function for function, _ in every], inline=INLINED)
    for function, types in every:
        made.export(function, types)
    if made.errors:
        raise made.errors[0]
    return made


MAIN = "main"  # what the main function is called in object code
INLINED = (face, mix64, verbs.roll, verbs.guess, verbs.because, verbs.note, counted_note)


def signature(records: Mapping[type, Record], kind: Kind) -> list[Type]:
    return [records[Fight], *kind.arguments]


def records_of(book: Book, beside: Columns, assumed: Assumptions) -> dict[type, Record]:
    """The layout of each record that rules see."""
    dtype = layout(book, beside, assumed)
    constants: dict[str, dict[str, Any]] = {name: constants_of(name, assumed) for name in RECORDS}
    fight = record_type(dtype, "Fight", HELD, constants)
    found: dict[type, Record] = {Fight: fight}
    for name, held in HELD.items():
        if name in fight.fields:
            stored = fight.fields[name].type
            record = stored.item if isinstance(stored, ArrayType) else stored
            assert isinstance(record, Record)
            found[RECORDS[held]] = record
    return found


def constants_of(name: str, assumed: Assumptions) -> dict[str, Any]:
    """The constant fields of one record; a list is an array of which every item is the constant."""
    cls = RECORDS[name]
    found: dict[str, Any] = {}
    for field, value in assumed.of(name).items():
        kind = cls.__annotations__[field]
        if kind == "list[int]":
            found[field] = ArrayType(Scalar(INT, 32), MOST[field], value)
        else:
            found[field] = bool(value) if kind == "bool" else value
    if name == "Fight":
        found["table"] = None
        if assumed.options:
            found["rules"] = assumed.options
    return found


def assumptions_of(records: Mapping[type, Record]) -> tuple[tuple[str, str], ...]:
    """The record and the field of each assumption, in the order in which the compiler numbers them."""
    return tuple((record.name, name) for record in dict.fromkeys(records.values()) for name in record.constants)
