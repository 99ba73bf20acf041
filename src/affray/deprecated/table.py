"""Moved to affray.play.start."""

from affray.moved import redirect

redirect(__name__, "affray.play.start")
