"""The history of a character: what each fight was to it, how many it felled, and how close it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from affray.compiler.kernels.counting import TALLIES
from affray.engine import events as E
from affray.log.narrate import one_line
from affray.log.recorder import Event
from affray.party.aftermath import MemberAfter, aftermath, named_fighters
from affray.play.session import Play
from affray.simulation.plain import EventCounter

QUARTER = 4  # who ends a fight with no more than a quarter of its hit points had a close call


@dataclass(frozen=True, slots=True)
class Deeds:
    """Of one character in one fight."""

    who: str
    title: str
    book: str
    rounds: int
    won: bool
    kills: int
    dealt: int
    taken: int
    hp: int | str
    max_hp: int
    fate: str
    close: str  # why it was a close call; empty for none

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def words(self) -> str:
        end = self.fate or f"hp {self.hp} of {self.max_hp}"
        felled = f", felled {self.kills}" if self.kills else ""
        close = f"; a close call: {self.close}" if self.close else ""
        how = f"{'won' if self.won else 'not won'} in {rounds_text(self.rounds)}"
        return f"{self.title} ({self.book}): {how}{felled}, {end}{close}"


def rounds_text(many: int) -> str:
    return f"{many} round{'' if many == 1 else 's'}"


def deeds(play: Play, file: str | None = None) -> list[Deeds]:
    """Return the deeds of everybody who can be carried on; with a file, of those who came from it."""
    events = [row for row in play.rows if isinstance(row, Event)]
    counts, numbers = count_deeds(play, events), [number for _, _, number in named_fighters(play.encounter.sides)]
    lain = {e.other for e in events if e.kind == E.DOWN}
    pairs = zip(numbers, aftermath(play), strict=True)
    return [
        deeds_of(play, number, one, counts[number], number in lain) for number, one in pairs if file in (None, one.file)
    ]


def deeds_of(play: Play, number: int, one: MemberAfter, counts: dict[str, int], lay: bool) -> Deeds:
    who, side = play.state.who[number], play.state.who[number].side
    return Deeds(
        who=one.member.name,
        title=one_line(play.encounter.title),
        book=play.book.name,
        rounds=play.state.round,
        won=play.winner == play.roster.sides[side],
        kills=counts["kills"],
        dealt=counts["dealt"],
        taken=counts["taken"],
        hp=one.member.hp,
        max_hp=one.member.max_hp,
        fate=one.member.fate,
        close="" if one.member.fate == "dead" else closeness(who.hp, who.max_hp, lay),
    )


def closeness(hp: int, most: int, lay: bool) -> str:
    if hp <= 0 or lay:
        return "was down, and lived"
    return f"{hp} of {most} hp left" if hp * QUARTER <= most else ""


def count_deeds(play: Play, events: Iterable[Event]) -> list[dict[str, int]]:
    """Count for each combatant what the simulator counts too."""
    counter = EventCounter(play.state.n)
    for e in events:
        counter.count(e.kind, e.clause, e.who, e.other, e.value, e.was)
    return [dict(zip(TALLIES, row, strict=True)) for row in counter.counted]


def histories(all_deeds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the fights, kills and close calls of each character, in the order they first come up."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for one in all_deeds:
        found[one["who"]].append(one)
    return [
        {
            "name": who,
            "fights": len(theirs),
            "won": sum(bool(one["won"]) for one in theirs),
            "kills": sum(one["kills"] for one in theirs),
            "close": sum(bool(one["close"]) for one in theirs),
            "deeds": theirs,
        }
        for who, theirs in found.items()
    ]
