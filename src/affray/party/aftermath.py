"""After the fight: what it leaves its survivors with, days of rest, party files written back, and histories.

    play = affray.start("ford.yaml", rules="vanguard", seed=7)
    for one in aftermath(play):
        print(one.member.name, one.member.hp, one.remarks)
    write_back(play)                     # into the party files that the scenario names

What a book says of it is the book's (`Book.after`, `Book.rest`); where it is silent, one keeps the hit points one has.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from affray.compiler.kernels.counting import TALLIES
from affray.engine import events as E
from affray.engine.clauses import CLAUSES, SPENT, XP, cite
from affray.engine.dice import face, fight_key
from affray.engine.encounter import ABILITIES, Member, Party
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import (
    ABSENT,
    DEAD,
    DYING,
    FLED,
    LURKING,
    PETRIFIED,
    SPLASH,
    SURRENDERED,
    UNCONSCIOUS,
    WOUNDED,
    bits,
)
from affray.errors import AffrayError
from affray.log import Event
from affray.log.narrate import one_line
from affray.party import read_party, write_party
from affray.play.session import Play
from affray.rules.book import Book, Die, Remark, Rest
from affray.simulation.plain import EventCounter

FATE_BY_CONDITION = {DEAD: "dead", PETRIFIED: "out", SURRENDERED: "gone"}  # what keeps one out of the next fight
COUNT_PATTERN = re.compile(r"(?:(\d{1,3})\s+)?(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MemberAfter:
    """A member as the fight, or the rest, has left it; and what was said of it, each with its clause."""

    file: str
    before: Member
    member: Member
    remarks: tuple[str, ...]


def aftermath(play: Play) -> list[MemberAfter]:
    """Return what is left of everybody who has a name of their own and was there from the beginning."""
    if not play.over:
        raise AffrayError("the fight is not over yet: nobody knows who survives it")
    named = named_fighters(play.encounter.sides)
    return [member_after(play, party, member, play.number_of(place)) for party, member, place in named]


def named_fighters(sides: Sequence[Party]) -> Iterator[tuple[Party, Member, int]]:
    """Yield single members with their numbers in the fight; of a group nobody is carried on."""
    number = 0
    for party in sides:
        for member in party.members:
            if member.name and member.count.maximum == 1:
                yield party, member, number
            number += member.count.maximum


def member_after(play: Play, party: Party, member: Member, number: int) -> MemberAfter:
    now, remarks = after_fight(play.book, play.began, play.state, number, member, play.roster.arms)
    earned = sum(award.shares.get(play.roster.who[number], 0) for award in play.xp)
    if earned:
        now = replace(now, xp=now.xp + earned)
        remarks = [*remarks, Remark(XP, f"earns {earned:,} XP")]
    carried = member in party.members[: party.carried]
    return MemberAfter(party.file if carried else "", member, now, remark_texts(remarks))


# fields of a combatant that `after_fight` reads under every book; a book's own are its `after_fields`
AFTER_FIELDS = tuple("conditions hp max_hp level abilities spells kit kit_left potions drained_levels".split())

# ... and the conditions that it asks for, in any book
AFTER_CONDITIONS = bits(ABSENT, LURKING, DEAD, PETRIFIED, SURRENDERED, FLED, UNCONSCIOUS, DYING, WOUNDED)


def after_fight(
    book: Book, began: Fight, now: Fight, number: int, member: Member, arms: Sequence[str]
) -> tuple[Member, list[Remark]]:
    """Return what a fight leaves a member with, by the book's rules; without what they have earned."""
    left = member_after_fight(now, began.who[number], now.who[number], member, arms)
    return book.after_fight(now, number, left) if book.after_fight is not None else (left, [])


def remark_texts(remarks: Sequence[Remark]) -> tuple[str, ...]:
    return tuple(f"{words} [{CLAUSES[clause].id}]" for clause, words in remarks)


def member_after_fight(f: Fight, began: Combatant, who: Combatant, member: Member, arms: Sequence[str]) -> Member:
    """Return a member with levels, hit points, abilities, spells and gear as they are after the fight."""
    if who.conditions & bits(ABSENT, LURKING):
        return member
    fate = next((fate for condition, fate in FATE_BY_CONDITION.items() if who.conditions >> condition & 1), member.fate)
    spells, spent = split_spells(who, member)
    scores = zip(ABILITIES, began.abilities, who.abilities, strict=True)
    return replace(
        member,
        level=max(min(1, member.level), member.level - max(0, began.level - who.level)) if member.cls else member.level,
        hp=max(0, who.hp),
        max_hp=max(1, who.max_hp, who.hp),
        abilities={**member.abilities, **{name: now for name, was, now in scores if now != was}},
        gear=tuple(gear_left(f, who, member.gear, arms)),
        spells=spells,
        spent=(*member.spent, *spent),
        readied=member.readied if member.readied in spells else "",
        fate=fate,
    )


