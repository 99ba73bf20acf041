"""Missiles of the procedure book: stationary shooters twice, moving ones once, and shots into a melee."""

from __future__ import annotations

import pytest
from helpers import Group, Refused, Said, Scene, side, versus
from procedure.people import OURS_FIRST, THEIRS_FIRST, at, scripted, told

from affray.rules.procedure.setup import setup

DECLARE = "procedure.declare.missile"
FIRST = "procedure.missile.first"
MOVING = "procedure.missile.moving"
MELEE = "procedure.missile.melee"
SECOND = "procedure.missile.second"
FAR = 100  # feet: medium range of a long bow, long of a short one
PASSING = ["Orc: pass act"]


def archer(name: str = "Anna", weapon: str = "long bow", x: int = 0) -> Group:
    return at(name, x, gear=[weapon])


def shots(scene: Scene) -> list[Said]:
    return scene.events("declared", DECLARE)


def misses(scene: Scene) -> list[str]:
    return [e.who for e in scene.events("miss")]


# --- procedure.declare.missile


@pytest.mark.clause(DECLARE)
def test_shooters_and_throwers_say_so_and_only_with_something_to_shoot() -> None:
    ours = side(archer(), archer("Tom", "dagger"), at("Bert", 0))
    scene = scripted(versus(ours, at("Orc", FAR)), until="Anna: declare")
    assert scene.why_not("Anna: missiles") is None
    assert scene.why_not("Tom: missiles") is None
    assert scene.why_not("Bert: missiles") == Refused(
        "classic.missile.range", "{who} has nothing in hand to shoot or throw"
    )
    scene.play("d6=6 d6=1", ["Anna: pass declare"], until="Anna: act")
    assert scene.why_not("Anna: shoot Orc") == Refused(DECLARE, "{who} has not declared missile fire")


@pytest.mark.clause(DECLARE)
def test_ammunition_is_counted() -> None:
    text = versus(archer(), at("Orc", FAR))
    options = {"ammunition.shots": "1"}
    scene = scripted(text, OURS_FIRST + "d20=2", ["Anna: missiles", *PASSING], until="round 2", options=options)
    assert misses(scene) == ["Anna"], "two shots a round, but one arrow"
    assert scene.one("declared", DECLARE).because["ammunition counted"] == 0
    assert scene["Anna"].kit_left[0] == 0
    scene.play("", until="Anna: declare")
    assert scene.why_not("Anna: missiles") == Refused(DECLARE, "{who} has nothing left to shoot")


@pytest.mark.clause(DECLARE)
def test_a_quiver_holds_twenty() -> None:
    scene = scripted(versus(archer(), at("Orc", FAR)), OURS_FIRST + "d20=2 d20=2", until="round 2", tables=True)
    assert scene["Anna"].kit_left[0] == 20 - 2


@pytest.mark.clause(DECLARE)
def test_without_the_option_nobody_counts() -> None:
    scene = scripted(
        versus(archer(), at("Orc", FAR)),
        OURS_FIRST + "d20=2 d20=2",
        ["Anna: missiles", *PASSING],
        until="round 2",
        options={"ammunition": "off", "ammunition.shots": "1"},
    )
    assert misses(scene) == ["Anna", "Anna"]


@pytest.mark.clause("classic.weapon.thrown")
def test_what_is_thrown_is_gone() -> None:
    scene = scripted(
        versus(at("Anna", 0, gear=["3 dagger"]), at("Orc", 25)),
        OURS_FIRST + "d20=2 d20=2",
        ["Anna: missiles", "Anna: shoot Orc", "Orc: pass act", "Anna: shoot Orc"],
        until="round 2",
    )
    assert scene["Anna"].kit_left[0] == 3 - 2
    assert [e.value for e in scene.events("declared", "classic.weapon.thrown")] == [scene["Anna"].kit[0]] * 2


# --- procedure.missile.first


@pytest.mark.clause(FIRST, SECOND)
def test_stationary_shooters_come_before_and_after_everybody_else_winners_first() -> None:
    text = versus(side(at("Anna", 5, 50), archer("Arch")), side(at("Orc", 0, 50), archer("Bow", x=FAR)))
    scene = scripted(
        text,
        THEIRS_FIRST + "d20=2 d20=2" + " d20=2 d20=2" + " d20=2 d20=2",
        ["Arch: missiles", "Bow: missiles", "Bow: shoot Arch", "Bow: shoot Arch", "Arch: shoot Bow", "Arch: shoot Bow"],
        until="round 2",
    )
    assert misses(scene) == ["Bow", "Arch", "Orc", "Anna", "Bow", "Arch"]
    said = [(e.because.get("without moving"), e.because.get("another shot without moving")) for e in shots(scene)]
    assert said == [(0, None), (0, None), (None, 0), (None, 0)]


