"""Affray runs the fights of old-school tabletop games."""

__version__ = "0.1.0"
