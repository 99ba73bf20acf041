"""How the parts of a scenario file fit together, read from plain values, whatever else may be wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from affray.content.entries import FATES, KnownWords, check_option_value
from affray.engine.dice import parse
from affray.engine.state import MOST_COMBATANTS, MOST_SIDES
from affray.errors import MOST_MISTAKES, AffrayError, Found, KeyPath, Wrong, nearest, quote, sentence, unknown
from affray.scenario.models import CARRIED_KEYS, MEMBER_KEYS, MOST_OBJECTIVES, halves, unfold

RESERVED = ("nobody", "stand-off")  # how a fight without a winner ends
EITHER = (("monster", "class"), ("ac", "aac"), ("thac0", "bonus"), ("retainer", "mercenary"))
OBJECTIVE_WAYS = ("down", "rounds", "escape")


class Person(NamedTuple):
    """A member as far as it can be read."""

    path: KeyPath
    side: str
    keys: dict[str, Any]
    twice: tuple[str, ...] = ()  # keys that its short form has said already

    @property
    def name(self) -> str:
        return as_text(self.keys.get("name")).strip()

    @property
    def carried(self) -> bool:
        """Return whether the entry is from a party file, or stands in one."""
        return self.path[0] == "members" or "party" in self.path[2:3]

    @property
    def most(self) -> int:
        """Return how many there may be."""
        try:
            return max(1, parse(str(self.keys.get("count", 1))).maximum)
        except AffrayError:
            return 1

    def names(self) -> Iterator[str]:
        """Yield their names as the fight will call them."""
        if self.name and self.most == 1:
            yield self.name
        elif self.name:
            yield from (f"{self.name} {n}" for n in range(1, min(self.most, MOST_COMBATANTS) + 1))


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def as_mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def has_fate(keys: dict[str, Any]) -> bool:
    """Return whether it belongs to a party and doesn't come to the fight."""
    return as_text(keys.get("fate")).lower() in FATES


def people(data: dict[str, Any]) -> list[Person]:
    found = list[Person]()
    for name, side in as_mapping(data.get("sides")).items():
        members = side if isinstance(side, list) else as_mapping(side).get("members")
        found += persons(
            ("sides", name, "party", "members"), name, as_mapping(as_mapping(side).get("party")).get("members")
        )
        found += persons(("sides", name, "members"), name, members)
    return found


def persons(path: KeyPath, side: str, members: Any) -> Iterator[Person]:
    for n, item in enumerate(as_list(members)):
        head, keys = halves(item)
        twice = tuple(key for key in head if key in as_mapping(keys))
        yield Person((*path, n), side, as_mapping(unfold(item)), twice)


def check_all(data: dict[str, Any], words: KnownWords) -> Iterator[Found]:
    everybody = people(data)
    yield from check_sides(data)
    yield from check_members(everybody)
    everybody = [person for person in everybody if not has_fate(person.keys)]
    yield from check_numbers(everybody)
    yield from check_places(data, everybody)
    yield from check_terrain(data)
    yield from check_objectives(data, everybody)
    yield from check_speaker(data, everybody)
    yield from check_options(data, words)


def check_members(everybody: list[Person]) -> Iterator[Found]:
    """Yield what is wrong with anybody in a scenario or in a party file."""
    for person in everybody:
        yield from check_either(person)
        yield from check_complete(person)
        yield from check_fitting(person)
    yield from check_names(everybody)


def check_sides(data: dict[str, Any]) -> Iterator[Found]:
    given = as_mapping(data.get("sides"))
    if len(given) > MOST_SIDES:
        what = sentence(f"{len(given)} sides", f"at most {MOST_SIDES}", mend="put some together")
        yield Found(("sides",), what, key=True)
    if "sides" in data and isinstance(data["sides"], dict) and len(given) < 2:
        what = "only one side: add a second one under `sides`" if given else "no sides: add two under `sides`"
        yield Found(("sides",), what, key=True)
    seen = dict[str, str]()
    for name, side in given.items():
        if name.lower() in RESERVED:
            yield Found(("sides", name), f"a side can't be called {quote(name)}; choose another name", key=True)
        if name.lower() in seen:
            what = f"the side {quote(seen[name.lower()])} has that name already"
            yield Found(("sides", name), sentence(what, mend="choose another name"), key=True)
        seen.setdefault(name.lower(), name)
        yield from check_side(name, side)


