"""Values and entries of files: content of the books, scenarios, parties, packs; what is wrong with them, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, NoReturn

from affray.content.spelling import NUMBER_WORDS, find_name
from affray.engine.clauses import SWITCH, Option
from affray.engine.dice import Notation, NotationError, parse
from affray.engine.encounter import AVERAGE, CONTACT, ROLLED, SKILLS
from affray.engine.vocabulary import (
    ABSENT,
    DEAD,
    FLED,
    FLEEING,
    LURKING,
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


class ContentError(AffrayError):
    """A mistake in a content file."""


@cache
def load_content(book: str, file: str) -> dict[str, Any]:
    """Return the entries of one content file of a book, by name; shared, so not to be changed."""
    import yaml  # only those who set up a fight need it

    place = resources.files("affray").joinpath("rules", book, "content", file)
    where = f"{book}/content/{file}"
    try:
        text = place.read_text(encoding="utf-8")
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)  # C is ten times as fast, where PyYAML has it
        node = loader.get_single_node()
        refuse_repeated_names(where, node)
        read = loader.construct_document(node) if node is not None else None
    except OSError as error:
        raise ContentError(f"{where}: can't be read ({error}); the book needs this file") from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise ContentError(f"{where}: is no YAML: {error}") from None
    if not isinstance(read, dict):
        raise ContentError(f"{where}: expected entries by name, found {type(read).__name__}")
    return {str(name): fields for name, fields in read.items()}


def refuse_repeated_names(where: str, node: Any) -> None:
    """Refuse a name that stands twice in one mapping, which YAML would take in silence."""
    seen: dict[str, int] = {}
    for key, value in getattr(node, "value", ()) if getattr(node, "id", "") == "mapping" else ():
        line = key.start_mark.line + 1
        if key.value in seen:
            raise ContentError(f"{where}: line {line}: {key.value!r} stands in line {seen[key.value]} too; drop one")
        seen[key.value] = line
        refuse_repeated_names(where, value)


def read_entries(book: str, file: str) -> dict[str, Entry]:
    """Return the entries of a file, ready to be read field by field."""
    return {name: Entry(f"{book}/content/{file}: {name}", fields) for name, fields in load_content(book, file).items()}


REQUIRED = object()
Reader = Callable[[str, "Entry"], Any]
READERS: dict[tuple[str, str], Reader] = {}  # of a book's file, once it was read: how an entry is


class Entry:
    """One entry, read field by field; a field that nobody asked for is a mistake."""

    def __init__(self, where: str, fields: object) -> None:
        self.where = where
        self.asked: set[str] = set()
        if not isinstance(fields, Mapping):
            self.refuse(f"expected fields with their values, found {quote(fields)}")
        self.fields = {str(name): value for name, value in fields.items()}

    def refuse(self, why: str) -> NoReturn:
        raise ContentError(f"{self.where}: {why}")

    def get(self, name: str, default: object = REQUIRED) -> Any:
        self.asked.add(name)
        value = self.fields.get(name, default)
        if value is REQUIRED:
            self.refuse(f"{name} is missing")
        return value

    def number(self, name: str, default: object = REQUIRED, least: int = 0, most: int = 1_000_000) -> int:
        value = self.get(name, default)
        if type(value) is not int or not least <= value <= most:
            self.refuse(f"{name}: expected a whole number from {least} to {most}, found {quote(value)}")
        return value

    def numbers(self, name: str, many: int, default: object = REQUIRED) -> tuple[int, ...]:
        """Return so many whole numbers with strokes between them: 12/13/14/15/16."""
        value = str(self.get(name, default))
        parts = value.split("/")
        if len(parts) != many or not all(part.strip().isdecimal() for part in parts):
            self.refuse(f"{name}: expected {many} numbers with / between them, found {quote(value)}")
        return tuple(int(part) for part in parts)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.get(name, default)
        if not isinstance(value, bool):
            self.refuse(f"{name}: expected true or false, found {quote(value)}")
        return value

    def text(self, name: str, default: object = REQUIRED) -> str:
        value = self.get(name, default)
        if not isinstance(value, str | int) or isinstance(value, bool):
            self.refuse(f"{name}: expected words, found {quote(value)}")
        return str(value)

    def dice(self, name: str, default: object = REQUIRED) -> Notation:
        value = self.text(name, default)
        try:
            return parse(value)
        except NotationError as error:
            self.refuse(f"{name}: {value!r}: {error}")

    def word(self, name: str, words: Sequence[str], default: object = REQUIRED) -> int:
        """Return the place of a word in its list."""
        value = self.text(name, default)
        if value not in words:
            self.refuse(f"{name}: {unknown('word', value, words)}")
        return words.index(value)

    def bits(self, name: str, words: Sequence[str]) -> int:
        """Return the bits of several words; none where the field is left out."""
        total = 0
        for word in self.text(name, "").split():
            if word not in words:
                self.refuse(f"{name}: {unknown('word', word, words)}")
            total |= 1 << words.index(word)
        return total

    def names(self, name: str) -> tuple[str, ...]:
        """Return names with commas between them; none where the field is left out."""
        return tuple(part.strip() for part in self.text(name, "").split(",") if part.strip())

    def match(self, name: str, pattern: str, form: str, default: object = REQUIRED) -> re.Match[str]:
        """Match a text of a certain form, such as "2 each 5 levels"."""
        value = self.text(name, default)
        found = re.fullmatch(pattern, value)
        if found is None:
            self.refuse(f"{name}: expected {form}, found {quote(value)}")
        return found

    def part(self, name: str) -> dict[str, Entry]:
        """Return the entries inside this one."""
        inside = self.get(name)
        if not isinstance(inside, Mapping):
            self.refuse(f"{name}: expected entries by name, found {quote(inside)}")
        return {str(key): Entry(f"{self.where}: {name}: {key}", value) for key, value in inside.items()}

    def refuse_rest(self) -> None:
        """Refuse the fields that nobody has asked for."""
        for name in self.fields:
            if name not in self.asked:
                self.refuse(unknown("field", name, sorted(self.asked)))


# --- which files the entries of a book's library come from


def readers(library: Any, kind: str) -> Iterator[tuple[dict[str, Any], Reader]]:
    """Yield the files with entries of a kind, the book's own first, and how entries of each are read."""
    return ((there, read) for _, there, read in content_files(library, kind))


