"""What the page on which a fight is built is told: creatures and members with their numbers, and where mistakes are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from affray.content.spelling import plural
from affray.content.yaml import compose, places
from affray.engine.encounter import CONTACT, NUMBERS, Encounter, Member, Party
from affray.engine.state import NOBODY, Combatant
from affray.engine.vocabulary import BARE, MELEE
from affray.errors import KeyPath, Mistake, ScenarioError, suggestion
from affray.exact.position import Strike, dice_of_damage
from affray.exact.questions import Scene
from affray.exchange.exporters.sheet import describe_morale, format_hit_dice, hit_point_dice, list_particulars
from affray.rules.book import Book, descending
from affray.scenario import read_options
from affray.server import Json
from affray.server.glyphs import choose_glyph

MOST_WEAPONS = 3  # that are shown of one member
PERSON = Member("Somebody", hp=4, numbers={"ac": 9, "thac0": 19, "damage": "1d6"})

# --- numbers


def describe_members(encounter: Encounter, book: Book, options: Mapping[str, str]) -> list[list[Json]]:
    """Return for each side its members, in the order of the file, by the book's own numbers."""
    fight, roster = book.build(encounter, read_options(book, options))
    scene, found, first = Scene(book, fight, roster), list[list[Json]](), 0
    for party in encounter.sides:
        found.append([])
        for member in party.members:
            last = first + member.count.maximum
            people = list(roster.who[first:last])
            found[-1].append(describe_member(scene, member, fight.who[first]) | {"people": people})
            first = last
    return found


def describe_member(scene: Scene, member: Member, c: Combatant) -> Json:
    return {
        "name": member.name or scene.roster.kinds[c.id],
        "kind": scene.roster.kinds[c.id],
        "kinds": plural(scene.roster.kinds[c.id]),
        "count": str(member.count),
        "level": c.level if c.character else None,
        "hd": None if c.character else format_hit_dice(c.hd),
        "ac": scene.book.armour(c),
        "hp": c.max_hp or None,
        "hp_dice": "" if c.max_hp else hit_point_dice(c),
        "morale": describe_morale(c),
        "attacks": list(attacks_of(scene, c)),
        "notes": list(list_particulars(scene.roster, member, c)),
        "glyph": choose_glyph(scene.fight, scene.roster, scene.book, c),
    }


def attacks_of(scene: Scene, c: Combatant) -> Iterator[str]:
    """Say what somebody strikes or shoots with, and the dice; bare hands only without a weapon."""
    arms, foe = scene.fight.arms, next(other.id for other in scene.fight.who if other.side != c.side)
    held = [(slot, arms[arm]) for slot, arm in enumerate(c.kit) if arm != NOBODY]
    armed = [pair for pair in held if not pair[1].qualities & BARE] or held
    for slot, arm in armed[:MOST_WEAPONS]:
        missile = not arm.qualities & MELEE and bool(arm.long)
        dice = dice_of_damage(scene, Strike(c.id, foe, slot, arm.short if missile else 0, missile))
        many = f"{arm.times} × " if arm.times > 1 else ""
        yield f"{many}{scene.roster.arms[c.kit[slot]]} {dice}".strip()


@cache
def list_creatures(book: Book) -> list[Json]:
    """Return every creature and class of a book with its numbers: classes at level 1, without gear."""
    names = book.names()
    members = [
        *((Member(kind=name), "monster") for name in names["monsters"]),
        *((Member(cls=name), "class") for name in names["classes"]),
    ]
    return [describe_alone(book, member) | {"what": what} for member, what in members]


def describe_alone(book: Book, member: Member) -> Json:
    """Return the numbers of somebody who faces a person without armour."""
    sides = (Party("one", (member,)), Party("other", (PERSON,)))
    encounter = Encounter("creatures", "Creatures", sides, distance=CONTACT)
    (found,), _ = describe_members(encounter, book, {})
    return found


def armour_key(book: Book) -> str:
    """Return the key under which a file says armour class as the book counts it."""
    own = f"{book.name} ac"
    return own if own in NUMBERS else "ac" if book.armour is descending else "aac"


# --- mistakes


def describe_mistakes(no: ScenarioError, text: str) -> list[Json]:
    """Return the mistakes of a text, each with the path of the part it is about and the word that may be meant."""
    paths = paths_of(text)
    found = [describe_mistake(mistake, paths) for mistake in no.mistakes]
    return found + ([{**found[-1], "what": no.more_words, "near": ""}] if no.more else [])


def describe_mistake(mistake: Mistake, paths: Mapping[tuple[int, int], KeyPath]) -> Json:
    at = (mistake.line, mistake.column)
    place = max((each for each in paths if each <= at), default=(0, 0))
    return {
        "line": mistake.line,
        "column": mistake.column,
        "what": mistake.message,
        "near": suggestion(mistake.message),
        "path": list(paths.get(place, ())),
    }


def paths_of(text: str) -> dict[tuple[int, int], KeyPath]:
    """Return the path of what begins at each place of a text: the longest, where several begin."""
    try:
        root = compose(text.removeprefix("\ufeff"), "")
    except ScenarioError:
        return {}
    found = dict[tuple[int, int], KeyPath]()
    for path, key, value in places(root):
        for place in filter(None, (key, value)):
            if len(path) >= len(found.get(place, ())):
                found[place] = path
    return found
