"""Combatants that are of a kind put together, so that many of them can be shown at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from re import fullmatch
from typing import TYPE_CHECKING

from affray.charts.style import clean

if TYPE_CHECKING:
    from affray.simulation.result import Fighter, Result


@dataclass(frozen=True, slots=True)
class Group:
    """One combatant, or several of a side that differ by their number alone."""

    label: str
    side: str
    names: tuple[str, ...]


def alone(result: Result) -> list[Group]:
    return [Group(clean(each.name), each.side, (each.name,)) for each in result.fighters]


def together(fighters: Sequence[Fighter]) -> list[Group]:
    """Orc 1 and Orc 2 become Orc ×2; in the order of the first of each."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in fighters:
        found.setdefault((each.side, stem(each.name)), []).append(each.name)
    return [Group(called(kind, names), side, tuple(names)) for (side, kind), names in found.items()]


def stem(name: str) -> str:
    """Without the number at its end."""
    match = fullmatch(r"(.+?) \d+", name)
    return match[1] if match else name


def called(kind: str, names: Sequence[str]) -> str:
    return clean(names[0]) if len(names) == 1 else f"{clean(kind, 24)} ×{len(names)}"


def fitting(result: Result, most: int) -> list[Group]:
    """At most so many, or one more for each side: those with the least to do with damage become its `others`."""
    groups = together(result.fighters)
    if len(groups) <= most:
        return groups
    busy = {each.name: each.dealt.mean + each.taken.mean for each in result.fighters}
    kept = set(sorted(range(len(groups)), key=lambda n: -sum(busy[name] for name in groups[n].names))[:most])
    shown = [group for n, group in enumerate(groups) if n in kept]
    rest = [group for n, group in enumerate(groups) if n not in kept]
    return [each for side in dict.fromkeys(group.side for group in groups) for each in side_of(side, shown, rest)]


def side_of(side: str, shown: Sequence[Group], rest: Sequence[Group]) -> Iterator[Group]:
    yield from (group for group in shown if group.side == side)
    names = tuple(name for group in rest if group.side == side for name in group.names)
    if names:
        yield Group(f"{len(names)} others", side, names)


def flow_between(flow: Mapping[str, Mapping[str, float]], groups: Sequence[Group]) -> list[list[float]]:
    """The damage of each group to each."""
    return [
        [sum(flow.get(by, {}).get(to, 0.0) for by in rows.names for to in columns.names) for columns in groups]
        for rows in groups
    ]
