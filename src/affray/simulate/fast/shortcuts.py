"""What numba need not do for a rule: a third of the first compilation.

A rule has no closures, no `with`, nothing to raise and nothing to let go; what it calls is known after the first look;
and it is optimised once, in the kernel that it is linked into."""

from __future__ import annotations

from typing import Any

import numba.core.codegen as codegen
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.types.functions import BaseFunction

from affray.simulate.fast.ours import MANGLED, is_ours

STAGES = (
    untyped.TranslateByteCode,
    untyped.FixupArgs,
    untyped.IRProcessing,
    untyped.InlineInlinables,
    untyped.ReconstructSSA,
    typed.NopythonTypeInference,
    typed.PreLowerStripPhis,
    typed.NativeLowering,
    typed.NoPythonBackend,
)


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """From a rule to LLVM's language in as few stages as a rule needs."""

    def define_pipelines(self) -> list[PassManager]:
        stages = PassManager("rules")
        stages._ENFORCING = False  # no stage of these leaves anything to put in order
        for stage in STAGES:
            stages.add_pass(stage, stage.__name__)
        stages.finalize()
        return [stages]


_resolved: dict[Any, Any] = {}  # while one kernel is compiled


def _call_type(self: Any, context: Any, args: Any, kws: Any, original: Any = BaseFunction.get_call_type) -> Any:
    """What a call gives is asked again in each turn of numba's inference, of dozens of templates: it stays the same."""
    if not len(context.callstack):
        _resolved.clear()
    if not len(context.callstack) or not is_ours(context.callstack[0].func_id.modname):
        return original(self, context, args, kws)
    asked = self, tuple(args), tuple(kws.items())
    if asked not in _resolved:
        _resolved[asked] = original(self, context, args, kws)
    return _resolved[asked]


def _optimize(self: Any, module: Any, original: Any = codegen.CPUCodeLibrary._optimize_functions) -> None:
    if not any(function.name.startswith(MANGLED) for function in module.functions):
        original(self, module)
    else:
        module.data_layout = self._codegen._data_layout


SHORTCUTS: tuple[tuple[Any, str, Any], ...] = (
    (BaseFunction, "get_call_type", _call_type),
    (codegen.CPUCodeLibrary, "_optimize_functions", _optimize),
)
