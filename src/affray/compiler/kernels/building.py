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
from typing import Any

from affray.compiler.kernels import cache
from affray.compiler.kernels.assumptions import (
    GENERAL,
    Assumptions,
    Change,
    absent_fields,
    observe_fight,
    observed_changes,
)
from affray.compiler.kernels.cache import kernel_folder
from affray.compiler.source import RuleError
from affray.engine.state import Fight
from affray.rules.book import Book

OLDEST_LLVMLITE = (0, 48)  # version of llvmlite: some before it attach attributes to the wrong place, and LLVM aborts
LIGHT, TALLYING, LOGGING, EXPLORING = "light", "tallying", "logging", "exploring"  # programs.KERNEL_KINDS
RACING, GPU = "racing", "gpu"
CHOOSING, ASKING = "choosing", "asking"


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
    """Return the kernel, compiled if need be."""
    with _lock:
        if (key := (kernel_folder(book), kind, assumed)) not in _kernels:
            _kernels[key] = load_kernel(book, kind, assumed)
    return _kernels[key]


def load_kernel(book: Book, kind: str, assumed: Assumptions) -> Kernel:
    from affray.compiler.kernels.programs import load_main  # needs llvmlite

    return Kernel(*load_main(book, kind, assumed, file_name(kind, assumed)))


@once
def _helpers(name: str, functions: tuple[tuple[Any, tuple[Any, ...]], ...]) -> dict[str, Callable[..., int]]:
    from affray.compiler.kernels.programs import load_helpers  # needs llvmlite

    return load_helpers(name, functions)


def helpers(name: str, functions: Mapping[Any, tuple[Any, ...]]) -> dict[str, Callable[..., int]]:
    """Return compiled functions that no book has a part in, given the types of their arguments."""
    return _helpers(name, tuple(functions.items()))


def file_name(kind: str, assumed: Assumptions) -> str:
    return f"{kind}.o" if assumed == GENERAL else f"{kind}-{assumed.digest}.o"


def is_ready(book: Book, kind: str, assumed: Assumptions | None = GENERAL) -> bool:
    """Return whether a kernel can be had at once: in this process, or in the cache."""
    if assumed is None:
        return False
    return (kernel_folder(book), kind, assumed) in _kernels or cache.file_path(
        kernel_folder(book), file_name(kind, assumed)
    ).exists()


# --- what may be assumed

_known: dict[tuple[str, str], frozenset[Change]] = {}


def known_assumptions(book: Book, start: Fight) -> Assumptions | None:
    """Return what may be assumed of a fight from this start; None where no such fight was observed yet."""
    if not _known and not cache.file_path(kernel_folder(book), "").exists():
        return None  # nothing of this book was ever compiled
    every = absent_fields(book, start)
    key = kernel_folder(book), every.digest
    if key not in _known:
        text = cache.load_bytes(key[0], f"changes-{key[1]}.json")
        if text is None:
            return None
        _known[key] = frozenset((record, field) for record, field in json.loads(text))
    return every.without(_known[key])


def known_changes(book: Book, start: Fight) -> frozenset[Change]:
    """Return the fields that are known to change in such a fight."""
    return _known.get((kernel_folder(book), absent_fields(book, start).digest), frozenset())


def assumptions(book: Book, start: Fight) -> Assumptions:
    """Return them as above, by observing some fights if need be."""
    found = known_assumptions(book, start)
    return found if found is not None else learn(book, start, observed_changes(book, start))


def learn(book: Book, start: Fight, changes: Iterable[Change]) -> Assumptions:
    """Remember that these fields change in such a fight."""
    known_assumptions(book, start)  # what is known so far
    every = absent_fields(book, start)
    key = kernel_folder(book), every.digest
    _known[key] = _known.get(key, frozenset()) | frozenset(changes)
    cache.save_bytes(key[0], f"changes-{key[1]}.json", json.dumps(sorted(_known[key])).encode())
    return every.without(_known[key])


def learn_from_fight(book: Book, start: Fight, seed: int, number: int) -> frozenset[Change]:
    """Remember, and return, which fields change in a fight: a kernel cannot tell which item of a list it was."""
    changed: set[Change] = set()
    observe_fight(book, start, seed, number, changed)
    learn(book, start, changed)
    return frozenset(changed)


def best_ready(book: Book, kind: str, start: Fight) -> Assumptions | None:
    """Return the assumptions of the fastest kernel that can be had at once; None where there is none."""
    assumed = known_assumptions(book, start)
    if is_ready(book, kind, assumed):
        return assumed
    return GENERAL if is_ready(book, kind, GENERAL) else None


# --- whether there are compiled rules at all


def can_compile(book: Book) -> bool:
    """Return whether this book's rules can be compiled: llvmlite is there, and compiling has not failed before."""
    if not _failures and find_spec("llvmlite") is None:
        report_failure(book, "llvmlite is missing; to get it: pip install 'affray[sim]'")
    elif not _failures and (found := tuple(map(int, version("llvmlite").split(".")[:2]))) < OLDEST_LLVMLITE:
        needed, there = (".".join(map(str, each)) for each in (OLDEST_LLVMLITE, found))
        report_failure(book, f"llvmlite {needed} or newer is needed, and {there} is here; pip install 'affray[sim]'")
    return not _failures & {EVERY_BOOK, kernel_folder(book)}


EVERY_BOOK = "every book"
_failures: set[Any] = set()  # the folder of each book whose rules cannot be compiled, or EVERY_BOOK


def report_failure(book: Book, reason: object) -> None:
    """Report once why there are no compiled rules: for this book if one of its rules is the reason, else for all."""
    failed = kernel_folder(book) if isinstance(reason, RuleError) else EVERY_BOOK
    if not _failures & {EVERY_BOOK, failed}:
        which = "The compiled rules" if failed is EVERY_BOOK else f"Compiled rules of {book.title}"
        print(f"{which} are not available ({reason}).", file=sys.stderr)
        print("The uncompiled rules run instead, some hundred times slower.", file=sys.stderr)
    _failures.add(failed)
