"""The referee commands that bring things into a fight: newcomers, weapons, potions, spells, mounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from affray.engine import events as E
from affray.engine.clauses import SPOKEN
from affray.engine.dice import parse
from affray.engine.encounter import AVERAGE, CONTACT, Encounter, Member, Party
from affray.engine.space import distance
from affray.engine.state import KIT, MOST_COMBATANTS, NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import note
from affray.engine.vocabulary import BARE, THROWN
from affray.errors import AffrayError, unknown
from affray.rules import seams
from affray.rules.book import Roster
from affray.rules.commands import (
    CREATURE,
    MOUNT,
    NUMBER,
    SIDE,
    SPELL,
    TENTHS_IN_UNIT,
    WEAPON,
    WHO,
    Argument,
    Command,
    Scene,
)
from affray.rules.shared.round import EAST, NORTH, look

FIGHTER = "fighter"  # a class that carries whatever it is given


def set_up(scene: Scene, member: Member) -> tuple[Fight, Roster]:
    """Set up a fight of one member alone, to take what they have."""
    party = Party("newcomers", (member,))
    try:
        return scene.book.build(Encounter("", "", (party,), CONTACT, content=scene.roster.content), {})
    except AffrayError as error:  # it names the side and member first, which nobody said
        raise AffrayError(str(error).partition(": ")[2] or str(error)) from None


# --- newcomers


def add(scene: Scene, what: str, side: int, x: int | None = None, y: int | None = None) -> Roster:
    """Let newcomers join, at a place or behind the rearmost of their side."""
    if "{" in what:
        raise AffrayError("add takes creatures by name, as in: 2 orc; change them afterwards, as in: hp Orc 2 9")
    many, _, kind = what.partition(" ")
    if not kind or not many.isdecimal():
        many, kind = "1", what
    new, names = set_up(scene, Member(count=parse(many), kind=kind, hp=AVERAGE))
    if scene.fight.n + new.n > MOST_COMBATANTS:
        raise AffrayError(f"a fight has room for {MOST_COMBATANTS} combatants")
    at = rear(scene.fight, side) if x is None or y is None else (x * TENTHS_IN_UNIT, y * TENTHS_IN_UNIT)
    line_up(scene.fight, new, *at)
    roster = join(scene.fight, scene.roster, new, names, side)
    if scene.fight.winner == UNDECIDED:
        seams.settle(scene.fight)
    return roster


def join(f: Fight, roster: Roster, new: Fight, names: Roster, side: int) -> Roster:
    first, (arms, effects) = f.n, bring_in(f, new)
    for c in new.who:
        renumber(c, arms, effects)
        c.id, c.side, c.turn = first + c.id, side, f.side[side].turn
        f.who.append(c)
        f.n += 1
        if not f.contact:
            look(f, c)
        seams.prepare_newcomer(f, c)
        note(f, E.REFEREE, SPOKEN, c, c)
    f.scan_end = f.n
    f.needs_upkeep = f.needs_upkeep or new.needs_upkeep
    f.side[side].size += new.n
    f.side[side].standing += new.n
    who = roster.who
    for name in names.who:
        who = (*who, unused_name(name, who))
    return replace(
        with_things(roster, names), who=who, kinds=roster.kinds + names.kinds, asides=roster.asides + names.asides
    )


def rear(f: Fight, side: int) -> tuple[int, int]:
    """Return the place of whoever of a side is farthest from any foe; where the side began, if nobody is left."""
    ours = [c for c in f.who[: f.n] if c.side == side and c.in_fight]
    foes = [c for c in f.who[: f.n] if c.side != side and c.in_fight]
    if not ours:
        return EAST[side] * f.start_distance, NORTH[side] * f.start_distance
    last = max(ours, key=lambda c: min((distance(c, foe) for foe in foes), default=0))
    return last.x, last.y


def line_up(f: Fight, new: Fight, x: int, y: int) -> None:
    """Put newcomers side by side, the first at a place."""
    for c in new.who:
        c.x, c.y = x, y + c.id * seams.melee_range(f)


def bring_in(f: Fight, new: Fight) -> tuple[int, int]:
    """Put the weapons and effects of another fight behind those of this one; return how many there were."""
    arms, effects = len(f.arms), len(f.effects)
    for weapon in new.arms:
        weapon.rider += effects if weapon.rider != NOBODY else 0
    f.arms, f.effects = [*f.arms, *new.arms], [*f.effects, *new.effects]
    return arms, effects


def with_things(roster: Roster, names: Roster) -> Roster:
    return replace(roster, arms=roster.arms + names.arms, effects=roster.effects + names.effects)


def renumber(c: Combatant, arms: int, effects: int) -> None:
    """Number the weapons and effects of a newcomer behind those that were there before."""
    c.kit = [k + arms if k != NOBODY else k for k in c.kit]
    c.spells = [s + effects if s != NOBODY else s for s in c.spells]
    for name in ("aura", "breath", "hug", "potion_effect"):
        if getattr(c, name) != NOBODY:
            setattr(c, name, getattr(c, name) + effects)


def unused_name(name: str, taken: Sequence[str]) -> str:
    base = name.rstrip("0123456789 ") or name
    return next(n for n in (name, *(f"{base} {i}" for i in range(2, 1000))) if n not in taken)


# --- weapons, shields, potions


def give(scene: Scene, who: Combatant, thing: str) -> Roster:
    """Put a weapon, a shield or potions into somebody's pack."""
    new, names = set_up(scene, Member(cls=FIGHTER, hp=AVERAGE, gear=(thing,)))
    arms, effects = bring_in(scene.fight, new)
    bearer = new.who[0]
    renumber(bearer, arms, effects)
    given = [k for k in bearer.kit if k != NOBODY and not scene.fight.arms[k].qualities & BARE]
    if given:
        stow(scene, who, given[0], bearer.kit_left[bearer.kit.index(given[0])])
    elif bearer.potions:
        who.potions, who.potion_effect = who.potions + bearer.potions, bearer.potion_effect
    elif bearer.shield:
        who.shield = bearer.shield
    else:
        raise AffrayError(f"{thing} is armour: set the armour class instead, as in: ac {scene.roster.who[who.id]} 5")
    note(scene.fight, E.REFEREE, SPOKEN, who, who)
    return with_things(scene.roster, names)


