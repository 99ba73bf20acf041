"""A combatant: what it is, what it carries, where it is and how it fares. All books share the record (state.py)."""

from __future__ import annotations

from dataclasses import dataclass, field

from affray.engine.gear import NOBODY


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
    felled: int = 0  # qualities of the effect that is upon it now: magic, fire
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
    unloaded: int = 0  # a bit for each place of its kit
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
    opened: int = 0  # the action in which it last dropped its guard
    struck: int = 0  # the round in which it last struck at one who did
    looked: int = 0  # the round after which it last looked round
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

    # fourfold
    delayed: bool = False  # has put off its turn of this round
    stopped: int = NOBODY  # who has screened another from it this round
    drags: int = NOBODY  # whom it pulls along in its move
