"""Read the values of a stat line, each with its own small grammar: armour, hit dice, morale, movement, saves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
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
    lost = "a word is missing before the colon" if scanner.text.startswith(":") else ""
    found = [
        Field(key, value, text, join_doubts(doubt, scanner.doubt * (n == 0), lost * (n == 0)))
        for n, (key, value, doubt) in enumerate(fields)
    ]
    note = f"{label}: {scanner.note}" if scanner.note else ""
    if not found and scanner.text.strip(" .,;:-"):
        note = f"{label}: {scanner.text}"
    return ParsedValue(tuple(found), (note,) if note else (), hp)


def parse_armour(text: str, piece: str) -> ParsedValue:
    """Read 6 [13]; [13]; 13 [6] with the ascending one first; 13 ascending."""
    return armour_parser()(text, piece)


WORN = {"leather": 7, "studded": 6, "ring": 6, "scale": 6, "chain": 5, "splint": 4, "banded": 4, "plate": 3}


def armour_of_words(text: str) -> int:
    """Return descending armour of what is worn: as leather and shield; 0 if no armour is named."""
    worn = [ac for word, ac in WORN.items() if re.search(rf"\b{word}", text, re.IGNORECASE)]
    shield = 1 if re.search(r"\bshield", text, re.IGNORECASE) else 0
    return min(worn) - shield if worn else 8 if shield else 0


SECOND_ARMOUR = (  # 5/6, 5 and 7, 5 [14] or 3 [16] with shield, 5 (head), 7 (body)
    r"(?<=[\d\])])\s?(?:/|,?\s?\b(?:and|or)\b)\s?-?\d{1,2}(?!\d)(?:\s?[\[(]\d{1,2}[\])])?(?:\s[a-z ]{3,40})?|"
    r"(?<=[\d\])])\s?[,(]\s?(?:[a-z]{4,12} )?-?\d{1,2}(?!\d)(?:\s?\[\d{1,2}\])?\s?\(?(?:with|without|vs|versus|against|"
    r"when|while|in|if|body|head|underside|underbelly|belly|behind|front|rear|shell|wings|eyes|legs|tentacles)\b[^;\[\]]{0,40}|"
    r"(?<=\d)\s?,\s?(?:underside|underbelly|body|head|belly|rear|shell)\s-?\d{1,2}(?!\d)"
)


def armour_parser(unarmoured: int = 10, key: str = "", rises: bool = False) -> Callable[[str, str], ParsedValue]:
    """Return a parser for armour of a game where a rising one starts at a number; add a book's key for it."""

    def read(text: str, piece: str) -> ParsedValue:
        scanner = Scanner(text)
        ward = scanner.extract(r"\((m|s)\)|([†‡])") if key == "vanguard ac" else None
        also = scanner.extract(SECOND_ARMOUR)
        words = scanner.extract(r"\((?![^()]*(?:\basc|\baac))([^()]*[a-z]{3}[^()]*)\)")  # (leather +1)
        brackets = scanner.extract(r"[\[(]\s*(?:AAC|aac|ascending)?\s*\+?(\d{1,2})(?!\d)\s*[\])]?")
        rising = bool(scanner.extract(r"\bascending\b|\bAAC\b|\baac\b")) or rises
        bare = scanner.extract(r"(?<![\d.])(-\s?)?(\d{1,2})(?![\d.]*\d)(?:a\b)?")
        ac = (-1 if bare[1] else 1) * int(bare[2]) if bare else None
        aac = int(brackets[1]) if brackets else None
        scanner.extract(r"\bdescending\b|\bAC\b")
        said = tuple(f"AC: {each.strip(' /')}" for each in (words and words[1], also and also[0]) if each)
        if ac is None and aac is None and (named := armour_of_words(text)):
            return ParsedValue((Field("ac", named, piece, "", f"as {text.strip()}"),))
        if ac is None and aac is None:
            return build_value("AC", piece, [], scanner)
        if rises and ac is None:
            ac, aac = aac, None
        if rises or (ac is not None and ac >= 10 and aac is not None and aac >= 10):
            worn = rising_armour(ac or 0, aac, unarmoured, key, piece, scanner, ward)
            return worn._replace(notes=(*worn.notes, *said))
        found = convert_armour(ac, rising, unarmoured) if aac is None else reconcile_armour(ac, aac)
        read = build_value("AC", piece, [("ac", *found)] if found else [], scanner)
        return read._replace(notes=(*read.notes, *said))

    return read


