"""How content is read: files of weapons, armour, classes, monsters and spells become the library of a book."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, TypeVar

from affray.content.entries import READERS, REQUIRED, Entry, load_content, read_entries
from affray.engine.clauses import BY_ID
from affray.engine.dice import Notation, parse
from affray.engine.encounter import ABILITIES
from affray.engine.state import Effect
from affray.engine.vocabulary import EFFECTS, QUALITIES, SAVES, SHAPES, TAGS
from affray.engine.vocabulary import NAMES as CONDITIONS
from affray.errors import AffrayError, quote, unknown

BOOK = "classic"
FOOT = 10  # distances are kept in tenths of feet
NORMAL_HUMAN = "normal human"

Saves = tuple[int, ...]
SAVES_AS = r"NH|[FCTDEH]\d{1,2}(?: to \d{1,2})?"  # as a normal human, or as a class of a level
NO_MORE: Mapping[str, str] = {}  # `extra` is what another book's files add to an entry


@dataclass(frozen=True, slots=True)
class HitDice:
    """2+1 is two dice of 8 and 1, and counts as nine quarters; ½ is a die of 4 and two quarters."""

    count: int
    sides: int
    plus: int
    quarters: int


class Arm(NamedTuple):
    damage: Notation
    ranges: tuple[int, ...]  # short, medium, long; nothing where it is no missile
    qualities: int
    extra: Mapping[str, str] = NO_MORE


class Armour(NamedTuple):
    ac: int
    move: int
    shield: int


class Band(NamedTuple):
    """A row of a class: levels first to last."""

    first: int
    last: int
    thac0: int
    saves: Saves


@dataclass(frozen=True, slots=True)
class Calling:
    """A class."""

    name: str
    die: int
    beyond: int  # hit points for each level above the ninth
    prime: tuple[str, ...]
    tags: int
    bands: tuple[Band, ...]
    turns: bool
    backstab: bool
    sees_dark: bool
    magic: str  # whose spells it learns
    memory: Mapping[int, tuple[int, ...]]  # of each level the spells a day of levels 1, 2, 3
    armour: tuple[str, ...]  # all where there is none
    weapons: tuple[str, ...]
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def highest(self) -> int:
        return self.bands[-1].last

    def band(self, level: int) -> Band:
        return next(band for band in self.bands if band.first <= level <= band.last)


class Attack(NamedTuple):
    """One entry of a routine: two claws with 1d3 each. Alternatives have different modes."""

    name: str
    times: int
    damage: Notation | None
    effect: str
    mode: int


@dataclass(frozen=True, slots=True)
class Kind:
    """A monster."""

    name: str
    ac: int
    hd: tuple[HitDice, ...]  # one for each level it may have; most have one
    attacks: tuple[Attack, ...]
    saves: str
    morale: int
    led: int
    pack: int
    in_pack: int
    against_fire: int
    fights_as: str
    move: int
    fly: int
    swim: int
    aura: str
    hug: str
    breath: str
    spells: tuple[str, ...]
    sees_dark: bool
    traits: Mapping[str, int] = field(default_factory=dict)  # by the names they have in a combatant's record
    notes: str = ""  # what it can do in a fight that no rule covers
    extra: Mapping[str, str] = field(default_factory=dict)


def hit_dice(text: str) -> HitDice:
    """Read hit dice such as ½, 3, 2+1, 1-1."""
    if text.strip() in ("½", "1/2"):
        return HitDice(1, 4, 0, 2)
    found = re.fullmatch(r"(\d{1,2})(?:([+\-−–])(\d{1,2}))?\**", text.replace(" ", ""))
    if found is None or found[1] == "0":
        raise AffrayError(f"{text!r} are no hit dice; write for example ½, 3, 2+1 or 1-1")
    plus = int(found[3] or 0) * (1 if found[2] == "+" else -1)
    return HitDice(int(found[1]), 8, plus, 4 * int(found[1]) + (plus > 0) - (plus < 0))


def several_hit_dice(entry: Entry) -> tuple[HitDice, ...]:
    """Read the hit dice of a monster; "1 to 3" where its level says which."""
    text = entry.text("hd")
    if found := re.fullmatch(r"(\d+) to (\d+)", text):
        return tuple(hit_dice(str(n)) for n in range(int(found[1]), int(found[2]) + 1))
    try:
        return (hit_dice(text),)
    except AffrayError as error:
        entry.refuse(f"hd: {error}")


def routine(text: str) -> tuple[Attack, ...]:
    """Read the attacks of a text such as "2 claw 1d3 (paralysing touch), bite 1d6, or weapon 1d6+2"."""
    found = []
    for mode, alternative in enumerate(re.split(r",?\s+or\s+", text.strip())):
        for part in alternative.split(","):
            found.append(one_attack(part.strip(), mode))
    return tuple(found)


def one_attack(text: str, mode: int) -> Attack:
    form = r"(?:(\d{1,2}) )?([a-z][a-z' -]*?)(?: (\d*d[\d%+x-]+|\d+))?(?: \(([^)]*)\))?"
    found = re.fullmatch(form, text.replace("−", "-"))
    if found is None or found[1] == "0":
        raise AffrayError(f"{text!r} is no attack; write for example bite 1d6, 2 claw 1d3 or touch 1d4 (energy drain)")
    times, name, dice, effect = found.groups()
    return Attack(name, int(times or 1), plain_dice(dice) if dice else None, effect or "", mode)


def plain_dice(text: str) -> Notation:
    """Read dice of damage: a sum of like dice and a number."""
    dice = parse(text)
    if dice.keep or dice.times != 1:
        raise AffrayError(f"{text!r}: damage is dice and a number, such as 2d4+1")
    return dice


def read_dice(entry: Entry, name: str, default: object = "0") -> Notation:
    dice = entry.dice(name, default)
    if dice.keep or dice.times != 1:
        entry.refuse(f"{name}: expected dice and a number, such as 2d4+1, found {str(dice)!r}")
    return dice


V = TypeVar("V")


def shelf(book: str, file: str, read: Callable[[str, Entry], V]) -> dict[str, V]:
    """Return all entries of a book's file by their names, other names included."""
    READERS.setdefault((book, file), read)
    found: dict[str, V] = {}
    for name, entry in read_entries(book, file).items():
        others = entry.names("also")
        value = read(name, entry)
        entry.refuse_rest()
        found |= dict.fromkeys((name, *others), value)
    return found


