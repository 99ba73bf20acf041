"""The tables of the classic book, typed as the rulebook prints them, against the fights that are built from them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from affray.engine.dice import parse
from affray.engine.encounter import CONTACT, Encounter, Member, Party, Terrain
from affray.engine.state import NOBODY, Combatant, Fight, Weapon
from affray.engine.vocabulary import QUALITIES, TAGS
from affray.errors import AffrayError
from affray.rules.book import Roster
from affray.rules.classic import BOOK

DUMMY = Member(kind="normal human", hp=1)


def fight_of(member: Member, *, players: bool = False) -> tuple[Fight, Roster]:
    sides = (Party("ours", (member,), players=players), Party("theirs", (DUMMY,)))
    return BOOK.build(Encounter("t", "t", sides, CONTACT), {})


def one(member: Member, *, players: bool = False) -> Combatant:
    return fight_of(member, players=players)[0].who[0]


def words(bits: int, names: list[str]) -> set[str]:
    return {name for n, name in enumerate(names) if bits >> n & 1}


def rows(table: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = [line for line in table.strip().splitlines() if not re.fullmatch(r"[|\- ]+", line)]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines[1:]]


def sum_of(dice: str) -> tuple[int, int, int]:
    """d6, 2d4, d4−1: how many, of how many sides, and what is added."""
    found = re.fullmatch(r"(\d*)d(\d+)(?:([+−])(\d+))?", dice)
    assert found, dice
    plus = int(found[4] or 0) * (-1 if found[3] == "−" else 1)
    return int(found[1] or 1), int(found[2]), plus


def bonus(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


# --- weapons

WEAPONS = """
| weapon | dmg | range short/med/long ft | qualities |
|---|---|---|---|
| battle axe | 1d8 | – | slow, 2H |
| club | 1d4 | – | blunt |
| crossbow | 1d6 | 5–80/160/240 | missile, reload, slow, 2H |
| dagger, silver dagger | 1d4 | 5–10/20/30 | missile |
| hand axe | 1d6 | 5–10/20/30 | missile |
| javelin | 1d4 | 5–30/60/90 | missile |
| lance | 1d6 | – | charge |
| long bow | 1d6 | 5–70/140/210 | missile, 2H |
| mace, war hammer | 1d6 | – | blunt |
| pole arm | 1d10 | – | brace, slow, 2H |
| short bow | 1d6 | 5–50/100/150 | missile, 2H |
| short sword | 1d6 | – | |
| sling | 1d4 | 5–40/80/160 | blunt, missile |
| spear | 1d6 | 5–20/40/60 | brace, missile |
| staff | 1d4 | – | blunt, slow, 2H |
| sword | 1d8 | – | |
| two-handed sword | 1d10 | – | slow, 2H |
| torch | 1d4 | – | |
| oil flask / holy water | 1d8 | 5–10/30/50 | missile, splash |
| unarmed | 1d2 | – | |
"""
PRINTED = {"slow": "slow", "2H": "two-handed", "blunt": "blunt", "missile": "missile", "reload": "reload"}
PRINTED |= {"charge": "charge", "brace": "brace", "splash": "splash"}
# what clauses say of single weapons
SAID = {
    "thrust": {"dagger", "silver dagger", "short sword", "spear", "lance", "pole arm"},
    "narrow": {"short sword", "spear", "pole arm"},
    "long": {"spear", "pole arm"},
    "thrown": {"dagger", "silver dagger", "hand axe", "javelin", "spear", "oil flask", "holy water"},
    "silver": {"silver dagger"},
    "fire": {"torch", "oil flask"},
    "holy": {"holy water"},
    "bare": {"unarmed"},
}
BOTH = {"dagger", "silver dagger", "hand axe", "spear"}  # strike and fly
BARE_HANDS_ARE_BLUNT = {"unarmed"}


def weapons() -> Iterator[tuple[str, str, str, str]]:
    for names, damage, far, qualities in rows(WEAPONS):
        for name in re.split(r", | / ", names):
            yield name, damage, far, qualities


def weapon_in_hand(name: str) -> Weapon:
    fight, roster = fight_of(Member(cls="fighter", gear=(name,)))
    record = fight.arms[fight.who[0].kit[0]]
    assert roster.arms[fight.who[0].kit[0]] == name
    return record


@pytest.mark.clause("classic.damage.variable")
@pytest.mark.parametrize(("name", "damage", "far", "qualities"), list(weapons()))
def test_weapon(name: str, damage: str, far: str, qualities: str) -> None:
    record = weapon_in_hand(name)
    assert (record.count, record.sides, record.plus) == sum_of(damage)
    assert (record.times, record.mode, record.reach, record.bonus, record.rider) == (1, 0, 50, 0, NOBODY)
    printed = {PRINTED[word] for word in qualities.split(", ") if word}
    expected = printed | {quality for quality, names in SAID.items() if name in names}
    if "missile" not in printed or name in BOTH:
        expected.add("melee")
    if name in BARE_HANDS_ARE_BLUNT:
        expected.add("blunt")
    assert words(record.qualities, QUALITIES) == expected


@pytest.mark.clause("classic.missile.range")
@pytest.mark.parametrize(("name", "far"), [(w[0], w[2]) for w in weapons() if w[2] != "–"])
def test_ranges(name: str, far: str) -> None:
    record = weapon_in_hand(name)
    feet = [int(n) for n in far.removeprefix("5–").split("/")]
    assert [record.short, record.medium, record.long] == [10 * n for n in feet]


@pytest.mark.parametrize("name", [w[0] for w in weapons() if w[2] == "–"])
def test_what_is_no_missile_has_no_range(name: str) -> None:
    record = weapon_in_hand(name)
    assert (record.short, record.medium, record.long) == (0, 0, 0)


@pytest.mark.clause("classic.damage.variable")
@pytest.mark.parametrize(("name", "damage"), [("boulder", "2d6"), ("stone", "1d6")])  # classic.attack.bombing
def test_what_flyers_drop(name: str, damage: str) -> None:
    fight, roster = fight_of(Member(kind="giant bat", gear=(f"3 {name}",)))
    place = roster.arms.index(name)
    record, who = fight.arms[place], fight.who[0]
    assert (record.count, record.sides, record.plus) == sum_of(damage)
    assert words(record.qualities, QUALITIES) == {"missile", "thrown", "bomb"}
    assert who.kit_left[who.kit.index(place)] == 3


# --- armour

ARMOUR = "none 9[10], leather 7[12], chain 5[14], plate 3[16], shield 1 better"
BASE_MOVE = {"none": 120, "leather": 90, "chain": 60, "plate": 60}


@pytest.mark.clause("classic.attack.descending")
@pytest.mark.clause("classic.attack.ascending")
@pytest.mark.clause("classic.move.encounter")
@pytest.mark.parametrize(("name", "ac", "aac"), re.findall(r"(\w+) (\d+)\[(\d+)\]", ARMOUR))
def test_armour(name: str, ac: str, aac: str) -> None:
    gear = () if name == "none" else (name,)
    who = one(Member(cls="fighter", gear=gear))
    assert (who.ac, 19 - who.ac, who.shield) == (int(ac), int(aac), 0)
    assert who.move == 10 * BASE_MOVE[name]
    shielded = one(Member(cls="fighter", gear=(*gear, "shield")))
    assert (shielded.ac, shielded.shield) == (int(ac), 1)


# --- abilities

BANDS = "3 −3, 4–5 −2, 6–8 −1, 9–12 0, 13–15 +1, 16–17 +2, 18 +3"
LESSER = "3 −2, 4–8 −1, 9–12 0, 13–17 +1, 18 +2"
LOYALTY = "4/5/6/7/8/9/10"  # in the seven bands of STR


def by_score(bands: str) -> dict[int, int]:
    found: dict[int, int] = {}
    for first, last, amount in re.findall(r"(\d+)(?:–(\d+))? ([+−]?\d)", bands):
        found |= dict.fromkeys(range(int(first), int(last or first) + 1), bonus(amount))
    assert sorted(found) == list(range(3, 19))
    return found


@pytest.mark.parametrize(("score", "amount"), by_score(BANDS).items())
def test_ability_modifiers(score: int, amount: int) -> None:
    strong = one(Member(cls="thief", abilities={"STR": score}))
    assert (strong.melee_modifier, strong.damage_modifier, strong.missile_modifier, strong.strength) == (
        amount,
        amount,
        1,
        score,
    )
    deft = one(Member(cls="thief", abilities={"DEX": score}))
    assert (deft.melee_modifier, deft.missile_modifier, deft.ac, deft.initiative_modifier) == (
        0,
        amount,
        9 - amount,
        by_score(LESSER)[score],
    )
    assert one(Member(cls="fighter", abilities={"WIS": score})).magic_save_modifier == amount
    assert one(Member(cls="fighter", level=3, abilities={"CON": score})).hp_plus == 3 * amount


@pytest.mark.parametrize(("score", "amount"), by_score(LESSER).items())
def test_charisma_of_the_speaker(score: int, amount: int) -> None:
    speaker = Member(name="Ann", cls="fighter", abilities={"CHA": score})
    sides = (Party("a", (speaker,)), Party("b", (DUMMY,)))
    fight, _ = BOOK.build(Encounter("t", "t", sides, CONTACT, speaker="Ann"), {})
    assert (fight.speaker, fight.speech_modifier) == (0, amount)


@pytest.mark.clause("classic.morale.retainer")
@pytest.mark.parametrize("score", range(3, 19))
def test_loyalty_by_charisma(score: int) -> None:
    hired = Party("a", (Member(cls="fighter", abilities={"CHA": score}), Member(kind="normal human", retainer=1)))
    fight, _ = BOOK.build(Encounter("t", "t", (hired, Party("b", (DUMMY,))), CONTACT), {})
    band = sorted(set(by_score(BANDS).values())).index(by_score(BANDS)[score])
    assert [c.loyalty for c in fight.who] == [0, int(LOYALTY.split("/")[band]), 0]


@pytest.mark.clause("classic.morale.retainer")
@pytest.mark.parametrize("score", range(3, 19))
def test_how_many_retainers(score: int) -> None:
    """As many as CHA allows pass in silence; one more is remarked."""
    most = sorted(set(by_score(BANDS).values())).index(by_score(BANDS)[score]) + 1  # 1/2/3/4/5/6/7 in the seven bands
    hirer = Member(cls="fighter", abilities={"CHA": score})
    for many, remarks in ((most, ()), (most + 1, (f"a: {most + 1} retainers, but CHA holds {most}",))):
        side = Party("a", (hirer, Member(kind="normal human", count=parse(str(many)), retainer=1)))
        assert BOOK.build(Encounter("t", "t", (side, Party("b", (DUMMY,))), CONTACT), {})[1].notes == remarks


# --- classes

CLASSES = """
| class, HD | levels: THAC0: saves |
|---|---|
| Fighter d8 (any) | 1–3: 19[0]: 12/13/14/15/16 · 4–6: 17[+2]: 10/11/12/13/14 · 7–9: 14[+5]: 8/9/10/10/12 · 10–12: 12[+7]: 6/7/8/8/10 · 13–14: 10[+9]: 4/5/6/5/8 |
| Cleric d6 (any armour, blunt) | 1–4: 19: 11/12/14/16/15 · 5–8: 17: 9/10/12/14/12 · 9–12: 14: 6/7/9/11/9 · 13–14: 12: 3/5/7/8/7 |
| Magic-user d4 (dagger) | 1–5: 19: 13/14/13/16/15 · 6–10: 17: 11/12/11/14/12 · 11–14: 14: 8/9/8/11/8 |
| Thief d4 (leather) | 1–4: 19: 13/14/13/16/15 · 5–8: 17: 12/13/11/14/13 · 9–12: 14: 10/11/9/12/10 · 13–14: 12: 8/9/7/10/8 |
| Dwarf d8 (max 12) | 1–3: 19: 8/9/10/13/12 · 4–6: 17: 6/7/8/10/10 · 7–9: 14: 4/5/6/7/8 · 10–12: 12: 2/3/4/4/6 |
| Elf d6 (max 10) | 1–3: 19: 12/13/13/15/15 · 4–6: 17: 10/11/11/13/12 · 7–9: 14: 8/9/9/10/10 · 10: 12: 6/7/8/8/8 |
| Halfling d6 (max 8) | 1–3: 19: 8/9/10/13/12 · 4–6: 17: 6/7/8/10/10 · 7–8: 14: 4/5/6/7/8 |
"""  # noqa: E501
BEYOND = {"fighter": 2, "cleric": 1, "magic-user": 1, "thief": 2, "dwarf": 3, "elf": 2, "halfling": 0}
SPELLS_A_DAY = {"cleric": "0/1/2/2-1/2-2", "magic-user": "1/2/2-1/2-2/2-2-1", "elf": "1/2/2-1/2-2/2-2-1"}
HIGHEST = {"fighter": 14, "cleric": 14, "magic-user": 14, "thief": 14, "dwarf": 12, "elf": 10, "halfling": 8}


def class_levels() -> Iterator[tuple[str, int, int, int, list[int]]]:
    for head, bands in rows(CLASSES):
        name, die = head.lower().split()[:2]
        for band in bands.split(" · "):
            levels, thac0, saves = band.split(": ")
            first, last = (levels.split("–") * 2)[:2]
            for level in range(int(first), int(last) + 1):
                yield name, level, int(die[1:]), int(thac0.split("[")[0]), [int(n) for n in saves.split("/")]


@pytest.mark.clause("classic.attack.class")
@pytest.mark.parametrize("name", HIGHEST)
def test_highest_level(name: str) -> None:
    assert max(level for cls, level, *_ in class_levels() if cls == name) == HIGHEST[name]
    assert one(Member(cls=name, level=HIGHEST[name])).level == HIGHEST[name]
    with pytest.raises(AffrayError, match=f"level 1 to {HIGHEST[name]}"):
        one(Member(cls=name, level=HIGHEST[name] + 1))


@pytest.mark.clause("classic.attack.class")
@pytest.mark.clause("classic.save.roll")
@pytest.mark.clause("classic.hp.roll")
@pytest.mark.parametrize(("name", "level", "die", "thac0", "saves"), list(class_levels()))
def test_class(name: str, level: int, die: int, thac0: int, saves: list[int]) -> None:
    who = one(Member(cls=name, level=level, abilities={"CON": 16}), players=True)
    assert (who.thac0, who.saves, who.level, who.hd) == (thac0, [0, *saves], level, 4 * level)
    dice, above = min(level, 9), max(0, level - 9)
    assert (who.hp_count, who.hp_sides) == (dice, die)
    assert who.hp_plus == 2 * dice + above * BEYOND[name]
    assert who.hp_least == dice + above * BEYOND[name]
    assert who.character
    assert who.player
    assert who.backstab == (name == "thief")
    assert who.turning_level == (level if name == "cleric" else 0)


def test_bonus_is_nineteen_less_thac0() -> None:
    printed = re.findall(r"(\d+)\[([+0]\d?)\]", CLASSES)
    assert len(printed) == 5
    assert all(19 - int(thac0) == int(plus) for thac0, plus in printed)


@pytest.mark.parametrize("name", HIGHEST)
def test_prime_abilities_are_thirteen_where_not_given(name: str) -> None:
    who = one(Member(cls=name))
    prime = {"fighter": "STR", "cleric": "WIS", "thief": "DEX", "dwarf": "STR", "elf": "STR", "halfling": "DEX STR"}
    given = prime.get(name, "")
    assert (who.melee_modifier, who.missile_modifier, who.magic_save_modifier) == (
        "STR" in given,
        "DEX" in given,
        "WIS" in given,
    )


OF_LEVEL = {"cleric": ("cure light wounds", "bless"), "magic-user": ("sleep", "web", "fireball")}


@pytest.mark.parametrize("name", SPELLS_A_DAY)
@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.clause("classic.spell.memory")
def test_spells_a_day(name: str, level: int) -> None:
    """As many as the table says pass in silence; one more of any level is remarked."""
    known = OF_LEVEL["cleric" if name == "cleric" else "magic-user"]
    day = [int(n) for n in SPELLS_A_DAY[name].split("/")[level - 1].split("-")]
    full = [spell for spell, many in zip(known, day, strict=False) for _ in range(many)]
    assert fight_of(Member(cls=name, level=level, spells=tuple(full)))[1].notes == ()
    for spell in known:
        assert len(fight_of(Member(cls=name, level=level, spells=(*full, spell)))[1].notes) == 1


# --- hit dice

THAC0 = (
    "up to 1 HD 19; 1+ to 2: 18; 2+ to 3: 17; 3+ to 4: 16; 4+ to 5: 15; 5+ to 6: 14; 6+ to 7: 13; 7+ to 9: 12; "
    "9+ to 11: 11; 11+ to 13: 10; 13+ to 15: 9; 15+ to 17: 8; 17+ to 19: 7; 19+ to 21: 6; 21+: 5"
)
SAVES = (
    "1–3 12/13/14/15/16; 4–6 10/11/12/13/14; 7–9 8/9/10/10/12; 10–12 6/7/8/8/10; 13–15 4/5/6/5/8; 16–18 2/3/4/3/6; "
    "19–21 2/2/2/2/4; 22 and over 2/2/2/2/2"
)
NORMAL_HUMAN = [14, 15, 16, 17, 18]


def thac0_rows() -> Iterator[Any]:
    plus = pytest.mark.clause("classic.attack.plus")
    for low, high, number in re.findall(r"(\d+)\+ to (\d+): (\d+)", THAC0):
        yield pytest.param(f"{low}+1", int(number), marks=plus)
        for dice in range(int(low) + 1, int(high) + 1):
            yield pytest.param(str(dice), int(number))
            if dice < int(high):
                yield pytest.param(f"{dice}+3", int(number), marks=plus)
    for least in ("1/2", "½", "1-1", "1"):
        yield pytest.param(least, int(THAC0.split(";")[0].split()[-1]))
    yield pytest.param("21+1", 5, marks=plus)
    yield pytest.param("30", 5)


@pytest.mark.clause("classic.attack.thac0")
@pytest.mark.parametrize(("hd", "number"), list(thac0_rows()))
def test_thac0_by_hit_dice(hd: str, number: int) -> None:
    assert one(Member(name="It", hp=5, numbers={"hd": hd})).thac0 == number


def save_rows() -> Iterator[tuple[str, str]]:
    for row in SAVES.split("; "):
        dice, saves = row.rsplit(" ", 1)
        first, last = (int(n) for n in (re.findall(r"\d+", dice) * 2)[:2])
        yield from ((str(n), saves) for n in range(first, last + 1))
        yield f"{last}+4", saves
    yield "30", "2/2/2/2/2"
    yield "1-1", "12/13/14/15/16"
    yield "½", "12/13/14/15/16"


@pytest.mark.clause("classic.save.monster")
@pytest.mark.parametrize(("hd", "saves"), list(save_rows()))
def test_saves_by_hit_dice(hd: str, saves: str) -> None:
    assert one(Member(name="It", hp=5, numbers={"hd": hd})).saves == [0, *(int(n) for n in saves.split("/"))]


@pytest.mark.clause("classic.attack.class")
@pytest.mark.clause("classic.save.monster")
def test_normal_human() -> None:
    who = one(Member(kind="normal human"))
    assert (who.thac0, who.saves) == (20, [0, *NORMAL_HUMAN])
    bare = one(Member(name="Ann", hp=3, numbers={"ac": 9}))
    assert (bare.thac0, bare.saves) == (20, [0, *NORMAL_HUMAN])


# --- mercenaries, cover, distance

TROOPS = {"militia": 6, "barbarian": 7, "trained": 8}


@pytest.mark.clause("classic.morale.mercenary")
@pytest.mark.parametrize("troop", TROOPS)
@pytest.mark.parametrize("mount", ["", "war horse"])
@pytest.mark.parametrize("elite", [False, True])
@pytest.mark.parametrize("fanatic", [False, True])
def test_mercenaries(troop: str, mount: str, elite: bool, fanatic: bool) -> None:
    who = one(Member(kind="normal human", mercenary=troop, mount=mount, elite=elite, fanatic=fanatic), players=True)
    assert who.morale == TROOPS[troop] + bool(mount) + elite + 2 * fanatic <= 12
    assert not who.player


@pytest.mark.clause("classic.missile.cover")
@pytest.mark.parametrize(("cover", "penalty"), [("quarter", 1), ("half", 2), ("three quarters", 3), ("slit", 4)])
def test_cover(cover: str, penalty: int) -> None:
    assert one(Member(kind="orc", cover=cover)).cover == penalty
    assert one(Member(kind="orc", cover="full")).cover == 5  # beyond the slit: no target


@pytest.mark.clause("classic.distance")
@pytest.mark.parametrize(("outdoors", "dice", "feet"), [(False, (2, 6), 10), (True, (4, 6), 30)])
def test_distance(outdoors: bool, dice: tuple[int, int], feet: int) -> None:
    sides = (Party("a", (DUMMY,)), Party("b", (DUMMY,)))
    fight, _ = BOOK.build(Encounter("t", "t", sides, terrain=Terrain(outdoors=outdoors)), {})
    assert (fight.distance_count, fight.distance_sides, fight.distance_times) == (*dice, 10 * feet)
    assert not fight.contact


def test_tags_are_words() -> None:
    assert words(one(Member(kind="skeleton")).tags, TAGS) == {"undead", "mindless"}
