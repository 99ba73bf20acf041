"""Moved to affray.engine.combatant."""

from affray.moved import redirect

redirect(__name__, "affray.engine.combatant")
