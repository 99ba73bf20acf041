"""`affray rules`: the books and the house rules, one of them, or one clause at work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from affray.errors import AffrayError

if TYPE_CHECKING:
    from affray.houserules import Overlay
    from affray.rules.book import Book
    from affray.tools.clause_index import Example

WIDTH = 100
Entry = dict[str, Any]


@click.command()
@click.argument("book", required=False)
@click.argument("clause", required=False)
@click.option("--folder", metavar="DIR", help="List the house rules in this folder too.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def rules(book: str | None, clause: str | None, folder: str | None, as_json: bool) -> None:
    """Look at the books and house rules.

    Without a name, what there is; of a book or of house rules the round, the options and the rulings; of a
    clause its wording, where it is read, and a line of a fight that shows it.

    \b
    Example: affray rules classic
             affray rules classic classic.attack.natural
    """
    import json

    if book is None:
        found, words = _listed(folder), _list_told
    elif clause is None:
        found, words = _book(book), _book_told
    else:
        found, words = _clause(book, clause), _clause_told
    click.echo(json.dumps(found, indent=2, ensure_ascii=False) if as_json else words(found))


# --- what there is


def _listed(folder: str | None) -> Entry:
    from affray import houserules
    from affray import rules as shelf

    texts = {name: (text, f"{name}{houserules.ENDING}") for name, text in houserules.built_in_texts().items()}
    return {
        "books": [
            {"name": name, "title": book.title.removeprefix(f"{name}: ")} for name, book in shelf.books().items()
        ],
        "house rules": [
            *(_house_rule(name, partial(houserules.from_text, *text)) for name, text in texts.items()),
            *(_house_rule(str(file), partial(houserules.read, file)) for file in _files(folder)),
        ],
        "broken": [{"name": name, "error": error} for name, error in shelf.broken().items()],
    }


def _files(folder: str | None) -> list[Path]:
    from affray.houserules import may_be_house_rules_file

    if folder is None:
        return []
    if not Path(folder).is_dir():
        raise AffrayError(f"{folder}: no such folder")
    there = sorted(file for file in Path(folder).iterdir() if file.suffix in (".yaml", ".yml"))
    return [file for file in there if may_be_house_rules_file(file)]


def _house_rule(name: str, read: Callable[[], Overlay]) -> Entry:
    try:
        overlay = read()
    except AffrayError as error:
        return {"name": name, "rules": "", "title": "", "says": "", "error": str(error)}
    return {"name": name, "rules": overlay.rules, "title": overlay.name, "says": overlay.says}


def _list_told(found: Entry) -> str:
    width = max(len(each["name"]) for each in (*found["books"], *found["house rules"]))
    lines = ["Books", *(f"  {each['name']:<{width}}  {each['title']}" for each in found["books"])]
    for each in found["house rules"]:
        said = each.get("error") or f"{each['title']} ({each['rules']}): {each['says']}"
        lines += [*(["", "House rules"] if "House rules" not in lines else []), f"  {each['name']:<{width}}  {said}"]
    for each in found["broken"]:
        lines += [*(["", "Broken"] if "Broken" not in lines else []), f"  {each['error']}"]
    return "\n".join(lines)


# --- one book


def _book(name: str) -> Entry:
    from affray.engine.clauses import CLAUSES, RULING
    from affray.tools.differences import book_called

    book = book_called(name)
    options = [
        {"name": o.name, "default": o.say(o.default), "values": o.expected, "clause": CLAUSES[o.clause].id}
        for o in book.options
    ]
    rulings = [c for c in CLAUSES.values() if c.book == book.name and c.status == RULING]
    return {
        "name": name,
        "title": book.title,
        "house rules": [{"name": o.name, "says": o.says} for o in book.house],
        "round": list(book.sequence),
        "seams": _seams(book),
        "options": options,
        "rulings": [{"id": c.id, "wording": c.words} for c in rulings],
    }


def _seams(book: Book) -> list[Entry]:
    from affray.tools.differences import at_seams

    return [{"seam": seam, "what": what, "rule of": own.book} for seam, what, own in at_seams(book)]


def _book_told(found: Entry) -> str:
    parts = [found["title"]]
    for each in found["house rules"]:
        parts.append(f"{each['name']}: {each['says']}")
    parts.append("\n".join(["The round", *(f"  {n}. {step}" for n, step in enumerate(found["round"], 1))]))
    seams = (f"  {each['seam']}: {each['what']}, as in {each['rule of']}" for each in found["seams"])
    parts.append("\n".join(["Seams", *seams]))
    options = (f"  {o['name']}: {o['default']} (may be {o['values']}) [{o['clause']}]" for o in found["options"])
    parts.append("\n".join(["Options", *options]))
    rulings = (f"  {each['id']}\n{_wrapped(each['wording'])}" for each in found["rulings"])
    parts.append("\n".join(["Rulings", *rulings]))
    return "\n\n".join(parts)


# --- one clause


def _clause(book: str, clause: str) -> Entry:
    from affray.errors import unknown
    from affray.tools import clause_index
    from affray.tools.differences import book_called

    opened = book_called(book)
    entries = {entry["id"]: entry for entry in clause_index.entries(None)}
    id = clause if clause in entries else f"{opened.name}.{clause}"
    if id not in entries:
        raise AffrayError(unknown("clause", clause, [each for each in entries if each.startswith(f"{opened.name}.")]))
    return entries[id] | {"example": _example(clause_index.example_of(id), entries[id]["tests"])}


def _example(found: Example | None, tests: Sequence[str]) -> Entry | None:
    """Of a refusal, which no fight that plays by itself shows, the command runs the test."""
    if found is None:
        return None
    return {"how": found.how, "words": found.words, "command": found.command or f"pytest {tests[0]}"}


def _clause_told(found: Entry) -> str:
    lines = [f"{found['id']}  ({found['status']})", _wrapped(found["wording"])]
    if example := found["example"]:
        lines += [f"{example['how']}:", f"    {example['words']}", f"    {example['command']}"]
    else:
        test = f"; the test {found['tests'][0]} shows it" if found["tests"] else ""
        lines.append(f"no fight that was looked through shows it{test}")
    for title, key in (("options", "options"), ("read by", "functions"), ("shown by", "tests")):
        lines += [f"{title}:", *(f"    {each}" for each in found[key])] if found[key] else []
    return "\n".join(lines)


def _wrapped(text: str) -> str:
    return fill(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
