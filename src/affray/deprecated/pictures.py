"""Moved to affray.charts."""

from affray.moved import redirect

redirect(__name__, "affray.charts")
