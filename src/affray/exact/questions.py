"""The small questions at the table, answered exactly: to hit, morale, initiative, a save; as objects, lines and JSON.

A scene says whom a question is about: a few words, or people of a scenario. The book's own rules are run with dice that
fall every way; nothing here knows what they say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from affray.content.spelling import find_name
from affray.engine import events as E
from affray.engine.clauses import CLAUSES, REASONS
from affray.engine.dice import Notation
from affray.engine.encounter import ABILITIES, AVERAGE, CONTACT, NUMBERS, ROLLED, Encounter, Member, Party
from affray.engine.space import distance
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Effect, Fight, clone
from affray.engine.verbs import PASS, REFEREE, Answer, Decide, Question, answer
from affray.engine.vocabulary import FALLEN, FLEEING, MOVEMENT, SAVES, SURRENDERED, TARGETS
from affray.errors import AffrayError, unknown
from affray.exact.enumerate import (
    MAX_STEPS_OF_ROUND,
    Distribution,
    RoundsToFell,
    Way,
    every_way,
    only_attacker_acts,
    rounds_to_fell,
    state_key,
)
from affray.rules import seams
from affray.rules.book import Book, Roster
from affray.rules.fourfold.setup import Row, table
from affray.scenario import content_from_packs, monsters_known, read_options
from affray.simulation.plain import advance_to_first_die

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

OURS, THEIRS = "ours", "theirs"
STEADY_MORALE = 12  # so that nobody runs from a question about blows
MAX_COUNT = 100  # of one kind
MEMBER_NUMBERS = ("hp", "level", "loyalty")  # what a member has beside encounter.NUMBERS
TEXT_NUMBERS = ("damage", "attacks", "saves", "hd", "shock")  # numbers that are more than one
NUMBER_BOUNDS = {"morale": (2, 12), "led": (2, 12), "move": (0, 9999), "fly": (0, 9999), "swim": (0, 9999)}
GEAR_KINDS = ("weapons", "armour", "potions")


class Scene(NamedTuple):
    """A fight in which a question can be asked: set up, and nothing rolled."""

    book: Book
    fight: Fight
    roster: Roster

    def who(self, name: str) -> Combatant:
        for known, c in zip(self.roster.who, self.fight.who, strict=True):
            if known.lower() == name.lower():
                return c
        raise AffrayError(unknown("combatant", name, self.roster.who))

    def say(self, *words: str) -> None:
        """Give a referee's command, as at the table."""
        self.book.referee_command(self.fight, self.roster, words)


def read_member(words: str, book: Book) -> Member:
    """Read `3 orc`, `3` of no kind, `fighter 3 with sword +1, plate mail, DEX 16`, `thac0 17, damage 1d8+1`."""
    if re.fullmatch(r"\d{1,4}", words.strip()):
        return Member(
            count=Notation(0, 1, plus=read_whole_number("a number of people", words.strip(), 1, MAX_COUNT)), hp=AVERAGE
        )
    first, *more = [part.strip() for part in re.split(r",| with | and ", words.replace("−", "-"))]
    found = find_member(first, book)
    if found is None:
        found, more = Member(hp=AVERAGE), [first, *more]
        refuse_unknown(first, book)
    for item in more:
        found = add_item(found, item)
    return found


def find_member(words: str, book: Book) -> Member | None:
    """Return how many of what, and of which level."""
    known = book.names()
    said = re.fullmatch(r"(?:(\d{1,4}) )?(.+?)(?: (\d{1,2}))?", words.lower())
    if said is None or not 1 <= int(said[1] or 1) <= MAX_COUNT:
        raise AffrayError(
            f"{words!r}: expected somebody, or 1 to {MAX_COUNT} of a kind, as `orc`, `3 orc` or `fighter 3`"
        )
    count, level = Notation(0, 1, plus=int(said[1] or 1)), int(said[3] or 1)
    if cls := find_name(said[2], known["classes"]):
        return Member(count=count, cls=cls, level=level, hp=AVERAGE)
    if kind := find_name(said[2], monsters_known(book)):
        return Member(count=count, kind=kind, level=level, hp=AVERAGE)
    return None


