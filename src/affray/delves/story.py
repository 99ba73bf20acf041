"""One day told: a paragraph for each fight and each rest, and how it ended; as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.delves.day import DEAD_FATE, Day, Entry, FightEntry, RestEntry, things_of
from affray.delves.model import DRIVEN_OFF, HOME, LOST, THROUGH
from affray.engine.encounter import Member
from affray.party.aftermath import rounds_text

END_SENTENCES = {
    THROUGH: "The party gets through the day",
    HOME: "The party goes home",
    DRIVEN_OFF: "The party is driven off",
    LOST: "The party is lost",
}


def story_lines(day: Day) -> Iterator[str]:
    """Yield the lines of a day that is over."""
    yield heading(day)
    for entry in day.entries:
        yield from entry_lines(entry)
    yield end_line(day)


def heading(day: Day) -> str:
    return f"{day.delve.title}: day {day.number}, {day.book.name}, seed {day.seed}"


def end_line(day: Day) -> str:
    living = sum(one.fate != DEAD_FATE for one in day.members.values())
    xp = sum(day.xp.values())
    fights = f"{day.fights} fight{'' if day.fights == 1 else 's'}"
    return f"{END_SENTENCES[day.end]} after {fights}: {living} of {len(day.members)} alive, {xp:,} XP for all together."


def entry_lines(entry: Entry) -> Iterator[str]:
    yield ""
    if isinstance(entry, FightEntry):
        yield fight_line(entry)
    else:
        yield f"Rest after {entry.step.title}" if entry.chosen else f"{entry.step.number + 1} Rest"
    for place, before in entry.before.items():
        told = change_words(before, entry.after[place])
        remarks = [] if isinstance(entry, FightEntry) else entry.remarks[place]
        words = "; ".join([*told, *remarks])
        if words:
            yield f"  {before.name}: {words}"


def fight_line(entry: FightEntry) -> str:
    how = "won" if entry.won else "not won"
    come = [each.words for n, each in enumerate(entry.step.reinforcements) if entry.come >> n & 1]
    more = f"; reinforcements: {', '.join(come)}" if come else ""
    xp = sum(entry.xp.values())
    earned = f", {xp:,} XP" if xp else ""
    return f"{entry.step.number + 1} {entry.step.title}: {how} in {rounds_text(entry.rounds)}{earned}{more}"


def change_words(before: Member, after: Member) -> Iterator[str]:
    """Yield what has changed in a member."""
    if after.fate and after.fate != before.fate:
        yield after.fate
    elif after.hp != before.hp and (isinstance(before.hp, int) or after.hp != after.max_hp):
        yield f"hp {before.hp} → {after.hp}" if isinstance(before.hp, int) else f"hp {after.hp} of {after.max_hp}"
    if after.level != before.level:
        yield f"level {before.level} → {after.level}"
    if after.wound != before.wound:
        yield after.wound or "no longer wounded"
    used = things_of(before) - things_of(after)
    if used:
        yield "used " + ", ".join(f"{many} {name}" if many > 1 else name for name, many in sorted(used.items()))


def day_json(day: Day) -> dict[str, Any]:
    return {
        "day": day.delve.name,
        "title": day.delve.title,
        "ruleset": day.book.name,
        "seed": day.seed,
        "number": day.number,
        "end": day.end,
        "fights": day.fights,
        "rests": day.rests,
        "xp": {day.members[place].name: xp for place, xp in sorted(day.xp.items())},
        "steps": [entry_json(entry) for entry in day.entries],
        "members": [member_json(one) for _, one in sorted(day.members.items())],
    }


def entry_json(entry: Entry) -> dict[str, Any]:
    members = {
        entry.after[place].name: {"before": member_json(before), "after": member_json(entry.after[place])}
        for place, before in entry.before.items()
    }
    if isinstance(entry, RestEntry):
        return {"step": entry.step.number + 1, "rest": True, "chosen": entry.chosen, "members": members}
    return {
        "step": entry.step.number + 1,
        "title": entry.step.title,
        "won": entry.won,
        "rounds": entry.rounds,
        "xp": sum(entry.xp.values()),
        "members": members,
    }


def member_json(member: Member) -> dict[str, Any]:
    found = {"name": member.name, "hp": member.hp, "fate": member.fate, "wound": member.wound, "level": member.level}
    return {**found, "spells": list(member.spells), "gear": list(member.gear)}
