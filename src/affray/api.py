"""The ways into a fight for Python programs: `affray.start` and its like, with odds and advice attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.engine.encounter import Cunning
from affray.errors import AffrayError
from affray.html import Displayed
from affray.play.functions import StepSoFar
from affray.play.session import Play
from affray.play.start import from_text, load, recover, start

if TYPE_CHECKING:
    from affray.engine.verbs import Answer
    from affray.exact.advice import Recommendation
    from affray.exact.position import PositionOdds

__all__ = ["Play", "from_text", "load", "recover", "start"]


class OddsFromHere:
    """Answers `fight.odds()` and `fight.advice()`; it imports the solver when it is first asked."""

    def odds(self, play: Play, seed: int) -> PositionOdds:
        from affray.exact import position

        return position.odds_from_here(play, seed)

    def advice(self, play: Play, seed: int, seconds: float, fights: int) -> Recommendation:
        from affray.exact import advice

        return advice.advise(play, seed, advice.Budget(seconds, fights))


def draw_as_svg(found: object) -> str:
    """Return the picture of a result as SVG; nothing where there is none, or no matplotlib."""
    try:
        from affray import charts  # matplotlib is slow to import
    except AffrayError:
        return ""
    picture = charts.draw_result(found, charts.LIGHT)
    return charts.data_of(picture, ".svg", charts.LIGHT).decode() if picture is not None else ""


class LookAhead:
    """Thinks for sides that are cunning; it imports the solver when it is first asked."""

    def in_play(self, cunning: Cunning, play: Play) -> tuple[Answer, str]:
        from affray.exact.cunning import LookingAhead

        return LookingAhead().in_play(cunning, play)

    def in_step(self, cunning: Cunning, step: StepSoFar) -> Answer:
        from affray.exact.cunning import LookingAhead

        return LookingAhead().in_step(cunning, step)


Cunning.thinker = LookAhead()
Play.analyst = OddsFromHere()
Displayed.picture = draw_as_svg