def refuse_unknown(words: str, book: Book) -> None:
    """Refuse what is neither somebody, nor a number, nor something to carry."""
    known = book.names()
    gear = [word for kind in GEAR_KINDS for word in known[kind]]
    bare = re.sub(r"^\d+ | \+\d+$", "", words.lower())
    if number_in(words) is None and bare not in (*gear, "shield"):
        raise AffrayError(unknown("monster, class or piece of gear", words, [*monsters_known(book), *known["classes"]]))


def number_in(item: str) -> tuple[str, str] | None:
    """Read `thac0 17`: the name of a number, and what it is."""
    for name in sorted((*ABILITIES, *NUMBERS, *MEMBER_NUMBERS), key=len, reverse=True):
        if item.lower().startswith(f"{name.lower()} "):
            return name, item[len(name) :].strip()
    return None


def add_item(who: Member, item: str) -> Member:
    """Return the member with one more thing said of them."""
    number = number_in(item)
    if number is None:
        return replace(who, gear=(*who.gear, item))
    name, value = number
    if name in ABILITIES:
        return replace(who, abilities={**who.abilities, name: read_whole_number(name, value, 3, 18)})
    if name == "hp":
        return replace(who, hp=read_whole_number(name, value, 1, 9999))
    if name == "level":
        return replace(who, level=read_whole_number(name, value, 1, 36))
    if name == "loyalty":
        return replace(who, retainer=read_whole_number(name, value, 2, 12))
    if name not in TEXT_NUMBERS:
        read_whole_number(name, value, *NUMBER_BOUNDS.get(name, (-MAX_COUNT, MAX_COUNT)))
    return replace(who, numbers={**who.numbers, name: value})


