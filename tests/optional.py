"""Libraries and programs that only some tests need: without one they are skipped, but in CI they fail."""

from __future__ import annotations

import importlib
import os
from typing import Any, NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Skip the test that needs it, or fail it in CI, where everything is installed."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{what} is not installed")


def library(name: str) -> Any:
    """Return the module of that name."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(name)
