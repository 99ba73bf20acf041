"""What many days come to: how far the party gets, who dies where, where the spells go, and the XP of the day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

from affray import __version__
from affray.compiler.kernels.counting import HP_BINS
from affray.delves.day import Day, plain_player, play_day
from affray.delves.model import DRIVEN_OFF, END_WORDS, ENDS, HOME, LOST, THROUGH, Delve, FightStep, Step
from affray.delves.tally import DayTally, Layout
from affray.errors import AffrayError, unknown
from affray.html import Displayed
from affray.rules.book import Book
from affray.simulation.chances import QUANTILES, Mean, Share, mean_interval, quantile, wilson_share
from affray.simulation.result import as_frame, html_table
from affray.studies.compare import text_table

DELVE_TABLES = ("steps", "members", "deaths", "used", "rows")


@dataclass(frozen=True)
class DelveRequest:
    """What was asked for."""

    delve: Delve
    book: Book
    options: Mapping[str, str]
    seed: int
    layout: Layout


@dataclass(frozen=True)
class StepResult:
    """What one fight, or one rest of the file, comes to. Shares are of all days, if nothing else is said."""

    number: int  # from 1, as people count the steps
    title: str
    is_fight: bool
    reached: Share  # the fight takes place, or the rest
    won: Share | None  # of the days with this fight
    ends: Mapping[str, Share]  # the day ends with this step, and how
    rested: Share  # the party chooses to rest after this fight
    deaths: float  # in this fight or resting after it, on average over all days
    rounds: float  # of the days with this fight, as all that follows
    hp_before: float  # the share of its hit points with which the party begins it
    hp_after: float
    bands: tuple[float, ...]  # QUANTILES of that share
    xp: float  # of all together
    used: Mapping[str, float]  # spells cast and things used up
    reinforced: Mapping[str, Share]  # who joined the others

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "title": self.title,
            "fight": self.is_fight,
            "reached": self.reached.as_json(),
            "won": self.won.as_json() if self.won else None,
            "ends": {name: one.as_json() for name, one in self.ends.items()},
            "rested": self.rested.as_json(),
            "deaths": self.deaths,
            "rounds": self.rounds,
            "hp_before": self.hp_before,
            "hp_after": self.hp_after,
            "hp_bands": dict(zip(QUANTILES, self.bands, strict=False)),
            "xp": self.xp,
            "used": dict(self.used),
            "reinforced": {name: one.as_json() for name, one in self.reinforced.items()},
        }

    def row(self) -> dict[str, Any]:
        """Return a row of a table: each figure alone."""
        ends = {end: self.ends[end].share if end in self.ends else 0.0 for end in ENDS}
        return {
            "step": self.number, "title": self.title, "reached": self.reached.share,
            "won": self.won.share if self.won else None, **ends, "rested": self.rested.share, "deaths": self.deaths,
            "rounds": self.rounds, "hp before": self.hp_before, "hp after": self.hp_after, "xp": self.xp,
        }  # fmt: skip


@dataclass(frozen=True)
class MemberResult:
    """What becomes of one member of the party on a day."""

    name: str
    survives: Share
    died: Mapping[str, Share]  # by the titles of steps: dies there, of all days
    out: Mapping[str, Share]  # ... can't go on after that fight, and is alive
    xp: float

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "survives": self.survives.as_json(),
            "died": {title: one.as_json() for title, one in self.died.items()},
            "out": {title: one.as_json() for title, one in self.out.items()},
            "xp": self.xp,
        }


@dataclass(frozen=True, repr=False)
class DelveResult(Displayed):
    """What a simulation of a day found."""

    name: str
    title: str
    ruleset: str
    house: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    days: int
    version: str
    engine: str
    ends: Mapping[str, Share]  # how the day ends: ENDS
    nobody_dies: Share
    alive: Mapping[int, Share]  # how many are alive at the end
    xp: Mean  # of the day, of all together
    fights: float  # on average
    rests: float
    steps: tuple[StepResult, ...]
    members: tuple[MemberResult, ...]
    dice: int
    checksum: str  # over winner, rounds, dice and every hp of every fight of every day
    days_per_second: float
    complete: bool
    asked: DelveRequest = field(repr=False, compare=False)

    @property
    def gets_through(self) -> Share:
        """Return how often the party gets through the whole day."""
        return self.ends[THROUGH]

    def __repr__(self) -> str:
        through = self.gets_through
        return f"<DelveResult: {self.title}, {self.days:,} days, {self.ruleset}: gets through {through.share:.1%}>"

    def text(self) -> str:
        return "\n".join(delve_lines(self)) + "\n"

    def replay(self, number: int) -> Day:
        """Play one of the days again, by its number."""
        asked = self.asked
        day = Day(asked.delve, asked.book, asked.options, asked.seed, number)
        return play_day(day, plain_player(asked.book, asked.options))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each day: number, end, last step, fights, rests, XP, and hit points of everybody. The days
        are played again, one by one."""
        for number in range(self.days):
            yield day_row(self.replay(number))

    def deaths(self) -> list[dict[str, Any]]:
        """Return a table with a row for each who died anywhere."""
        return [
            {"member": one.name, "step": title, "share": share.share, "low": share.low, "high": share.high}
            for one in self.members
            for title, share in one.died.items()
        ]

    def used(self) -> list[dict[str, Any]]:
        """Return a table with a row for each spell or thing and step in which it was used: how many on average."""
        return [
            {"what": name, "step": step.title, "used": many} for step in self.steps for name, many in step.used.items()
        ]

    def frame(self, table: str = "steps") -> Any:
        """Return a table as a pandas DataFrame, or a polars one where only polars is installed.

        Tables are `steps`, `members`, `deaths`, `used`, and `rows`, which has a row for each day."""
        if table not in DELVE_TABLES:
            raise AffrayError(unknown("table", table, DELVE_TABLES))
        made: dict[str, Callable[[], list[dict[str, Any]]]] = {
            "steps": lambda: [step.row() for step in self.steps],
            "members": lambda: [{"name": m.name, "survives": m.survives.share, "xp": m.xp} for m in self.members],
            "deaths": self.deaths,
            "used": self.used,
            "rows": lambda: list(self.rows()),
        }
        return as_frame(made[table]())

    def as_json(self) -> dict[str, Any]:
        return {
            "day": self.name,
            "title": self.title,
            "ruleset": self.ruleset,
            **({"house": list(self.house)} if self.house else {}),
            "options": dict(self.options),
            "seed": self.seed,
            "days": self.days,
            "complete": self.complete,
            "ends": {name: one.as_json() for name, one in self.ends.items()},
            "nobody_dies": self.nobody_dies.as_json(),
            "alive": {str(many): one.as_json() for many, one in self.alive.items()},
            "xp": self.xp.as_json(),
            "fights": self.fights,
            "rests": self.rests,
            "steps": [step.as_json() for step in self.steps],
            "members": [member.as_json() for member in self.members],
            "dice": self.dice,
            "checksum": self.checksum,
            "days_per_second": round(self.days_per_second, 1),
            "engine": self.engine,
            "version": self.version,
        }

    def _repr_html_(self) -> str:
        """Return the view of a notebook: the picture, where matplotlib can draw one, and the tables."""
        return f"{draw_as_svg(self)}\n{self.tables_html()}"

    def tables_html(self) -> str:
        parts = [f"<p><b>{escape(self.title)}</b>: {escape(headline(self))}</p>"]
        for heads, rows in (ends_table(self), steps_table(self), deaths_table(self), used_table(self)):
            parts.append(html_table(heads, rows) if rows else "")
        return "\n".join(parts)

    @cached_property
    def fight_steps(self) -> tuple[StepResult, ...]:
        return tuple(step for step in self.steps if step.is_fight)


