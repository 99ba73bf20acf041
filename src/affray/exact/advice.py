"""Advice in a fight in progress: how the side that is asked fares with each answer, at once and better with time.

Answers race against each other with the same dice; one that is clearly worse than the best drops out. A small position
is counted exactly instead, once for all its answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple, overload

from affray.compiler.kernels.building import EXPLORING, RACING, can_compile, is_ready, report_failure
from affray.engine.state import Fight
from affray.engine.verbs import Answer
from affray.errors import AffrayError
from affray.exact.moments import Moment, as_known_to, moment_of, present_foes, without_hidden
from affray.exact.position import every_future, fork_odds
from affray.exact.races import Runner, new_race
from affray.html import Displayed
from affray.play.questions import Choice
from affray.play.session import Play
from affray.rules.book import Book
from affray.simulation.chances import Share, wilson_share
from affray.simulation.warm import prepare_general

CLEAR = 3.0  # standard errors by which an answer must be worse to drop out: it is looked at some ten times
ENOUGH = 48  # fights before any drops out
TINY = 0.005  # a difference that does not matter
FIRST_FIGHTS = 64  # of each answer, for the first estimate
FIRST_SECONDS = 0.1
SLICE_SECONDS = 0.1  # between two estimates
SURE_FIGHTS = 1_000  # of the best answer, before its share is told
SMALL_STATES, LARGE_STATES = 1_000, 60_000  # states that are counted: at once; where there is more time
LONG_SECONDS = 5.0
MOST_WAYS = 1_500  # ways of finishing the step, of all answers
MOST_FIGHTERS = 8  # who still fight where all is counted: more have too many states


class Budget(NamedTuple):
    """What advice may take: whatever is spent first."""

    seconds: float = 2.0
    fights: int = 10_000  # of each answer


@dataclass(frozen=True)
class Advice:
    """One answer, and how the side that is asked fares with it."""

    choice: Choice
    wins: Share
    exact: bool = False
    fights: int = 0
    among_best: bool = True  # nothing says that another answer is better

    def as_json(self) -> dict[str, Any]:
        return {
            "answer": self.choice.words,
            "exact": self.exact,
            "fights": self.fights,
            "among_best": self.among_best,
            **self.wins.as_json(),
        }


@dataclass(frozen=True, repr=False)
class Recommendation(Displayed, Sequence[Advice]):
    """The legal answers to a question, best first."""

    who: str
    answers: tuple[Advice, ...]
    clear: bool  # more fights would not change which are best
    seconds: float = 0.0
    states: int = 0  # that were counted

    def __len__(self) -> int:
        return len(self.answers)

    @overload
    def __getitem__(self, at: int) -> Advice: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Advice]: ...
    def __getitem__(self, at: int | slice) -> Advice | Sequence[Advice]:
        return self.answers[at]

    @cached_property
    def best(self) -> tuple[Advice, ...]:
        """Return the answers of which none is known to be better than another."""
        return tuple(one for one in self.answers if one.among_best)

    @property
    def exact(self) -> bool:
        return all(one.exact for one in self.answers)

    @property
    def fights(self) -> int:
        return sum(one.fights for one in self.answers)

    def sentence(self) -> str:
        """Return the advice in words: "Strike Grub: 71%. Strike Snik: 64%. The rest is worse." """
        best, rest = self.best, self.answers[len(self.best) :]
        if len(best) == len(self.answers) > 1:
            return f"{upper(say_choice(best[0]))}: {say_share(best[0])}. No answer is clearly better."
        told = [f"{upper(say_choice(best[0]))}: {say_share(best[0])}."]
        if len(best) == 2:
            told.append(f"{upper(say_choice(best[1]))} is about as good.")
        elif len(best) > 2:
            told.append(f"{len(best) - 1} other answers are about as good.")
        if rest:
            told.append(f"{upper(say_choice(rest[0]))}: {say_share(rest[0])}.")
        if len(rest) > 1:
            told.append("The rest is worse.")
        return " ".join(told)

    def text(self) -> str:
        width = max(len(str(one.choice)) for one in self.answers)
        lines = [f"  {one.choice!s:{width}}  {one.wins.share:6.1%}  ({say_bounds(one)})" for one in self.answers]
        how = f"exact, {self.states:,} states" if self.exact else f"from {self.fights:,} fights, 95% intervals"
        return "\n".join([f"{self.who}: chances with each answer ({how})", *lines, self.sentence()]) + "\n"

    def as_json(self) -> dict[str, Any]:
        told = [one.as_json() for one in self.answers]
        about = {"who": self.who, "sentence": self.sentence(), "clear": self.clear, "exact": self.exact}
        return about | {"fights": self.fights, "states": self.states, "answers": told}


def say_choice(one: Advice) -> str:
    return str(one.choice)


def say_share(one: Advice) -> str:
    share = one.wins.share
    if not one.exact and round(share, 2) in (0.0, 1.0):
        return "over 99%" if share > 0.5 else "under 1%"  # nothing that was played is certain
    return f"{share:.0%}"


def say_bounds(one: Advice) -> str:
    return "exact" if one.exact else f"{one.wins.low:.1%} to {one.wins.high:.1%}"


def upper(words: str) -> str:
    return words[:1].upper() + words[1:]


# --- a race, and who is ahead in it


class Race:
    """The answers that are compared, and who won each future of each: of each answer a number with a bit for each."""

    def __init__(self, runner: Runner, side: int) -> None:
        self.runner, self.side = runner, side
        self.count = max(1, len(runner.answers))
        self.running = list(range(self.count))
        self.won = [0] * self.count
        self.played = [0] * self.count

    @property
    def fights(self) -> int:
        """Return how many futures of all answers that run were played."""
        return self.played[self.running[0]] if all(self.played) else 0

    def play(self, fights: int) -> None:
        """Play so many futures more of every answer that still runs."""
        before = self.fights
        if not before:  # what was tried of some answers is played again
            self.won, self.played = [0] * self.count, [0] * self.count
        rows = self.runner.play(self.running, before, fights)
        for n in self.running:
            bits = "".join("1" if row[n] == self.side else "0" for row in rows)
            self.won[n] = self.won[n] << fights | int(bits, 2)
            self.played[n] += fights

    def play_some(self, first: Sequence[int], seconds: float) -> None:
        """Play one future of one answer after the other, these first, as far as the time goes."""
        began = perf_counter()
        for n in [*first, *(n for n in self.running if n not in first)]:
            if any(self.played) and perf_counter() - began > seconds:
                break
            self.won[n] = int(self.runner.play([n], 0, 1)[0][n] == self.side)
            self.played[n] = 1

    def share(self, n: int) -> Share:
        played = self.played[n]
        return wilson_share(self.won[n].bit_count(), played) if played else Share(0.5, 0.0, 1.0)

    def leader(self) -> int:
        return max(self.running, key=lambda n: (self.won[n].bit_count(), -n))

    def lead(self, one: int, other: int) -> tuple[float, float]:
        """Return by how much one that runs is ahead of another, and the standard error of that."""
        fights = self.fights
        better, worse = (self.won[one] & ~self.won[other]).bit_count(), (self.won[other] & ~self.won[one]).bit_count()
        mean = (better - worse) / fights
        return mean, sqrt(max(0.0, (better + worse) / fights - mean * mean) / fights)

    def drop_alike(self) -> None:
        """Let those drop out that won the same futures as one before them."""
        seen = dict[int, int]()
        for n in self.running:
            seen.setdefault(self.won[n], n)
        self.running = list(seen.values())

    def drop_the_worse(self, clear: float) -> None:
        """Let those drop out that are worse than the leader by so many standard errors."""
        if len(self.running) > 1:
            leader = self.leader()
            leads = {n: self.lead(leader, n) for n in self.running}
            self.running = [n for n, (lead, error) in leads.items() if lead <= clear * error or lead == 0.0]

    def is_decided(self) -> bool:
        """Return whether one answer is left, or nothing that matters lies between those that are."""
        if len(self.running) == 1:
            return True
        leader = self.leader()
        others = [self.lead(leader, n) for n in self.running if n != leader]
        return self.fights >= SURE_FIGHTS and all(2 * error - lead < TINY for lead, error in others)


# --- advice


def advise(play: Play, seed: int = 0, budget: Budget | None = None) -> Recommendation:
    """Return the legal answers to the question that stands, best first: by the chance that the side of the one who is
    asked wins, everybody by their tactics from then on. Hidden foes count as not there."""
    *_, last = advise_step_by_step(play, seed, budget)
    return last


def advise_step_by_step(play: Play, seed: int = 0, budget: Budget | None = None) -> Iterator[Recommendation]:
    """Yield a first estimate at once, then better ones, until the best answer is clear or the budget is spent."""
    side, choices = who_is_asked(play)
    moment = moment_of(play)
    if moment is None:
        yield advise_by_forks(play, choices, side, seed)
        return
    yield from improve(play, without_hidden(moment, side, play.hidden.now), choices, seed, budget or Budget())


def advise_side(play: Play, seed: int = 0, budget: Budget | None = None) -> Recommendation:
    """Return advice for somebody who knows only what the side that is asked can know: not the hit points that foes have
    rolled."""
    side, choices = who_is_asked(play)
    moment = moment_of(play)
    if moment is None:
        raise AffrayError("the referee has just changed something; advice for players follows with the next question")
    *_, last = improve(play, as_known_to(moment, side, play.hidden.now), choices, seed, budget or Budget())
    return last


def who_is_asked(play: Play) -> tuple[int, list[Choice]]:
    """Return the side that is asked, and its answers as far as it can know of them."""
    asked = play.asks
    if asked is None or asked.question is None or asked.question.who < 0:
        raise AffrayError("advice is for a combatant who is asked something, and nobody is")
    who = play.state.who
    side = who[asked.question.who].side
    hidden = {n for n in play.hidden.now if who[n].side != side}
    known = [choice for choice in play.legal if choice.answer.target not in hidden or choice.answer.target < 0]
    return side, list({choice.words: choice for choice in reversed(known)}.values())[::-1]


def improve(
    play: Play, moment: Moment, choices: Sequence[Choice], seed: int, budget: Budget
) -> Iterator[Recommendation]:
    began = perf_counter()
    assert moment.question is not None
    side = moment.state.who[moment.question.who].side
    prepare_kernel(moment.book)
    answers = [choice.answer for choice in choices]
    race = Race(new_race(moment, answers, seed), side)
    told = Teller(play, moment, choices, began)
    begin(race, likely_first(play, answers), budget)
    yield told.standing(race)
    if len(moment.states) == 1 and len(answers) > 1:
        states = LARGE_STATES if budget.seconds >= LONG_SECONDS else SMALL_STATES
        if (found := exact_shares(play, moment, answers, states)) is not None:
            yield told.exact(found, side)
            return
    fights = max(FIRST_FIGHTS, race.fights)
    while race.fights < budget.fights and perf_counter() - began < budget.seconds:
        started = perf_counter()
        race.play(min(fights, budget.fights - race.fights))
        if race.fights >= ENOUGH:
            race.drop_the_worse(CLEAR)
        took = perf_counter() - started
        fights = max(1, min(2 * fights, int(fights * SLICE_SECONDS / max(took, 1e-6))))
        if race.is_decided() and (race.fights >= SURE_FIGHTS or took > SLICE_SECONDS):
            break
        yield told.standing(race)
    yield told.standing(race)


def prepare_kernel(book: Book) -> None:
    """Let another process compile the kernel if it is missing, so that the next advice has it."""
    if can_compile(book):
        prepare_general(book, RACING)


def likely_first(play: Play, answers: Sequence[Answer]) -> list[int]:
    """Return the place of the answer that the tactic would give: it is tried first where there is little time."""
    asked = play.asks
    if asked is None or asked.question is None:
        return []
    favoured = play.book.decide(play.state, asked.question)
    return [n for n, answer in enumerate(answers) if answer == favoured]


def begin(race: Race, first: Sequence[int], budget: Budget) -> None:
    """Play what makes the first estimate: as many fights as there is time for, at least one of the likeliest answer."""
    began, fights = perf_counter(), 1
    race.play_some(first, FIRST_SECONDS)
    while race.fights < min(FIRST_FIGHTS, budget.fights) and race.fights:
        spent = perf_counter() - began
        if spent * (1 + fights / race.fights) > FIRST_SECONDS:
            break
        race.play(fights)
        fights = min(2 * fights, FIRST_FIGHTS - race.fights) or 1


class Teller:
    """Says how a race stands."""

    def __init__(self, play: Play, moment: Moment, choices: Sequence[Choice], began: float) -> None:
        assert moment.question is not None
        self.who = play.roster.who[moment.question.who]
        self.choices, self.began = choices, began

    def standing(self, race: Race) -> Recommendation:
        some = [
            Advice(choice, race.share(n), False, int(race.played[n]), n in race.running)
            for n, choice in enumerate(self.choices)
        ]
        return self.sorted(some, race.fights > 0 and race.is_decided())

    def exact(self, found: ExactShares, side: int) -> Recommendation:
        error = found.error
        most = max(found.shares)
        some = [
            Advice(choice, Share(p, max(0.0, p - error), min(1.0, p + error)), True, 0, p >= most - 2 * error - 1e-12)
            for choice, p in zip(self.choices, found.shares, strict=True)
        ]
        return replace(self.sorted(some, True), states=found.states)

    def sorted(self, some: Sequence[Advice], clear: bool) -> Recommendation:
        ordered = sorted(some, key=lambda one: (not one.among_best, -one.wins.share))
        return Recommendation(self.who, tuple(ordered), clear, perf_counter() - self.began)


def advise_by_forks(play: Play, choices: Sequence[Choice], side: int, seed: int) -> Recommendation:
    """Return advice where the step can't be run again: the odds of each answer by themselves."""
    began, name = perf_counter(), play.roster.sides[side]
    unknown = present_foes(play.state, side, play.hidden.now)
    found = [(choice, fork_odds(play, choice.answer, seed, unknown)) for choice in choices]
    most = max(here.outcomes[name].low for _, here in found)
    some = [
        Advice(choice, here.outcomes[name], here.exact, here.fights, here.outcomes[name].high >= most)
        for choice, here in found
    ]
    assert play.asks is not None
    ordered = sorted(some, key=lambda one: (not one.among_best, -one.wins.share))
    clear = sum(one.among_best for one in some) == 1
    return Recommendation(play.asks.who, tuple(ordered), clear, perf_counter() - began)


