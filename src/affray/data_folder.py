"""Where this system keeps what programs keep for people: the table's store, and the packs that are installed."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """As AFFRAY_DATA says; else where the system has such things."""
    if chosen := os.environ.get("AFFRAY_DATA"):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "Affray"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Affray"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "affray"
