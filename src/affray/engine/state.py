"""The state of a fight: plain slotted dataclasses, ints and bools where rules read them. Names live elsewhere.

Lists have a fixed room in the compiled record (`ROOM`), a plain fight only what it needs. Distances are whole tenths of
the book's unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

from affray.engine.records import (
    ABSENT,
    NOBODY,
    ClassicCombatant,
    ClassicFight,
    Combatant,
    CoveredPlace,
    Effect,
    FourfoldCombatant,
    FourfoldFight,
    FourfoldWeapon,
    Group,
    Pool,
    ProcedureCombatant,
    ProcedureFight,
    ProcedureWeapon,
    TempoCombatant,
    TempoFight,
    TempoWeapon,
    VanguardCombatant,
    VanguardFight,
    VanguardWeapon,
    Weapon,
)

P = ParamSpec("P")
T = TypeVar("T")


class Seams(Protocol):
    """What a book provides at each seam: a function with the signature of the seam."""

    def __getitem__(self, seam: Callable[P, T], /) -> Callable[P, T]: ...


if TYPE_CHECKING:
    from affray.engine.verbs import Observer

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
    "CoveredPlace",
    "Effect",
    "ExtraBlow",
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
    "rules": 216,  # options.BLOCK for each of nine books
    "arms": 96,
    "effects": 64,
    "groups": 32,
    "covers": 16,
    "side": MOST_SIDES,
    "who": MOST_COMBATANTS,
    "kit": 8,
    "kit_left": 8,
    "spells": 8,
    "spell_levels": 8,
    "saves": 6,
    "abilities": 6,
    "skills": 7,  # fourfold: encounter.SKILLS
    "ends_at": 48,
    "pools": 8,
}
WIDE = frozenset(("conditions", "rekindled", "began_with"))  # fields with more bits than the others have room for
# fields of a combatant that hold the number of a round gone by, and for how many rounds more a rule may ask for it
STAMPS = {
    "arrived_round": 0,
    "tended_round": 0,
    "drew_round": 0,
    "faced_round": 0,
    "shot_round": 1,
    "hurt_round": 3,
    "tempo.struck_round": 0,
    "tempo.looked_round": 0,
    "tempo.aimed_round": 1,
    "vanguard.began_round": 0,
    "vanguard.ended_round": 0,
    "fourfold.charged_round": 0,
    "fourfold.blocked_round": 0,
    "fourfold.wrung_round": 0,
    "fourfold.tended_round": 0,
}
KIT = ROOM["kit"]
MOST_SPELLS = ROOM["spells"]


@dataclass(slots=True)
class Side:
    id: int = 0  # its number
    first_member: int = 0  # its first member in Fight.who
    first_foe: int = 0  # no foe of it still in the fight is listed before this one
    players: bool = False  # the players' side
    way_out: bool = False  # can leave the fight
    wary: bool = False  # can't be surprised
    surprised: bool = False  # is surprised
    engine_questions: int = 0  # bits of the kinds of question that the engine answers for it
    size: int = 0  # all who have fought on it
    standing: int = 0  # members who still stand
    dead: int = 0  # members who are dead
    out_of_action: int = 0  # dead or out of action, not fled
    fled: int = 0  # members who got away
    morale_met: int = 0  # bits of the morale triggers it has met
    score: int = 0  # its initiative roll; 0 while it has none
    tied: bool = False  # rolls initiative again: tied
    turn: int = 0  # in which turn of the round it acts, from 0
    wins_by_escape: bool = False  # wins when all its survivors got away
    x: int = 0  # where it starts
    y: int = 0
    ambush: bool = False  # attacks from ambush
    ambush_prepared: bool = False  # that ambush is a prepared one
    ambush_form: int = 0  # tempo: what it does to the scores of both sides


@dataclass(slots=True)
class Act:
    """What is happening to several, one victim a step: a fireball, a breath, a turning, a rider."""

    by: int = NOBODY  # whose effect it is
    effect: int = NOBODY  # the number of the effect
    at: int = NOBODY  # whom it is aimed at
    amount: int = 0  # damage rolled once for all
    victims_left: int = 0  # victims still to come


@dataclass(slots=True)
class Blow:
    """An attack that comes as soon as the present step is over."""

    by: int = NOBODY  # who attacks
    at: int = NOBODY  # whom


@dataclass(slots=True)
class ExtraBlow:
    """An attack that a house rule gives, as soon as the present step is over."""

    by: int = NOBODY  # who attacks
    at: int = NOBODY  # whom; NOBODY where a foe is still to be chosen


@dataclass(slots=True)
class Fight:
    # fixed while it lasts
    rules: list[int] = field(default_factory=list)  # the values of the options, by number
    arms: list[Weapon] = field(default_factory=list)  # every weapon and natural attack
    effects: list[Effect] = field(default_factory=list)  # every spell and other effect
    groups: list[Group] = field(default_factory=list)  # groups whose number is rolled
    covers: list[CoveredPlace] = field(default_factory=list)  # places that give cover
    # what changes
    key: int = 0  # what the dice come from
    n: int = 0  # how many combatants there are
    sides: int = 0  # how many sides there are
    groups_counted: int = 0  # groups whose number has been rolled
    contact: bool = False  # everyone still reaches everyone
    start_distance: int = 0  # the distance at which they met
    distance_count: int = 0  # its dice, where it is rolled
    distance_sides: int = 0  # their sides
    distance_times: int = 0  # by how much the roll is multiplied
    outdoors: bool = False  # in the open air: ranges are in yards
    width: int = 0  # width of the passage; 0 in the open
    cover_count: int = 0  # how many places give cover, of those that the scenario names
    has_cover: bool = False  # some place gives cover
    dark: bool = False  # in the dark
    daylight: bool = False  # in daylight
    unstable: bool = False  # on unsteady ground: a deck
    water: int = 0  # 1 in water, 2 under it
    needs_upkeep: bool = False  # somebody has an aura or regenerates
    last_round: int = 200  # the round after which the fight ends
    idle_rounds: int = 0  # rounds in a row in which nobody could do any foe lasting harm
    fall_decides: bool = False  # somebody's fall wins the fight
    holding_side: int = NOBODY  # the side that wins when the last round is over
    speaker: int = NOBODY  # who speaks where reactions are rolled
    speech_modifier: int = 0  # modifier of that reaction roll
    rolled: int = 0  # dice rolled so far
    guessed: int = 0  # dice of the tactics so far
    round: int = 0  # the number of the round
    phase: int = 0  # the number of the phase in Book.phases
    turn: int = 0  # the turn of the round that is running, from 0
    turn_count: int = 0  # how many turns this round has
    cursor: int = 0  # the next combatant or side to look at in this phase
    simultaneous: bool = False  # several sides act in this turn, and who falls still acts
    next_actor: int = NOBODY  # who acts next, before the order goes on
    scan_end: int = 0  # after the last in the list who may act in this turn
    went_first_count: int = 0  # how many were let go first in this step
    waiting_count: int = 0  # how many are waiting (Combatant.waiting)
    surprise_round: bool = False  # the free round of those who surprised the others
    has_referee: bool = False  # a person gives the referee's rulings
    referee_modifier: int = 0  # the referee's modifier of the next roll to hit or save
    modified: int = NOBODY  # whose roll it is for; NOBODY for whoever rolls next
    called_next: int = NOBODY  # whom the referee lets act next
    situation_modifier: int = 0  # modifier of the next attack, from the situation
    situation_reason: int = 0  # the reason for it
    leaver: int = NOBODY  # who is about to leave a melee: its move waits for parting blows
    leave_x: int = 0  # where it goes
    leave_y: int = 0
    leave_z: int = 0
    actor: int = NOBODY  # who is acting, or has announced the action below
    action_kind: int = 0  # the announced action: its kind; 0 for none
    action_target: int = NOBODY  # its target
    action_option: int = 0  # its option
    winner: int = UNDECIDED  # the side that has won, or UNDECIDED, NOBODY_LEFT, STAND_OFF
    act: Act = field(default_factory=Act)  # the effect that is being dealt with, one victim a step
    blow: Blow = field(default_factory=Blow)  # the attack that comes next
    extra_blow: ExtraBlow = field(default_factory=ExtraBlow)  # ... that a house rule gives
    critical: bool = False  # the hit under way is a critical one
    naming: int = NOBODY  # who is next to name a foe for this round; NOBODY when nobody is
    relief_due: bool = False  # those who lie in wait must come out: all their friends are out
    newcomer: int = NOBODY  # who has come near those who wait for it: they may strike next
    # what only one book keeps; ABSENT in fights of others
    classic: ClassicFight = ABSENT
    tempo: TempoFight = ABSENT
    procedure: ProcedureFight = ABSENT
    vanguard: VanguardFight = ABSENT
    fourfold: FourfoldFight = ABSENT
    side: list[Side] = field(default_factory=list)  # the sides
    who: list[Combatant] = field(default_factory=list)  # the combatants; the last field
    observer: Observer | None = None  # plain Python only: the log, the people, the typed dice
    seams: Seams = field(default_factory=dict[Any, Any])  # plain Python only: what the book provides at each seam


# the records of each book within others
BOOK_RECORDS: dict[str, dict[type, type]] = {
    "classic": {Fight: ClassicFight, Combatant: ClassicCombatant},
    "tempo": {Fight: TempoFight, Combatant: TempoCombatant, Weapon: TempoWeapon},
    "procedure": {Fight: ProcedureFight, Combatant: ProcedureCombatant, Weapon: ProcedureWeapon},
    "vanguard": {Fight: VanguardFight, Combatant: VanguardCombatant, Weapon: VanguardWeapon},
    "fourfold": {Fight: FourfoldFight, Combatant: FourfoldCombatant, Weapon: FourfoldWeapon},
}


def add_book_records(record: Fight | Combatant | Weapon, books: Iterable[str]) -> None:
    """Give a record the nested records of these books, where they are absent."""
    for book in books:
        kind = BOOK_RECORDS.get(book, {}).get(type(record))
        if kind is not None and getattr(record, book) is None:
            setattr(record, book, kind())


PLAIN_ONLY = ("observer", "seams")  # fields of a fight that compiled rules don't have, and no saved state
SHARED = frozenset(("rules", "arms", "effects", "groups", "covers", *PLAIN_ONLY))


def clone(x: T) -> T:
    """Return a copy of a state. The fixed tables and the table (people and log) are shared."""
    return COPIERS[type(x).__name__](x)  # type: ignore[no-any-return]


def comparable_copy(f: Fight) -> Fight:
    """Return a copy without what tells equal states apart: the dice that fell, and the people at the table."""
    f = clone(f)
    f.key, f.rolled, f.guessed, f.observer, f.has_referee = 0, 0, 0, None, False
    for side in f.side:
        side.engine_questions = 0
    return f


def copier(cls: type) -> Callable[[Any], Any]:
    """Return what copies one kind of record, written out field by field: a loop over the fields takes ten times as
    long."""
    lines = [f"    new.{name} = {copy_expression(name, str(kind))}" for name, kind in cls.__annotations__.items()]
    scope: dict[str, Any] = {"blank": object.__new__, "cls": cls, **COPIERS}
    exec("\n".join(["def copy(x):", "    new = blank(cls)", *lines, "    return new"]), scope)
    return cast(Callable[[Any], Any], scope["copy"])


def copy_expression(name: str, kind: str) -> str:
    """Return the expression for a copy of one field: lists and records of their own, numbers as they are."""
    item = kind.removeprefix("list[").removesuffix("]")
    if name in SHARED or kind in ("int", "bool"):
        return f"x.{name}"
    if kind == item:
        return f"{item}(x.{name}) if x.{name} is not None else None"  # another book's record is absent
    return f"x.{name}.copy()" if item == "int" else f"[{item}(each) for each in x.{name}]"


COPIERS: dict[str, Callable[[Any], Any]] = {}
NESTED = [kind for kinds in BOOK_RECORDS.values() for kind in kinds.values()]
for _cls in (Act, Blow, ExtraBlow, Pool, Side, *NESTED, Combatant, Fight):  # what is held before what holds it
    COPIERS[_cls.__name__] = copier(_cls)
