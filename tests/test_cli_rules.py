"""`affray rules`, `affray diff`, and house rules on the command line."""

from __future__ import annotations

import json
import shlex
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fixtures_stranger import stranger  # noqa: F401

from affray import houserules
from affray.cli import main
from affray.engine.clauses import CLAUSES, READING
from affray.rules import books

HEAD = "name: Ours\nsays: As we like it.\nrules: classic\n"


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.yaml").write_text(HEAD + "options: {retreat.bonus: 3, initiative.tie: simultaneous}\n", encoding="utf-8")


def run(line: str) -> Result:
    return CliRunner().invoke(main, shlex.split(line))


def told(line: str) -> str:
    result = run(line)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(line: str) -> str:
    result = run(line)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr


# --- rules


def test_rules_lists_books_and_house_rules() -> None:
    found = json.loads(told("rules --json"))
    assert [each["name"] for each in found["books"]] == list(books())
    assert [each["name"] for each in found["house rules"]] == list(houserules.built_in_texts())
    assert "own-dice" in told("rules")
    assert "Group initiative (tempo, vanguard): One die" in told("rules")


def test_rules_lists_those_in_a_folder_too() -> None:
    Path("orcs.yaml").write_text("title: t\nsides: {one: [orc], two: [orc]}\n", encoding="utf-8")
    Path("bad.yaml").write_text(HEAD + "seams: {zeroo: classic}\n", encoding="utf-8")
    found = {each["name"]: each for each in json.loads(told("rules --folder . --json"))["house rules"]}
    assert found["ours.yaml"]["says"] == "As we like it."
    assert "bad.yaml:4:9: unknown seam 'zeroo'" in found["bad.yaml"]["error"]
    assert found.keys() == {*houserules.built_in_texts(), "ours.yaml", "bad.yaml"}


def test_rules_lists_files_of_a_folder_that_can_t_be_read_with_their_error() -> None:
    Path("torn.yaml").write_text("name: [\n", encoding="utf-8")
    Path("latin.yaml").write_bytes(b"name: caf\xe9\n")
    found = {each["name"]: each for each in json.loads(told("rules --folder . --json"))["house rules"]}
    assert "torn.yaml:2:1: not YAML" in found["torn.yaml"]["error"]
    assert "latin.yaml:1:10: the byte 0xE9 is not UTF-8" in found["latin.yaml"]["error"]


def test_a_file_without_a_sentence_is_checked_as_house_rules() -> None:
    Path("mute.yaml").write_text("name: Ours\nrules: classic\noptions: {retreat.bonus: 3}\n", encoding="utf-8")
    assert run("check mute.yaml").stdout == "mute.yaml:1:1: missing key `says`\n"
    assert "no such folder" in refused("rules --folder nowhere")


@pytest.mark.usefixtures("stranger")
def test_rules_names_what_is_broken_and_lists_the_others() -> None:
    found = json.loads(told("rules --json"))
    assert "stranger" in [each["name"] for each in found["books"]]
    assert [each["name"] for each in found["broken"]] == ["gone", "mute", "alias"]
    assert "Broken\n  'gone' of the entry point" in told("rules")


@pytest.mark.parametrize("name", books())
def test_rules_of_a_book_tells_its_round_options_and_rulings(name: str) -> None:
    book, found = books()[name], json.loads(told(f"rules {name} --json"))
    assert found["round"] == list(book.sequence)
    assert {o["name"]: o["default"] for o in found["options"]} == {o.name: o.say(o.default) for o in book.options}
    assert [each["id"] for each in found["readings"]] == [
        clause.id for clause in CLAUSES.values() if clause.book == name and clause.status == READING
    ]
    assert [each["seam"] for each in found["seams"]] == [seam for seam in houserules_seams() if seam in book.seams]


def houserules_seams() -> list[str]:
    from affray.rules.seams import GROUPS

    return list(GROUPS)


def test_rules_of_house_rules_tells_the_book_as_they_make_it() -> None:
    words = told("rules ours.yaml")
    assert "Ours: As we like it." in words
    assert "initiative.tie: simultaneous (may be reroll or simultaneous) [classic.initiative.tie]" in words


def test_rules_of_a_clause_shows_it_at_work() -> None:
    found = json.loads(told("rules classic attack.natural --json"))
    assert found["id"] == "classic.attack.natural"
    assert found["status"] == "rule"
    assert found["example"]["how"] == "event"
    assert "[classic.attack.natural]" in found["example"]["words"]
    assert "affray.rules.shared.attack.strikes" in found["functions"]
    assert "event:\n" in told("rules classic classic.attack.natural")


def test_a_clause_that_only_refuses_is_shown_by_a_refusal() -> None:
    found = json.loads(told("rules classic missile.distance --json"))["example"]
    assert found["how"] == "refusal"
    assert found["words"].endswith("[classic.missile.distance]")


@pytest.mark.parametrize("book", ["classic", "three-books", "ours.yaml"])
def test_the_command_of_an_example_shows_it_again(book: str) -> None:
    found = json.loads(told(f"rules {book} attack.natural --json"))["example"]
    line = found["words"].splitlines()[-1].rpartition(" [")[0].strip()
    assert line in told(found["command"].removeprefix("affray ")), found


