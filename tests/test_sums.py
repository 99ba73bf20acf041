"""Every sum of the log adds up: a reader that knows no rule checks fights of all books, and finds a changed number."""

from __future__ import annotations

import re

import pytest
from golden_fights import PLAYED, fights
from helpers import OURS_FIRST, Scene, scripted, someone, versus

from affray.log import Log
from affray.log.audit import check_log, check_words
from affray.rules import NAMES, get
from affray.simulation.random_fights import audit_random_fights

SUM = "affray.sum"


@pytest.mark.parametrize(("book", "name"), PLAYED, ids=str)
def test_the_golden_fights_add_up(book: str, name: str) -> None:
    assert [what for play in fights(book, name) for what in check_log(play.log.text())] == []


@pytest.mark.parametrize("name", NAMES)
def test_random_fights_add_up(name: str) -> None:
    assert audit_random_fights(get(name), 60, seed=3) == []


SOUND = [
    ("hit", "Anna attacks Orc: d20=13 +1 STR = 14, needs 12 (THAC0 17, AC 5): hits"),
    (
        "miss",
        "Anna attacks Orc: d20=9 −1 long range = 8, needs 13 (THAC0 17, AC 4 = 3 +1 no shield in retreat): misses",
    ),
    ("hit", "Anna attacks Orc: d20=8 +1 STR +2 attack bonus = 11, hits AAC 10"),
    ("miss", "Anna attacks Orc: d20=8 = 8, misses AAC 12 (13 −1 no shield from behind)"),
    ("hit", "Anna attacks Orc: d20=20 +1 Combat Bonus = 21, natural 20 hits AC 30"),
    ("miss", "Anna attacks Orc: d20=1 +9 Combat Bonus = 10, natural 1 misses AC 9"),
    ("hit", "Anna attacks Orc: 2d20, lower of 9 and 2 = 2, +13 strength = 15, hits AC 14"),
    ("roll", "Orc 2 has 13 hp: 2d8=5+6 +2 = 13"),
    ("damage", "Anna takes 1 damage from Kobold 9: d4=1 −1 = 0, at least 1; hp 4 → 3"),
    ("damage", "Rime takes 7 damage from Mirel's fireball: 15, halved = 7; hp 36 → 29"),
    ("damage", "Orc takes 10 damage from Anna: d6=4 +1 STR = 5, doubled from behind = 10; hp 8 → −2"),
    ("damage", "Grub takes 3 damage from Thief: d6=3; hp 2 → 0, 1 beyond 0 hp"),
    ("heal", "Anna is healed for 3 by Hild: 5 −2 beyond full hp = 3; hp 5 → 8"),
    ("check", "Saving throw, Anna: d20=12 +1 WIS = 13, needs 13: saves"),
    ("check", "Saving throw, Anna: d20=1 +12 WIS = 13, needs 13: natural 1 fails"),
    ("check", "Death save, Anna: d20=12, needs 17 (10 +7 damage beyond 0): fails"),
    ("check", "Morale, goblins: 2d6=3+5 = 8, 7 or less holds: they break"),
    ("check", "Surprise, orcs: d6=4, surprised on 4 or less (2 +2 a stealthy foe): surprised"),
    ("score", "Anna reacts: −10 for a riposte; score 25 → 15"),
    ("score", "Anna re-orients: d20=9 +10 wits = 19; score 12 → 19"),
    ("roll", "Sleep (Mira) on Orc 1 and others lasts 360 rounds: 4d4=1+1+3+1 = 6 ×60 = 360"),
    ("roll", "They meet at 50': 2d6=2+3 = 5 ×10 = 50"),
]
WRONG = [  # each with one number changed
    ("hit", "Anna attacks Orc: d20=14 +1 STR = 14, needs 12 (THAC0 17, AC 5): hits"),
    ("hit", "Anna attacks Orc: d20=13 +2 STR = 14, needs 12 (THAC0 17, AC 5): hits"),
    ("hit", "Anna attacks Orc: d20=13 +1 STR = 15, needs 12 (THAC0 17, AC 5): hits"),
    ("hit", "Anna attacks Orc: d20=13 +1 STR = 14, needs 13 (THAC0 17, AC 5): hits"),
    ("hit", "Anna attacks Orc: d20=13 +1 STR = 14, needs 12 (THAC0 18, AC 5): hits"),
    ("hit", "Anna attacks Orc: d20=13 +1 STR = 14, needs 12 (THAC0 17, AC 6): hits"),
    ("miss", "Anna attacks Orc: d20=13 +1 STR = 14, needs 12 (THAC0 17, AC 5): misses"),
    ("miss", "Anna attacks Orc: d20=9, needs 13 (THAC0 17, AC 4 = 3 +2 no shield in retreat): misses"),
    ("hit", "Anna attacks Orc: d20=8 +1 STR +3 attack bonus = 11, hits AAC 10"),
    ("hit", "Anna attacks Orc: d20=8 +1 STR +2 attack bonus = 11, hits AAC 12"),
    ("miss", "Anna attacks Orc: d20=8, misses AAC 12 (13 +1 no shield from behind)"),
    ("hit", "Anna attacks Orc: d20=19 +1 Combat Bonus = 20, natural 20 hits AC 30"),
    ("hit", "Anna attacks Orc: d20=20 +1 Combat Bonus = 21, natural 20 hits AC 13"),
    ("hit", "Anna attacks Orc: 2d20, lower of 9 and 2 = 9, +13 strength = 22, hits AC 14"),
    ("hit", "Anna attacks Orc: 3d20, lower of 9 and 2 = 2, +13 strength = 15, hits AC 14"),
    ("hit", "Anna attacks Orc: d20=21, hits AAC 14"),
    ("roll", "Orc 2 has 12 hp: 2d8=5+6 +2 = 13"),
    ("roll", "Orc 2 has 13 hp: 2d8=5+6"),
    ("damage", "Anna takes 1 damage from Kobold 9: d4=3 −1 = 2, at least 1; hp 4 → 3"),
    ("damage", "Anna takes 1 damage from Kobold 9: d4=1 −1 = 0; hp 4 → 3"),
    ("damage", "Rime takes 7 damage from Mirel's fireball: 17, halved = 7; hp 36 → 29"),
    ("damage", "Rime takes 8 damage from Mirel's fireball: 15, halved = 7; hp 36 → 29"),
    ("damage", "Rime takes 7 damage from Mirel's fireball: 15, halved = 7; hp 36 → 28"),
    ("damage", "Orc takes 9 damage from Anna: d6=4 +1 STR = 5, doubled from behind = 9; hp 8 → −1"),
    ("damage", "Grub takes 3 damage from Thief: d6=3; hp 2 → 0, 2 beyond 0 hp"),
    ("heal", "Anna is healed for 3 by Hild: 5 −1 beyond full hp = 3; hp 5 → 8"),
    ("heal", "Anna is healed for 3 by Hild; hp 5 → 9"),
    ("check", "Saving throw, Anna: d20=12 +1 WIS = 13, needs 14: saves"),
    ("check", "Saving throw, Anna: d20=2 +11 WIS = 13, needs 13: natural 1 fails"),
    ("check", "Death save, Anna: d20=12, needs 17 (10 +6 damage beyond 0): fails"),
    ("check", "Morale, goblins: 2d6=3+5 = 8, 8 or less holds: they break"),
    ("check", "Surprise, orcs: d6=4, surprised on 4 or less (3 +2 a stealthy foe): surprised"),
    ("score", "Anna reacts: −9 for a riposte; score 25 → 15"),
    ("score", "Anna re-orients: d20=9 +10 wits = 19; score 12 → 18"),
    ("roll", "Sleep (Mira) on Orc 1 and others lasts 360 rounds: 4d4=1+1+3+1 = 6 ×50 = 360"),
    ("roll", "They meet at 40': 2d6=2+3 = 5 ×10 = 50"),
]


