"""Stat blocks in the layouts of many publications: most are read rightly, and hardly one is wrong without a warning."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

MEASURE: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "imports.py"))
FEW = 3  # of every variant; bench/imports.py reads more
EVERY = 5  # of the values in whole blocks one in so many


@pytest.fixture(scope="module")
def rows() -> dict[str, Any]:
    from exchange.corpus import make_corpus

    made = [MEASURE["Block"](*each) for held in (False, True) for each in make_corpus(held=held, many=FEW)]
    blocks = [*made, *MEASURE["typed_blocks"](EVERY)]
    found, _ = MEASURE["table"](reading for block in blocks for reading in MEASURE["judge"](block))
    return dict(found)


def test_nine_of_ten_blocks_of_every_kind_are_right_in_every_field(rows: dict[str, Any]) -> None:
    assert len(rows) >= 30
    assert {kind: row.results for kind, row in rows.items() if row.results["right"] < 0.9 * row.blocks} == {}


def test_hardly_a_block_is_wrong_without_a_warning(rows: dict[str, Any]) -> None:
    blocks = sum(row.blocks for row in rows.values())
    assert blocks > 650
    assert sum(row.results["silent"] for row in rows.values()) <= 0.005 * blocks


def test_hardly_a_right_block_carries_a_warning(rows: dict[str, Any]) -> None:
    right = sum(row.results["right"] for row in rows.values())
    assert sum(row.warned for row in rows.values()) <= 0.1 * right
