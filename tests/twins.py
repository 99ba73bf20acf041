"""One fight of any book by the plain and by the compiled rules, as the package compares them for everybody's book."""

from affray.simulation.random_fights import Drawn, Seen, draw
from affray.simulation.twins import Compared, compare

__all__ = ["Compared", "Drawn", "Seen", "compare", "draw"]
