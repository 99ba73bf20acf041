"""A recorder over every byte that players and spectators are sent: what they may not know is in none of them."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from server.tables import Json, Screen, Seat, Table, play, served
from server.test_roles import DOORS

SEED = 0xFEED_5EED_0DD5_7EA1
BOOKS = ("classic", "tempo", "procedure", "vanguard", "fourfold")
HIDDEN = {"orcs": ("Grub",), "king": ("Weaver", "spider")}  # a name that is nowhere else, and of what kind it is
PARTY = {"orcs": "party", "king": "party"}
PERSON = set(
    "name kind side yours up out health hp max_hp armour morale score conditions x y z faces state engaged hidden note "
    "weapon until aside glyph facing number left".split()
)
VIEW = PERSON | set(
    "n view items fight steps sides people asks ahead standing due you settings suggestions seats_here id title book "
    "book_title unit house options round over winner role may undo odds players standing size who what clause yours "
    "kind deadline ask topic reaction legal refused dice words target why count sides purpose needed said answer by "
    "ground scene seed known contact apart square width light rough ledge cover fires acting reach move unlit images "
    "map homes players_undo confirm timeout op heading at face typed because amount lines error price again "
    "turns course track actions left due scores asked lands buys messages sent "
    "rank best rare own_dice sub since before_after harm waiting next".split()
)


OF_A_FIGHT = "GET /api/fights/{fight}"
READ = [*(door.removeprefix(OF_A_FIGHT) for door in DOORS if door.startswith(OF_A_FIGHT)), "/undo?to=1"]  # open or shut
OPEN = re.compile(r"\d+ [a-z ]+s$|They meet|.*istance|.* attacks ")  # what everybody sees


class Recorder:
    def __init__(self) -> None:
        self.said: dict[str, list[bytes]] = defaultdict(list)

    def __call__(self, who: str, said: bytes) -> None:
        self.said[who].append(said)

    def all(self) -> bytes:
        return b"\n".join(piece for pieces in self.said.values() for piece in pieces)

    def values(self, who: str) -> Iterator[Json]:
        """What was said as JSON."""
        for piece in self.said[who]:
            if piece.startswith(b"{") and b"\n" not in piece:
                yield json.loads(piece)


class Fight:
    """A referee with their own dice, two players and a screen in the room; all of it recorded."""

    def __init__(self, table: Table, scenario: str, book: str, rolls: str) -> None:
        party, self.hidden = PARTY[scenario], HIDDEN[scenario]
        checked = table.owner.post("/api/check", scenario=scenario, rules=book).json()
        side = next(s for s in checked["sides"] if s["name"] == party)
        self.ours = [person["name"] for person in side["people"]]
        people = {s["name"]: {"rolls": rolls} for s in checked["sides"]}
        people |= {party: dict.fromkeys(("targets", "declarations", "spells"), "person") | {"rolls": rolls}}
        people |= {"referee": {"rolls": rolls, "rulings": "person"}}
        self.referee = table.begin(scenario, rules=book, people=people, seed=SEED, hidden=self.hidden[:1])
        assert self.referee.say(["enter", self.hidden[0]]).status_code == 200
        self.recorder = Recorder()
        half = len(self.ours) // 2
        self.ann = self.referee.give("player", "Ann", self.ours[:half], self.recorder)
        self.bob = self.referee.give("player", "Bob", self.ours[half:], self.recorder)
        self.room = self.referee.give("spectator", "room", (), self.recorder)
        self.screens = [Screen(seat) for seat in (self.ann, self.bob, self.room)]

    def run(self, answers: int) -> None:
        chance = random.Random(answers)
        play(self.referee, [self.ann, self.bob], chance, answers)
        self.poke()
        for seat, screen in zip((self.ann, self.bob, self.room), self.screens, strict=True):
            screen.reaches(seat.look()["n"])
            screen.close()

    def poke(self) -> None:
        """Whatever else they may read, and what they try."""
        for seat in (self.ann, self.room):
            for form in ("markdown", "jsonl", "text", "html"):
                seat.get(f"/log?format={form}")
            for path in READ:
                seat.get(path)
            for words in (f"strike {self.hidden[0]}", f"strike {self.hidden[0][:-1]}", "strike", "nonsense", "cast"):
                seat.look()
                told = seat.act("/answers", answer=words).text
                assert told.replace(self.hidden[0], "") == told or words in told
        said = self.recorder.said
        for name in said:  # their own words may come back to them
            said[name] = [piece for piece in said[name] if not piece.startswith(b'{"error":"unknown answer')]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("scenario", "rolls", "answers"), [("orcs", "engine", 60), ("king", "person", 20)])
def test_what_they_may_not_know_is_in_no_byte(place: Path, book: str, scenario: str, rolls: str, answers: int) -> None:
    with served(place) as table:
        fight = Fight(table, scenario, book, rolls)
        fight.run(answers)
        said = fight.recorder.all()
        for secret in (*fight.hidden, str(SEED), f"{SEED:x}", fight.referee.token):
            assert secret.encode() not in said, said[max(0, said.find(secret.encode()) - 300) :][:600]
        for name in ("Ann", "Bob", "room"):
            ours = [] if name == "room" else fight.ours
            for value in fight.recorder.values(name):
                check_words_of_keys(value)
                check_people(value, ours)
                check_actions(value, ours)
                check_lines(value, [*fight.ours, PARTY[scenario]])
        for screen in fight.screens:
            assert [item["n"] for item in screen.items] == list(range(1, len(screen.items) + 1))


def keys(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("options", "log"):
                yield key
                yield from keys(list(inner.values()) if key == "actions" else inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def check_words_of_keys(value: Json) -> None:
    if "view" in value:
        assert set(keys(value)) <= VIEW


def check_people(value: Json, ours: list[str]) -> None:
    for person in value.get("view", {}).get("people", []):
        assert person["morale"] is None
        assert person["hidden"] is False
        assert person["note"] == ""
        if person["name"] not in ours:
            numbers = {name: person[name] for name in ("hp", "max_hp", "score")}
            assert set(numbers.values()) == {None}, numbers
            assert person["weapon"] == ""
            assert all(condition["until"] is None for condition in person["conditions"])


def check_actions(value: Json, ours: list[str]) -> None:
    """What is left of their actions is kept by name: of nobody but the players' own."""
    assert set(value.get("view", {}).get("actions", {})) <= set(ours)


