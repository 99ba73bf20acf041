"""Where compiled rules are kept between runs: one folder for each digest of rules, numba and machine.

numba's own cache looks at the kernel's file alone: a rule that changed in another file would be yesterday's."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from string import hexdigits

from affray.stamp import ROOT, SHORT, digest_of

KEPT = 4  # so many digests; older ones are removed
VARIABLE = "AFFRAY_CACHE"
SEEN = (  # modules that rules and kernels see
    *"clauses combatant conditions dice events options recorder space state things verbs words".split(),
    *(f"simulate/{name}" for name in "counting layout often record script".split()),
)


def home() -> Path:
    """The folder of all digests: as the variable says, or where the system keeps such things."""
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "affray"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "affray"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "affray"


def stamp(root: Path = ROOT) -> str:
    """What compiled rules depend on: every rule and table, what rules see, the compiler, the machine."""
    files = [
        *(root / "rules").rglob("*.py"),
        *(root / "rules").rglob("*.yaml"),
        *(root / "simulate/fast").rglob("*.py"),
    ]
    files += [file for name in SEEN if (file := root / f"{name}.py").exists()]
    return digest_of(root, files, version("numba"), version("numpy"), sys.version, platform.machine(), cpu())


def cpu() -> str:
    """numba compiles for the very processor; a home folder may be shared by several."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return next((line for line in lines if line.startswith("model name")), platform.processor())


def folder() -> Path:
    """The folder for the rules as they are now; a temporary one where none can be written."""
    try:
        place = home() / stamp()
        place.mkdir(parents=True, exist_ok=True)
        os.utime(place)
        if not os.access(place, os.W_OK):
            raise OSError("can't write there")
        prune(place.parent)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="affray-"))
    return place


def prune(parent: Path) -> None:
    """Removes all but the last digests, and nothing that is not one: the folder may be anybody's."""
    digests = [d for d in parent.iterdir() if d.is_dir() and len(d.name) == SHORT and set(d.name) <= set(hexdigits)]
    for old in sorted(digests, key=lambda d: d.stat().st_mtime, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
