"""The documents as blocks that can be run: their files, their Python, and their commands with what these print.

A block ```yaml whose first line is `# NAME.yaml` is saved under that name. A block ```python is run, all of a document
in one namespace; where a block ```text follows at once, it is what must be printed. In a block ```console the lines
with `$ affray …` are run, those with `> …` are typed in, and all the rest must be printed; ```console 2 says that the
exit code is 2. `…` in what is shown stands for anything in a line, and on a line of its own for any lines.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("docs", "bench", "src")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.md"))])
FENCE = re.compile(r"^```(\w*) ?(.*?)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"# (\S+\.ya?ml)\n")
PATIENCE = 300  # seconds: the first compilation of the rules may be among what is run


class Block(NamedTuple):
    document: str
    line: int
    language: str
    words: str  # after the language
    text: str

    @property
    def place(self) -> str:
        return f"{self.document}:{self.line}"


def blocks(document: Path) -> list[Block]:
    text = document.read_text(encoding="utf-8")
    name = document.relative_to(ROOT).as_posix()
    return [Block(name, text.count("\n", 0, m.start()) + 1, m[1], m[2], m[3]) for m in FENCE.finditer(text)]


def happens(document: Path, folder: Path) -> None:
    """Runs a document from its first block to its last, in a folder of its own."""
    told, names = blocks(document), {"__name__": "__main__"}
    for block, following in zip(told, [*told[1:], None], strict=True):
        if block.language == "yaml" and (name := FILE.match(block.text)):
            (folder / name[1]).parent.mkdir(parents=True, exist_ok=True)
            (folder / name[1]).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            said = run_python(block, names, folder)
            if following is not None and following.language == "text":
                same(following, following.text, said)
        elif block.language == "console":
            run_console(block, folder)


def run_python(block: Block, names: dict[str, Any], folder: Path) -> str:
    """What it prints. Its lines count as in the document, so that an error is found there."""
    code = compile("\n" * block.line + block.text, block.document, "exec")
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as said:
        exec(code, names)
    return said.getvalue()


def run_console(block: Block, folder: Path) -> None:
    for command, shown in commands(block.text):
        words = shlex.split(command)
        assert words[0] == "affray", f"{block.place}: {command!r} is not a command of ours"
        typed = "".join(f"{line[2:]}\n" for line in shown.splitlines() if line.startswith(">"))
        run = subprocess.run(
            [sys.executable, "-m", *words],
            input=typed,
            capture_output=True,
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1", "COLUMNS": "80"},
            encoding="utf-8",
            timeout=PATIENCE,
        )
        assert run.returncode == int(block.words or 0), f"{block.place}: {command!r} ends with {run}"
        same(block, shown, run.stdout + (run.stderr if run.returncode else ""))


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command and what is shown of it."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def same(block: Block, shown: str, said: str) -> None:
    if not matches(shown, said):
        pytest.fail(f"{block.place} shows\n\n{shown}\nbut it is\n\n{said}", pytrace=False)


def matches(shown: str, said: str) -> bool:
    said = "".join(f"{line.rstrip()}\n" for line in said.rstrip().splitlines())
    return re.fullmatch("".join(map(pattern, shown.rstrip().splitlines())), said) is not None


def pattern(line: str) -> str:
    if line.strip() == "…":
        return r"(?:.*\n)*?"
    return ".*?".join(map(re.escape, line.rstrip().split("…"))) + r"\n"
