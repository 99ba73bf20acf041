"""The small questions at the table, answered exactly: to hit, morale, initiative, a save.

The book's own rules are run with dice that fall every way; nothing here knows what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from affray.engine import events as E
from affray.engine.conditions import FALLEN, FLEEING, SURRENDERED
from affray.engine.space import distance
from affray.engine.state import NOBODY, UNDECIDED, Effect, Fight, clone
from affray.engine.verbs import PASS, REFEREE, Answer, Decide, Question, answer
from affray.engine.vocabulary import MOVEMENT, SAVES, TARGETS
from affray.errors import AffrayError, unknown
from affray.odds.enumerate import MOST_STEPS, Crowd, Way, every_way, telling
from affray.odds.felling import Rounds, rounds_to_fell, strikes_alone
from affray.odds.people import Scene, weapons
from affray.rules.binding import version
from affray.rules.book import Book
from affray.rules.classic import saves as classic_saves
from affray.rules.fourfold.odds import Row, table

__all__ = ["Attack", "Check", "First", "Row", "attack", "initiative", "morale", "save", "table"]

PLENTY = 9999  # hit points that no blow uses up, so that all of it is seen
TENTHS = 10  # of the book's unit
MOST_STATES = 1_000
LUCK = ("advantage", "disadvantage")
TOGETHER = "together"
BROKEN = 1 << FLEEING | 1 << SURRENDERED


@dataclass(frozen=True)
class Attack:
    """One attack with one weapon, and how many rounds its target lasts if it does nothing about them."""

    attacker: str
    target: str
    weapon: str
    hit: Fraction
    damage: dict[int, Fraction]  # of the attack: 0 where it deals none
    hp: int
    fells: Fraction  # at once
    rounds: Rounds | None

    @property
    def mean(self) -> Fraction:
        return sum((amount * chance for amount, chance in self.damage.items()), Fraction(0))


@dataclass(frozen=True)
class Check:
    """A check of morale or a save: the chance of what it is rolled for, and the numbers it was rolled against."""

    who: str
    chance: Fraction
    needed: tuple[int, ...]


@dataclass(frozen=True)
class First:
    """Of each side the chance to act first, and of acting together where the book has that."""

    sides: dict[str, Fraction]


# --- to hit


def attack(
    scene: Scene, attacker: str, target: str, *, said: Sequence[Sequence[str]] = (), weapon: str = "", far: int = 0
) -> list[Attack]:
    """For each weapon it attacks with; `said` are the referee's words before the roll. `far` is a shot over so many
    feet."""
    by, at = scene.who(attacker), scene.who(target)
    if by.id == at.id:
        raise AffrayError(f"{target} can't attack itself; name two")
    slots = weapons(scene, by, weapon, far > 0)
    rounds = None if far or said or weapon else rounds_to_fell(scene.book, scene.fight, by.id, at.id)
    return [one_attack(scene, (by.id, at.id, slot), said, far, rounds) for slot in slots]


def one_attack(
    scene: Scene, who: tuple[int, int, int], said: Sequence[Sequence[str]], far: int, rounds: Rounds | None
) -> Attack:
    by, at, slot = who
    number = scene.fight.who[by].kit[slot]
    if far:
        refuse_distance(scene, number, by, at)
    full = with_words(scene, [*said, ("hp", scene.roster.who[at], str(PLENTY))])
    blow = attacking(scene.book, by, at, slot, far > 0)
    hit, damage = Fraction(0), dict[int, Fraction]()
    for way in blow(full):
        hit += way.chance if any(e.kind == E.HIT and e.who == by for e in way.events) else 0
        dealt = sum(e.value for e in way.events if e.kind == E.DAMAGE and e.other == at)
        damage[dealt] = damage.get(dealt, Fraction(0)) + way.chance
    real = with_words(scene, said)
    fells = sum((way.chance for way in blow(real) if way.state.who[at].on & FALLEN), Fraction(0))
    names = scene.roster
    ordered = dict(sorted(damage.items()))
    return Attack(names.who[by], names.who[at], names.arms[number], hit, ordered, real.who[at].hp, fells, rounds)


def refuse_distance(scene: Scene, arm: int, by: int, at: int) -> None:
    most, unit = scene.fight.arms[arm].long, scene.book.unit
    far = distance(scene.fight.who[by], scene.fight.who[at])
    if far > most:
        raise AffrayError(
            f"{scene.roster.arms[arm]} reaches {most // TENTHS} {unit}; the target is {far // TENTHS} {unit} away"
        )


def attacking(book: Book, by: int, at: int, slot: int, missile: bool) -> Callable[[Fight], list[Way]]:
    """The book's own attack, with nobody answering it."""
    rule = version(book, book.core["attack"])

    def run(f: Fight) -> None:
        who = f.who[by]
        who.hand = slot
        rule(f, who, f.who[at], f.arms[who.kit[slot]], missile, False)

    return lambda start: list(every_way(run, start, strikes_alone(book, by)))


