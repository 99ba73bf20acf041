"""Moved to affray.play.journal."""

from affray.moved import redirect

redirect(__name__, "affray.play.journal")
