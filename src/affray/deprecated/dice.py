"""Moved to affray.engine.dice."""

from affray.moved import redirect

redirect(__name__, "affray.engine.dice")
