"""The odds from here: of a fight under way, and of each answer to the question that stands.

Exact where what may follow is small enough; else from forks of this very state, with the interval they allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import pstdev
from typing import Any

from affray.compiler.kernels.building import EXPLORING, LIGHT, can_compile, is_ready
from affray.engine.state import MOST_SIDES, NOBODY_LEFT, STAND_OFF, UNDECIDED, Fight, clone, untouched
from affray.engine.verbs import Answer
from affray.errors import AffrayError
from affray.odds.futures import MOST, every, samples, stands
from affray.play.questions import Choice
from affray.play.session import Play
from affray.rules.book import Book
from affray.simulation import plain as slow
from affray.simulation.chances import Share, share
from affray.simulation.spec import Player

Engine = Callable[[Book, Fight, int, bool], Player]
SMALL = 60_000  # states that are counted exactly
FORKS = 200  # ways to finish a step
FIGHTS, PLAIN_FIGHTS = 20_000, 400  # from all of them, by the compiled and by the plain rules


@dataclass(frozen=True)
class FromHere:
    """The chance of each outcome from this moment on."""

    exact: bool
    outcomes: dict[str, Share]
    fights: int = 0  # that were played for it
    states: int = 0  # ... or counted

    def as_json(self) -> dict[str, Any]:
        told = {name: one.as_json() for name, one in self.outcomes.items()}
        return {"exact": self.exact, "outcomes": told, "fights": self.fights, "states": self.states}

    def text(self) -> str:
        how = "exact" if self.exact else f"from {self.fights:,} fights, 95 % intervals"
        width = max(map(len, self.outcomes))
        bounds = {name: "" if self.exact else f"  ({o.low:.1%} to {o.high:.1%})" for name, o in self.outcomes.items()}
        lines = [f"  {name:{width}}  {o.share:7.2%}{bounds[name]}" for name, o in self.outcomes.items()]
        return "\n".join([f"odds from here ({how})", *lines]) + "\n"


@dataclass(frozen=True)
class Advice:
    """One answer, and how the side that is asked fares with it."""

    choice: Choice
    wins: Share
    exact: bool


def odds(play: Play, seed: int = 0, chosen: Answer | None = None) -> FromHere:
    """From this moment on, everybody by their tactics; `chosen` is the answer to the question that stands."""
    if play.over:
        return FromHere(True, {name: settled(name == play.winner) for name in names(play)})
    found = exactly(play, chosen)
    return found if found is not None else rolled_out(play, chosen, seed)


def advice(play: Play, seed: int = 0) -> list[Advice]:
    """The legal answers to the question that stands, best first: by the chance that the side of the one who is asked
    wins. Where intervals overlap, nothing is said about which of two is better."""
    asked = play.asks
    if asked is None or asked.question is None or asked.question.who < 0:
        raise AffrayError("advice is for a combatant who is asked something, and nobody is")
    side = play.roster.sides[play.state.who[asked.question.who].side]
    found = [(choice, odds(play, seed, choice.answer)) for choice in play.legal]
    told = [Advice(choice, here.outcomes[side], here.exact) for choice, here in found]
    return sorted(told, key=lambda one: -one.wins.share)


def names(play: Play) -> list[str]:
    return [*play.kept_roster.sides, "nobody", "stand-off"]


def settled(won: bool) -> Share:
    return Share(float(won), float(won), float(won))


# --- exact


def exactly(play: Play, chosen: Answer | None) -> FromHere | None:
    """None where there is too much to count, or nothing at hand to count it with."""
    if not (can_compile(play.book) and is_ready(play.book, EXPLORING)):
        return None
    from affray.odds.graph import TooBig
    from affray.odds.solving import solve_from

    ways = list(every(play, chosen)) if stands(play) else [(1.0, clone(play.kept))]
    if len(ways) == MOST:
        return None
    over = [(weight, f) for weight, f in ways if f.winner != UNDECIDED]
    rest = [(weight, f) for weight, f in ways if f.winner == UNDECIDED]
    shares = dict.fromkeys(names(play), 0.0)
    for weight, f in over:
        shares[name_of(play, f.winner)] += weight
    error, states = 0.0, 0
    if rest:
        try:
            solved = solve_from(play.book, rest, play.kept_roster.sides, SMALL)
        except TooBig:
            return None
        error, states = solved.error, solved.states
        for name, one in solved.chances.outcomes.items():
            shares[name] += one.share
    bounded = {name: Share(p, max(0.0, p - error), min(1.0, p + error)) for name, p in shares.items()}
    return FromHere(True, bounded, states=states)


def name_of(play: Play, winner: int) -> str:
    if winner >= 0:
        return play.kept_roster.sides[winner]
    return {NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}[winner]


# --- from forks


def rolled_out(play: Play, chosen: Answer | None, seed: int) -> FromHere:
    forks = list(samples(play, chosen, FORKS, seed)) if stands(play) else [clone(play.kept)]
    engine, fights = engine_for(play.book)
    each = max(1, fights // len(forks))
    counts = [won(play, engine, f, seed + number, each) for number, f in enumerate(forks)]
    return FromHere(False, {name: pooled([c[name] for c in counts], each) for name in names(play)}, each * len(forks))


def engine_for(book: Book) -> tuple[Engine, int]:
    """The compiled rules if they are at hand, else the plain ones; and how many fights each can play in no time."""
    if can_compile(book) and is_ready(book, LIGHT):
        from affray.simulation.compiled import Player as Compiled

        return Compiled, FIGHTS
    return slow.Player, PLAIN_FIGHTS


def won(
    play: Play, engine: Callable[[Book, Fight, int, bool], Player], f: Fight, seed: int, fights: int
) -> Counter[str]:
    """How often each outcome came of one fork."""
    if f.winner != UNDECIDED:
        return Counter({name_of(play, f.winner): fights})
    player = engine(play.book, untouched(f), seed, False)
    player.play(0, fights)
    ends = player.total().sums.ends
    lines = len(ends) // (MOST_SIDES - STAND_OFF)
    sums = {winner: sum(ends[(winner - STAND_OFF) * lines :][:lines]) for winner in range(STAND_OFF, MOST_SIDES)}
    return Counter({name_of(play, winner): times for winner, times in sums.items() if times})


def pooled(times: Sequence[int], each: int) -> Share:
    """Forks differ, and the fights of one are alike: what counts is how many single fights would tell as much as all of
    these, at least as many as there are forks."""
    total = len(times) * each
    p = sum(times) / total
    if len(times) == 1:
        return share(times[0], total)
    spread = pstdev([t / each for t in times]) / (len(times) - 1) ** 0.5
    worth = p * (1 - p) / spread**2 if spread else len(times)
    enough = int(min(total, max(len(times), worth)))
    return share(p * enough, enough)
