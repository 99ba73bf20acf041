"""The table: a small server over the driver and the store. No rule lives here."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
