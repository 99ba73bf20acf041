"""A picture as a part of an HTML page: it takes the page's colours, so it is light or dark as the page is."""

from __future__ import annotations

import re
from html import escape

from affray.charts.saving import drawing
from affray.charts.style import Picture, Theme

# Colours that nothing else has, each to become a variable of the page.
PAGE = Theme("#fefdfc", "#010203", "#040506", "#070809", "cividis_r")
VARIABLES = {PAGE.paper: "--paper", PAGE.ink: "--ink", PAGE.muted: "--muted", PAGE.faint: "--faint"}


def inline(picture: Picture, name: str) -> str:
    """As an svg element; `name` sets its ids apart from those of others on the page."""
    svg = drawing(picture, PAGE)
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<style.*?</style>", "", svg, flags=re.DOTALL)  # stands in the page's own
    svg = re.sub(r' xmlns(:xlink)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = coloured(set_apart(svg, name))
    return labelled(svg, picture, name).strip()


def set_apart(svg: str, name: str) -> str:
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    return re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", svg)


def coloured(svg: str) -> str:
    for paint, variable in VARIABLES.items():
        svg = svg.replace(f'fill="{paint}"', f'style="fill: var({variable})"').replace(paint, f"var({variable})")
    return svg


def labelled(svg: str, picture: Picture, name: str) -> str:
    """The first tag with what screen readers read."""
    opened = re.match(r"<svg\b[^>]*?>", svg)
    assert opened is not None
    tag = opened[0].removesuffix(">") + f' role="img" aria-labelledby="{name}-title {name}-desc">'
    title = f'<title id="{name}-title">{escape(picture.title)}</title>'
    return f'{tag}\n{title}\n<desc id="{name}-desc">{escape(picture.alt)}</desc>{svg[opened.end() :]}'
