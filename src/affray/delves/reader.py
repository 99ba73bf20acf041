"""From the YAML of a day's file to a `Delve`, with every mistake found at once and in its place.

Each fight is read as the scenario that it is: the party's side and the keys of the whole day are put into it, and the
checks of scenarios find what is wrong. What they find is shown where it stands in the file of the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from os.path import exists
from pathlib import Path
from typing import Any, TypeAlias

from yaml import Node

from affray import houserules
from affray import rules as all_books
from affray.content.entries import KnownWords
from affray.content.yaml import compose, dump, locate, plain_values, read_file
from affray.delves.model import Chance, Delve, FightStep, Reinforcement, RestStep, Step
from affray.delves.shapes import (
    CARRIED,
    SCENARIO_KEYS,
    WHOLE_DAY_KEYS,
    DelveShape,
    FightShape,
    RestStepShape,
    describe_delve,
)
from affray.engine.dice import Notation
from affray.engine.encounter import USUAL, Encounter, Member, Party
from affray.errors import (
    MOST_MISTAKES,
    AffrayError,
    Found,
    KeyPath,
    Mistake,
    ScenarioError,
    nearest,
    quote,
    sentence,
    unknown,
)
from affray.party.aftermath import COUNT_PATTERN
from affray.rules.book import Book
from affray.scenario import House, Known, as_book, with_own_house_rules
from affray.scenario import load as load_scenario
from affray.scenario.checks import as_list, as_mapping, persons
from affray.scenario.models import Shape, validate_shape
from affray.scenario.reader import (
    PartyFile,
    add_from_packs,
    book_of,
    examine,
    house_rules_in,
    join_parties,
    place_mistake,
    spell_out_tactics,
    words_for,
)

DelveChoice: TypeAlias = str | Path | Mapping[str, Any] | Delve
FIGHT, DAY, REST = "fight", "day", "rest"


# --- finding and opening


def examples() -> dict[str, str]:
    """Return the days that come with Affray: name and title."""
    return {name: str(plain_values(compose(text_of(name), ""), "")[0]["title"]) for name in example_names()}


def example_names() -> list[str]:
    here = (file.name for file in files("affray.delves").joinpath("examples").iterdir())
    return sorted(file.removesuffix(".yaml") for file in here if file.endswith(".yaml"))


def text_of(example: str) -> str:
    return files("affray.delves").joinpath("examples", f"{example}.yaml").read_text(encoding="utf-8")


def load_delve(name_or_path: str | Path, known: Known | None = None) -> Delve:
    """Return the day of an example, named without a path, or of a file."""
    name = str(name_or_path)
    if name in example_names() and not exists(name):
        return read_delve(text_of(name), name, known, Path())
    there = f"a file or one of the days {', '.join(example_names())}"
    text = read_file(name, there, "no such file or day", nearest(name, example_names()))
    return read_delve(text, name, known, Path(name).parent)


def is_delve_file(path: str | Path) -> bool:
    """Return whether a file holds a day: a mapping with the key `day`."""
    if not Path(path).is_file():
        return False
    try:
        data, _ = plain_values(compose(read_file(str(path), "a file").removeprefix("\ufeff"), str(path)), str(path))
    except ScenarioError:
        return False
    return isinstance(data, dict) and DAY in data and "sides" not in data


def open_delve(day: DelveChoice, rules: str | Book | None = None, house: House = ()) -> tuple[Delve, Book]:
    """Return a day, and the book it is fought under with all house rules on it."""
    overlays = houserules.collect_overlays(house)
    named = rules or next((overlay.rules for overlay in overlays if overlay.rules), None)
    book = houserules.apply(as_book(named), overlays) if named else None
    found = day if isinstance(day, Delve) else find_delve(day, book)
    book = book or houserules.apply(as_book(found.rules or USUAL), overlays)
    carrier = Encounter(found.name, found.title, (), rules=found.rules, house=found.house)
    carrier, book = with_own_house_rules(carrier, book)
    steps = tuple(with_notes(step, carrier.converted) for step in found.steps)
    return replace(found, house=(), steps=steps), book


def with_notes(step: Step, notes: tuple[str, ...]) -> Step:
    if isinstance(step, RestStep) or not notes:
        return step
    encounter = replace(step.encounter, converted=(*step.encounter.converted, *notes))
    return replace(step, encounter=encounter)


def find_delve(day: str | Path | Mapping[str, Any], book: Book | None) -> Delve:
    known = book.names() if book else None
    if isinstance(day, Mapping):
        return read_delve(dump(dict(day)), "day", known, Path())
    if isinstance(day, str) and "\n" in day:
        return read_delve(day, "day", known, Path())
    if not isinstance(day, str | Path):
        raise AffrayError(f"found {quote(day)}; expected a file, the name of an example, a day as text or as a dict")
    return load_delve(day, known)


def delve_schema(known: Known | None = None) -> dict[str, Any]:
    """Return a JSON Schema of day files, for editors."""
    return describe_delve([option for book in all_books.books().values() for option in book.options], known or {})


# --- reading


@dataclass
class Reading:
    """A day's file while it is read."""

    root: Node
    file: str
    data: dict[str, Any]
    known: Known | None
    folder: Path | None
    mistakes: list[Mistake] = field(default_factory=list)

    def wrong(self, found: Iterable[Found], at: KeyPath = ()) -> None:
        for each in found:
            each = each._replace(path=(*at, *each.path))
            self.mistakes.append(Mistake(self.file, *locate(self.root, each), each.message))

    def finish(self) -> None:
        if self.mistakes:
            found = sorted(set(self.mistakes))
            raise ScenarioError(found[:MOST_MISTAKES], len(found[MOST_MISTAKES:]))


