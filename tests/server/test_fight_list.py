"""The list of fights: how each stands; one is renamed, copied and deleted; and the ready fights beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.tables import Json, Seat, Table, replays, table
from starlette.websockets import WebSocketDisconnect

from affray.server import live
from affray.server.store import FightRecord, Store, open_store
from affray.server.store import Seat as StoredSeat

TITLE = "Orcs at the ford"


def listed(here: Table) -> list[Json]:
    found: list[Json] = here.owner.get("/api/table").json()["fights"]
    return found


def on_fight(here: Table, method: str, fight: str, more: str = "", **body: str) -> int:
    how = {"json": body} if body else {}
    return here.owner.ask(method, f"/api/fights/{fight}{more}", **how).status_code


# --- the list


def test_a_fight_is_listed_with_its_party(here: Table, referee: Seat) -> None:
    (found,) = listed(here)
    assert (found["title"], found["book"], found["over"], found["here"]) == (TITLE, "classic", False, 0)
    assert found["party"] == ["Fighter", "Cleric", "Thief", "Magic-user"]
    assert found["scene"] == "ford"


def test_the_fight_with_the_last_word_comes_first(here: Table) -> None:
    first, second = here.begin(), here.begin("duel", sides=["fighter"])
    assert [one["id"] for one in listed(here)] == [second.fight, first.fight]
    first.do("cast sleep")
    assert [one["id"] for one in listed(here)] == [first.fight, second.fight]


def test_players_who_look_on_are_counted_once(here: Table, referee: Seat) -> None:
    ann = referee.give("player", "Ann", ["Fighter"])
    with ann.socket() as one, ann.socket() as another, referee.socket() as third:
        for socket in (one, another, third):
            socket.receive_json()
        assert listed(here)[0]["here"] == 1


def test_a_list_of_an_earlier_version_is_completed_once(
    here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = {"book": "classic", "round": 1, "over": False, "winner": None}
    for text in (json.dumps(old), "[]", "{", "5"):
        here.store.keep_document(live.SUMMARY, referee.fight, text)
        assert listed(here)[0]["party"][0] == "Fighter"
        assert json.loads(here.store.document(live.SUMMARY, referee.fight))["party"][0] == "Fighter"


def test_a_glance_says_what_is_asked_and_who_fights(here: Table, referee: Seat) -> None:
    glance = here.owner.get(f"/api/fights/{referee.fight}/glance").json()
    assert (glance["title"], glance["round"], glance["sides"]) == (TITLE, 1, ["party", "orcs"])
    assert glance["asks"]["who"] == "Magic-user"
    assert [one["name"] for one in glance["people"]][:2] == ["Fighter", "Cleric"]
    assert glance["ground"]["scene"] == "ford"
    assert {"x", "y"} <= glance["people"][0].keys()
    assert here.owner.get("/api/fights/nowhere/glance").status_code == 404


# --- another title


def test_a_fight_is_renamed_for_everybody(here: Table, referee: Seat) -> None:
    ann = referee.give("player", "Ann", ["Fighter"])
    with ann.socket() as socket:
        assert socket.receive_json()["view"]["fight"]["title"] == TITLE
        assert on_fight(here, "POST", referee.fight, "/name", name="Second\ntry") == 204
        assert socket.receive_json()["view"]["fight"]["title"] == "Second try"
    assert listed(here)[0]["title"] == "Second try"
    referee.post("/door")
    assert "Second try" in here.client.post("/api/join", json={"code": referee.get("/door").json()["code"]}).text
    assert replays(referee.journal())
    assert on_fight(here, "POST", referee.fight, "/name", name="") == 422
    assert on_fight(here, "POST", referee.fight, "/name", name="x" * 121) == 422
    assert on_fight(here, "POST", "nowhere", "/name", name="x") == 404


def test_another_title_is_there_after_a_restart(place: Path) -> None:
    with table(place) as here:
        referee = here.begin()
        on_fight(here, "POST", referee.fight, "/name", name="Second try")
    with table(place) as here:
        assert listed(here)[0]["title"] == "Second try"
        again = Seat(here, referee.fight, referee.token)
        assert again.look()["view"]["fight"]["title"] == "Second try"


# --- a copy


def copied(here: Table, fight: str) -> Seat:
    made = here.owner.post(f"/api/fights/{fight}/copy")
    assert made.status_code == 201, made.text
    id = made.json()["id"]
    token = here.owner.post(f"/api/fights/{id}/seats", role="referee").json()["token"]
    return Seat(here, id, token, "referee")


def test_a_copy_goes_its_own_way_with_the_same_dice(here: Table, referee: Seat) -> None:
    referee.ask("PATCH", f"{referee.path}/settings", json={"odds": True, "timeout": 20})
    ann = referee.give("player", "Ann", ["Magic-user"])
    ann.do("cast sleep")
    copy = copied(here, referee.fight)
    assert copy.entries() == referee.entries()
    assert copy.view["fight"]["title"] == "Orcs at the ford (copy)"
    assert copy.view["settings"] == referee.look()["view"]["settings"]
    assert [line.by for line in here.store.entries(copy.fight)][-1] == "Ann"
    copy.act("/undo", steps=1)
    copy.do("pass")
    assert copy.entries() != referee.entries()
    assert replays(copy.journal())
    assert ann.get().status_code == 200
    assert Seat(here, copy.fight, ann.token).get().status_code == 404  # no seat comes along
    assert copied(here, referee.fight).view["fight"]["title"] == "Orcs at the ford (copy 2)"


def test_a_copy_takes_nothing_that_belongs_to_seats(here: Table, referee: Seat) -> None:
    ann = referee.give("player", "Ann", ["Magic-user"])
    seat = next(one["id"] for one in referee.get("/seats").json() if one["name"] == "Ann")
    referee.post("/messages", seat=seat, words="You alone see the trapdoor.")
    referee.post("/door")
    copy = copied(here, referee.fight)
    assert copy.view["messages"] == []
    assert copy.get("/door").json()["state"] == "none"
    assert ann.look()["view"]["messages"] != []


# --- none any more


def test_a_deleted_fight_is_gone_with_all_that_belongs_to_it(place: Path) -> None:
    with table(place) as here:
        referee, other = here.begin(), here.begin("duel", sides=["fighter"])
        ann = referee.give("player", "Ann", ["Magic-user"])
        code = referee.post("/door").json()["code"]
        referee.ask("PATCH", f"{referee.path}/settings", json={"odds": True})
        assert on_fight(here, "DELETE", referee.fight) == 204
        assert [one["id"] for one in listed(here)] == [other.fight]
        assert [seat.get().status_code for seat in (referee, ann)] == [401, 401]
        assert ann.act("/answers", answer="pass").status_code == 401
        assert here.client.post("/api/join", json={"code": code}).status_code == 404
        assert on_fight(here, "DELETE", referee.fight) == 404
        assert other.get().status_code == 200
        for kind in (f"settings {referee.fight}", "door"):
            assert here.store.documents(kind) == {}
        assert list(here.store.documents(live.SUMMARY)) == [other.fight]
    with table(place) as here:
        assert [one["id"] for one in listed(here)] == [other.fight]


def test_screens_of_a_deleted_fight_are_told(here: Table, referee: Seat) -> None:
    with referee.socket() as socket:
        socket.receive_json()
        on_fight(here, "DELETE", referee.fight)
        while "error" not in socket.receive_json():
            pass
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json()
        assert gone.value.code == 4401


def test_a_damaged_fight_can_be_deleted(here: Table, referee: Seat) -> None:
    with here.store.transaction():
        here.store.rows("update fights set header = ? where id = ?", "nonsense", referee.fight)
    here.registry.open.clear()
    here.store.keep_document(live.SUMMARY, referee.fight, "")
    assert "trouble" in listed(here)[0]
    assert on_fight(here, "DELETE", referee.fight) == 204
    assert listed(here) == []


def test_nobody_else_renames_copies_or_deletes(here: Table, referee: Seat) -> None:
    for method, more in (("DELETE", ""), ("POST", "/copy"), ("POST", "/name")):
        assert referee.ask(method, f"{referee.path}{more}", json={"name": "x"}).status_code == 403
    assert [one["title"] for one in listed(here)] == [TITLE]


# --- ready fights


MINE = """\
# Ogres in the pass.
title: "The pass"  # at night
terrain: {outdoors: true}
sides:
  ogres: [2d4 ogre, Gorm: {monster: ogre}]
  party:
    players: true
    members: [Anna: {class: fighter}, 2 dwarf: {class: dwarf}]
