"""The shape of a scenario file, as pydantic checks it, and its JSON Schema, by which an editor completes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails

from affray.content import entries as v
from affray.content.overlay import CONTENT_KINDS, EFFECTS, FOR_PEOPLE, MONSTER_FIELDS, MONSTERS
from affray.content.spelling import fold
from affray.engine.clauses import CLAUSES, SWITCH, Option
from affray.engine.dice import Notation
from affray.engine.encounter import (
    ABILITIES,
    CUNNING,
    NUMBERS,
    ROLLED,
    CoverAt,
    Cunning,
    Encounter,
    Objective,
    Party,
    Terrain,
    looks_ahead,
)
from affray.engine.encounter import Member as Combatants
from affray.engine.state import MOST_COMBATANTS, MOST_SIDES, ROOM
from affray.errors import MOST_MISTAKES, AffrayError, Found, KeyPath, Wrong, quote, sentence, unknown
from affray.scenario.reference import SHAPES, Keys


def read_tactic(value: Any, words: v.KnownWords) -> str:
    """Read one of the book's tactics, or `cunning` with its strength."""
    word = str(value).strip().lower()
    if looks_ahead(word):
        try:
            Cunning.read(word)
        except AffrayError as no:
            raise Wrong(str(no)) from None
        return word
    known = words.known.get("tactics", ())
    return v.read_word(value, [*known, CUNNING] if known else (), "tactic")


TACTIC = v.ValueReader(read_tactic, {"type": "string", "minLength": 1})

Switch = Annotated[bool, v.YES]
Name = Annotated[str, v.NAME_VALUE]
Tactic = Annotated[str, TACTIC]
Ability = Annotated[int | None, v.whole_number(3, 18)]
Rate = Annotated[int | None, v.RATE_VALUE]
Skill = Annotated[int | None, v.SKILL]
Perhaps = Annotated[bool | None, v.YES]
Morale = Annotated[int | str | None, v.MORALE_VALUE]
ONE = Notation(0, 1, plus=1)
MOST_OBJECTIVES = 32
MOST_XP = 100_000_000
MOST_COVERS = ROOM["covers"]


class Shape(BaseModel):
    """What all parts of a file share: no key but the ones that are named."""

    model_config = ConfigDict(extra="forbid", populate_by_name=False)

    @classmethod
    def keys(cls) -> list[str]:
        return [field.alias or name for name, field in cls.model_fields.items()]


