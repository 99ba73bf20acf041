"""The clauses of house rules that every book knows: each shown at work in the classic book, and its limits."""

from __future__ import annotations

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Scene, scripted, side, someone, versus
from tempo.people import offered, told
from tempo.people import someone as tempo_someone

import affray
from affray import houserules, scenario
from affray.engine import events as E
from affray.engine.state import NOBODY
from affray.engine.verbs import YES, Question
from affray.engine.vocabulary import DYING
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.rules.shared.house import ASK_SPLINTER, decide_house

DUEL = versus(someone("Anna", thac0=15), someone("Orc", hp=20, thac0=15))  # 6 or more hits


def bent(options: str, book: str = "classic") -> Book:
    text = f"name: Ours\nsays: As we like it.\nrules: {book}\noptions: {{{options}}}\n"
    return houserules.apply(get(book), [houserules.from_text(text)])


def duel(options: str, dice: str) -> Scene:
    return scripted(DUEL, dice=OURS_FIRST + dice, book=bent(options))


# --- critical hits and fumbles


@pytest.mark.clause("affray.house.critical")
@pytest.mark.parametrize(
    ("kind", "dice", "dealt"),
    [
        ("double", "d6=4", 2 * 4),
        ("dice", "2d6=4,3", 4 + 3),
        ("maximum", "", 6),
        ("maximum-and-roll", "d6=2", 6 + 2),
    ],
)
def test_a_natural_twenty_is_critical(kind: str, dice: str, dealt: int) -> None:
    scene = duel(f"critical.hits: {kind}", f"d20=20 {dice}")
    assert scene.one("damage").value == dealt
    assert scene["Orc"].hp == 20 - dealt


def test_a_nineteen_is_not_critical() -> None:
    assert duel("critical.hits: double", "d20=19 d6=4")["Orc"].hp == 20 - 4


@pytest.mark.clause("affray.house.critical")
def test_by_option_a_lower_roll_is_critical_too() -> None:
    assert duel("critical.hits: double, critical.from: 18", "d20=18 d6=4")["Orc"].hp == 20 - 2 * 4


def test_a_critical_hit_ends_with_its_blow() -> None:
    scene = duel("critical.hits: double", "d20=20 d6=4 d20=15 d6=3")
    assert scene["Anna"].hp == 8 - 3


@pytest.mark.clause("affray.house.fumble")
def test_who_fumbles_drops_the_weapon() -> None:
    fighters = versus(someone("Anna", cls="fighter", gear=["sword", "dagger"]), someone("Orc", hp=20))
    scene = scripted(fighters, dice=OURS_FIRST + "d20=1 d20=2", until="round 2", book=bent("fumbles: drop"))
    assert scene.one("lost", "affray.house.fumble").who == "Anna"
    anna = scene["Anna"]
    assert (anna.kit_left[0], anna.hand == 0) == (0, False)


def test_bare_hands_and_jaws_are_not_dropped() -> None:
    fighters = versus(someone("Anna", cls="fighter"), someone("Wolf", monster="wolf"))
    scene = scripted(fighters, dice=OURS_FIRST + "d20=1 d20=1", book=bent("fumbles: drop"))
    assert (len(scene.events("miss")), scene.events("lost")) == (2, [])


@pytest.mark.clause("affray.house.fumble")
def test_who_fumbles_takes_the_damage_of_their_own_weapon() -> None:
    scene = duel("fumbles: self", "d20=1 d6=3")
    assert (scene["Anna"].hp, scene["Orc"].hp) == (8 - 3, 20)


@pytest.mark.clause("affray.house.fumble")
def test_who_fumbles_is_struck_back_at_once() -> None:
    """The Orc strikes back with 15, and then in its own turn with 2."""
    scene = duel("fumbles: exposed", "d20=1 d20=15 d6=2 d20=2")
    assert [e.who for e in scene.events("declared", "affray.house.fumble")] == ["Orc"]
    assert scene["Anna"].hp == 8 - 2
    assert [e.who for e in scene.events("miss")] == ["Anna", "Orc"]


