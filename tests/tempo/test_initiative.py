"""The score: rolled, kept, spent; surprise, henchmen, ties."""

from __future__ import annotations

import pytest
from helpers import side, versus
from tempo.people import FIRST, duel, heroes, offered, scores, scripted, someone, told

from affray.engine.verbs import Answer, Question


@pytest.mark.clause("tempo.initiative.roll")
def test_1d20_and_wits_once_and_kept() -> None:
    scene = duel("d20=1 d20=1 d20=1 d20=1", anna={"wits": 14}, orc={"wits": 9})
    assert [(e.who, e.value) for e in scene.events("score")] == [("Anna", 15 + 14), ("Orc", 5 + 9)]
    assert [(e.round, e.who) for e in scene.events("miss")] == [(1, "Anna"), (1, "Orc"), (2, "Anna"), (2, "Orc")]
    assert (scene["Anna"].tempo.score, scene["Orc"].tempo.score) == (29, 14)


@pytest.mark.clause("tempo.initiative.roll")
def test_ties_go_by_wits_then_to_the_players() -> None:
    wits = duel("d20=1", anna={"wits": 10}, orc={"wits": 20})  # 25 and 25
    assert wits.one("miss").who == "Orc"
    players = scripted(versus(someone("Orc"), heroes(someone("Anna"))), "d20=9 d20=9 d20=1")
    assert players.one("miss").who == "Anna"


@pytest.mark.clause("tempo.initiative.roll")
@pytest.mark.parametrize(("lot", "first"), [(1, "Orc"), (2, "Ogre")])
def test_what_is_still_tied_goes_by_lot(lot: int, first: str) -> None:
    """Two foes without a player among them; whom the lot makes highest is also the first to act."""
    scene = scripted(versus(someone("Orc"), someone("Ogre")), f"d20=9 d20=9 d2={lot} d20=1 d20=2")
    assert scene.one("roll", "tempo.initiative.roll").who == first
    assert scene.events("miss")[0].who == first


@pytest.mark.clause("tempo.round.order")
def test_who_falls_before_its_count_does_not_act() -> None:
    scene = duel("d20=10 d6=6 d20=1", until="over", orc={"hp": 1})
    assert scene.events("miss") == []
    assert scene.one("round", "tempo.round.order").value == 1
    assert not scene["Orc"].able


@pytest.mark.clause("tempo.round.order")
def test_who_cannot_act_reacts_to_nothing() -> None:
    scene = duel(until="Orc: turn", dice="", anna={"conditions": ["held"], "gear": ["shield"], "cls": "fighter"})
    refused = offered(scene, "react", "Anna", "Orc", "shield")
    assert refused is not None
    assert refused.clause == "tempo.round.order"


@pytest.mark.clause("tempo.initiative.spend")
def test_any_reaction_with_a_score_above_0_and_never_below_0() -> None:
    """A score of 1 pays for a shield after the roll, which costs 5."""
    anna = {"trained": True, "wits": 3}
    scene = scripted(
        versus(heroes(someone("Anna", **anna)), someone("Orc", wits=20)),
        "d20=1 d20=10 d20=15 d20=16 d20=2",
        ["Anna: late shield"],
    )
    assert scores(scene, "Anna")[-1] == (1 + 3, 0)
    because = scene.events("score", who="Anna")[-1].because
    assert (because["to defend after the roll"], because["a score never falls below 0"]) == (-5, 1)


@pytest.mark.clause("tempo.initiative.spend")
def test_who_has_not_acted_acts_at_the_lowered_count() -> None:
    """Bert's 24 falls to 22 by a shield; Cleo with 23 now comes before him."""
    ours = heroes(someone("Bert", trained=True), someone("Cleo"))
    scene = scripted(
        versus(ours, someone("Orc", wits=12)),
        "d20=14 d20=13 d20=20 d20=9 d20=1 d20=2 d20=3",
        ["Bert: shield"],
    )
    assert scores(scene, "Bert") == [(0, 24), (24, 22)]
    paid = scene.events("score", who="Bert")[-1]
    assert paid.because == {"to defend before the roll": -2, "still to act, at the lowered count": 0}
    assert [e.who for e in scene.events("miss")] == ["Orc", "Cleo", "Bert"]


