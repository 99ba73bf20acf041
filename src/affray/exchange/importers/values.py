"""Read the values of a stat line, each with its own small grammar: armour, hit dice, morale, movement, saves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from affray.exchange.importers import reference, specials
from affray.exchange.importers.creatures import Field, Value
from affray.exchange.importers.text import Scanner, join_doubts, quote_short


class ParsedValue(NamedTuple):
    """What a value says: fields, some of them doubtful, notes, and hit points."""

    fields: tuple[Field, ...] = ()
    notes: tuple[str, ...] = ()
    hp: tuple[int, ...] = ()


def build_value(
    label: str, text: str, fields: list[tuple[str, Value, str]], scanner: Scanner, hp: tuple[int, ...] = ()
) -> ParsedValue:
    """Return the fields of a value; what is left over is a doubt about the first, or a note."""
    found = [
        Field(key, value, text, join_doubts(doubt, scanner.doubt * (n == 0)))
        for n, (key, value, doubt) in enumerate(fields)
    ]
    note = f"{label}: {scanner.note}" if scanner.note else ""
    if not found and scanner.text.strip(" .,;:-"):
        note = f"{label}: {scanner.text}"
    return ParsedValue(tuple(found), (note,) if note else (), hp)


def parse_armour(text: str, piece: str) -> ParsedValue:
    """Read 6 [13]; [13]; 13 [6] with the ascending one first; 13 ascending."""
    scanner = Scanner(text)
    brackets = scanner.extract(r"[\[(]\s*\+?(\d{1,2})(?!\d)\s*[\])]?")
    rising = scanner.extract(r"\bascending\b|\bAAC\b|\baac\b")
    bare = scanner.extract(r"(?<![\d.])(-\s?)?(\d{1,2})(?![\d.]*\d)")
    ac = (-1 if bare[1] else 1) * int(bare[2]) if bare else None
    aac = int(brackets[1]) if brackets else None
    found = convert_armour(ac, bool(rising)) if aac is None else reconcile_armour(ac, aac)
    scanner.extract(r"\bdescending\b|\bAC\b")
    return build_value("AC", piece, [("ac", *found)] if found else [], scanner)


def convert_armour(ac: int | None, rising: bool) -> tuple[int, str] | None:
    """Return descending armour, and a doubt."""
    if ac is None:
        return None
    if rising:
        return 19 - ac, ""
    if ac > 9:
        return 19 - ac, f"{ac} is taken as ascending, which is {19 - ac} descending"
    return ac, "" if ac >= -10 else f"{ac} is a strange armour class"


def reconcile_armour(ac: int | None, aac: int) -> tuple[int, str]:
    """Return descending armour from both, and a doubt if they contradict each other."""
    if ac is None:
        return 19 - aac, ""
    if ac + aac == 19:
        turned = ac > 9 >= aac
        return (aac if turned else ac), f"{ac} [{aac}] is taken as ascending first" if turned and ac - aac < 3 else ""
    if ac < 0 and aac - ac == 19:
        return -ac, ""  # the sign was a dash
    return ac, f"{ac} and [{aac}] contradict each other: they should add up to 19"


def ascending_armour_parser(base: int) -> Callable[[str, str], ParsedValue]:
    """Return a parser for armour that counts up from a base; it adds the key of the book with that base."""
    key = {11: "vanguard ac", 10: "fourfold ac"}[base]

    def read(text: str, piece: str) -> ParsedValue:
        scanner = Scanner(text)
        ward = scanner.extract(r"\((m|s)\)|([†‡])")
        natural = scanner.extract(r"\(\s*(\d{1,2})\s*\)")
        bare = scanner.extract(r"(?<![\d.])(\d{1,2})(?![\d.]*\d)(?:a\b)?")
        if not bare:
            return build_value("AC", piece, [], scanner)
        own, odd = int(bare[1]), ""
        if not base <= own <= 30:
            odd = f"{own} is a strange armour class where {base} is unarmoured"
        fields: list[tuple[str, Value, str]] = [("ac", base + 9 - own, odd), (key, own, "")]
        if ward:
            fields.append(("hurt by", "silver magic" if "s" in ward[0] or "†" in ward[0] else "magic", ""))
        found = build_value("AC", piece, fields, scanner)
        without = (f"AC {natural[1]} without armour",) if natural and int(natural[1]) != own else ()
        return found._replace(notes=(*found.notes, *without))

    return read


def parse_hit_dice(text: str, piece: str) -> ParsedValue:
    """Read 1-1 (3hp); 3+1*; ½; 2d8; 1 to 3; (AB +4)."""
    scanner = Scanner(text)
    hp = extract_hit_points(scanner)
    bonus = scanner.extract(r"\(\s*(?:AB|BAB|attack bonus)?\s*\+(\d{1,2})\s*\)|\bAB\s*\+?(\d{1,2})")
    hd, doubt = extract_hit_dice(scanner)
    if not hd and hp:
        hd, doubt = hit_dice_for(min(hp)), f"no hit dice are given; guessed from {min(hp)} hp"
    fields: list[tuple[str, Value, str]] = [("hd", hd, doubt)] if hd else []
    if bonus:
        fields.append(("bonus", int(bonus[1] or bonus[2]), ""))
    scanner.extract(r"\bhp\b|\bhit points?\b|\brolled\b")
    return build_value("HD", piece, fields, scanner, hp)


def extract_hit_points(scanner: Scanner) -> tuple[int, ...]:
    several = r"\d{1,4}(?!\d)(?:\s?[,/&]\s?\d{1,4}(?![\dd])|\s\d{1,4}(?![\dd])){0,40}"
    found = scanner.extract(rf"\(?\b(?:hp|hit points?)\b[:. ]{{0,3}}({several})(?:\s?hp)?(?:\s?each)?\s?\)?")
    found = found or scanner.extract(rf"\(?(?<![d\d+-])\b({several})\s?(?:hp|hit points?)\b(?:\s?each)?\s?\)?")
    return tuple(n for n in map(int, re.findall(r"\d+", found[1])) if n) if found else ()


def extract_hit_dice(scanner: Scanner) -> tuple[str, str]:
    if scanner.extract(r"½\**|(?<!\d)1\s?/\s?2(?!\d)\**|less than 1\b|<\s?1\b"):
        return "½", ""
    if found := scanner.extract(r"(?<![\dd])(\d{1,2})\**\s?(?:to|through)\s?(\d{1,2})(?![\dd])\**"):
        return f"{found[1]} to {found[2]}", ""
    if found := scanner.extract(r"(?<![\dd])(\d{1,2})d(\d{1,2})(?!\d)(?:\s?([+-])\s?(\d{1,2}))?(?:\s?hp)?"):
        return hit_dice_from_roll(int(found[1]), int(found[2]), f"{found[3]}{int(found[4])}" if found[3] else "")
    if found := scanner.extract(r"(?<![\dd.])(\d{1,2})(?![\dd.]*\d)\**(?:\s?([+-])\s?(\d{1,3})(?![\dd]))?\**"):
        return check_hit_dice(int(found[1]), found[2] or "", int(found[3] or 0))
    return "", ""


def check_hit_dice(count: int, sign: str, plus: int) -> tuple[str, str]:
    if count == 0:
        return "½", "0 hit dice are taken as ½"
    dice = f"{count}{sign}{plus}" if sign and plus else str(count)
    if count > 30 or plus > 20:
        return dice[:5], "so many hit dice are strange"
    if sign == "-" and plus > 1:
        return dice, f"taken as {count} dice less {plus}; a range is written {count} to {plus}"
    return dice, ""


def hit_dice_from_roll(count: int, sides: int, plus: str) -> tuple[str, str]:
    if sides == 8 and count:
        return f"{count}{plus}" if plus[1:] != "0" else str(count), ""
    if (count, sides) == (1, 4) and not plus:
        return "½", ""
    return f"{count or 1}{plus}", f"dice of {sides} are taken as dice of 8"


def hit_dice_for(hp: int) -> str:
    """Return the hit dice that average so many hit points."""
    return "½" if hp <= 2 else str(min(30, max(1, round(hp / 4.5))))


def parse_hit_points(text: str, piece: str) -> ParsedValue:
    scanner = Scanner(text)
    found = scanner.extract(r"(?<!\d)\d{1,4}(?![\dd])(?:\s?(?:[,/&]|and)\s?\d{1,4}(?![\dd])|\s\d{1,4}(?![\dd])){0,60}")
    hp = tuple(n for n in map(int, re.findall(r"\d+", found[0])) if n) if found else ()
    scanner.extract(r"\beach\b|\bhp\b")
    return ParsedValue((), (f"hp: {scanner.text}",) if scanner.rest else (), hp)


def parse_thac0(text: str, piece: str) -> ParsedValue:
    """Read 19 [0]; [0]; +1."""
    scanner = Scanner(text)
    brackets = scanner.extract(r"[\[(]\s*([+-]?\d{1,2})(?!\d)\s*[\])]?")
    bare = scanner.extract(r"(?<![\d+-])(\d{1,2})(?!\d)")
    plus = None if brackets else scanner.extract(r"([+-]\s?\d{1,2})(?!\d)")
    bonus = int((brackets or plus)[1].replace(" ", "")) if brackets or plus else None  # type: ignore[index]
    if bare is None and bonus is None:
        return build_value("THAC0", piece, [], scanner)
    value = int(bare[1]) if bare else 19 - (bonus or 0)
    doubt = "" if 1 <= value <= 20 else f"{value} is a strange THAC0"
    if bare and bonus is not None and value + bonus != 19 and (value, bonus) not in ((20, 0), (20, -1)):
        doubt = f"{value} and [{bonus:+d}] contradict each other: they should add up to 19"
    return build_value("THAC0", piece, [("thac0", value, doubt)], scanner)


def parse_attack_bonus(text: str, piece: str) -> ParsedValue:
    scanner = Scanner(text)
    found = scanner.extract(r"([+-]?\s?\d{1,2})(?!\d)")
    return build_value("attack bonus", piece, [("bonus", int(found[1].replace(" ", "")), "")] if found else [], scanner)


def parse_morale(text: str, piece: str) -> ParsedValue:
    """Read 7; 7 (9 with king); 10 (8 in packs of 4 or more); 7 or 9."""
    scanner = Scanner(text)
    inside = scanner.extract(r"\(([^()]{1,80})\)?")
    found = scanner.extract(r"(?<![\d.])(\d{1,2})\+?(?!\d)")
    if not found:
        return build_value("Morale", piece, [], scanner)
    value = int(found[1])
    fields: list[tuple[str, Value, str]] = [
        ("morale", value, "" if 2 <= value <= 12 else f"{value} is no morale: it goes from 2 to 12")
    ]
    other = inside[1] if inside else ""
    if also := scanner.extract(r"\bor\s(\d{1,2})(?!\d)"):
        other = other or also[1]
    notes = () if not other else parse_special_morale(other, fields)
    read = build_value("Morale", piece, fields, scanner)
    return ParsedValue(read.fields, (*read.notes, *notes))


def parse_special_morale(other: str, fields: list[tuple[str, Value, str]]) -> tuple[str, ...]:
    """Read what is in brackets after morale: with whom, or against what."""
    with_whom = re.sub(r"^(\d+) ", r"\1 with ", other)
    heard = specials.sentence_fields(f"morale {other}") or specials.sentence_fields(f"morale {with_whom}")
    if heard:
        fields += [(field.key, field.value, "") for field in heard]
        return ()
    if found := re.fullmatch(r"\s*(\d{1,2})(?: (?:vs\.?|versus|against|when facing)? ?(fire))?\s*", other):
        key = "against fire" if found[2] else "led"
        fields.append((key, int(found[1]), "" if found[2] else f"{found[1]} is taken as the morale with a leader"))
        return ()
    fields[0] = (
        *fields[0][:2],
        join_doubts(fields[0][2], f"{quote_short(other)} was not understood" if re.search(r"\d", other) else ""),
    )
    return (f"Morale: {other}",)


def parse_xp(text: str, piece: str) -> ParsedValue:
    scanner = Scanner(text)
    found = scanner.extract(r"(?<![\d,])(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?![\d]|,\d{3})")
    return build_value("XP", piece, [("xp", int(found[1].replace(",", "")), "")] if found else [], scanner)


def parse_challenge(text: str, piece: str) -> ParsedValue:
    """Read 1/15: a level of challenge, and experience points."""
    found = re.match(r"\s*[\dA-Z]{1,2}\s?/\s?([\d,]{1,9})", text)
    return parse_xp(found[1], piece) if found else ParsedValue()


NUMBER_OR_DICE = r"\d{0,3}d\d{1,3}(?:\s?[+-]\s?\d{1,3})?(?:\s?[x×]\s?\d{1,4})?|\d{1,4}(?:-\d{1,4})?"


def parse_number_appearing(text: str, piece: str) -> ParsedValue:
    words = " ".join(text.split()).strip(" ,;.")
    odd = re.sub(
        rf"{NUMBER_OR_DICE}|\b(?:wild|lair|none|special|or|to|unique|only|dungeon|wilderness)\b|[\s,;:()/-]",
        "",
        words,
        flags=re.IGNORECASE,
    )
    two = re.search(rf"(?:{NUMBER_OR_DICE})\s?,\s?(?:{NUMBER_OR_DICE})", words)
    doubt = (
        f"{quote_short(odd)} was not understood" if re.search(r"\d", odd) else "two numbers stand there" if two else ""
    )
    return ParsedValue((Field("number", words[:80], piece, doubt),)) if words else ParsedValue()


COIN_PATTERN = r"[\d%x×d]|[gscpe]p\b|gems?\b|coins?\b|in\b"


def text_parser(key: str) -> Callable[[str, str], ParsedValue]:
    """Return a parser for words that a fight doesn't read. A number alone among them has lost its label."""

    def read(text: str, piece: str) -> ParsedValue:
        words = " ".join(text.split()).strip(" ,;.:")
        odd = re.search(rf"(?:^|[,;:]\s?|[A-Za-z)] )([-+]?\d{{1,4}})(?!\s?(?:{COIN_PATTERN}))", words)
        doubt = f"{quote_short(odd[1])} was not understood" if odd else ""
        return ParsedValue((Field(key, words[:120], piece, doubt),)) if words else ParsedValue()

    return read


