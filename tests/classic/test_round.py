"""The round of the classic book: the order of its steps, what is declared, what one may do in it, who is in melee."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Group, Refused, Scene, scripted, side, someone, versus

from affray.engine.verbs import Answer, Question
from affray.rules.classic.questions import AIM
from affray.rules.shared.legality import CAST

HAS_ACTED = ("classic.round.action", "{who} has already shot, cast or struck this round")
NOT_IN_TURN = ("classic.round.action", "{other} can't go before {who} in this step")
NOT_DECLARED = ("classic.round.declare", "{who} has not declared it")
IN_MELEE = ("classic.round.engaged", "{who} is in melee and leaves it only by a declared withdrawal or retreat")
NOT_IN_MELEE = ("classic.round.engaged", "{who} is not in melee: there is nothing to leave")
OUT_OF_REACH = ("classic.round.engaged", "{other} is not within reach of {who}")
RUNNING = ("classic.move.retreat", "{who} is in retreat and can't attack")


def told(scene: Scene) -> list[str]:
    """What was said, in short."""
    return [f"{e.kind} {e.who}" for e in scene.events()]


# --- classic.round.sequence, classic.round.sides


def band(names: str, x: int) -> Group:
    """One in melee, an archer, a caster, one who comes up and one who won't fight, in this order."""
    first, archer, caster, walker, coward = names.split()
    return side(
        someone(first, position=[x, 0]),
        someone(archer, gear=["short bow"], position=[20 * x, 0]),
        someone(caster, spells=["magic missile"], position=[20 * x, 5]),
        someone(walker, position=[60 * x, 10]),
        someone(coward, morale=2, position=[20 * x, 15]),
    )


@pytest.mark.clause("classic.round.sequence", "classic.round.sides", "classic.initiative.side")
def test_declarations_then_initiative_then_each_side_morale_movement_missiles_spells_melee() -> None:
    scene = scripted(
        versus(band("Anna Arch Mia Will Carl", -2), band("Orc Bow Shaman Grub Runt", 2)),
        dice=THEIRS_FIRST + "d20=2 d6=1 d20=2" + " d20=2 d6=1 d20=2",
        answers=[
            "Mia: cast magic missile",
            "Shaman: cast magic missile",
            "Arch: pass move",
            "Bow: pass move",
            "Mia: cast magic missile at Orc",
            "Shaman: cast magic missile at Anna",
        ],
        until="round 2",
    )
    first, archer, caster, walker, coward = "Orc Bow Shaman Grub Runt".split()
    theirs = [f"check {coward}", f"surrendered {coward}", f"move {walker}", f"miss {archer}"]
    theirs += [f"declared {caster}", f"roll {caster}", f"damage {caster}", f"miss {first}"]
    ours = ["round Anna", "check Carl", "surrendered Carl", "move Will", "miss Arch"]
    ours += ["declared Mia", "roll Mia", "damage Mia", "miss Anna"]
    before = ["round Anna", "declared Mia", "declared Shaman", "score Anna", "score Orc"]
    assert told(scene)[: len(before + theirs + ours)] == before + theirs + ours


@pytest.mark.clause("classic.round.sides", "classic.initiative.side")
def test_a_third_side_goes_through_the_same_steps() -> None:
    def pair(who: str, archer: str, x: int) -> Group:
        return side(someone(archer, gear=["short bow"], position=[x, 5]), someone(who, position=[x, 0]))

    scene = scripted(
        versus(pair("Anna", "Arch", 0), pair("Orc", "Bow", 100), pair("Gnoll", "Hunter", 200)),
        dice="d6=2 d6=1 d6=5" + " d20=2" * 3,
        answers=[f"{archer}: pass move" for archer in ("Arch", "Bow", "Hunter")],
        until="round 2",
    )
    acted = [line for line in told(scene) if line.startswith(("move", "miss"))]
    assert acted == ["move Gnoll", "miss Hunter", "move Anna", "miss Arch", "move Orc", "miss Bow"]
    turns = scene.events("round", "classic.round.sides")
    assert [(e.who, e.value) for e in turns] == [("Arch", 1), ("Bow", 2)]


# --- classic.round.declare


def pressed(**keys: Any) -> str:
    """Anna and the orc in melee, both with a way out."""
    anna = side(someone("Anna", position=[0, 0], **keys), way_out=True)
    return versus(anna, side(someone("Orc", position=[5, 0]), way_out=True))