def read_delve(text: str, file: str = "day", known: Known | None = None, folder: Path | None = None) -> Delve:
    """Return the day that a text describes, or raise a ScenarioError with all its mistakes."""
    text = text.removeprefix("\ufeff")
    root = compose(text, file)
    data, mistakes = plain_values(root, file)
    if not isinstance(data, dict):
        what = sentence(f"found {quote(data)}", "a mapping with party and day")
        raise ScenarioError([*mistakes, Mistake(file, 1, 1, what)])
    reading = Reading(root, file, data, known, folder, list(mistakes))
    words = KnownWords({**words_for(day_keys(data), known, folder).known, CARRIED: carried_words(data, folder)},
                       books=words_for(day_keys(data), known, folder).books)  # fmt: skip
    shape, found = validate_shape(DelveShape, data, words)
    reading.wrong(found)
    steps = [read_step(reading, n, item, words) for n, item in enumerate(as_list(data.get(DAY)))]
    if not any(isinstance(step, FightShape) for step in steps):
        reading.wrong([Found((DAY,), "no fight in `day`; add one, as {fight: The gate, sides: {orcs: [2 orc]}}")])
    side = data["side"] if isinstance(data.get("side"), str) else "party"  # where the day has no shape, its fights may
    return finish_delve(reading, shape or DelveShape.model_construct(side=side, party=None, day=[]), steps, text)


