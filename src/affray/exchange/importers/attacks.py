"""Read attack routines in many spellings as that of an entry: "2 claw 1d4, bite 1d6 (deadly poison), or club 1d6"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from affray.exchange.importers import reference
from affray.exchange.importers.riders import find_effect
from affray.exchange.importers.text import (
    LONGEST_VALUE,
    NUMBER_WORDS,
    join_doubts,
    parse_number,
    quote_short,
    singularize,
)

DIE_SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)
OTHER_DIE_SIDES = (5, 7, 14, 16, 24, 30)  # of Dungeon Crawl Classics
GUESSED_DAMAGE = "damage by weapon: 1d6 guessed"
MOST_ATTACKS = 24  # attacks in all routines together
COUNT_WORDS = "|".join(word for word in NUMBER_WORDS if word != "no")
DICE_NOTATION = re.compile(r"(\d{0,2})d(\d{1,3}|%)(?!\d)(?:\s?([+-])\s?(\d{1,3})(?![\dd]))?", re.IGNORECASE)
DAMAGE_RANGE = re.compile(r"(?<![\dd])(\d{1,3})\s?(?:-|to)\s?(\d{1,3})(?![\dd])")
FLAT_DAMAGE = re.compile(
    r"(?<![\dd+-])(\d{1,3})(?![\dd/-]|\s?(?:%|levels?\b|rounds?\b|turns?\b|days?\b|hours?\b|in \d|st\b|hd\b|point\b))"
)
BY_WEAPON = re.compile(
    r"\b(?:(?:or|and) )?(?:(?:by|as|per) )?weapons?(?: type| damage)?(?:\s?([+-])\s?(\d{1,2})(?!\d))?", re.IGNORECASE
)
ATTACK_COUNT = re.compile(
    rf"(?:\(?(\d{{1,2}}|{COUNT_WORDS})\)?(?![\dd]|-[a-z]|[a-wyz]|\s?%)\s?(?:[×x](?![a-z])\s?|(?:attacks?\b:?)\s?)?)?",
    re.IGNORECASE,
)
ATTACK_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[' -]){0,40}")
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
    told: bool = False  # words stand where its damage would be
    bare: bool = False  # nothing but dice
    several: bool = False  # its name is a plural, and no number is given

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
    text = re.sub(r"\bou\b", "or", re.sub(r"(?<=[ )])et(?= )", "and", text))  # French
    words = re.sub(r"^(\d{1,2})/1(?=[ (]|$)", r"\1", " ".join(text[:LONGEST_VALUE].split()))  # three in one round
    found = AttackRoutines()
    if words.count("(") != words.count(")") or words.count("[") != words.count("]"):
        found.doubts.append("a bracket is missing")
    if len(text) > LONGEST_VALUE:
        found.doubts.append("the text is too long")
    if re.search(r"(?:^|\s):", f"{words}\0{damage}"):
        found.doubts.append("a word is missing before the colon")
    for way in split_outside_brackets(words, r"\s*(?:[,;]\s*)?\bor\b\s*"):
        attacks = list(parse_way(way))
        if attacks and not repeats_weapon(found, way):
            found.modes.append(attacks)
    share_damage(found)
    if damage:
        apply_damage(found, damage)
    found.modes = [complete_routine(spread_dice(join_bare_dice(mode))) for mode in found.modes]
    found.modes = drop_spoken_breath(found, [mode for mode in found.modes if mode])
    if len(found.attacks) > MOST_ATTACKS:
        found.doubts.append("there are too many attacks")
        found.modes = [found.attacks[:MOST_ATTACKS]]
    return found


NATURAL = (
    r"claws?|bites?|stings?|tails?|horns?|beaks?|hoofs?|hooves|tusks?|talons?|slams?|fists?|weapons?|swords?|spears?|"
    r"tentacles?|gores?|pincers?|hugs?|daggers?|axes?|bows?|maces?|clubs?|tongues?|kicks?|butts?|wings?|touch|punch|"
    r"crush|trample|constriction"
)
BETWEEN_ATTACKS = (
    r"\s*(?:[,;/&]|\band\b|(?= plus [a-z' -]{3,40}(?:$|[,;/&\0]))|\bplus\b(?! \d)(?! [a-z' -]{3,40}(?:$|[,;/&\0]))"
    rf"|\+ ?(?=(?:{NATURAL})\b)"  # 2 claws 1d4 + bite 1d8
    r"|(?<= )\+ (?=\d{1,2} (?:[×x] )?(?!melee|ranged|missile|to[ -]hit)[a-z]{3})"  # 1 bite + 1 hug
    r"|(?<=\0)\s*\+\s*(?=\w)"
    r"|(?<=\0)\s+(?=(?!each|damage|dmg|melee|ranged|plus|x ?\d|see|to)\w))\s*"  # tail (1d4) tusk (1d6)
)


def parse_way(way: str) -> Iterator[RoutineAttack]:
    """Read one routine: attacks between commas, strokes and the like, or one after the other's brackets."""
    way = way.strip()
    inside = re.fullmatch(r"(?:1 ?[×x]? ?)?\[(.*)\]", way)
    way = inside[1] if inside else way.strip("[]") if way.count("[") != way.count("]") else way
    attacks = list[RoutineAttack]()
    for part in split_outside_brackets(way, BETWEEN_ATTACKS):
        effect, vague = find_effect(part.lower().strip(" ."))
        if effect and attacks:  # 1 bite (1d6) + poison
            attacks[-1] = replace(attacks[-1], effect=attacks[-1].effect or effect, vague=part if vague else "")
        elif attacks and (rider := re.fullmatch(r"plus ([a-z][a-z' -]{2,40})( ?\(.*\))?", part, re.IGNORECASE)):
            if attacks[-1].dice or attacks[-1].told:
                attacks[-1] = add_riders(attacks[-1], rider[1], [], False)
            else:
                attacks += parse_attack(rider[1])
        else:
            attacks += parse_attack(part)
    yield from attacks


