"""The small questions at the table, answered exactly: to hit, morale, initiative, a save; as objects, lines and JSON.

The book's own rules are run with dice that fall every way; nothing here knows what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from affray.engine import events as E
from affray.engine.conditions import FALLEN, FLEEING, SURRENDERED
from affray.engine.space import distance
from affray.engine.state import NOBODY, UNDECIDED, Effect, Fight, clone
from affray.engine.verbs import PASS, REFEREE, Answer, Decide, Question, answer
from affray.engine.vocabulary import MOVEMENT, SAVES, TARGETS
from affray.errors import AffrayError, unknown
from affray.odds.enumerate import MAX_STEPS_OF_ROUND, Distribution, Way, every_way, state_key
from affray.odds.scene import Scene, weapon_slots
from affray.odds.survival import RoundsToFell, only_attacker_acts, rounds_to_fell
from affray.rules import seams
from affray.rules.book import Book
from affray.rules.fourfold.odds import Row, table

__all__ = [
    "AttackOdds",
    "CheckOdds",
    "FirstToAct",
    "Row",
    "attack_odds",
    "initiative_odds",
    "morale_odds",
    "save_odds",
    "table",
]

PLENTY = 9999  # hit points that no blow uses up, so that all of it is seen
PER_UNIT = 10  # of the book's unit
MAX_STATES_BEFORE_TURN = 1_000
LUCK = ("advantage", "disadvantage")
TOGETHER = "together"
BROKEN = 1 << FLEEING | 1 << SURRENDERED


@dataclass(frozen=True)
class AttackOdds:
    """One attack with one weapon, and how many rounds its target lasts if it does nothing about them."""

    attacker: str
    target: str
    weapon: str
    hit: Fraction
    damage: dict[int, Fraction]  # of the attack: 0 where it deals none
    hp: int
    fells: Fraction  # at once
    rounds: RoundsToFell | None

    @property
    def mean(self) -> Fraction:
        return sum((amount * chance for amount, chance in self.damage.items()), Fraction(0))


@dataclass(frozen=True)
class CheckOdds:
    """A check of morale or a save: the chance of what it is rolled for, and the numbers it was rolled against."""

    who: str
    chance: Fraction
    needed: tuple[int, ...]


@dataclass(frozen=True)
class FirstToAct:
    """Of each side the chance to act first, and of acting together where the book has that."""

    sides: dict[str, Fraction]


# --- to hit


def attack_odds(
    scene: Scene, attacker: str, target: str, *, said: Sequence[Sequence[str]] = (), weapon: str = "", far: int = 0
) -> list[AttackOdds]:
    """For each weapon it attacks with; `said` are the referee's words before the roll. `far` is a shot over so many
    feet."""
    by, at = scene.who(attacker), scene.who(target)
    if by.id == at.id:
        raise AffrayError(f"{target} can't attack itself; name two")
    slots = weapon_slots(scene, by, weapon, far > 0)
    rounds = None if far or said or weapon else rounds_to_fell(scene.book, scene.fight, by.id, at.id)
    return [one_attack(scene, (by.id, at.id, slot), said, far, rounds) for slot in slots]


def one_attack(
    scene: Scene, who: tuple[int, int, int], said: Sequence[Sequence[str]], far: int, rounds: RoundsToFell | None
) -> AttackOdds:
    by, at, slot = who
    number = scene.fight.who[by].kit[slot]
    if far:
        refuse_distance(scene, number, by, at)
    full = with_referee_words(scene, [*said, ("hp", scene.roster.who[at], str(PLENTY))])
    blow = attack_ways(scene.book, by, at, slot, far > 0)
    hit, damage = Fraction(0), dict[int, Fraction]()
    for way in blow(full):
        hit += way.chance if any(e.kind == E.HIT and e.who == by for e in way.events) else 0
        dealt = sum(e.value for e in way.events if e.kind == E.DAMAGE and e.other == at)
        damage[dealt] = damage.get(dealt, Fraction(0)) + way.chance
    real = with_referee_words(scene, said)
    fells = sum((way.chance for way in blow(real) if way.state.who[at].conditions & FALLEN), Fraction(0))
    names = scene.roster
    ordered = dict(sorted(damage.items()))
    return AttackOdds(names.who[by], names.who[at], names.arms[number], hit, ordered, real.who[at].hp, fells, rounds)


def refuse_distance(scene: Scene, arm: int, by: int, at: int) -> None:
    most, unit = scene.fight.arms[arm].long, scene.book.unit
    far = distance(scene.fight.who[by], scene.fight.who[at])
    if far > most:
        raise AffrayError(
            f"{scene.roster.arms[arm]} reaches {most // PER_UNIT} {unit}; the target is {far // PER_UNIT} {unit} away"
        )


def attack_ways(book: Book, by: int, at: int, slot: int, missile: bool) -> Callable[[Fight], list[Way]]:
    """The book's own attack, with nobody answering it."""

    def run(f: Fight) -> None:
        who = f.who[by]
        who.hand = slot
        seams.attack(f, who, f.who[at], f.arms[who.kit[slot]], missile, False)

    return lambda start: list(every_way(run, start, only_attacker_acts(book, by)))


