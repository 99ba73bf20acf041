"""Moved to affray.engine.events."""

from affray.moved import redirect

redirect(__name__, "affray.engine.events")
