"""Tactics of the classic book: what each answers where, what all of them make use of, and that each is worth having."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from helpers import OURS_FIRST, Group, Scene, scripted, side, someone, versus

import affray
from affray import scenario
from affray.engine.clauses import SPOKEN
from affray.engine.dice import fight_key
from affray.engine.events import KINDS
from affray.engine.state import ALWAYS, Fight, clone
from affray.engine.verbs import PASS, Answer, Question
from affray.engine.vocabulary import DEAD, FLEEING, UNCONSCIOUS
from affray.rules.classic import BOOK
from affray.rules.shared import clauses as C
from affray.rules.shared.damage import begin, die, lift
from affray.rules.shared.tactics import worth_at

THINKING = [t for t in BOOK.tactics if t not in ("first", "whim")]
every_thinking = pytest.mark.parametrize("tactic", THINKING)


def says(scene: Scene, tactic: str, ask: str, who: str = "Anna") -> str:
    """What it answers to a question in this situation, in words."""
    number = scene.number(who)
    scene[who].tactic = BOOK.tactics.index(tactic)
    q = Question(BOOK.asks.index(ask), number, number, 0)
    answer = BOOK.decide(scene.fight, q)
    assert BOOK.refusal(scene.fight, q, answer) == 0
    return BOOK.say_answer(scene.fight, scene.roster, q, answer)


def standing(ours: Group | Sequence[Group], *theirs: Group, ask: str = "strike", **keys: Any) -> Scene:
    """Ours act first, and nobody has moved, up to this question of Anna's."""
    party = side(*([ours] if isinstance(ours, dict) else ours), way_out=True)
    fight = versus(party, side(*theirs), **keys)
    stay = ["Anna: pass move"] if "position" in fight and ask in ("shoot", "strike") else []
    return scripted(fight, "" if ask == "declare" else OURS_FIRST, stay, until=f"Anna: {ask}")


# --- each answers differently from `first`


def test_first_takes_the_first_foe_standing_in_listed_order() -> None:
    scene = standing(someone("Anna"), someone("Orc"), someone("Wolf", hp=1), someone("Ogre", hd="4"))
    assert says(scene, "first", "strike") == "strike Orc"
    scene["Orc"].in_fight = False
    assert says(scene, "first", "strike") == "strike Wolf"


def test_who_is_back_on_its_feet_is_seen_again() -> None:
    scene = standing(someone("Anna"), someone("Orc"), someone("Wolf"), someone("Ogre"))
    anna, orc, wolf = scene["Anna"], scene["Orc"], scene["Wolf"]
    for fallen, next_one in ((wolf, "Orc"), (orc, "Ogre")):
        die(scene.fight, fallen, anna, C.DAMAGE_DEATH)
        assert says(scene, "first", "strike") == says(scene, "nearest", "strike") == f"strike {next_one}"
    for risen in ("Wolf", "Orc"):
        lift(scene.fight, scene[risen], DEAD, SPOKEN)
        assert says(scene, "first", "strike") == says(scene, "nearest", "strike") == f"strike {risen}"


def test_nearest_closes_with_the_nearest() -> None:
    far, near = someone("Far", position=[90, 0]), someone("Near", position=[50, 0])
    scene = standing(someone("Anna", position=[0, 0]), far, near, ask="move")
    assert says(scene, "first", "move") == "approach Far"
    assert says(scene, "nearest", "move") == "approach Near"


def test_weakest_strikes_at_who_has_least_left() -> None:
    scene = standing(someone("Anna"), someone("Big", hp=20), someone("Small", hp=2))
    assert says(scene, "first", "strike") == "strike Big"
    assert says(scene, "weakest", "strike") == "strike Small"


def test_strongest_strikes_at_the_most_dangerous() -> None:
    scene = standing(someone("Anna"), someone("Kobold", monster="kobold"), someone("Ogre", monster="ogre"))
    assert says(scene, "first", "strike") == "strike Kobold"
    assert says(scene, "strongest", "strike") == "strike Ogre"


def test_focus_joins_in_where_others_have_struck() -> None:
    scene = standing(someone("Anna"), someone("Orc", hp=1), someone("Wolf", hp=20))
    scene["Wolf"].times_attacked = 1
    assert says(scene, "first", "strike") == says(scene, "weakest", "strike") == "strike Orc"
    assert says(scene, "focus", "strike") == "strike Wolf"