def rising_armour(
    own: int, worn: int | None, unarmoured: int, key: str, piece: str, scanner: Scanner, ward: re.Match[str] | None
) -> ParsedValue:
    """Return armour that counts up; a number in brackets is that without armour."""
    odd = "" if unarmoured - 3 <= own <= 40 else f"{own} is a strange armour class where {unarmoured} is unarmoured"
    fields: list[tuple[str, Value, str]] = [("ac", unarmoured + 9 - own, odd)]
    fields += [(key, own, "")] if key else []
    if ward:
        fields.append(("hurt by", "silver magic" if "s" in ward[0] or "†" in ward[0] else "magic", ""))
    found = build_value("AC", piece, fields, scanner)
    without = (f"AC {worn} without armour",) if worn is not None and worn != own else ()
    return found._replace(notes=(*found.notes, *without))


def convert_armour(ac: int | None, rising: bool, unarmoured: int = 10) -> tuple[int, str] | None:
    """Return descending armour, and a doubt."""
    if ac is None:
        return None
    if rising or ac > 9:
        return unarmoured + 9 - ac, ""
    return ac, "" if ac >= -10 else f"{ac} is a strange armour class"


def reconcile_armour(ac: int | None, aac: int) -> tuple[int, str]:
    """Return descending armour from both, and a doubt if they contradict each other."""
    if ac is None:
        return 19 - aac, ""
    if ac + aac in (19, 20):  # 20 in games where 10 is unarmoured
        turned = ac > 9 >= aac
        return (aac if turned else ac), f"{ac} [{aac}] is taken as ascending first" if turned and ac - aac < 3 else ""
    if ac < 0 and aac - ac == 19:
        return -ac, ""  # the sign was a dash
    return ac, f"{ac} and [{aac}] contradict each other: they should add up to 19"


def parse_hit_dice(text: str, piece: str) -> ParsedValue:
    """Read 1-1 (3hp); 3+1*; ½; 2d8; 1 to 3; (AB +4)."""
    scanner = Scanner(text)
    bonus = scanner.extract(r"\(\s*(?:AB|BAB|attack bonus)?\s*\+(\d{1,2})\s*\)|\bAB\s*\+?(\d{1,2})")
    hd, doubt = "", ""
    if re.match(r"\W?1\s?(?:hp|hit points?)\b\**\W*(?:\(1 ?hp\)\W*)?$", scanner.left, re.IGNORECASE):
        return ParsedValue((Field("hd", "½", piece),), (), (1,))
    if re.match(r"\W?(?:½|\d{1,2}\s?(?:-|to|d)\s?\d|\d{1,2}(?:\s?\+\s?\d{1,2})?\**\s?[,;(])", scanner.left):
        hd, doubt = extract_hit_dice(scanner)
    hp = extract_hit_points(scanner)
    hd, doubt = (hd, doubt) if hd else extract_hit_dice(scanner)
    if not hp and (points := scanner.extract(r"\(\s?(\d{1,3})\s?\)")):
        hp = (int(points[1]),)  # 3d8 (13)
    scanner.extract(r"\(\s?d\d{1,2}\s?\)|\bd8\b|\bHD\b|\bhit (?:dice|die)\b")
    if not hd and hp:
        hd, doubt = hit_dice_for(min(hp)), f"no hit dice are given; guessed from {min(hp)} hp"
    fields: list[tuple[str, Value, str]] = [("hd", hd, doubt)] if hd else []
    if bonus:
        fields.append(("bonus", int(bonus[1] or bonus[2]), ""))
    scanner.extract(r"\bhp\b|\bhit points?\b|\brolled\b")
    read = build_value("HD", piece, fields, scanner, hp)
    return read._replace(fields=tuple(map(without_reason_to_look, read.fields)))


