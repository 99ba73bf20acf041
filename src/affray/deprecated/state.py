"""Moved to affray.engine.state."""

from affray.moved import redirect

redirect(__name__, "affray.engine.state")
