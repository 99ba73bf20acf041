"""Moved to affray.engine.encounter."""

from affray.moved import redirect

redirect(__name__, "affray.engine.encounter")