def without_reason_to_look(read: Field) -> Field:
    """Return a field of which a doubt only says how other dice were taken, with a remark instead."""
    taken = re.fullmatch(r"dice of \d+ are taken as dice of 8|[\d-]+ is taken as \d+ to \d+ hit dice", read.doubt)
    return replace(read, doubt="", remark=read.doubt) if taken else read


HIT_POINTS = r"(?:hps?|hit points?|pv|points? de vie|tp)"


def extract_hit_points(scanner: Scanner) -> tuple[int, ...]:
    several = r"\d{1,4}(?!\d)(?:\s?[,/&]\s?\d{1,4}(?![\dd])|\s\d{1,4}(?![\dd])){0,40}"
    each = rf"\d{{1,4}}\s?{HIT_POINTS}\b"
    listed = scanner.extract(rf"\(?(?<![d\d+-])\b{each}(?:\s?(?:[,/&;]|and)\s?{each}){{1,40}}\s?\)?")
    if listed:
        return tuple(n for n in map(int, re.findall(r"\d+", listed[0])) if n)
    found = scanner.extract(rf"\(?\b{HIT_POINTS}\b[:. ]{{0,3}}({several})(?:\s?hp)?(?:\s?each)?\s?\)?")
    found = found or scanner.extract(rf"\(?(?<![d\d+-])\b({several})\s?{HIT_POINTS}\b(?:\s?each)?\s?\)?")
    return tuple(n for n in map(int, re.findall(r"\d+", found[1])) if n) if found else ()


def extract_hit_dice(scanner: Scanner) -> tuple[str, str]:
    if scanner.extract(r"(?<!\d)1\s?(?:-|to)\s?[2-6]\s?(?:hp|hit ?points?)\b|(?<!\d)1?d[2-6]\s?(?:hp|hit ?points?)\b"):
        return "½", ""
    if found := scanner.extract(r"½\**\s?[\[(]\s?1?d4(?:\s?hp)?\s?[)\]]|<\s?1\s?[\[(]\s?1?d[2-6](?:\s?hp)?\s?[)\]]"):
        return "½", ""
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
    if count > 40 or plus > 60:
        return dice[:5], "so many hit dice are strange"
    if sign == "-" and plus > count:
        return f"{count} to {plus}", f"{count}-{plus} is taken as {count} to {plus} hit dice"
    if sign == "-" and plus > 1:
        return dice, f"taken as {count} dice less {plus}; a range is written {count} to {plus}"
    return dice, ""


def hit_dice_from_roll(count: int, sides: int, plus: str) -> tuple[str, str]:
    if sides == 8 and count:
        return f"{count}{plus}" if plus[1:] != "0" else str(count), ""
    if (count, sides) in ((1, 4), (0, 4), (1, 3), (1, 2)) and not plus:
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
    if found := scanner.extract(r"\b[a-z]+\s?\((\d{1,2})(?:\s?-\s?(\d{1,2}))?\)"):  # steady (11), of 20
        value = as_of_twelve(int(found[1]), 20)
        return build_value("Morale", piece, [("morale", value, "")], scanner)
    if found := scanner.extract(r"(?<!\d)(1[3-9]|20)(?![\d%])|(?<!\d)(\d{2,3})\s?%"):
        value, most = (int(found[1]), 20) if found[1] else (int(found[2]), 100)
        remark = f"{value} of {most}, as {as_of_twelve(value, most)} of 12"
        return ParsedValue((Field("morale", as_of_twelve(value, most), piece, "", remark),))
    inside = scanner.extract(r"(?<=\d)\+?\s?\(([^()]{1,80})\)?")
    found = scanner.extract(r"(?<![\d.])(\d{1,2})\+?(?!\d)")
    if not found:
        return build_value("Morale", piece, [], scanner)
    value = int(found[1])
    fields: list[tuple[str, Value, str]] = [
        ("morale", value, "" if 2 <= value <= 12 else f"{value} is no morale: it goes from 2 to 12")
    ]
    other = inside[1] if inside else ""
    if also := scanner.extract(r"\bor\s(\d{1,2}(?!\d)(?: [a-z ]{4,40})?)"):
        other = other or also[1].strip()
    notes = () if not other else parse_special_morale(other, fields)
    read = build_value("Morale", piece, fields, scanner)
    return ParsedValue(read.fields, (*read.notes, *notes))


