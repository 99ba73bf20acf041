"""Moved to affray.engine.space."""

from affray.moved import redirect

redirect(__name__, "affray.engine.space")
