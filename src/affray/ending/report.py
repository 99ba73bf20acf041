"""The ending of a fight in plain values, for pages and files: each fact as its reader may know it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from affray.content.spelling import plural
from affray.ending.account import Account, join_names
from affray.ending.chart import NARROW, WIDE, draw_chart
from affray.ending.facts import (
    Deeds,
    Fate,
    SideLuck,
    best_blow,
    deeds,
    fates,
    favoured_side,
    luck_of_sides,
    luck_word,
)
from affray.ending.story import call_side, capital, fate_words, headline, say_end, spell_number, story, summary
from affray.engine.state import clone
from affray.engine.vocabulary import LURKING, bits
from affray.log.hidden import visible_health
from affray.rules.shared.experience import Award, awards

Json = dict[str, Any]
NUMBERED = re.compile(r"(.*\S) \d+$")  # the name of one of many


def describe_ending(account: Account) -> Json:
    """Return everything that is told of a fight when it is over."""
    found = fates(account)
    everybody = deeds(account)
    blow = best_blow(account)
    return {
        "over": account.play.over,
        "headline": headline(account),
        "summary": summary(account, found),
        "story": [{"round": line.round, "words": line.words} for line in story(account)],
        "charts": {"wide": draw_chart(account, WIDE), "narrow": draw_chart(account, NARROW)},
        "fates": list(list_fates(account, found)),
        "deeds": [describe_doers(account, some) for some in group_doers(account, everybody)],
        "luck": luck_words(account, luck_of_sides(account, everybody)),
        "blow": blow.line.words if blow else "",
        "xp": [describe_award(account, award) for award in known_awards(account)],
    }


# --- who is told as one of many


def crowd_name(account: Account, number: int) -> str:
    """Return what the numbered ones on a side of nobody's players have in common; empty for who is told by name."""
    found = NUMBERED.fullmatch(account.name(number))
    return found[1] if found and not is_players(account, number) else ""


def is_players(account: Account, number: int) -> bool:
    return account.play.state.side[account.play.state.who[number].side].players


def side_place(account: Account, number: int) -> int:
    """Return the place of somebody's side among those that are known."""
    return account.sides.index(account.play.state.who[number].side)


def count_crowd(many: int, name: str) -> str:
    """Return "Five orcs"."""
    return f"{capital(spell_number(many))} {name.lower() if many == 1 else plural(name.lower())}"


# --- what became of whom


def list_fates(account: Account, found: Sequence[Fate]) -> Iterator[Json]:
    """Yield what became of everybody: the players' people first, those who fell before the others; many in one."""
    ordered = sorted(
        found, key=lambda one: (not is_players(account, one.who), side_place(account, one.who), not one.end)
    )
    for (crowd, _, end), alike in groupby(sorted_by_crowd(account, ordered), key=lambda one: crowd_key(account, one)):
        several = list(alike)
        if crowd and len(several) > 1:
            words = say_end(len(several), end)
            yield describe_fate(account, several, f"{count_crowd(len(several), crowd)} {words}.")
        else:
            yield from (describe_fate(account, [one], say_fate(account, one)) for one in several)


def crowd_key(account: Account, fate: Fate) -> tuple[str, int, str]:
    return crowd_name(account, fate.who), side_place(account, fate.who), fate.end


def sorted_by_crowd(account: Account, found: Sequence[Fate]) -> list[Fate]:
    """Return those of one crowd and one end next to each other, in the place of their first."""
    first = dict[tuple[str, int, str], int]()
    for place, one in enumerate(found):
        first.setdefault(crowd_key(account, one), place)
    return sorted(
        found, key=lambda one: first[crowd_key(account, one)] if crowd_key(account, one)[0] else found.index(one)
    )


def say_fate(account: Account, fate: Fate) -> str:
    """Return "Dorn is dead, slain by Orc 4 in round 3.", of who stands "Anna: 1 of 8 hp."."""
    name = account.name(fate.who)
    if words := fate_words(account, fate):
        return f"{name} {words}."
    return f"{name}: {health_words(account, fate.who)}."


