"""Seats at a fight: given, withdrawn, taken over and given back; and reactions that time out."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from server.tables import OWNER, Seat, Table, some_answer, table
from starlette.websockets import WebSocketDisconnect
from waiting import LIMIT, wait_until

from affray.server.live import LiveFight

REACTIONS = 60  # answers within which a reaction is asked for


def test_a_seat_is_a_link_told_once(referee: Seat) -> None:
    made = referee.post("/seats", role="player", name="Ann", people=["Fighter"]).json()
    assert made["link"].endswith(f"/fight/{referee.fight}#{made['token']}")
    assert made["qr"] == ""  # a phone can't follow a link of this machine's own
    (ours, anns) = sorted(referee.get("/seats").json(), key=lambda seat: str(seat["role"] == "player"))
    assert (anns["id"], anns["name"], anns["people"]) == (made["id"], "Ann", ["Fighter"])
    assert made["token"] not in referee.get("/seats").text
    assert ours["role"] == "referee"
    assert "/room/" in referee.post("/seats", role="spectator").json()["path"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"role": "player"},
        {"role": "player", "people": ["Nobody Here"]},
        {"role": "spectator", "people": ["Fighter"]},
        {"role": "king"},
    ],
)
def test_a_seat_that_makes_no_sense_is_refused(referee: Seat, wrong: dict[str, object]) -> None:
    assert referee.post("/seats", **wrong).status_code == 422
    assert len(referee.get("/seats").json()) == 1


def test_whoever_started_the_table_can_have_the_referees_seat(here: Table, referee: Seat) -> None:
    owner = Seat(here, referee.fight, OWNER)
    assert owner.post("/seats", role="player", people=["Fighter"]).status_code == 403
    made = owner.post("/seats", role="referee").json()
    assert Seat(here, referee.fight, made["token"]).get("/journal").status_code == 200
    assert Seat(here, "nowhere", OWNER).post("/seats", role="referee").status_code == 404


def test_a_withdrawn_seat_is_shown_the_door(referee: Seat) -> None:
    ann = referee.give("player", "Ann", ["Magic-user"])
    number = next(seat["id"] for seat in referee.get("/seats").json() if seat["name"] == "Ann")
    with ann.socket() as socket:
        socket.receive_json()
        assert referee.ask("DELETE", f"{referee.path}/seats/{number}").status_code == 204
        while "error" not in (frame := socket.receive_json()):
            pass
        assert frame == {"error": "this link has been withdrawn"}
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json()
        assert gone.value.code == 4401
    assert ann.get().status_code == 401
    assert ann.act("/answers", answer="pass").status_code == 401
    assert referee.ask("DELETE", f"{referee.path}/seats/nobody").status_code == 404
    with ann.socket() as socket:
        assert "error" in socket.receive_json()


def test_the_referee_plays_for_one_who_is_away(place: Path) -> None:
    with table(place) as here:
        referee = here.begin()
        ann = referee.give("player", "Ann", ["Magic-user"])
        number = next(seat["id"] for seat in referee.get("/seats").json() if seat["name"] == "Ann")
        assert referee.post(f"/seats/{number}/taken", taken=True).json() == {"taken": True}
        assert ann.look()["view"]["asks"]["yours"] is False
        said = ann.do("pass")
        assert (said.status_code, said.json()["error"]) == (403, "the referee plays for this seat just now")
    with table(place) as here:  # it is still so after a restart
        referee, ann = Seat(here, referee.fight, referee.token), Seat(here, ann.fight, ann.token)
        assert ann.do("pass").status_code == 403
        referee.post(f"/seats/{number}/taken", taken=False)
        assert ann.look()["view"]["asks"]["yours"] is True
        assert ann.do("pass").status_code == 200


def test_everybody_sees_who_is_here(referee: Seat) -> None:
    ann = referee.give("player", "Ann", ["Fighter"])
    with referee.socket() as first:
        assert first.receive_json()["view"]["seats_here"] == ["referee"]
        with ann.socket() as second:
            second.receive_json()
            assert first.receive_json()["view"]["seats_here"] == ["Ann", "referee"]
            assert [seat["here"] for seat in referee.get("/seats").json()] == [True, True]
        assert first.receive_json()["view"]["seats_here"] == ["referee"]


def to_a_reaction(referee: Seat) -> None:
    for n in range(REACTIONS):
        asks = referee.look()["view"]["asks"]
        if asks["reaction"]:
            return
        referee.act("/answers", answer=some_answer(asks, random.Random(n)))
    pytest.fail("nobody was asked for a reaction")


def test_a_reaction_that_nobody_gives_is_passed_when_its_time_is_over(here: Table) -> None:
    referee = here.begin(rules="tempo", sides=["party", "orcs"])
    to_a_reaction(referee)
    asked = referee.view["asks"]["what"]
    assert referee.view["asks"]["deadline"] is None
    referee.ask("PATCH", f"{referee.path}/settings", json={"timeout": 1})
    assert 0 < referee.look()["view"]["asks"]["deadline"] <= 1
    assert wait_until(lambda: referee.look()["view"]["asks"]["what"] != asked)
    assert " pass  #" in referee.entries()[-1]
    assert [line.by for line in here.store.entries(referee.fight)][-1] == "time-out"


def test_a_reaction_in_time_is_not_passed(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    time_out, over = LiveFight.time_out, threading.Event()

    def time_out_and_tell(live: LiveFight, item: int) -> None:
        time_out(live, item)
        over.set()

    monkeypatch.setattr(LiveFight, "time_out", time_out_and_tell)
    referee = here.begin(rules="tempo", sides=["party", "orcs"])
    to_a_reaction(referee)
    referee.ask("PATCH", f"{referee.path}/settings", json={"timeout": 1})
    referee.do(some_answer_but_pass(referee))
    said = len(referee.entries())
    assert over.wait(LIMIT)
    by = [line.by for line in here.store.entries(referee.fight)][said:]
    assert by in ([], ["time-out"])  # at most the next one's own time is over
    assert " pass  #" not in referee.entries()[said - 1]


def some_answer_but_pass(seat: Seat) -> str:
    words: list[str] = [legal["words"] for legal in seat.view["asks"]["legal"]]
    return words[-1]
