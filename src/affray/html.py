"""HTML: pages that need no other file, and how results show themselves in text and in notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from importlib.resources import files
from typing import Any


def standalone_page(title: str, style: str, main: Iterable[str], script: str = "") -> str:
    """Return a page; `title` is HTML already, `style` and `script` are files, each as PACKAGE/NAME."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>\n{read_resource(style)}</style>",
            "</head>",
            "<body>",
            "<main>",
            *main,
            "</main>",
            *([f"<script>\n{read_resource(script)}</script>"] if script else []),
            "</body>",
            "</html>",
            "",
        ]
    )


def read_resource(file: str) -> str:
    """Return the text of a file of the package."""
    package, _, name = file.partition("/")
    return files(f"affray.{package}").joinpath(name).read_text(encoding="utf-8")


class Displayed:
    """What results of Python calls share: text when printed, a short repr, and a view with a picture in notebooks."""

    picture: Callable[[Any], str] | None = None  # draws a result as SVG; `affray.api` provides it

    def text(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.text().partition(chr(10))[0]}>"

    def _repr_html_(self) -> str:
        """Return the view of a notebook: the picture, where matplotlib can draw one, and the tables."""
        drawing = Displayed.picture(self) if Displayed.picture is not None else ""
        return f"{drawing}\n{self.tables_html()}"

    def tables_html(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
