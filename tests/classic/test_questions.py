"""What the classic book asks and offers, in the words people read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers import side, someone, versus

import affray
from affray import Play, scenario


def play(fight: str, players: Sequence[str] = ("ours", "theirs"), dice: bool = False) -> Play:
    return affray.start(scenario.read(fight), rules="classic", players=players, dice=dice)


def test_the_tied_are_asked_to_break_the_tie() -> None:
    fight = play(versus(someone("Anna"), someone("Orc")), dice=True)
    fight.always("*", "declare", "pass")
    asked: list[str] = []
    for shown in (4, 4, 2, 5):
        assert fight.asks is not None
        asked.append(fight.asks.purpose)
        fight.do([shown])
    assert asked == ["for initiative"] * 2 + ["to break the tie"] * 2


def test_bare_hands_are_offered_as_putting_the_weapon_away_and_the_old_words_do() -> None:
    for said in ("put weapon away", "draw unarmed"):
        fight = play(versus(someone("Anna", gear=["sword"]), someone("Orc")), players=["ours"])
        fight.always("*", "declare", "pass")
        assert "put weapon away" in [choice.words for choice in fight.legal]
        fight.do(said)
        assert fight.log.text().splitlines()[-1].endswith("Anna puts the weapon away [classic.weapon.switch]")


@pytest.mark.parametrize(
    ("spell", "purpose"),
    [("magic missile", "for magic missile damage"), ("cure light wounds", "for the hit points healed")],
)
def test_the_dice_of_a_spell_are_asked_for_what_they_are(spell: str, purpose: str) -> None:
    caster = someone(
        "Mira", cls="cleric" if "cure" in spell else "magic-user", level=2, spells=[spell], position=[0, 0]
    )
    orc = someone("Orc", hp=9, position=[60, 0])
    fight = play(versus(caster, orc), players=["ours"], dice=True)
    at = "Mira" if "cure" in spell else "Orc"
    purposes: list[str] = []
    while fight.asks is not None and fight.state.round < 2:
        if fight.asks.die is None:
            said = [choice.words for choice in fight.legal if choice.words.startswith("cast")]
            fight.do(next((words for words in said if words.endswith((spell, at))), "pass"))
        else:
            purposes.append(fight.asks.purpose)
            fight.do([6] * fight.asks.die.count)
    assert purpose in purposes


def test_nobody_reads_why_they_cannot_draw_their_claws_or_mount_without_a_mount_or_let_a_foe_go_first() -> None:
    fight = play(versus(someone("Anna", gear=["sword", "dagger"]), someone("Wolf", monster="wolf"), distance=60))
    seen = {}
    for _ in range(2):
        assert fight.asks is not None
        seen[fight.asks.who] = {choice.words.split()[0] for choice, _ in fight.forbidden}
        fight.do("pass")
    assert not {"mount", "wait"} & (seen["Anna"] | seen["Wolf"])
    assert "draw" in seen["Anna"]
    assert "draw" not in seen["Wolf"]


def test_the_referee_reads_who_checks_morale_and_why() -> None:
    foes = side(someone("Orc", monster="orc", hp=1, count=3), someone("Ogre", monster="ogre"))
    fight = play(versus(someone("Anna", thac0=1, hp=50), foes), players=["referee"], dice=True)
    asked: list[str] = []
    while len(asked) < 2 and fight.asks is not None:
        if fight.asks.question is None:
            fight.do([4])
            continue
        asked.append(fight.asks.what)
        fight.do("modify 0")
    said = "modifier for the situation (−2 to +2)?"
    assert asked == [f"Morale of theirs (orc) (first death): {said}", f"Morale of Ogre (first death): {said}"]
