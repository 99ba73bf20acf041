"""Makes the mutants of mutations.py one after another; each must be killed by a test that bears the mark of its clause.

    python bench/mutants.py                    all of them, book after book
    python bench/mutants.py --book tempo       those of one book
    python bench/mutants.py attack range       those whose name has one of these words
    python bench/mutants.py --list             their names

A book's mutants are hunted by its own tests (tests/<book>) and those that belong to no book. They are collected once.
Each mutant lives in a forked process: the tests with its mark run until one fails."""

from __future__ import annotations

import argparse
import gc
import os
import re
import signal
import sys
import tempfile
import time
from pathlib import Path

import pytest
from mutations import Mutant, mutants

from affray.rules import NAMES

HERE = Path(__file__).parent
TESTS = HERE.parent / "tests"
EXCUSED = HERE / "mutants_excused.txt"
SURVIVED, KILLED, BROKEN = 0, 1, 3
PATIENCE = 60  # seconds, then a mutant that runs for ever counts as killed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only mutants whose name has one of these")
    parser.add_argument("--exactly", action="store_true", help="the words are whole names")
    parser.add_argument("--book", choices=[*NAMES, "all"], default="all")
    parser.add_argument("--list", action="store_true", help="only name them")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    names = NAMES if asked.book == "all" else [asked.book]
    chosen = {book: [m for m in mutants(book) if wanted(m.name, asked.words, asked.exactly)] for book in names}
    known = {mutant.name for several in chosen.values() for mutant in several}
    if asked.exactly and (unknown := [word for word in asked.words if word not in known]):
        parser.error(f"there is no such mutant: {'; '.join(unknown)}")
    if asked.list:
        print(*(f"{m.name}  [{' '.join(sorted(m.clauses))}]" for each in chosen.values() for m in each), sep="\n")
        return 0
    return max((hunted(book, each, asked.jobs) for book, each in chosen.items() if each), default=0)


def hunted(book: str, chosen: list[Mutant], jobs: int) -> int:
    """The exit code of one book's hunt. Each has a process of its own, since pytest collects once in a process."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    hunt = Hunt(chosen, jobs)
    options = ["-qq", "--no-header", "-p", "no:cacheprovider"]
    code = pytest.main([*options, "-n", "0", *map(str, bearing_marks(book))], plugins=[hunt])
    result = hunt.report() if hunt.collected else int(code) or 2
    sys.stdout.flush()
    os._exit(result)


def bearing_marks(book: str) -> list[Path]:
    """The files of tests with marks: the book's, and those of no book."""
    own = [*TESTS.glob("test_*.py"), *(TESTS / book).rglob("test_*.py")]
    return [file for file in sorted(own) if "mark.clause" in file.read_text(encoding="utf-8")]


def wanted(name: str, words: list[str], exactly: bool) -> bool:
    if not words:
        return True
    return name in words if exactly else any(word in name for word in words)


def excuses() -> dict[str, str]:
    """Why nothing can kill a mutant: in the file a line with its name, then an indented one with the reason."""
    found = re.findall(r"^(\S.*)\n[ \t]+(\S.*)$", EXCUSED.read_text(encoding="utf-8"), re.M) if EXCUSED.exists() else []
    return {name.strip(): why.strip() for name, why in found if not name.startswith("#")}


class Hunt:
    """In place of running the tests, runs some of them for each mutant."""

    def __init__(self, chosen: list[Mutant], jobs: int) -> None:
        self.chosen, self.jobs = chosen, jobs
        self.survived: list[Mutant] = []
        self.untested: list[Mutant] = []
        self.broken: list[Mutant] = []
        self.running: dict[int, Mutant] = {}
        self.collected = False
        self.failed = False
        self.began = time.monotonic()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        self.collected = True
        gc.freeze()  # what is there before the fork need not be looked through in each process
        sound = self.sound(session.items)
        for mutant in self.chosen:
            bearing = [item for item in sound if mutant.clauses & marks(item)]
            bearing.sort(key=lambda item: likeness(mutant.name, item.name), reverse=True)
            if not bearing:
                self.untested.append(mutant)
                continue
            while len(self.running) >= self.jobs:
                self.bury()
            self.running[self.let_loose(mutant, bearing)] = mutant
        while self.running:
            self.bury()
        return True

    def sound(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """The tests that pass while nothing is changed: only they can tell."""
        wanted = frozenset[str]().union(*(mutant.clauses for mutant in self.chosen))
        bearing = [item for item in items if wanted & marks(item)]
        with tempfile.TemporaryFile() as results:
            if not fork(items):
                for item in bearing:
                    os.write(results.fileno(), b"-" if self.fails(item) else b"+")
                    self.failed = False
                os._exit(0)
            os.wait()
            results.seek(0)
            passed = [shown == ord("+") for shown in results.read()]
        for item, passes in zip(bearing, passed, strict=False):
            if not passes:
                print(f"fails without any mutant: {item.nodeid}")
        return [item for item, passes in zip(bearing, passed, strict=False) if passes]

    def fails(self, item: pytest.Item) -> bool:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return self.failed

    def let_loose(self, mutant: Mutant, items: list[pytest.Item]) -> int:
        if child := fork(items):
            return child
        signal.alarm(PATIENCE)
        try:
            mutant.make()
        except Exception:
            os._exit(BROKEN)
        try:
            killed = any(self.fails(item) for item in items)
        except BaseException:
            killed = True
        os._exit(KILLED if killed else SURVIVED)

    def bury(self) -> None:
        child, status = os.wait()
        mutant, code = self.running.pop(child), os.waitstatus_to_exitcode(status)
        if code == BROKEN:
            self.broken.append(mutant)
            print(f"could not be made: {mutant.name}", flush=True)
        elif code == SURVIVED:
            self.survived.append(mutant)
            print(f"survived: {mutant.name}  [{' '.join(sorted(mutant.clauses))}]", flush=True)

    def report(self) -> int:
        excused = excuses()
        alive = {m.name for m in (*self.survived, *self.untested, *self.broken)}
        for mutant in self.untested:
            print(f"no test bears its mark: {mutant.name}  [{' '.join(sorted(mutant.clauses))}]")
        for name in sorted({m.name for m in self.chosen} & excused.keys() - alive):
            print(f"needs no excuse any more: {name}")
        guilty = alive - excused.keys()
        killed, took = len(self.chosen) - len(alive), time.monotonic() - self.began
        told = f"{killed} killed, {len(alive & excused.keys())} excused, {len(guilty)} at large"
        print(f"{len(self.chosen)} mutants: {told} ({took:.0f} s)")
        return 1 if guilty else 0


def fork(items: list[pytest.Item]) -> int:
    """A process of its own, in which nothing is told; 0 in that process."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        items[0].config.pluginmanager.unregister(name="terminalreporter")
    return child


def likeness(mutant: str, test: str) -> int:
    """How many words they share: a test that says the same words is the likeliest to kill."""
    return len(set(re.findall(r"\w+", mutant.lower())) & set(re.findall(r"\w+", test.lower())))


def marks(item: pytest.Item) -> frozenset[str]:
    return frozenset(id for mark in item.iter_markers("clause") for id in mark.args)


if __name__ == "__main__":
    sys.exit(main())