def check_side(name: str, side: Any) -> Iterator[Found]:
    if isinstance(side, dict) and not side.keys() & {"members", "party"}:
        yield Found(("sides", name), "missing key `members`, or `party` with a party file")
    keys = as_mapping(side)
    carried = as_list(as_mapping(keys.get("party")).get("members"))
    if carried and not keys.get("members") and all(has_fate(as_mapping(unfold(item))) for item in carried):
        yield Found(("sides", name, "party"), sentence("nobody of this party is left to fight", mend="add members"))
    if as_mapping(side).get("ambush") and as_mapping(side).get("surprised") is True:
        yield Found(
            ("sides", name, "surprised"), "who lies in ambush is not surprised; leave out one of the two", key=True
        )
    if as_mapping(side).get("wary") is True and as_mapping(side).get("surprised") is True:
        what = "who is wary can't be surprised; leave out one of the two"
        yield Found(("sides", name, "surprised"), what, key=True)


def check_numbers(everybody: list[Person]) -> Iterator[Found]:
    so_far = 0
    for person in everybody:
        so_far += person.most
        if so_far > MOST_COMBATANTS:
            what = f"here the fight comes to {so_far} combatants, with every die at its highest"
            yield Found(person.path, sentence(what, f"at most {MOST_COMBATANTS}", mend="take fewer"))
            return


def check_either(person: Person) -> Iterator[Found]:
    for key in person.twice:
        yield Found((*person.path, key), f"{key} stands before the colon already; leave it out here", key=True)
    for one, other in EITHER:
        if one in person.keys and other in person.keys:
            yield Found((*person.path, other), f"{one} and {other} both; give one of them", key=True)


OWN_ARMOUR = {"ac", "aac", "tempo ac", "vanguard ac", "fourfold ac"}  # each in one of the books
OWN_ATTACK = {"thac0", "bonus", "strength", "combat bonus", "attack bonus", "hd"}  # hit dice give the THAC0


def check_complete(person: Person) -> Iterator[Found]:
    """Yield who has neither monster nor class and lacks numbers."""
    keys = person.keys
    if (
        not keys
        or keys.keys() - (CARRIED_KEYS if person.carried else MEMBER_KEYS)
        or "monster" in keys
        or "class" in keys
        or keys.get("level") == 0  # a normal man
    ):
        return
    needed = {"ac or aac": OWN_ARMOUR, "thac0 or bonus": OWN_ATTACK, "damage": {"damage", "attacks"}}
    missing = [said for said, names in needed.items() if not names & keys.keys()]
    if "hd" not in keys and type(keys.get("hp")) is not int:
        missing.append("hp as a number, or hd")
    if missing:
        wanted = f"one of them, or all numbers (missing: {', '.join(missing)})"
        mend = "write as in - Grub: {monster: orc}, or - 1 orc: {hp: 4}"
        yield Found(person.path, sentence("neither a monster nor a class", wanted, mend=mend))


def check_fitting(person: Person) -> Iterator[Found]:
    keys = person.keys
    for key in ("elite", "fanatic"):
        if keys.get(key) is True and "mercenary" not in keys:
            what = f"{key} counts for mercenaries alone; add mercenary, or leave it out"
            yield Found((*person.path, key), what, key=True)
    spells = [as_text(word).lower() for word in as_list(keys.get("spells"))]
    readied = as_text(keys.get("readied")).strip().lower()
    if readied and readied not in spells:
        what, near = f"readied: {quote(readied)} is not among its spells", nearest(readied, spells)
        yield Found((*person.path, "readied"), sentence(what, near=near, mend="name it under spells too"))
    if type(keys.get("hp")) is type(keys.get("max hp")) is int and keys["hp"] > keys["max hp"]:
        yield Found((*person.path, "max hp"), "max hp are fewer than hp; change one of the two", key=True)
    if keys.get("leader") is True and person.most > 1:
        yield Found((*person.path, "leader"), "a leader is one combatant; list it apart from the others", key=True)


def check_names(everybody: list[Person]) -> Iterator[Found]:
    seen = set[str]()
    for person in everybody:
        taken = next((name for name in person.names() if name.lower() in seen), None)
        if taken:
            what = f"another combatant is called {quote(taken)} already"
            yield Found((*person.path, "name"), sentence(what, mend="choose another name, or say how many with count"))
        seen.update(name.lower() for name in person.names())


