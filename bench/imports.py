"""Measure import on a folder of stat blocks with references, and print how many of each kind are read rightly.

    python bench/imports.py FOLDER               # blocks of your own; docs/exchange.md describes such a folder
    python bench/imports.py --own                # the blocks of tests/exchange: made up, and typed by hand
    python bench/imports.py --own --write FOLDER # save them instead, for example to look at them
    python bench/imports.py FOLDER --show 20     # with the first 20 blocks that are not read rightly

Each folder inside FOLDER is a kind. A block is a file (.txt, .md, .yaml, .json, …); beside it `NAME.reference.json`
holds a list of creatures, each with the fields that a person reads in the block: `name`, `count`, `ac` (descending; 9
is unarmoured), `hd`, `hp` (a list), `attacks` (a list of routines, each a list of [number, name, damage]), `thac0`,
`move`, `fly`, `swim` (feet in a turn), `saves` (F2, NH or five numbers), `morale`, and any other key of an entry. A
field that the block doesn't give is left out and not compared. `{"declined": true}` instead of the list means that the
importer must refuse the block with a sentence, because it belongs to another game.

A creature is right if every field is; silent if one is wrong and nothing warns of it."""

from __future__ import annotations

import argparse
import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from affray import scenario
from affray.errors import AffrayError, ScenarioError
from affray.exchange.importers import Creature, Page, read, reference

REFERENCE = ".reference.json"
TESTS = Path(__file__).parent.parent / "tests"
ATTACK = re.compile(
    r"(?:(\d{1,2}) )?([^\W\d_][\w' -]*?|\d+ [a-z' -]*?)?(?: ?(\d*d\d+(?:[+-]\d+)?|\d+))?(?: ?\(([^)]*)\))?"
)
RIGHT, FLAGGED, SILENT, REFUSED = "right", "flagged", "silent", "refused"


class Block(NamedTuple):
    """A stat block and what a person reads in it; None if it belongs to another game."""

    kind: str
    name: str
    text: str
    creatures: list[dict[str, Any]] | None


class Reading(NamedTuple):
    """What became of one creature."""

    block: Block
    result: str
    warnings: tuple[str, ...]
    wrong: tuple[str, ...]  # each field with what was expected and what was read


@dataclass
class Row:
    """The counts of a kind."""

    results: dict[str, int] = field(default_factory=lambda: dict.fromkeys((RIGHT, FLAGGED, SILENT, REFUSED), 0))
    warned: int = 0  # right, and with a warning

    @property
    def blocks(self) -> int:
        return sum(self.results.values())


# --- blocks


def read_folder(folder: Path) -> Iterator[Block]:
    """Yield the blocks of a folder; a file without a reference is left out."""
    for file in sorted(folder.glob("*/*")):
        beside = file.with_name(f"{file.stem}{REFERENCE}")
        if not file.name.endswith(REFERENCE) and beside.exists():
            wanted = json.loads(beside.read_text(encoding="utf-8"))
            creatures = None if isinstance(wanted, dict) and wanted.get("declined") else wanted
            yield Block(file.parent.name, file.name, file.read_text(encoding="utf-8"), creatures)


def write_folder(folder: Path, blocks: Iterable[Block]) -> None:
    """Save blocks with their references as `read_folder` reads them."""
    for n, block in enumerate(blocks):
        place = folder / re.sub(r"\W+", "-", block.kind).strip("-")
        place.mkdir(parents=True, exist_ok=True)
        stem, _, ending = block.name.rpartition(".")
        (place / f"{n:04}-{stem}.{ending}").write_text(block.text, encoding="utf-8")
        wanted = {"declined": True} if block.creatures is None else block.creatures
        text = json.dumps(wanted, ensure_ascii=False, indent=1)
        (place / f"{n:04}-{stem}{REFERENCE}").write_text(text, encoding="utf-8")


def own_blocks(held: bool) -> Iterator[Block]:
    """Yield the blocks of the tests: creatures of our own in the layouts of many publications, made and typed."""
    sys.path.insert(0, str(TESTS))
    from exchange.corpus import make_corpus

    for made in make_corpus(held=held):
        yield Block(made.kind, made.name, made.text, made.creatures)
    if not held:
        yield from typed_blocks()


