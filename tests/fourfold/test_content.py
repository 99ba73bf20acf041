"""Gear, classes, foes and conversions: the numbers of the book, typed in by hand."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, adventurer, scripted, someone, versus

from affray import rules, scenario
from affray.engine.encounter import SKILLS, Encounter, Member, Party
from affray.engine.state import Combatant, Weapon
from affray.engine.vocabulary import BLUNT, LONG, MISSILE, RELOAD, THROWN, TWO_HANDED
from affray.log import Log
from affray.rules.fourfold.skills import HEAL, NOTICE, SNEAK, skill

BOOK = rules.get("fourfold")
# attribute, damage, shock, range, and of: T thrown, 2 two-handed, L long, B less lethal, X for executions, R reload
WEAPONS = {
    "axe": ("S/D", "1d6", "2/15", "10/30", "T"),
    "war axe": ("S", "1d10", "3/15", "", "2"),
    "club": ("S/D", "1d4", "1/13", "10/30", "TB"),
    "great club": ("S", "1d10", "2/15", "", "2"),
    "dagger": ("S/D", "1d4", "1/15", "30/60", "TX"),
    "halberd": ("S", "1d10", "2/15", "", "L"),
    "war hammer": ("S", "1d8", "1/18", "", ""),
    "great war hammer": ("S", "1d10", "2/18", "", "2"),
    "hatchet": ("S", "1d4", "1/13", "", ""),
    "knife": ("S/D", "1d4", "1/15", "", ""),
    "mace": ("S", "1d6", "1/18", "", "B"),
    "pike": ("S", "1d8", "1/18", "", "2L"),
    "seax": ("S/D", "1d6", "1/15", "", ""),
    "barbed spear": ("S/D", "1d6", "2/13", "30/60", "T"),
    "broad spear": ("S", "1d8", "2/13", "", ""),
    "heavy spear": ("S", "1d10", "2/15", "", "2"),
    "staff": ("S/D", "1d6", "1/13", "", "2B"),
    "long sword": ("S/D", "1d8", "2/13", "", ""),
    "short sword": ("S/D", "1d6", "2/15", "", ""),
    "great sword": ("S", "1d12", "2/15", "", "2"),
    "small shield bash": ("S/D", "1d4", "0/0", "", "B"),
    "large shield bash": ("S", "1d6", "1/13", "", "B"),
    "unarmed": ("S/D", "1d2", "0/0", "", "B"),
    "small bow": ("D", "1d6", "0/0", "50/300", "2X"),
    "large bow": ("S", "1d8", "0/0", "100/600", "2X"),
    "crossbow": ("D", "1d10", "0/0", "100/300", "2XR"),
    "sling": ("D", "1d6", "0/0", "50/100", "2"),
}
# hit dice in quarters, AC, hit, morale, save, move in feet
FOES = {
    "goblin": (3, 13, 0, 7, 15, 30),
    "bear": (16, 13, 3, 7, 13, 40),
    "bandit": (4, 11, 0, 8, 15, 30),
    "wolf": (12, 12, 2, 6, 14, 40),
    "villager": (4, 10, 0, 7, 15, 30),
    "militia": (4, 13, 1, 8, 15, 30),
    "veteran": (4, 13, 2, 8, 15, 30),
    "skilled veteran": (8, 15, 3, 9, 14, 30),
    "elite guard": (12, 18, 4, 10, 14, 30),
    "knight": (16, 18, 6, 10, 13, 30),
    "pack predator": (4, 12, 2, 7, 15, 40),
    "large predator": (20, 13, 6, 8, 13, 40),
    "herd beast": (8, 11, 2, 7, 14, 40),
    "skeleton": (4, 13, 1, 12, 15, 30),
    "zombie": (8, 10, 2, 12, 14, 30),
}


def built(**keys: object) -> Combatant:
    member = Member(**keys)  # type: ignore[arg-type]
    fight, _ = BOOK.build(Encounter("", "", (Party("ours", (member,)),), "contact"), {})
    return fight.who[0]


def letters(weapon: Weapon) -> set[str]:
    has = {"T": THROWN, "2": TWO_HANDED, "L": LONG, "B": BLUNT, "R": RELOAD}
    found = {letter for letter, bit in has.items() if weapon.qualities & bit}
    return found | ({"X"} if weapon.fourfold.assassin else set())


def weapon_of(name: str) -> Weapon:
    """The record of a weapon in somebody's hands."""
    member = Member(cls="fighter", gear=() if name == "unarmed" else (name,))
    fight, _ = BOOK.build(Encounter("", "", (Party("ours", (member,)),), "contact"), {})
    return fight.arms[fight.who[0].kit[0]]


