"""After the fight: what it leaves its survivors with, days of rest, and party files written back.

    play = affray.start("ford.yaml", rules="vanguard", seed=7)
    for one in aftermath(play):
        print(one.member.name, one.member.hp, one.remarks)
    write_back(play)                     # into the party files that the scenario names (write_back.py)

What a book says of it is the book's (`Book.after`, `Book.rest`); where it is silent, one keeps the hit points one has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from affray.engine.clauses import CLAUSES, SPENT, cite
from affray.engine.conditions import ABSENT, DEAD, PETRIFIED, SURRENDERED
from affray.engine.dice import face, fight_key
from affray.engine.encounter import ABILITIES, Member, Party
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import SPLASH
from affray.errors import AffrayError
from affray.play.session import Play
from affray.rules.book import Book, Die, Remark, Rest

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
    return [member_after(play, party, member, number) for party, member, number in named_fighters(play.encounter.sides)]


def named_fighters(sides: Sequence[Party]) -> Iterator[tuple[Party, Member, int]]:
    """Yield single members with their numbers in the fight; of a group nobody is carried on."""
    number = 0
    for party in sides:
        for member in party.members:
            if member.name and member.count.maximum == 1:
                yield party, member, number
            number += member.count.maximum


def member_after(play: Play, party: Party, member: Member, number: int) -> MemberAfter:
    began = play.setup.fight.who[number]
    now, remarks = (
        member_after_fight(play.state, began, play.state.who[number], member, play.roster.arms),
        list[Remark](),
    )
    if play.book.after is not None:
        now, remarks = play.book.after(play.state, number, now)
    carried = member in party.members[: party.carried]
    return MemberAfter(party.file if carried else "", member, now, remark_texts(remarks))


def remark_texts(remarks: Sequence[Remark]) -> tuple[str, ...]:
    return tuple(f"{words} [{CLAUSES[clause].id}]" for clause, words in remarks)


def member_after_fight(f: Fight, began: Combatant, who: Combatant, member: Member, arms: Sequence[str]) -> Member:
    """Return a member with levels, hit points, abilities, spells and gear as they are after the fight."""
    if who.on >> ABSENT & 1:
        return member
    fate = next((fate for condition, fate in FATE_BY_CONDITION.items() if who.on >> condition & 1), member.fate)
    spells, spent = split_spells(who, member)
    scores = zip(ABILITIES, began.abilities, who.abilities, strict=True)
    return replace(
        member,
        level=max(1, member.level - max(0, began.level - who.level)) if member.cls else member.level,
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
    held = [(n, many) for n, many in zip(who.kit, who.left, strict=True) if n != NOBODY]
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
            now, remarks = book.rest(member, spent, die) if book.rest is not None else (member, [])
            now, learnt = learn_again(now, spent)
            found.append(MemberAfter("", member, now, remark_texts([*remarks, *learnt])))
    changed = {one.before.name: one.member for one in found}
    return replace(party, members=tuple(changed.get(m.name, m) for m in party.members)), found


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