@pytest.mark.clause(FIRST)
def test_who_has_shot_without_moving_stays_where_it_is() -> None:
    scene = scripted(
        versus(archer(), at("Orc", FAR)),
        THEIRS_FIRST + "d20=2",
        ["Anna: missiles", "Anna: shoot Orc"],
        until="Orc: act",
    )
    assert scene.why_not("Anna: away") == Refused(FIRST, "{who} has shot without moving and stays there this round")


@pytest.mark.clause(FIRST)
def test_one_in_melee_is_no_stationary_shooter() -> None:
    """Charged before the shots: it is not asked."""
    scene = scripted(
        versus(archer(), at("Orc", 50)),
        "d20=2 " + OURS_FIRST,
        ["Anna: missiles", "Orc: charge Anna"],
        until="Anna: act",
    )
    assert misses(scene) == ["Orc"]
    assert scene.why_not("Anna: shoot Orc") == Refused("classic.missile.distance", "{who} is in melee and can't shoot")
    text = versus(archer(), at("Orc", FAR))
    scene = scripted(text, OURS_FIRST + "d20=2", ["Anna: missiles", "Anna: shoot Orc"], until="losers")
    assert scene.one("declared", DECLARE).because["without moving"] == 0


@pytest.mark.clause(FIRST)
def test_nobody_is_asked_who_has_nobody_to_shoot_at() -> None:
    text = versus(side(archer(), archer("Bert")), side(at("Orc", 220), at("Grub", 220)))
    scene = scripted(text, "d6=6 d6=2", ["Anna: missiles", "Bert: missiles"], until="Anna: act")
    assert scene.events("declared", DECLARE) == []
    near = versus(archer(), at("Orc", FAR))
    scripted(near, OURS_FIRST + "d20=2", ["Anna: missiles", "Anna: shoot Orc"], until="winners")


# --- procedure.missile.moving


@pytest.mark.clause(MOVING)
@pytest.mark.parametrize("order", [("approach Orc", "shoot Orc"), ("shoot Orc", "approach Orc")])
def test_a_shooter_who_moves_shoots_once_in_its_own_step(order: tuple[str, str]) -> None:
    said = [f"Anna: {words}" for words in order]
    scene = scripted(
        versus(archer(), at("Orc", FAR)),
        THEIRS_FIRST + "d20=2",
        ["Anna: missiles", "Anna: pass shoot", "Orc: away", *said],
        until="round 2",
    )
    assert misses(scene) == ["Anna"]
    assert scene.one("declared", DECLARE).because["one shot in their own step"] == 0
    assert told(scene).index("move Orc") < told(scene).index("miss Anna")


@pytest.mark.clause(MOVING)
def test_who_has_moved_does_not_shoot_standing() -> None:
    text = versus(archer(), at("Orc", FAR))
    said = ["Anna: missiles", "Anna: pass shoot", "Anna: approach Orc", "Anna: pass act"]
    scene = scripted(text, OURS_FIRST, said, until="Orc: act")
    scene.script.stop = ("Anna", "shoot")  # as if it were asked
    assert scene.why_not("Anna: shoot Orc") == Refused(MOVING, "{who} has moved and shoots in their own side's step")


# --- procedure.missile.melee


@pytest.mark.clause(MELEE)
@pytest.mark.parametrize(("face", "hit"), [(1, "Bert"), (2, "Carl"), (3, "Orc")])
def test_a_shot_into_a_melee_goes_at_a_random_one_there(face: int, hit: str) -> None:
    ours = side(archer(), at("Bert", FAR), at("Carl", FAR + 5, 5), at("Dora", FAR, 20))
    scene = scripted(
        versus(ours, side(at("Orc", FAR + 5), at("Grub", FAR, 60))),
        f"d6=6 d6=1 d3={face} d20=15 d6=1",
        ["Anna: missiles", "Anna: shoot Orc"],
        until="winners",
    )
    assert scene.one("roll", MELEE).other == hit
    assert scene[hit].hp == 8 - 1


