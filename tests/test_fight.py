"""The driver: questions, refusals, undo, fork, typed dice, standing answers, the referee's word, functions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import affray
from affray import scenario
from affray.engine.state import Fight
from affray.engine.verbs import Answer, Question
from affray.play import stepper

EXAMPLES = sorted(scenario.examples())
TWO = """
title: two
distance: contact
sides:
  ours:
    tactic: first
    members:
      - Anna: {ac: 9, thac0: 19, damage: 1d6, hp: 8, saves: 12/13/14/15/16, morale: 12, move: 120}
  theirs:
    tactic: first
    members:
      - Orc: {ac: 9, thac0: 19, damage: 1d6, hp: 6, saves: 12/13/14/15/16, morale: 12, move: 120}
"""


def two(**keys: Any) -> affray.Play:
    encounter = scenario.read(TWO.replace("members", "surprised: false\n    way out: false\n    members"), "two")
    return affray.start(encounter, **keys)


def state_of(play: affray.Play) -> str:
    return play.text()


def play_by_whim(play: affray.Play, seed: int, most: int = 120) -> int:
    """Any legal answer, so many times at most."""
    draw, given = random.Random(seed), 0
    while not play.over and given < most:
        play.do(draw.choice(play.legal))
        given += 1
    return given


def test_the_first_screen_of_the_readme_works(tmp_path: Any) -> None:
    fight = affray.start("orcs", rules="classic", seed=7, players="party")
    while not fight.over:
        assert fight.asks
        assert fight.asks.clause.startswith("classic.")
        fight.do(fight.legal[0])
        assert str(fight.news) is not None
    fight.undo()
    fight.redo()
    other = fight.fork()
    fight.save(tmp_path / "ford.fight")
    assert affray.load(tmp_path / "ford.fight").log.markdown() == other.log.markdown()


@pytest.mark.parametrize("example", EXAMPLES)
def test_undo_to_the_start_and_redo_to_the_end(example: str) -> None:
    sides = [party.name for party in scenario.load(example).sides]
    play = affray.start(example, seed=3, players=sides[:1])
    begun = state_of(play), play.log.jsonl()
    given = play_by_whim(play, 11)
    ended = state_of(play), play.log.jsonl(), play.winner
    for _ in range(given):
        play.undo()
    assert (state_of(play), play.log.jsonl()) == begun
    with pytest.raises(affray.AffrayError, match="nothing to undo"):
        play.undo()
    for _ in range(given):
        play.redo()
    assert (state_of(play), play.log.jsonl(), play.winner) == ended
    with pytest.raises(affray.AffrayError, match="nothing to redo"):
        play.redo()


def test_a_long_fight_keeps_few_states_and_goes_back_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepper, "CHECKPOINTS", 3)
    play = affray.start("orcs", rules="procedure", seed=3, players="party")
    begun = state_of(play), play.log.jsonl()
    given = play_by_whim(play, 5, most=12)
    assert given == 12
    assert len(play._stepper.trail) == 3
    assert play._stepper.need is not None
    assert play._stepper.need.__traceback__ is None  # it would keep all that was run before it
    for _ in range(given):
        play.undo()
    assert (state_of(play), play.log.jsonl()) == begun


def test_the_dice_stay_as_they_fell() -> None:
    """Undo is replay without the last answer: the same answer again gives the same dice."""
    play = two(seed=5, players="ours")
    play.do("strike Orc")
    once = play.log.jsonl()
    play.undo()
    play.do("strike Orc")
    assert play.log.jsonl() == once


def test_people_who_answer_as_the_tactic_would_see_the_same_fight() -> None:
    """Asked one by one, with the tactic's own answers, the log is that of automatic play."""
    alone = affray.start("orcs", seed=2)
    asked = affray.start("orcs", seed=2, players=["party", "orcs"])
    while not asked.over:
        assert asked.asks
        assert asked.asks.question
        asked.do(asked.book.decide(asked.state, asked.asks.question))
    assert asked.log.jsonl() == alone.log.jsonl()


def test_a_fork_goes_its_own_way() -> None:
    play = affray.start("orcs", seed=7, players="party")
    play.do(play.legal[0])
    other = play.fork()
    assert state_of(other) == state_of(play)
    before = state_of(play)
    other.do(other.legal[-1])
    assert state_of(play) == before