def health_words(account: Account, number: int) -> str:
    """Return how well somebody is who stands, as far as the reader knows."""
    stance = account.trace.end[number]
    if stance.hp >= stance.max_hp:
        return "unhurt"
    return f"{stance.hp} of {stance.max_hp} hp" if account.knows(stance.side) else visible_health(stance)


def describe_fate(account: Account, several: Sequence[Fate], words: str) -> Json:
    return {
        "people": [account.name(one.who) for one in several],
        "side": side_place(account, several[0].who),
        "end": several[0].end,
        "words": words,
    }


# --- who did what


def group_doers(account: Account, everybody: Sequence[Deeds]) -> list[list[Deeds]]:
    """Return the deeds row by row: one of many shares a row with those of the same kind."""
    rows = dict[tuple[int, str], list[Deeds]]()
    for one in everybody:
        name = crowd_name(account, one.who) or account.name(one.who)
        rows.setdefault((side_place(account, one.who), name), []).append(one)
    return list(rows.values())


def describe_doers(account: Account, some: Sequence[Deeds]) -> Json:
    """Return a row of what they did together; what the reader may not know of them is None."""
    disabled = sum((Counter(one.disabled) for one in some), Counter[str]())
    first = some[0].who
    return {
        "name": count_crowd(len(some), crowd_name(account, first)) if len(some) > 1 else account.name(first),
        "people": [account.name(one.who) for one in some],
        "side": side_place(account, first),
        "attacks": sum(one.attacks for one in some),
        "hits": sum(one.hits for one in some),
        "felled": sum(one.felled for one in some),
        "disabled": ", ".join(f"{many} {name}" for name, many in disabled.items()),
        "dealt": add_known([one.dealt for one in some]),
        "taken": add_known([one.taken for one in some]),
        "luck": describe_luck(some),
    }


def add_known(numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def describe_luck(some: Sequence[Deeds]) -> Json | None:
    """Return how many d20s they rolled to hit and the mean, with the word for it; None without any that are known."""
    dice = tuple(face for one in some for face in one.dice or ())
    if not dice:
        return None
    return {"dice": len(dice), "mean": round(sum(dice) / len(dice), 1), "word": luck_word(dice)}


def luck_words(account: Account, luck: Sequence[SideLuck]) -> str:
    """Return whom the dice favoured, with the means; empty where no dice are known."""
    if not luck:
        return ""
    means = ", ".join(f"{account.side_name(one.side)} {one.mean:.1f}" for one in luck)
    side = favoured_side(luck)
    whom = f"The dice favoured {call_side(account, side)}. " if side >= 0 else ""
    return f"{whom}Average d20 to hit: {means} (expected: 10.5)."


# --- XP


def known_awards(account: Account) -> list[Award]:
    """Return what sides of the reader have earned for the foes that they know of (affray.xp)."""
    play = account.play
    if not play.over:
        return []
    now = clone(play.state)
    for number in account.hidden:
        now.who[number].conditions |= bits(LURKING)
    found = awards(play.book, account.names, play.began, now)
    ours = {play.roster.sides[side] for side in account.sides if account.knows(side)}
    return [award for award in found if award.side in ours]


def describe_award(account: Account, award: Award) -> Json:
    """Return an award; what each foe is worth only for the referee, since that depends on its hit dice."""
    foes = award.foes if account.audience is None else ()
    return {
        "side": award.side,
        "total": award.total,
        "words": say_award(account, award, foes),
        "shares": dict(award.shares),
    }


def say_award(account: Account, award: Award, foes: Sequence[tuple[str, int, int]]) -> str:
    """Return "60 XP for the party, shared by Anna, Brom and Cass: six orcs at 10 XP each."."""
    side = call_side(account, account.play.roster.sides.index(award.side))
    shares = f"shared by {join_names(list(award.shares))}" if award.shares else "and nobody left to earn them"
    worth = join_names([say_worth(*foe) for foe in foes]) if foes else ""
    return f"{award.total:,} XP for {side}, {shares}{f': {worth}' if worth else ''}."


def say_worth(kind: str, many: int, each: int) -> str:
    name = kind.lower()
    return f"{spell_number(many)} {name if many == 1 else plural(name)} at {each:,} XP{' each' if many > 1 else ''}"
