"""Kernels ready to be called: from memory, from the disk cache, or compiled now; and whether they can be had at all."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache as once
from importlib.metadata import version
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any

from affray.compiler.errors import RuleError
from affray.compiler.kernels import cache
from affray.compiler.kernels.assumptions import GENERAL, Assumptions, Change, absent, observed_changes
from affray.compiler.kernels.layout import key_of
from affray.engine.state import Fight
from affray.rules.book import Book

if TYPE_CHECKING:
    from affray.compiler.kernels.players import Kind

OLDEST = (0, 48)  # version of llvmlite: some before it attach attributes to the wrong place, and LLVM aborts
LIGHT, WATCHED, LOGGED, EXPLORE = "light", "watched", "logged", "explore"  # the kinds of kernel


@dataclass(frozen=True)
class Kernel:
    """The main function of a kernel. A negative result names an assumption that a fight has broken."""

    call: Callable[..., int]
    assumptions: tuple[Change, ...]

    def broken(self, result: int) -> Change:
        return self.assumptions[-result - 1]


_kernels: dict[Any, Kernel] = {}
_lock = Lock()


def kernel(book: Book, kind: str, assumed: Assumptions = GENERAL) -> Kernel:
    """Compiles it if need be."""
    with _lock:
        if (key := (book.step, kind, assumed)) not in _kernels:
            _kernels[key] = loaded(book, kind, assumed)
    return _kernels[key]


def loaded(book: Book, kind: str, assumed: Assumptions) -> Kernel:
    from affray.compiler.kernels.players import MAIN, assumptions_of, program, records_of, signature
    from affray.compiler.machine import Library, object_code

    which = kinds()[kind]
    code = cache.load(key_of(book), file_name(kind, assumed))
    if code is None:
        code = object_code(str(program(book, which, assumed).module))
        cache.save(key_of(book), file_name(kind, assumed), code)
    records = records_of(book, which.beside, assumed)
    call = Library(code).function(MAIN, signature(records, which))
    return Kernel(call, assumptions_of(records))


@once
def _helpers(name: str, functions: tuple[tuple[Any, tuple[Any, ...]], ...]) -> dict[str, Callable[..., int]]:
    from affray.compiler.kernels.players import helper_program
    from affray.compiler.machine import Library, object_code

    code = cache.load(name, f"{name}.o")
    if code is None:
        code = object_code(str(helper_program(functions).module))
        cache.save(name, f"{name}.o", code)
    library = Library(code)
    return {function.__name__: library.function(function.__name__, types) for function, types in functions}


def helpers(name: str, functions: Mapping[Any, tuple[Any, ...]]) -> dict[str, Callable[..., int]]:
    """Compiled functions that no book has a part in, with the types of their arguments."""
    return _helpers(name, tuple(functions.items()))


def kinds() -> dict[str, Kind]:
    from affray.compiler.kernels import players
    from affray.compiler.kernels.explore import EXPLORER

    return {kind.name: kind for kind in (players.LIGHT, players.WATCHED, players.LOGGED, EXPLORER)}


def file_name(kind: str, assumed: Assumptions) -> str:
    return f"{kind}.o" if assumed == GENERAL else f"{kind}-{assumed.digest}.o"


def is_ready(book: Book, kind: str, assumed: Assumptions | None = GENERAL) -> bool:
    """Whether a kernel can be had at once: in this process, or in the cache."""
    if assumed is None:
        return False
    return (book.step, kind, assumed) in _kernels or cache.path(key_of(book), file_name(kind, assumed)).exists()


# --- what may be assumed

_known: dict[tuple[str, str], frozenset[Change]] = {}


def known_assumptions(book: Book, start: Fight) -> Assumptions | None:
    """What may be assumed of a fight from this start; None where no such fight was observed yet."""
    if not _known and not cache.path(key_of(book), "").exists():
        return None  # nothing of this book was ever compiled
    every = absent(book, start)
    key = key_of(book), every.digest
    if key not in _known:
        text = cache.load(key[0], f"changes-{key[1]}.json")
        if text is None:
            return None
        _known[key] = frozenset((record, field) for record, field in json.loads(text))
    return every.without(_known[key])


def assumptions(book: Book, start: Fight) -> Assumptions:
    """As above, by observing some fights if need be."""
    found = known_assumptions(book, start)
    return found if found is not None else learn(book, start, observed_changes(book, start))


def learn(book: Book, start: Fight, changes: Iterable[Change]) -> Assumptions:
    """From now on these fields are known to change in such a fight."""
    known_assumptions(book, start)  # what is known so far
    every = absent(book, start)
    key = key_of(book), every.digest
    _known[key] = _known.get(key, frozenset()) | frozenset(changes)
    cache.save(key[0], f"changes-{key[1]}.json", json.dumps(sorted(_known[key])).encode())
    return every.without(_known[key])


def best_ready(book: Book, kind: str, start: Fight) -> Assumptions | None:
    """The assumptions of the fastest kernel that can be had at once; None where there is none."""
    assumed = known_assumptions(book, start)
    if is_ready(book, kind, assumed):
        return assumed
    return GENERAL if is_ready(book, kind, GENERAL) else None


# --- whether there are compiled rules at all


def can_compile(book: Book) -> bool:
    """Return whether this book's rules can be compiled: llvmlite is there, and compiling has not failed before."""
    if not _failures and find_spec("llvmlite") is None:
        report_failure(book, "llvmlite is missing; to get it: pip install 'affray[sim]'")
    elif not _failures and (found := tuple(map(int, version("llvmlite").split(".")[:2]))) < OLDEST:
        needed, there = (".".join(map(str, each)) for each in (OLDEST, found))
        report_failure(book, f"llvmlite {needed} or newer is needed, and {there} is here; pip install 'affray[sim]'")
    return not _failures & {EVERY_BOOK, book.step}


EVERY_BOOK = "every book"
_failures: set[Any] = set()  # the `step` of each book whose rules cannot be compiled, or EVERY_BOOK


def report_failure(book: Book, reason: object) -> None:
    """Report once why there are no compiled rules: for this book if one of its rules is the reason, else for all."""
    failed = book.step if isinstance(reason, RuleError) else EVERY_BOOK
    if not _failures & {EVERY_BOOK, failed}:
        which = "The compiled rules" if failed is EVERY_BOOK else f"Compiled rules of {book.title}"
        print(f"{which} are not available ({reason}).", file=sys.stderr)
        print("The uncompiled rules run instead, some hundred times slower.", file=sys.stderr)
    _failures.add(failed)
