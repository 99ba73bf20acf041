"""One code for everybody: what is behind it, who is free there, how long it holds, and how often it may be guessed."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import httpx
import pytest
from server.tables import OWNER, Json, Seat, Table, table

from affray.errors import AffrayError
from affray.server import doors, routes_join, settings
from affray.server.doors import EVERYBODY, Guesses, new_code, plain

HOUR = 3600.0
PARTY = ["Fighter", "Cleric", "Thief", "Magic-user"]  # of `orcs`, as its file has them


class Clock:
    """A clock that a test can set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(here: Table) -> Clock:
    """Of the doors and of the guesses."""
    made = Clock()
    here.registry.doors.clock = here.registry.doors.guesses.buckets.clock = made
    return made


@pytest.fixture
def door(referee: Seat) -> Json:
    return opened(referee)


def opened(host: Seat) -> Json:
    told = host.post("/door")
    assert told.status_code == 201, told.text
    return told.json()


def knock(here: Table, **said: str) -> httpx.Response:
    return here.client.post("/api/join", json=said)


def take(here: Table, door: Json, *people: str, name: str = "") -> httpx.Response:
    secret = door["link"].partition("#")[2]
    return here.client.post("/api/join/seat", json={"secret": secret, "people": people, "name": name})


def seated(here: Table, door: Json, *people: str, name: str = "") -> Seat:
    told = take(here, door, *people, name=name)
    assert told.status_code == 201, told.text
    return Seat(here, told.json()["path"].rpartition("/")[2], told.json()["token"], name or people[0])


def free(told: httpx.Response) -> list[str]:
    assert told.status_code == 200, told.text
    return [one["name"] for one in told.json()["people"] if one["by"] is None]


def seats(referee: Seat) -> dict[str, Json]:
    """Those that were not withdrawn, by their names."""
    return {seat["name"]: seat for seat in referee.get("/seats").json() if not seat["withdrawn"]}


# --- what is behind a code


def test_a_code_and_a_link_lead_to_the_same_fight(here: Table, referee: Seat, door: Json) -> None:
    by_code = knock(here, code=door["code"]).json()
    assert by_code == knock(here, secret=door["link"].partition("#")[2]).json()
    assert by_code["fight"] == {
        "id": referee.fight, "title": "Orcs at the ford", "book": "classic", "round": 1, "over": False,
    }  # fmt: skip
    assert [one["name"] for one in by_code["people"]] == PARTY
    assert [one["glyph"] for one in by_code["people"]] == ["sword", "mace", "bow", "staff"]


@pytest.mark.parametrize("form", [str.lower, lambda code: code.replace(" ", ""), lambda code: f"  {code.title()}. "])
def test_a_code_may_be_typed_as_one_likes(here: Table, door: Json, form: object) -> None:
    assert callable(form)
    assert knock(here, code=form(door["code"])).status_code == 200


def test_whoever_takes_a_character_is_seated_as_with_a_link(here: Table, referee: Seat, door: Json) -> None:
    lena = seated(here, door, "Magic-user", name="Lena")
    view = lena.look()["view"]
    assert (view["you"]["role"], view["you"]["people"], view["asks"]["yours"]) == ("player", ["Magic-user"], True)
    assert "seats" not in view  # who plays whom is the referee's to see
    assert lena.get("/seats").status_code == 403
    assert lena.get("/door").status_code == 403
    assert lena.do("cast sleep").status_code == 200
    assert free(knock(here, code=door["code"])) == PARTY[:3]
    assert seats(referee)["Lena"]["people"] == ["Magic-user"]


def test_a_screen_for_the_room_joins_the_same_way(here: Table, door: Json) -> None:
    told = take(here, door).json()
    assert told["path"].startswith("/room/")
    room = Seat(here, told["path"].rpartition("/")[2], told["token"])
    assert room.look()["view"]["you"]["role"] == "spectator"
    assert take(here, door).status_code == 201  # there may be two


def test_without_a_name_of_their_own_guests_are_called_as_their_characters(here: Table, referee: Seat) -> None:
    referee.post("/door")
    door = referee.ask("PATCH", f"{referee.path}/door", json={"several": True}).json()
    assert take(here, door, "Cleric", "Fighter", "Cleric").status_code == 201
    assert seats(referee)["Cleric and Fighter"]["people"] == ["Cleric", "Fighter"]


# --- who is free


