"""Reads what people paste: stat blocks of many shapes become creatures, with every doubt told and nothing refused."""

from __future__ import annotations

from affray.errors import AffrayError
from affray.exchange.importers.creature import Creature, Field, Page

__all__ = ["FORMATS", "Creature", "Field", "Page", "read"]

FORMATS = ("one-line", "basic", "without-number", "encounter", "statblock", "improved-initiative", "foundry")
LONGEST_TEXT = 200_000


def read(text: str, format: str = "") -> Page:
    """The creatures of a page, in whatever forms they stand there; with a form, all of it is read as that one."""
    from affray.exchange.importers.pages import read_page

    if not isinstance(text, str):
        raise TypeError(f"expected text, found {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise AffrayError(f"the text has {len(text):,} characters; at most {LONGEST_TEXT:,} are read at once")
    if format and format not in FORMATS:
        raise AffrayError(f"there is no form {format!r}; expected one of {', '.join(FORMATS)}")
    return read_page(text, format)
