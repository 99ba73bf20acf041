"""Movement: rates on foot, in the air and in the water, of a turn or of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from affray.exchange.importers.creature import Value
from affray.exchange.importers.taking import Taking, joined
from affray.exchange.importers.values import Read, reading

FEET = r"(?:'|ft\b\.?|feet\b|foot\b|\")"
WAYS = (
    r"fly(?:ing)?|flies|swim(?:ming)?|swims|climb(?:ing)?|burrow(?:ing)?|in webs?|walk(?:ing)?|on land|in water|"
    r"leap(?:ing)?|glid(?:e|ing)"
)
WAY = {"f": "fly", "s": "swim", "w": "move", "o": "move"}


class Rate(NamedTuple):
    way: str
    feet: int
    inner: int  # what stands in brackets; -1 for nothing
    marked: bool  # as feet


def rates(taken: Taking) -> list[Rate]:
    inner = rf"(?:\s?\(\s?(\d{{1,4}})\s?{FEET}?\s?\)?)?"
    before, after = rf"(?:\b({WAYS})[: ]{{0,2}})?", rf"(?:[ ,]{{0,2}}({WAYS})\b(?!:?\s?\d))?"
    found = taken.take_all(rf"{before}(?<!\d)(\d{{1,4}})(?![\dd])\s?({FEET})?{inner}{after}")
    return [Rate((m[1] or m[5] or "").lower(), int(m[2]), int(m[4] or -1), bool(m[3])) for m in found]


def movement(text: str, piece: str) -> Read:
    """60' (20'); 30' (10') / 180' (60') flying; 120'; 12 as in inches."""
    taken = Taking(text)
    return moved(as_pairs(rates(taken)), base_rate, taken, piece)


def encounter_rates(text: str, piece: str) -> Read:
    """Of books whose rate is that of a round: three times as much; what stands in brackets is how it turns."""
    taken = Taking(text)
    return moved(rates(taken), round_rate, taken, piece)


def moved(found: list[Rate], worth: Callable[[Rate], tuple[int, str]], taken: Taking, piece: str) -> Read:
    """Each rate under the key of its way; a way nobody knows is a note, a second rate without one a doubt."""
    fields, notes = list[tuple[str, Value, str]](), list[str]()
    for rate in found:
        key, told = key_of(rate.way), [each for each, _, _ in fields]
        if not key:
            notes.append(f"Move {rate.feet}' {rate.way}")
        elif key in told:
            also = f"{rate.feet}' stands there too, without a word"
            fields = [(k, v, joined(doubt, also * (k == key))) for k, v, doubt in fields]
        else:
            fields.append((key, *worth(rate)))
    if fields and all(key != "move" for key, _, _ in fields):
        fields.append(("move", 0, "no rate on foot is given"))
    read = reading("Move", piece, fields, taken)
    return Read(read.fields, (*read.notes, *notes))


def key_of(way: str) -> str:
    if not way:
        return "move"
    return "swim" if "water" in way else "" if way.startswith("in ") else WAY.get(way[0], "")


def as_pairs(found: list[Rate]) -> list[Rate]:
    """120'/40' are one rate."""
    if (
        len(found) == 2
        and not found[0].way
        and not found[1].way
        and found[0].feet == 3 * found[1].feet
        and found[0].inner < 0
    ):
        return [Rate("", found[0].feet, found[1].feet, True)]
    return found


def base_rate(rate: Rate) -> tuple[int, str]:
    if rate.inner >= 0:
        third = rate.feet == 3 * rate.inner
        return (
            rate.feet,
            "" if third else f"{rate.feet}' and ({rate.inner}') contradict each other: one is a third of the other",
        )
    if not rate.marked and rate.feet <= 30:
        return 10 * rate.feet, f"{rate.feet} is taken as {10 * rate.feet}'"
    if rate.feet < 60:
        return (
            rate.feet,
            f"{rate.feet}' is taken as the base rate; if it is the rate of a round, it is {3 * rate.feet}'",
        )
    return rate.feet, "" if rate.feet <= 480 else f"{rate.feet}' is strangely fast"


def round_rate(rate: Rate) -> tuple[int, str]:
    odd = "" if 5 <= rate.feet <= 160 else f"{rate.feet}' is a strange rate for a round"
    return 3 * rate.feet, joined(odd, "" if rate.marked else f"{rate.feet} is taken as feet in a round")
