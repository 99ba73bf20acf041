"""Moved to affray.engine.conditions."""

from affray.moved import redirect

redirect(__name__, "affray.engine.conditions")
