"""Sheets on paper, as the browser prints them: how many pages, and whether anything sticks out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAPERS = ("A4", "Letter")
OUT = """() => [...document.querySelectorAll('td, th, li, p, h1')]
    .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
    .map(one => one.textContent)"""


def pages_in(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def cut_off(seen: Page) -> list[str]:
    """What is wider than the place it has."""
    found: list[str] = seen.evaluate(OUT)
    return found