def check_lines(value: Json, party: list[str]) -> None:
    """Numbers of the others: hp, armour, what morale is checked against, and dice that only the referee sees."""
    for item in value.get("items", []):
        if item["op"] != "told":
            continue
        if (item["at"] or item["who"]) not in party:
            assert not re.search(r"\bhp [−\d]|\bAC [−\d]", item["words"]), str(item)
        if item["kind"] in ("check", "roll") and item["who"] not in party and not OPEN.match(item["words"]):
            assert (item["dice"], item["because"]) == ([], []), str(item)
            assert not re.search(r"\d", re.sub(r"(Orc|Goblin|Giant rat|Round) \d+", "", item["words"])), str(item)


def test_what_the_referee_does_in_secret_makes_no_sound(place: Path) -> None:
    with served(place) as table:
        referee = table.begin(rules="classic", hidden=["Grub"])
        ann, room = referee.give("player", "Ann", ["Fighter"]), referee.give("spectator")
        screens = [Screen(ann), Screen(room), Screen(referee)]
        for screen in screens:
            assert screen.wait(partial(lambda screen: screen.others == 3, screen))
        before = [len(screen.frames) for screen in screens]
        seen = ann.get().text, room.get().text
        for secret in (["note", "Orc 1", "has the key"], ["hp", "Grub", "2"], ["move", "Grub", "10", "10"]):
            assert referee.say(secret).status_code == 200
        referee.say(["note", "Orc 1", "no key"])
        referee.act("/undo")
        assert screens[2].reaches(referee.look()["n"])
        assert (ann.get().text, room.get().text) == seen
        assert [len(screen.frames) for screen in screens][:2] == before[:2]
        referee.do("pass")
        assert screens[0].reaches(ann.look()["n"])
        assert [item["n"] for item in screens[0].items] == list(range(1, ann.n + 1))
        for screen in screens:
            screen.close()


def test_a_hidden_one_is_like_one_that_is_not_there(here: Table) -> None:
    referee = here.begin(rules="fourfold")
    referee.say(["hide", "Grub", "unseen"])
    ann = referee.give("player", "Ann", ["Fighter", "Cleric", "Thief", "Magic-user"])
    for name in ("Grub", "Nobody"):
        said = ann.do(f"strike {name}")
        assert said.status_code == 422
        assert "unknown answer" in said.json()["error"]
        later = ann.act("/always", who="Cleric", ask="act", answer=f"strike {name}")
        assert later.status_code == 422
        assert later.json()["error"].startswith(f"unknown answer 'strike {name}'; expected one of pass, ")
        assert "Grub" not in later.json()["error"].partition(";")[2]
    assert referee.do("strike Grub").status_code == 200


def test_dice_of_others_are_not_theirs_to_type(here: Table) -> None:
    people = {"fighter": {"rolls": "person"}, "orc": {"rolls": "person"}, "referee": {"rolls": "person"}}
    referee = here.begin("duel", people=people)
    ann = referee.give("player", "Ann", ["Fighter"])
    assert ann.do("3 6").status_code == 422
    assert ann.do("3").status_code == 200
    assert ann.view["asks"]["who"] == "the referee"
    assert [person["state"] for person in ann.view["people"] if person["name"] == "Orc"] == [""]
    assert ann.do("3").status_code == 403
    assert referee.do("6").status_code == 200
    assert ann.act("/undo-die").status_code == 403


def test_a_token_is_told_once_and_kept_nowhere(here: Table, place: Path, referee: Seat) -> None:
    recorder = Recorder()
    ann = referee.give("player", "Ann", ["Fighter"], recorder)
    for seat in (referee, ann, here.owner):
        seat.heard = recorder
    for path in ("", "/seats", "/journal", "/log", "/ending", "/undo?to=1"):
        referee.get(path)
        ann.get(path)
    here.owner.get("/api/table")
    kept = b"".join(file.read_bytes() for file in place.parent.iterdir())
    for token in (ann.token, referee.token, here.owner.token):
        assert token.encode() not in recorder.all()
        assert token.encode() not in kept
    assert here.store.seats(referee.fight)[0].hash.encode() not in recorder.all()
