"""Whom the referee hides lies in wait and takes no part, until revealed, sent in unseen, or nobody else is left."""

from __future__ import annotations

from pathlib import Path

import pytest

import affray
from affray import AffrayError, Play
from affray.engine.state import Combatant
from affray.engine.vocabulary import LURKING
from affray.party.aftermath import aftermath

BOOKS = ("classic", "tempo", "procedure", "vanguard", "fourfold")
START = "from the start"
ROAD = """
title: an ambush
distance: 5
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 9, gear: [plate mail, sword +3], hp: 90}
      - Mira: {class: magic-user, level: 3, gear: [dagger], hp: 7}
  foes:
    surprised: false
    morale: 12
    members:
      - Zebulon: {monster: orc}
      - 4 orc: {hp: 1}
"""
pytestmark = pytest.mark.clause("affray.wait")


def begin(folder: Path, *hidden: str, book: str = "classic", text: str = ROAD) -> Play:
    file = folder / "road.yaml"
    file.write_text(text, encoding="utf-8")
    play = affray.start(str(file), rules=book, seed=3, players=["party", "referee"])
    for name in hidden:
        play.referee("hide", name, START)
    return play


def find(play: Play, name: str) -> Combatant:
    return play.state.who[play.roster.who.index(name)]


def play_on(play: Play, until: str = "") -> None:
    """Let everybody do what comes first, strikes before all else, until somebody is no longer hidden or it is over."""
    for _ in range(2_000):
        if play.over or (until and not find(play, until).conditions >> LURKING & 1):
            return
        words = [choice.words for choice in play.legal]
        play.do(
            next(
                (word for word in words if word.startswith(("strike", "charge", "approach"))), words[-1] if words else 4
            )
        )


@pytest.mark.parametrize("book", BOOKS)
def test_who_lies_in_wait_is_counted_nowhere(tmp_path: Path, book: str) -> None:
    play = begin(tmp_path, "Zebulon", "Orc 2", book=book)
    foes = play.state.side[1]
    assert (foes.size, foes.standing, foes.out_of_action) == (3, 3, 0)
    hidden = [find(play, name) for name in ("Zebulon", "Orc 4")]
    assert not any(c.in_fight or c.able for c in hidden)
    assert hidden[0].max_hp == 0
    assert "Zebulon lies in wait" in play.log.text()
    assert "Zebulon" not in play.log.for_players("party").text()
    assert all("Zebulon" not in choice.words and "Orc 4" not in choice.words for choice in play.legal)


def test_the_hidden_of_a_group_have_its_last_numbers(tmp_path: Path) -> None:
    play = begin(tmp_path, "Orc 1", "Orc 3")
    assert play.roster.who == ("Anna", "Mira", "Zebulon", "Orc 1", "Orc 2", "Orc 3", "Orc 4")
    assert sorted(play.hidden.now) == [5, 6]


def test_the_ranks_of_the_others_have_no_gap(tmp_path: Path) -> None:
    few = begin(tmp_path, text=ROAD.replace("      - Zebulon: {monster: orc}\n", "").replace("4 orc", "3 orc"))
    places = [(c.x, c.y) for c in few.state.who]
    play = begin(tmp_path, "Zebulon", "Orc 2")
    assert [(c.x, c.y) for c in play.state.who[:5]] == places
    assert len({(c.x, c.y) for c in play.state.who}) == 7


@pytest.mark.parametrize("book", BOOKS)
def test_revealed_they_join_as_newcomers_do(tmp_path: Path, book: str) -> None:
    play = begin(tmp_path, "Zebulon", book=book)
    play.referee("reveal", "Zebulon")
    who = find(play, "Zebulon")
    assert who.in_fight
    assert 1 <= who.hp == who.max_hp <= 8
    assert play.state.side[1].size == play.state.side[1].standing == 5
    assert "Zebulon appears" in play.log.for_players("party").text()
    assert book != "tempo" or who.tempo.score > 0


@pytest.mark.parametrize("book", BOOKS)
def test_they_may_enter_unseen(tmp_path: Path, book: str) -> None:
    play = begin(tmp_path, "Zebulon", book=book)
    before = play.log.for_players("party").text()
    play.referee("enter", "Zebulon")
    assert find(play, "Zebulon").in_fight
    assert play.log.for_players("party").text() == before
    play_on(play)
    assert "Zebulon" not in play.log.for_players("party").text()
    with pytest.raises(AffrayError, match="does not lie in wait"):
        play.referee("enter", "Zebulon")


