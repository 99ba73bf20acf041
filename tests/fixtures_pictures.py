"""Results for the tests of pictures: a common one, and scenarios that try to break them."""

from __future__ import annotations

from functools import cache
from json import dumps

import affray
from affray.scenario import read
from affray.simulation.result import Result

NUMBERS = "ac: 6, hp: 4, thac0: 19, damage: 1d6, saves: 12/13/14/15/16, morale: 8, move: 120"
HOSTILE = "<script>alert(1)</script>"


@cache
def brawl() -> Result:
    return affray.simulate("brawl", n=80, seed=1, plain=True)


@cache
def light() -> Result:
    return affray.simulate("duel", n=30, seed=1, plain=True, watch=False)


def scenario(sides: dict[str, dict[str, int]], title: str = "A field", extra: str = "") -> str:
    """Sides with how many of each name."""
    lines = [f"title: {dumps(title)}", "distance: contact", *([extra] if extra else []), "sides:"]
    for side, members in sides.items():
        lines += [f"  {dumps(side)}:", "    members:"]
        lines += [f"      - {dumps(name)}: {{count: {count}, {NUMBERS}}}" for name, count in members.items()]
    return "\n".join(lines) + "\n"


def fought(text: str, n: int = 20) -> Result:
    return affray.simulate(read(text, "field.yaml"), n=n, seed=1, plain=True)


@cache
def hostile() -> Result:
    """Names that would be markup, formulas or far too long."""
    sides = {
        HOSTILE: {"--><b>Bob</b>": 1, "Sir Bartholomew of the Endless Marshes and all the Fens": 1},
        "a & b \" ' $x^2$": {"$\\frac{1}": 2, "龍 & wolf": 1, "</style>": 1},
    }
    return fought(scenario(sides, "</title><script>alert(2)</script>"))


@cache
def crowd() -> Result:
    """Three sides, forty different combatants, and some of a kind."""
    people = {
        side: {f"{side} {chr(65 + n)}": 1 for n in range(14)} | {f"{side} goblin": 4} for side in ("ox", "yak", "elk")
    }
    return fought(scenario(people), 8)
