"""The table's library: parties and bestiaries, what is written back into them, and how it is taken back."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import yaml
from server.tables import Json, Seat, Table, replays, table

from affray.party import party_from_text
from affray.server.store import Document, NotStored, Store, open_store

LANTERNS = """\
party: The Lanterns
members:
  - {name: Anna, class: fighter, level: 5, gear: [plate mail, shield, sword], hp: 30, max hp: 34}   # brave
  - {name: Oswin, class: magic-user, level: 5, gear: [dagger], spells: [sleep, magic missile], hp: 14}
  - {name: Bran, class: fighter, hp: 0, fate: dead}
"""
FORD = """\
title: The ford
distance: {distance}
sides:
  party: {{party: The Lanterns, players: true, surprised: false}}
  foes: {{surprised: false, members: [{foes}]}}
"""
FEN = """\
bestiary: Beasts of the fen
creatures:
  bone hound: {ac: 6, hd: 2+1, attacks: bite 1d6, move: 180, saves: F1, morale: 8, notes: [Howls before it leaps.]}
"""
TWICE = pytest.mark.parametrize("book", ["classic", "vanguard"])


def ford(foes: str = "3 orc", distance: int = 60) -> str:
    return FORD.format(foes=foes, distance=distance)


def keep(here: Table, text: str = LANTERNS, shelf: str = "parties") -> str:
    made = here.owner.post(f"/api/library/{shelf}", text=text)
    assert made.status_code == 201, made.text
    id: str = made.json()["id"]
    return id


def look(here: Table, id: str, shelf: str = "parties") -> Json:
    return here.owner.get(f"/api/library/{shelf}/{id}").json()


def hp(here: Table, id: str) -> list[int]:
    return [member["keys"]["hp"] for member in look(here, id)["members"]]


def ended(here: Table, anna: int, **how: str) -> Seat:
    """A fight of theirs that the referee ends, with Anna at so many hp."""
    referee = here.begin(ford(), **how)
    told = referee.say(["hp", "Anna", str(anna)], ["end", "party"])
    assert told.status_code == 200, told.text
    return referee


def write(referee: Seat) -> int:
    return referee.post("/survivors", seen=referee.look()["n"]).status_code


def take_back(referee: Seat) -> int:
    return referee.ask("DELETE", f"{referee.path}/survivors?seen={referee.look()['n']}").status_code


def written(referee: Seat) -> Json:
    homes = referee.look()["view"]["homes"]
    return homes[0]["written"]


# --- kept


def test_a_party_is_made_looked_at_renamed_and_taken_away(here: Table) -> None:
    id = keep(here)
    kept = look(here, id)
    assert (kept["name"], kept["n"], kept["text"]) == ("The Lanterns", 1, LANTERNS)  # to the letter, with its comment
    assert [(m["name"], m["state"]) for m in kept["members"]] == [
        ("Anna", "fighter 5 · hp 30 of 34"),
        ("Oswin", "magic-user 5 · hp 14"),
        ("Bran", "fighter 1 · dead · hp 0"),
    ]
    named = here.owner.post(f"/api/library/parties/{id}/name", name="The Lamps", seen=1)
    assert (named.json()["name"], named.json()["n"]) == ("The Lamps", 2)
    assert [change["what"] for change in named.json()["changes"]] == ["made", "named"]
    assert here.owner.ask("DELETE", f"/api/library/parties/{id}?seen=1").status_code == 409
    assert here.owner.ask("DELETE", f"/api/library/parties/{id}?seen=2").status_code == 204
    assert here.owner.get("/api/library/parties").json() == []
    assert here.store.documents(f"parties {id}") == {}


def test_a_text_with_mistakes_is_not_kept(here: Table) -> None:
    told = here.owner.post("/api/library/parties", text=LANTERNS.replace("fighter", "figter"))
    assert told.status_code == 422
    assert "fighter" in told.json()["error"]  # what was meant
    id = keep(here)
    told = here.owner.ask("PUT", f"/api/library/parties/{id}", json={"text": "members: []", "seen": 1})
    assert (told.status_code, look(here, id)["text"]) == (422, LANTERNS)


def test_no_two_have_the_same_name(here: Table) -> None:
    keep(here)
    told = here.owner.post("/api/library/parties", text=LANTERNS.replace("The Lanterns", "the lanterns"))
    assert (told.status_code, "called 'The Lanterns' already" in told.json()["error"]) == (422, True)


def test_who_comes_second_looks_again(here: Table) -> None:
    id = keep(here)
    for text, status in ((LANTERNS.replace("30", "29"), 200), (LANTERNS.replace("30", "28"), 409)):
        told = here.owner.ask("PUT", f"/api/library/parties/{id}", json={"text": text, "seen": 1})
        assert told.status_code == status
    assert hp(here, id) == [29, 14, 0]


def test_it_goes_back_to_any_of_its_texts(here: Table) -> None:
    id = keep(here)
    here.owner.ask("PUT", f"/api/library/parties/{id}", json={"text": LANTERNS.replace("30", "29"), "seen": 1})
    told = here.owner.post(f"/api/library/parties/{id}/back", to=1, seen=2)
    assert (told.json()["text"], told.json()["n"]) == (LANTERNS, 3)
    assert here.owner.post(f"/api/library/parties/{id}/back", to=9, seen=3).status_code == 422


def test_a_bestiary_takes_creatures_and_names_those_it_has(here: Table) -> None:
    id = keep(here, FEN, "bestiaries")
    toad = {"ac": 7, "hd": "1+1", "attacks": "bite 1d4", "move": 60, "saves": "F1", "morale": 6, "notes": ["It leaps."]}
    told = here.owner.post(f"/api/library/bestiaries/{id}/creatures", creatures={"mire toad": toad}, seen=1)
    assert told.status_code == 200, told.text
    assert told.json()["creatures"] == ["bone hound", "mire toad"]
    assert yaml.safe_load(told.json()["text"])["creatures"]["mire toad"] == toad
    clash = here.owner.post(f"/api/library/bestiaries/{id}/creatures", creatures={"bone hound": toad}, seen=2)
    assert (clash.status_code, "bone hound is in Beasts of the fen already" in clash.json()["error"]) == (422, True)
    wrong = here.owner.post(f"/api/library/bestiaries/{id}/creatures", creatures={"x": {**toad, "hd": "many"}}, seen=2)
    assert wrong.status_code == 422
    assert look(here, id, "bestiaries")["n"] == 2


@pytest.mark.parametrize("entry", ["deep", "number", "surrogate"])
def test_an_entry_that_is_none_harms_nothing(here: Table, entry: str) -> None:
    deep: Json = 1
    for _ in range(400):
        deep = [deep]
    body: Json = {"deep": {"ac": deep}, "number": {"ac": 1.5}, "surrogate": {"ac": "\ud800"}}[entry]
    id = keep(here, FEN, "bestiaries")
    import json

    said = json.dumps({"creatures": {"x": body}, "seen": 1}).encode()
    headers = {"Content-Type": "application/json"}
    told = here.owner.ask("POST", f"/api/library/bestiaries/{id}/creatures", content=said, headers=headers)
    assert told.status_code == 422


# --- through fights


@TWICE
def test_a_party_goes_through_three_fights_at_the_table(here: Table, book: str) -> None:
    id, spells = keep(here), 2
    for number, foes in enumerate(("2 giant rat", "2 orc", "wolf"), 2):
        before = look(here, id)["members"]
        referee = here.begin(ford(foes, 40), sides=[], rules=book)
        assert referee.look()["view"]["fight"]["over"]
        assert write(referee) == 200
        there = look(here, id)
        people = {one["name"]: one for one in referee.view["people"]}
        for was, now in zip(before, there["members"], strict=True):
            if "fate" in was["keys"]:
                assert now == was
            elif not now["keys"].get("fate"):
                assert now["keys"]["hp"] == max(people[now["name"]]["hp"], 0)
        oswin = there["members"][1]["keys"]
        assert len(oswin.get("spells", [])) + len(oswin.get("spent", [])) == spells
        assert there["n"] == number
    kept = look(here, id)
    assert [change["what"] for change in kept["changes"]] == ["made", "fought", "fought", "fought"]
    assert max(history["fights"] for history in kept["histories"]) == 3
    rested = here.owner.post(f"/api/library/parties/{id}/rest", rules=book, days=1, seen=4)
    assert (rested.status_code, "spent" in rested.json()["members"][1]["keys"]) == (200, False), rested.text


@TWICE
def test_after_an_undo_it_is_said_again_or_taken_back(here: Table, book: str) -> None:
    id = keep(here)
    referee = ended(here, 11, rules=book)
    assert written(referee) is None
    assert write(referee) == 200
    assert hp(here, id) == [11, 14, 0]
    reason = look(here, id)["changes"][-1]
    assert (reason["fight"], reason["line"]) == (referee.fight, referee.n)
    assert written(referee) | {"at": 0} == {"line": referee.n, "at": 0, "change": 2, "holds": True}
    assert write(referee) == 200
    assert look(here, id)["n"] == 2  # the same end, once
    referee.act("/undo", steps=2)
    assert (written(referee)["holds"], write(referee)) == (False, 422)
    referee.say(["hp", "Anna", "6"], ["hp", "Oswin", "2"], ["end", "party"])
    assert written(referee)["holds"] is False
    assert write(referee) == 200
    assert (hp(here, id), written(referee)["holds"]) == ([6, 2, 0], True)
    assert [one["fights"] for one in look(here, id)["histories"]] == [1, 1]
    referee.act("/undo", steps=1)
    assert take_back(referee) == 200
    kept = look(here, id)
    assert (kept["text"], kept["histories"], written(referee)) == (LANTERNS, [], None)
    assert kept["changes"][-1]["what"] == "taken back"
    assert take_back(referee) == 422


def test_undo_and_redo_lead_to_the_same_end(here: Table) -> None:
    id, referee = keep(here), ended(here, 11)
    write(referee)
    referee.act("/undo", steps=1)
    assert written(referee)["holds"] is False
    referee.act("/redo")
    assert written(referee)["holds"] is True
    assert (write(referee), look(here, id)["n"]) == (200, 2)


def test_what_happened_since_stays_when_it_is_taken_back(here: Table) -> None:
    id, referee = keep(here), ended(here, 11)
    write(referee)
    text = look(here, id)["text"].replace("level: 5", "level: 6", 1)
    here.owner.ask("PUT", f"/api/library/parties/{id}", json={"text": text, "seen": 2})
    assert take_back(referee) == 200
    anna = party_from_text(look(here, id)["text"]).members[0]
    assert (anna.hp, anna.level) == (30, 6)


def test_a_conflict_is_told_and_nothing_is_written(here: Table) -> None:
    id, one, other = keep(here), ended(here, 11), ended(here, 5)
    assert write(one) == 200
    told = other.post("/survivors", seen=other.look()["n"])
    assert told.status_code == 409
    assert "Anna's hp in The Lanterns has been changed since: it is 11" in told.json()["error"]
    assert (hp(here, id), written(other)) == ([11, 14, 0], None)
    rested = here.owner.post(f"/api/library/parties/{id}/rest", rules="vanguard", days=2, seen=2)
    assert rested.json()["members"][0]["keys"]["hp"] == 13
    assert take_back(one) == 409
    assert here.owner.post(f"/api/library/parties/{id}/back", to=2, seen=3).status_code == 200
    assert take_back(one) == 200
    assert (write(other), hp(here, id)) == (200, [5, 14, 0])


def test_going_back_in_its_history_is_known_to_the_fight(here: Table) -> None:
    id, referee = keep(here), ended(here, 11)
    write(referee)
    here.owner.post(f"/api/library/parties/{id}/back", to=1, seen=2)
    assert (written(referee), look(here, id)["histories"]) == (None, [])
    here.owner.post(f"/api/library/parties/{id}/back", to=2, seen=3)
    assert (written(referee)["holds"], len(look(here, id)["histories"])) == (True, 2)


def test_who_has_not_seen_the_last_of_the_fight_writes_nothing(here: Table) -> None:
    id, referee = keep(here), ended(here, 11)
    assert referee.post("/survivors", seen=referee.look()["n"] - 1).status_code == 409
    assert hp(here, id) == [30, 14, 0]


def test_the_fight_keeps_its_copy(here: Table) -> None:
    """It is played, and replayed, with the party as it was when it began."""
    id = keep(here)
    referee = here.begin(ford())
    here.owner.ask("DELETE", f"/api/library/parties/{id}?seen=1")
    assert referee.look()["view"]["people"][0]["hp"] == 30
    assert referee.view["homes"] == []
    assert replays(referee.journal())
    referee.say(["end", "party"])
    assert write(referee) == 422


def test_a_party_that_is_not_kept_is_a_mistake_in_its_place(here: Table) -> None:
    told = here.owner.post("/api/check", scenario=ford())
    assert told.json()["mistakes"][0]["line"] == 4
    assert "The Lanterns" in told.json()["mistakes"][0]["what"]
    keep(here)
    assert here.owner.post("/api/check", scenario=ford()).json()["mistakes"] == []


def test_it_is_on_the_disk_before_it_is_told(place: Path) -> None:
    with table(place) as here:
        id, referee = keep(here), ended(here, 11)
        write(referee)
        other = open_store(place)  # as another program sees the file at this moment
        assert "hp: 11" in other.documents("parties")[id]
        other.close()
    with table(place) as again:
        assert hp(again, id) == [11, 14, 0]
        assert written(Seat(again, referee.fight, referee.token, "referee"))["holds"] is True


def test_a_full_disk_changes_nothing(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    id, referee = keep(here), ended(here, 11)

    def full(*_: object) -> bool:
        raise NotStored("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(here.store, "swap_documents", full)
        assert write(referee) == 503
    assert (hp(here, id), written(referee)) == ([30, 14, 0], None)
    assert (write(referee), hp(here, id)) == (200, [11, 14, 0])


# --- the store


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    where = tmp_path / "t.db" if request.param == "sqlite" else request.getfixturevalue("address")
    return open_store(where)


def test_documents_are_exchanged_if_they_are_as_they_were_seen(store: Store) -> None:
    one, two = Document("k", "one", "1"), Document("k", "two", "2")
    assert store.swap_documents([Document("k", "one", "")], [one, two])
    assert not store.swap_documents([Document("k", "one", "")], [Document("k", "three", "3")])
    assert not store.swap_documents([one, Document("k", "two", "other")], [Document("k", "one", "9")])
    assert store.swap_documents([one, two], [Document("k", "two", ""), Document("k", "one", "4")])
    assert store.documents("k") == {"one": "4"}
    store.close()


def test_of_many_at_once_one_is_first(store: Store) -> None:
    done: list[bool] = []

    def count() -> None:
        for _ in range(20):
            now = store.documents("k").get("n", "")
            done.append(store.swap_documents([Document("k", "n", now)], [Document("k", "n", str(int(now or 0) + 1))]))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.documents("k") == {"n": str(sum(done))}
    store.close()


# --- what is left over from the table itself


def test_a_side_that_nobody_has_seen_has_no_name_for_players(here: Table) -> None:
    text = ford("Grub: {monster: orc}").replace("foes", "the Black Hand") + "  wolves: {members: [2 wolf]}\n"
    keep(here)
    referee = here.begin(text, hidden=["Grub"])
    ann, room = referee.give("player", "Ann", ["Anna"]), referee.give("spectator")
    referee.say(["end", "the Black Hand"])
    assert referee.look()["view"]["fight"]["winner"] == "the Black Hand"
    for seat in (ann, room):
        told = seat.get("?after=0")
        assert told.json()["view"]["fight"]["winner"] == "somebody"
        assert seat.get("/ending").json()["headline"].startswith("Somebody ")
        paths = ("/ending", "/ending/steps", "/ending/page", "/log")
        assert "Black Hand" not in told.text + "".join(seat.get(path).text for path in paths)


def test_armour_is_known_of_ones_own(here: Table) -> None:
    keep(here)
    referee = here.begin(ford("orc"), rules="classic")
    ann = referee.give("player", "Ann", ["Oswin"])
    armour = {one["name"]: one["armour"] for one in ann.look()["view"]["people"]}
    assert armour == {"Anna": 2, "Oswin": 9, "Orc": None}  # plate mail 3, the shield one better
    assert {one["name"]: one["armour"] for one in referee.look()["view"]["people"]}["Orc"] == 6
    vanguard = here.begin(ford("orc"), rules="vanguard").look()["view"]["people"]
    fourfold = here.begin(ford("orc"), rules="fourfold").look()["view"]["people"]
    assert min(vanguard[0]["armour"], fourfold[0]["armour"]) > 11  # these count upwards


def test_morale_that_is_due_is_told_once_for_all_of_a_kind(here: Table) -> None:
    from affray.play.start import from_journal
    from affray.server.view import list_morale_checks

    keep(here)
    play_ = from_journal(here.begin(ford("3 orc")).journal())[0]
    for who in play_.state.who[2:4]:
        who.morale_due = 1
    assert list(list_morale_checks(play_)) == [{"who": "Orc 1, Orc 2", "why": "morale checks to come"}]


def test_notes_of_a_creature_are_the_referees(here: Table) -> None:
    text = ford("bone hound") + FEN.partition("\n")[2]
    keep(here)
    referee = here.begin(text)
    ann = referee.give("player", "Ann", ["Anna"])
    assert referee.look()["view"]["people"][-1]["aside"] == "Howls before it leaps."
    assert "Howls" not in ann.get("?after=0").text
