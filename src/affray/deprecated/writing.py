"""Moved to affray.exchange.exporters; affray.writing.known is a part of affray.exchange.exporters.creatures now."""

import sys

from affray.exchange.exporters import creatures
from affray.moved import redirect

redirect(__name__, "affray.exchange.exporters")
sys.modules[f"{__name__}.known"] = creatures
