"""Effects in words: auras, breaths, hugs, what follows a hit; the book's by name, others as entries of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from affray.errors import ScenarioError
from affray.exchange.importers import tables
from affray.exchange.importers.creature import EFFECT_PREFIX
from affray.exchange.importers.speech import NUMERAL, parse_number

Entry = Mapping[str, Any]
Pairs = list[tuple[str, int | str | bool]]
SAVE = r"(?:must )?(?:save|saves|saving throw|make a save|make a saving throw)(?: (?:vs\.?|versus|against) [a-z]+)?"
DICE = r"\d{1,2}d\d{1,3}(?:[+-]\d{1,3})?"

# Of each aura: the whole sentence, and what betrays it anywhere.
AURA_PATTERNS = {
    "stench": (
        rf"stench: whoever is near {SAVE} or is sickened",
        r"^(?:stench|nauseating)\b|\b(?:stench|reek|smell)\b.{0,80}\b(?:save|nause|sick)",
    ),
    "petrifying gaze": (
        rf"petrifying gaze: whoever meets it {SAVE} or turns to stone",
        r"petrifying gaze|\bgaze\b.{0,80}\b(?:stone|petrif)|(?:stone|petrif).{0,40}\bgaze\b",
    ),
    "dreadful sight": (
        rf"dreadful sight: whoever sees it {SAVE} or is paralysed",
        r"dreadful sight|\b(?:sight|seeing|sees?) .{0,60}\bparaly[sz]",
    ),
    "charming song": (
        rf"charming song: whoever hears it {SAVE} or is charmed",
        r"charming song|\bsong\b.{0,80}\bcharm|\bcharm\w*\b.{0,40}\bsong\b",
    ),
    "spider's web": (
        rf"web: whoever comes up to it {SAVE} or is caught",
        r"^webs?\b|\bwebs?\b.{0,60}\b(?:caught|stuck|entangle|trap)",
    ),
}
AURA_SENTENCES = {
    "stench": "Stench: whoever is near must save vs death or is sickened.",
    "petrifying gaze": "Petrifying gaze: whoever meets it must save vs paralysis or turns to stone.",
    "dreadful sight": "Dreadful sight: whoever sees it must save vs paralysis or is paralysed.",
    "charming song": "Charming song: whoever hears it must save vs spells or is charmed.",
    "spider's web": "Web: whoever comes up to it must save vs paralysis or is caught.",
}
TIMES_A_DAY = {1: "once", 2: "twice", 3: "three times"}
BREATH_ELEMENTS = ("fire", "cold", "acid", "lightning", "poison")
BREATH_SHAPES = ("cone", "line", "cloud", "ball")
OFTEN = rf"(?:(once|twice)|({NUMERAL}) times)"
BREATH_PATTERN = (
    rf"(?:breath weapon: |breath: )?(?:it |they )?(?:can )?breathes? ({'|'.join(BREATH_ELEMENTS)}|frost|flame) in an? "
    rf"({'|'.join(BREATH_SHAPES)}) (\d{{1,3}})(?:'| feet)? long(?: for ({DICE}) damage)?"
    rf"(?:,? {OFTEN}(?: (?:a|per) day)?)?"
)
HUG_PATTERN = rf"(?:bear )?hug: if both (?:claws|paws|talons) hit,? ({DICE}) (?:more )?damage"
LOOSE_HUG_PATTERN = rf"\bhug\w*\b.{{0,60}}?({DICE})"


def aura_describer(name: str) -> Callable[[Entry], str]:
    return lambda entry: AURA_SENTENCES[name] if entry.get("aura") == name else ""


def unlisted_describer(key: str, known: Mapping[str, Any], text: str) -> Callable[[Entry], str]:
    return lambda entry: text.format(entry[key]) if entry.get(key) and entry[key] not in known else ""


def describe_hug(entry: Entry) -> str:
    name = entry.get("hug", "")
    row = {**tables.effects(), **entry.get("effects", {})}.get(name, {})
    if name and name == hug_name(str(row.get("dice", ""))):
        return f"Hug: if both claws hit, {row['dice']} more damage."
    return f"Hug: {name}." if name else ""


def hug_name(dice: str) -> str:
    return "bear hug" if dice == tables.effects()["bear hug"]["dice"] else f"hug {dice}"


def read_hug(found: re.Match[str]) -> Pairs:
    name = hug_name(found[1])
    row = {"clause": "classic.monster.hug", "does": "damage", "dice": found[1]}
    return [("hug", name), *own_effect(name, row)]


def describe_breath(entry: Entry) -> str:
    """In words where they say all of it."""
    name, often = entry.get("breath", ""), entry.get("breaths", 0)
    row = {**tables.effects(), **entry.get("effects", {})}.get(name, {})
    kind, shape, size, dice = row.get("qualities", "poison"), row.get("shape"), row.get("size"), row.get("dice", "")
    times = TIMES_A_DAY.get(often, f"{often} times")
    if (
        name
        and shape in BREATH_SHAPES
        and (name, breath_effect(kind, shape, size, dice)) == (breath_name(kind, shape, size, dice), dict(row))
    ):
        harm, day = f" for {dice} damage" * bool(dice), f", {times} a day" * bool(often)
        return f"Breathes {kind} in a {shape} {size}' long{harm}{day}."
    return f"Breath: {name}{f', {often} times' * bool(often)}." if name else ""


def breath_effect(kind: str, shape: str, size: int, dice: str) -> dict[str, Any]:
    does: dict[str, Any] = {"does": "damage", "dice": dice} if dice else {"does": "breath"}
    row = {
        "clause": "classic.monster.breath",
        **does,
        "save": "breath",
        "half": True,
        "shape": shape,
        "size": size,
        "range": size,
    }
    return row if kind == "poison" else {**row, "qualities": kind}


def breath_name(kind: str, shape: str, size: int, dice: str) -> str:
    """That of the book's own where it is the same."""
    row = breath_effect(kind, shape, size, dice)
    of_book = (name for name, known in tables.effects().items() if dict(known) == row)
    return next(
        of_book,
        " ".join(
            word
            for word in (kind, "breath", shape, str(size), dice.replace("+", " plus ").replace("-", " less "))
            if word
        ),
    )


