"""Values of scenario, party and pack files: how each is read, what is wrong with it, its JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.engine.clauses import SWITCH, Option
from affray.engine.dice import Notation, NotationError, parse
from affray.engine.encounter import AVERAGE, CONTACT, ROLLED, SKILLS
from affray.engine.vocabulary import (
    ABSENT,
    DEAD,
    FLED,
    FLEEING,
    NAMES,
    PETRIFIED,
    RETREATING,
    SURRENDERED,
    TAGS,
    TURNED,
    UNCONSCIOUS,
    WITHDRAWING,
)
from affray.errors import AffrayError, Wrong, nearest, quote, sentence, unknown

LONGEST_NAME = 60
LONGEST_TEXT = 200
LONGEST_PATH = 1_000
MOST_HP = 9_999
MOST_FEET = 100_000
RESULTS = {SURRENDERED, DEAD, FLED, PETRIFIED, ABSENT, UNCONSCIOUS, FLEEING, WITHDRAWING, RETREATING, TURNED}
START_CONDITIONS = tuple(name for n, name in enumerate(NAMES) if n not in RESULTS)  # those a combatant may start in
MERCENARIES = ("militia", "barbarian", "trained")
COVERS = ("quarter", "half", "three quarters", "slit", "full")
WATERS = ("in", "under")
WOUNDS = ("wounded", "out of action", "dying")
FATES = ("dead", "out", "gone")  # out: unconscious or dying, to be tended; gone: fled, taken, left behind
AMBUSHES = ("prepared", "chance")
LOADS = ("heavy",)
COUNT_PATTERN = re.compile(r"(\s*)([0-9]\S*|[dD][0-9%]\S*)(\s+)(\S.*)", re.DOTALL)  # 6 orc, 2d4 goblin, d6 wolf
CARRIED_PATTERN = re.compile(r"(?P<count>[0-9]{1,3}\s+)?(?P<what>.*?)(?P<bonus>\s*[-+−][0-9])?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class KnownWords:
    """What a book knows by name. A list that is missing or empty checks nothing."""

    known: Mapping[str, Sequence[str]] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    books: Sequence[str] = ()


@dataclass(frozen=True)
class ValueReader:
    """Put beside a type: reads what stands in the file, or raises Wrong; and the JSON Schema of what it reads."""

    reader: Callable[[Any, KnownWords], Any]
    schema: Mapping[str, Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema  # only pydantic calls this

        return core_schema.with_info_plain_validator_function(lambda value, info: self.reader(value, info.context))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return dict(self.schema)


def whole_number(least: int, most: int) -> ValueReader:
    expected = f"a whole number from {least} to {most}"

    def reader(value: Any, words: KnownWords) -> int:
        if type(value) is not int or not least <= value <= most:
            raise Wrong(sentence(f"found {quote(value)}", expected))
        return value

    return ValueReader(reader, {"type": "integer", "minimum": least, "maximum": most})


def text_value(longest: int) -> ValueReader:
    def reader(value: Any, words: KnownWords) -> str:
        return read_line(value, longest)

    return ValueReader(reader, {"type": ["string", "integer"], "minLength": 1, "maxLength": longest})


def read_line(value: Any, longest: int = LONGEST_NAME) -> str:
    """Return words on one line that can be printed."""
    if type(value) is int:
        value = str(value)
    if isinstance(value, bool):
        raise Wrong(sentence("this is read as yes or no", "words", mend="put them in quotes"))
    if not isinstance(value, str) or not value.strip():
        raise Wrong(sentence(f"found {quote(value)}", "words"))
    if len(value) > longest:
        raise Wrong(sentence(f"{len(value)} characters long", f"at most {longest}"), longest)
    return printable(value).strip()


def printable(value: str) -> str:
    for at, c in enumerate(value):
        if not c.isprintable():
            raise Wrong(sentence(f"the character U+{ord(c):04X}", "letters, digits and signs", mend="delete it"), at)
    return value


def read_name(value: Any, words: KnownWords) -> str:
    """Read a name: it has a letter in it and doesn't begin like a number of things."""
    name = read_line(value)
    if not any(c.isalpha() for c in name) or name[0].isdigit():
        raise Wrong(sentence(f"found {quote(name)}", "a name", mend="begin it with a letter; say how many with count"))
    return name