def test_a_clause_that_no_fight_shows_says_so_and_names_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.tools.clause_index.example_of", lambda id: None)
    tests = json.loads(told("rules classic attack.natural --json"))["tests"]
    words = told("rules classic attack.natural")
    assert f"no example fight shows it; the test {tests[0]} shows it" in words


def test_a_side_fights_by_the_tactic_it_is_given() -> None:
    both = [told(f"fight orcs --json --seed 3{said}") for said in ("", " --tactic orcs=focus --tactic party=weakest")]
    assert both[0] != both[1]
    assert "unknown side 'orks'" in refused("fight orcs --tactic orks=focus")
    assert "unknown tactic 'fucus'" in refused("sim orcs -n 1 --plain --tactic orcs=fucus")
    assert "'focus' is not SIDE=NAME" in refused("fight orcs --tactic focus")


def test_what_is_unknown_is_told_with_the_nearest() -> None:
    assert "did you mean 'classic'?" in refused("rules clasic")
    assert "did you mean 'classic.attack.roll'?" in refused("rules classic classic.attack.rol")


# --- diff


def test_a_book_and_itself_don_t_differ() -> None:
    assert told("diff classic classic") == "classic and classic don't differ.\n"


def test_diff_tells_options_and_rows_in_words() -> None:
    words = told("diff classic own-dice")
    assert "damage.variable: off in classic, on in Own dice" in words
    assert "weapons, only in Own dice: bastard sword, bec de corbin" in words
    assert "weapons, not alike: sword" in words
    assert "Who acts first" not in words


def test_two_of_the_same_name_are_told_apart_by_their_files() -> None:
    Path("other.yaml").write_text(
        HEAD + "tables: {weapons: {flail: {damage: 1d6, qualities: melee}}}\n", encoding="utf-8"
    )
    Path("third.yaml").write_text(
        HEAD + "tables: {weapons: {scythe: {damage: 1d6, qualities: melee}}}\n", encoding="utf-8"
    )
    words = told("diff other.yaml third.yaml")
    assert "weapons, only in Ours (other.yaml): flail" in words
    assert "weapons, only in Ours (third.yaml): scythe" in words


@pytest.mark.usefixtures("stranger")
def test_diff_tells_seam_by_seam() -> None:
    Path("hard.yaml").write_text(HEAD.replace("Ours", "Hard") + "seams: {zero: hard}\n", encoding="utf-8")
    words = told("diff classic hard.yaml")
    assert "What happens at 0 hit points (zero)" in words
    assert "Hard: as in stranger: Dead only below the limit." in words
    assert "stranger.zero: Who is below 0 hit points fights on down to a limit." not in words.partition("Hard:")[0]
    assert "Options of Hard alone\n  zero.depth: 3 (may be a whole number from 0 to 20) [stranger.zero]" in words
    found = json.loads(told("diff classic hard.yaml --json"))
    assert [each["seam"] for each in found["seams"]] == ["zero"]
    assert [each["option"] for each in found["options"]] == ["zero.depth"]


def test_any_two_books_can_be_told_apart() -> None:
    for one, other in combinations(books(), 2):
        found = json.loads(told(f"diff {one} {other} --json"))
        assert (found["first"], found["second"]) == (one, other)
        assert found["seams"]
        assert found["options"]


# --- house rules on the command line


def test_fight_and_sim_take_house_rules() -> None:
    assert "House rules, Ours: As we like it. [affray.start]" in told("fight duel --house ours.yaml")
    assert "House rules, Own dice" in told("fight duel --house ours.yaml --house own-dice")
    result = json.loads(told("sim duel -n 20 --plain --json --house ours.yaml"))
    assert (result["ruleset"], result["house"], result["options"]) == ("classic", ["Ours"], {})
    assert "20 fights, classic, Ours, seed 0" in told("sim duel -n 20 --plain --house ours.yaml")


def test_the_book_is_that_of_the_house_rules() -> None:
    assert refused("fight duel --house ours.yaml --rules clasic").startswith("unknown rulebook 'clasic'")


def test_a_kept_fight_remembers_its_house_rules() -> None:
    kept = told("fight duel --house ours.yaml --save duel.fight")
    Path("ours.yaml").unlink()
    assert told("replay duel.fight") == kept


def test_a_mistake_ends_with_its_place_and_exit_code_two() -> None:
    Path("bad.yaml").write_text(HEAD + "options:\n  initiative.ty: simultaneous\n", encoding="utf-8")
    assert refused("fight duel --house bad.yaml").startswith("bad.yaml:5:3: unknown option 'initiative.ty'")
    assert "ours.yaml:4:11 too; drop one of them" in refused("fight duel --house ours.yaml --set retreat.bonus=4")


def test_check_finds_the_mistakes_of_house_rules() -> None:
    Path("bad.yaml").write_text(HEAD + "options:\n  initiative.ty: simultaneous\n", encoding="utf-8")
    Path("duel.yaml").write_text("title: t\nhouse rules: bad.yaml\nsides: {one: [orc], two: [orc]}\n", encoding="utf-8")
    assert run("check bad.yaml").stdout.startswith("bad.yaml:5:3: unknown option")
    assert run("check duel.yaml").stdout.startswith("bad.yaml:5:3: unknown option")
    assert told("check ours.yaml") == "ours.yaml: OK\n"
