"""The registry of kernel kinds, and how a kernel is put together, compiled and loaded. It needs llvmlite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from affray.compiler import machine
from affray.compiler.kernels import cache
from affray.compiler.kernels.asking import ASKING_KERNEL
from affray.compiler.kernels.assumptions import (
    GENERAL,
    LISTED_RECORDS,
    NESTED_RECORDS,
    RECORDS,
    Assumptions,
    Change,
    book_fields,
)
from affray.compiler.kernels.choosing import CHOOSING_KERNEL
from affray.compiler.kernels.counting import count_event
from affray.compiler.kernels.explore import EXPLORING_KERNEL
from affray.compiler.kernels.layouts import Layout
from affray.compiler.kernels.players import (
    LIGHT_KERNEL,
    LOGGING_KERNEL,
    TALLYING_KERNEL,
    KernelKind,
    step_of_book,
    tallying_note,
)
from affray.compiler.kernels.racing import RACING_KERNEL
from affray.compiler.kernels.record import NO_COLUMNS, Columns, last_name, record_layout
from affray.compiler.program import Program, check_functions
from affray.compiler.source import RuleError
from affray.compiler.types import INT, ArrayType, Record, Scalar, Type
from affray.engine import verbs
from affray.engine.dice import face, mix64
from affray.engine.state import ROOM as MOST
from affray.engine.state import Fight
from affray.engine.verbs import RULES
from affray.rules.book import Book

BATCH_KINDS = (LIGHT_KERNEL, TALLYING_KERNEL, LOGGING_KERNEL, RACING_KERNEL)
EVERY_KIND = (*BATCH_KINDS, EXPLORING_KERNEL, CHOOSING_KERNEL, ASKING_KERNEL)
KERNEL_KINDS = {kind.name: kind for kind in EVERY_KIND}
SHARED_RULES = "affray.rules.shared"  # the package of rules that several books have
MAIN = "main"  # what the main function is called in object code
ROLLS = (verbs.roll, verbs.roll_for_side, verbs.roll_for_referee, verbs.sum_of_dice)
INLINED = (face, mix64, *ROLLS, verbs.guess, verbs.because, verbs.note, tallying_note, count_event)


def load_main(book: Book, kind: str, assumed: Assumptions, file: str) -> tuple[Callable[..., int], tuple[Change, ...]]:
    """Return a kernel's main function, from the cache if it is there, and its assumptions in the compiler's order."""
    which, folder = KERNEL_KINDS[kind], cache.kernel_folder(book)
    code = cache.load_bytes(folder, file)
    if code is None:
        code = machine.object_code(str(kernel_program(book, which, assumed).module))
        cache.save_bytes(folder, file, code)
    records = records_of(book, which.beside, assumed)
    main = machine.Library(code).function(MAIN, kernel_signature(records, which))
    return main, assumptions_of(records)


def load_helpers(name: str, functions: Iterable[tuple[Any, tuple[Any, ...]]]) -> dict[str, Callable[..., int]]:
    """Return compiled functions that no book has a part in, by name."""
    code = cache.load_bytes(name, f"{name}.o")
    if code is None:
        code = machine.object_code(str(helper_program(functions).module))
        cache.save_bytes(name, f"{name}.o", code)
    library = machine.Library(code)
    return {function.__name__: library.function(function.__name__, types) for function, types in functions}


def kernel_program(book: Book, kind: KernelKind, assumed: Assumptions = GENERAL) -> Program:
    """Return all that a kernel of this kind consists of. Raises RuleError where a rule is outside the rule language."""
    records = records_of(book, kind.beside, assumed)
    made = new_program(book, kind, records)
    made.export(kind.main, kernel_signature(records, kind), MAIN)
    if made.errors:
        raise made.errors[0]
    return made


def new_program(
    book: Book,
    kind: KernelKind,
    records: Mapping[type, Record],
    note: Callable[[Any, Any], None] | None = None,
    emitters: Mapping[Any, Callable[..., Any]] = MappingProxyType({}),
) -> Program:
    """Return the program of a kernel of this kind, which exports nothing yet."""
    seams = {**book.implementations, step_of_book: book.step, **kind.verbs}
    return Program(records, seams, [kind.main], (*INLINED, *verbs.INLINED), kind.vectors, note, emitters)


def rule_errors(book: Book) -> list[RuleError]:
    """Return where the rules of a book are outside the rule language: those that its fights go through, and all others
    that are marked as rules in its modules."""
    records = records_of(book, NO_COLUMNS, GENERAL)
    homes = f"{book.step.__module__.rpartition('.')[0]}.", f"{SHARED_RULES}."
    own = [rule for rule in RULES if rule.__module__.startswith(homes)]
    every = [*dict.fromkeys((book.step, *own, *book.implementations.values()))]
    return check_functions(Program(records, book.implementations, every), [rule for rule in every if rule in RULES])


def helper_program(functions: Iterable[tuple[Any, Sequence[Type]]]) -> Program:
    """Return the functions that no book has a part in."""
    every = list(functions)
    made = Program({}, {}, [function for function, _ in every], inline=INLINED)
    for function, types in every:
        made.export(function, types)
    if made.errors:
        raise made.errors[0]
    return made


def kernel_signature(records: Mapping[type, Record], kind: KernelKind) -> list[Type]:
    return [records[Fight], *kind.arguments]


def records_of(book: Book, beside: Columns, assumed: Assumptions) -> dict[type, Record]:
    """Return the layout of each record that rules see."""
    return records_in_layout(book, record_layout(book, beside, assumed), assumed)


def records_in_layout(
    book: Book, dtype: Any, assumed: Assumptions, behind: Mapping[str, Any] = MappingProxyType({})
) -> dict[type, Record]:
    """Return the records of a structured dtype; `behind` has the dtype of what never changes, where it lies apart."""
    constants: dict[str, dict[str, Any]] = {name: constants_of(name, assumed) for name in RECORDS}
    nested = [name for name in NESTED_RECORDS if book_fields(book).has(name)]
    lists = {last_name(path): name for path, name in LISTED_RECORDS.items()}
    layout = Layout(lists, constants, nested, behind, {name: assumed.limits(name) for name in RECORDS})
    layout.record(dtype, "Fight")
    return {RECORDS[name]: record for name, record in layout.records.items()}


def constants_of(name: str, assumed: Assumptions) -> dict[str, Any]:
    """Return the constant fields of one record; a list is an array of which every item is the constant."""
    cls = RECORDS[name]
    found: dict[str, Any] = {
        field: ArrayType(Scalar(INT, 32, f"{name}.{field}"), MOST[field], value, sum(1 << n for n in varying))
        for field, (value, varying) in assumed.lists(name).items()
    }
    for field, value in assumed.of(name).items():
        if field not in found:
            found[field] = bool(value) if cls.__annotations__[field] == "bool" else value
    if name == "Fight":
        found["observer"] = None
        if assumed.options:
            found["rules"] = assumed.options
    return found


def assumptions_of(records: Mapping[type, Record]) -> tuple[tuple[str, str], ...]:
    """Return the record and the field of each assumption, in the order in which the compiler numbers them."""
    return tuple((record.name, name) for record in dict.fromkeys(records.values()) for name in record.assumptions)