@pytest.mark.clause(MELEE)
def test_who_sleeps_does_not_fight_there() -> None:
    ours = side(archer(), at("Bert", FAR, conditions=["asleep"]), at("Carl", FAR + 5, 5))
    scene = scripted(
        versus(ours, side(at("Orc", FAR + 5), at("Grub", FAR, 60))),
        "d6=6 d6=1 d2=1 d20=2",
        ["Anna: missiles", "Anna: shoot Orc"],
        until="winners",
    )
    assert (scene.one("roll", MELEE).other, scene.one("roll", MELEE).value) == ("Carl", 2)


def test_nobody_rolls_for_a_target_that_is_alone_in_its_melee() -> None:
    """Bert stands beside a sleeper, and so fights nobody."""
    theirs = side(at("Orc", FAR + 5, conditions=["asleep"]), at("Grub", FAR, 60))
    scene = scripted(
        versus(side(archer(), at("Bert", FAR)), theirs),
        "d6=6 d6=1 d6=3",
        ["Anna: missiles", "Anna: shoot Orc"],
        until="winners",
    )
    assert (scene.events("roll", MELEE), scene["Orc"].hp) == ([], 8 - 3)


def test_a_shot_at_one_out_of_melee_goes_where_it_is_aimed() -> None:
    text = versus(archer(), at("Orc", FAR))
    scene = scripted(text, OURS_FIRST + "d20=2", ["Anna: missiles", "Anna: shoot Orc"], until="winners")
    assert scene.events("roll", MELEE) == []


# --- procedure.missile.second


@pytest.mark.clause(SECOND)
@pytest.mark.parametrize(
    ("weapon", "shots"),
    [
        ("short bow", 2),
        ("long bow", 2),
        ("4 dart", 3),
        ("3 dagger", 2),
        ("3 silver dagger", 2),
        ("2 hand axe", 1),
        ("2 javelin", 1),
        ("2 spear", 1),
        ("sling", 1),
        ("crossbow", 1),
        ("heavy crossbow", 1),
        ("2 oil flask", 1),
    ],
)
def test_shots_a_round(weapon: str, shots: int) -> None:
    scene = scripted(
        versus(archer(weapon=weapon), at("Orc", 25)),
        OURS_FIRST + "d20=2 " * shots,
        ["Anna: missiles", *["Anna: shoot Orc"] * shots, "Orc: pass act"],
        until="round 2",
        tables=True,
    )
    assert misses(scene) == ["Anna"] * shots


@pytest.mark.clause(SECOND)
def test_a_heavy_crossbow_shoots_every_second_round() -> None:
    text = versus(archer(weapon="heavy crossbow"), at("Orc", FAR, move=0))
    scene = scripted(text, OURS_FIRST + "d20=2", ["Anna: missiles", "Anna: shoot Orc"], until="round 2")
    scene.play("", until="Anna: declare")
    assert scene.why_not("Anna: missiles") == Refused(SECOND, "{who} has to reload: one shot every second round")
    scene.play(OURS_FIRST, ["Anna: pass act"], until="round 3")
    scene.play(OURS_FIRST + "d20=2", ["Anna: missiles", "Anna: shoot Orc"], until="winners")
    assert misses(scene) == ["Anna", "Anna"]


@pytest.mark.clause(SECOND)
def test_who_is_attacked_in_melee_loses_the_shots_left() -> None:
    """Even if nobody is left there: the one who came is felled before the second shots."""
    ours = side(archer(), at("Bert", 5, 5))
    theirs = side(at("Orc", 30, hp=1), at("Grub", FAR))
    scene = scripted(
        versus(ours, theirs),
        "d6=1 d6=6 d20=2" + " d20=2" + " d20=15 d6=1",
        ["Anna: missiles", "Anna: shoot Grub", "Orc: approach Anna", "Orc: strike Anna", "Bert: strike Orc"],
        until="missiles-again",
    )
    scene.script.stop = ("Anna", "shoot")
    assert scene.one("dead").other == "Orc"
    assert scene.why_not("Anna: shoot Grub") == Refused(SECOND, "{who} has no shot left this round")
    scene.script.stop = None
    scene.play("", until="round 2")


