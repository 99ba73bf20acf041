"""Rules, set-up and tactics that two or more books share."""

from affray.rules.shared import wording

__all__ = ["wording"]