def day_row(day: Day) -> dict[str, Any]:
    hp = {f"hp {one.name}": one.hp if one.fate != "dead" else 0 for one in day.members.values()}
    last = day.entries[-1].step.title if day.entries else ""
    xp = sum(day.xp.values())
    return {
        "number": day.number, "end": day.end, "last": last, "fights": day.fights, "rests": day.rests, "xp": xp, **hp
    }  # fmt: skip


# --- from sums


def make_delve_result(asked: DelveRequest, tally: DayTally, engine: str, seconds: float, complete: bool) -> DelveResult:
    counts = Counts(asked, tally)
    book, delve, days = asked.book, asked.delve, tally.fights
    steps = tuple(counts.step(step) for step in delve.steps)
    return DelveResult(
        name=delve.name,
        title=delve.title,
        ruleset=book.name,
        house=tuple(overlay.name for overlay in book.overlays),
        options=dict(asked.options),
        seed=asked.seed,
        days=days,
        version=__version__,
        engine=engine,
        ends={end: counts.share(sum(counts.row("ends", n))) for n, end in enumerate(ENDS)},
        nobody_dies=counts.share(counts.one("nobody died", 0)),
        alive={many: counts.share(n) for many, n in enumerate(counts.row("alive")) if n},
        xp=mean_interval(counts.one("last xp", 0), counts.one("last xp", 1), days),
        fights=sum(counts.row("fought")) / days,
        rests=sum(counts.row("rested")) / days,
        steps=steps,
        members=tuple(counts.member(place, steps) for place in range(len(delve.party.members))),
        dice=sum(counts.row("dice")),
        checksum=f"{tally.checksum:016x}",
        days_per_second=days / max(seconds, 1e-9),
        complete=complete,
        asked=asked,
    )


