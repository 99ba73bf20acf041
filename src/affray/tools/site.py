"""Pages of the documentation site that are made from the program: the rulebooks, the Python interface, the commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import affray
from affray.rules import books
from affray.tools.clause_index import clause_entries, example_of

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)")
SITE_PLACES = {  # documents of the repository that the site has elsewhere
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    **{f"src/affray/rules/{book}/README.md": f"books/{book}.md" for book in ("classic", "tempo", "procedure")},
    **{f"src/affray/rules/{book}/README.md": f"books/{book}.md" for book in ("vanguard", "fourfold")},
}


def rulebook_page(book: str) -> str:
    """Write every clause of a book: wording, status, options, an example line, functions and tests."""
    title = books()[book].title
    return "\n".join([f"# The clauses of {title}", "", *clause_parts(book)])


def clause_parts(book: str) -> Iterator[str]:
    for entry in clause_entries(book):
        if entry["book"] != book:
            continue
        yield f"## {entry['id']} {{ #{anchor(entry['id'])} }}"
        yield ""
        yield from (f"{entry['wording']} *({entry['status']})*", "")
        if entry.get("options"):
            yield from (f"Options: {code_list(entry['options'])}", "")
        if (example := example_of(entry["id"])) is not None:
            command = f"\n\n`{example.command}`" if example.command else ""
            yield from (f"> {example.words}{command}".replace("\n\n", "\n>\n> "), "")
        yield from (f"Functions: {code_list(entry['functions']) or 'none'}", "")


def anchor(id: str) -> str:
    return id.replace(".", "-")


def code_list(words: list[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


# --- the Python interface


def python_page() -> str:
    """Write the public names with their signatures and docstrings."""
    parts = ["# Python reference", "", inspect.cleandoc(affray.__doc__ or ""), ""]
    for name in affray.__all__:
        parts += name_parts(name, getattr(affray, name))
    return "\n".join(parts)


def name_parts(name: str, value: Any) -> Iterator[str]:
    if inspect.ismodule(value):
        yield from (f"## affray.{name}", "", text_of(value), "")
        return
    yield from (f"## affray.{name}", "", "```python", f"{name}{signature(value)}", "```", "", text_of(value), "")
    if inspect.isclass(value):
        for member, method in sorted(public_members(value).items()):
            yield from (f"- `{member}{signature(method)}` {first_line(method)}", "")


def public_members(value: type) -> dict[str, Any]:
    return {name: one for name, one in vars(value).items() if not name.startswith("_") and inspect.getdoc(one)}


def signature(value: Any) -> str:
    try:
        return str(inspect.signature(value)) if callable(value) else ""
    except ValueError:
        return ""


def text_of(value: Any) -> str:
    """Return a docstring as Markdown, its examples as code."""
    text = inspect.getdoc(value) or ""
    return re.sub(r"((?:^>>> .*\n?(?:^(?!>>>).+\n?)*)+)", r"\n```pycon\n\1\n```\n", text, flags=re.M)


def first_line(value: Any) -> str:
    return (inspect.getdoc(value) or "").partition("\n")[0]


# --- links


@cache
def site_place(path: str) -> str:
    """Return where the site has a document of the repository; empty where it has it not."""
    return SITE_PLACES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else "")


def with_site_links(text: str, source: str, page: str) -> str:
    """Return a document with its links as the site needs them; a link to what the site has not becomes plain text."""

    def link(found: re.Match[str]) -> str:
        image, words, (path, _, part) = found[1], found[2], found[3].partition("#")
        target = site_place(join(source, path))
        if not target:
            return words
        return f"{image}[{words}]({'../' * page.count('/')}{target}{'#' + part if part else ''})"

    return LINK.sub(link, text)


def join(source: str, path: str) -> str:
    """Return the path from the root of the repository that a link in a document means."""
    parts = source.split("/")[:-1]
    for step in path.split("/"):
        if step == "..":
            parts = parts[:-1]
        elif step != ".":
            parts.append(step)
    return "/".join(parts)