def read_arm(name: str, entry: Entry) -> Arm:
    ranges = tuple(FOOT * n for n in entry.numbers("range", 3)) if "range" in entry.fields else ()
    return Arm(read_dice(entry, "damage", REQUIRED), ranges, entry.bits("qualities", QUALITIES))


def read_armour(name: str, entry: Entry) -> Armour:
    shield = entry.number("shield", 0)
    if shield:
        return Armour(0, 0, shield)
    ac = entry.number("ac", least=-10, most=20)
    if ac + entry.number("aac", least=-10, most=30) != 19:
        entry.refuse("ac and aac add up to 19")
    return Armour(ac, FOOT * entry.number("move"), 0)


def read_class(name: str, entry: Entry) -> Calling:
    return Calling(
        name=name,
        die=entry.dice("die").sides,
        beyond=entry.number("beyond", 0),
        prime=tuple(a for n, a in enumerate(ABILITIES) if entry.bits("prime", ABILITIES) >> n & 1),
        tags=entry.bits("tags", TAGS),
        bands=tuple(read_band(levels, row) for levels, row in entry.part("levels").items()),
        turns=entry.flag("turns undead"),
        backstab=entry.flag("backstab"),
        sees_dark=entry.flag("sees dark"),
        magic=entry.text("magic", ""),
        memory=read_memory(entry),
        armour=entry.names("armour"),
        weapons=entry.names("weapons"),
    )


def read_band(levels: str, row: Entry) -> Band:
    found = re.fullmatch(r"([1-9]\d?)(?:-([1-9]\d?))?", levels)
    if found is None or int(found[2] or found[1]) < int(found[1]):
        row.refuse(f"expected levels such as 3 or 1-3, found {quote(levels)}")
    band = Band(int(found[1]), int(found[2] or found[1]), row.number("thac0"), row.numbers("saves", 5))
    row.refuse_rest()
    return band


def read_memory(entry: Entry) -> dict[int, tuple[int, ...]]:
    rows = entry.get("spells", {})
    form = r"\d{1,2} \d{1,2}(?:-\d{1,2})*"
    if not isinstance(rows, Mapping) or not all(re.fullmatch(form, f"{level} {row}") for level, row in rows.items()):
        entry.refuse("spells: expected levels with spells a day, such as 3: 2-1")
    return {int(level): tuple(int(n) for n in str(row).split("-")) for level, row in rows.items()}


