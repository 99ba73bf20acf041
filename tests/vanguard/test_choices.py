"""Why not: every reason for which an answer is refused in the vanguard book, and that nothing else is."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Refused, Scene, side, versus
from vanguard.people import READY, players, scripted, someone

from affray.engine.clauses import REASONS
from affray.engine.state import NOBODY
from affray.engine.verbs import PASS, Answer, question
from affray.rules.vanguard import questions as A


def turn(anna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, **keys: Any) -> Scene:
    """Anna's turn, with Bert beside her and the Orc six metres off."""
    ours = players(someone("Anna", **{"position": [0, 0]} | (anna or {})), someone("Bert", position=[0, 5]))
    fight = versus(ours, someone("Orc", **{"position": [20, 0]} | (orc or {})), **keys)
    return scripted(fight, READY * (1 if "monster" in (anna or {}) else 2), until="Anna: turn", tables=True)


def why(scene: Scene, kind: int, target: int = NOBODY, option: int = 0, ask: int = A.ACT) -> int:
    who = scene.number("Anna") if ask == A.ACT else -2
    return scene.book.refusal(scene.fight, question(ask, who, 0, 0), Answer(kind, target, option))


# --- affray.answer


@pytest.mark.clause("affray.answer")
def test_an_answer_must_fit_its_question() -> None:
    scene = turn()
    assert scene.why_not("Anna: strike Bert") == Refused("affray.answer", "{other} is on the same side")
    assert scene.why_not("Anna: approach Anna") == Refused("affray.answer", "that is {who}")
    assert scene.why_not("Anna: after Anna") == Refused("affray.answer", "that is {who}")
    for kind in (A.HIT, A.APPROACH, A.GIVE_WAY, A.LOOSE, A.CAST):
        assert why(scene, kind, 3) == A.NO_SUCH
        assert why(scene, kind, NOBODY) == A.NO_SUCH


@pytest.mark.clause("affray.answer")
def test_numbers_where_none_belong_are_no_answer() -> None:
    scene = turn()
    assert why(scene, PASS, 1) == why(scene, PASS, NOBODY, 1) == A.NOT_ASKED
    for kind in (A.RUN, A.DEFEND, A.STANCE, A.RELOAD, A.LIGHT, A.DOUSE, A.DRINK, A.TURN, A.OTHER):
        assert why(scene, kind, 2) == why(scene, kind, NOBODY, 1) == A.NOT_ASKED
    assert why(scene, A.AWAY, 2) == why(scene, A.AWAY, NOBODY, 1) == why(scene, A.APPROACH, 2, 1) == A.NOT_ASKED
    assert why(scene, A.RISE, 2, 10) == why(scene, A.DRAW, 2) == why(scene, A.GIVE_WAY, 1, 1) == A.NOT_ASKED
    assert why(scene, A.FACE, 2, 1) == why(scene, A.LOOSE, 2, 1) == why(scene, A.CHARGE, 2, 1) == A.NOT_ASKED
    assert why(scene, A.MODIFY) == why(scene, 1) == why(scene, A.SADDLE + 1) == A.NOT_ASKED
    for ask in (A.READINESS, A.SITUATION):
        assert why(scene, A.MODIFY, 1, 1, ask) == why(scene, 1, ask=ask) == A.NOT_ASKED
        assert why(scene, A.MODIFY, NOBODY, 2, ask) == 0
    for ask in (A.ALIVE, A.ANYTHING):
        assert why(scene, 1, ask=ask) == 0
        assert (
            why(scene, 1, 1, ask=ask) == why(scene, 1, NOBODY, 1, ask) == why(scene, A.MODIFY, ask=ask) == A.NOT_ASKED
        )
    assert REASONS[A.NOT_ASKED].words == "that is no answer to this question"
    scene.why_not("Anna: after Anna")


@pytest.mark.clause("affray.answer")
def test_who_is_out_of_the_fight_is_left_alone() -> None:
    theirs = side(someone("Orc", hp=1, position=[5, 0]), someone("Elk", position=[90, 0]))
    scene = scripted(versus(players(someone("Anna", position=[0, 0])), theirs), READY, until="Anna: turn")
    scene.play("d20=19 d6=6", ["Anna: strike Orc"], until="Anna: turn")
    gone = Refused("affray.answer", "{other} is no longer in the fight")
    assert scene.why_not("Anna: approach Orc") == gone
    assert scene.why_not("Anna: face Orc") == gone
    assert why(scene, A.CAST, 1) == A.HAS_ACTED


# --- vanguard.turn


@pytest.mark.clause("vanguard.turn")
def test_a_routine_has_so_many_attacks() -> None:
    scene = turn({"monster": "black bear", "hp": 9}, {"position": [4, 0]})
    none = Refused("vanguard.turn", "{who} has no such attack left this turn")
    assert scene.why_not("Anna: strike Orc in way 1") == none
    assert scene.why_not("Anna: strike Orc") is None


