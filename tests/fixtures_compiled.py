"""Fixtures of the compiled rules: the same fights by hand in C."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent / "bench"


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """The brawl by hand in C, built where there is a compiler: floor(seed, first, count) is what it prints."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        pytest.skip("there is no C compiler")
    program = tmp_path_factory.mktemp("floor") / "floor"
    subprocess.run([compiler, "-O2", "-o", str(program), str(BENCH / "floor.c")], check=True)

    def run(*arguments: object) -> str:
        return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True).stdout

    return run
