"""The errors that are meant for people."""


class AffrayError(Exception):
    """A mistake of the person using Affray: commands print it without a traceback and end with exit code 2."""