def test_spread_takes_whom_nobody_has_struck_yet_and_who_can_still_act() -> None:
    foes = someone("Orc"), someone("Wolf", conditions=["constrained"]), someone("Bat")
    scene = standing(someone("Anna"), *foes)
    scene["Orc"].times_attacked = 1
    assert says(scene, "first", "strike") == "strike Orc"
    assert says(scene, "spread", "strike") == "strike Bat"


def test_protect_strikes_at_who_threatens_the_casters() -> None:
    mage = someone("Mage", cls="magic-user", spells=["sleep"], position=[0, -10])
    foes = someone("Orc", position=[0, 5]), someone("Wolf", position=[0, -5])
    scene = standing([someone("Anna", position=[0, 0]), mage], *foes)
    assert says(scene, "first", "strike") == says(scene, "nearest", "strike") == "strike Orc"
    assert says(scene, "protect", "strike") == "strike Wolf"


def test_protect_goes_for_the_casters_of_others() -> None:
    foes = someone("Orc"), someone("Mage", cls="magic-user", spells=["sleep"])
    scene = standing(someone("Anna"), *foes)
    assert says(scene, "first", "strike") == "strike Orc"
    assert says(scene, "protect", "strike") == "strike Mage"


def test_protected_casters_keep_their_distance_while_they_have_spells_and_somebody_to_protect_them() -> None:
    elf = someone("Anna", cls="elf", spells=["sleep"], gear=["sword"], position=[0, 0])
    ours = [elf, someone("Bert", position=[15, 10])]
    scene = standing(ours, someone("Orc", position=[20, 0]), ask="move")
    assert says(scene, "nearest", "move") == "approach Orc"
    assert says(scene, "protect", "move") == "move away"
    scene["Bert"].able = False
    assert says(scene, "protect", "move") == "approach Orc"


def test_a_healer_has_no_reason_to_keep_away() -> None:
    healer = someone("Anna", cls="cleric", level=2, spells=["cure light wounds"], position=[0, 0])
    scene = standing([healer, someone("Bert", position=[5, 0])], someone("Orc", position=[20, 0]), ask="move")
    assert says(scene, "protect", "move") == "approach Orc"


@pytest.mark.parametrize(("hp", "word"), [(7, "pass"), (6, "withdraw"), (4, "withdraw"), (3, "retreat")])
def test_cautious_leaves_the_melee_when_badly_hurt(hp: int, word: str) -> None:
    """At a third of 18, and head over heels at a sixth."""
    scene = standing([someone("Anna", hp=18), someone("Bert")], someone("Orc"), ask="declare")
    scene["Anna"].hp = hp
    assert says(scene, "first", "declare") == says(scene, "nearest", "declare") == "pass"
    assert says(scene, "cautious", "declare") == word


def test_cautious_stays_when_nobody_else_could_hold_the_line() -> None:
    scene = standing([someone("Anna", hp=18), someone("Bert", hp=18)], someone("Orc"), ask="declare")
    scene["Anna"].hp = 6
    scene["Bert"].hp = 6
    assert says(scene, "cautious", "declare") == "pass"


def test_cautious_then_keeps_away() -> None:
    ours = [someone("Anna", hp=18, position=[0, 0]), someone("Bert", position=[25, 0])]
    scene = standing(ours, someone("Orc", position=[20, 0]), ask="move")
    assert says(scene, "cautious", "move") == "approach Orc"
    scene["Anna"].hp = 6
    assert says(scene, "cautious", "move") == "move away"
    scene["Orc"].x = 250
    assert says(scene, "cautious", "move") == "pass"


def test_random_takes_any_foe() -> None:
    scene = standing(someone("Anna"), someone("Orc"), someone("Wolf"), someone("Bat"))
    said = [says(scene, "random", "strike") for _ in range(60)]
    assert set(said) == {"strike Orc", "strike Wolf", "strike Bat"}


def test_whim_gives_any_answer_that_is_allowed() -> None:
    ours = [someone("Anna", gear=["club", "healing potion"]), someone("Bert")]
    scene = standing(ours, someone("Orc"), someone("Wolf"))
    q = Question(BOOK.asks.index("strike"), 0, 0, 0)
    allowed = {BOOK.say_answer(scene.fight, scene.roster, q, a) for a in BOOK.legal_answers(scene.fight, q)}
    assert {"pass", "drink", "wait for Bert", "strike Orc", "strike Wolf to subdue"} <= allowed
    assert {says(scene, "whim", "strike") for _ in range(300)} == allowed


