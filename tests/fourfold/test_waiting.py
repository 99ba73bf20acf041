"""Waiting and answering: delayed turns, held actions, and what they come before."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, THEIRS_FIRST, adventurer, refused, scripted, side, someone, versus

from affray.engine.clauses import REASONS
from affray.engine.verbs import REFEREE, Answer, Question
from affray.log import NeedAnswer
from affray.play.questions import describe_need
from affray.rules.fourfold.questions import ACT, FIRST, HIT, ORDER, SNAP


@pytest.mark.clause("fourfold.initiative.order")
def test_two_who_wait_for_the_same_one_both_come_right_after_it() -> None:
    ours = side(*[someone(name) for name in ("Anna", "Bert", "Cora")])
    scene = scripted(
        versus(ours, someone("Orc", hp=90)),
        OURS_FIRST + "d20=2 d20=2 d20=2 d20=2",
        ["Anna: delay after Cora", "Bert: delay after Cora"],
        until="round 2",
    )
    assert [e.who for e in scene.events("miss")] == ["Cora", "Anna", "Bert", "Orc"]


@pytest.mark.clause("fourfold.action.delay")
def test_so_do_two_who_wait_for_the_same_foe() -> None:
    ours, orcs = side(someone("Anna"), someone("Bert")), side(someone("Orc", hp=90), someone("Ork", hp=90))
    scene = scripted(
        versus(ours, orcs),
        OURS_FIRST + "d20=2 d20=2 d20=2 d20=2",
        ["Anna: delay after Orc", "Bert: delay after Orc"],
        until="round 2",
    )
    assert [e.who for e in scene.events("miss")] == ["Orc", "Anna", "Bert", "Ork"]


@pytest.mark.clause("fourfold.action.delay")
def test_a_turn_is_put_off_once() -> None:
    scene = scripted(
        versus(someone("Anna"), side(someone("Orc", hp=90), someone("Ork", hp=90))),
        OURS_FIRST + "d20=2",
        ["Anna: delay after Orc"],
        until="Anna: act",
    )
    assert refused(scene, "Anna: delay after Ork") == "fourfold.action.delay"
    scene.play("d20=2 d20=2", until="round 2")
    assert refused(scene, "Anna: delay after Ork") == ""


@pytest.mark.clause("fourfold.action.defence", "fourfold.action.delay")
def test_putting_off_a_turn_does_not_end_total_defence() -> None:
    orcs = side(someone("Orc", hp=30), someone("Ork", hp=30))
    scene = scripted(versus(someone("Anna"), orcs), OURS_FIRST + "d20=2 d20=2", ["Anna: defend"], until="round 2")
    scene.play("d20=11 d20=11", ["Anna: delay after Ork", "Anna: pass act"], until="round 3")
    assert [(e.value, e.was) for e in scene.events("miss", who="Ork")][-1] == (11, 12)
    assert not scene["Anna"].fourfold.total_defence


@pytest.mark.clause("fourfold.action.screen", "fourfold.action.delay")
def test_nor_a_screen() -> None:
    ours = side(someone("Anna"), adventurer("Bert", gear=["mace"]))
    scene = scripted(
        versus(ours, someone("Orc", hp=30)),
        OURS_FIRST + "2d6=6,6 2d6=1,1 d20=2",
        ["Anna: pass act", "Bert: screen Anna", "Bert: pass act"],
        until="round 2",
    )
    scene.play("2d6=6,6 2d6=1,1 d20=2", ["Anna: pass act", "Bert: delay after Orc"], until="Bert: act")
    assert [e.other for e in scene.events("miss", who="Orc")] == ["Bert", "Bert"]


@pytest.mark.clause("fourfold.action.hold")
def test_holding_takes_the_move() -> None:
    scene = scripted(
        versus(someone("Anna", position=[0, 0]), someone("Orc", hp=30, position=[20, 0])),
        OURS_FIRST,
        ["Anna: hold"],
        until="Orc: act",
    )
    assert scene["Anna"].fourfold.spent_actions & 2
    assert scene.one("declared", "fourfold.action.hold").because == {"giving up the move": 0}
    scene.play("", ["Orc: go 10 0", "Anna: go 10 5"], until=lambda f: f.who[0].x == 100)
    assert not scene["Anna"].holding  # the main action has become that move
    moved = scripted(
        versus(someone("Anna", position=[0, 0]), someone("Orc", hp=30, position=[50, 0])),
        OURS_FIRST,
        ["Anna: go 15 0"],
        until=lambda f: f.who[0].x == 150,
    )
    assert refused(moved, "Anna: hold") == ""
    moved.play("", ["Anna: hold"], until="Orc: act")
    assert moved.one("declared", "fourfold.action.hold").because == {}  # that move was made


@pytest.mark.clause("fourfold.action.list")
def test_by_option_who_has_moved_holds_nothing() -> None:
    moved = scripted(
        versus(
            someone("Anna", position=[0, 0]),
            someone("Orc", hp=30, position=[50, 0]),
            options={"hold.after-move": "off"},
        ),
        OURS_FIRST,
        ["Anna: go 15 0"],
        until=lambda f: f.who[0].x == 150,
    )
    assert refused(moved, "Anna: hold") == "fourfold.action.list"


@pytest.mark.clause("fourfold.action.hold")
def test_a_held_action_answers_a_friends_deed_too() -> None:
    ours = side(someone("Anna"), someone("Bert"))
    scene = scripted(
        versus(ours, someone("Orc", hp=30)), OURS_FIRST + "d20=2 d20=3", ["Anna: hold", "Anna: strike Orc"], "Orc: act"
    )
    assert [e.who for e in scene.events("miss")] == ["Anna", "Bert"]


@pytest.mark.clause("fourfold.action.hold", "fourfold.morale.check")
def test_who_flees_does_not_use_what_it_held() -> None:
    orcs = side(
        someone("Orc", hp=8, position=[5, 0], morale=3),
        someone("Ork", hp=1, position=[5, 5], morale=3, count=1),
        someone("Urk", hp=9, position=[5, 5], morale=3),
        way_out=True,
    )
    ours = side(someone("Anna", hp=20, position=[0, 0]), someone("Bert", hp=20, position=[0, 5]))
    said = ["Orc: hold", "Ork: pass act", "Urk: pass act", "Anna: strike Ork", "Orc: pass react", "Urk: pass snap"]
    scene = scripted(versus(ours, orcs), THEIRS_FIRST + "d20=18 d6=6 2d6=6,6 ", said[:-1], until="Bert: act")
    scene.play("", ["Bert: go 1 5", "Bert: pass act"], until="round 2")
    assert scene.one("lost", "fourfold.action.hold").who == "Orc"


@pytest.mark.clause("fourfold.action.cast")
def test_a_caster_who_is_felled_loses_the_spell() -> None:
    ours = side(adventurer("Mirel", "magic-user", spells=["magic missile"], hp=1), someone("Bert"))
    scene = scripted(
        versus(ours, someone("Orc")),
        OURS_FIRST + "d20=18 d6=6",
        ["Mirel: cast magic missile at Orc", "Orc: strike Mirel"],
        until="Bert: act",
    )
    assert scene.one("lost", "fourfold.action.cast").who == "Mirel"
    assert scene["Mirel"].spells[0] == -1


@pytest.mark.clause("fourfold.action.cast")
def test_even_by_the_blow_that_ends_the_fight() -> None:
    mirel = adventurer("Mirel", "magic-user", spells=["magic missile"], hp=1)
    said = ["Mirel: cast magic missile at Orc", "Orc: strike Mirel"]
    scene = scripted(versus(mirel, someone("Orc")), OURS_FIRST + "d20=18 d6=6", said, until="over")
    assert [e.kind for e in scene.events()[-3:]] == ["lost", "dead", "end"]
    assert scene.one("lost", "fourfold.action.cast").who == "Mirel"
    assert scene["Mirel"].spells[0] == -1


@pytest.mark.clause("fourfold.action.instant")
def test_the_deed_that_may_be_answered_is_named() -> None:
    """In the question, and in the log once somebody is quicker; where nobody is, the deed itself is enough."""
    fight = versus(someone("Anna"), side(someone("Orc", hp=30), someone("Ork", hp=30)))
    said = ["Anna: strike Orc", "Orc: strike Anna", "Ork: strike Anna"]
    quicker = scripted(fight, OURS_FIRST + "d20=2 d20=2 d20=2", said)
    deed = quicker.one("declared", "fourfold.action.instant")
    assert (deed.who, deed.other, deed.because) == ("Anna", "Orc", {"strike": 0})
    assert scripted(fight, OURS_FIRST + "d20=2", said[:1]).events("declared") == []


@pytest.mark.clause("fourfold.action.instant")
def test_where_one_goes_is_nobody() -> None:
    """0 0 is a place, not the first of the list."""
    ours = side(someone("Anna", position=[0, 5]), someone("Bert", position=[5, 5]))
    fight = versus(ours, someone("Orc", hp=30, position=[10, 5]))
    said = ["Anna: pass act", "Bert: go 0 0", "Orc: strike Bert"]
    scene = scripted(fight, OURS_FIRST + "d20=2", said)
    deed = scene.one("declared", "fourfold.action.instant")
    assert (deed.who, deed.other) == ("Bert", "Bert")


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("cast magic missile at Orc", "cast a spell at Orc"),
        ("strike Orc", "strike Orc"),
        ("go 0 0", "move"),
        ("pick-up", "pick up a weapon"),
    ],
)
def test_the_question_says_to_whom_but_not_with_which_spell(does: str, told: str) -> None:
    mirel = adventurer("Mirel", "magic-user", spells=["magic missile"], position=[0, 5])
    fight = versus(mirel, someone("Orc", hp=30, position=[5, 5]))
    scene = scripted(fight, OURS_FIRST, until="Mirel: act")
    f, mine = scene.fight, scene.reading(Question(ACT, 0, 0, 0), does)
    assert mine is not None
    f.action_kind, f.action_target, f.action_option = mine
    q = Question(SNAP, scene.number("Orc"), scene.number("Mirel"), f.action_kind)
    sentence = describe_need(scene.book, scene.roster, f, NeedAnswer(q)).what
    assert sentence == f"Mirel is about to {told}. Orc: make a snap attack?"


@pytest.mark.clause("fourfold.action.instant")
def test_a_deed_that_others_made_impossible_is_told_as_lost() -> None:
    scene = scripted(
        versus(someone("Anna", hp=20), someone("Ogre", hp=30)),
        THEIRS_FIRST + "d20=9",
        ["Ogre: withdraw", "Anna: strike Ogre", "Ogre: yes"],
        until="Ogre: act",
    )
    assert scene["Ogre"].fourfold.total_defence
    assert scene.one("lost", "fourfold.action.instant").who == "Ogre"
    assert not scene["Ogre"].fourfold.withdrew


@pytest.mark.clause("fourfold.action.instant")
def test_what_is_lost_is_told_with_whom_it_was_aimed_at() -> None:
    scene = scripted(
        versus(someone("Anna", hp=20), someone("Ogre", hp=30)),
        THEIRS_FIRST + "d20=9",
        ["Ogre: strike Anna", "Anna: strike Ogre", "Ogre: yes"],
        until="Ogre: act",
    )
    lost = scene.one("lost", "fourfold.action.instant")
    assert (lost.who, lost.other, lost.because) == ("Ogre", "Anna", {"strike": 0})


@pytest.mark.clause("fourfold.action.on-turn")
def test_a_weapon_is_drawn_after_a_blow_too() -> None:
    anna = someone("Anna", gear=["long sword", "dagger"])
    scene = scripted(
        versus(anna, someone("Orc", hp=30)), OURS_FIRST + "d20=2", ["Anna: strike Orc", "Anna: draw dagger"], "Orc: act"
    )
    assert scene.one("move", "fourfold.action.on-turn").who == "Anna"
    assert scene["Anna"].hand == 1


@pytest.mark.clause("fourfold.action.on-turn")
def test_what_is_in_hand_is_not_drawn_again() -> None:
    scene = scripted(
        versus(someone("Anna", gear=["long sword", "dagger"]), someone("Orc", hp=30)), OURS_FIRST, until="Anna: act"
    )
    why_not = scene.why_not("Anna: draw long sword")
    assert why_not
    assert "in hand already" in str(why_not)


@pytest.mark.clause("fourfold.action.instant")
@pytest.mark.parametrize(("said", "first"), [([], "Orc"), (["referee: first Ork"], "Ork")])
def test_the_referee_says_who_answers_first(said: list[str], first: str) -> None:
    """Both orcs could make a snap attack; without a word it is the one listed first."""
    fight = versus(someone("Anna"), side(someone("Orc", hp=30), someone("Ork", hp=30)))
    snaps = ["Anna: strike Orc", *said, "Orc: strike Anna", "Ork: strike Anna"]
    scene = scripted(fight, OURS_FIRST + "d20=2 d20=2 d20=2", snaps)
    assert next(e.who for e in scene.events("declared", "fourfold.action.snap")) == first


@pytest.mark.clause("fourfold.melee.free-attack")
@pytest.mark.parametrize(("said", "first"), [("pass order", "Orc"), ("first Ork", "Ork")])
def test_the_referee_says_whose_free_attack_comes_first(said: str, first: str) -> None:
    orcs = [someone(name, hp=30, position=[5, 0], gear=["mace"]) for name in ("Orc", "Ork")]
    fight = versus(someone("Anna", position=[0, 0]), side(*orcs))
    leave = ["Anna: go -20 0", "referee: pass order", "Orc: pass snap", "Ork: pass snap", f"referee: {said}"]
    scene = scripted(fight, OURS_FIRST + "d20=2 d20=2", leave, until=lambda f: f.who[0].x < 0)
    assert [e.who for e in scene.events("miss")] == [first, "Ork" if first == "Orc" else "Orc"]


def test_nobody_comes_first_who_owes_no_free_attack() -> None:
    orcs = [someone(name, hp=30, position=[5, y], gear=["mace"]) for name, y in (("Orc", 0), ("Ork", 5), ("Far", 60))]
    fight = versus(someone("Anna", position=[0, 0]), side(*orcs))
    leave = ["Anna: go -20 0", "Orc: pass snap", "Ork: pass snap"]
    scene = scripted(fight, OURS_FIRST, leave, until=lambda f: f.leaver == 0)
    q = Question(ORDER, REFEREE, 0, HIT)
    put = describe_need(scene.book, scene.roster, scene.fight, NeedAnswer(q))
    assert put.what == "Anna is about to leave the reach of several: whose free attack is first?"
    legal = scene.book.legal_answers(scene.fight, q)
    assert [scene.roster.who[a.target] for a in legal if a.kind == FIRST] == ["Orc", "Ork"]


def test_only_those_come_first_who_can_answer() -> None:
    fight = versus(someone("Anna"), side(someone("Orc", hp=30), someone("Ork", hp=30)))
    scene = scripted(fight, OURS_FIRST, until="Anna: act")
    f = scene.fight
    f.actor, q = 0, Question(ORDER, REFEREE, 0, HIT)
    whom = [a.target for a in scene.book.legal_answers(f, q) if a.kind == FIRST]
    assert [scene.roster.who[n] for n in whom] == ["Orc", "Ork"]
    assert REASONS[scene.book.refusal(f, q, Answer(FIRST, 0))].words == "{other} has nothing to answer it with"


@pytest.mark.clause("fourfold.action.instant")
@pytest.mark.parametrize("before", [[], ["Anna: pass snap"]])
def test_a_weapon_is_dropped_out_of_turn(before: list[str]) -> None:
    """As a foe is about to act; else as the roll is seen."""
    fight = versus(someone("Orc", hp=30), someone("Anna", gear=["sword"]))
    scene = scripted(fight, OURS_FIRST + "d20=2", ["Orc: strike Anna", *before, "Anna: drop weapon"])
    assert scene.one("move", "fourfold.action.instant").who == "Anna"
    assert scene["Anna"].fourfold.dropped_slot > 0


def test_answers_are_offered_in_plain_words_and_older_ones_are_read() -> None:
    """Bare hands by putting the weapon away, delaying as waiting for somebody, skills by their names."""
    scene = scripted(versus(adventurer("Anna", gear=["long sword"]), someone("Orc")), OURS_FIRST, until="Anna: act")
    q = Question(ACT, 0, 0, 0)
    legal = scene.book.legal_answers(scene.fight, q)
    said = [scene.book.say_answer(scene.fight, scene.roster, q, a) for a in legal]
    for now, before in (
        ("put weapon away", "draw unarmed"),
        ("wait for Orc", "delay after Orc"),
        ("use Stab", "use stab"),
    ):
        assert now in said
        assert {scene.book.parse_answer(scene.fight, scene.roster, q, words) for words in (now, before)} == {
            legal[said.index(now)]
        }
