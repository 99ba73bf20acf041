"""Build pages of HTML that stand alone: one file with its style in it, that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files


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
