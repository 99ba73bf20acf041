"""Count the modules of affray whose functions run during a command, and print their names.

    python bench/modules.py [--most 50 60]

`affray fight orcs` and `affray sim orcs -n 100` each run in a process of their own under `sys.setprofile`, with a cache
of their own that a longer simulation has filled, so that the rules are compiled. A module counts if at least one of its
functions executes; the code that an import runs, such as class bodies and decorators of functions, does not count. With
`--most` the exit code is 1 if a command needs more modules than allowed."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

COMMANDS = ("fight orcs", "sim orcs -n 100")
FILL = "sim orcs -n 60000"  # long enough for the rules to be compiled
PACKAGE = "affray"


def executed(arguments: list[str]) -> list[str]:
    """Run a command in this process; return the modules whose functions ran, outside imports."""
    codes: dict[CodeType, str] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code not in codes:
            name = str(frame.f_globals.get("__name__", ""))
            if name.partition(".")[0] == PACKAGE and called_from_code(frame):
                codes[code] = name

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        sys.argv = [PACKAGE, *arguments]
        from affray.__main__ import run

        run()
    except SystemExit as end:
        if end.code:
            raise RuntimeError(f"affray {' '.join(arguments)} ended with {end.code}") from None
    finally:
        sys.setprofile(None)
    return sorted(set(codes.values()))


def called_from_code(frame: FrameType) -> bool:
    """Whether a frame is a function, and no module of ours is being imported around it."""
    if frame.f_code.co_name == "<module>" or "__qualname__" in frame.f_locals:
        return False
    outer: FrameType | None = frame.f_back
    while outer is not None:
        if outer.f_code.co_name == "<module>" and str(outer.f_globals.get("__name__")).startswith(f"{PACKAGE}."):
            return False
        outer = outer.f_back
    return True


def counted(command: str) -> list[str]:
    """Run a command in a process of its own; return the modules that it executes."""
    here = [sys.executable, str(Path(__file__)), "--inside", *command.split()]
    run = subprocess.run(here, capture_output=True, text=True, check=True)
    found: list[str] = json.loads(run.stderr.splitlines()[-1])
    return found


def main() -> int:
    if sys.argv[1:2] == ["--inside"]:
        found = executed(sys.argv[2:])
        print(json.dumps(found), file=sys.stderr)
        return 0
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--most", type=int, nargs=len(COMMANDS), help="the most modules that each command may execute")
    most = reader.parse_args().most or [sys.maxsize] * len(COMMANDS)
    with TemporaryDirectory() as cache:
        os.environ["AFFRAY_CACHE"] = cache
        subprocess.run([sys.executable, "-m", PACKAGE, *FILL.split()], capture_output=True, check=True)
        counts = [counted(command) for command in COMMANDS]
    for command, modules in zip(COMMANDS, counts, strict=True):
        print(f"affray {command}: {len(modules)} modules", *modules, sep="\n  ")
    return int(any(len(modules) > limit for modules, limit in zip(counts, most, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
