"""Build the wheel, install it in an empty environment, and use it there in an empty folder, without this clone.

    python bench/wheel.py                        # builds and installs; then all checks, the documents' snippets too
    python bench/wheel.py --python PYTHON        # in an environment that has Affray already, as CI does
    python bench/wheel.py --documents none       # without the snippets; or some of them: docs/tutorial.md README.md

Checks: the package is not that of the clone; fight, sim, odds and import print what they should; the table starts and
serves its page; every Python and console block of the documents runs with the exit code it says. Exits with 1 if any
fails."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "docs/tutorial.md", "docs/exchange.md", "docs/odds.md", "docs/packs.md", "docs/houserules.md")
FENCE = re.compile(r"^```(\w*) ?(.*?)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"# (\S+\.ya?ml)\n")
PATIENCE = 600
BLOCK = (
    "Reed Crab: AC 4 [15], HD 2, Att 2 × claw (1d6), THAC0 18 [1], MV 60' (20'), SV D12 W13 P14 B15 S16 (F2), ML 8\n"
)
COMMANDS = {  # what a command prints, as a pattern
    "fight orcs --seed 1": r"Winner: (?:party|orcs)",
    "sim orcs -n 300 --seed 1": r"300 fights",
    "odds attack --thac0 17 --ac 4 --damage 1d8 --hp 6": r"%",
    "import crab.txt -o crab.yaml": r"1 creature",
    "check crab.yaml": r"crab\.yaml: OK",
    "new scenario mine.yaml": r"mine\.yaml",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="the Python of an environment that has Affray")
    parser.add_argument("--documents", nargs="*", default=DOCUMENTS, help="whose snippets to run, or none")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        python = str(Path(given.python).absolute()) if given.python else install(Path(folder))
        named = [] if given.documents == ["none"] else given.documents
        failed = run_checks(python, Path(folder), [ROOT / name for name in named])
    sys.exit(bool(failed))


def install(folder: Path) -> str:
    """Build the wheel, install it with what simulations need, and return the Python that has it."""
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT], check=True)
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    wheel = next(folder.glob("affray-*.whl"))
    python = str(environment / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", f"{wheel}[sim,data]"], check=True)
    print(f"installed {wheel.name}")
    return python


def run_checks(python: str, folder: Path, documents: list[Path]) -> list[str]:
    """Run all checks in an empty folder, print each, and return those that fail."""
    failed = list[str]()
    for n, (name, check) in enumerate(list_checks(python, documents)):
        place = folder / f"empty {n}"
        place.mkdir()
        (place / "crab.txt").write_text(BLOCK, encoding="utf-8")
        begun = time.monotonic()
        wrong = check(place)
        failed += [name] if wrong else []
        print(f"{'FAILS' if wrong else 'ok   '} {name} ({time.monotonic() - begun:.1f} s)", flush=True)
        print(wrong, end="\n" if wrong else "")
    return failed


Check = Callable[[Path], str]


def list_checks(python: str, documents: list[Path]) -> Iterator[tuple[str, Check]]:
    yield "the package is installed apart from the clone", lambda place: check_package(python, place)
    yield "commands", lambda place: check_commands(python, place)
    yield "the table", lambda place: check_table(python, place)
    for document in documents:
        name = document.relative_to(ROOT)
        yield str(name), partial(check_document, python, document=document)


def run(python: str, words: list[str], place: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python apart from the clone: without its variables, and with a home of its own."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "SYSTEMROOT", "AFFRAY_CACHE") if key in os.environ}
    own = {"HOME": str(place), "COLUMNS": "80", "PYTHONUTF8": "1"}
    return subprocess.run(
        [python, *words],
        input=typed,
        capture_output=True,
        cwd=place,
        env=kept | own,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def check_package(python: str, place: Path) -> str:
    done = run(python, ["-c", "import affray; print(affray.__file__, affray.__version__)"], place)
    inside = str(ROOT / "src") in done.stdout
    return done.stderr or ("it is that of the clone" if inside else "")


def check_commands(python: str, place: Path) -> str:
    for command, expected in COMMANDS.items():
        done = run(python, ["-m", "affray", *shlex.split(command)], place)
        if done.returncode or not re.search(expected, done.stdout):
            return f"affray {command} ends with {done.returncode}:\n{done.stdout[-800:]}{done.stderr[-800:]}"
    return ""


def check_table(python: str, place: Path) -> str:
    """Start the table, and fetch its first page and a script of it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [python, "-m", "affray", "table", "--port", str(port), "--data", str(place / "table"), "--no-browser"]
    with subprocess.Popen(words, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as table:
        try:
            page = fetch(f"http://127.0.0.1:{port}/", table)
        finally:
            table.terminate()
            said = table.communicate(timeout=20)[0]
    return "" if "<title>" in page and "script" in page else f"no page was served: {said[-800:]}"


def fetch(address: str, table: subprocess.Popen[str]) -> str:
    for _ in range(150):
        if table.poll() is not None:
            return ""
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.2)
    return ""


def check_document(python: str, place: Path, document: Path) -> str:
    """Run a document's blocks from the first to the last; its Python in one namespace."""
    code = ""
    for language, words, text in FENCE.findall(document.read_text(encoding="utf-8")):
        if language == "yaml" and (name := FILE.match(text)):
            (place / name[1]).parent.mkdir(parents=True, exist_ok=True)
            (place / name[1]).write_text(text, encoding="utf-8")
        elif language == "python":
            code += text
            done = run(python, ["-c", code], place)
            if done.returncode:
                return f"{text}\n{done.stderr[-1500:]}"
        elif language == "console" and (wrong := check_console(python, place, text, int(words or 0))):
            return wrong
    return ""


def check_console(python: str, place: Path, text: str, code: int) -> str:
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        words = shlex.split(command)
        typed = "".join(f"{line[2:]}\n" for line in shown.splitlines() if line.startswith(">"))
        done = run(python, ["-m", *words], place, typed) if words[0] == "affray" else None
        if done and done.returncode != code:
            return f"{command}: exit code {done.returncode}, not {code}\n{done.stdout[-800:]}{done.stderr[-800:]}"
    return ""


if __name__ == "__main__":
    main()
