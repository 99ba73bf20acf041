"""House rules compiled: another's rule at a seam is another kernel, all else shares that of the base."""

from __future__ import annotations

import pytest
from fixtures_stranger import stranger  # noqa: F401
from twins import compare_engines, draw_fight

from affray import houserules
from affray.compiler.kernels.building import LIGHT, LOGGING, kernel
from affray.rules import get
from affray.rules.book import Book
from affray.scenario import examples, load
from affray.simulation.batch import simulate

CLASSIC = get("classic")
HEAD = "name: Ours\nsays: As we like it.\nrules: classic\n"
ROWS = """
options: {damage.variable: on, initiative.tie: simultaneous}
tables:
  weapons: {sword: {damage: 1d10}}
  monsters: {orc: {morale: 10, attacks: weapon 1d8}}
  tables: {thac0: {1: 17}}
"""


def bent(text: str) -> Book:
    return houserules.apply(CLASSIC, [houserules.from_text(HEAD + text)])


@pytest.mark.xdist_group("seams compiled")
@pytest.mark.usefixtures("stranger")
def test_plain_and_compiled_agree_with_another_s_rule_at_a_seam() -> None:
    book = bent("options: {zero.depth: 4}\nseams: {zero: hard, damage: hard}\n")
    ways = [(example, tactic) for example in examples() for tactic in ("nearest", "whim")]
    assert [m for n, way in enumerate(ways) for m in compare_engines(draw_fight(*way, n, book), book).mistakes] == []


@pytest.mark.xdist_group("classic compiled")
def test_options_and_rows_need_no_kernel_of_their_own() -> None:
    book = bent(ROWS)
    assert book.step is CLASSIC.step
    assert kernel(book, LIGHT) is kernel(CLASSIC, LIGHT)
    assert kernel(book, LOGGING) is kernel(CLASSIC, LOGGING)
    assert [
        m
        for n, example in enumerate(examples())
        for m in compare_engines(draw_fight(example, "focus", n, book), book).mistakes
    ] == []


@pytest.mark.xdist_group("classic compiled")
def test_many_fights_under_house_rules_come_out_alike_plain_and_compiled() -> None:
    """And not as without them: orcs that hit harder win more."""
    book = bent(ROWS)
    compiled = simulate(load("brawl"), book, {}, 3, 300, watch=False, wait=True)
    plain, without = (simulate(load("brawl"), b, {}, 3, 300, watch=False, plain=True) for b in (book, CLASSIC))
    assert (compiled.checksum, compiled.engine, plain.engine) == (plain.checksum, "compiled", "plain")
    assert compiled.outcomes["orcs"].share > without.outcomes["orcs"].share
