"""What the present moment of a fight can become: the step in which a question stands, brought to its end.

The dice that fell stay as they fell, what people said stands; the question that stands is answered as told, or as the
tactic would; all later dice fall anew, and tactics that draw by chance draw anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from affray.engine.dice import face, fight_key
from affray.engine.state import Fight, clone
from affray.engine.verbs import Answer, Decide, Question, Refusal, thought
from affray.log.recorder import Event, NeedAnswer, NeedDie, Recorder
from affray.odds.enumerate import Script
from affray.play.deciders import AtTheTable
from affray.play.session import Play

MOST = 20_000  # ways of one step


@dataclass(slots=True)
class Onward(AtTheTable):
    """The people of a fight that goes on without them."""

    fallen: int = 0  # dice
    chosen: Answer | None = None  # to the question that stands
    draw: Callable[[int, int], list[int]] = field(default=lambda sides, count: [1] * count)

    def dice(self, f: Fight, sides: int, count: int) -> list[int] | None:
        if f.rolled >= self.fallen:
            return self.draw(sides, count)
        return AtTheTable.dice(self, f, sides, count)

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        try:
            return AtTheTable.answer(self, f, q, decide, refusal)
        except NeedAnswer:
            chosen, self.chosen = self.chosen, None
            return decide(f, q) if chosen is None else chosen


class Anew(Recorder):
    """What tactics drew so far stays as it was drawn; what they draw from now on is one die more."""

    def __init__(self, onward: Onward, drawn: int) -> None:
        super().__init__(onward)
        self.onward, self.drawn = onward, drawn

    def guess(self, f: Fight, sides: int) -> int:
        return thought(f, sides) if f.guessed < self.drawn else self.onward.draw(sides, 1)[0]


def finished(play: Play, chosen: Answer | None, draw: Callable[[int, int], list[int]]) -> Fight:
    """The state after the present step."""
    f, _ = carried_out(play, chosen, draw)
    return f


def carried_out(play: Play, chosen: Answer | None, draw: Callable[[int, int], list[int]]) -> tuple[Fight, list[Event]]:
    """The present step brought to its end: the state, and what has happened that the table hasn't seen yet."""
    running = play._running
    kept, people = running.kept, running.people
    onward = Onward(
        play.book, people.deciders, kept.roster, inputs=list(people.inputs), typed=dict(people.typed),
        at_die=people.at_die, beforehand=list(kept.beforehand), spoken=dict(kept.spoken), fallen=play.state.rolled,
        chosen=chosen, draw=draw,
    )  # fmt: skip
    f = clone(kept.fight)
    f.table = recorder = Anew(onward, play.state.guessed)
    play.book.step(f)
    f.table = None
    return f, recorder.since(running.recorder.mark() - kept.mark)


def stands(play: Play) -> bool:
    """Whether somebody is asked something, in the middle of a step."""
    return isinstance(play._running.need, NeedAnswer | NeedDie)


def samples(play: Play, chosen: Answer | None, count: int, seed: int) -> Iterator[Fight]:
    """So many of them, as the dice fall."""
    for number in range(count):
        key, at = fight_key(seed, number), [0]

        def draw(sides: int, dice: int, key: int = key, at: list[int] = at) -> list[int]:
            at[0] += dice
            return [face(key, at[0] - n - 1, sides) for n in range(dice)]

        yield finished(play, chosen, draw)


def every(play: Play, chosen: Answer | None) -> Iterator[tuple[float, Fight]]:
    """All of them, each with its chance; stops after MOST, when nobody should rely on them."""
    script = Script()
    for _ in range(MOST):
        script.again()
        f = finished(play, chosen, lambda sides, dice: faces_of(sides, dice, script.draw(sides, dice)))
        yield float(script.chance), f
        if not script.turned():
            return


def faces_of(sides: int, count: int, over: int) -> list[int]:
    """Dice that come to so much over their least."""
    faces = []
    for _ in range(count):
        more = min(over, sides - 1)
        over -= more
        faces.append(1 + more)
    return faces
