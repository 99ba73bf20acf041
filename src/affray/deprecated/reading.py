"""Moved to affray.exchange.importers."""

from affray.moved import redirect

redirect(__name__, "affray.exchange.importers")
