"""Exact answers: every face of every die through the same steps, equal states merged; simulated where it is too big."""

from affray.odds.answer import Odds, answer, exact

__all__ = ["Odds", "answer", "exact"]
