"""The records in a fight: weapons, effects, combatants; and what only one book keeps of them, in records of its own.

Numbers only: names and prose are in the Roster. Fields that several books use are a combatant's own; those of one book
are in a nested record (`combatant.tempo.score`). Only fights of that book have it, and fights under house rules that
put a rule of that book at a seam."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

NOBODY = -1
ABSENT: Any = None  # instead of a nested record: this fight has no rule that reads it


# --- what only one book keeps


@dataclass(slots=True)
class CoveredPlace:
    """A place of the ground that gives cover to whoever is there."""

    x: int = 0  # where it is
    y: int = 0
    z: int = 0
    cover: int = 0  # modifier of missiles at who is there


@dataclass(slots=True)
class Pool:
    """Oil on the ground, burning or still to be lit."""

    x: int = 0  # where it is
    y: int = 0
    ends_at: int = 0  # the last round in which it burns; 0 where none burns
    unlit: bool = False  # spilled, and not set alight yet


@dataclass(slots=True)
class ClassicFight:
    """What the classic book keeps of a fight."""

    steps_needed: int = 0  # bits of the steps that this turn needs
    scan_start: int = 0  # the first in the list who may act in this turn
    has_late_attacks: bool = False  # somebody attacks after every side


@dataclass(slots=True)
class ClassicCombatant:
    """What the classic book keeps of a combatant."""

    usual_steps: int = 0  # bits of the steps of a turn it may need with its kit
    initiative_tied: bool = False  # rolls individual initiative again: tied


@dataclass(slots=True)
class TempoFight:
    """What the tempo book keeps of a fight."""

    ledge: bool = False  # there is something to drive a foe through or off
    morale_pending: bool = False  # a morale check comes before anything else
    highest_scorer: int = NOBODY  # who started the round with the highest score
    bout_forced: bool = False  # the bout goes on without a breather
    stage: int = 0  # how far the turn of the actor has come
    action_count: int = 0  # actions so far this round
    action_number: int = 0  # the number of the actor's action
    answered_action: int = 0  # the number of the action that can be reacted to now
    is_reaction: bool = False  # the action under way is itself a reaction
    guard_dropper: int = NOBODY  # who has dropped their guard
    open_orders: int = 0  # followers who have still to carry out an order
    extra_turn: int = NOBODY  # who has bought another turn this round
    attack_dice: int = 0  # the referee's advantage dice for the next attack; below 0 penalty dice
    favoured: int = NOBODY  # whose attack they are for; NOBODY for whoever attacks next
    respite_cut: bool = False  # somebody has demanded the next round
    driven: int = NOBODY  # who is being driven back; only within a step


@dataclass(slots=True)
class TempoCombatant:
    """What the tempo book keeps of a combatant."""

    wits: int = 10  # wits
    score: int = 0  # initiative: kept from round to round, and spent
    trained: bool = False  # may riposte, and defend itself without a shield
    lackey: bool = False  # a henchman or lackey: its score is always 1
    command_level: int = 0  # whom it gives orders to: 0 nobody, 1 lackeys, 2 all below it
    active_defence: int = 0  # the check of its active defence, for the rest of the round
    guard_dropped_in: int = 0  # the number of the action in which it last dropped its guard
    struck_round: int = 0  # the round in which it last struck at one who dropped their guard
    looked_round: int = 0  # the round after which it last looked round
    asked_to_strike: bool = False  # has been asked whether it strikes at the one who dropped their guard
    reacted_to: int = 0  # the number of the action it last reacted to
    ordered_target: int = NOBODY  # whom its order is about: a foe, or itself; NOBODY without an order
    ordered_act: int = 0  # what it was told to do
    bout_foe: int = NOBODY  # the foe it came to blows with in this bout
    barred_target: int = NOBODY  # the victim that somebody shields from it
    aim_target: int = NOBODY  # the foe it aims at
    aimed_round: int = 0  # the round it spent aiming
    threatened_foe: int = NOBODY  # the foe it has in its sights
    morale_met: int = 0  # bits of the morale triggers it has met by itself


@dataclass(slots=True)
class TempoWeapon:
    """What the tempo book keeps of a weapon."""

    reach_rank: int = 0  # its place among the reaches, short to long


@dataclass(slots=True)
class ProcedureFight:
    """What the procedure book keeps of a fight."""

    rolls_surprise: bool = False  # while sides meet: those that may be surprised roll for it
    steps_declared: int = 0  # bits: what was declared this round, and so which steps follow
    interrupter: int = NOBODY  # whose trigger has fired: they act before the action that set it off
    concentration_rolls: int = 0  # concentration rolls still to be made
    newcomer_x: int = 0  # where the newcomer stood before
    newcomer_y: int = 0
    newcomer_z: int = 0


@dataclass(slots=True)
class ProcedureCombatant:
    """What the procedure book keeps of a combatant."""

    charge_reached: bool = False  # its charge has reached its target: it strikes, whatever befalls it first
    surprise_modifier: int = 0  # its own modifier of surprise
    surprised: bool = False  # is surprised, whatever its side is
    prime_modifier: int = 0  # modifier of its prime ability
    readied_spell: int = NOBODY  # the slot of a spell readied before the fight
    concentration_damage: int = 0  # damage that its concentration must still withstand
    concentration_disturbed: bool = False  # something other than damage disturbs its concentration
    shots_made: int = 0  # shots made without moving this round
    attacked_in_melee: bool = False  # was attacked in melee this round
    trigger: int = 0  # what it waits for: the number of the condition, from 1
    charge_target: int = NOBODY  # whom it charges
    trigger_target: int = NOBODY  # whom its trigger is about: who does it, or to whom it is done; NOBODY for anyone
    charge_x: int = 0  # where its charge ends
    charge_y: int = 0
    charge_z: int = 0
    clash_foe: int = NOBODY  # the charging foe it meets on the way


@dataclass(slots=True)
class ProcedureWeapon:
    """What the procedure book keeps of a weapon."""

    shots_per_round: int = 1  # shots a round; 0 for one in two rounds


@dataclass(slots=True)
class VanguardFight:
    """What the vanguard book keeps of a fight."""

    helpless_in_fire: bool = False  # somebody whose turn it is can not act and stands in fire or burns
    burning_pools: int = 0  # how many pools burn
    pools: list[Pool] = field(default_factory=list)  # oil on the ground


@dataclass(slots=True)
class VanguardCombatant:
    """What the vanguard book keeps of a combatant."""

    combat_bonus: int = 0  # Combat Bonus
    untrained: bool = False  # a normal man, without training in weapons
    metal_armour: bool = False  # wears chain or plate
    toughness: int = 0  # bits: half from edged, half from blunt, 1 from missiles
    sleepless_days: int = 0  # days without sleep
    drained_hp: int = 0  # hit points that negative levels have taken
    hours_to_live: int = 0  # hours until it dies of a mark beyond help; 0 if it won't
    death_saves_survived: int = 0  # death saves survived in this fight
    unready: bool = False  # skips its first turn
    defensive_stance: bool = False  # is in a defensive stance
    pace: int = 0  # of its move this round: as usual, a run, a careful one
    began_round: int = 0  # the round in which its turn last began
    flame_ready: bool = False  # has a flame ready for the next flask
    burning_turns: int = 0  # turns for which it still burns
    ended_round: int = 0  # the round in which its turn was over


@dataclass(slots=True)
class VanguardWeapon:
    """What the vanguard book keeps of a weapon."""

    two_handed_sides: int = 0  # sides of its die in both hands; 0 for no other
    adds_strength: bool = False  # a missile to whose damage STR adds
    simple: bool = False  # normal men use it without a penalty


@dataclass(slots=True)
class FourfoldFight:
    """What the fourfold book keeps of a fight."""

    turn_announced: bool = False  # the log has announced this turn of the round
    delayed_count: int = 0  # how many have put off their turn
    guard_lowered: bool = False  # the actor has given up what it did for its defence last turn
    action_told: bool = False  # the announced action has been told
    initiative_rolled: bool = False  # initiative is rolled: once a fight
    any_screening: bool = False  # somebody has screened an ally
    bad_ground: bool = False  # the ground slows whoever crosses it
    advantage: int = 0  # the referee's advantage (1) and disadvantage (2) for the next attack, whoever makes it
    nonlethal: bool = False  # the attack under way is not to kill


@dataclass(slots=True)
class FourfoldCombatant:
    """What the fourfold book keeps of a combatant."""

    turn_taken: bool = False  # has taken its turn of this round
    skills: list[int] = field(
        default_factory=lambda: [-1] * 7
    )  # skill levels, in the order of encounter.SKILLS; -1 for none
    dies_at_zero: bool = False  # an unnamed opponent: dies at 0 hp
    may_snap: bool = False  # may make snap attacks: trained or named
    frail: bool = False  # stabilised, and dies at the next 0 hp
    shock: int = 0  # shock damage of its own attacks, whatever it wields
    shock_ac: int = 0  # up to which armour class
    spent_actions: int = 0  # bits: the main action, the move, a second move
    acts_after: int = NOBODY  # after whose turn it takes its delayed one
    total_defence: bool = False  # is in total defence
    charged_round: int = 0  # the round of its charge
    withdrew: bool = False  # made a fighting withdrawal this turn
    screened_ally: int = NOBODY  # the ally it screens
    screens_used: int = 0  # attackers it has met for its ally this round
    blocked_round: int = 0  # the round in which its shield stopped shock
    grappled_foe: int = NOBODY  # the foe it wrestles with
    pinned: bool = False  # is held by that foe
    wrung_round: int = 0  # the round in which that hold last hurt it
    tended_round: int = 0  # the round in which somebody last tried to stabilise it
    dropped_slot: int = 0  # the kit slot of the weapon it let fall, from 1; 0 for none
    owes_free_attack: bool = False  # may still make a free attack on the one who leaves
    asked_to_react: bool = False  # has been asked whether it reacts to the announced action
    delayed: bool = False  # has put off its turn of this round
    advantage: int = 0  # the referee's advantage (1) and disadvantage (2) for its next attack
    stopped_by: int = NOBODY  # who has screened another from it this round
    dragged: int = NOBODY  # whom it pulls along in its move


@dataclass(slots=True)
class FourfoldWeapon:
    """What the fourfold book keeps of a weapon."""

    attribute: int = 0  # 1 STR, 2 DEX, 3 either; 0 by the rule of thumb
    shock: int = 0  # damage that a miss still deals …
    shock_ac: int = 0  # … to armour classes up to this
    assassin: bool = False  # made for executions


# --- weapons and effects


@dataclass(slots=True)
class Weapon:
    """A weapon or a natural attack, shared by all who have it."""

    count: int = 1  # dice of damage
    sides: int = 6  # sides of those dice
    plus: int = 0  # added to those dice
    times: int = 1  # how often a routine strikes with it: two claws
    mode: int = 0  # the alternative of a routine it belongs to: claws and bite, or the club
    reach: int = 50  # how far it reaches in melee
    short: int = 0  # ranges of a missile; 0 where it is none
    medium: int = 0
    long: int = 0
    qualities: int = 0  # bits of vocabulary.QUALITIES
    bonus: int = 0  # bonus of a magic weapon
    rider: int = NOBODY  # the number of the effect that follows a hit
    # what only one book keeps; ABSENT in fights of others
    tempo: TempoWeapon = ABSENT
    procedure: ProcedureWeapon = ABSENT
    vanguard: VanguardWeapon = ABSENT
    fourfold: FourfoldWeapon = ABSENT


@dataclass(slots=True)
class Effect:
    """What a spell, a touch, a gaze or a breath does: data, so that a new one is a few lines of a file."""

    clause: int = 0  # the clause cited when it takes hold
    kind: int = 0  # the number of its kind: effects.KINDS
    count: int = 0  # dice of damage, healing or bolts
    sides: int = 0  # sides of those dice
    plus: int = 0  # added to those dice
    per_level: int = 0  # further dice for each level of the caster beyond the first
    level_step: int = 1  # … for each so many levels
    condition: int = 0  # the condition it puts on a victim
    duration_count: int = 0  # rounds it lasts: dice, sides, times, plus
    duration_sides: int = 0
    duration_times: int = 1
    duration_plus: int = 0
    duration_per_level: int = 0  # further rounds for each level of the caster
    save: int = 0  # which number is saved against; 0 for none
    save_bonus: int = 0  # modifier of that save
    save_halves: bool = False  # a save halves it; else it voids it
    magic: bool = False  # WIS counts in the save
    shape: int = 0  # the number of its shape: effects.SHAPES
    range: int = 0  # how far it reaches
    size: int = 0  # radius, length, or width at the end
    victim_count: int = 0  # how many victims at most: dice
    victim_sides: int = 0
    victim_plus: int = 0
    budget_count: int = 0  # a budget of hit dice: dice
    budget_sides: int = 0
    most_hd: int = 0  # in quarters of a hit die; 0 for any
    only_tags: int = 0  # bits of tags a victim must have one of
    immune_tags: int = 0  # bits of tags that are immune
    friendly: bool = False  # for one's own side
    qualities: int = 0  # fire, cold, magic: what immunities ask for
    chance: int = 0  # 1 in so many; 0 always
    each_round: bool = False  # an aura that tests the same victim again and again
    uses: int = 0  # how often in a fight; 0 without end


@dataclass(slots=True)
class Group:
    """Combatants whose number is rolled when the fight starts."""

    first: int = 0  # its first combatant
    size: int = 0  # how many combatants are set up for it
    count: int = 0  # dice of its number
    sides: int = 0
    plus: int = 0
    times: int = 1


# --- combatants


@dataclass(slots=True)
class Combatant:
    """Whoever fights: what it is, what it carries, where it is and how it fares."""

    id: int = 0  # its number: its place in Fight.who
    side: int = 0  # the number of its side
    # what it is
    character: bool = False  # has a class: the book's rules for characters apply
    player: bool = False  # belongs to a player: never checks morale
    level: int = 1  # level of a character; for monsters the whole hit dice
    hd: int = 4  # hit dice in quarters, pluses as one quarter: 2+1 is 9
    tags: int = 0  # bits of vocabulary.TAGS: undead, aquatic, …
    tactic: int = 0  # the number of its tactic in Book.tactics
    caster: bool = False  # has memorised spells
    leader: bool = False  # leads its side: others have their led_morale while it is with them
    mounted: bool = False  # is in the saddle
    has_mount: bool = False  # has a mount, ridden or left behind
    mount_x: int = 0  # where the mount was left
    mount_y: int = 0
    spare_move: int = 0  # rates for the other case: on foot while mounted, in the saddle while on foot
    spare_fly: int = 0
    spare_swim: int = 0
    # its numbers
    ac: int = 9  # armour class without the shield, as its book counts it
    shield: int = 0  # what its shield adds to armour class; 0 without one
    thac0: int = 19  # the roll that hits AC 0; fourfold keeps 19 minus its attack bonus
    melee_modifier: int = 0  # modifier of attack rolls in melee
    missile_modifier: int = 0  # modifier of attack rolls with missiles
    damage_modifier: int = 0  # modifier of damage in melee
    abilities: list[int] = field(default_factory=lambda: [10] * 6)  # scores, in the order of encounter.ABILITIES
    strength: int = 10  # the Strength score as it is now: drained, scarred, or tempo's own number
    magic_save_modifier: int = 0  # modifier of saving throws against magic, from Wisdom
    initiative_modifier: int = 0  # modifier of individual initiative
    saves: list[int] = field(default_factory=lambda: [0, 14, 15, 16, 17, 18])  # by kind; place 0 is unused
    morale: int = 12  # morale rating
    led_morale: int = 0  # morale rating while its leader is with it; 0 for the same
    loyalty: int = 0  # a retainer's loyalty; 0 for none
    move: int = 1200  # base movement rate
    fly: int = 0  # flying rate; 0 if it can't
    swim: int = 0  # swimming rate; 0 if it can't
    hp: int = 0  # hit points now
    max_hp: int = 0  # hit points at most
    hp_count: int = 0  # dice still to be rolled for hit points
    hp_sides: int = 8  # sides of those dice
    hp_plus: int = 0  # added to those dice
    hp_least: int = 1  # the fewest hit points they can give
    tended_round: int = 0  # the round at whose end friends were asked to bind its wounds
    named_target: int = NOBODY  # the foe it has named for this round; itself for none; NOBODY where it was not asked
    # what it carries
    kit: list[int] = field(default_factory=list)  # numbers of its weapons in Fight.arms; NOBODY for an empty slot
    kit_left: list[int] = field(default_factory=list)  # how many it has left of each weapon; NOBODY for no limit
    hand: int = 0  # the slot of the weapon in hand
    has_routine: bool = False  # strikes with every weapon of its kit, not with the one in hand
    spells: list[int] = field(default_factory=list)  # memorised: numbers in Fight.effects; NOBODY once used
    spell_levels: list[int] = field(default_factory=list)  # the level of each of those spells; 0 for an empty slot
    points_spent: int = 0  # spell points spent in this fight, where a house rule counts them
    potions: int = 0  # potions left
    potion_effect: int = NOBODY  # the number of the effect of its potions
    # what it can do besides
    breath: int = NOBODY  # the number of the effect of its breath
    breaths: int = 0  # breaths left
    aura: int = NOBODY  # the number of the effect around it: gaze, stench, song, dreadful sight
    hug: int = NOBODY  # the number of the effect of both claws on one foe
    regenerates: int = 0  # hit points it regenerates a round
    turning_level: int = 0  # the level at which it turns undead; 0 if it can't
    undead_rank: int = 0  # how hard it is to turn; 0 for what can't be turned
    backstab: bool = False  # can backstab
    dive_bonus: int = 0  # bonus of its first attack, from a dive
    hated_tags: int = 0  # bits of tags it attacks at a bonus
    hatred_bonus: int = 0  # that bonus
    daylight_modifier: int = 0  # modifier of its attacks in daylight
    hurt_by: int = 0  # bits of qualities that hurt it in full; 0 for everything
    half_hurt_by: int = 0  # bits of qualities that hurt it by half
    acts_last: bool = False  # always acts last
    attacks_late: bool = False  # attacks after every side, with what is in hand now
    surprise_chance: int = 0  # surprises others on 1 to this; 0 for the usual
    sees_dark: bool = False  # sees in the dark
    aquatic: bool = False  # at home in water
    cover: int = 0  # modifier of missiles at it, for the cover of the place where it is now
    start_cover: int = 0  # the cover of the place where it started
    cover_x: int = 0  # that place
    cover_y: int = 0
    cover_z: int = 0
    # where it is
    x: int = 0  # where it is, in tenths
    y: int = 0
    z: int = 0  # height
    heading_x: int = 0  # the direction of its last move
    heading_y: int = 0
    faced_foe: int = NOBODY  # the foe it faces in melee
    # how it fares
    in_fight: bool = True  # still in the fight: not dead, fled, surrendered or gone
    able: bool = True  # in the fight and free to act
    conditions: int = 0  # bits of the conditions it is in
    ends_at: list[int] = field(default_factory=list)  # for each condition the round at whose end it ends
    rekindled: int = 0  # bits of conditions: set alight again while it burned
    began_with: int = 0  # bits of conditions that had it out of action before the fight, as long as they last
    subdual_damage: int = 0  # hit points lost to subdual
    drained_levels: int = 0  # levels lost to draining
    hurt_round: int = 0  # the round in which it was last hurt
    effect_qualities: int = 0  # qualities of the effect that strikes it in this step: magic, fire
    attached_to: int = NOBODY  # the foe it clings to
    auras_met: int = 0  # bits of effects: auras it need not save against again
    morale_due: int = 0  # bits of the morale checks it must still make
    morale_passed: int = 0  # morale checks it has passed
    # its place in the round
    turn: int = 0  # in which turn of the round it acts, from 0
    initiative: int = 0  # its individual initiative; 0 while it has none
    was_able: bool = False  # was able when this simultaneous or late turn began, and so still acts in it
    went_first: bool = False  # was let go first in this step
    acted: bool = False  # has used its action: shot, cast or struck
    moved: int = 0  # how far it has moved this round; 1 if it used its move otherwise
    run_distance: int = 0  # how far it has run without a halt, over rounds
    arrived_round: int = 0  # the round in which its run ended in melee
    rounds_moved: int = 0  # rounds of encounter movement so far
    drew_round: int = 0  # the round in which it changed weapons
    faced_round: int = 0  # the round in which it chose whom to face
    shot_round: int = 0  # the round of its last shot
    declared: int = 0  # the kind of action it has declared; 0 for none
    current_spell: int = NOBODY  # the slot of the spell it has declared or is casting
    waiting: bool = False  # holds its attack until a foe gives it the occasion
    attacks_made: int = 0  # attacks of its routine made so far
    mode: int = NOBODY  # the alternative of its routine it has begun
    hug_hits: int = 0  # claws that hit the same foe in this routine
    hug_target: int = NOBODY  # that foe
    times_attacked: int = 0  # attacks aimed at it this round
    act_victim: bool = False  # is still to be dealt with by Fight.act
    in_morale_group: bool = False  # checks morale together with the one who rolls; only within a step
    objective_of: int = NOBODY  # the side that wins when it falls
    holding: bool = False  # keeps (the rest of) its turn for later
    unloaded: int = 0  # bits of kit slots that must be reloaded
    offered_parting_blow: bool = False  # has had its chance to strike at the one who leaves
    # what only one book keeps; ABSENT in fights of others
    classic: ClassicCombatant = ABSENT
    tempo: TempoCombatant = ABSENT
    procedure: ProcedureCombatant = ABSENT
    vanguard: VanguardCombatant = ABSENT
    fourfold: FourfoldCombatant = ABSENT
