"""Old names of modules that moved: importing one warns, and gives the module at its new place."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module


def redirect(old: str, new: str) -> None:
    """Make `import old` give the module `new`."""
    warnings.warn(f"{old} has moved to {new}", DeprecationWarning, stacklevel=6)
    sys.modules[old] = import_module(new)