def test_whim_wanders_off() -> None:
    scene = standing(someone("Anna", position=[0, 0]), someone("Orc", position=[90, 0]), ask="move")
    assert {says(scene, "whim", "move").split()[0] for _ in range(100)} >= {"pass", "approach", "move", "go"}


# --- what all of them make use of


@every_thinking
def test_they_stand_and_shoot_while_they_have_the_range(tactic: str) -> None:
    archer = someone("Anna", gear=["short bow", "sword"])
    scene = standing(archer, someone("Orc"), ask="move", distance=100)
    assert says(scene, tactic, "move") == "pass"
    assert says(scene, tactic, "shoot") == "shoot Orc"
    scene = standing(archer, someone("Orc"), ask="move", distance=160)
    assert says(scene, tactic, "move") == "approach Orc"


@every_thinking
def test_they_close_in_with_what_strikes(tactic: str) -> None:
    scene = standing(someone("Anna", gear=["sword"]), someone("Orc"), ask="move", distance=60)
    assert says(scene, tactic, "move") == "approach Orc"


@every_thinking
def test_they_draw_what_the_distance_asks_for(tactic: str) -> None:
    """45 feet is a move of 40 and the reach of a sword."""
    archer, swordsman = someone("Anna", gear=["short bow", "sword"]), someone("Anna", gear=["sword", "short bow"])
    for feet, held, said in (
        (45, archer, "draw sword"),
        (46, archer, "pass"),
        (46, swordsman, "draw short bow"),
        (45, swordsman, "approach Orc"),
    ):
        scene = standing(held, someone("Orc"), ask="move", distance=feet)
        assert says(scene, tactic, "move") == said


@every_thinking
def test_they_draw_what_hurts_the_foe(tactic: str) -> None:
    wolf = someone("Wolf", monster="werewolf")
    scene = standing(someone("Anna", gear=["sword", "silver dagger"]), wolf, ask="move")
    assert says(scene, tactic, "move") == "draw silver dagger"
    scene = standing(someone("Anna", gear=["sword", "dagger"]), wolf, ask="move")
    assert says(scene, tactic, "move") == "pass"


@every_thinking
def test_an_archer_without_a_sword_shoots_till_the_last_and_then_uses_its_hands(tactic: str) -> None:
    archer = someone("Anna", gear=["short bow"])
    scene = standing(archer, someone("Orc"), ask="move", distance=20)
    assert says(scene, tactic, "move") == "pass"
    scene = standing(archer, someone("Orc"), ask="move")
    assert says(scene, tactic, "move") == "put weapon away"


@every_thinking
def test_they_cast_when_it_pays(tactic: str) -> None:
    """Sleep is worth it for two; nothing puts the undead to sleep."""
    mage = someone("Anna", cls="magic-user", spells=["sleep"])
    for foes, said in (
        ([someone("Orc"), someone("Wolf")], "cast sleep"),
        ([someone("Orc")], "pass"),
        ([someone("Bones", monster="skeleton", count=4)], "pass"),
    ):
        scene = standing([mage, someone("Bert")], *foes, ask="declare", distance=60)
        assert says(scene, tactic, "declare") == said


@every_thinking
def test_they_heal_who_needs_it_and_do_not_burn_their_friends(tactic: str) -> None:
    cleric = someone("Anna", cls="cleric", level=2, spells=["cure light wounds"])
    scene = standing([cleric, someone("Bert", hp=8)], someone("Orc"), ask="declare")
    assert says(scene, tactic, "declare") == "pass"
    scene["Bert"].hp = 4
    assert says(scene, tactic, "declare") == "cast cure light wounds"
    mage = someone("Anna", cls="magic-user", level=5, spells=["fireball"])
    scene = standing([mage, someone("Bert")], someone("Orc"), ask="declare")
    assert says(scene, tactic, "declare") == ("withdraw" if tactic == "protect" else "pass")
    scene = standing(mage, someone("Orc"), ask="declare", distance=60)
    assert says(scene, tactic, "declare") == "cast fireball"


