"""What `compare`, `sweep`, `balance` and `rate` have in common: their arguments, how far they are, and how they end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import click

from affray.cli.arguments import MISTAKE, MOST_FIGHTS, STOPPED, F, error_of, number_option, several
from affray.cli.progress import clear

if TYPE_CHECKING:
    from affray.charts import Picture, Theme
    from affray.files import AtomicFile


class Found(Protocol):
    """What a study comes to."""

    @property
    def complete(self) -> bool: ...
    def text(self) -> str: ...
    def as_json(self) -> dict[str, Any]: ...


def how_many(usual: str) -> Callable[[F], F]:
    return several(
        number_option("-n", "fights", least=1, most=MOST_FIGHTS, help=f"How many fights of each.  [default: {usual}]"),
        click.option(
            "--error",
            metavar="E",
            callback=error_of,
            help="Fight each until the 95 % interval of every outcome is no wider than E on either side.",
        ),
    )


plot = several(
    click.option("--plot", metavar="FILE", help="Draw it to an .svg or .png."),
    click.option("--theme", type=click.Choice(["light", "dark"]), default="light", help="Of the picture."),
)
as_json = click.option("--json", "as_json", is_flag=True, help="The result as one JSON object.")


class Plot:
    """A picture that is asked for: its place and what draws it are looked for before the first fight."""

    def __init__(self, path: str | None, theme: str) -> None:
        self.file: AtomicFile | None = None
        if path is None:
            return
        from affray.charts import ENDINGS, THEMES
        from affray.files import AtomicFile

        self.theme: Theme = THEMES[theme]
        self.file = AtomicFile(path, ENDINGS)

    def draw(self, picture: Callable[[Any, Theme], Picture], found: Found) -> None:
        if self.file is not None:
            from affray.charts import data_of

            self.file.put(data_of(picture(found, self.theme), self.file.ending, self.theme))

    def discard(self) -> None:
        clear()
        if self.file is not None:
            self.file.discard()


def say(words: str) -> None:
    """How far it is, on one line of a terminal; nothing where nobody looks."""
    if sys.stderr.isatty():
        clear()
        sys.stderr.write(words)
        sys.stderr.flush()


def tell(found: Found, as_json: bool) -> None:
    import json

    clear()
    click.echo(json.dumps(found.as_json(), ensure_ascii=False) if as_json else found.text().rstrip("\n"))


def stop(words: str) -> None:
    """Called off: what there is has been told."""
    click.echo(words, err=True)
    raise click.exceptions.Exit(STOPPED)


def refuse(words: str) -> None:
    click.echo(words, err=True)
    raise click.exceptions.Exit(MISTAKE)
