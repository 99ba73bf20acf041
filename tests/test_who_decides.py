"""Whoever the chapter lets decide is asked: the tables of the READMEs, and a fight of each book in which it happens."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from transcripts import BORROWED, GOLDEN, HOUSE, SCRIPTS, SEATS, Transcript, missing, perform

import affray
from affray import rules
from affray.cli import play as terminal
from affray.engine.verbs import REFEREE
from affray.engine.vocabulary import ROLLS, RULINGS
from affray.play.questions import Deciders, Players, deciders

SOURCE = Path(affray.__file__).parent
books = rules.books()
each_book = pytest.mark.parametrize("book", SCRIPTS)
ROW = re.compile(
    r"^\| (?P<what>[^|]+) \| `?(?P<ask>[\w-]+)`? \| (?P<terminal>[^|]+) \| (?P<table>[^|]+) \| (?P<python>[^|]+) \|$"
)
NO_ONE_ELSE = ("the book", "the engine")  # whoever decides where no person does
SIDES = ("party", "foes")


@cache
def performed(book: str) -> Transcript:
    with TemporaryDirectory() as folder:
        return perform(SCRIPTS[book], Path(folder))


def table(book: str) -> dict[str, dict[str, str]]:
    """Return the table of a README: of each question who answers it where."""
    text = (SOURCE / "rules" / book / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Who decides\n")[2].partition("\n## ")[0]
    found = [match.groupdict() for line in section.split("\n") if (match := ROW.match(line))]
    return {row["ask"]: row for row in found if row["ask"] != "question"}


# --- the table is what the driver does


def by_default(cell: str) -> str:
    return cell.partition(";")[0]


def seated(cell: str) -> str:
    """Return who answers where people have taken the seat: "the book; referee with …" is the referee."""
    return cell.rpartition("; ")[2].split()[0]


def answers(made: Deciders, kind: str, topic: int) -> str:
    """Return who answers a question to the party, or to the referee."""
    if kind == "referee":
        return "referee" if made.person(REFEREE, RULINGS) else "the book"
    assert not made.person(SIDES.index("foes"), topic), "nobody plays them"
    return "player" if made.person(SIDES.index("party"), topic) else "the tactic"


def at_the_terminal(book: str, dice: bool, referee: bool) -> Deciders:
    given = {
        **dict.fromkeys(("house", "sides"), ()),
        **{
            "settings": {},
            "tactics": {},
            "scenario": "orcs",
            "rules": book,
            "seed": 1,
            "number": 0,
            "my_dice": dice,
            "referee": referee,
        },
    }
    return terminal._start(given).setup.deciders


def at_the_table(dice: bool) -> Deciders:
    """Read what the page sends by default."""
    page = (SOURCE / "server" / "pages" / "deciding.js").read_text(encoding="utf-8")
    own = re.search(r"const own = \[([^\]]+)\]", page)
    ruled = re.search(r"usualForReferee = \(\) => \(\{ rulings: '(\w+)', rolls: '(\w+)' \}\)", page)
    assert own is not None
    assert ruled is not None
    topics = re.findall(r"'(\w+)'", own[1])
    rolls = {"rolls": "person" if dice else "engine"}
    return deciders(
        {
            "party": {**dict.fromkeys(topics, "person"), **rolls},
            "foes": {**dict.fromkeys(topics, "tactic"), "rolls": "engine"},
            "referee": {"rulings": ruled[1], "rolls": ruled[2]},
        },
        SIDES,
    )


def in_python(dice: bool, players: Players) -> Deciders:
    return deciders(players, SIDES, dice)


@each_book
def test_every_question_stands_in_the_table_once(book: str) -> None:
    assert list(table(book)) == [*books[book].asks, "dice"]


@each_book
@pytest.mark.parametrize("dice", [False, True])
def test_the_table_says_who_answers_by_default(book: str, dice: bool) -> None:
    for ask, row in table(book).items():
        if ask == "dice":
            continue
        kind, topic = row["table"], books[book].topics[books[book].asks.index(ask)]
        told = [by_default(row[place]) for place in ("terminal", "table", "python")]
        made = [at_the_terminal(book, dice, False), at_the_table(dice), in_python(dice, "party")]
        assert told == [answers(each, kind, topic) for each in made], ask
        told = [seated(row[place]) for place in ("terminal", "table", "python")]
        made = [at_the_terminal(book, dice, True), at_the_table(dice), in_python(dice, ["party", "referee"])]
        assert told == [answers(each, kind, topic) for each in made], ask


@each_book
def test_the_dice_are_the_engines_unless_people_roll_their_own(book: str) -> None:
    row = table(book)["dice"]
    assert {by_default(row[place]) for place in ("terminal", "table", "python")} == {"the engine"}
    for dice in (False, True):
        for made in (at_the_terminal(book, dice, False), at_the_table(dice), in_python(dice, "party")):
            assert made.person(SIDES.index("party"), ROLLS) == dice


# --- a fight in which everything is asked


@each_book
def test_every_kind_of_question_is_put_to_the_right_person(book: str) -> None:
    transcript = performed(book)
    assert missing(transcript) == []
    names = set(transcript.play.roster.who)
    for ask, row in table(book).items():
        if ask in (*HOUSE, *BORROWED.get(book, ()), "dice"):
            continue
        asked = transcript.asked[ask]
        assert asked == {"referee"} if row["table"] == "referee" else asked <= names, ask
    assert transcript.rolled <= names | {"the referee"}


@each_book
def test_people_of_every_side_roll_and_decide(book: str) -> None:
    transcript = performed(book)
    sides = {name: transcript.play.state.who[n].side for n, name in enumerate(transcript.play.roster.who)}
    everybody = {who for asked in transcript.asked.values() for who in asked}
    assert {sides[who] for who in everybody if who in sides} == {0, 1}
    assert transcript.play.setup.deciders.person(REFEREE, RULINGS)
    assert SEATS[:2] == transcript.play.roster.sides


@each_book
def test_the_transcript_is_the_golden(book: str, request: pytest.FixtureRequest) -> None:
    path, now = GOLDEN / f"{book}.txt", performed(book).text
    if request.config.getoption("--write-golden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(now, encoding="utf-8", newline="\n")
    assert now == path.read_text(encoding="utf-8"), "if you meant it: pytest tests/test_who_decides.py --write-golden"
