"""Read what people paste: stat blocks of many formats become creatures, with every doubt named and nothing refused."""

from affray.exchange.importers.creatures import Creature, Field, Page
from affray.exchange.importers.pages import FORMATS, read

__all__ = ["FORMATS", "Creature", "Field", "Page", "read"]