def share_damage(found: AttackRoutines) -> None:
    """Give weapons before an "or" the dice behind it: spear or bow (1d6)."""
    if len(found.modes) > 1 and all(len(mode) == 1 for mode in found.modes):
        dice = found.modes[-1][0].dice
        bare = [not (mode[0].dice or mode[0].told) and mode[0].name in reference.gear() for mode in found.modes]
        found.modes = [
            [replace(mode[0], dice=dice) if empty else mode[0]] for mode, empty in zip(found.modes, bare, strict=True)
        ]


def repeats_weapon(found: AttackRoutines, way: str) -> bool:
    """Return whether a way only says "or by weapon" of a weapon that was read."""
    same = bool(found.modes) and len(found.modes[-1]) == 1 and found.modes[-1][0].name in ("", "weapon")
    return same and bool(
        re.fullmatch(r"(?:(?:by|as|per) )?weapons?(?: type)?(?: ?[+-] ?\d)?\)?", way.strip(), re.IGNORECASE)
    )


def drop_spoken_breath(found: AttackRoutines, modes: list[list[RoutineAttack]]) -> list[list[RoutineAttack]]:
    """Drop "or breath" and "or spell": a sentence says what these do."""
    spoken = [m for m in modes if len(m) == 1 and m[0].name in ELSEWHERE and not m[0].dice]
    if not spoken or len(spoken) == len(modes):
        return modes
    kept = [mode for mode in modes if mode not in spoken]
    notes = tuple(f"Or {mode[0].name}." for mode in spoken)
    kept[-1] = [*kept[-1][:-1], replace(kept[-1][-1], notes=(*kept[-1][-1].notes, *notes))]
    return kept


def split_outside_brackets(text: str, separator: str) -> Iterator[str]:
    """Split a text at separators outside brackets."""
    depth, outside = 0, list[str]()
    for letter in text:
        depth = max(0, depth + (letter in "([") - (letter in ")]"))
        outside.append("\0" if depth or letter in ")]" else letter)
    last, bare = 0, "".join(outside)
    for found in re.finditer(separator, bare, re.IGNORECASE):
        yield text[last : found.start()].strip()
        last = found.end()
    yield text[last:].strip()