@pytest.mark.parametrize(("kind", "words"), SOUND, ids=[words for _, words in SOUND])
def test_what_adds_up_is_left_alone(kind: str, words: str) -> None:
    assert list(check_words(kind, words)) == []


@pytest.mark.parametrize(("kind", "words"), WRONG, ids=[words for _, words in WRONG])
def test_a_changed_number_is_found(kind: str, words: str) -> None:
    assert list(check_words(kind, words))


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_die_modifier_or_total_of_a_fight_is_found(name: str) -> None:
    """Every number of every sum of a fight, one at a time."""
    missed = []
    for line in fights(name, "orcs")[0].log.text().splitlines():
        for found in re.finditer(r"(?<=[=+−])\d+(?=[ +,;:)])|(?<= = )\d+", line):
            changed = f"{line[: found.start()]}{int(found[0]) + 1}{line[found.end() :]}"
            if "=" in line and "extra degree" not in line and not list(check_log(changed)):
                missed.append(changed)
    assert [line for line in missed if not alone(line)] == []


def alone(line: str) -> bool:
    """A single die that nothing is told of but its face, or that is compared with nothing."""
    return bool(re.search(r"(?:Initiative|Defence|Reaction|Tie)[^=]*: d\d+=\d+ \[|: d\d+=\d+(?:: | \[|,)", line))