def split_spells(who: Combatant, member: Member) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the spells that are left, and those that are gone (affray.spells.spent)."""
    cite(SPENT)
    there = [who.spells[n] != NOBODY for n, _ in enumerate(member.spells)]
    left = tuple(spell for spell, known in zip(member.spells, there, strict=True) if known)
    return left, tuple(spell for spell, known in zip(member.spells, there, strict=True) if not known)


def gear_left(f: Fight, who: Combatant, gear: Sequence[str], arms: Sequence[str]) -> Iterator[str]:
    """Yield the gear that is left: potions drunk and flasks thrown are gone, weapons are picked up again."""
    held = [(n, many) for n, many in zip(who.kit, who.kit_left, strict=True) if n != NOBODY]
    flasks = {arms[n]: many for n, many in held if f.arms[n].qualities & SPLASH}
    for word in gear:
        found = COUNT_PATTERN.fullmatch(word)
        name = found[2].lower() if found else word
        many = flasks.get(name, who.potions if "potion" in name else None)
        if many is None:
            yield word
        elif many > 0:
            yield name if many == 1 else f"{many} {name}"


def rest(
    party: Party, book: Book, spent: Rest, seed: int = 0, only: Sequence[str] = ()
) -> tuple[Party, list[MemberAfter]]:
    """Rest for days by a book's rules, all of a party or those named."""
    if book.rest is None and not any(member.spent for member in party.members):
        raise AffrayError(f"the {book.name} chapter says nothing of rest; name a book that does with --rules")
    names = [member.name for member in party.members]
    for name in only:
        if name not in names:
            raise AffrayError(f"{party.name}: nobody is called {name!r}; there are {', '.join(names)}")
    die, found = rest_dice(seed), list[MemberAfter]()
    for member in party.members:
        if member.fate != "dead" and (not only or member.name in only):
            now, remarks = rest_member(member, book, spent, die)
            found.append(MemberAfter("", member, now, remark_texts(remarks)))
    changed = {one.before.name: one.member for one in found}
    return replace(party, members=tuple(changed.get(m.name, m) for m in party.members)), found


def rest_member(member: Member, book: Book, spent: Rest, die: Die) -> tuple[Member, list[Remark]]:
    """Rest one member by the book's rules, if it has any, and memorise spent spells again."""
    now, remarks = book.rest(member, spent, die) if book.rest is not None else (member, [])
    now, learnt = learn_again(now, spent)
    return now, [*remarks, *learnt]


def learn_again(member: Member, spent: Rest) -> tuple[Member, list[Remark]]:
    """Memorise spent spells again after a night's sleep (affray.spells.spent)."""
    if not member.spent or member.fate == "dead" or not (spent.days and spent.sleep):
        return member, []
    cite(SPENT)
    words = f"in memory again: {', '.join(member.spent)}"
    return replace(member, spells=(*member.spells, *member.spent), spent=()), [Remark(SPENT, words)]


def rest_dice(seed: int) -> Die:
    """Return the dice of a rest: the same seed, the same days."""
    key, rolled = fight_key(seed, 0), 0

    def die(sides: int, count: int) -> int:
        nonlocal rolled
        rolled += count
        return sum(face(key, n, sides) for n in range(rolled - count, rolled))

    return die


# --- homecoming: what a fight has left of its members is laid upon their party as it is now, and can be taken off again
#
# A fight begins with a copy of the party. What it has changed in a member is carried over, all else stays as it is.
# Where somebody else has changed the same thing since, nothing is carried over, and it is said. An end that was taken
# back may have been carried over before: every end that the fight has had is known from its entries; the last holds.

Members = Mapping[str, Member]  # by their names
FIELDS = tuple(field.name for field in fields(Member))


class Conflict(AffrayError):
    """The party has been changed meanwhile, in what the fight has changed too."""


def ends(play: Play) -> list[list[MemberAfter]]:
    """Return what each end that this fight ever had has left, the last one last."""
    if play.setup.deciders.functions:
        return [aftermath(play)] if play.over else []
    again, found = Play(play.setup), list[list[MemberAfter]]()
    for entry in (None, *play.entries):
        if entry is not None:
            again.replay_entry(entry)
        if again.over:
            found.append(aftermath(again))
    return found


def came_from(file: str, left: Sequence[MemberAfter]) -> list[MemberAfter]:
    return [one for one in left if one.file == file]