@pytest.mark.clause("tempo.initiative.spend")
def test_drawing_and_standing_up_are_extra_and_paid_for() -> None:
    anna = {"cls": "fighter", "gear": ["sword", "dagger"], "conditions": ["prone"]}
    scene = duel("d20=1", ["Anna: stand", "Anna: draw dagger", "Anna: strike Orc"], anna=anna)
    assert scores(scene, "Anna")[1:] == [(25, 23), (23, 21)]
    broke = duel(until="Anna: turn", anna=anna)
    broke["Anna"].tempo.score = 0
    refused = broke.why_not("Anna: draw dagger")
    assert refused is not None
    assert refused.clause == "tempo.initiative.spend"


@pytest.mark.clause("tempo.initiative.superior")
def test_ten_points_for_another_turn_at_the_new_score() -> None:
    """25 becomes 15, level with Orc, and the players go first in a tie: two turns in a row, not three."""
    scene = duel("d20=1 d20=2 d20=3 d20=4", ["Anna: another turn"])
    assert scores(scene, "Anna") == [(0, 25), (25, 15)]
    assert [e.who for e in scene.events("miss") if e.round == 1] == ["Anna", "Anna", "Orc"]


@pytest.mark.clause("tempo.initiative.superior")
def test_it_comes_at_the_new_score_and_only_for_the_highest() -> None:
    """Anna falls from 25 to 15 and comes again after Orc with 17, who never had the right."""
    scene = duel("d20=1", ["Anna: another turn"], orc={"wits": 12}, until="Orc: turn")
    for who in ("Anna", "Orc"):
        assert offered(scene, "superior", who, who, "another turn").clause == "tempo.initiative.superior"  # type: ignore[union-attr]
    scene.play("d20=2 d20=3")
    assert [e.who for e in scene.events("miss")] == ["Anna", "Orc", "Anna"]


@pytest.mark.clause("tempo.initiative.superior")
def test_reactions_before_its_turn_do_not_cost_the_right_nor_does_falling_to_0() -> None:
    """Anna starts highest; what a friend's order had her pay leaves 8, which another turn takes to 0."""
    scene = duel(
        "d20=1",
        ["Anna: another turn"],
        until=lambda f: f.round == 1 and f.who[0].tempo.score == 0,
        anna={"wits": 3},
        orc={"wits": 3},
        options={"superior.cost": "18"},
    )
    assert scores(scene, "Anna") == [(0, 18), (18, 0)]


@pytest.mark.clause("tempo.initiative.superior")
def test_what_it_costs_is_an_option() -> None:
    scene = duel("d20=1 d20=1", ["Anna: another turn"], options={"superior.cost": "4"})
    assert scores(scene, "Anna")[-1] == (25, 21)


@pytest.mark.clause("tempo.initiative.reorient")
def test_kept_only_if_higher_and_it_uses_up_the_turn() -> None:
    higher = duel("d20=16 d20=1", ["Anna: re-orient"])
    assert scores(higher, "Anna")[-1] == (25, 26)
    assert [e.who for e in higher.events("miss")] == ["Orc"]
    lower = duel("d20=15", ["Anna: re-orient"])
    assert scores(lower, "Anna")[-1] == (25, 25)
    assert lower.events("score", who="Anna")[-1].because["not higher: the old score stays"] == 0


def caught() -> str:
    """Anna at 0, in the ambush of Orc with 30 and a henchman."""
    ours = {**heroes(someone("Anna", trained=True)), "surprised": True}
    return versus(ours, side(someone("Orc"), someone("Ogre", henchman=True), ambush="prepared"))


@pytest.mark.clause("tempo.initiative.zero", "tempo.check.dice", "tempo.initiative.reorient")
def test_at_0_the_worse_of_two_dice() -> None:
    scene = scripted(caught(), "d20=1 d20=2 d20=17 d20=4", ["Anna: re-orient"])
    assert scores(scene, "Anna") == [(0, 0), (0, 14)]
    assert scene.events("score", who="Anna")[-1].because["flat-footed: a penalty die"] == 0


@pytest.mark.clause("tempo.initiative.zero")
def test_at_0_no_reactions_and_the_last_turn_of_all() -> None:
    scene = scripted(caught(), "d20=1 d20=2", until="Anna: turn")
    assert [e.who for e in scene.events("miss")] == ["Orc", "Ogre"]
    assert all(e.was == 20 for e in scene.events("miss"))  # AC stays as it is
    for ask, words in (("riposte", "riposte"), ("late", "late shield"), ("react", "shield")):
        assert offered(scene, ask, "Anna", "Orc", words).clause == "tempo.initiative.zero"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.surprise", "tempo.check.dice")
