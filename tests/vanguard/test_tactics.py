"""Tactics of the vanguard book: what each does that `first` doesn't, and what the book offers them all."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Group, side, versus
from vanguard.people import READY, players, scripted, someone

from affray import scenario
from affray.engine.dice import fight_key
from affray.engine.state import Fight, clone
from affray.engine.verbs import Answer, question
from affray.log import People, Recorder
from affray.rules import get

BOOK = get("vanguard")
ACT = BOOK.asks.index("turn")


def says(fight: str, tactic: str, *, change: Any = None, dice: str = READY, who: str = "Anna") -> str:
    """What a tactic answers when it is Anna's turn."""
    scene = scripted(fight, dice, until=f"{who}: turn")
    number = scene.number(who)
    f: Fight = scene.fight
    f.who[number].tactic = BOOK.tactics.index(tactic)
    if change:
        change(f)
    q = question(ACT, number, number, 0)
    answer: Answer = BOOK.decide(f, q)
    assert BOOK.refusal(f, q, answer) == 0
    return BOOK.say_answer(f, scene.roster, q, answer)


def anna(**keys: Any) -> Group:
    return someone("Anna", **{"cls": "fighter", "gear": ["longsword"], "position": [0, 0], "STR": 10} | keys)


def foes(**keys: Any) -> Group:
    return side(someone("Orc", position=[0, 5], hp=9), someone("Elk", position=[4, 0], hp=2), **keys)


MELEE = versus(players(anna()), foes())


# --- whom they strike


@pytest.mark.parametrize(
    ("tactic", "said"),
    [("first", "strike Orc"), ("nearest", "strike Elk"), ("weakest", "strike Elk"), ("strongest", "strike Orc")],
)
def test_whom_a_tactic_strikes(tactic: str, said: str) -> None:
    assert says(MELEE, tactic) == said


def test_focus_goes_where_others_have_struck_and_spread_where_not() -> None:
    def beset(f: Fight) -> None:
        f.who[2].times_attacked = 1

    assert says(MELEE, "focus", change=beset) == "strike Elk"
    assert says(MELEE, "spread", change=beset) == "strike Orc"


def test_protect_strikes_whoever_is_nearest_to_the_caster() -> None:
    mage = someone("Mage", cls="magic-user", spells=["sleep"], position=[8, 0])
    fight = versus(players(anna(), mage), foes())
    assert says(fight, "protect", dice=READY * 2) == "strike Elk"


def test_random_strikes_either() -> None:
    def guessing(n: int) -> Any:
        def change(f: Fight) -> None:
            f.guessed = n

        return change

    assert {says(MELEE, "random", change=guessing(n)) for n in range(20)} == {"strike Orc", "strike Elk"}


def test_whim_does_anything_that_is_allowed() -> None:
    def guessing(n: int) -> Any:
        def change(f: Fight) -> None:
            f.guessed = n

        return change

    said = {says(MELEE, "whim", change=guessing(97 * n)).partition(" ")[0] for n in range(300)}
    assert said >= {"strike", "move", "run", "defensive", "stance", "go", "other", "put"}


# --- charging, running, defensive movement, stance


def test_they_charge_where_it_is_far_enough() -> None:
    assert says(versus(players(anna()), someone("Orc", position=[30, 0])), "nearest") == "charge Orc"
    assert says(versus(players(anna()), someone("Orc", position=[30, 0])), "first") == "approach Orc"
    assert says(versus(players(anna()), someone("Orc", position=[9, 0])), "nearest") == "approach Orc"


def test_they_run_where_no_blow_can_be_struck() -> None:
    fight = versus(players(anna()), someone("Orc", position=[300, 0]))
    assert says(fight, "nearest") == "run"


def test_who_has_several_attacks_walks_up_to_use_them_all() -> None:
    bear = someone("Anna", monster="black bear", hp=20, position=[0, 0])
    assert says(versus(players(bear), someone("Orc", position=[30, 0])), "nearest") == "approach Orc"
    assert says(versus(players(bear), someone("Orc", position=[60, 0])), "nearest") == "charge Orc"


def hurt(f: Fight) -> None:
    f.who[0].hp = 1


def test_the_cautious_move_out_defensively_when_badly_hurt() -> None:
    fight = versus(players(anna(hp=9, position=[0, 0]), someone("Bert", position=[0, -5])), foes())
    assert says(fight, "cautious", dice=READY * 2, change=hurt) == "defensive"
    assert says(fight, "nearest", dice=READY * 2, change=hurt) == "strike Elk"

    def paced(f: Fight) -> None:
        hurt(f)
        f.who[0].acted, f.who[0].vanguard.pace = True, 2

    assert says(fight, "cautious", dice=READY * 2, change=paced) == "move away"


def test_and_take_a_stance_where_half_their_speed_is_not_enough() -> None:
    def slow(f: Fight) -> None:
        hurt(f)
        f.who[0].move = 30  # 1.5 metres at half speed

    fight = versus(players(anna(hp=9), someone("Bert", position=[0, -5])), foes())
    assert says(fight, "cautious", dice=READY * 2, change=slow) == "stance"


