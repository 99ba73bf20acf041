"""What the fourfold book puts fights together from: its content, its combatants, its finishing touches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from affray.content.entries import REQUIRED, Entry
from affray.engine.clauses import cite
from affray.engine.encounter import SKILLS, Terrain
from affray.engine.records import FourfoldWeapon
from affray.engine.state import Combatant, Weapon
from affray.engine.vocabulary import HUMAN, LONG, QUALITIES
from affray.errors import AffrayError
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.clauses import OPTIONS
from affray.rules.fourfold.damage import TURN
from affray.rules.fourfold.skills import WITHOUT, modifier
from affray.rules.fourfold.tactics import TACTICS
from affray.rules.shared.content import (
    FOOT,
    Arm,
    Armour,
    Calling,
    HitDice,
    Kind,
    Library,
    magic_with_turns_of,
    read_dice,
    routine,
    several_hit_dice,
    shelf,
)
from affray.rules.shared.content import library as classic
from affray.rules.shared.gear import Armoury, Carried
from affray.rules.shared.people import (
    Person,
    give_conditions,
    give_hit_points,
    give_kit,
    give_morale,
    give_nature,
    give_numbers,
    new_combatant,
)
from affray.rules.shared.setup import Muster, Setup, fear_of_fire

BOOK = "fourfold"
ATTRIBUTES = ("", "S", "D", "S/D")  # the number of each is the weapon's attribute
UNBURDENED = 90  # feet: a base rate of three times the move of a human
LEVELS = 10  # rows of a class


@cache
def library() -> Library:
    """Return this book's shelves with those of the classic book behind them: readings of fourfold.convert."""
    base = classic()
    return replace(
        base,
        book=BOOK,
        weapons=shelf(BOOK, "weapons.yaml", read_arm),
        armour=shelf(BOOK, "armour.yaml", read_armour),
        classes=shelf(BOOK, "classes.yaml", partial(read_class, base)),
        monsters={**base.monsters, **shelf(BOOK, "monsters.yaml", partial(read_foe, base))},
        **magic_with_turns_of(TURN, base),
    )


def read_arm(name: str, entry: Entry) -> Arm:
    ranges: tuple[int, ...] = ()
    if "range" in entry.fields:
        short, far = (FOOT * n for n in entry.numbers("range", 2))
        ranges = (short, short, far)
    extra = {
        "attribute": str(entry.word("attribute", ATTRIBUTES, "")),
        "shock": "/".join(str(n) for n in entry.numbers("shock", 2, "0/0")),
        "assassin": "yes" if entry.flag("assassin") else "",
    }
    return Arm(read_dice(entry, "damage", REQUIRED), ranges, entry.bits("qualities", QUALITIES), extra)


def read_armour(name: str, entry: Entry) -> Armour:
    shield = entry.number("shield", 0)
    return Armour(0, 0, shield) if shield else Armour(19 - entry.number("ac", most=30), FOOT * UNBURDENED, 0)


def read_class(base: Library, name: str, entry: Entry) -> Calling:
    extra = {
        "attack": "/".join(str(n) for n in entry.numbers("attack", LEVELS)),
        "hp": str(entry.number("hp", least=-5, most=10)),
        "skills": checked_skills(entry),
        "trained": "yes" if entry.flag("trained") else "",
    }
    return replace(calling_of(base.classes.get, entry), name=name, die=6, beyond=0, armour=(), weapons=(), extra=extra)


def calling_of(look: Callable[[str], Calling | None], entry: Entry) -> Calling:
    like = look(entry.text("like"))
    if like is None:
        entry.refuse("like: expected the name of a classic class")
    return like


def checked_skills(entry: Entry) -> str:
    words = entry.text("skills", "").split()
    if len(words) % 2 or any(word not in SKILLS for word in words[::2]) or not all(n.isdecimal() for n in words[1::2]):
        entry.refuse(f"skills: expected skills with their levels, as stab 1 shoot 0, found {' '.join(words)!r}")
    return " ".join(words)


