"""What a scenario need not say: numbers that its book never uses, THAC0 beside hit dice, and a number before a kind."""

from __future__ import annotations

import pytest

import affray
from affray import scenario
from affray.errors import ScenarioError

OWN = {
    "tempo": "strength: 13, wits: 10, tempo ac: 24",
    "vanguard": "vanguard ac: 14, combat bonus: 2",
    "fourfold": "fourfold ac: 14, attack bonus: 2",
}


def fight(anna: str, foes: str = "1 goblin", book: str = "classic") -> affray.Play:
    text = f"title: t\nrules: {book}\nsides:\n  ours: {{members: [{anna}]}}\n  theirs: {{members: [{foes}]}}\n"
    return affray.start(scenario.read(text), rules=book, players=["ours", "theirs"])


@pytest.mark.parametrize("book", OWN)
def test_a_books_own_numbers_are_enough(book: str) -> None:
    play = fight(f"Anna: {{{OWN[book]}, hp: 8, damage: 1d6}}", book=book)
    assert play.roster.who[0] == "Anna"
    assert not any("given as" in note or "numbers ac" in note for note in play.roster.notes)


@pytest.mark.parametrize(("hd", "thac0"), [("1", 19), ("3+1", 16), ("9", 12)])
def test_hit_dice_give_the_thac0(hd: str, thac0: int) -> None:
    assert fight(f"Anna: {{hd: {hd}, ac: 5, damage: 1d6}}").state.who[0].thac0 == thac0


@pytest.mark.parametrize("foes", ["ghoul", "1 ghoul", "ghoul: {hp: 9}", "1 ghoul: {hp: 9}"])
def test_one_of_a_kind_needs_no_number(foes: str) -> None:
    play = fight("Anna: {class: fighter}", foes)
    assert (play.roster.who[1], play.roster.kinds[1]) == ("Ghoul", "ghoul")


def test_a_name_with_too_few_numbers_is_refused_as_before() -> None:
    with pytest.raises(ScenarioError, match="neither a monster nor a class"):
        fight("Anna: {hp: 9}")
    with pytest.raises(ScenarioError, match="neither a monster nor a class"):
        fight("Anna: {ac: 5, hp: 9, damage: 1d6}")


@pytest.mark.parametrize("book", ["classic", "procedure", "fourfold"])
def test_a_shot_at_a_foe_in_contact_has_no_odds(book: str) -> None:
    from affray.cli import UserError, main

    with pytest.raises(UserError, match=r"can't shoot \[classic.missile|contact .* \[fourfold.ranged.contact"):
        main(["odds", "attack", "fighter 2 with short bow", "orc", "--at", "5", "--rules", book], standalone_mode=False)


@pytest.mark.parametrize("book", ["vanguard", "tempo"])
def test_where_the_book_allows_it_it_has(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    from affray.cli import main

    main(["odds", "attack", "fighter 2 with short bow", "orc", "--at", "5", "--rules", book], standalone_mode=False)
    assert "hits" in capsys.readouterr().out


@pytest.mark.parametrize("book", affray.books())
def test_first_draws_what_it_can_strike_with(book: str) -> None:
    """With a bow in hand and a goblin in contact it wins as often as anybody with a sword."""
    text = (
        f"title: t\nrules: {book}\ndistance: contact\nsides:\n"
        "  ours: {tactic: first, members: [Anna: {class: fighter, gear: [short bow, sword], hp: 8}]}\n"
        "  theirs: {members: [1 goblin: {hp: 4}]}\n"
    )
    wins = [affray.start(scenario.read(text), rules=book, seed=seed).winner for seed in range(20)]
    assert wins.count("ours") >= 5
