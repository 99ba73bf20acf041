"""Random small fights: exact odds must equal the plain enumeration in fractions.

    python bench/scenes.py [--book B] [--fights 200] [--seed S]

Monsters, gear, tactics, ways out, rolled numbers, options, three sides: whatever a book can put into a fight of a few,
over two rounds. Exits with 1 if any chance differs by more than 1e-12. Fights with more steps than the plain rules can
try in little time are counted but not compared; in tempo that is nearly every fight of three."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from helpers import Group, side, someone, versus

from affray.engine.state import NOBODY_LEFT, STAND_OFF, Fight
from affray.exact.enumerate import enumerate_fight
from affray.exact.graph import Solved, TooBig, solve
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import read, read_options

NEAR = 1e-12
BUDGET = 20_000  # states
ROUNDS, LITTLE = 2, 8_000  # of each fight, and the most steps of one that is compared
GEAR = ["sword", "dagger", "spear", "two-handed sword", "pole arm", "short bow", "silver dagger", "battle axe", "club"]
MONSTERS = [*"bandit berserker kobold goblin orc gnoll skeleton zombie wolf ghoul wight stirge".split(), "giant rat"]
TACTICS = "first nearest weakest strongest focus spread protect cautious".split()
OPTIONS: dict[str, list[dict[str, str]]] = {
    "classic": [
        {"initiative.individual": "on"},
        {"initiative.tie": "simultaneous"},
        {"initiative.individual": "on", "initiative.tie": "simultaneous"},
        {"damage.variable": "on"},
        {"morale.steadfast": "1"},
    ],
    "procedure": [{"damage.variable": "on"}, {"guerilla.bonus": "0"}, {"morale.triggers": "half"}],
    "vanguard": [{"initiative.ready": "1"}, {"death.difficulty": "5"}],
    "fourfold": [],
    "tempo": [],
}


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--book", choices=[*NAMES, "all"], default="all")
    asked.add_argument("--fights", type=int, default=200, help="of each book")
    asked.add_argument("--seed", type=int, default=1)
    said = asked.parse_args()
    names = NAMES if said.book == "all" else [said.book]
    sound = [held(get(name), said.fights, said.seed) for name in names]
    return 0 if all(sound) else 1


def held(book: Book, fights: int, seed: int) -> bool:
    """Play so many random fights of a book and report whether all chances are equal."""
    dice, seen = Random(seed), dict.fromkeys(("counted", "compared", "OFF"), 0)
    for _ in range(fights):
        text, options = scene(dice), dice.choice([{}, *OPTIONS[book.name]])
        try:
            off = largest_difference(book, text, options, seen)
        except TooBig:
            continue
        if off > NEAR:
            seen["OFF"] += 1
            print(f"{book.name}: off by {off:.2g} with {options}: {text}", flush=True)
    print(f"{book.name}: {fights} fights: " + ", ".join(f"{n} {what}" for what, n in seen.items()), flush=True)
    return not seen["OFF"]


def largest_difference(book: Book, text: str, options: dict[str, str], seen: dict[str, int]) -> float:
    """Return the largest difference between exact odds and fractions; 0 where the fight is too long to compare."""
    start, roster = book.build(read(text, "scene.yaml", book.names()), read_options(book, options))
    found = solve(book, start, roster.sides, BUDGET)
    seen["counted"] += 1
    if found.steps > LITTLE:
        return 0.0
    seen["compared"] += 1
    return off_in_fractions(book, start, roster.sides, found)


def off_in_fractions(book: Book, start: Fight, sides: tuple[str, ...], found: Solved) -> float:
    names = {**dict(enumerate(sides)), NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}
    shares = dict.fromkeys(names.values(), Fraction(0))
    for (winner, _), chance in enumerate_fight(book, start, start.last_round).ends.items():
        shares[names[winner]] += chance
    return max(abs(float(share) - found.chances.outcomes[name].share) for name, share in shares.items())


# --- what they are


def scene(dice: Random) -> str:
    names = iter("Anna Bert Carl Dora Egon Fips Gerd Hans".split())
    ways = dice.random() < 0.2
    sides = [side(*group(dice, names, dice.choice([1, 1, 2])), tactic="random", way_out=ways)]
    sides.append(side(*group(dice, names, dice.choice([2, 2, 3])), tactic=tactic(dice), way_out=dice.random() < 0.1))
    if dice.random() < 0.1:
        sides.append(side(*group(dice, names, 1), tactic="random"))
    keys: dict[str, Any] = {"width": 5} if dice.random() < 0.1 else {}
    return versus(*sides, rounds=ROUNDS, **keys)


def tactic(dice: Random) -> str:
    return "random" if dice.random() < 0.3 else dice.choice(TACTICS)


def group(dice: Random, names: Any, many: int) -> list[Group]:
    members = []
    while many > 0:
        count = dice.randint(1, many)
        members.append(member(dice, next(names), count))
        many -= count
    return members


def member(dice: Random, name: str, count: int) -> Group:
    keys: dict[str, Any] = {"hp": dice.randint(1, 3), "morale": dice.choice([5, 7, 9, 12])}
    if dice.random() < 0.3:
        keys["monster"] = dice.choice(MONSTERS)
    else:
        keys |= {
            "ac": dice.choice([9, 7, 5]),
            "thac0": dice.choice([19, 17, 14]),
            "damage": dice.choice(["1d2", "1d4"]),
        }
    if "monster" not in keys and dice.random() < 0.4:
        keys["gear"] = dice.sample(GEAR, dice.choice([1, 1, 1, 2]))
    if count > 1:
        keys["count"] = "1d2" if dice.random() < 0.1 else count
    return someone(name, **keys)


if __name__ == "__main__":
    raise SystemExit(main())
