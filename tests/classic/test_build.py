"""From a scenario to a fight: names, numbers given inline, kits, places, surprise, objectives."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from classic.people import ORC, met

from affray.engine.dice import parse
from affray.engine.encounter import AVERAGE, Member, Objective, Party, Terrain
from affray.engine.state import ALWAYS, NOBODY, ROOM, Combatant, Fight
from affray.engine.vocabulary import ASLEEP, BLIND, QUALITIES
from affray.rules.classic import clauses as O
from affray.rules.shared.clauses import VARIABLE
from affray.rules.shared.tactics import TACTICS

INLINE = Member(
    name="Anna",
    hp=8,
    numbers={
        "ac": 4,
        "thac0": 18,
        "damage": "2d4+1",
        "saves": "1/2/3/4/5",
        "morale": 9,
        "move": 30,
        "fly": 60,
        "swim": 90,
    },
)


def first(member: Member, **how: Any) -> Combatant:
    return met(member, ORC, **how)[0].who[0]


# --- names and numbers of combatants


def test_names_are_numbered_only_where_there_are_several() -> None:
    many = Party("orcs", (Member(kind="orc", count=parse("2")), Member(kind="ogre"), Member(name="Grub", kind="orc")))
    fight, roster = met(
        many, Party("people", (Member(cls="fighter"), ORC, Member(name="Guard", count=parse("2"), hp=1)))
    )
    assert roster.who == ("Orc 1", "Orc 2", "Ogre", "Grub", "Fighter", "Orc 3", "Guard 1", "Guard 2")
    assert roster.kinds == ("orc", "orc", "ogre", "orc", "fighter", "orc", "Guard 1", "Guard 2")
    assert roster.sides == ("orcs", "people")
    assert [c.id for c in fight.who] == list(range(8))
    assert [c.side for c in fight.who] == [0] * 4 + [1] * 4
    assert [(s.id, s.size, s.standing, s.out_of_action) for s in fight.side] == [(0, 4, 4, 0), (1, 4, 4, 0)]
    assert (fight.n, fight.sides) == (8, 2)


def test_lists_have_their_room() -> None:
    fight, _ = met(Member(cls="elf", spells=("sleep",), gear=("sword",)), Member(kind="ghoul"))
    for who in fight.who:
        assert [len(who.kit), len(who.kit_left), len(who.spells)] == [ROOM["kit"], ROOM["kit_left"], ROOM["spells"]]
        assert [len(who.ends_at), len(who.saves), who.saves[0]] == [ROOM["ends_at"], ROOM["saves"], 0]


def test_numbers_given_inline_win() -> None:
    fight, _ = met(INLINE, ORC)
    who, arm = fight.who[0], fight.arms[fight.who[0].kit[0]]
    assert (who.ac, who.shield, who.thac0, who.saves, who.morale) == (4, 0, 18, [0, 1, 2, 3, 4, 5], 9)
    assert (who.hp, who.max_hp, who.move, who.fly, who.swim) == (8, 8, 300, 600, 900)
    assert (arm.count, arm.sides, arm.plus, arm.times) == (2, 4, 1, 1)
    assert not who.character
    assert not who.has_routine


def test_inline_numbers_win_over_a_class_and_a_kind() -> None:
    numbers: dict[str, int | str] = {"aac": 15, "bonus": 3, "damage": "1d10", "attacks": 2}
    fight, _ = met(Member(cls="fighter", numbers=numbers, gear=("sword",)), Member(kind="ogre", numbers=numbers))
    for who in fight.who:
        arm = fight.arms[who.kit[0]]
        assert (who.ac, who.thac0, who.melee_modifier, who.has_routine) == (4, 16, 0, True)
        assert (arm.count, arm.sides, arm.plus, arm.times) == (1, 10, 0, 2)
    plain, _ = met(Member(cls="fighter", numbers={"damage": "1d10"}, gear=("sword", "short bow")), ORC)
    natural = 1 << QUALITIES.index("natural")  # a character's own dice hold under either damage option
    assert [plain.arms[n].qualities & natural for n in plain.who[0].kit[:2]] == [natural] * 2
    assert [plain.arms[n].sides for n in plain.who[0].kit[:2]] == [10, 10]


def test_a_shield_given_inline_is_part_of_the_armour_class() -> None:
    for who in (
        first(Member(name="A", hp=1, numbers={"ac": 4, "shield": 1})),
        first(Member(name="A", hp=1, numbers={"aac": 15, "shield": 1})),
    ):
        assert (who.ac, who.shield) == (5, 1)
    worn = first(Member(name="A", hp=1, numbers={"ac": 4}, gear=("shield", "sword")))
    assert (worn.ac, worn.shield) == (5, 1)


def test_a_kind_with_inline_damage_keeps_what_follows_a_hit() -> None:
    fight, _ = met(Member(kind="ghoul", numbers={"damage": "1d8"}), ORC)
    arms = [fight.arms[n] for n in fight.who[0].kit if n != NOBODY]
    assert [(a.times, a.sides, a.rider != NOBODY) for a in arms] == [(2, 8, True), (1, 8, True)]


@pytest.mark.clause("classic.hp.roll")
def test_hit_points() -> None:
    rolled = first(ORC)
    assert (rolled.hp, rolled.max_hp, rolled.hp_count, rolled.hp_sides, rolled.hp_plus) == (0, 0, 1, 8, 0)
    assert first(Member(kind="orc", hp=5)).max_hp == 5
    average = {"orc": 4, "ogre": 19, "kobold": 2, "goblin": 3, "red dragon": 45}  # 4½, 4 × 4½ + 1, 2½, 4½ − 1, 10 × 4½
    assert {name: first(Member(kind=name, hp=AVERAGE)).hp for name in average} == average
    weak = first(Member(cls="magic-user", level=3, abilities={"CON": 3}, hp=AVERAGE))  # 3d4 − 9
    assert (weak.hp_plus, weak.hp_least, weak.hp, weak.max_hp) == (-9, 3, 3, 3)


@pytest.mark.clause("classic.number")
def test_a_number_in_dice_has_room_for_the_most() -> None:
    fight, roster = met(Party("goblins", (ORC, Member(kind="goblin", count=parse("2d4x2+1")))), ORC)
    assert fight.n == 1 + 17 + 1
    (group,) = fight.groups
    assert (group.first, group.size, group.count, group.sides, group.times, group.plus) == (1, 17, 2, 4, 2, 1)
    assert fight.side[0].size == 18
    assert roster.who[1] == "Goblin 1"


def test_players_are_of_the_players_side_and_neither_monsters_nor_hired() -> None:
    party = Party(
        "party",
        (
            Member(cls="fighter"),
            INLINE,
            ORC,
            Member(cls="thief", retainer=7),
            Member(name="B", hp=1, mercenary="trained"),
        ),
        players=True,
    )
    fight, _ = met(party, ORC)
    assert [c.player for c in fight.who] == [True, True, False, False, False, False]
    assert fight.who[3].loyalty == 7
    assert [s.players for s in fight.side] == [True, False]


def test_whose_morale() -> None:
    """That given, then the mercenary's, then the side's, then the kind's; a class has none and never checks."""
    side = Party("a", (ORC, INLINE, Member(kind="orc", mercenary="militia"), Member(cls="fighter")), morale=11)
    assert [c.morale for c in met(side, ORC)[0].who] == [11, 9, 6, 11, 6]
    assert [(c.morale, c.led_morale) for c in met(Member(cls="fighter"), ORC)[0].who] == [(12, 0), (6, 8)]


