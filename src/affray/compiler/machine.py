"""LLVM: IR becomes object code for this processor, and that becomes functions; or PTX for NVIDIA's GPUs."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from affray.compiler.types import DOUBLE, I1, I64, POINTER, Type, ir_types

ATTRIBUTES = ("mustprogress", "willreturn", "nounwind")  # true of every function of a program
INLINING_THRESHOLD = 220  # about LLVM's own; llvmlite keeps 8 bits of it, so 256 and more would be next to none
GPU_TRIPLE, GPU_PROCESSOR, GPU_FEATURES = "nvptx64-nvidia-cuda", "sm_80", "+ptx70"  # of 2020 and later
C_TYPES: dict[Any, Any] = {I1: ctypes.c_int64, I64: ctypes.c_int64, DOUBLE: ctypes.c_double, POINTER: ctypes.c_void_p}


def new_machine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        llvm.get_host_cpu_name(), features, opt=3, reloc="pic", codemodel="small", jit=True
    )


target_machine = cache(new_machine)  # the one that makes object code


def object_code(text: str) -> bytes:
    """Return the optimised machine code of a module in LLVM IR."""
    machine = target_machine()
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
    module.verify()
    optimise(module, machine)
    code: bytes = machine.emit_object(module)
    return code


def ptx(text: str) -> str:
    """Return the optimised code of a module in LLVM IR for NVIDIA GPUs, in the language of their driver."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(GPU_TRIPLE)
    machine = target.create_target_machine(cpu=GPU_PROCESSOR, features=GPU_FEATURES, opt=3)
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = GPU_TRIPLE, str(machine.target_data)
    module.verify()
    optimise(module, machine)
    code: str = machine.emit_assembly(module)
    return code


def optimise(module: Any, machine: Any) -> None:
    for function in module.functions:
        if not function.is_declaration:
            for attribute in ATTRIBUTES:
                function.add_function_attribute(attribute)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling, tuning.loop_vectorization, tuning.inlining_threshold = False, True, INLINING_THRESHOLD
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)


class Library:
    """Object code in memory, and its functions."""

    def __init__(self, code: bytes) -> None:
        machine = new_machine()  # the engine owns it: it ends with the engine
        empty = llvm.parse_assembly("")
        empty.triple = llvm.get_process_triple()
        self._engine = llvm.create_mcjit_compiler(empty, machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function(self, name: str, types: Sequence[Type]) -> Callable[..., int]:
        """Return an exported function. Records and arrays are passed as addresses; other threads go on while it
        runs."""
        address = self._engine.get_function_address(name)
        if not address:
            raise OSError(f"the object code has no function {name}")
        arguments = [C_TYPES[kind] for t in types for kind in ir_types(t)]
        function = ctypes.CFUNCTYPE(ctypes.c_int64, *arguments)(address)
        function.library = self  # type: ignore[attr-defined]  # the code lives as long as the function
        return function
