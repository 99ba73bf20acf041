"""The compiled twin: dataclasses become records, the verbs get compiled bodies, the rules stand as they are.

The one file that imports numba. A kernel is cached on disk under a digest of every rule and table file, because
numba's own cache looks at the kernel's file alone and would serve yesterday's rules."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from typing import Any

import numba
import numba.core.codegen as codegen
import numba.core.cpu as cpu
import numba.core.typed_passes as passes
import numpy as np
from numba import int64, njit, uint64
from numba.extending import overload, register_jitable

from affray import verbs
from affray.dice import GAMMA
from affray.recorder import BECAUSE
from affray.rules.book import Book
from affray.state import NOBODY, ROOM, Fight
from affray.verbs import CHOOSERS, RULES, RULINGS, THOUGHT, Answer, Decide, Question, Refusal

COLUMNS = 7  # of a row of the flat log
SMALL = 600  # bytes of bytecode; measured: below 450 a third slower, above 800 the compilation takes twice as long
KERNELS = {"many", "logged"}  # functions that Python itself calls
FIRST_CHANGING = "key"  # in Fight: what stands before it is fixed while a fight lasts


def dtype(cls: type = Fight, log: int = 0) -> np.dtype[Any]:
    """The record of a dataclass: nested dataclasses are nested records, lists are arrays with room for so many."""
    columns: list[tuple[Any, ...]] = []
    hints = typing.get_type_hints(cls, localns={"Table": object})
    for name, t in hints.items():
        if typing.get_origin(t) is list:
            item = typing.get_args(t)[0]
            columns.append((name, np.int32 if item is int else dtype(item), (ROOM[name],)))
        elif dataclasses.is_dataclass(t):
            columns.append((name, dtype(typing.cast(type, t))))
        elif name == "key":
            columns.append((name, np.uint64))
        elif t in (int, bool):
            columns.append((name, np.int32 if t is int else np.bool_))
    if log:
        columns = [("events", np.int32), ("illegal", np.int32), ("log", np.int32, (log, COLUMNS)), *columns]
    return np.dtype(columns, align=True)


def record(f: Fight, log: int = 0) -> np.ndarray[Any, Any]:
    """A fight as an array of one record."""
    r = np.zeros(1, dtype(Fight, log))
    pack(f, r[0])
    return r


def pack(x: Any, r: Any) -> None:
    for name in r.dtype.names:
        value = getattr(x, name, None)
        if isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, int):
                    r[name][i] = item
                else:
                    pack(item, r[name][i])
        elif dataclasses.is_dataclass(value):
            pack(value, r[name])
        elif value is not None:
            r[name] = value


def used(f: Fight, layout: np.dtype[Any]) -> tuple[int, int]:
    """The part of a record that a fight changes, in words of 8 bytes: from its first changing field to its last combatant."""
    fields = layout.fields
    assert fields is not None
    item = layout["who"].base.itemsize
    return fields[FIRST_CHANGING][1] // 8, -(-(fields["who"][1] + f.n * item) // 8)


# the verbs, compiled


@njit(inline="always")  # type: ignore[misc]
def mix(z):  # type: ignore[no-untyped-def]
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(inline="always")  # type: ignore[misc]
def face(key, n, sides):  # type: ignore[no-untyped-def]
    return 1 + int64((mix(key + uint64(n) * uint64(GAMMA)) >> uint64(32)) * uint64(sides) >> uint64(32))


@njit(inline="always")  # type: ignore[misc]
def write(f, a, b, c, d, e, g, h):  # type: ignore[no-untyped-def]
    if f.events < f.log.shape[0]:
        row = f.log[f.events]
        row[0], row[1], row[2], row[3], row[4], row[5], row[6] = a, b, c, d, e, g, h
    f.events += 1


@overload(verbs.roll)
def _roll(f, sides, count=1):  # type: ignore[no-untyped-def]
    if isinstance(count, (int, numba.types.Omitted)):

        def one(f, sides, count=1):  # type: ignore[no-untyped-def]
            f.rolled += 1
            return face(f.key, f.rolled - 1, sides)

        return one

    def several(f, sides, count=1):  # type: ignore[no-untyped-def]
        total = 0
        for _ in range(count):
            total += face(f.key, f.rolled, sides)
            f.rolled += 1
        return total

    return several


@overload(verbs.guess)
def _guess(f, sides):  # type: ignore[no-untyped-def]
    def impl(f, sides):  # type: ignore[no-untyped-def]
        f.guessed += 1
        return face(f.key ^ uint64(THOUGHT), f.guessed - 1, sides)

    return impl


@overload(verbs.answer)
def _answer(kind, target=NOBODY, option=0):  # type: ignore[no-untyped-def]
    return lambda kind, target=NOBODY, option=0: Answer(int64(kind), int64(target), int64(option))


@overload(verbs.question)
def _question(ask, who, other, value):  # type: ignore[no-untyped-def]
    return lambda ask, who, other, value: Question(int64(ask), int64(who), int64(other), int64(value))


@overload(verbs.because)
def _because(f, reason, amount, when=True):  # type: ignore[no-untyped-def]
    if "log" not in f.fields:
        return lambda f, reason, amount, when=True: int64(amount) if when else 0

    def impl(f, reason, amount, when=True):  # type: ignore[no-untyped-def]
        if not when:
            return 0
        write(f, BECAUSE, reason, amount, 0, 0, 0, 0)
        return int64(amount)

    return impl


@overload(verbs.note)
def _note(f, kind, clause, who, other, value=0, was=0):  # type: ignore[no-untyped-def]
    if "log" not in f.fields:
        return lambda f, kind, clause, who, other, value=0, was=0: None
    return lambda f, kind, clause, who, other, value=0, was=0: write(
        f, kind, clause, who.id, other.id, value, was, f.rolled
    )


def compile_choose(choose: Any, decide: Decide, refusal: Refusal) -> None:
    @overload(choose)
    def _choose(f, ask, who, other, value):  # type: ignore[no-untyped-def]
        if "log" not in f.fields:
            return lambda f, ask, who, other, value: decide(f, verbs.question(ask, who.id, other.id, value))

        def impl(f, ask, who, other, value):  # type: ignore[no-untyped-def]
            q = verbs.question(ask, who.id, other.id, value)
            a = decide(f, q)
            if refusal(f, q, a) != 0:
                f.illegal += 1
            write(f, -1 - ask, q.who, a.kind, a.target, a.option, f.rolled, q.other)
            return a

        return impl


def compile_ruling(ruling: Any, decide: Decide, refusal: Refusal) -> None:
    @overload(ruling)
    def _ruling(f, ask, who, other, value):  # type: ignore[no-untyped-def]
        if "log" not in f.fields:
            return lambda f, ask, who, other, value: decide(f, verbs.question(ask, verbs.REFEREE, who.id, value))

        def impl(f, ask, who, other, value):  # type: ignore[no-untyped-def]
            q = verbs.question(ask, verbs.REFEREE, who.id, value)
            a = decide(f, q)
            if refusal(f, q, a) != 0:
                f.illegal += 1
            write(f, -1 - ask, q.who, a.kind, a.target, a.option, f.rolled, q.other)
            return a

        return impl


_known: set[Any] = set()


def prepare() -> None:
    """Lets numba know the rules, and the verbs `choose` and `ruling` of each book."""
    for r in RULES:
        if r not in _known:
            _known.add(r)
            register_jitable(forceinline=is_small(r))(r)
    for made, compiler in ((CHOOSERS, compile_choose), (RULINGS, compile_ruling)):
        for verb in made:
            if verb not in _known:
                _known.add(verb)
                compiler(*verb)


def is_small(rule: Callable[..., object]) -> bool:
    """Worth putting in place of its call: numba's calls cost more than what a short rule does."""
    return len(rule.__code__.co_code) <= SMALL


