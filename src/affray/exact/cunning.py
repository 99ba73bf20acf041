"""The tactic `cunning`: a side that plays the fight forward after each of its answers, and takes the best.

What it plays forward is the moment as its side knows it, with dice of its own. From the answer on its own side goes on
by the built-in tactic that does best from the start of the fight, and foes by `nearest`. It leaves that tactic's answer
only for one that wins more of the same futures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from affray.compiler.kernels.building import can_compile, report_failure
from affray.engine.encounter import NEAREST, Cunning
from affray.engine.state import Fight, clone
from affray.engine.verbs import PASS, Answer, Question
from affray.exact.advice import Advice, Race, Recommendation
from affray.exact.moments import Moment, as_known_to, forget_dice, moment_in_step, moment_of
from affray.exact.races import PlainRace, Runner
from affray.log import only_pass
from affray.play.functions import StepSoFar
from affray.play.questions import Choice
from affray.play.session import Play
from affray.rules.book import Book, Roster

THOUGHTS = 0xC0_11_1E5  # the seed of what it plays forward
STATES = 8  # that stand for what its side does not know
FIRST = 24  # fights of each answer before any drops out
WORSE = 2.0  # standard errors by which an answer must be worse than the best to drop out
BETTER = 2.5  # ... by which it must be better than the built-in tactic's to be given: most leads are chance
TRIALS = 256  # fights by which the built-in tactics are compared
LEFT_TO_CHANCE = ("random", "whim")
MOST_REMEMBERED = 50_000


class LookingAhead:
    """Answers for sides that are cunning."""

    def in_play(self, cunning: Cunning, play: Play) -> tuple[Answer, str]:
        """Return the answer to the question that stands, and the reasons in a sentence."""
        assert play.asks is not None
        assert play.asks.question is not None
        q = play.asks.question
        legal = play.book.legal_answers(play.state, q)
        moment = None if only_pass(legal) else moment_of(play)
        if moment is None:
            return usual_answer(play.book, play.state, q, legal), ""
        view = View(cunning, play.book, play.roster, play.began, play.state, q)
        thought = think(view, moment, legal, play.hidden.now)
        return thought.answer, thought.in_words(view)

    def in_step(self, cunning: Cunning, step: StepSoFar) -> Answer:
        legal = step.book.legal_answers(step.state, step.question)
        moment = None
        if not only_pass(legal):
            moment = moment_in_step(step.book, step.before, step.shown, step.said, step.question, step.roster.sides)
        if moment is None:
            return usual_answer(step.book, step.state, step.question, legal)
        view = View(cunning, step.book, step.roster, step.start, step.state, step.question)
        return think(view, moment, legal, ()).answer


def usual_answer(book: Book, f: Fight, q: Question, legal: Sequence[Answer]) -> Answer:
    """Return the built-in tactic's answer; where only a pass is legal, that."""
    if only_pass(legal):
        return next((answer for answer in legal if answer.kind == PASS), legal[0])
    return book.decide(f, q)


@dataclass(frozen=True)
class View:
    """Who thinks, about what."""

    cunning: Cunning
    book: Book
    roster: Roster
    start: Fight
    state: Fight
    question: Question

    @property
    def side(self) -> int:
        return self.state.who[self.question.who].side


@dataclass(frozen=True)
class Thought:
    """An answer, and what was played forward for it."""

    answer: Answer
    race: Race | None = None

    def in_words(self, view: View) -> str:
        """Return the reasons: how often the side wins with this answer, and with the next best."""
        if self.race is None:
            return ""
        race, who = self.race, view.roster.who[view.question.who]
        at = race.runner.answers.index(self.answer)
        some = []
        for n, answer in enumerate(race.runner.answers):
            words = view.book.say_answer(view.state, view.roster, view.question, answer)
            some.append(Advice(Choice(answer, words), race.share(n), False, race.played[n], n == at))
        ordered = sorted(some, key=lambda one: (not one.among_best, -one.wins.share))
        return f"{who}: {Recommendation(who, tuple(ordered), True).sentence()}"


