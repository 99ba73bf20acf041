"""The keys of a day's file beside those of a scenario, as pydantic checks them; and its JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import yaml
from pydantic import Field

from affray.content import entries as v
from affray.content.entries import KnownWords, ValueReader
from affray.delves.conditions import FACTS, LONGEST_CONDITION, Condition, read_condition
from affray.delves.model import Chance
from affray.engine.clauses import Option
from affray.errors import Wrong, quote, sentence
from affray.rules.book import Rest
from affray.scenario.models import Name, ScenarioShape, Shape, Switch, describe, without_titles
from affray.scenario.reference import Keys, keys_of_table

MOST_STEPS, MOST_RESTS, MOST_DAYS = 32, 32, 999
CARRIED = "carried"  # the known words that conditions may ask for: spells and things of the party
CHANCE = re.compile(r"(\d{1,4})\s*in\s*(\d{1,4})|(\d{1,3})\s*%")
CHANCE_FORM = "a chance, as `1 in 6` or 30%"


def read_chance(value: Any, words: KnownWords) -> Chance:
    found = CHANCE.fullmatch(v.read_line(value))
    if found is None:
        raise Wrong(sentence(f"found {quote(value)}", CHANCE_FORM))
    chance = Chance(int(found[1]), int(found[2])) if found[1] else Chance(int(found[3]), 100)
    if not 0 < chance.times <= chance.of:
        raise Wrong(sentence(f"a chance of {value}", "more than none, and at most all"))
    return chance


def read_when(value: Any, words: KnownWords) -> Condition:
    return read_condition(value, words.known.get(CARRIED, ()))


CHANCE_VALUE = ValueReader(read_chance, {"type": "string", "pattern": r"^[0-9]+ *(in *[0-9]+|%)$"})
WHEN = ValueReader(read_when, {"type": ["string", "boolean"], "maxLength": LONGEST_CONDITION})
Odds = Annotated[Any, CHANCE_VALUE]
When = Annotated[Any, WHEN]


class RestShape(Shape):
    """What a rest is: days between fights, and how they are spent."""

    days: Annotated[int, v.whole_number(0, MOST_DAYS)] = 1
    sleep: Switch = True
    tended: Switch = True
    bed: Switch = Field(False, alias="bed rest")
    healed: Annotated[int, v.whole_number(0, v.MOST_HP)] = 0
    lifted: Annotated[int, v.whole_number(0, 99)] = Field(0, alias="remove curse")

    def value(self) -> Rest:
        return Rest(self.days, self.sleep, self.tended, self.bed, self.healed, self.lifted)


class ReinforcementShape(Shape):
    """Members who join a side for one fight."""

    side: Name
    members: list[Any] = Field(min_length=1)
    chance: Odds = None
    when: When = None


class FightShape(Shape):
    """One fight of the day: its own keys, and those of a scenario."""

    fight: Annotated[str, v.TITLE]
    scenario: Annotated[str, v.text_value(v.LONGEST_PATH)] = ""
    chance: Odds = None
    when: When = None
    reinforcements: list[ReinforcementShape] = Field([], max_length=16)
    joins: list[Any] = Field([])
    rest_when: When = Field(None, alias="rest when")
    home_when: When = Field(None, alias="go home when")
    distance: Any = None
    terrain: Any = None
    sides: Any = None
    rounds: Any = None
    objectives: Any = None
    speaker: Any = None


class RestStepShape(Shape):
    """A rest between two fights."""

    rest: RestShape
    when: When = None


class DelveShape(Shape):
    """An adventuring day."""

    title: Annotated[str, v.TITLE] = ""
    rules: Annotated[str, v.BOOK_VALUE] = ""
    side: Name = "party"
    party: Any
    day: list[Any] = Field(min_length=1, max_length=MOST_STEPS)
    rests: Annotated[int, v.whole_number(0, MOST_RESTS)] = 1
    rest: RestShape = Field(default_factory=RestShape)
    rest_when: When = Field(None, alias="rest when")
    home_when: When = Field(None, alias="go home when")
    options: Any = None
    creatures: Any = None
    content: Any = None
    house_rules: Any = Field(None, alias="house rules")


SCENARIO_KEYS = "distance terrain sides rounds objectives speaker".split()  # of a fight, as a scenario has them
WHOLE_DAY_KEYS = ("rules", "options", "creatures", "content", "house rules")  # of the day, as a scenario has them


# --- what the keys mean, for the schema and for the document

DAY = keys_of_table("""
title | Title of the day, at most 200 characters | The barrow of Harrow
rules | The rulebook; classic if left out | vanguard
party | The party: keys of a side in a scenario, or a party file; `players` is true if left out | lanterns.yaml
side | What the party's side is called in the fights | party
day | The fights and rests, in their order; each is a mapping that begins with `fight` or `rest` | [{fight: The gate, sides: {orcs: [2 orc]}}, {rest: {days: 1}}]
rest when | The party rests after a fight where this holds, as often as `rests` allows | hp below 50%
go home when | The party goes home after a fight where this holds; asked before `rest when` | dead at least 2 or hp below 25%
rests | How often the party may rest by `rest when`; rests in `day` are not counted | 2
rest | What such a rest is: see rests | {days: 1}
options | Options of the rulebook for all fights | {initiative.tie: simultaneous}
creatures | Creatures of this day: stat blocks, entries by name, or a list of these | {bog orc: {ac: 5, hd: 2+1}}
content | Weapons, spells and others of this day, as in a pack | {weapons: {sickle: {damage: 1d4}}}
house rules | House rules for all fights, as in a scenario | {options: {damage.variable: on}}
""")  # noqa: E501
FIGHT = keys_of_table("""
fight | Title of the fight | The gate
sides | The other sides, as in a scenario; the party is added | {orcs: [6 orc]}
scenario | A scenario file or an example instead of `sides`; the party takes the place of its side of that name | orcs
chance | Chance that there is a fight at all | 1 in 6
when | There is a fight only if this holds | rested
reinforcements | Members who join a side for this fight: see reinforcements | [{side: orcs, members: [2 orc], chance: 1 in 3}]
joins | Members who join the party here and stay with it | [{Hob: {class: fighter, retainer: 8, hp: 5}}]
rest when | Instead of the day's, after this fight | never
go home when | Instead of the day's, after this fight | hp below 50%
distance | As in a scenario | 60
terrain | As in a scenario | {width: 10}
rounds | As in a scenario | 20
objectives | As in a scenario | [{side: party, rounds: 6}]
speaker | As in a scenario | Anna
""")  # noqa: E501
REINFORCEMENT = keys_of_table("""
side | The side they join, not the party's | orcs
members | Who comes, as in a scenario | [2 orc]
chance | Chance that they come; they always come if left out | 1 in 3
when | They come only if this holds | fights at least 2
""")
REST = keys_of_table("""
days | Number of days; 0 is a short rest | 1
sleep | At least six hours of sleep a day | true
tended | Somebody tends the wounded | true
bed rest | Nothing but rest | false
healed | Hit points that magic gives back to each member | 6
remove curse | How many times *remove curse* is cast on each member | 0
""")
REST_STEP = keys_of_table("""
rest | What the rest is: see rests | {days: 1}
when | The party rests only if this holds | hp below 80%
""")
SHAPES: dict[str, Keys] = {
    "DelveShape": DAY,
    "FightShape": FIGHT,
    "ReinforcementShape": REINFORCEMENT,
    "RestShape": REST,
    "RestStepShape": REST_STEP,
}
HEADINGS = {
    "DelveShape": "The day",
    "FightShape": "A fight",
    "ReinforcementShape": "Reinforcements",
    "RestStepShape": "A rest between fights",
    "RestShape": "Rests",
}


def reference() -> str:
    """Return the tables of all keys, as the document has them."""
    parts = []
    for shape, heading in HEADINGS.items():
        lines = [f"### {heading}", "", "| key | meaning | example |", "|---|---|---|"]
        lines += [f"| `{key}` | {each.meaning} | `{each.example}` |" for key, each in SHAPES[shape].items()]
        parts.append("\n".join(lines))
    lines = ["### Facts of conditions", "", "| fact | meaning |", "|---|---|"]
    parts.append("\n".join([*lines, *(f"| `{name}` | {meaning} |" for name, meaning in FACTS.items())]))
    return "\n\n".join(parts)


def describe_delve(options: Iterable[Option], known: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the JSON Schema of a day's file, with the parts of a scenario where it has them."""
    scenario = describe(options, known)
    parts = scenario["$defs"]
    for shape in (DelveShape, FightShape, ReinforcementShape, RestShape, RestStepShape):
        own = without_titles(shape.model_json_schema(by_alias=True))
        own.pop("$defs", None)
        add_meanings(own, SHAPES[shape.__name__])
        parts[shape.__name__] = own
    day, fight, step = (parts[name]["properties"] for name in ("DelveShape", "FightShape", "RestStepShape"))
    members = parts["SideShape"]["properties"]["members"]
    for keys, names in ((day, ("options", "creatures", "content", "house rules")), (fight, SCENARIO_KEYS)):
        for name in names:
            if name != "sides":
                keys[name] = {**scenario["properties"][name], "description": keys[name]["description"]}
    fight["sides"] |= {"type": "object", "patternProperties": scenario["properties"]["sides"]["patternProperties"]}
    fight["reinforcements"]["items"] = {"$ref": "#/$defs/ReinforcementShape"}
    fight["joins"] |= {"items": members["items"]}
    parts["ReinforcementShape"]["properties"]["members"] |= {"items": members["items"]}
    day["party"] |= {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/SideShape"}, members]}
    day["rest"] |= {"$ref": "#/$defs/RestShape"}
    step["rest"] |= {"$ref": "#/$defs/RestShape"}
    day["day"]["items"] = {"anyOf": [{"$ref": "#/$defs/FightShape"}, {"$ref": "#/$defs/RestStepShape"}]}
    whole = parts.pop("DelveShape")
    return {
        "$schema": scenario["$schema"],
        "$id": "urn:affray:delve",
        "title": "An adventuring day for Affray",
        **whole,
        "$defs": parts,
    }


def add_meanings(shape: dict[str, Any], keys: Keys) -> None:
    for name, described in shape["properties"].items():
        described["description"] = keys[name].meaning
        described["examples"] = [yaml.safe_load(keys[name].example)]


assert set(ScenarioShape.keys()) >= {*SCENARIO_KEYS, *WHOLE_DAY_KEYS}, "keys that a scenario has"
assert set(FACTS), "facts"