def test_a_two_is_no_fumble() -> None:
    assert duel("fumbles: self", "d20=2")["Anna"].hp == 8


# --- shields


def shielded(answers: list[str], dice: str) -> Scene:
    fighters = versus(someone("Anna", gear=["shield"], ac=9), someone("Orc", thac0=5))
    return scripted(fighters, dice=THEIRS_FIRST + dice, answers=answers, book=bent("shield.splinter: on"))


@pytest.mark.clause("affray.house.shield")
def test_a_shield_that_is_given_up_stops_the_hit() -> None:
    scene = shielded(["Anna: yes"], "d20=19 d6=5")
    assert scene.one("lost", "affray.house.shield").who == "Anna"
    assert (scene["Anna"].hp, scene["Anna"].shield) == (8, 0)


@pytest.mark.clause("affray.house.shield")
def test_who_keeps_the_shield_takes_the_damage() -> None:
    scene = shielded(["Anna: pass splinter"], "d20=19 d6=5")
    assert (scene["Anna"].hp, scene["Anna"].shield) == (8 - 5, 1)


@pytest.mark.clause("affray.house.shield")
def test_tactics_give_a_shield_up_for_their_life_alone() -> None:
    fighters = versus(someone("Anna", gear=["shield"], hp=4), someone("Orc", thac0=5))
    for shown, left in ((3, (1, 1)), (4, (4, 0))):
        scene = scripted(fighters, dice=THEIRS_FIRST + f"d20=19 d6={shown}", book=bent("shield.splinter: on"))
        assert (scene["Anna"].hp, scene["Anna"].shield) == left


# --- cleaving


PAIR = versus(someone("Anna", thac0=10), side(someone("Orc", hp=1), someone("Grub", hp=9), someone("Snag", hp=9)))


@pytest.mark.clause("affray.house.cleave")
def test_who_fells_a_foe_strikes_another() -> None:
    scene = scripted(PAIR, dice=OURS_FIRST + "d20=15 d6=1 d20=15 d6=2", book=bent("cleave: everyone"))
    assert [(e.who, e.other) for e in scene.events("declared", "affray.house.cleave")] == [("Anna", "Grub")]
    assert scene["Grub"].hp == 9 - 2


@pytest.mark.clause("affray.house.cleave")
def test_whoever_cleaves_chooses_whom_to_strike() -> None:
    scene = scripted(
        PAIR,
        dice=OURS_FIRST + "d20=15 d6=1 d20=15 d6=2",
        answers=["Anna: strike Orc", "Anna: pass cleave", "Anna: yes"],
        book=bent("cleave: everyone"),
    )
    assert (scene["Grub"].hp, scene["Snag"].hp) == (9, 9 - 2)


@pytest.mark.clause("affray.house.cleave")
def test_warriors_alone_cleave_by_option() -> None:
    """Anna has no class; Bert is a fighter."""
    book = bent("cleave: warriors")
    scene = scripted(PAIR, dice=OURS_FIRST + "d20=15 d6=1 d20=2 d20=2", until="round 2", book=book)
    assert scene.events("declared", "affray.house.cleave") == []
    fighters = versus(someone("Bert", cls="fighter", gear=["sword"]), side(someone("Orc", hp=1), someone("Grub", hp=9)))
    scene = scripted(fighters, dice=OURS_FIRST + "d20=19 d6=1 d20=2 d20=2", until="round 2", book=book)
    assert scene.one("declared", "affray.house.cleave").other == "Grub"


# --- numbers


UNLIKELY = versus(someone("Anna", cls="fighter", STR=18, gear=["sword"]), someone("Orc", ac=-9, hp=20))


