"""The ways into a fight for Python programs: `affray.start` and its like, with odds and advice attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.play.session import Play
from affray.play.start import from_text, load, recover, start

if TYPE_CHECKING:
    from affray.odds.position import Advice, PositionOdds

__all__ = ["Play", "from_text", "load", "recover", "start"]


class OddsFromHere:
    """Answers `fight.odds()` and `fight.advice()`; it imports the solver when it is first asked."""

    def odds(self, play: Play, seed: int) -> PositionOdds:
        from affray.odds import position

        return position.odds_from_here(play, seed)

    def advice(self, play: Play, seed: int) -> list[Advice]:
        from affray.odds import position

        return position.advise(play, seed)


Play.analyst = OddsFromHere()