def day_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of the whole day that a scenario has too."""
    return {key: data[key] for key in WHOLE_DAY_KEYS if data.get(key) is not None}


def read_step(reading: Reading, n: int, item: Any, words: KnownWords) -> FightShape | RestStepShape | None:
    at: KeyPath = (DAY, n)
    if item == REST:
        item = {REST: {}}
    if isinstance(item, dict) and item.get(REST, 0) is None:
        item = {**item, REST: {}}
    if not isinstance(item, dict) or not item.keys() & {FIGHT, REST}:
        reading.wrong([Found((), sentence(f"found {quote(item)}", "a mapping that begins with `fight` or `rest`"))], at)
        return None
    kind: type[Shape] = FightShape if FIGHT in item else RestStepShape
    shape, found = validate_shape(kind, item, words)
    reading.wrong(found, at)
    if isinstance(shape, FightShape) and (shape.sides is None) == (not shape.scenario):
        what = "both `sides` and `scenario`; leave out one" if shape.scenario else "missing key `sides`, or `scenario`"
        reading.wrong([Found((FIGHT,), what, key=True)], at)
        return None
    return shape if isinstance(shape, FightShape | RestStepShape) else None


def finish_delve(
    reading: Reading, shape: DelveShape, steps: Sequence[FightShape | RestStepShape | None], text: str
) -> Delve:
    sides = PartySide(reading, shape, steps)
    made = list[Step]()
    for n, step in enumerate(steps):
        if isinstance(step, FightShape):
            encounter = read_fight(reading, sides, n, step)
            if encounter is not None:
                made.append(fight_step(reading, sides, n, step, encounter))
        elif isinstance(step, RestStepShape):
            made.append(RestStep(n, step.rest.value(), step.when))
    reading.finish()
    assert sides.party is not None, "a fight was read with it"
    return Delve(
        name=Path(reading.file).stem,
        title=shape.title or Path(reading.file).stem,
        side=shape.side,
        party=sides.party,
        joins=sides.joined,
        steps=tuple(made),
        rest=shape.rest.value(),
        most_rests=shape.rests,
        rest_when=shape.rest_when,
        home_when=shape.home_when,
        rules=shape.rules,
        house=house_rules_in(reading.root, reading.file, reading.data),
        text=text,
        folder=str(reading.folder or ""),
    )


def carried_words(data: Mapping[str, Any], folder: Path | None) -> list[str]:
    """Return the spells and things that members of the party have, for conditions; the longest first."""
    joined = {"sides": {"party": side_of_party(data.get("party"))}}
    join_parties(joined, folder)
    side = as_mapping(joined["sides"]["party"])
    everybody = [*as_list(as_mapping(side.get("party")).get("members")), *as_list(side.get("members"))]
    everybody += [one for step in as_list(data.get(DAY)) for one in as_list(as_mapping(step).get("joins"))]
    found = dict[str, None]()
    for person in persons((), "", everybody):
        for word in (*as_list(person.keys.get("spells")), *as_list(person.keys.get("gear"))):
            if isinstance(word, str) and (name := thing_name(word)):
                found[name] = None
    return sorted(found, key=lambda word: (-len(word), word))


def thing_name(word: str) -> str:
    """Return a piece of gear, or a spell, without its number."""
    found = COUNT_PATTERN.fullmatch(" ".join(word.lower().split()))
    return found[2] if found else word.lower()


def side_of_party(said: Any) -> Any:
    """Return the party as a side of a scenario: a text is a party file, a list its members."""
    if isinstance(said, str):
        return {"party": said, "players": True}
    side = {"members": said} if isinstance(said, list) else said
    return {"players": True, **side} if isinstance(side, dict) else side


class PartySide:
    """The side of the party as each fight is read with it: with everybody who ever joins."""

    def __init__(self, reading: Reading, shape: DelveShape, steps: Sequence[FightShape | RestStepShape | None]) -> None:
        self.name, self.reading = shape.side, reading
        self.said = side_of_party(reading.data.get("party"))
        self.own = len(as_list(as_mapping(self.said).get("members")))
        self.joins = [
            (n, m, member)
            for n, step in enumerate(steps)
            if isinstance(step, FightShape)
            for m, member in enumerate(step.joins)
        ]
        self.party: Party | None = None  # as it was read, everybody by a name of their own
        self.joined: tuple[int, ...] = ()  # of each member the step with which they join; -1 for those who set out

    def value(self) -> Any:
        """Return its plain values; a copy, since party files are put into it."""
        if not isinstance(self.said, dict) or not self.joins:
            return dict(self.said) if isinstance(self.said, dict) else self.said
        members = [*as_list(self.said.get("members")), *(member for _, _, member in self.joins)]
        return {**self.said, "members": members}

    def place(self, path: KeyPath) -> KeyPath:
        """Return where in the file of the day a part of the side stands."""
        if len(path) >= 2 and path[0] == "members" and isinstance(path[1], int) and path[1] >= self.own:
            step, member, _ = self.joins[path[1] - self.own]
            return (DAY, step, "joins", member, *path[2:])
        short = isinstance(self.reading.data.get("party"), list) and path[:1] == ("members",)
        return ("party", *(path[1:] if short else path))

    def named_members(self, party: Party) -> tuple[tuple[Member, ...], tuple[int, ...]]:
        """Return everybody by a name of their own, and the step with which each joins; -1 for those who set out."""
        first_join = len(party.members) - len(self.joins)
        single, joins = list[Member](), list[int]()
        for n, member in enumerate(party.members):
            many = member.count.maximum
            single += [replace(member, count=Notation(0, 1, plus=1))] * many
            joins += [self.joins[n - first_join][0] if n >= first_join else -1] * many
        return tuple(with_own_names(single)), tuple(joins)


def with_own_names(members: Sequence[Member]) -> Iterator[Member]:
    """Yield members with names, numbered where several would be called alike."""
    called = [one.name or (one.kind or one.cls or "somebody").capitalize() for one in members]
    several, seen = Counter(called), Counter[str]()
    for one, name in zip(members, called, strict=True):
        seen[name] += 1
        yield replace(one, name=name if several[name] == 1 else f"{name} {seen[name]}")


# --- one fight


def read_fight(reading: Reading, party: PartySide, n: int, step: FightShape) -> Encounter | None:
    """Return the encounter of a fight with everybody who may come; None where something is wrong with it."""
    said = as_mapping(as_list(reading.data[DAY])[n])
    if step.scenario:
        return read_other_scenario(reading, party, n, step)
    if not isinstance(step.sides, dict) or party.name in step.sides:
        what = f"the party is added as side {quote(party.name)}; leave it out here, or set `side` to another name"
        wrong = what if isinstance(step.sides, dict) else sentence(f"found {quote(step.sides)}", "sides by their names")
        reading.wrong([Found((DAY, n, "sides"), wrong)])
        return None
    data = day_keys(reading.data) | {key: said[key] for key in SCENARIO_KEYS if key in said}
    data["title"] = step.fight
    data["sides"] = {party.name: party.value()} | {
        name: with_reinforcements(side, name, step) for name, side in step.sides.items()
    }
    return read_as_scenario(reading, party, n, step, data)


def with_reinforcements(side: Any, name: str, step: FightShape) -> Any:
    """Return the plain values of a side with all who may join it."""
    more = [member for each in step.reinforcements if each.side == name for member in each.members]
    if isinstance(side, list):
        return [*side, *more]
    if isinstance(side, dict) and more:
        return {**side, "members": [*as_list(side.get("members")), *more]}
    return dict(side) if isinstance(side, dict) else side


def read_as_scenario(
    reading: Reading, party: PartySide, n: int, step: FightShape, data: dict[str, Any]
) -> Encounter | None:
    parties, found, mistakes = join_parties(data, reading.folder)
    words = words_for(data, reading.known, reading.folder)
    added, _ = add_from_packs(data, words, book_of(data), None)
    shape, wrong = examine(data, replace(words, known=added.extend_words(words.known)))
    everything = [*found, *added.found, *wrong]
    for each in everything:
        place_found(reading, party, n, step, parties, each)
    reading.mistakes += mistakes
    if everything or mistakes or shape is None:
        return None
    encounter = replace(shape.value(step.fight, ""), content=added.content, converted=tuple(added.doubts))
    encounter = spell_out_tactics(encounter, added.tactics)
    return with_single_members(reading, party, n, encounter)


def with_single_members(reading: Reading, party: PartySide, n: int, encounter: Encounter) -> Encounter | None:
    """Return the encounter with everybody of the party by a name; a number that is rolled can't be carried on."""
    side = next(each for each in encounter.sides if each.name == party.name)
    for place, member in enumerate(side.members):
        if member.count.count:
            path = party.place(("members", place - side.carried))
            what = f"a party has a fixed number of members, not {member.count}; write a number"
            reading.wrong([Found(path, what)])
            return None
    members, party.joined = party.named_members(side)
    changed = party.party = replace(side, members=members, carried=0, file="")
    return replace(encounter, sides=tuple(changed if each is side else each for each in encounter.sides))