class MemberShape(Shape):
    """One combatant, or several alike."""

    name: Name = ""
    count: Annotated[Notation, v.HOW_MANY] = ONE
    monster: Annotated[str, v.MONSTER] = ""
    cls: Annotated[str, v.known_word("classes", "class")] = Field("", alias="class")
    level: Annotated[int, v.whole_number(0, 36)] = 1
    STR: Ability = None
    INT: Ability = None
    WIS: Ability = None
    DEX: Ability = None
    CON: Ability = None
    CHA: Ability = None
    gear: list[Annotated[str, v.THING]] = Field([])
    spells: list[Annotated[str, v.known_word("spells", "spell")]] = Field([])
    hp: Annotated[int | str, v.HP] = ROLLED
    tactic: Tactic = ""
    leader: Switch = False
    retainer: Annotated[int, v.whole_number(2, 12)] = 0
    mercenary: Annotated[str, v.one_of(v.MERCENARIES, "kind of mercenary")] = ""
    elite: Switch = False
    fanatic: Switch = False
    mount: Annotated[str, v.known_word("monsters", "mount")] = ""
    cover: Annotated[str, v.one_of(v.COVERS, "cover")] = ""
    position: Annotated[tuple[int, int, int] | None, v.PLACE] = None
    conditions: list[Annotated[str, v.CONDITION]] = Field([])
    sees_dark: Perhaps = Field(None, alias="sees dark")
    tags: list[Annotated[str, v.TAG]] = Field([])
    ac: Annotated[int | None, v.NUMBER_VALUES["ac"]] = None
    aac: Annotated[int | None, v.NUMBER_VALUES["aac"]] = None
    shield: Annotated[int | None, v.NUMBER_VALUES["shield"]] = None
    thac0: Annotated[int | None, v.NUMBER_VALUES["thac0"]] = None
    bonus: Annotated[int | None, v.NUMBER_VALUES["bonus"]] = None
    damage: Annotated[str | None, v.NUMBER_VALUES["damage"]] = None
    attacks: Annotated[int | None, v.NUMBER_VALUES["attacks"]] = None
    saves: Annotated[str | None, v.NUMBER_VALUES["saves"]] = None
    morale: Morale = None
    led: Morale = None
    move: Rate = None
    fly: Rate = None
    swim: Rate = None
    hd: Annotated[str | None, v.NUMBER_VALUES["hd"]] = None
    trained: Perhaps = None
    henchman: Perhaps = None
    commands: Switch = False
    readied: Annotated[str, v.SPELL] = ""
    frail: Switch = False
    wound: Annotated[str, v.one_of(v.WOUNDS, "wound")] = ""
    negative_levels: Annotated[int, v.whole_number(0, 36)] = Field(0, alias="negative levels")
    sleepless: Annotated[int, v.whole_number(0, 99)] = 0
    max_hp: Annotated[int, v.whole_number(1, v.MOST_HP)] = Field(0, alias="max hp")
    alert: Annotated[int, v.whole_number(-6, 6)] = 0
    load: Annotated[str, v.one_of(v.LOADS, "load")] = ""
    wits: Annotated[int | None, v.NUMBER_VALUES["wits"]] = None
    strength: Annotated[int | None, v.NUMBER_VALUES["strength"]] = None
    tempo_ac: Annotated[int | None, v.NUMBER_VALUES["tempo ac"]] = Field(None, alias="tempo ac")
    combat_bonus: Annotated[int | None, v.NUMBER_VALUES["combat bonus"]] = Field(None, alias="combat bonus")
    vanguard_ac: Annotated[int | None, v.NUMBER_VALUES["vanguard ac"]] = Field(None, alias="vanguard ac")
    attack_bonus: Annotated[int | None, v.NUMBER_VALUES["attack bonus"]] = Field(None, alias="attack bonus")
    skill: Skill = None
    stab: Skill = None
    shoot: Skill = None
    punch: Skill = None
    sneak: Skill = None
    notice: Skill = None
    heal: Skill = None
    exert: Skill = None
    fourfold_ac: Annotated[int | None, v.NUMBER_VALUES["fourfold ac"]] = Field(None, alias="fourfold ac")
    shock: Annotated[str | None, v.NUMBER_VALUES["shock"]] = None
    save: Annotated[int | None, v.NUMBER_VALUES["save"]] = None

    @model_validator(mode="before")
    @classmethod
    def short_forms(cls, item: Any) -> Any:
        return unfold(item)

    def value(self) -> Combatants:
        given = self.model_dump()
        same: dict[str, Any] = {name: given[name] for name in AS_THEY_ARE if name in given} | {
            name: tuple(given[name]) for name in LISTS if name in given
        }
        numbers = {name: given[name.replace(" ", "_")] for name in NUMBERS}
        return Combatants(
            abilities={name: given[name] for name in ABILITIES if given[name] is not None},
            numbers={name: number for name, number in numbers.items() if number is not None},
            kind=self.monster,
            count=self.count,
            **same,
        )


class CarriedShape(MemberShape):
    """A member of a party file: with what it carries from fight to fight."""

    hp: Annotated[int | str, v.HP_LEFT] = ROLLED
    drained: Annotated[int, v.whole_number(0, v.MOST_HP)] = 0
    rested: Annotated[int, v.whole_number(0, 999)] = 0
    fate: Annotated[str, v.one_of(v.FATES, "fate")] = ""
    marks: list[Annotated[str, v.TITLE]] = Field([])
    notes: list[Annotated[str, v.TITLE]] = []
    spent: list[Annotated[str, v.known_word("spells", "spell")]] = Field([])
    xp: Annotated[int, v.whole_number(0, MOST_XP)] = 0


