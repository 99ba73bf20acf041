"""The compiled twin: the verbs get compiled bodies, the rules stand as they are, and a kernel plays many fights.

The one file that imports numba. A kernel is cached on disk under a digest of every rule and table file (cache.py),
because numba's own cache looks at the kernel's file alone and would serve yesterday's rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache as once
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
import numba.core.codegen as codegen
import numba.core.cpu as cpu
import numba.core.typed_passes as passes
import numba.cpython.slicing as slicing
import numpy as np
from numba import int64, njit, types, uint64
from numba.core.typing import templates

from affray import verbs
from affray.dice import GAMMA
from affray.recorder import BECAUSE
from affray.rules.book import Book
from affray.simulate import cache
from affray.simulate.often import common_and_rare
from affray.state import NOBODY
from affray.verbs import CHOOSERS, RULES, RULINGS, THOUGHT, Answer, Decide, Question, Refusal

KERNELS = {"many", "logged"}  # functions that Python itself calls

config: Any = numba.config
typing: Any = templates


# teaching numba a function of ours


def teach(function: Callable[..., object], body: Callable[..., object]) -> None:
    """As numba's `overload`, but every whole number is an int64: else each pattern of int32 from records, int64 and
    constants among the arguments would be compiled anew."""
    template = typing.make_overload_template(function, body, {"nopython": True, "no_rewrites": True}, False, "never")
    general = template.generic

    def generic(self: Any, args: Any, kws: Any) -> Any:
        return general(self, tuple(widened(a) for a in args), {k: widened(a) for k, a in kws.items()})

    template.generic = generic
    typing.infer(template)
    typing.infer_global(function, types.Function(template))


def widened(t: types.Type) -> types.Type:
    return int64 if isinstance(t, types.Integer) else t


def compiled(verb: Any) -> Callable[[Callable[..., object]], None]:
    """Marks what gives the compiled body of a verb for the types it is called with."""
    return lambda body: teach(verb, body)


# the verbs, compiled


@njit(inline="always")
def mix(z):  # type: ignore[no-untyped-def]
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(inline="always")
def face(key, n, sides):  # type: ignore[no-untyped-def]
    return 1 + int64((mix(key + uint64(n) * uint64(GAMMA)) >> uint64(32)) * uint64(sides) >> uint64(32))


@njit(inline="always")
def write(f, a, b, c, d, e, g, h):  # type: ignore[no-untyped-def]
    if f.events < f.log.shape[0]:
        row = f.log[f.events]
        row[0], row[1], row[2], row[3], row[4], row[5], row[6] = a, b, c, d, e, g, h
    f.events += 1


@compiled(verbs.roll)
def _roll(f, sides, count=1):  # type: ignore[no-untyped-def]
    if isinstance(count, (int, types.Omitted)):

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


@compiled(verbs.guess)
def _guess(f, sides):  # type: ignore[no-untyped-def]
    def impl(f, sides):  # type: ignore[no-untyped-def]
        f.guessed += 1
        return face(f.key ^ uint64(THOUGHT), f.guessed - 1, sides)

    return impl


@compiled(verbs.answer)
def _answer(kind, target=NOBODY, option=0):  # type: ignore[no-untyped-def]
    return lambda kind, target=NOBODY, option=0: Answer(kind, target, option)


@compiled(verbs.question)
def _question(ask, who, other, value):  # type: ignore[no-untyped-def]
    return lambda ask, who, other, value: Question(ask, who, other, value)


@compiled(verbs.because)
def _because(f, reason, amount, when=True):  # type: ignore[no-untyped-def]
    if "log" not in f.fields:
        return lambda f, reason, amount, when=True: amount if when else 0

    def impl(f, reason, amount, when=True):  # type: ignore[no-untyped-def]
        if not when:
            return 0
        write(f, BECAUSE, reason, amount, 0, 0, 0, 0)
        return amount

    return impl


@compiled(verbs.note)
def _note(f, kind, clause, who, other, value=0, was=0):  # type: ignore[no-untyped-def]
    if "log" not in f.fields:
        return lambda f, kind, clause, who, other, value=0, was=0: None
    return lambda f, kind, clause, who, other, value=0, was=0: write(
        f, kind, clause, who.id, other.id, value, was, f.rolled
    )


def compile_choose(choose: Any, decide: Decide, refusal: Refusal) -> None:
    @compiled(choose)
    def _choose(f, ask, who, other, value):  # type: ignore[no-untyped-def]
        if "log" not in f.fields:
            return lambda f, ask, who, other, value: decide(f, verbs.question(ask, who.id, other.id, value))
        return lambda f, ask, who, other, value: judged(f, verbs.question(ask, who.id, other.id, value))

    judged = compile_judged(decide, refusal)


def compile_ruling(ruling: Any, decide: Decide, refusal: Refusal) -> None:
    @compiled(ruling)
    def _ruling(f, ask, who, other, value):  # type: ignore[no-untyped-def]
        if "log" not in f.fields:
            return lambda f, ask, who, other, value: decide(f, verbs.question(ask, verbs.REFEREE, who.id, value))
        return lambda f, ask, who, other, value: judged(f, verbs.question(ask, verbs.REFEREE, who.id, value))

    judged = compile_judged(decide, refusal)


def compile_judged(decide: Decide, refusal: Refusal) -> Any:
    """An answer that is checked and written down."""

    @njit
    def judged(f, q):  # type: ignore[no-untyped-def]
        a = decide(f, q)
        if refusal(f, q, a) != 0:
            f.illegal += 1
        write(f, -1 - q.ask, q.who, a.kind, a.target, a.option, f.rolled, q.other)
        return a

    return judged


@once
def prepare(book: Book) -> None:
    """Lets numba know the rules, and the verbs `choose` and `ruling` of each book."""
    common, rare = common_and_rare(book)
    _common.update(map(mangled, common))
    _rare.update(map(mangled, rare))
    for rule in RULES:
        if rule not in _known:
            teach(rule, lambda *_, rule=rule: rule)
    for made, compiler in ((CHOOSERS, compile_choose), (RULINGS, compile_ruling)):
        for verb in made:
            if verb not in _known:
                compiler(*verb)
    _known.update(RULES, CHOOSERS, RULINGS)


_known: set[Any] = set()
_common = {"_ZN6affray8simulate4fast"}  # how the names of functions begin that are compiled in place of their calls
_rare: set[str] = set()


def mangled(rule: Callable[..., object]) -> str:
    """How numba begins its name in LLVM."""
    parts = f"{rule.__module__}.{rule.__qualname__}".split(".")
    return "_ZN" + "".join(f"{len(part)}{part}" for part in parts) + "B"


# the kernels


def kernel(book: Book) -> Callable[..., None]:
    """many(start, state, parts, key, first, count, tally, sums): plays so many fights from one start and counts how
    they ended. tally has a row for each winner and a column for each number of rounds; sums are checksum and dice."""
    return kept(many, book)


def fight(f: Any) -> None:
    """A name that each book's kernels have for its own."""
    raise NotImplementedError