def as_of_twelve(value: int, most: int) -> int:
    """Return morale of another scale as one of 2 to 12."""
    return min(12, max(2, round(value * 12 / most)))


def parse_special_morale(other: str, fields: list[tuple[str, Value, str]]) -> tuple[str, ...]:
    """Read what is in brackets after morale: with whom, or against what."""
    with_whom = re.sub(r"^(\d+) ", r"\1 with ", other)
    heard = specials.sentence_fields(f"morale {other}") or specials.sentence_fields(f"morale {with_whom}")
    if heard:
        fields += [(field.key, field.value, "") for field in heard]
        return ()
    if found := re.fullmatch(r"\s*(\d{1,2})(?: (?:vs\.?|versus|against|when facing)? ?(fire))?\s*", other):
        key = "against fire" if found[2] else "led"
        fields.append((key, int(found[1]), ""))
        return ()
    return (f"Morale: {other}",)


def parse_xp(text: str, piece: str) -> ParsedValue:
    """Read 450; 3/450 + 4/hp; III/450."""
    scanner = Scanner(text)
    scanner.extract(r"(?:\b[IVX]{1,4}|(?<!\d)\d{1,2})\s?/\s?(?=\d)")
    scanner.extract(r"\([^()]*[a-z]{3}[^()]*\)")
    scanner.extract(r"\+\s?\d{1,3}\s?(?:/|per |a )\s?(?:hp|hit point)s?")
    found = scanner.extract(r"(?<![\d,])(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?![\d]|,\d{3})")
    return build_value("XP", piece, [("xp", int(found[1].replace(",", "")), "")] if found else [], scanner)


def parse_challenge(text: str, piece: str) -> ParsedValue:
    """Read 1/15: a level of challenge, and experience points."""
    found = re.match(r"\s*[\dA-Z]{1,2}\s?/\s?(?=[\d,]{1,9})", text)
    return parse_xp(text[found.end() :], piece) if found else ParsedValue()


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
        f"{quote_short(odd)} was not understood"
        if re.search(r"\d", odd) or (odd and re.search(r"\w:", words))
        else "two numbers stand there"
        if two
        else ""
    )
    return ParsedValue((Field("number", words[:80], piece, doubt),)) if words else ParsedValue()


COIN_PATTERN = r"[\d%x×d]|[gscpe]p\b|gems?\b|coins?\b|in\b"


def text_parser(key: str) -> Callable[[str, str], ParsedValue]:
    """Return a parser for words that a fight doesn't read. A number alone among them has lost its label."""

    def read(text: str, piece: str) -> ParsedValue:
        words = " ".join(text.split()).strip(" ,;.:")
        counted = re.sub(r"\b\d{1,3} in \d{1,3}\b", "", words)
        odd = re.search(rf"(?:^|[,;:]\s?|[A-Za-z)/] )([-+]?\d{{1,4}})(?!\s?(?:{COIN_PATTERN}))", counted)
        doubt = f"{quote_short(odd[1])} was not understood" if odd else ""
        return ParsedValue((Field(key, words[:120], piece, doubt),)) if words else ParsedValue()

    return read


# --- movement

