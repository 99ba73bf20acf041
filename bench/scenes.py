"""Small fights as they fall, by exact odds in three ways: equals as one, each for itself, and in fractions.

    python bench/scenes.py [--book B] [--fights 200] [--seed S]

Monsters, gear, tactics, ways out, rolled numbers, options, three sides: whatever a book can put into a fight of a few.
Exact odds must tell the same whether equal combatants are one or not, and, where that is little work, the same as the
plain enumeration in fractions over two rounds. Ends with 1 if any chance is off by more than 1e-12. In tempo nobody's
fight with three in it is small enough, so there is nothing to look at."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from helpers import Group, side, someone, versus
from merging import farthest

from affray.engine.state import NOBODY_LEFT, STAND_OFF, Fight
from affray.odds.enumerate import outcomes
from affray.odds.graph import TooBig
from affray.odds.solving import Solved, solve
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import read
from affray.scenario.opening import read_options

NEAR = 1e-12
BUDGET = 20_000  # states
ROUNDS, LITTLE = 2, 8_000  # of a fight that is told in fractions too, and how many steps it may have
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
    dice, seen = Random(seed), dict.fromkeys(("counted", "with equals as one", "in fractions", "OFF"), 0)
    for _ in range(fights):
        text, options = scene(dice), dice.choice([{}, *OPTIONS[book.name]])
        try:
            off = looked_at(book, text, options, seen)
        except TooBig:
            continue
        if off > NEAR:
            seen["OFF"] += 1
            print(f"{book.name}: off by {off:.2g} with {options}: {text}", flush=True)
    print(f"{book.name}: {fights} fights: " + ", ".join(f"{n} {what}" for what, n in seen.items()), flush=True)
    return not seen["OFF"]


def looked_at(book: Book, text: str, options: dict[str, str], seen: dict[str, int]) -> float:
    """How far off any chance is."""
    start, roster = book.build(read(text, "scene.yaml", book.names()), read_options(book, options))
    merged = solve(book, start, roster.sides, BUDGET)
    apart = solve(replace(book, impartial=()), start, roster.sides, BUDGET)
    seen["counted"] += 1
    seen["with equals as one"] += merged.states < apart.states
    off = farthest(merged, apart)
    if start.last_round == ROUNDS and merged.steps <= LITTLE:
        seen["in fractions"] += 1
        off = max(off, off_in_fractions(book, start, roster.sides, merged))
    return off


def off_in_fractions(book: Book, start: Fight, sides: tuple[str, ...], found: Solved) -> float:
    names = {**dict(enumerate(sides)), NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}
    shares = dict.fromkeys(names.values(), Fraction(0))
    for (winner, _), chance in outcomes(book, start, start.last_round).ends.items():
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
    keys: dict[str, Any] = {"rounds": ROUNDS} if dice.random() < 0.5 else {}
    return versus(*sides, **keys, **({"width": 5} if dice.random() < 0.1 else {}))


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