@pytest.mark.clause("affray.house.needed")
@pytest.mark.parametrize(("shown", "hits"), [(17, 1), (16, 0)])
def test_no_attack_needs_more_than_twenty_before_modifiers(shown: int, hits: int) -> None:
    """THAC0 19 against AC −9 would need 28; STR 18 adds 3."""
    dice = OURS_FIRST + f"d20={shown}" + " d6=2" * hits
    assert len(scripted(UNLIKELY, dice=dice, book=bent("attack.clamp: on")).events("hit")) == hits


def test_without_the_house_rule_it_needs_more() -> None:
    assert scripted(UNLIKELY, dice=OURS_FIRST + "d20=19").events("hit") == []


@pytest.mark.clause("affray.house.needed")
def test_no_attack_needs_less_than_two_before_modifiers() -> None:
    """THAC0 5 against AC 9 would need −4; in water 4 are taken from the roll: 5 misses, 6 hits."""
    fighters = versus(someone("Anna", thac0=5), someone("Orc", ac=9, hp=20, thac0=19), water="in")
    book = bent("attack.clamp: on")
    assert scripted(fighters, dice=OURS_FIRST + "d20=5", book=book).events("hit") == []
    assert len(scripted(fighters, dice=OURS_FIRST + "d20=6 d6=4", book=book).events("hit")) == 1
    assert len(scripted(fighters, dice=OURS_FIRST + "d20=2 d6=4").events("hit")) == 1


@pytest.mark.clause("affray.house.explode")
def test_a_damage_die_explodes_as_often_as_the_option_says() -> None:
    assert duel("damage.explode: 2", "d20=15 d6=6 d6=6 d6=6")["Orc"].hp == 20 - 18
    assert duel("damage.explode: 2", "d20=15 d6=6 d6=3")["Orc"].hp == 20 - 9


@pytest.mark.clause("affray.house.explode")
def test_the_attacker_rolls_the_die_that_explodes() -> None:
    fight = affray.start(scenario.read(DUEL), house="exploding-damage", players=["ours", "theirs"], dice=True)
    asked = []
    for shown in ([6], [1], "strike Orc", [15], [6], [2]):
        assert fight.asks is not None
        asked.append((fight.asks.who, fight.asks.die is not None))
        fight.do(shown)
    assert asked[3:] == [("Anna", True)] * 3
    assert fight.state.who[1].hp == 20 - (6 + 2)


@pytest.mark.clause("affray.house.hp")
def test_the_first_hit_die_counts_in_full() -> None:
    fighters = versus(someone("Anna", cls="fighter", level=2, hp="rolled"), someone("Orc"))
    scene = scripted(fighters, dice="d8=3", book=bent("hp.full-first: on"))
    assert scene["Anna"].max_hp == 8 + 3


# --- below 0


def at_zero(giver: str, options: str = "") -> Book:
    text = f"name: Ours\nsays: As we like it.\nrules: classic\nseams: {{zero: {giver}}}\n"
    text += f"options: {{{options}}}\n" if options else ""
    return houserules.apply(get("classic"), [houserules.from_text(text)])


def below_zero(options: str = "") -> Book:
    return at_zero("below-zero", options)


FALLS = versus(side(someone("Anna", cls="fighter", hp=2), someone("Bert", hp=20, thac0=19)), someone("Orc", thac0=5))
FALL = THEIRS_FIRST + "d20=15 d6=4 "  # Anna, to −2


@pytest.mark.clause("affray.house.death")
def test_below_zero_a_character_bleeds_to_death() -> None:
    """Anna falls to −2 in round 1 and loses a hit point at the end of rounds 2 and 3: dead at −4."""
    dice = FALL + "d20=1 " + (THEIRS_FIRST + "d20=1 d20=1 ") * 2
    scene = scripted(FALLS, dice=dice, until="round 4", book=below_zero("death.limit: 4"))
    assert scene.one("down", "affray.house.death").value == -2
    assert [(e.round, e.was) for e in scene.events("damage", "affray.house.death")] == [(2, -2), (3, -3)]
    assert scene.one("dead", "affray.house.death").value == -4


