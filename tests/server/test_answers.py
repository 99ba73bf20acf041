"""What a guest of the table may count on: what is done, refused, repeated, taken back, and who is first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from server.tables import OWNER, Json, Seat, Table, replays, served

from affray import rules
from affray.engine.clauses import BY_ID, CLAUSES
from affray.engine.dice import face, fight_key
from affray.play.start import from_journal
from affray.server import live

PARTY = ("Fighter", "Cleric", "Thief", "Magic-user")


@pytest.fixture
def ann(referee: Seat) -> Seat:
    """Who plays the magic-user: it is asked first."""
    return referee.give("player", "Ann", ["Magic-user"])


@pytest.fixture
def bob(referee: Seat) -> Seat:
    return referee.give("player", "Bob", ["Fighter", "Cleric", "Thief"])


def told(seat: Seat) -> list[Json]:
    items: list[Json] = seat.get().json()["items"]
    return items


# --- answers


def test_an_answer_is_kept_and_told(ann: Seat) -> None:
    before = ann.n
    said = ann.do("cast sleep")
    assert said.status_code == 200
    assert ann.entries()[0].startswith("answer Magic-user declare 'cast sleep'  #")
    assert [item["n"] for item in said.json()["items"]] == list(range(before + 1, said.json()["n"] + 1))
    assert said.json()["items"][0]["by"] == "Ann"
    assert "declares a spell" in said.json()["items"][0]["words"]


def test_a_refused_one_is_said_with_its_clause_and_changes_nothing(ann: Seat) -> None:
    before = ann.look()
    said = ann.do("withdraw")
    assert said.status_code == 422
    assert said.json()["clause"] == "classic.round.engaged"
    assert "not in melee" in said.json()["error"]
    assert ann.do("dance a jig").status_code == 422
    assert ann.entries() == []
    assert ann.look()["view"] == before["view"]


def test_whoever_has_not_seen_the_last_of_it_is_told_so(ann: Seat) -> None:
    said = ann.act("/answers", answer="pass", seen=ann.n - 1)
    assert (said.status_code, said.json()["n"]) == (409, ann.n)
    assert "moved on" in said.json()["error"]
    assert ann.entries() == []


def test_a_repeat_is_harmless(ann: Seat) -> None:
    seen = ann.n
    first = ann.act("/answers", answer="pass", key="again", seen=seen)
    second = ann.act("/answers", answer="pass", key="again", seen=seen)
    assert first.json() == second.json()
    assert len(ann.entries()) == 1


def test_a_key_is_its_owners_alone(referee: Seat, ann: Seat) -> None:
    ann.act("/answers", answer="pass", key="again")
    referee.look()
    assert referee.act("/words", words=[["hp", "Grub", "3"]], key="again").status_code == 200
    assert len(ann.entries()) == 2


def test_only_the_one_who_is_asked_answers(referee: Seat, ann: Seat, bob: Seat) -> None:
    room = referee.give("spectator")
    assert bob.do("pass").status_code == 403
    assert room.do("pass").status_code == 403
    assert referee.do("pass").status_code == 200


def test_without_the_right_token_nothing_is_there(here: Table, referee: Seat) -> None:
    other = here.begin("duel", sides=["fighter"])
    stranger = Seat(here, referee.fight, "a-guess")
    assert stranger.get().status_code == 401
    assert here.client.get(referee.path).status_code == 401
    assert Seat(here, referee.fight, other.token).get().status_code == 404
    assert Seat(here, referee.fight, OWNER).get().status_code == 403
    assert here.client.get("/nowhere").json()["error"] == "there is nothing here"


def test_of_two_at_once_one_is_first_and_the_other_is_told(place: Path) -> None:
    with served(place) as table:
        referee = table.begin()
        people = [referee.give("player", f"P{n}", ["Magic-user"]) for n in range(6)]
        with ThreadPoolExecutor(6) as pool:
            said = list(pool.map(lambda seat: seat.act("/answers", answer="pass"), people))
        codes = sorted(each.status_code for each in said)
        assert codes[0] == 200
        assert set(codes[1:]) <= {403, 409, 422}
        assert all(each.json()["error"] for each in said if each.status_code != 200)
        assert len(referee.entries()) == 1


def test_typed_dice_are_taken_and_marked(here: Table) -> None:
    referee = here.begin("duel", people={"fighter": {"rolls": "person", "targets": "person"}})
    ann = referee.give("player", "Ann", ["Fighter"])
    assert (ann.view["asks"]["kind"], ann.view["asks"]["dice"]["sides"]) == ("dice", 6)
    for wrong in ("7", "0", "six", "3 3 3 x", ""):
        assert ann.do(wrong).status_code == 422
    said = ann.do("5")
    assert {"sides": 6, "face": 5, "typed": True} in said.json()["items"][0]["dice"]
    taken = ann.act("/undo-die")
    assert taken.status_code == 403
    referee.look()
    assert referee.act("/undo-die").status_code == 200
    assert referee.view["asks"]["kind"] == "dice"


def test_whoever_has_no_dice_at_hand_lets_the_table_roll(here: Table) -> None:
    referee = here.begin("duel", people={"fighter": {"rolls": "person", "targets": "person"}}, seed=7)
    ann = referee.give("player", "Ann", ["Fighter"])
    die = ann.do("roll").json()["items"][0]["dice"][0]
    assert die == {"sides": 6, "face": face(fight_key(7, 0), 0, 6), "typed": True}


# --- taking back


def test_undo_and_redo_strike_lines_and_let_them_stand_again(referee: Seat) -> None:
    referee.do("cast sleep")
    said = referee.act("/undo").json()["items"]
    assert [item["op"] for item in said] == ["back"]
    assert referee.view["asks"]["who"] == "Magic-user"
    assert referee.act("/redo").json()["items"][0]["op"] == "again"
    assert [entry.split()[0] for entry in referee.entries()] == ["answer", "undo", "redo"]


def test_going_back_to_a_line_is_shown_beforehand(referee: Seat) -> None:
    first = referee.look()["n"]
    for _ in range(6):
        referee.do(referee.look()["view"]["asks"]["legal"][0]["words"])
    line = next(item["n"] for item in told(referee) if item["op"] == "told" and item["n"] > first)
    before = len(referee.entries())
    preview = referee.get(f"/undo?to={line}").json()
    assert preview["lines"][0] == line
    assert len(referee.entries()) == before
    back = referee.act("/undo", to=line).json()["items"]
    assert next(item["lines"] for item in back if item["op"] == "back")
    assert {n for item in back for n in item.get("lines", [])} == set(preview["lines"])
    taken_back = len(referee.entries()) - before
    assert taken_back >= preview["steps"] == 6  # with the passes that nobody chose
    assert referee.get(f"/undo?to={line}").status_code == 422
    assert referee.act("/undo", steps=1000).status_code == 422
    assert len(referee.entries()) == before + taken_back


def test_passes_that_nobody_chose_go_back_and_return_with_the_answer_before_them(here: Table) -> None:
    referee = here.begin(sides=["party", "orcs"])
    for _ in range(5):
        referee.do("pass")
    asked, before = referee.look()["view"]["asks"], len(referee.entries())
    assert asked["who"] == "Thief"
    referee.do("pass")
    passed, after = len(referee.entries()) - before, referee.view["asks"]
    assert passed > 1  # nobody of the party is in reach of anybody
    for _ in range(2):
        assert referee.act("/undo").status_code == 200
        assert (referee.view["asks"]["who"], referee.view["asks"]["ask"]) == (asked["who"], asked["ask"])
        assert referee.act("/redo").status_code == 200
        assert referee.view["asks"]["who"] == after["who"]
    assert len(referee.entries()) == before + 5 * passed


def test_at_a_table_that_asks_everybody_each_pass_is_one_step_back(referee: Seat) -> None:
    referee.ask("PATCH", f"{referee.path}/settings", json={"waiting": True})
    while (asked := referee.look()["view"]["asks"])["ask"] != "strike":
        referee.do("pass")
    referee.do("pass")
    assert referee.act("/undo").status_code == 200
    assert (referee.view["asks"]["who"], referee.view["asks"]["ask"]) == (asked["who"], "strike")


def test_players_take_back_where_the_referee_lets_them_and_never_the_referees_words(referee: Seat, ann: Seat) -> None:
    ann.do("cast sleep")
    assert ann.act("/undo").status_code == 403
    assert ann.get("/undo?to=1").status_code == 403
    changed = referee.ask("PATCH", f"{referee.path}/settings", json={"players_undo": True})
    assert changed.json()["players_undo"] is True
    assert ann.look()["view"]["you"]["may"]["undo"] is True
    assert ann.act("/undo").status_code == 200
    referee.say(["hide", "Grub"])
    ann.look()
    assert ann.act("/undo").status_code == 403
    referee.look()
    referee.act("/undo")
    ann.look()
    assert ann.act("/redo").status_code == 403


# --- answers for later


def test_a_blind_declaration_is_hidden_until_it_is_revealed(here: Table) -> None:
    referee = here.begin(rules="procedure")
    ann, bob = referee.give("player", "Ann", ["Magic-user"]), referee.give("player", "Bob", ["Fighter", "Thief"])
    before, hers = bob.look(), [ahead for ahead in ann.view["ahead"] if ahead["who"] == "Magic-user"]
    assert "cast sleep" in [legal["words"] for legal in hers[0]["legal"]]
    later = {"who": "Magic-user", "ask": "declare", "answer": "cast sleep"}
    assert ann.act("/ahead", **later).status_code == 200
    assert [ahead["said"] for ahead in ann.view["ahead"]] == ["cast sleep"]
    assert bob.get().json() == {**before, "items": told(bob)}
    assert "cast sleep" not in bob.get().text
    for name in ("Fighter", "Cleric", "Thief"):
        assert referee.look()["view"]["asks"]["who"] == name
        assert "Magic-user declares" not in bob.get().text
        referee.do("pass")
    assert "sleep" in str([item["words"] for item in told(ann) if item["op"] == "told"])
    assert bob.act("/ahead", who="Magic-user", ask="declare", answer="pass").status_code in (403, 409)


def test_an_answer_for_later_can_be_withdrawn_and_must_make_sense(here: Table) -> None:
    referee = here.begin(rules="procedure")
    ann = referee.give("player", "Ann", ["Magic-user"])
    later = {"who": "Magic-user", "ask": "declare"}
    assert ann.act("/ahead", **later, answer="sing").status_code == 422
    assert ann.act("/ahead", **later, answer="defend").status_code == 200
    assert ann.act("/ahead", **later, answer="ask").json()["view"]["standing"] == []
    assert ann.act("/ahead", who="Magic-user", ask="nonsense", answer="pass").status_code == 422


def test_a_standing_answer_is_given_every_time(referee: Seat, ann: Seat) -> None:
    assert ann.act("/always", who="Magic-user", ask="declare", answer="pass").status_code == 200
    assert ann.view["asks"]["who"] != "Magic-user"
    words, again = "Magic-user, declare: never", "ask"
    told = {"who": "Magic-user", "ask": "declare", "answer": "pass", "words": words, "again": again}
    assert ann.view["standing"] == [told]
    assert ann.act("/always", who="Magic-user", ask="declare", answer="ask").json()["view"]["standing"] == []
    assert ann.act("/always", who="Magic-user", ask="declare", answer="pass").status_code == 200
    assert ann.act("/always", who="Fighter", ask="declare", answer="pass").status_code == 403


# --- the referee


def test_where_the_referee_confirms_an_act_is_suggested_first(referee: Seat, ann: Seat) -> None:
    referee.ask("PATCH", f"{referee.path}/settings", json={"confirm": True})
    assert ann.do("withdraw").status_code == 422
    assert ann.act("/ahead", who="Magic-user", ask="declare", answer="pass").status_code == 403
    for _ in range(2):
        said = ann.do("cast sleep")
        assert (said.status_code, said.json()) == (202, {"suggested": True})
    assert ann.entries() == []
    (made,) = referee.look()["view"]["suggestions"]
    assert (made["by"], made["who"], made["answer"]) == ("Ann", "Magic-user", "cast sleep")
    assert ann.act(f"/suggestions/{made['id']}", accept=True).status_code == 403
    referee.say(["note", "Grub", "has the key"])
    assert referee.look()["view"]["suggestions"] == [made]
    path, key = f"/suggestions/{made['id']}", {"seen": referee.n, "key": "nod"}
    first = referee.act(path, accept=True, **key)
    assert (first.status_code, referee.act(path, accept=True, **key).json()) == (200, first.json())
    assert len(ann.entries()) == 2
    assert referee.view["suggestions"] == []


def test_a_suggestion_can_be_turned_down(referee: Seat, ann: Seat) -> None:
    referee.ask("PATCH", f"{referee.path}/settings", json={"confirm": True})
    ann.do("cast sleep")
    (made,) = referee.look()["view"]["suggestions"]
    assert referee.act(f"/suggestions/{made['id']}", accept=False).json()["view"]["suggestions"] == []
    assert referee.act(f"/suggestions/{made['id']}", accept=True).status_code == 404
    assert ann.entries() == []


def test_several_words_hold_all_of_them_or_none(referee: Seat) -> None:
    before = referee.look()["view"]
    assert referee.say(["hp", "Grub", "3"], ["hp", "Nobody Here", "3"]).status_code == 422
    assert referee.look()["view"] == before
    assert referee.entries() == []
    assert referee.say(["hp", "Grub", "3"], ["on", "Orc 1", "asleep"], reason="a trap").status_code == 200
    people = {person["name"]: person for person in referee.view["people"]}
    assert people["Grub"]["hp"] == 3
    assert [condition["name"] for condition in people["Orc 1"]["conditions"]] == ["asleep"]
    assert len(referee.entries()) == 2


def test_whatever_the_referee_says_the_journal_keeps_its_lines(referee: Seat) -> None:
    referee.say(["note", "Grub", "a key\n#and  #a map\x00"], reason="two\nlines")
    assert len(referee.journal().rstrip("\n").rpartition("---\n")[2].splitlines()) == 1
    assert replays(referee.journal())


def test_settings_are_bounded(referee: Seat) -> None:
    for wrong in ({"timeout": -1}, {"timeout": 1e9}, {"confirm": "perhaps"}, {"more": 1}):
        assert referee.ask("PATCH", f"{referee.path}/settings", json=wrong).status_code == 422
    assert referee.look()["view"]["settings"] == {
        "players_undo": False,
        "confirm": False,
        "odds": False,
        "timeout": 0,
        "waiting": False,
    }


# --- clauses


def test_many_clauses_are_looked_up_at_once(place: Path) -> None:
    ids = [id for id in BY_ID if id.startswith(("classic.attack.", "tempo.round.", "vanguard.death."))]
    assert len(ids) > 12
    with served(place) as table, ThreadPoolExecutor(12) as pool:
        seats = [Seat(table, "", OWNER) for _ in ids]
        said = list(pool.map(lambda seat, id: seat.get(f"/api/clauses/{id}"), seats, ids))
    assert [each.status_code for each in said] == [200] * len(ids)
    assert [each.json()["wording"] for each in said] == [CLAUSES[BY_ID[id]].words for id in ids]


# --- in and out


def test_a_fight_goes_out_as_its_journal_and_comes_in_again(here: Table, referee: Seat) -> None:
    referee.do("cast sleep")
    referee.say(["hide", "Grub"], ["note", "Grub", "has the key"])
    referee.act("/undo")
    journal = referee.journal()
    play, error = from_journal(journal)
    assert error is None
    assert play.log.text() == from_journal(journal)[0].log.text()
    made = here.owner.post("/api/import", journal=journal).json()
    again = Seat(here, made["id"], made["token"])
    again.look()
    assert again.journal() == journal
    assert again.view["people"] == referee.look()["view"]["people"]
    assert [item["words"] for item in told(again) if item["op"] == "told"] == [
        item["words"] for item in told(referee) if item["op"] == "told"
    ]
    assert here.owner.post("/api/import", journal=journal.replace("cast", "cut")).status_code == 422


def test_a_scenario_is_kept_and_fought(here: Table) -> None:
    text = here.owner.get("/api/examples").json()[0]["text"]
    assert here.owner.ask("PUT", "/api/scenarios/ours", json={"text": text}).status_code == 204
    kept = here.owner.get("/api/examples").json()[-1]
    assert (kept["name"], kept["text"], kept["kept"]) == ("ours", text, True)
    assert here.owner.ask("PUT", "/api/scenarios/orcs", json={"text": text}).status_code == 422
    assert here.owner.post("/api/check", scenario=text).json()["mistakes"] == []
    assert here.owner.post("/api/check", scenario="sides: 3").json()["mistakes"]
    here.owner.ask("PUT", "/api/scenarios/ours", json={"text": ""})
    assert "kept" not in here.owner.get("/api/examples").text
    made = [fight["title"] for fight in here.owner.get("/api/table").json()["fights"]]
    assert made == []
    here.begin(text, sides=())
    assert len(here.owner.get("/api/table").json()["fights"]) == 1


def test_of_many_fights_the_unseen_are_closed_and_nothing_is_lost(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_OPEN", 2)
    with served(place) as here:
        seats = [here.begin() for _ in range(5)]
        screen = seats[0].screen()
        for seat in seats * 2:
            assert seat.do("pass").status_code == 200
        assert set(here.registry.open) == {seats[0].fight, seats[4].fight}  # the one that is looked at, and the last
        assert screen.reaches(seats[0].n)
        assert all(len(seat.entries()) == 2 and replays(seat.journal()) for seat in seats)
        screen.close()


def test_the_table_lists_the_referee_commands_of_the_book(here: Table) -> None:
    """With the words that each argument may be, so that a page can draw fields."""
    for book in ("classic", "tempo", "fourfold"):
        referee = here.begin("orcs", rules=book)
        listed = referee.get("/commands").json()
        commands = rules.get(book).commands
        assert [(one["name"], one["meaning"]) for one in listed] == [(one.name, one.meaning) for one in commands]
        on = next(one for one in listed if one["name"] == "on")
        assert on["about"] == "combatant"
        assert [argument["kind"] for argument in on["arguments"]] == ["combatant", "condition", "number"]
        assert "Grub" in on["arguments"][0]["words"]
        assert "prone" in on["arguments"][1]["words"]


# --- sides that think

WASP = """
title: The wasp
distance: contact
sides:
  ours:
    players: true
    members: [Anna: {hp: 30, thac0: 10, ac: 9, damage: 1d2}, Bert: {hp: 30, thac0: 10, ac: 9, damage: 1d2}]
  theirs: {tactic: "cunning:10", members: [Bear: {hp: 30, ac: 9, thac0: 15, damage: 1d2}]}
"""


def test_a_cunning_side_answers_and_its_answers_are_kept(here: Table) -> None:
    referee = here.begin(WASP, sides=("ours",))
    for _ in range(6):
        referee.look()
        legal = [one["words"] for one in referee.view["asks"]["legal"]]
        referee.act("/answers", answer=next((words for words in legal if words.startswith("strike")), "pass"))
    journal = referee.journal()
    assert any("Bear" in line and "strike" in line and "#" in line for line in journal.splitlines())
    assert replays(journal)