@pytest.mark.clause("vanguard.turn")
def test_where_one_can_not_go() -> None:
    scene = turn(orc={"position": [5, 0]})
    assert scene.why_not("Anna: approach Orc") == Refused("vanguard.turn", "{who} has reached {other} already")
    assert scene.why_not("Anna: go 0 0") == Refused("vanguard.turn", "{who} has reached {other} already")
    assert scene.why_not("Anna: rise 3") == Refused("vanguard.turn", "{who} can't rise so high")
    wings = turn({"fly": 120})
    assert wings.why_not("Anna: rise 12") is None
    for said in ("rise 12.1", "rise 0", "rise -1"):
        assert wings.why_not(f"Anna: {said}") == Refused("vanguard.turn", "{who} can't rise so high"), said


@pytest.mark.parametrize("said", ["away", "approach Orc", "run", "defensive", "go 1 0"])
@pytest.mark.clause("vanguard.turn")
def test_who_has_no_speed_goes_nowhere(said: str) -> None:
    assert turn({"move": 0}).why_not(f"Anna: {said}") == Refused("vanguard.turn", "{who} can't go anywhere")


@pytest.mark.clause("vanguard.turn")
def test_who_lies_on_the_ground_stands_up_instead_of_moving() -> None:
    scene = turn({"conditions": ["prone"]}, {"position": [5, 0]})
    assert scene.one("condition-off").who == "Anna"
    assert scene.why_not("Anna: away") == Refused("vanguard.turn", "{who} has moved this turn")
    assert scene.why_not("Anna: strike Orc") is None


@pytest.mark.clause("vanguard.turn")
def test_what_can_be_drawn() -> None:
    scene = turn({"cls": "fighter", "gear": ["longsword", "dagger", "holy water"]})
    none = Refused("vanguard.turn", "{who} has no such weapon to draw")
    assert scene.why_not("Anna: draw longsword") == Refused("vanguard.turn", "{who} has that in hand already")
    for said in ("draw holy water", "draw place 5"):
        assert scene.why_not(f"Anna: {said}") == none, said
    assert why(turn({"monster": "black bear"}), A.DRAW, NOBODY, 1) == A.NO_WEAPON
    scene.play("", ["Anna: draw dagger"], until="Anna: turn")
    assert scene.why_not("Anna: draw longsword") == Refused("vanguard.turn", "{who} has changed weapons this round")


@pytest.mark.clause("vanguard.turn")
def test_bare_hands_are_taken_by_putting_the_weapon_away() -> None:
    """The words of older saved fights are read too."""
    scene, q = turn({"cls": "fighter", "gear": ["longsword"]}), question(A.ACT, 0, 0, 0)
    told = {scene.book.say_answer(scene.fight, scene.roster, q, a): a for a in scene.book.legal_answers(scene.fight, q)}
    for words in ("put weapon away", "draw unarmed"):
        assert scene.book.parse_answer(scene.fight, scene.roster, q, words) == told["put weapon away"]


@pytest.mark.clause("vanguard.turn")
def test_after_a_shot_nothing_is_drawn() -> None:
    scene = turn({"cls": "fighter", "gear": ["longbow", "dagger"]})
    scene.play("d20=2", ["Anna: shoot Orc"], until="Anna: turn")
    refused = scene.why_not("Anna: draw dagger")
    assert refused == Refused("vanguard.turn", "{who} has shot this round and can't change weapons")


@pytest.mark.clause("vanguard.turn")
def test_there_must_be_a_potion() -> None:
    assert turn().why_not("Anna: drink") == Refused("vanguard.turn", "{who} has no potion")
    scene = turn({"cls": "fighter", "gear": ["healing potion"], "hp": 8})
    scene.play("d6=3", ["Anna: drink"], until="Anna: turn")
    assert scene.why_not("Anna: drink") == Refused("vanguard.turn", "{who} has used the action of this turn")


@pytest.mark.parametrize(
    "said", ["run", "defensive", "stance", "douse", "drink", "other", "strike Orc", "shoot Orc", "turn", "light"]
)
@pytest.mark.clause("vanguard.turn")
def test_one_action_is_all(said: str) -> None:
    scene = turn(orc={"position": [5, 0]}).play("d20=2", ["Anna: strike Orc"], until="Anna: turn")
    assert scene.why_not(f"Anna: {said}") == Refused("vanguard.turn", "{who} has used the action of this turn")


# --- reach, facing, missiles


