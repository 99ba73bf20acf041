"""Pictures as files: SVG with its words for those who can't see it, or PNG. The same bytes for the same picture."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from html import escape
from io import BytesIO
from pathlib import Path

from affray import __version__
from affray.charts.style import LIGHT, Picture, Theme, dressed
from affray.files import AtomicFile

ENDINGS = (".svg", ".png")
SVG, PNG = ENDINGS


def save(picture: Picture, path: str | Path, theme: Theme = LIGHT) -> None:
    """Writes it as an .svg or a .png, complete or not at all."""
    file = AtomicFile(path, ENDINGS)
    try:
        file.put(data_of(picture, file.ending, theme))
    finally:
        file.discard()


def data_of(picture: Picture, ending: str, theme: Theme = LIGHT) -> bytes:
    """As the bytes of a file with this ending."""
    if ending == SVG:
        return told(drawing(picture, theme), picture).encode()
    facts = {"Software": f"Affray {__version__}", "Title": picture.title, "Description": picture.alt}
    return rendered(picture, "png", theme, facts)


def rendered(picture: Picture, form: str, theme: Theme, facts: Mapping[str, str | None]) -> bytes:
    out = BytesIO()
    with dressed(theme), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # a box stands for it
        picture.savefig(out, format=form, metadata=dict(facts))
    return out.getvalue()


def drawing(picture: Picture, theme: Theme) -> str:
    """As SVG without a date, comments, metadata and whatever names a place elsewhere."""
    text = rendered(picture, "svg", theme, {"Date": None, "Creator": None, "Format": None, "Type": None}).decode()
    text = re.sub(r"<!DOCTYPE.*?>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    return re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)


def told(svg: str, picture: Picture) -> str:
    """With title and description, which screen readers read."""
    opened = re.search(r"<svg\b[^>]*>", svg)
    assert opened is not None
    tag = opened[0].removesuffix(">") + ' role="img" aria-labelledby="title desc">'
    words = f'\n <title id="title">{escape(picture.title)}</title>\n <desc id="desc">{escape(picture.alt)}</desc>'
    return svg[: opened.start()] + tag + words + svg[opened.end() :]