"""


def ready(here: Table) -> dict[str, Json]:
    return {one["name"]: one for one in here.owner.get("/api/examples").json()}


def test_ready_fights_say_who_is_in_them(here: Table) -> None:
    found = ready(here)
    assert found["orcs"]["who"] == "Fighter, Cleric, Thief and Magic-user against Grub and 5 orcs"
    assert found["orcs"]["about"].startswith("Four adventurers at the start of their careers")
    assert [found[name]["scene"] for name in ("ship", "crypt", "dragon", "duel")] == [
        "deck",
        "passage",
        "cave",
        "floor",
    ]
    assert "12 kobolds" in found["dragon"]["who"]


def test_a_saved_scenario_is_listed_by_its_title(here: Table) -> None:
    assert here.owner.ask("PUT", "/api/scenarios/mine", json={"text": MINE}).status_code == 204
    mine = ready(here)["mine"]
    assert (mine["title"], mine["about"], mine["scene"], mine["kept"]) == (
        "The pass",
        "Ogres in the pass.",
        "open",
        True,
    )
    assert mine["who"] == "Anna and 2 dwarves against 2 to 8 ogres and Gorm"


def test_a_saved_scenario_with_a_mistake_harms_no_other(here: Table) -> None:
    broken = MINE.replace("class: fighter", "class: knight")
    here.owner.ask("PUT", "/api/scenarios/mine", json={"text": broken})
    here.owner.ask("PUT", "/api/scenarios/other", json={"text": "sides: ["})
    found = ready(here)
    assert (found["mine"]["title"], found["other"]["title"]) == ("The pass", "other")
    assert "knight" in found["mine"]["trouble"]
    assert len(found) == 12


# --- in the store


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    place = tmp_path / "fights.db" if request.param == "sqlite" else request.getfixturevalue("address")
    made = open_store(place)
    yield made
    made.close()


def test_a_store_copies_and_deletes_whole_fights(store: Store) -> None:
    ford, copy = FightRecord("ford", "At the ford", "h\n", 1.5), FightRecord("copy", "Again", "h\n", 2.5)
    store.add_fight(ford)
    assert store.last_said() == {}
    store.append("ford", 0, ["one", "two"], "Anna", "k1")
    store.add_seat(StoredSeat("h1", "ford", "player", "Anna", ("Anna",)))
    store.copy_fight(copy, "ford", [])
    assert [entry[:4] for entry in store.entries("copy")] == [entry[:4] for entry in store.entries("ford")]
    assert set(store.last_said()) == {"ford", "copy"}
    store.save_document("settings ford", "odds", "true")
    store.delete_fight("ford", [("settings ford", "odds")])
    assert [fight.id for fight in store.fights()] == ["copy"]
    assert (store.entries("ford"), store.seats("ford"), store.documents("settings ford")) == ([], [], {})
    assert len(store.entries("copy")) == 2