def typed_blocks(every: int = 1) -> Iterator[Block]:
    """Yield the blocks that were typed by hand, and every so many of the values in whole blocks."""
    from exchange import typed

    yield from (Block(*each) for each in typed.typed_blocks(routines))
    yield from (Block(*each) for n, each in enumerate(typed.changed_blocks(routines)) if n % every == 0)


# --- comparing


def judge(block: Block) -> Iterator[Reading]:
    """Yield what became of each creature of a block."""
    page, refusal = read_block(block.text)
    if block.creatures is None:
        declined = not page.creatures and bool(refusal or page.warnings)
        yield Reading(block, RIGHT if declined else SILENT, (), () if declined else ("not declined",))
        return
    found = [c for c in page.creatures if c.fields or c.format == "encounter"]
    if not found:
        yield from (Reading(block, REFUSED, (), (refusal or "nothing was found",)) for _ in block.creatures)
        return
    invalid = mistakes_of_scenario(page)
    many = (f"creatures: {len(block.creatures)}, read {len(found)}",) if len(found) != len(block.creatures) else ()
    for n, wanted in enumerate(block.creatures):
        creature = find_creature(wanted, found, n)
        if creature is None:
            yield Reading(block, FLAGGED if page.warnings else SILENT, page.warnings, ("not found", *many))
            continue
        wrong = (*differences(wanted, creature), *many, *invalid)
        warnings = (*creature.warnings, *page.doubts, *(f"not read: {piece}" for piece in page.lost))
        yield Reading(block, RIGHT if not wrong else FLAGGED if warnings else SILENT, warnings, wrong)


def read_block(text: str) -> tuple[Page, str]:
    try:
        return read(text), ""
    except AffrayError as error:
        return Page(), str(error)


def find_creature(wanted: Mapping[str, Any], found: list[Creature], n: int) -> Creature | None:
    """Return the creature of that name, else the one in that place."""
    same = [creature for creature in found if plain(creature.name) == plain(wanted["name"])]
    return same[0] if same else found[n] if n < len(found) else None


def mistakes_of_scenario(page: Page) -> tuple[str, ...]:
    """Return what `check` finds in the scenario that import writes."""
    try:
        scenario.read(page.scenario())
    except ScenarioError as error:
        return tuple(f"check: {mistake.message}" for mistake in error.mistakes[:2])
    return ()


def differences(wanted: Mapping[str, Any], creature: Creature) -> tuple[str, ...]:
    """Return each field that differs from the reference."""
    entry = creature.entry()
    return tuple(
        f"{key}: {value!r}, read {got!r}"
        for key, value in wanted.items()
        if not same(key, value, got := value_of(key, creature, entry))
    )


def value_of(key: str, creature: Creature, entry: Mapping[str, Any]) -> Any:
    """Return a field of a creature as a reference has it."""
    if key == "name":
        return creature.name
    if key == "count":
        return creature.count
    if key == "hp":
        return list(creature.hp)
    if key == "attacks":
        return routines(str(entry.get("attacks", "")))
    if key == "thac0":
        return entry.get("thac0") or reference.thac0_of(str(entry.get("hd", "")), str(entry.get("fights as", "")))
    return entry.get(key)


def same(key: str, wanted: Any, got: Any) -> bool:
    if key == "name":
        return plain(str(wanted)) == plain(str(got))
    if key == "saves":
        return five_saves(str(wanted)) == five_saves(str(got))
    if key in ("hd", "count"):
        return str(wanted) == str(got)
    if key == "attacks":
        return same_routines(normal_routines(wanted), normal_routines(got))
    return bool(wanted == got)


Routines = list[list[tuple[int, str | None, str]]]


def same_routines(wanted: Routines, got: Routines) -> bool:
    """Return whether routines are equal; a name that the block doesn't give counts for nothing."""
    if len(wanted) != len(got):
        return False
    for way, other in zip(wanted, got, strict=True):
        nameless = all(name is None for _, name, _ in way)
        bare = join_equal([(number, None, damage) for number, _, damage in other]) if nameless else other
        if way != bare:
            return False
    return True


