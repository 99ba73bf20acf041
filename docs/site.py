"""Hooks of MkDocs: adds the pages that are made from the program and from documents outside this folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from affray.rules import books
from affray.tools import site

ROOT = Path(__file__).parent.parent


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages."""
    pages = {"python.md": site.python_page()}
    for source, page in site.SITE_PLACES.items():
        pages[page] = site.with_site_links((ROOT / source).read_text(encoding="utf-8"), source, page)
    for book in books():
        pages[f"clauses/{book}.md"] = site.rulebook_page(book)
    for page, text in pages.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let documents of this folder link to documents beside it."""
    if page.file.generated_by:
        return markdown
    return site.with_site_links(markdown, f"docs/{page.file.src_uri}", page.file.src_uri)
