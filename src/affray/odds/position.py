"""The odds from here: of a fight under way, and of each answer to the question that stands.

Exact where what may follow is small enough; else from forks of this very state, with the interval they allow. First
the step in which a question stands is brought to its end: dice that fell stay as they fell, and what people said
stands; the question that stands is answered as told, or as the tactic would; all later dice fall anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import pstdev
from typing import Any

from affray.compiler.kernels.building import EXPLORING, LIGHT, can_compile, is_ready, report_failure
from affray.engine.dice import face, fight_key
from affray.engine.purposes import Purpose
from affray.engine.state import MOST_SIDES, NOBODY_LEFT, STAND_OFF, UNDECIDED, Fight, clone, comparable_copy
from affray.engine.verbs import Answer, Decide, Question, Refusal, thought
from affray.errors import AffrayError
from affray.log import Event, NeedAnswer, NeedDie, Recorder
from affray.odds.enumerate import Script
from affray.play.questions import Choice, HumanAnswers
from affray.play.session import Play
from affray.rules.book import Book
from affray.simulation import plain as slow
from affray.simulation.chances import Share, wilson_share
from affray.simulation.plain import Player

MAX_FUTURES = 20_000  # ways of one step


@dataclass(slots=True)
class Continuation(HumanAnswers):
    """The people of a fight that goes on without them."""

    dice_rolled: int = 0
    chosen: Answer | None = None  # to the question that stands
    draw: Callable[[int, int], list[int]] = field(default=lambda sides, count: [1] * count)

    def dice(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> list[int] | None:
        if f.rolled >= self.dice_rolled:
            return self.draw(sides, count)
        return HumanAnswers.dice(self, f, owner, purpose, sides, count)

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        try:
            return HumanAnswers.answer(self, f, q, decide, refusal)
        except NeedAnswer:
            chosen, self.chosen = self.chosen, None
            return decide(f, q) if chosen is None else chosen


class ContinuationRecorder(Recorder):
    """What tactics drew so far stays as it was drawn; what they draw from now on is one die more."""

    def __init__(self, onward: Continuation, drawn: int) -> None:
        super().__init__(onward)
        self.onward, self.drawn = onward, drawn

    def guess(self, f: Fight, sides: int) -> int:
        return thought(f, sides) if f.guessed < self.drawn else self.onward.draw(sides, 1)[0]


def state_after_step(play: Play, chosen: Answer | None, draw: Callable[[int, int], list[int]]) -> Fight:
    """The state after the present step."""
    f, _ = finish_step(play, chosen, draw)
    return f


def finish_step(play: Play, chosen: Answer | None, draw: Callable[[int, int], list[int]]) -> tuple[Fight, list[Event]]:
    """The present step brought to its end: the state, and what has happened that the table hasn't seen yet."""
    running = play._stepper
    kept, people = running.checkpoint, running.people
    onward = Continuation(
        play.book, people.deciders, kept.roster, inputs=list(people.inputs), typed=dict(people.typed),
        at_die=people.at_die, prepared=list(kept.prepared), spoken=dict(kept.spoken), dice_rolled=play.state.rolled,
        chosen=chosen, draw=draw,
    )  # fmt: skip
    f = clone(kept.fight)
    f.observer = recorder = ContinuationRecorder(onward, play.state.guessed)
    play.book.step(f)
    f.observer = None
    return f, recorder.since(running.recorder.mark() - kept.mark)


def is_mid_step(play: Play) -> bool:
    """Whether somebody is asked something, in the middle of a step."""
    return isinstance(play._stepper.need, NeedAnswer | NeedDie)


def sample_futures(play: Play, chosen: Answer | None, count: int, seed: int) -> Iterator[Fight]:
    """So many of them, as the dice fall."""
    for number in range(count):
        key, at = fight_key(seed, number), [0]

        def draw(sides: int, dice: int, key: int = key, at: list[int] = at) -> list[int]:
            at[0] += dice
            return [face(key, at[0] - n - 1, sides) for n in range(dice)]

        yield state_after_step(play, chosen, draw)


def every_future(play: Play, chosen: Answer | None) -> Iterator[tuple[float, Fight]]:
    """All of them, each with its chance; stops after MOST, when nobody should rely on them."""
    script = Script()
    for _ in range(MAX_FUTURES):
        script.restart()
        f = state_after_step(play, chosen, lambda sides, dice: faces_of_sum(sides, dice, script.draw(sides, dice)))
        yield float(script.chance), f
        if not script.advance():
            return


def faces_of_sum(sides: int, count: int, over: int) -> list[int]:
    """Dice that come to so much over their least."""
    faces = []
    for _ in range(count):
        more = min(over, sides - 1)
        over -= more
        faces.append(1 + more)
    return faces


# --- the odds

PlayerFactory = Callable[[Book, Fight, int, bool], Player]
EXACT_STATES = 60_000  # states that are counted exactly
FORKS = 200  # ways to finish a step
ROLLOUTS, PLAIN_ROLLOUTS = 20_000, 400  # from all of them, by the compiled and by the plain rules


@dataclass(frozen=True)
class PositionOdds:
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