@pytest.mark.clause("affray.house.death")
@pytest.mark.parametrize(("dealt", "dead"), [(5, False), (6, True)])
def test_death_comes_at_the_limit_itself(dealt: int, dead: bool) -> None:
    scene = scripted(FALLS, dice=THEIRS_FIRST + f"d20=15 d6={dealt}", book=below_zero("death.limit: 4"))
    assert bool(scene.events("dead")) == dead


@pytest.mark.clause("affray.house.death")
@pytest.mark.parametrize(("level", "dead"), [(2, True), (3, False)])
def test_by_option_death_comes_at_minus_the_level(level: int, dead: bool) -> None:
    anna = someone("Anna", cls="fighter", level=level, hp=2)
    fighters = versus(side(anna, someone("Bert")), someone("Orc", thac0=5))
    scene = scripted(fighters, dice=FALL, book=below_zero("death.by-level: on"))
    assert bool(scene.events("dead")) == dead


@pytest.mark.clause("affray.house.death")
@pytest.mark.parametrize(("options", "dead"), [("", True), ("death.for: everyone", False)])
def test_monsters_die_at_zero_unless_the_option_spares_them(options: str, dead: bool) -> None:
    fighters = versus(someone("Anna", thac0=10), side(someone("Orc", monster="orc", hp=2), someone("Grub")))
    scene = scripted(fighters, dice=OURS_FIRST + "d20=15 d6=2", book=below_zero(options))
    assert bool(scene.events("dead")) == dead


@pytest.mark.clause("affray.house.death")
def test_by_option_nobody_bleeds() -> None:
    dice = FALL + "d20=1 " + THEIRS_FIRST + "d20=1 d20=1"
    scene = scripted(FALLS, dice=dice, until="round 3", book=below_zero("death.bleeding: off"))
    assert scene["Anna"].hp == -2


BERT_WAITS = ["Bert: strike Orc", "Bert: pass strike"]
SECOND_ROUND = FALL + "d20=1 " + THEIRS_FIRST + "d20=1 "


@pytest.mark.clause("affray.house.tend")
def test_who_has_not_acted_binds_the_wounds_of_a_friend() -> None:
    """Bert strikes in round 1 and waits in round 2: he binds the wounds before Anna bleeds."""
    answers = [*BERT_WAITS, "Bert: yes"]
    scene = scripted(FALLS, dice=SECOND_ROUND, answers=answers, until="round 3", book=below_zero())
    assert scene.one("declared", "affray.house.tend").round == 2
    assert (scene["Anna"].hp, scene["Anna"].conditions >> DYING & 1) == (-2, 0)


def test_who_would_rather_not_leaves_the_wounds_open() -> None:
    answers = [*BERT_WAITS, "Bert: pass tend"]
    scene = scripted(FALLS, dice=SECOND_ROUND, answers=answers, until="round 3", book=below_zero())
    assert scene["Anna"].hp == -3


@pytest.mark.clause("affray.house.tend")
@pytest.mark.parametrize(("dice", "dying"), [("2d6=5,5", 0), ("2d6=5,4", 1)])
def test_a_mortal_wound_of_fourfold_can_be_stabilised_in_classic(dice: str, dying: int) -> None:
    """2d6 against 8, and 2 more without tools."""
    scene = scripted(
        FALLS, dice=FALL + dice, answers=["Bert: pass strike", "Bert: yes"], until="round 2", book=at_zero("fourfold")
    )
    assert scene.one("check", "fourfold.damage.stabilise").was == 8 + 2
    assert scene["Anna"].conditions >> DYING & 1 == dying


@pytest.mark.clause("affray.house.tend")
@pytest.mark.parametrize(("shown", "dying"), [(10, 0), (9, 1)])
def test_the_dying_of_tempo_can_be_tended_in_classic(shown: int, dying: int) -> None:
    """Anna fails her injury save by 10 and has 6 rounds; Bert's wits of 10 and the die must reach 20."""
    fall = THEIRS_FIRST + "d20=15 d6=4 d20=1 d6=6 "
    anna = someone("Anna", cls="fighter", hp=2, STR=6)
    fighters = versus(side(anna, someone("Bert", hp=20)), someone("Orc", thac0=5))
    answers = ["Bert: pass strike", "Bert: yes"]
    scene = scripted(fighters, dice=fall + f"d20={shown}", answers=answers, until="round 2", book=at_zero("tempo"))
    assert scene.one("check", "tempo.check").was == 20
    assert scene["Anna"].conditions >> DYING & 1 == dying


