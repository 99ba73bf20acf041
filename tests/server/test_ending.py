"""The ending of a fight over HTTP: what players are told of it, the page to share, and the same fight once more."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from server.tables import Json, Seat, Table, play, replays, table

BOOKS = ("classic", "tempo", "procedure", "vanguard", "fourfold")
SEED = 0xFEED_5EED_0DD5_7EA1
PLAIN = "saves: 12/13/14/15/16, morale: 12, move: 120, ac: 9, thac0: 19, damage: 1d6, gear: [sword]"
BRIDGE = f"""\
title: The <b>bridge</b>
distance: contact
sides:
  party:
    players: true
    members:
      - Anna: {{hp: 8, {PLAIN}}}
      - Brom: {{hp: 6, {PLAIN}}}
  orcs:
    members:
      - Grub: {{hp: 6, leader: true, {PLAIN}}}
      - Snik: {{hp: 3, {PLAIN}}}
"""
# THAC0 19 against AC 9: 10 or more hits; as in tests/test_ending.py
UNTIL_ONE_IS_LEFT = "6 1  15 4  9  12 5  1   3 5  10 3  20 2  18 2"
DICE = f"{UNTIL_ONE_IS_LEFT}  4 2  11 6"
WATCHED = f"{BRIDGE}      - Xyzzy: {{hp: 4711, {PLAIN}}}\n"


class Bridge:
    """A fight that is over, played with these dice; what is left of it the referee decides."""

    def __init__(self, here: Table, text: str = BRIDGE, dice: str = DICE, hidden: Sequence[str] = ()) -> None:
        people: Json = {name: {"rolls": "person"} for name in ("party", "orcs", "referee")}
        self.referee = here.begin(text, people=people, seed=SEED, hidden=list(hidden))
        self.ann = self.referee.give("player", "Ann", ["Anna", "Brom"])
        self.room = self.referee.give("spectator", "room")
        assert self.ann.get("/ending").status_code == 422
        for face in dice.split():
            assert self.referee.do(face).status_code == 200, face
        if dice != DICE:
            assert self.referee.say(["end", "party"]).status_code == 200


@pytest.fixture(scope="module")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    with table(tmp_path_factory.mktemp("bridge") / "table.db") as here:
        yield Bridge(here)


def test_the_ending_says_what_the_dice_have_made(bridge: Bridge) -> None:
    told = bridge.referee.get("/ending").json()
    assert told["headline"] == "The party beat the orcs, but lost Anna."
    assert told["story"][0] == {"round": 1, "words": "Grub hit Anna for 5."}
    assert [one["words"] for one in told["fates"]] == [
        "Anna is dead, slain by Grub with a sword in round 2.",
        "Brom: 4 of 6 hp.",
        "Grub is dead, slain by Brom with a sword in round 2.",
        "Snik is dead, slain by Brom with a sword in round 3.",
    ]
    rows = {row["name"]: row for row in told["deeds"]}
    assert [rows["Brom"][name] for name in ("attacks", "hits", "felled", "dealt", "taken")] == [3, 2, 2, 2 + 6, 2]
    assert rows["Brom"]["luck"] == {"dice": 3, "mean": round((9 + 18 + 11) / 3, 1), "word": ""}
    assert [award["shares"] for award in told["xp"]] == []  # nobody here has a class


def test_players_are_told_what_they_may_know(bridge: Bridge) -> None:
    hers, theirs = bridge.ann.get("/ending").json(), bridge.room.get("/ending").json()
    assert [one["words"] for one in hers["fates"]][:2] == [
        "Anna is dead, slain by Grub in round 2.",
        "Brom: 4 of 6 hp.",
    ]
    assert [one["words"] for one in theirs["fates"]][1] == "Brom: hurt."
    numbers = {row["name"]: (row["dealt"], row["taken"], row["luck"]) for row in hers["deeds"]}
    assert numbers["Grub"] == (None, None, None)
    assert numbers["Anna"] == (4, 8, {"dice": 1, "mean": 15.0, "word": ""})
    assert {row["dealt"] for row in theirs["deeds"]} == {None}


PATHS = ("/ending", "/ending/steps", "/ending/page")


def test_with_somebody_in_wait_the_ending_is_as_without(here: Table) -> None:
    watched = Bridge(here, WATCHED, UNTIL_ONE_IS_LEFT, ["Xyzzy"])
    without = Bridge(here, BRIDGE, UNTIL_ONE_IS_LEFT)
    for path in PATHS:
        for seat, other in ((watched.ann, without.ann), (watched.room, without.room)):
            told = seat.get(path)
            assert told.status_code == 200
            assert not re.search(rf"Xyzzy|4711|{SEED}|{SEED:x}", told.text), path
            assert told.text == other.get(path).text, path


def test_who_fights_unseen_is_told_to_the_referee_alone(here: Table) -> None:
    people: Json = {name: {"rolls": "person"} for name in ("party", "orcs", "referee")}
    referee = here.begin(WATCHED, people=people)
    referee.say(["hide", "Xyzzy", "unseen"])
    ann = referee.give("player", "Ann", ["Anna", "Brom"])
    for face in "6 1  15 4  9  12 5  15 6".split():
        referee.do(face)
    referee.say(["end", "orcs"])
    for path in PATHS:
        assert "Xyzzy" not in ann.get(path).text, path
    assert "Xyzzy" not in referee.get("/ending/page").text
    assert "Xyzzy" in referee.get("/ending/page?secrets=true").text
    assert ann.get("/ending/page?secrets=true").status_code == 403


def test_the_page_to_share_needs_nothing_else(bridge: Bridge) -> None:
    """By default the referee's too has what players know: no hit points of foes."""
    page = bridge.referee.get("/ending/page")
    assert page.headers["content-type"].startswith("text/html")
    assert not re.search(r"(src|href)=\"(?!#)|<script|url\(|@import", page.text)
    assert "The &lt;b&gt;bridge&lt;/b&gt;" in page.text
    assert "<h1>The party beat the orcs, but lost Anna.</h1>" in page.text
    grub = re.search(r"<th scope=\"row\">Grub</th>(.*?)</tr>", page.text)
    assert grub is not None
    assert re.findall(r"<td>(.*?)</td>", grub[1]) == ["–", "2 of 2", "1", "–", "–"]
    used = set(re.findall(r"<use href=\"#([\w-]+)\"", page.text))
    assert used <= set(re.findall(r"<symbol id=\"([\w-]+)\"", page.text))
    full = bridge.referee.get("/ending/page?secrets=true").text
    assert "hp 6 → 2" in full
    assert "hp 6 → 2" not in page.text