AS_THEY_ARE = (
    "name cls level hp tactic leader retainer mercenary elite fanatic mount cover position sees_dark trained henchman "
    "commands readied frail wound negative_levels sleepless max_hp alert load drained rested fate xp"
).split()
LISTS = "gear spells conditions tags marks notes spent".split()


def unfold(item: Any) -> Any:
    """Return a member with its short forms written out: `orc`, `6 orc`, `Grub: {…}`, `6 orc: {…}`."""
    head, keys = halves(item)
    return {**head, **with_spaces(keys)} if isinstance(keys, dict) else item


def with_spaces(keys: dict[str, Any]) -> dict[str, Any]:
    """Return keys as they are written here: `combat_bonus` and `HP` are as good as `combat bonus` and `hp`."""
    said = {key: key_meant(key) for key in keys}
    return gather_gear({word if word not in keys else key: keys[key] for key, word in said.items()})


def gather_gear(keys: dict[str, Any]) -> dict[str, Any]:
    """Return a member whose `weapon` and `armour` are part of its gear."""
    carried = [key for key in keys if isinstance(key, str) and fold(key) in GEAR_KEYS]
    gear = keys.get("gear", [])
    if not carried or not isinstance(gear, list):
        return keys
    things = [thing for key in carried for thing in (keys[key] if isinstance(keys[key], list) else [keys[key]])]
    return {key: value for key, value in keys.items() if key not in carried} | {"gear": [*gear, *things]}


def key_meant(key: Any) -> Any:
    """Return the key of a member that a spelling stands for; any other as it is."""
    if key in CARRIED_KEYS or not isinstance(key, str):
        return key
    wanted = fold(key)
    return next((word for word in CARRIED_KEYS if fold(word) == wanted), key)


GEAR_KEYS = ("armour", "weapon", "weapons")
OWN_NUMBERS = frozenset(("ac", "aac", "thac0", "bonus", "damage", "attacks", "hd"))  # of who has no kind


def halves(item: Any) -> tuple[dict[str, str], Any]:
    """Return what the text of a short form says, and the keys below it."""
    if isinstance(item, str):
        number = v.split_said_count(item)
        return ({"count": number[0], "monster": number[1]} if number else {"monster": item}), {}
    if not isinstance(item, dict) or len(item) != 1:
        return {}, item
    ((head, keys),) = item.items()
    if keys is None and head not in MEMBER_KEYS:
        keys = {}
    if not isinstance(keys, dict):
        return {}, item
    names_kind = bool(v.split_count(head)) or (head.islower() and not keys.keys() & OWN_NUMBERS)
    kind_is_below = "monster" in keys or "class" in keys or not names_kind
    return heading(head, "name" if kind_is_below else "monster"), keys


def heading(head: str, key: str) -> dict[str, str]:
    """Return how many there are, if the text says so, and a kind or a name."""
    number = v.split_count(head)
    return {"count": number[0], key: number[2]} if number else {key: head}


class PartyShape(Shape):
    """A party file, or the same in its place."""

    party: Name
    members: list[CarriedShape] = Field(min_length=1, max_length=MOST_COMBATANTS)
    file: Annotated[str, v.text_value(v.LONGEST_PATH)] = ""

    def everybody(self) -> tuple[Combatants, ...]:
        return tuple(member.value() for member in self.members)


class SideShape(Shape):
    """One side of the fight; a mere list is its members."""

    members: list[MemberShape] = Field([], min_length=1, max_length=MOST_COMBATANTS)
    party: PartyShape | None = None
    players: Switch = False
    tactic: Tactic = "nearest"
    way_out: Switch = Field(True, alias="way out")
    surprised: Perhaps = None
    wary: Switch = False
    morale: Morale = None
    ambush: Annotated[str, v.one_of(v.AMBUSHES, "ambush")] = ""

    @model_validator(mode="before")
    @classmethod
    def short_form(cls, side: Any) -> Any:
        return {"members": side} if isinstance(side, list) else side

    def value(self, name: str) -> Party:
        carried = [member for member in self.party.everybody() if not member.fate] if self.party else []
        return Party(
            name=name,
            members=(*carried, *(member.value() for member in self.members)),
            file=self.party.file if self.party else "",
            carried=len(carried),
            ambush=self.ambush,
            tactic=self.tactic,
            players=self.players,
            way_out=self.way_out,
            surprised=self.surprised,
            wary=self.wary,
            morale=self.morale,
        )


