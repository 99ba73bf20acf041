"""Read what follows a hit: effects named by a word after the damage, and by sentences."""

from __future__ import annotations

import re
from typing import Any

from affray.exchange.importers import reference
from affray.exchange.importers.creatures import MatchReader, Pairs, own_effect

SAVE = r"(?:must )?(?:save|saves|saving throw|make a save|make a saving throw)(?: (?:vs\.?|versus|against) [a-z]+)?"
DICE = r"\d{1,2}d\d{1,3}(?:[+-]\d{1,3})?"
PARALYSIS_EFFECT = {
    "clause": "classic.monster.paralysis",
    "does": "condition",
    "condition": "paralysed",
    "save": "paralysis",
}
EFFECT_WORDS = {  # the word after the damage, its effect, and whether the text should say more
    "poison": ("deadly poison", True),
    "deadly poison": ("deadly poison", False),
    "paralysis": ("paralysing touch", False),
    "paralyzation": ("paralysing touch", False),
    "paralysation": ("paralysing touch", False),
    "paralyzing touch": ("paralysing touch", False),
    "energy drain": ("energy drain", False),
    "level drain": ("energy drain", False),
    "1 level": ("energy drain", False),
    "strength drain": ("strength drain", False),
    "petrification": ("petrifying touch", False),
    "petrify": ("petrifying touch", False),
    "disease": ("disease", True),
    "rot": ("mummy rot", False),
    "rotting disease": ("mummy rot", False),
    "blood drain": ("blood drain", False),
    "attach": ("blood drain", False),
    "blood sucking": ("blood drain", False),
}
EFFECT_FAMILIES = {  # a sentence may say more about an effect of the same family
    "deadly poison": "poison",
    "sickening poison": "poison",
    "paralysing touch": "paralysis",
    "ghoul's touch": "paralysis",
    "disease": "disease",
    "mummy rot": "disease",
    "energy drain": "drain",
    "blood drain": "blood",
    "petrifying touch": "stone",
    "strength drain": "strength",
}


def find_effect(word: str) -> tuple[str, bool]:
    """Return the effect that a word means, and whether the word is vague."""
    if word in reference.effects():
        return word, False
    return EFFECT_WORDS.get(word, ("", False))


def effect_family(effect: str) -> str:
    """Return the family of an effect: a sentence may say more about an effect of the same family."""
    return EFFECT_FAMILIES.get(effect, effect.partition(" ")[0])


def read_poison_damage(found: re.Match[str]) -> Pairs:
    half = bool(found[2])
    name = f"poison {found[1].replace('+', ' plus ').replace('-', ' less ')}" + " halved" * half
    row: dict[str, Any] = {"clause": "classic.monster.poison", "does": "damage", "dice": found[1], "save": "death"}
    row |= {"half": True} if half else {}
    return [("rider", name), *own_effect(name, row)]


def read_paralysis(found: re.Match[str]) -> Pairs:
    lasts, elves = found[1] or "2d4 turns", found[2] or ""
    row = {**PARALYSIS_EFFECT, "lasts": lasts, **({"spares": "elf"} if elves else {})}
    known = next((name for name, other in reference.effects().items() if dict(other) == row), "")
    name = known or f"paralysis {lasts}{', not elves' * bool(elves)}".replace(",", "").replace("+", " plus ")
    return [("rider", name), *own_effect(name, row)]


def rider_reader(name: str) -> MatchReader:
    """Return a reader that gives always the same rider."""
    return lambda found: [("rider", name)]


VICTIM = r"(?:(?:a |the |its |their |any )?(?:[a-z]{2,14}:? ){0,6})?"
FAILURE = r"(?:or|fail and|failing which|failure means)"
POISON = rf"(?:poison(?:ous)?(?: [a-z]{{2,12}})?: |venom(?:ous)?: |(?:the |its |their )?poison {VICTIM}){VICTIM}"
RIDERS: tuple[tuple[str, MatchReader], ...] = (
    (
        rf"{POISON}{SAVE} {FAILURE} (?:dies?|death|be slain|is slain|perish)(?: in {DICE} (?:rounds|turns))?",
        rider_reader("deadly poison"),
    ),
    (r"(?:deadly|lethal) poison", rider_reader("deadly poison")),
    (
        rf"{POISON}{SAVE} {FAILURE} (?:be |is |become |becomes )?(?:sick|ill|sickened)(?: for (?:ten|10) days)?",
        rider_reader("sickening poison"),
    ),
    (
        rf"{POISON}{SAVE} {FAILURE} (?:take|takes|suffer|suffers|lose|loses) ({DICE})(?: (?:points of )?(?:damage|"
        r"hp))?(,? \(?half on a save\)?|, half if saved)?",
        read_poison_damage,
    ),
    (
        rf"paralysis: {VICTIM}{SAVE} {FAILURE} (?:be |is |are )?paralysed(?: for ({DICE} (?:turns?|rounds?)))?(?:[;,] "
        r"(elves) (?:are )?(?:immune|unaffected))?",
        read_paralysis,
    ),
    (
        rf"(?:energy|level) drain: {VICTIM}(?:permanently )?(?:drains?|loses?|lose) (?:one|1|a) (?:experience "
        r")?level(?: or hit die)?(?: (?:per|each|with each|for each) hit)?",
        rider_reader("energy drain"),
    ),
    (r"(?:each |a )?(?:hit|touch) drains (?:one|1|a) (?:experience )?level", rider_reader("energy drain")),
    (
        r"(?:strength drain: )?(?:each |a )?(?:hit|touch) drains (?:one|1|a) (?:point of )?str(?:ength)?",
        rider_reader("strength drain"),
    ),
    (
        rf"petrif(?:ication|ying touch): {VICTIM}{SAVE} {FAILURE} (?:be |is )?(?:turned?|turns) (?:in)?to stone",
        rider_reader("petrifying touch"),
    ),
    (
        r"blood (?:drain|sucking): (?:it )?attaches(?: itself)?(?: after a hit)?(?: and drains 1?d3 hp (?:a|per|"
        r"each) round)?",
        rider_reader("blood drain"),
    ),
    (
        rf"disease: (?:1 in 20|5%)(?: chance)?(?: per bite| each bite)?(?:[;,] {SAVE}(?: or .{{0,60}})?)?",
        rider_reader("disease"),
    ),
)
