"""Watching plain fights: every call returns once, every fork is gone through, and who watched before still does."""

from __future__ import annotations

import dis
import sys
from cProfile import Profile

import pytest

from affray.rules import get
from affray.scenario import load
from affray.simulate import often
from affray.simulate.compiled import Player
from affray.simulate.fast import kernels
from affray.simulate.often import USUAL, YARDSTICK, calls, fights, ways_through
from affray.verbs import RULES


@pytest.mark.parametrize("book", ["classic", "fourfold"])
def test_what_is_watched_closely_returns_as_often_as_it_is_called(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(often, "FIGHTS", often.CLOSELY)
    opened = get(book)
    called, passed = calls(opened, YARDSTICK) + calls(opened, USUAL), ways_through(opened)
    rules = {rule.__code__ for rule in RULES} & passed.keys()
    assert len(rules) > 100
    for code in rules:
        ends = [step.offset for step in dis.get_instructions(code) if step.opname.startswith("RETURN_")]
        assert sum(passed[code][end] for end in ends) == called[code], code


def test_whoever_traces_goes_on_tracing() -> None:
    before = sys.gettrace()
    ways_through(get("classic"))
    assert sys.gettrace() is before


def test_whoever_profiles_goes_on_profiling() -> None:
    with Profile() as profile:
        calls(get("classic"), YARDSTICK)
    profile.create_stats()
    assert any(name == fights.__name__ for _, _, name in profile.stats)


def test_a_kernel_from_the_cache_watches_no_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    book = get("classic")
    start, _ = book.build(load("duel", book.names()), {})
    Player(book, start, 0, watch=False)  # it is in the cache now
    monkeypatch.setattr(kernels, "_kept", {})
    monkeypatch.setattr(kernels, "watch", lambda book: pytest.fail("a fight was watched"))
    again = Player(book, start, 0, watch=False)
    again.play(0, 10)
    assert again.total().fights == 10