def test_a_chance_meeting_is_played_with_the_dice() -> None:
    """Ambushers keep the better of two, victims the worse."""
    fight = versus(heroes(someone("Anna"), ambush="chance"), side(someone("Orc"), surprised=True))
    scene = scripted(fight, "d20=4 d20=11 d20=16 d20=7")
    assert [(e.who, e.value, e.clause) for e in scene.events("score")] == [
        ("Anna", 11 + 10, "tempo.surprise"),
        ("Orc", 7 + 10, "tempo.surprise"),
    ]
    ours, theirs = scene.events("score")
    assert ours.because == {"surprises them": 0, "advantage: the best die counts": 0, "wits": 10}
    assert theirs.because == {"surprised": 0, "penalty: the worst die counts": 0, "wits": 10}


@pytest.mark.clause("tempo.surprise")
def test_a_prepared_ambush_needs_no_dice() -> None:
    fight = versus(heroes(someone("Anna", wits=13), ambush="prepared"), side(someone("Orc"), surprised=True))
    scene = scripted(fight, until="Anna: turn")
    assert [(e.who, e.value) for e in scene.events("score")] == [("Anna", 13 + 20), ("Orc", 0)]
    assert scene.events("score", who="Orc")[0].because == {"caught flat-footed": 0}
    assert "Initiative, Anna, by surprise: +13 wits +20 in place of a roll = 33 [" in told(scene)
    assert "Initiative, Orc, by surprise: 0 (caught flat-footed) [" in told(scene)


@pytest.mark.clause("tempo.surprise")
@pytest.mark.parametrize(
    ("picked", "dice", "first"), [("none", "d20=5 d20=6", 15), ("chance", "d20=5 d20=2 d20=6 d20=9", 15)]
)
def test_the_referee_picks_the_form(picked: str, dice: str, first: int) -> None:
    fight = versus(heroes(someone("Anna"), ambush="prepared"), side(someone("Orc"), surprised=True))
    scene = scripted(fight, dice, [f"referee: ambush {picked}"], until="Orc: turn")
    assert [e.value for e in scene.events("score")] == [first, 16]


@pytest.mark.clause("tempo.surprise")
def test_there_are_nine_forms_and_no_other() -> None:
    scene = duel(until="Anna: turn")
    q = Question(scene.book.asks.index("ambush"), -2, 0, 0)
    form = scene.book.kinds.index("ambush")
    assert [scene.refused(q, Answer(form, -1, n)) is None for n in range(-1, 10)] == [False, *[True] * 9, False]


MIXED = [  # the form, what Anna rolls and gets, what Orc rolls and gets
    ("head start", (), 30, (6, 9), 16),
    ("flat-footed", (3,), 13, (), 0),
    ("advantage", (3, 8), 18, (6,), 16),
    ("penalty", (3,), 13, (6, 9), 16),
    ("advantage and flat-footed", (3, 8), 18, (), 0),
    ("head start alone", (), 30, (6,), 16),
]


@pytest.mark.clause("tempo.surprise")
@pytest.mark.parametrize(("form", "ours", "first", "theirs", "second"), MIXED)
def test_each_part_of_surprise_by_itself(
    form: str, ours: tuple[int, ...], first: int, theirs: tuple[int, ...], second: int
) -> None:
    """As the scenario says, and as the referee picks."""
    dice = " ".join(f"d20={face}" for face in ours + theirs)
    for written, answers in ((form, []), ("prepared", [f"referee: ambush {form}"])):
        fight = versus(heroes(someone("Anna"), ambush=written), side(someone("Orc"), surprised=True))
        scene = scripted(fight, dice, answers, until=lambda f: f.round == 1)
        assert [(e.who, e.value) for e in scene.events("score")] == [("Anna", first), ("Orc", second)]


@pytest.mark.clause("tempo.surprise")
def test_the_wary_are_no_victims() -> None:
    fight = versus(heroes(someone("Anna"), ambush="prepared"), side(someone("Orc"), surprised=False))
    scene = scripted(fight, "d20=6", until="Anna: turn")
    assert [e.value for e in scene.events("score")] == [30, 16]


