"""The story of a fight that is over: a headline, how both sides fared, and a line for each round that mattered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from affray.compiler.kernels.counting import OBJECTIVE, ROUT, SURRENDER, TURNING, way_won
from affray.content.spelling import plural
from affray.ending.account import Account, Told, join_names
from affray.ending.facts import DISABLING, Fall, Fate, courses, harm_of, turning_point
from affray.engine import events as E
from affray.engine.encounter import Objective
from affray.engine.state import NOBODY, NOBODY_LEFT, Combatant
from affray.engine.vocabulary import DEAD, DYING, FLED, FLEEING, NAMES, UNCONSCIOUS, bits
from affray.log.hidden import SOMEBODY

NUMERALS = "no one two three four five six seven eight nine ten eleven twelve".split()
FEW = 3  # names that are told one by one


def spell_number(many: int) -> str:
    return NUMERALS[many] if many < len(NUMERALS) else f"{many:,}"


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def call_side(account: Account, side: int) -> str:
    """Return "the orcs" for a side with a common name, and a proper name as it is."""
    name = account.side_name(side)
    return f"the {name}" if name[:1].islower() and name != SOMEBODY else name


# --- the headline


def headline(account: Account) -> str:
    """Return in one sentence who won, and what it cost."""
    play, winner = account.play, account.play.state.winner
    if not play.over:
        return f"It is not over yet: round {play.state.round}."
    if winner < 0:
        return "Nobody was left standing." if winner == NOBODY_LEFT else "It ended in a stand-off."
    losers = [call_side(account, side) for side in account.sides if side != winner]
    return f"{capital(call_side(account, winner))} {deed_of_winner(account, losers)}{cost_words(account)}."


def deed_of_winner(account: Account, losers: Sequence[str]) -> str:
    """Return what the winner did to the others, whatever number either is of."""
    way, beaten = way_won(account.play.state), join_names(losers) if losers else ""
    if not beaten:
        return "won"
    aims = [one for one in account.play.encounter.objectives if one.side == account.play.winner]
    if way == OBJECTIVE and aims:
        return achieve(account, aims[0], beaten)
    ways = {ROUT: "put {} to flight", SURRENDER: "made {} surrender", TURNING: "turned {} away"}
    return ways.get(way, "beat {}").format(beaten)


def achieve(account: Account, aim: Objective, beaten: str) -> str:
    """Return how a side has got what the scenario says it is after."""
    if aim.down:
        foe = next((c for c in account.people if account.names.who[c.id] == aim.down), None)
        if foe is None:
            return f"beat {beaten}"
        name = account.name(foe.id)
        return f"drove {name} off" if foe.conditions >> FLED & 1 else f"brought {name} down"
    return f"held out against {beaten} for {aim.rounds} rounds" if aim.rounds else f"got away from {beaten}"


def cost_words(account: Account) -> str:
    """Return what it cost the winner; of players who lost, who lives."""
    state = account.play.state
    dead = [account.name(c.id) for c in account.members(state.winner) if is_dead(c)]
    if state.side[state.winner].players or not any(state.side[side].players for side in account.sides):
        down = [account.name(c.id) for c in account.members(state.winner) if c.conditions & bits(DYING, UNCONSCIOUS)]
        if not dead:
            return f", with {name_few(down)} down at the end" if down else " without a loss"
        return f", but lost {name_few(dead)}"
    alive = [account.name(c.id) for c in account.people if state.side[c.side].players and not is_dead(c)]
    return f"; {name_few(alive)} survived" if alive else ", and nobody came home"


def name_few(names: Sequence[str]) -> str:
    return join_names(names) if len(names) <= FEW else f"{spell_number(len(names))} of them"


def is_dead(c: Combatant) -> bool:
    return bool(c.conditions >> DEAD & 1)


# --- how the sides fared


def summary(account: Account, fates: Sequence[Fate]) -> str:
    """Return how long it took, what became of each side, and when the fight turned."""
    rounds = account.play.state.round
    told = [f"{capital(spell_number(rounds))} round{'' if rounds == 1 else 's'}."] if rounds else []
    told += [describe_side(account, side, fates) for side in account.sides]
    if turn := turning_point(account, courses(account)):
        told.append(f"The fight turned in round {turn}.")
    return " ".join(told)


def describe_side(account: Account, side: int, fates: Sequence[Fate]) -> str:
    """Return "Of the orcs five are dead and one has fled." """
    members = {c.id for c in account.members(side)}
    theirs = [one for one in fates if one.who in members]
    ends = list(dict.fromkeys(one.end for one in theirs))
    counts = [(sum(one.end == end for one in theirs), end) for end in ends]
    if len(theirs) == 1:
        return f"{account.name(theirs[0].who)} {say_end(1, ends[0])}."
    if len(counts) == 1:
        many = "both" if len(theirs) == 2 else f"all {spell_number(len(theirs))}"
        return f"{capital(call_side(account, side))}: {many} {say_end(len(theirs), ends[0])}."
    counts.sort(key=lambda one: -one[0])
    return f"Of {call_side(account, side)} {join_names([f'{spell_number(n)} {say_end(n, end)}' for n, end in counts])}."


def say_end(many: int, end: str) -> str:
    """Return "is dead" of one, "are dead" of several."""
    one, several = VERBS.get(end, (f"is {end}", f"are {end}"))
    return one if many == 1 else several


VERBS = {
    "": ("stands", "stand"),
    "fled": ("has fled", "have fled"),
    "surrendered": ("has surrendered", "have surrendered"),
    "held": ("is held fast", "are held fast"),
}


# --- what became of one

TRAILING = re.compile(r"(; hp .*| \([^)]*\))$")
REFEREES = "Referee: "
BARE_HANDS = "unarmed"  # where a weapon has its name


def fate_words(account: Account, fate: Fate) -> str:
    """Return what became of somebody, to follow their name: "is dead, slain by Orc 4 with a spear in round 3"."""
    if not fate.end:
        return ""
    if fate.fall is None:
        return say_end(1, fate.end)
    e = fate.fall.told.event
    words = fate.end if e.kind == E.FLED else fall_words(account, fate.who, fate.fall)
    return f"{words} in round {e.round}" if e.round else words


def fall_words(account: Account, who: int, fall: Fall) -> str:
    """Return what the log says of a fall, with what did it: the blow too, where the wound killed later."""
    words = TRAILING.sub("", TRAILING.sub("", fall.told.line.words.removeprefix(REFEREES)))
    words = words.removeprefix(account.name(who)).strip()
    if fall.by == NOBODY:
        return words
    by = f"by {account.name(fall.by)}"
    words += "" if by in words else f", struck down {by}"
    return f"{words} with {with_article(fall.weapon)}" if fall.weapon and words.endswith(by) else words


def with_article(weapon: str) -> str:
    if weapon == BARE_HANDS:
        return "bare hands"
    if weapon.endswith("s") and not weapon.endswith("ss"):
        return weapon
    return f"{'an' if weapon[:1].lower() in 'aeiou' else 'a'} {weapon}"


# --- round by round

FALL, OUT, SPELL, BROKE, HIT = 6, 5, 5, 6, 2  # how much a moment weighs
PLAYER, LEADER = 4, 3  # ... and how much more it does of one of these
MOST_MOMENTS, MOST_ROUNDS = 3, 8
LEAST_TO_TELL = 3  # of a round among many


class Moment(NamedTuple):
    """Something that is worth telling: what sort of thing it is and who did it, and whom it befell."""

    row: int
    sort: str
    by: str
    whom: tuple[int, ...]
    weight: int


class Line(NamedTuple):
    """What is told of one round."""

    round: int
    words: str
    weight: int


def story(account: Account) -> list[Line]:
    """Return a line for each round; of a long fight only for those that matter most."""
    lines = [line for line in map_rounds(account) if line.words]
    if len(lines) <= MOST_ROUNDS:
        return lines
    best = sorted(lines, key=lambda line: -line.weight)[:MOST_ROUNDS]
    return [line for line in lines if line in best and line.weight >= LEAST_TO_TELL]


def map_rounds(account: Account) -> Iterator[Line]:
    for round, told in groupby(account.told, key=lambda one: one.event.round):
        lines = list(told)
        moments = sorted(find_moments(account, lines), key=lambda one: -one.weight)[:MOST_MOMENTS]
        if round and (moments or any(one.event.kind in (E.HIT, E.MISS) for one in lines)):
            shown = sorted(moments, key=lambda one: one.row)
            words = " ".join(f"{capital(say_moment(account, one))}." for one in shown) or "Not one blow hit."
            yield Line(round, words, max((one.weight for one in moments), default=0))


def find_moments(account: Account, lines: Sequence[Told]) -> list[Moment]:
    """Return the moments of a round; what the same one did to several is one moment."""
    found = dict[tuple[str, str], Moment]()
    for told in lines:
        if (moment := moment_of(account, told)) is not None:
            before = found.get(moment[1:3])
            found[moment[1:3]] = merge(before, moment) if before else moment
    moments = without_runners(list(found.values()))
    fallen = {number for one in moments for number in one.whom}
    best = best_hit([one for one in lines if one.event.other not in fallen and is_at_foe(account, one)])
    if best is not None and len(moments) < MOST_MOMENTS:
        sort = f"hit {harm_of(best) or ''}".strip()
        moments.append(Moment(best.row, sort, best.line.who or "", (best.event.other,), HIT))
    return moments


def without_runners(moments: Sequence[Moment]) -> list[Moment]:
    """Return the moments without the breaking of those who got away at once."""
    away = {number for one in moments if one.sort == "fled" for number in one.whom}
    left = [
        one._replace(whom=tuple(n for n in one.whom if n not in away)) if one.sort == "broke" else one
        for one in moments
    ]
    return [one for one in left if one.whom]


def best_hit(lines: Sequence[Told]) -> Told | None:
    """Return the blow with the most damage; where no damage is known, the last that hit."""
    hits = [one for one in lines if one.line.at and (harm_of(one) or one.event.kind == E.HIT)]
    return max(reversed(hits), key=harm_of, default=None)


def is_at_foe(account: Account, told: Told) -> bool:
    """Return whether a line is of somebody and a foe: a spell on a friend is cast by a touch too."""
    who = account.play.state.who
    return who[told.event.who].side != who[told.event.other].side


def merge(one: Moment, more: Moment) -> Moment:
    whom = tuple(dict.fromkeys((*one.whom, *more.whom)))
    return one._replace(whom=whom, weight=max(one.weight, more.weight) + 1)


def moment_of(account: Account, told: Told) -> Moment | None:
    """Return what a line tells that matters; None for nothing, or of somebody unknown."""
    e, who = told.event, told.line.who
    if e.other in account.unknown_at(told.row):
        return None
    by = (who or "") if e.who != e.other else ""
    weight = weight_of(account, e.other)
    if e.kind in (E.DEAD, E.DOWN):
        sort = "dead" if e.kind == E.DEAD else "down"
        return Moment(told.row, sort, by, (e.other,), FALL + weight)
    if e.kind in (E.FLED, E.SURRENDERED):
        return Moment(told.row, "fled" if e.kind == E.FLED else "surrendered", "", (e.other,), OUT + weight)
    if e.kind == E.CONDITION_ON and e.value == FLEEING:
        return Moment(told.row, "broke", "", (e.other,), BROKE + weight)
    if e.kind == E.CONDITION_ON and e.value in DISABLING and by:
        return Moment(told.row, NAMES[e.value], by, (e.other,), SPELL + weight)
    return None


def weight_of(account: Account, number: int) -> int:
    """Return how much more somebody matters than the rest."""
    c = account.play.state.who[number]
    return PLAYER if account.play.state.side[c.side].players else LEADER if c.leader else 0


def say_moment(account: Account, one: Moment) -> str:
    whom = name_victims(account, one.whom)
    sort, _, damage = one.sort.partition(" ")
    if sort in OF_THEMSELVES:
        return f"{whom} {OF_THEMSELVES[sort]}"
    if not one.by:
        return f"{whom} {'died' if sort == 'dead' else 'went down'}"
    return f"{one.by} {TO_OTHERS[sort].format(whom)}{f' for {damage}' if damage else ''}"


OF_THEMSELVES = {"fled": "got away", "surrendered": "surrendered", "broke": "broke and ran"}
TO_OTHERS = {
    "dead": "killed {}",
    "down": "struck down {}",
    "hit": "hit {}",
    "asleep": "put {} to sleep",
    "paralysed": "paralysed {}",
    "held": "held {} fast",
    "bound": "bound {}",
    "charmed": "charmed {}",
    "petrified": "turned {} to stone",
}


def name_victims(account: Account, whom: Sequence[int]) -> str:
    """Return names; of many of one kind how many."""
    if len(whom) <= FEW:
        return join_names([account.name(number) for number in whom])
    kinds = {account.kind(number) for number in whom}
    sides = {account.play.state.who[number].side for number in whom}
    kind = plural(kinds.pop()) if len(kinds) == 1 else f"of {call_side(account, sides.pop())}"
    return f"{spell_number(len(whom))} {kind}"
