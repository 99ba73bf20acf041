"""Damage done to blocks: nothing crashes, no number changes in silence, a lost digit is told where others know it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from exchange import damage
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import AffrayError
from affray.exchange.importers import FORMATS, Creature, read
from affray.exchange.importers.creatures import kind_of

HERE = Path(__file__).parent / "blocks"
CASES: list[dict[str, Any]] = [
    case for file in sorted(HERE.glob("*.yaml")) for case in yaml.safe_load(file.read_text(encoding="utf-8"))
]
TEXTS = [case["text"] for case in CASES]
LINES = [
    case["text"]
    for case in CASES
    if len(case.get("creatures", ())) == 1 and case.get("form") in ("one-line", "basic", "without-number")
]
SURE = [text for text in LINES if not read(text).warnings]
seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("how", damage.KEEPS_DIGITS, ids=lambda how: how.__name__)
def test_damage_that_keeps_every_digit_changes_no_number_in_silence(how: Any) -> None:
    chance = random.Random(how.__name__)
    for text in SURE:
        [before] = read(text).creatures
        for _ in range(6):
            hurt = how(text, chance)
            assert damage.find_silent_changes(before, read(hurt)) == [], hurt


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SURE), st.lists(st.sampled_from(damage.KEEPS_DIGITS), min_size=1, max_size=3), seeds)
def test_nor_does_all_of_it_together(text: str, hows: list[Any], seed: int) -> None:
    chance, hurt = random.Random(seed), text
    for how in hows:
        hurt = how(hurt, chance)
    [before] = read(text).creatures
    assert damage.find_silent_changes(before, read(hurt)) == []


# A line in which every number has another that knows it: both halves of armour, of THAC0 and of movement; hit dice
# that go with THAC0 and with saves; five saves that are somebody's.
LINE = "Bog Hag: AC 5 [14], HD 10, THAC0 11 [+8], MV 120' (40'), SV D6 W7 P8 B8 S10 (F10), Att 1 × claw (1d4), ML 8"
KNOWN = LINE.index(", Att")


@pytest.mark.parametrize("at", [n for n, letter in enumerate(LINE[:KNOWN]) if letter.isdecimal()])
def test_a_lost_digit_is_told_wherever_another_number_knows_it(at: int) -> None:
    [whole] = read(LINE).creatures
    assert whole.warnings == ()
    [hurt] = read(LINE[:at] + LINE[at + 1 :]).creatures
    assert hurt.warnings or hurt.entry() == whole.entry(), LINE[:at] + LINE[at + 1 :]


def test_a_digit_lost_in_one_half_leaves_the_other_half() -> None:
    """A half that is gone altogether is worked out from the other."""
    [hurt] = read(LINE.replace("[14]", "[]").replace("11 [+8]", "[+8]")).creatures
    assert (hurt.entry()["ac"], hurt.entry().get("thac0")) == (5, None)


def test_random_damage_never_crashes_the_reader() -> None:
    """A sample; bench/torn.py does it a hundred thousand times."""
    chance = random.Random(6)
    for n in range(600):
        damage.read_safely(damage.mutate(TEXTS[n % len(TEXTS)], chance))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_at_all_is_a_page(text: str) -> None:
    damage.read_safely(text)


HOSTILE = {
    "digits": "AC " + "1" * 150_000,
    "spaces": "AC 6" + " " * 150_000 + "HD 1",
    "lines": "\n" * 150_000 + "AC 6, HD 1",
    "brackets": "AC 6, HD 1, Att " + "(" * 150_000,
    "closing": "AC 6, HD 1, Att " + ")" * 150_000,
    "many dice": "AC 6, HD 1, Att bite (" + "1d6 + " * 30_000,
    "labels": "AC 6 HD 1 " * 18_000,
    "words": "Goblin AC 6, HD 1. " + "morale with " * 15_000,
    "stars": "*" * 150_000 + " AC 6 HD 1",
    "dashes": "AC 6, HD 1" + "-\n" * 70_000,
    "json": '{"name": "x", "ac": ' * 9_000,
    "open json": '[{"a":' * 30_000,
    "yaml": "```statblock\nname: x\nac: " + "[" * 150_000 + "\n```",
    "aliases": "```statblock\nname: &a [x]\nac: 1\n" + "".join(f"k{n}: &b{n} [*a, *a]\n" for n in range(5_000)) + "```",
    "fences": "```\n" * 49_000,
    "tags": "<b" * 90_000 + "AC 6",
    "quotes": '{"Name": "' + "\\" * 150_000,
    "names": "Goblin " * 28_000 + "AC 6 [13], HD 1",
    "feet": "AC 6, HD 1, MV " + "120' " * 30_000,
    "saves": "AC 6, HD 1, SV " + "D12 " * 40_000,
    "entities": "&nbsp;" * 30_000 + "AC 6 HD 1",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_do_no_harm(text: str) -> None:
    """A pattern that tries every way through such a text would never come back."""
    damage.read_safely(text)


def test_aliases_of_yaml_are_not_written_out() -> None:
    bomb = "```statblock\nname: x\nac: 1\na: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefg", "bcdefgh", strict=True)
    )
    assert read(f"{bomb}```").warnings


def test_too_long_a_text_is_refused_with_a_word() -> None:
    with pytest.raises(AffrayError, match="4,000,001 characters"):
        read("x" * 4_000_001)


def test_only_text_is_read() -> None:
    with pytest.raises(TypeError, match="expected text, found bytes"):
        read(b"AC 6")  # type: ignore[arg-type]
    with pytest.raises(AffrayError, match="no form 'nonsense'"):
        read("AC 6", "nonsense")


@pytest.mark.parametrize("form", FORMATS)
def test_any_block_read_as_any_form_is_a_page(form: str) -> None:
    for text in TEXTS:
        assert read(text, form).warnings is not None


def test_names_are_found_again() -> None:
    creature = Creature("Marsh Goblin's  Kin (3)")
    assert creature.kind == kind_of("marsh goblin's kin 3") == "marsh goblin's kin 3"