@pytest.mark.clause("tempo.henchman")
def test_henchmen_have_1_and_nothing_lowers_it() -> None:
    theirs = side(someone("Boss", leader=True), someone("Orc", henchman=True, trained=True, gear=["sword", "club"]))
    scene = scripted(
        versus(heroes(someone("Anna")), theirs),
        FIRST + "d20=1 d20=1 d20=1",
        ["Anna: strike Orc", "Orc: draw club", "Orc: strike Anna"],
    )
    assert scores(scene, "Orc") == [(0, 1)]
    assert scene["Orc"].tempo.score == 1
    refused = offered(scene, "riposte", "Orc", "Anna", "riposte")
    assert refused is not None
    assert refused.clause == "tempo.henchman"
    assert scene.why_not("Orc: re-orient").clause == "tempo.henchman"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.henchman.shield")
@pytest.mark.parametrize(("option", "ac"), [("on", 24), ("off", 22)])
def test_a_henchmans_shield_is_2(option: str, ac: int) -> None:
    orc = someone("Orc", monster="henchman", gear=["shield", "club"], henchman=True)
    fight = versus(heroes(someone("Anna", cls="fighter", gear=["sword"])), orc, options={"henchman.shield": option})
    scene = scripted(fight, "d20=15 d20=1", ["Anna: strike Orc"])
    assert scene.one("miss", who="Anna").was == ac
    if option == "off":
        scripted(versus(heroes(someone("Anna")), orc), "d20=15 d20=1")


@pytest.mark.clause("tempo.initiative.spend")
def test_a_score_of_0_pays_for_no_other_turn() -> None:
    """Anna starts highest with 9, Boss has 8: he orders his man, her riposte costs 10, and she is at 0."""
    anna = someone("Anna", trained=True, wits=3, hp=30)
    theirs = side(someone("Boss", commands=True, wits=3), someone("Orc", henchman=True))
    scene = scripted(
        versus(heroes(anna), theirs),
        "d20=6 d20=5 d20=1 d20=1 d20=1",
        ["Boss: order Anna", "Anna: riposte", "Anna: strike Boss"],
        until="Boss: turn",
    )
    assert scores(scene, "Anna")[-1] == (9, 0)
    refused = offered(scene, "superior", "Anna", "Anna", "another turn")
    assert refused is not None
    assert refused.clause == "tempo.initiative.spend"


@pytest.mark.clause("tempo.initiative.spend")
def test_where_all_start_the_round_at_0_nobody_has_another_turn() -> None:
    scene = duel(until="Anna: turn")
    scene["Anna"].tempo.score = scene["Orc"].tempo.score = 0
    refused = offered(scene, "superior", "Anna", "Anna", "another turn")
    assert refused is not None
    assert refused.clause == "tempo.initiative.spend"


@pytest.mark.clause("tempo.initiative.reorient", "tempo.initiative.superior")
def test_re_orienting_gives_no_second_turn() -> None:
    scene = duel("d20=20", ["Anna: re-orient"], until="Orc: turn")
    refused = offered(scene, "superior", "Anna", "Anna", "another turn")
    assert refused is not None
    assert refused.clause == "tempo.initiative.superior"


@pytest.mark.clause("tempo.initiative.reorient", "tempo.initiative.superior")
def test_by_option_re_orienting_leaves_superior_initiative() -> None:
    answers = ["Anna: re-orient", "Anna: another turn"]
    scene = duel("d20=20", answers, options={"reorient.superior": "on"}, until="Anna: turn")
    assert scores(scene, "Anna")[-2:] == [(25, 30), (30, 20)]
    assert not scene["Anna"].acted


@pytest.mark.clause("tempo.initiative.reorient")
def test_re_orienting_takes_the_move_too() -> None:
    """Nobody who re-orients is asked to move, nor may re-orient after a move; by option both."""
    for option, asked in (("off", "Orc: turn"), ("on", "Anna: after")):
        scene = scripted(
            versus(
                heroes(someone("Anna")),
                someone("Orc"),
                distance=100,
                options={} if option == "off" else {"reorient.move": option},
            ),
            "d20=15 d20=5 d20=1",
            ["Anna: re-orient"],
            until=asked,
        )
        assert scene["Anna"].acted
        moved = scripted(
            versus(
                heroes(someone("Anna")),
                someone("Orc"),
                distance=100,
                options={} if option == "off" else {"reorient.move": option},
            ),
            "d20=15 d20=5",
            ["Anna: approach Orc"],
            until=lambda f: f.who[0].moved > 0,
        )
        refused = offered(moved, "turn", "Anna", "Anna", "re-orient")
        assert (refused.clause if refused else "") == ("tempo.initiative.reorient" if option == "off" else "")
