"""Read stat lines by three grammars: the classic line, the Basic-Fantasy-like block, the Without-Number-like line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from affray.exchange.importers import reference, values
from affray.exchange.importers.attacks import AttackRoutines, parse_routines
from affray.exchange.importers.blocks import Segment, StatBlock, split_sentences
from affray.exchange.importers.creatures import Creature, Field
from affray.exchange.importers.drafts import Draft, add_sentences, finish_creature
from affray.exchange.importers.text import Scanner, join_doubts
from affray.exchange.importers.values import ParsedValue

Grammar = Mapping[str, Callable[[str, str], ParsedValue]]
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
    "saves": values.parse_saves,
}
BASIC_GRAMMAR: Grammar = {
    **COMMON_GRAMMAR,
    "ac": values.ascending_armour_parser(11),
    "aac": values.ascending_armour_parser(11),
    "hd": values.parse_hit_dice,
    "bonus": values.parse_attack_bonus,
    "thac0": values.parse_thac0,
    "move": values.parse_round_movement,
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


WITHOUT_NUMBER_GRAMMAR: Grammar = {
    **COMMON_GRAMMAR,
    "ac": values.ascending_armour_parser(10),
    "aac": values.ascending_armour_parser(10),
    "hd": values.parse_hit_dice,
    "move": values.parse_round_movement,
    "saves": number_parser("save", "Save", 2, 20),
    "shock": parse_shock,
    "instinct": number_parser("instinct", "Instinct", 1, 10),
    "skill": number_parser("skill", "Skill", -1, 6),
    "bonus": number_parser("attack bonus", "Atk", -5, 20),
}


def read_stat_line(block: StatBlock, format: str = "") -> Creature:
    """Read a stat block; without a format, detect it."""
    format = format or detect_format(block)
    grammar = {"one-line": ONE_LINE_GRAMMAR, "basic": BASIC_GRAMMAR, "without-number": WITHOUT_NUMBER_GRAMMAR}[format]
    draft = Draft(format, block.name, block.text, block.quantity, block.header)
    for segment in block.segments:
        if segment.key in grammar:
            draft.add_value(grammar[segment.key](segment.value, segment.piece))
        elif segment.key not in ("attacks", "damage", "special"):
            draft.notes.append(f"{segment.spelling}: {segment.value}")
    if hp := values.extract_hit_points(header := Scanner(block.header)):
        draft.hp, draft.header = draft.hp or hp, header.rest
    add_routines(draft, block, format)
    special = [
        sentence
        for s in block.segments
        if s.key == "special"
        for sentence in split_specials(s.piece[len(s.spelling) :])
    ]
    add_sentences(draft, [*special, *block.notes])
    settle_format(draft, format)
    return finish_creature(draft)


def split_specials(value: str) -> list[str]:
    """Split specials after their label: sentences, or a list with semicolons."""
    return [part for sentence in split_sentences(value.lstrip(" .:=")) for part in re.split(r";\s*", sentence) if part]


def detect_format(block: StatBlock) -> str:
    """Return the format, by its labels and by how its armour counts."""
    keys = {segment.key for segment in block.segments}
    by_key = {segment.key: segment for segment in block.segments}
    save = by_key["saves"].value if "saves" in by_key else ""
    attack = by_key["attacks"].value if "attacks" in by_key else ""
    without = (
        len(keys & {"shock", "instinct", "skill"})
        + bool(re.fullmatch(r"\d{1,2}\+.{0,9}", save))
        + bool(re.match(r"\s?\+\d", attack))
    )
    if without >= 2 or keys & {"shock"}:
        return "without-number"
    ac = by_key.get("ac") or by_key.get("aac")
    number = re.match(r"\D{0,3}(\d{1,2})(?!\d)", ac.value) if ac else None
    rises = bool(number and int(number[1]) >= 10 and "[" not in (ac.value if ac else ""))
    words = bool(re.search(r"save", by_key["saves"].spelling, re.IGNORECASE)) if "saves" in by_key else False
    longhand = sum(bool(re.search(r"[a-z]{4}", s.spelling)) for s in block.segments)
    return "basic" if rises and (words or longhand >= 3) else "one-line"


def add_routines(draft: Draft, block: StatBlock, format: str) -> None:
    by_key = {segment.key: segment for segment in block.segments}
    attack, damage = by_key.get("attacks"), by_key.get("damage")
    draft.attack_text = " … ".join(s.piece for s in (attack, damage) if s)
    if format == "without-number":
        draft.routines = read_swings(draft, attack, damage)
    elif attack or damage:
        draft.routines = parse_routines(attack.value if attack else "1", damage.value if damage else "")


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
    found = re.search(r"\b(?!wpn\b|weapon\b|or\b|plus\b|by\b)([a-z]{3,14})\b", damage, re.IGNORECASE)
    weapon = re.search(r"\b(?:wpn|weapon)\b", damage, re.IGNORECASE)
    return found[1] if found and not weapon else "weapon" if weapon else "strike"


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
    """Doubt a save far from 15 less half the hit dice: it has lost a digit."""
    save, hd = draft.get("save"), draft.value("hd")
    if save and hd:
        usual = 15 - reference.quarters_of(hd) // 8
        if abs(int(save.value) - usual) > 3:
            draft.add_doubt("save", join_doubts(f"hit dice of {hd} usually save on {usual}+"))
