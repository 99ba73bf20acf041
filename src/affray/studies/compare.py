"""The same fight under several books, house rules or tactics, side by side; and tables of comparisons and sweeps."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import product
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray import houserules
from affray import rules as registry
from affray.engine.encounter import Encounter
from affray.errors import AffrayError, unknown
from affray.houserules import Overlay
from affray.html import Displayed
from affray.rules.book import Book
from affray.scenario import ScenarioChoice, TacticChoice, open_scenario, with_chosen_tactics
from affray.simulation.batch import ProgressListener, goals_of, simulate
from affray.simulation.chances import NOBODY, STANDING_OFF, Share
from affray.simulation.executors import LOCAL, open_team
from affray.simulation.result import Result

if TYPE_CHECKING:
    from affray.studies.sweep import Cell, Sweep

ALL = "all"
DEFAULT_FIGHTS = 10_000  # fights of each, where nobody says how many
MAX_VARIANTS = 64
EARLY = 2  # rounds
MIN_DIFFERENCE = 0.02  # a sign that differs by less tells nothing
MAX_SIGNS = 3
MEDIAN = 2  # its place among the quantiles of a band
FollowVariants = Callable[[str], None]  # the variant that is begun


@dataclass(frozen=True)
class Way:
    """One way to fight it: which is all that a column depends on."""

    name: str
    encounter: Encounter
    book: Book


@dataclass(frozen=True)
class Variant:
    """One column. Differences are to the first one."""

    name: str
    result: Result
    difference: Mapping[str, Share]  # of each outcome; empty for the first
    signs: Mapping[str, float]  # what may have made it, all between 0 and 1
    sentence: str

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **self.result.as_json(),
            "difference": {name: one.as_json() for name, one in self.difference.items()},
            "signs": dict(self.signs),
            "sentence": self.sentence,
        }


@dataclass(frozen=True, repr=False)
class Comparison(Displayed):
    party: str
    variants: tuple[Variant, ...]
    complete: bool

    def text(self) -> str:
        return "\n".join(comparison_lines(self)) + "\n"

    def as_json(self) -> dict[str, Any]:
        return {
            "party": self.party,
            "complete": self.complete,
            "interval": "Wilson 95%; Newcombe 95% for differences to the first",
            "variants": [variant.as_json() for variant in self.variants],
        }


def compare(
    scenario: ScenarioChoice,
    *,
    rules: str | Sequence[str] = (),
    house: Sequence[str | Path | Sequence[str | Path]] = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, Sequence[TacticChoice]] | None = None,
    n: int | None = None,
    error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    executor: str = LOCAL,
    follow: FollowVariants | None = None,
    follow_fights: ProgressListener | None = None,
) -> Comparison:
    """List the variants: every choice of a book, of house rules and of tactics, the first of each first.

    `rules` are names, or "all"; where nothing at all is said, all of them. Each of `house` is laid on the book by
    itself (several in one entry: together), beside the book as it is. `tactics` has those to try for a side. Each
    variant has a seed of its own, counted up from `seed`, so that they are independent. Ctrl-C gives what is done."""
    goals_of(n, error, 0)
    found = list_ways(scenario, rules, house, tactics or {})
    done = list[tuple[str, Result]]()
    try:
        with open_team(executor, threads) as crew:
            for number, way in enumerate(found):
                if follow is not None:
                    follow(way.name)
                many = DEFAULT_FIGHTS if n is None and error is None else n
                result = simulate(
                    way.encounter, way.book, options or {}, seed + number, many, crew.workers, plain,
                    error=error, executor=crew.executor, follow=follow_fights,
                )  # fmt: skip
                if not result.complete:
                    raise KeyboardInterrupt
                done.append((way.name, result))
    except KeyboardInterrupt:
        if not done:
            raise
    return make_comparison(done, len(done) == len(found))


def make_comparison(done: Sequence[tuple[str, Result]], complete: bool) -> Comparison:
    first = done[0][1]
    variants = [make_variant(name, result, done[0] if number else None) for number, (name, result) in enumerate(done)]
    return Comparison(first.party, tuple(variants), complete)


# --- the variants


def list_ways(
    scenario: ScenarioChoice,
    rules: str | Sequence[str],
    house: Sequence[str | Path | Sequence[str | Path]],
    tactics: Mapping[str, Sequence[TacticChoice]],
) -> list[Way]:
    if not (rules or house or tactics):
        rules = ALL
    choices = [()] + [
        tuple(houserules.collect_overlays([one] if isinstance(one, str | Path) else one)) for one in house
    ]
    found = [
        way
        for book, overlays in product(chosen_books(rules), choices)
        if all(overlay.rules in ("", book or overlay.rules) for overlay in overlays)
        for way in ways_with_tactics(scenario, book, overlays, tactics, bool(rules), len(choices) > 1)
    ]
    if len(found) < 2:
        raise AffrayError("there is nothing to compare it with; name several books, house rules or tactics")
    if len(found) > MAX_VARIANTS:
        raise AffrayError(f"{len(found)} variants; expected at most {MAX_VARIANTS}: name fewer at a time")
    return found


def chosen_books(rules: str | Sequence[str]) -> list[str | None]:
    if rules == ALL or list(rules) == [ALL]:
        return list(registry.books())
    named = [rules] if isinstance(rules, str) else list(rules)
    for name in named:
        if name not in registry.names():
            raise AffrayError(unknown("rulebook", name, [*registry.names(), ALL]))
        if named.count(name) > 1:
            raise AffrayError(f"{name} is named twice; leave out one")
    return list(named) or [None]


def ways_with_tactics(
    scenario: ScenarioChoice,
    rules: str | None,
    overlays: Sequence[Overlay],
    tactics: Mapping[str, Sequence[TacticChoice]],
    tell_book: bool,
    tell_house: bool,
) -> Iterator[Way]:
    encounter, book = open_scenario(scenario, rules or book_of_house_rules(overlays, scenario), overlays)
    for chosen in product(*tactics.values()):
        said = dict(zip(tactics, chosen, strict=True))
        names = [book.name] if tell_book else []
        names += (
            [" + ".join(overlay.name for overlay in overlays) or "as it is"]
            if tell_house and (overlays or not names)
            else []
        )
        names += [f"{side} {tactic_name(tactic)}" for side, tactic in said.items()]
        yield Way(", ".join(names), with_chosen_tactics(encounter, book, said), book)


def tactic_name(tactic: TacticChoice) -> str:
    """Return the name of a tactic; that of a function is the function's."""
    return tactic if isinstance(tactic, str) else getattr(tactic, "__name__", "function")


