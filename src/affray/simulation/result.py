"""What many fights come to: what was run, the chances, what became of each combatant; as text, JSON and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from importlib import import_module
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, Any

from affray import __version__
from affray.compiler.kernels.counting import COMBATANT_FATES, HP_BINS, TALLIES, VALUES_PER_COMBATANT
from affray.engine.encounter import Encounter
from affray.engine.state import Fight
from affray.errors import AffrayError, unknown
from affray.html import Displayed
from affray.play.start import start_fight
from affray.rules.book import Book, Roster
from affray.simulation.chances import (
    QUANTILES,
    Chances,
    Mean,
    Measure,
    Rounds,
    Share,
    chances_of,
    counted_measure,
    quantile,
)
from affray.simulation.plain import Tally

if TYPE_CHECKING:
    from affray.play.session import Play

TABLES = ("combatants", "ends", "durations", "damage", "rows")
# what is counted, as it is told
FIGURE_NAMES = {"lost": "spells_lost", "passed": "morale_passed", "failed": "morale_failed"}


@dataclass(frozen=True, slots=True)
class Fighter:
    """One combatant: what becomes of it, and what it does in a fight on average."""

    name: str
    side: str
    dies: Share
    out: Share
    fled: Share
    surrendered: Share
    hp: Mean  # left at the end
    kills: Mean
    dealt: Mean  # damage
    taken: Mean
    hits: Mean
    misses: Mean
    spells_lost: Mean
    morale_passed: Mean
    morale_failed: Mean

    def figures(self) -> Iterator[tuple[str, Share | Mean]]:
        for name in self.__slots__[2:]:
            yield name, getattr(self, name)

    def row(self) -> dict[str, Any]:
        """Return a row of a table: each figure alone."""
        return {"name": self.name, "side": self.side} | {name: point_estimate(one) for name, one in self.figures()}

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "side": self.side} | {name: one.as_json() for name, one in self.figures()}


def point_estimate(one: Share | Mean) -> float:
    return one.share if isinstance(one, Share) else one.mean


@dataclass(frozen=True)
class Request:
    """What was asked for."""

    encounter: Encounter
    book: Book
    options: Mapping[str, str]
    start: Fight
    roster: Roster
    seed: int
    first: int
    error: float | None
    tally_all: bool

    def chances(self, tally: Tally, fights: int = 0) -> Chances:
        sums = tally.sums
        return chances_of(
            sums.ends, sums.alive, sums.spotless, self.roster.sides, counted_measure(fights or tally.fights)
        )

    @property
    def changed(self) -> dict[str, str]:
        """Return the options that differ from the book's defaults, in words."""
        rules = self.start.rules
        return {o.name: o.say(rules[o.number]) for o in self.book.options if rules[o.number] != o.default}

    @property
    def party(self) -> str:
        """Return the side whose fate people ask for: that of the players, or else the first."""
        return next((self.roster.sides[s.id] for s in self.start.side if s.players), self.roster.sides[0])