# the kernels


def kernel(book: Book) -> Callable[..., Any]:
    """many(start, lo, hi, key, count, tally): plays so many fights from one start and counts how they ended."""
    prepare()
    fight = book.fight

    @njit(error_model="numpy", nogil=True, cache=True)  # type: ignore[misc]
    def many(start, lo, hi, key, first, count, tally):  # type: ignore[no-untyped-def]
        state = start.copy()
        source, target = start.view(np.uint64), state.view(np.uint64)
        f = state[0]
        sums = np.zeros(3, np.uint64)
        for k in range(first, first + count):
            for i in range(lo, hi):
                target[uint64(i)] = source[uint64(i)]
            f.key = key + (uint64(k) << uint64(20)) * uint64(GAMMA)
            fight(f)
            tally[f.winner + 3, min(f.round, tally.shape[1] - 1)] += 1
            h = mix(uint64(f.winner + 3) + uint64(f.round) * uint64(GAMMA))
            h = mix(h + uint64(f.rolled))
            for c in f.who[: f.n]:
                h = mix(h + uint64(c.hp + 1_000_000))
            sums[0] += mix(h + uint64(k) * uint64(GAMMA))
            sums[1] += uint64(f.rolled)
        return sums

    return many  # type: ignore[no-any-return]


def logged_kernel(book: Book) -> Callable[..., Any]:
    """logged(start, key): one fight with its log, for the tests that compare it with the plain run."""
    prepare()
    fight = book.fight

    @njit(error_model="numpy", nogil=True, cache=True)  # type: ignore[misc]
    def logged(start, key):  # type: ignore[no-untyped-def]
        state = start.copy()
        f = state[0]
        f.key = key
        fight(f)
        return state

    return logged  # type: ignore[no-any-return]


# First compilation in less than half the time: numba optimises and emits machine code for every function it meets,
# although a rule is only ever linked into a kernel. Told not to where its insides are those we know.


def _executable(self: Any, library: Any, function: Any, env: Any, original: Any = cpu.CPUContext.get_executable) -> Any:
    if function.qualname.split(".")[-1] in KERNELS:
        return original(self, library, function, env)
    library.link_only = True
    return [].append  # a stand-in that is never called: numba only needs a key of its own


def _finalize(self: Any, original: Any = codegen.CPUCodeLibrary._finalize_final_module) -> None:
    if not getattr(self, "link_only", False):
        original(self)
    else:
        self._finalize_dynamic_globals()
        self._finalized = True


def _optimize(self: Any, original: Any = codegen.CPUCodeLibrary._optimize_final_module) -> None:
    if not getattr(self, "link_only", False):
        original(self)


def _lower(self: Any, state: Any, original: Any = passes.BaseNativeLowering.run_pass) -> Any:
    if state.func_id.func_name not in KERNELS:
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
    return original(self, state)


if numba.__version__.startswith("0.68"):
    cpu.CPUContext.get_executable = _executable
    codegen.CPUCodeLibrary._finalize_final_module = _finalize
    codegen.CPUCodeLibrary._optimize_final_module = _optimize
    passes.BaseNativeLowering.run_pass = _lower
