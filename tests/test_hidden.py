"""What the referee keeps from the players: hidden combatants, and notes."""

from __future__ import annotations

import pytest

import affray
from affray import AffrayError, Play

HIDDEN = "Orc 3"


def begun() -> Play:
    return affray.start("orcs", seed=7, players=["party"])


def hiding() -> Play:
    fight = begun()
    fight.referee("hide", HIDDEN, "unseen")
    return fight


def to_the_end(fight: Play) -> None:
    while not fight.over:
        fight.do(fight.legal[0])


def test_what_a_hidden_one_does_is_told_without_its_name() -> None:
    fight = hiding()
    to_the_end(fight)
    told, open_ = fight.log.for_players("party").text(), fight.log.text()
    assert HIDDEN in open_.split("Referee: Orc 3 is hidden", 1)[1]
    later = told.splitlines()[len(begun().log.for_players("party")) :]
    assert HIDDEN not in "\n".join(later)
    assert "somebody" in told


def test_numbers_of_the_players_log_have_no_gap() -> None:
    fight = hiding()
    to_the_end(fight)
    numbers = [n for n, _ in fight.log.for_players("party").descriptions()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_spectators_know_no_more_than_players() -> None:
    fight = hiding()
    fight.do(fight.legal[0])
    assert HIDDEN not in fight.news.for_players([]).text()


def test_its_own_side_knows_it() -> None:
    fight = hiding()
    to_the_end(fight)
    assert HIDDEN in fight.log.for_players("orcs").text()


def test_what_was_told_before_stays_told() -> None:
    fight = begun()
    before = fight.log.for_players("party").text()
    fight.referee("hide", HIDDEN)
    assert fight.log.for_players("party").text().startswith(before)


def test_revealed_it_has_a_name_again_from_then_on() -> None:
    fight = hiding()
    fight.referee("reveal", HIDDEN, reason="it steps out of the reeds")
    assert fight.hidden.now == frozenset()
    to_the_end(fight)
    assert HIDDEN in fight.log.for_players("party").text()


def test_a_side_that_is_all_hidden_has_no_events() -> None:
    fight = begun()
    shown = len(fight.log.for_players([]))
    for name in fight.roster.who:
        if name.startswith("Orc"):
            fight.referee("hide", name, "unseen")
    fight.do(fight.legal[0])
    assert "orcs" not in "\n".join(fight.log.for_players([]).text().splitlines()[shown + 2 :])


def test_hiding_is_undone_like_any_word() -> None:
    fight = hiding()
    fight.undo()
    assert fight.hidden.now == frozenset()
    fight.redo()
    assert fight.hidden.now == frozenset({fight.roster.who.index(HIDDEN)})


def test_a_note_is_kept_and_can_be_taken_away() -> None:
    fight = begun()
    orc = fight.roster.who.index(HIDDEN)
    fight.referee("note", HIDDEN, "has the key")
    assert fight.hidden.notes == {orc: "has the key"}
    fight.referee("note", HIDDEN)
    assert fight.hidden.notes == {}


@pytest.mark.parametrize("said", [("hide",), ("hide", "Nobody Here"), ("reveal", HIDDEN)])
def test_what_makes_no_sense_changes_nothing(said: tuple[str, ...]) -> None:
    fight = begun()
    with pytest.raises(AffrayError):
        fight.referee(*said)
    assert fight.entries == []


def test_hiding_twice_is_refused() -> None:
    fight = hiding()
    with pytest.raises(AffrayError, match="hidden already"):
        fight.referee("hide", HIDDEN)


def test_a_journal_and_a_state_keep_the_veil(tmp_path: object) -> None:
    from pathlib import Path

    fight = hiding()
    fight.referee("note", HIDDEN, "has the key")
    file = Path(str(tmp_path)) / "ford.fight"
    fight.save(file)
    assert affray.load(file).hidden == fight.hidden
    again = affray.from_text(fight.text())
    assert (again.hidden.now, again.hidden.notes) == (fight.hidden.now, fight.hidden.notes)


def test_typed_dice_are_marked() -> None:
    fight = affray.start("duel", seed=3, players=["fighter"], dice=True)
    while fight.asks is not None and fight.asks.die is None:
        fight.do(fight.legal[0])
    before = [told.typed for _, told in fight.log.descriptions()]
    assert not any(any(typed) for typed in before)
    fight.do(1)
    while fight.asks is not None and fight.asks.die is None and len(fight.log) == len(before):
        fight.do(fight.legal[0])
    assert any(any(told.typed) for _, told in fight.log.descriptions())


def test_whoever_hides_unseen_fights_on() -> None:
    fight = hiding()
    assert fight.state.who[fight.roster.who.index(HIDDEN)].in_fight


@pytest.mark.parametrize("book", ["classic", "tempo", "procedure", "vanguard", "fourfold"])
def test_players_read_no_reason_for_a_check_that_counts_the_hidden(book: str) -> None:
    fight = affray.start("orcs", rules=book, seed=7, players=["party"])
    fight.referee("hide", HIDDEN, "unseen")
    for name in ("Orc 1", "Orc 2", "Orc 4"):
        fight.referee("on", name, "dead")
    due = [told for _, told in fight.log.for_players("party").descriptions() if told.kind == "due"]
    assert all((told.because, told.change) == ((), {}) for told in due), due
    assert {told.words.replace("checks", "check") for told in due} <= {"Morale check for orcs"}