def test_leader_tactic_and_tags() -> None:
    side = Party("a", (Member(kind="orc", leader=True, tactic="focus", tags=("aquatic",)), ORC), tactic="cautious")
    leader, other = met(side, ORC)[0].who[:2]
    assert [TACTICS[leader.tactic], TACTICS[other.tactic]] == ["focus", "cautious"]
    assert (leader.leader, other.leader, leader.aquatic, other.aquatic) == (True, False, True, False)


# --- kits


def kit_of(member: Member) -> tuple[list[str], list[int], Fight]:
    fight, roster = met(member, ORC)
    who = fight.who[0]
    return ["" if n == NOBODY else roster.arms[n] for n in who.kit], who.kit_left, fight


def test_bare_hands_are_the_last_place_of_a_characters_kit() -> None:
    names, left, _ = kit_of(Member(cls="fighter", gear=("sword", "2 hand axe", "dagger", "hand axe", "long bow")))
    assert names == ["sword", "hand axe", "dagger", "long bow", "", "", "", "unarmed"]
    assert left == [NOBODY, 3, 1, NOBODY, 0, 0, 0, NOBODY]
    names, left, _ = kit_of(Member(cls="fighter"))
    assert (names, left) == (["unarmed"] + [""] * 7, [NOBODY] + [0] * 7)


