"""A day under several books, with one more rest, or with other values: simulated side by side.

rests=0..3                  a key of the day: rests, rest when, go home when; or of its rest: rest.days
Hild.hp=10..30..5           somebody of the party, or whoever is called so in any fight: a key that has one value
2.goblin.count=4..12        ... in one fight, by the number of its step
2.distance=20,60,120        a key of that fight"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from affray import rules as all_books
from affray.content.yaml import compose, dump, plain_values
from affray.delves.model import END_WORDS, ENDS, THROUGH, Delve, FightStep, RestStep, Step
from affray.delves.reader import DelveChoice, open_delve, read_delve, side_of_party
from affray.delves.result import DelveResult, percent_or_dash
from affray.delves.run import run_days
from affray.delves.shapes import RestShape
from affray.errors import AffrayError, quote, unknown
from affray.html import Displayed
from affray.rules.book import Book
from affray.scenario import House
from affray.scenario.models import unfold
from affray.simulation.batch import ProgressListener
from affray.simulation.chances import Share
from affray.simulation.executors import LOCAL, open_team
from affray.studies.compare import difference, difference_text, percent_with_error, text_table
from affray.studies.vary import SWITCHES, WHOLE_NUMBER, expand_values, find_key

BOOKS, RESTS = "books", "rests"
DEFAULT_DAYS = 10_000
MAX_VARIANTS = 256
DAY_KEYS = ("rests", "rest when", "go home when")
VARY_FORM = "NAME=VALUES, as rests=0..3, Hild.hp=10..30..5 or 2.goblin.count=4..12"


class DayWay(NamedTuple):
    """One way to spend the day."""

    name: str
    delve: Delve
    book: Book


@dataclass(frozen=True)
class DelveVariant:
    """One way and what it comes to. Differences are to the first."""

    name: str
    result: DelveResult
    through: Share | None  # how much oftener the party gets through; None for the first

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **self.result.as_json(),
            "difference": self.through.as_json() if self.through else None,
        }

    def row(self) -> dict[str, Any]:
        ends = {END_WORDS[end]: one.share for end, one in self.result.ends.items()}
        result = self.result
        return {
            "variant": self.name, **ends, "nobody dies": result.nobody_dies.share, "fights": result.fights,
            "rests": result.rests, "xp": result.xp.mean, "days": result.days, "checksum": result.checksum,
        }  # fmt: skip


@dataclass(frozen=True, repr=False)
class DelveComparison(Displayed):
    """Several ways to spend a day, side by side."""

    title: str
    variants: tuple[DelveVariant, ...]
    complete: bool

    def __repr__(self) -> str:
        return f"<DelveComparison: {self.title}, {', '.join(one.name for one in self.variants)}>"

    def text(self) -> str:
        return "\n".join(comparison_lines(self)) + "\n"

    def rows(self) -> list[dict[str, Any]]:
        return [one.row() for one in self.variants]

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "complete": self.complete,
            "interval": "Wilson 95 %; Newcombe 95 % for differences to the first",
            "variants": [one.as_json() for one in self.variants],
        }


def comparison_lines(found: DelveComparison) -> Iterator[str]:
    first = found.variants[0].result
    stopped = "" if found.complete else ", stopped early"
    yield f"{found.title}: {first.days:,} days each, seeds from {first.seed}{stopped}"
    yield from text_table(comparison_cells(found))


def comparison_cells(found: DelveComparison) -> list[list[str]]:
    heads = ["", END_WORDS[THROUGH], "difference", *(END_WORDS[end] for end in ENDS[1:])]
    heads += ["nobody dies", "fights", "rests", "XP"]
    return [heads, *(variant_cells(one) for one in found.variants)]


def variant_cells(one: DelveVariant) -> list[str]:
    result = one.result
    return [
        one.name,
        percent_with_error(result.gets_through),
        difference_text(one.through) if one.through else "",
        *(percent_or_dash(result.ends[end].share) for end in ENDS[1:]),
        percent_or_dash(result.nobody_dies.share),
        f"{result.fights:.2f}",
        f"{result.rests:.2f}",
        f"{result.xp.mean:,.0f}",
    ]


def compare_delves(
    day: DelveChoice,
    *,
    by: str = RESTS,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    n: int | None = None,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    executor: str = LOCAL,
    follow: Callable[[str], None] | None = None,
    follow_days: ProgressListener | None = None,
) -> DelveComparison:
    """Compare a day `by` "rests" (as it is, and with one more rest after each fight), by "books" (all of them), or by
    the names of books with commas. Each variant has a seed of its own, so that they are independent."""
    return run_ways(
        compare_ways(day, by, rules, house), options or {}, n, seed, threads, plain, executor, follow, follow_days
    )


def sweep_delves(
    day: DelveChoice,
    vary: Sequence[str],
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    n: int | None = None,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    executor: str = LOCAL,
    follow: Callable[[str], None] | None = None,
    follow_days: ProgressListener | None = None,
) -> DelveComparison:
    """Simulate a day over a grid of values, as `vary=["rests=0..3"]`."""
    ways = vary_ways(day, vary, rules, house)
    return run_ways(ways, options or {}, n, seed, threads, plain, executor, follow, follow_days)


def run_ways(
    ways: Sequence[DayWay], options: Mapping[str, str], n: int | None, seed: int, threads: int, plain: bool,
    executor: str, follow: Callable[[str], None] | None, follow_days: ProgressListener | None,
) -> DelveComparison:  # fmt: skip
    if len(ways) > MAX_VARIANTS:
        raise AffrayError(f"{len(ways)} variants; expected at most {MAX_VARIANTS}: name fewer at a time")
    done = list[tuple[str, DelveResult]]()
    try:
        with open_team(executor, threads) as team:
            for number, way in enumerate(ways):
                if follow is not None:
                    follow(way.name)
                many = DEFAULT_DAYS if n is None else n
                result = run_days(
                    way.delve, way.book, options, seed + number, many, team.workers, plain, team.executor, follow_days
                )
                if not result.complete:
                    raise KeyboardInterrupt
                done.append((way.name, result))
    except KeyboardInterrupt:
        if not done:
            raise
    first = done[0][1]
    variants = [
        DelveVariant(name, result, difference(result.gets_through, first.gets_through) if place else None)
        for place, (name, result) in enumerate(done)
    ]
    return DelveComparison(first.title, tuple(variants), len(done) == len(ways))


# --- books and rests


def compare_ways(day: DelveChoice, by: str, rules: str | Book | None, house: House) -> list[DayWay]:
    if by == RESTS:
        return list(rest_ways(*open_delve(day, rules, house)))
    names = list(all_books.books()) if by == BOOKS else [word.strip() for word in by.split(",") if word.strip()]
    for name in names:
        if name not in all_books.names():
            raise AffrayError(unknown("thing to compare", name, [BOOKS, RESTS, *all_books.names()]))
    if len(set(names)) < 2:
        raise AffrayError(f"there is nothing to compare; expected {BOOKS}, {RESTS}, or the names of several books")
    return [DayWay(name, *open_delve(day, name, house)) for name in names]


def rest_ways(delve: Delve, book: Book) -> Iterator[DayWay]:
    """Yield the day as it is, and with one more rest after each fight but the last."""
    yield DayWay("as it is", delve, book)
    for step in delve.fights:
        if not delve.is_last(step):
            yield DayWay(f"rest after {step.number + 1} {step.title}", with_rest_after(delve, step), book)


def with_rest_after(delve: Delve, step: FightStep) -> Delve:
    """Return the day with one more rest after a fight."""
    place = step.number + 1
    steps: list[Step] = [*delve.steps[:place], RestStep(place, delve.rest), *delve.steps[place:]]
    joins = tuple(join + 1 if join >= place else join for join in delve.joins)
    return replace(delve, steps=tuple(replace(one, number=n) for n, one in enumerate(steps)), joins=joins)


# --- values


class Axis(NamedTuple):
    name: str
    values: tuple[str, ...]


def vary_ways(day: DelveChoice, vary: Sequence[str], rules: str | Book | None, house: House) -> list[DayWay]:
    delve, _ = open_delve(day, rules, house)
    axes = [read_axis(text) for text in vary]
    if prod(len(axis.values) for axis in axes) > MAX_VARIANTS:
        raise AffrayError(f"more than {MAX_VARIANTS} variants: vary less, or in steps")
    folder = Path(delve.folder)
    ways = []
    for values in product(*(axis.values for axis in axes)):
        data, _ = plain_values(compose(delve.text, ""), "")
        data = deepcopy(data)
        for axis, value in zip(axes, values, strict=True):
            set_value(data, axis.name, value)
        name = ", ".join(f"{axis.name}={value}" for axis, value in zip(axes, values, strict=True))
        try:
            found = replace(read_delve(dump(data), delve.name, folder=folder), name=delve.name)
            ways.append(DayWay(name, *open_delve(found, rules, house)))
        except AffrayError as error:
            raise AffrayError(f"{name}: {str(error).splitlines()[0]}") from None
    return ways


def read_axis(text: str) -> Axis:
    name, equals, values = (part.strip() for part in text.partition("="))
    if not (name and equals and values):
        raise AffrayError(f"{quote(text)} names nothing to vary; expected {VARY_FORM}")
    return Axis(name, tuple(value for part in values.split(",") for value in expand_values(part.strip(), name)))


def set_value(data: dict[str, Any], name: str, value: str) -> None:
    """Set a value in the plain values of a day's file."""
    said: Any = int(value) if WHOLE_NUMBER.fullmatch(value) else SWITCHES.get(value.lower(), value)
    head, dot, key = name.rpartition(".")
    if not dot:
        if name not in DAY_KEYS:
            raise AffrayError(unknown("name to vary", name, [*DAY_KEYS, "rest.days", "MEMBER.hp", "2.goblin.count"]))
        data[name] = said
    elif head == "rest":
        data["rest"] = {**(data.get("rest") or {}), find_key(key, RestShape.keys(), "rest"): said}
    elif head.isdecimal():
        step_of(data, head)[key] = said
    else:
        number, _, who = head.partition(".")
        places = [step_of(data, number)] if number.isdecimal() else [data, *data["day"]]
        set_member(places, who if number.isdecimal() else head, key, said)