# --- movement

FEET_PATTERN = r"(?:'|ft\b\.?|feet\b|foot\b|\")"
MOVEMENT_MODES = (
    r"fly(?:ing)?|flies|swim(?:ming)?|swims|climb(?:ing)?|burrow(?:ing)?|in webs?|walk(?:ing)?|on land|in water|"
    r"leap(?:ing)?|glid(?:e|ing)"
)
MODE_KEYS = {"f": "fly", "s": "swim", "w": "move", "o": "move"}


class MovementRate(NamedTuple):
    """One rate of movement as it is written."""

    mode: str
    feet: int
    inner: int  # the number in brackets; -1 for none
    marked: bool  # with a mark for feet


def extract_rates(scanner: Scanner) -> list[MovementRate]:
    inner = rf"(?:\s?\(\s?(\d{{1,4}})\s?{FEET_PATTERN}?\s?\)?)?"
    before, after = rf"(?:\b({MOVEMENT_MODES})[: ]{{0,2}})?", rf"(?:[ ,]{{0,2}}({MOVEMENT_MODES})\b(?!:?\s?\d))?"
    found = scanner.extract_all(rf"{before}(?<!\d)(\d{{1,4}})(?![\dd])\s?({FEET_PATTERN})?{inner}{after}")
    return [MovementRate((m[1] or m[5] or "").lower(), int(m[2]), int(m[4] or -1), bool(m[3])) for m in found]


