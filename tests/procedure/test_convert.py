"""One scenario under the procedure book: classic's numbers in their ascending form; its options, voice and seams."""

from __future__ import annotations

import pytest
from helpers import Refused, side, someone, versus
from procedure.people import OURS_FIRST, at, scripted

import affray
from affray.engine.verbs import Answer, Question
from affray.errors import AffrayError
from affray.rules.procedure import BOOK
from affray.rules.procedure import questions as answers
from affray.scenario import examples

CONVERT = "procedure.convert"


@pytest.mark.clause(CONVERT)
def test_armour_and_attacks_are_classics_in_their_ascending_form() -> None:
    """THAC0 17 is a bonus of 2, AC 4 is AAC 15: 13 hits, 12 doesn't."""
    for face, hits in ((13, True), (12, False)):
        scene = scripted(
            versus(someone("Anna", thac0=17), someone("Orc", ac=4)),
            OURS_FIRST + f"d20={face}" + (" d6=1" if hits else ""),
            until="Orc: act",
            tables=True,
        )
        event = scene.one("hit" if hits else "miss", "classic.attack.ascending")
        assert (event.value, event.was) == (face, 19 - 4)


@pytest.mark.clause(CONVERT)
def test_the_log_says_once_what_was_converted() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), until="Anna: declare", tables=True)
    assert scene.roster.notes[0].startswith("classes, gear, monsters and spells are the classic book's")
    assert len(scene.roster.notes) == 1


@pytest.mark.clause("procedure.convert")
def test_a_class_has_classics_numbers() -> None:
    scene = scripted(
        versus(someone("Anna", cls="fighter", level=4, gear=["plate mail", "shield"]), someone("Orc")),
        until="Anna: declare",
        tables=True,
    )
    assert (19 - scene["Anna"].thac0, 19 - (scene["Anna"].ac - scene["Anna"].shield)) == (2, 17)


def test_no_weapon_is_slow_and_nothing_acts_last() -> None:
    """A two-handed sword and a zombie act with their side."""
    scene = scripted(
        versus(someone("Anna", gear=["two-handed sword"]), someone("Zombie", monster="zombie")),
        "d6=1 d6=6 d20=2 d20=2",
        until="round 2",
    )
    assert [e.who for e in scene.events("miss")] == ["Zombie", "Anna"]


@pytest.mark.parametrize("example", examples())
def test_every_example_is_fought(example: str) -> None:
    assert affray.start(example, rules="procedure", seed=3).winner is not None


# --- options of borrowed rules


@pytest.mark.clause("classic.damage.variable")
@pytest.mark.parametrize(("option", "die"), [("off", 6), ("on", 10)])
def test_weapons_may_have_dice_of_their_own(option: str, die: int) -> None:
    anna = someone("Anna", cls="fighter", gear=["two-handed sword"], STR=10)
    options = {"damage.variable": option}
    dice = OURS_FIRST + f"d20=19 d{die}=2"
    scene = scripted(versus(anna, someone("Orc")), dice, until="Orc: act", options=options, tables=True)
    assert scene["Orc"].hp == 8 - 2
    usual = scripted(versus(anna, someone("Orc")), OURS_FIRST + "d20=19 d6=2", until="Orc: act")
    assert usual["Orc"].hp == 8 - 2


@pytest.mark.clause("classic.flee.away")
def test_by_default_nobody_pursues() -> None:
    theirs = side(at("Orc", 40, morale=2), at("Grub", 60, 30), way_out=True)
    text = versus(at("Anna", 0, move=240), theirs)  # she could come up to 85 feet from here, and it runs to 80
    scene = scripted(text, "d6=1 d6=6", ["Grub: pass act"], until="losers")
    assert scene.one("fled").other == "Orc"
    scene = scripted(text, "d6=1 d6=6", ["Grub: pass act"], until="losers", options={"flee.pursuit": "on"})
    assert scene.events("fled") == []


@pytest.mark.clause("classic.move.encounter")
def test_a_move_is_a_third_of_the_base_rate_for_sixty_rounds() -> None:
    text = versus(at("Anna", 0, move=100), at("Orc", 150))
    scene = scripted(text, OURS_FIRST, until="Anna: act")
    scene["Anna"].rounds_moved = 59
    assert scene.why_not("Anna: approach Orc") is None
    scene["Anna"].rounds_moved = 60
    assert scene.why_not("Anna: approach Orc") == Refused("classic.move.encounter", "{who} is out of breath")
    scene = scripted(text, OURS_FIRST, ["Anna: approach Orc"], until="losers")
    assert scene.one("move", who="Anna").value == 330, "33 whole feet of 33 and a third"


@pytest.mark.clause("classic.attack.blind")
def test_the_blind_are_hit_more_easily() -> None:
    text = versus(someone("Anna"), someone("Orc", conditions=["blind"]))
    scene = scripted(text, OURS_FIRST + "d20=6 d6=1", until="losers")
    assert scene.one("hit").because == {"blind": 4}


@pytest.mark.clause("affray.limit")
def test_a_fight_ends_after_its_last_round() -> None:
    text = versus(someone("Anna"), someone("Orc"))
    assert scripted(text, until="Anna: declare").fight.last_round == 200
    scene = scripted(text, OURS_FIRST + "d20=2 d20=2", until="over", options={"rounds": "1"})
    assert scene.one("end", "affray.limit").was == 1


# --- the book as the rest of the house sees it


def test_kinds_of_answer_keep_the_classic_numbers() -> None:
    classic = affray.books()["classic"].kinds
    shared = [n for n, kind in enumerate(BOOK.kinds) if n < len(classic) and classic[n] == kind]
    assert [BOOK.kinds[n] for n in shared] == (
        "pass yes cast approach away face draw shoot drop breathe turn strike drink after rise go saddle".split()
    )


def test_every_answer_can_be_said_and_read_back() -> None:
    text = versus(at("Anna", 0, gear=["2 dagger", "healing potion"], spells=["sleep"], readied="sleep"), at("Orc", 25))
    scene = scripted(text, OURS_FIRST, ["Anna: missiles", "Anna: pass shoot"], until="Anna: act")
    for ask in range(len(answers.ASKS)):
        q = Question(ask, 0, 0, 0)
        for given in BOOK.legal_answers(scene.fight, q):
            assert (
                BOOK.parse_answer(scene.fight, scene.roster, q, BOOK.say_answer(scene.fight, scene.roster, q, given))
                == given
            )
    q = Question(answers.ACT, 0, 0, 0)
    for words, given in (("go 5 -2.5", Answer(18, 50, -25)), ("rise 20", Answer(17, -1, 200))):
        assert BOOK.parse_answer(scene.fight, scene.roster, q, words) == given
        assert BOOK.say_answer(scene.fight, scene.roster, q, given) == words
    with pytest.raises(AffrayError, match="unknown answer"):
        BOOK.parse_answer(scene.fight, scene.roster, Question(answers.DECLARE, 0, 0, 0), "go 1 1")


def test_answers_that_no_question_has_are_refused() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST, until="Anna: act")
    for ask in range(len(answers.ASKS)):
        for kind in range(-1, len(BOOK.kinds) + 2):
            known = 0 <= kind < len(BOOK.kinds) and (kind == 0 or answers.ANSWERS[ask] >> kind & 1)
            if not known:
                refused = scene.refused(Question(ask, 0, 0, 0), Answer(kind))
                assert refused is not None
                assert refused.clause == "affray.answer"