MAGIC_WEAPON = re.compile(r"([+-]\d)\s+(?=[a-z])", re.IGNORECASE)
TO_HIT = r"(?:to[ -]hit|melee|ranged|missile(?: fire)?|thrown|attack)"
BONUS = re.compile(
    rf"\s*([+-]\s?\d{{1,2}})(?!\d|d)\s?(?:{TO_HIT}\b)?(?:\s?{TO_HIT}\b)?(?=\s*[(,:;]|\s*$|\s+\d{{0,2}}d\d)",
    re.IGNORECASE,
)
BONUS_INSIDE = re.compile(rf"\(\s*(?:{TO_HIT}\s)?([+-]\d{{1,2}})(?!\d|d)\s?(?:{TO_HIT}\b)?\s*[,;:]\s*", re.IGNORECASE)
TIMES_AFTER = re.compile(
    r"\s*(?:[×x]\s?(\d{1,2})(?![\dd])|\(\s?[×x]?\s?(?!1\s?\))(\d{1,2})\s?[×x]?\s?\))", re.IGNORECASE
)
FEET = r"\d{1,4}(?:/\d{1,4}){0,2}\s?(?:'|ft\.?|feet\b|yards?\b)"
DISTANCE = re.compile(
    rf"\(\s?(?:range:? ?|reach:? ?)?{FEET}(?: range| reach)?\s?\)|\b(?:range|reach):? ?{FEET}|"
    rf"{FEET} (?:range|reach)\b|,? (?:to|up to) {FEET}",
    re.IGNORECASE,
)
DOING = re.compile(r"\b(?:attacks? )?(?:doing|dealing|deals|does|causing|inflicting|for) (?=\d|d\d)", re.IGNORECASE)
ELSEWHERE = ("breath", "breath weapon", "spell", "spells", "special", "by spell", "sort", "sorts", "souffle")


def parse_attack(part: str) -> Iterator[RoutineAttack]:
    """Read one attack: 2 × claw (1d4 + poison); bite 1d6; fist +3 melee (1d6); 3 (2 claws, bite); 1."""
    part = DISTANCE.sub(" ", DOING.sub(" ", part)).strip()
    if not re.search(r"[a-z0-9]", part, re.IGNORECASE):
        return
    head = ATTACK_COUNT.match(part)
    times = parse_number(head[1]) if head and head[1] else 1
    rest = part[head.end() :] if head else part
    if magic := MAGIC_WEAPON.match(rest):
        rest = rest[magic.end() :]
    name = ATTACK_NAME.match(rest)
    called = name[0] if name else ""
    if dice := re.search(r"(?<![a-z])d(?=\d)", called + rest[len(called) : len(called) + 1]):
        called = called[: dice.start()]  # "claw d6"
    if sign := re.search(r"(?<=[a-z])\s+x\s?$|\s-\s?$", called):
        called = called[: sign.start()]  # "claw x2", "claw -1"
    after = rest[len(called) :]
    if not called.strip() and (
        listed := re.fullmatch(r"\s*\(([a-z0-9][^()]*(?:\([^()]*\)[^()]*)*)\)\s*", after, re.IGNORECASE)
    ):
        if re.search(r"[a-z]{3}", listed[1], re.IGNORECASE) and (head and head[1]):
            yield from parse_listed(times, listed[1])
            return
    if last := re.search(r"(?<=\)) ?[×x] ?(\d{1,2})$", after):
        times, after = times * int(last[1]), after[: last.start()]
    if many := TIMES_AFTER.match(after):
        times, after = times * int(many[1] or many[2]), after[many.end() :]
    bonus = BONUS.match(after)
    after = after[bonus.end() :] if bonus else after
    if inside := BONUS_INSIDE.match(after.lstrip()):
        bonus, after = bonus or inside, "(" + after.lstrip()[inside.end() :]
    if not bonus and magic and plain_attack_name(called) not in reference.gear():
        bonus = magic
    plus = int(bonus[1].replace(" ", "")) if bonus else None
    odd = (f"{times} attacks are strange",) if not 1 <= times <= 12 else ()
    bare = not (head and head[1]) and not called.strip()
    named = plain_attack_name(called) or (name_beside_damage(part) if bare else "")
    attack = add_damage(RoutineAttack(times, named, bonus=plus, doubts=odd, bare=bare and not named), after)
    attack = replace(attack, notes=tuple(note for note in attack.notes if note.partition(": ")[2] != named))
    plural = times == 1 and not (head and head[1]) and singularize(called.strip()) != called.strip()
    yield replace(attack, several=plural, times=max(1, len(attack.dice)) if plural else times)


def parse_listed(times: int, text: str) -> Iterator[RoutineAttack]:
    """Read the attacks that a number of them names: 3 (2 claws, bite)."""
    inner = join_bare_dice([a for part in split_outside_brackets(text, ATTACK_BREAK) for a in parse_attack(part)])
    if len(inner) == 1 and inner[0].times == 1:
        inner = [replace(inner[0], times=times)]
    elif sum(attack.times for attack in inner) != times:
        inner[0] = replace(
            inner[0], doubts=(*inner[0].doubts, f"{times} attacks, and {sum(a.times for a in inner)} named")
        )
    yield from inner