def place_found(
    reading: Reading, party: PartySide, n: int, step: FightShape, parties: Mapping[str, PartyFile], found: Found
) -> None:
    """Note a mistake of a fight where it stands: in a party file, or in the file of the day."""
    placed = place_mistake(reading.root, reading.file, parties, found)
    if placed.file != reading.file:
        reading.mistakes.append(placed)
        return
    reading.wrong([found._replace(path=place_in_day(party, n, step, found.path))])


def place_in_day(party: PartySide, n: int, step: FightShape, path: KeyPath) -> KeyPath:
    """Return where in the file of the day a part of a fight's scenario stands."""
    if path[:2] == ("sides", party.name):
        return party.place(path[2:])
    if path[:1] == ("sides",) and len(path) > 3 and path[2] == "members":
        return reinforcement_place(n, step, path)
    return path if path and path[0] in WHOLE_DAY_KEYS else (DAY, n, *path)


def reinforcement_place(n: int, step: FightShape, path: KeyPath) -> KeyPath:
    """Return the place of a member of another side, who may be a reinforcement."""
    name, place = path[1], path[3]
    side = step.sides.get(name)
    short = isinstance(side, list)
    left = int(place) - len(side if short else as_list(as_mapping(side).get("members")))
    if left < 0:
        return (DAY, n, *path[:2], *(path[3:] if short else path[2:]))
    for number, each in enumerate(step.reinforcements):
        if each.side == name:
            if left < len(each.members):
                return (DAY, n, "reinforcements", number, "members", left, *path[4:])
            left -= len(each.members)
    return (DAY, n, "sides")


