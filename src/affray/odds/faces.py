"""What a die must show, for any two of a fight: each face is tried by the book's own rules, and the least is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from affray.engine import events as E
from affray.engine.state import Effect, Fight, clone
from affray.engine.verbs import Decide
from affray.engine.vocabulary import SAVES
from affray.log.recorder import Event
from affray.odds.enumerate import Run, Scripted
from affray.odds.felling import strikes_alone
from affray.odds.people import Scene
from affray.rules.binding import version
from affray.rules.classic import saves as classic_saves

FAR_AWAY = 10_000_000  # where everybody else is meanwhile
PLENTY = 9999  # hit points, so that nobody falls of a face that is tried
ALWAYS, NEVER, OTHERWISE = "hits", "–", "?"
FACES = 20


class Strike(NamedTuple):
    """One with a weapon at another; far: in tenths of the book's unit."""

    by: int
    at: int
    slot: int
    far: int = 0
    missile: bool = False


class Needed(NamedTuple):
    """The least face in words, the armour that was met, the dice of damage as they are rolled, and the most of them."""

    words: str
    armour: int | None = None
    damage: str = ""
    most: int = 0


class Shown(Scripted):
    """Dice of which the first shows a face; all others show their most."""

    def __init__(self, face: int, decide: Decide | None) -> None:
        self.face = face
        super().__init__(decide)

    def draw(self, sides: int, count: int) -> int:
        self.made += 1
        return min(self.face, sides) - 1 if self.made == 1 else count * (sides - 1)


def to_hit(scene: Scene, strike: Strike) -> Needed:
    """With which faces it lands, while nobody does anything about it."""
    start, run = apart(scene.fight, strike), striking(scene, strike)
    lands, last = list[bool](), None
    for face in range(1, FACES + 1):
        _, table = tried(run, start, strike[:2], face, strikes_alone(scene.book, strike.by))
        last = next((e for e in table.events if e.kind in (E.HIT, E.MISS) and e.who == strike.by), None)
        if last is None:
            return Needed(OTHERWISE)
        lands.append(last.kind == E.HIT)
        if not table.made:
            break
    words = least(lands) if table.made else ALWAYS if lands[-1] else NEVER
    return Needed(words, last.was if last and table.made else None, *dealt(table.events, strike))


def apart(start: Fight, strike: Strike) -> Fight:
    """The two face to face in an early round, and nobody else near."""
    f = clone(start)
    f.round = 1
    for c in f.who[: f.n]:
        c.x, c.y, c.z = FAR_AWAY * (1 + c.side), FAR_AWAY * c.id, 0
    one, other = f.who[strike.by], f.who[strike.at]
    one.x, one.y, other.x, other.y = 0, 0, strike.far, 0
    one.face_x, one.face_y, other.face_x, other.face_y = 1, 0, -1, 0
    other.hp = other.max_hp = PLENTY
    return f


def striking(scene: Scene, strike: Strike) -> Run:
    rule = version(scene.book, scene.book.core["attack"])

    def run(f: Fight) -> None:
        who = f.who[strike.by]
        who.hand = strike.slot
        rule(f, who, f.who[strike.at], f.arms[who.kit[strike.slot]], strike.missile, False)

    return run


def dealt(events: Sequence[Event], strike: Strike) -> tuple[str, int]:
    """The dice of the first damage with what is added to them, and what they come to when they show their most."""
    harm = next((e for e in events if e.kind == E.DAMAGE and e.other == strike.at and e.dice), None)
    if harm is None:
        return "", 0
    dice = [f"{shown // sides}d{sides}" for sides, shown in harm.dice]
    more = harm.value - sum(shown for _, shown in harm.dice)
    return "+".join(dice) + (f"{more:+d}" if more else ""), harm.value


def tried(
    run: Run, start: Fight, two: Sequence[int], face: int, decide: Decide | None = None
) -> tuple[object, Scripted]:
    """What a rule gives with this face, and what was noted of it."""
    f, table = again(start, two), Shown(face, decide)
    f.table = table
    given = run(f)
    f.table = None
    return given, table


def again(start: Fight, two: Sequence[int]) -> Fight:
    """A copy in which only these are new: the others are far away, and to copy them all would take most of the time."""
    everybody, start.who = start.who, []
    f = clone(start)
    start.who = everybody
    f.who = [clone(c) if c.id in two else c for c in everybody]
    return f


def least(lands: Sequence[bool]) -> str:
    """The face from which on all land; those that do, where that is not so."""
    if not any(lands):
        return NEVER
    first = lands.index(True)
    if all(lands[first:]):
        return str(first + 1)
    return ",".join(str(n + 1) for n, hit in enumerate(lands) if hit)


def to_save(scene: Scene, who: int) -> tuple[str, ...]:
    """The least faces with which it saves against death, wands, paralysis, breath and spells."""
    rule = version(scene.book, classic_saves.saves)
    return tuple(saving(rule, scene.fight, who, number) for number in range(1, len(SAVES)))


def saving(rule: Callable[..., bool], start: Fight, who: int, number: int) -> str:
    effect = Effect(save=number)
    faces = range(1, FACES + 1)
    passed = [tried(lambda f: rule(f, f.who[who], effect), start, (who,), face)[0] for face in faces]
    return least([bool(one) for one in passed])