def test_a_caster_under_protection_leaves_the_melee() -> None:
    mage = someone("Anna", cls="magic-user", spells=["sleep"], position=[0, 0])
    fight = versus(players(mage, someone("Bert", position=[0, -5])), foes())
    assert says(fight, "protect", dice=READY * 2) == "defensive"
    assert says(fight, "nearest", dice=READY * 2) == "cast sleep at Orc"


# --- oil, holy water, reloading


def test_holy_water_is_for_the_undead() -> None:
    who = anna(gear=["longsword", "holy water"])
    assert (
        says(versus(players(who), someone("Dead", monster="zombie", position=[20, 0])), "nearest")
        == "throw holy water at Dead"
    )
    assert says(versus(players(who), someone("Orc", position=[20, 0])), "nearest") == "charge Orc"
    assert says(versus(players(who), someone("Dead", monster="zombie", position=[20, 0])), "first") == "approach Dead"


def test_oil_is_lit_and_thrown_where_no_friend_is_near() -> None:
    who = anna(gear=["longsword", "oil flask"])
    fight = versus(players(who), someone("Orc", position=[20, 0]))
    assert says(fight, "nearest") == "light"

    def lit(f: Fight) -> None:
        f.who[0].vanguard.flame_ready = True

    assert says(fight, "nearest", change=lit) == "throw oil flask at Orc"
    crowded = versus(players(who, someone("Bert", position=[20, 5])), someone("Orc", position=[20, 0]))
    assert says(crowded, "nearest", dice=READY * 2, change=lit) == "charge Orc"


def test_who_burns_puts_it_out_when_it_may_be_the_end() -> None:
    def aflame(hp: int) -> Any:
        def change(f: Fight) -> None:
            f.who[0].conditions |= 1 << 7
            f.who[0].hp = hp

        return change

    assert says(MELEE, "nearest", change=aflame(8)) == "douse"
    assert says(MELEE, "nearest", change=aflame(9)) == "strike Elk"
    assert says(MELEE, "first", change=aflame(8)) == "strike Orc"


@pytest.mark.parametrize("weapon", ["light crossbow", "heavy crossbow"])
def test_an_empty_crossbow_is_reloaded(weapon: str) -> None:
    def empty(f: Fight) -> None:
        f.who[0].unloaded |= 1 << f.who[0].hand

    fight = versus(players(anna(gear=[weapon, "dagger"])), someone("Orc", position=[150, 0]))
    assert says(fight, "nearest") == "shoot Orc"
    assert says(fight, "nearest", change=empty) == "reload"


def test_the_last_spear_is_kept_for_striking() -> None:
    fight = versus(players(anna(gear=["spear"])), someone("Orc", position=[15, 0]))
    assert says(fight, "nearest") == "charge Orc"
    two = versus(players(anna(gear=["2 spear"])), someone("Orc", position=[15, 0]))
    assert says(two, "nearest") == "shoot Orc"


def test_a_caster_frees_a_hand() -> None:
    who = someone("Anna", cls="cleric", gear=["mace", "shield"], spells=["hold person"], position=[0, 0])
    assert (
        says(versus(players(who), someone("Orc", monster="orc", hp=5, position=[60, 0])), "nearest")
        == "put weapon away"
    )


def test_a_cleric_turns_the_undead_and_the_wounded_drink() -> None:
    odo = someone("Anna", cls="cleric", gear=["mace"], position=[0, 0])
    assert says(versus(players(odo), someone("Dead", monster="skeleton", position=[60, 0])), "nearest") == "turn"
    who = anna(gear=["longsword", "healing potion"], hp=9)
    assert says(versus(players(who), foes()), "nearest", change=hurt) == "drink"


# --- in whole fights


def uses(example: str, fights: int = 40) -> set[str]:
    """The kinds of answer that tactics give in so many fights of an example."""
    given: set[str] = set()
    decide = BOOK.decide

    start, _ = BOOK.build(scenario.load(example, BOOK.names()), {})

    class Watch(People):
        def answer(self, f: Fight, q: Any, choose: Any, refusal: Any) -> Answer:
            said = decide(f, q)
            given.add(BOOK.kinds[said.kind])
            return said

    for number in range(fights):
        f = clone(start)
        f.key, f.observer = fight_key(3, number), Recorder(Watch())
        BOOK.fight(f)
    return given


def test_what_the_book_offers_is_used_in_automatic_play() -> None:
    given = uses("crypt", 15) | uses("ship", 8) | uses("crossroads", 40) | uses("dragon", 25)
    wanted = {
        "charge",
        "run",
        "defensive",
        "stance",
        "throw",
        "light",
        "reload",
        "cast",
        "turn",
        "shoot",
        "drink",
        "draw",
    }
    assert wanted - given == set()


def test_every_tactic_of_the_classic_book_is_known() -> None:
    assert set(get("classic").tactics) <= set(BOOK.tactics)