def read_other_scenario(reading: Reading, party: PartySide, n: int, step: FightShape) -> Encounter | None:
    """Return the encounter of another file, with the party in the place of its side of that name."""
    path = reading.folder / step.scenario if reading.folder is not None else Path(step.scenario)
    try:
        found = load_scenario(str(path) if path.is_file() else step.scenario, reading.known)
    except ScenarioError as error:
        if any(mistake.line for mistake in error.mistakes):
            reading.mistakes += error.mistakes
        else:
            reading.wrong([Found((DAY, n, "scenario"), str(error.mistakes[0].message))])
        return None
    names = [side.name for side in found.sides]
    if party.name not in names:
        reading.wrong([Found((DAY, n, "scenario"), unknown("side", party.name, names))])
        return None
    mine = read_party_alone(reading, party, n, step, next(side.name for side in found.sides if side.name != party.name))
    if mine is None:
        return None
    taken = [replace(mine, name=each.name, ambush=each.ambush, surprised=each.surprised, wary=each.wary)
             if each.name == party.name else each for each in found.sides]  # fmt: skip
    return replace(found, title=step.fight, sides=tuple(taken), house=(), hidden=())


def read_party_alone(reading: Reading, party: PartySide, n: int, step: FightShape, other: str) -> Party | None:
    """Return the party as it is read against somebody."""
    data = day_keys(reading.data) | {"sides": {party.name: party.value(), other: ["goblin"]}}
    encounter = read_as_scenario(reading, party, n, step, data)
    return None if encounter is None else next(each for each in encounter.sides if each.name == party.name)


def fight_step(reading: Reading, party: PartySide, n: int, step: FightShape, encounter: Encounter) -> FightStep:
    return FightStep(
        number=n,
        title=step.fight,
        encounter=encounter,
        chance=step.chance,
        when=step.when,
        reinforcements=tuple(reinforcements(reading, party, n, step, encounter)),
        rest_when=step.rest_when,
        home_when=step.home_when,
    )


def reinforcements(
    reading: Reading, party: PartySide, n: int, step: FightShape, encounter: Encounter
) -> Iterator[Reinforcement]:
    """Yield who may join which side; they stand behind its own members."""
    others = [side for side in encounter.sides if side.name != party.name]
    first = {side.name: len(side.members) - number_joining(step, side.name) for side in others}
    for number, each in enumerate(step.reinforcements):
        if each.side not in first:
            at = (DAY, n, "reinforcements", number, "side")
            reading.wrong([Found(at, unknown("side", each.side, list(first)))])
        elif step.scenario:
            what = "a fight from another file has no reinforcements here; write them into that scenario"
            reading.wrong([Found((DAY, n, "reinforcements", number), what)])
        else:
            words = ", ".join(member_words(member) for member in each.members)
            chance: Chance | None = each.chance
            yield Reinforcement(each.side, first[each.side], len(each.members), chance, each.when, words)
            first[each.side] += len(each.members)


def member_words(member: Any) -> str:
    return next(iter(member), "somebody") if isinstance(member, dict) else str(member)


def number_joining(step: FightShape, side: str) -> int:
    return sum(len(each.members) for each in step.reinforcements if each.side == side)
