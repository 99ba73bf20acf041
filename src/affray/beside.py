"""A file that is written beside its place and put there when it is whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from affray.errors import AffrayError


class Beside:
    """It is made before the work begins, so that a place where nothing can be written is known before."""

    def __init__(self, path: str | Path, endings: Sequence[str]) -> None:
        self.path = Path(path)
        self.ending = self.path.suffix.lower()
        if self.ending not in endings:
            expected = " or ".join(endings)
            raise AffrayError(f"{path}: what kind of file is that? Expected a name that ends in {expected}")
        if self.path.is_dir():
            raise AffrayError(f"{path} is a folder; expected the name of a file")
        try:
            handle, name = tempfile.mkstemp(prefix=".affray.", dir=self.path.parent)
        except (OSError, ValueError) as error:
            raise AffrayError(f"{path} can't be written: {reason(error)}") from None
        os.close(handle)
        self.beside = Path(name)

    def put(self, data: bytes) -> None:
        with self.filling():
            self.beside.write_bytes(data)

    @contextmanager
    def filling(self) -> Iterator[None]:
        """All of it, or nothing: what was there before stays if something goes wrong."""
        try:
            yield
            self.beside.chmod(0o666 & ~mask())
            self.beside.replace(self.path)
        except OSError as error:
            raise AffrayError(f"{self.path} can't be written: {reason(error)}") from None
        finally:
            self.drop()

    def drop(self) -> None:
        with suppress(OSError):
            self.beside.unlink(missing_ok=True)


def reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def mask() -> int:
    """What the system takes away from the rights of a new file."""
    kept = os.umask(0)
    os.umask(kept)
    return kept