def read_monster(name: str, entry: Entry) -> Kind:
    text = entry.text("attacks")
    try:
        attacks = routine(text)
    except AffrayError as error:
        entry.refuse(f"attacks: {error}")
    return Kind(
        name=name,
        ac=entry.number("ac", least=-10, most=20),
        hd=several_hit_dice(entry),
        attacks=attacks,
        saves=entry.match("saves", SAVES_AS, "NH, F2, C1 or F1 to 3: a class by its letter, and a level")[0],
        morale=entry.number("morale", least=2, most=12),
        led=entry.number("led", 0),
        pack=entry.number("pack", 0),
        in_pack=entry.number("in pack", 0),
        against_fire=entry.number("against fire", 0),
        fights_as=entry.text("fights as", ""),
        move=FOOT * entry.number("move"),
        fly=FOOT * entry.number("fly", 0),
        swim=FOOT * entry.number("swim", 0),
        aura=entry.text("aura", ""),
        hug=entry.text("hug", ""),
        breath=entry.text("breath", ""),
        spells=entry.names("spells"),
        sees_dark=entry.flag("sees dark", True),
        traits=read_traits(entry),
        notes=read_notes(entry),
    )


def read_notes(entry: Entry) -> str:
    """Return a note, or a list of them, on one line."""
    said = entry.get("notes", "")
    return " ".join(map(str, said)) if isinstance(said, list) else entry.text("notes", "")


def read_traits(entry: Entry) -> dict[str, int]:
    return {
        "tags": entry.bits("tags", TAGS),
        "breaths": entry.number("breaths", 0),
        "regenerates": entry.number("regenerates", 0),
        "turning_level": entry.number("turns undead", 0),
        "undead_rank": entry.number("turned as", 0),
        "dive_bonus": entry.number("dive", 0),
        "hated_tags": entry.bits("hates", TAGS),
        "hatred_bonus": entry.number("hatred", 0),
        "daylight_modifier": entry.number("daylight", 0, least=-10),
        "hurt_by": entry.bits("hurt by", QUALITIES),
        "half_hurt_by": entry.bits("half by", QUALITIES),
        "acts_last": entry.flag("acts last"),
        "surprise_chance": entry.number("surprise", 0, most=6),
    }


def tables(book: str, file: str) -> dict[str, dict[str, str]]:
    """Return the tables of a book, each row by row, as their file has them."""
    return {
        name: {str(row): str(value) for row, value in rows.items()} for name, rows in load_content(book, file).items()
    }


def row_for(rows: Mapping[str, str], dice: int) -> str:
    """Return the first row of a table that reaches so many hit dice, in quarters."""
    reached = (value for row, value in rows.items() if row.isdecimal() and dice <= 4 * int(row))
    return next(reached, rows["more"])


def saves(text: str) -> Saves:
    """Read saving throws such as 12/13/14/15/16."""
    numbers = text.split("/")
    if len(numbers) != 5 or not all(n.strip().isdecimal() for n in numbers):
        order = "death/wands/paralysis/breath/spells"
        raise AffrayError(f"{text!r} are no saves; write those against {order} as 12/13/14/15/16")
    return tuple(int(n) for n in numbers)


TURN = 60  # rounds
MORE = r"(\d+) each (?:(\d+) )?levels?"  # further dice for so many levels
WHOSE = r"(\S+) (\d)"  # on whose list a spell stands, and its level there


class Spell(NamedTuple):
    effect: Effect
    lists: Mapping[str, int]  # on whose list it stands, and at which level


def with_turns_of(rounds: int, effect: Effect) -> Effect:
    """Return the effect with so many rounds to a turn of ten minutes; what it counts in single rounds stays."""

    def here(lasts: int) -> int:
        return lasts if lasts % TURN else lasts // TURN * rounds

    return replace(
        effect,
        duration_times=here(effect.duration_times),
        duration_plus=here(effect.duration_plus),
        duration_per_level=here(effect.duration_per_level),
    )


def magic_with_turns_of(rounds: int, base: Library) -> dict[str, Any]:
    """Return the spells, potions and effects of a library with so many rounds to a turn."""
    return {
        "spells": {n: Spell(with_turns_of(rounds, spell.effect), spell.lists) for n, spell in base.spells.items()},
        "potions": {n: with_turns_of(rounds, effect) for n, effect in base.potions.items()},
        "effects": {n: with_turns_of(rounds, effect) for n, effect in base.effects.items()},
    }


def read_spell(name: str, entry: Entry) -> Spell:
    lists = entry.match("for", f"({WHOSE} ?)+", "whose list and the level there, as cleric 1").string
    return Spell(read_effect(name, entry), {whose: int(level) for whose, level in re.findall(WHOSE, lists)})


