"""Moved to affray.engine.phrases."""

from affray.moved import redirect

redirect(__name__, "affray.engine.phrases")