def with_last_end(party: Party, file: str, had: Sequence[Sequence[MemberAfter]]) -> Party:
    """Return the party as the last of these ends has left it."""
    return with_members(party, {one.before.name: one.member for one in came_from(file, had[-1])}, file, had)


def without_fight(party: Party, file: str, had: Sequence[Sequence[MemberAfter]]) -> Party:
    """Return the party as if this fight had not been."""
    return with_members(party, {one.before.name: one.before for one in came_from(file, had[-1])}, file, had)


def with_members(party: Party, wanted: Members, file: str, had: Sequence[Sequence[MemberAfter]]) -> Party:
    there = {member.name for member in party.members}
    if missing := [name for name in wanted if name not in there]:
        raise Conflict(f"{missing[0]} is no longer in {party.name}, and came into this fight from there")
    members = tuple(
        changed_member(party, member, wanted[member.name], versions_of(member.name, file, had))
        if member.name in wanted
        else member
        for member in party.members
    )
    return replace(party, members=members)


def versions_of(name: str, file: str, had: Sequence[Sequence[MemberAfter]]) -> list[Member]:
    """Return a member as the fight began with it, and as each end has left it."""
    of_it = [one for left in had for one in came_from(file, left) if one.before.name == name]
    return [of_it[0].before, *(one.member for one in of_it)]


def changed_member(party: Party, now: Member, wanted: Member, known: Sequence[Member]) -> Member:
    """Return a member with what the fight has changed; raise a Conflict where somebody else has changed that."""
    mine: dict[str, Any] = {}
    for name in changed_fields(known):
        value = getattr(now, name)
        if value not in [getattr(member, name) for member in known]:
            raise Conflict(describe_conflict(party.name, now.name, name, value, getattr(known[0], name)))
        mine[name] = getattr(wanted, name)
    return replace(now, **mine)


def changed_fields(known: Sequence[Member]) -> Iterator[str]:
    began, *after = known
    return (name for name in FIELDS if any(getattr(member, name) != getattr(began, name) for member in after))


def describe_conflict(party: str, who: str, name: str, now: Any, began: Any) -> str:
    key = name.replace("_", " ")
    there = f"{who}'s {key} in {party} has been changed since: it is {value_text(now)}"
    was = f"the fight began with {value_text(began)}"
    return f"{there}, and {was}; nothing was written. Change it back, or write it by hand"


def value_text(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "nothing"
    return str(value) or "nothing"


# --- party files


def write_back(play: Play) -> list[MemberAfter]:
    """Write everybody who came from a party file back into it, as the fight has left them; each file all or nothing."""
    everybody = [one for one in aftermath(play) if one.file]
    if not everybody:
        raise AffrayError("no side of this scenario comes from a party file; write `party: FILE` for a side")
    had = ends(play)
    files = dict.fromkeys(one.file for one in everybody)
    for file, party in [(file, with_last_end(read_party(file), file, had)) for file in files]:
        write_party(file, party)
    return everybody


def undo_write_back(play: Play) -> list[str]:
    """Put everybody back into their party files as this fight found them, if it was ever over; return those files."""
    had = ends(play)
    files = list(dict.fromkeys(one.file for one in had[-1] if one.file)) if had else []
    for file, party in [(file, without_fight(read_party(file), file, had)) for file in files]:
        write_party(file, party)
    return files


# --- the history of a character: what each fight was to it, how many it felled, and how close it was

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
    xp: int = 0  # what it earned

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def words(self) -> str:
        end = self.fate or f"hp {self.hp} of {self.max_hp}"
        felled = f", felled {self.kills}" if self.kills else ""
        close = f"; a close call: {self.close}" if self.close else ""
        how = f"{'won' if self.won else 'not won'} in {rounds_text(self.rounds)}"
        xp = f", {self.xp:,} XP" if self.xp else ""
        return f"{self.title} ({self.book}): {how}{felled}{xp}, {end}{close}"


def rounds_text(many: int) -> str:
    return f"{many} round{'' if many == 1 else 's'}"


def deeds(play: Play, file: str | None = None) -> list[Deeds]:
    """Return the deeds of everybody who can be carried on; with a file, of those who came from it."""
    events = [row for row in play.rows if isinstance(row, Event)]
    counts, numbers = (
        count_deeds(play, events),
        [play.number_of(place) for _, _, place in named_fighters(play.encounter.sides)],
    )
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
        xp=one.member.xp - one.before.xp,
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
            "xp": sum(one.get("xp", 0) for one in theirs),
            "deeds": theirs,
        }
        for who, theirs in found.items()
    ]