@pytest.mark.parametrize("seed", range(4))
def test_every_listed_answer_is_accepted_and_no_other(seed: int) -> None:
    """The list, the refusal and the check of an answer agree; a refusal names a clause and changes nothing."""
    play = affray.start("ambush", seed=seed, players="party")
    draw = random.Random(seed)
    for _ in range(12):
        if play.over:
            break
        legal = {choice.answer for choice in play.legal}
        for choice in play.legal:
            assert play.why_not(choice) is None
            assert play.why_not(choice.words) is None, choice
        before = state_of(play)
        for _ in range(60):
            answer = Answer(draw.randrange(-1, 20), draw.randrange(-2, 12), draw.randrange(-3, 9))
            refused = play.why_not(answer)
            if refused is None:
                assert answer in legal or answer.kind in (17, 18)  # heights and places are not listed
                continue
            assert answer not in legal
            assert refused.clause
            assert refused.words
            with pytest.raises(affray.Refused):
                play.do(answer)
            assert state_of(play) == before
        play.do(draw.choice(play.legal))


def test_words_that_mean_nothing_get_the_nearest_that_do() -> None:
    play = two(players="ours")
    with pytest.raises(affray.AffrayError, match="did you mean 'strike Orc'"):
        play.do("strike Ork")
    play.do("st")  # a unique beginning will do


# typed dice


def test_dice_typed_in_are_what_falls() -> None:
    play = two(players={"ours": ["rolls"], "theirs": ["rolls"]}, dice=True)
    assert play.asks
    assert play.asks.die
    for face in (6, 1):  # initiative
        play.do(face)
    assert "Anna: roll d20" in str(play.asks)
    play.do("14")
    play.do([5])
    assert [e.dice for e in play.log if e.dice][-2:] == [((20, 14),), ((6, 5),)]
    assert play.state.who[1].hp == 6 - 5


@pytest.mark.clause("affray.die")
def test_a_die_shows_one_of_its_faces() -> None:
    play = two(players={"ours": ["rolls"], "theirs": ["rolls"]}, dice=True)
    before = state_of(play)
    for wrong in (0, 7, "six", "", "3.5", -1):
        with pytest.raises(affray.Refused, match="from 1 to 6") as no:
            play.do(wrong)
        assert no.value.clause == "affray.die"
        assert state_of(play) == before
    play.do(6)


def test_dice_may_be_typed_ahead_and_the_rest_is_dropped_and_said() -> None:
    play = two(players={"ours": ["rolls", "targets"], "theirs": ["rolls"]}, dice=True)
    play.do("6 1 17 4")  # initiative; then Anna is asked whom she strikes
    assert play.asks
    assert play.asks.question
    assert play.unused_dice == [17, 4]


def test_a_typed_die_can_be_taken_back_and_corrected() -> None:
    play = two(players={"ours": ["rolls"], "theirs": ["rolls"]}, dice=True)
    play.do("6 1 14")
    play.undo_die()
    assert play.asks
    assert play.asks.die
    assert play.asks.die.sides == 20
    play.do("14")
    play.correct(2, 20, 3)  # the third die: now it misses, and the orc is asked for its d20
    assert [e.dice for e in play.log if e.dice][-1] == ((20, 3),)
    assert play.asks
    assert play.asks.who == "Orc"


def test_only_those_who_roll_are_asked_for_dice() -> None:
    play = two(players={"ours": ["rolls"]}, dice=True, seed=1)
    asked = []
    while play.asks:
        asked.append(play.asks.who)
        play.do(1)
    assert set(asked) == {"Anna"}


# answers for later


def test_a_standing_answer_is_given_whenever_it_is_allowed() -> None:
    play = two(players="ours", seed=4)
    play.always("Anna", "strike", "strike Orc")
    assert play.over
    assert not play.asks


def test_a_standing_answer_ends_when_asked_to() -> None:
    play = affray.start("orcs", seed=7, players="party")
    play.always("*", "move", "pass")
    while play.asks and play.asks.question and play.book.asks[play.asks.question.ask] == "declare":
        play.do("pass")
    assert play.asks is None or "moves" not in str(play.asks)
    play.always("*", "move", "ask")
    assert play.standing_answers == []


