"""One adventuring day, fight after fight: the members as each fight and each rest leaves them, and what was decided.

    day = Day(delve, book, options, seed, number)
    while (fight := day.next_fight()) is not None:
        day.fought(fight, play_fight(fight))
        day.decide(day.advice)          # by the conditions of the file, or as somebody says

What a fight leaves a member with, what a rest does and what is earned are the rules of `party/` and of the book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from affray.delves.conditions import SPELLS, Standing
from affray.delves.model import (
    CHOICES,
    DRIVEN_OFF,
    GO_HOME,
    HOME,
    LOST,
    PRESS_ON,
    REST,
    THROUGH,
    Delve,
    FightStep,
    RestStep,
    Step,
    chance_seed,
    comes_true,
    encounter_of,
    fight_seed,
    rest_seed,
)
from affray.delves.reader import thing_name
from affray.engine.dice import fight_key
from affray.engine.encounter import Encounter, Member
from affray.engine.state import Fight, clone
from affray.errors import AffrayError, quote, unknown
from affray.party.aftermath import COUNT_PATTERN, after_fight, remark_texts, rest_dice, rest_member
from affray.rules.book import Book, Rest, Roster
from affray.rules.shared.experience import Award, awards
from affray.scenario import read_options

DEAD_FATE = "dead"
Members: TypeAlias = "dict[int, Member]"  # by their places in the party


# --- how a member stands


@dataclass(frozen=True, slots=True)
class MemberFacts:
    """What conditions and counts ask of a member: numbers of one, or arrays of many days."""

    hp: Any
    full_hp: Any
    able: Any  # can fight
    dead: Any
    out: Any  # alive, and can't fight
    things: Any  # of each of the day's words, how many they have in memory or in their pack
    spells: Any


def member_facts(member: Member, book: Book, words: Sequence[str]) -> MemberFacts:
    dead = member.fate == DEAD_FATE
    able = can_fight(member, book)
    hp = member.hp if isinstance(member.hp, int) and not dead else 0
    full = member.max_hp or (member.hp if isinstance(member.hp, int) else 0)
    has = things_of(member) if able else Counter[str]()
    spells = len(member.spells) if able else 0
    return MemberFacts(
        hp, full, int(able), int(dead), int(not dead and not able), [has[word] for word in words], spells
    )


def can_fight(member: Member, book: Book) -> bool:
    """Return whether a member comes to the next fight: as in a party file, those with a fate do not."""
    return not member.fate and (member.hp != 0 or book.fights_at_zero)


def things_of(member: Member) -> Counter[str]:
    """Count the spells in memory and the things of a member, by their names."""
    found = Counter(word.lower() for word in member.spells)
    for word in member.gear:
        counted = COUNT_PATTERN.fullmatch(word)
        number = int(counted[1]) if counted and counted[1] else 1
        found[thing_name(word)] += number
    return found


def combine_facts(
    facts: Sequence[MemberFacts],
    words: Sequence[str],
    full_spells: int,
    counts: Mapping[str, Any],
    rested: Any,
    nothing: Any,
) -> Standing:
    """Return how the party stands, from how its members stand and what was counted of the day."""
    total: Any = nothing + 0
    things = {word: sum((one.things[n] for one in facts), total) for n, word in enumerate(words)}
    numbers = {
        "standing": sum((one.able for one in facts), total),
        "dead": sum((one.dead for one in facts), total),
        "out": sum((one.out for one in facts), total),
        SPELLS: sum((one.spells for one in facts), total),
        **counts,
        **things,
    }
    return Standing(
        hp=sum((one.hp for one in facts), total),
        full_hp=sum((one.full_hp for one in facts), total),
        each=[(one.hp, one.full_hp, one.able) for one in facts],
        numbers=numbers,
        full_spells=full_spells,
        rested=rested,
        nothing=nothing,
    )


def words_asked(delve: Delve) -> list[str]:
    """Return the spells and things that the conditions of a day ask for."""
    have = set().union(*(things_of(member) for member in delve.party.members))
    asked = dict.fromkeys(name for condition in delve.conditions() for name in condition.facts())
    return [name for name in asked if name in have]


def all_spells(delve: Delve) -> int:
    return sum(len(member.spells) + len(member.spent) for member in delve.party.members)


# --- what happened


class FightOutcome(NamedTuple):
    """A fight that is over: its state before the first die and at its end."""

    roster: Roster
    began: Fight
    now: Fight


@dataclass(frozen=True)
class FightEntry:
    """What a fight of the day came to. Members are by their places in the party; only those who took part."""

    step: FightStep
    come: int  # which reinforcements came, as bits
    before: Members
    after: Members
    winner: int
    won: bool
    rounds: int
    dice: int
    outcome: FightOutcome
    awards: tuple[Award, ...]
    xp: Mapping[int, int]
    remarks: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class RestEntry:
    step: Step  # the rest, or the fight after which the party chose to rest
    chosen: bool
    before: Members
    after: Members
    remarks: Mapping[int, tuple[str, ...]]


Entry: TypeAlias = FightEntry | RestEntry


class NextFight(NamedTuple):
    """A fight that is about to begin."""

    step: FightStep
    encounter: Encounter
    places: tuple[int, ...]  # of those who fight
    come: int
    seed: int
    number: int


@dataclass(frozen=True)
class Moment:
    """How the day stands after a fight, for whoever decides: `members` are all of the party so far."""

    step: FightStep
    members: tuple[Member, ...]
    standing: Standing
    rests: int
    rests_left: int
    fights: int
    xp: int

    @property
    def hp(self) -> float:
        """Return the share of hit points left, of all together."""
        return self.standing.hp / self.standing.full_hp if self.standing.full_hp else 1.0

    def __getitem__(self, fact: str) -> int:
        """Return a fact by the name that conditions have for it."""
        return int(self.standing.numbers[fact])


# --- the day


@dataclass
class Day:
    """A day in progress."""

    delve: Delve
    book: Book
    options: Mapping[str, str]
    seed: int
    number: int
    members: Members = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    end: str = ""
    at: int = 0  # the next step
    rests: int = 0
    chosen_rests: int = 0
    fights: int = 0
    rested: bool = False
    xp: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = words_asked(self.delve)
        self.full_spells = all_spells(self.delve)
        self.join(-1)

    def join(self, step: int) -> None:
        """Let those join the party who come with a step."""
        for place, (member, joins) in enumerate(zip(self.delve.party.members, self.delve.joins, strict=True)):
            if joins == step:
                self.members[place] = member

    @property
    def standing(self) -> Standing:
        facts = [member_facts(one, self.book, self.words) for _, one in sorted(self.members.items())]
        counts = {"fights": self.fights, "rests": self.rests, "xp": sum(self.xp.values())}
        return combine_facts(facts, self.words, self.full_spells, counts, self.rested, False)

    @property
    def last_step(self) -> Step:
        return self.entries[-1].step

    @property
    def moment(self) -> Moment:
        step = self.last_step
        assert isinstance(step, FightStep)
        everybody = tuple(one for _, one in sorted(self.members.items()))
        left = self.delve.most_rests - self.chosen_rests
        return Moment(step, everybody, self.standing, self.rests, left, self.fights, sum(self.xp.values()))

    def next_fight(self) -> NextFight | None:
        """Go on to the next fight; None where the day is over. Rests of the file are taken on the way."""
        while not self.end:
            if self.at == len(self.delve.steps):
                self.end = THROUGH
                break
            step = self.delve.steps[self.at]
            self.at += 1
            if isinstance(step, RestStep):
                if step.when is None or step.when.holds(self.standing):
                    self.rest(step, step.rest, chosen=False)
                self.check_able()
            elif self.takes_place(step):
                return self.begin(step)
        return None

    def takes_place(self, step: FightStep) -> bool:
        here = step.when is None or bool(step.when.holds(self.standing))
        return here and comes_true(step.chance, chance_seed(self.seed, step.number), self.number, 0)

    def begin(self, step: FightStep) -> NextFight:
        come = self.reinforcements(step)
        self.join(step.number)
        there = {place: one for place, one in self.members.items() if can_fight(one, self.book)}
        encounter = encounter_of(step, self.delve.side, there, come)
        return NextFight(step, encounter, tuple(sorted(there)), come, fight_seed(self.seed, step.number), self.number)

    def reinforcements(self, step: FightStep) -> int:
        """Return which of them come, as bits."""
        seed, come = chance_seed(self.seed, step.number), 0
        for n, each in enumerate(step.reinforcements):
            here = each.when is None or bool(each.when.holds(self.standing))
            come |= (here and comes_true(each.chance, seed, self.number, n + 1)) << n
        return come

    def fought(self, fight: NextFight, outcome: FightOutcome) -> FightEntry:
        """Carry over what a fight has left of everybody, and what they have earned."""
        roster, began, now = outcome
        side = roster.sides.index(self.delve.side)
        numbers = [c.id for c in began.who if c.side == side]
        earned = tuple(award for award in awards(self.book, roster, began, now) if award.side == self.delve.side)
        shares = {name: share for award in earned for name, share in award.shares.items()}
        before = {place: self.members[place] for place in fight.places}
        after, remarks, xp = {}, {}, {}
        for (place, member), number in zip(before.items(), numbers, strict=True):
            left, said = after_fight(self.book, began, now, number, member, roster.arms)
            after[place], remarks[place] = left, remark_texts(said)
            xp[place] = shares.get(roster.who[number], 0)
            self.xp[place] = self.xp.get(place, 0) + xp[place]
        self.members |= after
        self.fights += 1
        self.rested = False
        won = now.winner == side
        entry = FightEntry(
            fight.step, fight.come, before, after, now.winner, won, now.round, now.rolled, outcome, earned, xp, remarks
        )
        self.entries.append(entry)
        self.check_able()
        if not won and not self.end:
            self.end = DRIVEN_OFF
        if not self.end and self.delve.is_last(fight.step):
            self.end = THROUGH
        return entry

    def check_able(self) -> None:
        """End the day where nobody is left to go on."""
        if self.fights and not any(can_fight(one, self.book) for one in self.members.values()):
            self.end = LOST

    @property
    def advice(self) -> str:
        """Return what the party does after the fight just fought, by the file or by a function."""
        if self.delve.policy is not None:
            return check_choice(self.delve.policy(self.moment), self)
        step, now = self.last_step, self.standing
        assert isinstance(step, FightStep)
        home, rest = self.delve.home_condition(step), self.delve.rest_condition(step)
        if home is not None and home.holds(now):
            return GO_HOME
        if rest is not None and self.chosen_rests < self.delve.most_rests and rest.holds(now):
            return REST
        return PRESS_ON

    def decide(self, choice: str) -> None:
        """Press on, rest or go home; where the day is over, nothing is left to decide."""
        if self.end:
            return
        if choice == GO_HOME:
            self.end = HOME
        elif choice == REST:
            self.chosen_rests += 1
            self.rest(self.last_step, self.delve.rest, chosen=True)
            self.check_able()

    def rest(self, step: Step, spent: Rest, chosen: bool) -> RestEntry:
        """Rest everybody by the book's rules, each with dice of their own."""
        before, after, remarks = dict(self.members), dict[int, Member](), dict[int, tuple[str, ...]]()
        for place, member in before.items():
            if member.fate == DEAD_FATE:
                after[place], remarks[place] = member, ()
                continue
            dice = rest_dice(fight_key(rest_seed(self.seed, step.number, place, chosen), self.number))
            after[place], said = rest_member(member, self.book, spent, dice)
            remarks[place] = remark_texts(said)
        self.members = dict(after)
        self.rests += 1
        self.rested = True
        entry = RestEntry(step, chosen, before, after, remarks)
        self.entries.append(entry)
        return entry

    def members_with_xp(self) -> tuple[Member, ...]:
        """Return everybody as the day has left them, with what they have earned."""
        return tuple(replace(one, xp=one.xp + self.xp.get(place, 0)) for place, one in sorted(self.members.items()))


