"""Checks: advantage and penalty dice, and saves, which are checks here."""

from __future__ import annotations

from itertools import product

import pytest
from helpers import versus
from tempo.people import duel, heroes, scripted, someone

from affray.engine.clauses import REASONS, cite
from affray.engine.state import Combatant, Fight
from affray.engine.vocabulary import TO_HIT, WOUNDED, Purpose
from affray.log import Recorder
from affray.rules.tempo.damage import roll_check, several


class Fixed(Recorder):
    """Dice in a given order."""

    def __init__(self, *shown: int) -> None:
        super().__init__()
        self.shown = list(shown)

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        return sum(self.shown.pop(0) for _ in range(count))


@pytest.mark.clause("tempo.check.dice")
@pytest.mark.parametrize(("dice", "kept"), [(1, max), (2, max), (-1, min), (-3, min)])
def test_the_best_or_worst_of_1_and_n(dice: int, kept: object) -> None:
    for shown in product((3, 11, 20), repeat=1 + abs(dice)):
        f = Fight()
        f.observer = Fixed(*shown)
        assert several(f, Combatant(), TO_HIT, dice) == kept(shown)  # type: ignore[operator]
        assert f.observer.shown == []
        for reason, _ in f.observer.reasons:
            cite(REASONS[reason].clause)


def test_they_cancel_one_for_one() -> None:
    """One advantage die and a wound's penalty die are a plain roll."""
    f, who = Fight(), Combatant(conditions=1 << WOUNDED)
    f.observer = Fixed(7)
    assert roll_check(f, who, TO_HIT, 10, 1) == 17


@pytest.mark.clause("tempo.save")
@pytest.mark.parametrize(("shown", "saved"), [(7, True), (6, False)])
def test_wits_against_spells(shown: int, saved: bool) -> None:
    """Wits 13 against DC 20."""
    wyn = someone("Wyn", cls="cleric", level=3, spells=["light"])
    scene = scripted(
        versus(heroes(wyn), someone("Orc", wits=13)),
        f"d20=20 d20=1 d20={shown}",
        ["Wyn: cast light", "Wyn: cast light at Orc"],
        until=lambda f: f.who[0].acted and f.act.victims_left == 0,
    )
    check = scene.one("check", "tempo.save")
    assert (check.value, check.was) == (shown + 13, 20)
    assert (scene.events("condition-on") == []) == saved


@pytest.mark.clause("tempo.save")
def test_strength_against_poison_and_paralysis() -> None:
    fight = versus(heroes(someone("Anna", strength=12, hp=9)), someone("Ghoul", monster="ghoul", wits=20))
    scene = scripted(
        fight,
        "d20=1 d20=20 d20=9 d3=1 d20=8 d20=1 d20=1",
        until=lambda f: f.who[1].acted and f.who[1].attacks_made == 0,
    )
    check = scene.one("check", "tempo.save")
    assert (check.value, check.was) == (8 + 12, 20)
    assert scene["Anna"].able


@pytest.mark.clause("tempo.attack.roll")
def test_magic_and_nature_count_in_the_check() -> None:
    """A magic sword +2, a blessing +1 and a stench −2 on 1d20 + strength; −1 against the protected."""
    anna = {"cls": "fighter", "gear": ["sword +2"], "conditions": ["blessed", "sickened"]}
    fight = versus(heroes(someone("Anna", **anna)), someone("Orc", conditions=["protected"]))
    scene = scripted(fight, "d20=20 d20=1 d20=1", until="Orc: turn")
    assert scene.one("miss").value == 1 + 13 + 2 + 1 - 2 - 1


@pytest.mark.clause("tempo.check.dice", "tempo.attack.roll")
def test_the_referee_gives_an_attack_dice() -> None:
    """An advantage die keeps the better of two, a penalty die the worse; one of each, or a wound, cancels."""
    for words, dice, best in (
        (["advantage"], "d20=4 d20=9", 9),
        (["disadvantage Anna"], "d20=4 d20=9", 4),
        (["advantage", "disadvantage"], "d20=4", 4),
        (["advantage", "advantage"], "d20=4 d20=9 d20=7", 9),
    ):
        scene = duel(until=lambda f: f.round == 1)
        for said in words:
            scene.book.referee_command(scene.fight, scene.roster, said.split())
        scene.play(dice, ["Anna: strike Orc"], until=lambda f: f.who[0].acted)
        assert scene.one("miss", who="Anna").value == best + 10
        assert scene.fight.tempo.attack_dice == 0
    wounded = duel(anna={"conditions": ["wounded"]}, until=lambda f: f.round == 1)
    wounded.book.referee_command(wounded.fight, wounded.roster, ["advantage", "Anna"])
    wounded.play("d20=4", ["Anna: strike Orc"], until=lambda f: f.who[0].acted)


@pytest.mark.clause("tempo.check.dice")
def test_dice_for_one_are_not_another_s() -> None:
    scene = duel(until=lambda f: f.round == 1)
    scene.book.referee_command(scene.fight, scene.roster, ["advantage", "Orc"])
    scene.play("d20=4 d20=1 d20=8", ["Anna: strike Orc", "Orc: strike Anna"], until=lambda f: f.who[1].acted)
    assert [e.value for e in scene.events("miss")] == [14, 18]
    scene.book.referee_command(scene.fight, scene.roster, ["advantage", "Orc"])
    scene.book.referee_command(scene.fight, scene.roster, ["advantage"])
    assert (scene.fight.tempo.attack_dice, scene.fight.tempo.favoured) == (1, -1)
