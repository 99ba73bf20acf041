"""House rules laid on a book: other rules at its seams, other defaults, other content, and a word of it in the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from affray.encounter import Encounter
from affray.houserules import Overlay
from affray.houserules_checks import Plan, leaves
from affray.houserules_seams import sewn
from affray.options import Option
from affray.rules.binding import bind, version
from affray.rules.book import Book, Roster
from affray.rules.seams import SEAMS
from affray.state import Fight


def laid(plan: Plan) -> Book:
    """Only other seams are other rules: a book with other options and rows shares its base's kernel."""
    chosen = [replace(option, default=plan.values.get(option.name, option.default)) for option in plan.options]
    book = furnished(sewn(plan.base, plan.seams), tuple(chosen), plan.library)
    notes = [note for overlay in plan.overlays for note in announced(plan, overlay)]
    names = ", ".join(overlay.name for overlay in plan.overlays)
    return replace(
        book,
        title=f"{plan.base.title}; house rules: {names}",
        build=announcing(book, notes),
        house=tuple(plan.overlays),
        base=plan.base,
    )


def furnished(book: Book, options: tuple[Option, ...], library: Any) -> Book:
    """The book with these options, and with this content if there is any."""
    book = replace(book, options=options)
    if book.setup is None:
        return book
    own = version(book, book.setup)()
    changed = replace(own, options=options, library=library or own.library)

    def setup() -> Any:
        return changed

    return replace(bind(book, {book.setup: setup}), setup=setup)


def announcing(book: Book, notes: Sequence[str]) -> Any:
    """Sets a fight up and lets the log say by which house rules."""

    def build(encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
        fight, roster = book.build(encounter, options)
        return fight, replace(roster, notes=(*notes, *roster.notes))

    return build


def announced(plan: Plan, overlay: Overlay) -> Iterator[str]:
    """Its name and sentence, and what differs."""
    says = f": {overlay.says}" if overlay.says else ""
    yield f"House rules, {overlay.name}{says}"
    yield f"{overlay.name}: {'; '.join(differences(plan, overlay))}"


def differences(plan: Plan, overlay: Overlay) -> Iterator[str]:
    for seam, name in overlay.seams.items():
        yield f"{SEAMS[seam][0]} as in {name}"
    known = {option.name: option for option in plan.options}
    for name in overlay.options:
        yield f"{name} {known[name].say(plan.values[name])}"
    for kind, entries in overlay.tables.items():
        for name, fields in entries.items():
            said = ", ".join(f"{' '.join(map(str, path))} {value}" for path, value in leaves(fields))
            yield f"{kind} {name} ({said})"
