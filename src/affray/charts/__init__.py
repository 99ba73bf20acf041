"""Pictures of what fights come to, and the report that holds them all: the one package that imports matplotlib.

Of a `Result`: outcomes, rounds, hp, survival, flow, each a `Picture` (a matplotlib Figure with a title and words for
those who can't see it), and page, all of them in one. Of plain numbers: heat_map, curve, forest. `save` writes one to
an .svg or .png, `report` gives a result as one HTML file, `study_report` a study."""

from affray.errors import AffrayError

try:
    import matplotlib  # noqa: F401
except ImportError:
    raise AffrayError("pictures need matplotlib, which is missing: pip install 'affray[sim]'") from None

from affray.charts.course import hp, outcomes, rounds, survival
from affray.charts.harm import flow
from affray.charts.report import PICTURES, page, report
from affray.charts.studies import check_axes, curve, draw_result, draw_study, forest, heat_map
from affray.charts.study_report import study_report
from affray.charts.style import DARK, ENDINGS, LIGHT, THEMES, Picture, Theme, data_of, save

__all__ = [
    "DARK",
    "ENDINGS",
    "LIGHT",
    "PICTURES",
    "THEMES",
    "Picture",
    "Theme",
    "check_axes",
    "curve",
    "data_of",
    "draw_result",
    "draw_study",
    "flow",
    "forest",
    "heat_map",
    "hp",
    "outcomes",
    "page",
    "report",
    "rounds",
    "save",
    "study_report",
    "survival",
]
