"""Folders and files: where Affray keeps them, atomic writing, and digests of the folders that hold the rules."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from affray.errors import AffrayError

NAME = "affray" if sys.platform == "linux" else "Affray"  # as systems spell the names of folders


def data_folder() -> Path:
    """Return the folder for saved fights and installed packs: AFFRAY_DATA, or the system's."""
    return _folder("AFFRAY_DATA", "user_data_path")


def cache_folder() -> Path:
    """Return the folder for compiled rules: AFFRAY_CACHE, or the system's."""
    return _folder("AFFRAY_CACHE", "user_cache_path")


def _folder(variable: str, kind: str) -> Path:
    if chosen := os.environ.get(variable):
        return Path(chosen)
    import platformdirs

    found: Path = getattr(platformdirs, kind)(NAME, appauthor=False)
    return found


WRITABLE_BY_OTHERS = 0o022  # the bits that let others write


def is_trusted(path: Path) -> bool:
    """Return whether it is the user's own, and nobody else can write there."""
    if not hasattr(os, "geteuid"):
        return True  # on Windows the folders of a user are the user's own
    found = path.stat()
    return found.st_uid == os.geteuid() and not found.st_mode & WRITABLE_BY_OTHERS


class AtomicFile:
    """A file that is written beside its place and moved there when it is complete.

    Creating the object creates the temporary file, so a place that cannot be written to is known before the work."""

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
        self.temporary = Path(name)

    def put(self, data: bytes) -> None:
        with self.filling():
            self.temporary.write_bytes(data)

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Replace the file when the block ends; keep what was there before if anything goes wrong."""
        try:
            yield
            self.temporary.chmod(0o666 & ~umask())
            self.temporary.replace(self.path)
        except OSError as error:
            raise AffrayError(f"{self.path} can't be written: {reason(error)}") from None
        finally:
            self.discard()

    def discard(self) -> None:
        with suppress(OSError):
            self.temporary.unlink(missing_ok=True)


def reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def umask() -> int:
    """Return the permission bits that the system removes from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


# --- digests


ROOT = Path(__file__).parent
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