def check_places(data: dict[str, Any], everybody: list[Person]) -> Iterator[Found]:
    placed = [person for person in everybody if "position" in person.keys]
    if placed and "distance" in data:
        what = "distance and positions both"
        yield Found(("distance",), sentence(what, mend="leave out the distance, or every position"), key=True)
    elif placed and len(placed) < len(everybody):
        without = next(person for person in everybody if "position" not in person.keys)
        yield Found(without.path, sentence("no position here, but others have one", "one for everybody or for nobody"))


def check_terrain(data: dict[str, Any]) -> Iterator[Found]:
    ground = as_mapping(data.get("terrain"))
    if ground.get("dark") is True and ground.get("daylight") is True:
        yield Found(("terrain", "dark"), "dark and daylight both; leave out one of them", key=True)


def check_objectives(data: dict[str, Any], everybody: list[Person]) -> Iterator[Found]:
    seen = set[str]()
    for n, item in enumerate(as_list(data.get("objectives"))[:MOST_OBJECTIVES]):
        path: KeyPath = ("objectives", n)
        goal = as_mapping(item)
        ways = [way for way in OBJECTIVE_WAYS if way in goal]
        if isinstance(item, dict) and len(ways) != 1:
            what = f"an objective with {' and '.join(ways) or 'no end'}"
            yield Found(path, sentence(what, f"one of {', '.join(OBJECTIVE_WAYS)}"))
        yield from check_objective_side(path, goal, data)
        yield from check_victim(path, goal, everybody)
        for mark in marks(goal):
            if mark in seen:
                yield Found(path, "an objective before this one has the same end; leave out one of them")
            seen.add(mark)
    if "rounds" in seen and "rounds" in data:
        yield Found(("rounds",), "an objective says after how many rounds the fight ends; leave this out", key=True)


def marks(goal: dict[str, Any]) -> Iterator[str]:
    """Yield what may be there once: one prize is of one side, and only one side can win by holding out."""
    if "rounds" in goal:
        yield "rounds"
    if as_text(goal.get("down")):
        yield f"down {goal['down'].lower()}"
    if "escape" in goal:
        yield f"escape {goal.get('side')}"


def check_objective_side(path: KeyPath, goal: dict[str, Any], data: dict[str, Any]) -> Iterator[Found]:
    """Yield what is wrong with the side of an objective: it must be there, and have a way out if it is to escape."""
    side, given = as_text(goal.get("side")), as_mapping(data.get("sides"))
    if side and side not in given:
        there = ", ".join(map(quote, given)) or "a side of the fight"
        yield Found((*path, "side"), sentence(f"no side is called {quote(side)}", there, nearest(side, given)))
    if goal.get("escape") is True and as_mapping(given.get(side)).get("way out") is False:
        what = f"{quote(side)} has no way out, so it can't escape; change one of the two"
        yield Found((*path, "escape"), what, key=True)
    if goal.get("escape") is False:
        yield Found((*path, "escape"), sentence("escape: no ends nothing", mend="leave this objective out"))


def check_victim(path: KeyPath, goal: dict[str, Any], everybody: list[Person]) -> Iterator[Found]:
    """Yield what is wrong with whom to bring down: somebody of another side must have the name."""
    down = as_text(goal.get("down")).strip()
    if not down:
        return
    yield from check_name((*path, "down"), down, everybody)
    if any(down in person.names() and person.side == goal.get("side") for person in everybody):
        yield Found((*path, "down"), sentence(f"{quote(down)} fights on that side itself", "somebody of another side"))


def check_speaker(data: dict[str, Any], everybody: list[Person]) -> Iterator[Found]:
    if speaks := as_text(data.get("speaker")).strip():
        yield from check_name(("speaker",), speaks, everybody)


def check_name(path: KeyPath, name: str, everybody: list[Person]) -> Iterator[Found]:
    called = [each for person in everybody for each in person.names()]
    if name not in called:
        what = f"nobody is called {quote(name)}"
        mend = "give it a name as in - Grub: {monster: orc}"
        yield Found(path, sentence(what, "a name given in members", nearest(name, called), mend))


def check_options(data: dict[str, Any], words: KnownWords) -> Iterator[Found]:
    unknown_ones = 0
    for name, value in as_mapping(data.get("options")).items():
        option = words.options.get(name)
        if option:
            try:
                check_option_value(option, value)
            except Wrong as wrong:
                yield Found(("options", name), wrong.message)
        elif words.options:
            unknown_ones += 1
            few = unknown_ones <= MOST_MISTAKES  # the others are counted only
            yield Found(("options", name), unknown("option", name, list(words.options)) if few else "", key=True)
