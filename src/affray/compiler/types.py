"""The types and values of the rule language: numbers, records, arrays, named tuples, and what is known beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import FunctionType, NoneType
from typing import Annotated, Any, NamedTuple, get_type_hints

from llvmlite import ir

from affray.compiler.source import limit_name

I1, I8, I32, I64, DOUBLE = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
POINTER = ir.PointerType()
Word = Annotated[int, "unsigned 64 bits"]  # an int that is computed modulo 2**64 and shifted without a sign
WORD_BITS = 64
MASK = (1 << WORD_BITS) - 1
LEAST = -(1 << WORD_BITS - 1)  # the least int


class Kind(Enum):
    """The kinds of number. Each is converted to those after it where one is needed."""

    BOOL = 0
    INT = 1
    WORD = 2
    FLOAT = 3


BOOL, INT, WORD, FLOAT = Kind
IR_TYPES = {BOOL: I1, INT: I64, WORD: I64, FLOAT: DOUBLE}


@dataclass(frozen=True)
class Scalar:
    """A number as a record or an array stores it. Two with different names never lie in the same place; one without a
    name may lie anywhere. Several threads add to one that is `shared`. `limit` names the assumption that is broken by a
    number with more bits."""

    kind: Kind
    bits: int
    name: str = ""
    shared: bool = False
    limit: tuple[str, str] | None = None

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def ir_type(self) -> Any:
        return DOUBLE if self.kind is FLOAT else ir.IntType(self.bits)


@dataclass(eq=False)
class Record:
    """A record in memory. Fields in `constants` take no room: they always have the value given there."""

    name: str
    size: int
    fields: Mapping[str, Field]
    constants: Mapping[str, Any] = field(default_factory=dict)
    narrow: Mapping[str, int] = field(default_factory=dict)  # the bits of fields that are assumed to need no more

    @property
    def assumptions(self) -> list[str]:
        """Return the names of what is assumed: constant fields, and limits as `hp>8`."""
        return [*self.constants, *(limit_name(name, bits) for name, bits in self.narrow.items())]


@dataclass(frozen=True)
class ArrayType:
    """Items of one type in a row. `constant`: all items always have this value and take no room, but for those whose
    bits are set in `varying`."""

    item: Scalar | Record | ArrayType
    count: int
    constant: int | None = None
    varying: int = 0

    @property
    def size(self) -> int:
        return self.item.size * (self.count if self.constant is None else self.varying.bit_count())


class Field(NamedTuple):
    """A part of a record, so many bytes from its beginning; or from an address that the record holds, at the place
    `through`."""

    offset: int
    type: Scalar | Record | ArrayType
    through: int | None = None


@dataclass(frozen=True)
class TupleType:
    """A named tuple of numbers, which has no place in memory."""

    cls: type
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Static:
    """The type of a Python object that is known while compiling: a function, a module, a table of numbers, None."""

    value: Any


NOTHING = Static(None)  # what a function returns that returns nothing
Type = Kind | Record | ArrayType | TupleType | Static


@dataclass(frozen=True)
class Value:
    """A value: its type, and the LLVM values that it is passed as. Those who take one apart have asked for its type."""

    type: Any
    parts: Sequence[Any] = ()

    @property
    def ir(self) -> Any:
        """Return a number or an address."""
        return self.parts[0]

    @property
    def known(self) -> Any:
        """Return the number, if the compiler knows it; None otherwise."""
        value = self.ir.constant if isinstance(self.ir, ir.Constant) else None
        return value if isinstance(value, int | float) else None

    @property
    def table(self) -> Sequence[Any] | None:
        """Return the items of a table of constants; None for all else."""
        held = self.type.value if isinstance(self.type, Static) else None
        return held if isinstance(held, tuple | list) else None

    @property
    def count(self) -> int:
        """Return the number of items; 0 if that is not known."""
        return self.type.count if isinstance(self.type, ArrayType) else len(self.table or ())


def ir_types(t: Type) -> list[Any]:
    """Return the LLVM types that a value of this type is passed as."""
    if isinstance(t, Kind | TupleType):
        return [IR_TYPES[kind] for kind in (t.kinds if isinstance(t, TupleType) else [t])]
    return [] if isinstance(t, Static) else [POINTER]


# --- functions and annotations

NUMBER_KINDS: dict[Any, Kind] = {int: INT, bool: BOOL, float: FLOAT, Word: WORD}
PLAIN_TYPES: dict[Any, Type] = {NoneType: NOTHING, **NUMBER_KINDS}
SOUND = I32(0)  # no assumption was broken


@dataclass(eq=False)
class Instance:
    """A function as it is compiled for the types of its arguments. What it does is known once it is translated."""

    function: FunctionType
    types: tuple[Type, ...]
    returns: Type
    signals: bool  # whether it returns the number of a broken assumption beside its result
    ir: Any
    acts: bool = True  # whether it changes any memory
    breaks: bool = True  # whether it may break an assumption
    known: list[Any] = field(default_factory=list)  # the parts of its result that are always the same; None for others
    calls: list[Instance] = field(default_factory=list)


def tuple_type(cls: Any) -> TupleType | None:
    """Return the type of a named tuple; None for all else."""
    if not (isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")):
        return None
    hints = get_type_hints(cls, include_extras=True)
    return TupleType(cls, cls._fields, tuple(NUMBER_KINDS.get(hints[name], INT) for name in cls._fields))


def describe_type(t: Type) -> str:
    match t:
        case Kind():
            return t.name.lower() if t is not WORD else "Word"
        case Record():
            return f"a record {t.name}"
        case ArrayType():
            return f"a list of {t.count}"
        case TupleType():
            return f"a {t.cls.__name__}"
    return repr(t.value)


# --- records of references

NUMPY_KINDS = {"b": BOOL, "i": INT, "u": WORD, "f": FLOAT}


def references(name: str, parts: Mapping[str, Any], shared: bool = False) -> Record:
    """Return a record of the addresses of NumPy arrays, and of numbers, eight bytes each. Only arrays of Words may
    share their memory with anything else. Several threads may add to the numbers of a record that is `shared`."""
    stored = {each: reference(f"{name}.{each}", 8 * n, part, shared) for n, (each, part) in enumerate(parts.items())}
    return Record(name, 8 * len(stored), stored)


def reference(path: str, offset: int, part: Any, shared: bool) -> Field:
    if not hasattr(part, "dtype"):
        return Field(offset, Scalar(INT, WORD_BITS, path, shared))
    kind = NUMPY_KINDS[part.dtype.kind]
    item = Scalar(kind, 8 * part.dtype.itemsize, "" if kind is WORD else f"{path}[]", shared)
    return Field(0, ArrayType(item, 0), through=offset)
