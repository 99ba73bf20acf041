"""The tactic `cunning`: what it finds, what it may know, how it is written, and that a saved fight replays with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import affray
from affray.compiler.kernels.building import RACING, kernel
from affray.engine.encounter import Cunning
from affray.rules import get

# Anna hits either foe with the same numbers and kills the wasp with any hit. It hits almost always for 1d6, the bear
# seldom for 1d2. `first` strikes the bear, who stands first.
TRAP = """
title: The wasp
distance: contact
sides:
  ours: {tactic: %s, members: [Anna: {hp: 9, thac0: 10, ac: 9, damage: 1d6}]}
  theirs:
    members:
      - Bear: {hp: 12, ac: 9, thac0: 20, damage: 1d2}
      - Wasp: {hp: 1, ac: 9, thac0: 2, damage: 1d6}
"""


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    kernel(get("classic"), RACING)


def test_it_strikes_what_kills() -> None:
    """Every first blow goes to the wasp; the built-in tactic that takes the first in the list strikes the bear."""
    play = affray.start(TRAP % "cunning:60", rules="classic", seed=4)
    blows = [line for line in play.log.text().splitlines() if "Anna attacks" in line]
    assert "Anna attacks Wasp" in blows[0]
    assert any(why.startswith("Anna: Strike Wasp: ") for why in play.reasons)
    wins = {
        word: affray.simulate(TRAP % word, rules="classic", n=60).outcomes["ours"].share
        for word in ("first", "cunning:60")
    }
    assert wins["cunning:60"] > wins["first"] + 0.1


def test_a_saved_fight_replays_without_thinking_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TRAP.replace("tactic: %s, ", "players: true, ") + "    tactic: cunning:40\n"
    play = affray.start(text, rules="classic", seed=2, players=["ours"])
    while not any(str(choice) == "strike Wasp" for choice in play.legal):
        play.do("pass")
    play.do("strike Wasp")
    play.save(tmp_path / "wasp.fight")
    again = affray.start(text, rules="classic", seed=2, players=["ours"])
    for entry in play.entries:
        if entry.fields[0] == "Anna":
            again.do(entry.fields[2])
    assert again.log.jsonl() == play.log.jsonl()
    monkeypatch.setattr(Cunning.thinker, "in_play", None)
    loaded = affray.load(tmp_path / "wasp.fight")
    assert loaded.log.jsonl() == play.log.jsonl()
    assert loaded.encounter.sides[1].tactic == "cunning:40"
    monkeypatch.undo()
    loaded.do("strike Bear" if any(str(one) == "strike Bear" for one in loaded.legal) else "pass")


def test_simulated_fights_are_the_same_again_and_those_that_are_played() -> None:
    one, other = (affray.simulate(TRAP % "cunning:30", rules="classic", n=12, seed=9) for _ in range(2))
    assert one.checksum == other.checksum
    assert one.replay(3).winner == affray.start(TRAP % "cunning:30", rules="classic", seed=9, number=3).winner


@pytest.mark.parametrize("word", ["cunning:0", "cunning:x", "cunning:1.5", "cunning:99s", "cunning:"])
def test_a_strength_that_is_none(word: str) -> None:
    with pytest.raises(affray.AffrayError, match="expected cunning, cunning:400"):
        affray.start("duel", tactics={"orc": word})
    with pytest.raises(affray.AffrayError, match="expected cunning, cunning:400"):
        affray.start(TRAP % f'"{word}"')


def test_its_strength_in_words() -> None:
    assert [Cunning.read(word) for word in ("cunning", "cunning:400")] == [Cunning(100), Cunning(400)]
    assert Cunning.read("cunning:0.5s").seconds == 0.5
