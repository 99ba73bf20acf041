"""Who may what: every role knocks at every door of the others, and finds it shut."""

from __future__ import annotations

import re

import httpx
import pytest
from server.tables import OWNER, Json, Seat, Table

OWNERS, ALL, SEATED, PLAYING, REFEREES, HOSTS = "o", "oraps", "raps", "ra", "r", "or"
DOORS = {  # who may: o whoever started the table, r the referee, a the player who is asked, p another, s a spectator
    "GET /api/table": OWNERS,
    "POST /api/owner": OWNERS,
    "DELETE /api/owner": OWNERS,
    "GET /api/reach": ALL,
    "POST /api/reach": OWNERS,
    "GET /api/books": ALL,
    "GET /api/books/{name}/creatures": OWNERS,
    "GET /api/clauses/{id}": ALL,
    "GET /api/house": ALL,
    "GET /api/examples": ALL,
    "PUT /api/scenarios/{name}": OWNERS,
    "POST /api/check": OWNERS,
    "POST /api/fights": OWNERS,
    "POST /api/import": OWNERS,
    "POST /api/forecast": OWNERS,
    "POST /api/estimate": OWNERS,
    "POST /api/house": OWNERS,
    "POST /api/sheet": OWNERS,
    "POST /api/read": OWNERS,
    "GET /api/library/{shelf}": OWNERS,
    "POST /api/library/{shelf}": OWNERS,
    "GET /api/library/{shelf}/{id}": OWNERS,
    "PUT /api/library/{shelf}/{id}": OWNERS,
    "DELETE /api/library/{shelf}/{id}": OWNERS,
    "POST /api/library/{shelf}/{id}/name": OWNERS,
    "POST /api/library/{shelf}/{id}/back": OWNERS,
    "POST /api/library/parties/{id}/rest": OWNERS,
    "POST /api/library/bestiaries/{id}/creatures": OWNERS,
    "GET /api/fights/{fight}/glance": OWNERS,
    "POST /api/fights/{fight}/name": OWNERS,
    "POST /api/fights/{fight}/copy": OWNERS,
    "DELETE /api/fights/{fight}": OWNERS,
    "GET /api/fights/{fight}": SEATED,
    "GET /api/fights/{fight}/log": SEATED,
    "GET /api/fights/{fight}/ending": SEATED,  # for players when it is over
    "GET /api/fights/{fight}/ending/steps": SEATED,  # so is this
    "GET /api/fights/{fight}/ending/page": SEATED,  # and this; with what is hidden for the referee alone
    "GET /api/fights/{fight}/ending/party": REFEREES,
    "POST /api/fights/{fight}/again": REFEREES,
    "POST /api/fights/{fight}/follow": SEATED,  # 404 until a fight goes on from this one
    "GET /api/fights/{fight}/chances": REFEREES,  # and players, where the referee says so
    "GET /api/fights/{fight}/survivors": REFEREES,
    "POST /api/fights/{fight}/survivors": REFEREES,
    "DELETE /api/fights/{fight}/survivors": REFEREES,
    "GET /api/fights/{fight}/journal": REFEREES,
    "GET /api/fights/{fight}/odds": REFEREES,
    "GET /api/fights/{fight}/advice": REFEREES,  # and players, where the referee says so
    "GET /api/fights/{fight}/seats": REFEREES,
    "POST /api/fights/{fight}/seats": "or",
    "DELETE /api/fights/{fight}/seats/{seat_id}": REFEREES,
    "POST /api/fights/{fight}/seats/{seat_id}/taken": REFEREES,
    "PATCH /api/fights/{fight}/seats/{seat_id}": REFEREES,
    "POST /api/fights/{fight}/seats/{seat_id}/link": REFEREES,
    "GET /api/fights/{fight}/door": HOSTS,
    "POST /api/fights/{fight}/door": HOSTS,
    "PATCH /api/fights/{fight}/door": HOSTS,
    "DELETE /api/fights/{fight}/door": HOSTS,
    "PATCH /api/fights/{fight}/settings": REFEREES,
    "POST /api/fights/{fight}/answers": PLAYING,
    "POST /api/fights/{fight}/ahead": PLAYING,
    "POST /api/fights/{fight}/always": PLAYING,
    "GET /api/fights/{fight}/undo": REFEREES,
    "POST /api/fights/{fight}/undo": REFEREES,
    "POST /api/fights/{fight}/redo": REFEREES,
    "POST /api/fights/{fight}/undo-die": REFEREES,
    "GET /api/fights/{fight}/moves": PLAYING,
    "POST /api/fights/{fight}/images": REFEREES,
    "POST /api/fights/{fight}/images/{image}/place": REFEREES,
    "DELETE /api/fights/{fight}/images/{image}": REFEREES,
    "GET /api/fights/{fight}/images/{image}": SEATED,  # those whom it shows
    "GET /api/fights/{fight}/commands": REFEREES,
    "POST /api/fights/{fight}/words": REFEREES,
    "POST /api/fights/{fight}/messages": REFEREES,
    "DELETE /api/fights/{fight}/messages/{message}": REFEREES,  # and the player it is for
    "POST /api/fights/{fight}/suggestions/{suggestion}": REFEREES,
}
OPEN = {"GET /api/owner", "POST /api/join", "POST /api/join/seat"}  # to strangers: test_owner.py, test_join.py
SHUT = {401, 403, 404}


