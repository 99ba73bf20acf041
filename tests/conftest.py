"""The mark `clause`: a test that bears it fails if the clause was not cited meanwhile; the register is kept from it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from databases import address, postgres_server  # noqa: F401
from shown_elsewhere import SHOWN_ELSEWHERE

from affray import log, rules
from affray.engine import clauses
from affray.engine.clauses import BY_ID, CLAUSES, REASONS
from affray.engine.state import Fight

rules.books()  # registers the clauses of all of them

REGISTER = Path(__file__).parent.parent / "src" / "affray" / "tools" / "tests.json"

plain_event = log.Recorder.event


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write tests/golden anew; then read what changed")
    parser.addoption(
        "--write-register",
        action="store_true",
        help="write the index of clauses anew: tools/clauses.json, and tools/tests.json (some tests only add to it)",
    )


def pytest_configure(config: pytest.Config) -> None:
    os.environ["AFFRAY_WARM"] = "off"  # no process that a test leaves behind takes the time of the others
    if not hasattr(config, "workerinput"):  # under xdist all reports come to one process
        config.pluginmanager.register(Register(config))


def marked(item: pytest.Item) -> list[str]:
    return [id for mark in item.iter_markers("clause") for id in mark.args]


def plain_name(nodeid: str) -> str:
    """A test without its parameters."""
    return nodeid.partition("[")[0]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    unknown = [(item.nodeid, id) for item in items for id in marked(item) if id not in BY_ID]
    if unknown:
        raise pytest.UsageError("\n".join(f"{test} is marked with {id!r}, which is no clause" for test, id in unknown))
    first = (OTHER_KERNELS, ASSUMED, TWINS, ODDS, SLOW)
    items.sort(key=lambda item: not any(slow.match(item.nodeid) for slow in first))


# --- which tests go first, and which to one process under xdist

SLOW = re.compile(r".*test_(browser_\w+|kills|mutants|fuzz)\.py::")  # no long one comes last
# Of those in one process each kernel is compiled once: some ten seconds for one that logs, less for others.
TWINS = re.compile(r".*::test_plain_and_compiled_agree\[(\w+)-")  # a book's logged kernel
OTHER_KERNELS = re.compile(r".*test_(compiled\.py|simulate\.py|pictures_document\.py|readme\.py::test_what_the_readme)")
ASSUMED = re.compile(r".*test_assumptions\.py::")  # kernels that are nobody else's
ODDS = re.compile(r".*test_odds_\w+\.py::")  # the kernel of exact odds
RESULTS = re.compile(r".*test_simulate_result\.py::")  # the same fights are looked at by many
# One database server is started for all of them.
DATABASES = re.compile(r".*test_(store\.py::|sockets\.py::test_two_workers|kills\.py::.*postgres)")


MOST_WORKERS = 4


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run in several processes unless told otherwise, where xdist is installed."""
    if getattr(config.option, "numprocesses", 0) is None and not hasattr(config, "workerinput"):
        config.option.numprocesses = "auto"
        config.option.maxprocesses = config.option.maxprocesses or MOST_WORKERS


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than two cores: tests that wait for a browser or a server leave a core to the others."""
    return max(3, os.cpu_count() or 1)


def together(nodeid: str) -> str:
    """What a test shares with those it should run with; its own name where it may run anywhere."""
    if twins := TWINS.match(nodeid):
        return f"twins of {twins[1]}"
    if DATABASES.match(nodeid):
        return "databases"
    if RESULTS.match(nodeid):
        return "results"
    if ODDS.match(nodeid):
        return "odds"
    if ASSUMED.match(nodeid):
        return "assumptions"
    return "other kernels" if OTHER_KERNELS.match(nodeid) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Not its marks of groups: with some versions of pytest they are not heeded."""
    from xdist.scheduler import LoadScopeScheduling

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = together
    return scheduler


# --- the witness


def witnessed_event(
    self: log.Recorder, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int
) -> None:
    clauses.cite(clause)
    for reason, _ in self.reasons:
        clauses.cite(REASONS[reason].clause)
    plain_event(self, f, kind, clause, who, other, value, was)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """While a marked test runs, with its fixtures, everything that is logged is witnessed."""
    if not marked(item):
        return (yield)
    clauses.CITED = set()
    log.Recorder.event = witnessed_event  # type: ignore[method-assign]
    try:
        return (yield)
    finally:
        clauses.CITED = None
        log.Recorder.event = plain_event  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    result = yield
    ids, name = marked(item), plain_name(item.nodeid)
    cited = {CLAUSES[number].id for number in clauses.CITED or ()}
    missing = [id for id in ids if id not in cited and SHOWN_ELSEWHERE.get(id) != name]
    if missing:
        pytest.fail(f"marked with {', '.join(missing)}, but nothing cited it while the test ran", pytrace=False)
    item.user_properties += [("clause", id) for id in ids]
    return result


# --- the register of tests


class Register:
    """Which tests showed which clauses in this run, against the file that `affray clauses` reads."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.shown: dict[str, set[str]] = {}
        self.partial = bool(config.option.keyword or config.option.markexpr)
        self.partial |= config.args_source is not pytest.Config.ArgsSource.TESTPATHS
        self.word = ""

    def pytest_deselected(self) -> None:
        self.partial = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.partial |= not report.passed and "clause" in report.keywords
        for key, id in report.user_properties:
            if key == "clause" and report.when == "call":
                self.shown.setdefault(str(id), set()).add(plain_name(report.nodeid))

    @property
    def text(self) -> str:
        register = {id: sorted(self.shown[id]) for id in sorted(self.shown)}
        return json.dumps(register, indent=1) + "\n"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return
        if self.partial:
            if self.config.option.write_register and self.shown:
                self.add_to_register()
            return
        known = REGISTER.read_text(encoding="utf-8") if REGISTER.exists() else ""
        if known == self.text:
            return
        if self.config.option.write_register:
            REGISTER.write_text(self.text, encoding="utf-8")
            self.word = f"{REGISTER.name} was written anew"
        else:
            self.word = f"{REGISTER.name} is not what this run has shown; mend it with pytest --write-register"
            if os.environ.get("CI"):
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def add_to_register(self) -> None:
        """Add what a run of some tests has shown; what is no longer shown, only a full run takes out."""
        known = json.loads(REGISTER.read_text(encoding="utf-8")) if REGISTER.exists() else {}
        for id, tests in known.items():
            self.shown.setdefault(id, set()).update(tests)
        REGISTER.write_text(self.text, encoding="utf-8")
        self.word = f"the tests of this run were added to {REGISTER.name}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.word:
            terminalreporter.section("register of clauses")
            terminalreporter.write_line(self.word)


@pytest.fixture
def a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes an empty folder the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
