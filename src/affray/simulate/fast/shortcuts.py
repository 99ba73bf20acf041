"""What numba need not do for a rule, so that the first compilation is not longer than it must be.

A rule has no closures, no `with`, nothing to raise and nothing to let go; what it calls is known after the first look;
and it is optimised once, in the kernel that it is linked into."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numba.core.codegen as codegen
import numba.core.event as event
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.interpreter import Interpreter
from numba.core.ir_utils import build_definitions
from numba.core.ssa import reconstruct_ssa
from numba.core.types.functions import BaseFunction

from affray.simulate.fast.ours import MANGLED, is_ours


@register_pass(mutates_CFG=True, analysis_only=False)
class OneNameOneValue(untyped.ReconstructSSA):  # type: ignore[misc]
    """Without asking how long each variable lives: in a rule nothing is let go."""

    def run_pass(self, state: Any) -> bool:
        state.func_ir = reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class NamesAgain(typed.PreLowerStripPhis):  # type: ignore[misc]
    """Likewise."""

    def run_pass(self, state: Any) -> bool:
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


STAGES = (
    untyped.TranslateByteCode,
    untyped.FixupArgs,
    untyped.InlineInlinables,
    OneNameOneValue,
    typed.NopythonTypeInference,
    NamesAgain,
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


def _post_process(self: Any, peepholes: Any, func_ir: Any, original: Any = Interpreter.post_process) -> Any:
    """For `with`, dictionaries and stars, which no rule has."""
    return func_ir if is_ours(func_ir.func_id.modname) else original(self, peepholes, func_ir)


def _untimed(kind: str, callback: Any) -> Any:
    """numba tells each compilation under way when another begins and ends, to time them: nobody reads the times."""
    return nullcontext()


SHORTCUTS: tuple[tuple[Any, str, Any], ...] = (
    (BaseFunction, "get_call_type", _call_type),
    (Interpreter, "post_process", _post_process),
    (event, "install_timer", _untimed),
    (codegen.CPUCodeLibrary, "_optimize_functions", _optimize),
)