def read_foe(base: Library, name: str, entry: Entry) -> Kind:
    like = base.monsters.get(entry.text("like"))
    if like is None:
        entry.refuse("like: expected the name of a classic monster")
    try:
        attacks = routine(entry.text("attacks"))
    except AffrayError as error:
        entry.refuse(f"attacks: {error}")
    return replace(
        like,
        name=name,
        ac=19 - entry.number("ac", most=30),
        hd=hit_dice_by_level(base, name, entry),
        attacks=attacks,
        morale=entry.number("morale", least=2, most=12),
        led=entry.number("led", 0),
        move=3 * FOOT * entry.number("move"),
        fights_as="",
        extra=of_its_own(entry),
    )


def hit_dice_by_level(base: Library, name: str, entry: Entry) -> tuple[HitDice, ...]:
    """Return the entry's own hit dice; of a foe with levels in the classic book those of higher levels follow."""
    own, classic_kind = several_hit_dice(entry), base.monsters.get(name)
    return (*own, *classic_kind.hd[len(own) :]) if classic_kind is not None else own


def of_its_own(entry: Entry) -> dict[str, str]:
    return {
        "hit": str(entry.number("hit")),
        "bow": str(entry.number("bow", 0)),
        "harm": str(entry.number("harm", 0)),
        "save": str(entry.number("save")),
        "shock": "/".join(str(n) for n in entry.numbers("shock", 2, "0/0")),
        "wields": entry.text("wields", ""),
        "trained": "yes" if entry.flag("trained") else "",
    }


NATURAL_SHOCK = (
    (32, "3/15"),
    (16, "2/13"),
    (4, "1/13"),
    (0, "0/0"),
)  # fourfold.convert: from so many quarters of a die
MOST_BONUS = 10  # fourfold.convert: of a monster's hit dice
HUMAN_RATE = 90 * FOOT  # three times 30 feet
ROWS = 10
TROOPS = {"militia": 6, "barbarian": 7, "trained": 8}  # fourfold.morale.rating


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    """Return the record of one member; their number, side, tactic and place are still to come."""
    p = with_arms(p)
    who = new_combatant(p)
    give_nature(p, who, arms)
    give_numbers(p, who)
    give_morale(p, who, of_its_kind, hirer)
    give_kit(p, who, arms)
    give_conditions(p, who, terrain)
    give_attributes(p, who)
    give_skills(p, who)
    give_attack(p, who)
    give_armour(p, who)
    give_saves(p, who)
    give_rate(p, who)
    give_rating(p, who)
    give_hit_dice(p, who)
    who.fourfold.dies_at_zero, who.fourfold.frail = is_minor(p), p.member.frail
    return who


def is_minor(p: Person) -> bool:
    """Return whether they are an opponent of the players whom the scenario doesn't name."""
    return not p.party.players and (not p.member.name or p.member.count.maximum > 1)


def with_arms(p: Person) -> Person:
    """Give a foe their own weapon, if they have one, where the scenario gives them none."""
    wields = p.kind.extra.get("wields", "")
    if p.calling or p.pack.arms or not wields:
        return p
    return replace(p, pack=p.pack._replace(arms=(Carried(wields, p.library.weapons[wields], 0, 1),)))


def give_attributes(p: Person, who: Combatant) -> None:
    """Give smaller modifiers than the classic ones; a foe's printed numbers hold them (fourfold.skill.check)."""
    cite(C.SKILL_CHECK)
    who.melee_modifier = who.damage_modifier = modifier(p.abilities["STR"]) if p.calling else 0
    who.missile_modifier = modifier(p.abilities["DEX"]) if p.calling else 0
    who.magic_save_modifier, who.initiative_modifier = 0, modifier(p.abilities["DEX"])
    if not p.calling:
        who.damage_modifier, who.missile_modifier = int(p.kind.extra.get("harm", 0)), int(p.kind.extra.get("bow", 0))