MARKS = r"\"|'|ft\b\.?|feet\b|foot\b|m\b|metres?\b|mètres?\b|yards?\b"
MODES = (
    r"fly(?:ing)?|flies|fl|(?:en |au )?vol|swim(?:ming)?|swims|sw|(?:[àa] la )?nage|"
    r"climb(?:ing)?|cl|burrow(?:ing)?|br|(?:in )?webs?|wb|"
    r"walk(?:ing)?|on land|in water|on foot|leap(?:ing)?|glid(?:e|ing)|dig(?:ging)?|in trees|mounted|jump(?:ing)?"
)
OTHER_MODES = "burrow|climb|web|dig|jump|leap|in trees|mounted"
MODE_KEYS = {"fl": "fly", "vo": "fly", "sw": "swim", "na": "swim", "wa": "move", "on": "move"}
RATE = re.compile(
    rf"(?:\b(?P<before>{MODES})\b[:. ]{{0,2}})?(?<![\d.])(?P<open>\(\s?)?"
    rf"(?P<rate>\d{{1,4}})(?![\d])\s?(?P<mark>{MARKS})?"
    rf"(?:\s?\(\s?(?P<inner>\d{{1,4}})\s?(?:{MARKS})?\s?\)?)?(?P<closed>\s?\))?"
    rf"(?:[ ,]{{0,2}}\(?(?P<after>{MODES})\b(?!:?\s?\d)\)?)?",
    re.IGNORECASE,
)
PACES = {"very slow": 30, "slow": 60, "normal": 120, "average": 120, "fast": 180, "very fast": 240}


class MovementRate(NamedTuple):
    """One rate of movement as it is written."""

    mode: str
    feet: int
    inner: int  # the number in brackets; -1 for none
    mark: str  # for feet, inches or metres
    alone: bool  # in brackets, with no number before them
    between: str  # what is between it and the rate before


def extract_rates(scanner: Scanner) -> list[MovementRate]:
    """Remove all rates from a text; leave out how a flyer turns."""
    scanner.extract_all(r"(?<=\")\*\d{1,2}\"?")  # 9"*12: in its web
    scanner.extract_all(rf"\(\s?\d{{1,4}}\s?(?:{MARKS})?\s?(?:{OTHER_MODES})\w*\)")
    scanner.extract_all(r"\((?:AA|MC|maneuverability)?[: ]{0,2}(?:[A-F]|I{1,3}|IV|V|VI)\)|\bMC[: ]{1,2}[A-F]\b")
    found, last = list[MovementRate](), 0
    for match in RATE.finditer(scanner.left):
        mode = (match["before"] or match["after"] or "").lower()
        inner, alone = int(match["inner"] or -1), bool(match["open"] and not match["inner"])
        between = scanner.left[last : match.start()].strip()
        found.append(MovementRate(mode, int(match["rate"]), inner, match["mark"] or "", alone, between))
        last = match.end()
    scanner.left = RATE.sub(" ; ", scanner.left)
    return [in_feet(rate) for rate in found]


def in_feet(rate: MovementRate) -> MovementRate:
    """Return a rate in metres as one in feet: nine metres are thirty feet."""
    if not rate.mark.lower().startswith("m"):
        return rate
    inner = round(rate.inner / 3) * 10 if rate.inner > 0 else rate.inner
    return rate._replace(feet=round(rate.feet / 3) * 10, inner=inner, mark="'")


def parse_movement(text: str, piece: str) -> ParsedValue:
    """Read 60' (20'); 30' (10') / 180' (60') flying; (20'); 120'; 12 as in inches."""
    return movement_parser(base_rate)(text, piece)


def parse_round_movement(text: str, piece: str) -> ParsedValue:
    """Read rates of a round, a third of the base rate; what is in brackets is how the creature turns."""
    return movement_parser(base_of_round)(text, piece)


