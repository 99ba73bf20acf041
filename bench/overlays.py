"""Random house rules over all books: plain equals compiled, event for event, under each of them.

    python bench/overlays.py [--plain N] [--seams N] [--fights N] [--seed S] [--jobs N]

Forty with other options and rows share the kernels of their books; ten with other books' rules at their seams have one
each. Every overlay is written as a file and read back, so what people write is what is tried. Ends with 1 if anything
differs."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from twins import compare_engines, draw_fight

from affray.content.overlay import find_source
from affray.content.yaml import dump
from affray.engine.clauses import Option
from affray.errors import AffrayError
from affray.houserules import apply, from_text
from affray.houserules.plan import is_there, objections, options
from affray.rules import NAMES, books, get
from affray.rules.book import Book
from affray.rules.seams import GROUPS
from affray.scenario import examples, load

DICE = "1d3 1d4 1d6 1d8 1d10 1d12 2d4 2d6 1d6+1 3d4 1d8+2".split()
LAST_ROUND = "rounds"
SHOWN = 3
TRIES = 40


class Task(NamedTuple):
    number: int
    seams: bool
    fights: int
    seed: int


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--plain", type=int, default=40, help="overlays with other options and rows")
    asked.add_argument("--seams", type=int, default=10, help="overlays with other rules at seams")
    asked.add_argument("--fights", type=int, default=60, help="of each")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=2)
    said = asked.parse_args()
    tasks = [Task(n, True, said.fights, said.seed) for n in range(said.seams)]
    tasks += [Task(n, False, said.fights, said.seed) for n in range(said.plain)]
    books()  # before the processes part
    began, different = time.perf_counter(), 0
    with multiprocessing.get_context("fork").Pool(said.jobs) as pool:
        for words, wrong in pool.imap_unordered(try_out, tasks):
            different += bool(wrong)
            print(words, *wrong[:SHOWN], sep="\n  ", flush=True)
    print(f"{len(tasks)} overlays, {time.perf_counter() - began:.0f} s, {different} differ")
    return 1 if different else 0


def try_out(task: Task) -> tuple[str, list[str]]:
    """One overlay: what it says, and what came out differently."""
    chance = Random(f"{task.seed} {task.seams} {task.number}")
    base = get(NAMES[task.number % len(NAMES)])
    data = with_seams(base, chance) if task.seams else without(base, chance)
    text = dump({"name": f"number {task.number}", "says": "Whatever falls.", "rules": base.name} | data)
    try:
        book = apply(base, [from_text(text)])
    except AffrayError as error:
        return f"{base.name}: {data}", [str(error)]
    assert task.seams == (book.implementations != base.implementations)
    return f"{base.name}: {data}", fought(book, task, chance)


def fought(book: Book, task: Task, chance: Random) -> list[str]:
    ways = [(example, tactic) for example in examples() if can_be_fought(example, book) for tactic in book.tactics]
    wrong: list[str] = []
    for number, (example, tactic) in enumerate(chance.choices(ways, k=task.fights)):
        drawn = draw_fight(example, tactic, number, book)
        try:
            wrong += compare_engines(drawn, book, task.seed).mistakes
        except Exception as error:
            wrong.append(f"{drawn}: {type(error).__name__}: {error}")
    return wrong


def can_be_fought(example: str, book: Book) -> bool:
    """Not if it sets an option itself that the overlay has silenced: that is refused, and rightly."""
    try:
        book.build(load(example, book.names()), {})
    except AffrayError:
        return False
    return True


# --- what falls


def with_seams(base: Book, chance: Random) -> dict[str, Any]:
    """Up to three rules of other books, and perhaps some of the options that they bring along."""
    wanted = chance.randint(1, 3)
    seams: dict[str, str] = {}
    for _ in range(TRIES):
        seam, giver = chance.choice(list(GROUPS)), chance.choice([name for name in NAMES if name != base.name])
        if len(seams) < wanted and seam not in seams and changes(base, seam, get(giver)):
            seams[seam] = giver
    brought = options(base, {seam: get(giver) for seam, giver in seams.items()})[len(base.options) :]
    some = {option.name: other(option, chance) for option in brought if chance.random() < 1 / 2}
    return {"seams": seams} | ({"options": some} if some else {})


def changes(base: Book, seam: str, giver: Book) -> bool:
    """Return whether the base can have another's rule at a seam, and has not got it."""
    return not list(objections(base, seam, giver)) and not is_there(base, seam, giver)


def without(base: Book, chance: Random) -> dict[str, Any]:
    picked = chance.sample([o for o in base.options if o.name != LAST_ROUND], chance.randint(1, 3))
    rows = {kind: row for kind, row in (entry(base, kind, chance) for kind in ("weapons", "monsters", "tables")) if row}
    return {"options": {o.name: other(o, chance) for o in picked}} | ({"tables": rows} if rows else {})


def other(option: Option, chance: Random) -> Any:
    """A value that it doesn't have by itself, as a person writes it."""
    values = range(option.least, min(option.most, option.default + 8) + 1)
    if option.words:
        values = range(1 << len(option.words) if option.several else len(option.words))
    value = option.say(chance.choice([value for value in values if value != option.default]))
    return value.split(",") if option.several else int(value) if value.lstrip("-").isdecimal() else value


def entry(base: Book, kind: str, chance: Random) -> tuple[str, dict[str, Any]]:
    """A row changed, or one that is new; nothing where this book's can't be."""
    library = base.setup().library
    if kind == "tables":
        return kind, table_row(library.tables, chance)
    for _ in range(TRIES):
        name = chance.choice(sorted(getattr(library, kind)))
        found = find_source(library, kind, name)
        if found is not None:
            field, values = ("damage", DICE) if kind == "weapons" else ("morale", range(2, 13))
            value = chance.choice([each for each in values if str(each) != str(found.fields.get(field))])
            new = kind == "weapons" and chance.random() < 1 / 2
            own = {key: given for key, given in found.fields.items() if key != "also"} | {field: value}
            return kind, {f"strange {name}": own} if new else {name: {field: value}}
    return kind, {}


def table_row(tables: Any, chance: Random) -> dict[str, Any]:
    """A number of a table, one more or one less."""
    numbers = [(name, row, int(v)) for name, rows in tables.items() for row, v in rows.items() if v.isdecimal()]
    if not numbers:
        return {}
    name, row, value = chance.choice(numbers)
    return {name: {row: max(1, value + chance.choice((-1, 1))) if value != 1 else 2}}


if __name__ == "__main__":
    raise SystemExit(main())
