"""The moment at which a fight stands: the state before its step, what fell and was said since, and who knows what.

From a moment futures are played: by the compiled rules, which run the step again, or by the plain ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from affray.engine.dice import fight_key
from affray.engine.state import Combatant, Fight, clone
from affray.engine.verbs import Answer, Decide, Question, Refusal
from affray.engine.vocabulary import ABSENT, Purpose
from affray.log import NeedAnswer, NeedDie, Recorder
from affray.log.hidden import HIDE, MARK, NOTE, UNMARK, UNSEEN, visible_health
from affray.play.questions import REFEREE, HumanAnswers, JournalEntry
from affray.play.session import Play
from affray.rules import seams
from affray.rules.book import Book
from affray.rules.shared.waiting import lie_in_wait, lurks

Said = tuple[Question, Answer]
MOST_SHOWN, MOST_SAID = 160, 47  # dice and answers of a step that the record of a race has room for
GUESSES = 16  # states that stand for what a side does not know
HP_DRAWS = 24  # throws after which hit points that fit what was seen are no longer looked for
HIT_POINTS = 0x9A3C_5E71  # the stream that unknown hit points are drawn from


@dataclass(frozen=True)
class Moment:
    """Where a fight stands, in a form that knows no dice to come."""

    book: Book
    states: tuple[Fight, ...]  # before the step: one, or several that a side can't tell apart
    shown: tuple[int, ...] = ()  # the dice that have fallen in the step
    said: tuple[Said, ...] = ()  # what was answered in it
    question: Question | None = None  # what is asked now
    names: tuple[str, ...] = ()  # of the sides

    @property
    def state(self) -> Fight:
        return self.states[0]


class TracingRecorder(Recorder):
    """Records the dice and answers of one step."""

    def __init__(self, people: HumanAnswers) -> None:
        super().__init__(people)
        self.shown: list[int] = []
        self.said: list[Said] = []

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        before = len(self.dice)
        total = super().die(f, owner, purpose, sides, count)
        self.shown += [face for _, face in self.dice[before:]]
        return total

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        answer = super().answer(f, q, decide, refusal)
        self.said.append((q, answer))
        return answer


def moment_of(play: Play) -> Moment | None:
    """Return where a fight in progress stands; None where the referee has changed something within the step, so that
    it can't be run again from its beginning."""
    stepper = play._stepper
    kept, people, need = stepper.checkpoint, stepper.people, stepper.need
    names = play.roster_before_step.sides
    if not isinstance(need, NeedAnswer | NeedDie):
        return Moment(play.book, (forget_dice(play.state_before_step),), names=names)
    entries = [*people.inputs, *(e for die, said in people.at_die.items() if die >= kept.fight.rolled for e in said)]
    if any(changes_state(entry) for entry in entries):
        return None
    again = HumanAnswers(
        play.book, people.deciders, kept.roster, inputs=list(people.inputs), typed=dict(people.typed),
        prepared=list(kept.prepared), spoken=dict(kept.spoken), hidden=kept.hidden,
    )  # fmt: skip
    f, recorder = clone(kept.fight), TracingRecorder(again)
    f.observer = recorder
    with suppress(NeedAnswer, NeedDie):
        play.book.step(f)
    question = need.question if isinstance(need, NeedAnswer) else None
    return moment_in_step(play.book, kept.fight, recorder.shown, recorder.said, question, names)


def changes_state(entry: JournalEntry) -> bool:
    """Return whether something said is a referee command that changes more than what is known of somebody."""
    words = [word.lower() for word in entry.fields]
    unseen = words[:1] == [HIDE] and UNSEEN in words
    return entry.kind == REFEREE and not unseen and words[:1] not in ([NOTE], [MARK], [UNMARK])


def moment_in_step(
    book: Book,
    before: Fight,
    shown: Sequence[int],
    said: Sequence[Said],
    question: Question | None,
    names: tuple[str, ...],
) -> Moment | None:
    """Return the moment within a step; None where more was said or thrown in it than a kernel has room for."""
    if len(shown) > MOST_SHOWN or len(said) > MOST_SAID:
        return None
    return Moment(book, (forget_dice(before),), tuple(shown), tuple(said), question, names)


def forget_dice(f: Fight) -> Fight:
    """Return a copy that knows nothing of its dice: where they come from, and how many have fallen. Who lies in wait
    stays away for good: nobody plans with them, and no kernel can let them join."""
    f = clone(f)
    f.key, f.rolled, f.guessed, f.observer = 0, 0, 0, None
    return send_away(f, ())


# --- what a side knows


def as_known_to(moment: Moment, side: int, hidden: Collection[int], guesses: int = GUESSES) -> Moment:
    """Return the moment as a side knows it: hidden foes are not there, and rolled hit points of foes are drawn anew,
    so that they fit the wounds that anybody can see."""
    seen = without_hidden(moment, side, hidden)
    if not any(is_guessed(c, side) for c in seen.state.who[: seen.state.n]):
        return seen
    return replace(seen, states=tuple(guess_hit_points(seen.state, side, number) for number in range(guesses)))


def without_hidden(moment: Moment, side: int, hidden: Collection[int]) -> Moment:
    """Return the moment without the hidden foes of a side."""
    present = present_foes(moment.state, side, hidden)
    if not present:
        return moment
    f = send_away(clone(moment.state), present)
    said = tuple((q, a) for q, a in moment.said if q.who not in present)
    return replace(moment, states=(f,), said=said)


def present_foes(f: Fight, side: int, which: Collection[int]) -> list[int]:
    """Return those of these combatants who take part in the fight against a side."""
    return [n for n in sorted(which) if f.who[n].side != side and not lurks(f.who[n])]


def send_away(f: Fight, which: Collection[int]) -> Fight:
    """Return the state without these, and without those who lie in wait: as if they had never come."""
    for number in which:
        lie_in_wait(f, f.who[number])
    for c in filter(lurks, f.who[: f.n]):
        c.conditions |= 1 << ABSENT
    return f


def is_guessed(c: Combatant, side: int) -> bool:
    """Return whether a side must guess somebody's hit points: a foe's that were rolled."""
    return c.side != side and c.hp_count > 0 and c.max_hp > 0 and c.in_fight and c.hp > 0


def guess_hit_points(f: Fight, side: int, number: int) -> Fight:
    """Return the state with other hit points for the foes of a side, such as they may have."""
    made = clone(f)
    made.key = fight_key(HIT_POINTS, number)
    for c in made.who[: made.n]:
        if is_guessed(c, side):
            c.max_hp, c.hp = fitting_hit_points(made, c)
    made.key = made.rolled = made.guessed = 0
    return made


def fitting_hit_points(f: Fight, c: Combatant) -> tuple[int, int]:
    """Return the most hit points of somebody and those left, thrown until they fit the wounds that can be seen; their
    own where nothing fits."""
    true, lost, seen = (c.max_hp, c.hp), c.max_hp - c.hp, visible_health(c)
    try:
        for _ in range(HP_DRAWS):
            c.max_hp = seams.hit_points(f, c)
            c.hp = c.max_hp - lost
            if c.hp > 0 and visible_health(c) == seen:
                return c.max_hp, c.hp
    finally:
        c.max_hp, c.hp = true
    return max(lost + 1, c.hp_count + c.hp_plus), max(1, c.hp_count + c.hp_plus - lost)