# --- what the rules state for it


def told(scene: Scene) -> str:
    return Log(scene.book, scene.roster, scene.recorder.log, [c.side for c in scene.fight.who]).text()


@pytest.mark.clause(SUM)
def test_thac0_armour_class_and_the_fixed_part_of_dice_are_shown() -> None:
    """d20=13 against AC 5 with THAC0 17 needs 12; 1d6+2 with a 3 is 5, and hp fall from 9 to 4."""
    text = versus(someone("Anna", thac0=17, damage="1d6+2"), someone("Orc", ac=5, hp=9))
    log = told(scripted(text, dice=OURS_FIRST + "d20=13 d6=3"))
    assert "Anna attacks Orc: d20=13, needs 12 (THAC0 17, AC 5): hits" in log
    assert "Orc takes 5 damage from Anna: d6=3 +2 = 5; hp 9 → 4" in log


@pytest.mark.clause(SUM)
@pytest.mark.parametrize(
    ("thac0", "ac", "die", "words"),
    [
        (20, -9, 20, "d20=20, needs 29 (THAC0 20, AC −9): natural 20 hits"),
        (20, 9, 20, "d20=20, needs 11 (THAC0 20, AC 9): hits"),
        (10, 9, 1, "d20=1, needs 1 (THAC0 10, AC 9): natural 1 misses"),
        (10, 8, 1, "d20=1, needs 2 (THAC0 10, AC 8): misses"),
    ],
)
def test_a_natural_roll_is_named_where_it_decides(thac0: int, ac: int, die: int, words: str) -> None:
    text = versus(someone("Anna", thac0=thac0), someone("Orc", ac=ac, hp=20))
    dice = OURS_FIRST + f"d20={die}" + (" d6=3" if die == 20 else "")
    assert f"Anna attacks Orc: {words}" in told(scripted(text, dice=dice))


@pytest.mark.clause(SUM)
def test_the_attack_bonus_is_part_of_an_ascending_total() -> None:
    """THAC0 17 is a bonus of 2: 8 + 2 reach AAC 10, which is AC 9."""
    text = versus(someone("Anna", thac0=17), someone("Orc", ac=9, hp=20))
    scene = scripted(text, dice=OURS_FIRST + "d20=8 d6=3", options={"attack.form": "ascending"})
    assert "Anna attacks Orc: d20=8 +2 attack bonus = 10, hits AAC 10" in told(scene)
