"""The state of a fight: plain slotted dataclasses, ints and bools where rules read them. Names live elsewhere.

One record serves all books. Lists have a fixed room in the compiled record (`ROOM`), a plain fight only what it needs.
Distances are whole tenths of the book's unit; a condition's `until` is the round at whose end it lapses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from affray.verbs import Table

NOBODY = -1
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
KIT = ROOM["kit"]
MOST_SPELLS = ROOM["spells"]


@dataclass(slots=True)
class Weapon:
    """A weapon or a natural attack, shared by all who have it."""

    count: int = 1  # its own dice of damage
    sides: int = 6
    plus: int = 0
    times: int = 1  # how often a routine strikes with it: two claws
    mode: int = 0  # the alternative of a routine it belongs to: claws and bite, or the club
    reach: int = 50
    short: int = 0  # ranges of a missile; 0 where it is none
    medium: int = 0
    long: int = 0
    qualities: int = 0  # bits: content.QUALITIES
    bonus: int = 0  # of a magic weapon
    rider: int = NOBODY  # the effect that follows a hit
    # fourfold
    attribute: int = 0  # 1 STR, 2 DEX, 3 either; 0 by the rule of thumb
    shock: int = 0  # what a miss still deals ...
    shock_ac: int = 0  # ... to armour classes up to this
    assassin: bool = False  # made for executions
    # vanguard
    both: int = 0  # sides of its die in both hands; 0 where that is no other
    strong: bool = False  # a missile to whose damage STR adds
    homely: bool = False  # normal men use it without a penalty
    # tempo
    length: int = 0  # its place among the reaches, short to long

    # procedure
    shots: int = 1  # a round; 0 for one in two rounds

@dataclass(slots=True)
class Effect:
    """What a spell, a touch, a gaze or a breath does: data, so that a new one is a few lines of a file."""

    clause: int = 0  # cited when it takes hold
    kind: int = 0  # effects.KINDS
    count: int = 0  # dice of damage, healing, bolts
    sides: int = 0
    plus: int = 0
    per_level: int = 0  # further dice for each level of the caster beyond the first
    per_levels: int = 1  # ... for each so many levels
    condition: int = 0
    last_count: int = 0  # rounds it lasts: dice, times, plus
    last_sides: int = 0
    last_times: int = 1
    last_plus: int = 0
    last_per_level: int = 0
    save: int = 0  # which number is saved against; 0 for none
    save_bonus: int = 0
    half: bool = False  # a save halves; else it voids
    magic: bool = False  # WIS counts in the save
    shape: int = 0  # effects.SHAPES
    range: int = 0
    size: int = 0  # radius, length or width at the end
    many_count: int = 0  # how many victims, at most
    many_sides: int = 0
    many_plus: int = 0
    budget_count: int = 0  # a budget of hit dice
    budget_sides: int = 0
    most_hd: int = 0  # in quarters of a hit die; 0 for any
    only: int = 0  # bits of tags a victim must have one of
    spares: int = 0  # bits of tags that are immune
    friendly: bool = False  # for one's own side
    qualities: int = 0  # fire, cold, magic: what immunities ask for
    chance: int = 0  # 1 in so many; 0 always
    each_round: bool = False  # an aura that tests the same victim again and again
    uses: int = 0  # how often in a fight; 0 without end


@dataclass(slots=True)
class Group:
    """Combatants whose number is rolled when the fight starts."""

    first: int = 0
    size: int = 0
    count: int = 0
    sides: int = 0
    plus: int = 0
    times: int = 1


@dataclass(slots=True)
class Combatant:
    id: int = 0
    side: int = 0
    # what it is
    character: bool = False  # has a class: the book's rules for characters hold
    player: bool = False  # never checks morale
    level: int = 1
    hd: int = 4  # in quarters of a hit die, pluses as one quarter: 2+1 is 9
    tags: int = 0
    tactic: int = 0
    caster: bool = False
    leader: bool = False
    mounted: bool = False
    # its numbers
    ac: int = 9  # descending, without the shield
    shield: int = 0
    thac0: int = 19
    hit: int = 0  # modifier to hit in melee
    aim: int = 0  # ... with missiles
    harm: int = 0  # ... to damage in melee
    abilities: list[int] = field(default_factory=lambda: [10] * 6)  # encounter.ABILITIES, in that order
    strength: int = 10
    wisdom: int = 0  # modifier of saves against magic
    quick: int = 0  # modifier of individual initiative
    saves: list[int] = field(default_factory=lambda: [0, 14, 15, 16, 17, 18])
    morale: int = 12
    led: int = 0  # morale while its leader is with it; 0 for the same
    loyalty: int = 0  # a retainer's; 0 for none
    move: int = 1200  # base rate
    fly: int = 0
    swim: int = 0
    hp: int = 0
    max_hp: int = 0
    hp_count: int = 0  # dice still to be rolled for hp
    hp_sides: int = 8
    hp_plus: int = 0
    hp_least: int = 1
    # what it carries
    kit: list[int] = field(default_factory=list)  # numbers of weapons in Fight.arms
    left: list[int] = field(default_factory=list)  # how many of each; NOBODY for no end
    hand: int = 0  # which of the kit is in hand
    routine: bool = False  # strikes with all of its kit, not with what is in hand
    spells: list[int] = field(default_factory=list)  # numbers of memorised spells in Fight.effects; NOBODY once used
    potions: int = 0
    potion: int = NOBODY  # the effect of drinking one
    # what it can do beside
    breath: int = NOBODY
    breaths: int = 0
    aura: int = NOBODY  # gaze, stench, song, dreadful sight
    hug: int = NOBODY  # the effect of both claws on one foe
    regenerates: int = 0
    turns: int = 0  # the level at which it turns undead
    rank: int = 0  # among the undead, for turning
    backstab: bool = False
    dives: int = 0  # bonus of its first attack
    hates: int = 0  # tags it strikes at better
    hatred: int = 0
    shuns: int = 0  # modifier in daylight
    ward: int = 0  # qualities that hurt it in full; 0 for everything
    half_ward: int = 0  # qualities that hurt it by half
    last: bool = False  # always acts last
    slow: bool = False  # attacks after every side, with what is in hand now
    habits: int = 0  # bits of the steps of a turn it may need with its kit
    surprises: int = 0  # others are surprised by it on 1 to this
    sees_dark: bool = False
    aquatic: bool = False
    cover: int = 0
    # where it is
    x: int = 0
    y: int = 0
    z: int = 0
    face_x: int = 0  # the way it last moved
    face_y: int = 0
    faces: int = NOBODY  # the foe it faces in melee
    # how it fares
    up: bool = True  # in the fight: not dead, fled, given up or gone
    able: bool = True  # up and free to act
    on: int = 0  # bits of conditions
    until: list[int] = field(default_factory=list)  # for each condition the round at whose end it lapses
    rekindled: int = 0  # bits of conditions: set alight again while it burned
    subdual: int = 0
    drained: int = 0  # levels lost
    wounded: int = 0  # the round it was last hurt in
    felled: int = 0  # qualities of what last hurt it: magic, fire
    attached: int = NOBODY
    met: int = 0  # auras it need not save against again
    due: int = 0  # morale checks
    passed: int = 0
    # its place in the round
    place: int = 0
    count: int = 0  # individual initiative
    ready: bool = False
    done: bool = False  # was let go first in this step
    acted: bool = False  # has shot, cast or struck
    moved: int = 0  # this round
    run: int = 0  # without a halt, over rounds
    arrived: int = 0  # the round in which its run ended in melee
    paces: int = 0  # rounds of encounter movement so far
    drew: int = 0  # the round in which it changed weapons
    faced: int = 0  # ... chose whom to face
    rose: int = 0  # ... stood up
    shot: int = 0  # the round of its last shot
    declared: int = 0
    spell: int = NOBODY  # which of its spells is declared
    waiting: bool = False
    swings: int = 0  # attacks of its routine made so far
    mode: int = NOBODY  # the alternative of its routine it has begun
    landed: int = 0  # claws on one foe
    landed_on: int = NOBODY
    beset: int = 0  # attacks aimed at it this round
    caught: bool = False  # in what is happening now: Fight.act
    prize: int = NOBODY  # the side that wins when it falls
    # fourfold
    skills: list[int] = field(default_factory=lambda: [-1] * 7)  # encounter.SKILLS, in that order; -1 for none
    minor: bool = False  # dies at 0
    snaps: bool = False  # trained or named
    frail: bool = False
    shock: int = 0  # of its own attacks, whatever it wields
    shock_ac: int = 0
    spent: int = 0  # bits: the main action, the move, a second move
    held: bool = False  # keeps what is left of its turn for later
    after: int = NOBODY  # whose turn it waits for
    defends: bool = False  # total defence
    charged: int = 0  # the round of its charge
    withdrew: bool = False  # by a fighting withdrawal, this turn
    screens: int = NOBODY  # whom it screens
    screened: int = 0  # attackers it has met for its ward this round
    blocked: int = 0  # the round in which its shield stopped shock
    grip: int = NOBODY  # whom it wrestles with
    pinned: bool = False  # ... and is held by
    wrung: int = 0  # the round in which the hold last hurt it
    tended: int = 0  # the round in which somebody last tried to stabilise it
    empty: int = 0  # bits of places in the kit that must be reloaded
    dropped: int = 0  # the place in the kit of what it let fall, from 1
    owes: bool = False  # a free attack on the one who leaves
    # vanguard
    combat: int = 0  # Combat Bonus
    green: bool = False  # a normal man, without training in weapons
    mailed: bool = False  # in chain or plate
    tough: int = 0  # bits: half from edged, half from blunt, 1 from missiles
    sleepless: int = 0  # days
    sapped: int = 0  # hp that negative levels have taken
    doomed: int = 0  # hours until it dies of a mark beyond help
    scars: int = 0  # death saves survived in this fight
    unready: bool = False  # skips its first turn
    guarded: bool = False  # in a defensive stance
    pace: int = 0  # of its move this round: as usual, a run, a defensive one
    began: int = 0  # the round in which its turn last began
    unloaded: bool = False
    lit: bool = False  # has a flame ready for the next flask
    burns: int = 0  # turns for which it still burns
    parted: bool = False  # has struck at the one who leaves
    ended: int = 0  # the round in which its turn was over
    # tempo
    wits: int = 10
    score: int = 0  # of initiative: kept, and spent
    trained: bool = False  # ripostes, and defends itself without a shield
    lackey: bool = False  # a henchman: its score is always 1
    commands: int = 0  # whom it gives orders to: 0 nobody, 1 lackeys, 2 all below it
    guard: int = 0  # the check of its active defence, for the rest of the round
    opened: int = 0  # the round in which it last dropped its guard
    asked: bool = False  # whether it strikes at who has dropped its guard; fourfold: whether it answers the deed
    reacted: int = 0  # the action it last reacted to
    ordered: int = NOBODY  # the foe it was told to attack
    locked: int = NOBODY  # the foe it came to blows with in this bout
    barred: int = NOBODY  # the victim that somebody stands before
    aims_at: int = NOBODY
    aimed: int = 0  # the round it spent aiming
    threatens: int = NOBODY  # the foe it has in its sights
    feared: int = 0  # morale triggers it has met by itself

    # procedure
    alert: int = 0  # its own modifier of surprise
    startled: bool = False  # surprised, whatever its side is
    prime: int = 0  # modifier of the prime ability
    readied: int = NOBODY  # the place of a spell that was readied before the fight
    jolt: int = 0  # damage that its concentration has still to withstand
    jarred: bool = False  # something else has
    shots: int = 0  # made without moving this round
    pressed: bool = False  # attacked in melee this round
    holds: bool = False  # waits with its turn
    trigger: int = 0  # what it waits for: the place of the condition from 1 on
    heeds: int = NOBODY  # ... of whom, or done to whom
    goal_x: int = 0  # where its charge ends
    goal_y: int = 0
    goal_z: int = 0
    clash: int = NOBODY  # whom it meets on the way

@dataclass(slots=True)
class Side:
    id: int = 0
    first: int = 0  # the first of it in the list
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
class Pool:
    """Burning oil on the ground; until is the last round it burns in, 0 where there is none."""

    x: int = 0
    y: int = 0
    until: int = 0


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
    winner: int = UNDECIDED
    act: Act = field(default_factory=Act)
    blow: Blow = field(default_factory=Blow)
    pools: list[Pool] = field(default_factory=list)  # vanguard
    reacting: int = NOBODY  # fourfold: who uses a held action before the deed
    ordered: bool = False  # fourfold: initiative is rolled, once a fight
    screening: bool = False  # fourfold: somebody has screened an ally
    bad_ground: bool = False  # fourfold: it slows whoever crosses it
    luck: int = 0  # fourfold: the referee's advantage (1) and disadvantage (2) for the next attack
    side: list[Side] = field(default_factory=list)
    who: list[Combatant] = field(default_factory=list)
    table: Table | None = None  # plain Python only: the log, the people, the typed dice


T = TypeVar("T")
SHARED = frozenset(("rules", "arms", "effects", "groups", "table"))


def clone(x: T) -> T:
    """A copy of a state. The fixed tables and the table (people and log) are shared."""
    return COPIERS[type(x).__name__](x)  # type: ignore[no-any-return]


def copier(cls: type) -> Callable[[Any], Any]:
    """What copies one kind of record, written out field by field: a loop over the fields takes ten times as long."""
    lines = [f"    new.{name} = {copied(name, str(kind))}" for name, kind in cls.__annotations__.items()]
    scope: dict[str, Any] = {"blank": object.__new__, "cls": cls, **COPIERS}
    exec("\n".join(["def copy(x):", "    new = blank(cls)", *lines, "    return new"]), scope)
    return cast(Callable[[Any], Any], scope["copy"])


def copied(name: str, kind: str) -> str:
    """The expression for a copy of one field: lists and records of their own, numbers as they are."""
    item = kind.removeprefix("list[").removesuffix("]")
    if name in SHARED or kind in ("int", "bool"):
        return f"x.{name}"
    if kind == item:
        return f"{item}(x.{name})"
    return f"x.{name}[:]" if item == "int" else f"[{item}(each) for each in x.{name}]"


COPIERS: dict[str, Callable[[Any], Any]] = {}
for _cls in (Act, Blow, Pool, Side, Combatant, Fight):  # what is held before what holds it
    COPIERS[_cls.__name__] = copier(_cls)