def with_referee_words(scene: Scene, said: Sequence[Sequence[str]]) -> Fight:
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


def morale_odds(scene: Scene, who: str, *, modifier: int = 0, times: int = 1) -> CheckOdds:
    """The chance that it has broken after so many checks that the referee calls for."""
    one = scene.who(who).id
    situation = SituationModifier(scene.book, modifier)
    now, broken, needed = Distribution(), Fraction(0), dict[int, None]()
    now.add(scene.fight, Fraction(1))
    for _ in range(times):
        then = Distribution()
        for f, so_far in now:
            due = with_referee_words(scene._replace(fight=f), [("check", who, "morale")])
            for way in every_way(lambda g: seams.check_morale(g, g.who[one]), due, situation.decide):
                needed |= {e.was: None for e in way.events if e.kind == E.CHECK}
                if way.state.who[one].conditions & BROKEN:
                    broken += so_far * way.chance
                else:
                    then.add(way.state, so_far * way.chance)
        now = then
    if modifier and not situation.asked:
        raise AffrayError(f"{scene.book.name} asks for no modifier here; leave it out")
    return CheckOdds(scene.roster.who[one], broken, tuple(needed))


class SituationModifier:
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


def save_odds(scene: Scene, who: str, against: str, *, modifier: int = 0) -> CheckOdds:
    """The chance that a save succeeds."""
    if against not in SAVES[1:]:
        raise AffrayError(unknown("save", against, SAVES[1:]))
    one, effect = scene.who(who).id, Effect(save=SAVES.index(against))
    start = with_referee_words(scene, [("modifier", str(modifier))] if modifier else [])
    passed: list[bool] = []
    chance, needed = Fraction(0), dict[int, None]()
    for way in every_way(lambda f: passed.append(seams.save(f, f.who[one], effect)), start):
        chance += way.chance if passed.pop() else 0
        needed |= {e.was: None for e in way.events if e.kind == E.CHECK}
    return CheckOdds(scene.roster.who[one], chance, tuple(needed))


# --- who acts first


class TurnBegins(Exception):
    """Somebody has a turn: here the answer stands."""


def initiative_odds(scene: Scene) -> FirstToAct:
    """Which side is the first to be asked what it does."""
    sides, names = dict[str, Fraction](), scene.roster.sides
    now = Distribution()
    now.add(scene.fight, Fraction(1))
    for _ in range(MAX_STEPS_OF_ROUND):
        if not now:
            break
        now = begin_turns(scene.book, now, sides, names)
    told = {name: sides.get(name, Fraction(0)) for name in names}
    return FirstToAct(told | ({TOGETHER: sides[TOGETHER]} if TOGETHER in sides else {}))


def begin_turns(book: Book, now: Distribution, sides: dict[str, Fraction], names: Sequence[str]) -> Distribution:
    """One step of everybody; where somebody acts it is counted. Ties that are rolled again are tried until they are
    none."""
    then = Distribution()
    for f, so_far in now:
        acts: list[str] = []
        found, here = list[tuple[Fraction, Fight, str]](), state_key(f)
        for way in every_way(step_noting_turns(book, acts, names), f, stop_at_first_turn(book)):
            who = acts.pop()
            if who or state_key(way.state) != here:
                found.append((way.chance, way.state, who))
        moves = sum((chance for chance, _, _ in found), Fraction(0))
        for chance, state, who in found:
            if who:
                sides[who] = sides.get(who, Fraction(0)) + so_far * chance / moves
            elif state.winner == UNDECIDED:
                then.add(state, so_far * chance / moves)
        if len(then) > MAX_STATES_BEFORE_TURN:
            raise AffrayError(f"it can begin in more than {MAX_STATES_BEFORE_TURN:,} ways; ask about fewer combatants")
    return then


