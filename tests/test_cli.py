"""The commands: what each prints, and that every mistake ends with a sentence and exit code 2."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from packs_at_hand import a_pack

import affray
from affray import scenario
from affray.cli import COMMANDS as TABLE
from affray.cli import main
from affray.delves.reader import examples as delve_examples
from affray.engine.clauses import BY_ID
from affray.engine.dice import fight_key, parse, throw

COMMANDS = sorted(TABLE)
LANTERNS = """\
party: The Lanterns
members:
  - {name: Anna, class: fighter, level: 2, gear: [chain mail, sword], hp: 3, max hp: 12}
"""
PAGE = """\
Bog Hound
AC 6 [13], HD 2+1 (10hp), Att 1 × bite (1d6), THAC0 17 [+2], MV 180' (60'), SV D12 W13 P14 B15 S16 (F2), ML 8, XP 25
"""
EVENT = {"n", "round", "kind", "clause", "who", "at", "dice", "because", "change"}
WRONG = """\
title: Three mistakes
distance: -5
sides:
  party: [3 ork]
  orcs: {members: [orc], tactik: nearest}
"""


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ford.yaml").write_text(Path(scenario.__file__).with_name("examples").joinpath("orcs.yaml").read_text())


def run(line: str, said: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, shlex.split(line), input=said)


def told(line: str, said: str | bytes | None = None) -> str:
    result = run(line, said)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(line: str, said: str | bytes | None = None) -> str:
    """What a mistaken command says: on standard error, without a traceback, with exit code 2."""
    result = run(line, said)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result.stderr


def events(line: str) -> list[dict[str, object]]:
    return [json.loads(row) for row in told(f"{line} --json").splitlines()]


# Help


def test_help_comes_without_the_heavy_libraries() -> None:
    heavy = ("llvmlite", "numpy", "pydantic", "rich", "yaml")
    code = f"""