def step_of(data: dict[str, Any], number: str) -> dict[str, Any]:
    steps = data["day"]
    if not 1 <= int(number) <= len(steps) or not isinstance(steps[int(number) - 1], dict):
        raise AffrayError(f"there is no fight {number}; expected the number of a step, 1 to {len(steps)}")
    step: dict[str, Any] = steps[int(number) - 1]
    return step


def set_member(places: Sequence[Any], who: str, key: str, said: Any) -> None:
    """Set a key of everybody who goes by a name, or is of a kind, in these parts of the file."""
    names, found = dict[str, None](), False
    for place in places:
        for members in member_lists(place):
            for n, item in enumerate(members):
                keys = unfold(item)
                called = [str(keys[k]) for k in ("name", "monster", "class") if isinstance(keys, dict) and k in keys]
                names |= dict.fromkeys(called[:1])
                if who.lower() in [each.lower() for each in called]:
                    members[n], found = {**keys, key: said}, True
    if not found:
        raise AffrayError(unknown("combatant", who, list(names)))


def member_lists(place: Any) -> Iterator[list[Any]]:
    """Yield the lists of members in the day, or in one of its fights."""
    if not isinstance(place, dict):
        return
    if "day" in place and not isinstance(side_of_party(place.get("party")), dict):
        return
    sides = [place.get("party"), *(place.get("sides") or {}).values()]
    for side in sides:
        members = side.get("members") if isinstance(side, dict) else side
        if isinstance(members, list):
            yield members
    if isinstance(place.get("joins"), list):
        yield place["joins"]
