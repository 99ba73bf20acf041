"""Damage: the die, shock, mortal wounds, stabilising, blows that spare."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, THEIRS_FIRST, Scene, adventurer, scripted, side, someone, versus

from affray.engine.state import ALWAYS
from affray.engine.vocabulary import DEAD, DYING, UNCONSCIOUS
from affray.rules.fourfold.damage import care_needed
from affray.rules.shared.damage import begin


def armed(weapon: str, **keys: object) -> dict[str, object]:
    return adventurer("Anna", gear=[weapon], **keys)  # type: ignore[arg-type]


@pytest.mark.clause("fourfold.damage.roll")
def test_the_weapons_die_and_the_attribute_of_the_attack() -> None:
    scene = scripted(versus(armed("mace", STR=18), someone("Orc", hp=30)), OURS_FIRST + "d20=15 d6=4")
    told = scene.one("damage", "fourfold.damage.roll")
    assert told.because == {"attribute": 2}
    assert told.value == 4 + 2


@pytest.mark.clause("fourfold.damage.roll")
def test_at_least_one() -> None:
    scene = scripted(versus(armed("mace", STR=3), someone("Orc", fourfold_ac=19)), OURS_FIRST + "d20=20 d6=1")
    assert scene.one("damage", "fourfold.damage.roll").value == 1  # 1 − 2, and AC 19 is beyond its shock


@pytest.mark.clause("fourfold.damage.roll")
def test_never_less_than_the_shock_a_miss_would_have_done() -> None:
    scene = scripted(versus(armed("war axe", STR=14), someone("Orc", hp=30)), OURS_FIRST + "d20=15 d10=1")
    told = scene.one("damage", "fourfold.damage.roll")
    assert told.because == {"attribute": 1, "never less than its shock": 2}
    assert told.value == 3 + 1
    beyond = scripted(versus(armed("war axe", STR=14), someone("Orc", fourfold_ac=16)), OURS_FIRST + "d20=20 d10=1")
    assert beyond.one("damage", "fourfold.damage.roll").value == 1 + 1


@pytest.mark.clause("fourfold.damage.roll")
def test_fists_deal_d2_and_punch() -> None:
    scene = scripted(versus(adventurer("Anna", punch=1), someone("Orc")), OURS_FIRST + "d20=15 d2=2")
    assert scene.one("damage", "fourfold.damage.roll").value == 2 + 1


@pytest.mark.clause("fourfold.damage.shock")
@pytest.mark.parametrize(("ac", "dealt"), [(15, 3 + 1), (16, 0)])
def test_a_miss_still_deals_shock_up_to_its_armour_class(ac: int, dealt: int) -> None:
    scene = scripted(versus(armed("war axe", STR=14), someone("Orc", fourfold_ac=ac, hp=30)), OURS_FIRST + "d20=1")
    assert scene["Orc"].hp == 30 - dealt
    if dealt:
        assert scene.one("damage", "fourfold.damage.shock").because == {"attribute": 1}
    else:
        assert scripted(versus(armed("war axe"), someone("Orc")), OURS_FIRST + "d20=2").one(
            "damage", "fourfold.damage.shock"
        )


@pytest.mark.clause("fourfold.damage.shock")
def test_a_shield_stops_the_first_shock_of_a_round() -> None:
    pair = side(armed("war axe"), adventurer("Bert", gear=["war axe"]))
    foe = someone("Orc", fourfold_ac=15, shield=1, hp=30)
    scene = scripted(versus(pair, foe), OURS_FIRST + "d20=2 d20=2")
    assert scene.one("miss", "fourfold.damage.shock").who == "Anna"
    assert scene.one("damage", "fourfold.damage.shock").who == "Bert"
    scene.play("d20=2 d20=2")  # the foe's own blow, and Anna's next
    assert scene.events("miss", "fourfold.damage.shock")[-1].round == 2


@pytest.mark.clause("fourfold.damage.shock")
def test_total_defence_stops_all_of_it() -> None:
    pair = side(armed("war axe"), adventurer("Bert", gear=["war axe"]))
    scene = scripted(versus(pair, someone("Orc", fourfold_ac=13, hp=30)), OURS_FIRST + "d20=2 d20=3", ["Orc: yes"])
    assert scene["Orc"].hp == 30
    plain = scripted(versus(armed("war axe"), someone("Orc", hp=30)), OURS_FIRST + "d20=2")
    assert plain.one("damage", "fourfold.damage.shock").value == 3


@pytest.mark.clause("fourfold.damage.shock")
def test_foes_have_their_own_and_a_table_may_go_without() -> None:
    wolf = {"monster": "large predator", "hp": 9}
    scene = scripted(versus(someone("Wolf", **wolf), someone("Anna", fourfold_ac=13)), OURS_FIRST + "d20=2")
    assert scene.one("damage", "fourfold.damage.shock").value == 2
    off = scripted(
        versus(someone("Wolf", **wolf), someone("Anna", fourfold_ac=13)),
        OURS_FIRST + "d20=2",
        options={"damage.shock": "off"},
    )
    assert off["Anna"].hp == 8


@pytest.mark.clause("fourfold.damage.shock")
def test_missiles_deal_none() -> None:
    thrower = adventurer("Anna", gear=["axe"], position=[0, 0])
    scene = scripted(versus(thrower, someone("Orc", position=[8, 0])), OURS_FIRST + "d20=2", ["Anna: shoot Orc"])
    assert scene["Orc"].hp == 8
    near = scripted(versus(adventurer("Anna", gear=["axe"]), someone("Orc")), OURS_FIRST + "d20=2")
    assert near.one("damage", "fourfold.damage.shock").value == 2


# --- at 0


def felled(victim: dict[str, object], dice: str = "d20=15 d6=6", until: str = "", **keys: object) -> Scene:
    """Anna strikes at the first of theirs, who has 6 hp at most."""
    theirs = side(victim, someone("Other", hp=30), **keys)
    return scripted(versus(someone("Anna"), theirs), OURS_FIRST + dice, until=until)


@pytest.mark.clause("fourfold.damage.mortal")
def test_an_opponent_without_a_name_is_dead_at_0() -> None:
    nameless = scripted(versus(someone("Anna"), side(someone("Orc", hp=6, count=2))), OURS_FIRST + "d20=15 d6=6")
    assert nameless.one("dead", "fourfold.damage.mortal").other == "Orc 1"
    assert nameless["Orc 1"].conditions >> DEAD & 1


@pytest.mark.clause("fourfold.damage.mortal")
def test_one_with_a_name_is_mortally_wounded_and_dies_after_six_rounds() -> None:
    scene = felled(someone("Boss", hp=6))
    assert scene.one("down", "fourfold.damage.mortal").other == "Boss"
    assert (scene["Boss"].hp, scene["Boss"].able) == (0, False)
    scene.play("d20=2 " * 9, until="round 6")  # the other five times, and Anna four times more
    assert scene["Boss"].conditions >> DYING & 1
    scene.play("d20=2 d20=2", until="round 7")
    told = scene.one("dead", "fourfold.damage.mortal")
    assert (told.round, told.because) == (6, {"bled to death": 0})


@pytest.mark.clause("fourfold.damage.mortal")
def test_how_long_that_takes_is_an_option() -> None:
    theirs = side(someone("Boss", hp=6), someone("Other", hp=30))
    scene = scripted(
        versus(someone("Anna"), theirs),
        OURS_FIRST + "d20=15 d6=6 d20=2",
        options={"mortal.rounds": "1"},
        until="round 2",
    )
    assert scene.one("dead", "fourfold.damage.mortal").round == 1


@pytest.mark.clause("fourfold.damage.mortal")
def test_the_frail_and_those_hurt_again_die_at_once() -> None:
    assert felled(someone("Boss", hp=6, frail=True)).one("dead", "fourfold.damage.mortal").other == "Boss"
    again = felled(someone("Boss", hp=6)).play("d20=2 d20=15 d6=1", ["Anna: strike Boss"])
    assert again.one("dead", "fourfold.damage.mortal").other == "Boss"


@pytest.mark.clause("fourfold.damage.stabilise")
@pytest.mark.parametrize(("dice", "saved"), [("2d6=4,3", True), ("2d6=3,3", False)])
def test_stabilising_needs_8_with_dex_or_int_and_heal(dice: str, saved: bool) -> None:
    ours = side(someone("Anna", hp=6), adventurer("Odo", "cleric", DEX=10, gear=["mace"]))  # Heal 1
    scene = scripted(versus(ours, someone("Orc", hp=30)), THEIRS_FIRST + "d20=15 d6=6 " + dice, ["Odo: stabilise Anna"])
    told = scene.one("check", "fourfold.damage.stabilise")
    assert (told.value, told.was) == (sum((4, 3) if saved else (3, 3)) + 1, 8)
    assert scene["Anna"].fourfold.frail is saved
    assert len(scene.events("condition-on", "fourfold.damage.stabilise")) == saved
    assert bool(scene["Anna"].conditions >> UNCONSCIOUS & 1) is saved
    assert bool(scene["Anna"].conditions >> DYING & 1) is not saved


def test_it_is_no_easier_for_who_dies_slowly() -> None:
    """A referee may let somebody lie dying for the rest of the fight."""
    ours = side(someone("Anna", hp=6), adventurer("Odo", "cleric", gear=["mace"]))
    scene = scripted(versus(ours, someone("Orc", hp=30)), THEIRS_FIRST + "d20=2", until="Anna: act")
    begin(scene.fight, scene["Anna"], DYING, ALWAYS)
    assert care_needed(scene.fight, scene["Odo"], scene["Anna"]) == 8


@pytest.mark.clause("fourfold.damage.stabilise")
def test_it_gets_harder_each_round_and_without_tools() -> None:
    ours = side(someone("Anna", hp=6), adventurer("Bert", DEX=18, gear=["mace"]))  # no Heal: no tools
    scene = scripted(versus(ours, someone("Orc", hp=90)), THEIRS_FIRST + "d20=15 d6=6", until="Bert: act")
    assert scene.why_not("Bert: stabilise Anna") is None
    for rounds in range(6):
        if rounds:
            scene.play(until=f"round {rounds + 1}")
            scene.play("d20=2", until="Bert: act")  # the orc misses him
        scene.play("2d6=1,1", ["Bert: stabilise Anna"], until=lambda f: f.who[0].fourfold.tended_round == f.round)
        told = scene.events("check", "fourfold.damage.stabilise")[-1]
        assert (told.value, told.was) == (2 + 2 - 1, 8 + rounds + 2)
        refused = scene.why_not("Bert: stabilise Anna")
        assert refused
    scene.play("", until="round 7")
    assert scene["Anna"].conditions >> DEAD & 1


@pytest.mark.clause("fourfold.damage.stabilise")
def test_one_try_a_round_for_each_victim_from_beside_it() -> None:
    ours = side(someone("Anna", hp=6), someone("Bert"), someone("Cora"))
    scene = scripted(
        versus(ours, someone("Orc", hp=90)),
        THEIRS_FIRST + "d20=15 d6=6 2d6=1,1",
        ["Bert: stabilise Anna"],
        until="Cora: act",
    )
    refused = scene.why_not("Cora: stabilise Anna")
    assert refused
    assert refused.clause == "fourfold.damage.stabilise"
    refused = scene.why_not("Cora: stabilise Bert")
    assert refused
    assert "not mortally wounded" in refused.words


@pytest.mark.clause("fourfold.damage.stabilise")
def test_after_ten_minutes_they_come_to_with_1_hp() -> None:
    ours = side(someone("Anna", hp=6), someone("Bert", hp=500, fourfold_ac=30))
    scene = scripted(
        versus(ours, someone("Orc", hp=900, fourfold_ac=40)),
        THEIRS_FIRST + "d20=15 d6=6 2d6=6,6",
        ["Bert: stabilise Anna"],
    )
    scene.play("d20=2 d20=2 " * 99, until="round 101")
    assert scene["Anna"].conditions >> UNCONSCIOUS & 1
    scene.play("d20=2 d20=2", until="round 102")
    assert (scene["Anna"].hp, scene["Anna"].able, scene["Anna"].fourfold.frail) == (1, True, True)
    assert scene.events("condition-off", "fourfold.damage.stabilise")[-1].round == 101


@pytest.mark.clause("fourfold.damage.stabilise")
def test_healing_magic_does_as_well() -> None:
    cleric = adventurer("Odo", "cleric", level=2, spells=["cure light wounds"])
    scene = scripted(
        versus(side(someone("Anna", hp=6), cleric), someone("Orc", hp=30)),
        THEIRS_FIRST + "d20=15 d6=6 d6=2",
        ["Odo: cast cure light wounds at Anna"],
    )
    assert (scene["Anna"].hp, scene["Anna"].able, scene["Anna"].fourfold.frail) == (3, True, False)
    assert scene.one("condition-off", "fourfold.damage.stabilise").who == "Anna"


@pytest.mark.clause("fourfold.damage.nonlethal")
def test_a_less_lethal_weapon_may_spare() -> None:
    scene = scripted(
        versus(armed("mace"), side(someone("Orc", hp=3), someone("Other"))),
        OURS_FIRST + "d20=15 d6=6",
        ["Anna: strike Orc to spare"],
    )
    assert scene.one("down", "fourfold.damage.nonlethal").other == "Orc"
    assert scene["Orc"].conditions >> UNCONSCIOUS & 1
    assert not scene["Orc"].fourfold.frail
    sword = scripted(versus(armed("long sword"), someone("Orc")), OURS_FIRST, until="Anna: act")
    refused = sword.why_not("Anna: strike Orc to spare")
    assert refused
    assert refused.clause == "fourfold.damage.nonlethal"


@pytest.mark.clause("fourfold.damage.roll")
def test_veterans_add_to_what_their_weapon_deals() -> None:
    scene = scripted(versus(someone("Vet", monster="veteran"), someone("Orc", hp=30)), OURS_FIRST + "d20=15 d8=4")
    told = scene.one("damage", "fourfold.damage.roll")
    assert (told.value, told.because) == (5, {"own strength": 1})


@pytest.mark.clause("fourfold.action.charge", "fourfold.damage.shock")
@pytest.mark.parametrize(("ac", "shocked"), [(17, True), (18, False)])
def test_who_has_charged_is_open_to_shock(ac: int, shocked: bool) -> None:
    """An axe's shock goes up to 15."""
    anna = someone("Anna", fourfold_ac=ac, position=[0, 0], hp=30)
    axe = adventurer("Orc", gear=["war axe"], hp=30, position=[40, 0])
    scene = scripted(versus(anna, axe), OURS_FIRST + "d20=2 d20=2", ["Anna: charge Orc"], until="round 2")
    assert scene["Anna"].hp == (30 - 3 if shocked else 30)
    plain = scripted(versus(adventurer("Bert", gear=["war axe"]), someone("Orc")), OURS_FIRST + "d20=2")
    assert plain.one("damage", "fourfold.damage.shock").value == 3