# --- initiative and spells


@pytest.mark.clause("affray.house.initiative")
def test_in_tempo_one_die_counts_for_a_whole_side() -> None:
    """Scores of 11 and the wits of each; the foes have a die of their own."""
    book = houserules.apply(get("tempo"), [houserules.load("group-initiative")])
    ours = side(tempo_someone("Anna", wits=12), tempo_someone("Bert", wits=9))
    scene = scripted(versus(ours, tempo_someone("Orc")), dice="d20=11 d20=4", book=book)
    assert [(e.who, e.value) for e in scene.events("score")] == [("Anna", 23), ("Bert", 20), ("Orc", 14)]


@pytest.mark.clause("affray.house.spells")
def test_spells_cost_points_and_stay_in_memory() -> None:
    """1 + 1 + 2 points: after three missiles of 1 there is 1 left, too little for the web."""
    mira = someone("Mira", cls="magic-user", level=3, spells=["magic missile", "sleep", "web"], hp=20)
    fighters = versus(mira, someone("Orc", hp=50, move=3), distance=140)
    book = houserules.apply(get("classic"), [houserules.load("spell-points")])
    answers = ["Mira: cast magic missile", "Mira: cast magic missile at Orc"] * 3
    scene = scripted(fighters, dice=(OURS_FIRST + "d6=3 ") * 3, answers=answers, until="round 4", book=book)
    assert [(e.value, e.was) for e in scene.events("score", "affray.house.spells")] == [(3, 1), (2, 1), (1, 1)]
    assert [number != NOBODY for number in scene["Mira"].spells[:3]] == [True, True, False]


MORTAL = """
title: One against an orc
distance: contact
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 3, hp: 3, gear: [sword]}
      - Cleo: {class: cleric, level: 3, hp: 30, gear: [mace]}
  foes: {surprised: false, members: [Orc: {ac: 0, thac0: 5, damage: 1d6, hp: 60, morale: 12}]}
"""


@pytest.mark.clause("fourfold.damage.stabilise")
@pytest.mark.parametrize("base", [name for name in NAMES if name != "fourfold"])
def test_a_mortal_wound_can_be_stabilised_in_every_book(base: str) -> None:
    text = f"name: Ours\nsays: As we like it.\nrules: {base}\nseams: {{zero: fourfold}}\n"
    book = houserules.apply(get(base), [houserules.from_text(text)])
    assert any(somebody_tends(book, seed) for seed in range(12))


def somebody_tends(book: Book, seed: int) -> bool:
    """Cleo stands by and helps as soon as she may: whether the log shows a check for it."""
    fight = affray.start(scenario.read(MORTAL), rules=book, seed=seed, players="party")
    for _ in range(60):
        if fight.asks is None:
            break
        helps = [c.words for c in fight.legal if c.words.startswith(("tend", "stabilise")) or is_offer(fight, c.words)]
        fight.do(helps[0] if helps else "pass")
    return "fourfold.damage.stabilise" in fight.log.text()


def is_offer(fight: affray.Play, words: str) -> bool:
    return "bind the wounds" in str(fight.asks) and words == "yes"


# --- targets declared before the blows


ORCS = side(someone("Orc", hp=1), someone("Grub", hp=9))
ALLIES = side(someone("Anna", thac0=10), someone("Bert", thac0=10))