def parse_movement(text: str, piece: str) -> ParsedValue:
    """Read 60' (20'); 30' (10') / 180' (60') flying; 120'; 12 as in inches."""
    scanner = Scanner(text)
    return build_movement(join_rate_pair(extract_rates(scanner)), check_base_rate, scanner, piece)


def parse_round_movement(text: str, piece: str) -> ParsedValue:
    """Read rates of a round, a third of the base rate; what is in brackets is how the creature turns."""
    scanner = Scanner(text)
    return build_movement(extract_rates(scanner), convert_round_rate, scanner, piece)


def build_movement(
    found: list[MovementRate], worth: Callable[[MovementRate], tuple[int, str]], scanner: Scanner, piece: str
) -> ParsedValue:
    """Return each rate under the key of its mode; an unknown mode is a note, a second rate without mode a doubt."""
    fields, notes = list[tuple[str, Value, str]](), list[str]()
    for rate in found:
        key, keys = movement_key(rate.mode), [each for each, _, _ in fields]
        if not key:
            notes.append(f"Move {rate.feet}' {rate.mode}")
        elif key in keys:
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
    """Return 120'/40' as one rate."""
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
    """Return the base rate, and a doubt."""
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
    """Return the base rate for the rate of a round, and a doubt."""
    odd = "" if 5 <= rate.feet <= 160 else f"{rate.feet}' is a strange rate for a round"
    return 3 * rate.feet, join_doubts(odd, "" if rate.marked else f"{rate.feet} is taken as feet in a round")