@pytest.mark.parametrize(
    ("gear", "metres", "reaches"),
    [("longsword", 15, True), ("longsword", 16, False), ("spear", 30, True), ("pole arm", 31, False)],
)
@pytest.mark.clause("vanguard.attack.roll", "vanguard.damage")
def test_melee_reaches_a_metre_and_a_half_and_long_weapons_three(gear: str, metres: int, reaches: bool) -> None:
    scene = turn({"cls": "fighter", "gear": [gear]})
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[2].x = metres
    refused = scene.why_not("Anna: strike Orc")
    assert refused == (None if reaches else Refused("vanguard.attack.roll", "{other} is not within reach of {who}"))
    assert why(scene, A.FACE, 2) == (
        A.OUT_OF_REACH if metres > 15 else A.NOT_FACING if scene["Anna"].faced_foe == 2 else 0
    )
    if reaches:
        scene.play("d20=2", ["Anna: strike Orc"], until="Anna: turn")


@pytest.mark.clause("vanguard.attack.roll")
def test_a_bow_strikes_nobody() -> None:
    refused = turn({"cls": "fighter", "gear": ["longbow"]}, {"position": [5, 0]}).why_not("Anna: strike Orc")
    assert refused == Refused("vanguard.attack.roll", "{other} is not within reach of {who}")
    charge = turn({"cls": "fighter", "gear": ["longbow"]}).why_not("Anna: charge Orc")
    assert charge == refused


@pytest.mark.clause("classic.attack.blind")
def test_the_blind_attack_nobody() -> None:
    scene = turn(
        {"cls": "fighter", "gear": ["spear", "oil flask", "torch"], "conditions": ["blind"]}, {"position": [5, 0]}
    )
    blind = Refused("classic.attack.blind", "{who} is blind and can't attack")
    for said in ("strike Orc", "shoot Orc", "charge Orc", "throw oil flask at Orc"):
        assert scene.why_not(f"Anna: {said}") == blind, said


@pytest.mark.clause("classic.missile.cover", "classic.attack.water")
def test_cover_and_water_stop_missiles() -> None:
    archer = {"cls": "fighter", "gear": ["longbow"]}
    assert turn(archer, {"cover": "slit"}).why_not("Anna: shoot Orc") is None
    assert turn(archer, {"cover": "full"}).why_not("Anna: shoot Orc") == Refused(
        "classic.missile.cover", "{other} is wholly behind cover"
    )
    assert turn(archer, water="under").why_not("Anna: shoot Orc") == Refused(
        "classic.attack.water", "missiles fail under water"
    )


@pytest.mark.clause("classic.monster.breath")
def test_breath_is_limited() -> None:
    scene = turn({"monster": "white dragon", "hp": 9}, {"position": [80, 0]})
    assert scene.why_not("Anna: breathe Orc") is None
    far = turn({"monster": "white dragon", "hp": 9}, {"position": [81, 0]})
    assert far.why_not("Anna: breathe Orc") == Refused(
        "classic.monster.breath", "{other} is beyond the breath's length"
    )
    assert turn().why_not("Anna: breathe Orc") == Refused("classic.monster.breath", "{who} has no breath left to use")


@pytest.mark.clause("classic.attack.bombing", "vanguard.ranged.range")
def test_what_is_dropped_needs_a_flyer_above() -> None:
    """The bat takes the stone that it carries; within 3 metres is above."""

    def bat(x: int, z: int) -> Scene:
        keys = {"monster": "giant bat", "gear": ["stone"], "hp": 9, "position": [x, 0, z]}
        scene = turn(keys)
        for each in (scene.fight, scene.before):
            if each is not None:
                each.who[0].hand = 1
        return scene

    assert bat(30, 20).why_not("Anna: drop Orc") is None
    aside = Refused("classic.attack.bombing", "{who} is not in the air above {other}")
    assert bat(31, 20).why_not("Anna: drop Orc") == bat(20, 0).why_not("Anna: drop Orc") == aside
    assert bat(20, 300).why_not("Anna: drop Orc") is None
    assert bat(20, 301).why_not("Anna: drop Orc") == Refused("classic.attack.bombing", "{who} is more than 300 feet up")
    none = Refused("vanguard.ranged.range", "{who} has nothing in hand to shoot or throw")
    assert turn().why_not("Anna: drop Orc") == none


# --- what is listed


def test_every_listed_answer_is_legal_and_can_be_read_back() -> None:
    scene = turn({"cls": "cleric", "level": 3, "gear": ["mace", "2 holy water", "healing potion"], "spells": ["bless"]})
    q = question(A.ACT, 0, 0, 0)
    listed = scene.book.legal_answers(scene.fight, q)
    assert len(listed) > 10
    for each in listed:
        assert scene.book.refusal(scene.fight, q, each) == 0
        said = scene.book.say_answer(scene.fight, scene.roster, q, each)
        again = scene.book.parse_answer(scene.fight, scene.roster, q, said)
        assert scene.book.say_answer(scene.fight, scene.roster, q, again) == said