@pytest.mark.clause("classic.round.declare", "classic.move.retreat", "classic.move.withdrawal")
def test_sides_declare_blind_and_before_initiative() -> None:
    scene = scripted(pressed(), "", ["Anna: retreat"], until="Orc: declare")
    assert told(scene) == ["round Anna"]
    scene.play(OURS_FIRST, ["Orc: withdraw"], until="Anna: move")
    assert told(scene) == ["round Anna", "condition-on Anna", "condition-on Orc", "score Anna", "score Orc"]
    caster = pressed(spells=["sleep"])
    scene = scripted(caster, "", ["Anna: cast sleep"], until="Orc: declare")
    assert scene.events("declared") == []
    scene.play(OURS_FIRST, ["Orc: pass declare"], until="Anna: aim")
    assert scene.one("declared", "classic.round.declare").who == "Anna"


def casting(scene: Scene, who: str, at: str) -> Refused | None:
    """Whether a spell may be cast now: without a declared one it has no name to say."""
    q = Question(AIM, scene.number(who), scene.number(who), 0)
    return scene.refused(q, Answer(CAST, scene.number(at)))


@pytest.mark.clause("classic.round.declare", "classic.round.engaged")
def test_what_was_not_declared_cannot_be_done_this_round() -> None:
    scene = scripted(pressed(spells=["sleep"]), OURS_FIRST, until="Anna: move")
    assert casting(scene, "Anna", "Orc") == NOT_DECLARED
    assert scene.why_not("Anna: away") == IN_MELEE


@pytest.mark.clause("classic.round.declare")
def test_a_spell_is_named_when_it_is_declared_and_aimed_when_it_is_cast() -> None:
    mia = someone("Mia", spells=["sleep", "magic missile"])
    orcs = side(someone("Orc", hp=1), someone("Grub"))
    answers = ["Mia: cast magic missile", "Mia: cast magic missile at Grub"]
    scene = scripted(versus(mia, orcs, distance=60), OURS_FIRST + "d6=3", answers, until="Orc: move")
    named = scene.one("declared", "classic.round.declare")
    assert (scene.roster.effects[named.value], named.other) == ("magic missile", "Mia")
    assert scene.one("damage").other == "Grub"
    assert scene["Mia"].spells[0] != -1  # sleep


@pytest.mark.clause("classic.round.declare", "classic.round.action")
def test_who_drops_a_declared_spell_does_nothing_else_this_round_and_keeps_it() -> None:
    answers = ["Anna: cast sleep", "Anna: pass aim"]
    scene = scripted(pressed(spells=["sleep"], gear=["dagger", "healing potion"]), OURS_FIRST, answers, "Orc: strike")
    assert scene.one("lost", "classic.round.declare").who == "Anna"
    assert scene.why_not("Anna: strike Orc") == HAS_ACTED
    assert scene.why_not("Anna: drink") == HAS_ACTED
    assert scene.events("miss", who="Anna") == []
    scene.play("d20=2 " + OURS_FIRST, ["Anna: cast sleep"], until="Anna: aim")
    assert casting(scene, "Anna", "Orc") is None


@pytest.mark.clause("classic.round.declare", "classic.move.retreat")
def test_who_drops_a_declared_retreat_does_nothing_else_this_round() -> None:
    keys = {"gear": ["sword", "healing potion"], "hp": 8}
    scene = scripted(pressed(**keys), OURS_FIRST, ["Anna: retreat", "Anna: pass move"], until="Anna: strike")
    assert scene.why_not("Anna: strike Orc") == RUNNING
    dropped = ("classic.round.declare", "{who} has dropped a declared retreat and does nothing else")
    assert scene.why_not("Anna: drink") == dropped
    scene.play("d20=2", until="round 2")
    assert scene.one("miss").who == "Orc"
    assert scene.events("move") == []


@pytest.mark.clause("classic.round.declare", "classic.move.withdrawal")
def test_who_drops_a_withdrawal_stands_and_may_attack() -> None:
    answers = ["Anna: withdraw", "Anna: pass move", "Anna: strike Orc"]
    scene = scripted(pressed(spells=["sleep"]), OURS_FIRST, answers[:2], until="Anna: strike")
    assert casting(scene, "Anna", "Orc") == NOT_DECLARED
    scene.play("d20=10 d6=2 d20=2", answers[2:], until="round 2")
    assert scene.one("condition-on", "classic.move.withdrawal").who == "Anna"
    assert scene["Orc"].hp == 8 - 2
    assert scene.events("move") == []


# --- classic.round.action


@pytest.mark.clause("classic.round.action")
def test_besides_its_movement_one_shoots_or_strikes_once_a_round() -> None:
    anna = someone("Anna", gear=["3 dagger", "sword"])
    scene = scripted(versus(anna, someone("Orc"), distance=50), OURS_FIRST + "d20=2", until="Orc: move")
    assert [e.kind for e in scene.events(who="Anna") if e.kind in ("move", "miss")] == ["move", "miss"]
    for more in "shoot Orc", "strike Orc", "draw sword":
        assert scene.why_not(f"Anna: {more}") == HAS_ACTED


