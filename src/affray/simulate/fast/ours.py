"""Which functions are ours, by what numba and LLVM call them: nothing else may be treated as rules are."""

from __future__ import annotations

KERNELS = {
    "many",
    "watched",
    "logged",
    "explore",
    "find_homes",
    "in_order",
    "one_round",
}  # functions that Python itself calls
OWNERS = {"logged", "in_order"}  # those that make arrays
MANGLED = "_ZN6affray"  # how the names of our functions begin in LLVM


def is_ours(module: str) -> bool:
    return module.startswith("affray.")


def owns_nothing(name: str) -> bool:
    """Of a function by its name in LLVM: whether it is ours, and only looks at what it is given."""
    return name.startswith(MANGLED) and not any(f"{len(owner)}{owner}B" in name for owner in OWNERS)
