"""What people read is true: what the documents show happens, and what they name exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import helpers
import pytest
import yaml
from documents import DOCUMENTS, ROOT, blocks, happens, matches

import affray
from affray import rules
from affray.content.entries import Entry
from affray.engine.clauses import BY_ID, CLAUSES
from affray.rules.book import Book
from affray.rules.seams import GROUPS
from affray.rules.shared import house
from affray.rules.shared.content import read_monster, read_spell

README = ROOT / "README.md"
TRY = "python3 -m venv .venv && .venv/bin/pip install -q '.[sim]' && .venv/bin/affray table"
TEST = "python3 -m venv .venv && .venv/bin/pip install -q '.[test]' && .venv/bin/pytest"
FIRST_SCREEN = 45  # lines
CLAUSE = re.compile(r"(?<![\w/.-])(?:classic|affray)(?:\.[a-z][\w-]*)+")
FILE = re.compile(r"`([\w./-]+\.(?:py|yaml|json|md|c|txt|toml))`")
LINK = re.compile(r"\]\(([^)#]+)(?:#[\w-]*)?\)")

books = affray.books()
CLASSIC: Book = books["classic"]
OPTIONS = {option.name for book in books.values() for option in book.options} | {
    option.name for option in house.OPTIONS
}
each_book = pytest.mark.parametrize("book", books)
each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())


def text(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def rows(document: Path) -> list[list[str]]:
    """The cells of all its tables."""
    lines = [line for line in text(document).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


# --- the README


def test_what_the_readme_shows_happens(tmp_path: Path) -> None:
    happens(README, tmp_path)


def test_its_two_commands_stand_on_the_first_screen_after_a_fight() -> None:
    first = text(README).splitlines()[:FIRST_SCREEN]
    assert "$ affray fight orcs" in first
    assert TRY in first
    assert TEST in first
    assert [block.text for block in blocks(README) if block.language == "sh"] == [f"{TRY}\n", f"{TEST}\n"]


def test_its_example_of_the_library_is_there() -> None:
    python = "".join(block.text for block in blocks(README) if block.language == "python")
    for said in ("affray.start(", "fight.do(", "fight.undo(); fight.redo()", "fight.fork()", "fight.save(", ".load("):
        assert said in python


# --- what any document names


@each_document
def test_nobody_has_to_count_content_again(document: Path) -> None:
    """A new monster must not make a sentence false; what a command prints is run and may count."""
    prose = re.sub(r"^```.*?^```", "", text(document), flags=re.M | re.S)
    assert re.findall(r"\b[0-9]+ (?:clauses|classes|monsters|weapons|spells|tactics)\b", prose) == []


@each_document
def test_clauses_that_are_named_exist(document: Path) -> None:
    named = CLAUSE.findall(text(document))
    assert [name for name in named if name not in BY_ID and not is_part_of_affray(name)] == []


def is_part_of_affray(name: str) -> bool:
    """Whether it is a module of the package, or something in one: affray.load, affray.rules.shared.attack.strikes."""
    if name in (rules.BOOKS, rules.SEAMS):  # groups of entry points
        return True
    if not name.startswith("affray."):
        return False
    module, _, last = name.rpartition(".")
    try:
        return hasattr(importlib.import_module(module), last) or bool(importlib.import_module(name))
    except ImportError:
        return False


@each_document
def test_options_that_are_named_exist(document: Path) -> None:
    said = text(document)
    named = re.findall(r"--set ([\w.-]+)=", said) + re.findall(r"options(?:=\{\"|: \{)([\w.-]+)", said)
    beginnings = {name.partition(".")[0] for name in OPTIONS}
    looks_like_one = [name for name in re.findall(r"`([a-z]+\.[a-z-]+)`", said) if not is_file(name)]
    looks_like_one = [name for name in looks_like_one if name not in GROUPS]
    named += [name for name in looks_like_one if name.partition(".")[0] in beginnings]
    assert [name for name in named if name not in OPTIONS] == []


def is_file(name: str) -> bool:
    return FILE.fullmatch(f"`{name}`") is not None


@each_document
def test_files_that_are_named_exist(document: Path) -> None:
    made = {block.text.partition("\n")[0][2:] for block in blocks(document) if block.language == "yaml"}
    named = set(FILE.findall(text(document))) - made
    assert [name for name in sorted(named) if not found(name, document.parent)] == []


def found(name: str, beside: Path) -> bool:
    """Beside the document, or anywhere in the project by the end of its path."""
    if (beside / name).exists() or (ROOT / name).exists():
        return True
    return any(next((ROOT / folder).rglob(name), None) for folder in ("src", "tests", "bench", "docs"))


@each_document
def test_links_lead_somewhere(document: Path) -> None:
    links = [link for link in LINK.findall(text(document)) if not link.startswith(("http:", "https:"))]
    assert [link for link in links if not (document.parent / link).exists()] == []


# --- how we read the books


def room(book: str) -> Path:
    return ROOT / "src" / "affray" / "rules" / book


@each_book
def test_the_readme_says_of_every_clause_how_it_is_read(book: str) -> None:
    named = set(re.findall(r"(?<![\w.-])[a-z]+(?:\.[a-z][\w-]*)+", text(room(book) / "README.md")))
    assert [clause.id for clause in CLAUSES.values() if clause.book == book and clause.id not in named] == []


@each_book
def test_readings_stand_in_a_table(book: str) -> None:
    """Under the readings or the gaps: a mention in passing is not enough."""
    told = {
        id for row in rows(room(book) / "README.md") if len(row) in (2, 4) for id in re.findall(r"[\w.-]+", row[-1])
    }
    readings = [c.id for c in CLAUSES.values() if c.book == book and "Reading" in c.words]
    assert [id for id in readings if id not in told] == []


@each_book
def test_the_readme_lists_every_option_as_it_is(book: str) -> None:
    options = books[book].options
    names = {option.name for option in options}
    said = [row for row in rows(room(book) / "README.md") if row[0].strip("`") in names and len(row) == 4]
    assert said == [
        [f"`{option.name}`", option.say(option.default), option.expected, f"`{CLAUSES[option.clause].id}`"]
        for option in options
    ]


def test_options_stand_beside_the_readings_they_change() -> None:
    """In the table of readings, or named in the row of a gap."""
    told = [row for row in rows(room("classic") / "README.md") if row[0].strip("`") not in OPTIONS]
    beside = {(name, row[-1].strip("`")) for row in told for name in re.findall(r"`([\w.-]+)`", " ".join(row[:-1]))}
    missing = [option.name for option in CLASSIC.options if (option.name, CLAUSES[option.clause].id) not in beside]
    assert missing == ["rounds"]  # which is no reading of the book's


@each_book
def test_the_readme_lists_its_files(book: str) -> None:
    named = set(FILE.findall(text(room(book) / "README.md")))
    there = {file.name for file in (*room(book).glob("*.py"), *room(book).glob("content/*.yaml"))}
    assert sorted(there - named) == []


# --- the recipes


def recipe(language: str, beginning: str) -> str:
    """The block of CONTRIBUTING.md that begins so."""
    said = [block.text for block in blocks(ROOT / "CONTRIBUTING.md") if block.language == language]
    return next(text for text in said if text.startswith(beginning))


def entry(text: str) -> tuple[str, Entry]:
    ((name, fields),) = yaml.safe_load(text).items()
    return name, Entry(name, fields)


def test_the_recipe_of_a_spell_can_be_read() -> None:
    name, fields = entry(recipe("yaml", "frost burst"))
    spell = read_spell(name, fields)
    fields.refuse_rest()
    assert name not in CLASSIC.names()["spells"]
    assert (spell.effect.count, spell.effect.sides, spell.lists) == (1, 6, {"magic-user": 3})


def test_the_recipe_of_a_monster_can_be_read() -> None:
    name, fields = entry(recipe("yaml", "marsh toad"))
    monster = read_monster(name, fields)
    assert name not in CLASSIC.names()["monsters"]
    assert (monster.ac, monster.morale, len(monster.attacks)) == (7, 6, 1)


def test_the_recipe_of_a_test_passes() -> None:
    names = {"pytest": pytest, **vars(helpers)}
    exec(recipe("python", "@pytest.mark.clause"), names)
    names["test_a_natural_twenty_always_hits"]()


# --- how it is checked


def test_an_ellipsis_stands_for_anything_in_a_line_or_for_lines() -> None:
    assert matches("one … three\n…\nlast\n", "one two three\nfour\nfive\nlast\n")
    assert matches("…\nlast\n", "last\n")
    assert not matches("one … three\n", "one\ntwo three\n")
    assert not matches("one\nlast\n", "one\ntwo\nlast\n")
