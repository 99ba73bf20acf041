"""The bodies of requests, each with an example for the API's own page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from affray.log.narrate import one_line


def check_text(text: str) -> str:
    """Refuse a NUL: no database stores one."""
    if "\0" in text:
        raise ValueError("a NUL is no text")
    return text


def check_depth(entry: Any, depth: int = 8) -> Any:
    """Refuse all but words and numbers, in lists and mappings that are no deeper than anybody writes them."""
    if isinstance(entry, dict | list):
        if not depth:
            raise ValueError("that is nested too deeply")
        for part in [*entry, *entry.values()] if isinstance(entry, dict) else entry:
            check_depth(part, depth - 1)
    elif isinstance(entry, str):
        check_text(entry).encode()
    elif entry is not None and not isinstance(entry, int):
        raise ValueError("only words and whole numbers stand there")
    return entry


Words = Annotated[str, Field(max_length=400), AfterValidator(one_line)]  # a journal has a line for each entry
Name = Annotated[str, Field(max_length=120), AfterValidator(one_line)]
Text = Annotated[str, Field(max_length=200_000), AfterValidator(check_text)]
Word = Annotated[list[Words], Field(min_length=1, max_length=8)]
Number = Annotated[int, Field(ge=0, le=2**31)]
Key = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[\x21-\x7e]+$")]


def example(**fields: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [fields]})


class Scenario(BaseModel):
    """A fight that may be fought."""

    model_config = example(scenario="orcs", rules="classic", house=[], options={})
    scenario: Text
    rules: Name | None = None
    house: Annotated[list[Name], Field(max_length=20)] = []
    options: Annotated[dict[Name, Words], Field(max_length=200)] = {}


class Estimate(Scenario):
    """... and how many times it is to be fought."""

    model_config = example(scenario="orcs", rules="classic", fights=400)
    fights: Annotated[int, Field(ge=1, le=2000)] = 400


class Beginning(Scenario):
    """... and who decides what in it."""

    model_config = example(scenario="orcs", rules="classic", people={"party": {"targets": "person"}}, seed=None)
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    people: Annotated[dict[Name, dict[Name, Literal["person", "tactic", "engine"]]], Field(max_length=9)] = {}
    hidden: Annotated[list[Name], Field(max_length=256)] = []


class Deed(BaseModel):
    """Every deed says what its doer has seen, and has a key that makes a repeat of it harmless."""

    model_config = example(seen=12, key="b1f7c2")
    seen: Number
    key: Key


class Answer(Deed):
    model_config = example(answer="strike Orc 1", seen=12, key="b1f7c2")
    answer: Words


class Beforehand(Answer):
    model_config = example(who="Magic-user", ask="declare", answer="cast sleep", seen=12, key="b1f7c2")
    who: Name
    ask: Name


class Again(BaseModel):
    """The same fight once more, perhaps under another book."""

    model_config = example(rules="tempo")
    rules: Name | None = None


class Undo(Deed):
    model_config = example(seen=12, key="b1f7c2", steps=1)
    steps: Annotated[int, Field(ge=1, le=1000)] = 1
    to: Number | None = None


class RefereeWords(Deed):
    model_config = example(words=[["hp", "Orc 1", "3"]], reason="forgot the blessing", seen=12, key="b1f7c2")
    words: Annotated[list[Word], Field(min_length=1, max_length=64)]
    reason: Words = ""


Coordinate = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]


class ImagePlace(BaseModel):
    """The corner of an image at the top left, and how wide it is, in the book's unit."""

    model_config = example(x=-40, y=-30, across=120)
    x: Coordinate = 0
    y: Coordinate = 0
    across: Annotated[float, Field(gt=0, le=10_000, allow_inf_nan=False)] = 100


class NewImage(ImagePlace):
    """An image in base64; `who` is empty for the one under the map."""

    model_config = example(who="", image="iVBORw0KGgo=", x=-40, y=-30, across=120)
    who: Name = ""
    image: Annotated[str, Field(max_length=2_700_000, pattern=r"^[A-Za-z0-9+/=]*$")]


class Message(BaseModel):
    """Words to one player: `seat` is the id that the list of seats gives."""

    model_config = example(seat="3f9a0c1b2d4e", words="You alone see the trapdoor.")
    seat: Name
    words: Annotated[str, Field(min_length=1, max_length=400), AfterValidator(one_line)]


