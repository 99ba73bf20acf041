"""Read a stat block: find out by its labels how its game counts, and read each value by that."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from affray.exchange.importers import reference, values
from affray.exchange.importers.attacks import AttackRoutines, parse_routines
from affray.exchange.importers.blocks import Segment, StatBlock, split_sentences
from affray.exchange.importers.creatures import Creature, Field
from affray.exchange.importers.drafts import Draft, add_sentences, finish_creature
from affray.exchange.importers.labels import normalize_label
from affray.exchange.importers.levels import Rank, take_rank
from affray.exchange.importers.text import Scanner, join_doubts, quote_short
from affray.exchange.importers.values import ParsedValue

# --- stat lines


Parser = Callable[[str, str], ParsedValue]
Grammar = dict[str, Parser]
COMMON_GRAMMAR: Grammar = {
    "hp": values.parse_hit_points,
    "morale": values.parse_morale,
    "alignment": values.text_parser("alignment"),
    "xp": values.parse_xp,
    "challenge": values.parse_challenge,
    "number": values.parse_number_appearing,
    "treasure": values.text_parser("treasure"),
}
ONE_LINE_GRAMMAR: Grammar = {
    **COMMON_GRAMMAR,
    "ac": values.parse_armour,
    "aac": lambda text, piece: values.parse_armour(f"ascending {text}", piece),
    "hd": values.parse_hit_dice,
    "thac0": values.parse_thac0,
    "bonus": values.parse_attack_bonus,
    "move": values.parse_movement,
    "fly": values.flight_parser("fly"),
    "swim": values.flight_parser("swim"),
    "saves": values.parse_saves,
}


def parse_shock(text: str, piece: str) -> ParsedValue:
    scanner = Scanner(text)
    found = scanner.extract(r"(\d{1,2})\s?/\s?(?:AC\s?)?(\d{1,2})(?!\d)")
    if not found:
        scanner.extract(r"none|n/a|-|wpn|weapon")
        return ParsedValue((), (f"Shock: {text.strip()}",) if re.search(r"wpn|weapon|\d", text, re.IGNORECASE) else ())
    odd = "" if int(found[1]) <= 20 and 10 <= int(found[2]) <= 25 else f"{found[0]} is a strange shock"
    return values.build_value("Shock", piece, [("shock", f"{int(found[1])}/{int(found[2])}", odd)], scanner)


def number_parser(key: str, label: str, least: int, most: int) -> Callable[[str, str], ParsedValue]:
    """Return a parser for one number within bounds, with or without its sign."""

    def read(text: str, piece: str) -> ParsedValue:
        scanner = Scanner(text)
        found = scanner.extract(r"([+-]?\d{1,2})\+?(?!\d)")
        value = int(found[1]) if found else 0
        odd = "" if least <= value <= most else f"{value} is strange: expected {least} to {most}"
        return values.build_value(label, piece, [(key, value, odd)] if found else [], scanner)

    return read


SHOCK_GRAMMAR: dict[str, Parser] = {
    "shock": parse_shock,
    "instinct": number_parser("instinct", "Instinct", 1, 10),
    "skill": number_parser("skill", "Skill", -1, 6),
}
WITHOUT_NUMBER_GRAMMAR: Grammar = {
    **ONE_LINE_GRAMMAR,
    **SHOCK_GRAMMAR,
    "ac": values.armour_parser(10, "fourfold ac", True),
    "aac": values.armour_parser(10, "fourfold ac", True),
    "move": values.parse_round_movement,
    "saves": number_parser("save", "Save", 2, 20),
    "bonus": number_parser("attack bonus", "Atk", -5, 20),
}
ROUND_RATES: Grammar = {
    "move": values.parse_round_movement,
    "fly": values.flight_parser("fly", values.parse_round_movement),
    "swim": values.flight_parser("swim", values.parse_round_movement),
}
RISING = values.armour_parser(10, "", True)
GRAMMARS: Mapping[str, Grammar] = {  # by game
    "classic": ONE_LINE_GRAMMAR,
    "rising": {**ONE_LINE_GRAMMAR, "ac": RISING, "aac": RISING, "move": values.parse_rising_movement},
    "rising round": {**ONE_LINE_GRAMMAR, "ac": RISING, "aac": RISING, **ROUND_RATES},
    "flame": {**ONE_LINE_GRAMMAR, "ac": values.armour_parser(12, "", True)},
    "classic round": {**ONE_LINE_GRAMMAR, **ROUND_RATES},
    "basic": {
        **ONE_LINE_GRAMMAR,
        **ROUND_RATES,
        "ac": values.armour_parser(11, "vanguard ac", True),
        "aac": values.armour_parser(11, "vanguard ac", True),
    },
    "without-number": WITHOUT_NUMBER_GRAMMAR,
}
FORMAT_OF_GAME = {"basic": "basic", "without-number": "without-number"}
GAME_OF_FORMAT = {"basic": "basic", "without-number": "without-number"}


def read_stat_line(block: StatBlock, format: str = "") -> Creature:
    """Read a stat block; without a format, find out how its game counts."""
    game = GAME_OF_FORMAT.get(format, "") or find_game(block, format)
    format = FORMAT_OF_GAME.get(game, "one-line")
    grammar = GRAMMARS[game]
    draft = Draft(format, block.name, block.text, block.quantity, block.header)
    hp = list[int]()
    dice = not any(segment.key == "hd" for segment in block.segments)  # HP 3d8 (13)
    segments = [
        s._replace(key="hd") if dice and s.key == "hp" and HIT_POINT_DICE.match(s.value) else s for s in block.segments
    ]
    segments, ranks = take_ranks(segments) if not any(s.key == "hd" for s in segments) else (segments, [])
    bare = not {"attacks", "damage"} & {segment.key for segment in block.segments}
    for segment in segments:
        if segment.key in grammar:
            value = UNLABELLED.sub("", segment.value) if bare else segment.value
            read = grammar[segment.key](value, segment.piece)
            hp += read.hp if segment.key == "hp" else ()
            if not read.fields and not read.hp and re.search(r"\d'" if segment.key == "shock" else r"\d", value):
                draft.doubts.append(f"{segment.spelling}: {quote_short(value)} was not understood")
            draft.add_value(read)
            draft.asked |= {segment.key} if lost_its_number(segment) else set()
        elif segment.key not in ("attacks", "damage", "special", "name", "other"):
            draft.notes.append(f"{segment.spelling}: {segment.value}")
    draft.hp = tuple(hp) or draft.hp
    read_header(draft)
    for rank in ranks:
        add_rank(draft, rank)
    add_routines(draft, block, format)
    add_sentences(draft, [*list_specials(block), *block.notes])
    settle_format(draft, format)
    return finish_creature(draft)


HIT_POINT_DICE = re.compile(r"\d{1,2}d\d")


def lost_its_number(segment: Segment) -> bool:
    """Return whether a label has a number after it or nothing at all; with words alone, nothing is lost."""
    return bool(re.search(r"\d", segment.value)) or (not segment.value.strip() and segment.key != "saves")


def read_header(draft: Draft) -> None:
    """Read what is beside the name: hit points, or a class with its level."""
    header = Scanner(draft.header)
    if hp := values.extract_hit_points(header):
        draft.hp, draft.header = draft.hp or hp, header.rest
    rank, draft.header = take_rank(draft.header)
    draft.header = draft.header.strip(" (),;:")
    if rank:
        add_rank(draft, rank)


def add_rank(draft: Draft, rank: Rank) -> None:
    """Add what a class and level say of hit dice, saves and attack rolls, unless the block says it."""
    if not draft.get("hd"):
        draft.add_field(Field("hd", rank.hit_dice, rank.text))
    if rank.saves and not (draft.get("saves") or draft.get("save")):
        draft.add_field(Field("saves", rank.saves, "", "", f"from {rank.text}"))
    if rank.thac0 and not (draft.get("thac0") or draft.get("bonus") or draft.routines):
        draft.add_field(Field("thac0", rank.thac0, "", "", f"from {rank.text}"))


RANKED = ("ac", "hp", "alignment", "move", "morale", "number", "other")  # labels beside which a class may stand


def take_ranks(segments: list[Segment]) -> tuple[list[Segment], list[Rank]]:
    """Return the labels without a class and level that stand beside a value: AC 4, F2, hp 12."""
    ranks, found = list[Rank](), list[Segment]()
    for segment in segments:
        rank, value = take_rank(f", {segment.value}") if segment.key in RANKED else (None, "")
        if rank and (segment.key != "other" or normalize_label(segment.spelling) in CLASS_LABELS):
            ranks.append(rank)
            segment = segment._replace(value=value.strip(" ,;"))
        found.append(segment)
    return found, ranks


CLASS_LABELS = ("class", "class level", "level class", "level", "lvl")


def list_specials(block: StatBlock) -> list[str]:
    """Return what stands after labels that no number follows, as sentences."""
    found = list[str]()
    for segment in block.segments:
        if segment.key == "special":
            found += split_specials(segment.piece[len(segment.spelling) :])
        elif segment.key == "other" and segment.value.lower().strip(" .") not in ("nil", "none", "-", ""):
            found += (
                [f"{segment.spelling}: {segment.value}"] if len(segment.value) < 80 else split_specials(segment.value)
            )
    return [sentence for sentence in found if sentence.lower().strip(" .:") not in ("nil", "none")]


def split_specials(value: str) -> list[str]:
    """Split specials after their label: sentences, or a list with semicolons."""
    return [part for sentence in split_sentences(value.lstrip(" .:=")) for part in re.split(r";\s*", sentence) if part]


FIRST_EDITION = {
    "frequency",
    "in lair",
    "lair probability",
    "magic resistance",
    "psionic ability",
    "mr",
    "climate terrain",
}


def find_game(block: StatBlock, format: str = "") -> str:
    """Return how a block's game counts, by its labels and by its armour."""
    by_key = {segment.key: segment for segment in block.segments}
    keys, others = set(by_key), {normalize_label(s.spelling) for s in block.segments if s.key == "other"}
    value = {key: segment.value for key, segment in by_key.items()}
    if format != "one-line" and is_without_number(keys, value) and "[" not in value.get("ac", ""):
        return "without-number"
    if others & {"wandering group", "lair group", "dx"}:
        return "classic round"
    ac = by_key.get("ac") or by_key.get("aac")
    if "init" in others and others & {"act", "fort", "ref", "will"}:
        return "rising round"
    if ac is None or not armour_rises(ac, others):
        return "classic"
    if {"init"} & others or re.match(r"[^,]{0,40}[+-]\d{1,2} (?:melee|ranged|missile)", value.get("attacks", "")):
        return "rising round"
    if re.search(r"\bR ?\d{1,2}.{0,4}\bH ?\d|\bhold:? \d", value.get("saves", ""), re.IGNORECASE):
        return "rising round"
    longhand = sum(bool(re.search(r"[a-z]{4}", s.spelling)) for s in block.segments if s.key != "other")
    if normalize_label(ac.spelling) in ("armor", "armour") and longhand < 4:
        return "flame"
    words = bool(re.search(r"save", by_key["saves"].spelling, re.IGNORECASE)) if "saves" in by_key else False
    apart = {"attacks", "damage"} <= keys and "thac0" not in keys
    return "basic" if format != "one-line" and (words or longhand >= 3 or apart) else "rising"