@pytest.mark.clause(SECOND)
def test_what_comes_before_the_first_shot_costs_none() -> None:
    """The orc charges Anna and is shot by Bert; then she shoots, and again."""
    ours = side(at("Bert", -60, gear=["long bow"]), archer())
    theirs = side(at("Orc", 50, hp=1), at("Grub", FAR))
    said = ["Bert: missiles", "Anna: missiles", "Orc: charge Anna", "Bert: shoot Orc", "Anna: shoot Grub"]
    scene = scripted(
        versus(ours, theirs), "d20=2 d6=6 d6=1 d2=2 d20=15 d6=6 d20=2", [*said, "Grub: pass act"], "missiles-again"
    )
    scene.play("d20=2", ["Bert: pass shoot", "Anna: shoot Grub"], until="round 2")
    assert [e.who for e in shots(scene)] == ["Bert", "Anna", "Anna"]


def broken_bow(x: int = 5) -> str:
    """So far from Anna an orc with one hit point, whose fall breaks Bow, who may get away."""
    ours = side(at("Anna", 0), at("Carl", 0, 30), players=True)
    bow = at("Bow", 90, gear=["short bow"], morale=8)
    return versus(ours, side(at("Orc", x, hp=1, morale=8), bow, way_out=True))


@pytest.mark.clause("procedure.morale.check")
def test_the_broken_do_not_shoot() -> None:
    said = ["Anna: charge Orc", "Bow: missiles", "Carl: pass declare"]
    scene = scripted(broken_bow(x=50), "d20=15 d6=6 2d6=6,6 d6=6 d6=1", said, until="winners")
    assert shots(scene) == []
    scene.script.stop = ("Bow", "shoot")
    assert scene.why_not("Bow: shoot Anna") == Refused(
        "procedure.morale.check", "{who} has lost heart and does nothing but retreat"
    )


@pytest.mark.clause("procedure.morale.check")
def test_the_broken_do_not_shoot_again() -> None:
    said = ["Bow: missiles", "Bow: shoot Carl", "Orc: strike Anna", "Anna: strike Orc", "Carl: pass act"]
    scene = scripted(broken_bow(), "d6=1 d6=6 d20=2 d20=2 d20=15 d6=6 2d6=6,6", said, until="round 2")
    assert [e.who for e in shots(scene)] == ["Bow"]


@pytest.mark.clause(SECOND)
def test_a_shooter_who_passes_its_second_shot_has_no_third() -> None:
    scene = scripted(
        versus(archer(weapon="3 dart"), at("Orc", 25)),
        OURS_FIRST + "d20=2",
        ["Anna: missiles", "Anna: shoot Orc", "Orc: pass act", "Anna: pass shoot"],
        until="round 2",
        tables=True,
    )
    assert misses(scene) == ["Anna"]


@pytest.mark.clause("classic.missile.range", "classic.damage.variable")
def test_darts_and_the_heavy_crossbow_are_this_books_own() -> None:
    ours = side(archer("Dart", "dart"), archer("Bolt", "heavy crossbow"))
    scene = scripted(
        versus(ours, at("Orc", FAR)), until="Dart: declare", tables=True, options={"damage.variable": "on"}
    )
    found = {name: scene.fight.arms[scene.roster.arms.index(name)] for name in ("dart", "heavy crossbow")}
    numbers = {name: (w.short, w.medium, w.long) for name, w in found.items()}
    assert numbers == {"dart": (100, 300, 500), "heavy crossbow": (800, 1600, 2400)}
    weapons = setup().library.weapons
    assert [str(weapons[name].damage) for name in found] == ["1d4", "1d8"]


@pytest.mark.clause("classic.damage.subdual")
def test_a_sling_subdues_without_moving_and_after_a_move() -> None:
    fight = versus(archer(weapon="sling"), at("Orc", 60, hp=5))
    answers = ["Anna: missiles", "Anna: shoot Orc to subdue"]
    scene = scripted(fight, OURS_FIRST + "d20=20 d6=4", answers, until="Orc: act")
    assert scene.one("damage", "classic.damage.subdual").value == 4
    answers = ["Anna: missiles", "Anna: pass shoot", "Anna: go 10 0", "Anna: shoot Orc to subdue"]
    scene = scripted(fight, OURS_FIRST + "d20=20 d6=4", answers, until="Orc: act")
    assert scene["Orc"].subdual_damage == 4
    bow = scripted(versus(archer(), at("Orc", 60)), OURS_FIRST, ["Anna: missiles"], until="Anna: shoot")
    assert bow.why_not("Anna: shoot Orc to subdue") == ("classic.damage.subdual", "only a blunt weapon subdues")
