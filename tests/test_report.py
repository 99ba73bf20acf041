"""The report: one sound HTML file that needs nothing else, says all that was run, and can be made again."""

from __future__ import annotations

import os
import re
import resource
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from subprocess import CompletedProcess, run

import pytest
from click.testing import CliRunner
from click.testing import Result as Ran
from fixtures_pictures import brawl, hostile, light

import affray
from affray import charts
from affray.charts.style import VARIABLES, percent
from affray.cli import main
from affray.simulation.result import Result

VOID = {"meta", "br", "link", "img", "hr", "input"}
RESULTS = [brawl, hostile, light]


class Page(HTMLParser):
    """What stands in a page: tags in their order, and whether each was closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags = list[tuple[str, dict[str, str | None]]]()
        self.open, self.text, self.crossed = list[str](), list[str](), list[str]()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def named(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in names]

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).replace("\u00a0", " ").split())


@cache
def html(result: Callable[[], Result]) -> str:
    return charts.report(result())


@cache
def page(result: Callable[[], Result]) -> Page:
    return Page(html(result))


# --- sound HTML


@pytest.mark.parametrize("result", RESULTS)
def test_every_tag_is_closed_in_its_turn(result: Callable[[], Result]) -> None:
    assert html(result).startswith("<!DOCTYPE html>")
    assert page(result).open == []
    assert page(result).crossed == []
    assert page(result).named("html") == [{"lang": "en"}]
    assert {"charset": "utf-8"} in page(result).named("meta")


@pytest.mark.parametrize("result", RESULTS)
def test_every_id_is_there_once_and_whatever_is_named_is_there(result: Callable[[], Result]) -> None:
    ids = [each["id"] for _, each in page(result).tags if "id" in each]
    assert len(set(ids)) == len(ids)
    named = re.findall(r'(?:href="#|url\(#)([^")]+)', html(result))
    named += [word for _, each in page(result).tags for word in (each.get("aria-labelledby") or "").split()]
    assert named
    assert set(named) <= set(ids)


@pytest.mark.parametrize("result", RESULTS)
def test_headings_are_in_order_and_tables_say_what_is_a_heading(result: Callable[[], Result]) -> None:
    levels = [int(tag[1]) for tag, _ in page(result).tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels[1:] == [2] * (len(levels) - 1)
    assert all(each.get("scope") in ("col", "row") for each in page(result).named("th"))
    assert len(page(result).named("table")) == len(page(result).named("caption"))


@pytest.mark.parametrize("result", RESULTS)
def test_every_picture_has_its_words(result: Callable[[], Result]) -> None:
    drawings = page(result).named("svg")
    assert len(drawings) == (5 if result().watched else 2)
    assert all(each["role"] == "img" for each in drawings)
    assert len(page(result).named("desc")) == len(drawings)
    for kind in ("outcomes", "rounds"):
        assert charts.PICTURES[kind].words(result()) in page(result).words


# --- one file


@pytest.mark.parametrize("result", RESULTS)
def test_nothing_comes_from_elsewhere(result: Callable[[], Result]) -> None:
    text = html(result)
    assert not page(result).named("script", "link", "img", "iframe", "object", "embed", "base", "form", "image")
    for _, each in page(result).tags:
        for name, value in each.items():
            assert not name.startswith(("on", "src", "xmlns"))
            assert not name.endswith("href") or (value or "").startswith("#")
    assert set(re.findall(r"url\(.", text)) <= {"url(#"}
    assert "@import" not in text
    assert "http" not in text
    assert "//" not in re.sub(r"<details>.*?</details>", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "--><b>Bob</b>", "</style>"])
def test_names_are_text_whatever_is_in_them(name: str) -> None:
    assert not page(hostile).named("script", "b")
    assert name in page(hostile).words


def test_the_pictures_take_the_colours_of_the_page() -> None:
    text = html(brawl)
    for paint, variable in VARIABLES.items():
        assert paint not in text
        assert f"var({variable})" in text
        assert len(re.findall(f"{variable}: #", text)) == 2  # light and dark
    assert "@media screen and (prefers-color-scheme: dark)" in text  # so paper is always white
    assert "@media print" in text


def test_it_is_the_same_bytes_every_time() -> None:
    assert charts.report(brawl()) == html(brawl)


# --- what it says


def test_it_says_what_was_run() -> None:
    result, words = brawl(), page(brawl).words
    for fact in (
        "scenario brawl: A brawl",
        "book classic",
        "house rules none",
        "options as the book has it",
        "tactics party: first, orcs: first",
        "seed 1",
        "fights 80 (numbers 0 to 79)",
        f"error at most ±{100 * result.error:.3g} percentage points",
        f"checksum {result.checksum}",
        "engine plain",
        f"version Affray {affray.__version__}",
    ):
        assert fact in words
    assert result.asked.encounter.text.strip().splitlines()[0] in words


def test_house_rules_and_options_are_named() -> None:
    result = affray.simulate("duel", house="grazes", options={"initiative.tie": "reroll"}, n=20, plain=True)
    text = charts.report(result)
    words = Page(text).words
    assert "book procedure house rules Grazes" in words
    assert "options initiative.tie reroll" in words
    given = shlex.split(unescape(re.findall(r"<code>(affray .*?)</code>", text)[0]))
    assert given[:9] == "affray sim duel --rules procedure --house grazes --set initiative.tie=reroll".split()


def test_the_answer_comes_first() -> None:
    result, words = brawl(), page(brawl).words
    name, best = max(result.outcomes.items(), key=lambda item: item[1].share)
    answer = f"In {percent(best.share)} ({percent(best.low)} to {percent(best.high)}) of the fights {name} wins."
    assert words.index(answer) < words.index("Who wins, and how")


def test_every_combatant_is_in_the_table() -> None:
    for fighter in brawl().fighters:
        cells = f"{fighter.name} {fighter.side} {percent(fighter.dies.share)}"
        assert cells in page(brawl).words


def test_fights_that_were_called_off_are_told_so() -> None:
    words = Page(charts.report(replace(brawl(), complete=False))).words
    assert "Called off before its end" in words
    assert "stopped early" not in page(brawl).words.lower()


# --- the command


def affray_sim(*words: str) -> Ran:
    return CliRunner().invoke(main, ["sim", *words])


def command_in(file: Path) -> list[str]:
    (command,) = re.findall(r"<code>(affray .*?)</code>", file.read_text(encoding="utf-8"))
    return shlex.split(unescape(command))


def test_the_command_makes_the_same_report_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    given = "duel -n 40 --plain --seed 7 --set initiative.tie=simultaneous --tactic orc=focus --report it's.html"
    ran = affray_sim(*given.split())
    assert ran.exit_code == 0, ran.output
    assert "it's.html: report" in ran.output
    first = Path("it's.html").read_bytes()
    program, command, *words = command_in(Path("it's.html"))
    assert (program, command) == ("affray", "sim")
    assert affray_sim(*words).exit_code == 0
    assert Path("it's.html").read_bytes() == first


def test_what_was_left_out_is_in_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert affray_sim("duel", "--plain", "--report", "r.html").exit_code == 0
    words = " ".join(command_in(Path("r.html")))
    assert "-n 1000" in words
    assert "--seed 0" in words


def test_a_result_without_a_command_finds_one() -> None:
    (command,) = re.findall(r"<code>(affray .*?)</code>", html(brawl))
    assert command == (
        "affray sim brawl --rules classic --tactic party=first --tactic orcs=first -n 80 --seed 1 --report report.html"
    )


def test_pictures_by_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = affray_sim(*"duel -n 30 --plain --plot p.png --picture rounds --theme dark --json".split())
    assert ran.exit_code == 0, ran.output
    assert '"plot": "p.png"' in ran.output
    result = affray.simulate("duel", n=30, plain=True)
    dark = charts.DARK
    assert Path("p.png").read_bytes() == charts.data_of(charts.rounds(result, dark), ".png", dark)
    assert [each.name for each in tmp_path.iterdir()] == ["p.png"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--plot p.gif", "p.gif: what kind of file is that? Expected a name that ends in .svg or .png"),
        ("--plot none/p.svg", "none/p.svg can't be written: No such file or directory"),
        ("--plot p.svg --report none/r.html", "none/r.html can't be written: No such file or directory"),
        ("--report r.pdf", "Expected a name that ends in .html or .htm"),
        ("--report here.html", "here.html is a folder; expected the name of a file"),
        ("--picture hp", "--picture needs --plot FILE."),
        ("--plot p.svg --picture hpp", "hpp"),
        ("--plot p.svg --data d.txt", "d.txt"),
    ],
)
def test_a_place_that_wont_do_is_said_before_the_fights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("here.html").mkdir()
    ran = affray_sim("duel", "-n", "1000000000", "--plain", *words.split())
    assert ran.exit_code == 2
    assert said in ran.output
    assert [each.name for each in tmp_path.iterdir()] == ["here.html"]


def in_little_room(room: int, *words: str) -> CompletedProcess[str]:
    """As on a disk that is full after so many bytes of a file."""

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    command = [sys.executable, "-m", "affray", "sim", *words]
    quiet = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return run(command, preexec_fn=little, capture_output=True, text=True, env=quiet, check=False)


def test_a_full_disk_is_said_and_what_was_there_stays(tmp_path: Path) -> None:
    file = tmp_path / "r.html"
    file.write_text("what was there", encoding="utf-8")
    ran = in_little_room(5000, "duel", "-n", "20", "--plain", "--report", str(file))
    assert ran.returncode == 2
    assert "r.html can't be written: File too large" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "20 fights" in ran.stdout  # the result is told all the same
    assert file.read_text(encoding="utf-8") == "what was there"
    assert [each.name for each in tmp_path.iterdir()] == ["r.html"]


def test_without_matplotlib_it_says_how_to_get_it(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['matplotlib'] = None; from affray.cli import main; "
        f"main(['sim', 'duel', '--plain', '-n', '5', '--plot', {str(tmp_path / 'p.svg')!r}])"
    )
    ran = run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "pip install 'affray[sim]'" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_simulation_without_pictures_doesnt_load_them() -> None:
    script = (
        "import sys; from affray.cli import main; "
        "main(['sim', 'duel', '--plain', '-n', '5'], standalone_mode=False); print('matplotlib' in sys.modules)"
    )
    ran = run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split()[-1] == "False"
