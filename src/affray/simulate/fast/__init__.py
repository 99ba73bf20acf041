"""The compiled twin: the verbs get compiled bodies, the rules stand as they are, and a kernel plays many fights.

The one place that imports numba. A kernel is cached on disk under a digest of every rule and table file (cache.py),
because numba's own cache looks at the kernel's file alone and would serve yesterday's rules."""

from affray.simulate.fast import linking as linking  # first of all: it tells numba how to compile ours
from affray.simulate.fast.kernels import is_made, kernel, logged_kernel, step, watched_kernel

__all__ = ["is_made", "kernel", "logged_kernel", "step", "watched_kernel"]