def read_switch(value: Any, words: KnownWords) -> bool:
    if not isinstance(value, bool):
        raise Wrong(sentence(f"found {quote(value)}", "yes or no"))
    return value


def read_word(word: Any, right: Sequence[str], what: str) -> str:
    """Return one of the right words, in lower case; without a list of them any word."""
    given = read_line(word, LONGEST_TEXT).lower()
    if right and given not in right:
        raise Wrong(unknown(what, word, right))
    return given


def one_of(right: Sequence[str], what: str) -> ValueReader:
    return ValueReader(lambda value, words: read_word(value, right, what), {"enum": list(right)})


def known_word(kind: str, what: str) -> ValueReader:
    """Return the reader of a word of the book's content."""

    def reader(value: Any, words: KnownWords) -> str:
        return read_word(value, words.known.get(kind, ()), what)

    return ValueReader(reader, {"type": "string", "minLength": 1})


def read_monster_kind(value: Any, words: KnownWords) -> str:
    """Read a monster; people also write a class there, which is told."""
    monsters, classes = words.known.get("monsters", ()), words.known.get("classes", ())
    word = read_line(value, LONGEST_TEXT).lower()
    if monsters and word not in monsters and word in classes:
        raise Wrong(sentence(f"{quote(value)} is a class", "a monster", mend=f"write {{class: {word}, level: 1}}"))
    return read_word(value, monsters, "monster")


def read_book(value: Any, words: KnownWords) -> str:
    return read_word(value, words.books, "rulebook")


def split_count(text: str) -> tuple[str, int, str, int] | None:
    """Split a text such as 2d4 goblin into number and kind, each with where it begins; None if it has no number."""
    match = COUNT_PATTERN.fullmatch(text)
    return (match[2], match.start(2), match[4], match.start(4)) if match else None


def read_dice(value: Any, what: str) -> Notation:
    """Read dice, their factor and their plus; a wrong notation is pointed at."""
    if type(value) is not int and not isinstance(value, str):
        raise Wrong(sentence(f"found {quote(value)}", f"{what} as dice or a number, such as 2d4 or 6"))
    try:
        found = parse(str(value))
    except NotationError as error:
        what = f"{quote(value)} is not dice: found {error.found}"
        mend = error.mend[:1].lower() + error.mend[1:].rstrip(".")
        raise Wrong(sentence(what, error.expected, mend=mend), error.at) from None
    if found.keep:
        raise Wrong(sentence(f"found {quote(value)}", f"{what} from all of the dice", mend="leave out kh or kl"))
    return found


def read_count(value: Any, words: KnownWords) -> Notation:
    found = read_dice(value, "a number")
    if found.maximum < 1:
        raise Wrong(sentence(f"found {quote(value)}", "at least 1"))
    return found


def read_damage(value: Any, words: KnownWords) -> str:
    found = read_dice(value, "damage")
    if found.times != 1 or found.maximum < 1:
        raise Wrong(sentence(f"found {quote(value)}", "dice with a plus or a minus, such as 2d6+1"))
    return str(found)


def read_hit_points(value: Any, words: KnownWords) -> int | str:
    if (type(value) is int and 1 <= value <= MOST_HP) or value in (ROLLED, AVERAGE):
        return value  # type: ignore[no-any-return]
    raise Wrong(sentence(f"found {quote(value)}", f"a number from 1 to {MOST_HP}, {ROLLED} or {AVERAGE}"))


def read_hit_points_left(value: Any, words: KnownWords) -> int | str:
    """Read hit points; between two fights there may be none left."""
    return 0 if type(value) is int and value == 0 else read_hit_points(value, words)