def stow(scene: Scene, who: Combatant, weapon: int, many: int) -> None:
    """Put a weapon into the first free slot; bare hands keep the last one."""
    name = scene.roster.who[who.id]
    if who.has_routine:
        raise AffrayError(f"{name} fights with natural attacks, and has no use for weapons")
    if scene.fight.arms[who.kit[0]].qualities & BARE:
        who.kit[KIT - 1], who.kit_left[KIT - 1], who.kit[0] = who.kit[0], NOBODY, NOBODY
        who.hand = KIT - 1
    free = [slot for slot in range(KIT - 1) if who.kit[slot] == NOBODY]
    if not free:
        raise AffrayError(f"{name} carries {KIT - 1} weapons already; take one away first")
    who.kit[free[0]], who.kit_left[free[0]] = weapon, many


def take(scene: Scene, who: Combatant, thing: str) -> None:
    """Take a weapon, the shield or all potions away from somebody."""
    f, name = scene.fight, scene.roster.who[who.id]
    carried = {scene.roster.arms[k].lower(): slot for slot, k in enumerate(who.kit) if k != NOBODY}
    has = [thing for thing, slot in carried.items() if not f.arms[who.kit[slot]].qualities & BARE]
    if thing.lower() == "shield" and who.shield:
        who.shield = 0
    elif who.potions and thing.lower() in ("potions", scene.roster.effects[who.potion_effect].lower()):
        who.potions = 0
    elif thing.lower() in carried and not who.has_routine:
        lay_down(f, who, carried[thing.lower()])
    else:
        raise AffrayError(f"{name} has no {thing}; there is {', '.join(has) or 'nothing'} to take")
    note(f, E.REFEREE, SPOKEN, who, who)


def lay_down(f: Fight, who: Combatant, slot: int) -> None:
    """Empty a slot of the kit; whose hand is empty then fights with bare hands."""
    if f.arms[who.kit[slot]].qualities & BARE:
        raise AffrayError("nobody can lose their bare hands")
    thrown = f.arms[who.kit[slot]].qualities & THROWN
    who.kit[slot], who.kit_left[slot] = NOBODY, 0 if thrown else who.kit_left[slot]
    if who.hand == slot:
        bare = [s for s, k in enumerate(who.kit) if k != NOBODY and f.arms[k].qualities & BARE]
        seams.take_in_hand(f, who, bare[0] if bare else who.hand)


# --- spells and mounts


