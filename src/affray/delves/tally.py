"""What many days come to: sums over days, in one flat list of whole numbers to which each day adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import prod
from operator import add

from affray.compiler.kernels.counting import HP_BINS, checksum, hp_bin
from affray.delves.day import DEAD_FATE, Day, FightEntry, Members, can_fight, things_of
from affray.delves.model import ENDS, Delve
from affray.engine.dice import MASK
from affray.engine.encounter import Member
from affray.rules.book import Book


@dataclass(frozen=True)
class Layout:
    """Where each sum stands in the flat list. Steps and members are by their places."""

    steps: int
    members: int
    words: tuple[str, ...]  # the spells and things that are counted
    sizes: Mapping[str, tuple[int, ...]] = field(init=False)
    first: Mapping[str, int] = field(init=False)
    length: int = field(init=False)

    def __post_init__(self) -> None:
        by_member = (self.steps, self.members)
        sizes: dict[str, tuple[int, ...]] = {
            "ends": (len(ENDS), self.steps),  # how the day ends, and with which step
            "fought": (self.steps,),
            "won": (self.steps,),
            "rounds": (self.steps,),
            "dice": (self.steps,),
            "rested": (self.steps,),  # rests of the file, and by choice after a fight
            "bands": (self.steps, HP_BINS),  # the share of its hp with which the party begins a fight
            "reinforced": (self.steps, 16),
            "there": by_member,  # takes part in the fight
            "died": by_member,  # in the fight, or resting after it
            "out": by_member,  # can't go on after the fight, and is alive
            "full hp": (self.steps,),  # hit points at most of all who begin the fight
            "hp before": by_member,
            "hp after": by_member,
            "xp": by_member,
            "used": (self.steps, len(self.words)),  # cast, drunk or thrown in the fight
            "last xp": (2,),  # of the day, of all together: sum, and sum of squares
            "nobody died": (1,),
            "alive": (self.members + 1,),  # how many are alive at the end
            "survives": (self.members,),
        }
        starts = [0, *accumulate(map(prod, sizes.values()))]
        object.__setattr__(self, "sizes", sizes)
        object.__setattr__(self, "first", dict(zip(sizes, starts, strict=False)))
        object.__setattr__(self, "length", starts[-1])

    def at(self, name: str, *place: int) -> int:
        """Return the index of a sum."""
        index = 0
        for size, n in zip(self.sizes[name], place, strict=True):
            index = index * size + n
        return self.first[name] + index

    def rows(self, sums: Sequence[int], name: str, *place: int) -> Sequence[int]:
        """Return the sums under a name, those of one place in its first dimensions."""
        rest = self.sizes[name][len(place) :]
        index = 0
        for size, n in zip(self.sizes[name], place, strict=False):
            index = index * size + n
        first = self.first[name] + index * prod(rest)
        return sums[first : first + prod(rest)]


def layout_of(delve: Delve) -> Layout:
    words = sorted(set().union(*(consumables(member) for member in delve.party.members)))
    return Layout(len(delve.steps), len(delve.party.members), tuple(words))


def consumables(member: Member) -> set[str]:
    """Return the names of what a member may use up: spells, and gear that is counted or drunk."""
    spells = {word.lower() for word in (*member.spells, *member.spent)}
    return spells | set(things_of(member))


@dataclass
class DayTally:
    """The sums of some days."""

    fights: int  # days; each is one in the sense of whoever plays blocks
    sums: list[int]
    checksum: int = 0

    def __iadd__(self, other: DayTally) -> DayTally:
        self.fights += other.fights
        self.sums = list(map(add, self.sums, other.sums))
        self.checksum = self.checksum + other.checksum & MASK
        return self


def empty_day_tally(layout: Layout) -> DayTally:
    return DayTally(0, [0] * layout.length)


def count_day(day: Day, layout: Layout, tally: DayTally) -> None:
    """Add a day that is over."""
    sums, at = tally.sums, layout.at
    tally.fights += 1
    last = 0
    for entry in day.entries:
        step = entry.step.number
        last = max(last, step)
        if isinstance(entry, FightEntry):
            count_fight(entry, layout, tally, day)
        else:
            sums[at("rested", step)] += 1
            count_deaths(entry.before, entry.after, layout, tally, step)
    sums[at("ends", ENDS.index(day.end), last)] += 1
    xp = sum(day.xp.values())
    sums[at("last xp", 0)] += xp
    sums[at("last xp", 1)] += xp * xp
    living = [place for place, one in day.members.items() if one.fate != DEAD_FATE]
    sums[at("nobody died", 0)] += len(living) == len(day.members)
    sums[at("alive", len(living))] += 1
    for place in living:
        sums[at("survives", place)] += 1


def count_fight(entry: FightEntry, layout: Layout, tally: DayTally, day: Day) -> None:
    sums, at, step = tally.sums, layout.at, entry.step.number
    sums[at("fought", step)] += 1
    sums[at("won", step)] += entry.won
    sums[at("rounds", step)] += entry.rounds
    sums[at("dice", step)] += entry.dice
    for n in range(len(entry.step.reinforcements)):
        sums[at("reinforced", step, n)] += entry.come >> n & 1
    count_deaths(entry.before, entry.after, layout, tally, step)
    hp = full = 0
    for place, before in entry.before.items():
        after = entry.after[place]
        sums[at("there", step, place)] += 1
        sums[at("out", step, place)] += after.fate != DEAD_FATE and not can_fight(after, day.book)
        sums[at("hp before", step, place)] += hp_of(before)
        sums[at("hp after", step, place)] += hp_of(after)
        sums[at("xp", step, place)] += entry.xp[place]
        hp, full = hp + hp_of(before), full + full_hp_of(before)
        lost = things_of(before) - things_of(after)
        for n, word in enumerate(layout.words):
            sums[at("used", step, n)] += lost[word]
    sums[at("full hp", step)] += full
    sums[at("bands", step, hp_bin(hp, full) if full else HP_BINS - 1)] += 1
    number = checksum(entry.outcome.now, day.number)
    tally.checksum = tally.checksum + number * checksum_factor(step) & MASK


def checksum_factor(step: int) -> int:
    """Return by what the checksum of a step's fights counts: the same fights elsewhere in the day differ."""
    return 2 * step + 1


def count_deaths(before: Members, after: Members, layout: Layout, tally: DayTally, step: int) -> None:
    for place, one in before.items():
        if one.fate != DEAD_FATE and after[place].fate == DEAD_FATE:
            tally.sums[layout.at("died", step, place)] += 1


def hp_of(member: Member) -> int:
    return member.hp if isinstance(member.hp, int) and member.fate != DEAD_FATE else 0


def full_hp_of(member: Member) -> int:
    return member.max_hp or (member.hp if isinstance(member.hp, int) else 0)


class PlainDays:
    """Plays days by the plain rules and adds them up."""

    def __init__(self, delve: Delve, book: Book, options: Mapping[str, str], seed: int) -> None:
        from affray.delves.day import plain_player

        self.delve, self.book, self.options, self.seed = delve, book, options, seed
        self.layout = layout_of(delve)
        self.player = plain_player(book, options)
        self.tally = empty_day_tally(self.layout)

    def play(self, first: int, count: int) -> None:
        from affray.delves.day import play_day

        for number in range(first, first + count):
            day = play_day(Day(self.delve, self.book, self.options, self.seed, number), self.player)
            count_day(day, self.layout, self.tally)

    def total(self) -> DayTally:
        return self.tally

    def reset(self) -> None:
        """Forget what was played."""
        self.tally = empty_day_tally(self.layout)