def with_words(scene: Scene, said: Sequence[Sequence[str]]) -> Fight:
    """The fight after what the referee has said."""
    f = clone(scene.fight)
    for words in said:
        try:
            scene.book.word(f, scene.roster, words)
        except AffrayError as no:
            no_luck = f"has no {words[0]} in attacks; give a modifier"
            raise AffrayError(f"{scene.book.name} {no_luck}" if words[0] in LUCK else str(no)) from None
    return f


# --- checks


def morale(scene: Scene, who: str, *, modifier: int = 0, times: int = 1) -> Check:
    """The chance that it has broken after so many checks that the referee calls for."""
    one, rule = scene.who(who).id, version(scene.book, scene.book.seams["morale.check"][0])
    situation = Situation(scene.book, modifier)
    now, broken, needed = Crowd(), Fraction(0), dict[int, None]()
    now.add(scene.fight, Fraction(1))
    for _ in range(times):
        then = Crowd()
        for f, so_far in now:
            due = with_words(scene._replace(fight=f), [("check", who, "morale")])
            for way in every_way(lambda g: rule(g, g.who[one]), due, situation.decide):
                needed |= {e.was: None for e in way.events if e.kind == E.CHECK}
                if way.state.who[one].on & BROKEN:
                    broken += so_far * way.chance
                else:
                    then.add(way.state, so_far * way.chance)
        now = then
    if modifier and not situation.asked:
        raise AffrayError(f"{scene.book.name} asks for no modifier here; leave it out")
    return Check(scene.roster.who[one], broken, tuple(needed))


class Situation:
    """The referee who says how the situation seems; everybody else answers nothing."""

    def __init__(self, book: Book, modifier: int) -> None:
        self.book, self.modifier, self.asked = book, modifier, False

    def decide(self, f: Fight, q: Question) -> Answer:
        if q.who != REFEREE:
            return answer(PASS)
        if not self.modifier or "modify" not in self.book.kinds:
            return self.book.decide(f, q)
        self.asked = True
        said = answer(self.book.kinds.index("modify"), NOBODY, self.modifier)
        if self.book.refusal(f, q, said):
            raise AffrayError(f"{self.book.name}: the situation is worth −2 to +2, not {self.modifier}")
        return said


def save(scene: Scene, who: str, against: str, *, modifier: int = 0) -> Check:
    """The chance that a save succeeds."""
    if against not in SAVES[1:]:
        raise AffrayError(unknown("save", against, SAVES[1:]))
    one, effect = scene.who(who).id, Effect(save=SAVES.index(against))
    rule = version(scene.book, classic_saves.saves)
    start = with_words(scene, [("modifier", str(modifier))] if modifier else [])
    passed: list[bool] = []
    chance, needed = Fraction(0), dict[int, None]()
    for way in every_way(lambda f: passed.append(rule(f, f.who[one], effect)), start):
        chance += way.chance if passed.pop() else 0
        needed |= {e.was: None for e in way.events if e.kind == E.CHECK}
    return Check(scene.roster.who[one], chance, tuple(needed))


# --- who acts first


class Acts(Exception):
    """Somebody has a turn: here the answer stands."""


def initiative(scene: Scene) -> First:
    """Which side is the first to be asked what it does."""
    sides, names = dict[str, Fraction](), scene.roster.sides
    now = Crowd()
    now.add(scene.fight, Fraction(1))
    for _ in range(MOST_STEPS):
        if not now:
            break
        now = begin_turns(scene.book, now, sides, names)
    told = {name: sides.get(name, Fraction(0)) for name in names}
    return First(told | ({TOGETHER: sides[TOGETHER]} if TOGETHER in sides else {}))


def begin_turns(book: Book, now: Crowd, sides: dict[str, Fraction], names: Sequence[str]) -> Crowd:
    """One step of everybody; where somebody acts it is counted. Ties that are rolled again are tried until they are
    none."""
    then = Crowd()
    for f, so_far in now:
        acts: list[str] = []
        found, here = list[tuple[Fraction, Fight, str]](), telling(f)
        for way in every_way(watched(book, acts, names), f, until_a_turn(book)):
            who = acts.pop()
            if who or telling(way.state) != here:
                found.append((way.chance, way.state, who))
        moves = sum((chance for chance, _, _ in found), Fraction(0))
        for chance, state, who in found:
            if who:
                sides[who] = sides.get(who, Fraction(0)) + so_far * chance / moves
            elif state.winner == UNDECIDED:
                then.add(state, so_far * chance / moves)
        if len(then) > MOST_STATES:
            raise AffrayError(f"it can begin in more than {MOST_STATES:,} ways; ask about fewer combatants")
    return then


def watched(book: Book, acts: list[str], names: Sequence[str]) -> Callable[[Fight], None]:
    """A step, and who had a turn in it: the name of a side, TOGETHER, or nothing."""

    def run(f: Fight) -> None:
        try:
            book.step(f)
            acts.append("")
        except Acts as turn:
            acts.append(TOGETHER if f.together else names[f.who[turn.args[0]].side])

    return run


def until_a_turn(book: Book) -> Decide:
    def decide(f: Fight, q: Question) -> Answer:
        if q.who >= 0 and book.topics[q.ask] in (TARGETS, MOVEMENT):
            raise Acts(q.who)
        return book.decide(f, q) if q.who < 0 else answer(PASS)

    return decide
