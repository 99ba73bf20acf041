"""Moved to affray.exchange.exporters."""

from affray.moved import redirect

redirect(__name__, "affray.exchange.exporters")
