"""From a scenario to a fight: sides, who stands where, what ends it, what all is called, and what is remarkable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from affray.content.overlay import kind_notes, with_content, with_kind_numbers
from affray.engine.clauses import WAIT, Option, cite, defaults
from affray.engine.encounter import (
    CONTACT,
    NEAREST,
    Content,
    Encounter,
    Member,
    Objective,
    Party,
    Terrain,
    adapt_to_book,
    looks_ahead,
)
from affray.engine.state import (
    ALWAYS,
    MOST_COMBATANTS,
    MOST_SIDES,
    NOBODY,
    ROOM,
    Combatant,
    CoveredPlace,
    Fight,
    Group,
    Side,
    Weapon,
    add_book_records,
)
from affray.engine.vocabulary import BARE, BLUNT, FALLEN, FIRE, LURKING, OUT, SPLASH
from affray.errors import AffrayError, unknown
from affray.rules.book import Roster
from affray.rules.shared import clauses as C
from affray.rules.shared.attack import band, lesser_modifier, modifier
from affray.rules.shared.content import FOOT, Arm, Calling, Library, library
from affray.rules.shared.gear import Armoury, Forge, find_word
from affray.rules.shared.people import Person, combatant, person
from affray.rules.shared.referee_gear import unused_name
from affray.rules.shared.round import EAST, NORTH
from affray.rules.shared.tactics import TACTICS

APART = 5  # feet between neighbours
ABREAST = 10  # in a rank in the open
MOST_AURAS = 31  # Combatant.met has a bit for each


def as_it_is(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    return weapon


def nothing_more(muster: Muster) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Setup:
    """What differs between books when a fight is put together."""

    library: Library
    options: Sequence[Option]
    tactics: Sequence[str]
    combatant: Callable[[Person, Armoury, Terrain, int, int], Combatant]  # how many of its kind; CHA of who hired it
    scale: int = FOOT  # tenths of the book's unit in a foot: scenarios are in feet
    forge: Forge = as_it_is  # the last touch on every weapon
    finish: Callable[[Muster], None] = nothing_more  # ... and on the whole fight
    modifier: Callable[[int], int] = modifier  # what an ability score adds
    shelves: Armoury | None = None  # weapons and effects with numbers already, which several fights share

    def names(self) -> dict[str, list[str]]:
        """Return the words a scenario may use, by kind."""
        content = self.library
        return {
            "monsters": sorted(content.monsters),
            "classes": sorted(content.classes),
            "weapons": sorted(content.weapons),
            "armour": sorted(content.armour),
            "spells": sorted(content.spells),
            "potions": sorted(content.potions),
            "tactics": list(self.tactics),
        } | ({"morale": sorted(content.tables["morale"])} if "morale" in content.tables else {})


@dataclass(slots=True)
class Muster:
    """A fight while it is put together."""

    setup: Setup
    encounter: Encounter
    fight: Fight
    arms: Armoury
    people: list[Person] = field(default_factory=list)  # of each combatant
    names: list[str] = field(default_factory=list)


def build(setup: Setup, encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
    """Return the fight before its first die, and the names of all in it."""
    if encounter.content:
        setup = replace(setup, library=with_content(setup.library, encounter.content))
        encounter = with_kind_numbers(encounter)
    encounter = adapt_to_book(encounter, setup.library.book, setup.options, setup.tactics)
    arms = setup.shelves or Armoury(setup.library, setup.forge)
    muster = put_together(setup, encounter, options, arms)
    if encounter.hidden:
        everybody, muster = muster, put_together(setup, without_hidden(encounter), options, arms)
        add_hidden(muster, everybody, encounter.hidden)
    return muster.fight, roster(muster)


def with_shelves(setup: Setup, encounter: Encounter) -> Setup:
    """Return the set-up with shelves for several fights like this one: what is put on them keeps its number."""
    return replace(setup, shelves=Armoury(with_content(setup.library, encounter.content), setup.forge))


def put_together(setup: Setup, encounter: Encounter, options: Mapping[str, int], arms: Armoury) -> Muster:
    """Put a fight together, with weapons and effects on the same shelves whoever is in it."""
    fight = Fight(rules=settings(setup.options, encounter, options))
    add_book_records(fight, [setup.library.book])
    muster = Muster(setup, encounter, fight, arms)
    fight.arms, fight.effects = muster.arms.arms.records, muster.arms.effects.records
    reserve_auras(muster)
    for party in encounter.sides:
        add_side(muster, party)
    face_each_other(fight)
    name_all(muster)
    take_places(muster)
    lay_ground(muster)
    set_objectives(muster)
    set_speaker(muster)
    setup.finish(muster)
    return muster


def classic_setup(options: Sequence[Option]) -> Setup:
    """Return the setup of a book with these options that changes nothing of the shared content and combatants."""
    return Setup(library(), options, TACTICS, combatant, finish=fear_of_fire)


# --- who lies in wait from the start: to all others the fight is put together as if they were not there


def without_hidden(encounter: Encounter) -> Encounter:
    """Return the encounter without those who lie in wait; who must fall and who speaks is set later."""
    first, sides = 0, []
    for party in encounter.sides:
        members, carried = list[Member](), party.carried
        for place, member in enumerate(party.members):
            gone = sum(first <= number < first + member.count.maximum for number in encounter.hidden)
            first += member.count.maximum
            if gone < member.count.maximum:
                members.append(replace(member, count=replace(member.count, plus=member.count.plus - gone)))
            elif place < party.carried:
                carried -= 1
        sides.append(replace(party, members=tuple(members), carried=carried))
    objectives = tuple(replace(one, down="") for one in encounter.objectives)
    return replace(encounter, sides=tuple(sides), objectives=objectives, speaker="", hidden=())


def add_hidden(muster: Muster, everybody: Muster, hidden: Sequence[int]) -> None:
    """List those who lie in wait behind all the others, with names that leave no gap among them (affray.wait)."""
    cite(WAIT)
    fight, whole = muster.fight, everybody.fight
    seen = [c.id for c in whole.who if c.id not in hidden]
    for c, number in zip(fight.who, seen, strict=True):
        c.objective_of = whole.who[number].objective_of
    if whole.speaker in seen:
        fight.speaker, fight.speech_modifier = seen.index(whole.speaker), whole.speech_modifier
    for number in hidden:
        add_one_hidden(muster, whole.who[number], everybody.people[number], everybody.names[number])
    fight.fall_decides = whole.fall_decides
    for side in fight.side:
        if side.size == 0:
            side.first_member = min(c.id for c in fight.who if c.side == side.id)
        side.first_foe = min((c.id for c in fight.who if c.side != side.id and c.in_fight), default=fight.n)


def add_one_hidden(muster: Muster, who: Combatant, p: Person, name: str) -> None:
    fight = muster.fight
    who.id = fight.n
    who.conditions |= 1 << LURKING
    who.ends_at[LURKING] = ALWAYS
    who.in_fight = who.able = False
    if p.member.position is None and muster.encounter.distance != CONTACT:
        fall_in(muster, who)
    fight.who.append(who)
    fight.n += 1
    muster.people.append(p)
    muster.names.append(unused_name(name, muster.names))


def fall_in(muster: Muster, who: Combatant) -> None:
    """Put somebody at the next place of the ranks, where the others stand as they are."""
    abreast, apart = measure_ranks(muster)
    n, seen = sum(c.side == who.side for c in muster.fight.who), muster.fight.side[who.side].size
    in_rank = max(1, min(abreast, seen - n // abreast * abreast))
    set_in_rank(who, apart * (n // abreast), apart * (n % abreast) - apart * (in_rank - 1) // 2)


def settings(options: Sequence[Option], encounter: Encounter, given: Mapping[str, int]) -> list[int]:
    """Return every option by its number: as given, else as the scenario says, else the default."""
    names, said = [option.name for option in options], encounter.options
    for name in (*given, *said):
        if name not in names:
            raise AffrayError(unknown("option", name, names))
    rules = defaults()
    rules += [0] * (1 + max((o.number for o in options), default=0) - len(rules))
    for o in options:
        rules[o.number] = given[o.name] if o.name in given else o.read(said[o.name]) if o.name in said else o.default
    return rules


def reserve_auras(muster: Muster) -> None:
    """Put auras first among the effects: who has met one is kept as a bit."""
    content = muster.setup.library
    for party in muster.encounter.sides:
        for member in party.members:
            kind = content.monsters.get(member.kind.lower())
            if kind and kind.aura:
                muster.arms.effect(kind.aura, content.effects, kind.name)
    if len(muster.arms.effects.records) > MOST_AURAS:
        raise AffrayError(f"one fight has room for {MOST_AURAS} different gazes, songs and stenches; leave some out")


def face_each_other(fight: Fight) -> None:
    for side in fight.side:
        side.first_foe = min((other.first_member for other in fight.side if other is not side), default=fight.n)


def add_side(muster: Muster, party: Party) -> None:
    fight, encounter = muster.fight, muster.encounter
    if fight.sides == MOST_SIDES:
        raise AffrayError(f"a fight has room for {MOST_SIDES} sides; {encounter.title!r} has {len(encounter.sides)}")
    told = encounter.distance == CONTACT or any(p.surprised for p in encounter.sides)
    side = Side(
        id=fight.sides,
        first_member=fight.n,
        players=party.players,
        way_out=party.way_out,
        wary=party.wary or told or party.surprised is False,
        surprised=bool(party.surprised),
        ambush=bool(party.ambush),
    )
    fight.side.append(side)
    fight.sides += 1
    everybody = [person(m, party, where(party, m), muster.setup.library, muster.setup.modifier) for m in party.members]
    hirer = max((p.abilities["CHA"] for p in everybody if p.calling and not p.member.retainer), default=10)
    for p in everybody:
        add_member(muster, side, p, sum(number(q) for q in everybody if q.kind == p.kind), hirer)


def where(party: Party, member: Member) -> str:
    return f"side {party.name!r}, {member.name or member.kind or member.cls or 'somebody without a name'}"


def number(p: Person) -> int:
    """Return how many there are; of a number to be rolled the average."""
    return int(p.member.count.mean)


def add_member(muster: Muster, side: Side, p: Person, of_its_kind: int, hirer: int) -> None:
    fight, count = muster.fight, p.member.count
    if count.maximum < 1:
        raise AffrayError(f"{p.where}: a count of {count}; expected at least 1")
    if fight.n + count.maximum > MOST_COMBATANTS:
        raise AffrayError(f"a fight has room for {MOST_COMBATANTS} combatants; {p.where} is one too many")
    if count.count:
        add_group(fight, p)
    tactic = tactic_of(p, muster.setup.tactics)
    for _ in range(count.maximum):
        who = muster.setup.combatant(p, muster.arms, muster.encounter.terrain, of_its_kind, hirer)
        if p.member.mount:
            give_mount(muster, who, p)
        who.id, who.side, who.tactic = fight.n, side.id, tactic
        fight.who.append(who)
        muster.people.append(p)
        fight.n += 1
        side.size += 1
        side.standing += who.conditions & FALLEN == 0
        who.began_with = who.conditions & OUT
        fight.needs_upkeep = fight.needs_upkeep or who.aura != NOBODY or who.regenerates > 0


def give_mount(muster: Muster, who: Combatant, p: Person) -> None:
    """Give a rider the mount's rates, and keep those on foot for later (classic.move.mount)."""
    on_foot = replace(p, member=replace(p.member, mount=""))
    walker = muster.setup.combatant(on_foot, muster.arms, muster.encounter.terrain, 1, 10)
    who.has_mount = True
    who.spare_move, who.spare_fly, who.spare_swim = walker.move, walker.fly, walker.swim