def is_without_number(keys: set[str], value: Mapping[str, str]) -> bool:
    signs = len(keys & {"shock", "instinct", "skill"})
    signs += bool(re.fullmatch(r"\d{1,2}\+.{0,9}", value.get("saves", "")))
    signs += bool(re.match(r"\s?\+\d", value.get("attacks", "")))
    return signs >= 2 or "shock" in keys


def armour_rises(ac: Segment, others: set[str]) -> bool:
    """Return whether armour counts up: from 10 on, with no number of the other kind beside it."""
    numbers = [int(n) for n in re.findall(r"(?<![\d+-])\d{1,2}(?!\d)", ac.value[:40])]
    return (
        bool(numbers)
        and min(numbers) >= 10
        and "[" not in ac.value
        and not (FIRST_EDITION & others and numbers == [10])
    )


def add_routines(draft: Draft, block: StatBlock, format: str) -> None:
    by_key = {segment.key: segment for segment in block.segments}
    if not by_key.keys() & {"attacks", "damage"}:
        by_key |= {"attacks": found} if (found := find_unlabelled_attacks(block)) else {}
    attack, damage = by_key.get("attacks"), by_key.get("damage")
    draft.attack_text = " … ".join(s.piece for s in (attack, damage) if s)
    if format == "without-number":
        draft.routines = read_swings(draft, attack, damage)
    elif attack or damage:
        draft.routines = parse_routines(attack.value if attack else "1", damage.value if damage else "")


