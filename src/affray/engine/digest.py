"""A digest of the folders that rules live in: journals name the rules they were made under, caches are kept by it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHORT = 12
ENDINGS = (".py", ".yaml")


@cache
def rules_digest() -> str:
    """Return the digest of everything that decides how a fight goes."""
    return folder_digest(ROOT, ("engine", "rules"))


def folder_digest(root: Path, folders: Iterable[str], *further: str) -> str:
    """Return one digest of the code and tables in these folders, and of further words."""
    digest = hashlib.sha256("\0".join(further).encode())
    files = (file for folder in folders for file in (root / folder).rglob("*") if file.suffix in ENDINGS)
    for file in sorted(files):
        digest.update(str(file.relative_to(root)).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:SHORT]