def named(kind: str, answers: list[str], dice: str) -> Scene:
    """Anna and Bert both name Orc; Anna fells him."""
    first = ["Anna: attack Orc", "Bert: attack Orc", "Orc: attack Anna", "Grub: attack Anna"]
    book = bent(f"targets: {kind}")
    return scripted(
        versus(ALLIES, ORCS), dice=OURS_FIRST + dice, answers=[*first, *answers], until="round 2", book=book
    )


@pytest.mark.clause("affray.house.targets")
def test_an_attack_at_a_foe_who_has_fallen_is_lost() -> None:
    scene = named("lost", ["Anna: strike Orc"], "d20=15 d6=1 d20=2")
    assert [(e.who, e.other) for e in scene.events("declared", "affray.house.targets")][:2] == [
        ("Anna", "Orc"),
        ("Bert", "Orc"),
    ]
    assert [e.who for e in scene.events() if e.kind in ("hit", "miss")] == ["Anna", "Grub"]
    assert "Anna names Orc as the target for this round" in told(scene)


@pytest.mark.clause("affray.house.targets")
def test_by_option_it_goes_to_another() -> None:
    scene = named("another", ["Anna: strike Orc", "Bert: strike Grub"], "d20=15 d6=1 d20=15 d6=2 d20=2")
    assert scene["Grub"].hp == 9 - 2


@pytest.mark.clause("affray.house.targets")
@pytest.mark.parametrize("answer", ["attack Orc", "pass target"])
def test_who_has_named_another_or_nobody_may_not_strike(answer: str) -> None:
    scene = scripted(
        versus(ALLIES, ORCS),
        dice=OURS_FIRST,
        answers=[f"Anna: {answer}"],
        until="Anna: strike",
        book=bent("targets: another"),
    )
    refused = scene.why_not("Anna: strike Grub")
    assert refused is not None
    assert refused.clause == "affray.house.targets"
    assert (scene.why_not("Anna: strike Orc") is None) == (answer == "attack Orc")


BOTH_AT_ONCE = """
title: Two orcs
distance: contact
sides:
  party: {players: true, surprised: false, members: [Anna: {class: fighter, level: 1, hp: 9, gear: [sword]}]}
  foes: {surprised: false, members: [Orc: {monster: orc, hp: 9}, Grub: {monster: orc, hp: 9}]}
"""


@pytest.mark.clause("affray.house.targets")
@pytest.mark.parametrize("book", NAMES)
def test_in_every_book_a_blow_at_another_is_refused(book: str) -> None:
    fight = affray.start(scenario.read(BOTH_AT_ONCE), rules=book, house="declared-targets", players="party", seed=3)
    assert fight.asks is not None
    assert [choice.words for choice in fight.legal] == ["pass", "attack Orc", "attack Grub"]
    fight.do("attack Grub")
    while fight.asks is not None and "strike Grub" not in [choice.words for choice in fight.legal]:
        fight.do("pass")
    assert fight.state.round == 1
    assert "strike Orc" not in [choice.words for choice in fight.legal]
    assert "affray.house.targets" in str(fight.why_not("strike Orc"))


@pytest.mark.clause("affray.house.targets")
def test_a_friend_or_one_who_has_fallen_is_not_named() -> None:
    scene = scripted(versus(ALLIES, ORCS), until="Anna: target", book=bent("targets: lost"))
    assert scene.why_not("Anna: attack Grub") is None
    for other in ("Bert", "Anna"):
        refused = scene.why_not(f"Anna: attack {other}")
        assert refused is not None
        assert refused.clause == "affray.house.targets"


# --- what the questions of house rules refuse, and what is shown


APART = versus(side(someone("Anna"), someone("Bert")), side(someone("Orc"), someone("Grub")), distance=60)


@pytest.mark.parametrize(
    ("ask", "who", "other", "options", "clause"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[-1]))
        for row in (
            ("splinter", "Anna", "Orc", "shield.splinter: on", "affray.house.shield"),
            ("cleave", "Anna", "Grub", "cleave: everyone", "affray.house.cleave"),
            ("tend", "Orc", "Bert", "cleave: everyone", "affray.house.tend"),
        )
    ],
)
def test_nobody_gives_what_they_do_not_have(ask: str, who: str, other: str, options: str, clause: str) -> None:
    """Anna has no shield, Grub is 60 feet away, and Bert is a foe."""
    scene = scripted(APART, until="Anna: move", dice=OURS_FIRST, book=bent(options))
    refused = offered(scene, ask, who, other, "yes", 3)
    assert refused is not None
    assert refused.clause == clause