def memorise(scene: Scene, who: Combatant, spell: str) -> Roster:
    """Put a spell into somebody's memory."""
    new, names = set_up(scene, Member(hp=AVERAGE, spells=(spell,)))
    free = [slot for slot, s in enumerate(who.spells) if s == NOBODY]
    if not free:
        raise AffrayError(f"{scene.roster.who[who.id]} has no room for another spell")
    _, effects = bring_in(scene.fight, new)
    reader = new.who[0]
    who.spells[free[0]], who.spell_levels[free[0]] = reader.spells[0] + effects, reader.spell_levels[0]
    who.caster = True
    note(scene.fight, E.REFEREE, SPOKEN, who, who)
    return with_things(scene.roster, names)


def forget(scene: Scene, who: Combatant, spell: str) -> None:
    """Strike a spell from somebody's memory."""
    known = {scene.roster.effects[s].lower(): slot for slot, s in enumerate(who.spells) if s != NOBODY}
    if spell.lower() not in known:
        raise AffrayError(f"{scene.roster.who[who.id]} has no such spell: {unknown('spell', spell, list(known))}")
    slot = known[spell.lower()]
    if who.current_spell == slot:
        who.current_spell = NOBODY
    who.spells[slot] = NOBODY
    note(scene.fight, E.REFEREE, SPOKEN, who, who)


def mount(scene: Scene, who: Combatant, beast: str) -> None:
    """Put somebody on a mount, at its movement rates."""
    rider = set_up(scene, Member(hp=AVERAGE, mount=beast))[0].who[0]
    who.mounted, who.move, who.fly, who.swim = True, rider.move, rider.fly, rider.swim
    note(scene.fight, E.REFEREE, SPOKEN, who, who)


def dismount(scene: Scene, who: Combatant, rate: int | None = None) -> None:
    """Put a rider on foot, at a rate of their own or that of somebody without armour."""
    if not who.mounted:
        raise AffrayError(f"{scene.roster.who[who.id]} is not mounted")
    walker = set_up(scene, Member(hp=AVERAGE))[0].who[0]
    who.mounted, who.move = False, walker.move if rate is None else rate * TENTHS_IN_UNIT
    who.fly, who.swim = 0, 0
    note(scene.fight, E.REFEREE, SPOKEN, who, who)


GEAR_COMMANDS = (
    Command(
        "add",
        (
            Argument("CREATURES", CREATURE),
            Argument("SIDE", SIDE),
            Argument("X", NUMBER, optional=True),
            Argument("Y", NUMBER, optional=True),
        ),
        "Let newcomers join a side, at a place or behind the others.",
        ("add 2 goblin SIDE", "add ogre SIDE", "add ogre SIDE 30 10"),
        add,
        ("", "{who} joins {side}"),
        "{who} joins {side}",
    ),
    Command(
        "give",
        (WHO, Argument("THING", WEAPON)),
        "Give somebody a weapon, a shield or potions.",
        ("give WHO dagger", "give WHO 2 healing potion"),
        give,
        ("", "Referee: {who} gets {THING}"),
    ),
    Command(
        "take",
        (WHO, Argument("THING", WEAPON)),
        "Take a weapon, the shield or all potions away from somebody.",
        ("take WHO sword", "take WHO shield"),
        take,
        ("", "Referee: {who} loses {THING}"),
    ),
    Command(
        "memorise",
        (WHO, Argument("SPELL", SPELL)),
        "Put a spell into somebody's memory.",
        ("memorise WHO sleep",),
        memorise,
        ("", "Referee: {who} has memorised {SPELL}"),
    ),
    Command(
        "forget",
        (WHO, Argument("SPELL", SPELL)),
        "Strike a spell from somebody's memory.",
        ("forget WHO sleep",),
        forget,
        ("", "Referee: {who} forgets {SPELL}"),
        fits=lambda f, who: who.caster,
    ),
    Command(
        "mount",
        (WHO, Argument("MOUNT", MOUNT)),
        "Put somebody on a mount, at its movement rate.",
        ("mount WHO war horse",),
        mount,
        ("", "Referee: {who} mounts a {MOUNT}"),
        "{who} mounts a {MOUNT}",
        fits=lambda f, who: not who.mounted,
    ),
    Command(
        "dismount",
        (WHO, Argument("RATE", NUMBER, optional=True)),
        "Put a rider on foot, at this movement rate.",
        ("dismount WHO", "dismount WHO 60"),
        dismount,
        ("", "Referee: {who} dismounts"),
        "{who} dismounts",
        fits=lambda f, who: who.mounted,
    ),
)
