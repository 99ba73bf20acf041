"""Adventuring days: a file of several fights with rests and choices in between, played, simulated and compared."""