def test_watched_again_everybody_ends_where_they_ended(bridge: Bridge) -> None:
    told = bridge.referee.get("/ending/steps").json()
    names = [one["name"] for one in told["people"]]
    assert names == ["Anna", "Brom", "Grub", "Snik"]
    now: dict[int, Json] = {}
    health = []
    for step in told["steps"]:
        for change in step["changes"]:
            now[change["who"]] = change
        health.append(now[0]["health"])
    assert list(dict.fromkeys(health)) == ["8 of 8 hp", "3 of 8 hp", "0 of 8 hp"]
    assert [(one["health"], one["state"]) for _, one in sorted(now.items())] == [
        ("0 of 8 hp", "dead"),
        ("4 of 6 hp", ""),
        ("0 of 6 hp", "dead"),
        ("0 of 3 hp", "dead"),
    ]
    hers = bridge.ann.get("/ending/steps").json()
    assert {change["health"] for step in hers["steps"] for change in step["changes"] if change["who"] == 2} == {
        "fresh",
        "badly hurt",
        "down",
    }


def test_xp_is_shared_among_those_who_live(here: Table) -> None:
    """Two orcs of 1 hit die are worth 10 each; Anna is alone and gets it all."""
    text = """
    distance: contact
    sides:
      party: {players: true, members: [Anna: {class: fighter, level: 9, gear: [plate mail, sword], hp: 60}]}
      orcs: {members: [2 orc: {hp: 1, morale: 12}]}
    """
    referee = here.begin(text, people={})
    told = referee.get("/ending").json()
    assert [(award["total"], award["shares"]) for award in told["xp"]] == [(20, {"Anna": 20})]
    assert told["xp"][0]["words"] == "20 XP for the party, shared by Anna: two orcs at 10 XP each."
    assert "+20 XP" in referee.get("/ending/page?secrets=true").text
    assert [one["words"] for one in told["fates"]][-1] == "Two orcs are dead."
    anna = referee.give("player", "Ann", ["Anna"])
    assert anna.get("/ending").json()["xp"][0]["words"] == "20 XP for the party, shared by Anna."


