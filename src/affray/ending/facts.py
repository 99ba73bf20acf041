"""The facts of a fight that is over: hit points by round, who did what, how their dice fell, what became of whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from affray.ending.account import Account, Told
from affray.engine import events as E
from affray.engine.clauses import NAMED
from affray.engine.events import KINDS
from affray.engine.state import NOBODY, Combatant
from affray.engine.vocabulary import (
    ASLEEP,
    BOUND,
    CHARMED,
    DEAD,
    DYING,
    FLED,
    HELD,
    NAMES,
    PARALYSED,
    PETRIFIED,
    SURRENDERED,
    TO_HIT,
    UNCONSCIOUS,
)
from affray.log import Event
from affray.log.hidden import visible_health
from affray.log.narrate import amount_of, name_at

# --- hit points by round

HEALTH_SHARES = {"fresh": 1.0, "hurt": 2 / 3, "badly hurt": 1 / 3, "down": 0.0}  # as an onlooker guesses them


@dataclass(frozen=True, slots=True)
class SideCourse:
    """What was left of a side: at the start, and after each round."""

    side: int
    values: tuple[float, ...]
    full: float  # the most it had

    @property
    def shares(self) -> tuple[float, ...]:
        return tuple(value / self.full if self.full else 0.0 for value in self.values)


def in_hit_points(account: Account) -> bool:
    """Return whether the reader knows the hit points of every side; else what is left is told in shares of a side."""
    return all(account.knows(side) for side in account.sides)


def courses(account: Account) -> list[SideCourse]:
    """Return the course of each side: the hit points of those who stand, or in shares what can be seen of them."""
    ends, known = last_rows(account), in_hit_points(account)
    found = []
    for side in account.sides:
        values = tuple(strength(account, side, row) for row in ends)
        full = max(values)
        if not known:
            values, full = tuple(100 * value / full if full else 0.0 for value in values), 100.0
        found.append(SideCourse(side, values, full))
    return found


def last_rows(account: Account) -> list[int]:
    """Return the last row before the first round, and of each round; -1 where nothing was told by then."""
    last = dict[int, int]()
    for number, row in enumerate(account.play.rows):
        last[row.round] = number
    found = list[int]()
    for round in range(account.play.state.round + 1):
        found.append(last.get(round, found[-1] if found else -1))
    return found


def strength(account: Account, side: int, row: int) -> float:
    """Return the hit points of those of a side who stand after a row; of one whose numbers are secret what an onlooker
    takes each for, from 0 to 1."""
    seen = account.known_stances(row, account.trace.after(row))
    up = [one for _, one in seen if one.side == side and one.stands]
    if account.knows(side):
        return sum(max(0, one.hp) for one in up)
    return sum(HEALTH_SHARES[visible_health(one)] for one in up)


def turning_point(account: Account, all_courses: Sequence[SideCourse]) -> int:
    """Return the round after which the winner was ahead for good, in shares of what each side began with, having been
    behind before; 0 where the winner never was."""
    winner = next((one for one in all_courses if one.side == account.play.state.winner), None)
    if winner is None:
        return 0
    others = [one for one in all_courses if one.side != winner.side]
    behind = [
        round for round, share in enumerate(winner.shares) if any(other.shares[round] > share for other in others)
    ]
    return behind[-1] + 1 if behind else 0


# --- who did what

DISABLING = (ASLEEP, PARALYSED, HELD, BOUND, CHARMED, PETRIFIED)  # conditions that a deed puts somebody out by


@dataclass(frozen=True, slots=True)
class Deeds:
    """Of one combatant; None for what the reader may not know."""

    who: int
    attacks: int
    hits: int
    felled: int
    disabled: Mapping[str, int]  # how many foes were put out by a condition, by its name
    dealt: int | None
    taken: int | None
    dice: tuple[int, ...] | None  # d20s to hit, as they fell

    @property
    def mean(self) -> float | None:
        """Return what those dice showed on average."""
        return sum(self.dice) / len(self.dice) if self.dice else None


@dataclass(slots=True)
class Count:
    """Deeds as they are counted."""

    attacks: int = 0
    hits: int = 0
    felled: int = 0
    dealt: int = 0
    taken: int = 0
    disabled: Counter[str] = field(default_factory=Counter[str])


def deeds(account: Account) -> list[Deeds]:
    """Return what everybody did, those of the players' sides first."""
    counts = count_deeds(account)
    players = account.play.state.side
    people = sorted(account.people, key=lambda c: (not players[c.side].players, c.side, c.id))
    return [deeds_of(account, c, counts[c.id]) for c in people]