def test_a_taken_character_is_not_given_twice(here: Table, referee: Seat, door: Json) -> None:
    seated(here, door, "Thief", name="Lena")
    told = take(here, door, "Thief", name="Max")
    assert (told.status_code, told.json()["error"]) == (409, "Thief is taken: somebody else was first")
    referee.give("player", "Ann", ["Cleric"])  # by a link of her own
    assert take(here, door, "Cleric").status_code == 409
    assert free(knock(here, code=door["code"])) == ["Fighter", "Magic-user"]


def test_of_many_who_take_the_same_one_at_once_one_gets_it(here: Table, door: Json) -> None:
    start, codes = threading.Barrier(8), list[int]()

    def reach_for_it() -> None:
        start.wait()
        codes.append(take(here, door, "Fighter").status_code)

    threads = [threading.Thread(target=reach_for_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [201] + [409] * 7


def test_two_processes_give_a_character_once(here: Table, referee: Seat, door: Json) -> None:
    """The store decides, not what a process remembers."""
    assert free(knock(here, code=door["code"]))[0] == "Fighter"
    from affray.server.viewer import new_seat

    here.store.claim_seat(new_seat(referee.fight, "player", "elsewhere", ("Fighter",))[0], 10)
    assert take(here, door, "Fighter").status_code == 409


def test_several_characters_only_where_the_referee_says_so(here: Table, referee: Seat, door: Json) -> None:
    told = take(here, door, "Fighter", "Cleric")
    assert (told.status_code, told.json()["error"]) == (422, routes_join.ONE_EACH)
    assert referee.ask("PATCH", f"{referee.path}/door", json={"several": True}).json()["several"] is True
    assert knock(here, code=door["code"]).json()["several"] is True
    assert seated(here, door, "Fighter", "Cleric").look()["view"]["you"]["people"] == ["Fighter", "Cleric"]
    assert take(here, door, "Thief", "Cleric").status_code == 409  # all of them or none
    assert free(knock(here, code=door["code"])) == PARTY[2:]
    assert referee.post("/door").json()["several"] is True  # a new code changes nothing about that


def test_foes_and_hidden_characters_are_nobody_to_be_played(here: Table) -> None:
    referee = here.begin(hidden=["Thief"])
    door = opened(referee)
    told = knock(here, code=door["code"])
    assert free(told) == ["Fighter", "Cleric", "Magic-user"]
    assert "Thief" not in told.text
    answers = {who: take(here, door, who) for who in ("Thief", "Orc 1", "Nobody")}
    assert {told.status_code for told in answers.values()} == {422}
    said = {told.json()["error"].replace(who, "X") for who, told in answers.items()}
    assert said == {"there is no X to be played here"}
    referee.say(["reveal", "Thief"])
    assert sorted(free(knock(here, code=door["code"]))) == sorted(PARTY)
    referee.say(["hide", "Cleric"])
    assert "Cleric" not in knock(here, code=door["code"]).text


def test_a_door_has_room_for_so_many(here: Table, door: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MOST_SEATS", 3)  # the referee's is one
    assert [take(here, door).status_code for _ in range(3)] == [201, 201, 422]


# --- how long a code holds


def test_a_code_expires(here: Table, referee: Seat, clock: Clock) -> None:
    door = opened(referee)
    assert door["seconds"] == 12 * HOUR
    lena = seated(here, door, "Fighter")
    clock.now += 12 * HOUR - 1
    assert knock(here, code=door["code"]).status_code == 200
    clock.now += 1
    assert knock(here, code=door["code"]).status_code == 404
    assert knock(here, secret=door["link"].partition("#")[2]).status_code == 404
    assert take(here, door, "Thief").status_code == 404
    shown = referee.get("/door").json()
    assert shown["state"] == "expired"
    assert not {"code", "link", "qr"} & set(shown)
    assert lena.get().status_code == 200  # who has a seat keeps it


def test_a_code_is_renewed_and_closed(here: Table, referee: Seat, door: Json) -> None:
    lena, second = seated(here, door, "Fighter"), opened(referee)
    assert second["code"] != door["code"]
    assert knock(here, code=door["code"]).status_code == 404
    assert take(here, door, "Thief").status_code == 404
    assert knock(here, code=second["code"]).status_code == 200
    assert referee.ask("DELETE", f"{referee.path}/door").json()["state"] == "closed"
    assert knock(here, code=second["code"]).status_code == 404
    assert take(here, second, "Thief").status_code == 404
    assert lena.get().status_code == 200
    assert opened(referee)["state"] == "open"


def test_a_code_holds_over_a_restart(place: Path) -> None:
    with table(place) as here:
        door = opened(here.begin())
    with table(place) as here:
        assert knock(here, code=door["code"]).status_code == 200


def test_without_a_code_nobody_can_join(here: Table, referee: Seat) -> None:
    assert referee.get("/door").json() == {"state": "none", "several": False, "reached": False, "addresses": []}
    assert referee.ask("PATCH", f"{referee.path}/door", json={"several": True}).status_code == 404
    for said in ({}, {"code": ""}, {"secret": ""}, {"code": " "}):
        assert knock(here, **said).status_code == 404


def test_codes_of_other_fights_are_no_keys_to_this_one(here: Table, referee: Seat, door: Json) -> None:
    other = here.begin("duel", sides=["fighter"])
    theirs = opened(other)
    assert theirs["code"] != door["code"]
    guest = seated(here, theirs, "Fighter", name="Max")
    assert Seat(here, referee.fight, guest.token).get().status_code == 404
    assert "Magic-user" not in knock(here, code=theirs["code"]).text
    assert take(here, theirs, "Magic-user").status_code == 422
    assert Seat(here, referee.fight, other.token).get("/door").status_code == 404
    assert Seat(here, referee.fight, OWNER).get("/door").json()["code"] == door["code"]


def test_a_damaged_door_is_shut(here: Table, referee: Seat, door: Json) -> None:
    for text in ("{", "[]", '{"code": "OTTER 271"}', '{"nonsense": 1}'):
        here.store.save_document(doors.DOORS, referee.fight, text)
        assert knock(here, code="OTTER 271").status_code == 404
        assert referee.get("/door").json()["state"] == "none"


def test_a_link_to_this_machine_has_no_code_to_scan(here: Table, referee: Seat) -> None:
    door = opened(referee)
    assert (door["qr"], door["reached"], door["addresses"]) == ("", False, [])
    here.reach.network = ["http://192.0.2.7:8787"]
    door = referee.get("/door").json()
    assert door["qr"].startswith("<svg")
    assert door["link"].startswith("http://192.0.2.7:8787/join#")
    assert door["addresses"] == ["http://192.0.2.7:8787"]


# --- how often a code may be guessed


def wrong(here: Table, code: str = "NOBODY 100") -> int:
    return knock(here, code=code).status_code


def test_wrong_codes_of_an_address_are_counted(here: Table, referee: Seat, clock: Clock) -> None:
    door = opened(referee)
    assert [wrong(here) for _ in range(10)] == [404] * 8 + [429] * 2
    assert knock(here, code=door["code"]).status_code == 429  # a guess is no better for being right
    assert knock(here, secret=door["link"].partition("#")[2]).status_code == 200  # who scans is not kept out
    clock.now += 14
    assert wrong(here) == 429
    clock.now += 1
    assert knock(here, code=door["code"]).status_code == 200
    assert [wrong(here), wrong(here)] == [404, 429]


def test_right_codes_are_not_counted(here: Table, door: Json) -> None:
    assert {knock(here, code=door["code"]).status_code for _ in range(60)} == {200}


def test_wrong_codes_of_all_addresses_are_counted_together() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    tried = [guesses.begin(f"192.0.2.{n}") for n in range(60)]
    assert tried == [True] * 40 + [False] * 20
    assert not guesses.begin("198.51.100.1")
    clock.now += 10
    assert [guesses.begin("198.51.100.1"), guesses.begin("198.51.100.1")] == [True, False]
    guesses.was_right("198.51.100.1")
    assert guesses.begin("198.51.100.1")


def test_who_goes_on_knocking_does_not_stop_the_measure_from_filling() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    for n in range(40):
        assert guesses.begin(str(n))
    for _ in range(30):  # half a minute of hammering
        clock.now += 1
        guesses.begin("99")
    assert guesses.buckets.left[EVERYBODY][0] < 1


def test_codes_are_many_and_none_is_given_twice(here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(set(doors.CODE_WORDS)) == len(doors.CODE_WORDS) == 279
    assert len({plain(new_code()) for _ in range(200)}) > 195
    codes = iter(["OTTER 271", "otter271", "OTTER 272"])
    monkeypatch.setattr(doors, "new_code", lambda: next(codes))
    assert opened(referee)["code"] == "OTTER 271"
    assert opened(here.begin("duel", sides=["fighter"]))["code"] == "OTTER 272"


# --- the referee sees who plays whom, changes and frees it


@pytest.fixture
def company(here: Table, referee: Seat, door: Json) -> tuple[Seat, Seat]:
    return referee, seated(here, door, "Fighter", name="Lena")


def test_the_referee_sees_at_once_who_plays_whom(here: Table, referee: Seat, door: Json) -> None:
    with referee.socket() as socket:
        assert [seat["name"] for seat in socket.receive_json()["view"]["seats"]] == ["referee"]
        seated(here, door, "Thief", name="Lena")
        shown = socket.receive_json()["view"]["seats"]
    assert [(seat["name"], seat["people"], seat["here"]) for seat in shown] == [
        ("Lena", ["Thief"], False),
        ("referee", [], True),
    ]


def test_seats_stand_in_the_order_of_their_characters(here: Table, referee: Seat, door: Json) -> None:
    order = PARTY
    for name in random.Random(7).sample(order, 4):
        seated(here, door, name)
    take(here, door)
    assert [seat["name"] for seat in referee.get("/seats").json()] == [*order, "referee", "room"]


def test_a_freed_character_can_be_taken_again(here: Table, door: Json, company: tuple[Seat, Seat]) -> None:
    referee, lena = company
    assert referee.ask("DELETE", f"{referee.path}/seats/{seats(referee)['Lena']['id']}").status_code == 204
    assert lena.get().status_code == 401
    assert "Lena" not in str(referee.look()["view"]["seats"])
    assert seated(here, door, "Fighter", name="Max").look()["view"]["you"]["people"] == ["Fighter"]


def test_a_player_is_given_another_character(company: tuple[Seat, Seat]) -> None:
    referee, lena = company
    path = f"{referee.path}/seats/{seats(referee)['Lena']['id']}"
    with lena.socket() as socket:
        assert socket.receive_json()["view"]["you"]["people"] == ["Fighter"]
        told = referee.ask("PATCH", path, json={"people": ["Thief", "Thief"]})
        assert told.status_code == 200, told.text
        assert socket.receive_json()["view"]["you"]["people"] == ["Thief"]
    assert seats(referee)["Lena"]["people"] == ["Thief"]
    assert referee.ask("PATCH", path, json={"name": "Lena M."}).status_code == 200
    assert seats(referee)["Lena M."]["people"] == ["Thief"]
    assert referee.ask("PATCH", path, json={"people": ["Nobody"]}).status_code == 422
    assert referee.ask("PATCH", path, json={"people": []}).status_code == 200  # waits for another character
    assert seats(referee)["Lena M."]["people"] == []
    gone = referee.ask("DELETE", path).status_code, referee.ask("PATCH", path, json={"name": "x"}).status_code
    assert gone == (204, 404)


def test_a_seat_moves_to_another_device(company: tuple[Seat, Seat]) -> None:
    referee, lena = company
    made = referee.post(f"/seats/{seats(referee)['Lena']['id']}/link").json()
    assert lena.get().status_code == 401
    again = Seat(referee.table, referee.fight, made["token"])
    assert again.look()["view"]["you"]["people"] == ["Fighter"]
    assert len(seats(referee)) == 2


def test_the_last_referees_seat_is_not_withdrawn_without_a_word(referee: Seat) -> None:
    path = f"{referee.path}/seats/{seats(referee)['referee']['id']}"
    told = referee.ask("DELETE", path)
    assert (told.status_code, "last referee" in told.json()["error"]) == (409, True)
    second = referee.give("referee", "Ref 2")
    assert referee.ask("DELETE", path).status_code == 204  # there is another
    own = f"{referee.path}/seats/{seats(second)['Ref 2']['id']}"
    assert second.ask("DELETE", own).status_code == 409
    assert second.ask("DELETE", f"{own}?even_last=true").status_code == 204
    assert second.get().status_code == 401


def test_a_seat_that_could_not_be_stored_is_not_there(here: Table, door: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    from affray.server.store import NotStored

    def fail(*_: object) -> None:
        raise NotStored("the disk is full", "the disk is full")

    monkeypatch.setattr(here.store, "_insert_seat", fail)
    with pytest.raises(AffrayError):
        here.registry.settings(knock(here, code=door["code"]).json()["fight"]["id"]).claim_seat(
            here.store.seats(knock(here, code=door["code"]).json()["fight"]["id"])[0]._replace(people=("Fighter",))
        )
    assert take(here, door, "Fighter").status_code == 503
    monkeypatch.undo()
    assert "Fighter" in free(knock(here, code=door["code"]))