def five_saves(saves: str) -> str:
    return saves if "/" in saves else reference.saves_of(saves) or saves


def plain(name: str) -> str:
    """Return a name without what only typography adds."""
    return " ".join(re.sub(r"[^\w ]+", " ", name.casefold().replace("\u2019", "'").replace("'", "")).split())


def routines(attacks: str) -> list[list[list[Any]]]:
    """Return the routines of an entry: number, name and damage of each attack."""
    return [[read_attack(part.strip()) for part in way.split(", ")] for way in re.split(r",? or ", attacks) if way]


def read_attack(text: str) -> list[Any]:
    found = ATTACK.fullmatch(text)
    return [int(found[1] or 1), found[2] or "", found[3] or ""] if found else [1, text, ""]


def normal_routines(ways: list[list[list[Any]]]) -> Routines:
    """Join equal attacks of a routine that are neighbours."""
    return [join_equal([(number, name and letters(name), damage) for number, name, damage in way]) for way in ways]


def letters(name: str) -> str:
    """Return a name without accents, which an entry's attacks have none of."""
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()


def join_equal(way: list[tuple[int, str | None, str]]) -> list[tuple[int, str | None, str]]:
    joined = list[tuple[int, str | None, str]]()
    for number, name, damage in way:
        if joined and joined[-1][1:] == (name, damage):
            joined[-1] = (joined[-1][0] + number, name, damage)
        else:
            joined.append((number, name, damage))
    return joined


# --- the table


def table(readings: Iterable[Reading]) -> tuple[dict[str, Row], list[Reading]]:
    """Return the counts of each kind, and all readings that are not right."""
    rows, wrong = dict[str, Row](), list[Reading]()
    for reading in readings:
        row = rows.setdefault(reading.block.kind, Row())
        row.results[reading.result] += 1
        row.warned += reading.result == RIGHT and bool(reading.warnings)
        wrong += [reading] if reading.result != RIGHT else []
    return rows, wrong


def print_table(rows: Mapping[str, Row]) -> None:
    print("| kind | blocks | right | flagged | silent | refused | right with a warning |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    whole = Row()
    for kind, row in rows.items():
        print_row(kind, row)
        whole.warned += row.warned
        for result in whole.results:
            whole.results[result] += row.results[result]
    print_row("**all**", whole)
    right, blocks = whole.results[RIGHT], whole.blocks or 1
    shares = (right / blocks, whole.results[SILENT] / blocks, whole.warned / (right or 1))
    print("right {:.1%}, silent {:.2%}, warnings on right blocks {:.1%}".format(*shares))


def print_row(kind: str, row: Row) -> None:
    counts = " | ".join(str(row.results[result]) for result in row.results)
    print(f"| {kind} | {row.blocks} | {counts} | {row.warned} |")


def show(readings: Iterable[Reading]) -> None:
    for reading in readings:
        print(
            f"\n=== {reading.block.kind}: {reading.block.name}: {reading.result}\n{reading.block.text.strip()[:1500]}"
        )
        print(*(f"  x {each}" for each in reading.wrong), sep="\n")
        print(*(f"  ! {each}" for each in reading.warnings), sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--own", action="store_true", help="the blocks of tests/exchange/corpus")
    parser.add_argument("--held", action="store_true", help="of these the variants that nobody looks at while mending")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="save the blocks there, and measure nothing")
    parser.add_argument("--kind", default="", help="only kinds with this in their name")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show N that are not right")
    parser.add_argument("--warned", action="store_true", help="show those that are right with a warning instead")
    given = parser.parse_args()
    if (given.folder is None) != given.own:
        parser.error("name a folder, or give --own")
    blocks = [*(own_blocks(given.held) if given.own else read_folder(given.folder))]
    blocks = [block for block in blocks if given.kind.lower() in block.kind.lower()]
    if given.write:
        write_folder(given.write, blocks)
        return
    readings = [reading for block in blocks for reading in judge(block)]
    rows, wrong = table(readings)
    if given.warned:
        wrong = [each for each in readings if each.result == RIGHT and each.warnings]
    show(wrong[: given.show])
    print_table(rows)


if __name__ == "__main__":
    main()