def reader_of(library: Any, kind: str, book: str) -> Reader | None:
    """Return how a library reads entries in the form of a book's file; None where it doesn't take them."""
    return next((read for whose, _, read in content_files(library, kind) if whose == book), None)


def content_files(library: Any, kind: str) -> Iterator[tuple[str, dict[str, Any], Reader]]:
    """Yield whose file it is, its entries, and how they are read, for each file with entries of a kind."""
    convert = library.convert.get(kind, identity)
    for (book, file), read in sorted(READERS.items(), key=lambda item: item[0][0] != library.book):
        if book == library.book:
            found: Reader = read
        elif file == f"{kind}.yaml":
            found = read_and_convert(read, convert)
        else:
            continue
        there = load_content(book, file)
        many = sum(is_entry_of(library, kind, name, name, fields, found) for name, fields in there.items())
        if many >= min(2, len(there)):  # a shield is a shield in every book
            yield book, there, found


def read_and_convert(read: Reader, convert: Callable[[Any], Any]) -> Reader:
    return lambda name, entry: convert(read(name, entry))


def identity(value: Any) -> Any:
    return value


def is_entry_of(library: Any, kind: str, name: str, main: str, values: Any, read: Reader) -> bool:
    """Return whether this entry, so read, is what the library has under a name."""
    there = getattr(library, kind)
    try:
        return name in there and bool(there[name] == read(main, Entry(main, values)))
    except (AffrayError, ValueError, KeyError):
        return False


