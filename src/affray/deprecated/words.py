"""Moved to affray.engine.vocabulary."""

from affray.moved import redirect

redirect(__name__, "affray.engine.vocabulary")