class CoverShape(Shape):
    """A place to take cover at: a wall, a tree, an overturned table."""

    position: Annotated[tuple[int, int, int], v.PLACE]
    cover: Annotated[str, v.one_of(v.COVERS, "cover")]


class TerrainShape(Shape):
    """What clauses ask about the place."""

    width: Annotated[int, v.whole_number(1, 1000)] = 0
    outdoors: Switch = False
    daylight: Switch = False
    dark: Switch = False
    deck: Switch = False
    water: Annotated[str, v.one_of(v.WATERS, "depth of water")] = ""
    bad_ground: Switch = Field(False, alias="bad ground")
    ledge: Switch = False
    cover: list[CoverShape] = Field([], max_length=MOST_COVERS)

    def value(self) -> Terrain:
        given = self.model_dump() | {"cover": tuple(CoverAt(each.position, each.cover) for each in self.cover)}
        return Terrain(**given)


class ObjectiveShape(Shape):
    """What ends the fight early: this side has then won."""

    side: Name
    down: Name = ""
    rounds: Annotated[int, v.whole_number(1, 1000)] = 0
    escape: Switch = False


class ScenarioShape(Shape):
    """A fight: who, where and under which rules."""

    title: Annotated[str, v.TITLE] = ""
    rules: Annotated[str, v.BOOK_VALUE] = ""
    distance: Annotated[int | str, v.FAR] = ""
    terrain: TerrainShape = Field(default_factory=TerrainShape)
    options: dict[str, Any] = Field({})
    rounds: Annotated[int, v.whole_number(1, 1000)] = 0
    sides: dict[Name, SideShape] = Field(min_length=2, max_length=MOST_SIDES)
    objectives: list[ObjectiveShape] = Field([], max_length=MOST_OBJECTIVES)
    speaker: Name = ""
    creatures: Any = None
    content: Any = None
    house_rules: list[Annotated[Any, v.HOUSE_RULE]] = Field([], alias="house rules")

    @field_validator("house_rules", mode="before")
    @classmethod
    def one_or_several(cls, said: Any) -> Any:
        return said if isinstance(said, list) and said else [said or None]

    def value(self, name: str, text: str) -> Encounter:
        return Encounter(
            name=name,
            title=self.title or name,
            sides=tuple(side.value(side_name) for side_name, side in self.sides.items()),
            rules=self.rules,
            distance=self.distance,
            terrain=self.terrain.value(),
            options={option: v.option_text(value) for option, value in self.options.items()},
            objectives=tuple(Objective(**objective.model_dump()) for objective in self.objectives),
            rounds=self.rounds,
            speaker=self.speaker,
            text=text,
        )


MEMBER_KEYS = frozenset(MemberShape.keys())
CARRIED_KEYS = frozenset(CarriedShape.keys())
PARTS: dict[tuple[str, ...], type[Shape]] = {
    ("sides",): SideShape,
    ("sides", "members"): MemberShape,
    ("sides", "party"): PartyShape,
    ("sides", "party", "members"): CarriedShape,
    ("members",): CarriedShape,  # of a party file
    ("terrain",): TerrainShape,
    ("terrain", "cover"): CoverShape,
    ("objectives",): ObjectiveShape,
}
LENGTHS = {
    ("members", "too_short"): "no members; add who fights on this side",
    ("cover", "too_long"): f"too many places with cover; expected at most {MOST_COVERS}",
    ("objectives", "too_long"): f"too many objectives; expected at most {MOST_OBJECTIVES}",
}
TYPES = {"list_type": "a list", "dict_type": "a mapping", "model_type": "a mapping"}


S = TypeVar("S", bound=Shape)