def check_choice(choice: object, day: Day) -> str:
    """Return what a function has chosen; where no rest is left, the party presses on."""
    word = check_choice_word(choice)
    return PRESS_ON if word == REST and day.chosen_rests >= day.delve.most_rests else word


def check_choice_word(choice: object) -> str:
    """Return what a function has chosen; refuse what can't be."""
    if choice not in CHOICES:
        said = choice if isinstance(choice, str) else quote(choice)
        raise AffrayError(unknown("choice of the policy", said, CHOICES))
    return str(choice)


# --- playing it


FightPlayer = Callable[[NextFight], FightOutcome]


def play_day(day: Day, play: FightPlayer) -> Day:
    """Play a day to its end; the conditions or the function of the day decide."""
    while (fight := day.next_fight()) is not None:
        day.fought(fight, play(fight))
        if not day.end:
            day.decide(day.advice)
    return day


def plain_player(book: Book, options: Mapping[str, str]) -> FightPlayer:
    """Return what plays fights by the plain rules, without a log."""
    return partial(play_plainly, book, read_options(book, options))


def play_plainly(book: Book, options: Mapping[str, int], fight: NextFight) -> FightOutcome:
    began, roster = book.build(fight.encounter, options)
    now = clone(began)
    now.key = fight_key(fight.seed, fight.number)
    book.fight(now)
    return FightOutcome(roster, began, now)
