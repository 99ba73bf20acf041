"""The entry of a program for a GPU: what each of its many threads does around the main function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from affray.compiler.program import Program
from affray.compiler.source import Function
from affray.compiler.types import I1, I32, I64, POINTER, WORD_BITS, Type

ENTRY = "play"
INTRINSICS = "llvm.nvvm"
ALL_THREADS = -1  # of a warp, as bits
KIND_BITS = 16  # of a number that threads compare
SHARED_MEMORY = 3  # LLVM's number for the memory that the threads of a block share
MOST_THREADS = 1024  # in a block
BROKEN = "broken"  # the assumption that each thread has broken, in that memory
BYTE = 8


def export_to_gpu(program: Program, main: Function, types: Sequence[Type], size: int, row: int) -> None:
    """Emit the entry. It takes the start of a record of `size` bytes, a record that all threads share, the first
    number, the one after the last, and a list with `row` words for each thread.

    Each thread copies the start to memory of its own and calls the main function with this copy (as a record and as
    words), its number of a broken assumption, its row of the list, the shared record, its first number, the number of
    threads and the end."""
    instance = program.instance(main, types)
    entry = ir.Function(program.module, ir.FunctionType(ir.VoidType(), [POINTER, POINTER, I64, I64, POINTER]), ENTRY)
    entry.calling_convention = "ptx_kernel"
    start, shared, first, end, rows = entry.args
    b = ir.IRBuilder(entry.append_basic_block())
    own = b.alloca(ir.ArrayType(I64, -(-size * BYTE // WORD_BITS)))
    copy = program.module.declare_intrinsic("llvm.memcpy", [POINTER, POINTER, I64])
    b.call(copy, [own, start, I64(size), I1(0)])
    thread, threads = thread_numbers(b)
    own_row = b.gep(rows, [b.mul(thread, I64(row))], source_etype=I64)
    broken = b.addrspacecast(own_broken(b), POINTER)
    b.store(I32(0), broken)
    b.call(instance.ir, [own, own, broken, own_row, shared, b.add(first, thread), threads, end])
    b.ret_void()
    program.separate()


def note_on_gpu(b: Any, status: Any) -> None:
    """Note that this thread has broken an assumption. It goes on: threads that left where it happens would never come
    together again with the others."""
    b.store(status, own_broken(b))


def wait_on_gpu(b: Any) -> None:
    """Wait for the other threads of the warp, so that all of them do next what they do next together."""
    b.call(intrinsic(b, "bar.warp.sync", ir.VoidType(), [I32]), [I32(ALL_THREADS)])


def is_most_common_on_gpu(b: Any, kind: Any) -> Any:
    """Return whether no number is more common among the threads of the warp than this one; of several the greatest
    is."""
    kind = b.trunc(kind, I32)
    same = b.call(intrinsic(b, "match.any.sync.i32", I32, [I32, I32]), [I32(ALL_THREADS), kind])
    rank = b.or_(b.shl(b.ctpop(same), I32(KIND_BITS)), kind)
    best = b.call(intrinsic(b, "redux.sync.umax", I32, [I32, I32]), [rank, I32(ALL_THREADS)])
    return b.icmp_unsigned("==", rank, best)


def intrinsic(b: Any, name: str, returns: Any, given: list[Any]) -> Any:
    full = f"{INTRINSICS}.{name}"
    return b.module.globals.get(full) or ir.Function(b.module, ir.FunctionType(returns, given), full)


def own_broken(b: Any) -> Any:
    """Return the place of the assumption that this thread has broken."""
    room = ir.ArrayType(I32, MOST_THREADS)
    numbers = b.module.globals.get(BROKEN)
    if numbers is None:
        numbers = ir.GlobalVariable(b.module, room, BROKEN, addrspace=SHARED_MEMORY)
        numbers.linkage, numbers.initializer = "internal", ir.Constant(room, ir.Undefined)
    return b.gep(numbers, [I64(0), register(b, "tid.x")], inbounds=True)


def register(b: Any, name: str) -> Any:
    """Return what a register of the GPU says."""
    return b.zext(b.call(intrinsic(b, f"read.ptx.sreg.{name}", I32, []), []), I64)


def thread_numbers(b: Any) -> tuple[Any, Any]:
    """Return the number of this thread, and how many threads there are."""
    block, size = register(b, "ctaid.x"), register(b, "ntid.x")
    return b.add(b.mul(block, size), register(b, "tid.x")), b.mul(register(b, "nctaid.x"), size)
