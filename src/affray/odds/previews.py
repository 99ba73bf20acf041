"""What an attack or a save needs, and what an attack does at once: every face of every die is tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from affray.engine import events as E
from affray.engine.state import Effect, Fight, clone
from affray.engine.verbs import Decide
from affray.engine.vocabulary import SAVES
from affray.log import Event
from affray.odds.enumerate import Script, ScriptedObserver, StepFunction
from affray.odds.position import faces_of_sum, finish_step
from affray.odds.scene import Scene
from affray.odds.survival import only_attacker_acts
from affray.play.questions import Choice
from affray.play.session import Play
from affray.rules import seams

MAX_WAYS_TRIED = 600  # ways that are tried for one answer


@dataclass(frozen=True, slots=True)
class AttackPreview:
    """hits: at least once in this step. fells: whom it is aimed at."""

    hits: float
    fells: float


def preview_attack(play: Play, choice: Choice) -> AttackPreview | None:
    """None where no attack is rolled, or there are too many ways to try them all."""
    asked, script = play.asks, Script()
    if asked is None or asked.question is None or asked.question.who < 0 or choice.answer.target < 0:
        return None
    who, target, hits, fells, attacks = asked.question.who, choice.answer.target, 0.0, 0.0, False
    for _ in range(MAX_WAYS_TRIED):
        script.restart()
        f, events = finish_step(play, choice.answer, lambda s, n: faces_of_sum(s, n, script.draw(s, n)))
        kinds = {e.kind for e in events if e.who == who and e.other == target}
        attacks = attacks or E.HIT in kinds or E.MISS in kinds
        chance = float(script.chance)
        hits += chance * (E.HIT in kinds)
        fells += chance * (target < f.n and not f.who[target].in_fight)
        if not script.advance():
            return AttackPreview(hits, fells) if attacks else None
    return None


# --- what a die that is asked for must show


def describe_needed_face(play: Play) -> str:
    """In words, for a single die that decides whether a blow lands; empty for all others."""
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
    """Whether the next blow hits with this face; None where it isn't a blow that the die decides."""
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
FACES = 20


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
    """With which faces it lands, while nobody does anything about it."""
    start, run = isolate(scene.fight, strike), strike_rule(scene, strike)
    lands, last = list[bool](), None
    for face in range(1, FACES + 1):
        _, table = try_face(run, start, strike[:2], face, only_attacker_acts(scene.book, strike.by))
        last = next((e for e in table.events if e.kind in (E.HIT, E.MISS) and e.who == strike.by), None)
        if last is None:
            return NeededFace(UNKNOWN)
        lands.append(last.kind == E.HIT)
        if not table.draws:
            break
    words = describe_faces(lands) if table.draws else ALWAYS_HITS if lands[-1] else NEVER
    return NeededFace(words, last.was if last and table.draws else None, *damage_dice(table.events, strike))


def isolate(start: Fight, strike: Strike) -> Fight:
    """The two face to face in an early round, and nobody else near."""
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
    """The dice of the first damage with what is added to them, and what they come to when they show their most."""
    harm = next((e for e in events if e.kind == E.DAMAGE and e.other == strike.at and e.dice), None)
    if harm is None:
        return "", 0
    dice = [f"{shown // sides}d{sides}" for sides, shown in harm.dice]
    more = harm.value - sum(shown for _, shown in harm.dice)
    return "+".join(dice) + (f"{more:+d}" if more else ""), harm.value


def try_face(
    run: StepFunction, start: Fight, two: Sequence[int], face: int, decide: Decide | None = None
) -> tuple[object, ScriptedObserver]:
    """What a rule gives with this face, and what was noted of it."""
    f, table = copy_fighters(start, two), FixedFirstDie(face, decide)
    f.observer = table
    given = run(f)
    f.observer = None
    return given, table


def copy_fighters(start: Fight, two: Sequence[int]) -> Fight:
    """A copy in which only these are new: the others are far away, and to copy them all would take most of the time."""
    everybody, start.who = start.who, []
    f = clone(start)
    start.who = everybody
    f.who = [clone(c) if c.id in two else c for c in everybody]
    return f


def describe_faces(lands: Sequence[bool]) -> str:
    """The face from which on all land; those that do, where that is not so."""
    if not any(lands):
        return NEVER
    first = lands.index(True)
    if all(lands[first:]):
        return str(first + 1)
    return ",".join(str(n + 1) for n, hit in enumerate(lands) if hit)


def needed_to_save(scene: Scene, who: int) -> tuple[str, ...]:
    """The least faces with which it saves against death, wands, paralysis, breath and spells."""
    return tuple(needed_for_save(scene.fight, who, number) for number in range(1, len(SAVES)))


def needed_for_save(start: Fight, who: int, number: int) -> str:
    effect = Effect(save=number)
    faces = range(1, FACES + 1)
    passed = [try_face(lambda f: seams.save(f, f.who[who], effect), start, (who,), face)[0] for face in faces]
    return describe_faces([bool(one) for one in passed])
