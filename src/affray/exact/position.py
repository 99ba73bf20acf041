"""The odds of a fight in progress, of each answer to the open question, and what an attack or a save needs.

Exact where what may follow is small enough; else from forks of this very state, with the interval they allow. First the
step with the open question is finished: dice that fell stay, what people said stands, the question is answered as told
or as the tactic would, and all later dice fall anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import pstdev
from typing import Any, NamedTuple

from affray.compiler.kernels.building import EXPLORING, LIGHT, can_compile, is_ready, report_failure
from affray.engine import events as E
from affray.engine.dice import face, fight_key
from affray.engine.state import MOST_SIDES, NOBODY_LEFT, STAND_OFF, UNDECIDED, Effect, Fight, clone, comparable_copy
from affray.engine.verbs import Answer, Decide, Question, Refusal, thought
from affray.engine.vocabulary import SAVES, Purpose
from affray.exact.enumerate import Script, ScriptedObserver, StepFunction, only_attacker_acts
from affray.exact.moments import moment_of, send_away
from affray.exact.questions import Scene
from affray.exact.races import new_race
from affray.html import Displayed
from affray.log import Event, NeedAnswer, NeedDie, Recorder
from affray.log.narrate import is_target_modifier
from affray.play.questions import Choice, HumanAnswers
from affray.play.session import Play
from affray.rules import seams
from affray.rules.book import Book
from affray.rules.shared.waiting import lurks
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
        try:
            return HumanAnswers.dice(self, f, owner, purpose, sides, count)
        except NeedDie:  # what the referee said at this die has rolled others before it
            return self.draw(sides, count)

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
    """Return the state after the present step."""
    f, _ = finish_step(play, chosen, draw)
    return f


def finish_step(play: Play, chosen: Answer | None, draw: Callable[[int, int], list[int]]) -> tuple[Fight, list[Event]]:
    """Return the present step brought to its end: the state, and what has happened that the table hasn't seen yet."""
    running = play._stepper
    kept, people = running.checkpoint, running.people
    onward = Continuation(
        play.book, people.deciders, kept.roster, inputs=list(people.inputs), typed=dict(people.typed),
        at_die=people.at_die, prepared=list(kept.prepared), spoken=dict(kept.spoken), hidden=kept.hidden,
        dice_rolled=play.state.rolled, chosen=chosen, draw=draw,
    )  # fmt: skip
    f = clone(kept.fight)
    f.observer = recorder = ContinuationRecorder(onward, play.state.guessed)
    play.book.step(f)
    f.observer = None
    return f, recorder.since(running.recorder.mark() - kept.mark)


def is_mid_step(play: Play) -> bool:
    """Return whether somebody is asked something, in the middle of a step."""
    return isinstance(play._stepper.need, NeedAnswer | NeedDie)


def sample_futures(play: Play, chosen: Answer | None, count: int, seed: int) -> Iterator[Fight]:
    """Return so many of them, as the dice fall."""
    for number in range(count):
        key, at = fight_key(seed, number), [0]

        def draw(sides: int, dice: int, key: int = key, at: list[int] = at) -> list[int]:
            at[0] += dice
            return [face(key, at[0] - n - 1, sides) for n in range(dice)]

        yield state_after_step(play, chosen, draw)


def every_future(play: Play, chosen: Answer | None) -> Iterator[tuple[float, Fight]]:
    """Yield all of them, each with its chance; stops after MOST, when nobody should rely on them."""
    script = Script()
    for _ in range(MAX_FUTURES):
        script.restart()
        f = state_after_step(play, chosen, lambda sides, dice: faces_of_sum(sides, dice, script.draw(sides, dice)))
        yield float(script.chance), f
        if not script.advance():
            return


def faces_of_sum(sides: int, count: int, over: int) -> list[int]:
    """Return dice that come to so much over their least."""
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


