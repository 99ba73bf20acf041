"""Pictures as SVG or PNG files, the same bytes for the same picture, and as SVG within an HTML page."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from html import escape
from io import BytesIO
from pathlib import Path

from affray import __version__
from affray.charts.style import LIGHT, Picture, Theme, theme_context
from affray.files import AtomicFile

ENDINGS = (".svg", ".png")
SVG = ENDINGS[0]

# Colours that nothing else has, each to become a variable of the page.
PAGE = Theme("#fefdfc", "#010203", "#040506", "#070809", "cividis_r")
VARIABLES = {PAGE.paper: "--paper", PAGE.ink: "--ink", PAGE.muted: "--muted", PAGE.faint: "--faint"}


def save(picture: Picture, path: str | Path, theme: Theme = LIGHT) -> None:
    """Write a picture as an .svg or a .png, complete or not at all."""
    file = AtomicFile(path, ENDINGS)
    try:
        file.put(data_of(picture, file.ending, theme))
    finally:
        file.discard()


def data_of(picture: Picture, ending: str, theme: Theme = LIGHT) -> bytes:
    """Return the bytes of a file with this ending."""
    if ending == SVG:
        return with_description(svg_text(picture, theme), picture).encode()
    facts = {"Software": f"Affray {__version__}", "Title": picture.title, "Description": picture.alt}
    return render(picture, "png", theme, facts)


def render(picture: Picture, form: str, theme: Theme, facts: Mapping[str, str | None]) -> bytes:
    out = BytesIO()
    with theme_context(theme), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # a box stands for it
        picture.savefig(out, format=form, metadata=dict(facts))
    return out.getvalue()


def svg_text(picture: Picture, theme: Theme) -> str:
    """Draw as SVG, without a date, comments, metadata and whatever names a place elsewhere."""
    text = render(picture, "svg", theme, {"Date": None, "Creator": None, "Format": None, "Type": None}).decode()
    text = re.sub(r"<!DOCTYPE.*?>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    return re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)


def with_description(svg: str, picture: Picture) -> str:
    """Add title and description, which screen readers read."""
    opened = re.search(r"<svg\b[^>]*>", svg)
    assert opened is not None
    tag = opened[0].removesuffix(">") + ' role="img" aria-labelledby="title desc">'
    words = f'\n <title id="title">{escape(picture.title)}</title>\n <desc id="desc">{escape(picture.alt)}</desc>'
    return svg[: opened.start()] + tag + words + svg[opened.end() :]


# --- within a page


def inline(picture: Picture, name: str) -> str:
    """Draw as an svg element; `name` sets its ids apart from those of others on the page."""
    svg = svg_text(picture, PAGE)
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<style.*?</style>", "", svg, flags=re.DOTALL)  # stands in the page's own
    svg = re.sub(r' xmlns(:xlink)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = use_page_colours(prefix_ids(svg, name))
    return label_svg(svg, picture, name).strip()


def prefix_ids(svg: str, name: str) -> str:
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    return re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", svg)


def use_page_colours(svg: str) -> str:
    for paint, variable in VARIABLES.items():
        svg = svg.replace(f'fill="{paint}"', f'style="fill: var({variable})"').replace(paint, f"var({variable})")
    return svg


def label_svg(svg: str, picture: Picture, name: str) -> str:
    """Add to the first tag what screen readers read."""
    opened = re.match(r"<svg\b[^>]*?>", svg)
    assert opened is not None
    tag = opened[0].removesuffix(">") + f' role="img" aria-labelledby="{name}-title {name}-desc">'
    title = f'<title id="{name}-title">{escape(picture.title)}</title>'
    return f'{tag}\n{title}\n<desc id="{name}-desc">{escape(picture.alt)}</desc>{svg[opened.end() :]}'
