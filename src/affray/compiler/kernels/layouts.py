"""The layouts of NumPy's structured arrays as records of the rule language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from affray.compiler.source import limit_name
from affray.compiler.types import NUMPY_KINDS, ArrayType, Field, Record, Scalar

FIXED = "fixed"  # the column with the address of what never changes


@dataclass(frozen=True)
class Layout:
    """What is known of structured dtypes beside their fields, and the records made of them by name."""

    names: Mapping[str, str]  # of each field that holds a list of records, the name of the record
    constants: Mapping[str, Mapping[str, Any]]  # for each record's name its constant fields
    nested: Sequence[str] = ()  # names of nested records: Owner.field
    behind: Mapping[str, Any] = field(default_factory=dict)  # of each record's name, the dtype of what FIXED leads to
    narrow: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # for each record's name: Record.narrow
    records: dict[str, Record] = field(default_factory=dict)

    def record(self, dtype: Any, name: str) -> Record:
        """Make the record of a structured dtype. A field with a dot in its name belongs to a nested record."""
        stored = self.columns(dtype, name)
        if name in self.behind:
            through = stored.pop(FIXED).offset
            fixed = self.columns(self.behind[name], name)
            stored |= {each: column._replace(through=through) for each, column in fixed.items()}
        for path in self.nested:
            owner, _, part = path.partition(".")
            if owner == name:
                inside = [each for each in stored if each.startswith(f"{part}.")]
                fields = {each.removeprefix(f"{part}."): stored.pop(each) for each in inside}
                stored[part] = Field(0, self.make(path, dtype, fields))  # its fields have their places in the owner
        return self.make(name, dtype, stored)

    def columns(self, dtype: Any, name: str) -> dict[str, Field]:
        return {each: Field(at, self.stored_type(t, f"{name}.{each}")) for each, (t, at, *_) in dtype.fields.items()}

    def make(self, name: str, dtype: Any, columns: Mapping[str, Field]) -> Record:
        """Make a record of columns. Those of the varying items of a list lie side by side, and are one field."""
        constants, fields = self.constants.get(name, {}), dict[str, Field]()
        for each, column in columns.items():
            whole, _, item = each.partition("[")
            fields.setdefault(whole, column._replace(type=constants[whole]) if item else column)
        narrow = {each: bits for each, bits in self.narrow.get(name, {}).items() if each in fields}
        for each, bits in narrow.items():
            fields[each] = fields[each]._replace(type=with_limit(fields[each].type, name, each, bits))
        constants = {each: fields[each].type if each in fields else value for each, value in constants.items()}
        self.records[name] = Record(name, dtype.itemsize, fields, constants, narrow)
        return self.records[name]

    def stored_type(self, dtype: Any, path: str) -> Scalar | Record | ArrayType:
        if dtype.shape:
            return reduce(ArrayType, reversed(dtype.shape), self.stored_type(dtype.base, path))
        if dtype.fields is not None:
            field = path.rpartition(".")[2]
            return self.record(dtype, self.names.get(field, field))
        return Scalar(NUMPY_KINDS[dtype.kind], 8 * dtype.itemsize, path)


def with_limit(stored: Any, record: str, field: str, bits: int) -> Any:
    """Return the type of a number, or of a list of numbers, that is assumed to need so many bits."""
    if isinstance(stored, ArrayType):
        return replace(stored, item=with_limit(stored.item, record, field, bits))
    return replace(stored, bits=bits, limit=(record, limit_name(field, bits)))
