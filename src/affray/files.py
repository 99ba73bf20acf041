"""Folders and files: where Affray keeps them, atomic writing, locks, and digests of the folders that hold the rules."""

from __future__ import annotations

import atexit
import errno
import hashlib
import json
import os
import platform
import re
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import TracebackType

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


PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
OTHERS, WRITABLE_BY_OTHERS = 0o077, 0o022  # the bits that let others do anything, and write


def make_private_folder(folder: Path) -> None:
    """Create a folder that only its owner can look into; one that is there stays as it is."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)


def keep_folder_private(folder: Path) -> None:
    """Let only its owner look into a folder with our files, if it is ours and not everybody's."""
    if not is_everybodys(folder.resolve()):
        keep_private(folder, PRIVATE_FOLDER)


def is_everybodys(folder: Path) -> bool:
    """Return whether a folder serves for more than Affray's files: it is the system's, a home, or one like /tmp."""
    home = Path.home()
    return (
        len(folder.parts) <= 2 or folder == home or folder in home.parents or bool(folder.stat().st_mode & stat.S_ISVTX)
    )


def keep_private(path: Path, mode: int) -> None:
    """Take from others what they may do with a file or a folder, if it is ours and there."""
    with suppress(OSError):
        found = path.stat()
        if found.st_mode & OTHERS and (not hasattr(os, "geteuid") or found.st_uid == os.geteuid()):
            path.chmod(stat.S_IMODE(found.st_mode) & mode)


def is_trusted(path: Path) -> bool:
    """Return whether it is the user's own, and nobody else can write there."""
    if not hasattr(os, "geteuid"):
        return True  # on Windows the folders of a user are the user's own
    found = path.stat()
    return found.st_uid == os.geteuid() and not found.st_mode & WRITABLE_BY_OTHERS


def read_bounded(path: Path, most: int) -> bytes:
    """Read a file; one that is larger, or has no end, is read up to one byte more than that."""
    with path.open("rb") as file:
        return file.read(most + 1)


# --- new files: written beside their place, and moved there when they are whole

PREFIX = ".affray."
HOST = re.sub(r"[^A-Za-z0-9-]", "-", platform.node()) or "here"
TEMPORARY = re.compile(rf"\.affray\.{HOST}\.(\d+)\..+")
OLD_TEMPORARY = re.compile(r"\.affray\.[a-z0-9_]{8}")  # of earlier versions, which did not say whose it was
OLD_ENOUGH = 3600.0  # seconds
_ours = set[Path]()  # temporary files of this process


def make_temporary(path: Path) -> Path:
    """Create an empty file beside a path, and remove those that processes left there which have been killed."""
    sweep_temporaries(path.parent)
    handle, name = tempfile.mkstemp(prefix=f"{PREFIX}{HOST}.{os.getpid()}.", dir=path.parent)
    os.close(handle)
    _ours.add(Path(name))
    return Path(name)


def remove_temporary(temporary: Path) -> None:
    _ours.discard(temporary)
    with suppress(OSError):
        temporary.unlink(missing_ok=True)


@atexit.register
def _remove_temporaries() -> None:
    """Remove, at the end of this process, what an interrupt has left."""
    for temporary in tuple(_ours):
        if f".{os.getpid()}." in temporary.name:  # not what a process has from its parent
            remove_temporary(temporary)


def sweep_temporaries(folder: Path) -> None:
    """Remove what processes have left that were killed: their temporary files, and locks that nobody holds."""
    with suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith(PREFIX) and is_left_over(folder / name):
                remove_temporary(folder / name)
            elif name.startswith(".") and name.endswith(LOCK_ENDING) and read_holder(folder / name):
                with suppress(AffrayError, OSError):
                    FileLock(folder / name[1 : -len(LOCK_ENDING)]).release()


def is_left_over(temporary: Path) -> bool:
    if found := TEMPORARY.fullmatch(temporary.name):
        return not is_running(int(found[1]))
    if not OLD_TEMPORARY.fullmatch(temporary.name):
        return False
    known = temporary.stat()
    return known.st_size == 0 and time.time() - known.st_mtime > OLD_ENOUGH


def is_running(pid: int) -> bool:
    if sys.platform == "win32":
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(0x1000, False, pid)  # PROCESS_QUERY_LIMITED_INFORMATION
        return bool(handle and ctypes.windll.kernel32.CloseHandle(handle))
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def put_in_place(temporary: Path, path: Path, private: bool = False) -> None:
    """Move a temporary file to its place when it is on the disk. A new one may be read as the system has it; one in
    the place of another as that one; a private one by its owner alone."""
    with temporary.open("rb+") as file:
        os.fsync(file.fileno())
    mode = PRIVATE_FILE if private else stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~umask()
    temporary.chmod(mode)
    temporary.replace(path)


