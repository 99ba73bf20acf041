"""Learning environments: PettingZoo's own tests, what a side may know, and the batch against the environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from affray import learning
from affray.errors import AffrayError
from affray.learning.aec import FightEnv
from affray.rules import NAMES

pettingzoo_test = pytest.importorskip("pettingzoo.test")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("scenario", "rules"), [*(("duel", book) for book in NAMES), ("orcs", "classic"), ("crypt", "vanguard")]
)
def test_it_passes_the_tests_of_pettingzoo(scenario: str, rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_test.api_test(learning.env(scenario, rules=rules), num_cycles=60)
    pettingzoo_test.seed_test(lambda: learning.env(scenario, rules=rules), num_cycles=30)


def play(env: FightEnv, seed: int) -> dict[str, float]:
    """Play one fight at random; return the rewards."""
    env.reset(seed=seed)
    rewards, chance = dict.fromkeys(env.agents, 0.0), np.random.default_rng(seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return rewards


def test_who_wins_gets_one_and_who_loses_minus_one() -> None:
    env = learning.env("duel")
    seen = set[tuple[float, ...]]()
    for seed in range(6):
        rewards = play(env, seed)
        winner = env.play.winner
        assert rewards == {side: 1.0 if side == winner else -1.0 for side in ("fighter", "orc")}
        seen.add(tuple(rewards.values()))
    assert seen == {(1.0, -1.0), (-1.0, 1.0)}


def numbers(env: FightEnv, agent: str) -> dict[str, float]:
    vector: Any = env.observe(agent)["observation"]
    return dict(zip(env.observer.names, map(float, vector), strict=True))


def test_a_side_knows_its_own_numbers_and_of_others_what_can_be_seen() -> None:
    env = learning.env("orcs", rules="tempo")
    env.reset(seed=1)
    party, orcs = numbers(env, "party"), numbers(env, "orcs")
    assert [party["0 max_hp"], orcs["0 max_hp"]] == pytest.approx([0.08, 0])
    assert (party["4 hp"], party["4 health"], orcs["4 hp"]) == (0, 1, 1)
    assert [party["3 spells"], orcs["3 spells"]] == pytest.approx([0.1, 0])


def test_a_side_knows_nothing_of_who_is_hidden() -> None:
    env = learning.env("orcs")
    env.reset(seed=1)
    env.play.referee("hide", "Grub")
    assert {value for name, value in numbers(env, "party").items() if name.startswith("4 ")} == {0.0}
    assert numbers(env, "orcs")["4 mine"] == 1


def test_an_action_that_the_mask_forbids_is_refused_and_changes_nothing() -> None:
    env = learning.env("duel")
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(AffrayError, match="not legal now; expected one that the action mask allows"):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert (env.observe(env.agent_selection)["action_mask"] == mask).all()


def test_rendering_tells_what_happened_since() -> None:
    env = learning.env("duel", render_mode="ansi")
    env.reset(seed=1)
    first = env.render()
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    second = env.render()
    assert first is not None
    assert second
    assert f"{first}\n{second}".strip() in str(env.play.log)


@pytest.mark.parametrize(("scenario", "rules"), [("orcs", "classic"), ("duel", "tempo")])
def test_the_batch_sees_and_does_what_the_environment_does(scenario: str, rules: str) -> None:
    """The same seed, the same actions: equal vectors, masks and rewards, question after question."""
    many = learning.batch(scenario, 3, rules=rules)
    seen, masks = many.reset(seed=7)
    side = many.roster.sides[many.side]
    env = learning.env(scenario, rules=rules, players=side)
    env.reset(seed=7)
    chance = np.random.default_rng(0)
    for _ in range(40):
        single = env.observe(side)
        assert np.array_equal(single["action_mask"], masks[0])
        assert np.allclose(single["observation"], seen[0])
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])
        seen, rewards, over, masks = many.step(actions)
        env.step(int(actions[0]))
        assert bool(over[0]) == env.terminations[side]
        if over[0]:
            assert rewards[0] == env.rewards[side]
            return
