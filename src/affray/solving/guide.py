"""A guide in words: for each question a small decision tree made from the best answers, and what following it wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from affray.compiler.kernels.plan import Array
from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import PASS, Answer, Question
from affray.rules.book import Book, Roster
from affray.solving.exploring import ChoiceExplorer
from affray.solving.values import Followed, Values

MOST_DEPTH = 3  # conditions of one rule
LEAST_SAVED = 0.0005  # of the chance to win, that a condition must be worth
MOST_STATES = 200_000  # questions that a guide is made from, those that are met most
SELDOM = 0.001  # questions asked less often than this, on average in a fight, are left out
REACH = 50  # tenths: 5 feet
Rule = tuple[tuple[str, ...], str, float]  # conditions, what to answer then, how often on average in a fight


@dataclass(frozen=True)
class Guide:
    """Rules for each question, the first that holds counts; and what a fight is won by who follows them."""

    rules: dict[str, list[Rule]]
    value: float
    best: float

    def as_json(self) -> dict[str, Any]:
        rules = {
            name: [{"if": list(when), "answer": what, "times": often} for when, what, often in found]
            for name, found in self.rules.items()
        }
        return {"wins": self.value, "rules": rules}

    def lines(self) -> Iterator[str]:
        if not self.rules:
            yield "There is nothing to decide."
            return
        yield f"Guide. Followed to the letter it wins {self.value:.2%}; best play wins {self.best:.2%}."
        for name, found in self.rules.items():
            yield f"{name}:"
            for when, what, _ in found:
                yield f"  {what}, if {' and '.join(when)}" if when else f"  {what}"


@dataclass(frozen=True)
class Lessons:
    """What one combatant is asked under one name: features of each state, what each answer costs, how often it is
    met."""

    features: Array
    names: Sequence[str]
    losses: Array  # of each state and answer: what is lost by it
    weights: Array


def make_guide(
    book: Book, start: Fight, roster: Roster, explorer: ChoiceExplorer, values: Values, best: Array, followed: Followed
) -> Guide:
    """Make a guide of the best answers, for the sides that are solved, and follow it."""
    asked = values.tree.choice_asked[: 4 * values.choices].reshape(-1, 4)
    shown = np.flatnonzero(followed.met > 0)
    shown = np.sort(shown[np.argsort(-followed.met[shown], kind="stable")[:MOST_STATES]])
    features, names = features_of(book, start, roster, explorer, values, shown)
    runs, of = values.answers()
    policy, rules = best.copy(), dict[str, list[Rule]]()
    for ask, who in np.unique(asked[shown][:, :2], axis=0):
        here = np.flatnonzero((asked[shown, 0] == ask) & (asked[shown, 1] == who))
        met = followed.met[shown[here]]
        if met.sum() < SELDOM:
            continue
        labels, losses, places = losses_of(values, runs, of, shown[here])
        lessons = Lessons(features[here], names_for(names, roster, int(who)), losses, met)
        found = list(grow(lessons, np.arange(len(here)), MOST_DEPTH))
        title = f"{roster.who[who]}, {book.asks[ask]}"
        rules[title] = []
        for when, label, members in found:
            words = say(
                book, start, roster, Question(int(ask), int(who), int(asked[shown[here[0]], 2]), 0), labels[label]
            )
            rules[title].append((when, words, float(met[members].sum())))
            chosen = places[members, label]
            policy[shown[here[members]]] = np.where(chosen >= 0, chosen, policy[shown[here[members]]])
    return Guide(rules, values.follow(policy).value if rules else followed.value, followed.value)


def losses_of(values: Values, runs: Array, of: Array, questions: Array) -> tuple[list[Answer], Array, Array]:
    """Return the different answers to these questions, and of each question and answer what is lost by it and the
    run it leads to. An answer that may not be given counts as the pass that it becomes."""
    row = np.full(values.choices, NOBODY, np.int64)
    row[questions] = np.arange(len(questions))
    mine = row[of] >= 0
    runs, rows = runs[mine], row[of[mine]]
    answers = values.tree.run_answer[: 3 * values.runs].reshape(-1, 3)[runs]
    labels, label = np.unique(answers, axis=0, return_inverse=True)
    sign = np.where(values.greatest[questions], 1.0, -1.0)
    worth, places = np.full((len(questions), len(labels)), -np.inf), np.full((len(questions), len(labels)), NOBODY)
    worth[rows, label.reshape(-1)] = values.run_value[runs] * sign[rows]
    places[rows, label.reshape(-1)] = runs
    passing = np.flatnonzero((labels[:, 0] == PASS) & (labels[:, 1] == NOBODY))
    if len(passing):
        missing = places < 0
        worth = np.where(missing, worth[:, passing[:1]], worth)
        places = np.where(missing, places[:, passing[:1]], places)
    losses = worth.max(axis=1, keepdims=True) - worth
    return [Answer(*map(int, one)) for one in labels], np.minimum(losses, 1.0), places


def say(book: Book, start: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return the words for an answer; "nothing" for a pass."""
    if a.kind == PASS:
        return "no" if book.answers and book.answers[q.ask] == 1 << 1 else "pass"
    return book.say_answer(start, roster, q, a)