class Counts:
    """The sums of a tally, by their names."""

    def __init__(self, asked: DelveRequest, tally: DayTally) -> None:
        self.asked, self.tally, self.layout = asked, tally, asked.layout

    def row(self, name: str, *place: int) -> Sequence[int]:
        return self.layout.rows(self.tally.sums, name, *place)

    def one(self, name: str, *place: int) -> int:
        return self.tally.sums[self.layout.at(name, *place)]

    def share(self, times: int) -> Share:
        return wilson_share(times, self.tally.fights)

    def step(self, step: Step) -> StepResult:
        n, days = step.number, self.tally.fights
        fought = self.one("fought", n)
        is_fight = isinstance(step, FightStep)
        hp, full = sum(self.row("hp before", n)), self.one("full hp", n)
        rested = self.one("rested", n)
        used = zip(self.layout.words, self.row("used", n), strict=True)
        ends = {end: self.one("ends", place, n) for place, end in enumerate(ENDS)}
        return StepResult(
            number=n + 1,
            title=step.title,
            is_fight=is_fight,
            reached=self.share(fought if is_fight else rested),
            won=wilson_share(self.one("won", n), fought) if fought else None,
            ends={end: self.share(many) for end, many in ends.items() if many},
            rested=self.share(rested if is_fight else 0),
            deaths=sum(self.row("died", n)) / days,
            rounds=self.one("rounds", n) / fought if fought else 0.0,
            hp_before=hp / full if full else 0.0,
            hp_after=sum(self.row("hp after", n)) / full if full else 0.0,
            bands=self.bands(n) if fought else (),
            xp=sum(self.row("xp", n)) / fought if fought else 0.0,
            used={name: many / fought for name, many in used if many},
            reinforced=self.reinforced(step, fought),
        )

    def bands(self, n: int) -> tuple[float, ...]:
        bins = self.row("bands", n)
        return tuple(quantile(bins, q * sum(bins)) / (HP_BINS - 1) for q in QUANTILES.values())

    def reinforced(self, step: Step, fought: int) -> dict[str, Share]:
        if not isinstance(step, FightStep) or not fought:
            return {}
        return {
            each.words: wilson_share(self.one("reinforced", step.number, n), fought)
            for n, each in enumerate(step.reinforcements)
        }

    def member(self, place: int, steps: Sequence[StepResult]) -> MemberResult:
        died = {step.title: self.one("died", n, place) for n, step in enumerate(steps)}
        out = {step.title: self.one("out", n, place) for n, step in enumerate(steps)}
        return MemberResult(
            name=self.asked.delve.party.members[place].name,
            survives=self.share(self.one("survives", place)),
            died={title: self.share(many) for title, many in died.items() if many},
            out={title: self.share(many) for title, many in out.items() if many},
            xp=sum(self.one("xp", n, place) for n in range(len(steps))) / self.tally.fights,
        )


# --- as text


def headline(result: DelveResult) -> str:
    rules = [result.ruleset, *result.house, *(f"{name} {value}" for name, value in result.options.items())]
    stopped = "" if result.complete else ", stopped early"
    return f"{result.days:,} days, {', '.join(rules)}, seed {result.seed}{stopped}"


