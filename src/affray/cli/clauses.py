"""`affray clauses`: every clause with its wording, the functions that read it and the tests that show it."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import click

from affray.errors import AffrayError

Entry = dict[str, Any]
WIDTH = 100


@click.command()
@click.argument("book", required=False)
@click.argument("id", required=False)
@click.option("--json", "as_json", is_flag=True, help="A list of objects: id, book, wording, status, functions, tests.")
def clauses(book: str | None, id: str | None, as_json: bool) -> None:
    """Look up clauses of the rules.

    Those of all books, of one, or those whose id begins with ID; of a single one all that is known.

    \b
    Example: affray clauses classic morale
             affray clauses classic.attack.roll
    """
    import json

    found = _find(book, id)
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    elif len(found) == 1:
        click.echo(_in_full(found[0]))
    else:
        click.echo("\n\n".join(map(_in_short, found)))


def _find(book: str | None, id: str | None) -> list[Entry]:
    """The entries asked for. An id holds its book, so it may stand alone; and after a book it needs no book."""
    from affray.tools import clause_index

    if book is not None and id is None and "." in book:
        book, id = book.partition(".")[0], book
    entries = clause_index.entries(_known_book(book, clause_index.entries(None)))
    return entries if id is None else _beginning_with(id, book or "", entries)


def _known_book(book: str | None, entries: list[Entry]) -> str | None:
    from affray.errors import unknown

    books = sorted({entry["book"] for entry in entries})
    if book is not None and book not in books:
        raise AffrayError(unknown("book", book, books))
    return book


def _beginning_with(id: str, book: str, entries: list[Entry]) -> list[Entry]:
    from affray.errors import unknown

    wholes = (id, f"{book}.{id}")
    exact = [entry for entry in entries if entry["id"] in wholes]
    found = exact or [entry for entry in entries if entry["id"].startswith(wholes)]
    if not found:
        raise AffrayError(unknown("clause", id, [entry["id"] for entry in entries]))
    return found


def _in_short(entry: Entry) -> str:
    read, shown = len(entry["functions"]), len(entry["tests"])
    head = f"{entry['id']}  ({entry['status']}; functions: {read}, tests: {shown})"
    return f"{head}\n{_wrapped(entry['wording'])}"


def _in_full(entry: Entry) -> str:
    lists = [("options", entry.get("options", [])), ("read by", entry["functions"]), ("shown by", entry["tests"])]
    told = [f"{title}:\n" + "\n".join(f"    {item}" for item in items) for title, items in lists if items]
    return "\n".join([f"{entry['id']}  ({entry['status']})", _wrapped(entry["wording"]), *told])


def _wrapped(text: str) -> str:
    return fill(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