def many(start, state, parts, key, first, count, tally, sums):  # type: ignore[no-untyped-def]
    source, target = start.view(np.uint64), state.view(np.uint64)
    f = state[0]
    for k in range(first, first + count):
        for i in range(parts.first, parts.who):
            target[uint64(i)] = source[uint64(i)]
        for j in range(f.n):
            begin = parts.who + j * parts.each
            for i in range(begin, begin + parts.part):
                target[uint64(i)] = source[uint64(i)]
        f.key = key + (uint64(k) << uint64(20)) * uint64(GAMMA)
        fight(f)
        tally[f.winner + 3, f.round] += 1
        h = mix(uint64(f.winner + 3) + uint64(f.round) * uint64(GAMMA))
        h = mix(h + uint64(f.rolled))
        for c in f.who[: f.n]:
            h = mix(h + uint64(c.hp + 1_000_000))
        sums[0] += mix(h + uint64(k) * uint64(GAMMA))
        sums[1] += uint64(f.rolled)


def logged_kernel(book: Book) -> Callable[..., np.ndarray[Any, Any]]:
    """logged(start, key): one fight with its log, for the tests that compare it with the plain run."""
    return kept(logged, book)


def logged(start, key):  # type: ignore[no-untyped-def]
    state = start.copy()
    f = state[0]
    f.key = key
    fight(f)
    return state


def kept(function: Any, book: Book) -> Callable[..., Any]:
    """The function with a book's fight, compiled once for all books that fight alike, whatever else differs."""
    if (function, book.fight) not in _kept:
        _kept[function, book.fight] = made(function, book)
    return _kept[function, book.fight]


_kept: dict[tuple[Any, Any], Callable[..., Any]] = {}


