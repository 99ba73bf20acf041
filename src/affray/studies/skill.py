"""What skill is worth in a fight: how often a side wins with each tactic, and when it is cunning, in any book."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, NamedTuple

from affray.engine.encounter import CUNNING, Cunning, Encounter, Party
from affray.html import Displayed, standalone_page
from affray.rules.book import Book
from affray.scenario import ScenarioChoice, check_sides, open_scenario, with_chosen_tactics
from affray.simulation.batch import simulate
from affray.simulation.chances import Share
from affray.studies.compare import chosen_books, percent_with_error, text_table

AS_WRITTEN = "as written"  # by the tactics of the scenario
LEAST_SAID = 0.0005  # a difference that can be said
LEFT_TO_CHANCE = ("random", "whim")
FIGHTS, CUNNING_FIGHTS = 10_000, 200  # of each tactic; of the one that thinks
Follow = Callable[[str], None]


@dataclass(frozen=True)
class Played:
    """How often the side wins by one tactic in one book."""

    tactic: str
    book: str
    wins: Share
    fights: int

    def as_json(self) -> dict[str, Any]:
        return {"tactic": self.tactic, "book": self.book, "fights": self.fights, **self.wins.as_json()}


@dataclass(frozen=True, repr=False)
class Skill(Displayed):
    """What the decisions of one side are worth."""

    title: str
    side: str
    seed: int
    played: tuple[Played, ...]
    complete: bool

    @property
    def books(self) -> list[str]:
        return list(dict.fromkeys(one.book for one in self.played))

    @property
    def tactics(self) -> list[str]:
        return list(dict.fromkeys(one.tactic for one in self.played))

    def of(self, book: str) -> dict[str, Played]:
        return {one.tactic: one for one in self.played if one.book == book}

    def text(self) -> str:
        stopped = "" if self.complete else ", stopped early"
        head = f"{self.title}: how often {self.side} wins, by tactic (95% intervals, seed {self.seed}{stopped})"
        return "\n".join([head, *text_table(self.cells()), "", *self.sentences()]) + "\n"

    def cells(self) -> list[list[str]]:
        return [["tactic", *self.books], *map(self.row, self.tactics)]

    def row(self, tactic: str) -> list[str]:
        found = [self.of(book).get(tactic) for book in self.books]
        return [tactic, *("" if one is None else percent_with_error(one.wins) for one in found)]

    def sentences(self) -> list[str]:
        return [sentence for book in self.books if (sentence := verdict(book, self.of(book)))]

    def as_json(self) -> dict[str, Any]:
        about = {"title": self.title, "side": self.side, "seed": self.seed, "complete": self.complete}
        return about | {"tactics": [one.as_json() for one in self.played], "sentences": self.sentences()}

    def tables_html(self) -> str:
        rows = [[escape(cell) for cell in row] for row in self.cells()]
        head = "".join(f"<th>{cell}</th>" for cell in rows[0])
        body = "".join(
            f"<tr><th>{first}</th>{''.join(f'<td>{cell}</td>' for cell in rest)}</tr>" for first, *rest in rows[1:]
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def report(self) -> str:
        """Return the table and the sentences as one page of HTML."""
        main = [
            f"<h1>{escape(self.title)}</h1>",
            f'<p class="run">How often {escape(self.side)} wins, by tactic; 95% intervals; seed {self.seed}</p>',
            *(f'<p class="answer">{escape(sentence)}</p>' for sentence in self.sentences()),
            self.tables_html(),
        ]
        return standalone_page(f"{escape(self.title)}: what skill is worth", "charts/report.css", main)


def verdict(book: str, played: Mapping[str, Played]) -> str:
    """Say what the best and the worst tactic, and looking ahead, are worth in a book."""
    chosen = {name: one for name, one in played.items() if name not in (AS_WRITTEN, *LEFT_TO_CHANCE)}
    built_in = {name: one for name, one in chosen.items() if not name.startswith(CUNNING)}
    if len(built_in) < 2:
        return ""
    best, worst = (pick(built_in, key=lambda name: built_in[name].wins.share) for pick in (max, min))
    worth = built_in[best].wins.share - built_in[worst].wins.share
    told = [f"{book}: the choice of a tactic is worth {points(worth)} ({best} against {worst})"]
    if worth < LEAST_SAID:
        told = [f"{book}: the choice of a tactic makes no difference"]
    thinking = next((one for name, one in chosen.items() if name.startswith(CUNNING)), None)
    if thinking is not None:
        more = thinking.wins.share - built_in[best].wins.share
        way = "more" if more >= 0 else "less"
        sure = thinking.wins.low > built_in[best].wins.high or thinking.wins.high < built_in[best].wins.low
        told.append(f"looking ahead {points(abs(more))} {way} than {best}{'' if sure else ', which may be chance'}")
    return "; ".join(told) + "."


def points(value: float) -> str:
    return f"{value * 100:.1f} points"


def skill(
    scenario: ScenarioChoice,
    *,
    side: str | None = None,
    rules: str | Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    n: int = FIGHTS,
    cunning: str = CUNNING,
    cunning_fights: int = CUNNING_FIGHTS,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    follow: Follow | None = None,
) -> Skill:
    """Return how often a side wins with each built-in tactic, with those of the scenario and with `cunning`.

    `side` is that of the players if it is left out; `rules` are books or "all", else the scenario's own. With
    `cunning_fights=0` nobody looks ahead. Ctrl-C gives what is done."""
    if cunning_fights:
        Cunning.read(cunning)
    ways = list_ways(scenario, side, chosen_books(rules), [cunning] if cunning_fights else [])
    done = list[Played]()
    try:
        for way in ways:
            if follow is not None:
                follow(f"{way.book.name}, {way.tactic}")
            fights = cunning_fights if way.tactic == cunning else n
            result = simulate(way.encounter, way.book, options or {}, seed, fights, threads, plain, watch=False)
            done.append(Played(way.tactic, way.book.name, result.outcomes[way.side], result.fights))
            if not result.complete:
                break
    except KeyboardInterrupt:
        if not done:
            raise
    complete = len(done) == len(ways) and result.complete
    return Skill(ways[0].encounter.title, ways[0].side, seed, tuple(done), complete)


class TacticInBook(NamedTuple):
    """One tactic in one book."""

    tactic: str
    side: str
    encounter: Encounter
    book: Book


def list_ways(
    scenario: ScenarioChoice, side: str | None, books: Sequence[str | None], more: Sequence[str]
) -> list[TacticInBook]:
    """List the tactics of a side in each book: the scenario's own, the built-in ones, and these more."""
    found = []
    for name in books:
        encounter, book = open_scenario(scenario, name)
        side = side or player_side(encounter)
        check_sides(encounter, [side])
        found.append(TacticInBook(AS_WRITTEN, side, encounter, book))
        alike = without_own_tactics(encounter, side)
        found += [
            TacticInBook(tactic, side, with_chosen_tactics(alike, book, {side: tactic}), book)
            for tactic in (*book.tactics, *more)
        ]
    return found


def without_own_tactics(encounter: Encounter, side: str) -> Encounter:
    """Return it with all members of a side fighting as the side does."""

    def alike(party: Party) -> Party:
        return replace(party, members=tuple(replace(member, tactic="") for member in party.members))

    sides = tuple(alike(party) if party.name == side else party for party in encounter.sides)
    return replace(encounter, sides=sides)


def player_side(encounter: Encounter) -> str:
    """Return the side of the players; where none is marked, the first."""
    return next((side.name for side in encounter.sides if side.players), encounter.sides[0].name)
