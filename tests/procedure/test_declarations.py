"""What is declared before initiative in the procedure book, and what becomes of it."""

from __future__ import annotations

import pytest
from helpers import Refused, side, someone, versus
from procedure.people import OURS_FIRST, THEIRS_FIRST, at, scripted, told

DECLARE = "procedure.declare"
DEFENCE = "procedure.declare.defence"
AAC = 19 - 9
FEET = 10


@pytest.mark.clause(DECLARE, "procedure.round.sequence")
def test_both_sides_declare_blind_and_before_initiative() -> None:
    text = versus(at("Anna", 0), side(at("Orc", 60), at("Grub", 60, 10, gear=["short bow"])))
    scene = scripted(text, "", ["Anna: charge Orc", "Orc: defend"], until="Grub: declare")
    assert told(scene) == ["round Anna"], "nothing is said before all have declared"
    scene.play("", ["Grub: missiles"], until="Anna: run")
    assert [e.clause for e in scene.events("declared")] == ["procedure.declare.charge", DEFENCE, DECLARE]


@pytest.mark.clause(DECLARE)
def test_what_was_not_declared_can_not_be_done() -> None:
    text = versus(at("Anna", 0, spells=["sleep"], gear=["short bow"]), at("Orc", 60))
    scene = scripted(text, OURS_FIRST, ["Anna: pass declare"], until="Anna: act")
    assert scene.why_not("Anna: shoot Orc") == Refused(
        "procedure.declare.missile", "{who} has not declared missile fire"
    )
    assert scene.why_not("Anna: cast spell -1 at Orc") == Refused(DECLARE, "{who} has not declared it")
    assert scene.why_not("Anna: forgo") == Refused(DECLARE, "{who} has declared nothing to drop")


@pytest.mark.clause(DECLARE)
def test_a_charge_may_be_dropped_for_a_plain_move_and_nothing_else() -> None:
    text = versus(at("Anna", 0), at("Orc", 45))
    scene = scripted(text, OURS_FIRST, ["Anna: charge Orc", "Anna: pass run", "Anna: approach Orc"], until="Orc: act")
    assert scene.one("lost", DECLARE).who == "Anna"
    assert scene["Anna"].x == 40 * FEET
    assert scene.why_not("Anna: strike Orc") == Refused(
        "classic.round.action", "{who} has already shot, cast or struck this round"
    )
    assert scene.events("hit") == scene.events("miss") == []


@pytest.mark.clause(DECLARE)
def test_a_dropped_charge_exposes_nobody() -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 45)),
        OURS_FIRST + f"d20={AAC - 1}",
        ["Anna: charge Orc", "Anna: pass run", "Anna: approach Orc"],
        until="round 2",
    )
    assert scene.one("miss", who="Orc").was == AAC


@pytest.mark.clause(DECLARE)
def test_a_spell_may_be_dropped_for_a_plain_move() -> None:
    text = versus(at("Anna", 0, spells=["sleep"]), at("Orc", 45))
    scene = scripted(text, OURS_FIRST, ["Anna: cast sleep", "Anna: forgo", "Anna: approach Orc"], until="Orc: act")
    assert scene.one("lost", DECLARE).who == "Anna"
    assert scene["Anna"].x == 40 * FEET
    assert scene["Anna"].spells[0] != -1, "it is kept in memory"


@pytest.mark.clause(DECLARE)
def test_total_defence_may_be_dropped_for_a_plain_move() -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 45)),
        OURS_FIRST + f"d20={AAC}" + " d6=1",
        ["Anna: defend", "Anna: forgo", "Anna: approach Orc"],
        until="round 2",
    )
    assert scene["Anna"].x == 40 * FEET, "the whole move"
    assert scene.one("hit", who="Orc").was == AAC, "and no defence left"


@pytest.mark.clause(DECLARE)
def test_who_declared_missiles_and_did_not_shoot_may_strike_instead() -> None:
    text = versus(at("Anna", 0, gear=["2 dagger"]), at("Orc", 25))
    scene = scripted(
        text,
        THEIRS_FIRST + "d20=2 d20=2",
        ["Anna: missiles", "Anna: pass shoot", "Orc: approach Anna", "Anna: strike Orc"],
        until="round 2",
    )
    assert [e.who for e in scene.events("miss")] == ["Orc", "Anna"]