def read_whole_number(name: str, value: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[+-]?\d{1,6}", value) or not least <= int(value) <= most:
        raise AffrayError(f"{name} {value}: expected a whole number from {least} to {most}")
    return int(value)


def two_sided_scene(
    book: Book,
    options: Mapping[str, str],
    ours: Member,
    theirs: Member,
    *,
    distance: int | str = CONTACT,
    players: bool | None = None,
    morale: int | None = STEADY_MORALE,
    called: tuple[str, str] = ("One", "The other"),
) -> Scene:
    """Build two sides who see each other. Whoever has a class is a player character, unless it is said otherwise.
    `called` is who has no kind to be called by."""
    sides = tuple(
        Party(name, (one,), players=bool(one.cls) if players is None else players and name == OURS, wary=True)
        for name, one in ((OURS, ours), (THEIRS, theirs))
    )
    if morale is not None:
        sides = tuple(replace(side, morale=morale) for side in sides)
    content = content_from_packs((ours.kind, theirs.kind), book)
    found = set_up(book, options, Encounter("odds", "a small question", sides, distance, content=content))
    return found._replace(roster=replace(found.roster, who=tuple(scene_names(found, (ours, theirs), called))))


def scene_names(scene: Scene, both: tuple[Member, Member], called: tuple[str, str]) -> Iterator[str]:
    """Yield the fight must not know of them: who has a name is more than one of many, in some books."""
    for c, name in zip(scene.fight.who, scene.roster.who, strict=True):
        one = both[c.side]
        yield name if one.kind or one.cls or one.count.maximum > 1 else called[c.side]


def scene_of_scenario(book: Book, options: Mapping[str, str], encounter: Encounter, surprise: bool = False) -> Scene:
    """Return a scenario's people with average hit points and numbers; unless surprise is asked for, they see each
    other."""
    sides = [replace(party, members=tuple(map(average_member, party.members))) for party in encounter.sides]
    if not surprise:
        sides = [replace(party, wary=True, surprised=False, ambush="") for party in sides]
    return set_up(book, options, replace(encounter, sides=tuple(sides), objectives=()))


def average_member(one: Member) -> Member:
    many = Notation(0, 1, plus=max(1, int(one.count.mean)))
    return replace(one, count=many, hp=AVERAGE if one.hp == ROLLED else one.hp)


def set_up(book: Book, options: Mapping[str, str], encounter: Encounter) -> Scene:
    fight, roster = book.build(encounter, read_options(book, options))
    return Scene(book, advance_to_first_die(book, fight), roster)


def weapon_slots(scene: Scene, who: Combatant, named: str, missile: bool) -> Sequence[int]:
    """Return places in the kit: of the weapon named, else of all it strikes with, or of what it shoots with."""
    arms, names = scene.fight.arms, scene.roster.arms
    held = [slot for slot, arm in enumerate(who.kit) if arm >= 0]
    fit = [slot for slot in held if not missile or arms[who.kit[slot]].long > 0]
    if named:
        fit = [slot for slot in fit if names[who.kit[slot]].lower() == named.lower()]
    elif not missile and not who.has_routine:
        fit = [who.hand] if who.hand in held else []
    if not fit:
        has = ", ".join(names[who.kit[slot]] for slot in held) or "nothing"
        what = named or ("anything to shoot or throw" if missile else "anything to strike with")
        raise AffrayError(f"{scene.roster.who[who.id]} doesn't have {what}; it has {has}")
    return fit if not missile or named else fit[:1]


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
    """Return the odds for each weapon of the attacker; `said` are the referee's words before the roll. `far` is a shot
    over so many feet."""
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
        if far <= CONTACT_FEET:
            refuse_shot(scene, by, at, slot)
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


CONTACT_FEET = 5
ABOUT_CONTACT = ("classic.missile.distance", "fourfold.ranged.contact")  # clauses by which books forbid such a shot


def refuse_shot(scene: Scene, by: int, at: int, slot: int) -> None:
    """Raise what the book itself says in a fight against a shot at a foe in contact, whatever was declared."""
    names = scene.roster
    refused = set(shot_refusals(scene, by, at, slot))
    why = next((REASONS[n] for n in refused if CLAUSES[REASONS[n].clause].id in ABOUT_CONTACT), None)
    if why is not None and 0 not in refused:
        words = why.words.format(who=names.who[by], other=names.who[at])
        raise AffrayError(f"{words} [{CLAUSES[why.clause].id}]")


def shot_refusals(scene: Scene, by: int, at: int, slot: int) -> Iterator[int]:
    """Yield the reasons against it in answer to each question, after each declaration; 0 where there is none."""
    f, names = clone(scene.fight), scene.roster
    f.who[by].hand = slot
    for ask in range(len(scene.book.asks)):
        question = Question(ask, by, by, 0)
        with suppress(AffrayError):
            shot = scene.book.parse_answer(f, names, question, f"shoot {names.who[at]}")
            for declared in range(len(scene.book.kinds)):
                f.who[by].declared = declared
                yield scene.book.refusal(f, question, shot)


def attack_ways(book: Book, by: int, at: int, slot: int, missile: bool) -> Callable[[Fight], list[Way]]:
    """Return the book's own attack, with nobody answering it."""

    def run(f: Fight) -> None:
        who = f.who[by]
        who.hand = slot
        seams.attack(f, who, f.who[at], f.arms[who.kit[slot]], missile, False)

    return lambda start: list(every_way(run, start, only_attacker_acts(book, by)))


def with_referee_words(scene: Scene, said: Sequence[Sequence[str]]) -> Fight:
    """Return the fight after what the referee has said."""
    f = clone(scene.fight)
    for words in said:
        try:
            scene.book.referee_command(f, scene.roster, words)
        except AffrayError as no:
            no_luck = f"has no {words[0]} in attacks; give a modifier"
            raise AffrayError(f"{scene.book.name} {no_luck}" if words[0] in LUCK else str(no)) from None
    return f


# --- checks


def morale_odds(scene: Scene, who: str, *, modifier: int = 0, times: int = 1) -> CheckOdds:
    """Return the chance that it has broken after so many checks that the referee calls for."""
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
    """Return the chance that a save succeeds."""
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
    """Return which side is the first to be asked what it does."""
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
    """Take one step of everybody; where somebody acts it is counted. Ties that are rolled again are tried until they
    are none."""
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
    """Return a step, and who had a turn in it: the name of a side, TOGETHER, or nothing."""

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
    """Return `45%`, `27.78%`."""
    return f"{float(100 * chance):.2f}".rstrip("0").rstrip(".") + "%"


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