@pytest.mark.parametrize("written", ["sword +1", "sword+1", " Sword  +1"])
def test_magic_weapons(written: str) -> None:
    names, _, fight = kit_of(Member(cls="fighter", gear=(written,)))
    arm = fight.arms[fight.who[0].kit[0]]
    assert names[0] == "sword +1"
    assert (arm.bonus, arm.qualities >> QUALITIES.index("magic") & 1) == (1, 1)


def test_a_monster_in_armour_has_the_better_of_its_own_and_the_armours_class() -> None:
    assert first(Member(kind="orc", gear=("plate mail",))).ac == 3
    assert first(Member(kind="red dragon", gear=("leather",))).ac == -1
    shielded = first(Member(kind="orc", gear=("shield", "sword")))
    assert (shielded.ac, shielded.shield) == (6, 1)


def test_magic_armour() -> None:
    who = first(Member(cls="fighter", gear=("chain mail +1", "shield +1")))
    assert (who.ac, who.shield) == (4, 2)


def test_a_monster_uses_its_own_dice_with_the_gear_it_is_given() -> None:
    names, left, fight = kit_of(Member(kind="gnoll", gear=("long bow", "pole arm", "oil flask")))
    bow, pole, oil = (fight.arms[n] for n in fight.who[0].kit[:3])
    assert names == ["long bow", "pole arm", "oil flask", "", "", "", "", "unarmed"]
    assert left[:3] == [NOBODY, NOBODY, 1]
    assert [(a.count, a.sides) for a in (bow, pole, oil)] == [(2, 4), (2, 4), (1, 8)]
    assert (bow.short, bow.medium, bow.long) == (700, 1400, 2100)
    assert pole.qualities >> QUALITIES.index("slow") & 1


def test_a_weapon_takes_its_place_in_a_routine() -> None:
    names, _, fight = kit_of(Member(kind="harpy", gear=("spear",)))
    assert names[:2] == ["claw", "spear"]
    assert fight.arms[fight.who[0].kit[1]].sides == 6
    names, _, fight = kit_of(Member(kind="minotaur", gear=("battle axe",)))
    assert names[:3] == ["gore", "bite", "battle axe"]
    axe = fight.arms[fight.who[0].kit[2]]
    assert (axe.mode, axe.count, axe.sides, axe.plus) == (1, 1, 6, 2)


def test_what_a_routine_drops_is_in_hand_and_no_part_of_it() -> None:
    names, left, fight = kit_of(Member(kind="gargoyle", gear=("2 boulder",)))
    assert names[:4] == ["claw", "bite", "horn", "boulder"]
    who = fight.who[0]
    assert (who.hand, left[3], who.has_routine) == (3, 2, True)
    assert fight.arms[who.kit[3]].mode not in {fight.arms[n].mode for n in who.kit[:3]}


