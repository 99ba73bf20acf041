"""Whoever started the table: their key, and the cookie by which the table knows their browser again.

The key is what their link ends in, and is kept beside the fights."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from affray.errors import AffrayError
from affray.files import OTHERS, is_trusted, make_private_folder, name_in_errors, read_bounded, write_whole
from affray.server.store import is_database
from affray.server.viewer import hash_token

# --- the key

VARIABLE = "AFFRAY_KEY"  # a club's processes are given one in it
KEY_ENDING = ".key"  # of the file beside the fights
LONGEST = 201  # bytes of such a file
WHOLE = re.compile(rb"[\w-]{20,200}\n?")


def find_key(place: Path | str) -> str:
    """Return the key of a table: the one in AFFRAY_KEY, else the one beside its fights, which is made the first time.
    With a database and no AFFRAY_KEY it is another one each time."""
    if given := os.environ.get(VARIABLE):
        return given
    return secrets.token_urlsafe(24) if is_database(place) else keep_key(key_file(Path(place)))


def key_file(place: Path) -> Path:
    return place.with_suffix(KEY_ENDING)


def keep_key(file: Path) -> str:
    """Return the key in a file. One that others could read or write is no secret, and another takes its place."""
    with suppress(OSError):
        if is_own_secret(file) and WHOLE.fullmatch(found := read_bounded(file, LONGEST)):
            return found.decode().strip()
    key = secrets.token_urlsafe(24)
    with name_in_errors(file):
        make_private_folder(file.parent)
        write_whole(file, f"{key}\n", private=True)
    return key


def is_own_secret(file: Path) -> bool:
    return file.is_file() and is_trusted(file) and (not hasattr(os, "geteuid") or not file.stat().st_mode & OTHERS)


def forget_key(place: Path | str) -> None:
    """Let the table make another key when it starts: links and cookies with the old one stop working."""
    if os.environ.get(VARIABLE):
        raise AffrayError(f"the key comes from {VARIABLE}: change it there")
    if not is_database(place):
        file = key_file(Path(place))
        with name_in_errors(file):
            file.unlink(missing_ok=True)


# --- the cookie

COOKIE_PATH = "/api"
COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep none for longer
READS = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class OwnerCookie:
    """A cookie that stands for the key, and from which nobody can learn it."""

    name: str
    value: str

    @classmethod
    def of(cls, key: str) -> OwnerCookie:
        """Return the cookie of a key. Browsers keep no ports of a machine apart, so tables with other keys have cookies
        of other names."""
        return cls(f"affray-{hash_token(f'name {key}')[:8]}", hash_token(f"cookie {key}"))

    def is_shown(self, method: str, headers: Mapping[bytes, bytes]) -> bool:
        """Return whether a request of the table's own page has it. A browser sends it by itself, also for pages at
        other ports of the same machine, so that more is asked than of a token: a request that changes anything must
        name its page, which is checked before every request, and one that reads must not say that it is another's."""
        if method not in READS and b"origin" not in headers:
            return False
        if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
            return False
        ours = f"{self.name}={self.value}".encode()
        return any(secrets.compare_digest(one.strip(), ours) for one in headers.get(b"cookie", b"").split(b";"))
