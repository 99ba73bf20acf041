"""A fight to be kept: a note with rounds, JSON lines, a page that stands alone; for the referee and for players."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from server.browsers import chromium

import affray
from affray.cli import main
from affray.errors import AffrayError
from affray.exchange.exporters import fights
from affray.play.session import Play

FORMS = ("markdown", "html")


@pytest.fixture(scope="module")
def play() -> Play:
    return affray.start("orcs", seed=3)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, [*words])


def lines_of(play: Play) -> list[str]:
    return [line.words for chapter in play.log.chapters() for line in chapter.lines]


def test_a_note_has_its_facts_at_its_head(play: Play) -> None:
    head = yaml.safe_load(fights.write_fight(play, "markdown").split("---")[1])
    rounds = play.state.round
    told = {
        "title": "Orcs at the ford",
        "rules": "classic",
        "rounds": rounds,
        "winner": "party",
        "seed": 3,
        "number": 0,
    }
    assert head == told


def test_a_note_has_every_round_and_every_line(play: Play) -> None:
    text = fights.write_fight(play, "markdown")
    assert re.findall(r"^## (.*)$", text, re.M) == [chapter.title for chapter in play.log.chapters()]
    assert text.count("\n- ") == len(lines_of(play))
    assert "The party " in text
    assert "Round 1: " in text
    assert "| Grub | 0 of 7 | dead |" in text  # d8=7


def test_lines_of_json_are_those_of_the_log(play: Play) -> None:
    rows = [json.loads(line) for line in fights.write_fight(play, "jsonl").splitlines()]
    assert [row["n"] for row in rows] == list(range(1, len(play.log) + 1))


def test_a_page_has_every_line_and_its_clause(play: Play) -> None:
    text = unescape(fights.write_fight(play, "html"))
    assert all(words in text for words in lines_of(play))
    assert text.count("<li ") == len(lines_of(play))
    assert 'title="1d6 for each side, each round; highest acts first."' in text


def test_a_page_needs_nothing_from_outside(play: Play) -> None:
    text = fights.write_fight(play, "html")
    assert not re.search(r"<script|<link|<img|src=|https?:|url\(|@import", text)
    assert all(link.startswith("#r") for link in re.findall(r'href="([^"]*)"', text))
    assert "prefers-color-scheme: dark" in text


@pytest.mark.parametrize("form", FORMS)
def test_players_read_what_they_may_know(play: Play, form: str) -> None:
    text = fights.write_fight(play, form, ["party"])
    assert "Fighter" in text
    assert "0 of 7" not in text  # Grub's hit points are the referee's
    assert "seed" not in text  # and so are the dice to come
    assert "has 7 hp" not in text


@pytest.mark.parametrize("form", FORMS)
def test_names_are_only_text(form: str) -> None:
    members = "members: [{name: '<img src=x>', monster: orc}]"
    rude = f"title: '<script>alert(1)</script>'\nsides:\n  a: [orc]\n  b:\n    {members}\n"
    text = fights.write_fight(affray.start(affray.scenario.read(rude)), form)
    assert "<script>" not in text.replace("\\<", "").split("---")[-1]
    assert "<img" not in text.replace("\\<", "")


def test_a_fight_that_is_not_over_says_so() -> None:
    begun = affray.start("duel", seed=1, players="fighter")
    assert "It is not over yet" in fights.write_fight(begun, "markdown")


def test_a_form_that_is_none_is_refused(play: Play) -> None:
    with pytest.raises(AffrayError, match="expected one of markdown, html, jsonl, text"):
        fights.write_fight(play, "obsidian")


def test_it_can_be_read_in_light_and_dark_and_printed(play: Play) -> None:
    with chromium() as browser:
        papers = set()
        for scheme in ("light", "dark"):
            context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})
            seen = context.new_page()
            seen.set_content(fights.write_fight(play, "html"))
            papers.add(seen.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
            assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
            seen.emulate_media(media="print")
            assert seen.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert len(papers) == 2


# --- the command


@pytest.fixture
def ford(tmp_path: Path) -> str:
    file = str(tmp_path / "ford.fight")
    assert run("fight", "orcs", "--seed", "3", "--save", file).exit_code == 0
    return file


def test_a_kept_fight_is_written(ford: str, tmp_path: Path, play: Play) -> None:
    out = tmp_path / "ford.html"
    assert run("write", ford, "--as", "html", "-o", str(out)).exit_code == 0
    assert out.read_text(encoding="utf-8") == fights.write_fight(play, "html")
    assert run("write", ford).stdout.rstrip("\n") == fights.write_fight(play, "markdown").rstrip("\n")
    assert "0 of 7" not in run("write", ford, "--players", "Party").stdout


def test_a_fight_of_the_table_is_written_too(ford: str, tmp_path: Path, play: Play) -> None:
    data = ("--data", str(tmp_path / "table"))
    assert run("import", ford, *data).exit_code == 0
    out = tmp_path / "last.html"
    result = run("export", "last", *data, "--as", "html", "-o", str(out))
    assert (result.exit_code, result.stdout) == (0, f"Saved in {out}.\n")
    assert out.read_text(encoding="utf-8") == fights.write_fight(play, "html")
    assert run("export", "last", *data).stdout == Path(ford).read_text(encoding="utf-8")
    assert run("export", "last", *data, "--as", "obsidian").exit_code == 2


def test_nothing_is_written_over_what_it_is_made_from(ford: str, tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Orc: AC 6, HD 1, Att 1 × weapon (1d6), MV 120' (40'), ML 6\n")
    for source in (ford, str(page)):
        before = Path(source).read_bytes()
        result = run("write", source, "-o", source)
        assert result.exit_code == 2
        assert "would be lost" in result.stderr
        assert Path(source).read_bytes() == before
    assert run("sheet", "orcs", "-o", ford).exit_code == 2


def test_a_page_of_blocks_becomes_another_form(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Marsh Orc: AC 6 [13], HD 1, Att 1 × weapon (1d6), THAC0 19 [0], MV 120' (40'), SV F1, ML 6\n")
    result = run("write", str(page), "--as", "statblock")
    assert result.exit_code == 0, result.output
    assert "name: Marsh Orc\n" in result.stdout
    page.write_text("Nothing here.\n")
    assert "no stat block" in run("write", str(page)).stderr


def test_what_a_form_cannot_carry_goes_to_the_other_stream() -> None:
    result = run("write", "king", "--as", "one-line")
    assert "wits 12" in result.stderr
    assert "wits" not in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("write", "gobln"), "did you mean 'goblin'"),
        (("write", "goblin", "--as", "html"), "unknown form 'html'"),
        (("write", "orc", "--players", "party"), "--players is for a fight"),
        (("write", "no.yaml"), "no such file"),
        (("write", "no.txt"), "no such file"),
        (("sheet", "orcz"), "orcz"),
    ],
)
def test_mistakes_are_told(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_fight_is_written_alone(ford: str) -> None:
    result = run("write", ford, "goblin")
    assert (result.exit_code, "a fight is exported alone" in result.stderr) == (2, True)