@pytest.mark.clause("fourfold.damage.stabilise")
def test_nobody_is_tended_from_afar() -> None:
    ours = side(someone("Anna", hp=6, position=[0, 0]), someone("Bert", position=[-10, 0]))
    scene = scripted(
        versus(ours, someone("Orc", hp=90, position=[5, 0])),
        THEIRS_FIRST + "d20=15 d6=6",
        ["Orc: strike Anna", "Orc: pass act"],
        until="Bert: act",
    )
    refused = scene.why_not("Bert: stabilise Anna")
    assert refused is not None
    assert refused.clause == "fourfold.damage.stabilise"


@pytest.mark.clause("fourfold.damage.nonlethal", "fourfold.damage.shock")
def test_a_blow_to_spare_does_not_kill_by_its_shock() -> None:
    mace = adventurer("Anna", gear=["mace"])
    scene = scripted(
        versus(mace, side(someone("Orc", hp=1, count=1), someone("Ork"))),
        OURS_FIRST + "d20=2",
        ["Anna: strike Orc to spare"],
    )
    assert scene.one("damage", "fourfold.damage.shock").other.startswith("Orc")
    assert scene.one("down", "fourfold.damage.nonlethal").other.startswith("Orc")
    assert not scene.events("dead")
    assert not scene.fight.fourfold.nonlethal


