"""A digest of every rule and table file: journals name the rules they were made under, kernels are kept by it."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent
SHORT = 12


@cache
def rules_digest() -> str:
    return digest_of(ROOT)


def digest_of(root: Path, *further: str) -> str:
    """Of the modules at the top, all of rules/ and what else matters."""
    said = hashlib.sha256("\0".join(further).encode())
    files = [*root.glob("*.py"), *(root / "rules").rglob("*.py"), *(root / "rules").rglob("*.yaml")]
    for file in sorted(files):
        said.update(str(file.relative_to(root)).encode())
        said.update(file.read_bytes())
    return said.hexdigest()[:SHORT]
