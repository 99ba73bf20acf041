"""`affray examples`, `affray check` and `affray schema`: the scenario files."""

from __future__ import annotations

import click

from affray.errors import AffrayError


@click.command()
def examples() -> None:
    """List the fights that come along.

    They are named without a path.

    \b
    Example: affray examples
    """
    from affray import scenario

    titles = scenario.examples()
    width = max(map(len, titles))
    for name, title in titles.items():
        click.echo(f"{name:<{width}}  {title}")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Find the mistakes in files of scenarios or house rules.

    All of them at once: the place, what was expected, and the nearest right word.

    \b
    Example: affray check ford.yaml
    """
    wrong = False
    for file in files:
        mistakes = _mistakes(file)
        wrong |= bool(mistakes)
        for line in mistakes or [f"{file}: sound"]:
            click.echo(line)
    if wrong:
        ctx.exit(2)


def _mistakes(file: str) -> list[str]:
    """What the reader of scenarios or house rules finds; and where it finds nothing, what the book can't build."""
    from affray import houserules, table
    from affray.mistakes import ScenarioError

    try:
        if houserules.looks_like_some(file):
            houserules.read(file)
        else:
            encounter, book = table.opened(file)
            book.build(encounter, {})
    except ScenarioError as error:
        return [str(mistake) for mistake in error.mistakes]
    except AffrayError as error:
        return [f"{file}: {error}"]
    return []


@click.command()
def schema() -> None:
    """Print the JSON Schema of scenarios.

    For editors that complete and check as one writes.

    \b
    Example: affray schema > affray.schema.json
    """
    import json

    from affray import scenario
    from affray.rules import get

    known = get(scenario.USUAL).names()
    click.echo(json.dumps(scenario.schema(known), indent=2, ensure_ascii=False))
