"""Attacks: routines of many spellings become that of an entry, "2 claw 1d4, bite 1d6 (deadly poison), or club 1d6"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from affray.exchange.importers import effects, tables
from affray.exchange.importers.speech import NUMBERS, singular
from affray.exchange.importers.taking import LONGEST, joined, short

SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)
GUESSED = "damage by weapon: 1d6 guessed"
MOST = 24  # attacks in all routines together
WORDS = "|".join(word for word in NUMBERS if word != "no")
PLAIN = re.compile(r"(\d{0,2})d(\d{1,3}|%)(?!\d)(?:\s?([+-])\s?(\d{1,3})(?![\dd]))?", re.IGNORECASE)
RANGE = re.compile(r"(?<![\dd])(\d{1,3})\s?(?:-|to)\s?(\d{1,3})(?![\dd])")
FLAT = re.compile(r"(?<![\dd+-])(\d{1,3})(?![\dd/-])")
BY_WEAPON = re.compile(
    r"\b(?:(?:or|and) )?(?:(?:by|as|per) )?weapons?(?: type| damage)?(?:\s?([+-])\s?(\d{1,2})(?!\d))?", re.IGNORECASE
)
HEAD = re.compile(rf"(?:(\d{{1,2}}|{WORDS})(?![\dd])\s?(?:[×x]\s?|(?:attacks?\b:?)\s?)?)?", re.IGNORECASE)
NAME = re.compile(r"[a-z][a-z' -]{0,40}", re.IGNORECASE)
EMPTY = re.compile(
    r"\b(?:each|or more|damage|dmg|points?|hp|of|and|plus|a|per|for|see below|with|its|their|the|melee|ranged|"
    r"attacks?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Strike:
    """One entry of a routine, while it is read."""

    times: int
    name: str
    dice: tuple[str, ...] = ()
    effect: str = ""
    vague: str = ""  # the plain word of the effect where more should have been said
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bonus: int | None = None

    def said(self) -> str:
        many = f"{self.times} " if self.times != 1 else ""
        dice = f" {self.dice[0]}" if self.dice else ""
        return f"{many}{self.name}{dice}{f' ({self.effect})' if self.effect else ''}"


@dataclass
class Routines:
    """All a text says of attacks: the alternatives, and what is doubtful."""

    modes: list[list[Strike]] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    @property
    def strikes(self) -> list[Strike]:
        return [strike for mode in self.modes for strike in mode]

    def said(self) -> str:
        return ", or ".join(", ".join(strike.said() for strike in mode) for mode in self.modes)

    def doubt(self) -> str:
        return joined(*self.doubts, *(doubt for strike in self.strikes for doubt in strike.doubts))

    def notes(self) -> list[str]:
        return [note for strike in self.strikes for note in strike.notes]


def routines(text: str, damage: str = "") -> Routines:
    """The attacks of a text, with their damage in brackets or told apart."""
    words = " ".join(text[:LONGEST].split())
    found = Routines()
    if words.count("(") != words.count(")"):
        found.doubts.append("a bracket is missing")
    if len(text) > LONGEST:
        found.doubts.append("the text is too long")
    if re.search(r"(?:^|\s):", words):
        found.doubts.append("a word is missing before the colon")
    for mode in apart(words, r"\s*(?:[,;]\s*)?\bor\b\s*"):
        strikes = [strike for part in apart(mode, r"\s*(?:[,;/&]|\band\b|\bplus\b(?! \d))\s*") for strike in one(part)]
        if strikes:
            found.modes.append(strikes)
    if damage:
        tell_damage(found, damage)
    found.modes = [complete(spread(mode)) for mode in found.modes]
    found.modes = [mode for mode in found.modes if mode]
    if len(found.strikes) > MOST:
        found.doubts.append("there are too many attacks")
        found.modes = [found.strikes[:MOST]]
    return found


def apart(text: str, separator: str) -> Iterator[str]:
    """The parts of a text between separators that stand outside brackets."""
    depth, outside = 0, list[str]()
    for letter in text:
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        outside.append("\0" if depth or letter == ")" else letter)
    last, bare = 0, "".join(outside)
    for found in re.finditer(separator, bare, re.IGNORECASE):
        yield text[last : found.start()].strip()
        last = found.end()
    yield text[last:].strip()


def one(part: str) -> Iterator[Strike]:
    """2 × claw (1d4 + poison); bite 1d6; 1"""
    if not re.search(r"[a-z0-9]", part, re.IGNORECASE):
        return
    head = HEAD.match(part)
    times = number(head[1]) if head and head[1] else 1
    rest = part[head.end() :] if head else part
    name = NAME.match(rest)
    called = name[0] if name else ""
    if dice := re.search(r"(?<![a-z])d(?=\d)", called + rest[len(called) : len(called) + 1]):
        called = called[: dice.start()]  # "claw d6"
    after = rest[len(called) :]
    bonus = re.match(r"\s*([+-]\d{1,2})(?: to hit)?(?=\s*[(,:]|\s*$)", after)
    strike = Strike(times, plain_name(called), bonus=int(bonus[1]) if bonus else None)
    odd = (f"{times} attacks are strange",) if not 1 <= times <= 12 else ()
    yield with_damage(replace(strike, doubts=odd), after[bonus.end() :] if bonus else after)


def number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS.get(word.lower(), 1)


def plain_name(text: str) -> str:
    """Claws and bites as one of them, without little words."""
    words = [
        word
        for word in re.sub(r"[^a-z' -]", " ", text.lower()).split()
        if word
        not in ("attack", "attacks", "each", "melee", "ranged", "with", "of", "a", "an", "by", "as", "per", "for")
    ]
    name = " ".join(words).strip(" '-")
    return "weapon" if name in ("weapon type", "weapons", "wpn", "weap") else singular(name)


def with_damage(strike: Strike, text: str) -> Strike:
    """What stands in brackets or after the name: dice, what follows a hit, and words."""
    doubts, words = list(strike.doubts), text.strip(" ():,")
    weapon = BY_WEAPON.search(words)
    by_weapon = weapon is not None or strike.name == "weapon"
    words, dice = taken_dice(BY_WEAPON.sub(" ", words), doubts)
    if not dice and by_weapon:
        dice, doubts = [f"1d6{weapon[1]}{weapon[2]}" if weapon and weapon[1] else "1d6"], [*doubts, GUESSED]
    name = strike.name or ("weapon" if by_weapon else "")
    return with_riders(replace(strike, name=name, dice=tuple(dice), doubts=tuple(doubts)), words)


def taken_dice(words: str, doubts: list[str]) -> tuple[str, list[str]]:
    """All dice of a text, in the order they stand there, and the text without them."""
    dice, last, rest = list[str](), 0, list[str]()
    whole = re.compile(f"{PLAIN.pattern}|{RANGE.pattern}|{FLAT.pattern}", re.IGNORECASE)
    for found in whole.finditer(words):
        rest.append(words[last : found.start()])
        last = found.end()
        dice.append(notation(found, doubts))
    return " ".join((*rest, words[last:])), [each for each in dice if each]


def notation(found: re.Match[str], doubts: list[str]) -> str:
    count, sides, sign, plus, least, most, flat = found.groups()
    if flat:
        return flat if int(flat) else ""
    if least:
        return of_range(int(least), int(most), doubts)
    if sides == "%" or not 2 <= int(sides) <= 100 or count == "0" or (count and int(count) > 30):
        doubts.append(f"{found[0]} are strange dice")
        return f"{int(count or 1) or 1}d{min(100, max(2, int(sides)))}" if sides != "%" else "1d100"
    if int(sides) not in SIDES and int(sides) != 30:
        doubts.append(f"{found[0]} are strange dice")
    return f"{int(count or 1)}d{int(sides)}" + (f"{sign}{int(plus)}" if plus and int(plus) else "")


def of_range(least: int, most: int, doubts: list[str]) -> str:
    """2-12 is 2d6; 3-8 is 1d6+2."""
    ways = [f"{least}d{most // least}"] if least and most % least == 0 and most // least in SIDES else []
    if not ways and most > least and most - least + 1 in SIDES:
        ways = [f"1d{most - least + 1}+{least - 1}"]
    if not ways:
        doubts.append(f"{least}-{most} is no roll of dice")
        return f"1d{min(100, max(2, most))}"
    if least > 1 and not ways[0].startswith("1d") and most - least + 1 in SIDES:
        doubts.append(f"{least}-{most} is taken as {ways[0]}")
    return ways[0]


def with_riders(strike: Strike, words: str) -> Strike:
    """Words beside the dice: effects that are known, others for the notes."""
    for part in re.split(r"[+,;&/()]|\bplus\b|\band\b", words):
        word = " ".join(EMPTY.sub(" ", part.lower()).split()).strip(" .:'-")
        if not word:
            continue
        effect, vague = known_effect(word)
        if effect and not strike.effect:
            strike = replace(strike, effect=effect, vague=word if vague else "")
        elif re.search(r"\d", word):
            strike = replace(strike, doubts=(*strike.doubts, f"{short(word)} was not understood"))
        else:
            strike = replace(strike, notes=(*strike.notes, f"{(strike.name or 'attack').capitalize()}: {word}"))
    if re.search(r"[+]\s*(?:\)|$)", words.strip()):
        strike = replace(strike, doubts=(*strike.doubts, "something is missing after the +"))
    return strike


def known_effect(word: str) -> tuple[str, bool]:
    if word in tables.effects():
        return word, False
    return effects.USUAL.get(word, ("", False))


def tell_damage(found: Routines, damage: str) -> None:
    """Damage that stands apart: 1d4/1d4/1d8, for each attack in turn."""
    if not found.modes:
        found.modes = [[Strike(1, "")]]
    mode = [without_guess(strike) for strike in found.modes[0]]
    dice = list(told_apart(damage, {strike.name for strike in mode}))
    told = sum(strike.times for strike in mode)
    if len(dice) == len(mode) and len(dice) != told:
        dice = [each for each, strike in zip(dice, mode, strict=True) for _ in range(min(strike.times, MOST))]
    if len(dice) == 1:
        dice *= min(told, MOST)
    if len(dice) != told:
        found.doubts.append(f"{told} attacks and {len(dice)} times damage")
    found.modes[0] = list(dealt(mode, dice))


def told_apart(damage: str, names: set[str]) -> Iterator[Strike]:
    """Each damage as a strike without a name; the names of attacks among it say nothing new."""
    for part in apart(damage[:LONGEST], r"\s*(?:[,;/&]|\band\b)\s*"):
        if part:
            strike = with_damage(Strike(1, ""), part)
            new = tuple(note for note in strike.notes if plain_name(note.partition(": ")[2]) not in names)
            yield from (replace(strike, dice=(dice,) if dice else (), notes=new) for dice in strike.dice or ("",))


def without_guess(strike: Strike) -> Strike:
    """By weapon was guessed as 1d6: now the damage is told."""
    if GUESSED not in strike.doubts:
        return strike
    return replace(strike, dice=(), doubts=tuple(doubt for doubt in strike.doubts if doubt != GUESSED))


def dealt(mode: list[Strike], damage: list[Strike]) -> Iterator[Strike]:
    """The damage in turn to those that have none yet."""
    n = 0
    for strike in mode:
        own = damage[n : n + min(strike.times, MOST)]
        n += len(own)
        if strike.dice or not own:
            yield strike
            continue
        yield replace(
            strike,
            name=strike.name or own[0].name,
            dice=tuple(dice for each in own for dice in each.dice),
            effect=strike.effect or own[0].effect,
            vague=strike.vague or own[0].vague,
            doubts=(*strike.doubts, *(doubt for each in own for doubt in each.doubts)),
            notes=(*strike.notes, *(note for each in own for note in each.notes)),
        )


def spread(mode: list[Strike]) -> list[Strike]:
    """claw/claw/bite (1d3/1d3/1d6): the dice of the last are those of all."""
    *before, last = mode
    told = sum(strike.times for strike in mode)
    if (
        before
        and not any(strike.dice for strike in before)
        and len(last.dice) in (told, len(mode))
        and len(last.dice) > 1
    ):
        dice = list(last.dice)
        if len(dice) == len(mode):
            return [replace(strike, dice=(d,)) for strike, d in zip(mode, dice, strict=True)]
        return list(dealt([*before, replace(last, dice=())], [Strike(1, "", (each,)) for each in dice]))
    return mode


def complete(mode: list[Strike]) -> list[Strike]:
    """Names for those without, several dice as several strikes, equal neighbours as one."""
    single = [each for strike in mode for each in singles(strike)]
    together = list[Strike]()
    for _, group in groupby(single, key=lambda s: (s.name, s.dice, s.effect)):
        same = list(group)
        notes = tuple(dict.fromkeys(note for s in same for note in s.notes))
        doubts = tuple(dict.fromkeys(doubt for s in same for doubt in s.doubts))
        together.append(replace(same[0], times=min(99, sum(s.times for s in same)), notes=notes, doubts=doubts))
    return together


def singles(strike: Strike) -> Iterator[Strike]:
    strike = replace(strike, name=strike.name or "strike", times=max(1, strike.times))
    if not strike.dice and not strike.effect:
        strike = replace(strike, doubts=(*strike.doubts, f"{strike.name}: no damage is given"))
    kinds = dict.fromkeys(strike.dice)
    if len(kinds) <= 1:
        if len(strike.dice) not in (0, 1, strike.times):
            strike = replace(
                strike, doubts=(*strike.doubts, f"{strike.times} attacks and {len(strike.dice)} times damage")
            )
        yield replace(strike, dice=tuple(kinds))
    elif len(strike.dice) == strike.times:
        yield from (replace(strike, times=1, dice=(dice,)) for dice in strike.dice)
    else:
        others = ", ".join(strike.dice[1:])
        yield replace(
            strike, dice=strike.dice[:1], doubts=(*strike.doubts, f"{strike.name}: {others} was not understood")
        )