def count_deeds(account: Account) -> list[Count]:
    """Count what the reader's log tells, and of one's own side everything; not what somebody did unknown."""
    counts, told = [Count() for _ in range(account.play.state.n)], {one.row for one in account.told}
    for row, event in enumerate(account.play.rows):
        if isinstance(event, Event) and event.kind in COUNTED and (row in told or is_own(account, event)):
            known = event.who not in account.unknown_at(row)
            count_event(account, counts[event.who] if known else Count(), counts[event.other], row, event)
    return counts


COUNTED = (E.HIT, E.MISS, E.DAMAGE, E.DEAD, E.DOWN, E.CONDITION_ON)


def is_own(account: Account, e: Event) -> bool:
    return any(account.knows(account.play.state.who[n].side) for n in (e.who, e.other))


def count_event(account: Account, by: Count, at: Count, row: int, e: Event) -> None:
    """Count an event for whoever did it, and whom it befell."""
    if e.kind in (E.HIT, E.MISS):
        by.attacks += 1
        by.hits += e.kind == E.HIT
    elif e.kind == E.DAMAGE:
        by.dealt += e.value if e.who != e.other else 0
        at.taken += e.value
    elif e.who != e.other and e.kind == E.CONDITION_ON:
        by.disabled.update([NAMES[e.value]] if e.value in DISABLING else [])
    elif e.who != e.other:
        by.felled += stood(account, row, e.other)


def stood(account: Account, row: int, number: int) -> bool:
    """Return whether somebody stood as a row was noted: what it tells of comes only after that."""
    return account.trace.rows[row][number].stands


def deeds_of(account: Account, c: Combatant, count: Count) -> Deeds:
    known = account.knows(c.side)
    return Deeds(
        who=c.id,
        attacks=count.attacks,
        hits=count.hits,
        felled=count.felled,
        disabled=dict(count.disabled),
        dealt=count.dealt if known else None,
        taken=count.taken if known else None,
        dice=dice_to_hit(account, c.id) if known else None,
    )


# --- luck

D20, FAIR, SPREAD = 20, 10.5, (20**2 - 1) / 12  # of one die: its mean, and its variance
FEWEST = 4  # dice that say something


def dice_to_hit(account: Account, number: int) -> tuple[int, ...]:
    """Return what the d20s showed that somebody rolled to hit."""
    throws = (account.trace.throws[n] for n in sorted(account.trace.throws))
    return tuple(one.face for one in throws if (one.owner, one.purpose, one.sides) == (number, TO_HIT, D20))


def errors_off(dice: Sequence[int]) -> float:
    """Return by how many standard errors the mean of so many d20s lies above a fair one's."""
    return (sum(dice) / len(dice) - FAIR) / sqrt(SPREAD / len(dice))


def luck_word(dice: Sequence[int] | None) -> str:
    """Return what dice say of luck; nothing where they are too few to say anything."""
    if not dice or len(dice) < FEWEST:
        return ""
    off = errors_off(dice)
    return "lucky" if off > 1 else "unlucky" if off < -1 else "fair"


@dataclass(frozen=True, slots=True)
class SideLuck:
    """All d20s that a side rolled to hit."""

    side: int
    dice: tuple[int, ...]

    @property
    def mean(self) -> float:
        return sum(self.dice) / len(self.dice)


def luck_of_sides(account: Account, everybody: Iterable[Deeds]) -> list[SideLuck]:
    """Return the dice of each side whose dice are known and which rolled any."""
    dice = dict[int, tuple[int, ...]]()
    for one in everybody:
        side = account.play.state.who[one.who].side
        dice[side] = dice.get(side, ()) + (one.dice or ())
    return [SideLuck(side, shown) for side, shown in dice.items() if shown]