@dataclass(frozen=True, repr=False)
class PositionOdds(Displayed):
    """The chance of each outcome from this moment on."""

    exact: bool
    outcomes: dict[str, Share]
    fights: int = 0  # that were played for it
    states: int = 0  # ... or counted

    def as_json(self) -> dict[str, Any]:
        told = {name: one.as_json() for name, one in self.outcomes.items()}
        return {"exact": self.exact, "outcomes": told, "fights": self.fights, "states": self.states}

    def text(self) -> str:
        how = "exact" if self.exact else f"from {self.fights:,} fights, 95% intervals"
        width = max(map(len, self.outcomes))
        bounds = {name: "" if self.exact else f"  ({o.low:.1%} to {o.high:.1%})" for name, o in self.outcomes.items()}
        lines = [f"  {name:{width}}  {o.share:7.2%}{bounds[name]}" for name, o in self.outcomes.items()]
        return "\n".join([f"odds from here ({how})", *lines]) + "\n"


def odds_from_here(play: Play, seed: int = 0, chosen: Answer | None = None) -> PositionOdds:
    """Return the odds from this moment on, everybody by their tactics; `chosen` is the answer to the question that
    stands."""
    if play.over:
        return PositionOdds(True, {name: certain_share(name == play.winner) for name in outcome_names(play)})
    found = exact_odds_from_here(play, chosen)
    return found if found is not None else rollout_odds(play, chosen, seed)


def outcome_names(play: Play) -> list[str]:
    return [*play.roster_before_step.sides, "nobody", "stand-off"]


def certain_share(won: bool) -> Share:
    return Share(float(won), float(won), float(won))


# --- exact


def exact_odds_from_here(play: Play, chosen: Answer | None) -> PositionOdds | None:
    """Return None where there is too much to count, or nothing at hand to count it with."""
    if not (can_compile(play.book) and is_ready(play.book, EXPLORING)):
        return None
    try:
        return solve_from_here(play, chosen)
    except Exception as error:  # whatever LLVM, the disk or a rule may have: fights can be played
        report_failure(play.book, error)
        return None


def solve_from_here(play: Play, chosen: Answer | None) -> PositionOdds | None:
    from affray.exact.graph import (
        TooBig,  # these need llvmlite
        solve_from,
    )

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
    """Play the fight on from within its step; from forks, where the referee has changed something in the step."""
    moment = moment_of(play)
    if moment is None:
        return fork_odds(play, chosen, seed)
    race = new_race(moment, [] if chosen is None or moment.question is None else [chosen], seed)
    fights = PLAIN_ROLLOUTS if race.engine == slow.ENGINE else ROLLOUTS
    winners = Counter(row[0] for row in race.play([0], 0, fights))
    won = {outcome_name(play, winner): times for winner, times in winners.items()}
    return PositionOdds(False, {name: wilson_share(won.get(name, 0), fights) for name in outcome_names(play)}, fights)


def fork_odds(play: Play, chosen: Answer | None, seed: int, unknown: Sequence[int] = ()) -> PositionOdds:
    """Play forks on; those who are unknown to whoever asks lie in wait in each."""
    forks = list(sample_futures(play, chosen, FORKS, seed)) if is_mid_step(play) else [clone(play.state_before_step)]
    for f in forks:
        send_away(f, [n for n in unknown if f.winner == UNDECIDED and not lurks(f.who[n])])
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
    """Return how often each outcome came of one fork."""
    if f.winner != UNDECIDED:
        return Counter({outcome_name(play, f.winner): fights})
    player = engine(play.book, comparable_copy(f), seed, False)
    player.play(0, fights)
    ends = player.total().sums.ends
    lines = len(ends) // (MOST_SIDES - STAND_OFF)
    sums = {winner: sum(ends[(winner - STAND_OFF) * lines :][:lines]) for winner in range(STAND_OFF, MOST_SIDES)}
    return Counter({outcome_name(play, winner): times for winner, times in sums.items() if times})


