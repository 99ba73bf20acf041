"""Read stat blocks, encounters and other tools' exports that people paste, and name every doubt."""

from affray.exchange.importers.creatures import Creature, Field, Page
from affray.exchange.importers.pages import FORMATS, read

__all__ = ["FORMATS", "Creature", "Field", "Page", "read"]