def test_no_spell_is_cast_at_who_lies_there_but_a_troll_is_burned() -> None:
    mage = someone("Anna", cls="magic-user", level=5, spells=["magic missile", "fireball"])
    scene = standing(mage, someone("Orc"), someone("Troll", monster="troll", hp=9), ask="declare", distance=60)
    f, missile, fireball = scene.fight, 0, 1

    def worth(slot: int, who: str) -> int:
        return worth_at(f, scene["Anna"], f.effects[scene["Anna"].spells[slot]], scene[who])

    assert worth(missile, "Orc") == worth(missile, "Troll") == 2
    alone = worth(fireball, "Orc")
    begin(f, scene["Orc"], UNCONSCIOUS, ALWAYS)
    assert (worth(missile, "Orc"), worth(fireball, "Orc")) == (0, alone - 2)
    begin(f, scene["Troll"], UNCONSCIOUS, ALWAYS)
    assert (worth(missile, "Troll"), worth(fireball, "Orc")) == (0, alone - 2)


@every_thinking
def test_they_fall_back_as_they_have_declared(tactic: str) -> None:
    ours = side(someone("Anna"), way_out=True)
    scene = scripted(versus(ours, someone("Orc")), OURS_FIRST, ["Anna: withdraw"], until="Anna: move")
    assert says(scene, tactic, "move") == "move away"


@every_thinking
def test_they_drink_when_badly_hurt(tactic: str) -> None:
    scene = standing(someone("Anna", hp=18, gear=["sword", "healing potion"]), someone("Orc"))
    scene["Anna"].hp = 7
    assert says(scene, tactic, "strike") == "strike Orc"
    scene["Anna"].hp = 6
    assert says(scene, tactic, "strike") == "drink"


@every_thinking
def test_they_turn_the_undead(tactic: str) -> None:
    cleric = someone("Anna", cls="cleric")
    assert says(standing(cleric, someone("Bones", monster="skeleton"), ask="aim"), tactic, "aim") == "turn"


@every_thinking
def test_they_breathe_where_it_hurts_foes_more_than_friends(tactic: str) -> None:
    dragon = someone("Anna", monster="white dragon", position=[0, 0])
    foes = someone("Orc", position=[0, 40]), someone("Wolf", position=[40, 0]), someone("Bat", position=[60, 5])
    scene = standing(dragon, *foes, ask="shoot")
    assert says(scene, tactic, "shoot") in ("breathe Wolf", "breathe Bat")
    scene = standing([dragon, someone("Bert", position=[10, 0])], foes[1], ask="shoot")
    assert says(scene, tactic, "shoot") == "pass"


@every_thinking
def test_they_waste_no_blow(tactic: str) -> None:
    """On what steel can't hurt, on a fallen troll, or on who runs away, as long as there is somebody else."""
    foes = someone("It", monster="gargoyle", hp=1), someone("Troll", monster="troll", hp=1), someone("Orc", hp=30)
    scene = standing(someone("Anna", gear=["sword"]), *foes)
    scene["Troll"].conditions |= 1 << UNCONSCIOUS
    assert says(scene, tactic, "strike") == "strike Orc"
    scene = standing(someone("Anna", gear=["sword"]), someone("Runner", hp=1), someone("Orc", hp=30))
    scene["Runner"].conditions |= 1 << FLEEING
    assert says(scene, tactic, "strike") == "strike Orc"


def test_first_knows_no_tricks() -> None:
    mage = someone("Anna", cls="magic-user", spells=["sleep"], gear=["dagger", "healing potion"], hp=9)
    scene = standing(mage, someone("Orc"), someone("Wolf"), ask="declare")
    scene["Anna"].hp = 1
    assert says(scene, "first", "declare") == "pass"
    assert says(scene, "first", "strike") == "strike Orc"
    scene = standing(someone("Anna", gear=["sword", "short bow"]), someone("Orc"), ask="move", distance=100)
    assert says(scene, "first", "move") == "approach Orc"
    dragon = someone("Anna", monster="white dragon")
    assert says(standing(dragon, someone("Orc"), ask="shoot"), "first", "shoot") == "pass"
    cleric = someone("Anna", cls="cleric")
    assert says(standing(cleric, someone("Bones", monster="skeleton"), ask="aim"), "first", "aim") == "pass"


