"""Moved to affray.engine.options."""

from affray.moved import redirect

redirect(__name__, "affray.engine.options")
