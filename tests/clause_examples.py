"""The generated part of the index of clauses, tools/clauses.json: the functions that read each, and an example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from clause_readers import functions, modifiers
from golden_fights import GOLDEN, PLAYED, SEEDS, fights, further

from affray import Play, books, scenario
from affray.engine import clauses
from affray.engine.clauses import BY_ID, CLAUSES, REASONS
from affray.scenario import open_scenario, read_options
from affray.tools.clause_index import EVENT, NO_BOOK, REFUSAL, SET_UP, Example

LINE = re.compile(r" *(?:(?P<number>\d+)  \S+ +)?(?P<words>\S.*) \[(?P<clause>[a-z0-9.-]+)\]")
PLAYED_FROM_EXAMPLES_FIRST = sorted(PLAYED, key=lambda each: each[1] not in scenario.examples())


def index_text() -> str:
    """Write the index as the file has it."""
    return json.dumps(index(), indent=1, ensure_ascii=False) + "\n"


@cache
def index() -> dict[str, Any]:
    shown = in_logs()
    at_set_up, refused = set_up(), dict(refusals())
    found = {}
    for id in sorted(BY_ID):
        if CLAUSES[BY_ID[id]].book in (NO_BOOK, *books()):
            example = shown.get(id) or at_set_up.get(id) or refused.get(id)
            found[id] = {
                "functions": sorted(functions().get(id, ())),
                "example": example._asdict() if example else None,
            }
    return found


def belongs(id: str, book: str) -> bool:
    return CLAUSES[BY_ID[id]].book in (NO_BOOK, book)


def name_of(book: str, name: str) -> str:
    """Name a scenario as the command line finds it from the root of the repository."""
    return f"tests/{further(book)[name].relative_to(GOLDEN.parent)}" if name in further(book) else name


# --- events


def in_logs() -> dict[str, Example]:
    """Find the first line that cites each clause; one that a modifier cites counts where no event of its own does."""
    own, other = dict[str, Example](), dict[str, Example]()
    for book, name in PLAYED_FROM_EXAMPLES_FIRST:
        for seed, play in zip(SEEDS, fights(book, name), strict=True):
            for words, id, by_modifiers in cited(play):
                example = Example(EVENT, f"{words} [{id}]", name_of(book, name), book, seed)
                if belongs(id, book):
                    own.setdefault(id, example)
                for modifier in by_modifiers:
                    if belongs(modifier, book):
                        other.setdefault(modifier, example._replace(words=f"{example.words} [{modifier}]"))
    return other | own


def cited(play: Play) -> Iterator[tuple[str, str, list[str]]]:
    """Each line of a log, its clause, and the clauses of its modifiers."""
    events = {event["n"]: event for event in map(json.loads, play.log.jsonl().splitlines()) if "n" in event}
    for line in str(play.log).splitlines():
        if found := LINE.fullmatch(line):
            because = events[int(found["number"])]["because"] if found["number"] else []
            yield found["words"], found["clause"], [each["clause"] for each in because]


# --- what no log shows


def set_up() -> dict[str, Example]:
    """Find the first example whose set-up reads each clause."""
    found: dict[str, Example] = {}
    for name, title in scenario.examples().items():
        for book in books():
            for id in read_at_set_up(name, book):
                if belongs(id, book):
                    words = f"read when {title!r} is set up [{id}]"
                    found.setdefault(id, Example(SET_UP, words, name, book, SEEDS[0]))
    return found


def read_at_set_up(name: str, rules: str) -> set[str]:
    encounter, book = open_scenario(name, rules)
    before, clauses.CITED = clauses.CITED, set()
    try:
        book.build(encounter, read_options(book, {}))
        return {CLAUSES[number].id for number in clauses.CITED}
    finally:
        clauses.CITED = before


def refusals() -> Iterator[tuple[str, Example]]:
    """The words by which a clause refuses an answer; the alphabetically first where there are several."""
    known = (row for row in REASONS.values() if row[0] in CLAUSES)  # other tests have clauses of their own for a while
    for number, words, _ in sorted(known, reverse=True):
        id = CLAUSES[number].id
        if id and id not in modifiers():
            said = words.format(who="Fighter", other="Orc")
            yield id, Example(REFUSAL, f"refused, {said} [{id}]", "", "", 0)
