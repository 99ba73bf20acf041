"""A page of HTML that stands alone: one file with its style in it, that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files


def standalone(title: str, style: str, main: Iterable[str], script: str = "") -> str:
    """`title` is HTML already; `style` and `script` are files, each as PACKAGE/NAME."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>\n{text_of(style)}</style>",
            "</head>",
            "<body>",
            "<main>",
            *main,
            "</main>",
            *([f"<script>\n{text_of(script)}</script>"] if script else []),
            "</body>",
            "</html>",
            "",
        ]
    )


def text_of(file: str) -> str:
    package, _, name = file.partition("/")
    return files(f"affray.{package}").joinpath(name).read_text(encoding="utf-8")
