"""Movement: rates on foot, in the air and in the water, of a turn or of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from affray.exchange.importers.creature import Value
from affray.exchange.importers.taking import Scanner, join_doubts
from affray.exchange.importers.values import ParsedValue, build_value

FEET_PATTERN = r"(?:'|ft\b\.?|feet\b|foot\b|\")"
MOVEMENT_MODES = (
    r"fly(?:ing)?|flies|swim(?:ming)?|swims|climb(?:ing)?|burrow(?:ing)?|in webs?|walk(?:ing)?|on land|in water|"
    r"leap(?:ing)?|glid(?:e|ing)"
)
MODE_KEYS = {"f": "fly", "s": "swim", "w": "move", "o": "move"}


class MovementRate(NamedTuple):
    mode: str
    feet: int
    inner: int  # what stands in brackets; -1 for nothing
    marked: bool  # as feet


def extract_rates(scanner: Scanner) -> list[MovementRate]:
    inner = rf"(?:\s?\(\s?(\d{{1,4}})\s?{FEET_PATTERN}?\s?\)?)?"
    before, after = rf"(?:\b({MOVEMENT_MODES})[: ]{{0,2}})?", rf"(?:[ ,]{{0,2}}({MOVEMENT_MODES})\b(?!:?\s?\d))?"
    found = scanner.extract_all(rf"{before}(?<!\d)(\d{{1,4}})(?![\dd])\s?({FEET_PATTERN})?{inner}{after}")
    return [MovementRate((m[1] or m[5] or "").lower(), int(m[2]), int(m[4] or -1), bool(m[3])) for m in found]


def parse_movement(text: str, piece: str) -> ParsedValue:
    """60' (20'); 30' (10') / 180' (60') flying; 120'; 12 as in inches."""
    scanner = Scanner(text)
    return build_movement(join_rate_pair(extract_rates(scanner)), check_base_rate, scanner, piece)


def parse_round_movement(text: str, piece: str) -> ParsedValue:
    """Of books whose rate is that of a round: three times as much; what stands in brackets is how it turns."""
    scanner = Scanner(text)
    return build_movement(extract_rates(scanner), convert_round_rate, scanner, piece)


def build_movement(
    found: list[MovementRate], worth: Callable[[MovementRate], tuple[int, str]], scanner: Scanner, piece: str
) -> ParsedValue:
    """Each rate under the key of its way; a way nobody knows is a note, a second rate without one a doubt."""
    fields, notes = list[tuple[str, Value, str]](), list[str]()
    for rate in found:
        key, told = movement_key(rate.mode), [each for each, _, _ in fields]
        if not key:
            notes.append(f"Move {rate.feet}' {rate.mode}")
        elif key in told:
            also = f"{rate.feet}' stands there too, without a word"
            fields = [(k, v, join_doubts(doubt, also * (k == key))) for k, v, doubt in fields]
        else:
            fields.append((key, *worth(rate)))
    if fields and all(key != "move" for key, _, _ in fields):
        fields.append(("move", 0, "no rate on foot is given"))
    read = build_value("Move", piece, fields, scanner)
    return ParsedValue(read.fields, (*read.notes, *notes))


def movement_key(mode: str) -> str:
    if not mode:
        return "move"
    return "swim" if "water" in mode else "" if mode.startswith("in ") else MODE_KEYS.get(mode[0], "")


def join_rate_pair(found: list[MovementRate]) -> list[MovementRate]:
    """120'/40' are one rate."""
    if (
        len(found) == 2
        and not found[0].mode
        and not found[1].mode
        and found[0].feet == 3 * found[1].feet
        and found[0].inner < 0
    ):
        return [MovementRate("", found[0].feet, found[1].feet, True)]
    return found


def check_base_rate(rate: MovementRate) -> tuple[int, str]:
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


def convert_round_rate(rate: MovementRate) -> tuple[int, str]:
    odd = "" if 5 <= rate.feet <= 160 else f"{rate.feet}' is a strange rate for a round"
    return 3 * rate.feet, join_doubts(odd, "" if rate.marked else f"{rate.feet} is taken as feet in a round")