def odds_from_here(play: Play, seed: int = 0, chosen: Answer | None = None) -> PositionOdds:
    """From this moment on, everybody by their tactics; `chosen` is the answer to the question that stands."""
    if play.over:
        return PositionOdds(True, {name: certain_share(name == play.winner) for name in outcome_names(play)})
    found = exact_odds_from_here(play, chosen)
    return found if found is not None else rollout_odds(play, chosen, seed)


def advise(play: Play, seed: int = 0) -> list[Advice]:
    """The legal answers to the question that stands, best first: by the chance that the side of the one who is asked
    wins. Where intervals overlap, nothing is said about which of two is better."""
    asked = play.asks
    if asked is None or asked.question is None or asked.question.who < 0:
        raise AffrayError("advice is for a combatant who is asked something, and nobody is")
    side = play.roster.sides[play.state.who[asked.question.who].side]
    found = [(choice, odds_from_here(play, seed, choice.answer)) for choice in play.legal]
    told = [Advice(choice, here.outcomes[side], here.exact) for choice, here in found]
    return sorted(told, key=lambda one: -one.wins.share)


def outcome_names(play: Play) -> list[str]:
    return [*play.roster_before_step.sides, "nobody", "stand-off"]


def certain_share(won: bool) -> Share:
    return Share(float(won), float(won), float(won))


# --- exact


def exact_odds_from_here(play: Play, chosen: Answer | None) -> PositionOdds | None:
    """None where there is too much to count, or nothing at hand to count it with."""
    if not (can_compile(play.book) and is_ready(play.book, EXPLORING)):
        return None
    try:
        return solve_from_here(play, chosen)
    except Exception as error:  # whatever LLVM, the disk or a rule may have: fights can be played
        report_failure(play.book, error)
        return None


def solve_from_here(play: Play, chosen: Answer | None) -> PositionOdds | None:
    from affray.odds.graph import TooBig  # these need llvmlite
    from affray.odds.solver import solve_from

    ways = list(every_future(play, chosen)) if is_mid_step(play) else [(1.0, clone(play.state_before_step))]
    if len(ways) == MAX_FUTURES:
        return None
    over = [(weight, f) for weight, f in ways if f.winner != UNDECIDED]
    rest = [(weight, f) for weight, f in ways if f.winner == UNDECIDED]
    shares = dict.fromkeys(outcome_names(play), 0.0)
    for weight, f in over:
        shares[outcome_name(play, f.winner)] += weight
    error, states = 0.0, 0
    if rest:
        try:
            solved = solve_from(play.book, rest, play.roster_before_step.sides, EXACT_STATES)
        except TooBig:
            return None
        error, states = solved.error, solved.states
        for name, one in solved.chances.outcomes.items():
            shares[name] += one.share
    bounded = {name: Share(p, max(0.0, p - error), min(1.0, p + error)) for name, p in shares.items()}
    return PositionOdds(True, bounded, states=states)


def outcome_name(play: Play, winner: int) -> str:
    if winner >= 0:
        return play.roster_before_step.sides[winner]
    return {NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}[winner]


# --- from forks


def rollout_odds(play: Play, chosen: Answer | None, seed: int) -> PositionOdds:
    forks = list(sample_futures(play, chosen, FORKS, seed)) if is_mid_step(play) else [clone(play.state_before_step)]
    if can_compile(play.book) and is_ready(play.book, LIGHT):
        try:
            from affray.simulation.compiled import CompiledPlayer  # needs llvmlite

            return play_forks(play, forks, CompiledPlayer, ROLLOUTS, seed)
        except Exception as error:  # whatever LLVM, the disk or a rule may have: the plain rules do it all
            report_failure(play.book, error)
    return play_forks(play, forks, slow.PlainPlayer, PLAIN_ROLLOUTS, seed)


def play_forks(play: Play, forks: Sequence[Fight], engine: PlayerFactory, fights: int, seed: int) -> PositionOdds:
    each = max(1, fights // len(forks))
    counts = [count_outcomes(play, engine, f, seed + number, each) for number, f in enumerate(forks)]
    return PositionOdds(
        False, {name: pooled_share([c[name] for c in counts], each) for name in outcome_names(play)}, each * len(forks)
    )


def count_outcomes(play: Play, engine: PlayerFactory, f: Fight, seed: int, fights: int) -> Counter[str]:
    """How often each outcome came of one fork."""
    if f.winner != UNDECIDED:
        return Counter({outcome_name(play, f.winner): fights})
    player = engine(play.book, comparable_copy(f), seed, False)
    player.play(0, fights)
    ends = player.total().sums.ends
    lines = len(ends) // (MOST_SIDES - STAND_OFF)
    sums = {winner: sum(ends[(winner - STAND_OFF) * lines :][:lines]) for winner in range(STAND_OFF, MOST_SIDES)}
    return Counter({outcome_name(play, winner): times for winner, times in sums.items() if times})


def pooled_share(times: Sequence[int], each: int) -> Share:
    """Forks differ, and the fights of one are alike: what counts is how many single fights would tell as much as all of
    these, at least as many as there are forks."""
    total = len(times) * each
    p = sum(times) / total
    if len(times) == 1:
        return wilson_share(times[0], total)
    spread = pstdev([t / each for t in times]) / (len(times) - 1) ** 0.5
    worth = p * (1 - p) / spread**2 if spread else len(times)
    enough = int(min(total, max(len(times), worth)))
    return wilson_share(p * enough, enough)
