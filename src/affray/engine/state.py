"""The state of a fight: plain slotted dataclasses, ints and bools where rules read them. Names live elsewhere.

One record serves all books; combatants and things have files of their own. Lists have a fixed room in the compiled
record (`ROOM`), a plain fight only what it needs. Distances are whole tenths of the book's unit; a condition's
`until` is the round at whose end it lapses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

from affray.engine.combatant import Combatant
from affray.engine.gear import NOBODY, Effect, Group, Pool, Weapon

if TYPE_CHECKING:
    from affray.engine.verbs import Table

__all__ = [
    "ALWAYS",
    "KIT",
    "MOST_COMBATANTS",
    "MOST_SIDES",
    "MOST_SPELLS",
    "NOBODY",
    "NOBODY_LEFT",
    "ROOM",
    "SHARED",
    "STAMPS",
    "STAND_OFF",
    "UNDECIDED",
    "WIDE",
    "Act",
    "Blow",
    "Combatant",
    "Effect",
    "Fight",
    "Group",
    "Pool",
    "Side",
    "Weapon",
    "clone",
    "comparable_copy",
]

UNDECIDED, NOBODY_LEFT, STAND_OFF = -1, -2, -3  # the winner, besides the number of a side
ALWAYS = 1_000_000  # a condition that the fight outlasts
MOST_COMBATANTS, MOST_SIDES = 256, 8

# how many of each list the compiled record has room for; the fixed tables come first, who last
ROOM = {
    "rules": 192,  # options.BLOCK for each of eight books
    "arms": 96,
    "effects": 64,
    "groups": 32,
    "side": MOST_SIDES,
    "who": MOST_COMBATANTS,
    "kit": 8,
    "left": 8,
    "spells": 8,
    "saves": 6,
    "abilities": 6,
    "skills": 7,  # fourfold: encounter.SKILLS
    "until": 48,
    "pools": 8,
}
WIDE = frozenset(("on", "rekindled"))  # fields with more bits than the others have room for
# fields of a combatant that hold the number of a round gone by, and for how many rounds more a rule may ask for it
STAMPS = dict.fromkeys("arrived drew faced rose charged blocked wrung tended began ended struck looked".split(), 0)
STAMPS |= {"shot": 1, "aimed": 1, "wounded": 3}
KIT = ROOM["kit"]
MOST_SPELLS = ROOM["spells"]


@dataclass(slots=True)
class Side:
    id: int = 0
    first: int = 0  # the first of it in the list
    facing: int = 0  # nobody of its foes who is up is listed before this one
    players: bool = False
    way_out: bool = False
    wary: bool = False  # can't be surprised
    surprised: bool = False
    engine: int = 0  # bits of the kinds of question that the engine decides as `first` would
    size: int = 0  # all who have fought on it
    standing: int = 0
    dead: int = 0
    out: int = 0  # dead or out of action, not fled
    fled: int = 0
    met: int = 0  # morale triggers met
    due: int = 0
    score: int = 0
    tied: bool = False
    place: int = 0
    escape: bool = False  # wins when all its survivors got away
    x: int = 0  # where it starts
    y: int = 0
    ambush: bool = False  # falls upon the others
    prepared: bool = False  # ... from a prepared ambush


@dataclass(slots=True)
class Act:
    """What is happening to several, one victim a step: a fireball, a breath, a turning, a rider."""

    by: int = NOBODY
    effect: int = NOBODY
    at: int = NOBODY
    amount: int = 0  # damage rolled once for all
    left: int = 0  # victims still to come


@dataclass(slots=True)
class Blow:
    """An attack that comes as soon as the present step is over."""

    by: int = NOBODY
    at: int = NOBODY


@dataclass(slots=True)
class Fight:
    # fixed while it lasts
    rules: list[int] = field(default_factory=list)
    arms: list[Weapon] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    # what changes
    key: int = 0
    n: int = 0
    sides: int = 0
    mustered: int = 0  # how many groups have been counted
    contact: bool = False  # everyone reaches everyone still
    apart: int = 0  # the distance at which they met
    far_count: int = 0  # ... as dice, where it is rolled
    far_sides: int = 0
    far_times: int = 0
    outdoors: bool = False
    width: int = 0  # of a passage; 0 in the open
    dark: bool = False
    daylight: bool = False
    unstable: bool = False
    water: int = 0  # 1 in it, 2 under it
    uncanny: bool = False  # somebody has an aura or regenerates
    last_round: int = 200
    prized: bool = False  # somebody's fall wins the fight
    hold: int = NOBODY  # the side that wins when the last round is over
    parley: int = NOBODY  # who speaks where reactions are rolled
    speech: int = 0  # and how well
    rolled: int = 0
    guessed: int = 0
    round: int = 0
    phase: int = 0
    place: int = 0
    places: int = 0
    cursor: int = 0
    todo: int = 0  # bits of the steps that this turn needs
    together: bool = False  # a simultaneous turn
    next: int = NOBODY  # who was let go first
    opens: int = 0  # the first in the list who has a place in this turn
    closes: int = 0  # after the last who has one
    early: int = 0  # how many were let go first in this step
    slow: bool = False  # somebody attacks after every side
    waiting: int = 0
    free: bool = False  # the free round of surprise
    favour: int = 0  # the referee's modifier of the next roll to hit or save
    edge: int = 0  # what the moment gives to the next attack, and why
    edge_reason: int = 0
    leaver: int = NOBODY  # who is on its way out of a melee, and where to: its move waits for parting blows
    leave_x: int = 0
    leave_y: int = 0
    leave_z: int = 0
    pooled: int = 0  # vanguard: how many pools burn
    # tempo
    ledge: bool = False  # something to drive a foe through or off
    alarm: bool = False  # a morale check is due at once
    highest: int = NOBODY  # who started the round highest
    actor: int = NOBODY  # whose turn it is; fourfold too
    stage: int = 0  # ... and how far it has come
    deed: int = 0  # what the actor has said it does: kind, target, option; fourfold too
    deed_at: int = NOBODY
    deed_how: int = 0
    deeds: int = 0  # actions so far
    action: int = 0  # the number of the actor's
    answering: int = 0  # the number of what can be reacted to now
    reply: bool = False  # what is under way is itself a reaction
    opening: int = NOBODY  # who has dropped its guard
    orders: int = 0  # followers who have still to do as they were told
    # procedure
    cutting: int = NOBODY  # whose trigger has fired: it acts before the deed that set it off
    minds: int = 0  # rolls of concentration still to be made
    came_x: int = 0  # where a newcomer stood before (who it is stands in blow.at)
    came_y: int = 0
    came_z: int = 0
    winner: int = UNDECIDED
    act: Act = field(default_factory=Act)
    blow: Blow = field(default_factory=Blow)
    pools: list[Pool] = field(default_factory=list)  # vanguard
    told: bool = False  # fourfold: the deed that is being answered has been told
    ordered: bool = False  # fourfold: initiative is rolled, once a fight
    screening: bool = False  # fourfold: somebody has screened an ally
    bad_ground: bool = False  # fourfold: it slows whoever crosses it
    luck: int = 0  # fourfold: the referee's advantage (1) and disadvantage (2) for the next attack
    spares: bool = False  # fourfold: the blow under way is not to kill
    side: list[Side] = field(default_factory=list)
    who: list[Combatant] = field(default_factory=list)
    table: Table | None = None  # plain Python only: the log, the people, the typed dice
    seams: Mapping[Any, Any] = field(default_factory=dict)  # plain Python only: what the book provides at each seam


T = TypeVar("T")
PLAIN_ONLY = ("table", "seams")  # fields of a fight that compiled rules don't have, and no saved state
SHARED = frozenset(("rules", "arms", "effects", "groups", *PLAIN_ONLY))


def clone(x: T) -> T:
    """A copy of a state. The fixed tables and the table (people and log) are shared."""
    return COPIERS[type(x).__name__](x)  # type: ignore[no-any-return]


def comparable_copy(f: Fight) -> Fight:
    """A copy without what tells equal states apart: the dice that fell, and the people at the table."""
    f = clone(f)
    f.key, f.rolled, f.guessed, f.table = 0, 0, 0, None
    for side in f.side:
        side.engine = 0
    return f


def copier(cls: type) -> Callable[[Any], Any]:
    """What copies one kind of record, written out field by field: a loop over the fields takes ten times as long."""
    lines = [f"    new.{name} = {copy_expression(name, str(kind))}" for name, kind in cls.__annotations__.items()]
    scope: dict[str, Any] = {"blank": object.__new__, "cls": cls, **COPIERS}
    exec("\n".join(["def copy(x):", "    new = blank(cls)", *lines, "    return new"]), scope)
    return cast(Callable[[Any], Any], scope["copy"])


def copy_expression(name: str, kind: str) -> str:
    """The expression for a copy of one field: lists and records of their own, numbers as they are."""
    item = kind.removeprefix("list[").removesuffix("]")
    if name in SHARED or kind in ("int", "bool"):
        return f"x.{name}"
    if kind == item:
        return f"{item}(x.{name})"
    return f"x.{name}.copy()" if item == "int" else f"[{item}(each) for each in x.{name}]"


COPIERS: dict[str, Callable[[Any], Any]] = {}
for _cls in (Act, Blow, Pool, Side, Combatant, Fight):  # what is held before what holds it
    COPIERS[_cls.__name__] = copier(_cls)