def book_of_house_rules(overlays: Sequence[Overlay], scenario: ScenarioChoice) -> str | None:
    return next((overlay.rules for overlay in overlays if overlay.rules), None)


# --- what differs


def make_variant(name: str, result: Result, first: tuple[str, Result] | None) -> Variant:
    if first is None:
        return Variant(name, result, {}, signs(result), "")
    before = first[1]
    differ = {each: difference(one, before.outcomes[each]) for each, one in result.outcomes.items()}
    return Variant(name, result, differ, signs(result), difference_sentence(name, result, differ, first))


def difference(one: Share, other: Share) -> Share:
    """Return the difference of two independent shares, with Newcombe's interval: his tenth, from the intervals of
    Wilson."""
    d = one.share - other.share
    below = sqrt((one.share - one.low) ** 2 + (other.high - other.share) ** 2)
    above = sqrt((one.high - one.share) ** 2 + (other.share - other.low) ** 2)
    return Share(d, max(-1.0, d - below), min(1.0, d + above))


def signs(result: Result) -> dict[str, float]:
    """Return what was counted besides, and may tell why: all of it shares."""
    found = {ENDED_BY_MORALE: sum(share_ended_by(result, way) for way in ("rout", "surrender"))}
    for side in result.bands:
        found |= {
            f"hp lost by {side} in the first round": 1 - state_after(result.bands[side], 1)[MEDIAN],
            f"blows of {side} that hit": hit_share(result, side),
            f"losses of {side} that fall in the first two rounds": early_losses(result, side),
        }
    return found


def share_ended_by(result: Result, way: str) -> float:
    return sum(ways[way].share for ways in result.chances.ways.values() if way in ways)


def state_after(band: Sequence[Sequence[float]], rounds: int) -> Sequence[float]:
    """Return how a side stands when so many rounds are over: as the next begins, or at the end of all."""
    return band[min(rounds, len(band) - 1)]


def hit_share(result: Result, side: str) -> float:
    """Return how many of all blows hit."""
    own = [fighter for fighter in result.fighters if fighter.side == side]
    hits, misses = sum(f.hits.mean for f in own), sum(f.misses.mean for f in own)
    return hits / (hits + misses) if hits + misses else 0.0


def early_losses(result: Result, side: str) -> float:
    """Return how many of those who no longer stand at the end fell in the first rounds."""
    own = [result.standing[fighter.name] for fighter in result.fighters if fighter.side == side]
    lost = sum(1 - line[-1] for line in own)
    return sum(1 - standing_early(line) for line in own) / lost if lost else 0.0


def standing_early(line: Sequence[float]) -> float:
    return line[min(EARLY, len(line) - 1)]


def difference_sentence(name: str, result: Result, differ: Mapping[str, Share], first: tuple[str, Result]) -> str:
    """Return how much oftener the party wins, and the signs that differ most."""
    other, before = first
    wins = differ[result.party]
    clear = "" if wins.low > 0 or wins.high < 0 else ", which may be chance"
    head = f"{name}: {result.party} wins {difference_text(wins)} points against {other}{clear}"
    here, there = signs(result), signs(before)
    most = sorted(here, key=lambda sign: -abs(here[sign] - there[sign]))[:MAX_SIGNS]
    told = [
        f"{sign} {here[sign]:.0%} ({there[sign]:.0%})"
        for sign in most
        if abs(here[sign] - there[sign]) >= MIN_DIFFERENCE
    ]
    why = "; ".join(told) if told else "nothing that was counted tells why"
    return f"{head}: {why}; {result.rounds['mean']:.1f} rounds ({before.rounds['mean']:.1f})."