@pytest.mark.clause("fourfold.damage.roll", "fourfold.damage.shock", "fourfold.attack.attribute")
@pytest.mark.parametrize("name", WEAPONS)
def test_weapons(name: str) -> None:
    attribute, damage, shock, _, traits = WEAPONS[name]
    weapon = weapon_of(name)
    assert ("", "S", "D", "S/D")[weapon.fourfold.attribute] == attribute
    assert f"{weapon.count}d{weapon.sides}" == damage
    assert f"{weapon.fourfold.shock}/{weapon.fourfold.shock_ac}" == shock
    assert letters(weapon) == set(traits)
    assert weapon.reach == (100 if "L" in traits else 50)


@pytest.mark.clause("fourfold.ranged.range")
@pytest.mark.parametrize("name", [name for name in WEAPONS if WEAPONS[name][3]])
def test_ranges(name: str) -> None:
    short, far = (10 * int(n) for n in WEAPONS[name][3].split("/"))
    assert (weapon_of(name).short, weapon_of(name).long) == (short, far)
    assert weapon_of(name).qualities & MISSILE


@pytest.mark.clause("fourfold.damage.roll", "fourfold.damage.shock", "fourfold.ranged.range")
@pytest.mark.parametrize(
    ("name", "damage", "shock", "ranges"),
    [
        ("torch", "1d4", (1, 13), (0, 0)),
        ("silver dagger", "1d4", (1, 15), (300, 600)),
        ("oil flask", "1d8", (0, 0), (100, 500)),
        ("holy water", "1d8", (0, 0), (100, 500)),
        ("boulder", "2d6", (0, 0), (0, 0)),
        ("stone", "1d6", (0, 0), (0, 0)),
    ],
)
def test_what_is_read_from_classic(name: str, damage: str, shock: tuple[int, int], ranges: tuple[int, int]) -> None:
    weapon = weapon_of(name)
    assert f"{weapon.count}d{weapon.sides}" == damage
    assert (weapon.fourfold.shock, weapon.fourfold.shock_ac) == shock
    assert (weapon.short, weapon.long) == ranges
    assert weapon_of("dagger").long == 600