def parse_rising_movement(text: str, piece: str) -> ParsedValue:
    """Read rates of games whose armour rises: if the first is small, all are those of a round."""
    first = RATE.search(text)
    small = bool(first and int(first["rate"]) < 60 and not first["inner"])
    return parse_round_movement(text, piece) if small else parse_movement(text, piece)


def flight_parser(
    mode: str, parse: Callable[[str, str], ParsedValue] = parse_movement
) -> Callable[[str, str], ParsedValue]:
    """Return a parser for a rate whose label says that it is one of flying or swimming."""

    def read(text: str, piece: str) -> ParsedValue:
        found = parse(f"{mode} {text}", piece)
        return found._replace(fields=tuple(each for each in found.fields if each.key == mode))

    return read


def movement_parser(worth: Callable[[MovementRate], tuple[int, str]]) -> Callable[[str, str], ParsedValue]:
    """Return a parser for rates, each worth so many feet in a turn."""

    def read(text: str, piece: str) -> ParsedValue:
        scanner = Scanner(text)
        found = list(name_second_rate(join_rate_pair(extract_rates(scanner))))
        return build_movement(found, worth, scanner, piece)

    return read


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
    pace = scanner.extract(rf"\b({'|'.join(PACES)})\b") if not found else None
    if pace:
        fields.append(("move", PACES[pace[1].lower()], ""))
    if fields and all(key != "move" for key, _, _ in fields):
        fields.append(("move", 0, ""))
    read = build_value("Move", piece, fields, scanner)
    return ParsedValue(read.fields, (*read.notes, *notes))


def movement_key(mode: str) -> str:
    if not mode:
        return "move"
    if "water" in mode or "nage" in mode:
        return "swim"
    if "vol" in mode:
        return "fly"
    return "" if mode.startswith(("in ", "cl")) else MODE_KEYS.get(mode[:2], "")


def join_rate_pair(found: list[MovementRate]) -> list[MovementRate]:
    """Return 120'/40' as one rate."""
    if len(found) == 2 and not found[0].mode and not found[1].mode and found[0].inner < 0 and found[1].between == "/":
        if found[0].feet == 3 * found[1].feet:
            return [found[0]._replace(inner=found[1].feet, mark="'")]
    return found


def name_second_rate(found: list[MovementRate]) -> Iterator[MovementRate]:
    """Yield rates, the second of 9"/18" as that of flying and that of 9"//18" as that of swimming."""
    for n, rate in enumerate(found):
        words = re.fullmatch(r"[,; ]*([A-Z][A-Za-z ]{2,24}):?", rate.between) if n and not rate.mode else None
        if words:
            yield rate._replace(mode=f"in {words[1].lower()}")  # Unarmored 40'
            continue
        mode = {"/": "fly", "//": "swim"}.get(rate.between, "") if not rate.mode else ""
        yield rate._replace(mode=mode) if mode and (rate.mark == '"' or not rate.mark) else rate


def base_rate(rate: MovementRate) -> tuple[int, str]:
    """Return the base rate, and a doubt."""
    if rate.alone:
        return 3 * rate.feet, ""
    if rate.mark == '"':
        return 10 * rate.feet, ""
    if rate.inner >= 0:
        if rate.inner == 3 * rate.feet:
            return rate.inner, ""
        third = rate.feet == 3 * rate.inner or rate.feet // 3 == rate.inner
        return (
            rate.feet,
            "" if third else f"{rate.feet}' and ({rate.inner}') contradict each other: one is a third of the other",
        )
    if not rate.mark and rate.feet <= 48:
        return 10 * rate.feet, ""
    return rate.feet, "" if rate.feet <= 480 else f"{rate.feet}' is strangely fast"


def base_of_round(rate: MovementRate) -> tuple[int, str]:
    """Return the base rate for the rate of a round, and a doubt."""
    if rate.inner == 3 * rate.feet and rate.inner > 30:
        return rate.inner, ""
    if rate.feet == 3 * rate.inner and rate.feet > 60:
        return rate.feet, ""
    return 3 * rate.feet, "" if 0 <= rate.feet <= 160 else f"{rate.feet}' is a strange rate for a round"


