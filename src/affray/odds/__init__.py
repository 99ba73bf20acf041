"""Exact answers: every face of every die through the same steps, equal states merged; simulated where it is too big."""

from affray.odds.whole_fights import Odds, exact_chances, fight_odds

__all__ = ["Odds", "exact_chances", "fight_odds"]
