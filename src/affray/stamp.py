"""A digest of every rule and table file: journals name the rules they were made under, kernels are kept by it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent
SHORT = 12


@cache
def rules_digest() -> str:
    """Of the modules at the top and all of rules/."""
    return digest_of(ROOT, [*ROOT.glob("*.py"), *(ROOT / "rules").rglob("*.py"), *(ROOT / "rules").rglob("*.yaml")])


def digest_of(root: Path, files: Iterable[Path], *further: str) -> str:
    said = hashlib.sha256("\0".join(further).encode())
    for file in sorted(files):
        said.update(str(file.relative_to(root)).encode())
        said.update(file.read_bytes())
    return said.hexdigest()[:SHORT]
