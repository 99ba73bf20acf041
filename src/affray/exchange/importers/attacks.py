"""Read attack routines in many spellings as that of an entry: "2 claw 1d4, bite 1d6 (deadly poison), or club 1d6"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from affray.exchange.importers import reference
from affray.exchange.importers.creatures import MatchReader, Pairs, own_effect
from affray.exchange.importers.text import (
    LONGEST_VALUE,
    NUMBER_WORDS,
    join_doubts,
    parse_number,
    quote_short,
    singularize,
)

DIE_SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)
GUESSED_DAMAGE = "damage by weapon: 1d6 guessed"
MOST_ATTACKS = 24  # attacks in all routines together
COUNT_WORDS = "|".join(word for word in NUMBER_WORDS if word != "no")
DICE_NOTATION = re.compile(r"(\d{0,2})d(\d{1,3}|%)(?!\d)(?:\s?([+-])\s?(\d{1,3})(?![\dd]))?", re.IGNORECASE)
DAMAGE_RANGE = re.compile(r"(?<![\dd])(\d{1,3})\s?(?:-|to)\s?(\d{1,3})(?![\dd])")
FLAT_DAMAGE = re.compile(r"(?<![\dd+-])(\d{1,3})(?![\dd/-])")
BY_WEAPON = re.compile(
    r"\b(?:(?:or|and) )?(?:(?:by|as|per) )?weapons?(?: type| damage)?(?:\s?([+-])\s?(\d{1,2})(?!\d))?", re.IGNORECASE
)
ATTACK_COUNT = re.compile(rf"(?:(\d{{1,2}}|{COUNT_WORDS})(?![\dd])\s?(?:[×x]\s?|(?:attacks?\b:?)\s?)?)?", re.IGNORECASE)
ATTACK_NAME = re.compile(r"[a-z][a-z' -]{0,40}", re.IGNORECASE)
EMPTY_WORDS = re.compile(
    r"\b(?:each|or more|damage|dmg|points?|hp|of|and|plus|a|per|for|see below|with|its|their|the|melee|ranged|"
    r"attacks?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class RoutineAttack:
    """One entry of a routine, while it is read."""

    times: int
    name: str
    dice: tuple[str, ...] = ()
    effect: str = ""
    vague: str = ""  # the word in the text, if it should say more
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bonus: int | None = None

    def entry_text(self) -> str:
        """Return the attack as an entry writes it."""
        many = f"{self.times} " if self.times != 1 else ""
        dice = f" {self.dice[0]}" if self.dice else ""
        return f"{many}{self.name}{dice}{f' ({self.effect})' if self.effect else ''}"


@dataclass
class AttackRoutines:
    """All that a text says about attacks: the alternatives, and what is doubtful."""

    modes: list[list[RoutineAttack]] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    @property
    def attacks(self) -> list[RoutineAttack]:
        return [attack for mode in self.modes for attack in mode]

    def entry_text(self) -> str:
        """Return the routines as an entry writes them."""
        return ", or ".join(", ".join(attack.entry_text() for attack in mode) for mode in self.modes)

    def doubt(self) -> str:
        return join_doubts(*self.doubts, *(doubt for attack in self.attacks for doubt in attack.doubts))

    def notes(self) -> list[str]:
        return [note for attack in self.attacks for note in attack.notes]


def parse_routines(text: str, damage: str = "") -> AttackRoutines:
    """Read the attacks of a text, with their damage in brackets or in a text of its own."""
    words = " ".join(text[:LONGEST_VALUE].split())
    found = AttackRoutines()
    if words.count("(") != words.count(")"):
        found.doubts.append("a bracket is missing")
    if len(text) > LONGEST_VALUE:
        found.doubts.append("the text is too long")
    if re.search(r"(?:^|\s):", words):
        found.doubts.append("a word is missing before the colon")
    for mode in split_outside_brackets(words, r"\s*(?:[,;]\s*)?\bor\b\s*"):
        attacks = [
            attack
            for part in split_outside_brackets(mode, r"\s*(?:[,;/&]|\band\b|\bplus\b(?! \d))\s*")
            for attack in parse_attack(part)
        ]
        if attacks:
            found.modes.append(attacks)
    if damage:
        apply_damage(found, damage)
    found.modes = [complete_routine(spread_dice(mode)) for mode in found.modes]
    found.modes = [mode for mode in found.modes if mode]
    if len(found.attacks) > MOST_ATTACKS:
        found.doubts.append("there are too many attacks")
        found.modes = [found.attacks[:MOST_ATTACKS]]
    return found


def split_outside_brackets(text: str, separator: str) -> Iterator[str]:
    """Split a text at separators outside brackets."""
    depth, outside = 0, list[str]()
    for letter in text:
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        outside.append("\0" if depth or letter == ")" else letter)
    last, bare = 0, "".join(outside)
    for found in re.finditer(separator, bare, re.IGNORECASE):
        yield text[last : found.start()].strip()
        last = found.end()
    yield text[last:].strip()


def parse_attack(part: str) -> Iterator[RoutineAttack]:
    """Read one attack: 2 × claw (1d4 + poison); bite 1d6; 1."""
    if not re.search(r"[a-z0-9]", part, re.IGNORECASE):
        return
    head = ATTACK_COUNT.match(part)
    times = parse_number(head[1]) if head and head[1] else 1
    rest = part[head.end() :] if head else part
    name = ATTACK_NAME.match(rest)
    called = name[0] if name else ""
    if dice := re.search(r"(?<![a-z])d(?=\d)", called + rest[len(called) : len(called) + 1]):
        called = called[: dice.start()]  # "claw d6"
    after = rest[len(called) :]
    bonus = re.match(r"\s*([+-]\d{1,2})(?: to hit)?(?=\s*[(,:]|\s*$)", after)
    attack = RoutineAttack(times, plain_attack_name(called), bonus=int(bonus[1]) if bonus else None)
    odd = (f"{times} attacks are strange",) if not 1 <= times <= 12 else ()
    yield add_damage(replace(attack, doubts=odd), after[bonus.end() :] if bonus else after)


def plain_attack_name(text: str) -> str:
    """Return the name of an attack in the singular, without filler words."""
    words = [
        word
        for word in re.sub(r"[^a-z' -]", " ", text.lower()).split()
        if word
        not in ("attack", "attacks", "each", "melee", "ranged", "with", "of", "a", "an", "by", "as", "per", "for")
    ]
    name = " ".join(words).strip(" '-")
    return "weapon" if name in ("weapon type", "weapons", "wpn", "weap") else singularize(name)


def add_damage(attack: RoutineAttack, text: str) -> RoutineAttack:
    """Add what is in brackets or after the name: dice, riders and words."""
    doubts, words = list(attack.doubts), text.strip(" ():,")
    weapon = BY_WEAPON.search(words)
    by_weapon = weapon is not None or attack.name == "weapon"
    words, dice = extract_dice(BY_WEAPON.sub(" ", words), doubts)
    if not dice and by_weapon:
        dice, doubts = [f"1d6{weapon[1]}{weapon[2]}" if weapon and weapon[1] else "1d6"], [*doubts, GUESSED_DAMAGE]
    name = attack.name or ("weapon" if by_weapon else "")
    return add_riders(replace(attack, name=name, dice=tuple(dice), doubts=tuple(doubts)), words)


def extract_dice(words: str, doubts: list[str]) -> tuple[str, list[str]]:
    """Return a text without its dice, and the dice in order."""
    dice, last, rest = list[str](), 0, list[str]()
    whole = re.compile(f"{DICE_NOTATION.pattern}|{DAMAGE_RANGE.pattern}|{FLAT_DAMAGE.pattern}", re.IGNORECASE)
    for found in whole.finditer(words):
        rest.append(words[last : found.start()])
        last = found.end()
        dice.append(read_dice(found, doubts))
    return " ".join((*rest, words[last:])), [each for each in dice if each]


def read_dice(found: re.Match[str], doubts: list[str]) -> str:
    """Return dice as an entry writes them; add a doubt if they are strange."""
    count, sides, sign, plus, least, most, flat = found.groups()
    if flat:
        return flat if int(flat) else ""
    if least:
        return dice_from_range(int(least), int(most), doubts)
    if sides == "%" or not 2 <= int(sides) <= 100 or count == "0" or (count and int(count) > 30):
        doubts.append(f"{found[0]} are strange dice")
        return f"{int(count or 1) or 1}d{min(100, max(2, int(sides)))}" if sides != "%" else "1d100"
    if int(sides) not in DIE_SIDES and int(sides) != 30:
        doubts.append(f"{found[0]} are strange dice")
    return f"{int(count or 1)}d{int(sides)}" + (f"{sign}{int(plus)}" if plus and int(plus) else "")


def dice_from_range(least: int, most: int, doubts: list[str]) -> str:
    """Return the dice of a range: 2-12 is 2d6, 3-8 is 1d6+2."""
    ways = [f"{least}d{most // least}"] if least and most % least == 0 and most // least in DIE_SIDES else []
    if not ways and most > least and most - least + 1 in DIE_SIDES:
        ways = [f"1d{most - least + 1}+{least - 1}"]
    if not ways:
        doubts.append(f"{least}-{most} is no roll of dice")
        return f"1d{min(100, max(2, most))}"
    if least > 1 and not ways[0].startswith("1d") and most - least + 1 in DIE_SIDES:
        doubts.append(f"{least}-{most} is taken as {ways[0]}")
    return ways[0]


def add_riders(attack: RoutineAttack, words: str) -> RoutineAttack:
    """Add the words beside the dice: known effects as riders, others as notes."""
    for part in re.split(r"[+,;&/()]|\bplus\b|\band\b", words):
        word = " ".join(EMPTY_WORDS.sub(" ", part.lower()).split()).strip(" .:'-")
        if not word:
            continue
        effect, vague = find_effect(word)
        if effect and not attack.effect:
            attack = replace(attack, effect=effect, vague=word if vague else "")
        elif re.search(r"\d", word):
            attack = replace(attack, doubts=(*attack.doubts, f"{quote_short(word)} was not understood"))
        else:
            attack = replace(attack, notes=(*attack.notes, f"{(attack.name or 'attack').capitalize()}: {word}"))
    if re.search(r"[+]\s*(?:\)|$)", words.strip()):
        attack = replace(attack, doubts=(*attack.doubts, "something is missing after the +"))
    return attack


def find_effect(word: str) -> tuple[str, bool]:
    """Return the effect that a word means, and whether the word is vague."""
    if word in reference.effects():
        return word, False
    return EFFECT_WORDS.get(word, ("", False))


def apply_damage(found: AttackRoutines, damage: str) -> None:
    """Give each attack in turn its damage from a text of its own: 1d4/1d4/1d8."""
    if not found.modes:
        found.modes = [[RoutineAttack(1, "")]]
    mode = [drop_guess(attack) for attack in found.modes[0]]
    dice = list(split_damage(damage, {attack.name for attack in mode}))
    count = sum(attack.times for attack in mode)
    if len(dice) == len(mode) and len(dice) != count:
        dice = [each for each, attack in zip(dice, mode, strict=True) for _ in range(min(attack.times, MOST_ATTACKS))]
    if len(dice) == 1:
        dice *= min(count, MOST_ATTACKS)
    if len(dice) != count:
        found.doubts.append(f"{count} attacks and {len(dice)} times damage")
    found.modes[0] = list(assign_damage(mode, dice))


def split_damage(damage: str, names: set[str]) -> Iterator[RoutineAttack]:
    """Return each damage as an attack without a name; leave out notes that only repeat the names of attacks."""
    for part in split_outside_brackets(damage[:LONGEST_VALUE], r"\s*(?:[,;/&]|\band\b)\s*"):
        if part:
            attack = add_damage(RoutineAttack(1, ""), part)
            new = tuple(note for note in attack.notes if plain_attack_name(note.partition(": ")[2]) not in names)
            yield from (replace(attack, dice=(dice,) if dice else (), notes=new) for dice in attack.dice or ("",))


def drop_guess(attack: RoutineAttack) -> RoutineAttack:
    """Take back the 1d6 that was guessed for a weapon."""
    if GUESSED_DAMAGE not in attack.doubts:
        return attack
    return replace(attack, dice=(), doubts=tuple(doubt for doubt in attack.doubts if doubt != GUESSED_DAMAGE))


def assign_damage(mode: list[RoutineAttack], damage: list[RoutineAttack]) -> Iterator[RoutineAttack]:
    """Give the damage in turn to the attacks that have none yet."""
    n = 0
    for attack in mode:
        own = damage[n : n + min(attack.times, MOST_ATTACKS)]
        n += len(own)
        if attack.dice or not own:
            yield attack
            continue
        yield replace(
            attack,
            name=attack.name or own[0].name,
            dice=tuple(dice for each in own for dice in each.dice),
            effect=attack.effect or own[0].effect,
            vague=attack.vague or own[0].vague,
            doubts=(*attack.doubts, *(doubt for each in own for doubt in each.doubts)),
            notes=(*attack.notes, *(note for each in own for note in each.notes)),
        )


def spread_dice(mode: list[RoutineAttack]) -> list[RoutineAttack]:
    """Give all attacks the dice that stand behind the last: claw/claw/bite (1d3/1d3/1d6)."""
    *before, last = mode
    count = sum(attack.times for attack in mode)
    if (
        before
        and not any(attack.dice for attack in before)
        and len(last.dice) in (count, len(mode))
        and len(last.dice) > 1
    ):
        dice = list(last.dice)
        if len(dice) == len(mode):
            return [replace(attack, dice=(d,)) for attack, d in zip(mode, dice, strict=True)]
        return list(assign_damage([*before, replace(last, dice=())], [RoutineAttack(1, "", (each,)) for each in dice]))
    return mode


def complete_routine(mode: list[RoutineAttack]) -> list[RoutineAttack]:
    """Name nameless attacks, split those with several dice and join equal neighbours."""
    single = [each for attack in mode for each in split_by_dice(attack)]
    together = list[RoutineAttack]()
    for _, group in groupby(single, key=lambda s: (s.name, s.dice, s.effect)):
        same = list(group)
        notes = tuple(dict.fromkeys(note for s in same for note in s.notes))
        doubts = tuple(dict.fromkeys(doubt for s in same for doubt in s.doubts))
        together.append(replace(same[0], times=min(99, sum(s.times for s in same)), notes=notes, doubts=doubts))
    return together


def split_by_dice(attack: RoutineAttack) -> Iterator[RoutineAttack]:
    """Return one attack for each of its dice, or one with a doubt where the dice don't fit."""
    attack = replace(attack, name=attack.name or "strike", times=max(1, attack.times))
    if not attack.dice and not attack.effect:
        attack = replace(attack, doubts=(*attack.doubts, f"{attack.name}: no damage is given"))
    kinds = dict.fromkeys(attack.dice)
    if len(kinds) <= 1:
        if len(attack.dice) not in (0, 1, attack.times):
            attack = replace(
                attack, doubts=(*attack.doubts, f"{attack.times} attacks and {len(attack.dice)} times damage")
            )
        yield replace(attack, dice=tuple(kinds))
    elif len(attack.dice) == attack.times:
        yield from (replace(attack, times=1, dice=(dice,)) for dice in attack.dice)
    else:
        others = ", ".join(attack.dice[1:])
        yield replace(
            attack, dice=attack.dice[:1], doubts=(*attack.doubts, f"{attack.name}: {others} was not understood")
        )


# --- what follows a hit

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