class NewSeat(BaseModel):
    model_config = example(role="player", name="Ann", people=["Fighter"])
    role: Literal["referee", "player", "spectator"]
    name: Name = ""
    people: Annotated[list[Name], Field(max_length=64)] = []


class ChangedSeat(BaseModel):
    """What is left out stays."""

    model_config = example(people=["Fighter", "Cleric"], name="Ann")
    people: Annotated[list[Name], Field(max_length=64)] | None = None
    name: Name = ""


class DoorRules(BaseModel):
    model_config = example(several=True)
    several: bool


class Knock(BaseModel):
    """A code as somebody types it, or what a scanned link ends in."""

    model_config = example(code="OTTER 271", secret="")
    code: Annotated[str, Field(max_length=40)] = ""
    secret: Annotated[str, Field(max_length=80)] = ""


class TakeSeat(BaseModel):
    """With nobody in `people` it is a screen for the room."""

    model_config = example(secret="…", people=["Fighter"], name="Ann")
    secret: Annotated[str, Field(max_length=80)]
    people: Annotated[list[Name], Field(max_length=64)] = []
    name: Annotated[Name, Field(max_length=40)] = ""


class Taken(BaseModel):
    model_config = example(taken=True)
    taken: bool


class Settings(BaseModel):
    model_config = example(players_undo=True, timeout=20)
    players_undo: bool | None = None
    confirm: bool | None = None
    odds: bool | None = None
    waiting: bool | None = None
    timeout: Annotated[int, Field(ge=0, le=3600)] | None = None


class Decision(Deed):
    model_config = example(accept=True, seen=12, key="b1f7c2")
    accept: bool


class Journal(BaseModel):
    model_config = example(journal="affray fight 1\n…")
    journal: Annotated[str, Field(max_length=4_000_000), AfterValidator(check_text)]


class ScenarioText(BaseModel):
    model_config = example(text="title: At the ford\n…")
    text: Text


PARTY = "party: The Lanterns\nmembers:\n  - name: Anna\n    class: fighter\n    gear: [chain mail, sword]\n    hp: 7\n"


class PastedText(BaseModel):
    """What somebody has copied from elsewhere."""

    model_config = example(text="Bone hound: AC 6 [13], HD 2+1 (10hp), Att 1 × bite (1d6), ML 8")
    text: Text
    form: Name = ""


class NewText(BaseModel):
    model_config = example(text=PARTY)
    text: Text


class ChangedText(NewText):
    """`seen`: the number of the last change that was seen."""

    model_config = example(text=PARTY, seen=1)
    seen: Number


class NewName(BaseModel):
    model_config = example(name="The Lanterns of Brack", seen=1)
    name: Annotated[str, Field(min_length=1, max_length=120), AfterValidator(one_line)]
    seen: Number


class FightName(BaseModel):
    model_config = example(name="The ford, second try")
    name: Annotated[str, Field(min_length=1, max_length=120), AfterValidator(one_line)]


class GoBack(BaseModel):
    model_config = example(to=1, seen=2)
    to: Annotated[int, Field(ge=1, le=2**31)]
    seen: Number


Days = Annotated[int, Field(ge=0, le=10_000)]


class Rest(BaseModel):
    model_config = example(rules="vanguard", days=7, seen=1)
    rules: Name | None = None
    house: Annotated[list[Name], Field(max_length=20)] = []
    days: Days = 1
    sleepless: bool = False
    untended: bool = False
    bed: bool = False
    healed: Days = 0
    remove_curse: Days = 0
    only: Annotated[list[Name], Field(max_length=256)] = []
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    seen: Number


class Creatures(BaseModel):
    model_config = example(creatures={"bone hound": {"ac": 6, "hd": "2+1", "attacks": "bite 1d6", "move": 180}}, seen=1)
    creatures: Annotated[dict[Name, dict[Name, Any]], Field(min_length=1, max_length=256), AfterValidator(check_depth)]
    seen: Number


class WriteBack(BaseModel):
    """`seen`: the last item that the referee has seen; the fight has not gone on since."""

    model_config = example(seen=41)
    seen: Number


class Hello(BaseModel):
    """The first frame of a socket."""

    model_config = example(token="…", after=0)
    token: Name
    after: Number = 0