class Company:
    """One of each role at a fight, the referee of another, one who was withdrawn, and a stranger."""

    def __init__(self, table: Table) -> None:
        self.table, self.schema = table, table.client.get("/api/openapi.json").json()
        referee = table.begin()
        ann = referee.give("player", "Ann", ["Magic-user"])
        gone = referee.give("player", "Cid", ["Magic-user"])
        self.seat = next(seat["id"] for seat in referee.get("/seats").json() if seat["name"] == "Cid")
        referee.ask("DELETE", f"{referee.path}/seats/{self.seat}")
        bob, room = referee.give("player", "Bob", ["Thief"]), referee.give("spectator")
        owner = Seat(table, referee.fight, OWNER)
        self.inside = {"o": owner, "r": referee, "a": ann, "p": bob, "s": room}
        others = Seat(table, referee.fight, table.begin("duel", sides=["fighter"]).token)
        self.outside = {"another fight's": others, "withdrawn": gone, "stranger": Seat(table, referee.fight, "no")}

    def knock(self, seat: Seat, door: str) -> httpx.Response:
        method, path = door.split(" ")
        how: dict[str, Json] = {}
        if body := self.body(method, path):
            how["json"] = body | ({"seen": seat.n} if "seen" in body else {})
        words = {"fight": seat.fight, "seat_id": self.seat, "id": "classic.attack.roll", "shelf": "parties"}
        path = re.sub(r"{(\w+)}", lambda found: words.get(found[1], "some"), path)
        return seat.ask(method, path + ("?to=1" if door.startswith("GET") and "undo" in door else ""), **how)

    def body(self, method: str, path: str) -> dict[str, Json]:
        """The example that the API itself gives."""
        asked = self.schema["paths"][path][method.lower()].get("requestBody")
        if asked is None:
            return {}
        name = asked["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        example: dict[str, Json] = self.schema["components"]["schemas"][name]["examples"][0]
        return example


@pytest.fixture
def company(here: Table) -> Company:
    return Company(here)


def test_every_door_is_in_this_list(company: Company) -> None:
    doors = {f"{method.upper()} {path}" for path, methods in company.schema["paths"].items() for method in methods}
    assert doors == set(DOORS) | OPEN


def test_every_role_finds_the_doors_of_the_others_shut(company: Company) -> None:
    before = company.table.store.entries(company.inside["r"].fight), len(company.table.store.fights())
    for door, open_to in DOORS.items():
        for role, seat in company.inside.items():
            if role not in open_to:
                told = company.knock(seat, door)
                assert told.status_code in SHUT, (door, role, told.text)
                assert set(told.json()) == {"error", "clause"}
    assert (company.table.store.entries(company.inside["r"].fight), len(company.table.store.fights())) == before


def test_outsiders_find_all_of_them_shut(company: Company) -> None:
    for door in DOORS:
        for who, seat in company.outside.items():
            if who == "another fight's" and DOORS[door] == ALL:
                continue
            told = company.knock(seat, door)
            assert told.status_code in SHUT, (door, who, told.text)


SECRETS = ("Zebulon", "Yolanda", "Xerxes", "Wilhelmina")  # of a saved scenario, party and bestiary, and of this fight
SAVED = """
sides:
  party:
    members:
      - Anna: {class: fighter, hp: 8}
  traitors:
    members:
      - Zebulon: {monster: orc, hp: 7}
"""


def keep_secrets(company: Company) -> None:
    """Save something on every shelf, and hide somebody in the fight."""
    owner, referee = company.inside["o"], company.inside["r"]
    saved = owner.ask("PUT", "/api/scenarios/Next week", json={"text": SAVED})
    party = owner.post("/api/library/parties", text="party: Yolanda\nmembers:\n- Yolanda: {class: fighter, hp: 8}\n")
    beasts = (
        "bestiary: Xerxes\ncreatures:\n  Xerxes: {hd: 1, ac: 6, attacks: bite 1d6, move: 90, saves: F1, morale: 6}\n"
    )
    kept = owner.post("/api/library/bestiaries", text=beasts)
    assert [told.status_code for told in (saved, party, kept)] == [204, 201, 201], (party.text, kept.text)
    assert referee.say(["note", "Thief", "Wilhelmina's brother"]).status_code == 200


def test_behind_no_door_is_a_secret_of_somebody_else(company: Company) -> None:
    keep_secrets(company)
    for door in DOORS:
        seats = {**company.inside, **company.outside}
        for who, seat in seats.items():
            said = company.knock(seat, door).text if who not in "or" else ""
            assert not [secret for secret in SECRETS if secret in said], (door, who, said[:500])
    referee = company.inside["r"]
    assert not [secret for secret in SECRETS[:3] if secret in referee.get("/api/examples").text]
    assert "Zebulon" in company.inside["o"].get("/api/examples").text


@pytest.mark.parametrize("door", ["GET /api/fights/{fight}", "POST /api/fights/{fight}/ahead", "GET /api/table"])
def test_they_are_open_to_those_they_are_for(company: Company, door: str) -> None:
    for role in DOORS[door]:
        told = company.knock(company.inside[role], door)
        assert told.status_code not in SHUT, (role, told.text)
