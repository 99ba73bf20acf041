"""Dice that fall as they are told, one way after the other, until every way was seen: what exact odds are made of."""

from __future__ import annotations

from typing import Any

DEPTH = 48  # draws of one step
ROOM = 2.0**62  # ways of one draw that a number has room for; a step with more is too deep to be tried


def drawn(f: Any, sides: int, count: int) -> int:
    """The next draw of the script, a sum of so many dice; its chance goes into the weight."""
    n = f.made
    f.made += 1
    every = power(sides, count)
    if n >= DEPTH or every > ROOM:
        f.made = DEPTH + 1
        return count
    f.faces[n] = count * (sides - 1) + 1
    shown: int = f.script[n]
    if count == 1:
        f.weight /= sides
    else:
        f.weight *= ways(sides, count, shown) / every
    return count + shown


def power(sides: int, count: int) -> float:
    """In how many ways so many dice can fall. Exact up to 2**53, and as near as a float can be beyond."""
    every = 1.0
    for _ in range(count):
        every *= sides
    return every


def ways(sides: int, count: int, over: int) -> int:
    """In how many ways so many dice come to so much over their least sum: by inclusion and exclusion."""
    total, sign, choose = 0, 1, 1
    for k in range(count + 1):
        rest = over - k * sides
        if rest < 0:
            break
        spread = 1
        for i in range(1, count):
            spread = spread * (rest + i) // i
        total += sign * choose * spread
        choose = choose * (count - k) // (k + 1)
        sign = -sign
    return total


def turned(f: Any) -> bool:
    """The script moved on to the next way, like the wheels of a counter; False when all were seen."""
    k = f.made - 1
    while k >= 0 and f.script[k] + 1 >= f.faces[k]:
        f.script[k] = 0
        k -= 1
    if k < 0:
        return False
    f.script[k] += 1
    return True