# --- thinking

_remembered: dict[object, Thought] = {}


def think(view: View, moment: Moment, legal: Sequence[Answer], hidden: Collection[int]) -> Thought:
    """Return the best answer to a question. The same moment has the same answer, so it is thought of once."""
    book, q, side = view.book, view.question, view.side
    tactic = best_tactic(book, view.start, side)
    known = as_known_to(moment, side, hidden, STATES)
    states = tuple(with_tactic(book, f, side, tactic) for f in known.states)
    mine = with_tactic(book, view.state, side, tactic)
    usual = book.decide(mine, q)
    unknown = {n for n in hidden if view.state.who[n].side != side}
    answers = [usual, *(a for a in legal if a != usual and not (a.target >= 0 and a.target in unknown))]
    if len(answers) == 1:
        return Thought(usual)
    runner = quickest(replace(known, states=states), answers)
    key = runner.key() if view.cunning.seconds > view.cunning.fights else None
    if key is not None and (key := (key, view.cunning)) in _remembered:
        return _remembered[key]
    thought = run_race(view.cunning, runner, side)
    if key is not None:
        if len(_remembered) > MOST_REMEMBERED:
            _remembered.clear()
        _remembered[key] = thought
    return thought


def quickest(moment: Moment, answers: Sequence[Answer]) -> Runner:
    """Return the compiled race, though its kernel be compiled for it: the plain rules would take longer. Both have the
    same winners."""
    if can_compile(moment.book):
        try:
            from affray.exact.compiled_races import CompiledRace  # needs llvmlite

            return CompiledRace(moment, answers, THOUGHTS)
        except Exception as error:  # whatever LLVM, the disk or a rule may have: the plain rules think
            report_failure(moment.book, error)
    return PlainRace(moment, answers, THOUGHTS)


def run_race(cunning: Cunning, runner: Runner, side: int) -> Thought:
    """Race the answers, of which the first is the built-in tactic's; drop those that are worse or do the same."""
    began, race = perf_counter(), Race(runner, side)
    race.play(min(FIRST, cunning.fights))
    race.drop_alike()
    race.drop_the_worse(WORSE)
    while len(race.running) > 1 and race.fights < cunning.fights and perf_counter() - began < cunning.seconds:
        race.play(min(race.fights, cunning.fights - race.fights))
        race.drop_the_worse(WORSE)
    best = race.leader()
    if 0 in race.running and best != 0:
        lead, error = race.lead(best, 0)
        best = best if lead > BETTER * error else 0
    return Thought(runner.answers[best], race)


# --- what it goes on by

_best: dict[tuple[int, int], tuple[Fight, int]] = {}  # by start and side, with the start, so that its id stays its own


def best_tactic(book: Book, start: Fight, side: int) -> int:
    """Return the built-in tactic that does best for a side from the start of a fight; of equals NEAREST."""
    key = id(start), side
    if key not in _best:
        if len(_best) > 16:
            _best.clear()
        names = [NEAREST, *(name for name in book.tactics if name not in (NEAREST, *LEFT_TO_CHANCE))]
        wins = {name: wins_with(book, start, side, book.tactics.index(name)) for name in names}
        _best[key] = start, book.tactics.index(max(names, key=lambda name: wins[name]))
    return _best[key][1]


def wins_with(book: Book, start: Fight, side: int, tactic: int) -> int:
    race = quickest(Moment(book, (with_tactic(book, forget_dice(start), side, tactic),)), ())
    return sum(row[0] == side for row in race.play([0], 0, TRIALS))


def with_tactic(book: Book, f: Fight, side: int, tactic: int) -> Fight:
    """Return a state in which a side fights by a tactic, and all others by `nearest`."""
    made, nearest = clone(f), book.tactics.index(NEAREST)
    made.observer = None
    for c in made.who[: made.n]:
        c.tactic = tactic if c.side == side else nearest
    return made