def tactic_of(p: Person, tactics: Sequence[str]) -> int:
    if looks_ahead(p.member.tactic):
        raise AffrayError(f"{p.where}: cunning is a tactic of a whole side; write it beside the side's members")
    word = p.member.tactic or (NEAREST if looks_ahead(p.party.tactic) else p.party.tactic)
    return tactics.index(find_word(word, dict.fromkeys(tactics), "tactic", p.where))


def add_group(fight: Fight, p: Person) -> None:
    """Add a number that is rolled when the fight starts; there is room for the most (classic.number)."""
    cite(C.NUMBER)
    count = p.member.count
    if count.keep:
        raise AffrayError(f"{p.where}: a count of {count}; a number of combatants is rolled without keeping dice")
    if len(fight.groups) == ROOM["groups"]:
        raise AffrayError(f"a fight has room for {ROOM['groups']} numbers to be rolled; {p.where} is one too many")
    fight.groups.append(Group(fight.n, count.maximum, count.count, count.sides, count.plus, count.times))


def name_all(muster: Muster) -> None:
    """Name everybody as the scenario says, or after the kind; number them only where there are several."""
    called = [p.member.name or (p.member.kind or p.member.cls or "somebody").capitalize() for p in muster.people]
    several, seen = Counter(called), Counter[str]()
    for name in called:
        seen[name] += 1
        muster.names.append(name if several[name] == 1 else f"{name} {seen[name]}")