def validate_shape(shape: type[S], data: Any, words: v.KnownWords) -> tuple[S | None, list[Found]]:
    """Return a scenario or a party in its shape, or what keeps it from having it."""
    try:
        return shape.model_validate(data, context=words), []
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        told = [found for each in wrong[:MOST_MISTAKES] for found in describe_invalid(each, shape)]
        return None, told + [Found(each["loc"], each["msg"]) for each in wrong[MOST_MISTAKES:]]  # which are counted


def describe_invalid(error: ErrorDetails, whole: type[Shape]) -> Iterator[Found]:
    """Yield the mistakes that pydantic found, in our words."""
    path, kind = error["loc"], error["type"]
    wrong = error.get("ctx", {}).get("error")
    keys = [step for step in path if isinstance(step, str)] or ["the file"]
    here = quote(keys[-1]).strip("'")
    if isinstance(wrong, Wrong) and here == "[key]":
        yield Found(path[:-1], f"{keys[0]}: {wrong.message}", wrong.at, key=True)
    elif isinstance(wrong, Wrong):
        yield Found(path, f"{here}: {wrong.message}", wrong.at)
    elif kind == "extra_forbidden":
        yield Found(path, unknown("key", path[-1], shape_at(path[:-1], whole).keys()), key=True)
    elif kind == "missing":
        yield Found(path[:-1], f"missing key `{keys[-1]}`")
    elif kind in TYPES:
        yield Found(path, sentence(f"{here}: found {quote(error['input'])}", TYPES[kind]))
    elif (keys[-1], kind) in LENGTHS:
        yield Found(path, LENGTHS[keys[-1], kind])
    elif kind not in ("too_short", "too_long"):  # too many sides or members are counted elsewhere
        yield Found(path, f"{here}: {error['msg'].lower()}")


def shape_at(path: KeyPath, whole: type[Shape]) -> type[Shape]:
    """Return the shape whose keys may stand at a place of a file. After `sides` comes a side's name."""
    steps = path[:1] + path[2:] if path[:1] == ("sides",) else path
    return PARTS.get(tuple(step for step in steps if isinstance(step, str)), whole)


# --- the JSON Schema

SCHEMA_ID = "urn:affray:scenario"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
OFFERED = {"monster": "monsters", "mount": "monsters", "class": "classes", "tactic": "tactics", "spells": "spells"}
THINGS = ("weapons", "armour", "potions")
SIDE, PARTY = {"$ref": "#/$defs/SideShape"}, {"$ref": "#/$defs/PartyShape"}
FILE_SCHEMA = {"type": "string", "pattern": r"\S"}
HOUSE_RULE = {"type": ["string", "object"], "minLength": 1}
SHORT_FORM = {"type": "string", "pattern": r"\S", "examples": ["6 orc", "2d4 goblin"]}