def pooled_share(times: Sequence[int], each: int) -> Share:
    """Pool the forks. Forks differ, and the fights of one are alike: what counts is how many single fights would tell
    as much as all of these, at least as many as there are forks."""
    total = len(times) * each
    p = sum(times) / total
    if len(times) == 1:
        return wilson_share(times[0], total)
    spread = pstdev([t / each for t in times]) / (len(times) - 1) ** 0.5
    worth = p * (1 - p) / spread**2 if spread else len(times)
    enough = int(min(total, max(len(times), worth)))
    return wilson_share(p * enough, enough)


# --- previews


FACES = 20
MAX_WAYS_TRIED = 600  # ways that are tried for one answer
WAYS_SAMPLED = 400  # ... where there are more


@dataclass(frozen=True, slots=True)
class AttackPreview:
    """hits: at least once in this step. fells: whom it is aimed at. damage: what hits deal on average."""

    hits: float
    fells: float
    damage: float = 0.0
    faces: tuple[bool, ...] = ()  # of the d20 rolled first, whether each hits; nothing where it doesn't decide
    shakes: bool = False  # whether the target's side must check morale if the target falls


@dataclass(slots=True)
class AttackTally:
    """What the ways of one attack come to, each with its chance."""

    who: int
    target: int
    due_before: bool  # whether the target's side is to check morale already
    attacks: bool = False
    hits: float = 0.0
    fells: float = 0.0
    damage: float = 0.0
    shakes: bool = False
    faces: dict[int, set[bool]] = field(default_factory=dict)

    def count(self, chance: float, f: Fight, events: Sequence[Event], first_die: int) -> None:
        mine = [e for e in events if e.who == self.who and e.other == self.target]
        hit = any(e.kind == E.HIT for e in mine)
        self.attacks = self.attacks or hit or any(e.kind == E.MISS for e in mine)
        self.hits += chance * hit
        self.damage += chance * sum(whole_damage(e) for e in mine if e.kind == E.DAMAGE)
        self.faces.setdefault(first_die, set()).add(hit)
        if self.target < f.n and not f.who[self.target].in_fight:
            self.fells += chance
            self.shakes = self.shakes or (not self.due_before and is_morale_due(f, self.target))

    def preview(self) -> AttackPreview | None:
        if not self.attacks:
            return None
        decided = set(self.faces) == set(range(1, FACES + 1)) and all(len(ends) == 1 for ends in self.faces.values())
        faces = tuple(self.faces[face] == {True} for face in range(1, FACES + 1)) if decided else ()
        mean = self.damage / self.hits if self.hits else 0.0
        return AttackPreview(self.hits, self.fells, mean, faces, self.shakes)


def whole_damage(e: Event) -> int:
    """Return the damage with what goes beyond 0 hp."""
    return e.value - sum(amount for reason, amount in e.because if is_target_modifier(e, reason))


def is_morale_due(f: Fight, target: int) -> bool:
    """Return whether anybody who is still in the fight on the side of a target is to check morale."""
    return any(c.morale_due and c.in_fight for c in f.who[: f.n] if c.side == f.who[target].side)


def preview_attack(play: Play, choice: Choice) -> AttackPreview | None:
    """Return what an answer's attack comes to; None where no attack is rolled."""
    asked = play.asks
    if asked is None or asked.question is None or asked.question.who < 0 or choice.answer.target < 0:
        return None
    return preview_blow(play, choice, asked.question.who, choice.answer.target)


def preview_defence(play: Play, choice: Choice) -> AttackPreview | None:
    """Return what the attack that a question is about does to the one who is asked, if this is answered; None where it
    is about none."""
    asked = play.asks
    if asked is None or asked.question is None or asked.question.who < 0 or asked.question.other < 0:
        return None
    by, at = asked.question.other, asked.question.who
    return None if by == at else preview_blow(play, choice, by, at)


