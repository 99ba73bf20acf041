"""`affray play`, driven by scripted input: what is answered, rolled, taken back, asked, and said by the referee."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from fixtures_play import _somewhere_else, after, entries, sit  # noqa: F401

import affray
from affray.cli import main
from affray.engine.clauses import BY_ID, CLAUSES


def words(id: str) -> str:
    return CLAUSES[BY_ID[id]].words


# Answers


def test_what_may_be_done_is_listed_and_taken_by_number_or_in_words() -> None:
    by_number = sit("orcs --seed 1 --journal number.fight", "2")
    assert "Magic-user declares" in by_number.stdout
    assert "   1  pass\n   2  cast sleep\n" in by_number.stdout
    sit("orcs --seed 1 --journal words.fight", "Cast  Sleep")
    assert entries("number.fight") == entries("words.fight") == ["answer Magic-user declare 'cast sleep'"]


def test_news_follow_an_answer() -> None:
    play = affray.start("orcs", seed=1, players="party")
    play.do("cast sleep")
    shown = after(sit("orcs --seed 1", "cast sleep"), "cast sleep")
    assert shown.startswith(play.news.text())
    assert str(play.asks) in shown


def test_a_number_that_is_not_listed_and_words_that_mean_nothing_change_nothing() -> None:
    result = sit("orcs --seed 1", "3", "0", "dance", "9" * 5000)
    assert "expected a number from 1 to 2" in after(result, "3")
    assert "expected a number from 1 to 2" in after(result, "0")
    assert "unknown answer 'dance'" in after(result, "dance")
    assert entries() == []


def test_what_is_refused_says_the_clause() -> None:
    result = sit("duel --seed 1", "strike Fighter", "why")
    assert after(result, "strike Fighter").startswith("Not allowed: ")
    assert "[affray.answer]" in after(result, "strike Fighter")
    assert after(result, "why").startswith(f"affray.answer: {words('affray.answer')}")
    assert entries("duel.fight") == []


def test_an_empty_line_asks_again() -> None:
    result = sit("duel --seed 1", "")
    assert result.stdout.count("   2  strike Orc\n") == 2


def test_the_whole_fight_to_its_end() -> None:
    result = sit("duel --seed 1", *["strike Orc"] * 40)
    play = affray.load("duel.fight")
    assert play.over
    assert f"The fight is over. Winner: {play.winner}." in result.stdout
    assert result.stdout.endswith("Saved in duel.fight.\n")
    by_itself = affray.start("duel", seed=1)
    assert play.log.jsonl() == by_itself.log.jsonl()  # `first` strikes the first foe too


def test_the_side_may_be_chosen() -> None:
    assert "strike Fighter" in sit("duel --seed 1 --side ORC").stdout
    both = sit("duel --seed 1 --side orc --side fighter", "2", "2").stdout
    assert "strike Fighter" in both
    assert "strike Orc" in both


def test_the_referee_is_asked_for_rulings_where_that_is_wished() -> None:
    assert '"referee"' in Path(_kept("orcs --seed 1 --referee")).read_text()
    assert '"referee"' not in Path(_kept("orcs --seed 1")).read_text()


def test_the_others_fight_by_the_tactic_they_are_given() -> None:
    file = _kept("orcs --seed 1 --tactic orcs=focus")
    play = affray.load(file)
    assert {side.name: side.tactic for side in play.encounter.sides}["orcs"] == "focus"
    wrong = CliRunner().invoke(main, ["play", "orcs", "--tactic", "orcs=fucus"], input="")
    assert wrong.exit_code == 2
    assert "unknown tactic 'fucus'" in wrong.stderr


def _kept(arguments: str) -> str:
    file = f"kept-{len(arguments)}.fight"
    sit(f"{arguments} --journal {file}")
    return file


def test_a_seed_is_drawn_where_none_is_given() -> None:
    sit("duel --journal a.fight")
    sit("duel --journal b.fight")
    assert affray.load("a.fight").seed != affray.load("b.fight").seed


# Dice


def test_dice_are_typed_in() -> None:
    """Initiative 6, then a 20 to hit, then 6 points: the orc with its 6 hit points is dead."""
    result = sit("duel --seed 1 --my-dice", "6", "strike Orc", "20", "6")
    play = affray.load("duel.fight")
    assert play.winner == "fighter"
    assert "Winner: fighter" in result.stdout
    fallen = [die for event in play.log for die in event.dice]
    assert fallen[0] == (6, 6)
    assert fallen[-2:] == [(20, 20), (6, 6)]


def test_a_face_the_die_does_not_have_is_refused() -> None:
    result = sit("duel --seed 1 --my-dice", "7", "0", "two", "-1")
    for said in ("7", "0", "two", "-1"):
        assert "[affray.die]" in after(result, said)
        assert "from 1 to 6" in after(result, said)
    assert entries("duel.fight") == []


def test_dice_may_be_typed_ahead_and_those_that_nothing_asks_for_are_dropped() -> None:
    result = sit("duel --seed 1 --my-dice", "6 5", "strike Orc", "20 6 1")
    assert "dropped: 5." in after(result, "6 5")
    assert "dropped: 1." in after(result, "20 6 1")
    assert "d20=20" in after(result, "20 6 1")
    assert "d6=6" in after(result, "20 6 1")
    assert affray.load("duel.fight").winner == "fighter"


def test_a_typed_die_is_taken_back_by_itself() -> None:
    result = sit("duel --seed 1 --my-dice", "1", "undo die", "6", "undo die", "undo die", "undo it")
    assert after(result, "1") != after(result, "6")
    assert [entry.split()[0] for entry in entries("duel.fight")] == ["die", "undo-die", "die", "undo-die"]
    assert "Expected `undo` or `undo die`" in after(result, "undo it")


# Taking back


def test_undo_and_redo_are_entries_and_lead_back_to_the_same() -> None:
    straight = sit("duel --seed 1 --journal straight.fight", "2", "2", "state")
    turning = sit("duel --seed 1 --journal turning.fight", "2", "2", "undo", "undo", "redo", "redo", "state")
    assert [entry.split()[0] for entry in entries("turning.fight")] == ["answer"] * 2 + ["undo"] * 2 + ["redo"] * 2
    assert after(turning, "state") == after(straight, "state")
    assert affray.load("turning.fight").log.jsonl() == affray.load("straight.fight").log.jsonl()
    assert after(turning, "undo").startswith("Undone: Fighter: strike Orc.")


def test_redo_tells_again_what_was_taken_back_and_no_more() -> None:
    result = sit("duel --seed 1", "2", "strike Orc", "undo", "redo")
    assert after(result, "redo") == after(result, "strike Orc")


def test_there_is_nothing_to_take_back_at_first() -> None:
    result = sit("duel --seed 1", "undo", "redo")
    assert "nothing to undo" in after(result, "undo")
    assert "nothing to redo" in after(result, "redo")
    assert entries("duel.fight") == []


def test_the_end_can_be_taken_back() -> None:
    result = sit("duel --seed 1 --my-dice", "6", "strike Orc", "20", "6", "undo", "strike Orc")
    assert "strike Orc" in after(result, "undo")
    assert affray.load("duel.fight").over


# Questions about it


def test_why_tells_the_clauses_of_the_last_line_and_of_the_question() -> None:
    shown = after(sit("orcs --seed 1", "1", "why"), "why")
    play = affray.start("orcs", seed=1, players="party")
    play.do("pass")
    assert play.asks is not None
    last = CLAUSES[play.log[-1].clause].id
    assert f"{last}: {words(last)}" in shown
    assert f"{play.asks.clause}: {words(play.asks.clause)}" in shown


def test_why_not_tells_what_stands_against_it() -> None:
    result = sit("orcs --seed 1", "1", "why not approach Fighter", "why not approach Grub", "why not")
    assert after(result, "why not approach Fighter").startswith("Not allowed: ")
    assert after(result, "why not approach Grub") == "Nothing forbids it."
    assert "why not what?" in after(result, "why not")
    assert len(entries()) == 1


def test_the_state_for_the_referee_and_for_players() -> None:
    shown = after(sit("orcs --seed 1", "state"), "state")
    assert "party: 4 of 4 standing" in shown
    assert "Fighter" in shown
    assert shown.count("hp ") == 10
    shown = after(sit("orcs --seed 1 --players party", "state"), "state")
    assert shown.count("hp ") == 4


def test_the_state_as_text_can_be_pasted_back() -> None:
    text = after(sit("duel --seed 1", "2", "state text"), "state text")
    assert affray.from_text(text).text() == text


def test_the_log_so_far() -> None:
    shown = after(sit("orcs --seed 1", "1", "log"), "log")
    assert shown == affray.load("orcs.fight").log.text()
    shown = after(sit("orcs --seed 1 --players party --journal seen.fight", "1", "log"), "log")
    assert shown == affray.load("seen.fight").log.for_players("party").text()


def test_help_names_every_command() -> None:
    shown = after(sit("duel", "help"), "help")
    for word in ("undo", "redo", "why", "why not", "state", "save", "log", "referee", "always", "quit"):
        assert word in shown


# Beforehand, and the referee


def test_always_never_and_ask_at_any_time() -> None:
    said = ("always 1", "never", "ask Fighter: move", "ask", "always : -> pass", "always move for 2 or less")
    result = sit("orcs --seed 1", *said)
    assert entries()[:3] == [
        "always Magic-user declare pass",
        "always Fighter move pass",
        "always Fighter move ask",
    ]
    assert "Magic-user, declare: never" in after(result, "always 1")
    assert "Fighter, move: never" in after(result, "never")
    assert "Fighter, move" not in after(result, "ask Fighter: move")
    assert "ask what again?" in after(result, "ask")
    assert "expected WHO: QUESTION -> ANSWER" in after(result, "always : -> pass")
    assert "nothing has a price in classic" in after(result, "always move for 2 or less")


def test_a_standing_answer_saves_questions() -> None:
    result = sit(
        "orcs --seed 1", "always *: declare -> pass", "always", "always nonsense", "always Nobody: move -> pass"
    )
    assert entries() == ["always '*' declare pass"]
    assert "Fighter: move where?" in after(result, "always *: declare -> pass")
    assert after(result, "always") == "everyone, declare: never"
    assert "unknown question 'nonsense'" in after(result, "always nonsense")
    assert "Nobody" in after(result, "always Nobody: move -> pass")


def test_the_referee_has_the_last_word() -> None:
    said = "referee hp orc 1 3 because the roof fell in"
    result = sit("orcs --seed 1", "referee", said, "state", "undo", "state")
    assert "referee hp WHO NUMBER" in after(result, "referee")
    assert "Orc 1" in after(result, said)
    assert entries()[0] == "referee hp 'Orc 1' 3 'the roof fell in'"
    assert entries()[1] == "undo"


@pytest.mark.parametrize(
    ("said", "entry"),
    [
        ("move Orc 2 10 -5", "referee move 'Orc 2' 10 -5 ''"),
        ("on Fighter blind 3", "referee on Fighter blind 3 ''"),
        ("add 2 orc ORCS because they heard it", "referee add '2 orc' orcs 'they heard it'"),
        ("remove Grub", "referee remove Grub ''"),
        ("check Grub morale", "referee check Grub morale ''"),
        ("modifier 2", "referee modifier 2 ''"),
        ("end party", "referee end party ''"),
        ("END", "referee end ''"),
    ],
)
def test_the_words_of_the_referee(said: str, entry: str) -> None:
    sit("orcs --seed 1", f"referee {said}")
    assert entries() == [entry]


@pytest.mark.parametrize(
    ("said", "fragment"),
    [
        ("hp", "whom"),
        ("hp Orc", "unknown combatant"),
        ("hp Orc 1", "whole number"),
        ("hp Orc 1 lots", "whole number"),
        ("hp Orc 1 --5", "whole number"),
        (f"hp Orc 1 {'9' * 5000}", "whole number"),
        ("on Orc 1 blnd", "did you mean 'blind'?"),
        ("off Orc 1 blind", "not blind"),
        ("add 2 orc", "which side"),
        ("add 2 ork orcs", "did you mean 'orc'?"),
        ("check Orc 1 patience", "unknown check"),
        ("end orks", "did you mean 'orcs'?"),
        ("slay Orc 1", "the commands are ac, add, check"),
    ],
)
def test_the_referee_may_be_mistaken(said: str, fragment: str) -> None:
    result = sit("orcs --seed 1", f"referee {said}")
    assert fragment in after(result, f"referee {said}")
    assert entries() == []


def test_the_referee_ends_a_fight() -> None:
    result = sit("orcs --seed 1", "referee end party", "pass", "undo", "pass")
    assert "Winner: party" in after(result, "referee end party")
    assert result.stdout.count("nobody is asked anything") == 1
    assert [entry.split()[0] for entry in entries()] == ["referee", "undo", "answer"]


def test_after_the_end_a_check_may_still_be_called_for_and_rolled() -> None:
    result = sit("duel --seed 1 --my-dice", "6", "2", "20", "6", "referee check Fighter death", "12")
    assert "Fighter: roll d20" in after(result, "referee check Fighter death")
    assert "d20=12" in after(result, "12")
    assert affray.load("duel.fight").winner == "fighter"


def test_a_check_called_for_while_a_die_is_asked_for_is_rolled_first() -> None:
    script = b"referee check Thief death\n7\n3\nquit\n"
    arguments = ["play", "orcs", "--seed", "1", "--journal", "check.fight", "--my-dice"]
    result = CliRunner().invoke(main, arguments, input=script)
    assert result.exit_code == 0, result.output
    checked, asked = (result.output.index(word) for word in ("d20=7", "d6=3"))
    assert checked < asked
    assert CliRunner().invoke(main, ["replay", "check.fight"]).exit_code == 0


def test_a_fight_says_who_fights_and_how_it_ended() -> None:
    """A duel of seed 0: 8 and 6 hp by the scenario, and the log's own end."""
    done = CliRunner().invoke(main, ["fight", "duel", "--seed", "0"])
    head = done.stderr.splitlines()[:3]
    assert head[0] == "A duel. Rulebook: classic. Seed 0; --seed N for another fight."
    assert head[1:] == ["fighter: Fighter (hp 8)", "orc: Orc (hp 6)"]
    winner = done.stdout.splitlines()[-1].partition("Winner: ")[2].partition(" ")[0]
    assert f"Winner: {winner}." in done.stderr.splitlines()