@pytest.mark.clause("affray.house.fumble")
def test_the_log_says_whose_weapon_it_was() -> None:
    fumbled = duel("fumbles: self", "d20=1 d6=3").one("damage", "affray.house.fumble")
    assert (fumbled.value, fumbled.because) == (3, {"their own weapon": 0})


@pytest.mark.clause("affray.house.explode")
def test_the_log_says_that_a_die_is_rolled_again() -> None:
    dealt = duel("damage.explode: 2", "d20=15 d6=6 d6=3").one("damage")
    assert (dealt.value, dealt.because) == (9, {"again for the highest face": 0})


@pytest.mark.clause("affray.house.explode")
def test_a_coin_explodes_and_what_is_always_one_does_not() -> None:
    for damage, dice, dealt in (("1d1", "d1=1", 1), ("1d2", "d2=2 d2=1", 3)):
        fighters = versus(someone("Anna", thac0=15, damage=damage), someone("Orc", hp=20))
        scene = scripted(fighters, dice=f"{OURS_FIRST} d20=15 {dice}", book=bent("damage.explode: 5"))
        assert scene.one("damage").value == dealt


@pytest.mark.clause("affray.house.needed")
def test_the_log_names_the_bound_where_it_counts() -> None:
    """1 becomes 2, 21 becomes 20; 2 and 20 stay as they are."""
    for thac0, ac, bound in (
        (10, 9, ["a 2 is needed at least"]),
        (11, 9, []),
        (19, -1, []),
        (19, -2, ["a 20 is enough"]),
    ):
        fighters = versus(someone("Anna", thac0=thac0), someone("Orc", ac=ac, hp=20))
        scene = scripted(fighters, dice=OURS_FIRST + "d20=20 d6=1", book=bent("attack.clamp: on"))
        assert [words for words in scene.one("hit", who="Anna").because if words.startswith("a 2")] == bound


@pytest.mark.clause("affray.house.needed", "fourfold.attack.roll")
@pytest.mark.parametrize("thac0", [19, 15])
def test_the_bound_of_fourfold_is_before_the_attack_bonus(thac0: int) -> None:
    """20 on the die, with the attack bonus added: 20 + (19 − THAC0)."""
    text = (
        f"title: t\ndistance: contact\nsides:\n  party: {{surprised: false, members: [Anna: {{ac: 9, thac0: {thac0}, "
    )
    text += (
        "hp: 9, damage: 1d6}]}\n  foes: {surprised: false, members: [Orc: {ac: -15, thac0: 19, hp: 9, damage: 1d6}]}\n"
    )
    fight = affray.start(scenario.read(text), rules=bent("attack.clamp: on", "fourfold"), seed=1)
    needed = {e.was for e in fight.log if E.KINDS[e.kind] in ("hit", "miss") and e.who == 0 and e.was > 0}
    assert needed == {20 + 19 - thac0}


@pytest.mark.clause("affray.house.shield")
def test_who_answers_at_random_gives_the_shield_up_half_of_the_time() -> None:
    scene = scripted(
        versus(someone("Anna", gear=["shield"], tactic="whim"), someone("Orc")),
        until="Orc: strike",
        dice=THEIRS_FIRST,
        book=bent("shield.splinter: on"),
    )
    q = Question(scene.book.asks.index("splinter"), 0, 1, 3)
    said = [decide_house(scene.fight, q, ASK_SPLINTER).kind for _ in range(400)]
    assert 160 < said.count(YES) < 240
    scene.play("d20=20 d6=3")
    assert scene.one("roll", "affray.house.shield").value == 3