@pytest.mark.clause(
    "fourfold.attack.roll", "fourfold.hp.roll", "fourfold.morale.rating", "fourfold.save.roll", "fourfold.action.move"
)
@pytest.mark.parametrize("name", FOES)
def test_foes(name: str) -> None:
    hd, ac, hit, morale, save, move = FOES[name]
    foe = built(kind=name)
    assert (foe.hd, 19 - foe.ac, 19 - foe.thac0, foe.morale) == (hd, ac, hit, morale)
    assert (foe.hp_count, foe.hp_sides, foe.hp_plus) == (-(-hd // 4), 8, -1 if name == "goblin" else 0)
    assert foe.saves[1:] == [save] * 5
    assert foe.move == 3 * 10 * move
    assert (foe.led_morale, foe.missile_modifier) == ((9, 1) if name == "goblin" else (0, 0))


@pytest.mark.clause("fourfold.damage.roll", "fourfold.damage.shock")
@pytest.mark.parametrize("name", FOES)
def test_what_foes_deal(name: str) -> None:
    attacks = {"goblin": "1d6", "bear": "2x1d3 1d6", "bandit": "1d6", "wolf": "1d6", "skeleton": "1d6", "zombie": "1d8"}
    attacks |= {"pack predator": "1d4", "large predator": "1d8", "herd beast": "1d4"}
    shock = {"pack predator": (1, 13), "large predator": (2, 13)}
    harm = {"veteran": 1, "skilled veteran": 1, "elite guard": 2, "knight": 2}
    fight, _ = BOOK.build(Encounter("", "", (Party("ours", (Member(kind=name),)),), "contact"), {})
    foe = fight.who[0]
    kit = [fight.arms[n] for n in foe.kit if n >= 0]
    if name in attacks:
        told = [(f"{a.times}x" if a.times > 1 else "") + f"{a.count}d{a.sides}" for a in kit]
        assert " ".join(told) == attacks[name]
    else:
        assert kit[0].fourfold.shock > 0  # a weapon of the table
    assert (foe.fourfold.shock, foe.fourfold.shock_ac) == shock.get(name, (0, 0))
    assert foe.damage_modifier == harm.get(name, 0)


def test_who_of_them_is_trained() -> None:
    assert [built(kind=kind).fourfold.may_snap for kind in ("villager", "militia", "veteran", "knight")] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.clause("fourfold.attack.roll")
@pytest.mark.parametrize(
    ("gear", "dex", "ac"),
    [
        ([], 10, 10),
        (["gambeson"], 10, 12),
        (["mail shirt"], 14, 15),
        (["hauberk"], 7, 15),
        (["small shield"], 10, 13),
        (["large shield"], 18, 16),
        (["broad shield", "gambeson"], 10, 15),
        (["small shield", "mail shirt"], 10, 15),
        (["broad shield", "hauberk"], 10, 17),
        (["leather", "shield"], 10, 13),
        (["plate mail"], 10, 16),
    ],
)
def test_armour_and_shields(gear: list[str], dex: int, ac: int) -> None:
    who = built(cls="fighter", gear=tuple(gear), abilities={"DEX": dex})
    assert 19 - who.ac + who.shield == ac


@pytest.mark.clause("fourfold.attack.roll", "fourfold.hp.roll")
@pytest.mark.parametrize(
    ("cls", "bonuses", "each", "skills"),
    [
        ("fighter", range(1, 11), 2, {"stab": 1, "shoot": 0}),
        ("dwarf", range(1, 11), 2, {"stab": 1, "shoot": 0}),
        ("expert", (0, 1, 1, 2, 2, 3, 3, 4, 4, 5), 0, {"stab": 0, "shoot": 0, "sneak": 1, "notice": 0}),
        ("thief", (0, 1, 1, 2, 2, 3, 3, 4, 4, 5), 0, {"stab": 0, "shoot": 0, "sneak": 1, "notice": 0}),
        ("weaver", (0, 0, 1, 1, 2, 2, 3, 3, 3, 4), -1, {}),
        ("magic-user", (0, 0, 1, 1, 2, 2, 3, 3, 3, 4), -1, {}),
        ("cleric", (1, 2, 2, 3, 4, 5, 5, 6, 6, 7), 2, {"stab": 0, "heal": 1}),
        ("halfling", range(1, 9), 2, {"stab": 1, "shoot": 0}),
        ("half-fighter", (1, 2, 2, 3, 4, 5, 5, 6, 6, 7), 2, {"stab": 0, "shoot": 0}),
        ("expert weaver", (0, 1, 1, 2, 2, 3, 3, 4, 4, 5), 0, {"stab": 0, "notice": 0}),
        ("elf", (1, 2, 2, 3, 4, 5, 5, 6, 6, 7), 2, {"stab": 0, "shoot": 0}),
    ],
)
def test_classes(cls: str, bonuses: tuple[int, ...], each: int, skills: dict[str, int]) -> None:
    for level, bonus in enumerate(bonuses, 1):
        assert 19 - built(cls=cls, level=level, abilities={"STR": 10}).thac0 == bonus
    third = built(cls=cls, level=3, abilities={"CON": 14})
    assert (third.hp_count, third.hp_sides, third.hp_plus) == (3, 6, 3 * (each + 1))
    assert third.fourfold.skills == [skills.get(name, -1) for name in SKILLS]


@pytest.mark.clause("fourfold.hp.roll")
def test_hit_dice_are_at_least_1_each_and_by_option_the_first_is_full() -> None:
    weak = versus(adventurer("Mirel", "magic-user", level=2, CON=3, hp="rolled"), someone("Orc"))
    scene = scripted(weak, "d6=1 d6=5", until="meeting", tables=True)
    assert scene["Mirel"].hp == 1 + 2  # 1 − 3, and 5 − 3
    full = scripted(weak, "d6=1", until="meeting", options={"hp.full-first": "on"})
    assert full["Mirel"].hp == 3 + 1
    assert full.one("roll", "fourfold.hp.roll", "Mirel").because == {"the first die in full": 3}


@pytest.mark.clause("fourfold.hp.roll")
def test_the_log_says_that_class_and_con_add_to_hit_dice() -> None:
    strong = versus(adventurer("Anna", "fighter", level=2, CON=10, hp="rolled"), someone("Orc"))
    scene = scripted(strong, "d6=1 d6=5", until="meeting", tables=True)
    log = Log(scene.book, scene.roster, scene.recorder.events, [c.side for c in scene.fight.who]).text()
    assert "Anna has 10 hp: 2d6=1+5 +4 class and CON = 10" in log  # +2 a die as a fighter, CON adds nothing


@pytest.mark.clause("fourfold.save.roll")
def test_saves_by_the_better_of_two_abilities_and_the_level() -> None:
    """Death and paralysis are Physical, wands and breath Evasion, spells Mental."""
    who = built(cls="fighter", level=3, abilities={"STR": 18, "CON": 3, "DEX": 10, "INT": 14, "WIS": 7, "CHA": 4})
    assert who.saves == [0, 16 - 2 - 3, 16 - 1 - 3, 16 - 2 - 3, 16 - 1 - 3, 16 + 1 - 3]
    assert built(kind="ogre").saves[1:] == [15 - 4 // 2] * 5
    assert built(kind="hobgoblin").saves[1:] == [15] * 5


@pytest.mark.clause("fourfold.save.roll")
@pytest.mark.parametrize(("die", "blind"), [(13, True), (14, False), (20, False), (1, True)])
def test_a_save_is_d20_at_least_the_score(die: int, blind: bool) -> None:
    """Mental, 16 − 1 for the level − 1 for WIS 14."""
    caster = adventurer("Mirel", "magic-user", spells=["light"])
    anna = adventurer("Anna", WIS=14, CHA=3)
    scene = scripted(
        versus(caster, anna),
        OURS_FIRST + f"d20={die}",
        ["Mirel: cast light at Anna", "Mirel: pass act"],
        until="Anna: act" if not blind else lambda f: f.who[0].fourfold.turn_taken and f.actor < 0,
    )
    told = scene.one("check", "fourfold.save.roll")
    assert (told.value, told.was) == (die, 14)
    assert bool(scene.events("condition-on", "classic.spell.condition")) is blind


@pytest.mark.clause("fourfold.convert")
def test_monsters_are_read_from_the_classic_entry() -> None:
    ogre, dragon, human = built(kind="ogre"), built(kind="red dragon"), built(kind="normal human")
    assert (19 - ogre.ac, 19 - ogre.thac0, ogre.morale) == (14, 4, 10)
    assert 19 - dragon.thac0 == 10
    assert 19 - human.thac0 == 0


@pytest.mark.parametrize("kind", ["normal human", "berserker", "acolyte"])  # 40, 40 and 20 feet in the classic book
@pytest.mark.clause("fourfold.action.move")
def test_every_human_goes_thirty_feet(kind: str) -> None:
    assert built(kind=kind).move == 3 * 30 * 10


@pytest.mark.clause("fourfold.convert")
def test_numbers_given_inline_win() -> None:
    numbers = {"ac": 4, "thac0": 17, "fourfold ac": 17, "attack bonus": 5, "save": 9, "shock": "3/12", "stab": 2}
    who = built(kind="orc", numbers=numbers)
    assert (
        19 - who.ac,
        19 - who.thac0,
        who.saves[1],
        who.fourfold.shock,
        who.fourfold.shock_ac,
        who.fourfold.skills[0],
    ) == (17, 5, 9, 3, 12, 2)
    classic = built(kind="orc", numbers={"ac": 4, "thac0": 17})
    assert (19 - classic.ac, 19 - classic.thac0) == (15, 2)


@pytest.mark.clause("fourfold.convert")
def test_the_log_says_once_what_was_converted() -> None:
    _, roster = BOOK.build(scenario.load("orcs", BOOK.names()), {})
    assert "read as this book's classes: cleric as half-fighter, magic-user as weaver, thief as expert" in roster.notes
    assert "converted from classic: orc" in roster.notes


@pytest.mark.clause("fourfold.skill.check")
def test_attribute_modifiers() -> None:
    scores = {3: -2, 4: -1, 7: -1, 8: 0, 13: 0, 14: 1, 17: 1, 18: 2}
    assert {score: built(cls="fighter", abilities={"STR": score}).melee_modifier for score in scores} == scores


def test_a_crooked_shock_is_refused_with_a_sentence() -> None:
    with pytest.raises(Exception, match="shock: expected damage and armour class"):
        built(kind="orc", numbers={"shock": "much"})


@pytest.mark.clause("fourfold.convert", "fourfold.attack.roll")
def test_bonuses_have_their_bounds() -> None:
    assert 19 - built(kind="orc", numbers={"hd": "13"}).thac0 == 10
    assert 19 - built(cls="fighter", level=12).thac0 == 10


@pytest.mark.clause("fourfold.save.roll")
@pytest.mark.parametrize(("die", "blind"), [(20, False), (19, True)])
def test_a_natural_20_saves_whatever_is_needed(die: int, blind: bool) -> None:
    caster = adventurer("Mirel", "magic-user", spells=["light"])
    scene = scripted(versus(caster, someone("Orc", save=20)), OURS_FIRST, until="Mirel: act")
    scene.book.referee_command(scene.before or scene.fight, scene.roster, ["modifier", "-2"])
    scene.play(f"d20={die}", ["Mirel: cast light at Orc"])
    assert (scene.one("check", "fourfold.save.roll").value, scene.one("check").was) == (die - 2, 20)
    assert bool(scene.events("condition-on", "classic.spell.condition")) is blind


@pytest.mark.clause("fourfold.skill.check")
def test_a_written_minus_one_counts_and_an_unlisted_skill_adds_nothing() -> None:
    who = built(kind="orc", numbers={"sneak": -1, "notice": 1})
    assert [skill(who, which) for which in (SNEAK, NOTICE, HEAL)] == [-1, 1, 0]