@pytest.mark.clause("classic.round.action")
def test_who_has_struck_neither_strikes_again_nor_drinks_nor_changes_weapons() -> None:
    anna = someone("Anna", gear=["mace", "dagger", "healing potion"])
    scene = scripted(versus(anna, someone("Orc")), OURS_FIRST + "d20=2", until="Orc: strike")
    for more in "strike Orc", "strike Orc to subdue", "drink", "draw dagger", "shoot Orc":
        assert scene.why_not(f"Anna: {more}") == HAS_ACTED


@pytest.mark.clause("classic.round.action")
def test_who_has_cast_neither_shoots_nor_strikes() -> None:
    mia = someone("Mia", spells=["magic missile"], gear=["dagger"])
    answers = ["Mia: cast magic missile", "Mia: cast magic missile at Orc"]
    scene = scripted(versus(mia, someone("Orc"), distance=20), OURS_FIRST + "d6=1", answers, until="Orc: move")
    for more in "shoot Orc", "strike Orc":
        assert scene.why_not(f"Mia: {more}") == HAS_ACTED


@pytest.mark.clause("classic.round.action")
def test_a_monster_makes_all_its_listed_attacks() -> None:
    bear = someone("Bear", monster="black bear")  # two claws and a bite
    scene = scripted(versus(bear, someone("Anna", ac=0)), OURS_FIRST + "d20=2 d20=2 d20=2", until="Anna: strike")
    assert len(scene.events("miss", who="Bear")) == 3
    assert scene.why_not("Bear: strike Anna") == HAS_ACTED


@pytest.mark.parametrize(
    ("step", "distance", "kind"), [("move", 200, "move"), ("shoot", 60, "miss"), ("strike", "contact", "miss")]
)
@pytest.mark.clause("classic.round.action")
def test_inside_a_step_a_side_picks_its_own_order(step: str, distance: int | str, kind: str) -> None:
    gear = ["short bow"] if step == "shoot" else ["sword"]
    ours = side(*(someone(name, gear=gear) for name in ("Anna", "Bert", "Cora")))
    answers = [f"{name}: pass move" for name in ("Anna", "Bert", "Cora") if step != "move"]
    scene = scripted(versus(ours, someone("Orc"), distance=distance), OURS_FIRST, answers, until=f"Anna: {step}")
    dice, then = "" if step == "move" else "d20=2 " * 3, "Orc: strike" if step == "strike" else "Orc: move"
    scene.play(dice, ["Anna: after Cora"], until=then)
    assert scene.one("declared", "classic.round.action").other == "Cora"
    assert [e.who for e in scene.events(kind)] == ["Cora", "Anna", "Bert"]


@pytest.mark.clause("classic.round.action")
def test_casters_pick_their_order_too() -> None:
    ours = side(*(someone(name, spells=["magic missile"]) for name in ("Anna", "Bert")))
    answers = ["Anna: cast magic missile", "Bert: cast magic missile"]
    answers += ["Anna: pass move", "Bert: pass move", "Anna: after Bert"]
    answers += ["Bert: cast magic missile at Orc", "Anna: cast magic missile at Orc"]
    scene = scripted(versus(ours, someone("Orc"), distance=60), OURS_FIRST + "d6=1 d6=1", answers, until="Orc: move")
    assert [e.who for e in scene.events("damage")] == ["Bert", "Anna"]


@pytest.mark.clause("classic.round.action")
def test_nobody_gives_way_to_whom_it_cannot_go_after() -> None:
    ours = side(
        someone("Anna"),
        someone("Bert", attacks=2),
        someone("Cora", gear=["two-handed sword"]),
        someone("Dirk", conditions=["paralysed"]),
        someone("Emma"),
    )
    scene = scripted(versus(ours, someone("Orc")), OURS_FIRST, until="Anna: strike")
    for other, allowed in (("Bert", True), ("Cora", False), ("Dirk", False), ("Emma", True), ("Orc", False)):
        assert scene.why_not(f"Anna: after {other}") == (None if allowed else NOT_IN_TURN), other
    scene.play("d20=2 d20=2", ["Anna: after Emma"], until="Bert: strike")  # Emma, then Anna
    assert scene.why_not("Bert: after Anna") == NOT_IN_TURN  # has had her moment
    assert scene.why_not("Bert: after Emma") == NOT_IN_TURN  # was let go first
    assert scene.why_not("Emma: after Bert") == NOT_IN_TURN  # and can't let others go first in turn


@pytest.mark.clause("classic.round.action")
def test_nobody_gives_way_in_the_midst_of_its_attacks() -> None:
    bears = side(someone("Bear", attacks=2), someone("Cub"))
    scene = scripted(versus(bears, someone("Anna")), OURS_FIRST, until="Bear: strike")
    assert scene.why_not("Bear: after Cub") is None
    scene.play("d20=2", ["Bear: strike Anna"], until="Bear: strike")
    assert scene.why_not("Bear: after Cub") == NOT_IN_TURN


