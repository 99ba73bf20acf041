"""Moved to affray.engine.verbs."""

from affray.moved import redirect

redirect(__name__, "affray.engine.verbs")
