"""`affray rules`, `affray diff` and `affray clauses`: books and house rules, their differences, and clauses."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from textwrap import fill

import click

from affray import houserules
from affray import rules as registry
from affray.cli import options
from affray.cli.completion import complete_book
from affray.cli.options import JsonObject, print_json
from affray.engine.clauses import CLAUSES, READING
from affray.errors import AffrayError, unknown
from affray.houserules import Overlay
from affray.rules.book import Book
from affray.tools import clause_index
from affray.tools.clause_index import Example
from affray.tools.differences import at_seams, book_called, describe_difference, difference

WIDTH = 100


@click.command()
@click.argument("book", required=False, shell_complete=complete_book)
@click.argument("clause", required=False)
@click.option("--folder", metavar="DIR", help="Also list the house rules in this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rules(book: str | None, clause: str | None, folder: str | None, as_json: bool) -> None:
    """Show the books and house rules.

    Without a name, lists them. For a book or house rules: the round, the options and the readings. For a clause: its
    wording, the functions that apply it, and a line of a fight that shows it.

    \b
    Example: affray rules classic
             affray rules classic classic.attack.natural
    """
    if book is None:
        found, text_of = list_data(folder), list_text
    elif clause is None:
        found, text_of = book_data(book), book_text
    else:
        found, text_of = clause_data(book, clause), clause_text
    if as_json:
        print_json(found, indent=2)
    else:
        click.echo(text_of(found))


# --- what there is


def list_data(folder: str | None) -> JsonObject:
    texts = {name: (text, f"{name}{houserules.ENDING}") for name, text in houserules.built_in_texts().items()}
    return {
        "books": [
            {"name": name, "title": book.title.removeprefix(f"{name}: ")} for name, book in registry.books().items()
        ],
        "house rules": [
            *(_house_rule(name, partial(houserules.from_text, *text)) for name, text in texts.items()),
            *(_house_rule(str(file), partial(houserules.read, file)) for file in _house_rule_files(folder)),
        ],
        "broken": [{"name": name, "error": error} for name, error in registry.broken().items()],
    }


def _house_rule_files(folder: str | None) -> list[Path]:
    if folder is None:
        return []
    if not os.path.isdir(folder):
        raise AffrayError(f"{folder}: no such folder")
    there = sorted(file for file in Path(folder).iterdir() if file.suffix in (".yaml", ".yml"))
    return [file for file in there if houserules.may_be_house_rules_file(file)]


def _house_rule(name: str, read: Callable[[], Overlay]) -> JsonObject:
    try:
        overlay = read()
    except AffrayError as error:
        return {"name": name, "rules": "", "title": "", "says": "", "error": str(error)}
    books = overlay.rules or (", ".join(houserules.books_for(overlay)) if overlay.by_book else "any book")
    return {"name": name, "rules": books, "title": overlay.name, "says": overlay.says}


def list_text(found: JsonObject) -> str:
    width = max(len(each["name"]) for each in (*found["books"], *found["house rules"]))
    lines = ["Books", *(f"  {each['name']:<{width}}  {each['title']}" for each in found["books"])]
    for each in found["house rules"]:
        words = each.get("error") or f"{each['title']} ({each['rules']}): {each['says']}"
        lines += [*(["", "House rules"] if "House rules" not in lines else []), f"  {each['name']:<{width}}  {words}"]
    for each in found["broken"]:
        lines += [*(["", "Broken"] if "Broken" not in lines else []), f"  {each['error']}"]
    return "\n".join(lines)


# --- one book


def book_data(name: str) -> JsonObject:
    book = book_called(name)
    options = [
        {"name": o.name, "default": o.say(o.default), "values": o.expected, "clause": CLAUSES[o.clause].id}
        for o in book.options
    ]
    readings = [c for c in CLAUSES.values() if c.book == book.name and c.status == READING]
    return {
        "name": name,
        "title": book.title,
        "house rules": [{"name": o.name, "says": o.says} for o in book.overlays],
        "round": list(book.sequence),
        "seams": _seams(book),
        "options": options,
        "readings": [{"id": c.id, "wording": c.words} for c in readings],
    }


def _seams(book: Book) -> list[JsonObject]:
    return [{"seam": seam, "what": what, "rule of": own.book} for seam, what, own in at_seams(book)]


def book_text(found: JsonObject) -> str:
    parts = [found["title"]]
    for each in found["house rules"]:
        parts.append(f"{each['name']}: {each['says']}")
    parts.append("\n".join(["The round", *(f"  {n}. {step}" for n, step in enumerate(found["round"], 1))]))
    seams = (f"  {each['seam']}: {each['what']}, as in {each['rule of']}" for each in found["seams"])
    parts.append("\n".join(["Seams", *seams]))
    options = (f"  {o['name']}: {o['default']} (may be {o['values']}) [{o['clause']}]" for o in found["options"])
    parts.append("\n".join(["Options", *options]))
    readings = (f"  {each['id']}\n{indent_text(each['wording'])}" for each in found["readings"])
    parts.append("\n".join(["Readings", *readings]))
    return "\n\n".join(parts)


# --- one clause


def clause_data(book: str, clause: str) -> JsonObject:
    opened = book_called(book)
    entries = {entry["id"]: entry for entry in clause_index.clause_entries(None)}
    id = clause if clause in entries else f"{opened.name}.{clause}"
    if id not in entries:
        raise AffrayError(unknown("clause", clause, [each for each in entries if each.startswith(f"{opened.name}.")]))
    return entries[id] | {"example": _example(clause_index.example_of(id), entries[id]["tests"])}


def _example(found: Example | None, tests: Sequence[str]) -> JsonObject | None:
    """Return an example. For a refusal, which no fight that plays itself shows, the command runs the test."""
    if found is None:
        return None
    return {"how": found.how, "words": found.words, "command": found.command or f"pytest {tests[0]}"}


def clause_text(found: JsonObject) -> str:
    lines = [f"{found['id']}  ({found['status']})", indent_text(found["wording"])]
    if example := found["example"]:
        lines += [f"{example['how']}:", f"    {example['words']}", f"    {example['command']}"]
    else:
        test = f"; the test {found['tests'][0]} shows it" if found["tests"] else ""
        lines.append(f"no example fight shows it{test}")
    for title, key in (("options", "options"), ("read by", "functions"), ("shown by", "tests")):
        lines += [f"{title}:", *(f"    {each}" for each in found[key])] if found[key] else []
    return "\n".join(lines)


def indent_text(text: str) -> str:
    """Break a text into indented lines."""
    return fill(text, WIDTH, initial_indent="    ", subsequent_indent="    ")


# --- how two differ


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@options.json_object_option
def diff(first: str, second: str, as_json: bool) -> None:
    """Show how two books or house rules differ.

    Compares the round, each seam, each option, and the content. A and B are books, house rules, or files.

    \b
    Example: affray diff classic own-dice
    """
    found = difference(book_called(first), book_called(second))
    if as_json:
        print_json(found.as_json(), indent=2)
    else:
        click.echo(describe_difference(found))


# --- clauses


@click.command()
@click.argument("book", required=False, shell_complete=complete_book)
@click.argument("id", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print objects with id, book, wording, status, functions, tests.")
def clauses(book: str | None, id: str | None, as_json: bool) -> None:
    """Look up clauses of the rules.

    Lists all clauses, those of one book, or those whose id begins with ID; details for a single clause.

    \b
    Example: affray clauses classic morale
             affray clauses classic.attack.roll
    """
    found = find_clauses(book, id)
    if as_json:
        print_json(found, indent=2)
    elif len(found) == 1:
        click.echo(full_text(found[0]))
    else:
        click.echo("\n\n".join(map(short_text, found)))


def find_clauses(book: str | None, id: str | None) -> list[JsonObject]:
    """Find the entries asked for. An id holds its book, so it may stand alone; and after a book it needs no book."""
    if book is not None and id is None and "." in book:
        book, id = book.partition(".")[0], book
    entries = clause_index.clause_entries(check_book(book, clause_index.clause_entries(None)))
    return entries if id is None else clauses_with_prefix(id, book or "", entries)


def check_book(book: str | None, entries: list[JsonObject]) -> str | None:
    books = sorted({entry["book"] for entry in entries})
    if book is not None and book not in books:
        raise AffrayError(unknown("book", book, books))
    return book


def clauses_with_prefix(id: str, book: str, entries: list[JsonObject]) -> list[JsonObject]:
    wholes = (id, f"{book}.{id}")
    exact = [entry for entry in entries if entry["id"] in wholes]
    found = exact or [entry for entry in entries if entry["id"].startswith(wholes)]
    if not found:
        raise AffrayError(unknown("clause", id, [entry["id"] for entry in entries]))
    return found


def short_text(entry: JsonObject) -> str:
    read, shown = len(entry["functions"]), len(entry["tests"])
    head = f"{entry['id']}  ({entry['status']}; functions: {read}, tests: {shown})"
    return f"{head}\n{indent_text(entry['wording'])}"


def full_text(entry: JsonObject) -> str:
    lists = [("options", entry.get("options", [])), ("read by", entry["functions"]), ("shown by", entry["tests"])]
    parts = [f"{title}:\n" + "\n".join(f"    {item}" for item in items) for title, items in lists if items]
    return "\n".join([f"{entry['id']}  ({entry['status']})", indent_text(entry["wording"]), *parts])