# --- trees


def grow(lessons: Lessons, members: Array, depth: int) -> Iterator[tuple[tuple[str, ...], int, Array]]:
    """Yield rules, each with its conditions, its answer and the states it holds in: split where that saves most."""
    costs = (lessons.losses[members] * lessons.weights[members, None]).sum(axis=0)
    label = int(costs.argmin())
    split = best_split(lessons, members) if depth > 0 and costs[label] > LEAST_SAVED else None
    if split is None or costs[label] - split[0] < LEAST_SAVED:
        yield (), label, members
        return
    _, feature, limit = split
    high = lessons.features[members, feature] >= limit
    for part, sign in ((members[high], "at least"), (members[~high], "below")):
        for when, answer, inside in grow(lessons, part, depth - 1):
            yield (f"{lessons.names[feature]} is {sign} {limit:g}", *when), answer, inside


def best_split(lessons: Lessons, members: Array) -> tuple[float, int, float] | None:
    """Return the split that loses least: what is lost with it, the feature, and its limit."""
    best: tuple[float, int, float] | None = None
    costs = lessons.losses[members] * lessons.weights[members, None]
    for feature in range(lessons.features.shape[1]):
        x = lessons.features[members, feature]
        values, place = np.unique(x, return_inverse=True)
        if len(values) < 2:
            continue
        sums = np.zeros((len(values), costs.shape[1]))
        np.add.at(sums, place.reshape(-1), costs)
        below = sums.cumsum(axis=0)
        lost = below[:-1].min(axis=1) + (below[-1] - below[:-1]).min(axis=1)
        n = int(lost.argmin())
        if best is None or lost[n] < best[0] - 1e-12:
            best = float(lost[n]), feature, float(values[n + 1])
    return best


# --- features


def features_of(
    book: Book, start: Fight, roster: Roster, explorer: ChoiceExplorer, values: Values, questions: Array
) -> tuple[Array, list[str]]:
    """Return what somebody can see of the states in which these questions are met, and the names of it."""
    states = values.states_of_questions()[questions]
    who = values.tree.choice_asked[: 4 * values.choices].reshape(-1, 4)[questions, 1]
    words = np.tile(explorer.plan.base, (len(questions), 1))
    words[:, explorer.plan.live] = explorer.graph.states[states]
    record = words.view(explorer.state.dtype)[:, 0]
    everybody, rows = record["who"], np.arange(len(questions))
    inside = everybody.dtype.names
    columns: list[tuple[str, Array]] = []
    x, y = (everybody[axis][:, : start.n] if axis in inside else np.zeros((len(rows), start.n)) for axis in "xy")
    apart = np.maximum(np.abs(x - x[rows, who][:, None]), np.abs(y - y[rows, who][:, None]))
    for c in start.who:
        columns.append((f"hp of {roster.who[c.id]}", everybody["hp"][:, c.id]))
        if np.any(apart[:, c.id] > 0):
            columns.append((f"distance to {roster.who[c.id]}", apart[:, c.id] / 10))
    if "tempo.score" in inside:
        score = everybody["tempo.score"][:, : start.n]
        columns += [(f"score of {roster.who[c.id]}", score[:, c.id]) for c in start.who]
        sides = np.array([c.side for c in start.who])
        foes = np.where(sides[None, :] != sides[who][:, None], score, 0).max(axis=1)
        columns.append(("your lead in score", score[rows, who] - foes))
    if any(c.caster for c in start.who) and "spells" in inside:
        spells = (everybody["spells"][:, : start.n] != NOBODY).sum(axis=2)
        columns += [(f"spells of {roster.who[c.id]}", spells[:, c.id]) for c in start.who if c.caster]
    if "round" in record.dtype.names:
        columns.append(("round", record["round"]))
    return np.stack([column.astype(np.float64) for _, column in columns], axis=1), [name for name, _ in columns]


def names_for(names: Sequence[str], roster: Roster, who: int) -> list[str]:
    """Return the names as one of them reads them."""
    mine = roster.who[who]
    return [f"your {name.partition(' of ')[0]}" if name.endswith(f" of {mine}") else name for name in names]