# --- counted exactly


class ExactShares(NamedTuple):
    """How often the side that is asked wins with each answer."""

    shares: list[float]
    error: float
    states: int


def exact_shares(play: Play, moment: Moment, answers: Sequence[Answer], budget: int) -> ExactShares | None:
    """Count all answers at once; None where there is too much to count, or nothing at hand to count it with."""
    assert moment.question is not None
    side = moment.state.who[moment.question.who].side
    if not (can_compile(play.book) and is_ready(play.book, EXPLORING)) or play.hidden.now:
        return None
    if sum(c.in_fight for c in moment.state.who[: moment.state.n]) > MOST_FIGHTERS:
        return None
    futures = futures_of_answers(play, answers)
    if futures is None:
        return None
    try:
        from affray.exact.shared_graph import TooBig, count_wins  # needs llvmlite

        return ExactShares(*count_wins(play.book, futures, side, budget))
    except TooBig:
        return None
    except Exception as error:  # whatever LLVM, the disk or a rule may have: fights can be played
        report_failure(play.book, error)
        return None


def futures_of_answers(play: Play, answers: Sequence[Answer]) -> list[list[tuple[float, Fight]]] | None:
    """Return every way in which the step can end after each answer; None where there are too many."""
    found, left = [], MOST_WAYS
    for answer in answers:
        ways = list(islice(every_future(play, answer), left + 1))
        left -= len(ways)
        if left < 0:
            return None
        found.append(ways)
    return found
