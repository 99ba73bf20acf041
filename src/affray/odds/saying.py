"""The answers to the small questions as lines of text and as JSON: each share with the fraction that it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from affray.odds.questions import Attack, Check, First, Row

FEW = 10**6  # a fraction with a larger denominator tells a reader nothing
WIDE = 16


def percent(chance: Fraction) -> str:
    """`45 %`, `27.78 %`"""
    return f"{float(100 * chance):.2f}".rstrip("0").rstrip(".") + " %"


def decimal(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def fraction(value: Fraction) -> str:
    return str(value) if value.denominator <= FEW else ""


def line(label: str, chance: Fraction) -> str:
    return f"  {label:<{WIDE}}{percent(chance):>9}   {fraction(chance)}".rstrip()


def share(chance: Fraction) -> dict[str, Any]:
    return {"share": float(chance), "fraction": str(chance)}


def number(value: Fraction) -> dict[str, Any]:
    return {"mean": float(value), "fraction": str(value)}


# --- to hit


def attack_lines(one: Attack) -> Iterator[str]:
    yield f"{one.attacker} attacks {one.target}: {one.weapon}"
    yield line("hits", one.hit)
    yield f"  damage, on average {decimal(one.mean)}"
    for amount, chance in one.damage.items():
        yield line(f"{amount:>6}", chance)
    yield line(f"fells ({one.hp} hp)", one.fells)
    if one.rounds is not None:
        yield f"  rounds to fell, on average {decimal(one.rounds.mean)}; it has fallen after"
        for n, chance in enumerate(one.rounds.within, 1):
            yield line(f"{n:>6}", chance)


def attack_json(one: Attack) -> dict[str, Any]:
    distribution = {str(amount): share(chance) for amount, chance in one.damage.items()}
    said: dict[str, Any] = {"attacker": one.attacker, "target": one.target, "weapon": one.weapon, "hit": share(one.hit)}
    said |= {"damage": number(one.mean) | {"distribution": distribution}, "hp": one.hp, "fells": share(one.fells)}
    if one.rounds is not None:
        within = {str(n): share(chance) for n, chance in enumerate(one.rounds.within, 1)}
        said["rounds"] = number(one.rounds.mean) | {"within": within}
    return said


# --- the others


def check_lines(one: Check, label: str, other: str) -> Iterator[str]:
    against = f", against {' or '.join(map(str, one.needed))}" if one.needed else ""
    yield f"{one.who}{against}"
    yield line(label, one.chance)
    yield line(other, 1 - one.chance)


def check_json(one: Check, label: str, other: str) -> dict[str, Any]:
    return {"who": one.who, "needed": list(one.needed), label: share(one.chance), other: share(1 - one.chance)}


def first_lines(one: First) -> Iterator[str]:
    yield "Acts first"
    for side, chance in one.sides.items():
        yield line(side, chance)


def first_json(one: First) -> dict[str, Any]:
    return {"outcomes": {side: share(chance) for side, chance in one.sides.items()}}


def table_lines(rows: Sequence[Row]) -> Iterator[str]:
    yield "target    plain      advantage   worth   disadvantage   worth"
    for row in rows:
        plain, best, worst = (percent(chance) for chance in (row.plain, row.advantage, row.disadvantage))
        yield f"{row.target:>6} {plain:>8} {best:>14} {row.bonus:>+7} {worst:>14} {row.penalty:>+7}"


def table_json(rows: Sequence[Row]) -> dict[str, Any]:
    chances = ("plain", "advantage", "disadvantage")
    return {
        "clause": "fourfold.odds.table",
        "rows": [
            {"target": row.target, "bonus": row.bonus, "penalty": row.penalty}
            | {name: share(getattr(row, name)) for name in chances}
            for row in rows
        ],
    }
