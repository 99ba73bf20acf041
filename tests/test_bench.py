"""Benches that count instead of measuring: what they count, on graphs small enough to see."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

BENCH = Path(__file__).parent.parent / "bench"
WON, LOST = -1, -2
ENDS = np.arange(2 * 6).reshape(2, 6)
Edge = tuple[int, int, float]  # where it leads, whether into the next round, and how likely


@pytest.fixture
def merging(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    import merging

    return merging


def graph(*states: list[Edge]) -> SimpleNamespace:
    edges = [edge for state in states for edge in state]
    return SimpleNamespace(
        offset=np.cumsum([0, *map(len, states)]),
        to=np.array([edge[0] for edge in edges], np.int32),
        crosses=np.array([edge[1] for edge in edges], np.int8),
        chance=np.array([edge[2] for edge in edges]),
    )


def test_states_with_the_same_chances_are_one(merging: ModuleType) -> None:
    """0 leads to 1 or 2, which end alike; 3 ends otherwise."""
    same = [(WON, 0, 0.25), (LOST, 0, 0.75)]
    assert merging.fewest(graph([(1, 0, 0.5), (2, 0, 0.5)], same, same[::-1], [(WON, 0, 1.0)]), 4, ENDS) == 3


def test_a_step_into_the_next_round_is_another(merging: ModuleType) -> None:
    end = [(WON, 0, 1.0)]
    assert merging.fewest(graph([(2, 0, 1.0)], [(2, 1, 1.0)], end), 3, ENDS) == 3
    assert merging.fewest(graph([(2, 1, 1.0)], [(2, 1, 1.0)], end), 3, ENDS) == 2


def test_what_is_told_apart_later_is_apart(merging: ModuleType) -> None:
    """Two chains of three steps that differ in the last one alone."""
    one, other = [(WON, 0, 1.0)], [(LOST, 0, 1.0)]
    assert merging.fewest(graph([(1, 0, 1.0)], [(2, 0, 1.0)], one, [(4, 0, 1.0)], [(5, 0, 1.0)], other), 6, ENDS) == 6
    assert merging.fewest(graph([(1, 0, 1.0)], [(2, 0, 1.0)], one, [(4, 0, 1.0)], [(5, 0, 1.0)], one), 6, ENDS) == 3


def test_equal_orcs_end_alike_in_whatever_order(merging: ModuleType) -> None:
    """1 against 3: the words of an ending are who won, who is dead, out, fled, surrendered, and the living."""
    ends = np.zeros((4, 6), np.int64)
    ends[:, 1] = 0b0110, 0b1010, 0b0111, 0b0010  # who is dead: the party's one is the last bit
    told = merging.of_sorts(ends, (1, 3))
    assert (told[0] == told[1]).all()
    assert len(np.unique(told, axis=0)) == 3
    one, other = [(-1, 0, 1.0)], [(-2, 0, 1.0)]
    assert merging.fewest(graph(one, other), 2, ends) == 2
    assert merging.fewest(graph(one, other), 2, told) == 1