def take_places(muster: Muster) -> None:
    """Put everybody in contact, at positions of their own, or in ranks to be set at a distance."""
    fight, encounter = muster.fight, muster.encounter
    placed = [p.member.position is not None for p in muster.people]
    if any(placed) and not all(placed):
        at = muster.people[placed.index(False)].where
        raise AffrayError(f"{at}: has no position, but others have; give one to everybody, or to nobody")
    if any(placed):
        stand(muster)
        return
    if encounter.distance == CONTACT:
        fight.contact = True
        return
    draw_up(muster)
    if isinstance(encounter.distance, int):
        fight.start_distance = muster.setup.scale * encounter.distance
    else:
        roll_distance(muster)


def stand(muster: Muster) -> None:
    """Put everybody at the place given, several of one kind side by side."""
    foot = muster.setup.scale
    for who, p in zip(muster.fight.who, muster.people, strict=True):
        beside = sum(q is p for q in muster.people[: who.id])
        x, y, z = p.member.position or (0, 0, 0)
        who.x, who.y, who.z = foot * x, foot * (y + APART * beside), foot * z


def draw_up(muster: Muster) -> None:
    """Put sides in ranks 5 feet apart, each looking towards the middle; in a passage as many abreast as it holds."""
    abreast, apart = measure_ranks(muster)
    for side in muster.fight.side:
        ranks = [c for c in muster.fight.who if c.side == side.id]
        for n, who in enumerate(ranks):
            in_rank = min(abreast, len(ranks) - n // abreast * abreast)
            set_in_rank(who, apart * (n // abreast), apart * (n % abreast) - apart * (in_rank - 1) // 2)


def measure_ranks(muster: Muster) -> tuple[int, int]:
    """Return how many stand abreast, and how far apart."""
    width = muster.encounter.terrain.width
    return max(1, width // APART) if width else ABREAST, APART * muster.setup.scale


def set_in_rank(who: Combatant, back: int, aside: int) -> None:
    """Put somebody so far back, which is away from the middle, and so far aside."""
    east, north = (EAST[who.side], NORTH[who.side]) if who.side else (-1, 0)
    who.x = east * back + (aside if east == 0 else 0)
    who.y = north * back + (aside if east != 0 else 0)


def roll_distance(muster: Muster) -> None:
    """Read dice, times, feet or yards of the distance (classic.distance)."""
    cite(C.DISTANCE)
    content, foot = muster.setup.library, muster.setup.scale
    text = content.tables["distance"]["outdoors" if muster.encounter.terrain.outdoors else "indoors"]
    found = re.fullmatch(r"(\d+)d(\d+)x(\d+) (feet|yards)", text)
    if found is None:
        raise AffrayError(f"{content.book}: the table of distance: expected dice such as 2d6x10 feet, found {text!r}")
    fight = muster.fight
    fight.distance_count, fight.distance_sides = int(found[1]), int(found[2])
    fight.distance_times = int(found[3]) * (foot if found[4] == "feet" else 3 * foot)


def lay_ground(muster: Muster) -> None:
    fight, terrain = muster.fight, muster.encounter.terrain
    fight.width = muster.setup.scale * terrain.width
    fight.outdoors, fight.daylight, fight.dark = terrain.outdoors, terrain.daylight, terrain.dark
    fight.unstable = terrain.deck
    fight.water = ("", "in", "under").index(terrain.water)
    lay_cover(muster)


def lay_cover(muster: Muster) -> None:
    """List the places that give cover to whoever is there (classic.move.cover)."""
    fight, rows = muster.fight, muster.setup.library.tables["cover"]
    for place in muster.encounter.terrain.cover:
        x, y, z = (muster.setup.scale * part for part in place.position)
        cover = int(rows[find_word(place.cover, rows, "cover", "terrain")])
        fight.covers.append(CoveredPlace(x, y, z, cover))
    fight.cover_count = len(fight.covers)
    fight.has_cover = fight.cover_count > 0 or any(who.cover for who in fight.who)


def fear_of_fire(muster: Muster) -> None:
    """Set the morale in brackets for those who fear fire, when a foe brings it."""
    for who, p in zip(muster.fight.who, muster.people, strict=True):
        own = p.kind.against_fire and not p.calling and who.morale == p.kind.morale
        if own and any(c.side != who.side and brings_fire(muster, c) for c in muster.fight.who):
            who.morale = p.kind.against_fire


def brings_fire(muster: Muster, who: Combatant) -> bool:
    arms, magic = muster.arms.arms.records, muster.arms.effects.records
    held = [arms[n].qualities for n in who.kit if n != NOBODY]
    cast = [magic[n].qualities for n in (*who.spells, who.breath) if n != NOBODY]
    return any(qualities & FIRE for qualities in held + cast)


def set_objectives(muster: Muster) -> None:
    fight = muster.fight
    rules = {option.name: fight.rules[option.number] for option in muster.setup.options}
    fight.last_round = muster.encounter.rounds or rules["rounds"]
    sides = [party.name for party in muster.encounter.sides]
    for objective in muster.encounter.objectives:
        if objective.side not in sides:
            raise AffrayError(f"an objective: {unknown('side', objective.side, sides)}")
        aim(muster, objective, sides.index(objective.side))


def aim(muster: Muster, objective: Objective, side: int) -> None:
    fight = muster.fight
    if objective.down:
        fight.who[find_member(muster, objective.down, "an objective")].objective_of = side
        fight.fall_decides = True
    if objective.rounds:
        if fight.holding_side not in (NOBODY, side):
            raise AffrayError("two sides have rounds for an objective; only one can win when time is up")
        fight.holding_side, fight.last_round = side, objective.rounds
    if objective.escape:
        fight.side[side].wins_by_escape = True


def find_member(muster: Muster, name: str, what: str) -> int:
    if name not in muster.names:
        raise AffrayError(f"{what}: {unknown('name', name, muster.names)}")
    return muster.names.index(name)


def set_speaker(muster: Muster) -> None:
    """Set who speaks where reactions are rolled, and what their CHA adds."""
    if muster.encounter.speaker:
        at = find_member(muster, muster.encounter.speaker, "the speaker")
        muster.fight.speaker = at
        muster.fight.speech_modifier = lesser_modifier(muster.people[at].abilities["CHA"])


def roster(muster: Muster) -> Roster:
    arms = muster.arms
    return Roster(
        who=tuple(muster.names),
        sides=tuple(party.name for party in muster.encounter.sides),
        arms=tuple(arms.arms.names),
        effects=tuple(arms.effects.names),
        kinds=tuple(p.member.kind or p.member.cls or name for p, name in zip(muster.people, muster.names, strict=True)),
        notes=(*muster.encounter.converted, *unusual_remarks(muster)),
        asides=tuple(notes_on(p, muster.encounter.content) for p in muster.people),
        content=muster.encounter.content,
    )


def notes_on(p: Person, content: Content) -> str:
    """Return the notes of somebody's kind: those of the scenario's own entry, else the book's."""
    return (kind_notes(content, p.member.kind) if content else "") or p.kind.notes


def unusual_remarks(muster: Muster) -> Iterator[str]:
    """Yield what is unusual, once for each side and each member."""
    for side in muster.fight.side:
        yield from retinue([p for p, c in zip(muster.people, muster.fight.who, strict=True) if c.side == side.id])
    for n, p in enumerate(muster.people):
        if n == 0 or p is not muster.people[n - 1]:
            for remark in remarks(p):
                yield f"{muster.names[n]}: {remark}"


def remarks(p: Person) -> Iterator[str]:
    if p.calling:
        yield from armour(p, p.calling)
        yield from arms(p, p.calling)
        yield from memory(p, p.calling)


def retinue(people: Sequence[Person]) -> Iterator[str]:
    """Yield a remark on more retainers on a side than the CHA of its characters holds."""
    many = sum(p.member.retainer > 0 for p in people)
    if not many:
        return
    rows = [int(n) for n in people[0].library.tables["charisma"]["retainers"].split("/")]
    hirers = {id(p): p for p in people if p.calling and not p.member.retainer}
    most = sum(rows[band(p.abilities["CHA"])] * p.member.count.maximum for p in hirers.values())
    if many > most:
        cite(C.MORALE_RETAINER)
        yield f"{people[0].party.name}: {many} retainers, but CHA holds {most}"


def armour(p: Person, calling: Calling) -> Iterator[str]:
    """Yield remarks on armour not allowed; those who may not wear all armour carry no shield either."""
    if not calling.armour:
        return
    worn = p.library.armour
    allowed = {"none"} | {name for name in worn for best in calling.armour if worn[name] == worn[best]}
    if p.pack.armour not in allowed:
        yield f"a {calling.name} does not wear {p.pack.armour}"
    if p.pack.shield:
        yield f"a {calling.name} does not carry a shield"


def arms(p: Person, calling: Calling) -> Iterator[str]:
    for carried in p.pack.arms:
        fits = not calling.weapons or carried.name in calling.weapons
        blunt = "blunt" in calling.weapons and carried.arm.qualities & BLUNT
        if not (fits or blunt or carried.arm.qualities & (BARE | SPLASH)):
            yield f"a {calling.name} does not use a {carried.name}"


def memory(p: Person, calling: Calling) -> Iterator[str]:
    """Yield remarks on spells of another list, and on more than a day's; the book's table ends at level 5."""
    spells = p.library.spells
    levels = [spells[find_word(word, spells, "spell", p.where)].lists.get(calling.magic, 0) for word in p.member.spells]
    if levels:
        cite(C.SPELL_MEMORY)
    for word, level in zip(p.member.spells, levels, strict=True):
        if level == 0:
            yield f"{word.lower()} is no spell of a {calling.name}"
    row = calling.memory.get(p.level)
    for level, many in sorted(Counter(levels).items()) if row is not None else ():
        room = row[level - 1] if row and 0 < level <= len(row) else 0
        if level and many > room:
            yield f"spells of level {level}: {many}, but a {calling.name} of level {p.level} can memorise {room}"
