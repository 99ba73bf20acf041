"""The kernels: many fights from one start, or one with its log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache as once
from functools import wraps
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import int64, njit, types, uint64
from numba.core import cgutils
from numba.core.compiler import Compiler, CompilerBase
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from affray.dice import GAMMA
from affray.rules.book import Book
from affray.simulate import cache
from affray.simulate.counting import count_each, count_end, count_round
from affray.simulate.fast.verbs import mix, prepare, watch
from affray.simulate.record import WORD
from affray.state import UNDECIDED

config: Any = numba.config


def kernel(book: Book) -> Callable[..., None]:
    """many(start, state, parts, key, first, count, sums, trace): plays so many fights from one start and adds up how
    they ended (counting.Sums); trace is checksum and dice. Its twin `watched` counts all there is to count."""
    return kept(many, book)


def watched_kernel(book: Book) -> Callable[..., None]:
    return kept(watched, book)


def is_made(book: Book, watch: bool) -> bool:
    """Whether this process has the kernel at hand."""
    return (watched if watch else many, book.step) in _kept


def step(f: Any) -> None:
    """A name that each book's kernels have for its own."""
    raise NotImplementedError


def many(start, state, parts, key, first, count, sums, trace):  # type: ignore[no-untyped-def]
    source, target = start.view(np.uint64), state.view(np.uint64)
    f = state[0]
    for k in range(first, first + count):
        begin_again(source, target, parts, f.n)
        f.key = key + (uint64(k) << uint64(20)) * uint64(GAMMA)
        while f.winner == UNDECIDED:
            step(f)
        count_end(f, sums)
        trace[0] += traced(f, k)
        trace[1] += uint64(f.rolled)


def watched(start, state, parts, key, first, count, sums, trace):  # type: ignore[no-untyped-def]
    source, target = start.view(np.uint64), state.view(np.uint64)
    f = state[0]
    for k in range(first, first + count):
        begin_again(source, target, parts, f.n)
        f.key = key + (uint64(k) << uint64(20)) * uint64(GAMMA)
        now = 0
        while f.winner == UNDECIDED:
            if f.round != now:
                now = f.round
                count_round(f, sums)
            step(f)
        count_end(f, sums)
        count_each(f, sums)
        trace[0] += traced(f, k)
        trace[1] += uint64(f.rolled)


@njit(inline="always")
def begin_again(source, target, parts, n):  # type: ignore[no-untyped-def]
    copy(source, target, parts.first, parts.who + n * parts.each - parts.first)


@intrinsic
def copy(typing, source, target, first, count):  # type: ignore[no-untyped-def]
    """So many words of one array to the same place in another. At once: what no fight changes costs less to copy than
    to leave out."""

    def copied(context, builder, signature, args):  # type: ignore[no-untyped-def]
        arrays = zip(signature.args[:2], args[:2], strict=True)
        here, there = (builder.gep(make_array(t)(context, builder, a).data, [args[2]]) for t, a in arrays)
        cgutils.raw_memcpy(builder, there, here, args[3], WORD)
        return context.get_dummy_value()

    return types.none(source, target, int64, int64), copied


@njit(inline="always")
def traced(f, k):  # type: ignore[no-untyped-def]
    """The twin of plain.trace."""
    h = mix(uint64(f.winner + 3) + uint64(f.round) * uint64(GAMMA))
    h = mix(h + uint64(f.rolled))
    for c in f.who[: f.n]:
        h = mix(h + uint64(c.hp + 1_000_000))
    return mix(h + uint64(k) * uint64(GAMMA))


def logged_kernel(book: Book) -> Callable[..., np.ndarray[Any, Any]]:
    """logged(start, key): one fight with its log, for the tests that compare it with the plain run."""
    return kept(logged, book)


def logged(start, key):  # type: ignore[no-untyped-def]
    state = start.copy()
    f = state[0]
    f.key = key
    while f.winner == UNDECIDED:
        step(f)
    return state


def kept(function: Any, book: Book) -> Callable[..., Any]:
    """The function with a book's fight, compiled once for all books that fight alike, whatever else differs."""
    if (function, book.step) not in _kept:
        _kept[function, book.step] = made(function, book)
    return _kept[function, book.step]


_kept: dict[tuple[Any, Any], Callable[..., Any]] = {}


def made(function: Any, book: Book) -> Callable[..., Any]:
    """From the folder of these rules or into it."""
    prepare(book)
    folder = cache.folder() / (book.key or book.name)
    own = FunctionType(function.__code__, {**function.__globals__, "step": book.step}, function.__name__)
    own.__module__ = function.__module__
    # Symbols of kernels that two processes compiled may be alike but for this name, and one process may load both.
    own.__qualname__ = f"{folder.name}.{function.__name__}"
    dispatcher = cached_in(folder, own, compiler_of(book))

    def call(*args: object) -> Any:
        with nullcontext() if dispatcher.signatures else announced(book, folder / function.__name__):
            return dispatcher(*args)

    return call


def compiler_of(book: Book) -> type[CompilerBase]:
    """numba's own. A kernel that is in the cache needs none, and then no fight is watched for it."""

    class KernelCompiler(Compiler):  # type: ignore[misc]
        def define_pipelines(self) -> Any:
            watch(book)
            return super().define_pipelines()

    return KernelCompiler


def cached_in(folder: Path, function: Any, compiler: type[CompilerBase] = Compiler) -> Any:
    """numba's own cache, in a folder of ours."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return njit(error_model="numpy", nogil=True, cache=True, pipeline_class=compiler)(function)
    finally:
        config.CACHE_DIR = before


def of_no_book(function: Any) -> Any:
    """Compiled when it is first called: a kernel without rules in it."""

    @once
    def dispatcher() -> Any:
        return cached_in(cache.folder(), function)

    @wraps(function)
    def call(*args: object) -> Any:
        return dispatcher()(*args)

    return call


@contextmanager
def announced(book: Book, mark: Path) -> Iterator[None]:
    """A word on the screen while it compiles; the mark says that this has been done."""
    if not mark.exists():
        print(f"compiling the {book.name} rules, once: this takes half a minute", file=sys.stderr, flush=True)
    yield
    with suppress(OSError):
        mark.touch()
