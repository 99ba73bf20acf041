"""Teaching numba a function of ours, and which of them are compiled in place of their calls, with which usual way."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any

from numba import int64, types
from numba.core.typing import templates

from affray.simulate.fast.shortcuts import RuleCompiler

typing: Any = templates
COMMON = {"_ZN6affray8simulate4fast"}  # how the names of functions begin that are compiled in place of their calls
RARE: set[str] = set()
WAYS: dict[CodeType, list[int]] = {}  # how often fights came by each instruction of a function


def teach(function: Callable[..., object], body: Callable[..., object]) -> None:
    """As numba's `overload`, but every whole number is an int64: else each pattern of int32 from records, int64 and
    constants among the arguments would be compiled anew."""
    options = {"nopython": True, "no_rewrites": True, "pipeline_class": RuleCompiler}
    template = typing.make_overload_template(function, body, options, False, "never")
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


def mangled(rule: Callable[..., object]) -> str:
    """How numba begins its name in LLVM."""
    parts = f"{rule.__module__}.{rule.__qualname__}".split(".")
    return "_ZN" + "".join(f"{len(part)}{part}" for part in parts) + "B"
