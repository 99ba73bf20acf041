"""A book with house rules: other rules at its seams, other defaults, other content, and a note of it in the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, replace
from typing import Any

from affray.content.overlay import BARE
from affray.engine.encounter import USUAL, Encounter, Member
from affray.engine.state import Fight
from affray.errors import AffrayError
from affray.houserules.plan import Overlay, Plan, borrowed_fields, leaf_values, with_options, with_rules_at_seams
from affray.rules.book import Book, Builder, Donor, Remark, Roster
from affray.rules.seams import GROUPS
from affray.rules.shared.setup import Setup

ZERO = "zero"  # the seam whose rule leaves marks that outlast the fight
ANYBODY = "normal human"  # whom every book knows
After = Callable[[Fight, int, Member], tuple[Member, list[Remark]]]


def assemble_book(plan: Plan) -> Book:
    """Return the book of a plan. One with other options and rows, but no other seams, shares its base's kernel."""
    chosen = [replace(option, default=plan.values.get(option.name, option.default)) for option in plan.options]
    book = with_options(with_rules_at_seams(plan.base, plan.seams), tuple(chosen), plan.library)
    donors = [(giver, borrowed_fields(plan.base, group, giver)) for group, giver in plan.seams.items()]
    book = with_donor_fields(book, donors)
    book = with_donor_recovery(book, plan.seams.get(ZERO))
    notes = [note for overlay in plan.overlays for note in announcement(plan, overlay)]
    names = ", ".join(overlay.name for overlay in plan.overlays)
    return replace(
        book,
        title=f"{plan.base.title}; house rules: {names}",
        builder=announce_house_rules(book, plan, notes),
        removed_options=plan.gone,
        overlays=tuple(plan.overlays),
        base=plan.base,
    )


def with_donor_fields(book: Book, donors: Iterable[tuple[Book | Donor, frozenset[str]]]) -> Book:
    """Return the book with fights that have the fields which only the rules of others read."""
    givers = [(giver, names) for giver, names in donors if isinstance(giver, Book) and names]
    if not givers:
        return book

    def build(setup: Setup, encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
        fight, roster = book.builder(setup, encounter, options)
        for giver, names in givers:
            copy_donor_fields(fight, roster, giver, names, encounter)
        return fight, roster

    return replace(book, builder=build)


def copy_donor_fields(fight: Fight, roster: Roster, giver: Book, names: frozenset[str], encounter: Encounter) -> None:
    """Copy fields from the same fight as the donor's book sets it up."""
    try:
        theirs, known = giver.build(replace_unknown_words(encounter, words_with_content(giver.names(), encounter)), {})
    except AffrayError:  # a fight that only this table knows how to make: what is theirs stays blank
        return
    arms = {name: theirs.arms[n] for n, name in reversed([*enumerate(known.arms)])}
    pairs: list[tuple[Any, Any]] = [(fight.arms[n], arms[name]) for n, name in enumerate(roster.arms) if name in arms]
    pairs += [(fight, theirs), *zip(fight.who, theirs.who, strict=True), *zip(fight.side, theirs.side, strict=True)]
    for mine, other in pairs:
        for name in names & {each.name for each in fields(mine)}:
            value = getattr(other, name)
            setattr(mine, name, copy(value))


def words_with_content(words: Mapping[str, Sequence[str]], encounter: Encounter) -> dict[str, list[str]]:
    """Return a book's words, and those that a scenario brings along."""
    return {kind: [*known, *encounter.content.get(kind, ())] for kind, known in words.items()}


def replace_unknown_words(encounter: Encounter, words: Mapping[str, Sequence[str]]) -> Encounter:
    """Replace what another book has never heard of by what it knows."""
    things = {word for kind in ("weapons", "armour", "potions") for word in words[kind]}

    def with_known_words(member: Member) -> Member:
        kind = member.kind if not member.kind or member.kind.lower() in words["monsters"] else ANYBODY
        cls = member.cls if not member.cls or member.cls.lower() in words["classes"] else words["classes"][0]
        gear = tuple(each for each in member.gear if BARE.sub("", each.lower()) in things)
        spells = tuple(each for each in member.spells if each.lower() in words["spells"])
        return replace(member, kind=kind, cls=cls, gear=gear, spells=spells)

    sides = [replace(side, members=tuple(map(with_known_words, side.members))) for side in encounter.sides]
    return replace(encounter, sides=tuple(sides), house=())


def with_donor_recovery(book: Book, giver: Book | Donor | None) -> Book:
    """Let the donor's book say what its rule at zero leaves one with after the fight, and how one rests from it."""
    if not isinstance(giver, Book):
        return book
    return replace(book, after_fight=after_both(book.after_fight, giver.after_fight), rest=giver.rest or book.rest)


def after_both(first: After | None, second: After | None) -> After | None:
    if first is None or second is None or first is second:
        return first or second

    def after(f: Fight, number: int, member: Member) -> tuple[Member, list[Remark]]:
        so_far, remarks = first(f, number, member)
        now, more = second(f, number, so_far)
        return now, [*remarks, *(each for each in more if each not in remarks)]

    return after


def announce_house_rules(book: Book, plan: Plan, notes: Sequence[str]) -> Builder:
    """Return a builder of fights that lets the log say by which house rules."""

    def build(setup: Setup, encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
        for name in (*options, *scenario_options(encounter, book)):
            if name in plan.gone:
                raise AffrayError(plan.gone[name])
        fight, roster = book.builder(setup, encounter, options)
        return fight, replace(
            roster, notes=(*notes, *options_of_scenario(encounter, plan.overlays, book), *roster.notes)
        )

    return build


def scenario_options(encounter: Encounter, book: Book) -> Mapping[str, str]:
    """Return what a scenario for this book sets."""
    return encounter.options if (encounter.rules or USUAL) == book.name else {}


def options_of_scenario(encounter: Encounter, overlays: Sequence[Overlay], book: Book) -> Iterator[str]:
    """Yield what a scenario for this book sets otherwise: that holds, and is said."""
    said = scenario_options(encounter, book)
    for overlay in overlays:
        for name in overlay.options:
            if name in said:
                yield f"{overlay.name}: but {name} {said[name]}, as this scenario says"


def announcement(plan: Plan, overlay: Overlay) -> Iterator[str]:
    """Yield its name and sentence, and what differs."""
    says = f": {overlay.says}" if overlay.says else ""
    yield f"House rules, {overlay.name}{says}"
    yield f"{overlay.name}: {'; '.join(differences(plan, overlay))}"


def differences(plan: Plan, overlay: Overlay) -> Iterator[str]:
    for seam, name in overlay.seams.items():
        yield f"{GROUPS[seam].about} as in {name}"
    known = {option.name: option for option in plan.options}
    for name in overlay.options:
        yield f"{name} {known[name].say(plan.values[name])}"
    for kind, entries in overlay.tables.items():
        for name, values in entries.items():
            said = ", ".join(f"{' '.join(map(str, path))} {value}" for path, value in leaf_values(values))
            yield f"{kind} {name} ({said})"