# --- classic.round.engaged


def apart(feet: int, anna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, height: int = 0) -> str:
    ours = side(someone("Anna", position=[0, 0], **(anna or {})), way_out=True)
    return versus(ours, side(someone("Orc", position=[feet, 0, height], fly=90, **(orc or {})), way_out=True))


@pytest.mark.parametrize(("feet", "height", "engaged"), [(5, 0, True), (6, 0, False), (0, 5, True), (0, 6, False)])
@pytest.mark.clause("classic.round.engaged")
def test_in_melee_is_within_five_feet(feet: int, height: int, engaged: bool) -> None:
    scene = scripted(apart(feet, height=height), OURS_FIRST, until="Anna: move")
    assert scene.why_not("Anna: withdraw") == (None if engaged else NOT_IN_MELEE)
    assert scene.why_not("Anna: retreat") == (None if engaged else NOT_IN_MELEE)
    assert scene.why_not("Anna: strike Orc") == (None if engaged else OUT_OF_REACH)
    assert scene.why_not("Anna: away") == (IN_MELEE if engaged else None)
    assert scene.why_not("Anna: go -10 0") == (IN_MELEE if engaged else None)
    facing = scene.why_not("Anna: face Orc")
    assert (facing == OUT_OF_REACH) == (not engaged)


@pytest.mark.parametrize("condition", ["asleep", "paralysed", "constrained"])
@pytest.mark.clause("classic.round.engaged")
def test_an_enemy_who_cannot_fight_keeps_nobody_in_melee_but_can_be_struck(condition: str) -> None:
    scene = scripted(apart(5, orc={"conditions": [condition]}), OURS_FIRST, until="Anna: move")
    assert scene.why_not("Anna: away") is None
    assert scene.why_not("Anna: withdraw") == NOT_IN_MELEE
    assert scene.why_not("Anna: strike Orc") is None


@pytest.mark.parametrize("how", ["withdraw", "retreat"])
@pytest.mark.clause("classic.round.engaged")
def test_who_is_in_melee_leaves_it_by_withdrawal_or_retreat(how: str) -> None:
    scene = scripted(apart(5), OURS_FIRST, [f"Anna: {how}", "Orc: retreat"], until="Anna: move")
    assert scene.why_not("Anna: away") is None
    scene = scripted(apart(5), OURS_FIRST, until="Anna: move")
    assert scene.why_not("Anna: away") == IN_MELEE


@pytest.mark.clause("classic.round.engaged")
def test_a_blow_reaches_five_feet_with_any_weapon_in_the_open() -> None:
    for weapon in "sword", "spear", "pole arm":
        scene = scripted(apart(6, {"gear": [weapon]}), OURS_FIRST, until="Anna: move")
        assert scene.why_not("Anna: strike Orc") == OUT_OF_REACH
    scene = scripted(apart(5, {"gear": ["short bow"]}), OURS_FIRST, until="Anna: move")
    assert scene.why_not("Anna: strike Orc") == OUT_OF_REACH  # nothing in hand to strike with


# --- classic.round.fractions


@pytest.mark.parametrize(("rolled", "half"), [(5, 2), (4, 2), (1, 0)])
@pytest.mark.clause("classic.round.fractions")
def test_half_of_the_damage_is_rounded_down(rolled: int, half: int) -> None:
    mia, orc = someone("Mia", spells=["fireball"]), someone("Orc", saves="16/16/16/16/16")
    answers = ["Mia: cast fireball", "Mia: cast fireball at Orc"]
    scene = scripted(versus(mia, orc, distance=60), OURS_FIRST + f"d6={rolled} d20=16", answers, until="Orc: move")
    damage = scene.one("damage")
    assert (damage.value, damage.because) == (half, {"halved": half - rolled})


@pytest.mark.parametrize(("size", "half"), [(2, 1), (3, 2), (4, 2), (5, 3)])
@pytest.mark.clause("classic.round.fractions", "classic.morale.triggers")
def test_half_of_a_group_is_at_least_half_of_it(size: int, half: int) -> None:
    def slain(many: int) -> Scene:
        fight = versus(someone("Anna", attacks=5), someone("Orc", count=size, hp=1))
        return scripted(fight, OURS_FIRST + "d20=10 d6=1 " * many + "d20=2 " * (5 - many))

    assert [e for e in slain(half - 1).events("due") if e.value == 2] == []
    due = [e for e in slain(half).events("due") if e.value == 2]
    assert [(e.was, e.because) for e in due] == [(half, {"at least half of the side": 0})]