@dataclass(frozen=True, repr=False)
class Result(Displayed):
    """What a simulation found: chances, rounds, and what becomes of each combatant."""

    scenario: str
    title: str
    ruleset: str
    house: tuple[str, ...]  # the names of the house rules
    options: Mapping[str, str]  # those that differ from the book's defaults
    tactics: Mapping[str, str]  # of each side
    seed: int
    first: int  # the number of the first fight
    fights: int
    version: str
    engine: str
    party: str  # the side of the players, or the first
    chances: Chances
    dice: int
    checksum: str  # over winner, rounds, dice and every hp of every fight
    fights_per_second: float
    complete: bool  # False if it was called off before its end
    watched: bool  # whether all was counted, or the chances alone: then what follows is empty
    fighters: tuple[Fighter, ...]
    flow: Mapping[str, Mapping[str, float]]  # the mean damage of each to each, where there was any
    standing: Mapping[str, tuple[float, ...]]  # of each combatant: stands as round 1, 2 … begins, and when all is over
    bands: Mapping[str, tuple[tuple[float, ...], ...]]  # of each side, likewise: QUANTILES of its share of its hp
    asked: Request = field(repr=False, compare=False)

    @property
    def outcomes(self) -> Mapping[str, Share]:
        return self.chances.outcomes

    @property
    def rounds(self) -> Rounds:
        return self.chances.rounds

    @property
    def error(self) -> float:
        """Return half the width of the widest interval among the outcomes."""
        return self.chances.error

    @cached_property
    def combatants(self) -> list[dict[str, Any]]:
        """Return a table with a row for each combatant."""
        return [fighter.row() for fighter in self.fighters]

    @cached_property
    def ends(self) -> list[dict[str, Any]]:
        """Return a table with a row for each outcome and way."""
        return [
            {"outcome": name, "way": way, "share": one.share, "low": one.low, "high": one.high}
            for name, outcome in self.outcomes.items()
            for way, one in {"": outcome, **self.chances.ways.get(name, {})}.items()
        ]

    @cached_property
    def durations(self) -> list[dict[str, Any]]:
        """Return a table with a row for each number of rounds."""
        return [{"rounds": n, **one.as_json()} for n, one in self.rounds.distribution.items()]

    @cached_property
    def damage(self) -> list[dict[str, Any]]:
        """Return a table with a row for each who harmed whom."""
        return [{"by": by, "to": to, "damage": n} for by, row in self.flow.items() for to, n in row.items()]

    def replay(self, number: int) -> Play:
        """Replay one of the fights, by its number, with its full log."""
        asked = self.asked
        return start_fight(asked.book, asked.encounter, self.seed, number, asked.options, (), False)

    def text(self) -> str:
        return "\n".join(result_lines(self)) + "\n"

    def tables_html(self) -> str:
        return result_html(self)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each fight: number, winner, way, rounds, dice, and hit points of everybody.

        The fights are played again, one by one; for millions of them write a file with `affray sim --data`."""
        from affray.simulation.single_fights import fight_rows  # it reads results

        return fight_rows(self)

    def frame(self, table: str = "combatants") -> Any:
        """Return a table as a pandas DataFrame, or a polars one where only polars is installed.

        Tables are `combatants`, `ends`, `durations`, `damage`, and `rows`, which has a row for each fight."""
        if table not in TABLES:
            raise AffrayError(unknown("table", table, TABLES))
        found = getattr(self, table)
        return as_frame(list(found() if callable(found) else found))

    def as_json(self) -> dict[str, Any]:
        return result_json(self)


def make_result(asked: Request, tally: Tally, engine: str, seconds: float, complete: bool) -> Result:
    book, encounter, roster = asked.book, asked.encounter, asked.roster
    return Result(
        scenario=encounter.name,
        title=encounter.title,
        ruleset=book.name,
        house=tuple(overlay.name for overlay in book.overlays),
        options=asked.changed,
        tactics={side.name: side.tactic for side in encounter.sides},
        seed=asked.seed,
        first=asked.first,
        fights=tally.fights,
        version=__version__,
        engine=engine,
        party=asked.party,
        chances=asked.chances(tally),
        dice=tally.dice,
        checksum=f"{tally.checksum:016x}",
        fights_per_second=tally.fights / max(seconds, 1e-9),
        complete=complete,
        watched=asked.tally_all,
        fighters=fighter_figures(asked, tally) if asked.tally_all else (),
        flow=damage_flow(tally, roster) if asked.tally_all else {},
        standing=standing_by_round(asked, tally) if asked.tally_all else {},
        bands=hp_bands(asked, tally) if asked.tally_all else {},
        asked=asked,
    )


# --- from sums


def fighter_figures(asked: Request, tally: Tally) -> tuple[Fighter, ...]:
    measure, roster = counted_measure(tally.fights), asked.roster
    return tuple(
        Fighter(
            name,
            roster.sides[asked.start.who[number].side],
            **fate_shares(tally, number, measure),
            **figure_means(tally, number, measure),
        )
        for number, name in enumerate(roster.who)
    )


def fate_shares(tally: Tally, number: int, measure: Measure) -> dict[str, Any]:
    times = part_of_flat(tally.sums.marks, number, len(COMBATANT_FATES))
    return dict(zip(COMBATANT_FATES, map(measure.share, times), strict=True))


def figure_means(tally: Tally, number: int, measure: Measure) -> dict[str, Any]:
    names = [*(FIGURE_NAMES.get(name, name) for name in TALLIES), "hp"]
    both = (tally.sums.sums, tally.sums.squares)
    sums, squares = (part_of_flat(flat, number, VALUES_PER_COMBATANT) for flat in both)
    return dict(zip(names, map(measure.mean, sums, squares), strict=True))


def part_of_flat(flat: Sequence[int], number: int, length: int) -> Sequence[int]:
    return flat[number * length : (number + 1) * length]


def damage_flow(tally: Tally, roster: Roster) -> dict[str, dict[str, float]]:
    n, found = len(roster.who), dict[str, dict[str, float]]()
    for by, name in enumerate(roster.who):
        dealt = part_of_flat(tally.flow, by, n)
        if any(dealt):
            found[name] = {roster.who[to]: damage / tally.fights for to, damage in enumerate(dealt) if damage}
    return found


def standing_by_round(asked: Request, tally: Tally) -> dict[str, tuple[float, ...]]:
    """Return who stands in each round: who fell stays down, and who stood at the end stands in all rounds after it."""
    table = sums_by_round(tally.sums.stood, tally.sums.kept, asked, asked.start.n)
    there = [sum(line) for line in sums_by_round(tally.sums.bands, tally.sums.last, asked, asked.start.sides * HP_BINS)]
    fights = [total / asked.start.sides or 1 for total in there]
    return {
        name: tuple(line[number] / of for line, of in zip(table, fights, strict=True))
        for number, name in enumerate(asked.roster.who)
    }


def hp_bands(asked: Request, tally: Tally) -> dict[str, tuple[tuple[float, ...], ...]]:
    table = sums_by_round(tally.sums.bands, tally.sums.last, asked, asked.start.sides * HP_BINS)
    return {
        name: tuple(bin_quantiles(part_of_flat(line, number, HP_BINS)) for line in table)
        for number, name in enumerate(asked.roster.sides)
    }


def bin_quantiles(bins: Sequence[int]) -> tuple[float, ...]:
    """Return each as the upper bound of the bin it falls in."""
    return tuple(quantile(bins, q * sum(bins)) / (HP_BINS - 1) for q in QUANTILES.values())


def sums_by_round(during: Sequence[int], after: Sequence[int], asked: Request, width: int) -> list[list[int]]:
    """Return for rounds 1, 2 … and the end of all: the fights that still go on, and those that were over before."""
    lines = [part_of_flat(during, n, width) for n in range(asked.start.last_round + 1)]
    ended = [part_of_flat(after, n, width) for n in range(asked.start.last_round + 1)]
    last = max((n for n, line in enumerate(ended) if any(line)), default=0)
    over = list(accumulate(ended[: last + 1], lambda a, b: list(map(add, a, b))))
    rounds = [list(map(add, lines[n], over[n - 1])) for n in range(1, last + 1)]
    return [*rounds, list(over[-1])]


# --- as text, JSON and HTML

COMBATANT_COLUMNS = {  # of the table of combatants: what is told, under which heading
    "dies": "dies",
    "out": "out",
    "fled": "fled",
    "surrendered": "surrenders",
    "hp": "hp left",
    "kills": "kills",
    "dealt": "dealt",
    "taken": "taken",
    "hits": "hits",
    "misses": "misses",
    "spells_lost": "spells lost",
    "morale_passed": "morale held",
    "morale_failed": "morale failed",
}
LEGEND = (
    "Percentages: shares of the fights. Other numbers: means of a fight; dealt, taken: hit points; –: none.",
    "out: out of action at the end of the fight: dead, fled, surrendered, unconscious or otherwise helpless.",
)
SHARE_COLUMNS = ("dies", "out", "fled", "surrendered")


def result_lines(result: Result) -> Iterator[str]:
    yield headline(result)
    yield from result.chances.lines(result.party)
    if result.fighters:
        yield ""
        yield from combatant_table(result.combatants)
        yield from LEGEND
        yield ""
    yield f"dice: {result.dice / result.fights:.1f} a fight; checksum {result.checksum}"
    yield f"{result.fights_per_second:,.0f} fights a second ({result.engine})"


def headline(result: Result) -> str:
    rules = [result.ruleset, *result.house, *(f"{name} {value}" for name, value in result.options.items())]
    first = f" from number {result.first}" if result.first else ""
    stopped = "" if result.complete else ", stopped early"
    return f"{result.fights:,} fights, {', '.join(rules)}, seed {result.seed}{first}{stopped}"


def combatant_table(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the combatants; without columns that have nothing but 0."""
    names = [name for name in COMBATANT_COLUMNS if any(row[name] for row in rows)]
    cells = [["", *(COMBATANT_COLUMNS[name] for name in names)]]
    cells += [[row["name"], *(format_figure(name, row[name]) for name in names)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *others in cells:
        rest = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join([f"{first:<{widths[0]}}", *rest]).rstrip()


def format_figure(name: str, value: float) -> str:
    if not value:
        return "–"
    return f"{value:.1%}" if name in SHARE_COLUMNS else f"{value:.2f}"


def result_json(result: Result) -> dict[str, Any]:
    chances = result.chances.as_json()
    return {
        "scenario": result.scenario,
        "title": result.title,
        "ruleset": result.ruleset,
        **({"house": list(result.house)} if result.house else {}),
        "options": dict(result.options),
        "tactics": dict(result.tactics),
        "seed": result.seed,
        "first": result.first,
        "fights": result.fights,
        "complete": result.complete,
        "error": result.error,
        "party": result.party,
        **chances,
        **(tallies_json(result) if result.watched else {}),
        "dice": result.dice,
        "checksum": result.checksum,
        "fights_per_second": round(result.fights_per_second, 1),
        "engine": result.engine,
        "version": result.version,
    }


def tallies_json(result: Result) -> dict[str, Any]:
    return {
        "combatants": [fighter.as_json() for fighter in result.fighters],
        "flow": {by: dict(row) for by, row in result.flow.items()},
        "standing": {name: list(line) for name, line in result.standing.items()},
        "bands": {side: [list(line) for line in band] for side, band in result.bands.items()},
    }


def result_html(result: Result) -> str:
    """Return two small tables, as a notebook shows them."""
    outcomes = [[name, f"{one.share:.2%}", f"{one.low:.2%} to {one.high:.2%}"] for name, one in result.outcomes.items()]
    parts = [f"<p><b>{escape(result.title)}</b>: {escape(headline(result))}</p>"]
    parts.append(html_table(["outcome", "share", "95%"], outcomes))
    if result.fighters:
        names = [name for name in COMBATANT_COLUMNS if any(row[name] for row in result.combatants)]
        rows = [[row["name"], *(format_figure(name, row[name]) for name in names)] for row in result.combatants]
        parts.append(html_table(["", *(COMBATANT_COLUMNS[name] for name in names)], rows))
    parts.append(f"<p>{result.rounds['mean']:.2f} rounds on average; checksum {result.checksum}</p>")
    return "\n".join(parts)


def as_frame(rows: list[dict[str, Any]]) -> Any:
    """Return rows as a data frame of pandas, or of polars."""
    for library in ("pandas", "polars"):
        try:
            return import_module(library).DataFrame(rows)
        except ImportError:
            continue
    raise AffrayError("a data frame needs pandas or polars, and neither is installed: pip install pandas")


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with its numbers at the right."""
    aligned = ["left", *["right"] * (len(heads) - 1)]
    head = "".join(f'<th style="text-align:{at}">{escape(each)}</th>' for at, each in zip(aligned, heads, strict=True))
    body = "".join(f"<tr>{table_cells(row, aligned)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def table_cells(row: Sequence[str], aligned: Sequence[str]) -> str:
    return "".join(f'<td style="text-align:{at}">{escape(cell)}</td>' for at, cell in zip(aligned, row, strict=True))
