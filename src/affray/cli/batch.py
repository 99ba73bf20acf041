"""Options of `sim`, `compare`, `sweep`, `balance` and `rate`: number of fights, threads, executor, pictures."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import click
from click.core import ParameterSource

from affray.cli import EXIT_MISTAKE, EXIT_STOPPED, options
from affray.cli.options import (
    MAX_FIGHTS,
    F,
    clear_progress,
    print_json,
    print_result,
    read_error_bound,
    record_option,
    whole_number,
    whole_number_option,
)
from affray.errors import AffrayError
from affray.files import AtomicFile
from affray.simulation.result import Result

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from affray.charts import Theme
    from affray.charts.study_report import Study
    from affray.studies.balance import Balance
    from affray.studies.compare import Comparison
    from affray.studies.sweep import Sweep

MAX_THREADS = 256
PLOT, REPORT = "plot", "report"
LOCAL = "local"  # the executor that needs no other process
FILE_ENDINGS = {PLOT: (".svg", ".png"), REPORT: (".html", ".htm")}
ALWAYS_REPEATED = ("seed",)  # in the command of a report, even where it is the default
PICTURES = "outcomes rounds hp survival flow".split()


# --- how many fights, and where they run


@dataclass(frozen=True)
class FightCount:
    """How many fights: a number, or as many as it takes for an error."""

    fights: int | None
    error: float | None

    def check(self) -> None:
        """Refuse both at once."""
        if self.fights is not None and self.error is not None:
            raise click.UsageError("-n and --error can't be combined; choose one.")


def fight_count_options(fights: str, error: str) -> Callable[[F], F]:
    """Make the options -n and --error, with their help."""
    return record_option(
        "count",
        FightCount,
        whole_number_option("-n", "fights", least=1, most=MAX_FIGHTS, help=fights),
        click.option("--error", metavar="E", callback=read_error_bound, help=error),
    )


def fight_count_of_each_options(default: str) -> Callable[[F], F]:
    """Make the options of a study, which simulates several fights."""
    return fight_count_options(
        f"Number of fights of each.  [default: {default}]",
        "Simulate each until the 95% interval of every outcome is within E on either side.",
    )


@dataclass(frozen=True)
class Effort:
    """The seed, and how the fights are run."""

    seed: int
    threads: int
    plain: bool
    executor: str

    @contextmanager
    def open_team(self) -> Iterator[tuple[Executor | None, int]]:
        """Open the executor, and return it with its number of workers; None runs the fights in this process."""
        if self.executor == LOCAL:
            yield None, self.threads
            return
        from affray.simulation.executors import open_team  # multiprocessing, only where other processes play

        with open_team(self.executor, self.threads) as team:
            yield team


def read_threads(ctx: click.Context, option: click.Parameter, text: str | None) -> int:
    """Read a number of threads; without one, the number of cores."""
    return whole_number(1, MAX_THREADS)(ctx, option, text) or min(count_cores(), MAX_THREADS)


def count_cores() -> int:
    """Return how many cores this process may use; systems that do not say so have all of theirs."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_executor(_: click.Context, __: click.Parameter, name: str) -> str:
    if name == LOCAL:
        return name
    from affray.simulation.executors import check_executor

    return check_executor(name)


effort_options = record_option(
    "effort",
    Effort,
    options.seed_option,
    click.option(
        "--threads", metavar="N", callback=read_threads, help="Number of threads.  [default: one for each core]"
    ),
    click.option("--plain", is_flag=True, help="Don't compile the rules: slower, the same result."),
    click.option(
        "--executor",
        metavar="WHERE",
        default=LOCAL,
        callback=read_executor,
        show_default=True,
        help="Where to run the fights: local, processes (as many as --threads), or the workers of a Dask scheduler "
        "(dask://HOST:PORT).",
    ),
)


# --- what a study found


class Found(Protocol):
    """The result of a study."""

    @property
    def complete(self) -> bool: ...
    def text(self) -> str: ...
    def as_json(self) -> dict[str, Any]: ...


def print_found(found: Found, as_json: bool) -> None:
    """Print what a study found."""
    clear_progress()
    if as_json:
        print_json(found.as_json())
    else:
        print_result(found.text())


def exit_with(words: str, code: int = EXIT_STOPPED) -> None:
    """Print a reason on standard error, and exit with this code."""
    click.echo(words, err=True)
    raise click.exceptions.Exit(code)


@dataclass(frozen=True)
class PlotChoice:
    """The files of a study's picture and report, and the theme of the picture."""

    plot: str | None
    theme: str
    report: str | None


theme_option = click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="Colour theme."
)
plot_options = record_option(
    "picture",
    PlotChoice,
    click.option("--plot", metavar="FILE", help="Draw a picture to an .svg or .png file."),
    theme_option,
    click.option("--report", metavar="FILE", help="Write a report with the picture and all figures to an .html file."),
)


