"""The steps of a round of the procedure book, by number and by name."""

from affray.rules.shared.round import HIT_POINTS, MEETING, MUSTER, ROUND

__all__ = ["HIT_POINTS", "MEETING", "MUSTER", "ROUND"]

(
    AURAS,
    DECLARING,
    REVEALING,
    CONFIRMING,
    RUNNING,
    POLE_ARMS,
    CHARGES,
    INITIATIVE,
    FIRST_MISSILES,
    WINNERS,
    LOSERS,
    SECOND_MISSILES,
    HELD,
    ROUND_END,
) = range(ROUND + 1, ROUND + 15)
PHASES = "muster hit-points meeting round auras declare reveal confirm run pole-arms charges initiative".split()
PHASES += "missiles winners losers missiles-again held end".split()
DECLARED, CHARGED, SHOT, WAITED = 1, 2, 4, 8  # bits of Fight.todo: what of its steps this round needs