def describe(options: Iterable[Option], known: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the shape that pydantic checks, with the short forms, the book's options and its words."""
    schema = without_titles(ScenarioShape.model_json_schema())
    parts = schema["$defs"]
    for shape, member in (("SideShape", "MemberShape"), ("PartyShape", "CarriedShape")):
        parts[shape]["properties"]["members"]["items"] = {"anyOf": member_forms({"$ref": f"#/$defs/{member}"})}
    members, side = parts["SideShape"]["properties"]["members"], parts["SideShape"]
    side["properties"]["party"] = {"anyOf": [FILE_SCHEMA, PARTY]}
    side["anyOf"] = [{"required": ["members"]}, {"required": ["party"]}]
    schema["properties"]["house rules"] = {"anyOf": [HOUSE_RULE, {"type": "array", "items": HOUSE_RULE}]}
    schema["properties"]["sides"]["patternProperties"] = {"^[^0-9]": {"anyOf": [SIDE, members]}}
    schema["properties"]["sides"]["additionalProperties"] = False
    creature = {"type": "object", "minProperties": 1, "properties": creature_keys(parts["MemberShape"]["properties"])}
    parts["Creature"] = creature
    block, by_name = {"type": "string", "pattern": r"\S"}, {"$ref": "#/$defs/Creature"}
    entries = {"type": "object", "minProperties": 1, "patternProperties": {"^[^0-9]": {"anyOf": [by_name, block]}}}
    several = {"type": "array", "minItems": 1, "items": {"anyOf": [block, entries]}}
    schema["properties"]["creatures"] |= {"anyOf": [block, entries, several]}
    schema["properties"]["content"] |= content_schema(entries)
    schema["properties"]["options"] |= {"properties": option_schemas(options), "additionalProperties": False}
    for name, part in (("ScenarioShape", schema), *parts.items()):
        add_meanings(part["properties"], SHAPES[name])
        offer_words(part["properties"], known)
    return {"$schema": DRAFT, "$id": SCHEMA_ID, "title": "A fight for Affray", **schema}


def add_meanings(properties: dict[str, Any], keys: Keys) -> None:
    """Give every key its meaning, and an example where the schema has none."""
    for key, shape in properties.items():
        shape["description"] = keys[key].meaning
        shape.setdefault("examples", [yaml.safe_load(keys[key].example)])


def creature_keys(member: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a monster that people write most, every book's numbers, and what is for the referee."""
    numbers = {name: member[name] for name in NUMBERS if name not in MONSTER_FIELDS}
    rows: dict[str, Any] = {
        "ac": {"type": "integer"},
        **{key: member[key] for key in ("hd", "move", "fly", "swim", "morale", "led")},
    }
    texts: dict[str, Any] = {
        key: {"type": "string"} for key in ("attacks", "saves", "tags", "aura", "breath", "hug", "spells")
    }
    kept: dict[str, Any] = {key: {"type": ["string", "integer"]} for key in FOR_PEOPLE}
    kept["notes"] = {"type": ["string", "array"], "items": {"type": "string"}}
    things: dict[str, Any] = {EFFECTS: {"type": "object", "additionalProperties": {"type": "object"}}}
    return {**rows, **texts, **numbers, **things, **kept}


def content_schema(monsters: dict[str, Any]) -> dict[str, Any]:
    """Return entries of each kind by name."""
    thing = {"type": "object", "minProperties": 1, "additionalProperties": {"type": "object"}}
    kinds = {
        shelf: {"description": f"Own {shelf} by name", **(monsters if shelf == MONSTERS else thing)}
        for shelf in (*CONTENT_KINDS, "tactics")
    }
    return {"type": "object", "minProperties": 1, "properties": kinds, "additionalProperties": False}


def member_forms(member: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a text, a mapping, or a mapping under its name."""
    return [
        SHORT_FORM,
        member,
        {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": member},
    ]


def without_titles(schema: Any) -> Any:
    """Return a schema without titles that repeat the keys, and without defaults that only the code knows."""
    if isinstance(schema, list):
        return [without_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: without_titles(item)
        for key, item in schema.items()
        if isinstance(item, dict) or key not in ("title", "default")
    }


def option_schemas(options: Iterable[Option]) -> dict[str, Any]:
    """Return the options of every book; one name may have other values in another book."""
    found, titles = dict[str, list[dict[str, Any]]](), dict[str, str]()
    for option in options:
        said = found.setdefault(option.name, [])
        said += [option_schema(option)] if option_schema(option) not in said else []
        titles.setdefault(option.name, f"{option.title.capitalize()} ({CLAUSES[option.clause].id})")
    return {
        name: {"description": titles[name], **(said[0] if len(said) == 1 else {"anyOf": said})}
        for name, said in found.items()
    }


def option_schema(option: Option) -> dict[str, Any]:
    if option.several:
        return {"type": "array", "items": {"enum": list(option.words)}, "uniqueItems": True}
    if not option.words:
        return {"type": "integer", "minimum": option.least, "maximum": option.most}
    return {"enum": [True, False, *SWITCH]} if option.words == SWITCH else {"enum": list(option.words)}


def offer_words(keys: dict[str, Any], known: Mapping[str, Sequence[str]]) -> None:
    """Offer words for an editor to complete. They are not enforced: a file may write them in any case."""
    for key, kind in OFFERED.items():
        if key in keys and kind in known:
            keys[key].get("items", keys[key])["examples"] = list(known[kind])
    if "gear" in keys and known:
        keys["gear"]["items"]["examples"] = [word for kind in THINGS for word in known.get(kind, ())]
