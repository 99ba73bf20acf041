"""What players are told where the referee hides somebody: questions, whose turn it is, undo."""

from __future__ import annotations

import re

import pytest
from server.tables import Json, Seat, Table

PARTS = """
distance: 5
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 5, gear: [plate mail, sword], hp: 60}
      - Bert: {class: fighter, level: 5, gear: [plate mail, sword], hp: 60}
  band:
    surprised: false
    members:
      - Grub: {monster: orc, hp: 7}
      - Grubber: {monster: orc, hp: 7}
      - 4 orc
"""
ROAD = """
distance: 60
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 3, gear: [chain mail, shield, sword], hp: 20}
  pack:
    surprised: false
    members:
      - Orc: {monster: orc, hp: 7}
      - 4 goblin
"""
GOBLINS = [f"Goblin {n}" for n in (1, 2, 3, 4)]
ASKED = dict.fromkeys(("targets", "declarations", "movement", "reactions"), "person")


def ask_everybody(*sides: str) -> Json:
    return dict.fromkeys(sides, ASKED)


def hide(referee: Seat, *names: str) -> None:
    """Hide people who go on fighting."""
    assert referee.say(*(["hide", name, "unseen"] for name in names)).status_code == 200


@pytest.mark.parametrize("book", ["procedure", "tempo", "classic", "vanguard", "fourfold"])
def test_a_question_is_put_in_the_names_one_knows(here: Table, book: str) -> None:
    referee = here.begin(PARTS, rules=book, people={"party": ASKED}, seed=6)
    hide(referee, "Grub")
    bert = referee.give("player", "Bert", ["Anna", "Bert"])
    for _ in range(30):
        asks = bert.look()["view"]["asks"]
        if asks is None:
            return
        assert not re.search(r"somebody\w|Grub\b", asks["what"]), asks["what"]
        legal = [one["words"] for one in asks["legal"]]
        assert bert.act("/answers", answer=next((w for w in legal if "Grubber" in w), legal[-1])).status_code == 200


def test_of_somebody_hidden_one_waits_as_for_the_referee(here: Table) -> None:
    referee = here.begin(ROAD, rules="fourfold", people=ask_everybody("party", "pack"), seed=11)
    hide(referee, *GOBLINS)
    ann = referee.give("player", "Ann", ["Anna"])
    waited = set()
    for _ in range(14):
        asks = ann.look()["view"]["asks"]
        if asks is not None and not asks["yours"]:
            waited.add(asks["what"])
        referee.do("pass")
    assert waited <= {"Waiting for the referee.", "Waiting for Orc."}


def test_players_take_back_only_what_their_own_side_has_answered(here: Table) -> None:
    referee = here.begin(ROAD, rules="fourfold", people=ask_everybody("party", "pack"), seed=11)
    ann = referee.give("player", "Ann", ["Anna"])
    referee.ask("PATCH", f"{referee.path}/settings", json={"players_undo": True})
    hide(referee, *GOBLINS)
    while referee.look()["view"]["asks"]["who"] != "Anna":
        referee.do("pass")
    ann.do("pass")
    mine = ann.n
    assert ann.act("/undo", steps=1).status_code == 200
    assert ann.do("pass").status_code == 200
    while referee.look()["view"]["asks"]["who"] == "Anna":
        referee.do("pass")
    referee.do("pass")  # for somebody of the others
    ann.look()
    before = referee.entries()
    assert ann.act("/undo", steps=1).status_code == 403
    told = [item["n"] for item in ann.get().json()["items"] if item["op"] == "told" and item["n"] >= mine]
    for item in told:
        assert ann.get(f"/undo?to={item}").status_code in (403, 422)
    assert referee.entries() == before
