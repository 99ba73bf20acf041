"""Many fights at once: batches, tallies, and the compiled rules."""