# --- each is better than chance where its idea pays

SIXTY = range(60)


def spaced(feet: int, *members: Group) -> list[list[Group]]:
    """The same members for both sides, each a hundred feet from the next, and so far apart."""
    parties = facing(*members)
    for x, party in zip((0, feet), parties, strict=True):
        for y, member in enumerate(party):
            for keys in member.values():
                keys["position"] = [x, 100 * y]
    return parties


def facing(*members: Group) -> list[list[Group]]:
    """The same members for both sides."""
    return [[{f"{name} {of}": dict(keys) for name, keys in m.items()} for m in members] for of in ("here", "there")]


MIXED = facing(someone("Big", hp=16, count=2), someone("Middling", count=2), someone("Small", hp=3, count=2))
CHAMPION = someone("Champion", hd="5", thac0=10, damage="2d8")
MAGE = someone("Mage", cls="magic-user", level=6, hp=4, ac=9, gear=["dagger"], spells=["magic missile"] * 3)
FAINT = [someone(f"Man {n}", hp=12, ac=4, morale=5) for n in range(4)]
STATED = {  # who fights, and how far apart: contact unless it says so
    "first": facing(someone("Man", hp=16, count=6)),  # six swords on one man are better than on any
    "nearest": spaced(100, *[someone(f"Man {n}") for n in range(6)]),  # time spent running is lost
    "weakest": MIXED,  # who is soon down strikes no more
    "strongest": facing(someone("Mook", count=4, damage="1d2"), CHAMPION),  # one of them does all the harm
    "focus": MIXED,
    "spread": facing(someone("Cube", monster="gelatinous cube", hp=18, count=6)),  # one touch holds, a second is wasted
    "protect": facing(someone("Man", count=4), MAGE),  # a mage in the melee on either side
    "cautious": facing(*FAINT),  # where nobody dies nobody need be brave
}


def outcomes(tactic: str, parties: list[list[Group]], **keys: Any) -> Iterator[bool | None]:
    """Whether the tactic beats `random`, in sixty fights from either seat."""
    for seat in (0, 1):
        tactics = ["random", "random"]
        tactics[seat] = tactic
        sides = [side(*party, tactic=t, way_out=True) for party, t in zip(parties, tactics, strict=True)]
        start, _ = BOOK.build(scenario.read(versus(*sides, **keys), "stated.yaml"), {})
        for number in SIXTY:
            f = clone(start)
            f.key = fight_key(2024, number)
            BOOK.fight(f)
            yield None if f.winner < 0 else f.winner == seat


@pytest.mark.parametrize("tactic", STATED)
def test_each_beats_random_in_a_stated_fight(tactic: str) -> None:
    distance: dict[str, Any] = {"distance": 60} if tactic == "cautious" else {}
    ends = list(outcomes(tactic, STATED[tactic], **distance))
    assert ends.count(True) >= 1.5 * ends.count(False) + ends.count(None)


def test_all_but_random_and_whim_have_a_stated_fight() -> None:
    assert set(BOOK.tactics) - set(STATED) == {"random", "whim"}


def test_random_is_as_good_as_random() -> None:
    """Both seats are equal: the same fights, won and lost from the one and the other."""
    ends = list(outcomes("random", MIXED))
    assert ends.count(True) == ends.count(False) == len(SIXTY)


# --- any function


def test_any_function_can_be_a_tactic() -> None:
    def last(f: Fight, q: Question, legal: list[Answer]) -> Answer:
        """The last foe of all that may be struck."""
        return next((a for a in reversed(legal) if BOOK.kinds[a.kind] == "strike"), Answer(PASS))

    fight = affray.start("brawl", seed=3, tactics={"party": last})
    blows = [e for e in fight.log if KINDS[e.kind] in ("hit", "miss") and fight.roster.who[e.who] == "Fighter"]
    assert fight.roster.who[blows[0].other] == "Orc 6"
    assert fight.over


def test_a_function_may_always_pass() -> None:
    fight = affray.start("duel", seed=1, tactics={"fighter": lambda f, q, legal: Answer(PASS)})
    assert fight.winner == "orc"
    assert {fight.roster.who[e.who] for e in fight.log if KINDS[e.kind] in ("hit", "miss")} == {"Orc"}