class StudyPlot:
    """Picture and report of a study. The files and the drawing library are checked before the first fight."""

    def __init__(self, choice: PlotChoice, axes: int = 1) -> None:
        self.file: AtomicFile | None = None
        self.report = open_report(choice.report)
        if choice.plot is None:
            return
        try:
            from affray.charts import ENDINGS, THEMES, check_axes

            check_axes(axes)
            self.theme: Theme = THEMES[choice.theme]
            self.file = AtomicFile(choice.plot, ENDINGS)
        except AffrayError:
            self.discard()
            raise

    def draw(self, found: Sweep | Comparison | Balance) -> None:
        if self.file is not None:
            from affray.charts import data_of, draw_study

            self.file.put(data_of(draw_study(found, self.theme), self.file.ending, self.theme))
        write_report(self.report, found)

    def discard(self) -> None:
        clear_progress()
        for file in (self.file, self.report):
            if file is not None:
                file.discard()


def open_report(path: str | None) -> AtomicFile | None:
    """Return the file of a study's report; refuse it before the fights if it can't be written or drawn."""
    if path is None:
        return None
    import affray.charts  # noqa: F401  (says what is missing, if it is)

    return AtomicFile(path, FILE_ENDINGS[REPORT])


def write_report(file: AtomicFile | None, found: Study) -> None:
    if file is not None:
        from affray.charts import study_report

        ctx = click.get_current_context()
        words = [word for each in ctx.command.params for word in parameter_words(ctx, each)]
        file.put(study_report(found, shlex.join(["affray", str(ctx.info_name), *words])).encode())


# --- pictures and the report of a simulation


@dataclass(frozen=True)
class DrawingChoice:
    """Which pictures of a simulation are drawn, and where."""

    plot: str | None
    picture: str | None
    theme: str
    report: str | None


drawing_options = record_option(
    "drawing",
    DrawingChoice,
    click.option("--plot", metavar="FILE", help="Draw pictures to an .svg or .png file."),
    click.option("--picture", type=click.Choice(PICTURES), help="For --plot: one picture instead of all on a page."),
    theme_option,
    click.option("--report", metavar="FILE", help="Write a report with all pictures and figures to an .html file."),
)


class WrittenDrawings(NamedTuple):
    files: dict[str, str]  # what was written, and where
    trouble: list[tuple[str, int]]  # what went wrong, and the exit code it deserves


class Drawings:
    """The files to draw. Files that can't be written are refused before the fights."""

    def __init__(self, choice: DrawingChoice) -> None:
        if choice.picture is not None and choice.plot is None:
            raise click.UsageError("--picture needs --plot FILE.")
        self.choice = choice
        self.places = dict[str, AtomicFile]()
        if choice.plot is not None or choice.report is not None:
            import affray.charts  # noqa: F401  (says what is missing, if it is)
        try:
            for what, path in ((PLOT, choice.plot), (REPORT, choice.report)):
                if path is not None:
                    self.places[what] = AtomicFile(path, FILE_ENDINGS[what])
        except AffrayError:
            self.discard()
            raise

    def write(self, result: Result) -> WrittenDrawings:
        """Write each to its place. Whatever goes wrong, what is drawn already stays."""
        done, trouble = dict[str, str](), list[tuple[str, int]]()
        for what, place in self.places.items():
            try:
                place.put(self.data(what, place, result))
                done[what] = str(place.path)
            except AffrayError as error:
                trouble.append((str(error), EXIT_MISTAKE))
            except KeyboardInterrupt:
                trouble.append((f"Stopped before {place.path} was written.", EXIT_STOPPED))
                break
        return WrittenDrawings(done, trouble)

    def data(self, what: str, place: AtomicFile, result: Result) -> bytes:
        from affray import charts

        if what == REPORT:
            return charts.report(result, command_line(click.get_current_context(), result)).encode()
        theme, name = charts.THEMES[self.choice.theme], self.choice.picture
        make = charts.PICTURES[name].make if name else charts.page
        return charts.data_of(make(result, theme), place.ending, theme)

    def discard(self) -> None:
        for place in self.places.values():
            place.discard()


def command_line(ctx: click.Context, result: Result) -> str:
    """Write the command that was given, with the seed and the number of fights even if they were left out."""
    words = [word for each in ctx.command.params for word in parameter_words(ctx, each)]
    if ctx.params.get("fights") is None and ctx.params.get("error") is None:
        words += ["-n", str(result.fights)]
    return shlex.join(["affray", str(ctx.info_name), *words])


def parameter_words(ctx: click.Context, parameter: click.Parameter) -> Iterator[str]:
    name = str(parameter.name)
    typed = ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE
    if isinstance(parameter, click.Argument):
        yield str(ctx.params[name])
    elif typed or name in ALWAYS_REPEATED:
        for value in value_words(ctx.params[name]):
            yield parameter.opts[0]
            yield from value


def value_words(value: Any) -> list[list[str]]:
    """List what stands behind an option, each time that it is named."""
    if isinstance(value, bool):
        return [[]] if value else []
    if isinstance(value, dict):
        named = {key: each if isinstance(each, str) else ",".join(each) for key, each in value.items()}
        return [["=".join(item)] for item in named.items()]
    return [[str(each)] for each in (value if isinstance(value, tuple | list) else [value])]
