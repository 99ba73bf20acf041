"""affray.xp: what foes are worth, who has earned it, who shares it; and XP in party files and histories."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Group, Scene, scripted, side, someone, versus

import affray
from affray.cli import main
from affray.engine.vocabulary import DEAD, FLED, SURRENDERED
from affray.exchange.exporters.fights import write_fight
from affray.party import party_from_text, party_to_yaml, read_party
from affray.party.aftermath import aftermath, deeds, histories
from affray.rules.shared.experience import Award, awards

# hit dice as a file writes them, XP of one without special abilities, and what each of these adds
TABLE = [
    ("1/2", 5, 1),
    ("1-1", 5, 1),
    ("1", 10, 3),
    ("1+1", 15, 4),
    ("2", 20, 5),
    ("2+2", 25, 10),
    ("3", 35, 15),
    ("3+1", 50, 25),
    ("4", 75, 50),
    ("4+4", 125, 75),
    ("5", 175, 125),
    ("5+3", 225, 175),
    ("6", 275, 225),
    ("6+3", 350, 300),
    ("7", 450, 400),
    ("7+2", 450, 400),
    ("8", 650, 550),
    ("8+3", 650, 550),
    ("9", 900, 700),
    ("10+1", 900, 700),
    ("11", 1100, 800),
    ("12+5", 1100, 800),
    ("13", 1350, 950),
    ("16+1", 1350, 950),
    ("17", 2000, 1150),
    ("20+2", 2000, 1150),
    ("21", 2500, 2000),
    ("30", 2500, 2000),
]


def fighter(name: str, **keys: object) -> Group:
    return someone(name, cls="fighter", hp=8, **keys)


def felled(*ours: Group, options: dict[str, str] | None = None, **foe: object) -> Award:
    """Return what ours earn for a foe that is dead."""
    scene = scripted(versus(side(*ours), someone("Grub", **foe), options=options))
    put(scene, "Grub", DEAD)
    return earned(scene)


def put(scene: Scene, name: str, condition: int) -> None:
    scene[name].conditions |= 1 << condition


def earned(scene: Scene) -> Award:
    (award,) = awards(scene.book, scene.roster, scene.fight, scene.fight)
    return award


@pytest.mark.clause("affray.xp")
@pytest.mark.parametrize(("hd", "alone", "_each"), TABLE)
def test_a_foe_is_worth_a_number_by_its_hit_dice(hd: str, alone: int, _each: int) -> None:
    award = felled(fighter("Anna"), hd=hd)
    assert (award.total, award.shares) == (alone, {"Anna": alone})


@pytest.mark.clause("affray.xp")
@pytest.mark.parametrize(("hd", "alone", "each"), TABLE)
def test_each_special_ability_adds_to_it(hd: str, alone: int, each: int) -> None:
    """A ghoul's touch paralyses: one special ability, however many attacks have it."""
    assert felled(fighter("Anna"), monster="ghoul", hd=hd).total == alone + each


@pytest.mark.clause("affray.xp")
@pytest.mark.parametrize(
    ("kind", "xp"),
    [
        ("orc", 10),
        ("skeleton", 10),
        ("ghoul", 20 + 5),  # paralysis
        ("medusa", 75 + 2 * 50),  # gaze and poison
        ("troll", 350 + 300),  # regeneration
        ("wight", 35 + 2 * 15),  # draining, and silver or magic alone hurts it
        ("white dragon", 275 + 225),  # breath
    ],
)
def test_what_monsters_of_the_book_are_worth(kind: str, xp: int) -> None:
    assert felled(fighter("Anna"), monster=kind).foes == ((kind, 1, xp),)


@pytest.mark.clause("affray.xp")
def test_it_is_shared_evenly_and_rounded_down() -> None:
    award = felled(fighter("Anna"), fighter("Bert"), fighter("Cara"), hd="2")
    assert award.shares == {"Anna": 6, "Bert": 6, "Cara": 6}  # 20 / 3
    assert str(award) == f"XP, ours: 20 (1 × {award.foes[0][0]} at 20); 6 each for Anna, Bert, Cara [affray.xp]"


@pytest.mark.clause("affray.xp")
@pytest.mark.parametrize(("option", "anna", "hireling"), [("half", 13, 6), ("full", 10, 10)])
def test_a_retainer_gets_half_a_share(option: str, anna: int, hireling: int) -> None:
    """20 XP: two parts and one of three make 13 and 6."""
    hired = fighter("Hob", retainer=9)
    award = felled(fighter("Anna"), hired, hd="2", options={"xp.retainers": option})
    assert award.shares == {"Anna": anna, "Hob": hireling}


@pytest.mark.clause("affray.xp")
@pytest.mark.parametrize(("option", "shares"), [("survivors", {"Anna": 20}), ("everyone", {"Anna": 10, "Bert": 10})])
def test_the_dead_have_no_share_unless_everybody_has(option: str, shares: dict[str, int]) -> None:
    ours = side(fighter("Anna"), fighter("Bert"))
    scene = scripted(versus(ours, someone("Grub", hd="2"), options={"xp.share": option}))
    put(scene, "Bert", DEAD)
    put(scene, "Grub", DEAD)
    assert earned(scene).shares == shares
    assert ("20 for Anna" in str(earned(scene))) == (option == "survivors")