def test_equal_weapons_and_effects_are_shared() -> None:
    ghouls = Member(kind="ghoul", count=parse("20"))
    fight, roster = met(ghouls, Member(cls="fighter", gear=("sword",), count=parse("20")))
    assert roster.arms == ("claw", "bite", "unarmed", "sword")
    assert roster.effects == ("ghoul's touch",)
    assert (len(fight.arms), len(fight.effects)) == (4, 1)


def test_auras_come_first_among_the_effects() -> None:
    casters = Member(cls="magic-user", level=14, spells=("sleep", "web", "fireball"))
    haunted = Party("b", tuple(Member(kind=kind) for kind in ("ghoul", "troglodyte", "medusa", "mummy", "harpy")))
    fight, roster = met(casters, haunted)
    assert roster.effects[:4] == ("stench", "petrifying gaze", "dreadful sight", "charming song")
    assert {c.aura for c in fight.who} == {NOBODY, 0, 1, 2, 3}


def test_what_the_book_does_not_expect_is_said() -> None:
    odd = Member(cls="magic-user", gear=("plate mail", "shield", "sword", "oil flask"), spells=("bless", "fireball"))
    assert met(odd, ORC)[1].notes == (
        "Magic-user: a magic-user does not wear plate mail",
        "Magic-user: a magic-user does not carry a shield",
        "Magic-user: a magic-user does not use a sword",
        "Magic-user: bless is no spell of a magic-user",
        "Magic-user: spells of level 3: 1, but a magic-user of level 1 can memorise 0",
    )
    for cls, gear in (
        ("cleric", ("plate", "shield", "mace", "sling")),
        ("thief", ("leather", "sword")),
        ("dwarf", ("plate",)),
    ):
        assert met(Member(cls=cls, gear=gear), ORC)[1].notes == ()
    assert met(Member(cls="cleric", gear=("sword",)), ORC)[1].notes == ("Cleric: a cleric does not use a sword",)
    assert met(Member(cls="thief", gear=("chain mail",)), ORC)[1].notes == ("Thief: a thief does not wear chain mail",)


# --- where and how they meet


def test_in_contact_everybody_is_at_one_point_and_nobody_is_unaware() -> None:
    fight, _ = met(Member(kind="orc", count=parse("3")), ORC)
    assert fight.contact
    assert {(c.x, c.y, c.z) for c in fight.who} == {(0, 0, 0)}
    assert all(side.wary and not side.surprised for side in fight.side)
    assert (fight.start_distance, fight.distance_count) == (0, 0)


def test_at_a_distance_ranks_stand_five_feet_apart() -> None:
    fight, _ = met(Member(kind="orc", count=parse("3")), Member(kind="orc", count=parse("12")), distance=60)
    assert (fight.start_distance, fight.contact) == (600, False)
    assert [(c.x, c.y) for c in fight.who[:3]] == [(0, -50), (0, 0), (0, 50)]
    ranks = fight.who[3:]
    assert {c.x for c in ranks[:10]} == {0}
    assert {b.y - a.y for a, b in itertools.pairwise(ranks[:10])} == {50}
    assert [(c.x, c.y) for c in ranks[10:]] == [(50, -25), (50, 25)]


def test_in_a_passage_ranks_stand_behind_each_other() -> None:
    terrain = Terrain(width=10)
    fight, _ = met(
        Member(kind="orc", count=parse("5")), Member(kind="orc", count=parse("3")), distance=30, terrain=terrain
    )
    assert fight.width == 100
    assert [c.x for c in fight.who] == [0, 0, -50, -50, -100, 0, 0, 50]
    assert [c.y for c in fight.who] == [-25, 25, -25, 25, 0, -25, 25, 0]


def test_positions_are_absolute() -> None:
    fight, _ = met(
        Member(kind="orc", count=parse("2"), position=(5, -10, 0)),
        Member(kind="harpy", position=(40, 0, 30)),
        distance="",
    )
    assert [(c.x, c.y, c.z) for c in fight.who] == [(50, -100, 0), (50, -50, 0), (400, 0, 300)]
    assert (fight.start_distance, fight.distance_count, fight.contact) == (0, 0, False)