def give_skills(p: Person, who: Combatant) -> None:
    """Give the skills of the class; those the scenario lists win, `skill` for all three of combat."""
    words = p.calling.extra.get("skills", "").split() if p.calling else []
    for name, level in zip(words[::2], words[1::2], strict=True):
        who.fourfold.skills[SKILLS.index(name)] = int(level)
    if p.has("skill"):
        who.fourfold.skills[:3] = [written_skill(p, "skill")] * 3
    for n, name in enumerate(SKILLS):
        if p.has(name):
            who.fourfold.skills[n] = written_skill(p, name)
    trained = p.calling.extra.get("trained") if p.calling else p.kind.extra.get("trained")
    named = bool(p.member.name) and p.member.count.maximum == 1
    who.fourfold.may_snap = named or (bool(trained) if p.member.trained is None else p.member.trained)


def written_skill(p: Person, name: str) -> int:
    """Return the level that the scenario gives; −1 of a foe is told from one that nobody wrote."""
    level = p.number(name)
    return WITHOUT if level < 0 and not p.calling else level


def give_attack(p: Person, who: Combatant) -> None:
    """Set attack bonus and shock; those given win; convert a classic THAC0 as it stands (fourfold.attack.roll,
    fourfold.damage.shock)."""
    if p.has("attack bonus"):
        who.thac0 = 19 - p.number("attack bonus")
    elif not (p.has("thac0") or p.has("bonus")):
        who.thac0 = 19 - attack_bonus(p, who)
    who.fourfold.shock, who.fourfold.shock_ac = shock_of(own_shock(p, who), p.where)


def own_shock(p: Person, who: Combatant) -> str:
    """Return the shock given, that of a foe's entry, or of a converted beast's claws and teeth by its hit dice."""
    if p.has("shock"):
        return p.text("shock")
    armed = bool(p.pack.arms) or any(attack.name in ("weapon", *p.library.weapons) for attack in p.kind.attacks)
    harmless = not any(attack.damage for attack in p.kind.attacks)
    if p.calling or p.kind.extra or not p.member.kind or armed or harmless:
        return "0/0" if p.calling else p.kind.extra.get("shock", "0/0")
    cite(C.CONVERT)
    return next(shock for least, shock in NATURAL_SHOCK if who.hd >= least)


