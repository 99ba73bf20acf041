"""The monsters of the classic book as the rulebook prints them: every column and every word of the notes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from affray.clauses import BY_ID
from affray.conditions import NAMES
from affray.dice import parse
from affray.encounter import CONTACT, Encounter, Member, Party
from affray.rules.classic.build import build
from affray.rules.classic.shelves import library
from affray.state import NOBODY, Combatant, Effect, Fight
from affray.words import EFFECTS, QUALITIES, SAVES, SHAPES, TAGS

MONSTERS = """
| normal human | 9[10] | ½ (d4) | wpn d6 | 20 | 120 | NH | 6 | |
| acolyte | 2[17] | 1 | mace d6 | 19 | 60 | C1 | 7 | |
| bandit | 6[13] | 1 | wpn d6 | 19 | 120 | T1 | 8 | |
| berserker | 7[12] | 1+1 | wpn d8 | 18 | 120 | F1 | 12 | +2 hit vs humans |
| veteran | 2[17] | 1–3 | wpn d8 | 19 | 60 | F1–3 | 9 | |
| dwarf | 4[15] | 1 | wpn d8 | 19 | 60 | D1 | 8 (10) | |
| elf | 5[14] | 1+1 | wpn d8 | 18 | 120 | E1 | 8 (10) | one L1 spell |
| halfling | 7[12] | 1−1 | wpn d6 | 19 | 90 | H1 | 7 | |
| kobold | 7[12] | ½ | wpn d4−1 | 19 | 60 | NH | 6 (8) | |
| goblin | 6[13] | 1−1 | wpn d6 | 19 | 60 | NH | 7 (9 king) | −1 in daylight |
| orc | 6[13] | 1 | wpn d6 | 19 | 120 | F1 | 6 (8) | −1 in daylight |
| hobgoblin | 6[13] | 1+1 | wpn d8 | 18 | 90 | F1 | 8 (10) | |
| gnoll | 5[14] | 2 | wpn 2d4 | 18 | 90 | F2 | 8 | |
| lizard man | 5[14] | 2+1 | wpn d6+1 | 17 | 60, swim 120 | F2 | 12 | |
| troglodyte | 5[14] | 2 | 2 claw d4, bite d4 | 18 | 120 | F2 | 9 | surprise 1–4; stench save or −2 |
| bugbear | 5[14] | 3+1 | wpn 2d4 | 16 | 90 | F3 | 9 | surprise 1–3 |
| ogre | 5[14] | 4+1 | club d10 | 15 | 90 | F4 | 10 | |
| minotaur | 6[13] | 6 | gore d6 + bite d6, or wpn d6+2 | 14 | 120 | F6 | 12 | |
| troll | 4[15] | 6+3 | 2 talon d6, bite d10 | 13 | 120 | F6 | 10 (8 fire) | regen 3/rd from 3rd round after damage; only fire/acid kills |
| hill giant | 4[15] | 8 | wpn 2d8 | 12 | 120 | F8 | 8 | |
| skeleton | 7[12] | 1 | wpn d6 | 19 | 60 | F1 | 12 | undead |
| zombie | 8[11] | 2 | wpn d8 | 18 | 60 | F1 | 12 | undead, always last |
| ghoul | 6[13] | 2* | 2 claw d3, bite d3 | 18 | 90 | F2 | 9 | each hit: paralysis 2d4 turns, save; elves immune |
| shadow | 7[12] | 2+2* | touch d4 + 1 STR | 17 | 90 | F2 | 12 | magic only; surprise 1–5 |
| wight | 5[14] | 3* | touch, 1 level | 17 | 90 | F3 | 12 | silver/magic |
| wraith | 3[16] | 4** | touch d6, 1 level | 16 | 120, fly 240 | F4 | 12 | silver half, magic full |
| mummy | 3[16] | 5+1* | touch d12 + rot | 14 | 60 | F5 | 12 | sight: save or paralysed; fire/magic only, half |
| giant rat | 7[12] | ½ | bite d3 | 19 | 120 | F1 | 8 | disease 1 in 20 |
| stirge | 7[12] | 1* | beak d3, attaches d3/rd | 19 | 30, fly 180 | F2 | 9 | first dive +2 |
| giant bat | 6[13] | 2 | bite d4 | 18 | 30, fly 180 | F1 | 8 | |
| fire beetle | 4[15] | 1+2 | bite 2d4 | 18 | 120 | F1 | 7 | |
| giant centipede | 9[10] | ½* | bite, poison | 19 | 60 | NH | 7 | save or sick 10 days |
| wolf | 7[12] | 2+2 | bite d6 | 17 | 180 | F1 | 6 (8 pack 4+) | |
| dire wolf | 6[13] | 4+1 | bite 2d4 | 15 | 150 | F2 | 8 | |
| black bear | 6[13] | 4 | 2 claw d3, bite d6 | 16 | 120 | F2 | 7 | both claws: hug 2d8 |
| owl bear | 5[14] | 5 | 2 claw d8, bite d8 | 15 | 120 | F3 | 9 | both claws: hug 2d8 |
| black widow spider | 6[13] | 3* | bite 2d6 + deadly poison | 17 | 60 | F2 | 8 | web |
| carcass crawler | 7[12] | 3+1* | 8 tentacles, paralysis | 16 | 120 | F2 | 9 | |
| gelatinous cube | 8[11] | 4* | touch 2d4 + paralysis | 16 | 60 | F2 | 12 | surprise 1–4 |
| harpy | 7[12] | 3* | 2 claw d4, wpn d6, song | 17 | 60, fly 150 | F3 | 7 | charm, save S |
| gargoyle | 5[14] | 4 | 2 claw d3, bite d6, horn d4 | 16 | 90, fly 150 | F8 | 11 | magic only |
| medusa | 8[11] | 4** | snakes d6 + poison, gaze | 16 | 90 | F4 | 8 | petrify save |
| werewolf | 5[14] | 4* | bite 2d4 | 16 | 180 | F4 | 8 | silver/magic |
| cockatrice | 6[13] | 5** | beak d6 + petrify | 15 | 90, fly 180 | F5 | 7 | |
| white dragon | 3[16] | 6** | 2 claw d4, bite 2d8, or cold cone 80' | 14 | 90, fly 240 | F6 | 8 | breath = current hp, 3/day, save half |
| red dragon | −1[20] | 10** | 2 claw d8, bite 4d8, or fire cone 90' | 11 | 90, fly 240 | F10 | 10 | same |
| war horse | 7[12] | 3 | 2 hoof d6 | 17 | 120 | F2 | 9 | lance charge |
"""  # noqa: E501
BY_DICE = {1: "12/13/14/15/16", 2: "12/13/14/15/16", 3: "12/13/14/15/16", 4: "10/11/12/13/14", 5: "10/11/12/13/14"}
BY_DICE |= {6: "10/11/12/13/14", 8: "8/9/10/10/12", 10: "6/7/8/8/10"}
FIRST_LEVEL = {
    "C1": "11/12/14/16/15",
    "T1": "13/14/13/16/15",
    "D1": "8/9/10/13/12",
    "E1": "12/13/13/15/15",
    "H1": "8/9/10/13/12",
}


class Printed(NamedTuple):
    name: str
    ac: str
    hd: str
    attacks: str
    thac0: str
    move: str
    saves: str
    morale: str
    notes: str


BOOK = [Printed(*(cell.strip() for cell in line.split("|")[1:-1])) for line in MONSTERS.strip().splitlines()]
BY_NAME = {row.name: row for row in BOOK}
every = pytest.mark.parametrize("row", BOOK, ids=[row.name for row in BOOK])


def meeting(*members: Member, foes: tuple[Member, ...] = (Member(kind="normal human", hp=1),)) -> Fight:
    return build(Encounter("t", "t", (Party("ours", members), Party("theirs", foes)), CONTACT), {})[0]


def one(name: str) -> Combatant:
    return meeting(Member(kind=name)).who[0]


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_the_book_has_these_and_no_others() -> None:
    assert sorted(BY_NAME) == sorted(library().monsters)


@pytest.mark.clause("classic.attack.descending")
@pytest.mark.clause("classic.attack.ascending")
@every
def test_armour_class(row: Printed) -> None:
    descending, ascending = row.ac.strip("]").split("[")
    who = one(row.name)
    assert (who.ac, 19 - who.ac, who.shield) == (number(descending), number(ascending), 0)


def dice_of(hd: str) -> tuple[int, int, int, int]:
    """Dice, sides, plus, and the hit dice in quarters. An asterisk changes nothing in a fight."""
    plain = hd.replace(" (d4)", "").strip("*")
    if plain == "½":
        return 1, 4, 0, 2
    found = re.fullmatch(r"(\d+)(?:([+−])(\d))?", plain)
    assert found, hd
    plus = int(found[3] or 0) * (-1 if found[2] == "−" else 1)
    return int(found[1]), 8, plus, 4 * int(found[1]) + (plus > 0) - (plus < 0)


@pytest.mark.clause("classic.hp.roll")
@every
def test_hit_dice(row: Printed) -> None:
    if row.name == "veteran":
        found = [meeting(Member(kind="veteran", level=n)).who[0] for n in (1, 2, 3)]
        assert [(c.hp_count, c.hp_sides, c.hp_plus, c.hd, c.level) for c in found] == [
            (n, 8, 0, 4 * n, n) for n in (1, 2, 3)
        ]
        return
    who = one(row.name)
    assert (who.hp_count, who.hp_sides, who.hp_plus, who.hd) == dice_of(row.hd)
    assert who.level == max(1, who.hd // 4)
    assert not who.character


def of_class(row: Printed) -> bool:
    return row.name in ("normal human", "acolyte", "veteran")


def marks_of(row: Printed) -> list[pytest.MarkDecorator]:
    """Those with a class of their own read its THAC0; the others read the table of hit dice."""
    if of_class(row):
        return [pytest.mark.clause("classic.attack.class")]
    plus = [pytest.mark.clause("classic.attack.plus")] if "+" in row.hd else []
    return [pytest.mark.clause("classic.attack.thac0"), *plus]


@pytest.mark.parametrize("row", [pytest.param(row, marks=marks_of(row), id=row.name) for row in BOOK])
def test_thac0(row: Printed) -> None:
    assert one(row.name).thac0 == int(row.thac0)
    if row.name == "veteran":
        assert meeting(Member(kind="veteran", level=3)).who[0].thac0 == 19


@pytest.mark.clause("classic.move.encounter")
@every
def test_movement(row: Printed) -> None:
    rates = {"walk": 0, "fly": 0, "swim": 0}
    for part in row.move.split(", "):
        how, _, feet = part.rpartition(" ")
        rates[how or "walk"] = 10 * int(feet)
    who = one(row.name)
    assert (who.move, who.fly, who.swim) == (rates["walk"], rates["fly"], rates["swim"])


@pytest.mark.clause("classic.save.monster")
@every
def test_saves(row: Printed) -> None:
    if row.saves == "NH":
        printed = "14/15/16/17/18"
    elif row.saves in FIRST_LEVEL:
        printed = FIRST_LEVEL[row.saves]
    else:
        printed = BY_DICE[int(row.saves[1:].split("–")[0])]
    assert one(row.name).saves == [0, *(int(n) for n in printed.split("/"))]
    assert library().monsters[row.name].saves == row.saves.replace("–", " to ")


@pytest.mark.clause("classic.morale.bounds")
@every
def test_morale(row: Printed) -> None:
    """In brackets: with the leader, in a pack, or against fire."""
    found = re.fullmatch(r"(\d+)(?: \((\d+)(.*)\))?", row.morale)
    assert found
    plain, other, case = int(found[1]), int(found[2] or 0), (found[3] or "").strip()
    who = one(row.name)
    led = other if case in ("", "king") else 0
    assert (who.morale, who.led) == (plain, led)
    if case == "pack 4+":
        assert {c.morale for c in meeting(Member(kind=row.name, count=parse("3"))).who[:3]} == {plain}
        assert {c.morale for c in meeting(Member(kind=row.name, count=parse("4"))).who[:4]} == {other}
    elif case == "fire":
        for gear, spells in ((("oil flask",), ()), (("torch",), ()), ((), ("fireball",))):
            foe = Member(cls="magic-user", level=5, gear=gear, spells=spells)
            assert meeting(Member(kind=row.name), foes=(foe,)).who[0].morale == other
        assert meeting(Member(kind=row.name), foes=(Member(cls="elf", spells=("sleep",)),)).who[0].morale == plain
    else:
        assert case in ("", "king")


# --- attacks

BESIDE = {  # words of the attacks column that are no blow: the effect that follows the hit before them
    "1 STR": "drain-strength",
    "1 level": "drain-level",
    "rot": "rotting",
    "attaches d3/rd": "attach",
    "poison": "",  # deadly, or as the notes say
    "deadly poison": "death",
    "paralysis": "paralysed",
    "petrify": "petrified",
    "song": None,  # auras
    "gaze": None,
}
Blow = tuple[int, str, tuple[int, int, int], int, str]  # times, name, dice, alternative, what follows


def blows(row: Printed) -> list[Blow]:
    found: list[Blow] = []
    for mode, alternative in enumerate(re.sub(r", or \w+ cone .*", "", row.attacks).split(", or ")):
        for part in re.split(r", | \+ ", alternative):
            if part in BESIDE:
                follows = BESIDE[part]
                if follows is not None:
                    follows = follows or ("sick" if "sick" in row.notes else "death")
                    found[-1] = (*found[-1][:4], follows)
                continue
            blow = re.fullmatch(r"(?:(\d) )?([a-z]+?)(?: (\d*)d(\d+)(?:([+−]\d))?)?", part)
            assert blow, part
            dice = (int(blow[3] or 1), int(blow[4]), number(blow[5] or "0")) if blow[4] else (0, 0, 0)
            name = {"wpn": "weapon", "tentacles": "tentacle"}.get(blow[2], blow[2])
            found.append((int(blow[1] or 1), name, dice, mode, ""))
    return found


def effect_word(effect: Effect) -> str:
    return NAMES[effect.condition] if EFFECTS[effect.kind] == "condition" else EFFECTS[effect.kind]


NOTED = {"ghoul": "paralysed", "giant rat": "diseased"}  # riders that stand in the notes column


@pytest.mark.clause("classic.damage.monster")
@every
def test_attacks(row: Printed) -> None:
    encounter = Encounter("t", "t", (Party("a", (Member(kind=row.name),)), Party("b", (Member(kind="orc"),))), CONTACT)
    fight, roster = build(encounter, {})
    who = fight.who[0]
    found = []
    for place in who.kit:
        if place != NOBODY:
            arm = fight.arms[place]
            follows = effect_word(fight.effects[arm.rider]) if arm.rider != NOBODY else ""
            found.append((arm.times, roster.arms[place], (arm.count, arm.sides, arm.plus), arm.mode, follows))
    expected = blows(row)
    if row.name in NOTED:
        expected = [(*blow[:4], NOTED[row.name]) for blow in expected]
    assert found == expected
    assert who.routine == (len(expected) > 1 or expected[0][0] > 1)


def qualities_of(name: str, attack: str) -> set[str]:
    encounter = Encounter("t", "t", (Party("a", (Member(kind=name),)), Party("b", (Member(kind="orc"),))), CONTACT)
    fight, roster = build(encounter, {})
    bits = fight.arms[roster.arms.index(attack)].qualities
    return {word for n, word in enumerate(QUALITIES) if bits >> n & 1}


def test_what_natural_attacks_are() -> None:
    assert qualities_of("ghoul", "claw") == {"melee", "natural", "claw"}
    assert qualities_of("troll", "talon") == {"melee", "natural", "claw"}
    assert qualities_of("ghoul", "bite") == {"melee", "natural", "thrust"}
    assert qualities_of("wight", "touch") == {"melee", "natural"}
    assert qualities_of("orc", "weapon") == {"melee"}
    assert qualities_of("ogre", "club") == {"melee", "blunt"}
    assert qualities_of("acolyte", "mace") == {"melee", "blunt"}


# --- notes: for each phrase what it means in the record


class Shown(NamedTuple):
    fight: Fight
    who: Combatant


def ward(who: Combatant) -> tuple[set[str], set[str]]:
    full = {word for n, word in enumerate(QUALITIES) if who.ward >> n & 1}
    return full, {word for n, word in enumerate(QUALITIES) if who.half_ward >> n & 1}


def tags(who: Combatant) -> set[str]:
    return {word for n, word in enumerate(TAGS) if who.tags >> n & 1}


def aura(s: Shown) -> Effect:
    assert s.fight.uncanny
    assert 0 <= s.who.aura < 31  # Combatant.met is a mask
    return s.fight.effects[s.who.aura]


def rider(s: Shown) -> Effect:
    return s.fight.effects[s.fight.arms[s.who.kit[0]].rider]


def tells(effect: Effect, save: str, shape: str = "one", feet: int = 0) -> bool:
    return (SAVES[effect.save], SHAPES[effect.shape], effect.range) == (save, shape, 10 * feet)


def lasts(effect: Effect) -> tuple[int, int, int, int]:
    return effect.last_count, effect.last_sides, effect.last_times, effect.last_plus


FOREVER = (0, 0, 1, 0)
PHRASES: dict[str, tuple[str, Callable[[Shown], bool]]] = {
    "+2 hit vs humans": ("monster.hatred", lambda s: s.who.hatred == 2 and s.who.hates == 1 << TAGS.index("human")),
    "one L1 spell": (
        "spell.bolt",
        lambda s: s.who.caster and [n != NOBODY for n in s.who.spells] == [True] + [False] * 7,
    ),
    "−1 in daylight": ("monster.daylight", lambda s: s.who.shuns == -1),
    "surprise 1–3": ("surprise", lambda s: s.who.surprises == 3),
    "surprise 1–4": ("surprise", lambda s: s.who.surprises == 4),
    "surprise 1–5": ("surprise", lambda s: s.who.surprises == 5),
    "stench save or −2": (
        "monster.stench",
        lambda s: (
            tells(aura(s), "death", "near", 10)
            and effect_word(aura(s)) == "sickened"
            and not aura(s).each_round
            and lasts(aura(s)) == FOREVER
        ),
    ),
    "regen 3/rd from 3rd round after damage": (
        "monster.regeneration",
        lambda s: s.who.regenerates == 3 and s.fight.uncanny,
    ),
    "only fire/acid kills": ("monster.regeneration", lambda s: s.who.regenerates > 0),
    "undead": ("class.turning", lambda s: "undead" in tags(s.who) and s.who.rank > 0),
    "always last": ("monster.last", lambda s: s.who.last),
    "each hit: paralysis 2d4 turns": (
        "monster.paralysis",
        lambda s: (
            {s.fight.arms[n].rider for n in s.who.kit if n != NOBODY} == {s.fight.arms[s.who.kit[0]].rider}
            and lasts(rider(s)) == (2, 4, 60, 0)
        ),
    ),
    "save": ("monster.paralysis", lambda s: tells(rider(s), "paralysis")),
    "elves immune": ("monster.paralysis", lambda s: rider(s).spares == 1 << TAGS.index("elf")),
    "magic only": ("monster.immunity", lambda s: ward(s.who) == ({"magic"}, set())),
    "silver/magic": ("monster.immunity", lambda s: ward(s.who) == ({"silver", "magic"}, set())),
    "silver half": ("monster.immunity", lambda s: ward(s.who)[1] == {"silver"}),
    "magic full": ("monster.immunity", lambda s: ward(s.who)[0] == {"magic"}),
    "sight: save or paralysed": (
        "monster.sight",
        lambda s: (
            tells(aura(s), "paralysis", "sight", 60)
            and effect_word(aura(s)) == "paralysed"
            and not aura(s).each_round
            and lasts(aura(s)) == (1, 4, 1, 0)
        ),
    ),
    "fire/magic only": ("monster.immunity", lambda s: ward(s.who)[1] == {"fire", "magic"}),
    "half": ("monster.immunity", lambda s: ward(s.who)[0] == {"holy"}),
    "disease 1 in 20": ("monster.disease", lambda s: rider(s).chance == 20 and tells(rider(s), "death")),
    "first dive +2": ("monster.dive", lambda s: s.who.dives == 2),
    "save or sick 10 days": ("monster.poison", lambda s: tells(rider(s), "death") and lasts(rider(s)) == FOREVER),
    "both claws: hug 2d8": (
        "monster.hug",
        lambda s: (
            (s.fight.effects[s.who.hug].count, s.fight.effects[s.who.hug].sides) == (2, 8)
            and tells(s.fight.effects[s.who.hug], "none")
            and EFFECTS[s.fight.effects[s.who.hug].kind] == "damage"
        ),
    ),
    "web": (
        "monster.web",
        lambda s: (
            tells(aura(s), "paralysis", "near", 5)
            and effect_word(aura(s)) == "constrained"
            and lasts(aura(s)) == (2, 4, 1, 0)
        ),
    ),
    "charm": ("monster.charm", lambda s: effect_word(aura(s)) == "charmed" and lasts(aura(s)) == FOREVER),
    "save S": ("monster.charm", lambda s: tells(aura(s), "spells", "near", 100) and not aura(s).each_round),
    "petrify save": (
        "monster.gaze",
        lambda s: (
            tells(aura(s), "paralysis", "sight", 5) and aura(s).each_round and effect_word(aura(s)) == "petrified"
        ),
    ),
    "breath = current hp": ("monster.breath", lambda s: EFFECTS[s.fight.effects[s.who.breath].kind] == "breath"),
    "3/day": ("monster.breath", lambda s: s.who.breaths == 3),
    "save half": (
        "monster.breath",
        lambda s: s.fight.effects[s.who.breath].half and SAVES[s.fight.effects[s.who.breath].save] == "breath",
    ),
    "lance charge": ("damage.monster", lambda s: rides_to_war()),
}


def rides_to_war() -> bool:
    fight = meeting(Member(cls="fighter", mount="war horse", gear=("lance", "plate mail")))
    who = fight.who[0]
    charging = fight.arms[who.kit[0]].qualities >> QUALITIES.index("charge") & 1
    return who.mounted and who.move == 1200 and charging == 1


def phrases() -> list[tuple[str, str]]:
    found = []
    for row in BOOK:
        notes = BY_NAME["white dragon"].notes if row.notes == "same" else row.notes
        found += [(row.name, part) for part in re.split(r"; |, ", notes) if part]
    return found


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        pytest.param(name, p, marks=pytest.mark.clause("classic." + PHRASES[p][0]), id=f"{name}: {p}")
        for name, p in phrases()
    ],
)
def test_notes(name: str, phrase: str) -> None:
    fight = meeting(Member(kind=name))
    assert PHRASES[phrase][1](Shown(fight, fight.who[0]))


@pytest.mark.parametrize(
    "row", [row for row in BOOK if row.name not in {name for name, _ in phrases()}], ids=lambda r: r.name
)
def test_who_has_no_notes_has_no_tricks(row: Printed) -> None:
    who = one(row.name)
    plain = (who.surprises, who.regenerates, who.dives, who.hatred, who.shuns, who.ward, who.half_ward, who.breaths)
    assert plain == (0,) * 8
    assert (who.aura, who.hug, who.breath, who.last, who.caster) == (NOBODY, NOBODY, NOBODY, False, False)


@pytest.mark.clause("classic.monster.breath")
@pytest.mark.parametrize(("name", "length", "quality"), [("white dragon", 80, "cold"), ("red dragon", 90, "fire")])
def test_cones(name: str, length: int, quality: str) -> None:
    assert f"{quality} cone {length}'" in BY_NAME[name].attacks
    fight = meeting(Member(kind=name))
    breath = fight.effects[fight.who[0].breath]
    assert (SHAPES[breath.shape], breath.size, breath.range) == ("cone", 10 * length, 10 * length)
    assert breath.qualities == 1 << QUALITIES.index(quality)


RIDERS = [  # who, save, how long, clause
    ("carcass crawler", "paralysis", (2, 4, 60, 0), "monster.paralysis"),
    ("gelatinous cube", "paralysis", (2, 4, 60, 0), "monster.paralysis"),
    ("black widow spider", "death", FOREVER, "monster.poison"),
    ("medusa", "death", FOREVER, "monster.poison"),
    ("cockatrice", "paralysis", FOREVER, "monster.petrify"),
    ("mummy", "none", FOREVER, "monster.disease"),
    ("giant rat", "death", FOREVER, "monster.disease"),
    ("wight", "none", FOREVER, "monster.energy-drain"),
    ("wraith", "none", FOREVER, "monster.energy-drain"),
    ("shadow", "none", FOREVER, "monster.strength-drain"),
    ("stirge", "none", FOREVER, "monster.attach"),
]


@pytest.mark.parametrize(
    ("name", "save", "how_long", "clause"),
    [pytest.param(*r, marks=pytest.mark.clause("classic." + r[3]), id=r[0]) for r in RIDERS],
)
def test_what_follows_a_hit(name: str, save: str, how_long: tuple[int, int, int, int], clause: str) -> None:
    fight = meeting(Member(kind=name))
    effect = rider(Shown(fight, fight.who[0]))
    assert tells(effect, save)
    assert lasts(effect) == how_long
    assert effect.clause == BY_ID["classic." + clause]
    assert (effect.count, effect.save_bonus, effect.half, effect.only) == (0, 0, False, 0)
    assert (effect.chance, effect.spares) == (20 if name == "giant rat" else 0, 0)


RANKS = ["skeleton", "zombie", "ghoul", "wight", "wraith", "mummy"]


@pytest.mark.clause("classic.class.turning")
@pytest.mark.parametrize("name", RANKS)
def test_ranks_of_the_undead(name: str) -> None:
    who = one(name)
    assert (who.rank, "undead" in tags(who)) == (RANKS.index(name) + 1, True)


@pytest.mark.clause("classic.class.turning")
def test_an_acolyte_is_a_cleric_of_the_first_level() -> None:
    assert one("acolyte").turns == 1


def test_nobody_else_is_undead() -> None:
    assert [row.name for row in BOOK if "undead" in tags(one(row.name))] == RANKS


KIN = {"human": {"normal human", "acolyte", "bandit", "berserker", "veteran"}, "elf": {"elf"}, "dwarf": {"dwarf"}}
KIN |= {"halfling": {"halfling"}, "aquatic": {"lizard man"}}


@pytest.mark.parametrize("tag", KIN)
def test_kin(tag: str) -> None:
    assert {row.name for row in BOOK if tag in tags(one(row.name))} == KIN[tag]


def test_what_flies_is_a_flyer() -> None:
    assert {row.name for row in BOOK if "flyer" in tags(one(row.name))} == {
        row.name for row in BOOK if "fly" in row.move
    }


def test_who_sees_in_the_dark() -> None:
    blind = KIN["human"] | {"halfling", "war horse"}
    assert {row.name for row in BOOK if not one(row.name).sees_dark} == blind
