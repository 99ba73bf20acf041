"""First compilation in a fraction of the time.

numba links, optimises and emits machine code for every function it meets, although a rule is only ever linked into a
kernel. Told not to where its insides are those we know. What a kernel links becomes its own, so that LLVM may reshape
it: less code, and faster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import llvmlite.binding as llvm
import numba
import numba.core.base as base
import numba.core.bytecode as bytecode
import numba.core.codegen as codegen
import numba.core.cpu as cpu
import numba.core.lowering as lowering
import numba.core.runtime.context as runtime
import numba.core.typed_passes as passes
import numba.cpython.slicing as slicing
from numba import types
from numba.core import cgutils, ir

from affray.simulate.fast.ours import KERNELS, MANGLED, is_ours, owns_nothing
from affray.simulate.fast.shortcuts import SHORTCUTS
from affray.simulate.fast.teaching import COMMON, RARE, WAYS

EXPLORER = f"{MANGLED}8simulate4fast7explore"  # moves many words at a time


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
        if not function.is_declaration:
            take_in(function)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization, tuning.loop_unrolling, tuning.inlining_threshold = True, False, 225
    builder = llvm.create_pass_builder(self._codegen._tm, tuning)
    builder.getModulePassManager().run(self._final_module, builder)


def take_in(function: Any) -> None:
    """What LLVM may do with a function of a kernel; those that were linked are the kernel's own."""
    linked = function.linkage == llvm.Linkage.linkonce_odr
    for attribute in (*nature(function.name), *(inlining(function.name) if linked else ())):
        function.add_function_attribute(attribute)
    if linked:
        function.linkage = "internal"


def nature(name: str) -> Iterator[str]:
    if not name.startswith(EXPLORER):
        yield "noimplicitfloat"  # fields written one by one are never read as two
    if name.startswith(MANGLED):
        yield from ("mustprogress", "willreturn", "nounwind")  # what it finds for nobody need not be looked for


def inlining(name: str) -> tuple[str, ...]:
    if name.startswith(tuple(COMMON)):
        return ("alwaysinline",)
    return ("noinline", "cold") if name.startswith(tuple(RARE)) else ()


def _lower(self: Any, state: Any, original: Any = passes.BaseNativeLowering.run_pass) -> Any:
    if is_ours(state.func_id.modname) and state.func_id.func_name not in KERNELS:
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
    return original(self, state)


def _weighed(self: Any, inst: Any, original: Any = lowering.Lower.lower_inst) -> None:
    """At a fork LLVM is told how often plain fights went either way: the usual one is laid out straight."""
    original(self, inst)
    if isinstance(inst, ir.Branch):
        passed = WAYS.get(self.func_ir.func_id.code, ())
        either = [times(passed, way) for way in (inst.truebr, inst.falsebr)]
        if any(either):
            self.builder.block.terminator.set_weights([16 * n + 1 for n in either])  # never is a little


def times(passed: Sequence[int], label: int) -> int:
    """How often fights came by there. numba counts instructions from an offset of its own."""
    place = label - bytecode._FIXED_OFFSET
    return passed[place] if 0 <= place < len(passed) else 0


def _user_function(fndesc: Any, libs: Any, original: Any = base.user_function) -> Any:
    """A rule never fails: nobody asks whether one that was called has, and it leaves what it gives in its place."""
    general = original(fndesc, libs)

    def imp(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not (builder.function.name.startswith(MANGLED) and fndesc.mangled_name.startswith(MANGLED)):
            return general(context, builder, sig, args)
        callee = context.declare_function(builder.module, fndesc)
        with builder.goto_entry_block():
            slots = [builder.alloca(argument.type.pointee) for argument in callee.args[:2]]
        builder.call(callee, [*slots, *context.call_conv._get_arg_packer(fndesc.argtypes).as_arguments(builder, args)])
        return context.get_returned_value(builder, fndesc.restype, builder.load(slots[0]))

    imp.signature, imp.libs = general.signature, general.libs  # type: ignore[attr-defined]
    return imp


def _index(builder: Any, index: Any, size: Any, original: Any = slicing.fix_index) -> Any:
    """Rules never count from the end of a list, nor beyond it: indices and slices are taken as they are."""
    return index if builder.function.name.startswith(MANGLED) else original(builder, index, size)


def _slice(builder: Any, bounds: Any, size: Any, original: Any = slicing.fix_slice) -> None:
    if not builder.function.name.startswith(MANGLED):
        original(builder, bounds, size)


def _item(*args: Any, original: Any = cgutils.get_item_pointer2, **kwargs: Any) -> Any:
    """What is in a list lies within it."""
    pointer = original(*args, **kwargs)
    if args[1].function.name.startswith(MANGLED):
        pointer.inbounds = True
    return pointer


def _owned(
    self: Any, builder: Any, typ: Any, value: Any, name: str, original: Any = runtime.NRTContext._call_incref_decref
) -> None:
    """Who only looks at what it is given keeps no memory alive, and lets none go."""
    if not owns_nothing(builder.function.name):
        original(self, builder, typ, value, name)


PATCHES: tuple[tuple[Any, str, Any], ...] = (
    (cpu.CPUContext, "get_executable", _executable),
    (codegen.CPUCodeLibrary, "finalize", _finalize),
    (codegen.CPUCodeLibrary, "_optimize_final_module", _optimize),
    (passes.BaseNativeLowering, "run_pass", _lower),
    (lowering.Lower, "lower_inst", _weighed),
    (base, "user_function", _user_function),
    (cgutils, "get_item_pointer2", _item),
    (slicing, "fix_index", _index),
    (slicing, "fix_slice", _slice),
    (runtime.NRTContext, "_call_incref_decref", _owned),
    (types.Record, "__repr__", types.Type.__repr__),  # numba writes types out all the time, and ours are long
)
if numba.__version__.startswith("0.68"):
    for owner, name, replacement in PATCHES + SHORTCUTS:
        setattr(owner, name, replacement)
