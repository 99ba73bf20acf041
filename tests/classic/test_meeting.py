"""Before the first round of the classic book: how many, how strong, surprise, distance, and a word first."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Group, Scene, scripted, side, someone, versus

from affray.engine.encounter import AVERAGE, Encounter, Member, Party
from affray.engine.state import STAND_OFF, UNDECIDED, Combatant
from affray.rules.classic import BOOK


def unsure(*members: Group, **keys: Any) -> Group:
    """A side that may be surprised, unless it is said."""
    return {key: value for key, value in side(*members, **keys).items() if key != "surprised" or key in keys}


# --- classic.surprise


def met(ours: int, theirs: int, orc: Group | None = None, options: dict[str, str] | None = None) -> Scene:
    """Two sides that may be unaware of each other, 60 feet apart, and what each rolls; up to the first round."""
    fight = versus(unsure(someone("Anna")), unsure(orc or someone("Orc")), distance=60, options=options)
    return scripted(fight, f"d6={ours} d6={theirs}", until="round 1")


def surprised(scene: Scene) -> list[str]:
    return [e.who for e in scene.events("condition-on", "classic.surprise")]


@pytest.mark.parametrize(
    ("ours", "theirs", "unaware"),
    [(1, 6, ["Anna"]), (2, 6, ["Anna"]), (3, 6, []), (6, 2, ["Orc"]), (3, 3, []), (1, 2, []), (2, 3, ["Anna"])],
)
@pytest.mark.clause("classic.surprise")
def test_a_side_that_may_be_unaware_is_surprised_on_one_or_two(ours: int, theirs: int, unaware: list[str]) -> None:
    """Where all are, nobody is any the worse for it."""
    scene = met(ours, theirs)
    assert surprised(scene) == unaware
    checks = scene.events("check", "classic.surprise")
    assert [(e.who, e.value, e.was) for e in checks] == [("Anna", ours, 2), ("Orc", theirs, 2)]


@pytest.mark.parametrize(("kind", "upto"), [("bugbear", 3), ("troglodyte", 4), ("gelatinous cube", 4), ("shadow", 5)])
@pytest.mark.clause("classic.surprise")
def test_some_monsters_surprise_more_easily(kind: str, upto: int) -> None:
    lurker = someone("Lurker", monster=kind)
    assert surprised(met(upto, 6, lurker)) == ["Anna"]
    scene = met(upto + 1, 6, lurker)
    assert surprised(scene) == []
    ours, theirs = scene.events("check", "classic.surprise")
    assert (ours.was, ours.because) == (upto, {"a stealthy foe": upto - 2})
    assert (theirs.was, theirs.because) == (2, {})


@pytest.mark.parametrize("upto", [0, 1, 4])
@pytest.mark.clause("classic.surprise")
def test_the_range_is_an_option(upto: int) -> None:
    options = {"surprise.range": str(upto)}
    assert surprised(met(upto + 1, 6, options=options)) == []
    if upto:
        assert surprised(met(upto, 6, options=options)) == ["Anna"]


@pytest.mark.clause("classic.surprise")
def test_nobody_rolls_where_the_table_has_it_so() -> None:
    fight = versus(unsure(someone("Anna")), unsure(someone("Orc")), distance=60)
    scene = scripted(fight, "", until="round 1", options={"surprise": "off"})
    assert scene.events("check") == []
    assert len(scripted(fight, "d6=3 d6=3", until="round 1").events("check", "classic.surprise")) == 2


@pytest.mark.clause("classic.surprise")
def test_nobody_rolls_where_the_scenario_says_who_is_surprised() -> None:
    fight = versus(unsure(someone("Anna")), side(someone("Orc"), surprised=True), distance=60)
    scene = scripted(fight, "", until="round 1")
    assert (surprised(scene), scene.events("check")) == (["Orc"], [])


@pytest.mark.parametrize("keys", [{"wary": True}, {"surprised": False}])
@pytest.mark.clause("classic.surprise")
def test_a_side_that_cannot_be_unaware_does_not_roll(keys: dict[str, bool]) -> None:
    fight = versus(unsure(someone("Anna"), **keys), unsure(someone("Orc")), distance=60)
    scene = scripted(fight, "d6=2", until="round 1")
    assert scene.one("check", "classic.surprise").who == "Orc"
    assert surprised(scene) == ["Orc"]


@pytest.mark.clause("classic.surprise", "classic.condition.end")
def test_a_surprised_side_gives_the_others_a_free_round_of_all_steps() -> None:
    ours = side(
        someone("Anna", position=[0, 0]),
        someone("Arch", gear=["short bow"], position=[0, 5]),
        someone("Mia", spells=["magic missile"], position=[0, 10]),
    )
    theirs = side(someone("Orc", position=[30, 0]), someone("Grub", position=[60, 0]), surprised=True, way_out=True)
    answers = ["Mia: cast magic missile", "Arch: pass move", "Mia: cast magic missile at Orc"]
    scene = scripted(versus(ours, theirs), "d6=1 d20=2 d6=1 d20=2", answers, until="round 2")
    acted = [f"{e.kind} {e.who}" for e in scene.events() if e.kind in ("score", "move", "miss", "damage")]
    assert acted == ["score Anna", "move Anna", "miss Arch", "damage Mia", "miss Anna"]
    scene.play(THEIRS_FIRST, until="Orc: strike")  # and then they are themselves again
    assert [e.who for e in scene.events("condition-off", "classic.condition.end")] == ["Orc", "Grub"]
    assert [e.who for e in scene.events("move") if e.round == 2] == ["Grub"]


@pytest.mark.clause("classic.surprise")
def test_of_three_sides_the_two_who_are_aware_act_in_the_free_round() -> None:
    fight = versus(someone("Anna"), side(someone("Orc"), surprised=True), someone("Gnoll"), distance=200)
    scene = scripted(fight, "d6=2 d6=5", until="round 2")
    assert [e.who for e in scene.events("move")] == ["Gnoll", "Anna"]
    assert surprised(scene) == ["Orc"]


# --- classic.reaction


def parley(one: int, other: int, charisma: int = 10) -> Scene:
    fight = versus(someone("Anna", CHA=charisma), someone("Orc"), distance=60, speaker="Anna")
    return scripted(
        fight,
        f"2d6={one},{other}",
        until=lambda f: f.winner != UNDECIDED or f.round == 1,
        options={"reaction": "on"},
    )


@pytest.mark.parametrize(
    ("one", "other", "fight"), [(1, 1, True), (2, 3, True), (4, 4, True), (4, 5, False), (6, 6, False)]
)
@pytest.mark.clause("classic.reaction")
def test_from_indifferent_on_they_do_not_fight(one: int, other: int, fight: bool) -> None:
    """2 attacks, 5 is unfriendly, 8 neutral; 9 is indifferent and 12 friendly."""
    scene = parley(one, other)
    assert scene.one("check", "classic.reaction").value == one + other
    assert scene.over == (not fight)
    if not fight:
        assert scene.one("end").value == STAND_OFF


@pytest.mark.parametrize(("charisma", "adds"), [(3, -2), (4, -1), (8, -1), (9, 0), (12, 0), (13, 1), (17, 1), (18, 2)])
@pytest.mark.clause("classic.reaction")
def test_the_speakers_charisma_is_added(charisma: int, adds: int) -> None:
    talk = parley(3, 4, charisma).one("check", "classic.reaction")
    assert (talk.who, talk.value) == ("Anna", 7 + adds)
    assert talk.because == ({"CHA of the speaker": adds} if adds else {})
    assert parley(3, 4, charisma).over == (7 + adds >= 9)


@pytest.mark.clause("classic.reaction")
def test_nobody_speaks_unless_the_table_wants_it_and_somebody_is_to() -> None:
    fight = versus(someone("Anna"), someone("Orc"), distance=60, speaker="Anna")
    assert scripted(fight, OURS_FIRST, until="Anna: move").events("check") == []
    silent = versus(someone("Anna"), someone("Orc"), distance=60)
    assert scripted(silent, OURS_FIRST, until="Anna: move", options={"reaction": "on"}).events("check") == []
    assert parley(3, 3).one("check", "classic.reaction").value == 6


# --- classic.distance


def apart(dice: str, *sides: Group, **terrain: Any) -> float:
    """How far apart two sides meet, in feet."""
    fight = versus(*(sides or (someone("Anna"), someone("Orc"))), distance=None, **terrain)
    scene = scripted(fight, dice, until="round 1")
    told = scene.one("roll", "classic.distance").value / 10
    assert scene["Orc"].x - scene["Anna"].x == told * 10
    return told


@pytest.mark.clause("classic.distance")
def test_indoors_two_dice_times_ten_feet() -> None:
    assert apart("2d6=3,4") == 70
    assert apart("2d6=6,6") == 120


@pytest.mark.clause("classic.distance")
def test_outdoors_four_dice_times_ten_yards() -> None:
    assert apart("4d6=1,2,3,4", outdoors=True) == 10 * 10 * 3


@pytest.mark.clause("classic.distance")
def test_outdoors_one_d4_times_ten_yards_where_a_side_is_surprised() -> None:
    orc = side(someone("Orc"), surprised=True)
    assert apart("d4=3", someone("Anna"), orc, outdoors=True) == 3 * 10 * 3
    assert apart("2d6=3,4", someone("Anna"), orc) == 70


@pytest.mark.clause("classic.distance")
def test_three_sides_are_as_far_from_each_other() -> None:
    fight = versus(someone("Anna"), someone("Orc"), someone("Gnoll"), distance=None)
    scene = scripted(fight, "2d6=2,3", until="round 1")
    places = [(scene[name].x, scene[name].y) for name in ("Anna", "Orc", "Gnoll")]
    for n, (x, y) in enumerate(places):
        others = places[:n] + places[n + 1 :]
        assert {max(abs(x - a), abs(y - b)) for a, b in others} == {500}
    assert scene.one("roll", "classic.distance").value == 500


def test_a_distance_that_is_given_is_not_rolled() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc"), distance=35), "", until="round 1")
    assert scene["Orc"].x - scene["Anna"].x == 350


# --- classic.hp.roll


def rolled(dice: str, **keys: Any) -> int:
    """The hit points of somebody whose hit points are rolled."""
    scene = scripted(versus(someone("Anna", hp="rolled", **keys), someone("Orc")), dice, until="round 1")
    assert scene.one("roll", "classic.hp.roll").value == scene["Anna"].hp == scene["Anna"].max_hp
    return scene["Anna"].hp


@pytest.mark.parametrize(
    ("kind", "dice", "hp"),
    [
        ("orc", "d8=5", 5),
        ("ogre", "4d8=1,2,3,4", 1 + 2 + 3 + 4 + 1),
        ("kobold", "d4=3", 3),  # half a die
        ("goblin", "d8=6", 6 - 1),
        ("goblin", "d8=1", 1),
    ],
)
@pytest.mark.clause("classic.hp.roll")
def test_a_d8_for_each_hit_die_of_a_monster(kind: str, dice: str, hp: int) -> None:
    assert rolled(dice, monster=kind) == hp


@pytest.mark.parametrize(
    ("keys", "dice", "hp"),
    [
        ({"cls": "fighter", "level": 1}, "d8=5", 5),
        ({"cls": "cleric", "level": 2}, "2d6=5,1", 6),
        ({"cls": "thief", "level": 3}, "3d4=4,3,2", 9),
        ({"cls": "magic-user", "level": 2, "CON": 16}, "2d4=1,3", 1 + 3 + 2 * 2),
        ({"cls": "fighter", "level": 11, "CON": 13}, "9d8=1,1,1,1,1,1,1,1,1", 9 + 9 + 2 * 2),
        ({"cls": "thief", "level": 1, "CON": 3}, "d4=2", 1),
        ({"cls": "thief", "level": 2, "CON": 4}, "d4=4 d4=1", 2 + 1),  # each die at least 1
        ({"cls": "thief", "level": 3, "CON": 8}, "d4=1 d4=2 d4=4", 1 + 1 + 3),
        ({"cls": "thief", "level": 10, "CON": 8}, "d4=1 " * 8 + "d4=4", 8 + 3 + 2),
    ],
)
@pytest.mark.clause("classic.hp.roll")
def test_the_class_die_for_each_level_with_constitution_and_at_least_one_a_die(
    keys: dict[str, Any], dice: str, hp: int
) -> None:
    assert rolled(dice, **keys) == hp


def built(**keys: Any) -> Combatant:
    encounter = Encounter("t", "t", (Party("a", (Member(**keys),)), Party("b", (Member(kind="orc"),))), "contact")
    return BOOK.build(encounter, {})[0].who[0]


@pytest.mark.parametrize(
    ("keys", "average"),
    [
        ({"kind": "orc"}, 4),  # 4½
        ({"kind": "ogre"}, 19),
        ({"cls": "magic-user", "level": 3}, 7),  # 7½
        ({"cls": "thief", "level": 4, "abilities": {"CON": 4}}, 5),  # 4 × (1 + 1 + 1 + 2) / 4
        ({"cls": "fighter", "level": 10, "abilities": {"CON": 13}}, 51),  # 9 × 5½ + 2
    ],
)
@pytest.mark.clause("classic.hp.roll")
def test_or_the_average(keys: dict[str, Any], average: int) -> None:
    who = built(hp=AVERAGE, **keys)
    assert (who.hp, who.max_hp) == (average, average)


@pytest.mark.clause("classic.hp.roll")
def test_or_as_the_scenario_says() -> None:
    who = built(kind="ogre", hp=3)
    assert (who.hp, who.max_hp) == (3, 3)


# --- classic.number


@pytest.mark.parametrize(("count", "dice", "many"), [("2d4", "2d4=1,2", 3), ("1d6-3", "d6=2", 1), ("1d2x3", "d2=2", 6)])
@pytest.mark.clause("classic.number")
def test_how_many_appear_is_rolled_when_the_fight_starts(count: str, dice: str, many: int) -> None:
    fight = versus(someone("Anna"), someone("Orc", count=count))
    scene = scripted(fight, dice, until="round 1")
    assert scene.one("roll", "classic.number").value == many
    assert sum(c.in_fight for c in scene.fight.who) - 1 == many
    assert (scene.side("theirs").size, scene.side("theirs").standing) == (many, many)


@pytest.mark.clause("classic.number", "classic.morale.triggers")
def test_those_who_did_not_appear_are_not_of_the_side() -> None:
    """Of four there are three: two out of action are half of them, not one."""
    fight = versus(someone("Anna", attacks=2), someone("Orc", count="1d4", hp=1))
    scene = scripted(fight, "d4=3 " + OURS_FIRST + "d20=10 d6=1 d20=2")
    assert [e.value for e in scene.events("due")] == [1]
    scene = scripted(fight, "d4=3 " + OURS_FIRST + "d20=10 d6=1 d20=10 d6=1")
    assert [e.value for e in scene.events("due")] == [1, 2]


def test_a_plain_number_is_not_rolled() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc", count=3)), "", until="round 1")
    assert scene.fight.n == 4
