"""What the book does not expect: armour, weapons and spells beyond a class, too many retainers. Allowed, and told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from affray.engine.clauses import cite
from affray.engine.vocabulary import BARE, BLUNT, SPLASH
from affray.rules.classic import clauses as C
from affray.rules.classic.abilities import band
from affray.rules.classic.gear import known
from affray.rules.classic.library import Calling
from affray.rules.classic.members import Person


def remarks(p: Person) -> Iterator[str]:
    if p.calling:
        yield from armour(p, p.calling)
        yield from arms(p, p.calling)
        yield from memory(p, p.calling)


def retinue(people: Sequence[Person]) -> Iterator[str]:
    """More retainers on a side than the CHA of its characters holds."""
    many = sum(p.member.retainer > 0 for p in people)
    if not many:
        return
    rows = [int(n) for n in people[0].library.tables["charisma"]["retainers"].split("/")]
    hirers = {id(p): p for p in people if p.calling and not p.member.retainer}
    most = sum(rows[band(p.abilities["CHA"])] * p.member.count.maximum for p in hirers.values())
    if many > most:
        cite(C.MORALE_RETAINER)
        yield f"{people[0].party.name}: {many} retainers, but CHA holds {most}"


def armour(p: Person, calling: Calling) -> Iterator[str]:
    """Who may not wear all armour carries no shield either."""
    if not calling.armour:
        return
    worn = p.library.armour
    allowed = {"none"} | {name for name in worn for best in calling.armour if worn[name] == worn[best]}
    if p.pack.armour not in allowed:
        yield f"a {calling.name} does not wear {p.pack.armour}"
    if p.pack.shield:
        yield f"a {calling.name} does not carry a shield"


def arms(p: Person, calling: Calling) -> Iterator[str]:
    for carried in p.pack.arms:
        fits = not calling.weapons or carried.name in calling.weapons
        blunt = "blunt" in calling.weapons and carried.arm.qualities & BLUNT
        if not (fits or blunt or carried.arm.qualities & (BARE | SPLASH)):
            yield f"a {calling.name} does not use a {carried.name}"


def memory(p: Person, calling: Calling) -> Iterator[str]:
    """Spells of another list, and more than a day's; the book's table ends at level 5."""
    spells = p.library.spells
    levels = [spells[known(word, spells, "spell", p.where)].lists.get(calling.magic, 0) for word in p.member.spells]
    if levels:
        cite(C.SPELL_MEMORY)
    for word, level in zip(p.member.spells, levels, strict=True):
        if level == 0:
            yield f"{word.lower()} is no spell of a {calling.name}"
    row = calling.memory.get(p.level)
    for level, many in sorted(Counter(levels).items()) if row is not None else ():
        room = row[level - 1] if row and 0 < level <= len(row) else 0
        if level and many > room:
            yield f"spells of level {level}: {many}, but a {calling.name} of level {p.level} keeps {room} in mind"
