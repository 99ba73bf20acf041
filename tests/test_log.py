"""The log: its forms and its JSON, the clause of every line; and players read what they may know and no more."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from events_at_hand import ANNA, BERT, BITTEN, HIT, HURT, MORALE, ORC, ROSTER, ROUND, SIDES, WORDS, event

from affray import scenario
from affray.engine import events as E
from affray.engine.clauses import BY_ID, CLAUSES
from affray.engine.dice import fight_key
from affray.engine.phrases import Saying
from affray.engine.state import ALWAYS
from affray.engine.verbs import Answer, Question
from affray.engine.vocabulary import ASLEEP
from affray.errors import AffrayError
from affray.log import Answered, Event, Log, Recorder
from affray.log.narrate import Spoken
from affray.rules.book import Roster
from affray.rules.classic import BOOK
from affray.rules.classic.morale import SITUATION_IS
from affray.rules.shared import clauses as C
from affray.rules.shared.attack import STRENGTH

FIELDS = ["n", "round", "kind", "clause", "who", "at", "dice", "because", "change"]


def log(*rows: Event | Answered, **more: object) -> Log:
    return Log(BOOK, ROSTER, rows, SIDES, **more)  # type: ignore[arg-type]


# --- whole fights


@cache
def played(name: str, seed: int) -> Log:
    f, roster = BOOK.build(scenario.load(name, BOOK.names()), {})
    f.key = fight_key(seed, 0)
    f.observer = recorder = Recorder()
    BOOK.fight(f)
    return Log(BOOK, roster, recorder.log, [c.side for c in f.who])


FIGHTS = [(name, seed) for name in sorted(scenario.examples()) for seed in (1, 2)]


@pytest.mark.parametrize(("name", "seed"), FIGHTS)
def test_every_line_names_its_clause(name: str, seed: int) -> None:
    told = played(name, seed)
    for form in (told, told.for_players("party" if "party" in names_of_sides(told) else names_of_sides(told)[0])):
        for line in filter(None, form.text().split("\n")):
            assert line.rpartition("[")[2].removesuffix("]") in BY_ID, line
        for line in filter(None, form.markdown().split("\n")[1:]):
            assert line.rpartition("`[")[2].removesuffix("]`") in BY_ID, line


@pytest.mark.parametrize(("name", "seed"), FIGHTS)
def test_nobody_and_nothing_is_without_a_name(name: str, seed: int) -> None:
    text = played(name, seed).text()
    for word in ("somebody", "the side of", "?", "None"):
        assert word not in text


def test_initiative_is_told_of_every_side() -> None:
    told = [json.loads(line) for line in played("orcs", 1).jsonl().splitlines()]
    assert {e["who"] for e in told if e["clause"] == "classic.initiative.side"} == {"party", "orcs"}


# --- JSON


def test_json_has_exactly_its_fields() -> None:
    for name, seed in FIGHTS:
        told = [json.loads(line) for line in played(name, seed).jsonl().splitlines()]
        assert all(list(e) == FIELDS for e in told)
        assert [e["n"] for e in told] == list(range(1, len(told) + 1))
        assert all(e["kind"] in E.KINDS and e["clause"] in BY_ID for e in told)
        assert all(set(b) == {"clause", "words", "amount"} for e in told for b in e["because"])


def test_json_of_a_hit_and_its_damage() -> None:
    first, second = map(json.loads, log(HIT, HURT).jsonl().splitlines())
    strength = {"clause": "classic.attack.roll", "words": "STR", "amount": 1}
    assert first == {
        "n": 1,
        "round": 3,
        "kind": "hit",
        "clause": "classic.attack.descending",
        "who": "Anna",
        "at": "Orc",
        "dice": [[20, 13]],
        "because": [strength],
        "change": {"total": 14, "ac": 5},
    }
    assert (second["n"], second["change"]) == (2, {"damage": 3, "hp": [8, 5]})


def test_json_of_what_concerns_nobody_else() -> None:
    round_, moved = map(
        json.loads, log(ROUND, event(E.MOVE, C.MOVE_RETREAT, ANNA, ANNA, 400, 1200)).jsonl().splitlines()
    )
    assert (round_["who"], round_["at"], round_["change"]) == (None, None, {"number": 3})
    assert (moved["who"], moved["at"], moved["change"]) == ("Anna", None, {"moved": 40, "rate": 120})


def test_json_of_a_condition() -> None:
    asleep = event(E.CONDITION_ON, C.SPELL_CONDITION, ANNA, ORC, ASLEEP, 41)
    first, second = map(json.loads, log(asleep, asleep._replace(was=ALWAYS + 1)).jsonl().splitlines())
    assert first["change"] == {"condition": "asleep", "until": 41}
    assert second["change"] == {"condition": "asleep", "until": None}


# --- players


def names_of_sides(told: Log) -> tuple[str, ...]:
    return told._names.roster.sides


def test_players_see_their_own_hp_and_no_others() -> None:
    ours, theirs = log(HURT, BITTEN).for_players("ours"), log(HURT, BITTEN).for_players("theirs")
    assert "hp" not in json.loads(ours.jsonl().splitlines()[0])["change"]
    assert json.loads(ours.jsonl().splitlines()[1])["change"] == {"damage": 5, "hp": [7, 2]}
    assert json.loads(theirs.jsonl().splitlines()[0])["change"] == {"damage": 3, "hp": [8, 5]}
    assert "Orc takes 3 damage from Anna: d6=2 +1 STR = 3 [" in ours.text()


def test_players_see_no_armour_class_but_their_own() -> None:
    assert "= 14, hits [" in log(HIT).for_players("ours").text()
    assert "needs 12 (THAC0 17, AC 5): hits [" in log(HIT).for_players("theirs").text()
    assert "AC 5" in log(HIT).for_players(["ours", "theirs"]).text()


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_players_see_that_morale_is_checked_and_nothing_of_it(side: str) -> None:
    told = json.loads(log(MORALE).for_players(side).jsonl())
    assert (told["dice"], told["because"], told["change"]) == ([], [], {})
    assert "Morale, Orc [" in log(MORALE).for_players(side).text()


def test_hp_rolled_for_others_is_no_event_for_players() -> None:
    rolled = [event(E.ROLL, C.HP_ROLL, who, who, 6, dice=((8, 6),)) for who in (ANNA, ORC, BERT)]
    told = [json.loads(line) for line in log(*rolled).for_players("ours").jsonl().splitlines()]
    assert [(e["n"], e["who"]) for e in told] == [(1, "Anna"), (2, "Bert")]


def test_the_referees_words_are_the_referees() -> None:
    command = Spoken("on", Saying("", ""), "", False, {}, "a trap\nof mine")
    said = log(event(E.CONDITION_ON, BY_ID["affray.referee"], ANNA, ANNA, ASLEEP, 5), said={0: command})
    assert "Anna is asleep until the end of round 5 (a trap of mine) [affray.referee]" in said.text()
    assert "trap" not in said.for_players("ours").text()


@pytest.mark.parametrize("kind", range(len(E.KINDS)), ids=E.KINDS)
def test_players_see_no_number_by_a_clause_that_nobody_has_listed(kind: int) -> None:
    e = event(kind, BY_ID["affray.start"], ORC, ORC, 1, 77, dice=((20, 17),), because=((STRENGTH, 55),))
    if E.KINDS[kind] != "end":  # who has won is no secret
        text = log(e).for_players("ours").jsonl()
        assert not re.search(r"77|17|55", text)


def foes(told: Log, ours: int) -> set[str]:
    return {name for name, side in zip(told._names.roster.who, told._names.sides, strict=True) if side != ours}


@pytest.mark.parametrize(("name", "seed"), FIGHTS)
def test_no_hp_of_a_foe_is_in_the_log_of_players(name: str, seed: int) -> None:
    told = played(name, seed)
    for number, side in enumerate(names_of_sides(told)):
        shown = [json.loads(line) for line in told.for_players(side).jsonl().splitlines()]
        assert [e["n"] for e in shown] == list(range(1, len(shown) + 1))
        for e in shown:
            if {"hp", "ac", "needed", "left"} & e["change"].keys():
                assert (e["at"] or e["who"]) not in foes(told, number), e


def altered(e: Event, sides: tuple[int, ...], ours: int) -> Event:
    """The event with every number changed that players of a side may not know."""
    kind, clause = E.KINDS[e.kind], CLAUSES[e.clause].id
    e = e._replace(rolled=e.rolled + 1)
    if clause.startswith("classic.morale") and kind == "check":
        return e._replace(value=e.value + 100, was=e.was + 100, dice=((6, 6), (6, 6)), because=((SITUATION_IS, 2),))
    if sides[e.other] == ours:
        return e
    if kind in ("damage", "hit", "miss"):
        return e._replace(was=e.was + 100)
    if kind in ("heal", "dead", "down") or clause in ("classic.save.roll", "classic.hp.roll"):
        return e._replace(value=e.value + 100, was=e.was + 100, dice=())
    return e


@pytest.mark.parametrize(("name", "seed"), FIGHTS)
def test_other_secrets_would_give_players_the_same_log(name: str, seed: int) -> None:
    told = played(name, seed)
    sides = tuple(told._names.sides)
    changed = 0
    for number, side in enumerate(names_of_sides(told)):
        rows = [altered(e, sides, number) for e in told]
        other = Log(BOOK, told._names.roster, rows, sides).for_players(side)
        mine = told.for_players(side)
        assert (other.text(), other.markdown(), other.jsonl(), list(other)) == forms(mine)
        changed += Log(BOOK, told._names.roster, rows, sides).jsonl() != told.jsonl()
    assert changed > 0


def forms(told: Log) -> tuple[str, str, str, list[Event]]:
    return told.text(), told.markdown(), told.jsonl(), list(told)


def test_answers_are_no_part_of_a_log() -> None:
    asked = Answered(Question(0, 0, 0, 0), Answer(0), 0, 3)
    assert forms(log(asked, HIT, asked, HURT)) == forms(log(HIT, HURT))
    assert len(log(asked, HIT)) == 1


def test_players_of_players_learn_no_more() -> None:
    assert len(log(HURT, BITTEN).for_players("ours").for_players(["ours", "theirs"]).text()) == len(
        log(HURT, BITTEN).for_players("ours").text()
    )


def test_a_side_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(AffrayError, match="theirs"):
        log(HIT).for_players("theirz")


# --- the sequence, the news, the forms


def test_a_log_is_a_sequence_of_events() -> None:
    told = log(ROUND, HIT, HURT)
    assert (len(told), told[-1], told[1:]) == (3, HURT, [HIT, HURT])
    assert list(told) == [ROUND, HIT, HURT]
    assert str(told) == told.text()


def test_news_keep_the_numbers_of_the_whole() -> None:
    rows = (event(E.ROLL, C.HP_ROLL, ORC, ORC, 6), ROUND, HIT, HURT)
    news = log(*rows, since=2)
    assert [json.loads(line)["n"] for line in news.jsonl().splitlines()] == [3, 4]
    assert [json.loads(line)["n"] for line in news.for_players("ours").jsonl().splitlines()] == [2, 3]
    assert log(*rows).text().endswith(news.text())
    assert log(*rows).markdown().endswith(news.markdown())


def test_text_has_a_heading_for_each_round() -> None:
    assert log(ROUND, HIT).text() == (
        "    1  Round 3 [classic.round.sequence]\n"
        "    2  hit            Anna attacks Orc: d20=13 +1 STR = 14, needs 12 (THAC0 17, AC 5): hits "
        "[classic.attack.descending]"
    )


def test_markdown_is_a_document() -> None:
    assert log(ROUND, HIT).markdown() == (
        f"# {BOOK.title}\n\n"
        "## Round 3 `[classic.round.sequence]`\n\n"
        "- Anna attacks Orc: d20=13 +1 STR = 14, needs 12 (THAC0 17, AC 5): hits `[classic.attack.descending]`\n"
    )


def test_what_is_unusual_is_said_once_and_to_the_referee() -> None:
    roster = Roster(ROSTER.who, ROSTER.sides, WORDS, WORDS, notes=("Anna: a cleric does not use a sword",))
    told = Log(BOOK, roster, (ROUND, HIT), SIDES)
    assert "Anna: a cleric does not use a sword [affray.start]" in told.text()
    assert "a cleric" in told.markdown()
    assert "a cleric" not in told.for_players("ours").text()
    assert "a cleric" not in Log(BOOK, roster, (ROUND, HIT), SIDES, since=1).text()


def test_colours_only_where_asked_for() -> None:
    for name, seed in FIGHTS:
        told = played(name, seed)
        assert "\x1b" not in told.text() + told.markdown()
        assert re.sub(r"\x1b\[\d+m", "", told.text(colour=True)) == told.text() != told.text(colour=True)


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31mb", "a\r\u2028b", "a\ud800b"])
def test_a_name_can_not_leave_its_line(name: str) -> None:
    roster = Roster((name, "Bert", "Orc", "Wolf"), ROSTER.sides, WORDS, WORDS)
    told = Log(BOOK, roster, (HIT,), SIDES)
    assert len(told.text().splitlines()) == 2
    assert "\x1b" not in told.text()
    told.jsonl().encode()


def test_a_name_is_no_markdown() -> None:
    roster = Roster(("*A* <b> [x](y)", "Bert", "Orc", "Wolf"), ROSTER.sides, WORDS, WORDS)
    assert r"\*A\* \<b\> \[x\](y) attacks" in Log(BOOK, roster, (HIT,), SIDES).markdown()


def test_the_same_fight_gives_the_same_bytes() -> None:
    first = forms(played("orcs", 1))
    played.cache_clear()
    assert forms(played("orcs", 1)) == first