# --- saves

SAVE_LETTERS = "DWPBS"


def parse_saves(text: str, piece: str) -> ParsedValue:
    """Read D14 W15 P16 B17 S18 (NH); (2); F2; Fighter: 2; Normal Man; 12/13/14/15/16."""
    scanner = Scanner(text)
    five, doubt = extract_five_saves(scanner)
    who = extract_save_class(scanner, bool(five))
    if not five:
        single = None if who else scanner.extract(r"(?<!\d)(\d{1,2})\+?(?!\d)")
        if single:
            return build_value(
                "Save", piece, [("save", int(single[1]), "one save for all; the hit dice decide")], scanner
            )
        return build_value("Saves", piece, [("saves", *nearest_saves(who))] if who else [], scanner)
    if not who:
        return build_value("Saves", piece, [("saves", five, doubt)], scanner)
    usual = reference.saves_of(who)
    if usual == five:
        return build_value("Saves", piece, [("saves", five if who[0] == "M" else who, doubt)], scanner)
    wrong = sum(a != b for a, b in zip(five.split("/"), usual.split("/"), strict=False)) if usual else 5
    likely = who if wrong == 1 and who[0] != "M" else five
    why = f"{five} are not the saves of {who}" + (f", which are {usual}" if usual else "")
    return build_value("Saves", piece, [("saves", likely, join_doubts(doubt, why))], scanner)


