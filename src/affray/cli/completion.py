"""Values that the shell completes: examples, books, house rules, tactics, options, packs and formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from affray.errors import AffrayError

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
USUAL_BOOK = "classic"


def complete_from(names: Callable[[click.Context], Iterable[str]], files: bool = False) -> Completer:
    """Return what completes a value from these names, and from files where the value may be one."""

    def complete(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
        found = []
        with suppress(AffrayError):  # a broken pack must not break the shell
            found = [CompletionItem(name) for name in names(ctx) if name.startswith(typed)]
        return [*found, CompletionItem(typed, type="file")] if files else found

    return complete


def chosen_book(ctx: click.Context) -> str:
    return str(ctx.params.get("rules") or USUAL_BOOK)


def scenario_names(_: click.Context) -> list[str]:
    from affray import scenario  # pydantic and YAML, only when a value is completed

    return [*scenario.examples(), *scenario.of_packs()]


def day_names(_: click.Context) -> list[str]:
    from affray.delves.reader import example_names

    return example_names()


def book_names(_: click.Context) -> list[str]:
    from affray import rules

    return list(rules.names())


def house_rule_names(_: click.Context) -> list[str]:
    from affray.houserules import built_in_texts

    return list(built_in_texts())


def option_settings(ctx: click.Context) -> list[str]:
    from affray.rules import get

    return [f"{option.name}=" for option in get(chosen_book(ctx)).options]


complete_scenario = complete_from(scenario_names, files=True)
complete_day = complete_from(day_names, files=True)
complete_book = complete_from(book_names)
complete_house_rules = complete_from(house_rule_names, files=True)
complete_option = complete_from(option_settings)