def delve_lines(result: DelveResult) -> Iterator[str]:
    yield headline(result)
    width = max(map(len, END_WORDS.values()))
    for end, one in result.ends.items():
        yield f"  {END_WORDS[end]:<{width}}  {one.share:>7.2%}  ({one.low:.2%} to {one.high:.2%})"
    none = result.nobody_dies
    yield f"nobody dies: {none.share:.2%}  ({none.low:.2%} to {none.high:.2%})"
    yield (
        f"on average: {result.fights:.2f} fights, {result.rests:.2f} rests, {result.xp.mean:,.1f} XP for all together"
    )
    for title, (heads, rows) in (
        ("How far the party gets", steps_table(result)),
        ("Who dies where, by the numbers of the steps", deaths_table(result)),
        ("Where the spells and things go, for each fight fought", used_table(result)),
    ):
        if rows:
            yield ""
            yield f"{title}:"
            yield from (f"  {line}" for line in text_table([heads, *rows]))
    yield from reinforcement_lines(result)
    yield ""
    yield f"checksum {result.checksum}"
    yield f"{result.days_per_second:,.0f} days a second ({result.engine})"


Table = tuple[list[str], list[list[str]]]


def percent_or_dash(share: float) -> str:
    return f"{share:.1%}" if share else "–"


def ends_table(result: DelveResult) -> Table:
    rows = [
        [END_WORDS[end], f"{one.share:.2%}", f"{one.low:.2%} to {one.high:.2%}"] for end, one in result.ends.items()
    ]
    return ["the party", "share", "95% interval"], rows


def steps_table(result: DelveResult) -> Table:
    heads = [
        "step",
        "reached",
        "won",
        "goes home",
        "driven off",
        "lost",
        "hp before",
        "deaths",
        "XP",
        "rounds",
        "rests",
    ]
    return heads, [step_cells(step) for step in result.steps]


def step_cells(step: StepResult) -> list[str]:
    ends = [percent_or_dash(step.ends[end].share) if end in step.ends else "–" for end in (HOME, DRIVEN_OFF, LOST)]
    if not step.is_fight:
        deaths = f"{step.deaths:.2f}" if step.deaths else "–"
        return [f"{step.number} {step.title}", percent_or_dash(step.reached.share), "", *ends, "", deaths, "", "", ""]
    return [
        f"{step.number} {step.title}",
        percent_or_dash(step.reached.share),
        percent_or_dash(step.won.share) if step.won else "–",
        *ends,
        f"{step.hp_before:.0%}" if step.won else "–",
        f"{step.deaths:.2f}" if step.deaths else "–",
        f"{step.xp:,.0f}" if step.xp else "–",
        f"{step.rounds:.1f}" if step.rounds else "–",
        percent_or_dash(step.rested.share),
    ]


def deaths_table(result: DelveResult) -> Table:
    steps = [step for step in result.steps if any(step.title in one.died for one in result.members)]
    heads = ["", *(str(step.number) for step in steps), "survives"]
    rows = []
    for one in result.members:
        cells = [percent_or_dash(one.died[step.title].share) if step.title in one.died else "–" for step in steps]
        rows.append([one.name, *cells, f"{one.survives.share:.1%}"])
    return heads, rows


def used_table(result: DelveResult) -> Table:
    steps = [step for step in result.fight_steps if step.used]
    names = sorted({name for step in steps for name in step.used})
    heads = ["", *(str(step.number) for step in steps)]
    rows = [[name, *(f"{step.used[name]:.2f}" if name in step.used else "–" for step in steps)] for name in names]
    return heads, rows


def reinforcement_lines(result: DelveResult) -> Iterator[str]:
    for step in result.fight_steps:
        for words, one in step.reinforced.items():
            yield f"reinforcements, {step.title}: {words} in {one.share:.1%}"


def draw_as_svg(result: DelveResult) -> str:
    """Return the picture of a day as SVG; nothing without matplotlib."""
    try:
        from affray.charts import LIGHT, data_of  # matplotlib is slow to import
        from affray.delves.report import progress_picture
    except AffrayError:
        return ""
    return data_of(progress_picture(result, LIGHT), ".svg", LIGHT).decode()