# --- values of scenario, party and pack files


LONGEST_NAME = 60
LONGEST_TEXT = 200
LONGEST_PATH = 1_000
MOST_HP = 9_999
MOST_FEET = 100_000
RESULTS = {SURRENDERED, DEAD, FLED, PETRIFIED, ABSENT, UNCONSCIOUS, FLEEING, WITHDRAWING, RETREATING, TURNED, LURKING}
START_CONDITIONS = tuple(name for n, name in enumerate(NAMES) if n not in RESULTS)  # those a combatant may start in
MERCENARIES = ("militia", "barbarian", "trained")
COVERS = ("quarter", "half", "three quarters", "slit", "full")
WATERS = ("in", "under")
WOUNDS = ("wounded", "out of action", "dying")
FATES = ("dead", "out", "gone")  # out: unconscious or dying, to be tended; gone: fled, taken, left behind
AMBUSHES = (
    "prepared",
    "chance",
    *("head start", "flat-footed", "advantage", "penalty", "advantage and flat-footed", "head start alone"),  # tempo
)
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
    """Return one of the right words, also for its plural and the like; without a list of them any word."""
    given = read_line(word, LONGEST_TEXT).lower()
    if not right or given in right:
        return given
    found = find_name(given, right)
    if not found:
        raise Wrong(unknown(what, word, right))
    return found


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
    if monsters and not find_name(word, monsters) and (cls := find_name(word, classes)):
        raise Wrong(sentence(f"{quote(value)} is a class", "a monster", mend=f"write {{class: {cls}, level: 1}}"))
    return read_word(value, monsters, "monster")


def read_book(value: Any, words: KnownWords) -> str:
    return read_word(value, words.books, "rulebook")


def split_count(text: str) -> tuple[str, int, str, int] | None:
    """Split a text such as 2d4 goblin into number and kind, each with where it begins; None if it has no number."""
    match = COUNT_PATTERN.fullmatch(text)
    return (match[2], match.start(2), match[4], match.start(4)) if match else None


def split_said_count(text: str) -> tuple[str, str] | None:
    """Split `6 orc`, `one ogre` or `giant rats x4` into number and kind; None if the text has no number."""
    if number := split_count(text):
        return number[0], number[2]
    first, _, rest = text.strip().partition(" ")
    if rest.strip() and first.lower() in NUMBER_WORDS:
        return NUMBER_WORDS[first.lower()], rest.strip()
    after = re.fullmatch(r"\s*(\S.*?)\s*[x×]\s?([0-9]{1,3})\s*", text, re.IGNORECASE)
    return (after[2], after[1]) if after else None


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
    none = parts is not None and int(parts[1]) == 0
    if not parts or not (none or (int(parts[1]) <= 20 and 1 <= int(parts[2]) <= 40)):
        raise Wrong(sentence(f"found {quote(value)}", "damage and armour class, such as 2/13, or 0/0 for none"))
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
    if not things or given in things or parts["what"] in things:
        return given
    found = find_name(parts["what"], things)
    if not found:
        raise Wrong(unknown("weapon, armour or potion", parts["what"], things), parts.start("what"))
    return f"{parts['count'] or ''}{found}{parts['bonus'] or ''}"


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
RATE_VALUE = whole_number(0, 1000)


def morale_value() -> ValueReader:
    """Return the reader of a morale score, or of a word for one where the book has such words."""
    number = whole_number(2, 12)

    def reader(value: Any, words: KnownWords) -> int | str:
        if isinstance(value, str) and words.known.get("morale"):
            return read_word(value, words.known["morale"], "morale")
        return int(number.reader(value, words))

    return ValueReader(reader, {"type": ["integer", "string"], "minimum": 2, "maximum": 12})


MORALE_VALUE = morale_value()
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