def read_effect(name: str, entry: Entry) -> Effect:
    clause = entry.text("clause")
    if clause not in BY_ID:
        entry.refuse(unknown("clause", clause, list(BY_ID)))
    dice, many, budget = (read_dice(entry, what) for what in ("dice", "many", "budget"))
    more = entry.match("more", MORE, "so many dice for so many levels, as 2 each 5 levels", "0 each level")
    last = lasting(entry, "lasts")
    return Effect(
        clause=BY_ID[clause],
        kind=entry.word("does", EFFECTS),
        count=dice.count,
        sides=dice.sides if dice.count else 0,
        plus=dice.plus,
        per_level=int(more[1]),
        level_step=int(more[2] or 1),
        condition=entry.word("condition", CONDITIONS) if "condition" in entry.fields else 0,
        duration_count=last.count,
        duration_sides=last.sides if last.count else 0,
        duration_times=last.times,
        duration_plus=last.plus,
        duration_per_level=lasting(entry, "lasts a level").plus,
        save=entry.word("save", SAVES, "none"),
        save_bonus=entry.number("save bonus", 0, least=-20),
        save_halves=entry.flag("half"),
        magic=entry.flag("magic"),
        shape=entry.word("shape", SHAPES, "one"),
        range=FOOT * entry.number("range", 0),
        size=FOOT * entry.number("size", 0),
        victim_count=many.count,
        victim_sides=many.sides if many.count else 0,
        victim_plus=many.plus,
        budget_count=budget.count,
        budget_sides=budget.sides if budget.count else 0,
        most_hd=hit_dice(entry.text("most hd")).quarters if "most hd" in entry.fields else 0,
        only_tags=entry.bits("only", TAGS),
        immune_tags=entry.bits("spares", TAGS),
        friendly=entry.flag("friendly"),
        qualities=entry.bits("qualities", QUALITIES),
        chance=entry.number("chance", 0),
        each_round=entry.flag("each round"),
        uses=entry.number("uses", 0),
    )


def lasting(entry: Entry, name: str) -> Notation:
    """Read a duration in rounds: "2d4 turns", "10 rounds"; 0 where nothing is said."""
    found = entry.match(name, r"(\S+) (round|turn)s?", "dice or a number, and rounds or turns", "0 rounds")
    dice, unit = parse(found[1]), TURN if found[2] == "turn" else 1
    return Notation(dice.count, dice.sides, 0, unit * dice.times, unit * dice.plus)


CLASS_LETTERS = {"C": "cleric", "T": "thief", "D": "dwarf", "E": "elf", "H": "halfling", "M": "magic-user"}


@dataclass(frozen=True, slots=True)
class Library:
    """Everything by its name, other names included. Shelves are shared: an overlay replaces them, never changes one."""

    book: str
    weapons: Mapping[str, Arm]
    armour: Mapping[str, Armour]
    classes: Mapping[str, Calling]
    monsters: Mapping[str, Kind]
    spells: Mapping[str, Spell]
    potions: Mapping[str, Effect]
    effects: Mapping[str, Effect]
    tables: Mapping[str, Mapping[str, str]]
    convert: Mapping[str, Callable[[Any], Any]] = field(
        default_factory=dict
    )  # how this book takes a classic entry over

    def dice(self, text: str) -> HitDice:
        return hit_dice(text)

    def thac0_of_dice(self, quarters: int) -> int:
        """Return the THAC0 for hit dice (classic.attack.thac0); the rows already hold classic.attack.plus."""
        return int(row_for(self.tables["thac0"], quarters))

    def saves_of_dice(self, quarters: int) -> Saves:
        return saves(row_for(self.tables["saves"], quarters // 4 * 4))

    def saves_as(self, entry: str, level: int) -> Saves:
        """Return the saves of an entry: F4 is the row of 4 hit dice, other letters are classes; "F1 to 3" goes by the
        level (classic.save.monster)."""
        if entry == "NH":
            return saves(self.tables["saves"][NORMAL_HUMAN])
        number = level if " to " in entry else int(entry[1:])
        if entry[0] == "F":
            return self.saves_of_dice(4 * number)
        return self.classes[CLASS_LETTERS[entry[0]]].band(number).saves


@cache
def library() -> Library:
    """Return the classic book's own library."""
    return Library(
        book=BOOK,
        weapons=shelf(BOOK, "weapons.yaml", read_arm),
        armour=shelf(BOOK, "armour.yaml", read_armour),
        classes=shelf(BOOK, "classes.yaml", read_class),
        monsters=shelf(BOOK, "monsters.yaml", read_monster),
        spells=shelf(BOOK, "spells.yaml", read_spell),
        potions=shelf(BOOK, "potions.yaml", read_effect),
        effects=shelf(BOOK, "effects.yaml", read_effect),
        tables=tables(BOOK, "tables.yaml"),
    )