UNLABELLED = re.compile(
    r"(?:[,;]\s*|\.\s+|^)((?:\d{1,2}\s?[×x]?\s?)?[a-z][a-z' /-]{2,40}\s?\(?\d{0,2}d\d.*)$", re.IGNORECASE
)


def find_unlabelled_attacks(block: StatBlock) -> Segment | None:
    """Return the attacks that stand after another value without a label: HD 7, 31hp, slam (1d8)."""
    for segment in block.segments:
        found = UNLABELLED.search(segment.value) if segment.key in ("hd", "hp", "ac", "move", "thac0") else None
        if found:
            return Segment("attacks", found[1], segment.piece, segment.spelling)
    return None


def read_swings(draft: Draft, attack: Segment | None, damage: Segment | None) -> AttackRoutines | None:
    """Read +3 ×2 and 1d6+1: attack bonus, number of attacks and damage."""
    scanner = Scanner(attack.value if attack else "")
    plus = scanner.extract(r"([+-]\s?\d{1,2})(?!\d)")
    times = scanner.extract(
        r"[×x]\s?(\d{1,2})|\((\d{1,2})\s?(?:attacks?)?\)|\b(\d{1,2})\s?(?:[×x]|attacks?)|/\s?(\d) attacks"
    )
    many = int(next(group for group in times.groups() if group)) if times else 1
    if attack and plus:
        draft.add_field(Field("attack bonus", int(plus[1].replace(" ", "")), attack.piece, scanner.doubt))
    elif attack:
        draft.doubts.append(f"Atk: “{attack.value[:40]}” was not understood")
    if damage is None:
        return None
    found = parse_routines(f"{many} {name_of_damage(damage.value)}".strip(), spell_out_weapon(damage.value))
    return found


