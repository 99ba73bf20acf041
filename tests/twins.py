"""One fight of any book by the plain and by the compiled rules, as the package compares them for everybody's book."""

from affray.simulation.random_fights import Coverage, RandomFight, draw_fight
from affray.simulation.twins import Comparison, compare_engines

__all__ = ["Comparison", "Coverage", "RandomFight", "compare_engines", "draw_fight"]