def preview_blow(play: Play, choice: Choice, by: int, at: int) -> AttackPreview | None:
    """Return what the attacks of one at another in the present step come to, if this is answered: in every way the dice
    can fall, or where these are too many in some hundred of them."""
    due = is_morale_due(play.state, at)
    script, tally = Script(), AttackTally(by, at, due)
    for _ in range(MAX_WAYS_TRIED):
        script.restart()
        first: list[int] = []  # the face of the die rolled first, if that is a d20

        def draw(sides: int, count: int, first: list[int] = first) -> list[int]:
            faces = faces_of_sum(sides, count, script.draw(sides, count))
            if not first:
                first.append(faces[0] if (sides, count) == (FACES, 1) else 0)
            return faces

        f, events = finish_step(play, choice.answer, draw)
        tally.count(float(script.chance), f, events, first[0] if first else 0)
        if not script.advance():
            return tally.preview()
    return sample_blow(play, choice, AttackTally(by, at, due)) if tally.attacks else None


def sample_blow(play: Play, choice: Choice, tally: AttackTally) -> AttackPreview | None:
    """Return what an attack comes to as some hundred throws of the dice have it."""
    for number in range(WAYS_SAMPLED):
        key, at = fight_key(0, number), [0]

        def draw(sides: int, dice: int, key: int = key, at: list[int] = at) -> list[int]:
            at[0] += dice
            return [face(key, at[0] - n - 1, sides) for n in range(dice)]

        tally.count(1 / WAYS_SAMPLED, *finish_step(play, choice.answer, draw), 0)
    return tally.preview()


# --- what a die that is asked for must show


def describe_needed_face(play: Play) -> str:
    """Return in words, for a single die that decides whether a blow lands; empty for all others."""
    asked = play.asks
    if asked is None or asked.die is None or asked.die.count != 1:
        return ""
    sides = asked.die.sides
    lands = [hits_with_face(play, face) for face in range(1, sides + 1)]
    if None in lands or not any(lands):
        return "" if None in lands else "no face hits"
    least = lands.index(True) + 1
    without_gaps = all(lands[least - 1 :])
    if without_gaps:
        return f"{least} or more hits"
    return f"hits on {', '.join(str(n + 1) for n, hit in enumerate(lands) if hit)}"


def hits_with_face(play: Play, face: int) -> bool | None:
    """Return whether the next blow hits with this face; None where it isn't a blow that the die decides."""
    faces = iter([face])

    def draw(sides: int, count: int) -> list[int]:
        return [next(faces, 1)] * count

    _, events = finish_step(play, None, draw)
    first = next((e for e in events if e.dice), None)
    return None if first is None or first.kind not in (E.HIT, E.MISS) else first.kind == E.HIT


# --- what a die must show, for any two of a fight

FAR_AWAY = 10_000_000  # where everybody else is meanwhile
PLENTY = 9999  # hit points, so that nobody falls of a face that is tried
ALWAYS_HITS, NEVER, UNKNOWN = "hits", "–", "?"


class Strike(NamedTuple):
    """One with a weapon at another; far: in tenths of the book's unit."""

    by: int
    at: int
    slot: int
    far: int = 0
    missile: bool = False


class NeededFace(NamedTuple):
    """The least face in words, the armour that was met, the dice of damage as they are rolled, and the most of them."""

    words: str
    armour: int | None = None
    damage: str = ""
    most: int = 0


class FixedFirstDie(ScriptedObserver):
    """Dice of which the first shows a face; all others show their most."""

    def __init__(self, face: int, decide: Decide | None) -> None:
        self.face = face
        super().__init__(decide)

    def draw(self, sides: int, count: int) -> int:
        self.draws += 1
        return min(self.face, sides) - 1 if self.draws == 1 else count * (sides - 1)