ATTACK_BREAK = r"\s*(?:[,;/&+]|\band\b|\bplus\b)\s*"


def plain_letters(text: str) -> str:
    """Return a text without accents, which the name of an attack can't have."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def plain_attack_name(text: str) -> str:
    """Return the name of an attack in the singular, without filler words."""
    text = re.sub(r"\bper [a-z]+$|\bper [a-z]+(?= \()", "", text.strip(), flags=re.IGNORECASE)
    words = [
        word
        for word in re.sub(r"[^\w' -]|\d", " ", plain_letters(text.lower())).split()
        if word
        not in ("attack", "attacks", "each", "melee", "ranged", "with", "of", "a", "an", "by", "as", "per", "for")
    ]
    name = " ".join(words).strip(" '-")
    return "weapon" if name in ("weapon type", "weapons", "wpn", "weap") else singularize(name)


CLAUSE_BREAK = re.compile(r"\s\+\s|[,;&]|\bplus\b|\band\b|\+(?=\s?[a-z])|(?<=\d)\s?\+\s?(?=\d{0,2}d\d)", re.IGNORECASE)
NOT_DICE = re.compile(
    r"\d{1,3}\s?(?:%|levels?\b|points?\b(?! of dam)|rounds?\b|turns?\b|hours?\b|days?\b|in 6|st\b|str\b|con\b|HD\b)",
    re.IGNORECASE,
)


def add_damage(attack: RoutineAttack, text: str) -> RoutineAttack:
    """Add what is in brackets or after the name: dice, riders and words."""
    doubts, words = list(attack.doubts), text.strip(" ():,[]")
    words = re.sub(r"^(\d{1,2}) points?(?: of damage)?$", r"\1", words, flags=re.IGNORECASE)
    words = re.sub(r"^(?:damage|dmg)\b:?", "", words, flags=re.IGNORECASE)
    weapon = BY_WEAPON.search(words)
    by_weapon = weapon is not None or attack.name == "weapon"
    bracket = re.match(r"([^()]*\d[^()]*)\((.*)$", words)
    head, *riders = split_clauses(BY_WEAPON.sub(" ", bracket[1] if bracket else words))
    riders += [bracket[2]] if bracket else []
    head, dice = extract_dice(head, doubts)
    told = bool(re.search(r"[a-z]{3}", words, re.IGNORECASE)) or words.strip() in ("-", "0")
    if not dice and by_weapon:
        dice, doubts = [f"1d6{weapon[1]}{weapon[2]}" if weapon and weapon[1] else "1d6"], [*doubts, GUESSED_DAMAGE]
    name = attack.name or ("weapon" if by_weapon else "")
    attack = replace(attack, name=name, dice=tuple(dice), doubts=tuple(doubts), told=told or attack.told)
    return add_riders(attack, head, riders, bool(re.search(r"[+]\s*(?:\)|$)", words.strip())))


def split_clauses(words: str) -> list[str]:
    """Return the dice of an attack, and what follows them: poison, a level, 2d6 of fire, 5% chance."""
    last, clauses = 0, list[str]()
    for found in CLAUSE_BREAK.finditer(words):
        dice = next((d for d in DICE_NOTATION.finditer(words) if d.start() < found.start() < d.end()), None)
        if dice is None or NOT_DICE.match(words, found.end()):
            clauses.append(words[last : found.start()])
            last = found.end()
    clauses.append(words[last:])
    while len(clauses) > 1 and not re.search(r"\w", clauses[0]):
        clauses = clauses[1:]
    while len(clauses) > 1 and re.fullmatch(
        rf"\s*(?:{DICE_NOTATION.pattern}|{DAMAGE_RANGE.pattern})\s*", clauses[1], re.IGNORECASE
    ):
        clauses[:2] = [f"{clauses[0]} / {clauses[1]}"]
    return clauses


RANGE_PLUS = re.compile(r"(?<![\dd])1-(\d{1,2}) ?\+ ?(\d{1,2})(?![\dd])")  # 1-8 +1


def extract_dice(words: str, doubts: list[str]) -> tuple[str, list[str]]:
    """Return a text without its dice, and the dice in order."""
    dice, last, rest = list[str](), 0, list[str]()
    whole = re.compile(f"{DICE_NOTATION.pattern}|{DAMAGE_RANGE.pattern}|{FLAT_DAMAGE.pattern}", re.IGNORECASE)
    words = RANGE_PLUS.sub(r"1d\1+\2", words)
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
    if int(sides) not in (*DIE_SIDES, *OTHER_DIE_SIDES):
        doubts.append(f"{found[0]} are strange dice")
    return f"{int(count or 1)}d{int(sides)}" + (f"{sign}{int(plus)}" if plus and int(plus) else "")


def dice_from_range(least: int, most: int, doubts: list[str]) -> str:
    """Return the dice of a range: 2-12 is 2d6, 3-8 is 1d6+2, 3-9 is 2d4+1."""
    ways = list[tuple[int, str]]()
    for count in range(1, min(least, 20) + 1):
        sides, over = divmod(most - least, count)
        sides, plus = sides + 1, least - count
        if over or sides not in DIE_SIDES:
            continue
        usual = (
            0 if not plus and (sides > 3 or least == 1) else 1 if count == 1 else 2 if sides > 3 and count == 2 else 3
        )
        ways.append((usual, f"{count}d{sides}" + (f"+{plus}" if plus else "")))
    if ways:
        return min(ways, key=lambda way: way[0])[1]
    doubts.append(f"{least}-{most} is no roll of dice")
    return f"1d{min(100, max(2, most))}"


def add_riders(attack: RoutineAttack, head: str, riders: list[str], unfinished: bool) -> RoutineAttack:
    """Add the words beside the dice: known effects as riders, others as notes."""
    for n, part in enumerate((*re.split(r"[&/()]", head), *riders)):
        word = " ".join(EMPTY_WORDS.sub(" ", part.lower()).split()).strip(" .:'-+[]*")
        if not word:
            continue
        effect, vague = find_effect(word)
        if effect and not attack.effect:
            attack = replace(attack, effect=effect, vague=word if vague else "")
        elif re.search(r"\d", word) and n == 0 and "(" not in head:
            attack = replace(attack, doubts=(*attack.doubts, f"{quote_short(word)} was not understood"))
        else:
            attack = replace(attack, notes=(*attack.notes, f"{(attack.name or 'attack').capitalize()}: {word}"))
    if unfinished:
        attack = replace(attack, doubts=(*attack.doubts, "something is missing after the +"))
    return attack


def apply_damage(found: AttackRoutines, damage: str) -> None:
    """Give each attack in turn its damage from a text of its own: 1d4/1d4/1d8; or each routine its own."""
    if not found.modes:
        found.modes = [[RoutineAttack(1, "")]]
    ways = [way for way in split_outside_brackets(damage[:LONGEST_VALUE], r"\s*(?:[,;]\s*)?\bor\b\s*") if way]
    ways = [way for n, way in enumerate(ways) if not (n and re.fullmatch(WEAPON_ALONE, way, re.IGNORECASE))]
    if len(ways) == len(found.modes):
        found.modes = [deal_damage(found, mode, way) for mode, way in zip(found.modes, ways, strict=True)]
        return
    if len(ways) > 1 and len(found.modes) == 1 and len(found.modes[0]) == 1 and not found.modes[0][0].name:
        found.modes = [deal_damage(found, found.modes[0], ways[0]), *(nameless_routine(found, way) for way in ways[1:])]
        return
    attacks = [attack for mode in found.modes for attack in mode]
    dice = list(split_damage(damage, {attack.name for attack in attacks}))
    if len(found.modes) > 1 and len(dice) in (len(attacks), sum(attack.times for attack in attacks)):
        dealt = deal_damage(found, attacks, damage)
        sizes = [len(mode) for mode in found.modes]
        found.modes = [dealt[sum(sizes[:n]) : sum(sizes[: n + 1])] for n in range(len(sizes))]
        return
    found.modes[0] = deal_damage(found, found.modes[0], damage)


WEAPON_ALONE = r"(?:(?:by|as|per) )?weapons?(?: type| damage)?(?: ?[+-] ?\d{1,2})?"


def nameless_routine(found: AttackRoutines, damage: str) -> list[RoutineAttack]:
    """Return a routine of which only the damage is known: 2-8 (weapon)."""
    many = len(list(split_damage(damage, set())))
    return deal_damage(found, [RoutineAttack(max(1, many), "")], damage)


def deal_damage(found: AttackRoutines, mode: list[RoutineAttack], damage: str) -> list[RoutineAttack]:
    """Return the attacks of a routine with the damage of a text."""
    mode = [drop_guess(attack) for attack in mode]
    dice = list(split_damage(damage, {attack.name for attack in mode}))
    count = sum(attack.times for attack in mode)
    if len(dice) == len(mode) and len(dice) != count:
        dice = [each for each, attack in zip(dice, mode, strict=True) for _ in range(min(attack.times, MOST_ATTACKS))]
    if len(dice) == 1:
        dice *= min(count, MOST_ATTACKS)
    if len(mode) == 1 and not mode[0].name and mode[0].times == 1 and len(dice) > 1:
        mode, count = [replace(mode[0], times=len(dice))], len(dice)
        found.doubts.append(f"1 attack and {len(dice)} times damage")
    if len(dice) != count:
        found.doubts.append(f"{count} attacks and {len(dice)} times damage")
    return list(assign_damage(mode, dice))


RIDER_COMMA = re.compile(r"(?<=\d), (?=(?:deadly )?(?:poison|paralysis|disease|energy drain)\b)")  # 1d6, poison


def split_damage(damage: str, names: set[str]) -> Iterator[RoutineAttack]:
    """Return each damage as an attack without a name; leave out notes that only repeat the names of attacks."""
    text = RIDER_COMMA.sub(" + ", damage[:LONGEST_VALUE])
    for part in split_outside_brackets(text, r"\s*(?:[,;/&]|\band\b)\s*"):
        part = DISTANCE.sub(" ", part)
        if not part.strip() or re.match(r"(?:all|each|every)\b[^\d]*$", part, re.IGNORECASE):
            continue  # "all plus paralysis"
        times = re.match(r"(\d{1,2})\s?[×x]\s?(?=\d)|(?=x)x", part)
        attack = add_damage(RoutineAttack(1, ""), part[times.end() :] if times else part)
        several = re.search(r"(?:[×x]\s?(\d{1,2})|\((?:[×x]\s?)?(\d{1,2})(?:\s?[×x])?\))\s*$", part)
        if several and not re.search(r"[×x]\s?\d+\s?d", part):
            attack = add_damage(RoutineAttack(1, ""), part[: several.start()])
        new = tuple(note for note in attack.notes if plain_attack_name(note.partition(": ")[2]) not in names)
        beside = name_beside_damage(part)
        called = next((plain_attack_name(note.partition(": ")[2]) for note in new if is_attack_word(note)), beside)
        notes = tuple(note for note in new if not (called and (beside or is_attack_word(note))))
        many = int(several[1] or several[2]) if several else int(times[1]) if times and times[1] else 1
        each = [
            replace(attack, name=attack.name or called, dice=(d,) if d else (), notes=notes)
            for d in attack.dice or ("",)
        ]
        yield from each * min(many, MOST_ATTACKS)


def is_attack_word(note: str) -> bool:
    """Return whether a note beside damage is the name of an attack."""
    return bool(
        re.fullmatch(
            rf"(?:[a-z-]+ )?(?:{NATURAL})",
            note.partition(": ")[2],
        )
    )


NOT_NAMES = re.compile(
    r"\b(?:fire|cold|acid|poison|lightning|electricity|magic|each|special|see|save|half|per|drain|paralysis|disease|"
    r"damage|dmg|plus|to|vs|versus|only|max|min|with|or|and|by|all|hp|points?|round|level|minimum|maximum|silver)\b"
)


def name_beside_damage(part: str) -> str:
    """Return the name that stands in brackets or after the dice of a nameless attack: 1d8 (pike)."""
    found = re.search(r"\d\s?(?:\(([a-z][a-z' -]{2,24})\)|\s([a-z][a-z' -]{2,24}))$", part.strip().lower())
    words = (found[1] or found[2]) if found else ""
    return "" if not words or NOT_NAMES.search(words) or find_effect(words)[0] else plain_attack_name(words)


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
            told=attack.told or own[0].told,
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


def join_bare_dice(mode: list[RoutineAttack]) -> list[RoutineAttack]:
    """Give dice that stand alone to the attack before them: 2 claws 1d4/1d6."""
    joined = list[RoutineAttack]()
    for attack in mode:
        if attack.bare and attack.dice and not attack.effect and joined and joined[-1].name:
            dice = (*joined[-1].dice, *attack.dice)
            times = len(dice) if joined[-1].several else joined[-1].times
            joined[-1] = replace(joined[-1], dice=dice, times=times)
        else:
            joined.append(attack)
    return joined


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
    if not attack.dice and not attack.effect and not attack.told:
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