# --- once more


def test_a_rematch_is_the_same_fight_with_other_dice(here: Table) -> None:
    referee = here.begin("orcs", rules="tempo", options={"superior.cost": "8"}, hidden=["Grub"])
    made = referee.post("/again", rules=None)
    assert made.status_code == 201
    again = Seat(here, made.json()["id"], made.json()["token"], "referee")
    for name in ("book", "options", "title", "house"):
        assert again.view["fight"][name] == referee.view["fight"][name]
    assert [one["name"] for one in again.view["people"] if one["hidden"]] == ["Grub"]
    assert again.view["asks"]["kind"] == "answer"  # the same people decide
    seeds = [re.findall(r"^seed: (.*)$", seat.journal(), re.M) for seat in (referee, again)]
    assert seeds[0] != seeds[1]
    assert replays(again.journal())


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_fight_is_fought_under_any_book(here: Table, book: str) -> None:
    referee = here.begin("orcs", rules="vanguard")
    made = referee.post("/again", rules=book)
    assert made.status_code == 201, made.text
    again = Seat(here, made.json()["id"], made.json()["token"], "referee")
    assert again.view["fight"]["book"] == book
    assert [one["name"] for one in again.view["people"]] == [one["name"] for one in referee.view["people"]]


def test_everybody_goes_on_to_the_rematch_in_the_same_seat(here: Table) -> None:
    referee = here.begin("orcs")
    ann, room = referee.give("player", "Ann", ["Fighter", "Thief"]), referee.give("spectator", "room")
    assert ann.view["next"] is False
    assert ann.post("/follow").status_code == 404
    made = referee.post("/again", rules=None).json()
    assert [seat.look()["view"]["next"] for seat in (ann, room)] == [True, True]
    told = [ann.post("/follow").json(), ann.post("/follow").json()]
    assert told[1]["path"] == f"/fight/{made['id']}"
    first, hers = [Seat(here, made["id"], one["token"]) for one in told]
    assert first.get().status_code == 401  # the second link took its place
    you = hers.look()["view"]["you"]
    assert (you["role"], you["name"], you["people"]) == ("player", "Ann", ["Fighter", "Thief"])
    assert room.post("/follow").json()["path"] == f"/room/{made['id']}"
    seats = Seat(here, made["id"], made["token"], "referee").get("/seats").json()
    assert [seat["name"] for seat in seats if not seat["withdrawn"]] == ["Ann", "referee", "room"]


def test_no_other_book_is_known(referee: Seat) -> None:
    assert referee.post("/again", rules="nonesuch").status_code == 422


@pytest.mark.parametrize("book", BOOKS)
def test_every_ending_of_every_book_can_be_told_to_everybody(place: Path, book: str) -> None:
    with table(place) as here:
        referee = here.begin("orcs", rules=book, people={})
        ann, room = referee.give("player", "Ann", ["Fighter"]), referee.give("spectator")
        play(referee, [ann], random.Random(1), 5)
        for seat in (referee, ann, room):
            told = seat.get("/ending")
            assert told.status_code == 200, told.text
            assert json.loads(told.text)["charts"]["narrow"][0] == "svg"
            assert seat.get("/ending/steps").status_code == 200
            assert seat.get("/ending/page").status_code == 200