def read_breath(found: re.Match[str]) -> Pairs:
    kind, shape, size, dice, once, often = found.groups()
    kind = {"frost": "cold", "flame": "fire"}.get(kind, kind)
    shape = "ball" if shape == "cloud" else shape
    name, row = breath_name(kind, shape, int(size), dice or ""), breath_effect(kind, shape, int(size), dice or "")
    times = {"once": 1, "twice": 2}.get(once or "", parse_number(often) if often else 0)
    return [("breath", name), *([("breaths", times)] if times else []), *own_effect(name, row)]


def read_named_breath(found: re.Match[str]) -> Pairs:
    return [("breath", found[1]), *([("breaths", int(found[2]))] if found[2] else [])]


def own_effect(name: str, row: Mapping[str, Any]) -> Pairs:
    """The field of an effect, unless the book has it."""
    return [] if dict(tables.effects().get(name, {})) == dict(row) else [(EFFECT_PREFIX + name, dump_effect(row))]


def dump_effect(row: Mapping[str, Any]) -> str:
    from affray.content.yaml import dump_on_a_line

    return dump_on_a_line(dict(row))


def describe_own_effect(name: str, row: Mapping[str, Any]) -> str:
    """An effect that no sentence of the table says, as data; nothing where one does."""
    return f"Effect {name}: {dump_effect(row)}."


def read_own_effect(sentence: str) -> Pairs:
    """What `say_own` said."""
    found = re.fullmatch(r"\s*Effect ([a-z][a-z0-9' -]{0,80}): (\{[^{}\n]{0,600}\})[.\s]*", sentence)
    if not found:
        return []
    from affray.content.yaml import compose, plain

    try:
        row, mistakes = plain(compose(found[2], "effect"), "effect")
    except ScenarioError:
        return []
    return [(EFFECT_PREFIX + found[1], dump_effect(row))] if isinstance(row, dict) and not mistakes else []


# --- what follows a hit

PARALYSIS_EFFECT = {
    "clause": "classic.monster.paralysis",
    "does": "condition",
    "condition": "paralysed",
    "save": "paralysis",
}
EFFECT_WORDS = {  # the plain word after the damage, the effect of that name, and whether more should have been said
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
EFFECT_FAMILIES = {  # what a sentence may say more of
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


def effect_family(effect: str) -> str:
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
    known = next((name for name, other in tables.effects().items() if dict(other) == row), "")
    name = known or f"paralysis {lasts}{', not elves' * bool(elves)}".replace(",", "").replace("+", " plus ")
    return [("rider", name), *own_effect(name, row)]


def rider_reader(name: str) -> Callable[[re.Match[str]], Pairs]:
    return lambda found: [("rider", name)]


VICTIM = r"(?:(?:a |the |its |their |any )?(?:[a-z]{2,14}:? ){0,6})?"
FAILURE = r"(?:or|fail and|failing which|failure means)"
POISON = rf"(?:poison(?:ous)?(?: [a-z]{{2,12}})?: |venom(?:ous)?: |(?:the |its |their )?poison {VICTIM}){VICTIM}"
RIDERS: tuple[tuple[str, Callable[[re.Match[str]], Pairs]], ...] = (
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