def read_shock(value: Any, words: KnownWords) -> str:
    """Read 2/13: what a miss does, and up to which armour class."""
    parts = re.fullmatch(r" *([0-9]{1,2}) */ *([0-9]{1,2}) *", value) if isinstance(value, str) else None
    if not parts or not (int(parts[1]) <= 20 and 1 <= int(parts[2]) <= 40):
        raise Wrong(sentence(f"found {quote(value)}", "damage and armour class, such as 2/13"))
    return f"{int(parts[1])}/{int(parts[2])}"


def read_house_rule(value: Any, words: KnownWords) -> Any:
    if isinstance(value, dict):
        return value
    if isinstance(value, str) and value.strip():
        return read_line(value, LONGEST_PATH)
    raise Wrong(sentence(f"found {quote(value)}", "the name of a file with house rules, or a mapping of them"))


def read_hit_dice(value: Any, words: KnownWords) -> str:
    """Read 1/2, 3, 2+1 or 1-1."""
    given = str(value).replace("½", "1/2").replace("−", "-").replace(" ", "")
    if type(value) not in (int, str) or not re.fullmatch(r"1/2|([1-9][0-9]?)([+-][0-9]{1,2})?", given):
        raise Wrong(sentence(f"found {quote(value)}", "hit dice such as 3, 2+1, 1-1 or 1/2"))
    return given


def read_saves(value: Any, words: KnownWords) -> str:
    """Read five numbers: death, wands, paralysis, breath, spells."""
    parts = value.split("/") if isinstance(value, str) else value if isinstance(value, list) else []
    given = [str(part).strip() for part in parts]
    at = 0
    for part in given:
        if not re.fullmatch("[0-9]{1,2}", part) or not 2 <= int(part) <= 20:
            raise Wrong(sentence(f"found {quote(part)}", "a save from 2 to 20"), at if isinstance(value, str) else 0)
        at += len(part) + 1
    if len(given) != 5:
        five = "five saves (death, wands, paralysis, breath, spells), such as 12/13/14/15/16"
        raise Wrong(sentence(f"found {quote(value)}", five))
    return "/".join(given)


def read_carried(value: Any, words: KnownWords) -> str:
    """Read a weapon, armour or potion, with how many before it and its magic after: 3 javelin, sword +1."""
    given = read_line(value, LONGEST_TEXT).lower()
    parts = CARRIED_PATTERN.fullmatch(given)
    assert parts, "the pattern takes any text"
    things = [*(word for kind in ("weapons", "armour", "potions") for word in words.known.get(kind, ()))]
    if things and given not in things and parts["what"] not in things:
        raise Wrong(unknown("weapon, armour or potion", parts["what"], things), parts.start("what"))
    return given


def read_place(value: Any, words: KnownWords) -> tuple[int, int, int]:
    """Read x and y, and a height for flyers."""
    right = isinstance(value, list) and len(value) in (2, 3) and all(type(n) is int for n in value)
    if not right or any(abs(n) > MOST_FEET for n in value) or (len(value) == 3 and value[2] < 0):
        raise Wrong(sentence(f"found {quote(value)}", "[x, y], or [x, y, height] for who flies, such as [60, 0]"))
    return value[0], value[1], value[2] if len(value) == 3 else 0


def read_distance(value: Any, words: KnownWords) -> int | str:
    if value == CONTACT or (type(value) is int and 1 <= value <= MOST_FEET):
        return value  # type: ignore[no-any-return]
    mend = f"write {CONTACT}" if value == 0 else "leave it out to have it rolled"
    raise Wrong(sentence(f"found {quote(value)}", f"a number from 1 to {MOST_FEET} or {CONTACT}", mend=mend))


