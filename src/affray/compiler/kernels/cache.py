"""The disk cache of object code: one folder for each digest of rules, compiler, LLVM and processor.

A folder is used only if it belongs to the user and nobody else can write to it: object code is run as it is."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from string import hexdigits

from affray.engine.digest import ROOT, SHORT, folder_digest
from affray.files import cache_folder

KEPT = 4  # digests; older ones are removed
FOLDERS = ("engine", "rules", "compiler")  # what object code is made from
OTHERS = 0o022  # the bits that let others write
DIGEST = 32  # bytes before what is saved: object code that is damaged would end the process


@cache
def stamp(root: Path = ROOT) -> str:
    """Return the digest of what object code depends on: the folders of rules and kernels, LLVM and the processor."""
    return folder_digest(root, FOLDERS, *map(installed, ("llvmlite", "numpy")), platform.machine(), cpu())


def installed(package: str) -> str:
    """Its version."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def cpu() -> str:
    """The processor: object code is made for it alone, and a home folder may be shared by several machines."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(
        dict.fromkeys(line for line in lines if line.startswith(("model name", "flags", "Features", "CPU")))
    )


@cache
def folder() -> Path:
    """The folder for the rules as they are now; a temporary one where none can be written or trusted."""
    try:
        place = cache_folder() / stamp()
        for each in (place.parent, place):  # parents that mkdir makes besides are open to a group, if the umask is
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(place)
        if not (is_trusted(place) and is_trusted(place.parent) and os.access(place, os.W_OK)):
            raise OSError("not ours alone")
        prune(place.parent)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="affray-"))
    return place


def is_shared() -> bool:
    """Whether another process finds what this one saves."""
    return cache_folder() in folder().parents


def is_trusted(path: Path) -> bool:
    """Whether it is the user's own, and nobody else can write there."""
    if not hasattr(os, "geteuid"):
        return True  # on Windows the folders of a user are the user's own
    found = path.stat()
    return found.st_uid == os.geteuid() and not found.st_mode & OTHERS


def prune(parent: Path) -> None:
    """Removes all but the last digests, and nothing that is not one: the folder may hold other files."""
    digests = [d for d in parent.iterdir() if d.is_dir() and len(d.name) == SHORT and set(d.name) <= set(hexdigits)]
    for old in sorted(digests, key=lambda d: d.stat().st_mtime, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


# --- files


def path(book: str, name: str) -> Path:
    return folder() / book / name


def load(book: str, name: str) -> bytes | None:
    """What was saved; None where nothing was, it is damaged, or somebody else may have changed it."""
    file = path(book, name)
    try:
        found = file.read_bytes() if is_trusted(file) and is_trusted(file.parent) else b""
    except OSError:
        return None
    data = found[DIGEST:]
    return data if sha256(data).digest() == found[:DIGEST] else None


def save(book: str, name: str, data: bytes) -> None:
    """In one go, so that another process reads all of it or nothing. A full disk costs the cache, not the run."""
    file = path(book, name)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=file.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(sha256(data).digest() + data)
            os.replace(beside, file)
        except OSError:
            os.unlink(beside)
    except OSError:
        return