def test_an_answer_given_ahead_waits_for_its_question_and_is_used_once() -> None:
    play = affray.start("orcs", seed=7, players="party")
    assert play.asks
    play.ahead("Fighter", "move", "away")
    play.do("pass")
    moved = [e for e in play.log if e.who == 0 and e.value == 200]
    assert moved, str(play.log)
    assert play.standing_answers == []


# the referee


@pytest.mark.clause("affray.referee")
def test_the_referee_sets_hit_points_and_it_can_be_undone() -> None:
    play = two(players="ours")
    play.referee("hp", "Orc", 1, reason="it was wounded before")
    assert play.state.who[1].hp == 1
    assert "it was wounded before" in str(play.log)
    assert "it was wounded before" not in str(play.log.for_players("ours"))
    play.undo()
    assert play.state.who[1].hp == 6


@pytest.mark.clause("affray.referee")
def test_the_referee_changes_anything() -> None:
    play = affray.start("orcs", seed=7, players="party")
    play.referee("move", "Grub", 10, 20)
    assert (play.state.who[4].x, play.state.who[4].y) == (100, 200)
    play.referee("on", "Orc 1", "asleep", 3)
    assert not play.state.who[5].able
    play.referee("off", "Orc 1", "asleep")
    assert play.state.who[5].able
    play.referee("remove", "Orc 2")
    assert not play.state.who[6].in_fight
    play.referee("add", "2 goblin", "orcs")
    assert play.roster.who[-2:] == ("Goblin 1", "Goblin 2")
    assert play.state.n == 12
    play.referee("hp", "Orc 3", 0)
    assert not play.state.who[7].in_fight
    play.referee("overrule", "Orc 3", 2)
    assert play.state.who[7].in_fight
    assert play.state.who[7].hp == 2
    play.referee("end", "orcs", reason="the bell rings")
    assert play.winner == "orcs"
    for _ in range(8):
        play.undo()
    assert not play.over
    assert play.state.n == 10


@pytest.mark.clause("affray.referee")
def test_who_joins_in_the_turn_of_its_side_has_its_turn_too() -> None:
    play = affray.start("brawl", players="orcs")
    play.referee("add", "goblin", "orcs")
    asked, now = set(), play.state.round
    while play.asks and play.asks.question and play.state.round == now:
        asked.add(play.roster.who[play.asks.question.who])
        play.do(play.book.decide(play.state, play.asks.question))
    assert "Goblin" in asked


@pytest.mark.clause("affray.referee")
def test_the_referee_gives_a_modifier_to_the_next_roll() -> None:
    play = two(players={"ours": ["rolls", "targets"], "theirs": ["rolls"]}, dice=True)
    play.do("6 1")
    play.referee("modifier", 3, reason="from above")
    play.do("strike Orc")
    play.do(7)
    assert [e.value for e in play.log if e.dice][-1] == 7 + 3
    assert play.state.referee_modifier == 0


@pytest.mark.clause("affray.referee", "classic.save.roll")
def test_the_referee_calls_for_a_save() -> None:
    play = two(players={"ours": ["rolls", "targets"], "theirs": ["rolls"]}, dice=True)
    play.do("6 1")
    play.referee("check", "Orc", "paralysis")
    play.do(13)
    save = next(e for e in play.log if e.who == 1 and e.dice == ((20, 13),))
    assert (save.value, save.was) == (13, 14)


@pytest.mark.parametrize(
    "said",
    [
        ("hp", "Ork", 3),
        ("hp", "Orc", "many"),
        ("hp", "Orc"),
        ("on", "Orc", "sleepy"),
        ("off", "Orc", "asleep"),
        ("add", "2 gobblin", "theirs"),
        ("add", "2 goblin", "thiers"),
        ("add", "300 goblin", "theirs"),
        ("check", "Orc", "luck"),
        ("end", "nobody at all"),
        ("move", "Orc", 1),
        ("frobnicate",),
        (),
    ],
)
def test_a_word_that_makes_no_sense_changes_nothing(said: tuple[str | int, ...]) -> None:
    play = two(players="ours")
    before = state_of(play), play.lines[:]
    with pytest.raises(affray.AffrayError):
        play.referee(*said)
    assert (state_of(play), play.lines) == before


