"""Moved to affray.engine.clauses."""

from affray.moved import redirect

redirect(__name__, "affray.engine.clauses")