def nearest_saves(who: str) -> tuple[str, str]:
    """Return the saves of a class that an entry may name, and a doubt."""
    five = reference.saves_of(who)
    if who[0] == "M" and five:
        return five, ""
    return (who, "") if five else ("F" + who[1:] if who[1:].isdecimal() else "F1", f"there are no saves of {who}")


def extract_five_saves(scanner: Scanner) -> tuple[str, str]:
    """Return five numbers in the usual order, and a doubt."""
    pattern = r"(?<![A-Za-z])([DWPBS])(?:[A-Za-z/ -]{0,30}?[a-z])?[:. ]{0,2}(\d{1,2})\+?(?!\d)"
    named = list(re.finditer(pattern, scanner.left))[:5]
    if len({m[1] for m in named}) == 5:
        scanner.left = scanner.left[: named[0].start()] + " ; " + scanner.left[named[-1].end() :]
        found = {m[1]: int(m[2]) for m in named}
        return check_five_saves([found[letter] for letter in SAVE_LETTERS])
    if plain := scanner.extract(r"(?<!\d)\d{1,2}(?:\s?[/,]\s?\d{1,2}){4}(?!\d)"):
        return check_five_saves([int(n) for n in re.findall(r"\d+", plain[0])])
    return "", ""


def check_five_saves(five: list[int]) -> tuple[str, str]:
    odd = [n for n in five if not 2 <= n <= 20]
    return "/".join(map(str, five)), f"{odd[0]} is no save" if odd else ""


def extract_save_class(scanner: Scanner, after_numbers: bool) -> str:
    """Return whose saves they are: NH, F3, M2."""
    if scanner.extract(r"\bNH\b|\bNM\b|\bnormal (?:human|man)\b|\b0-level(?: human)?\b"):
        return "NH"
    long = "|".join(sorted(reference.CLASS_LETTERS.values(), key=len, reverse=True))
    level = r"(?:level\s)?(\d{1,2})(?!\d)(?:\s?(?:to|-)\s?(\d{1,2})(?!\d))?"
    if found := scanner.extract(rf"\b(?:({long}|mu|m-u)s?|([FCTDEHM])[UuIi]?)\s?[:.,]?\s?{level}"):
        letter = found[2].upper() if found[2] else found[1][0].upper()
        return f"{letter}{int(found[3])}" + (f" to {int(found[4])}" if found[4] else "")
    if found := scanner.extract(rf"\b(\d{{1,2}})(?:st|nd|rd|th)[ -]level ({long})s?"):
        return f"{found[2][0].upper()}{int(found[1])}"
    found = scanner.extract(r"\(\s?(\d{1,2})(?:\s?HD)?\s?\)") if after_numbers else None
    return f"F{int(found[1])}" if found else ""
