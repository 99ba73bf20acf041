"""`--plot` and `--report`: pictures of a result, and the report that holds them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from affray.cli.arguments import several
from affray.errors import AffrayError
from affray.files import AtomicFile

if TYPE_CHECKING:
    from affray.simulation.result import Result

PLOT, REPORT = "plot", "report"
ENDINGS = {PLOT: (".svg", ".png"), REPORT: (".html", ".htm")}
ALWAYS = ("seed",)  # said even where it is the usual one
MISTAKE, STOPPED = 2, 130
NAMES = "outcomes rounds hp survival flow".split()

theme = click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="How --plot looks."
)
options = several(
    click.option("--plot", metavar="FILE", help="Draw pictures of it: to an .svg or .png."),
    click.option("--picture", type=click.Choice(NAMES), help="For --plot: this one alone, instead of all on a page."),
    theme,
    click.option("--report", metavar="FILE", help="Write a report with all pictures and figures: to an .html."),
)


class Drawn(NamedTuple):
    files: dict[str, str]  # what was written, and where
    trouble: list[tuple[str, int]]  # what went wrong, and the exit code it deserves


class Drawings:
    """What is to be drawn, and where. Places that won't do are known before the fights."""

    def __init__(self, plot: str | None, picture: str | None, theme: str, report: str | None) -> None:
        if picture is not None and plot is None:
            raise click.UsageError("--picture needs --plot FILE.")
        self.picture, self.theme = picture, theme
        self.places = dict[str, AtomicFile]()
        if plot is not None or report is not None:
            import affray.charts  # noqa: F401  (says what is missing, if it is)
        try:
            for what, path in ((PLOT, plot), (REPORT, report)):
                if path is not None:
                    self.places[what] = AtomicFile(path, ENDINGS[what])
        except AffrayError:
            self.discard()
            raise

    def write(self, result: Result) -> Drawn:
        """Each to its place. Whatever goes wrong, what is drawn already stays."""
        done, trouble = dict[str, str](), list[tuple[str, int]]()
        for what, place in self.places.items():
            try:
                place.put(self.data(what, place, result))
                done[what] = str(place.path)
            except AffrayError as error:
                trouble.append((str(error), MISTAKE))
            except KeyboardInterrupt:
                trouble.append((f"Stopped before {place.path} was written.", STOPPED))
                break
        return Drawn(done, trouble)

    def data(self, what: str, place: AtomicFile, result: Result) -> bytes:
        from affray import charts

        if what == REPORT:
            return charts.report(result, command_again(click.get_current_context(), result)).encode()
        theme = charts.THEMES[self.theme]
        make = charts.PICTURES[self.picture].make if self.picture else charts.page
        return charts.data_of(make(result, theme), place.ending, theme)

    def discard(self) -> None:
        for place in self.places.values():
            place.discard()


def command_again(ctx: click.Context, result: Result) -> str:
    """The command that was given, with the seed and the number of fights even if they were left out."""
    words = [word for each in ctx.command.params for word in words_of(ctx, each)]
    if ctx.params.get("fights") is None and ctx.params.get("error") is None:
        words += ["-n", str(result.fights)]
    return shlex.join(["affray", str(ctx.info_name), *words])


def words_of(ctx: click.Context, parameter: click.Parameter) -> Iterator[str]:
    name = str(parameter.name)
    given = ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE
    if isinstance(parameter, click.Argument):
        yield str(ctx.params[name])
    elif given or name in ALWAYS:
        for value in values_of(ctx.params[name]):
            yield parameter.opts[0]
            yield from value


def values_of(value: Any) -> list[list[str]]:
    """What stands behind an option, each time that it is named."""
    if isinstance(value, bool):
        return [[]] if value else []
    if isinstance(value, dict):
        return [["=".join(item)] for item in value.items()]
    return [[str(each)] for each in (value if isinstance(value, tuple | list) else [value])]