@pytest.mark.parametrize(("strength", "adds"), [(15, 1), (14, 0)])
@pytest.mark.clause("classic.monster.strength-drain")
def test_a_drained_point_of_strength_counts_as_this_book_counts_it(strength: int, adds: int) -> None:
    """14 to 17 add 1 here: from 15 to 14 nothing is lost, from 14 to 13 the 1 is."""
    anna = adventurer("Anna", STR=strength, hp=30, gear=["sword"])
    scene = scripted(
        versus(anna, someone("It", monster="shadow", hp=50)), THEIRS_FIRST + "d20=20 d4=1", until="Anna: act"
    )
    assert scene["Anna"].strength == strength - 1
    assert (scene["Anna"].melee_modifier, scene["Anna"].damage_modifier) == (adds, adds)


def last_of_the_party(setting: str) -> Scene:
    fight = versus(
        someone("Anna", hp=1), someone("Orc", hp=30), options={"mortal.untended": setting} if setting else {}
    )
    return scripted(fight, THEIRS_FIRST + "d20=12 d6=5", ["Anna: pass snap", "Anna: pass defend"], until="over")


@pytest.mark.clause("fourfold.damage.untended")
def test_a_wiped_out_party_bleeds_to_death() -> None:
    scene = last_of_the_party("")
    assert scene.one("dead", "fourfold.damage.untended").other == "Anna"
    assert scene.fight.side[0].dead == 1


def test_by_option_they_are_left_dying() -> None:
    scene = last_of_the_party("off")
    assert scene.one("down", "fourfold.damage.mortal").other == "Anna"
    assert scene.fight.side[0].dead == 0