def needed_to_hit(scene: Scene, strike: Strike) -> NeededFace:
    """Return with which faces it lands, while nobody does anything about it."""
    start, run = isolate(scene.fight, strike), strike_rule(scene, strike)
    lands, last = list[bool](), None
    for shown in range(1, FACES + 1):
        _, table = try_face(run, start, strike[:2], shown, only_attacker_acts(scene.book, strike.by))
        last = next((e for e in table.events if e.kind in (E.HIT, E.MISS) and e.who == strike.by), None)
        if last is None:
            return NeededFace(UNKNOWN)
        lands.append(last.kind == E.HIT)
        if not table.draws:
            break
    words = describe_faces(lands) if table.draws else ALWAYS_HITS if lands[-1] else NEVER
    return NeededFace(words, last.was if last and table.draws else None, *damage_dice(table.events, strike))


def dice_of_damage(scene: Scene, strike: Strike) -> str:
    """Return the dice of a blow that lands, with what is added to them; empty where it does no damage."""
    start, run = isolate(scene.fight, strike), strike_rule(scene, strike)
    _, table = try_face(run, start, strike[:2], FACES, only_attacker_acts(scene.book, strike.by))
    return damage_dice(table.events, strike)[0]


def isolate(start: Fight, strike: Strike) -> Fight:
    """Return the two face to face in an early round, and nobody else near."""
    f = clone(start)
    f.round = 1
    for c in f.who[: f.n]:
        c.x, c.y, c.z = FAR_AWAY * (1 + c.side), FAR_AWAY * c.id, 0
    one, other = f.who[strike.by], f.who[strike.at]
    one.x, one.y, other.x, other.y = 0, 0, strike.far, 0
    one.heading_x, one.heading_y, other.heading_x, other.heading_y = 1, 0, -1, 0
    other.hp = other.max_hp = PLENTY
    return f


def strike_rule(scene: Scene, strike: Strike) -> StepFunction:
    def run(f: Fight) -> None:
        who = f.who[strike.by]
        who.hand = strike.slot
        seams.attack(f, who, f.who[strike.at], f.arms[who.kit[strike.slot]], strike.missile, False)

    return run


def damage_dice(events: Sequence[Event], strike: Strike) -> tuple[str, int]:
    """Return the dice of the first damage with what is added to them, and what they come to when they show their
    most."""
    harm = next((e for e in events if e.kind == E.DAMAGE and e.other == strike.at and e.dice), None)
    if harm is None:
        return "", 0
    dice = [f"{shown // sides}d{sides}" for sides, shown in harm.dice]
    more = harm.value - sum(shown for _, shown in harm.dice)
    return "+".join(dice) + (f"{more:+d}" if more else ""), harm.value


def try_face(
    run: StepFunction, start: Fight, two: Sequence[int], face: int, decide: Decide | None = None
) -> tuple[object, ScriptedObserver]:
    """Return what a rule gives with this face, and what was noted of it."""
    f, table = copy_fighters(start, two), FixedFirstDie(face, decide)
    f.observer = table
    given = run(f)
    f.observer = None
    return given, table


def copy_fighters(start: Fight, two: Sequence[int]) -> Fight:
    """Return a copy in which only these are new: the others are far away, and to copy them all would take most of the
    time."""
    everybody, start.who = start.who, []
    f = clone(start)
    start.who = everybody
    f.who = [clone(c) if c.id in two else c for c in everybody]
    return f


def describe_faces(lands: Sequence[bool]) -> str:
    """Return the face from which on all land; those that do, where that is not so."""
    if not any(lands):
        return NEVER
    first = lands.index(True)
    if all(lands[first:]):
        return str(first + 1)
    return ",".join(str(n + 1) for n, hit in enumerate(lands) if hit)


def needed_to_save(scene: Scene, who: int) -> tuple[str, ...]:
    """Return the least faces with which it saves against death, wands, paralysis, breath and spells."""
    return tuple(needed_for_save(scene.fight, who, number) for number in range(1, len(SAVES)))


def needed_for_save(start: Fight, who: int, number: int) -> str:
    effect = Effect(save=number)
    faces = range(1, FACES + 1)
    passed = [try_face(lambda f: seams.save(f, f.who[who], effect), start, (who,), face)[0] for face in faces]
    return describe_faces([bool(one) for one in passed])
