"""The disk cache of object code: one folder for each digest of rules, compiler, LLVM and processor.

A folder is used only if it belongs to the user and nobody else can write to it: object code is run as it is."""

from __future__ import annotations

import ast
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from string import hexdigits
from typing import Any

from affray.compiler.source import location, reachable_functions, resolve_name, syntax_tree
from affray.files import ROOT, SHORT, cache_folder, folder_digest, is_trusted, replacement
from affray.rules.book import Book, is_ours

KEPT_DIGESTS = 4  # digests; older ones are removed
SOURCE_FOLDERS = ("engine", "rules", "compiler")  # what object code is made from
DIGEST_BYTES = 32  # bytes before what is saved: object code that is damaged would end the process


@cache
def kernel_digest(root: Path = ROOT) -> str:
    """Return the digest of what object code depends on: the folders of rules and kernels, LLVM and the processor."""
    return folder_digest(
        root, SOURCE_FOLDERS, *map(installed_version, ("llvmlite", "numpy")), platform.machine(), processor_name()
    )


def installed_version(package: str) -> str:
    """Return the version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def processor_name() -> str:
    """Return the processor: object code is made for it alone, and a home folder may be shared by several machines."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(
        dict.fromkeys(line for line in lines if line.startswith(("model name", "flags", "Features", "CPU")))
    )


@cache
def folder() -> Path:
    """Return the folder for the rules as they are now; a temporary one where none can be written or trusted."""
    try:
        place = cache_folder() / kernel_digest()
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
    """Return whether another process finds what this one saves."""
    return cache_folder() in folder().parents


def prune(parent: Path) -> None:
    """Remove all but the last digests, and nothing that is not one: the folder may hold other files."""
    digests = [d for d in parent.iterdir() if d.is_dir() and len(d.name) == SHORT and set(d.name) <= set(hexdigits)]
    for old in sorted(digests, key=lambda d: d.stat().st_mtime, reverse=True)[KEPT_DIGESTS:]:
        shutil.rmtree(old, ignore_errors=True)


# --- files


@cache
def kernel_folder(book: Book) -> str:
    """Return the folder of a book's kernels, by what it provides at its seams. Rules that are not ours are known by
    their text and their numbers."""
    functions = [book.step, *book.implementations.values()]
    names = "\n".join(f"{function.__module__}.{function.__qualname__}" for function in functions)
    name = f"{book.name}-{sha256(names.encode()).hexdigest()[:12]}"
    if all(map(is_ours, functions)):
        return name
    every = reachable_functions(functions[:1], book.implementations)
    files = {location(function)[0] for function in every}
    text = b"".join(Path(file).read_bytes() for file in sorted(files) if Path(file).exists())
    numbers = repr([[*named_constants(function)] for function in every if not is_ours(function)]).encode()
    return f"{name}-{sha256(text + numbers).hexdigest()[:12]}"


def named_constants(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the numbers and tables that a function names. They are compiled into it, wherever they come from: another
    file, or the place of an option, which depends on what other books there are."""
    for node in ast.walk(syntax_tree(function)):
        with suppress(KeyError):  # a local variable
            value = resolve_name(function, node)
            items = value if isinstance(value, tuple | list) else [value]
            if all(isinstance(item, int | float) for item in items):
                yield ast.unparse(node), value


def file_path(book: str, name: str) -> Path:
    return folder() / book / name


def load_bytes(book: str, name: str) -> bytes | None:
    """Return what was saved; None where nothing was, it is damaged, or somebody else may have changed it."""
    file = file_path(book, name)
    try:
        found = file.read_bytes() if is_trusted(file) and is_trusted(file.parent) else b""
    except OSError:
        return None
    data = found[DIGEST_BYTES:]
    return data if sha256(data).digest() == found[:DIGEST_BYTES] else None


def save_bytes(book: str, name: str, data: bytes) -> None:
    """Save all at once, so that another process reads all of it or nothing. A full disk costs the cache, not the
    run."""
    file = file_path(book, name)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacement(file, private=True) as beside:
            beside.write_bytes(sha256(data).digest() + data)
    except OSError:
        return