def step_noting_turns(book: Book, acts: list[str], names: Sequence[str]) -> Callable[[Fight], None]:
    """A step, and who had a turn in it: the name of a side, TOGETHER, or nothing."""

    def run(f: Fight) -> None:
        try:
            book.step(f)
            acts.append("")
        except TurnBegins as turn:
            acts.append(TOGETHER if f.simultaneous else names[f.who[turn.args[0]].side])

    return run


def stop_at_first_turn(book: Book) -> Decide:
    def decide(f: Fight, q: Question) -> Answer:
        if q.who >= 0 and book.topics[q.ask] in (TARGETS, MOVEMENT):
            raise TurnBegins(q.who)
        return book.decide(f, q) if q.who < 0 else answer(PASS)

    return decide


# --- as text and as JSON: each share with the fraction that it is

MAX_DENOMINATOR = 10**6  # a fraction with a larger denominator tells a reader nothing
LABEL_WIDTH = 16


def format_percent(chance: Fraction) -> str:
    """`45 %`, `27.78 %`"""
    return f"{float(100 * chance):.2f}".rstrip("0").rstrip(".") + " %"


def format_decimal(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def format_fraction(value: Fraction) -> str:
    return str(value) if value.denominator <= MAX_DENOMINATOR else ""


def share_line(label: str, chance: Fraction) -> str:
    return f"  {label:<{LABEL_WIDTH}}{format_percent(chance):>9}   {format_fraction(chance)}".rstrip()


def share_json(chance: Fraction) -> dict[str, Any]:
    return {"share": float(chance), "fraction": str(chance)}


def mean_json(value: Fraction) -> dict[str, Any]:
    return {"mean": float(value), "fraction": str(value)}


# --- to hit


def attack_lines(one: AttackOdds) -> Iterator[str]:
    yield f"{one.attacker} attacks {one.target}: {one.weapon}"
    yield share_line("hits", one.hit)
    yield f"  damage, on average {format_decimal(one.mean)}"
    for amount, chance in one.damage.items():
        yield share_line(f"{amount:>6}", chance)
    yield share_line(f"fells ({one.hp} hp)", one.fells)
    if one.rounds is not None:
        yield f"  rounds to fell, on average {format_decimal(one.rounds.mean)}; it has fallen after"
        for n, chance in enumerate(one.rounds.within, 1):
            yield share_line(f"{n:>6}", chance)


def attack_json(one: AttackOdds) -> dict[str, Any]:
    distribution = {str(amount): share_json(chance) for amount, chance in one.damage.items()}
    said: dict[str, Any] = {
        "attacker": one.attacker,
        "target": one.target,
        "weapon": one.weapon,
        "hit": share_json(one.hit),
    }
    said |= {
        "damage": mean_json(one.mean) | {"distribution": distribution},
        "hp": one.hp,
        "fells": share_json(one.fells),
    }
    if one.rounds is not None:
        within = {str(n): share_json(chance) for n, chance in enumerate(one.rounds.within, 1)}
        said["rounds"] = mean_json(one.rounds.mean) | {"within": within}
    return said


# --- the others


def check_lines(one: CheckOdds, label: str, other: str) -> Iterator[str]:
    against = f", against {' or '.join(map(str, one.needed))}" if one.needed else ""
    yield f"{one.who}{against}"
    yield share_line(label, one.chance)
    yield share_line(other, 1 - one.chance)


def check_json(one: CheckOdds, label: str, other: str) -> dict[str, Any]:
    return {
        "who": one.who,
        "needed": list(one.needed),
        label: share_json(one.chance),
        other: share_json(1 - one.chance),
    }


def first_lines(one: FirstToAct) -> Iterator[str]:
    yield "Acts first"
    for side, chance in one.sides.items():
        yield share_line(side, chance)


def first_json(one: FirstToAct) -> dict[str, Any]:
    return {"outcomes": {side: share_json(chance) for side, chance in one.sides.items()}}


def table_lines(rows: Sequence[Row]) -> Iterator[str]:
    yield "target    plain      advantage   worth   disadvantage   worth"
    for row in rows:
        plain, best, worst = (format_percent(chance) for chance in (row.plain, row.advantage, row.disadvantage))
        yield f"{row.target:>6} {plain:>8} {best:>14} {row.bonus:>+7} {worst:>14} {row.penalty:>+7}"


def table_json(rows: Sequence[Row]) -> dict[str, Any]:
    chances = ("plain", "advantage", "disadvantage")
    return {
        "clause": "fourfold.odds.table",
        "rows": [
            {"target": row.target, "bonus": row.bonus, "penalty": row.penalty}
            | {name: share_json(getattr(row, name)) for name in chances}
            for row in rows
        ],
    }