def favoured_side(luck: Sequence[SideLuck]) -> int:
    """Return the side whose dice fell better than the others' by more than chance explains; NOBODY for none."""
    known = [one for one in luck if len(one.dice) >= FEWEST]
    if len(known) < 2:
        return NOBODY
    *_, second, first = sorted(known, key=lambda one: one.mean)
    spread = sqrt(SPREAD / len(first.dice) + SPREAD / len(second.dice))
    return first.side if first.mean - second.mean > spread else NOBODY


# --- what became of whom

ENDS = (DEAD, PETRIFIED, FLED, SURRENDERED, DYING, UNCONSCIOUS)  # the first of these is told
HELPLESS_ENDS = (ASLEEP, PARALYSED, HELD, BOUND, CHARMED)
TOLD_BY = {DEAD: E.DEAD, FLED: E.FLED, SURRENDERED: E.SURRENDERED, DYING: E.DOWN, UNCONSCIOUS: E.DOWN}


@dataclass(frozen=True, slots=True)
class Fall:
    """How somebody was put out: the line of the log; who did it, and with what, where the reader knows that."""

    told: Told
    by: int  # NOBODY where it was nobody else's doing
    weapon: str


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one combatant."""

    who: int
    end: str  # "dead", "fled" and so on; empty for who still stands
    fall: Fall | None


def fates(account: Account) -> list[Fate]:
    """Return what became of everybody who is known."""
    falls = find_falls(account)
    return [fate_of(c, falls) for c in account.people]


def fate_of(c: Combatant, falls: Mapping[tuple[int, int], Fall]) -> Fate:
    end = next((one for one in (*ENDS, *HELPLESS_ENDS) if c.conditions >> one & 1), NOBODY)
    if end == NOBODY:
        return Fate(c.id, "", None)
    return Fate(c.id, NAMES[end], falls.get((c.id, TOLD_BY[end])) if end in TOLD_BY else None)


def find_falls(account: Account) -> dict[tuple[int, int], Fall]:
    """Return the last fall of everybody, by who it was and its kind of event. Who dies of a wound later than it was
    dealt dies of the blow that dealt it."""
    found = dict[tuple[int, int], Fall]()
    for number, told in enumerate(account.told):
        e = told.event
        if e.kind in TOLD_BY.values():
            earlier = found.get((e.other, E.DOWN)) if e.kind == E.DEAD and e.who == e.other else None
            found[e.other, e.kind] = replace(earlier, told=told) if earlier else fall_of(account, number)
    return found


def fall_of(account: Account, number: int) -> Fall:
    told = account.told[number]
    e = told.event
    if e.who == e.other or e.kind in (E.FLED, E.SURRENDERED):
        return Fall(told, NOBODY, "")
    return Fall(told, e.who, effect_of(account, number) or weapon_of(account, told.row, e.who))


CLOSE_LINES = 6  # before a fall, in which the damage stands that did it


def effect_of(account: Account, number: int) -> str:
    """Return the spell or the like whose damage led to a fall; nothing for a blow."""
    fall = account.told[number].event
    for told in reversed(account.told[max(0, number - CLOSE_LINES) : number]):
        if told.event.kind == E.DAMAGE and told.event.other == fall.other:
            effect = amount_of(told.event, NAMED)
            return "" if effect is None else name_at(account.names.effects, effect) or ""
    return ""


ANY_WEAPON = "weapon"  # what creatures have without a word for it


def weapon_of(account: Account, row: int, who: int) -> str:
    """Return what somebody had in hand as a row was noted, if the reader knows such things of them."""
    stance = account.trace.rows[row][who]
    if not account.knows(stance.side):
        return ""
    weapon = name_at(account.names.arms, stance.weapon) or ""
    return "" if weapon == ANY_WEAPON else weapon


def best_blow(account: Account) -> Told | None:
    """Return the line with the most damage to a foe, as far as it is known; None without any."""
    blows = [one for one in account.told if KINDS[one.event.kind] == "damage" and one.line.at and harm_of(one)]
    return max(blows, key=harm_of, default=None)


def harm_of(told: Told) -> int:
    harm = told.line.change.get("damage")
    return harm if isinstance(harm, int) else 0