def attack_bonus(p: Person, who: Combatant) -> int:
    """Return the class's bonus, a foe's printed one, or one by the hit dice of a converted monster."""
    if p.calling:
        cite(C.ATTACK_ROLL)
        return int(p.calling.extra["attack"].split("/")[min(p.level, ROWS) - 1])
    if "hit" in p.kind.extra and not p.has("hd"):
        cite(C.ATTACK_ROLL)
        return int(p.kind.extra["hit"]) + p.level - 1 if len(p.kind.hd) > 1 else int(p.kind.extra["hit"])
    cite(C.CONVERT)
    return min(MOST_BONUS, who.hd // 4)


def shock_of(text: str, where: str) -> tuple[int, int]:
    """Return the two numbers of a shock such as 2/13."""
    parts = text.split("/")
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        raise AffrayError(f"{where}: shock: expected damage and armour class, such as 2/13, found {text!r}")
    return int(parts[0]), int(parts[1])


def give_armour(p: Person, who: Combatant) -> None:
    """Set the armour: a shield is a base of its own, or +1 to what is already as good; add DEX to either."""
    cite(C.ATTACK_ROLL)
    given = p.has("fourfold ac") or p.has("ac") or p.has("aac")
    if p.has("fourfold ac"):
        shield = p.number("shield") if p.has("shield") else 0
        who.ac, who.shield = 19 - p.number("fourfold ac") + shield, shield
    elif not given:
        worn = 19 - worn_class(p)
        deft = modifier(p.abilities["DEX"]) if p.calling else 0
        who.ac = 19 - worn - deft
        who.shield = max(p.pack.shield - worn, 1) if p.pack.shield else 0


def worn_class(p: Person) -> int:
    """Return the descending class without DEX and shield: a foe's own, or the armour they are given if it is better."""
    if p.calling or p.pack.armour == "none":
        return p.pack.ac if p.calling else p.kind.ac
    return min(p.kind.ac, p.pack.ac)


def give_saves(p: Person, who: Combatant) -> None:
    """Set the saves in the classic order of death, wands, paralysis, breath and spells (fourfold.save.roll)."""
    cite(C.SAVE_ROLL)
    if p.has("save") or not p.calling:
        score = p.number("save") if p.has("save") else foe_save(p, who)
        who.saves = [0, *[score] * 5]
        return
    physical, evasion, mental = (
        16 - max(modifier(p.abilities[a]), modifier(p.abilities[b])) - p.level
        for a, b in (("STR", "CON"), ("DEX", "INT"), ("WIS", "CHA"))
    )
    who.saves = [0, physical, evasion, physical, evasion, mental]


def foe_save(p: Person, who: Combatant) -> int:
    if "save" in p.kind.extra and not p.has("hd") and (p.level == 1 or len(p.kind.hd) == 1):
        return int(p.kind.extra["save"])
    cite(C.CONVERT)
    return 15 - who.hd // 8


def give_rate(p: Person, who: Combatant) -> None:
    """Set the base rate, three times the move: 30 feet a move for humans (fourfold.action.move)."""
    cite(C.ACTION_MOVE)
    own = p.kind.extra and not p.calling
    if who.tags & HUMAN and not (own or p.has("move") or p.member.mount):
        who.move = max(who.move, HUMAN_RATE) if p.calling else HUMAN_RATE


def give_rating(p: Person, who: Combatant) -> None:
    """Set the rating of hired troops; a retainer's is their loyalty (fourfold.morale.rating)."""
    cite(C.MORALE_RATING)
    if who.loyalty and not p.has("morale"):
        who.morale = who.loyalty
    if p.member.mercenary and not p.has("morale"):
        rating = TROOPS[p.member.mercenary.lower()]
        rating += bool(p.member.mount) + bool(p.member.elite) + 2 * bool(p.member.fanatic)
        who.morale = min(12, rating)


def give_hit_dice(p: Person, who: Combatant) -> None:
    """Give 1d6 a level with what the class and CON add to each; a foe's as in the classic book (fourfold.hp.roll)."""
    cite(C.HP_ROLL)
    give_hit_points(p, who)
    if p.calling:
        each = int(p.calling.extra["hp"]) + modifier(p.abilities["CON"])
        who.hp_count, who.hp_sides, who.hp_plus, who.hp_least = p.level, 6, p.level * each, p.level
        give_average(p, who)


def give_average(p: Person, who: Combatant) -> None:
    if p.member.hp == "average" and not p.member.max_hp:
        each = who.hp_plus // who.hp_count
        faces = sum(max(1, face + each) for face in range(1, 7))
        who.hp = who.max_hp = max(who.hp_least, who.hp_count * faces // 6)


LONG_REACH = 100  # fourfold.melee.reach: 10 feet
READ_AS = {  # fourfold.convert: classic names, and what stands for them
    "sword": "long sword",
    "battle axe": "war axe",
    "pole arm": "halberd",
    "short bow": "small bow",
    "long bow": "large bow",
    "two-handed sword": "great sword",
    "hand axe": "axe",
    "spear": "barbed spear",
    "javelin": "barbed spear",
    "leather": "gambeson",
    "leather armour": "gambeson",
    "chain mail": "mail shirt",
    "chain": "mail shirt",
    "plate mail": "hauberk",
    "plate": "hauberk",
    "shield": "small shield",
}
CLASSES = {
    "dwarf": "fighter",
    "halfling": "fighter",
    "cleric": "half-fighter",
    "elf": "half-fighter",
    "thief": "expert",
    "magic-user": "weaver",
}


def setup() -> Setup:
    return Setup(library(), OPTIONS, TACTICS, combatant, forge=forge, finish=finish, modifier=modifier)


def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    """Add what this book's table says of a weapon beyond the classic one."""
    for clause in (C.DAMAGE_ROLL, C.DAMAGE_SHOCK, C.ATTACK_ATTRIBUTE):
        cite(clause)
    if arm.ranges:
        cite(C.RANGED_RANGE)
    shock, upto = (int(n) for n in arm.extra.get("shock", "0/0").split("/"))
    return replace(
        weapon,
        fourfold=FourfoldWeapon(
            attribute=int(arm.extra.get("attribute", 0)),
            shock=shock,
            shock_ac=upto,
            assassin=bool(arm.extra.get("assassin")),
        ),
        reach=LONG_REACH if weapon.qualities & LONG else weapon.reach,
    )


def finish(muster: Muster) -> None:
    """Set the ground, the speaker's CHA, who lies in ambush, and what the log says once."""
    fear_of_fire(muster)
    fight, encounter = muster.fight, muster.encounter
    fight.fourfold.bad_ground = encounter.terrain.bad_ground
    if encounter.speaker:
        fight.speech_modifier = modifier(muster.people[fight.speaker].abilities["CHA"])
    for side, party in zip(fight.side, encounter.sides, strict=True):
        side.ambush_prepared = party.ambush == "prepared"
        side.wary = side.wary or bool(party.ambush)
    muster.encounter = replace(encounter, converted=(*encounter.converted, *conversion_notes(muster)))


def conversion_notes(muster: Muster) -> Iterator[str]:
    """Yield one line for each sort of thing (fourfold.convert)."""
    people = muster.people
    gear = sorted({word for p in people for word in map(plain, p.member.gear) if word in READ_AS})
    classes = sorted({p.calling.name for p in people if p.calling and p.calling.name in CLASSES})
    kinds = sorted({p.kind.name for p in people if p.member.kind and not p.kind.extra})
    inline = any(p.has("thac0") or p.has("ac") for p in people)
    if gear:
        yield f"read as this book's gear: {', '.join(f'{word} as {READ_AS[word]}' for word in gear)}"
    if classes:
        yield f"read as this book's classes: {', '.join(f'{name} as {CLASSES[name]}' for name in classes)}"
    if kinds:
        yield f"converted from classic: {', '.join(kinds)}"
    if inline:
        yield "converted from classic: armour classes and THAC0 given as numbers"
    if gear or classes or kinds or inline:
        cite(C.CONVERT)


def plain(word: str) -> str:
    """Return a piece of gear without its number and bonus."""
    return " ".join(part for part in word.lower().split() if not part.lstrip("+-−").isdecimal())


# --- odds of a target, and a gauge of encounters


FACES = range(1, 21)


class Row(NamedTuple):
    """A target, the chance to reach it with each kind of roll, and the flat bonus that either is worth."""

    target: int
    plain: Fraction
    advantage: Fraction
    bonus: int
    disadvantage: Fraction
    penalty: int


def table() -> tuple[Row, ...]:
    """Return the rows for targets 2 to 20, counted over the faces of the dice (fourfold.odds.table)."""
    cite(C.ODDS_TABLE)
    return tuple(row(target) for target in range(2, 21))


def row(target: int) -> Row:
    plain = Fraction(sum(face >= target for face in FACES), len(FACES))
    pairs = [(one, other) for one in FACES for other in FACES]
    best = Fraction(sum(max(pair) >= target for pair in pairs), len(pairs))
    worst = Fraction(sum(min(pair) >= target for pair in pairs), len(pairs))
    return Row(target, plain, best, points(best - plain), worst, points(worst - plain))


def points(difference: Fraction) -> int:
    """Return a difference in twentieths; round halves away from 0."""
    twentieths = abs(difference) * 20
    whole = int(twentieths + Fraction(1, 2))
    return whole if difference >= 0 else -whole


def gauge(attacks: int, hit_dice: int, levels: int, size: int) -> tuple[float, str]:
    """Return how hard an encounter is: attacks × hit dice of all foes against levels × heads of the party, and what it
    means.

    A rough gauge for the referee, no rule of the fight.
    """
    if levels < 1 or size < 1:
        raise AffrayError(f"a party of {size} with {levels} levels; expected 1 or more of each")
    ratio = attacks * hit_dice / (levels * size)
    if ratio <= 1:
        return ratio, "an easy win"
    if ratio < 2:
        return ratio, "someone may drop"
    return ratio, "dangerous" if ratio <= 4 else "a rout"