import sys
from affray.cli import main
main(["--help"], standalone_mode=False)
print([name for name in {heavy} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", TABLE)
def test_the_table_of_commands_says_what_they_say_themselves(name: str) -> None:
    command = main.get_command(Context(main), name)
    assert command is not None
    assert command.name == name
    assert " ".join((command.help or "").partition("\n\n")[0].split()) == TABLE[name][1]


def test_a_command_is_imported_when_it_is_wanted() -> None:
    script = """
import sys
from affray.cli import main
for line in (["--help"], ["roll", "--help"]):
    main(line, standalone_mode=False)
    print(sorted(name for name in sys.modules if name.startswith("affray.cli.")))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = [line for line in done.stdout.splitlines() if line.startswith("[")]
    assert loaded == ["[]", "['affray.cli.options', 'affray.cli.roll']"]


def help_examples(command: str) -> list[str]:
    shown = re.search(r"Example: (.*?)\n\n", told(f"{command} --help"), re.DOTALL)
    assert shown is not None, f"the help of {command} has no example"
    return [line.strip() for line in shown[1].splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_every_help_work(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_DATA", "table")
    monkeypatch.setattr("affray.server.app.serve", lambda place, say, browse: None)  # until it is stopped
    told("fight --save ford.fight")
    if command in ("backup", "export", "recover"):
        told("import ford.fight")
        told("backup all-fights.db")
    Path("lanterns.yaml").write_text(LANTERNS, encoding="utf-8")
    Path("page.txt").write_text(PAGE, encoding="utf-8")
    a_pack(Path("marsh"))
    for example in help_examples(command):
        assert example.startswith(f"affray {command}")
        line = example.removeprefix("affray ").partition(" > ")[0]
        told(line.replace("-n 100000", "-n 5 --plain"), said="")


def test_version() -> None:
    assert told("--version") == f"affray {affray.__version__}\n"


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "affray", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"affray {affray.__version__}\n"


# fight and replay


def test_a_fight_without_a_name_is_orcs() -> None:
    assert told("fight --seed 3") == told("fight orcs --seed 3")


def test_a_fight_is_told_as_the_library_tells_it() -> None:
    log = affray.start("orcs", seed=5, number=2).log
    assert told("fight orcs --seed 5 --number 2") == f"{log.text()}\n"
    assert told("fight orcs --seed 5 --number 2 --json") == log.jsonl()
    assert told("fight orcs --seed 5 --number 2 --markdown") == log.markdown()


def test_the_same_seed_gives_the_same_bytes_and_another_does_not() -> None:
    first = told("fight orcs --seed 1 --json")
    assert first == told("fight orcs --seed 1 --json")
    assert first != told("fight orcs --seed 2 --json")
    assert first != told("fight orcs --seed 1 --number 1 --json")


def test_every_event_has_its_fields_and_a_registered_clause() -> None:
    shown = events("fight orcs --seed 1")
    assert [event["n"] for event in shown] == list(range(1, len(shown) + 1))
    for event in shown:
        assert set(event) == EVENT
        assert event["clause"] in BY_ID


def test_a_file_is_named_by_its_path() -> None:
    assert told("fight ./ford.yaml --seed 4 --json") == told("fight orcs --seed 4 --json")


def test_an_option_is_set() -> None:
    assert "classic.surprise" in {event["clause"] for event in events("fight orcs")}
    assert "classic.surprise" not in {event["clause"] for event in events("fight orcs --set surprise=off")}


def test_options_are_set_several_at_a_time() -> None:
    log = affray.start("orcs", options={"surprise": "off", "attack.form": "ascending"}).log
    assert told("fight orcs --set surprise=off --set attack.form=ascending") == f"{log.text()}\n"


def test_players_see_what_they_may() -> None:
    log = affray.start("orcs").log
    assert told("fight orcs --players party") == f"{log.for_players('party').text()}\n"
    assert told("fight orcs --players PARTY --players orcs --json") == log.for_players(["party", "orcs"]).jsonl()


def test_no_colours_where_there_is_no_terminal() -> None:
    assert "\x1b" not in told("fight orcs")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize(("wish", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_on_a_terminal_unless_they_are_not_wished(wish: dict[str, str], coloured: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "affray", "fight", "duel"]
    with subprocess.Popen(command, stdout=theirs, env={**os.environ, **wish}) as done:
        os.close(theirs)
        assert (b"\x1b[" in os.read(ours, 100)) == coloured
        os.close(ours)
        done.kill()


@pytest.mark.parametrize("form", ["", "--json", "--markdown", "--players party"])
def test_what_was_saved_replays_the_same(form: str) -> None:
    shown = told(f"fight orcs --seed 1 --set initiative.tie=simultaneous --save kept.fight {form}")
    assert told(f"replay kept.fight {form}") == shown


def test_saving_replaces_a_fight_but_nothing_else() -> None:
    told("fight duel --save kept.fight")
    told("fight orcs --save kept.fight")
    assert told("replay kept.fight") == told("fight orcs")
    before = Path("ford.yaml").read_text()
    assert "not a saved fight" in refused("fight orcs --save ford.yaml")
    assert Path("ford.yaml").read_text() == before


def test_a_damaged_journal_is_named_by_its_line_and_its_sound_part_recovered() -> None:
    told("play duel --seed 1", said="strike Orc\nstrike Orc\nquit\n")
    lines = Path("duel.fight").read_text().splitlines()
    Path("damaged.fight").write_text("\n".join([*lines[:-1], "mumble", ""]))
    said = refused("replay damaged.fight")
    assert f"damaged.fight:{len(lines)}:" in said
    assert "--recover" in said
    assert "damaged.fight" in refused("play damaged.fight", said="")
    result = run("replay damaged.fight --recover --save sound.fight")
    assert result.exit_code == 0
    assert f"damaged.fight:{len(lines)}:" in result.stderr
    assert Path("sound.fight").read_text().splitlines()[: len(lines) - 1] == lines[:-1]
    assert run("replay sound.fight").stdout == result.stdout


@pytest.mark.parametrize("command", ["replay", "play", "fight", "import", "recover", "write"])
def test_a_journal_of_a_newer_version_is_left_alone(command: str) -> None:
    told("fight duel --save new.fight")
    file = Path("new.fight")
    file.write_text(file.read_text().replace("affray fight 1\n", "affray fight 2\n"))
    before = file.read_bytes()
    said = refused(f"{command} new.fight")
    assert "written by a newer Affray (format 2; this one reads up to 1)" in said or command == "fight"
    assert file.read_bytes() == before


# Mistakes


@pytest.mark.parametrize(
    ("line", "fragment"),
    [
        ("fight orks", "did you mean 'orcs'?"),
        ("play orks", "did you mean 'orcs'?"),
        ("sim orks -n 1", "did you mean 'orcs'?"),
        ("fight nowhere/x.yaml", "no such file"),
        ("fight .", "can't be opened"),
        ("fight --rules clasic", "did you mean 'classic'?"),
        ("sim duel --rules clasic", "did you mean 'classic'?"),
        ("fight --set surprise", "OPTION=VALUE"),
        ("fight --set =off", "OPTION=VALUE"),
        ("fight --set surprise=", "OPTION=VALUE"),
        ("fight --set surprize=off", "did you mean 'surprise'?"),
        ("fight --set surprise=perhaps", "expected off or on"),
        ("fight --set surprise=on --set surprise=off", "twice"),
        ("sim duel --set surprize=off", "did you mean 'surprise'?"),
        ("fight --seed x", "whole number from 0 to 18,446,744,073,709,551,615"),
        ("fight --seed -1", "whole number"),
        ("fight --seed 18446744073709551616", "whole number"),
        (f"fight --seed {'9' * 5000}", "whole number"),
        ("fight --number 1.5", "whole number"),
        ("fight --players orks", "did you mean 'orcs'?"),
        ("fight --json --markdown", "can't be combined"),
        ("fight --save nowhere/x.fight", "nowhere"),
        ("fight --save .", "not a saved fight"),
        ("fight --colour", "--colour"),
        ("replay", "FILE"),
        ("replay nowhere.fight", "nowhere.fight"),
        ("replay ford.yaml", "ford.yaml:1: not a journal"),
        ("replay .", "can't read"),
        ("play --side orks", "did you mean 'orcs'?"),
        ("play --players orks", "did you mean 'orcs'?"),
        ("play nowhere.fight", "nowhere.fight"),
        ("play --journal nowhere/x.fight", "nowhere"),
        ("play --journal ford.yaml", "already"),
        ("play --json --markdown", "can't be combined"),
        ("check", "FILE"),
        ("roll", "NOTATION"),
        ("roll 2d6kk", "column 4"),
        ("roll 1000d10000 --odds", "too many outcomes"),
        ("roll d6 --times 0", "whole number from 1"),
        ("roll d6 --seed x", "whole number"),
        ("clauses clasic", "did you mean 'classic'?"),
        ("clauses classic.attack.rol.x", "did you mean 'classic.attack.roll'?"),
        ("clauses classic no-such-thing", "unknown clause"),
        ("sim", "EXAMPLE|FILE"),
        ("sim duel -n 0", "whole number from 1"),
        ("sim duel -n many", "whole number"),
        ("sim duel --threads 0", "whole number from 1"),
        ("wrestle", "wrestle"),
    ],
)
def test_a_mistake_is_told(line: str, fragment: str) -> None:
    assert fragment in refused(line, said="")
    assert not list(Path().glob("*.fight")), "a command that is refused leaves no file behind"


def test_a_journal_is_not_a_scenario() -> None:
    told("fight --save kept.fight")
    assert "affray replay" in refused("fight kept.fight")
    assert "affray replay" in refused("sim kept.fight")


def test_a_name_that_is_not_text_is_told() -> None:
    done = subprocess.run([sys.executable, "-m", "affray", "fight", b"\xff\xfe"], capture_output=True)
    assert done.returncode == 2
    assert b"no such file" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_our_signs_gets_others() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "affray", "fight"], capture_output=True, env={"PYTHONIOENCODING": "ascii"}
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr


def test_whoever_reads_may_stop_reading() -> None:
    script = f"{shlex.quote(sys.executable)} -m affray fight dragon | head -n 1"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert len(done.stdout.splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert "Broken pipe" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="another shell there")
@pytest.mark.parametrize("command", ["fight orcs", "--help", "play duel"])
def test_whoever_can_t_or_won_t_hear_gets_no_traceback(command: str, tmp_path: Path) -> None:
    affray_command = f"{shlex.quote(sys.executable)} -m affray {command}"
    for ending, codes in ((">&-", [0]), ("2>&- >&-", [0]), ("<&-", [0]), ("> /dev/full", [2]), ("| true", [0])):
        if ending == "> /dev/full" and not Path("/dev/full").exists():
            continue
        done = subprocess.run(["sh", "-c", f"{affray_command} {ending}"], capture_output=True, text=True, cwd=tmp_path)
        assert "Traceback" not in done.stderr, ending
        assert "rror" not in done.stderr, ending
        assert done.returncode in codes, (ending, done.stderr)


def test_a_closed_output_is_not_written_into_a_file(tmp_path: Path) -> None:
    """The first file that is opened gets the number that is free."""
    script = f"{shlex.quote(sys.executable)} -m affray fight duel --save duel.fight >&-"
    assert subprocess.run(["sh", "-c", script], cwd=tmp_path).returncode == 0
    assert affray.load(tmp_path / "duel.fight").over


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_who_is_ended_leaves_the_old_file_and_no_temporary_ones(name: str, tmp_path: Path) -> None:
    Path("ford.yaml").unlink()
    (tmp_path / "d.csv").write_text("old")
    words = ["sim", "duel", "-n", "100000000", "--plain", "--data", "d.csv", "--report", "r.html"]
    command = [sys.executable, "-m", "affray", *words]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as run_:
        while len(list(tmp_path.glob(".affray.*"))) < 2:
            time.sleep(0.02)
        run_.send_signal(getattr(signal, name))
        assert run_.stderr is not None
        assert b"Traceback" not in run_.stderr.read()
    if name == "SIGKILL":  # nobody can clean up after that but the next one
        assert run_.returncode == -signal.SIGKILL
        assert len(list(tmp_path.glob(".affray.*"))) == 2
        told(f"sim duel -n 5 --plain --data {tmp_path / 'other.csv'}")
        (tmp_path / "other.csv").unlink()
    else:
        assert run_.returncode == 128 + getattr(signal, name)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("d.csv", "old")]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_without_a_traceback() -> None:
    command = [sys.executable, "-m", "affray", "play", "orcs"]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # who runs tests in the background ignores it
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=heard) as at_table:
        assert at_table.stdout is not None
        while not at_table.stdout.peek().startswith(b"> "):  # type: ignore[attr-defined]
            at_table.stdout.readline()
        at_table.send_signal(signal.SIGINT)
        out, err = at_table.communicate()
    assert at_table.returncode == 130
    assert b"Continue with: affray play orcs.fight" in out
    assert err == b"Stopped.\n"


# Scenario files


def test_examples_are_listed_with_their_titles() -> None:
    shown = dict(re.split(r"\s{2,}", line) for line in told("examples").splitlines())
    days = {name: f"{title} (a day, for `affray delve`)" for name, title in delve_examples().items()}
    assert shown == {**scenario.examples(), **days}
    assert shown["orcs"] == "Orcs at the ford"


def test_files_without_mistakes_are_called_ok() -> None:
    names = ["./ford.yaml", *scenario.examples()]
    assert told(f"check {' '.join(names)}").splitlines() == [f"{name}: OK" for name in names]


def test_check_prints_all_mistakes_of_all_files() -> None:
    Path("wrong.yaml").write_text(WRONG)
    result = run("check wrong.yaml ford.yaml missing.yaml")
    assert result.exit_code == 2
    places = [line.split(": ")[0] for line in result.stdout.splitlines()]
    assert places == ["wrong.yaml:2:11", "wrong.yaml:4:13", "wrong.yaml:5:26", "ford.yaml", "missing.yaml"]


def test_the_schema_is_one_and_takes_the_examples() -> None:
    from yaml import safe_load

    schema = json.loads(told("schema"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(safe_load(Path("ford.yaml").read_text()))
    assert not Draft202012Validator(schema).is_valid(safe_load(WRONG))


# Dice


def test_dice_are_thrown_by_seed() -> None:
    notation = parse("4d6kh3")
    for number, line in enumerate(told("roll 4d6kh3 --seed 9 --times 5").splitlines()):
        faces, total = throw(notation, fight_key(9, number), 0)
        assert line == f"4d6kh3: {' '.join(map(str, faces))} = {total}"
    assert number == 4


def test_dice_are_thrown_by_chance() -> None:
    totals = {int(line.rpartition(" ")[2]) for line in told("roll d20 --times 400").splitlines()}
    assert totals <= set(range(1, 21))
    assert len(totals) > 1
    assert told("roll 7") == "7\n"


def test_the_odds_of_two_dice() -> None:
    head, columns, *rows = told("roll 2d6 --odds").splitlines()
    assert head == "2d6: 2 to 12, average 7"
    assert columns.split() == ["total", "chance", "or", "more"]
    table = {int(total): (chance, more, exact) for total, chance, more, exact, *_ in map(str.split, rows)}
    assert sorted(table) == list(range(2, 13))
    assert table[2] == ("2.7778%", "100.0000%", "1/36")
    assert table[7] == ("16.6667%", "58.3333%", "1/6")  # 21 of 36 show 7 or more
    assert table[12] == ("2.7778%", "2.7778%", "1/36")


def test_the_odds_of_much() -> None:
    assert "100d6: 100 to 600, average 350" in told("roll 100d6 --odds")
    assert "adv".join(told("roll adv --odds").split("2d20kh1")).startswith("adv: 1 to 20, average 13.825\n")


# Clauses


def test_clauses_as_json() -> None:
    shown = json.loads(told("clauses classic --json"))
    for entry in shown:
        assert {"id", "book", "wording", "status", "functions", "tests"} <= set(entry)
    ids = [entry["id"] for entry in shown]
    assert "classic.attack.roll" in ids
    assert "affray.end" in ids


def test_clauses_in_words() -> None:
    whole = told("clauses")
    assert "classic.attack.roll" in whole
    assert "affray.start" in whole
    assert told("clauses classic.attack.roll") == told("clauses classic attack.roll")
    one = told("clauses classic attack.roll")
    assert "1d20 + modifiers" in one
    assert "read by:" in one
    some = told("clauses classic morale")
    assert "classic.morale" in some
    assert "classic.attack" not in some


def test_a_clause_tells_its_options() -> None:
    assert re.search(r"options:\n    initiative\.tie\n", told("clauses classic.initiative.tie"))


# Simulations


def test_a_simulation_as_json() -> None:
    shown = json.loads(told("sim duel -n 40 --seed 2 --plain --json"))
    for key in (
        "ruleset",
        "options",
        "seed",
        "fights",
        "outcomes",
        "rounds",
        "checksum",
        "fights_per_second",
        "engine",
    ):
        assert key in shown
    assert shown["exact"] is False
    assert (shown["ruleset"], shown["seed"], shown["fights"], shown["engine"]) == ("classic", 2, 40, "plain")
    assert set(shown["outcomes"]) == {"fighter", "orc", "nobody", "stand-off"}
    won = [affray.start("duel", seed=2, number=number).winner for number in range(40)]
    for name, outcome in shown["outcomes"].items():
        assert outcome["share"] == pytest.approx(won.count(name) / 40)
        assert outcome["low"] <= outcome["share"] <= outcome["high"]


def test_a_simulation_in_words() -> None:
    shown = told("sim duel -n 20 --plain --set attack.form=ascending")
    assert "fighter" in shown
    assert "orc" in shown