@pytest.mark.parametrize(
    ("told", "wary", "surprised"),
    [
        ((None, None), [False, False], [False, False]),
        ((True, None), [True, True], [True, False]),
        ((None, False), [False, True], [False, False]),
        ((True, False), [True, True], [True, False]),
    ],
)
def test_surprise(told: tuple[bool | None, bool | None], wary: list[bool], surprised: list[bool]) -> None:
    """Where the scenario says who is surprised nobody rolls."""
    fight, _ = met(Party("a", (ORC,), surprised=told[0]), Party("b", (ORC,), surprised=told[1]), distance=30)
    assert [side.wary for side in fight.side] == wary
    assert [side.surprised for side in fight.side] == surprised
    assert met(Party("a", (ORC,), wary=True), ORC, distance=30)[0].side[0].wary


def test_terrain() -> None:
    fight, _ = met(ORC, ORC, terrain=Terrain(outdoors=True, daylight=True, deck=True, water="under"))
    assert (fight.outdoors, fight.daylight, fight.unstable, fight.water, fight.dark) == (True, True, True, 2, False)
    assert met(ORC, ORC, terrain=Terrain(water="in"))[0].water == 1
    assert met(ORC, ORC)[0].water == 0


def test_in_the_dark_who_cannot_see_is_blind() -> None:
    people = Party("a", tuple(Member(cls=c) for c in ("fighter", "dwarf", "elf", "halfling")))
    lamp = Member(name="Lynx", cls="thief", sees_dark=True)
    fight, _ = met(people, Party("b", (ORC, lamp, Member(kind="orc", sees_dark=False))), terrain=Terrain(dark=True))
    assert [c.conditions >> BLIND & 1 for c in fight.who] == [1, 0, 0, 1, 0, 0, 1]
    assert fight.who[0].ends_at[BLIND] == ALWAYS
    assert fight.who[0].able
    assert fight.dark


def test_conditions_from_the_start() -> None:
    fight, _ = met(Party("a", (Member(kind="orc", conditions=("asleep",)), ORC)), ORC)
    sleeper, side = fight.who[0], fight.side[0]
    assert (sleeper.conditions, sleeper.ends_at[ASLEEP], sleeper.in_fight, sleeper.able) == (
        1 << ASLEEP,
        ALWAYS,
        True,
        False,
    )
    assert (side.size, side.standing, side.out_of_action) == (2, 2, 0)


def test_objectives_and_the_last_round() -> None:
    aims = (Objective("a", down="Orc 2"), Objective("b", rounds=10), Objective("b", escape=True))
    fight, _ = met(Party("a", (ORC,)), Party("b", (ORC,)), objectives=aims)
    assert [c.objective_of for c in fight.who] == [NOBODY, 0]
    assert (fight.holding_side, fight.last_round, [s.wins_by_escape for s in fight.side]) == (1, 10, [False, True])
    assert met(ORC, ORC)[0].last_round == 200
    assert met(ORC, ORC, rounds=20)[0].last_round == 20
    assert met(ORC, ORC, settings={"rounds": 30})[0].last_round == 30


def test_options_given_win_over_the_scenarios_and_these_over_the_defaults() -> None:
    said = {"initiative.tie": "simultaneous", "damage.variable": "on"}
    fight, _ = met(ORC, ORC, options=said, settings={"damage.variable": 0})
    assert (fight.rules[O.TIE], fight.rules[VARIABLE], fight.rules[O.SURPRISE]) == (O.SIMULTANEOUS, 0, 1)
    left = [o for o in O.OPTIONS if o.name not in said]
    assert [fight.rules[o.number] for o in left] == [o.default for o in left]


def test_way_out() -> None:
    fight, _ = met(Party("a", (ORC,), way_out=False), ORC)
    assert [side.way_out for side in fight.side] == [False, True]
