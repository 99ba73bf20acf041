"""Moved to affray.play.session."""

from affray.moved import redirect

redirect(__name__, "affray.play.session")
