"""How pictures look (themes, a palette for colour-blind people, marks that need no colour), and how they are saved."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib.style
from matplotlib.axes import Axes
from matplotlib.figure import Figure, FigureBase

from affray import __version__
from affray.errors import AffrayError
from affray.files import AtomicFile

if TYPE_CHECKING:
    from affray.simulation.chances import Share
    from affray.simulation.result import Result


WIDTH = 7.2  # inches, of one picture
SMALL = 7.5  # points, of what stands beside the main thing
MAX_NAME_LENGTH = 28  # characters of a name
MAX_TITLE_LENGTH = 72
NAMED = 12  # more are not named one by one

# Okabe and Ito's colours, without black and yellow: those stand out from white and from black.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
GREY, PALE = "#8c8c8c", "#bdbdbd"
HATCHES = ("", "////", "xxxx", "----", "....")  # of the ways to win
DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)), (0, (9, 2)))
HEADING: dict[str, Any] = {"x": 0.01, "ha": "left", "fontsize": 10, "fontweight": "bold"}  # over several panels
MARKERS = ("o", "s", "^", "D", "v", "P")


@dataclass(frozen=True, slots=True)
class Theme:
    paper: str
    ink: str
    muted: str  # of what is said beside
    faint: str  # of lines that only guide the eye
    scale: str  # of shades: much stands out most from the paper, with colours and without


LIGHT = Theme("#ffffff", "#1a1a1a", "#555555", "#d5d5d5", "cividis_r")
DARK = Theme("#16191d", "#ececec", "#b3b8bf", "#3d434b", "cividis")
THEMES = {"light": LIGHT, "dark": DARK}


class Picture(Figure):
    """A figure that knows what it is called, and says in words what it shows."""

    title = ""
    alt = ""


Draw = Callable[[FigureBase, "Result", Theme], None]


@contextmanager
def theme_context(theme: Theme) -> Iterator[None]:
    """Draw and write as the theme says meanwhile, whatever the person's own settings."""
    with matplotlib.style.context(["default", theme_settings(theme)]):
        yield


def theme_settings(theme: Theme) -> dict[str, Any]:
    ink = dict.fromkeys(("text.color", "axes.labelcolor", "axes.titlecolor", "xtick.labelcolor"), theme.ink)
    ink |= dict.fromkeys(("ytick.labelcolor", "hatch.color", "legend.labelcolor"), theme.ink)
    paper = dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), theme.paper)
    muted = dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), theme.muted)
    return {
        **ink,
        **paper,
        **muted,
        "font.family": ["DejaVu Sans"],  # comes with matplotlib: the same everywhere
        "font.size": 9,
        "axes.titlesize": 10,
        "axes.labelsize": 8.5,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8,
        "legend.fontsize": 8,
        "legend.frameon": False,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.unicode_minus": True,
        "grid.color": theme.faint,
        "grid.linewidth": 0.6,
        "hatch.linewidth": 0.6,
        "text.parse_math": False,  # a name may have dollars in it
        "svg.fonttype": "path",
        "svg.hashsalt": "affray",
        "savefig.dpi": 144,
    }


def blank_picture(width: float, height: float) -> Picture:
    picture = Picture(figsize=(width, height), layout="constrained")
    picture.get_layout_engine().set(w_pad=0.08, h_pad=0.08)  # type: ignore[call-arg, union-attr]
    return picture


def make_picture(draw: Draw, result: Result, theme: Theme, height: float, title: str, alt: str) -> Picture:
    """Make one picture of a result, with a line beneath it that says what was run."""
    with theme_context(theme):
        picture = blank_picture(WIDTH, height + 0.35)
        draw(picture.subfigures(1, 1, squeeze=False)[0, 0], result, theme)
        picture.supxlabel(source_line(result), x=0.015, ha="left", fontsize=SMALL, color=theme.muted)
    picture.title, picture.alt = f"{clean(result.title, MAX_TITLE_LENGTH)}: {title}", alt
    return picture


def source_line(result: Result) -> str:
    """Say in a line what was run."""
    rules = ", ".join([result.ruleset, *result.house, *(f"{name} {value}" for name, value in result.options.items())])
    cut = "" if result.complete else ", stopped early"
    words = f"{clean(result.title, 50)} · {clean(rules, 60)} · {fights_text(result.fights)}{cut}, seed {result.seed}"
    return f"{words} · Affray {result.version}"


def set_heading(axes: Axes, title: str, above: float = 6) -> None:
    """Write a title so many points above the picture."""
    axes.set_title(title, loc="left", fontweight="bold", pad=above)


def percent(share: float) -> str:
    """Write a share as short as can be without hiding that it is not nothing, or not all."""
    places = 2 if 0 < abs(share) < 0.001 or 0.999 < abs(share) < 1 else 1
    return f"{share:.{places}%}".replace("-", "−")


def whole_percent(share: float) -> str:
    return f"{share:.0%}".replace("-", "−")


def tick(share: float, _: object = None) -> str:
    """Write a share on an axis: no zeros at its end."""
    return f"{100 * share:.4g}%".replace("-", "−")


def fights_text(fights: int) -> str:
    return "1 fight" if fights == 1 else f"{fights:,} fights"


def clean(text: str, longest: int = MAX_NAME_LENGTH) -> str:
    """Put a text on one line, without what can't be printed, and no longer than there is room."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"


def require_details(result: Result) -> None:
    if not result.watched:
        raise AffrayError("only the chances were counted, so there is no such picture; leave out --brief (watch=False)")


def side_colour(result: Result, side: str) -> str:
    """Return the colour of a side, the same in every picture."""
    sides = list(result.chances.all_die)
    return COLOURS[sides.index(side) % len(COLOURS)] if side in sides else GREY


def draw_no_data(axes: Axes, words: str) -> None:
    """Write words in the place of a picture of nothing."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, words, ha="center", va="center", transform=axes.transAxes)


# --- in words


def with_interval(one: Share) -> str:
    return f"{percent(one.share)} ({percent(one.low)} to {percent(one.high)})"


def join_words(parts: Sequence[str], most: int = NAMED) -> str:
    """Join: one, two and three; too many are cut."""
    if len(parts) > most:
        parts = [*parts[:most], f"{len(parts) - most} more"]
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


# --- pictures as SVG or PNG files, the same bytes for the same picture, and as SVG within an HTML page

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