# --- saves

SAVE_LETTERS = "DWPBS"


BESIDE_SAVES = (  # +2 vs. spells
    r"\(?(?:[+-]\s?\d{1,2}\s(?:bonus|to|on)|[+-]?\s?\d{1,2}\s(?:vs|versus|against))\b[^(),;]{0,60}\)?"
)


def parse_saves(text: str, piece: str) -> ParsedValue:
    """Read D14 W15 P16 B17 S18 (NH); (2); F2; Fighter: 2; Normal Man; 12/13/14/15/16."""
    scanner = Scanner(text)
    scanner.extract(BESIDE_SAVES)
    five, doubt = extract_five_saves(scanner)
    who = extract_save_class(scanner, bool(five))
    if not five:
        single = None if who else scanner.extract(r"(?<!\d)(\d{1,2})\+?(?!\d)")
        if single:
            odd = bool(re.search(r"[A-Za-z]|: ?$", text[: text.find(single[1])]))
            doubt = f"{quote_short(text)} was not understood" if odd or int(single[1]) < 3 else ""
            return build_value("Save", piece, [("saves", "/".join([str(int(single[1]))] * 5), doubt)], scanner)
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
        by_letter = {m[1]: int(m[2]) for m in named}
        return check_five_saves([by_letter[letter] for letter in SAVE_LETTERS])
    other = r"(?<![A-Za-z])[A-Z][A-Za-zé]{0,24}(?:[ /][A-Za-z/]{1,14}){0,4}[:. ]{0,2}(\d{1,2})\+?(?!\d)"
    if five := re.search(rf"{other}(?:[ ,;/]{{0,3}}{other}){{4}}", scanner.left):
        scanner.left = scanner.left[: five.start()] + " ; " + scanner.left[five.end() :]
        return check_five_saves([int(n) for n in re.findall(r"\d+", five[0])])
    if plain := scanner.extract(r"(?<!\d)\d{1,2}(?:\s?[/,]\s?\d{1,2}){4}(?!\d)"):
        return check_five_saves([int(n) for n in re.findall(r"\d+", plain[0])])
    return "", ""


def check_five_saves(five: list[int]) -> tuple[str, str]:
    odd = [n for n in five if not 2 <= n <= 20]
    return "/".join(map(str, five)), f"{odd[0]} is no save" if odd else ""


def extract_save_class(scanner: Scanner, after_numbers: bool) -> str:
    """Return whose saves they are: NH, F3, M2."""
    if scanner.extract(
        r"\b(?:NH|NM)\b|\bnormal (?:human|man)\b|\b0[ -]?(?:th)?[ -]?level(?: human)?\b|\b(?:F|L|level ?)0\b"
    ):
        return "NH"
    long = "|".join(sorted(reference.CLASS_LETTERS.values(), key=len, reverse=True))
    level = r"(?:level\s)?(\d{1,2})(?!\d)(?:\s?(?:to|-)\s?(\d{1,2})(?!\d))?"
    letters = r"([FCTDEHMGVN])[UuIiWwLl]?"
    if found := scanner.extract(rf"\b(?:({long}|mu|m-u|ftr|clr|thf|dwf)s?|{letters})\s?[:.,]?\s?{level}"):
        letter = found[2].upper() if found[2] else found[1][0].upper()
        letter = {"G": "F", "V": "T", "N": "D"}.get(letter, letter)  # guerrier, voleur, nain
        return f"{letter}{int(found[3])}" + (f" to {int(found[4])}" if found[4] else "")
    if found := scanner.extract(rf"\b(\d{{1,2}})(?:st|nd|rd|th)[ -]level ({long})s?"):
        return f"{found[2][0].upper()}{int(found[1])}"
    found = scanner.extract(r"\(\s?(\d{1,2})(?:\s?HD)?\s?\)") if after_numbers else None
    return f"F{int(found[1])}" if found else ""