@pytest.mark.clause(DECLARE)
def test_a_dropped_defence_leaves_no_readied_spell() -> None:
    text = versus(at("Anna", 0, spells=["sleep"], readied="sleep"), at("Orc", 45))
    scene = scripted(text, OURS_FIRST, ["Anna: defend", "Anna: forgo"], until=lambda f: f.who[0].acted)
    assert scene.why_not("Anna: readied sleep at Orc") == Refused(
        DECLARE, "{who} has dropped the defence: a plain move is left, and nothing else"
    )
    assert scene.why_not("Anna: go 40 0") is None


@pytest.mark.clause(DECLARE)
def test_a_defence_that_was_used_can_not_be_dropped() -> None:
    """For one who has drunk under it, or walked half its move."""
    refused = Refused(DECLARE, "{who} has declared nothing to drop")
    text = versus(at("Anna", 0, gear=["healing potion"], hp=5, max_hp=12), at("Orc", 60))
    for dice, deed in ((" d6=4", "drink"), ("", "go 20 0")):
        scene = scripted(text, OURS_FIRST + dice, ["Anna: defend", f"Anna: {deed}"], until="Anna: act")
        assert scene.why_not("Anna: forgo") == refused


# --- procedure.declare.defence


@pytest.mark.clause(DEFENCE)
@pytest.mark.parametrize(("bonus", "face"), [(4, AAC + 3), (4, AAC + 4), (6, AAC + 5), (0, AAC)])
def test_total_defence_gives_armour_all_round(bonus: int, face: int) -> None:
    hits = face >= AAC + bonus
    scene = scripted(
        versus(someone("Anna", hp=20), someone("Orc")),
        THEIRS_FIRST + f"d20={face}" + (" d6=1" if hits else ""),
        ["Anna: defend"],
        until="Anna: act",
        options={"defence.bonus": str(bonus)},
    )
    struck = scene.one("hit" if hits else "miss")
    assert (struck.was, struck.because) == (AAC + bonus, {"total defence": bonus})


@pytest.mark.clause(DEFENCE)
def test_total_defence_counts_from_the_declaration_against_a_charge_too() -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 50)), f"d20={AAC + 1}", ["Orc: charge Anna", "Anna: defend"], until="initiative"
    )
    assert scene.one("miss", who="Orc").was == AAC + 4


@pytest.mark.clause(DEFENCE)
def test_who_defends_neither_attacks_nor_casts() -> None:
    refused = Refused(DEFENCE, "{who} is in total defence: no attack, no spell")
    text = versus(
        someone("Anna", cls="cleric", spells=["bless"], readied="bless"), someone("Bones", monster="skeleton")
    )
    scene = scripted(text, OURS_FIRST, ["Anna: defend"], until="Anna: act")
    assert scene.why_not("Anna: strike Bones") == refused
    assert scene.why_not("Anna: turn") == refused
    assert scene.why_not("Anna: readied bless at Anna") == refused


@pytest.mark.clause(DEFENCE)
def test_who_defends_moves_half_its_move() -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 60)), OURS_FIRST, ["Anna: defend", "Anna: approach Orc"], until="Orc: act"
    )
    assert scene["Anna"].x == 20 * FEET
    assert scene.one("move", DEFENCE).value == 20 * FEET


@pytest.mark.clause(DEFENCE)
def test_who_defends_may_drink() -> None:
    text = versus(someone("Anna", gear=["healing potion"], hp=5, max_hp=12), someone("Orc"))
    scene = scripted(text, OURS_FIRST + "d6=4", ["Anna: defend", "Anna: drink"], until="Orc: act")
    assert scene.one("heal").other == "Anna"


@pytest.mark.clause(DEFENCE)
def test_what_has_its_beak_in_does_not_drain_while_it_defends_itself() -> None:
    text = versus(someone("Anna", hp=20), someone("Stirge", monster="stirge", hp=5))
    scene = scripted(text, THEIRS_FIRST + "d20=18 d3=2 d20=2", ["Stirge: strike Anna"], until="round 2")
    assert scene["Stirge"].attached_to == scene.number("Anna")
    before = scene["Anna"].hp
    scene.play(THEIRS_FIRST + "d20=2", ["Stirge: defend"], until="round 3")
    assert scene["Anna"].hp == before
    assert scene["Stirge"].attached_to == scene.number("Anna")