@pytest.mark.parametrize("book", BOOKS)
def test_they_come_out_where_the_fight_would_end_otherwise(tmp_path: Path, book: str) -> None:
    play = begin(tmp_path, "Zebulon", book=book)
    play_on(play, until="Zebulon")
    if play.over:
        return  # the party has fallen first
    assert not any(find(play, f"Orc {n}").in_fight for n in (1, 2, 3, 4)) or play.state.side[1].standing == 1
    assert play.hidden.now == frozenset()
    told = play.log.for_players("party").text()
    assert "Zebulon lies in wait no longer and joins the fight" in told
    assert told.index("Zebulon lies in wait no longer") > told.index("Orc 4")


def test_a_side_that_all_hides_comes_out_at_once(tmp_path: Path) -> None:
    play = begin(tmp_path, "Zebulon", "Orc 1", "Orc 2", "Orc 3", "Orc 4")
    assert play.hidden.now == frozenset()
    assert play.state.side[1].standing == 5


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_hides_in_the_middle_of_a_fight_lies_in_wait_too(tmp_path: Path, book: str) -> None:
    play = begin(tmp_path, book=book)
    met = play.state.side[1].morale_met
    play.referee("hide", "Orc 2")
    assert not find(play, "Orc 2").in_fight
    assert play.state.side[1].size == play.state.side[1].standing == 4
    assert (play.state.side[1].out_of_action, play.state.side[1].morale_met) == (0, met)
    again = affray.from_text(play.text())
    assert (again.hidden.now, again.state.side[1].size) == (play.hidden.now, 4)
    play.referee("enter", "Orc 2")
    assert play.state.side[1].size == play.state.side[1].standing == 5
    kept = affray.from_text(play.text())
    assert kept.hidden.now == play.hidden.now
    assert find(kept, "Orc 2").in_fight


def test_it_is_undone_said_again_saved_and_replayed(tmp_path: Path) -> None:
    play = begin(tmp_path, "Zebulon", "Orc 4")
    text = play.log.text()
    play.undo()
    assert play.hidden.now == {play.roster.who.index("Zebulon")}
    play.undo()
    assert play.hidden.now == frozenset()
    assert play.roster.who[2] == "Zebulon"
    play.redo()
    play.redo()
    assert play.log.text() == text
    play_on(play)
    play.save(tmp_path / "road.fight")
    assert affray.load(tmp_path / "road.fight").log.jsonl() == play.log.jsonl()


@pytest.mark.parametrize("said", ["Nobody Here", "Zebulon"])
def test_nobody_hides_who_is_not_there_or_hidden(tmp_path: Path, said: str) -> None:
    play = begin(tmp_path, "Zebulon")
    with pytest.raises(AffrayError, match=r"unknown combatant|hidden already"):
        play.referee("hide", said, START)
    assert len(play.entries) == 1


def test_whose_fall_decides_can_hide(tmp_path: Path) -> None:
    text = ROAD + "objectives:\n  - {side: party, down: Zebulon}\n"
    play = begin(tmp_path, "Zebulon", text=text)
    assert not play.over
    play.referee("reveal", "Zebulon")
    play.referee("hp", "Zebulon", 0)
    assert play.winner == "party"


def test_the_survivors_are_themselves(tmp_path: Path) -> None:
    text = ROAD.replace("      - Zebulon: {monster: orc}\n", "")
    text = text.replace("      - Anna:", "      - Aldo: {class: fighter, hp: 5}\n      - Anna:")
    play = begin(tmp_path, "Aldo", text=text)
    play.referee("end", "party")
    found = {one.member.name: one.member.hp for one in aftermath(play)}
    assert found == {"Aldo": 5, "Anna": 90, "Mira": 7}


def test_moving_somebody_who_lies_in_wait_binds_nobody(tmp_path: Path) -> None:
    play = begin(tmp_path, "Zebulon", text=ROAD.replace("distance: 5", "distance: 60"), book="fourfold")
    anna = find(play, "Anna")
    while play.asks is not None and play.asks.who != "Anna":
        play.do(play.legal[0])
    legal, refused = [c.words for c in play.legal], [str(no) for _, no in play.forbidden]
    play.referee("move", "Zebulon", anna.x // 10, anna.y // 10)
    assert ([c.words for c in play.legal], [str(no) for _, no in play.forbidden]) == (legal, refused)