@pytest.mark.clause("affray.xp")
@pytest.mark.parametrize(
    ("score", "percent"), [(3, -20), (5, -20), (6, -10), (8, -10), (9, 0), (12, 0), (13, 5), (15, 5), (16, 10)]
)
def test_by_option_the_prime_requisite_changes_a_share(score: int, percent: int) -> None:
    award = felled(fighter("Anna", STR=score), hd="21", options={"xp.prime": "on"})
    assert award.shares == {"Anna": 2500 + 25 * percent}
    assert felled(fighter("Anna", STR=score), hd="21").shares == {"Anna": 2500}


@pytest.mark.clause("affray.xp")
def test_of_two_prime_requisites_the_lower_counts() -> None:
    elf = someone("Elwin", cls="elf", hp=8, STR=16, INT=13)
    assert felled(elf, hd="21", options={"xp.prime": "on"}).shares == {"Elwin": 2625}


@pytest.mark.clause("affray.xp")
@pytest.mark.parametrize(
    ("counted", "xp"),
    [("fallen", 10), ("surrendered", 20), ("fled", 35), ("fallen,surrendered,fled", 65), ("none", None)],
)
def test_the_option_says_whether_the_fallen_the_surrendered_and_the_fled_count(counted: str, xp: int | None) -> None:
    foes = side(someone("A", hd="1"), someone("B", hd="2"), someone("C", hd="3"), someone("D", hd="4"))
    scene = scripted(versus(fighter("Anna"), foes, options={"xp.for": counted}))
    for name, condition in (("A", DEAD), ("B", SURRENDERED), ("C", FLED)):  # D still stands
        put(scene, name, condition)
    found = awards(scene.book, scene.roster, scene.fight, scene.fight)
    assert [award.total for award in found if award.side == "ours"] == ([] if xp is None else [xp])


@pytest.mark.clause("affray.xp")
def test_what_a_foe_had_when_the_fight_began_counts() -> None:
    """A foe that has cast its only spell was a caster all the same."""
    mage = someone("Mage", cls="magic-user", hp=1, spells=["sleep"])
    began = scripted(versus(fighter("Anna"), mage))
    now = scripted(versus(fighter("Anna"), mage))
    now["Mage"].spells[0] = -1
    put(now, "Mage", DEAD)
    (award,) = awards(now.book, now.roster, began.fight, now.fight)
    assert award.total == 10 + 3


@pytest.mark.parametrize("book", affray.books())
def test_every_book_has_the_options_and_gives_xp(book: str) -> None:
    play = affray.start("orcs", rules=book, seed=3, options={"xp.share": "everyone"})
    assert play.options["xp.share"] == "everyone"
    assert play.winner == "party"
    (award,) = play.xp
    assert award.side == "party"
    assert all(each == 10 for kind, _, each in award.foes if kind == "orc")
    assert set(award.shares.values()) == {award.total // 4}


def test_nobody_earns_anything_while_the_fight_lasts() -> None:
    assert affray.start("orcs", players="party").xp == []


# --- party files and histories

PARTY = "party: Two\nmembers:\n- {name: Anna, class: fighter, hp: 8, xp: 1200}\n- {name: Bert, class: fighter, hp: 8}\n"


def test_a_party_file_keeps_xp() -> None:
    party = party_from_text(PARTY)
    assert [member.xp for member in party.members] == [1200, 0]
    assert party_from_text(party_to_yaml(party)) == party
    assert "xp" not in party_to_yaml(party).split("Bert")[1]


def test_a_scenario_gives_nobody_xp() -> None:
    with pytest.raises(affray.AffrayError, match="xp"):
        affray.scenario.read(versus(fighter("Anna", xp=5), someone("Grub")))


@pytest.mark.clause("affray.xp")
def test_what_was_earned_is_written_back_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.yaml").write_text(PARTY, encoding="utf-8")
    Path("yard.yaml").write_text(
        "title: Yard\ndistance: contact\nsides:\n  ours: {party: two.yaml, players: true}\n"
        "  theirs: {way out: false, members: [2 orc: {hp: 1}]}\n",
        encoding="utf-8",
    )
    main("fight yard.yaml --seed 1 --write-back --save yard.fight".split(), standalone_mode=False)
    play = affray.load("yard.fight")
    assert play.winner == "ours"
    assert "XP, ours: 20 (2 × orc at 10); 10 each for Anna, Bert [affray.xp]" in capsys.readouterr().err
    assert [member.xp for member in read_party("two.yaml").members] == [1210, 10]
    assert [one.remarks[-1] for one in aftermath(play)] == ["earns 10 XP [affray.xp]"] * 2
    done = [one.as_json() for one in deeds(play)]
    assert [history["xp"] for history in histories(done)] == [10, 10]
    assert [history["xp"] for history in histories([{k: v for k, v in done[0].items() if k != "xp"}])] == [0]
    main("party two.yaml yard.fight".split(), standalone_mode=False)
    told = capsys.readouterr().out
    assert "Anna: fighter 1 · 1,210 XP · hp" in told
    assert ", 10 XP" in told


def test_notes_and_pages_of_a_fight_tell_it_to_the_referee_alone() -> None:
    play = affray.start("orcs", seed=7)
    (award,) = play.xp
    assert award.total == 60
    for form in ("markdown", "html"):
        assert "XP, party: 60" in write_fight(play, form)
        assert "XP, party" not in write_fight(play, form, ["party"])