def name_of_damage(damage: str) -> str:
    words = re.findall(r"(?<![\dd])\b(?!wpn\b|weapon\b|or\b|plus\b|by\b|damage\b)[a-z-]{3,14}\b", damage, re.IGNORECASE)
    weapon = re.search(r"\b(?:wpn|weapon)\b", damage, re.IGNORECASE)
    return "weapon" if weapon else " ".join(words[:3]) or "strike"


def spell_out_weapon(damage: str) -> str:
    return re.sub(r"\bwpn\b", "weapon", damage, flags=re.IGNORECASE)


def settle_format(draft: Draft, format: str) -> None:
    """Apply what only one format says about itself."""
    if format == "basic" and (bonus := draft.get("bonus")):
        draft.fields[draft.fields.index(bonus)] = Field("combat bonus", bonus.value, bonus.text, bonus.doubt)
    if format == "without-number":
        for key in ("bonus", "thac0"):
            if found := draft.get(key):
                draft.fields[draft.fields.index(found)] = Field("attack bonus", found.value, found.text, found.doubt)
        check_save(draft)


def check_save(draft: Draft) -> None:
    """Warn of a save far from 15 less half the hit dice: it has lost a digit."""
    save, hd = draft.get("save"), draft.value("hd")
    if save and hd:
        usual = 15 - reference.quarters_of(hd) // 8
        if abs(int(save.value) - usual) > 3:
            draft.add_doubt("save", join_doubts(f"hit dice of {hd} usually save on {usual}+"))