@pytest.mark.clause("classic.morale.situation")
def test_rulings_are_asked_of_the_referee_where_one_sits() -> None:
    asked = 0
    play = affray.start("brawl", seed=3, players="referee")
    while play.asks:
        assert play.asks.who == "referee"
        assert [str(choice) for choice in play.legal] == ["pass", *(f"modify {n:+d}" for n in range(-2, 3))]
        play.do("modify +2")
        asked += 1
    assert asked


# who decides


def test_the_engine_may_decide_one_kind_of_question_and_the_tactic_another() -> None:
    """Targets by the engine are the first foe standing, whatever the tactic says."""
    weakest = affray.start("brawl", seed=9, tactics={"orcs": "weakest", "party": "weakest"})
    engine = affray.start(
        "brawl",
        seed=9,
        tactics={"orcs": "weakest", "party": "weakest"},
        players={"orcs": {"targets": "engine"}, "party": {"targets": "engine"}},
    )
    first = affray.start("brawl", seed=9)
    assert engine.log.jsonl() == first.log.jsonl()
    assert weakest.log.jsonl() != first.log.jsonl()


def last_legal(f: Fight, q: Question, legal: list[Answer]) -> Answer:
    return legal[-1]


def test_any_function_can_be_a_tactic(tmp_path: Any) -> None:
    play = affray.start("brawl", seed=9, tactics={"party": last_legal})
    assert play.over
    assert play.log.jsonl() != affray.start("brawl", seed=9).log.jsonl()
    play.save(tmp_path / "function.fight")
    with pytest.raises(affray.AffrayError, match="unknown side"):
        affray.start("brawl", tactics={"partee": last_legal})


def test_a_function_that_answers_what_is_not_allowed_is_told_so() -> None:
    with pytest.raises(affray.Refused, match="same side"):
        affray.start("brawl", seed=9, tactics={"party": lambda f, q, legal: Answer(13, q.who)})


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"players": "partee"}, "did you mean 'party'"),
        ({"players": {"party": ["tragets"]}}, "did you mean 'targets'"),
        ({"players": {"party": {"targets": "robot"}}}, "unknown decider"),
        ({"options": {"initiative.tye": "reroll"}}, "did you mean 'initiative.tie'"),
        ({"options": {"initiative.tie": "often"}}, "reroll or simultaneous"),
        ({"rules": "clasic"}, "did you mean 'classic'"),
        ({"tactics": {"party": "weekest"}}, "did you mean 'weakest'"),
    ],
)
def test_what_start_does_not_know_it_says(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(affray.AffrayError, match=words):
        affray.start("orcs", **keys)


@pytest.mark.clause("affray.referee")
def test_the_referee_may_speak_while_a_die_is_asked_for() -> None:
    """It is heard at once, and a replay hears it at the same die."""
    play = two(players={"ours": ["rolls"], "theirs": ["rolls"]}, dice=True)
    play.do("6 1")
    assert "Anna: roll d20" in str(play.asks)
    play.referee("hp", "Orc", 1, reason="it is old")
    assert play.state.who[1].hp == 1
    play.do("14")
    play.do("3")
    assert play.winner == "ours"
    told = play.log.jsonl()
    play.undo_die()
    play.do("3")
    assert play.log.jsonl() == told
    play.undo()
    assert play.state.who[1].hp == 6 - 3


def test_what_is_no_answer_no_scenario_and_no_tactic_is_called_so() -> None:
    fight = affray.start("duel", seed=3, players="fighter")
    with pytest.raises(affray.Refused, match="None is not an answer; answer in words"):
        fight.do(None)  # type: ignore[arg-type]
    with pytest.raises(affray.Refused, match="no die is asked for; answer in words"):
        fight.do([3])
    with pytest.raises(affray.AffrayError, match="found '3'; expected a file, the name of an example"):
        affray.start(3)  # type: ignore[arg-type]
    with pytest.raises(affray.AffrayError, match="a tactic can't be '3'; expected a function, or one of"):
        affray.simulate("duel", n=1, plain=True, tactics={"fighter": 3})  # type: ignore[dict-item]
    with pytest.raises(affray.AffrayError, match="n can't be 'many'; expected a whole number of fights"):
        affray.simulate("duel", n="many")  # type: ignore[arg-type]