# --- tables


ENDED_BY_MORALE = "fights ended by morale"  # a sign of a comparison


def text_table(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lay out columns as wide as they must be, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *others in cells:
        rest = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join([f"{first:<{widths[0]}}", *rest]).rstrip()


def percent_with_error(one: Share) -> str:
    """Write a share and half the width of its interval."""
    return f"{one.share:.1%} ±{one.error:.1%}"


def signed_points(value: float) -> str:
    """Write a difference of shares."""
    return f"{value * 100:+.1f}".replace("-", "−")


def difference_text(one: Share) -> str:
    return f"{signed_points(one.share)} ({signed_points(one.low)} to {signed_points(one.high)})"


# --- a sweep


def sweep_lines(sweep: Sweep) -> Iterator[str]:
    yield sweep_headline(sweep)
    if len(sweep.axes) == 2 and sweep.complete:
        yield f"{sweep.party} wins:"
        yield from square_lines(sweep)
        return
    names = list(sweep.axes)
    outcomes = [name for name in sweep.cells[0].outcomes if any(cell.outcomes[name].share for cell in sweep.cells)]
    heads = [*names, *map(outcome_heading, outcomes), f"all of {sweep.party} die", "rounds", "fights"]
    yield from text_table([heads, *(cell_texts(cell, names, outcomes, sweep.party) for cell in sweep.cells)])


def sweep_headline(sweep: Sweep) -> str:
    asked = sweep.asked
    rules = [asked["ruleset"], *(name for name, _ in asked["house"])]
    rules += [f"{name} {value}" for name, value in asked["options"].items()]
    each = f"{asked['n']:,} fights each" if asked["n"] else f"each to ±{asked['error']:g}"
    stopped = "" if sweep.complete else ", stopped early"
    return f"{asked['scenario']}: {len(sweep.cells):,} cells, {each}, {', '.join(rules)}, seed {asked['seed']}{stopped}"


def cell_texts(cell: Cell, names: Sequence[str], outcomes: Sequence[str], party: str) -> list[str]:
    shares = [percent_with_error(cell.outcomes[name]) for name in outcomes]
    return [
        *(cell.at[name] for name in names),
        *shares,
        percent_with_error(cell.all_die(party)),
        f"{cell.rounds:.2f}",
        f"{cell.fights:,}",
    ]


def square_lines(sweep: Sweep) -> Iterator[str]:
    """Lay out two axes: the first downwards, the second across."""
    (down, rows), (across, columns) = sweep.axes.items()
    shares = iter([f"{cell.outcomes[sweep.party].share:.1%}" for cell in sweep.cells])
    yield from text_table(
        [[f"{down} \\ {across}", *columns], *([row, *(next(shares) for _ in columns)] for row in rows)]
    )
    widest = max(cell.outcomes[sweep.party].error for cell in sweep.cells)
    yield f"each up to ±{widest:.1%}"


def cell_row(cell: Cell, party: str) -> dict[str, Any]:
    row: dict[str, Any] = {**cell.at, "fights": cell.fights}
    ends = {outcome_heading(name): one for name, one in cell.outcomes.items()}
    for name, one in {**ends, f"all of {party} die": cell.all_die(party)}.items():
        row |= {name: one.share, f"{name} low": one.low, f"{name} high": one.high}
    return {**row, "mean rounds": cell.rounds, "checksum": cell.record["checksum"]}


def outcome_heading(name: str) -> str:
    """Write an outcome as the head of a column: no side can be called like anything else there."""
    return name if name in (NOBODY, STANDING_OFF) else f"{name} wins"


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    out = StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


# --- a comparison


def comparison_lines(found: Comparison) -> Iterator[str]:
    results = [variant.result for variant in found.variants]
    first = results[0]
    fights = sorted({result.fights for result in results})
    many = f"{fights[0]:,}" if len(fights) == 1 else f"{fights[0]:,} to {fights[-1]:,}"
    yield f"{first.title}: {many} fights each"
    rows = [["", *(variant.name for variant in found.variants)]]
    for name in first.outcomes:
        if any(result.outcomes[name].share for result in results):
            rows.append([name, *(percent_with_error(result.outcomes[name]) for result in results)])
    rows.append(
        [f"all of {found.party} die", *(percent_with_error(result.chances.all_die[found.party]) for result in results)]
    )
    rows.append(
        [f"none of {found.party} dies", *(percent_with_error(r.chances.none_dies[found.party]) for r in results)]
    )
    rows.append([ENDED_BY_MORALE, *(f"{variant.signs[ENDED_BY_MORALE]:.1%}" for variant in found.variants)])
    rows.append(["rounds", *(f"{result.rounds['mean']:.2f}" for result in results)])
    yield from text_table(rows)
    yield ""
    for variant in found.variants[1:]:
        yield variant.sentence
    yield "Intervals are of 95%: Wilson's, and Newcombe's for differences; each column has a seed of its own."
    yield "Seeds and checksums: " + ", ".join(
        f"{variant.name} {variant.result.seed} {variant.result.checksum}" for variant in found.variants
    )