@contextmanager
def replacement(path: Path, private: bool = False) -> Iterator[Path]:
    """Give a temporary file that takes the place of a file when the block ends; if it fails, the old one stays."""
    temporary = make_temporary(path)
    try:
        yield temporary
        put_in_place(temporary, path, private)
    finally:
        remove_temporary(temporary)


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Write a file, all or nothing. What is there and no file, as /dev/stdout, is written to as it is."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        with replacement(path, private) as temporary:
            temporary.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as no:
        raise AffrayError(f"can't write {path}: {reason(no)}") from None


class AtomicFile:
    """A file that is written beside its place and moved there when it is complete.

    Creating the object creates the temporary file, so a place that cannot be written to is known before the work."""

    def __init__(self, path: str | Path, endings: Sequence[str], private: bool = False) -> None:
        self.path, self.private = Path(path), private
        self.ending = self.path.suffix.lower()
        if self.ending not in endings:
            expected = " or ".join(endings)
            raise AffrayError(f"{path}: what kind of file is that? Expected a name that ends in {expected}")
        if self.path.is_dir():
            raise AffrayError(f"{path} is a folder; expected the name of a file")
        try:
            self.temporary = make_temporary(self.path)
        except (OSError, ValueError) as error:
            raise AffrayError(f"{path} can't be written: {reason(error)}") from None

    def put(self, data: bytes) -> None:
        with self.filling():
            self.temporary.write_bytes(data)

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Replace the file when the block ends; keep what was there before if anything goes wrong."""
        try:
            yield
            put_in_place(self.temporary, self.path, self.private)
        except OSError as error:
            raise AffrayError(f"{self.path} can't be written: {reason(error)}") from None
        finally:
            self.discard()

    def discard(self) -> None:
        remove_temporary(self.temporary)


@contextmanager
def name_in_errors(path: Path) -> Iterator[None]:
    """Say of whatever the system refuses which file it is about."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise AffrayError(f"{path} can't be written: {reason(error)}") from None


def reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def umask() -> int:
    """Return the permission bits that the system removes from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


# --- locks: one writer at a time

LOCK_ENDING = ".lock"
LONGEST_NOTE = 4_096
FAR_OUT = 2**30  # the byte that is locked on Windows, where others can't read a locked one
UNSUPPORTED = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}


@dataclass(frozen=True, slots=True)
class Holder:
    """Who writes a file: a process, since when, and where it can be reached."""

    pid: int
    host: str
    since: str
    address: str = ""

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host} since {self.since}"


class Held(AffrayError):
    """Somebody else writes this file."""

    def __init__(self, path: Path, holder: Holder | None) -> None:
        super().__init__(f"{path} is in use by {holder or 'another process'}")
        self.path, self.holder = path, holder


class FileLock:
    """Keeps other processes from writing a file until it is released or this process ends, however it ends. A file
    beside it says who has it; where there can be none, there is no lock."""

    def __init__(self, path: Path) -> None:
        place = path.resolve()
        self.path, self.file = path, place.with_name(f".{place.name}{LOCK_ENDING}")
        self.handle: int | None = None
        try:
            self._acquire()
        except OSError as error:
            if error.errno == errno.EACCES and self.file.exists():  # another user's
                raise Held(path, None) from None
        self.tell()

    def _acquire(self) -> None:
        while self.handle is None:
            handle = os.open(self.file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), PRIVATE_FILE)
            if not lock_handle(handle):
                os.close(handle)
                raise Held(self.path, read_holder(self.file))
            if is_same_file(handle, self.file):  # else its last holder has removed it meanwhile
                self.handle = handle
            else:
                os.close(handle)

    def tell(self, address: str = "") -> None:
        """Write down who has it."""
        if self.handle is None:
            return
        said = asdict(Holder(os.getpid(), platform.node(), time.strftime("%Y-%m-%d %H:%M"), address))
        with suppress(OSError):
            os.ftruncate(self.handle, 0)
            os.lseek(self.handle, 0, os.SEEK_SET)
            os.write(self.handle, json.dumps({"affray": 1, **said}).encode())

    def release(self) -> None:
        if self.handle is None:
            return
        handle, self.handle = self.handle, None
        with suppress(OSError):  # Windows removes no file that is open, and the next holder takes it over
            self.file.unlink()
        os.close(handle)

    def __enter__(self) -> FileLock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()


def lock_handle(handle: int) -> bool:
    """Lock an open file for as long as it is open; return False if another has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, FAR_OUT, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in UNSUPPORTED  # the file system has no locks
    return True


def is_same_file(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def read_holder(file: Path) -> Holder | None:
    """Read who has a lock; None where that is no lock of ours."""
    if not os.path.isfile(file):
        return None
    try:
        said = json.loads(read_bounded(file, LONGEST_NOTE))
        return Holder(int(said["pid"]), str(said["host"]), str(said["since"]), str(said["address"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


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