NAME_VALUE = ValueReader(read_name, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME, "pattern": "^[^0-9]"})
TITLE = text_value(LONGEST_TEXT)
SPELL = ValueReader(lambda value, words: read_word(value, (), "spell"), {"type": "string", "minLength": 1})
BOOK_VALUE = ValueReader(read_book, {"type": "string", "minLength": 1})
YES = ValueReader(read_switch, {"type": "boolean"})
MONSTER = ValueReader(read_monster_kind, {"type": "string", "minLength": 1})
HOW_MANY = ValueReader(
    read_count, {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 256}, {"type": "string", "pattern": "[dD0-9]"}]}
)
DAMAGE_VALUE = ValueReader(
    read_damage, {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": "[dD0-9]"}]}
)
HP = ValueReader(
    read_hit_points, {"anyOf": [{"type": "integer", "minimum": 1, "maximum": MOST_HP}, {"enum": [ROLLED, AVERAGE]}]}
)
HP_LEFT = ValueReader(
    read_hit_points_left,
    {"anyOf": [{"type": "integer", "minimum": 0, "maximum": MOST_HP}, {"enum": [ROLLED, AVERAGE]}]},
)
SHOCK = ValueReader(read_shock, {"type": "string", "pattern": "^ *[0-9]{1,2} */ *[0-9]{1,2} *$"})
HOUSE_RULE = ValueReader(read_house_rule, {"type": ["string", "object"], "minLength": 1})
SKILL = whole_number(-1, 6)  # -1: no level in it
HD = ValueReader(
    read_hit_dice,
    {"type": ["integer", "string"], "minimum": 1, "pattern": r"^(1/2|½|[0-9]+ ?([+−-] ?[0-9]+)?)$"},
)
SAVES_VALUE = ValueReader(
    read_saves,
    {
        "anyOf": [
            {"type": "string", "pattern": "^ *[0-9]+( */ *[0-9]+){4} *$"},
            {"type": "array", "items": {"type": "integer", "minimum": 2, "maximum": 20}, "minItems": 5, "maxItems": 5},
        ]
    },
)
MORALE_VALUE, RATE_VALUE = whole_number(2, 12), whole_number(0, 1000)
NUMBER_VALUES = {  # of engine.encounter.NUMBERS
    "ac": whole_number(-20, 19),
    "aac": whole_number(0, 39),
    "shield": whole_number(0, 5),
    "thac0": whole_number(1, 20),
    "bonus": whole_number(-1, 18),
    "damage": DAMAGE_VALUE,
    "attacks": whole_number(1, 8),
    "saves": SAVES_VALUE,
    "morale": MORALE_VALUE,
    "led": MORALE_VALUE,
    "move": RATE_VALUE,
    "fly": RATE_VALUE,
    "swim": RATE_VALUE,
    "hd": HD,
    "wits": whole_number(1, 40),
    "strength": whole_number(1, 60),
    "tempo ac": whole_number(1, 60),
    "combat bonus": whole_number(0, 20),
    "vanguard ac": whole_number(1, 40),
    "attack bonus": whole_number(-5, 20),
    **dict.fromkeys(("skill", *SKILLS), SKILL),
    "fourfold ac": whole_number(1, 40),
    "shock": SHOCK,
    "save": whole_number(2, 20),
}
THING = ValueReader(read_carried, {"type": "string", "minLength": 1})
PLACE = ValueReader(read_place, {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 3})
FAR = ValueReader(
    read_distance, {"anyOf": [{"const": CONTACT}, {"type": "integer", "minimum": 1, "maximum": MOST_FEET}]}
)
TAG = one_of(TAGS, "tag")
CONDITION = one_of(START_CONDITIONS, "condition")


def option_text(value: Any) -> str:
    """Return an option's value as an option reads it: on, 3, reroll, first,half."""
    if isinstance(value, bool):
        return SWITCH[value]
    return ",".join(map(str, value)).lower() if isinstance(value, list) else str(value).lower()


def check_option_value(option: Option, value: Any) -> None:
    """Raise Wrong unless this is a value of the option."""
    try:
        option.read(read_line(option_text(value)))
    except (AffrayError, ValueError):
        near = nearest(value, option.words) if isinstance(value, str) else ""
        raise Wrong(sentence(f"{option.name} can't be {quote(value)}", option.expected, near)) from None
