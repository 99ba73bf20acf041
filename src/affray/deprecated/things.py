"""Moved to affray.engine.gear."""

from affray.moved import redirect

redirect(__name__, "affray.engine.gear")
