"""Reads what people paste: stat blocks of many shapes become creatures, with every doubt told and nothing refused."""

from __future__ import annotations

from affray.errors import AffrayError
from affray.exchange.importers.creature import Creature, Field, Page

__all__ = ["FORMS", "Creature", "Field", "Page", "read"]

FORMS = ("one-line", "basic", "without-number", "encounter", "statblock", "improved-initiative", "foundry")
MOST_CHARACTERS = 200_000


def read(text: str, form: str = "") -> Page:
    """The creatures of a page, in whatever forms they stand there; with a form, all of it is read as that one."""
    from affray.exchange.importers.pages import whole_page

    if not isinstance(text, str):
        raise TypeError(f"expected text, found {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise AffrayError(f"the text has {len(text):,} characters; at most {MOST_CHARACTERS:,} are read at once")
    if form and form not in FORMS:
        raise AffrayError(f"there is no form {form!r}; expected one of {', '.join(FORMS)}")
    return whole_page(text, form)
