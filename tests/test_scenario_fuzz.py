"""Whatever a scenario file has in it, it is read or its mistakes are told: never a traceback."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import AffrayError
from affray.party import party_from_text
from affray.rules.classic import BOOK
from affray.rules.classic.clauses import OPTIONS
from affray.scenario import Mistake, ScenarioError, examples, load, read

DEFAULTS = {option.name: option.default for option in OPTIONS}
LINE_BREAKS = "\n\r\x85\u2028\u2029"


def never_a_traceback(text: str) -> None:
    """It is read, or every mistake in it is told at a place the file has; and what is read is built or refused."""
    for mistake in told(text):
        assert 1 <= mistake.line <= sum(map(text.count, LINE_BREAKS)) + 2
        assert mistake.column >= 1
        assert mistake.message
        assert str(mistake).isprintable()


def told(text: str) -> list[Mistake]:
    try:
        BOOK.build(read(text, "f.yaml"), DEFAULTS)
    except ScenarioError as error:
        return error.mistakes
    except AffrayError:
        pass
    return []


@given(st.text())
@settings(max_examples=70, deadline=None)
def test_any_text(text: str) -> None:
    never_a_traceback(text)


@given(st.text(alphabet=" \n\t:-{}[],&*!|>'\"%@`#?~<=a1\\Uu0x.\u2028", max_size=60))
@settings(max_examples=120, deadline=None)
def test_any_text_in_the_signs_of_yaml(text: str) -> None:
    never_a_traceback(text)


WORDS = (
    "title rules distance terrain options sides objectives speaker rounds members tactic players way out monster class "
)
WORDS += (
    "count hp gear spells name level STR ac aac damage saves hd position conditions leader down escape side width "
    "water party fate notes wits skill shock save readied ambush alert load trained wound ledge"
)
KEYS = st.sampled_from(
    [
        *WORDS.split(),
        "way out",
        "house rules",
        "max hp",
        "combat_bonus",
        "initiative.tie",
        "morale.triggers",
        "a",
        "b",
        "6 orc",
        "2dd goblin",
        "Grub",
    ]
)
VALUES = st.sampled_from(
    [
        "orc",
        "6 orc",
        "2d4 goblin",
        "d orc",
        "contact",
        "fighter",
        "average",
        "12/13/14/15/16",
        "1d6",
        "sword +1",
        "first",
    ]
)
SCALARS = VALUES | st.integers() | st.booleans() | st.none() | st.text(max_size=5) | st.floats()
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=25
)


@given(st.dictionaries(KEYS, TREES, max_size=8))
@settings(max_examples=70, deadline=None)
def test_any_tree_of_the_right_words(tree: dict[str, Any]) -> None:
    never_a_traceback(yaml.safe_dump(tree, allow_unicode=True))


@given(st.dictionaries(KEYS, TREES, max_size=8), st.dictionaries(KEYS, TREES, max_size=8), TREES)
@settings(max_examples=70, deadline=None)
def test_any_tree_in_the_right_places(side: dict[str, Any], member: dict[str, Any], top: Any) -> None:
    scenario = {
        "sides": {"a": {"members": [member, {"Grub": member}]} | side, "b": ["orc"]},
        "objectives": [member, top],
    }
    never_a_traceback(yaml.safe_dump(scenario, allow_unicode=True))


@given(st.dictionaries(KEYS, TREES, max_size=8), st.dictionaries(KEYS, TREES, max_size=8), TREES)
@settings(max_examples=70, deadline=None)
def test_any_tree_as_a_party(party: dict[str, Any], member: dict[str, Any], top: Any) -> None:
    file = {"party": "X", "members": [member, {"Grub": member}, top]} | party
    never_a_traceback(yaml.safe_dump({"sides": {"a": {"party": file}, "b": ["orc"]}}, allow_unicode=True))
    with contextlib.suppress(ScenarioError):
        party_from_text(yaml.safe_dump(file, allow_unicode=True))


def mutated(text: str, dice: random.Random) -> str:
    """A file after a slip of the hand or three."""
    for _ in range(dice.randint(1, 3)):
        at, to = sorted((dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)))
        lines = text.split("\n")
        line = dice.randrange(len(lines))
        text = dice.choice(
            [
                text[:at] + text[at + 1 :],
                text[:at] + dice.choice(" \t\n:-{}[],&*!'\"0123456789xyz#%\x00é") + text[at:],
                text[:at] + dice.choice(["-1", "9" * 40, "null", "true", "[]", "{}", "2d", "*a", "&a"]) + text[at:],
                text[:at] + text[to:] if to - at < 40 else text[:at],
                "\n".join(lines[:line] + lines[line + 1 :]),
                "\n".join([*lines[:line], lines[line], *lines[line:]]),
                "\n".join([*lines[:line], "  " + lines[line], *lines[line + 1 :]]),
            ]
        )
    return text


@pytest.mark.parametrize("name", sorted(examples()))
def test_mutated_examples(name: str) -> None:
    text, dice = load(name).text, random.Random(name)
    for _ in range(150):
        never_a_traceback(mutated(text, dice))