def made(function: Any, book: Book) -> Callable[..., Any]:
    """From the folder of these rules or into it."""
    prepare(book)
    folder = cache.folder() / (book.key or book.name)
    own = FunctionType(function.__code__, {**globals(), "fight": book.fight}, function.__name__)
    own.__module__ = __name__
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        dispatcher = njit(error_model="numpy", nogil=True, cache=True)(own)
    finally:
        config.CACHE_DIR = before

    def call(*args: object) -> Any:
        with nullcontext() if dispatcher.signatures else announced(book, folder / function.__name__):
            return dispatcher(*args)

    return call


@contextmanager
def announced(book: Book, mark: Path) -> Iterator[None]:
    """A word on the screen while it compiles; the mark says that this has been done."""
    if not mark.exists():
        print(f"compiling the {book.name} rules, once: this takes half a minute", file=sys.stderr, flush=True)
    yield
    with suppress(OSError):
        mark.touch()


# First compilation in a fraction of the time: numba links, optimises and emits machine code for every function it
# meets, although a rule is only ever linked into a kernel. Told not to where its insides are those we know. What a
# kernel links becomes its own, so that LLVM may reshape it: less code, and faster.


MANGLED = "_ZN6affray"  # how the names of our functions begin in LLVM


def is_ours(module: str) -> bool:
    """Nothing of what follows may touch the functions of anybody else."""
    return module.startswith("affray.")


def _executable(self: Any, library: Any, function: Any, env: Any, original: Any = cpu.CPUContext.get_executable) -> Any:
    if not is_ours(function.modname) or function.qualname.split(".")[-1] in KERNELS:
        return original(self, library, function, env)
    library.link_only = True
    return [].append  # a stand-in that is never called: numba only needs a key of its own


def _finalize(self: Any, original: Any = codegen.CPUCodeLibrary.finalize) -> None:
    if getattr(self, "link_only", False):
        self._finalized = True
        return
    linked = self._linking_libraries
    for library in linked:  # it grows as we go: what is linked only brings with it what it calls
        if getattr(library, "link_only", False):
            linked += [called for called in library._linking_libraries if called not in linked]
            self.is_kernel = True
    original(self)


def _optimize(self: Any, original: Any = codegen.CPUCodeLibrary._optimize_final_module) -> None:
    if not getattr(self, "is_kernel", False):
        original(self)
        return
    for function in self._final_module.functions:
        if function.linkage == llvm.Linkage.linkonce_odr and not function.is_declaration:
            function.linkage = "internal"
            for attribute in attributes(function.name):
                function.add_function_attribute(attribute)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization, tuning.loop_unrolling, tuning.inlining_threshold = True, False, 225
    builder = llvm.create_pass_builder(self._codegen._tm, tuning)
    builder.getModulePassManager().run(self._final_module, builder)


def attributes(name: str) -> tuple[str, ...]:
    if name.startswith(tuple(_common)):
        return ("alwaysinline",)
    return ("noinline", "cold") if name.startswith(tuple(_rare)) else ()


def _lower(self: Any, state: Any, original: Any = passes.BaseNativeLowering.run_pass) -> Any:
    if is_ours(state.func_id.modname) and state.func_id.func_name not in KERNELS:
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
    return original(self, state)


def _index(builder: Any, index: Any, size: Any, original: Any = slicing.fix_index) -> Any:
    """Rules never count from the end of a list, nor beyond it: indices and slices are taken as they are."""
    return index if builder.function.name.startswith(MANGLED) else original(builder, index, size)


def _slice(builder: Any, bounds: Any, size: Any, original: Any = slicing.fix_slice) -> None:
    if not builder.function.name.startswith(MANGLED):
        original(builder, bounds, size)


PATCHES: tuple[tuple[Any, str, Any], ...] = (
    (cpu.CPUContext, "get_executable", _executable),
    (codegen.CPUCodeLibrary, "finalize", _finalize),
    (codegen.CPUCodeLibrary, "_optimize_final_module", _optimize),
    (passes.BaseNativeLowering, "run_pass", _lower),
    (slicing, "fix_index", _index),
    (slicing, "fix_slice", _slice),
    (types.Record, "__repr__", types.Type.__repr__),  # numba writes types out all the time, and ours are long
)
if numba.__version__.startswith("0.68"):
    for owner, name, replacement in PATCHES:
        setattr(owner, name, replacement)
