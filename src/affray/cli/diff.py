"""`affray diff`: how two books or house rules differ, in words."""

from __future__ import annotations

import click


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def diff(first: str, second: str, as_json: bool) -> None:
    """Tell how two books or house rules differ.

    The round, seam by seam, option by option, and what they hold. Each is a book, house rules by name, or a file.

    \b
    Example: affray diff classic own-dice
    """
    import json

    from affray.tools.differences import book_called, difference, told

    found = difference(book_called(first), book_called(second))
    click.echo(json.dumps(found.as_json(), indent=2, ensure_ascii=False) if as_json else told(found))
