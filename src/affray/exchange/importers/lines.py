"""Three grammars over labels: the classic line, the Basic-Fantasy-like block, the Without-Number-like line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from affray.exchange.importers import moving, saving, values
from affray.exchange.importers.attacks import Routines, routines
from affray.exchange.importers.blocks import Block, Segment, sentences
from affray.exchange.importers.creature import Creature, Field
from affray.exchange.importers.finishing import Draft, finished, hear
from affray.exchange.importers.taking import Taking, joined
from affray.exchange.importers.values import Read

Grammar = Mapping[str, Callable[[str, str], Read]]
COMMON: Grammar = {
    "hp": values.hit_points,
    "morale": values.morale,
    "alignment": values.kept("alignment"),
    "xp": values.number_of_points,
    "challenge": values.challenge,
    "number": values.number_appearing,
    "treasure": values.kept("treasure"),
}
ONE_LINE: Grammar = {
    **COMMON,
    "ac": values.armour,
    "aac": lambda text, piece: values.armour(f"ascending {text}", piece),
    "hd": values.hit_dice,
    "thac0": values.thac0,
    "bonus": values.attack_bonus,
    "move": moving.movement,
    "saves": saving.saves,
}
BASIC: Grammar = {
    **COMMON,
    "ac": values.ascending(11),
    "aac": values.ascending(11),
    "hd": values.hit_dice,
    "bonus": values.attack_bonus,
    "thac0": values.thac0,
    "move": moving.encounter_rates,
    "saves": saving.saves,
}


def shock(text: str, piece: str) -> Read:
    taken = Taking(text)
    found = taken.take(r"(\d{1,2})\s?/\s?(?:AC\s?)?(\d{1,2})(?!\d)")
    if not found:
        taken.take(r"none|n/a|-|wpn|weapon")
        return Read((), (f"Shock: {text.strip()}",) if re.search(r"wpn|weapon|\d", text, re.IGNORECASE) else ())
    odd = "" if int(found[1]) <= 20 and 10 <= int(found[2]) <= 25 else f"{found[0]} is a strange shock"
    return values.reading("Shock", piece, [("shock", f"{int(found[1])}/{int(found[2])}", odd)], taken)


def single(key: str, label: str, least: int, most: int) -> Callable[[str, str], Read]:
    """One number within bounds, with or without its sign."""

    def read(text: str, piece: str) -> Read:
        taken = Taking(text)
        found = taken.take(r"([+-]?\d{1,2})\+?(?!\d)")
        value = int(found[1]) if found else 0
        odd = "" if least <= value <= most else f"{value} is strange: expected {least} to {most}"
        return values.reading(label, piece, [(key, value, odd)] if found else [], taken)

    return read


WITHOUT_NUMBER: Grammar = {
    **COMMON,
    "ac": values.ascending(10),
    "aac": values.ascending(10),
    "hd": values.hit_dice,
    "move": moving.encounter_rates,
    "saves": single("save", "Save", 2, 20),
    "shock": shock,
    "instinct": single("instinct", "Instinct", 1, 10),
    "skill": single("skill", "Skill", -1, 6),
    "bonus": single("attack bonus", "Atk", -5, 20),
}


def creature(block: Block, form: str = "") -> Creature:
    form = form or form_of(block)
    grammar = {"one-line": ONE_LINE, "basic": BASIC, "without-number": WITHOUT_NUMBER}[form]
    draft = Draft(form, block.name, block.text, block.many, block.header)
    for segment in block.segments:
        if segment.key in grammar:
            draft.take(grammar[segment.key](segment.value, segment.piece))
        elif segment.key not in ("attacks", "damage", "special"):
            draft.notes.append(f"{segment.spelling}: {segment.value}")
    if hp := values.hit_points_of(header := Taking(block.header)):
        draft.hp, draft.header = draft.hp or hp, header.rest
    strike(draft, block, form)
    special = [
        sentence for s in block.segments if s.key == "special" for sentence in listed(s.piece[len(s.spelling) :])
    ]
    hear(draft, [*special, *block.notes])
    settle(draft, form)
    return finished(draft)


def listed(value: str) -> list[str]:
    """Specials after their label: sentences, or a list with commas where each part is understood."""
    return [part for sentence in sentences(value.lstrip(" .:=")) for part in re.split(r";\s*", sentence) if part]


def form_of(block: Block) -> str:
    """By its labels, and by how its armour counts."""
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


def strike(draft: Draft, block: Block, form: str) -> None:
    by_key = {segment.key: segment for segment in block.segments}
    attack, damage = by_key.get("attacks"), by_key.get("damage")
    draft.attack_text = " … ".join(s.piece for s in (attack, damage) if s)
    if form == "without-number":
        draft.routines = swings(draft, attack, damage)
    elif attack or damage:
        draft.routines = routines(attack.value if attack else "1", damage.value if damage else "")


def swings(draft: Draft, attack: Segment | None, damage: Segment | None) -> Routines | None:
    """+3 ×2 and 1d6+1: how well, how often, how hard."""
    taken = Taking(attack.value if attack else "")
    plus = taken.take(r"([+-]\s?\d{1,2})(?!\d)")
    times = taken.take(
        r"[×x]\s?(\d{1,2})|\((\d{1,2})\s?(?:attacks?)?\)|\b(\d{1,2})\s?(?:[×x]|attacks?)|/\s?(\d) attacks"
    )
    many = int(next(group for group in times.groups() if group)) if times else 1
    if attack and plus:
        draft.put(Field("attack bonus", int(plus[1].replace(" ", "")), attack.piece, taken.doubt))
    elif attack:
        draft.doubts.append(f"Atk: “{attack.value[:40]}” was not understood")
    if damage is None:
        return None
    found = routines(f"{many} {names(damage.value)}".strip(), unnamed(damage.value))
    return found


def names(damage: str) -> str:
    found = re.search(r"\b(?!wpn\b|weapon\b|or\b|plus\b|by\b)([a-z]{3,14})\b", damage, re.IGNORECASE)
    weapon = re.search(r"\b(?:wpn|weapon)\b", damage, re.IGNORECASE)
    return found[1] if found and not weapon else "weapon" if weapon else "strike"


def unnamed(damage: str) -> str:
    return re.sub(r"\bwpn\b", "weapon", damage, flags=re.IGNORECASE)


def settle(draft: Draft, form: str) -> None:
    """What only this form knows of itself."""
    if form == "basic" and (bonus := draft.get("bonus")):
        draft.fields[draft.fields.index(bonus)] = Field("combat bonus", bonus.value, bonus.text, bonus.doubt)
    if form == "without-number":
        for key in ("bonus", "thac0"):
            if found := draft.get(key):
                draft.fields[draft.fields.index(found)] = Field("attack bonus", found.value, found.text, found.doubt)
        usual_save(draft)


def usual_save(draft: Draft) -> None:
    """15 less half the hit dice; one that is far from it has lost a digit."""
    from affray.exchange.importers import tables

    save, hd = draft.get("save"), draft.value("hd")
    if save and hd:
        usual = 15 - tables.quarters(hd) // 8
        if abs(int(save.value) - usual) > 3:
            draft.doubt("save", joined(f"hit dice of {hd} usually save on {usual}+"))
